"""A record of a journal, and what it did."""

from __future__ import annotations

from pulya.convention import Convention
from pulya.message import Text
from pulya.record import Contract, Deal, Entry, Event, Record
from pulya.rules.split import Range, splits
from pulya.table import Table
from pulya.value import Value
from pulya.write import Write


class Item(Value):
    """One item of a journal: its number, its line in the file, its text, and the record it says."""

    number: int
    line: int | None
    text: str
    # The parts of its `Entry`, which would be another value for every record.
    record: Record
    time: str | None = None
    note: str | None = None

    @property
    def entry(self) -> Entry:
        """Return what the text says."""
        return Entry(self.record, self.time, self.note)


class Ruled(Value):
    """An item after the replay.

    ``record`` is its standing reading, ``None`` for corrections and for what does not stand; ``writes``,
    ``before`` and ``after`` belong to that reading.  Of an open record they are provisional: ``ranges`` has the
    cells that hang on how the tricks of the defence fell.
    """

    item: Item
    record: Deal | Event | None
    fixed_by: int | None  # the standing fix that gives the reading
    struck_by: int | None  # the standing undo
    writes: tuple[Write, ...]
    before: Table
    after: Table
    warnings: tuple[Text, ...] = ()
    ranges: tuple[Range, ...] = ()
    aim: int | None = None  # of a correction, the number of the record it is about


def as_even(open_: Ruled, convention: Convention) -> Contract:
    """Return the reading of an open record that counts for now: the defence's tricks fell evenly."""
    assert isinstance(open_.record, Contract)
    return splits(open_.record, open_.before, convention)[0]
