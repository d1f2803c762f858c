"""Read one line of the notation as a record; knows the players' names and nothing of the game's state."""

import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, Literal, NamedTuple, NoReturn, cast

from pulya.errors import Location, RecordError
from pulya.message import Text, say
from pulya.notation.names import check_name
from pulya.notation.words import (
    CARDS,
    FORMS,
    KEYWORDS,
    SUIT_WORDS,
    TALONS,
    fold,
    matches,
    nearest,
)
from pulya.record import (
    Bid,
    CallOf,
    Cell,
    Concession,
    Contract,
    Deal,
    Entry,
    Event,
    Figure,
    Fine,
    Fix,
    Flags,
    Join,
    Leave,
    Misdeal,
    Misere,
    Paper,
    Raspasy,
    Record,
    Stop,
    Time,
    Undo,
)
from pulya.terms import LEVELS, TRICKS, Call, Column, Player, Points, Suit, Talon, exact

_TOKEN: Final = re.compile(r"=|\[[^\]]*\]|[^\s,=\[\]]+|[\[\]]")
_TIME: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])(?=\s|$)")
_NUMBER: Final = re.compile(r"[-−]?[0-9]{1,6}")
_FIGURE: Final = re.compile(r"([-−]?[0-9]{1,6})(?:/([1-9][0-9]{0,3}))?")
_LEVEL: Final = re.compile(r"([0-9]+)(\D*)")
_TIMES: Final = re.compile(r"[xх×]([0-9]+)")
_TIMES_LIMITS: Final = range(2, 65)  # xN, as the notation has it

_COLUMNS: Final[frozenset[str]] = frozenset({"pool", "mountain", "whists"})
_CALLS: Final[frozenset[str]] = frozenset({"whist", "pass", "half"})
_JOINING: Final = tuple(form for form, word in KEYWORDS.items() if word == "join")
_EXAMPLE: Final = "Anna 7h w p = 7"


class Token(NamedTuple):
    """A word of a line, with the word of the notation it is, and the column where it begins."""

    text: str
    keyword: str | None
    column: int


def read(text: str, players: Sequence[Player]) -> Entry:
    """Return the record that a line says.

    Raises `RecordError` with the field and the column of the fault.
    """
    return _Reader(text, players).entry()


def joined(text: str) -> Player | None:
    """Return who sits down in a line that says so; enough to know the names of the lines after it."""
    body = text.partition("(")[0]
    if not any(word in fold(body) for word in _JOINING):
        return None
    words = [found[0] for found in _TOKEN.finditer(unicodedata.normalize("NFC", body))]
    for word, name in pairwise(words):
        if fold(word) in _JOINING:
            return Player(name)
    return None


class _Reader:
    """One line, read from left to right."""

    def __init__(self, text: str, players: Sequence[Player]) -> None:
        self.players = players
        # U+FE0F only asks for a coloured suit.
        text = unicodedata.normalize("NFC", text.replace("\ufe0f", ""))
        for column, letter in enumerate(text, start=1):
            if unicodedata.category(letter) in {"Cc", "Cf", "Zl", "Zp", "Cs"} and letter != "\t":
                self._refuse(
                    say("there is an invisible character, U+{code}", code=f"{ord(letter):04X}"),
                    "record",
                    column,
                    say("type the line again"),
                )
        body, self.note = self._without_note(text)
        start = len(body) - len(body.lstrip())
        time = _TIME.match(body, start)
        self.time = f"{int(time[1]):02}:{time[2]}" if time else None
        self.tokens = [
            Token(found[0], KEYWORDS.get(fold(found[0])), found.start() + 1)
            for found in _TOKEN.finditer(body, time.end() if time else 0)
        ]
        self.end = len(body.rstrip()) + 1
        self.at = 0

    def _without_note(self, text: str) -> tuple[str, str | None]:
        opened = text.find("(")
        if opened < 0:
            return text, None
        if not text.rstrip().endswith(")"):
            self._refuse(say("the note is not closed"), "note", opened + 1, say("end the line with )"))
        return text[:opened], text.rstrip()[opened + 1 : -1].strip() or None

    # -- walking -----------------------------------------------------------------------------------

    def _peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _take(self, missing: Text, field: str, hint: Text) -> Token:
        token = self._peek()
        if token is None:
            self._refuse(missing, field, self.end, hint)
        self.at += 1
        return token

    def _refuse(self, problem: Text, field: str, column: int | None, hint: Text) -> NoReturn:
        raise RecordError(problem, at=Location(field=field, column=column), hint=hint)

    def _ended(self) -> None:
        token = self._peek()
        if token is not None:
            self._refuse(
                say("'{found}' is too much here", found=token.text),
                "record",
                token.column,
                say("leave it out, or write it as a note in round brackets at the end"),
            )

    # -- the record --------------------------------------------------------------------------------

    def entry(self) -> Entry:
        record = self._record()
        self._ended()
        inner = record.record if isinstance(record, Fix) else record
        if isinstance(inner, Fine) and self.note is None:
            self._refuse(
                say("a fine needs its reason"),
                "note",
                self.end,
                say("write it in round brackets at the end: (revoke)"),
            )
        return Entry(record, self.time, self.note)

    def _record(self) -> Record:
        first = self._take(
            say("there is no record"), "record", say("write one such as `{example}`", example=_EXAMPLE)
        )
        match first.keyword:
            case "fix":
                return self._fix()
            case "undo":
                return Undo(self._record_number() if self._peek() else None)
            case _:
                return self._deal_or_event(first)

    def _deal_or_event(self, first: Token) -> Deal | Event:
        match first.keyword:
            case "raspasy":
                return self._raspasy()
            case "misdeal":
                return Misdeal()
            case "time":
                return Time()
            case "stop":
                return Stop()
            case "fine":
                return self._fine()
            case "paper":
                return self._paper()
            case "join":
                return self._join()
            case "leave":
                return Leave(self._player(self._name("player", "leave Gleb")))
            case None:
                return self._game(self._player(first, "declarer"))
            case _:
                self._refuse(
                    say("no record begins with '{found}'", found=first.text),
                    "record",
                    first.column,
                    say(
                        "begin with the player: `{example}`; a short name needs one letter more",
                        example=_EXAMPLE,
                    ),
                )

    def _fix(self) -> Fix:
        number = self._record_number()
        first = self._take(
            say("what record {number} should be is missing", number=number),
            "record",
            say("write it as it should have been: `fix {number} {example}`", number=number, example=_EXAMPLE),
        )
        if first.keyword in {"fix", "undo"}:
            self._refuse(
                say("a correction cannot stand inside a fix"),
                "record",
                first.column,
                say("take a correction back with `undo` and its number"),
            )
        return Fix(number, self._deal_or_event(first))

    def _record_number(self) -> int:
        token = self._take(
            say("the number of the record is missing"), "number", say("`log` shows the numbers: `undo 7`")
        )
        if not re.fullmatch(r"[0-9]{1,6}", token.text):
            self._refuse(
                say("'{found}' is not the number of a record", found=token.text),
                "number",
                token.column,
                say("`log` shows the numbers: `fix 7 {example}`", example=_EXAMPLE),
            )
        return int(token.text)

    # -- deals -------------------------------------------------------------------------------------

    def _game(self, declarer: Player) -> Deal:
        misere: Token | None = None
        contract: tuple[int, Suit | None] | None = None
        bid: Bid | Literal["misere"] | None = None
        flags = Flags()
        calls: list[CallOf] = []
        returned = False
        conceded: Token | None = None
        undertricks: int | None = None
        while (token := self._peek()) is not None and token.text != "=":
            self.at += 1
            if token.keyword == "raspasy":
                return self._dark_raspasy(declarer, token, flags, bool(contract or calls or bid))
            if token.keyword == "misere":
                misere = token
            elif token.keyword == "bid":
                bid = self._bid()
            elif token.keyword in _CALLS:
                calls.append(CallOf(None, cast(Call, token.keyword)))
            elif token.keyword == "returned":
                returned = True
            elif token.keyword == "concedes":
                conceded = token
                following = self._peek()
                if following is not None and _NUMBER.fullmatch(following.text):
                    self.at += 1
                    undertricks = self._tricks(following, "undertricks", 1)
            elif (flagged := self._flag(token, flags)) is not None:
                flags = flagged
            elif (level := self._level(token)) is not None:
                if contract is not None:
                    self._refuse(
                        say("there are two contracts in one record"),
                        "contract",
                        token.column,
                        say("write the winning bid with the word bid: `Anna 8h bid 7h w p = 8`"),
                    )
                contract = level
            else:
                calls.append(CallOf(self._player(token, "calls"), self._call_after(token)))
        played = self._peek()
        tricks = self._figures()
        if misere is not None:
            if contract or calls or bid or returned or conceded:
                self._refuse(
                    say("a misère has no contract, no bid and no calls"),
                    "contract",
                    misere.column,
                    say("write `Anna misere = 0` and the tricks taken"),
                )
            return self._misere(declarer, flags, tricks)
        if contract is None:
            self._refuse(
                say("what {player} played is missing", player=declarer),
                "contract",
                self.end,
                say("write the contract: `{example}`, or `Anna misere = 0`", example=_EXAMPLE),
            )
        self._unmixed([call.player for call in calls], "calls")
        if conceded is not None:
            if calls or tricks or returned:
                self._refuse(
                    say("a conceded contract has no calls and no tricks"),
                    "calls",
                    conceded.column,
                    say("write `Anna 7h concedes`, or `Anna 7h concedes 3`"),
                )
            return Concession(declarer, *contract, bid, flags, undertricks)
        if not calls and not tricks:
            self._refuse(
                say("who whisted is missing") if played is None else say("the tricks are missing"),
                "calls",
                self.end,
                say("add the two calls and the tricks: `{example}`", example=_EXAMPLE),
            )
        return Contract(declarer, *contract, bid, flags, tuple(calls), returned, tricks)

    def _misere(self, declarer: Player, flags: Flags, tricks: tuple[Figure, ...]) -> Misere:
        if len(tricks) != 1 or tricks[0].player not in {None, declarer}:
            self._refuse(
                say("a misère needs the tricks that {player} took, one number", player=declarer),
                "tricks",
                self.end,
                say("write `{player} misere = 0`", player=declarer),
            )
        if flags.talon is not None:
            self._refuse(
                say("nothing is paid for the talon of a misère"),
                "talon",
                None,
                say("leave the square brackets out"),
            )
        return Misere(declarer, tricks[0].tricks, flags)

    def _raspasy(self) -> Raspasy:
        flags = Flags()
        while (token := self._peek()) is not None and token.text != "=":
            self.at += 1
            flagged = self._flag(token, flags)
            if flagged is None or flagged.dark or flagged.no_talon or flagged.talon:
                self._refuse(
                    say("'{found}' does not belong to raspasy", found=token.text),
                    "record",
                    token.column,
                    say("write the tricks from the first hand: `raspasy = 3 4 3`"),
                )
            flags = flagged
        tricks = self._figures()
        if not tricks:
            self._refuse(
                say("the tricks are missing"),
                "tricks",
                self.end,
                say("write them from the first hand: `raspasy = 3 4 3`"),
            )
        return Raspasy(tricks, flags)

    def _dark_raspasy(self, player: Player, word: Token, flags: Flags, ordered: bool) -> Raspasy:
        """Read raspasy after a pass in the dark: the name of who passed and `dark` stand in front."""
        if ordered or flags != Flags(dark=True):
            self._refuse(
                say("raspasy has no declarer"),
                "record",
                word.column,
                say("write `raspasy = 3 4 3`; after a pass in the dark `Anna dark raspasy = 3 4 3`"),
            )
        return self._raspasy()._replace(dark=player)

    def _bid(self) -> Bid | Literal["misere"]:
        hint = say("write `bid 7h` or `bid misere`")
        token = self._take(say("the winning bid is missing"), "bid", hint)
        if token.keyword == "misere":
            return "misere"
        level = self._level(token)
        if level is None:
            self._refuse(say("'{found}' is no bid", found=token.text), "bid", token.column, hint)
        return Bid(*level)

    def _level(self, token: Token) -> tuple[int, Suit | None] | None:
        """Return level and suit, ``None`` where the word is none, and refuse one that is only nearly one."""
        found = _LEVEL.fullmatch(fold(token.text))
        if found is None or (found[2] and matches(token.text, self.players)):
            return None
        suit = SUIT_WORDS.get(found[2])
        if found[2] and suit is None:
            hint = say("suits are s c d h nt, or п т б ч бк")
            if found[2] == "с":
                hint = say("this с is the Cyrillic letter; clubs are the Latin c, or т")
            self._refuse(
                say("'{found}' has no suit that is known", found=token.text), "contract", token.column, hint
            )
        if int(found[1][:3]) not in LEVELS:
            self._refuse(
                say("a contract of {level} does not exist", level=found[1]),
                "contract",
                token.column,
                say("contracts are 6, 7, 8, 9 and 10"),
            )
        return int(found[1]), suit

    def _flag(self, token: Token, flags: Flags) -> Flags | None:
        if token.keyword == "dark":
            return flags._replace(dark=True)
        if token.keyword == "notalon":
            return flags._replace(no_talon=True)
        if token.text.startswith("["):
            return flags._replace(talon=self._talon(token))
        times = _TIMES.fullmatch(fold(token.text))
        if times is None:
            return None
        if int(times[1][:4]) not in _TIMES_LIMITS:
            self._refuse(
                say("a multiplier of {found} is out of range", found=times[1]),
                "multiplier",
                token.column,
                say("write x2 to x64, or nothing"),
            )
        return flags._replace(times=int(times[1]))

    def _talon(self, token: Token) -> Talon:
        cards = [CARDS.get(letter, letter) for letter in fold(token.text).strip("[] ").replace(" ", "")]
        talon = TALONS.get("".join(sorted(cards, key="AKQ".find)))
        if talon is None:
            self._refuse(
                say("the talon '{found}' pays nothing that is known", found=token.text),
                "talon",
                token.column,
                say("write [A], [KQ], [AK] or [AA]"),
            )
        return talon

    def _call_after(self, name: Token) -> Call:
        token = self._peek()
        if token is None or token.keyword not in _CALLS:
            self._refuse(
                say("what {player} said is missing", player=name.text),
                "calls",
                token.column if token else self.end,
                say("write w (whist), p (pass) or h (half) after the name"),
            )
        self.at += 1
        return cast(Call, token.keyword)

    def _figures(self) -> tuple[Figure, ...]:
        """Return what stands after the equals sign: numbers in seat order, or each with a name."""
        if self._peek() is None:
            return ()
        sign = self._take(say("the tricks are missing"), "tricks", say("write = and the tricks"))
        if sign.text != "=":
            self._refuse(
                say("'{found}' is too much here", found=sign.text),
                "record",
                sign.column,
                say("write the tricks after ="),
            )
        figures: list[Figure] = []
        while (token := self._peek()) is not None:
            self.at += 1
            if _NUMBER.fullmatch(token.text):
                figures.append(Figure(None, self._tricks(token, "tricks", 0)))
                continue
            player = self._player(token, "tricks")
            number = self._peek()
            if number is None or not _NUMBER.fullmatch(number.text):
                self._refuse(
                    say("the tricks of {player} are missing", player=player),
                    "tricks",
                    number.column if number else self.end,
                    say("write a number after the name: `= Anna 7 Boris 2 Vera 1`"),
                )
            self.at += 1
            figures.append(Figure(player, self._tricks(number, "tricks", 0)))
        if not figures:
            self._refuse(
                say("the tricks are missing"),
                "tricks",
                self.end,
                say("write a number after =: `{example}`", example=_EXAMPLE),
            )
        self._unmixed([figure.player for figure in figures], "tricks")
        return tuple(figures)

    def _tricks(self, token: Token, field: str, least: int) -> int:
        number = int(token.text.replace("−", "-"))
        if not least <= number <= TRICKS:
            self._refuse(
                say("{number} tricks cannot be", number=number),
                field,
                token.column,
                say("a deal has ten tricks, so write {least} to 10", least=least),
            )
        return number

    def _unmixed(self, names: list[Player | None], field: str) -> None:
        if None in names and any(name is not None for name in names):
            self._refuse(
                say("some have names and some have not"),
                field,
                None,
                say("name all of them, or none and write them clockwise"),
            )
        named = [name for name in names if name is not None]
        for name in named:
            if named.count(name) > 1:
                self._refuse(
                    say("{player} is named twice", player=name), field, None, say("each player stands once")
                )

    # -- events ------------------------------------------------------------------------------------

    def _fine(self) -> Fine:
        example = "fine Boris mountain 2 (revoke)"
        player = self._player(self._name("player", example))
        column = self._column(example)
        points = self._number(example)
        on = None
        if column == "whists":
            token = self._take(
                say("on whom the whists are is missing"),
                "on",
                say("write `fine Boris whists 10 on Anna (reason)`"),
            )
            if token.keyword != "on":
                self._refuse(
                    say("'{found}' stands where `on` is due", found=token.text),
                    "on",
                    token.column,
                    say("write `fine Boris whists 10 on Anna (reason)`"),
                )
            on = self._player(self._name("on", example))
            self._other(player, on)
        return Fine(player, column, points, on)

    def _paper(self) -> Paper:
        example = "paper Anna pool 14 mountain 6 whists Boris 12"
        player = self._player(self._name("player", example))
        cells: list[Cell] = []
        while self._peek() is not None:
            column = self._column(example)
            if column != "whists":
                cells.append(Cell(column, self._points(example)))
                continue
            while True:
                on = self._player(self._name("on", example))
                self._other(player, on)
                cells.append(Cell("whists", self._points(example), on))
                following = self._peek()
                if following is None or following.keyword in _COLUMNS:
                    break
        if not cells:
            self._refuse(
                say("what the paper shows is missing"),
                "column",
                self.end,
                say("write `{example}`", example=example),
            )
        for cell in cells:
            if sum(one[0::2] == cell[0::2] for one in cells) > 1:
                self._refuse(
                    say("one figure of the paper is given twice"),
                    cell.column,
                    None,
                    say("write each figure once"),
                )
        return Paper(player, tuple(cells))

    def _join(self) -> Join:
        example = "join Gleb after Vera"
        token = self._name("player", example)
        after = self._take(
            say("after whom {player} sits is missing", player=token.text),
            "after",
            say("write `{example}`", example=example),
        )
        if after.keyword != "after":
            self._refuse(
                say("'{found}' stands where `after` is due", found=after.text),
                "after",
                after.column,
                say("write `{example}`", example=example),
            )
        return Join(check_name(token.text), self._player(self._name("after", example)))

    def _name(self, field: str, example: str) -> Token:
        return self._take(say("a player is missing"), field, say("write `{example}`", example=example))

    def _column(self, example: str) -> Column:
        token = self._take(say("the column is missing"), "column", say("write `{example}`", example=example))
        if token.keyword not in _COLUMNS:
            self._refuse(
                say("'{found}' is no column", found=token.text),
                "column",
                token.column,
                say("columns are pool, mountain and whists: `{example}`", example=example),
            )
        return cast(Column, token.keyword)

    def _number(self, example: str) -> int:
        token = self._take(say("the number is missing"), "number", say("write `{example}`", example=example))
        if not _NUMBER.fullmatch(token.text):
            self._refuse(
                say("'{found}' is no whole number", found=token.text),
                "number",
                token.column,
                say("write `{example}`", example=example),
            )
        return int(token.text.replace("−", "-"))

    def _points(self, example: str) -> Points:
        token = self._take(say("the number is missing"), "number", say("write `{example}`", example=example))
        found = _FIGURE.fullmatch(token.text)
        if found is None:
            self._refuse(
                say("'{found}' is no number", found=token.text),
                "number",
                token.column,
                say("write a whole number or a fraction such as 13/2: `{example}`", example=example),
            )
        return exact(Fraction(int(found[1].replace("−", "-")), int(found[2] or 1)))

    def _other(self, player: Player, on: Player) -> None:
        if player == on:
            self._refuse(
                say("{player} cannot have whists on himself", player=player),
                "on",
                None,
                say("name the player the whists are written on"),
            )

    # -- names -------------------------------------------------------------------------------------

    def _player(self, token: Token, field: str = "player") -> Player:
        """Return the player a word means; a word of the notation is never a name."""
        found = [] if token.keyword is not None else matches(token.text, self.players)
        if len(found) == 1:
            return found[0]
        if found:
            self._refuse(
                say("'{found}' can be {players}", found=token.text, players=tuple(found)),
                field,
                token.column,
                say("write more letters of the name"),
            )
        if token.keyword is not None:
            self._refuse(
                say("'{found}' is a word of the notation, not a player", found=token.text),
                field,
                token.column,
                say("write more letters of the name; at this table: {players}", players=tuple(self.players)),
            )
        words = [*self.players, *(form for english, russian in FORMS.values() for form in english + russian)]
        near = nearest(token.text, words)
        self._refuse(
            say("nobody here is called '{found}'", found=token.text),
            field,
            token.column,
            say("did you mean {near}?", near=near)
            if near
            else say("at this table: {players}", players=tuple(self.players)),
        )
