"""The settlement for people, so that a player can follow every number."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeAlias

from pulya.convention import Convention
from pulya.game import Game, Header
from pulya.message import say, say_n
from pulya.settlement import Account, Settlement
from pulya.sheet import Place, Sheet
from pulya.terms import Player, Points
from pulya.value import Value
from pulya.view.figures import mixed, signed
from pulya.view.money import in_currency, signed_sum, stake_text, sum_of, unit
from pulya.view.page import COLUMNS, Page
from pulya.view.sheets import sheet_rows


class Grid(Value):
    """A table; the first row is the heading."""

    rows: Sequence[Sequence[str]]


Block: TypeAlias = str | Grid
"""A line of a page, empty between two parts of it, or a table."""


def settlement_text(page: Page, game: Game, provisional: Container[Place] = ()) -> str:
    """Return the settlement step by step, so that a player can follow every number."""
    return "\n".join(
        block if isinstance(block, str) else page.compact(block.rows)
        for block in settlement_blocks(page, game, provisional)
    )


def settlement_blocks(page: Page, game: Game, provisional: Container[Place] = ()) -> list[Block]:
    """Return the lines and tables of the settlement, the last lines being the payments."""
    sheet = Grid(sheet_rows(page, game.sheet, provisional=provisional))
    return _teams(page, game, sheet) if game.sheet.teams else _individual(page, game, sheet)


def parted(blocks: Sequence[Block]) -> tuple[list[Block], list[str]]:
    """Return the steps of a settlement, and the payments below the last table."""
    steps = max(at for at, block in enumerate(blocks) if isinstance(block, Grid)) + 1
    return list(blocks[:steps]), [line for line in blocks[steps:] if isinstance(line, str) and line]


def _teams(page: Page, game: Game, sheet: Grid) -> list[Block]:
    """Return the settlement of pairs: the difference of the two columns, paid by the team behind."""
    rows = [[one.name, signed(one.balance), signed_sum(game.header, one.coins)] for one in game.results]
    headers = [page.say(say("team")), page.say(say("difference")), unit(page, game.header)]
    parts: list[Block] = [sheet, "", Grid([headers, *rows]), ""]
    behind, ahead = sorted(game.results, key=lambda one: one.coins)
    if not ahead.coins:
        return [*parts, page.say(say("Nobody owes anything."))]
    return [*parts, _pays(page, game.header, behind.name, ahead.name, ahead.coins)]


def _individual(page: Page, game: Game, sheet: Grid) -> list[Block]:
    """Return the settlement of players, step by step."""
    convention = game.header.convention
    settled = game.account.settlement
    return [
        page.say(say("The sheet")),
        sheet,
        "",
        *_races(page, convention),
        *_levelled(page, game.settled_sheet, settled),
        "",
        *_mountain_whists(page, convention, settled),
        "",
        *_balances(page, settled),
        *_not_neutral(page, convention),
        "",
        *_money(page, game.header, game.account),
    ]


def _races(page: Page, convention: Convention) -> list[Block]:
    """Return step 0, of a series only: whether the pools of its races count."""
    if convention.series == "none":
        return []
    if convention.series.pools == "count":
        return [page.say(say("0. The pools of all races are counted together."))]
    return [page.say(say("0. Pools of races are not counted; their prizes are."))]


def _levelled(page: Page, sheet: Sheet, settled: Settlement) -> list[Block]:
    """Return steps 1 and 2: the pools become mountain, and of the mountains what all have is struck."""
    headings = [
        say("player"),
        COLUMNS["pool"],
        COLUMNS["mountain"],
        say("1. pools level"),
        say("2. what is left"),
    ]
    columns = (sheet.pool, sheet.mountain, settled.levelled, settled.rest)
    return [
        page.say(
            say(
                "1. All pools are brought to {level}: a missing point is {per} on the mountain, one too many comes off.",
                level=mixed(settled.level),
                per=mixed(settled.per_point),
            )
        ),
        page.say(say("2. The smallest mountain, {least}, is struck from all.", least=mixed(settled.least))),
        Grid(
            [
                list(map(page.say, headings)),
                *([player, *(mixed(column[player]) for column in columns)] for player in sheet.players),
            ]
        ),
    ]


def _mountain_whists(page: Page, convention: Convention, settled: Settlement) -> list[Block]:
    """Return step 3: the whists for the mountains."""
    line = say(
        "3. For what is left each other player writes {worth}/{divisor} whists a point on its owner.",
        worth=convention.units.mountain,
        divisor=settled.divisor,
    )
    return [page.say(line), _matrix(page, settled.mountain_whists, mixed)]


def _balances(page: Page, settled: Settlement) -> list[Block]:
    """Return step 4: who wins how much from whom."""
    line = say("4. With the whists of the sheet, what each wins from each other; the rows are the balances.")
    return [page.say(line), _matrix(page, settled.debts, signed, settled.balance)]


def _not_neutral(page: Page, convention: Convention) -> list[Block]:
    if convention.units.shared_by != "opponents":
        return []
    note = say(
        "Note: here a point is shared by the opponents only (units.shared-by), so help is not neutral."
    )
    return ["", page.say(note)]


def _matrix(
    page: Page,
    matrix: Mapping[Player, Mapping[Player, Points]],
    shown: Callable[[Points], str],
    sums: Mapping[Player, Points] | None = None,
) -> Grid:
    """Return what each has on, or from, each other; and perhaps the sums of the rows."""
    headers = ["", *(page.say(say("on {player}", player=player)) for player in matrix)]
    rows = [
        [player, *(shown(row[other]) if other != player else "·" for other in matrix)]
        for player, row in matrix.items()
    ]
    if sums is not None:
        headers = ["", *matrix, page.say(say("balance"))]
        rows = [[*row, signed(sums[player])] for row, player in zip(rows, matrix, strict=True)]
    return Grid([headers, *rows])


def _money(page: Page, header: Header, account: Account) -> list[Block]:
    stake = header.stake
    coin = sum_of(header, 1)
    if stake is None:
        first = say("5. Without a stake the balances are rounded to whole whists.")
    else:
        first = say(
            "5. A whist is {stake}; the smallest payment is {coin}.",
            stake=stake_text(stake),
            coin=coin,
        )
    lines: list[Block] = [
        page.say(first),
        page.say(
            say(
                "   Each share is cut down to {coin}; what is left over goes to the largest remainders, of equal ones to the earlier seat.",
                coin=coin,
            )
        ),
        Grid(
            [
                [page.say(say("player")), page.say(say("balance")), unit(page, header)],
                *(
                    [player, signed(account.settlement.balance[player]), signed_sum(header, coins)]
                    for player, coins in account.coins.items()
                ),
            ]
        ),
        "",
    ]
    if not account.payments:
        lines.append(page.say(say("Nobody owes anything.")))
    lines += [
        _pays(page, header, payment.payer, payment.payee, payment.coins) for payment in account.payments
    ]
    return lines


def _pays(page: Page, header: Header, payer: str, payee: str, coins: int) -> str:
    who = {"payer": payer, "payee": payee}
    stake = header.stake
    if stake is not None:
        money = in_currency(sum_of(header, coins), stake.currency)
        if header.convention.ledger == "teams":
            return page.say(say("{payer} pay {payee} {money}", money=money, **who))
        return page.say(say("{payer} pays {payee} {money}", money=money, **who))
    if header.convention.ledger == "teams":
        return page.say(
            say_n("{payer} pay {payee} {n} point", "{payer} pay {payee} {n} points", coins, **who)
        )
    return page.say(say_n("{payer} pays {payee} {n} whist", "{payer} pays {payee} {n} whists", coins, **who))
