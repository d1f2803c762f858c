"""Random games through the program and through a second scorer that shares no code with it.

`PULYA_GAMES=5000` plays more games, and other ones each time; the journal of the first that differs is shown.
"""

from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SHIPPED, game_of, with_everything

from pulya.errors import RecordError
from pulya.game import Game
from pulya.settlement import balances


@pytest.mark.parametrize("convention", SHIPPED)
@given(data=st.data())
def test_both_scorers_come_to_the_same(convention: str, data: st.DataObject) -> None:
    evening = data.draw(with_everything(convention))

    assert found(evening.game) == oracle.score(evening.plain)
    impossible = evening.plain["impossible"]
    if impossible is not None:
        with pytest.raises(RecordError) as refused:
            game_of(impossible)
        assert refused.value.at is not None
        assert refused.value.at.record == impossible.count("\n- ")


def found(game: Game) -> dict[str, Any]:
    """Return what the oracle returns; of the balance both ways, the average and the least mountain."""
    sheet, table, convention = game.sheet, game.table, game.header.convention
    state = {"dealer": table.dealer, "in_row": table.in_row, "over": game.over}
    if sheet.teams:
        return {
            "columns": [sheet.columns[first] for first, _ in sheet.teams],
            "balance": list(game.team_account.balance),
            **state,
        }
    balance = balances(game.settled_sheet, convention)
    assert balance == game.account.settlement.balance
    listed = [] if convention.checklist == "none" else [str(box) for box in convention.checklist.contracts]
    return {
        "pool": sheet.pool,
        "mountain": sheet.mountain,
        "whists": sheet.whists,
        "balance": balance,
        "bombs": {player: table.bombs.get(player, 0) for player in sheet.players},
        "compulsory": len(table.owed),
        "race": table.race,
        "boxes": {player: still_open(listed, table.ticks.get(player, ())) for player in sheet.players},
        **state,
    }


def still_open(listed: list[str], ticked: tuple[str, ...]) -> list[str]:
    """Return the boxes without those that were ticked, one for one."""
    boxes = list(listed)
    for box in ticked:
        boxes.remove(box)
    return sorted(boxes)
