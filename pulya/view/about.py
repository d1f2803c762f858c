"""What a settlement or a page tells of the table: convention, agreements, money, seal."""

from collections.abc import Sequence

from pulya.evening import Evening
from pulya.message import say
from pulya.plain import Plain
from pulya.seal import seal
from pulya.view.conventions import flow
from pulya.view.exports import markdown_text, marked
from pulya.view.money import stake_text
from pulya.view.page import Page
from pulya.view.settlements import Block, Grid, settlement_blocks
from pulya.view.sheets import heading
from pulya.view.states import open_lines


def seal_of(evening: Evening) -> str:
    """Return the seal over all records."""
    return str(seal(evening.game, evening.resolved.fingerprint))


def about(page: Page, evening: Evening) -> list[tuple[str, str]]:
    """Return what the table is, each line with its name."""
    header = evening.header
    convention = header.convention
    lines = [(page.say(say("convention")), f"{page.bilingual(convention.title)} ({convention.id})")]
    lines += [
        (page.say(say("agreed")), f"{path}: {flow(value)}") for path, value in agreements(evening).items()
    ]
    if header.stake is not None:
        lines.append((page.say(say("a whist")), stake_text(header.stake)))
    lines.append((page.say(say("rules")), evening.resolved.fingerprint))
    lines.append((page.say(say("seal")), seal_of(evening)))
    return lines


def agreements(evening: Evening) -> dict[str, Plain]:
    """Return what the table agreed on in its journal, by dotted path."""
    agreed = evening.journal.plain.get("agreed")
    return {str(key): value for key, value in agreed.items()} if isinstance(agreed, dict) else {}


def parted(blocks: Sequence[Block]) -> tuple[list[Block], list[str]]:
    """Return the steps of a settlement, and the payments below the last table."""
    steps = max(at for at, block in enumerate(blocks) if isinstance(block, Grid)) + 1
    return list(blocks[:steps]), [line for line in blocks[steps:] if isinstance(line, str) and line]


def settlement_markdown(page: Page, evening: Evening) -> str:
    """Return the settlement to be sent: the payments, the table and how it came to them step by step."""
    game = evening.game
    steps, payments = parted(settlement_blocks(page, game))
    parts = [f"# {marked(heading(page, game.header, game.records))}"]
    parts.append("\n".join(f"- **{marked(line)}**" for line in payments))
    parts += [marked(line) for line in open_lines(page, game)]
    for block in steps:
        if isinstance(block, Grid):
            parts.append(markdown_text(block.rows, "l" + "r" * (len(block.rows[0]) - 1)))
        elif block:
            parts.append(_paragraph(block))
    parts.append("\n".join(f"- {marked(name)}: {marked(line)}" for name, line in about(page, evening)))
    return "\n\n".join(parts)


def _paragraph(line: str) -> str:
    """Return a line whose number does not make a list of it."""
    number, dot, rest = marked(line).partition(". ")
    return f"{number}\\. {rest}" if dot and number.isdecimal() else marked(line)
