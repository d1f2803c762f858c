"""What a correction moves, for any legal game: nothing that changes is left untold."""

import re

from hypothesis import given
from hypothesis import strategies as st
from strategies import Evening, and_then, evenings

from pulya.errors import RecordError
from pulya.sheet import differences
from pulya.view.corrections import changes_text
from pulya.view.page import COLUMNS, Page
from pulya.view.records import whose

ENGLISH = Page("en")
CORRECTIONS = ("undo {number}", "fix {number} misdeal", "fix {number} {player} 7h w p = 7")


@given(evenings(), st.integers(0, 99), st.sampled_from(CORRECTIONS))
def test_every_figure_balance_and_record_that_moves_is_told(
    evening: Evening, at: int, correction: str
) -> None:
    before = evening.game
    number = at % before.records + 1
    try:
        after = and_then(before, correction.format(number=number, player=before.header.players[0]))
    except RecordError:  # it would make a later record impossible
        return

    shown = changes_text(ENGLISH, before, after)

    rows = [re.split(r"  +", line.strip()) for line in shown.splitlines()]
    moved = differences(before.sheet, after.sheet)
    for place, _, _ in moved:
        assert [whose(ENGLISH, place), ENGLISH.say(COLUMNS[place.column])] in [row[:2] for row in rows]
    for result in after.results if moved else ():
        assert result.name in [row[0] for row in rows]
    numbers = [
        str(now.item.number)
        for was, now in zip(before.ruled, after.ruled, strict=False)
        if was.writes != now.writes
    ]
    told = re.search(r"^Writes change in records? (.*)\.$", shown, re.MULTILINE)
    assert (told[1].split(", ") if told else []) == numbers
