"""The program talks to nobody: no network, no other program, nothing unpacked into code; and the package is what the checkout is."""

import ast
import json
import os
import re
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
from conftest import Save

import pulya

PACKAGE = Path(pulya.__file__).parent
ROOT = PACKAGE.parent
EVENING = "convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: 1 EUR\ndeals:\n- Anna 7h w p = 7\n- Boris misere = 1\n"
WATCHED = """
import json, sys
from click.testing import CliRunner
seen = []
WATCH = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "urllib.",
         "webbrowser.", "ftplib.", "smtplib.", "http.", "pickle.", "pty.", "shutil.unpack")
sys.addaudithook(lambda event, words: seen.append(event) if event.startswith(WATCH) else None)
from pulya.cli import cli
codes = [CliRunner().invoke(cli, words, catch_exceptions=False).exit_code for words in json.loads(sys.argv[1])]
print(json.dumps([codes, sorted(set(seen))]))
"""


def test_no_command_talks_to_anybody(save: Save, tmp_path: Path) -> None:
    file = str(save(EVENING))
    paper = str(save("sheet:\n  Anna: {pool: 3}\n", "paper.yaml"))
    commands = [
        ["new", str(tmp_path / "new.pulya"), "--players", "Anna,Boris,Vera"],
        ["add", "-f", file, "raspasy = 4 4 2"], ["undo", "-f", file], ["fix", "-f", file, "1", "misdeal"], ["freeze", "-f", file],
        ["status", file], ["sheet", file], ["log", file], ["explain", "-f", file, "1"], ["settle", file], ["check", file],
        ["compare", "-f", file, "--convention", "leningrad"], ["seal", "-f", file], ["stats", file], ["chart", file],
        ["audit", paper, "-f", file], ["conventions", "list"], ["conventions", "show", "sochi"], ["play", file],
        *(["sheet", file, "-o", str(tmp_path / f"sheet.{form}")] for form in ("svg", "html", "csv", "md")),
    ]  # fmt: skip
    result = subprocess.run(
        [sys.executable, "-c", WATCHED, json.dumps(commands)],
        env={**os.environ, "PULYA_LANG": "en", "PULYA_CACHE": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    codes, seen = json.loads(result.stdout)

    assert dict(zip(map(" ".join, commands), codes, strict=True)) == {
        " ".join(words): 1 if words[0] == "audit" else 0 for words in commands
    }
    assert seen == []


TREES = {path.relative_to(PACKAGE): ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}
FORBIDDEN = {
    "pickle",
    "marshal",
    "shelve",
    "socket",
    "ssl",
    "urllib",
    "http",
    "ftplib",
    "smtplib",
    "webbrowser",
    "ctypes",
}


RUNNING = {"eval", "exec", "compile", "__import__", "os.system", "yaml.load"}


@pytest.mark.parametrize("path", TREES, ids=str)
def test_no_module_can_be_talked_into_running_code(path: Path) -> None:
    for node in ast.walk(TREES[path]):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not {name.partition(".")[0] for name in names} & FORBIDDEN
        assert "yaml" not in names or path.name == "strict_yaml.py"
        if isinstance(node, ast.Call):
            # A value is made as the standard library makes its named tuples, from no text of others.
            made = {"eval"} if path.name == "value.py" else set()
            assert ast.unparse(node.func) not in RUNNING - made


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str]]:
    """Return what is in the wheel and in the archive of the sources, without their own notes."""
    if find_spec("hatchling") is None:
        pytest.skip("hatchling is not here, so nothing can be built without a registry")
    folder = tmp_path_factory.mktemp("dist")
    script = (
        "import os, sys; from hatchling import build; os.chdir(sys.argv[1]);"
        "print(build.build_wheel(sys.argv[2])); print(build.build_sdist(sys.argv[2]))"
    )
    subprocess.run([sys.executable, "-c", script, str(ROOT), str(folder)], check=True, capture_output=True)
    with ZipFile(next(folder.glob("*.whl"))) as wheel:
        in_wheel = {name for name in wheel.namelist() if ".dist-info/" not in name}
    with tarfile.open(next(folder.glob("*.tar.gz"))) as sources:
        in_sources = {name.partition("/")[2] for name in sources.getnames()}
    return in_wheel, in_sources - {"PKG-INFO", ".gitignore"}


def kept() -> set[str]:
    """Return the files of the checkout, without what is ignored there."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    found = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    return {os.fsdecode(name) for name in found.split(b"\0") if name}


def test_the_wheel_is_the_package_and_the_conventions(built: tuple[set[str], set[str]]) -> None:
    ours = {name for name in kept() if name.startswith("pulya/")}
    tables = {f"pulya/{name}" for name in kept() if name.startswith("conventions/")}

    assert built[0] == ours | tables


def test_the_sources_are_the_checkout(built: tuple[set[str], set[str]]) -> None:
    assert built[1] == {name for name in kept() if not name.startswith(".")}


def test_the_checkout_has_files_of_plain_names_only() -> None:
    assert [name for name in kept() if not re.fullmatch(r"[\w./-]+", name, re.ASCII)] == []


def test_the_package_needs_three_others_only() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert {re.split(r"[<>=~ ]", name)[0] for name in project["dependencies"]} == {
        "click",
        "pyyaml",
        "tabulate",
    }
