"""Comparing, listing, agreeing on and freezing conventions, through the command line."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pulya import catalog
from pulya.cli import cli
from pulya.convention import ABOUT
from pulya.schema import walk
from pulya.view.conventions import meaning_of
from pulya.view.meanings import MEANINGS

HOUSE = "extends: sochi\ntitle: {en: Ours, ru: Наша}\nwhisting: {split: gentleman}\n"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def run_json(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_diff_shows_only_what_differs_with_the_words_of_both_languages() -> None:
    differing = run_json("conventions", "diff", "sochi", "code")

    # The Code's preset has no progression: one price instead of three.
    assert [(one["key"], one["from"], one["to"]) for one in differing] == [
        ("raspasy.price.2", 2, None),
        ("raspasy.price.3", 3, None),
    ]
    assert all(re.search("[а-я]", one["means"]["ru"]) for one in differing)
    assert all(re.search("[a-z]", one["means"]["en"]) for one in differing)


def test_a_house_file_differs_in_what_it_says(tmp_path: Path) -> None:
    house = tmp_path / "ours.yaml"
    house.write_text(HOUSE, "utf-8")

    differing = run_json("conventions", "diff", "sochi", str(house))

    assert [(one["key"], one["from"], one["to"]) for one in differing] == [
        ("whisting.split", "greedy", "gentleman")
    ]


def test_a_convention_does_not_differ_from_itself() -> None:
    assert "the same rules" in run("conventions", "diff", "sochi", "sochi").output


def test_every_key_has_its_values_and_its_meaning() -> None:
    listed = {one["key"]: one for one in run_json("conventions", "keys")}

    assert listed["whisting.split"]["allowed"] == "greedy | gentleman"
    assert "sochi" in listed["whisting.split"]["disputed"]
    assert set(listed) == {path for path, _ in walk() if path.partition(".")[0] not in ABOUT}


@pytest.mark.parametrize("path", [path for path, _ in walk() if path.partition(".")[0] not in ABOUT])
def test_no_key_borrows_the_meaning_of_its_block(path: str) -> None:
    named = re.sub(r"\.(6|7|8|9|10)(?=\.)", ".N", path)

    assert named in MEANINGS
    assert meaning_of(path) == MEANINGS[named]


def test_a_frozen_journal_needs_no_convention_file(tmp_path: Path) -> None:
    house, journal = tmp_path / "ours.yaml", tmp_path / "a.pulya"
    house.write_text(HOUSE, "utf-8")
    # One down in a six, one whister: five tricks of 2 and both consolations of 2, halved: 7 each.
    journal.write_text(
        "# our table\nconvention: ours.yaml\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 6 w p = 5\n",
        "utf-8",
    )
    before = journal.read_text("utf-8")

    assert run("freeze", "-f", str(journal)).exit_code == 0
    house.unlink()

    sheet = run_json("sheet", str(journal))
    assert sheet["whists"]["Boris"]["Anna"] == sheet["whists"]["Vera"]["Anna"] == 7
    assert journal.read_text("utf-8").startswith("# our table\nconvention:\n")
    assert journal.read_text("utf-8").endswith(before.partition("ours.yaml")[2])
    assert list(tmp_path.iterdir()) == [journal]


def test_a_journal_can_be_frozen_once(tmp_path: Path) -> None:
    journal = tmp_path / "a.pulya"
    run("new", str(journal), "--players", "Anna,Boris,Vera")
    run("freeze", "-f", str(journal))
    frozen = journal.read_bytes()

    result = run("freeze", "-f", str(journal))

    assert result.exit_code == 0
    assert "already" in result.stderr
    assert journal.read_bytes() == frozen


def test_changed_rules_are_refused_with_what_changed(tmp_path: Path) -> None:
    journal = tmp_path / "a.pulya"
    fingerprint = catalog.load_shipped("code").fingerprint
    journal.write_text(
        f'convention: sochi\nrules: "{fingerprint}"\nplayers: [Anna, Boris, Vera]\ndeals:\n', "utf-8"
    )

    result = run("sheet", str(journal))

    assert result.exit_code == 4
    assert "raspasy.price.2, raspasy.price.3" in result.stderr
    assert "`convention: code`" in result.stderr


def test_three_lines_of_yaml_make_a_house_variant(tmp_path: Path) -> None:
    """A six one down, four at the table; the house pays the dealer two consolations of 2."""
    house, journal = tmp_path / "ours.yaml", tmp_path / "a.pulya"
    house.write_text(
        "extends: sochi\ntitle: {en: Ours, ru: Наша}\nconsolation: {one-whisted: {dealer: 2}}\n", "utf-8"
    )
    journal.write_text(
        "convention: ours.yaml\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 6 w p = 5\n", "utf-8"
    )

    assert run_json("sheet", str(journal))["whists"]["Gleb"]["Anna"] == 4


def test_questions_on_a_terminal_write_what_was_agreed(tmp_path: Path) -> None:
    """Every answer keeps what stands there, except greedy whist, which becomes gentleman; a typing error is repeated."""
    disputed = list(catalog.load_shipped("sochi").convention.disputed)
    answers = [["noble", "gentleman"] if path == "whisting.split" else [""] for path in disputed]
    ours, theirs = pty.openpty()
    os.write(ours, "".join(f"{answer}\n" for group in answers for answer in group).encode())

    result = subprocess.run(
        [sys.executable, "-m", "pulya", "new", "a.pulya", "--players", "Anna,Boris,Vera", "--ask"],
        cwd=tmp_path,
        stdin=theirs,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(theirs)
    os.close(ours)

    assert result.returncode == 0, result.stderr
    assert "`noble` is not a value" in result.stderr
    assert "agreed:\n  whisting.split: gentleman\ndeals:" in (tmp_path / "a.pulya").read_text("utf-8")


def test_nothing_is_asked_where_nobody_can_answer(tmp_path: Path) -> None:
    result = run("new", str(tmp_path / "a.pulya"), "--players", "Anna,Boris,Vera", "--ask")

    assert result.exit_code == 0
    assert "agreed" not in (tmp_path / "a.pulya").read_text("utf-8")
