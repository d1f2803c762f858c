"""YAML as far as people need it: mappings, lists, whole numbers and text; everything else is refused.

PyYAML keeps the last of two equal keys, reads ``no`` as false, ``07`` as seven and ``1:30`` as ninety, and
follows aliases.  Here only its event stream is used: what is not a plain decimal integer is text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

import yaml

from pulya.errors import Location, PulyaError
from pulya.message import Text, say
from pulya.plain import Document, Plain, Tree

_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")
_SAFE: Final = re.compile(r"[^\W_][\w./-]*(?: [\w./]+)*")
_DEPTH: Final = 12
_WIDE: Final = 10_000  # a line a value
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load(text: str, refusal: type[PulyaError]) -> Document:
    """Return the one document of a text.

    Raises ``refusal`` with line and field.
    """
    lines: dict[str, int] = {}
    try:
        events = yaml.parse(text, Loader=_LOADER)
        reader = _Reader(events, lines, refusal)
        return Document(reader.document(), lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise refusal(
            say("this is not YAML: {reason}", reason=error.problem or error.context or "?"),
            at=Location(line=mark.line + 1 if mark else None),
            hint=say("check brackets, quotes and indentation around this line"),
        ) from None
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        reason = getattr(error, "reason", None) or type(error).__name__
        position = getattr(error, "position", None)
        raise refusal(
            say("this is not YAML: {reason}", reason=reason),
            at=Location(line=None if position is None else text.count("\n", 0, position) + 1),
            hint=say("retype the line with the unusual character"),
        ) from None


def dump(plain: Tree) -> str:
    """Return plain data as YAML that `load` reads back."""
    text: str = yaml.dump(_plain(plain), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=_WIDE)
    return text.rstrip("\n")


def scalar(text: str) -> str:
    """Return a text as it stands in a YAML file, on a line of its own or in brackets: in quotes where it must."""
    if _SAFE.fullmatch(text) and not _INTEGER.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=False)


class _Dumper(yaml.SafeDumper):
    """Writes no anchors, which `load` refuses."""

    def ignore_aliases(self, _data: object) -> bool:
        """Say that nothing is repeated by reference."""
        return True


def _plain(tree: Tree) -> Plain:
    if isinstance(tree, Mapping):
        return {key: _plain(value) for key, value in tree.items()}
    return [_plain(value) for value in tree] if isinstance(tree, list) else tree


class _Reader:
    """Builds the value from the events."""

    def __init__(
        self, events: Iterator[yaml.Event], lines: dict[str, int], refusal: type[PulyaError]
    ) -> None:
        self.events = events
        self.lines = lines
        self.refusal = refusal

    def document(self) -> Plain:
        next(self.events)  # the start of the stream
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        value = self.value(next(self.events), "", 0)
        next(self.events)  # the end of the document
        event = next(self.events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise self._refuse(
                event, "", say("a second document begins here"), say("keep one document in a file")
            )
        return value

    def value(self, event: yaml.Event, path: str, depth: int) -> Plain:
        self.lines[path] = _line(event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._refuse(
                event, path, say("aliases and anchors are not read"), say("write the value out")
            )
        if getattr(event, "tag", None):
            raise self._refuse(event, path, say("tags are not read"), say("write the value without !"))
        if depth > _DEPTH:
            raise self._refuse(
                event, path, say("this is nested too deep"), say("no key needs so many levels")
            )
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            found: list[Plain] = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                found.append(self.value(event, f"{path}.{len(found) + 1}", depth + 1))
            return found
        return self.mapping(path, depth)

    def mapping(self, path: str, depth: int) -> Plain:
        found: dict[str | int, Plain] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = _scalar(event) if isinstance(event, yaml.ScalarEvent) else None
            if key is None or isinstance(key, list | dict):
                raise self._refuse(event, path, say("a key has to be a word"), say("write `key: value`"))
            inner = f"{path}.{key}" if path else str(key)
            if key in found:
                error = self.refusal(
                    say("the key is written twice, first in line {line}", line=self.lines[inner]),
                    at=Location(line=_line(event), field=inner),
                    hint=say("keep one of the two"),
                )
                raise error
            line = _line(event)
            found[key] = self.value(next(self.events), inner, depth + 1)
            self.lines[inner] = line
        return found

    def _refuse(self, event: yaml.Event, path: str, problem: Text, hint: Text) -> PulyaError:
        return self.refusal(problem, at=Location(line=_line(event), field=path or None), hint=hint)


def _scalar(event: yaml.ScalarEvent) -> str | int | None:
    text: str = event.value
    if event.style not in {None, ""}:
        return text
    if not text:
        return None
    return int(text) if _INTEGER.fullmatch(text) else text


def _line(event: yaml.Event) -> int:
    """Return the line of an event, 1-based."""
    return event.start_mark.line + 1 if event.start_mark else 1
