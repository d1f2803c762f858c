"""What `paper` records showed, and what the record of the deals came to there."""

from __future__ import annotations

from pulya.adding import add_up
from pulya.game import Game
from pulya.record import Paper
from pulya.sheet import Place, seat
from pulya.terms import Points, exact
from pulya.value import Value


class Figure(Value):
    """A figure that the paper shows after the item ``at``, and what the record comes to there."""

    at: int
    place: Place
    paper: Points
    record: Points

    @property
    def off(self) -> Points:
        """Return how much more the paper has."""
        return exact(self.paper - self.record)


def checkpoints(game: Game) -> list[Figure]:
    """Return the figures of all `paper` records that stand, in file order."""
    found: list[Figure] = []
    sheet = game.header.opening
    for at, one in enumerate(game.ruled):
        sheet = add_up(seat(sheet, one.after.everyone), one.writes)
        if isinstance(one.record, Paper):
            for cell in one.record.cells:
                place = Place(one.record.player, cell.column, cell.on)
                found.append(Figure(at, place, cell.points, place.figure(sheet)))
    return found
