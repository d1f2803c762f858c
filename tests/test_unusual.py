"""What can be and seldom is: told by `add`, `log` and `check`, never refused."""

from pathlib import Path

import pytest
from conftest import Rows, Run, Save
from strategies import game_of

from pulya.unusual import noted

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"


def warnings(*records: str, head: str = HEAD) -> list[str]:
    """Return the warnings of the newest record."""
    game = game_of(f"{head}deals:\n" + "".join(f"- {record}\n" for record in records))
    return [str(warning) for warning in noted(game).ruled[-1].warnings]


@pytest.mark.parametrize(
    ("record", "warning"),
    [
        ("Anna 6s w p = 10", "a six that took all ten tricks"),
        ("Anna 6s Boris w Vera w = Boris 0 Vera 0", "a six that took all ten tricks"),
        ("Anna 7h w w = 0 5 5", "Anna played and took no trick at all"),
        ("Anna misere = 10", "a misère that took all ten tricks"),
        ("raspasy = 0 10 0", "raspasy in which Boris took all ten tricks"),
        ("fine Anna mountain 21 (revoke)", "the fine is more than the whole pool of 20"),
        ("fine Anna pool -21 (revoke)", "the fine is more than the whole pool of 20"),
        # A pool of 20 is worth 200 whists.
        ("fine Anna whists 201 on Vera (revoke)", "the fine is more than the whole pool of 20"),
    ],
)
def test_a_deal_or_a_fine_that_is_seldom_seen(record: str, warning: str) -> None:
    assert warnings(record) == [warning]


@pytest.mark.parametrize(
    "record",
    [
        "Anna 6s w p = 9",
        "Anna 7h w p = 10",
        "Anna 6s p p",
        "Anna 7h w w = 1 5 4",
        "Anna misere = 9",
        "raspasy = 0 9 1",
        "fine Anna mountain 20 (revoke)",
        "fine Anna whists 200 on Vera (revoke)",
        "misdeal",
    ],
)
def test_what_is_seen_every_evening(record: str) -> None:
    assert warnings(record) == []


def test_without_a_target_no_fine_is_too_large() -> None:
    assert warnings("fine Anna mountain 999 (revoke)", head=HEAD + "target: none\n") == []


def test_pools_that_count_together_are_the_measure_of_a_fine() -> None:
    head = HEAD + "agreed: {ending: pool-sum}\ntarget-sum: 50\n"

    assert warnings("fine Anna pool 51 (revoke)", head=head) == ["the fine is more than the whole pool of 50"]
    assert warnings("fine Anna pool 50 (revoke)", head=head) == []


# Vera deals first, so the first hands are Anna, Boris, Vera, Anna.
ZEROS = ("raspasy = Anna 0 Boris 4 Vera 6", "raspasy = Anna 0 Boris 5 Vera 5")


def test_the_fourth_raspasy_without_a_trick_of_one_player() -> None:
    four = (*ZEROS, *ZEROS)

    assert warnings(*four[:3]) == []
    assert warnings(*four) == ["Anna took no trick in 4 raspasy in a row"]
    assert warnings(*four, ZEROS[0]) == ["Anna took no trick in 5 raspasy in a row"]


def test_a_trick_or_an_exit_begins_the_count_anew() -> None:
    assert warnings(*ZEROS, "raspasy = Anna 1 Boris 4 Vera 5", *ZEROS) == []
    assert warnings(*ZEROS, "Anna 6s p p", *ZEROS) == []


def test_who_sits_out_keeps_his_count_and_his_talon_is_no_hand() -> None:
    """Gleb deals first and fifth; then he has no hand, and the talon seldom takes a trick."""
    head = "convention: sochi\nplayers: [Anna, Boris, Vera, Gleb]\n"
    row = [
        "raspasy = Anna 5 Boris 5 Vera 0",  # Gleb deals
        "raspasy = Boris 6 Vera 0 Gleb 4",  # Anna deals
        "raspasy = Vera 0 Gleb 5 Anna 5",  # Boris deals
        "raspasy = Gleb 6 Anna 4 Boris 0",  # Vera deals
        "raspasy = Anna 4 Boris 6 Vera 0",  # Gleb deals
    ]

    assert warnings(*row[:4], head=head) == []
    assert warnings(*row, head=head) == ["Vera took no trick in 4 raspasy in a row"]


def test_a_deal_that_was_perhaps_typed_twice() -> None:
    again = "this is record 1 again; if it was typed twice, `undo 3`"

    assert warnings("Anna 7h w p = 7", "fine Boris mountain 2 (late)", "Anna 7h w p = 7") == [again]
    assert warnings("Anna 7h w p = 7", "Anna 7d w p = 7") == []
    assert warnings("Anna 7h w p = 7", "Boris 6s p p", "Anna 7h w p = 7") == []


@pytest.fixture
def six(save: Save) -> Path:
    return save(HEAD + "deals:\n- raspasy = 3 4 3\n- Anna 6s w p = 10\n- Anna 7h w w = 7 ?\n")


def test_add_says_it_and_writes_all_the_same(save: Save, run: Run, rows: Rows) -> None:
    path = save(HEAD + "deals:\n")

    result = run("add", "-f", path, "Anna misere = 10")

    assert result.stderr == "note: a misère that took all ten tricks\n"
    assert rows("sheet", path)["mountain"]["Anna"] == 100
    assert rows("log", path)[0]["warnings"] == ["a misère that took all ten tricks"]


def test_log_has_it_below_the_record(six: Path, run: Run) -> None:
    assert "\n     note: a six that took all ten tricks\n  3  Anna 7h w w = 7 ?  [open]\n" in (
        run("log", six).stdout
    )


def test_check_finds_nothing_wrong_and_says_it(six: Path, run: Run, rows: Rows) -> None:
    assert run("check", six).stdout == (
        f"{six}: 3 records, all well\n"
        f"note: {six}:5, record 2: a six that took all ten tricks\n"
        f"note: {six}:6, record 3: it is open how the tricks of the defence fell; "
        "`fix 3 Anna 7h w w = 7 2 1` settles it\n"
    )
    assert rows("check", six) == {
        "ok": True,
        "problems": [],
        "notes": [
            {"file": str(six), "line": 5, "record": 2, "note": "a six that took all ten tricks"},
            {
                "file": str(six),
                "line": 6,
                "record": 3,
                "note": "it is open how the tricks of the defence fell; `fix 3 Anna 7h w w = 7 2 1` settles it",
            },
        ],
    }
