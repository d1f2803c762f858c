"""One number written on the sheet, with the formula that made it and the table key that ordered it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from pulya.terms import Column, Player, Points, exact
from pulya.value import Value

Unit: TypeAlias = Literal[
    "made",  # the value of a made game
    "trick",
    "undertrick",
    "overtrick",
    "missing",  # a trick that a whister owed
    "half",  # a trick that a standing half-whist is paid for
    "unit",  # of what lay in the talon
    "closing",  # a point that fills one's own pool
    "help",  # a point given to another
    "received",  # a point got from another
    "off",  # a point taken off a mountain
    "zero",  # no tricks in raspasy
    "dealer",  # the dealer's share of a raspasy
    "fine",
    "first-pool",  # a premium for closing the pool first
    "first-mountain",  # and the mountain
    "race-pool",  # a prize for the first pool of a race
    "race-mountain",  # and for the least mountain
    "race",  # pool points of a race that is over, taken off the sheet
    "newcomer",  # what a newcomer begins with
    "extra",  # the contract's value for a trick that a pair's defence was short
]


class Term(Value):
    """So many units at such a price."""

    number: Points
    unit: Unit
    price: Points = 1


class Formula(Value):
    """The sum of the terms, multiplied, and divided among those who share it.

    The value of a formula *is* the number written, so the reason shown can never differ from it.
    """

    terms: tuple[Term, ...]
    times: Points = 1
    shared: int = 1

    @property
    def value(self) -> Points:
        """Return the points, exactly."""
        total: Points = 0
        for number, _, price in self.terms:
            total += number * price
        total *= self.times
        return exact(Fraction(total) / self.shared) if self.shared != 1 else exact(total)


class Write(Value):
    """One number on the sheet; ``on`` is set for whists only."""

    player: Player
    column: Column
    points: Points
    rule: str  # dotted path into the convention
    formula: Formula
    on: Player | None = None


def only(number: Points, unit: Unit, price: Points = 1, *, times: Points = 1, shared: int = 1) -> Formula:
    """Return a formula of one term."""
    return Formula((Term(number, unit, price),), times, shared)
