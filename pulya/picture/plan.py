"""Where everything stands on the paper: the sectors around the table and the fields in them, in whole units."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from pulya.value import Value

Point: TypeAlias = tuple[int, int]
Corners: TypeAlias = tuple[Point, ...]

# How far from the middle, in hundredths of the way to the edge, the target, the mountain and the pool end.
_CENTRE: Final = 13
_MOUNTAIN: Final = 47
_POOL: Final = 72
_EDGE: Final = 100
SEATS: Final = range(2, 6)  # of a table


class Frame(Value):
    """The rectangle of the sheet."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def centre(self) -> Point:
        """Return the middle."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2


class Sector(Value):
    """What belongs to one player: his fields by their corners, and where his name stands.

    ``whists`` begins with the part nearest to the player on his right, who sits before him.
    """

    outline: Corners
    mountain: Corners
    pool: Corners
    whists: tuple[Corners, ...]
    edge: tuple[Point, Point]  # the side of the frame that the name stands along


def sectors(frame: Frame, players: int) -> list[Sector]:
    """Return the sectors of a table of two to five, clockwise from the one at the bottom.

    Where more have sat at the table, one after another, each has a strip.
    """
    if players not in SEATS:
        return _strips(frame, players)
    return [_sector(frame, edge, players) for edge in _edges(frame, players)]


def _edges(frame: Frame, players: int) -> list[Corners]:
    """Return each player's share of the frame, clockwise."""
    left, top, right, bottom = frame
    middle, _ = frame.centre
    low = top + (bottom - top) * 24 // 100
    south, north = ((right, bottom), (left, bottom)), ((left, top), (right, top))
    west, east = ((left, bottom), (left, top)), ((right, top), (right, bottom))
    match players:
        case 2:
            return [south, north]
        case 3:
            return [south, (*west, (middle, top)), ((middle, top), *east)]
        case 4:
            return [south, west, north, east]
        case _:
            return [
                south,
                ((left, bottom), (left, low)),
                ((left, low), (left, top), (middle, top)),
                ((middle, top), (right, top), (right, low)),
                ((right, low), (right, bottom)),
            ]


def _strips(frame: Frame, players: int) -> list[Sector]:
    """Return a strip for each player, one below another: mountain, pool, whists."""
    left, top, right, bottom = frame
    found = []
    for at in range(players):
        high, low = (top + (bottom - top) * part // players for part in (at, at + 1))
        cuts = [left, left + (right - left) // 5, left + (right - left) // 3]
        rest = right - cuts[-1]
        cuts += [cuts[2] + rest * part // (players - 1) for part in range(1, players)]
        fields = [((begin, high), (end, high), (end, low), (begin, low)) for begin, end in pairwise(cuts)]
        outline = ((left, high), (right, high), (right, low), (left, low))
        found.append(Sector(outline, fields[0], fields[1], tuple(fields[2:]), ((left, low), (left, high))))
    return found


def _sector(frame: Frame, edge: Corners, players: int) -> Sector:
    def band(part: Corners, inner: int, outer: int) -> Corners:
        flat = players == 2
        near, far = (
            tuple(_towards(frame, point, reach, flat=flat) for point in part) for reach in (inner, outer)
        )
        return (*far, *reversed(near))

    longest = max(pairwise(edge), key=lambda side: _length(*side))
    return Sector(
        band(edge, _CENTRE, _EDGE),
        band(edge, _CENTRE, _MOUNTAIN),
        band(edge, _MOUNTAIN, _POOL),
        tuple(band(part, _POOL, _EDGE) for part in _cut(edge, players - 1)),
        longest,
    )


def _towards(frame: Frame, point: Point, reach: int, *, flat: bool) -> Point:
    """Return the point so many hundredths of the way from the middle; on a flat sheet straight down or up."""
    (x, y), (across, down) = frame.centre, point
    return across if flat else x + (across - x) * reach // _EDGE, y + (down - y) * reach // _EDGE


def _cut(edge: Corners, parts: int) -> list[Corners]:
    """Cut a share of the frame into parts: at its corner where there is one for two, else of equal length."""
    sides = list(pairwise(edge))
    if len(sides) == parts:
        return list(sides)
    whole = sum(_length(*side) for side in sides)
    cuts = [whole * part // parts for part in range(parts + 1)]
    found: list[Corners] = []
    for begin, end in pairwise(cuts):
        corners = [point for at, point in _walked(edge) if begin < at < end]
        found.append((_at(edge, begin), *corners, _at(edge, end)))
    return found


def _walked(edge: Corners) -> list[tuple[int, Point]]:
    """Return the corners with the way to each of them."""
    way, found = 0, [(0, edge[0])]
    for side in pairwise(edge):
        way += _length(*side)
        found.append((way, side[1]))
    return found


def _at(edge: Corners, way: int) -> Point:
    """Return the point so far along a share of the frame."""
    sides = pairwise(_walked(edge))
    (gone, (x, y)), (reached, (across, down)) = next(side for side in sides if way <= side[1][0])
    length = reached - gone
    return x + (across - x) * (way - gone) // length, y + (down - y) * (way - gone) // length


def _length(one: Point, other: Point) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])  # the frame has no slanted sides


class Room(Value):
    """The inside of a field: for each unit of height from ``top`` the first and the last free place."""

    top: int
    rows: Sequence[tuple[int, int]]

    def between(self, top: int, height: int) -> tuple[int, int]:
        """Return the free places that a line of writing has; none are left where the second is the less."""
        rows = self.rows[top - self.top : top - self.top + height]
        if top < self.top or len(rows) < height:
            return 0, -1
        return max(left for left, _ in rows), min(right for _, right in rows)


def room(corners: Corners, margin: int) -> Room:
    """Return the inside of a field that every level line meets once."""
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    margin = min(margin, (bottom - top - 1) // 2)
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    rows = []
    for y in range(top + margin, bottom - margin):
        # Twice the height is odd here, so that no corner lies on the line.
        crossings = [
            x + (across - x) * (2 * y + 1 - 2 * begin) // (2 * (end - begin))
            for (x, begin), (across, end) in sides
            if min(begin, end) <= y < max(begin, end)
        ]
        rows.append((min(crossings) + margin, max(crossings) - margin))
    return Room(top + margin, rows)
