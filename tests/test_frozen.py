"""An old evening scores the same for ever: no change of a shipped file moves it in silence."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from pulya import catalog
from pulya.cli import cli

HERE = Path(__file__).parent
FROZEN: dict[str, str] = yaml.safe_load((HERE / "frozen.yaml").read_text("utf-8"))
SAMPLES = sorted(path.parent for path in (HERE.parent / "samples").glob("*/expected.yaml"))


def sheet_of(path: Path) -> Any:
    result = CliRunner().invoke(cli, ["sheet", str(path), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_every_shipped_convention_is_frozen() -> None:
    assert sorted(FROZEN) == catalog.shipped()


@pytest.mark.parametrize("name", catalog.shipped())
def test_a_shipped_convention_still_has_the_rules_that_evenings_began_with(name: str) -> None:
    assert catalog.load_shipped(name).fingerprint == FROZEN[name], "say so under Scoring in CHANGELOG.md"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_an_evening_with_its_fingerprint_still_has_the_totals_worked_by_hand(
    sample: Path, tmp_path: Path
) -> None:
    expected = yaml.safe_load((sample / "expected.yaml").read_text("utf-8"))
    text = (sample / "evening.pulya").read_text("utf-8")
    name = yaml.safe_load(text.partition("\ndeals:")[0])["convention"]
    journal = tmp_path / "evening.pulya"
    journal.write_text(f'rules: "{FROZEN[name]}"\n{text}', "utf-8")

    sheet = sheet_of(journal)

    if "columns" in expected:
        assert sheet["columns"] == expected["columns"]
    else:
        for column in ("pool", "mountain"):
            assert {player: sheet[column][player] for player in expected["sheet"][column]} == expected[
                "sheet"
            ][column]
        for writer, row in expected["sheet"]["whists"].items():
            assert {on: sheet["whists"][writer][on] for on in row} == row


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_a_frozen_evening_scores_as_before(sample: Path, tmp_path: Path) -> None:
    journal = tmp_path / "evening.pulya"
    journal.write_text((sample / "evening.pulya").read_text("utf-8"), "utf-8")
    before = sheet_of(journal)

    assert CliRunner().invoke(cli, ["freeze", "-f", str(journal)]).exit_code == 0

    assert "\nconvention:\n  schema: 1\n" in "\n" + journal.read_text("utf-8")
    assert sheet_of(journal) == before
