"""What the next deal could change, for people and for scripts."""

from __future__ import annotations

from pulya.game import Game
from pulya.message import say
from pulya.outlook import Outcome, outlook
from pulya.view.figures import json_number, signed
from pulya.view.money import signed_sum, sum_of, unit
from pulya.view.page import Page
from pulya.view.rows import Row


def outlook_text(page: Page, game: Game) -> str:
    """Return a table: a line an outcome, a column a declarer, in whists and, where there is a stake, in money."""
    outcomes = outlook(game)
    if not outcomes:
        return page.say(say("No contract can be played next."))
    header = game.header
    players = list(dict.fromkeys(one.player for one in outcomes))
    by_name: dict[str, dict[str, Outcome]] = {}
    for one in outcomes:
        by_name.setdefault(page.say(one.name), {})[one.player] = one
    headers = [page.say(say("the one who plays")), *players]
    rows = [
        [name, *(signed(found[player].balance) if player in found else "–" for player in players)]
        for name, found in by_name.items()
    ]
    if header.stake is not None:
        headers += [f"{player}, {unit(page, header)}" for player in players]
        for row, found in zip(rows, by_name.values(), strict=True):
            row += [signed_sum(header, found[p].coins) if p in found else "–" for p in players]
    return "\n".join(
        [
            page.say(say("What the next deal would change for its declarer, if the game ended with it:")),
            page.table(rows, headers),
            page.say(say("All defenders whist, share their tricks evenly, and no trick is over.")),
        ]
    )


def outlook_rows(game: Game) -> list[Row]:
    """Return every outcome: the record it would be, and the change of its declarer's balance and money."""
    return [
        {
            "player": one.player,
            "outcome": str(one.name),
            "record": one.record,
            "balance": json_number(one.balance),
            "money": sum_of(game.header, one.coins),
        }
        for one in outlook(game)
    ]
