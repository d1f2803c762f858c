"""The contracts that each player owes, and who has to play one now.

Source: the text on Razboinik.  Rule paths: ``checklist.*``.
"""

from __future__ import annotations

from pulya.convention import Checklist
from pulya.message import say
from pulya.record import Concession, Contract, Misere
from pulya.rules.reading import refuse
from pulya.table import Table
from pulya.terms import Player


def owner(table: Table, checklist: Checklist) -> Player:
    """Return who has to play one of his contracts now."""
    return table.seats.active[0 if checklist.seat == "first" else 1]


def open_boxes(table: Table, player: Player, checklist: Checklist) -> tuple[str, ...]:
    """Return the contracts that a player still owes, in the order of the list; one may stand there several times."""
    left = list(checklist.contracts)
    for box in table.ticks.get(player, ()):
        left.remove(box)
    return tuple(left)


def check_box(record: Contract | Concession | Misere, table: Table, checklist: Checklist) -> None:
    """Refuse a game that is not the owner's, not on the list, or marked already."""
    whose = owner(table, checklist)
    if record.declarer != whose:
        refuse(
            say("{player} may not play now: it is the hand of {owner}", player=record.declarer, owner=whose),
            "declarer",
            say("each plays his own list on his own hand (checklist.seat)"),
        )
    box = box_of(record, checklist)
    left = open_boxes(table, whose, checklist)
    if box is None:
        refuse(
            say("this contract is on nobody's list"),
            "contract",
            say("{player} still owes {boxes}; a box with a suit needs the suit", player=whose, boxes=left),
        )
    if box not in left:
        refuse(
            say("{player} has marked {box} already", player=whose, box=box),
            "contract",
            say("still owed: {boxes}", boxes=left),
        )


def box_of(record: Contract | Concession | Misere, checklist: Checklist) -> str | None:
    """Return the box that a game ticks: with its suit where the list has it so, otherwise by its level."""
    if isinstance(record, Misere):
        named = ["misere"]
    else:
        named = [f"{record.level}{record.suit or ''}", str(record.level)]
    return next((box for box in named if box in checklist.contracts), None)


def tick(record: Contract | Concession | Misere, table: Table, checklist: Checklist, *, made: bool) -> Table:
    """Return the table with the box of a game ticked, where an attempt is enough or it was made."""
    if not (made or checklist.ticks == "attempt"):
        return table
    box = box_of(record, checklist)
    assert box is not None  # checked before the deal was ruled
    ticked = (*table.ticks.get(record.declarer, ()), box)
    return table._replace(ticks={**table.ticks, record.declarer: ticked})


def is_done(table: Table, checklist: Checklist) -> bool:
    """Say whether everybody has ticked everything."""
    return not any(open_boxes(table, player, checklist) for player in table.players)
