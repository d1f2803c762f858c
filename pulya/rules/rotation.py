"""Who deals next, and the laps that the dealers make.

Sources: the deal moves clockwise, general rules; a first hand with every box ticked passes the deal on, the
text on Razboinik.
"""

from pulya.convention import Convention
from pulya.rules.checklist import open_boxes, owner
from pulya.table import Table, clockwise


def move_on(table: Table, convention: Convention) -> Table:
    """Return the table with the next dealer, past those whose deal would find every box ticked."""
    moved = _move(table)
    if convention.checklist == "none":
        return moved
    for _ in table.players:
        if open_boxes(moved, owner(moved, convention.checklist), convention.checklist):
            break
        moved = _move(moved)
    return moved


def _move(table: Table) -> Table:
    dealer = clockwise(table.players, table.dealer)[0]
    lap = table.lap + (dealer == table.first_dealer)
    return table.turned(dealer, lap, 0, table.in_row, table.pool, table.mountain)
