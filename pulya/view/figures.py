"""Numbers as people and programs read them: whole and mixed numbers, exact fractions, money."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pulya.terms import Points, exact

_DECIMALS: Final = 2  # at least, as money is written


def mixed(points: Points) -> str:
    """Return ``78 2/3`` for 236/3."""
    points = exact(points)
    if isinstance(points, int):
        return str(points)
    whole, part = divmod(abs(points.numerator), points.denominator)
    sign = "-" if points < 0 else ""
    return f"{sign}{whole} {part}/{points.denominator}" if whole else f"{sign}{part}/{points.denominator}"


def signed(points: Points) -> str:
    """Return a mixed number with its sign; nought has none."""
    return f"+{mixed(points)}" if points > 0 else mixed(points)


def json_number(points: Points) -> int | str:
    """Return an integer where whole, otherwise an exact fraction as text."""
    points = exact(points)
    return points if isinstance(points, int) else str(points)


def decimal(amount: Fraction, places: int = _DECIMALS) -> str:
    """Return a sum of money with all its decimals, and at least ``places``."""
    while amount * 10**places % 1:
        places += 1
    units = abs(amount.numerator) * 10**places // amount.denominator
    sign = "-" if amount < 0 else ""
    return f"{sign}{units // 10**places}.{units % 10**places:0{places}}"


def money(coins: int, coin: Fraction) -> str:
    """Return coins as money, with the decimals of the coin."""
    places = _DECIMALS
    while coin * 10**places % 1:
        places += 1
    return decimal(coins * coin, places)
