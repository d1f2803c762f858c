"""The line that is typed at a terminal: editing, history and completion where the system has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType

from pulya.notation.words import FORMS, KEYWORDS, fold
from pulya.play.commands import WORDS
from pulya.terms import Player

_BLANKS = " \t\n,="


class Prompt:
    """Reads one line after another; ``complete`` returns what can stand at the word being typed.

    Without the library for editing, as on Windows, lines are read as the terminal gives them.
    """

    def __init__(self, complete: Callable[[str, str], list[str]], history: Iterable[str]) -> None:
        self._complete = complete
        self._found: list[str] = []
        self._readline: ModuleType | None = None
        try:
            import readline
        except ImportError:
            return
        self._readline = readline
        readline.set_auto_history(False)  # answers such as y are no records
        readline.set_completer_delims(_BLANKS)
        readline.set_completer(self._next)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        for line in history:
            readline.add_history(line)

    def read(self, prompt: str) -> str:
        """Return the line that is typed.

        Raises `EOFError` at the end, and `KeyboardInterrupt` for Ctrl-C.
        """
        sys.stdout.flush()
        return input(prompt)

    def remember(self, line: str) -> None:
        """Keep a line for the arrow keys."""
        if self._readline is not None and line.strip():
            self._readline.add_history(line)

    def _next(self, word: str, state: int) -> str | None:
        """Return one completion after another, as the library asks for them."""
        assert self._readline is not None
        if state == 0:
            before = self._readline.get_line_buffer()[: self._readline.get_begidx()]
            self._found = [f"{one} " for one in self._complete(before, word)]
        return self._found[state] if state < len(self._found) else None


def completions(
    before: str, word: str, players: Iterable[Player], records: int, program: Iterable[str] = ()
) -> list[str]:
    """Return what can stand at a word: names, words of the notation and, at the beginning, commands.

    Nothing typed yet offers the names; after a word that takes the number of a record, the numbers.
    """
    first, *others = fold(before).split() or [""]
    numbered = KEYWORDS.get(first) in {"fix", "undo"} or first in _forms("explain")
    if numbered and not others:
        known = [str(number) for number in range(records, 0, -1)]
    elif not word:
        known = list(players)
    else:
        known = [*players, *(form for both in FORMS.values() for forms in both for form in forms)]
        if not first:
            known += [*(form for command in WORDS for form in _forms(command)), *sorted(program)]
    return [one for one in dict.fromkeys(known) if fold(one).startswith(fold(word))]


def _forms(command: str) -> tuple[str, ...]:
    english, russian = WORDS[command]
    return english + russian
