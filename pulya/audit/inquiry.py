"""The audit: compare a paper with the record, and explain what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pulya.audit import readings, slips
from pulya.audit.cells import Space, figures
from pulya.audit.mistakes import Mistake, Scene
from pulya.audit.persons import with_persons
from pulya.audit.search import Explanation, explain
from pulya.audit.shortcuts import shortcuts
from pulya.audit.sums import sums
from pulya.audit.variants import Variants
from pulya.audit.worlds import agreements, lost_count, with_consequences
from pulya.checkpoints import Figure
from pulya.convention import Alternative
from pulya.game import Game
from pulya.sheet import Place
from pulya.terms import Points
from pulya.value import Value


class Audit(Value):
    """What the paper shows, and what explains where it differs, the best first."""

    shown: tuple[Figure, ...]  # the paper, then the checkpoints that narrow it down
    explanations: tuple[Explanation, ...]

    @property
    def differing(self) -> list[Figure]:
        """Return the figures of the paper that differ, each cell once."""
        last = {figure.place: figure for figure in reversed(self.shown)}
        return [figure for figure in self.shown if figure is last[figure.place] and figure.off]


def audit(game: Game, paper: Mapping[Place, Points], others: Iterable[Alternative] = ()) -> Audit:
    """Return the comparison of a paper, any part of a sheet, with an evening; without one its last checkpoints.

    ``others`` are the agreements that the table may have played by instead.
    """
    shown = figures(game, paper)
    found = Audit(tuple(shown), ())
    if not found.differing:
        return found
    space = Space(shown, len(game.ruled))
    mistakes = list(every(game, space, others))
    space.prepare(mistake.changes for mistake in mistakes)
    return found._replace(explanations=tuple(explain(mistakes, space)))


def every(game: Game, space: Space, others: Iterable[Alternative] = ()) -> Iterator[Mistake]:
    """Yield all mistakes that could have been made on the paper of an evening."""
    of_deals = list(_of_records(game))
    yield from with_consequences((*of_deals, *lost_count(of_deals, game), *sums(game, space)), game)
    yield from agreements(game, others)
    yield from shortcuts(game, space)


def _of_records(game: Game) -> Iterator[Mistake]:
    variants = Variants(game.header.convention)
    for at, one in enumerate(game.ruled):
        if one.record is None:
            continue
        scene = Scene(game, at, one, with_persons(one.record, one.before, game.header.convention))
        for slip in slips.KINDS:
            yield from slip(scene)
        for reading in readings.KINDS:
            yield from reading(scene, variants)
