"""Who answers for the tricks that the whisters owed, and for how many.

Sources: Code of Preferans 3.8.2 (quota 4, 2, 1, 1, 1) and its readings; over-greedy whist, the text on
Kazakhstanka.  Rule paths: ``whisting.shortfall``, ``whisting.one-trick``, ``contracts.N.quota``, ``contracts.N.shortfall``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from pulya.convention import Convention
from pulya.rules.reading import Play
from pulya.terms import LEVELS, Player, Points, exact

Pair: TypeAlias = tuple[int, int]  # of the first and the second whister
Missing: TypeAlias = tuple[Points, Points]


def shortfalls(play: Play, level: int, convention: Convention) -> Iterable[tuple[Player, Points, str]]:
    """Yield whister, missing tricks and the key that decided, for those who owe any."""
    whisting = convention.whisting
    if whisting.ten == "checked" and level == LEVELS[-1]:
        return
    quota = convention.contracts.row(level).quota
    if play.dealer is not None:
        if whisting.dealer_owes == "quota":
            yield play.dealer, max(0, quota - play.defence_tricks), "whisting.dealer-owes"
    elif len(play.whisters) == 1:
        whister = play.whisters[0]
        if whisting.passer_tricks == "nobody":
            yield whister, max(0, own_quota(quota) - play.taken.get(whister, 0)), "whisting.passer-tricks"
        else:
            yield whister, max(0, quota - play.defence_tricks), f"contracts.{level}.shortfall"
    elif quota:
        first, second = play.whisters
        tricks = play.taken.get(first, 0), play.taken.get(second, 0)
        if quota == 1:
            missing, rule = ONE_TRICK[whisting.one_trick](*tricks), "whisting.one-trick"
        else:
            missing, rule = SHORTFALL[whisting.shortfall](quota, tricks), "whisting.shortfall"
        yield first, missing[0], rule
        yield second, missing[1], rule


def own_quota(quota: int) -> int:
    """Return what one of two whisters owes: half, and at least the one trick."""
    return quota - quota // 2


def _own(quota: int, tricks: Pair) -> Pair:
    half = own_quota(quota)
    return max(0, half - tricks[0]), max(0, half - tricks[1])


def _own_if_joint(quota: int, tricks: Pair) -> Missing:
    return _own(quota, tricks) if sum(tricks) < quota else (0, 0)


def _capped(quota: int, tricks: Pair) -> Missing:
    first, second = _own(quota, tricks)
    joint = max(0, quota - sum(tricks))
    if first >= second:
        first = min(first, joint)
        return first, min(second, joint - first)
    second = min(second, joint)
    return min(first, joint - second), second


def _joint_split(quota: int, tricks: Pair) -> Missing:
    each = exact(Fraction(max(0, quota - sum(tricks)), 2))
    return each, each


SHORTFALL: Final[Mapping[str, Callable[[int, Pair], Missing]]] = {
    "own-if-joint": _own_if_joint,
    "capped": _capped,
    "joint-split": _joint_split,
    "own-always": _own,
}


def _second(first: int, second: int) -> Missing:
    return 0, int(first + second == 0)


def _second_own(_first: int, second: int) -> Missing:
    return 0, int(second == 0)


def _both(first: int, second: int) -> Missing:
    none = int(first + second == 0)
    return none, none


def _both_half(first: int, second: int) -> Missing:
    half: Points = Fraction(1, 2) if first + second == 0 else 0
    return half, half


def _each(first: int, second: int) -> Missing:
    return int(first == 0), int(second == 0)


ONE_TRICK: Final[Mapping[str, Callable[[int, int], Missing]]] = {
    "second": _second,
    "second-own": _second_own,
    "both": _both,
    "both-half": _both_half,
    "each": _each,
}
