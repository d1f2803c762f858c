"""The ledger of pairs: a column for each team, one sum under another."""

from __future__ import annotations

from typing import Final

from pulya.picture.flow import Piece
from pulya.picture.history import Mark, standing
from pulya.picture.lettering import line_height, width
from pulya.picture.pen import Pen, figure_text
from pulya.picture.plan import Frame
from pulya.picture.svg import escaped, tag
from pulya.sheet import Place
from pulya.terms import Player

_NAMES: Final = (18, 16, 14, 12, 10)
_HEAD: Final = 54  # for the names above the line
_FOOT: Final = 46  # for the sum below it
_SIZES: Final = (18, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
_SUM: Final = 24  # the size of the sum
_GAP: Final = 13  # between two columns of sums
_SIGN: Final = 20  # for the dealer's mark


def ledger(pen: Pen, frame: Frame) -> list[str]:
    """Return the two columns with their names above and the sums below."""
    middle = (frame.left + frame.right) // 2
    parts = [
        tag("path", class_="sector", d=f"M{frame.left} {y}H{frame.right}")
        for y in (frame.top + _HEAD, frame.bottom - _FOOT)
    ]
    parts.append(tag("path", class_="sector", d=f"M{middle} {frame.top}V{frame.bottom}"))
    for team, (left, right) in zip(
        pen.sheet.teams, ((frame.left, middle), (middle, frame.right)), strict=True
    ):
        parts += _column(pen, team, Frame(left, frame.top, right, frame.bottom))
    return parts


def _column(pen: Pen, team: tuple[Player, Player], frame: Frame) -> list[str]:
    place = Place(team[0], "column")
    marks = pen.sheet.figures.get(place, ())
    stands = standing(marks)
    parts = _names(pen, team, frame)
    if stands is not None:
        piece = Piece(figure_text(stands), _SUM, bold=True)
        x = (frame.left + frame.right - piece.width) // 2
        parts.append(pen.figure(place, stands, (x, frame.bottom - 14), piece, stands=True))
    return parts + _rows(pen, place, [mark for mark in marks if mark is not stands], frame)


def _rows(pen: Pen, place: Place, marks: list[Mark], frame: Frame) -> list[str]:
    """Return the sums that are overtaken one under another, in as many columns as they need."""
    top, high = frame.top + _HEAD + 6, frame.bottom - frame.top - _HEAD - _FOOT - 12
    wide = frame.right - frame.left
    size = next(
        (size for size in _SIZES if _columns(marks, size, high) <= _room_for(marks, size, wide)), _SIZES[-1]
    )
    rows = high // line_height(size)
    shown = marks[-rows * max(1, _room_for(marks, size, wide)) :]  # the oldest are left out if they must
    columns = _columns(shown, size, high)
    longest = _longest(marks, size)
    parts = []
    for at, mark in enumerate(shown):
        piece = _overtaken(mark, size)
        across, down = divmod(at, rows)
        x = frame.left + wide * (2 * across + 1) // (2 * columns) + longest // 2 - piece.width
        y = top + down * line_height(size) + size
        parts.append(pen.figure(place, mark, (x, y), piece, stands=False))
    return parts


def _overtaken(mark: Mark, size: int) -> Piece:
    return Piece(f"{figure_text(mark)}.", size)


def _longest(marks: list[Mark], size: int) -> int:
    return max((_overtaken(mark, size).width for mark in marks), default=1)


def _columns(marks: list[Mark], size: int, high: int) -> int:
    """Return how many columns these sums need."""
    return max(1, -(-len(marks) // (high // line_height(size))))


def _room_for(marks: list[Mark], size: int, wide: int) -> int:
    """Return how many columns there is room for."""
    return (wide - _GAP) // (_longest(marks, size) + _GAP)


def _names(pen: Pen, team: tuple[Player, Player], frame: Frame) -> list[str]:
    """Return the names of a team above its column, one below another, the dealer marked."""
    room = frame.right - frame.left - 24 - _SIGN
    size = next(
        (size for size in _NAMES if all(width(name, size, bold=True) <= room for name in team)), _NAMES[-1]
    )
    dealer = next((person.name for person in pen.sheet.people if person.deals), None)
    return [
        tag(
            "text",
            *([pen.dealer()] if name == dealer else []),
            escaped(name),
            x=(frame.left + frame.right) // 2,
            y=frame.top + (at + 1) * line_height(size),
            font_size=size,
            font_weight="bold",
            text_anchor="middle",
            data_name=name,
        )
        for at, name in enumerate(team)
    ]
