"""Find, load and resolve conventions: shipped files, house files that extend them, and what a table agreed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, cast

from pulya import convention
from pulya.convention import ABOUT, Convention, OtherRule
from pulya.digest import digest
from pulya.encoding import encode
from pulya.errors import ConventionError, Location, MisfitError
from pulya.files import in_folder, is_file, is_folder, kind, read_text, stem, tidy
from pulya.message import say
from pulya.nearest import nearest
from pulya.plain import Document, Plain, Tree, join
from pulya.remember import read_document, recall_value, store
from pulya.value import Value

_LIMIT: Final = 64 * 1024
_CHAIN: Final = 8  # house files on top of each other


class Origin(Value):
    """Where a key was set: a file and the line in it."""

    file: str
    line: int | None


class Resolved(Value):
    """A convention, the plain data it was read from, and where each key was set."""

    convention: Convention
    plain: Mapping[str | int, Plain]
    origins: Mapping[str, Origin]
    known: str | None = None  # the fingerprint, where it was worked out before

    @property
    def fingerprint(self) -> str:
        """Return eight characters that change with any rule of the convention, and with nothing else."""
        return self.known or fingerprint_of(self.plain)

    def origin(self, path: str) -> Origin | None:
        """Return where a dotted path was set, or the nearest block around it."""
        while path:
            if path in self.origins:
                return self.origins[path]
            path = path.rpartition(".")[0]
        return None


def fingerprint_of(plain: Mapping[str | int, Plain]) -> str:
    """Return eight characters that change with any rule of a convention as plain data."""
    rules = sorted(leaf for leaf in leaves(plain) if leaf[0].partition(".")[0] not in ABOUT)
    return digest(json.dumps(rules, separators=(",", ":"))).hex()[:8]


def leaves(plain: Tree, path: str = "") -> Iterator[tuple[str, str | int | None]]:
    """Yield each value of plain data by its dotted path; an empty list or mapping is a value too."""
    if isinstance(plain, Mapping | list):
        parts = plain.items() if isinstance(plain, Mapping) else enumerate(plain, start=1)
        for key, value in parts:
            yield from leaves(value, join(path, key))
        if not plain:
            yield path, str(plain)
    else:
        yield path, plain


def home() -> str:
    """Return the folder of the shipped conventions: in the package, or beside it in a checkout."""
    package = os.path.dirname(os.path.realpath(__file__))
    inside = os.path.join(package, "conventions")
    return inside if is_folder(inside) else os.path.join(os.path.dirname(package), "conventions")


def load_shipped(name: str) -> Resolved:
    """Return a shipped convention by its id."""
    return load_file(os.path.join(home(), f"{name}.yaml"))


def shipped() -> list[str]:
    """Return the ids of the shipped conventions."""
    return sorted(map(stem, in_folder(home(), ".yaml")))


def find(name: str, beside: str) -> str:
    """Return the file of a convention: an id that is shipped, or a path relative to ``beside``.

    Raises `ConventionError` where there is none.
    """
    if "/" in name or "\\" in name or name.endswith((".yaml", ".yml")):
        path = tidy(os.path.join(beside, name))
        if kind(path):
            return path
        raise ConventionError(
            say("there is no file `{name}`", name=name),
            hint=say(
                "the path is relative to the file that names it; a shipped convention is named by its id"
            ),
        )
    path = os.path.join(home(), f"{name}.yaml")
    if name == name.lower() and is_file(path):  # not every system tells SOCHI from sochi
        return path
    known = shipped()
    near = nearest(name, known)
    raise ConventionError(
        say("there is no convention `{name}`", name=name),
        hint=say("did you mean `{near}`? shipped are {known}", near=near, known=tuple(known))
        if near
        else say(
            "shipped are {known}; a file of your own is named with its ending .yaml", known=tuple(known)
        ),
    )


def resolve(name: str, beside: str) -> Resolved:
    """Return a convention by id or path.

    Raises `ConventionError` with file, line and dotted path.
    """
    path = find(name, beside)
    return _shipped_file(path) if os.path.dirname(path) == home() else load_file(path)


@cache
def _shipped_file(path: str) -> Resolved:
    """Return a shipped convention; many journals in one run name the same few, and no run changes them."""
    return load_file(path)


def agree(
    named: Resolved, agreed: Mapping[str, Plain], where: Document | None = None, journal: str = ""
) -> Resolved:
    """Return a convention with what a table agreed on top, by dotted paths.

    Raises `ConventionError` with the journal, the line and the dotted path.
    """
    if not agreed:
        return named
    from pulya.layers import copied, set_path  # most tables agree on nothing

    plain = cast("dict[str | int, Plain]", copied(dict(named.plain)))
    origins = dict(named.origins)
    for path, value in agreed.items():
        line = where.line(join("agreed", path)) if where else None
        try:
            set_path(plain, path, value)
        except ConventionError as error:
            raise error.within(Location(file=journal or None, line=line)) from None
        below = f"{path}."
        for one in [one for one in origins if one.startswith(below)]:
            del origins[one]
        origins[path] = Origin(journal, line)
    if where is None:
        # What is only tried is not remembered: there may be a hundred of them.
        return Resolved(_checked(plain, origins, journal), plain, origins)
    return _read(plain, origins, journal)


def other_rules(ours: Resolved, theirs: Resolved) -> list[OtherRule]:
    """Return the keys in which two conventions differ as they are written; ``None`` where one has no such key."""
    here, there = dict(leaves(ours.plain)), dict(leaves(theirs.plain))
    return [
        OtherRule(path, here.get(path), there.get(path))
        for path in dict.fromkeys((*here, *there))
        if path.partition(".")[0] not in ABOUT and here.get(path) != there.get(path)
    ]


def frozen(plain: Mapping[str | int, Plain], journal: str, lines: Document) -> Resolved:
    """Return the convention that a journal holds itself, under its key ``convention``."""
    origins = {
        path.removeprefix("convention").removeprefix("."): Origin(journal, line)
        for path, line in lines.lines.items()
        if path == "convention" or path.startswith("convention.")
    }
    return _read(plain, origins, journal)


def load_file(path: str) -> Resolved:
    """Return the convention of a file, shipped or not."""
    plain, origins = _layers(path, ())
    return _read(plain, origins, path)


def _read(plain: Mapping[str | int, Plain], origins: Mapping[str, Origin], top: str) -> Resolved:
    """Return the convention of resolved data, as it came out before if it did.

    Raises as `_checked`.
    """
    known: tuple[Convention, str] | None = recall_value("convention", repr(plain), vars(convention))
    if known is None:
        known = _checked(plain, origins, top), fingerprint_of(plain)
        store("convention", repr(plain), encode(known))
    found, fingerprint = known
    return Resolved(found, plain, origins, fingerprint)


def _checked(plain: Mapping[str | int, Plain], origins: Mapping[str, Origin], top: str) -> Convention:
    """Return the convention of resolved data.

    A complaint names the file and the line that set the key; where that is a shipped file, which is right by
    itself, it names the ``top`` file that changed something around it.
    """
    from pulya.schema import read_convention  # not needed for what is remembered

    try:
        return read_convention(plain)
    except ConventionError as error:
        others = error.others if isinstance(error, MisfitError) else ()
        places = [_place(field, origins, top) for field in (error.at.field or "", *others)]
        root = origins.get("")
        whole = Location(file=top or None, line=root.line if root is not None and root.file == top else None)
        place = next((place for place in places if place.line is not None), whole)
        raise error.within(place) from None


def _place(field: str, origins: Mapping[str, Origin], top: str) -> Location:
    """Return where a key, the block around it or a key below it was set, other than in a shipped file."""
    around = [field]
    while around[-1]:
        around.append(around[-1].rpartition(".")[0])
    below = [path for path in origins if path.startswith(f"{field}.")]
    for path in (*around[:-1], *below):
        origin = origins.get(path)
        if origin is not None and (origin.file == top or os.path.dirname(origin.file) != home()):
            return Location(file=origin.file, line=origin.line)
    return Location()


def _layers(path: str, above: tuple[str, ...]) -> tuple[dict[str | int, Plain], dict[str, Origin]]:
    """Return the plain data of a file merged onto what it extends, and where each key was set."""
    document = load_document(path)
    plain = document.value
    if not isinstance(plain, dict):
        raise ConventionError(
            say("a convention is a mapping of keys"),
            at=Location(file=path, line=document.line("") or 1),
            hint=say("begin with `schema: 1` and `id:`, or with `extends: sochi`"),
        )
    own = {field: Origin(path, line) for field, line in document.lines.items()}
    if "extends" not in plain:
        return plain, own
    over = dict(plain)
    base = over.pop("extends")
    at = Location(file=path, line=document.line("extends"), field="extends")
    if not isinstance(base, str):
        raise ConventionError(
            say("`extends` names one convention"),
            at=at,
            hint=say("write `extends: sochi`, or a path to a file"),
        )
    # Needed by house files only.
    from pulya.layers import merge
    from pulya.schema import SCHEMA

    resolved = os.path.realpath(path)
    if resolved in above or len(above) >= _CHAIN:
        raise ConventionError(
            say("this file extends itself, or a chain of files too long"),
            at=at,
            hint=say("let the chain end at a shipped convention"),
        )
    try:
        below, origins = _layers(find(base, os.path.dirname(path)), (*above, resolved))
    except ConventionError as error:
        # A complaint about the other file has its own place.
        raise (error.within(at) if error.at.file is None else error) from None
    below.setdefault("schema", SCHEMA)
    over.setdefault("id", stem(path))
    merged = merge(below, over, Convention, "")
    return merged, {**origins, **own}


def load_document(path: str) -> Document:
    """Return a YAML file of the size of a convention."""
    try:
        return read_document(read_text(path, _LIMIT, ConventionError), ConventionError)
    except ConventionError as error:
        raise error.within(Location(file=path)) from None
