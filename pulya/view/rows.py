"""JSON rows: the promise to scripts, in English whatever the reader's language."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from pulya.errors import PulyaError
from pulya.game import Game, Ruled
from pulya.rules.checklist import open_boxes
from pulya.rules.raspasy import next_price
from pulya.rules.reading import exit_level
from pulya.rules.split import Range
from pulya.terms import Player, Points
from pulya.view.figures import decimal, json_number
from pulya.view.money import sum_of
from pulya.view.reasons import reason
from pulya.write import Write

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


def record_row(ruled: Ruled, writes: Iterable[Write] | None = None) -> Row:
    """Return a record with its writes, or with some of them."""
    row: Row = {
        "record": ruled.item.number,
        "text": ruled.item.text,
        "void": is_void(ruled),
        "writes": [write_row(write) for write in (ruled.writes if writes is None else writes)],
    }
    if ruled.fixed_by is not None:
        row["fixed_by"] = ruled.fixed_by
    if ruled.struck_by is not None:
        row["struck_by"] = ruled.struck_by
    if ruled.warnings:
        row["warnings"] = [str(warning) for warning in ruled.warnings]
    if ruled.ranges:
        row |= {"open": True, "range": [range_row(one) for one in ruled.ranges]}
    return row


def added_row(game: Game) -> Row:
    """Return the newest record with the sheet after it."""
    return record_row(game.ruled[-1]) | {"sheet": sheet_row(game)}


def range_row(one: Range) -> Row:
    """Return what an open record can write in a cell."""
    player, column, on = one.place
    row: Row = {"player": player, "column": column}
    if on is not None:
        row["on"] = on
    return row | {"least": json_number(one.least), "most": json_number(one.most)}


def open_row(game: Game) -> Row:
    """Return the numbers of the open records, nothing where there are none."""
    return {"open": [one.item.number for one in game.still_open]} if game.still_open else {}


def is_void(ruled: Ruled) -> bool:
    """Say whether the text of an item does not count as it stands: undone, or replaced by a fix."""
    return ruled.struck_by is not None or ruled.fixed_by is not None


def write_row(write: Write) -> Row:
    """Return one write with its rule and formula."""
    return dict(_write_row(write))


@lru_cache(maxsize=8192)
def _write_row(write: Write) -> Row:
    """Return the row of a write, never to be changed: a long journal has few different ones."""
    row: Row = {"player": write.player, "column": write.column}
    if write.on is not None:
        row["on"] = write.on
    return row | {
        "points": json_number(write.points),
        "rule": write.rule,
        "why": str(reason(write.formula)),
    }


def status_row(game: Game) -> Row:
    """Return who deals next, what raspasy cost, what each pool still needs, and the money if it ended now."""
    table, convention = game.table, game.header.convention
    seats = table.seats
    row: Row = {
        "next": game.records + 1,
        "dealer": table.dealer,
        "sitting_out": list(seats.sitting),
        "first_hand": seats.active[0],
        "raspasy": {
            "in_row": table.in_row,
            "price": next_price(table, convention),
            "exit_level": exit_level(table, convention),
            "compulsory": len(table.owed),
        },
        "bombs": {} if convention.bombs == "none" else {p: table.bombs.get(p, 0) for p in table.players},
        "over": game.over,
        "needs": {player: needed(game, player) for player in table.players},
        "lap": table.lap,
    }
    if convention.series != "none":
        row["race"] = running_race(game)
    if convention.checklist != "none":
        checklist = convention.checklist
        row["checklist"] = {player: list(open_boxes(table, player, checklist)) for player in table.players}
    row |= open_row(game)
    settled = settlement_row(game)
    return row | {"balance": settled["balance"], "money": settled["money"]}


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
