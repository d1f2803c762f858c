"""Records and the reasons of their writes, for people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from pulya.catalog import Resolved
from pulya.game import Game
from pulya.message import Text, say
from pulya.notation.write import write
from pulya.record import Entry
from pulya.ruled import Ruled
from pulya.sheet import Place
from pulya.terms import Points, exact
from pulya.value import Value
from pulya.view.figures import mixed, signed
from pulya.view.page import COLUMNS, Page
from pulya.view.reasons import reason
from pulya.write import Write

_DEEP: Final = " " * 5  # what belongs to a record stands below its text


class Told(Value):
    """All there is to tell of a record, whoever lays it out.

    ``text`` is the reading that counts, and ``was`` what a fixed one said before.  Each of ``writes`` has its column,
    whose it is, the points, the formula and the rule.
    """

    number: int
    text: str
    struck: bool
    marks: Sequence[str]
    was: str | None
    writes: Sequence[tuple[str, str, str, str, str]]
    ranges: Sequence[str]  # what an open one can change
    notes: Sequence[str]  # what is unusual in it


def told(page: Page, game: Game, ruled: Ruled, resolved: Resolved | None = None) -> Told:
    """Return what there is to tell of a record; ``resolved`` adds the places of its rules.

    It has notes where the game is `noted`.
    """
    item = ruled.item
    text, was, marks = item.text, None, []
    if ruled.struck_by is not None:
        marks.append(page.say(say("[struck out by {number}]", number=_stamped(game, ruled.struck_by))))
    elif ruled.fixed_by is not None and ruled.record is not None:
        fix = game.ruled[ruled.fixed_by - 1].item.entry
        text, was = write(Entry(ruled.record, note=fix.note), page.language), item.text
        marks.append(page.say(say("[read as in {number}]", number=_stamped(game, ruled.fixed_by))))
    if ruled.ranges:
        marks.append(page.say(say("[open]")))
    return Told(
        item.number,
        text,
        ruled.struck_by is not None,
        marks,
        None if was is None else page.say(say("was: {text}", text=was)),
        write_rows(page, ruled.writes, resolved),
        _range_lines(page, ruled),
        [page.say(say("note: {warning}", warning=page.say(warning))) for warning in ruled.warnings],
    )


def record_text(page: Page, game: Game, ruled: Ruled, resolved: Resolved | None = None) -> str:
    """Return a record with its writes, each with its formula and its rule."""
    return _laid_out(told(page, game, ruled, resolved)._replace(notes=()))


def log_text(page: Page, game: Game, ruled: Ruled) -> str:
    """Return a record with its writes and what is unusual in it."""
    return _laid_out(told(page, game, ruled))


def _laid_out(record: Told) -> str:
    """Return what is told of a record as lines; below the first they stand deeper."""
    was = [] if record.was is None else [f"{_DEEP}{record.was}"]
    rest = [f"{_DEEP}{line}" for line in (*record.ranges, *record.notes)]
    head = "  ".join([f"{record.number:>3}", record.text, *record.marks])
    return "\n".join([head, *was, *_aligned(record.writes), *rest])


def range_lines(page: Page, ruled: Ruled) -> list[str]:
    """Return what the split that is not known can change, one cell a line below its record."""
    return [f"{_DEEP}{line}" for line in _range_lines(page, ruled)]


def _range_lines(page: Page, ruled: Ruled) -> list[str]:
    """Return what the split that is not known can change, one cell a line."""
    spans = [
        (one.place, say("{least} to {most}", least=mixed(one.least), most=mixed(one.most)))
        for one in ruled.ranges
    ]
    return [
        page.say(say("open: {cell}", cell=cell_heading(page, place, page.say(span)))) for place, span in spans
    ]


def _stamped(game: Game, number: int) -> str:
    """Return the number of a correction with the time it was written at, where there is one."""
    time = game.ruled[number - 1].item.time
    return f"{number}, {time}" if time else str(number)


def _aligned(rows: Sequence[tuple[str, str, str, str, str]]) -> list[str]:
    """Return the writes, one a line, aligned."""
    wide = [max((len(row[at]) for row in rows), default=0) for at in range(4)]
    return [
        f"{_DEEP}{column:<{wide[0]}}  {whose:<{wide[1]}}  {points:>{wide[2]}}  = {why:<{wide[3]}}  {rule}".rstrip()
        for column, whose, points, why, rule in rows
    ]


def write_rows(
    page: Page, writes: Sequence[Write], resolved: Resolved | None = None
) -> list[tuple[str, str, str, str, str]]:
    """Return the column, the owner, the points, the formula and the rule of each write."""
    return [
        (
            page.say(COLUMNS[write.column]),
            whose(page, write),
            mixed(write.points),
            page.say(reason(write.formula)),
            _rule(write.rule, resolved),
        )
        for write in writes
    ]


def whose(page: Page, cell: Write | Place) -> str:
    """Return whose cell a write stands in."""
    return page.say(cell_of(cell))


def cell_of(cell: Write | Place) -> Text | str:
    """Return whose cell a write stands in, to be said."""
    if cell.column == "column":
        return say("{player}'s pair", player=cell.player)
    if cell.on is None:
        return cell.player
    return say("{player} on {other}", player=cell.player, other=cell.on)


def _rule(path: str, resolved: Resolved | None) -> str:
    """Return the key that ordered a write and, where known, the file and line it was set in."""
    origin = resolved.origin(path) if resolved else None
    if origin is None:
        return path
    file = origin.file.replace("\\", "/").rpartition("/")[2]
    return f"{path} ({file}:{origin.line})" if origin.line else f"{path} ({file})"


def rules_shown(paths: Sequence[str], resolved: Resolved) -> str:
    """Return keys and where they were set; a place that the next key shares is said once."""
    following = [resolved.origin(path) for path in paths[1:]]
    return ", ".join(
        path if resolved.origin(path) == after else _rule(path, resolved)
        for path, after in zip_longest(paths, following)
    )


def cell_heading(page: Page, place: Place, figure: str) -> str:
    """Return one line about a cell: whose it is, and what stands in it."""
    column = page.say(COLUMNS[place.column])
    return page.say(
        say("{column}, {whose}: {figure}", column=column, whose=whose(page, place), figure=figure)
    )


def cell_table(
    page: Page, ruled: Sequence[Ruled], opening: Points, picked: Sequence[Sequence[Write]], resolved: Resolved
) -> str:
    """Return every write behind one cell with the running sum."""
    rows: list[list[str]] = []
    running = opening
    if opening:
        rows.append(["", page.say(say("opening sheet")), mixed(opening), mixed(running), "", ""])
    for one, writes in zip(ruled, picked, strict=True):
        for entry in writes:
            running = exact(running + entry.points)
            rows.append(
                [
                    str(one.item.number),
                    reading(page, one),
                    signed(entry.points),
                    mixed(running),
                    page.say(reason(entry.formula)),
                    _rule(entry.rule, resolved),
                ]
            )
    headers = [
        "",
        page.say(say("record")),
        page.say(say("writes")),
        page.say(say("makes")),
        page.say(say("formula")),
        page.say(say("rule")),
    ]
    return page.table(rows, headers, align="rlrrll")


def reading(page: Page, ruled: Ruled) -> str:
    """Return a record as it counts, without time and note."""
    assert ruled.record is not None  # only what stands writes
    return write(Entry(ruled.record), page.language)
