"""Which language is spoken, and that texts are said in it to the last word."""

import pytest

from pulya.errors import Location, RecordError
from pulya.message import say, say_n
from pulya.notation.words import Language
from pulya.view.language import choose, translator
from pulya.view.page import Page


@pytest.mark.parametrize(
    ("asked", "environment", "language"),
    [
        (None, {}, "en"),
        (None, {"LANG": "ru_RU.UTF-8"}, "ru"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        (None, {"LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "ru_RU.UTF-8"}, "ru"),
        (None, {"LC_ALL": "", "LANG": "ru"}, "ru"),
        (None, {"LC_ALL": "en_US", "PULYA_LANG": "ru"}, "ru"),
        ("en", {"PULYA_LANG": "ru"}, "en"),
    ],
)
def test_the_language_is_that_asked_for_or_of_the_surroundings(
    asked: str | None, environment: dict[str, str], language: Language
) -> None:
    assert choose(asked, environment) == language


def test_a_text_is_english_until_it_is_said() -> None:
    assert str(say_n("{n} record", "{n} records", 1)) == "1 record"
    assert str(say_n("{n} record", "{n} records", 5)) == "5 records"


@pytest.mark.parametrize(
    ("records", "said"),
    [(1, "1 запись"), (2, "2 записи"), (5, "5 записей"), (11, "11 записей"), (21, "21 запись")],
)
def test_russian_counts_in_three_forms(records: int, said: str) -> None:
    assert Page("ru").say(say_n("{n} record", "{n} records", records)) == said


def test_a_text_inside_a_text_is_said_in_the_same_language() -> None:
    """The names of several players stay as they are; a text among the values does not."""
    inner = say("whists")

    assert Page("en").say(say("{one}: {other}", one=inner, other=("Anna", "Boris"))) == "whists: Anna, Boris"
    assert Page("ru").say(say("{one}: {other}", one=inner, other=("Anna", "Boris"))) == "висты: Anna, Boris"


def test_an_error_is_said_in_the_readers_language_with_its_place() -> None:
    error = RecordError(say("the game is over"), at=Location("a.pulya", 12, 7, "tricks"), hint=say("pool"))

    assert str(error) == "a.pulya:12, record 7, tricks: the game is over\n  hint: pool"
    assert error.lines(translator("ru"))[0].startswith("a.pulya:12, запись 7, ")


def test_an_error_that_knows_no_place_says_only_what_is_wrong() -> None:
    assert str(RecordError(say("the game is over"))) == "the game is over"


def test_a_place_known_deep_down_is_not_overwritten_on_the_way_out() -> None:
    deep = RecordError(say("the game is over"), at=Location(record=7))

    assert deep.within(Location("a.pulya", record=9, column=3)).at == Location("a.pulya", None, 7, None, 3)
