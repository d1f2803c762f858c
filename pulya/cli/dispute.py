"""Commands for the moment when two people disagree: other rules, and seals."""

from __future__ import annotations

import click

from pulya import catalog
from pulya.cli.agreed import agree_option, agreements
from pulya.cli.group import Translated
from pulya.cli.language import early_page
from pulya.cli.options import common, completing, find_journal, journal_option, option
from pulya.cli.session import Session, pass_session
from pulya.compare import by_deal, by_key, moved, other_rules, rest, tried
from pulya.game import no_record
from pulya.message import say
from pulya.seal import Seal, read_seal
from pulya.seal import seal as seal_of
from pulya.view.comparisons import Comparison, comparison_row, comparison_text, tried_row, tried_text
from pulya.view.seals import Verified, seal_line, verified_row, verified_text
from pulya.view.states import open_lines


def _codes(_ctx: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> list[Seal]:
    """Return the codes that were typed; a wrong character is a wrong usage."""
    found: list[Seal] = []
    for text in texts:
        code = read_seal(text)
        problem = None
        if code is None:
            problem = say(
                "`{text}` is no seal; one looks like 12-K7QF-3M2X, without 0, 1, I, L and O", text=text
            )
        elif not code.is_sound:
            problem = say("a character of `{text}` is wrong, or two are swapped; look again", text=text)
        if problem is not None:
            shown = early_page().say(problem)
            raise click.BadParameter(shown)
        assert code is not None
        found.append(code)
    return found


@click.command(cls=Translated, examples=["pulya seal", "pulya seal 7", "pulya seal --verify 7-3294-6256"])
@click.argument("records", metavar="[N]", type=int, required=False, shell_complete=completing("records"))
@option(
    "--verify", multiple=True, metavar="CODE", callback=_codes, help="A code noted before; may be repeated."
)
@journal_option
@common
@pass_session
@click.pass_context
def seal(
    ctx: click.Context, session: Session, records: int | None, verify: list[Seal], file: str | None
) -> None:
    """Give a short code over the header and the first N records."""
    evening = session.evening(find_journal(file))
    game, rules = evening.game, evening.resolved.fingerprint
    last = game.records
    if verify:
        verified = [
            Verified(code, code.records <= last and seal_of(game, rules, code.records) == code)
            for code in sorted(verify)
        ]
        if session.json:
            session.out_json(verified_row(verified))
        else:
            session.out(verified_text(session.page, verified, last))
        if not all(one.is_same for one in verified):
            ctx.exit(1)
        return
    if records is not None and not 0 <= records <= last:
        raise no_record(game, str(records))
    code = seal_of(game, rules, records)
    if session.json:
        session.out_json({"records": code.records, "seal": str(code)})
    else:
        session.out(seal_line(session.page, code))


@click.command(
    cls=Translated,
    examples=[
        "pulya compare --agree whisting.split=gentleman",
        "pulya compare --convention leningrad",
        "pulya compare --each",
    ],
)
@option(
    "--convention",
    help="The other rules: a shipped convention, or a file; without what was agreed here.",
    shell_complete=completing("conventions"),
)
@agree_option("A rule that is played otherwise.")
@option("--each", is_flag=True, help="Try each disputed key alone, and rank them by the money they move.")
@journal_option
@common
@pass_session
def compare(
    session: Session, convention: str | None, agree: tuple[str, ...], each: bool, file: str | None
) -> None:
    """Score the evening by other rules; say what each deal and key moves."""
    if each == bool(convention or agree):
        problem = early_page().say(say("name other rules with --convention or --agree, or try --each"))
        raise click.UsageError(problem)
    evening = session.evening(find_journal(file))
    game = evening.game
    if session.json:  # the text says it itself
        for line in open_lines(session.page, game):
            session.tell(line)
    if each:
        found = tried(evening)
        if session.json:
            session.out_json(tried_row(game, found))
        else:
            session.out(tried_text(session.page, game, found))
        return
    base = evening.resolved if convention is None else catalog.resolve(convention, "")
    rules = catalog.agree(base, agreements(agree))
    whole = moved(evening, rules.convention, other_rules(evening.resolved.convention, rules.convention))
    alone = by_key(evening, rules)
    comparison = Comparison(whole, by_deal(game, whole.rescored.game), alone, rest(whole, alone))
    if session.json:
        session.out_json(comparison_row(game, comparison))
    else:
        session.out(comparison_text(session.page, game, comparison))
