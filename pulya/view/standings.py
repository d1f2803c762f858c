"""Many evenings added up, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pulya.club import Line, Money, Played, Standings, lines_of, settled_together
from pulya.errors import PulyaError
from pulya.message import say, say_n
from pulya.view.figures import decimal, json_number, mixed, signed
from pulya.view.money import in_currency
from pulya.view.names import told_apart
from pulya.view.page import Page
from pulya.view.rows import Row, problem_row


def standings_text(page: Page, groups: Sequence[Standings], evenings: Sequence[Played]) -> str:
    """Return a table for each convention and, where there are several, everybody's money together."""
    parts: list[str] = []
    titles = told_apart([(page.bilingual(group.title), group.convention) for group in groups])
    for group, title in zip(groups, titles, strict=True):
        parts += [_heading(page, group, title), _standings_table(page, group.lines), ""]
    if len(groups) > 1:
        parts += [page.say(say("All together")), _results_table(page, lines_of(evenings, won_only=True)), ""]
    legend = say(
        "Contracts and misères: made of declared. Raspasy: tricks on the average. Whists: written on others."
    )
    return "\n".join([*parts, page.say(legend), *_remarks(page, evenings)])


def _heading(page: Page, group: Standings, title: str) -> str:
    evenings = say_n("{n} evening", "{n} evenings", group.evenings)
    deals = say_n("{n} deal", "{n} deals", group.deals)
    return ", ".join([title, page.say(evenings), page.say(deals)])


def _standings_table(page: Page, lines: Sequence[Line]) -> str:
    currencies = _currencies(lines)
    headers = [
        page.say(text)
        for text in (
            say("player"),
            say("evenings"),
            say("deals"),
            say("contracts"),
            say("misères"),
            say("raspasy"),
            say("whists"),
            say("balance"),
        )
    ]
    rows = []
    for line in lines:
        tally = line.tally
        rows.append(
            [
                line.name,
                str(tally.evenings),
                _or_dash(tally.deals),
                _made(tally.contracts_made, tally.contracts),
                _made(tally.miseres_made, tally.miseres),
                "–" if tally.average is None else mixed(tally.average),
                mixed(tally.won),
                "–" if line.balance is None else signed(line.balance),
                *(_sum(line.money, currency) for currency in currencies),
            ]
        )
    return page.table(rows, headers + _named(page, currencies))


def results_text(page: Page, evenings: Sequence[Played]) -> str:
    """Return the settlements of several evenings: each, everybody's sums, and who pays whom for all of them."""
    titles = told_apart([(page.bilingual(evening.title), evening.convention) for evening in evenings])
    rows = [
        [evening.file, title, str(evening.records), _shares(evening)]
        for evening, title in zip(evenings, titles, strict=True)
    ]
    headers = [say("journal"), say("convention"), say("records"), say("results")]
    parts = [
        page.table(rows, [page.say(header) for header in headers], align="llrl"),
        "",
        _results_table(page, lines_of(evenings, won_only=True)),
    ]
    for currency, coin, payments in settled_together(evenings):
        parts.append("")
        for payment in payments:
            money = in_currency(decimal(payment.coins * coin), currency)
            who = {"payer": payment.payer, "payee": payment.payee}
            if " " in payment.payer:  # a pair; a name is one word
                parts.append(page.say(say("{payer} pay {payee} {money}", money=money, **who)))
            else:
                parts.append(page.say(say("{payer} pays {payee} {money}", money=money, **who)))
        if not payments:
            parts.append(page.say(say("Nobody owes anything.")))
    return "\n".join([*parts, *_remarks(page, evenings)])


def _shares(evening: Played) -> str:
    """Return what everybody won in an evening: money, or whists where there is no stake."""
    if evening.coin is None:
        return ", ".join(f"{share.name} {signed(share.balance)}" for share in evening.shares)
    found = ", ".join(
        f"{share.name} {_sum(evening.money(share), evening.currency)}" for share in evening.shares
    )
    return in_currency(found, evening.currency)


def _results_table(page: Page, lines: Sequence[Line]) -> str:
    currencies = _currencies(lines)
    rows = [
        [
            line.name,
            str(line.tally.evenings),
            signed(line.balance or 0),
            *(_sum(line.money, currency) for currency in currencies),
        ]
        for line in lines
    ]
    headers = [page.say(text) for text in (say("player"), say("evenings"), say("balance"))]
    return page.table(rows, headers + _named(page, currencies))


def _remarks(page: Page, evenings: Sequence[Played]) -> list[str]:
    """Return what to know about the figures: games that go on, or without a stake, records that are open."""
    remarks: list[str] = []
    running = sum(not evening.over for evening in evenings)
    if running:
        remarks.append(
            page.say(
                say_n(
                    "{n} evening is not over and counts as it stands.",
                    "{n} evenings are not over and count as they stand.",
                    running,
                )
            )
        )
    unpaid = sum(evening.coin is None for evening in evenings)
    if 0 < unpaid < len(evenings):
        remarks.append(
            page.say(
                say_n(
                    "{n} evening has no stake and is not in the money.",
                    "{n} evenings have no stake and are not in the money.",
                    unpaid,
                )
            )
        )
    remarks += [
        page.say(
            say(
                "{file}: provisional, as if tricks had fallen evenly in {numbers}.",
                file=evening.file,
                numbers=evening.still_open,
            )
        )
        for evening in evenings
        if evening.still_open
    ]
    return remarks


def _currencies(lines: Iterable[Line]) -> list[str]:
    return list(dict.fromkeys(currency for line in lines for currency in line.money))


def _named(page: Page, currencies: Iterable[str]) -> list[str]:
    return [currency or page.say(say("money")) for currency in currencies]


def _sum(money: Money, currency: str) -> str:
    """Return a sum with its sign."""
    if currency not in money:
        return "–"
    amount = money[currency]
    return f"{'+' if amount > 0 else ''}{decimal(amount)}"


def _made(made: int, declared: int) -> str:
    return f"{made}/{declared}" if declared else "–"


def _or_dash(count: int) -> str:
    return str(count) if count else "–"


def standings_row(
    groups: Sequence[Standings], evenings: Sequence[Played], problems: Sequence[PulyaError]
) -> Row:
    """Return the standings of each convention, everybody's sums over all, and what could not be read."""
    return {
        "evenings": len(evenings),
        "conventions": [
            {
                "convention": group.convention,
                "evenings": group.evenings,
                "deals": group.deals,
                "standings": [_standing_row(line) for line in group.lines],
            }
            for group in groups
        ],
        **_together_row(evenings, problems),
    }


def _standing_row(line: Line) -> Row:
    tally = line.tally
    return {
        "player": line.name,
        "evenings": tally.evenings,
        "deals": tally.deals,
        "contracts": {"declared": tally.contracts, "made": tally.contracts_made},
        "miseres": {"declared": tally.miseres, "made": tally.miseres_made},
        "raspasy": {
            "played": tally.raspasy,
            "tricks": tally.raspasy_tricks,
            "average": None if tally.average is None else json_number(tally.average),
        },
        "whists": {"won": json_number(tally.won), "lost": json_number(tally.lost)},
        "balance": None if line.balance is None else json_number(line.balance),
        "money": {currency: decimal(amount) for currency, amount in line.money.items()},
    }


def results_row(evenings: Sequence[Played], problems: Sequence[PulyaError]) -> Row:
    """Return the settlements of several evenings, everybody's sums, and who pays whom for all of them."""
    return {
        "files": [_evening_row(evening) for evening in evenings],
        **_together_row(evenings, problems),
        "payments": [
            {
                "from": payment.payer,
                "to": payment.payee,
                "money": decimal(payment.coins * coin),
                "currency": currency,
            }
            for currency, coin, payments in settled_together(evenings)
            for payment in payments
        ],
    }


def _evening_row(evening: Played) -> Row:
    row: Row = {
        "file": evening.file,
        "convention": evening.convention,
        "records": evening.records,
        "over": evening.over,
        "balance": {share.name: json_number(share.balance) for share in evening.shares},
        "money": None
        if evening.coin is None
        else {share.name: decimal(share.coins * evening.coin) for share in evening.shares},
        "currency": None if evening.coin is None else evening.currency,
    }
    return row | ({"open": list(evening.still_open)} if evening.still_open else {})


def _together_row(evenings: Sequence[Played], problems: Sequence[PulyaError]) -> Row:
    return {
        "together": [
            {
                "player": line.name,
                "evenings": line.tally.evenings,
                "balance": json_number(line.balance or 0),
                "money": {currency: decimal(amount) for currency, amount in line.money.items()},
            }
            for line in lines_of(evenings, won_only=True)
        ],
        "problems": [problem_row(problem) for problem in problems],
    }
