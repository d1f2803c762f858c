"""Pages in one file that need nothing from outside: the whole evening, or the settlement to be sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pulya.evening import Evening
from pulya.game import Game
from pulya.message import say
from pulya.picture.chart import chart
from pulya.picture.contents import Contents, contents
from pulya.picture.look import BY_PAGE, DARK, FONT, LIGHT, style, variables
from pulya.picture.paper import drawing
from pulya.picture.svg import escaped, tag
from pulya.unusual import noted
from pulya.view.about import about, seal_of
from pulya.view.page import Page
from pulya.view.records import Told, told
from pulya.view.settlements import Grid, parted, settlement_blocks
from pulya.view.sheets import heading, sheet_rows
from pulya.view.states import open_lines, settlement_notes

_ALONE: Final = "default-src 'none'; style-src 'unsafe-inline'"
_LOOK: Final = (
    ":root{color-scheme:light dark;%(light)s}"
    "@media(prefers-color-scheme:dark){:root{%(dark)s}}"
    "@media print{:root{color-scheme:light;%(light)s--paper:#fff;}}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;padding:12px;max-width:60rem;background:var(--paper);color:var(--ink);"
    "font:16px/1.45 %(font)s;overflow-wrap:anywhere}"
    "h1{font-size:1.3rem}h2{font-size:1.1rem;margin:1.6em 0 .4em;border-bottom:2px solid var(--edge)}"
    "figure{margin:0 auto;max-width:46rem}svg{display:block;width:100%%;height:auto}"
    "svg a:hover .stands,svg a:hover .struck{fill:var(--mark)}svg a:focus{outline:2px solid var(--mark)}"
    ".scroll{overflow-x:auto}"
    "table{border-collapse:collapse;margin:.4em 0}caption{text-align:left;font-weight:bold;padding:.3em 0}"
    "th,td{padding:.25em .6em;border:1px solid var(--line);text-align:right;white-space:nowrap}"
    "th{white-space:normal;overflow-wrap:normal}th:first-child{text-align:left}"
    "thead th{background:var(--shade)}"
    "@media(max-width:480px){th,td{padding:.2em .35em;font-size:.85rem}}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em}dt{color:var(--faded)}dd{margin:0}"
    "ol.log{list-style:none;padding:0}ol.log>li{padding:.5em;border-left:4px solid transparent;"
    "scroll-margin-top:1em}ol.log>li:target{background:var(--shade);border-color:var(--mark)}"
    "ol.log>li{padding-left:3.2em}.no{color:var(--faded);float:left;margin-left:-2.7em}.note{color:var(--faded)}"
    "del{color:var(--faded)}"
    "ul.why{margin:.2em 0 0;padding:0;list-style:none;font-size:.92em}"
    "ul.why code{color:var(--faded);font-size:.9em}"
    ".pay{font-weight:bold;margin:.2em 0}"
    "nav a{margin-right:1em;display:inline-block}a{color:var(--one)}"
    "@media print{@page{size:A4;margin:12mm}body{padding:0;max-width:none;font-size:11pt}nav{display:none}"
    "figure{max-width:none;break-inside:avoid}figure.sheet svg{max-height:200mm}h1{margin:0}"
    "h2{break-after:avoid}li,tr{break-inside:avoid}.scroll{overflow:visible}th,td{padding:.2em .4em}}"
)


def evening_page(page: Page, evening: Evening) -> str:
    """Return the whole evening: picture, sheet, records with reasons, settlement, chart."""
    game = evening.game
    rules = style(BY_PAGE)
    sheet = contents(page, game, seal_of(evening))
    picture = drawing(page, sheet, styled=False, linked=True)
    sections = [
        ("picture", say("The picture"), _figure("sheet", picture)),
        ("sheet", say("The sheet"), _sheet(page, evening)),
        ("records", say("Records"), _log(page, noted(game))),
        ("settlement", say("Settlement"), _settlement(page, evening)),
        ("chart", say("Balance over the records"), _figure("chart", chart(page, game, styled=False))),
    ]
    names = [tag("a", escaped(page.say(title)), href=f"#{name}") for name, title, _ in sections]
    body = [tag("nav", "\n".join(names)), _about(page, evening)]
    for name, title, inside in sections:
        body.append(tag("section", tag("h2", escaped(page.say(title))), inside, id=name))
    return _document(page, heading(page, game.header, game.records), body, rules)


def settlement_page(page: Page, evening: Evening) -> str:
    """Return the settlement alone."""
    game = evening.game
    body = [_settlement(page, evening), _about(page, evening)]
    return _document(page, heading(page, game.header, game.records), body)


def blank_page(page: Page, sheet: Contents) -> str:
    """Return an empty sheet as a page that prints."""
    return _document(
        page,
        sheet.heading,
        [_figure("sheet", drawing(page, sheet, styled=False))],
        style(BY_PAGE),
        shown=False,
    )


def _sheet(page: Page, evening: Evening) -> str:
    """Return the sheet as a table, provisional figures marked, and below it what settles them."""
    rows = sheet_rows(page, evening.game.sheet, provisional=evening.provisional)
    caption = page.say(say("Sheet after the last record"))
    return _table(rows, caption) + _notes(open_lines(page, evening.game))


def _notes(lines: Iterable[str]) -> str:
    return "".join(tag("p", escaped(line), class_="note") for line in lines)


def _document(page: Page, title: str, body: Iterable[str], rules: str = "", *, shown: bool = True) -> str:
    look = _LOOK % {"light": variables(LIGHT), "dark": variables(DARK), "font": FONT}
    head = [
        '<meta charset="utf-8"/>',
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        f'<meta http-equiv="Content-Security-Policy" content="{_ALONE}"/>',
        tag("title", escaped(title)),
        tag("style", look + rules),
    ]
    main = [tag("h1", escaped(title))] if shown else []
    inside = "\n".join([*main, *body])
    return "<!DOCTYPE html>\n" + tag(
        "html", tag("head", *head), "\n", tag("body", tag("main", inside)), lang=page.language
    )


def _figure(kind: str, drawing: str) -> str:
    return tag("figure", drawing, class_=kind)


def _about(page: Page, evening: Evening) -> str:
    lines = [tag("dt", escaped(name)) + tag("dd", escaped(line)) for name, line in about(page, evening)]
    return tag("dl", *lines)


def _table(rows: Sequence[Sequence[str]], caption: str | None = None) -> str:
    """Return a table; the first row and the first cell of each row are headings."""
    head, *rest = rows
    named = [tag("caption", escaped(caption))] if caption else []
    columns = [tag("th", escaped(cell) or " ", scope="col") for cell in head]
    body = [
        tag("tr", tag("th", escaped(row[0]), scope="row"), *(tag("td", escaped(cell)) for cell in row[1:]))
        for row in rest
    ]
    inside = [*named, tag("thead", tag("tr", *columns)), tag("tbody", *body)]
    return tag("div", tag("table", *inside), class_="scroll")


def _log(page: Page, game: Game) -> str:
    if not game.ruled:
        return tag("p", escaped(page.say(say("Nothing is written there yet."))))
    return tag("ol", *(_record(told(page, game, one)) for one in game.ruled), class_="log")


def _record(record: Told) -> str:
    """Return a record with what it writes and why; a struck-out one is crossed."""
    text = escaped(record.text)
    writes = [
        tag(
            "li",
            escaped(f"{column}, {whose}: "),
            tag("b", escaped(points)),
            escaped(f" = {why} "),
            tag("code", escaped(rule)),
        )
        for column, whose, points, why, rule in record.writes
    ]
    below = ([] if record.was is None else [record.was], [*record.ranges, *record.notes])
    was, rest = ([tag("div", escaped(line), class_="note") for line in lines] for lines in below)
    return tag(
        "li",
        tag("span", str(record.number), class_="no"),
        tag("del", text) if record.struck else text,
        *(tag("span", escaped(f" {mark}"), class_="note") for mark in record.marks),
        *was,
        *([tag("ul", *writes, class_="why")] if writes else []),
        *rest,
        id=f"record-{record.number}",
    )


def _settlement(page: Page, evening: Evening) -> str:
    """Return who pays whom and what to know of it, and below it how that was worked out."""
    steps, payments = parted(settlement_blocks(page, evening.game, evening.provisional))
    paid = [tag("p", escaped(line), class_="pay") for line in payments]
    worked = [
        _table(block.rows) if isinstance(block, Grid) else tag("p", escaped(block.strip()))
        for block in steps
        if block
    ]
    return "\n".join([*paid, _notes(settlement_notes(page, evening)), *worked])
