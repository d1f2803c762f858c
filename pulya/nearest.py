"""The known word that is nearest to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], percent: int = 60) -> str | None:
    """Return the known word that is nearest to a mistyped one, whatever the case, or ``None``.

    ``percent`` is how alike they have to be.
    """
    from difflib import get_close_matches  # costs start-up time and is needed for a refusal only

    by_fold = {one.casefold(): one for one in known}
    close = get_close_matches(word.casefold(), by_fold, n=1, cutoff=percent / 100)
    return by_fold[close[0]] if close else None
