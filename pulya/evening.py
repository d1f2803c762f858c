"""A journal with its convention, replayed: what every command works on."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pulya import catalog, journal
from pulya.catalog import Resolved
from pulya.errors import ConventionError, JournalError, Location, RecordError
from pulya.game import Game, Header
from pulya.header import check_keys, read_header
from pulya.journal import Journal
from pulya.message import say, say_n
from pulya.plain import Plain
from pulya.sheet import Place
from pulya.value import Value


class Evening(Value):
    """A journal, the convention it is played by, and the game."""

    journal: Journal
    resolved: Resolved
    game: Game

    @property
    def header(self) -> Header:
        """Return what the table settled before the first deal."""
        return self.game.header

    @property
    def agreed(self) -> Mapping[str, Plain]:
        """Return what the table agreed on in its journal, by dotted path."""
        return _agreed(self.journal)

    @property
    def provisional(self) -> frozenset[Place]:
        """Return the cells of the sheet that hang on how the tricks of open records fell."""
        game = self.game
        if not game.still_open:
            return frozenset()
        # Needed for an open record only.
        from pulya.items import read_items
        from pulya.provisional import provisional

        items = (
            read_items(self.journal, game.header)
            if game.history is None
            else [one.item for one in game.ruled]
        )
        return provisional(game, items)

    @property
    def named(self) -> Resolved:
        """Return the convention without what the table agreed on top."""
        name = self.journal.plain["convention"]
        if not self.agreed:
            return self.resolved
        if isinstance(name, dict):
            return catalog.frozen(name, self.journal.path, self.journal.header)
        return catalog.resolve(str(name), os.path.dirname(self.journal.path))


def open_evening(path: str, *, keep: bool = True) -> Evening:
    """Return a journal replayed; with ``keep=False`` without what every record did, see `replay`.

    Raises the first `JournalError`, `ConventionError` or `RecordError` there is.
    """
    read_journal = journal.read(path)
    resolved, header = open_header(read_journal)

    def play() -> Game:
        # Not needed for what is remembered, and half of what would be imported.
        from pulya.items import read_items
        from pulya.replay import replay

        try:
            return replay(header, read_items(read_journal, header), keep=keep)
        except RecordError as error:
            raise error.within(Location(file=path)) from None

    if keep:
        return Evening(read_journal, resolved, play())
    from pulya.standing import standing

    return Evening(read_journal, resolved, standing(header, resolved.plain, read_journal.text, play))


def open_header(opened: Journal) -> tuple[Resolved, Header]:
    """Return the convention of a journal and its header."""
    plain = opened.plain
    try:
        check_keys(plain)
    except JournalError as error:
        raise error.within(opened.location(error.at.field)) from None
    resolved = _resolve(opened)
    try:
        return resolved, read_header(plain, resolved.convention)
    except JournalError as error:
        raise error.within(opened.location(error.at.field)) from None


def _resolve(opened: Journal) -> Resolved:
    """Return the convention a journal names, or holds itself, with what the table agreed on top."""
    plain = opened.plain
    name = plain["convention"]
    if not isinstance(name, str | dict):
        raise JournalError(
            say("the convention is named by its id or its file"),
            at=opened.location("convention"),
            hint=say("write `convention: sochi`; `conventions list` shows the shipped ones"),
        )
    agreed = _agreed(opened)
    try:
        if isinstance(name, dict):
            named = catalog.frozen(name, opened.path, opened.header)
        else:
            named = catalog.resolve(name, os.path.dirname(opened.path))
        _check_fingerprint(plain.get("rules"), named, opened)
        return catalog.agree(named, agreed, opened.header, opened.path)
    except ConventionError as error:
        if error.at.file is None:
            raise error.within(opened.location(error.at.field or "convention")) from None
        raise


def _agreed(opened: Journal) -> Mapping[str, Plain]:
    plain = opened.plain.get("agreed")
    if plain is None:
        return {}
    if not isinstance(plain, dict):
        raise ConventionError(
            say("`agreed` is a mapping of dotted keys"),
            at=opened.location("agreed"),
            hint=say("write `agreed:` and below it `  whisting.split: gentleman`"),
        )
    return {str(key): value for key, value in plain.items()}


def _check_fingerprint(rules: Plain, named: Resolved, opened: Journal) -> None:
    """Refuse a convention that is no longer the one the evening began with."""
    if rules is None or str(rules) == named.fingerprint:
        return
    known = [one for one in map(catalog.load_shipped, catalog.shipped()) if one.fingerprint == str(rules)]
    hint = say(
        "use the file as it was then, or accept the rules as they are now with `rules: {found}`",
        found=named.fingerprint,
    )
    if known:
        differ = tuple(rule.key for rule in catalog.other_rules(known[0], named))
        hint = say(
            "{rules} are the rules of `{name}`, which differ in {keys}; write `convention: {name}`, or `rules: {found}`",
            rules=rules,
            name=known[0].convention.id,
            keys=differ,
            found=named.fingerprint,
        )
    raise ConventionError(
        say(
            "the rules of `{name}` have changed since this evening began: they are {found}, the journal has {rules}",
            name=named.convention.id,
            found=named.fingerprint,
            rules=rules,
        ),
        at=opened.location("rules"),
        hint=hint,
    )


def check_closed(evening: Evening) -> None:
    """Refuse to settle while a record is open: raises `RecordError` that says what to type."""
    still_open = evening.game.still_open
    if not still_open:
        return
    from pulya.notation.write import write
    from pulya.record import Entry, Fix
    from pulya.ruled import as_even

    first = still_open[0]
    number = first.item.number
    even = as_even(first, evening.header.convention)
    raise RecordError(
        say_n(
            "it is open how the tricks of the defence fell",
            "it is open how the tricks of the defence fell, here and in {rest}",
            len(still_open),
            rest=tuple(one.item.number for one in still_open[1:]),
        ),
        at=Location(evening.journal.path, first.item.line, number, "tricks"),
        hint=say(
            "write how they fell: `{fix}`; or settle as if evenly, with --open-as even",
            fix=write(Entry(Fix(number, even))),
        ),
    )
