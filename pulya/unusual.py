"""What can be and seldom is, and so is often a slip of the pen: it is said, never refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pulya.game import Game
from pulya.message import Text, say
from pulya.record import Contract, Fine, Misere, Raspasy
from pulya.ruled import Ruled
from pulya.rules.reading import raspasy_tricks
from pulya.terms import LEVELS, TRICKS, Player

_ZEROS: Final = 4  # raspasy in a row without a trick


def noted(game: Game) -> Game:
    """Return the game with a warning at each record that is unusual; one that has it already has it once."""
    convention = game.header.convention
    zeros: dict[Player, int] = {}  # raspasy without a trick since the last exit
    previous: Ruled | None = None  # the deal before
    ruled: list[Ruled] = []
    for one in game.ruled:
        found = list(_in_itself(one))
        if isinstance(one.record, Fine):
            found += _of_fine(one.record, one, convention.units.pool)
        if isinstance(one.record, Raspasy):
            taken = raspasy_tricks(one.record, one.before.seats, convention)
            zeros = _count_zeros(zeros if one.before.in_row else {}, taken, one)
            found += _of_raspasy(zeros, taken)
        if isinstance(one.record, Contract | Misere | Raspasy):
            if previous is not None and previous.record == one.record:
                found.append(
                    say(
                        "this is record {number} again; if it was typed twice, `undo {own}`",
                        number=previous.item.number,
                        own=one.item.number,
                    )
                )
            previous = one
        new = [note for note in found if note not in one.warnings]
        ruled.append(one._replace(warnings=(*one.warnings, *new)) if new else one)
    return game._replace(history=tuple(ruled))


def _in_itself(one: Ruled) -> Iterator[Text]:
    """Yield what is unusual in a game, whatever came before."""
    record = one.record
    if isinstance(record, Misere) and record.taken == TRICKS:
        yield say("a misère that took all ten tricks")
    if isinstance(record, Contract):
        if record.declarers == TRICKS and record.level == LEVELS[0]:
            yield say("a six that took all ten tricks")
        if record.declarers == 0:
            yield say("{player} played and took no trick at all", player=record.declarer)


def _of_fine(record: Fine, one: Ruled, unit: int) -> Iterator[Text]:
    """Yield a warning for a fine that is more than a whole pool; ``unit`` is the worth of a pool point."""
    target = one.before.target if one.before.target is not None else one.before.target_sum
    if target is not None and abs(record.points) > target * (unit if record.on else 1):
        yield say("the fine is more than the whole pool of {target}", target=target)


def _count_zeros(zeros: Mapping[Player, int], taken: Mapping[Player, int], one: Ruled) -> dict[Player, int]:
    """Return how often in a row each has taken nothing; who sits out keeps his count."""
    return {
        player: zeros.get(player, 0) + (player in one.before.seats.active)
        for player in one.before.players
        if player not in one.before.seats.active or taken[player] == 0
    }


def _of_raspasy(zeros: Mapping[Player, int], taken: Mapping[Player, int]) -> Iterator[Text]:
    for player, tricks in taken.items():
        if tricks == TRICKS:
            yield say("raspasy in which {player} took all ten tricks", player=player)
        if tricks == 0 and zeros[player] >= _ZEROS:
            yield say(
                "{player} took no trick in {count} raspasy in a row", player=player, count=zeros[player]
            )
