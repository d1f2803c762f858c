"""Commands over many journals: which files are meant, what is broken, and the same answer however they are shared out."""

import io
import json
import os
import pickle
import signal
import sys
from fractions import Fraction
from pathlib import Path

import pytest
import strategies
from conftest import Rows, Run, Save
from hypothesis import given
from hypothesis import strategies as st
from strategies import game_of

from pulya.cli import many
from pulya.club import lines_of, played, settled_together, standings
from pulya.errors import JournalError, Location, PulyaError
from pulya.game import Stake
from pulya.message import say

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"


@pytest.fixture
def club(save: Save, tmp_path: Path) -> Path:
    """Return a folder of three evenings, the second broken."""
    save(HEAD + "- Anna 6s p p\n", "1.pulya")
    save(HEAD + "- Anna 5s p p\n", "2.pulya")
    save(HEAD + "- Boris 6s p p\n- Anna misere = 0\n", "3.pulya")
    save("nothing", "notes.txt")
    return tmp_path


def test_a_folder_means_all_its_journals_each_once(club: Path, run: Run) -> None:
    first, second, third = (club / f"{number}.pulya" for number in (1, 2, 3))

    assert run("check", third, club, club / "1.pulya", code=1).stdout == (
        f"{third}: 2 records, all well\n"
        f"{first}: 1 record, all well\n"
        f"1. {second}:4, record 1, contract: a contract of 5 does not exist\n"
        "   hint: contracts are 6, 7, 8, 9 and 10\n"
    )


def test_journals_of_this_folder_are_named_without_it(
    club: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club)

    assert run("check", ".", code=1).stdout.startswith(
        "1.pulya: 1 record, all well\n3.pulya: 2 records, all well\n1. 2.pulya:4, record 1, "
    )


def test_a_folder_without_journals_is_refused(tmp_path: Path, run: Run) -> None:
    assert run("check", tmp_path, code=3).stderr == (
        f"pulya: {tmp_path}: there is no journal in this folder\n"
        "  hint: journals end with .pulya; name a folder that holds some, or the files\n"
    )


def test_a_complaint_comes_whole_from_another_process() -> None:
    error = JournalError(say("{n} is odd", n=3), at=Location("a.pulya", 4), hint=say("even it"))

    again: PulyaError = pickle.loads(pickle.dumps(error))

    assert (type(again), str(again)) == (JournalError, "a.pulya:4: 3 is odd\n  hint: even it")


# Anna's six that nobody whists is worth 20, two thirds of it hers: +13 1/3, -6 2/3, -6 2/3.  Of the raspasy Boris has
# the first hand: Boris 3, Vera 4, Anna 3 on mountains of 10 1/3 on the average: +3 1/3, -6 2/3 for Vera, +3 1/3.
FIRST = "convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: 1 EUR\ndeals:\n- Anna 6s p p\n- raspasy = 3 4 3\n- stop\n"
# Vera's seven is one down: 4 on her mountain is -26 2/3 and +13 1/3 each; Anna takes four tricks at 4, and both
# defenders are consoled with 4: Anna +33 1/3, Boris +17 1/3, Vera -50 2/3.
SECOND = "convention: sochi\nplayers: [ANNA, Boris, Vera]\nstake: 0.50 EUR\ncoin: 0.10\ndeals:\n- Vera 7h w p = 6\n"
# 7 in pairs is 20 for the column, and the only trick of the defence costs 4; one is short of two, 20 more: 36.
PAIRS = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 7 w w = 9 1 0\n- Boris misere = 0\n- stop\n"


@pytest.fixture
def evenings(save: Save, tmp_path: Path) -> Path:
    save(FIRST, "1.pulya")
    save(SECOND, "2.pulya")
    return tmp_path


def test_settle_adds_up_what_everybody_won_and_says_who_pays_whom(evenings: Path, run: Run) -> None:
    """In coins of 0.01 the first evening is 16.67, -3.33, -13.34; in coins of 0.10 the second 16.70, 8.70, -25.40."""
    assert run("settle", evenings).stdout.splitlines() == [
        f"journal{' ' * (len(str(evenings)) + 3)}convention      records  results",
        f"{'-' * (len(str(evenings)) + 8)}  ------------  ---------  -----------------------------------------",
        f"{evenings}/1.pulya  Sochi                 3  Anna +16.67, Boris -3.33, Vera -13.34 EUR",
        f"{evenings}/2.pulya  Sochi                 1  ANNA +16.70, Boris +8.70, Vera -25.40 EUR",
        "",
        "player      evenings    balance     EUR",
        "--------  ----------  ---------  ------",
        "Anna               2        +50  +33.37",
        "Boris              2        +14   +5.37",
        "Vera               2        -64  -38.74",
        "",
        "Vera pays Anna 33.37 EUR",
        "Vera pays Boris 5.37 EUR",
        "1 evening is not over and counts as it stands.",
    ]


def test_settle_of_many_for_scripts(evenings: Path, rows: Rows) -> None:
    found = rows("settle", evenings)

    assert found["files"][0] == {
        "file": str(evenings / "1.pulya"),
        "convention": "sochi",
        "records": 3,
        "over": True,
        "balance": {"Anna": "50/3", "Boris": "-10/3", "Vera": "-40/3"},
        "money": {"Anna": "16.67", "Boris": "-3.33", "Vera": "-13.34"},
        "currency": "EUR",
    }
    assert found["together"] == [
        {"player": "Anna", "evenings": 2, "balance": 50, "money": {"EUR": "33.37"}},
        {"player": "Boris", "evenings": 2, "balance": 14, "money": {"EUR": "5.37"}},
        {"player": "Vera", "evenings": 2, "balance": -64, "money": {"EUR": "-38.74"}},
    ]
    assert found["payments"] == [
        {"from": "Vera", "to": "Anna", "money": "33.37", "currency": "EUR"},
        {"from": "Vera", "to": "Boris", "money": "5.37", "currency": "EUR"},
    ]
    assert found["problems"] == []


def test_a_stake_and_a_coin_may_be_given_for_all(evenings: Path, rows: Rows) -> None:
    """50 whists at 1 RUB: each evening in whole roubles is 17, -3, -14 and 34, 17, -51."""
    found = rows("settle", evenings / "1.pulya", evenings / "2.pulya", "--stake", "1 RUB", "--coin", "1")

    assert [one["money"]["RUB"] for one in found["together"]] == ["51.00", "14.00", "-65.00"]


def test_a_pair_is_two_who_pay(save: Save, run: Run) -> None:
    """The column of Anna and Vera is 36, see PAIRS; the other is empty, and a point is 1 EUR."""
    staked = PAIRS.replace("- Boris misere = 0\n", "").replace("deals:", "stake: 1 EUR\ndeals:")
    one, other = save(staked, "1.pulya"), save(HEAD, "2.pulya")

    text = run("settle", one, other).stdout

    assert "Boris + Gleb pay Anna + Vera 36.00 EUR\n" in text


def test_without_a_stake_whists_are_told_and_nobody_pays(save: Save, run: Run) -> None:
    one, two = (save(SECOND.replace("stake", "# stake"), name) for name in ("1.pulya", "2.pulya"))

    text = run("settle", one, two).stdout

    assert "ANNA +33 1/3, Boris +17 1/3, Vera -50 2/3\n" in text
    assert "pays" not in text
    assert "EUR" not in text


def test_an_evening_without_a_stake_beside_others_is_told(evenings: Path, save: Save, run: Run) -> None:
    save(SECOND.replace("stake", "# stake"), "3.pulya")

    text = run("settle", evenings).stdout

    assert text.endswith("\n1 evening has no stake and is not in the money.\n")
    assert "Vera pays Anna 33.37 EUR" in text


def test_one_evening_is_settled_step_by_step_as_ever(evenings: Path, run: Run) -> None:
    assert run("settle", evenings / "1.pulya").stdout.startswith(
        "Sochi, pool to 20, 3 records\n\nThe sheet\n"
    )


def test_two_ways_to_name_a_journal_are_refused_of_many_too(evenings: Path, run: Run) -> None:
    assert "two journals are named; name one" in run("settle", evenings, "-f", "a.pulya", code=2).stderr


def test_settled_at_once_nobody_may_owe_anything(save: Save, run: Run) -> None:
    """Boris wins from Vera in one evening what she wins back in the other."""
    head = "convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: 1 EUR\ndeals:\n"
    one = save(head + "- fine Boris whists 3 on Vera (lost a bet)\n", "1.pulya")
    two = save(head + "- fine Vera whists 3 on Boris (won it back)\n", "2.pulya")

    assert "\nNobody owes anything.\n" in run("settle", one, two).stdout


def test_an_open_evening_is_left_out_of_a_settlement_and_counted_in_standings(
    evenings: Path, save: Save, run: Run, rows: Rows
) -> None:
    path = save("convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 7h w w = 7 ?\n", "3.pulya")
    provisional = f"{path}: provisional, as if tricks had fallen evenly in 1.\n"

    refused = run("settle", evenings, code=5)
    assert "it is open how the tricks of the defence fell" in refused.stderr
    assert "3.pulya" not in refused.stdout
    assert run("settle", evenings, "--open-as", "even").stdout.endswith(provisional)
    assert run("stats", evenings).stdout.endswith(provisional)
    assert rows("settle", evenings, "--open-as", "even")["files"][2]["open"] == [1]


def test_stats_are_the_standings_of_each_convention(evenings: Path, save: Save, run: Run) -> None:
    save(PAIRS, "3.pulya")

    assert run("stats", evenings).stdout.splitlines() == [
        "Sochi, 2 evenings, 3 deals",
        "player      evenings    deals    contracts    misères    raspasy    whists    balance     EUR",
        "--------  ----------  -------  -----------  ---------  ---------  --------  ---------  ------",
        "Anna               2        3          1/1          –          3        20        +50  +33.37",
        "Boris              2        3            –          –          3         4        +14   +5.37",
        "Vera               2        3          0/1          –          4         0        -64  -38.74",
        "",
        "Pair preferans, 1 evening, 2 deals",
        "player          evenings    deals    contracts    misères    raspasy    whists    balance",
        "------------  ----------  -------  -----------  ---------  ---------  --------  ---------",
        "Boris + Gleb           1        –            –          –          –         0        +14",
        "Anna + Vera            1        –            –          –          –         0        -14",
        "Anna                   1        2          1/1          –          –         0          –",
        "Boris                  1        2            –        1/1          –         0          –",
        "Gleb                   1        2            –          –          –         0          –",
        "Vera                   1        2            –          –          –         0          –",
        "",
        "All together",
        "player          evenings    balance     EUR",
        "------------  ----------  ---------  ------",
        "Anna                   2        +50  +33.37",
        "Boris                  2        +14   +5.37",
        "Boris + Gleb           1        +14       –",
        "Anna + Vera            1        -14       –",
        "Vera                   2        -64  -38.74",
        "",
        "Contracts and misères: made of declared. Raspasy: tricks on the average. Whists: written on others.",
        "1 evening is not over and counts as it stands.",
        "1 evening has no stake and is not in the money.",
    ]


def test_stats_for_scripts(evenings: Path, rows: Rows) -> None:
    found = rows("stats", evenings)

    (sochi,) = found["conventions"]
    assert (found["evenings"], sochi["convention"], sochi["evenings"], sochi["deals"]) == (2, "sochi", 2, 3)
    assert sochi["standings"][2] == {
        "player": "Vera",
        "evenings": 2,
        "deals": 3,
        "contracts": {"declared": 1, "made": 0},
        "miseres": {"declared": 0, "made": 0},
        "raspasy": {"played": 1, "tricks": 4, "average": 4},
        "whists": {"won": 0, "lost": 24},
        "balance": -64,
        "money": {"EUR": "-38.74"},
    }
    assert found["together"][0] == {"player": "Anna", "evenings": 2, "balance": 50, "money": {"EUR": "33.37"}}


def test_an_average_is_an_exact_fraction_and_a_player_counts_while_he_is_there(
    save: Save, rows: Rows
) -> None:
    """Tricks of Anna in raspasy: 3, 4 and 1; Gleb sits down for the third and is dealt cards in it."""
    path = save(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"
        "- raspasy = Anna 3 Boris 4 Vera 3\n- raspasy = Anna 4 Boris 4 Vera 2\n- join Gleb after Vera\n"
        "- raspasy = Vera 4 Gleb 5 Anna 1\n- misdeal\n"
    )

    (sochi,) = rows("stats", path)["conventions"]

    people = {one["player"]: one for one in sochi["standings"]}
    assert people["Anna"]["raspasy"] == {"played": 3, "tricks": 8, "average": "8/3"}
    assert people["Boris"]["raspasy"] == {"played": 3, "tricks": 8, "average": "8/3"}  # the talon's none
    assert (people["Anna"]["deals"], people["Gleb"]["deals"]) == (3, 1)
    assert people["Gleb"]["raspasy"]["average"] == 5


def test_a_concession_is_declared_and_not_made() -> None:
    game = game_of(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {concession.undertricks: 3}\n"
        "deals:\n- Anna 7h concedes\n- Anna 6h p p\n- Anna misere = 2\n"
    )

    tally = played(game, "a.pulya").tallies["Anna"]

    assert (tally.contracts, tally.contracts_made, tally.miseres, tally.miseres_made) == (2, 1, 1, 0)


def test_a_person_is_one_whatever_the_case_and_the_letter_yo() -> None:
    one = played(game_of("convention: sochi\nplayers: [Лёня, Boris, Vera]\ndeals:\n- Лёня 6s p p\n"), "1")
    two = played(game_of("convention: sochi\nplayers: [леня, Boris, Vera]\ndeals:\n- леня 6s p p\n"), "2")

    first = standings([one, two])[0].lines[0]

    assert (first.name, first.balance, first.tally.evenings) == ("Лёня", 2 * Fraction(40, 3), 2)


def test_coins_of_several_evenings_are_paid_in_what_is_common_to_them() -> None:
    """0.04 and 0.10 can both be paid in coins of 0.02."""
    one, two = (
        played(
            game_of(
                f"convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: 1\ncoin: {coin}\ndeals:\n- Anna 6s p p\n"
            ),
            "x",
        )
        for coin in ("0.04", "0.10")
    )

    ((currency, coin, payments),) = settled_together([one, two])

    assert (currency, coin) == ("", Fraction(2, 100))
    sums = {line.name: line.money[""] for line in lines_of([one, two])}
    assert sums["Anna"] == sum(payment.coins for payment in payments) * coin


def test_where_a_whole_club_takes_part_nobody_is_told_whom_to_pay() -> None:
    evenings = [
        played(
            game_of(f"convention: sochi\nplayers: [A{at}, B{at}, V{at}]\nstake: 1\ndeals:\n- A{at} 6s p p\n"),
            "x",
        )
        for at in "abcd"
    ]

    assert len(settled_together(evenings[:3])) == 1  # nine persons
    assert settled_together(evenings) == []


@given(
    drawn=st.lists(
        st.tuples(strategies.evenings(), strategies.money(), strategies.money()), min_size=1, max_size=3
    )
)
def test_a_club_wins_nothing_from_itself(drawn: list[tuple[strategies.Evening, Fraction, Fraction]]) -> None:
    """Balances and money add up to nothing, and the payments bring everybody to nought."""
    games = [
        evening.game._replace(header=evening.game.header._replace(stake=Stake(stake, "EUR"), coin=coin))
        for evening, stake, coin in drawn
    ]
    evenings = [played(game, str(at)) for at, game in enumerate(games)]

    for lines in (lines_of(evenings), *(group.lines for group in standings(evenings))):
        assert sum(line.balance or 0 for line in lines) == 0
    assert sum(line.money.get("EUR", 0) for line in lines_of(evenings)) == 0
    for currency, coin, payments in settled_together(evenings):
        left = {line.name: line.money.get(currency, Fraction(0)) for line in lines_of(evenings)}
        for payment in payments:
            left[payment.payer] += payment.coins * coin
            left[payment.payee] -= payment.coins * coin
        assert set(left.values()) == {0}


@pytest.fixture
def broken(save: Save, evenings: Path) -> Path:
    save("convention: sochy\nplayers: [Anna, Boris, Vera]\ndeals:\n", "3.pulya")
    save("players: [Anna, Boris, Vera]\ndeals:\n", "4.pulya")
    return evenings


@pytest.mark.parametrize("command", ["settle", "stats"])
def test_a_broken_file_is_told_at_the_end_and_the_worst_gives_the_exit_code(
    broken: Path, save: Save, run: Run, command: str
) -> None:
    result = run(command, broken, code=4)
    assert "Vera               2" in result.stdout
    assert [line.partition(":")[0] for line in result.stderr.splitlines() if line.startswith("pulya")] == [
        "pulya", "pulya",
    ]  # fmt: skip
    assert f"pulya: {broken}/3.pulya:1, convention: there is no convention `sochy`\n" in result.stderr

    save("convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 5s p p\n", "5.pulya")
    run(command, broken, code=5)


def test_problems_are_told_to_scripts(broken: Path, run: Run) -> None:
    found = json.loads(run("stats", broken, "--json", code=4).stdout)

    assert [problem["file"] for problem in found["problems"]] == [
        str(broken / "3.pulya"), str(broken / "4.pulya"),
    ]  # fmt: skip
    assert found["evenings"] == 2


def test_where_nothing_can_be_read_nothing_is_shown(save: Save, run: Run) -> None:
    assert run("stats", save("nothing", "a.pulya"), code=3).stdout == ""
    assert run("settle", save("nothing", "a.pulya"), save("nothing", "b.pulya"), code=3).stdout == ""


@pytest.mark.parametrize("words", [("stats",), ("stats", "--json"), ("settle",), ("check",)], ids=" ".join)
def test_shared_out_the_answer_is_the_same(
    broken: Path, run: Run, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = 1 if words == ("check",) else 4
    alone = run(*words, broken, code=code)
    monkeypatch.setattr(many, "_SHARED", 2)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    shared = run(*words, broken, code=code)

    assert (shared.stdout, shared.stderr) == (alone.stdout, alone.stderr)


def test_whoever_stops_listening_stops_the_work(evenings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "_SHARED", 2)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    results = many._results([str(evenings / f"{at % 2 + 1}.pulya") for at in range(100)], os.path.exists)

    assert next(results)
    results.close()
    assert list(results) == []


def test_a_process_that_helps_leaves_ctrl_c_and_the_cache_to_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(signal, "signal", lambda *words: asked.append(words))
    monkeypatch.setenv("PULYA_CACHE", "here")

    many._serve()

    assert os.environ["PULYA_CACHE"] == ""
    assert asked == [(signal.SIGINT, signal.SIG_IGN)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("files", "shows"), [(19, False), (20, True)])
def test_a_terminal_shows_how_far_the_work_is(
    evenings: Path, files: int, shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    found = many.over([str(evenings / "1.pulya")] * files, os.path.exists)

    assert found == [True] * files
    assert ("100%" in terminal.getvalue()) == shows


def test_an_evening_that_lacks_a_record_is_told_and_left_out(evenings: Path, save: Save, run: Run) -> None:
    save("convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 6s p p\n- Anna 7h w p", "3.pulya")

    result = run("stats", evenings, code=3)

    assert result.stdout.startswith("Sochi, 2 evenings, 3 deals\n")
    assert result.stderr.startswith(f"pulya: {evenings}/3.pulya:5")


def test_a_house_file_without_a_title_is_told_apart_from_what_it_extends(save: Save, run: Run) -> None:
    sochi = save(HEAD + "- Anna 6s p p\n", "1.pulya")
    save("extends: sochi\nid: thursday\nwhisting: {split: gentleman}\n", "thursday.yaml")
    thursday = save(HEAD.replace("sochi", "thursday.yaml") + "- Anna 6s p p\n", "2.pulya")

    told = run("stats", sochi, thursday).stdout
    assert "Sochi (sochi), 1 evening, 1 deal\n" in told
    assert "Sochi (thursday), 1 evening, 1 deal\n" in told
    settled = run("settle", sochi, thursday).stdout
    assert "  Sochi (sochi)  " in settled
    assert "  Sochi (thursday)  " in settled
    compared = run("compare", "-f", sochi, "--convention", thursday.with_name("thursday.yaml")).stdout
    assert compared.startswith("Sochi (thursday) instead of Sochi (sochi)\n")
    assert run("stats", sochi).stdout.startswith("Sochi, 1 evening, 1 deal\n")
