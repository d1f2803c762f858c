"""The reader's page: one language, and the look of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pulya.message import Text, say
from pulya.view.language import translator

if TYPE_CHECKING:  # the page of a help has no numbers
    from pulya.convention import Bilingual
    from pulya.notation.words import Language
    from pulya.terms import Column

# Said where a table needs them; collected here so that they are translated once.
COLUMNS: Final[Mapping[Column, Text]] = {
    "pool": say("pool"),
    "mountain": say("mountain"),
    "whists": say("whists"),
    "column": say("points"),
}

_ROOM: Final = 2  # wider than its heading a column is at least


class Page:
    """Says everything in one language, on a screen so many letters wide where it is one."""

    def __init__(self, language: Language, width: int | None = None) -> None:
        self.language = language
        self.width = width
        self.translate = translator(language)

    def say(self, text: Text | str) -> str:
        """Return a sentence; what is no sentence, such as a word of a file, is said as it is."""
        return text.render(self.translate) if isinstance(text, Text) else text

    def bilingual(self, text: Bilingual) -> str:
        """Return the line of a convention in the reader's language."""
        return text.ru if self.language == "ru" else text.en

    def table(self, rows: Sequence[Sequence[str]], headers: Sequence[str], align: str | None = None) -> str:
        """Lay out a table; ``align`` has ``l`` or ``r`` for each column, by default only the first is left.

        A cell may have several lines. Where it is wider than the screen it has less room.
        """
        return self._fitting([headers, *rows], align or "l" + "r" * (len(headers) - 1), _ROOM)

    def compact(self, rows: Sequence[Sequence[str]]) -> str:
        """Lay out a table as narrow as it goes, headings first; all columns but the first are of numbers."""
        return self._fitting(with_room_for_marks(rows), "l" + "r" * (len(rows[0]) - 1), 0)

    def fits(self, table: str) -> bool:
        """Say whether a table is no wider than the screen."""
        return self.width is None or max(map(len, table.split("\n"))) <= self.width

    def _fitting(self, rows: Sequence[Sequence[str]], align: str, room: int) -> str:
        """Return a table with this room beside a heading, or with as little as lets it fit."""
        for less in (room, 0):
            if self.fits(table := self._laid_out(rows, align, less)):
                return table
        return self._laid_out(rows, align, 0, " ")

    def _laid_out(self, rows: Sequence[Sequence[str]], align: str, room: int, gap: str = "  ") -> str:
        """Return a table with so much room beside a heading."""
        split = [[cell.split("\n") for cell in row] for row in rows]
        widths = [
            max(len(rows[0][at]) + room, *(len(line) for row in split for line in row[at]))
            for at in range(len(align))
        ]
        head, *body = [_line(row, widths, align, gap) for row in split]
        return "\n".join([head, gap.join("-" * width for width in widths), *body])


def with_room_for_marks(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows whose numbers stand below each other, also where some have the mark of what is provisional."""
    headings, *body = map(list, rows)
    for at in range(1, len(headings)):
        if any(row[at].endswith("?") for row in body):
            for row in body:
                row[at] += "" if row[at].endswith("?") else " "
    return [headings, *body]


def _line(cells: Sequence[Sequence[str]], widths: Sequence[int], align: str, gap: str) -> str:
    """Return a row of a table, of as many lines as its tallest cell."""
    height = max(map(len, cells))
    lines = [
        gap.join(
            f"{cell[at] if at < len(cell) else '':{'<' if side == 'l' else '>'}{width}}"
            for cell, width, side in zip(cells, widths, align, strict=True)
        )
        for at in range(height)
    ]
    return "\n".join(line.rstrip() for line in lines)
