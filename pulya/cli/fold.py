"""Lines that are longer than the screen, broken where a reader would break them."""

from __future__ import annotations

import re
from typing import Final

_DEEPER: Final = 2  # than its line what is left of it begins; twice that in a table
_ROOM: Final = 24  # what the last column needs, to be gone on with below itself
_CODE: Final = re.compile(r"\x1b\[[0-9;]*m")
_GAP: Final = re.compile(r"\S {2,}(?=\S)")
_RULE: Final = re.compile(r"[- ]*-")
_MARK: Final = re.compile(r" *\^+")


def folded(text: str, width: int) -> str:
    """Return a text with every line broken at a blank where it is wider than the screen, ``width`` letters.

    What is left of a line stands below its last column where there is room, else deeper than the line begins.
    A word that is wider than the screen stays whole, and so does a line with colours in it.
    """
    return "\n".join(_broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    if len(line) <= width or _CODE.search(line) or _MARK.fullmatch(line):
        return line
    if _RULE.fullmatch(line):
        return line[:width]
    gaps = [gap.end() for gap in _GAP.finditer(line)]
    indent = len(line) - len(line.lstrip()) + (2 * _DEEPER if gaps else _DEEPER)
    if gaps and width - gaps[-1] >= _ROOM:
        indent = gaps[-1]
    lines = []
    while len(line) > width:
        begins = len(line) - len(line.lstrip())
        at = line.rfind(" ", begins, width + 1)
        if at < 0 and (at := line.find(" ", begins)) < 0:
            break
        lines.append(line[:at].rstrip())
        line = " " * indent + line[at:].lstrip()
    return "\n".join([*lines, line])
