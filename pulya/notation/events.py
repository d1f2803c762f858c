"""Read what is no deal: fines, figures of the paper, who sits down."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, cast

from pulya.message import Text, say
from pulya.notation.line import Line
from pulya.notation.names import check_name
from pulya.notation.words import is_number
from pulya.record import (
    Cell,
    Event,
    Fine,
    Join,
    Paper,
)
from pulya.terms import Column, Player, Points, exact

_FIGURE: Final = r"([-−]?[0-9]{1,6})(?:/([1-9][0-9]{0,3}))?"
_COLUMNS: Final[frozenset[str]] = frozenset({"pool", "mountain", "whists"})


def read_fine(line: Line) -> Fine:
    """Read what follows the word for a fine."""
    example = say("fine Boris mountain 2 (revoke)")
    player = line.player(line.name("player", example))
    column = _column(line, example)
    points = _number(line, example)
    on = None
    if column == "whists":
        token = line.take(
            say("say on whom the whists are"),
            "on",
            say("write `fine Boris whists 10 on Anna (reason)`"),
        )
        if token.keyword != "on":
            line.refuse(
                say("'{found}' stands where `on` is due", found=token.text),
                "on",
                token.column,
                say("write `fine Boris whists 10 on Anna (reason)`"),
            )
        on = line.player(line.name("on", example))
        _other(line, player, on)
    return Fine(player, column, points, on)


def read_paper(line: Line) -> Paper:
    """Read what follows the word for the paper: figures of one player."""
    example = say("paper Anna pool 14 mountain 6 whists Boris 12")
    player = line.player(line.name("player", example))
    cells: list[Cell] = []
    while line.peek() is not None:
        column = _column(line, example)
        if column != "whists":
            cells.append(Cell(column, _points(line, example)))
            continue
        while True:
            on = line.player(line.name("on", example))
            _other(line, player, on)
            cells.append(Cell("whists", _points(line, example), on))
            following = line.peek()
            if following is None or following.keyword in _COLUMNS:
                break
    if not cells:
        line.refuse(
            say("what the paper shows is missing"),
            "column",
            line.end,
            say("write `{example}`", example=example),
        )
    for cell in cells:
        if sum(one[0::2] == cell[0::2] for one in cells) > 1:
            line.refuse(
                say("one figure of the paper is given twice"),
                "column",
                None,
                say("write each figure once"),
            )
    return Paper(player, tuple(cells))


def read_join(line: Line) -> Join:
    """Read what follows the word for sitting down."""
    example = say("join Gleb after Vera")
    token = line.name("player", example)
    after = line.take(
        say("after whom {player} sits is missing", player=token.text),
        "after",
        say("write `{example}`", example=example),
    )
    if after.keyword != "after":
        line.refuse(
            say("'{found}' stands where `after` is due", found=after.text),
            "after",
            after.column,
            say("write `{example}`", example=example),
        )
    return Join(check_name(token.text), line.player(line.name("after", example)))


def _column(line: Line, example: Text) -> Column:
    token = line.take(say("the column is missing"), "column", say("write `{example}`", example=example))
    if token.keyword not in _COLUMNS:
        line.refuse(
            say("'{found}' is no column", found=token.text),
            "column",
            token.column,
            say("columns are pool, mountain and whists: `{example}`", example=example),
        )
    return cast(Column, token.keyword)


def _number(line: Line, example: Text) -> int:
    token = line.take(say("the number is missing"), "number", say("write `{example}`", example=example))
    if not is_number(token.text):
        line.refuse(
            say("'{found}' is no whole number", found=token.text),
            "number",
            token.column,
            say("write `{example}`", example=example),
        )
    return int(token.text.replace("−", "-"))


def _points(line: Line, example: Text) -> Points:
    token = line.take(say("the number is missing"), "number", say("write `{example}`", example=example))
    found = re.fullmatch(_FIGURE, token.text)
    if found is None:
        line.refuse(
            say("'{found}' is no number", found=token.text),
            "number",
            token.column,
            say("write a whole number or a fraction such as 13/2: `{example}`", example=example),
        )
    return exact(Fraction(int(found[1].replace("−", "-")), int(found[2] or 1)))


def _other(line: Line, player: Player, on: Player) -> None:
    if player == on:
        line.refuse(
            say("{player} cannot have whists on himself", player=player),
            "on",
            None,
            say("name the player the whists are written on"),
        )


READERS: Final[Mapping[str, Callable[[Line], Event]]] = {
    "fine": read_fine,
    "paper": read_paper,
    "join": read_join,
}
