"""The command for a duplicate match."""

from __future__ import annotations

import click

from pulya.cli.group import Translated
from pulya.cli.options import FILE, common
from pulya.cli.session import Session, pass_session
from pulya.errors import JournalError, Location
from pulya.evening import Evening
from pulya.message import say
from pulya.settlement import match_columns
from pulya.sheet import team_name
from pulya.view.figures import json_number, mixed


@click.command(cls=Translated, examples=["pulya match table-1.pulya table-2.pulya"])
@click.argument("first", metavar="FILE", type=FILE)
@click.argument("second", metavar="FILE", type=FILE)
@common
@pass_session
def match(session: Session, first: str, second: str) -> None:
    """Add the two tables of a duplicate match of pairs and name the winner.

    The team that sits first in one file sits second in the other.
    """
    tables = [_pairs(session, first), _pairs(session, second)]
    sheets = [table.game.sheet for table in tables]
    columns = match_columns(*sheets)
    home = [sheets[0].teams[0], sheets[1].teams[1]]
    away = [sheets[0].teams[1], sheets[1].teams[0]]
    winner = None if columns[0] == columns[1] else int(columns[1] > columns[0])
    if session.json:
        session.out_json(
            {"teams": [home, away], "columns": [json_number(points) for points in columns], "winner": winner}
        )
        return
    page = session.page
    names = [", ".join(team_name(pair) for pair in team) for team in (home, away)]
    rows = [
        [
            name,
            *(mixed(sheet.columns[sheet.teams[at ^ table][0]]) for table, sheet in enumerate(sheets)),
            mixed(total),
        ]
        for at, (name, total) in enumerate(zip(names, columns, strict=True))
    ]
    headers = [say("team"), say("table 1"), say("table 2"), say("together")]
    session.out(page.table(rows, [page.say(header) for header in headers]))
    session.out("")
    if winner is None:
        session.out(page.say(say("The match is a draw.")))
    else:
        session.out(page.say(say("The winner: {team}.", team=names[winner])))


def _pairs(session: Session, path: str) -> Evening:
    """Return a journal of pairs."""
    evening = session.evening(path)
    if not evening.game.sheet.teams:
        raise JournalError(
            say("this is no journal of pairs"),
            at=Location(file=path, line=evening.journal.header.line("convention"), field="convention"),
            hint=say("a match is played by `convention: pair` or `pair-rostov`"),
        )
    return evening
