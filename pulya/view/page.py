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

    def table(
        self,
        rows: Sequence[Sequence[str]],
        headers: Sequence[str],
        align: str | None = None,
        form: str = "simple",
    ) -> str:
        """Lay out a table; ``align`` has ``l`` or ``r`` for each column, by default only the first is left."""
        from tabulate import tabulate  # the dearest import of all, and JSON needs none of it

        sides = [{"l": "left", "r": "right"}[side] for side in align or "l" + "r" * (len(headers) - 1)]
        return tabulate(rows, headers, tablefmt=form, disable_numparse=True, colalign=sides if rows else None)
