"""JSON rows: the promise to scripts, in English whatever the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from pulya.errors import PulyaError
from pulya.game import Game
from pulya.terms import Player, Points
from pulya.view.figures import decimal, json_number
from pulya.view.money import sum_of

Row: TypeAlias = dict[str, Any]


def sheet_row(game: Game) -> Row:
    """Return the sheet as it stands; whists by writer and by the player they are on, of pairs two columns."""
    header, sheet, table = game.header, game.sheet, game.table
    row: Row = {
        "convention": header.convention.id,
        "players": list(sheet.players),
        "records": game.records,
        "target": header.target,
    }
    if header.target_sum is not None:
        row["target_sum"] = header.target_sum
    row |= open_row(game)
    if sheet.teams:
        return row | {
            "teams": [list(team) for team in sheet.teams],
            "columns": [json_number(sheet.columns[team[0]]) for team in sheet.teams],
        }
    row |= {
        "pool": numbers(sheet.pool),
        "mountain": numbers(sheet.mountain),
        "whists": {player: numbers(sheet.whists[player]) for player in sheet.players},
    }
    if header.convention.series != "none":
        row |= {"race": running_race(game), "finished": numbers(table.finished)}
    if header.convention.checklist != "none":
        row["checklist"] = {player: list(table.ticks.get(player, ())) for player in table.players}
    return row


def settlement_row(game: Game) -> Row:
    """Return balances, money and payments; without a stake money is in whole whists."""
    header = game.header
    stake = header.stake
    money_row = {
        "stake": None if stake is None else decimal(stake.amount),
        "coin": None if stake is None else decimal(header.coin),
        "currency": None if stake is None else stake.currency,
    }
    if game.sheet.teams:
        balance, coins = game.team_account
        row: Row = {"balance": [json_number(points) for points in balance]} | money_row
        row["money"] = [sum_of(header, amount) for amount in coins]
        behind, ahead = sorted(zip(coins, game.sheet.teams, strict=True), key=lambda one: one[0])
        payment = {"from": list(behind[1]), "to": list(ahead[1]), "money": sum_of(header, ahead[0])}
        row["payments"] = [payment] if ahead[0] else []
        return row
    account = game.account
    return {
        "balance": numbers(account.settlement.balance),
        **money_row,
        "money": {player: sum_of(header, amount) for player, amount in account.coins.items()},
        "payments": [
            {"from": payment.payer, "to": payment.payee, "money": sum_of(header, payment.coins)}
            for payment in account.payments
        ],
    }


def open_row(game: Game) -> Row:
    """Return the numbers of the open records, nothing where there are none."""
    return {"open": [one.item.number for one in game.still_open]} if game.still_open else {}


def running_race(game: Game) -> int:
    """Return the number of the running race, of a series that is over the last."""
    series = game.header.convention.series
    assert series != "none"
    return min(game.table.race, series.rounds)


def needed(game: Game, player: Player) -> int | str | None:
    """Return the points that a pool needs to close, ``None`` without a target."""
    target = game.table.target
    return (
        None if target is None else json_number(max(Fraction(0), Fraction(target) - game.table.pool[player]))
    )


def problem_row(error: PulyaError) -> Row:
    """Return a complaint by its parts."""
    return {
        "file": error.at.file,
        "line": error.at.line,
        "record": error.at.record,
        "field": error.at.field,
        "problem": str(error.problem),
        "hint": None if error.hint is None else str(error.hint),
    }


def numbers(points: Mapping[Player, Points]) -> Row:
    """Return points by player as JSON numbers."""
    return {player: json_number(value) for player, value in points.items()}
