"""The rules of a table with one thing changed: what a deal may have been written by in error."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, get_args

from pulya.convention import Convention, Zero
from pulya.rules.ruling import Referee
from pulya.schema import kind_of
from pulya.terms import LEVELS


class Variants:
    """Referees by changed rules, each made when it is first needed and kept for the evening."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention

    def _with(self, block: str, **values: Any) -> Referee:
        changed = getattr(self.convention, block)._replace(**values)
        return Referee(self.convention._replace(**{block: changed}))

    @cached_property
    def table(self) -> Referee:
        """Return the rules as they are."""
        return Referee(self.convention)

    @cached_property
    def prices(self) -> Mapping[tuple[int, int], Referee]:
        """Return for each level and each other one the table with the other's prices; the quota stays."""
        contracts = self.convention.contracts
        return {
            (level, other): self._with(
                "contracts",
                **{f"level_{level}": contracts.row(other)._replace(quota=contracts.row(level).quota)},
            )
            for level in LEVELS
            for other in LEVELS
            if contracts.row(other) != contracts.row(level)
        }

    @cached_property
    def consolations(self) -> Mapping[int, list[Referee]]:
        """Return for each level the table with consolations of another size: of other levels, double, half."""
        found: dict[int, list[Referee]] = {}
        prices = [self.convention.contracts.row(level).whist for level in LEVELS]
        amount = self.convention.consolation.amount
        for level, price in zip(LEVELS, prices, strict=True):
            own = price if amount == "price" else amount
            if own == "none":
                continue
            sizes = dict.fromkeys([*prices, 2 * own, *([] if own % 2 else [own // 2])])
            found[level] = [self._with("consolation", amount=size) for size in sizes if size not in (own, 0)]
        return found

    @cached_property
    def no_consolation(self) -> Referee:
        """Return the table without consolation."""
        return self._with("consolation", amount="none")

    def _otherwise(self, block: str, *names: str) -> list[Referee]:
        """Return the table with each of these words of a block changed to each of its other values."""
        now = getattr(self.convention, block)
        return [
            self._with(block, **{name: value})
            for name in names
            for value in get_args(kind_of(type(now), name))
            if value != getattr(now, name)
        ]

    @cached_property
    def passers(self) -> list[Referee]:
        """Return the table with another share of the passer."""
        shared = ("split_when", "returned") if self.convention.whisting.split == "gentleman" else ()
        return self._otherwise("whisting", "split", "passer_tricks", *shared)

    @cached_property
    def responsibilities(self) -> list[Referee]:
        """Return the table with each other way to count what whisters owe."""
        return self._otherwise("whisting", "shortfall", "one_trick", "ten", "dealer_owes")

    @cached_property
    def amnesties(self) -> list[Referee]:
        """Return the table with each other amnesty."""
        return self._otherwise("raspasy", "amnesty")

    @cached_property
    def comparisons(self) -> list[Referee]:
        """Return the table with each other way to compare tricks in whists."""
        return self._otherwise("raspasy", "basis", "tie")

    @cached_property
    def zeros(self) -> list[Referee]:
        """Return the table with each other size of the bonus for no tricks, and with the dealer's or without."""
        raspasy = self.convention.raspasy
        words = get_args(get_args(kind_of(Zero, "points"))[1])
        sizes = dict.fromkeys([*words, 1, *raspasy.price])
        zeros: list[Any] = [raspasy.zero._replace(points=size) for size in sizes]
        zeros.append(raspasy.zero._replace(dealer="not" if raspasy.zero.dealer == "writes" else "writes"))
        return [self._with("raspasy", zero=zero) for zero in zeros]

    @cached_property
    def no_help(self) -> Referee:
        """Return the table where nobody is helped."""
        return self._with("help", to="nobody", mountain="nobody")

    @cached_property
    def other_help(self) -> list[Referee]:
        """Return the table that helps somebody else first."""
        return self._otherwise("help", "to", "dealer")

    @cached_property
    def miseres(self) -> list[Referee]:
        """Return the table with other whists for a failed misère."""
        contracts = self.convention.contracts
        row = contracts.misere
        prices = dict.fromkeys([0, contracts.level_10.whist, row.mountain])
        return [
            self._with("contracts", misere=row._replace(whist=price))
            for price in prices
            if price != row.whist
        ]
