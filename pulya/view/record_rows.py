"""JSON rows of records and their writes; see `pulya.view.rows`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pulya.game import Game
from pulya.ruled import Ruled
from pulya.rules.split import Range
from pulya.view.figures import json_number
from pulya.view.reasons import reason
from pulya.view.rows import Row, sheet_row
from pulya.write import Write


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
