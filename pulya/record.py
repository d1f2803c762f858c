"""What somebody wrote down: one line of a journal as a value, before it meets the state of the game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pulya.terms import TRICKS, Call, Column, Player, Points, Suit, Talon
from pulya.value import Value


class Bid(Value):
    """The winning bid where it differs from the contract."""

    level: int
    suit: Suit | None = None


class Figure(Value):
    """A number of tricks, of a named player or, without a name, of the next one in seat order."""

    player: Player | None
    tricks: int


class CallOf(Value):
    """The final decision of a defender, named or, without a name, of the next one in seat order."""

    player: Player | None
    call: Call


class Flags(Value):
    """What multiplies a deal, and what lay in the talon."""

    dark: bool = False
    no_talon: bool = False
    times: int = 1  # the agreed multiplier
    talon: Talon | None = None


PLAIN = Flags()


class Contract(Value):
    """A contract, played or not; names and figures all named or all in seat order."""

    declarer: Player
    level: int
    suit: Suit | None = None
    bid: Bid | Literal["misere"] | None = None
    flags: Flags = PLAIN
    calls: tuple[CallOf, ...] = ()
    returned: bool = False
    tricks: tuple[Figure, ...] = ()
    is_open: bool = False  # how the defence's tricks fell is not known; ``tricks`` has the declarer's only

    @property
    def declarers(self) -> int | None:
        """Return the declarer's tricks, given or what the others leave of ten; ``None`` where nothing was played."""
        for player, tricks in self.tricks:
            if player in {None, self.declarer}:
                return tricks
        return TRICKS - sum(figure.tricks for figure in self.tricks) if self.tricks else None


class Concession(Value):
    """The declarer gives up before play; ``undertricks`` is ``None`` where the convention says how many."""

    declarer: Player
    level: int
    suit: Suit | None = None
    bid: Bid | Literal["misere"] | None = None
    flags: Flags = PLAIN
    undertricks: int | None = None


class Misere(Value):
    """A misère and the tricks its declarer took."""

    declarer: Player
    taken: int
    flags: Flags = PLAIN


class Raspasy(Value):
    """Nobody bid: tricks clockwise from the first hand, the sitting dealer's last, or all named.

    ``dark`` is who passed in the dark.
    """

    tricks: tuple[Figure, ...]
    flags: Flags = PLAIN
    dark: Player | None = None


class Misdeal(Value):
    """The same dealer deals again."""


class Fine(Value):
    """Any figure on the sheet by decision of the table; ``on`` is set for whists only."""

    player: Player
    column: Column
    points: int
    on: Player | None = None


class Cell(Value):
    """A figure of a paper sheet; ``on`` is set for whists only."""

    column: Column
    points: Points
    on: Player | None = None


class Paper(Value):
    """The paper shows these figures of one player now; changes nothing."""

    player: Player
    cells: tuple[Cell, ...]


class Stop(Value):
    """The table ends the game here."""


class Time(Value):
    """The agreed time is over."""


class Join(Value):
    """A player sits down on the left of another."""

    player: Player
    after: Player


class Leave(Value):
    """A player leaves for good."""

    player: Player


Deal: TypeAlias = Contract | Concession | Misere | Raspasy
Event: TypeAlias = Misdeal | Fine | Paper | Stop | Time | Join | Leave


class Undo(Value):
    """A record never happened; without a number the newest standing record that is no undo."""

    number: int | None = None


class Fix(Value):
    """A record is to be read as another deal or event."""

    number: int
    record: Deal | Event


Correction: TypeAlias = Undo | Fix
Record: TypeAlias = Deal | Event | Correction


class Entry(Value):
    """One line: a record with the time it was written at and a note, where there are any."""

    record: Record
    time: str | None = None  # HH:MM
    note: str | None = None
