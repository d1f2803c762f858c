"""The columns while one record is written into them."""

from pulya.convention import Convention
from pulya.table import Table
from pulya.terms import Player, Points, exact
from pulya.write import Formula, Write


class Books:
    """Collects the writes of one record, and has the pools and mountains as they stand meanwhile."""

    def __init__(self, table: Table, convention: Convention) -> None:
        self.table = table
        self.convention = convention
        self.players = table.players
        self.pool = dict(table.pool)
        self.mountain = dict(table.mountain)
        self.writes: list[Write] = []

    def put(self, write: Write) -> None:
        """Write a number as it is."""
        self.writes.append(write)
        if write.column == "pool":
            self.pool[write.player] = exact(self.pool[write.player] + write.points)
        elif write.column == "mountain":
            self.mountain[write.player] = exact(self.mountain[write.player] + write.points)

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
