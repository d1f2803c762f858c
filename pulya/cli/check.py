"""Everything that is wrong with files, and what is unusual in them."""

from __future__ import annotations

import click

from pulya import catalog
from pulya.checking import check_evening
from pulya.checkpoints import checkpoints
from pulya.cli.group import Translated
from pulya.cli.many import journals, over
from pulya.cli.options import FILE, common
from pulya.cli.session import Session, pass_session
from pulya.errors import ConventionError, Location, PulyaError, RecordError
from pulya.evening import Evening
from pulya.files import ending
from pulya.game import Game
from pulya.header import read_figures
from pulya.message import Text, say, say_n
from pulya.sheet import Place
from pulya.unusual import noted
from pulya.value import Value
from pulya.view.figures import mixed
from pulya.view.rows import Row, problem_row
from pulya.view.states import fix_text


class Note(Value):
    """A remark about a record that is no fault."""

    at: Location
    text: Text


class Checked(Value):
    """What is wrong with a file, how many records it has (a convention none), and what is unusual in it."""

    problems: list[PulyaError]
    records: int | None
    notes: list[Note]


@click.command(cls=Translated, examples=["pulya check evening.pulya house.yaml", "pulya check evenings/"])
@click.argument("files", nargs=-1, required=True, type=FILE)
@common
@pass_session
@click.pass_context
def check(ctx: click.Context, session: Session, files: tuple[str, ...]) -> None:
    """Say all that is wrong with journals, sheets, conventions."""
    paths = journals(files)
    problems: list[PulyaError] = []
    notes: list[Note] = []
    fine: list[str] = []
    for path, checked in zip(paths, over(paths, check_file), strict=True):
        assert isinstance(checked, Checked)  # it collects its complaints
        problems += checked.problems
        notes += checked.notes
        if not checked.problems:
            fine.append(session.page.say(_all_well(path, checked.records)))
    if session.json:
        row: Row = {"ok": not problems, "problems": [problem_row(problem) for problem in problems]}
        session.out_json(row | ({"notes": [_note_row(note) for note in notes]} if notes else {}))
    else:
        for text in fine:
            session.out(text)
        for number, problem in enumerate(problems, start=1):
            session.out(f"{number}. " + "\n   ".join(problem.lines(session.page.translate)))
        for note in notes:
            text = "; ".join(PulyaError(note.text, at=note.at).lines(session.page.translate))
            session.out(session.page.say(say("note: {warning}", warning=text)))
    if problems:
        ctx.exit(1)


def _all_well(path: str, records: int | None) -> Text:
    if records is None:
        return say("{file}: all well", file=path)
    return say_n("{file}: {n} record, all well", "{file}: {n} records, all well", records, file=path)


def check_file(path: str) -> Checked:
    """Return what is wrong with a file, and what is unusual in it."""
    if ending(path) in {".yaml", ".yml"} and _is_convention(path):
        try:
            catalog.load_file(path)
        except ConventionError as error:
            return Checked([error], None, [])
        return Checked([], None, [])
    evening, problems = check_evening(path)
    if evening is None:
        return Checked(problems, 0, [])
    problems += _on_paper(path, evening.game)
    if evening.journal.is_sheet:
        return Checked(problems, 0, _oddities(evening))
    return Checked(problems, len(evening.game.ruled), _notes(path, noted(evening.game)))


def _on_paper(path: str, game: Game) -> list[PulyaError]:
    """Return the figures of the paper that differ from the record; of the first, between which records it went wrong."""
    found: list[PulyaError] = []
    agreed: dict[Place, int] = {}  # the last record after which the paper had a cell right
    for at, place, paper, record in checkpoints(game):
        item = game.ruled[at].item
        if paper == record:
            agreed[place] = item.number
            continue
        named = " ".join(part for part in place if part)
        if found:
            hint = say("`pulya explain {cell}` shows what stands behind it", cell=named)
        else:
            hint = say(
                "it is the first that disagrees: look at records {first} to {last}, or let `pulya audit` look",
                first=agreed.get(place, 0) + 1,
                last=item.number - 1,
            )
        found.append(
            RecordError(
                say(
                    "the paper has {paper}, the record comes to {record}",
                    paper=mixed(paper),
                    record=mixed(record),
                ),
                at=Location(path, item.line, item.number, named),
                hint=hint,
            )
        )
    return found


def _oddities(evening: Evening) -> list[Note]:
    """Return what cannot be on a bare paper sheet; a fine makes anything possible, so it is no fault."""
    from pulya.audit.lint import oddities
    from pulya.view.alignments import oddity_of

    sheet = evening.journal.plain.get("sheet")
    figures = {} if sheet is None else read_figures(sheet, evening.header.players)
    at = evening.journal.location("sheet")._replace(field=None)
    return [Note(at, oddity_of(one)) for one in oddities(figures, evening.header)]


def _notes(path: str, game: Game) -> list[Note]:
    found: list[Note] = []
    for one in game.ruled:
        at = Location(path, one.item.line, one.item.number)
        found += [Note(at, warning) for warning in one.warnings]
        if one.ranges:
            fix = fix_text(one, game.header.convention)
            open_ = say("it is open how the tricks of the defence fell; `{fix}` settles it", fix=fix)
            found.append(Note(at, open_))
    return found


def _note_row(note: Note) -> Row:
    return {
        "file": note.at.file,
        "line": note.at.line,
        "record": note.at.record,
        "note": str(note.text),
    }


def _is_convention(path: str) -> bool:
    try:
        plain = catalog.load_document(path).value
    except ConventionError:
        return True
    return not isinstance(plain, dict) or "players" not in plain
