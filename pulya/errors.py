"""The one tree of deliberate errors: every error knows its place and its cure."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Self

from pulya.message import Text, Translate, in_english, say
from pulya.value import Value


class Location(Value):
    """The place a complaint points at; parts not known are ``None``."""

    file: str | None = None
    line: int | None = None  # 1-based
    record: int | None = None  # number of the record in its journal
    field: str | None = None  # dotted, as the user writes it
    column: int | None = None  # 1-based, within the text of the record

    def within(self, outer: Location) -> Location:
        """Return this place with its blanks filled from ``outer``."""
        return Location(
            self.file if self.file is not None else outer.file,
            self.line if self.line is not None else outer.line,
            self.record if self.record is not None else outer.record,
            self.field if self.field is not None else outer.field,
            self.column if self.column is not None else outer.column,
        )


NOWHERE = Location()

# The parts of a record, which a reader knows by the words of his language.
FIELDS = (
    say("after"),
    say("bid"),
    say("calls"),
    say("column"),
    say("contract"),
    say("declarer"),
    say("multiplier"),
    say("note"),
    say("number"),
    say("on"),
    say("player"),
    say("record"),
    say("talon"),
    say("tricks"),
    say("undertricks"),
)


class PulyaError(Exception):
    """Base of all deliberate errors; never raised itself."""

    exit_code: ClassVar[int]

    def __init__(self, problem: Text, *, at: Location = NOWHERE, hint: Text | None = None) -> None:
        super().__init__(problem, at, hint)
        self.problem = problem
        self.at = at
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the error again: it may come from another process."""
        return partial(type(self), at=self.at, hint=self.hint), (self.problem,)

    def within(self, outer: Location) -> Self:
        """Return the same error with the blanks of its place filled from ``outer``."""
        return type(self)(self.problem, at=self.at.within(outer), hint=self.hint)

    def lines(self, translate: Translate) -> list[str]:
        """Return the message as lines: place and problem, then the hint."""
        place = self.at.file or ""
        if self.at.line is not None:
            place += f":{self.at.line}"
        named = [
            translate("record {number}", None, 1).format(number=self.at.record) if self.at.record else "",
            self._field(translate),
        ]
        head = ", ".join(part for part in (place, *named) if part)
        problem = self.problem.render(translate)
        found = [f"{head}: {problem}" if head else problem]
        if self.hint is not None:
            found.append(translate("hint: {hint}", None, 1).format(hint=self.hint.render(translate)))
        return found

    def _field(self, translate: Translate) -> str:
        """Return the field as the user knows it: a key as it is, a part of a record in his language."""
        field = self.at.field or ""
        if field == "record" and self.at.record is not None:
            return ""
        return translate(field, None, 1) if field in {text.template for text in FIELDS} else field

    def __str__(self) -> str:
        """Return the message in English."""
        return "\n  ".join(self.lines(in_english))


class JournalError(PulyaError):
    """A journal or a sheet cannot be read."""

    exit_code = 3


class ConventionError(PulyaError):
    """A convention, or what the table agreed on top of it, cannot be used."""

    exit_code = 4


class MisfitError(ConventionError):
    """Parts of a convention do not fit together; ``others`` are the keys that could be the wrong ones."""

    others: tuple[str, ...] = ()

    def within(self, outer: Location) -> Self:
        """Return the same error with the blanks of its place filled from ``outer``."""
        error = super().within(outer)
        error.others = self.others
        return error


class RecordError(PulyaError):
    """A record cannot be read, or what it says cannot have happened."""

    exit_code = 5


class WriteError(PulyaError):
    """A file could not be written."""

    exit_code = 6
