"""Commands for the moment when two people disagree: seals."""

from pathlib import Path

import click

from pulya.cli.app import (
    Session,
    Translated,
    common,
    early_page,
    find_journal,
    journal_option,
    option,
    pass_session,
)
from pulya.errors import RecordError
from pulya.message import say
from pulya.seal import Seal, read_seal
from pulya.seal import seal as seal_of
from pulya.view.seals import Verified, seal_line, verified_row, verified_text


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
@click.argument("records", metavar="[N]", type=int, required=False)
@option(
    "--verify", multiple=True, metavar="CODE", callback=_codes, help="A code noted before; may be repeated."
)
@journal_option
@common
@pass_session
@click.pass_context
def seal(
    ctx: click.Context, session: Session, records: int | None, verify: list[Seal], file: Path | None
) -> None:
    """Give a short code over the header and the first N records."""
    evening = session.evening(find_journal(file))
    game, rules = evening.game, evening.resolved.fingerprint
    last = len(game.ruled)
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
        raise RecordError(
            say("there is no record {number}", number=records),
            hint=say("the journal has records 1 to {last}", last=last)
            if last
            else say("the journal has no records yet"),
        )
    code = seal_of(game, rules, records)
    if session.json:
        session.out_json({"records": code.records, "seal": str(code)})
    else:
        session.out(seal_line(session.page, code))
