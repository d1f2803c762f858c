"""The replay: a fold over the records of an evening, corrections applied, ruled one after another.

Scoring is one pass over the standing records.  Corrections are read first: the newest counts, an undone
one does not, and what stands is replayed in file order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Final

from pulya.adding import Adding, add_up
from pulya.errors import Location, RecordError
from pulya.game import Game, Header
from pulya.message import say
from pulya.record import Fix, Undo
from pulya.ruled import Item, Ruled
from pulya.rules.compulsory import owed_laps
from pulya.rules.ending import is_over
from pulya.rules.ruling import Referee
from pulya.sheet import seat
from pulya.table import Table

CORRECTIONS: Final = (Undo, Fix)
_DEEPEST: Final = 50  # undos of undos of undos: each one more asks all below it again
Report = Callable[[RecordError], None]


def first_table(header: Header) -> Table:
    """Return the state before the first deal."""
    table = Table(
        players=header.players,
        everyone=header.players,
        dealer=header.dealer,
        lap=1,
        same_dealer=0,
        target=header.target,
        target_sum=header.target_sum,
        pool=header.opening.pool,
        mountain=header.opening.mountain,
        in_row=header.in_row,
        first_dealer=header.dealer,
        laps=header.laps,
        bombs=header.bombs,
    )
    owed = owed_laps("start", table, header.convention)
    if header.convention.series != "none":
        owed += owed_laps("race", table, header.convention)
    return table._replace(owed=owed)


def replay(header: Header, items: Sequence[Item], report: Report | None = None, *, keep: bool = True) -> Game:
    """Rule all standing records in file order.

    Without ``report`` the first impossible record is raised as a `RecordError`; with it each is reported,
    left out, and the replay goes on.  With ``keep=False`` only the sheet and the state at the end are kept,
    which takes a quarter of the memory of a long journal.
    """
    return gather(header, rulings(header, items, report), keep=keep)


def gather(header: Header, ruled: Iterable[Ruled], *, keep: bool = True) -> Game:
    """Return the game that records come to, one after another; see `replay`."""
    table = first_table(header)
    everyone = table.everyone
    adding = Adding(header.opening)
    records = 0
    still_open: list[Ruled] = []
    history: list[Ruled] = []
    for one in ruled:
        records += 1
        table = one.after
        if table.everyone is not everyone:
            everyone = table.everyone
            adding.seat(everyone)
        adding.add(one.writes)
        if one.ranges:
            still_open.append(one)
        if keep:
            history.append(one)
    return Game(
        header,
        records,
        table,
        is_over(table, header.convention),
        adding.sheet,
        tuple(still_open),
        tuple(history) if keep else None,
    )


def extended(game: Game, item: Item) -> Game:
    """Return a game with one more record that corrects none: what came before stays as it is.

    Raises `RecordError` where it is impossible.
    """
    record = item.entry.record
    assert not isinstance(record, CORRECTIONS)
    convention = game.header.convention
    try:
        writes, table, warnings, ranges = Referee(convention).rule(record, game.table)
    except RecordError as error:
        raise _placed(error, item) from None
    ruled = Ruled(item, record, None, None, writes, game.table, table, warnings, ranges)
    return Game(
        game.header,
        game.records + 1,
        table,
        is_over(table, convention),
        add_up(seat(game.sheet, table.everyone), writes),
        (*game.still_open, *((ruled,) if ranges else ())),
        (*game.ruled, ruled),
    )


def rulings(header: Header, items: Sequence[Item], report: Report | None = None) -> Iterator[Ruled]:
    """Yield what each record does; see `replay`."""
    corrections = _Corrections(items, report)
    referee = Referee(header.convention)
    table = first_table(header)
    for at, item in enumerate(items):
        record, fixed_by = item.entry.record, None
        if isinstance(record, CORRECTIONS) or corrections.struck_by.get(at):
            yield _left_out(at, items, corrections, table)
            continue
        if at in corrections.fixes:
            fix = items[corrections.fixes[at]]
            assert isinstance(fix.entry.record, Fix)
            record, fixed_by = fix.entry.record.record, fix.number
        try:
            writes, after, warnings, ranges = referee.rule(record, table)
        except RecordError as error:
            _reject(error, item, report)
            yield Ruled(item, None, fixed_by, None, (), table, table)
            continue
        yield tuple.__new__(
            Ruled, (item, record, fixed_by, None, writes, table, after, warnings, ranges, None)
        )
        table = after


def _left_out(at: int, items: Sequence[Item], corrections: _Corrections, table: Table) -> Ruled:
    """Return a correction, or a record that one has struck out: nothing changes there."""
    strikers, aim = corrections.struck_by.get(at), corrections.aims.get(at)
    return Ruled(
        items[at],
        None,
        None,
        items[strikers[-1]].number if strikers else None,
        (),
        table,
        table,
        aim=None if aim is None else items[aim].number,
    )


class _Corrections:
    """What corrections do to the items, all by their places: few have any.

    An undo strikes out its record, of whatever kind, so undoing an undo restores; of several standing
    fixes of one record the newest counts.
    """

    def __init__(self, items: Sequence[Item], report: Report | None) -> None:
        self.items = items
        self.aims: dict[int, int] = {}  # what each correction aims at
        self.struck_by: dict[int, list[int]] = {}  # the standing undos of an item; none where it stands
        self._depths: dict[int, int] = {}  # of undos of undos
        self._newest: list[
            int
        ] = []  # a heap of what a bare undo may aim at, the newest first: places below 0
        self._seen = 0  # so many items have been put there
        found = [at for at, item in enumerate(items) if isinstance(item.entry.record, CORRECTIONS)]
        for at in found:
            record = items[at].entry.record
            assert isinstance(record, CORRECTIONS)
            try:
                self.aims[at] = self._newest_before(at) if record.number is None else self._aim(record, at)
            except RecordError as error:
                _reject(error, items[at], report)
                continue
            if isinstance(record, Undo):
                self._depths[at] = self._depths.get(self.aims[at], 0) + 1
                self._strike(at)
        self.fixes = {  # the standing fix that an item is read by
            aim: at
            for at, aim in self.aims.items()
            if isinstance(items[at].entry.record, Fix) and not self.struck_by.get(at)
        }

    def _strike(self, by: int) -> None:
        """Strike an item out; where it is an undo itself, what it alone struck out stands again, and so on."""
        striking = True
        while by in self._depths:
            aim = self.aims[by]
            strikers = self.struck_by.setdefault(aim, [])
            if striking:
                strikers.append(by)
            else:
                strikers.remove(by)
                if not strikers and aim < self._seen and aim not in self._depths:
                    heappush(self._newest, -aim)
            if len(strikers) > striking:
                return  # it is struck out either way
            by, striking = aim, not striking

    def _newest_before(self, at: int) -> int:
        """Return the place of the newest item before one that stands and is no undo."""
        for place in range(self._seen, at):
            if not isinstance(self.items[place].entry.record, Undo):
                heappush(self._newest, -place)
        self._seen = at
        while self._newest and self.struck_by.get(-self._newest[0]):
            heappop(self._newest)
        if not self._newest:
            raise RecordError(
                say("there is no record to undo"),
                at=Location(field="number"),
                hint=say("`log` shows the records and what stands"),
            )
        return -self._newest[0]

    def _aim(self, record: Undo | Fix, at: int) -> int:
        """Return the place of the record that a correction names; it has to stand."""
        number = record.number
        assert number is not None
        if not 1 <= number <= at:
            raise RecordError(
                say("there is no record {number} before this one", number=number),
                at=Location(field="number"),
                hint=say("`log` shows the numbers; this is record {own}", own=at + 1),
            )
        aim = number - 1
        if strikers := self.struck_by.get(aim):
            by = self.items[strikers[-1]].number
            raise RecordError(
                say("record {number} was struck out by record {by}", number=number, by=by),
                at=Location(field="number"),
                hint=say("to bring it back, `undo {by}`", by=by),
            )
        if isinstance(record, Fix) and isinstance(self.items[aim].entry.record, CORRECTIONS):
            raise RecordError(
                say("record {number} is a correction and cannot be fixed", number=number),
                at=Location(field="number"),
                hint=say("take it back: `undo {number}`", number=number),
            )
        if self._depths.get(aim, 0) >= _DEEPEST:
            raise RecordError(
                say("record {number} is an undo of an undo, {depth} deep", number=number, depth=_DEEPEST),
                at=Location(field="number"),
                hint=say("write what is to count as a new record"),
            )
        return aim


def _reject(error: RecordError, item: Item, report: Report | None) -> None:
    if report is None:
        raise _placed(error, item) from None
    report(_placed(error, item))


def _placed(error: RecordError, item: Item) -> RecordError:
    return error.within(Location(line=item.line, record=item.number))
