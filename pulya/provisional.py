"""Figures that are not sure yet, for a record is open: how the tricks of the defence fell could make them others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pulya.errors import RecordError
from pulya.game import Game
from pulya.record import Contract, Fix
from pulya.replay import replay
from pulya.ruled import Item
from pulya.rules.split import splits
from pulya.sheet import Place, differences


def provisional(game: Game, items: Sequence[Item]) -> frozenset[Place]:
    """Return the cells of the sheet that an open record writes into, or that another split of one would change.

    ``items`` are the records of the game.
    """
    later = [
        place
        for other in other_games(game, items, keep=False)
        for place, _, _ in differences(game.sheet, other.sheet)
    ]
    return frozenset((*open_cells(game), *later))


def open_cells(game: Game) -> dict[Place, int]:
    """Return the cells that open records write otherwise by another split, each with the first such record."""
    found: dict[Place, int] = {}
    for one in game.still_open:
        for cell in one.ranges:
            found.setdefault(cell.place, one.item.number)
    return found


def other_games(game: Game, items: Sequence[Item], *, keep: bool = True) -> Iterator[Game]:
    """Yield the game with other splits of its open records, of all of them at once; ``items`` are its records.

    What a split moves can move more later, as where a pool that overflows takes points off the mountain. A record that
    could not have been then is left out.
    """
    choices: Mapping[int, Sequence[Contract]] = {
        (one.fixed_by or one.item.number) - 1: splits(one.record, one.before, game.header.convention)[1:]
        for one in game.still_open
        if isinstance(one.record, Contract)
    }
    for turn in range(max(map(len, choices.values()), default=0)):
        changed = list(items)
        for at, others in choices.items():
            record = items[at].record
            split = others[min(turn, len(others) - 1)]
            changed[at] = items[at]._replace(
                record=record._replace(record=split) if isinstance(record, Fix) else split
            )
        yield replay(game.header, changed, _ignore, keep=keep)


def _ignore(_error: RecordError) -> None:
    """Leave out a record that another split makes impossible."""
