"""The JSON Schema of convention files, for editors; made from the types that the loader reads by."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from pulya.convention import AtLeast, Convention, FineOf, Pattern, Span
from pulya.schema import SCHEMA, fields, is_block, kind_of

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def convention_schema() -> dict[str, Any]:
    """Return the schema: of a complete file, and of a house file that extends one."""
    return {
        "$schema": _DIALECT,
        "title": "A Preferans convention for pulya",
        "if": {"required": ["extends"]},
        "then": _top(complete=False),
        "else": _top(complete=True),
    }


def _top(*, complete: bool) -> dict[str, Any]:
    block = _block(Convention, complete=complete)
    about: dict[str, Any] = {"schema": {"const": SCHEMA}}
    if not complete:
        about["extends"] = {"type": "string", "minLength": 1}
    block["properties"] = about | block["properties"]
    if complete:
        block["required"] = ["schema", *block["required"]]
    return block


def _block(kind: type[tuple[Any, ...]], *, complete: bool) -> dict[str, Any]:
    block: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {str(field.key): _kind(field.kind, complete=complete) for field in fields(kind)},
    }
    if complete:
        block["required"] = [str(field.key) for field in fields(kind)]
    return block


def _kind(kind: Any, *, complete: bool) -> dict[str, Any]:
    origin = get_origin(kind)
    if is_block(kind):
        return _block(kind, complete=complete)
    if kind is FineOf:
        points = _kind(kind_of(FineOf, "points"), complete=complete)
        columns = get_args(kind_of(FineOf, "column"))
        return {
            "type": "object",
            "properties": dict.fromkeys(columns, points),
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }
    if kind is str:
        return {"type": "string", "minLength": 1}
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin in (Union, UnionType):
        return {"anyOf": [_kind(part, complete=complete) for part in get_args(kind)]}
    if origin is tuple:
        return {"type": "array", "items": _kind(get_args(kind)[0], complete=complete)}
    if origin is Mapping:
        return _mapping(kind, complete=complete)
    limit = kind.__metadata__[0]
    if isinstance(limit, Span):
        return {"type": "integer", "minimum": limit.least, "maximum": limit.most}
    if isinstance(limit, Pattern):
        return {"type": ["string", "integer"], "pattern": f"^({limit.pattern})$"}
    assert isinstance(limit, AtLeast)
    return _kind(kind.__origin__, complete=complete) | {"minItems": limit.items}


def _mapping(kind: Any, *, complete: bool) -> dict[str, Any]:
    keys, values = get_args(kind)
    span = next((limit for limit in getattr(keys, "__metadata__", ()) if isinstance(limit, Span)), None)
    found: dict[str, Any] = {"type": "object", "additionalProperties": _kind(values, complete=complete)}
    if span is not None:
        found["propertyNames"] = {"enum": [str(key) for key in range(span.least, span.most + 1)]}
    return found
