"""Who sits down, who leaves, and when the time is over.

Sources: a newcomer's figures, Code of Preferans 3.1.2; the last lap, the text on Finka.
Rule paths: ``table.players``, ``start``, ``ending``.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from pulya.convention import Convention
from pulya.message import say
from pulya.notation.names import check_new_name
from pulya.record import Join, Leave
from pulya.rules.books import Books
from pulya.rules.reading import refuse
from pulya.table import Table, clockwise
from pulya.write import Write, only


def sit_down(record: Join, table: Table, convention: Convention) -> tuple[tuple[Write, ...], Table]:
    """Return the writes of a newcomer and the table with him: the mean of the others, rounded against him.

    Raises `RecordError` where the table would be too large or the name cannot be.
    """
    if convention.ledger == "teams":
        refuse(say("a table of pairs stays as it is"), "player", say("make a new journal for other pairs"))
    check_new_name(record.player, table.everyone)
    _check_size(len(table.players) + 1, convention)
    if record.after not in table.players:
        refuse(
            say("{player} has left the table", player=record.after),
            "after",
            say("at the table are {players}", players=table.players),
        )
    at = table.players.index(record.after) + 1
    players = (*table.players[:at], record.player, *table.players[at:])
    everyone = (*table.everyone, record.player)
    joined = table._replace(
        players=players,
        everyone=everyone,
        pool={**table.pool, record.player: 0},
        mountain={**table.mountain, record.player: 0},
    )
    books = Books(joined, convention)
    n = len(table.players)
    pool = floor(Fraction(sum(table.pool[player] for player in table.players)) / n)
    mountain = ceil(Fraction(sum(table.mountain[player] for player in table.players)) / n)
    books.to_pool(record.player, only(1, "newcomer", pool), "start.pool")
    books.to_mountain(record.player, only(1, "newcomer", mountain), "start.mountain")
    return books.writes, joined._replace(pool=books.pool, mountain=books.mountain)


def get_up(record: Leave, table: Table, convention: Convention) -> Table:
    """Return the table without a player; his figures stay on the sheet and settle with the others.

    Raises `RecordError` where too few would be left.
    """
    if convention.ledger == "teams":
        refuse(say("a table of pairs stays as it is"), "player", say("`stop` ends the game"))
    if record.player not in table.players:
        refuse(
            say("{player} has left the table", player=record.player),
            "player",
            say("at the table are {players}", players=table.players),
        )
    _check_size(len(table.players) - 1, convention)
    following = clockwise(table.players, record.player)[0]
    return table._replace(
        players=tuple(player for player in table.players if player != record.player),
        dealer=following if table.dealer == record.player else table.dealer,
        first_dealer=following if table.first_dealer == record.player else table.first_dealer,
    )


def call_time(table: Table, convention: Convention) -> Table:
    """Return the table with the time called; between two laps it is called in the next.

    Raises `RecordError` where the game does not end by the clock, or the time was over before.
    """
    if convention.ending != "time-and-first-pool":
        refuse(
            say("this game does not end by the clock (ending: {ending})", ending=convention.ending),
            "record",
            say("leave it out; `stop` ends a game by agreement"),
        )
    if table.time_called_in is not None:
        refuse(
            say("the time is over already"),
            "record",
            say("lap {lap} is the last, if a pool is closed by then", lap=table.time_called_in + 1),
        )
    return table._replace(time_called_in=table.lap)


def _check_size(size: int, convention: Convention) -> None:
    if size not in convention.table.players:
        refuse(
            say("this game is not played by {size}", size=size),
            "player",
            say("it is for tables of {sizes} (table.players)", sizes=convention.table.players),
        )
