"""A convention as text and as JSON."""

from collections.abc import Iterable, Mapping
from typing import Any

from pulya.catalog import Resolved
from pulya.convention import Bilingual
from pulya.message import say
from pulya.strict_yaml import Plain, Tree
from pulya.view.page import Page

_ABOUT = ("schema", "id", "title", "summary", "source", "disputed")


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
        if key in _ABOUT:
            continue
        if (source := convention.source.get(str(key))) is not None:
            lines += ["", f"# {page.say(say('source: {source}', source=source))}"]
        lines += _key(page, convention.disputed, str(key), value, "")
    return "\n".join(lines)


def _key(page: Page, disputed: Mapping[str, Bilingual], path: str, value: Plain, indent: str) -> list[str]:
    name = path.rpartition(".")[2]
    noted = disputed.get(path)
    note = [f"{indent}# {page.say(say('disputed: {what}', what=page.bilingual(noted)))}"] if noted else []
    below = isinstance(value, dict) and any(one.startswith(f"{path}.") for one in disputed)
    if isinstance(value, dict) and (below or not indent):
        lines = [*note, f"{indent}{name}:"]
        for key, part in value.items():
            lines += _key(page, disputed, f"{path}.{key}", part, f"{indent}  ")
        return lines
    return [*note, f"{indent}{name}: {flow(value)}"]


def flow(value: Plain) -> str:
    """Return a value as one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    return str(value)


def conventions_text(page: Page, resolved: Iterable[Resolved]) -> str:
    """Return the shipped conventions, one a row."""
    rows = [
        [
            one.convention.id,
            page.bilingual(one.convention.title),
            ", ".join(str(size) for size in one.convention.table.players),
            one.convention.ending,
            page.bilingual(one.convention.summary),
        ]
        for one in resolved
    ]
    headers = [say("id"), say("title"), say("players"), say("ending"), say("about")]
    return page.table(rows, [page.say(header) for header in headers], align="l" * len(headers))


def to_agree(page: Page, resolved: Resolved, values: Mapping[str, str]) -> list[str]:
    """Return the disputed keys with what the table has now and what others play."""
    return [
        f"  {path}: {values[path]}\n      {page.bilingual(line)}"
        for path, line in resolved.convention.disputed.items()
    ]
