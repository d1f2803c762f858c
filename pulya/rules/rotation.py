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
    checklist = convention.checklist
    others = len(table.players)
    while True:
        dealer = next_after(table.players, table.dealer)
        lap = table.lap + (dealer == table.first_dealer)
        table = table.turned(dealer, lap, 0, in_row, pool, mountain)
        if checklist == "none" or not others or open_boxes(table, owner(table, checklist), checklist):
            return table
        others -= 1
