"""The picture of the sheet: every figure is that of the ledger, nothing overlaps, text is text."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from conftest import Run, Save
from hypothesis import given, settings
from long_evenings import LONG, long_evening
from strategies import Evening, evenings, game_of

from pulya.adding import add_up
from pulya.game import Game
from pulya.picture.contents import blank
from pulya.picture.history import Mark, history, standing
from pulya.picture.lettering import width
from pulya.picture.paper import HEIGHT, WIDTH, drawing, picture
from pulya.replay import replay
from pulya.sheet import Place, places, seat
from pulya.terms import Player, Points
from pulya.view.page import Page

SAMPLES: Final = Path(__file__).parent.parent / "samples"
SVG: Final = "{http://www.w3.org/2000/svg}"
ANNA, BORIS, VERA = Player("Anna"), Player("Boris"), Player("Vera")
HEAD: Final = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 10\n"
# The three deals of the README, worked there.
DEALS: Final = "deals:\n- Anna 7h w p = 7\n- Boris 6s w w = 5 3 2\n- raspasy = 4 6 0\n"


def drawn(game: Game, language: str = "en") -> ET.Element:
    return ET.fromstring(picture(Page("ru" if language == "ru" else "en"), game))


def figures(root: ET.Element) -> list[ET.Element]:
    return [one for one in root.iter(f"{SVG}g") if one.get("data-cell")]


def cell_of(place: Place) -> str:
    return " ".join(word for word in place if word)


def points(text: str | None) -> Points:
    found = Fraction(text or "")
    return found.numerator if found.denominator == 1 else found


def row(game: Game, *place: str) -> list[tuple[Points, int, int | None]]:
    """Return the marks of a field: what was written, by which record, and what crossed it."""
    player, column, *on = place
    key = Place(Player(player), "whists" if on else column, Player(on[0]) if on else None)  # type: ignore[arg-type]
    return [(mark.points, mark.record, mark.crossed_by) for mark in history(game)[key]]


def test_each_field_keeps_its_figures_in_order() -> None:
    """Two whists of Vera on Boris in one deal, 6 and 2, are written as one figure."""
    game = game_of(HEAD + DEALS)

    assert row(game, "Anna", "pool") == [(4, 1, None)]
    assert row(game, "Boris", "whists", "Anna") == [(12, 1, None)]
    assert row(game, "Boris", "mountain") == [(2, 2, None)]
    assert row(game, "Vera", "whists", "Boris") == [(8, 2, None)]
    assert row(game, "Vera", "mountain") == [(4, 3, None)]
    assert row(game, "Boris", "pool") == [(1, 3, None)]
    assert row(game, "Anna", "whists", "Vera") == []


def test_a_fix_crosses_what_it_makes_wrong_and_writes_what_is_right() -> None:
    """Six made: 2 in Boris's pool before the 1 of the raspasy, nothing on his mountain, 2 x 2 whists for each."""
    game = game_of(HEAD + DEALS + "- fix 2 Boris 6s w w = 6 2 2\n")

    assert row(game, "Boris", "mountain") == [(2, 2, 4), (0, 4, None)]
    assert row(game, "Boris", "pool") == [(1, 3, 4), (3, 4, None)]
    assert row(game, "Vera", "whists", "Boris") == [(8, 2, 4), (4, 4, None)]
    assert row(game, "Anna", "whists", "Boris") == [(6, 2, 4), (4, 4, None)]
    assert row(game, "Vera", "mountain") == [(4, 3, None)]  # not touched


def test_an_undone_record_stays_crossed_and_comes_back_behind() -> None:
    game = game_of(HEAD + DEALS + "- undo 3\n- undo 4\n")

    assert row(game, "Vera", "mountain") == [(4, 3, 4), (0, 4, 5), (4, 5, None)]
    assert row(game, "Boris", "pool") == [(1, 3, 4), (0, 4, 5), (1, 5, None)]


def test_what_an_older_sheet_brought_stands_first() -> None:
    sheet = "sheet:\n  Anna: {pool: 4, mountain: 10, whists: {Boris: 12}}\n"
    game = game_of(HEAD + sheet + "deals:\n- Anna 6s p p\n")

    assert row(game, "Anna", "pool") == [(4, 0, None), (6, 1, None)]
    assert row(game, "Anna", "whists", "Boris") == [(12, 0, None)]


def check_history(game: Game) -> None:
    """Each mark was the figure of the sheet after its record, as the game was known when it was last right."""
    items = [one.item for one in game.ruled]
    known = [replay(game.header, items[:end], lambda _error: None) for end in range(len(items) + 1)]
    for place, marks in history(game).items():
        for mark in marks:
            until = len(items) if mark.crossed_by is None else mark.crossed_by - 1
            sheet = seat(game.header.opening, game.table.everyone)
            writes = [write for one in known[until].ruled[: mark.record] for write in one.writes]
            assert mark.points == place.figure(add_up(sheet, writes))
        last = standing(marks)
        assert (last.points if last else 0) == place.figure(game.sheet)
        assert not marks or marks[-1] == last
        assert [mark.record for mark in marks] == sorted({mark.record for mark in marks})


@given(evenings())
@settings(max_examples=15)
def test_every_figure_was_on_the_sheet_when_it_was_written(evening: Evening) -> None:
    check_history(evening.game)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_corrections_leave_the_right_figures_standing(players: int) -> None:
    game = long_evening(players, 30, more="target: 200\n")

    check_history(game)
    assert any(mark.crossed_by for marks in history(game).values() for mark in marks)


def check_picture(game: Game) -> None:
    """The figures of the drawing are those of the ledger, one large one in each field that is not empty."""
    found = figures(drawn(game))
    kept = [
        (cell_of(place), mark.points, str(mark.record))
        for place, marks in history(game).items()
        for mark in marks
    ]
    stands = {one.get("data-cell"): one for one in found if one.get("data-kind") == "stands"}

    assert Counter(
        (o.get("data-cell"), points(o.get("data-points")), o.get("data-record")) for o in found
    ) == Counter(kept)
    for place in places(game.sheet):
        shown = stands.get(cell_of(place))
        assert (0 if shown is None else points(shown.get("data-points"))) == place.figure(game.sheet)
    for one in found:
        text = "".join(one.find(f"{SVG}text").itertext()).removesuffix(".")  # type: ignore[union-attr]
        assert text.endswith("?") == (one.get("data-provisional") is not None)
        whole, _, part = text.removesuffix("?").replace("-", "").partition(" ")
        size = Fraction(whole) + Fraction(part or 0)
        assert size == abs(points(one.get("data-points")))


@pytest.mark.parametrize(
    "sample",
    sorted(SAMPLES.glob("*/evening.pulya")),
    ids=lambda path: path.parent.name,
)
def test_every_figure_of_a_sample_is_that_of_the_ledger(sample: Path) -> None:
    check_picture(game_of(sample.read_text("utf-8")))


class Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int
    what: str

    def meets(self, other: "Box") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1 and down > 1


def boxes(root: ET.Element) -> list[Box]:
    """Return the space that each text takes, by the estimate that the picture itself is laid out with."""
    found = []
    for text in root.iter(f"{SVG}text"):
        shown = "".join(
            [
                text.text or "",
                *(
                    (part.text or "") * (part.tag != f"{SVG}title") + (part.tail or "")
                    for part in text.iter()
                    if part is not text
                ),
            ]
        )
        x, y, size = (int(text.get(key, "0")) for key in ("x", "y", "font-size"))
        wide = width(shown, size, bold=text.get("font-weight") == "bold")
        left = x - {"middle": wide // 2, "end": wide}.get(text.get("text-anchor", ""), 0)
        box = Box(left, y - size * 3 // 4, left + wide, y + size // 5, shown)
        if turned := text.get("transform"):
            sign = 1 if "(90" in turned else -1
            ends = [x - sign * (box.bottom - y), x - sign * (box.top - y)]
            box = Box(min(ends), y - wide // 2, max(ends), y + wide // 2, shown)
        found.append(box)
    return found


def check_layout(game: Game, language: str = "ru") -> None:
    found = boxes(drawn(game, language))

    assert [
        one for one in found if one.left < 0 or one.top < 0 or one.right > WIDTH or one.bottom > HEIGHT
    ] == []
    assert [(one.what, other.what) for one, other in combinations(found, 2) if one.meets(other)] == []


@pytest.mark.parametrize("deals", [5, 40, 120])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_overlaps_however_long_the_evening_and_the_names(players: int, deals: int) -> None:
    game = long_evening(players, deals, more=f"target: {deals * (30 if players == 2 else 3) + 5}\n")

    check_layout(game)
    check_picture(game)


@pytest.mark.parametrize("convention", ["pair", "razboinik", "razboinik-big", "skachki", "classic"])
def test_nothing_overlaps_in_ledgers_lists_and_races(convention: str) -> None:
    game = long_evening(5 if convention == "razboinik-big" else 4, 40, convention)

    check_layout(game)
    check_picture(game)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_levels_and_suits_of_a_list_can_be_read(language: str) -> None:
    """Each suit stands once under each of the five levels, and neither is written smaller than a note."""
    root = drawn(game_of("convention: razboinik\nplayers: [Anna, Boris, Vera]\ndeals:\n"), language)
    labels = [
        (one.text, int(one.get("font-size", "0")), int(one.get("y", "0")), int(one.get("x", "0")))
        for one in root.iter(f"{SVG}text")
        if one.get("class") == "faint" and one.get("text-anchor") == "middle"
    ]
    below = max(y for _, _, y, _ in labels)
    suits = [text for text, _, y, _ in labels if y == below]
    places = {text: x for text, _, y, x in labels if y != below}
    diamonds = [x for text, _, y, x in labels if y == below and text in {"d", "б"}]  # the middle of five

    assert suits == (["s", "c", "d", "h", "nt"] if language == "en" else ["п", "т", "б", "ч", "бк"]) * 5
    assert [places[level] for level in ("6", "7", "8", "9", "10")] == diamonds
    assert min(size for _, size, _, _ in labels) >= 10


def test_who_came_late_and_who_left_have_their_places() -> None:
    """Six have sat at this table, five at most at a time; each has a strip."""
    players = "convention: sochi\nplayers: [Anna, Boris, Vera, Gleb, Daria]\ntarget: 10\ndeals:\n"
    game = game_of(players + "- Anna 7h w p = 7\n- leave Boris\n- join Egor after Anna\n")
    root = drawn(game)

    assert {one.get("data-name") for one in root.iter() if one.get("data-name")} == set(game.table.everyone)
    check_layout(game)
    check_picture(game)


def test_a_crowd_of_players_has_names_to_tell_them_apart() -> None:
    """Eight have sat here; their fields are narrow, and each label still has letters of its name."""
    players = "convention: sochi\nplayers: [Anna, Boris, Vera, Gleb, Daria]\ndeals:\n"
    comers = [("Alexandra-Petrovna", "Anna"), ("Alexandra-Pavlovna", "Boris"), ("Maximilian", "Vera")]
    game = game_of(players + "".join(f"- leave {old}\n- join {new} after Daria\n" for new, old in comers))
    labels = [one.what for one in boxes(drawn(game)) if one.bottom - one.top < 10]

    for ending in ("…etr", "…avl"):
        assert sum(label.endswith(ending) for label in labels) == 7  # in the fields of seven others
    check_layout(game)


def written(*figures: int, names: Sequence[str] = ("Anna", "Boris", "Vera")) -> ET.Element:
    """Return a drawing with these figures on one mountain."""
    page = Page("en")
    marks = [Mark(points, at) for at, points in enumerate(figures)]
    sheet = blank(page, names)._replace(figures={Place(ANNA, "mountain"): marks})
    return ET.fromstring(drawing(page, sheet))


def test_a_field_too_narrow_for_any_letter_has_no_label() -> None:
    root = written(7, names=["Anna", *(f"Player{number}" for number in range(59))])

    assert figures(root)
    assert sum(box.what == "" for box in boxes(root)) > 60


def test_a_figure_wider_than_its_field_is_written_all_the_same() -> None:
    assert [one.get("data-points") for one in figures(written(7, 10**60))] == [str(10**60)]


def test_many_notes_leave_room_for_the_sheet() -> None:
    """Each open record has a note of its own."""
    game = game_of(HEAD.replace("10", "300") + "deals:\n" + "- Anna 7h w w = 7 ?\n" * 30)
    texts = [box.what for box in boxes(drawn(game))]

    assert texts.count("…") == 1
    check_layout(game)
    check_picture(game)


def test_a_long_heading_takes_two_lines() -> None:
    page = Page("en")
    heading = ", ".join(["The rules of the house by the river"] * 3)
    root = ET.fromstring(drawing(page, blank(page, ["", "", ""])._replace(heading=heading)))
    lines = [one.what for one in boxes(root)[:2]]

    assert ", ".join(lines) == heading
    assert all(width(line, 13) <= WIDTH for line in lines)


def test_the_columns_of_pairs_begin_empty_and_fold_when_they_must() -> None:
    head = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n"
    long = game_of(head + "".join(f"- {name} 10s p p\n" for name in ("Anna", "Boris", "Vera", "Gleb") * 200))

    assert figures(drawn(game_of(head))) == []
    shown = [
        points(one.get("data-points")) for one in figures(drawn(long)) if one.get("data-kind") == "struck"
    ]
    assert max(shown) == max(mark.points for mark in history(long)[Place(ANNA, "column")][:-1])
    check_layout(long)


def test_the_oldest_figures_are_folded_where_there_is_no_room() -> None:
    """Four hundred fines on one mountain: the last ones are there, and a sign tells the first."""
    fines = "".join("- fine Anna mountain 1 (slow)\n" for _ in range(400))
    root = drawn(game_of(HEAD + "deals:\n" + fines))
    found = figures(root)
    signs = [
        one
        for one in root.iter(f"{SVG}text")
        if (one.find(f"{SVG}title") is not None and "…" in "".join(one.itertext()))
    ]

    assert points(found[-1].get("data-points")) == 400
    assert 50 < len(found) < 400
    assert "".join(signs[0].itertext()).startswith("1. 2. 3. 4.")
    check_layout(game_of(HEAD + "deals:\n" + fines))


def test_the_largest_figures_are_still_written() -> None:
    """A mean of three makes a fraction, a fine as large as a record takes makes the longest figure."""
    fines = "".join(
        f"- fine {name} {field} 999999 (more than a rule has)\n"
        for name in ("Anna", "Boris")
        for field in ("pool", "mountain")
    )
    game = game_of(HEAD + "deals:\n" + fines + "- join Gleb after Vera\n")

    check_layout(game)
    check_picture(game)


def test_a_figure_tells_its_record_and_its_formula() -> None:
    root = drawn(game_of(HEAD + DEALS + "- undo 3\n"))
    titles = {
        (one.get("data-cell"), one.get("data-points")): one.findtext(f"{SVG}title") for one in figures(root)
    }

    assert (
        titles["Vera whists Boris", "8"] == "2. Boris 6s w w = 5 3 2\n6 = 3 tricks x 2\n2 = 1 undertrick x 2"
    )
    assert titles["Vera mountain", "4"] == "3. raspasy = 4 6 0\n4 = 4 tricks x 1\ncrossed out by 4"
    assert titles["Vera mountain", "0"] == "4. undo 3"


def test_a_crossed_figure_tells_the_record_as_it_was_read_then() -> None:
    root = drawn(game_of(HEAD + DEALS + "- fix 2 Boris 6s w w = 6 2 2\n"))
    told = [
        one.findtext(f"{SVG}title") for one in figures(root) if one.get("data-cell") == "Vera whists Boris"
    ]

    assert told == [
        "2. Boris 6s w w = 5 3 2\n6 = 3 tricks x 2\n2 = 1 undertrick x 2\ncrossed out by 4",
        "4. fix 2 Boris 6s w w = 6 2 2",
    ]


def test_the_dealer_and_closed_pools_are_marked() -> None:
    game = game_of(HEAD.replace("10", "4") + DEALS)
    root = drawn(game)
    marked = [one for one in root.iter(f"{SVG}text") if one.find(f"{SVG}tspan[@class='mark']") is not None]
    closed = [one.get("data-cell") for one in figures(root) if one.find(f"{SVG}rect") is not None]

    assert [one.get("data-name") for one in marked] == [game.table.dealer]
    assert closed == ["Anna pool"]  # 4 of 4


def test_what_players_typed_is_text_and_never_markup() -> None:
    """A note may hold anything; a name an apostrophe."""
    head = HEAD.replace("Anna", "O'Hara")
    game = game_of(head + 'deals:\n- fine O\'Hara mountain 2 (<script>alert(1)</script> & "x")\n')
    text = picture(Page("en"), game)

    assert "<script" not in text
    assert {one.get("data-name") for one in ET.fromstring(text).iter()} >= {"O'Hara"}


def test_russian_is_russian() -> None:
    texts = [box.what for box in boxes(drawn(game_of(HEAD + DEALS), "ru"))]

    assert {"гора", "пуля"} <= set(texts)
    assert not {"mountain", "pool"} & set(texts)


def test_a_blank_sheet_has_the_fields_and_no_figures(run: Run) -> None:
    """Four players: mountain, pool and three parts for whists each."""
    root = ET.fromstring(run("sheet", "--blank", "--players", "4").stdout)

    assert len([one for one in root.iter(f"{SVG}path") if one.get("class") == "field"]) == 4 * 5
    assert figures(root) == []
    named = ET.fromstring(run("sheet", "--blank", "--players", ",".join(LONG)).stdout)
    assert {one.get("data-name") for one in named.iter() if one.get("data-name")} == set(LONG)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--blank", "--players", "6"), "`6` is no number from 2 to 5, nor so many names"),
        (("--blank", "--players", "051"), "`051` is no number from 2 to 5, nor so many names"),
        (("--blank", "--players", "Anna"), "`Anna` is no number from 2 to 5, nor so many names"),
        (("--blank", "--as", "csv"), "an empty sheet is a picture"),
        (("--players", "4"), "`--players` is for `--blank`"),
    ],
)
def test_a_blank_sheet_that_cannot_be(words: tuple[str, ...], complaint: str, run: Run) -> None:
    assert complaint in run("sheet", *words, code=2).stderr


def test_names_of_a_blank_sheet_are_names(run: Run) -> None:
    assert "look alike" in run("sheet", "--blank", "--players", "Anna,anna", code=5).stderr


def test_the_command_prints_the_picture(save: Save, run: Run) -> None:
    path = save(HEAD + DEALS)

    assert figures(ET.fromstring(run("sheet", path, "--as", "svg").stdout))


def test_the_picture_of_the_readme_is_the_one_that_is_drawn_now(run: Run) -> None:
    """`make picture` draws it anew; the difference is reviewed like code."""
    sample = SAMPLES / "leningrad-four"

    assert run("sheet", sample / "evening.pulya", "--as", "svg").stdout == (sample / "sheet.svg").read_text(
        "utf-8"
    )


def test_the_last_mark_of_a_field_stands() -> None:
    assert standing([Mark(2, 1, crossed_by=3), Mark(0, 3)]) == Mark(0, 3)
    assert standing([]) is None


def provisional(game: Game) -> set[tuple[str | None, str | None]]:
    """Return the figures of the drawing with the mark of an open record, by their field."""
    return {
        (one.get("data-cell"), one.get("data-points"))
        for one in figures(drawn(game))
        if one.get("data-provisional") is not None
    }


def test_what_hangs_on_an_open_record_has_a_question_mark() -> None:
    """A seven costs 4 a trick: two tricks of Boris and one of Vera are 8 and 4, and may be 12 and 0.

    The same seven again stands on them, at 16 and 8; of Anna's pool, and of what was before, nothing hangs on it.
    """
    before = "- Vera 7h w w = 7 2 1\n"
    opened = "- Anna 7h w w = 7 ?\n"
    game = game_of(HEAD + "deals:\n" + before + opened + opened.replace("?", "2 1"))

    boris, vera = "Boris whists Anna", "Vera whists Anna"
    assert provisional(game) == {(boris, "8"), (boris, "16"), (vera, "4"), (vera, "8")}
    check_picture(game)
    check_layout(game)
    assert provisional(game_of(HEAD + "deals:\n" + opened + "- fix 1 Anna 7h w w = 7 2 1\n")) == set()


def test_a_field_that_an_open_record_could_have_written_in_has_a_nought() -> None:
    """The one trick of the defence, at 8, is counted for Vera, who sits after Boris; it may be Anna's."""
    game = game_of(HEAD + "deals:\n- Boris 9s w w = 9 ?\n")

    assert provisional(game) == {("Vera whists Boris", "8"), ("Anna whists Boris", "0")}
    check_picture(game)
    title = next(one.findtext(f"{SVG}title") for one in figures(drawn(game)) if one.get("data-points") == "0")
    assert title == "1. Boris 9s w w = 9 ?\nprovisional while a record is open"


def test_what_an_open_record_moves_later_is_provisional_too() -> None:
    """Each whister owes two tricks of a six, 2 points a trick: with one trick Boris has 2 on the mountain, else 4.

    An eight is 6 points: he burns 2 and puts 4 into the pool, or burns 4 and puts 2 there.
    """
    head = HEAD + "agreed: {making.writes: mountain-first}\ndeals:\n"
    game = game_of(head + "- Anna 6s w w = 9 ?\n- Boris 8h p p\n")

    assert provisional(game) == {
        ("Boris whists Anna", "2"),
        ("Vera whists Anna", "0"),
        ("Boris mountain", "2"),
        ("Boris mountain", "0"),
        ("Vera mountain", "4"),
        ("Boris pool", "4"),
    }


def test_an_open_fix_is_read_otherwise_too() -> None:
    """With one trick or none Boris has 2 or 4 on the mountain, so that 4 or 2 of his six go into the pool."""
    head = HEAD + "agreed: {making.writes: mountain-first}\ndeals:\n"
    game = game_of(head + "- Anna 6s p p\n- Boris 8h p p\n- fix 1 Anna 6s w w = 9 ?\n")

    assert ("Boris pool", "4") in provisional(game)
