"""Many evenings added up: what each person did and won, by convention.

Persons are told apart by their names as the notation tells them apart: case and ``ё`` do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pulya.convention import Bilingual
from pulya.game import Game
from pulya.notation.words import fold
from pulya.record import Concession, Contract, Deal, Misere, Raspasy
from pulya.rules.reading import raspasy_tricks
from pulya.settlement import Payment, payments
from pulya.terms import Player, Points, exact
from pulya.value import Value

Money = Mapping[str, Fraction]  # by currency; a currency without a name is the empty text

# To find the fewest payments takes three times as long with each person more.
_FEW: Final = 10


class Tally(Value):
    """What somebody did in one evening or in several."""

    evenings: int = 0
    deals: int = 0  # dealt while he was at the table
    contracts: int = 0  # that he declared
    contracts_made: int = 0
    miseres: int = 0
    miseres_made: int = 0
    raspasy: int = 0  # in which he could take tricks
    raspasy_tricks: int = 0
    won: Points = 0  # whists that he wrote on others
    lost: Points = 0  # whists that others wrote on him

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(
            self.evenings + other.evenings,
            self.deals + other.deals,
            self.contracts + other.contracts,
            self.contracts_made + other.contracts_made,
            self.miseres + other.miseres,
            self.miseres_made + other.miseres_made,
            self.raspasy + other.raspasy,
            self.raspasy_tricks + other.raspasy_tricks,
            exact(self.won + other.won),
            exact(self.lost + other.lost),
        )

    @property
    def average(self) -> Points | None:
        """Return the tricks that he took in raspasy on the average, ``None`` where he played none."""
        return exact(Fraction(self.raspasy_tricks, self.raspasy)) if self.raspasy else None


class Share(Value):
    """What a person, or a pair, won in an evening; ``coins`` are of the evening's coin."""

    name: str
    balance: Points
    coins: int


class Played(Value):
    """An evening as a club remembers it."""

    file: str
    convention: str
    title: Bilingual
    records: int
    deals: int
    over: bool
    still_open: tuple[int, ...]  # numbers of the records that are open, so that the figures are provisional
    coin: Fraction | None  # in money; ``None`` without a stake
    currency: str
    shares: tuple[Share, ...]
    tallies: Mapping[str, Tally]

    def money(self, share: Share) -> Money:
        """Return a share in money, nothing without a stake."""
        return {} if self.coin is None else {self.currency: share.coins * self.coin}


class Line(Value):
    """One person, or one pair, in the standings; a person who plays in pairs has no balance of his own."""

    name: str
    tally: Tally
    balance: Points | None
    money: Money


class Standings(Value):
    """Evenings of one convention."""

    convention: str
    title: Bilingual
    evenings: int
    deals: int
    lines: tuple[Line, ...]


def played(game: Game, file: str) -> Played:
    """Return what a club keeps of an evening, settled as if it ended now."""
    header = game.header
    return Played(
        file=file,
        convention=header.convention.id,
        title=header.convention.title,
        records=game.records,
        deals=sum(isinstance(one.record, Deal) for one in game.ruled),
        over=game.over,
        still_open=tuple(one.item.number for one in game.still_open),
        coin=None if header.stake is None else header.coin,
        currency="" if header.stake is None else header.stake.currency or "",
        shares=tuple(Share(one.name, one.balance, one.coins) for one in game.results),
        tallies=_tallies(game),
    )


def _tallies(game: Game) -> dict[str, Tally]:
    sheet = game.sheet
    found: dict[str, Tally] = {}
    for player in sheet.players:
        whists = sheet.whists.get(player, {})  # pairs have none
        found[player] = Tally(
            evenings=1,
            won=exact(sum(whists.values())),
            lost=exact(sum(sheet.whists[other][player] for other in whists)),
        )
    convention = game.header.convention
    for one in game.ruled:
        record = one.record
        if not isinstance(record, Deal):
            continue
        for player in one.before.players:
            found[player] = found[player].plus(Tally(deals=1))
        if isinstance(record, Raspasy):
            for player, tricks in raspasy_tricks(record, one.before.seats, convention).items():
                found[player] = found[player].plus(Tally(raspasy=1, raspasy_tricks=tricks))
        else:
            found[record.declarer] = found[record.declarer].plus(_declared(record))
    return found


def _declared(record: Contract | Concession | Misere) -> Tally:
    if isinstance(record, Misere):
        return Tally(miseres=1, miseres_made=int(not record.taken))
    made = isinstance(record, Contract) and (record.declarers is None or record.declarers >= record.level)
    return Tally(contracts=1, contracts_made=int(made))


def standings(evenings: Iterable[Played]) -> list[Standings]:
    """Return the standings of each convention, in the order in which the conventions first come."""
    groups: dict[str, list[Played]] = {}
    for one in evenings:
        groups.setdefault(one.convention, []).append(one)
    return [
        Standings(name, group[0].title, len(group), sum(one.deals for one in group), tuple(lines_of(group)))
        for name, group in groups.items()
    ]


def lines_of(evenings: Sequence[Played], *, won_only: bool = False) -> list[Line]:
    """Return everybody's evenings added up, the largest balance first; who has none comes last, by name.

    With ``won_only`` only what was won counts: in an evening of pairs not the persons but the pairs.
    """
    lines: dict[str, Line] = {}
    for evening in evenings:
        # A pair has a balance and no tally of its own but for the evening, a person in it the other way round.
        for share in evening.shares:
            tally = evening.tallies.get(share.name, Tally(evenings=1))
            _add(lines, Line(share.name, tally, share.balance, evening.money(share)))
        shared = {share.name for share in evening.shares}
        for name, tally in evening.tallies.items():
            if name not in shared and not won_only:
                _add(lines, Line(name, tally, None, {}))
    return sorted(
        lines.values(), key=lambda line: (line.balance is None, -(line.balance or 0), fold(line.name))
    )


def _add(lines: dict[str, Line], line: Line) -> None:
    """Add a line to that of the same person, whose name stays as it was first written."""
    key = fold(line.name)
    before = lines.get(key)
    if before is None:
        lines[key] = line
        return
    balances = [one for one in (before.balance, line.balance) if one is not None]
    lines[key] = Line(
        before.name,
        before.tally.plus(line.tally),
        exact(sum(balances)) if balances else None,
        {
            currency: before.money.get(currency, Fraction(0)) + line.money.get(currency, Fraction(0))
            for currency in (*before.money, *(one for one in line.money if one not in before.money))
        },
    )


def settled_together(evenings: Sequence[Played]) -> list[tuple[str, Fraction, list[Payment]]]:
    """Return for each currency the coin, and who pays whom for all evenings at once.

    Nothing where so many take part that the fewest payments would take too long to find.
    """
    found: list[tuple[str, Fraction, list[Payment]]] = []
    lines = lines_of(evenings, won_only=True)
    for currency in dict.fromkeys(one.currency for one in evenings if one.coin is not None):
        sums = {Player(line.name): line.money.get(currency, Fraction(0)) for line in lines}
        taking_part = {player: amount for player, amount in sums.items() if amount}
        if len(taking_part) > _FEW:
            continue
        coin = _common([one.coin for one in evenings if one.coin is not None and one.currency == currency])
        found.append(
            (
                currency,
                coin,
                payments({player: int(amount / coin) for player, amount in taking_part.items()}),
            )
        )
    return found


def _common(coins: Sequence[Fraction]) -> Fraction:
    """Return the largest coin in which each of several coins can be paid."""
    common = coins[0]
    for coin in coins[1:]:
        rest = coin
        while rest:
            common, rest = rest, common % rest
    return common
