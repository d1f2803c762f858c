"""Who deals next, and the laps that the dealers make.

Sources: the deal moves clockwise, general rules; a first hand with every box ticked passes the deal on, the
text on Razboinik.
"""

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
    moved = _move(table, in_row, pool, mountain)
    if convention.checklist == "none":
        return moved
    for _ in table.players:
        if open_boxes(moved, owner(moved, convention.checklist), convention.checklist):
            break
        moved = _move(moved, in_row, pool, mountain)
    return moved


def _move(
    table: Table, in_row: int, pool: Mapping[Player, Points], mountain: Mapping[Player, Points]
) -> Table:
    dealer = next_after(table.players, table.dealer)
    lap = table.lap + (dealer == table.first_dealer)
    return table.turned(dealer, lap, 0, in_row, pool, mountain)
