"""Legal games, sheets and records for properties, and the short way from the text of a journal to its game."""

import unicodedata
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeVar

import random_games
from hypothesis import strategies as st

from pulya import catalog, journal
from pulya.convention import Convention
from pulya.errors import RecordError
from pulya.evening import open_header
from pulya.game import Game
from pulya.notation.read import read
from pulya.notation.write import write
from pulya.record import (
    Bid,
    CallOf,
    Cell,
    Concession,
    Contract,
    Correction,
    Deal,
    Entry,
    Event,
    Figure,
    Fine,
    Fix,
    Flags,
    Join,
    Leave,
    Misdeal,
    Misere,
    Paper,
    Raspasy,
    Record,
    Stop,
    Time,
    Undo,
)
from pulya.replay import replay
from pulya.ruled import Item
from pulya.rules.ruling import Referee
from pulya.sheet import Sheet
from pulya.table import Table
from pulya.terms import LEVELS, SUITS, TRICKS, Call, Player, Points, exact

SHIPPED = catalog.shipped()
Value = TypeVar("Value")


@cache
def shipped(name: str) -> catalog.Resolved:
    """Return a shipped convention; its file is read once."""
    return catalog.load_shipped(name)


SCORED = [name for name in SHIPPED if shipped(name).convention.ledger == "individual"]
# With more than prices: pairs, races, lists, bombs, premiums, clocks, tables of two.
BY_THE_BOOK = [
    name for name in SHIPPED if name not in ("code", "rostov") and not name.startswith(("sochi", "leningrad"))
]

NAMES = tuple(Player(name) for name in ("Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zoya"))


def game_of(text: str) -> Game:
    """Return the game of a journal that lies in no file."""
    opened = journal.parse(text, "evening.pulya")
    _, header = open_header(opened)
    items: list[Item] = []
    names = header.players
    for line in opened.deals:
        entry = read(line.text, names)
        items.append(Item(line.number, line.line, line.text, *entry))
        if isinstance(entry.record, Join):
            names = (*names, entry.record.player)
    return replay(header, items)


def items_of(game: Game) -> list[Item]:
    return [ruled.item for ruled in game.ruled]


def and_then(game: Game, *texts: str) -> Game:
    """Return the game with more records at its end."""
    items = items_of(game)
    for text in texts:
        items.append(Item(len(items) + 1, None, text, *read(text, game.table.everyone)))
    return replay(game.header, items)


class Evening(NamedTuple):
    """A random legal game; a failure shows its journal."""

    text: str
    plain: dict[str, Any]  # what `oracle.score` takes; empty where only the program knows

    @property
    def game(self) -> Game:
        """Return the game as the program replays it."""
        return game_of(self.text)

    def __repr__(self) -> str:
        impossible = self.plain.get("impossible")
        return f"\n{self.text}" if impossible is None else f"\n{self.text}\nand what cannot be:\n{impossible}"


_seeds = st.integers(0, 2**48)


@st.composite
def scored(draw: st.DrawFn, names: Sequence[str] = SCORED, deals: int = 20) -> Evening:
    """Return a game of three to five under a shipped convention with random agreements.

    Fewer deals under the same seed are a beginning of the same game: a failure shrinks to its first wrong deal.
    """
    base: Any = shipped(draw(st.sampled_from(names))).plain
    size = draw(st.integers(3, 5))
    plain, text = random_games.random_game(Random(draw(_seeds)), base, size, draw(st.integers(1, deals)))
    return Evening(text, plain)


@st.composite
def with_everything(draw: st.DrawFn, name: str, deals: int = 20) -> Evening:
    """Return a game under a shipped convention with random agreements, bombs, races, lists and pairs among them."""
    base: Any = shipped(name).plain
    sizes = base["table"]["players"]
    if base["ledger"] == "individual" and sizes != [2]:
        sizes = [3, 3, 4, 4, 5] if base["checklist"] != "none" else [2, 3, 3, 4, 4, 5]
    size = draw(st.sampled_from(sizes))
    rng = Random(draw(_seeds))
    plain, text = random_games.random_game(rng, base, size, draw(st.integers(1, deals)), everything=True)
    return Evening(text, plain)


@st.composite
def by_the_book(draw: st.DrawFn, tries: int = 80) -> Evening:
    """Return a game as a shipped convention has it: pairs, races, lists and clocks too.

    What is legal is asked of the program, so this is for laws and not for figures.
    """
    name = draw(st.sampled_from(BY_THE_BOOK))
    rng = Random(draw(_seeds))
    convention = shipped(name).convention
    players = NAMES[: rng.choice(convention.table.players)]
    text = f"convention: {name}\nplayers: [{', '.join(players)}]\n"
    text += f"agreed: {{raspasy.tie: {rng.choice(['halves', 'full', 'nothing'])}}}\n"
    if convention.target != "none":
        text += f"target: {rng.choice([4, 10, 20])}\n"
    if convention.ending == "laps":
        text += f"laps: {rng.randint(1, 3)}\n"
    text += "deals:\n"
    game = game_of(text)
    convention, table = game.header.convention, game.table
    left = draw(st.integers(1, tries))
    while left > 0 or text.endswith("deals:\n"):
        left -= 1
        record = random_record(rng, table)
        try:
            table = Referee(convention).rule(record, table).table
        except RecordError:
            continue
        text += f"- {write(Entry(record, note='by the table'))}\n"
    return Evening(text, {})


def evenings() -> st.SearchStrategy[Evening]:
    return scored() | by_the_book()


def random_record(rng: Random, table: Table) -> Deal | Event:
    """Return a record that could be at this table; the seats fit, the rules may not."""
    active = table.seats.active
    player = rng.choice(active)
    other = rng.choice([one for one in table.everyone if one != player])
    hands = len(active)
    figures = [rng.choice([0, 1, 2, 3, 4, 5, 7, 10]) for _ in range(hands - 1)]
    tricks = tuple(Figure(None, taken) for taken in (*figures, max(0, TRICKS - sum(figures))))
    kinds: list[Deal | Event] = [
        Misere(player, rng.choice([0, 0, 1, 3])),
        Raspasy(tricks),
        Raspasy(tricks, dark=player),
        Misdeal(),
        Fine(player, "pool", rng.randint(-3, 20)),
        Fine(player, "mountain", rng.randint(-3, 3)),
        Fine(player, "whists", rng.randint(-9, 9), other),
        Concession(player, rng.choice(LEVELS), rng.choice(SUITS)),
        Time(),
        Join(NAMES[len(table.everyone) % len(NAMES)], other),
        Leave(other),
    ]
    if rng.random() < 0.4:
        return rng.choice(kinds)
    said: list[Call] = ["whist", "whist", "pass", "half"]
    calls = [rng.choice(said) for _ in range(hands - 1)]
    is_played = "whist" in calls
    level = rng.choice(LEVELS)
    if is_played:
        declarers = min(TRICKS, level + rng.choice([-2, -1, 0, 0, 0, 1]))
        rest = [rng.randint(0, TRICKS - declarers)] if hands > 2 else []
        tricks = tuple(Figure(None, taken) for taken in (declarers, *rest, TRICKS - declarers - sum(rest)))
    return Contract(
        player,
        level,
        rng.choice(SUITS),
        flags=Flags(dark=rng.random() < 0.1),
        calls=tuple(CallOf(None, call) for call in calls),
        tricks=tricks if is_played else (),
    )


def points() -> st.SearchStrategy[Points]:
    """Return whole figures mostly, and halves and thirds."""
    whole = st.integers(-200, 400)
    return st.one_of(
        whole, whole, st.builds(lambda n, d: exact(Fraction(n, d)), whole, st.sampled_from([2, 3, 4]))
    )


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Return any sheet of two to five players."""
    players = NAMES[: draw(st.integers(2, 5))]
    column = st.fixed_dictionaries(dict.fromkeys(players, points()))
    whists = {
        player: draw(st.fixed_dictionaries({other: points() for other in players if other != player}))
        for player in players
    }
    return Sheet(players, draw(column), draw(column), whists)


@st.composite
def conventions(draw: st.DrawFn) -> Convention:
    """Return a shipped convention with other worths of a point."""
    base = shipped(draw(st.sampled_from(SHIPPED))).convention
    units = base.units._replace(
        pool=draw(st.sampled_from([5, 10, 20])),
        mountain=draw(st.sampled_from([5, 10, 20])),
        shared_by=draw(st.sampled_from(["players", "opponents"])),
    )
    return base._replace(units=units, unfinished=draw(st.sampled_from(["natural", "once"])))


def money() -> st.SearchStrategy[Fraction]:
    """Return a price of a whist, or a coin, in money."""
    return st.builds(Fraction, st.integers(1, 300), st.sampled_from([1, 4, 10, 100]))


PLAYERS = (*NAMES[:3], Player("Глеб"), Player("O'Neil-2"))
_levels = st.sampled_from(LEVELS)
_suits = st.none() | st.sampled_from(SUITS)
_players = st.sampled_from(PLAYERS)
_tricks = st.integers(0, TRICKS)
_bids = st.none() | st.just("misere") | st.builds(Bid, _levels, _suits)
_talons = st.none() | st.sampled_from(["A", "KQ", "AK", "AA"])
_times = st.just(1) | st.integers(2, 64)
_flags = st.builds(Flags, st.booleans(), st.booleans(), _times, _talons)
_flags_without_talon = st.builds(Flags, st.booleans(), st.booleans(), _times, st.none())
_only_times = st.builds(Flags, st.just(False), st.just(False), _times, st.none())


def _parts(
    part: Callable[[Player | None, Any], Value], values: st.SearchStrategy[Any], least: int, most: int
) -> st.SearchStrategy[tuple[Value, ...]]:
    """Return calls or figures, all of them with names or none."""
    bare = st.lists(st.tuples(st.none(), values).map(lambda pair: part(*pair)), min_size=least, max_size=most)
    named = st.lists(_players, unique=True, min_size=least, max_size=most).flatmap(
        lambda names: st.tuples(
            *(st.tuples(st.just(name), values).map(lambda pair: part(*pair)) for name in names)
        )
    )
    return (bare | named).map(tuple)


def _calls(least: int) -> st.SearchStrategy[tuple[CallOf, ...]]:
    return _parts(CallOf, st.sampled_from(["whist", "pass", "half"]), least, 3)


def _figures(least: int, most: int = 4) -> st.SearchStrategy[tuple[Figure, ...]]:
    return _parts(Figure, _tricks, least, most)


_order = (_players, _levels, _suits, _bids, _flags)


def _left_open(record: Contract, declarers: int, named: bool) -> Contract:
    """Return the contract with the declarer's tricks only, the split of the others not known."""
    return record._replace(tricks=(Figure(record.declarer if named else None, declarers),), is_open=True)


_deals: st.SearchStrategy[Deal] = st.one_of(
    st.builds(Contract, *_order, _calls(1), st.booleans(), _figures(0), st.just(False)),
    st.builds(Contract, *_order, st.just(()), st.booleans(), _figures(1), st.just(False)),  # a checked ten
    st.builds(
        _left_open,
        st.builds(lambda *parts: Contract(*parts), *_order, _calls(1), st.booleans()),
        _tricks,
        st.booleans(),
    ),
    st.builds(Concession, *_order, st.none() | st.integers(1, TRICKS)),
    st.builds(Misere, _players, _tricks, _flags_without_talon),
    st.builds(Raspasy, _figures(1), _only_times, st.none() | _players),
)
_points = st.integers(-999, 999)
_pairs = st.lists(_players, unique=True, min_size=2, max_size=2)
_fines = st.one_of(
    st.builds(Fine, _players, st.sampled_from(["pool", "mountain"]), _points, st.none()),
    st.builds(lambda two, points: Fine(two[0], "whists", points, two[1]), _pairs, _points),
)


@st.composite
def _papers(draw: st.DrawFn) -> Paper:
    player = draw(_players)
    others = [other for other in PLAYERS if other != player]
    places: list[tuple[Any, ...]] = [
        ("pool", None),
        ("mountain", None),
        *(("whists", other) for other in others),
    ]
    shown = draw(st.lists(st.sampled_from(places), unique=True, min_size=1))
    return Paper(player, tuple(Cell(column, draw(points()), on) for column, on in shown))


_events: st.SearchStrategy[Event] = st.one_of(
    st.just(Misdeal()),
    st.just(Stop()),
    st.just(Time()),
    _fines,
    _papers(),
    st.builds(Join, st.just(Player("Жанна")), _players),
    st.builds(Leave, _players),
)
_numbers = st.integers(1, 999_999)
_corrections: st.SearchStrategy[Correction] = st.one_of(
    st.builds(Undo, st.none() | _numbers), st.builds(Fix, _numbers, st.one_of(_deals, _events))
)
_clock = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59))
_letters = st.characters(categories=["L", "N", "P", "S", "Zs"])
_notes = (
    st.text(_letters, max_size=20).map(lambda note: unicodedata.normalize("NFC", note).strip()).filter(bool)
)


def _is_fine(record: Record) -> bool:
    return isinstance(record.record if isinstance(record, Fix) else record, Fine)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """Return any record that can be written down, with time and note."""
    record: Record = draw(st.one_of(_deals, _events, _corrections))
    note = draw(_notes if _is_fine(record) else st.none() | _notes)
    return Entry(record, draw(st.none() | _clock), note)
