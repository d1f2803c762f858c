"""The command of a live table: it reads what is typed, line by line, until somebody leaves."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from io import TextIOWrapper
from typing import Any, Final

import click

from pulya.cli.group import INTERRUPTED, Translated
from pulya.cli.new import header_options, make
from pulya.cli.options import FILE, common, either, find_journal, journal_option, option
from pulya.cli.printing import echo_aside, fitting
from pulya.cli.session import Session, pass_session
from pulya.errors import PulyaError, RecordError
from pulya.evening import Evening
from pulya.files import in_folder, kind
from pulya.message import say, say_n
from pulya.play.loop import SMALL, Answer, Loop, Screen
from pulya.play.prompt import Prompt, completions
from pulya.view.record_rows import added_row
from pulya.view.visible import visible

_NOT_HERE: Final = frozenset({"play", "new", "add", "undo", "fix"})  # records are typed as they are


@click.command(cls=Translated, examples=["pulya play", "pulya play --players Anna,Boris,Vera --target 10"])
@click.argument("positional", metavar="[FILE]", required=False, type=FILE)
@option("--players", help="Names clockwise: Anna,Boris,Vera.")
@header_options
@journal_option
@common
@pass_session
def play(session: Session, /, positional: str | None, file: str | None, **header: Any) -> None:
    """Keep the score at the table: one line a deal, until you leave."""
    ctx = click.get_current_context()
    named = either(positional, file)
    path = _todays() if named is None and _begins_here(session, header["players"]) else find_journal(named)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a line that is no text is refused like any other
    if kind(path):
        if header["players"] is not None:
            session.tell(say("{file} is there already: what stands in it counts", file=path))
    else:
        _make(session, path, header)

    def append(evening: Evening, text: str) -> None:
        with session.writing(path) as held:
            session.append(evening, text, held)

    root = ctx.find_root().command
    assert isinstance(root, click.Group)
    loop = Loop(
        session.evening(path),
        session.page,
        append,
        clock=_now if session.asks else lambda: None,
        asks=session.asks,
        program=frozenset(root.list_commands(ctx)) - _NOT_HERE,
    )
    if session.asks:
        _converse(ctx, session, loop)
    else:
        _read_through(ctx, session, loop)


def _begins_here(session: Session, players: str | None) -> bool:
    """Say whether a new evening begins: there is no journal here, and somebody says who plays."""
    is_free = not os.environ.get("PULYA_FILE") and not in_folder("", ".pulya")
    return is_free and (players is not None or session.asks)


def _todays() -> str:
    return f"{datetime.now():%Y-%m-%d}.pulya"  # noqa: DTZ005 - the day on the wall


def _make(session: Session, path: str, header: dict[str, Any]) -> None:
    """Make the journal; at a terminal the names are asked for."""
    if header["players"] is None and session.asks:
        question = session.page.say(say("Who plays? Names clockwise"))
        header["players"] = click.prompt(question, err=True, type=str)
    if header["players"] is None:
        session.evening(path)  # which says that there is no such file
    make(session, path, ask=False, **header)


def _now() -> str:
    return f"{datetime.now():%H:%M}"  # noqa: DTZ005 - the clock on the wall


def _converse(ctx: click.Context, session: Session, loop: Loop) -> None:
    """Read and answer until somebody leaves; Ctrl-C gives up a line, and a second one leaves."""
    prompt = Prompt(
        lambda before, word: (
            [one for one in loop.words() if one.startswith(word)]
            or completions(before, word, loop.game.table.everyone, loop.game.records, loop.program)
        ),
        (one.item.text for one in loop.game.ruled),
    )
    session.out(
        session.page.say(
            say("A record, a command, or Enter for questions; `help` shows them, Ctrl-D leaves.")
        )
    )
    session.out(loop.heading())
    gave_up = False
    while True:
        loop.screen = Screen(*shutil.get_terminal_size(SMALL))
        is_answer = loop.is_asking
        try:
            line = prompt.read(loop.prompt)
            if not is_answer:
                prompt.remember(line)
            answer = loop.step(line)
            _show(ctx, session, loop, answer)
        except KeyboardInterrupt:
            click.echo()
            if gave_up:
                _leave(session, loop)
                ctx.exit(INTERRUPTED)
            _reread(session, loop)  # it may have been in the middle of a record
            gave_up = (dropped := loop.drop()) is None
            session.out(dropped or session.page.say(say("Ctrl-C once more, or Ctrl-D, leaves.")))
            continue
        except EOFError:
            answer = Answer(leaves=True)
            with suppress(OSError):
                click.echo()
        gave_up = False
        if answer.leaves:
            _leave(session, loop)
            return
        if answer.recorded:
            session.out(loop.heading())


def _leave(session: Session, loop: Loop) -> None:
    """Say that nothing is lost; a terminal that is closed does not hear it."""
    n = len(loop.game.ruled)
    path = loop.evening.journal.path
    with suppress(OSError):
        if (dropped := loop.drop()) is not None:
            session.out(dropped)
        session.tell(
            say_n("{file} has {n} record, on the disk", "{file} has {n} records, on the disk", n, file=path)
        )


def _read_through(ctx: click.Context, session: Session, loop: Loop) -> None:
    """Take the lines of a file or a pipe; those that cannot be are told, and the others are recorded."""
    refused: PulyaError | None = None
    for line in sys.stdin:
        if line.lstrip().startswith("#"):
            continue
        answer = loop.step(line)
        _show(ctx, session, loop, answer)
        refused = answer.error or refused
        if answer.leaves or (refused and not isinstance(refused, RecordError)):
            break  # a disk that is full will not take the next line either
    if not session.json:
        session.out(loop.heading())
    if refused is not None:
        ctx.exit(refused.exit_code)


def _show(ctx: click.Context, session: Session, loop: Loop, answer: Answer) -> None:
    if answer.command:
        _run(ctx, session, loop, answer.command)
    elif answer.error is not None:
        first, *rest = answer.text.split("\n")
        text = visible("\n".join([first, *(f"  {line}" for line in rest)]))
        if session.asks:
            click.echo(fitting(text))
        else:
            echo_aside(text)
    elif answer.recorded and session.json:
        session.out_json(added_row(loop.game))
    elif answer.text:
        session.out(answer.text)


def _run(ctx: click.Context, session: Session, loop: Loop, words: Sequence[str]) -> None:
    """Run another command of the program on this journal; what goes wrong with it ends no evening."""
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    command = root.command.get_command(root, words[0])
    assert command is not None  # the loop knows the names
    kept = session.json, session.asked, os.environ.get("PULYA_FILE")
    path = loop.evening.journal.path
    os.environ["PULYA_FILE"] = path
    names_none = all(word.startswith("-") for word in words[1:])
    takes_files = any(one.nargs == -1 and one.required for one in command.params)
    try:
        arguments = [*words[1:], *([path] if names_none and takes_files else [])]
        with command.make_context(words[0], arguments, parent=root) as inner:
            command.invoke(inner)
    except PulyaError as error:
        session.complain(error)
    except click.ClickException as error:
        echo_aside(visible(error.format_message()))
    except (click.exceptions.Exit, click.Abort):
        pass
    finally:
        session.json, session.asked, before = kept
        if before is None:
            del os.environ["PULYA_FILE"]
        else:
            os.environ["PULYA_FILE"] = before
    _reread(session, loop)


def _reread(session: Session, loop: Loop) -> None:
    """Know what is in the file; where it cannot be read that is said, and the evening goes on."""
    try:
        loop.refresh()
    except PulyaError as error:
        session.complain(error)
