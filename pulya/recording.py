"""A record as it would be appended to a journal: read, named and ruled, before anything is written."""

from __future__ import annotations

from pulya.errors import Location, RecordError
from pulya.evening import Evening
from pulya.game import Game
from pulya.message import say
from pulya.notation.read import read
from pulya.notation.words import Language
from pulya.notation.write import write
from pulya.record import Deal, Entry, Fix, Record, Undo
from pulya.replay import extended, replay
from pulya.ruled import Item
from pulya.rules.naming import by_name
from pulya.unusual import noted


def with_record(evening: Evening, text: str, language: Language) -> tuple[Item, Game]:
    """Return a record as it would be appended, and the game with it; nothing is written.

    Raises `RecordError` where it cannot be read, or where it or a later record would become impossible.
    """
    game = evening.game
    number = game.records + 1
    try:
        entry = read(text, game.table.everyone)
    except RecordError as error:
        raise error.within(Location(record=number)) from None
    record = entry.record
    if isinstance(record, Fix | Undo):
        item, after = _corrected(game, entry, record, language)
    else:
        entry = entry._replace(record=by_name(record, game.table, game.header.convention))
        item = Item(number, None, write(entry, language), *entry)
        after = extended(game, item)
    return item, noted(after)


def _corrected(game: Game, entry: Entry, record: Fix | Undo, language: Language) -> tuple[Item, Game]:
    """Return a correction as it would be appended, and the game with it."""
    number = game.records + 1
    items = [one.item for one in game.ruled]
    if isinstance(record, Fix) and 1 <= record.number < number:
        before = game.ruled[record.number - 1].before
        entry = entry._replace(
            record=record._replace(record=by_name(record.record, before, game.header.convention))
        )
    try:
        item = Item(number, None, write(entry, language), *entry)
        after = replay(game.header, [*items, item])
        if record == Undo():
            # With its number in the file nobody has to count what a bare one aimed at.
            struck = next(one.item.number for one in after.ruled if one.struck_by == number)
            entry = entry._replace(record=Undo(struck))
            item = Item(number, None, write(entry, language), *entry)
            after = replay(game.header, [*items, item])
    except RecordError as error:
        if error.at.record == number:
            raise
        if isinstance(record, Fix) and error.at.record == record.number:
            # What it puts there cannot be: nothing that comes later is to blame.
            placed = error.at._replace(record=number, line=None)
            raise RecordError(error.problem, at=placed, hint=error.hint) from None
        raise _made_impossible(error, _undealt(entry.record, game)) from None
    return item, after


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
