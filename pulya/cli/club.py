"""What a club asks of its evenings: standings, and the settlement of several evenings at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import click

from pulya.cli.group import Translated
from pulya.cli.many import journals, over, worst
from pulya.cli.options import FILE, common
from pulya.cli.session import Session, pass_session
from pulya.club import Played, played, standings
from pulya.errors import PulyaError
from pulya.evening import Evening, check_closed, open_evening
from pulya.header import with_money
from pulya.view.standings import results_row, results_text, standings_row, standings_text


@click.command(cls=Translated, examples=["pulya stats evenings/", "pulya stats 2026-*.pulya --json"])
@click.argument("files", nargs=-1, required=True, type=FILE)
@common
@pass_session
def stats(session: Session, files: tuple[str, ...]) -> None:
    """Show what everybody did and won over many evenings."""
    evenings, problems = _evenings(files, _played)
    groups = standings(evenings)
    if session.json:
        session.out_json(standings_row(groups, evenings, problems))
    elif evenings:
        session.out(standings_text(session.page, groups, evenings))
    _report(session, problems)


def settle_all(
    session: Session, files: Sequence[str], *, stake: str | None, coin: str | None, open_as: str | None
) -> None:
    """Settle several evenings: each, and everybody's sums; what cannot be settled is told at the end."""
    evenings, problems = _evenings(files, partial(_settled, stake, coin, open_as))
    if session.json:
        session.out_json(results_row(evenings, problems))
    elif evenings:
        session.out(results_text(session.page, evenings))
    _report(session, problems)


def _evenings(files: Sequence[str], work: Callable[[str], Played]) -> tuple[list[Played], list[PulyaError]]:
    found = over(journals(files), work)
    return (
        [one for one in found if not isinstance(one, PulyaError)],
        [one for one in found if isinstance(one, PulyaError)],
    )


def _played(path: str) -> Played:
    return played(_whole(path).game, path)


def _whole(path: str) -> Evening:
    """Return an evening; one that lacks a record is none."""
    evening = open_evening(path)
    if evening.journal.torn is not None:
        raise evening.journal.torn
    return evening


def _settled(stake: str | None, coin: str | None, open_as: str | None, path: str) -> Played:
    evening = _whole(path)
    if open_as is None:
        check_closed(evening)
    return played(evening.game._replace(header=with_money(evening.header, stake, coin)), path)


def _report(session: Session, problems: Sequence[PulyaError]) -> None:
    """Tell what could not be counted, and end with the exit code of the worst."""
    for problem in problems:
        session.complain(problem)
    if problems:
        click.get_current_context().exit(worst(problems))
