"""Open records: the declarer's tricks are known, how the others fell between the two defenders is not."""

import pytest
from conftest import Rows, Run, Save
from hypothesis import given
from hypothesis import strategies as st
from strategies import NAMES, SHIPPED, and_then, game_of, shipped

from pulya import journal
from pulya.errors import RecordError
from pulya.evening import Evening, open_evening
from pulya.game import Game
from pulya.play.loop import Loop
from pulya.sheet import Place, Sheet, places
from pulya.terms import Player, Points
from pulya.view.page import Page

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"


def evening(*records: str, head: str = HEAD) -> Game:
    return game_of(f"{head}deals:\n" + "".join(f"- {record}\n" for record in records))


def told(game: Game) -> dict[str, tuple[Points, Points]]:
    """Return the cells that the newest record leaves open, each with its least and its most."""
    return {
        " ".join(part for part in one.place if part): (one.least, one.most) for one in game.ruled[-1].ranges
    }


def test_a_pair_that_owes_nothing_leaves_only_its_whists_open() -> None:
    # Three tricks of the defence at 4: nobody, or all of them. Together they have the two that a seven owes.
    assert told(evening("Anna 7h w w = 7 ?")) == {
        "Boris whists Anna": (0, 12),
        "Vera whists Anna": (0, 12),
    }


def test_a_pair_that_is_short_leaves_its_mountains_open() -> None:
    # One trick where two are owed, one each: who has none writes 4 on his mountain.
    assert told(evening("Anna 7h w w = 9 ?")) == {
        "Boris whists Anna": (0, 4),
        "Vera whists Anna": (0, 4),
        "Boris mountain": (0, 4),
        "Vera mountain": (0, 4),
    }


def test_a_six_owes_two_each() -> None:
    # Two tricks of four: 1-1 is one missing each (2 points), 2-0 two missing of one (4).
    assert told(evening("Anna 6s w w = 8 ?")) == {
        "Boris whists Anna": (0, 4),
        "Vera whists Anna": (0, 4),
        "Boris mountain": (0, 4),
        "Vera mountain": (0, 4),
    }


def test_who_always_owes_his_own_is_told_so() -> None:
    # The pair has its four tricks; 4-0 is two missing of the second all the same (4 points).
    head = HEAD + "agreed: {whisting.shortfall: own-always}\n"

    assert told(evening("Anna 6s w w = 6 ?", head=head)) == {
        "Boris whists Anna": (0, 8),
        "Vera whists Anna": (0, 8),
        "Boris mountain": (0, 4),
        "Vera mountain": (0, 4),
    }


def test_an_own_hand_that_counts_alone_is_open_beside_a_pass() -> None:
    # Of two tricks at 8 his own hand has none to two; a seven owes him one of his own, 8 on the mountain.
    head = "convention: finka\nplayers: [Anna, Boris, Vera]\nagreed: {whisting.passer-tricks: nobody}\n"

    assert told(evening("Anna 7h w p = 8 ?", head=head)) == {
        "Boris whists Anna": (0, 16),
        "Boris mountain": (0, 8),
    }


@pytest.mark.parametrize(
    ("record", "even"),
    [
        ("Anna 7h w w = 7 ?", {"Boris": 8, "Vera": 4}),  # 2 and 1 at 4
        ("Anna 6s w w = 6 ?", {"Boris": 4, "Vera": 4}),  # 2 and 2 at 2
        ("Anna 7h Vera w Boris w = Anna 7 ?", {"Boris": 8, "Vera": 4}),  # clockwise, whoever spoke first
    ],
)
def test_until_it_is_known_the_split_is_even_and_the_odd_trick_is_the_first_defenders(
    record: str, even: dict[str, int]
) -> None:
    sheet = evening(record).sheet

    assert {name: sheet.whists[Player(name)][Player("Anna")] for name in even} == even


@pytest.mark.parametrize(
    ("record", "size"),
    [
        ("Anna 7h w p = 7 ?", 3),  # a sole whister counts all of the defence
        ("Anna 7h w w = 10 ?", 3),  # there is nothing to split
        ("Anna 7h Boris p Vera p Gleb w = 6 ?", 4),
    ],
)
def test_where_no_split_changes_a_figure_nothing_is_open(record: str, size: int) -> None:
    head = f"convention: sochi\nplayers: [{', '.join(NAMES[:size])}]\n"

    game = evening(record, head=head)

    assert game.still_open == ()
    assert [str(warning) for warning in game.ruled[0].warnings] == [
        "however the tricks of the defence fell, the same is written: nothing is open"
    ]


def test_a_pair_shares_one_column_so_nothing_is_open() -> None:
    head = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\n"

    assert evening("Anna 7h w w = 7 ?", head=head).still_open == ()


def test_two_players_have_one_split() -> None:
    assert evening("Anna 7h w = 7 ?", head="convention: gusarik\nplayers: [Anna, Boris]\n").still_open == ()


def test_a_fix_settles_it_and_its_undo_opens_it_again() -> None:
    game = evening("Anna 7h w w = 7 ?", "fix 1 Anna 7h w w = 7 0 3")
    assert game.still_open == ()
    assert game.sheet.whists[Player("Vera")][Player("Anna")] == 12

    game = and_then(game, "undo 2")
    assert [one.item.number for one in game.still_open] == [1]


def test_a_fix_may_be_open_too_and_an_undo_ends_it() -> None:
    game = evening("Anna 7h w w = 7 2 1", "fix 1 Anna 7h w w = 8 ?")
    assert [one.item.number for one in game.still_open] == [1]

    assert and_then(game, "undo 1").still_open == ()


def figures(sheet: Sheet) -> dict[Place, Points]:
    return {place: place.figure(sheet) for place in places(sheet)}


@st.composite
def open_deals(draw: st.DrawFn) -> tuple[str, str, int, int]:
    """Return the head of a journal, an open contract up to its tricks, the declarer's tricks, who may have others."""
    name = draw(st.sampled_from(SHIPPED))
    size = draw(st.sampled_from(shipped(name).convention.table.players))
    head = f"convention: {name}\nplayers: [{', '.join(NAMES[:size])}]\n"
    agreed = {
        "whisting.shortfall": ["own-if-joint", "capped", "joint-split", "own-always"],
        "whisting.one-trick": ["second", "second-own", "both", "both-half", "each"],
        "whisting.passer-tricks": ["whister", "nobody"],
        "whisting.ten": ["whisted", "checked"],
    }
    drawn = {key: draw(st.sampled_from(values)) for key, values in agreed.items()}
    head += "agreed: {" + ", ".join(f"{key}: {value}" for key, value in drawn.items()) + "}\n"
    defenders = 1 if size == 2 else 2
    declarer = draw(st.sampled_from(NAMES[: size - 1])) if size < 5 else NAMES[0]
    calls = draw(st.sampled_from(["w", "w"] if defenders == 1 else ["w w", "w w", "w p", "p w"]))
    contract = f"{declarer} {draw(st.integers(6, 10))}s {calls}"
    hands = (
        2 if defenders == 2 or drawn["whisting.passer-tricks"] == "nobody" else 1
    )  # the dummy's may count apart
    return head, contract, draw(st.integers(0, 10)), hands


@given(deal=open_deals())
def test_every_split_lies_within_the_told_range_and_its_ends_are_reached(
    deal: tuple[str, str, int, int],
) -> None:
    head, contract, declarers, hands = deal
    left = 10 - declarers
    tails = [str(first) for first in range(left + 1)] if hands == 2 else [str(left)]
    try:
        sheets = [figures(evening(f"{contract} = {declarers} {tail}", head=head).sheet) for tail in tails]
    except RecordError:  # such as Razboinik's lists and forced whist
        with pytest.raises(RecordError):
            evening(f"{contract} = {declarers} ?", head=head)
        return

    game = evening(f"{contract} = {declarers} ?", head=head)

    start = figures(evening(head=head).sheet)
    ranges = {one.place: (one.least, one.most) for one in game.ruled[0].ranges}
    now = figures(game.sheet)
    for place, before in start.items():
        written = [sheet[place] - before for sheet in sheets]
        assert (min(written), max(written)) == ranges.get(place, (now[place] - before,) * 2)
    assert bool(game.still_open) == (len({tuple(sheet.items()) for sheet in sheets}) > 1)
    assert now in sheets


def test_settle_refuses_and_says_what_to_type(save: Save, run: Run) -> None:
    path = save(HEAD + "deals:\n- Anna 7h w w = 7 ?\n- Boris 8s w w = 8 ?\n- Vera misere = 0\n")

    result = run("settle", path, code=5)

    assert result.stdout == ""
    assert result.stderr == (
        f"pulya: {path}:4, record 1, tricks: it is open how the tricks of the defence fell, here and in 2\n"
        "  hint: write how they fell: `fix 1 Anna 7h w w = 7 2 1`; or settle as if evenly, with --open-as even\n"
    )
    path = save(HEAD + "deals:\n- Anna 7h w w = 7 ?\n")
    assert "tricks: it is open how the tricks of the defence fell\n" in run("settle", path, code=5).stderr


def test_settle_takes_the_even_split_when_told(save: Save, run: Run, rows: Rows) -> None:
    opened = save(HEAD + "deals:\n- Anna 7h w w = 7 ?\n", "open.pulya")
    known = save(HEAD + "deals:\n- Anna 7h w w = 7 2 1\n", "known.pulya")

    reminder = (
        "Record 1 is open and counts as 7-2-1, so figures are provisional; "
        "`fix 1 Anna 7h w w = 7 2 1` settles it.\n"
    )
    settled, early = run("settle", known).stdout.split("The game is not over;")
    provisional = run("settle", opened, "--open-as", "even").stdout
    assert provisional.count("?") == 2  # in the sheet; 8 and 4 whists on Anna hang on it
    assert provisional.replace("?", "").split() == f"{settled}{reminder}The game is not over;{early}".split()
    assert rows("settle", opened, "--open-as", "even") == rows("settle", known) | {"open": [1]}


# With one trick or none of the two that a six owes Boris has 2 or 4 on the mountain, so that 4 or 2 of his six for the
# eight go into the pool.  Anna's two in the pool are sure.
LATER = HEAD + "agreed: {making.writes: mountain-first}\ndeals:\n- Anna 6s w w = 9 ?\n"
EIGHT = "Boris 8h p p"
MARKED = """\
player  pool  mountain  on Anna  on Boris  on Vera
------  ----  --------  -------  --------  -------
Anna      2         0        ·          0        0
Boris     4?        0?       2?         ·        0
Vera      0         4?       0?         0        ·
"""


def test_the_sheet_marks_what_hangs_on_an_open_record_now_or_later(save: Save, run: Run) -> None:
    path = save(LATER + f"- {EIGHT}\n")

    assert MARKED in run("sheet", path).stdout
    assert "| Boris    |     4? |         0? |" in run("sheet", path, "--as", "md").stdout
    assert MARKED in run("settle", path, "--open-as", "even").stdout
    path.write_text(LATER, "utf-8")
    assert MARKED in run("add", "-f", path, EIGHT).stdout
    assert "?" not in run("fix", "-f", path, "1", "Anna 6s w w = 9 0 1", "--yes").stdout.rpartition("\n\n")[2]
    assert "?" not in run("sheet", path).stdout


def test_a_live_table_marks_it_too(save: Save) -> None:
    path = save(LATER)

    def append(evening: Evening, text: str) -> None:
        journal.append(evening.journal, text)

    loop = Loop(open_evening(str(path)), Page("en"), append)
    rows = [
        line.split()
        for line in loop.step(EIGHT).text.split("\n")
        if line.startswith(("Anna ", "Boris ", "Vera "))
    ]

    assert [row[1:6] for row in rows] == [line.split()[1:] for line in MARKED.splitlines()[2:]]


def test_scripts_are_told_what_is_open(save: Save, rows: Rows) -> None:
    path = save(HEAD + "deals:\n- raspasy = 3 4 3\n- Anna 7h w w = 9 ?\n")

    assert rows("sheet", path)["open"] == rows("status", path)["open"] == [2]
    first, second = rows("log", path)
    assert "open" not in first
    assert second["open"] is True
    assert second["range"][:2] == [
        {"player": "Boris", "column": "whists", "on": "Anna", "least": 0, "most": 4},
        {"player": "Vera", "column": "whists", "on": "Anna", "least": 0, "most": 4},
    ]


def test_add_says_what_it_can_change_and_reminds_until_it_is_fixed(save: Save, run: Run) -> None:
    path = save("convention: sochi\nplayers: [Аня, Боря, Вера]\ndeals:\n")

    added = run("add", "-f", path, "аня 7ч в в = 7?").stdout
    assert "  1  Аня 7h w w = 7 ?  [open]\n" in added
    assert "     open: whists, Боря on Аня: 0 to 12\n" in added
    reminder = "Record 1 is open and counts as 7-2-1"
    assert all(reminder in run(command, path).stdout for command in ("sheet", "status"))

    run("fix", "-f", path, "1", "Аня", "7ч", "в", "в", "=", "7", "2", "1", "--yes")
    assert not any(reminder in run(command, path).stdout for command in ("sheet", "status"))
    run("settle", path)


def test_a_game_that_is_over_still_reminds(save: Save, run: Run) -> None:
    path = save(HEAD + "deals:\n- Anna 7h w w = 7 ?\n- stop\n")

    assert "Record 1 is open" in run("status", path).stdout


def test_a_frozen_journal_keeps_it(save: Save, run: Run, rows: Rows) -> None:
    path = save(HEAD + "deals:\n- Anna 7h w w = 7 ?\n")

    run("freeze", "-f", path)

    assert rows("sheet", path)["open"] == [1]


def test_a_paper_sheet_may_know_how_the_tricks_fell(save: Save, run: Run) -> None:
    """One trick of Boris and two of Vera, at 4."""
    path = save(HEAD + "deals:\n- Anna 7h w w = 7 ?\n")
    paper = save(
        HEAD + "sheet: {Anna: {pool: 4}, Boris: {whists: {Anna: 4}}, Vera: {whists: {Anna: 8}}}\n",
        "paper.pulya",
    )

    text = run("audit", paper, "-f", path, code=1).stdout

    assert "1. record 1, Anna 7h w w = 7 ?: the record is open, and the paper has 7-1-2\n" in text


def test_a_correction_says_what_it_opens_and_what_it_settles(save: Save, run: Run) -> None:
    path = save(HEAD + "deals:\n- Anna 7h w w = 7 2 1\n")

    opened = run("fix", "-f", path, "1", "Anna 7h w w = 7 ?", "--yes").stdout
    assert "Record 1 is open then.\n     open: whists, Boris on Anna: 0 to 12\n" in opened
    assert "No figure of the sheet changes.\n" in opened

    settled = run("fix", "-f", path, "1", "Anna 7h w w = 7 0 3", "--yes").stdout
    assert "Record 1 is no longer open.\n" in settled
    assert "is open then" not in settled


@pytest.mark.parametrize("words", [("chart",), ("compare", "--each", "-f")], ids=" ".join)
def test_what_shows_provisional_balances_says_so_once(save: Save, run: Run, words: tuple[str, ...]) -> None:
    path = save(HEAD + "deals:\n- Anna 7h w w = 7 ?\n")

    assert run(*words, path).output.count("Record 1 is open and counts as 7-2-1") == 1
