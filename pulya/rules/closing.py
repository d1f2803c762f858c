"""Where pool points go: the own pool, the mountain, help to others, and what is left over.

Sources: American help and its order, Code of Preferans 4.1.1; Finka's second stream and its losses, the
text on Kazakhstanka, Finka and Razboinik.  Rule paths: ``making.writes``, ``help.*``, ``raspasy.zero.closed``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, assert_never

from pulya.convention import Convention
from pulya.rules.books import Books, Entered, plus
from pulya.rules.pen import Worth
from pulya.table import Table, clockwise
from pulya.terms import Player, Points, exact
from pulya.write import Write, only


def enter(worth: Worth, table: Table, convention: Convention) -> Entered:
    """Write what a deal is worth into the books, each due in its way."""
    if convention.making.writes == "pool" and _has_room(worth, table):
        # Most deals, in a third of the time of what follows.
        pool = plus(table.pool, worth.pool) if worth.pool else table.pool
        return worth.writes, pool, plus(table.mountain, worth.mountain) if worth.mountain else table.mountain
    books = Books(table, convention)
    for way, write in worth.dues:
        if way == "as-is":
            books.put(write)
        else:
            WAYS[way](books, write)
    return books.entered


def _has_room(worth: Worth, table: Table) -> bool:
    """Say whether no pool goes beyond the target: then nobody is helped and nothing is left over."""
    target = table.target
    return target is None or all(table.pool[player] + points <= target for player, points in worth.pool)


def _make(books: Books, write: Write) -> None:
    MAKING[books.convention.making.writes](books, write)


def _pool_and_mountain(books: Books, write: Write) -> None:
    _fill(books, write)
    _write_off(books, write.player, write.points)


def _mountain_first(books: Books, write: Write) -> None:
    """Burn the own mountain by worth; what is left goes into the pool."""
    off_per_point = _mountain_per_pool(books)
    player, points = write.player, write.points
    burnt = min(points * off_per_point, max(0, books.mountain[player]))
    if not burnt:
        _fill(books, write)
        return
    books.to_mountain(player, only(burnt, "off", -1), "making.writes")
    rest = only(exact(points - Fraction(burnt) / off_per_point), "made")
    _fill(books, write._replace(points=rest.value, formula=rest))


def _fill(books: Books, write: Write) -> None:
    """Fill the own pool first; each surplus point helps another, and the rest is left over."""
    player, points = write.player, write.points
    room = books.room(player)
    if room is None or books.convention.help.to == "nobody" or points <= room:
        if points:
            books.put(write)
        return
    books.to_pool(player, only(room, "closing"), write.rule)
    rest = exact(points - room)
    while rest and (helped := _next_helped(books, player)) is not None:
        given = min(rest, _open(books, helped))
        books.to_pool(helped, only(given, "received"), "help.to")
        books.to_whists(player, helped, only(given, "help", books.convention.help.whists), "help.whists")
        rest = exact(rest - given)
    _left_over(books, player, rest, _mountain_per_pool(books))


MAKING: Final[Mapping[str, Callable[[Books, Write], None]]] = {
    "pool": _fill,
    "pool-and-mountain": _pool_and_mountain,
    "mountain-first": _mountain_first,
}


def _zero_bonus(books: Books, write: Write) -> None:
    """Write the pool points of a zero in raspasy; a closed pool helps or takes them off its own mountain."""
    player, points = write.player, write.points
    room = books.room(player)
    if books.convention.raspasy.zero.closed == "help" or room is None or points <= room:
        _fill(books, write)
        return
    books.to_pool(player, only(room, "closing"), write.rule)
    off = min(points - room, max(0, books.mountain[player]))
    books.to_mountain(player, only(off, "off", -1), "raspasy.zero.closed")


WAYS: Final[Mapping[str, Callable[[Books, Write], None]]] = {
    "made": _make,
    "pool": _fill,
    "zero": _zero_bonus,
}


def _open(books: Books, player: Player) -> Points:
    return books.room(player) or 0


def _others(books: Books, player: Player) -> list[Player]:
    """Return those who can be helped, the nearest on the left first."""
    skipped = books.table.seats.sitting_dealer if books.convention.help.dealer == "skipped" else None
    return [other for other in clockwise(books.players, player)[:-1] if other != skipped]


def _next_helped(books: Books, player: Player) -> Player | None:
    others = [other for other in _others(books, player) if _open(books, other)]
    if not others:
        return None
    best = max if books.convention.help.to == "largest" else min
    return best(others, key=lambda other: books.pool[other])  # of equals the nearest


def _write_off(books: Books, player: Player, points: Points) -> None:
    """Take the points of a made game off the mountain as well; the surplus of a closed one helps."""
    rule = "making.writes"
    if books.convention.help.mountain == "nobody":
        books.to_mountain(player, only(points, "off", -1), rule)
        return
    own = min(points, max(0, books.mountain[player]))
    books.to_mountain(player, only(own, "off", -1), rule)
    rest = exact(points - own)
    while rest:
        others = [other for other in _others(books, player) if books.mountain[other] > 0]
        if not others:
            break
        helped = min(others, key=lambda other: books.mountain[other])
        given = min(rest, books.mountain[helped])
        books.to_mountain(helped, only(given, "received", -1), "help.mountain")
        books.to_whists(player, helped, only(given, "help", books.convention.help.whists), "help.whists")
        rest = exact(rest - given)
    _left_over(books, player, rest, 1)


def _left_over(books: Books, player: Player, points: Points, per_point: Points) -> None:
    """Write what nobody can be helped with, by the policy of ``help.nobody-left``."""
    off: Points = points * per_point
    match books.convention.help.nobody_left:
        case "lost":
            return
        case "mountain-to-zero":
            off = min(off, max(0, books.mountain[player]))
        case "mountain":
            pass
        case policy:
            assert_never(policy)
    books.to_mountain(player, only(exact(Fraction(off) / per_point), "off", -per_point), "help.nobody-left")


def _mountain_per_pool(books: Books) -> Points:
    units = books.convention.units
    return exact(Fraction(units.pool, units.mountain))
