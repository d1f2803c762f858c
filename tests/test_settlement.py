"""The settlement step by step, on sheets whose every step is printed or worked by hand."""

from fractions import Fraction
from typing import TypeAlias

import pytest
from strategies import game_of

from pulya.convention import Convention
from pulya.settlement import Payment, balances, payments, settle, to_coins
from pulya.sheet import Sheet
from pulya.terms import Player

A, B, C, D, E = (Player(name) for name in ("Anna", "Boris", "Clara", "Dmitri", "Elena"))
Opened: TypeAlias = tuple[Sheet, Convention, int | None]


def sheet(text: str, convention: str = "sochi", players: str = "[Anna, Boris, Clara]") -> Opened:
    header = game_of(f"convention: {convention}\nplayers: {players}\n{text}").header
    return header.opening, header.convention, header.target


# https://minigames.mail.ru/info/raschet_puli_v_preferanse: mountains 42, 96, 132, pools level.
MAIL_RU = """
target: none
sheet:
  Anna: {mountain: 42, whists: {Boris: 170, Clara: 60}}
  Boris: {mountain: 96, whists: {Anna: 64, Clara: 178}}
  Clara: {mountain: 132, whists: {Anna: 88, Boris: 95}}
"""


def test_the_published_settlement_is_followed_step_by_step() -> None:
    settled = settle(*sheet(MAIL_RU))

    assert settled.least == 42
    assert settled.rest == {A: 0, B: 54, C: 90}
    assert settled.divisor == 3
    assert settled.mountain_whists == {A: {B: 180, C: 300}, B: {A: 0, C: 300}, C: {A: 0, B: 180}}
    assert (settled.debts[A][B], settled.debts[A][C], settled.debts[B][C]) == (286, 272, 203)
    assert settled.balance == {A: 558, B: -83, C: -475}


def test_missing_pool_points_go_onto_the_mountain_at_their_worth() -> None:
    """A pool point of Leningrad is two of the mountain: to 20 Anna lacks 12, so 24."""
    settled = settle(
        *sheet("target: 20\nsheet:\n  Anna: {pool: 8}\n  Boris: {pool: 20}\n  Clara: {pool: 25}", "leningrad")
    )

    assert settled.per_point == 2
    assert settled.levelled == {A: 24, B: 0, C: -10}
    assert settled.rest == {A: 34, B: 10, C: 0}


def test_without_a_target_pools_are_brought_to_the_largest() -> None:
    settled = settle(
        *sheet("target: none\nsheet:\n  Anna: {pool: 8}\n  Boris: {pool: 20}\n  Clara: {pool: 11}")
    )

    assert settled.level == 20
    assert settled.levelled == {A: 12, B: 0, C: 9}


def test_once_means_one_for_one_whatever_a_pool_point_is_worth() -> None:
    """12 and 0 missing, single: 10 a point among three, so 40 to each of two."""
    opening, convention, target = sheet(
        "target: 20\nagreed: {unfinished: once}\nsheet: {Anna: {pool: 8}, Boris: {pool: 20}, Clara: {pool: 20}}",
        "leningrad",
    )

    assert balances(opening, convention) == {A: -80, B: 40, C: 40}
    assert settle(opening, convention, target).per_point == 1


def test_a_point_shared_by_the_opponents_only_is_dearer() -> None:
    """Six mountain points at four: 15 from each of three others, or 20."""
    four = "[Anna, Boris, Clara, Dmitri]"
    text = "sheet:\n  Anna: {mountain: 6}\n"

    shared = settle(*sheet(text, players=four))
    dearer = settle(*sheet(text + "agreed: {units.shared-by: opponents}", players=four))

    assert shared.balance == {A: -45, B: 15, C: 15, D: 15}
    assert dearer.balance == {A: -60, B: 20, C: 20, D: 20}


def test_an_unfinished_three_settles_in_thirds() -> None:
    """Pools 3, 0, 0 and mountains 0, 14, 6: worked by hand, the mean mountain is 20/3."""
    opening = sheet(
        "sheet:\n  Anna: {pool: 3}\n  Boris: {mountain: 14, whists: {Anna: 8}}\n  Clara: {mountain: 6}"
    )

    assert settle(*opening).balance == {A: Fraction(236, 3), B: Fraction(-226, 3), C: Fraction(-10, 3)}


def test_the_coin_left_over_goes_to_the_largest_remainder() -> None:
    """Cut down to 0, 0 and -1 one coin is left, and Boris is cut by most."""
    won = {A: Fraction(1, 4), B: Fraction(1, 2), C: Fraction(-3, 4)}

    assert to_coins(won, Fraction(1), Fraction(1)) == {A: 0, B: 1, C: -1}


def test_of_equal_remainders_the_earlier_seat_gets_the_coin() -> None:
    """3933 1/3, -3766 2/3 and -166 2/3 coins are each cut by a third, and one is left."""
    won = {A: Fraction(236, 3), B: Fraction(-226, 3), C: Fraction(-10, 3)}

    assert to_coins(won, Fraction(1, 2), Fraction(1, 100)) == {A: 3934, B: -3767, C: -167}
    assert to_coins(dict(reversed(won.items())), Fraction(1, 2), Fraction(1, 100)) == {
        C: -166,
        B: -3767,
        A: 3933,
    }


def test_a_coin_larger_than_the_stake_may_round_everything_away() -> None:
    assert to_coins({A: 3, B: -2, C: -1}, Fraction(1, 100), Fraction(1)) == {A: 0, B: 0, C: 0}


def test_two_groups_that_are_even_settle_apart() -> None:
    """5 and -5, 7 against 3 and 4: three payments, where the largest paying the largest makes four."""
    found = payments({A: -5, B: 5, C: -7, D: 3, E: 4})

    assert found == [Payment(A, B, 5), Payment(C, E, 4), Payment(C, D, 3)]


@pytest.mark.parametrize(
    ("coins", "expected"),
    [
        ({A: 0, B: 0, C: 0}, []),
        ({A: 3, B: -3, C: 0}, [Payment(B, A, 3)]),
        ({A: -6, B: 3, C: 3}, [Payment(A, B, 3), Payment(A, C, 3)]),
        ({A: 6, B: -3, C: -3}, [Payment(B, A, 3), Payment(C, A, 3)]),
    ],
)
def test_who_owes_nothing_pays_nothing_and_of_equals_the_earlier_seat_comes_first(
    coins: dict[Player, int], expected: list[Payment]
) -> None:
    assert payments(coins) == expected
