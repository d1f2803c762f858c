"""Read a convention from plain data, and say what is wrong with it; the types of the convention are the schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pulya.convention import ABOUT, AtLeast, Convention, FineOf, Pattern, Span
from pulya.errors import ConventionError, Location, MisfitError
from pulya.message import Text, say
from pulya.nearest import nearest
from pulya.plain import Plain, join
from pulya.value import Value

SCHEMA: Final = 1
Block = TypeVar("Block", bound=tuple[Any, ...])


def read_convention(plain: Mapping[str | int, Plain]) -> Convention:
    """Return the convention that complete plain data says.

    Raises `ConventionError` with the dotted path, what was found and what is allowed.
    """
    found = dict(plain)
    schema = found.pop("schema", None)
    if schema != SCHEMA:
        refuse(
            "schema",
            say("the key is missing")
            if schema is None
            else say("schema is {found}, this program reads {known}", found=_shown(schema), known=SCHEMA),
            say("write `schema: {known}`; a house file begins with `extends: sochi`", known=SCHEMA)
            if schema is None
            else say("write `schema: {known}`, or install a newer pulya", known=SCHEMA),
        )
    convention = _block(Convention, found, "")
    for check in SENSE:
        check(convention)
    # A key below a block that the table plays without cannot be disputed any more.
    standing = {path: line for path, line in convention.disputed.items() if _exists(convention, path)}
    return convention._replace(disputed=standing)


def _refuse_misfit(path: str, others: tuple[str, ...], problem: Text, hint: Text) -> NoReturn:
    """Refuse a part of a convention that does not fit others."""
    error = MisfitError(problem, at=Location(field=path), hint=hint)
    error.others = others
    raise error


def _pairs_are_four(convention: Convention) -> None:
    if convention.ledger == "teams" and convention.table.players != (4,):
        _refuse_misfit(
            "table.players", ("ledger",), say("pairs are four players"), say("write `players: [4]`")
        )
    if (convention.ledger == "teams") != (convention.teams != "none"):
        _refuse_misfit(
            "teams",
            ("ledger",),
            say("`ledger: {ledger}` and `teams` do not fit", ledger=convention.ledger),
            say("pairs have `teams: {example}`, all others `teams: none`", example="{partners: opposite}"),
        )


def _ending_has_its_block(convention: Convention) -> None:
    for ending, block in (("series", convention.series), ("checklist", convention.checklist)):
        if convention.ending == ending and block == "none":
            _refuse_misfit(
                "ending",
                (ending,),
                say("`ending: {ending}` needs the block `{ending}`", ending=ending),
                say("fill in `{ending}:`, or choose another ending", ending=ending),
            )


def _premiums_know_every_table(convention: Convention) -> None:
    for at, premium in enumerate(convention.premiums, start=1):
        for size in convention.table.players:
            if size not in premium.each:
                _refuse_misfit(
                    f"premiums.{at}.each",
                    ("table.players",),
                    say("there is no premium for a table of {size}", size=size),
                    say("write one for each of `table.players`: {sizes}", sizes=convention.table.players),
                )


# What must fit together; every check is one rule.
SENSE: Final = (_pairs_are_four, _ending_has_its_block, _premiums_know_every_table)


def _exists(convention: Convention, path: str) -> bool:
    try:
        lookup(convention, path)
    except ConventionError:
        return False
    return True


def refuse(path: str, problem: Text, hint: Text) -> NoReturn:
    """Refuse a part of a convention."""
    raise ConventionError(problem, at=Location(field=path or None), hint=hint)


class Field(Value):
    """A key of a block and the type of its value."""

    key: str | int
    name: str  # of the attribute
    kind: Any


@cache
def fields(block: type[tuple[Any, ...]]) -> tuple[Field, ...]:
    """Return the keys of a block in the order of the file."""
    return tuple(
        Field(key_of(name), name, kind) for name, kind in get_type_hints(block, include_extras=True).items()
    )


def kind_of(block: type[tuple[Any, ...]], name: str) -> Any:
    """Return the type of an attribute of a block."""
    return next(field.kind for field in fields(block) if field.name == name)


@cache
def _names(block: type[tuple[Any, ...]]) -> Mapping[str, str]:
    """Return the attribute of each key of a block."""
    return {str(field.key): field.name for field in fields(block)}


def key_of(name: str) -> str | int:
    """Return the key in the file of an attribute."""
    if name.startswith("level_"):
        return int(name.removeprefix("level_"))
    return name.removesuffix("_").replace("_", "-")


def is_block(kind: Any) -> bool:
    """Say whether a type is a block of fixed keys."""
    return (
        isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields") and kind is not FineOf
    )


def walk(block: type[tuple[Any, ...]] = Convention, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each key of a convention by its dotted path, with the type of its value; ``N`` stands for a place in a list."""
    for field in fields(block):
        inner = join(path, field.key)
        if is_block(field.kind):
            yield from walk(field.kind, inner)
            continue
        yield inner, field.kind
        for part in _blocks_in(field.kind):
            yield from walk(part, f"{inner}.N" if get_origin(field.kind) is tuple else inner)


def block_in(kind: Any) -> type[tuple[Any, ...]] | None:
    """Return the block that a key has, or can have instead of a word such as ``none``."""
    if get_origin(kind) in (Union, UnionType) or is_block(kind):
        return next(iter(_blocks_in(kind)), None)
    return None


def _blocks_in(kind: Any) -> list[type[tuple[Any, ...]]]:
    """Return the blocks that a value of this kind can be, or can be a list of."""
    if is_block(kind):
        return [kind]
    return [block for part in get_args(kind) for block in _blocks_in(part)]


def lookup(convention: Convention, path: str) -> object:
    """Return the value of a dotted path.

    Raises `ConventionError` where there is no such key.
    """
    value: object = convention
    walked = ""
    for part in path.split("."):
        if is_block(type(value)):
            block = cast("tuple[Any, ...]", value)
            known = _names(type(block))
            if part not in known:
                refuse_unknown(join(walked, part), part, known)
            value = getattr(block, known[part])
        elif isinstance(value, FineOf) and part == value.column:
            value = value.points
        elif isinstance(value, tuple) and part.isascii() and part.isdigit() and 0 < int(part) <= len(value):
            value = value[int(part) - 1]
        elif isinstance(value, Mapping) and any(str(key) == part for key in value):
            value = next(value[key] for key in value if str(key) == part)
        else:
            refuse_unknown(join(walked, part), part, ())
        walked = join(walked, part)
    return value


def refuse_unknown(path: str, key: str, known: Iterable[str]) -> NoReturn:
    """Refuse a key that a block does not have, with the nearest that it has."""
    known = tuple(known)
    near = nearest(key, known, percent=50)
    if near is not None:
        hint = say("did you mean `{near}`?", near=near)
    elif known := tuple(one for one in known if one not in ABOUT):
        hint = say("known keys: {known}", known=known)
    else:
        hint = say("this key has no keys below it")
    refuse(path, say("there is no key `{key}` here", key=key), hint)


def _block(kind: type[Block], plain: Plain, path: str) -> Block:
    if not isinstance(plain, dict):
        refuse(
            path,
            say("a block of keys is due, found {found}", found=_shown(plain)),
            say("its keys: {known}", known=tuple(str(field.key) for field in fields(kind))),
        )
    known = {field.key: field for field in fields(kind)}
    for key in plain:
        if key not in known:
            refuse_unknown(join(path, key), str(key), map(str, known))
    values: dict[str, Any] = {}
    for key, field in known.items():
        if key not in plain:
            refuse(
                join(path, key),
                say("the key is missing"),
                say("a convention states every key; a house file begins with `extends: sochi`"),
            )
        values[field.name] = _value(field.kind, plain[key], join(path, key))
    return kind(**values)


def _value(kind: Any, plain: Plain, path: str) -> Any:
    """Return a value of the kind, or refuse it."""
    if is_block(kind):
        return _block(kind, plain, path)
    if kind is FineOf:
        return _fine(plain, path)
    if kind is str:
        return _text(plain, path)
    origin = get_origin(kind)
    if origin is Literal:
        if plain in get_args(kind):
            return plain
    elif origin in (Union, UnionType):
        for part in get_args(kind):
            if _could_be(part, plain):
                return _value(part, plain, path)
    elif origin is tuple:
        return _list(kind, plain, path)
    elif origin is Mapping:
        return _mapping(kind, plain, path)
    else:
        return _annotated(kind, plain, path)
    _refuse_value(kind, plain, path)


def _could_be(kind: Any, plain: Plain) -> bool:
    """Say whether plain data is meant to be of this kind, one of several that a key can have."""
    if get_origin(kind) is Literal:
        return plain in get_args(kind)
    if kind is FineOf:
        return isinstance(plain, dict)
    if is_block(kind):
        # Blocks that stand beside each other are told apart by their first key.
        first = fields(kind)[0]
        if not isinstance(plain, dict):
            return False
        return (
            get_origin(first.kind) is not Literal
            or first.key != "when"
            or plain.get("when") in get_args(first.kind)
        )
    return isinstance(plain, int)


def _annotated(kind: Any, plain: Plain, path: str) -> Any:
    limit = kind.__metadata__[0]
    if isinstance(limit, Span):
        if not isinstance(plain, int) or not limit.least <= plain <= limit.most:
            _refuse_value(kind, plain, path)
        return plain
    if isinstance(limit, Pattern):
        text = str(plain) if isinstance(plain, int) else plain
        if not isinstance(text, str) or not re.fullmatch(limit.pattern, text):
            _refuse_value(kind, plain, path)
        return text
    assert isinstance(limit, AtLeast)
    found = _value(kind.__origin__, plain, path)
    if len(found) < limit.items:
        refuse(path, say("the list is empty"), say("write at least one value"))
    return found


def _list(kind: Any, plain: Plain, path: str) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        _refuse_value(kind, plain, path)
    return tuple(_value(get_args(kind)[0], part, join(path, at)) for at, part in enumerate(plain, start=1))


def _mapping(kind: Any, plain: Plain, path: str) -> dict[Any, Any]:
    if not isinstance(plain, dict):
        _refuse_value(kind, plain, path)
    keys, values = get_args(kind)
    return {_value(keys, key, path): _value(values, value, join(path, key)) for key, value in plain.items()}


def _fine(plain: Plain, path: str) -> FineOf:
    columns = get_args(kind_of(FineOf, "column"))
    if not isinstance(plain, dict) or len(plain) != 1 or next(iter(plain)) not in columns:
        refuse(
            path,
            say("a column and its points are due, found {found}", found=_shown(plain)),
            say("write {example}, or none", example="{mountain: 2}"),
        )
    column, points = next(iter(plain.items()))
    return FineOf(
        cast("Literal['pool', 'mountain']", column),
        _value(kind_of(FineOf, "points"), points, join(path, column)),
    )


def _text(plain: Plain, path: str) -> str:
    if not isinstance(plain, str) or not plain.strip():
        refuse(path, say("a text is due, found {found}", found=_shown(plain)), say('write it in "quotes"'))
    return plain


def _refuse_value(kind: Any, plain: Plain, path: str) -> NoReturn:
    refuse(
        path,
        say("{found} is not a value of this key", found=_shown(plain)),
        say("allowed: {allowed}", allowed=allowed(kind)),
    )


def _shown(plain: Plain) -> str | Text:
    match plain:
        case None:
            return say("nothing")
        case dict():
            return "{" + ", ".join(f"{key}: …" for key in list(plain)[:3]) + "}"
        case list():
            return f"[{', '.join(str(part) for part in plain[:5])}]"
        case _:
            return f"`{str(plain)[:60]}`"


def allowed(kind: Any) -> Text | str:
    """Return the values of a kind as a reader of a YAML file writes them."""
    origin = get_origin(kind)
    if kind is FineOf:
        return "{mountain: 2}"
    if kind is str:
        return say("a text")
    if is_block(kind):
        return "{" + ", ".join(f"{field.key}: …" for field in fields(kind)) + "}"
    if origin is Literal:
        return " | ".join(str(word) for word in get_args(kind))
    if origin in (Union, UnionType):
        first, *others = (allowed(part) for part in get_args(kind))
        for other in others:
            first = say("{one} | {other}", one=first, other=other)
        return first
    if origin is tuple:
        return say("a list, of each: {inner}", inner=allowed(get_args(kind)[0]))
    if origin is Mapping:
        keys, values = get_args(kind)
        return say("keys: {keys}; values: {values}", keys=allowed(keys), values=allowed(values))
    limit = kind.__metadata__[0]
    if isinstance(limit, Span):
        return say("a whole number, {least} to {most}", least=limit.least, most=limit.most)
    if isinstance(limit, Pattern):
        return limit.shown
    return allowed(kind.__origin__)
