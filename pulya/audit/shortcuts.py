"""What is no mistake: numbers that somebody has set off against each other already, which moves no balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from pulya.audit.cells import Space
from pulya.audit.mistakes import COSTS, RARE, Change, Mistake
from pulya.game import Game
from pulya.sheet import Place
from pulya.terms import Points, exact


def shortcuts(game: Game, space: Space) -> Iterator[Mistake]:
    """Yield whists netted between two players, and mountains that are all lower by as much, at the end.

    Down to nought is usual; down by any other number is rarer than a mistake that does the same.
    """
    end = len(game.ruled)
    sheet = game.sheet
    if sheet.teams:
        return
    off = {figure.place: figure.off for figure in space.shown if figure.at == end}
    pairs = [
        (Place(one, "whists", other), Place(other, "whists", one))
        for one, other in combinations(sheet.players, 2)
    ]
    mountains = tuple(Place(player, "mountain") for player in sheet.players)
    for kind, places in (*(("netted", pair) for pair in pairs), ("mountains-lowered", mountains)):
        least = min(place.figure(sheet) for place in places)
        if least > 0:
            yield _shortcut(kind, places, exact(-least), end)
        for by in _same(off, places):
            if by < 0 and by != -least:
                yield _shortcut(kind, places, by, end, 2 * RARE)


def _same(off: Mapping[Place, Points], places: tuple[Place, ...]) -> list[Points]:
    """Return by how much the paper is off in all of these cells, if it is as much in all."""
    found = {off.get(place, 0) for place in places}
    return list(found) if len(found) == 1 else []


def _shortcut(kind: str, places: tuple[Place, ...], by: Points, at: int, more: int = 0) -> Mistake:
    changes = tuple(Change(at, place, by) for place in places)
    return Mistake(kind, None, COSTS[kind] + more, changes)
