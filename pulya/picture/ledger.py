"""The ledger of pairs: a column for each team, one sum under another."""

from typing import Final

from pulya.picture.flow import Piece
from pulya.picture.history import Mark, standing
from pulya.picture.lettering import line_height, width
from pulya.picture.pen import Pen
from pulya.picture.plan import Frame
from pulya.picture.svg import escaped, tag
from pulya.sheet import Place
from pulya.terms import Player
from pulya.view.figures import mixed

_NAMES: Final = (18, 16, 14, 12, 10)
_HEAD: Final = 54  # for the names above the line
_FOOT: Final = 46  # for the sum below it
_SIZES: Final = (18, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
_SUM: Final = 24  # the size of the sum
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
        piece = Piece(mixed(stands.points), _SUM, bold=True)
        x = (frame.left + frame.right - piece.width) // 2
        parts.append(pen.figure(place, stands, (x, frame.bottom - 14), piece, stands=True))
    return parts + _rows(pen, place, [mark for mark in marks if mark is not stands], frame)


def _rows(pen: Pen, place: Place, marks: list[Mark], frame: Frame) -> list[str]:
    """Return the sums that are overtaken one under another, in as many columns as they need."""
    top, high, wide = (
        frame.top + _HEAD + 6,
        frame.bottom - frame.top - _HEAD - _FOOT - 12,
        frame.right - frame.left,
    )
    for size in _SIZES:
        pieces = [Piece(mixed(mark.points) + ".", size) for mark in marks]
        room = max((piece.width for piece in pieces), default=1) + 14
        rows = high // line_height(size)
        columns = max(1, -(-len(marks) // rows))
        if columns * room <= wide - 12:
            break
    shown = marks[-rows * max(1, (wide - 12) // room) :]
    first = len(marks) - len(shown)
    columns = max(1, -(-len(shown) // rows))
    parts = []
    for at, (mark, piece) in enumerate(zip(shown, pieces[first:], strict=True)):
        across, down = divmod(at, rows)
        x = frame.left + wide * (2 * across + 1) // (2 * columns) + (room - 14) // 2 - piece.width
        y = top + down * line_height(size) + size
        parts.append(pen.figure(place, mark, (x, y), piece, stands=False))
    return parts


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
