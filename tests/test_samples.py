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

    sheet = rows("sheet", path)

    if "columns" in expected:
        assert sheet["columns"] == expected["columns"]
    else:
        assert {column: sheet[column] for column in ("pool", "mountain", "whists")} == expected["sheet"]


def test_the_game_is_over_when_it_is_over_by_hand(sample: Sample, rows: Rows) -> None:
    path, expected = sample

    assert rows("status", path)["over"] is expected["over"]


def test_balance_and_money_are_those_by_hand(sample: Sample, rows: Rows) -> None:
    path, expected = sample

    settled = rows("settle", path)

    for key in ("balance", "money"):
        assert numbers(settled[key]) == numbers(expected[key])


def numbers(figures: dict[str, str | int] | list[str | int]) -> dict[Any, Fraction]:
    """Return figures by player, or by the place of a team."""
    named = figures.items() if isinstance(figures, dict) else enumerate(figures)
    return {name: Fraction(number) for name, number in named}


def test_the_payments_leave_everybody_with_his_money(sample: Sample, rows: Rows) -> None:
    path, expected = sample

    settled = rows("settle", path)

    left = numbers(expected["money"])
    teams = settled.get("teams", [])
    for payment in settled["payments"]:
        payer, payee = (teams.index(name) if teams else name for name in (payment["from"], payment["to"]))
        left[payer] += Fraction(payment["money"])
        left[payee] -= Fraction(payment["money"])
    assert set(left.values()) == {0}
    assert len(settled["payments"]) == len(expected["payments"])


def test_what_the_paper_showed_meanwhile_agrees_with_the_records(sample: Sample, rows: Rows) -> None:
    path, _ = sample

    assert rows("check", path) == {"ok": True, "problems": []}
