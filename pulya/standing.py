"""What a journal came to, remembered: who asks for the same sheet again waits for no record to be read.

An entry holds the whole journal, the convention and the state of the program's own files: another text, another
convention or another program finds nothing.  See `pulya.remember` for where it is kept and how it is checked.
"""

import json
import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pulya.game import Game, Header
from pulya.plain import Plain
from pulya.remember import recall, store
from pulya.sheet import Sheet
from pulya.table import Table
from pulya.terms import Player, Points

_LIMIT: Final = 1024 * 1024  # characters of a journal; of a longer one nothing is kept
_DECIDING: Final = ("", "notation", "rules")  # folders of the program that decide what a journal comes to


def standing(
    header: Header, rules: Mapping[str | int, Plain], journal: str, play: Callable[[], Game]
) -> Game:
    """Return the game that ``play`` returns, without its history, or the same from memory.

    ``rules`` is the convention as plain data, ``journal`` the whole text.  Raises what ``play`` raises.  A game with
    an open record is not remembered.
    """
    if len(journal) > _LIMIT:
        return play()
    text = f"{_program()}\n{json.dumps(rules)}\n{journal}"
    known = recall("standing", text)
    if isinstance(known, dict):
        return _game(header, known)
    game = play()
    if not game.still_open:
        found = {"records": game.records, "over": game.over}
        tables = {"table": game.table._asdict(), "sheet": game.sheet._asdict()}
        store("standing", text, _plain(found | tables))
    return game


def _program() -> str:
    """Return what changes with every file of the program: their number, their size, and when one was last changed."""
    files = [
        path.stat()
        for folder in _DECIDING
        for path in os.scandir(Path(__file__).parent / folder)
        if path.name.endswith(".py")
    ]
    size = sum(file.st_size for file in files)
    return f"{len(files)} {size} {max(file.st_mtime_ns for file in files)}"


def _plain(value: object) -> Plain:
    """Return a value as plain data: a fraction as text, a tuple and a set as a list."""
    match value:
        case Mapping():
            return {key: _plain(one) for key, one in value.items()}
        case tuple() | frozenset():
            return [_plain(one) for one in value]
        case Fraction():
            return str(value)
        case _:
            assert value is None or isinstance(value, str | int)
            return value


def _game(header: Header, known: Mapping[str | int, Any]) -> Game:
    table, sheet = Table(**_fields(known["table"])), Sheet(**_fields(known["sheet"]))
    return Game(header, known["records"], table, known["over"], sheet, (), None)


def _fields(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {field: _READ[field](value) if field in _READ else value for field, value in plain.items()}


def _column(plain: Mapping[Player, int | str]) -> dict[Player, Points]:
    return {player: Fraction(one) if isinstance(one, str) else one for player, one in plain.items()}


# How the fields are read that are no text and no number.
_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "columns": _column,
    "everyone": tuple,
    "finished": _column,
    "mountain": _column,
    "owed": tuple,
    "players": tuple,
    "pool": _column,
    "premiums": frozenset,
    "teams": lambda plain: tuple(map(tuple, plain)),
    "ticks": lambda plain: {player: tuple(boxes) for player, boxes in plain.items()},
    "whists": lambda plain: {player: _column(row) for player, row in plain.items()},
}
