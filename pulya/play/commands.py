"""The words that are commands in `play`, in both languages; none of them can begin a record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from pulya.notation.words import fold
from pulya.terms import Player

# command -> English forms, Russian forms; undo and fix are records of the notation
WORDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "guide": (("?", "guide"), ("вопросы",)),
    "back": (("back",), ("назад",)),
    "sheet": (("sheet",), ("таблица",)),
    "status": (("status",), ("положение",)),
    "explain": (("why", "explain"), ("почему",)),
    "balance": (("balance",), ("баланс", "итог")),
    "log": (("log",), ("записи",)),
    "settle": (("settle",), ("расчёт",)),
    "chart": (("chart",), ("график",)),
    "seal": (("seal",), ("печать",)),
    "audit": (("audit",), ("сверить",)),
    "compare": (("compare",), ("сравнить",)),
    "help": (("help",), ("помощь",)),
    "quit": (("quit", "exit"), ("выход",)),
}
_BY_FORM: Final = {
    fold(form): command for command, (english, russian) in WORDS.items() for form in english + russian
}
_YES: Final = frozenset({"y", "yes", "д", "да"})
_NO: Final = frozenset({"", "n", "no", "н", "нет"})


def command_of(word: str, players: Sequence[Player], program: Collection[str]) -> str | None:
    """Return the command that a first word is: one of the words above, or another of the program's.

    A player of exactly that name is meant where there is one.
    """
    folded = fold(word)
    if any(fold(player) == folded for player in players):
        return None
    return _BY_FORM.get(folded) or (folded if folded in program else None)


def is_yes(answer: str) -> bool:
    """Say whether an answer is a yes, in either language."""
    return fold(answer.strip()) in _YES


def is_no(answer: str) -> bool:
    """Say whether an answer is a no; nothing said is one."""
    return fold(answer.strip()) in _NO
