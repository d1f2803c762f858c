"""Raspasy that have to be played, and the bombs that they and passes in the dark make.

Sources: Classic's laps of raspasy and its bombs, Lesnoy's notes and the glossary of preferans terms; raspasy
after a failure, the page on Peter races.  Rule paths: ``raspasy.compulsory``, ``bombs.*``, ``multipliers.bomb``.
"""

from __future__ import annotations

from typing import NoReturn

from pulya.convention import Bombs, CompulsoryAfter, CompulsoryLaps, Convention
from pulya.message import say, say_n
from pulya.record import Concession, Contract, Misere, Raspasy
from pulya.rules.raspasy import price_of
from pulya.rules.reading import refuse
from pulya.table import Table
from pulya.terms import Player


def owed_laps(when: str, table: Table, convention: Convention) -> tuple[int | None, ...]:
    """Return the raspasy that begin a game or a race: whole laps, at the prices of raspasy in a row."""
    return tuple(
        None
        for entry in convention.raspasy.compulsory
        if isinstance(entry, CompulsoryLaps) and entry.when == when
        for _ in range(len(table.players) * entry.laps)
    )


def refuse_while_owed(owed: tuple[int | None, ...]) -> NoReturn:
    """Refuse a game while raspasy have to be played."""
    refuse(
        say_n("{n} raspasy has to be played first", "{n} raspasy have to be played first", len(owed)),
        "record",
        say("write `raspasy = 3 4 3` (raspasy.compulsory)"),
    )


def owed_after(
    record: Contract | Concession | Misere, undertricks: int, convention: Convention
) -> tuple[int | None, ...]:
    """Return the raspasy that a failure makes compulsory, at the price of its undertricks."""
    if isinstance(record, Misere):
        when = "failed-misere"
    elif record.bid == "misere":
        when = "failed-outbid"
    else:
        return ()
    return tuple(
        price_of(entry.price, undertricks)
        for entry in convention.raspasy.compulsory
        if isinstance(entry, CompulsoryAfter) and entry.when == when and undertricks
    )


def bomb_factor(player: Player, table: Table, convention: Convention) -> int:
    """Return the factor of a player's game: each of his bombs multiplies it."""
    factor: int = convention.multipliers.bomb ** table.bombs.get(player, 0)
    return factor


def spend_bombs(player: Player, table: Table, bombs: Bombs) -> Table:
    """Return the table after a made game, which spends its owner's bombs."""
    held = table.bombs.get(player, 0)
    if not held:
        return table
    left = 0 if bombs.spent == "all" else held - 1
    return table._replace(bombs={**table.bombs, player: left})


def hand_out_bombs(record: Raspasy, before: Table, after: Table, bombs: Bombs) -> Table:
    """Return the table with the bombs that raspasy made: compulsory ones, and a pass in the dark."""
    got: tuple[Player, ...] = ()
    if before.owed and bombs.compulsory == "active":
        got += before.seats.active
    if record.dark is not None and bombs.dark_pass == "passer":
        got += (record.dark,)
    if not got:
        return after
    held = {player: after.bombs.get(player, 0) + got.count(player) for player in after.everyone}
    return after._replace(bombs=held)
