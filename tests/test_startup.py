"""What a command imports, which is most of its time; and that scoring is one pass.  Nothing here is timed."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import Save

import pulya
from pulya import evening
from pulya.record import Deal, Event
from pulya.replay import replay
from pulya.rules import ruling
from pulya.rules.ruling import Referee, Ruling
from pulya.table import Table

DEAR = {
    "asyncio", "difflib", "hashlib", "importlib.metadata", "importlib.resources", "locale", "logging", "pathlib", "tabulate",
    "tempfile", "yaml",
}  # fmt: skip
LIGHT = {
    "pulya.cli", "pulya.cli.group", "pulya.cli.language", "pulya.cli.options", "pulya.cli.printing",
    "pulya.cli.session", "pulya.cli.streams", "pulya.errors", "pulya.message", "pulya.nearest", "pulya.value",
    "pulya.view", "pulya.view.language", "pulya.view.page", "pulya.view.visible",
}  # fmt: skip
SOURCE = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"
DEALS = "- Anna 7h w p = 7\n- Anna misere = 0\n- Boris 6s p p\n"


def imported(tmp_path: Path, *words: str, env: dict[str, str] | None = None) -> set[str]:
    """Return the modules that a command has imported, in a process of its own."""
    code = (
        "import sys\n"
        "from pulya.cli import cli\n"
        "try: cli.main(sys.argv[1:], prog_name='pulya')\n"
        "except SystemExit as end: print(*sys.modules, sep='\\n', file=sys.stderr); sys.exit(end.code)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={"PULYA_CACHE": str(tmp_path / "cache"), "PYTHONIOENCODING": "utf-8", **(env or {})},
    )
    return set(found.stderr.split())


@pytest.mark.parametrize("words", [("--help",), ("--version",)], ids=" ".join)
def test_help_imports_no_rule_and_no_file(words: tuple[str, ...], tmp_path: Path) -> None:
    modules = imported(tmp_path, *words)

    assert {name for name in modules if name.startswith("pulya.")} == LIGHT
    assert not (modules - {"locale"}) & {*DEAR, "json", "fractions"}  # who prints help asks for its language


def test_completion_of_a_command_imports_no_command(tmp_path: Path) -> None:
    typed = {"_PULYA_COMPLETE": "bash_complete", "COMP_WORDS": "pulya se", "COMP_CWORD": "1"}

    modules = imported(tmp_path, env=typed)

    assert not [name for name in modules if name.startswith(("pulya.rules", "pulya.evening"))]
    assert not modules & DEAR


@pytest.mark.parametrize(
    "words",
    [
        ("sheet", "--json"), ("settle", "--json"), ("sheet",), ("settle",), ("status",), ("log",),
        ("add", "--dry-run", "Anna", "6s", "p", "p"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_was_read_before_needs_no_yaml_and_a_table_no_library(
    words: tuple[str, ...], tmp_path: Path, save: Save
) -> None:
    path = save(SOURCE + DEALS)
    first = imported(tmp_path, *words, "-f", str(path))

    again = imported(tmp_path, *words, "-f", str(path))

    assert "yaml" in first
    assert not again & DEAR
    plays_again = words[0] not in {"sheet", "settle"}
    assert {"pulya.notation.read", "pulya.replay"} <= first
    assert (
        bool(again & {"pulya.notation.read", "pulya.rules.ruling", "pulya.replay", "pulya.schema"})
        == plays_again
    )
    assert not [name for name in again if name.startswith(("pulya.picture", "pulya.play", "pulya.audit"))]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often a record is ruled, and how often the worth of a deal is worked out."""
    found: Counter[str] = Counter()
    rule, work_out = Referee.rule, ruling._played

    def counting_rule(self: Referee, record: Deal | Event, table: Table) -> Ruling:
        found["ruled"] += 1
        return rule(self, record, table)

    def counting_worth(*given: Any) -> Any:
        found["worked out"] += 1
        return work_out(*given)

    monkeypatch.setattr(Referee, "rule", counting_rule)
    monkeypatch.setattr(ruling, "_played", counting_worth)
    return found


def test_each_record_is_ruled_once_and_each_new_deal_worked_out_once(
    save: Save, counted: Counter[str]
) -> None:
    """Two of the six deals are new: the others were played before by the same people."""
    played = evening.open_evening(str(save(SOURCE + "- Anna 7h w p = 7\n- Anna misere = 0\n" * 3))).game

    assert played.records == 6
    assert counted == {"ruled": 6, "worked out": 2}


def test_a_suit_is_worked_out_once_too_unless_a_whist_is_forced_in_one(
    save: Save, counted: Counter[str]
) -> None:
    deals = "".join(f"- Anna 7{suit} w w = 7 2 1\n" for suit in ("s", "c", "d", "h", "nt"))

    evening.open_evening(str(save(SOURCE + deals)))
    assert counted == {"ruled": 5, "worked out": 1}

    counted.clear()
    evening.open_evening(
        str(save(SOURCE.replace("deals:", "agreed:\n  whisting.forced: [7s]\ndeals:") + deals))
    )
    assert counted == {"ruled": 5, "worked out": 5}


def test_a_game_without_its_history_is_the_same_game(save: Save) -> None:
    path = save(SOURCE + DEALS + "- undo 3\n- fix 1 Anna 7h w w = 7 2 1\n")
    whole, bare = evening.open_evening(str(path)).game, evening.open_evening(str(path), keep=False).game

    assert whole._replace(history=None) == bare
    assert replay(whole.header, [one.item for one in whole.ruled]) == whole
    with pytest.raises(AssertionError):
        bare.ruled  # noqa: B018 - asking for it is refused


def test_every_value_is_made_of_ready_parts() -> None:
    package = Path(pulya.__file__).parent
    makers = [path.name for path in package.rglob("*.py") if "NamedTuple)" in path.read_text("utf-8")]

    assert makers == []
