"""Tables and sentences for people."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pulya.catalog import Resolved
from pulya.convention import Bilingual
from pulya.game import Game, Header, Ruled
from pulya.message import Text, say, say_n
from pulya.notation.words import Language
from pulya.notation.write import write
from pulya.record import Entry
from pulya.rules.ending import pool_sum
from pulya.rules.reading import exit_level
from pulya.settlement import Account
from pulya.sheet import Place, Sheet, differences
from pulya.terms import Column, Player, Points, exact
from pulya.view.figures import decimal, mixed, signed
from pulya.view.language import translator
from pulya.view.reasons import reason
from pulya.view.rows import needed, raspasy_price, sum_of
from pulya.write import Write

# Said where a table needs them; collected here so that they are translated once.
COLUMNS: Mapping[Column, Text] = {
    "pool": say("pool"),
    "mountain": say("mountain"),
    "whists": say("whists"),
}


class Page:
    """Says everything in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.translate = translator(language)

    def say(self, text: Text) -> str:
        """Return a sentence."""
        return text.render(self.translate)

    def table(
        self, rows: Sequence[Sequence[str]], headers: Sequence[str], left: int = 1, form: str = "simple"
    ) -> str:
        """Lay out a table: the first ``left`` columns to the left, numbers to the right."""
        from tabulate import tabulate  # the dearest import of all, and JSON needs none of it

        aligned = ["left"] * left + ["right"] * (len(headers) - left)
        return tabulate(
            rows, headers, tablefmt=form, disable_numparse=True, colalign=aligned if rows else None
        )

    # -- the sheet -------------------------------------------------------------------------------------

    def sheet(self, sheet: Sheet, form: str = "simple") -> str:
        """Return the sheet, one row a player in seat order."""
        headers = [
            self.say(say("player")),
            self.say(COLUMNS["pool"]),
            self.say(COLUMNS["mountain"]),
            *(self.say(say("on {player}", player=player)) for player in sheet.players),
        ]
        rows = [
            [
                player,
                mixed(sheet.pool[player]),
                mixed(sheet.mountain[player]),
                *(
                    mixed(sheet.whists[player].get(other, 0)) if other != player else "·"
                    for other in sheet.players
                ),
            ]
            for player in sheet.players
        ]
        return self.table(rows, headers, form=form)

    def heading(self, header: Header, records: int) -> str:
        """Return one line about the table."""
        parts = [self.bilingual(header.convention.title)]
        if header.target is not None:
            parts.append(self.say(say("pool to {target}", target=header.target)))
        if header.target_sum is not None:
            parts.append(self.say(say("pools together to {target}", target=header.target_sum)))
        if header.date:
            parts.append(header.date)
        parts.append(self.say(say_n("{n} record", "{n} records", records)))
        return ", ".join(parts)

    def bilingual(self, text: Bilingual) -> str:
        """Return the line of a convention in the reader's language."""
        return text.ru if self.language == "ru" else text.en

    # -- records and reasons -----------------------------------------------------------------------------

    def record(self, ruled: Ruled, resolved: Resolved | None = None) -> str:
        """Return a record with its writes, each with its formula and its rule."""
        return "\n".join([self.record_line(ruled), *self.writes(ruled.writes, resolved)])

    def record_line(self, ruled: Ruled) -> str:
        """Return the number and the text of a record, and what became of it."""
        line = f"{ruled.item.number:>3}  {ruled.item.text}"
        if ruled.struck_by is not None:
            line += "  " + self.say(say("[struck out by {number}]", number=ruled.struck_by))
        elif ruled.fixed_by is not None:
            line += "  " + self.say(say("[read as in {number}]", number=ruled.fixed_by))
        return line

    def writes(self, writes: Sequence[Write], resolved: Resolved | None = None) -> list[str]:
        """Return the writes, one a line, aligned."""
        cells = [
            (
                self.say(COLUMNS[write.column]),
                self.whose(write),
                mixed(write.points),
                self.say(reason(write.formula)),
                self.rule(write.rule, resolved),
            )
            for write in writes
        ]
        wide = [max((len(cell[at]) for cell in cells), default=0) for at in range(4)]
        return [
            f"     {column:<{wide[0]}}  {whose:<{wide[1]}}  {points:>{wide[2]}}  = {why:<{wide[3]}}  {rule}".rstrip()
            for column, whose, points, why, rule in cells
        ]

    def whose(self, cell: Write | Place) -> str:
        """Return whose cell a write stands in."""
        if cell.on is None:
            return cell.player
        return self.say(say("{player} on {other}", player=cell.player, other=cell.on))

    def rule(self, path: str, resolved: Resolved | None) -> str:
        """Return the key that ordered a write and, where known, the file and line it was set in."""
        origin = resolved.origin(path) if resolved else None
        if origin is None:
            return path
        file = origin.file.replace("\\", "/").rpartition("/")[2]
        return f"{path} ({file}:{origin.line})" if origin.line else f"{path} ({file})"

    def cell_heading(self, place: Place, figure: str) -> str:
        """Return one line about a cell: whose it is, and what stands in it."""
        column = self.say(COLUMNS[place.column])
        return self.say(
            say("{column}, {whose}: {figure}", column=column, whose=self.whose(place), figure=figure)
        )

    def cell(
        self, ruled: Sequence[Ruled], opening: Points, picked: Sequence[Sequence[Write]], resolved: Resolved
    ) -> str:
        """Return every write behind one cell with the running sum."""
        rows: list[list[str]] = []
        running = opening
        if opening:
            rows.append(["", self.say(say("opening sheet")), mixed(opening), mixed(running), "", ""])
        for one, writes in zip(ruled, picked, strict=True):
            for entry in writes:
                running = exact(running + entry.points)
                rows.append(
                    [
                        str(one.item.number),
                        self.reading(one),
                        signed(entry.points),
                        mixed(running),
                        self.say(reason(entry.formula)),
                        self.rule(entry.rule, resolved),
                    ]
                )
        headers = [
            "",
            self.say(say("record")),
            self.say(say("writes")),
            self.say(say("makes")),
            self.say(say("formula")),
            self.say(say("rule")),
        ]
        from tabulate import tabulate  # see `table`

        return tabulate(
            rows,
            headers,
            tablefmt="simple",
            disable_numparse=True,
            colalign=("right", "left", "right", "right", "left", "left") if rows else None,
        )

    def reading(self, ruled: Ruled) -> str:
        """Return a record as it counts, without time and note."""
        assert ruled.record is not None  # only what stands writes
        return write(Entry(ruled.record), self.language)

    # -- between the deals -------------------------------------------------------------------------------

    def status(self, game: Game) -> str:
        """Return who deals next and what there is to know before he does."""
        table, convention = game.table, game.header.convention
        if game.over:
            return self.say(say("The game is over; `settle` shows the money."))
        seats = table.seats
        lines = [
            self.say(
                say(
                    "Next is record {number}: {dealer} deals, {first} has the first hand.",
                    number=len(game.ruled) + 1,
                    dealer=table.dealer,
                    first=seats.active[0],
                )
            )
        ]
        if seats.sitting:
            lines.append(self.say(say("Sitting out: {players}.", players=seats.sitting)))
        price = raspasy_price(convention, table.in_row)
        if price is not None:
            lines.append(
                self.say(
                    say_n(
                        "Raspasy would be number {n} in a row, at {price} a trick; the lowest contract is {level}.",
                        "Raspasy would be number {n} in a row, at {price} a trick; the lowest contract is {level}.",
                        table.in_row + 1,
                        price=price,
                        level=exit_level(table, convention),
                    )
                )
            )
        together = pool_sum(table)
        if convention.ending == "pool-sum" and together is not None:
            missing = mixed(together - sum(table.pool.values()))
            lines.append(self.say(say("The pools together still need {missing}.", missing=missing)))
        elif table.target is not None:
            needs = ", ".join(f"{player} {needed(game, player)}" for player in table.players)
            lines.append(self.say(say("To close: {needs}.", needs=needs)))
        return "\n".join(lines)

    def balances(self, balance: Mapping[Player, Points]) -> str:
        """Return the balances in one line."""
        return self.say(
            say(
                "If it ended now, in whists: {balances}.",
                balances=", ".join(f"{player} {signed(points)}" for player, points in balance.items()),
            )
        )

    # -- the settlement ----------------------------------------------------------------------------------

    def settlement(self, header: Header, sheet: Sheet, account: Account) -> str:
        """Return the settlement step by step, so that a player can follow every number."""
        settled = account.settlement
        players = sheet.players
        parts = [
            self.say(say("The sheet")),
            self.sheet(sheet),
            "",
            self.say(
                say(
                    "1. All pools are brought to {level}: a missing point is {per} on the mountain, one too many comes off.",
                    level=mixed(settled.level),
                    per=mixed(settled.per_point),
                )
            ),
            self.say(
                say("2. The smallest mountain, {least}, is struck from all.", least=mixed(settled.least))
            ),
            self.table(
                [
                    [
                        player,
                        mixed(sheet.pool[player]),
                        mixed(sheet.mountain[player]),
                        mixed(settled.levelled[player]),
                        mixed(settled.rest[player]),
                    ]
                    for player in players
                ],
                [
                    self.say(say("player")),
                    self.say(COLUMNS["pool"]),
                    self.say(COLUMNS["mountain"]),
                    self.say(say("1. pools level")),
                    self.say(say("2. what is left")),
                ],
            ),
            "",
            self.say(
                say(
                    "3. For what is left each other player writes {worth}/{divisor} whists a point on its owner.",
                    worth=header.convention.units.mountain,
                    divisor=settled.divisor,
                )
            ),
            self._matrix(players, settled.mountain_whists, mixed),
            "",
            self.say(
                say(
                    "4. With the whists of the sheet, what each wins from each other; the rows are the balances."
                )
            ),
            self._matrix(players, settled.debts, signed, settled.balance),
        ]
        if header.convention.units.shared_by == "opponents":
            parts += [
                "",
                self.say(
                    say(
                        "Note: here a point is shared by the opponents only (units.shared-by), so help is not neutral."
                    )
                ),
            ]
        parts += ["", *self._money(header, account)]
        return "\n".join(parts)

    def _matrix(
        self,
        players: Sequence[Player],
        matrix: Mapping[Player, Mapping[Player, Points]],
        shown: Callable[[Points], str],
        sums: Mapping[Player, Points] | None = None,
    ) -> str:
        headers = ["", *(self.say(say("on {player}", player=player)) for player in players)]
        rows = [
            [player, *(shown(matrix[player][other]) if other != player else "·" for other in players)]
            for player in players
        ]
        if sums is not None:
            headers = ["", *players, self.say(say("balance"))]
            rows = [[*row, signed(sums[player])] for row, player in zip(rows, players, strict=True)]
        return self.table(rows, headers)

    def _money(self, header: Header, account: Account) -> list[str]:
        stake = header.stake
        unit = self.say(COLUMNS["whists"]) if stake is None else (stake.currency or "")
        coin = sum_of(header, 1)
        if stake is None:
            first = say("5. Without a stake the balances are rounded to whole whists.")
        else:
            first = say(
                "5. A whist is {stake} {currency}; the smallest payment is {coin}.",
                stake=decimal(stake.amount),
                currency=unit,
                coin=coin,
            )
        lines = [
            self.say(first),
            self.say(
                say(
                    "   Each share is cut down to {coin}; what is left over goes to the largest remainders, of equal ones to the earlier seat.",
                    coin=coin,
                )
            ),
            self.table(
                [
                    [player, signed(account.settlement.balance[player]), self._signed_sum(header, coins)]
                    for player, coins in account.coins.items()
                ],
                [self.say(say("player")), self.say(say("balance")), unit or self.say(say("money"))],
            ),
            "",
        ]
        if not account.payments:
            lines.append(self.say(say("Nobody owes anything.")))
        lines += [
            self.say(
                say(
                    "{payer} pays {payee} {money} {currency}",
                    payer=payment.payer,
                    payee=payment.payee,
                    money=sum_of(header, payment.coins),
                    currency=unit,
                )
            ).rstrip()
            for payment in account.payments
        ]
        return lines

    def _signed_sum(self, header: Header, coins: int) -> str:
        return ("+" if coins > 0 else "") + sum_of(header, coins)

    def changes(self, before: Game, after: Game) -> str:
        """Return what a correction moves: records, figures of the sheet, balances and money."""
        moved = [
            str(one.item.number)
            for one, other in zip(after.ruled, before.ruled, strict=False)
            if one.writes != other.writes
        ]
        figures = [
            [self.whose(place), self.say(COLUMNS[place.column]), mixed(was), mixed(now)]
            for place, was, now in differences(before.sheet, after.sheet)
        ]
        lines = []
        if moved:
            lines.append(self.say(say("Records whose writes change: {numbers}.", numbers=tuple(moved))))
        if before.over != after.over:
            over = say("The game is over then.") if after.over else say("The game is no longer over then.")
            lines.append(self.say(over))
        if not figures:
            return "\n".join([*lines, self.say(say("No figure of the sheet changes."))])
        was, now = self.say(say("before")), self.say(say("after"))
        old, new = before.account, after.account
        balances = [
            [
                player,
                signed(old.settlement.balance[player]),
                signed(points),
                self._signed_sum(before.header, old.coins[player]),
                self._signed_sum(after.header, new.coins[player]),
            ]
            for player, points in new.settlement.balance.items()
        ]
        stake = after.header.stake
        unit = self.say(COLUMNS["whists"]) if stake is None else (stake.currency or self.say(say("money")))
        headers = [self.say(say("player")), *(f"{self.say(say('balance'))}, {one}" for one in (was, now))]
        return "\n".join(
            [
                *lines,
                "",
                self.table(figures, [self.say(say("player")), self.say(say("column")), was, now], left=2),
                "",
                self.table(balances, [*headers, *(f"{unit}, {one}" for one in (was, now))]),
            ]
        )

    # -- conventions -------------------------------------------------------------------------------------

    def conventions(self, resolved: Iterable[Resolved]) -> str:
        """Return the shipped conventions, one a row."""
        rows = [
            [
                one.convention.id,
                self.bilingual(one.convention.title),
                ", ".join(str(size) for size in one.convention.table.players),
                one.convention.ending,
                self.bilingual(one.convention.summary),
            ]
            for one in resolved
        ]
        headers = [say("id"), say("title"), say("players"), say("ending"), say("about")]
        return self.table(rows, [self.say(header) for header in headers], left=len(headers))

    def to_agree(self, resolved: Resolved, values: Mapping[str, str]) -> list[str]:
        """Return the disputed keys with what the table has now and what others play."""
        return [
            f"  {path}: {values[path]}\n      {self.bilingual(line)}"
            for path, line in resolved.convention.disputed.items()
        ]
