"""Rule one record: the dispatcher, and what a record does to the state of the table."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from pulya.convention import Convention
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
from pulya.rules.checklist import check_box, tick
from pulya.rules.compulsory import bomb_factor, check_owed, hand_out_bombs, owed_after, spend_bombs
from pulya.rules.contract import write_concession, write_contract, write_misere
from pulya.rules.ending import is_over
from pulya.rules.pen import Pen
from pulya.rules.prizes import write_premiums, write_race
from pulya.rules.raspasy import price_of, write_raspasy
from pulya.rules.reading import Play, check_order, check_seat, play_of, raspasy_tricks, refuse
from pulya.rules.rotation import move_on
from pulya.rules.seating import call_time, get_up, sit_down
from pulya.rules.talon import write_talon
from pulya.rules.teams import team_play_of, write_team_contract, write_team_misere, write_team_raspasy
from pulya.table import Table
from pulya.write import Write, only


class Ruling(NamedTuple):
    """What a record writes, the table after it, and what is unusual in it."""

    writes: tuple[Write, ...]
    table: Table
    warnings: tuple[Text, ...] = ()


Outcome: TypeAlias = Literal["whisted", "failed", "unplayed", "misere"]


class _Result(NamedTuple):
    """What became of a game: for the exit, for bombs and boxes, and by how much it failed."""

    outcome: Outcome
    undertricks: int  # of a misère the tricks taken


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
        case Time():
            return Ruling((), call_time(table, convention))
        case Join():
            return Ruling(*sit_down(record, table, convention))
        case Leave():
            return Ruling((), get_up(record, table, convention))
        case _:
            assert_never(record)


def times_of(flags: Flags, convention: Convention) -> int:
    """Return the factor of every write of a deal that its flags make."""
    multipliers = convention.multipliers
    return (
        flags.times
        * (multipliers.dark if flags.dark else 1)
        * (multipliers.no_talon if flags.no_talon else 1)
    )


def _rule_game(record: Contract | Concession | Misere, table: Table, convention: Convention) -> Ruling:
    check_owed(table)
    if record.flags.no_talon and record.flags.talon is not None:
        refuse(
            say("without the talon nothing can be paid for it"),
            "talon",
            say("leave out either `notalon` or the square brackets"),
        )
    times = times_of(record.flags, convention) * bomb_factor(record.declarer, table, convention)
    pen = Pen(table, convention, times)
    result = LEDGERS[convention.ledger](pen, record, table)
    check_box(record, table, convention)
    made = not result.undertricks
    after = table._replace(in_row=0 if _exits(result.outcome, convention) else table.in_row)
    after = after._replace(owed=after.owed + owed_after(record, result.undertricks, convention))
    if made:
        after = spend_bombs(record.declarer, after, convention)
    after = tick(record, after, convention, made=made)
    return _after(pen, table, move_on(after, convention), _warnings(record, convention))


def _write_individual(pen: Pen, record: Contract | Concession | Misere, table: Table) -> _Result:
    convention = pen.convention
    match record:
        case Contract():
            play = play_of(record, pen.seats, convention)
            check_order(record, table, convention)
            write_contract(pen, record, play)
            write_talon(pen, record)
            return _result_of(record, play)
        case Concession():
            undertricks = write_concession(pen, record)
            check_order(record, table, convention)
            return _Result("failed", undertricks)
        case Misere():
            write_misere(pen, record)
            return _Result("misere", record.taken)
        case _:
            assert_never(record)


def _write_teams(pen: Pen, record: Contract | Concession | Misere, table: Table) -> _Result:
    convention = pen.convention
    match record:
        case Contract():
            play = team_play_of(record, pen.seats, convention, table.players)
            check_order(record, table, convention)
            write_team_contract(pen, record, play)
            return _result_of(record, play)
        case Concession():
            refuse(
                say("pairs do not concede"),
                "contract",
                say("play it out and write the calls and the tricks"),
            )
        case Misere():
            write_team_misere(pen, record)
            return _Result("misere", record.taken)
        case _:
            assert_never(record)


LEDGERS: Final[Mapping[str, Callable[[Pen, Contract | Concession | Misere, Table], _Result]]] = {
    "individual": _write_individual,
    "teams": _write_teams,
}


def _result_of(record: Contract, play: Play) -> _Result:
    if not play.is_played:
        return _Result("unplayed", 0)
    undertricks = max(0, record.level - play.taken[play.declarer])
    return _Result("failed" if undertricks else "whisted", undertricks)


def _warnings(record: Contract | Concession | Misere, convention: Convention) -> tuple[Text, ...]:
    talon = record.flags.talon
    if talon is None:
        return ()
    if isinstance(record, Concession) or convention.talon.pays == "nothing" or convention.ledger == "teams":
        return (say("nothing is paid for the talon here, so [{talon}] writes nothing", talon=talon),)
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
        case _:
            assert_never(outcome)


def _rule_raspasy(record: Raspasy, table: Table, convention: Convention) -> Ruling:
    if convention.raspasy.writes == "nothing":
        refuse(
            say("raspasy are not played at this table"),
            "record",
            say("the deal passes on; agree on `raspasy.writes` before the game if they are"),
        )
    times = times_of(record.flags, convention)
    if record.dark is not None:
        check_seat(record.dark, table.seats, "player")
        times *= convention.multipliers.dark
    pen = Pen(table, convention, times)
    in_row = table.in_row + 1
    owed = table.owed[0] if table.owed else None
    price = price_of(convention.raspasy.price, in_row) if owed is None else owed
    taken = raspasy_tricks(record, pen.seats, convention)
    if convention.ledger == "teams":
        write_team_raspasy(pen, taken, price)
    else:
        write_raspasy(pen, taken, price)
    after = hand_out_bombs(record, table, table._replace(in_row=in_row, owed=table.owed[1:]), convention)
    limit = convention.raspasy.in_row
    stays = convention.raspasy.next_deal == "stays" and (limit == "none" or in_row < limit)
    # A compulsory lap has to go round the table.
    after = after._replace(same_dealer=0) if stays and not table.owed else move_on(after, convention)
    return _after(pen, table, after)


def _rule_misdeal(table: Table, convention: Convention) -> Ruling:
    """Let the same dealer deal again; a second misdeal of his in a row costs the fine and the deal moves on."""
    if not table.same_dealer:
        return Ruling((), table._replace(same_dealer=1))
    pen = Pen(table, convention)
    fine = convention.fines.second_misdeal
    if fine != "none" and convention.ledger == "individual":
        write = pen.to_pool if fine.column == "pool" else pen.to_mountain
        write(table.dealer, only(1, "fine", fine.points), f"fines.second-misdeal.{fine.column}")
    after = move_on(table, convention)
    return Ruling(tuple(pen.writes), after._replace(pool=pen.pool, mountain=pen.mountain))


def _rule_fine(record: Fine, table: Table, convention: Convention) -> Ruling:
    """Add a figure to a cell by decision of the table; no help follows."""
    if convention.ledger == "teams":
        refuse(
            say("pairs have no fines"),
            "record",
            say("correct the deal it is about with `fix`, or leave it out"),
        )
    pen = Pen(table, convention)
    formula = only(1, "fine", record.points)
    match record.column:
        case "pool":
            pen.to_pool(record.player, formula, "fines")
        case "mountain":
            pen.to_mountain(record.player, formula, "fines")
        case _:
            assert record.on is not None  # the notation asks for it
            pen.to_whists(record.player, record.on, formula, "fines")
    return Ruling(tuple(pen.writes), table._replace(pool=pen.pool, mountain=pen.mountain))


def _after(pen: Pen, before: Table, after: Table, warnings: tuple[Text, ...] = ()) -> Ruling:
    """Return the ruling of a deal: premiums and prizes it earned, and the columns as the pen leaves them."""
    after = after._replace(premiums=write_premiums(pen, before), pool=pen.pool, mountain=pen.mountain)
    after = write_race(pen, before, after)
    return Ruling(tuple(pen.writes), after, warnings)
