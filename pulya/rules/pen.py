"""The writes of one record in the making, and the columns as they stand meanwhile."""

from pulya.convention import Convention
from pulya.table import Seats, Table
from pulya.terms import Player, Points, exact
from pulya.write import Formula, Term, Write


class Pen:
    """Collects the writes of one record; everything but help and fines is multiplied by ``times``."""

    def __init__(self, table: Table, convention: Convention, times: int = 1) -> None:
        self.convention = convention
        self.players = table.players
        self.target = table.target
        self.seats: Seats = table.seats
        self.pool = dict(table.pool)
        self.mountain = dict(table.mountain)
        self.times = times
        self.writes: list[Write] = []

    def to_pool(self, player: Player, formula: Formula, rule: str) -> None:
        """Write into a pool as it is; points of a game go through `pulya.rules.closing`."""
        points = formula.value
        if points:
            self.writes.append(Write(player, "pool", points, rule, formula))
            self.pool[player] = exact(self.pool[player] + points)

    def to_mountain(self, player: Player, formula: Formula, rule: str) -> None:
        """Write on a mountain; negative points come off it."""
        points = formula.value
        if points:
            self.writes.append(Write(player, "mountain", points, rule, formula))
            self.mountain[player] = exact(self.mountain[player] + points)

    def to_whists(self, player: Player, on: Player, formula: Formula, rule: str) -> None:
        """Write whists of ``player`` on another."""
        points = formula.value
        if points:
            self.writes.append(Write(player, "whists", points, rule, formula, on))

    def to_column(self, player: Player, formula: Formula, rule: str) -> None:
        """Write into a team's column, which stands under the name of the team's first player."""
        points = formula.value
        if points:
            self.writes.append(Write(player, "column", points, rule, formula))

    def multiplied(self, *terms: Term, shared: int = 1) -> Formula:
        """Return a formula of this deal, with its multiplier."""
        return Formula(terms, self.times, shared)

    def room(self, player: Player) -> Points | None:
        """Return the points up to the target, ``None`` where there is no target."""
        return None if self.target is None else max(0, self.target - self.pool[player])
