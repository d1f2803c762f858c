"""Read one line of the notation as a record; knows the players' names and nothing of the game's state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from pulya.errors import RecordError
from pulya.message import say
from pulya.notation.deals import read_game, read_raspasy
from pulya.notation.line import EXAMPLE, Line, Token, composed, time_of, without_note, words_of
from pulya.notation.words import (
    KEYWORDS,
    fold,
)
from pulya.record import (
    Deal,
    Entry,
    Event,
    Fine,
    Fix,
    Leave,
    Misdeal,
    Record,
    Stop,
    Time,
    Undo,
)
from pulya.terms import Player

_JOINING: Final = tuple(form for form, word in KEYWORDS.items() if word == "join")


def read(text: str, players: Sequence[Player]) -> Entry:
    """Return the record that a line says.

    Raises `RecordError` with the field and the column of the fault.
    """
    if not text.isascii():
        text = composed(text)
    time, record_text = time_of(text)
    try:
        record, note = _record_in(record_text, tuple(players))
    except RecordError as error:
        column = error.at.column
        before = len(text) - len(record_text)
        shifted = error.at._replace(column=None if column is None else before + column)
        raise RecordError(error.problem, at=shifted, hint=error.hint) from None
    # made for every record, in half the time of the constructor
    return tuple.__new__(Entry, (record, time, note))


@lru_cache(maxsize=8192)
def _record_in(text: str, players: tuple[Player, ...]) -> tuple[Record, str | None]:
    """Return what a line without its time records, and its note.

    Most deals of a long journal were played before, to the trick.
    """
    body, note = without_note(text)
    line = Line(body, players)
    record = _record(line)
    line.ended()
    if note is None and isinstance(record.record if isinstance(record, Fix) else record, Fine):
        line.refuse(
            say("a fine needs its reason"),
            "note",
            line.end,
            say("write it in round brackets at the end: (revoke)"),
        )
    return record, note


def joined(text: str) -> Player | None:
    """Return who sits down in a line that says so; enough to know the names of the lines after it."""
    folded = text.lower().replace("ё", "е")
    if not any(word in folded for word in _JOINING):
        return None
    words = [found[0] for found in words_of(composed(text.partition("(")[0]))]
    for word, name in pairwise(words):
        if fold(word) in _JOINING:
            return Player(name)
    return None


def _record(line: Line) -> Record:
    first = line.take(
        say("there is no record"), "record", say("write one such as `{example}`", example=EXAMPLE)
    )
    match first.keyword:
        case "fix":
            return _fix(line)
        case "undo":
            return Undo(_record_number(line) if line.peek() else None)
        case _:
            return _deal_or_event(line, first)


def _deal_or_event(line: Line, first: Token) -> Deal | Event:
    match first.keyword:
        case "raspasy":
            return read_raspasy(line)
        case "misdeal":
            return Misdeal()
        case "time":
            return Time()
        case "stop":
            return Stop()
        case "fine" | "paper" | "join":
            from pulya.notation.events import READERS  # most evenings have none

            return READERS[first.keyword](line)
        case "leave":
            return Leave(line.player(line.name("player", say("leave Gleb"))))
        case None:
            return read_game(line, line.player(first, "declarer"))
        case _:
            line.refuse(
                say("no record begins with '{found}'", found=first.text),
                "record",
                first.column,
                say(
                    "begin with the player: `{example}`; a short name needs one letter more",
                    example=EXAMPLE,
                ),
            )


def _fix(line: Line) -> Fix:
    number = _record_number(line)
    first = line.take(
        say("say what record {number} should be", number=number),
        "record",
        say("write it as it should have been: `fix {number} {example}`", number=number, example=EXAMPLE),
    )
    if first.keyword in {"fix", "undo"}:
        line.refuse(
            say("a correction cannot stand inside a fix"),
            "record",
            first.column,
            say("take a correction back with `undo` and its number"),
        )
    return Fix(number, _deal_or_event(line, first))


def _record_number(line: Line) -> int:
    token = line.take(
        say("the number of the record is missing"), "number", say("`log` shows the numbers: `undo 7`")
    )
    if not re.fullmatch(r"[0-9]{1,6}", token.text):
        line.refuse(
            say("'{found}' is not the number of a record", found=token.text),
            "number",
            token.column,
            say("`log` shows the numbers: `undo 7`"),
        )
    return int(token.text)
