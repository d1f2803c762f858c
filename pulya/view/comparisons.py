"""The same evening by other rules, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from pulya.compare import Amounts, DealMoved, Moved, Rescored
from pulya.convention import OtherRule
from pulya.game import Game, Header, Result
from pulya.message import Text, say, say_n
from pulya.terms import Points
from pulya.value import Value
from pulya.view.conventions import json_value, shown
from pulya.view.figures import json_number, signed
from pulya.view.money import signed_sum, sum_of, unit
from pulya.view.names import told_apart
from pulya.view.page import Page
from pulya.view.records import reading
from pulya.view.rows import Row, open_row
from pulya.view.states import open_lines

_WIDTH: Final = 24  # of a value
_NAMED: Final = 4  # keys on which nothing hangs, so many at most


class Comparison(Value):
    """An evening by other rules: the whole, deal by deal, key by key, and what keys move only together."""

    whole: Moved
    deals: Sequence[DealMoved]
    keys: Sequence[Moved]
    rest: Amounts


def comparison_row(game: Game, found: Comparison) -> Row:
    """Return the differences; balances by player, of pairs by team."""
    whole = found.whole
    then = whole.rescored.game
    return {
        "rules": [_rule_row(rule) for rule in whole.rules],
        "deals": [
            {"record": one.ruled.item.number if one.ruled else None, "balance": _numbers(one.balance)}
            for one in found.deals
        ],
        "balance": {
            "from": {one.name: json_number(one.balance) for one in game.results},
            "to": {one.name: json_number(one.balance) for one in then.results},
            "difference": _numbers(whole.balance),
        },
        "money": {
            "from": {one.name: sum_of(game.header, one.coins) for one in game.results},
            "to": {one.name: sum_of(game.header, one.coins) for one in then.results},
            "difference": _sums(game.header, whole),
        },
        "keys": [
            {"keys": [rule.key for rule in one.rules], "balance": _numbers(one.balance)} for one in found.keys
        ],
        "together": _numbers(found.rest),
        "left_out": _left_out_rows(whole.rescored),
        "dropped": list(whole.rescored.dropped),
    } | open_row(game)


def tried_row(game: Game, found: Sequence[Moved]) -> Row:
    """Return what each value of each disputed key moves alone, most first."""
    return {
        "tried": [
            {
                **_rule_row(one.rules[0]),
                "balance": _numbers(one.balance),
                "money": _sums(game.header, one),
                "moves": sum_of(game.header, _moves(one)),
                "left_out": _left_out_rows(one.rescored),
            }
            for one in found
        ]
    } | open_row(game)


def comparison_text(page: Page, game: Game, found: Comparison) -> str:
    """Return what each deal, everybody's balance and money, and each key make of the difference."""
    whole = found.whole
    if not whole.rules:
        return page.say(say("The rules are the same."))
    ours, theirs = (one.header.convention for one in (game, whole.rescored.game))
    parts: list[str] = []
    if ours.id != theirs.id:
        here, there = told_apart([(page.bilingual(one.title), one.id) for one in (ours, theirs)])
        parts.append(page.say(say("{theirs} instead of {ours}", theirs=there, ours=here)))
    if len(whole.rules) == 1:
        parts.append(_rule_line(page, whole.rules[0]))
    if not found.deals:
        parts.append(page.say(say("Nothing would be different.")))
    else:
        parts += [_deals(page, found), _balances(page, game, whole)]
        if len(whole.rules) > 1:
            parts.append(_keys(page, found))
    notes = [*_left_out_lines(page, whole.rescored), *open_lines(page, game)]
    return "\n\n".join([*parts, *(["\n".join(notes)] if notes else [])])


def tried_text(page: Page, game: Game, found: Sequence[Moved]) -> str:
    """Return each value of each disputed key with what it moves alone, most first."""
    moving = [one for one in found if one.size]
    names = [one.name for one in game.results]
    rows = [
        [
            one.rules[0].key,
            _value(one.rules[0].ours),
            _value(one.rules[0].theirs),
            *(signed(one.balance[name]) for name in names),
            sum_of(game.header, _moves(one)),
            str(len(one.rescored.left_out) or ""),
        ]
        for one in moving
    ]
    moved = say("moves, {unit}", unit=unit(page, game.header))
    words = [say("key"), say("as played"), say("instead"), moved, say("left out")]
    key, was, now, moves, left_out = map(page.say, words)
    headers = [key, was, now, *names, moves, left_out]
    if not any(row[-1] for row in rows):
        headers, rows = headers[:-1], [row[:-1] for row in rows]
    parts = [
        page.say(say("Each disputed key alone, at each of its values, most money first:")),
        page.table(rows, headers, align="lll" + "r" * (len(headers) - 3)),
    ]
    still = tuple(dict.fromkeys(one.rules[0].key for one in found if not one.size))
    still = tuple(key for key in still if key not in {one.rules[0].key for one in moving})
    if not moving:
        parts = []
    if still:
        parts += [*([""] if parts else []), page.say(_without_effect(still))]
    if any(one.rescored.left_out for one in moving):
        parts += ["", page.say(say("Left out: records that could not have been by that rule."))]
    return "\n".join([*parts, *open_lines(page, game)])


def _without_effect(keys: Sequence[str]) -> Text:
    """Return on which keys nothing hangs; of many, how many they are."""
    if len(keys) <= _NAMED:
        return say("Nothing here hangs on {keys}.", keys=tuple(keys))
    return say_n(
        "Nothing here hangs on {n} disputed key; `--json` names it.",
        "Nothing here hangs on {n} disputed keys; `--json` names them.",
        len(keys),
    )


def _deals(page: Page, found: Comparison) -> str:
    names = list(found.whole.balance)
    rows = [
        [
            str(one.ruled.item.number) if one.ruled else "",
            reading(page, one.ruled) if one.ruled else page.say(say("opening sheet")),
            *_signed(one.balance, names),
        ]
        for one in found.deals
    ]
    rows.append(["", page.say(say("together")), *_signed(found.whole.balance, names)])
    return page.table(rows, ["", page.say(say("record")), *names], align="rl" + "r" * len(names))


def _balances(page: Page, game: Game, whole: Moved) -> str:
    header = game.header
    old = {one.name: one for one in game.results}
    new = {one.name: one for one in whole.rescored.game.results}
    rows = []
    for name, difference in whole.balance.items():
        both = [results.get(name, Result(name, 0, 0)) for results in (old, new)]
        rows.append(
            [
                name,
                *(signed(one.balance) for one in both),
                signed(difference),
                *(signed_sum(header, one.coins) for one in both),
                signed_sum(header, whole.coins[name]),
            ]
        )
    who = say("team") if game.sheet.teams else say("player")
    headings = [say("as played"), say("instead"), say("difference")]
    headers = [
        page.say(who),
        *(page.say(one) for one in headings),
        *(f"{unit(page, header)}, {page.say(one)}" for one in headings),
    ]
    return page.table(rows, headers)


def _keys(page: Page, found: Comparison) -> str:
    """Return what each key moves alone, and what only all of them together do."""
    names = list(found.whole.balance)
    moving = [one for one in found.keys if one.size]
    rows = [
        [
            "\n".join(rule.key for rule in one.rules),
            "\n".join(_value(rule.ours) for rule in one.rules),
            "\n".join(_value(rule.theirs) for rule in one.rules),
            *_signed(one.balance, names),
        ]
        for one in moving
    ]
    if any(found.rest.values()):
        rows.append([page.say(say("working on each other")), "", "", *_signed(found.rest, names)])
    headers = [page.say(one) for one in (say("key, alone"), say("as played"), say("instead"))]
    lines = [page.table(rows, [*headers, *names], align="lll" + "r" * len(names))]
    others = len(found.whole.rules) - sum(len(one.rules) for one in moving)
    if others:
        lines.append(
            page.say(
                say_n(
                    "{n} more key differs and moves nothing alone.",
                    "{n} more keys differ and move nothing alone.",
                    others,
                )
            )
        )
    return "\n".join(lines)


def _left_out_lines(page: Page, rescored: Rescored) -> list[str]:
    """Return which records could not have been, those in a row for the same reason together."""
    lines = [
        page.say(say("`{key}` of the header has no meaning there and is left out.", key=key))
        for key in rescored.dropped
    ]
    for _, same in groupby(rescored.left_out, lambda error: str(error.problem)):
        errors = list(same)
        numbers = tuple(str(error.at.record) for error in errors)
        line = say_n(
            "Left out, it could not have been: record {numbers} ({problem}).",
            "Left out, they could not have been: records {numbers} ({problem}).",
            len(errors),
            numbers=numbers,
            problem=errors[0].problem,
        )
        lines.append(page.say(line))
    return lines


def _left_out_rows(rescored: Rescored) -> list[Row]:
    return [{"record": error.at.record, "problem": str(error.problem)} for error in rescored.left_out]


def _rule_row(rule: OtherRule) -> Row:
    return {"key": rule.key, "from": json_value(rule.ours), "to": json_value(rule.theirs)}


def _rule_line(page: Page, rule: OtherRule) -> str:
    return page.say(
        say("{key}: {now} instead of {was}", key=rule.key, now=shown(rule.theirs), was=shown(rule.ours))
    )


def _value(value: object) -> str:
    text = shown(value)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def _moves(one: Moved) -> int:
    """Return how many coins change hands."""
    return sum(coins for coins in one.coins.values() if coins > 0)


def _sums(header: Header, one: Moved) -> Row:
    return {name: sum_of(header, coins) for name, coins in one.coins.items()}


def _numbers(amounts: Amounts) -> Row:
    return {name: json_number(points) for name, points in amounts.items()}


def _signed(amounts: Mapping[str, Points], names: Sequence[str]) -> Iterator[str]:
    return (signed(amounts.get(name, 0)) for name in names)
