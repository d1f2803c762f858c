"""A contract and raspasy as they were played: calls and tricks given their persons at this table.

Here stands what cannot be at a table of this convention; what a word can be at all is the notation's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NoReturn

from pulya.convention import Convention
from pulya.errors import Location, RecordError
from pulya.message import Text, say, say_n
from pulya.record import Bid, CallOf, Concession, Contract, Figure, Raspasy
from pulya.table import Seats, Table
from pulya.terms import LEVELS, SUITS, TALON_TRICKS, TRICKS, Player
from pulya.value import Value


class Play(Value):
    """The defence of a contract by persons, and the tricks.

    ``taken`` has the declarer and, where the convention needs to know, the defenders; empty when not played.
    """

    declarer: Player
    defenders: tuple[Player, ...]  # clockwise from the declarer
    whisters: tuple[Player, ...]  # in the order they whisted; a whisting dealer is not among them
    passers: tuple[Player, ...]
    half: Player | None
    dealer: Player | None  # the sitting-out dealer, where he whisted
    returned: bool
    taken: Mapping[Player, int]

    @property
    def is_played(self) -> bool:
        """Say whether anybody whisted."""
        return bool(self.whisters) or self.dealer is not None

    @property
    def defence_tricks(self) -> int:
        """Return the tricks of the defence together."""
        return TRICKS - self.taken[self.declarer]


def refuse(problem: Text, field: str, hint: Text) -> NoReturn:
    """Refuse a record that cannot be."""
    raise RecordError(problem, at=Location(field=field), hint=hint)


def play_of(record: Contract, seats: Seats, convention: Convention) -> Play:
    """Return a contract by persons.

    Raises `RecordError` for calls that this convention does not know, and for tricks that do not make ten.
    """
    check_seat(record.declarer, seats, "declarer")
    defenders = seats.defenders(record.declarer)
    calls = _calls_of(record, seats, defenders, convention)
    stance = {player: call for player, call in calls if player in defenders}
    whisters = tuple(player for player, call in calls if call == "whist" and player in defenders)
    dealer = next((player for player, call in calls if call == "whist" and player not in defenders), None)
    half = next((player for player, call in stance.items() if call == "half"), None)
    passers = tuple(player for player in defenders if stance[player] == "pass")
    _check_half(record, half, whisters, defenders, convention)
    _check_dealer(record, dealer, passers, defenders, convention)
    _check_returned(record, whisters, dealer, convention)
    _check_forced(record, whisters, defenders, convention)
    play = Play(record.declarer, defenders, whisters, passers, half, dealer, record.returned, {})
    return play._replace(taken=_taken(record, play, convention))


def check_order(record: Contract | Concession, table: Table, convention: Convention) -> None:
    """Refuse a contract below its bid, below the exit level, or without a suit that the table needs.

    Source of the exit levels: ``raspasy.exit``; they hold for the bid too.
    """
    if record.bid is not None:
        _check_bid(record, record.bid)
    if table.in_row:
        _check_exit(record, table, convention)
    if record.suit is None and convention.whisting.forced:
        _check_suit(record, convention)


def _check_bid(record: Contract | Concession, bid: Bid | Literal["misere"]) -> None:
    if bid == "misere":
        if record.level < LEVELS[-2]:
            refuse(
                say("a misère is outbid by nine or ten, not by {level}", level=record.level),
                "bid",
                say("write the contract that was played, or the bid that won"),
            )
    elif _is_below(Bid(record.level, record.suit), bid):
        refuse(
            say("the contract is below the winning bid"),
            "bid",
            say("a declarer may raise his bid, never lower it; leave `bid` out where they are the same"),
        )


def _check_exit(record: Contract | Concession, table: Table, convention: Convention) -> None:
    least = exit_level(table, convention)
    lowest = min(record.level, record.bid.level) if isinstance(record.bid, Bid) else record.level
    if lowest < least:
        refuse(
            say_n(
                "after {n} raspasy a contract of {level} is too low",
                "after {n} raspasy in a row a contract of {level} is too low",
                table.in_row,
                level=lowest,
            ),
            "contract",
            say("the lowest one now is {least} (raspasy.exit.levels)", least=least),
        )


def _check_suit(record: Contract | Concession, convention: Convention) -> None:
    level = str(record.level)
    if any(entry.startswith(level) and entry != level for entry in convention.whisting.forced):
        refuse(
            say("the suit of this contract has to be known"),
            "contract",
            say(
                "write it with its suit: `{level}s`; this table has forced whist in one suit",
                level=record.level,
            ),
        )


def exit_level(table: Table, convention: Convention) -> int:
    """Return the lowest contract allowed now."""
    exit_ = convention.raspasy.exit
    if table.in_row == 0:
        return LEVELS[0]
    at = table.in_row - 1
    return exit_.levels[at % len(exit_.levels) if exit_.cycle == "yes" else min(at, len(exit_.levels) - 1)]


def raspasy_takers(seats: Seats, convention: Convention) -> tuple[Player, ...]:
    """Return who can take tricks in raspasy: those in play and, with the talon's cards, the sitting dealer."""
    raspasy = convention.raspasy
    dealer = seats.sitting_dealer
    if (
        dealer is None
        or raspasy.writes == "whists"
        or raspasy.talon_tricks == "nobody"
        or convention.table.sitters == "nobody"
    ):
        return seats.active
    return (*seats.active, dealer)


def raspasy_tricks(record: Raspasy, seats: Seats, convention: Convention) -> Mapping[Player, int]:
    """Return the tricks of all who can take some.

    Raises `RecordError` where they do not make ten, or are of somebody who takes none.
    """
    takers = raspasy_takers(seats, convention)
    given = _by_person(record.tricks, takers, seats)
    if len(takers) == 2:
        return _tricks_of_two(given, takers)
    missing = [player for player in takers if player not in given]
    together = sum(given.values())
    if len(missing) == 1 and (not seats.sitting or missing[0] == seats.sitting_dealer):
        given[missing[0]] = 0 if seats.sitting else TRICKS - together
    elif missing:
        refuse(
            say("the tricks of {players} are missing", players=tuple(missing)),
            "tricks",
            say("write them clockwise from the first hand: {players}", players=takers),
        )
    _check_ten(given)
    dealer = seats.sitting_dealer
    if dealer is not None and given.get(dealer, 0) > TALON_TRICKS:
        refuse(
            say_n(
                "{n} trick for the talon is too many", "{n} tricks for the talon are too many", given[dealer]
            ),
            "tricks",
            say("the talon has two cards, so {player} takes 0 to 2", player=dealer),
        )
    return {player: given[player] for player in takers}


def _tricks_of_two(given: Mapping[Player, int], takers: tuple[Player, ...]) -> Mapping[Player, int]:
    """Return the tricks of two players; the dummy takes the rest."""
    together = sum(given.values())
    if set(given) != set(takers) or together > TRICKS:
        refuse(
            say("the tricks of two players are due, together at most ten"),
            "tricks",
            say("write one each for {players}; the dummy takes the rest", players=takers),
        )
    return {player: given[player] for player in takers}


def check_seat(player: Player, seats: Seats, field: str) -> None:
    """Refuse a player who sits out this deal."""
    if player == seats.sitting_dealer:
        refuse(
            say("{player} deals and sits out", player=player),
            field,
            say("in play are {players}", players=seats.active),
        )
    if player not in seats.active:
        refuse(
            say("{player} sits out this deal", player=player),
            field,
            say("in play are {players}", players=seats.active),
        )


def _is_below(contract: Bid, bid: Bid) -> bool:
    if contract.level != bid.level or contract.suit is None or bid.suit is None:
        return contract.level < bid.level
    return SUITS.index(contract.suit) < SUITS.index(bid.suit)


def _calls_of(
    record: Contract, seats: Seats, defenders: tuple[Player, ...], convention: Convention
) -> list[tuple[Player, str]]:
    """Return who said what, in the order it was said; a checked ten without calls is whisted by both."""
    calls = record.calls
    if not calls:
        if convention.whisting.ten == "checked" and record.level == LEVELS[-1]:
            return [(player, "whist") for player in defenders]
        refuse(
            say("who whisted is missing"),
            "calls",
            say("write the calls of {players}: w p", players=defenders),
        )
    if calls[0].player is None:
        if len(calls) != len(defenders):
            refuse(
                say_n(
                    "there is {n} call for two defenders", "there are {n} calls for two defenders", len(calls)
                ),
                "calls",
                say(
                    "write one each for {players}; a dealer who whists is named, and a suit stands at its level: 7h",
                    players=defenders,
                ),
            )
        return [(player, call.call) for player, call in zip(defenders, calls, strict=True)]
    return _named_calls(calls, record.declarer, seats, defenders)


def _named_calls(
    calls: Sequence[CallOf], declarer: Player, seats: Seats, defenders: tuple[Player, ...]
) -> list[tuple[Player, str]]:
    said: list[tuple[Player, str]] = []
    for player, call in calls:
        assert player is not None  # the notation takes names for all or for none
        if player == declarer:
            refuse(
                say("{player} plays the contract and has no call", player=player),
                "calls",
                say("the defenders are {players}", players=defenders),
            )
        if player not in defenders and player != seats.sitting_dealer:
            check_seat(player, seats, "calls")
        if player not in defenders and call == "half":
            refuse(
                say("a dealer who sits out cannot say half"),
                "calls",
                say("write w after his name, or leave him out"),
            )
        said.append((player, call))
    missing = [player for player in defenders if player not in dict(said)]
    if missing:
        refuse(
            say("the call of {players} is missing", players=tuple(missing)),
            "calls",
            say("write w (whist), p (pass) or h (half) after each name"),
        )
    return said


def _check_half(
    record: Contract,
    half: Player | None,
    whisters: tuple[Player, ...],
    defenders: tuple[Player, ...],
    convention: Convention,
) -> None:
    if half is None:
        return
    whisting = convention.whisting
    if record.level not in whisting.half:
        known = tuple(str(level) for level in sorted(whisting.half))
        refuse(
            say("there is no half-whist on {level}", level=record.level),
            "calls",
            say("this table knows it on {levels} (whisting.half)", levels=known)
            if known
            else say("this table does not play it (whisting.half)"),
        )
    if whisters:
        refuse(
            say("a half-whist stands only beside a pass"),
            "calls",
            say("write the final calls: p h, or after a whist taken back `w p returned`"),
        )
    if sum(call.call == "half" for call in record.calls) > 1:
        refuse(say("only one defender can say half"), "calls", say("write the final calls: p h"))
    if half == defenders[0] and whisting.half_by == "second":
        refuse(
            say("{player} speaks first and cannot say half here", player=half),
            "calls",
            say("only the second defender may (whisting.half-by)"),
        )


def _check_dealer(
    record: Contract,
    dealer: Player | None,
    passers: tuple[Player, ...],
    defenders: tuple[Player, ...],
    convention: Convention,
) -> None:
    if dealer is None:
        return
    may = convention.whisting.dealer
    if may == "never" or (may == "after-half" and record.level not in convention.whisting.half):
        refuse(
            say("the dealer may not whist here"),
            "calls",
            say("whisting.dealer of this table is {value}", value=may),
        )
    if len(passers) != len(defenders):
        refuse(
            say("the dealer whists only when both defenders passed"),
            "calls",
            say("write `p` for both of them"),
        )


def _check_returned(
    record: Contract, whisters: tuple[Player, ...], dealer: Player | None, convention: Convention
) -> None:
    if not record.returned:
        return
    if len(whisters) != 1 or dealer is not None:
        refuse(
            say("a whist is returned by one whister, beside a pass"),
            "calls",
            say("write the final calls: `w p returned`"),
        )
    if record.level not in convention.whisting.half:
        refuse(
            say("there is no half-whist on {level}, so none can be taken back", level=record.level),
            "calls",
            say("leave `returned` out"),
        )


def _check_forced(
    record: Contract, whisters: tuple[Player, ...], defenders: tuple[Player, ...], convention: Convention
) -> None:
    if not record.calls or len(whisters) == len(defenders):
        return
    names = {"all", str(record.level), f"{record.level}{record.suit}"}
    forced = names.intersection(convention.whisting.forced)
    if forced:
        refuse(
            say("both defenders must whist this contract"),
            "calls",
            say("write `w w` and the tricks (whisting.forced has {entry})", entry=min(forced)),
        )


def _by_person(figures: Sequence[Figure], order: Sequence[Player], seats: Seats) -> dict[Player, int]:
    """Return the tricks given, by person; figures without names follow ``order``."""
    if figures and figures[0].player is not None:
        for player, _ in figures:
            if player not in order:
                assert player is not None  # the notation takes names for all or for none
                check_seat(player, seats, "tricks")
        return {player: tricks for player, tricks in figures if player is not None}
    if len(figures) > len(order):
        refuse(
            say_n(
                "there is {n} figure too many", "there are {n} figures too many", len(figures) - len(order)
            ),
            "tricks",
            say("write one each for {players}", players=tuple(order)),
        )
    return {player: figure.tricks for player, figure in zip(order, figures, strict=False)}


def _taken(record: Contract, play: Play, convention: Convention) -> Mapping[Player, int]:
    if not play.is_played:
        if record.tricks:
            refuse(
                say("the deal was not played, so there are no tricks"),
                "tricks",
                say("leave out = and what follows, or write who whisted"),
            )
        return {}
    if not record.tricks:
        refuse(
            say("the tricks are missing"),
            "tricks",
            say("write = and the tricks of {player}", player=play.declarer),
        )
    order = (play.declarer, *play.defenders)
    # Only the three in play hold cards; a whisting dealer plays one of their hands.
    given = _by_person(record.tricks, order, Seats(play.declarer, order, ()))
    missing = [player for player in order if player not in given]
    if len(order) == 2 and convention.whisting.passer_tricks == "nobody":  # the dummy's are nobody's
        return given if given == {play.declarer: TRICKS} else _tricks_of_two(given, order)
    if len(missing) == 1:
        given[missing[0]] = TRICKS - sum(given.values())
    elif missing:
        _check_one_figure(given, play, convention)
    _check_ten(given, enough=len(missing) < 2)
    return given


def _check_one_figure(given: Mapping[Player, int], play: Play, convention: Convention) -> None:
    """One figure is enough with one whister, and with two when the declarer took all ten."""
    if play.declarer not in given:
        refuse(
            say("the tricks of {player} are missing", player=play.declarer),
            "tricks",
            say("write the declarer's tricks first"),
        )
    if given[play.declarer] == TRICKS:
        return
    if len(play.whisters) == 2:
        refuse(
            say("say how the two whisters' tricks fell"),
            "tricks",
            say(
                "write the declarer's tricks, then those of {players}, or ? where nobody knows",
                players=play.defenders,
            ),
        )
    if play.dealer is None and convention.whisting.passer_tricks == "nobody":
        refuse(
            say("the tricks of {player} are missing", player=play.whisters[0]),
            "tricks",
            say("here a whister counts his own hand only (whisting.passer-tricks): write all three"),
        )


def _check_ten(given: Mapping[Player, int], *, enough: bool = True) -> None:
    together = sum(given.values())
    if enough and (together != TRICKS or min(given.values()) < 0):
        below = [player for player, tricks in given.items() if tricks < 0]
        if below:
            together -= given[below[0]]
        refuse(
            say("the tricks add up to {found}, not to ten", found=together),
            "tricks",
            say("three hands of ten cards make ten tricks; count again"),
        )
