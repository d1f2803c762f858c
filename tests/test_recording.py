"""A new journal, records and corrections: what is written and what never is."""

import re
import shlex
from pathlib import Path

import pytest
from conftest import Rows, Run, Save
from one_evening import EVENING, FOUR, PAPER, SHEET, last_line, of

from pulya import catalog

SOCHI = catalog.load_shipped("sochi").fingerprint


def test_new_writes_a_journal_and_says_what_to_agree_on(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "evening.pulya"

    result = run("new", path, "--players", "Anna, Boris,Vera")

    rules = f'"{SOCHI}"' if SOCHI.isdigit() else SOCHI
    assert path.read_text("utf-8") == (
        f"convention: sochi\nrules: {rules}\nplayers: [Anna, Boris, Vera]\ndeals:\n"
    )
    assert result.stdout.startswith(f"{path} is ready: Sochi, pool to 20.\n")
    assert "  whisting.split: greedy\n" in result.stdout
    assert "`pulya conventions show sochi`" in result.stdout


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("my evening.pulya", ["Anna,Boris,Vera"], "Anna 7h w p = 7"),
        (
            "2026-12-05.pulya",
            ["Anna,Boris,Vera,Gleb", "--dealer", "Boris"],
            "Vera 7h w p = 7",
        ),  # who has the first hand
        ("bare.pulya", ["Anna,O'Hara,Vera", "--dealer", "Anna"], "O'Hara 7h w p = 7"),
        ("two.pulya", ["Anna,Boris", "--convention", "gusarik"], "Anna 7h w = 7"),
        ("classic.pulya", ["Anna,Boris,Vera", "--convention", "classic"], None),  # which begins with raspasy
    ],
)
def test_new_ends_with_what_to_type_next(
    name: str, options: list[str], told: str | None, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it says is typed as it stands there, with and without another journal beside it."""
    monkeypatch.chdir(tmp_path)
    for others in range(2):
        said = run("new", name, "--players", *options).stdout.splitlines()[-1]
        play, *add = [shlex.split(command) for command in re.findall("`([^`]+)`", said)]

        assert said.startswith("Next: `pulya play ")
        assert play == ["pulya", "play", name]
        assert [words[:2] for words in add] == [["pulya", "add"]] * (told is not None)
        for words in add:
            assert " ".join(words[2:]) == (f"-f {name} {told}" if others else told)
            run(*words[1:])
        Path(name).unlink()
        Path("other.pulya").write_text("", "utf-8")


def test_new_writes_all_that_was_settled(tmp_path: Path, run: Run, rows: Rows) -> None:
    path = tmp_path / "evening.pulya"
    settled = ["--dealer", "Boris", "--target", "10", "--stake", "0.50 EUR", "--coin", "0.10"]
    agreed = ["--agree", "whisting.split=gentleman", "--agree", "raspasy.price=[1, 4]"]

    run("new", path, "--players", "Anna,Boris,Vera,Gleb", *settled, *agreed)

    assert path.read_text("utf-8").partition("\nplayers")[2] == (
        ": [Anna, Boris, Vera, Gleb]\ndealer: Boris\ntarget: 10\nstake: 0.50 EUR\ncoin: 0.10\n"
        "agreed:\n  whisting.split: gentleman\n  raspasy.price: [1, 4]\ndeals:\n"
    )
    assert of(rows("status", path), "dealer", "sitting_out", "first_hand", "needs") == {
        "dealer": "Boris",
        "sitting_out": ["Boris"],
        "first_hand": "Vera",
        "needs": {"Anna": 10, "Boris": 10, "Vera": 10, "Gleb": 10},
    }


def test_new_as_json_has_the_keys_to_agree_on(tmp_path: Path, rows: Rows) -> None:
    path = tmp_path / "evening.pulya"

    made = rows("new", path, "--players", "Anna,Boris,Vera", "--agree", "whisting.split=gentleman")

    assert of(made, "file", "convention") == {"file": str(path), "convention": "sochi"}
    assert made["agree"].keys() == catalog.load_shipped("sochi").convention.disputed.keys()
    assert made["agree"]["whisting.split"] == "gentleman"
    assert made["agree"]["help.whists"] == 10


def test_new_shows_the_target_that_was_given(tmp_path: Path, run: Run) -> None:
    result = run("new", tmp_path / "evening.pulya", "--players", "Anna,Boris,Vera", "--target", "10")

    assert "pool to 10" in result.stdout
    assert "target: 20" not in result.stdout


@pytest.mark.parametrize("name", ["O'Neil", "'Anna", "-Anna", "No", "7up", "Ёжик", "Anna.P", "_A_"])
def test_new_writes_every_name_there_can_be(tmp_path: Path, run: Run, rows: Rows, name: str) -> None:
    path = tmp_path / "evening.pulya"

    run("new", path, f"--players={name},Boris,Vera")

    assert rows("sheet", path)["players"] == [name, "Boris", "Vera"]


@pytest.mark.parametrize("currency", ["EUR", "руб.", "#", "EUR # per whist", '"', "a: b", "[x]"])
def test_new_writes_every_currency_there_can_be(tmp_path: Path, run: Run, rows: Rows, currency: str) -> None:
    path = tmp_path / "evening.pulya"

    run("new", path, "--players", "Anna,Boris,Vera", "--stake", f"0.50 {currency}")

    assert rows("settle", path)["currency"] == currency


def test_new_never_overwrites(evening: Path, run: Run) -> None:
    result = run("new", evening, "--players", "Anna,Boris,Vera", code=6)

    assert evening.read_text("utf-8") == EVENING
    assert result.stdout == ""
    assert result.stderr == (
        f"pulya: {evening}: the file is there already\n"
        "  hint: choose another name; nothing is ever overwritten\n"
    )


def test_new_makes_nothing_behind_a_link(tmp_path: Path, run: Run) -> None:
    link = tmp_path / "evening.pulya"
    link.symlink_to(tmp_path / "elsewhere.pulya")

    run("new", link, "--players", "Anna,Boris,Vera", code=6)

    assert not (tmp_path / "elsewhere.pulya").exists()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--players", "Anna"], 3, "players: "),
        (["--players", "Anna,Boris,anna"], 3, "players.3: the names Anna and anna look alike"),
        (["--players", "A,B,C", "--dealer", "Gleb"], 3, "dealer: `Gleb` is none of the players"),
        (
            ["--players", "A,B,C", "--stake", "much"],
            2,
            "Invalid value for '--stake': `much` is no sum of money; write `--stake \"0.50 EUR\"`",
        ),
        (["--players", "A,B,C", "--convention", "sochy"], 4, "convention: there is no convention `sochy`"),
        (["--players", "A,B,C", "--agree", "ending"], 4, "agreed: `ending` is no agreement"),
        (["--players", "A,B,C", "--agree", "endng=agreed"], 4, "endng: there is no key `endng` here"),
        (["--players", "A,B,C", "--agree", "ending=never"], 4, "ending: `never` is not a value of this key"),
        ([], 2, "Missing option '--players'"),
    ],
)
def test_new_makes_no_file_of_what_cannot_be(
    tmp_path: Path, run: Run, words: list[str], code: int, said: str
) -> None:
    path = tmp_path / "evening.pulya"

    result = run("new", path, *words, code=code)

    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_agreement_is_told_how_to_write_one(tmp_path: Path, run: Run) -> None:
    result = run("new", tmp_path / "a.pulya", "--players", "A,B,C", "--agree", "ending", code=4)

    assert result.stderr == (
        "pulya: agreed: `ending` is no agreement\n  hint: write --agree whisting.split=gentleman\n"
    )


def test_add_appends_one_line_and_prints_what_it_writes(evening: Path, run: Run) -> None:
    result = run("add", "-f", evening, "Anna", "7h", "w", "p", "=", "7")

    assert evening.read_text("utf-8") == EVENING + "- Anna 7h w p = 7\n"
    head, sheet, state = result.stdout.split("\n\n")
    line = catalog.load_shipped("sochi").origin("contracts.7.pool")
    assert line is not None
    assert re.sub(" +", " ", head) == (
        " 4 Anna 7h w p = 7\n"
        f" pool Anna 4 = made: 4 contracts.7.pool (sochi.yaml:{line.line})\n"
        f" whists Boris on Anna 12 = 3 tricks x 4 contracts.7.whist (sochi.yaml:{line.line})"
    )
    assert [row.split() for row in sheet.splitlines()[2:]] == [
        ["Anna", "7", "0", "·", "0", "0"],
        ["Boris", "0", "14", "20", "·", "0"],
        ["Vera", "0", "6", "0", "0", "·"],
    ]
    assert state.startswith("Next is record 5: Anna deals, Boris has the first hand.\n")
    assert "To close: Anna 13, Boris 20, Vera 20.\n" in state


def test_add_as_json(evening: Path, rows: Rows) -> None:
    assert rows("add", "-f", evening, "Vera 6h p h (late)") == {
        "record": 4,
        "text": "Vera 6h p h (late)",
        "void": False,
        "writes": [
            {"player": "Vera", "column": "pool", "points": 2, "rule": "contracts.6.pool", "why": "made: 2"},
            {
                "player": "Boris",
                "column": "whists",
                "on": "Vera",
                "points": 4,
                "rule": "whisting.half.6",
                "why": "half-whist, 2 tricks x 2",
            },
        ],
        "sheet": SHEET
        | {
            "records": 4,
            "pool": {"Anna": 3, "Boris": 0, "Vera": 2},
            "whists": {
                "Anna": {"Boris": 0, "Vera": 0},
                "Boris": {"Anna": 8, "Vera": 4},
                "Vera": {"Anna": 0, "Boris": 0},
            },
        },
        "seal": rows("seal", "-f", evening)["seal"],
    }
    assert last_line(evening) == "- Vera 6h p h (late)"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("ann 7h w p = 7", "Anna 7h w p = 7"),
        ("ANNA 7 bor w VER p = 7", "Anna 7 Boris w Vera p = 7"),
        ("a, 7H, whist, whist = 7, 2", "Anna 7h w w = 7 2"),
        ("v 10nt dark x2 w p = ver 10", "Vera 10nt dark x2 w p = Vera 10"),
        ("b мизер безприкупа = 0", "Boris misere notalon = 0"),
        ("распасы = 4 6 0", "raspasy = Anna 4 Boris 6 Vera 0"),
        ("r = 4 6", "raspasy = Anna 4 Boris 6 Vera 0"),
        ("raspasy = v 0 a 4 b 6", "raspasy = Vera 0 Anna 4 Boris 6"),
        ("9:05 a 8♦ bid 7♣ p p (late)", "09:05 Anna 8d bid 7c p p (late)"),
        ("fine b whists −5 on v (revoke)", "fine Boris whists -5 on Vera (revoke)"),
        ("paper a pool 3 whists b 0 v 0", "paper Anna pool 3 whists Boris 0 whists Vera 0"),
        ("пересдача", "misdeal"),
        ("join Gleb after ver", "join Gleb after Vera"),
    ],
)
def test_add_writes_names_in_full_and_the_words_of_the_notation(
    evening: Path, run: Run, typed: str, written: str
) -> None:
    run("add", "-f", evening, *typed.split())

    assert evening.read_text("utf-8") == f"{EVENING}- {written}\n"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("b 7h w p = 7", "Boris 7h Vera w Anna p = 7"),
        ("b 7h w w = 7 2 1", "Boris 7h Vera w Anna w = Boris 7 Vera 2 Anna 1"),
        ("b 7h v w a w = 7 2 1", "Boris 7h Vera w Anna w = Boris 7 Vera 2 Anna 1"),
        ("a 6h p h", "Anna 6h Boris p Vera h"),
        ("r = 3 4 3", "raspasy = Anna 3 Boris 4 Vera 3"),
        ("r = 3 4 2 1", "raspasy = Anna 3 Boris 4 Vera 2 Gleb 1"),
    ],
)
def test_at_four_add_names_the_persons_so_that_no_correction_can_shift_them(
    save: Save, run: Run, typed: str, written: str
) -> None:
    path = save(FOUR)

    run("add", "-f", path, *typed.split())

    assert path.read_text("utf-8") == f"{FOUR}- {written}\n"


def test_what_add_wrote_stays_with_its_persons_when_an_earlier_deal_is_undone(
    save: Save, run: Run, rows: Rows
) -> None:
    path = save(FOUR.replace(", Gleb", ""))
    run("add", "-f", path, "a 6h p p")
    run("add", "-f", path, "raspasy = 4 6 0")  # Anna deals, so Boris has the first hand

    run("undo", "-f", path, 1)

    assert rows("sheet", path)["mountain"] == {"Anna": 0, "Boris": 4, "Vera": 6}


def test_add_in_russian_writes_russian_words(evening: Path, run: Run) -> None:
    run("add", "--lang", "ru", "-f", evening, "Anna 7h bid 6s w p = 7 (поздно)")

    assert last_line(evening) == "- Anna 7ч торг 6п в п = 7 (поздно)"


def test_a_note_that_yaml_would_misread_is_written_in_quotes(evening: Path, run: Run, rows: Rows) -> None:
    note = 'Boris: "late" # again'

    run("add", "-f", evening, f"Anna 7h w p = 7 ({note})")

    assert last_line(evening) == r'- "Anna 7h w p = 7 (Boris: \"late\" # again)"'
    assert rows("log", evening)[-1]["text"] == f"Anna 7h w p = 7 ({note})"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (EVENING.replace("\n- ", "\n  - "), EVENING.replace("\n- ", "\n  - ") + "  - Anna 6h p p\n"),
        (EVENING + "# tea\n\n", EVENING + "# tea\n\n- Anna 6h p p\n"),
        (PAPER, PAPER + "deals:\n- Anna 6h p p\n"),
        (FOUR, FOUR + "- Anna 6h Boris p Vera p\n"),
        ("\ufeff" + EVENING, "\ufeff" + EVENING + "- Anna 6h p p\n"),
    ],
    ids=[
        "indented",
        "comment at the end",
        "paper sheet",
        "no deals",
        "byte order mark",
    ],
)
def test_add_keeps_every_byte_that_is_there(
    save: Save, run: Run, rows: Rows, before: str, after: str
) -> None:
    path = save(before)
    records = rows("sheet", path)["records"]

    run("add", "-f", path, "Anna 6h p p")

    assert path.read_text("utf-8") == after
    assert rows("sheet", path)["records"] == records + 1


def test_a_dry_run_shows_everything_and_writes_nothing(evening: Path, run: Run, rows: Rows) -> None:
    shown = run("add", "-f", evening, "--dry-run", "Anna 7h w p = 7").stdout
    row = rows("add", "-f", evening, "--dry-run", "Anna 7h w p = 7")

    assert evening.read_text("utf-8") == EVENING
    *wet, seal = run("add", "-f", evening, "Anna 7h w p = 7").stdout.splitlines()
    assert (shown.splitlines(), seal.partition(": ")[0]) == (wet, "Seal of 4 records")
    assert of(row, "record", "text") == {"record": 4, "text": "Anna 7h w p = 7"}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("Anna 7h w w = 6 2 1", "pulya: record 4, tricks: the tricks add up to 9, not to ten"),
        ("Gleb 7h w p = 7", "pulya: record 4, declarer: nobody here is called 'Gleb'"),
        ("undo 4", "pulya: record 4, number: there is no record 4 before this one"),
        ("fix 9 raspasy = 3 4 3", "pulya: record 4, number: there is no record 9 before this one"),
        ("Anna 7h w p = 7 \x1b[31m", "pulya: record 4: there is an invisible character, U+001B"),
        ("", "pulya: record 4: there is no record"),
    ],
)
def test_an_impossible_record_is_refused_and_nothing_is_written(
    evening: Path, run: Run, record: str, said: str
) -> None:
    result = run("add", "-f", evening, record, code=5)

    assert evening.read_text("utf-8") == EVENING
    assert result.stdout == ""
    assert result.stderr.startswith(said + "\n  hint: ")


def test_nothing_is_added_to_a_journal_with_a_mistake(save: Save, run: Run) -> None:
    broken = EVENING + "- Anna 7h w w = 6 2 1\n"
    path = save(broken)

    result = run("add", "-f", path, "Anna 6h p p", code=5)

    assert path.read_text("utf-8") == broken
    assert result.stderr.startswith(f"pulya: {path}:8, record 4, tricks: ")


def test_undo_strikes_out_the_newest_record(evening: Path, run: Run, rows: Rows) -> None:
    result = run("undo", "-f", evening)

    assert evening.read_text("utf-8") == EVENING + "- undo 3\n"
    assert result.stderr == "written as record 4\n"
    assert rows("sheet", evening)["mountain"] == {"Anna": 0, "Boris": 4, "Vera": 6}


def test_undo_shows_what_changes_on_the_sheet_and_in_money(evening: Path, run: Run) -> None:
    shown = [re.split("  +", line.strip()) for line in run("undo", "-f", evening).stdout.splitlines()]

    # Without the misère the mountains are 0, 4 and 6: 20 + 33⅓ - 8, -10 - 6⅔ + 8, -10 - 26⅔.
    assert ["4", "undo 3"] in shown
    assert ["Writes change in record 3."] in shown
    assert ["Boris", "mountain", "14", "4"] in shown
    assert ["Anna", "+78 2/3", "+45 1/3", "+39.34", "+22.67"] in shown
    assert ["Boris", "-75 1/3", "-8 2/3", "-37.67", "-4.33"] in shown
    assert ["Vera", "-3 1/3", "-36 2/3", "-1.67", "-18.34"] in shown


def test_undo_by_number_as_json(evening: Path, rows: Rows) -> None:
    # Raspasy written by hand, from the first hand on: with one deal fewer that is Anna, and Vera takes none.
    assert rows("undo", "-f", evening, 1) == {
        "record": 4,
        "text": "undo 1",
        "void": False,
        "writes": [],
        "sheet": SHEET
        | {
            "records": 4,
            "pool": {"Anna": 0, "Boris": 0, "Vera": 1},
            "mountain": {"Anna": 4, "Boris": 16, "Vera": 0},
            "whists": {
                "Anna": {"Boris": 0, "Vera": 0},
                "Boris": {"Anna": 0, "Vera": 0},
                "Vera": {"Anna": 0, "Boris": 0},
            },
        },
        "seal": rows("seal", "-f", evening)["seal"],
    }


def test_undo_twice_steps_back_twice_and_an_undone_undo_brings_back(
    evening: Path, run: Run, rows: Rows
) -> None:
    run("undo", "-f", evening)
    run("undo", "-f", evening)
    assert rows("sheet", evening)["mountain"] == {"Anna": 0, "Boris": 0, "Vera": 0}

    run("undo", "-f", evening, 5)

    assert rows("sheet", evening)["mountain"] == {"Anna": 0, "Boris": 4, "Vera": 6}


def test_fix_reads_a_record_as_another_one(evening: Path, run: Run, rows: Rows) -> None:
    result = run("fix", "-f", evening, 1, "a", "7s", "w", "p", "=", "7", "(miscounted)")

    assert evening.read_text("utf-8") == EVENING + "- fix 1 Anna 7s w p = 7 (miscounted)\n"
    assert result.stderr == "written as record 4\n"
    assert rows("sheet", evening)["pool"] == {"Anna": 5, "Boris": 0, "Vera": 0}


def test_fix_names_the_persons_who_sat_there_then(save: Save, run: Run) -> None:
    path = save(FOUR + "- raspasy = 3 4 3\n- Boris 6h p p\n")

    run("fix", "-f", path, 1, "r = 2 4 4")

    assert last_line(path) == "- fix 1 raspasy = Anna 2 Boris 4 Vera 4"


def test_fix_as_json(evening: Path, rows: Rows) -> None:
    fixed = rows("fix", "-f", evening, 3, "Boris misere = 0")

    assert of(fixed, "record", "text", "void", "writes") == {
        "record": 4,
        "text": "fix 3 Boris misere = 0",
        "void": False,
        "writes": [],
    }
    assert of(fixed["sheet"], "pool", "mountain") == {
        "pool": {"Anna": 3, "Boris": 10, "Vera": 0},
        "mountain": {"Anna": 0, "Boris": 4, "Vera": 6},
    }


@pytest.mark.parametrize(
    "correction", ["undo", "undo 2", "fix 2 raspasy = Anna 4 Boris 6 Vera 0 (other way)"]
)
def test_a_correction_can_be_added_like_any_record(evening: Path, run: Run, correction: str) -> None:
    dry = run("add", "-f", evening, "--dry-run", correction)
    assert evening.read_text("utf-8") == EVENING

    wet = run("add", "-f", evening, correction)

    written = "undo 3" if correction == "undo" else correction
    assert evening.read_text("utf-8") == f"{EVENING}- {written}\n"
    assert dry.stdout.splitlines() == wet.stdout.splitlines()[:-1]
    assert (dry.stderr, wet.stderr) == ("", "written as record 4\n")


@pytest.mark.parametrize("words", [("fix", 1, "raspasy = 3 4 3"), ("add", "fix 1 raspasy = 3 4 3")])
def test_a_correction_that_makes_a_later_record_impossible_is_refused(
    save: Save, run: Run, words: tuple[str, ...]
) -> None:
    text = (
        "convention: leningrad\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 7h w p = 7\n- Boris 6h w p = 6\n"
    )
    path = save(text)

    result = run(*words, "-f", path, code=5)

    assert path.read_text("utf-8") == text
    assert result.stderr == (
        "pulya: record 2, contract: record 2 could then no longer be: after 1 raspasy a contract of 6 is too low\n"
        "  hint: nothing was written; first `fix 2 RECORD` or `undo 2`, and then this again\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("undo",), "record 1, number: there is no record to undo"),
        (("undo", "1"), "record 1, number: there is no record 1 before this one"),
        (("fix", "1", "misdeal"), "record 1, number: there is no record 1 before this one"),
        (("undo", "-1"), ""),
    ],
)
def test_what_is_not_there_cannot_be_corrected(
    save: Save, run: Run, words: tuple[str, ...], said: str
) -> None:
    path = save(FOUR)

    result = run(*words, "-f", path, code=5 if said else 2)

    assert path.read_text("utf-8") == FOUR
    assert said in result.stderr
