"""The sheet: writes added up."""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from pulya.terms import Column, Player, Points, exact
from pulya.value import Value
from pulya.write import Write


class Sheet(Value):
    """What the paper shows; players in seat order, whists by writer and by the player they are on."""

    players: tuple[Player, ...]
    pool: Mapping[Player, Points]
    mountain: Mapping[Player, Points]
    whists: Mapping[Player, Mapping[Player, Points]]
    # Pairs have two columns instead, each under the name of its team's first player.
    teams: tuple[tuple[Player, Player], ...] = ()
    columns: Mapping[Player, Points] = {}


class Place(Value):
    """One cell of the sheet; ``on`` is set for whists only."""

    player: Player
    column: Column
    on: Player | None = None

    def figure(self, sheet: Sheet) -> Points:
        """Return what stands in this cell."""
        match self.column:
            case "whists":
                assert self.on is not None
                return sheet.whists[self.player][self.on]
            case "pool":
                return sheet.pool[self.player]
            case "mountain":
                return sheet.mountain[self.player]
            case "column":
                return sheet.columns[self.player]
            case column:
                assert_never(column)


def place_of(write: Write) -> Place:
    """Return the cell that a write stands in."""
    return Place(write.player, write.column, write.on)


def team_name(team: tuple[Player, Player]) -> str:
    """Return a pair by its players."""
    return " + ".join(team)


def places(sheet: Sheet) -> list[Place]:
    """Return every cell, player by player."""
    if sheet.teams:
        return [Place(team[0], "column") for team in sheet.teams]
    found: list[Place] = []
    for player in sheet.players:
        found += [Place(player, "pool"), Place(player, "mountain")]
        found += [Place(player, "whists", other) for other in sheet.players if other != player]
    return found


def differences(one: Sheet, other: Sheet) -> list[tuple[Place, Points, Points]]:
    """Return each cell in which two sheets differ, with both figures; who is on one only has nought on the other."""
    everyone = tuple(dict.fromkeys((*one.players, *other.players)))
    one, other = seat(one, everyone), seat(other, everyone)
    return [
        (place, place.figure(one), place.figure(other))
        for place in places(one)
        if place.figure(one) != place.figure(other)
    ]


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


def with_figures(sheet: Sheet, figures: Mapping[Place, Points]) -> Sheet:
    """Return a sheet with these figures in their cells."""
    pool, mountain = dict(sheet.pool), dict(sheet.mountain)
    whists = {player: dict(row) for player, row in sheet.whists.items()}
    for (player, column, on), points in figures.items():
        if on is not None:
            whists[player][on] = points
        else:
            (pool if column == "pool" else mountain)[player] = points
    return sheet._replace(pool=pool, mountain=mountain, whists=whists)


def seat(sheet: Sheet, players: tuple[Player, ...]) -> Sheet:
    """Return a sheet with rows for newcomers, all nought."""
    if players == sheet.players:
        return sheet
    empty = blank(players, 0, 0)
    return Sheet(
        players,
        {**empty.pool, **sheet.pool},
        {**empty.mountain, **sheet.mountain},
        {player: {**empty.whists[player], **sheet.whists.get(player, {})} for player in players},
    )


def blank(players: tuple[Player, ...], pool: Points, mountain: Points) -> Sheet:
    """Return the sheet before the first deal."""
    return Sheet(
        players,
        dict.fromkeys(players, pool),
        dict.fromkeys(players, mountain),
        {player: {other: 0 for other in players if other != player} for player in players},
    )
