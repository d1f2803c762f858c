"""A scoring convention as a value: tables and the names of policies; no file, no YAML, no default.

Field names are the keys of the YAML files with ``_`` for ``-``; ``level_6`` is the key 6.  Every number
is in the unit its block's docstring names.  What each key means stands in `pulya.view.meanings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pulya.value import Value

# What a file says about a table beyond its rules; nothing a table agrees on.
ABOUT: Final = ("schema", "id", "title", "summary", "source", "disputed")


class Span(Value):
    """The numbers a key may have, both ends included."""

    least: int
    most: int


class Pattern(Value):
    """The texts a key may have, and how they are shown to a reader."""

    pattern: str
    shown: str


class AtLeast(Value):
    """How many entries a list needs."""

    items: int


Number: TypeAlias = Annotated[int, Span(0, 100_000)]
Worth: TypeAlias = Annotated[int, Span(1, 1_000)]
Factor: TypeAlias = Annotated[int, Span(0, 100)]
Level: TypeAlias = Annotated[int, Span(6, 10)]
Quota: TypeAlias = Literal[0, 1, 2, 4]


class Table(Value):
    """Who sits at the table."""

    players: Annotated[tuple[Annotated[int, Span(2, 5)], ...], AtLeast(1)]
    sitters: Literal["dealer", "all", "nobody"]


class Units(Value):
    """What a point is worth at the settlement, in whists."""

    pool: Worth
    mountain: Worth
    shared_by: Literal["players", "opponents"]


class Start(Value):
    """What stands on every sheet before the first deal, in points."""

    pool: Number
    mountain: Number


class Row(Value):
    """The prices of one contract: points, points per undertrick, whists per trick, points per trick, tricks."""

    pool: Number
    mountain: Number
    whist: Number
    shortfall: Number
    quota: Quota


class MisereRow(Value):
    """The prices of a misère: points, then points and whists per trick its declarer took."""

    pool: Number
    mountain: Number
    whist: Number


class Contracts(Value):
    """The prices, contract by contract."""

    level_6: Row
    level_7: Row
    level_8: Row
    level_9: Row
    level_10: Row
    misere: MisereRow

    def row(self, level: int) -> Row:
        """Return the prices of a contract of six to ten."""
        row: Row = getattr(self, f"level_{level}")
        return row


class Making(Value):
    """Where the points of a made game go."""

    writes: Literal["pool", "pool-and-mountain", "mountain-first"]
    overtricks: Literal["free", "punished"]


class Whisting(Value):
    """Who writes whists for tricks, and who answers for a shortfall."""

    split: Literal["greedy", "gentleman"]
    split_when: Literal["failed", "always"]
    returned: Literal["whister", "split"]
    shortfall: Literal["own-if-joint", "capped", "joint-split", "own-always"]
    one_trick: Literal["second", "second-own", "both", "both-half", "each"]
    passer_tricks: Literal["whister", "nobody"]
    half: Mapping[Level, Annotated[int, Span(1, 10)]]
    half_by: Literal["second", "either"]
    dealer: Literal["never", "after-half", "after-passes"]
    dealer_owes: Literal["nothing", "quota"]
    ten: Literal["whisted", "checked"]
    forced: tuple[Annotated[str, Pattern("all|(10|[6-9])(s|c|d|h|nt)?", "all | 6 | 6s")], ...]


class BothWhisted(Value):
    """Consolations per undertrick when both defenders whisted."""

    whister: Factor
    dealer: Factor


class OneWhisted(Value):
    """Consolations per undertrick when one defender whisted."""

    whister: Factor
    passer: Factor
    dealer: Factor


class DealerWhisted(Value):
    """Consolations per undertrick when the sitting-out dealer whisted."""

    dealer: Factor
    passer: Factor


class Consolation(Value):
    """What the others write on a declarer who failed, in multiples of ``amount``."""

    amount: Number | Literal["price", "none"]
    both_whisted: BothWhisted
    one_whisted: OneWhisted
    returned: OneWhisted
    dealer_whisted: DealerWhisted


class Concession(Value):
    """Giving up before play: undertricks, and the level they are counted at."""

    undertricks: Annotated[int, Span(1, 10)] | Literal["none"]
    at: Literal["bid", "contract"]


class CompulsoryLaps(Value):
    """Whole laps that have to be raspasy, at the prices of raspasy in a row."""

    when: Literal["start", "race"]
    laps: Annotated[int, Span(1, 20)]


class CompulsoryAfter(Value):
    """One raspasy that has to follow a failure; its price per trick by undertricks, the last repeats."""

    when: Literal["failed-misere", "failed-outbid"]
    price: Annotated[tuple[Number, ...], AtLeast(1)]


class Zero(Value):
    """What no tricks in raspasy earn, in points of the column."""

    to: Literal["pool", "mountain", "nowhere"]
    points: Number | Literal["price", "double", "worth"]
    dealer: Literal["writes", "not"]
    closed: Literal["help", "mountain"]


class Exit(Value):
    """What leaves raspasy, and the lowest contract meanwhile."""

    levels: Annotated[tuple[Level, ...], AtLeast(1)]
    cycle: Literal["no", "yes"]
    failed: Literal["exits", "stays"]
    unplayed: Literal["exits", "stays"]
    misere: Literal["exits", "stays"]


class Raspasy(Value):
    """Nobody bid: price per trick, in mountain points or whists, n-th in a row."""

    writes: Literal["mountain", "whists", "nothing"]
    price: Annotated[tuple[Number, ...], AtLeast(1)]
    basis: Literal["taken", "difference"]
    tie: Literal["halves", "full", "nothing"]
    amnesty: Literal["none", "everyone", "active"]
    zero: Zero
    talon_tricks: Literal["dealer", "nobody"]
    dealer_pool: Number
    exit: Exit
    next_deal: Literal["moves", "stays"]
    in_row: Annotated[int, Span(1, 100)] | Literal["none"]
    compulsory: tuple[CompulsoryLaps | CompulsoryAfter, ...]


class Help(Value):
    """American help: what happens to points above the target; whists per point."""

    to: Literal["largest", "smallest", "nobody"]
    whists: Number
    dealer: Literal["helped", "skipped"]
    nobody_left: Literal["mountain", "mountain-to-zero", "lost"]
    mountain: Literal["nobody", "smallest"]


class TalonPay(Value):
    """Whists for what lay in the talon: price of a unit, and units."""

    pays: Number | Literal["nothing", "price"]
    ace: Factor
    marriage: Factor
    ace_king: Factor
    two_aces: Factor
    at_three: Literal["split", "dealer"]


class Multipliers(Value):
    """Factors of every write of a deal."""

    dark: Annotated[int, Span(1, 100)]
    no_talon: Annotated[int, Span(1, 100)]
    bomb: Annotated[int, Span(1, 100)]


class FineOf(Value):
    """A fine by rule, in points."""

    column: Literal["pool", "mountain"]
    points: Number


class Fines(Value):
    """Fines that the tool writes by itself."""

    second_misdeal: FineOf | Literal["none"]


class Bilingual(Value):
    """A line in both languages."""

    en: str
    ru: str


class Premium(Value):
    """Whists on every other player for whoever closes first, by the number of players."""

    for_: Literal["first-pool", "first-mountain"]
    each: Mapping[Annotated[int, Span(2, 5)], Number]


class Bombs(Value):
    """Where bombs come from, and how many a made game spends."""

    compulsory: Literal["active", "nobody"]
    dark_pass: Literal["passer", "nobody"]
    spent: Literal["all", "one"]


class FinalPrizes(Value):
    """Whists on every other player after the last race, by the totals."""

    largest_pool: Number
    least_mountain: Number


class Series(Value):
    """Races: how many, to which pool, and the prizes in whists on every other player."""

    rounds: Annotated[int, Span(1, 100)]
    target: Annotated[int, Span(1, 100_000)]
    until: Literal["target", "exit"]
    first_pool: Number
    least_mountain: Number
    tie: Literal["shared", "each"]
    pools: Literal["count", "drop"]
    final: FinalPrizes | Literal["none"]


class Checklist(Value):
    """The contracts that each player owes."""

    contracts: Annotated[
        tuple[Annotated[str, Pattern("misere|(10|[6-9])(s|c|d|h|nt)?", "6s | 7 | misere")], ...], AtLeast(1)
    ]
    ticks: Literal["attempt", "made"]
    seat: Literal["first", "second"]


class Teams(Value):
    """Who plays with whom."""

    partners: Literal["opposite"]


Ending: TypeAlias = Literal[
    "pools-closed",
    "pool-sum",
    "first-pool",
    "time-and-first-pool",
    "laps",
    "checklist",
    "series",
    "agreed",
]


class Convention(Value):
    """All that a table has agreed on, resolved: a shipped file, a house file on top, and ``agreed``."""

    id: str
    title: Bilingual
    summary: Bilingual
    ledger: Literal["individual", "teams"]
    table: Table
    units: Units
    start: Start
    target: Annotated[int, Span(1, 100_000)] | Literal["none"]
    ending: Ending
    unfinished: Literal["natural", "once"]
    contracts: Contracts
    making: Making
    whisting: Whisting
    consolation: Consolation
    concession: Concession
    raspasy: Raspasy
    help: Help
    premiums: tuple[Premium, ...]
    talon: TalonPay
    multipliers: Multipliers
    bombs: Bombs | Literal["none"]
    series: Series | Literal["none"]
    checklist: Checklist | Literal["none"]
    teams: Teams | Literal["none"]
    fines: Fines
    source: Mapping[str, str]
    disputed: Mapping[str, Bilingual]


class OtherRule(Value):
    """A key that stands otherwise elsewhere, in another convention or journal, with both values."""

    key: str
    ours: object
    theirs: object


class Alternative(Value):
    """A convention that is another one in one rule only; ``disputed`` where sources differ in that."""

    rule: OtherRule
    convention: Convention
    disputed: bool
