"""The sheet, reasons, the settlement and a frozen journal, as a player reads them."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import Rows, Run, Save
from one_evening import EVENING, FOUR, PAIRS, of

from pulya import catalog
from pulya.cli import cli


def test_the_sheet_for_people(evening: Path, run: Run) -> None:
    title, _, _, *lines = run("sheet", evening).stdout.splitlines()

    assert title == "Sochi, pool to 20, 3 records"
    assert [line.split() for line in lines[1:]] == [
        ["Anna", "3", "0", "·", "0", "0"],
        ["Boris", "0", "14", "8", "·", "0"],
        ["Vera", "0", "6", "0", "0", "·"],
    ]


def test_the_sheet_for_a_spreadsheet(evening: Path, run: Run) -> None:
    assert run("sheet", evening, "--as", "csv").stdout == (
        "player,pool,mountain,on Anna,on Boris,on Vera\nAnna,3,0,,0,0\nBoris,0,14,8,,0\nVera,0,6,0,0,\n"
    )


def test_no_name_becomes_a_formula_of_a_spreadsheet(save: Save, run: Run) -> None:
    path = save(EVENING.replace("Anna", "-Anna"))

    for row in run("sheet", path, "--as", "csv").stdout.splitlines():
        assert not re.search(r"(^|,)[=+@-](?![0-9])", row)


def test_the_sheet_of_pairs_for_a_spreadsheet(save: Save, run: Run) -> None:
    assert run("sheet", save(PAIRS), "--as", "csv").stdout == "team,points\nAnna + Vera,10\nBoris + Gleb,0\n"


def test_the_sheet_as_markdown(evening: Path, run: Run) -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in run("sheet", evening, "--as", "md").stdout.splitlines()
    ]

    assert rows[0] == ["player", "pool", "mountain", "on Anna", "on Boris", "on Vera"]
    assert all(re.fullmatch(":?-+:?", cell) for cell in rows[1])
    assert rows[2:] == [
        ["Anna", "3", "0", "·", "0", "0"],
        ["Boris", "0", "14", "8", "·", "0"],
        ["Vera", "0", "6", "0", "0", "·"],
    ]


def table(text: str) -> list[list[str]]:
    """Return the rows of a table that is laid out in columns."""
    return [re.split("  +", line.strip()) for line in text.splitlines()]


def test_a_cell_is_explained_with_running_sums(save: Save, run: Run) -> None:
    path = save(EVENING.replace("deals:", "sheet: {Boris: {mountain: 5}}\ndeals:"))

    title, *lines = run("explain", "-f", path, "Boris", "mountain").stdout.splitlines()

    assert title == "mountain, Boris: 19"
    rows = table("\n".join(lines[2:]))
    assert [row[-2:] for row in rows[:1]] == [["5", "5"]]
    assert [row[:5] for row in rows[1:]] == [
        ["2", "raspasy = 4 6 0", "+4", "9", "4 tricks x 1"],
        ["3", "Boris misere = 1", "+10", "19", "1 trick x 10"],
    ]
    assert rows[1][5].startswith("raspasy.price (sochi.yaml:")


def test_a_record_is_explained_with_the_file_and_line_of_its_rule(evening: Path, run: Run) -> None:
    origin = catalog.load_shipped("sochi").origin("contracts.6.pool")
    assert origin is not None

    assert table(run("explain", "-f", evening, 1).stdout) == [
        ["1", "Anna 6s w p = 6"],
        ["pool", "Anna", "2", "= made: 2", f"contracts.6.pool (sochi.yaml:{origin.line})"],
        ["whists", "Boris on Anna", "8", "= 4 tricks x 2", f"contracts.6.whist (sochi.yaml:{origin.line})"],
    ]


def test_an_agreed_rule_is_explained_with_the_line_of_the_journal(save: Save, run: Run) -> None:
    path = save(EVENING.replace("deals:", "agreed:\n  contracts.6.pool: 3\ndeals:"))

    assert "= made: 3  contracts.6.pool (evening.pulya:5)" in re.sub(
        " {3,}", "  ", run("explain", "-f", path, 1).stdout
    )


def test_a_player_is_explained_cell_by_cell(evening: Path, run: Run) -> None:
    text = run("explain", "-f", evening, "Boris").stdout

    titles = [block.splitlines()[0] for block in text.split("\n\n")]
    assert titles == ["mountain, Boris: 14", "whists, Boris on Anna: 8"]


def test_of_a_pair_each_partner_can_be_named(save: Save, rows: Rows) -> None:
    path = save(PAIRS)

    assert len(rows("explain", "-f", path, "Anna")) == 1
    assert rows("explain", "-f", path, "Vera") == rows("explain", "-f", path, "Anna")


def test_who_joined_can_be_explained_too(save: Save, run: Run, rows: Rows) -> None:
    path = save(EVENING + "- join Gleb after Vera\n")

    # The mean of 3, 0, 0 rounded down and of 0, 14, 6 rounded up.
    [joined] = rows("explain", "-f", path, "Gleb")
    assert [of(write, "column", "points") for write in joined["writes"]] == [
        {"column": "pool", "points": 1},
        {"column": "mountain", "points": 7},
    ]
    assert run("explain", "-f", path, "Gleb", "mountain").stdout.startswith("mountain, Gleb: 7\n")


@pytest.mark.parametrize(
    "what",
    [
        "Gleb",
        "pool",
        "Boris whists mountain",
        "Anna Boris Vera",
        "Boris dark",
        "Boris pool Anna",
        "1 2",
        "Boris whists Boris",
    ],
)
def test_what_is_no_record_and_no_cell_is_refused(evening: Path, run: Run, what: str) -> None:
    result = run("explain", "-f", evening, *what.split(), code=5)

    assert result.stdout == ""
    assert result.stderr.startswith("pulya: ")
    assert "\n  hint: " in result.stderr


def test_of_a_mistyped_cell_the_nearest_is_named(evening: Path, run: Run) -> None:
    assert run("explain", "-f", evening, "Borris", "mauntain", code=5).stderr == (
        "pulya: `Borris mauntain` is no record, player or cell\n  hint: did you mean `Boris mountain`?\n"
    )


def test_a_refused_cell_is_told_how_to_name_one(evening: Path, run: Run) -> None:
    assert run("explain", "-f", evening, "Gleb", code=5).stderr == (
        "pulya: `Gleb` is no record, player or cell\n"
        "  hint: write a number, or `Anna pool`, `Anna whists Boris`, `Anna balance`\n"
    )


@pytest.mark.parametrize("number", ["0", "4", "99999999999999999999"])
def test_a_record_that_is_not_there_is_refused(evening: Path, run: Run, number: str) -> None:
    assert run("explain", "-f", evening, number, code=5).stderr == (
        f"pulya: there is no record {number}\n  hint: the journal has records 1 to 3\n"
    )


def test_an_empty_journal_has_no_record_to_explain(save: Save, run: Run) -> None:
    assert run("explain", "-f", save(FOUR), 1, code=5).stderr == (
        "pulya: there is no record 1\n  hint: the journal has no records yet\n"
    )


def test_the_settlement_shows_every_step_and_who_pays_whom(evening: Path, run: Run) -> None:
    text = run("settle", evening).stdout
    rows = table(text)

    # Level pools: mountains 17, 34, 26; without the smallest 0, 17, 9; 10/3 whists a point from each.
    assert ["Boris", "0", "14", "34", "17"] in rows
    assert ["Vera", "0", "6", "26", "9"] in rows
    assert ["Anna", "·", "56 2/3", "30"] in rows
    assert ["Anna", "·", "+48 2/3", "+30", "+78 2/3"] in rows
    assert ["Boris", "-75 1/3", "-37.67"] in rows
    assert "\n\nBoris pays Anna 37.67 EUR\nVera pays Anna 1.67 EUR\n" in text


@pytest.mark.parametrize("form", ["text", "md", "html"])
def test_a_settlement_before_the_end_says_what_is_still_to_be_played(
    evening: Path, save: Save, run: Run, form: str
) -> None:
    early = "The game is not over; the money is as if it ended now."

    def told(path: Path) -> str:
        return run("settle", path, "--as", form).stdout

    assert f"{early} To close: Anna 17, Boris 20, Vera 20." in told(evening)
    assert "The game is not over" not in told(save(EVENING + "- stop\n"))
    sheet = EVENING.partition("deals:")[0] + "sheet: {Anna: {pool: 4}}\n"
    assert "The game is not over" not in told(save(sheet))  # a paper sheet does not say how it ended
    together = sheet.replace("sochi", "leningrad").replace("stake", "target-sum: 60\nstake")
    assert f"{early} The pools together still need 56." in told(save(together + "deals:\n"))


def test_an_evening_without_a_deal_owes_nobody_anything(save: Save, run: Run) -> None:
    assert "\n\nNobody owes anything.\n" in run("settle", save(FOUR)).stdout


@pytest.mark.parametrize(
    ("words", "example"),
    [
        (("--stake", "much"), '--stake "0.50 EUR"'),
        (("--stake", "0"), '--stake "0.50 EUR"'),
        (("--coin", "-1"), "--coin 0.10"),
    ],
)
def test_a_stake_or_a_coin_that_is_no_money_is_refused(
    evening: Path, run: Run, words: tuple[str, str], example: str
) -> None:
    result = run("settle", evening, *words, code=2)

    assert f": `{words[1]}` is no sum of money; write `{example}`\n" in result.stderr


def test_a_frozen_journal_needs_no_other_file_and_scores_the_same(save: Save, run: Run, rows: Rows) -> None:
    house = save("extends: sochi\ncontracts: {6: {pool: 3}}\n", "house.yaml")
    text = EVENING.replace("convention: sochi", "# Friday\nconvention: house.yaml  # ours").replace(
        "deals:", "agreed:\n  raspasy.price: [2]\ndeals:"
    )
    path = save(text)
    before = rows("settle", path)

    run("freeze", "-f", path)
    house.unlink()

    frozen = path.read_text("utf-8")
    assert frozen.startswith("# Friday\nconvention:\n")
    assert frozen.endswith(text[text.index("players:") :])
    assert rows("settle", path) == before
    assert rows("check", path)["ok"] is True


def test_a_frozen_journal_is_not_frozen_again_and_can_be_added_to(evening: Path, run: Run) -> None:
    run("freeze", "-f", evening)
    frozen = evening.read_text("utf-8")

    result = run("freeze", "-f", evening)
    run("add", "-f", evening, "Anna 6h p p")

    assert result.stderr == f"{evening} holds its convention already\n"
    assert evening.read_text("utf-8") == frozen + "- Anna 6h p p\n"


@pytest.mark.parametrize(
    "text",
    [
        "{convention: sochi, players: [Anna, Boris, Vera], target: 30}\n",
        "{convention: sochi,\n players: [Anna, Boris, Vera]}\ndeals:\n- Anna 6h p p\n",
        "? convention\n: sochi\n? players\n: [Anna, Boris, Vera]\n",
        '"convention": sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 6h p p\n',
        "convention:\n  sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 6h p p\n",
        "players: [Anna, Boris, Vera]\nconvention: sochi  # ours\ndeals:\n- Anna 6h p p\n",
    ],
    ids=[
        "in brackets",
        "in brackets over two lines",
        "with question marks",
        "in quotes",
        "below its key",
        "last",
    ],
)
def test_freezing_never_loses_the_rest_of_a_header(save: Save, rows: Rows, text: str) -> None:
    path = save(text)
    before = rows("sheet", path)

    code = CliRunner().invoke(cli, ["freeze", "-f", str(path)], catch_exceptions=False).exit_code

    assert (code, path.read_text("utf-8")) == (3, text) or (code, rows("sheet", path)) == (0, before)


def test_a_convention_without_a_line_of_its_own_is_not_frozen(save: Save, run: Run) -> None:
    path = save("{convention: sochi, players: [Anna, Boris, Vera]}\n")

    assert run("freeze", "-f", path, code=3).stderr == (
        f"pulya: {path}:1, convention: the convention does not stand on a line of its own\n"
        "  hint: write `convention: sochi` at the beginning of a line, and freeze again\n"
    )


def test_freezing_changes_no_byte_below_the_convention(save: Save, run: Run) -> None:
    path = save(EVENING.replace("\n", "\r\n"))
    below = path.read_bytes().partition(b"\r\n")[2]

    run("freeze", "-f", path)

    assert path.read_bytes().endswith(below)
