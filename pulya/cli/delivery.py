"""Results that may go into a file: by its name, whole or not at all."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

import click

from pulya import files
from pulya.cli.language import early_page
from pulya.cli.options import FILE, option
from pulya.cli.printing import screen
from pulya.cli.session import Session
from pulya.files import ending
from pulya.message import say

NARROW: Final = 60
COLOURS: Final = ("blue", "red", "green", "yellow", "magenta")
NO_COLOURS: Final[Mapping[str, str]] = MappingProxyType({})
Command = TypeVar("Command", bound=Callable[..., Any])


def output_option(command: Command) -> Command:
    """Add ``-o FILE``."""
    return option(
        "-o",
        "--output",
        type=FILE,
        help="Write into this file; its ending names the form.",
    )(command)


def by_name(output: str | None, forms: Sequence[str]) -> str | None:
    """Return the form that the ending of a file names; one that names none is refused.

    A picture asked for by its ending must not become a text of that name.
    """
    if output is None or not ending(output):
        return None
    form = ending(output).removeprefix(".").lower()
    form = {"txt": "text"}.get(form, form)
    if form not in forms:
        problem = say(
            "`{ending}` is no form that can be written here: {forms}; to use the name all the same, say `--as`",
            ending=ending(output),
            forms=", ".join(forms),
        )
        raise click.BadParameter(early_page().say(problem), param_hint="--output")
    return form


def columns() -> int:
    """Return how wide a page may be: the terminal, or what fits everywhere."""
    return screen() or NARROW


def pixels(svg: str, output: str | None) -> bytes:
    """Return a picture as PNG, which is not for a terminal."""
    from pulya.picture.png import png

    if output is None and _is_terminal():
        problem = early_page().say(
            say("a picture is no text for a terminal; name a file with `-o sheet.png`")
        )
        raise click.UsageError(problem)
    return png(svg)


def markup(text: str) -> bytes:
    """Return the text of a picture or a page as its file has it, in UTF-8 whatever the output is."""
    return f"{text}\n".encode()


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def painted(text: str, colours: Mapping[str, str]) -> str:
    """Return a text with the letters that have a colour in it."""
    for letter, colour in colours.items():
        on, off = click.style("|", fg=colour).split("|")
        text = re.sub(f"({re.escape(letter)}+)", rf"{on}\1{off}", text)
    return text


def deliver(
    session: Session, result: str | bytes, output: str | None, colours: Mapping[str, str] = NO_COLOURS
) -> None:
    """Write a result into a file, or print it: bytes as they are, text as the output can show it.

    ``colours`` are those of single letters; they show on a terminal only.
    """
    if output is not None:
        files.export(output, result if isinstance(result, bytes) else f"{result}\n".encode())
        session.tell(say("written to {file}", file=output))
    elif isinstance(result, str):
        click.echo(painted(result, colours))
    else:
        click.echo(result, nl=False)
