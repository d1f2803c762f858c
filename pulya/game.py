"""The game as a fold: the records of an evening, corrections applied, ruled one after another.

Scoring is one pass over the standing records.  Corrections are read first: the newest counts, an undone
one does not, and what stands is replayed in file order.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pulya.convention import Convention
from pulya.errors import Location, RecordError
from pulya.message import Text, say
from pulya.record import Cell, Contract, Deal, Entry, Event, Fix, Paper, Undo
from pulya.rules.compulsory import owed_laps
from pulya.rules.ending import is_over
from pulya.rules.ruling import Referee
from pulya.rules.split import Range, splits
from pulya.settlement import Account, TeamAccount, account, team_account
from pulya.sheet import Place, Sheet, add_up, seat
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
    ruled: tuple[Ruled, ...]
    table: Table
    over: bool

    @property
    def writes(self) -> list[Write]:
        """Return every write, in the order of the records."""
        return [write for one in self.ruled for write in one.writes]

    @property
    def still_open(self) -> list[Ruled]:
        """Return the records that are still open, so that what hangs on them is provisional."""
        return [one for one in self.ruled if one.ranges]

    @property
    def sheet(self) -> Sheet:
        """Return the sheet after the last record."""
        return add_up(seat(self.header.opening, self.table.everyone), self.writes)

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
            teams = [" + ".join(team) for team in self.sheet.teams]
            return [Result(*one) for one in zip(teams, *self.team_account, strict=True)]
        account = self.account
        balance = account.settlement.balance
        return [Result(player, balance[player], coins) for player, coins in account.coins.items()]

    @property
    def team_account(self) -> TeamAccount:
        """Return the settlement of pairs as if the game ended now."""
        stake = self.header.stake.amount if self.header.stake else None
        return team_account(self.sheet, stake, self.header.coin)


def settled(sheet: Sheet, table: Table, convention: Convention) -> Sheet:
    """Return a sheet as it is settled: of a series with the pools of all its races, or with none."""
    series = convention.series
    if series == "none":
        return sheet
    finished = table.finished if series.pools == "count" else {}
    kept = sheet.pool if series.pools == "count" else dict.fromkeys(sheet.players, 0)
    return sheet._replace(pool={player: kept[player] + finished.get(player, 0) for player in sheet.players})


class Mismatch(Value):
    """A figure that a `paper` record shows otherwise than the record of the deals."""

    number: int
    line: int | None
    player: Player
    cell: Cell  # what the paper shows
    record: Points  # what the deals come to


Report = Callable[[RecordError], None]


def replay(header: Header, items: Sequence[Item], report: Report | None = None) -> Game:
    """Rule all standing records in file order.

    Without ``report`` the first impossible record is raised as a `RecordError`; with it each is reported,
    left out, and the replay goes on.
    """
    readings = _readings(items, report)
    referee = Referee(header.convention)
    table = header.table()
    ruled: list[Ruled] = []
    for item, reading in zip(items, readings, strict=True):
        record = reading.record
        if record is None:
            ruled.append(
                Ruled(item, None, reading.fixed_by, reading.struck_by, (), table, table, aim=reading.aim)
            )
            continue
        try:
            ruling = referee.rule(record, table)
        except RecordError as error:
            _reject(error, item, report)
            ruled.append(Ruled(item, None, reading.fixed_by, None, (), table, table))
            continue
        ruled.append(
            Ruled(
                item,
                record,
                reading.fixed_by,
                None,
                ruling.writes,
                table,
                ruling.table,
                ruling.warnings,
                ruling.ranges,
            )
        )
        table = ruling.table
    return Game(header, tuple(ruled), table, is_over(table, header.convention))


def mismatches(game: Game) -> list[Mismatch]:
    """Return each figure of the `paper` records that differs from the sheet at that point, in file order."""
    found: list[Mismatch] = []
    sheet = game.header.opening
    for one in game.ruled:
        sheet = add_up(seat(sheet, one.after.everyone), one.writes)
        if not isinstance(one.record, Paper):
            continue
        for cell in one.record.cells:
            shown = Place(one.record.player, cell.column, cell.on).figure(sheet)
            if shown != cell.points:
                found.append(Mismatch(one.item.number, one.item.line, one.record.player, cell, shown))
    return found


class _Reading(Value):
    record: Deal | Event | None
    fixed_by: int | None
    struck_by: int | None
    aim: int | None = None


def _readings(items: Sequence[Item], report: Report | None) -> list[_Reading]:
    """Return how each item is to be read now.

    An undo strikes out its record, of whatever kind, so undoing an undo restores; of several standing
    fixes of one record the newest counts.
    """
    struck_by: list[int | None] = []  # the standing undo that strikes each item out
    target: list[int | None] = []  # what each correction aims at, as an index
    for at, item in enumerate(items):
        struck_by.append(None)
        target.append(None)
        record = item.entry.record
        if not isinstance(record, Undo | Fix):
            continue
        try:
            aim = _aim(record, at, items, struck_by)
        except RecordError as error:
            _reject(error, item, report)
            continue
        target[at] = aim
        if isinstance(record, Undo):
            _strike(aim, at, items, struck_by, target)
    fixes: dict[int, int] = {}
    for at, item in enumerate(items):
        aimed = target[at]
        if isinstance(item.entry.record, Fix) and struck_by[at] is None and aimed is not None:
            fixes[aimed] = at
    readings: list[_Reading] = []
    for at, item in enumerate(items):
        record = item.entry.record
        by, fix = struck_by[at], fixes.get(at)
        struck = None if by is None else items[by].number
        if isinstance(record, Undo | Fix) or by is not None:
            aimed = target[at]
            readings.append(_Reading(None, None, struck, None if aimed is None else items[aimed].number))
        elif fix is not None:
            fixed = items[fix].entry.record
            assert isinstance(fixed, Fix)
            readings.append(_Reading(fixed.record, items[fix].number, None))
        else:
            readings.append(_Reading(record, None, None))
    return readings


def _strike(
    aim: int, by: int, items: Sequence[Item], struck_by: list[int | None], target: list[int | None]
) -> None:
    """Strike an item out; where it is an undo itself, what it struck out stands again, and so on."""
    striking = True
    while True:
        struck_by[aim] = by if striking else None
        inner = target[aim]
        if not isinstance(items[aim].entry.record, Undo) or inner is None:
            return
        by, aim, striking = aim, inner, not striking


def _aim(record: Undo | Fix, at: int, items: Sequence[Item], struck_by: list[int | None]) -> int:
    """Return the index of the record that a correction aims at; it has to stand."""
    number = record.number
    if number is None:
        for earlier in range(at - 1, -1, -1):
            if struck_by[earlier] is None and not isinstance(items[earlier].entry.record, Undo):
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
    by = struck_by[aim]
    if by is not None:
        raise RecordError(
            say("record {number} was struck out by record {by}", number=number, by=items[by].number),
            at=Location(field="number"),
            hint=say("to bring it back, `undo {by}`", by=items[by].number),
        )
    if isinstance(record, Fix) and isinstance(items[aim].entry.record, Undo | Fix):
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
