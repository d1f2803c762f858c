"""Writes added up to a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pulya.sheet import Sheet, seat
from pulya.terms import Player, Points, exact
from pulya.write import Write

_MOST: Final = 4096  # writes of deals that are counted before they are added


class Adding:
    """A sheet in the making: the writes of deals added one after another.

    A deal that was played before has the very same writes again.  They are counted and multiplied in the end, which
    takes a fifth of the time of adding each.
    """

    def __init__(self, opening: Sheet) -> None:
        self._begin(opening)

    def _begin(self, opening: Sheet) -> None:
        self._seated = opening
        self._whists = {player: dict(row) for player, row in opening.whists.items()}
        self._columns = {
            "pool": dict(opening.pool),
            "mountain": dict(opening.mountain),
            "column": dict(opening.columns),
        }
        self._counted: dict[int, tuple[Sequence[Write], int]] = {}  # by identity

    def seat(self, players: tuple[Player, ...]) -> None:
        """Give newcomers their rows."""
        self._begin(seat(self.sheet, players))

    def add(self, writes: Sequence[Write]) -> None:
        """Add the writes of a deal."""
        counted = self._counted.get(id(writes))
        self._counted[id(writes)] = (writes, 1 if counted is None else counted[1] + 1)
        if len(self._counted) == _MOST:
            self._enter()

    def _enter(self) -> None:
        for writes, times in self._counted.values():
            for player, column, points, _, _, on in writes:
                row, cell = (self._columns[column], player) if on is None else (self._whists[player], on)
                row[cell] += points * times
        self._counted = {}

    @property
    def sheet(self) -> Sheet:
        """Return the sheet as it stands."""
        self._enter()
        columns = self._columns
        return self._seated._replace(
            pool=_exactly(columns["pool"]),
            mountain=_exactly(columns["mountain"]),
            whists={player: _exactly(row) for player, row in self._whists.items()},
            columns=_exactly(columns["column"]),
        )


def _exactly(figures: Mapping[Player, Points]) -> dict[Player, Points]:
    return {player: exact(points) for player, points in figures.items()}


def add_up(opening: Sheet, writes: Sequence[Write]) -> Sheet:
    """Return the sheet after the writes."""
    adding = Adding(opening)
    adding.add(writes)
    return adding.sheet
