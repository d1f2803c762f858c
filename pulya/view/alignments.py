"""Two records of one evening side by side, and what is odd about a bare sheet, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pulya.audit.align import Difference, moved_balances
from pulya.audit.lint import Oddity
from pulya.convention import OtherRule
from pulya.game import Game
from pulya.message import Text, say, say_n
from pulya.notation.write import write
from pulya.record import Entry
from pulya.ruled import Ruled
from pulya.rules.naming import by_name
from pulya.sheet import Place, differences
from pulya.terms import Points
from pulya.value import Value
from pulya.view.audits import place_row
from pulya.view.conventions import as_written
from pulya.view.figures import json_number, mixed, signed
from pulya.view.mistakes import number
from pulya.view.money import signed_sum
from pulya.view.page import COLUMNS, Page
from pulya.view.records import whose
from pulya.view.rows import Row


class Alignment(Value):
    """Two journals of one evening: in what they differ; ``theirs`` is the other one by its own rules."""

    ours: Game
    theirs: Game
    rules: Sequence[OtherRule]  # and keys of the header
    deals: Sequence[Difference]

    @property
    def agrees(self) -> bool:
        """Say whether the two journals say the same."""
        return not self.rules and not self.deals


def alignment_row(found: Alignment) -> Row:
    """Return the differences of two journals by their parts; ``points`` is what the other adds."""
    return {
        "agrees": found.agrees,
        "rules": [
            {"key": one.key, "from": as_written(one.ours), "to": as_written(one.theirs)}
            for one in found.rules
        ],
        "deals": [_deal_row(found.ours, one) for one in found.deals],
        "cells": [
            place_row(place) | {"paper": json_number(theirs), "record": json_number(ours)}
            for place, ours, theirs in differences(found.ours.sheet, found.theirs.sheet)
        ],
    }


def _deal_row(game: Game, one: Difference) -> Row:
    return {
        "record": one.ours.item.number if one.ours else None,
        "other": one.theirs.item.number if one.theirs else None,
        "text": _reading(game, one.ours) if one.ours else None,
        "other_text": _reading(game, one.theirs) if one.theirs else None,
        "cells": [place_row(place) | {"points": json_number(points)} for place, points in one.moved.items()],
        "balance": {
            player: json_number(points) for player, points in moved_balances(game, one.moved).items()
        },
    }


def _reading(game: Game, ruled: Ruled, page: Page | None = None) -> str:
    """Return a record as it counts, with names where they hang on who deals; in English without a page."""
    assert ruled.record is not None  # only what stands is compared
    named = by_name(ruled.record, ruled.before, game.header.convention)
    return write(Entry(named), "en" if page is None else page.language)


def alignment_text(page: Page, found: Alignment, other: str) -> str:
    """Return the differences of two journals: rules, deals with what each moves, sheets and money."""
    if found.agrees:
        return page.say(say("Both journals record the same evening."))
    lines: list[str] = []
    if found.rules:
        rows = [[one.key, as_written(one.ours), as_written(one.theirs)] for one in found.rules]
        headers = [page.say(say("key")), page.say(say("here")), page.say(say("there"))]
        lines += [page.say(say("They begin differently:")), page.table(rows, headers, align="lll"), ""]
    if found.deals:
        count = say_n(
            "{n} deal differs; there is {file}.",
            "{n} deals differ; there is {file}.",
            len(found.deals),
            file=other,
        )
        lines += [page.say(count), ""]
        for one in found.deals:
            lines += [*_deal_lines(page, found.ours, one), ""]
    moved = differences(found.ours.sheet, found.theirs.sheet)
    if not moved:
        return "\n".join([*lines, page.say(say("The sheets are the same."))])
    return "\n".join([*lines, *_totals(page, found, moved)])


def _deal_lines(page: Page, game: Game, one: Difference) -> Iterator[str]:
    if one.ours and one.theirs:
        here, there = one.ours.item.number, one.theirs.item.number
        yield page.say(say("record {here} here, {there} there", here=here, there=there))
    elif one.ours:
        yield page.say(say("record {number}, only here", number=one.ours.item.number))
    elif one.theirs:
        yield page.say(say("record {number}, only there", number=one.theirs.item.number))
    texts = {
        "here": one.ours and _reading(game, one.ours, page),
        "there": one.theirs and _reading(game, one.theirs, page),
    }
    if texts["here"] == texts["there"]:
        yield f"  {texts['here']}"
        yield "  " + page.say(say("the same deal, with other numbers after what differs before it"))
    else:
        labels = [(page.say(say("here")), texts["here"]), (page.say(say("there")), texts["there"])]
        wide = max(len(label) for label, _ in labels)
        yield from (f"  {label:<{wide}}  {text}" for label, text in labels if text)
    yield "  " + page.say(_moves(page, game, one.moved))


def _moves(page: Page, game: Game, moved: Mapping[Place, Points]) -> Text:
    """Return what a deal moves if it is as it is there."""
    if not moved:
        return say("moves nothing")
    cells = tuple(
        f"{page.say(COLUMNS[place.column])} {whose(page, place)} {signed(points)}"
        for place, points in moved.items()
    )
    balances = tuple(
        f"{player} {signed(points)}" for player, points in moved_balances(game, moved).items() if points
    )
    if not balances:
        return say("as there: {cells}; the balances stay", cells=cells)
    return say("as there: {cells}; balances {balances}", cells=cells, balances=balances)


def _totals(page: Page, found: Alignment, moved: Sequence[tuple[Place, Points, Points]]) -> Iterator[str]:
    """Yield the figures that differ, and what everybody has won here and there."""
    here, there = page.say(say("here")), page.say(say("there"))
    rows = [
        [
            whose(page, place),
            page.say(COLUMNS[place.column]),
            mixed(ours),
            mixed(theirs),
            signed(theirs - ours),
        ]
        for place, ours, theirs in moved
    ]
    headers = [page.say(say("player")), page.say(say("column")), here, there, page.say(say("difference"))]
    yield page.table(rows, headers, align="llrrr")
    theirs = {one.name: one for one in found.theirs.results}
    results = [
        [
            one.name,
            signed(one.balance),
            signed(theirs[one.name].balance),
            signed_sum(found.ours.header, one.coins),
            signed_sum(found.theirs.header, theirs[one.name].coins),
        ]
        for one in found.ours.results
        if one.name in theirs
    ]
    money = page.say(say("money"))
    balance = page.say(say("balance"))
    headers = [
        page.say(say("player")),
        f"{balance}, {here}",
        f"{balance}, {there}",
        f"{money}, {here}",
        f"{money}, {there}",
    ]
    yield ""
    yield page.table(results, headers)


def oddities_row(found: Sequence[Oddity]) -> Row:
    """Return what is odd about a bare sheet by its parts."""
    return {
        "agrees": not found,
        "cells": [],
        "explanations": [],
        "warnings": [
            place_row(one.place) | {"paper": json_number(one.figure), "text": str(one.why)} for one in found
        ],
    }


def oddities_text(page: Page, found: Sequence[Oddity], title: str) -> str:
    """Return what is odd about a bare sheet, a line each."""
    if not found:
        return page.say(say("Nothing on this sheet speaks against {title}.", title=title))
    lines = [page.say(say("By the rules of {title} some figures cannot be, unless by a fine:", title=title))]
    return "\n".join([*lines, *(f"  {page.say(oddity_of(one))}" for one in found)])


def oddity_of(one: Oddity) -> Text:
    """Return what is odd about a figure in one sentence."""
    return say("{number}: {why}", number=number(one.place, one.figure), why=one.why)
