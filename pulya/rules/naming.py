"""Name the persons of a record wherever seat order depends on who deals, so that no correction can shift it."""

from __future__ import annotations

from typing import TypeVar

from pulya.convention import Convention
from pulya.record import CallOf, Contract, Deal, Event, Figure, Raspasy
from pulya.table import Table
from pulya.terms import TRICKS, Player

_Unnamed = TypeVar("_Unnamed", CallOf, Figure)


def by_name(record: Deal | Event, table: Table, convention: Convention) -> Deal | Event:
    """Return the record with names in raspasy, and in the calls and tricks of a table where somebody sits out.

    A record that cannot be at this table is returned as it is: ruling it says why.
    """
    seats = table.seats
    if isinstance(record, Raspasy):
        order = seats.active + seats.sitting[:1]
        tricks = _named(record.tricks, order)
        missing = [player for player in seats.active if player not in [figure.player for figure in tricks]]
        if len(missing) == 1 and not seats.sitting and len(tricks) + 1 == len(order):
            left = TRICKS - sum(figure.tricks for figure in tricks)
            tricks = (*tricks, Figure(missing[0], left)) if left >= 0 else tricks
        return record._replace(tricks=tricks)
    # The opponents of a pair are the same two whoever deals.
    depends = seats.sitting and convention.ledger == "individual"
    if isinstance(record, Contract) and depends and record.declarer in seats.active:
        defenders = seats.defenders(record.declarer)
        calls = _named(record.calls, defenders)
        tricks = record.tricks
        if len(tricks) > 1:
            tricks = _named(tricks, (record.declarer, *defenders))
        return record._replace(calls=calls, tricks=tricks)
    return record


def _named(parts: tuple[_Unnamed, ...], order: tuple[Player, ...]) -> tuple[_Unnamed, ...]:
    """Return calls or figures with the names of those they belong to, where they fit the seats."""
    if len(parts) > len(order) or any(part.player is not None for part in parts):
        return parts
    return tuple(part._replace(player=player) for part, player in zip(parts, order, strict=False))
