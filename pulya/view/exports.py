"""The sheet for spreadsheets: comma- and tab-separated, with stable English columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pulya.sheet import Sheet, team_name
from pulya.view.figures import json_number

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would compute
_NUMBER: Final = re.compile(r"-?[0-9]+(/[0-9]+)?")


def sheet_cells(sheet: Sheet) -> list[list[str]]:
    """Return the sheet with a heading row: numbers as in JSON, nothing where a player meets himself."""
    if sheet.teams:
        teams = [[team_name(team), str(json_number(sheet.columns[team[0]]))] for team in sheet.teams]
        return [["team", "points"], *teams]
    found = [["player", "pool", "mountain", *(f"on {player}" for player in sheet.players)]]
    for player in sheet.players:
        whists = sheet.whists[player]
        figures = (
            sheet.pool[player],
            sheet.mountain[player],
            *(whists.get(other) for other in sheet.players),
        )
        found.append([player, *("" if one is None else str(json_number(one)) for one in figures)])
    return found


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """Return rows separated by commas; no cell is taken for a formula."""
    return "\n".join(",".join(_quoted(plain(cell)) for cell in row) for row in rows)


def tsv_text(rows: Iterable[Sequence[str]]) -> str:
    """Return rows separated by tabs; no cell is taken for a formula, and no cell holds a tab."""
    return "\n".join("\t".join(" ".join(plain(cell).split()) for cell in row) for row in rows)


def plain(cell: str) -> str:
    """Return a cell that a spreadsheet reads as text, or as the number it is."""
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def _quoted(cell: str) -> str:
    if any(letter in cell for letter in ',"\n\r'):
        return '"' + cell.replace('"', '""') + '"'
    return cell
