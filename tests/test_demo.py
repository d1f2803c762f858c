"""The demo of ``make demo``: it runs anywhere and ends in the payments worked by hand."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

SAMPLES: Final = Path(__file__).parent.parent / "samples"
DEMO: Final = SAMPLES / "demo.sh"
COMMANDS: Final = ["log", "sheet", "explain", "chart", "settle", "settle"]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a program that runs this checkout, as an installed `pulya` would."""
    path = tmp_path / "pulya"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pulya "$@"\n', "utf-8")
    path.chmod(0o755)
    return path


def demo(program: str | Path, folder: Path) -> str:
    done = subprocess.run(
        ["/bin/sh", str(DEMO), str(program)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def payments(sample: str) -> list[Any]:
    expected: list[Any] = yaml.safe_load((SAMPLES / sample / "expected.yaml").read_text("utf-8"))["payments"]
    return expected


def test_it_ends_in_the_payments_worked_by_hand(program: Path, tmp_path: Path) -> None:
    lines = demo(program, tmp_path).splitlines()

    paid = [line for line in lines if " pays " in line]
    assert paid == [f"{payer} pays {payee} {money} EUR" for payer, payee, money in payments("sochi-three")]
    for line, (payer, payee, money) in zip(lines[-3:], payments("leningrad-four"), strict=True):
        assert {payer, payee, f"{money}.00", "RUB"} <= set(re.split(r"[ :→]+", line))


def test_it_shows_each_command_before_its_output(program: Path, tmp_path: Path) -> None:
    lines = demo(program, tmp_path).splitlines()

    shown = [line.removeprefix("$ pulya ").removeprefix("--lang ru ") for line in lines if line[:1] == "$"]
    assert [command.split()[0] for command in shown] == COMMANDS


def test_the_program_may_be_named_from_here(program: Path, tmp_path: Path) -> None:
    assert demo("./pulya", tmp_path) == demo(program, tmp_path)


def test_the_surroundings_do_not_matter(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = demo(program, tmp_path)

    monkeypatch.setenv("PULYA_LANG", "ru")
    monkeypatch.setenv("PULYA_FILE", "elsewhere.pulya")

    assert demo(program, tmp_path) == usual
