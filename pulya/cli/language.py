"""The reader's language while the command line is still being read: help and refusals are said then."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import cleandoc

import click

from pulya.view.language import choose
from pulya.view.page import Page


def early_page() -> Page:
    """Return the reader's page while the options are still being parsed."""
    return Page(choose(language_in(sys.argv), os.environ))


def language_in(argv: list[str]) -> str | None:
    """Return what ``--lang`` says before the options are parsed: help is printed while they are."""
    for at, word in enumerate(argv):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and at + 1 < len(argv):
            return argv[at + 1]
    return None


def translated(text: str) -> str:
    """Return a help text in the reader's language."""
    return early_page().translate(cleandoc(text), None, 1)


@contextmanager
def said_in_language(command: click.Command | click.Option) -> Iterator[None]:
    """Give a command or an option its help in the reader's language while click reads it."""
    text, command.help = command.help, translated(command.help or "")
    try:
        yield
    finally:
        command.help = text
