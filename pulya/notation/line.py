"""One line of the notation as words, read from left to right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NoReturn

from pulya.errors import Location, RecordError
from pulya.message import Text, say
from pulya.nearest import nearest
from pulya.notation.words import (
    FORMS,
    keyword_of,
    matches,
)
from pulya.terms import Player
from pulya.value import Value

_TOKEN: Final = re.compile(r"[=?]|\[[^\]]*\]|[^\s,=?\[\]]+|[\[\]]")
_TIME: Final = re.compile(r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]")
_CLOCK: Final = len("HH:MM")
# Every form of every word, for a hint at the nearest one.
_FORMS: Final = tuple(form for english, russian in FORMS.values() for form in english + russian)
_LONGEST: Final = 10_000
EXAMPLE: Final = say("Anna 7h w p = 7")


class Token(Value):
    """A word of a line, with the word of the notation it is, and the column where it begins."""

    text: str
    keyword: str | None
    column: int


def words_of(body: str) -> Iterator[re.Match[str]]:
    """Yield the words of a line without its note."""
    return _TOKEN.finditer(body)


def composed(text: str) -> str:
    """Return a line as it is read: the columns of a complaint count its characters."""
    return unicodedata.normalize("NFC", text.replace("\ufe0f", ""))  # which only asks for a coloured suit


def time_of(text: str) -> tuple[str | None, str]:
    """Return the time that a line begins with, HH:MM, and the text behind it."""
    words = text.split(maxsplit=1)
    time = _clock(words[0]) if words else None
    if time is None:
        return None, text
    return time, words[1] if len(words) > 1 else ""


@lru_cache(maxsize=4096)
def _clock(word: str) -> str | None:
    """Return a word as a time, HH:MM, ``None`` where it is none; an evening has the same times again and again."""
    if not _TIME.fullmatch(word):
        return None
    return word if len(word) == _CLOCK else f"0{word}"


def without_note(text: str) -> tuple[str, str | None]:
    """Return what a line records, and its note.

    Raises `RecordError` for characters that nobody sees and for a note that is not closed.
    """
    if len(text) > _LONGEST:
        refuse(
            say("a record of {count} characters is no record", count=len(text)),
            "record",
            None,
            say("a deal is a few words, and so is its note; at most {most} characters", most=_LONGEST),
        )
    for column, letter in enumerate("" if text.isprintable() else text, start=1):
        if unicodedata.category(letter) in {"Cc", "Cf", "Zl", "Zp", "Cs"} and letter != "\t":
            refuse(
                say("there is an invisible character, U+{code}", code=f"{ord(letter):04X}"),
                "record",
                column,
                say("type the line again"),
            )
    opened = text.find("(")
    return (text, None) if opened < 0 else (text[:opened], _note(text, opened))


def _note(text: str, opened: int) -> str | None:
    if not text.rstrip().endswith(")"):
        if ")" in text[opened:]:
            refuse(
                say("words stand behind the note"),
                "note",
                opened + 1,
                say("move the note to the end of the line"),
            )
        refuse(say("the note is not closed"), "note", opened + 1, say("end the line with )"))
    return text.rstrip()[opened + 1 : -1].strip() or None


def refuse(problem: Text, field: str, column: int | None, hint: Text) -> NoReturn:
    """Refuse a line."""
    raise RecordError(problem, at=Location(field=field, column=column), hint=hint)


class Line:
    """What a line records, word by word from left to right.

    What cannot be read is refused with its field and its column.
    """

    def __init__(self, body: str, players: tuple[Player, ...]) -> None:
        self.players = players
        # Half the time of a line is here: the constructor is left out.
        self.tokens = [
            tuple.__new__(Token, (word := found[0], keyword_of(word), found.start() + 1))
            for found in _TOKEN.finditer(body)
        ]
        self.end = len(body.rstrip()) + 1
        self.at = 0

    def peek(self) -> Token | None:
        """Return the next word, ``None`` at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, missing: Text, field: str, hint: Text) -> Token:
        """Return the next word and go past it; at the end refuse with what is missing."""
        token = self.peek()
        if token is None:
            self.refuse(missing, field, self.end, hint)
        self.at += 1
        return token

    def refuse(self, problem: Text, field: str, column: int | None, hint: Text) -> NoReturn:
        """Refuse the line."""
        refuse(problem, field, column, hint)

    def ended(self) -> None:
        """Refuse what stands after the end of a record."""
        token = self.peek()
        if token is not None:
            self.refuse(
                say("'{found}' is too much here", found=token.text),
                "record",
                token.column,
                say("leave it out, or write it as a note in round brackets at the end"),
            )

    def player(self, token: Token, field: str = "player") -> Player:
        """Return the player a word means; a word of the notation is never a name."""
        found = () if token.keyword is not None else matches(token.text, self.players)
        if len(found) == 1:
            return found[0]
        if found:
            self.refuse(
                say("'{found}' can be {players}", found=token.text, players=found),
                field,
                token.column,
                say("write more letters of the name"),
            )
        if token.keyword is not None:
            self.refuse(
                say("'{found}' is a word of the notation, not a player", found=token.text),
                field,
                token.column,
                say("write more letters of the name; at this table: {players}", players=self.players),
            )
        near = nearest(token.text, self.players) or nearest(token.text, _FORMS)
        self.refuse(
            say("nobody here is called '{found}'", found=token.text),
            field,
            token.column,
            say("did you mean {near}?", near=near)
            if near
            else say("at this table: {players}", players=self.players),
        )

    def name(self, field: str, example: Text) -> Token:
        """Return the next word, which has to be there and to be a name."""
        return self.take(say("a player is missing"), field, say("write `{example}`", example=example))
