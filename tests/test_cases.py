"""Every published and worked case, through the command line.

A cell that a case does not name is 0; numbers are compared exactly.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Run, Save

from pulya.catalog import shipped

FOLDER = Path(__file__).parent / "cases"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the files are long
CASES: list[tuple[str, dict[str, Any]]] = [
    (path.stem, case)
    for path in sorted(FOLDER.glob("*.yaml"))
    for case in yaml.load(path.read_text("utf-8"), LOADER)
]
SETTLED = {"balance", "money"}


def _id(file: str, case: dict[str, Any]) -> str:
    return f"{file}: {case['name']}"


@pytest.mark.parametrize("case", [pytest.param(case, id=_id(file, case)) for file, case in CASES])
def test_case(case: dict[str, Any], save: Save, run: Run, rows: Callable[..., Any]) -> None:
    journal = save(case["journal"])

    if "exit" in case:
        assert not run("sheet", journal, "--json", code=case["exit"]).stdout
    if "sheet" in case:
        assert named(rows("sheet", journal)) == case["sheet"]
    if "columns" in case:
        assert rows("sheet", journal)["columns"] == case["columns"]
    if SETTLED & case.keys():
        settled = rows("settle", journal)
        assert {key: settled[key] for key in SETTLED & case.keys()} == {
            key: case[key] for key in SETTLED & case.keys()
        }


def named(row: dict[str, Any]) -> dict[str, Any]:
    """Return the cells of a sheet that are not 0, as a case names them."""

    def some(cells: dict[str, Any]) -> dict[str, Any]:
        return {key: cell for key, cell in cells.items() if cell}

    columns = {"pool": some(row["pool"]), "mountain": some(row["mountain"])}
    return some(columns | {"whists": some({player: some(cells) for player, cells in row["whists"].items()})})


def test_no_two_cases_have_the_same_name() -> None:
    names = Counter(_id(file, case) for file, case in CASES)

    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("key", ["name", "source", "journal", "status"])
def test_no_case_lacks_its(key: str) -> None:
    silent = [_id(file, case) for file, case in CASES if not str(case.get(key, "")).strip()]

    assert silent == []


def test_every_case_expects_something() -> None:
    expected = {"sheet", "columns", "exit", *SETTLED}

    assert [_id(file, case) for file, case in CASES if not expected & case.keys()] == []


def test_every_case_is_played_by_a_shipped_convention() -> None:
    played = {
        line for _, case in CASES for line in case["journal"].split("\n") if line.startswith("convention:")
    }

    assert played <= {f"convention: {name}" for name in shipped()}
