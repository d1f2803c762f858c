"""Write a record as one line of the notation; the inverse of reading it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pulya.notation.words import Language, suit_written, written
from pulya.record import (
    Bid,
    CallOf,
    Concession,
    Contract,
    Entry,
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


def write(entry: Entry, language: Language = "en") -> str:
    """Return the line of a record, with names in full and the words of one language."""
    words = list(_record(entry.record, language))
    if entry.time:
        words.insert(0, entry.time)
    if entry.note:
        words.append(f"({entry.note})")
    return " ".join(words)


def _record(record: Record, language: Language) -> Iterator[str]:
    def word(name: str) -> str:
        return written(name, language)

    match record:
        case Contract():
            yield from _ordered(record, language)
            yield from _calls(record.calls, language)
            if record.returned:
                yield word("returned")
            yield from _figures(record.tricks)
            if record.is_open:
                yield "?"
        case Concession():
            yield from _ordered(record, language)
            yield word("concedes")
            if record.undertricks is not None:
                yield str(record.undertricks)
        case Misere():
            yield from (record.declarer, word("misere"))
            yield from _flags(record.flags, language)
            yield from ("=", str(record.taken))
        case Raspasy():
            if record.dark is not None:
                yield from (record.dark, word("dark"))
            yield word("raspasy")
            yield from _flags(record.flags, language)
            yield from _figures(record.tricks)
        case Misdeal():
            yield word("misdeal")
        case Stop():
            yield word("stop")
        case Time():
            yield word("time")
        case Fine():
            yield from (word("fine"), record.player, word(record.column), str(record.points))
            if record.on is not None:
                yield from (word("on"), record.on)
        case Paper():
            yield from (word("paper"), record.player)
            for cell in record.cells:
                yield word(cell.column)
                if cell.on is not None:
                    yield cell.on
                yield str(cell.points)
        case Join():
            yield from (word("join"), record.player, word("after"), record.after)
        case Leave():
            yield from (word("leave"), record.player)
        case Undo():
            yield word("undo")
            if record.number is not None:
                yield str(record.number)
        case Fix():
            yield from (word("fix"), str(record.number))
            yield from _record(record.record, language)
        case _:
            assert_never(record)


def _ordered(record: Contract | Concession, language: Language) -> Iterator[str]:
    yield from (record.declarer, _contract(Bid(record.level, record.suit), language))
    if record.bid is not None:
        yield written("bid", language)
        yield written("misere", language) if record.bid == "misere" else _contract(record.bid, language)
    yield from _flags(record.flags, language)


def _contract(bid: Bid, language: Language) -> str:
    return f"{bid.level}{suit_written(bid.suit, language) if bid.suit else ''}"


def _flags(flags: Flags, language: Language) -> Iterator[str]:
    if flags.dark:
        yield written("dark", language)
    if flags.no_talon:
        yield written("notalon", language)
    if flags.times != 1:
        yield f"x{flags.times}"
    if flags.talon is not None:
        yield f"[{flags.talon}]"


def _calls(calls: tuple[CallOf, ...], language: Language) -> Iterator[str]:
    for player, call in calls:
        if player is not None:
            yield player
        yield written(call, language)


def _figures(tricks: tuple[Figure, ...]) -> Iterator[str]:
    if tricks:
        yield "="
    for player, taken in tricks:
        if player is not None:
            yield player
        yield str(taken)
