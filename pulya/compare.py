"""The same evening by other rules: what each deal moves, and which key is behind it.

The records are those that stand, with the persons, the dealer and the lap of then: what was played stays, only its
price is another.  What could not have been by the other rules is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from pulya import catalog
from pulya.alternatives import alternatives
from pulya.catalog import Resolved
from pulya.convention import ABOUT, Convention, OtherRule
from pulya.errors import ConventionError, JournalError, Location, MisfitError, RecordError
from pulya.evening import Evening
from pulya.game import Game, Header, Result
from pulya.header import read_header
from pulya.message import say
from pulya.plain import Plain, join
from pulya.progress import balances, opening_balance
from pulya.record import Deal, Event, Join, Leave, Raspasy
from pulya.replay import first_table, gather
from pulya.ruled import Ruled
from pulya.rules.naming import by_name
from pulya.rules.ruling import Referee
from pulya.schema import fields, is_block
from pulya.table import Table
from pulya.terms import Points, exact
from pulya.value import Value

Amounts: TypeAlias = Mapping[str, Points]
"""Points by player, or by team."""

# Blocks that say who plays what game at all, or that a journal settles for itself.
_GAME: Final = frozenset({"ledger", "table", "start", "target", "teams"})
# Keys of a header that only some conventions know.
_ONLY_WITH: Final[Mapping[str, Callable[[Convention], bool]]] = {
    "target-sum": lambda convention: convention.ending == "pool-sum",
    "laps": lambda convention: convention.ending == "laps",
    "bombs": lambda convention: convention.bombs != "none",
}


class Rescored(Value):
    """An evening by other rules."""

    game: Game
    left_out: tuple[RecordError, ...]  # with the number of the record
    dropped: tuple[str, ...]  # keys of the header that have no meaning there


class Moved(Value):
    """What some keys move, alone on top of the rules of the evening; nothing where they do not stand alone."""

    rules: tuple[OtherRule, ...]
    rescored: Rescored
    balance: Amounts
    coins: Mapping[str, int]

    @property
    def size(self) -> Points:
        """Return how many whists change hands."""
        return exact(sum(points for points in self.balance.values() if points > 0))


class DealMoved(Value):
    """What one record wins everybody more by the other rules; ``ruled`` is ``None`` for the opening sheet."""

    ruled: Ruled | None
    balance: Amounts


def other_rules(ours: Convention, theirs: Convention) -> list[OtherRule]:
    """Return the keys in which two conventions differ; a list, or a block that can be left out, is one value."""
    return list(_other_rules(ours, theirs, ""))


def _other_rules(ours: tuple[Any, ...], theirs: tuple[Any, ...], path: str) -> Iterator[OtherRule]:
    for field in fields(type(ours)):
        here, there = getattr(ours, field.name), getattr(theirs, field.name)
        if here == there or field.key in ABOUT:
            continue
        if is_block(field.kind):
            yield from _other_rules(here, there, join(path, field.key))
        else:
            yield OtherRule(join(path, field.key), here, there)


def rescore(evening: Evening, convention: Convention) -> Rescored:
    """Return an evening by other rules.

    Raises `ConventionError` where this table cannot play by them.
    """
    if convention.ledger != evening.header.convention.ledger:
        raise ConventionError(
            say("pairs and single players are not scored alike"),
            hint=say(
                "compare with a convention whose `ledger` is {ledger}",
                ledger=evening.header.convention.ledger,
            ),
        )
    dropped = tuple(
        key
        for key, is_known in _ONLY_WITH.items()
        if evening.journal.plain.get(key) is not None and not is_known(convention)
    )
    plain = {key: value for key, value in evening.journal.plain.items() if key not in dropped}
    try:
        header = read_header(plain, convention)
    except JournalError as error:
        raise ConventionError(error.problem, hint=error.hint) from None
    return _replayed(evening.game, header, dropped)


def _replayed(game: Game, header: Header, dropped: tuple[str, ...]) -> Rescored:
    """Rule the records that stand by other rules, at the seats and in the laps in which they were played."""
    referee = Referee(header.convention)
    table = first_table(header)
    ruled: list[Ruled] = []
    left_out: list[RecordError] = []
    gone: RecordError | None = None  # why other people sit here than sat there
    for one in game.ruled:
        if one.record is None:
            continue
        sat = one.before
        table = table._replace(dealer=sat.dealer, lap=sat.lap, same_dealer=sat.same_dealer)
        record = _named(one.record, sat, game.header.convention)
        try:
            if gone is not None:
                raise gone
            ruling = referee.rule(record, table)
        except RecordError as error:
            left_out.append(error.within(Location(record=one.item.number)))
            gone = error if isinstance(record, Join | Leave) else gone
            continue
        ruled.append(
            one._replace(
                record=record,
                writes=ruling.writes,
                before=table,
                after=ruling.table,
                warnings=ruling.warnings,
                ranges=ruling.ranges,
            )
        )
        table = ruling.table
    return Rescored(gather(header, ruled), tuple(left_out), dropped)


def _named(record: Deal | Event, table: Table, convention: Convention) -> Deal | Event:
    named = by_name(record, table, convention)
    if isinstance(named, Raspasy):
        # No tricks for the talon are no tricks where nobody takes any.
        dealer = table.seats.sitting_dealer
        kept = tuple(figure for figure in named.tricks if figure.tricks or figure.player != dealer)
        return named._replace(tricks=kept)
    return named


def moved(evening: Evening, convention: Convention, rules: Sequence[OtherRule] = ()) -> Moved:
    """Return what other rules move; ``rules`` are the keys they differ in.

    Raises `ConventionError` where this table cannot play by them.
    """
    rescored = rescore(evening, convention)
    old = {one.name: one for one in evening.game.results}
    new = {one.name: one for one in rescored.game.results}
    names = [*old, *(name for name in new if name not in old)]
    return Moved(
        tuple(rules),
        rescored,
        {name: exact(_of(new, name)[0] - _of(old, name)[0]) for name in names},
        {name: _of(new, name)[1] - _of(old, name)[1] for name in names},
    )


def _of(results: Mapping[str, Result], name: str) -> tuple[Points, int]:
    """Return balance and coins; who sits at one of the two tables only has nothing at the other."""
    return (results[name].balance, results[name].coins) if name in results else (0, 0)


def by_deal(game: Game, other: Game) -> list[DealMoved]:
    """Return what each record moves, in file order, the opening sheet first; those that move nothing are left out.

    The sum is the difference of the balances.
    """
    then = {one.item.number: won for one, won in _won(other)}
    opening = _minus(opening_balance(other.header), opening_balance(game.header))
    found = [DealMoved(None, opening)]
    found += [DealMoved(one, _minus(then.get(one.item.number, {}), won)) for one, won in _won(game)]
    return [one for one in found if any(one.balance.values())]


def _won(game: Game) -> Iterator[tuple[Ruled, Amounts]]:
    """Yield each record with what it won everybody."""
    before = opening_balance(game.header)
    for one, after in zip(game.ruled, balances(game), strict=True):
        yield one, _minus(after, before)
        before = after


def _minus(one: Amounts, other: Amounts) -> Amounts:
    return {name: exact(one.get(name, 0) - other.get(name, 0)) for name in dict.fromkeys((*one, *other))}


def by_key(evening: Evening, rules: Resolved) -> list[Moved]:
    """Return what each key that differs moves alone, most first; keys that need each other stand together.

    They need not add up to the whole: keys work on each other.
    """
    differing = {rule.key: rule for rule in other_rules(evening.resolved.convention, rules.convention)}
    found: list[Moved] = []
    for key in differing:
        if any(rule.key == key for one in found for rule in one.rules):
            continue
        with suppress(
            ConventionError
        ):  # such as other sizes of a table: alone it means nothing to this evening
            alone = _alone(evening, rules, differing, key)
            found = [one for one in found if not all(rule in alone.rules for rule in one.rules)]
            found.append(alone)
    return sorted(found, key=lambda one: -one.size)


def _alone(evening: Evening, rules: Resolved, differing: Mapping[str, OtherRule], key: str) -> Moved:
    """Return what one key moves, together with those that it cannot be without.

    Raises `ConventionError` where there is no end to them.
    """
    group = [differing[key]]
    while True:
        agreed = {rule.key: _at(dict(rules.plain), rule.key) for rule in group}
        try:
            return moved(evening, catalog.agree(evening.resolved, agreed).convention, group)
        except MisfitError as error:
            about = (error.at.field or "", *error.others)
            needed = [
                rule
                for rule in differing.values()
                if rule not in group and any(f"{one}.".startswith(f"{rule.key}.") for one in about)
            ]
            if not needed:
                raise
            group += needed


def rest(whole: Moved, alone: Sequence[Moved]) -> Amounts:
    """Return what keys move only together: the whole less what each moves alone."""
    left = whole.balance
    for one in alone:
        left = _minus(left, one.balance)
    return left


def tried(evening: Evening) -> list[Moved]:
    """Return what each other value of each disputed key moves alone, most first.

    Tried is also what the convention has where the table agreed otherwise.
    """
    agreed = other_rules(evening.resolved.convention, evening.named.convention)
    keys = {*evening.header.convention.disputed, *(rule.key for rule in agreed)}
    only = frozenset(key for key in keys if key.partition(".")[0] not in _GAME)
    found = [
        moved(evening, one.convention, [one.rule])
        for one in alternatives(evening.resolved, evening.named, only)
    ]
    return sorted(found, key=lambda one: -one.size)


def _at(plain: Plain, key: str) -> Plain:
    """Return the value of a dotted path in plain data."""
    for part in key.split("."):
        assert isinstance(plain, dict)
        plain = next(value for one, value in plain.items() if str(one) == part)
    return plain
