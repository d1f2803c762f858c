"""Undo and fix, sentence by sentence: what stands, what a correction may aim at, and what it makes impossible."""

import pytest
from conftest import Run, Save
from strategies import game_of

from pulya.errors import RecordError
from pulya.evening import open_evening
from pulya.game import Game
from pulya.recording import with_record
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


def test_what_two_undos_strike_out_stays_out_when_one_of_them_is_taken_back() -> None:
    """Record 4 strikes the six out again; it stands whatever becomes of record 2."""
    assert pool(SIX, "undo 1", "undo 2", "undo 1", "undo 3") == 0
    assert pool(SIX, "undo 1", "undo 2", "undo 1", "undo 3", "undo 2") == 0
    assert pool(SIX, "undo 1", "undo 2", "undo 1", "undo 3", "undo 2", "undo 4") == 2


def test_an_undo_of_a_fix_brings_the_record_back_as_it_was() -> None:
    assert pool(SIX, "fix 1 " + EIGHT, "undo 2") == 2


def test_an_undo_of_a_fix_does_not_bring_back_what_another_undo_struck_out() -> None:
    """Record 3 strikes the six out; record 4 only takes the reading of record 2 away."""
    assert pool(SIX, "fix 1 " + EIGHT, "undo 1", "undo 2") == 0


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

    assert lines[lines.index(f"1  {EIGHT}  [read as in 3]") + 1] == f"was: {SIX}"
    assert f"2  {SEVEN}  [struck out by 4]" in lines


def test_the_log_has_the_times_of_corrections_and_the_note_of_a_fix(save: Save, run: Run) -> None:
    journal = save(
        f"{HEADER}- 21:04 {SIX}\n- 21:09 {SEVEN}\n- 21:10 fix 1 {EIGHT} (misheard)\n- 21:12 undo 2\n"
    )

    lines = [line.strip() for line in run("log", journal).stdout.splitlines() if line.startswith("  ")]

    assert lines[lines.index(f"1  {EIGHT} (misheard)  [read as in 3, 21:10]") + 1] == f"was: 21:04 {SIX}"
    assert f"2  21:09 {SEVEN}  [struck out by 4, 21:12]" in lines


def test_a_bare_undo_means_a_record_again_that_was_brought_back() -> None:
    """Record 3 takes back 2, record 4 takes back 3, so 5 takes back 2 again."""
    game = evening(SIX, SEVEN, "undo", "undo 3", "undo")

    assert [one.aim for one in game.ruled[2:]] == [2, 3, 2]
    assert [one.struck_by for one in game.ruled[:3]] == [None, 5, 4]


def test_a_bare_undo_never_means_an_undo_that_was_refused(save: Save, run: Run) -> None:
    """Record 2 is refused, struck out by 5, and stands again after 6; so 7 means record 1, and 9 cannot mend that."""
    journal = save(
        f"{HEADER}- {SIX}\n- undo 99\n- {SEVEN}\n- undo\n- undo 2\n- undo 5\n- undo\n- {EIGHT}\n- fix 1 misdeal\n"
    )

    found = run("check", journal, code=1).stdout

    assert "record 2, number: there is no record 99 before this one" in found
    assert "record 9, number: record 1 was struck out by record 7" in found


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
    item, _ = with_record(open_evening(str(save(journal))), text, "en")
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


def shown(correction: str, save: Save, run: Run, *records: str, header: str = HEADER) -> list[str]:
    """Return what `add` shows of a correction, line by line."""
    path = save(header + "".join(f"- {record}\n" for record in records))
    return [line.strip() for line in run("add", "-f", path, "--dry-run", correction).stdout.splitlines()]


def test_a_correction_shows_which_prices_of_raspasy_move(save: Save, run: Run) -> None:
    """Without the first the second costs 1 a trick, not 2; the records are written from the first hand on."""
    named = "raspasy = Anna 3 Boris 4 Vera 3"
    lines = shown("undo 1", save, run, named, named)

    assert lines[:2] == ["3  undo 1", f"it was: {named}"]
    at = lines.index(f"2  {named}")
    assert lines[at : at + 6] == [
        f"2  {named}",
        "Vera deals, not Anna",
        "a trick costs 1, not 2",
        "mountain, Boris: 4 (4 tricks x 1), was 8",
        "mountain, Vera: 3 (3 tricks x 1), was 6",
        "mountain, Anna: 3 (3 tricks x 1), was 6",
    ]


def test_a_correction_shows_which_exits_move(save: Save, run: Run) -> None:
    """After two raspasy in a row the lowest contract is eight here, after one seven."""
    hard = HEADER.replace("deals:", "agreed: {raspasy.exit.levels: [7, 8]}\ndeals:")
    lines = shown("fix 1 misdeal", save, run, "raspasy = 3 4 3", "raspasy = 3 4 3", EIGHT, header=hard)

    assert lines[lines.index(f"3  {EIGHT}") + 1] == "the lowest contract is 7, not 8"


def test_a_correction_shows_which_help_and_closings_move(save: Save, run: Run) -> None:
    """To four: Anna closes with the second six, and the eight of hers then helps; without the first she needs 2 of it."""
    short = HEADER.replace("deals:", "target: 4\ndeals:")
    lines = shown("undo 1", save, run, SIX, "Anna 6s p p", SIX, header=short)

    second, third = lines.index("2  Anna 6s p p"), lines.index(f"3  {SIX}")
    assert "the pool of Anna does not close here" in lines[second:third]
    assert lines[third + 1 : third + 5] == [
        "the pool of Anna closes here",
        "pool, Boris: nothing, was 2",
        "whists, Anna on Boris: nothing, was 20",
        "pool, Anna: 2 (made: 2), was 0",
    ]


def test_a_correction_shows_which_prizes_move(save: Save, run: Run) -> None:
    """Who closes first gets 100 whists on each of the others; the second eight was 6 points of help at 10 whists."""
    header = HEADER.replace(
        "deals:", "target: 6\nagreed: {premiums: [{for: first-pool, each: {3: 100, 4: 100, 5: 100}}]}\ndeals:"
    )
    lines = shown("undo 1", save, run, EIGHT, EIGHT, header=header)

    assert "whists, Anna on Boris: nothing, was 100" in lines
    assert "whists, Anna on Boris: 100 (first to close the pool: 100), was 60" in lines


def test_a_correction_shows_the_end_of_a_race_that_moves(save: Save, run: Run) -> None:
    races = "convention: skachki\nplayers: [Anna, Boris, Vera]\ntarget: 4\ndeals:\n"
    lines = shown("undo 1", save, run, SIX, SIX, SIX, header=races)

    assert lines[lines.index(f"2  {SIX}") + 2] == "no race ends here"
    assert lines[lines.index(f"3  {SIX}") + 1] == "a race ends here"


def test_an_undo_of_an_undo_shows_what_stands_again(save: Save, run: Run) -> None:
    lines = shown("undo 2", save, run, SIX, "undo 1")

    assert lines[: lines.index("")] == [
        "3  undo 2",
        "it was: undo 1",
        "Writes change in record 1.",
        f"1  {SIX}",
        "stands again",
        "pool, Anna: 2 (made: 2), was 0",
    ]


def test_a_fix_shows_the_new_reading_of_its_record(save: Save, run: Run) -> None:
    lines = shown(f"fix 1 {EIGHT}", save, run, SIX)

    assert lines[3:6] == [f"1  {SIX}", f"is read as {EIGHT}", "pool, Anna: 6 (made: 6), was 2"]


def test_an_undo_of_a_fix_shows_that_the_record_counts_as_it_was_written(save: Save, run: Run) -> None:
    lines = shown("undo 2", save, run, SIX, f"fix 1 {EIGHT}")

    assert lines[:5] == [
        "3  undo 2",
        f"it was: fix 1 {EIGHT}",
        "Writes change in record 1.",
        f"1  {SIX}",
        "is read again as it was written",
    ]
    assert shown("undo 3", save, run, SIX, f"fix 1 {SEVEN}", f"fix 1 {EIGHT}")[4] == f"is read as {SEVEN}"


def test_of_many_records_that_move_the_first_are_shown(save: Save, run: Run) -> None:
    """Of ten raspasy, each dearer than the one before, the first goes and each of the others costs one less."""
    agreed = HEADER.replace("deals:", "agreed: {raspasy.price: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}\ndeals:")
    lines = shown("undo 1", save, run, *["raspasy = Anna 3 Boris 4 Vera 3"] * 10, header=agreed)

    assert "and 4 records more" in lines
    assert "Writes change in records 1, 2, 3, 4, 5, 6, 7, 8, 9, 10." in lines


def test_what_changes_nothing_says_so(save: Save, run: Run) -> None:
    lines = shown("fix 1 Anna 6s p p", save, run, SIX)

    assert lines[2:] == [f"1  {SIX}", "is read as Anna 6s p p", "No figure of the sheet changes."]


def test_a_record_that_becomes_impossible_is_named_with_the_way_out(save: Save, run: Run) -> None:
    hard = HEADER.replace("deals:", "agreed: {raspasy.exit.levels: [7]}\ndeals:")
    path = save(f"{hard}- {SEVEN}\n- {SIX}\n")

    said = run("fix", "-f", path, 1, "raspasy = 3 4 3", code=5).stderr

    assert said.startswith("pulya: record 2, contract: record 2 could then no longer be: after 1 raspasy")
    assert "  hint: nothing was written; first `fix 2 RECORD` or `undo 2`, and then this again\n" in said
    run("undo", "-f", path, 2)
    run("fix", "-f", path, 1, "raspasy = 3 4 3")


def test_an_undo_of_a_deal_that_moves_the_dealers_says_to_fix_it_instead(save: Save, run: Run) -> None:
    """Without Anna's deal the second is Gleb's at a table of four, and Anna, who sat it out by name, plays it."""
    path = save(f"{FOUR}- Anna 6h p p\n- raspasy = Boris 3 Vera 4 Gleb 3\n")

    said = run("undo", "-f", path, 1, code=5).stderr

    assert "pulya: record 2, tricks: record 2 could then no longer be: " in said
    assert "if it was dealt, `fix 1 RECORD`; if not, first `fix 2 RECORD` or `undo 2`\n" in said
    run("undo", "-f", path, 2)
    run("undo", "-f", path, 1)


def test_a_fix_that_cannot_be_itself_is_refused_for_what_it_says(save: Save, run: Run) -> None:
    path = save(f"{HEADER}- {SIX}\n- {SEVEN}\n")

    said = run("fix", "-f", path, 1, "raspasy = 3 9 3", code=5).stderr

    assert said.split("\n")[:4] == [
        "pulya: record 3, tricks: the tricks add up to 15, not to ten",
        "  hint: three hands of ten cards make ten tricks; count again",
        "    fix 1 raspasy = 3 9 3",
        "                    ^^^^^",
    ]
