"""What follows from a mistake, and evenings under another agreement.

Whoever keeps the paper looks at the paper: a pool that stands wrong there decides later who closes, who is
helped and what is left over.  How many raspasy went before everybody at the table remembers; only where the paper
has no trace of a deal does the count follow the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from pulya.audit.mistakes import COSTS, RARE, Change, Mistake
from pulya.convention import Alternative
from pulya.errors import RecordError
from pulya.game import Game
from pulya.record import Contract, Misere, Raspasy
from pulya.replay import replay
from pulya.rules.ruling import Referee
from pulya.sheet import Place, place_of
from pulya.terms import Points, exact
from pulya.write import Write

Off: TypeAlias = frozenset[tuple[Place, Points]]  # how far columns are off

_DECIDED_BY_COLUMNS = frozenset({"closing", "help", "received", "off"})


class Consequences:
    """What later records write when a column stands otherwise on paper."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.referee = Referee(game.header.convention)
        self._steps: dict[tuple[int, Off], tuple[list[Change], Off]] = {}

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that decide about later writes at this table."""
        convention = self.game.header.convention
        if convention.ledger == "teams" or convention.series != "none":
            return ()
        limited = self.game.header.target is not None and convention.help.to != "nobody"
        by_mountain = (
            convention.making.writes != "pool"
            or convention.raspasy.zero.closed == "mountain"
            or (limited and convention.help.nobody_left == "mountain-to-zero")
        )
        return ("pool", "mountain") if by_mountain else ("pool",) if limited else ()

    @cached_property
    def deciding(self) -> list[int]:
        """Return the items whose writes depend on columns: every deal that did not fail."""
        return [
            at
            for at, one in enumerate(self.game.ruled)
            if isinstance(one.record, Contract | Misere | Raspasy)
            and not any(write.formula.terms[0].unit == "undertrick" for write in one.writes)
        ]

    @cached_property
    def last_closing(self) -> int:
        """Return the last item that filled a pool, or that was decided by a mountain."""
        return max(
            (
                at
                for at, one in enumerate(self.game.ruled)
                if any(write.formula.terms[0].unit in _DECIDED_BY_COLUMNS for write in one.writes)
            ),
            default=-1,
        )

    def of(self, mistake: Mistake) -> tuple[Change, ...]:
        """Return the changes that follow from a mistake."""
        moved = [change for change in mistake.changes if change.place.column in self.columns]
        if not moved:
            return ()
        off = _added(frozenset(), moved)
        start = moved[0].at
        if self._nothing_follows(start, off):
            return ()
        found: list[Change] = []
        for at in self.deciding:
            if at > start and off:
                changes, off = self._step(at, off)
                found += changes
        return tuple(found)

    def _nothing_follows(self, at: int, off: Off) -> bool:
        """Say whether no pool is filled after an item, by the record or by the paper, where only pools decide."""
        target = self.game.header.target
        return (
            "mountain" not in self.columns
            and at >= self.last_closing
            and target is not None
            and all(self.game.table.pool[place.player] + max(0, points) <= target for place, points in off)
        )

    def _step(self, at: int, off: Off) -> tuple[list[Change], Off]:
        """Return what an item writes otherwise when columns are off, and how far they are off then.

        Most mistakes leave the columns off in one of few ways, so a step is remembered.
        """
        known = self._steps.get((at, off))
        if known is not None:
            return known
        one = self.game.ruled[at]
        assert one.record is not None
        pool, mountain = dict(one.before.pool), dict(one.before.mountain)
        for place, points in off:
            column = pool if place.column == "pool" else mountain
            if place.player in column:
                column[place.player] = exact(column[place.player] + points)
        changes: list[Change] = []
        try:
            ruling = self.referee.rule(one.record, one.before._replace(pool=pool, mountain=mountain))
        except RecordError:
            pass  # they played on, so this deal was written as it was
        else:
            if ruling.writes != one.writes:
                changes = difference(at, one.writes, ruling.writes)
        after = _added(off, [change for change in changes if change.place.column in self.columns])
        self._steps[at, off] = changes, after
        return changes, after


def _added(off: Off, changes: Sequence[Change]) -> Off:
    """Return how far columns are off after some changes."""
    if not changes:
        return off
    found = dict(off)
    for change in changes:
        found[change.place] = exact(found.get(change.place, 0) + change.points)
    return frozenset((place, points) for place, points in found.items() if points)


def difference(at: int, ours: Iterable[Write], theirs: Iterable[Write]) -> list[Change]:
    """Return what other writes of an item move, cell by cell."""
    moved: dict[Place, Points] = {}
    for write in ours:
        moved[place_of(write)] = moved.get(place_of(write), 0) - write.points
    for write in theirs:
        moved[place_of(write)] = moved.get(place_of(write), 0) + write.points
    return [Change(at, place, exact(points)) for place, points in moved.items() if points]


def with_consequences(mistakes: Iterable[Mistake], game: Game) -> Iterator[Mistake]:
    """Yield each mistake with what follows from it, and rarer the same without; most have nothing that follows."""
    consequences = Consequences(game)
    for mistake in mistakes:
        following = consequences.of(mistake)
        if not following:
            yield mistake
            continue
        numbers = tuple(dict.fromkeys(game.ruled[change.at].item.number for change in following))
        yield mistake._replace(changes=mistake.changes + following, follows=numbers)
        yield mistake._replace(cost=mistake.cost + RARE)


def steps_after(game: Game, at: int, in_row: int) -> Iterator[Change]:
    """Yield what the raspasy after an item move when the count after it is another one, until the next exit."""
    referee = Referee(game.header.convention)
    for later in range(at + 1, len(game.ruled)):
        one = game.ruled[later]
        if one.record is None:
            continue
        if isinstance(one.record, Raspasy):
            ruling = referee.rule(one.record, one.before._replace(in_row=in_row))
            yield from difference(later, one.writes, ruling.writes)
            in_row += 1
        elif one.after.in_row == 0 and (one.before.in_row or one.after.dealer != one.before.dealer):
            return


def lost_count(mistakes: Iterable[Mistake], game: Game) -> Iterator[Mistake]:
    """Yield forgotten deals and wrong steps again, with the later raspasy in a row counted by the paper."""
    for mistake in mistakes:
        if mistake.record is None or mistake.kind not in ("deal-forgotten", "raspasy-step"):
            continue
        at = mistake.changes[0].at
        one = game.ruled[at]
        if mistake.kind == "raspasy-step":
            step = mistake.detail["step"]
            assert isinstance(step, int)
            after = step if len(mistake.right) == len(one.writes) else None
        else:
            after = one.before.in_row
        if after is None or after == one.after.in_row:
            continue
        following = tuple(steps_after(game, at, after))
        if following:
            numbers = tuple(dict.fromkeys(game.ruled[change.at].item.number for change in following))
            yield mistake._replace(changes=mistake.changes + following, follows=numbers)


def agreements(game: Game, others: Iterable[Alternative]) -> Iterator[Mistake]:
    """Yield the whole evening under each other agreement, where it can have been played so."""
    items = [one.item for one in game.ruled]
    for other in others:
        try:
            played = replay(game.header._replace(convention=other.convention), items)
        except RecordError:
            continue
        changes = [
            change
            for at, (ours, theirs) in enumerate(zip(game.ruled, played.ruled, strict=True))
            if ours.writes != theirs.writes
            for change in difference(at, ours.writes, theirs.writes)
        ]
        if changes:
            numbers = tuple(dict.fromkeys(game.ruled[change.at].item.number for change in changes))
            yield Mistake(
                "agreement",
                None,
                COSTS["agreement"] + (0 if other.disputed else RARE),
                tuple(changes),
                detail={"key": other.rule.key, "from": other.rule.ours, "to": other.rule.theirs},
                follows=numbers,
            )
