"""Writing: one writer at a time, whole records only, and nothing over what others have written."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import Run, Save

from pulya import files, journal, lock
from pulya.errors import WriteError

HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"
SEVEN = "- Anna 7h w p = 7\n"
EVENING = HEADER + "deals:\n" + SEVEN
HOLDER = """
import sys, time
from pathlib import Path
from pulya.lock import hold
with hold(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def somebody_writing(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Have another process keep the journal."""
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        try:
            yield holder
        finally:
            holder.kill()


@pytest.fixture
def evening(save: Save) -> Path:
    return save(EVENING)


class TestATornLine:
    """What a crash left of a record has no newline; so has a line that an editor did not end."""

    TAILS = ("-", "- A", "- Boris misere = 1", "- \udcd0", "\0" * 40, "\udcff" * 40, "  - stop")

    @pytest.mark.parametrize("tail", TAILS)
    def test_is_told_and_does_not_count(self, evening: Path, run: Run, tail: str) -> None:
        evening.write_bytes((EVENING + tail).encode("utf-8", "surrogateescape"))

        result = run("sheet", evening)

        assert result.stdout == run("sheet", self.whole(evening)).stdout
        assert result.stderr.startswith(
            f"pulya: {evening}:5: the last line was cut short while it was written, and does not count: `"
        )
        assert result.stderr.endswith(
            "\n  hint: if nothing is missing there, press Enter at its end; the next record puts it aside\n"
        )

    def test_is_shown(self, evening: Path, run: Run) -> None:
        evening.write_bytes(EVENING.encode() + b"- Ann\x1b\xd0\0\0")

        told = run("log", evening).stderr.splitlines()[0]

        problem = r"the last line was cut short while it was written, and does not count: `- Ann\u001b\xd0`"
        assert told == f"pulya: {evening}:5: {problem}"

    @pytest.mark.parametrize("tail", TAILS)
    def test_is_put_aside_by_the_next_record(self, evening: Path, run: Run, tail: str) -> None:
        cut = tail.encode("utf-8", "surrogateescape")
        evening.write_bytes(EVENING.encode() + cut)

        result = run("add", "-f", evening, "misdeal")

        aside = evening.with_name("evening.pulya.torn-1")
        assert aside.read_bytes() == cut
        assert evening.read_text("utf-8") == EVENING + "- misdeal\n"
        assert f"the line that was cut short is now in {aside}\n" in result.stderr

    def test_is_put_beside_older_ones(self, evening: Path, run: Run) -> None:
        for number in (1, 2):
            with evening.open("a", encoding="utf-8") as file:
                file.write(f"- Anna 7h w p = {number}")
            run("add", "-f", evening, "misdeal")

        assert evening.with_name("evening.pulya.torn-1").read_text("utf-8") == "- Anna 7h w p = 1"
        assert evening.with_name("evening.pulya.torn-2").read_text("utf-8") == "- Anna 7h w p = 2"
        assert evening.read_text("utf-8") == EVENING + "- misdeal\n" * 2

    def test_that_cannot_be_put_aside_stays_and_nothing_is_added(
        self, evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        evening.write_text(EVENING + "- Ann", "utf-8")

        def full(_handle: int, _data: bytes) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", full)
        run("add", "-f", evening, "misdeal", code=6)

        assert evening.read_text("utf-8") == EVENING + "- Ann"
        assert list(evening.parent.iterdir()) == [evening]

    def test_is_a_problem_for_check(self, evening: Path, run: Run) -> None:
        evening.write_text(EVENING + "- Ann", "utf-8")

        result = run("check", evening, code=1)

        assert f"{evening}:5: the last line was cut short" in result.stdout

    @pytest.mark.parametrize("part", ["d", "deals", "\0\0\0\0"])
    def test_may_be_the_beginning_of_the_deals_of_a_paper_sheet(
        self, save: Save, run: Run, part: str
    ) -> None:
        paper = HEADER + "sheet:\n  Anna: {pool: 4}\n"
        path = save(paper + part)

        result = run("add", "-f", path, "misdeal")

        assert "does not count" in result.stderr
        assert path.read_text("utf-8") == paper + "deals:\n- misdeal\n"

    @pytest.mark.parametrize("end", ["# tea", "   ", "\t"])
    def test_is_not_a_remark_or_a_blank_line(self, evening: Path, run: Run, end: str) -> None:
        evening.write_text(EVENING + end, "utf-8")

        result = run("add", "-f", evening, "misdeal")

        assert result.stderr == ""
        assert evening.read_text("utf-8") == EVENING + end + "\n- misdeal\n"

    @staticmethod
    def whole(path: Path) -> Path:
        twin = path.with_name("whole")
        twin.write_text(EVENING, "utf-8")
        return twin


class TestTwoWriters:
    """A journal has one writer at a time; who waits says so, and gives up."""

    def test_a_writer_waits_and_says_so_and_gives_up(
        self, evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lock, "SOON", 0.05)
        monkeypatch.setattr(lock, "PATIENCE", 0.3)

        with somebody_writing(evening) as holder:
            result = run("add", "-f", evening, "misdeal", code=6)

        waiting, refusal, cure = result.stderr.splitlines()
        assert waiting == f"waiting: another program is writing to {evening}"
        assert refusal == f"pulya: {evening}: another program is writing to it"
        if Path("/proc/locks").exists():
            assert cure == f"  hint: nothing was recorded; wait for process {holder.pid}, or end it"
        else:
            assert cure == "  hint: nothing was recorded; wait for the other program, or end it"
        assert evening.read_text("utf-8") == EVENING

    def test_where_the_system_does_not_tell_who_writes_it_is_another_program(
        self, evening: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lock, "PATIENCE", 0.1)
        monkeypatch.setattr(lock, "HOLDERS", evening.with_name("none"))

        with somebody_writing(evening):
            result = run("add", "-f", evening, "misdeal", code=6)

        assert result.stderr.endswith(
            "\n  hint: nothing was recorded; wait for the other program, or end it\n"
        )

    def test_readers_do_not_wait(self, evening: Path, run: Run) -> None:
        with somebody_writing(evening):
            assert run("sheet", evening).stderr == ""
            assert run("add", "--dry-run", "-f", evening, "misdeal").stderr == ""

    def test_a_dead_holder_blocks_nobody(self, evening: Path, run: Run) -> None:
        with somebody_writing(evening) as holder:
            holder.kill()
            holder.wait()

            run("add", "-f", evening, "misdeal")

        assert evening.read_text("utf-8") == EVENING + "- misdeal\n"

    def test_a_journal_that_has_changed_is_not_added_to(self, evening: Path) -> None:
        read = journal.read(str(evening))
        evening.write_text(EVENING.replace("= 7", "= 8"), "utf-8")

        with pytest.raises(WriteError) as refused:
            journal.append(read, "misdeal")

        assert str(refused.value) == (
            f"{evening}: the journal has been changed meanwhile by another program\n"
            "  hint: nothing was recorded; look at it with `pulya log`, and give the command again"
        )
        assert evening.read_text("utf-8") == EVENING.replace("= 7", "= 8")

    def test_a_record_in_a_file_that_an_editor_has_replaced_is_not_called_written(
        self, evening: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = journal.read(str(evening))
        written = files.append

        def replaced_first(path: str, handle: int, data: bytes) -> None:
            other = evening.with_name("other")
            other.write_text(HEADER + "deals:\n", "utf-8")
            other.replace(path)
            written(path, handle, data)

        monkeypatch.setattr(files, "append", replaced_first)

        with pytest.raises(WriteError, match="has been changed meanwhile"):
            journal.append(read, "misdeal")

    def test_a_file_that_vanishes_while_it_is_locked_is_refused(
        self, evening: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lock, "is_there", lambda _held: evening.unlink(missing_ok=True))

        with pytest.raises(WriteError, match="No such file"), lock.hold(str(evening)):
            pass


class TestAnExport:
    """Pictures and pages can be made again; so they may replace an older one, and nothing else."""

    def test_is_a_new_file_or_replaces_an_older_one_with_its_mode(self, tmp_path: Path) -> None:
        path = tmp_path / "sheet.svg"

        files.export(str(path), b"<svg/>")
        path.chmod(0o640)
        files.export(str(path), b"<svg></svg>")

        assert path.read_bytes() == b"<svg></svg>"
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert list(tmp_path.iterdir()) == [path]

    def test_that_fails_leaves_the_older_one(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "sheet.svg"
        path.write_bytes(b"old")
        write = os.write
        monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))

        with pytest.raises(WriteError) as refused:
            files.export(str(path), b"<svg/>")

        assert str(refused.value) == (
            f"{path}: it could not be written: only 3 of 6 bytes\n"
            "  hint: nothing was written; check the folder, its rights and the space on the disk"
        )
        assert path.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [path]

    def test_never_replaces_a_journal(self, evening: Path) -> None:
        with pytest.raises(WriteError) as refused:
            files.export(str(evening), b"<svg/>")

        assert str(refused.value) == (
            f"{evening}: a journal is never written over\n  hint: choose a name that ends otherwise"
        )

    def test_never_goes_through_a_link(self, evening: Path) -> None:
        path = evening.with_name("sheet.svg")
        path.symlink_to(evening)

        with pytest.raises(WriteError) as refused:
            files.export(str(path), b"<svg/>")

        assert str(refused.value) == f"{path}: this is a link to another file\n  hint: name that file itself"
        assert evening.read_text("utf-8") == EVENING

    def test_is_a_regular_file(self, tmp_path: Path) -> None:
        with pytest.raises(WriteError) as refused:
            files.export(str(tmp_path), b"<svg/>")

        assert str(refused.value) == (
            f"{tmp_path}: this is not a regular file\n  hint: name a file, or leave it out to print"
        )

    def test_needs_a_name_that_a_file_can_have(self, tmp_path: Path) -> None:
        path = tmp_path / "sheet\0.svg"

        with pytest.raises(WriteError) as refused:
            files.export(str(path), b"<svg/>")

        assert str(refused.value) == f"{path}: no file can have this name\n  hint: choose another name"


class TestANewFile:
    """A journal appears with all that is in it, or not at all."""

    def new(self, path: Path, run: Run, code: int = 0) -> str:
        return run("new", path, "--players", "Anna,Boris,Vera", code=code).stderr

    def test_is_made_where_the_disk_knows_no_second_name(
        self, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(*_words: object, **_more: object) -> None:
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refused)
        path = tmp_path / "evening.pulya"

        self.new(path, run)

        assert path.read_text("utf-8").endswith("players: [Anna, Boris, Vera]\ndeals:\n")
        assert "the file is there already" in self.new(path, run, code=6)
        assert list(tmp_path.iterdir()) == [path]

    def test_is_not_made_over_a_link_that_leads_nowhere(self, tmp_path: Path, run: Run) -> None:
        path = tmp_path / "evening.pulya"
        path.symlink_to(tmp_path / "elsewhere")

        assert "the file is there already" in self.new(path, run, code=6)
        assert not (tmp_path / "elsewhere").exists()

    @pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="this system opens no folders")
    def test_whose_name_may_be_lost_is_not_called_ready(
        self, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sync = os.fsync

        def fsync(handle: int) -> None:
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                raise OSError(5, "Input/output error")
            sync(handle)

        monkeypatch.setattr(os, "fsync", fsync)
        path = tmp_path / "evening.pulya"

        assert self.new(path, run, code=6) == (
            f"pulya: {path}: the folder could not be written: Input/output error\n"
            "  hint: the file is written, but its name may be lost if the power fails now; look after the disk\n"
        )

    @pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="this system opens no folders")
    def test_in_a_folder_that_is_never_synced_is_ready(
        self, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sync = os.fsync

        def fsync(handle: int) -> None:
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                raise OSError(22, "Invalid argument")
            sync(handle)

        monkeypatch.setattr(os, "fsync", fsync)

        assert self.new(tmp_path / "evening.pulya", run) == ""


def test_freezing_through_a_link_keeps_the_link(evening: Path, run: Run) -> None:
    link = evening.with_name("link.pulya")
    link.symlink_to(evening.name)

    run("freeze", "-f", link)

    assert link.is_symlink()
    assert "schema:" in evening.read_text("utf-8")


def test_no_command_opens_a_journal_without_telling_of_a_torn_line() -> None:
    commands = Path(files.__file__).parent / "cli"

    sources = {path.name: path.read_text("utf-8") for path in commands.glob("*.py")}
    silent = [name for name, text in sources.items() if "open_evening(" in text and ".torn" not in text]

    assert not silent, "use Session.evening, which tells"


def test_a_file_that_is_gone_is_not_there(evening: Path) -> None:
    with lock.hold(str(evening)) as held:
        assert lock.is_there(held)
        evening.unlink()

        assert not lock.is_there(held)


def test_a_new_file_that_fails_without_a_second_name_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    write = os.write

    def refused(*_words: object, **_more: object) -> None:
        raise OSError(1, "Operation not permitted")

    def once(handle: int, data: bytes) -> int:
        sizes.append(len(data))
        return write(handle, data[: len(data) if len(sizes) == 1 else 3])

    monkeypatch.setattr(os, "link", refused)
    monkeypatch.setattr(os, "write", once)

    with pytest.raises(WriteError, match="only 3 of 8 bytes"):
        files.create(str(tmp_path / "evening.pulya"), b"players:")

    assert sizes == [8, 8]
    assert list(tmp_path.iterdir()) == []
