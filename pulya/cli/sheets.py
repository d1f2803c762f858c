"""The sheet in every form: as text, as a table for programs, as a picture, as a page."""

from pathlib import Path
from typing import Final

import click

from pulya.cli.app import (
    Session,
    Translated,
    common,
    early_page,
    either,
    find_journal,
    journal_argument,
    journal_option,
    option,
    pass_session,
)
from pulya.evening import Evening
from pulya.message import say
from pulya.notation.names import check_name, check_new_name
from pulya.terms import Player
from pulya.view.exports import csv_text, markdown_text, sheet_cells, tsv_text
from pulya.view.rows import sheet_row
from pulya.view.sheets import heading, sheet_rows, sheet_text
from pulya.view.states import open_lines

FORMS: Final = ("text", "json", "csv", "tsv", "md", "svg")
_DRAWN: Final = ("svg",)


@click.command(
    cls=Translated,
    examples=["pulya sheet evening.pulya --as md", "pulya sheet --blank --players Anna,Boris,Vera"],
)
@journal_argument
@option("--as", "form", type=click.Choice(FORMS), help="The form; `text` if left out.")
@option("--blank", is_flag=True, help="An empty sheet to print, without a journal.")
@option("--players", help="Of an empty sheet: names, or how many play.")
@journal_option
@common
@pass_session
def sheet(
    session: Session,
    positional: Path | None,
    form: str | None,
    blank: bool,
    players: str | None,
    file: Path | None,
) -> None:
    """Show the sheet as it stands."""
    if blank:
        session.out_file(_blank(session, form or "svg", players))
        return
    if players is not None:
        problem = early_page().say(say("`--players` is for `--blank`; a journal has its own"))
        raise click.UsageError(problem)
    evening = session.evening(find_journal(either(positional, file)))
    form = "json" if session.json else form or "text"
    if form == "json":
        session.out_json(sheet_row(evening.game))
    elif form == "text":
        session.out(_text(session, evening))
    else:
        session.out_file(_file(session, evening, form))


def _text(session: Session, evening: Evening) -> str:
    page, game = session.page, evening.game
    lines = [heading(page, game.header, len(game.ruled)), "", sheet_text(page, game), *open_lines(page, game)]
    return "\n".join(lines)


def _file(session: Session, evening: Evening, form: str) -> str:
    """Return the sheet as the text of a file."""
    game = evening.game
    if form == "csv":
        return csv_text(sheet_cells(game.sheet))
    if form == "tsv":
        return tsv_text(sheet_cells(game.sheet))
    if form == "md":
        rows = sheet_rows(session.page, game.sheet)
        return markdown_text(rows, "l" + "r" * (len(rows[0]) - 1))
    from pulya.picture.paper import picture

    return picture(session.page, game)


def _blank(session: Session, form: str, players: str | None) -> str:
    """Return an empty sheet for so many, or for those named."""
    if form not in _DRAWN:
        problem = say("an empty sheet is a picture; take `--as {forms}`", forms=" | ".join(_DRAWN))
        raise click.UsageError(early_page().say(problem))
    from pulya.picture.contents import SEATS, blank
    from pulya.picture.paper import drawing

    players = players or str(max(SEATS) - 1)
    names = players.replace(",", " ").split()
    if players.isdecimal() and int(players[:2]) in SEATS:
        names = [""] * int(players)
    elif len(names) not in SEATS:
        problem = say(
            "`{players}` is no number from {least} to {most}, nor so many names",
            players=players,
            least=min(SEATS),
            most=max(SEATS),
        )
        raise click.BadParameter(early_page().say(problem), param_hint="--players")
    else:
        for at, name in enumerate(names):
            check_new_name(check_name(name), [Player(other) for other in names[:at]])
    return drawing(session.page, blank(session.page, names))
