"""Deals that nobody played, at a table that is imagined for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pulya import catalog
from pulya.catalog import Resolved
from pulya.cli.agreed import agreements
from pulya.cli.session import Session
from pulya.errors import RecordError
from pulya.game import Game, Header
from pulya.header import read_header
from pulya.notation.read import read
from pulya.notation.words import CONTRACT, KEYWORDS, Language, fold
from pulya.notation.write import write
from pulya.record import Fix, Undo
from pulya.replay import replay
from pulya.ruled import Item
from pulya.rules.naming import by_name

_NAMES: Final = {
    "en": ("Anna", "Boris", "Vera", "Gleb", "Daria"),
    "ru": ("Анна", "Борис", "Вера", "Глеб", "Дарья"),
}


def imagined(
    session: Session, deals: Sequence[str], name: str, players: str | None, agree: Sequence[str]
) -> tuple[Game, Resolved]:
    """Return deals that nobody played, ruled one after another at a fresh table.

    Raises `ConventionError` and `JournalError` for the table, and ends with what is wrong with a deal.
    """
    resolved, header = _table(name, players, agree, session.page.language)
    # Raspasy that must be played first would stand in front of every question.
    rules = resolved.convention
    header = header._replace(convention=rules._replace(raspasy=rules.raspasy._replace(compulsory=())))
    game = replay(header, [])
    for number, deal in enumerate(deals, start=1):
        text = deal if _has_declarer(deal) else f"{game.table.seats.active[0]} {deal}"
        try:
            entry = read(text, game.table.everyone)
            if not isinstance(entry.record, Fix | Undo):
                entry = entry._replace(record=by_name(entry.record, game.table, header.convention))
            items = [
                *(one.item for one in game.ruled),
                Item(number, None, write(entry, session.page.language), *entry),
            ]
            game = replay(header, items)
        except RecordError as error:
            from pulya.faults import marked  # needed for a refusal only

            session.fail(error, [*error.lines(session.page.translate), *marked(text, error.at)])
    return game, resolved


def _has_declarer(deal: str) -> bool:
    """Say whether a deal does not begin with the contract itself."""
    first = fold(deal.split()[0]) if deal.split() else ""
    return not (CONTRACT.fullmatch(first) or KEYWORDS.get(first) == "misere")


def _table(
    name: str, players: str | None, agree: Sequence[str], language: Language
) -> tuple[Resolved, Header]:
    """Return a convention and a header for an imagined table; ``players`` is a number or names."""
    named = catalog.resolve(name, "")
    resolved = catalog.agree(named, agreements(agree))
    known = _NAMES[language]
    if players is None:
        names: Sequence[str] = known[: resolved.convention.table.players[0]]
    elif players.strip() in {str(size) for size in range(1, len(known) + 1)}:
        names = known[: int(players)]
    else:
        names = players.replace(",", " ").split()
    return resolved, read_header({"players": list(names)}, resolved.convention)
