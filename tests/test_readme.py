"""The README is a test: its examples are played, its tables are complete, its files are valid.

The blocks run in order in one folder.  A line ``...`` in an example stands for lines that were left out.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest
import yaml
from click.testing import CliRunner
from commands import children
from conftest import Run

from pulya import catalog
from pulya.cli import cli
from pulya.errors import PulyaError
from pulya.header import KEYS
from pulya.notation.read import read
from pulya.notation.words import FORMS, SUIT_FORMS
from pulya.notation.write import write
from pulya.terms import Player

ROOT: Final = Path(__file__).parent.parent
README: Final = (ROOT / "README.md").read_text("utf-8")
LEFT_OUT: Final = "..."
CTRL_C: Final = 130  # what a shell gives
CODES: Final = {0, 1, 2, CTRL_C} | {error.exit_code for error in PulyaError.__subclasses__()}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def steps(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of an example with the output that follows it."""
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = step.partition("\n")
        yield command, output


def answer(command: str) -> str:
    """Return what a command prints, results and complaints as they come."""
    program, *words = shlex.split(command)
    if program == "cat":
        return "".join(Path(word).read_text("utf-8") for word in words)
    assert program == "pulya"
    return CliRunner().invoke(cli, words, catch_exceptions=False).output


def is_shown(output: str, shown: str) -> bool:
    """Say whether an output is the one shown, where lines may be left out."""
    parts = re.split(rf"^{re.escape(LEFT_OUT)}\n", shown, flags=re.MULTILINE)
    pattern = "(?:.*\n)+?".join(map(re.escape, parts))
    return re.fullmatch(pattern, output) is not None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to play in, with the house file that the README shows."""
    monkeypatch.chdir(tmp_path)
    for block in blocks("yaml"):
        if "extends" in (file := yaml.safe_load(block)):
            Path(f"{file['id']}.yaml").write_text(block, "utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_examples_print_what_they_show() -> None:
    examples = blocks("console")

    for example in examples:
        for command, shown in steps(example):
            output = answer(command)
            assert is_shown(output, shown), f"$ {command}\n{output}"

    assert examples


def test_an_example_is_compared_whole() -> None:
    assert is_shown("one\ntwo\nthree\n", "one\n...\nthree\n")
    assert not is_shown("one\ntwo\nthree\n", "one\ntwo\n")
    assert not is_shown("one\nthree\n", "one\n...\nthree\n")


def test_files_are_valid(folder: Path, run: Run) -> None:
    files = blocks("yaml")

    for number, text in enumerate(files):
        ending = "pulya" if "players" in yaml.safe_load(text) else "yaml"
        path = folder / f"{number}.{ending}"
        path.write_text(text, "utf-8")
        run("check", path)

    assert files


def commands(group: click.Group) -> list[tuple[str, ...]]:
    """Return the words of every command, such as ``conventions list``."""
    found: list[tuple[str, ...]] = []
    for word, command in children(group).items():
        inner = commands(command) if isinstance(command, click.Group) else [()]
        found += [(word, *words) for words in inner]
    return found


def cells(of: str) -> list[str]:
    """Return the first cell of each row of the table with this heading."""
    table = README.partition(f"\n| {of} |")[2].partition("\n\n")[0]
    return [re.split(r"(?<!\\)\|", row)[1].strip() for row in table.splitlines()[2:]]


@pytest.mark.parametrize("command", commands(cli), ids=" ".join)
def test_command_is_listed(command: tuple[str, ...]) -> None:
    first, *rest = command

    assert any(
        cell.startswith(f"`{first}") and all(re.search(rf"\b{word}\b", cell) for word in rest)
        for cell in cells("command")
    )


@pytest.mark.parametrize("code", sorted(CODES))
def test_exit_code_is_listed(code: int) -> None:
    assert str(code) in cells("exit code")


@pytest.mark.parametrize("name", catalog.shipped())
def test_convention_is_listed(name: str) -> None:
    assert any(f"`{name}`" in cell for cell in cells("convention"))


@pytest.mark.parametrize("key", KEYS)
def test_header_key_is_named(key: str) -> None:
    assert re.search(rf"^{key}:|`{key}[:`]", README, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "form", [form for both in (*FORMS.values(), *SUIT_FORMS.values()) for forms in both for form in forms]
)
def test_word_of_the_notation_is_named(form: str) -> None:
    table = README.partition("\n| | English")[2].partition("\n\n")[0]

    assert form in " ".join(code_in(table)).split()


def code_in(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


@pytest.mark.parametrize("record", [record for cell in cells("record") for record in code_in(cell)])
def test_record_can_be_read(record: str) -> None:
    players = [Player(name) for name in ("Anna", "Boris", "Vera", "Gleb", "Аня", "Боря")]
    entry = read(record, players)

    assert read(write(entry), players) == entry


@pytest.mark.parametrize("variable", ["PULYA_FILE", "PULYA_LANG", "NO_COLOR"])
def test_environment_variable_is_listed(variable: str) -> None:
    assert f"`{variable}`" in cells("variable")


def test_links_lead_to_files_of_the_repository() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]

    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("sample", sorted(path.parent.name for path in ROOT.glob("samples/*/evening.pulya")))
def test_sample_is_listed(sample: str) -> None:
    assert f"`{sample}`" in (ROOT / "samples" / "README.md").read_text("utf-8")
