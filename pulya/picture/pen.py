"""The pen that draws fields and writes figures into them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from pulya.message import say
from pulya.notation.write import write
from pulya.picture.contents import Contents, Person
from pulya.picture.flow import Piece, flow
from pulya.picture.history import OPENING, Mark, standing
from pulya.picture.lettering import cut, line_height, width
from pulya.picture.plan import Corners, Point, Room, Sector, room
from pulya.picture.svg import escaped, tag
from pulya.record import Entry
from pulya.sheet import Place
from pulya.view.figures import mixed
from pulya.view.page import COLUMNS, Page
from pulya.view.reasons import reason
from pulya.view.records import cell_heading

_PAD: Final = 5  # between a line and the writing
_SIZES: Final = (15, 14, 13, 12, 11, 10, 9, 8, 7)
_STANDING: Final = (18, 16, 14, 12, 10, 8)  # of a figure that stands
_LABEL: Final = 10
_TELLING: Final = 5  # letters of a name that are better than fewer higher up
_FOLD: Final = "… "
_INSET: Final = " "  # within the frame around a closed pool


class Pen:
    """Draws the fields of a sheet."""

    def __init__(self, page: Page, sheet: Contents, *, linked: bool) -> None:
        self.page = page
        self.sheet = sheet
        self.linked = linked
        self.names = [person.name for person in sheet.people]

    def sector(self, at: int, person: Person, sector: Sector) -> list[str]:
        """Return a player's fields with what is written in them."""
        player = person.name
        cells = [
            (Place(player, "mountain"), sector.mountain, self.page.say(COLUMNS["mountain"])),
            (Place(player, "pool"), sector.pool, self.page.say(COLUMNS["pool"])),
        ]
        for back, corners in enumerate(sector.whists, start=1):
            other = self.names[at - back]
            cells.append((Place(player, "whists", other), corners, other))
        parts = [part for cell in cells for part in self.field(*cell)]
        return [*parts, self.name(person, sector)]

    def field(self, place: Place, corners: Corners, label: str) -> list[str]:
        """Return one field: its lines, its label, and its figures, the last one large."""
        inside = room(corners, _PAD)
        marks = self.sheet.figures.get(place, ())
        others = [name for name in self.names if name != place.on] if place.on else []
        top, (x, base), shown = _headed(inside, label, others, _TELLING if place.on else len(label))
        parts = [
            tag("path", class_="field", d=path(corners)),
            tag(
                "text",
                *([tag("title", escaped(self.heading(place, marks)))] if place.player else []),
                escaped(shown),
                class_="faint",
                x=x,
                y=base,
                font_size=_LABEL,
            ),
        ]
        return parts + self.figures(place, inside, top, marks)

    def figures(self, place: Place, inside: Room, top: int, marks: Sequence[Mark]) -> list[str]:
        """Return the figures of a field as large as there is room for; the oldest are folded if they must."""
        if not marks:
            return []

        last = standing(marks)
        inset = _INSET if self.is_closed(place) else ""

        def pieces(folded: int, size: int, large: int) -> list[Piece]:
            sign = [Piece(_FOLD, size)] if folded else []
            return sign + [
                Piece(f"{inset}{figure_text(mark)}{inset}", large, bold=True)
                if mark is last
                else Piece(f"{figure_text(mark)}.", size)
                for mark in marks[folded:]
            ]

        def fits(folded: int, size: int, large: int) -> bool:
            return flow(inside, top, pieces(folded, size, large)) is not None

        alone = len(marks) - 1
        large = next((size for size in _STANDING if fits(alone, _SIZES[-1], size)), _STANDING[-1])
        size = next((size for size in _SIZES if fits(0, size, large)), _SIZES[-1])
        folded = 0
        if not fits(0, size, large):
            more = bisect_left(range(1, alone), True, key=lambda n: fits(n, size, large))
            folded = min(1 + more, alone)
        written = pieces(folded, size, large)
        spots = flow(inside, top, written) or _squeezed(inside, top, written)
        parts = [self.fold(spots[0], written[0], marks[:folded])] if folded else []
        rest = zip(marks[folded:], spots[len(parts) :], written[len(parts) :], strict=True)
        return parts + [
            self.figure(place, mark, spot, piece, stands=mark is last) for mark, spot, piece in rest
        ]

    def is_closed(self, place: Place) -> bool:
        """Say whether a field is a pool that is closed."""
        return place.column == "pool" and place.player in self.sheet.closed

    def fold(self, spot: Point, piece: Piece, marks: Sequence[Mark]) -> str:
        """Return the sign for figures there was no room for, which tells them."""
        told = ". ".join(map(figure_text, marks))
        return tag(
            "text",
            tag("title", escaped(told)),
            "…",
            class_="faint",
            x=spot[0],
            y=spot[1],
            font_size=piece.size,
        )

    def figure(self, place: Place, mark: Mark, spot: Point, piece: Piece, *, stands: bool) -> str:
        """Return one figure with the record that wrote it and why."""
        x, y = spot
        shown = figure_text(mark)
        kind = "stands" if stands else "struck" if mark.crossed_by is None else "crossed"
        parts = [tag("title", escaped(self.title(mark)))]
        if stands and self.is_closed(place):
            box = {"x": x, "y": y - piece.size, "width": piece.width, "height": line_height(piece.size)}
            parts.append(tag("rect", class_="closed", rx=4, **box))
            x += width(_INSET, piece.size, bold=True)
        dot = "" if stands else tag("tspan", ".", class_="faint", text_decoration="none")
        bold = "bold" if piece.bold else None
        inner = tag("tspan", escaped(shown), class_=kind)
        parts.append(tag("text", inner, dot, x=x, y=y, font_size=piece.size, font_weight=bold))
        if kind == "crossed":
            right, high = x + width(shown, piece.size) * 9 // 10, y - piece.size * 3 // 4
            parts.append(tag("path", class_="cross", d=f"M{x} {high}L{right} {y}M{x} {y}L{right} {high}"))
        told: dict[str, object] = {
            "data_cell": " ".join(word for word in place if word),
            "data_record": mark.record,
            "data_points": mark.points,
            "data_kind": kind,
            "data_provisional": "" if mark.is_provisional else None,
        }
        group = tag("g", *parts, **told)
        if not self.linked or mark.record == OPENING:
            return group
        return tag("a", group, href=f"#record-{mark.record}", tabindex=None if stands else -1)

    def heading(self, place: Place, marks: Sequence[Mark]) -> str:
        """Return whose field it is and what stands in it."""
        stands = standing(marks)
        return cell_heading(self.page, place, figure_text(stands or Mark(0, OPENING)))

    def title(self, mark: Mark) -> str:
        """Return what there is to know about a figure: the record, its formula, and who crossed it."""
        if mark.read is None:
            lines = [self.page.say(say("opening sheet"))]
        else:
            lines = [f"{mark.record}. {write(Entry(mark.read), self.page.language)}"]
        lines += [f"{mixed(one.points)} = {self.page.say(reason(one.formula))}" for one in mark.writes]
        if mark.crossed_by is not None:
            lines.append(self.page.say(say("crossed out by {number}", number=mark.crossed_by)))
        if mark.is_provisional:
            lines.append(self.page.say(say("provisional while a record is open")))
        return "\n".join(lines)

    def name(self, person: Person, sector: Sector) -> str:
        """Return a name along the outer edge, with the dealer's mark."""
        (x, y), (across, down) = sector.edge
        middle = ((x + across) // 2, (y + down) // 2)
        level = y == down
        outward = 1 if (x > across if level else y < down) else -1
        length = abs(across - x) + abs(down - y) - 30
        others = [name for name in self.names if name != person.name]
        size = next((size for size in (18, 16, 14, 12) if width(person.name, size, bold=True) <= length), 12)
        shown = cut(person.name, others, length, size, bold=True)
        spot: dict[str, object]
        x, y = middle
        if level:
            spot = {"x": x, "y": y + (size + 2 if outward > 0 else -8)}
        else:
            x += 9 * outward
            spot = {"x": x, "y": y, "transform": f"rotate({90 * outward} {x} {y})"}
        inside = [self.dealer()] if person.deals else []
        kind = "faint" if person.left else None
        return tag(
            "text",
            *inside,
            escaped(shown or "_" * 16),
            class_=kind,
            font_size=size,
            font_weight="bold",
            text_anchor="middle",
            data_name=person.name,
            **spot,
        )

    def dealer(self) -> str:
        """Return the mark before the name of who deals next."""
        return tag("tspan", tag("title", escaped(self.page.say(say("deals next")))), "● ", class_="mark")

    def outline(self, sector: Sector) -> str:
        """Return the lines around a sector."""
        return tag("path", class_="sector", d=path(sector.outline))

    def signs(self) -> list[str]:
        """Return what the marks on the sheet mean, as far as they are there."""
        signs = []
        if any(person.deals for person in self.sheet.people):
            signs.append("● " + self.page.say(say("deals next")))
        if self.sheet.closed:
            signs.append("▢ " + self.page.say(say("pool closed")))
        if any(mark.is_provisional for marks in self.sheet.figures.values() for mark in marks):
            signs.append("? " + self.page.say(say("provisional while a record is open")))
        return signs


def figure_text(mark: Mark) -> str:
    """Return a figure as it is written; a provisional one has the mark of an open record."""
    return mixed(mark.points) + ("?" if mark.is_provisional else "")


def _squeezed(inside: Room, top: int, pieces: Sequence[Piece]) -> list[Point]:
    """Return places for what fits nowhere: a figure wider than its field, written over its edge."""
    left, _ = inside.rows[0]
    return [(left, top + (at + 1) * line_height(piece.size)) for at, piece in enumerate(pieces)]


def _headed(inside: Room, label: str, others: Sequence[str], letters: int) -> tuple[int, Point, str]:
    """Return where the figures begin below a label, where the label stands, and as much of it as fits.

    It stands as high as so many of its letters fit.
    """
    high = line_height(_LABEL)
    for wanted in (letters, 2):
        for top in range(inside.top, inside.top + len(inside.rows) - high):
            left, right = inside.between(top, high)
            shown = cut(label, others, right - left, _LABEL)
            if width(shown, _LABEL) <= right - left and (len(shown) >= wanted or shown == label):
                return top + high, (left, top + _LABEL), shown
    return inside.top + high, (inside.rows[0][0], inside.top + _LABEL), ""


def path(corners: Iterable[Point]) -> str:
    """Return a closed line through the corners."""
    return "M" + "L".join(f"{x} {y}" for x, y in corners) + "Z"
