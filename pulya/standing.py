"""What a journal came to, remembered: who asks for the same sheet again waits for no record to be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pulya.digest import digest
from pulya.encoding import encode
from pulya.game import Game, Header
from pulya.plain import Plain
from pulya.remember import recall_value, store
from pulya.sheet import Sheet
from pulya.table import Table

_KINDS: Final = {kind.__name__: kind for kind in (Sheet, Table)}


def standing(
    header: Header, rules: Mapping[str | int, Plain], journal: str, play: Callable[[], Game]
) -> Game:
    """Return the game that ``play`` returns, without its history, or the same from memory.

    ``rules`` is the convention as plain data, ``journal`` the whole text.  Raises what ``play`` raises.  A game with
    an open record is not remembered, nor is any journal: its SHA-256 is enough to know it again.
    """
    text = digest(f"{rules!r}\n{journal}").hex()
    known = recall_value("standing", text, _KINDS)
    if known is not None:
        records, table, over, sheet = known
        return Game(header, records, table, over, sheet, (), None)
    game = play()
    if not game.still_open:
        store("standing", text, encode((game.records, game.table, game.over, game.sheet)))
    return game
