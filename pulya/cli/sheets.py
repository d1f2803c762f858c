"""The sheet in every form: as text, as a table for programs, as a picture, as a page."""

from __future__ import annotations

from typing import Final

import click

from pulya.cli.delivery import COLOURS, by_name, columns, deliver, markup, output_option, pixels
from pulya.cli.group import Translated
from pulya.cli.language import early_page
from pulya.cli.options import common, either, find_journal, journal_argument, journal_option, option
from pulya.cli.printing import fitting, json_line
from pulya.cli.session import Session, pass_session
from pulya.evening import Evening
from pulya.message import say
from pulya.view.rows import open_row, sheet_row
from pulya.view.visible import visible

_CHARTS: Final = ("text", "json", "svg")
_WIDEST: Final = 100  # columns of a chart
FORMS: Final = ("text", "json", "csv", "tsv", "md", "svg", "png", "html")
_DRAWN: Final = ("svg", "png", "html")


@click.command(
    cls=Translated,
    examples=["pulya sheet evening.pulya --as md", "pulya sheet --blank --players Anna,Boris,Vera"],
)
@journal_argument
@option("--as", "form", type=click.Choice(FORMS), help="The form; `text` if left out.")
@option("--blank", is_flag=True, help="An empty sheet to print, without a journal.")
@option("--players", help="Of an empty sheet: names, or how many play.")
@output_option
@journal_option
@common
@pass_session
def sheet(
    session: Session,
    positional: str | None,
    form: str | None,
    blank: bool,
    players: str | None,
    output: str | None,
    file: str | None,
) -> None:
    """Show the sheet as it stands."""
    if not blank and players is not None:
        problem = early_page().say(say("`--players` is for `--blank`; a journal has its own"))
        raise click.UsageError(problem)
    if session.json and not blank:
        form = "json"
    form = form or by_name(output, FORMS) or ("svg" if blank else "text")
    if blank:
        result: str | bytes = _blank(session, form, players, output)
    else:
        evening = session.evening(find_journal(either(positional, file)), keep=form in _DRAWN)
        result = _shown(session, evening, form, output)
    deliver(session, result, output, {"·": "bright_black"})


def _text(session: Session, evening: Evening, *, styled: bool) -> str:
    from pulya.view.sheets import heading, sheet_text
    from pulya.view.states import open_lines

    page, game = session.page, evening.game
    title = visible(heading(page, game.header, game.records))
    rest = visible("\n".join([sheet_text(page, game, evening.provisional), *open_lines(page, game)]))
    return f"{click.style(title, bold=True) if styled else title}\n\n{fitting(rest) if styled else rest}"


def _shown(session: Session, evening: Evening, form: str, output: str | None) -> str | bytes:
    """Return the sheet in a form."""
    game = evening.game
    if form == "text":
        return _text(session, evening, styled=output is None)
    if form == "json":
        return json_line(sheet_row(game))
    if form in {"csv", "tsv"}:
        from pulya.view.exports import csv_text, sheet_cells, tsv_text

        return (csv_text if form == "csv" else tsv_text)(sheet_cells(game.sheet))
    if form == "md":
        from pulya.view.markdown import sheet_markdown

        return sheet_markdown(session.page, evening)
    from pulya.picture.page import evening_page
    from pulya.picture.paper import picture
    from pulya.view.about import seal_of

    if form == "html":
        return markup(evening_page(session.page, evening))
    drawn = picture(session.page, game, seal_of(evening))
    return pixels(drawn, output) if form == "png" else markup(drawn)


def _blank(session: Session, form: str, players: str | None, output: str | None) -> bytes:
    """Return an empty sheet for so many, or for those named."""
    if form not in _DRAWN:
        problem = say("an empty sheet is a picture; take `--as {forms}`", forms=" | ".join(_DRAWN))
        raise click.UsageError(early_page().say(problem))
    from pulya.notation.names import check_name, check_new_name
    from pulya.picture.contents import blank as empty_sheet
    from pulya.picture.page import blank_page
    from pulya.picture.paper import drawing
    from pulya.picture.plan import SEATS
    from pulya.terms import Player

    players = players or str(max(SEATS) - 1)
    names = players.replace(",", " ").split()
    if players.strip() in map(str, SEATS):
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
    empty = empty_sheet(session.page, names)
    if form == "html":
        return markup(blank_page(session.page, empty))
    drawn = drawing(session.page, empty)
    return pixels(drawn, output) if form == "png" else markup(drawn)


@click.command(cls=Translated, examples=["pulya chart evening.pulya", "pulya chart -o evening.svg"])
@journal_argument
@option("--as", "form", type=click.Choice(_CHARTS), help="The form; `text` if left out.")
@output_option
@journal_option
@common
@pass_session
def chart(
    session: Session, positional: str | None, form: str | None, output: str | None, file: str | None
) -> None:
    """Show how the balances moved from record to record."""
    from pulya.picture.chart import chart as svg_chart
    from pulya.picture.course import course, course_row
    from pulya.picture.terminal import SIGNS, terminal_chart
    from pulya.view.states import open_lines

    form = "json" if session.json else form or by_name(output, _CHARTS) or "text"
    game = session.evening(find_journal(either(positional, file))).game
    if form == "json":
        deliver(session, json_line(course_row(course(game)) | open_row(game)), output)
    elif form == "svg":
        deliver(session, markup(svg_chart(session.page, game)), output)
    else:
        text = visible(terminal_chart(session.page, game, min(columns(), _WIDEST)))
        deliver(session, text, output, dict(zip(SIGNS, COLOURS, strict=True)))
    for line in open_lines(session.page, game):
        session.tell(line)
