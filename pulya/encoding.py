"""Values as plain data and back, so that they can be remembered; see `pulya.remember`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from pulya.plain import Plain

# What stands at the head of a list says what it is: a value has the name of its class there.
_TUPLE: Final = ""
_SET: Final = "set"
_FRACTION: Final = "fraction"
_KNOWN: Final[Mapping[str, Callable[..., object]]] = {
    _TUPLE: lambda *parts: parts,
    _SET: lambda *parts: frozenset(parts),
    _FRACTION: Fraction,
}


def encode(value: object) -> Plain:
    """Return a value as plain data, with all that is in it."""
    match value:
        case Mapping():
            return {key: encode(one) for key, one in value.items()}
        case tuple():
            head = type(value).__name__ if hasattr(value, "_fields") else _TUPLE
            return [head, *map(encode, value)]
        case frozenset():
            return [_SET, *map(encode, value)]
        case Fraction():
            return [_FRACTION, str(value)]
        case _:
            assert value is None or isinstance(value, str | int)
            return value


def decode(plain: Plain, kinds: Mapping[str, Callable[..., object]]) -> Any:
    """Return the value that `encode` was given; ``kinds`` has the classes by their names."""
    if isinstance(plain, list):
        head, *parts = plain
        make = _KNOWN.get(str(head)) or kinds[str(head)]
        return make(*[decode(part, kinds) for part in parts])
    if isinstance(plain, dict):
        return {key: decode(one, kinds) for key, one in plain.items()}
    return plain
