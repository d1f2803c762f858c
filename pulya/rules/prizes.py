"""Whists for being first: premiums for closing, and the prizes of races.

Sources: the text on Finka (premiums), the text on Skachki and gambler.ru's races (prizes, shared ties).
Rule paths: ``premiums.N.each.M``, ``series.*``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pulya.convention import Series
from pulya.rules.books import Books
from pulya.rules.compulsory import owed_laps
from pulya.table import Table
from pulya.terms import Player, Points, exact
from pulya.value import Value
from pulya.write import Unit, only


class Closing(Value):
    """A write that brought a pool to the target, or a mountain to nought."""

    column: str
    player: Player


def closings(books: Books) -> Iterator[Closing]:
    """Yield the closings of a deal in the order they were written."""
    before = books.table
    pool, mountain = dict(before.pool), dict(before.mountain)
    for write in books.writes:
        if write.column == "pool":
            was = pool[write.player]
            pool[write.player] = was + write.points
            if before.target is not None and was < before.target <= pool[write.player]:
                yield Closing("first-pool", write.player)
        elif write.column == "mountain":
            was = mountain[write.player]
            mountain[write.player] = was + write.points
            if was > 0 >= mountain[write.player]:
                yield Closing("first-mountain", write.player)


def write_premiums(books: Books) -> frozenset[str]:
    """Write the premiums that a deal earned, each once a game, never multiplied; return those paid by now."""
    paid = set(books.table.premiums)
    found = list(closings(books))
    for at, premium in enumerate(books.convention.premiums, start=1):
        earned = next((one for one in found if one.column == premium.for_), None)
        if earned is None or premium.for_ in paid:
            continue
        paid.add(premium.for_)
        size = len(books.players)
        for other in books.players:
            if other != earned.player:
                rule = f"premiums.{at}.each.{size}"
                books.to_whists(earned.player, other, only(1, premium.for_, premium.each[size]), rule)
    return frozenset(paid)


def write_race(books: Books, after: Table, series: Series) -> Table:
    """Write the prizes of a race that a deal has ended and begin the next; return the table after it."""
    first = books.table.race_first or next(
        (one.player for one in closings(books) if one.column == "first-pool"), None
    )
    ended = any(after.is_closed(player) for player in after.players) and (
        series.until == "target" or after.in_row == 0
    )
    if not ended:
        return after._replace(race_first=first)
    if first is not None:
        _prize(books, (first,), "race-pool", series.first_pool, series, "series.first-pool")
    _prize(
        books,
        _best(books.mountain, books.players, least=True),
        "race-mountain",
        series.least_mountain,
        series,
        "series.least-mountain",
    )
    finished = dict(after.finished)
    for player in after.everyone:
        gained = books.pool[player] - books.convention.start.pool
        finished[player] = exact(finished.get(player, 0) + gained)
        books.to_pool(player, only(gained, "race", -1), "series.pools")
    if after.race == series.rounds and series.final != "none":
        largest = _best(finished, books.players, least=False)
        _prize(books, largest, "race-pool", series.final.largest_pool, series, "series.final.largest-pool")
        smallest = _best(books.mountain, books.players, least=True)
        _prize(
            books,
            smallest,
            "race-mountain",
            series.final.least_mountain,
            series,
            "series.final.least-mountain",
        )
    return after._replace(
        pool=books.pool,
        mountain=books.mountain,
        race=after.race + 1,
        race_first=None,
        finished=finished,
        owed=after.owed + owed_laps("race", after, books.convention) if after.race < series.rounds else (),
    )


def _best(points: Mapping[Player, Points], players: tuple[Player, ...], *, least: bool) -> tuple[Player, ...]:
    best = (min if least else max)(points[player] for player in players)
    return tuple(player for player in players if points[player] == best)


def _prize(
    books: Books, winners: tuple[Player, ...], unit: Unit, prize: int, series: Series, rule: str
) -> None:
    """Let every loser pay a prize once, shared by the winners, or to each of them in full."""
    shared = len(winners) if series.tie == "shared" else 1
    for winner in winners:
        for loser in books.players:
            if loser not in winners:
                books.to_whists(winner, loser, only(1, unit, prize, shared=shared), rule)
