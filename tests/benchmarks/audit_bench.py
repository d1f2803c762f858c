"""How often the audit names the true cause, and how long it takes.

``python tests/benchmarks/audit_bench.py [--sheets N] [--json FILE]``

One, two or three mistakes are planted (`planting.py`) into random evenings under random conventions (`planted.py`,
which says what the columns mean), of 10 to 60 deals.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import evenings  # noqa: E402 - beside this file
import planting  # noqa: E402
from planted import aims, evening_of, measured, table  # noqa: E402

from pulya.audit.inquiry import audit  # noqa: E402
from pulya.replay import replay  # noqa: E402


def speed(deals: int, mistakes: int) -> dict[str, Any]:
    """Return the time of an audit, and as a multiple of a plain replay."""
    evening = evening_of(evenings.journal(deals).replace("target: none", "target: 200"))
    game = evening.game
    rng = Random(deals * 10 + mistakes)
    every = planting.every(game)
    planted = [rng.choice(every[kind]) for kind in ("wrong-player", "shortfall", "price")[:mistakes]]
    paper = planting.paper_of(game, planted)
    items = [one.item for one in game.ruled]
    replays = min(timed(lambda: replay(game.header, items)) for _ in range(5))
    audits = min(timed(lambda: audit(game, paper, evening.others)) for _ in range(3))
    return {
        "deals": deals,
        "mistakes": mistakes,
        "seconds": round(audits, 3),
        "replays": round(audits / replays),
    }


def timed(call: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def shown(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as a plain table."""
    heads = list(rows[0])
    cells = [heads, *([str(row[head]) for head in heads] for row in rows)]
    wide = [max(len(line[at]) for line in cells) for at in range(len(heads))]
    return "\n".join(
        "  ".join(f"{cell:>{width}}" for cell, width in zip(line, wide, strict=True)) for line in cells
    )


def out(text: str) -> None:
    """Print a line."""
    sys.stdout.write(text + "\n")


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--sheets", type=int, default=100, help="sheets for each number of mistakes")
    asked.add_argument("--json", type=Path)
    options = asked.parse_args()
    verdicts = {count: measured(count, options.sheets) for count in (1, 2, 3)}
    row: dict[str, Any] = {"causes": {}, "aims": aims(verdicts[1], verdicts[2])}
    for count, of in verdicts.items():
        row["causes"][str(count)] = table(of)
        out(f"\n{count} planted, slowest {max(one.seconds for one in of):.2f} s\n{shown(table(of))}")
    out("\n" + "\n".join(f"{name}: {share:.1%}" for name, share in row["aims"].items()))
    row["speed"] = [speed(deals, mistakes) for deals in (15, 30, 60, 120) for mistakes in (1, 2, 3)]
    out("\n" + shown(row["speed"]))
    if options.json:
        options.json.write_text(json.dumps(row, indent=2), "utf-8")


if __name__ == "__main__":
    main()
