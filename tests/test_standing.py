"""What a journal came to is remembered to the last figure, and only for the same text, rules and program."""

import os
from pathlib import Path
from typing import NoReturn

import pytest
from conftest import Rows, Run, Save
from hypothesis import given
from strategies import Evening, evenings, shipped

from pulya import catalog, convention, remember, standing
from pulya.digest import digest
from pulya.encoding import decode, encode
from pulya.evening import open_evening
from pulya.game import Game
from pulya.sheet import Sheet
from pulya.table import Table

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: 1\ndeals:\n"
DEALS = "- Anna 7h w p = 7\n- raspasy = 3 4 3\n"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULYA_CACHE", str(tmp_path / "cache"))


@given(evenings())
def test_any_state_comes_back_from_plain_data(evening: Evening) -> None:
    game = evening.game
    state, rules = (game.table, game.sheet), game.header.convention

    assert decode(encode(state), {"Sheet": Sheet, "Table": Table}) == state
    assert decode(encode(rules), vars(convention)) == rules


def played_again() -> NoReturn:
    raise AssertionError("played again")


def stands(game: Game, text: str, rules: str = "sochi") -> Game:
    """Return a game from memory; it may not be played."""
    return standing.standing(game.header, shipped(rules).plain, text, played_again)


def test_a_game_is_played_once(save: Save) -> None:
    path = save(HEAD + DEALS)
    played = open_evening(str(path), keep=False).game

    assert stands(played, HEAD + DEALS) == played
    assert (
        open_evening(str(path), keep=False).game
        == played
        == open_evening(str(path)).game._replace(history=None)
    )


@pytest.mark.parametrize(
    ("text", "rules"), [(HEAD + DEALS + "\n", "sochi"), (HEAD + DEALS, "leningrad"), (HEAD, "sochi")]
)
def test_another_text_or_other_rules_are_another_game(save: Save, text: str, rules: str) -> None:
    played = open_evening(str(save(HEAD + DEALS)), keep=False).game

    with pytest.raises(AssertionError, match="played again"):
        stands(played, text, rules)


def test_another_program_plays_again(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    played = open_evening(str(save(HEAD + DEALS)), keep=False).game
    monkeypatch.setattr(remember, "_program", lambda: "another")

    with pytest.raises(AssertionError, match="played again"):
        stands(played, HEAD + DEALS)


def test_a_file_that_was_changed_makes_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("notation", "rules"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.py").write_text("", "utf-8")
    monkeypatch.setattr(remember, "__file__", str(tmp_path / "remember.py"))
    (tmp_path / "remember.py").write_text("", "utf-8")
    remember._program.cache_clear()
    before = remember._program()
    (tmp_path / "rules" / "one.py").write_text("price = 2", "utf-8")
    remember._program.cache_clear()
    after = remember._program()
    remember._program.cache_clear()

    assert before != after


def test_what_is_open_is_not_remembered(save: Save) -> None:
    text = HEAD + "- Anna 7h w w = 7 ?\n"
    played = open_evening(str(save(text)), keep=False).game

    assert [one.item.number for one in played.still_open] == [1]
    with pytest.raises(AssertionError, match="played again"):
        stands(played, text)


def test_a_journal_is_known_again_by_its_digest_and_not_kept(save: Save, tmp_path: Path) -> None:
    open_evening(str(save(HEAD + DEALS)), keep=False)
    kept = [path.read_text("utf-8") for path in (tmp_path / "cache").iterdir()]

    assert [text for text in kept if " standing" in text]
    assert not [text for text in kept if "7h w p" in text]


def test_the_sheet_follows_the_file(save: Save, rows: Rows) -> None:
    """Anna's seven is 4 on the pool, and 4 more when she makes another; a deal taken back is gone."""
    path = save(HEAD + "- Anna 7h w p = 7\n")

    def pool() -> int:
        return int(rows("sheet", "--json", path)["pool"]["Anna"])

    assert [pool(), pool()] == [4, 4]
    path.write_text(path.read_text("utf-8") + "- Anna 7h w p = 7\n", "utf-8")
    assert [pool(), pool()] == [8, 8]
    path.write_text(path.read_text("utf-8") + "- undo 1\n", "utf-8")
    assert [pool(), pool()] == [4, 4]


def test_an_entry_that_cannot_be_a_game_is_as_good_as_none(save: Save) -> None:
    played = open_evening(str(save(HEAD + DEALS)), keep=False).game
    key = digest(f"{shipped('sochi').plain!r}\n{HEAD}{DEALS}").hex()
    assert remember.recall("standing", key) is not None
    remember.store("standing", key, ["", ["Cellar", 1]])

    with pytest.raises(AssertionError, match="played again"):
        stands(played, HEAD + DEALS)


def test_a_convention_that_cannot_be_one_is_read_again() -> None:
    path = f"{catalog.home()}/sochi.yaml"
    first = catalog.load_file(path)
    remember.store("convention", repr(first.plain), ["Convention", "sochi"])

    assert catalog.load_file(path) == first


def test_what_is_only_tried_is_not_remembered(save: Save, run: Run, tmp_path: Path) -> None:
    """What the journal itself needs: its header, the convention as it is written and as it came out."""
    path = save(HEAD + DEALS)
    run("compare", "--each", "-f", path)

    assert len(list((tmp_path / "cache").iterdir())) <= 3


@pytest.mark.parametrize("failure", [OSError("no folder"), ValueError("no files")])
def test_a_program_without_files_to_look_at_remembers_nothing(
    failure: Exception, save: Save, rows: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_folder: str) -> NoReturn:
        raise failure

    path = save(HEAD + DEALS)
    monkeypatch.setattr(os, "scandir", fail)
    remember._program.cache_clear()
    shown = [rows("sheet", "--json", path)["records"] for _ in range(2)]
    remember._program.cache_clear()

    assert shown == [2, 2]
    assert not (tmp_path / "cache").exists()
