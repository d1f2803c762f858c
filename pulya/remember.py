"""What was worked out from a text before, remembered on disk in the user's cache folder.

Reading YAML is a sixth of the time of a command, most of it the import of the reader, and headers and
conventions hardly ever change.  An entry is JSON under the checksum of its text.  It counts only if it holds
that very text, its own checksum is right, and the files of the program are as many, as large and as old; a bad one is as
good as none, and where nothing can be written nothing is remembered.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final
from zlib import crc32

from pulya import __version__
from pulya.encoding import decode
from pulya.errors import PulyaError
from pulya.files import in_folder
from pulya.plain import Document, Plain, Tree

_MOST: Final = 300  # entries; then all are forgotten


def read_document(text: str, refusal: type[PulyaError]) -> Document:
    """Return the one document of a YAML text, as `pulya.strict_yaml.load` does."""

    def read() -> Plain:
        from pulya.strict_yaml import load  # not needed for what is remembered

        document = load(text, refusal)
        return {"value": document.value, "lines": dict(document.lines.items())}

    found = remembered("yaml", text, read)
    assert isinstance(found, dict)
    lines = found["lines"]
    assert isinstance(lines, dict)
    return Document(
        found["value"], {str(path): line for path, line in lines.items() if isinstance(line, int)}
    )


def remembered(kind: str, text: str, make: Callable[[], Plain]) -> Plain:
    """Return what ``make`` gives for a text, or what it gave before if it was something.

    Raises what ``make`` raises; what is refused is not remembered.
    """
    known = recall(kind, text)
    if known is None:
        known = make()
        store(kind, text, known)
    return known


def recall_value(kind: str, text: str, kinds: Mapping[str, Callable[..., object]]) -> Any:
    """Return the value that is remembered of a text; ``None`` where nothing is, or nothing that can be one.

    ``kinds`` has the classes by their names, see `pulya.encoding`.
    """
    known = recall(kind, text)
    try:
        return None if known is None else decode(known, kinds)
    except (LookupError, TypeError, ValueError):
        return None


def recall(kind: str, text: str) -> Plain:
    """Return what is remembered of a text, ``None`` where nothing is."""
    place = _place(kind, text)
    if place is None:
        return None
    _, entry, source = place
    try:
        with open(entry, encoding="utf-8") as file:
            check, _, body = file.read().partition("\n")
        if check != f"{crc32(body.encode()):08x}":
            return None
        found = json.loads(body, object_hook=_with_numbers)
    except (OSError, ValueError, RecursionError):
        return None
    return found["value"] if isinstance(found, dict) and found.get("source") == source else None


def store(kind: str, text: str, value: Plain) -> None:
    """Remember something of a text, where there is a place for it."""
    place = _place(kind, text)
    if place is None:
        return
    folder, entry, source = place
    body = json.dumps(_with_text({"source": source, "value": value}), ensure_ascii=False)
    beside = f"{entry}.{os.getpid()}"
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        entries = in_folder(folder, ".json")
        if len(entries) >= _MOST:
            for old in entries:
                os.unlink(old)
        with open(beside, "w", encoding="utf-8") as file:
            file.write(f"{crc32(body.encode()):08x}\n{body}")
        os.replace(beside, entry)
    except (OSError, ValueError):
        return


def _place(kind: str, text: str) -> tuple[str, str, str] | None:
    """Return the folder of the cache, the file for a text, and what it has to hold; ``None`` where there is no place."""
    folder, program = _folder(), _program()
    if folder is None or program is None:
        return None
    source = f"{__version__} {program} {kind}\n{text}"
    return folder, os.path.join(folder, f"{crc32(source.encode()):08x}.json"), source


@cache
def _program() -> str | None:
    """Return what changes with the program: how many files it has, their size, and when one was last changed.

    ``None`` where its files cannot be looked at.
    """
    package = os.path.dirname(os.path.abspath(__file__))
    try:
        files = [
            path.stat()
            for folder in ("", "notation", "rules")
            for path in os.scandir(os.path.join(package, folder))
            if path.name.endswith((".py", ".pyc"))
        ]
        newest = max(file.st_mtime_ns for file in files)
    except (OSError, ValueError):
        return None
    return f"{len(files)} {sum(file.st_size for file in files)} {newest}"


def _folder() -> str | None:
    """Return the folder of the cache, ``None`` where there is no place for it or PULYA_CACHE is empty."""
    named = os.environ.get("PULYA_CACHE")
    if named is not None:
        return named or None
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if base:
        return os.path.join(base, "pulya")
    home = os.environ.get("HOME")
    return os.path.join(home, ".cache", "pulya") if home else None


# JSON has no numbers for keys: `#6` stands for 6, and `##` for a sign that was there.
def _with_text(plain: Tree) -> object:
    if isinstance(plain, Mapping):
        return {
            f"#{key}" if isinstance(key, int) or key.startswith("#") else key: _with_text(value)
            for key, value in plain.items()
        }
    return [_with_text(value) for value in plain] if isinstance(plain, list) else plain


def _with_numbers(found: dict[str, Plain]) -> dict[str | int, Plain]:
    return {
        (key[1:] if key[1:2] == "#" else int(key[1:])) if key.startswith("#") else key: value
        for key, value in found.items()
    }
