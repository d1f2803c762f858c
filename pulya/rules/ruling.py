"""Rule one record: the dispatcher, and what a record does to the state of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias, assert_never

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
from pulya.rules.books import Books
from pulya.rules.checklist import check_box, tick
from pulya.rules.closing import enter
from pulya.rules.compulsory import bomb_factor, hand_out_bombs, owed_after, refuse_while_owed, spend_bombs
from pulya.rules.contract import write_concession, write_contract, write_misere
from pulya.rules.ending import is_over
from pulya.rules.pen import Pen, Worth
from pulya.rules.prizes import write_premiums, write_race
from pulya.rules.raspasy import next_price, write_raspasy
from pulya.rules.reading import Play, check_order, check_seat, play_of, raspasy_tricks, refuse
from pulya.rules.rotation import move_on
from pulya.rules.seating import call_time, get_up, sit_down
from pulya.rules.split import Range, ranges, splits
from pulya.rules.talon import write_talon
from pulya.rules.teams import team_play_of, write_team_contract, write_team_misere, write_team_raspasy
from pulya.table import HANDS, Table
from pulya.table import seats as seats_of
from pulya.terms import Player
from pulya.value import Value
from pulya.write import Write, only


class Ruling(Value):
    """What a record writes, the table after it, what is unusual in it, and what in it is still open."""

    writes: tuple[Write, ...]
    table: Table
    warnings: tuple[Text, ...] = ()
    ranges: tuple[Range, ...] = ()


Outcome: TypeAlias = Literal["whisted", "failed", "unplayed", "misere"]
Game: TypeAlias = Contract | Concession | Misere
GAMES: Final = (Contract, Concession, Misere)


class _Played(Value):
    """What a game is worth, and what became of it: for the exit, for bombs and boxes, and by how much it failed."""

    worth: Worth
    exits: bool
    undertricks: int  # of a misère the tricks taken
    warnings: tuple[Text, ...]


# A game, at which table, by which dealer, the factor of bombs; raspasy, at which price.
_Game: TypeAlias = tuple[Game, tuple[Player, ...], Player, int]
_Raspasy: TypeAlias = tuple[Raspasy, tuple[Player, ...], Player, int]
# A deal, at which table, by which dealer, who dealt first, and how many raspasy lie behind.
_Turn: TypeAlias = tuple[Deal | Event, tuple[Player, ...], Player, Player, int]


class _Done(Value):
    """What a deal did: what it was worth, who deals after it, how many laps later, with how many raspasy behind."""

    worth: Worth
    dealer: Player
    laps: int
    in_row: int
    warnings: tuple[Text, ...]


class Referee:
    """Rules the records of one game by its convention.

    What a deal is worth depends on the deal and on who sits where, not on the sheet, so it is worked out once and
    remembered: of a thousand deals three in five are not new.  So is all else it did, which it does again where as many
    raspasy lie behind; that takes a third of the time.
    """

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        blocks = (convention.bombs, convention.checklist, convention.series)
        # Where the table has one of them, or premiums, a deal does more than hangs on its `_Turn`.
        self._repeats = all(block == "none" for block in blocks) and not convention.premiums
        self._done: dict[_Turn, _Done] = {}
        self._games: dict[_Game, _Played] = {}
        self._raspasy: dict[_Raspasy, Worth] = {}

    def rule(self, record: Deal | Event, table: Table) -> Ruling:
        """Return what a record writes, and the table after it.

        Raises `RecordError` where it cannot have happened at this table.
        """
        convention = self.convention
        if is_over(table, convention) and not isinstance(record, Fine | Paper):
            refuse(
                say("the game is over"),
                "record",
                say("only `fine`, `paper` and corrections can follow; `settle` shows the money"),
            )
        if (again := self._again(record, table)) is not None:
            return again
        if isinstance(record, Contract) and record.is_open:
            return self._rule_open(record, table)
        if isinstance(record, GAMES):
            return self._rule_game(record, table)
        match record:
            case Raspasy():
                return self._rule_raspasy(record, table)
            case Misdeal():
                return _rule_misdeal(table, convention)
            case Fine():
                return _rule_fine(record, table, convention)
            case Paper(player, cells):
                _check_known((player, *(cell.on for cell in cells)), table)
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

    def _again(self, record: Deal | Event, table: Table) -> Ruling | None:
        """Return the ruling of a deal that was ruled before; only what it writes may meet other pools now."""
        done = self._done.get((record, table.players, table.dealer, table.first_dealer, table.in_row))
        if done is None or table.owed:
            return None
        worth, dealer, laps, in_row, warnings = done
        writes, pool, mountain = enter(worth, table, self.convention)
        after = table.turned(dealer, table.lap + laps, 0, in_row, pool, mountain)
        # Made for every record, in half the time of the constructor.
        return tuple.__new__(Ruling, (writes, after, warnings, ()))

    def _remember(self, record: Deal, table: Table, ruling: Ruling, worth: Worth) -> None:
        """Remember what a deal did, unless it did more than deals do, as to make raspasy compulsory."""
        after = ruling.table
        if self._repeats and after.differs_by_a_deal(table):
            turn = record, table.players, table.dealer, table.first_dealer, table.in_row
            laps = after.lap - table.lap
            self._done[turn] = _Done(worth, after.dealer, laps, after.in_row, ruling.warnings)

    def _rule_game(self, record: Game, table: Table) -> Ruling:
        convention = self.convention
        if table.owed:
            refuse_while_owed(table.owed)
        played = self._played(record, table)
        if not isinstance(record, Misere):
            check_order(record, table, convention)
        made = not played.undertricks
        if (checklist := convention.checklist) != "none":
            check_box(record, table, checklist)
            table = tick(record, table, checklist, made=made)
        writes, pool, mountain = enter(played.worth, table, convention)
        after = move_on(table, convention, 0 if played.exits else table.in_row, pool, mountain)
        if not made and (owed := owed_after(record, played.undertricks, convention)):
            after = after._replace(owed=table.owed + owed)
        if made and convention.bombs != "none":
            after = spend_bombs(record.declarer, after, convention.bombs)
        ruling = Ruling(writes, after, played.warnings)
        self._remember(record, table, ruling, played.worth)
        return self._with_prizes(ruling, table)

    def _played(self, record: Game, table: Table) -> _Played:
        """Return what a game is worth at a table."""
        convention = self.convention
        # Where nobody sits out only the talon asks who deals.
        matters = (
            len(table.players) > HANDS
            or record.flags.talon is not None
            or record.declarer not in table.players
        )
        dealer = table.dealer if matters else record.declarer
        bombs = 1 if convention.bombs == "none" else bomb_factor(record.declarer, table, convention)
        key = record, table.players, dealer, bombs
        known = self._games.get(key)
        if known is None:
            known = self._games[key] = self._of_any_suit(*key)
        return known

    def _of_any_suit(self, record: Game, players: tuple[Player, ...], dealer: Player, bombs: int) -> _Played:
        """Return what a game is worth, whatever its suit: that matters only where one suit forces a whist."""
        convention = self.convention
        if isinstance(record, Misere) or record.suit is None or convention.whisting.forced:
            return _played(record, players, dealer, bombs, convention)
        key = record._replace(suit=None), players, dealer, bombs
        known = self._games.get(key)
        if known is None:
            known = self._games[key] = _played(*key, convention)
        return known

    def _rule_open(self, record: Contract, table: Table) -> Ruling:
        """Rule an open contract as if the tricks fell evenly; what the other splits would write says what is open."""
        rulings = [self._rule_game(one, table) for one in splits(record, table, self.convention)]
        even = rulings[0]
        found = ranges([ruling.writes for ruling in rulings], table.players)
        if found:
            return even._replace(ranges=found)
        closed = say("however the tricks of the defence fell, the same is written: nothing is open")
        return even._replace(warnings=(*even.warnings, closed))

    def _rule_raspasy(self, record: Raspasy, table: Table) -> Ruling:
        convention = self.convention
        price = next_price(table, convention)
        if price is None:
            refuse(
                say("raspasy are not played at this table"),
                "record",
                say("the deal passes on; agree on `raspasy.writes` before the game if they are"),
            )
        in_row = table.in_row + 1
        key = record, table.players, table.dealer, price
        worth = self._raspasy.get(key)
        if worth is None:
            worth = self._raspasy[key] = _worth_of_raspasy(*key, convention)
        writes, pool, mountain = enter(worth, table, convention)
        limit = convention.raspasy.in_row
        stays = convention.raspasy.next_deal == "stays" and (limit == "none" or in_row < limit)
        # Those of a compulsory lap, at the price of raspasy in a row, have to go round the table.
        in_lap = bool(table.owed) and table.owed[0] is None
        if stays and not in_lap:
            after = table.turned(table.dealer, table.lap, 0, in_row, pool, mountain)
        else:
            after = move_on(table, convention, in_row, pool, mountain)
        if table.owed:
            after = after._replace(owed=table.owed[1:])
        if convention.bombs != "none":
            after = hand_out_bombs(record, table, after, convention.bombs)
        ruling = Ruling(writes, after)
        self._remember(record, table, ruling, worth)
        return self._with_prizes(ruling, table)

    def _with_prizes(self, ruling: Ruling, table: Table) -> Ruling:
        """Return the ruling of a deal with the premiums and prizes that it earned."""
        convention = self.convention
        if not convention.premiums and convention.series == "none":
            return ruling
        after = ruling.table
        books = Books(table, convention, (ruling.writes, after.pool, after.mountain))
        if convention.premiums:
            after = after._replace(premiums=write_premiums(books))
        if convention.series != "none":
            after = write_race(books, after, convention.series)
        return ruling._replace(writes=books.writes, table=after)


def times_of(flags: Flags, convention: Convention) -> int:
    """Return the factor of every write of a deal that its flags make."""
    multipliers = convention.multipliers
    return (
        flags.times
        * (multipliers.dark if flags.dark else 1)
        * (multipliers.no_talon if flags.no_talon else 1)
    )


def _played(
    record: Game, players: tuple[Player, ...], dealer: Player, bombs: int, convention: Convention
) -> _Played:
    """Return what a game is worth; ``bombs`` is the factor of its owner's."""
    if record.flags.no_talon and record.flags.talon is not None:
        refuse(
            say("without the talon nothing can be paid for it"),
            "talon",
            say("leave out either `notalon` or the square brackets"),
        )
    pen = Pen(players, seats_of(players, dealer), convention, times_of(record.flags, convention) * bombs)
    outcome, undertricks = LEDGERS[convention.ledger](pen, record)
    return _Played(pen.worth, _exits(outcome, convention), undertricks, _warnings(record, convention))


def _worth_of_raspasy(
    record: Raspasy, players: tuple[Player, ...], dealer: Player, price: int, convention: Convention
) -> Worth:
    """Return what raspasy are worth at a price a trick."""
    seats = seats_of(players, dealer)
    times = times_of(record.flags, convention)
    if record.dark is not None:
        check_seat(record.dark, seats, "player")
        times *= convention.multipliers.dark
    pen = Pen(players, seats, convention, times)
    taken = raspasy_tricks(record, seats, convention)
    if convention.ledger == "teams":
        write_team_raspasy(pen, taken, price)
    else:
        write_raspasy(pen, taken, price)
    return pen.worth


def _write_individual(pen: Pen, record: Game) -> tuple[Outcome, int]:
    convention = pen.convention
    match record:
        case Contract():
            play = play_of(record, pen.seats, convention)
            write_contract(pen, record, play)
            write_talon(pen, record)
            return _result_of(record, play)
        case Concession():
            undertricks = write_concession(pen, record)
            return "failed", undertricks
        case Misere():
            write_misere(pen, record)
            return "misere", record.taken
        case _:
            assert_never(record)


def _write_teams(pen: Pen, record: Game) -> tuple[Outcome, int]:
    match record:
        case Contract():
            play = team_play_of(record, pen.seats, pen.convention, pen.players)
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
            return "misere", record.taken
        case _:
            assert_never(record)


LEDGERS: Final[Mapping[str, Callable[[Pen, Game], tuple[Outcome, int]]]] = {
    "individual": _write_individual,
    "teams": _write_teams,
}


def _result_of(record: Contract, play: Play) -> tuple[Outcome, int]:
    if not play.is_played:
        return "unplayed", 0
    undertricks = max(0, record.level - play.taken[play.declarer])
    return "failed" if undertricks else "whisted", undertricks


def _warnings(record: Game, convention: Convention) -> tuple[Text, ...]:
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


def _rule_misdeal(table: Table, convention: Convention) -> Ruling:
    """Let the same dealer deal again; a second misdeal of his in a row costs the fine and the deal moves on."""
    if not table.same_dealer:
        return Ruling((), table._replace(same_dealer=1))
    books = Books(table, convention)
    fine = convention.fines.second_misdeal
    if fine != "none" and convention.ledger == "individual":
        write = books.to_pool if fine.column == "pool" else books.to_mountain
        write(table.dealer, only(1, "fine", fine.points), f"fines.second-misdeal.{fine.column}")
    after = move_on(table, convention, table.in_row, books.pool, books.mountain)
    return Ruling(books.writes, after)


def _check_known(players: Iterable[Player | None], table: Table) -> None:
    """Refuse who never sat down, as when the record of that was taken back."""
    for player in players:
        if player is not None and player not in table.everyone:
            refuse(
                say("{player} has not sat down yet", player=player),
                "player",
                say("at the table are {players}", players=table.players),
            )


def _rule_fine(record: Fine, table: Table, convention: Convention) -> Ruling:
    """Add a figure to a cell by decision of the table; no help follows."""
    if convention.ledger == "teams":
        refuse(
            say("pairs have no fines"),
            "record",
            say("correct the deal it is about with `fix`, or leave it out"),
        )
    _check_known((record.player, record.on), table)
    books = Books(table, convention)
    formula = only(1, "fine", record.points)
    match record.column:
        case "pool":
            books.to_pool(record.player, formula, "fines")
        case "mountain":
            books.to_mountain(record.player, formula, "fines")
        case _:
            assert record.on is not None  # the notation asks for it
            books.to_whists(record.player, record.on, formula, "fines")
    return Ruling(books.writes, table._replace(pool=books.pool, mountain=books.mountain))
