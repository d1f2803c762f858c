"""What was recorded, and the state of the game."""

from __future__ import annotations

import click

from pulya.cli.group import Translated
from pulya.cli.options import common, either, find_journal, journal_argument, journal_option, option
from pulya.cli.session import Session, pass_session
from pulya.message import say
from pulya.unusual import noted
from pulya.view.record_rows import record_row
from pulya.view.records import log_text
from pulya.view.states import balances_line, status_row, status_text


@click.command(cls=Translated, examples=["pulya log evening.pulya"])
@journal_argument
@journal_option
@common
@pass_session
def log(session: Session, positional: str | None, file: str | None) -> None:
    """Show all records with their writes, marked where struck out."""
    evening = session.evening(find_journal(either(positional, file)))
    game = noted(evening.game)
    if session.json:
        session.out_json([record_row(one) for one in game.ruled])
        return
    if not game.ruled:
        session.out(session.page.say(say("Nothing is written there yet.")))
    for one in game.ruled:
        session.out(log_text(session.page, game, one))


@click.command(cls=Translated, examples=["pulya status", "pulya status --next"])
@journal_argument
@option("--next", "ahead", is_flag=True, help="Show what the next deal could change.")
@journal_option
@common
@pass_session
def status(session: Session, positional: str | None, ahead: bool, file: str | None) -> None:
    """Say who deals next and what a trick in raspasy costs."""
    game = session.evening(find_journal(either(positional, file))).game
    if session.json:
        row = status_row(game)
        if ahead:
            from pulya.view.outlooks import outlook_rows

            row["outlook"] = outlook_rows(game)
        session.out_json(row)
        return
    session.out(status_text(session.page, game))
    session.out(balances_line(session.page, game))
    if ahead:
        from pulya.view.outlooks import outlook_text

        session.out("\n" + outlook_text(session.page, game))
