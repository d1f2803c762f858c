"""What a shell can complete beside commands and options: records, players, words, conventions, keys.

Nothing here ever complains: where a journal cannot be read there is nothing to offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from pulya.cli.language import early_page
from pulya.cli.options import find_journal
from pulya.errors import PulyaError

if TYPE_CHECKING:
    from pulya.journal import Journal


Offered: TypeAlias = list[CompletionItem[Any]]
Completer: TypeAlias = Callable[[click.Context, click.Parameter, str], Offered]


def _quiet(completer: Completer) -> Completer:
    """Return the completer that offers nothing where it would complain."""

    @wraps(completer)
    def quiet(ctx: click.Context, param: click.Parameter, incomplete: str) -> Offered:
        try:
            return completer(ctx, param, incomplete)
        except (PulyaError, OSError):
            return []

    return quiet


def _journal(ctx: click.Context) -> Journal:
    """Return the journal that the command would take, its records unread."""
    from pulya import journal

    return journal.read(find_journal(ctx.params.get("file") or ctx.params.get("positional")))


def _players(ctx: click.Context) -> list[str]:
    from pulya.notation.read import joined

    opened = _journal(ctx)
    players = opened.plain.get("players")
    joiners = [joined(line.text) for line in opened.deals]
    return [str(player) for player in (*(players if isinstance(players, list) else ()), *joiners) if player]


def _begun(words: Iterable[str], incomplete: str) -> Offered:
    from pulya.notation.words import fold

    return [CompletionItem(word) for word in dict.fromkeys(words) if fold(word).startswith(fold(incomplete))]


@_quiet
def records(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Offered:
    """Return the numbers of the records, the newest first."""
    return [
        CompletionItem(str(line.number), help=line.text)
        for line in reversed(_journal(ctx).deals)
        if str(line.number).startswith(incomplete)
    ]


@_quiet
def record(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Offered:
    """Return the names and, once something is typed, the words of the notation."""
    from pulya.notation.words import FORMS

    forms = [form for both in FORMS.values() for forms in both for form in forms] if incomplete else []
    return _begun([*_players(ctx), *forms], incomplete)


@_quiet
def cell(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Offered:
    """Return what `explain` takes: a number or a player, then a column, then another player."""
    from pulya.notation.words import FORMS

    typed = ctx.params.get("what") or ()
    columns = [form for word in ("pool", "mountain", "whists") for both in FORMS[word] for form in both]
    if len(typed) == 1:
        return _begun([*columns, "balance"], incomplete)
    names = _begun([*_players(ctx), *([] if typed else ["balance"])], incomplete)
    return names if typed else [*names, *records(ctx, _param, incomplete)]


@_quiet
def conventions(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Offered:
    """Return the shipped conventions, and the files that could be one."""
    from pulya import catalog
    from pulya.files import in_folder

    files = [CompletionItem(incomplete, type="file")] if set(incomplete) & {".", "/"} else []
    return [*_begun([*catalog.shipped(), *in_folder("", ".yaml")], incomplete), *files]


@_quiet
def key_group(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Offered:
    """Return the groups of keys that `conventions keys` can show alone."""
    from pulya.view.conventions import key_groups

    return _begun(key_groups(), incomplete)


@_quiet
def agreements(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Offered:
    """Return the keys that a table can agree on and, when only one is left, its values."""
    from pulya.convention import ABOUT
    from pulya.schema import walk
    from pulya.view.conventions import meaning_of

    key, sign, value = incomplete.partition("=")
    kinds: dict[str, Any] = {
        path: kind
        for path, kind in walk()
        if path.startswith(key) and path.partition(".")[0] not in ABOUT and ".N." not in path
    }
    if sign:
        kinds = {path: kind for path, kind in kinds.items() if path == key}
    page = early_page()
    if len(kinds) != 1:
        return [CompletionItem(f"{path}=", help=page.bilingual(meaning_of(path))) for path in kinds]
    ((path, kind),) = kinds.items()
    words = [
        str(word)
        for part in (kind, *get_args(kind))
        for word in get_args(part)
        if isinstance(word, str | int)
    ]
    offered = [CompletionItem(f"{path}={word}") for word in dict.fromkeys(words) if word.startswith(value)]
    return offered if sign or words else [CompletionItem(f"{path}=")]


@add_completion_class
class Bash(BashComplete):
    """Completion for bash, which takes ``KEY=VALUE`` for three words and completes the last of them."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one being typed, and that one."""
        words, incomplete = super().get_completion_args()
        self._ahead = ""
        is_sign = incomplete == "="
        if is_sign or words[-1:] == ["="]:
            key = words[-1] if is_sign else words[-2]
            if not key.startswith("-") and words[: -1 if is_sign else -2][-1:] == ["--agree"]:
                del words[-1 if is_sign else -2 :]
                self._ahead = f"{key}="
                incomplete = self._ahead + ("" if is_sign else incomplete)
        return words, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return a completion without what bash holds for words of its own."""
        item.value = item.value.removeprefix(self._ahead)
        return super().format_completion(item)
