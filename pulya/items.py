"""The records of a journal, read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pulya.errors import Location, PulyaError, RecordError
from pulya.game import Header
from pulya.journal import Journal
from pulya.notation.read import joined, read
from pulya.record import Fix, Join
from pulya.ruled import Item

_NAMING: Final = (Fix, Join)  # records that can bring a new name


def read_items(
    opened: Journal, header: Header, report: Callable[[PulyaError], None] | None = None
) -> list[Item]:
    """Return the records of a journal; each can name those at the table and those who joined before.

    Without ``report`` the first one that cannot be read is raised as a `RecordError`, and the first line that is none as
    a `JournalError`; with it each is reported and left out.
    """
    names = header.players
    found: list[Item] = []
    for number, at, text, fault in opened.lines(report):
        try:
            if fault is not None:
                raise fault
            record, time, note = read(text, names)
        except RecordError as error:
            placed = error.within(Location(opened.path, at, number))
            if report is None:
                raise placed from None
            report(placed)
            newcomer = joined(text)
        else:
            # made for every record, in half the time of the constructor
            found.append(tuple.__new__(Item, (number, at, text, record, time, note)))
            if not isinstance(record, _NAMING):
                continue
            inner = record.record if isinstance(record, Fix) else record
            newcomer = inner.player if isinstance(inner, Join) else None
        if newcomer is not None and newcomer not in names:
            names = (*names, newcomer)
    return found
