"""The reader's page: one language, and the look of a table."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pulya.message import Text, say
from pulya.view.language import translator

if TYPE_CHECKING:  # the page of a help has no numbers
    from pulya.convention import Bilingual
    from pulya.notation.words import Language
    from pulya.terms import Column

# Said where a table needs them; collected here so that they are translated once.
COLUMNS: Final["Mapping[Column, Text]"] = {
    "pool": say("pool"),
    "mountain": say("mountain"),
    "whists": say("whists"),
    "column": say("points"),
}

_ROOM: Final = 2  # wider than its heading a column is at least


class Page:
    """Says everything in one language."""

    def __init__(self, language: "Language") -> None:
        self.language = language
        self.translate = translator(language)

    def say(self, text: Text | str) -> str:
        """Return a sentence; what is no sentence, such as a word of a file, is said as it is."""
        return text.render(self.translate) if isinstance(text, Text) else text

    def bilingual(self, text: "Bilingual") -> str:
        """Return the line of a convention in the reader's language."""
        return text.ru if self.language == "ru" else text.en

    def table(self, rows: Sequence[Sequence[str]], headers: Sequence[str], align: str | None = None) -> str:
        """Lay out a table; ``align`` has ``l`` or ``r`` for each column, by default only the first is left.

        A cell may have several lines.
        """
        align = align or "l" + "r" * (len(headers) - 1)
        split = [[cell.split("\n") for cell in row] for row in (headers, *rows)]
        widths = [
            max(len(headers[at]) + _ROOM, *(len(line) for row in split for line in row[at]))
            for at in range(len(headers))
        ]
        head, *body = [_line(row, widths, align) for row in split]
        return "\n".join([head, "  ".join("-" * width for width in widths), *body])


def _line(cells: Sequence[Sequence[str]], widths: Sequence[int], align: str) -> str:
    """Return a row of a table, of as many lines as its tallest cell."""
    height = max(map(len, cells))
    lines = [
        "  ".join(
            f"{cell[at] if at < len(cell) else '':{'<' if side == 'l' else '>'}{width}}"
            for cell, width, side in zip(cells, widths, align, strict=True)
        )
        for at in range(height)
    ]
    return "\n".join(line.rstrip() for line in lines)
