"""How long commands take, as multiples of a bare Python, and how many deals a second are read and scored.

``python tests/benchmarks/bench.py [--json FILE] [--pairs N]``, or ``make bench``.

Commands run from a wheel in an environment of their own, its byte code compiled, each run paired with
``python -c pass`` of the same environment; what is printed is the median of the ratios, beside the bar.  A command has run
once before, so what it remembers is there, as for the second look at a sheet.  Rates are those of this process, which remembers
nothing, the collector of cycles off as in the program.  The journals are those of `evenings.py`.
"""

import argparse
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
sys.path[:0] = [str(HERE)]

import evenings  # noqa: E402 - beside this file

from pulya import compare, evening  # noqa: E402
from pulya.audit.inquiry import audit  # noqa: E402
from pulya.game import Game  # noqa: E402
from pulya.journal import append  # noqa: E402
from pulya.play.loop import Loop  # noqa: E402
from pulya.sheet import Place, Sheet, places  # noqa: E402
from pulya.terms import Points  # noqa: E402
from pulya.view.page import Page  # noqa: E402
from pulya.view.record_rows import record_row  # noqa: E402

ADDED: Final = "Vera 7h w p = 7"
CHANGED: Final = "changed"  # since it was last scored
# What is run, the records of its journal, the words, and the bar.
COMMANDS: Final[Sequence[tuple[str, int, Sequence[str], float | None]]] = (
    ("--version", 0, ("--version",), 4.5),
    ("--help", 0, ("--help",), 4.5),
    ("completion", 0, (), 4.5),
    ("sheet --json", 50, ("sheet", "--json", "FILE"), 5.5),
    ("settle --json", 50, ("settle", "--json", "FILE"), 5.5),
    ("sheet", 50, ("sheet", "FILE"), 7.5),
    ("settle", 50, ("settle", "FILE"), 7.5),
    ("add", 50, ("add", *ADDED.split(), "-f", "FILE"), 6),
    ("settle --json, 1000", 1000, ("settle", "--json", "FILE"), 6.5),
    (f"settle --json, 50, {CHANGED}", 50, ("settle", "--json", "FILE"), None),
    (f"settle --json, 1000, {CHANGED}", 1000, ("settle", "--json", "FILE"), None),
)
RATES: Final = {"read and score": 100_000, "with all explanations": 40_000}  # deals a second, at least
GROWTH: Final = 11  # so many times as long may ten times the deals take
MEMORY: Final = 60  # MiB for another 100 000 records
GLANCE: Final = 0.1  # seconds from Enter to the new sheet at the live table; less is not seen as a pause
SECOND: Final = 1.0  # for a comparison or an audit of sixty deals
MANY, MOST = 10_000, 100_000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", type=Path, help="write the figures into this file")
    parser.add_argument("--pairs", type=int, default=15, help="runs of each command")
    asked = parser.parse_args()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"
    print(machine)
    os.environ["PULYA_CACHE"] = ""  # what is read and scored in this process is never remembered
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        figures = [*commands(place, asked.pairs), *rates(place), *disputes(place), table(place)]
    for name, figure, bar, unit in figures:
        missed = "" if within(figure, bar, unit) else "   missed"
        print(f"{name:30} {figure:12,.2f} {unit:10} bar {'-' if bar is None else f'{bar:,}':>10}{missed}")
    if asked.json:
        rows = [
            {"name": name, "figure": figure, "bar": bar, "unit": unit} for name, figure, bar, unit in figures
        ]
        asked.json.write_text(json.dumps({"machine": machine, "figures": rows}, indent=1) + "\n")


Figure = tuple[str, float, float | None, str]


def within(figure: float, bar: float | None, unit: str) -> bool:
    return bar is None or (figure >= bar if unit == "deals/s" else figure <= bar)


# -- whole commands ------------------------------------------------------------------------------------------


def commands(folder: Path, pairs: int) -> list[Figure]:
    """Return the ratio of each command to a bare start."""
    python = installed(folder)
    program = python.with_name("pulya")
    environment = {**os.environ, "PULYA_CACHE": str(folder / "cache"), "PULYA_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    found: list[Figure] = []
    for name, deals, words, bar in COMMANDS:
        path = journal(folder, deals)
        line = [str(program), *(str(path) if word == "FILE" else word for word in words)]
        more = (
            {} if words else {"_PULYA_COMPLETE": "bash_complete", "COMP_WORDS": "pulya se", "COMP_CWORD": "1"}
        )
        once(line, {**environment, **more})  # writes what is remembered
        ratios = []
        for number in range(pairs):
            bare = once([str(python), "-c", "pass"], environment)
            if "add" in words or CHANGED in name:
                path.write_text(f"{evenings.journal(deals)}# {number}\n", "utf-8")
            ratios.append(once(line, {**environment, **more}) / bare)
        found.append((name, statistics.median(ratios), bar, "x bare"))
    return found


def installed(folder: Path) -> Path:
    """Return the Python of a new environment with the project in it as it would be installed."""
    wheels = folder / "wheels"
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)],
        check=True,
    )
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", *map(str, wheels.glob("*.whl"))], check=True
    )
    return python


def once(line: Sequence[str], environment: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run(line, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return time.perf_counter() - begun


def journal(folder: Path, deals: int) -> Path:
    path = folder / f"{deals}.pulya"
    path.write_text(evenings.journal(deals), "utf-8")
    return path


# -- in one process ------------------------------------------------------------------------------------------


def rates(folder: Path) -> list[Figure]:
    """Return the deals a second, how the time grows with them, and the memory that they take."""
    gc.disable()
    few, many = (
        fastest(partial(evening.open_evening, str(journal(folder, deals)), keep=False))
        for deals in (MANY, MOST)
    )
    path = str(journal(folder, MANY))
    played = evening.open_evening(path).game
    explained = fastest(lambda: explain(evening.open_evening(path).game))
    assert played.records == MANY
    return [
        ("read and score", MOST / many, RATES["read and score"], "deals/s"),
        ("with all explanations", MANY / explained, RATES["with all explanations"], "deals/s"),
        ("100 000 deals against 10 000", many / few, GROWTH, "times"),
        ("memory of 100 000 records", (peak(folder, MOST) - peak(folder, 0)) / 1024, MEMORY, "MiB"),
    ]


def explain(game: Game) -> None:
    for one in game.ruled:
        record_row(one)


def fastest(run: Callable[[], object], times: int = 7) -> float:
    """Return the least seconds until a result is there; taking it apart again is not counted, no command does."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        result = run()
        found.append(time.perf_counter() - begun)
        del result
    return min(found)


def peak(folder: Path, deals: int) -> int:
    """Return the most memory, in KiB, of a process that settles a journal; Linux only."""
    # Not `getrusage`: a process inherits the peak of the one that started it.
    code = (
        "import sys; from pulya.cli import cli\n"
        "try: cli.main(['settle', '--json', sys.argv[1]], prog_name='pulya')\n"
        "except SystemExit: print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0], file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(journal(folder, deals))], capture_output=True, text=True, check=True
    )
    return int(ran.stderr.split()[-1])


def disputes(folder: Path) -> list[Figure]:
    """Return the seconds of a comparison by each disputed key and of an audit with one mistake, of sixty deals."""
    played = evening.open_evening(str(journal(folder, 60)))
    anna, boris = played.header.players[:2]
    cell = Place(boris, "whists", anna)
    paper = {**figures_of(played.game.sheet), cell: cell.figure(played.game.sheet) + 4}
    return [
        ("compare --each, 60 deals", fastest(lambda: compare.tried(played)), SECOND, "s"),
        ("audit of one mistake, 60 deals", fastest(lambda: audit(played.game, paper)), SECOND, "s"),
    ]


def table(folder: Path) -> Figure:
    """Return the seconds from Enter to the new sheet at the live table, after a hundred deals."""

    def write(played: evening.Evening, text: str) -> None:
        append(played.journal, text)

    loop = Loop(evening.open_evening(str(journal(folder, 100))), Page("en"), write)
    return "play, 100 deals", fastest(lambda: loop.step(ADDED)), GLANCE, "s"


def figures_of(sheet: Sheet) -> dict[Place, Points]:
    return {place: place.figure(sheet) for place in places(sheet)}


if __name__ == "__main__":
    main()
