"""What was written into each cell one after another, as it stands on paper.

A correction does not rub out: the figures it makes wrong stay there, crossed, and the right one is written
behind them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pulya.adding import add_up
from pulya.errors import RecordError
from pulya.game import Game
from pulya.provisional import open_cells, other_games
from pulya.record import Fix, Record, Undo
from pulya.replay import replay
from pulya.sheet import Place, place_of, places, seat
from pulya.terms import Points
from pulya.value import Value
from pulya.write import Write

OPENING = 0  # the record number of what stood on the sheet before the first deal


class Mark(Value):
    """A figure as it was written: the sum after a record, not what the record added.

    ``writes`` made it; they are empty for the opening sheet and for a figure that a correction set right.
    ``read`` is the record as it was read then, a fixed one as it was before.
    """

    points: Points
    record: int
    writes: tuple[Write, ...] = ()
    crossed_by: int | None = None  # the correction that made it wrong
    is_provisional: bool = False  # an open record could make it another one
    read: Record | None = None


History: TypeAlias = Mapping[Place, Sequence[Mark]]


class _Stage(Value):
    """The game as it was known at some record: each cell's figure and writes, after every record."""

    figures: Mapping[Place, list[Points]]  # the first is the opening
    writes: Sequence[Mapping[Place, tuple[Write, ...]]]


def history(game: Game) -> dict[Place, list[Mark]]:
    """Return the figures of every cell in the order they were written.

    The last one that is not crossed stands; it is the figure of the sheet.  A cell never written is empty; where an open
    record could have written there is a nought.
    """
    items = [one.item for one in game.ruled]
    cells = places(game.sheet)
    opening = seat(game.header.opening, game.table.everyone)
    marks = {
        place: [Mark(place.figure(opening), OPENING)] if place.figure(opening) else [] for place in cells
    }
    corrections = [at for at, item in enumerate(items) if isinstance(item.record, Undo | Fix)]
    start = 0
    for end in (*corrections, len(items)):
        known = game if end == len(items) else replay(game.header, items[:end], _ignore)
        stage = _stage(known, cells, game)
        if start:
            _correct(marks, stage, known, start)
        for number in range(start + 1, end + 1):
            for place, writes in stage.writes[number - 1].items():
                read = known.ruled[number - 1].record
                marks[place].append(Mark(stage.figures[place][number], number, writes, read=read))
        start = end + 1
    if game.still_open:
        _doubt(marks, game)
    return marks


def standing(marks: Sequence[Mark]) -> Mark | None:
    """Return the figure that stands, ``None`` in an empty cell."""
    return next((mark for mark in reversed(marks) if mark.crossed_by is None), None)


def _ignore(_error: RecordError) -> None:
    """Leave out a record that only a later fix makes possible."""


def _stage(known: Game, cells: Sequence[Place], final: Game) -> _Stage:
    sheet = seat(final.header.opening, final.table.everyone)
    figures = {place: [place.figure(sheet)] for place in cells}
    by_record: list[Mapping[Place, tuple[Write, ...]]] = []
    for one in known.ruled:
        written: dict[Place, tuple[Write, ...]] = {}
        for write in one.writes:
            place = place_of(write)
            written[place] = (*written.get(place, ()), write)
        sheet = add_up(sheet, one.writes)
        by_record.append(written)
        for place in cells:
            figures[place].append(place.figure(sheet))
    return _Stage(figures, by_record)


def _doubt(marks: dict[Place, list[Mark]], game: Game) -> None:
    """Mark the figures that are provisional: of the one that stands it is what it comes to at the end that counts."""
    opened = open_cells(game)
    for place, number in opened.items():
        if not marks[place]:
            marks[place].append(Mark(0, number, read=game.ruled[number - 1].record))
    items = [one.item for one in game.ruled]
    others = [_stage(other, tuple(marks), game).figures for other in other_games(game, items)]
    for place, row in marks.items():
        first = opened.get(place, game.records + 1)
        last = standing(row)
        for at, mark in enumerate(row):
            end = game.records if mark is last else mark.record
            moved = any(figures[place][end] != mark.points for figures in others)
            if mark.crossed_by is None and (moved or first <= end):
                row[at] = mark._replace(is_provisional=True)


def _correct(marks: dict[Place, list[Mark]], stage: _Stage, known: Game, by: int) -> None:
    """Cross what correction ``by`` made wrong and write what is right behind it."""
    for place, row in marks.items():
        for at, mark in enumerate(row):
            if mark.crossed_by is not None or mark.record == OPENING:
                continue
            writes = stage.writes[mark.record - 1].get(place, ())
            corrected = not mark.writes and known.ruled[mark.record - 1].struck_by is None
            right = stage.figures[place][mark.record] == mark.points and (writes or corrected)
            read = known.ruled[mark.record - 1].record or mark.read
            row[at] = mark._replace(writes=writes, read=read) if right else mark._replace(crossed_by=by)
        now = stage.figures[place][by]
        last = row[-1] if row else Mark(0, OPENING)
        if last.crossed_by is not None or last.points != now:
            row.append(Mark(now, by, read=known.ruled[by - 1].item.record))
