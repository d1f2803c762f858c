"""Rule one record: the dispatcher, and what a record does to the state of the table."""

from typing import Literal, NamedTuple, TypeAlias, assert_never

from pulya.convention import Convention
from pulya.errors import Location, RecordError
from pulya.message import Text, say
from pulya.record import (
    Concession,
    Contract,
    Deal,
    Event,
    Fine,
    Flags,
    Join,
    Leave,
    Misdeal,
    Misere,
    Paper,
    Raspasy,
    Stop,
    Time,
)
from pulya.rules.contract import write_concession, write_contract, write_misere
from pulya.rules.ending import is_over
from pulya.rules.pen import Pen
from pulya.rules.raspasy import write_raspasy
from pulya.rules.reading import check_order, play_of, raspasy_tricks, refuse
from pulya.rules.talon import write_talon
from pulya.table import Table
from pulya.terms import Player
from pulya.write import Write, only


class Ruling(NamedTuple):
    """What a record writes, the table after it, and what is unusual in it."""

    writes: tuple[Write, ...]
    table: Table
    warnings: tuple[Text, ...] = ()


Outcome: TypeAlias = Literal["whisted", "failed", "unplayed", "misere"]


def rule(record: Deal | Event, table: Table, convention: Convention) -> Ruling:
    """Return what a record writes under a convention, and the table after it.

    Raises `RecordError` where it cannot have happened at this table.
    """
    if not isinstance(record, Fine | Paper) and is_over(table, convention):
        refuse(
            say("the game is over"),
            "record",
            say("only `fine`, `paper` and corrections can follow; `settle` shows the money"),
        )
    match record:
        case Contract() | Concession() | Misere():
            return _rule_game(record, table, convention)
        case Raspasy():
            return _rule_raspasy(record, table, convention)
        case Misdeal():
            return _rule_misdeal(table, convention)
        case Fine():
            return _rule_fine(record, table, convention)
        case Paper():
            return Ruling((), table)
        case Stop():
            return Ruling((), table._replace(stopped=True))
        case Time() | Join() | Leave():
            raise RecordError(
                say("`{word}` is not implemented yet", word=type(record).__name__.lower()),
                at=Location(field="record"),
                hint=say("leave the record out; `stop` ends a game by agreement"),
            )
        case _:
            assert_never(record)


def times_of(flags: Flags, convention: Convention) -> int:
    """Return the factor of every write of a deal."""
    multipliers = convention.multipliers
    return (
        flags.times
        * (multipliers.dark if flags.dark else 1)
        * (multipliers.no_talon if flags.no_talon else 1)
    )


def _rule_game(record: Contract | Concession | Misere, table: Table, convention: Convention) -> Ruling:
    pen = Pen(table, convention, times_of(record.flags, convention))
    if record.flags.no_talon and record.flags.talon is not None:
        refuse(
            say("without the talon nothing can be paid for it"),
            "talon",
            say("leave out either `notalon` or the square brackets"),
        )
    outcome: Outcome
    match record:
        case Contract():
            play = play_of(record, pen.seats, convention)
            check_order(record, table, convention)
            write_contract(pen, record, play)
            write_talon(pen, record)
            if not play.is_played:
                outcome = "unplayed"
            else:
                outcome = "failed" if play.taken[play.declarer] < record.level else "whisted"
        case Concession():
            write_concession(pen, record)
            check_order(record, table, convention)
            outcome = "failed"
        case Misere():
            write_misere(pen, record)
            outcome = "misere"
        case _:
            assert_never(record)
    in_row = 0 if _exits(outcome, convention) else table.in_row
    return _after(
        pen, table, dealer=table.next_dealer(), in_row=in_row, warnings=_warnings(record, convention)
    )


def _warnings(record: Contract | Concession | Misere, convention: Convention) -> tuple[Text, ...]:
    if record.flags.talon is None:
        return ()
    if isinstance(record, Concession) or convention.talon.pays == "nothing":
        return (
            say("nothing is paid for the talon here, so [{talon}] writes nothing", talon=record.flags.talon),
        )
    return ()


def _exits(outcome: Outcome, convention: Convention) -> bool:
    """Say whether a game leaves raspasy: made and whisted always, otherwise as ``raspasy.exit`` says."""
    exit_ = convention.raspasy.exit
    match outcome:
        case "whisted":
            return True
        case "failed":
            return exit_.failed == "exits"
        case "unplayed":
            return exit_.unplayed == "exits"
        case "misere":
            return exit_.misere == "exits"


def _rule_raspasy(record: Raspasy, table: Table, convention: Convention) -> Ruling:
    pen = Pen(table, convention, times_of(record.flags, convention))
    in_row = table.in_row + 1
    write_raspasy(pen, raspasy_tricks(record, pen.seats, convention), in_row)
    limit = convention.raspasy.in_row
    stays = convention.raspasy.next_deal == "stays" and (limit == "none" or in_row < limit)
    return _after(pen, table, dealer=table.dealer if stays else table.next_dealer(), in_row=in_row)


def _rule_misdeal(table: Table, convention: Convention) -> Ruling:
    """Let the same dealer deal again; a second misdeal of his in a row costs the fine and the deal moves on."""
    if not table.same_dealer:
        return Ruling((), table._replace(same_dealer=1))
    pen = Pen(table, convention)
    fine = convention.fines.second_misdeal
    if fine != "none":
        write = pen.to_pool if fine.column == "pool" else pen.to_mountain
        write(table.dealer, only(1, "fine", fine.points), f"fines.second-misdeal.{fine.column}")
    return _after(pen, table, dealer=table.next_dealer(), in_row=table.in_row)


def _rule_fine(record: Fine, table: Table, convention: Convention) -> Ruling:
    """Add a figure to a cell by decision of the table; no help follows."""
    pen = Pen(table, convention)
    formula = only(1, "fine", record.points)
    match record.column:
        case "pool":
            pen.to_pool(record.player, formula, "fines")
        case "mountain":
            pen.to_mountain(record.player, formula, "fines")
        case "whists":
            assert record.on is not None  # the notation asks for it
            pen.to_whists(record.player, record.on, formula, "fines")
    return Ruling(tuple(pen.writes), table._replace(pool=pen.pool, mountain=pen.mountain))


def _after(pen: Pen, table: Table, *, dealer: Player, in_row: int, warnings: tuple[Text, ...] = ()) -> Ruling:
    """Return the ruling of a deal: the columns as the pen leaves them, the next dealer, a fresh count of misdeals."""
    after = table._replace(pool=pen.pool, mountain=pen.mountain, dealer=dealer, in_row=in_row, same_dealer=0)
    return Ruling(tuple(pen.writes), after, warnings)
