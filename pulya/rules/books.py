"""The columns while one record is written into them."""

from collections.abc import Mapping, Sequence

from pulya.convention import Convention
from pulya.rules.pen import Worth
from pulya.table import Table
from pulya.terms import Player, Points, exact
from pulya.write import Formula, Write


class Books:
    """Collects the writes of one record, and has the pools and mountains as they stand meanwhile."""

    __slots__ = ("convention", "mountain", "pool", "table", "writes")

    def __init__(self, table: Table, convention: Convention) -> None:
        self.table = table
        self.convention = convention
        # Nothing here is changed in place: most deals write into one of them, or into none.
        self.pool = table.pool
        self.mountain = table.mountain
        self.writes: tuple[Write, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        """Return who sit at the table."""
        return self.table.players

    def put(self, write: Write) -> None:
        """Write a number as it is."""
        self.writes += (write,)
        if write.column == "pool":
            self.pool = _plus(self.pool, ((write.player, write.points),))
        elif write.column == "mountain":
            self.mountain = _plus(self.mountain, ((write.player, write.points),))

    def put_all(self, worth: Worth) -> None:
        """Write all that a deal is worth as it is."""
        self.writes += worth.writes
        if worth.pool:
            self.pool = _plus(self.pool, worth.pool)
        if worth.mountain:
            self.mountain = _plus(self.mountain, worth.mountain)

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


def _plus(
    figures: Mapping[Player, Points], points: Sequence[tuple[Player, Points]]
) -> Mapping[Player, Points]:
    """Return the figures of a column with points added."""
    after = dict(figures)
    for player, more in points:
        after[player] = exact(after[player] + more)
    return after
