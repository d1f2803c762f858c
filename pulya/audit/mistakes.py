"""What a mistake is: which numbers are right, what the paper has instead, and how it moves the cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pulya.convention import Convention
from pulya.game import Game
from pulya.record import Deal, Event
from pulya.ruled import Ruled
from pulya.sheet import Place, place_of
from pulya.terms import Player, Points, exact
from pulya.value import Value
from pulya.write import Write

# What a mistake costs: the commoner and simpler, the cheaper.  Fewer mistakes always come before more, so costs
# only order explanations of as many mistakes, and equal costs are equals.  A write left out is what happens most;
# then writes that went to a wrong place; then a deal read otherwise; then another agreement for the whole evening;
# a slip of addition last, because one explains nearly any difference.
COSTS: Final[Mapping[str, int]] = {
    "open-split": 9,  # these three are no mistakes at all
    "netted": 9,
    "mountains-lowered": 9,
    "forgotten": 10,
    "consolation-forgotten": 10,
    "shortfall-forgotten": 10,
    "zero-forgotten": 10,
    "help-forgotten": 10,
    "help-whists": 10,
    "deal-forgotten": 10,
    "twice": 12,
    "deal-twice": 12,
    "raspasy-step": 12,
    "consolation-extra": 13,
    "half-responsibility": 13,
    "shortfall-moved": 13,
    "passer-whists": 13,
    "amnesty": 13,
    "zero-size": 13,
    "help-moved": 13,
    "raspasy-whists": 13,
    "misere-whists": 13,
    "swapped-tricks": 13,
    "wrong-declarer": 13,
    "wrong-player": 14,
    "opposite": 14,
    "wrong-column": 14,
    "price": 14,
    "consolation-size": 15,
    "responsibility": 16,
    "tricks": 16,
    "agreement": 17,
    "digits-swapped": 20,
    "off-by-ten": 20,
}
RARE: Final = 3  # more, for a rarer form of a kind


class Change(Value):
    """Points that a mistake puts into a cell, beside those of the record, when the item ``at`` is written."""

    at: int  # index of the item
    place: Place
    points: Points


class Entry(Value):
    """A number that the paper has in a cell."""

    place: Place
    points: Points


class Mistake(Value):
    """One thing that somebody did wrong on paper.

    ``right`` are the writes it is about, as they should be; ``wrong`` is what the paper has instead.  ``record``
    is ``None`` where no single record can be named.
    """

    kind: str
    record: int | None
    cost: int
    changes: tuple[Change, ...]
    right: tuple[Write, ...] = ()
    wrong: tuple[Entry, ...] = ()
    detail: Mapping[str, object] = {}  # what the sentence about this kind names
    follows: tuple[int, ...] = ()  # records whose writes then come out otherwise

    def clashes(self, other: Mistake) -> bool:
        """Say whether both are about the same write, or one thing done twice."""
        if self.record is None or self.record != other.record:
            return self == other
        return self == other or any(one is two for one in self.right for two in other.right)


class Scene(Value):
    """A standing record of the evening, with all persons named, in the state it met."""

    game: Game
    at: int
    ruled: Ruled
    record: Deal | Event

    @property
    def writes(self) -> tuple[Write, ...]:
        """Return what the record writes."""
        return self.ruled.writes

    @property
    def convention(self) -> Convention:
        """Return the rules of the table."""
        return self.game.header.convention

    @property
    def players(self) -> tuple[Player, ...]:
        """Return who sat at the table."""
        return self.ruled.before.players

    @property
    def owners(self) -> tuple[Player, ...]:
        """Return those under whose names cells stand: the players, of pairs the first of each."""
        teams = self.game.header.opening.teams
        return tuple(team[0] for team in teams) if teams else self.players

    def mistake(
        self,
        kind: str,
        right: Iterable[Write],
        wrong: Iterable[Entry] = (),
        more: int = 0,
        **detail: object,
    ) -> Iterator[Mistake]:
        """Yield the mistake of having ``wrong`` in place of ``right``, if that moves anything."""
        right, wrong = tuple(right), tuple(wrong)
        moved: dict[Place, Points] = {}
        for write in right:
            place = place_of(write)
            moved[place] = moved.get(place, 0) - write.points
        for place, points in wrong:
            moved[place] = moved.get(place, 0) + points
        changes = tuple(Change(self.at, place, exact(points)) for place, points in moved.items() if points)
        if changes:
            yield Mistake(kind, self.ruled.item.number, COSTS[kind] + more, changes, right, wrong, detail)


def entry_of(write: Write) -> Entry:
    """Return a write as the paper shows it."""
    return Entry(place_of(write), write.points)


def put(write: Write, place: Place) -> Entry:
    """Return the number of a write in another cell."""
    return Entry(place, write.points)
