"""Guided entry: a record by questions, each offering only what the rules allow now.

What is allowed is asked of the referee: an answer is offered where some record with it can be.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import product
from typing import Any, Final, Literal, TypeAlias

from pulya.convention import Convention
from pulya.errors import RecordError
from pulya.message import say
from pulya.play.question import Choice, Question, choice_of, choice_of_suit, yes_or_no
from pulya.record import (
    PLAIN,
    CallOf,
    Concession,
    Contract,
    Deal,
    Event,
    Figure,
    Flags,
    Misdeal,
    Misere,
    Raspasy,
)
from pulya.rules.reading import raspasy_takers
from pulya.rules.ruling import Referee
from pulya.table import Table, opponents
from pulya.terms import LEVELS, SUITS, TALON_TRICKS, TRICKS, Call, Player, Suit, Talon

_CALLS: Final[tuple[Call, ...]] = ("whist", "pass", "half")
_TALONS: Final[tuple[Talon, ...]] = ("A", "KQ", "AK", "AA")


Asking: TypeAlias = Generator[Question, Any, Deal | Event]


class Guide:
    """A record in the making: the answers so far, and the question they lead to."""

    def __init__(self, table: Table, convention: Convention) -> None:
        self._rules = _Rules(table, convention)
        self._answers: list[Any] = []
        self.now: Question | Deal | Event = self._ask()

    def take(self, answer: str) -> bool:
        """Take an answer to the question now; ``False`` where it means nothing."""
        assert isinstance(self.now, Question)
        meant = self.now.meant(answer)
        if meant is None:
            return False
        self._answers.append(meant)
        self.now = self._ask()
        return True

    def back(self) -> bool:
        """Go one question back; ``False`` at the first."""
        if not self._answers:
            return False
        self._answers.pop()
        self.now = self._ask()
        return True

    def _ask(self) -> Question | Deal | Event:
        asking = self._rules.ask()
        try:
            question = next(asking)
            for answer in self._answers:
                question = asking.send(answer)
        except StopIteration as made:
            record: Deal | Event = made.value
            return record
        return question


class _Rules:
    """The questions at one table, and the referee who says what can be answered."""

    def __init__(self, table: Table, convention: Convention) -> None:
        self.table = table
        self.convention = convention
        self.seats = table.seats
        self.referee = Referee(convention)

    def can(self, record: Deal | Event) -> bool:
        """Say whether a record can be."""
        try:
            self.referee.rule(record, self.table)
        except RecordError:
            return False
        return True

    def differ(self, one: Deal, other: Deal) -> bool:
        """Say whether two records that can be write different figures, and both can be."""
        if not (self.can(one) and self.can(other)):
            return False
        cells = [
            sorted(
                (w.player, w.column, w.on or "", w.points)
                for w in self.referee.rule(record, self.table).writes
            )
            for record in (one, other)
        ]
        return cells[0] != cells[1]

    def ask(self) -> Asking:
        """Ask for a whole record."""
        active = self.seats.active
        choices = [
            Choice(player, player, (player,))
            for player in active
            if any(True for _ in self.levels(player)) or self.can(Misere(player, 0))
        ]
        if self.can(self.raspasy()):
            choices.append(choice_of("raspasy"))
        if self.can(Misdeal()):
            choices.append(choice_of("misdeal"))
        who = yield Question("deal", say("Who plays?"), tuple(choices))
        if who == "misdeal":
            return Misdeal()
        if who == "raspasy":
            return (yield from self.ask_raspasy())
        return (yield from self.ask_game(Player(who)))

    def raspasy(self) -> Raspasy:
        """Return raspasy that can be wherever any can."""
        takers = raspasy_takers(self.seats, self.convention)
        return Raspasy(tuple(Figure(player, TRICKS if player == takers[0] else 0) for player in takers))

    def defenders(self, declarer: Player) -> tuple[Player, ...]:
        if self.convention.ledger == "teams":
            return opponents(self.table.players, declarer)
        return self.seats.defenders(declarer)

    def made(self, contract: Contract) -> Contract:
        """Return a contract with tricks to try it with: made exactly, the rest of the first defender."""
        rest = [TRICKS - contract.level, 0][: len(self.defenders(contract.declarer))]
        return contract._replace(tricks=tuple(Figure(None, tricks) for tricks in (contract.level, *rest)))

    def levels(self, player: Player) -> Iterator[int]:
        """Yield the levels a player can play at."""
        return (level for level in LEVELS if any(True for _ in self.suits(player, level)))

    def suits(self, player: Player, level: int) -> Iterator[Suit | None]:
        """Yield the suits that a contract can have, first ``None`` where it needs none."""
        suits: tuple[Suit | None, ...] = (None, *SUITS)
        return (suit for suit in suits if self.can(self.whisted(Contract(player, level, suit))))

    def ask_game(self, player: Player) -> Asking:
        """Ask what a declarer played."""
        choices = [
            Choice((level, None), str(level), key=(str(level), str(level))) for level in self.levels(player)
        ]
        if self.can(Misere(player, 0)):
            choices.append(choice_of("misere", key=True))
        what = yield Question(
            "contract", say("What does {player} play?", player=player), tuple(choices), player=player
        )
        if what == "misere":
            flags = yield from self.ask_flags(Misere(player, 0))
            taken = yield from self.ask_tricks(player, range(TRICKS + 1), 0)
            return Misere(player, taken, flags)
        level, suit = what
        suits = list(self.suits(player, level))
        if suit is None and len(suits) == 1:
            suit = suits[0]
        elif suit is None or suit not in suits:
            suit = yield from self.ask_suit(suits)
        contract = Contract(player, level, suit)
        if self.can_be_outbid(contract):
            outbid = yield yes_or_no("outbid", say("Was a misère outbid?"))
            contract = contract._replace(bid="misere" if outbid else None)
        contract = contract._replace(flags=(yield from self.ask_flags(self.whisted(contract))))
        return (yield from self.ask_calls(contract))

    def ask_suit(self, suits: Sequence[Suit | None]) -> Generator[Question, Any, Suit | None]:
        choices = [choice_of_suit(suit) for suit in suits if suit]
        default = None
        if None in suits:
            choices.append(Choice("none", say("not needed"), ("-",), key=("-", "-")))
            default = "none"
        suit: Suit | Literal["none"] = yield Question("suit", say("Suit?"), tuple(choices), default=default)
        return None if suit == "none" else suit

    def can_be_outbid(self, contract: Contract) -> bool:
        after = [entry.when for entry in self.convention.raspasy.compulsory]
        return "failed-outbid" in after and self.can(self.whisted(contract._replace(bid="misere")))

    def whisted(self, contract: Contract) -> Contract:
        """Return a contract that everybody whisted, made exactly."""
        return self.said(contract, ["whist"] * len(self.defenders(contract.declarer)))

    def ask_flags(self, record: Contract | Misere) -> Generator[Question, Any, Flags]:
        """Ask what multiplies a game, and what lay in the talon, where this table pays for it."""
        multipliers, flags = self.convention.multipliers, PLAIN
        if multipliers.dark > 1:
            dark = yield yes_or_no("dark", say("In the dark?"))
            flags = flags._replace(dark=dark)
        if multipliers.no_talon > 1:
            no_talon = yield yes_or_no("notalon", say("Without the talon?"))
            flags = flags._replace(no_talon=no_talon)
        if isinstance(record, Contract) and self.convention.talon.pays != "nothing":
            talons = [one for one in _TALONS if self.can(record._replace(flags=flags._replace(talon=one)))]
            if talons:
                choices = [
                    Choice("none", say("nothing of it"), ("-",)),
                    *(Choice(one, one, (one,)) for one in talons),
                ]
                lay = yield Question("talon", say("What lay in the talon?"), tuple(choices), default="none")
                flags = flags._replace(talon=None if lay == "none" else lay)
        return flags

    def ask_calls(self, contract: Contract) -> Asking:
        """Ask what the defenders said in the end, and how the tricks fell."""
        conceded = Concession(contract.declarer, contract.level, contract.suit, contract.bid, contract.flags)
        defenders = self.defenders(contract.declarer)
        possible = [
            calls for calls in product(_CALLS, repeat=len(defenders)) if self.can(self.said(contract, calls))
        ]
        is_checked = self.can(self.made(contract))  # a ten, where nobody has to whist it
        others = (
            [choice_of("concedes")]
            if any(map(self.can, (conceded, conceded._replace(undertricks=1))))
            else []
        )
        if is_checked:
            others.append(Choice("checked", say("it is only checked"), ("-",), key=("-", "-")))
        calls: list[Call] = []
        for at, player in enumerate(defenders):
            begun = [one for one in possible if list(one[:at]) == calls]
            choices = [choice_of(call, key=True) for call in _CALLS if any(one[at] == call for one in begun)]
            default = "checked" if is_checked and at == 0 else None
            text = say("{player}?", player=player)
            call = yield Question("call", text, (*choices, *others), default=default, player=player)
            if call == "concedes":
                return (yield from self.ask_undertricks(conceded))
            if call == "checked":
                return (yield from self.ask_play(contract))
            calls.append(call)
            others = []
        contract = self.said(contract, calls)
        if set(calls) == {"pass"}:
            contract = yield from self.ask_dealer(contract)
        if not any(call.call == "whist" for call in contract.calls):
            return contract
        return (yield from self.ask_play(contract._replace(tricks=())))

    def ask_dealer(self, contract: Contract) -> Generator[Question, Any, Contract]:
        """Ask whether the dealer who sits out whists, where he may."""
        dealer = self.seats.sitting_dealer
        if dealer is None:
            return contract
        passes = tuple(CallOf(player, "pass") for player in self.defenders(contract.declarer))
        by_dealer = contract._replace(calls=(*passes, CallOf(dealer, "whist")))
        if not self.can(self.made(by_dealer)):
            return contract
        text = say("Both passed. {player} deals:", player=dealer)
        choices = (choice_of("pass", key=True), choice_of("whist", key=True))
        answer = yield Question("dealer", text, choices, default="pass", player=dealer)
        return by_dealer if answer == "whist" else contract

    def said(self, contract: Contract, calls: Sequence[Call]) -> Contract:
        """Return a contract with its calls, and with tricks to try it with where anybody whisted."""
        told = contract._replace(calls=tuple(CallOf(None, call) for call in calls))
        return self.made(told) if "whist" in calls else told

    def ask_undertricks(self, conceded: Concession) -> Asking:
        known = self.can(conceded)
        choices = (
            (Choice("convention", say("as this table counts it"), ("-",), key=("-", "-")),) if known else ()
        )
        most = [n for n in range(1, TRICKS + 1) if self.can(conceded._replace(undertricks=n))]
        text = say("How many tricks short?")
        short = yield Question("undertricks", text, choices, most, default="convention" if known else None)
        return conceded._replace(undertricks=None if short == "convention" else short)

    def ask_play(self, contract: Contract) -> Asking:
        """Ask how the tricks fell, as far as this table has to know, and then what else matters."""
        order = (contract.declarer, *self.defenders(contract.declarer))
        figures: list[Figure] = []
        for player in order if len(order) == 2 else order[:-1]:  # of two the dummy may have the rest
            left = TRICKS - sum(figure.tricks for figure in figures)
            whole = contract._replace(tricks=tuple(figures), is_open=True)
            can_be_open = bool(figures) and self.can(whole)
            default = None if figures else contract.level
            taken = yield from self.ask_tricks(player, range(left + 1), default, can_be_open=can_be_open)
            if taken == "?":
                return whole
            figures.append(Figure(None, taken))
            contract = contract._replace(tricks=tuple(figures))
            if self.can(contract):
                break
        return (yield from self.ask_order(contract))

    def ask_order(self, contract: Contract) -> Asking:
        """Ask who whisted second, and whether a whist was taken back, where it changes a figure."""
        calls = contract.calls
        if len(calls) > 1 and all(call == CallOf(None, "whist") for call in calls):
            first, second = self.defenders(contract.declarer)
            figures = contract.tricks
            named = contract._replace(
                calls=(CallOf(second, "whist"), CallOf(first, "whist")),
                tricks=tuple(
                    figure._replace(player=player)
                    for player, figure in zip((contract.declarer, first, second), figures, strict=False)
                ),
            )
            if self.differ(contract, named):
                choices = tuple(Choice(player, player, (player,)) for player in (first, second))
                text = say("Who whisted second?")
                if (yield Question("second", text, choices, default=second)) == first:
                    return named
        if self.differ(contract, contract._replace(returned=True)):
            text = say("Was half said first, and the whist taken back?")
            returned = yield yes_or_no("returned", text)
            contract = contract._replace(returned=returned)
        return contract

    def ask_raspasy(self) -> Asking:
        """Ask who passed in the dark, where that counts, and how the tricks fell."""
        dark = None
        convention = self.convention
        counts = convention.bombs != "none" and convention.bombs.dark_pass == "passer"
        if convention.multipliers.dark > 1 or counts:
            choices = (
                Choice("none", say("nobody"), ("-",), key=("-", "-")),
                *(Choice(p, p, (p,)) for p in self.seats.active),
            )
            answer = yield Question("dark", say("Who passed in the dark?"), choices, default="none")
            dark = None if answer == "none" else Player(answer)
        takers = raspasy_takers(self.seats, convention)
        is_dealers = takers[-1] == self.seats.sitting_dealer
        asked = takers if len(takers) == 2 else takers[:-1]  # of two, the dummy takes the rest
        figures: list[Figure] = []
        for player in asked:
            left = TRICKS - sum(figure.tricks for figure in figures)
            least = max(0, left - TALON_TRICKS) if is_dealers and player == asked[-1] else 0
            taken = yield from self.ask_tricks(player, range(least, left + 1), None)
            figures.append(Figure(None, taken))
        if len(figures) < len(takers):
            figures.append(Figure(None, TRICKS - sum(figure.tricks for figure in figures)))
        return Raspasy(tuple(figures), dark=dark)

    def ask_tricks(
        self, player: Player, figures: range, default: int | None, *, can_be_open: bool = False
    ) -> Generator[Question, Any, Any]:
        choices = (Choice("?", say("nobody knows"), ("?",), key=("?", "?")),) if can_be_open else ()
        text = say("Tricks of {player}?", player=player)
        return (yield Question("tricks", text, choices, figures, default, player))
