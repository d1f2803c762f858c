"""The state of the game between two deals: who deals, how many raspasy in a row, what each column shows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pulya.terms import Player, Points
from pulya.value import Value

HANDS: Final = 3  # hands that are played, where there are so many players


class Seats(Value):
    """Who plays the next deal: those in play clockwise from the first hand, and those who sit out.

    At a table of four the dealer sits out; at five the three on the dealer's left play; of two both do.
    """

    dealer: Player
    active: tuple[Player, ...]
    sitting: tuple[Player, ...]  # the dealer first, then clockwise

    @property
    def sitting_dealer(self) -> Player | None:
        """Return the dealer where he sits out, otherwise ``None``."""
        return self.sitting[0] if self.sitting else None

    def defenders(self, declarer: Player) -> tuple[Player, ...]:
        """Return the opponents of the declarer in play, clockwise from him."""
        return clockwise(self.active, declarer)[:-1]


class Table(Value):
    """The state between deals; ``pool`` and ``mountain`` have everybody who ever sat at the table.

    Whists are not needed to rule a deal.
    """

    # What a deal changes comes first, see `turned`.
    dealer: Player
    lap: int  # of the next deal, counted from the first dealer; the first is 1
    same_dealer: int  # misdeals in a row by this dealer
    in_row: int  # raspasy since the last exit
    pool: Mapping[Player, Points]
    mountain: Mapping[Player, Points]
    players: tuple[Player, ...]  # who sit at the table, clockwise
    everyone: tuple[Player, ...]  # and who have left it
    target: int | None
    target_sum: int | None
    first_dealer: Player
    laps: int | None = None  # how many the table agreed on
    time_called_in: int | None = None  # the lap in which the time was over
    stopped: bool = False
    bombs: Mapping[Player, int] = {}
    owed: tuple[
        int | None, ...
    ] = ()  # compulsory raspasy to come: a price, or `None` for that of raspasy in a row
    premiums: frozenset[str] = frozenset()  # paid already
    ticks: Mapping[Player, tuple[str, ...]] = {}
    # The series: pools of finished races, and who was first in the running one.
    race: int = 1
    race_first: Player | None = None
    finished: Mapping[Player, Points] = {}

    def turned(
        self,
        dealer: Player,
        lap: int,
        same_dealer: int,
        in_row: int,
        pool: Mapping[Player, Points],
        mountain: Mapping[Player, Points],
    ) -> Table:
        """Return the table after a deal; a fifth of the time of ``_replace``, which every deal would pay."""
        return tuple.__new__(Table, (dealer, lap, same_dealer, in_row, pool, mountain) + self[6:])  # noqa: RUF005

    def differs_by_a_deal(self, other: Table) -> bool:
        """Say whether two tables differ in nothing that `turned` does not change."""
        return self[6:] == other[6:]

    @property
    def seats(self) -> Seats:
        """Return who plays the next deal."""
        return seats(self.players, self.dealer)

    def is_closed(self, player: Player) -> bool:
        """Say whether a pool has reached the target; without a target none ever has."""
        return self.target is not None and self.pool[player] >= self.target


def clockwise(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """Return all players clockwise, beginning on the left of one and ending with him."""
    at = players.index(player) + 1
    return players[at:] + players[:at]


@lru_cache(maxsize=64)
def seats(players: tuple[Player, ...], dealer: Player) -> Seats:
    """Return who plays when ``dealer`` deals at a table of two to five."""
    order = clockwise(players, dealer)
    return Seats(dealer, order[:HANDS], (dealer, *order[HANDS:-1]) if len(order) > HANDS else ())


@lru_cache(maxsize=64)
def next_after(players: tuple[Player, ...], player: Player) -> Player:
    """Return who sits on the left of a player."""
    return clockwise(players, player)[0]


def teams_of(players: tuple[Player, ...]) -> tuple[tuple[Player, Player], tuple[Player, Player]]:
    """Return the partners, who sit opposite; the first player's team first."""
    first, second, third, fourth = players
    return (first, third), (second, fourth)


def opponents(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """Return the two opponents of a player, clockwise from him."""
    left, _, right, _ = clockwise(players, player)
    return left, right
