"""Any sequence of commands: the file only grows, and the totals are those of the standing records alone.

The oracle is a list of lines.  What stands is found from the newest correction backwards, and a fresh journal
of only that has to have the same sheet.
"""

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

from click.testing import CliRunner, Result
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pulya.cli import cli

TABLES = {
    "sochi": "Anna, Boris, Vera",
    "leningrad": "Anna, Boris, Vera",
    "rostov": "Anna, Boris, Vera, Gleb",
    "classic": "Anna, Boris, Vera",
}
DEALS = [
    "Anna 7h w p = 7",
    "Boris 6s w w = 5 3 2",
    "Vera 6 p p",
    "Anna 8 w p = 6",
    "Boris misere = 1",
    "Vera misere = 0",
    "raspasy = 4 4 2",
    "Anna 9nt concedes",
    "fine Boris mountain 2 (revoke)",
    "misdeal",
    "stop",
]
CORRECTION = re.compile(r"(undo|fix) (\d+)(?: (.*))?$")


def standing(lines: list[str]) -> list[str]:
    """Return the records that count, as they are to be read."""
    struck: set[int] = set()
    readings: dict[int, str] = {}
    for number in range(len(lines), 0, -1):
        found = CORRECTION.match(lines[number - 1])
        if found is None or number in struck:
            continue
        aim = int(found[2])
        if found[1] == "undo":
            struck.add(aim)
        else:
            readings.setdefault(aim, found[3])  # the newest counts
    return [
        readings.get(number, line)
        for number, line in enumerate(lines, start=1)
        if number not in struck and CORRECTION.match(line) is None
    ]


class History(RuleBasedStateMachine):
    """A journal under commands, and the lines that it should have."""

    @initialize(name=st.sampled_from(sorted(TABLES)))
    def begin(self, name: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name, "evening.pulya")
        self.head = f"convention: {name}\nplayers: [{TABLES[name]}]\ntarget: none\n"
        self.path.write_text(self.head + "deals:\n", "utf-8")
        self.lines: list[str] = []
        self.torn = b""

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()

    def run(self, *words: str) -> Result:
        return CliRunner().invoke(cli, [*words, "-f", str(self.path)], catch_exceptions=False)

    def changes(self, *words: str) -> None:
        """Run a command that may add one record, and hold what it did against what it said."""
        before = self.path.read_bytes().removesuffix(self.torn)
        result = self.run(*words)
        assert result.exit_code in {0, 5}, result.output
        now = self.path.read_bytes()
        if result.exit_code == 5:
            assert now == before + self.torn
            return
        assert now.startswith(before)
        added = now[len(before) :].decode()
        assert added.startswith("- ")
        assert added.count("\n") == 1
        self.lines.append(added[2:-1])
        if self.torn:
            *_, aside = sorted(
                Path(self.folder.name).glob("*.torn-*"), key=lambda path: path.stat().st_mtime_ns
            )
            assert aside.read_bytes() == self.torn
            self.torn = b""

    @rule(record=st.sampled_from(DEALS))
    def add(self, record: str) -> None:
        self.changes("add", record)

    @rule(number=st.integers(0, 12))
    def undo(self, number: int) -> None:
        self.changes("undo", "--yes", *([str(number)] if number else []))

    @rule(number=st.integers(1, 12), record=st.sampled_from(DEALS))
    def fix(self, number: int, record: str) -> None:
        self.changes("fix", "--yes", str(number), record)

    @rule(record=st.sampled_from(DEALS))
    def try_out(self, record: str) -> None:
        before = self.path.read_bytes()
        self.run("add", "--dry-run", record)
        assert self.path.read_bytes() == before

    @precondition(lambda self: not self.torn)
    @rule(part=st.sampled_from([b"-", b"- Anna 7h w p = 1", b"\0" * 9, b"- \xd0", b"\xff"]))
    def lose_power(self, part: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(part)
        self.torn = part

    @rule(record=st.sampled_from(DEALS), room=st.integers(0, 6))
    def fill_the_disk(self, record: str, room: int) -> None:
        before = self.path.read_bytes()
        write = os.write
        with mock.patch.object(os, "write", lambda handle, data: write(handle, data[:room])):
            assert self.run("add", record).exit_code in {5, 6}
        now = self.path.read_bytes()
        if now != before:  # there was room for what was torn
            assert now == before.removesuffix(self.torn)
            self.torn = b""

    @rule()
    def freeze(self) -> None:
        before = self.path.read_bytes()
        assert self.run("freeze").exit_code == 0
        after = self.path.read_bytes()
        assert after.partition(b"deals:\n")[2] == before.partition(b"deals:\n")[2]

    @rule(command=st.sampled_from(["log", "status", "settle", "check", "sheet", "explain", "seal", "chart"]))
    def look(self, command: str) -> None:
        before = self.path.read_bytes()
        words = [command] if command != "check" else [command, str(self.path)]
        result = CliRunner().invoke(cli, words, env={"PULYA_FILE": str(self.path)}, catch_exceptions=False)
        assert result.exit_code == (1 if command == "check" and self.torn else 0), result.output
        assert self.path.read_bytes() == before

    @invariant()
    def the_totals_are_those_of_what_stands(self) -> None:
        if not hasattr(self, "path"):
            return
        fresh = Path(self.folder.name, "fresh")
        fresh.write_text(
            self.head + "deals:\n" + "".join(f"- {line}\n" for line in standing(self.lines)), "utf-8"
        )
        ours, theirs = sheet(self.path), sheet(fresh)
        assert ours.pop("records") == len(self.lines)
        theirs.pop("records")
        assert ours == theirs


def sheet(path: Path) -> dict[str, Any]:
    result = CliRunner().invoke(cli, ["sheet", "--json", str(path)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


TestHistory = History.TestCase
# Twenty steps are read sooner than they are shortened.
TestHistory.settings = settings(stateful_step_count=20, phases=[Phase.generate])
