"""Tables and settlements in Markdown, to be sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pulya.evening import Evening
from pulya.view.about import about
from pulya.view.page import Page
from pulya.view.settlements import Grid, parted, settlement_blocks
from pulya.view.sheets import heading, sheet_rows
from pulya.view.states import open_lines, settlement_notes

_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>|~#])")


def settlement_markdown(page: Page, evening: Evening) -> str:
    """Return the settlement to be sent: the payments, the table and how it came to them step by step."""
    game = evening.game
    steps, payments = parted(settlement_blocks(page, game, evening.provisional))
    parts = [f"# {marked(heading(page, game.header, game.records))}"]
    parts.append("\n".join(f"- **{marked(line)}**" for line in payments))
    parts += [marked(line) for line in settlement_notes(page, evening)]
    for block in steps:
        if isinstance(block, Grid):
            parts.append(markdown_text(block.rows, "l" + "r" * (len(block.rows[0]) - 1)))
        elif block:
            parts.append(_paragraph(block))
    parts.append("\n".join(f"- {marked(name)}: {marked(line)}" for name, line in about(page, evening)))
    return "\n\n".join(parts)


def sheet_markdown(page: Page, evening: Evening) -> str:
    """Return the sheet as a table, and below it what is open."""
    game = evening.game
    rows = sheet_rows(page, game.sheet, provisional=evening.provisional)
    table = markdown_text(rows, "l" + "r" * (len(rows[0]) - 1))
    return "\n\n".join([table, *map(marked, open_lines(page, game))])


def _paragraph(line: str) -> str:
    """Return a line whose number does not make a list of it."""
    number, dot, rest = marked(line).partition(". ")
    return f"{number}\\. {rest}" if dot and number.isdecimal() else marked(line)


def markdown_text(rows: Sequence[Sequence[str]], align: str) -> str:
    """Return a Markdown table of which the first row is the heading; ``align`` has ``l`` or ``r`` for each column."""
    from tabulate import tabulate  # the dearest import of all, and the other forms need none of it

    head, *rest = [[marked(cell) for cell in row] for row in rows]
    sides = ["right" if side == "r" else "left" for side in align]
    return tabulate(rest, head, tablefmt="pipe", disable_numparse=True, colalign=sides if rest else None)


def marked(text: str) -> str:
    """Return a text that Markdown shows as it is, in one line."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
