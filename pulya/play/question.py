"""One question and its answers: how it is shown, and what is meant by what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

from pulya.message import Text, say
from pulya.notation.words import CONTRACT, FORMS, SUIT_FORMS, SUIT_WORDS, Language, fold
from pulya.terms import Player, Suit
from pulya.value import Value
from pulya.view.page import Page

About: TypeAlias = Literal[
    "deal", "contract", "suit", "dark", "notalon", "outbid", "talon", "call", "undertricks", "dealer", "second",
    "returned", "tricks",
]  # fmt: skip


class Choice(Value):
    """One answer: what it means, how it is shown, and the words that may be typed for it."""

    value: Any
    label: Text | str
    words: tuple[str, ...] = ()
    key: tuple[str, str] | None = None  # typed instead of its number, in English and in Russian


class Question(Value):
    """What is asked, of whom, and what may be answered; ``default`` is meant by an empty line."""

    about: About
    text: Text
    choices: tuple[Choice, ...] = ()
    figures: Sequence[int] = ()  # that may be typed
    default: Any = None
    player: Player | None = None

    def keys(self, language: Language) -> list[str]:
        """Return what is typed for each choice: its key, or its number."""
        return [
            choice.key[language == "ru"] if choice.key else str(number)
            for number, choice in enumerate(self.choices, start=1)
        ]

    def shown(self, page: Page) -> str:
        """Return the question with its answers in one line, and what an empty line means."""
        parts = [page.say(self.text)]
        for key, choice in zip(self.keys(page.language), self.choices, strict=True):
            label = page.say(choice.label)
            parts.append(key if label in {"", key} else f"{key} {label}")
        if self.figures:
            least, most = min(self.figures), max(self.figures)
            parts.append(page.say(say("{least} to {most}", least=least, most=most)))
        meant = [choice.label for choice in self.choices if choice.value == self.default]
        if self.default is not None:
            parts.append(page.say(say("(Enter: {label})", label=(*meant, str(self.default))[0])))
        return "  ".join(parts)

    def meant(self, answer: str) -> Any:
        """Return what an answer means, ``None`` where it means nothing here."""
        word = fold(answer.strip())
        if not word:
            return self.default
        if word.isascii() and word.isdigit() and int(word) in self.figures:
            return int(word)
        for number, choice in enumerate(self.choices, start=1):
            if word in map(fold, choice.words + (choice.key or (str(number),))):
                return choice.value
        if self.about == "contract" and (level := CONTRACT.fullmatch(word)) and level[2] in SUIT_WORDS:
            wanted = int(level[1]), SUIT_WORDS[level[2]]
            return wanted if any(choice.value == (wanted[0], None) for choice in self.choices) else None
        begun = [choice for choice in self.choices if any(fold(one).startswith(word) for one in choice.words)]
        return begun[0].value if len(begun) == 1 else None


def choice_of(word: str, *, key: bool = False) -> Choice:
    """Return a choice that is a word of the notation."""
    english, russian = FORMS[word]
    shortest = min(english, key=len), min(russian, key=len)
    return Choice(word, _WORDS[word], english + russian, shortest if key else None)


def choice_of_suit(suit: Suit) -> Choice:
    """Return a choice that is a suit."""
    english, russian = SUIT_FORMS[suit]
    return Choice(suit, "", english + russian, (english[0], russian[0]))


def yes_or_no(about: About, text: Text) -> Question:
    """Return a question that Enter answers with no."""
    choices = (
        Choice(False, say("no"), ("no", "нет", "н"), key=("n", "н")),
        Choice(True, say("yes"), ("yes", "да", "д"), key=("y", "д")),
    )
    return Question(about, text, choices, default=False)


_WORDS: Final = {
    "raspasy": say("raspasy"),
    "misdeal": say("misdeal"),
    "misere": say("misère"),
    "whist": say("whist"),
    "pass": say("pass"),
    "half": say("half-whist"),
    "concedes": say("declarer gives up"),
}
