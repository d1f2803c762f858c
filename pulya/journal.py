"""Read and append journals: a YAML header, then ``deals:`` with one record a line.

The header goes through the strict YAML reader; the records are told apart by how they begin, which costs no YAML
parse per record and accepts only what YAML would read as the same text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from pulya import files
from pulya.errors import JournalError, Location, RecordError, WriteError
from pulya.message import say
from pulya.plain import Document, Plain
from pulya.remember import read_document
from pulya.value import Value

if TYPE_CHECKING:  # who only reads needs no lock
    from pulya.lock import Held

_LIMIT: Final = 4 * 1024 * 1024  # some fifty thousand deals
_HEADER_LIMIT: Final = 64 * 1024
_DEALS: Final = re.compile(r"^(deals|\"deals\"|'deals')[ \t]*:(.*)$", re.MULTILINE)
_INDENT: Final = re.compile(r"^([ ]*)-(?=[ ]|$)", re.MULTILINE)
# Compiled where they are needed, by few journals.
_HAS_DEALS: Final = rb"^(deals|\"deals\"|'deals')[ \t]*:"
_NAMED: Final = r"convention[ \t]*:[ \t]+[^\s#{\[&*!|>].*"
_ITEM: Final = r"[ ]*-(?:[ ]+(.*))?$"
# A plain item may not begin so, nor hold what ends it or makes it a mapping.
_SPECIAL_START: Final = r"[\[\]{}&*!|>'\"%@`#,]|[-?:](?:\s|$)"
_SPECIAL_INSIDE: Final = r"\s#|:(?:\s|$)"


Report: TypeAlias = Callable[[JournalError], None]


Parts: TypeAlias = tuple[
    int, int, str, RecordError | None
]  # of a line: a value for each would take longer to make


class Line(Value):
    """A record as text, and where it stands; or the fault that kept it from being read."""

    number: int
    line: int
    text: str
    fault: RecordError | None = None


class Body(Value):
    """What stands below ``deals:``, still to be told apart."""

    text: str
    line: int  # of the file, where the text begins
    indent: str  # in front of each record


class Journal(Value):
    """A journal as it was read; a bare paper sheet has no ``body``."""

    path: str
    header: Document
    body: Body | None
    data: bytes = b""  # the whole file, to know it again before something is added
    torn: JournalError | None = None  # what is to be said of a last line that was cut short; it is no record

    @property
    def is_sheet(self) -> bool:
        """Say whether this is a bare paper sheet."""
        return self.body is None

    @property
    def deals(self) -> tuple[Line, ...]:
        """Return the records; see `lines` for what it raises."""
        return tuple(Line(*line) for line in self.lines())

    @property
    def plain(self) -> dict[str | int, Plain]:
        """Return the header as plain data."""
        assert isinstance(self.header.value, dict)
        return self.header.value

    @property
    def text(self) -> str:
        """Return the whole file as text, with what is left of a last line that was cut short."""
        return self.data.decode("utf-8", "backslashreplace")

    def location(self, field: str | None) -> Location:
        """Return the place of a key of the header."""
        return Location(file=self.path, line=self.header.line(field), field=field)

    def lines(self, report: Report | None = None) -> Iterator[Parts]:
        """Yield the parts of a `Line` for each record, all indented as the first; a fault inside one waits there.

        Raises a `JournalError` with file and line for a line that is no record; with ``report`` it is reported and
        left out.
        """
        if self.body is None:
            return
        text, at, indent = self.body
        begins = f"\n{indent}- "
        before, *records = text.split(begins)
        if records:
            records[-1] = records[-1].removesuffix("\n")  # not from the text, which may be megabytes
        number = 0
        for line in _closer(before, at, number, indent, self.path, report):
            number = line[0]
            yield line
        at += before.count("\n") + 1
        for record in records:
            if _is_plain(record):
                # Nearly all records, in a fifth of the time of what follows.
                number += 1
                yield number, at, record, None
                at += 1
                continue
            for line in _closer(begins[1:] + record, at, number, indent, self.path, report):
                number = line[0]
                yield line
            at += record.count("\n") + 1


def read(path: str) -> Journal:
    """Return a journal, its records still to be told apart.

    Raises `JournalError` with file, line and field.
    """
    data = files.read_bytes(path, _LIMIT, JournalError)
    tail = _torn(data)
    whole = data.removesuffix(tail) if tail else data
    found = parse(files.decode(whole, path, JournalError), path)
    return found._replace(data=data, torn=_cut_short(tail, whole, path) if tail else None)


def _torn(data: bytes) -> bytes:
    """Return what a crash has left of a record behind the last newline.

    A record is written with its newline at once, so a line without one is a part of a record, and a part of
    ``= 10`` would be read as ``= 1``.
    """
    end = data.rfind(b"\n") + 1
    tail = data[end:]
    bare = tail.strip()
    if not bare:
        return b""
    if re.search(_HAS_DEALS, data[:end], re.MULTILINE):
        return b"" if bare.startswith(b"#") else tail
    # The first record of a paper sheet brings the key with it.
    is_part = b"deals".startswith(bare) or not bare.strip(b"\0")
    return tail if end and is_part else b""


def _cut_short(tail: bytes, whole: bytes, path: str) -> JournalError:
    text = tail.rstrip(b"\0")[:200].decode("utf-8", "backslashreplace").strip()[:60]
    return JournalError(
        say("the last line was cut short while it was written, and does not count: `{text}`", text=text),
        at=Location(file=path, line=whole.count(b"\n") + 1),
        hint=say("if nothing is missing there, press Enter at its end; the next record puts it aside"),
    )


def parse(text: str, path: str) -> Journal:
    """Return the journal that a text is; ``path`` names it in messages.

    Raises as `read`.
    """
    found = _DEALS.search(text)
    head = text if found is None else text[: found.start()]
    here = Location(file=path)
    if len(head) > _HEADER_LIMIT:
        raise JournalError(
            say("the header is larger than {limit} bytes", limit=_HEADER_LIMIT),
            at=here,
            hint=say("records stand under `deals:`, one a line"),
        )
    try:
        header = read_document(head, JournalError)
    except JournalError as error:
        raise error.within(here) from None
    if header.value is None:
        raise JournalError(
            say("the file is empty"),
            at=here,
            hint=say(
                "`new` makes a journal: `pulya new {name} --players Anna,Boris,Vera`",
                name=os.path.basename(path),
            ),
        )
    if not isinstance(header.value, dict):
        raise JournalError(
            say("this is no journal"),
            at=Location(file=path, line=header.line("")),
            hint=say("a journal begins with `convention: sochi` and `players: [Anna, Boris, Vera]`"),
        )
    if found is None:
        return Journal(path, header, None)
    first = text.count("\n", 0, found.start()) + 1
    rest = found[2].strip()
    if rest and not rest.startswith("#"):
        raise JournalError(
            say("records stand below `deals:`, not beside it"),
            at=Location(file=path, line=first, field="deals"),
            hint=say("write `deals:` alone, and each record on its own line after `- `"),
        )
    below = text[found.end() :]
    item = _INDENT.search(below)
    return Journal(path, header, Body(below, first, item[1] if item else ""))


def _closer(
    text: str, at: int, number: int, indent: str, file: str, report: Report | None
) -> Iterator[Parts]:
    """Yield the records of a text line by line, the next after ``number``; blank lines and comments are none."""
    for line_number, line in enumerate(text.split("\n"), start=at):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        item = re.fullmatch(_ITEM, line.rstrip())
        if item is None:
            _refuse(_no_record(file, line_number), report)
            continue
        if len(line) - len(line.lstrip(" ")) != len(indent):
            _refuse(_otherwise_indented(file, line_number), report)
        number += 1
        yield _line(number, line_number, item[1] or "", file)


def _refuse(fault: JournalError, report: Report | None) -> None:
    if report is None:
        raise fault
    report(fault)


def _line(number: int, at: int, item: str, file: str) -> Line:
    """Return an item, or its fault."""
    try:
        return Line(number, at, _text(item))
    except RecordError as error:
        return Line(number, at, item.strip(), error.within(Location(file=file, line=at, record=number)))


def _no_record(file: str, line: int) -> JournalError:
    return JournalError(
        say("this line is no record"),
        at=Location(file=file, line=line),
        hint=say("below `deals:` each record is one line that begins with `- `; deals is the last key"),
    )


def _otherwise_indented(file: str, line: int) -> JournalError:
    return JournalError(
        say("this record is indented otherwise than the first"),
        at=Location(file=file, line=line),
        hint=say("begin every record in the same column"),
    )


def _is_plain(text: str) -> bool:
    """Say at a glance that YAML reads a text as it stands; what has a colon or a sign in it wants a closer look."""
    return (
        text[:1].isalnum()
        and text.isprintable()
        and "#" not in text
        and ": " not in text
        and text[-1] not in " :"
    )


def _text(item: str) -> str:
    """Return the text of an item as YAML reads it."""
    item = item.strip()
    if item[:1] in {'"', "'"}:
        try:
            from pulya.strict_yaml import load  # few records need quotes

            value = load(item, JournalError).value
        except JournalError as error:
            raise RecordError(error.problem, hint=error.hint) from None
        if isinstance(value, str):
            return value
    elif not re.match(_SPECIAL_START, item) and not re.search(_SPECIAL_INSIDE, item):
        return item
    raise RecordError(
        say("YAML would not read this line as text"),
        at=Location(field="record"),
        hint=say("put it in quotes: - {quoted}", quoted=_quoted(item)),
    )


def item(text: str) -> str:
    """Return the line that a record is in a journal."""
    plain = (
        text
        and text == text.strip()
        and not re.match(_SPECIAL_START, text)
        and not re.search(_SPECIAL_INSIDE, text)
    )
    return f"- {text if plain and text.isprintable() else _quoted(text)}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(one if one.isprintable() else f"\\U{ord(one):08X}" for one in escaped) + '"'


def append(journal: Journal, text: str, held: Held | None = None) -> str | None:
    """Add one record at the end; on disk when this returns.

    Without ``held`` the file is locked here.  Returns where a last line that was cut short has been put.
    Raises `WriteError` when nothing was recorded, as when the file is no longer what was read.
    """
    from pulya import lock

    if held is None:
        with lock.hold(journal.path) as taken:
            return append(journal, text, taken)
    line = item(text)
    assert "\n" not in line
    _check_unchanged(journal, held)
    data = (("deals:\n" if journal.body is None else journal.body.indent) + line + "\n").encode()
    aside = None
    if journal.torn:
        aside = _put_aside(journal, held)
    elif not journal.data.endswith(b"\n"):
        data = b"\n" + data
    files.append(journal.path, held.handle, data)
    with files.failing(journal.path, files.NOT_KNOWN):
        if not lock.is_there(held):
            raise _changed(journal)
    return aside


def _check_unchanged(journal: Journal, held: Held) -> None:
    with files.failing(journal.path):
        os.lseek(held.handle, 0, os.SEEK_SET)
        with os.fdopen(held.handle, "rb", closefd=False) as file:
            now = file.read()
    if now != journal.data:
        raise _changed(journal)


def _changed(journal: Journal) -> WriteError:
    return WriteError(
        say("the journal has been changed meanwhile by another program"),
        at=Location(file=journal.path),
        hint=say("nothing was recorded; look at it with `pulya log`, and give the command again"),
    )


def _put_aside(journal: Journal, held: Held) -> str:
    """Move a last line that was cut short into a file of its own."""
    tail = _torn(journal.data)
    number = 1
    while files.kind(aside := f"{journal.path}.torn-{number}"):
        number += 1
    files.create(aside, tail)
    with files.failing(journal.path):
        os.ftruncate(held.handle, len(journal.data) - len(tail))
    return aside


def freeze(journal: Journal, convention: Mapping[str | int, Plain], held: Held) -> None:
    """Write the whole convention into the journal in place of its name; no other byte changes.

    Raises `JournalError` where the name does not stand on a line of its own, and `WriteError` when nothing
    was changed.
    """
    from pulya.strict_yaml import dump

    _check_unchanged(journal, held)
    lines = journal.data.splitlines(keepends=True)
    first = journal.header.lines["convention"] - 1
    line = lines[first].decode().removeprefix("\ufeff")
    if not re.fullmatch(_NAMED, line.rstrip("\r\n")):
        raise JournalError(
            say("the convention does not stand on a line of its own"),
            at=journal.location("convention"),
            hint=say("write `convention: sochi` at the beginning of a line, and freeze again"),
        )
    mark = "\ufeff" if lines[first].startswith("\ufeff".encode()) else ""
    ending = line[len(line.rstrip("\r\n")) :] or "\n"
    block = ["convention:", *(f"  {one}" for one in dump(convention).split("\n"))]
    lines[first] = (mark + "".join(one + ending for one in block)).encode()
    files.replace(journal.path, b"".join(lines))
