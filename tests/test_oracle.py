"""Random games through the program and through a second scorer that shares no code with it.

`PULYA_GAMES=5000` plays more games, and other ones each time; the journal of the first that differs is shown.
"""

from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SCORED, scored

from pulya.game import Game
from pulya.settlement import balances


@pytest.mark.parametrize("convention", SCORED)
@given(data=st.data())
def test_both_scorers_come_to_the_same(convention: str, data: st.DataObject) -> None:
    evening = data.draw(scored([convention]))

    assert found(evening.game) == oracle.score(evening.plain)


def found(game: Game) -> dict[str, Any]:
    """Return what the oracle returns; of the balance both ways, the average and the least mountain."""
    sheet = game.sheet
    balance = balances(sheet, game.header.convention)
    assert balance == game.account.settlement.balance
    return {
        "pool": sheet.pool,
        "mountain": sheet.mountain,
        "whists": sheet.whists,
        "dealer": game.table.dealer,
        "in_row": game.table.in_row,
        "over": game.over,
        "balance": balance,
    }
