"""Guided entry: for any legal game the questions lead to each of its records, and offer nothing that cannot be."""

from typing import Any

import pytest
from hypothesis import given
from strategies import Evening, evenings, game_of

from pulya.game import Game
from pulya.play.guided import Guide
from pulya.play.question import Choice, Question
from pulya.record import Concession, Contract, Deal, Event, Misdeal, Misere, Raspasy
from pulya.ruled import Ruled
from pulya.rules.naming import by_name
from pulya.rules.ruling import Referee
from pulya.table import Table
from pulya.terms import TRICKS
from pulya.view.page import Page
from pulya.write import Write

HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"
FOUR = HEADER.replace("Vera]", "Vera, Gleb]")
CONCEDES = HEADER.replace("deals:", "agreed: {concession.undertricks: 3}\ndeals:")


def guide(text: str = HEADER) -> Guide:
    game = game_of(text)
    return Guide(game.table, game.header.convention)


def question(asked: Guide) -> Question:
    assert isinstance(asked.now, Question)
    return asked.now


def values(asked: Guide) -> list[Any]:
    """Return what can be answered now."""
    return [choice.value for choice in question(asked).choices] + list(question(asked).figures)


def after(asked: Guide, *answers: str) -> Guide:
    for answer in answers:
        assert asked.take(answer), answer
    return asked


def test_a_contract_by_its_questions() -> None:
    asked = after(guide(), "Anna", "7", "h", "w", "p")

    assert question(asked).default == 7
    assert after(asked, "").now == by_name_of("Anna 7h w p = 7")


def by_name_of(record: str, header: str = HEADER) -> Deal | Event:
    found = game_of(f"{header}- {record}\n").ruled[-1].record
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("answers", "record"),
    [
        (["1", "7h", "w", "w", "7", "2"], "Anna 7h w w = 7 2"),
        (["1", "7h", "w", "w", "7", "?"], "Anna 7h w w = 7 ?"),
        (["1", "7h", "w", "w", "10"], "Anna 7h w w = 10"),
        (["1", "10", "-", "w", "p", ""], "Anna 10 w p = 10"),
        (["b", "6", "s", "p", "p"], "Boris 6s p p"),
        (["v", "6s", "p", "h"], "Vera 6s p h"),
        (["1", "7ч", "в", "п", "6"], "Anna 7h w p = 6"),
        (["2", "m", ""], "Boris misere = 0"),
        (["2", "мизер", "3"], "Boris misere = 3"),
        (["raspasy", "3", "4"], "raspasy = 3 4 3"),
        (["р", "3", "4"], "raspasy = 3 4 3"),
        (["misdeal"], "misdeal"),
        (["1", "7h", "concedes", ""], "Anna 7h concedes"),
        (["1", "7h", "сдаётся", "4"], "Anna 7h concedes 4"),
    ],
)
def test_answers_are_numbers_letters_or_words_of_both_languages(answers: list[str], record: str) -> None:
    assert after(guide(CONCEDES), *answers).now == by_name_of(record, CONCEDES)


def test_only_who_plays_this_deal_can_declare() -> None:
    """Gleb deals and sits out."""
    assert values(guide(FOUR)) == ["Anna", "Boris", "Vera", "raspasy", "misdeal"]


def test_only_contracts_from_the_exit_level_on_are_offered() -> None:
    hard = HEADER.replace("deals:", "agreed: {raspasy.exit.levels: [8]}\ndeals:") + "- raspasy = 3 4 3\n"

    assert values(after(guide(hard), "Anna")) == [(8, None), (9, None), (10, None), "misere"]


def test_a_half_whist_is_offered_where_it_can_be() -> None:
    """On six and seven, by the second defender, beside a pass."""
    assert values(after(guide(), "Anna", "7h")) == ["whist", "pass"]
    assert values(after(guide(), "Anna", "7h", "p")) == ["whist", "pass", "half"]
    assert values(after(guide(), "Anna", "7h", "w")) == ["whist", "pass"]
    assert values(after(guide(), "Anna", "8h", "p")) == ["whist", "pass"]


def test_where_both_have_to_whist_a_pass_is_not_offered_and_the_suit_is_needed() -> None:
    forced = HEADER.replace("deals:", "agreed: {whisting.forced: [6s]}\ndeals:")

    assert values(after(guide(forced), "Anna", "6")) == ["s", "c", "d", "h", "nt"]
    assert values(after(guide(forced), "Anna", "6s")) == ["whist"]
    assert values(after(guide(forced), "Anna", "6c")) == ["whist", "pass"]


def test_giving_up_is_offered_where_the_table_knows_it() -> None:
    assert values(after(guide(CONCEDES), "Anna", "7h")) == ["whist", "pass", "concedes"]
    assert values(after(guide(), "Anna", "7h")) == ["whist", "pass"]


def test_where_a_ten_is_only_checked_enter_says_so() -> None:
    checked = CONCEDES.replace("agreed: {", "agreed: {whisting.ten: checked, ")

    assert after(guide(checked), "Anna", "10h", "", "").now == by_name_of("Anna 10h = 10", checked)
    assert after(guide(checked), "Anna", "10h", "", "9", "1").now == by_name_of("Anna 10h = 9 1", checked)
    assert after(guide(checked), "Anna", "10h", "w", "p", "").now == by_name_of("Anna 10h w p = 10", checked)
    assert after(guide(checked), "Anna", "10h", "concedes", "").now == by_name_of(
        "Anna 10h concedes", checked
    )


def test_a_dealer_who_sits_out_may_whist_where_the_table_knows_it() -> None:
    whists = FOUR.replace("deals:", "agreed: {whisting.dealer: after-passes}\ndeals:")

    asked = after(guide(whists), "Anna", "7h", "p", "p")

    assert (question(asked).about, question(asked).player) == ("dealer", "Gleb")
    assert after(asked, "w", "7").now == by_name_of("Anna 7h Boris p Vera p Gleb w = 7", whists)
    never = FOUR.replace("deals:", "agreed: {whisting.dealer: never}\ndeals:")
    assert isinstance(after(guide(never), "Anna", "7h", "p", "p").now, Contract)


def test_of_two_players_the_whisters_own_tricks_are_asked_where_the_dummys_are_nobodys() -> None:
    two = "convention: gusarik\nplayers: [Anna, Boris]\ndeals:\n"
    nobodys = two.replace("deals:", "agreed: {whisting.passer-tricks: nobody}\ndeals:")

    assert after(guide(two), "Anna", "6", "h", "w", "6").now == by_name_of("Anna 6h w = 6", two)
    asked = after(guide(nobodys), "Anna", "6", "h", "w", "6")
    assert question(asked).figures == range(5)
    assert after(asked, "3").now == by_name_of("Anna 6h w = 6 3", nobodys)


def test_of_raspasy_at_four_the_dealers_tricks_are_what_is_left() -> None:
    asked = after(guide(FOUR), "raspasy", "3", "4")

    assert values(asked) == [1, 2, 3]  # the talon gives the dealer two at most
    assert after(asked, "2").now == by_name_of("raspasy = 3 4 2 1", FOUR)


def test_compulsory_raspasy_leave_nothing_else_but_a_misdeal() -> None:
    owed = HEADER.replace("deals:", "agreed: {raspasy.compulsory: [{when: start, laps: 1}]}\ndeals:")

    assert values(guide(owed)) == ["raspasy", "misdeal"]


def test_who_whisted_second_is_asked_where_it_matters() -> None:
    """The one trick that two whisters owe on nine is the second whister's here."""
    asked = after(guide(), "Anna", "9h", "w", "w", "10")

    assert question(asked).about == "second"
    assert question(asked).default == "Vera"
    assert after(asked, "Boris").now == by_name_of("Anna 9h Vera w Boris w = Anna 10")


def test_a_whist_taken_back_is_asked_about_where_it_matters() -> None:
    split = HEADER.replace(
        "deals:", "agreed: {whisting.split: gentleman, whisting.returned: whister}\ndeals:"
    )
    asked = after(guide(split), "Anna", "7h", "w", "p", "6")

    assert question(asked).about == "returned"
    assert after(asked, "y").now == by_name_of("Anna 7h w p returned = 6", split)


def test_what_multiplies_and_what_the_talon_pays_is_asked_where_the_table_plays_it() -> None:
    rich = HEADER.replace(
        "deals:", "agreed: {multipliers: {dark: 2, no-talon: 2, bomb: 1}, talon.pays: 10}\ndeals:"
    )

    assert after(guide(rich), "Anna", "7h", "y", "n", "AK", "p", "p").now == by_name_of(
        "Anna 7h dark [AK] p p", rich
    )
    assert after(guide(rich), "Anna", "7h", "n", "y", "p", "p").now == by_name_of("Anna 7h notalon p p", rich)
    assert after(guide(rich), "Anna", "m", "y", "", "1").now == by_name_of("Anna misere dark = 1", rich)
    assert after(guide(rich), "raspasy", "Boris", "3", "4").now == by_name_of(
        "Boris dark raspasy = 3 4 3", rich
    )
    assert after(guide(rich), "raspasy", "", "3", "4").now == by_name_of("raspasy = 3 4 3", rich)


def test_a_misere_that_was_outbid_is_asked_about_where_a_failure_costs_raspasy() -> None:
    agreed = HEADER.replace(
        "deals:", "agreed: {raspasy.compulsory: [{when: failed-outbid, price: [1]}]}\ndeals:"
    )

    assert after(guide(agreed), "Anna", "9h", "y", "w", "p", "8").now == by_name_of(
        "Anna 9h bid misere w p = 8", agreed
    )
    assert question(after(guide(agreed), "Anna", "8h")).about == "call"


def test_what_is_no_answer_changes_nothing() -> None:
    asked = after(guide(), "Anna")

    assert not any(map(asked.take, ["", "5", "7x", "11", "w", "Boris"]))
    assert question(asked).about == "contract"


def test_of_a_list_of_contracts_only_the_open_boxes_of_whose_hand_it_is_are_offered() -> None:
    """Anna has the first hand, and her six of spades is done; a suit that is not open is asked for again."""
    listed = """\
convention: razboinik-small
players: [Anna, Boris, Vera]
agreed: {checklist: {contracts: [6s, 6h, 7d, misere], ticks: attempt, seat: first}}
deals:
- Anna 6s w w = 6 2
- Boris 6s w w = 6 2
- Vera 6s w w = 6 2
"""
    asked = guide(listed)

    assert values(asked)[0] == "Anna"
    assert not {"Boris", "Vera"} & set(values(asked))
    assert values(after(asked, "Anna")) == [(6, None), (7, None), "misere"]
    assert question(after(asked, "6s")).about == "suit"
    assert values(asked) == ["h"]


def test_back_goes_one_question_back_and_at_the_first_nowhere() -> None:
    asked = after(guide(), "Anna", "7h", "w")

    assert asked.back()
    assert (question(asked).about, question(asked).player) == ("call", "Boris")
    assert asked.back()
    assert asked.back()
    assert not asked.back()


def test_a_question_shows_its_answers_and_what_enter_means() -> None:
    asked = guide()

    assert question(asked).shown(Page("en")) == "Who plays?  1 Anna  2 Boris  3 Vera  4 raspasy  5 misdeal"
    assert question(after(asked, "Boris")).shown(Page("en")) == (
        "What does Boris play?  6  7  8  9  10  m misère"
    )
    assert (
        question(after(asked, "6")).shown(Page("en"))
        == "Suit?  s  c  d  h  nt  - not needed  (Enter: not needed)"
    )
    assert question(after(asked, "s")).shown(Page("en")) == "Vera?  w whist  p pass"
    assert question(after(asked, "w", "p")).shown(Page("en")) == "Tricks of Boris?  0 to 10  (Enter: 6)"


# ---- any game ---------------------------------------------------------------------------------------


def plain(record: Deal | Event, table: Table, game: Game) -> Deal | Event:
    return by_name(record, table, game.header.convention)


def answer(asked: Question, ruled: Ruled, game: Game) -> Any:
    """Return what somebody answers who has a record in mind."""
    record, table = ruled.record, ruled.before
    match asked.about, record:
        case "deal", Raspasy():
            return "raspasy"
        case "deal", Misdeal():
            return "misdeal"
        case "deal", Contract() | Concession() | Misere():
            return record.declarer
        case "contract", Misere():
            return "misere"
        case "contract", Contract() | Concession():
            return record.level, record.suit
        case "suit", Contract() | Concession():
            return record.suit or "none"
        case "dark", Raspasy():
            return record.dark or "none"
        case "dark", Contract() | Concession() | Misere():
            return record.flags.dark
        case "notalon", Contract() | Concession() | Misere():
            return record.flags.no_talon
        case "talon", Contract() | Concession():
            return record.flags.talon or "none"
        case "outbid", Contract() | Concession():
            return record.bid == "misere"
        case "call", Concession():
            return "concedes"
        case "call", Contract():
            return said(record, table, game)[str(asked.player)] if record.calls else "checked"
        case "dealer", Contract():
            return said(record, table, game).get(str(asked.player), "pass")
        case "undertricks", Concession():
            return record.undertricks or "convention"
        case "second", Contract():
            return [call.player for call in record.calls][-1] or asked.default
        case "returned", Contract():
            return record.returned
        case "tricks", Misere():
            return record.taken
        case "tricks", Contract() | Raspasy():
            return tricks(record, table, game)[str(asked.player)]
        case _:
            raise AssertionError(asked, record)


def order(record: Contract | Raspasy, table: Table, game: Game) -> tuple[str, ...]:
    """Return the hands that figures without names belong to."""
    if isinstance(record, Raspasy):
        return table.seats.active + table.seats.sitting[:1]
    if game.header.convention.ledger == "teams":
        at = table.players.index(record.declarer)
        return record.declarer, table.players[(at + 1) % 4], table.players[(at + 3) % 4]
    return (record.declarer, *table.seats.defenders(record.declarer))


def said(record: Contract, table: Table, game: Game) -> dict[str, str]:
    hands = order(record, table, game)[1:]
    if record.calls and record.calls[0].player is None:
        return dict(zip(hands, (call.call for call in record.calls), strict=True))
    return {str(call.player): call.call for call in record.calls}


def tricks(record: Contract | Raspasy, table: Table, game: Game) -> dict[str, Any]:
    hands = order(record, table, game)
    figures = record.tricks
    named = figures[0].player is not None
    known: dict[str, Any] = (
        {str(figure.player): figure.tricks for figure in figures}
        if named
        else dict(zip(hands, (figure.tricks for figure in figures), strict=False))
    )
    missing = [hand for hand in hands if hand not in known]
    for hand in missing:
        left = TRICKS - sum(known.values())
        known[hand] = left if hand == missing[-1] else 0
    return known


def can_be_asked(record: Deal | Event | None) -> bool:
    """Say whether the questions can lead to a record: agreed multipliers and lower bids are typed."""
    if isinstance(record, Contract | Concession):
        return record.bid in {None, "misere"} and record.flags.times == 1
    if isinstance(record, Misere | Raspasy):
        return record.flags.times == 1
    return isinstance(record, Misdeal)


def figures_of(writes: tuple[Write, ...]) -> list[tuple[Any, ...]]:
    return sorted((write.player, write.column, write.on or "", write.points) for write in writes)


@given(evenings())
def test_the_questions_lead_to_the_writes_of_every_record(evening: Evening) -> None:
    game = evening.game
    convention = game.header.convention
    for ruled in game.ruled:
        if not can_be_asked(ruled.record):
            continue
        asked = Guide(ruled.before, convention)
        while isinstance(asked.now, Question):
            wanted = answer(asked.now, ruled, game)
            assert pick(asked, wanted), (asked.now, ruled.record)
        made = Referee(convention).rule(asked.now, ruled.before)
        assert figures_of(made.writes) == figures_of(ruled.writes), (asked.now, ruled.record)


def pick(asked: Guide, wanted: Any) -> bool:
    """Give the answer that means something, as it is typed."""
    now = question(asked)
    if isinstance(wanted, tuple) and wanted[1] is not None:
        return asked.take(f"{wanted[0]}{wanted[1]}")
    if isinstance(wanted, tuple):
        return asked.take(str(wanted[0]))
    if not isinstance(wanted, bool) and wanted in now.figures:
        return asked.take(str(wanted))
    at = [choice.value for choice in now.choices].index(wanted)
    choice: Choice = now.choices[at]
    return asked.take(choice.key[0] if choice.key else str(at + 1))
