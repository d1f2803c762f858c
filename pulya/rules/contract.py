"""What a contract, a concession and a misère cost, in the order a player would explain it.

Sources: Code of Preferans 3.8 (whists, quota, consolation), Lesnoy for greedy and gentleman whist.
Rule paths: ``contracts.*``, ``making``, ``whisting``, ``consolation``, ``concession``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from pulya.convention import BothWhisted, Convention, DealerWhisted, MisereRow, OneWhisted, Row
from pulya.message import say
from pulya.record import Bid, Concession, Contract, Misere
from pulya.rules.pen import Pen
from pulya.rules.reading import Play, check_seat, refuse
from pulya.rules.shortfall import shortfalls
from pulya.terms import Player
from pulya.write import Term


def write_contract(pen: Pen, record: Contract, play: Play) -> None:
    """Write a contract that was played, passed out or half-whisted."""
    row = pen.convention.contracts.row(record.level)
    path = f"contracts.{record.level}"
    if not play.is_played:
        pen.make(play.declarer, pen.multiplied(Term(1, "made", row.pool)), f"{path}.pool")
        if play.half is not None:
            tricks = pen.convention.whisting.half[record.level]
            pen.to_whists(
                play.half,
                play.declarer,
                pen.multiplied(Term(tricks, "half", row.whist)),
                f"whisting.half.{record.level}",
            )
        return
    undertricks = max(0, record.level - play.taken[play.declarer])
    if undertricks:
        _write_failed(pen, play.declarer, undertricks, row, path)
    else:
        _write_made(pen, play, record.level, row)
    if not _is_shared(play, undertricks, pen.convention):
        _write_tricks(pen, play, row, path)
        _write_consolation(pen, play, undertricks, row)
    else:
        _write_shared(pen, play, undertricks, row)
    for player, missing, rule in shortfalls(play, record.level, pen.convention):
        pen.to_mountain(player, pen.multiplied(Term(missing, "missing", row.shortfall)), rule)


def write_concession(pen: Pen, record: Concession) -> int:
    """Write the undertricks of a declarer who gave up, and return them; nobody writes whists.

    Raises `RecordError` where the convention knows no concession.
    """
    check_seat(record.declarer, pen.seats, "declarer")
    conceding = pen.convention.concession
    if conceding.undertricks == "none":
        refuse(
            say("nobody concedes at this table"),
            "contract",
            say("play it out, or agree on `concession.undertricks` before the game"),
        )
    by_bid = conceding.at == "bid" and isinstance(record.bid, Bid)
    level = record.bid.level if by_bid and isinstance(record.bid, Bid) else record.level
    undertricks = record.undertricks if record.undertricks is not None else conceding.undertricks
    _write_failed(
        pen, record.declarer, undertricks, pen.convention.contracts.row(level), f"contracts.{level}"
    )
    return undertricks


def write_misere(pen: Pen, record: Misere) -> None:
    """Write a misère: points when made, mountain (and whists of the two defenders) per trick taken."""
    check_seat(record.declarer, pen.seats, "declarer")
    row = pen.convention.contracts.misere
    if not record.taken:
        pen.make(record.declarer, pen.multiplied(Term(1, "made", row.pool)), "contracts.misere.pool")
        return
    tricks = record.taken
    pen.to_mountain(
        record.declarer, pen.multiplied(Term(tricks, "trick", row.mountain)), "contracts.misere.mountain"
    )
    for defender in pen.seats.defenders(record.declarer):
        pen.to_whists(
            defender,
            record.declarer,
            pen.multiplied(Term(tricks, "trick", row.whist)),
            "contracts.misere.whist",
        )


def _write_made(pen: Pen, play: Play, level: int, row: Row) -> None:
    overtricks = play.taken[play.declarer] - level
    if overtricks and pen.convention.making.overtricks == "punished":
        pen.to_mountain(
            play.declarer, pen.multiplied(Term(overtricks, "overtrick", row.mountain)), "making.overtricks"
        )
        return
    pen.make(play.declarer, pen.multiplied(Term(1, "made", row.pool)), f"contracts.{level}.pool")


def _write_failed(pen: Pen, declarer: Player, undertricks: int, row: Row | MisereRow, path: str) -> None:
    pen.to_mountain(
        declarer, pen.multiplied(Term(undertricks, "undertrick", row.mountain)), f"{path}.mountain"
    )


def _is_shared(play: Play, undertricks: int, convention: Convention) -> bool:
    """Say whether the two defenders share what they write: one whisted, gentleman whist; a dummy has no share."""
    whisting = convention.whisting
    return (
        whisting.split == "gentleman"
        and len(play.whisters) == len(play.passers) == 1
        and (undertricks > 0 or whisting.split_when == "always")
        and not (play.returned and whisting.returned == "whister")
    )


def counted_tricks(play: Play, player: Player, convention: Convention) -> int:
    """Return the tricks that count for a whister: of a sole one all of the defence, or his own hand only."""
    sole = len(play.whisters) < 2
    if sole and (player == play.dealer or convention.whisting.passer_tricks == "whister"):
        return play.defence_tricks
    return play.taken.get(player, 0)  # absent only where the declarer took all ten


def _write_tricks(pen: Pen, play: Play, row: Row, path: str) -> None:
    for whister in (*play.whisters, *((play.dealer,) if play.dealer else ())):
        tricks = counted_tricks(play, whister, pen.convention)
        pen.to_whists(
            whister, play.declarer, pen.multiplied(Term(tricks, "trick", row.whist)), f"{path}.whist"
        )


def _consolation_amount(convention: Convention, row: Row) -> int:
    amount = convention.consolation.amount
    if amount == "price":
        return row.whist
    return 0 if amount == "none" else amount


def _consolation_factors(pen: Pen, play: Play) -> Mapping[Player, tuple[int, str]]:
    """Return who gets how many consolations an undertrick, and by which row of the table."""
    consolation = pen.convention.consolation
    row: BothWhisted | OneWhisted | DealerWhisted
    if play.dealer is not None:
        row, path = consolation.dealer_whisted, "consolation.dealer-whisted"
        return {
            play.dealer: (row.dealer, f"{path}.dealer"),
            **dict.fromkeys(play.passers, (row.passer, f"{path}.passer")),
        }
    factors: dict[Player, tuple[int, str]] = {}
    if len(play.whisters) == 2:
        row, path = consolation.both_whisted, "consolation.both-whisted"
    else:
        row, path = consolation.one_whisted, "consolation.one-whisted"
        if play.returned:
            row, path = consolation.returned, "consolation.returned"
        factors = dict.fromkeys(play.passers, (row.passer, f"{path}.passer"))
    factors |= dict.fromkeys(play.whisters, (row.whister, f"{path}.whister"))
    return factors | dict.fromkeys(sharing_sitters(pen), (row.dealer, f"{path}.dealer"))


def sharing_sitters(pen: Pen) -> tuple[Player, ...]:
    """Return those who sit out and write the dealer's share."""
    match pen.convention.table.sitters:
        case "dealer":
            return pen.seats.sitting[:1]
        case "all":
            return pen.seats.sitting
        case "nobody":
            return ()
        case policy:
            assert_never(policy)


def _write_consolation(
    pen: Pen, play: Play, undertricks: int, row: Row, only_of: tuple[Player, ...] | None = None
) -> None:
    amount = _consolation_amount(pen.convention, row)
    for player, (factor, rule) in _consolation_factors(pen, play).items():
        if only_of is None or player in only_of:
            formula = pen.multiplied(Term(undertricks, "undertrick", factor * amount))
            pen.to_whists(player, play.declarer, formula, rule)


def _write_shared(pen: Pen, play: Play, undertricks: int, row: Row) -> None:
    """Write half of all that whister and passer would write, on each; the dealer's part stays outside."""
    whister = play.whisters[0]
    amount = _consolation_amount(pen.convention, row)
    factors = _consolation_factors(pen, play)
    terms = [Term(counted_tricks(play, whister, pen.convention), "trick", row.whist)]
    terms += [
        Term(undertricks, "undertrick", factors[player][0] * amount)
        for player in play.defenders
        if undertricks and factors[player][0] and amount
    ]
    for player in play.defenders:
        pen.to_whists(player, play.declarer, pen.multiplied(*terms, shared=2), "whisting.split")
    _write_consolation(pen, play, undertricks, row, only_of=pen.seats.sitting)
