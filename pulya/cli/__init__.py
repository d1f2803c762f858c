"""The commands: parse, call, print; the only place that prints."""

import gettext
import io
import os
import sys

import click

from pulya import __version__
from pulya.cli.app import Group, Option, common, language_in
from pulya.cli.club import match
from pulya.cli.conventions import conventions
from pulya.cli.records import add, fix, freeze, new, undo
from pulya.cli.show import check, explain, log, settle, sheet, status
from pulya.view.language import DOMAIN, FOLDER, choose


@click.group(
    cls=Group,
    examples=[
        "pulya new evening.pulya --players Anna,Boris,Vera",
        "pulya add Anna 7h w p = 7",
        'pulya settle --stake "0.50 EUR"',
    ],
)
@common
@click.version_option(__version__, message="pulya %(version)s", cls=Option)
def cli() -> None:
    """Keep the score of a Preferans table: record deals, explain every number, settle the money."""


for command in (new, add, undo, fix, status, sheet, log, explain, settle, check, match, freeze, conventions):
    cli.add_command(command)


def main() -> None:
    """Run the program and leave with its exit code."""
    # click says "Usage" and its refusals through gettext, which asks the environment.
    os.environ["LANGUAGE"] = choose(language_in(sys.argv), os.environ)
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What an old code page cannot show is shown by its number; nothing is worth a traceback.
            stream.reconfigure(errors="backslashreplace")
    cli.main(prog_name="pulya")
