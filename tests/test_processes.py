"""The real program in processes of its own: many writers, killed writers, full disks, folders without rights."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import Save

from pulya import journal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these are the tools of Linux")

HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: none\ndeals:\n"
MANY = bool(os.environ.get("PULYA_TORTURE"))
WRITERS, RECORDS = (8, 50) if MANY else (5, 6)
KILLS = 300 if MANY else 12
# Starting an interpreter takes longer than a record; so a writer adds several, each as the command does.
ADDS = """
import sys
from click.testing import CliRunner
from pulya.cli import cli
for number in range(int(sys.argv[3])):
    note = f"{sys.argv[2]}.{number}"
    result = CliRunner().invoke(cli, ["add", "-f", sys.argv[1], f"misdeal ({note})"])
    if result.exit_code == 0:
        print(note, flush=True)
    elif result.exit_code != 6 or "another program is writing" not in result.stderr:
        sys.exit(result.output + repr(result.exception))
"""


@pytest.fixture
def evening(save: Save) -> Path:
    return save(HEADER)


def pulya(*words: str | Path, before: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run the program, perhaps under another one."""
    result = subprocess.run(
        [*before, sys.executable, "-m", "pulya", *map(str, words)],
        env={**os.environ, "PULYA_LANG": "en", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in result.stderr
    return result


def writer(path: Path, name: str, records: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ADDS, str(path), name, str(records)],
        env={**os.environ, "PULYA_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def notes(path: Path) -> list[str]:
    """Return the notes of all records, in file order."""
    read = journal.read(str(path))
    assert read.torn is None
    return [line.text.removeprefix("misdeal (").removesuffix(")") for line in read.deals]


def test_many_writers_lose_nothing_and_duplicate_nothing(evening: Path) -> None:
    writers = [writer(evening, f"w{number}", RECORDS) for number in range(WRITERS)]
    reads = 0
    seen: list[str] = []
    while any(one.poll() is None for one in writers):
        found = notes(evening)  # never a part of a record
        assert found[: len(seen)] == seen
        seen = found
        reads += 1
    said = [one.communicate()[0].split() for one in writers]

    assert [one.returncode for one in writers] == [0] * WRITERS
    assert sorted(notes(evening)) == sorted(note for own in said for note in own)
    assert reads > 0
    for own in said:  # each writer's own records stand in its order
        assert [note for note in notes(evening) if note in own] == own
    assert sum(map(len, said)) == WRITERS * RECORDS


def test_the_command_itself_in_many_processes(evening: Path) -> None:
    words = [sys.executable, "-m", "pulya", "add", "-f", str(evening)]
    adds = [subprocess.Popen([*words, f"misdeal ({n})"], stdout=subprocess.DEVNULL) for n in range(4)]

    assert [one.wait(timeout=60) for one in adds] == [0] * 4
    assert sorted(notes(evening)) == ["0", "1", "2", "3"]


def test_a_killed_writer_loses_no_record_that_it_called_written(evening: Path) -> None:
    rng = random.Random(20)
    said: list[str] = []
    for number in range(KILLS):
        with writer(evening, f"k{number}", 1000) as victim:
            assert victim.stdout is not None
            if number % 3:
                said.append(victim.stdout.readline().strip())  # it is at work
            time.sleep(rng.random() / 5)
            victim.kill()
            said += victim.stdout.read().split()
        read = journal.read(str(evening))
        assert {note for note in said if note} <= {line.text[9:-1] for line in read.deals}
        if len(read.deals) > 200:
            evening.write_text(HEADER, "utf-8")
            said.clear()
    assert pulya("check", evening).returncode == (1 if journal.read(str(evening)).torn else 0)
    assert pulya("add", "-f", evening, "stop").returncode == 0


STRACE = shutil.which("strace")


def traces() -> bool:
    """Say whether this machine lets one process stop another at a call."""
    if STRACE is None:
        return False
    found = subprocess.run([STRACE, "-o", os.devnull, "true"], capture_output=True, check=False)
    return found.returncode == 0


traced = pytest.mark.skipif(not traces(), reason="strace is not here, or may not trace")
KILLED = [  # each of these calls is made on the journal, or with its name
    *(("add", call) for call in ("openat", "flock", "write", "fsync")),
    *(("freeze", call) for call in ("openat", "flock", "rename")),
    *(("add to a torn line", call) for call in ("link", "ftruncate", "write", "fsync")),
    *([("undo", call) for call in ("openat", "flock", "write", "fsync")] if MANY else []),
]
COMMANDS = {
    "add": ("add", "Anna 6h p p"),
    "undo": ("undo", "--yes"),
    "freeze": ("freeze",),
    "add to a torn line": ("add", "Anna 6h p p"),
}


@traced
@pytest.mark.parametrize(("command", "call"), KILLED)
def test_a_kill_at_any_call_leaves_before_or_after(
    evening: Path, call: str, command: str, tmp_path: Path
) -> None:
    torn = "- Anna 6" if "torn" in command else ""
    whole = HEADER + "- misdeal\n"
    words = (*COMMANDS[command], "-f", str(evening))
    evening.write_text(whole, "utf-8")
    assert pulya(*words).returncode == 0
    after = evening.read_text("utf-8")
    kills = 0
    for number in range(1, 20 if MANY else 4):
        for old in tmp_path.iterdir():
            old.unlink()
        evening.write_text(whole + torn, "utf-8")
        inject = f"inject={call}:signal=KILL:when={number}"
        # Nothing else is renamed or linked; of the other calls only those on the journal count.
        on = () if call in {"rename", "link"} else ("-P", str(evening))
        under = (STRACE or "", "-f", "-qq", "-o", os.devnull, *on, "-e", inject)
        result = pulya(*words, before=under)
        found = evening.read_text("utf-8")
        if result.returncode == 0:
            assert found == after
            break
        kills += 1
        assert found in {whole + torn, whole, after}, number
        if torn and found == whole:
            assert evening.with_name("evening.pulya.torn-1").read_text("utf-8") == torn
        assert pulya("add", "-f", evening, "stop").returncode == 0  # nobody is blocked
    assert kills


@traced
@pytest.mark.parametrize(
    ("inject", "code"),
    [
        ("write:error=EINTR:when=1", 0),
        ("fsync:error=EINTR:when=1", 0),
        ("flock:error=EINTR:when=1", 0),
        ("write:error=ENOSPC:when=1", 6),
        ("write:retval=5:when=1", 6),
        ("fsync:error=EIO:when=1", 6),
        ("flock:error=ENOLCK:when=1", 6),
    ],
)
def test_an_error_of_the_real_system_is_told(evening: Path, inject: str, code: int) -> None:
    under = (STRACE or "", "-f", "-qq", "-o", os.devnull, "-P", str(evening), "-e", f"inject={inject}")

    result = pulya("add", "-f", evening, "misdeal", before=under)

    assert result.returncode == code, result.stderr
    written = code == 0 or inject.startswith("fsync")
    assert evening.read_text("utf-8") == HEADER + "- misdeal\n" * written
    assert (str(evening) in result.stderr) == (code != 0)


@traced
def test_written_is_said_after_the_disk_has_it(evening: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    under = (STRACE or "", "-f", "-y", "-o", str(trace), "-e", "trace=write,fsync,flock")

    assert pulya("undo", "--yes", "-f", evening, before=under).returncode == 5  # nothing is there yet
    assert pulya("add", "misdeal", "-f", evening, before=under).returncode == 0
    calls = [
        line
        for line in trace.read_text("utf-8", "replace").splitlines()
        if "evening.pulya" in line or "<pipe" in line
    ]

    where = [
        next(at for at, line in enumerate(calls) if part in line) for part in ("flock(", "write(", "fsync(")
    ]
    said = next(at for at, line in enumerate(calls) if "misdeal" in line and "<pipe" in line)
    assert where == sorted(where)
    assert said > where[-1]


@pytest.mark.parametrize("room", [0, 1, 9, 13])
def test_a_limit_on_the_size_of_files_is_told(evening: Path, room: int) -> None:
    script = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(HEADER) + room}, {len(HEADER) + room}));"
        "from pulya.cli import main; main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, "add", "-f", str(evening), "Anna 6h p p"],
        env={**os.environ, "PULYA_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 6
    assert f"pulya: {evening}: it could not be written: " in result.stderr
    assert evening.read_text("utf-8") == HEADER


SETPRIV = shutil.which("setpriv")
as_nobody = pytest.mark.skipif(
    os.geteuid() == 0 and SETPRIV is None, reason="root may write everywhere, and setpriv is not here"
)


@as_nobody
@pytest.mark.parametrize("locked", ["folder", "file"])
def test_without_rights_one_reads_and_does_not_write(locked: str) -> None:
    under = (SETPRIV or "", "--reuid=65534", "--clear-groups", "--regid=65534") if os.geteuid() == 0 else ()
    folder = Path("/tmp") / f"pulya-rights-{os.getpid()}"
    folder.mkdir(mode=0o755)
    path = folder / "evening.pulya"
    path.write_text(HEADER + "- misdeal\n", "utf-8")
    try:
        if subprocess.run(
            [*under, sys.executable, "-c", "import pulya"], check=False, capture_output=True
        ).returncode:
            pytest.skip("another user cannot reach the program here")
        if locked == "file":
            path.chmod(0o444)
            folder.chmod(0o777)
        else:
            path.chmod(0o666)
            folder.chmod(0o555)
        for reading in ("sheet", "log", "check", "settle", "status"):
            assert pulya(reading, path, before=under).returncode == 0
        assert pulya("add", "--dry-run", "misdeal", "-f", path, before=under).returncode == 0
        writing: list[list[str | Path]] = [["freeze", "-f", path]]
        if locked == "folder":
            writing.append(["new", folder / "other.pulya", "--players", "A_,B_,C_"])
        else:
            writing += [["add", "misdeal", "-f", path], ["undo", "-f", path]]
        for words in writing:
            result = pulya(*words, before=under)
            assert result.returncode == 6, words
            assert "it could not be written: Permission denied" in result.stderr
        assert path.read_text("utf-8") == HEADER + "- misdeal\n"
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_full_disk_is_told_and_forgotten_when_there_is_room_again(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    script = """
set -e
mount -t tmpfs -o size=64k none "$1" 2>/dev/null || exit 77
cp "$2" "$1/evening.pulya"
dd if=/dev/zero of="$1/filler" bs=1k count=200 2>/dev/null || true
"$3" -m pulya add -f "$1/evening.pulya" "misdeal (as long as it takes to need another page $(printf 'x%.0s' $(seq 4000)))" && exit 1 || [ $? = 6 ]
cmp "$2" "$1/evening.pulya"
"$3" -m pulya sheet "$1/evening.pulya" >/dev/null
rm "$1/filler"
"$3" -m pulya add -f "$1/evening.pulya" misdeal >/dev/null
tail -1 "$1/evening.pulya"
"""
    evening = tmp_path / "evening.pulya"
    evening.write_text(HEADER, "utf-8")
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("unshare is not here")
    result = subprocess.run(
        [unshare, "-rm", "sh", "-c", script, "sh", str(disk), str(evening), sys.executable],
        env={**os.environ, "PULYA_LANG": "en"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if result.returncode == 77 or "unshare" in result.stderr:
        pytest.skip("this machine lets nobody mount a small disk")

    assert result.returncode == 0, result.stderr
    assert "it could not be written: " in result.stderr
    assert result.stdout == "- misdeal\n"
