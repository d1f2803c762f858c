"""The closed word lists of the game, and the numbers that no table may change."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NewType, TypeAlias

Player = NewType("Player", str)

Column: TypeAlias = Literal["pool", "mountain", "whists", "column"]  # `column`: of a team
Suit: TypeAlias = Literal["s", "c", "d", "h", "nt"]
Call: TypeAlias = Literal["whist", "pass", "half"]
Talon: TypeAlias = Literal["A", "KQ", "AK", "AA"]

SUITS: Final[tuple[Suit, ...]] = ("s", "c", "d", "h", "nt")  # in the order of bidding

LEVELS: Final = range(6, 11)
TRICKS: Final = 10  # in every deal
TALON_TRICKS: Final = 2  # cards, and so tricks, that the talon can give the dealer in raspasy

Points: TypeAlias = int | Fraction
"""Points on the sheet, or whists: whole as a rule, exact fractions where a table shares or halves."""


def exact(points: Points) -> Points:
    """Return the number as an ``int`` where it is whole."""
    return points.numerator if points.denominator == 1 else points
