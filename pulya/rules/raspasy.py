"""What raspasy cost: tricks on the mountain or in whists, bonuses for no tricks, the dealer's share.

Sources: Code of Preferans 3.7.2, Lesnoy (mountain, whists), the text on Kazakhstanka (ties in halves).
Rule paths: ``raspasy.*``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from pulya.convention import Convention
from pulya.rules.contract import sharing_sitters
from pulya.rules.pen import Pen
from pulya.table import Table
from pulya.terms import Player, Points, exact
from pulya.write import Formula, Term


def write_raspasy(pen: Pen, taken: Mapping[Player, int], price: int) -> None:
    """Write raspasy at ``price`` a trick; ``taken`` has all who can take tricks."""
    raspasy = pen.convention.raspasy
    WRITING[raspasy.writes](pen, taken, price)
    for player, tricks in taken.items():
        if not tricks and not (player == pen.seats.sitting_dealer and raspasy.zero.dealer == "not"):
            _write_zero(pen, player, price)
    for player in sharing_sitters(pen):
        pen.to_pool(player, pen.multiplied(Term(1, "dealer", raspasy.dealer_pool)), "raspasy.dealer-pool")


def next_price(table: Table, convention: Convention) -> int | None:
    """Return what a trick costs in the next raspasy, ``None`` where they are not played."""
    if convention.raspasy.writes == "nothing":
        return None
    owed = table.owed[0] if table.owed else None
    return price_of(convention.raspasy.price, table.in_row + 1) if owed is None else owed


def price_of(prices: tuple[int, ...], in_row: int) -> int:
    """Return the price of a trick in the n-th raspasy in a row; the last price repeats."""
    return prices[min(in_row, len(prices)) - 1]


def _write_mountain(pen: Pen, taken: Mapping[Player, int], price: int) -> None:
    amnesty = pen.convention.raspasy.amnesty
    lowered = taken if amnesty == "everyone" else pen.seats.active
    least = 0 if amnesty == "none" else min(taken[player] for player in lowered)
    for player, tricks in taken.items():
        counted = tricks - least if player in lowered else tricks
        pen.to_mountain(player, pen.multiplied(Term(counted, "trick", price)), "raspasy.price")


def _write_whists(pen: Pen, taken: Mapping[Player, int], price: int) -> None:
    least = min(taken.values())
    lowest = [player for player, tricks in taken.items() if tricks == least]
    if len(lowest) == 2 and pen.convention.raspasy.tie == "nothing":
        return
    shared = len(lowest) if pen.convention.raspasy.tie == "halves" else 1
    rule = "raspasy.price" if len(lowest) == 1 else "raspasy.tie"
    for writer in lowest:
        for player, tricks in taken.items():
            if player not in lowest:
                counted = tricks - least if pen.convention.raspasy.basis == "difference" else tricks
                pen.to_whists(
                    writer, player, pen.multiplied(Term(counted, "trick", price), shared=shared), rule
                )


WRITING: Final[Mapping[str, Callable[[Pen, Mapping[Player, int], int], None]]] = {
    "mountain": _write_mountain,
    "whists": _write_whists,
}


def _write_zero(pen: Pen, player: Player, price: int) -> None:
    zero = pen.convention.raspasy.zero
    if zero.to == "nowhere":
        return
    formula = pen.multiplied(Term(1, "zero", _zero_points(pen, price)))
    if zero.to == "pool":
        pen.zero(player, formula, "raspasy.zero.points")
    else:
        off = Formula((formula.terms[0]._replace(number=-1),), formula.times)
        pen.to_mountain(player, off, "raspasy.zero.points")


def _zero_points(pen: Pen, price: int) -> Points:
    """Return the points of a zero when a trick costs ``price``."""
    zero = pen.convention.raspasy.zero
    units = pen.convention.units
    match zero.points:
        case "price":
            return price
        case "double":
            return 2 * price
        case "worth":
            whists = price if pen.convention.raspasy.writes == "whists" else price * units.mountain
            return exact(Fraction(whists, units.pool if zero.to == "pool" else units.mountain))
        case points:
            return points
