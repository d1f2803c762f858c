"""The fewest mistakes that together make the difference.

Mistakes with the same vector look the same on this paper.  One mistake is looked up by the difference.  Of two or
three, one has to touch the first cell that differs; it is tried from the mistakes that do, the next one from those that
touch what is left, and the last is looked up.  So the work grows with the number of distinct vectors for one mistake,
with the mistakes that touch one cell for two, and with their square for three; the deals only add mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import combinations, groupby, product
from typing import Final

from pulya.audit.cells import Space
from pulya.audit.mistakes import Mistake
from pulya.sheet import Place
from pulya.value import Value

MOST: Final = 3  # mistakes combined
_KEPT: Final = 40  # explanations
_SETS: Final = 400  # sets of vectors that are looked at closely
_BEAM: Final = 60  # partial explanations that are carried on


class Explanation(Value):
    """Mistakes that together explain the difference, or all of it but the cells in ``leaves``.

    Each part is a choice: any one of its mistakes would do, and they cost the same.  ``rank`` is 1 for the best;
    explanations of one rank are equals.
    """

    parts: tuple[tuple[Mistake, ...], ...]
    cost: int
    leaves: tuple[Place, ...] = ()
    rank: int = 0

    def sets(self) -> Iterator[tuple[Mistake, ...]]:
        """Yield every choice of mistakes that can have happened together."""
        for chosen in product(*self.parts):
            if not any(one.clashes(other) for one, other in combinations(chosen, 2)):
                yield chosen


class _Found(Value):
    """A set of vectors, what the cheapest mistakes behind them cost, and what they leave of the difference."""

    vectors: tuple[int, ...]
    cost: int
    left: int = 0


class Index:
    """Mistakes by their vector, and vectors by the coordinates they touch."""

    def __init__(self, mistakes: Iterable[Mistake], space: Space) -> None:
        self.by_vector: dict[int, list[Mistake]] = {}
        for mistake in mistakes:
            vector = space.pack(mistake.changes)
            if vector:
                self.by_vector.setdefault(vector, []).append(mistake)
        self.cost = {vector: min(mistake.cost for mistake in same) for vector, same in self.by_vector.items()}
        self.touching: dict[int, list[int]] = {}
        for vector in self.by_vector:
            for rank in space.ranks(vector):
                self.touching.setdefault(rank, []).append(vector)

    def groups(self, vector: int) -> list[tuple[int, tuple[Mistake, ...]]]:
        """Return the mistakes of a vector by cost, the cheapest first; one thing that happened is told once."""
        found: dict[int, list[Mistake]] = {}
        told: set[object] = set()
        for mistake in sorted(self.by_vector[vector], key=lambda mistake: mistake.cost):
            whole = mistake.detail.get("key", mistake.changes[0].place)  # where no record is named
            names = {
                (mistake.record or whole, mistake.kind, not mistake.right),
                (mistake.record or whole, mistake.right, mistake.wrong, mistake.follows),
            }
            if not told & names:
                found.setdefault(mistake.cost, []).append(mistake)
            told |= names
        return [(cost, tuple(same)) for cost, same in found.items()]


def explain(mistakes: Iterable[Mistake], space: Space) -> list[Explanation]:
    """Return the best explanations, the fewest mistakes first; partial ones only where none explains everything."""
    index = Index(mistakes, space)
    difference = space.packed_difference()
    for search in (_one, _two, _three):
        found = _best(search(index, space, difference), index, space)
        if found:
            return found
    return _best(_partial(index, space, difference), index, space)


def _one(index: Index, _space: Space, difference: int) -> Iterator[_Found]:
    if difference in index.by_vector:
        yield _Found((difference,), index.cost[difference])


def _two(index: Index, space: Space, difference: int) -> Iterator[_Found]:
    cost = index.cost
    for vector in index.touching.get(space.lowest(difference), ()):
        other = difference - vector
        if other in cost:
            yield _Found((vector, other), cost[vector] + cost[other])


def _three(index: Index, space: Space, difference: int) -> Iterator[_Found]:
    cost = index.cost
    for vector in index.touching.get(space.lowest(difference), ()):
        left = difference - vector
        for second in index.touching.get(space.lowest(left), ()):
            third = left - second
            if third in cost:
                yield _Found((vector, second, third), cost[vector] + cost[second] + cost[third])


def _partial(index: Index, space: Space, difference: int) -> Iterator[_Found]:
    """Yield mistakes that each put some cell right, and combinations of them, by what they leave."""
    cells = len(space.places_of(difference))
    touching = {vector for rank in space.ranks(difference) for vector in index.touching.get(rank, ())}
    useful = [
        vector
        for vector in index.by_vector
        if vector in touching and len(space.places_of(difference - vector)) < cells
    ]
    beam = [_Found((), 0, difference)]
    for _ in range(MOST):
        longer = {}
        for found in beam:
            cells = len(space.places_of(found.left))
            for vector in useful:
                left = found.left - vector
                if len(space.places_of(left)) < cells:
                    vectors = tuple(sorted((*found.vectors, vector)))
                    longer[vectors] = _Found(vectors, found.cost + index.cost[vector], left)
        beam = nsmallest(
            _BEAM, longer.values(), key=lambda found: (len(space.places_of(found.left)), found.cost)
        )
        yield from beam


def _best(found: Iterable[_Found], index: Index, space: Space) -> list[Explanation]:
    """Return the best of the sets found as explanations with their ranks."""
    distinct = {tuple(sorted(one.vectors)): one for one in found}

    def worth(one: _Found) -> tuple[int, int, int]:
        return len(space.places_of(one.left)) if one.left else 0, len(one.vectors), one.cost

    explanations = [
        explanation
        for one in nsmallest(_SETS, distinct.values(), key=worth)
        for explanation in _explanations(one, index, space)
    ]
    explanations = nsmallest(_KEPT, explanations, key=_place_in_order)
    ranks = {key: rank for rank, (key, _) in enumerate(groupby(explanations, key=_place_in_order), start=1)}
    return [one._replace(rank=ranks[_place_in_order(one)]) for one in explanations]


def _place_in_order(one: Explanation) -> tuple[int, int, int]:
    return len(one.leaves), len(one.parts), one.cost


def _explanations(one: _Found, index: Index, space: Space) -> Iterator[Explanation]:
    """Yield the explanations behind a set of vectors: one for each choice of what the mistakes cost."""
    leaves = tuple(space.places_of(one.left)) if one.left else ()
    for chosen in product(*(index.groups(vector) for vector in one.vectors)):
        cost = sum(part[0] for part in chosen)
        explanation = Explanation(_in_order([part[1] for part in chosen]), cost, leaves)
        if next(explanation.sets(), None) is not None:
            yield explanation


def _in_order(parts: Sequence[tuple[Mistake, ...]]) -> tuple[tuple[Mistake, ...], ...]:
    """Return the parts in the order of their first records, what has no record last."""
    return tuple(sorted(parts, key=lambda part: (part[0].record is None, part[0].record or 0)))
