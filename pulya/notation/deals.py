"""Read what was played: contracts, concessions, misères, raspasy."""

from __future__ import annotations

import re
from typing import Final, Literal, NoReturn, TypeAlias, cast

from pulya.message import say
from pulya.notation.line import EXAMPLE, Line, Token
from pulya.notation.words import (
    CARDS,
    SUIT_WORDS,
    TALONS,
    fold,
    is_number,
    matches,
    multiplier,
)
from pulya.record import (
    PLAIN,
    Bid,
    CallOf,
    Concession,
    Contract,
    Deal,
    Figure,
    Flags,
    Misere,
    Raspasy,
)
from pulya.terms import LEVELS, TRICKS, Call, Player, Suit, Talon

_LEVEL: Final = re.compile(r"([0-9]+)(\D*)")
_TIMES_LIMITS: Final = range(2, 65)  # xN, as the notation has it
_CALLS: Final[frozenset[str]] = frozenset({"whist", "pass", "half"})
_Level: TypeAlias = tuple[int, Suit | None]


def read_game(line: Line, declarer: Player) -> Deal:
    """Read what follows a name: a contract, a concession, a misère, or raspasy after a pass in the dark."""
    game = _Game(line, declarer)
    while (token := line.peek()) is not None and token.text != "=":
        line.at += 1
        if token.keyword == "raspasy":
            return game.dark_raspasy(token)
        game.add(token)
    game.tricks, game.is_open = _figures(line)
    return game.record()


class _Game:
    """What a declarer's line says: gathered word by word, then made into a record."""

    def __init__(self, line: Line, declarer: Player) -> None:
        self.line = line
        self.declarer = declarer
        self.misere: Token | None = None
        self.contract: _Level | None = None
        self.bid: Bid | Literal["misere"] | None = None
        self.flags = PLAIN
        self.calls: list[CallOf] = []
        self.returned = False
        self.conceded: Token | None = None
        self.undertricks: int | None = None
        self.tricks: tuple[Figure, ...] = ()
        self.is_open = False

    def add(self, token: Token) -> None:
        """Add a word, with the next one where that belongs to it."""
        match token.keyword:
            case "whist" | "pass" | "half":
                self.calls.append(CallOf(None, token.keyword))
            case "misere":
                self.misere = token
            case "bid":
                self.bid = _bid(self.line)
            case "returned":
                self.returned = True
            case "concedes":
                self._concede(token)
            case _:
                self._add_unlisted(token)

    def _concede(self, word: Token) -> None:
        self.conceded = word
        following = self.line.peek()
        if following is not None and is_number(following.text):
            self.line.at += 1
            self.undertricks = _tricks(self.line, following, "undertricks", 1)

    def _add_unlisted(self, token: Token) -> None:
        """Add what is known by its look: a flag, a level, or else a name, behind which a call stands."""
        line = self.line
        if (flags := _flag(line, token, self.flags)) is not None:
            self.flags = flags
        elif (self.calls or self.misere or self.returned) and is_number(token.text):
            line.refuse(
                say("tricks stand behind ="),
                "tricks",
                token.column,
                say("write = in front of them: `= {tricks}`", tricks=token.text),
            )
        elif (level := _level(line, token)) is None:
            self.calls.append(CallOf(line.player(token, "calls"), _call_after(line, token)))
        elif self.contract is None:
            self.contract = level
        else:
            line.refuse(
                say("there are two contracts in one record"),
                "contract",
                token.column,
                say("write the winning bid with the word bid: `Anna 8h bid 7h w p = 8`"),
            )

    def dark_raspasy(self, word: Token) -> Raspasy:
        """Return raspasy after a pass in the dark: the name of who passed and `dark` stand in front."""
        if self.contract or self.calls or self.bid or self.flags != Flags(dark=True):
            self.line.refuse(
                say("raspasy has no declarer"),
                "record",
                word.column,
                say("write `raspasy = 3 4 3`; after a pass in the dark `Anna dark raspasy = 3 4 3`"),
            )
        return read_raspasy(self.line)._replace(dark=self.declarer)

    def record(self) -> Deal:
        """Return the record that the words and the tricks make together."""
        line = self.line
        if self.is_open and self.tricks[0].player not in {None, self.declarer}:
            _refuse_open(line, line.end)
        if self.misere is not None:
            return self._as_misere(self.misere)
        if self.contract is None:
            line.refuse(
                say("what {player} played is missing", player=self.declarer),
                "contract",
                line.end,
                say("write the contract: `{example}`, or `Anna misere = 0`", example=EXAMPLE),
            )
        _unmixed(line, [call.player for call in self.calls], "calls")
        if self.conceded is not None:
            return self._as_concession(self.contract, self.conceded)
        return self._as_contract(self.contract)

    def _as_misere(self, word: Token) -> Misere:
        if self.contract or self.calls or self.bid or self.returned or self.conceded:
            self.line.refuse(
                say("a misère has no contract, no bid and no calls"),
                "contract",
                word.column,
                say("write `Anna misere = 0` and the tricks taken"),
            )
        if self.is_open or len(self.tricks) != 1 or self.tricks[0].player not in {None, self.declarer}:
            self.line.refuse(
                say("a misère needs the tricks that {player} took, one number", player=self.declarer),
                "tricks",
                self.line.end,
                say("write `{player} misere = 0`", player=self.declarer),
            )
        if self.flags.talon is not None:
            self.line.refuse(
                say("nothing is paid for the talon of a misère"),
                "talon",
                None,
                say("leave the square brackets out"),
            )
        return Misere(self.declarer, self.tricks[0].tricks, self.flags)

    def _as_concession(self, contract: _Level, word: Token) -> Concession:
        if self.calls or self.tricks or self.returned:
            self.line.refuse(
                say("a conceded contract has no calls and no tricks"),
                "calls",
                word.column,
                say("write `Anna 7h concedes`, or `Anna 7h concedes 3`"),
            )
        return Concession(self.declarer, *contract, self.bid, self.flags, self.undertricks)

    def _as_contract(self, contract: _Level) -> Contract:
        if not self.calls and not self.tricks:
            self.line.refuse(
                say("who whisted is missing"),
                "calls",
                self.line.end,
                say("add the two calls and the tricks: `{example}`", example=EXAMPLE),
            )
        return Contract(
            self.declarer,
            *contract,
            self.bid,
            self.flags,
            tuple(self.calls),
            self.returned,
            self.tricks,
            self.is_open,
        )


def read_raspasy(line: Line) -> Raspasy:
    """Read what follows the word for raspasy."""
    flags = PLAIN
    while (token := line.peek()) is not None and token.text != "=":
        line.at += 1
        flagged = _flag(line, token, flags)
        if flagged is None or flagged.dark or flagged.no_talon or flagged.talon:
            line.refuse(
                say("'{found}' does not belong to raspasy", found=token.text),
                "record",
                token.column,
                say("write the tricks from the first hand: `raspasy = 3 4 3`"),
            )
        flags = flagged
    tricks, is_open = _figures(line)
    if not tricks or is_open:
        line.refuse(
            say("the tricks are missing"),
            "tricks",
            line.end,
            say("write them from the first hand: `raspasy = 3 4 3`"),
        )
    return Raspasy(tricks, flags)


def _bid(line: Line) -> Bid | Literal["misere"]:
    hint = say("write `bid 7h` or `bid misere`")
    token = line.take(say("the winning bid is missing"), "bid", hint)
    if token.keyword == "misere":
        return "misere"
    level = _level(line, token)
    if level is None:
        line.refuse(say("'{found}' is no bid", found=token.text), "bid", token.column, hint)
    return Bid(*level)


def _level(line: Line, token: Token) -> _Level | None:
    """Return level and suit, ``None`` where the word is none, and refuse one that is only nearly one."""
    found = _LEVEL.fullmatch(fold(token.text)) if token.text[0].isdigit() else None
    if found is None or (found[2] and matches(token.text, line.players)):
        return None
    suit = SUIT_WORDS.get(found[2])
    if found[2] and suit is None:
        hint = say("suits are s c d h nt, or п т б ч бк")
        if found[2] == "с":
            hint = say("this с is the Cyrillic letter; clubs are the Latin c, or т")
        line.refuse(say("unknown suit in '{found}'", found=token.text), "contract", token.column, hint)
    if found[1] not in map(str, LEVELS):
        line.refuse(
            say("a contract of {level} does not exist", level=found[1]),
            "contract",
            token.column,
            say("contracts are 6, 7, 8, 9 and 10"),
        )
    return int(found[1]), suit


def _flag(line: Line, token: Token, flags: Flags) -> Flags | None:
    if token.keyword == "dark":
        return flags._replace(dark=True)
    if token.keyword == "notalon":
        return flags._replace(no_talon=True)
    if token.text.startswith("["):
        return flags._replace(talon=_talon(line, token))
    times = multiplier(fold(token.text))
    if times is None:
        return None
    if times not in map(str, _TIMES_LIMITS):
        line.refuse(
            say("a multiplier of {found} is out of range", found=times),
            "multiplier",
            token.column,
            say("write x2 to x64, or nothing"),
        )
    return flags._replace(times=int(times))


def _talon(line: Line, token: Token) -> Talon:
    if not token.text.endswith("]"):
        line.refuse(
            say("the square bracket is not closed"),
            "talon",
            token.column,
            say("write [A], [KQ], [AK] or [AA]"),
        )
    cards = [CARDS.get(letter, letter) for letter in fold(token.text).strip("[] ").replace(" ", "")]
    talon = TALONS.get("".join(sorted(cards, key="AKQ".find)))
    if talon is None:
        line.refuse(
            say("'{found}' is no talon that is paid for", found=token.text),
            "talon",
            token.column,
            say("write [A], [KQ], [AK] or [AA]"),
        )
    return talon


def _call_after(line: Line, name: Token) -> Call:
    token = line.peek()
    if token is None or token.keyword not in _CALLS:
        line.refuse(
            say("what {player} said is missing", player=name.text),
            "calls",
            token.column if token else line.end,
            say("write w (whist), p (pass) or h (half) after the name"),
        )
    line.at += 1
    return cast(Call, token.keyword)


def _figures(line: Line) -> tuple[tuple[Figure, ...], bool]:
    """Return what stands after the equals sign: numbers in seat order, or each with a name.

    And whether a ``?`` behind the only one leaves open how the other tricks fell.
    """
    if line.peek() is None:
        return (), False
    line.at += 1  # past the sign, at which the words before it end
    figures: list[Figure] = []
    is_open = False
    while (token := line.peek()) is not None:
        line.at += 1
        if token.text == "?":
            if len(figures) != 1 or line.peek() is not None:
                _refuse_open(line, token.column)
            is_open = True
            continue
        if is_number(token.text):
            figures.append(Figure(None, _tricks(line, token, "tricks", 0)))
            continue
        player = line.player(token, "tricks")
        number = line.peek()
        if number is None or not is_number(number.text):
            line.refuse(
                say("the tricks of {player} are missing", player=player),
                "tricks",
                number.column if number else line.end,
                say("write a number after the name: `= Anna 7 Boris 2 Vera 1`"),
            )
        line.at += 1
        figures.append(Figure(player, _tricks(line, number, "tricks", 0)))
    if not figures:
        line.refuse(
            say("the tricks are missing"),
            "tricks",
            line.end,
            say("write a number after =: `{example}`", example=EXAMPLE),
        )
    _unmixed(line, [figure.player for figure in figures], "tricks")
    return tuple(figures), is_open


def _refuse_open(line: Line, column: int) -> NoReturn:
    line.refuse(
        say("? stands behind the declarer's tricks, and nothing behind it"),
        "tricks",
        column,
        say("write `Anna 7h w w = 7 ?`; one figure alone may be left out, it makes ten with the others"),
    )


def _tricks(line: Line, token: Token, field: str, least: int) -> int:
    number = int(token.text.replace("−", "-"))
    if not least <= number <= TRICKS:
        line.refuse(
            say("{number} tricks cannot be", number=number),
            field,
            token.column,
            say("a deal has ten tricks, so write {least} to 10", least=least),
        )
    return number


def _unmixed(line: Line, names: list[Player | None], field: str) -> None:
    named = [name for name in names if name is not None]
    if not named:
        return
    if len(named) < len(names):
        line.refuse(
            say("some have names and some have not"),
            field,
            None,
            say("name all of them, or none and write them clockwise"),
        )
    for name in named:
        if named.count(name) > 1:
            line.refuse(
                say("{player} is named twice", player=name), field, None, say("each player stands once")
            )
