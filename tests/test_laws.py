"""Laws that hold for every convention: of the settlement, of the rules, and of the replay."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

import pytest
from conftest import EXAMPLES
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    SCORED,
    Evening,
    and_then,
    conventions,
    evenings,
    game_of,
    items_of,
    money,
    points,
    scored,
    sheets,
    shipped,
)

from pulya import adding
from pulya.adding import add_up
from pulya.convention import Convention, Row
from pulya.game import Game, Header
from pulya.record import CallOf, Contract, Figure, Fine, Fix, Misdeal, Record, Undo
from pulya.replay import extended, first_table, replay
from pulya.ruled import Item
from pulya.rules import closing
from pulya.rules.naming import by_name
from pulya.rules.ruling import Referee
from pulya.schema import lookup
from pulya.settlement import balances, payments, settle, to_coins
from pulya.sheet import Place, Sheet, places
from pulya.table import Table
from pulya.terms import LEVELS, TRICKS, Call, Player, Points
from pulya.write import Write


@given(sheets(), conventions(), money(), money())
def test_nobody_wins_what_nobody_lost(
    sheet: Sheet, convention: Convention, stake: Fraction, coin: Fraction
) -> None:
    balance = balances(sheet, convention)
    coins = to_coins(balance, stake, coin)

    assert sum(balance.values()) == 0
    assert sum(coins.values()) == 0


@given(sheets(), conventions(), st.none() | st.integers(1, 50))
def test_the_least_mountain_and_the_average_come_to_the_same(
    sheet: Sheet, convention: Convention, target: int | None
) -> None:
    settlement = settle(sheet, convention, target)

    assert settlement.balance == balances(sheet, convention)
    assert min(settlement.rest.values()) == 0


@given(sheets(), conventions(), points(), points())
def test_as_many_points_for_everybody_change_nothing(
    sheet: Sheet, convention: Convention, pool: Points, mountain: Points
) -> None:
    raised = sheet._replace(
        pool={player: figure + pool for player, figure in sheet.pool.items()},
        mountain={player: figure + mountain for player, figure in sheet.mountain.items()},
    )

    assert balances(raised, convention) == balances(sheet, convention)


@given(sheets(), conventions())
def test_mutual_whists_may_be_netted(sheet: Sheet, convention: Convention) -> None:
    netted = {
        one: {other: max(0, figure - sheet.whists[other][one]) for other, figure in row.items()}
        for one, row in sheet.whists.items()
    }

    assert balances(sheet._replace(whists=netted), convention) == balances(sheet, convention)


@given(sheets(), conventions(), money(), money())
def test_rounding_moves_nobody_by_a_whole_coin(
    sheet: Sheet, convention: Convention, stake: Fraction, coin: Fraction
) -> None:
    balance = balances(sheet, convention)

    coins = to_coins(balance, stake, coin)

    assert all(abs(coins[player] * coin - won * stake) < coin for player, won in balance.items())


def evens() -> st.SearchStrategy[dict[Player, int]]:
    """Return coins won and lost by two to five players; small ones, so that some groups are even."""
    return st.lists(st.integers(-6, 6), min_size=1, max_size=4).map(
        lambda some: {Player(f"P{seat}"): amount for seat, amount in enumerate([*some, -sum(some)])}
    )


@given(evens())
def test_payments_bring_everybody_to_nought(coins: dict[Player, int]) -> None:
    left = dict(coins)

    for payment in payments(coins):
        assert payment.coins > 0
        left[payment.payer] += payment.coins
        left[payment.payee] -= payment.coins

    assert set(left.values()) == {0}


@given(evens())
def test_there_are_no_fewer_payments(coins: dict[Player, int]) -> None:
    """Whoever settles among n people with n - 1 payments needs one less for each group that is even."""
    owing = [amount for amount in coins.values() if amount]

    assert len(payments(coins)) == len(owing) - most_even_groups(owing)


def most_even_groups(amounts: list[int]) -> int:
    """Return into how many groups of sum 0 the amounts can be parted, by trying all groups of the first."""
    if not amounts:
        return 0
    first, *others = amounts
    return max(
        1 + most_even_groups([one for at, one in enumerate(others) if at not in group])
        for size in range(len(others) + 1)
        for group in combinations(range(len(others)), size)
        if first + sum(others[at] for at in group) == 0
    )


@given(evenings())
def test_every_write_names_a_rule_of_the_convention_and_says_its_formula(evening: Evening) -> None:
    game = evening.game

    for ruled in game.ruled:
        for write in ruled.writes:
            lookup(game.header.convention, write.rule)
            assert (write.rule == "fines") is isinstance(ruled.record, Fine)
            assert write.points == write.formula.value != 0


@given(evenings())
def test_the_opening_sheet_and_all_writes_are_the_sheet(evening: Evening) -> None:
    game = evening.game
    cells: dict[Place, Points] = defaultdict(int, cells_of(game.header.opening))

    for write in game.writes:
        cells[Place(write.player, write.column, write.on)] += write.points

    assert {place: points for place, points in cells.items() if points} == cells_of(game.sheet)


def cells_of(sheet: Sheet) -> dict[Place, Points]:
    """Return what stands on a sheet, without the noughts."""
    return {place: place.figure(sheet) for place in places(sheet) if place.figure(sheet)}


@given(evenings())
def test_the_rules_see_the_columns_that_the_sheet_shows(evening: Evening) -> None:
    game = evening.game

    for at, ruled in enumerate(game.ruled):
        sheet = replay(game.header, items_of(game)[:at]).sheet
        assert (ruled.before.pool, ruled.before.mountain) == (sheet.pool, sheet.mountain)


@settings(max_examples=3 * EXAMPLES)
@given(evenings())
def test_no_evening_makes_or_loses_money(evening: Evening) -> None:
    results = evening.game.results

    assert sum(one.balance for one in results) == 0
    assert sum(one.coins for one in results) == 0


@given(evenings())
def test_record_by_record_or_all_at_once_is_the_same(evening: Evening) -> None:
    game = evening.game

    table, writes = first_table(game.header), list[Write]()
    for ruled in game.ruled:
        assert ruled.record is not None
        ruling = Referee(game.header.convention).rule(ruled.record, table)
        table, writes = ruling.table, [*writes, *ruling.writes]

    assert (table, writes) == (game.table, game.writes)


@given(evenings())
def test_one_more_record_is_the_game_with_it(evening: Evening) -> None:
    game = evening.game

    assert extended(replay(game.header, items_of(game)[:-1]), items_of(game)[-1]) == game


@given(evenings())
def test_a_deal_that_meets_no_limit_could_be_entered_due_by_due(evening: Evening) -> None:
    game = evening.game

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closing, "_has_room", lambda *_given: False)
        patch.setattr(Referee, "_again", lambda *_given: None)
        assert replay(game.header, items_of(game)) == game


@given(evenings())
def test_writes_may_be_added_at_any_time(evening: Evening) -> None:
    game = evening.game

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adding, "_MOST", 2)
        assert replay(game.header, items_of(game)).sheet == game.sheet


@given(evenings())
def test_a_record_with_its_persons_named_is_the_same_record(evening: Evening) -> None:
    game = evening.game

    for ruled in game.ruled:
        assert ruled.record is not None
        named = by_name(ruled.record, ruled.before, game.header.convention)
        assert Referee(game.header.convention).rule(named, ruled.before).writes == ruled.writes


@given(evenings())
def test_a_record_and_its_undo_leave_the_table_as_it_was(evening: Evening) -> None:
    game = evening.game
    before = replay(game.header, items_of(game)[:-1])

    after = and_then(game, "undo")

    assert state(after) == state(before)


@given(evenings())
def test_an_undone_undo_restores(evening: Evening) -> None:
    game = evening.game
    last = len(game.ruled)

    after = and_then(game, f"undo {last}", f"undo {last + 1}")

    assert state(after) == state(game)


@given(evenings(), st.data())
def test_a_fixed_record_is_as_good_as_a_right_one(evening: Evening, data: st.DataObject) -> None:
    game = evening.game
    items = items_of(game)
    right = data.draw(st.sampled_from(items))
    wrong = right._replace(record=Misdeal())
    assert not isinstance(right.record, Undo | Fix)
    fix = Item(len(items) + 1, None, "", Fix(right.number, right.record))

    after = replay(game.header, [*(wrong if one == right else one for one in items), fix])

    assert state(after) == state(game)


def state(game: Game) -> tuple[Sheet, Table, bool]:
    return game.sheet, game.table, game.over


@given(scored(), st.integers(1, 4))
def test_turning_the_seats_turns_the_result(evening: Evening, turns: int) -> None:
    """With whom the list of players begins is nobody's advantage: only who sits left of whom counts."""
    game = evening.game
    at = turns % len(game.header.players)
    players = game.header.players[at:] + game.header.players[:at]
    header = game.header._replace(players=players, opening=game.header.opening._replace(players=players))

    turned = replay(header, items_of(game))

    assert cells_of(turned.sheet) == cells_of(game.sheet)
    assert turned.table.seats == game.table.seats
    assert turned.account.settlement.balance == game.account.settlement.balance


@given(evenings(), st.data())
def test_other_names_are_the_same_game(evening: Evening, data: st.DataObject) -> None:
    """Everybody takes the name of another, in the header and in every record."""
    game = evening.game
    players = game.header.players
    names = dict(zip(players, data.draw(st.permutations(players)), strict=True))

    other = replay(renamed(game.header, names), renamed(items_of(game), names))

    assert state(other) == renamed(state(game), names)
    assert other.account.settlement == renamed(game.account.settlement, names)


def renamed(value: Any, names: Mapping[Player, Player]) -> Any:
    """Return a value with every player in it renamed."""
    if isinstance(value, str):
        return names.get(Player(value), value)
    if isinstance(value, Mapping):
        return {renamed(key, names): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        parts = [renamed(part, names) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


@given(scored())
def test_help_at_its_worth_moves_no_money(evening: Evening) -> None:
    """The conditions are those of the rules; the same records with help and without."""
    game = evening.game
    convention = game.header.convention
    neutral = convention._replace(
        units=convention.units._replace(shared_by="players"),
        unfinished="natural",
        ending="agreed",
        making=convention.making._replace(writes="pool"),
        raspasy=convention.raspasy._replace(zero=convention.raspasy.zero._replace(closed="help")),
        help=convention.help._replace(whists=convention.units.pool, nobody_left="mountain"),
    )
    helpless = neutral._replace(help=neutral.help._replace(to="nobody"))

    helped, unhelped = (
        replay(game.header._replace(convention=one), items_of(game)) for one in (neutral, helpless)
    )

    assert helped.account.settlement.balance == unhelped.account.settlement.balance


@given(scored())
def test_a_doubled_table_doubles_the_result(evening: Evening) -> None:
    """The worths of Leningrad and the agreements of Sochi: the same pools, everything else twice."""
    game = evening.game
    header = game.header._replace(convention=comparable(game.header.convention))
    dearer = header._replace(
        convention=doubled(header.convention),
        opening=header.opening._replace(
            mountain=twice(header.opening.mountain), whists=twice(header.opening.whists)
        ),
    )

    single = replay(header, items_of(game))
    double = replay(dearer, [one._replace(record=dearer_fine(one.record)) for one in items_of(game)])

    assert cells_of(double.sheet) == {
        cell: figure if cell[1] == "pool" else 2 * figure for cell, figure in cells_of(single.sheet).items()
    }
    assert double.account.settlement.balance == twice(single.account.settlement.balance)


def comparable(convention: Convention) -> Convention:
    """Return the convention without what a doubled table cannot play alike: point for point, whatever a point is worth."""
    raspasy = convention.raspasy
    zero = raspasy.zero._replace(
        to="pool", points=1 if raspasy.writes == "whists" else "price", closed="help"
    )
    return convention._replace(
        units=convention.units._replace(mountain=convention.units.pool),
        unfinished="natural",
        ending="agreed",
        making=convention.making._replace(writes="pool"),
        raspasy=raspasy._replace(zero=zero),
    )


def doubled(convention: Convention) -> Convention:
    """Return the same table with every price doubled, and a pool point worth twice as much."""
    rows = {
        name: twice_in(row, "mountain", "whist", "shortfall")
        if isinstance(row, Row)
        else twice_in(row, "mountain", "whist")
        for name, row in convention.contracts._asdict().items()
    }
    raspasy = twice_in(convention.raspasy, "price")
    worth = raspasy.zero._replace(points="worth" if raspasy.zero.points == "price" else raspasy.zero.points)
    fine = convention.fines.second_misdeal
    return convention._replace(
        units=twice_in(convention.units, "pool"),
        contracts=convention.contracts._replace(**rows),
        consolation=twice_in(convention.consolation, "amount"),
        raspasy=raspasy._replace(zero=worth),
        help=twice_in(convention.help, "whists"),
        talon=twice_in(convention.talon, "pays"),
        fines=convention.fines._replace(second_misdeal=fine if fine == "none" else twice_in(fine, "points")),
    )


def twice(value: Any) -> Any:
    """Return twice a number, or each of several; a word stays."""
    if isinstance(value, Mapping):
        return {key: twice(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return tuple(twice(inner) for inner in value)
    return value if isinstance(value, str) else 2 * value


def twice_in(block: Any, *names: str) -> Any:
    return block._replace(**{name: twice(getattr(block, name)) for name in names})


def dearer_fine(record: Record) -> Record:
    if isinstance(record, Fine) and record.column != "pool":
        return record._replace(points=2 * record.points)
    return record


CALLS: Final[tuple[tuple[Call, Call], ...]] = (("whist", "whist"), ("whist", "pass"), ("pass", "whist"))


@given(scored(deals=1), st.data())
def test_one_more_undertrick_never_costs_the_declarer_less(evening: Evening, data: st.DataObject) -> None:
    header = evening.game.header
    level = data.draw(st.sampled_from(LEVELS), "level")
    declarers = data.draw(st.integers(1, level - 1), "tricks of the declarer")
    first = data.draw(st.integers(0, TRICKS - declarers), "tricks of the first defender")
    calls = data.draw(st.sampled_from(CALLS), "calls")
    taken = (declarers, first, TRICKS - declarers - first)

    for worse in ((taken[0] - 1, taken[1] + 1, taken[2]), (taken[0] - 1, taken[1], taken[2] + 1)):
        assert won(header, level, calls, worse) <= won(header, level, calls, taken)


@pytest.mark.parametrize("name", SCORED)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("calls", CALLS)
def test_a_made_contract_is_never_dearer_than_a_failed_one(
    name: str, level: int, calls: tuple[Call, Call]
) -> None:
    at_three = game_of("convention: sochi\nplayers: [Anna, Boris, Vera]").header
    header = at_three._replace(convention=shipped(name).convention)

    for first in range(TRICKS - level + 1):
        made = (level, first, TRICKS - level - first)
        assert won(header, level, calls, (made[0] - 1, made[1] + 1, made[2])) < won(
            header, level, calls, made
        )


def won(header: Header, level: int, calls: tuple[Call, Call], taken: tuple[int, int, int]) -> Points:
    """Return the balance of the declarer, the first hand, after one contract at this table."""
    free = header.convention.whisting._replace(forced=())
    convention = header.convention._replace(whisting=free, checklist="none")
    table = first_table(header)._replace(in_row=0, owed=())
    declarer = table.seats.active[0]
    record = Contract(
        declarer,
        level,
        calls=tuple(CallOf(None, call) for call in calls),
        tricks=tuple(Figure(None, tricks) for tricks in taken),
    )
    return balances(add_up(header.opening, Referee(convention).rule(record, table).writes), convention)[
        declarer
    ]
