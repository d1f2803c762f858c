"""Commands over many journals: which files are meant, what is broken, and the same answer however they are shared out."""

import pickle
from pathlib import Path

import pytest
from conftest import Run, Save

from pulya.errors import JournalError, Location, PulyaError
from pulya.message import say

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n"


@pytest.fixture
def club(save: Save, tmp_path: Path) -> Path:
    """Return a folder of three evenings, the second broken."""
    save(HEAD + "- Anna 6s p p\n", "1.pulya")
    save(HEAD + "- Anna 5s p p\n", "2.pulya")
    save(HEAD + "- Boris 6s p p\n- Anna misere = 0\n", "3.pulya")
    save("nothing", "notes.txt")
    return tmp_path


def test_a_folder_means_all_its_journals_each_once(club: Path, run: Run) -> None:
    first, second, third = (club / f"{number}.pulya" for number in (1, 2, 3))

    assert run("check", third, club, club / "1.pulya", code=1).stdout == (
        f"{third}: 2 records, all well\n"
        f"{first}: 1 record, all well\n"
        f"1. {second}:4, record 1, contract: a contract of 5 does not exist\n"
        "   hint: contracts are 6, 7, 8, 9 and 10\n"
    )


def test_a_folder_without_journals_is_refused(tmp_path: Path, run: Run) -> None:
    assert run("check", tmp_path, code=3).stderr == (
        f"pulya: {tmp_path}: there is no journal in this folder\n"
        "  hint: journals end with .pulya; name a folder that holds some, or the files\n"
    )


def test_a_complaint_comes_whole_from_another_process() -> None:
    error = JournalError(say("{n} is odd", n=3), at=Location("a.pulya", 4), hint=say("even it"))

    again: PulyaError = pickle.loads(pickle.dumps(error))

    assert (type(again), str(again)) == (JournalError, "a.pulya:4: 3 is odd\n  hint: even it")
