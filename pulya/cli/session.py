"""One run of a command: it opens journals, speaks to the reader and complains."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import click

from pulya.cli.printing import discard, echo_aside, fitting, json_line, screen
from pulya.errors import PulyaError, WriteError
from pulya.message import Text, say
from pulya.view.language import choose
from pulya.view.page import Page
from pulya.view.visible import one_line, visible

if TYPE_CHECKING:  # imported where they are needed: help and completion open no file
    from pulya.evening import Evening
    from pulya.lock import Held


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
        click.echo(fitting(visible(text)))

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

    def evening(self, path: str, *, keep: bool = True) -> Evening:
        """Return a journal replayed; tell of a last line that was cut short.

        With ``keep=False`` without what every record did, for those who ask for the sheet only.
        """
        from pulya.evening import open_evening

        evening = open_evening(path, keep=keep)
        if evening.journal.torn is not None:
            self.complain(evening.journal.torn)
        return evening

    @contextmanager
    def writing(self, path: str) -> Iterator[Held]:
        """Have a journal to write to alone; tell when another program keeps it."""
        from pulya import journal
        from pulya.files import is_file
        from pulya.lock import hold

        if not is_file(path):
            journal.read(path)  # which says what it is instead
        with hold(
            path, lambda: self.tell(say("waiting: another program is writing to {file}", file=path))
        ) as held:
            yield held

    def append(self, evening: Evening, text: str, held: Held) -> None:
        """Add a record to a journal; tell where a last line that was cut short has been put."""
        from pulya import journal

        aside = journal.append(evening.journal, text, held)
        self.done = say("the record is in the journal; do not type it again")
        if aside is not None:
            self.tell(say("the line that was cut short is now in {file}", file=aside))

    def complain(self, error: PulyaError, lines: Sequence[str] = ()) -> None:
        """Print a complaint; ``lines`` say it otherwise."""
        shown = [one_line(line) for line in lines or error.lines(self.page.translate)]
        echo_aside("pulya: " + "\n  ".join(shown))

    def fail(self, error: PulyaError, lines: Sequence[str] = ()) -> NoReturn:
        """Print a complaint and end with its exit code."""
        self.complain(error, lines)
        click.get_current_context().exit(error.exit_code)


@contextmanager
def output_told(session: Session) -> Iterator[None]:
    """End a command whose result could not be printed, and say so."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads our output has seen enough
        discard(sys.stdout)
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        discard(sys.stdout)
        reason = error.strerror or str(error)
        failure = WriteError(
            say("the output could not be written: {reason}", reason=reason),
            hint=session.done,
        )
        session.complain(failure)
        raise click.exceptions.Exit(failure.exit_code) from None


pass_session = click.make_pass_decorator(Session, ensure=True)
