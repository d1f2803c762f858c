"""Where a balance comes from: what a player wins from each other one, and by which keys of the convention.

Between two players the level that pools are brought to and the mountain that is struck from all fall out, so each
part is a difference of two figures of the sheet.  Rule paths: ``units.*``, ``unfinished``, ``series.pools``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from pulya.convention import Convention
from pulya.game import Game
from pulya.settlement import pool_worth
from pulya.sheet import Sheet
from pulya.terms import Player, Points, exact
from pulya.value import Value

Kind: TypeAlias = Literal[
    "pool",
    "mountain",
    "written",  # whists on the other
    "against",  # whists of the other on oneself
    "column",  # of pairs
]


class Part(Value):
    """A part of a balance: ``(ahead - behind) x worth / shared`` whists, of pairs points."""

    kind: Kind
    other: str  # player or team it is won from
    ahead: Points
    behind: Points
    worth: int  # whists a point
    shared: int  # among how many a point is shared
    rules: tuple[str, ...]  # dotted paths

    @property
    def points(self) -> Points:
        """Return what the part adds to the balance, exactly."""
        return exact(Fraction(self.ahead - self.behind) * self.worth / self.shared)


class Breakdown(Value):
    """The balance of a player or a team, and its parts, which add up to it."""

    name: str
    parts: tuple[Part, ...]
    coins: int

    @property
    def balance(self) -> Points:
        """Return the sum of the parts."""
        return exact(Fraction(sum(part.points for part in self.parts)))


def breakdowns(game: Game) -> list[Breakdown]:
    """Return where each balance comes from if the game ended now, by seat or in the order of the teams."""
    sheet = game.settled_sheet
    if sheet.teams:
        figures = [
            (one.name, sheet.columns[team[0]]) for one, team in zip(game.results, sheet.teams, strict=True)
        ]
        pairs = zip(figures, reversed(figures), game.results, strict=True)
        return [
            Breakdown(name, (Part("column", other, mine, theirs, 1, 1, ("ledger",)),), one.coins)
            for (name, mine), (other, theirs), one in pairs
        ]
    return [
        Breakdown(player, tuple(_parts(player, sheet, game.header.convention)), coins)
        for player, coins in game.account.coins.items()
    ]


def _parts(player: Player, sheet: Sheet, convention: Convention) -> Iterator[Part]:
    units = convention.units
    shared = len(sheet.players) - (units.shared_by == "opponents")
    by_pool = ["unfinished"] if convention.unfinished == "once" else ["units.pool"]
    by_pool += ["units.shared-by"]
    by_pool += ["series.pools"] if convention.series != "none" else []
    for other in sheet.players:
        if other == player:
            continue
        yield Part(
            "pool",
            other,
            sheet.pool[player],
            sheet.pool[other],
            pool_worth(convention),
            shared,
            tuple(by_pool),
        )
        yield Part(
            "mountain",
            other,
            sheet.mountain[other],
            sheet.mountain[player],
            units.mountain,
            shared,
            ("units.mountain", "units.shared-by"),
        )
        yield Part("written", other, sheet.whists[player][other], 0, 1, 1, ())
        yield Part("against", other, 0, sheet.whists[other][player], 1, 1, ())
