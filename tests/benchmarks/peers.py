"""The sheet of a journal against the report of other plain-text programs over as many records.

``python tests/benchmarks/peers.py``.  Each is measured where it is installed (hledger, ledger, Watson, bean-check), runs
taken in turn; what is printed is the median in milliseconds.  They do other work than pulya: this says only what
their users are used to wait.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import evenings  # noqa: E402 - beside this file

SIZES: Final = (50, 1_000, 10_000)
RUNS: Final = 7


def pulya(folder: Path, records: int) -> Sequence[str]:
    path = folder / "evening.pulya"
    path.write_text(evenings.journal(records), "utf-8")
    return ["pulya", "sheet", str(path)]


def ledger(folder: Path, records: int) -> Sequence[str]:
    return ["ledger", "-f", str(_accounts(folder, records)), "balance"]


def hledger(folder: Path, records: int) -> Sequence[str]:
    return ["hledger", "-f", str(_accounts(folder, records)), "balance"]


def _accounts(folder: Path, records: int) -> Path:
    path = folder / "books.ledger"
    path.write_text(
        "".join(
            f"2026/{1 + at % 12:02}/{1 + at % 28:02} deal {at}\n    players:p{at % 3}  {at % 7 + 1}\n    players:p{(at + 1) % 3}\n\n"
            for at in range(records)
        ),
        "utf-8",
    )
    return path


def beancount(folder: Path, records: int) -> Sequence[str]:
    path = folder / "books.beancount"
    opened = "".join(f"2020-01-01 open Assets:P{at}\n" for at in range(3))
    path.write_text(
        opened
        + "".join(
            f'2026-{1 + at % 12:02}-{1 + at % 28:02} * "deal {at}"\n  Assets:P{at % 3}  {at % 7 + 1} EUR\n  Assets:P{(at + 1) % 3}\n\n'
            for at in range(records)
        ),
        "utf-8",
    )
    return ["bean-check", "--no-cache", str(path)]


def watson(folder: Path, records: int) -> Sequence[str]:
    begun = 1_700_000_000
    frames = [
        [begun + 600 * at, begun + 600 * at + 300, f"p{at % 3}", f"{at:032x}", [], begun + 600 * at + 300]
        for at in range(records)
    ]
    (folder / "frames").write_text(json.dumps(frames), "utf-8")
    return ["watson", "report", "--from", "2023-01-01", "--no-pager"]


PEERS: Final[Sequence[Callable[[Path, int], Sequence[str]]]] = (pulya, hledger, ledger, watson, beancount)


def main() -> None:
    found = [peer for peer in PEERS if shutil.which(peer(Path(tempfile.mkdtemp()), 1)[0])]
    missing = [peer.__name__ for peer in PEERS if peer not in found]
    print(f"{'records':>10}", *(f"{peer.__name__:>12}" for peer in found))
    for records in SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            lines = [peer(folder, records) for peer in found]
            environment = {**os.environ, "WATSON_DIR": name, "PULYA_CACHE": str(folder / "cache")}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            times: list[list[float]] = [[] for _ in lines]
            for _ in range(RUNS + 1):
                for line, took in zip(lines, times, strict=True):
                    begun = time.perf_counter()
                    subprocess.run(line, env=environment, capture_output=True, check=True)
                    took.append(time.perf_counter() - begun)
        print(f"{records:>10,}", *(f"{statistics.median(took[1:]) * 1000:9.0f} ms" for took in times))
    if missing:
        print("not installed:", ", ".join(missing))


if __name__ == "__main__":
    main()
