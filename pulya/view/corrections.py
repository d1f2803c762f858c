"""What a correction moves, for people: records, figures of the sheet, balances and money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from pulya.convention import Convention
from pulya.game import Game, Result
from pulya.message import Text, say, say_n
from pulya.notation.write import write
from pulya.record import Concession, Contract, Entry, Fix, Raspasy, Undo
from pulya.ruled import Ruled
from pulya.rules.raspasy import next_price
from pulya.rules.reading import exit_level
from pulya.sheet import differences, place_of
from pulya.terms import Player, exact
from pulya.view.figures import mixed, signed
from pulya.view.money import signed_sum, unit
from pulya.view.page import COLUMNS, Page
from pulya.view.reasons import reason
from pulya.view.records import cell_of, range_lines, whose
from pulya.write import Write

_SHOWN: Final = 6  # records that are shown in full


def correction_text(page: Page, before: Game, after: Game) -> str:
    """Return a correction, the newest record of ``after``, what it corrects, and what it moves."""
    item = after.ruled[-1].item
    aimed = item.record
    assert isinstance(aimed, Fix | Undo)
    assert aimed.number is not None  # a bare undo has got its number
    lines = [
        f"{item.number:>3}  {item.text}",
        page.say(say("     it was: {text}", text=before.ruled[aimed.number - 1].item.text)),
    ]
    return "\n".join([*lines, changes_text(page, before, after)])


def changes_text(page: Page, before: Game, after: Game) -> str:
    """Return what a correction moves: records, figures of the sheet, balances and money."""
    lines = _records(page, before, after)
    if before.over != after.over:
        over = say("The game is over then.") if after.over else say("The game is no longer over then.")
        lines.append(page.say(over))
    lines += _opened(page, before, after)
    figures = [
        [whose(page, place), page.say(COLUMNS[place.column]), mixed(was), mixed(now)]
        for place, was, now in differences(before.sheet, after.sheet)
    ]
    if not figures:
        return "\n".join([*lines, page.say(say("No figure of the sheet changes."))])
    was, now = page.say(say("before")), page.say(say("after"))
    headers = [_who(page, after), page.say(say("column")), was, now]
    return "\n".join(
        [*lines, "", page.table(figures, headers, align="llrr"), "", _balances(page, before, after)]
    )


def _opened(page: Page, before: Game, after: Game) -> list[str]:
    """Return which records a correction leaves open, with what is open in them, and which it settles."""
    was, now = ({one.item.number: one for one in game.still_open} for game in (before, after))
    lines = [page.say(say("Record {number} is no longer open.", number=n)) for n in was if n not in now]
    for number, one in now.items():
        if one.ranges != (was[number].ranges if number in was else ()):
            lines += [page.say(say("Record {number} is open then.", number=number)), *range_lines(page, one)]
    return lines


def _who(page: Page, game: Game) -> str:
    return page.say(say("team") if game.header.convention.ledger == "teams" else say("player"))


def _balances(page: Page, before: Game, after: Game) -> str:
    """Return balances and money before and after."""
    was, now = page.say(say("before")), page.say(say("after"))
    old = {one.name: one for one in before.results}
    rows = []
    for one in after.results:
        other = old.get(one.name, Result(one.name, 0, 0))
        money = [signed_sum(after.header, coins) for coins in (other.coins, one.coins)]
        rows.append([one.name, signed(other.balance), signed(one.balance), *money])
    headers = [_who(page, after), page.say(say("balance, before")), page.say(say("balance, after"))]
    return page.table(rows, [*headers, *(f"{unit(page, after.header)}, {one}" for one in (was, now))])


def _records(page: Page, before: Game, after: Game) -> list[str]:
    """Return the records that a correction moves, with what becomes of each; of many the first ones."""
    convention = after.header.convention
    pairs = list(zip(before.ruled, after.ruled, strict=False))
    numbers = tuple(str(now.item.number) for was, now in pairs if was.writes != now.writes)
    which = say_n(
        "Writes change in record {numbers}.",
        "Writes change in records {numbers}.",
        len(numbers),
        numbers=numbers,
    )
    lines = [page.say(which)] if numbers else []
    moved: list[tuple[Ruled, list[Text]]] = []
    dealt_otherwise = False
    for was, now in pairs:
        if was.record is None and now.record is None:
            continue  # corrections, and what was struck out before
        news = list(_news(was, now, convention))
        if now.before.dealer != was.before.dealer and not dealt_otherwise:
            dealer = say("{dealer} deals, not {other}", dealer=now.before.dealer, other=was.before.dealer)
            news.insert(0, dealer)
        dealt_otherwise = now.before.dealer != was.before.dealer
        if news or was.writes != now.writes:
            moved.append((now, [*news, *_writes(was.writes, now.writes)]))
    for now, news in moved[:_SHOWN]:
        lines += [f"{now.item.number:>5}  {now.item.text}", *(f"         {page.say(one)}" for one in news)]
    if len(moved) > _SHOWN:
        rest = say_n("  and {n} record more", "  and {n} records more", len(moved) - _SHOWN)
        lines.append(page.say(rest))
    return lines


def _news(was: Ruled, now: Ruled, convention: Convention) -> Iterator[Text]:
    """Yield what is otherwise about a record beside its writes."""
    if was.record != now.record:
        if now.record is None:
            yield say("no longer stands")
        elif was.record is None:
            yield say("stands again")
        elif now.record == now.item.record:
            yield say("is read again as it was written")
        else:
            yield say("is read as {text}", text=write(Entry(now.record)))
    elif isinstance(now.record, Raspasy):
        prices = [next_price(one.before, convention) for one in (was, now)]
        if prices[0] != prices[1]:
            yield say("a trick costs {now}, not {was}", was=prices[0], now=prices[1])
    elif isinstance(now.record, Contract | Concession):
        levels = [exit_level(one.before, convention) for one in (was, now)]
        if levels[0] != levels[1]:
            yield say("the lowest contract is {now}, not {was}", was=levels[0], now=levels[1])
    closed = [
        {player for player in one.after.everyone if one.after.is_closed(player) and not _closed(one, player)}
        for one in (was, now)
    ]
    for player in now.after.everyone:
        if player in closed[1] - closed[0]:
            yield say("the pool of {player} closes here", player=player)
        elif player in closed[0] - closed[1]:
            yield say("the pool of {player} does not close here", player=player)
    races = [one.after.race - one.before.race for one in (was, now)]
    if races[0] != races[1]:
        yield say("a race ends here") if races[1] else say("no race ends here")


def _closed(ruled: Ruled, player: Player) -> bool:
    """Say whether a pool was closed before a record; who sits down with it had none."""
    return player in ruled.before.pool and ruled.before.is_closed(player)


def _writes(was: Sequence[Write], now: Sequence[Write]) -> Iterator[Text]:
    """Yield each cell in which a record writes otherwise, with the reason of what it writes now."""
    for place in dict.fromkeys(place_of(one) for one in (*was, *now)):
        there = [one for one in now if place_of(one) == place]
        old = [one for one in was if place_of(one) == place]
        figures = [exact(sum((one.points for one in writes), Fraction(0))) for writes in (old, there)]
        if figures[0] == figures[1]:
            continue
        cell = {"column": COLUMNS[place.column], "whose": cell_of(place)}
        if there:
            why = tuple(reason(one.formula) for one in there)
            yield say(
                "{column}, {whose}: {now} ({why}), was {was}",
                **cell,
                now=mixed(figures[1]),
                why=why,
                was=mixed(figures[0]),
            )
        else:
            yield say("{column}, {whose}: nothing, was {was}", **cell, was=mixed(figures[0]))
