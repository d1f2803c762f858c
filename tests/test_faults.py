"""A line that is refused: where the fault is marked, and what is offered in its place."""

from collections.abc import Callable

import pytest
from conftest import Run, Save

from pulya.errors import RecordError
from pulya.evening import Evening, open_evening
from pulya.faults import complaint, marked, nearest_reading
from pulya.recording import with_record
from pulya.view.page import Page

Table = Callable[..., Evening]


@pytest.fixture
def table(save: Save) -> Table:
    def table(players: str = "Anna, Boris, Vera", *records: str) -> Evening:
        lines = "".join(f"- {record}\n" for record in records)
        return open_evening(str(save(f"convention: sochi\nplayers: [{players}]\ndeals:\n{lines}")))

    return table


def refused(evening: Evening, text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        with_record(evening, text, "en")
    return caught.value


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("Anna 7h w x = 7", "          ^"),
        ("Anna 7с w p = 7", "     ^^"),  # a Cyrillic с
        ("Anna 7h w w = 7 2 2", "              ^^^^^"),
        ("Anna 7h w p", "            ^"),  # the sign and the tricks are due there
        ("Gleb 7h w p = 7", "^^^^"),
        ("Anna 8h bid 9h w p = 8", "        ^^^^^^"),
        ("Anna 8h half p = 8", "        ^^^^^^"),  # a half-whist is not known on eight
        ("fine Boris hill 2 (x)", "           ^^^^"),
        ("fine Boris mountain 2", "                     ^"),  # the note is due
        ("Anna 7h w p = 7 (x) y", "                ^"),
        ("undo 9", "     ^"),
        ("join Anna after Vera", "     ^^^^"),
        ("Anna 7h [A w p = 7", "        ^"),
        ("Anna 7h x99 w p = 7", "        ^^^"),
        ("Anna 7h notalon [A] w p = 7", "                ^^^"),
        ("Anna 7h concedes 11", "                 ^^"),
        ("", "^"),
        ("time", "^^^^"),  # this game does not end by the clock
    ],
)
def test_the_fault_is_marked_under_its_characters(table: Table, line: str, marks: str) -> None:
    error = refused(table(), line)

    assert marked(line, error.at) == [f"  {line}", f"  {marks}"]


def test_what_is_composed_when_read_is_marked_as_it_is_read(table: Table) -> None:
    """The short i of two characters is one when it is read, and so is a suit with its colour."""
    line = "Андреи\u0306 7♥\ufe0f в х = 7"

    assert marked(line, refused(table("Андрей, Борис, Вера"), line).at) == [
        "  Андрей 7♥ в х = 7",
        "              ^",
    ]


def test_of_a_long_line_the_part_with_the_fault_is_shown(table: Table) -> None:
    line = "Anna 7h w p = " + "7 " * 60

    shown, marks = marked(line, refused(table(), line).at)

    assert max(len(shown), len(marks)) <= 80
    assert "^" in marks


def test_a_character_that_is_not_shown_is_a_blank(table: Table) -> None:
    line = "Anna 7h \x1bw p = 7"

    assert marked(line, refused(table(), line).at) == ["  Anna 7h  w p = 7", "          ^"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Anna 7h w p 7", "Anna 7h w p = 7"),
        ("Anna 7h wp=7", "Anna 7h w p = 7"),
        ("Anna7h w p = 7", "Anna 7h w p = 7"),
        ("Anna7hwp=7", "Anna 7h w p = 7"),
        ("7h Anna w p = 7", "Anna 7h w p = 7"),
        ("Anna 7 h w p = 7", "Anna 7h w p = 7"),
        ("Anna 7 hearts w p = 7", "Anna 7h w p = 7"),
        ("Anna 7 черви w p = 7", "Anna 7h w p = 7"),
        ("Anna 7h. w p = 7", "Anna 7h w p = 7"),
        ("Anna plays 7h w p = 7", "Anna 7h w p = 7"),
        ("Anna 7h w p", "Anna 7h w p = 7"),
        ("Ana 7h w p = 7", "Anna 7h w p = 7"),
        ("Annna 7h wp 7", "Anna 7h w p = 7"),
        ("Фттф 7р ц з = 7", "Anna 7h w p = 7"),  # typed on the other layout
        ("Anna 7р w p = 7", "Anna 7h w p = 7"),  # one word of it
        ("Anna 7с w p = 7", "Anna 7c w p = 7"),  # the Cyrillic letter that looks like clubs
        ("Anna 7h p p = 7", "Anna 7h p p"),  # not played, so no tricks
        ("Anna 7h w p = 7 2 2", "Anna 7h w p = 7"),
        ("Anna 8h w p returned = 8", "Anna 8h w p = 8"),  # no half-whist on eight, so none was taken back
        ("Anna 7h w w = 7", "Anna 7h w w = 7 ?"),  # who took the other three is not known
        ("Boris misre = 1", "Boris misere = 1"),
        ("Boris m 0", "Boris misere = 0"),
        ("Boris m", "Boris misere = 0"),
        ("misere Boris", "Boris misere = 0"),
        ("misere Boris = 1", "Boris misere = 1"),
        ("misere Boris 1", "Boris misere = 1"),
        ("raspasy 3 4 3", "raspasy = 3 4 3"),
        ("rasapsy = 3 4 3", "raspasy = 3 4 3"),
        ("fine Boris mountan 2 (revoke)", "fine Boris mountain 2 (revoke)"),
        ("fix 1 Anna 7h wp 7", "fix 1 Anna 7h w p = 7"),
    ],
)
def test_the_nearest_reading_that_is_possible_is_offered(table: Table, typed: str, meant: str) -> None:
    evening = table("Anna, Boris, Vera", "Vera 6s p p")
    refused(evening, typed)

    assert nearest_reading(typed, evening, "en") == meant
    with_record(evening, meant, "en")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Fyyf 7x d g = 7", "Анна 7ч в п = 7"),  # typed on the other layout
        ("Fyyf 6, d g = 6", "Анна 6б в п = 6"),  # where б is a comma
        ("в 7ч п п", "Вера 7ч п п"),  # a word of the notation in the place of a name
        ("Анна 7ч вп=7", "Анна 7ч в п = 7"),
        ("мизер Борис", "Борис мизер = 0"),
        ("м Борис 2", "Борис мизер = 2"),
        ("Анна 7 пик в п = 7", "Анна 7п в п = 7"),
        ("штаф Анна гора 2 (фальшренонс)", "штраф Анна гора 2 (фальшренонс)"),
    ],
)
def test_and_in_russian(table: Table, typed: str, meant: str) -> None:
    evening = table("Анна, Борис, Вера")
    refused(evening, typed)

    assert nearest_reading(typed, evening, "ru") == meant


@pytest.mark.parametrize("typed", ["x", "", "Anna 7h w w = 6 2 1", "undo 9", "Анна 7ч"])
def test_where_nothing_is_near_nothing_is_offered(table: Table, typed: str) -> None:
    assert nearest_reading(typed, table(), "en") is None


def test_of_two_that_are_as_near_none_is_offered(table: Table) -> None:
    assert nearest_reading("V 7h w p = 7", table("Anna, Vera, Viktor"), "en") is None


def test_who_cannot_have_played_is_not_meant(table: Table) -> None:
    """Viktor deals at a table of four and sits out."""
    evening = table("Anna, Boris, Vera, Viktor")

    assert nearest_reading("V 7h w p = 7", evening, "en") == "Vera 7h w p = 7"


def test_a_contract_that_is_too_low_is_not_offered(save: Save) -> None:
    header = "convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {raspasy.exit.levels: [7]}\ndeals:\n"
    evening = open_evening(str(save(f"{header}- raspasy = 3 4 3\n")))

    assert nearest_reading("Anna 6h wp 6", evening, "en") is None
    assert nearest_reading("Anna 7h wp 7", evening, "en") == "Anna 7h w p = 7"


def test_a_complaint_is_problem_hint_line_marks_and_offer(table: Table) -> None:
    error = refused(table(), "Anna 7h w p 7")

    assert complaint(Page("en"), error, "Anna 7h w p 7", "Anna 7h w p = 7") == [
        "record 1, tricks: tricks stand behind =",
        "hint: write = in front of them: `= 7`",
        "  Anna 7h w p 7",
        "              ^",
        "did you mean `Anna 7h w p = 7`?",
    ]


def test_add_and_fix_show_it_too(table: Table, run: Run) -> None:
    path = table("Anna, Boris, Vera", "Anna 6h p p").journal.path

    for words in (("add", "Anna", "7h", "wp", "7"), ("fix", "1", "Anna", "7h", "wp", "7")):
        said = run(words[0], "-f", path, *words[1:], code=5).stderr
        assert "^^\n" in said
        assert "Anna 7h w p = 7`?" in said
