"""Read and append journals: a YAML header, then ``deals:`` with one record a line.

The header goes through the strict YAML reader; the records are read line by line, which costs no YAML
parse per record and accepts only what YAML would read as the same text.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from pulya import files
from pulya.errors import JournalError, Location, RecordError
from pulya.files import read_text
from pulya.message import say
from pulya.strict_yaml import Document, Plain, dump, load

_LIMIT: Final = 64 * 1024 * 1024
_HEADER_LIMIT: Final = 64 * 1024
_DEALS: Final = re.compile(r"^(deals|\"deals\"|'deals')[ \t]*:(.*)$", re.MULTILINE)
_INDENT: Final = re.compile(r"^([ ]*)-", re.MULTILINE)
_NAMED: Final = re.compile(r"convention[ \t]*:[ \t]+[^\s#{\[&*!|>].*")
_ITEM: Final = re.compile(r"[ ]*-(?:[ ]+(.*))?$")
# A plain item may not begin so, nor hold what ends it or makes it a mapping.
_SPECIAL_START: Final = re.compile(r"[\[\]{}&*!|>'\"%@`#,]|[-?:](?:\s|$)")
_SPECIAL_INSIDE: Final = re.compile(r"\s#|:(?:\s|$)")


class Line(NamedTuple):
    """A record as text, and where it stands; or the fault that kept it from being read."""

    number: int
    line: int
    text: str
    fault: RecordError | None = None


class Journal(NamedTuple):
    """A journal as it was read; ``deals`` is ``None`` for a bare paper sheet."""

    path: Path
    header: Document
    deals: tuple[Line, ...] | None
    indent: str = ""  # in front of each record

    @property
    def plain(self) -> dict[str | int, Plain]:
        """Return the header as plain data."""
        assert isinstance(self.header.value, dict)
        return self.header.value

    def location(self, field: str | None) -> Location:
        """Return the place of a key of the header."""
        return Location(file=str(self.path), line=self.header.line(field), field=field)


def read(path: Path) -> Journal:
    """Return a journal.

    Raises `JournalError` with file, line and field; a fault inside one record waits in its line.
    """
    return parse(read_text(path, _LIMIT, JournalError), path)


def parse(text: str, path: Path) -> Journal:
    """Return the journal that a text is; ``path`` names it in messages.

    Raises as `read`.
    """
    found = _DEALS.search(text)
    head = text if found is None else text[: found.start()]
    here = Location(file=str(path))
    if len(head) > _HEADER_LIMIT:
        raise JournalError(
            say("the header is larger than {limit} bytes", limit=_HEADER_LIMIT),
            at=here,
            hint=say("records stand under `deals:`, one a line"),
        )
    try:
        header = load(head, JournalError)
    except JournalError as error:
        raise error.within(here) from None
    if header.value is None:
        raise JournalError(
            say("the file is empty"),
            at=here,
            hint=say("`new` makes a journal: `pulya new {name} --players Anna,Boris,Vera`", name=path.name),
        )
    if not isinstance(header.value, dict):
        raise JournalError(
            say("this is no journal"),
            at=Location(file=str(path), line=header.line("")),
            hint=say("a journal begins with `convention: sochi` and `players: [Anna, Boris, Vera]`"),
        )
    if found is None:
        return Journal(path, header, None)
    first = text.count("\n", 0, found.start()) + 1
    rest = found[2].strip()
    if rest and not rest.startswith("#"):
        raise JournalError(
            say("records stand below `deals:`, not beside it"),
            at=Location(file=str(path), line=first, field="deals"),
            hint=say("write `deals:` alone, and each record on its own line after `- `"),
        )
    rest_of_file = text[found.end() :]
    indent = _INDENT.search(rest_of_file)
    deals = tuple(_lines(rest_of_file.split("\n"), first, str(path)))
    return Journal(path, header, deals, indent[1] if indent else "")


def _lines(lines: list[str], first: int, file: str) -> list[Line]:
    """Return the items below ``deals:``; blank lines and comments stand for nothing."""
    found: list[Line] = []
    indent: int | None = None
    for at, line in enumerate(lines, start=first):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        item = _ITEM.fullmatch(line.rstrip())
        if item is None:
            raise JournalError(
                say("this line is no record"),
                at=Location(file=file, line=at),
                hint=say(
                    "below `deals:` each record is one line that begins with `- `; deals is the last key"
                ),
            )
        here = len(line) - len(line.lstrip(" "))
        if indent is None:
            indent = here
        if here != indent:
            raise JournalError(
                say("this record is indented otherwise than the first"),
                at=Location(file=file, line=at),
                hint=say("begin every record in the same column"),
            )
        number = len(found) + 1
        try:
            found.append(Line(number, at, _text(item[1] or "")))
        except RecordError as error:
            placed = error.within(Location(file=file, line=at, record=number))
            found.append(Line(number, at, stripped.removeprefix("-").strip(), placed))
    return found


def _text(item: str) -> str:
    """Return the text of an item as YAML reads it."""
    item = item.strip()
    if item[:1] in {'"', "'"}:
        try:
            value = load(item, JournalError).value
        except JournalError as error:
            raise RecordError(error.problem, hint=error.hint) from None
        if isinstance(value, str):
            return value
    elif not _SPECIAL_START.match(item) and not _SPECIAL_INSIDE.search(item):
        return item
    raise RecordError(
        say("YAML would not read this line as text"),
        at=Location(field="record"),
        hint=say("put it in quotes: - {quoted}", quoted=_quoted(item)),
    )


def item(text: str) -> str:
    """Return the line that a record is in a journal."""
    plain = (
        text and text == text.strip() and not _SPECIAL_START.match(text) and not _SPECIAL_INSIDE.search(text)
    )
    return f"- {text if plain and text.isprintable() else _quoted(text)}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(one if one.isprintable() else f"\\U{ord(one):08X}" for one in escaped) + '"'


def append(journal: Journal, text: str) -> None:
    """Add one record at the end; on disk when this returns.

    Raises `WriteError` when nothing was recorded.
    """
    line = item(text)
    assert "\n" not in line
    files.append(journal.path, ("deals:\n" if journal.deals is None else journal.indent) + line)


def freeze(journal: Journal, convention: Mapping[str | int, Plain]) -> None:
    """Write the whole convention into the journal in place of its name; no other byte changes.

    Raises `JournalError` where the name does not stand on a line of its own, and `WriteError` when nothing
    was changed.
    """
    lines = journal.path.read_bytes().splitlines(keepends=True)
    first = journal.header.lines["convention"] - 1
    line = lines[first].decode().removeprefix("\ufeff")
    if not _NAMED.fullmatch(line.rstrip("\r\n")):
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
