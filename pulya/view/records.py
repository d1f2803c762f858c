"""Records and the reasons of their writes, for people."""

from collections.abc import Sequence

from pulya.catalog import Resolved
from pulya.game import Ruled
from pulya.message import say
from pulya.notation.write import write
from pulya.record import Entry
from pulya.sheet import Place
from pulya.terms import Points, exact
from pulya.view.figures import mixed, signed
from pulya.view.page import COLUMNS, Page
from pulya.view.reasons import reason
from pulya.write import Write


def record_text(page: Page, ruled: Ruled, resolved: Resolved | None = None) -> str:
    """Return a record with its writes, each with its formula and its rule."""
    return "\n".join(
        [_record_line(page, ruled), *write_lines(page, ruled.writes, resolved), *range_lines(page, ruled)]
    )


def range_lines(page: Page, ruled: Ruled) -> list[str]:
    """Return what the split that is not known can change, one cell a line."""
    return [
        "     "
        + page.say(
            say(
                "open: {cell}",
                cell=cell_heading(
                    page,
                    one.place,
                    page.say(say("{least} to {most}", least=mixed(one.least), most=mixed(one.most))),
                ),
            )
        )
        for one in ruled.ranges
    ]


def _record_line(page: Page, ruled: Ruled) -> str:
    """Return the number and the text of a record, and what became of it."""
    line = f"{ruled.item.number:>3}  {ruled.item.text}"
    if ruled.struck_by is not None:
        line += "  " + page.say(say("[struck out by {number}]", number=ruled.struck_by))
    elif ruled.fixed_by is not None:
        line += "  " + page.say(say("[read as in {number}]", number=ruled.fixed_by))
    if ruled.ranges:
        line += "  " + page.say(say("[open]"))
    return line


def write_lines(page: Page, writes: Sequence[Write], resolved: Resolved | None = None) -> list[str]:
    """Return the writes, one a line, aligned."""
    cells = [
        (
            page.say(COLUMNS[write.column]),
            whose(page, write),
            mixed(write.points),
            page.say(reason(write.formula)),
            _rule(write.rule, resolved),
        )
        for write in writes
    ]
    wide = [max((len(cell[at]) for cell in cells), default=0) for at in range(4)]
    return [
        f"     {column:<{wide[0]}}  {whose:<{wide[1]}}  {points:>{wide[2]}}  = {why:<{wide[3]}}  {rule}".rstrip()
        for column, whose, points, why, rule in cells
    ]


def whose(page: Page, cell: Write | Place) -> str:
    """Return whose cell a write stands in."""
    if cell.column == "column":
        return page.say(say("{player}'s pair", player=cell.player))
    if cell.on is None:
        return cell.player
    return page.say(say("{player} on {other}", player=cell.player, other=cell.on))


def _rule(path: str, resolved: Resolved | None) -> str:
    """Return the key that ordered a write and, where known, the file and line it was set in."""
    origin = resolved.origin(path) if resolved else None
    if origin is None:
        return path
    file = origin.file.replace("\\", "/").rpartition("/")[2]
    return f"{path} ({file}:{origin.line})" if origin.line else f"{path} ({file})"


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
                    _reading(page, one),
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


def _reading(page: Page, ruled: Ruled) -> str:
    """Return a record as it counts, without time and note."""
    assert ruled.record is not None  # only what stands writes
    return write(Entry(ruled.record), page.language)
