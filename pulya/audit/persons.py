"""Records with all persons named, so that the persons can change roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pulya.convention import Convention
from pulya.record import CallOf, Concession, Contract, Deal, Event, Figure, Misere, Raspasy
from pulya.rules.reading import raspasy_takers
from pulya.table import Table, opponents
from pulya.terms import Player

Part = TypeVar("Part", CallOf, Figure)


def with_persons(record: Deal | Event, table: Table, convention: Convention) -> Deal | Event:
    """Return a record of a possible deal with its calls and figures named."""
    if isinstance(record, Raspasy):
        return record._replace(tricks=_named(record.tricks, raspasy_takers(table.seats, convention)))
    if isinstance(record, Contract):
        defenders = defenders_at(record, table, convention)
        return record._replace(
            calls=_named(record.calls, defenders),
            tricks=_named(record.tricks, (record.declarer, *defenders)),
        )
    return record


def defenders_at(
    record: Contract | Concession | Misere, table: Table, convention: Convention
) -> tuple[Player, ...]:
    """Return the two who defended, clockwise from the declarer."""
    if convention.ledger == "teams":
        return opponents(table.players, record.declarer)
    return table.seats.defenders(record.declarer)


def exchanged(record: Deal, one: Player, other: Player) -> Deal:
    """Return a record in which two persons have changed all their roles."""
    roles = {one: other, other: one}
    if isinstance(record, Raspasy):
        return record._replace(tricks=_renamed(record.tricks, roles))
    record = record._replace(declarer=roles.get(record.declarer, record.declarer))
    if isinstance(record, Contract):
        return record._replace(calls=_renamed(record.calls, roles), tricks=_renamed(record.tricks, roles))
    return record


def _named(parts: tuple[Part, ...], order: tuple[Player, ...]) -> tuple[Part, ...]:
    if any(part.player is not None for part in parts):
        return parts
    return tuple(part._replace(player=player) for part, player in zip(parts, order, strict=False))


def _renamed(parts: tuple[Part, ...], roles: Mapping[Player, Player]) -> tuple[Part, ...]:
    return tuple(
        part if part.player is None else part._replace(player=roles.get(part.player, part.player))
        for part in parts
    )
