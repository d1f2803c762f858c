"""What the reading commands print, kept in ``golden/``: it proves only that nothing changed.

``make golden`` writes it anew; the difference is reviewed like code.
"""

from pathlib import Path
from typing import Final

import pytest
from conftest import Run

HERE: Final = Path(__file__).parent
GOLDEN: Final = HERE / "golden"
SAMPLES: Final = HERE.parent / "samples"
LANGUAGES: Final = ("en", "ru")

# One player of an evening, and a cell of his whose story is worth reading.
CELLS: Final = {
    "leningrad-four": ("Глеб", "Боря висты Вера"),
    "paper-sheet": ("Olga", "Lev whists Pavel"),
    "rostov-three": ("Egor", "Egor whists Gleb"),
    "sochi-three": ("Anna", "Boris whists Anna"),
}


def _pages() -> dict[str, tuple[str | Path, ...]]:
    """Return the name of each golden file, without the language, and the command that prints it."""
    pages: dict[str, tuple[str | Path, ...]] = {
        "conventions/list": ("conventions", "list"),
        "conventions/show": ("conventions", "show", "sochi"),
        "conventions/diff": ("conventions", "diff", "sochi", "leningrad"),
        "conventions/keys": ("conventions", "keys"),
    }
    for journal in sorted(SAMPLES.glob("*/evening.pulya")):
        sample = journal.parent.name
        for command in ("sheet", "log", "settle", "status"):
            pages[f"{sample}/{command}"] = (command, journal)
        if sample in CELLS:
            player, cell = CELLS[sample]
            pages[f"{sample}/explain"] = ("explain", "-f", journal)
            pages[f"{sample}/explain-player"] = ("explain", "-f", journal, player)
            pages[f"{sample}/explain-cell"] = ("explain", "-f", journal, *cell.split())
    return pages


PAGES: Final = _pages()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_page(page: str, language: str, run: Run, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{page}.{language}.txt"

    printed = run("--lang", language, *PAGES[page]).output

    if request.config.getoption("--update-golden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(printed, "utf-8", newline="")
    assert printed == path.read_text("utf-8")


def test_every_golden_file_is_compared() -> None:
    compared = {GOLDEN / f"{page}.{language}.txt" for page in PAGES for language in LANGUAGES}

    assert {path for path in GOLDEN.rglob("*") if path.is_file()} == compared
