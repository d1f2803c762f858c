"""The audit for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from pulya.audit.inquiry import Audit
from pulya.audit.mistakes import Entry, Mistake
from pulya.audit.search import Explanation
from pulya.catalog import Resolved
from pulya.checkpoints import Figure
from pulya.game import Game
from pulya.message import Text, say, say_n
from pulya.notation.write import write
from pulya.record import Entry as Line
from pulya.sheet import Place
from pulya.view.conventions import json_value
from pulya.view.figures import json_number, mixed, signed
from pulya.view.mistakes import sentence, what
from pulya.view.page import COLUMNS, Page
from pulya.view.record_rows import write_row
from pulya.view.records import whose, write_rows
from pulya.view.rows import Row

_RANKS: Final = 3  # that are shown to people
_SHOWN: Final = 5  # explanations
_ALIKE: Final = 3  # kinds of mistakes that look the same
_ROWS: Final = 100  # explanations for programs


def audit_row(game: Game, audit: Audit) -> Row:
    """Return an audit by its parts, every choice of equal mistakes as an explanation of its own."""
    choices = (
        {
            "rank": one.rank,
            "mistakes": [mistake_row(game, mistake) for mistake in mistakes],
            "leaves": len(one.leaves),
        }
        for one in audit.explanations
        for mistakes in one.sets()
    )
    return {
        "agrees": not audit.differing,
        "cells": [figure_row(figure) for figure in audit.differing],
        "explanations": list(islice(choices, _ROWS)),
    }


def figure_row(figure: Figure) -> Row:
    """Return a figure of the paper beside that of the record."""
    return place_row(figure.place) | {
        "paper": json_number(figure.paper),
        "record": json_number(figure.record),
    }


def place_row(place: Place) -> Row:
    """Return a cell by its parts."""
    row: Row = {"player": place.player, "column": place.column}
    return row if place.on is None else row | {"on": place.on}


def mistake_row(game: Game, mistake: Mistake) -> Row:
    """Return a mistake: its kind, its record, the right writes, what the paper has, and a sentence."""
    row: Row = {
        "kind": mistake.kind,
        "record": mistake.record,
        "writes": [write_row(one) for one in mistake.right],
        "paper": [_entry_row(entry) for entry in mistake.wrong],
        "text": str(sentence(mistake, reading_of(game, mistake.record, None))),
    }
    if mistake.kind == "agreement":
        row |= {
            "key": mistake.detail["key"],
            "from": json_value(mistake.detail["from"]),
            "to": json_value(mistake.detail["to"]),
        }
    if mistake.follows:
        row["follows"] = list(mistake.follows)
    return row


def _entry_row(entry: Entry) -> Row:
    return place_row(entry.place) | {"points": json_number(entry.points)}


def reading_of(game: Game, number: int | None, page: Page | None) -> str | None:
    """Return a record as it counts, without time and note; in English without a page."""
    if number is None:
        return None
    record = game.ruled[number - 1].record
    assert record is not None  # only what stands can be written wrongly
    return write(Line(record), "en" if page is None else page.language)


def audit_text(page: Page, game: Game, audit: Audit, resolved: Resolved) -> str:
    """Return what differs and what explains it, the best first; equals are shown as equals."""
    if not audit.differing:
        return page.say(
            say_n(
                "The paper agrees with the record: {n} figure.",
                "The paper agrees with the record: {n} figures.",
                len({figure.place for figure in audit.shown}),
            )
        )
    lines = [differences_table(page, audit.differing), ""]
    if not audit.explanations:
        lines.append(page.say(say("No mistakes known here, up to three together, explain any of it.")))
        return "\n".join(lines)
    lines += [page.say(_verdict(audit.explanations[0])), ""]
    shown = [one for one in audit.explanations if one.rank <= _RANKS][:_SHOWN]
    ranks = [one.rank for one in audit.explanations]
    for at, one in enumerate(shown):
        mark = f"{one.rank}{'=' if ranks.count(one.rank) > 1 else '.'}"
        lines += [*([""] if at else []), *_explanation_lines(page, game, one, mark, resolved)]
    hidden = len(audit.explanations) - len(shown)
    if hidden:
        as_likely = ranks.count(shown[-1].rank) - sum(one.rank == shown[-1].rank for one in shown)
        more = say_n("{n} more explanation: --json has it", "{n} more explanations: --json has them", hidden)
        if as_likely:
            more = say("{more}; {n} of them as likely as the last", more=more, n=as_likely)
        lines += ["", page.say(say("{sentence}.", sentence=more))]
    return "\n".join(lines)


def differences_table(page: Page, figures: Sequence[Figure]) -> str:
    """Return each cell that differs, paper against record."""
    rows = [
        [
            whose(page, figure.place),
            page.say(COLUMNS[figure.place.column]),
            mixed(figure.paper),
            mixed(figure.record),
            signed(figure.off),
        ]
        for figure in figures
    ]
    headers = [say("player"), say("column"), say("paper"), say("record"), say("difference")]
    return page.table(rows, [page.say(header) for header in headers], align="llrrr")


def _verdict(best: Explanation) -> Text:
    """Return how much the best explanation explains."""
    if best.leaves:
        return say_n(
            "Nothing known here explains all of it. The best leaves {n} figure unexplained:",
            "Nothing known here explains all of it. The best leaves {n} figures unexplained:",
            len(best.leaves),
        )
    if len(best.parts) == 1:
        return say("One mistake explains all of it:")
    return say("No single mistake explains it; {count} together do:", count=len(best.parts))


def _explanation_lines(
    page: Page, game: Game, one: Explanation, mark: str, resolved: Resolved
) -> Iterator[str]:
    """Yield an explanation under its number."""
    if one.leaves:
        left = tuple(
            say("{column} {whose}", column=COLUMNS[place.column], whose=whose(page, place))
            for place in one.leaves
        )
        yield f"{mark} " + page.say(say("leaves {cells}", cells=left))
        mark = " " * len(mark)
    for part in one.parts:
        for line in _part_lines(page, game, part, resolved):
            yield f"{mark} {line}".rstrip()
            mark = " " * len(mark)


def _part_lines(page: Page, game: Game, part: Sequence[Mistake], resolved: Resolved) -> Iterator[str]:
    """Yield a mistake, and those that would look the same on this paper."""
    by_kind: dict[str, list[Mistake]] = {}
    for mistake in part:
        by_kind.setdefault(mistake.kind, []).append(mistake)
    for at, alike in enumerate(islice(by_kind.values(), _ALIKE)):
        first, *others = alike
        head = what(first)
        text = reading_of(game, first.record, page)
        if text is not None:
            head = say("record {number}, {text}: {what}", number=first.record, text=text, what=head)
        yield page.say(say("or {mistake}", mistake=head) if at else head)
        yield from _figures(page, first, resolved)
        if first.follows and first.record is not None:
            yield "  " + page.say(say("other numbers then in records {numbers}", numbers=first.follows))
        numbers = tuple(dict.fromkeys(other.record for other in others if other.record != first.record))
        if first.record is None:
            yield from (page.say(say("or {mistake}", mistake=what(other))) for other in others)
        elif numbers:
            yield "  " + page.say(say("or just as well in records {numbers}", numbers=numbers))


def _figures(page: Page, mistake: Mistake, resolved: Resolved) -> Iterator[str]:
    """Yield the right writes with their rules, and what the paper has instead, in columns."""
    right, paper = page.say(say("right")), page.say(say("paper"))
    rows = [[right, *row] for row in write_rows(page, mistake.right, resolved)]
    if mistake.right or mistake.kind == "consolation-extra":
        rows += [
            [paper, page.say(COLUMNS[place.column]), whose(page, place), mixed(points), "", ""]
            for place, points in mistake.wrong
        ]
    wide = [max((len(row[at]) for row in rows), default=0) for at in range(5)]
    for label, column, who, points, why, rule in rows:
        reason = f"= {why:<{wide[4]}}  {rule}" if rule else ""
        yield (
            f"  {label:<{wide[0]}}  {column:<{wide[1]}}  {who:<{wide[2]}}  {points:>{wide[3]}}  {reason}".rstrip()
        )
