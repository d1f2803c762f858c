"""The settlement, of one evening or of many."""

from __future__ import annotations

import click

from pulya.cli.delivery import by_name, deliver, markup, output_option
from pulya.cli.group import Translated
from pulya.cli.language import early_page
from pulya.cli.options import FILE, common, either, find_journal, journal_option, money, option
from pulya.cli.printing import fitting, json_line
from pulya.cli.session import Session, pass_session
from pulya.evening import Evening, check_closed
from pulya.files import is_folder
from pulya.header import read_coin, read_stake, with_money
from pulya.message import say
from pulya.view.rows import settlement_row, sheet_row
from pulya.view.visible import visible

_SETTLED = ("text", "json", "md", "html")
_SHEET_ONLY = ("text", "json")  # need nothing of the single records


@click.command(
    cls=Translated,
    examples=['pulya settle evening.pulya --stake "0.50 EUR" --coin 0.10', "pulya settle evenings/"],
)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=FILE)
@option("--stake", callback=money(read_stake, '--stake "0.50 EUR"'), help='Money per whist: "0.50 EUR".')
@option("--coin", callback=money(read_coin, "--coin 0.10"), help="The smallest payment: 0.10.")
@option(
    "--open-as",
    "open_as",
    type=click.Choice(["even"]),
    help="Settle open records as if the tricks fell evenly.",
)
@option("--as", "form", type=click.Choice(_SETTLED), help="The form; `text` if left out.")
@output_option
@journal_option
@common
@pass_session
def settle(
    session: Session,
    files: tuple[str, ...],
    stake: str | None,
    coin: str | None,
    open_as: str | None,
    form: str | None,
    output: str | None,
    file: str | None,
) -> None:
    """Settle step by step: balances, money, payments."""
    if len(files) > 1 or (files and is_folder(files[0])):
        if form is not None or output is not None:
            problem = early_page().say(say("`--as` and `-o` are for one journal"))
            raise click.UsageError(problem)
        from pulya.cli.club import settle_all

        either(files[0], file)
        settle_all(session, files, stake=stake, coin=coin, open_as=open_as)
        return
    form = "json" if session.json else form or by_name(output, _SETTLED) or "text"
    path = find_journal(either(files[0] if files else None, file))
    evening = session.evening(path, keep=form not in _SHEET_ONLY)
    if open_as is None:
        check_closed(evening)
    header = with_money(evening.header, stake, coin)
    evening = evening._replace(game=evening.game._replace(header=header))
    result = _settled(session, evening, form)
    if isinstance(result, str) and form == "text" and output is None:
        result = fitting(result)
    deliver(session, result, output)


def _settled(session: Session, evening: Evening, form: str) -> str | bytes:
    """Return the settlement in a form."""
    page, game = session.page, evening.game
    if form == "json":
        return json_line(sheet_row(game) | settlement_row(game))
    if form == "html":
        from pulya.picture.page import settlement_page

        return markup(settlement_page(page, evening))
    if form == "md":
        from pulya.view.markdown import settlement_markdown

        return settlement_markdown(page, evening)
    from pulya.view.settlements import settlement_text
    from pulya.view.sheets import heading
    from pulya.view.states import settlement_notes

    parts = [heading(page, game.header, game.records), "", settlement_text(page, game, evening.provisional)]
    return visible("\n".join([*parts, *settlement_notes(page, evening)]))
