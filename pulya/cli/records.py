"""Commands that write: a new journal, a record, a correction."""

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

import click

from pulya import catalog, journal
from pulya.cli.agreed import agreement
from pulya.cli.app import (
    Command,
    Session,
    Translated,
    common,
    completing,
    find_journal,
    journal_option,
    money,
    option,
    pass_session,
)
from pulya.errors import ConventionError, JournalError, Location, RecordError
from pulya.evening import Evening, open_header, with_record
from pulya.files import create
from pulya.game import Game, Item
from pulya.header import read_coin, read_stake
from pulya.message import say
from pulya.record import Fix, Undo
from pulya.schema import lookup
from pulya.seal import seal
from pulya.strict_yaml import load, scalar
from pulya.view.corrections import correction_text
from pulya.view.records import record_text
from pulya.view.rows import record_row, sheet_row
from pulya.view.seals import seal_line
from pulya.view.sheets import heading, sheet_text
from pulya.view.states import status_text
from pulya.view.tables import json_value, meaning_of, shown, to_agree

_RECORD = {"ignore_unknown_options": True}  # a fine may be negative
_SHOWN = 8  # disputed keys that `new` prints; `conventions show` has them all


def header_options(command: Command) -> Command:
    """Add the options that settle what a new journal begins with, beside the players."""
    for add in (
        option(
            "--agree",
            multiple=True,
            metavar="KEY=VALUE",
            help="A rule that this table plays otherwise.",
            shell_complete=completing("agreements"),
        ),
        option("--coin", callback=money(read_coin), help="The smallest payment the table uses: 0.10."),
        option("--stake", callback=money(read_stake), help='Money per whist: "0.50 EUR".'),
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
@click.argument("file", type=click.Path(path_type=Path))
@option("--players", required=True, help="Names clockwise: Anna,Boris,Vera.")
@header_options
@option("--ask", is_flag=True, help="Go through what tables differ in, as questions.")
@common
@pass_session
def new(
    session: Session,
    file: Path,
    players: str,
    convention: str,
    dealer: str | None,
    target: str | None,
    stake: str | None,
    coin: str | None,
    agree: tuple[str, ...],
    ask: bool,
) -> None:
    """Make a journal; say what to agree on before the game."""
    try:
        named = catalog.resolve(convention, file.parent)
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
        session.out_json({"file": str(file), "convention": header.convention.id, "agree": agree_on})
        return
    page = session.page
    session.out(page.say(say("{file} is ready: {heading}.", file=str(file), heading=heading(page, header))))
    if values and not (ask and session.asks):
        session.out(page.say(say("Tables differ here; agree before the first deal:")))
        open_ = {path: value for path, value in values.items() if path not in agreed}
        session.out("\n".join(to_agree(page, resolved, open_)[:_SHOWN]))
        session.out(
            page.say(
                say(
                    "All {count} of them: `pulya conventions show {name}`. To play otherwise, give --agree KEY=VALUE, or --ask.",
                    count=len(open_),
                    name=convention,
                )
            )
        )


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


@click.command(
    cls=Translated,
    context_settings=_RECORD,
    examples=["pulya add Anna 7h w p = 7", 'pulya add "fine Boris mountain 2 (revoke)"'],
)
@click.argument("record", nargs=-1, required=True, shell_complete=completing("record"))
@option("--dry-run", is_flag=True, help="Show what it would write; write nothing.")
@journal_option
@common
@pass_session
def add(session: Session, record: tuple[str, ...], dry_run: bool, file: Path | None) -> None:
    """Add one record; print what it writes and the sheet."""
    path = find_journal(file)
    # Nobody else writes between reading and appending.
    with nullcontext() if dry_run else session.writing(path) as held:
        evening = session.evening(path)
        item, game = _taken(session, evening, " ".join(record))
        corrects = isinstance(item.entry.record, Fix | Undo)
        if held is not None and not corrects:
            session.append(evening, item.text, held)
    if corrects:
        _correct(session, evening, item, game, ask=not dry_run, write=not dry_run)
    else:
        _report(session, evening, game, written=not dry_run)


def _taken(session: Session, evening: Evening, text: str) -> tuple[Item, Game]:
    """Return a typed record with the game after it; one that cannot be is shown with its fault marked."""
    page = session.page
    try:
        return with_record(evening, text, page.language)
    except RecordError as error:
        if error.at.record != len(evening.game.ruled) + 1:
            raise
        from pulya.play.faults import complaint, nearest_reading  # needed for a refusal only

        session.fail(error, complaint(page, error, text, nearest_reading(text, evening, page.language)))


def _report(session: Session, evening: Evening, game: Game, *, written: bool) -> None:
    """Print the record that was added with its writes, the sheet as it stands now and, once written, the seal."""
    ruled = game.ruled[-1]
    if session.json:
        row = record_row(ruled) | {"sheet": sheet_row(game)}
        session.out_json(row | _sealed(evening, game) if written else row)
        return
    page = session.page
    session.out(record_text(page, game, ruled, evening.resolved))
    for warning in ruled.warnings:
        session.tell(say("note: {warning}", warning=warning))
    session.out("")
    session.out(sheet_text(page, game))
    session.out("")
    session.out(status_text(page, game))
    if written:
        session.out(seal_line(page, seal(game, evening.resolved.fingerprint)))


def _sealed(evening: Evening, game: Game) -> dict[str, str]:
    return {"seal": str(seal(game, evening.resolved.fingerprint))}


@click.command(cls=Translated, examples=["pulya freeze"])
@journal_option
@common
@pass_session
def freeze(session: Session, file: Path | None) -> None:
    """Write the whole convention into the journal."""
    path = find_journal(file)
    with session.writing(path) as held:
        evening = session.evening(path)
        name = evening.journal.plain["convention"]
        if not isinstance(name, dict):
            journal.freeze(evening.journal, catalog.resolve(str(name), path.parent).plain, held)
            session.done = say("the journal holds its whole convention")
    if isinstance(name, dict):
        session.tell(say("{file} holds its convention already", file=str(path)))
    else:
        session.tell(say("{file} now holds its whole convention", file=str(path)))
    if session.json:
        session.out_json({"file": str(path), "frozen": True})


@click.command(cls=Translated, examples=["pulya undo 7"])
@click.argument("number", type=int, required=False, shell_complete=completing("records"))
@option("--yes", is_flag=True, help="Do not ask.")
@journal_option
@common
@pass_session
def undo(session: Session, number: int | None, yes: bool, file: Path | None) -> None:
    """Strike out a record, by default the newest."""
    evening = session.evening(find_journal(file))
    text = "undo" if number is None else f"undo {number}"
    item, game = _taken(session, evening, text)
    _correct(session, evening, item, game, ask=not yes)


@click.command(
    cls=Translated, context_settings=_RECORD, examples=['pulya fix 7 "Anna 7h w w = 7 2 1 (Vera whisted)"']
)
@click.argument("number", type=int, shell_complete=completing("records"))
@click.argument("record", nargs=-1, required=True, shell_complete=completing("record"))
@option("--yes", is_flag=True, help="Do not ask.")
@journal_option
@common
@pass_session
def fix(session: Session, number: int, record: tuple[str, ...], yes: bool, file: Path | None) -> None:
    """Read a record as another one; show what changes first."""
    evening = session.evening(find_journal(file))
    item, game = _taken(session, evening, f"fix {number} {' '.join(record)}")
    _correct(session, evening, item, game, ask=not yes)


def _correct(
    session: Session, evening: Evening, item: Item, game: Game, *, ask: bool, write: bool = True
) -> None:
    """Show what a correction moves, ask on a terminal, and write it."""
    page = session.page
    if not session.json:
        session.out(correction_text(page, evening.game, game))
    if ask and session.asks:
        session.confirm(say("Write it? y/n"))
    if write:
        # Not held while somebody thinks; a journal that has changed meanwhile is refused.
        with session.writing(evening.journal.path) as held:
            session.append(evening, item.text, held)
        session.tell(say("written as record {number}", number=item.number))
    if session.json:
        row = record_row(game.ruled[-1]) | {"sheet": sheet_row(game)}
        session.out_json(row | _sealed(evening, game) if write else row)
    elif write:
        session.out(seal_line(page, seal(game, evening.resolved.fingerprint)))
