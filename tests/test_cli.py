"""Which journal is meant, the language, the help, and the exit codes."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from commands import children
from conftest import Rows, Run, Save
from one_evening import CYRILLIC, EVENING

from pulya import __version__
from pulya.cli import cli


@pytest.fixture
def three(save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder, the current one, with three journals of one, two and three records."""
    monkeypatch.chdir(tmp_path)
    for records, name in enumerate(["a.pulya", "b.pulya", "c.pulya"], start=1):
        save("convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n" + "- Anna 6h p p\n" * records, name)
    return tmp_path


def test_the_named_journal_goes_before_all(three: Path, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULYA_FILE", "b.pulya")

    assert rows("sheet", "-f", "c.pulya")["records"] == 3
    assert rows("sheet", "c.pulya")["records"] == 3
    assert rows("status", three / "a.pulya")["next"] == 2


def test_the_journal_of_the_environment_goes_before_the_folder(
    three: Path, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULYA_FILE", str(three / "b.pulya"))

    assert rows("sheet")["records"] == 2


def test_the_only_journal_of_the_folder_is_found(three: Path, rows: Rows, run: Run) -> None:
    for name in ("a.pulya", "c.pulya"):
        (three / name).unlink()
    (three / "house.yaml").write_text("extends: sochi\n")

    assert rows("sheet")["records"] == 2
    run("add", "Anna 6h p p")
    assert rows("sheet")["records"] == 3


@pytest.mark.parametrize(
    "words", [("sheet",), ("add", "misdeal"), ("undo",), ("explain", "1"), ("settle",), ("freeze",)]
)
def test_of_several_journals_none_is_taken(three: Path, run: Run, words: tuple[str, ...]) -> None:
    result = run(*words, code=3)

    assert result.stderr == (
        "pulya: there are several journals here: a.pulya, b.pulya, c.pulya\n"
        "  hint: name one with -f, or set PULYA_FILE\n"
    )
    assert (three / "a.pulya").read_text("utf-8").count("\n- ") == 1


def test_a_folder_without_a_journal_is_told_how_to_make_one(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run("sheet", code=3).stderr == (
        "pulya: there is no journal here\n"
        "  hint: make one: `pulya new evening.pulya --players Anna,Boris,Vera`\n"
    )


def test_the_language_can_stand_before_and_behind_the_command(evening: Path, run: Run) -> None:
    before, behind = run("--lang", "ru", "settle", evening), run("settle", "--lang", "ru", evening)

    assert before.stdout == behind.stdout
    assert CYRILLIC.search(before.stdout)
    assert not CYRILLIC.search(run("settle", evening).stdout)


def test_the_language_of_the_option_goes_before_that_of_the_environment(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    english, russian = run("sheet", evening).stdout, run("sheet", evening, "--lang", "ru").stdout

    monkeypatch.setenv("PULYA_LANG", "ru")

    assert run("sheet", evening).stdout == russian
    assert run("sheet", evening, "--lang", "en").stdout == english


@pytest.mark.parametrize(("locale", "said"), [("ru_RU.UTF-8", True), ("en_GB.UTF-8", False), ("C", False)])
def test_without_a_choice_the_locale_decides(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch, locale: str, said: bool
) -> None:
    monkeypatch.delenv("PULYA_LANG")
    monkeypatch.setenv("LC_ALL", locale)

    assert bool(CYRILLIC.search(run("sheet", evening).stdout)) is said


def test_complaints_are_said_in_the_language_too(save: Save, run: Run) -> None:
    path = save(EVENING + "- Anna 7h w w = 6 2 1\n")

    result = run("sheet", "--lang", "ru", path, code=5)

    assert CYRILLIC.search(result.stderr)
    assert result.stderr.startswith(f"pulya: {path}:8, ")


def test_json_is_english_in_every_language(evening: Path, rows: Rows) -> None:
    for words in (("log",), ("settle",), ("sheet",), ("status",), ("check",)):
        assert rows(*words, evening, "--lang", "ru") == rows(*words, evening)


def test_a_language_nobody_speaks_is_a_wrong_usage(evening: Path, run: Run) -> None:
    run("sheet", evening, "--lang", "fr", code=2)


def commands(group: click.Group = cli, *above: str) -> Iterator[tuple[str, ...]]:
    """Yield every command by its words, the groups too."""
    yield above
    for name, one in children(group).items():
        if isinstance(one, click.Group):
            yield from commands(one, *above, name)
        else:
            yield (*above, name)


def test_list_of_commands_says_the_first_sentence_of_their_help() -> None:
    for name, command in children(cli).items():
        assert (command.help or "").startswith(cli.places[name][1]), name


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_every_command_has_help_with_an_example(words: tuple[str, ...], run: Run) -> None:
    text = run(*words, "-h").stdout

    assert text == run(*words, "--help").stdout
    assert text.startswith(f"Usage: {' '.join(('cli', *words))} ")
    assert re.search(rf"^  pulya {' '.join(words)}\S*", text, re.MULTILINE)
    for option in ("--json", "--lang", "--no-color", "-h, --help"):
        assert option in text


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_every_command_has_help_in_russian(
    words: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULYA_LANG", "ru")

    _, _, first, *_ = run(*words, "-h").stdout.splitlines()

    assert CYRILLIC.search(first)


def test_a_mistyped_command_is_told_the_nearest(run: Run) -> None:
    assert "there is no command `shet`; did you mean `sheet`?" in run("shet", code=2).stderr
    assert "there is no command `score`; `pulya --help` lists the commands" in run("score", code=2).stderr
    assert "there is no command `zzz`; `pulya --help` lists the commands" in run("zzz", code=2).stderr
    assert "did you mean `list`?" in run("conventions", "lst", code=2).stderr


@pytest.mark.parametrize(
    ("word", "meant"),
    [("why", "explain"), ("balance", "explain balance"), ("таблица", "sheet"), ("help", "--help")],
)
def test_of_a_word_of_the_live_table_the_command_is_named(run: Run, word: str, meant: str) -> None:
    assert f"there is no command `{word}`; did you mean `{meant}`?" in run(word, code=2).stderr


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").stdout == f"pulya {__version__}\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["sheet", "evening.pulya"], 0),
        (["check", "evening.pulya", "house.yaml"], 0),
        (["check", "wrong.pulya"], 1),
        (["check", "wrong.pulya", "evening.pulya"], 1),
        (["check", "missing.pulya"], 1),
        (["check", "missing.yaml"], 1),
        (["sheet", "--as", "pdf", "evening.pulya"], 2),
        (["sheet", "evening.pulya", "evening.pulya", "evening.pulya"], 2),
        (["sheet", "--colour"], 2),
        (["undo", "first"], 2),
        (["add"], 2),
        (["fix", "1"], 2),
        (["check"], 2),
        (["conventions", "show"], 2),
        (["sheet", "missing.pulya"], 3),
        (["sheet", "."], 3),
        (["sheet", "house.yaml"], 3),
        (["conventions", "show", "sochy"], 4),
        (["conventions", "show", "missing.yaml"], 4),
        (["conventions", "diff", "sochi", "evening.pulya"], 4),
        (["sheet", "wrong.pulya"], 5),
        (["add", "-f", "evening.pulya", "Anna 7h"], 5),
        (["explain", "-f", "evening.pulya", "7"], 5),
        (["new", "evening.pulya", "--players", "Anna,Boris,Vera"], 6),
        (["new", ".", "--players", "Anna,Boris,Vera"], 6),
        (["new", "missing/evening.pulya", "--players", "Anna,Boris,Vera"], 6),
        (["new", "evening.pulya/in.pulya", "--players", "Anna,Boris,Vera"], 6),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_each_command_ends_with_its_exit_code(
    save: Save, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int
) -> None:
    save(EVENING)
    save(EVENING + "- Anna 7h w w = 6 2 1\n", "wrong.pulya")
    save("extends: sochi\n", "house.yaml")
    monkeypatch.chdir(tmp_path)

    result = run(*words, code=code)

    assert bool(result.stderr) is (code > 1)
    assert bool(result.stdout) is (code < 2)


@pytest.mark.parametrize(
    "words", [("-f", "FILE"), ("-fFILE",), ("-f=FILE",), ("--file=FILE",), ("--file", "FILE")], ids=" ".join
)
def test_an_option_has_its_value_in_every_usual_way(
    words: tuple[str, ...], evening: Path, rows: Rows
) -> None:
    given = [word.replace("FILE", str(evening)) for word in words]

    assert rows("sheet", *given) == rows("sheet", evening)
