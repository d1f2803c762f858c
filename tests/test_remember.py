"""What is remembered on disk: only what is whole, only for the very same text, and nothing where it cannot be."""

import json
from pathlib import Path
from zlib import crc32

import pytest
from conftest import Run, Save
from hypothesis import given
from hypothesis import strategies as st

from pulya import remember, strict_yaml
from pulya.errors import ConventionError
from pulya.plain import Document, Plain
from pulya.remember import read_document, remembered

TEXT = 'contracts: {6: {pool: 2}, "6": text, "#7": sign}\nhalf: [6, 7]\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("PULYA_CACHE", str(folder))
    return folder


def without_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader of YAML refuse everything, so that only what is remembered can be read."""

    def refuse(*_given: object) -> Document:
        raise AssertionError("read again")

    monkeypatch.setattr(strict_yaml, "load", refuse)


def test_a_text_is_read_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = read_document(TEXT, ConventionError)
    without_reader(monkeypatch)

    assert read_document(TEXT, ConventionError) == read
    assert read.value == {
        "contracts": {6: {"pool": 2}, "6": "text", "#7": "sign"},
        "half": [6, 7],
    }
    assert read.line("half.2") == 2
    assert len(list(cache.iterdir())) == 1
    with pytest.raises(AssertionError, match="read again"):
        read_document(TEXT + " ", ConventionError)


_plain: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.integers(-(10**18), 10**18) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.integers(0, 99) | st.text("#a6", max_size=3), inner),
    max_leaves=8,
)


@given(value=_plain.filter(lambda value: value is not None), text=st.text(st.characters(codec="utf-8")))
def test_what_is_remembered_is_what_was_made(
    value: Plain, text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PULYA_CACHE", str(tmp_path_factory.mktemp("cache")))
        assert remembered("kind", text, lambda: value) == value
        assert remembered("kind", text, lambda: "another") == value
        assert remembered("another kind", text, lambda: "another") == "another"


def test_every_byte_of_an_entry_is_checked(cache: Path) -> None:
    assert remembered("kind", "text", lambda: {"six": 6}) == {"six": 6}
    (entry,) = cache.iterdir()
    whole = entry.read_bytes()

    for at in range(len(whole)):
        entry.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert remembered("kind", "text", lambda: "made again") == "made again", at
    for at in range(len(whole)):
        entry.write_bytes(whole[:at])
        assert remembered("kind", "text", lambda: "made again") == "made again", at


def test_an_entry_of_another_text_under_the_same_name_does_not_count(cache: Path) -> None:
    """Two texts may have the same checksum; the entry says which of them it is of."""
    remembered("kind", "text", lambda: 1)
    (entry,) = cache.iterdir()
    source = json.loads(entry.read_text("utf-8").partition("\n")[2])["source"]
    body = json.dumps({"source": source + "!", "value": 2})
    entry.write_text(f"{crc32(body.encode()):08x}\n{body}", "utf-8")

    assert remembered("kind", "text", lambda: 3) == 3


@pytest.mark.parametrize("body", ["[]", "7", "{}", '{"source": 1}', "[" * 100_000, '{"#x": 1}'])
def test_an_entry_that_is_none_does_not_count(body: str, cache: Path) -> None:
    remembered("kind", "text", lambda: 1)
    (entry,) = cache.iterdir()
    entry.write_text(f"{crc32(body.encode()):08x}\n{body}", "utf-8")

    assert remembered("kind", "text", lambda: 2) == 2


def test_what_is_refused_is_not_remembered(cache: Path) -> None:
    for _ in range(2):
        with pytest.raises(ConventionError, match="twice"):
            read_document("a: 1\na: 2\n", ConventionError)
    assert not cache.exists()


def test_where_nothing_can_be_written_nothing_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file" / "below", tmp_path / "file", Path("/dev/null/x")):
        monkeypatch.setenv("PULYA_CACHE", str(folder))
        assert [remembered("kind", "text", lambda: 1), remembered("kind", "text", lambda: 2)] == [1, 2]


def test_the_cache_forgets_all_before_it_grows_too_large(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remember, "_MOST", 5)
    for number in range(12):
        remembered("kind", str(number), lambda: 1)

    assert len(list(cache.iterdir())) == 2


def test_the_folder_is_that_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PULYA_CACHE")
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert remember._folder() is None
    monkeypatch.setenv("HOME", str(tmp_path))
    assert remember._folder() == str(tmp_path / ".cache" / "pulya")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert remember._folder() == str(tmp_path / "xdg" / "pulya")


def test_a_house_rule_that_changes_counts_at_once(cache: Path, tmp_path: Path, save: Save, run: Run) -> None:
    """Anna makes her six; Boris has two tricks and writes twice the price of a whist, the house's three from now on."""
    house = tmp_path / "house.yaml"
    house.write_text("extends: sochi\n", "utf-8")
    path = save("convention: house.yaml\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 6s w w = 6 2 2\n")
    before = json.loads(run("sheet", path, "--json").stdout)["whists"]["Boris"]["Anna"]
    house.write_text("extends: sochi\ncontracts: {6: {whist: 3}}\n", "utf-8")

    assert (
        before
        == 2 * json.loads(run("conventions", "show", "sochi", "--json").stdout)["contracts"]["6"]["whist"]
    )
    assert json.loads(run("sheet", path, "--json").stdout)["whists"]["Boris"]["Anna"] == 2 * 3
    assert len(list(cache.iterdir())) > 2
