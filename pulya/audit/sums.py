"""Mistakes of addition: a running sum with two digits swapped, or off by ten."""

from __future__ import annotations

from collections.abc import Iterator

from pulya.audit.cells import Space
from pulya.audit.mistakes import COSTS, Change, Entry, Mistake
from pulya.audit.slips import swapped
from pulya.game import Game
from pulya.sheet import Place, place_of, seat
from pulya.terms import Points, exact

CARRY = 10  # a ten not carried, or carried twice


def sums(game: Game, space: Space) -> Iterator[Mistake]:
    """Yield for each cell that the paper shows what a wrong addition makes of it.

    A ten can be lost at any record; where no checkpoint and no closing tells them apart the records are one mistake.
    """
    for place in space.places:
        seen: set[tuple[int, Points]] = set()
        for at, total in _running(game, place):
            for other in swapped(total):
                yield Mistake(
                    "digits-swapped",
                    game.ruled[at].item.number,
                    COSTS["digits-swapped"],
                    (Change(at, place, exact(other - total)),),
                    wrong=(Entry(place, other),),
                    detail={"sum": total},
                )
            stretch = space.stretch(place, at) if place.on is not None else at
            for moved in (CARRY, -CARRY):
                if (stretch, moved) not in seen:
                    seen.add((stretch, moved))
                    yield Mistake("off-by-ten", None, COSTS["off-by-ten"], (Change(at, place, moved),))


def _running(game: Game, place: Place) -> Iterator[tuple[int, Points]]:
    """Yield each item that writes into a cell, with the sum after it."""
    total = place.figure(seat(game.header.opening, game.table.everyone))
    for at, one in enumerate(game.ruled):
        points = sum(write.points for write in one.writes if place_of(write) == place)
        if points:
            total = exact(total + points)
            yield at, total
