"""What the next deal could do to the balance of the one who plays, if the game ended after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from pulya.adding import add_up
from pulya.errors import RecordError
from pulya.game import Game, Result
from pulya.message import Text, say, say_n
from pulya.notation.write import write
from pulya.record import CallOf, Contract, Entry, Figure, Misere
from pulya.rules.reading import exit_level
from pulya.rules.ruling import Referee
from pulya.terms import LEVELS, SUITS, TRICKS, Call, Player, Points, Suit, exact
from pulya.value import Value

_LEVELS: Final = 3  # the lowest, and so many in all


class Outcome(Value):
    """What could happen to a declarer, and by how much it would move his balance and his money (in coins)."""

    player: Player
    name: Text
    record: str  # as it would be typed
    balance: Points
    coins: int


def outlook(game: Game) -> list[Outcome]:
    """Return what could happen to each player in the lowest contracts that he may play now, and in a misère.

    Both defenders whist and share the tricks evenly, the odd one to the first clockwise; where nobody could play,
    nothing is returned.
    """
    if game.over:
        return []
    referee = Referee(game.header.convention)
    found: list[Outcome] = []
    for player in game.table.seats.active:
        before = _result(game, player)
        for name, record in _outcomes(game, player, referee):
            after = _after(game, record, referee)
            if after is not None:
                now = _result(after, player)
                balance = exact(now.balance - before.balance)
                found.append(Outcome(player, name, write(Entry(record)), balance, now.coins - before.coins))
    return found


def _outcomes(game: Game, player: Player, referee: Referee) -> Iterator[tuple[Text, Contract | Misere]]:
    lowest = True
    for level, suit in islice(_contracts(game, player, referee), _LEVELS):
        known = {"contract": f"{level}{suit or ''}"}
        yield say("{contract} made", **known), _played(game, player, level, suit, level)
        if lowest:
            passed: Call = "pass"
            calls = tuple(CallOf(None, passed) for _ in game.table.seats.active[1:])
            yield say("{contract}, nobody whists", **known), Contract(player, level, suit, calls=calls)
        for down in (1, 2) if lowest else (1,):
            yield (
                say("{contract}, {down} down", down=down, **known),
                _played(game, player, level, suit, level - down),
            )
        lowest = False
    yield say("misère made"), Misere(player, 0)
    for caught in (1, 2):
        yield say_n("misère, {n} trick", "misère, {n} tricks", caught), Misere(player, caught)


def _contracts(game: Game, player: Player, referee: Referee) -> Iterator[tuple[int, Suit | None]]:
    """Yield each level that a player may play now, with a suit only where the table needs one."""
    suits: tuple[Suit | None, ...] = (None, *SUITS)
    for level in range(exit_level(game.table, game.header.convention), LEVELS.stop):
        for suit in suits:
            if _after(game, _played(game, player, level, suit, level), referee) is not None:
                yield level, suit
                break


def _played(game: Game, player: Player, level: int, suit: Suit | None, taken: int) -> Contract:
    """Return a contract that everybody whisted, the tricks of the defence shared evenly."""
    hands = len(game.table.seats.active) - 1
    left = TRICKS - taken
    shared = (left,) if hands == 1 else (left - left // 2, left // 2)
    whisted: Call = "whist"
    return Contract(
        player,
        level,
        suit,
        calls=(CallOf(None, whisted),) * hands,
        tricks=tuple(Figure(None, tricks) for tricks in (taken, *shared)),
    )


def _after(game: Game, record: Contract | Misere, referee: Referee) -> Game | None:
    """Return the game with one more record; ``None`` where it cannot be."""
    try:
        ruling = referee.rule(record, game.table)
    except RecordError:
        return None
    return game._replace(
        records=game.records + 1,
        table=ruling.table,
        sheet=add_up(game.sheet, ruling.writes),
        history=None,
    )


def _result(game: Game, player: Player) -> Result:
    """Return what a player, or his team, would have won if the game ended now."""
    for at, team in enumerate(game.sheet.teams):
        if player in team:
            return game.results[at]
    return next(one for one in game.results if one.name == player)
