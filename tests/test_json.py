"""What the commands tell scripts: JSON in full, every number worked by hand."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import Rows, Run, Save
from one_evening import BALANCE, EVENING, FOUR, LOG, MONEY, PAIRS, PAPER, SHEET, of

from pulya import catalog


def test_the_sheet_as_json(evening: Path, rows: Rows, run: Run) -> None:
    assert rows("sheet", evening) == SHEET
    assert json.loads(run("sheet", evening, "--as", "json").stdout) == SHEET
    assert json.loads(run("--json", "sheet", evening).stdout) == SHEET


def test_the_settlement_as_json(evening: Path, rows: Rows) -> None:
    assert rows("settle", evening) == SHEET | {
        "balance": BALANCE,
        "stake": "0.50",
        "coin": "0.01",
        "currency": "EUR",
        "money": MONEY,
        "payments": [
            {"from": "Boris", "to": "Anna", "money": "37.67"},
            {"from": "Vera", "to": "Anna", "money": "1.67"},
        ],
    }


def test_without_a_stake_the_money_is_in_whole_whists(save: Save, rows: Rows) -> None:
    path = save(EVENING.replace("stake: 0.50 EUR\n", ""))

    # 78⅔, -75⅓, -3⅓ floored leave two, all remainders are two thirds: Anna and Boris sit first.
    assert rows("settle", path) == SHEET | {
        "balance": BALANCE,
        "stake": None,
        "coin": None,
        "currency": None,
        "money": {"Anna": "79", "Boris": "-75", "Vera": "-4"},
        "payments": [
            {"from": "Boris", "to": "Anna", "money": "75"},
            {"from": "Vera", "to": "Anna", "money": "4"},
        ],
    }


def test_a_bare_paper_sheet_is_settled_at_once(save: Save, rows: Rows) -> None:
    # Pools: 26⅔, -13⅓, -13⅓; mountains: -66⅔, 33⅓, 33⅓; 12 whists from Boris to Anna.
    assert rows("settle", save(PAPER)) == {
        "convention": "sochi",
        "players": ["Anna", "Boris", "Vera"],
        "records": 0,
        "target": 20,
        "pool": {"Anna": 4, "Boris": 0, "Vera": 0},
        "mountain": {"Anna": 10, "Boris": 0, "Vera": 0},
        "whists": {
            "Anna": {"Boris": 12, "Vera": 0},
            "Boris": {"Anna": 0, "Vera": 0},
            "Vera": {"Anna": 0, "Boris": 0},
        },
        "balance": {"Anna": -28, "Boris": 8, "Vera": 20},
        "stake": None,
        "coin": None,
        "currency": None,
        "money": {"Anna": "-28", "Boris": "8", "Vera": "20"},
        "payments": [
            {"from": "Anna", "to": "Vera", "money": "20"},
            {"from": "Anna", "to": "Boris", "money": "8"},
        ],
    }


def test_stake_and_coin_of_the_command_go_before_those_of_the_journal(save: Save, rows: Rows) -> None:
    path = save(PAPER + "stake: 5 EUR\ncoin: 1\n")

    settled = rows("settle", path, "--stake", "0.10 RUB", "--coin", "0.50")

    # -2.80, 0.80 and 2.00 in halves: -5.6, 1.6 and 4 floored leave one, and Boris has the largest remainder.
    assert of(settled, "stake", "coin", "currency", "money", "payments") == {
        "stake": "0.10",
        "coin": "0.50",
        "currency": "RUB",
        "money": {"Anna": "-3.00", "Boris": "1.00", "Vera": "2.00"},
        "payments": [
            {"from": "Anna", "to": "Vera", "money": "2.00"},
            {"from": "Anna", "to": "Boris", "money": "1.00"},
        ],
    }


def test_all_records_as_json(evening: Path, rows: Rows) -> None:
    assert rows("log", evening) == LOG
    assert rows("explain", "-f", evening) == LOG


def test_one_record_explained_as_json(evening: Path, rows: Rows) -> None:
    assert rows("explain", "-f", evening, 1) == LOG[0]


def test_a_player_explained_as_json(evening: Path, rows: Rows) -> None:
    assert rows("explain", "-f", evening, "Boris") == [
        LOG[0] | {"writes": LOG[0]["writes"][1:]},
        LOG[1] | {"writes": LOG[1]["writes"][:1]},
        LOG[2],
    ]


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("Boris whists Anna", [LOG[0] | {"writes": LOG[0]["writes"][1:]}]),
        ("Anna pool", [LOG[0] | {"writes": LOG[0]["writes"][:1]}, LOG[1] | {"writes": LOG[1]["writes"][2:]}]),
        ("vera mountain", [LOG[1] | {"writes": LOG[1]["writes"][1:2]}]),
        ("Boris висты", [LOG[0] | {"writes": LOG[0]["writes"][1:]}]),
        ("Vera whists", []),
    ],
)
def test_a_cell_explained_as_json(evening: Path, rows: Rows, cell: str, written: Any) -> None:
    assert rows("explain", "-f", evening, *cell.split()) == written


def test_undone_and_corrected_records_say_so_in_json(save: Save, rows: Rows) -> None:
    path = save(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 6s w p = 6\n"
        "- fix 1 Anna 7s w p = 7\n- raspasy = 4 6 0\n- undo 3\n"
    )

    assert rows("log", path) == [
        {
            "record": 1,
            "text": "Anna 6s w p = 6",
            "void": True,
            "writes": [
                {
                    "player": "Anna",
                    "column": "pool",
                    "points": 4,
                    "rule": "contracts.7.pool",
                    "why": "made: 4",
                },
                {
                    "player": "Boris",
                    "column": "whists",
                    "on": "Anna",
                    "points": 12,
                    "rule": "contracts.7.whist",
                    "why": "3 tricks x 4",
                },
            ],
            "fixed_by": 2,
        },
        {"record": 2, "text": "fix 1 Anna 7s w p = 7", "void": False, "writes": []},
        {"record": 3, "text": "raspasy = 4 6 0", "void": True, "writes": [], "struck_by": 4},
        {"record": 4, "text": "undo 3", "void": False, "writes": []},
    ]


def test_a_mark_of_the_talon_that_pays_nothing_is_warned_of(save: Save, rows: Rows, run: Run) -> None:
    path = save(EVENING)
    warning = "nothing is paid for the talon here, so [AK] writes nothing"

    assert rows("add", "-f", path, "--dry-run", "Anna 6h [AK] p p")["warnings"] == [warning]
    assert run("add", "-f", path, "--dry-run", "Anna 6h [AK] p p").stderr == f"note: {warning}\n"


def test_the_state_as_json(evening: Path, rows: Rows) -> None:
    # Vera, Anna and Boris have dealt; the misère has ended the raspasy.
    assert rows("status", evening) == {
        "next": 4,
        "dealer": "Vera",
        "sitting_out": [],
        "first_hand": "Anna",
        "raspasy": {"in_row": 0, "price": 1, "exit_level": 6, "compulsory": 0},
        "bombs": {},
        "over": False,
        "needs": {"Anna": 17, "Boris": 20, "Vera": 20},
        "lap": 2,
        "balance": BALANCE,
        "money": MONEY,
    }


def test_the_state_at_a_table_of_four_as_json(save: Save, rows: Rows) -> None:
    path = save(FOUR + "- raspasy = 3 4 2 1\n")

    # Mountains 3, 4, 2, 1 around their mean 2½.
    assert rows("status", path) == {
        "next": 2,
        "dealer": "Anna",
        "sitting_out": ["Anna"],
        "first_hand": "Boris",
        "raspasy": {"in_row": 1, "price": 2, "exit_level": 6, "compulsory": 0},
        "bombs": {},
        "over": False,
        "needs": {"Anna": 20, "Boris": 20, "Vera": 20, "Gleb": 20},
        "lap": 1,
        "balance": {"Anna": -5, "Boris": -15, "Vera": 5, "Gleb": 15},
        "money": {"Anna": "-5", "Boris": "-15", "Vera": "5", "Gleb": "15"},
    }


def test_the_state_of_a_finished_game_says_so(save: Save, rows: Rows, run: Run) -> None:
    path = save(EVENING + "- stop\n")

    assert rows("status", path)["over"] is True
    assert run("status", path).stdout.startswith("The game is over; `settle` shows the money.\n")


def test_check_as_json_when_all_is_well(evening: Path, rows: Rows) -> None:
    assert rows("check", evening) == {"ok": True, "problems": []}


def test_check_as_json_lists_every_problem(save: Save, run: Run) -> None:
    path = save(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 6s w p = 6\n- Anna 8h p h\n"
        "- paper Anna pool 3 mountain 0 whists Boris 0\n- Boris misere = 11\n"
    )
    readable = save(path.read_text("utf-8").replace("- Boris misere = 11\n", ""), "readable.pulya")

    unread = json.loads(run("check", path, "--json", code=1).stdout)
    read = json.loads(run("check", readable, "--json", code=1).stdout)

    assert unread == {
        "ok": False,
        "problems": [
            read["problems"][0] | {"file": str(path)},
            {
                "file": str(path),
                "line": 7,
                "record": 4,
                "field": "tricks",
                "problem": "11 tricks cannot be",
                "hint": "a deal has ten tricks, so write 0 to 10",
            },
        ],
    }
    assert read == {
        "ok": False,
        "problems": [
            {
                "file": str(readable),
                "line": 5,
                "record": 2,
                "field": "calls",
                "problem": "there is no half-whist on 8",
                "hint": "this table knows it on 6, 7 (whisting.half)",
            },
            {
                "file": str(readable),
                "line": 6,
                "record": 3,
                "field": "Anna pool",
                "problem": "the paper has 3, the record comes to 2",
                "hint": "it is the first that disagrees: look at records 1 to 2, or let `pulya audit` look",
            },
        ],
    }


HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        # What cannot be read is told wherever it stands, and what cannot have been only above it.
        (["- Anna 6h p p = 5", "no record", "- Boris 7q p p", "nor this"], [4, 5, 6, 7]),
        (["- raspasy = 3 9 3", "- Boris 7q p p", "- raspasy = 3 9 3"], [4, 5]),
        (["- raspasy = 3 9 3", "  - misdeal", "- Boris 7q p p"], [4, 5, 6]),
        # A correction below it may put right what is above it, and all that hangs on that.
        (["- misdeal", "- raspasy = 3 9 3", "no record", "- fix 2 misdeal"], [6]),
        (["- raspasy = 3 9 3", "- misdeal", "no record", "- fix 2 misdeal"], [4, 6]),
        (["- raspasy = 3 9 3", "- misdeal", "- fix 1 misdeal", "no record", "- undo 2"], [7]),
        (["- raspasy = 3 9 3", "no record", "- undo"], [5]),
        # One that stands above the fault counts.
        (["- raspasy = 3 9 3", "- fix 1 misdeal", "- Anna 6h p p = 5", "no record"], [6, 7]),
    ],
)
def test_check_goes_on_over_what_is_no_record(
    lines: list[str], told: list[int], save: Save, run: Run
) -> None:
    path = save(HEAD + "".join(f"{line}\n" for line in lines))

    problems = json.loads(run("check", path, "--json", code=1).stdout)["problems"]

    assert [one["line"] for one in problems] == told
    assert {one["file"] for one in problems} == {str(path)}


def test_check_tells_of_lines_beside_a_header_that_cannot_be_mended(save: Save, run: Run) -> None:
    path = save(HEAD.replace("sochi", "sotchi") + "no record\n")

    problems = json.loads(run("check", path, "--json", code=1).stdout)["problems"]

    assert [one["line"] for one in problems] == [1, 4]


def test_check_takes_many_files_and_numbers_what_it_finds(save: Save, run: Run) -> None:
    good, house = save(EVENING), save("extends: sochi\nwhisting: {split: noble}\n", "house.yaml")
    bad = save(EVENING + "- Anna 7h w w = 6 2 1\n- undo 9\n", "bad.pulya")

    result = run("check", good, house, bad, code=1)

    assert result.stdout == (
        f"{good}: 3 records, all well\n"
        f"1. {house}:2, whisting.split: `noble` is not a value of this key\n"
        "   hint: allowed: greedy | gentleman\n"
        f"2. {bad}:9, record 5, number: there is no record 9 before this one\n"
        "   hint: `log` shows the numbers; this is record 5\n"
        f"3. {bad}:8, record 4, tricks: the tricks add up to 9, not to ten\n"
        "   hint: three hands of ten cards make ten tricks; count again\n"
    )


def test_the_sheet_and_the_settlement_of_pairs_as_json(save: Save, rows: Rows) -> None:
    sheet = {
        "convention": "pair",
        "players": ["Anna", "Boris", "Vera", "Gleb"],
        "records": 1,
        "target": None,
        "teams": [["Anna", "Vera"], ["Boris", "Gleb"]],
        "columns": [10, 0],
    }

    assert rows("sheet", save(PAIRS)) == sheet
    assert rows("settle", save(PAIRS)) == sheet | {
        "balance": [10, -10],
        "stake": None,
        "coin": None,
        "currency": None,
        "money": ["10", "-10"],
        "payments": [{"from": ["Boris", "Gleb"], "to": ["Anna", "Vera"], "money": "10"}],
    }
    assert of(rows("settle", save(PAIRS), "--stake", "0.25 EUR"), "money", "payments") == {
        "money": ["2.50", "-2.50"],
        "payments": [{"from": ["Boris", "Gleb"], "to": ["Anna", "Vera"], "money": "2.50"}],
    }


def test_a_match_as_json(save: Save, rows: Rows) -> None:
    first = save(PAIRS, "first.pulya")
    second = save(
        "convention: pair\nplayers: [Daria, Egor, Fedor, Zoya]\ndeals:\n- Egor misere = 0\n", "second.pulya"
    )

    # Anna and Vera made 10; their team is second at the other table, where a misère is worth 50.
    assert rows("match", first, second) == {
        "teams": [[["Anna", "Vera"], ["Egor", "Zoya"]], [["Boris", "Gleb"], ["Daria", "Fedor"]]],
        "columns": [60, 0],
        "winner": 0,
    }
    assert of(rows("match", second, first), "columns", "winner") == {"columns": [0, 60], "winner": 1}
    assert of(rows("match", first, first), "columns", "winner") == {"columns": [10, 10], "winner": None}


def test_a_match_is_played_by_pairs(evening: Path, save: Save, run: Run) -> None:
    result = run("match", save(PAIRS, "pairs.pulya"), evening, code=3)

    assert result.stderr == (
        f"pulya: {evening}:1, convention: this is no journal of pairs\n"
        "  hint: a match is played by `convention: pair` or `pair-rostov`\n"
    )


def test_the_list_of_conventions_as_json(rows: Rows) -> None:
    listed = {row["id"]: row for row in rows("conventions", "list")}

    assert list(listed) == sorted(path.stem for path in Path(catalog.home()).glob("*.yaml"))
    sochi = listed["sochi"]
    assert re.fullmatch("[0-9a-f]{8}", sochi.pop("fingerprint"))
    assert set(sochi.pop("summary")) == {"en", "ru"}
    assert sochi == {
        "id": "sochi",
        "title": {"en": "Sochi", "ru": "Сочинка"},
        "players": [3, 4, 5],
        "ending": "pools-closed",
    }


def test_a_convention_as_json_is_its_file_with_a_fingerprint(rows: Rows) -> None:
    shown = rows("conventions", "show", "sochi")

    assert shown["whisting"]["split"] == "greedy"
    assert shown["contracts"]["6"] == {"pool": 2, "mountain": 2, "whist": 2, "shortfall": 2, "quota": 4}
    assert shown["raspasy"]["price"] == [1, 2, 3]
    assert shown["fines"] == {"second-misdeal": {"mountain": 2}}
    assert shown["fingerprint"] == next(
        row["fingerprint"] for row in rows("conventions", "list") if row["id"] == "sochi"
    )


def test_a_house_file_is_shown_with_what_it_extends(save: Save, rows: Rows) -> None:
    path = save("extends: sochi\nwhisting: {split: gentleman}\n", "house.yaml")
    sochi, house = rows("conventions", "show", "sochi"), rows("conventions", "show", path)

    assert house["fingerprint"] != sochi["fingerprint"]
    for key in ("id", "fingerprint"):
        house[key] = sochi[key]
    assert house == sochi | {"whisting": sochi["whisting"] | {"split": "gentleman"}}


def test_two_conventions_compared_as_json(save: Save, rows: Rows, run: Run) -> None:
    path = save("extends: sochi\nwhisting: {split: gentleman}\nraspasy: {price: [1, 4]}\n", "house.yaml")

    differ = rows("conventions", "diff", "sochi", path)

    assert [of(row, "key", "from", "to") for row in differ] == [
        {"key": "whisting.split", "from": "greedy", "to": "gentleman"},
        {"key": "raspasy.price.2", "from": 2, "to": 4},
        {"key": "raspasy.price.3", "from": 3, "to": None},
    ]
    assert all(row.keys() == {"key", "from", "to", "means"} for row in differ)
    assert all(set(row["means"]) == {"en", "ru"} for row in differ)
    assert run("conventions", "diff", "sochi", "sochi").stdout == "sochi and sochi have the same rules.\n"


def test_every_key_as_json(rows: Rows) -> None:
    keys = {row["key"]: row for row in rows("conventions", "keys")}

    split = keys["whisting.split"]
    assert split.keys() == {"key", "allowed", "means", "disputed"}
    assert split["allowed"] == "greedy | gentleman"
    assert set(split["means"]) == {"en", "ru"}
    assert "sochi" in split["disputed"]
    assert {"target", "contracts.6.pool", "raspasy.exit.levels", "fines.second-misdeal"} <= keys.keys()


def test_the_keys_of_one_group(run: Run, rows: Rows) -> None:
    every = [row["key"] for row in rows("conventions", "keys")]

    assert [row["key"] for row in rows("conventions", "keys", "raspasy.exit")] == [
        key for key in every if key.startswith("raspasy.exit.")
    ]
    heads = [line for line in run("conventions", "keys", "whisting").stdout.splitlines() if line[0] != " "]
    assert heads
    assert all(line.startswith("whisting.") for line in heads)
    assert run("conventions", "keys", "ending").stdout.startswith("ending: pools-closed | ")
    near = run("conventions", "keys", "whist", code=2).stderr
    assert "there are no keys `whist`; did you mean `whisting`?" in near
    assert (
        "there are no keys `id`; there are ledger, table," in run("conventions", "keys", "id", code=2).stderr
    )


def test_a_difference_is_told_in_the_language_of_the_reader(run: Run) -> None:
    english, russian = (
        run("--lang", language, "conventions", "diff", "sochi", "leningrad").stdout
        for language in ("en", "ru")
    )

    assert "a pool point at the settlement, whists" in english
    assert "очко пули при расчёте, вистов" not in english
    assert "очко пули при расчёте, вистов" in russian
    assert "a pool point" not in russian
