"""Conventions on top of each other, as plain data: what a house file changes, and what a table agrees on."""

from __future__ import annotations

from collections.abc import Mapping

from pulya.convention import ABOUT
from pulya.message import say
from pulya.plain import Plain, join
from pulya.schema import Field, block_in, fields, refuse, refuse_unknown


def merge(
    below: Mapping[str | int, Plain],
    over: Mapping[str | int, Plain],
    block: type[tuple[object, ...]],
    path: str,
) -> dict[str | int, Plain]:
    """Return a block with the keys of another on top: blocks are merged, everything else is replaced."""
    merged = dict(below)
    kinds: dict[str | int, Field] = {field.key: field for field in fields(block)}
    for key, value in over.items():
        old = merged.get(key)
        field = kinds.get(key)
        inner = None if field is None else block_in(field.kind)
        if isinstance(value, dict) and isinstance(old, dict) and inner is not None:
            merged[key] = merge(old, value, inner, join(path, key))
        elif isinstance(value, dict) and isinstance(old, dict) and not path and key in ("source", "disputed"):
            merged[key] = {**old, **value}
        else:
            merged[key] = value
    return merged


def set_path(plain: dict[str | int, Plain], path: str, value: Plain) -> None:
    """Set one dotted path; a mapping or a list replaces the whole value."""
    parts = path.split(".")
    if parts[0] in ABOUT:
        refuse(
            path,
            say("`{key}` is not a rule that a table agrees on", key=parts[0]),
            say("name a key such as `whisting.split`"),
        )
    block: Plain = plain
    walked = ""
    for at, part in enumerate(parts):
        if not isinstance(block, dict):
            refuse(
                path,
                say("`{walked}` has no keys below it", walked=walked),
                say("agree on `{walked}` itself", walked=walked),
            )
        key: str | int = int(part) if part.isascii() and part.isdigit() else part
        walked = join(walked, part)
        if at == len(parts) - 1:
            block[key] = value
        else:
            if key not in block:
                refuse_unknown(path, part, (str(one) for one in block if one not in ABOUT))
            block = block[key]


def copied(plain: Plain) -> Plain:
    """Return plain data that can be changed without changing the first."""
    if isinstance(plain, dict):
        return {key: copied(value) for key, value in plain.items()}
    return [copied(value) for value in plain] if isinstance(plain, list) else plain
