"""From the sheet to exact balances, to coins, to payments.

Sources: minimum-mountain and average way, the published settlement of mail.ru and the booklets that
teach both; that a point is shared by all players, its owner too, Code of Preferans 4.1.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from pulya.convention import Convention
from pulya.sheet import Sheet
from pulya.terms import Player, Points, exact
from pulya.value import Value

Matrix: TypeAlias = Mapping[Player, Mapping[Player, Points]]


class Settlement(Value):
    """The minimum-mountain way, step by step; whists unless said otherwise, nobody on himself.

    The rows of ``debts`` (won from each other, signed) add up to ``balance``, and that to exactly 0.
    """

    level: Points  # the pool that all are brought to
    per_point: Points  # mountain points for a missing pool point
    levelled: Mapping[Player, Points]  # mountains after that
    least: Points  # the smallest of them, struck from all
    rest: Mapping[Player, Points]  # what is left of the mountains
    divisor: int  # among how many a mountain point is shared
    mountain_whists: Matrix  # what each writes on each other for the rest of his mountain
    debts: Matrix
    balance: Mapping[Player, Points]


class Payment(Value):
    """Who gives whom how many coins."""

    payer: Player
    payee: Player
    coins: int


def settle(sheet: Sheet, convention: Convention, target: int | None) -> Settlement:
    """Return the settlement of a sheet; it works the same for an unfinished game."""
    units = convention.units
    players = sheet.players
    level = target if target is not None else max(sheet.pool.values())
    per_point = exact(Fraction(pool_worth(convention), units.mountain))
    levelled = {
        player: exact(sheet.mountain[player] + (level - sheet.pool[player]) * per_point) for player in players
    }
    least = min(levelled.values())
    rest = {player: exact(levelled[player] - least) for player in players}
    divisor = len(players) - (units.shared_by == "opponents")
    mountain_whists = {
        writer: {
            other: exact(Fraction(rest[other]) * units.mountain / divisor)
            for other in players
            if other != writer
        }
        for writer in players
    }
    debts = {
        player: {
            other: exact(
                (sheet.whists[player][other] + mountain_whists[player][other])
                - (sheet.whists[other][player] + mountain_whists[other][player])
            )
            for other in players
            if other != player
        }
        for player in players
    }
    balance = {player: exact(Fraction(sum(debts[player].values()))) for player in players}
    return Settlement(level, per_point, levelled, least, rest, divisor, mountain_whists, debts, balance)


def balances(sheet: Sheet, convention: Convention) -> Mapping[Player, Points]:
    """Return the balances in whists by the average way: positive is won, the sum is exactly 0."""
    units = convention.units
    players = sheet.players
    n = len(players)
    scale = Fraction(n, n - 1) if units.shared_by == "opponents" else Fraction(1)
    mean_pool = Fraction(sum(sheet.pool.values())) / n
    mean_mountain = Fraction(sum(sheet.mountain.values())) / n
    return {
        player: exact(
            scale * pool_worth(convention) * (sheet.pool[player] - mean_pool)
            - scale * units.mountain * (sheet.mountain[player] - mean_mountain)
            + sum(sheet.whists[player].values())
            - sum(sheet.whists[other][player] for other in players if other != player)
        )
        for player in players
    }


def pool_worth(convention: Convention) -> int:
    """Return what a pool point is worth at the settlement, in whists.

    Where missing points go onto the mountain one for one (``unfinished: once``), the target drops out of
    the differences and a pool point is worth a mountain point.
    """
    units = convention.units
    return units.mountain if convention.unfinished == "once" else units.pool


def to_coins(balance: Mapping[Player, Points], stake: Fraction, coin: Fraction) -> Mapping[Player, int]:
    """Return the balances in whole coins, ``stake`` money a whist; the sum stays 0.

    Each share is floored; the coins left over go to the largest remainders, ties to the earlier seat.
    """
    shares = {player: points * stake / coin for player, points in balance.items()}
    coins = {player: share.numerator // share.denominator for player, share in shares.items()}
    left = -sum(coins.values())
    by_remainder = sorted(shares, key=lambda player: coins[player] - shares[player])  # stable: seat order
    for player in by_remainder[:left]:
        coins[player] += 1
    return coins


def payments(coins: Mapping[Player, int]) -> list[Payment]:
    """Return the fewest payments that settle the coins.

    A group of players whose coins add up to 0 settles within itself with one payment less than it has
    members, so the players are parted into as many such groups as there can be.
    """
    found: list[Payment] = []
    for group in _groups_of([player for player, amount in coins.items() if amount], coins):
        found += _within(group, coins)
    return found


def _groups_of(players: Sequence[Player], coins: Mapping[Player, int]) -> list[list[Player]]:
    """Return a partition into the most groups that add up to 0, by subsets; a table has few players."""
    best: dict[int, list[int]] = {0: []}
    n = len(players)
    for mask in range(1, 1 << n):
        if sum(coins[players[seat]] for seat in range(n) if mask >> seat & 1):
            continue
        best[mask] = [mask]
        part = (mask - 1) & mask
        while part:
            if (
                part in best
                and mask ^ part in best
                and len(best[part]) + len(best[mask ^ part]) > len(best[mask])
            ):
                best[mask] = best[part] + best[mask ^ part]
            part = (part - 1) & mask
    groups = best[(1 << n) - 1]
    return [[players[seat] for seat in range(n) if mask >> seat & 1] for mask in sorted(groups, key=_lowest)]


def _lowest(mask: int) -> int:
    return mask & -mask


def _within(group: Sequence[Player], coins: Mapping[Player, int]) -> list[Payment]:
    """Let the largest debtor pay the largest creditor until nobody owes; ties by seat."""
    open_ = {player: coins[player] for player in group}
    found: list[Payment] = []
    while any(open_.values()):
        payer = min(open_, key=lambda player: open_[player])
        payee = max(open_, key=lambda player: open_[player])
        amount = min(-open_[payer], open_[payee])
        found.append(Payment(payer, payee, amount))
        open_[payer] += amount
        open_[payee] -= amount
    return found


class Account(Value):
    """A settlement with the money: balances in coins, and who pays whom."""

    settlement: Settlement
    coins: Mapping[Player, int]
    payments: Sequence[Payment]


def account(
    sheet: Sheet, convention: Convention, target: int | None, stake: Fraction | None, coin: Fraction
) -> Account:
    """Return the settlement of a sheet in money; without a stake a coin is a whole whist."""
    settlement = settle(sheet, convention, target)
    whole = Fraction(1)
    coins = to_coins(settlement.balance, *((whole, whole) if stake is None else (stake, coin)))
    return Account(settlement, coins, payments(coins))


class TeamAccount(Value):
    """The settlement of two teams: the difference of their columns, and what one pays the other."""

    balance: tuple[Points, Points]
    coins: tuple[int, int]


def team_account(sheet: Sheet, stake: Fraction | None, coin: Fraction) -> TeamAccount:
    """Return the settlement of pairs, in the order of the teams; without a stake a coin is a whole point."""
    first, second = (team[0] for team in sheet.teams)
    ahead = exact(sheet.columns[first] - sheet.columns[second])
    whole = Fraction(1)
    coins = to_coins({first: ahead, second: -ahead}, *((whole, whole) if stake is None else (stake, coin)))
    return TeamAccount((ahead, -ahead), (coins[first], coins[second]))


def match_columns(first: Sheet, second: Sheet) -> tuple[Points, Points]:
    """Return what two teams of four made at the two tables of a duplicate match.

    The team that is first at one table is second at the other, with the hands exchanged.
    """
    ours, theirs = ([sheet.columns[team[0]] for team in sheet.teams] for sheet in (first, second))
    return exact(ours[0] + theirs[1]), exact(ours[1] + theirs[0])
