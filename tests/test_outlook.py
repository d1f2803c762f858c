"""What the next deal could do to the balance of the one who plays, worked by hand from the rules of Sochi."""

from fractions import Fraction

import pytest
from conftest import Rows, Run, Save
from hypothesis import given
from strategies import Evening, and_then, evenings, game_of

from pulya.cli.fold import folded
from pulya.evening import open_evening
from pulya.outlook import outlook
from pulya.terms import Points
from pulya.view.outlooks import outlook_text
from pulya.view.page import Page

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"


def of(player: str, text: str) -> dict[str, Points]:
    return {str(one.name): one.balance for one in outlook(game_of(text)) if one.player == player}


def test_of_a_six_a_seven_an_eight_and_a_misere_at_three() -> None:
    # A point is 10 whists, of which the declarer keeps two thirds (the others each win or pay one).
    two_thirds = Fraction(2, 3)

    assert of("Anna", HEAD + "deals:\n") == {
        "6 made": 20 * two_thirds - 4 * 2,  # pool 2; four tricks at 2
        "6, nobody whists": 20 * two_thirds,
        "6, 1 down": -20 * two_thirds - 5 * 2 - 2 * 2,  # mountain 2; five tricks; both consoled with 2
        "6, 2 down": -40 * two_thirds - 6 * 2 - 2 * 2 * 2,
        "7 made": 40 * two_thirds - 3 * 4,  # pool 4; three tricks at 4
        "7, 1 down": -40 * two_thirds - 4 * 4 - 2 * 4,
        "8 made": 60 * two_thirds - 2 * 6,  # pool 6; two tricks at 6
        "8, 1 down": -60 * two_thirds - 3 * 6 - 2 * 6,
        "misère made": 100 * two_thirds,
        "misère, 1 trick": -100 * two_thirds,
        "misère, 2 tricks": -200 * two_thirds,
    }


def test_a_pool_that_is_full_helps_and_gives_the_same_balance() -> None:
    full = HEAD + "sheet: {Anna: {pool: 20}, Boris: {pool: 10}}\ndeals:\n"

    assert of("Anna", full) == of("Anna", HEAD + "deals:\n")


def test_after_raspasy_the_lowest_contract_is_the_one_to_leave_with() -> None:
    head = "convention: leningrad\nplayers: [Anna, Boris, Vera]\nraspasy: 1\ndeals:\n"

    assert [name for name in of("Anna", head) if not name.startswith("misère")] == [
        "7 made",
        "7, nobody whists",
        "7, 1 down",
        "7, 2 down",
        "8 made",
        "8, 1 down",
        "9 made",
        "9, 1 down",
    ]


def test_above_a_ten_there_is_no_contract() -> None:
    head = "convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {raspasy.exit.levels: [9]}\nraspasy: 1\ndeals:\n"

    assert [name for name in of("Anna", head) if name.endswith("made")] == [
        "9 made",
        "10 made",
        "misère made",
    ]


@pytest.mark.parametrize("convention", ["sochi", "leningrad", "kazakhstanka", "skachki", "razboinik", "pair"])
def test_all_of_it_stays_on_a_screen_of_80_by_24(convention: str, save: Save, run: Run) -> None:
    """Beside it stands the whole state, and one line is left for the prompt."""
    path = save(
        f"convention: {convention}\nplayers: [Anna, Boris, Vera, Gleb]\nstake: 0.50 EUR\ndeals:\n- Anna 6s p p\n"
    )
    state = run("status", path).stdout

    table = outlook_text(Page("en", 80), open_evening(str(path)).game)

    lines = folded(f"{state}\n{table}", 80).split("\n")
    assert max(map(len, table.split("\n")[1:-1])) <= 80  # the table itself is not broken
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 23


def test_who_deals_at_four_cannot_play() -> None:
    game = game_of("convention: sochi\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n")

    assert {one.player for one in outlook(game)} == {"Anna", "Boris", "Vera"}


def test_a_suit_is_named_where_the_table_needs_one_and_forced_whist_has_no_pass() -> None:
    names = of("Anna", HEAD + 'agreed: {whisting.forced: ["6s"]}\ndeals:\n')

    assert list(names)[:5] == ["6s made", "6s, 1 down", "6s, 2 down", "7 made", "7, 1 down"]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "deals:\n- stop\n",
        "convention: classic\nplayers: [Anna, Boris, Vera]\ndeals:\n",  # raspasy come first
    ],
)
def test_where_nobody_can_play_there_is_nothing_to_tell(text: str, save: Save, run: Run, rows: Rows) -> None:
    path = save(text)

    assert run("status", path, "--next").stdout.endswith("\n\nNo contract can be played next.\n")
    assert rows("status", path, "--next")["outlook"] == []


def test_a_pair_wins_what_its_column_wins() -> None:
    # The entry of a six that nobody whists, 10, is what one column is ahead.
    found = of("Anna", "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n")

    assert found["6, nobody whists"] == 10


def test_two_players_have_one_whister() -> None:
    # Pool 2 is 20 whists, half of them his; the four tricks of the other hand cost him 2 each.
    found = of("Anna", "convention: gusarik\nplayers: [Anna, Boris]\ndeals:\n")

    assert found["6 made"] == 10 - 4 * 2


@given(evening=evenings())
def test_each_outcome_is_what_its_record_would_make_of_the_evening(evening: Evening) -> None:
    game = evening.game
    now = {name: one.balance for one in game.results for name in one.name.split(" + ")}
    for one in outlook(game)[:4]:
        after = and_then(game, one.record).results
        then = {name: result.balance for result in after for name in result.name.split(" + ")}
        assert then[one.player] - now[one.player] == one.balance


def test_status_shows_the_money_too(save: Save, run: Run, rows: Rows) -> None:
    path = save(HEAD + "stake: 0.50 EUR\ncoin: 0.10\ndeals:\n")

    lines = run("status", path, "--next").stdout.splitlines()
    assert lines[3] == "If it ended now: Anna 0, Boris 0, Vera 0."
    assert lines[4] == "In money: Anna 0.00, Boris 0.00, Vera 0.00 EUR"
    # 40/3 whists are 6.666 EUR; the others owe 3.333 each. In coins of 0.10: 6.6, -3.4, -3.4 and two coins over,
    # which go to the largest remainders: .66 of Anna's, and of the equal .66 of the others to the earlier seat.
    assert next(line for line in lines if line.startswith("6, nobody")).split()[3:5] == ["+13", "1/3"]
    found = {(one["player"], one["outcome"]): one for one in rows("status", path, "--next")["outlook"]}
    assert found["Anna", "6, nobody whists"] == {
        "player": "Anna",
        "outcome": "6, nobody whists",
        "record": "Anna 6 p p",
        "balance": "40/3",
        "money": "6.70",
    }
    assert "outlook" not in rows("status", path)


def test_without_a_stake_there_is_no_money(save: Save, run: Run) -> None:
    lines = run("status", save(HEAD + "deals:\n"), "--next").stdout.splitlines()

    assert lines[6].split() == ["the", "one", "who", "plays", "Anna", "Boris", "Vera"]


def test_a_list_of_contracts_lets_one_player_choose(save: Save, run: Run) -> None:
    path = save("convention: razboinik\nplayers: [Anna, Boris, Vera]\ndeals:\n")

    text = run("status", path, "--next").stdout

    assert "\nthe one who plays       Anna\n" in text
    assert "\n6s made               +5 1/3\n" in text
