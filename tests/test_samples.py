"""The evenings worked by hand in ``samples/``, record by record; where the program differs, one of us is wrong."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

SAMPLES = sorted((Path(__file__).parent.parent / "samples").glob("*/evening.pulya"))
Rows: TypeAlias = Callable[..., Any]
Sample: TypeAlias = tuple[Path, dict[str, Any]]


@pytest.fixture(params=SAMPLES, ids=lambda path: path.parent.name)
def sample(request: pytest.FixtureRequest) -> Sample:
    path: Path = request.param
    return path, yaml.safe_load(path.with_name("expected.yaml").read_text("utf-8"))


def test_each_record_writes_what_it_writes_by_hand(sample: Sample, rows: Rows) -> None:
    path, expected = sample

    written = rows("log", path)

    by_hand = [(row["record"], row["text"], row.get("void", False)) for row in expected["deals"]]
    assert [(row["record"], row["text"], row["void"]) for row in written] == by_hand
    for row, hand in zip(written, expected["deals"], strict=True):
        assert per_cell(row["writes"]) == {tuple(cell): points for *cell, points in hand["writes"]}, row[
            "text"
        ]


def per_cell(writes: list[dict[str, Any]]) -> dict[tuple[str, ...], Fraction]:
    """Return the sum of each cell: a paper sheet has trick whists and consolation in one."""
    sums: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for write in writes:
        on = (write["on"],) if "on" in write else ()
        sums[write["player"], write["column"], *on] += Fraction(write["points"])
    return dict(sums)


def test_the_sheet_is_the_sheet_by_hand(sample: Sample, rows: Rows) -> None:
    path, expected = sample
    by_hand = expected["sheet"] if "sheet" in expected else {"columns": expected["columns"]}

    sheet = rows("sheet", path)

    assert {column: sheet[column] for column in by_hand} == by_hand


def test_the_game_is_over_when_it_is_over_by_hand(sample: Sample, rows: Rows) -> None:
    path, expected = sample

    assert rows("status", path)["over"] is expected["over"]


def test_balance_and_money_are_those_by_hand(sample: Sample, rows: Rows) -> None:
    path, expected = sample

    settled = rows("settle", path)

    for key in ("balance", "money"):
        assert numbers(settled[key]) == numbers(expected[key])


def numbers(won: dict[str, str | int] | list[str | int]) -> dict[str, Fraction]:
    """Return what each player has won; of pairs what each team has, by its place."""
    by_name = won if isinstance(won, dict) else {str(at): number for at, number in enumerate(won)}
    return {name: Fraction(number) for name, number in by_name.items()}


def test_the_payments_leave_nobody_owing_and_there_are_no_more_than_by_hand(
    sample: Sample, rows: Rows
) -> None:
    path, expected = sample

    settled = rows("settle", path)

    left = numbers(expected["money"])
    for payment in settled["payments"]:
        payer, payee = (
            one if isinstance(one, str) else str(settled["teams"].index(one))
            for one in (payment["from"], payment["to"])
        )
        left[payer] += Fraction(payment["money"])
        left[payee] -= Fraction(payment["money"])
    assert set(left.values()) == {0}
    assert len(settled["payments"]) == len(expected["payments"])


def test_what_the_paper_showed_meanwhile_agrees_with_the_records(sample: Sample, rows: Rows) -> None:
    path, _ = sample

    found = rows("check", path)
    assert (found["ok"], found["problems"]) == (True, [])
