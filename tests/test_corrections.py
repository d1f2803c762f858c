"""Undo and fix, sentence by sentence: what stands, what a correction may aim at, and what it makes impossible."""

import pytest
from conftest import Run, Save
from strategies import game_of

from pulya.errors import RecordError
from pulya.evening import open_evening, with_record
from pulya.game import Game
from pulya.terms import Player, Points

HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"
SIX, SEVEN, EIGHT = "Anna 6h p p", "Anna 7h p p", "Anna 8h p p"  # 2, 4 and 6 into Anna's pool


def evening(*records: str, header: str = HEADER) -> Game:
    return game_of(header + "".join(f"- {record}\n" for record in records))


def pool(*records: str) -> Points:
    return evening(*records).sheet.pool[Player("Anna")]


def test_an_undo_strikes_out_its_record() -> None:
    assert pool(SIX, SEVEN, "undo 1") == 4


def test_an_undo_of_an_undo_brings_the_record_back() -> None:
    assert pool(SIX, SEVEN, "undo 1", "undo 3") == 6


def test_and_an_undo_of_that_takes_it_away_again() -> None:
    assert pool(SIX, SEVEN, "undo 1", "undo 3", "undo 4") == 4


def test_an_undo_of_a_fix_brings_the_record_back_as_it_was() -> None:
    assert pool(SIX, "fix 1 " + EIGHT, "undo 2") == 2


def test_of_several_fixes_the_newest_counts() -> None:
    assert pool(SIX, "fix 1 " + EIGHT, "fix 1 " + SEVEN) == 4


def test_of_several_fixes_the_newest_that_stands_counts() -> None:
    assert pool(SIX, "fix 1 " + EIGHT, "fix 1 " + SEVEN, "undo 3") == 6


def test_a_bare_undo_aims_at_the_newest_record() -> None:
    assert pool(SIX, SEVEN, "undo") == 2


def test_a_bare_undo_twice_steps_back_twice() -> None:
    assert pool(SIX, SEVEN, "undo", "undo") == 0


def test_a_bare_undo_after_a_fix_takes_the_fix_back() -> None:
    assert pool(SIX, SEVEN, "fix 1 " + EIGHT, "undo") == 6


def test_a_record_that_was_undone_may_come_again() -> None:
    assert pool(SIX, "undo", SEVEN) == 4


def test_a_fix_may_make_another_event_of_a_deal() -> None:
    game = evening(SIX, "fix 1 fine Boris mountain 3 (it was no deal)")

    assert (game.sheet.pool, game.sheet.mountain) == (
        {"Anna": 0, "Boris": 0, "Vera": 0},
        {"Anna": 0, "Boris": 3, "Vera": 0},
    )


def test_the_log_says_by_what_a_record_is_replaced_or_struck_out(save: Save, run: Run) -> None:
    journal = save(f"{HEADER}- {SIX}\n- {SEVEN}\n- fix 1 {EIGHT}\n- undo 2\n")

    lines = [line.strip() for line in run("log", journal).stdout.splitlines() if line.startswith("  ")]

    assert f"1  {SIX}  [read as in 3]" in lines
    assert f"2  {SEVEN}  [struck out by 4]" in lines


@pytest.mark.parametrize(
    ("records", "problem"),
    [
        (["undo"], "there is no record to undo"),
        ([SIX, "undo", "undo"], "there is no record to undo"),
        (["undo 1"], "there is no record 1 before this one"),
        ([SIX, "undo 3"], "there is no record 3 before this one"),
        ([SIX, "undo 0"], "there is no record 0 before this one"),
        ([SIX, "undo 1", "undo 1"], "record 1 was struck out by record 2"),
        ([SIX, "undo 1", "fix 1 " + SEVEN], "record 1 was struck out by record 2"),
        ([SIX, "fix 1 " + SEVEN, "fix 2 " + EIGHT], "record 2 is a correction and cannot be fixed"),
        ([SIX, SEVEN, "undo 1", "fix 3 " + EIGHT], "record 3 is a correction and cannot be fixed"),
        ([SIX, "fix 2 " + SEVEN], "there is no record 2 before this one"),
    ],
)
def test_a_correction_without_its_record_is_refused(records: list[str], problem: str) -> None:
    with pytest.raises(RecordError, match=problem) as refused:
        evening(*records)

    assert refused.value.at.record == len(records)


def test_a_fix_holds_no_correction() -> None:
    with pytest.raises(RecordError, match="a correction cannot stand inside a fix"):
        evening(SIX, SEVEN, "fix 2 undo 1")


def test_what_stands_is_replayed_in_file_order() -> None:
    """Without the first raspasy the second is the first in a row, at 1 a trick instead of 2."""
    assert evening("raspasy = 3 4 3", "raspasy = 3 4 3").sheet.mountain == {
        "Anna": 3 + 6,
        "Boris": 4 + 6,
        "Vera": 3 + 8,
    }
    assert evening("raspasy = 3 4 3", "raspasy = 3 4 3", "undo 1").sheet.mountain == {
        "Anna": 3,
        "Boris": 4,
        "Vera": 3,
    }


def test_only_what_stands_in_the_end_has_to_be_possible() -> None:
    """Fifteen tricks never were, and nobody says so any more."""
    assert pool("raspasy = 3 9 3", SIX, "fix 1 misdeal") == 2


def test_a_record_that_a_correction_makes_impossible_is_named() -> None:
    """After a second raspasy in a row a six is too low here."""
    hard = HEADER.replace("deals:", "agreed: {raspasy.exit.levels: [7]}\ndeals:")

    with pytest.raises(RecordError, match="a contract of 6 is too low") as refused:
        evening(SEVEN, SIX, "fix 1 raspasy = 3 4 3", header=hard)

    assert refused.value.at.record == 2


def test_a_game_that_a_correction_ends_earlier_refuses_what_came_after() -> None:
    short = HEADER.replace("deals:", "target: 2\ndeals:")

    with pytest.raises(RecordError, match="the game is over") as refused:
        evening("Anna misere = 1", "misdeal", "fix 1 Anna misere = 0", header=short)

    assert refused.value.at.record == 2


@pytest.mark.parametrize("correction", ["undo 1", "fix 1 Anna 6h p p"])
def test_a_correction_may_reopen_a_game_that_is_over(correction: str) -> None:
    short = HEADER.replace("deals:", "target: 2\ndeals:")

    assert evening("Anna misere = 0", header=short).over
    assert not evening("Anna misere = 0", correction, header=short).over


def test_after_the_end_only_fines_papers_and_corrections_are_taken() -> None:
    short = HEADER.replace("deals:", "target: 2\ndeals:")
    over = ["Anna misere = 0", "fine Anna mountain 1 (revoke)", "paper Anna mountain 1"]

    assert evening(*over, "undo 2", header=short).over
    with pytest.raises(RecordError, match="the game is over"):
        evening(*over, "misdeal", header=short)


FOUR = "convention: sochi\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n"


def recorded(journal: str, text: str, save: Save) -> str:
    item, _ = with_record(open_evening(save(journal)), text, "en")
    return item.text


def test_raspasy_is_written_with_names(save: Save) -> None:
    assert recorded(HEADER, "r = 3 4", save) == "raspasy = Anna 3 Boris 4 Vera 3"
    assert recorded(FOUR, "r = 3 4 2 1", save) == "raspasy = Anna 3 Boris 4 Vera 2 Gleb 1"
    assert recorded(FOUR + "- misdeal\n- misdeal\n", "r = 3 4 3", save) == "raspasy = Boris 3 Vera 4 Gleb 3"


def test_calls_are_written_with_names_where_somebody_sits_out(save: Save) -> None:
    assert recorded(HEADER, "A 7h w p = 7", save) == "Anna 7h w p = 7"
    assert recorded(FOUR, "A 7h w p = 7", save) == "Anna 7h Boris w Vera p = 7"
    assert recorded(FOUR, "A 7h w w = 7 2 1", save) == "Anna 7h Boris w Vera w = Anna 7 Boris 2 Vera 1"


def test_calls_of_pairs_depend_on_no_dealer_and_stay_short(save: Save) -> None:
    """Gleb's opponents are Anna, who deals, and Vera."""
    pairs = FOUR.replace("sochi", "pair") + "- Boris 8nt w w = 7 0 3\n"

    assert recorded(pairs, "G 9d w p = 7", save) == "Gleb 9d w p = 7"


def test_in_a_fix_the_names_are_those_of_the_record_in_its_place(save: Save) -> None:
    played = FOUR + "- misdeal\n- misdeal\n- Boris 7h p p\n"

    assert recorded(played, "fix 3 r = 3 4 3", save) == "fix 3 raspasy = Boris 3 Vera 4 Gleb 3"


def test_a_record_with_names_is_refused_and_not_shifted_when_the_deal_before_it_goes(save: Save) -> None:
    line = recorded(FOUR + "- Anna 6h p p\n", "r = 3 4 3", save)

    assert line == "raspasy = Boris 3 Vera 4 Gleb 3"
    with pytest.raises(RecordError) as refused:
        evening("Anna 6h p p", line, "undo 1", header=FOUR)
    assert (refused.value.at.record, refused.value.at.field) == (2, "tricks")
