"""What the sheet of a game shows, whoever draws it; and that of a game that has not begun."""

from __future__ import annotations

from collections.abc import Sequence

from pulya.game import Game
from pulya.message import say
from pulya.picture.history import History, history
from pulya.rules.ending import pool_sum
from pulya.table import Table
from pulya.terms import Player
from pulya.value import Value
from pulya.view.figures import mixed
from pulya.view.page import Page
from pulya.view.sheets import checklist_rows, heading, state_lines
from pulya.view.states import open_lines


class Person(Value):
    """A name on the sheet, and what is marked beside it."""

    name: Player
    deals: bool = False
    left: bool = False


class Contents(Value):
    """What is to be drawn, whoever keeps it."""

    heading: str
    people: Sequence[Person]
    teams: Sequence[tuple[Player, Player]]  # of pairs, who have a column each
    figures: History
    target: str
    closed: frozenset[Player]
    notes: Sequence[str]  # lines below the sheet
    checklist: Sequence[Sequence[str]]  # the boxes of every player, with two rows of headings; may be empty
    seal: str | None


def contents(page: Page, game: Game, seal: str | None) -> Contents:
    """Return what the sheet of a game shows."""
    table = game.table
    checklist = game.header.convention.checklist
    return Contents(
        heading(page, game.header, game.records),
        [
            Person(player, player == table.dealer and not game.over, player not in table.players)
            for player in table.everyone
        ],
        game.sheet.teams,
        history(game),
        _target(table),
        frozenset(player for player in table.players if table.is_closed(player)),
        [*state_lines(page, game), *open_lines(page, game)],
        [] if checklist == "none" else checklist_rows(page, table, checklist),
        seal,
    )


def _target(table: Table) -> str:
    together = pool_sum(table)
    if table.target_sum is not None:
        return f"Σ{table.target_sum}"
    if table.target is not None:
        return str(table.target)
    return "" if together is None else f"Σ{mixed(together)}"


def blank(page: Page, names: Sequence[str]) -> Contents:
    """Return an empty sheet with names on it, or with places for them."""
    people = [Person(Player(name)) for name in names]
    return Contents(
        page.say(say("Preferans, ______________________")), people, (), {}, "", frozenset(), (), (), None
    )
