"""Files larger, deeper and stranger than any evening: refused, or read, in a second and in little memory."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

resource = pytest.importorskip("resource", reason="this system sets no limits to a process")

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"
DEALS = HEAD + "target: none\ndeals:\n"
SECONDS = 1.0  # of the processor, for refusing
MEMORY = 400 * 2**20  # with the interpreter and its modules
# The files are checked in one process, so that only the checking is measured.
CHECKS = """
import json, resource, sys, time
from pathlib import Path
from click.testing import CliRunner
from pulya.cli import cli
import pulya.cli.check, pulya.cli.sheets, pulya.strict_yaml
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
begun = time.process_time()
result = CliRunner().invoke(cli, sys.argv[2:], catch_exceptions=False)
print(json.dumps([result.exit_code, time.process_time() - begun, result.stderr[:3000]]))
"""
REFUSED: dict[str, tuple[int, Callable[[], str | bytes]]] = {
    "a hundred megabytes": (3, lambda: b"x" * 100_000_000),
    "blank lines": (3, lambda: DEALS + "\n" * 20_000_000),
    "letters of an old encoding": (3, lambda: DEALS.encode() + b"\xff" * 4_000_000 + b"\n"),
    "NUL bytes": (3, lambda: DEALS + "\0" * 4_000_000 + "\n"),
    "one record of four megabytes": (5, lambda: DEALS + "- " + "x" * 4_000_000 + "\n"),
    "a million words": (5, lambda: DEALS + "- " + "x " * 1_000_000 + "\n"),
    "a million equals": (5, lambda: DEALS + "- " + "= " * 1_000_000 + "\n"),
    "a million brackets": (5, lambda: DEALS + "- " + "[" * 1_000_000 + "\n"),
    "a note that never ends": (5, lambda: DEALS + "- Anna " + "(" * 1_000_000 + "\n"),
    "a quote that never ends": (5, lambda: DEALS + '- "' + "a" * 3_000_000 + "\n"),
    "a quote full of escapes": (5, lambda: DEALS + '- "' + "\\u0041" * 300_000 + '"\n'),
    "a header of a megabyte": (3, lambda: HEAD + "# x\n" * 250_000 + "deals:\n"),
    "brackets in brackets": (3, lambda: HEAD + "sheet: " + "[" * 60_000 + "\n"),
    "mappings in mappings": (3, lambda: HEAD + "sheet: " + "{a: " * 15_000 + "\n"),
    "blocks in blocks": (3, lambda: HEAD + "sheet:\n" + "".join(" " * depth + "a:\n" for depth in range(1, 300))),
    "thousands of keys": (3, lambda: HEAD + "".join(f"k{n}: 1\n" for n in range(6000))),
    "thousands of agreements": (4, lambda: HEAD + "agreed:\n" + "".join(f"  a.{n}: 1\n" for n in range(5000))),
    "thousands of players": (3, lambda: f"convention: sochi\nplayers: [{', '.join(f'P{n}_' for n in range(6000))}]\n"),
    "a name of a whole page": (3, lambda: HEAD.replace("Vera", "V" * 60_000)),
    "a convention of a whole page": (4, lambda: HEAD.replace("sochi", "s" * 60_000)),
    "a path of a whole page": (4, lambda: HEAD.replace("sochi", "s/" * 30_000)),
    "a number of a whole page": (3, lambda: HEAD + "target: " + "9" * 60_000 + "\n"),
    "a bomb of aliases": (3, lambda: HEAD + "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(9))),
    "a bomb of merges": (3, lambda: HEAD + "a: &a {x: 1}\nb: {<<: [*a, *a]}\n"),
    "an alias of itself": (3, lambda: HEAD + "sheet: &a [*a]\n"),
    "a lone surrogate": (3, lambda: HEAD + 'date: "\\ud800"\n'),
    "a letter beyond Unicode": (3, lambda: HEAD + 'date: "\\U00110000"\n'),
    "an infinite number": (3, lambda: HEAD + "target: .inf\n"),
    "no number": (3, lambda: HEAD + "target: .nan\n"),
    "a huge exponent": (3, lambda: HEAD + "target: 1e999\n"),
    "UTF-16 without its mark": (3, lambda: DEALS.encode("utf-16-le")),
    "UTF-32": (3, lambda: DEALS.encode("utf-32")),
    "lines ended as long ago": (3, lambda: DEALS.replace("\n", "\r")),
    "a NUL in the name of a file": (4, lambda: HEAD.replace("sochi", '"x\\0.yaml"')),
    "a carriage return in the name of a file": (4, lambda: HEAD.replace("sochi", '"x\\r/.yaml"')),
}  # fmt: skip
READ: dict[str, Callable[[], str | bytes]] = {
    "fifty thousand records": lambda: DEALS + "- misdeal\n" * 50_000,
    "a torn line of megabytes": lambda: DEALS.encode() + b"\xff" * 4_000_000,
    "a million remarks": lambda: DEALS + "#\n" * 1_000_000,
    "four million blanks": lambda: DEALS + " " * 4_000_000 + "\n",
    "twenty times fifty undone undos": lambda: DEALS
    + "".join(
        "- misdeal\n" + "".join(f"- undo {first + n}\n" for n in range(50)) for first in range(1, 1020, 51)
    ),
    "thirty thousand bare undos": lambda: DEALS + "- misdeal\n" * 30_000 + "- undo\n" * 30_000,
}  # fmt: skip


def checked(path: Path, *words: str) -> tuple[int, float, str]:
    """Return exit code, seconds of the processor and complaint of a command under a limit of memory."""
    result = subprocess.run(
        [sys.executable, "-c", CHECKS, str(MEMORY), *words, str(path)],
        env={**os.environ, "PULYA_LANG": "en", "PULYA_CACHE": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    code, seconds, complaint = json.loads(result.stdout)
    return code, seconds, complaint


def saved(tmp_path: Path, data: str | bytes) -> Path:
    path = tmp_path / "evening.pulya"
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return path


@pytest.mark.parametrize("name", REFUSED)
def test_a_mad_file_is_refused_within_a_second(tmp_path: Path, name: str) -> None:
    code, make = REFUSED[name]

    found, seconds, complaint = checked(saved(tmp_path, make()), "sheet")

    assert found == code, complaint
    assert complaint.startswith("pulya: ")
    assert len(complaint) < 3000 or max(map(len, complaint.split("\n"))) <= 2001
    assert seconds < SECONDS


@pytest.mark.parametrize("name", READ)
def test_a_large_journal_is_read_in_little_memory(tmp_path: Path, name: str) -> None:
    code, seconds, complaint = checked(saved(tmp_path, READ[name]()), "sheet")

    assert code == 0, complaint
    assert seconds < 5


@pytest.mark.parametrize(
    "words",
    ["Anna 7 " * 42, "Anna Boris Vera 7h w p =" * 12, "x " * 40_000, "(" * 100_000, "Anna " * 20_000, "=" * 100_000, "ё" * 50_000, "Anna 7h w p = 7 (" + "x" * 90_000 + ")"],
)  # fmt: skip
def test_a_mad_argument_is_refused_within_a_second(tmp_path: Path, words: str) -> None:
    path = saved(tmp_path, DEALS)
    result = subprocess.run(
        [sys.executable, "-c", CHECKS, str(MEMORY), "add", words, "-f", str(path)],
        env={**os.environ, "PULYA_LANG": "en"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert result.returncode == 0, result.stderr[-2000:]
    code, seconds, _ = json.loads(result.stdout)
    assert (code, path.read_text("utf-8")) == (5, DEALS)
    assert seconds < SECONDS


def test_a_chain_of_conventions_ends(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"h{number}.yaml").write_text(f"extends: h{number + 1}.yaml\n", "utf-8")
    (tmp_path / "a.yaml").write_text("extends: b.yaml\n", "utf-8")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    begun = time.process_time()
    for name in ("h0.yaml", "a.yaml", "b.yaml"):
        code, _, complaint = checked(tmp_path / name, "conventions", "show")
        assert code == 4
        assert "this file extends itself, or a chain of files too long" in complaint
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "/etc/passwd", "..", ".", "/", "CON", "sochi.", "%2e%2e%2fsochi", "~root/x.yaml", "sochi/../sochi", "http://x/y.yaml", "/dev/zero", "/dev/stdin", "/proc/self/mem", "/dev/null/x.yaml"],
)  # fmt: skip
def test_an_odd_name_of_a_convention_is_refused(tmp_path: Path, name: str) -> None:
    code, seconds, complaint = checked(saved(tmp_path, HEAD.replace("sochi", json.dumps(name))), "sheet")

    assert code == 4
    assert "root:" not in complaint
    assert seconds < SECONDS


@pytest.mark.parametrize(
    "name", ["/dev/zero", "/dev/null", "/dev/full", "/dev/tty", "/proc/self/mem", "/proc/kmsg"]
)
def test_a_device_is_refused_and_not_read(name: str) -> None:
    if not Path(name).exists():
        pytest.skip(f"{name} is not here")
    for words in (
        ("sheet",),
        ("check",),
        ("add", "misdeal", "-f"),
        ("freeze", "-f"),
        ("conventions", "show"),
    ):
        code, seconds, _ = checked(Path(name), *words)
        assert code in {1, 2, 3, 4}
        assert seconds < SECONDS


def test_a_record_has_an_end(tmp_path: Path) -> None:
    code, _, complaint = checked(saved(tmp_path, DEALS + f"- Anna 7h w p = 7 ({'x' * 10_000})\n"), "sheet")

    assert code == 5
    assert complaint.removeprefix(f"pulya: {tmp_path}/evening.pulya") == (
        ":5, record 1: a record of 10018 characters is no record\n"
        "  hint: a deal is a few words, and so is its note; at most 10000 characters\n"
    )


def test_damaged_files_are_read_or_refused_in_time(tmp_path: Path) -> None:
    fuzz = Path(__file__).parent / "torture" / "fuzz.py"
    result = subprocess.run(
        [sys.executable, str(fuzz), "200", "20"],
        cwd=tmp_path,
        env={**os.environ, "PULYA_LANG": "en", "PULYA_CACHE": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("200 files, ")
