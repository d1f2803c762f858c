"""The course of an evening for the charts: the balances, and where raspasy came in a row and pools closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count

from pulya.game import Game
from pulya.progress import balances, opening_balance
from pulya.record import Raspasy
from pulya.ruled import Ruled
from pulya.terms import Points
from pulya.value import Value
from pulya.view.figures import json_number
from pulya.view.rows import Row


class Streak(Value):
    """Raspasy one after another: the first and the last record, and how many there were."""

    first: int
    last: int
    deals: int


class Closing(Value):
    """A record that closed a pool, or with no name ended a race."""

    record: int
    player: str | None


class Course(Value):
    """What happened at each record; the first balance is that before the first record."""

    names: Sequence[str]
    balances: Sequence[Mapping[str, Points]]  # of who sat at the table by then
    streaks: Sequence[Streak]
    closings: Sequence[Closing]

    @property
    def reach(self) -> tuple[Points, Points]:
        """Return the least and the greatest balance, nought between them."""
        every = [points for now in self.balances for points in now.values()]
        return min(0, *every), max(0, *every)


def course(game: Game) -> Course:
    """Return the course of a game."""
    found = [opening_balance(game.header), *balances(game)]
    return Course([one.name for one in game.results], found, _streaks(game.ruled), _closings(game.ruled))


def _streaks(ruled: Sequence[Ruled]) -> list[Streak]:
    """Return where raspasy were played; corrections between them part nothing."""
    found: list[Streak] = []
    open_ = False
    for one in ruled:
        if isinstance(one.record, Raspasy):
            last = found.pop() if open_ else Streak(one.item.number, 0, 0)
            found.append(Streak(last.first, one.item.number, last.deals + 1))
            open_ = True
        elif one.record is not None and one.before.dealer != one.after.dealer:
            open_ = False
    return found


def _closings(ruled: Sequence[Ruled]) -> list[Closing]:
    found: list[Closing] = []
    for one in ruled:
        number = one.item.number
        found += [
            Closing(number, player)
            for player in one.after.players
            if player in one.before.players
            and one.after.is_closed(player)
            and not one.before.is_closed(player)
        ]
        if one.after.race > one.before.race:
            found.append(Closing(number, None))
    return found


def ticks(least: Points, most: Points, parts: int) -> list[int]:
    """Return round numbers from the least to the most, nought among them, no more than so many steps."""
    steps = (factor * 10**zeros for zeros in count() for factor in (1, 2, 5))
    step = next(step for step in steps if most - least <= parts * step)
    low, high = -(-Fraction(least) // step), Fraction(most) // step
    return [number * step for number in range(int(low), int(high) + 1)]


def course_row(run: Course) -> Row:
    """Return the course as JSON data: for each name the balance after every record, ``None`` before it came."""
    return {
        "records": len(run.balances) - 1,
        "balance": {
            name: [None if name not in now else json_number(now[name]) for now in run.balances[1:]]
            for name in run.names
        },
        "raspasy": [{"first": one.first, "last": one.last, "deals": one.deals} for one in run.streaks],
        "closings": [{"record": one.record, "player": one.player} for one in run.closings],
    }
