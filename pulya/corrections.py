"""Corrections: what each undo strikes out, and which fix a record is read by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Final

from pulya.errors import Location, RecordError
from pulya.message import say
from pulya.record import Fix, Undo
from pulya.ruled import Item

CORRECTIONS: Final = (Undo, Fix)
_DEEPEST: Final = 50  # undos of undos of undos: each one more asks all below it again
Report = Callable[[RecordError], None]


class Corrections:
    """What corrections do to the items, all by their places: few have any.

    An undo strikes out its record, of whatever kind, so undoing an undo restores; of several standing
    fixes of one record the newest counts.
    """

    def __init__(self, items: Sequence[Item], report: Report | None) -> None:
        self.items = items
        self.aims: dict[int, int] = {}  # what each correction aims at
        self.struck_by: dict[int, list[int]] = {}  # the standing undos of an item; none where it stands
        self._depths: dict[int, int] = {}  # of each undo that counts: 1 where it strikes out no undo
        # A heap of what a bare undo may aim at, the newest first: places, as numbers below 0.
        self._newest: list[int] = []
        self._seen = 0  # so many items were looked at for it
        found = [at for at, item in enumerate(items) if isinstance(item.record, CORRECTIONS)]
        for at in found:
            record = items[at].record
            assert isinstance(record, CORRECTIONS)
            try:
                self.aims[at] = self._newest_before(at) if record.number is None else self._aim(record, at)
            except RecordError as error:
                reject(error, items[at], report)
                continue
            if isinstance(record, Undo):
                self._depths[at] = self._depths.get(self.aims[at], 0) + 1
                self._strike(at)
        self.fixes = {  # the standing fix that an item is read by
            aim: at
            for at, aim in self.aims.items()
            if isinstance(items[at].record, Fix) and not self.struck_by.get(at)
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
                if not strikers and aim < self._seen and not isinstance(self.items[aim].record, Undo):
                    heappush(self._newest, -aim)
            if len(strikers) > striking:
                return  # it is struck out either way
            by, striking = aim, not striking

    def _newest_before(self, at: int) -> int:
        """Return the place of the newest item before one that stands and is no undo."""
        for place in range(self._seen, at):
            if not isinstance(self.items[place].record, Undo):
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
        if isinstance(record, Fix) and isinstance(self.items[aim].record, CORRECTIONS):
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


def reject(error: RecordError, item: Item, report: Report | None) -> None:
    """Report a complaint about an item, or raise it where nobody wants reports."""
    if report is None:
        raise placed(error, item) from None
    report(placed(error, item))


def placed(error: RecordError, item: Item) -> RecordError:
    """Return a complaint with the place of the item it is about."""
    return error.within(Location(line=item.line, record=item.number))
