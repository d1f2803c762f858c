"""What a table plays otherwise, as it is typed on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pulya.cli.options import Command, completing, option
from pulya.errors import ConventionError, Location
from pulya.message import say
from pulya.plain import Plain
from pulya.strict_yaml import load


def agree_option(help_: str) -> Callable[[Command], Command]:
    """Return ``--agree KEY=VALUE``."""
    return option(
        "--agree",
        multiple=True,
        metavar="KEY=VALUE",
        help=help_,
        shell_complete=completing("agreements"),
    )


def agreement(text: str) -> tuple[str, str]:
    """Return the key and the value of ``KEY=VALUE``, as they are written to a journal.

    Raises `ConventionError` where it is none.
    """
    key, sign, value = text.partition("=")
    if not sign or not key.strip() or not value.strip():
        raise ConventionError(
            say("`{text}` is no agreement", text=text),
            at=Location(field="agreed"),
            hint=say("write --agree whisting.split=gentleman"),
        )
    load(value, ConventionError)
    return key.strip(), value.strip()


def agreements(texts: Iterable[str]) -> dict[str, Plain]:
    """Return what was agreed, by dotted path; of a key that is given twice the last counts."""
    return {key: load(value, ConventionError).value for key, value in map(agreement, texts)}
