"""What a deal is worth, before it meets the pools: its writes in the making, and the way each of them goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pulya.convention import Convention
from pulya.table import Seats
from pulya.terms import Column, Player, Points
from pulya.value import Value
from pulya.write import Formula, Term, Write

Way: TypeAlias = Literal[
    "as-is",
    "made",  # the points of a made game, by the policy of `making.writes`
    "pool",  # pool points that help others where the own pool is closed
    "zero",  # the pool points of a zero in raspasy
]


class Due(Value):
    """A write that a deal earned, and the way it goes; see `pulya.rules.closing` for all but ``as-is``."""

    way: Way
    write: Write


class Worth(Value):
    """What a deal is worth: its dues, and what they come to where each is written as it is."""

    dues: tuple[Due, ...]
    writes: tuple[Write, ...]
    pool: tuple[tuple[Player, Points], ...]  # together, by player
    mountain: tuple[tuple[Player, Points], ...]


class Pen:
    """Collects what a deal is worth to those at the table; everything is multiplied by ``times``.

    It knows no pool: the same deal is worth the same whatever stands on the sheet.
    """

    def __init__(
        self, players: tuple[Player, ...], seats: Seats, convention: Convention, times: int = 1
    ) -> None:
        self.convention = convention
        self.players = players
        self.seats = seats
        self.times = times
        self.dues: list[Due] = []

    def make(self, player: Player, formula: Formula, rule: str) -> None:
        """Give a player the points of a made game."""
        self._due("made", Write(player, "pool", formula.value, rule, formula))

    def to_pool(self, player: Player, formula: Formula, rule: str) -> None:
        """Give a player pool points."""
        self._due("pool", Write(player, "pool", formula.value, rule, formula))

    def zero(self, player: Player, formula: Formula, rule: str) -> None:
        """Give a player the pool points of a zero in raspasy."""
        self._due("zero", Write(player, "pool", formula.value, rule, formula))

    def to_mountain(self, player: Player, formula: Formula, rule: str) -> None:
        """Write on a mountain; negative points come off it."""
        self._due("as-is", Write(player, "mountain", formula.value, rule, formula))

    def to_whists(self, player: Player, on: Player, formula: Formula, rule: str) -> None:
        """Write whists of ``player`` on another."""
        self._due("as-is", Write(player, "whists", formula.value, rule, formula, on))

    def to_column(self, player: Player, formula: Formula, rule: str) -> None:
        """Write into a team's column, which stands under the name of the team's first player."""
        self._due("as-is", Write(player, "column", formula.value, rule, formula))

    def multiplied(self, *terms: Term, shared: int = 1) -> Formula:
        """Return a formula of this deal, with its multiplier."""
        return Formula(terms, self.times, shared)

    @property
    def worth(self) -> Worth:
        """Return what has been written so far."""
        writes = tuple(due.write for due in self.dues)
        return Worth(tuple(self.dues), writes, _together(writes, "pool"), _together(writes, "mountain"))

    def _due(self, way: Way, write: Write) -> None:
        if write.points:
            self.dues.append(Due(way, write))


def _together(writes: Sequence[Write], column: Column) -> tuple[tuple[Player, Points], ...]:
    """Return what a column gets from all writes, by player."""
    found: dict[Player, Points] = {}
    for write in writes:
        if write.column == column:
            found[write.player] = found.get(write.player, 0) + write.points
    return tuple(found.items())
