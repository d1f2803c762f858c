"""What all commands share: options, languages, messages and exit codes."""

import os
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from inspect import cleandoc
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn, TextIO, TypeVar

import click

from pulya.errors import JournalError, PulyaError, WriteError
from pulya.message import Text, say
from pulya.nearest import nearest
from pulya.view.language import choose
from pulya.view.page import Page

if TYPE_CHECKING:  # imported where they are needed: help and completion open no file
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from pulya.evening import Evening
    from pulya.lock import Held

INTERRUPTED: Final = 130  # what a shell gives for Ctrl-C
HELP: Final[Mapping[str, Any]] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

Command = TypeVar("Command", bound=Callable[..., Any])


class Session:
    """What one run of a command needs to speak: the language, and whether JSON is wanted.

    Journals are opened by methods that import what they need: help and completion open none.
    """

    def __init__(self) -> None:
        self.json = False
        self.asked: str | None = None
        self.done = say("no file was changed")  # what is to be said when the output cannot be printed

    @property
    def page(self) -> Page:
        """Return the reader's page."""
        return Page(choose(self.asked, os.environ), screen())

    def out(self, text: str) -> None:
        """Print a result."""
        click.echo(visible(text))

    def out_json(self, row: object) -> None:
        """Print a result for scripts."""
        click.echo(json_line(row))

    def tell(self, text: Text | str) -> None:
        """Print a remark beside the result."""
        echo_aside(visible(self.page.say(text)))

    @property
    def asks(self) -> bool:
        """Say whether there is somebody to ask: nothing is asked when stdin is no terminal."""
        return sys.stdin.isatty()

    def confirm(self, question: Text) -> None:
        """Ask on a terminal whether to go on, in either language; anything but yes ends the command."""
        from pulya.play.commands import is_yes  # nothing is asked of a script

        answer: str = click.prompt(
            self.page.say(question), default="n", show_default=False, err=True, type=str
        )
        if not is_yes(answer):
            self.tell(say("nothing was written"))
            click.get_current_context().exit(1)

    def evening(self, path: "Path", *, keep: bool = True) -> "Evening":
        """Return a journal replayed; tell of a last line that was cut short.

        With ``keep=False`` without what every record did, for those who ask for the sheet only.
        """
        from pulya.evening import open_evening

        evening = open_evening(path, keep=keep)
        if evening.journal.torn is not None:
            self.complain(evening.journal.torn)
        return evening

    @contextmanager
    def writing(self, path: "Path") -> Iterator["Held"]:
        """Have a journal to write to alone; tell when another program keeps it."""
        from pulya import journal
        from pulya.files import is_file
        from pulya.lock import hold

        if not is_file(path):
            journal.read(path)  # which says what it is instead
        with hold(
            path, lambda: self.tell(say("waiting: another program is writing to {file}", file=str(path)))
        ) as held:
            yield held

    def append(self, evening: "Evening", text: str, held: "Held") -> None:
        """Add a record to a journal; tell where a last line that was cut short has been put."""
        from pulya import journal

        aside = journal.append(evening.journal, text, held)
        self.done = say("the record is in the journal; do not type it again")
        if aside is not None:
            self.tell(say("the line that was cut short is now in {file}", file=str(aside)))

    def complain(self, error: PulyaError, lines: Sequence[str] = ()) -> None:
        """Print a complaint; ``lines`` say it otherwise."""
        shown = [one_line(line) for line in lines or error.lines(self.page.translate)]
        echo_aside("pulya: " + "\n  ".join(shown))

    def fail(self, error: PulyaError, lines: Sequence[str] = ()) -> NoReturn:
        """Print a complaint and end with its exit code."""
        self.complain(error, lines)
        click.get_current_context().exit(error.exit_code)


def screen() -> int | None:
    """Return how many letters a line of the terminal has, ``None`` where the output is none."""
    if not sys.stdout.isatty():
        return None
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None  # shutil would cost some imports
    except (OSError, ValueError):
        return None


def visible(text: str) -> str:
    """Return a text without the characters that would steer a terminal or hide; its lines stay."""
    return "\n".join(one_line(line) for line in text.split("\n"))


def json_line(row: object) -> str:
    """Return a result for scripts in one line."""
    import json

    text = json.dumps(row, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # JSON has escapes of its own
        text = json.dumps(row)
    return one_line(text)


def one_line(text: str) -> str:
    """Return a text with every character that is not shown as itself escaped, as JSON escapes it."""
    if text.isprintable():
        return text

    return "".join(
        letter.encode("utf-16-be", "surrogatepass").hex(" ", 2).join(("\\u", "")).replace(" ", "\\u")
        if unicodedata.category(letter) in _STEERING
        else letter
        for letter in text
    )


def echo_aside(text: str, *, nl: bool = True) -> None:
    """Print beside the result; where nobody can read it the exit code still says how it went."""
    try:
        click.echo(text, err=True, nl=nl)
    except OSError:
        _discard(sys.stderr)


@contextmanager
def _output_told(session: Session) -> Iterator[None]:
    """End a command whose result could not be printed, and say so."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads our output has seen enough
        _discard(sys.stdout)
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        _discard(sys.stdout)
        reason = error.strerror or str(error)
        failure = WriteError(
            say("the output could not be written: {reason}", reason=reason),
            hint=session.done,
        )
        session.complain(failure)
        raise click.exceptions.Exit(failure.exit_code) from None


def _discard(stream: TextIO) -> None:
    """Let the interpreter flush into nothing when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


_STEERING: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"})


class Translated(click.Command):
    """A command whose help is said in the reader's language, with examples to copy."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(
            *args, **settings | {"context_settings": {**HELP, **settings.get("context_settings", {})}}
        )
        self.examples = tuple(examples)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help, as much of it as there is room for."""
        with said_in_language(self):
            return super().get_short_help_str(limit)

    def format_help_text(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help and the examples."""
        write_help(formatter, self.help or "", self.examples)


@contextmanager
def said_in_language(command: click.Command | click.Option) -> Iterator[None]:
    """Give a command or an option its help in the reader's language while click reads it."""
    text, command.help = command.help, translated(command.help or "")
    try:
        yield
    finally:
        command.help = text


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

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
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
        with _output_told(session):
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        session = ctx.ensure_object(Session)
        with _output_told(session):
            try:
                return super().invoke(ctx)
            except PulyaError as error:
                session.fail(error)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; of a mistyped one name the nearest."""
        mistyped = args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-")
        if mistyped and not ctx.resilient_parsing:  # a shell that completes is told nothing
            near = nearest(args[0], self.list_commands(ctx))
            page = early_page()
            hint = (
                page.say(say("did you mean `{near}`?", near=near))
                if near
                else page.say(say("`pulya --help` lists the commands"))
            )
            problem = page.say(say("there is no command `{name}`", name=args[0]))
            ctx.fail(visible(f"{problem}; {hint}"))
        return super().resolve_command(ctx, args)


def early_page() -> Page:
    """Return the reader's page while the options are still being parsed."""
    return Page(choose(language_in(sys.argv), os.environ))


def translated(text: str) -> str:
    """Return a help text in the reader's language."""
    return early_page().translate(cleandoc(text), None, 1)


def language_in(argv: list[str]) -> str | None:
    """Return what ``--lang`` says before the options are parsed: help is printed while they are."""
    for at, word in enumerate(argv):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and at + 1 < len(argv):
            return argv[at + 1]
    return None


def _set_json(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    ctx.ensure_object(Session).json |= value


def _set_language(ctx: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.ensure_object(Session).asked = value


def _set_colour(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    if value or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False


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


def journal_argument(command: Command) -> Command:
    """Add the journal as an argument."""
    return click.argument("positional", metavar="[FILE]", required=False, type=_path())(command)


def journal_option(command: Command) -> Command:
    """Add ``-f FILE``."""
    return option("-f", "--file", "file", type=_path(), help="The journal.")(command)


def _path() -> click.Path:
    from pathlib import Path

    return click.Path(path_type=Path)


def completing(name: str) -> Callable[..., list["CompletionItem"]]:
    """Return what completes a word, by its name in `pulya.cli.complete`, which is imported when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem"]:
        found: list[CompletionItem] = getattr(import_module("pulya.cli.complete"), name)(
            ctx, param, incomplete
        )
        return found

    return complete


def money(read: Callable[[str], object]) -> Callable[..., str | None]:
    """Return the check of an option that is a sum of money as a journal writes it; anything else is a wrong usage."""

    def check(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
        try:
            if value is not None:
                read(value)
        except JournalError as error:
            raise click.BadParameter("; ".join(error.lines(early_page().translate))) from None
        return value

    return check


def either(positional: "Path | None", file: "Path | None") -> "Path | None":
    """Return the journal named, by its place or with ``-f``; not by both."""
    if positional is not None and file is not None:
        problem = early_page().say(say("two journals are named; name one"))
        raise click.UsageError(problem)
    return positional or file


def find_journal(file: "Path | None") -> "Path":
    """Return the journal named, else that of ``PULYA_FILE``, else the only one in this folder.

    Raises `JournalError` that lists what was found.
    """
    from pathlib import Path

    if file is not None:
        return file
    if named := os.environ.get("PULYA_FILE"):
        return Path(named)
    found = sorted(Path().glob("*.pulya"))
    if len(found) == 1:
        return found[0]
    if found:
        raise JournalError(
            say("there are several journals here: {files}", files=tuple(str(path) for path in found)),
            hint=say("name one with -f, or set PULYA_FILE"),
        )
    raise JournalError(
        say("there is no journal here"),
        hint=say("make one: `pulya new evening.pulya --players Anna,Boris,Vera`"),
    )


pass_session = click.make_pass_decorator(Session, ensure=True)
