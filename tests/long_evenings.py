"""Long evenings with long names: games as large as a sheet must hold, the same every time."""

from random import Random
from typing import Final

from strategies import game_of, random_record

from pulya.errors import RecordError
from pulya.game import Game
from pulya.notation.write import write
from pulya.record import Concession, Contract, Entry, Misdeal, Misere, Raspasy, Record, Undo
from pulya.replay import replay
from pulya.ruled import Item
from pulya.rules.ruling import Referee

# Twenty letters each, the most that a name may have; two begin alike.
LONG: Final = (
    "Александр-Константин",
    "Александр-Всеволодов",
    "Екатерина-Широкоплот",
    "Вячеслав-Щербаковски",
    "Фёдор-Юрий-Жемчужник",
)
BY_SIZE: Final = {2: "gusarik", 3: "sochi", 4: "sochi", 5: "sochi"}
_AFTER: Final = 14  # so many deals one is struck out, the third last if it can be


def long_evening(players: int, deals: int, convention: str | None = None, more: str = "") -> Game:
    """Return a game of so many deals and the corrections of some of them; ``more`` goes into its header."""
    head = f"convention: {convention or BY_SIZE[players]}\nplayers: [{', '.join(LONG[:players])}]\n{more}"
    game = game_of(f"{head}deals:\n")
    rng = Random(deals)
    played = 0
    while played < deals and not game.over:
        record: Record = random_record(rng, game.table)
        if not isinstance(record, Contract | Concession | Misere | Raspasy | Misdeal):
            continue
        try:
            Referee(game.header.convention).rule(record, game.table)
        except RecordError:
            continue
        game = _and(game, record)
        played += 1
        if played % _AFTER == 0:
            try:
                game = _and(game, Undo(len(game.ruled) - 2))
            except RecordError:  # where the seats go by who deals, only the newest can go
                game = _and(game, Undo(len(game.ruled)))
    return game


def _and(game: Game, record: Record) -> Game:
    items = [one.item for one in game.ruled]
    entry = Entry(record)
    return replay(game.header, [*items, Item(len(items) + 1, None, write(entry), *entry)])
