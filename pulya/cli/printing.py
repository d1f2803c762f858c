"""Output: how wide the screen is, JSON in one line, remarks beside the result."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

import click

from pulya.view.visible import one_line

_LONGEST: Final = 2000  # of a line beside the result, which may quote what was read


def screen(stream: TextIO | None = None) -> int | None:
    """Return how many letters a line of the terminal has, ``None`` where the output is none."""
    stream = stream or sys.stdout
    if not stream.isatty():
        return None
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(stream.fileno()).columns or None  # shutil would cost some imports
    except (OSError, ValueError):
        return None


def fitting(text: str, stream: TextIO | None = None) -> str:
    """Return a text with the lines broken that are wider than the terminal; elsewhere as it is."""
    width = screen(stream)
    if width is None or all(len(line) <= width for line in text.split("\n")):
        return text
    from pulya.cli.fold import folded  # most lines are short

    return folded(text, width)


def json_line(row: object) -> str:
    """Return a result for scripts in one line."""
    import json

    text = json.dumps(row, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # JSON has escapes of its own
        text = json.dumps(row)
    return one_line(text)


def echo_aside(text: str, *, nl: bool = True) -> None:
    """Print beside the result; where nobody can read it the exit code still says how it went."""
    lines = (line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in text.split("\n"))
    try:
        click.echo(fitting("\n".join(lines), sys.stderr), err=True, nl=nl)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Let the interpreter flush into nothing when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
