"""The balances over the evening in letters, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pulya.game import Game
from pulya.message import say
from pulya.picture.chart import told_closing
from pulya.picture.course import Course, course, ticks
from pulya.terms import Points
from pulya.view.figures import signed
from pulya.view.page import Page

SIGNS: Final = "●■▲◆★"  # of the players
_ZERO: Final = "─"
_STREAK: Final = "▒"
_CLOSED: Final = "┴"
_ROWS: Final = 15
_STEPS: Final = 5


def terminal_chart(page: Page, game: Game, columns: int) -> str:
    """Return the chart at most so many columns wide, a sign for each player."""
    run = course(game)
    least, most = run.reach
    labels = {_row(balance, least, most): signed(balance) for balance in ticks(least, most, _STEPS)}
    margin = max(map(len, labels.values()))
    wide = max(1, min(columns - margin - 2, _widest(run)))
    canvas = _canvas(run, wide)
    lines = [
        f"{labels.get(row, ''):>{margin}} {'┼' if row == _row(0, least, most) else '│'}{''.join(canvas[row])}".rstrip()
        for row in range(_ROWS)
    ]
    lines.append(" " * (margin + 1) + "└" + _marks(run, wide))
    lines.append(" " * (margin + 2) + _numbers(len(run.balances) - 1, wide))
    return "\n".join([*lines, "", *_legend(page, run)])


def _widest(run: Course) -> int:
    """Return the columns that a short evening needs: some for each record."""
    return 1 + 6 * max(1, len(run.balances) - 1)


def _row(balance: Points, least: Points, most: Points) -> int:
    """Return the line of a balance, from the top; the nearest one."""
    return int((2 * (most - balance) * (_ROWS - 1) + (most - least)) // (2 * ((most - least) or 1)))


def _canvas(run: Course, wide: int) -> list[list[str]]:
    """Return the letters of the chart; where two players meet, the one on the right of the other shows."""
    least, most = run.reach
    canvas = [[" "] * wide for _ in range(_ROWS)]
    canvas[_row(0, least, most)] = [_ZERO] * wide
    records = len(run.balances) - 1
    for sign, name in zip(_signs(run.names), run.names, strict=True):
        before: int | None = None
        for column in range(wide):
            now = run.balances[_record(column, wide, records)]
            if name not in now:
                continue
            row = _row(now[name], least, most)
            for between in _steps(before, row):
                if canvas[between][column] in {" ", _ZERO}:
                    canvas[between][column] = "·"
            canvas[row][column] = sign
            before = row
    return canvas


def _steps(before: int | None, row: int) -> range:
    """Return the lines that a step passes."""
    if before is None:
        return range(0)
    return range(before + 1, row) if before < row else range(row + 1, before)


def _record(column: int, wide: int, records: int) -> int:
    return column * records // max(1, wide - 1)


def _column(record: int, wide: int, records: int) -> int:
    return -(-record * (wide - 1) // max(1, records))


def _signs(names: Sequence[str]) -> list[str]:
    return [SIGNS[at % len(SIGNS)] for at in range(len(names))]


def _marks(run: Course, wide: int) -> str:
    """Return the line under the chart with raspasy and closings."""
    records = len(run.balances) - 1
    line = [_ZERO] * wide
    for streak in run.streaks:
        for column in range(_column(streak.first, wide, records), _column(streak.last, wide, records) + 1):
            line[column] = _STREAK
    for closing in run.closings:
        line[_column(closing.record, wide, records)] = _CLOSED
    return "".join(line)


def _numbers(records: int, wide: int) -> str:
    """Return the numbers of some records under their columns."""
    line = ""
    for record in ticks(0, records, max(1, wide // 6)):
        at = _column(record, wide, records)
        if at > len(line) or not line:
            line = f"{line:<{at}}{record}"
    return line


def _legend(page: Page, run: Course) -> list[str]:
    last: Mapping[str, Points] = run.balances[-1]
    wide = max(map(len, run.names))
    sums = {name: signed(last.get(name, 0)) for name in run.names}
    high = max(map(len, sums.values()))
    lines = [
        f"{sign} {name:<{wide}}  {sums[name]:>{high}}"
        for sign, name in zip(_signs(run.names), run.names, strict=True)
    ]
    if run.streaks:
        lines.append(f"{_STREAK} {page.say(say('raspasy'))}")
    return lines + [f"{_CLOSED} {told_closing(page, closing)}" for closing in run.closings]
