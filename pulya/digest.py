"""SHA-256 of texts, by what Python has itself: `hashlib` loads OpenSSL, which takes a command 3 milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

MODULES: Final = ("_sha2", "_sha256", "hashlib")  # of Python 3.12 and later, of 3.11, of every Python


def digest(text: str, modules: Sequence[str] = MODULES) -> bytes:
    """Return the SHA-256 of a text in UTF-8, by the first of the modules that is there."""
    for name in modules[:-1]:
        try:
            return bytes(import_module(name).sha256(text.encode()).digest())
        except ImportError:
            continue
    return bytes(import_module(modules[-1]).sha256(text.encode()).digest())
