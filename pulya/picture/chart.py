"""The balance of each player over the evening, drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pulya.game import Game
from pulya.message import say, say_n
from pulya.picture.course import Closing, Course, Streak, course, ticks
from pulya.picture.lettering import cut, width, wrapped
from pulya.picture.look import FONT, LIGHT, LINES, style
from pulya.picture.plan import Frame, Point
from pulya.picture.svg import escaped, tag
from pulya.terms import Points
from pulya.value import Value
from pulya.view.figures import signed
from pulya.view.page import Page
from pulya.view.sheets import heading
from pulya.view.states import provisional_line

WIDTH: Final = 600
_FRAME: Final = Frame(54, 46, 584, 320)
_LEGEND: Final = 356
_ROW: Final = 20
_COLUMNS: Final = 2  # of the legend
_SIZE: Final = 12
_STEPS: Final = 6
_DASHES: Final = (None, "9 4", "2 3", "12 4 2 4", "5 5")  # so that a print without colours can be read


class _Scale(Value):
    """Places of records and balances in the frame."""

    records: int
    least: Points
    most: Points

    def x(self, record: int) -> int:
        return _FRAME.left + (_FRAME.right - _FRAME.left) * record // max(1, self.records)

    def y(self, balance: Points) -> int:
        high = _FRAME.bottom - _FRAME.top
        return int(_FRAME.top + (self.most - balance) * high // ((self.most - self.least) or 1))


def chart(page: Page, game: Game, *, styled: bool = True) -> str:
    """Return the balances over the records as an SVG file; in a page, which has the rules, it is not ``styled``."""
    run = course(game)
    scale = _Scale(len(run.balances) - 1, *run.reach)
    signs = _LEGEND + _ROW * -(-len(run.names) // _COLUMNS)
    notes_ = signs + _ROW * bool(run.streaks or run.closings)
    notes = wrapped(provisional_line(page, game), WIDTH - 40, _SIZE) if game.still_open else []
    height = notes_ + _ROW * len(notes)
    inside = [
        *([tag("style", style(LIGHT))] if styled else []),
        tag("rect", class_="paper", width=WIDTH, height=height),
        *_title(page, game),
        *(_shade(page, streak, scale) for streak in run.streaks),
        *_axes(scale),
        *(_closing(page, closing, scale) for closing in run.closings),
    ]
    for at, name in enumerate(run.names):
        inside += _line(run, at, name, scale)
    inside += [*_legend(run), *_signs(page, run, signs)]
    for at, line in enumerate(notes):
        inside.append(tag("text", escaped(line), x=20, y=notes_ + _ROW * at + 4, font_size=_SIZE))
    return tag(
        "svg",
        "\n".join(inside),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_label=page.say(say("Balance over the records")),
        font_family=FONT,
        lang=page.language,
    )


def _title(page: Page, game: Game) -> list[str]:
    text = heading(page, game.header, game.records)
    size = next((size for size in (16, 15, 14, 13, 12, 11) if width(text, size) <= WIDTH - 20), 10)
    return [tag("text", escaped(text), x=WIDTH // 2, y=26, font_size=size, text_anchor="middle")]


def _axes(scale: _Scale) -> Iterator[str]:
    """Return the zero line, and lines at round balances and records."""
    for balance in ticks(scale.least, scale.most, _STEPS):
        y = scale.y(balance)
        kind = "grid" if balance else "axis"
        yield tag("path", class_=kind, d=f"M{_FRAME.left} {y}H{_FRAME.right}")
        yield tag(
            "text",
            escaped(signed(balance)),
            class_="faint",
            x=_FRAME.left - 6,
            y=y + 4,
            font_size=11,
            text_anchor="end",
        )
    for record in ticks(0, scale.records, 12):
        x = scale.x(record)
        yield tag("path", class_="grid", d=f"M{x} {_FRAME.bottom}v5")
        yield tag(
            "text",
            str(record),
            class_="faint",
            x=x,
            y=_FRAME.bottom + 18,
            font_size=11,
            text_anchor="middle",
        )


def _shade(page: Page, streak: Streak, scale: _Scale) -> str:
    """Return the band behind raspasy in a row."""
    left, right = scale.x(streak.first - 1), scale.x(streak.last)
    told = say_n("{n} raspasy", "{n} raspasy in a row", streak.deals)
    return tag(
        "rect",
        tag("title", escaped(page.say(told))),
        class_="shade",
        x=left,
        y=_FRAME.top,
        width=right - left,
        height=_FRAME.bottom - _FRAME.top,
        data_streak=f"{streak.first}-{streak.last}",
    )


def told_closing(page: Page, closing: Closing) -> str:
    """Return what was closed where."""
    if closing.player is None:
        return page.say(say("{number}: a race ends", number=closing.record))
    return page.say(say("{number}: {player} closes the pool", number=closing.record, player=closing.player))


def _closing(page: Page, closing: Closing, scale: _Scale) -> str:
    x = scale.x(closing.record)
    return tag(
        "path",
        tag("title", escaped(told_closing(page, closing))),
        class_="end",
        d=f"M{x} {_FRAME.top}V{_FRAME.bottom}",
        data_closing=closing.record,
    )


def _line(run: Course, at: int, name: str, scale: _Scale) -> list[str]:
    """Return the line of a player, from when he sat down; a ring where his pool closed."""
    kind, dash = LINES[at % len(LINES)], _DASHES[at % len(_DASHES)]
    points = {record: now[name] for record, now in enumerate(run.balances) if name in now}
    path = "M" + "L".join(f"{scale.x(record)} {scale.y(points[record])}" for record in points)
    parts = [
        tag("path", tag("title", escaped(name)), class_=kind, d=path, stroke_dasharray=dash, data_line=name)
    ]
    for closing in run.closings:
        if closing.player == name:
            x, y = _spot(scale, closing.record, points[closing.record])
            parts.append(tag("circle", class_=f"{kind}-dot", cx=x, cy=y, r=5))
    return parts


def _spot(scale: _Scale, record: int, balance: Points) -> Point:
    return scale.x(record), scale.y(balance)


def _legend(run: Course) -> list[str]:
    """Return who is which line, with the balance at the end."""
    parts: list[str] = []
    wide = (WIDTH - 40) // _COLUMNS
    for at, name in enumerate(run.names):
        x, y = 20 + wide * (at % _COLUMNS), _LEGEND + _ROW * (at // _COLUMNS)
        last = signed(run.balances[-1].get(name, 0))
        room = wide - 48 - width(last, _SIZE, bold=True)
        shown = cut(name, [other for other in run.names if other != name], room, _SIZE)
        parts += [
            tag(
                "path",
                class_=LINES[at % len(LINES)],
                d=f"M{x} {y}h26",
                stroke_dasharray=_DASHES[at % len(_DASHES)],
            ),
            tag(
                "text",
                f"{escaped(shown)} ",
                tag("tspan", escaped(last), font_weight="bold"),
                x=x + 34,
                y=y + 4,
                font_size=_SIZE,
                data_name=name,
                data_balance=run.balances[-1].get(name, 0),
            ),
        ]
    return parts


def _signs(page: Page, run: Course, y: int) -> list[str]:
    """Return what the marks mean."""
    x = 20
    parts: list[str] = []
    if run.streaks:
        said = page.say(say("raspasy"))
        parts += [
            tag("rect", class_="shade", x=x, y=y - 7, width=26, height=14),
            tag("text", escaped(said), class_="faint", x=x + 34, y=y + 4, font_size=11),
        ]
        x += 60 + width(said, 11)
    if run.closings:
        said = page.say(say("pool closed")) if run.closings[0].player else page.say(say("a race ends"))
        parts += [
            tag("path", class_="end", d=f"M{x + 13} {y - 8}v16"),
            tag("text", escaped(said), class_="faint", x=x + 34, y=y + 4, font_size=11),
        ]
    return parts
