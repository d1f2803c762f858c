"""The commands: parse, call, print; the only place that prints."""

from __future__ import annotations

import gettext
import os
import sys
from importlib import import_module

import click

from pulya import __version__
from pulya.cli.group import Group
from pulya.cli.language import language_in
from pulya.cli.options import common, option
from pulya.cli.streams import open_streams, prepare_output
from pulya.view.language import DOMAIN, FOLDER, choose

# Where each command is, and the first sentence of its help: a command is imported when it is called, and
# `--help` and completion need none of them.
COMMANDS = {
    "new": ("new", "Make a journal; say what to agree on before the game."),
    "add": ("records", "Add one record; print what it writes and the sheet."),
    "play": ("play", "Keep the score at the table: one line a deal, until you leave."),
    "undo": ("records", "Strike out a record, by default the newest."),
    "fix": ("records", "Read a record as another one; show what changes first."),
    "freeze": ("records", "Write the whole convention into the journal."),
    "status": ("show", "Say who deals next and what a trick in raspasy costs."),
    "sheet": ("sheets", "Show the sheet as it stands."),
    "chart": ("sheets", "Show how the balances moved from record to record."),
    "log": ("show", "Show all records with their writes, marked where struck out."),
    "explain": ("explain", "Say why each number is there."),
    "settle": ("settle", "Settle step by step: balances, money, payments."),
    "compare": ("dispute", "Score the evening by other rules; say what each deal and key moves."),
    "seal": ("dispute", "Give a short code over the header and the first N records."),
    "check": ("check", "Say all that is wrong with journals, sheets, conventions."),
    "audit": ("audit", "Find where a paper sheet and the record part, and which mistakes explain it."),
    "stats": ("club", "Show what everybody did and won over many evenings."),
    "match": ("match", "Add the two tables of a duplicate match of pairs and name the winner."),
    "conventions": ("conventions", "Show the conventions: the tables that decide every number."),
}


def _say_version(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"pulya {__version__}")
        ctx.exit()


@click.group(
    cls=Group,
    places={name: (f"pulya.cli.{module}", help_) for name, (module, help_) in COMMANDS.items()},
    examples=[
        "pulya new evening.pulya --players Anna,Boris,Vera",
        "pulya add Anna 7h w p = 7",
        'pulya settle --stake "0.50 EUR"',
    ],
)
@common
@option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_say_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Keep the score of a Preferans table: record deals, explain every number, settle the money."""


def main() -> None:
    """Run the program and leave with its exit code."""
    open_streams()
    # click says "Usage" and its refusals through gettext, which asks the environment.
    os.environ["LANGUAGE"] = choose(language_in(sys.argv), os.environ)
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)
    prepare_output()
    if "_PULYA_COMPLETE" in os.environ:
        import_module("pulya.cli.complete")  # which knows bash better than click does
    cli.main(prog_name="pulya")
