"""What a settlement or a page tells of the table: convention, agreements, money, seal."""

from __future__ import annotations

from pulya.evening import Evening
from pulya.message import say
from pulya.seal import seal
from pulya.view.conventions import flow
from pulya.view.money import stake_text
from pulya.view.page import Page


def seal_of(evening: Evening) -> str:
    """Return the seal over all records."""
    return str(seal(evening.game, evening.resolved.fingerprint))


def about(page: Page, evening: Evening) -> list[tuple[str, str]]:
    """Return what the table is, each line with its name."""
    header = evening.header
    convention = header.convention
    lines = [(page.say(say("convention")), f"{page.bilingual(convention.title)} ({convention.id})")]
    lines += [(page.say(say("agreed")), f"{path}: {flow(value)}") for path, value in evening.agreed.items()]
    if header.stake is not None:
        lines.append((page.say(say("a whist")), stake_text(header.stake)))
    lines.append((page.say(say("rules")), evening.resolved.fingerprint))
    lines.append((page.say(say("seal")), seal_of(evening)))
    return lines
