"""The sheet as it stands; see `pulya.adding` for how writes come to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from pulya.terms import Column, Player, Points
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
