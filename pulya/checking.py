"""Everything that is wrong with a journal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from pulya import journal
from pulya.errors import ConventionError, Location, PulyaError, RecordError
from pulya.evening import Evening, open_header
from pulya.items import read_items
from pulya.journal import Journal
from pulya.record import Fix, Undo
from pulya.replay import replay
from pulya.ruled import Item


def check_evening(path: str) -> tuple[Evening | None, list[PulyaError]]:
    """Return a journal as far as it can be replayed, and everything that is wrong with it."""
    problems: list[PulyaError] = []
    faults: list[PulyaError] = []  # lines that are no record, records that cannot be read
    try:
        read_journal = journal.read(path)
    except PulyaError as error:
        return None, [error]
    opened = None
    while opened is None:
        try:
            opened = open_header(read_journal)
        except PulyaError as error:
            problems.append(error)
            rest = _without(read_journal, error)
            if rest is None:
                for _ in read_journal.lines(faults.append):
                    pass  # nobody can read the records; what is no record can be said
                return None, _in_order(problems, faults)
            read_journal = rest
    problems = _in_order(problems)
    if read_journal.torn is not None:
        problems.append(read_journal.torn)
    resolved, header = opened
    items = read_items(read_journal, header, faults.append)
    if faults:
        # What follows cannot be judged: its numbers, and the deal before it, may have shifted.
        first = min(fault.at.line or 0 for fault in faults)
        replay(header, _settled_before(first, items), faults.append)
        return None, _in_order(problems, [fault.within(Location(file=path)) for fault in faults])

    def report(error: RecordError) -> None:
        problems.append(error.within(Location(file=path)))

    return Evening(read_journal, resolved, replay(header, items, report)), problems


def _in_order(*problems: Sequence[PulyaError]) -> list[PulyaError]:
    return sorted(chain(*problems), key=lambda error: error.at.line or 0)


def _settled_before(line: int, items: Sequence[Item]) -> list[Item]:
    """Return the records above a line, up to the first that is corrected below it: only those can be judged."""
    end = max((item.number for item in items if (item.line or 0) < line), default=0)
    for item in reversed(items):
        record = item.record
        if item.number > end and isinstance(record, Fix | Undo):
            end = min(end, (record.number or 1) - 1)  # what a bare undo takes back is not known
    return [item for item in items if item.number <= end]


def _without(opened: Journal, error: PulyaError) -> Journal | None:
    """Return a journal without the key that a complaint is about, so that the next fault can be found."""
    field = error.at.field or ""
    plain = dict(opened.plain)
    agreed = plain.get("agreed")
    if isinstance(error, ConventionError) and isinstance(agreed, dict):
        about = [
            key for key in agreed if f"{field}.".startswith(f"{key}.") or f"{key}.".startswith(f"{field}.")
        ]
        if not about:
            return None
        plain["agreed"] = {key: value for key, value in agreed.items() if key not in about}
    elif field.partition(".")[0] in plain.keys() - {"convention", "players"}:
        del plain[field.partition(".")[0]]
    else:
        return None
    return opened._replace(header=opened.header._replace(value=plain))
