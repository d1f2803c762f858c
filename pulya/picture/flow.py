"""Writing into a field line by line, as small as it must be."""

from __future__ import annotations

from collections.abc import Sequence

from pulya.picture.lettering import line_height, width
from pulya.picture.plan import Point, Room
from pulya.value import Value


class Piece(Value):
    """A piece of writing that stays together."""

    text: str
    size: int
    bold: bool = False

    @property
    def width(self) -> int:
        """Return how wide it is, at most."""
        return width(self.text, self.size, bold=self.bold)


def flow(room: Room, top: int, pieces: Sequence[Piece]) -> list[Point] | None:
    """Return where each piece begins on its line, ``None`` where the field is too small for all of them.

    There is at least one piece.
    """
    placed: list[Point] = []
    line: list[Piece] = []
    for piece in pieces:
        if line and _start(room, top, [*line, piece]) is None:
            placed += _written(room, top, line)
            top += _height(line)
            line = []
        while not line and _start(room, top, [piece]) is None:
            top += 1  # a field may widen further down
            if top > room.top + len(room.rows):
                return None
        line.append(piece)
    return placed + _written(room, top, line)


def _height(line: Sequence[Piece]) -> int:
    return max(line_height(piece.size) for piece in line)


def _start(room: Room, top: int, line: Sequence[Piece]) -> int | None:
    """Return where a line begins, ``None`` where it is too long for its place."""
    left, right = room.between(top, _height(line))
    return left if left + sum(piece.width for piece in line) <= right else None


def _written(room: Room, top: int, line: Sequence[Piece]) -> list[Point]:
    x = _start(room, top, line)
    assert x is not None
    base = top + max(piece.size for piece in line)
    placed: list[Point] = []
    for piece in line:
        placed.append((x, base))
        x += piece.width
    return placed
