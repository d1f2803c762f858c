"""Whatever is printed, in whatever form, is the sum of what the records write."""

import csv
import json
import os
import re
import tempfile
from collections import defaultdict
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from conftest import EXAMPLES
from hypothesis import assume, given, settings
from strategies import Evening, evenings

from pulya.cli import cli


def printed(path: Path, *words: str) -> str:
    result = CliRunner().invoke(cli, [*words, str(path)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def rows(path: Path, *words: str) -> Any:
    return json.loads(printed(path, *words, "--json"))


def figure(text: str) -> Fraction:
    """Return a figure of a table: `13 1/2`, `-1/2`, or nothing."""
    whole, _, part = text.replace("−", "-").strip().rpartition(" ")
    sign = -1 if (whole or part).startswith("-") else 1
    return sign * sum((abs(Fraction(one)) for one in (whole, part) if one), Fraction(0))


CELL = r'data-cell="([^"]*)"[^>]*data-points="([^"]*)"[^>]*data-kind="([^"]*)"'
Cell = tuple[str, str, str | None]


def sums(path: Path) -> dict[Cell, Fraction]:
    """Return each cell as the sum of the writes of all records, which are those of `explain N` too."""
    cells: dict[Cell, Fraction] = defaultdict(Fraction)
    for row in rows(path, "log"):
        for write in row["writes"]:
            cells[write["player"], write["column"], write.get("on")] += Fraction(write["points"])
    return cells


def add_sheet(cells: dict[Cell, Fraction], sheet: dict[str, Any], sign: int) -> None:
    for column in ("pool", "mountain"):
        for player, points in sheet.get(column, {}).items():
            cells[player, column, None] += sign * Fraction(points)
    for player, on in sheet.get("whists", {}).items():
        for other, points in on.items():
            cells[player, "whists", other] += sign * Fraction(points)


@given(evening=evenings())
@settings(max_examples=max(10, EXAMPLES // 2))
def test_all_forms_of_a_sheet_are_the_sum_of_the_writes(evening: Evening) -> None:
    assume("players" in evening.text)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "evening.pulya")
        path.write_text(evening.text, "utf-8")
        bare = Path(folder, "bare.pulya")
        bare.write_text(evening.text.partition("deals:\n")[0] + "deals:\n", "utf-8")
        sheet = rows(path, "sheet")
        assume("pool" in sheet)  # pairs have two columns and no cells

        cells = sums(path)
        add_sheet(cells, rows(bare, "sheet"), 1)  # what the table began with
        written = dict(cells)
        add_sheet(cells, sheet, -1)
        assert not any(cells.values())

        table = list(csv.DictReader(printed(path, "sheet", "--as", "csv").splitlines()))
        assert [row["player"] for row in table] == sheet["players"]
        for row in table:
            me = row["player"]
            assert figure(row["pool"]) == written.get((me, "pool", None), 0)
            assert figure(row["mountain"]) == written.get((me, "mountain", None), 0)
            for other in sheet["players"]:
                if other != me:
                    assert figure(row[f"on {other}"]) == written.get((me, "whists", other), 0)

        for form in ("svg", "html"):
            picture = printed(path, "sheet", "--as", form)
            stands = [found for found in re.findall(CELL, picture) if found[2] == "stands"]
            for cell, points, _ in stands:
                player, column, *on = cell.split()
                assert Fraction(points) == written[player, column, on[0] if on else None]
            assert len({cell for cell, *_ in stands}) >= sum(map(bool, written.values()))

        settled = rows(path, "settle")
        balance = {player: Fraction(points) for player, points in settled["balance"].items()}
        assert sum(balance.values()) == 0
        assert {
            player: Fraction(line[-1]) for player, line in rows(path, "chart")["balance"].items() if line
        } in ({}, balance)
        coin = Fraction(settled["coin"] or 1)
        stake = Fraction(settled["stake"] or 1)
        money = {player: Fraction(amount) for player, amount in settled["money"].items()}
        assert sum(money.values()) == 0
        assert all(abs(money[player] - balance[player] * stake) < coin for player in balance)
        for payment in settled["payments"]:
            money[payment["from"]] += Fraction(payment["money"])
            money[payment["to"]] -= Fraction(payment["money"])
        assert not any(money.values())
        assert len(settled["payments"]) < len(balance)


@given(evening=evenings())
@settings(max_examples=max(5, EXAMPLES // 8))
def test_every_explanation_adds_up(evening: Evening) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "evening.pulya")
        path.write_text(evening.text, "utf-8")
        logged = rows(path, "log")
        os.environ["PULYA_FILE"] = str(path)
        try:
            for row in logged[:5]:
                result = CliRunner().invoke(
                    cli, ["explain", str(row["record"]), "--json"], catch_exceptions=False
                )
                assert json.loads(result.stdout)["writes"] == row["writes"]
            result = CliRunner().invoke(cli, ["explain", "balance", "--json"], catch_exceptions=False)
        finally:
            del os.environ["PULYA_FILE"]
        if result.exit_code == 0:
            for row in json.loads(result.stdout):
                assert sum(Fraction(part["points"]) for part in row["parts"]) == Fraction(row["balance"])
        assert all("why" in write for write in chain.from_iterable(row["writes"] for row in logged))
