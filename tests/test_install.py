"""What is installed: a wheel with the conventions and the messages, found from anywhere; and the checkout itself."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import pulya
from pulya import catalog

ROOT = Path(__file__).parent.parent
# What pip says when it cannot get the build backend, and not when the build is broken.
UNREACHABLE = re.compile(
    r"No matching distribution found for hatchling|Could not find a version that satisfies the requirement hatchling"
    r"|NewConnectionError|ConnectTimeout|Name or service not known|ProxyError"
)


def runs(*words: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a program elsewhere; it ends well, or what it printed is the failure."""
    result = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    isolation = ["--no-build-isolation"] if find_spec("hatchling") else []
    words = ["wheel", "--no-deps", "--quiet", "--disable-pip-version-check", "--wheel-dir", str(folder)]
    built = subprocess.run(
        [sys.executable, "-m", "pip", *words, *isolation, str(ROOT)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if built.returncode and UNREACHABLE.search(built.stderr):
        pytest.skip("the wheel cannot be built: hatchling is not here, and no registry can be reached")
    assert built.returncode == 0, built.stderr
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own, and return the folder of its programs."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        programs / "python",
        "--disable-pip-version-check",
    ]
    runs(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=folder)
    return programs


@pytest.fixture
def anywhere(tmp_path: Path) -> Path:
    """Return an empty folder that knows nothing of the checkout."""
    return tmp_path


# Only the dependencies come from here: an editable install is not found through this path.
DEPENDENCIES = {"PYTHONPATH": sysconfig.get_path("purelib"), "PULYA_LANG": "en"}


def files_in(folder: Path, *endings: str) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.suffix in endings and "__pycache__" not in path.parts
    }


def test_the_wheel_has_every_convention_as_it_is_in_the_checkout(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = [name for name in packed.namelist() if name.startswith("pulya/conventions/")]
        found = {name.removeprefix("pulya/conventions/"): packed.read(name) for name in names}

    assert found == files_in(ROOT / "conventions", ".yaml", ".json", ".md")


def test_the_wheel_has_every_module_and_the_messages_and_nothing_beside_them(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = packed.namelist()
        code = {name: packed.read(name) for name in names if name.endswith(".py")}

    assert code == {f"pulya/{name}": data for name, data in files_in(ROOT / "pulya", ".py").items()}
    assert {"pulya/locale/ru/LC_MESSAGES/pulya.mo", "pulya/py.typed"} <= set(names)
    assert {name.partition("/")[0] for name in names} == {
        "pulya",
        f"pulya_score-{pulya.__version__}.dist-info",
    }


def test_the_wheel_asks_for_three_packages_and_brings_one_program(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        about = packed.read(f"pulya_score-{pulya.__version__}.dist-info/METADATA").decode()
        programs = packed.read(f"pulya_score-{pulya.__version__}.dist-info/entry_points.txt").decode()

    needed = re.findall(r"^Requires-Dist: ([\w-]+)[^;\n]*$", about, re.MULTILINE)
    assert sorted(needed) == ["click", "pyyaml", "tabulate"]
    assert re.findall(r"^\w+ ?= ?\S+$", programs, re.MULTILINE) == ["pulya = pulya.__main__:main"]


def test_the_installed_package_is_the_one_that_runs(installed: Path, anywhere: Path) -> None:
    said = runs(
        installed / "python", "-c", "import pulya; print(pulya.__file__)", cwd=anywhere, **DEPENDENCIES
    )

    assert Path(said.stdout.strip()).is_relative_to(installed.parent)


def test_the_installed_program_finds_the_conventions_from_anywhere(installed: Path, anywhere: Path) -> None:
    said = runs(installed / "pulya", "conventions", "list", "--json", cwd=anywhere, **DEPENDENCIES)

    assert [row["id"] for row in json.loads(said.stdout)] == sorted(
        path.stem for path in (ROOT / "conventions").glob("*.yaml")
    )


def test_the_installed_program_speaks_russian(installed: Path, anywhere: Path) -> None:
    said = runs(installed / "pulya", "--lang", "ru", "-h", cwd=anywhere, **DEPENDENCIES)

    assert re.search("[а-яё]{3}", said.stdout.splitlines()[2])


def test_the_installed_program_keeps_an_evening(installed: Path, anywhere: Path) -> None:
    def does(*words: str) -> Any:
        said = runs(installed / "pulya", *words, "--json", cwd=anywhere, **DEPENDENCIES)
        return json.loads(said.stdout)

    does("new", "evening.pulya", "--players", "Anna,Boris,Vera")
    does("add", "Anna 7h w p = 7")

    # Made 4 at ten whists a point, 3 tricks x 4 to Boris: 26⅔ - 12, -13⅓ + 12, -13⅓.
    assert does("settle")["balance"] == {"Anna": "44/3", "Boris": "-4/3", "Vera": "-40/3"}


def test_the_checkout_is_run_with_its_own_conventions(anywhere: Path) -> None:
    assert Path(pulya.__file__).is_relative_to(ROOT)
    assert catalog.home() == str(ROOT / "conventions")

    said = runs(sys.executable, "-m", "pulya", "conventions", "list", "--json", cwd=anywhere)
    assert [row["id"] for row in json.loads(said.stdout)] == catalog.shipped()


def test_the_program_of_this_environment_finds_them_too(anywhere: Path) -> None:
    program = Path(sysconfig.get_path("scripts"), "pulya")

    said = runs(program, "conventions", "show", "sochi", "--json", cwd=anywhere)

    assert json.loads(said.stdout)["fingerprint"] == catalog.load_shipped("sochi").fingerprint
