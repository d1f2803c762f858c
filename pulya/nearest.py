"""The known word that is nearest to a mistyped one."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

ALIKE: Final = Fraction(3, 5)
HALF_ALIKE: Final = Fraction(1, 2)


def nearest(word: str, known: Iterable[str], cutoff: Fraction = ALIKE) -> str | None:
    """Return the known word that is nearest to a mistyped one, whatever the case, or ``None``.

    ``cutoff`` is how alike they have to be, from 0 to 1.
    """
    from difflib import get_close_matches  # costs start-up time and is needed for a refusal only

    by_fold = {one.casefold(): one for one in known}
    close = get_close_matches(word.casefold(), by_fold, n=1, cutoff=cutoff)
    return by_fold[close[0]] if close else None
