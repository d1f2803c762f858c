"""The formula of a write in words."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from pulya.message import Text, say, say_n
from pulya.view.figures import mixed
from pulya.write import Formula, Term


def reason(formula: Formula) -> Text:
    """Return a formula as a sentence such as ``4 tricks x 4``."""
    words = _term(formula.terms[0])
    for term in formula.terms[1:]:
        if term.number < 0:
            words = say("{one} - {other}", one=words, other=_term(term._replace(number=-term.number)))
        else:
            words = say("{one} + {other}", one=words, other=_term(term))
    if len(formula.terms) > 1 and (formula.times != 1 or formula.shared != 1):
        words = say("({sum})", sum=words)
    if formula.times != 1:
        words = say("{sum} x {times}", sum=words, times=mixed(formula.times))
    if formula.shared != 1:
        words = say("{sum} / {shared}", sum=words, shared=formula.shared)
    return words


def _term(term: Term) -> Text:
    # Of a fraction there are, for the plural, a few.
    n = 2 if isinstance(term.number, Fraction) else abs(term.number)
    number, price, value = mixed(term.number), mixed(term.price), mixed(term.number * term.price)
    shown = {"number": number, "price": price}
    match term.unit:
        case "made":
            return say("made: {value}", value=value)
        case "trick":
            return say_n("{number} trick x {price}", "{number} tricks x {price}", n, **shown)
        case "undertrick":
            return say_n("{number} undertrick x {price}", "{number} undertricks x {price}", n, **shown)
        case "overtrick":
            return say_n("{number} overtrick x {price}", "{number} overtricks x {price}", n, **shown)
        case "missing":
            return say_n("{number} trick short x {price}", "{number} tricks short x {price}", n, **shown)
        case "half":
            return say_n(
                "half-whist, {number} trick x {price}", "half-whist, {number} tricks x {price}", n, **shown
            )
        case "unit":
            return say_n("talon, {number} unit x {price}", "talon, {number} units x {price}", n, **shown)
        case "closing":
            return say("{number} to close the pool", number=number)
        case "help":
            return say_n("help, {number} point x {price}", "help, {number} points x {price}", n, **shown)
        case "received":
            if term.price < 0:
                return say("help: {number} off the mountain", number=number)
            return say("help received: {value}", value=value)
        case "off":
            if abs(term.price) == 1:
                return say("{number} off the mountain", number=number)
            return say("{number} x {price} off the mountain", number=number, price=price.removeprefix("-"))
        case "zero":
            return say("no tricks: {value}", value=value)
        case "dealer":
            return say("the dealer's share: {value}", value=value)
        case "fine":
            return say("fine: {value}", value=value)
        case "first-pool":
            return say("first to close the pool: {value}", value=value)
        case "first-mountain":
            return say("first to close the mountain: {value}", value=value)
        case "race-pool":
            return say("first pool: {value}", value=value)
        case "race-mountain":
            return say("least mountain: {value}", value=value)
        case "race":
            return say("pool of the race put aside: {value}", value=value)
        case "newcomer":
            return say("the mean of the others: {value}", value=value)
        case "extra":
            return say_n("{number} trick short x {price}", "{number} tricks short x {price}", n, **shown)
        case unit:
            assert_never(unit)
