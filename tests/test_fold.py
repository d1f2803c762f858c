"""Lines on a terminal that is narrower than they are."""

import io

import pytest

from pulya.cli.fold import folded
from pulya.cli.printing import fitting

PROSE = "  hint: write the winning bid with the word bid"
ROW = " 2  Anna 7h w p = 7  +12  3 tricks x 4  contracts.7.whist (sochi.yaml:22)"


def test_prose_breaks_at_a_blank_and_goes_on_deeper() -> None:
    assert folded(PROSE, 30) == "  hint: write the winning bid\n    with the word bid"


def test_what_fits_stays_as_it_is() -> None:
    assert folded(f"{PROSE}\n\n  a   b", len(PROSE)) == f"{PROSE}\n\n  a   b"


def test_a_word_wider_than_the_screen_stays_whole() -> None:
    assert folded("a conventions/leningrad.yaml b", 12) == "a\n  conventions/leningrad.yaml\n  b"
    assert folded("conventions/leningrad.yaml", 12) == "conventions/leningrad.yaml"


def test_the_last_column_goes_on_below_itself_where_there_is_room() -> None:
    # The last column begins at 40: at 66 letters there are 26 for it, at 60 only 20.
    assert folded(ROW, 66).split("\n")[1] == " " * 40 + "(sochi.yaml:22)"
    assert folded(ROW, 60).split("\n")[1] == " " * 5 + "(sochi.yaml:22)"


def test_the_rule_below_a_heading_ends_at_the_screen() -> None:
    assert folded("player  pool\n------  ----", 10) == "player\n    pool\n------  --"


def test_marks_and_colours_are_left_alone() -> None:
    mark = " " * 20 + "^^^"
    assert folded(mark, 10) == mark
    coloured = "\x1b[1mSochi, pool to 10\x1b[0m, 3 records"
    assert folded(coloured, 10) == coloured


def test_only_a_terminal_has_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "30")

    assert fitting(PROSE, Terminal()) == folded(PROSE, 30)
    assert fitting(PROSE[:30], Terminal()) == PROSE[:30]
    assert fitting(PROSE, io.StringIO()) == PROSE
