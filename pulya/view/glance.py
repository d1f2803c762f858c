"""A record and the sheet as a live table looks at them: everything in one glance, on a small screen."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from textwrap import wrap

from pulya.game import Game
from pulya.message import say
from pulya.ruled import Ruled
from pulya.sheet import Place
from pulya.terms import Player, exact
from pulya.view.figures import signed
from pulya.view.money import signed_sum, unit
from pulya.view.names import beginnings
from pulya.view.page import COLUMNS, Page, with_room_for_marks
from pulya.view.reasons import reason
from pulya.view.records import range_lines, whose
from pulya.view.sheets import sheet_rows
from pulya.view.states import balances_line
from pulya.write import Write


def glance_lines(page: Page, ruled: Ruled, most: int) -> list[str]:
    """Return a record and its writes: who, column, how much and why, in no more than ``most`` lines of writes.

    Where there are more, those of a cell stand together; and where these are too many, the last are left out.
    """
    item = ruled.item
    grouped = [[write] for write in ruled.writes]
    if len(grouped) > most:
        cells_of: dict[tuple[str, ...], list[Write]] = {}
        for write in ruled.writes:
            cells_of.setdefault((write.player, write.column, write.on or ""), []).append(write)
        grouped = list(cells_of.values())
    cells = [
        (
            whose(page, writes[0]),
            page.say(COLUMNS[writes[0].column]),
            signed(exact(sum(write.points for write in writes))),
            "; ".join(page.say(reason(write.formula)) for write in writes),
        )
        for writes in grouped
    ]
    wide = [max((len(cell[at]) for cell in cells), default=0) for at in range(3)]
    lines = [
        f"     {who:<{wide[0]}}  {column:<{wide[1]}}  {points:>{wide[2]}}  {why}"
        for who, column, points, why in cells
    ]
    if len(lines) > most:
        left = say("     … and {count} more, which `why` shows", count=len(lines) - most + 1)
        lines = [*lines[: most - 1], page.say(left)]
    return [f"{item.number:>3}  {item.text}", *lines, *range_lines(page, ruled)]


def glance_sheet(page: Page, game: Game, width: int, provisional: Container[Place] = ()) -> str:
    """Return the sheet with balances and money beside it, in so many columns of a screen.

    Where it is too wide, the names above the columns are shortened, and then the money gets a line of its own.
    """
    short = beginnings(game.sheet.players)
    for names, with_money in (({}, True), (short, True), (short, False)):
        table = _table(page, game, names, provisional, with_money=with_money)
        if max(map(len, table.split("\n"))) <= width:
            break
    if with_money:
        return table
    return "\n".join(
        [table, *(part for line in balances_line(page, game).split("\n") for part in wrap(line, width))]
    )


def _table(
    page: Page, game: Game, names: Mapping[Player, str], provisional: Container[Place], *, with_money: bool
) -> str:
    headers, *rows = with_room_for_marks(sheet_rows(page, game.sheet, names, provisional))
    if with_money:
        header, results = game.header, game.results
        headers.append(page.say(say("balance")))
        rows = [[*row, signed(one.balance)] for row, one in zip(rows, results, strict=True)]
        if header.stake is not None:
            headers.append(unit(page, header))
            rows = [[*row, signed_sum(header, one.coins)] for row, one in zip(rows, results, strict=True)]
    return "\n".join(_aligned([headers, *rows]))


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines: the first column to the left, figures to the right, as narrow as they can be."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, wide, strict=True))
        )
        for row in rows
    ]
