"""A line that is refused: the fault marked under its characters, and the nearest reading that can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from pulya.errors import Location, RecordError
from pulya.evening import Evening
from pulya.message import say
from pulya.notation.line import composed, words_of
from pulya.notation.read import read
from pulya.notation.words import CONTRACT, FORMS, KEYWORDS, SUIT_WORDS, Language, fold, keyword_of, matches
from pulya.notation.write import write
from pulya.record import Fix, Undo
from pulya.recording import with_record
from pulya.rules.ruling import Referee
from pulya.terms import LEVELS, Player
from pulya.value import Value
from pulya.view.page import Page

_WIDTH: Final = 72  # of the line that is shown, beside its indent
_LONGEST: Final = 500  # characters of a line that is marked and tried in other readings
_DEPTH: Final = 3  # slips in one line that are mended
_TIMES: Final = re.compile(r"[xх×][0-9]+")
_CALLS: Final = frozenset({"whist", "pass", "half"})
_BEFORE_TRICKS: Final = _CALLS | {"misere", "raspasy", "returned", "notalon", "dark"}
_COLUMNS: Final = frozenset({"pool", "mountain", "whists"})
_EVENTS: Final = frozenset({"fine", "paper", "join", "leave"})  # with words of their own
_OF_KEYWORD: Final = {
    **dict.fromkeys((*_CALLS, "returned"), "calls"),
    **dict.fromkeys(("misere", "concedes"), "contract"),
}
_DUE_AT_THE_END: Final = frozenset({"calls", "tricks", "note"})
_ALL_FORMS: Final = tuple(form for english, russian in FORMS.values() for form in english + russian)

# The keys of both layouts, in the order of the keyboard.
_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
_CYRILLIC: Final = "йцукенгшщзхъфывапролджэячсмитьбюё"
_SWITCH: Final = str.maketrans(
    _LATIN + _LATIN.upper() + _CYRILLIC + _CYRILLIC.upper(),
    _CYRILLIC + _CYRILLIC.upper() + _LATIN + _LATIN.upper(),
)
_SAME_SHAPE: Final = {"с": "c", "н": "h"}  # Cyrillic letters that a reader takes for a suit
_SUIT_NAMES: Final = {
    "spade": "s", "club": "c", "diamond": "d", "heart": "h", "no": "nt",
    "пик": "п", "треф": "т", "крест": "т", "буб": "б", "черв": "ч", "без": "бк",
}  # fmt: skip


class Span(Value):
    """A part of a line; ``end`` is behind it, both count from 0."""

    start: int
    end: int


def complaint(page: Page, error: RecordError, text: str, nearest: str | None) -> list[str]:
    """Return a refusal as lines: problem and hint, the line with its fault marked, what may be meant."""
    found = error.lines(page.translate)
    if len(text) <= _LONGEST:
        found += marked(text, error.at)
    if nearest is not None:
        found.append(page.say(say("did you mean `{near}`?", near=nearest)))
    return found


def marked(text: str, at: Location) -> list[str]:
    """Return the line and, under it, the marks; a long line is cut where the fault is not."""
    shown = "".join(letter if letter.isprintable() else " " for letter in composed(text)).rstrip()
    start, end = span(shown, at)
    cut = max(0, end - _WIDTH)
    if cut:
        shown, start, end = "…" + shown[cut + 1 :], max(1, start - cut), end - cut
    return [f"  {shown[:_WIDTH]}", "  " + " " * start + "^" * (end - start)]


def span(text: str, at: Location) -> Span:
    """Return the part of a line that a complaint is about; of a missing word the place where it is due."""
    words = [(found[0], Span(*found.span())) for found in words_of(text.partition("(")[0])]
    if at.column is not None:
        start = at.column - 1
        return next((place for _, place in words if place.start == start), Span(start, start + 1))
    if at.field == "note" and "(" in text:
        return Span(text.index("("), len(text))
    parts = _parts([word for word, _ in words])
    is_whole = at.field in {None, "record"}
    places = [place for part, (_, place) in zip(parts, words, strict=True) if is_whole or part == at.field]
    if not places and at.field in _DUE_AT_THE_END:
        return Span(len(text) + 1, len(text) + 2)
    places = places or [place for _, place in words] or [Span(0, 1)]
    return Span(places[0].start, places[-1].end)


def _parts(words: Sequence[str]) -> list[str]:
    """Return for each word of a line the part of the record it belongs to, as complaints name the parts."""
    keywords = [keyword_of(word) for word in words]
    found: list[str] = []
    for at, (word, keyword) in enumerate(zip(words, keywords, strict=True)):
        before = keywords[at - 1] if at else None
        if "=" in words[:at]:
            part = "tricks"
        elif before in {"fix", "undo"}:
            part = "number"
        elif keyword in _EVENTS:
            part = "record"
        elif _EVENTS.intersection(keywords[:at]):
            part = _part_of_event(word, keyword, before)
        else:
            part = _part_of_deal(word, keyword, before, "calls" if "declarer" in found else "declarer")
        found.append(part)
    return found


def _part_of_event(word: str, keyword: str | None, before: str | None) -> str:
    if keyword in _COLUMNS:
        return "column"
    if keyword is not None or word.isdigit():
        return "record"
    return before if before in {"on", "after"} else "player"


def _part_of_deal(word: str, keyword: str | None, before: str | None, person: str) -> str:
    """Return the part of a deal that a word belongs to; a name is that of a ``person``."""
    if "bid" in {keyword, before}:
        return "bid"
    if before == "concedes":
        return "undertricks"
    if keyword is not None or word == "=":
        return _OF_KEYWORD.get(keyword or "=", "record")
    if word.startswith("["):
        return "talon"
    if _TIMES.fullmatch(fold(word)):
        return "multiplier"
    return "contract" if CONTRACT.fullmatch(fold(word)) else person


def nearest_reading(text: str, evening: Evening, language: Language) -> str | None:
    """Return the nearest line that can be read and is possible now; where two are as near, ``None``.

    It is written as a journal has it, with names in full.
    """
    if len(text) > _LONGEST:
        return None
    players = evening.game.table.everyone
    seen = {text}
    lines = [text]
    for _ in range(_DEPTH):
        following: list[str] = []
        for line in lines:
            for repaired in _repairs(line, players):
                fresh = [one for one in dict.fromkeys(repaired) if one not in seen]
                seen.update(fresh)
                possible = {found for one in fresh if (found := _possible(one, evening, language))}
                if len(possible) == 1:
                    return possible.pop()
                if possible:
                    return None
                following += [one for one in fresh if _fault(one, players) > _fault(line, players)]
        lines = following
    return None


def _possible(text: str, evening: Evening, language: Language) -> str | None:
    """Return a line as it would be written, ``None`` where it cannot be."""
    game = evening.game
    try:
        entry = read(text, game.table.everyone)
        if isinstance(entry.record, Fix | Undo):
            with_record(evening, text, language)
        else:
            Referee(game.header.convention).rule(entry.record, game.table)
    except RecordError:
        return None
    return write(entry, language)


def _fault(text: str, players: Sequence[Player]) -> int:
    """Return how far a line can be read: its first fault, from the left, or past its end."""
    try:
        read(text, players)
    except RecordError as error:
        return error.at.column or 0
    return len(text) + 1


def _repairs(text: str, players: Sequence[Player]) -> Iterator[list[str]]:
    """Yield what may be meant by a line, the likeliest first; those in one list are as likely as each other."""
    text = composed(text)
    body, bracket, rest = text.partition("(")
    note = f" {bracket}{rest}" if bracket else ""
    yield [body.translate(_SWITCH) + note]
    words = [found[0] for found in words_of(body)]

    def line(*parts: str) -> str:
        return " ".join(parts) + note

    for at, word in enumerate(words):
        for meant in _meant(word, players, first=at == 0):
            yield [line(*words[:at], *one, *words[at + 1 :]) for one in meant]
    for changed in _rearranged(words, players):
        yield [line(*changed)]
    for at, word in enumerate(words):
        if not _is_known(word, players):
            yield [line(*words[:at], *words[at + 1 :])]


def _meant(word: str, players: Sequence[Player], *, first: bool) -> Iterator[list[tuple[str, ...]]]:
    """Yield what may be meant by one word; some are two words without a blank."""
    found = matches(word, players)
    if len(found) > 1 or (first and found and fold(word) in KEYWORDS):
        yield [(player,) for player in found]
    if _is_known(word, players):
        return
    bare = word.strip(".;:!?-")
    for one in (bare, word.translate(_SWITCH), word[:-1] + _SAME_SHAPE.get(fold(word[-1:]), "")):
        if one and _is_known(one, players):
            yield [(one,)]
    if (apart := _apart(fold(bare), players)) is not None:
        yield [apart]
    folded = {fold(known): known for known in (*_ALL_FORMS, *players)}
    for close in get_close_matches(fold(bare), folded, n=3):
        yield [(folded[close],)]


def _apart(word: str, players: Sequence[Player]) -> tuple[str, ...] | None:
    """Return the words that were written without a blank: `Anna7h`, `7hwp`, `wp`."""
    if word and all(KEYWORDS.get(letter) in _CALLS for letter in word):
        return tuple(word)
    name = re.match(r"\D+", word)
    if name and len(matches(name[0], players)) == 1 and name[0] != word:
        rest = word[name.end() :]
        return (name[0], *(_apart(rest, players) or (rest,)))
    level = CONTRACT.fullmatch(word)
    suits = sorted((suit for suit in SUIT_WORDS if level and level[2].startswith(suit)), key=len)
    for suit in reversed(suits):
        assert level is not None
        calls = _apart(level[2].removeprefix(suit), players) if level[2] != suit else None
        if calls is not None:
            return (level[1] + suit, *calls)
    return None


def _rearranged(words: list[str], players: Sequence[Player]) -> Iterator[list[str]]:
    """Yield the same words with a sign that is missing, a suit that stands apart, or in another order."""
    known = [keyword_of(word) for word in words]
    level = next((found[1] for word in words if (found := CONTRACT.fullmatch(fold(word)))), None)
    for at in range(1, len(words)):
        suit = next(
            (short for name, short in _SUIT_NAMES.items() if fold(words[at]).startswith(name)), words[at]
        )
        if words[at - 1] in map(str, LEVELS) and fold(suit) in SUIT_WORDS:
            yield [*words[: at - 1], words[at - 1] + suit, *words[at + 1 :]]
    if "=" in words:
        sign = words.index("=")
        yield words[: sign + 2]
        yield words[:sign]
        yield [*words, "?"]  # how they fell between two whisters is not known
    else:
        last = max((at for at, keyword in enumerate(known) if keyword in _BEFORE_TRICKS), default=-1)
        if 0 <= last < len(words) - 1:
            yield [*words[: last + 1], "=", *words[last + 1 :]]
        if "misere" in known:
            yield [*words, "=", "0"]
        elif level is not None:
            yield [*words, "=", level]
    if "returned" in known:
        yield [word for word, keyword in zip(words, known, strict=True) if keyword != "returned"]
    names = [at for at, word in enumerate(words) if known[at] is None and matches(word, players)]
    if names and names[0] != 0 and known[0] in {None, "misere"}:
        yield [words[names[0]], *words[: names[0]], *words[names[0] + 1 :]]


def _is_known(word: str, players: Sequence[Player]) -> bool:
    """Say whether a word has a meaning in the notation, at whatever place."""
    level = CONTRACT.fullmatch(fold(word))
    return bool(
        word.startswith(("=", "["))
        or fold(word) in KEYWORDS
        or re.fullmatch(r"[-−]?[0-9]+", word)
        or (level and level[2] in SUIT_WORDS)
        or _TIMES.fullmatch(fold(word))
        or matches(word, players)
    )
