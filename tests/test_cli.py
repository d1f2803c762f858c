"""Every command as a script and a player meet it: JSON in full, exit codes, what is written and what never is.

The evening of these tests is the one on the page of the commands; its numbers are worked by hand, and so is every
other number here.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from commands import children
from conftest import Run, Save

from pulya import __version__, catalog
from pulya.cli import cli
from pulya.view.visible import visible

Rows = Callable[..., Any]

# A six made against four tricks of Boris (4 x 2 whists); raspasy at 1 a trick, Anna takes none (1 into her pool);
# a misère with one trick (10 on the mountain).
EVENING = """\
convention: sochi
players: [Anna, Boris, Vera]
stake: 0.50 EUR
deals:
- Anna 6s w p = 6
- raspasy = 4 6 0
- Boris misere = 1
"""
SHEET = {
    "convention": "sochi",
    "players": ["Anna", "Boris", "Vera"],
    "records": 3,
    "target": 20,
    "pool": {"Anna": 3, "Boris": 0, "Vera": 0},
    "mountain": {"Anna": 0, "Boris": 14, "Vera": 6},
    "whists": {
        "Anna": {"Boris": 0, "Vera": 0},
        "Boris": {"Anna": 8, "Vera": 0},
        "Vera": {"Anna": 0, "Boris": 0},
    },
}
# Pools 3, 0, 0 around their mean 1; mountains 0, 14, 6 around 20/3; ten whists a point; 8 whists from Anna to Boris.
BALANCE = {"Anna": "236/3", "Boris": "-226/3", "Vera": "-10/3"}
# 39.33⅓, -37.66⅔ and -1.66⅔ floored to cents leave one, all remainders are a third, and Anna sits first.
MONEY = {"Anna": "39.34", "Boris": "-37.67", "Vera": "-1.67"}
LOG: list[dict[str, Any]] = [
    {
        "record": 1,
        "text": "Anna 6s w p = 6",
        "void": False,
        "writes": [
            {"player": "Anna", "column": "pool", "points": 2, "rule": "contracts.6.pool", "why": "made: 2"},
            {
                "player": "Boris",
                "column": "whists",
                "on": "Anna",
                "points": 8,
                "rule": "contracts.6.whist",
                "why": "4 tricks x 2",
            },
        ],
    },
    {
        "record": 2,
        "text": "raspasy = 4 6 0",
        "void": False,
        "writes": [
            {
                "player": "Boris",
                "column": "mountain",
                "points": 4,
                "rule": "raspasy.price",
                "why": "4 tricks x 1",
            },
            {
                "player": "Vera",
                "column": "mountain",
                "points": 6,
                "rule": "raspasy.price",
                "why": "6 tricks x 1",
            },
            {
                "player": "Anna",
                "column": "pool",
                "points": 1,
                "rule": "raspasy.zero.points",
                "why": "no tricks: 1",
            },
        ],
    },
    {
        "record": 3,
        "text": "Boris misere = 1",
        "void": False,
        "writes": [
            {
                "player": "Boris",
                "column": "mountain",
                "points": 10,
                "rule": "contracts.misere.mountain",
                "why": "1 trick x 10",
            },
        ],
    },
]

FOUR = "convention: sochi\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n"
PAIRS = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 6h p p\n"
PAPER = """\
convention: sochi
players: [Anna, Boris, Vera]
sheet:
  Anna: {pool: 4, mountain: 10, whists: {Boris: 12}}
"""


@pytest.fixture
def evening(save: Save) -> Path:
    return save(EVENING)


def last_line(path: Path) -> str:
    return path.read_text("utf-8").splitlines()[-1]


def of(row: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: row[key] for key in keys}


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

    assert list(listed) == sorted(path.stem for path in catalog.home().glob("*.yaml"))
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


SOCHI = catalog.load_shipped("sochi").fingerprint


def test_new_writes_a_journal_and_says_what_to_agree_on(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "evening.pulya"

    result = run("new", path, "--players", "Anna, Boris,Vera")

    rules = f'"{SOCHI}"' if SOCHI.isdigit() else SOCHI
    assert path.read_text("utf-8") == (
        f"convention: sochi\nrules: {rules}\nplayers: [Anna, Boris, Vera]\ndeals:\n"
    )
    assert result.stdout.startswith(f"{path} is ready: Sochi, pool to 20.\n")
    assert "  whisting.split: greedy\n" in result.stdout
    assert "`pulya conventions show sochi`" in result.stdout


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("my evening.pulya", ["Anna,Boris,Vera"], "Anna 7h w p = 7"),
        (
            "2026-12-05.pulya",
            ["Anna,Boris,Vera,Gleb", "--dealer", "Boris"],
            "Vera 7h w p = 7",
        ),  # who has the first hand
        ("bare.pulya", ["Anna,O'Hara,Vera", "--dealer", "Anna"], "O'Hara 7h w p = 7"),
        ("two.pulya", ["Anna,Boris", "--convention", "gusarik"], "Anna 7h w = 7"),
        ("classic.pulya", ["Anna,Boris,Vera", "--convention", "classic"], None),  # which begins with raspasy
    ],
)
def test_new_ends_with_what_to_type_next(
    name: str, options: list[str], told: str | None, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it says is typed as it stands there, with and without another journal beside it."""
    monkeypatch.chdir(tmp_path)
    for others in range(2):
        said = run("new", name, "--players", *options).stdout.splitlines()[-1]
        play, *add = [shlex.split(command) for command in re.findall("`([^`]+)`", said)]

        assert said.startswith("Next: `pulya play ")
        assert play == ["pulya", "play", name]
        assert [words[:2] for words in add] == [["pulya", "add"]] * (told is not None)
        for words in add:
            assert " ".join(words[2:]) == (f"-f {name} {told}" if others else told)
            run(*words[1:])
        Path(name).unlink()
        Path("other.pulya").write_text("", "utf-8")


def test_new_writes_all_that_was_settled(tmp_path: Path, run: Run, rows: Rows) -> None:
    path = tmp_path / "evening.pulya"
    settled = ["--dealer", "Boris", "--target", "10", "--stake", "0.50 EUR", "--coin", "0.10"]
    agreed = ["--agree", "whisting.split=gentleman", "--agree", "raspasy.price=[1, 4]"]

    run("new", path, "--players", "Anna,Boris,Vera,Gleb", *settled, *agreed)

    assert path.read_text("utf-8").partition("\nplayers")[2] == (
        ": [Anna, Boris, Vera, Gleb]\ndealer: Boris\ntarget: 10\nstake: 0.50 EUR\ncoin: 0.10\n"
        "agreed:\n  whisting.split: gentleman\n  raspasy.price: [1, 4]\ndeals:\n"
    )
    assert of(rows("status", path), "dealer", "sitting_out", "first_hand", "needs") == {
        "dealer": "Boris",
        "sitting_out": ["Boris"],
        "first_hand": "Vera",
        "needs": {"Anna": 10, "Boris": 10, "Vera": 10, "Gleb": 10},
    }


def test_new_as_json_has_the_keys_to_agree_on(tmp_path: Path, rows: Rows) -> None:
    path = tmp_path / "evening.pulya"

    made = rows("new", path, "--players", "Anna,Boris,Vera", "--agree", "whisting.split=gentleman")

    assert of(made, "file", "convention") == {"file": str(path), "convention": "sochi"}
    assert made["agree"].keys() == catalog.load_shipped("sochi").convention.disputed.keys()
    assert made["agree"]["whisting.split"] == "gentleman"
    assert made["agree"]["help.whists"] == 10


def test_new_shows_the_target_that_was_given(tmp_path: Path, run: Run) -> None:
    result = run("new", tmp_path / "evening.pulya", "--players", "Anna,Boris,Vera", "--target", "10")

    assert "pool to 10" in result.stdout
    assert "target: 20" not in result.stdout


@pytest.mark.parametrize("name", ["O'Neil", "'Anna", "-Anna", "No", "7up", "Ёжик", "Anna.P", "_A_"])
def test_new_writes_every_name_there_can_be(tmp_path: Path, run: Run, rows: Rows, name: str) -> None:
    path = tmp_path / "evening.pulya"

    run("new", path, f"--players={name},Boris,Vera")

    assert rows("sheet", path)["players"] == [name, "Boris", "Vera"]


@pytest.mark.parametrize("currency", ["EUR", "руб.", "#", "EUR # per whist", '"', "a: b", "[x]"])
def test_new_writes_every_currency_there_can_be(tmp_path: Path, run: Run, rows: Rows, currency: str) -> None:
    path = tmp_path / "evening.pulya"

    run("new", path, "--players", "Anna,Boris,Vera", "--stake", f"0.50 {currency}")

    assert rows("settle", path)["currency"] == currency


def test_new_never_overwrites(evening: Path, run: Run) -> None:
    result = run("new", evening, "--players", "Anna,Boris,Vera", code=6)

    assert evening.read_text("utf-8") == EVENING
    assert result.stdout == ""
    assert result.stderr == (
        f"pulya: {evening}: the file is there already\n"
        "  hint: choose another name; nothing is ever overwritten\n"
    )


def test_new_makes_nothing_behind_a_link(tmp_path: Path, run: Run) -> None:
    link = tmp_path / "evening.pulya"
    link.symlink_to(tmp_path / "elsewhere.pulya")

    run("new", link, "--players", "Anna,Boris,Vera", code=6)

    assert not (tmp_path / "elsewhere.pulya").exists()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--players", "Anna"], 3, "players: "),
        (["--players", "Anna,Boris,anna"], 3, "players.3: the names Anna and anna look alike"),
        (["--players", "A,B,C", "--dealer", "Gleb"], 3, "dealer: `Gleb` is none of the players"),
        (
            ["--players", "A,B,C", "--stake", "much"],
            2,
            "Invalid value for '--stake': `much` is no sum of money; write `--stake \"0.50 EUR\"`",
        ),
        (["--players", "A,B,C", "--convention", "sochy"], 4, "convention: there is no convention `sochy`"),
        (["--players", "A,B,C", "--agree", "ending"], 4, "agreed: `ending` is no agreement"),
        (["--players", "A,B,C", "--agree", "endng=agreed"], 4, "endng: there is no key `endng` here"),
        (["--players", "A,B,C", "--agree", "ending=never"], 4, "ending: `never` is not a value of this key"),
        ([], 2, "Missing option '--players'"),
    ],
)
def test_new_makes_no_file_of_what_cannot_be(
    tmp_path: Path, run: Run, words: list[str], code: int, said: str
) -> None:
    path = tmp_path / "evening.pulya"

    result = run("new", path, *words, code=code)

    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_agreement_is_told_how_to_write_one(tmp_path: Path, run: Run) -> None:
    result = run("new", tmp_path / "a.pulya", "--players", "A,B,C", "--agree", "ending", code=4)

    assert result.stderr == (
        "pulya: agreed: `ending` is no agreement\n  hint: write --agree whisting.split=gentleman\n"
    )


def test_add_appends_one_line_and_prints_what_it_writes(evening: Path, run: Run) -> None:
    result = run("add", "-f", evening, "Anna", "7h", "w", "p", "=", "7")

    assert evening.read_text("utf-8") == EVENING + "- Anna 7h w p = 7\n"
    head, sheet, state = result.stdout.split("\n\n")
    line = catalog.load_shipped("sochi").origin("contracts.7.pool")
    assert line is not None
    assert re.sub(" +", " ", head) == (
        " 4 Anna 7h w p = 7\n"
        f" pool Anna 4 = made: 4 contracts.7.pool (sochi.yaml:{line.line})\n"
        f" whists Boris on Anna 12 = 3 tricks x 4 contracts.7.whist (sochi.yaml:{line.line})"
    )
    assert [row.split() for row in sheet.splitlines()[2:]] == [
        ["Anna", "7", "0", "·", "0", "0"],
        ["Boris", "0", "14", "20", "·", "0"],
        ["Vera", "0", "6", "0", "0", "·"],
    ]
    assert state.startswith("Next is record 5: Anna deals, Boris has the first hand.\n")
    assert "To close: Anna 13, Boris 20, Vera 20.\n" in state


def test_add_as_json(evening: Path, rows: Rows) -> None:
    assert rows("add", "-f", evening, "Vera 6h p h (late)") == {
        "record": 4,
        "text": "Vera 6h p h (late)",
        "void": False,
        "writes": [
            {"player": "Vera", "column": "pool", "points": 2, "rule": "contracts.6.pool", "why": "made: 2"},
            {
                "player": "Boris",
                "column": "whists",
                "on": "Vera",
                "points": 4,
                "rule": "whisting.half.6",
                "why": "half-whist, 2 tricks x 2",
            },
        ],
        "sheet": SHEET
        | {
            "records": 4,
            "pool": {"Anna": 3, "Boris": 0, "Vera": 2},
            "whists": {
                "Anna": {"Boris": 0, "Vera": 0},
                "Boris": {"Anna": 8, "Vera": 4},
                "Vera": {"Anna": 0, "Boris": 0},
            },
        },
        "seal": rows("seal", "-f", evening)["seal"],
    }
    assert last_line(evening) == "- Vera 6h p h (late)"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("ann 7h w p = 7", "Anna 7h w p = 7"),
        ("ANNA 7 bor w VER p = 7", "Anna 7 Boris w Vera p = 7"),
        ("a, 7H, whist, whist = 7, 2", "Anna 7h w w = 7 2"),
        ("v 10nt dark x2 w p = ver 10", "Vera 10nt dark x2 w p = Vera 10"),
        ("b мизер безприкупа = 0", "Boris misere notalon = 0"),
        ("распасы = 4 6 0", "raspasy = Anna 4 Boris 6 Vera 0"),
        ("r = 4 6", "raspasy = Anna 4 Boris 6 Vera 0"),
        ("raspasy = v 0 a 4 b 6", "raspasy = Vera 0 Anna 4 Boris 6"),
        ("9:05 a 8♦ bid 7♣ p p (late)", "09:05 Anna 8d bid 7c p p (late)"),
        ("fine b whists −5 on v (revoke)", "fine Boris whists -5 on Vera (revoke)"),
        ("paper a pool 3 whists b 0 v 0", "paper Anna pool 3 whists Boris 0 whists Vera 0"),
        ("пересдача", "misdeal"),
        ("join Gleb after ver", "join Gleb after Vera"),
    ],
)
def test_add_writes_names_in_full_and_the_words_of_the_notation(
    evening: Path, run: Run, typed: str, written: str
) -> None:
    run("add", "-f", evening, *typed.split())

    assert evening.read_text("utf-8") == f"{EVENING}- {written}\n"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("b 7h w p = 7", "Boris 7h Vera w Anna p = 7"),
        ("b 7h w w = 7 2 1", "Boris 7h Vera w Anna w = Boris 7 Vera 2 Anna 1"),
        ("b 7h v w a w = 7 2 1", "Boris 7h Vera w Anna w = Boris 7 Vera 2 Anna 1"),
        ("a 6h p h", "Anna 6h Boris p Vera h"),
        ("r = 3 4 3", "raspasy = Anna 3 Boris 4 Vera 3"),
        ("r = 3 4 2 1", "raspasy = Anna 3 Boris 4 Vera 2 Gleb 1"),
    ],
)
def test_at_four_add_names_the_persons_so_that_no_correction_can_shift_them(
    save: Save, run: Run, typed: str, written: str
) -> None:
    path = save(FOUR)

    run("add", "-f", path, *typed.split())

    assert path.read_text("utf-8") == f"{FOUR}- {written}\n"


def test_what_add_wrote_stays_with_its_persons_when_an_earlier_deal_is_undone(
    save: Save, run: Run, rows: Rows
) -> None:
    path = save(FOUR.replace(", Gleb", ""))
    run("add", "-f", path, "a 6h p p")
    run("add", "-f", path, "raspasy = 4 6 0")  # Anna deals, so Boris has the first hand

    run("undo", "-f", path, 1)

    assert rows("sheet", path)["mountain"] == {"Anna": 0, "Boris": 4, "Vera": 6}


def test_add_in_russian_writes_russian_words(evening: Path, run: Run) -> None:
    run("add", "--lang", "ru", "-f", evening, "Anna 7h bid 6s w p = 7 (поздно)")

    assert last_line(evening) == "- Anna 7ч торг 6п в п = 7 (поздно)"


def test_a_note_that_yaml_would_misread_is_written_in_quotes(evening: Path, run: Run, rows: Rows) -> None:
    note = 'Boris: "late" # again'

    run("add", "-f", evening, f"Anna 7h w p = 7 ({note})")

    assert last_line(evening) == r'- "Anna 7h w p = 7 (Boris: \"late\" # again)"'
    assert rows("log", evening)[-1]["text"] == f"Anna 7h w p = 7 ({note})"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (EVENING.replace("\n- ", "\n  - "), EVENING.replace("\n- ", "\n  - ") + "  - Anna 6h p p\n"),
        (EVENING + "# tea\n\n", EVENING + "# tea\n\n- Anna 6h p p\n"),
        (PAPER, PAPER + "deals:\n- Anna 6h p p\n"),
        (FOUR, FOUR + "- Anna 6h Boris p Vera p\n"),
        ("\ufeff" + EVENING, "\ufeff" + EVENING + "- Anna 6h p p\n"),
    ],
    ids=[
        "indented",
        "comment at the end",
        "paper sheet",
        "no deals",
        "byte order mark",
    ],
)
def test_add_keeps_every_byte_that_is_there(
    save: Save, run: Run, rows: Rows, before: str, after: str
) -> None:
    path = save(before)
    records = rows("sheet", path)["records"]

    run("add", "-f", path, "Anna 6h p p")

    assert path.read_text("utf-8") == after
    assert rows("sheet", path)["records"] == records + 1


def test_a_dry_run_shows_everything_and_writes_nothing(evening: Path, run: Run, rows: Rows) -> None:
    shown = run("add", "-f", evening, "--dry-run", "Anna 7h w p = 7").stdout
    row = rows("add", "-f", evening, "--dry-run", "Anna 7h w p = 7")

    assert evening.read_text("utf-8") == EVENING
    *wet, seal = run("add", "-f", evening, "Anna 7h w p = 7").stdout.splitlines()
    assert (shown.splitlines(), seal.partition(": ")[0]) == (wet, "Seal of 4 records")
    assert of(row, "record", "text") == {"record": 4, "text": "Anna 7h w p = 7"}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("Anna 7h w w = 6 2 1", "pulya: record 4, tricks: the tricks add up to 9, not to ten"),
        ("Gleb 7h w p = 7", "pulya: record 4, declarer: nobody here is called 'Gleb'"),
        ("undo 4", "pulya: record 4, number: there is no record 4 before this one"),
        ("fix 9 raspasy = 3 4 3", "pulya: record 4, number: there is no record 9 before this one"),
        ("Anna 7h w p = 7 \x1b[31m", "pulya: record 4: there is an invisible character, U+001B"),
        ("", "pulya: record 4: there is no record"),
    ],
)
def test_an_impossible_record_is_refused_and_nothing_is_written(
    evening: Path, run: Run, record: str, said: str
) -> None:
    result = run("add", "-f", evening, record, code=5)

    assert evening.read_text("utf-8") == EVENING
    assert result.stdout == ""
    assert result.stderr.startswith(said + "\n  hint: ")


def test_nothing_is_added_to_a_journal_with_a_mistake(save: Save, run: Run) -> None:
    broken = EVENING + "- Anna 7h w w = 6 2 1\n"
    path = save(broken)

    result = run("add", "-f", path, "Anna 6h p p", code=5)

    assert path.read_text("utf-8") == broken
    assert result.stderr.startswith(f"pulya: {path}:8, record 4, tricks: ")


def test_undo_strikes_out_the_newest_record(evening: Path, run: Run, rows: Rows) -> None:
    result = run("undo", "-f", evening)

    assert evening.read_text("utf-8") == EVENING + "- undo 3\n"
    assert result.stderr == "written as record 4\n"
    assert rows("sheet", evening)["mountain"] == {"Anna": 0, "Boris": 4, "Vera": 6}


def test_undo_shows_what_changes_on_the_sheet_and_in_money(evening: Path, run: Run) -> None:
    shown = [re.split("  +", line.strip()) for line in run("undo", "-f", evening).stdout.splitlines()]

    # Without the misère the mountains are 0, 4 and 6: 20 + 33⅓ - 8, -10 - 6⅔ + 8, -10 - 26⅔.
    assert ["4", "undo 3"] in shown
    assert ["Writes change in record 3."] in shown
    assert ["Boris", "mountain", "14", "4"] in shown
    assert ["Anna", "+78 2/3", "+45 1/3", "+39.34", "+22.67"] in shown
    assert ["Boris", "-75 1/3", "-8 2/3", "-37.67", "-4.33"] in shown
    assert ["Vera", "-3 1/3", "-36 2/3", "-1.67", "-18.34"] in shown


def test_undo_by_number_as_json(evening: Path, rows: Rows) -> None:
    # Raspasy written by hand, from the first hand on: with one deal fewer that is Anna, and Vera takes none.
    assert rows("undo", "-f", evening, 1) == {
        "record": 4,
        "text": "undo 1",
        "void": False,
        "writes": [],
        "sheet": SHEET
        | {
            "records": 4,
            "pool": {"Anna": 0, "Boris": 0, "Vera": 1},
            "mountain": {"Anna": 4, "Boris": 16, "Vera": 0},
            "whists": {
                "Anna": {"Boris": 0, "Vera": 0},
                "Boris": {"Anna": 0, "Vera": 0},
                "Vera": {"Anna": 0, "Boris": 0},
            },
        },
        "seal": rows("seal", "-f", evening)["seal"],
    }


def test_undo_twice_steps_back_twice_and_an_undone_undo_brings_back(
    evening: Path, run: Run, rows: Rows
) -> None:
    run("undo", "-f", evening)
    run("undo", "-f", evening)
    assert rows("sheet", evening)["mountain"] == {"Anna": 0, "Boris": 0, "Vera": 0}

    run("undo", "-f", evening, 5)

    assert rows("sheet", evening)["mountain"] == {"Anna": 0, "Boris": 4, "Vera": 6}


def test_fix_reads_a_record_as_another_one(evening: Path, run: Run, rows: Rows) -> None:
    result = run("fix", "-f", evening, 1, "a", "7s", "w", "p", "=", "7", "(miscounted)")

    assert evening.read_text("utf-8") == EVENING + "- fix 1 Anna 7s w p = 7 (miscounted)\n"
    assert result.stderr == "written as record 4\n"
    assert rows("sheet", evening)["pool"] == {"Anna": 5, "Boris": 0, "Vera": 0}


def test_fix_names_the_persons_who_sat_there_then(save: Save, run: Run) -> None:
    path = save(FOUR + "- raspasy = 3 4 3\n- Boris 6h p p\n")

    run("fix", "-f", path, 1, "r = 2 4 4")

    assert last_line(path) == "- fix 1 raspasy = Anna 2 Boris 4 Vera 4"


def test_fix_as_json(evening: Path, rows: Rows) -> None:
    fixed = rows("fix", "-f", evening, 3, "Boris misere = 0")

    assert of(fixed, "record", "text", "void", "writes") == {
        "record": 4,
        "text": "fix 3 Boris misere = 0",
        "void": False,
        "writes": [],
    }
    assert of(fixed["sheet"], "pool", "mountain") == {
        "pool": {"Anna": 3, "Boris": 10, "Vera": 0},
        "mountain": {"Anna": 0, "Boris": 4, "Vera": 6},
    }


@pytest.mark.parametrize(
    "correction", ["undo", "undo 2", "fix 2 raspasy = Anna 4 Boris 6 Vera 0 (other way)"]
)
def test_a_correction_can_be_added_like_any_record(evening: Path, run: Run, correction: str) -> None:
    dry = run("add", "-f", evening, "--dry-run", correction)
    assert evening.read_text("utf-8") == EVENING

    wet = run("add", "-f", evening, correction)

    written = "undo 3" if correction == "undo" else correction
    assert evening.read_text("utf-8") == f"{EVENING}- {written}\n"
    assert dry.stdout.splitlines() == wet.stdout.splitlines()[:-1]
    assert (dry.stderr, wet.stderr) == ("", "written as record 4\n")


@pytest.mark.parametrize("words", [("fix", 1, "raspasy = 3 4 3"), ("add", "fix 1 raspasy = 3 4 3")])
def test_a_correction_that_makes_a_later_record_impossible_is_refused(
    save: Save, run: Run, words: tuple[str, ...]
) -> None:
    text = (
        "convention: leningrad\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 7h w p = 7\n- Boris 6h w p = 6\n"
    )
    path = save(text)

    result = run(*words, "-f", path, code=5)

    assert path.read_text("utf-8") == text
    assert result.stderr == (
        "pulya: record 2, contract: record 2 could then no longer be: after 1 raspasy a contract of 6 is too low\n"
        "  hint: nothing was written; first `fix 2 RECORD` or `undo 2`, and then this again\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("undo",), "record 1, number: there is no record to undo"),
        (("undo", "1"), "record 1, number: there is no record 1 before this one"),
        (("fix", "1", "misdeal"), "record 1, number: there is no record 1 before this one"),
        (("undo", "-1"), ""),
    ],
)
def test_what_is_not_there_cannot_be_corrected(
    save: Save, run: Run, words: tuple[str, ...], said: str
) -> None:
    path = save(FOUR)

    result = run(*words, "-f", path, code=5 if said else 2)

    assert path.read_text("utf-8") == FOUR
    assert said in result.stderr


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


@pytest.fixture
def three(save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder, the current one, with three journals of one, two and three records."""
    monkeypatch.chdir(tmp_path)
    for records, name in enumerate(["a.pulya", "b.pulya", "c.pulya"], start=1):
        save("convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n" + "- Anna 6h p p\n" * records, name)
    return tmp_path


def test_the_named_journal_goes_before_all(three: Path, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULYA_FILE", "b.pulya")

    assert rows("sheet", "-f", "c.pulya")["records"] == 3
    assert rows("sheet", "c.pulya")["records"] == 3
    assert rows("status", three / "a.pulya")["next"] == 2


def test_the_journal_of_the_environment_goes_before_the_folder(
    three: Path, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULYA_FILE", str(three / "b.pulya"))

    assert rows("sheet")["records"] == 2


def test_the_only_journal_of_the_folder_is_found(three: Path, rows: Rows, run: Run) -> None:
    for name in ("a.pulya", "c.pulya"):
        (three / name).unlink()
    (three / "house.yaml").write_text("extends: sochi\n")

    assert rows("sheet")["records"] == 2
    run("add", "Anna 6h p p")
    assert rows("sheet")["records"] == 3


@pytest.mark.parametrize(
    "words", [("sheet",), ("add", "misdeal"), ("undo",), ("explain", "1"), ("settle",), ("freeze",)]
)
def test_of_several_journals_none_is_taken(three: Path, run: Run, words: tuple[str, ...]) -> None:
    result = run(*words, code=3)

    assert result.stderr == (
        "pulya: there are several journals here: a.pulya, b.pulya, c.pulya\n"
        "  hint: name one with -f, or set PULYA_FILE\n"
    )
    assert (three / "a.pulya").read_text("utf-8").count("\n- ") == 1


def test_a_folder_without_a_journal_is_told_how_to_make_one(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run("sheet", code=3).stderr == (
        "pulya: there is no journal here\n"
        "  hint: make one: `pulya new evening.pulya --players Anna,Boris,Vera`\n"
    )


CYRILLIC = re.compile("[а-яё]{3}")


def test_the_language_can_stand_before_and_behind_the_command(evening: Path, run: Run) -> None:
    before, behind = run("--lang", "ru", "settle", evening), run("settle", "--lang", "ru", evening)

    assert before.stdout == behind.stdout
    assert CYRILLIC.search(before.stdout)
    assert not CYRILLIC.search(run("settle", evening).stdout)


def test_the_language_of_the_option_goes_before_that_of_the_environment(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    english, russian = run("sheet", evening).stdout, run("sheet", evening, "--lang", "ru").stdout

    monkeypatch.setenv("PULYA_LANG", "ru")

    assert run("sheet", evening).stdout == russian
    assert run("sheet", evening, "--lang", "en").stdout == english


@pytest.mark.parametrize(("locale", "said"), [("ru_RU.UTF-8", True), ("en_GB.UTF-8", False), ("C", False)])
def test_without_a_choice_the_locale_decides(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch, locale: str, said: bool
) -> None:
    monkeypatch.delenv("PULYA_LANG")
    monkeypatch.setenv("LC_ALL", locale)

    assert bool(CYRILLIC.search(run("sheet", evening).stdout)) is said


def test_complaints_are_said_in_the_language_too(save: Save, run: Run) -> None:
    path = save(EVENING + "- Anna 7h w w = 6 2 1\n")

    result = run("sheet", "--lang", "ru", path, code=5)

    assert CYRILLIC.search(result.stderr)
    assert result.stderr.startswith(f"pulya: {path}:8, ")


def test_json_is_english_in_every_language(evening: Path, rows: Rows) -> None:
    for words in (("log",), ("settle",), ("sheet",), ("status",), ("check",)):
        assert rows(*words, evening, "--lang", "ru") == rows(*words, evening)


def test_a_language_nobody_speaks_is_a_wrong_usage(evening: Path, run: Run) -> None:
    run("sheet", evening, "--lang", "fr", code=2)


def commands(group: click.Group = cli, *above: str) -> Iterator[tuple[str, ...]]:
    """Yield every command by its words, the groups too."""
    yield above
    for name, one in children(group).items():
        if isinstance(one, click.Group):
            yield from commands(one, *above, name)
        else:
            yield (*above, name)


def test_list_of_commands_says_the_first_sentence_of_their_help() -> None:
    for name, command in children(cli).items():
        assert (command.help or "").startswith(cli.places[name][1]), name


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_every_command_has_help_with_an_example(words: tuple[str, ...], run: Run) -> None:
    text = run(*words, "-h").stdout

    assert text == run(*words, "--help").stdout
    assert text.startswith(f"Usage: {' '.join(('cli', *words))} ")
    assert re.search(rf"^  pulya {' '.join(words)}\S*", text, re.MULTILINE)
    for option in ("--json", "--lang", "--no-color", "-h, --help"):
        assert option in text


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_every_command_has_help_in_russian(
    words: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULYA_LANG", "ru")

    _, _, first, *_ = run(*words, "-h").stdout.splitlines()

    assert CYRILLIC.search(first)


def test_a_mistyped_command_is_told_the_nearest(run: Run) -> None:
    assert "there is no command `shet`; did you mean `sheet`?" in run("shet", code=2).stderr
    assert "there is no command `score`; `pulya --help` lists the commands" in run("score", code=2).stderr
    assert "there is no command `zzz`; `pulya --help` lists the commands" in run("zzz", code=2).stderr
    assert "did you mean `list`?" in run("conventions", "lst", code=2).stderr


@pytest.mark.parametrize(
    ("word", "meant"),
    [("why", "explain"), ("balance", "explain balance"), ("таблица", "sheet"), ("help", "--help")],
)
def test_of_a_word_of_the_live_table_the_command_is_named(run: Run, word: str, meant: str) -> None:
    assert f"there is no command `{word}`; did you mean `{meant}`?" in run(word, code=2).stderr


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").stdout == f"pulya {__version__}\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["sheet", "evening.pulya"], 0),
        (["check", "evening.pulya", "house.yaml"], 0),
        (["check", "wrong.pulya"], 1),
        (["check", "wrong.pulya", "evening.pulya"], 1),
        (["check", "missing.pulya"], 1),
        (["check", "missing.yaml"], 1),
        (["sheet", "--as", "pdf", "evening.pulya"], 2),
        (["sheet", "evening.pulya", "evening.pulya", "evening.pulya"], 2),
        (["sheet", "--colour"], 2),
        (["undo", "first"], 2),
        (["add"], 2),
        (["fix", "1"], 2),
        (["check"], 2),
        (["conventions", "show"], 2),
        (["sheet", "missing.pulya"], 3),
        (["sheet", "."], 3),
        (["sheet", "house.yaml"], 3),
        (["conventions", "show", "sochy"], 4),
        (["conventions", "show", "missing.yaml"], 4),
        (["conventions", "diff", "sochi", "evening.pulya"], 4),
        (["sheet", "wrong.pulya"], 5),
        (["add", "-f", "evening.pulya", "Anna 7h"], 5),
        (["explain", "-f", "evening.pulya", "7"], 5),
        (["new", "evening.pulya", "--players", "Anna,Boris,Vera"], 6),
        (["new", ".", "--players", "Anna,Boris,Vera"], 6),
        (["new", "missing/evening.pulya", "--players", "Anna,Boris,Vera"], 6),
        (["new", "evening.pulya/in.pulya", "--players", "Anna,Boris,Vera"], 6),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_each_command_ends_with_its_exit_code(
    save: Save, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int
) -> None:
    save(EVENING)
    save(EVENING + "- Anna 7h w w = 6 2 1\n", "wrong.pulya")
    save("extends: sochi\n", "house.yaml")
    monkeypatch.chdir(tmp_path)

    result = run(*words, code=code)

    assert bool(result.stderr) is (code > 1)
    assert bool(result.stdout) is (code < 2)


class Disk:
    """A disk that fails in one way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch

    def is_full(self) -> None:
        def write(_handle: int, _data: bytes) -> int:
            raise OSError(28, "No space left on device")

        self.patch.setattr(os, "write", write)

    def takes_three_bytes(self) -> None:
        write = os.write
        self.patch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))

    def is_read_only(self) -> None:
        opened = os.open

        def open_(path: Any, flags: int, *mode: int) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR):
                raise OSError(30, "Read-only file system")
            return opened(path, flags, *mode)

        self.patch.setattr(os, "open", open_)

    def loses_what_was_written(self) -> None:
        def fsync(_handle: int) -> None:
            raise OSError(5, "Input/output error")

        self.patch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("failure", ["is_full", "takes_three_bytes", "is_read_only"])
@pytest.mark.parametrize(
    "words",
    [("add", "Anna 6h p p"), ("undo",), ("fix", "1", "misdeal"), ("freeze",)],
    ids=lambda words: words[0],
)
def test_what_cannot_be_written_ends_with_six_and_the_journal_as_it_was(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch, failure: str, words: tuple[str, ...]
) -> None:
    getattr(Disk(monkeypatch), failure)()

    result = run(*words, "-f", evening, code=6)

    assert evening.read_text("utf-8") == EVENING
    assert [path.name for path in evening.parent.iterdir()] == [evening.name]
    assert f"pulya: {evening}: it could not be written: " in result.stderr
    assert "written as record" not in result.stderr
    cure = "nothing was written; check the folder, its rights and the space on the disk"
    assert result.stderr.endswith(f"\n  hint: {cure}\n")


def test_a_journal_that_could_not_be_made_leaves_nothing_behind(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Disk(monkeypatch).is_full()

    run("new", tmp_path / "evening.pulya", "--players", "Anna,Boris,Vera", code=6)

    assert list(tmp_path.iterdir()) == []


def test_a_record_that_may_be_on_the_disk_is_not_said_to_be_missing(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Disk(monkeypatch).loses_what_was_written()

    result = run("add", "-f", evening, "Anna 6h p p", code=6)

    # Either the line was taken back, or nobody says that nothing was recorded.
    assert (evening.read_text("utf-8") == EVENING) is ("nothing was recorded" in result.stderr)


def program(*words: str | Path, code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    environment = {**os.environ, "PULYA_LANG": "en", **more.pop("env", {})}
    more.setdefault("stdin", subprocess.DEVNULL)
    more.setdefault("stdout", subprocess.PIPE)
    result: subprocess.CompletedProcess[str] = subprocess.run(
        [sys.executable, "-m", "pulya", *map(str, words)],
        env=environment,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=60,
        check=False,
        **more,
    )
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    return result


def test_the_package_runs_as_a_module(evening: Path, run: Run) -> None:
    assert program("sheet", evening).stdout == run("sheet", evening).stdout
    assert program("shet", code=2).stderr.startswith("Usage: pulya ")
    assert program("sheet", evening.with_name("missing.pulya"), code=3).stdout == ""


def test_help_and_refusals_of_the_program_speak_russian() -> None:
    for help_ in (program("--lang", "ru", "sheet", "-h"), program("sheet", "-h", env={"PULYA_LANG": "ru"})):
        assert CYRILLIC.search(help_.stdout.splitlines()[2])
    assert CYRILLIC.search(program("--lang", "ru", "shet", code=2).stderr)


def test_nothing_is_asked_when_stdin_is_no_terminal(evening: Path) -> None:
    corrected = program("undo", "-f", evening)
    made = program("new", evening.with_name("new.pulya"), "--players", "Anna,Boris,Vera", "--ask")

    assert corrected.stderr == "written as record 4\n"
    assert made.stderr == ""
    assert last_line(evening) == "- undo 3"


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Open a terminal: our end of it, and the end that the program sees."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ends: tuple[int, int] = pty.openpty()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


def at_a_terminal(*words: str | Path, types: str) -> subprocess.CompletedProcess[str]:
    """Run the program with a terminal as its stdin, and type something."""
    with terminal() as (ours, theirs):
        os.write(ours, types.encode())
        return program(*words, stdin=theirs, code=1 if types == "n\n" else 0)


@pytest.mark.parametrize(("types", "is_written"), [("y\n", True), ("n\n", False)])
def test_a_correction_at_a_terminal_is_asked_about(evening: Path, types: str, is_written: bool) -> None:
    result = at_a_terminal("undo", "-f", evening, types=types)

    assert "Write it?" in result.stderr
    assert "Write it?" not in result.stdout
    assert evening.read_text("utf-8") == EVENING + "- undo 3\n" * is_written


def test_yes_answers_the_question_beforehand(evening: Path) -> None:
    result = at_a_terminal("fix", "-f", evening, "1", "misdeal", "--yes", types="")

    assert result.stderr == "written as record 4\n"


def test_a_dry_run_asks_nothing_at_a_terminal(evening: Path) -> None:
    result = at_a_terminal("add", "-f", evening, "--dry-run", "undo", types="")

    assert (result.stderr, evening.read_text("utf-8")) == ("", EVENING)


@pytest.mark.parametrize(
    ("words", "env"), [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})]
)
@pytest.mark.parametrize("command", [["sheet"], ["settle"], ["log"], ["-h"]], ids=" ".join)
def test_without_colours_no_escape_reaches_a_terminal(
    evening: Path, command: list[str], words: list[str], env: dict[str, str]
) -> None:
    with terminal() as (ours, theirs):
        file = [str(evening)] if command[0] in {"sheet", "settle", "log"} else []
        program(*words, *command, *file, stdout=theirs, env=env)
        os.set_blocking(ours, False)
        shown = os.read(ours, 1 << 20)

    assert shown.strip()
    assert b"\x1b" not in shown


def test_a_reader_who_has_seen_enough_gets_no_traceback(save: Save) -> None:
    path = save(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: none\ndeals:\n" + "- Anna 6h p p\n" * 3000
    )

    with subprocess.Popen(
        [sys.executable, "-m", "pulya", "log", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as log:
        assert log.stdout is not None
        assert log.stderr is not None
        assert log.stdout.readline() == b"  1  Anna 6h p p\n"
        log.stdout.close()
        complaint = log.stderr.read()
        code = log.wait(timeout=60)

    assert (complaint, code) == (b"", 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "words", [("sheet",), ("log", "--json"), ("add", "Anna 6h p p")], ids=lambda words: words[0]
)
def test_a_full_output_is_told_in_one_message(evening: Path, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        result = program(*words, "-f", evening, stdout=full, code=6)

    done = (
        "the record is in the journal; do not type it again" if words[0] == "add" else "no file was changed"
    )
    assert result.stderr == (
        f"pulya: the output could not be written: No space left on device\n  hint: {done}\n"
    )
    assert evening.read_text("utf-8") == EVENING + "- Anna 6h p p\n" * (words[0] == "add")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_is_no_journal(run: Run) -> None:
    assert run("sheet", "/dev/full", code=3).stderr.startswith(
        "pulya: /dev/full: this is not a regular file\n"
    )
    run("new", "/dev/full", "--players", "Anna,Boris,Vera", code=6)


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "cp866", "koi8-r", "latin-1", "utf-8"])
@pytest.mark.parametrize("words", [("log",), ("log", "--json"), ("settle", "--lang", "ru")], ids=" ".join)
def test_an_old_terminal_gets_what_it_can_show(save: Save, encoding: str, words: tuple[str, ...]) -> None:
    path = save("convention: sochi\nplayers: [Аня, Zoë, Vera]\ndeals:\n- Аня 6♠ п п (♥ é ⅔)\n")

    assert program(*words, path, env={"PYTHONIOENCODING": encoding}).stdout


def test_a_folder_that_is_gone_is_told_and_no_traceback(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    script = (
        f"import os; os.chdir({str(folder)!r}); os.rmdir({str(folder)!r}); from pulya.cli import main; main()"
    )

    result = subprocess.run(
        [sys.executable, "-c", script, "sheet"], capture_output=True, text=True, timeout=60, check=False
    )

    assert result.returncode == 3
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no file names that are not text")
@pytest.mark.parametrize("words", [("check",), ("check", "--json"), ("sheet",)], ids=" ".join)
def test_a_file_name_that_is_no_text_is_told_all_the_same(words: tuple[str, ...]) -> None:
    name = os.fsdecode(b"\xff.pulya")

    result = program(
        *words, name, code=1 if words[0] == "check" else 3, env={"PYTHONIOENCODING": "utf-8:strict"}
    )

    assert "there is no such file" in result.stdout + result.stderr


# Escape, the one-byte escape, right-to-left, no width, a line separator, delete, a byte order mark.
STEERING = ["\x1b[31m", "\x9b31m", "\u202e", "\u200b", "\u2028", "\x7f", "\ufeff"]
JSON = [(), ("--json",)]


def is_harmless(words: list[str]) -> bool:
    """Say whether a command ends as it may, and leaves the terminal alone."""
    result = CliRunner().invoke(cli, words, catch_exceptions=False, color=True)
    assert result.exit_code in range(7)
    assert result.output
    return visible(result.output) == result.output


@pytest.mark.parametrize("json_", JSON, ids=["text", "JSON"])
@pytest.mark.parametrize(
    "words",
    [
        ["sheet", "no{}.pulya"],
        ["sheet", "-f", "no{}.pulya"],
        ["check", "no{}.pulya"],
        ["sheet", "one.pulya", "two{}.pulya"],
        ["sheet", "--as", "x{}"],
        ["sheet", "--x{}"],
        ["sh{}eet"],
        ["undo", "x{}"],
        ["conventions", "show", "so{}chi"],
        ["conventions", "show", "so{}chi.yaml"],
        ["conventions", "so{}chi"],
        ["explain", "-f", "evening.pulya", "An{}na"],
        ["add", "-f", "evening.pulya", "Anna 7h w p = 7 (la{}te)"],
        ["add", "-f", "evening.pulya", "Anna 7h w{} p = 7"],
        ["settle", "evening.pulya", "--stake", "0.50{}"],
        ["settle", "evening.pulya", "--stake", "0.50 E{}UR"],
        ["new", "x.pulya", "--players", "An{}na,Boris,Vera"],
        ["new", "x.pulya", "--players", "Anna,Boris,Vera", "--agree", "whist{}ing=1"],
        ["new", "x{}.pulya", "--players", "Anna,Boris,Vera"],
    ],
    ids=" ".join,
)
def test_nothing_typed_can_steer_the_terminal(
    save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], json_: tuple[str, ...]
) -> None:
    save(EVENING)
    monkeypatch.chdir(tmp_path)

    for sign in STEERING:
        assert is_harmless([*(word.format(sign) for word in words), *json_]), ascii(sign)


@pytest.mark.parametrize("json_", JSON, ids=["text", "JSON"])
@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("sheet", 'convention: sochi\nplayers: ["An{}na", Boris, Vera]\n'),
        ("sheet", 'convention: "so{}chi"\nplayers: [Anna, Boris, Vera]\n'),
        ("check", 'convention: "so{}chi.yaml"\nplayers: [Anna, Boris, Vera]\n'),
        ("settle", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: "0.50 E{}UR"\n'),
        ("status", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: "0.50 E{}UR"\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: "0{}"\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\n"k{}ey": 1\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {{"k{}ey": 1}}\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {{ending: "k{}ey"}}\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- "Anna 6h p p (la{}te)"\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- "An{}na 6h p p"\n'),
        ("conventions show", 'extends: sochi\nid: "ho{}use"\n'),
        ("conventions show", 'extends: sochi\ntitle: {{en: "Ho{0}use", ru: "До{0}м"}}\n'),
        ("conventions show", 'extends: sochi\nsource: {{table: "a bo{}ok"}}\n'),
        ("conventions diff sochi", 'extends: sochi\nid: "ho{}use"\ntarget: 30\n'),
    ],
)
def test_nothing_in_a_file_can_steer_the_terminal(
    save: Save, words: str, text: str, json_: tuple[str, ...]
) -> None:
    for sign in STEERING:
        written = "".join(f"\\U{ord(letter):08X}" for letter in sign)
        path = save(text.format(written), "house.yaml" if "extends" in text else "evening.pulya")

        assert is_harmless([*words.split(), str(path), *json_]), ascii(sign)


@pytest.mark.parametrize(
    "text",
    [
        'convention: "sochi\\nhint: all is well"\nplayers: [Anna, Boris, Vera]\n',
        'convention: sochi\nplayers: [Anna, Boris, Vera]\n"x\\nhint: all is well": 1\n',
        'convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {ending: "x\\nhint: all is well"}\n',
        'convention: sochi\nplayers: ["Anna\\nhint: all is well", Boris, Vera]\n',
    ],
    ids=["convention", "key", "agreed", "player"],
)
def test_no_value_of_a_file_can_add_a_line_to_a_complaint(save: Save, text: str) -> None:
    result = CliRunner().invoke(cli, ["sheet", str(save(text))], catch_exceptions=False)

    assert result.exit_code in {3, 4}
    assert len(result.stderr.splitlines()) == 2
