"""The balances after every record: worked by hand, and the laws they keep."""

from fractions import Fraction

import pytest
from hypothesis import given
from strategies import Evening, evenings, game_of, items_of

from pulya.game import Game
from pulya.progress import balances, opening_balance
from pulya.replay import replay

SOCHI = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 10\n"


def test_three_deals_worked_by_hand() -> None:
    # Record 1: pool 4 is 40 whists, a third of it each: Anna +80/3, the others -40/3; Boris has 12 on Anna.
    # Record 2 is a misdeal and writes nothing.
    # Record 3, raspasy at 1 with Boris in the first hand: mountains Boris 4, Vera 6, Anna 0, and Anna gets 1
    # into her pool. The mean mountain is 10/3, so mountains give Anna +100/3, Boris -20/3, Vera -80/3; the new
    # pool point +20/3 and twice -10/3.
    game = game_of(f"{SOCHI}deals:\n- Anna 7h w p = 7\n- misdeal\n- raspasy = Boris 4 Vera 6 Anna 0\n")

    first = {"Anna": Fraction(80, 3) - 12, "Boris": Fraction(-40, 3) + 12, "Vera": Fraction(-40, 3)}
    third = {
        "Anna": first["Anna"] + Fraction(120, 3),
        "Boris": first["Boris"] - Fraction(30, 3),
        "Vera": first["Vera"] - Fraction(90, 3),
    }
    assert balances(game) == (first, first, third)


def test_an_older_sheet_has_a_balance_of_its_own() -> None:
    # A mountain of 3 is 30 whists: Anna loses 10 to each.
    game = game_of(f"{SOCHI}sheet:\n  Anna: {{mountain: 3}}\n")

    assert opening_balance(game.header) == {"Anna": -20, "Boris": 10, "Vera": 10}
    assert balances(game) == ()


def test_pairs_have_the_difference_of_their_columns() -> None:
    # Eight hearts made with one trick for the defence: 30 less 6, that is 24 ahead (contracts.8 of `pair`).
    game = game_of("convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 8h w p = 9\n")

    assert balances(game) == ({"Anna + Vera": 24, "Boris + Gleb": -24},)


def test_who_joins_has_a_balance_from_then_on() -> None:
    game = game_of(f"{SOCHI}deals:\n- Anna 7h w p = 7\n- join Gleb after Vera\n")

    before, after = balances(game)
    assert list(before) == ["Anna", "Boris", "Vera"]
    assert list(after) == ["Anna", "Boris", "Vera", "Gleb"]


@given(evening=evenings())
def test_each_adds_up_to_nothing_and_the_last_is_the_result(evening: Evening) -> None:
    game = evening.game

    found = balances(game)

    assert len(found) == len(game.ruled)
    assert {sum(one.values()) for one in found} == {0}
    assert found[-1] == results(game)


def results(game: Game) -> dict[str, object]:
    return {one.name: one.balance for one in game.results}


@given(evening=evenings())
def test_each_is_the_result_of_the_game_until_then(evening: Evening) -> None:
    game = evening.game
    half = len(game.ruled) // 2
    until = replay(game.header, items_of(game)[:half])

    assert [opening_balance(game.header), *balances(game)][half] == results(until)


@pytest.mark.parametrize("correction", ["undo 1", "fix 1 Anna 7h w p = 8"])
def test_a_corrected_record_counts_as_it_is_read_now(correction: str) -> None:
    game = game_of(f"{SOCHI}deals:\n- Anna 7h w p = 7\n- {correction}\n")

    first, last = balances(game)
    assert first == last == results(game)
