"""The columns while one record is written into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pulya.convention import Convention
from pulya.table import Table
from pulya.terms import Player, Points, exact
from pulya.write import Formula, Write

Entered: TypeAlias = tuple[tuple[Write, ...], Mapping[Player, Points], Mapping[Player, Points]]


class Books:
    """Collects the writes of one record, and has the pools and mountains as they stand meanwhile."""

    def __init__(self, table: Table, convention: Convention, entered: Entered | None = None) -> None:
        self.table = table
        self.convention = convention
        self.players = table.players
        # Nothing here is changed in place.
        self.writes, self.pool, self.mountain = entered or ((), table.pool, table.mountain)

    @property
    def entered(self) -> Entered:
        """Return what has been written, and the pools and mountains after it."""
        return self.writes, self.pool, self.mountain

    def put(self, write: Write) -> None:
        """Write a number as it is."""
        self.writes += (write,)
        if write.column == "pool":
            self.pool = plus(self.pool, ((write.player, write.points),))
        elif write.column == "mountain":
            self.mountain = plus(self.mountain, ((write.player, write.points),))

    def to_pool(self, player: Player, formula: Formula, rule: str) -> None:
        """Write into a pool as it is."""
        if points := formula.value:
            self.put(Write(player, "pool", points, rule, formula))

    def to_mountain(self, player: Player, formula: Formula, rule: str) -> None:
        """Write on a mountain; negative points come off it."""
        if points := formula.value:
            self.put(Write(player, "mountain", points, rule, formula))

    def to_whists(self, player: Player, on: Player, formula: Formula, rule: str) -> None:
        """Write whists of ``player`` on another."""
        if points := formula.value:
            self.put(Write(player, "whists", points, rule, formula, on))

    def room(self, player: Player) -> Points | None:
        """Return the points up to the target, ``None`` where there is no target."""
        target = self.table.target
        return None if target is None else max(0, target - self.pool[player])


def plus(
    figures: Mapping[Player, Points], points: Sequence[tuple[Player, Points]]
) -> Mapping[Player, Points]:
    """Return the figures of a column with points added."""
    after = dict(figures)
    for player, more in points:
        total = after[player] + more
        after[player] = total if type(total) is int else exact(total)
    return after
