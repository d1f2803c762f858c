"""Commands that write into a journal: a record, a correction, the whole convention."""

from __future__ import annotations

import os
from contextlib import nullcontext

import click

from pulya import catalog, journal
from pulya.cli.group import Translated
from pulya.cli.options import common, completing, find_journal, journal_option, option
from pulya.cli.session import Session, pass_session
from pulya.errors import RecordError
from pulya.evening import Evening
from pulya.game import Game
from pulya.message import say
from pulya.record import Fix, Undo
from pulya.recording import with_record
from pulya.ruled import Item
from pulya.seal import seal
from pulya.view.records import record_text
from pulya.view.rows import Row
from pulya.view.seals import seal_line
from pulya.view.sheets import sheet_text
from pulya.view.states import status_text

_RECORD = {"ignore_unknown_options": True}  # a fine may be negative


@click.command(
    cls=Translated,
    context_settings=_RECORD,
    examples=["pulya add Anna 7h w p = 7", 'pulya add "fine Boris mountain 2 (revoke)"'],
)
@click.argument("record", nargs=-1, required=True, shell_complete=completing("record"))
@option("--dry-run", is_flag=True, help="Show what it would write; write nothing.")
@journal_option
@common
@pass_session
def add(session: Session, record: tuple[str, ...], dry_run: bool, file: str | None) -> None:
    """Add one record; print what it writes and the sheet."""
    path = find_journal(file)
    # Nobody else writes between reading and appending.
    with nullcontext() if dry_run else session.writing(path) as held:
        evening = session.evening(path)
        item, game = _taken(session, evening, " ".join(record))
        corrects = isinstance(item.record, Fix | Undo)
        if held is not None and not corrects:
            session.append(evening, item.text, held)
    if corrects:
        _correct(session, evening, item, game, ask=not dry_run, write=not dry_run)
    else:
        _report(session, evening, game, written=not dry_run)


def _taken(session: Session, evening: Evening, text: str) -> tuple[Item, Game]:
    """Return a typed record with the game after it; one that cannot be is shown with its fault marked."""
    page = session.page
    try:
        return with_record(evening, text, page.language)
    except RecordError as error:
        if error.at.record != len(evening.game.ruled) + 1:
            raise
        from pulya.faults import complaint, nearest_reading  # needed for a refusal only

        session.fail(error, complaint(page, error, text, nearest_reading(text, evening, page.language)))


def _report(session: Session, evening: Evening, game: Game, *, written: bool) -> None:
    """Print the record that was added with its writes, the sheet as it stands now and, once written, the seal."""
    ruled = game.ruled[-1]
    if session.json:
        session.out_json(_added_row(evening, game, written=written))
        return
    page = session.page
    session.out(record_text(page, game, ruled, evening.resolved))
    for warning in ruled.warnings:
        session.tell(say("note: {warning}", warning=warning))
    session.out("")
    session.out(sheet_text(page, game, evening._replace(game=game).provisional))
    session.out("")
    session.out(status_text(page, game))
    if written:
        session.out(seal_line(page, seal(game, evening.resolved.fingerprint)))


def _added_row(evening: Evening, game: Game, *, written: bool) -> Row:
    """Return the newest record, the sheet after it and, once it is written, the seal."""
    from pulya.view.record_rows import added_row

    row = added_row(game)
    return row | {"seal": str(seal(game, evening.resolved.fingerprint))} if written else row


@click.command(cls=Translated, examples=["pulya freeze"])
@journal_option
@common
@pass_session
def freeze(session: Session, file: str | None) -> None:
    """Write the whole convention into the journal."""
    path = find_journal(file)
    with session.writing(path) as held:
        evening = session.evening(path)
        name = evening.journal.plain["convention"]
        if not isinstance(name, dict):
            journal.freeze(evening.journal, catalog.resolve(str(name), os.path.dirname(path)).plain, held)
            session.done = say("the journal holds its whole convention")
    if isinstance(name, dict):
        session.tell(say("{file} holds its convention already", file=path))
    else:
        session.tell(say("{file} now holds its whole convention", file=path))
    if session.json:
        session.out_json({"file": path, "frozen": True})


@click.command(cls=Translated, examples=["pulya undo 7"])
@click.argument("number", type=int, required=False, shell_complete=completing("records"))
@option("--yes", is_flag=True, help="Do not ask.")
@journal_option
@common
@pass_session
def undo(session: Session, number: int | None, yes: bool, file: str | None) -> None:
    """Strike out a record, by default the newest."""
    evening = session.evening(find_journal(file))
    text = "undo" if number is None else f"undo {number}"
    item, game = _taken(session, evening, text)
    _correct(session, evening, item, game, ask=not yes)


@click.command(
    cls=Translated, context_settings=_RECORD, examples=['pulya fix 7 "Anna 7h w w = 7 2 1 (Vera whisted)"']
)
@click.argument("number", type=int, shell_complete=completing("records"))
@click.argument("record", nargs=-1, required=True, shell_complete=completing("record"))
@option("--yes", is_flag=True, help="Do not ask.")
@journal_option
@common
@pass_session
def fix(session: Session, number: int, record: tuple[str, ...], yes: bool, file: str | None) -> None:
    """Read a record as another one; show what changes first."""
    evening = session.evening(find_journal(file))
    item, game = _taken(session, evening, f"fix {number} {' '.join(record)}")
    _correct(session, evening, item, game, ask=not yes)


def _correct(
    session: Session, evening: Evening, item: Item, game: Game, *, ask: bool, write: bool = True
) -> None:
    """Show what a correction moves, ask on a terminal, and write it."""
    page = session.page
    if not session.json:
        from pulya.view.corrections import correction_text

        session.out(correction_text(page, evening.game, game))
    if ask and session.asks:
        session.confirm(say("Write it? y/n"))
    if write:
        # Not held while somebody thinks; a journal that has changed meanwhile is refused.
        with session.writing(evening.journal.path) as held:
            session.append(evening, item.text, held)
        session.tell(say("written as record {number}", number=item.number))
    if session.json:
        session.out_json(_added_row(evening, game, written=write))
    elif write:
        session.out(seal_line(page, seal(game, evening.resolved.fingerprint)))
