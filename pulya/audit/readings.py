"""Mistakes with a whole deal: its numbers are those of another price, another rule, or other persons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import combinations, permutations
from typing import Final, TypeAlias

from pulya.audit.mistakes import RARE, Entry, Mistake, Scene, entry_of
from pulya.audit.persons import exchanged
from pulya.audit.slips import defenders_of, helps
from pulya.audit.variants import Variants
from pulya.errors import RecordError
from pulya.record import Concession, Contract, Deal, Event, Figure, Misere, Raspasy
from pulya.rules.ruling import Referee, Ruling
from pulya.rules.split import splits
from pulya.sheet import Place, place_of
from pulya.table import Table
from pulya.terms import LEVELS, TRICKS, exact
from pulya.write import Write

_SHARED: Final = "whisting.split"  # of what whister and passer share, consolation included


Kind: TypeAlias = Callable[[Scene, Variants], Iterator[Mistake]]


class Alone(Enum):
    """Whether a mistake can also happen with one of the cells of a deal alone."""

    NO = False
    YES = True


def read_as(
    scene: Scene, kind: str, ruling: Ruling | None, alone: Alone, more: int = 0, **detail: object
) -> Iterator[Mistake]:
    """Yield the mistake of writing the deal as another ruling has it, if it can be."""
    if ruling is None:
        return
    right, wrong = parted(scene.writes, ruling.writes)
    yield from scene.mistake(kind, right, map(entry_of, wrong), more, **detail)
    cells = dict.fromkeys(map(place_of, (*right, *wrong)))
    if alone is Alone.YES and len(cells) > 1:
        for cell in cells:
            yield from scene.mistake(
                kind,
                [write for write in right if place_of(write) == cell],
                [entry_of(write) for write in wrong if place_of(write) == cell],
                more + RARE,
                **detail,
            )


def by_rule(
    scene: Scene, kind: str, referees: Iterable[Referee], alone: Alone = Alone.YES
) -> Iterator[Mistake]:
    """Yield the mistake of writing the deal by each of these other rules."""
    for referee in referees:
        yield from read_as(scene, kind, ruled(scene, referee), alone)


def as_record(
    scene: Scene, variants: Variants, kind: str, record: Deal, alone: Alone, more: int = 0, **detail: object
) -> Iterator[Mistake]:
    """Yield the mistake of writing another deal in place of this one."""
    yield from read_as(scene, kind, ruled(scene, variants.table, record), alone, more, **detail)


def ruled(
    scene: Scene, referee: Referee, record: Deal | Event | None = None, before: Table | None = None
) -> Ruling | None:
    """Return the ruling of this or another record in this or another state, ``None`` where it cannot be."""
    try:
        return referee.rule(record or scene.record, before or scene.ruled.before)
    except RecordError:
        return None


def parted(right: tuple[Write, ...], wrong: tuple[Write, ...]) -> tuple[list[Write], list[Write]]:
    """Return the writes of each side that the other does not have."""
    rest = list(right)
    extra: list[Write] = []
    for write in wrong:
        same = next((one for one in rest if one[:3] == write[:3] and one.on == write.on), None)
        if same is None:
            extra.append(write)
        else:
            rest.remove(same)
    return rest, extra


def price(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Write a contract at the price of another; what is owed and won is as it was."""
    if isinstance(scene.record, Contract | Concession):
        for level in LEVELS:
            referee = variants.prices.get((scene.record.level, level))
            if referee is not None:
                yield from read_as(scene, "price", ruled(scene, referee), Alone.YES, level=level)


def consolation(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Write the consolation at another size; where it is shared with the whists, leave it out."""
    record = scene.record
    if not isinstance(record, Contract) or not any(map(_is_consolation, scene.writes)):
        return
    if any(write.rule == _SHARED for write in scene.writes):
        yield from by_rule(scene, "consolation-forgotten", [variants.no_consolation])
    yield from by_rule(scene, "consolation-size", variants.consolations.get(record.level, ()))


def consolation_extra(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Give a consolation to one who gets none, or to all of them."""
    record = scene.record
    if not isinstance(record, Contract | Concession) or variants.convention.ledger == "teams":
        return
    failed = next((write.formula for write in scene.writes if _is_failure(write)), None)
    if failed is None:
        return
    amount = variants.convention.consolation.amount
    size = amount if isinstance(amount, int) else variants.convention.contracts.row(record.level).whist
    points = exact(failed.terms[0].number * size * failed.times)
    having = {record.declarer, *(write.player for write in scene.writes if _is_consolation(write))}
    others = [player for player in scene.players if player not in having]
    for group in [*([player] for player in others), *([others] if len(others) > 1 else [])]:
        entries = [Entry(Place(player, "whists", record.declarer), points) for player in group]
        yield from scene.mistake("consolation-extra", (), entries)


def passer(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Give the passer whists that are not his, or the whister those of the passer."""
    record = scene.record
    if not isinstance(record, Contract):
        return
    yield from by_rule(scene, "passer-whists", variants.passers)
    whists = [write for write in scene.writes if write.rule == f"contracts.{record.level}.whist"]
    if len(whists) != 1:
        return
    (number, _, at), times = whists[0].formula.terms[0], whists[0].formula.times
    known = {figure.player: figure.tricks for figure in record.tricks}
    for other in defenders_of(scene):
        if other != whists[0].player and isinstance(number, int):
            for own in [known[other]] if other in known else range(1, number):
                taken = exact(own * at * times)
                entries = [
                    Entry(place_of(whists[0]), exact(whists[0].points - taken)),
                    Entry(Place(other, "whists", record.declarer), taken),
                ]
                yield from scene.mistake("passer-whists", whists, entries, 0 if other in known else RARE)


def responsibility(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Count what the whisters owe by another rule."""
    if isinstance(scene.record, Contract):
        yield from by_rule(scene, "responsibility", variants.responsibilities)


def raspasy_step(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Write raspasy at the price of another step, once."""
    before = scene.ruled.before
    if isinstance(scene.record, Raspasy) and not before.owed:
        for step in range(len(variants.convention.raspasy.price)):
            ruling = ruled(scene, variants.table, before=before._replace(in_row=step))
            yield from read_as(scene, "raspasy-step", ruling, Alone.YES, step=step + 1)
            if ruling is not None and any(map(_is_trick, scene.writes)):
                # or only the tricks, and the bonus for none is right
                right, wrong = parted(
                    tuple(filter(_is_trick, scene.writes)), tuple(filter(_is_trick, ruling.writes))
                )
                yield from scene.mistake("raspasy-step", right, map(entry_of, wrong), RARE, step=step + 1)


def raspasy_rule(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Write raspasy with an amnesty that is not played or without one that is, or another bonus for no tricks."""
    if isinstance(scene.record, Raspasy):
        yield from by_rule(scene, "amnesty", variants.amnesties)
        yield from by_rule(scene, "raspasy-whists", variants.comparisons)
        yield from by_rule(scene, "zero-size", variants.zeros)


def misere(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Write whists on a failed misère that pays none, at another price, or in place of the mountain."""
    if isinstance(scene.record, Misere) and scene.record.taken:
        for referee in variants.miseres:
            ruling = ruled(scene, referee)
            yield from read_as(scene, "misere-whists", ruling, Alone.YES)
            if ruling is not None:
                whists = [entry_of(write) for write in ruling.writes if write.on is not None]
                yield from scene.mistake("misere-whists", scene.writes, whists)


def help_kept(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Keep in the own pool what should have helped, or help somebody else first."""
    if helps(scene.writes):
        yield from by_rule(scene, "help-forgotten", [variants.no_help], Alone.NO)
        yield from by_rule(scene, "help-moved", variants.other_help, Alone.NO)


def swapped_tricks(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Exchange the tricks of two defenders, or of two players in raspasy, or who of the two whisted."""
    record = scene.record
    if isinstance(record, Contract) and len(defenders_of(scene)) > 1:
        both = exchanged(record, *defenders_of(scene))
        assert isinstance(both, Contract)
        ways = (
            (record._replace(tricks=both.tricks), 0),
            (record._replace(calls=both.calls), RARE),
            (both, RARE),
        )
        for swapped, more in ways:
            yield from as_record(scene, variants, "swapped-tricks", swapped, Alone.NO, more)
    elif isinstance(record, Raspasy):
        for one, other in combinations(scene.players, 2):
            reading = exchanged(record, one, other)
            yield from as_record(scene, variants, "swapped-tricks", reading, Alone.NO)


def open_split(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Share out the defence's tricks of an open record otherwise than evenly: the paper may know how they fell."""
    record = scene.record
    if isinstance(record, Contract) and record.is_open:
        for split in splits(record, scene.ruled.before, variants.convention)[1:]:
            fell = "-".join(str(figure.tricks) for figure in split.tricks)
            yield from as_record(scene, variants, "open-split", split, Alone.NO, tricks=fell)


def tricks(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Count one trick for somebody else."""
    record = scene.record
    readings: list[Deal] = []
    if isinstance(record, Misere):
        readings += [record._replace(taken=taken) for taken in _beside(record.taken)]
    elif isinstance(record, Contract | Raspasy):
        readings += [record._replace(tricks=figures) for figures in _miscounted(record.tricks)]
    for reading in readings:
        yield from as_record(scene, variants, "tricks", reading, Alone.YES)


def wrong_declarer(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Write a game for another declarer, who changes places with him, or with the calls in seat order."""
    record, written = scene.record, scene.ruled.record
    if isinstance(record, Misere | Contract | Concession):
        assert isinstance(written, Misere | Contract | Concession)
        for other in scene.players:
            if other != record.declarer:
                roles = {record.declarer: other, other: record.declarer}
                copied = [
                    Entry(
                        Place(roles.get(player, player), column, None if on is None else roles.get(on, on)),
                        points,
                    )
                    for (player, column, on), points in map(entry_of, scene.writes)
                ]
                yield from scene.mistake("wrong-declarer", scene.writes, copied, player=other)
                for reading in (exchanged(record, record.declarer, other), written._replace(declarer=other)):
                    yield from as_record(scene, variants, "wrong-declarer", reading, Alone.NO, player=other)


def whole_deal(scene: Scene, variants: Variants) -> Iterator[Mistake]:
    """Forget a deal, or enter it twice: by the state after it, or by copying its numbers."""
    yield from scene.mistake("deal-forgotten", scene.writes)
    before, after = scene.ruled.before, scene.ruled.after
    again = ruled(scene, variants.table, before=before._replace(pool=after.pool, mountain=after.mountain))
    for second in dict.fromkeys([scene.writes, again.writes if again else scene.writes]):
        yield from scene.mistake("deal-twice", scene.writes, map(entry_of, (*scene.writes, *second)))


KINDS: Final[tuple[Kind, ...]] = (
    price,
    consolation,
    consolation_extra,
    passer,
    responsibility,
    raspasy_step,
    raspasy_rule,
    misere,
    help_kept,
    swapped_tricks,
    open_split,
    tricks,
    wrong_declarer,
    whole_deal,
)


def _is_consolation(write: Write) -> bool:
    return write.rule.startswith("consolation.") or write.rule == _SHARED


def _is_trick(write: Write) -> bool:
    return write.formula.terms[0].unit == "trick"


def _is_failure(write: Write) -> bool:
    """Say whether a number is what a declarer pays for undertricks."""
    return write.column == "mountain" and write.formula.terms[0].unit == "undertrick"


def _beside(taken: int) -> list[int]:
    """Return one trick less and one more, where they can be."""
    return [other for other in (taken - 1, taken + 1) if 0 <= other <= TRICKS]


def _miscounted(figures: tuple[Figure, ...]) -> Iterator[tuple[Figure, ...]]:
    """Yield the figures with one trick counted for another person; of a lone figure one more or less."""
    if len(figures) == 1:
        yield from ((figures[0]._replace(tricks=taken),) for taken in _beside(figures[0].tricks))
        return
    for giver, taker in permutations(range(len(figures)), 2):
        moved = list(figures)
        moved[giver] = moved[giver]._replace(tricks=moved[giver].tricks - 1)
        moved[taker] = moved[taker]._replace(tricks=moved[taker].tricks + 1)
        if moved[giver].tricks >= 0:
            yield tuple(moved)
