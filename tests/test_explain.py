"""Where a balance comes from, and deals that nobody played: worked by hand, and what holds for every evening."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, Save
from hypothesis import given
from strategies import Evening, evenings, game_of

from pulya.breakdown import Breakdown, Part, breakdowns
from pulya.schema import lookup

Rows = Callable[..., Any]

SHEET = """convention: sochi
players: [Anna, Boris, Vera]
target: 20
stake: 0.50 EUR
coin: 0.10
sheet:
  Anna: {pool: 3, whists: {Boris: 5}}
  Boris: {mountain: 14, whists: {Anna: 8}}
  Vera: {pool: 20, mountain: 6}
"""


def parts(one: Breakdown) -> list[tuple[str, str, Any]]:
    return [(part.kind, part.other, part.points) for part in one.parts if part.points]


def test_balance_worked_by_hand() -> None:
    """A pool point and a mountain point are ten whists, shared by three: 10/3 from each other player."""
    anna, boris, vera = breakdowns(game_of(SHEET))

    assert parts(anna) == [
        ("pool", "Boris", 10),  # (3 - 0) x 10 / 3
        ("mountain", "Boris", Fraction(140, 3)),  # (14 - 0) x 10 / 3
        ("written", "Boris", 5),
        ("against", "Boris", -8),
        ("pool", "Vera", Fraction(-170, 3)),  # (3 - 20) x 10 / 3
        ("mountain", "Vera", 20),  # (6 - 0) x 10 / 3
    ]
    assert anna.balance == 10 + Fraction(140, 3) - 3 - Fraction(170, 3) + 20 == 17
    # From Anna -53 2/3, from Vera (0 - 20) and (6 - 14) times 10/3.
    assert boris.balance == Fraction(-161, 3) - Fraction(280, 3) == -147
    assert vera.balance == 130


def test_worth_and_share_are_those_of_the_convention() -> None:
    # Leningrad's pool point is 20; shared by the opponents only that is 20 / 2 from each of two.
    game = game_of(
        "convention: leningrad\nplayers: [Anna, Boris, Vera]\ntarget-sum: 30\nagreed: {units.shared-by: opponents}\n"
        "sheet: {Anna: {pool: 3, mountain: 1}}\n"
    )

    anna = breakdowns(game)[0]

    assert anna.parts[:2] == (
        Part("pool", "Boris", 3, 0, 20, 2, ("units.pool", "units.shared-by")),
        Part("mountain", "Boris", 0, 1, 10, 2, ("units.mountain", "units.shared-by")),
    )
    assert anna.balance == 2 * (30 - 5)


def test_missing_points_that_go_onto_the_mountain_once_make_the_worth_of_a_pool_point() -> None:
    game = game_of(
        "convention: finka\nplayers: [Anna, Boris, Vera]\nsheet: {Anna: {pool: 3}}\nagreed: {units.mountain: 6}\n"
    )

    assert breakdowns(game)[0].parts[0] == Part(
        "pool", "Boris", 3, 0, 6, 3, ("unfinished", "units.shared-by")
    )


def test_pairs_win_the_difference_of_their_columns() -> None:
    game = game_of("convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 8h w p = 9\n")

    first, second = breakdowns(game)

    assert first == Breakdown("Anna + Vera", (Part("column", "Boris + Gleb", 24, 0, 1, 1, ("ledger",)),), 24)
    assert (second.name, second.balance) == ("Boris + Gleb", -24)


@given(evening=evenings())
def test_parts_add_up_to_the_balance_and_to_what_is_won_from_each(evening: Evening) -> None:
    game = evening.game

    found = breakdowns(game)

    assert [(one.name, one.balance, one.coins) for one in found] == [tuple(one) for one in game.results]
    if not game.sheet.teams:
        debts: Any = game.account.settlement.debts
        for one in found:
            for other, won in debts[one.name].items():
                assert sum(part.points for part in one.parts if part.other == other) == won


@given(evening=evenings())
def test_every_key_behind_a_balance_is_in_the_convention(evening: Evening) -> None:
    game = evening.game

    for one in breakdowns(game):
        for part in one.parts:
            for rule in part.rules:
                lookup(game.header.convention, rule)


# --- the command ---


@pytest.fixture
def sheet(save: Save) -> Path:
    return save(SHEET)


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_balance_is_said_part_by_part(run: Run, sheet: Path) -> None:
    shown = words(run("explain", "a", "balance", "-f", sheet).stdout)

    assert shown[0] == ["Balance", "of", "Anna:", "+17"]
    assert " ".join(shown[3]).startswith(
        "Boris pool 3 against 0 +10 +10 (3 - 0) x 10 / 3 units.pool, units.shared-by"
    )
    assert " ".join(shown[4]).startswith(
        "Boris mountain 0 against 14 +46 2/3 +56 2/3 (14 - 0) x 10 / 3 units.mountain"
    )
    assert shown[5:7] == [
        ["Boris", "whists", "on", "Boris", "+5", "+61", "2/3", "5", "`explain", "Anna", "whists", "Boris`"],
        [
            "Boris",
            "whists",
            "of",
            "Boris",
            "on",
            "Anna",
            "-8",
            "+53",
            "2/3",
            "-8",
            "`explain",
            "Boris",
            "whists",
            "Anna`",
        ],
    ]
    # 17 x 0.50 is 8.50.
    assert shown[9] == [
        "In",
        "money:",
        "+17",
        "x",
        "0.50",
        "=",
        "+8",
        "1/2;",
        "in",
        "coins",
        "of",
        "0.10:",
        "+8.50",
        "EUR.",
    ]
    assert [" ".join(line) for line in shown[10:]] == [
        "",
        "Levelling the pools and striking the smallest mountain move all alike: only differences count.",
        "A point missing in the pool costs 10 whists, shared, as one in it earns (unfinished: natural).",
    ]


@pytest.mark.parametrize("word", ["balance", "settlement", "Баланс", "расчёт", "итог"])
def test_settlement_is_explained_for_all(run: Run, sheet: Path, word: str) -> None:
    lines = run("explain", word, "-f", sheet).stdout.splitlines()

    assert [line for line in lines if line.startswith("Balance")] == [
        "Balance of Anna: +17", "Balance of Boris: -147", "Balance of Vera: +130",
    ]  # fmt: skip


def test_points_missing_once(run: Run, save: Save) -> None:
    path = save("convention: finka\nplayers: [Anna, Boris, Vera]\ndeals:\n")

    shown = run("explain", "balance", "-f", path).stdout

    assert shown.startswith("Balance of Anna: 0\nIn whole whists: 0.\n\n")
    assert shown.endswith("A point missing in the pool costs 10 whists, shared (unfinished: once).\n")


def test_of_pairs_either_partner_will_do(run: Run, rows: Rows, save: Save) -> None:
    path = save(
        "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 8h w p = 9\n- Vera 6h p p\n"
    )

    assert words(run("explain", "vera", "balance", "-f", path).stdout)[3][:9] == (
        ["Boris", "+", "Gleb", "points", "34", "against", "0", "+34", "+34"]
    )
    assert rows("explain", "Gleb", "balance", "-f", path)["parts"] == [
        {"from": "Anna + Vera", "kind": "column", "points": -34, "rules": ["ledger"], "why": "0 - 34"}
    ]


def test_below_nought_stands_in_brackets(rows: Rows, save: Save) -> None:
    path = save("convention: sochi\nplayers: [Anna, Boris, Vera]\nsheet: {Anna: {mountain: -3}}\n")

    assert [part["why"] for part in rows("explain", "Anna", "balance", "-f", path)["parts"]] == [
        "(0 - (-3)) x 10 / 3", "(0 - (-3)) x 10 / 3",
    ]  # fmt: skip


def test_settlement_as_json(rows: Rows, sheet: Path) -> None:
    anna, *others = rows("explain", "settlement", "-f", sheet)

    assert anna["parts"][1:3] == [
        {
            "from": "Boris",
            "kind": "mountain",
            "points": "140/3",
            "rules": ["units.mountain", "units.shared-by"],
            "why": "(14 - 0) x 10 / 3",
        },
        {"from": "Boris", "kind": "written", "points": 5, "rules": [], "why": "5"},
    ]
    assert [(one["player"], one["balance"], one["money"]) for one in (anna, *others)] == [
        ("Anna", 17, "8.50"), ("Boris", -147, "-73.50"), ("Vera", 130, "65.00"),
    ]  # fmt: skip


@pytest.mark.parametrize("what", [("Nina", "balance"), ("Anna", "Boris", "balance")])
def test_a_balance_of_nobody_here_is_refused(run: Run, sheet: Path, what: tuple[str, ...]) -> None:
    assert run("explain", *what, "-f", sheet, code=5).stderr == (
        f"pulya: `{' '.join(what)}` is no record, player or cell\n"
        "  hint: write a number, or `Anna pool`, `Anna whists Boris`, `Anna balance`\n"
    )


# --- deals that nobody played ---


def contract(rows: Rows, *options: str) -> list[tuple[str, ...]]:
    found = rows("explain", *options)
    return [tuple(str(write[key]) for key in ("player", "column", "points")) for write in found["writes"]]


def test_a_deal_without_a_journal(rows: Rows, run: Run) -> None:
    # Sochi: two down on seven is 2 x 4 on the mountain, five tricks at 4, and a consolation of 8 for both.
    row = rows("explain", "--contract", "7h w p = 5")

    assert (row["record"], row["text"], row["void"]) == (1, "Anna 7h w p = 5", False)
    assert sorted(contract(rows, "--contract", "7h w p = 5")) == [
        ("Anna", "mountain", "8"), ("Boris", "whists", "20"), ("Boris", "whists", "8"), ("Vera", "whists", "8"),
    ]  # fmt: skip
    assert "consolation.one-whisted.passer (sochi.yaml:" in run("explain", "--contract", "7h w p = 5").stdout


def test_a_deal_by_other_rules(rows: Rows) -> None:
    # Leningrad is twice as dear on the mountain and in whists, the dealer consoles too; with gentleman whist
    # Boris and Vera write half of (5 tricks + 2 + 2) x 8 each.
    leningrad = ("--contract", "7h w p = 5", "--convention", "leningrad", "--players", "4")

    assert sorted(contract(rows, *leningrad)) == [
        ("Anna", "mountain", "16"), ("Boris", "whists", "36"), ("Gleb", "whists", "16"), ("Vera", "whists", "36"),
    ]  # fmt: skip
    assert ("Boris", "whists", "40") in contract(rows, *leningrad, "--agree", "whisting.split=greedy")


def test_a_misere_and_its_declarer_by_name(rows: Rows) -> None:
    assert contract(rows, "--contract", "misere = 2", "--players", "Dora, Egor, Zoya") == [
        ("Dora", "mountain", "20")
    ]
    assert contract(rows, "--contract", "Egor m = 0", "--players", "Dora, Egor, Zoya") == [
        ("Egor", "pool", "10")
    ]


def test_deals_in_a_row(rows: Rows) -> None:
    # The second raspasy in a row costs 2 a trick; Boris has its first hand.
    second = rows("explain", "--contract", "raspasy = 3 4 3", "--contract", "raspasy = 3 4 3")[1]

    assert [(write["player"], write["points"]) for write in second["writes"]] == [
        ("Boris", 6), ("Vera", 8), ("Anna", 6),
    ]  # fmt: skip


def test_deals_that_correct_each_other(rows: Rows) -> None:
    found = rows("explain", "--contract", "7h p p", "--contract", "undo 1")

    assert [one["void"] for one in found] == [True, False]


def test_of_raspasy_that_must_be_played_first_nobody_asks_here(rows: Rows) -> None:
    assert contract(rows, "--contract", "7h p p", "--convention", "classic") == [("Anna", "pool", "4")]


def test_pairs_have_a_table_of_four_by_themselves(rows: Rows) -> None:
    # 30 less two tricks at 6.
    assert contract(rows, "--contract", "8h w w = 8 2", "--convention", "pair") == [("Anna", "column", "18")]


def test_in_russian_the_players_have_russian_names(run: Run) -> None:
    assert run("explain", "--contract", "7ч в п = 7", "--lang", "ru").stdout.startswith(
        "  1  Анна 7ч в п = 7\n"
    )


@pytest.mark.parametrize(
    ("options", "code", "problem"),
    [
        (("--contract", "7h w p = 12"), 5, "tricks: 12 tricks cannot be"),
        (("--contract", ""), 5, "there is no record"),
        (("--contract", "7h w p = 5", "--convention", "sotchi"), 4, "there is no convention `sotchi`"),
        (("--contract", "7h w p = 5", "--players", "2"), 3, "sochi is not played by 2"),
        (("--contract", "7h w p = 5", "--players", "Anna"), 3, "sochi is not played by 1"),
        (("--contract", "7h w p = 5", "--agree", "whisting.splitt=x"), 4, "there is no key `splitt` here"),
        (("--contract", "7h w p = 5", "7"), 2, "--contract stands alone; leave out `7`"),
        (("7", "--players", "4"), 2, "`--players` is for `--contract`; a journal has its own"),
        (("7", "--convention", "sochi"), 2, "`--convention` is for `--contract`; a journal has its own"),
        (("--agree", "whisting.split=gentleman"), 2, "`--agree` is for `--contract`; a journal has its own"),
    ],
)
def test_what_cannot_be_imagined(run: Run, options: tuple[str, ...], code: int, problem: str) -> None:
    assert problem in run("explain", *options, code=code).stderr


def test_a_fault_is_marked_in_the_deal_as_it_was_read(run: Run) -> None:
    lines = run("explain", "--contract", "7h w p = 12", code=5).stderr.splitlines()

    assert lines[-2:] == ["    Anna 7h w p = 12", "                  ^^"]
