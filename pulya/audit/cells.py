"""What a paper shows, when, and how far it is from the record: one whole number for all cells together.

A figure of the final sheet and a figure of a checkpoint are coordinates of one vector.  A mistake at record 9
moves its cell in every later figure, so a checkpoint that agrees after record 12 speaks against it, and one that
already disagrees speaks against all later mistakes.  A vector is packed into one integer, each coordinate in its
own bits, so that vectors are added, compared and hashed as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from pulya.audit.mistakes import Change
from pulya.checkpoints import Figure, checkpoints
from pulya.game import Game
from pulya.sheet import Place
from pulya.terms import Points


def figures(game: Game, paper: Mapping[Place, Points]) -> list[Figure]:
    """Return what the paper shows at the end, and the checkpoints that narrow it down.

    Without a paper the last checkpoint of each cell is the paper.  A checkpoint that disagrees counts only where
    the cell still disagrees: otherwise somebody has put the paper right since.
    """
    marks = checkpoints(game)
    if not paper:
        last = {figure.place: figure for figure in marks}
    else:
        sheet = game.sheet
        end = len(game.ruled)
        last = {place: Figure(end, place, points, place.figure(sheet)) for place, points in paper.items()}
    found = list(last.values())
    for mark in marks:
        final = last.get(mark.place)
        if final is None or mark is final:
            if final is None and not mark.off:
                found.append(mark)
            continue
        agreed_later = any(
            other.place == mark.place and other.at > mark.at and not other.off for other in (*marks, final)
        )
        if not (mark.off and agreed_later):
            found.append(mark)
    return found


class Space:
    """The coordinates of an audit and how vectors in them are packed.

    ``places`` are the cells that the paper shows.  Packing needs `prepare` first, with all vectors there will be.
    """

    def __init__(self, shown: Sequence[Figure], items: int) -> None:
        self.shown = list(shown)
        self.items = items
        self.places = tuple(dict.fromkeys(figure.place for figure in shown))
        self.scale = 1
        self.bits = 1
        self._weights: dict[Place, list[int]] = {}
        self._order(range(len(self.shown)))

    def _order(self, order: Iterable[int]) -> None:
        """Give each coordinate its bits, the first in the order the lowest."""
        self.order = list(order)
        self._weights = {place: [0] * (self.items + 1) for place in self.places}
        for rank, which in enumerate(self.order):
            figure = self.shown[which]
            weights = self._weights[figure.place]
            for at in range(min(figure.at, self.items) + 1):
                weights[at] += 1 << self.bits * rank

    def prepare(self, vectors: Iterable[Sequence[Change]]) -> None:
        """Choose the scale that makes every number whole, and put coordinates that few mistakes touch first."""
        touched = [0] * len(self.shown)
        largest = max((_whole(figure.off) for figure in self.shown), default=0)
        by_place: dict[Place, list[int]] = {}
        for which, figure in enumerate(self.shown):
            by_place.setdefault(figure.place, []).append(which)
        denominators = {figure.off.denominator for figure in self.shown}
        for changes in vectors:
            largest = max(largest, sum(_whole(change.points) for change in changes))
            for change in changes:
                if isinstance(change.points, Fraction):
                    denominators.add(change.points.denominator)
                for which in by_place.get(change.place, ()):
                    touched[which] += change.at <= self.shown[which].at
        self.scale = lcm(*denominators)
        # Room for the difference and three mistakes, with a sign.
        self.bits = (4 * largest * self.scale).bit_length() + 2
        self._order(sorted(range(len(self.shown)), key=touched.__getitem__))

    def pack(self, changes: Iterable[Change]) -> int:
        """Return a mistake's vector as a number; 0 where the paper does not show it."""
        total = 0
        for at, place, points in changes:
            weights = self._weights.get(place)
            if weights is not None:
                total += int(points * self.scale) * weights[at]
        return total

    def packed_difference(self) -> int:
        """Return how far the paper is from the record, as a number."""
        return sum(
            int(self.shown[which].off * self.scale) << self.bits * rank
            for rank, which in enumerate(self.order)
        )

    def lowest(self, vector: int) -> int:
        """Return the rank of the first coordinate that is not 0."""
        return ((vector & -vector).bit_length() - 1) // self.bits

    def ranks(self, vector: int) -> list[int]:
        """Return the ranks of all coordinates that are not 0."""
        found: list[int] = []
        bits = self.bits
        while vector:
            rank = ((vector & -vector).bit_length() - 1) // bits
            found.append(rank)
            low = (vector >> bits * rank) & ((1 << bits) - 1)
            if low >> (bits - 1):
                low -= 1 << bits
            vector -= low << bits * rank
        return found

    def places_of(self, vector: int) -> list[Place]:
        """Return the cells in which a vector is not 0, in the order of the paper."""
        found = {self.shown[self.order[rank]].place for rank in self.ranks(vector)}
        return [place for place in self.places if place in found]

    def stretch(self, place: Place, at: int) -> int:
        """Return a number that is the same for all items between which the paper shows no figure of a cell."""
        return self._weights[place][at]


def _whole(points: Points) -> int:
    """Return a whole number not smaller than the points either way."""
    return int(points if points > 0 else -points) + 1
