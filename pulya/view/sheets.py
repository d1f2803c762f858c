"""The sheet for people: of three to five, of pairs, of races, with checklists."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType

from pulya.convention import Checklist
from pulya.game import Game, Header
from pulya.message import say, say_n
from pulya.notation.names import LENGTH
from pulya.notation.words import suit_written, written
from pulya.rules.checklist import open_boxes
from pulya.sheet import Place, Sheet, team_name
from pulya.table import Table
from pulya.terms import SUITS, Player
from pulya.view.figures import mixed
from pulya.view.names import shortened
from pulya.view.page import COLUMNS, Page


def heading(page: Page, header: Header, records: int | None = None) -> str:
    """Return one line about the table; a paper sheet has no records to count."""
    parts = [page.bilingual(header.convention.title)]
    if header.target is not None:
        parts.append(page.say(say("pool to {target}", target=header.target)))
    if header.target_sum is not None:
        parts.append(page.say(say("pools together to {target}", target=header.target_sum)))
    if header.date:
        parts.append(header.date)
    if records:
        parts.append(page.say(say_n("{n} record", "{n} records", records)))
    return ", ".join(parts)


def sheet_table(page: Page, sheet: Sheet, provisional: Container[Place] = ()) -> str:
    """Return the sheet, one row a player in seat order; of pairs the two columns.

    On a narrow screen names are cut as far as they must be, first in the headings.
    """
    table = page.compact(sheet_rows(page, sheet, provisional=provisional))
    for letters in range(LENGTH - 1, 1, -1):
        if page.fits(table) or sheet.teams:
            break
        short = abbreviated(sheet.players, letters)
        table = page.compact(sheet_rows(page, sheet, short, provisional))
        if not page.fits(table):
            headings, *rows = sheet_rows(page, sheet, short, provisional)
            table = page.compact([headings, *([short[Player(row[0])], *row[1:]] for row in rows)])
    return table


def _checklist(page: Page, table: Table, checklist: Checklist) -> str:
    """Return what each has played and owes, a row for each player, the suits of a level close together."""
    levels, suits, *marks = checklist_rows(page, table, checklist)
    headings = [level + suit for level, suit in zip(levels, suits, strict=True)]
    headings[0] = page.say(say("player"))
    starts = [at for at, level in enumerate(levels) if level]
    spans = [(0, 1), *zip(starts, [*starts[1:], len(levels)], strict=True)]
    wide = [max(map(len, column)) for column in zip(headings, *marks, strict=True)]

    def grouped(row: Sequence[str]) -> list[str]:
        cells = [cell if at == 0 else cell.rjust(wide[at]) for at, cell in enumerate(row)]
        return [" ".join(cells[start:end]) for start, end in spans]

    rows = [grouped(row) for row in (headings, *marks)]
    whole = page.compact(rows)
    if page.fits(whole):
        return whole
    short = abbreviated(table.players, LENGTH // 2)
    return page.compact([rows[0], *([short[Player(name)], *boxes] for name, *boxes in rows[1:])])


def checklist_rows(page: Page, table: Table, checklist: Checklist) -> list[list[str]]:
    """Return the boxes of every player, below two rows with what they are for.

    The first has the levels, each at the first of its boxes, and the misère; the second has the suits.
    """
    boxes = tuple(dict.fromkeys(checklist.contracts))
    labels = [_box_label(page, box) for box in boxes]
    before = [("", ""), *labels[:-1]]
    firsts = [
        "" if suit and level == last else level
        for (last, _), (level, suit) in zip(before, labels, strict=True)
    ]
    return [
        ["", *firsts],
        ["", *(suit for _, suit in labels)],
        *([player, *(_box_mark(table, player, box, checklist) for box in boxes)] for player in table.players),
    ]


def abbreviated(names: Sequence[Player], letters: int) -> dict[Player, str]:
    """Return the names in at most so many letters."""
    return {
        name: shortened(
            name, [other for other in names if other != name], lambda short: len(short) <= letters
        )
        for name in names
    }


def sheet_rows(
    page: Page,
    sheet: Sheet,
    short: Mapping[Player, str] = MappingProxyType({}),
    provisional: Container[Place] = (),
) -> list[list[str]]:
    """Return the cells of the sheet, the headings first, names in them perhaps ``short``.

    What is ``provisional`` has the question mark of an open record.
    """

    def shown(place: Place) -> str:
        return mixed(place.figure(sheet)) + ("?" if place in provisional else "")

    if sheet.teams:
        headers = [page.say(say("team")), page.say(COLUMNS["column"])]
        return [headers, *([team_name(team), shown(Place(team[0], "column"))] for team in sheet.teams)]
    headers = [
        page.say(say("player")),
        page.say(COLUMNS["pool"]),
        page.say(COLUMNS["mountain"]),
        *(page.say(say("on {player}", player=short.get(player, player))) for player in sheet.players),
    ]
    rows = [
        [
            player,
            shown(Place(player, "pool")),
            shown(Place(player, "mountain")),
            *(shown(Place(player, "whists", other)) if other != player else "·" for other in sheet.players),
        ]
        for player in sheet.players
    ]
    return [headers, *rows]


def sheet_text(page: Page, game: Game, provisional: Container[Place] = ()) -> str:
    """Return the sheet with what belongs to it: finished races, bombs, checklists."""
    parts = [sheet_table(page, game.sheet, provisional)]
    table, convention = game.table, game.header.convention
    parts += state_lines(page, game)
    if convention.checklist != "none":
        parts += ["", _checklist(page, table, convention.checklist)]
    return "\n".join(parts)


def state_lines(page: Page, game: Game) -> list[str]:
    """Return what goes on from deal to deal beside the columns: the race, finished pools, bombs."""
    table, convention = game.table, game.header.convention
    parts: list[str] = []
    if convention.series != "none":
        rounds = convention.series.rounds
        parts.append(
            page.say(say("Race {number} of {rounds}.", number=table.race, rounds=rounds))
            if table.race <= rounds
            else page.say(say("The races are over."))
        )
        if table.finished:
            pools = ", ".join(f"{player} {mixed(points)}" for player, points in table.finished.items())
            parts.append(page.say(say("Pools of the finished races: {pools}.", pools=pools)))
    if any(table.bombs.values()):
        bombs = ", ".join(f"{player} {held}" for player, held in table.bombs.items() if held)
        parts.append(page.say(say("Bombs: {bombs}.", bombs=bombs)))
    return parts


def _box_mark(table: Table, player: Player, box: str, checklist: Checklist) -> str:
    """Return a cross for a contract that is done; of one that is owed several times, how often it was done."""
    owed = checklist.contracts.count(box)
    done = owed - open_boxes(table, player, checklist).count(box)
    if owed > 1:
        return f"{done}/{owed}"
    return "x" if done else "·"


def _box_label(page: Page, box: str) -> tuple[str, str]:
    """Return the level and the suit of a box in the words of the reader's language: 6s is 6 and п."""
    level = box.rstrip("scdhnt") if box != "misere" else ""
    if not level:
        return written("misere", page.language), ""
    suit = next((suit for suit in SUITS if suit == box.removeprefix(level)), None)
    return level, suit_written(suit, page.language) if suit else ""
