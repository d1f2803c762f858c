"""A convention as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from pulya.catalog import Resolved, other_rules
from pulya.convention import ABOUT, Bilingual, FineOf
from pulya.message import Text, say
from pulya.plain import Plain, Tree
from pulya.schema import allowed, key_of, walk
from pulya.view.meanings import MEANINGS
from pulya.view.page import Page

WIDTH: Final = 100  # of a page of text, where the screen is no narrower
ENDINGS: Final[Mapping[str, Text]] = {
    "pools-closed": say("all pools closed"),
    "pool-sum": say("the pools together"),
    "first-pool": say("the first pool closed"),
    "time-and-first-pool": say("time over and a pool closed"),
    "laps": say("a number of laps"),
    "checklist": say("all contracts played"),
    "series": say("the last race"),
    "agreed": say("by agreement"),
}


def convention_row(resolved: Resolved) -> dict[str, Any]:
    """Return a resolved convention as JSON data, with its fingerprint."""
    row: dict[str, Any] = _with_text_keys(resolved.plain)
    return row | {"fingerprint": resolved.fingerprint}


def _with_text_keys(plain: Tree) -> Any:
    if isinstance(plain, Mapping):
        return {str(key): _with_text_keys(value) for key, value in plain.items()}
    return [_with_text_keys(value) for value in plain] if isinstance(plain, list) else plain


def convention_text(page: Page, resolved: Resolved) -> str:
    """Return a resolved convention as YAML with its sources and, at the disputed keys, what others play."""
    convention = resolved.convention
    lines = [
        f"# {page.bilingual(convention.title)}: {page.bilingual(convention.summary)}",
        f"# {page.say(say('fingerprint {fingerprint}', fingerprint=resolved.fingerprint))}",
        f"id: {convention.id}",
    ]
    for key, value in resolved.plain.items():
        if key in ABOUT:
            continue
        if (source := convention.source.get(str(key))) is not None:
            lines += ["", *_comment(page, page.say(say("source: {source}", source=source)), "")]
        lines += _key(page, convention.disputed, str(key), value, "")
    return "\n".join(lines)


def _key(page: Page, disputed: Mapping[str, Bilingual], path: str, value: Plain, indent: str) -> list[str]:
    name = path.rpartition(".")[2]
    noted = disputed.get(path)
    said = page.say(say("disputed: {what}", what=page.bilingual(noted))) if noted else ""
    note = _comment(page, said, indent)
    below = isinstance(value, dict) and any(one.startswith(f"{path}.") for one in disputed)
    if isinstance(value, dict) and (below or not indent):
        lines = [*note, f"{indent}{name}:"]
        for key, part in value.items():
            lines += _key(page, disputed, f"{path}.{key}", part, f"{indent}  ")
        return lines
    return [*note, f"{indent}{name}: {flow(value)}"]


def _comment(page: Page, text: str, indent: str) -> list[str]:
    """Return a text as comment lines that a terminal shows whole."""
    return wrap(
        text,
        _width(page),
        initial_indent=f"{indent}# ",
        subsequent_indent=f"{indent}#   ",
        break_long_words=False,
    )


def _width(page: Page) -> int:
    return min(WIDTH, page.width or WIDTH)


def as_written(value: object) -> str:
    """Return the value of a key as a file has it, a dash where it has no such key."""
    return "–" if value is None else flow(value)


def flow(value: object) -> str:
    """Return plain data as one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    return str(value)


def conventions_text(page: Page, resolved: Iterable[Resolved]) -> str:
    """Return the shipped conventions: id, title, players and ending, and below it one line about each."""
    lines: list[str] = []
    for one in resolved:
        convention = one.convention
        sizes = ", ".join(str(size) for size in convention.table.players)
        facts = page.say(
            say("players {sizes}; ending {ending}", sizes=sizes, ending=page.say(ENDINGS[convention.ending]))
        )
        lines.append(f"{convention.id:<22}{page.bilingual(convention.title)} ({facts})")
        lines += wrap(
            page.bilingual(convention.summary),
            _width(page),
            initial_indent=" " * 22,
            subsequent_indent=" " * 22,
        )
    return "\n".join(lines)


def to_agree(page: Page, resolved: Resolved, values: Mapping[str, str]) -> list[str]:
    """Return the disputed keys with what the table has now and what others play."""
    return [
        f"  {path}: {values[path]}\n      {page.bilingual(line)}"
        for path, line in resolved.convention.disputed.items()
        if path in values
    ]


def diff_rows(one: Resolved, other: Resolved) -> list[dict[str, Any]]:
    """Return each rule in which two conventions differ, with both values and what the key means."""
    return [
        {"key": rule.key, "from": rule.ours, "to": rule.theirs, "means": meaning_of(rule.key)._asdict()}
        for rule in other_rules(one, other)
    ]


def diff_text(page: Page, one: Resolved, other: Resolved) -> str:
    """Return only what differs between two conventions, with what each key means."""
    ids = (one.convention.id, other.convention.id)
    rows = [
        [rule.key, as_written(rule.ours), as_written(rule.theirs), page.bilingual(meaning_of(rule.key))]
        for rule in other_rules(one, other)
    ]
    if not rows:
        return page.say(say("{one} and {other} have the same rules.", one=ids[0], other=ids[1]))
    return page.table(rows, [page.say(say("key")), *ids, page.say(say("meaning"))], align="llll")


def key_groups() -> tuple[str, ...]:
    """Return the first words of the keys, such as whisting."""
    return tuple(dict.fromkeys(first for path, _ in walk() if (first := path.partition(".")[0]) not in ABOUT))


def has_keys(group: str) -> bool:
    """Say whether a group, such as whisting or raspasy.exit, has a key in it."""
    return any(_belongs(path, group) for path, _ in walk())


def _belongs(path: str, group: str | None) -> bool:
    """Say whether a key is one to show: of a group, or of all."""
    return path.partition(".")[0] not in ABOUT and (group is None or f"{path}.".startswith(f"{group}."))


def key_rows(shipped: Sequence[Resolved], group: str | None = None) -> list[dict[str, Any]]:
    """Return every key, or those of a group, with its values, its meaning and the tables that dispute it."""
    kinds: dict[str, list[str]] = {}
    for path, kind in walk():
        kinds.setdefault(path, []).append(str(allowed(kind)))
    return [
        {
            "key": path,
            "allowed": " | ".join(values),
            "means": meaning_of(path)._asdict(),
            "disputed": [one.convention.id for one in shipped if disputes(one, path)],
        }
        for path, values in kinds.items()
        if _belongs(path, group)
    ]


def disputes(resolved: Resolved, path: str) -> bool:
    """Say whether a convention marks a key, or one below it, as disputed."""
    return any(one == path or one.startswith(f"{path}.") for one in resolved.convention.disputed)


def keys_text(page: Page, shipped: Sequence[Resolved], group: str | None = None) -> str:
    """Return every key, or those of a group: allowed values, one line of meaning, which tables dispute it."""
    lines: list[str] = []
    for path, kind in walk():
        if not _belongs(path, group):
            continue
        lines += [
            f"{path}: {page.say(allowed(kind))}",
            f"    {page.bilingual(meaning_of(path))}",
        ]
        if tables := tuple(one.convention.id for one in shipped if disputes(one, path)):
            lines.append("    " + page.say(say("disputed in {tables}", tables=tables)))
    return "\n".join(lines)


def meaning_of(path: str) -> Bilingual:
    """Return what a key means; in a path a number is a level or a place in a list."""
    parts = ["N" if part.isascii() and part.isdigit() else part for part in path.split(".")]
    while ".".join(parts) not in MEANINGS:
        parts.pop()
    return MEANINGS[".".join(parts)]


def shown(value: object) -> str:
    """Return a value of a convention as its file has it."""
    if isinstance(value, FineOf):
        return f"{{{value.column}: {value.points}}}"
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        inner = ", ".join(f"{key_of(key)}: {shown(part)}" for key, part in value._asdict().items())
        return f"{{{inner}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(shown(part) for part in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {shown(part)}' for key, part in value.items())}}}"
    return str(value)


def json_value(value: object) -> Any:
    """Return a value of a convention as JSON data."""
    if isinstance(value, FineOf):
        return {value.column: value.points}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {str(key_of(key)): json_value(part) for key, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [json_value(part) for part in value]
    if isinstance(value, dict):
        return {str(key): json_value(part) for key, part in value.items()}
    return value
