"""Text on its way to a terminal or a script: what the screen shows of it, and how wide that is."""

import os
import sys
import unicodedata
from typing import Final, TextIO

import click

_LONGEST: Final = 2000  # of a line beside the result, which may quote what was read
_STEERING: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"})


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


def visible(text: str) -> str:
    """Return a text without the characters that would steer a terminal or hide; its lines stay."""
    return "\n".join(one_line(line) for line in text.split("\n"))


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
    lines = (line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in text.split("\n"))
    try:
        click.echo(fitting("\n".join(lines), sys.stderr), err=True, nl=nl)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Let the interpreter flush into nothing when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
