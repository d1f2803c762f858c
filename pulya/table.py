"""The state of the game between two deals: who deals, how many raspasy in a row, what each column shows."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pulya.terms import Player, Points


class Seats(NamedTuple):
    """Who plays the next deal: the three in play clockwise from the first hand, and those who sit out.

    At a table of four the dealer sits out; at five the three on the dealer's left play.
    """

    dealer: Player
    active: tuple[Player, ...]
    sitting: tuple[Player, ...]  # the dealer first, then clockwise

    @property
    def sitting_dealer(self) -> Player | None:
        """Return the dealer where he sits out, otherwise ``None``."""
        return self.sitting[0] if self.sitting else None

    def defenders(self, declarer: Player) -> tuple[Player, Player]:
        """Return the two opponents of the declarer, clockwise from him."""
        at = self.active.index(declarer)
        return self.active[(at + 1) % 3], self.active[(at + 2) % 3]


class Table(NamedTuple):
    """The state between deals; columns in seat order, whists are not needed to rule a deal."""

    players: tuple[Player, ...]
    dealer: Player
    target: int | None
    target_sum: int | None
    pool: Mapping[Player, Points]
    mountain: Mapping[Player, Points]
    in_row: int = 0  # raspasy since the last exit
    same_dealer: int = 0  # misdeals in a row by this dealer
    stopped: bool = False

    @property
    def seats(self) -> Seats:
        """Return who plays the next deal."""
        return seats(self.players, self.dealer)

    def next_dealer(self) -> Player:
        """Return the player on the dealer's left."""
        return clockwise(self.players, self.dealer)[0]

    def is_closed(self, player: Player) -> bool:
        """Say whether a pool has reached the target; without a target none ever has."""
        return self.target is not None and self.pool[player] >= self.target


def clockwise(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """Return all players clockwise, beginning on the left of one and ending with him."""
    at = players.index(player) + 1
    return players[at:] + players[:at]


@lru_cache(maxsize=64)
def seats(players: tuple[Player, ...], dealer: Player) -> Seats:
    """Return who plays when ``dealer`` deals at a table of three to five."""
    order = clockwise(players, dealer)
    return Seats(dealer, order[:3], (dealer, *order[3:-1]) if len(players) > 3 else ())
