"""What people read between the deals: races, laps, bombs, checklists, pairs, and what a correction changes."""

import gettext
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pulya import cli as program
from pulya.cli import cli
from pulya.cli.session import Session

Save = Callable[..., Path]
Run = Callable[..., Result]
SOCHI = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"


def lines(run: Run, *words: str | Path) -> list[str]:
    return run(*words).stdout.splitlines()


def test_the_last_lap_is_told(save: Save, run: Run) -> None:
    path = save("convention: finka\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna misere = 1\n- time\n")

    assert "The time is over: lap 1 of 2." in lines(run, "status", path)


def test_the_agreed_laps_are_counted(save: Save, run: Run) -> None:
    """Three deals are a lap of three players; the fourth begins the second."""
    passed = "- Anna 6h p p\n- Boris 6h p p\n- Vera 6h p p\n"
    path = save(SOCHI + "agreed: {ending: laps}\nlaps: 4\ndeals:\n" + passed)

    assert "Lap 2 of 4." in lines(run, "status", path)


def test_compulsory_raspasy_are_counted_down(save: Save, run: Run) -> None:
    path = save(
        "convention: classic\nplayers: [Anna, Boris, Vera]\ndeals:\n- raspasy = Anna 3 Boris 4 Vera 3\n"
    )

    assert "2 raspasy have to be played first." in lines(run, "status", path)


def test_bombs_stand_under_the_sheet(save: Save, run: Run) -> None:
    path = save("convention: classic\nplayers: [Anna, Boris, Vera]\nbombs: {Anna: 2, Boris: 0}\ndeals:\n")

    assert "Bombs: Anna 2." in lines(run, "sheet", path)


def test_a_race_and_the_pools_put_aside_stand_under_the_sheet(save: Save, run: Run) -> None:
    """A race to 4 is over with a seven; two rounds in all."""
    head = "convention: skachki\nplayers: [Anna, Boris, Vera]\nagreed: {series.target: 4, series.rounds: 2}\ndeals:\n"
    first, second = (
        save(head + "- Anna 7h p p\n", "1.pulya"),
        save(head + "- Anna 7h p p\n- Boris 7h p p\n", "2.pulya"),
    )

    assert "Race 2 of 2." in lines(run, "sheet", first)
    assert "Pools of the finished races: Anna 4, Boris 0, Vera 0." in lines(run, "sheet", first)
    assert "The races are over." in lines(run, "sheet", second)
    assert "0. The pools of all races are counted together." in lines(run, "settle", second)


def test_the_status_tells_of_races_and_bombs(save: Save, run: Run) -> None:
    """A race to 4 is over with a seven; Anna carries a bomb on."""
    series = "convention: skachki\nplayers: [Anna, Boris, Vera]\nagreed: {series.target: 4, series.rounds: 1}\ndeals:\n"
    bombs = "convention: classic\nplayers: [Anna, Boris, Vera]\nbombs: {Anna: 1}\ndeals:\n"

    assert "Race 1 of 1." in lines(run, "status", save(series, "1.pulya"))
    assert "Bombs: Anna 1." in lines(run, "status", save(bombs, "2.pulya"))
    over = save(series + "- Anna 7h p p\n", "3.pulya")
    assert json.loads(run("sheet", over, "--json").stdout)["race"] == 1


def test_every_fault_of_a_header_is_told_at_once(save: Save, run: Run) -> None:
    path = save(
        SOCHI + "stake: x\ncoin: y\ntarget: q\nagreed:\n  whisting.splt: greedy\n  foo: 1\ndeals:\n- zzz\n"
    )

    problems = json.loads(run("check", path, "--json", code=1).stdout)["problems"]

    # Faults of the header come with their lines; the last is the record, in line 10.
    assert [(one["line"], one["field"]) for one in problems] == [
        (3, "stake"),
        (4, "coin"),
        (5, "target"),
        (7, "whisting.splt"),
        (8, "foo"),
        (10, "declarer"),
    ]


def test_pools_of_races_that_do_not_count_are_said_not_to(save: Save, run: Run) -> None:
    path = save("convention: skachki\nplayers: [Anna, Boris, Vera]\nagreed: {series.pools: drop}\ndeals:\n")

    assert "0. Pools of races are not counted; their prizes are." in lines(run, "settle", path)


def test_a_box_that_is_owed_twice_shows_how_often_it_was_done(save: Save, run: Run) -> None:
    path = save(
        "convention: razboinik-small\nplayers: [Anna, Boris, Vera]\n"
        "agreed: {checklist.contracts: [7, misere, misere]}\ndeals:\n- Anna misere = 0\n"
    )

    row = next(line for line in lines(run, "sheet", path) if line.startswith("Anna") and "/" in line)

    assert row.split() == ["Anna", "·", "1/2"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_checklist_of_every_suit_fits_eighty_columns_and_a_cross_stands_under_its_box(
    save: Save, run: Run, language: str
) -> None:
    """A level has its boxes from spades to no trumps; the last box of all is the ten without trumps."""
    path = save(
        "convention: razboinik\nplayers: [Anna, Boris, Vera]\ndealer: Vera\ndeals:\n"
        "- Anna 6s w w = 6 2 2\n- Boris 7h w w = 7 2 1\n- Vera 10nt w w = 10\n"
    )

    heads, _, *rows = lines(run, "sheet", path, "--lang", language)[-5:]

    assert max(map(len, (heads, *rows))) <= 80
    assert rows[0].index("x") == heads.index("6s" if language == "en" else "6п") + 1
    assert rows[1].index("x") == heads.index("7") + len("7s c d h") - 1
    assert rows[2].index("x") == len(heads) - 1
    assert [row.count("x") for row in rows] == [1, 1, 1]
    assert [row.count("·") for row in rows] == [24, 24, 24]


def test_a_checklist_is_read_in_russian(save: Save, run: Run) -> None:
    path = save("convention: razboinik-small\nplayers: [Аня, Боря, Вера]\ndeals:\n")

    heads = lines(run, "sheet", path, "--lang", "ru")[-5].split()

    assert heads[1:] == ["6п", "т", "б", "ч", "бк", "7", "8", "9", "10", "мизер"]


def test_whose_hand_it_is_and_what_he_owes_is_told(save: Save, run: Run) -> None:
    path = save(
        "convention: razboinik-small\nplayers: [Anna, Boris, Vera]\n"
        "agreed: {checklist.contracts: [6s, 7]}\ndeals:\n- Anna 7h w w = 7 2 1\n"
    )

    assert "Boris still owes 6s, 7." in lines(run, "status", path)


def test_pools_that_count_together_need_a_sum(save: Save, run: Run) -> None:
    """Three pools of 5 are 15; a seven gave 4."""
    path = save("convention: leningrad\nplayers: [Anna, Boris, Vera]\ntarget: 5\ndeals:\n- Anna 7h p p\n")

    assert "The pools together still need 11." in lines(run, "status", path)


def test_a_correction_that_moves_nothing_says_so(save: Save, run: Run) -> None:
    path = save(SOCHI + "deals:\n- Anna 6h p p\n")

    said = lines(run, "fix", "1", "Anna", "6s", "p", "p", "-f", path)

    assert "No figure of the sheet changes." in said


def test_what_to_agree_on_is_data_for_a_script_and_yaml_for_people(tmp_path: Path, run: Run) -> None:
    made = ["--players", "Anna,Boris,Vera", "--convention", "pair", "--json"]
    pairs = json.loads(run("new", tmp_path / "p.pulya", *made[:1], "Anna,Boris,Vera,Gleb", *made[2:]).stdout)[
        "agree"
    ]
    classic = json.loads(run("new", tmp_path / "c.pulya", *made[:3], "classic", "--json").stdout)["agree"]

    assert pairs["whisting.half"] == {"6": 2, "7": 1}
    assert classic["raspasy.price"] == [1, 2, 4]
    assert classic["raspasy.compulsory"] == [{"when": "start", "laps": 1}]
    assert (
        "whisting.half: {6: 2, 7: 1}"
        in run(
            "new", tmp_path / "q.pulya", "--players", "Anna,Boris,Vera,Gleb", "--convention", "pair"
        ).stdout
    )


def test_freezing_can_be_read_by_a_script(save: Save, run: Run) -> None:
    path = save(SOCHI + "deals:\n")

    assert json.loads(run("freeze", "-f", path, "--json").stdout) == {"file": str(path), "frozen": True}


def test_equal_pairs_owe_nothing_and_unequal_ones_pay_in_points(save: Save, run: Run) -> None:
    """A six passed out is 10 for its pair."""
    head = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndealer: Gleb\ndeals:\n"

    assert lines(run, "settle", save(head, "1.pulya"))[-2] == "Nobody owes anything."
    assert lines(run, "settle", save(head + "- Anna 6h p p\n", "2.pulya"))[-2] == (
        "Boris + Gleb pay Anna + Vera 10 points"
    )


def test_a_correction_of_pairs_shows_the_teams(save: Save, run: Run) -> None:
    path = save("convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndealer: Gleb\ndeals:\n- Anna 6h p p\n")

    shown = [line.split() for line in lines(run, "undo", "-f", path)]

    assert ["Anna's", "pair", "points", "10", "0"] in shown
    assert ["Anna", "+", "Vera", "+10", "0", "+10", "0"] in shown


def test_a_correction_can_end_a_game_and_open_it_again(save: Save, run: Run) -> None:
    path = save(SOCHI + "target: 2\ndeals:\n- Anna 6h p p\n- Boris 6h p p\n- Vera 6h p p\n")

    assert "The game is no longer over then." in lines(run, "undo", "-f", path)
    assert "The game is over then." in lines(run, "undo", "4", "-f", path)


def test_a_cell_without_writes_says_so(save: Save, run: Run) -> None:
    assert lines(run, "explain", "-f", save(SOCHI + "deals:\n"), "Anna") == ["Nothing is written there yet."]


@pytest.mark.parametrize("command", ["explain", "log"])
def test_of_no_records_that_is_said(save: Save, run: Run, command: str) -> None:
    assert lines(run, command, "-f", save(SOCHI + "deals:\n")) == ["Nothing is written there yet."]


def test_an_agreed_sharing_by_opponents_is_warned_about(save: Save, run: Run) -> None:
    path = save(SOCHI + "agreed: {units.shared-by: opponents}\nsheet:\n  Anna: {mountain: 2}\n")

    assert any("so help is not neutral" in line for line in lines(run, "settle", path))


def test_no_to_the_question_writes_nothing(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(SOCHI + "deals:\n- Anna 6h p p\n")
    before = path.read_bytes()
    monkeypatch.setattr(Session, "asks", True)

    answers = {
        word: CliRunner().invoke(cli, ["undo", "-f", str(path)], input=f"{word}\n") for word in ("нет", "да")
    }

    assert answers["нет"].exit_code == 1
    assert "nothing was written" in answers["нет"].stderr
    assert answers["да"].exit_code == 0
    assert path.read_bytes() == before + b"- undo 1\n"


def test_agreeing_by_questions_keeps_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One key is given by option and not asked about; one is answered wrongly first; the others are kept."""
    monkeypatch.setattr(Session, "asks", True)
    path = tmp_path / "a.pulya"
    command = [
        "new",
        str(path),
        "--players",
        "Anna,Boris,Vera",
        "--ask",
        "--agree",
        "units.shared-by=opponents",
    ]

    # The first question is the target, the second the ending.
    result = CliRunner().invoke(cli, command, input="\nnever\nagreed\n" + "\n" * 40)

    assert result.exit_code == 0
    assert "`never` is not a value" in result.stderr
    assert "agreed:\n  units.shared-by: opponents\n  ending: agreed\ndeals:\n" in path.read_text("utf-8")


def test_the_program_speaks_the_language_of_its_surroundings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pulya", "--lang", "ru", "--help"])
    monkeypatch.setenv("LANGUAGE", "en")
    domain = gettext.textdomain()

    with pytest.raises(SystemExit) as left:
        program.main()
    gettext.textdomain(domain)

    assert left.value.code == 0
    assert "Запуск: pulya" in capsys.readouterr().out


def test_two_journals_named_for_one_page_are_refused(save: Save, run: Run) -> None:
    one, other = save(SOCHI + "deals:\n", "1.pulya"), save(SOCHI + "deals:\n", "2.pulya")

    assert "two journals are named; name one" in run("sheet", one, "-f", other, code=2).stderr
