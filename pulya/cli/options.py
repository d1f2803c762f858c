"""The options and arguments that several commands share, and the journal they name."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from pulya.cli.language import early_page, said_in_language
from pulya.cli.session import Session
from pulya.errors import JournalError
from pulya.message import say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])


class FileName(click.ParamType[str]):
    """The name of a file, which a shell completes.

    Each `click.Path` asks the folders of translations what a path is called: a millisecond of every command.
    """

    name = "path"

    def convert(self, value: str, _param: click.Parameter | None, _ctx: click.Context | None) -> str:
        """Return the name as it is shown."""
        from pulya.files import tidy  # help asks for no file

        return tidy(value)

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the name."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


FILE: Final = FileName()


class Option(click.Option):
    """An option whose help is said in the reader's language."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help."""
        with said_in_language(self):
            return super().get_help_record(ctx)


def option(*names: str, **settings: Any) -> Callable[[Command], Command]:
    """Declare an option with a translated help."""
    return click.option(*names, cls=Option, **settings)


def common(command: Command) -> Command:
    """Add the options that stand everywhere."""
    for add in (
        option(
            "--no-color",
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_set_colour,
            help="No colours.",
        ),
        option(
            "--lang",
            type=click.Choice(["en", "ru"]),
            expose_value=False,
            is_eager=True,
            callback=_set_language,
            help="Language of the output.",
        ),
        option(
            "--json",
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_set_json,
            help="Output for scripts.",
        ),
    ):
        command = add(command)
    return command


def _set_json(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    ctx.ensure_object(Session).json |= value


def _set_language(ctx: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.ensure_object(Session).asked = value


def _set_colour(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    if value or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False


def journal_argument(command: Command) -> Command:
    """Add the journal as an argument."""
    return click.argument("positional", metavar="[FILE]", required=False, type=FILE)(command)


def journal_option(command: Command) -> Command:
    """Add ``-f FILE``."""
    return option("-f", "--file", "file", type=FILE, help="The journal.")(command)


def either(positional: str | None, file: str | None) -> str | None:
    """Return the journal named, by its place or with ``-f``; not by both."""
    if positional is not None and file is not None:
        problem = early_page().say(say("two journals are named; name one"))
        raise click.UsageError(problem)
    return positional or file


def find_journal(file: str | None) -> str:
    """Return the journal named, else that of ``PULYA_FILE``, else the only one in this folder.

    Raises `JournalError` that lists what was found.
    """
    from pulya.files import in_folder, tidy  # help looks for no file

    if file is not None:
        return file
    if named := os.environ.get("PULYA_FILE"):
        return tidy(named)
    found = in_folder("", ".pulya")
    if len(found) == 1:
        return found[0]
    if found:
        raise JournalError(
            say("there are several journals here: {files}", files=tuple(found)),
            hint=say("name one with -f, or set PULYA_FILE"),
        )
    raise JournalError(
        say("there is no journal here"),
        hint=say("make one: `pulya new evening.pulya --players Anna,Boris,Vera`"),
    )


def completing(name: str) -> Callable[..., list[CompletionItem]]:
    """Return what completes a word, by its name in `pulya.cli.complete`, which is imported when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found: list[CompletionItem] = getattr(import_module("pulya.cli.complete"), name)(
            ctx, param, incomplete
        )
        return found

    return complete


def money(read: Callable[[str], object], example: str) -> Callable[..., str | None]:
    """Return the check of an option that is a sum of money as a journal writes it; anything else is a wrong usage."""

    def check(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
        try:
            if value is not None:
                read(value)
        except JournalError as error:
            problem = say("{problem}; write `{example}`", problem=error.problem, example=example)
            raise click.BadParameter(early_page().say(problem)) from None
        return value

    return check
