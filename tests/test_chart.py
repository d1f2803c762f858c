"""The chart: the balances as the settlement has them, with what happened on the way."""

import json
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from conftest import Run, Save
from long_evenings import LONG, long_evening
from strategies import game_of

from pulya.cli import cli
from pulya.cli.delivery import painted
from pulya.picture.chart import chart
from pulya.picture.course import Closing, Streak, course, ticks
from pulya.picture.terminal import terminal_chart
from pulya.view.page import Page

SVG = "{http://www.w3.org/2000/svg}"
HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 4\ndeals:\n"
# Four points of pool for Anna, 12 whists of Boris on her: 40 x 2/3 - 12 = 14 2/3 for her, 12 - 13 1/3 for him.
SEVEN = "- Anna 7h w p = 7\n"
# Ten tricks at 1: 4, 6 and 0; who took none writes 1.
RASPASY = "- raspasy = 4 3 3\n"


def test_the_balances_are_those_of_the_settlement(save: Save, run: Run) -> None:
    row = json.loads(run("chart", save(HEAD + SEVEN), "--json").stdout)

    assert row["records"] == 1
    assert row["balance"] == {"Anna": ["44/3"], "Boris": ["-4/3"], "Vera": ["-40/3"]}
    assert row["closings"] == [{"record": 1, "player": "Anna"}]
    assert row["raspasy"] == []


def test_raspasy_in_a_row_are_one_streak_whatever_corrections_stand_between() -> None:
    game = game_of(
        HEAD + RASPASY + "- raspasy = 5 5 0\n- undo\n" + RASPASY + SEVEN.replace("7", "8") + RASPASY
    )

    assert course(game).streaks == [Streak(1, 4, 2), Streak(6, 6, 1)]


def test_the_end_of_a_race_is_marked() -> None:
    """A race to 4 is over with a seven."""
    race = "convention: skachki\nplayers: [Anna, Boris, Vera]\nagreed: {series.target: 4, series.rounds: 2}\ndeals:\n"

    assert Closing(1, None) in course(game_of(race + "- Anna 7h p p\n")).closings


@pytest.mark.parametrize(
    ("least", "most", "found"),
    [(0, 0, [0]), (-7, 12, [-5, 0, 5, 10]), (-230, 180, [-200, -100, 0, 100]), (0, 3, [0, 1, 2, 3])],
)
def test_ticks_are_round_and_hold_nought(least: int, most: int, found: list[int]) -> None:
    assert ticks(least, most, 5) == found


def test_the_drawing_has_a_line_and_the_balance_of_each_and_the_marks(save: Save, run: Run) -> None:
    path = save(HEAD + RASPASY + "- Anna 8h w p = 8\n")
    root = ET.fromstring(run("chart", path, "--as", "svg").stdout)
    settled = json.loads(run("settle", path, "--json").stdout)["balance"]

    lines = {one.get("data-line") for one in root.iter() if one.get("data-line")}
    balances = {one.get("data-name"): one.get("data-balance") for one in root.iter() if one.get("data-name")}
    assert lines == {"Anna", "Boris", "Vera"}
    assert balances == {name: str(points) for name, points in settled.items()}
    assert [one.get("data-streak") for one in root.iter() if one.get("data-streak")] == ["1-1"]
    assert [one.get("data-closing") for one in root.iter() if one.get("data-closing")] == ["2"]
    assert len([one for one in root.iter(f"{SVG}path") if one.get("class") == "axis"]) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_chart_fits_sixty_columns(players: int) -> None:
    game = long_evening(players, 120, more="target: 3000\n")
    lines = terminal_chart(Page("ru"), game, 60).splitlines()

    assert max(map(len, lines)) <= 60
    for sign, name in zip("●■▲◆★", LONG[:players], strict=False):
        assert any(line.startswith(f"{sign} {name}") for line in lines)


def test_each_sign_stands_at_the_balance_it_means() -> None:
    """After the only deal Anna has +14 2/3, Vera -13 1/3 in the last column: above and below the line of 0."""
    lines = terminal_chart(Page("en"), game_of(HEAD + SEVEN), 60).splitlines()
    zero = next(at for at, line in enumerate(lines) if "┼" in line)
    last = {line[-1]: at for at, line in enumerate(lines[:15]) if line[-1] in "●■▲"}

    assert last["●"] < zero <= last["■"] < last["▲"]
    assert lines[15].endswith("┴")
    assert "┴ 1: Anna closes the pool" in lines


def test_an_evening_without_records_has_a_chart() -> None:
    game = game_of(HEAD)

    assert "● Anna   0" in terminal_chart(Page("en"), game, 60)
    assert ET.fromstring(chart(Page("en"), game)) is not None


def test_colours_are_for_a_terminal_only(save: Save, run: Run) -> None:
    path = save(HEAD + SEVEN)
    coloured = CliRunner().invoke(cli, ["chart", str(path)], color=True).output

    assert "\x1b[34m●" in coloured
    assert "\x1b" not in run("chart", path).stdout
    assert "\x1b" not in CliRunner().invoke(cli, ["chart", str(path), "--no-color"], color=True).output
    assert "\x1b" not in CliRunner(env={"NO_COLOR": "1"}).invoke(cli, ["chart", str(path)], color=True).output


def test_letters_are_painted_run_by_run() -> None:
    assert painted("a●●b■", {"●": "blue"}) == "a\x1b[34m●●\x1b[0mb■"


def test_the_legend_holds_long_names_and_newcomers() -> None:
    game = game_of(HEAD + SEVEN + "- join Gleb after Vera\n" + RASPASY)

    assert "Gleb" in chart(Page("en"), game)
    assert "◆ Gleb" in terminal_chart(Page("en"), game, 60)
    assert [("Gleb" in now) for now in course(game).balances][:2] == [False, False]


def test_what_is_open_is_said(save: Save, run: Run) -> None:
    """A nine leaves one trick to the two whisters; who took ten with it left none."""
    opened, known = (
        save(HEAD + f"- raspasy = 3 4 3\n- Anna 9h w w = {tricks}\n", f"{tricks[:2]}.pulya")
        for tricks in ("9 ?", "10 ?")
    )

    assert json.loads(run("chart", opened, "--json").stdout)["open"] == [2]
    assert "open" not in json.loads(run("chart", known, "--json").stdout)
    assert "Provisional: record 2 is open." in run("chart", opened, "--as", "svg").stdout
    assert "Provisional" not in run("chart", known, "--as", "svg").stdout
    twice = game_of(HEAD.replace("4", "40") + "- Anna 9h w w = 9 ?\n" * 2)
    assert "Provisional: records 1, 2 are open." in chart(Page("en"), twice)
