"""How the balances moved in the course of the evening."""

from __future__ import annotations

from collections.abc import Mapping

from pulya.adding import add_up
from pulya.game import Game, Header, settled
from pulya.replay import first_table
from pulya.settlement import balances as settle
from pulya.settlement import team_account
from pulya.sheet import Sheet, seat, team_name
from pulya.table import Table
from pulya.terms import Points


def balances(game: Game) -> tuple[Mapping[str, Points], ...]:
    """Return what each player, or each team, had won after each record, as if the game had ended there.

    One entry a record, corrections and struck-out ones included; exact whists, of teams points.  Each adds up
    to 0 and the last is that of `Game.results`.  Who sat down later has no balance before.
    """
    sheet, table = game.header.opening, first_table(game.header)
    now = _balance(sheet, table, game.header)
    found: list[Mapping[str, Points]] = []
    for one in game.ruled:
        if one.writes or one.after is not table:
            table = one.after
            sheet = add_up(seat(sheet, table.everyone), one.writes)
            now = _balance(sheet, table, game.header)
        found.append(now)
    return tuple(found)


def opening_balance(header: Header) -> Mapping[str, Points]:
    """Return the balances before the first record; not all 0 where an older sheet is carried on."""
    return _balance(header.opening, first_table(header), header)


def _balance(sheet: Sheet, table: Table, header: Header) -> Mapping[str, Points]:
    if sheet.teams:
        first, second = (team_name(team) for team in sheet.teams)
        return dict(zip((first, second), team_account(sheet, None, header.coin).balance, strict=True))
    balance = settle(settled(sheet, table, header.convention), header.convention)
    return {str(player): points for player, points in balance.items()}
