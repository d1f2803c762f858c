"""Seals and what they say, for people and for scripts."""

from __future__ import annotations

from collections.abc import Sequence

from pulya.message import say, say_n
from pulya.seal import Seal
from pulya.value import Value
from pulya.view.page import Page
from pulya.view.rows import Row


class Verified(Value):
    """A code that somebody noted, and whether the journal still has it."""

    noted: Seal
    is_same: bool


def seal_line(page: Page, seal: Seal) -> str:
    """Return one line with a code."""
    n, code = seal.records, str(seal)
    if not n:
        return page.say(say("Seal of the header: {seal}", seal=code))
    return page.say(say_n("Seal of {n} record: {seal}", "Seal of {n} records: {seal}", n, seal=code))


def verified_row(verified: Sequence[Verified]) -> Row:
    """Return what the codes say; ``earliest`` and ``latest`` are where the change can be, 0 is the header."""
    earliest, latest = change(verified)
    return {
        "same": all(one.is_same for one in verified),
        "seals": [
            {"seal": str(one.noted), "records": one.noted.records, "same": one.is_same} for one in verified
        ],
        "earliest": earliest,
        "latest": latest,
    }


def verified_text(page: Page, verified: Sequence[Verified], records: int) -> str:
    """Return what the codes say about a journal of so many records."""
    lines = []
    for noted, is_same in verified:
        n, code = noted.records, str(noted)
        if is_same:
            line = say_n(
                "{seal}: {n} record, nothing has changed",
                "{seal}: {n} records, nothing has changed",
                n,
                seal=code,
            )
            line = say("{seal}: the header has not changed", seal=code) if not n else line
        elif n > records:
            line = say(
                "{seal}: the code is of {noted} records, the journal has {n}",
                seal=code,
                noted=n,
                n=records,
            )
        else:
            line = say("{seal}: something has changed", seal=code)
        lines.append(page.say(line))
    earliest, latest = change(verified)
    if earliest is not None and latest is not None:
        where = {"earliest": earliest, "latest": latest}
        if not earliest:
            found = say("The change can be anywhere in the header or the records up to {latest}.", **where)
        elif earliest == latest:
            found = say("What has changed is record {latest}.", **where)
        else:
            found = say(
                "The earliest record that can have changed is {earliest}, the latest {latest}.", **where
            )
        lines.append(page.say(found))
    return "\n".join(lines)


def change(verified: Sequence[Verified]) -> tuple[int | None, int | None]:
    """Return the earliest and the latest record that can have changed; 0 is the header.

    What agrees over more records vouches for those before, so of a code that differs over fewer nothing is known.
    """
    same = max((one.noted.records for one in verified if one.is_same), default=None)
    beyond = [
        one.noted.records
        for one in verified
        if not one.is_same and (same is None or one.noted.records > same)
    ]
    if not beyond:
        return None, None
    return (0 if same is None else same + 1), min(beyond)
