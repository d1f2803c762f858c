"""Mistakes in the words of a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pulya.audit.mistakes import Mistake
from pulya.message import Text, say
from pulya.sheet import Place, place_of
from pulya.terms import Points
from pulya.view.conventions import shown
from pulya.view.figures import mixed
from pulya.view.page import COLUMNS

# What somebody did; whose record it was stands in front of it.
WORDS: Final[Mapping[str, Text]] = {
    "forgotten": say("not written"),
    "consolation-forgotten": say("consolation not written"),
    "shortfall-forgotten": say("shortfall not written"),
    "zero-forgotten": say("bonus for no tricks not written"),
    "help-forgotten": say("help not given"),
    "help-whists": say("help without its whists"),
    "deal-forgotten": say("the whole deal not written"),
    "twice": say("written twice"),
    "deal-twice": say("the whole deal written twice"),
    "consolation-extra": say("consolation for one who gets none"),
    "shortfall-moved": say("shortfall on the wrong whister"),
    "passer-whists": say("whists of the passer written otherwise"),
    "raspasy-whists": say("tricks of raspasy compared otherwise"),
    "zero-size": say("bonus for no tricks of the wrong size"),
    "help-moved": say("help for the wrong player"),
    "misere-whists": say("whists on a misère"),
    "swapped-tricks": say("two players changed places"),
    "wrong-player": say("on the wrong player"),
    "opposite": say("in the opposite direction"),
    "wrong-column": say("in the wrong column"),
    "consolation-size": say("consolation of the wrong size"),
    "responsibility": say("what the whisters owe counted by another rule"),
    "tricks": say("a trick counted for somebody else"),
    "digits-swapped": say("two figures of a number swapped"),
}


def what(mistake: Mistake) -> Text:
    """Return what somebody did, in a few words."""
    return SPOKEN[mistake.kind](mistake) if mistake.kind in SPOKEN else WORDS[mistake.kind]


def _agreement(mistake: Mistake) -> Text:
    return say(
        "the whole evening by {key}: {theirs} instead of {ours}",
        key=mistake.detail["key"],
        theirs=shown(mistake.detail["to"]),
        ours=shown(mistake.detail["from"]),
    )


def _price(mistake: Mistake) -> Text:
    return say("at the price of {level}", level=mistake.detail["level"])


def _step(mistake: Mistake) -> Text:
    return say("at the price of raspasy number {step} in a row", step=mistake.detail["step"])


def _declarer(mistake: Mistake) -> Text:
    return say("written as a game of {player}", player=mistake.detail["player"])


def _half(mistake: Mistake) -> Text:
    if sum(entry.points for entry in mistake.wrong) < sum(write.points for write in mistake.right):
        return say("half responsibility instead of full")
    return say("full responsibility instead of half")


def _amnesty(mistake: Mistake) -> Text:
    if sum(entry.points for entry in mistake.wrong) < sum(write.points for write in mistake.right):
        return say("with an amnesty that is not played")
    return say("without the amnesty")


def _digits(mistake: Mistake) -> Text:
    if mistake.right:
        return WORDS["digits-swapped"]
    total = mistake.detail["sum"]
    assert isinstance(total, int)
    return say(
        "after it the sum of {cell} was {total}, two figures swapped {paper}",
        cell=_cell(mistake.changes[0].place),
        total=total,
        paper=mistake.wrong[0].points,
    )


def _ten(mistake: Mistake) -> Text:
    change = mistake.changes[0]
    if change.points > 0:
        return say("a sum of {cell} added wrongly, ten too many", cell=_cell(change.place))
    return say("a sum of {cell} added wrongly, ten too few", cell=_cell(change.place))


def _split(mistake: Mistake) -> Text:
    return say("the record is open, and the paper has {tricks}", tricks=mistake.detail["tricks"])


def _netted(mistake: Mistake) -> Text:
    one, other = mistake.changes[0].place.player, mistake.changes[1].place.player
    return say(
        "no mistake: {points} whists of {one} and {other} set off against each other",
        points=mixed(-mistake.changes[0].points),
        one=one,
        other=other,
    )


def _lowered(mistake: Mistake) -> Text:
    return say("no mistake: {points} struck off every mountain", points=mixed(-mistake.changes[0].points))


SPOKEN: Final[Mapping[str, Callable[[Mistake], Text]]] = {
    "agreement": _agreement,
    "open-split": _split,
    "netted": _netted,
    "mountains-lowered": _lowered,
    "price": _price,
    "raspasy-step": _step,
    "wrong-declarer": _declarer,
    "half-responsibility": _half,
    "amnesty": _amnesty,
    "digits-swapped": _digits,
    "off-by-ten": _ten,
}


def sentence(mistake: Mistake, record: str | None) -> Text:
    """Return a mistake in one sentence; ``record`` is the text of its record."""
    head = what(mistake)
    if mistake.record is not None:
        head = say("record {number}, {text}: {what}", number=mistake.record, text=record, what=head)
    right = tuple(number(place_of(write), write.points) for write in mistake.right)
    if mistake.right:
        head = say("{what}; right is {right}", what=head, right=right)
    if mistake.wrong and (mistake.right or mistake.kind != "digits-swapped"):
        wrong = tuple(number(*entry) for entry in mistake.wrong)
        head = say("{what}; the paper has {wrong}", what=head, wrong=wrong)
    return head


def number(place: Place, points: Points) -> Text:
    """Return a cell and the number in it."""
    return say("{cell} {points}", cell=_cell(place), points=mixed(points))


def _cell(place: Place) -> Text:
    """Return a cell by its column and its owner."""
    column = COLUMNS[place.column]
    if place.on is not None:
        return say("{column} {player} on {other}", column=column, player=place.player, other=place.on)
    return say("{column} {player}", column=column, player=place.player)
