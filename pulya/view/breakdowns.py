"""Where a balance comes from, for people and for scripts."""

from __future__ import annotations

from pulya.breakdown import Breakdown, Part
from pulya.catalog import Resolved
from pulya.game import Game
from pulya.message import Text, say
from pulya.settlement import pool_worth
from pulya.terms import Points, exact
from pulya.view.figures import decimal, json_number, mixed, signed
from pulya.view.money import in_currency, signed_sum, sum_of
from pulya.view.page import Page
from pulya.view.records import rules_shown
from pulya.view.rows import Row


def breakdown_text(page: Page, game: Game, one: Breakdown, resolved: Resolved) -> str:
    """Return a balance with each of its parts, the running sum, the keys that decide, and the money."""
    heading = page.say(say("Balance of {name}: {balance}", name=one.name, balance=signed(one.balance)))
    rows: list[list[str]] = []
    running: Points = 0
    for part in one.parts:
        if not part.points:
            continue
        running = exact(running + part.points)
        rows.append(
            [
                part.other,
                page.say(_what(part, one.name)),
                signed(part.points),
                signed(running),
                why(part),
                rules_shown(part.rules, resolved) or page.say(_origin(part, one.name)),
            ]
        )
    headers = [say("from"), say("for"), say("gives"), say("makes"), say("formula"), say("rule")]
    table = page.table(rows, [page.say(header) for header in headers], align="llrrll")
    return "\n".join([heading, *([table] if rows else []), page.say(_money(game, one))])


def breakdown_notes(page: Page, game: Game) -> list[str]:
    """Return what of the settlement falls out of the differences, and what a missing pool point is worth."""
    convention, sheet = game.header.convention, game.settled_sheet
    if sheet.teams:
        return []
    notes = [
        say("Levelling the pools and striking the smallest mountain move all alike: only differences count.")
    ]
    target = game.header.target
    if convention.series == "none" and target is not None and min(sheet.pool.values()) < target:
        worth = pool_worth(convention)
        notes.append(
            say("A point missing in the pool costs {worth} whists, shared (unfinished: once).", worth=worth)
            if convention.unfinished == "once"
            else say(
                "A point missing in the pool costs {worth} whists, shared, as one in it earns (unfinished: natural).",
                worth=worth,
            )
        )
    return [page.say(note) for note in notes]


def breakdown_row(game: Game, one: Breakdown) -> Row:
    """Return a balance with its parts."""
    return {
        "player": one.name,
        "balance": json_number(one.balance),
        "money": sum_of(game.header, one.coins),
        "parts": [
            {
                "from": part.other,
                "kind": part.kind,
                "points": json_number(part.points),
                "rules": list(part.rules),
                "why": why(part),
            }
            for part in one.parts
            if part.points
        ],
    }


def why(part: Part) -> str:
    """Return the formula of a part, such as ``(3 - 0) x 10 / 3``."""
    if part.kind in {"written", "against"}:
        return mixed(part.points)
    ahead, behind = (f"({mixed(one)})" if one < 0 else mixed(one) for one in (part.ahead, part.behind))
    if part.kind == "column":
        return f"{ahead} - {behind}"
    return f"({ahead} - {behind}) x {part.worth} / {part.shared}"


def _what(part: Part, name: str) -> Text:
    match part.kind:
        case "pool":
            return say("pool {mine} against {theirs}", mine=mixed(part.ahead), theirs=mixed(part.behind))
        case "mountain":
            return say("mountain {mine} against {theirs}", mine=mixed(part.behind), theirs=mixed(part.ahead))
        case "written":
            return say("whists on {other}", other=part.other)
        case "against":
            return say("whists of {other} on {name}", other=part.other, name=name)
        case "column":
            return say("points {mine} against {theirs}", mine=mixed(part.ahead), theirs=mixed(part.behind))


def _origin(part: Part, name: str) -> str:
    """Return the command that shows the deals behind whists, which no key turns into whists."""
    writer, on = (name, part.other) if part.kind == "written" else (part.other, name)
    return f"`explain {writer} whists {on}`"


def _money(game: Game, one: Breakdown) -> Text:
    """Return the last step: the balance in coins."""
    header = game.header
    money = signed_sum(header, one.coins)
    stake = header.stake
    if stake is None:
        return say("In whole whists: {money}.", money=money)
    return say(
        "In money: {balance} x {stake} = {exact}; in coins of {coin}: {money}.",
        balance=signed(one.balance),
        stake=decimal(stake.amount),
        exact=signed(one.balance * stake.amount),
        coin=sum_of(header, 1),
        money=in_currency(money, stake.currency),
    )
