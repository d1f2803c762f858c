"""Long evenings for the benchmarks: the deals of a usual table, in the proportions of one, always the same.

A third of the deals is passed out, most contracts are sixes and sevens that are just made, and every record has
its time, as `play` writes it.  Nothing of pulya's is used but the words of the notation.
"""

from collections.abc import Iterator
from random import Random
from typing import TypeVar

PLAYERS = ("Anna", "Boris", "Vera", "Gleb")
LEVELS = {6: 50, 7: 25, 8: 15, 9: 7, 10: 3}
SUITS = ("s", "c", "d", "h", "nt")
CALLS = {"p p": 10, "w p": 25, "p w": 20, "w w": 40, "p h": 5}
OVER = {-2: 5, -1: 15, 0: 55, 1: 20, 2: 5}  # tricks above the contract
EXIT = (6, 7, 8)  # the lowest contract after one, two, three raspasy in a row
Kind = TypeVar("Kind")


def journal(deals: int, players: int = 3, seed: int = 1, convention: str = "sochi") -> str:
    """Return an evening of so many deals that no pool ends."""
    head = [
        f"convention: {convention}",
        f"players: [{', '.join(PLAYERS[:players])}]",
        "target: none",
        "stake: 0.50 EUR",
        "date: 2026-11-27",
        "deals:",
    ]
    return "\n".join([*head, *(f"- {record}" for record in records(deals, players, seed))]) + "\n"


def records(deals: int, players: int, seed: int) -> Iterator[str]:
    """Yield records that can follow each other at a table where the last player deals first."""
    rng = Random(seed)
    in_row = 0
    for number in range(deals):
        minutes = 19 * 60 + 3 * number
        time = f"{minutes // 60 % 24:02}:{minutes % 60:02}"
        dealer = (players - 1 + number) % players
        active = [PLAYERS[(dealer + 1 + at) % players] for at in range(3)]
        chance = rng.random()
        if chance < 0.3:
            in_row += 1
            yield f"{time} raspasy = {_named(rng, active)}"
        elif chance < 0.34:
            in_row = 0
            yield f"{time} {rng.choice(active)} misere = {_pick(rng, {0: 70, 1: 15, 2: 10, 3: 5})}"
        else:
            text, whisted = _contract(rng, active, EXIT[min(in_row, len(EXIT)) - 1] if in_row else EXIT[0])
            in_row = 0 if whisted else in_row
            note = " (count it again)" if rng.random() < 0.03 else ""
            yield f"{time} {text}{note}"


def _contract(rng: Random, active: list[str], lowest: int) -> tuple[str, bool]:
    declarer = rng.choice(active)
    at = active.index(declarer)
    defenders = [active[(at + 1) % 3], active[(at + 2) % 3]]
    level = max(lowest, _pick(rng, LEVELS))
    calls = _pick(rng, CALLS if level < 8 else {**CALLS, "p h": 0})
    named = " ".join(f"{name} {call}" for name, call in zip(defenders, calls.split(), strict=True))
    head = f"{declarer} {level}{rng.choice(SUITS)} {named}"
    if calls in ("p p", "p h"):
        return head, True
    tricks = min(10, level + _pick(rng, OVER))
    if calls != "w w" or tricks == 10:
        return f"{head} = {tricks}", True
    first = rng.randint(0, 10 - tricks)
    return f"{head} = {declarer} {tricks} {defenders[0]} {first} {defenders[1]} {10 - tricks - first}", True


def _named(rng: Random, active: list[str]) -> str:
    tricks = [0, 0, 0]
    for _ in range(10):
        tricks[rng.randrange(3)] += 1
    return " ".join(f"{name} {number}" for name, number in zip(active, tricks, strict=True))


def _pick(rng: Random, weights: dict[Kind, int]) -> Kind:
    return rng.choices(list(weights), list(weights.values()))[0]
