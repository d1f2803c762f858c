"""An open contract: the declarer's tricks are known, how the others fell between the defenders is not.

It is ruled with each possible split.  The even one counts until the table knows better; where all of them write
the same, nothing is open.
"""

from __future__ import annotations

from collections.abc import Sequence

from pulya.convention import Convention
from pulya.record import Contract, Figure
from pulya.rules.reading import check_seat
from pulya.sheet import Place, place_of
from pulya.table import Table, opponents
from pulya.terms import TRICKS, Player, Points, exact
from pulya.value import Value
from pulya.write import Write


class Range(Value):
    """What an open record can write in a cell."""

    place: Place
    least: Points
    most: Points


def splits(record: Contract, table: Table, convention: Convention) -> list[Contract]:
    """Return an open contract with each split of the defence's tricks, the even one first.

    The odd trick of the even one goes to the first defender clockwise.
    """
    check_seat(record.declarer, table.seats, "declarer")
    if convention.ledger == "teams":
        defenders = opponents(table.players, record.declarer)
    else:
        defenders = table.seats.defenders(record.declarer)
    declarers = record.tricks[0].tricks
    left = TRICKS - declarers
    if len(defenders) == 1 and convention.whisting.passer_tricks == "whister":
        return [_closed(record, declarers, left)]
    even = left - left // 2
    firsts = [even, *(tricks for tricks in range(left + 1) if tricks != even)]
    if len(defenders) == 1:  # the dummy has the rest
        return [_closed(record, declarers, first) for first in firsts]
    return [_closed(record, declarers, first, left - first) for first in firsts]


def _closed(record: Contract, *tricks: int) -> Contract:
    """Return the contract with all tricks, clockwise from the declarer."""
    return record._replace(tricks=tuple(Figure(None, taken) for taken in tricks), is_open=False)


def ranges(rulings: Sequence[Sequence[Write]], players: Sequence[Player]) -> tuple[Range, ...]:
    """Return the cells in which the writes of several rulings come to different figures, whists first, by seat."""
    cells = [_cells(writes) for writes in rulings]
    found: list[Range] = []
    for place in dict.fromkeys(place for one in cells for place in one):
        figures = [one.get(place, 0) for one in cells]
        if min(figures) != max(figures):
            found.append(Range(place, min(figures), max(figures)))
    return tuple(sorted(found, key=lambda one: (one.place.on is None, players.index(one.place.player))))


def _cells(writes: Sequence[Write]) -> dict[Place, Points]:
    cells: dict[Place, Points] = {}
    for write in writes:
        place = place_of(write)
        cells[place] = exact(cells.get(place, 0) + write.points)
    return cells
