"""Mistakes with single numbers of a record: left out, written twice, or put somewhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from pulya.audit.mistakes import RARE, Entry, Mistake, Scene, entry_of, put
from pulya.audit.persons import defenders_at
from pulya.record import Concession, Contract, Misere
from pulya.sheet import Place, place_of
from pulya.terms import Column, Player, Points, exact
from pulya.write import Write

Group: TypeAlias = tuple[Write, ...]
Kind: TypeAlias = Callable[[Scene], Iterator[Mistake]]

_OTHER: Final[dict[Column, Column]] = {"pool": "mountain", "mountain": "pool"}


def forgotten(scene: Scene) -> Iterator[Mistake]:
    """Leave out a number, all of a cell, or what belongs together; the kind says what it was."""
    for group in numbers(scene):
        yield from scene.mistake(_forgotten(group), group)
    for family in ("consolation-forgotten", "shortfall-forgotten", "help-forgotten"):
        group = tuple(write for write in scene.writes if _forgotten((write,)) == family)
        if family == "help-forgotten":
            group = tuple(write for help_ in helps(scene.writes) for write in help_)
        if len(set(map(place_of, group))) > 1:
            yield from scene.mistake(family, group)
    parts = [[write for write in scene.writes if write.player == player] for player in scene.players]
    parts.append([write for write in scene.writes if write.on is not None])
    for part in parts:
        if len(part) < len(scene.writes) and len(set(map(place_of, part))) > 1:
            yield from scene.mistake("forgotten", part, more=RARE)


def twice(scene: Scene) -> Iterator[Mistake]:
    """Write a number, or all of a cell, twice."""
    for group in numbers(scene):
        entries = [entry_of(write) for write in group]
        yield from scene.mistake("twice", group, entries + entries)


def wrong_player(scene: Scene) -> Iterator[Mistake]:
    """Write a number for another player, or whists on another player."""
    defenders = defenders_of(scene)
    for group in numbers(scene):
        player, column, on = place_of(group[0])
        for other in scene.owners:
            places = [Place(other, column, on)]
            if on is not None:
                places.append(Place(player, "whists", other))
            for place in places:
                if place == place_of(group[0]) or place.player == place.on:
                    continue
                moved = all(map(is_shortfall, group)) and other in defenders
                kind = "shortfall-moved" if moved else "wrong-player"
                yield from scene.mistake(kind, group, [put(write, place) for write in group])


def wrong_column(scene: Scene) -> Iterator[Mistake]:
    """Write pool points on the mountain or the other way round; more rarely mix whists up with them."""
    for group in numbers(scene):
        player, column, on = place_of(group[0])
        places = [(Place(player, _OTHER[column]), 0)] if column in _OTHER else []
        if on is not None:
            places += [(Place(player, "pool"), RARE), (Place(player, "mountain"), RARE)]
        elif places:
            places += [(Place(player, "whists", one), RARE) for one in scene.players if one != player]
        for place, more in places:
            yield from scene.mistake("wrong-column", group, [put(write, place) for write in group], more)


def opposite(scene: Scene) -> Iterator[Mistake]:
    """Write whists of one on another the other way round, or add what comes off."""
    for group in numbers(scene):
        player, _, on = place_of(group[0])
        if on is not None:
            place = Place(on, "whists", player)
            yield from scene.mistake("opposite", group, [put(write, place) for write in group])
        elif all(write.points < 0 for write in group):
            added = [Entry(place_of(write), -write.points) for write in group]
            yield from scene.mistake("opposite", group, added)


def shortfall(scene: Scene) -> Iterator[Mistake]:
    """Write shortfalls at half or at double, each or all, or divide them wrongly between the two whisters."""
    owed = tuple(filter(is_shortfall, scene.writes))
    for group in dict.fromkeys([*((write,) for write in owed), owed] if owed else []):
        halved = [Entry(place_of(write), half(write.points)) for write in group]
        doubled = [Entry(place_of(write), 2 * write.points) for write in group]
        yield from scene.mistake("half-responsibility", group, halved)
        yield from scene.mistake("half-responsibility", group, doubled, RARE)
    defenders = defenders_of(scene)
    if len(owed) > 1:
        together = sum(write.points for write in owed)
        for player in defenders:
            yield from scene.mistake("shortfall-moved", owed, [Entry(Place(player, "mountain"), together)])
    elif owed and len(defenders) > 1:
        shared = [Entry(Place(player, "mountain"), half(owed[0].points)) for player in defenders]
        yield from scene.mistake("shortfall-moved", owed, shared)


def help_given(scene: Scene) -> Iterator[Mistake]:
    """Help the wrong player with the whists for it, or of several helps give one not at all."""
    given = helps(scene.writes)
    for received, *whists in given:
        if len(given) > 1:
            yield from scene.mistake("help-forgotten", (received, *whists))
        for other in scene.players:
            if other != received.player and other not in [write.player for write in whists]:
                moved = [put(received, Place(other, received.column))]
                moved += [put(write, Place(write.player, "whists", other)) for write in whists]
                yield from scene.mistake("help-moved", (received, *whists), moved)


def digits(scene: Scene) -> Iterator[Mistake]:
    """Write a number with two of its figures swapped."""
    for group in numbers(scene):
        for other in swapped(sum(write.points for write in group)):
            yield from scene.mistake("digits-swapped", group, [Entry(place_of(group[0]), other)])


KINDS: Final[tuple[Kind, ...]] = (
    forgotten,
    twice,
    wrong_player,
    wrong_column,
    opposite,
    shortfall,
    help_given,
    digits,
)


def numbers(scene: Scene) -> list[Group]:
    """Return each number of a record, and where a cell has several also all of them as one."""
    by_cell: dict[Place, list[Write]] = {}
    for write in scene.writes:
        by_cell.setdefault(place_of(write), []).append(write)
    groups: list[Group] = [(write,) for write in scene.writes]
    return groups + [tuple(cell) for cell in by_cell.values() if len(cell) > 1]


def helps(writes: Sequence[Write]) -> list[Group]:
    """Return each help of a record: what the helped received and, where it costs any, the whists for it."""
    found: list[Group] = []
    for write in writes:
        if write.formula.terms[0].unit == "received":
            found.append((write,))
        elif write.formula.terms[0].unit == "help" and found:
            found[-1] += (write,)
    return found


def is_shortfall(write: Write) -> bool:
    """Say whether a number is what a whister was short."""
    return write.formula.terms[0].unit == "missing"


def defenders_of(scene: Scene) -> tuple[Player, ...]:
    """Return the two who defended a game; nobody in raspasy and events."""
    record = scene.record
    if not isinstance(record, Contract | Concession | Misere):
        return ()
    return defenders_at(record, scene.ruled.before, scene.convention)


def half(points: Points) -> Points:
    """Return half of the points, exactly."""
    return exact(Fraction(points) / 2)


def swapped(points: Points) -> list[int]:
    """Return what a figure becomes when two neighbouring digits change places."""
    if not isinstance(points, int) or points < 0:
        return []
    text = str(points)
    found = {int(text[:at] + text[at + 1] + text[at] + text[at + 2 :]) for at in range(len(text) - 1)}
    return sorted(found - {points})


def _forgotten(group: Group) -> str:
    """Return the kind of leaving these numbers out."""
    first = group[0]
    unit = first.formula.terms[0].unit
    if all(write.rule.startswith("consolation.") for write in group):
        return "consolation-forgotten"
    if all(map(is_shortfall, group)):
        return "shortfall-forgotten"
    if unit == "zero" and len(group) == 1:
        return "zero-forgotten"
    if unit == "received" and len(group) == 1:
        return "help-forgotten"
    if unit == "help" and len(group) == 1:
        return "help-whists"
    return "forgotten"
