"""The live table line by line, without a terminal; and as scripts meet it, through a pipe."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pytest
from click.testing import CliRunner, Result
from conftest import Save
from hypothesis import given
from hypothesis import strategies as st

from pulya import journal
from pulya.cli import cli
from pulya.cli.play import _now
from pulya.evening import Evening, open_evening
from pulya.play.commands import WORDS
from pulya.play.loop import Answer, Loop, Screen
from pulya.play.prompt import Prompt, completions
from pulya.terms import Player
from pulya.view.names import beginnings
from pulya.view.page import Page

HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: 0.50 EUR\ndeals:\n"
SEVEN = "Anna 7h w p = 7"
README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
Sit = Callable[..., Loop]


def append(evening: Evening, text: str) -> None:
    journal.append(evening.journal, text)


@pytest.fixture
def sit(save: Save) -> Sit:
    """Sit down at a journal with some records."""

    def sit(*records: str, header: str = HEADER, language: str = "en", asks: bool = True) -> Loop:
        path = save(header + "".join(f"- {record}\n" for record in records))
        page = Page("ru" if language == "ru" else "en")
        program = {"sheet", "chart", "conventions"}
        return Loop(open_evening(str(path)), page, append, asks=asks, program=program)

    return sit


def records(loop: Loop) -> list[str]:
    """Return what is in the file."""
    lines = Path(loop.evening.journal.path).read_text("utf-8").partition("deals:\n")[2].splitlines()
    return [line.removeprefix("- ") for line in lines]


def typed(loop: Loop, *lines: str) -> Answer:
    """Type lines one after another; return the last answer."""
    answers = [loop.step(line) for line in lines]
    return answers[-1]


def test_a_record_is_in_the_file_and_shown_with_its_writes_and_the_sheet(sit: Sit) -> None:
    """Four points into the pool and three tricks at 4: 40 of the pool against its mean of 13 1/3, less 12."""
    loop = sit()

    answer = typed(loop, SEVEN)

    assert answer.recorded
    assert records(loop) == [SEVEN]
    assert answer.text.split("\n")[:-1] == [
        "  1  Anna 7h w p = 7",
        "     Anna           pool     +4  made: 4",
        "     Boris on Anna  whists  +12  3 tricks x 4",
        "",
        "player  pool  mountain  on Anna  on Boris  on Vera  balance    EUR",
        "Anna       4         0        ·         0        0  +14 2/3  +7.34",
        "Boris      0         0       12         ·        0   -1 1/3  -0.67",
        "Vera       0         0        0         0        ·  -13 1/3  -6.67",
    ]
    assert answer.text.split("\n")[-1].startswith("Seal of 1 record: 1-")


def test_the_heading_says_who_deals_and_what_raspasy_cost(sit: Sit) -> None:
    loop = sit("raspasy = 3 4 3", header=HEADER.replace("Vera]", "Vera, Gleb]"))

    assert loop.prompt == "2> "
    assert loop.heading().split("\n")[:3] == [
        "Next is record 2: Anna deals, Boris has the first hand.",
        "Sitting out: Anna.",
        "Raspasy would be number 2 in a row, at 2 a trick; the lowest contract is 6.",
    ]


def test_a_line_that_cannot_be_read_is_marked_and_the_nearest_reading_offered(sit: Sit) -> None:
    loop = sit()

    answer = typed(loop, "Anna 7h w p 7")

    assert answer.error is not None
    assert answer.text.split("\n")[2:] == [
        "  Anna 7h w p 7",
        "              ^",
        "did you mean `Anna 7h w p = 7`? y/n",
    ]
    assert records(loop) == []
    assert typed(loop, "да").recorded
    assert records(loop) == [SEVEN]


@pytest.mark.parametrize("no", ["n", "", "нет"])
def test_an_offer_that_is_refused_writes_nothing(sit: Sit, no: str) -> None:
    loop = sit()

    assert typed(loop, "Anna 7h w p 7", no).text == "nothing was written"
    assert records(loop) == []
    assert loop.prompt == "1> "


def test_the_next_record_may_be_typed_over_an_offer(sit: Sit) -> None:
    loop = sit()

    assert typed(loop, "Anna 7h w p 7", "Anna 7h w p = 6").recorded
    assert records(loop) == ["Anna 7h w p = 6"]


def test_a_correction_shows_what_it_moves_and_asks(sit: Sit) -> None:
    loop = sit(SEVEN)

    answer = typed(loop, "undo")

    assert answer.text.startswith("  2  undo 1\n     it was: Anna 7h w p = 7\nWrites change in record 1.\n")
    assert answer.text.endswith("Write it? y/n")
    assert loop.prompt == "? "
    assert records(loop) == [SEVEN]
    assert typed(loop, "y").recorded
    assert records(loop) == [SEVEN, "undo 1"]


def test_a_correction_that_is_not_confirmed_is_not_written_and_says_so(sit: Sit) -> None:
    loop = sit(SEVEN)

    assert typed(loop, "fix 1 Anna 7h w p = 6", "n").text == "nothing was written"
    answer = typed(loop, "undo 1", "Anna 6h p p")
    assert answer.text.startswith("nothing was written\n  2  Anna 6h p p\n")
    assert records(loop) == [SEVEN, "Anna 6h p p"]


def test_where_nobody_is_asked_a_correction_is_written_at_once(sit: Sit) -> None:
    loop = sit(SEVEN, asks=False)

    answer = typed(loop, "undo 1")

    assert answer.recorded
    assert "Writes change in record 1." in answer.text
    assert records(loop) == [SEVEN, "undo 1"]


@pytest.mark.parametrize("line", ["undo 1 --yes", "отмена 1 --yes", "pulya undo 1 --yes"])
def test_a_correction_with_yes_is_shown_and_written_at_once(sit: Sit, line: str) -> None:
    loop = sit(SEVEN)

    answer = typed(loop, line)

    assert answer.recorded
    assert "Writes change in record 1." in answer.text
    assert records(loop) == [SEVEN, "undo 1"]


@pytest.mark.parametrize("line", ["pulya add Anna 7h w p = 7", "add Anna 7h w p = 7", "  Anna 7h w p = 7  "])
def test_a_record_may_be_typed_as_for_the_shell(sit: Sit, line: str) -> None:
    loop = sit()

    assert typed(loop, line).recorded
    assert records(loop) == [SEVEN]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("why", ("explain", "1")),
        ("balance", ("explain", "balance")),
        ("итог", ("explain", "balance")),
        ("печать 3", ("seal", "3")),
        ("сравнить --each", ("compare", "--each")),
        ("почему 1", ("explain", "1")),
        ("why Anna pool", ("explain", "Anna", "pool")),
        ("расчет --coin 0.10", ("settle", "--coin", "0.10")),
        ("pulya chart", ("chart",)),
        ('sheet --as "csv"', ("sheet", "--as", "csv")),
        ('chart "', ("chart", '"')),
        ("Записи", ("log",)),
        ("conventions show sochi", ("conventions", "show", "sochi")),
    ],
)
def test_other_commands_of_the_program_are_run(sit: Sit, line: str, command: tuple[str, ...]) -> None:
    assert typed(sit(SEVEN), line).command == command


def test_without_records_there_is_no_newest_one_to_explain(sit: Sit) -> None:
    assert typed(sit(), "why").command == ("explain",)


def test_a_player_may_have_the_name_of_a_command(sit: Sit) -> None:
    loop = sit(header=HEADER.replace("Anna", "Log"))

    assert typed(loop, "Log 6h p p").recorded
    assert typed(loop, "log 6h p p").recorded


@pytest.mark.parametrize(
    ("line", "begins"), [("таблица", "player  pool"), ("help", "A record:"), ("back", "there is no q")]
)
def test_small_words(sit: Sit, line: str, begins: str) -> None:
    assert typed(sit(SEVEN), line).text.startswith(begins)


def test_help_fits_a_small_screen(sit: Sit) -> None:
    lines = typed(sit(), "помощь").text.split("\n")

    assert len(lines) < 24
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("word", ["quit", "exit", "выход"])
def test_leaving(sit: Sit, word: str) -> None:
    assert typed(sit(), word).leaves


def test_an_empty_line_asks_step_by_step_and_shows_the_notation(sit: Sit) -> None:
    loop = sit()

    assert typed(loop, "").text == "Who plays?  1 Anna  2 Boris  3 Vera  4 raspasy  5 misdeal"
    assert loop.words() == [
        "Anna", "Boris", "Vera", "raspasy", "raspas", "r", "распасы", "распас", "р", "misdeal", "пересдача",
    ]  # fmt: skip
    answer = typed(loop, "1", "7h", "w", "p", "")
    assert answer.recorded
    assert answer.text.startswith("In one line: Anna 7h w p = 7\n  1  Anna 7h w p = 7\n")
    assert loop.words() == []


def test_a_fix_without_a_record_asks_for_it_at_the_table_it_met(sit: Sit) -> None:
    """Gleb deals the first hand and sits out; Anna deals the second."""
    loop = sit("Anna 6h p p", "Boris 6h p p", header=HEADER.replace("Vera]", "Vera, Gleb]"))

    assert typed(loop, "fix 1").text.startswith("Who plays?  1 Anna  2 Boris  3 Vera  4 raspasy")
    answer = typed(loop, "Vera 6h p p p")
    assert answer.text.startswith("In one line: fix 1 Vera 6h p p\n  3  fix 1 Vera 6h Anna p Boris p\n")
    assert answer.text.endswith("Write it? y/n")
    assert typed(loop, "y").recorded
    assert typed(loop, "?", "Vera 6h p p p").recorded  # and then the next record


@pytest.mark.parametrize("line", ["fix 2", "fix 9", "fix x", "fix", "правка 0"])
def test_what_cannot_be_fixed_is_not_asked_about(sit: Sit, line: str) -> None:
    loop = sit(SEVEN, "undo 1")

    assert typed(loop, line).error is not None
    assert loop.prompt == "3> "


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fix 1", "record 1 was struck out by record 2\nhint: to bring it back, `undo 2`"),
        ("fix 2", "record 2 is a correction and cannot be fixed\nhint: take it back: `undo 2`"),
        ("правка 9", "there is no record 9 before this one\nhint: `log` shows the numbers; this is record 3"),
    ],
)
def test_a_fix_without_a_record_says_why_it_cannot_be(sit: Sit, line: str, why: str) -> None:
    answer = typed(sit(SEVEN, "undo 1"), line)

    told, shown, mark = answer.text.rsplit("\n", 2)
    assert told == f"record 3, number: {why}"
    assert (shown.strip(), mark.index("^")) == (line, 2 + line.index(" ") + 1)


def test_several_answers_may_stand_in_one_line_and_back_among_them(sit: Sit) -> None:
    loop = sit()

    assert typed(loop, "?", "Boris back Anna 7h w p 7").recorded
    assert records(loop) == [SEVEN]


@pytest.mark.parametrize(
    ("first", "line", "record"),
    [
        ("?", "Anna 7h w p = 7", SEVEN),
        ("? Anna", "Boris misere = 0", "Boris misere = 0"),
        ("?", "raspasy = 3 4 3", "raspasy = Anna 3 Boris 4 Vera 3"),
        ("?", "Anna 7h x2 w p = 7", "Anna 7h x2 w p = 7"),
        ("?", "fine Boris mountain 2 (revoke)", "fine Boris mountain 2 (revoke)"),
        ("? Anna 7h w", "misdeal", "misdeal"),
    ],
)
def test_a_whole_record_may_be_typed_in_the_place_of_an_answer(
    sit: Sit, first: str, line: str, record: str
) -> None:
    loop = sit()

    assert typed(loop, first, line).recorded
    assert records(loop) == [record]


def test_and_a_command(sit: Sit) -> None:
    assert typed(sit(), "?", "sheet").text.startswith("player")
    assert typed(sit(), "?", "chart --as svg").command == ("chart", "--as", "svg")


def test_in_the_place_of_an_answer_about_a_fix_a_record_is_that_fix(sit: Sit) -> None:
    assert typed(sit(SEVEN), "fix 1", "Anna 7h x2 w p = 7").text.startswith("  2  fix 1 Anna 7h x2 w p = 7\n")


def test_of_too_many_answers_nothing_is_lost_in_silence(sit: Sit) -> None:
    """Two figures beside a sole whister: the second is the whister's, and the rest the passer's."""
    loop = sit()

    assert typed(loop, "? Anna 7h w p 7").recorded
    assert typed(loop, "?", "Boris 7h w p = 7 2 1").recorded
    assert records(loop) == [SEVEN, "Boris 7h w p = 7 2 1"]


def test_a_figure_too_many_is_checked_and_not_dropped(sit: Sit) -> None:
    """Anna and Vera, who whisted, have three tricks between them: 7 2 1 are ten, 7 2 2 are eleven."""
    loop = sit(SEVEN)

    refused = typed(loop, "?", "Boris 6s w w", "7 2 2").text.split("\n")[1]

    assert refused == "record 2, tricks: the tricks add up to 11, not to ten"
    assert typed(loop, "?", "Boris 6s w w", "7 2 1").recorded
    assert records(loop) == [SEVEN, "Boris 6s w w = 7 2 1"]


@pytest.mark.parametrize("word", ["back", "quit", "назад"])
def test_questions_can_be_left(sit: Sit, word: str) -> None:
    loop = sit()

    assert typed(loop, "?", word).text == "nothing was written"
    assert loop.prompt == "1> "


def test_what_is_no_answer_is_said_and_asked_again(sit: Sit) -> None:
    assert typed(sit(), "?", "Gleb").text.split("\n") == [
        "'Gleb' is no answer here",
        "Who plays?  1 Anna  2 Boris  3 Vera  4 raspasy  5 misdeal",
    ]


def test_after_the_end_nothing_is_asked(sit: Sit) -> None:
    loop = sit("stop")

    assert typed(loop, "").text == "The game is over; `settle` shows the money."
    assert loop.prompt == "2> "


def test_what_was_asked_can_be_dropped(sit: Sit) -> None:
    loop = sit(SEVEN)

    typed(loop, "undo")
    assert loop.drop() == "nothing was written"
    assert loop.drop() is None
    assert records(loop) == [SEVEN]


def test_a_record_is_stamped_with_the_time(save: Save) -> None:
    loop = Loop(open_evening(str(save(HEADER))), Page("en"), append, clock=lambda: "21:04")

    typed(loop, SEVEN, "20:55 Anna 6h p p")

    assert records(loop) == [f"21:04 {SEVEN}", "20:55 Anna 6h p p"]


def test_after_a_hundred_deals_the_new_sheet_is_there_without_a_pause(sit: Sit) -> None:
    """A hundredth of a second as a rule; a quarter is what a busy machine may take."""
    loop = sit(*["Anna 7h w p = 6", "Boris 6s w w = 5 3 2", "raspasy = 3 4 3", "Vera misere = 1"] * 25)
    times = []
    for _ in range(5):
        begun = perf_counter()
        assert typed(loop, "Boris 6s w w = 5 3 2").recorded
        times.append(perf_counter() - begun)

    assert min(times) < 0.25


def test_what_another_program_wrote_is_read_and_told(sit: Sit) -> None:
    loop = sit()
    with open(loop.evening.journal.path, "a", encoding="utf-8") as file:
        file.write("- Boris 6s p p\n")

    answer = typed(loop, "Anna 6h p p")

    assert answer.text.split("\n")[0].startswith("another program has changed ")
    assert answer.text.split("\n")[1] == "  2  Anna 6h p p"
    assert records(loop) == ["Boris 6s p p", "Anna 6h p p"]


def test_a_correction_is_shown_anew_where_another_program_wrote_meanwhile(sit: Sit) -> None:
    loop = sit(SEVEN)
    typed(loop, "undo")
    with open(loop.evening.journal.path, "a", encoding="utf-8") as file:
        file.write("- Boris 6s p p\n")

    answer = typed(loop, "y")

    assert not answer.recorded
    assert answer.text.split("\n")[0].startswith("another program has changed ")
    assert answer.text.split("\n")[1] == "  3  undo 1"
    assert typed(loop, "y").recorded
    assert records(loop) == [SEVEN, "Boris 6s p p", "undo 1"]


def test_a_journal_that_is_damaged_or_gone_is_said_and_loses_no_line(sit: Sit) -> None:
    loop = sit(SEVEN)
    path = Path(loop.evening.journal.path)
    whole = path.read_text("utf-8")

    path.write_text(whole + "- rubbish\n", "utf-8")
    assert "record 2, declarer: nobody here is called 'rubbish'" in typed(loop, "Anna 6h p p").text
    path.unlink()
    assert "there is no such file" in typed(loop, "Anna 6h p p").text
    path.write_text(whole, "utf-8")
    assert typed(loop, "Anna 6h p p").recorded


def test_a_record_that_a_correction_makes_impossible_is_named(sit: Sit) -> None:
    header = HEADER.replace("deals:", "agreed: {raspasy.exit.levels: [7]}\ndeals:")
    answer = typed(sit(SEVEN, "Boris 6h p p", header=header), "fix 1 raspasy = 3 4 3")

    assert answer.text.startswith("record 2, contract: record 2 could then no longer be:")
    assert "^" not in answer.text


def test_in_russian(sit: Sit) -> None:
    loop = sit(language="ru")

    assert typed(loop, "Анна 7ч в п = 7").error is not None
    assert typed(loop, "A 7ч в п = 7").text.startswith("  1  Anna 7ч в п = 7\n")
    assert typed(loop, "", "м", "расп", "3", "4").text.count("\n") > 1
    assert records(loop)[1] == "распасы = Boris 3 Vera 4 Anna 3"


NAMES = ["Aleksandra", "Aleksandr", "Konstantin", "Svetlana", "Gleb"]


@pytest.mark.parametrize("names", [NAMES[:size] for size in (3, 4, 5)])
def test_everything_fits_a_screen_of_80_by_24(sit: Sit, names: list[str]) -> None:
    """A deal with most writes, of players with long names and much money."""
    header = HEADER.replace("Anna, Boris, Vera", ", ".join(names)).replace("0.50", "12.50")
    loop = sit("raspasy = 3 4 3", header=header)
    answer = typed(loop, f"{loop.game.table.seats.active[0]} 9h w w = 5 3 2 (both whisted)")

    assert answer.recorded
    lines = [*answer.text.split("\n"), *loop.heading().split("\n"), loop.prompt]
    assert max(map(len, loop.sheet().split("\n"))) <= 80
    assert sum(-(-len(line) // 80) or 1 for line in lines) <= 24


def test_of_too_many_writes_the_last_are_left_out(sit: Sit) -> None:
    """At five the two who sit out have a consolation here, beside the declarer and two whisters."""
    header = HEADER.replace("Vera]", "Vera, Gleb, Dina]").replace(
        "deals:", "agreed: {table.sitters: all}\ndeals:"
    )
    loop = sit(header=header)
    loop.screen = Screen(80, 5)

    lines = typed(loop, "Anna 6s w w = 5 3 2").text.split("\n")

    assert [line.split()[0] for line in lines[1:5]] == ["Anna", "Boris", "Vera", "…"]
    assert lines[4] == "     … and 2 more, which `why` shows"


def test_of_many_writes_those_of_a_cell_stand_together(sit: Sit) -> None:
    """One short on six: the consolation of Vera and the tricks she took are both on Anna."""
    loop = sit()
    loop.screen = Screen(80, 14)

    lines = typed(loop, "Anna 6s w w = 5 3 2").text.split("\n")

    assert lines[1:4] == [
        "     Anna           mountain  +2  1 undertrick x 2",
        "     Boris on Anna  whists    +8  3 tricks x 2; 1 undertrick x 2",
        "     Vera on Anna   whists    +6  2 tricks x 2; 1 undertrick x 2",
    ]


def test_pairs_have_their_two_columns(sit: Sit) -> None:
    header = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n"

    text = typed(sit(header=header), "Anna 6h p p").text

    assert "team          points  balance\n" in text
    assert "Anna + Vera " in text


def test_beginnings_of_names_tell_the_players_apart() -> None:
    names = [Player(name) for name in ("Anna", "Andrey", "Vera", "Ann")]

    assert beginnings(names) == {"Anna": "Anna", "Andrey": "And", "Vera": "Ve", "Ann": "Ann"}


@pytest.mark.parametrize(
    ("before", "word", "found"),
    [
        ("", "", ["Anna", "Анна"]),
        ("", "An", ["Anna"]),
        ("", "ан", ["Анна"]),
        ("", "ta", []),
        ("", "та", ["таблица"]),
        ("", "se", ["settle", "seal"]),
        ("Anna 7h ", "se", []),
        ("Anna 7h ", "wh", ["whist", "whists"]),
        ("undo ", "", ["3", "2", "1"]),
        ("правка ", "2", ["2"]),
        ("why ", "", ["3", "2", "1"]),
        ("fix 1 ", "", ["Anna", "Анна"]),
    ],
)
def test_what_can_stand_at_a_word(before: str, word: str, found: list[str]) -> None:
    assert completions(before, word, [Player("Anna"), Player("Анна")], 3, {"seal"}) == found


class Library:
    """The library for editing lines, in its place."""

    __doc__ = "libedit"

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.bound = ""
        self.buffer = "Anna 7h w"

    def set_auto_history(self, _: bool) -> None: ...
    def set_completer_delims(self, _: str) -> None: ...

    def set_completer(self, next_: Callable[[str, int], str | None]) -> None:
        self.next = next_

    def parse_and_bind(self, text: str) -> None:
        self.bound = text

    def add_history(self, line: str) -> None:
        self.lines.append(line)

    def get_line_buffer(self) -> str:
        return self.buffer

    def get_begidx(self) -> int:
        return self.buffer.rindex(" ") + 1


def test_the_library_is_told_of_words_and_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library()
    monkeypatch.setitem(sys.modules, "readline", library)
    prompt = Prompt(lambda before, word: [f"{before}|{word}", "other"], ["Anna 6s p p"])

    prompt.remember("Boris 6s p p")
    prompt.remember("  ")

    assert library.lines == ["Anna 6s p p", "Boris 6s p p"]
    assert [library.next("w", at) for at in range(3)] == ["Anna 7h |w ", "other ", None]
    assert library.bound == "bind ^I rl_complete"


def test_without_the_library_lines_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr("builtins.input", lambda prompt: f"{prompt}typed")
    prompt = Prompt(lambda _before, _word: [], [])

    prompt.remember("kept by nobody")

    assert prompt.read("1> ") == "1> typed"


def test_the_page_of_the_readme_is_what_a_table_sees(save: Save) -> None:
    """Lines after `> ` and `? ` are typed."""
    page = README.partition("```text\n")[2].partition("```")[0].splitlines()
    header = HEADER.replace("deals:", "target: 10\ncoin: 0.10\ndeals:")
    loop = Loop(open_evening(str(save(f"{header}- {SEVEN}\n"))), Page("en"), append, clock=lambda: "21:08")

    seen = loop.heading().split("\n")
    for line in page:
        prompt = loop.prompt
        if line.startswith(prompt):
            answer = typed(loop, line.removeprefix(prompt))
            first, *rest = answer.text.split("\n")
            seen += [line, first, *(f"  {one}" if answer.error else one for one in rest)]

    assert seen[: len(page)] == page


def test_no_word_of_a_command_can_begin_a_record() -> None:
    from pulya.notation.words import KEYWORDS, fold

    forms = [fold(form) for both in WORDS.values() for forms in both for form in forms]

    assert not set(forms) & set(KEYWORDS)
    assert len(set(forms)) == len(forms)


_WORDS = [
    "Anna", "Boris", "Вера", "7h", "6п", "10", "w", "в", "p", "пас", "half", "=", "7", "3", "4", "raspasy", "мизер",
    "undo", "отмена", "fix", "1", "2", "y", "n", "?", "back", "назад", "help", "sheet", "why", "quit", "fine", "гора",
    "(note)", "join", "Gleb", "after", "leave", "stop", "x2", "[AK]", "concedes", "\t", "'", '"', "\u200b", "💣", "--yes",
]  # fmt: skip
_lines = st.one_of(st.lists(st.sampled_from(_WORDS), max_size=9).map(" ".join), st.text(max_size=20))


@given(st.lists(_lines, max_size=12), st.booleans())
def test_whatever_is_typed_nothing_breaks_and_nothing_is_lost(lines: list[str], asks: bool) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "evening.pulya"
        path.write_text(HEADER.replace("Vera", "Вера"), "utf-8")
        loop = Loop(open_evening(str(path)), Page("en"), append, asks=asks)
        kept = path.read_text("utf-8")
        for line in lines:
            answer = loop.step(line)
            now = path.read_text("utf-8")
            assert now.startswith(kept)
            assert (now != kept) == answer.recorded
            assert open_evening(str(path)).game.sheet == loop.game.sheet
            kept = now


# ---- a conversation, without a terminal ---------------------------------------------------------------

Typed = str | type[BaseException]


class Script:
    """What is typed, in the place of a terminal."""

    def __init__(self, *typed: Typed) -> None:
        self.typed = list(typed)
        self.remembered: list[str] = []
        self.complete: Callable[[str, str], list[str]] = lambda _before, _word: []

    def __call__(self, complete: Callable[[str, str], list[str]], history: Iterable[str]) -> "Script":
        self.complete = complete
        self.remembered += history
        return self

    def read(self, _prompt: str) -> str:
        typed = self.typed.pop(0) if self.typed else EOFError
        if isinstance(typed, str):
            return typed
        raise typed

    def remember(self, line: str) -> None:
        self.remembered.append(line)


@pytest.fixture
def converse(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Type a script at `play`, as if at a terminal."""

    def converse(path: Path, script: Script, *words: str, code: int = 0, answer: str = "") -> Result:
        monkeypatch.setattr("pulya.cli.play.Prompt", script)
        monkeypatch.setattr("pulya.cli.session.Session.asks", True)
        monkeypatch.setattr("pulya.cli.play._now", lambda: "21:04")
        result = CliRunner().invoke(cli, ["play", str(path), *words], input=answer, catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    return converse


def test_a_conversation_from_the_first_line_to_the_last(save: Save, converse: Callable[..., Result]) -> None:
    path = save(HEADER + "- Boris 6s p p\n")
    script = Script("Anna 7h wp 7", "y", "sheet", "misdeal", "log")

    result = converse(path, script)

    assert path.read_text("utf-8") == f"{HEADER}- Boris 6s p p\n- 21:04 {SEVEN}\n- 21:04 misdeal\n"
    assert "did you mean `Anna 7h w p = 7`? y/n" in result.stdout
    assert script.remembered == ["Boris 6s p p", "Anna 7h wp 7", "sheet", "misdeal", "log"]
    assert script.complete("", "an") == ["Anna"]
    assert result.stderr == f"{path} has 3 records, on the disk\n"


def test_a_question_offers_its_answers_for_completion(save: Save, converse: Callable[..., Result]) -> None:
    offered: list[list[str]] = []

    class Looking(Script):
        def read(self, prompt: str) -> str:
            offered.append(self.complete("", "mis"))
            return super().read(prompt)

    converse(save(HEADER), Looking("?", "Anna"))

    assert offered == [
        ["misere", "misère", "miser", "misdeal"],  # the words of the notation, before the first question
        ["misdeal"],
        ["misere", "misère", "miser"],
    ]


def test_ctrl_c_twice_leaves_and_once_gives_up_the_line(save: Save, converse: Callable[..., Result]) -> None:
    path = save(HEADER)

    result = converse(
        path, Script(KeyboardInterrupt, SEVEN, KeyboardInterrupt, KeyboardInterrupt, SEVEN), code=130
    )

    assert result.stdout.count("Ctrl-C once more, or Ctrl-D, leaves.") == 2
    assert path.read_text("utf-8") == f"{HEADER}- 21:04 {SEVEN}\n"


def test_ctrl_c_at_a_question_only_drops_it(save: Save, converse: Callable[..., Result]) -> None:
    path = save(HEADER)

    result = converse(path, Script("?", KeyboardInterrupt, KeyboardInterrupt, "misdeal", "undo", EOFError))

    assert result.stdout.count("nothing was written") == 2  # of the questions, and of the undo
    assert result.stderr.endswith("has 1 record, on the disk\n")


def test_the_names_for_a_new_journal_are_asked_for(tmp_path: Path, converse: Callable[..., Result]) -> None:
    path = tmp_path / "new.pulya"

    result = converse(path, Script(), answer="Anna, Boris, Vera\n")

    assert "Who plays? Names clockwise: " in result.stderr
    assert "players: [Anna, Boris, Vera]" in path.read_text("utf-8")


def test_a_journal_that_breaks_meanwhile_is_said_and_the_evening_goes_on(
    save: Save, converse: Callable[..., Result]
) -> None:
    path = save(HEADER)

    class Breaking(Script):
        def read(self, prompt: str) -> str:
            if len(self.typed) in {2, 1}:
                path.write_text(HEADER if len(self.typed) == 1 else "rubbish", "utf-8")
            return super().read(prompt)

    result = converse(path, Breaking("conventions list", SEVEN))

    assert path.read_text("utf-8") == f"{HEADER}- 21:04 {SEVEN}\n"
    assert "this is no journal" in result.stderr


def test_the_clock_of_the_wall_has_hours_and_minutes() -> None:
    assert re.fullmatch(r"[0-2]\d:[0-5]\d", _now())


# ---- through a pipe ----------------------------------------------------------------------------------


def piped(path: Path, text: str, *words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["play", str(path), *words], input=text, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def test_lines_of_a_pipe_are_recorded_without_a_question(tmp_path: Path) -> None:
    path = tmp_path / "new.pulya"

    shown = piped(
        path, f"{SEVEN}\n\n# a remark\nundo\n", "--players", "Anna,Boris,Vera", "--target", "10"
    ).stdout

    assert shown.startswith(f"{path} is ready: Sochi, pool to 10.\n")
    assert "Writes change in record 1." in shown
    assert shown.endswith("To close: Anna 10, Boris 10, Vera 10.\n")
    assert path.read_text("utf-8").endswith(f"deals:\n- {SEVEN}\n- undo 1\n")


def test_a_refused_line_of_a_pipe_stops_nothing_and_the_exit_code_tells(save: Save) -> None:
    path = save(HEADER)

    result = piped(path, f"Anna 7h wp 7\n{SEVEN}\n", code=5)

    assert path.read_text("utf-8") == f"{HEADER}- {SEVEN}\n"
    assert result.stderr.endswith("    Anna 7h wp 7\n            ^^\n  did you mean `Anna 7h w p = 7`?\n")


def test_a_pipe_with_json_gives_a_row_for_each_record(save: Save) -> None:
    rows = [
        json.loads(line) for line in piped(save(HEADER), f"{SEVEN}\nmisdeal\n", "--json").stdout.splitlines()
    ]

    assert [row["text"] for row in rows] == [SEVEN, "misdeal"]
    assert rows[0]["sheet"]["pool"] == {"Anna": 4, "Boris": 0, "Vera": 0}


def test_a_file_that_cannot_be_written_ends_a_pipe(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(HEADER)
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))

    result = piped(path, f"{SEVEN}\n{SEVEN}\n", code=6)

    assert result.stderr.count("No space left on device") == 1


def test_the_journal_of_the_environment_stays_what_it_was(
    save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(HEADER + f"- {SEVEN}\n")
    monkeypatch.setenv("PULYA_FILE", "elsewhere.pulya")

    assert SEVEN in piped(path, "log\n").stdout
    assert os.environ["PULYA_FILE"] == "elsewhere.pulya"


def test_a_command_about_many_journals_takes_the_one_that_is_open(save: Save) -> None:
    path = save(HEADER + f"- {SEVEN}\n")

    alone, as_data, checked, other = (
        piped(path, line) for line in ("stats\n", "stats --json\n", "check\n", "stats nowhere.pulya\n")
    )

    assert alone.stdout.startswith("Sochi, 1 evening, 1 deal\n")
    assert json.loads(as_data.stdout.split("\n")[0])["evenings"] == 1
    assert checked.stdout.startswith(f"{path}: 1 record, all well\n")
    assert "nowhere.pulya" in other.stderr
    assert "all well" not in other.stdout


def test_other_commands_work_in_a_pipe_and_keep_to_themselves(save: Save) -> None:
    path = save(HEADER + f"- {SEVEN}\n")

    result = piped(
        path,
        "sheet --json\nsettle --stake nonsense\nconventions shw\nlog --help\nwhy 9\nlog\nquit\nmisdeal\n",
    )

    assert '"pool": {"Anna": 4' in result.stdout
    assert "Usage" in result.stdout
    assert "is no sum of money" in result.stderr
    assert "there is no command `shw`" in result.stderr
    assert "there is no record 9" in result.stderr
    assert result.stdout.count(SEVEN) == 1
    assert "misdeal" not in path.read_text("utf-8")


def test_a_command_that_changes_the_journal_is_followed(save: Save) -> None:
    path = save(HEADER)

    result = piped(path, f"freeze\n{SEVEN}\n")

    assert "another program" not in result.stdout
    assert "convention:\n  schema:" in path.read_text("utf-8")
    assert path.read_text("utf-8").endswith(f"- {SEVEN}\n")


def test_a_journal_that_is_there_keeps_its_header(save: Save) -> None:
    path = save(HEADER)

    said = piped(path, "", "--players", "Gleb,Dina,Egor").stderr

    assert said == f"{path} is there already: what stands in it counts\n"
    assert path.read_text("utf-8") == HEADER


def test_where_there_is_no_journal_the_evening_is_called_by_its_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["play", "--players", "Anna,Boris,Vera"]

    CliRunner().invoke(cli, words, input=f"{SEVEN}\n", catch_exceptions=False)
    again = CliRunner().invoke(cli, ["play"], input="Boris 6s p p\n", catch_exceptions=False)

    (made,) = tmp_path.iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.pulya", made.name)
    assert again.exit_code == 0
    assert made.read_text("utf-8").endswith(f"- {SEVEN}\n- Boris 6s p p\n")


def test_and_where_nobody_says_who_plays_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    result = CliRunner().invoke(cli, ["play"], input="", catch_exceptions=False)

    assert result.exit_code == 3
    assert "there is no journal here" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_players_a_pipe_makes_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "no.pulya"

    assert "there is no such file" in piped(path, "", code=3).stderr
    assert not path.exists()


def test_a_nul_in_a_command_is_refused_and_the_next_line_taken(save: Save) -> None:
    path = save("convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n")

    ran = CliRunner().invoke(
        cli, ["play", str(path)], input="sheet -o a\0b.svg\nAnna 6s p p\n", catch_exceptions=False
    )

    assert ran.exit_code == 5
    assert "there is an invisible character, U+0000" in ran.stderr
    assert path.read_text("utf-8").endswith("deals:\n- Anna 6s p p\n")
