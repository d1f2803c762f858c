"""The command that says why: of a record, a cell, a balance, or a deal that nobody played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click
from click.core import ParameterSource

from pulya.breakdown import breakdowns
from pulya.catalog import Resolved
from pulya.cli.agreed import agree_option
from pulya.cli.group import Translated
from pulya.cli.imagined import imagined
from pulya.cli.language import early_page
from pulya.cli.options import common, completing, find_journal, journal_option, option
from pulya.cli.session import Session, pass_session
from pulya.errors import RecordError
from pulya.evening import Evening
from pulya.game import Game, no_record
from pulya.message import say
from pulya.nearest import nearest
from pulya.notation.words import FORMS, KEYWORDS, fold, keyword_of, matches
from pulya.ruled import Ruled
from pulya.sheet import Place, place_of, places, seat, team_name
from pulya.view.breakdowns import breakdown_notes, breakdown_row, breakdown_text
from pulya.view.figures import mixed
from pulya.view.record_rows import record_row
from pulya.view.records import cell_heading, cell_table, record_text
from pulya.view.states import open_lines

# What asks for the settlement; no words of the notation, so a player may be called so.
_BALANCE: Final = frozenset({"balance", "settlement", "баланс", "расчет", "итог"})
_ALIKE: Final = 80  # percent, that a word was mistyped; Nina is not Anna


@click.command(
    cls=Translated,
    examples=[
        "pulya explain 7",
        "pulya explain Boris whists Anna",
        "pulya explain Anna balance",
        'pulya explain --contract "7h w p = 5" --convention leningrad',
    ],
)
@click.argument(
    "what",
    nargs=-1,
    metavar="[N | PLAYER [COLUMN [ON]] | [PLAYER] balance]",
    shell_complete=completing("cell"),
)
@option(
    "--contract", "deals", multiple=True, metavar="RECORD", help="A deal without a journal; may be repeated."
)
@option(
    "--convention",
    default="sochi",
    show_default=True,
    help="Of the deal: a shipped convention, or a file.",
    shell_complete=completing("conventions"),
)
@option("--players", help="Of the deal: how many, or names clockwise; the first has the first hand.")
@agree_option("Of the deal: a rule that is played otherwise.")
@journal_option
@common
@pass_session
@click.pass_context
def explain(
    ctx: click.Context,
    session: Session,
    what: tuple[str, ...],
    deals: tuple[str, ...],
    convention: str,
    players: str | None,
    agree: tuple[str, ...],
    file: str | None,
) -> None:
    """Say why each number is there."""
    if deals:
        if what:
            problem = early_page().say(
                say("--contract stands alone; leave out `{what}`", what=" ".join(what))
            )
            raise click.UsageError(problem)
        game, resolved = imagined(session, deals, convention, players, agree)
        _explain_records(session, game, game.ruled, resolved, alone=len(deals) == 1)
        return
    _check_no_deal(ctx)
    evening = session.evening(find_journal(file))
    if not what or (what[0].isascii() and what[0].isdigit()):
        ruled = list(evening.game.ruled) if not what else [_ruled(evening, what)]
        _explain_records(session, evening.game, ruled, evening.resolved, alone=bool(what))
    elif fold(what[-1]) in _BALANCE and len(what) < 3:
        _explain_balances(session, evening, what[:-1])
    else:
        _explain_cells(session, evening, _cells(evening, what))


def _check_no_deal(ctx: click.Context) -> None:
    """Refuse the options of an imagined deal where there is none: a journal has its own table."""
    for name in ("convention", "players", "agree"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            problem = say("`{option}` is for `--contract`; a journal has its own", option=f"--{name}")
            raise click.UsageError(early_page().say(problem))


def _explain_records(
    session: Session, game: Game, ruled: Sequence[Ruled], resolved: Resolved, *, alone: bool
) -> None:
    if session.json:
        rows = [record_row(one) for one in ruled]
        session.out_json(rows[0] if alone else rows)
        return
    if not ruled:
        session.out(session.page.say(say("Nothing is written there yet.")))
    for one in ruled:
        session.out(record_text(session.page, game, one, resolved))


def _explain_balances(session: Session, evening: Evening, who: Sequence[str]) -> None:
    """Say where the balance of one player, or of all, comes from."""
    game = evening.game
    found = breakdowns(game)
    if who:
        named = matches(who[0], game.sheet.players)
        if len(named) != 1:
            raise _refused(game, (*who, "balance"))
        teams = [team_name(team) for team in game.sheet.teams if named[0] in team]
        found = [one for one in found if one.name in (teams or named)]
    if session.json:
        rows = [breakdown_row(game, one) for one in found]
        session.out_json(rows[0] if who else rows)
        return
    page = session.page
    parts = [breakdown_text(page, game, one, evening.resolved) for one in found]
    notes = [*breakdown_notes(page, game), *open_lines(page, game)]
    session.out("\n\n".join([*parts, *(["\n".join(notes)] if notes else [])]))


def _explain_cells(session: Session, evening: Evening, cells: Sequence[Place]) -> None:
    """Show every write behind some cells."""
    ruled = evening.game.ruled
    if session.json:
        picked = [(one, [write for write in one.writes if place_of(write) in cells]) for one in ruled]
        session.out_json([record_row(one, writes) for one, writes in picked if writes])
        return
    page = session.page
    final = evening.game.sheet
    opened = seat(evening.header.opening, final.players)
    parts: list[str] = []
    for place in cells:
        behind = [[write for write in one.writes if place_of(write) == place] for one in ruled]
        opening = place.figure(opened)
        if any(behind) or opening:
            parts.append(cell_heading(page, place, mixed(place.figure(final))))
            parts[-1] += "\n" + cell_table(page, ruled, opening, behind, evening.resolved)
    session.out("\n\n".join(parts) or page.say(say("Nothing is written there yet.")))


def _ruled(evening: Evening, what: tuple[str, ...]) -> Ruled:
    number = int(what[0][:9])
    if len(what) > 1 or not 1 <= number <= len(evening.game.ruled):
        raise no_record(evening.game, " ".join(what))
    return evening.game.ruled[number - 1]


def _cells(evening: Evening, what: Sequence[str]) -> list[Place]:
    """Return the cells that a player, a column and another player name.

    Raises `RecordError` where they name none.
    """
    sheet = evening.game.sheet
    words = [keyword_of(word) or "" for word in what]
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
    raise _refused(evening.game, what)


def _refused(game: Game, what: Sequence[str]) -> RecordError:
    one, other = game.sheet.players[:2]
    near = _nearest_words(game, what)
    return RecordError(
        say("`{what}` is no record, player or cell", what=" ".join(what)),
        hint=say("did you mean `{near}`?", near=near)
        if near != " ".join(what)
        else say(
            "write a number, or `{player} pool`, `{player} whists {other}`, `{player} balance`",
            player=one,
            other=other,
        ),
    )


def _nearest_words(game: Game, what: Sequence[str]) -> str:
    """Return names and columns with the mistyped ones put right, where that can be guessed."""
    players = game.sheet.players
    columns = [form for column in ("pool", "mountain", "whists") for forms in FORMS[column] for form in forms]
    return " ".join(
        word
        if fold(word) in KEYWORDS or matches(word, players)
        else nearest(word, [*players, *columns, "balance"], _ALIKE) or word
        for word in what
    )
