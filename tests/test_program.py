"""The program as a process: disks that fail, terminals, outputs, and text that would steer them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import Run, Save
from one_evening import CYRILLIC, EVENING, last_line

from pulya.cli import cli
from pulya.view.visible import visible


class Disk:
    """A disk that fails in one way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch

    def is_full(self) -> None:
        def write(_handle: int, _data: bytes) -> int:
            raise OSError(28, "No space left on device")

        self.patch.setattr(os, "write", write)

    def takes_three_bytes(self) -> None:
        write = os.write
        self.patch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))

    def is_read_only(self) -> None:
        opened = os.open

        def open_(path: Any, flags: int, *mode: int) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR):
                raise OSError(30, "Read-only file system")
            return opened(path, flags, *mode)

        self.patch.setattr(os, "open", open_)

    def loses_what_was_written(self) -> None:
        def fsync(_handle: int) -> None:
            raise OSError(5, "Input/output error")

        self.patch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("failure", ["is_full", "takes_three_bytes", "is_read_only"])
@pytest.mark.parametrize(
    "words",
    [("add", "Anna 6h p p"), ("undo",), ("fix", "1", "misdeal"), ("freeze",)],
    ids=lambda words: words[0],
)
def test_what_cannot_be_written_ends_with_six_and_the_journal_as_it_was(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch, failure: str, words: tuple[str, ...]
) -> None:
    getattr(Disk(monkeypatch), failure)()

    result = run(*words, "-f", evening, code=6)

    assert evening.read_text("utf-8") == EVENING
    assert [path.name for path in evening.parent.iterdir()] == [evening.name]
    assert f"pulya: {evening}: it could not be written: " in result.stderr
    assert "written as record" not in result.stderr
    cure = "nothing was written; check the folder, its rights and the space on the disk"
    assert result.stderr.endswith(f"\n  hint: {cure}\n")


def test_a_journal_that_could_not_be_made_leaves_nothing_behind(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Disk(monkeypatch).is_full()

    run("new", tmp_path / "evening.pulya", "--players", "Anna,Boris,Vera", code=6)

    assert list(tmp_path.iterdir()) == []


def test_a_record_that_may_be_on_the_disk_is_not_said_to_be_missing(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Disk(monkeypatch).loses_what_was_written()

    result = run("add", "-f", evening, "Anna 6h p p", code=6)

    # Either the line was taken back, or nobody says that nothing was recorded.
    assert (evening.read_text("utf-8") == EVENING) is ("nothing was recorded" in result.stderr)


def program(*words: str | Path, code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    environment = {**os.environ, "PULYA_LANG": "en", **more.pop("env", {})}
    more.setdefault("stdin", subprocess.DEVNULL)
    more.setdefault("stdout", subprocess.PIPE)
    result: subprocess.CompletedProcess[str] = subprocess.run(
        [sys.executable, "-m", "pulya", *map(str, words)],
        env=environment,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=60,
        check=False,
        **more,
    )
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    return result


def test_the_package_runs_as_a_module(evening: Path, run: Run) -> None:
    assert program("sheet", evening).stdout == run("sheet", evening).stdout
    assert program("shet", code=2).stderr.startswith("Usage: pulya ")
    assert program("sheet", evening.with_name("missing.pulya"), code=3).stdout == ""


def test_help_and_refusals_of_the_program_speak_russian() -> None:
    for help_ in (program("--lang", "ru", "sheet", "-h"), program("sheet", "-h", env={"PULYA_LANG": "ru"})):
        assert CYRILLIC.search(help_.stdout.splitlines()[2])
    assert CYRILLIC.search(program("--lang", "ru", "shet", code=2).stderr)


def test_nothing_is_asked_when_stdin_is_no_terminal(evening: Path) -> None:
    corrected = program("undo", "-f", evening)
    made = program("new", evening.with_name("new.pulya"), "--players", "Anna,Boris,Vera", "--ask")

    assert corrected.stderr == "written as record 4\n"
    assert made.stderr == ""
    assert last_line(evening) == "- undo 3"


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Open a terminal: our end of it, and the end that the program sees."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ends: tuple[int, int] = pty.openpty()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


def at_a_terminal(*words: str | Path, types: str) -> subprocess.CompletedProcess[str]:
    """Run the program with a terminal as its stdin, and type something."""
    with terminal() as (ours, theirs):
        os.write(ours, types.encode())
        return program(*words, stdin=theirs, code=1 if types == "n\n" else 0)


@pytest.mark.parametrize(("types", "is_written"), [("y\n", True), ("n\n", False)])
def test_a_correction_at_a_terminal_is_asked_about(evening: Path, types: str, is_written: bool) -> None:
    result = at_a_terminal("undo", "-f", evening, types=types)

    assert "Write it?" in result.stderr
    assert "Write it?" not in result.stdout
    assert evening.read_text("utf-8") == EVENING + "- undo 3\n" * is_written


def test_yes_answers_the_question_beforehand(evening: Path) -> None:
    result = at_a_terminal("fix", "-f", evening, "1", "misdeal", "--yes", types="")

    assert result.stderr == "written as record 4\n"


def test_a_dry_run_asks_nothing_at_a_terminal(evening: Path) -> None:
    result = at_a_terminal("add", "-f", evening, "--dry-run", "undo", types="")

    assert (result.stderr, evening.read_text("utf-8")) == ("", EVENING)


@pytest.mark.parametrize(
    ("words", "env"), [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})]
)
@pytest.mark.parametrize("command", [["sheet"], ["settle"], ["log"], ["-h"]], ids=" ".join)
def test_without_colours_no_escape_reaches_a_terminal(
    evening: Path, command: list[str], words: list[str], env: dict[str, str]
) -> None:
    with terminal() as (ours, theirs):
        file = [str(evening)] if command[0] in {"sheet", "settle", "log"} else []
        program(*words, *command, *file, stdout=theirs, env=env)
        os.set_blocking(ours, False)
        shown = os.read(ours, 1 << 20)

    assert shown.strip()
    assert b"\x1b" not in shown


def test_a_reader_who_has_seen_enough_gets_no_traceback(save: Save) -> None:
    path = save(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: none\ndeals:\n" + "- Anna 6h p p\n" * 3000
    )

    with subprocess.Popen(
        [sys.executable, "-m", "pulya", "log", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as log:
        assert log.stdout is not None
        assert log.stderr is not None
        assert log.stdout.readline() == b"  1  Anna 6h p p\n"
        log.stdout.close()
        complaint = log.stderr.read()
        code = log.wait(timeout=60)

    assert (complaint, code) == (b"", 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "words", [("sheet",), ("log", "--json"), ("add", "Anna 6h p p")], ids=lambda words: words[0]
)
def test_a_full_output_is_told_in_one_message(evening: Path, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        result = program(*words, "-f", evening, stdout=full, code=6)

    done = (
        "the record is in the journal; do not type it again" if words[0] == "add" else "no file was changed"
    )
    assert result.stderr == (
        f"pulya: the output could not be written: No space left on device\n  hint: {done}\n"
    )
    assert evening.read_text("utf-8") == EVENING + "- Anna 6h p p\n" * (words[0] == "add")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_is_no_journal(run: Run) -> None:
    assert run("sheet", "/dev/full", code=3).stderr.startswith(
        "pulya: /dev/full: this is not a regular file\n"
    )
    run("new", "/dev/full", "--players", "Anna,Boris,Vera", code=6)


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "cp866", "koi8-r", "latin-1", "utf-8"])
@pytest.mark.parametrize("words", [("log",), ("log", "--json"), ("settle", "--lang", "ru")], ids=" ".join)
def test_an_old_terminal_gets_what_it_can_show(save: Save, encoding: str, words: tuple[str, ...]) -> None:
    path = save("convention: sochi\nplayers: [Аня, Zoë, Vera]\ndeals:\n- Аня 6♠ п п (♥ é ⅔)\n")

    assert program(*words, path, env={"PYTHONIOENCODING": encoding}).stdout


def test_a_folder_that_is_gone_is_told_and_no_traceback(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    script = (
        f"import os; os.chdir({str(folder)!r}); os.rmdir({str(folder)!r}); from pulya.cli import main; main()"
    )

    result = subprocess.run(
        [sys.executable, "-c", script, "sheet"], capture_output=True, text=True, timeout=60, check=False
    )

    assert result.returncode == 3
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no file names that are not text")
@pytest.mark.parametrize("words", [("check",), ("check", "--json"), ("sheet",)], ids=" ".join)
def test_a_file_name_that_is_no_text_is_told_all_the_same(words: tuple[str, ...]) -> None:
    name = os.fsdecode(b"\xff.pulya")

    result = program(
        *words, name, code=1 if words[0] == "check" else 3, env={"PYTHONIOENCODING": "utf-8:strict"}
    )

    assert "there is no such file" in result.stdout + result.stderr


# Escape, the one-byte escape, right-to-left, no width, a line separator, delete, a byte order mark.
STEERING = ["\x1b[31m", "\x9b31m", "\u202e", "\u200b", "\u2028", "\x7f", "\ufeff"]
JSON = [(), ("--json",)]


def is_harmless(words: list[str]) -> bool:
    """Say whether a command ends as it may, and leaves the terminal alone."""
    result = CliRunner().invoke(cli, words, catch_exceptions=False, color=True)
    assert result.exit_code in range(7)
    assert result.output
    return visible(result.output) == result.output


@pytest.mark.parametrize("json_", JSON, ids=["text", "JSON"])
@pytest.mark.parametrize(
    "words",
    [
        ["sheet", "no{}.pulya"],
        ["sheet", "-f", "no{}.pulya"],
        ["check", "no{}.pulya"],
        ["sheet", "one.pulya", "two{}.pulya"],
        ["sheet", "--as", "x{}"],
        ["sheet", "--x{}"],
        ["sh{}eet"],
        ["undo", "x{}"],
        ["conventions", "show", "so{}chi"],
        ["conventions", "show", "so{}chi.yaml"],
        ["conventions", "so{}chi"],
        ["explain", "-f", "evening.pulya", "An{}na"],
        ["add", "-f", "evening.pulya", "Anna 7h w p = 7 (la{}te)"],
        ["add", "-f", "evening.pulya", "Anna 7h w{} p = 7"],
        ["settle", "evening.pulya", "--stake", "0.50{}"],
        ["settle", "evening.pulya", "--stake", "0.50 E{}UR"],
        ["new", "x.pulya", "--players", "An{}na,Boris,Vera"],
        ["new", "x.pulya", "--players", "Anna,Boris,Vera", "--agree", "whist{}ing=1"],
        ["new", "x{}.pulya", "--players", "Anna,Boris,Vera"],
    ],
    ids=" ".join,
)
def test_nothing_typed_can_steer_the_terminal(
    save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], json_: tuple[str, ...]
) -> None:
    save(EVENING)
    monkeypatch.chdir(tmp_path)

    for sign in STEERING:
        assert is_harmless([*(word.format(sign) for word in words), *json_]), ascii(sign)


@pytest.mark.parametrize("json_", JSON, ids=["text", "JSON"])
@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("sheet", 'convention: sochi\nplayers: ["An{}na", Boris, Vera]\n'),
        ("sheet", 'convention: "so{}chi"\nplayers: [Anna, Boris, Vera]\n'),
        ("check", 'convention: "so{}chi.yaml"\nplayers: [Anna, Boris, Vera]\n'),
        ("settle", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: "0.50 E{}UR"\n'),
        ("status", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: "0.50 E{}UR"\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: "0{}"\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\n"k{}ey": 1\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {{"k{}ey": 1}}\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {{ending: "k{}ey"}}\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- "Anna 6h p p (la{}te)"\n'),
        ("check", 'convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- "An{}na 6h p p"\n'),
        ("conventions show", 'extends: sochi\nid: "ho{}use"\n'),
        ("conventions show", 'extends: sochi\ntitle: {{en: "Ho{0}use", ru: "До{0}м"}}\n'),
        ("conventions show", 'extends: sochi\nsource: {{table: "a bo{}ok"}}\n'),
        ("conventions diff sochi", 'extends: sochi\nid: "ho{}use"\ntarget: 30\n'),
    ],
)
def test_nothing_in_a_file_can_steer_the_terminal(
    save: Save, words: str, text: str, json_: tuple[str, ...]
) -> None:
    for sign in STEERING:
        written = "".join(f"\\U{ord(letter):08X}" for letter in sign)
        path = save(text.format(written), "house.yaml" if "extends" in text else "evening.pulya")

        assert is_harmless([*words.split(), str(path), *json_]), ascii(sign)


@pytest.mark.parametrize(
    "text",
    [
        'convention: "sochi\\nhint: all is well"\nplayers: [Anna, Boris, Vera]\n',
        'convention: sochi\nplayers: [Anna, Boris, Vera]\n"x\\nhint: all is well": 1\n',
        'convention: sochi\nplayers: [Anna, Boris, Vera]\nagreed: {ending: "x\\nhint: all is well"}\n',
        'convention: sochi\nplayers: ["Anna\\nhint: all is well", Boris, Vera]\n',
    ],
    ids=["convention", "key", "agreed", "player"],
)
def test_no_value_of_a_file_can_add_a_line_to_a_complaint(save: Save, text: str) -> None:
    result = CliRunner().invoke(cli, ["sheet", str(save(text))], catch_exceptions=False)

    assert result.exit_code in {3, 4}
    assert len(result.stderr.splitlines()) == 2
