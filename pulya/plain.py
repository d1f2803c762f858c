"""Plain data, as YAML and JSON have it, and the lines it was read from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pulya.value import Value

Plain: TypeAlias = "str | int | list[Plain] | dict[str | int, Plain] | None"
Tree: TypeAlias = "Plain | Mapping[str | int, Plain]"


class Document(Value):
    """A value as plain data, and the line of each part by its dotted path."""

    value: Plain
    lines: dict[str, int]

    def line(self, field: str | None) -> int | None:
        """Return the line of a field, or of the nearest thing around it."""
        while field:
            if field in self.lines:
                return self.lines[field]
            field = field.rpartition(".")[0]
        return self.lines.get("")


def join(path: str, key: str | int) -> str:
    """Return the dotted path of a key in a block."""
    return f"{path}.{key}" if path else str(key)
