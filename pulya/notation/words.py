"""The words of the notation in both languages, and how names are matched.

Source: the notation's own page; Russian event words are those that the README lists.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from pulya.terms import Player, Suit, Talon

Language: TypeAlias = Literal["en", "ru"]

# word -> English forms, Russian forms; the first of each is the one that is written
FORMS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "whist": (("w", "whist"), ("в", "вист")),
    "pass": (("p", "pass"), ("п", "пас")),
    "half": (("h", "half"), ("пв", "полвиста")),
    "misere": (("misere", "misère", "miser", "m"), ("мизер", "м")),
    "raspasy": (("raspasy", "raspas", "r"), ("распасы", "распас", "р")),
    "notalon": (("notalon",), ("безприкупа", "бесприкупа")),
    "dark": (("dark",), ("втёмную",)),
    "concedes": (("concedes",), ("сдаётся",)),
    "bid": (("bid",), ("торг",)),
    "returned": (("returned",), ("возврат",)),
    "misdeal": (("misdeal",), ("пересдача",)),
    "fine": (("fine",), ("штраф",)),
    "fix": (("fix",), ("правка",)),
    "undo": (("undo",), ("отмена",)),
    "paper": (("paper",), ("лист",)),
    "time": (("time",), ("время",)),
    "stop": (("stop",), ("стоп",)),
    "join": (("join",), ("сел", "села")),
    "after": (("after",), ("после",)),
    "leave": (("leave",), ("встал", "встала")),
    "pool": (("pool",), ("пуля",)),
    "mountain": (("mountain",), ("гора",)),
    "whists": (("whists",), ("висты",)),
    "on": (("on",), ("на",)),
}

SUIT_FORMS: Final[Mapping[Suit, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "s": (("s", "♠"), ("п",)),
    "c": (("c", "♣"), ("т", "к")),
    "d": (("d", "♦"), ("б",)),
    "h": (("h", "♥"), ("ч",)),
    "nt": (("nt", "n"), ("бк", "б/к")),
}

# Ace, king and queen of the talon; Cyrillic К looks like Latin K and means the same card.
CARDS: Final[Mapping[str, str]] = {"a": "A", "а": "A", "k": "K", "q": "Q", "т": "A", "к": "K", "д": "Q"}
TALONS: Final[Mapping[str, Talon]] = {"A": "A", "KQ": "KQ", "AK": "AK", "AA": "AA"}
# A level and what stands behind it, which is a suit if anything.
CONTRACT: Final = re.compile(r"(10|[6-9])(\D*)")
_FIGURES: Final = 6  # of a number
_TIMES: Final = ("x", "х", "×")  # in front of a multiplier; the second one is Cyrillic


@lru_cache(maxsize=8192)  # an evening has few different words
def fold(word: str) -> str:
    """Return the word as it is compared: composed, small letters, ``ё`` as ``е``."""
    return unicodedata.normalize("NFC", word).casefold().replace("ё", "е")


KEYWORDS: Final[Mapping[str, str]] = {
    fold(form): word for word, (english, russian) in FORMS.items() for form in english + russian
}
SUIT_WORDS: Final[Mapping[str, Suit]] = {
    fold(form): suit for suit, (english, russian) in SUIT_FORMS.items() for form in english + russian
}


@lru_cache(maxsize=8192)
def keyword_of(word: str) -> str | None:
    """Return the word of the notation that somebody typed, ``None`` where it is none."""
    return KEYWORDS.get(fold(word))


def is_number(word: str) -> bool:
    """Say whether a word is a whole number of at most six figures, with a minus of either kind or none."""
    figures = word[1:] if word.startswith(("-", "−")) else word
    return 0 < len(figures) <= _FIGURES and figures.isascii() and figures.isdecimal()


def multiplier(word: str) -> str | None:
    """Return the figures of a multiplier such as ``x2``, ``None`` where a folded word is none."""
    figures = word[1:]
    return figures if word.startswith(_TIMES) and figures.isascii() and figures.isdecimal() else None


def written(word: str, language: Language) -> str:
    """Return the form of a word that is written to a journal."""
    return FORMS[word][language == "ru"][0]


def suit_written(suit: Suit, language: Language) -> str:
    """Return the letter of a suit that is written to a journal."""
    return SUIT_FORMS[suit][language == "ru"][0]


@lru_cache(maxsize=1024)
def matches(token: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players a word can mean: the one of exactly that name, or all whose names begin so."""
    wanted = fold(token)
    begun = tuple(player for player in players if fold(player).startswith(wanted))
    exact = tuple(player for player in begun if fold(player) == wanted)
    return exact or begun
