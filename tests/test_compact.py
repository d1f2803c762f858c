"""The sheet on a screen: as narrow as it goes, whole where there is room, coloured on a terminal only."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import Run, Save
from long_evenings import LONG, long_evening

from pulya.catalog import load_shipped
from pulya.cli import cli
from pulya.cli.printing import screen
from pulya.terms import Player
from pulya.view.conventions import convention_text, conventions_text
from pulya.view.page import Page
from pulya.view.sheets import abbreviated, sheet_text

NAMES = [Player(name) for name in LONG]
HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 10\ndeals:\n- Anna 7h w p = 7\n"


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert Page("en").compact([["a", "bb"], ["Anna", "1"]]) == "a     bb\n----  --\nAnna   1"


def test_two_blanks_become_one_where_that_helps() -> None:
    rows = [["a", "b"], ["Anna", "1"]]

    assert Page("en", 7).compact(rows) == "a     b\n----  -\nAnna  1"
    assert Page("en", 6).compact(rows) == "a    b\n---- -\nAnna 1"


def test_names_that_begin_alike_keep_what_tells_them_apart() -> None:
    assert list(abbreviated(NAMES, 8).values()) == [
        "Алек…Кон",
        "Алек…Все",
        "Екатери…",
        "Вячесла…",
        "Фёдор-Ю…",
    ]
    assert list(abbreviated(NAMES, 4).values())[:3] == ["А…Ко", "А…Вс", "Ека…"]
    assert list(abbreviated(NAMES, 2).values())[:2] == ["А…", "А…"]  # no room to tell apart
    assert abbreviated([Player("Аня")], 6) == {"Аня": "Аня"}


@pytest.mark.parametrize("convention", ["sochi", "razboinik-big"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_sheet_of_five_with_long_names_fits_sixty_columns(convention: str, language: str) -> None:
    page = Page("ru" if language == "ru" else "en", 60)
    game = long_evening(5, 40, convention, "target: 85\n" if convention == "sochi" else "")

    table = sheet_text(page, game).partition("\n\n")
    assert max(map(len, table[0].splitlines())) <= 60
    assert max(map(len, table[2].splitlines()), default=0) <= 60


def test_where_there_is_room_names_are_whole() -> None:
    game = long_evening(4, 5, more="target: 20\n")

    for page in (Page("en"), Page("en", 200)):
        assert all(f"on {name}" in sheet_text(page, game) for name in LONG[:4])


def test_colours_stay_on_the_terminal(save: Save, run: Run, tmp_path: Path) -> None:
    path, output = save(HEAD), tmp_path / "sheet.txt"

    coloured = CliRunner().invoke(cli, ["sheet", str(path)], color=True).stdout
    run("sheet", path, "-o", output)

    assert coloured.startswith("\x1b[1mSochi, pool to 10, 1 record\x1b[0m")
    assert "\x1b[90m·\x1b[0m" in coloured
    assert "\x1b" not in run("sheet", path).stdout + output.read_text("utf-8")
    assert "\x1b" not in CliRunner().invoke(cli, ["sheet", str(path), "--no-color"], color=True).stdout


class Terminal(io.StringIO):
    """An output that says it is a terminal and knows no size."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("said", "wide"), [("72", 72), ("0", None), ("wide", None), ("", None)])
def test_the_width_is_that_of_the_terminal_or_what_the_shell_says(
    said: str, wide: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", said)

    assert screen() is None  # no terminal
    monkeypatch.setattr("sys.stdout", Terminal())
    assert screen() == wide


def test_a_table_wider_than_the_screen_has_less_room_beside_its_headings() -> None:
    rows, headers = [["Anna", "10"]], ["player", "evenings"]

    assert Page("en", 20).table(rows, headers).split("\n")[0] == "player      evenings"
    assert Page("en", 19).table(rows, headers).split("\n")[0] == "player  evenings"
    assert Page("en", 15).table(rows, headers).split("\n")[0] == "player evenings"


def test_a_convention_is_wrapped_once_for_the_screen() -> None:
    sochi = load_shipped("sochi")
    page = Page("en", 60)

    assert all(len(line) <= 60 for line in conventions_text(page, [sochi]).split("\n")[1:])
    disputed = [line for line in convention_text(page, sochi).split("\n") if "# disputed: " in line]
    assert disputed
    assert max(map(len, disputed)) <= 60
