"""Where pool points go: the own pool, the mountain, help to others, and what is left over.

Sources: American help and its order, Code of Preferans 4.1.1; Finka's second stream and its losses, the
text on Kazakhstanka, Finka and Razboinik.  Rule paths: ``making.writes``, ``help.*``, ``raspasy.zero.closed``.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, assert_never

from pulya.rules.pen import Pen
from pulya.table import clockwise
from pulya.terms import Player, Points, exact
from pulya.write import Formula, only


def make(pen: Pen, player: Player, formula: Formula, rule: str) -> None:
    """Write the points of a made game by the policy of ``making.writes``."""
    MAKING[pen.convention.making.writes](pen, player, formula, rule)


def _pool(pen: Pen, player: Player, formula: Formula, rule: str) -> None:
    credit(pen, player, formula, rule)


def _pool_and_mountain(pen: Pen, player: Player, formula: Formula, rule: str) -> None:
    credit(pen, player, formula, rule)
    _write_off(pen, player, formula.value)


def _mountain_first(pen: Pen, player: Player, formula: Formula, rule: str) -> None:
    """Burn the own mountain by worth; what is left goes into the pool."""
    off_per_point = _mountain_per_pool(pen)
    points = formula.value
    burnt = min(points * off_per_point, max(0, pen.mountain[player]))
    if not burnt:
        credit(pen, player, formula, rule)
        return
    pen.to_mountain(player, only(burnt, "off", -1), "making.writes")
    credit(pen, player, only(exact(points - Fraction(burnt) / off_per_point), "made"), rule)


MAKING: Final[Mapping[str, Callable[[Pen, Player, Formula, str], None]]] = {
    "pool": _pool,
    "pool-and-mountain": _pool_and_mountain,
    "mountain-first": _mountain_first,
}


def credit(pen: Pen, player: Player, formula: Formula, rule: str) -> None:
    """Fill the own pool first; each surplus point helps another, and the rest is left over."""
    room = pen.room(player)
    points = formula.value
    if room is None or pen.convention.help.to == "nobody" or points <= room:
        pen.to_pool(player, formula, rule)
        return
    pen.to_pool(player, only(room, "closing"), rule)
    rest = exact(points - room)
    while rest and (helped := _next_helped(pen, player)) is not None:
        given = min(rest, _open(pen, helped))
        pen.to_pool(helped, only(given, "received"), "help.to")
        pen.to_whists(player, helped, only(given, "help", pen.convention.help.whists), "help.whists")
        rest = exact(rest - given)
    _left_over(pen, player, rest, _mountain_per_pool(pen))


def zero_bonus(pen: Pen, player: Player, formula: Formula, rule: str) -> None:
    """Write the pool points of a zero in raspasy; a closed pool helps or takes them off its own mountain."""
    room = pen.room(player)
    points = formula.value
    if pen.convention.raspasy.zero.closed == "help" or room is None or points <= room:
        credit(pen, player, formula, rule)
        return
    pen.to_pool(player, only(room, "closing"), rule)
    off = min(points - room, max(0, pen.mountain[player]))
    pen.to_mountain(player, only(off, "off", -1), "raspasy.zero.closed")


def _open(pen: Pen, player: Player) -> Points:
    return pen.room(player) or 0


def _others(pen: Pen, player: Player) -> list[Player]:
    """Return those who can be helped, the nearest on the left first."""
    skipped = pen.seats.sitting_dealer if pen.convention.help.dealer == "skipped" else None
    return [other for other in clockwise(pen.players, player)[:-1] if other != skipped]


def _next_helped(pen: Pen, player: Player) -> Player | None:
    others = [other for other in _others(pen, player) if _open(pen, other)]
    if not others:
        return None
    best = max if pen.convention.help.to == "largest" else min
    return best(others, key=lambda other: pen.pool[other])  # of equals the nearest


def _write_off(pen: Pen, player: Player, points: Points) -> None:
    """Take the points of a made game off the mountain as well; the surplus of a closed one helps."""
    rule = "making.writes"
    if pen.convention.help.mountain == "nobody":
        pen.to_mountain(player, only(points, "off", -1), rule)
        return
    own = min(points, max(0, pen.mountain[player]))
    pen.to_mountain(player, only(own, "off", -1), rule)
    rest = exact(points - own)
    while rest:
        others = [other for other in _others(pen, player) if pen.mountain[other] > 0]
        if not others:
            break
        helped = min(others, key=lambda other: pen.mountain[other])
        given = min(rest, pen.mountain[helped])
        pen.to_mountain(helped, only(given, "received", -1), "help.mountain")
        pen.to_whists(player, helped, only(given, "help", pen.convention.help.whists), "help.whists")
        rest = exact(rest - given)
    _left_over(pen, player, rest, 1)


def _left_over(pen: Pen, player: Player, points: Points, per_point: Points) -> None:
    """Write what nobody can be helped with, by the policy of ``help.nobody-left``."""
    off: Points = points * per_point
    match pen.convention.help.nobody_left:
        case "lost":
            return
        case "mountain-to-zero":
            off = min(off, max(0, pen.mountain[player]))
        case "mountain":
            pass
        case policy:
            assert_never(policy)
    pen.to_mountain(player, only(exact(Fraction(off) / per_point), "off", -per_point), "help.nobody-left")


def _mountain_per_pool(pen: Pen) -> Points:
    units = pen.convention.units
    return exact(Fraction(units.pool, units.mountain))
