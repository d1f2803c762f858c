"""The live table at a real pseudo-terminal: typing, Tab, Cyrillic, Ctrl-C, Ctrl-D, and a terminal that is closed."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pulya.evening import open_evening

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

PATIENCE = 30  # seconds
HEADER = "convention: sochi\nplayers: [Anna, Boris, Вера]\ndeals:\n"
CTRL_C, CTRL_D = "\x03", "\x04"
STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x07|\r")


class Terminal:
    """A program at a terminal of 80 by 24."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        settings = {"TERM": "xterm", "LANG": "C.UTF-8", "PULYA_LANG": "en", "PYTHONUTF8": "1"} | environment
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pulya", *words],
            stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=os.environ | settings, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        self._unread = b""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C as a person does, after a moment: in the one before the library waits it would not be seen."""
        time.sleep(0.3)
        self.type(CTRL_C)

    def wait_for(self, text: str) -> str:
        """Return what was shown up to a text; it is not looked at again."""
        until = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < until, f"no {text!r} in:\n{self.seen}"
            if not self._read():
                break
        assert text in self.seen, self.seen
        shown, _, self.seen = self.seen.partition(text)
        return shown

    def _read(self) -> bool:
        ready, _, _ = select.select([self.master], [], [], 1)
        if not ready:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self._unread += data
        whole = self._unread.decode("utf-8", "ignore")
        self._unread = b"" if whole.encode() == self._unread else self._unread[len(whole.encode()) :]
        self.seen += STEERING.sub("", whole)
        return bool(data)

    def ends(self) -> int:
        """Return the exit code when the program has ended."""
        while self._read():
            if self.process.poll() is not None:
                break
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Close the terminal, as when its window is closed."""
        os.close(self.master)
        self.master = -1

    def clean_up(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        if self.master >= 0:
            os.close(self.master)


Open = Callable[..., Terminal]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "evening.pulya"
    path.write_text(HEADER, "utf-8")
    return path


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """Open a terminal with `play` in it."""
    opened: list[Terminal] = []

    def open_(*words: str, **environment: str) -> Terminal:
        opened.append(Terminal(tmp_path, *(words or ("play",)), **environment))
        return opened[-1]

    yield open_
    for one in opened:
        one.clean_up()


def records(path: Path) -> list[str]:
    """Return the records of a journal without their times."""
    return [re.sub(r"^\d\d:\d\d ", "", one.item.text) for one in open_evening(str(path)).game.ruled]


def test_records_typed_at_a_terminal_are_on_the_disk_when_the_sheet_is_shown(
    path: Path, terminal: Open
) -> None:
    at = terminal()
    at.wait_for("1> ")

    at.type("Anna 7h w p = 7\n")
    shown = at.wait_for("2> ")

    assert records(path) == ["Anna 7h w p = 7"]
    assert "     Anna           pool     +4  made: 4\n" in shown
    assert "To close: Anna 16" in shown
    at.type("quit\n")
    assert at.ends() == 0
    at.wait_for("1 record, on the disk")
    assert re.match(r"\d\d:\d\d ", open_evening(str(path)).game.ruled[0].item.text)  # stamped


def test_names_and_words_are_completed(path: Path, terminal: Open) -> None:
    pytest.importorskip("readline")
    at = terminal()
    at.wait_for("1> ")

    at.type("Bo\tmise\t= 0\n")
    at.wait_for("2> ")
    at.type("Ве\t6s p p\n")
    at.wait_for("3> ")

    assert records(path) == ["Boris misere = 0", "Вера 6s p p"]
    at.type(CTRL_D)
    assert at.ends() == 0


def test_the_arrow_key_brings_back_a_line_but_no_answer(path: Path, terminal: Open) -> None:
    pytest.importorskip("readline")
    at = terminal()
    at.wait_for("1> ")

    at.type("Anna 6s p\n")
    at.wait_for("hint")
    at.wait_for("1> ")
    at.type("undo\n")
    at.wait_for("1> ")
    at.type("\x1b[A\x1b[A p\n")
    at.wait_for("2> ")

    assert records(path) == ["Anna 6s p p"]


def test_the_line_that_cannot_be_is_marked_and_y_takes_what_is_meant(path: Path, terminal: Open) -> None:
    at = terminal()
    at.wait_for("1> ")

    at.type("Вера 7ч вп = 7\n")
    assert "            ^^" in at.wait_for("? ")
    at.wait_for("y/n")
    at.type("y\n")
    at.wait_for("2> ")

    assert records(path) == ["Вера 7h w p = 7"]


def test_questions_lead_to_a_record(path: Path, terminal: Open) -> None:
    at = terminal(PULYA_LANG="ru")
    at.wait_for("1> ")

    at.type("\n")
    for answer in ("Вера", "7ч", "в", "п", ""):
        at.wait_for("? ")
        at.type(f"{answer}\n")
    at.wait_for("2> ")

    assert records(path) == ["Вера 7ч в п = 7"]


def test_ctrl_c_gives_up_the_line_and_a_second_one_leaves(path: Path, terminal: Open) -> None:
    at = terminal()
    at.wait_for("1> ")

    at.type("Anna 7h w p = 7")
    at.interrupt()
    at.wait_for("Ctrl-C once more, or Ctrl-D, leaves.")
    at.wait_for("1> ")
    at.type("Boris 6s p p\n")
    at.wait_for("2> ")
    at.interrupt()
    at.wait_for("2> ")
    at.interrupt()

    assert at.ends() == 130
    at.wait_for("1 record, on the disk")
    assert records(path) == ["Boris 6s p p"]


def test_ctrl_c_at_a_question_drops_it_and_stays(path: Path, terminal: Open) -> None:
    at = terminal()
    at.wait_for("1> ")

    at.type("Boris 6s p p\nundo\n")
    at.wait_for("Write it? y/n")
    at.interrupt()
    at.wait_for("nothing was written")
    at.wait_for("2> ")
    at.type(CTRL_D)

    assert at.ends() == 0
    assert records(path) == ["Boris 6s p p"]


def test_a_terminal_that_is_closed_ends_the_program_and_loses_nothing(path: Path, terminal: Open) -> None:
    at = terminal()
    at.wait_for("1> ")
    at.type("Boris 6s p p\nAnna 7h w p")
    at.wait_for("2> ")

    at.close()

    assert at.process.wait(PATIENCE) in {0, -signal.SIGHUP}
    assert records(path) == ["Boris 6s p p"]


def test_a_terminal_whose_end_nobody_is_told_of_ends_the_program_too(path: Path, terminal: Open) -> None:
    """With the signal ignored, as under nohup, reading tells."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        at = terminal()
    finally:
        signal.signal(signal.SIGHUP, before)
    at.wait_for("1> ")
    at.type("Boris 6s p p\n")
    at.wait_for("2> ")

    at.close()

    assert at.process.wait(PATIENCE) in {0, 6}
    assert records(path) == ["Boris 6s p p"]


def test_a_new_journal_asks_who_plays(tmp_path: Path, terminal: Open) -> None:
    at = terminal("play", "new.pulya")

    at.wait_for("Who plays? Names clockwise: ")
    at.type("Аня, Боря, Вера\n")
    at.wait_for("new.pulya is ready: Sochi")
    at.wait_for("1> ")
    at.type("распасы = 3 4 3\n")
    at.wait_for("2> ")

    assert records(tmp_path / "new.pulya") == ["raspasy = Аня 3 Боря 4 Вера 3"]


def test_without_the_library_for_editing_lines_are_read_too(
    path: Path, terminal: Open, tmp_path: Path
) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError\n", "utf-8")
    at = terminal(PYTHONPATH=str(tmp_path))
    at.wait_for("1> ")

    at.type("Вера 6ч п п\n")
    at.wait_for("2> ")
    at.type(CTRL_D)

    assert at.ends() == 0
    assert records(path) == ["Вера 6h p p"]


@pytest.mark.usefixtures("path")
def test_a_screen_shows_a_deal_the_sheet_and_the_next_deal(terminal: Open) -> None:
    at = terminal()
    at.wait_for("1> ")

    at.type("Anna 6s w w = 5 3 2\n")
    lines = (at.wait_for("2> ") + "2> ").split("\n")

    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
