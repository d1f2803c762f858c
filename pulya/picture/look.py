"""The colours of the picture, the chart and the page: for paper, and for a screen by day and by night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FONT: Final = "'DejaVu Sans',Verdana,'Noto Sans',Roboto,'Segoe UI',Arial,sans-serif"

LIGHT: Final[Mapping[str, str]] = {
    "paper": "#fffefa",
    "ink": "#1a1a1a",
    "faded": "#6b6b6b",
    "line": "#8a8a8a",
    "edge": "#333333",
    "wrong": "#b3261e",
    "mark": "#1b6e3c",
    "shade": "#efeadd",
    "one": "#1f5fbf",
    "two": "#b3261e",
    "three": "#1b7a3c",
    "four": "#8a5a00",
    "five": "#7a2fa0",
}
DARK: Final[Mapping[str, str]] = {
    "paper": "#16181c",
    "ink": "#f2f2f2",
    "faded": "#a4a8ae",
    "line": "#6a7078",
    "edge": "#c2c6cc",
    "wrong": "#ff8a80",
    "mark": "#7fd89a",
    "shade": "#262a31",
    "one": "#86b6ff",
    "two": "#ff8a80",
    "three": "#7fd89a",
    "four": "#f0c05a",
    "five": "#d7a3f5",
}
LINES: Final = ("one", "two", "three", "four", "five")  # of the players in a chart

_RULES: Final = (
    "text{fill:{ink}}",
    ".paper{fill:{paper}}",
    ".field{fill:none;stroke:{line};stroke-width:1}",
    ".sector{fill:none;stroke:{edge};stroke-width:2;stroke-linejoin:round}",
    ".faint{fill:{faded}}",
    ".struck{fill:{faded};text-decoration:line-through}",
    ".crossed{fill:{wrong}}",
    ".cross{stroke:{wrong};stroke-width:1.4;fill:none}",
    ".closed{fill:none;stroke:{mark};stroke-width:2}",
    ".mark{fill:{mark}}",
    ".box{fill:none;stroke:{line}}",
    ".shade{fill:{shade}}",
    ".axis{stroke:{edge};stroke-width:1.5}",
    ".grid{stroke:{line};stroke-width:.5;opacity:.6}",
    ".end{stroke:{mark};stroke-width:1.5;stroke-dasharray:2 3}",
    *(f".{name}{{stroke:{{{name}}};fill:none;stroke-width:2.5;stroke-linejoin:round}}" for name in LINES),
    *(f".{name}-dot{{fill:{{{name}}}}}" for name in LINES),
)


def style(colours: Mapping[str, str]) -> str:
    """Return the rules of a picture with these colours."""
    rules = "".join(_RULES)
    for name, colour in colours.items():
        rules = rules.replace(f"{{{name}}}", colour)
    return rules


def variables(colours: Mapping[str, str]) -> str:
    """Return the colours as properties that a page can change."""
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())


BY_PAGE: Final[Mapping[str, str]] = {name: f"var(--{name})" for name in LIGHT}
