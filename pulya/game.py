"""The game as a fold: the records of an evening, corrections applied, ruled one after another.

Scoring is one pass over the standing records.  Corrections are read first: the newest counts, an undone
one does not, and what stands is replayed in file order.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pulya.convention import Convention
from pulya.errors import Location, RecordError
from pulya.message import Text, say
from pulya.record import Contract, Deal, Entry, Event, Fix, Undo
from pulya.rules.compulsory import owed_laps
from pulya.rules.ending import is_over
from pulya.rules.ruling import Referee
from pulya.rules.split import Range, splits
from pulya.settlement import Account, TeamAccount, account, team_account
from pulya.sheet import Adding, Sheet, team_name
from pulya.table import Table
from pulya.terms import Player, Points
from pulya.value import Value
from pulya.write import Write


class Stake(Value):
    """Money for a whist, and the word for it."""

    amount: Fraction
    currency: str | None


class Header(Value):
    """What the table settled before the first deal."""

    convention: Convention
    players: tuple[Player, ...]
    dealer: Player
    target: int | None  # per player
    target_sum: int | None  # of all pools together, instead of ``target``
    stake: Stake | None
    coin: Fraction
    date: str | None
    opening: Sheet
    in_row: int  # raspasy in a row carried on from an older game
    bombs: Mapping[Player, int]  # and bombs
    laps: int | None  # how many the game has, where it ends by laps

    def table(self) -> Table:
        """Return the state before the first deal."""
        table = Table(
            players=self.players,
            everyone=self.players,
            dealer=self.dealer,
            lap=1,
            same_dealer=0,
            target=self.target,
            target_sum=self.target_sum,
            pool=self.opening.pool,
            mountain=self.opening.mountain,
            in_row=self.in_row,
            first_dealer=self.dealer,
            laps=self.laps,
            bombs=self.bombs,
        )
        owed = owed_laps("start", table, self.convention)
        if self.convention.series != "none":
            owed += owed_laps("race", table, self.convention)
        return table._replace(owed=owed)


class Item(Value):
    """One item of a journal: its number, its line in the file, its text, and the record it says."""

    number: int
    line: int | None
    text: str
    entry: Entry


class Ruled(Value):
    """An item after the replay.

    ``record`` is its standing reading, ``None`` for corrections and for what does not stand; ``writes``,
    ``before`` and ``after`` belong to that reading.  Of an open record they are provisional: ``ranges`` has the
    cells that hang on how the tricks of the defence fell.
    """

    item: Item
    record: Deal | Event | None
    fixed_by: int | None  # the standing fix that gives the reading
    struck_by: int | None  # the standing undo
    writes: tuple[Write, ...]
    before: Table
    after: Table
    warnings: tuple[Text, ...] = ()
    ranges: tuple[Range, ...] = ()
    aim: int | None = None  # of a correction, the number of the record it is about


def as_even(open_: Ruled, convention: Convention) -> Contract:
    """Return the reading of an open record that counts for now: the defence's tricks fell evenly."""
    assert isinstance(open_.record, Contract)
    return splits(open_.record, open_.before, convention)[0]


class Result(Value):
    """What a player, or a team, has won: in whists or points, and in coins."""

    name: str
    balance: Points
    coins: int


class Game(Value):
    """An evening replayed."""

    header: Header
    records: int
    table: Table
    over: bool
    sheet: Sheet  # after the last record
    still_open: tuple[Ruled, ...]  # the records that are still open: what hangs on them is provisional
    history: tuple[Ruled, ...] | None  # what every record did, where it was kept

    @property
    def ruled(self) -> tuple[Ruled, ...]:
        """Return what every record did; of a game that was replayed for its sheet only nothing was kept."""
        assert self.history is not None
        return self.history

    @property
    def writes(self) -> list[Write]:
        """Return every write, in the order of the records."""
        return [write for one in self.ruled for write in one.writes]

    @property
    def settled_sheet(self) -> Sheet:
        """Return the sheet that is settled."""
        return settled(self.sheet, self.table, self.header.convention)

    @property
    def account(self) -> Account:
        """Return the settlement as if the game ended now, with the stake of the header."""
        header = self.header
        stake = header.stake.amount if header.stake else None
        target = header.target if header.convention.series == "none" else None
        return account(self.settled_sheet, header.convention, target, stake, header.coin)

    @property
    def results(self) -> list[Result]:
        """Return what everybody, or each team, would have won if the game ended now."""
        if self.header.convention.ledger == "teams":
            teams = [team_name(team) for team in self.sheet.teams]
            return [Result(*one) for one in zip(teams, *self.team_account, strict=True)]
        account = self.account
        balance = account.settlement.balance
        return [Result(player, balance[player], coins) for player, coins in account.coins.items()]

    @property
    def team_account(self) -> TeamAccount:
        """Return the settlement of pairs as if the game ended now."""
        stake = self.header.stake.amount if self.header.stake else None
        return team_account(self.sheet, stake, self.header.coin)


def no_record(game: Game, number: str) -> RecordError:
    """Return the complaint about a number that no record has."""
    return RecordError(
        say("there is no record {number}", number=number),
        hint=say("the journal has records 1 to {last}", last=game.records)
        if game.records
        else say("the journal has no records yet"),
    )


def settled(sheet: Sheet, table: Table, convention: Convention) -> Sheet:
    """Return a sheet as it is settled: of a series with the pools of all its races, or with none."""
    series = convention.series
    if series == "none":
        return sheet
    finished = table.finished if series.pools == "count" else {}
    kept = sheet.pool if series.pools == "count" else dict.fromkeys(sheet.players, 0)
    return sheet._replace(pool={player: kept[player] + finished.get(player, 0) for player in sheet.players})


CORRECTIONS: Final = (Undo, Fix)
Report = Callable[[RecordError], None]


def replay(header: Header, items: Sequence[Item], report: Report | None = None, *, keep: bool = True) -> Game:
    """Rule all standing records in file order.

    Without ``report`` the first impossible record is raised as a `RecordError`; with it each is reported,
    left out, and the replay goes on.  With ``keep=False`` only the sheet and the state at the end are kept,
    which takes a quarter of the memory of a long journal.
    """
    return gather(header, rulings(header, items, report), keep=keep)


def gather(header: Header, ruled: Iterable[Ruled], *, keep: bool = True) -> Game:
    """Return the game that records come to, one after another; see `replay`."""
    table = header.table()
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


def rulings(header: Header, items: Sequence[Item], report: Report | None = None) -> Iterator[Ruled]:
    """Yield what each record does; see `replay`."""
    corrections = _corrections(items, report)
    referee = Referee(header.convention)
    table = header.table()
    for at, item in enumerate(items):
        record, fixed_by = item.entry.record, None
        if isinstance(record, CORRECTIONS) or corrections.struck_by.get(at):
            yield _left_out(at, items, corrections, table)
            continue
        if at in corrections.fixes:
            fix = items[corrections.fixes[at]]
            assert isinstance(fix.entry.record, Fix)
            record, fixed_by = fix.entry.record.record, fix.number
        try:
            writes, after, warnings, ranges = referee.rule(record, table)
        except RecordError as error:
            _reject(error, item, report)
            yield Ruled(item, None, fixed_by, None, (), table, table)
            continue
        yield Ruled(item, record, fixed_by, None, writes, table, after, warnings, ranges)
        table = after


def _left_out(at: int, items: Sequence[Item], corrections: "_Corrections", table: Table) -> Ruled:
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


class _Corrections(Value):
    """What corrections do to the items, all by their places: few have any."""

    struck_by: dict[int, list[int]]  # the standing undos that strike an item out; none where it stands
    aims: dict[int, int]  # what each correction aims at
    fixes: dict[int, int]  # the standing fix that an item is read by


def _corrections(items: Sequence[Item], report: Report | None) -> _Corrections:
    """Return what the corrections do.

    An undo strikes out its record, of whatever kind, so undoing an undo restores; of several standing
    fixes of one record the newest counts.
    """
    struck_by: dict[int, list[int]] = {}
    aims: dict[int, int] = {}
    found = [at for at, item in enumerate(items) if isinstance(item.entry.record, CORRECTIONS)]
    for at in found:
        record = items[at].entry.record
        assert isinstance(record, CORRECTIONS)
        try:
            aims[at] = _aim(record, at, items, struck_by)
        except RecordError as error:
            _reject(error, items[at], report)
            continue
        if isinstance(record, Undo):
            _strike(at, items, struck_by, aims)
    fixes = {
        aim: at
        for at, aim in aims.items()
        if isinstance(items[at].entry.record, Fix) and not struck_by.get(at)
    }
    return _Corrections(struck_by, aims, fixes)


def _strike(by: int, items: Sequence[Item], struck_by: dict[int, list[int]], aims: dict[int, int]) -> None:
    """Strike an item out; where it is an undo itself, what it alone struck out stands again, and so on."""
    striking = True
    while by in aims and isinstance(items[by].entry.record, Undo):
        strikers = struck_by.setdefault(aims[by], [])
        others = len(strikers) - (not striking)
        if striking:
            strikers.append(by)
        else:
            strikers.remove(by)
        if others:
            return  # it is struck out either way
        by, striking = aims[by], not striking


def _aim(record: Undo | Fix, at: int, items: Sequence[Item], struck_by: Mapping[int, list[int]]) -> int:
    """Return the index of the record that a correction aims at; it has to stand."""
    number = record.number
    if number is None:
        for earlier in range(at - 1, -1, -1):
            if not struck_by.get(earlier) and not isinstance(items[earlier].entry.record, Undo):
                return earlier
        raise RecordError(
            say("there is no record to undo"),
            at=Location(field="number"),
            hint=say("`log` shows the records and what stands"),
        )
    if not 1 <= number <= at:
        raise RecordError(
            say("there is no record {number} before this one", number=number),
            at=Location(field="number"),
            hint=say("`log` shows the numbers; this is record {own}", own=at + 1),
        )
    aim = number - 1
    if strikers := struck_by.get(aim):
        by = items[strikers[-1]].number
        raise RecordError(
            say("record {number} was struck out by record {by}", number=number, by=by),
            at=Location(field="number"),
            hint=say("to bring it back, `undo {by}`", by=by),
        )
    if isinstance(record, Fix) and isinstance(items[aim].entry.record, CORRECTIONS):
        raise RecordError(
            say("record {number} is a correction and cannot be fixed", number=number),
            at=Location(field="number"),
            hint=say("take it back: `undo {number}`", number=number),
        )
    return aim


def _reject(error: RecordError, item: Item, report: Report | None) -> None:
    placed = error.within(Location(line=item.line, record=item.number))
    if report is None:
        raise placed from None
    report(placed)
