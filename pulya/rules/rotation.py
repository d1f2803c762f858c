"""Who deals next, and the laps that the dealers make.

Sources: the deal moves clockwise, general rules; a first hand with every box ticked passes the deal on, the
text on Razboinik.
"""

from __future__ import annotations

from collections.abc import Mapping

from pulya.convention import Convention
from pulya.rules.checklist import open_boxes, owner
from pulya.table import Table, next_after
from pulya.terms import Player, Points


def move_on(
    table: Table,
    convention: Convention,
    in_row: int,
    pool: Mapping[Player, Points],
    mountain: Mapping[Player, Points],
) -> Table:
    """Return the table after a deal with its next dealer, past those whose deal would find every box ticked."""
    after = _moved(table, in_row, pool, mountain)
    if (checklist := convention.checklist) == "none":
        return after
    for _ in table.players:
        if open_boxes(after, owner(after, checklist), checklist):
            break
        after = _moved(after, in_row, pool, mountain)
    return after


def _moved(
    table: Table, in_row: int, pool: Mapping[Player, Points], mountain: Mapping[Player, Points]
) -> Table:
    dealer = next_after(table.players, table.dealer)
    return table.turned(dealer, table.lap + (dealer == table.first_dealer), 0, in_row, pool, mountain)
