"""A journal with its convention, replayed: what every command works on."""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from pulya import catalog, journal
from pulya.catalog import Resolved
from pulya.errors import ConventionError, JournalError, Location, PulyaError, RecordError
from pulya.game import Game, Header, Item, Report, as_even, replay
from pulya.header import check_keys, read_header
from pulya.journal import Journal
from pulya.message import say, say_n
from pulya.notation.read import joined, read
from pulya.notation.words import Language
from pulya.notation.write import write
from pulya.plain import Plain
from pulya.record import Deal, Entry, Fix, Join, Record, Undo
from pulya.rules.naming import by_name
from pulya.unusual import noted
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
    def named(self) -> Resolved:
        """Return the convention without what the table agreed on top."""
        name = self.journal.plain["convention"]
        if not self.agreed:
            return self.resolved
        if isinstance(name, dict):
            return catalog.frozen(name, self.journal.path, self.journal.header)
        return catalog.resolve(str(name), self.journal.path.parent)


def open_evening(path: Path, *, keep: bool = True) -> Evening:
    """Return a journal replayed; with ``keep=False`` without what every record did, see `replay`.

    Raises the first `JournalError`, `ConventionError` or `RecordError` there is.
    """
    read_journal = journal.read(path)
    resolved, header = open_header(read_journal)
    items = read_items(read_journal, header)
    try:
        return Evening(read_journal, resolved, replay(header, items, keep=keep))
    except RecordError as error:
        raise error.within(Location(file=str(path))) from None


def with_record(evening: Evening, text: str, language: Language) -> tuple[Item, Game]:
    """Return a record as it would be appended, and the game with it; nothing is written.

    Raises `RecordError` where it cannot be read, or where it or a later record would become impossible.
    """
    game = evening.game
    number = game.records + 1
    items = [one.item for one in game.ruled]
    try:
        entry = read(text, game.table.everyone)
    except RecordError as error:
        raise error.within(Location(record=number)) from None
    record = entry.record
    if isinstance(record, Fix):
        if 1 <= record.number < number:
            before = game.ruled[record.number - 1].before
            entry = entry._replace(
                record=record._replace(record=by_name(record.record, before, game.header.convention))
            )
    elif not isinstance(record, Undo):
        entry = entry._replace(record=by_name(record, game.table, game.header.convention))
    try:
        item = Item(number, None, write(entry, language), entry)
        after = replay(game.header, [*items, item])
        if record == Undo():
            # With its number in the file nobody has to count what a bare one aimed at.
            struck = next(one.item.number for one in after.ruled if one.struck_by == number)
            entry = entry._replace(record=Undo(struck))
            item = Item(number, None, write(entry, language), entry)
            after = replay(game.header, [*items, item])
    except RecordError as error:
        if error.at.record == number:
            raise
        if isinstance(record, Fix) and error.at.record == record.number:
            # What it puts there cannot be: nothing that comes later is to blame.
            placed = error.at._replace(record=number, line=None)
            raise RecordError(error.problem, at=placed, hint=error.hint) from None
        raise _made_impossible(error, _undealt(entry.record, game)) from None
    return item, noted(after)


def _undealt(record: Record, game: Game) -> int | None:
    """Return the number of the deal that an undo takes away, ``None`` for every other correction."""
    number = record.number if isinstance(record, Undo) else None
    return number if number and isinstance(game.ruled[number - 1].record, Deal) else None


def _made_impossible(error: RecordError, undealt: int | None) -> RecordError:
    """Return the complaint about a later record that a correction would make impossible, and the way out."""
    later = error.at.record
    hint = say(
        "nothing was written; first `fix {number} RECORD` or `undo {number}`, and then this again",
        number=later,
    )
    if undealt is not None:
        hint = say(
            "nothing was written; without deal {deal} others deal after it: if it was dealt, `fix {deal} RECORD`; "
            "if not, first `fix {number} RECORD` or `undo {number}`",
            deal=undealt,
            number=later,
        )
    return RecordError(
        say("record {number} could then no longer be: {problem}", number=later, problem=error.problem),
        at=error.at._replace(line=None),
        hint=hint,
    )


def check_closed(evening: Evening) -> None:
    """Refuse to settle while a record is open: raises `RecordError` that says what to type."""
    still_open = evening.game.still_open
    if not still_open:
        return
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
        at=Location(str(evening.journal.path), first.item.line, number, "tricks"),
        hint=say(
            "write how they fell: `{fix}`; or settle as if evenly, with --open-as even",
            fix=write(Entry(Fix(number, even))),
        ),
    )


def check_evening(path: Path) -> tuple[Evening | None, list[PulyaError]]:
    """Return a journal as far as it can be replayed, and everything that is wrong with it."""
    problems: list[PulyaError] = []
    faults: list[PulyaError] = []  # lines that are no record, records that cannot be read
    try:
        read_journal = journal.read(path, faults.append)
    except PulyaError as error:
        return None, [error]
    opened = None
    while opened is None:
        try:
            opened = open_header(read_journal)
        except PulyaError as error:
            problems.append(error)
            rest = _without(read_journal, error)
            if rest is None:
                return None, _in_order(problems, faults)
            read_journal = rest
    problems = _in_order(problems)
    if read_journal.torn is not None:
        problems.append(read_journal.torn)
    resolved, header = opened
    items = read_items(read_journal, header, faults.append)
    if faults:
        # What follows cannot be judged: its numbers, and the deal before it, may have shifted.
        first = min(fault.at.line or 0 for fault in faults)
        replay(header, _settled_before(first, items), faults.append)
        return None, _in_order(problems, [fault.within(Location(file=str(path))) for fault in faults])

    def report(error: RecordError) -> None:
        problems.append(error.within(Location(file=str(path))))

    return Evening(read_journal, resolved, replay(header, items, report)), problems


def _in_order(*problems: Sequence[PulyaError]) -> list[PulyaError]:
    return sorted(chain(*problems), key=lambda error: error.at.line or 0)


def _settled_before(line: int, items: Sequence[Item]) -> list[Item]:
    """Return the records above a line, up to the first that is corrected below it: only those can be judged."""
    end = max((item.number for item in items if (item.line or 0) < line), default=0)
    for item in reversed(items):
        record = item.entry.record
        if item.number > end and isinstance(record, Fix | Undo):
            end = min(end, (record.number or 1) - 1)  # what a bare undo takes back is not known
    return [item for item in items if item.number <= end]


def _without(opened: Journal, error: PulyaError) -> Journal | None:
    """Return a journal without the key that a complaint is about, so that the next fault can be found."""
    field = error.at.field or ""
    plain = dict(opened.plain)
    agreed = plain.get("agreed")
    if isinstance(error, ConventionError) and isinstance(agreed, dict):
        about = [
            key for key in agreed if f"{field}.".startswith(f"{key}.") or f"{key}.".startswith(f"{field}.")
        ]
        if not about:
            return None
        plain["agreed"] = {key: value for key, value in agreed.items() if key not in about}
    elif field.partition(".")[0] in plain.keys() - {"convention", "players"}:
        del plain[field.partition(".")[0]]
    else:
        return None
    return opened._replace(header=opened.header._replace(value=plain))


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
            named = catalog.resolve(name, opened.path.parent)
        _check_fingerprint(plain.get("rules"), named, opened)
        return catalog.agree(named, agreed, opened.header, str(opened.path))
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


def read_items(opened: Journal, header: Header, report: Report | None = None) -> list[Item]:
    """Return the records of a journal; each can name those at the table and those who joined before.

    Without ``report`` the first one that cannot be read is raised as a `RecordError`; with it each is reported and
    left out.
    """
    names = header.players
    found: list[Item] = []
    for line in opened.deals or ():
        try:
            if line.fault is not None:
                raise line.fault
            entry = read(line.text, names)
        except RecordError as error:
            placed = error.within(Location(str(opened.path), line.line, line.number))
            if report is None:
                raise placed from None
            report(placed)
            newcomer = joined(line.text)
        else:
            found.append(Item(line.number, line.line, line.text, entry))
            record = entry.record
            if not isinstance(record, _NAMING):
                continue
            inner = record.record if isinstance(record, Fix) else record
            newcomer = inner.player if isinstance(inner, Join) else None
        if newcomer is not None and newcomer not in names:
            names = (*names, newcomer)
    return found


_NAMING: Final = (Fix, Join)  # records that can bring a new name
