"""The pages in a real browser, where there is one: nothing is complained of, texts fit, figures can be clicked.

Chromium is looked for under its usual names; without it these tests are skipped and say so.
"""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import Run, Save
from long_evenings import long_evening

from pulya.game import Game
from pulya.picture.chart import chart
from pulya.picture.paper import picture
from pulya.view.page import Page

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER: Final = next(filter(None, map(shutil.which, NAMES)), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        BROWSER is None, reason="no Chromium here; the pages are tested without a browser only"
    ),
]
JOURNAL: Final = (
    "convention: sochi\nplayers: [Анна, Борис, Вера]\ntarget: 10\ndeals:\n"
    "- Анна 7ч в п = 7\n- Борис 6п в в = 5 3 2\n- распасы = 4 6 0\n- отмена 3\n"
)
# Put into a copy of the page: what it finds is written into the document, which `--dump-dom` prints.
MEASURE: Final = """<script>
const tell = (found) => { const pre = document.createElement('pre'); pre.id = 'found';
  pre.textContent = JSON.stringify(found); document.body.append(pre); };
addEventListener('load', () => { %s });
</script></body>"""


def found(path: Path, html: str, script: str) -> Any:
    """Return what a script finds on a page, in a window as wide as a phone; complaints of the browser fail."""
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
    path.write_text(html.replace("</body>", MEASURE % script), "utf-8")
    assert BROWSER is not None
    ran = subprocess.run(
        [
            BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
            f"--user-data-dir={path.parent / 'profile'}", "--window-size=500,900", "--virtual-time-budget=3000", "--dump-dom", path.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert [line for line in ran.stderr.splitlines() if "CONSOLE" in line] == []
    told = re.search(r'<pre id="found">(.*?)</pre>', ran.stdout, re.DOTALL)
    assert told is not None, ran.stdout[-500:]
    return json.loads(unescape(told[1]))


# Each text of the drawings that meets another one or leaves its drawing, by its real letters.
OVERLAPS: Final = """
  const bad = [];
  for (const svg of document.querySelectorAll('svg')) {
    const whole = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll('text')].map(one => [one.textContent, one.getBoundingClientRect()]);
    boxes.forEach(([text, a], at) => {
      if (a.left < whole.left || a.right > whole.right || a.top < whole.top || a.bottom > whole.bottom)
        bad.push(text + ' leaves the drawing');
      for (const [other, b] of boxes.slice(at + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > Math.min(a.height, b.height) / 2) bad.push(text + ' over ' + other);
      }
    });
  }
  tell(bad);
"""


def texts_that_meet(game: Game, path: Path) -> list[str]:
    page = Page("ru")
    html = f"<!DOCTYPE html><html><body>{picture(page, game)}{chart(page, game)}</body></html>"
    answer: list[str] = found(path, html, OVERLAPS)
    return answer


@pytest.mark.parametrize("deals", [5, 40, 120])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_real_letters_do_not_overlap(players: int, deals: int, tmp_path: Path) -> None:
    game = long_evening(players, deals, more=f"target: {deals * (30 if players == 2 else 3) + 5}\n")

    assert texts_that_meet(game, tmp_path / "page.html") == []


@pytest.mark.parametrize("convention", ["pair", "razboinik-big", "skachki"])
def test_real_letters_of_ledgers_and_lists_do_not_overlap(convention: str, tmp_path: Path) -> None:
    game = long_evening(5 if convention == "razboinik-big" else 4, 40, convention)

    assert texts_that_meet(game, tmp_path / "page.html") == []


def test_a_figure_leads_to_its_record(save: Save, run: Run, tmp_path: Path) -> None:
    html = run("--lang", "ru", "sheet", save(JOURNAL), "--as", "html").stdout
    script = """
      const link = document.querySelector('svg a [data-record="2"]').closest('a');
      link.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, view: window}));
      setTimeout(() => tell({
        hash: location.hash,
        target: document.querySelector(':target')?.id,
        fits: document.documentElement.scrollWidth <= innerWidth,
        tall: document.querySelector('figure.sheet svg').getBoundingClientRect().height > 400,
      }), 100);
    """

    assert found(tmp_path / "page.html", html, script) == {
        "hash": "#record-2",
        "target": "record-2",
        "fits": True,
        "tall": True,
    }


def test_the_page_as_it_is_sent_runs_without_a_complaint(save: Save, run: Run, tmp_path: Path) -> None:
    """With its own rule that nothing may be loaded and nothing may run."""
    path = tmp_path / "page.html"
    run("sheet", save(JOURNAL), "-o", path)
    shot = tmp_path / "shot.png"
    assert BROWSER is not None
    ran = subprocess.run(
        [
            BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
            f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={shot}", path.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip

    assert [line for line in ran.stderr.splitlines() if "CONSOLE" in line] == []
    assert shot.read_bytes().startswith(b"\x89PNG")
