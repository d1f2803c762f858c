"""Names where there is little room, or where two look the same."""

from __future__ import annotations

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


def told_apart(titles: Sequence[tuple[str, str]]) -> list[str]:
    """Return titles of conventions, each given with its id, which stands behind a title that others have too.

    A house file that names no title has that of the convention it extends.
    """
    names: dict[str, set[str]] = {}
    for title, name in titles:
        names.setdefault(title, set()).add(name)
    return [f"{title} ({name})" if len(names[title]) > 1 else title for title, name in titles]


def _common(one: str, other: str) -> int:
    """Return how many letters two names begin with in common."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
