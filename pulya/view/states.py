"""The state between two deals, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator

from pulya.convention import Convention
from pulya.evening import Evening
from pulya.game import Game
from pulya.message import Text, say, say_n
from pulya.notation.words import Language
from pulya.notation.write import write
from pulya.record import Entry, Fix
from pulya.ruled import Ruled, as_even
from pulya.rules.checklist import open_boxes, owner
from pulya.rules.ending import pool_sum
from pulya.rules.raspasy import next_price
from pulya.rules.reading import exit_level
from pulya.view.figures import mixed, signed
from pulya.view.money import in_currency, signed_sum
from pulya.view.page import Page
from pulya.view.rows import Row, needed, open_row, running_race, settlement_row
from pulya.view.sheets import state_lines


def status_text(page: Page, game: Game) -> str:
    """Return who deals next and what there is to know before he does."""
    if game.over:
        over = page.say(say("The game is over; `settle` shows the money."))
        return "\n".join([over, *open_lines(page, game)])
    lines = [*_deal(game), *_course(game), *_raspasy(game)]
    return "\n".join(
        [
            *map(page.say, lines),
            *state_lines(page, game),
            *map(page.say, _needs(game)),
            *open_lines(page, game),
        ]
    )


def _deal(game: Game) -> Iterator[Text]:
    """Yield who deals, who sits out, and what the first hand has to play."""
    table, convention = game.table, game.header.convention
    seats = table.seats
    yield say(
        "Next is record {number}: {dealer} deals, {first} has the first hand.",
        number=game.records + 1,
        dealer=table.dealer,
        first=seats.active[0],
    )
    if seats.sitting and convention.ledger == "individual":
        yield say("Sitting out: {players}.", players=seats.sitting)
    if convention.checklist != "none":
        whose_hand = owner(table, convention.checklist)
        boxes = open_boxes(table, whose_hand, convention.checklist)
        yield say("{player} still owes {boxes}.", player=whose_hand, boxes=boxes)


def _course(game: Game) -> Iterator[Text]:
    """Yield which raspasy are owed, and which lap it is."""
    table = game.table
    if table.owed:
        yield say_n(
            "{n} raspasy has to be played first.", "{n} raspasy have to be played first.", len(table.owed)
        )
    if table.time_called_in is not None:
        yield say("The time is over: lap {lap} of {last}.", lap=table.lap, last=table.time_called_in + 1)
    elif table.laps is not None:
        yield say("Lap {lap} of {last}.", lap=table.lap, last=table.laps)


def _raspasy(game: Game) -> Iterator[Text]:
    """Yield what the next raspasy would cost and, in a row of them, the way out."""
    table, convention = game.table, game.header.convention
    price = next_price(table, convention)
    if price is None:
        return
    if not table.in_row:
        yield say("Raspasy would cost {price} a trick.", price=price)
        return
    yield say(
        "Raspasy would be number {number} in a row, at {price} a trick; the lowest contract is {level}.",
        number=table.in_row + 1,
        price=price,
        level=exit_level(table, convention),
    )


def _needs(game: Game) -> Iterator[Text]:
    """Yield what is missing in the pools."""
    table, convention = game.table, game.header.convention
    together = pool_sum(table)
    if convention.ending == "pool-sum" and together is not None:
        missing = mixed(together - sum(table.pool.values()))
        yield say("The pools together still need {missing}.", missing=missing)
    elif table.target is not None and convention.ledger == "individual":
        needs = [
            f"{player} {needed(game, player)}" for player in table.players if not table.is_closed(player)
        ]
        yield say("To close: {needs}.", needs=", ".join(needs))


def status_row(game: Game) -> Row:
    """Return who deals next, what raspasy cost, what each pool still needs, and the money if it ended now."""
    table, convention = game.table, game.header.convention
    seats = table.seats
    row: Row = {
        "next": game.records + 1,
        "dealer": table.dealer,
        "sitting_out": list(seats.sitting),
        "first_hand": seats.active[0],
        "raspasy": {
            "in_row": table.in_row,
            "price": next_price(table, convention),
            "exit_level": exit_level(table, convention),
            "compulsory": len(table.owed),
        },
        "bombs": {} if convention.bombs == "none" else {p: table.bombs.get(p, 0) for p in table.players},
        "over": game.over,
        "needs": {player: needed(game, player) for player in table.players},
        "lap": table.lap,
    }
    if convention.series != "none":
        row["race"] = running_race(game)
    if convention.checklist != "none":
        checklist = convention.checklist
        row["checklist"] = {player: list(open_boxes(table, player, checklist)) for player in table.players}
    row |= open_row(game)
    settled = settlement_row(game)
    return row | {"balance": settled["balance"], "money": settled["money"]}


def settlement_notes(page: Page, evening: Evening) -> list[str]:
    """Return what to know about a settlement: records that are open, and that the game is not over.

    A bare paper sheet does not say how its game ended, so nothing is said of it.
    """
    game = evening.game
    lines = open_lines(page, game)
    if not game.over and not evening.journal.is_sheet:
        early = say("The game is not over; the money is as if it ended now.")
        lines.append(" ".join(map(page.say, (early, *_needs(game)))))
    return lines


def fix_text(open_: Ruled, convention: Convention, language: Language = "en") -> str:
    """Return the record that settles an open one, as if its tricks had fallen evenly: the figures to be put right."""
    return write(Entry(Fix(open_.item.number, as_even(open_, convention))), language)


def open_lines(page: Page, game: Game) -> list[str]:
    """Return a reminder of each open record: what is counted for now, and what to type when it is known."""
    lines = []
    for one in game.still_open:
        number, even = one.item.number, as_even(one, game.header.convention)
        counted = "-".join(str(figure.tricks) for figure in even.tricks)
        line = say(
            "Record {number} is open and counts as {counted}, so figures are provisional; `{fix}` settles it.",
            number=number,
            counted=counted,
            fix=fix_text(one, game.header.convention, page.language),
        )
        lines.append(page.say(line))
    return lines


def provisional_line(page: Page, game: Game) -> str:
    """Return which records are open, in one line."""
    numbers = tuple(one.item.number for one in game.still_open)
    line = say_n(
        "Provisional: record {numbers} is open.",
        "Provisional: records {numbers} are open.",
        len(numbers),
        numbers=numbers,
    )
    return page.say(line)


def balances_line(page: Page, game: Game) -> str:
    """Return in one line what everybody has won, or would have won if the game ended now."""
    balances = ", ".join(f"{one.name} {signed(one.balance)}" for one in game.results)
    if game.over:
        line = page.say(say("The result: {balances}.", balances=balances))
    else:
        line = page.say(say("If it ended now: {balances}.", balances=balances))
    if game.header.stake is None:
        return line
    money = ", ".join(f"{one.name} {signed_sum(game.header, one.coins)}" for one in game.results)
    return (
        line + "\n" + page.say(say("In money: {money}", money=in_currency(money, game.header.stake.currency)))
    )
