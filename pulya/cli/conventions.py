"""Commands about the tables."""

from __future__ import annotations

import click

from pulya import catalog
from pulya.cli.group import Group, Translated
from pulya.cli.options import common, completing
from pulya.cli.session import Session, pass_session
from pulya.message import say
from pulya.nearest import nearest
from pulya.view.conventions import (
    convention_row,
    convention_text,
    conventions_text,
    diff_rows,
    diff_text,
    has_keys,
    key_groups,
    key_rows,
    keys_text,
)


@click.group(cls=Group, examples=["pulya conventions list"])
@common
def conventions() -> None:
    """Show the conventions: the tables that decide every number."""


@conventions.command(cls=Translated, name="list", examples=["pulya conventions list"])
@common
@pass_session
def list_(session: Session) -> None:
    """List the shipped conventions."""
    resolved = [catalog.load_shipped(name) for name in catalog.shipped()]
    if session.json:
        session.out_json(
            [
                {
                    "id": one.convention.id,
                    "title": one.convention.title._asdict(),
                    "summary": one.convention.summary._asdict(),
                    "players": list(one.convention.table.players),
                    "ending": one.convention.ending,
                    "fingerprint": one.fingerprint,
                }
                for one in resolved
            ]
        )
        return
    session.out(conventions_text(session.page, resolved))


@conventions.command(cls=Translated, examples=["pulya conventions show sochi"])
@click.argument("convention", metavar="ID|FILE", shell_complete=completing("conventions"))
@common
@pass_session
def show(session: Session, convention: str) -> None:
    """Show a convention key by key, with sources and what other tables play."""
    resolved = catalog.resolve(convention, "")
    if session.json:
        session.out_json(convention_row(resolved))
    else:
        session.out(convention_text(session.page, resolved))


@conventions.command(
    cls=Translated,
    examples=["pulya conventions diff sochi leningrad", "pulya conventions diff sochi ./house.yaml"],
)
@click.argument("one", metavar="ID|FILE", shell_complete=completing("conventions"))
@click.argument("other", metavar="ID|FILE", shell_complete=completing("conventions"))
@common
@pass_session
def diff(session: Session, one: str, other: str) -> None:
    """Show only what differs between two conventions."""
    first, second = catalog.resolve(one, ""), catalog.resolve(other, "")
    if session.json:
        session.out_json(diff_rows(first, second))
    else:
        session.out(diff_text(session.page, first, second))


@conventions.command(cls=Translated, examples=["pulya conventions keys", "pulya conventions keys whisting"])
@click.argument("group", required=False, shell_complete=completing("key_group"))
@common
@pass_session
def keys(session: Session, group: str | None) -> None:
    """List every key: its values, its meaning, which tables dispute it."""
    if group is not None and not has_keys(group):
        near = nearest(group, key_groups())
        if near is None:
            problem = say("there are no keys `{group}`; there are {known}", group=group, known=key_groups())
        else:
            problem = say("there are no keys `{group}`; did you mean `{near}`?", group=group, near=near)
        raise click.BadParameter(session.page.say(problem))
    shipped = [catalog.load_shipped(name) for name in catalog.shipped()]
    if session.json:
        session.out_json(key_rows(shipped, group))
    else:
        session.out(keys_text(session.page, shipped, group))
