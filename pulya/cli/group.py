"""Commands and groups of commands: help in the reader's language, errors as messages and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from pulya.cli.language import early_page, language_in, said_in_language, translated
from pulya.cli.options import Option
from pulya.cli.printing import echo_aside
from pulya.cli.session import Session, output_told
from pulya.errors import PulyaError
from pulya.message import say
from pulya.nearest import nearest
from pulya.view.visible import visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_ALIKE: Final = 70  # percent, that a command was mistyped; score is not compare
INTERRUPTED: Final = 130  # what a shell gives for Ctrl-C
HELP: Final[Mapping[str, Any]] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _say_help(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class Translated(click.Command):
    """A command whose help is said in the reader's language, with examples to copy."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(
            *args, **settings | {"context_settings": {**HELP, **settings.get("context_settings", {})}}
        )
        self.examples = tuple(examples)
        self._help: click.Option | None = None

    def make_parser(self, ctx: click.Context) -> Any:
        """Return the parser of the command line.

        It takes ``-f`` for a long option first, and the refusal of that, which nobody reads, is translated and
        compared with all others: two milliseconds of a command.  So it finds the short ones among the long;
        and ``-f=evening.pulya`` means what it seems to.
        """
        parser = super().make_parser(ctx)
        getattr(parser, "_long_opt", {}).update(getattr(parser, "_short_opt", {}))
        return parser

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that prints the help.

        That of click is translated each time a command begins, which takes a millisecond; this one when it is read.
        """
        if self._help is None and (names := self.get_help_option_names(ctx)):
            self._help = Option(
                names,
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_say_help,
                help="Show this message and exit.",
            )
        return self._help

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help, as much of it as there is room for."""
        with said_in_language(self):
            return super().get_short_help_str(limit)

    def format_help_text(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help and the examples."""
        write_help(formatter, self.help or "", self.examples)


def write_help(formatter: click.HelpFormatter, text: str, examples: Sequence[str]) -> None:
    """Write a help text, wrapped, and the examples as they are typed."""
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(translated(text))
        formatter.write_paragraph()
        for example in examples:
            formatter.write(f"{'':{formatter.current_indent}}{example}\n")


class Group(Translated, click.Group):
    """Commands that are imported when called; the one place where our errors become a message and an exit code.

    ``places`` says for each command its module, which has it under its own name, and the first sentence of
    its help.
    """

    command_class = Translated

    def __init__(
        self, *args: Any, places: Mapping[str, tuple[str, str]] = MappingProxyType({}), **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*self.places, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now."""
        if cmd_name in self.places and cmd_name not in self.commands:
            module, _ = self.places[cmd_name]
            self.commands[cmd_name] = getattr(import_module(module), cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with the first sentence of their help, without importing them."""
        if not self.places:
            super().format_commands(ctx, formatter)
            return
        with formatter.section(translated("Commands")):
            rows = [(name, translated(self.places[name][1])) for name in self.list_commands(ctx)]
            formatter.write_dl([(name, help_.removesuffix(".")) for name, help_ in rows])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what can stand at the word being typed, without importing any command."""
        from click.shell_completion import CompletionItem

        if not self.places:
            return super().shell_complete(ctx, incomplete)
        found = [
            CompletionItem(name, help=translated(help_))
            for name, (_, help_) in sorted(self.places.items())
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def main(self, *args: Any, **settings: Any) -> NoReturn:
        """Run a command and leave with its exit code."""
        try:
            code = super().main(*args, **settings | {"standalone_mode": False})
            sys.stdout.flush()
        except click.ClickException as error:
            import io

            shown = io.StringIO()
            error.show(file=shown)
            echo_aside(visible(shown.getvalue()), nl=False)
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        sys.exit(code if isinstance(code, int) else 0)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Read the command line; here help and version are printed."""
        session = Session()
        session.asked = language_in(sys.argv)
        with output_told(session):
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        session = ctx.ensure_object(Session)
        with output_told(session):
            try:
                return super().invoke(ctx)
            except PulyaError as error:
                session.fail(error)

    def _meant(self, ctx: click.Context, word: str) -> str | None:
        """Return what was meant by a word that is no command: one of the live table, or a mistyped one."""
        from pulya.play.commands import command_of  # needed for a refusal only

        here = self.list_commands(ctx)
        said = command_of(word, (), ())
        at_table = {"balance": "explain balance", "help": "--help"}.get(said or "", said)
        known = at_table is not None and at_table.split()[0] in {*here, "--help"}
        return at_table if known else nearest(word, here, _ALIKE)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; of a mistyped one name the nearest."""
        mistyped = args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-")
        if mistyped and not ctx.resilient_parsing:  # a shell that completes is told nothing
            near = self._meant(ctx, args[0])
            page = early_page()
            hint = (
                page.say(say("did you mean `{near}`?", near=near))
                if near
                else page.say(say("`pulya --help` lists the commands"))
            )
            problem = page.say(say("there is no command `{name}`", name=args[0]))
            ctx.fail(visible(f"{problem}; {hint}"))
        return super().resolve_command(ctx, args)
