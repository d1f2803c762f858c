"""Names where there is little room."""

from collections.abc import Callable, Sequence
from typing import Final

from pulya.terms import Player

_PARTS: Final = (3, 2, 1)  # letters from where two names part
_SHORTEST: Final = 2  # letters of a beginning


def beginnings(names: Sequence[Player]) -> dict[Player, str]:
    """Return beginnings of the names, as short as they can be and still tell them apart."""
    found: dict[Player, str] = {}
    for name in names:
        letters = _SHORTEST
        while any(other[:letters] == name[:letters] for other in names if other != name):
            letters += 1
        found[name] = name[:letters]
    return found


def shortened(name: str, others: Sequence[str], fits: Callable[[str], bool]) -> str:
    """Return as much of a name as fits, still told apart from the others where that can be.

    One that begins like another keeps what tells it apart: ``Alex…Pet`` for Alexandra-Petrovna.
    """
    if fits(name):
        return name
    alike = max((_common(name, other) for other in others), default=0)
    for kept in range(len(name) - 1, alike, -1):
        if fits(short := name[:kept] + "…"):
            return short
    heads = range(alike - 1, 0, -1)
    parts = [f"{name[:head]}…{name[alike : alike + part]}" for part in _PARTS for head in heads]
    return next(filter(fits, parts), name[:1] + "…")


def _common(one: str, other: str) -> int:
    """Return how many letters two names begin with in common."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
