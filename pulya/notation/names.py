"""What a player can be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final, NoReturn

from pulya.errors import Location, RecordError
from pulya.message import Text, say
from pulya.notation.words import CONTRACT, KEYWORDS, SUIT_WORDS, fold, multiplier
from pulya.terms import Player

LENGTH: Final = 20
MARKS: Final = "-_.'"

# Letters of both alphabets that look the same, and the figures that look like letters; compared as capitals.
_SAME_SHAPE: Final = str.maketrans("АВЕЗКМНОРСТУХІЈЅ01L", "ABE3KMHOPCTYXIJSOII")


def look_alike(name: str) -> str:
    """Return what the eye sees in a name: case, ё and letters shared by both alphabets do not matter."""
    return fold(name).upper().translate(_SAME_SHAPE)


def check_name(text: str) -> Player:
    """Return a name, composed.

    Raises `RecordError` for what is not one word, too long, a number or a word of the notation.
    """
    name = unicodedata.normalize("NFC", text)
    if not name:
        _refuse(say("a name is empty"), say("write a name, or leave the place out"))
    if any(not (letter.isalnum() or letter in MARKS) for letter in name):
        _refuse(
            say("`{name}` is not one word", name=name),
            say("a name has letters, digits and - _ . ' only, so write Anna_P for Anna P"),
        )
    if len(name) > LENGTH:
        _refuse(
            say("`{name}` has {count} characters", name=name, count=len(name)),
            say("a name has at most {most}", most=LENGTH),
        )
    if _is_word(fold(name)):
        _refuse(
            say("`{name}` is a word of the notation", name=name),
            say("write more of the name, such as {name}_", name=name),
        )
    if not any(letter.isalpha() for letter in name):
        _refuse(say("`{name}` has no letter", name=name), say("add a letter, such as P{name}", name=name))
    return Player(name)


def _is_word(folded: str) -> bool:
    """Say whether the notation would read a name as one of its words, a contract or a multiplier."""
    contract = CONTRACT.fullmatch(folded)
    is_contract = contract is not None and (not contract[2] or contract[2] in SUIT_WORDS)
    return folded in KEYWORDS or is_contract or multiplier(folded) is not None


def check_new_name(name: Player, others: Iterable[Player]) -> None:
    """Refuse a name that looks like another one at the table."""
    for other in others:
        if look_alike(other) == look_alike(name):
            _refuse(
                say("the names {one} and {other} look alike", one=other, other=name),
                say("names differ by more than case or letters shared by both alphabets; add an initial"),
            )


def _refuse(problem: Text, hint: Text) -> NoReturn:
    raise RecordError(problem, at=Location(field="player"), hint=hint)
