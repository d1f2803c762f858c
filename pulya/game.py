"""An evening replayed: what the table settled before, and what it has come to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pulya.convention import Convention
from pulya.errors import RecordError
from pulya.message import say
from pulya.sheet import Sheet, team_name
from pulya.table import Table
from pulya.terms import Player, Points
from pulya.value import Value

if TYPE_CHECKING:  # who asks for the sheet only may need no record and no rule
    from pulya.ruled import Ruled
    from pulya.settlement import Account, TeamAccount
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
        from pulya.settlement import account  # a new record settles nothing

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
        from pulya.settlement import team_account

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
