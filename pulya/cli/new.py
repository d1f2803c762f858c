"""A new journal, and what its table should agree on."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from typing import Any

import click

from pulya import catalog, journal
from pulya.cli.agreed import agree_option, agreement
from pulya.cli.group import Translated
from pulya.cli.options import FILE, Command, common, completing, find_journal, money, option
from pulya.cli.session import Session, pass_session
from pulya.errors import ConventionError, JournalError, Location, PulyaError, RecordError
from pulya.evening import open_header
from pulya.files import create
from pulya.game import Header
from pulya.header import read_coin, read_stake
from pulya.message import Text, say
from pulya.notation.words import Language
from pulya.notation.write import write
from pulya.record import CallOf, Contract, Entry, Figure
from pulya.replay import first_table
from pulya.rules.ruling import Referee
from pulya.schema import lookup
from pulya.strict_yaml import load, scalar
from pulya.terms import Call
from pulya.view.conventions import json_value, meaning_of, shown, to_agree
from pulya.view.sheets import heading

_SHOWN = 8  # disputed keys that `new` prints; `conventions show` has them all


def header_options(command: Command) -> Command:
    """Add the options that settle what a new journal begins with, beside the players."""
    for add in (
        agree_option("A rule that this table plays otherwise."),
        option(
            "--coin",
            callback=money(read_coin, "--coin 0.10"),
            help="The smallest payment the table uses: 0.10.",
        ),
        option(
            "--stake", callback=money(read_stake, '--stake "0.50 EUR"'), help='Money per whist: "0.50 EUR".'
        ),
        option("--target", help="Pool target per player, or none."),
        option("--dealer", help="Who deals first; default: the last player."),
        option(
            "--convention",
            default="sochi",
            show_default=True,
            help="A shipped convention, or a file of your own.",
            shell_complete=completing("conventions"),
        ),
    ):
        command = add(command)
    return command


@click.command(
    cls=Translated, examples=['pulya new evening.pulya --players Anna,Boris,Vera --stake "0.50 EUR"']
)
@click.argument("file", type=FILE)
@option("--players", required=True, help="Names clockwise: Anna,Boris,Vera.")
@header_options
@option("--ask", is_flag=True, help="Go through what tables differ in, as questions.")
@common
@pass_session
def new(session: Session, /, file: str, **settings: Any) -> None:
    """Make a journal; say what to agree on before the game."""
    header = make(session, file, **settings)
    if not session.json:
        session.out(session.page.say(_next(header, file, session.page.language)))


def make(
    session: Session,
    file: str,
    *,
    players: str,
    convention: str,
    dealer: str | None,
    target: str | None,
    stake: str | None,
    coin: str | None,
    agree: tuple[str, ...],
    ask: bool,
) -> Header:
    """Make a journal and say what to agree on; return what it begins with."""
    try:
        named = catalog.resolve(convention, os.path.dirname(file))
    except ConventionError as error:
        raise (error.within(Location(field="convention")) if error.at.file is None else error) from None
    agreed = dict(map(agreement, agree))
    if ask and session.asks:
        agreed |= _ask(session, named, agreed)
    names = [name.strip() for name in players.replace(",", " ").split()]
    lines = [
        f"convention: {scalar(convention)}",
        f"rules: {scalar(named.fingerprint)}",
        f"players: [{', '.join(map(scalar, names))}]",
    ]
    settings = (("dealer", dealer), ("target", target), ("stake", stake), ("coin", coin))
    for key, value in settings:
        if value is not None:
            # A target is a number or the word none, a coin a number: both are written as they are.
            lines.append(f"{key}: {value if key in ('target', 'coin') else scalar(value)}")
    if agreed:
        lines += ["agreed:", *(f"  {key}: {value}" for key, value in agreed.items())]
    text = "\n".join([*lines, "deals:"]) + "\n"
    try:
        resolved, header = open_header(journal.parse(text, file))
    except (JournalError, ConventionError) as error:
        # The file is not there yet: its lines would say nothing.
        raise type(error)(error.problem, at=Location(field=error.at.field), hint=error.hint) from None
    create(file, text.encode())
    session.done = say("the journal is made")
    found = {path: lookup(resolved.convention, path) for path in resolved.convention.disputed}
    if target is not None:
        found.pop("target", None)  # the header's counts
    values = {path: shown(value) for path, value in found.items()}
    if session.json:
        agree_on = {path: json_value(value) for path, value in found.items()}
        session.out_json({"file": file, "convention": header.convention.id, "agree": agree_on})
        return header
    page = session.page
    session.out(page.say(say("{file} is ready: {heading}.", file=file, heading=heading(page, header))))
    if values and not (ask and session.asks):
        session.out(page.say(say("Tables differ here; agree before the first deal:")))
        open_ = {path: value for path, value in values.items() if path not in agreed}
        session.out("\n".join(to_agree(page, resolved, open_)[:_SHOWN]))
        session.out(
            page.say(
                say(
                    "All {count} of them: `pulya conventions show {name}`. To play otherwise, write `{line}` above `deals:` "
                    "before the first deal, or begin with --agree or --ask.",
                    count=len(open_),
                    name=convention,
                    line="agreed: {KEY: VALUE}",
                )
            )
        )
    return header


def _next(header: Header, file: str, language: Language) -> Text:
    """Return what to type next, so that it can be copied: the live table, and a record if one could be the first."""
    table = first_table(header)
    declarer, *hands = table.seats.active
    calls: tuple[Call, ...] = ("whist", "pass")
    called = tuple(CallOf(None, call) for call in calls[: len(hands)])
    record = Contract(declarer, 7, "h", calls=called, tricks=(Figure(None, 7),))
    play = f"pulya play {_in_shell(file)}"
    try:
        Referee(header.convention).rule(record, table)
    except RecordError:  # raspasy come first, or a hand is owed
        return say("Next: `{play}`.", play=play)
    named = "" if _is_found(file) else f"-f {_in_shell(file)} "
    words = " ".join(map(_in_shell, write(Entry(record), language).split()))
    return say("Next: `{play}`, or `{add}`.", play=play, add=f"pulya add {named}{words}")


def _is_found(file: str) -> bool:
    """Say whether commands would take this journal without its name."""
    try:
        return os.path.samefile(find_journal(None), file)
    except (PulyaError, OSError):
        return False


def _in_shell(word: str) -> str:
    """Return a word as it is typed in a shell."""
    return word if re.fullmatch(r"[\w@%+=:,./-]+", word) else shlex.quote(word)


def _ask(session: Session, named: catalog.Resolved, agreed: Mapping[str, str]) -> dict[str, str]:
    """Go through what tables differ in; an empty answer keeps what the convention has."""
    page = session.page
    answers: dict[str, str] = {}
    session.tell(say("Press Enter to keep what stands there, or type another value."))
    for path, line in named.convention.disputed.items():
        if path in agreed:
            continue
        now = shown(lookup(named.convention, path))
        session.tell(say("{meaning} ({path})", meaning=page.bilingual(meaning_of(path)), path=path))
        session.tell(say("  elsewhere: {line}", line=page.bilingual(line)))
        while True:
            answer = click.prompt(path, default=now, err=True, type=str).strip()
            if answer == now:
                break
            try:
                catalog.agree(named, {path: load(answer, ConventionError).value})
            except ConventionError as error:
                session.complain(error)
                continue
            answers[path] = answer
            break
    return answers
