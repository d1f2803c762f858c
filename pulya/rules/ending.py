"""When the game is over.  Rule path: ``ending``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pulya.convention import Convention
from pulya.rules.checklist import is_done
from pulya.table import Table


def is_over(table: Table, convention: Convention) -> bool:
    """Say whether the game has ended, judged from the sheet as it stands."""
    return table.stopped or ENDINGS[convention.ending](table, convention)


def _pools_closed(table: Table, _convention: Convention) -> bool:
    # Without a target none is closed; asked before every deal, so nobody is asked one by one.
    return table.target is not None and all(map(table.is_closed, table.players))


def _pool_sum(table: Table, _convention: Convention) -> bool:
    needed = pool_sum(table)
    return needed is not None and sum(table.pool.values()) >= needed


def pool_sum(table: Table) -> int | None:
    """Return the points that the pools need together, ``None`` where nothing is agreed."""
    if table.target_sum is not None:
        return table.target_sum
    return None if table.target is None else table.target * len(table.players)


def _first_pool(table: Table, _convention: Convention) -> bool:
    return any(map(table.is_closed, table.players))


def _time_and_first_pool(table: Table, _convention: Convention) -> bool:
    """Finish the lap in which the time was over, play one more, and on until a pool is closed."""
    called = table.time_called_in
    return called is not None and table.lap > called + 1 and any(map(table.is_closed, table.players))


def _laps(table: Table, _convention: Convention) -> bool:
    return table.laps is not None and table.lap > table.laps


def _checklist(table: Table, convention: Convention) -> bool:
    return convention.checklist != "none" and is_done(table, convention.checklist)


def _series(table: Table, convention: Convention) -> bool:
    return convention.series != "none" and table.race > convention.series.rounds


def _agreed(_table: Table, _convention: Convention) -> bool:
    return False


ENDINGS: Final[Mapping[str, Callable[[Table, Convention], bool]]] = {
    "pools-closed": _pools_closed,
    "pool-sum": _pool_sum,
    "first-pool": _first_pool,
    "time-and-first-pool": _time_and_first_pool,
    "laps": _laps,
    "checklist": _checklist,
    "series": _series,
    "agreed": _agreed,
}
