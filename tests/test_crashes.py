"""A crash, or a failing disk, at every byte and at every call of the system: before or after, never between."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from click.testing import CliRunner, Result
from conftest import Run, Save

from pulya import journal
from pulya.cli import cli
from pulya.errors import WriteError

fcntl = pytest.importorskip("fcntl", reason="this system locks files in another way")

HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"
EVENING = HEADER + "- Anna 7h w p = 7\n- Борис 6s w w = 5 3 2 (♠)\n- Boris misere = 10\n".replace(
    "Борис", "Boris"
)
CALLS = (
    "open",
    "fstat",
    "stat",
    "lseek",
    "write",
    "ftruncate",
    "fsync",
    "close",
    "link",
    "replace",
    "unlink",
)
ERRORS = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EACCES, errno.EROFS)


@pytest.fixture
def evening(save: Save) -> Path:
    return save(EVENING)


def totals(path: Path) -> str:
    """Return all records with their writes, and the sheet."""
    shown = [
        CliRunner().invoke(cli, [words, str(path)], catch_exceptions=False) for words in ("log", "sheet")
    ]
    assert {one.exit_code for one in shown} == {0}
    return "".join(one.stdout for one in shown)


class TestEveryByte:
    """The power fails while a record is written: any part of it may be there, and anything behind it."""

    TAILS = (b"", b"\0" * 40, b"\xff\xfe garbage" * 4)

    def test_a_part_of_a_record_is_no_record(self, evening: Path) -> None:
        whole = EVENING.encode()
        lines = whole.splitlines(keepends=True)
        states = {}
        for number in range(len(lines) + 1):
            begun = b"".join(lines[:number])
            if begun.startswith(HEADER.encode()):
                evening.write_bytes(begun)
                states[len(begun)] = [line.text for line in journal.read(str(evening)).deals]
        tries = 0
        for cut in range(len(whole) - sum(map(len, lines[-2:])), len(whole) + 1):
            for tail in self.TAILS:
                evening.write_bytes(whole[:cut] + tail)
                before = max(size for size in states if size <= cut)

                read = journal.read(str(evening))

                assert [line.text for line in read.deals] == states[before], (cut, tail)
                assert (read.torn is not None) == (whole[:cut] + tail != whole[:before])
                tries += 1
        assert tries == 3 * (sum(map(len, lines[-2:])) + 1)

    def test_the_next_record_stands_behind_the_whole_ones(self, evening: Path) -> None:
        whole = EVENING.encode()
        last = len(whole) - len(whole.splitlines(keepends=True)[-1])
        for cut in range(last + 1, len(whole)):
            for tail in self.TAILS:
                evening.write_bytes(whole[:cut] + tail)

                aside = journal.append(journal.read(str(evening)), "misdeal")

                assert aside is not None
                assert Path(aside).read_bytes() == whole[last:cut] + tail
                assert evening.read_bytes() == whole[:last] + b"- misdeal\n"
                os.unlink(aside)

    def test_the_first_record_of_a_paper_sheet_brings_the_key_with_it(self, save: Save) -> None:
        paper = "convention: sochi\nplayers: [Anna, Boris, Vera]\nsheet:\n  Anna: {pool: 4}\n"
        first = "deals:\n- Anna 7h w p = 7\n"
        before = totals(save(paper))
        after = totals(save(paper + first))
        for cut in range(len(first)):
            assert totals(save(paper + first[:cut])) == before
        assert after != before


@contextmanager
def failing(number: int, error: int) -> Iterator[list[str]]:
    """Let the call of this number fail; give the names of the calls."""
    made: list[str] = []

    def shim(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **more: Any) -> Any:
            made.append(name)
            if len(made) == number:
                if name == "close":  # what was open is closed, whatever the system says
                    real(*words, **more)
                raise OSError(error, os.strerror(error))
            return real(*words, **more)

        return call

    with ExitStack() as patches:
        for module, name in (*((os, name) for name in CALLS), (fcntl, "flock")):
            patches.enter_context(mock.patch.object(module, name, shim(name, getattr(module, name))))
        yield made


COMMANDS = {
    "add": ("add", "Anna 6h p p"),
    "undo": ("undo",),
    "fix": ("fix", "1", "misdeal"),
    "freeze": ("freeze",),
}


def outcomes(
    words: tuple[str, ...], path: Path, before: bytes | None, error: int
) -> Iterator[tuple[str, Result, bytes | None]]:
    """Let each call in turn fail; yield the call, the result of the command, and what is in the journal then."""
    for number in count(1):
        for old in path.parent.iterdir():
            old.unlink()
        if before is not None:
            path.write_bytes(before)
        with failing(number, error) as made:
            result = CliRunner().invoke(cli, [*words], catch_exceptions=False)
        if len(made) < number:
            return
        yield made[number - 1], result, path.read_bytes() if path.exists() else None


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("torn", ["", "- Boris mis"], ids=["", "with a torn line"])
def test_any_call_may_fail(evening: Path, error: int, command: str, torn: str) -> None:
    words = (*COMMANDS[command], "-f", str(evening))
    before = (EVENING + torn).encode()
    evening.write_bytes(before)
    assert CliRunner().invoke(cli, words, catch_exceptions=False).exit_code == 0
    after = evening.read_bytes()
    tries = 0
    for call, result, found in outcomes(words, evening, before, error):
        tries += 1
        assert result.exit_code in {0, 3, 4, 6}, (call, result.output)
        assert found in {before, after, EVENING.encode()}, call
        told = " ".join(result.stderr.split())
        if result.exit_code == 0:
            assert found == after, call
        elif "it may be on the disk or not" in told or "its name may be lost" in told:
            assert call in {"fsync", "fstat", "stat"}
            assert found == after or (torn and found == before), call
        else:
            assert found != after, (call, told)
            assert "nothing was" in told or result.exit_code in {3, 4}, (call, told)
            assert str(evening) in told or result.exit_code == 4, (call, told)
        assert (
            not [path for path in evening.parent.iterdir() if path.name.startswith(".")] or call == "unlink"
        )
        if found == EVENING.encode() != before:  # the torn line is put aside before anything is cut off
            assert evening.with_name("evening.pulya.torn-1").read_text("utf-8") == torn
    assert tries >= 8


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_any_call_may_fail_where_a_journal_is_made(tmp_path: Path, error: int) -> None:
    path = tmp_path / "evening.pulya"
    words = ("new", str(path), "--players", "Anna,Boris,Vera")
    tries = 0
    for call, result, found in outcomes(words, path, None, error):
        tries += 1
        assert result.exit_code in {0, 4, 6}, (call, result.output)
        assert found is None or found.endswith(b"players: [Anna, Boris, Vera]\ndeals:\n"), call
        if result.exit_code == 0:
            assert found is not None, call
        elif found is not None:
            assert call == "fsync"
            assert "its name may be lost" in result.stderr
    assert tries >= 8


@pytest.mark.parametrize("part", range(1, len("- Anna 6h p p\n")))
def test_any_part_of_a_write_is_taken_back(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:part]))

    run("add", "-f", evening, "Anna 6h p p", code=6)

    assert evening.read_text("utf-8") == EVENING


def test_a_part_of_a_write_that_cannot_be_taken_back_is_no_record(
    evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write

    def refused(_handle: int, _size: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, data: write(handle, data[:9]))
        patch.setattr(os, "ftruncate", refused)
        run("add", "-f", evening, "Anna 6h p p", code=6)

    assert evening.read_text("utf-8") == EVENING + "- Anna 6h"
    assert "- Anna 6h" in run("log", evening).stderr
    assert len(journal.read(str(evening)).deals) == 3


def test_the_order_is_write_sync_and_then_the_word(evening: Path) -> None:
    with failing(0, 0) as made:
        result = CliRunner().invoke(cli, ["undo", "-f", str(evening)])

    assert made.count("write") == 1
    assert made.index("flock") < made.index("write") < made.index("fsync")
    assert "written as record 4" in result.stderr


def test_nothing_is_tried_again_after_a_sync_that_failed(evening: Path, run: Run) -> None:
    with mock.patch.object(os, "fsync", side_effect=OSError(errno.EIO, "Input/output error")) as fsync:
        result = run("add", "-f", evening, "Anna 6h p p", code=6)

    assert fsync.call_count == 1
    assert result.stderr == (
        f"pulya: {evening}: it could not be written: Input/output error\n"
        "  hint: it may be on the disk or not: look with `pulya log` before you type it again\n"
    )
    assert "Anna 6h p p" in run("log", evening).stdout


def test_a_journal_read_at_one_time_is_not_written_at_another(evening: Path) -> None:
    read = journal.read(str(evening))
    journal.append(read, "misdeal")

    with pytest.raises(WriteError, match="has been changed meanwhile"):
        journal.append(read, "misdeal")
