"""The audit: a paper sheet, or another journal, against the record."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import click

from pulya import catalog, journal
from pulya.alternatives import alternatives
from pulya.audit.align import align
from pulya.audit.inquiry import audit as find
from pulya.audit.lint import oddities
from pulya.cli.group import Translated
from pulya.cli.language import early_page
from pulya.cli.options import FILE, common, find_journal, journal_option, option
from pulya.cli.session import Session, pass_session
from pulya.convention import OtherRule
from pulya.errors import JournalError, Location, RecordError
from pulya.evening import Evening, open_header
from pulya.files import in_folder
from pulya.game import Game
from pulya.header import read_columns, read_figures
from pulya.journal import Journal
from pulya.message import say
from pulya.notation.read import read
from pulya.notation.words import keyword_of
from pulya.record import Paper
from pulya.replay import replay
from pulya.sheet import Place
from pulya.terms import Player, Points
from pulya.view.alignments import (
    Alignment,
    alignment_row,
    alignment_text,
    oddities_row,
    oddities_text,
)
from pulya.view.audits import audit_row, audit_text


@click.command(
    cls=Translated,
    examples=[
        "pulya audit paper.yaml",
        'pulya audit --cell "Boris whists Anna 24" --cell "Anna pool 14"',
        "pulya audit boris.pulya -f anna.pulya",
    ],
)
@click.argument("paper", metavar="[PAPER]", required=False, type=FILE)
@option(
    "--cell", "cells", multiple=True, metavar="FIGURE", help="A figure of the paper: Boris whists Anna 24."
)
@option("--bare", is_flag=True, help="Only say what cannot be on this sheet, without a journal.")
@journal_option
@common
@pass_session
@click.pass_context
def audit(
    ctx: click.Context,
    session: Session,
    paper: str | None,
    cells: tuple[str, ...],
    bare: bool,
    file: str | None,
) -> None:
    """Find where a paper sheet and the record part, and which mistakes explain it.

    PAPER has figures in the form of `sheet:`, any part of a sheet; or it is the journal of another player. Without
    figures the newest `paper` records are compared. Where there is no journal, it says what cannot be on the sheet.
    """
    if paper is None:
        agrees = _paper(session, find_journal(file), None, cells)
    else:
        opened = journal.read(paper)
        record = paper if bare else _record(paper, file)
        if opened.is_sheet and record == paper:
            agrees = _bare_sheet(session, opened)
        elif opened.is_sheet:
            agrees = _paper(session, find_journal(record), opened, cells)
        else:
            agrees = _two_journals(session, find_journal(record), paper)
    if not agrees:
        ctx.exit(1)


def _record(paper: str, file: str | None) -> str | None:
    """Return the journal named, else the only other one in this folder, else the paper itself."""
    if file is not None or os.environ.get("PULYA_FILE"):
        return file
    others = [path for path in in_folder("", ".pulya") if not os.path.samefile(path, paper)]
    if len(others) > 1:
        return None  # the reader has to name one
    return others[0] if others else paper


def _paper(session: Session, path: str, paper: Journal | None, cells: Sequence[str]) -> bool:
    """Compare a paper with the record; say whether they agree."""
    evening = session.evening(path)
    game = evening.game
    figures = {} if paper is None else dict(_figures_of(paper, game.table.everyone, bool(game.sheet.teams)))
    for text in cells:
        figures |= _column(text, game) if game.sheet.teams else _cell(text, game.table.everyone)
    found = find(game, figures, alternatives(evening.resolved, evening.named))
    if not found.shown:
        problem = say(
            "no figure of the paper is given; name a file, or take --cell, or write a `paper` record"
        )
        raise click.UsageError(early_page().say(problem))
    if session.json:
        session.out_json(audit_row(game, found))
    else:
        session.out(audit_text(session.page, game, found, evening.resolved))
    return not found.differing


def _bare_sheet(session: Session, paper: Journal) -> bool:
    """Say what cannot be on a sheet; say whether all of it can be."""
    _, header = open_header(paper)
    found = oddities(_figures_of(paper, header.players), header)
    if session.json:
        session.out_json(oddities_row(found))
    else:
        session.out(oddities_text(session.page, found, session.page.bilingual(header.convention.title)))
    return not found


def _two_journals(session: Session, path: str, other: str) -> bool:
    """Compare two journals of one evening; say whether they agree."""
    ours, theirs = session.evening(path), session.evening(other)
    if set(ours.header.players) != set(theirs.header.players):
        raise JournalError(
            say("these are not two records of one evening: here play {players}", players=ours.header.players),
            at=theirs.journal.location("players"),
            hint=say("write the same names in both"),
        )
    try:
        # By one set of rules only the records make a difference.
        game = replay(ours.header, [one.item for one in theirs.game.ruled])
    except RecordError:
        game = theirs.game
    found = Alignment(ours.game, theirs.game, _other_rules(ours, theirs), align(ours.game, game))
    if session.json:
        session.out_json(alignment_row(found))
    else:
        session.out(alignment_text(session.page, found, str(other)))
    return found.agrees


# Keys of the header by the names of their values there.
_HEADER = {"opening": "sheet", "in_row": "raspasy", "target_sum": "target-sum"} | {
    key: key for key in ("players", "dealer", "target", "stake", "coin", "date", "bombs", "laps")
}


def _other_rules(ours: Evening, theirs: Evening) -> list[OtherRule]:
    """Return the rules and the keys of the header in which two journals differ, as they are written there."""
    return catalog.other_rules(ours.resolved, theirs.resolved) + [
        OtherRule(key, ours.journal.plain.get(key), theirs.journal.plain.get(key))
        for name, key in _HEADER.items()
        if getattr(ours.header, name) != getattr(theirs.header, name)
    ]


def _figures_of(paper: Journal, players: tuple[Player, ...], teams: bool = False) -> Mapping[Place, Points]:
    """Return the figures that a file has under ``sheet:``, or as its whole content; of pairs two columns."""
    plain = paper.plain
    try:
        return (read_columns if teams else read_figures)(plain.get("sheet", plain), players)
    except JournalError as error:
        raise error.within(paper.location(error.at.field)) from None


def _cell(text: str, players: Sequence[Player]) -> Mapping[Place, Points]:
    """Return the figures that an option names, in the words of a `paper` record; ``on`` may stand in it too."""
    words = [word for word in text.split() if keyword_of(word) != "on"]
    try:
        record = read(" ".join(["paper", *words]), players).record
    except RecordError as error:
        as_typed = say("write `Boris whists Anna 24`, `Anna pool 14` or `Anna mountain 6`")
        hint = as_typed if error.at.field == "column" else error.hint
        raise RecordError(error.problem, at=Location(field="--cell"), hint=hint) from None
    assert isinstance(record, Paper)
    return {Place(record.player, cell.column, cell.on): cell.points for cell in record.cells}


def _column(text: str, game: Game) -> Mapping[Place, Points]:
    """Return the column of a pair that an option names: `Anna 120`."""
    name, _, points = text.strip().partition(" ")
    return read_columns({name: points.strip()}, game.header.players, "--cell")
