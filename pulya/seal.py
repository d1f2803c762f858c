"""A short code over what the table agreed on and its first records, to be read aloud or written on the paper.

The code is the SHA-256 of the *canonical text*, version 1: lines of words with one blank between them, each
line ended by a line feed, in UTF-8.  Codes are kept on paper for years, so the text never changes; another
form would be another version, with another first line.  First what was agreed, the values in force however
they are written in the file::

    pulya seal 1
    rules f98653dc              the fingerprint of the convention with what was agreed on top
    players Anna Boris Vera     clockwise
    dealer Vera
    target 10                   or `target none`, or `target-sum 30`
    laps none
    stake 1/2 EUR               or `stake none`; money is a number too
    coin 1/10
    raspasy 0                   in a row so far
    bombs Anna 1                only who has some
    opening Anna pool 4         a line for each figure that is not 0
    opening Anna whists Boris 12

Then a line for each record, in the order of the file, corrections and struck-out records too.  A record is
written by what it says at the table it meets: persons by name, calls in the order whist (who whisted first,
first), half, pass, the dealer's whist last; the figures that a record leaves out because ten is the sum are
there.  Without time and note, which change no number::

    contract Anna 7 h bid 6 s dark notalon x2 [AK] whist Boris pass Vera returned = Anna 7 Boris 2 Vera 1
    contract Anna 7 h whist Boris whist Vera = Anna 9 ?     open: how the others fell is not known
    concession Anna 7 - undertricks 3       `-` where it is left to the convention; no suit is `-` too
    misere Boris dark = 1
    raspasy Anna x2 = Boris 4 Vera 6 Anna 0     `Anna` passed in the dark
    fine Boris whists 12 on Anna
    paper Anna pool 14 whists 12 on Boris
    misdeal, time, stop, join Gleb after Vera, leave Gleb
    undo 7
    fix 7 misere Boris = 1

A record that cannot be at its table, as before a correction that comes later, is written as it stands.
The code of the first N records is that of a journal that ends there: what is written later, corrections too,
leaves it alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pulya.digest import digest
from pulya.errors import RecordError
from pulya.game import Game, Header
from pulya.record import (
    Bid,
    CallOf,
    Concession,
    Contract,
    Deal,
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
    Stop,
    Time,
    Undo,
)
from pulya.replay import replay
from pulya.ruled import Ruled
from pulya.rules.reading import Play, play_of, raspasy_tricks
from pulya.rules.split import splits
from pulya.rules.teams import team_play_of
from pulya.sheet import places
from pulya.table import Table
from pulya.terms import TRICKS
from pulya.value import Value

# Without 0 O 1 I L, which look alike.  31 is a prime: the check finds any one wrong character, in the number
# too, and any two that were exchanged.
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH: Final = 8  # the last one is the check
_HALF: Final = LENGTH // 2
# What looks the same on a Russian keyboard.
_LATIN: Final = str.maketrans("АВЕКМНРСТУХЗ", "ABEKMHPCTYX3", "-–— \t")


class Seal(Value):
    """A code: over how many records, and its characters."""

    records: int
    letters: str

    def __str__(self) -> str:
        """Return the code as it is read aloud, such as ``12-K7QF-3M2X``."""
        return f"{self.records}-{self.letters[:_HALF]}-{self.letters[_HALF:]}"

    @property
    def is_sound(self) -> bool:
        """Say whether the check character fits the rest."""
        return not _checksum(self.records, self.letters)


def seal(game: Game, rules: str, records: int | None = None) -> Seal:
    """Return the code of the first records of a game, by default of all; ``rules`` is the fingerprint."""
    text = canonical(game, rules, records)
    left = int.from_bytes(digest(text), "big")
    letters = ""
    for _ in range(LENGTH - 1):
        left, digit = divmod(left, len(ALPHABET))
        letters += ALPHABET[digit]
    number = game.records if records is None else records
    return Seal(number, letters + ALPHABET[-_checksum(number, letters) % len(ALPHABET)])


def read_seal(text: str) -> Seal | None:
    """Return the code that somebody typed, case, blanks and hyphens as they come; ``None`` where it is none."""
    plain = text.upper().translate(_LATIN)
    number, letters = plain[:-LENGTH], plain[-LENGTH:]
    if not (
        number.isascii() and number.isdigit() and len(number) <= LENGTH and set(letters) <= set(ALPHABET)
    ):
        return None
    return Seal(int(number), letters)


def _checksum(number: int, letters: str) -> int:
    """Return the weighted sum, 0 for a whole code; the check character has the weight 1, the others 2 to 8."""
    weights = range(LENGTH, 0, -1)
    total = sum(weight * ALPHABET.index(letter) for weight, letter in zip(weights, letters, strict=False))
    return (total + number) % len(ALPHABET)


def canonical(game: Game, rules: str, records: int | None = None) -> str:
    """Return the canonical text of what the table agreed on and its first records, by default all."""
    if records is not None and records < game.records:
        items = [one.item for one in game.ruled[:records]]
        game = replay(game.header, items, lambda _error: None)
    lines = [*_agreed(game.header, rules), *(" ".join(_item(one, game)) for one in game.ruled)]
    return "".join(f"{line}\n" for line in lines)


def _agreed(header: Header, rules: str) -> Iterator[str]:
    yield "pulya seal 1"
    yield f"rules {rules}"
    yield " ".join(["players", *header.players])
    yield f"dealer {header.dealer}"
    target = "none" if header.target is None else header.target
    yield f"target {target}" if header.target_sum is None else f"target-sum {header.target_sum}"
    yield f"laps {'none' if header.laps is None else header.laps}"
    stake = header.stake
    yield (
        "stake none"
        if stake is None
        else " ".join(["stake", str(stake.amount), *(stake.currency or "").split()])
    )
    yield f"coin {header.coin}"
    yield f"raspasy {header.in_row}"
    for player in header.players:
        if header.bombs.get(player):
            yield f"bombs {player} {header.bombs[player]}"
    for place in places(header.opening):
        if place.figure(header.opening):
            yield " ".join(["opening", *filter(None, place), str(place.figure(header.opening))])


def _item(one: Ruled, game: Game) -> Iterator[str]:
    match one.item.record:
        case Undo(number):
            yield from ("undo", str(one.aim or number or "-"))
        case Fix(number, record):
            at = game.ruled[number - 1] if 0 < number <= game.records else one
            yield from ("fix", str(number), *_record(record, at.before, game))
        case record:
            yield from _record(record, one.before, game)


def _record(record: Deal | Event, table: Table, game: Game) -> Iterator[str]:
    match record:
        case Contract():
            yield from _contract(record, table, game)
        case Concession():
            yield from ("concession", *_ordered(record))
            yield from ("undertricks", "-" if record.undertricks is None else str(record.undertricks))
        case Misere():
            yield from ("misere", record.declarer, *_flags(record.flags), "=", str(record.taken))
        case Raspasy():
            yield from _raspasy(record, table, game)
        case Fine(player, column, points, on):
            yield from ("fine", player, column, str(points), *_on(on))
        case Paper(player, cells):
            yield from ("paper", player)
            for cell in cells:
                yield from (cell.column, str(cell.points), *_on(cell.on))
        case Join(player, after):
            yield from ("join", player, "after", after)
        case Leave(player):
            yield from ("leave", player)
        case Misdeal() | Stop() | Time():
            yield type(record).__name__.lower()


def _on(player: str | None) -> list[str]:
    return [] if player is None else ["on", player]


def _contract(record: Contract, table: Table, game: Game) -> Iterator[str]:
    yield from ("contract", *_ordered(record))
    convention = game.header.convention
    try:
        whole = splits(record, table, convention)[0] if record.is_open else record
        if convention.ledger == "teams":
            play = team_play_of(whole, table.seats, convention, table.players)
        else:
            play = play_of(whole, table.seats, convention)
    except RecordError:
        calls, tricks = record.calls, record.tricks
    else:
        calls, tricks = _calls_of(play), _tricks_of(play)
        tricks = tricks[:1] if record.is_open else tricks
    for player, call in calls:
        yield from (call, player or "-")
    if record.returned:
        yield "returned"
    yield from _figures(tricks)
    if record.is_open:
        yield "?"


def _calls_of(play: Play) -> tuple[CallOf, ...]:
    dealer = () if play.dealer is None else (CallOf(play.dealer, "whist"),)
    half = () if play.half is None else (CallOf(play.half, "half"),)
    return (
        *(CallOf(player, "whist") for player in play.whisters),
        *half,
        *(CallOf(player, "pass") for player in play.passers),
        *dealer,
    )


def _tricks_of(play: Play) -> tuple[Figure, ...]:
    """Return the tricks, the declarer's first and then clockwise; of a declarer who took all ten his alone."""
    taken = play.taken
    if taken.get(play.declarer) == TRICKS:
        return (Figure(play.declarer, TRICKS),)
    order = (play.declarer, *play.defenders)
    return tuple(Figure(player, taken[player]) for player in order if player in taken)


def _raspasy(record: Raspasy, table: Table, game: Game) -> Iterator[str]:
    yield "raspasy"
    if record.dark is not None:
        yield record.dark
    yield from _flags(record.flags)
    try:
        taken = raspasy_tricks(record, table.seats, game.header.convention)
    except RecordError:
        yield from _figures(record.tricks)
    else:
        yield from _figures(tuple(Figure(player, tricks) for player, tricks in taken.items()))


def _ordered(record: Contract | Concession) -> Iterator[str]:
    yield from (record.declarer, str(record.level), record.suit or "-")
    if record.bid == "misere":
        yield from ("bid", "misere")
    elif isinstance(record.bid, Bid):
        yield from ("bid", str(record.bid.level), record.bid.suit or "-")
    yield from _flags(record.flags)


def _flags(flags: Flags) -> Iterator[str]:
    if flags.dark:
        yield "dark"
    if flags.no_talon:
        yield "notalon"
    if flags.times != 1:
        yield f"x{flags.times}"
    if flags.talon is not None:
        yield f"[{flags.talon}]"


def _figures(tricks: tuple[Figure, ...]) -> Iterator[str]:
    if tricks:
        yield "="
    for player, taken in tricks:
        yield from (player or "-", str(taken))
