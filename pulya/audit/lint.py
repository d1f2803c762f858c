"""What is odd about a bare paper sheet: figures that no evening of its convention can come to.

Every deal that can be at the table is ruled once, so the numbers that a column can get are those of the rules
themselves.  A fine can be any number, and whoever joined began with a mean; so these are warnings, never errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from math import gcd, lcm
from typing import Final

from pulya.convention import CompulsoryAfter, Convention
from pulya.errors import RecordError
from pulya.game import Header
from pulya.message import Text, say
from pulya.record import CallOf, Concession, Contract, Deal, Figure, Flags, Misere, Raspasy
from pulya.replay import first_table
from pulya.rules.ruling import Referee
from pulya.sheet import Place
from pulya.table import Table
from pulya.terms import LEVELS, SUITS, TRICKS, Call, Column, Player, Points, Talon, exact
from pulya.value import Value

# By the number of defenders; which of two whists alone makes no difference to the numbers.
_CALLS: Final[Mapping[int, tuple[tuple[Call, ...], ...]]] = {
    1: (("whist",), ("pass",), ("half",)),
    2: (("whist", "whist"), ("whist", "pass"), ("pass", "pass"), ("pass", "half"), ("half", "pass")),
}
_TALONS: Final[tuple[Talon, ...]] = ("A", "KQ", "AK", "AA")
_FAR: Final = 10_000  # points of a mountain that nothing takes off to the end, and sums worth adding up


class Oddity(Value):
    """A figure that cannot be, and why."""

    place: Place
    figure: Points
    why: Text


def oddities(figures: Mapping[Place, Points], header: Header) -> list[Oddity]:
    """Return what is odd about figures of a sheet; cells that are not named are not judged."""
    if header.convention.ledger == "teams":
        return []
    numbers = _numbers(header)
    found = [
        Oddity(place, figure, why)
        for place, figure in figures.items()
        for why in (_of_figure(place, figure, header, numbers),)
        if why is not None
    ]
    return found + list(_without_a_game(figures, header.convention))


def _of_figure(
    place: Place, figure: Points, header: Header, numbers: Mapping[Column, set[Points]]
) -> Text | None:
    """Return why a figure cannot be, the plainest reason first."""
    convention = header.convention
    if place.column == "pool":
        if convention.series != "none" or convention.making.writes == "mountain-first":
            return None  # pools of races begin again; what a mountain leaves of a game can be anything
        if header.target is not None and figure > header.target and convention.help.to != "nobody":
            return say("above {target}: what is over helps another here (help.to)", target=header.target)
    start = {"pool": convention.start.pool, "mountain": convention.start.mountain}.get(place.column, 0)
    points = exact(figure - start)
    possible = set(numbers[place.column])
    is_filled = place.column == "pool" and header.target is not None and convention.help.to != "nobody"
    if is_filled and header.target is not None:
        possible |= {header.target - start}  # what fills a pool, and what is left for the others
    if not any(number < 0 for number in possible) and points < 0:
        return say("below nought: only a fine can do that")
    step = _step(possible)
    if step and points % step:
        return say("numbers of this column come in steps of {step} here", step=step)
    if not is_filled and not any(number < 0 for number in possible) and not _adds_up(points, possible, step):
        smallest = tuple(str(number) for number in sorted(possible)[:3])
        return say("no deals add up to it; the smallest numbers are {numbers}", numbers=smallest)
    return None


def _without_a_game(figures: Mapping[Place, Points], convention: Convention) -> Iterator[Oddity]:
    """Yield players on whom others have whists though they neither made nor failed a game."""
    if convention.making.writes != "pool" or convention.series != "none" or convention.premiums:
        return
    if convention.raspasy.writes == "whists" or convention.raspasy.zero.to == "mountain":
        return
    start = convention.start
    for place, figure in figures.items():
        if place.on is None or figure <= 0:
            continue
        pool, mountain = (figures.get(Place(place.on, column)) for column in ("pool", "mountain"))
        if (pool, mountain) == (start.pool, start.mountain):
            why = say("{player} has neither made nor failed a game", player=place.on)
            yield Oddity(place, figure, why)


def _step(numbers: Iterable[Points]) -> Points:
    """Return the largest number that divides all of them, 0 for none."""
    fractions = [Fraction(number) for number in numbers if number]
    scale = lcm(*(one.denominator for one in fractions))
    return exact(Fraction(reduce(gcd, (int(one * scale) for one in fractions), 0), scale))


def _adds_up(points: Points, numbers: Iterable[Points], step: Points) -> bool:
    """Say whether a sum of these numbers, each as often as one likes, makes the points."""
    goal = int(points / Fraction(step)) if step else 0
    if goal > _FAR:
        return True  # beyond that every multiple of the step can be reached
    parts = sorted({int(number / Fraction(step)) for number in numbers if number})
    reached = [True] + [False] * goal
    for total in range(1, goal + 1):
        reached[total] = any(part <= total and reached[total - part] for part in parts)
    return reached[goal]


def _numbers(header: Header) -> Mapping[Column, set[Points]]:
    """Return every number that one deal can put into each column, in a single cell."""
    convention = header.convention._replace(checklist="none")  # whose hand it is and which box: no numbers
    found: dict[Column, set[Points]] = {"pool": set(), "mountain": set(), "whists": set()}
    referee = Referee(convention)
    table = first_table(header)._replace(target=None, target_sum=None, owed=())
    high = table._replace(mountain=dict.fromkeys(table.players, _FAR))
    states = [
        state._replace(in_row=step)
        for state in (table, high)
        for step in range(len(convention.raspasy.price))
    ]
    states += [
        table._replace(owed=(price,))
        for entry in convention.raspasy.compulsory
        if isinstance(entry, CompulsoryAfter)
        for price in entry.price
    ]
    for record in _deals(table, convention):
        for state in states if isinstance(record, Raspasy) else (table, high):
            try:
                ruling = referee.rule(record, state)
            except RecordError:
                continue
            for write in ruling.writes:
                found[write.column].add(write.points)
    if convention.help.to != "nobody" or convention.help.mountain != "nobody":
        found["whists"].add(convention.help.whists)
    found["whists"] |= {whists for premium in convention.premiums for whists in premium.each.values()}
    found["whists"] |= set(_prizes(convention, len(table.players)))
    if header.target is not None and convention.help.nobody_left != "lost":
        worth = Fraction(convention.units.pool, convention.units.mountain)
        found["mountain"] |= {exact(-worth * number) for number in found["pool"]}
        found["mountain"].add(exact(-worth * header.target))
    fine = convention.fines.second_misdeal
    if fine != "none":
        found[fine.column].add(fine.points)
    return {column: numbers - {0} for column, numbers in found.items()}


def _prizes(convention: Convention, players: int) -> Iterator[Points]:
    """Yield what a race can give one player on another; all but one may share it."""
    series = convention.series
    if series == "none":
        return
    prizes = [series.first_pool, series.least_mountain]
    if series.final != "none":
        prizes += series.final
    for winners in range(1, players if series.tie == "shared" else 2):
        yield from (exact(Fraction(prize, winners)) for prize in prizes)


def _deals(table: Table, convention: Convention) -> Iterator[Deal]:
    """Yield every kind of deal that could be at this table; what cannot is refused when it is ruled."""
    declarer, *defenders = table.seats.active
    hands = len(table.seats.active)
    for level in LEVELS:
        for calls in _CALLS[len(defenders)]:
            for contract in _contracts(declarer, level, calls, table):
                yield from _played(contract, hands)
        if convention.whisting.ten == "checked":
            yield from _played(Contract(declarer, level), hands)
        yield Concession(declarer, level)
    yield from (Misere(declarer, taken) for taken in range(TRICKS + 1))
    yield from (Raspasy(tricks) for tricks in _shares(hands))


def _contracts(declarer: Player, level: int, calls: tuple[Call, ...], table: Table) -> Iterator[Contract]:
    """Yield a contract with these calls: as it is, with the whist taken back, with the dealer's whist, with a talon."""
    said = tuple(
        CallOf(player, call) for player, call in zip(table.seats.defenders(declarer), calls, strict=True)
    )
    plain = Contract(declarer, level, SUITS[0], calls=said)
    yield plain
    if "whist" not in calls:
        yield from (plain._replace(flags=Flags(talon=talon)) for talon in _TALONS)
    if set(calls) == {"whist", "pass"}:
        yield plain._replace(returned=True)
    dealer = table.seats.sitting_dealer
    if dealer is not None and set(calls) == {"pass"}:
        yield plain._replace(calls=(*said, CallOf(dealer, "whist")))


def _played(contract: Contract, hands: int) -> Iterator[Contract]:
    """Yield a contract with every share of the ten tricks, or as it is where nobody whisted."""
    if contract.calls and not any(call.call == "whist" for call in contract.calls):
        yield contract
    else:
        yield from (contract._replace(tricks=tricks) for tricks in _shares(hands))


def _shares(hands: int) -> Iterator[tuple[Figure, ...]]:
    """Yield every way in which ten tricks fall to so many hands, the last taking what is left."""
    for taken in product(range(TRICKS + 1), repeat=hands - 1):
        if sum(taken) <= TRICKS:
            yield tuple(Figure(None, tricks) for tricks in (*taken, TRICKS - sum(taken)))
