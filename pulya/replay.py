"""The replay: a fold over the records of an evening, corrections applied, ruled one after another.

Scoring is one pass over the standing records.  Corrections are read first: the newest counts, an undone
one does not, and what stands is replayed in file order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pulya.adding import Adding, add_up
from pulya.corrections import CORRECTIONS, Corrections, Report, placed, reject
from pulya.errors import RecordError
from pulya.game import Game, Header
from pulya.record import Fix
from pulya.ruled import Item, Ruled
from pulya.rules.compulsory import owed_laps
from pulya.rules.ending import is_over
from pulya.rules.ruling import Referee
from pulya.sheet import seat
from pulya.table import Table


def first_table(header: Header) -> Table:
    """Return the state before the first deal."""
    table = Table(
        players=header.players,
        everyone=header.players,
        dealer=header.dealer,
        lap=1,
        same_dealer=0,
        target=header.target,
        target_sum=header.target_sum,
        pool=header.opening.pool,
        mountain=header.opening.mountain,
        in_row=header.in_row,
        first_dealer=header.dealer,
        laps=header.laps,
        bombs=header.bombs,
    )
    owed = owed_laps("start", table, header.convention)
    if header.convention.series != "none":
        owed += owed_laps("race", table, header.convention)
    return table._replace(owed=owed)


def replay(header: Header, items: Sequence[Item], report: Report | None = None, *, keep: bool = True) -> Game:
    """Rule all standing records in file order.

    Without ``report`` the first impossible record is raised as a `RecordError`; with it each is reported,
    left out, and the replay goes on.  With ``keep=False`` only the sheet and the state at the end are kept,
    which takes a quarter of the memory of a long journal.
    """
    return gather(header, rulings(header, items, report), keep=keep)


def gather(header: Header, ruled: Iterable[Ruled], *, keep: bool = True) -> Game:
    """Return the game that records come to, one after another; see `replay`."""
    table = first_table(header)
    everyone = table.everyone
    adding = Adding(header.opening)
    records = 0
    still_open: list[Ruled] = []
    history: list[Ruled] = []
    for one in ruled:
        records += 1
        table = one.after
        if table.everyone is not everyone:
            everyone = table.everyone
            adding.seat(everyone)
        adding.add(one.writes)
        if one.ranges:
            still_open.append(one)
        if keep:
            history.append(one)
    return Game(
        header,
        records,
        table,
        is_over(table, header.convention),
        adding.sheet,
        tuple(still_open),
        tuple(history) if keep else None,
    )


def extended(game: Game, item: Item) -> Game:
    """Return a game with one more record that corrects none: what came before stays as it is.

    Raises `RecordError` where it is impossible.
    """
    record = item.record
    assert not isinstance(record, CORRECTIONS)
    convention = game.header.convention
    try:
        writes, table, warnings, ranges = Referee(convention).rule(record, game.table)
    except RecordError as error:
        raise placed(error, item) from None
    ruled = Ruled(item, record, None, None, writes, game.table, table, warnings, ranges)
    return Game(
        game.header,
        game.records + 1,
        table,
        is_over(table, convention),
        add_up(seat(game.sheet, table.everyone), writes),
        (*game.still_open, *((ruled,) if ranges else ())),
        (*game.ruled, ruled),
    )


def rulings(header: Header, items: Sequence[Item], report: Report | None = None) -> Iterator[Ruled]:
    """Yield what each record does; see `replay`."""
    corrections = Corrections(items, report)
    referee = Referee(header.convention)
    table = first_table(header)
    for at, item in enumerate(items):
        record, fixed_by = item.record, None
        if isinstance(record, CORRECTIONS) or corrections.struck_by.get(at):
            yield _left_out(at, items, corrections, table)
            continue
        if at in corrections.fixes:
            fix = items[corrections.fixes[at]]
            assert isinstance(fix.record, Fix)
            record, fixed_by = fix.record.record, fix.number
        try:
            writes, after, warnings, ranges = referee.rule(record, table)
        except RecordError as error:
            reject(error, item, report)
            yield Ruled(item, None, fixed_by, None, (), table, table)
            continue
        # made for every record, in half the time of the constructor
        yield tuple.__new__(
            Ruled, (item, record, fixed_by, None, writes, table, after, warnings, ranges, None)
        )
        table = after


def _left_out(at: int, items: Sequence[Item], corrections: Corrections, table: Table) -> Ruled:
    """Return a correction, or a record that one has struck out: nothing changes there."""
    strikers, aim = corrections.struck_by.get(at), corrections.aims.get(at)
    return Ruled(
        items[at],
        None,
        None,
        items[strikers[-1]].number if strikers else None,
        (),
        table,
        table,
        aim=None if aim is None else items[aim].number,
    )
