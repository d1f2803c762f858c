"""What all tests share: one language, no journal from outside, and the commands run in this process."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings
from one_evening import EVENING

from pulya.cli import cli

# Deterministic and small by default; PULYA_GAMES asks for more, and for other ones each time.
MORE = os.environ.get("PULYA_GAMES")
EXAMPLES = int(MORE) if MORE else 40
settings.register_profile(
    "table",
    max_examples=EXAMPLES,
    derandomize=MORE is None,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("table")

os.environ["PULYA_CACHE"] = ""  # nothing is remembered from one test to the next, nor in the user's cache

Run = Callable[..., Result]
Rows = Callable[..., Any]
Save = Callable[..., Path]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write tests/golden/ anew")


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULYA_LANG", "en")
    monkeypatch.delenv("PULYA_FILE", raising=False)


@pytest.fixture
def run() -> Run:
    """Run a command line as a shell would, without another process; what it did not expect is raised."""

    def run(*words: str | Path, code: int = 0) -> Result:
        result = CliRunner().invoke(cli, [str(word) for word in words], catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def evening(save: Save) -> Path:
    """Save the evening of the page of the commands."""
    return save(EVENING)


@pytest.fixture
def rows(run: Run) -> Callable[..., Any]:
    """Run a command with ``--json`` and return what it printed."""
    return lambda *words: json.loads(run(*words, "--json").stdout)


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Save a text as a file of this test."""

    def save(text: str, name: str = "evening.pulya") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return save
