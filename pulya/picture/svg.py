"""Elements of SVG and HTML as text: everything that comes from outside is escaped here."""

from __future__ import annotations

import unicodedata
from typing import Final

from pulya.view.visible import STEERING

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(text: object) -> str:
    """Return a text as it may stand in an element or an attribute; what cannot be shown is a question mark."""
    shown = "".join(
        "\N{REPLACEMENT CHARACTER}" if letter != "\n" and unicodedata.category(letter) in STEERING else letter
        for letter in str(text)
    )
    return shown.translate(_ESCAPES)


def tag(name: str, /, *inside: str, **attributes: object) -> str:
    """Return an element; ``inside`` is markup already.

    Of attribute names a final ``_`` is dropped and ``_`` is ``-``; an attribute that is ``None`` is left out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"
