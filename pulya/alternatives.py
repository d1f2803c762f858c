"""What else a table may have agreed on: each key of a convention alone, at another value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, cast, get_args, get_origin

from pulya import catalog
from pulya.catalog import Resolved
from pulya.convention import Alternative, Convention, OtherRule
from pulya.errors import ConventionError
from pulya.plain import Plain
from pulya.schema import lookup, walk
from pulya.strict_yaml import load
from pulya.terms import LEVELS

_QUOTED: Final = re.compile(r"`([^`]+)`")
# Blocks that no number of the sheet depends on, or that a journal settles for itself.
_ELSEWHERE: Final = frozenset(
    {"ledger", "table", "units", "start", "target", "ending", "unfinished", "teams"}
)


def alternatives(
    resolved: Resolved, named: Resolved, only: frozenset[str] | None = None
) -> Iterator[Alternative]:
    """Yield each other value of a key that can move the sheet; ``named`` is the convention without what was agreed.

    They are the words that a key knows, the values that the convention says others play, what it had before the
    table agreed otherwise, and half and double responsibility on all contracts together.  ``only`` are the keys
    that are asked for, also where they move the settlement alone.
    """
    seen: set[tuple[str, str]] = set()
    disputed = resolved.convention.disputed
    for key, value in _values(resolved, named):
        ours = lookup(resolved.convention, key)
        wanted = key.partition(".")[0] not in _ELSEWHERE if only is None else key in only
        if (key, repr(value)) in seen or not wanted:
            continue
        seen.add((key, repr(value)))
        found = _agreed(resolved, {key: value})
        if found is not None and (theirs := lookup(found, key)) != ours:
            yield Alternative(OtherRule(key, ours, theirs), found, key in disputed)
    yield from _responsibility(resolved)


def _values(resolved: Resolved, named: Resolved) -> Iterator[tuple[str, Plain]]:
    """Yield keys and values that may be worth a look, the disputed ones first."""
    for key, line in resolved.convention.disputed.items():
        for text in _QUOTED.findall(line.en):
            yield key, load(text, ConventionError).value
    for rule in catalog.other_rules(named, resolved):
        if rule.ours is not None and rule.theirs is not None:
            yield rule.key, cast(Plain, rule.ours)
    for key, kind in walk():
        if _stands(resolved.convention, key):
            for word in _words(kind):
                yield key, word


def _words(kind: Any) -> list[str]:
    if get_origin(kind) is Literal:
        return [word for word in get_args(kind) if isinstance(word, str)]
    return [word for part in get_args(kind) if get_origin(part) is Literal for word in _words(part)]


def _stands(convention: Convention, key: str) -> bool:
    try:
        lookup(convention, key)
    except ConventionError:
        return False
    return True


def _agreed(resolved: Resolved, agreed: Mapping[str, Plain]) -> Convention | None:
    """Return the convention with this agreed, ``None`` where it cannot be."""
    try:
        return catalog.agree(resolved, agreed).convention
    except ConventionError:
        return None


def _responsibility(resolved: Resolved) -> Iterator[Alternative]:
    """Yield the table where a whister answers for half as much on every contract, or for twice as much."""
    now = [resolved.convention.contracts.row(level).shortfall for level in LEVELS]
    halves = [price // 2 for price in now] if all(price % 2 == 0 for price in now) else []
    for prices in filter(None, (halves, [2 * price for price in now])):
        keys = {f"contracts.{level}.shortfall": price for level, price in zip(LEVELS, prices, strict=True)}
        found = _agreed(resolved, keys)
        if found is not None:
            rule = OtherRule("contracts.N.shortfall", tuple(now), tuple(prices))
            yield Alternative(rule, found, disputed=True)
