"""Two records of one evening, deal by deal: what only one of them has, and what they have differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pulya.audit.persons import defenders_at, with_persons
from pulya.convention import Convention
from pulya.game import Game
from pulya.record import Bid, CallOf, Concession, Contract, Deal, Event, Misere, Paper, Raspasy
from pulya.ruled import Ruled
from pulya.rules.reading import raspasy_tricks
from pulya.settlement import balances
from pulya.sheet import Place, blank, place_of, with_figures
from pulya.terms import TRICKS, Player, Points, Suit, exact
from pulya.value import Value

# How well two records go together; records that have nothing in common are never a pair.
_SAME: Final = 8  # the same deal, word for word or not
_NEAR: Final = 4  # one person's game of one level, or raspasy of both
_KIND: Final = 1  # a game of both


class Difference(Value):
    """A deal that one journal has, or that both have differently; ``None`` where it is missing.

    ``moved`` is what the sheet gains when the other journal is right.
    """

    ours: Ruled | None
    theirs: Ruled | None
    moved: Mapping[Place, Points]


def align(ours: Game, theirs: Game) -> list[Difference]:
    """Return the deals that differ, in the order of the evening; what they move adds up to all that the deals move."""
    found: list[Difference] = []
    for one, other, same in _pairs(_standing(ours), _standing(theirs), ours.header.convention):
        moved: dict[Place, Points] = {}
        for ruled, sign in ((one, -1), (other, 1)):
            for write in ruled.writes if ruled else ():
                place = place_of(write)
                moved[place] = exact(moved.get(place, 0) + sign * write.points)
        moved = {place: points for place, points in moved.items() if points}
        if moved or not same:
            found.append(Difference(one, other, moved))
    return found


def moved_balances(game: Game, moved: Mapping[Place, Points]) -> Mapping[Player, Points]:
    """Return what figures of the sheet move in the balances, in whists; of pairs each team's under its first player."""
    if game.sheet.teams:
        first, second = (moved.get(Place(team[0], "column"), 0) for team in game.sheet.teams)
        return {game.sheet.teams[0][0]: exact(first - second), game.sheet.teams[1][0]: exact(second - first)}
    empty = blank(game.sheet.players, 0, 0)
    return balances(with_figures(empty, moved), game.header.convention)


def _standing(game: Game) -> list[Ruled]:
    """Return the records that stand; what a paper showed is nothing that happened."""
    return [one for one in game.ruled if one.record is not None and not isinstance(one.record, Paper)]


class _Facts(Value):
    """What a record says, all persons named: the record without calls, tricks, suit and bid, and these apart."""

    rest: Deal | Event
    declarer: Player | None = None
    level: int | None = None
    suit: Suit | None = None
    bid: Bid | str | None = None
    calls: frozenset[CallOf] = frozenset()
    whisters: tuple[Player | None, ...] = ()  # in their order
    tricks: Mapping[Player | None, int] = {}


def _facts(ruled: Ruled, convention: Convention) -> _Facts:
    assert ruled.record is not None
    record = with_persons(ruled.record, ruled.before, convention)
    if isinstance(record, Raspasy):
        taken = raspasy_tricks(record, ruled.before.seats, convention)
        return _Facts(record._replace(tricks=()), tricks={player: taken[player] for player in taken})
    if isinstance(record, Misere):
        return _Facts(record, record.declarer)
    if isinstance(record, Concession):
        plain = record._replace(suit=None, bid=None)
        return _Facts(plain, record.declarer, record.level, record.suit, record.bid)
    if not isinstance(record, Contract):
        return _Facts(record)
    tricks = {figure.player: figure.tricks for figure in record.tricks}
    missing = {record.declarer, *defenders_at(record, ruled.before, convention)} - tricks.keys()
    if tricks and len(missing) == 1:
        tricks[missing.pop()] = TRICKS - sum(tricks.values())
    return _Facts(
        record._replace(suit=None, bid=None, calls=(), tricks=()),
        record.declarer,
        record.level,
        record.suit,
        record.bid,
        frozenset(record.calls),
        tuple(call.player for call in record.calls if call.call == "whist"),
        tricks,
    )


def _pairs(
    ours: Sequence[Ruled], theirs: Sequence[Ruled], convention: Convention
) -> list[tuple[Ruled | None, Ruled | None, bool]]:
    """Return both lists side by side, so that together the pairs go together best, and whether each says the same."""
    told = [_facts(other, convention) for other in theirs]
    likeness = [[_likeness(_facts(one, convention), other) for other in told] for one in ours]
    best = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for i in range(len(ours) - 1, -1, -1):
        for j in range(len(theirs) - 1, -1, -1):
            paired = likeness[i][j] + best[i + 1][j + 1] if likeness[i][j] else 0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], paired)
    found: list[tuple[Ruled | None, Ruled | None, bool]] = []
    i = j = 0
    while i < len(ours) and j < len(theirs):
        like = likeness[i][j]
        if like and best[i][j] == like + best[i + 1][j + 1]:
            found.append((ours[i], theirs[j], like == _SAME))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            found.append((ours[i], None, False))
            i += 1
        else:
            found.append((None, theirs[j], False))
            j += 1
    return [
        *found,
        *((one, None, False) for one in ours[i:]),
        *((None, other, False) for other in theirs[j:]),
    ]


def _likeness(ours: _Facts, theirs: _Facts) -> int:
    """Return how well two records go together, 0 for not at all."""
    if (ours.declarer is None) != (theirs.declarer is None) or (
        ours.declarer is None and type(ours.rest) is not type(theirs.rest)
    ):
        return 0
    if _is_same(ours, theirs):
        return _SAME
    near = (type(ours.rest), ours.declarer, ours.level) == (type(theirs.rest), theirs.declarer, theirs.level)
    return _NEAR if near else _KIND


def _is_same(ours: _Facts, theirs: _Facts) -> bool:
    """Say whether two records say the same; what one of them leaves out is no difference."""
    return (
        ours.rest == theirs.rest
        and (not ours.suit or not theirs.suit or ours.suit == theirs.suit)
        and (ours.bid is None or theirs.bid is None or ours.bid == theirs.bid)
        and (ours.calls, ours.whisters) == (theirs.calls, theirs.whisters)
        and all(theirs.tricks.get(player, tricks) == tricks for player, tricks in ours.tricks.items())
    )
