"""When the game is over.  Rule path: ``ending``."""

from collections.abc import Callable, Mapping
from typing import Final

from pulya.convention import Convention
from pulya.table import Table


def is_over(table: Table, convention: Convention) -> bool:
    """Say whether the game has ended, judged from the sheet as it stands."""
    return table.stopped or ENDINGS[convention.ending](table)


def _pools_closed(table: Table) -> bool:
    return all(table.is_closed(player) for player in table.players)


def _pool_sum(table: Table) -> bool:
    needed = pool_sum(table)
    return needed is not None and sum(table.pool.values()) >= needed


def pool_sum(table: Table) -> int | None:
    """Return the points that the pools need together, ``None`` where nothing is agreed."""
    if table.target_sum is not None:
        return table.target_sum
    return None if table.target is None else table.target * len(table.players)


def _first_pool(table: Table) -> bool:
    return any(table.is_closed(player) for player in table.players)


def _agreed(_table: Table) -> bool:
    return False


ENDINGS: Final[Mapping[str, Callable[[Table], bool]]] = {
    "pools-closed": _pools_closed,
    "pool-sum": _pool_sum,
    "first-pool": _first_pool,
    "agreed": _agreed,
}
