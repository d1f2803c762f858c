"""Completion as the shells ask for it: in a process of its own, through the environment."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pulya.cli import cli, complete

JOURNAL = """\
convention: sochi
players: [Anna, Boris, Вера]
deals:
- Anna 7h w p = 7
- join Gleb after Вера
- Boris misere = 1
"""
Ask = Callable[..., list[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "evening.pulya").write_text(JOURNAL, "utf-8")
    return tmp_path


def asked(folder: Path, *words: str, shell: str = "bash") -> str:
    """Return what a shell is given for the last word; it asks in words parted by blanks."""
    environment = os.environ | {
        "_PULYA_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(["pulya", *words]),
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
        "PULYA_LANG": "en",
        "PYTHONUTF8": "1",
    }
    result = subprocess.run(
        [sys.executable, "-c", "from pulya.cli import main; main()"],
        cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert result.stderr == ""
    return result.stdout


@pytest.fixture
def ask(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Ask as bash does, in this process; return the values."""
    monkeypatch.chdir(folder)

    def ask(*words: str) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", " ".join(["pulya", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        lines = complete.Bash(cli, {}, "pulya", "_PULYA_COMPLETE").complete().splitlines()
        return [line.partition(",")[2] for line in lines]

    return ask


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["pl"], ["play"]),
        (["undo", ""], ["3", "2", "1"]),
        (["undo", "2"], ["2"]),
        (["fix", ""], ["3", "2", "1"]),
        (["seal", ""], ["3", "2", "1"]),
        (["add", ""], ["Anna", "Boris", "Вера", "Gleb"]),
        (["add", "в"], ["Вера", "в", "вист", "втёмную", "возврат", "время", "встал", "встала", "висты"]),
        (["add", "Anna", "7h", "Bo"], ["Boris"]),
        (["add", "Anna", "mis"], ["misere", "misère", "miser", "misdeal"]),
        (["fix", "1", "An"], ["Anna"]),
        (["explain", "An"], ["Anna"]),
        (["explain", "Anna", "wh"], ["whists"]),
        (["explain", "Anna", "whists", "b"], ["Boris"]),
        (["explain", "3"], ["3"]),
        (["conventions", "show", "finka"], ["finka"]),
        (["conventions", "keys", "whi"], ["whisting"]),
        (["conventions", "diff", "sochi", "kaz"], ["kazakhstanka"]),
        (["compare", "--convention", "gus"], ["gusarik"]),
        (["new", "x.pulya", "--convention", "class"], ["classic"]),
        (["new", "x.pulya", "--agree", "whisting.spl"], ["whisting.split=", "whisting.split-when="]),
        (["new", "x.pulya", "--agree", "raspasy.bas"], ["raspasy.basis=taken", "raspasy.basis=difference"]),
        (["new", "x.pulya", "--agree", "contracts.6.qu"], [f"contracts.6.quota={n}" for n in (0, 1, 2, 4)]),
        (["new", "x.pulya", "--agree", "units.po"], ["units.pool="]),
        (["compare", "--agree", "tar"], ["target=none"]),
        (["no-such-command", "ad"], ["add"]),
        (["add", "-f", "nothing.pulya", ""], []),
    ],
)
def test_what_is_offered(ask: Ask, words: list[str], offered: list[str]) -> None:
    assert ask(*words) == offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["=", "g"], ["greedy", "gentleman"]),
        (["="], ["greedy", "gentleman"]),
        (["=", "x"], []),
    ],
)
def test_bash_completes_a_value_for_itself(ask: Ask, words: list[str], offered: list[str]) -> None:
    """To bash a sign of equality is a word of its own."""
    assert ask("new", "x.pulya", "--agree", "whisting.split", *words) == offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["undo", ""], ["3", "2", "1"]),
        (["new", "x.pulya", "--agree", "whisting.split", "=", "g"], ["greedy", "gentleman"]),
    ],
)
def test_a_process_of_its_own_answers_the_same(folder: Path, words: list[str], offered: list[str]) -> None:
    assert asked(folder, *words).splitlines() == [f"plain,{word}" for word in offered]


def test_a_sign_elsewhere_is_none_of_a_key(ask: Ask) -> None:
    assert ask("add", "Anna", "7h", "w", "p", "=", "Bo") == ["Boris"]


def test_house_files_are_conventions_too(folder: Path, ask: Ask) -> None:
    (folder / "thursday.yaml").write_text("extends: sochi\n", "utf-8")

    assert ask("conventions", "show", "thu") == ["thursday.yaml"]
    assert asked(folder, "conventions", "show", "./th") == "file,./th\n"
    assert ask("conventions", "show", "./th") == ["./th"]


def test_zsh_and_fish_get_the_records_as_descriptions(folder: Path) -> None:
    assert asked(folder, "undo", "1", shell="zsh").splitlines() == ["plain", "1", "Anna 7h w p = 7"]
    assert asked(folder, "undo", "1", shell="fish").splitlines() == ["plain,1\tAnna 7h w p = 7"]


@pytest.mark.parametrize(
    "text", ["", "rubbish", "players: 7\ndeals:\n", "players: [", "\x00", JOURNAL + "rubbish\n"]
)
@pytest.mark.parametrize("words", [["undo", ""], ["explain", ""]])
def test_a_broken_journal_offers_nothing_and_says_nothing(
    folder: Path, ask: Ask, text: str, words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "evening.pulya").write_text(text, "utf-8")

    assert ask(*words) in ([], ["balance"])
    assert capfd.readouterr() == ("", "")


def test_of_several_journals_none_is_meant(folder: Path, ask: Ask) -> None:
    (folder / "other.pulya").write_text(JOURNAL, "utf-8")

    assert ask("undo", "") == []
    assert ask("undo", "-f", "other.pulya", "") == ["3", "2", "1"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(folder: Path, shell: str) -> None:
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("bash is not here to say its version")
    environment = os.environ | {"_PULYA_COMPLETE": f"{shell}_source"}
    script = subprocess.run(
        [sys.executable, "-c", "from pulya.cli import main; main()"],
        cwd=folder, env=environment, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip

    assert f"_PULYA_COMPLETE={shell}_complete" in script
    assert "pulya" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_bash_itself(folder: Path) -> None:
    program = folder / "bin" / "pulya"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom pulya.cli import main\nmain()\n", "utf-8")
    program.chmod(0o755)
    script = """
        eval "$(_PULYA_COMPLETE=bash_source pulya)"
        COMP_WORDS=(pulya add Anna 7h Bo) COMP_CWORD=4
        _pulya_completion pulya
        printf '%s\\n' "${COMPREPLY[@]}"
    """

    said = subprocess.run(
        ["bash", "--norc", "-c", script],
        cwd=folder, env=os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert (said.stdout, said.stderr) == ("Boris\n", "")


def test_names_are_completed_without_the_rules_and_the_pages(folder: Path) -> None:
    """What a Tab does not need is not imported."""
    code = (
        "import sys, click\n"
        "from pulya.cli import complete\n"
        "with click.Context(click.Command('undo')) as ctx:\n"
        "    print([item.value for item in complete.records(ctx, None, '')])\n"
        "    print([item.value for item in complete.record(ctx, None, 'An')])\n"
        "print(sorted({name for name in sys.modules if name.startswith(('pulya.rules', 'tabulate', 'pulya.game'))}))\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )

    assert said.stdout.splitlines() == ["['3', '2', '1']", "['Anna']", "[]"]
