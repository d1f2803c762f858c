"""Damaged files and random bytes through the commands, in little memory, each within a second; run as a process of its own.

python tests/torture/fuzz.py HOW_MANY SEED
"""

import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from click.testing import CliRunner

from pulya.cli import cli

TESTS = Path(__file__).parent.parent
MEMORY = 600 * 2**20
SECONDS = 1.0
PIECES = [
    *(b"\n", b" ", b"-", b":", b"#", b"[", b"]", b"{", b"}", b"(", b")", b'"', b"'", b"=", b"\t", b"\0", b"\xff", b"\r\n", b"\r"),
    *(b"&a ", b"*a", b"<<: *a", b"!!python/object:os.system ", b"!!int ", b"%YAML 1.1\n", b"---\n", b"...\n", b"? ", b"|\n", b">\n"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xe2\x80\xae", b"\x1b[31m", b"\xc2\x85", b"\xe2\x80\xa8", b'"\\ud800"', b'"\\U0010FFFF"'),
    *(b"0", b"-1", b"9" * 30, b"1/0", b".inf", b".nan", b"1e999", b"0x1F", b"07", b"1_000", b"yes", b"~", b"1:30", b"2026-11-30"),
    *(b"deals:\n", b"- undo\n", b"- undo 1\n", b"- fix 1 misdeal\n", b"- stop\n", b"- join Egor after Anna\n", b"- leave Anna\n"),
    *(b"extends: sochi\n", b"agreed: {ledger: teams}\n", b"raspasy = 3 4 3", b"w w = 7 2 1", b"misere", b"?", b"target: none\n"),
    b"x" * 5000, b"[" * 500, b"a: " * 300, b"- misdeal\n" * 300,
]  # fmt: skip
COMMANDS = [
    ["sheet"], ["log"], ["status"], ["status", "--next"], ["settle"], ["check"], ["sheet", "--as", "svg"], ["sheet", "--as", "html"],
    ["sheet", "--as", "csv"], ["log", "--json"], ["chart"], ["stats"], ["seal", "-f"], ["explain", "-f"], ["compare", "--convention", "code", "-f"],
    ["conventions", "show"], ["audit"], ["add", "--dry-run", "misdeal", "-f"], ["freeze", "-f"], ["undo", "-f"],
]  # fmt: skip


def corpus(*folders: Path) -> list[tuple[str, bytes]]:
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".pulya", ".yaml"}]
    return [(path.suffix, path.read_bytes()) for path in sorted(found)]


def damaged(rng: random.Random, data: bytes) -> bytes:
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = max(
            rng.randint(0, len(data)), rng.randint(0, len(data))
        )  # rather in the records than above them
        to = min(len(data), at + rng.choice([0, 1, 3, 12, 200]))
        lines = data.split(b"\n")
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                data = data[:at] + data[to:]
            case 1:
                data = data[:at] + rng.choice(PIECES) + data[at:]
            case 2:
                data = data[:at] + rng.choice(PIECES) + data[to:]
            case 3:
                data = data[:to] + data[at:]
            case 4:
                data = data[:at] + rng.randbytes(to - at) + data[to:]
            case _:
                lines[one], lines[other] = lines[other], lines[one]
                data = b"\n".join(lines)
    # Most of it stays text, or nothing behind the first check would be tried.
    return data if rng.random() < 0.1 else data.decode("utf-8", "ignore").replace("\0", "").encode()


def main(many: int, seed: int) -> None:
    """Try so many files; the first that breaks a command, or takes too long, ends it."""
    rng = random.Random(seed)
    good, bad = corpus(TESTS.parent / "samples", TESTS.parent / "conventions"), corpus(TESTS / "bad")
    for words in COMMANDS:  # what is imported is not measured
        CliRunner().invoke(cli, [*words, str(TESTS / "bad" / "journal" / "empty.pulya")])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    slowest = 0.0
    with tempfile.TemporaryDirectory() as name:
        for number in range(many):
            suffix, data = rng.choice(bad if number % 4 == 0 else good)
            data = rng.randbytes(rng.randint(0, 300)) if number % 20 == 0 else damaged(rng, data)
            path = Path(name, f"any{suffix}")
            path.write_bytes(data)
            words = rng.choice(COMMANDS)
            begun = time.process_time()
            try:
                result = CliRunner().invoke(cli, [*words, str(path)], catch_exceptions=False)
                seconds = time.process_time() - begun
                assert result.exit_code in {0, 1, 2, 3, 4, 5}, result.output
                assert result.exit_code < 2 or result.stderr
                assert result.exit_code < 3 or seconds < SECONDS, f"{seconds:.2f} s"
            except BaseException:
                Path("fuzz-found").write_bytes(data)
                print(f"{words} breaks, try {number} of seed {seed}; the file is fuzz-found", file=sys.stderr)
                raise
            slowest = max(slowest, seconds)
    print(f"{many} files, the slowest took {slowest:.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
