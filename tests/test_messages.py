"""The Russian catalogue: complete, nothing left over, right in its plurals, and in Russian where a reader sees it.

``python tests/test_messages.py`` adds what is missing to ``pulya.po``, to be translated by hand.
"""

import ast
import inspect
import io
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import click
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from commands import children

import pulya
from pulya import catalog
from pulya.cli import cli
from pulya.cli.group import HELP
from pulya.convention import Convention
from pulya.view.language import DOMAIN, FOLDER, translator

PACKAGE: Final = Path(pulya.__file__).parent
PO: Final = Path(FOLDER) / "ru" / "LC_MESSAGES" / f"{DOMAIN}.po"
SAMPLES: Final = Path(__file__).parent.parent / "samples"
SAMPLE: Final = SAMPLES / "leningrad-four" / "evening.pulya"

MARKS: Final = {"say": 1, "say_n": 2, "translate": 1}  # how many of the arguments are texts
FORMS: Final = 3

# What click says to our readers; the value is the plural, where it counts.
CLICK: Final[Mapping[str, str | None]] = {
    "Usage:": None,
    "Options": None,
    "Commands": None,
    "default: {default}": None,
    "required": None,
    "Error: {message}": None,
    "Aborted!": None,
    "Try '{command} {option}' for help.": None,
    "Missing command.": None,
    "Missing argument": None,
    "Missing option": None,
    "Missing parameter": None,
    "No such command {name!r}.": None,
    "No such option {name!r}.": None,
    "Did you mean {possibility}?": "(Did you mean one of: {possibilities}?)",
    "Option {name!r} does not take a value.": None,
    "Option {name!r} requires an argument.": "Option {name!r} requires {nargs} arguments.",
    "Got unexpected extra argument ({args})": "Got unexpected extra arguments ({args})",
    "Invalid value: {message}": None,
    "Invalid value for {param_hint}: {message}": None,
    "{value!r} is not {choice}.": "{value!r} is not one of {choices}.",
    "{value!r} is not a valid {number_type}.": None,
    "path": None,
    "{name} {filename!r} is not readable.": None,
}
OLDER_CLICK: Final[Mapping[str, str | None]] = {"No such option: {name}": None}
IN_ENGLISH: Final = frozenset({"number_type"})  # click says "integer" for it; all our numbers are whole


class Found(NamedTuple):
    """A message of the program: its plural where it counts, and the files that say it."""

    plural: str | None
    files: tuple[str, ...]


Messages: TypeAlias = dict[str, Found]


def walk(
    command: click.Command = cli, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Walk the commands, each with the words that call it."""
    yield words, command
    if isinstance(command, click.Group):
        for name, inner in children(command).items():
            yield from walk(inner, (*words, name))


COMMANDS: Final = dict(walk())
PARAMETERS: Final = [
    parameter
    for command in COMMANDS.values()
    for parameter in command.get_params(click.Context(command, **HELP))
]


def collected() -> Messages:
    """Return every message: those marked in the source, the help texts, and what click says.

    Read from the syntax tree: Babel does not look into f-strings before Python 3.12.
    """
    found: Messages = {}

    def add(text: str, plural: str | None, file: str) -> None:
        before = found.get(text, Found(plural, ()))
        assert before.plural == plural, f"{text!r} is said with two plurals"
        found[text] = Found(plural, tuple(sorted({*before.files, *([file] if file else [])})))

    for path in sorted(PACKAGE.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and (texts := _texts(call)):
                add(*texts, path.relative_to(PACKAGE.parent).as_posix())
    for command in COMMANDS.values():
        add(inspect.cleandoc(command.help or ""), None, "pulya/cli")
        for _, summary in getattr(command, "places", {}).values():
            add(summary, None, "pulya/cli")
    for parameter in PARAMETERS:
        if isinstance(parameter, click.Option):
            add(parameter.help or "", None, "pulya/cli")
    for text, plural in {**CLICK, **OLDER_CLICK}.items():
        add(text, plural, "")
    return found


def _texts(call: ast.Call) -> tuple[str, str | None] | None:
    """Return singular and plural of a call that marks a message; they stand there in full."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    parts = call.args[: MARKS.get(name, 0)]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    whole = len(texts) == len(parts)
    assert whole or name == "translate" or isinstance(call.func, ast.Attribute), ast.unparse(call)
    return (texts[0], texts[1] if len(texts) > 1 else None) if whole and texts else None


def read_catalogue() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="ru", domain=DOMAIN)


def entries(catalogue: Catalog) -> dict[str, Message]:
    """Return the entries by their singular, without the header."""
    return {_singular(message): message for message in catalogue if message.id}


def _singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


MESSAGES: Final = collected()
CATALOGUE: Final = read_catalogue()
ENTRIES: Final = entries(CATALOGUE)


# -- the catalogue ---------------------------------------------------------------------------------------


def test_every_message_is_translated() -> None:
    missing = [text for text in MESSAGES if text not in ENTRIES or not all(forms(ENTRIES[text]))]
    assert not missing, "translate in pulya.po, then `make messages`:\n" + "\n".join(missing)


def test_nothing_is_left_over() -> None:
    left = [text for text in ENTRIES if text not in MESSAGES]
    left += [str(key) for key in CATALOGUE.obsolete]
    assert not left, "no longer said, take out of pulya.po:\n" + "\n".join(left)


def test_nothing_is_fuzzy() -> None:
    fuzzy = [text for text, message in ENTRIES.items() if message.fuzzy]
    assert not fuzzy, "look through and take the mark away:\n" + "\n".join(fuzzy)


def test_messages_that_count_have_three_forms() -> None:
    wrong = []
    for text, message in ENTRIES.items():
        plural = MESSAGES[text].plural if text in MESSAGES else None
        asked = (text,) if plural is None else (text, plural)
        given = message.id if isinstance(message.id, tuple | list) else (message.id,)
        if tuple(given) != asked or len(forms(message)) != (1 if plural is None else FORMS):
            wrong.append(text)
    assert not wrong, "\n".join(wrong)


def test_placeholders_are_kept() -> None:
    wrong = []
    for text, message in ENTRIES.items():
        singular, *plural = message.id if isinstance(message.id, tuple | list) else (text,)
        for at, form in enumerate(forms(message)):
            asked = placeholders(plural[0] if plural and at else singular)
            if placeholders(form) | IN_ENGLISH & asked != asked:
                wrong.append(f"{text} -> {form}")
    assert not wrong, "\n".join(wrong)


def test_full_stops_are_kept() -> None:
    wrong = [
        f"{text} -> {form}"
        for text, message in ENTRIES.items()
        for form in forms(message)
        if text.endswith(".") != form.endswith(".") and text not in CLICK
    ]
    assert not wrong, "\n".join(wrong)


def test_numbers_on_the_command_line_are_whole() -> None:
    # Otherwise what IN_ENGLISH leaves out would have to be said.
    assert not [parameter for parameter in PARAMETERS if isinstance(parameter.type, type(click.FLOAT))]


@pytest.mark.parametrize("text", CLICK)
def test_click_still_says(text: str) -> None:
    sources = [path.read_text("utf-8") for path in Path(click.__file__).parent.glob("*.py")]
    assert any(f'"{text}"' in source for source in sources)


def test_compiled_catalogue_is_that_of_the_source() -> None:
    fresh = io.BytesIO()
    write_mo(fresh, CATALOGUE)
    fresh.seek(0)
    with PO.with_suffix(".mo").open("rb") as file:
        committed = read_mo(file)
    compiled = read_mo(fresh)
    assert committed.plural_expr == compiled.plural_expr
    assert {text: message.string for text, message in entries(committed).items()} == {
        text: message.string for text, message in entries(compiled).items()
    }, "run `make messages`"


# -- plurals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 записей"),
        (1, "1 запись"),
        (2, "2 записи"),
        (5, "5 записей"),
        (11, "11 записей"),
        (21, "21 запись"),
        (22, "22 записи"),
        (25, "25 записей"),
        (111, "111 записей"),
    ],
)
def test_number_decides_the_form(number: int, said: str) -> None:
    assert translator("ru")("{n} record", "{n} records", number).format(n=number) == said


def test_messages_that_count_change_with_the_number() -> None:
    translate = translator("ru")
    wrong = [
        text
        for text, (plural, _) in MESSAGES.items()
        if plural not in {None, text} and len({translate(text, plural, number) for number in (1, 2, 5)}) == 1
    ]
    assert not wrong, "\n".join(wrong)


# -- what a reader sees ----------------------------------------------------------------------------------

# Files, keys with dots or a colon, options, what usage calls an argument; what is quoted or a choice.
_NAMES: Final = re.compile(
    r"(?<![\w.-])(?:[\w./-]*\.(?:pulya|yaml)(?::[0-9]+)?|[a-z-]+(?:\.[\w-]+)+|[a-z-]+(?=: )|--?[a-z][a-z-]*"
    r"|[A-Z]+(?:=[A-Z]+)?)(?![\w-])"
)
_AS_TYPED: Final = re.compile(r"`[^`]*`|'[^']*'|\[[a-z|]+\]")
_LATIN: Final = re.compile(r"[a-zà-ž][a-zà-ž-]*", re.IGNORECASE)


def russian(*words: str | Path, code: int = 0) -> str:
    """Run the program as a Russian reader does and return all it printed."""
    environment = {**os.environ, "PULYA_LANG": "ru", "PYTHONUTF8": "1", "COLUMNS": "100"}
    environment.pop("PULYA_FILE", None)
    done = subprocess.run(
        [sys.executable, "-m", "pulya", *map(str, words)],
        env=environment,
        cwd=SAMPLE.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def latin(text: str) -> set[str]:
    """Return the Latin words of a text that are not names of something."""
    known = {"pulya", "none", *Convention._fields, *catalog.shipped()}
    known.update(str(parameter.default) for parameter in PARAMETERS)
    known.update(*COMMANDS)
    known.update(*(re.findall("[a-z]+", str(parameter.metavar)) for parameter in PARAMETERS))
    examples = {one for command in COMMANDS.values() for one in getattr(command, "examples", ())}
    for example in sorted(examples, key=len, reverse=True):
        text = text.replace(example, "")
    return set(_LATIN.findall(_NAMES.sub("", _AS_TYPED.sub("", text)))) - known


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_is_in_russian(words: tuple[str, ...]) -> None:
    text = russian(*words, "--help")
    assert "Показать эту справку" in text
    assert not latin(text)


@pytest.mark.parametrize("command", ["settle", "status", "sheet", "log", "explain"])
def test_result_is_in_russian(command: str) -> None:
    assert not latin(russian(command))


@pytest.mark.parametrize("sample", ["finka", "pair", "skachki"])
@pytest.mark.parametrize("command", ["settle", "status", "sheet"])
def test_result_of_a_variant_is_in_russian(command: str, sample: str) -> None:
    text = russian(command, SAMPLES / sample / "evening.pulya")
    assert not latin(text) - {"Anna", "Boris", "Vera", "Gleb"}


def test_match_is_in_russian() -> None:
    pairs = SAMPLES / "pair" / "evening.pulya"
    assert not latin(russian("match", pairs, pairs)) - {"Anna", "Boris", "Vera", "Gleb"}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["add", "Аня 8ч в в = 8 2 1"], 5),
        (["add", "Жора 8ч в в = 8 2 0"], 5),
        (["add", "Аня 11ч в в = 8 2 0"], 5),
        (["add", "штраф Глеб гора 2"], 5),
        (["add", "сел Жора"], 5),
        (["add", "правка 3"], 5),
        (["undo", "99", "--yes"], 5),
        (["undo", "семь"], 2),
        (["status", "нет.pulya"], 3),
        (["settle", "--stake", "много"], 2),
        (["settle", "--монета", "1"], 2),
        (["sheet", "--as", "картинка"], 2),
        (["sheet", "раз.pulya", "два.pulya"], 2),
        (["match", "evening.pulya", "evening.pulya"], 3),
        (["расчёт"], 2),
        (["add"], 2),
        (["new", "вечер.pulya"], 2),
        (["new", "вечер.pulya", "--players", "Аня,Боря", "--convention", "сочинка"], 4),
    ],
)
def test_refusal_is_in_russian(words: list[str], code: int) -> None:
    assert not latin(russian(*words, code=code))


# -- adding messages -------------------------------------------------------------------------------------


def add_missing() -> None:
    """Append what is said and not yet in the source of the catalogue, without a translation."""
    new = Catalog(locale="ru")
    for text, (plural, files) in MESSAGES.items():
        if text not in ENTRIES:
            new.add(text if plural is None else (text, plural), locations=[(file, 1) for file in files])
    added = io.BytesIO()
    write_po(added, new, width=110, omit_header=True, include_lineno=False)
    with PO.open("ab") as file:
        file.write(b"\n" + added.getvalue().strip() + b"\n" if len(new) else b"")


if __name__ == "__main__":
    add_missing()
