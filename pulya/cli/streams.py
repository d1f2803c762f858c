"""The streams a shell gives: closed ones opened, and signs that an output cannot show said by a stand-in."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import Final

_STANDS_FOR: Final = {
    "♠": "s", "♣": "c", "♦": "d", "♥": "h", "·": ".", "…": "...", "×": "x", "→": "->", "−": "-", "–": "-", "—": "-",
    "«": '"', "»": '"', "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "№": "No", "█": "#", "─": "-", "│": "|",
    "┼": "+", "└": "+", "┴": "!", "▒": "=", "●": "o", "■": "x", "▲": "^", "◆": "%", "★": "*",
}  # fmt: skip
_HANDLER: Final = "pulya.plain"
_ASCII: Final = "pulya_ascii"


def open_streams() -> None:
    """Open what a shell has closed; else the next file, a journal perhaps, would be taken for it.

    An output that is closed fails when it is written to, as a full one does.
    """
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def prepare_output() -> None:
    """Let both outputs show by a stand-in what they cannot encode; nothing there is worth a traceback."""
    codecs.register_error(_HANDLER, stand_in)
    codecs.register(_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_ASCII if ascii_only else None, errors=_HANDLER)


def stand_in(error: UnicodeError) -> tuple[str, int]:
    """Return what is printed for characters that cannot be, and where to go on."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(letter: str) -> str:
    if letter in _STANDS_FOR:
        return _STANDS_FOR[letter]
    bare = unicodedata.normalize("NFKD", letter)[0]
    return bare if bare.isascii() else letter.encode("ascii", "backslashreplace").decode("ascii")


def _ascii(name: str) -> codecs.CodecInfo | None:
    """Return ASCII by another name: click takes the well-known one for a mistake and prints UTF-8."""
    if name != _ASCII:
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        streamreader=known.streamreader,
        streamwriter=known.streamwriter,
        incrementalencoder=known.incrementalencoder,
        incrementaldecoder=known.incrementaldecoder,
        name=_ASCII,
    )
