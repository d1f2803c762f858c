"""How often the audit names the true cause of a planted mistake; `benchmarks/audit_bench.py` prints it.

Of the causes that the audit gives, the true one is *first* when nothing stands before it and nothing beside it; an
*equal* when others of the same rank stand beside it; else it is found *later* or *not* at all, or *fewer* mistakes
than were made explain the sheet.  A single mistake is distinguishable when none of all the mistakes that the
planting hand can make in that evening gives the same sheet.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import planting
import random_games
from planting import Planted

from pulya import catalog, journal
from pulya.alternatives import alternatives
from pulya.audit.inquiry import Audit, audit
from pulya.audit.mistakes import Mistake
from pulya.convention import Alternative
from pulya.errors import RecordError
from pulya.evening import open_header
from pulya.game import Game
from pulya.notation.read import read
from pulya.replay import replay
from pulya.ruled import Item

CONVENTIONS = ("sochi", "leningrad", "rostov", "classic", "finka", "kazakhstanka", "leningrad-fspr", "code")
# What the audit calls the kinds that are planted, where that is not the same word.
SAME = {
    "shortfall": ("shortfall-forgotten", "shortfall-moved"),
    "zero-bonus": ("zero-forgotten", "zero-size"),
    "help": ("help-forgotten", "help-moved", "help-whists"),
}
SUMS = ("sum-digits", "sum-ten")


class Evening(NamedTuple):
    """A random evening, its convention, and the other agreements it may have been played by."""

    game: Game
    resolved: catalog.Resolved
    others: list[Alternative]


def evening_of(text: str) -> Evening:
    """Return a journal that lies in no file."""
    opened = journal.parse(text, "evening.pulya")
    resolved, header = open_header(opened)
    items = [
        Item(line.number, line.line, line.text, *read(line.text, header.players)) for line in opened.deals
    ]
    return Evening(replay(header, items), resolved, list(alternatives(resolved, resolved)))


def random_evenings(seed: int, most: int) -> Iterator[Evening]:
    """Yield random evenings of ten deals and more under shipped conventions with random agreements."""
    rng = Random(seed)
    loaded = {name: catalog.load_shipped(name) for name in CONVENTIONS}
    while True:
        base: Any = loaded[rng.choice(CONVENTIONS)].plain
        _, text = random_games.random_game(rng, base, rng.choice([3, 3, 4]), rng.randint(15, most))
        try:
            evening = evening_of(text)
        except RecordError:
            continue
        if len(evening.game.ruled) > 9:
            yield evening


class Verdict(NamedTuple):
    """What became of one planted sheet."""

    kinds: tuple[str, ...]
    distinguishable: bool
    rank: int | None  # of the explanation that is the truth
    beside: bool  # others have the same rank
    fewer: bool  # fewer mistakes explain it
    seconds: float


def is_truth(truth: Planted, found: Mistake, game: Game) -> bool:
    """Say whether the audit names what was planted: the record with the kind or the numbers, the cell, or the key."""
    if truth.kind == "agreement":
        return found.kind == "agreement" and found.detail["key"] == truth.key
    assert truth.at is not None
    if truth.kind in SUMS and found.kind in ("digits-swapped", "off-by-ten"):
        first = found.changes[0]
        return ((first.place, first.points),) == truth.moves
    if found.record != game.ruled[truth.at].item.number:
        return False
    moved = planting.summed(
        [(change.place, change.points) for change in found.changes if change.at == truth.at]
    )
    return moved == truth.cells or found.kind in SAME.get(truth.kind, (truth.kind,))


def judged(
    evening: Evening, planted: Sequence[Planted], paper: planting.Cells, known: Counter[Any]
) -> Verdict:
    """Return what the audit makes of a paper."""
    game = evening.game
    started = time.perf_counter()
    found = audit(game, paper, evening.others)
    seconds = time.perf_counter() - started
    rank = rank_of(found, planted, game)
    best = found.explanations[0] if found.explanations else None
    fewer = best is not None and not best.leaves and len(best.parts) < len(planted)
    beside = rank is not None and choices(found, rank) > 1
    kinds = tuple(sorted(mistake.kind for mistake in planted))
    # An agreement that moved one record looks like a mistake with that record.
    distinguishable = known[frozenset(difference(game, paper).items())] <= 1
    if kinds == ("agreement",):
        distinguishable = planted[0].records > 1
    return Verdict(kinds, distinguishable, rank, beside, fewer, seconds)


def difference(game: Game, paper: planting.Cells) -> planting.Cells:
    """Return how far a paper is from the record."""
    sheet = game.sheet
    return planting.summed([(place, points - place.figure(sheet)) for place, points in paper.items()])


def rank_of(found: Audit, planted: Sequence[Planted], game: Game) -> int | None:
    """Return the rank of the explanation that is the truth."""
    for one in found.explanations:
        if len(one.parts) != len(planted) or one.leaves:
            continue
        left = list(planted)
        for part in one.parts:
            match = next((truth for truth in left if any(is_truth(truth, one, game) for one in part)), None)
            if match is None:
                break
            left.remove(match)
        if not left:
            return one.rank
    return None


def choices(found: Audit, rank: int) -> int:
    """Return how many choices of mistakes have a rank."""
    return sum(1 for one in found.explanations if one.rank == rank for _ in one.sets())


def plant(
    rng: Random, evening: Evening, count: int
) -> tuple[list[Planted], planting.Cells, Counter[Any]] | None:
    """Return mistakes of random kinds, the paper with them, and how many single mistakes give each difference."""
    game = evening.game
    every = planting.every(game)
    known = Counter(frozenset(one.cells.items()) for kind in every.values() for one in kind)
    # Of a slip of ten the record does not matter: all of a cell are one.
    for one in {(one.kind, one.moves): one for kind in SUMS for one in every.get(kind, ())}.values():
        known[frozenset(one.cells.items())] = 1 + sum(
            other.cells == one.cells for kind in every if kind not in SUMS for other in every[kind]
        )
    planted: list[Planted] = []
    if count == 1 and rng.random() < 1 / (1 + len(every)):
        agreed = planting.another_agreement(rng, game, evening.resolved)
        return None if agreed is None else ([agreed[0]], agreed[1], known)
    for _ in range(count):
        kind = rng.choice(sorted(every))
        planted.append(rng.choice(every[kind]))
    # Two mistakes with one number are one.
    if len({(one.at, place) for one in planted for place, _ in one.moves}) < sum(
        len(one.moves) for one in planted
    ):
        return None
    paper = planting.paper_of(game, planted)
    return (planted, paper, known) if difference(game, paper) else None


def measured(count: int, sheets: int, seed: int = 1, most: int = 60) -> list[Verdict]:
    """Return the verdicts on so many sheets with so many mistakes each."""
    rng = Random(seed)
    found: list[Verdict] = []
    for evening in random_evenings(seed, most):
        for _ in range(4):
            planted = plant(rng, evening, count)
            if planted is not None and len(found) < sheets:
                found.append(judged(evening, *planted))
        if len(found) >= sheets:
            return found
    return found


def table(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Return for each kind how often the truth was first, an equal, among the first three, later, or not found."""
    by_kind: dict[str, list[Verdict]] = defaultdict(list)
    for one in verdicts:
        for kind in dict.fromkeys(one.kinds):
            by_kind[kind].append(one)
        by_kind["all"].append(one)
    return [
        {
            "kind": kind,
            "sheets": len(of),
            "distinguishable": sum(one.distinguishable for one in of),
            "first": sum(one.rank == 1 and not one.beside for one in of),
            "equal": sum(one.rank == 1 and one.beside for one in of),
            "second or third": sum(one.rank in (2, 3) for one in of),
            "later": sum(one.rank is not None and one.rank > 3 for one in of),
            "fewer": sum(one.rank is None and one.fewer for one in of),
            "not": sum(one.rank is None and not one.fewer for one in of),
        }
        for kind, of in sorted(by_kind.items(), key=lambda item: (item[0] == "all", item[0]))
    ]


def aims(singles: Sequence[Verdict], doubles: Sequence[Verdict]) -> dict[str, float]:
    """Return the two shares that are aimed at.

    Of single mistakes that are distinguishable: the truth has the first rank.  Of double ones that no single mistake
    explains too: the truth is among the first three ranks.
    """
    plain = [one for one in singles if one.distinguishable]
    pairs = [one for one in doubles if not one.fewer]
    return {
        "single, distinguishable: first": sum(one.rank == 1 for one in plain) / max(1, len(plain)),
        "double: among the first three": sum(one.rank in (1, 2, 3) for one in pairs) / max(1, len(pairs)),
    }
