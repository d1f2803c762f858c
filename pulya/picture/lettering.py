"""How wide a text will be: an estimate on the safe side for the fonts that phones and printers have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pulya.view.names import shortened

_EM: Final = 1000
_REGULAR: Final = 680
_WIDTHS: Final[Mapping[str, int]] = {
    **dict.fromkeys("0123456789", 640),
    **dict.fromkeys(" .,:;·|!'ijlI", 360),
    **dict.fromkeys("-/()[]ftr", 450),
    **dict.fromkeys("mwжмшщыюфдW", 990),
    **dict.fromkeys("MWЖМШЩЫЮФД@…→", 1130),
}
_CAPITAL: Final = 800
_BOLD: Final = (115, 100)


def width(text: str, size: int, *, bold: bool = False) -> int:
    """Return the width of a text in units of the picture, rounded up."""
    thousandths = sum(_WIDTHS.get(letter, _CAPITAL if letter.isupper() else _REGULAR) for letter in text)
    if bold:
        thousandths = thousandths * _BOLD[0] // _BOLD[1]
    return -(-thousandths * size // _EM)


def line_height(size: int) -> int:
    """Return the height of a line of writing."""
    return size * 6 // 5


def cut(name: str, others: Sequence[str], room: int, size: int, *, bold: bool = False) -> str:
    """Return a name as far as there is room for it, told apart from the others."""
    return shortened(name, others, lambda short: width(short, size, bold=bold) <= room)


def wrapped(text: str, room: int, size: int) -> list[str]:
    """Return a text in as many lines as it needs."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer, size) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
