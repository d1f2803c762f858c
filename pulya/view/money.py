"""Money of a table: coins and sums as they are shown, and the word for what is paid."""

from __future__ import annotations

from pulya.game import Header, Stake
from pulya.message import say
from pulya.view.figures import decimal, money
from pulya.view.page import COLUMNS, Page


def sum_of(header: Header, coins: int) -> str:
    """Return coins as money of this table, or as whole whists where there is no stake."""
    return str(coins) if header.stake is None else money(coins, header.coin)


def signed_sum(header: Header, coins: int) -> str:
    """Return coins as money of this table, with its sign."""
    return ("+" if coins > 0 else "") + sum_of(header, coins)


def in_currency(shown: str, currency: str | None) -> str:
    """Return a sum with its currency behind it, where that has a name."""
    return f"{shown} {currency}" if currency else shown


def stake_text(stake: Stake) -> str:
    """Return the money for a whist."""
    return in_currency(decimal(stake.amount), stake.currency)


def unit(page: Page, header: Header) -> str:
    """Return the word for what is paid: the currency, or whists or points where there is no stake."""
    if header.stake is None:
        return page.say(COLUMNS["column" if header.convention.ledger == "teams" else "whists"])
    return header.stake.currency or page.say(say("money"))
