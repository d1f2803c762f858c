"""One line of the notation and one record: every form, both languages, and what is refused where."""

from fractions import Fraction
from typing import Any

import pytest
from conftest import EXAMPLES
from hypothesis import given, settings
from strategies import PLAYERS, entries, game_of

from pulya.errors import RecordError
from pulya.notation.read import joined, read
from pulya.notation.write import write
from pulya.record import (
    Bid,
    CallOf,
    Cell,
    Concession,
    Contract,
    Entry,
    Figure,
    Fine,
    Fix,
    Flags,
    Join,
    Leave,
    Misdeal,
    Misere,
    Paper,
    Raspasy,
    Record,
    Stop,
    Time,
    Undo,
)
from pulya.terms import Call, Player

ANNA, BORIS, VERA = ENGLISH = Player("Anna"), Player("Boris"), Player("Vera")
RUSSIAN = Player("Аня"), Player("Боря"), Player("Вера")
TRANSLATED = dict(zip(RUSSIAN, ENGLISH, strict=True))


@settings(max_examples=5 * EXAMPLES)
@given(entries())
def test_what_is_written_is_read_again(entry: Entry) -> None:
    assert read(write(entry, "en"), PLAYERS) == entry
    assert read(write(entry, "ru"), PLAYERS) == entry


@given(entries())
def test_neither_case_nor_commas_nor_more_blanks_matter(entry: Entry) -> None:
    """Of a new player's name the case is kept, so nobody joins here."""
    bare = entry._replace(record=Stop() if "Жанна" in str(entry.record) else entry.record, note="Note")

    text = write(bare).replace(" (Note)", "").replace(" ", " ,  ") + " (Note)"

    for shouted in (text.upper().replace("NOTE", "Note"), text.lower().replace("note", "Note")):
        assert read(shouted, PLAYERS) == bare


def test_a_record_is_written_with_full_names_and_short_words() -> None:
    typed = read("9:05  а 7♥, торг 6 безприкупа вист ПАС = 7 (о чём спорили)", RUSSIAN)

    assert write(typed, "ru") == "09:05 Аня 7ч торг 6 безприкупа в п = 7 (о чём спорили)"
    assert write(typed, "en") == "09:05 Аня 7h bid 6 notalon w p = 7 (о чём спорили)"


@pytest.mark.parametrize(
    ("suit", "forms"),
    [
        ("s", "s ♠ п"),
        ("c", "c ♣ т к"),
        ("d", "d ♦ б"),
        ("h", "h ♥ ♥\ufe0f ч"),
        ("nt", "nt n бк б/к"),
    ],
)
def test_a_suit_has_its_forms(suit: str, forms: str) -> None:
    for form in forms.split():
        record = read(f"Anna 7{form} w p = 7", ENGLISH).record
        assert isinstance(record, Contract)
        assert record.suit == suit, form


@pytest.mark.parametrize(
    ("call", "forms"),
    [("whist", "whist w вист в"), ("pass", "pass p пас п"), ("half", "half h полвиста пв")],
)
def test_a_call_has_its_forms(call: Call, forms: str) -> None:
    for form in forms.split():
        assert read(f"Anna 7h p {form}", ENGLISH).record == contract(calls=("pass", call))


def contract(calls: tuple[Call, ...] = ("whist", "pass"), **changed: Any) -> Contract:
    plain = Contract(ANNA, 7, "h", calls=tuple(CallOf(None, call) for call in calls))
    return plain._replace(**changed)


SEVEN = (Figure(None, 7),)
MISERE = "misere misère miser m мизер м"


@pytest.mark.parametrize(
    ("line", "forms", "record"),
    [
        ("Anna {} = 1", MISERE, Misere(ANNA, 1)),
        ("{} = 3 7", "raspasy raspas r распасы распас р", Raspasy((Figure(None, 3), Figure(None, 7)))),
        ("Anna 7h {} w p = 7", "notalon безприкупа", contract(flags=Flags(no_talon=True), tricks=SEVEN)),
        ("Anna 7h {} w p = 7", "dark втёмную втемную", contract(flags=Flags(dark=True), tricks=SEVEN)),
        ("Anna 7h {} w p = 7", "x4 X4", contract(flags=Flags(times=4), tricks=SEVEN)),
        ("Anna 7h {} w p = 7", "[A] [a] [т]", contract(flags=Flags(talon="A"), tricks=SEVEN)),
        ("Anna 7h {} w p = 7", "[KQ] [QK] [кд]", contract(flags=Flags(talon="KQ"), tricks=SEVEN)),
        ("Anna 7h {} w p = 7", "[AK] [тк]", contract(flags=Flags(talon="AK"), tricks=SEVEN)),
        ("Anna 7h {} w p = 7", "[AA] [тт]", contract(flags=Flags(talon="AA"), tricks=SEVEN)),
        ("Anna 7h {}", "concedes сдаётся сдается", Concession(ANNA, 7, "h")),
        ("Anna 7h {} 3", "concedes сдаётся сдается", Concession(ANNA, 7, "h", undertricks=3)),
        ("Anna 7h {} 6s w p = 7", "bid торг", contract(bid=Bid(6, "s"), tricks=SEVEN)),
        ("Anna 9h bid {} w p = 7", MISERE, contract(level=9, bid="misere", tricks=SEVEN)),
        ("Anna 7h w p {} = 7", "returned возврат", contract(returned=True, tricks=SEVEN)),
        ("{} 7", "undo отмена", Undo(7)),
        ("{}", "undo отмена", Undo()),
        ("{} 7 Anna misere = 1", "fix правка", Fix(7, Misere(ANNA, 1))),
        ("{}", "misdeal пересдача", Misdeal()),
        ("{}", "time время", Time()),
        ("{}", "stop стоп", Stop()),
        ("{} Boris mountain 2 (revoke)", "fine штраф", Fine(BORIS, "mountain", 2)),
        ("fine Boris {} 2 (revoke)", "pool пуля", Fine(BORIS, "pool", 2)),
        ("fine Boris {} -2 (revoke)", "mountain гора", Fine(BORIS, "mountain", -2)),
        ("fine Boris {} 2 on Anna (revoke)", "whists висты", Fine(BORIS, "whists", 2, ANNA)),
        ("fine Boris whists 2 {} Anna (revoke)", "on на", Fine(BORIS, "whists", 2, ANNA)),
        ("{} Anna pool 14", "paper лист", Paper(ANNA, (Cell("pool", 14),))),
        ("{} Gleb after Vera", "join сел", Join(Player("Gleb"), VERA)),
        ("join Gleb {} Vera", "after после", Join(Player("Gleb"), VERA)),
        ("{} Anna", "leave встал", Leave(ANNA)),
    ],
)
def test_a_word_has_its_forms(line: str, forms: str, record: Record) -> None:
    for form in forms.split():
        assert read(line.format(form), ENGLISH).record == record, form


@pytest.mark.parametrize(
    ("russian", "english"),
    [
        ("Аня 7ч в п = 7", "Anna 7h w p = 7"),
        ("распасы = 3 4 3", "raspasy = 3 4 3"),
        ("Боря мизер = 1", "Boris misere = 1"),
        ("штраф Боря гора 2 (фальшренонс)", "fine Boris mountain 2 (фальшренонс)"),
        ("правка 7 Аня 7ч в в = 7 2 1 (Вера вистовала)", "fix 7 Anna 7h w w = 7 2 1 (Вера вистовала)"),
        ("отмена 7 (сдали дважды)", "undo 7 (сдали дважды)"),
        ("лист Аня пуля 14 гора 6 висты Боря 12", "paper Anna pool 14 mountain 6 whists Boris 12"),
    ],
)
def test_a_russian_line_says_what_the_english_one_says(russian: str, english: str) -> None:
    def in_english(value: object) -> object:
        if isinstance(value, str):
            return TRANSLATED.get(Player(value), value)
        return tuple(in_english(part) for part in value) if isinstance(value, tuple) else value

    assert in_english(read(russian, RUSSIAN)) == in_english(read(english, ENGLISH))


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("Anna 7 w p = 7", contract(suit=None, tricks=SEVEN)),
        ("Anna w p 7h = 7", contract(tricks=SEVEN)),
        (
            "Anna 7h Boris w Vera p = 7",
            contract(tricks=SEVEN)._replace(calls=(CallOf(BORIS, "whist"), CallOf(VERA, "pass"))),
        ),
        (
            "Anna 7h w w = Anna 7 Boris 2 Vera 1",
            contract(("whist", "whist"), tricks=(Figure(ANNA, 7), Figure(BORIS, 2), Figure(VERA, 1))),
        ),
        ("Anna misere = Anna 1", Misere(ANNA, 1)),
        ("Anna misere dark notalon x2 = 1", Misere(ANNA, 1, Flags(dark=True, no_talon=True, times=2))),
        ("raspasy x2 = Anna 3 Boris 7", Raspasy((Figure(ANNA, 3), Figure(BORIS, 7)), Flags(times=2))),
        (
            "paper Anna pool 14 mountain 6 whists Boris 12 Vera 13/2",
            Paper(
                ANNA,
                (
                    Cell("pool", 14),
                    Cell("mountain", 6),
                    Cell("whists", 12, BORIS),
                    Cell("whists", Fraction(13, 2), VERA),
                ),
            ),
        ),
        ("fix 7 fine Boris pool 2 (gift)", Fix(7, Fine(BORIS, "pool", 2))),
    ],
)
def test_a_line_says_its_record(line: str, record: Record) -> None:
    assert read(line, ENGLISH).record == record


def test_time_stands_in_front_and_a_note_at_the_end() -> None:
    assert read("9:05 misdeal (the king (of clubs) showed)", ENGLISH) == Entry(
        Misdeal(), "09:05", "the king (of clubs) showed"
    )


@pytest.mark.parametrize("token", ["A", "an", "ANNA", "anna"])
def test_any_beginning_of_a_name_will_do(token: str) -> None:
    assert read(f"leave {token}", ENGLISH).record == Leave(ANNA)


def test_an_exact_name_wins_over_a_longer_one() -> None:
    assert read("leave ann", [Player("Anna"), Player("Ann")]).record == Leave(Player("Ann"))


def test_a_beginning_of_two_names_is_refused_with_both() -> None:
    with pytest.raises(RecordError, match="'An' can be Anna, Anton"):
        read("leave An", [ANNA, Player("Anton")])


def test_a_word_of_the_notation_wins_over_a_beginning() -> None:
    with pytest.raises(RecordError, match="'М' is a word of the notation"):
        read("встал М", [Player("Маша"), Player("Боря")])


@pytest.mark.parametrize(("name", "token"), [("Пётр", "петр"), ("Семен", "Семён"), ("Алёна", "АЛЕ")])
def test_yo_is_ye_in_a_name(name: str, token: str) -> None:
    assert read(f"leave {token}", [Player(name), BORIS]).record == Leave(Player(name))


def test_a_mistyped_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(RecordError, match=r"nobody here is called 'Bosir'\n  hint: did you mean Boris\?"):
        read("Bosir 7h w p = 7", ENGLISH)


def test_a_cyrillic_suit_that_looks_latin_is_refused_with_the_way_out() -> None:
    with pytest.raises(RecordError, match="clubs are the Latin c, or т"):
        read("Anna 7с w p = 7", ENGLISH)


@pytest.mark.parametrize(
    ("line", "newcomer"),
    [
        ("join Gleb after Vera", "Gleb"),
        ("21:04 СЕЛА Дина после Вера (опоздала)", "Дина"),
        ("fix 3 join Gleb after Vera", "Gleb"),
        ("Anna 7h w p = 7", None),
        ("Селиван 7h w p = 7", None),
        ("misdeal (join Gleb after tea)", None),
    ],
)
def test_a_newcomer_is_known_from_his_line_on(line: str, newcomer: str | None) -> None:
    assert joined(line) == newcomer


HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- "


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna 7h w w = 6 3 1", "Anna 7h w w = Vera 1 Anna 6 Boris 3"),
        ("Anna 7h w w = 6 3 1", "Anna 7h w w = Vera 1 Boris 3"),
        ("Anna 7h w w = 6 3 1", "Anna 7h w w = 6 3"),
        ("Anna 7h w p = 6", "Anna 7h Vera p Boris w = Anna 6"),
        ("Anna 7h w w = 10", "Anna 7h w w = 10 0 0"),
        ("raspasy = 3 4 3", "raspasy = Vera 3 Anna 3 Boris 4"),
        ("raspasy = 3 4 3", "raspasy = 3 4"),
    ],
)
def test_both_ways_write_the_same(one: str, other: str) -> None:
    assert game_of(HEADER + one).writes == game_of(HEADER + other).writes


def test_of_two_named_whisters_the_later_one_whisted_second() -> None:
    """On an eight the second answers for the one trick that the pair owes."""
    clockwise = game_of(HEADER + "Anna 8h Boris w Vera w = 10")
    reversed_ = game_of(HEADER + "Anna 8h Vera w Boris w = 10")

    assert clockwise.sheet.mountain == {"Anna": 0, "Boris": 0, "Vera": 6}
    assert reversed_.sheet.mountain == {"Anna": 0, "Boris": 6, "Vera": 0}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("", "record"),
        ("(only a note)", "record"),
        ("w p = 7", "record"),
        ("misdeal now", "record"),
        ("raspasy dark = 3 4 3", "record"),
        ("fix 7", "record"),
        ("fix 7 undo 6", "record"),
        ("Anna 7h w p\u200b = 7", "record"),
        ("Zoe 7h w p = 7", "declarer"),
        ("7h w p = 7", "declarer"),
        ("25:00 Anna 7h w p = 7", "declarer"),
        ("Anna w p = 7", "contract"),
        ("Anna 5 w p = 5", "contract"),
        ("Anna 11 w p = 10", "contract"),
        ("Anna 7x w p = 7", "contract"),
        ("Anna 7h 8h w p = 7", "contract"),
        ("Anna misere 7h = 0", "contract"),
        ("Anna misere w p = 0", "contract"),
        ("Anna 7h bid", "bid"),
        ("Anna 7h bid w p = 7", "bid"),
        ("Anna 7h x1 w p = 7", "multiplier"),
        ("Anna 7h x65 w p = 7", "multiplier"),
        ("Anna 7h [QQ] w p = 7", "talon"),
        ("Anna misere [A] = 0", "talon"),
        ("Anna 7h", "calls"),
        ("Anna 7h Boris", "calls"),
        ("Anna 7h Boris 7 = 7", "calls"),
        ("Anna 7h Zoe w = 7", "calls"),
        ("Anna 7h w Vera p = 7", "calls"),
        ("Anna 7h Boris w Boris p = 7", "calls"),
        ("Anna 7h w p concedes", "calls"),
        ("Anna 7h concedes = 7", "calls"),
        ("Anna 7h concedes 0", "undertricks"),
        ("Anna 7h concedes 11", "undertricks"),
        ("Anna 7h w p =", "tricks"),
        ("Anna 7h w p = 11", "tricks"),
        ("Anna 7h w p = -1", "tricks"),
        ("Anna 7h w p = seven", "tricks"),
        ("Anna 7h w p = Anna", "tricks"),
        ("Anna 7h w p = 7 Boris 3", "tricks"),
        ("Anna 7h w p = Anna 7 Anna 3", "tricks"),
        ("Anna misere", "tricks"),
        ("Anna misere = 0 5", "tricks"),
        ("Anna misere = Boris 0", "tricks"),
        ("raspasy", "tricks"),
        ("misdeal (not closed", "note"),
        ("misdeal (closed) too early", "note"),
        ("fine Boris mountain 2", "note"),
        ("fix 7 fine Boris mountain 2", "note"),
        ("fine Boris hill 2 (revoke)", "column"),
        ("fine Boris (revoke)", "column"),
        ("paper Anna", "column"),
        ("fine Boris mountain (revoke)", "number"),
        ("fine Boris mountain two (revoke)", "number"),
        ("fine Boris mountain 1/2 (revoke)", "number"),
        ("paper Anna pool", "number"),
        ("paper Anna pool 1/0", "number"),
        ("undo x", "number"),
        ("undo -1", "number"),
        ("fix", "number"),
        ("fine Boris whists 2 (revoke)", "on"),
        ("fine Boris whists 2 Anna (revoke)", "on"),
        ("fine Boris whists 2 on Boris (revoke)", "on"),
        ("paper Anna whists Anna 2", "on"),
        ("paper Anna whists", "on"),
        ("paper Anna pool 1 pool 2", "column"),
        ("fine (revoke)", "player"),
        ("leave", "player"),
        ("leave Zoe", "player"),
        ("leave 7", "player"),
        ("join Gleb", "after"),
        ("join Gleb Vera", "after"),
    ],
)
def test_a_misfit_is_refused_with_its_field_and_a_way_out(line: str, field: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(line, ENGLISH)

    assert refused.value.at.field == field
    assert refused.value.hint


@pytest.mark.parametrize(
    ("line", "column"), [("Zoe 7h w p = 7", 1), ("Anna  5h w p = 5", 7), ("Anna 7h w p = 7 3 0 (n", 21)]
)
def test_a_refusal_points_at_the_word(line: str, column: int) -> None:
    with pytest.raises(RecordError) as refused:
        read(line, ENGLISH)

    assert refused.value.at.column == column


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("Anna 7 h w p = 7", "calls"),  # a suit apart from its level is a call
        ("Anna 7h w = 7", "calls"),
        ("Anna 7h p p = 7", "tricks"),
        ("Anna 6h p h = 6", "tricks"),
        ("Anna 7h w p", "tricks"),
        ("Anna 7h w w = 7", "tricks"),
        ("Anna 7h w w = 7 2 0", "tricks"),
        ("Anna 7h w w = 7 2 1 0", "tricks"),
        ("raspasy = 3 4 4", "tricks"),
        ("raspasy = 3", "tricks"),
        ("Anna 6h bid 7h w p = 7", "bid"),
        ("Anna 7s bid 7h w p = 7", "bid"),
        ("Anna 8h bid misere w p = 8", "bid"),
        ("Anna 7h w p notalon [A] = 7", "talon"),
    ],
)
def test_what_cannot_be_at_a_table_of_three_is_refused_with_its_field(line: str, field: str) -> None:
    with pytest.raises(RecordError) as refused:
        game_of(HEADER + line)

    assert refused.value.at.field == field
    assert refused.value.at.record == 1
