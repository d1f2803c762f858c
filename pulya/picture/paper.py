"""The sheet drawn as players write it: sectors around the table, figures struck out as they are overtaken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pulya.game import Game
from pulya.message import say
from pulya.picture.contents import Contents, contents
from pulya.picture.ledger import ledger
from pulya.picture.lettering import cut, line_height, width, wrapped
from pulya.picture.look import FONT, LIGHT, style
from pulya.picture.pen import Pen
from pulya.picture.plan import SEATS, Frame, sectors
from pulya.picture.svg import escaped, tag
from pulya.view.page import Page

WIDTH: Final = 600
HEIGHT: Final = 849  # A4 on end
MARGIN: Final = 34
_TOP: Final = 82
_ROW: Final = 19  # of the checklist, and of a line of notes
_NOTE: Final = 12
_NOTES: Final = 7  # lines at most; the page has them all


def picture(page: Page, game: Game, seal: str | None = None) -> str:
    """Return the sheet as an SVG file."""
    return drawing(page, contents(page, game, seal))


def drawing(page: Page, sheet: Contents, *, styled: bool = True, linked: bool = False) -> str:
    """Return a sheet, begun or empty, as an SVG file.

    In a page it is not ``styled``, for the page has the rules; ``linked`` figures lead to their record there.
    """
    notes = [line for note in sheet.notes for line in wrapped(note, WIDTH - 2 * MARGIN, _NOTE)]
    if len(notes) > _NOTES:
        notes = [*notes[: _NOTES - 1], "…"]
    below = _ROW * len(notes) + (_ROW * len(sheet.checklist) + 10 if sheet.checklist else 0)
    frame = Frame(MARGIN, _TOP, WIDTH - MARGIN, HEIGHT - 68 - below)
    pen = Pen(page, sheet, linked=linked)
    inside = [
        *([tag("style", style(LIGHT))] if styled else []),
        tag("rect", class_="paper", width=WIDTH, height=HEIGHT),
    ]
    inside += _heading(sheet.heading)
    if sheet.teams:
        inside += ledger(pen, frame)
    else:
        plan = sectors(frame, len(sheet.people))
        for at, (person, sector) in enumerate(zip(sheet.people, plan, strict=True)):
            inside += pen.sector(at, person, sector)
        inside += [pen.outline(sector) for sector in plan]
        inside += _centre(sheet, frame)
    inside += _below(pen, sheet, notes, frame.bottom + 34)
    return tag(
        "svg",
        "\n".join(inside),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="group" if linked else "img",  # what is inside an image is not read aloud
        aria_label=sheet.heading,
        font_family=FONT,
        lang=page.language,
    )


def _centre(sheet: Contents, frame: Frame) -> list[str]:
    """Return the target in the middle of the table."""
    if not sheet.target or len(sheet.people) not in SEATS:
        return []
    x, y = frame.centre
    size = 28 if len(sheet.target) < len("1000") else 18
    bold = {"font_size": size, "font_weight": "bold", "text_anchor": "middle"}
    return [tag("text", escaped(sheet.target), x=x, y=y + size // 3, **bold)]


def _heading(text: str) -> list[str]:
    """Return the heading in one line, or in two smaller ones."""
    room_ = WIDTH - 2 * MARGIN
    size = next((size for size in (18, 17, 16, 15, 14) if width(text, size) <= room_), 13)
    first, rest = text, ""
    while width(first, size) > room_ and ", " in first:
        first, _, last = first.rpartition(", ")
        rest = f"{last}, {rest}".removesuffix(", ")
    return [
        tag(
            "text",
            escaped(line),
            x=WIDTH // 2,
            y=30 + at * line_height(size),
            font_size=size,
            text_anchor="middle",
        )
        for at, line in enumerate((first, rest))
        if line
    ]


def _below(pen: Pen, sheet: Contents, notes: Sequence[str], y: int) -> list[str]:
    """Return what stands under the sheet: the checklist, races and bombs, what the marks mean, the seal."""
    parts: list[str] = []
    if sheet.checklist:
        parts += _boxes(sheet.checklist, y)
        y += _ROW * len(sheet.checklist) + 10
    for note in notes:
        parts.append(tag("text", escaped(note), x=MARGIN, y=y + 14, font_size=_NOTE))
        y += _ROW
    y = HEIGHT - 12
    if signs := pen.signs():
        parts.append(tag("text", escaped(" · ".join(signs)), class_="faint", x=MARGIN, y=y, font_size=10))
    if sheet.seal is not None:
        said = pen.page.say(say("seal {seal}", seal=sheet.seal))
        parts.append(
            tag(
                "text",
                escaped(said),
                x=WIDTH - MARGIN,
                y=y,
                font_size=12,
                text_anchor="end",
                data_seal=sheet.seal,
            )
        )
    return parts


def _boxes(rows: Sequence[Sequence[str]], top: int) -> list[str]:
    """Return the checklist as a grid, a row for each player; above the suits of a level the level."""
    first = 120
    wide = (WIDTH - 2 * MARGIN - first) // (len(rows[0]) - 1)
    levels, suits, *marks = rows
    starts = [at for at, level in enumerate(levels) if level]
    names = [row[0] for row in marks]
    parts: list[str] = []

    def write(text: str, y: int, start: int, end: int, kind: str | None) -> None:
        """Add a text in the middle of some columns."""
        room = wide * (end - start)
        size = next((size for size in (12, 11, 10, 9, 8) if width(text, size) <= room - 2), 7)
        x = MARGIN + first + (start - 1) * wide + room // 2
        parts.append(
            tag("text", escaped(text), class_=kind, font_size=size, x=x, y=y + 14, text_anchor="middle")
        )

    for start, end in zip(starts, [*starts[1:], len(levels)], strict=True):
        write(levels[start], top if suits[start] else top + _ROW, start, end, "faint")
    for at, suit in enumerate(suits):
        if suit:
            write(suit, top + _ROW, at, at + 1, "faint")
    for down, (name, *boxes) in enumerate(marks, start=2):
        y = top + down * _ROW
        shown = cut(name, [other for other in names if other != name], first - 8, 12)
        parts.append(tag("text", escaped(shown), x=MARGIN, y=y + 14, font_size=12))
        for at, box in enumerate(boxes, start=1):
            x = MARGIN + first + (at - 1) * wide
            parts.append(tag("rect", class_="box", x=x, y=y, width=wide, height=_ROW))
            write(box.replace("x", "✕").replace("·", ""), y, at, at + 1, None)
    return parts
