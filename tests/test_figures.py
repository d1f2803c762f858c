"""Numbers and reasons as people and programs read them."""

from fractions import Fraction

import pytest

from pulya.terms import Points
from pulya.view.figures import decimal, json_number, mixed, money, signed
from pulya.view.reasons import reason
from pulya.write import Formula, Term, only


@pytest.mark.parametrize(
    ("points", "read", "with_sign", "written"),
    [
        (0, "0", "0", 0),
        (12, "12", "+12", 12),
        (-3, "-3", "-3", -3),
        (Fraction(6, 3), "2", "+2", 2),
        (Fraction(236, 3), "78 2/3", "+78 2/3", "236/3"),
        (Fraction(-226, 3), "-75 1/3", "-75 1/3", "-226/3"),
        (Fraction(-1, 2), "-1/2", "-1/2", "-1/2"),
    ],
)
def test_a_figure_is_whole_or_an_exact_fraction(
    points: Points, read: str, with_sign: str, written: int | str
) -> None:
    assert (mixed(points), signed(points), json_number(points)) == (read, with_sign, written)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(1, 2), "0.50"),
        (Fraction(-1), "-1.00"),
        (Fraction(-1, 20), "-0.05"),
        (Fraction(1, 400), "0.0025"),
        (Fraction(1230), "1230.00"),
    ],
)
def test_money_has_two_decimals_or_as_many_as_it_needs(amount: Fraction, text: str) -> None:
    assert decimal(amount) == text


@pytest.mark.parametrize(
    ("coins", "coin", "text"),
    [
        (3934, Fraction(1, 100), "39.34"),
        (-433, Fraction(1, 5), "-86.60"),
        (7, Fraction(1), "7.00"),
        (0, Fraction(1, 1000), "0.000"),
        (-5, Fraction(1, 1000), "-0.005"),
    ],
)
def test_a_sum_has_the_decimals_of_the_coin(coins: int, coin: Fraction, text: str) -> None:
    assert money(coins, coin) == text


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (only(1, "made", 4), "made: 4"),
        (only(4, "trick", 4), "4 tricks x 4"),
        (only(1, "trick", 4), "1 trick x 4"),
        (only(1, "undertrick", 2), "1 undertrick x 2"),
        (only(2, "overtrick", 2), "2 overtricks x 2"),
        (only(Fraction(1, 2), "missing", 2), "1/2 tricks short x 2"),
        (only(2, "half", 2), "half-whist, 2 tricks x 2"),
        (only(3, "unit", 10, shared=2), "talon, 3 units x 10 / 2"),
        (only(3, "closing"), "3 to close the pool"),
        (only(1, "help", 10), "help, 1 point x 10"),
        (only(2, "received"), "help received: 2"),
        (only(3, "off", -1), "3 off the mountain"),
        (only(3, "off", -2), "3 x 2 off the mountain"),
        (only(1, "zero", 2), "no tricks: 2"),
        (only(-1, "zero", 2), "no tricks: -2"),
        (only(1, "dealer", 1), "the dealer's share: 1"),
        (only(1, "fine", -5), "fine: -5"),
        (only(2, "trick", 4, times=2), "2 tricks x 4 x 2"),
        (
            Formula((Term(5, "trick", 4), Term(1, "undertrick", 8)), 2, 2),
            "(5 tricks x 4 + 1 undertrick x 8) x 2 / 2",
        ),
        (Formula((Term(5, "trick", 4), Term(1, "undertrick", 4))), "5 tricks x 4 + 1 undertrick x 4"),
    ],
)
def test_a_formula_is_said_as_it_is_counted(formula: Formula, text: str) -> None:
    assert str(reason(formula)) == text


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (only(4, "trick", 4), 16),
        (only(3, "off", -2), -6),
        (only(3, "unit", 5, times=2, shared=4), Fraction(15, 2)),
        (only(3, "unit", 10, shared=2), 15),
        (Formula((Term(5, "trick", 4), Term(1, "undertrick", 8)), 2, 2), 28),
    ],
)
def test_a_formula_is_its_value(formula: Formula, value: Points) -> None:
    assert formula.value == value
    assert type(formula.value) is type(value)
