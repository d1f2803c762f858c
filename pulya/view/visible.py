"""Text of which everything is seen: what would steer a terminal, or hide, is escaped."""

from __future__ import annotations

import unicodedata
from typing import Final

STEERING: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"})
"""Categories of characters that are not shown as themselves; most of them are forbidden in XML too."""


def visible(text: str) -> str:
    """Return a text without the characters that would steer a terminal or hide; its lines stay."""
    return "\n".join(one_line(line) for line in text.split("\n"))


def one_line(text: str) -> str:
    """Return a text with every character that is not shown as itself escaped, as JSON escapes it."""
    if text.isprintable():
        return text

    return "".join(
        letter.encode("utf-16-be", "surrogatepass").hex(" ", 2).join(("\\u", "")).replace(" ", "\\u")
        if unicodedata.category(letter) in STEERING
        else letter
        for letter in text
    )
