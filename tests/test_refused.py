"""Refusals of words on the command line and of what cannot be written, word for word in both languages.

``refused/NAME.err`` has what the command says, in English and below a line in Russian; ``pytest tests/test_refused.py
--update-golden`` writes the texts anew, to be read before they are kept.  What a file can have wrong stands in ``bad/``.
"""

import ast
import errno
import gettext
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner
from one_evening import EVENING

import pulya
from pulya import journal, lock
from pulya.cli import cli, delivery
from pulya.picture import png
from pulya.view.language import DOMAIN, FOLDER, translator

REFUSED: Final = Path(__file__).parent / "refused"
JOURNAL: Final = "evening.pulya"
BETWEEN: Final = "--\n"  # the languages
Prepare = Callable[[pytest.MonkeyPatch], None]


def nothing(_patch: pytest.MonkeyPatch) -> None:
    """Prepare nothing."""


def at_a_terminal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(delivery, "_is_terminal", lambda: True)


def without_the_extra(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(sys.modules, "resvg_py", None)


def without_a_font(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(png, "_renderer", lambda: lambda **_settings: b"the same for all letters")


def with_a_link(_patch: pytest.MonkeyPatch) -> None:
    Path("link.svg").symlink_to("elsewhere.svg")


def with_a_folder(_patch: pytest.MonkeyPatch) -> None:
    Path("folder.svg").mkdir()


def with_little_room(patch: pytest.MonkeyPatch) -> None:
    """Let the disk take ten bytes and no more."""
    write = os.write
    patch.setattr(os, "write", lambda handle, data: write(handle, data[:10]))


def with_a_folder_that_is_not_synced(patch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(handle)

    patch.setattr(os, "fsync", fsync)


def with_another_writer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lock, "PATIENCE", -1)
    patch.setattr(lock, "_lock", lambda _handle: False)


def with_an_editor(patch: pytest.MonkeyPatch) -> None:
    """Let somebody add a remark between reading and writing."""
    read = journal.read

    def changing(path: str) -> journal.Journal:
        found = read(path)
        with open(path, "a", encoding="utf-8") as file:
            file.write("# a remark\n")
        return found

    patch.setattr(journal, "read", changing)


CASES: Final[dict[str, tuple[tuple[str, ...], int, Prepare]]] = {
    "audit-without-a-figure": (("audit",), 2, nothing),
    "no-such-group-of-keys": (("conventions", "keys", "zzz"), 2, nothing),
    "a-group-of-keys-mistyped": (("conventions", "keys", "whistin"), 2, nothing),
    "no-form-has-this-ending": (("sheet", "-o", "friday.pdf"), 2, nothing),
    "a-picture-on-a-terminal": (("sheet", "--as", "png"), 2, at_a_terminal),
    "no-seal": (("seal", "--verify", "12-K7Q"), 2, nothing),
    "a-seal-with-a-wrong-character": (("seal", "--verify", "3-AAAA-AAAB"), 2, nothing),
    "compare-with-nothing": (("compare",), 2, nothing),
    "an-imagined-deal-of-a-journal": (("explain", "2", "--contract", "7h w p = 5"), 2, nothing),
    "rules-for-a-deal-of-the-journal": (("explain", "2", "--convention", "leningrad"), 2, nothing),
    "a-command-mistyped": (("shet",), 2, nothing),
    "no-such-command": (("zzzzzz",), 2, nothing),
    "two-journals": (("sheet", JOURNAL, "-f", JOURNAL), 2, nothing),
    "no-money": (("settle", "--stake", "much"), 2, nothing),
    "a-form-of-many-settlements": (("settle", JOURNAL, JOURNAL, "--as", "md"), 2, nothing),
    "players-of-a-journal": (("sheet", "--players", "3"), 2, nothing),
    "an-empty-sheet-as-text": (("sheet", "--blank", "--as", "text"), 2, nothing),
    "an-empty-sheet-for-a-crowd": (("sheet", "--blank", "--players", "99"), 2, nothing),
    "a-journal-that-is-there": (("new", JOURNAL, "--players", "Anna,Boris,Vera"), 6, nothing),
    "a-picture-over-a-journal": (("sheet", "--as", "svg", "-o", "friday.pulya"), 6, nothing),
    "a-picture-over-a-link": (("sheet", "-o", "link.svg"), 6, with_a_link),
    "a-picture-over-a-folder": (("sheet", "-o", "folder.svg"), 6, with_a_folder),
    "a-folder-that-is-not-there": (("sheet", "-o", "nowhere/friday.svg"), 6, nothing),
    "a-full-disk": (("add", "Anna 6s p p"), 6, with_little_room),
    "a-folder-that-is-not-synced": (("sheet", "-o", "friday.svg"), 6, with_a_folder_that_is_not_synced),
    "another-writer": (("add", "Anna 6s p p"), 6, with_another_writer),
    "a-journal-changed-meanwhile": (("add", "Anna 6s p p"), 6, with_an_editor),
    "a-picture-without-the-extra": (("sheet", "-o", "friday.png"), 6, without_the_extra),
    "a-system-without-a-font": (("sheet", "-o", "friday.png"), 6, without_a_font),
}  # fmt: skip
# Shown elsewhere: a full output takes a process of its own (`test_environment`), and no shell can type a NUL (`test_writing`).
ELSEWHERE: Final = {
    "the output could not be written: {reason}",
    "no file can have this name",
    "choose another name",
}


def said(name: str, language: str, folder: Path) -> str:
    """Return what a refused command says in a language."""
    words, code, prepare = CASES[name]
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("LANGUAGE", language)
        gettext.bindtextdomain(DOMAIN, FOLDER)
        gettext.textdomain(DOMAIN)
        patch.setattr(sys, "argv", ["pulya", *words, "--lang", language])
        Path(JOURNAL).write_text(EVENING, "utf-8")
        prepare(patch)
        result = CliRunner().invoke(
            cli, [*words, "--lang", language], prog_name="pulya", catch_exceptions=False
        )
    assert result.exit_code == code, result.output
    return result.stderr


@pytest.fixture(autouse=True)
def _own_words() -> Any:
    yield
    gettext.textdomain("messages")


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_in_both_languages(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    found = said(name, "en", tmp_path / "en") + BETWEEN + said(name, "ru", tmp_path / "ru")
    path = REFUSED / f"{name}.err"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")

    assert found == path.read_text("utf-8")


def test_every_text_has_its_case() -> None:
    assert sorted(path.stem for path in REFUSED.iterdir()) == sorted(CASES)


def refusals() -> list[str]:
    """Return the sentences in the functions that refuse words on the command line or fail to write."""
    found: list[str] = []
    for path in sorted(Path(pulya.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
            names = {ast.unparse(call.func).rpartition(".")[2] for call in calls}
            if names & {"UsageError", "BadParameter", "WriteError", "fail"}:
                found += [
                    call.args[0].value
                    for call in calls
                    if ast.unparse(call.func) == "say"
                    and isinstance(call.args[0], ast.Constant)
                    and isinstance(call.args[0].value, str)
                ]
    return sorted({*found} - ELSEWHERE)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_refusal_is_shown(language: str) -> None:
    texts = [path.read_text("utf-8").partition(BETWEEN)[2 * (language == "ru")] for path in REFUSED.iterdir()]
    shown = " ".join(" ".join(texts).split())
    translate = translator("ru" if language == "ru" else "en")

    silent = [
        sentence
        for sentence in refusals()
        if not re.search(re.sub(r"\\\{\w+\\\}", ".+", re.escape(translate(sentence, None, 1))), shown)
    ]
    assert not silent
    assert len(refusals()) > len(CASES)
