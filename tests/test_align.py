"""Two records of one evening: what differs, and what each difference moves."""

import json
from pathlib import Path

import pytest
from conftest import Run, Save
from hypothesis import given
from hypothesis import strategies as st
from strategies import Evening, evenings, game_of

from pulya.audit.align import align
from pulya.errors import RecordError
from pulya.sheet import Place, differences
from pulya.terms import Points, exact

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: none\n"
OURS = HEAD + "deals:\n- Anna 7h w p = 7\n- Boris 6s w w = 5 3 2\n- Vera 8d w w = 8 1 1\n"


def journals(save: Save, theirs: str) -> tuple[Path, Path]:
    return save(OURS, "anna.pulya"), save(theirs, "boris.pulya")


def test_the_same_evening_in_other_words_agrees(save: Save, run: Run) -> None:
    """Spelling, notes, times, order of names, what may be left out and a fix to the same make no difference."""
    theirs = HEAD + (
        "deals:\n- 21:04 Anna 7 Вист П = 7 2 1 (late)\n- Boris 6s w w = 4 3 3\n- Vera 8d Anna w Boris w = 8 1\n"
        "- fix 2 Boris 6s w w = 5 3\n- paper Anna pool 4\n"
    )
    ours, other = journals(save, theirs)

    assert run("audit", other, "-f", ours).stdout == "Both journals record the same evening.\n"


def test_a_trick_seen_otherwise_is_shown_with_what_it_moves(save: Save, run: Run) -> None:
    """Boris had three tricks in one journal and two in the other: two whists of two each way, at two a trick.

    Vera +2 and Anna -2 on Boris; whists are worth one, so the balances move by two.
    """
    ours, other = journals(save, OURS.replace("= 5 3 2", "= 5 2 3"))

    found = json.loads(run("audit", other, "-f", ours, "--json", code=1).stdout)

    assert found["agrees"] is False
    assert found["rules"] == []
    assert found["deals"] == [
        {
            "record": 2,
            "other": 2,
            "text": "Boris 6s w w = 5 3 2",
            "other_text": "Boris 6s w w = 5 2 3",
            "cells": [
                {"player": "Vera", "column": "whists", "on": "Boris", "points": -2},
                {"player": "Anna", "column": "whists", "on": "Boris", "points": 2},
            ],
            "balance": {"Anna": 2, "Boris": 0, "Vera": -2},
        }
    ]
    assert found["cells"] == [
        {"player": "Anna", "column": "whists", "on": "Boris", "paper": 8, "record": 6},
        {"player": "Vera", "column": "whists", "on": "Boris", "paper": 6, "record": 8},
    ]


def test_a_missing_deal_is_found_between_its_neighbours(save: Save, run: Run) -> None:
    """Without Boris's six: two off his mountain, eight and six whists on him."""
    ours, other = journals(save, OURS.replace("- Boris 6s w w = 5 3 2\n", ""))

    text = run("audit", other, "-f", ours, code=1).stdout

    assert "1 deal differs" in text
    assert "record 2, only here\n  here   Boris 6s w w = 5 3 2\n" in text
    assert "mountain Boris -2, whists Vera on Boris -8, whists Anna on Boris -6" in text


def test_a_deal_that_only_the_other_has(save: Save, run: Run) -> None:
    ours, other = journals(save, OURS + "- Anna 6c p p\n")

    text = run("audit", other, "-f", ours, code=1).stdout

    assert (
        "record 4, only there\n  there  Anna 6c p p\n  as there: pool Anna +2; balances Anna +13 1/3," in text
    )


def test_a_deal_between_others_that_only_the_other_has(save: Save, run: Run) -> None:
    ours, other = journals(save, OURS.replace("- Boris 6s", "- Anna 6c p p\n- Boris 6s"))

    text = run("audit", other, "-f", ours, code=1).stdout

    assert "1 deal differs" in text
    assert "record 2, only there\n  there  Anna 6c p p\n" in text


def test_help_for_somebody_else_moves_figures_and_no_balance(save: Save, run: Run) -> None:
    """Boris has 4, Vera 3 or 5, which decides whom Anna's 2 help; a point and the 10 whists for it even out."""
    head = HEAD.replace("target: none", "target: 10") + "deals:\n- Anna misere = 0\n"
    end = "- Anna 6s p p\n"
    ours = save(head + "- Boris 7d p p\n- fine Vera pool 3 (x)\n" + end, "anna.pulya")
    other = save(head + "- Boris 7d p p\n- fine Vera pool 5 (x)\n" + end, "boris.pulya")

    text = run("audit", other, "-f", ours, code=1).stdout

    assert (
        "record 4 here, 4 there\n"
        "  Anna 6s p p\n"
        "  the same deal, with other numbers after what differs before it\n"
        "  as there: pool Boris -2, whists Anna on Boris -20, pool Vera +2, whists Anna on Vera +20; the balances stay\n"
    ) in text


def test_another_suit_differs_and_moves_nothing(save: Save, run: Run) -> None:
    ours, other = journals(save, OURS.replace("7h", "7d"))

    text = run("audit", other, "-f", ours, code=1).stdout

    assert (
        "record 1 here, 1 there\n  here   Anna 7h w p = 7\n  there  Anna 7d w p = 7\n  moves nothing\n"
        in text
    )
    assert text.endswith("The sheets are the same.\n")


def test_another_declarer_is_a_deal_that_differs(save: Save, run: Run) -> None:
    ours, other = journals(save, OURS.replace("Vera 8d", "Anna 8d"))

    text = run("audit", other, "-f", ours, code=1).stdout

    assert "record 3 here, 3 there\n  here   Vera 8d w w = 8 1 1\n  there  Anna 8d w w = 8 1 1\n" in text


def test_what_follows_from_a_difference_is_told_apart(save: Save, run: Run) -> None:
    """A game that left raspasy is missing there, so the next raspasy cost two there."""
    start = HEAD + "deals:\n- raspasy = Anna 3 Boris 4 Vera 3\n"
    end = "- raspasy = Anna 5 Boris 5 Vera 0\n"
    ours = save(start + "- Vera 6c w p = 6\n" + end, "anna.pulya")
    other = save(start + end, "boris.pulya")

    text = run("audit", other, "-f", ours, code=1).stdout

    assert "record 2, only here\n" in text
    assert (
        "record 3 here, 2 there\n"
        "  raspasy = Anna 5 Boris 5 Vera 0\n"
        "  the same deal, with other numbers after what differs before it\n"
        "  as there: mountain Anna +5, mountain Boris +5, pool Vera +1;"
    ) in text


def test_other_rules_and_another_stake_are_named(save: Save, run: Run) -> None:
    theirs = OURS.replace(
        "target: none", "target: none\nstake: 0.20 EUR\nagreed: {whisting.split: gentleman}"
    )
    ours, other = journals(save, theirs)

    text = run("audit", other, "-f", ours, code=1).stdout

    assert "They begin differently:\n" in text
    assert "whisting.split  greedy  gentleman\n" in text
    assert "stake           –       0.20 EUR\n" in text


def test_records_that_cannot_be_by_our_rules_are_taken_as_they_are(save: Save, run: Run) -> None:
    theirs = (
        OURS.replace("target: none", "target: none\nagreed: {concession.undertricks: 3}")
        + "- Anna 6s concedes\n"
    )
    ours, other = journals(save, theirs)

    text = run("audit", other, "-f", ours, code=1).stdout

    assert "record 4, only there\n  there  Anna 6s concedes\n  as there: mountain Anna +6;" in text


def test_pairs_are_compared_by_their_columns(save: Save, run: Run) -> None:
    """A made six is worth ten to the pair, less two for each trick of the defence."""
    head = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n"
    ours = save(head + "- Anna 6s w w = 6 2 2\n", "anna.pulya")
    other = save(head, "boris.pulya")

    text = run("audit", other, "-f", ours, code=1).stdout

    assert "record 1, only here\n" in text
    assert "as there: points Anna's pair -2; balances Anna -2, Boris +2\n" in text


def test_other_players_are_another_evening(save: Save, run: Run) -> None:
    ours, other = journals(save, OURS.replace("Vera", "Gleb"))

    complaint = run("audit", other, "-f", ours, code=3).stderr

    assert "players: these are not two records of one evening: here play Anna, Boris, Vera\n" in complaint
    assert "hint: write the same names in both\n" in complaint


@given(evening=evenings(), data=st.data())
def test_what_the_deals_move_adds_up_to_the_difference_of_the_sheets(
    evening: Evening, data: st.DataObject
) -> None:
    """A record struck out of a copy is found again, and nothing is moved that the sheets do not show."""
    ours = evening.game
    number = data.draw(st.integers(1, len(ours.ruled)))
    try:
        theirs = game_of(evening.text + f"- undo {number}\n")
    except RecordError:
        return  # what follows can no longer be; there are other numbers

    found = align(ours, theirs)

    moved: dict[Place, Points] = {}
    for one in found:
        for place, points in one.moved.items():
            moved[place] = exact(moved.get(place, 0) + points)
    assert {place: points for place, points in moved.items() if points} == {
        place: exact(now - was) for place, was, now in differences(ours.sheet, theirs.sheet)
    }
    assert any(one.theirs is None for one in found)


@pytest.mark.parametrize("seed", range(3))
def test_a_journal_agrees_with_itself(seed: int, save: Save, run: Run) -> None:
    text = OURS if not seed else OURS + "- raspasy = 3 4 3\n" * seed
    ours, other = save(text, "anna.pulya"), save(text, "boris.pulya")

    run("audit", other, "-f", ours)
