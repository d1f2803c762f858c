"""Commands that only read: the sheet, the log, reasons, the settlement, the state, and what is wrong."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from pulya.cli.app import (
    Session,
    Translated,
    common,
    either,
    find_journal,
    journal_option,
    money,
    option,
    pass_session,
)
from pulya.errors import RecordError
from pulya.evening import Evening, check_closed
from pulya.game import Ruled
from pulya.header import read_coin, read_stake
from pulya.message import say
from pulya.notation.words import KEYWORDS, fold, matches
from pulya.sheet import Place, places, seat
from pulya.unusual import noted
from pulya.view.figures import json_number, mixed
from pulya.view.records import cell_heading, cell_table, note_lines, record_text
from pulya.view.rows import record_row, settlement_row, sheet_row, status_row
from pulya.view.settlements import settlement_text
from pulya.view.sheets import heading, sheet_table, sheet_text
from pulya.view.states import balances_line, open_lines, status_text
from pulya.write import Write

_FORMULA_SIGNS: Final = ("=", "+", "-", "@")  # what a spreadsheet would compute


_FILE = click.argument("positional", metavar="[FILE]", required=False, type=click.Path(path_type=Path))


@click.command(cls=Translated, examples=["pulya sheet evening.pulya --as md"])
@_FILE
@option(
    "--as",
    "form",
    type=click.Choice(["text", "json", "csv", "md"]),
    default="text",
    show_default=True,
    help="The form.",
)
@journal_option
@common
@pass_session
def sheet(session: Session, positional: Path | None, form: str, file: Path | None) -> None:
    """Show the sheet as it stands."""
    evening = session.evening(find_journal(either(positional, file)))
    game = evening.game
    if session.json or form == "json":
        session.out_json(sheet_row(game))
    elif form == "csv":
        session.out(_csv(evening))
    elif form == "md":
        session.out(sheet_table(session.page, game.sheet, form="github"))
    else:
        session.out(heading(session.page, game.header, len(game.ruled)))
        session.out("")
        session.out("\n".join([sheet_text(session.page, game), *open_lines(session.page, game)]))


def _csv(evening: Evening) -> str:
    """Return the sheet for a spreadsheet: stable English columns, fractions as text."""
    shown = evening.game.sheet
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    if shown.teams:
        rows.writerow(["team", "points"])
        for team in shown.teams:
            rows.writerow([" + ".join(team), json_number(shown.columns[team[0]])])
        return text.getvalue().removesuffix("\n")
    rows.writerow(["player", "pool", "mountain", *(f"on {player}" for player in shown.players)])
    for player in shown.players:
        name = f"'{player}" if player.startswith(_FORMULA_SIGNS) else player
        figures = [shown.pool[player], shown.mountain[player]]
        whists = [
            json_number(shown.whists[player][other]) if other != player else "" for other in shown.players
        ]
        rows.writerow([name, *map(json_number, figures), *whists])
    return text.getvalue().removesuffix("\n")


@click.command(cls=Translated, examples=["pulya log evening.pulya"])
@_FILE
@journal_option
@common
@pass_session
def log(session: Session, positional: Path | None, file: Path | None) -> None:
    """Show all records with their writes, marked where struck out."""
    evening = session.evening(find_journal(either(positional, file)))
    game = noted(evening.game)
    if session.json:
        session.out_json([record_row(one) for one in game.ruled])
        return
    for one in game.ruled:
        session.out("\n".join([record_text(session.page, game, one), *note_lines(session.page, one)]))


@click.command(cls=Translated, examples=["pulya explain 7", "pulya explain Boris whists Anna"])
@click.argument("what", nargs=-1, metavar="[N | PLAYER [COLUMN [ON]]]")
@journal_option
@common
@pass_session
def explain(session: Session, what: tuple[str, ...], file: Path | None) -> None:
    """Say why each number is there."""
    evening = session.evening(find_journal(file))
    if not what or (what[0].isascii() and what[0].isdigit()):
        ruled = evening.game.ruled if not what else [_ruled(evening, what)]
        if session.json:
            rows = [record_row(one) for one in ruled]
            session.out_json(rows[0] if what else rows)
            return
        for one in ruled:
            session.out(record_text(session.page, evening.game, one, evening.resolved))
        return
    cells = _cells(evening, what)
    if session.json:
        picked = [
            (one, [write for write in one.writes if _place(write) in cells]) for one in evening.game.ruled
        ]
        session.out_json([record_row(one, writes) for one, writes in picked if writes])
        return
    page = session.page
    final = evening.game.sheet
    shown = 0
    written = any(_place(write) in cells for one in evening.game.ruled for write in one.writes)
    if not written and not any(place.figure(seat(evening.header.opening, final.players)) for place in cells):
        session.out(page.say(say("Nothing is written there yet.")))
        return
    for place in cells:
        behind = [[write for write in one.writes if _place(write) == place] for one in evening.game.ruled]
        opening = place.figure(seat(evening.header.opening, final.players))
        if len(cells) > 1 and not any(behind) and not opening:
            continue
        session.out(("\n" if shown else "") + cell_heading(page, place, mixed(place.figure(final))))
        shown += 1
        session.out(cell_table(page, evening.game.ruled, opening, behind, evening.resolved))


def _place(write: Write) -> Place:
    return Place(write.player, write.column, write.on)


def _ruled(evening: Evening, what: tuple[str, ...]) -> Ruled:
    number = int(what[0][:9])
    if len(what) > 1 or not 1 <= number <= len(evening.game.ruled):
        raise RecordError(
            say("there is no record {number}", number=" ".join(what)),
            hint=say("the journal has records 1 to {last}", last=len(evening.game.ruled))
            if evening.game.ruled
            else say("the journal has no records yet"),
        )
    return evening.game.ruled[number - 1]


def _cells(evening: Evening, what: Sequence[str]) -> list[Place]:
    """Return the cells that a player, a column and another player name.

    Raises `RecordError` where they name none.
    """
    sheet = evening.game.sheet
    words = [KEYWORDS.get(fold(word), "") for word in what]
    names = [word for word, known in zip(what, words, strict=True) if not known]
    columns = [known for known in words if known and known != "on"]
    found = [matches(name, sheet.players) for name in names]
    if found and len(found) <= 2 and all(len(one) == 1 for one in found) and len(columns) <= 1:
        player, *others = (one[0] for one in found)
        if sheet.teams:
            player = next(team[0] for team in sheet.teams if player in team)
        cells = [
            place
            for place in places(sheet)
            if place.player == player
            and (not columns or place.column == columns[0])
            and (not others or place.on == others[0])
        ]
        if cells:
            return cells
    one, other = sheet.players[:2]
    raise RecordError(
        say("`{what}` is no record, player or cell", what=" ".join(what)),
        hint=say("write a number, or `{player} pool`, `{player} whists {other}`", player=one, other=other),
    )


@click.command(cls=Translated, examples=['pulya settle evening.pulya --stake "0.50 EUR" --coin 0.10'])
@_FILE
@option("--stake", callback=money(read_stake), help='Money per whist: "0.50 EUR".')
@option("--coin", callback=money(read_coin), help="The smallest payment: 0.10.")
@option(
    "--open-as",
    "open_as",
    type=click.Choice(["even"]),
    help="Settle open records as if the tricks fell evenly.",
)
@journal_option
@common
@pass_session
def settle(
    session: Session,
    positional: Path | None,
    stake: str | None,
    coin: str | None,
    open_as: str | None,
    file: Path | None,
) -> None:
    """Settle step by step: balances, money, payments."""
    evening = session.evening(find_journal(either(positional, file)))
    if open_as is None:
        check_closed(evening)
    game = evening.game
    header = game.header
    if stake is not None:
        header = header._replace(stake=read_stake(stake))
    if coin is not None:
        header = header._replace(coin=read_coin(coin))
    game = game._replace(header=header)
    if session.json:
        session.out_json(sheet_row(game) | settlement_row(game))
        return
    session.out(heading(session.page, header, len(game.ruled)))
    session.out("")
    session.out("\n".join([settlement_text(session.page, game), *open_lines(session.page, game)]))


@click.command(cls=Translated, examples=["pulya status", "pulya status --next"])
@_FILE
@option("--next", "ahead", is_flag=True, help="Show what the next deal could change.")
@journal_option
@common
@pass_session
def status(session: Session, positional: Path | None, ahead: bool, file: Path | None) -> None:
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
