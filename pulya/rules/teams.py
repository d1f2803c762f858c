"""Pair preferans: one entry a deal, into the column of one team.

Source: the rules of pair preferans, paragraphs 8.4 to 8.6 (made, failed, raspasy of both forms).
Rule paths: ``contracts.*``, ``raspasy.*``; the other columns of a contract's row are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pulya.convention import Convention
from pulya.record import Contract, Misere
from pulya.rules.pen import Pen
from pulya.rules.reading import Play, check_seat, play_of
from pulya.table import Seats, opponents, teams_of
from pulya.terms import LEVELS, Player
from pulya.write import Formula, Term


def team_play_of(record: Contract, seats: Seats, convention: Convention, players: tuple[Player, ...]) -> Play:
    """Return a contract by persons: the two opponents defend, also when one of them deals."""
    check_seat(record.declarer, seats, "declarer")
    three = (record.declarer, *opponents(players, record.declarer))
    return play_of(record, Seats(seats.dealer, three, ()), convention)


def write_team_contract(pen: Pen, record: Contract, play: Play) -> None:
    """Write a contract for the declarers if made, for the defenders if not."""
    row = pen.convention.contracts.row(record.level)
    path = f"contracts.{record.level}"
    if not play.is_played:
        terms = [Term(1, "made", row.pool)]
        if play.half is not None:
            terms.append(Term(-pen.convention.whisting.half[record.level], "half", row.whist))
        _enter(pen, play.declarer, pen.multiplied(*terms), f"{path}.pool")
        return
    defence = play.defence_tricks
    undertricks = record.level - play.taken[play.declarer]
    if undertricks > 0:
        _enter(
            pen,
            play.defenders[0],
            pen.multiplied(
                Term(undertricks, "undertrick", row.pool),
                Term(defence, "trick", row.whist),
                Term(2 * undertricks, "undertrick", row.whist),
            ),
            f"{path}.pool",
        )
        return
    terms = [Term(1, "made", row.pool)]
    if defence:
        terms.append(Term(-defence, "trick", row.whist))
    is_checked = record.level == LEVELS[-1] and pen.convention.whisting.ten == "checked"
    missing = 0 if is_checked else max(0, row.quota - defence)
    if missing:
        terms.append(Term(missing, "extra", row.pool))
    _enter(pen, play.declarer, pen.multiplied(*terms), f"{path}.pool")


def write_team_misere(pen: Pen, record: Misere) -> None:
    """Write a misère for its declarer's team, or each trick he took for the other."""
    check_seat(record.declarer, pen.seats, "declarer")
    row = pen.convention.contracts.misere
    if not record.taken:
        made = pen.multiplied(Term(1, "made", row.pool))
        _enter(pen, record.declarer, made, "contracts.misere.pool")
        return
    formula = pen.multiplied(Term(record.taken, "trick", row.mountain))
    _enter(pen, opponents(pen.players, record.declarer)[0], formula, "contracts.misere.mountain")


def write_team_raspasy(pen: Pen, taken: Mapping[Player, int], price: int) -> None:
    """Write raspasy by the form of ``raspasy.writes``; see `WRITING`."""
    WRITING[pen.convention.raspasy.writes](pen, taken, price)


def _write_difference(pen: Pen, taken: Mapping[Player, int], price: int) -> None:
    """Charge each team its tricks less a trick for every member without any; the better one gets the difference."""
    zero = 0 if pen.convention.raspasy.zero.to == "nowhere" else 1
    tricks = [
        sum(taken.get(player, 0) - zero * (taken.get(player) == 0) for player in team)
        for team in teams_of(pen.players)
    ]
    better = 0 if tricks[0] < tricks[1] else 1
    formula = pen.multiplied(Term(abs(tricks[0] - tricks[1]), "trick", price))
    _enter(pen, pen.players[better], formula, "raspasy.price")


def _write_as_whists(pen: Pen, taken: Mapping[Player, int], price: int) -> None:
    """Write as individual Rostov does, ties and all, with the whists inside a team left out."""
    raspasy = pen.convention.raspasy
    least = min(taken.values())
    lowest = [player for player in taken if taken[player] == least]
    tied = len(lowest) > 1
    if tied and raspasy.tie == "nothing":
        return
    across = [
        (writer, taken[player] - (least if raspasy.basis == "difference" else 0))
        for writer in lowest
        for player in taken
        if player not in lowest and player in opponents(pen.players, writer)
    ]
    if across:
        terms = [Term(tricks, "trick", price) for _, tricks in across]
        formula = pen.multiplied(*terms, shared=2 if tied and raspasy.tie == "halves" else 1)
        _enter(pen, across[0][0], formula, "raspasy.tie" if tied else "raspasy.price")


WRITING: Final[Mapping[str, Callable[[Pen, Mapping[Player, int], int], None]]] = {
    "mountain": _write_difference,
    "whists": _write_as_whists,
}


def _enter(pen: Pen, player: Player, formula: Formula, rule: str) -> None:
    """Write into the column of a player's team; it stands under the name of the team's first player."""
    team = next(team for team in teams_of(pen.players) if player in team)
    pen.to_column(team[0], formula, rule)
