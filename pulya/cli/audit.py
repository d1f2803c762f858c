"""The audit: a paper sheet, or another journal, against the record."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from pulya import journal
from pulya.alternatives import alternatives
from pulya.audit.inquiry import audit as find
from pulya.audit.worlds import Agreement
from pulya.cli.app import Session, Translated, common, find_journal, journal_option, option, pass_session
from pulya.errors import JournalError, Location, RecordError
from pulya.evening import Evening
from pulya.header import read_figures
from pulya.notation.read import read
from pulya.record import Paper
from pulya.sheet import Place
from pulya.terms import Player, Points
from pulya.view.audits import audit_row, audit_text


@click.command(
    cls=Translated,
    examples=["pulya audit paper.yaml", 'pulya audit --cell "Boris whists Anna 24" --cell "Anna pool 14"'],
)
@click.argument("paper", metavar="[PAPER]", required=False, type=click.Path(path_type=Path))
@option(
    "--cell", "cells", multiple=True, metavar="FIGURE", help="A figure of the paper: Boris whists Anna 24."
)
@journal_option
@common
@pass_session
@click.pass_context
def audit(
    ctx: click.Context, session: Session, paper: Path | None, cells: tuple[str, ...], file: Path | None
) -> None:
    """Find where a paper sheet and the record part, and which mistakes explain it.

    PAPER has figures in the form of `sheet:`, any part of a sheet. Without figures the newest `paper` records are
    compared.
    """
    evening = session.evening(find_journal(file))
    players = evening.game.table.everyone
    figures: dict[Place, Points] = {}
    if paper is not None:
        figures |= _figures_of(paper, players)
    for text in cells:
        figures |= _cell(text, players)
    found = find(evening.game, figures, _agreements(evening))
    if session.json:
        session.out_json(audit_row(evening.game, found))
    else:
        session.out(audit_text(session.page, evening.game, found, evening.resolved))
    if found.differing:
        ctx.exit(1)


def _figures_of(path: Path, players: Sequence[Player]) -> Mapping[Place, Points]:
    """Return the figures that a file has under ``sheet:``, or as its whole content."""
    opened = journal.read(path)
    plain = opened.plain
    try:
        return read_figures(plain.get("sheet", plain), players)
    except JournalError as error:
        raise error.within(opened.location(error.at.field)) from None


def _cell(text: str, players: Sequence[Player]) -> Mapping[Place, Points]:
    """Return the figures that an option names, in the words of a `paper` record."""
    words = text.split()
    if words[1:2] and len(words) > 1:
        words = [word for at, word in enumerate(words) if at < 1 or word.casefold() not in ("on", "на")]
    try:
        record = read(" ".join(["paper", *words]), players).record
    except RecordError as error:
        raise RecordError(error.problem, at=Location(field="--cell"), hint=error.hint) from None
    assert isinstance(record, Paper)
    return {Place(record.player, cell.column, cell.on): cell.points for cell in record.cells}


def _agreements(evening: Evening) -> list[Agreement]:
    """Return what else the table may have agreed on."""
    header = evening.header
    return [
        Agreement(one.key, one.ours, one.theirs, header._replace(convention=one.convention), one.disputed)
        for one in alternatives(evening.resolved, evening.named)
    ]
