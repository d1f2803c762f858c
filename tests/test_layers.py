"""Imports go one way, the rules touch nothing outside, and no price stands in Python."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pulya

PACKAGE = Path(pulya.__file__).parent
PURE = (
    "value", "terms", "message", "nearest", "errors", "plain", "encoding", "digest", "record", "write", "convention", "schema", "layers", "table", "sheet", "adding", "settlement",
    "notation", "rules", "ruled", "corrections", "game", "replay", "provisional", "unusual", "outlook", "club", "progress", "breakdown", "seal", "checkpoints", "audit", "header",
)  # fmt: skip
ORDER = (
    *PURE,
    "strict_yaml",
    "files",
    "remember",
    "standing",
    "lock",
    "journal",
    "catalog",
    "alternatives",
    "items",
    "evening",
    "recording",
    "checking",
    "compare",
    "view",
    "picture",
    "faults",
    "play",
    "cli",
)
OUTSIDE = {
    "click", "datetime", "gettext", "io", "json", "locale", "os", "pathlib", "random", "shutil", "subprocess", "sys",
    "tabulate", "time", "yaml",
}  # fmt: skip
SCORING = ("rules", "settlement", "sheet", "write")
STRUCTURAL = {0, 1, 2}  # nothing, one, two defenders

MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path.read_text("utf-8")
    for path in PACKAGE.rglob("*.py")
    if path.name not in {"__init__.py", "__main__.py"} or path.parent.name == "cli"
}


def layer(module: str) -> str:
    return module.split(".")[0]


def imported(source: str) -> Iterator[tuple[str, str]]:
    """Yield each imported module and the name taken from it, ours without the package."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((one.name, "") for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "pulya":
            yield from ((f"pulya.{one.name}", "") for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", one.name) for one in node.names)


def upward(module: str, source: str) -> list[str]:
    """Return what a module imports from a layer above its own."""
    ours = [name.removeprefix("pulya.") for name, _ in imported(source) if name.startswith("pulya.")]
    allowed = ORDER[: ORDER.index(layer(module)) + 1]
    return [name for name in ours if layer(name) not in allowed and not name.startswith("__")]


def impurities(source: str) -> list[str]:
    """Return what a pure module may not have: the outside world, a float, a second rounding."""
    found = [name for name, _ in imported(source) if layer(name) in OUTSIDE]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and node.id in {"float", "round", "open", "print", "input"}:
            found.append(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, float):
            found.append(str(node.value))
    return found


def prices(source: str) -> list[int]:
    """Return the numbers of a module that belong in a table."""
    return [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value not in STRUCTURAL
    ]


def test_every_module_has_its_layer() -> None:
    assert {layer(module) for module in MODULES} == set(ORDER)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_go_one_way(module: str) -> None:
    assert upward(module, MODULES[module]) == []


@pytest.mark.parametrize("module", [name for name in sorted(MODULES) if layer(name) in PURE])
def test_a_pure_module_touches_nothing_outside(module: str) -> None:
    assert impurities(MODULES[module]) == []


def test_journal_and_catalog_do_not_know_each_other() -> None:
    assert "pulya.journal" not in dict(imported(MODULES["catalog"]))


@pytest.mark.parametrize("module", [name for name in sorted(MODULES) if layer(name) in SCORING])
def test_no_price_stands_in_python(module: str) -> None:
    assert prices(MODULES[module]) == []


def test_the_checks_find_what_they_look_for() -> None:
    bad = """
from pulya.replay import replay
from pulya import catalog
import os.path
def rule(tricks):
    from random import choice
    print(round(tricks / 3) * 1.5, float(10))
"""

    assert upward("rules.made_up", bad) == ["replay", "catalog"]
    assert upward("cli.made_up", bad) == []
    assert sorted(impurities(bad)) == ["1.5", "float", "os.path", "print", "random", "round"]
    assert sorted(prices(bad)) == [3, 10]
