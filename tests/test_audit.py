"""The audit of a paper sheet: each kind of mistake with an example worked by hand, and what several make together."""

import json
import re
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import Run, Save
from hypothesis import given
from hypothesis import strategies as st
from strategies import NAMES, SHIPPED, Evening, evenings, game_of, scored, shipped

from pulya.audit.inquiry import audit
from pulya.audit.lint import oddities
from pulya.audit.mistakes import COSTS
from pulya.record import Fine, Join
from pulya.sheet import places
from pulya.terms import Points, exact
from pulya.view.mistakes import SPOKEN, WORDS

ROOT = Path(__file__).parent.parent
AT_THREE = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: none\n"


class Case(NamedTuple):
    """Deals, figures of the paper, and what the audit puts first; the reason is in ``why``."""

    kind: str
    deals: str
    paper: str
    why: str
    record: int | None = 1
    header: str = AT_THREE
    more: tuple[tuple[str, Any], ...] = ()


# Sochi: a seven is 4 in pool, mountain and whists, an eight 6, a six 2; undertricks pay a consolation to each.
CASES = [
    Case(
        "forgotten",
        "Anna 7h w p = 7",
        "Anna pool 4, Boris whists Anna 0",
        "three tricks at 4 are missing, the pool is right",
    ),
    Case("twice", "Anna 7h w p = 7", "Anna pool 4, Boris whists Anna 24", "three tricks at 4, and again"),
    Case(
        "wrong-player",
        "Anna 7h w p = 7",
        "Boris whists Anna 0, Vera whists Anna 12, Anna pool 4",
        "the 12 of Boris stand in Vera's row",
    ),
    Case(
        "wrong-column",
        "Anna 7h w p = 7",
        "Anna pool 0, Anna mountain 4",
        "4 on the mountain, not in the pool",
    ),
    Case(
        "opposite",
        "Anna 7h w p = 7",
        "Boris whists Anna 0, Anna whists Boris 12, Anna pool 4",
        "12 of Anna on Boris, not of Boris on Anna",
    ),
    Case(
        "opposite",
        "Anna 7h p p",
        "Anna pool 4, Anna mountain 4",
        "at this table a made seven takes 4 off the mountain too; on the paper they were added",
        header=AT_THREE + "agreed: {making.writes: pool-and-mountain}\n",
    ),
    Case(
        "price",
        "Anna 7h w w = 6 2 2",
        "Anna mountain 2, Boris whists Anna 6, Vera whists Anna 6",
        "one down at 4: mountain 4, each 2 tricks and 1 consolation at 4 = 12; at 2 it is 2, 6 and 6",
    ),
    Case(
        "consolation-forgotten",
        "Anna 7h w w = 6 2 2",
        "Anna mountain 4, Boris whists Anna 8, Vera whists Anna 8",
        "only the two tricks at 4 of each",
    ),
    Case(
        "consolation-forgotten",
        "Anna 7h w w = 6 2 2",
        "Anna mountain 4, Boris whists Anna 12, Vera whists Anna 8",
        "Vera's 4 are missing",
    ),
    Case(
        "consolation-forgotten",
        "Anna 7h w p = 6",
        "Anna mountain 4, Boris whists Anna 8, Vera whists Anna 8",
        "gentlemen share 4 tricks and 2 consolations at 4, 24, by 12; without the consolation 16 by 8",
        header=AT_THREE + "agreed: {whisting.split: gentleman}\n",
    ),
    Case(
        "consolation-extra",
        "Anna 7h w w = 6 2 2",
        "Anna mountain 4, Boris whists Anna 12, Vera whists Anna 12, Gleb whists Anna 4",
        "Gleb sits out and gets none at this table, on the paper he has one of 4",
        header="convention: sochi\nplayers: [Anna, Boris, Vera, Gleb]\ntarget: none\n"
        "agreed: {consolation.both-whisted.dealer: 0}\n",
    ),
    Case(
        "consolation-size",
        "Anna 7h w w = 6 2 2",
        "Anna mountain 4, Boris whists Anna 10, Vera whists Anna 10",
        "two tricks at 4 and a consolation of 2",
    ),
    Case(
        "passer-whists",
        "Anna 7h w p = 7 2 1",
        "Anna pool 4, Boris whists Anna 8, Vera whists Anna 4",
        "Vera passed, so her trick is Boris's: 12 and nothing",
    ),
    Case(
        "passer-whists",
        "Anna 7h w p = 6",
        "Anna mountain 4, Boris whists Anna 20, Vera whists Anna 4",
        "gentlemen write 12 each; on the paper Boris has his 4 tricks at 4 and 4, Vera 4",
        header=AT_THREE + "agreed: {whisting.split: gentleman}\n",
    ),
    Case(
        "half-responsibility",
        "Anna 6s w p = 8",
        "Boris mountain 2, Boris whists Anna 4, Anna pool 2",
        "two tricks short at 2 are 4, half of it 2",
    ),
    Case(
        "shortfall-forgotten",
        "Anna 6s w p = 8",
        "Boris mountain 0, Boris whists Anna 4, Anna pool 2",
        "two tricks short at 2 are missing",
    ),
    Case(
        "shortfall-moved",
        "Anna 6s w p = 8",
        "Boris mountain 0, Vera mountain 4, Boris whists Anna 4",
        "the 4 of Boris stand with Vera, who passed",
    ),
    Case(
        "responsibility",
        "Anna 6s w w = 6 4 0",
        "Anna pool 2, Vera mountain 4, Boris whists Anna 8",
        "the pair has its four; each his own even so would be two tricks short at 2 for Vera",
    ),
    Case(
        "raspasy-step",
        "raspasy = 3 4 3; raspasy = Anna 2 Boris 5 Vera 3",
        "Anna mountain 5, Boris mountain 9, Vera mountain 6",
        "3 4 3 at 1; then 2 5 3 at 2 make 7 14 9, at 1 they make 5 9 6",
        record=2,
    ),
    Case(
        "amnesty",
        "raspasy = 3 4 3; raspasy = Anna 4 Boris 3 Vera 3",
        "Anna mountain 8, Boris mountain 7, Vera mountain 6",
        "3 4 3 at 1 and 4 3 3 at 2 make 11 10 9; in the first one 3 are off for everybody",
    ),
    Case(
        "amnesty",
        "raspasy = 3 4 3",
        "Anna mountain 3, Boris mountain 4, Vera mountain 3",
        "with the amnesty of this table 0 1 0",
        header=AT_THREE + "agreed: {raspasy.amnesty: everyone}\n",
    ),
    Case(
        "zero-forgotten",
        "raspasy = 0 6 4",
        "Anna pool 0, Boris mountain 6, Vera mountain 4",
        "no tricks of Anna are worth 1 in the pool",
    ),
    Case(
        "zero-size",
        "raspasy = 3 4 3; raspasy = Anna 0 Boris 6 Vera 4",
        "Anna pool 1, Boris mountain 16, Vera mountain 11",
        "in the second raspasy no tricks are worth 2; the mountains, 4 + 12 and 3 + 8, are right",
        record=2,
    ),
    Case(
        "raspasy-whists",
        "raspasy = 1 3 6",
        "Anna whists Boris 10, Anna whists Vera 25",
        "the lowest writes 3 and 6 tricks at 5, 15 and 30; the differences to his own 1 are 10 and 25",
        header="convention: rostov\nplayers: [Anna, Boris, Vera]\ntarget: none\n",
    ),
    Case(
        "help-forgotten",
        "Anna misere = 0; Boris 8d p p; Anna 6s p p",
        "Anna pool 10, Boris pool 6, Anna whists Boris 0",
        "Anna is closed, so her 2 help Boris: 8, and 20 whists on him",
        record=3,
        header=AT_THREE.replace("none", "10"),
    ),
    Case(
        "help-forgotten",
        "Anna misere = 0; Boris 8d p p; Anna 6s p p",
        "Anna pool 12, Boris pool 6, Anna whists Boris 0",
        "her 2 stayed in her own pool",
        record=3,
        header=AT_THREE.replace("none", "10"),
    ),
    Case(
        "help-whists",
        "Anna misere = 0; Boris 8d p p; Anna 6s p p",
        "Anna pool 10, Boris pool 8, Anna whists Boris 0",
        "Boris got his 2, Anna did not write her 20",
        record=3,
        header=AT_THREE.replace("none", "10"),
    ),
    Case(
        "help-moved",
        "Anna misere = 0; Boris 8d p p; Anna 6s p p",
        "Boris pool 6, Vera pool 2, Anna whists Boris 0, Anna whists Vera 20",
        "Vera was helped, though Boris has more",
        record=3,
        header=AT_THREE.replace("none", "10"),
    ),
    Case(
        "misere-whists",
        "Anna misere = 2",
        "Anna mountain 20, Boris whists Anna 20, Vera whists Anna 20",
        "two tricks at 10 on the mountain, nobody writes whists here",
    ),
    Case(
        "misere-whists",
        "Anna misere = 2",
        "Anna mountain 0, Boris whists Anna 20, Vera whists Anna 20",
        "the whists in place of the mountain",
    ),
    Case(
        "swapped-tricks",
        "Anna 7h w w = 7 2 1",
        "Anna pool 4, Boris whists Anna 4, Vera whists Anna 8",
        "two of Boris and one of Vera at 4 are 8 and 4",
    ),
    Case(
        "tricks",
        "Anna 7h w p = 7",
        "Anna pool 4, Boris whists Anna 8, Vera whists Anna 0",
        "with eight tricks of Anna two are left for Boris",
    ),
    Case(
        "deal-forgotten",
        "Anna 7h w p = 7; Boris 6s w w = 6 2 2",
        "Anna pool 0, Boris whists Anna 0, Boris pool 2, Vera whists Boris 4, Anna whists Boris 4",
        "nothing of the first deal is there, all of the second",
    ),
    Case("deal-twice", "Anna 7h w p = 7", "Anna pool 8, Boris whists Anna 24", "all of it is there twice"),
    Case(
        "wrong-declarer",
        "Anna 7h w p = 7",
        "Anna pool 0, Vera pool 4, Boris whists Anna 0, Boris whists Vera 12",
        "on the paper Vera played it",
        more=(("record", 1),),
    ),
    Case(
        "agreement",
        "Anna 7h w p = 6; Anna 7h w p = 6; Anna 7d w p = 6",
        "Anna mountain 12, Boris whists Anna 36, Vera whists Anna 36",
        "three times 20 for Boris and 4 for Vera; gentlemen share 24 by 12 each time",
        record=None,
        more=(("key", "whisting.split"), ("from", "greedy"), ("to", "gentleman"), ("follows", [1, 2, 3])),
    ),
    Case(
        "digits-swapped",
        "Anna 7h w p = 7; Anna 7h w p = 6",
        "Boris whists Anna 23",
        "12 and 20 are 32; no price makes 23",
        record=2,
    ),
    Case("digits-swapped", "Anna 7h w p = 7", "Anna pool 4, Boris whists Anna 21", "12 written as 21"),
    Case(
        "off-by-ten",
        "Anna 7h w p = 7",
        "Anna pool 4, Boris whists Anna 22",
        "ten more than 12; no price makes it 22",
        record=None,
    ),
    Case(
        "netted",
        "Anna 7h w p = 7; Boris 7h p w = 6",
        "Boris whists Anna 0, Anna whists Boris 8, Boris mountain 4, Anna pool 4",
        "Boris has 12 on Anna, she has 4 tricks and a consolation at 4, 20, on him; 12 are set off",
        record=None,
    ),
    Case(
        "netted",
        "Anna 7h w p = 7; Boris 7h p w = 6",
        "Boris whists Anna 2, Anna whists Boris 10, Boris mountain 4, Anna pool 4",
        "only 10 of the 12 are set off, which moves no balance either",
        record=None,
    ),
    Case(
        "mountains-lowered",
        "raspasy = 3 4 3; Anna misere = 1",
        "Anna mountain 10, Boris mountain 1, Vera mountain 0",
        "13 4 3 with the 3 of Vera struck off all",
        record=None,
    ),
    Case(
        "open-split",
        "Anna 7h w w = 7 ?",
        "Anna pool 4, Boris whists Anna 4, Vera whists Anna 8",
        "nobody told how the three tricks fell; on the paper Boris has one and Vera two",
    ),
]


def journal(save: Save, deals: str, header: str = AT_THREE) -> Path:
    lines = [f"- {deal.strip()}" for deal in deals.split(";")]
    return save(header + "deals:\n" + "\n".join(lines) + "\n")


def cells(paper: str) -> list[str]:
    return [word for cell in paper.split(",") for word in ("--cell", cell.strip())]


def audited(run: Run, path: Path, paper: str, code: int = 1) -> Any:
    return json.loads(run("audit", "-f", path, *cells(paper), "--json", code=code).stdout)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.why}")
def test_the_mistake_is_named_first(case: Case, save: Save, run: Run) -> None:
    path = journal(save, case.deals, case.header)

    best = audited(run, path, case.paper)["explanations"][0]

    assert best["leaves"] == 0
    [mistake] = best["mistakes"]
    assert (mistake["kind"], mistake["record"]) == (case.kind, case.record)
    assert [mistake[key] for key, _ in case.more] == [value for _, value in case.more]
    assert mistake["text"].startswith(
        f"record {case.record}, " if case.record else ("the whole evening", "a sum", "no mistake")
    )


def test_every_kind_has_its_example_its_cost_and_its_words() -> None:
    assert {case.kind for case in CASES} == set(COSTS) == set(WORDS) | set(SPOKEN)


def test_every_kind_is_named_in_the_readme() -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("\n## For scripts\n")[2].partition("\n## ")[0]

    assert [kind for kind in COSTS if f"`{kind}`" not in section] == []


def test_the_whole_answer_for_programs(save: Save, run: Run) -> None:
    """Two tricks of Vera at 4 are 8, and her consolation of 4 is missing on the paper."""
    path = journal(save, "Anna 7h w w = 6 2 2")

    found = audited(run, path, "Anna mountain 4, Boris whists Anna 12, Vera whists on Anna 8")

    assert {key: value for key, value in found.items() if key != "explanations"} == {
        "agrees": False,
        "cells": [{"player": "Vera", "column": "whists", "on": "Anna", "paper": 8, "record": 12}],
    }
    assert found["explanations"][0] == {
        "rank": 1,
        "mistakes": [
            {
                "kind": "consolation-forgotten",
                "record": 1,
                "writes": [
                    {
                        "player": "Vera",
                        "column": "whists",
                        "on": "Anna",
                        "points": 4,
                        "rule": "consolation.both-whisted.whister",
                        "why": "1 undertrick x 4",
                    }
                ],
                "paper": [],
                "text": "record 1, Anna 7h w w = 6 2 2: consolation not written; right is whists Vera on Anna 4",
            }
        ],
        "leaves": 0,
    }
    assert all(one["rank"] > 1 for one in found["explanations"][1:])


def test_a_paper_that_agrees(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7")

    assert run("audit", "-f", path, *cells("Anna pool 4, Boris висты на Anna 12")).stdout == (
        "The paper agrees with the record: 2 figures.\n"
    )
    assert audited(run, path, "Anna pool 4", code=0) == {"agrees": True, "cells": [], "explanations": []}


def test_the_page_says_which_record_what_is_right_and_by_which_rule(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7; Boris 6s p p; Anna 7d w p = 7")
    paper = save(
        "sheet:\n  Anna: {pool: 8}\n  Boris: {pool: 2, whists: {Anna: 12}}\n  Vera: {whists: {Anna: 0}}\n",
        "p.yaml",
    )

    shown = run("audit", paper, "-f", path, code=1).stdout

    assert shown.startswith(
        "player         column      paper    record    difference\n"
        "-------------  --------  -------  --------  ------------\n"
        "Boris on Anna  whists         12        24           -12\n"
        "\n"
        "One mistake explains all of it:\n"
        "\n"
        "1. record 1, Anna 7h w p = 7: not written\n"
        "     right  whists  Boris on Anna  12  = 3 tricks x 4  contracts.7.whist (sochi.yaml:22)\n"
        "     or just as well in records 3\n"
    )


def test_a_whole_paper_file_and_a_bare_mapping_are_read_alike(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7")
    whole = save(AT_THREE + "sheet: {Anna: {pool: 3}}\n", "whole.pulya")
    bare = save("Anna: {pool: 3}\n", "bare.yaml")

    answers = [run("audit", one, "-f", path, code=1).stdout for one in (whole, bare)]

    assert answers[0] == answers[1] == run("audit", "-f", path, "--cell", "Anna pool 3", code=1).stdout


def test_a_paper_may_be_in_russian(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7")
    paper = save("sheet: {Anna: {Пуля: 4, гора: 0}, Boris: {висты: {Anna: 12}}}\n", "p.yaml")
    twice = save("sheet: {Anna: {pool: 4, пуля: 4}}\n", "twice.yaml")

    assert run("audit", paper, "-f", path).stdout == "The paper agrees with the record: 3 figures.\n"
    complaint = run("audit", twice, "-f", path, code=3).stderr
    assert "twice.yaml:1, sheet.Anna.пуля: one figure of the paper is given twice\n" in complaint


def test_a_paper_beside_the_only_journal_needs_no_other_name(
    save: Save, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    journal(save, "Anna 7h w p = 7")
    save(AT_THREE + "sheet: {Anna: {pool: 4}}\n", "paper.pulya")
    monkeypatch.chdir(tmp_path)

    assert "agrees" in run("audit", "paper.pulya").stdout

    save(AT_THREE + "deals:\n", "another.pulya")
    assert "several journals" in run("audit", "paper.pulya", code=3).stderr


def test_equals_are_shown_as_equals(save: Save, run: Run) -> None:
    """Two deals alike: one of them has its 12 missing, and nobody can say which."""
    path = journal(save, "Anna 7h w p = 7; Anna 7d w p = 7")

    best = [
        one
        for one in audited(run, path, "Anna pool 8, Boris whists Anna 12")["explanations"]
        if one["rank"] == 1
    ]

    assert [[mistake["record"] for mistake in one["mistakes"]] for one in best] == [[1], [2]]


def test_an_agreeing_checkpoint_clears_what_was_before_it(save: Save, run: Run) -> None:
    """After record 1 the paper had the 12 of the first deal; so the 12 of the second are missing."""
    path = journal(save, "Anna 7h w p = 7; paper Boris whists Anna 12; Anna 7d w p = 7")

    found = audited(run, path, "Anna pool 8, Boris whists Anna 12")["explanations"]

    assert {mistake["record"] for one in found if one["rank"] == 1 for mistake in one["mistakes"]} == {3}
    assert all(mistake["record"] != 1 for one in found for mistake in one["mistakes"])


def test_a_disagreeing_checkpoint_clears_what_is_after_it(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7; paper Boris whists Anna 0; Anna 7d w p = 7")

    found = audited(run, path, "Anna pool 8, Boris whists Anna 12")["explanations"]

    assert {mistake["record"] for one in found if one["rank"] == 1 for mistake in one["mistakes"]} == {1}


def test_a_checkpoint_of_a_cell_that_was_put_right_since_says_nothing(save: Save, run: Run) -> None:
    """Boris's 12 were missing after record 1; the paper has them now, and lacks the pool of record 3."""
    path = journal(save, "Anna 7h w p = 7; paper Boris whists Anna 0; Vera 7d w p = 7")

    best = audited(run, path, "Boris whists Anna 12, Vera pool 0, Anna whists Vera 12")["explanations"][0]

    assert (best["leaves"], [mistake["record"] for mistake in best["mistakes"]]) == (0, [3])


def test_an_agreement_has_to_agree_with_the_checkpoints(save: Save, run: Run) -> None:
    """Greedy after record 1, so it was not gentleman whist all evening: from then on 40 and 8 became 24 and 24."""
    path = journal(save, "Anna 7h w p = 6; paper Boris whists Anna 20; Anna 7h w p = 6; Anna 7d w p = 6")

    found = audited(run, path, "Anna mountain 12, Boris whists Anna 44, Vera whists Anna 28")["explanations"]

    assert not any(mistake["kind"] == "agreement" for one in found for mistake in one["mistakes"])


def test_without_a_paper_the_newest_paper_records_are_compared(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7; paper Anna pool 4 whists Boris 0; paper Boris whists Anna 0")

    found = json.loads(run("audit", "-f", path, "--json", code=1).stdout)

    assert found["cells"] == [{"player": "Boris", "column": "whists", "on": "Anna", "paper": 0, "record": 12}]
    assert found["explanations"][0]["mistakes"][0]["kind"] == "forgotten"


def test_a_wrong_pool_decides_later_who_is_helped(save: Save, run: Run) -> None:
    """Without Anna's first 6 she has 2 on paper and Vera 4, so Boris's surplus of 2 went to Vera.

    By the record Anna has 8 and gets the 2: Anna 10, Vera 4, 20 whists on Anna.
    """
    path = journal(
        save,
        "Anna 8d p p; Boris misere = 0; Vera 7h p p; Anna 6s p p; Boris 6s p p",
        AT_THREE.replace("none", "10"),
    )

    paper = "Anna pool 2, Boris pool 10, Vera pool 6, Boris whists Vera 20, Boris whists Anna 0"
    best = audited(run, path, paper)["explanations"][0]

    [mistake] = best["mistakes"]
    assert (mistake["record"], mistake["follows"], best["leaves"]) == (1, [5], 0)


def test_a_forgotten_raspasy_lowers_the_count_of_the_next(save: Save, run: Run) -> None:
    """Without the first one, 2 5 3 at 2 become 2 5 3 at 1, and 3 4 3 are missing."""
    path = journal(save, "raspasy = Anna 3 Boris 4 Vera 3; raspasy = Anna 2 Boris 5 Vera 3")

    best = audited(run, path, "Anna mountain 2, Boris mountain 5, Vera mountain 3")["explanations"][0]

    [mistake] = best["mistakes"]
    assert (mistake["kind"], mistake["record"], mistake["follows"]) == ("deal-forgotten", 1, [2])


def test_two_mistakes_together(save: Save, run: Run) -> None:
    """Boris's 12 are missing, and the mountain of Vera's game, 6, is written twice."""
    path = journal(save, "Anna 7h w p = 7; Vera 8d w w = 7 2 1")
    paper = "Anna pool 4, Boris whists Anna 0, Vera mountain 12, Anna whists Vera 18, Boris whists Vera 12"

    best = audited(run, path, paper)["explanations"][0]

    assert [(one["kind"], one["record"]) for one in best["mistakes"]] == [("forgotten", 1), ("twice", 2)]
    assert best["leaves"] == 0
    shown = run("audit", "-f", path, *cells(paper), code=1).stdout
    assert "No single mistake explains it; 2 together do:\n" in shown


def test_three_mistakes_together(save: Save, run: Run) -> None:
    """As with two, and Anna's 4 of the raspasy stand with Boris: 0 and 7; Vera's 3 make 15 of her 12."""
    path = journal(save, "Anna 7h w p = 7; Vera 8d w w = 7 2 1; raspasy = Anna 4 Boris 3 Vera 3")
    paper = (
        "Anna pool 4, Boris whists Anna 0, Vera mountain 15, Anna whists Vera 18, Boris whists Vera 12,"
        "Anna mountain 0, Boris mountain 7"
    )

    best = audited(run, path, paper)["explanations"][0]

    assert [(one["kind"], one["record"]) for one in best["mistakes"]] == [
        ("forgotten", 1),
        ("twice", 2),
        ("wrong-player", 3),
    ]


def test_what_is_left_is_said(save: Save, run: Run) -> None:
    """97 on Boris's mountain come from nowhere; the 12 are still found."""
    path = journal(save, "Anna 7h w p = 7; Vera 8d w w = 7 2 1")
    paper = "Anna pool 4, Boris whists Anna 0, Boris mountain 97"

    best = audited(run, path, paper)["explanations"][0]

    assert (best["leaves"], [mistake["record"] for mistake in best["mistakes"]]) == (1, [1])
    shown = run("audit", "-f", path, *cells(paper), code=1).stdout
    assert "Nothing known here explains all of it. The best leaves 1 figure unexplained:\n" in shown
    assert "1. leaves mountain Boris\n" in shown


def test_when_nothing_explains_anything_it_says_so(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7")

    shown = run("audit", "-f", path, "--cell", "Vera mountain 97", code=1).stdout

    assert "Vera      mountain       97         0           +97\n" in shown
    assert shown.endswith("No mistakes known here, up to three together, explain any of it.\n")
    assert audited(run, path, "Vera mountain 97")["explanations"] == []


def test_a_paper_of_pairs_has_two_figures(save: Save, run: Run) -> None:
    """A made six is worth ten, less two for each of four tricks of the defence: 2, under any player of the pair."""
    path = save("convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 6s w w = 6 2 2\n")
    paper = save("sheet: {Vera: 0, Boris: 0}\n", "paper.yaml")

    for words in ((paper,), ("--cell", "Vera 0")):
        found = json.loads(run("audit", *words, "-f", path, "--json", code=1).stdout)
        assert found["cells"] == [{"player": "Anna", "column": "column", "paper": 0, "record": 2}]
        best = found["explanations"][0]
        assert [(one["kind"], one["record"]) for one in best["mistakes"]] == [("forgotten", 1)]
    assert (
        "--cell.Egor: `Egor` is none of the players"
        in run("audit", "--cell", "Egor 2", "-f", path, code=3).stderr
    )


def test_a_figure_that_cannot_be_read_is_refused_with_its_place(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7")
    paper = save("sheet: {Anna: {pol: 3}}\n", "p.yaml")

    assert (
        "pulya: --cell: nobody here is called 'Egor'"
        in run("audit", "-f", path, "--cell", "Egor pool 3", code=5).stderr
    )
    assert (
        "p.yaml:1, sheet.Anna.pol: a sheet has no column `pol`"
        in run("audit", paper, "-f", path, code=3).stderr
    )
    misnamed = run("audit", "-f", path, "--cell", "Vera whist Boris 6", code=5).stderr.splitlines()
    assert misnamed == [
        "pulya: --cell: 'whist' is no column",
        "  hint: write `Boris whists Anna 24`, `Anna pool 14` or `Anna mountain 6`",
    ]


def test_without_a_figure_of_the_paper_nothing_can_agree(save: Save, run: Run) -> None:
    told = run("audit", "-f", journal(save, "Anna 7h w p = 7"), code=2).stderr

    assert "no figure of the paper is given; name a file, or take --cell, or write a `paper` record" in told


def test_full_responsibility_looks_like_half_of_it_twice(save: Save, run: Run) -> None:
    """At this table two tricks short on a six are 2; 4 are twice that, or the price of full responsibility."""
    path = journal(save, "Anna 6s w p = 8", AT_THREE + "agreed: {contracts.6.shortfall: 1}\n")

    shown = run(
        "audit", "-f", path, *cells("Boris mountain 4, Boris whists Anna 4, Anna pool 2"), code=1
    ).stdout

    assert "\n1. record 1, Anna 6s w p = 8: written twice\n" in shown
    assert "record 1, Anna 6s w p = 8: full responsibility instead of half\n" in shown


def test_a_ten_lost_in_a_sum_is_told_without_a_record(save: Save, run: Run) -> None:
    path = journal(save, "Anna 7h w p = 7; Anna 7d w p = 7")

    shown = run("audit", "-f", path, *cells("Anna pool 8, Boris whists Anna 14"), code=1).stdout

    assert "\n1. a sum of whists Boris on Anna added wrongly, ten too few\n" in shown


def test_too_many_explanations_are_counted(run: Run) -> None:
    """Two cells of a long evening say little: what cannot be shown is counted, equals of the last one too."""
    sample = ROOT / "samples" / "sochi-three" / "evening.pulya"

    shown = run("audit", "-f", sample, *cells("Vera whists Boris 8, Boris mountain 33"), code=1).stdout

    assert re.search(
        r"\n\d+ more explanations: --json has them; \d+ of them as likely as the last\.\n$", shown
    )


def test_what_was_struck_out_is_nobody_s_mistake(save: Save, run: Run) -> None:
    """The first deal never happened, so the 12 that are missing are those of the second."""
    path = journal(save, "Anna 7h w p = 7; Anna 7d w p = 7; undo 1")

    best = audited(run, path, "Anna pool 4, Boris whists Anna 0")["explanations"]

    assert {mistake["record"] for one in best for mistake in one["mistakes"]} <= {2, None}


# What cannot be on a bare sheet.


@pytest.mark.parametrize("name", SHIPPED)
def test_an_empty_sheet_is_never_odd(name: str) -> None:
    convention = shipped(name).convention
    players = ", ".join(NAMES[: max(convention.table.players)])
    game = game_of(f"convention: {name}\nplayers: [{players}]\ndeals:\n")

    assert oddities({place: place.figure(game.sheet) for place in places(game.sheet)}, game.header) == []


THREE = "players: [Anna, Boris, Clara]\n"
NOT_ODD = {
    "a prize that three of four share": (
        "convention: skachki\nplayers: [Anna, Boris, Clara, Dmitri]\ntarget: 2\n",
        "Clara 6 concedes 1; Boris 6 p p",
        "concession.undertricks: 3",
    ),
    "a prize on the totals": (
        f"convention: skachki\n{THREE}target: 2\n",
        "Anna 6 p p",
        "series.rounds: 1, series.final: {largest-pool: 75, least-mountain: 0}",
    ),
    "a compulsory raspasy at a price of its own": (
        f"convention: leningrad\n{THREE}",
        "Anna misere = 1; raspasy = 3 4 3",
        "raspasy.compulsory: [{when: failed-misere, price: [3]}]",
    ),
    "a premium on somebody who has not played yet": (
        f"convention: sochi\n{THREE}target: 2\n",
        "Anna 6 p p",
        "premiums: [{for: first-pool, each: {3: 60, 4: 60, 5: 60}}]",
    ),
    "what a pool as large as a game leaves for another": (
        f"convention: sochi\n{THREE}target: 4\n",
        "Anna 8 p p",
        "raspasy.zero.to: nowhere, contracts.6.pool: 4",
    ),
    "a list without the six of spades": (
        f"convention: razboinik\n{THREE}",
        "Anna 6d w p = 6",
        "checklist.contracts: [6d, misere]",
    ),
}


@pytest.mark.parametrize("played", NOT_ODD)
def test_what_rare_agreements_write_is_not_odd(played: str) -> None:
    head, records, agreed = NOT_ODD[played]
    deals = "".join(f"- {record}\n" for record in records.split("; "))
    game = game_of(f"{head}agreed: {{{agreed}}}\ndeals:\n{deals}")

    assert oddities({place: place.figure(game.sheet) for place in places(game.sheet)}, game.header) == []


def test_prizes_count_among_the_numbers_of_races(save: Save, run: Run) -> None:
    """A prize of 100, shared by two it is 50; whists come in steps of 2."""
    head = "convention: skachki\nplayers: [Anna, Boris, Vera]\n"
    path = save(head + "sheet: {Anna: {whists: {Boris: 50}}, Vera: {whists: {Boris: 51}}}\n")

    shown = run("audit", path, "--bare", code=1).stdout

    assert "Anna on Boris" not in shown
    assert "whists Vera on Boris 51: numbers of this column come in steps of 2 here" in shown


LENINGRAD = "convention: leningrad\nplayers: [Anna, Boris, Vera]\n"


@pytest.mark.parametrize(
    ("header", "sheet", "why"),
    [
        (
            LENINGRAD,
            "Anna: {mountain: 11}",
            "mountain Anna 11: numbers of this column come in steps of 2 here",
        ),
        (
            LENINGRAD,
            "Anna: {whists: {Boris: 2}}",
            "whists Anna on Boris 2: no deals add up to it; the smallest numbers are 4, 8, 12",
        ),
        (
            AT_THREE,
            "Anna: {whists: {Boris: 7}}",
            "whists Anna on Boris 7: numbers of this column come in steps of 2 here",
        ),
        (
            AT_THREE.replace("none", "20"),
            "Anna: {pool: 22}",
            "pool Anna 22: above 20: what is over helps another here (help.to)",
        ),
        (
            AT_THREE,
            "Anna: {whists: {Boris: -2}}",
            "whists Anna on Boris -2: below nought: only a fine can do that",
        ),
        (
            AT_THREE,
            "Anna: {whists: {Boris: 12}}\n  Boris: {pool: 0, mountain: 0}",
            "whists Anna on Boris 12: Boris has neither made nor failed a game",
        ),
        (
            AT_THREE + "agreed: {contracts.misere.pool: 0, help.to: nobody, raspasy.zero.to: nowhere}\n",
            "Anna: {pool: 3}",
            "pool Anna 3: numbers of this column come in steps of 2 here",
        ),
    ],
)
def test_what_cannot_be_on_a_bare_sheet_is_said(
    header: str, sheet: str, why: str, save: Save, run: Run
) -> None:
    path = save(f"{header}sheet:\n  {sheet}\n")

    assert f"\n  {why}\n" in run("audit", path, "--bare", code=1).stdout
    [warning, *_] = json.loads(run("audit", path, "--bare", "--json", code=1).stdout)["warnings"]
    assert why.endswith(warning["text"])
    checked = run("check", path).stdout
    assert f"note: {path}:" in checked
    assert why in checked


def test_a_sheet_that_can_be_is_left_alone(save: Save, run: Run) -> None:
    path = save(
        AT_THREE + "sheet:\n  Anna: {pool: 14, mountain: 7, whists: {Boris: 30000}}\n  Boris: {pool: 1}\n"
    )

    assert run("audit", path, "--bare").stdout == "Nothing on this sheet speaks against Sochi.\n"
    assert run("check", path).stdout == f"{path}: 0 records, all well\n"


def test_a_sheet_alone_in_its_folder_is_judged_by_itself(
    save: Save, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save(LENINGRAD + "sheet: {Anna: {mountain: 11}}\n", "paper.pulya")
    monkeypatch.chdir(tmp_path)

    assert "steps of 2" in run("audit", "paper.pulya", code=1).stdout


def test_whists_on_oneself_are_refused(save: Save, run: Run) -> None:
    path = save(AT_THREE + "sheet: {Anna: {whists: {Anna: 4}}}\n")

    assert "Anna cannot have whists on himself" in run("check", path, code=1).stdout


def test_check_names_the_first_figure_that_disagrees_and_where_to_look(save: Save, run: Run) -> None:
    path = journal(
        save, "Anna 7h w p = 7; paper Anna pool 4; Anna 6d w p = 6; paper Anna pool 4; paper Boris mountain 2"
    )

    shown = run("check", path, code=1).stdout

    assert (
        "record 4, Anna pool: the paper has 4, the record comes to 6\n"
        "   hint: it is the first that disagrees: look at records 3 to 3, or let `pulya audit` look\n"
    ) in shown
    assert (
        "record 5, Boris mountain: the paper has 2, the record comes to 0\n   hint: `pulya explain Boris mountain`"
        in shown
    )


# Laws.

WRONG_BY: list[Points] = [2, -4, 10, 27, Fraction(1, 2), 999_999]


@given(evening=evenings(), data=st.data())
def test_an_explanation_explains_exactly_what_it_says(evening: Evening, data: st.DataObject) -> None:
    """Whatever stands on the paper: its mistakes add up to the difference in every figure that it does not leave."""
    game = evening.game
    places_ = places(game.sheet)
    paper = {
        place: place.figure(game.sheet) for place in data.draw(st.lists(st.sampled_from(places_), min_size=1))
    }
    for place in data.draw(st.lists(st.sampled_from(sorted(paper)), max_size=3)):
        paper[place] = exact(paper[place] + data.draw(st.sampled_from(WRONG_BY)))

    found = audit(game, paper)

    assert bool(found.differing) == any(place.figure(game.sheet) != points for place, points in paper.items())
    for one in found.explanations:
        for mistakes in islice(one.sets(), 5):
            for figure in found.shown:
                if figure.place not in one.leaves:
                    moved = sum(
                        change.points
                        for mistake in mistakes
                        for change in mistake.changes
                        if change.place == figure.place and change.at <= figure.at
                    )
                    assert moved == figure.off, (figure, mistakes)
    assert [one.rank for one in found.explanations] == sorted(one.rank for one in found.explanations)


@given(evening=evenings())
def test_a_paper_that_shows_the_record_agrees(evening: Evening) -> None:
    game = evening.game

    found = audit(game, {place: place.figure(game.sheet) for place in places(game.sheet)})

    assert (found.differing, found.explanations) == ([], ())


@given(evening=scored())
def test_nothing_on_the_sheet_of_a_played_evening_is_odd(evening: Evening) -> None:
    """What deals have come to can be come to; fines and opening figures are another matter."""
    game = evening.game
    if "sheet:" in evening.text or any(isinstance(one.record, Fine | Join) for one in game.ruled):
        return

    assert oddities({place: place.figure(game.sheet) for place in places(game.sheet)}, game.header) == []
