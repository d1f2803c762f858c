"""The journal as a file: what is read, what is refused, and that it only grows."""

import codecs
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Run, Save
from hypothesis import given
from hypothesis import strategies as st
from strategies import game_of

from pulya import journal
from pulya.errors import ConventionError, JournalError, PulyaError, RecordError, WriteError
from pulya.evening import open_evening
from pulya.game import Stake
from pulya.replay import first_table

HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"
SEVEN = "Anna 7h w p = 7"


def texts(path: Path) -> list[str]:
    """Return the records of a journal; any YAML reader has to find the same."""
    found = [line.text for line in journal.read(str(path)).deals]
    assert found == (yaml.load(path.read_bytes(), yaml.BaseLoader)["deals"] or [])
    return found


_any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_yaml_signs = st.text("-:#?,[]{}&*!|>'\"%@`\\~=<. \t\r\n\x00\x85\u2028\ufeffab1", max_size=12)


@given(records=st.lists(_any_text | _yaml_signs, min_size=1, max_size=5))
def test_any_record_is_appended_as_itself(
    records: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("journal") / "evening.pulya"
    path.write_text(HEADER + "deals:\n", "utf-8")

    for number, record in enumerate(records, start=1):
        before = path.read_bytes()
        journal.append(journal.read(str(path)), record)
        assert path.read_bytes().startswith(before)
        assert texts(path) == records[:number]


@pytest.mark.parametrize(
    "deals",
    [
        "deals:\n- misdeal\n",
        "deals:\n   - misdeal\n",
        "deals: # from here on\n\n- misdeal\n# tea\n\n",
        '"deals" :\n- "misdeal"\n',
        "deals:\r\n- misdeal\r\n",
        "deals:\r\n  - 'misdeal'\r\n# tea",
        "deals:\n-   misdeal   \n",
    ],
)
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["", "with a byte order mark"])
def test_a_record_is_appended_to_a_list_of_any_look(deals: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "evening.pulya"
    path.write_bytes(mark + HEADER.encode() + deals.encode())
    before = path.read_bytes()

    journal.append(journal.read(str(path)), SEVEN)

    assert path.read_bytes().startswith(before)
    assert texts(path) == ["misdeal", SEVEN]


@pytest.mark.parametrize("end", ["", "\n", "\n# copied from the paper\n"])
def test_a_paper_sheet_can_be_played_on(end: str, save: Save) -> None:
    path = save(HEADER + "sheet:\n  Anna: {pool: 4}" + end)

    journal.append(journal.read(str(path)), SEVEN)
    journal.append(journal.read(str(path)), "misdeal")

    assert texts(path) == [SEVEN, "misdeal"]
    assert open_evening(str(path)).game.sheet.pool == {"Anna": 4 + 4, "Boris": 0, "Vera": 0}


def test_a_record_is_on_disk_when_it_is_said_to_be_recorded(
    save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(HEADER + "deals:\n")
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_text("utf-8")))

    journal.append(journal.read(str(path)), SEVEN)

    assert synced == [f"{HEADER}deals:\n- {SEVEN}\n"]


@pytest.mark.parametrize("room", [0, 5])
def test_a_full_disk_leaves_no_part_of_a_record(
    room: int, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(HEADER + "deals:\n- misdeal\n# tea")
    read = journal.read(str(path))
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:room]))

    with pytest.raises(WriteError, match="nothing was written"):
        journal.append(read, SEVEN)

    assert path.read_text("utf-8") == HEADER + "deals:\n- misdeal\n# tea"


def test_a_journal_that_has_gone_is_not_made_again(save: Save) -> None:
    path = save(HEADER + "deals:\n")
    read = journal.read(str(path))
    path.unlink()

    with pytest.raises(WriteError):
        journal.append(read, SEVEN)

    assert not path.exists()


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ("misdeal", "misdeal"),
        ("21:04 Anna 7h w p = 7", "21:04 Anna 7h w p = 7"),
        ('"fine Anna pool 1 (rule #7: gift)"', "fine Anna pool 1 (rule #7: gift)"),
        ("'stop (it''s late)'", "stop (it's late)"),
        ('"stop (\\u043f\\u043e\\u0437\\u0434\\u043d\\u043e)"', "stop (поздно)"),
        ("stop (a:b#c)", "stop (a:b#c)"),
    ],
)
def test_an_item_is_read_as_yaml_reads_it(item: str, text: str, save: Save) -> None:
    assert texts(save(f"{HEADER}deals:\n- {item}\n")) == [text]


@pytest.mark.parametrize(
    "item",
    [
        "stop (rule #7)",
        "stop (rule #7",
        "stop #7",
        "stop (a: b)",
        "[misdeal]",
        "&a misdeal",
        "!x misdeal",
        '"stop',
        '"stop": now',
    ],
)
def test_an_item_that_yaml_reads_otherwise_is_refused_with_its_number(item: str, save: Save) -> None:
    path = save(f"{HEADER}deals:\n- misdeal\n- {item}\n")

    with pytest.raises(RecordError) as refused:
        open_evening(str(path))

    assert (refused.value.at.record, refused.value.at.line) == (2, 5)


def test_the_hint_is_the_line_in_quotes(save: Save) -> None:
    path = save(f'{HEADER}deals:\n- fine Anna pool 1 (rule #7, "gift")\n')

    with pytest.raises(RecordError, match=r'- "fine Anna pool 1 \(rule #7, \\"gift\\"\)"'):
        open_evening(str(path))


def test_records_are_numbered_in_file_order_and_know_their_lines(save: Save) -> None:
    path = save(f"{HEADER}deals:\n# first\n- misdeal\n\n- stop\n")

    lines = journal.read(str(path)).deals

    assert lines is not None
    assert [(line.number, line.line, line.text) for line in lines] == [(1, 5, "misdeal"), (2, 7, "stop")]


@pytest.mark.parametrize("deals", ["deals:", "deals:\n", "deals: # nothing yet\n\n"])
def test_deals_with_nothing_below_is_an_empty_game(deals: str, save: Save) -> None:
    assert journal.read(str(save(HEADER + deals))).deals == ()


@pytest.mark.parametrize(
    ("deals", "line"),
    [
        ("deals: []\n", 3),
        ("deals: [misdeal]\n", 3),
        ("deals: misdeal\n", 3),
        ("deals:\nmisdeal\n", 4),
        ("deals:\n- misdeal\n  and more\n", 5),
        ("deals:\n- misdeal\n  - stop\n", 5),
        ("deals:\n- misdeal\nstake: 1 EUR\n", 5),
        ("deals:\n-misdeal\n", 4),
        ("deals:\n\t- misdeal\n", 4),
    ],
)
def test_deals_that_are_no_list_of_lines_are_refused_with_the_line(deals: str, line: int, save: Save) -> None:
    with pytest.raises(JournalError) as refused:
        list(journal.read(str(save(HEADER + deals))).lines())

    assert refused.value.at.line == line
    assert refused.value.hint


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (b"# nothing yet\n", "the file is empty"),
        (b"- Anna\n- Boris\n", "this is no journal"),
        (b"Anna, Boris and Vera", "this is no journal"),
        (b"players: [Anna, Boris", "this is not YAML"),
        (HEADER.encode() + b"# \xcf\xee\xea\xe0\n", "the file is not UTF-8 text"),
        (HEADER.encode("utf-16"), "the file is UTF-16"),
        (HEADER.encode() + b"\x00\n", "the file has NUL bytes"),
        (b"# " + b"x" * 70_000, "the header is larger"),
    ],
)
def test_what_is_no_journal_is_refused_with_the_file(data: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.pulya"
    path.write_bytes(data)

    with pytest.raises(JournalError, match=problem) as refused:
        open_evening(str(path))

    assert refused.value.at.file == str(path)


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"this is (a folder|not a regular file)"):
        journal.read(str(tmp_path))
    with pytest.raises(JournalError, match="there is no such file"):
        journal.read(str(tmp_path / "evening.pulya"))


def header(text: str, players: str = "[Anna, Boris, Vera]", convention: str = "sochi") -> Any:
    return game_of(f"convention: {convention}\nplayers: {players}\n{text}").header


def test_without_a_dealer_the_first_player_has_first_hand() -> None:
    assert first_table(header("")).seats.active == ("Anna", "Boris", "Vera")
    assert first_table(header("dealer: Anna")).seats.active == ("Boris", "Vera", "Anna")


@pytest.mark.parametrize(
    "players", ["[Anna, No, null]", "[yes, off, 1e3]", "[О'Нил-2, А.П., b_1]", "[Anna, Анна, Ann]"]
)
def test_a_name_is_text(players: str) -> None:
    assert list(header("", players).players) == yaml.load(players, yaml.BaseLoader)


@pytest.mark.parametrize(
    "name",
    [
        "07",
        "7",
        "'7'",
        "7h",
        "10nt",
        "x2",
        "w",
        "pass",
        "Мизер",
        "Anna P",
        "''",
        "a(b)",
        "a=b",
        "[A]",
        "{a: b}",
        "~",
        "A" * 21,
    ],
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(JournalError) as refused:
        header("", f"[Boris, {name}, Vera]")

    assert refused.value.at.field == "players.2"
    assert refused.value.at.line == 2


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "anna"), ("Вера", "Bepa"), ("Пётр", "Петр"), ("Al", "AI"), ("Ooo", "O0o")]
)
def test_names_that_look_alike_are_refused(one: str, other: str) -> None:
    with pytest.raises(JournalError, match="look alike"):
        header("", f"[{one}, Boris, {other}]")


@pytest.mark.parametrize(
    ("text", "target", "together"),
    [("", 20, None), ("target: 10", 10, None), ("target: none", None, None), ("target:", 20, None)],
)
def test_the_target_is_the_tables_or_the_conventions(
    text: str, target: int | None, together: int | None
) -> None:
    assert (header(text).target, header(text).target_sum) == (target, together)


def test_pools_that_count_together_have_one_target() -> None:
    together = header("target-sum: 50", convention="leningrad")

    assert (together.target, together.target_sum) == (None, 50)


@pytest.mark.parametrize(
    ("text", "stake", "coin"),
    [
        ("", None, Fraction(1, 100)),
        ("stake: 0.50 EUR", Stake(Fraction(1, 2), "EUR"), Fraction(1, 100)),
        ("stake: 2\ncoin: 1", Stake(Fraction(2), None), Fraction(1)),
        ("stake: 0,05 р. за вист\ncoin: 0.5", Stake(Fraction(1, 20), "р. за вист"), Fraction(1, 2)),
    ],
)
def test_a_stake_is_money_for_a_whist(text: str, stake: Stake | None, coin: Fraction) -> None:
    assert (header(text).stake, header(text).coin) == (stake, coin)


def test_what_an_opening_sheet_does_not_name_is_the_conventions_start() -> None:
    opening = header("sheet:\n  Boris: {pool: 4, whists: {Vera: 13/2}}", convention="finka").opening

    assert opening.pool == {"Anna": 0, "Boris": 4, "Vera": 0}
    assert opening.mountain == {"Anna": 20, "Boris": 20, "Vera": 20}
    assert opening.whists["Boris"] == {"Anna": 0, "Vera": Fraction(13, 2)}


def test_an_older_game_is_carried_on() -> None:
    older = header(
        "raspasy: 2\nbombs: {Anna: 1}\nlaps: 3\nagreed: {raspasy.compulsory: []}", convention="classic"
    )
    table = first_table(older)

    assert (table.in_row, table.bombs, table.laps) == (2, {"Anna": 1}, 3)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("dealer: Zoe", "dealer"),
        ("target: ten", "target"),
        ("target: 0", "target"),
        ("target-sum: 50", "target-sum"),
        ("stake: much", "stake"),
        ("stake: 0 EUR", "stake"),
        ("coin: -1", "coin"),
        ("date: 27.11.2026", "date"),
        ("raspasy: -1", "raspasy"),
        ("bombs: {Anna: 1}", "bombs"),
        ("laps: 2", "laps"),
        ("sheet: 20", "sheet"),
        ("sheet: {Zoe: {pool: 1}}", "sheet.Zoe"),
        ("sheet: {Anna: 1}", "sheet.Anna"),
        ("sheet: {Anna: {hill: 1}}", "sheet.Anna.hill"),
        ("sheet: {Anna: {pool: 1.5}}", "sheet.Anna.pool"),
        ("sheet: {Anna: {whists: 5}}", "sheet.Anna.whists"),
        ("sheet: {Anna: {whists: {Anna: 5}}}", "sheet.Anna.whists.Anna"),
        ("colour: red", "colour"),
        ("target: 10\ntarget: 12", "target"),
    ],
)
def test_a_wrong_key_is_refused_with_its_field_and_line(text: str, field: str) -> None:
    with pytest.raises(JournalError) as refused:
        header(text)

    assert refused.value.at.field == field
    assert refused.value.at.line is not None
    assert refused.value.hint


@pytest.mark.parametrize("missing", ["convention: sochi", "players: [Anna, Boris, Vera]"])
def test_a_journal_needs_a_convention_and_players(missing: str) -> None:
    with pytest.raises(JournalError, match="the key is missing"):
        game_of(HEADER.replace(missing, "date: 2026-11-27"))


def test_a_convention_is_for_tables_of_its_sizes() -> None:
    with pytest.raises(JournalError, match="is not played by 2"):
        header("", "[Anna, Boris]")


def test_the_rules_may_be_vouched_for(save: Save) -> None:
    found = open_evening(str(save(HEADER))).resolved.fingerprint

    assert open_evening(str(save(f"{HEADER}rules: {found}\n"))).resolved.fingerprint == found
    with pytest.raises(ConventionError, match="have changed since this evening began") as refused:
        open_evening(str(save(f"{HEADER}rules: 0badc0de\n")))
    assert (refused.value.at.field, refused.value.at.line) == ("rules", 3)


@pytest.mark.parametrize(
    ("agreed", "field"),
    [
        ("agreed: gentleman", "agreed"),
        ("agreed: {whisting.split: polite}", "whisting.split"),
        ("agreed: {whisting.splt: gentleman}", "whisting.splt"),
        ("agreed: {wisting.split: gentleman}", "wisting.split"),
        ("agreed: {target.pool: 20}", "target.pool"),
        ("agreed: {title: Ours}", "title"),
    ],
)
def test_an_agreement_that_cannot_be_is_refused_with_its_line(agreed: str, field: str) -> None:
    with pytest.raises(PulyaError) as refused:
        header(agreed)

    assert isinstance(refused.value, ConventionError)
    assert (refused.value.at.field, refused.value.at.line) == (field, 3)


def test_a_line_that_is_no_record_does_not_say_how_records_are_indented(save: Save, run: Run) -> None:
    journal = save(HEADER + "deals:\n   -bad\n- Anna 7h w p = 7\n- raspasy = 3 4 3\n")

    found = run("check", journal, code=1).stdout.splitlines()

    assert [line for line in found if not line.startswith(" ")] == [f"1. {journal}:4: this line is no record"]


def test_a_first_record_without_a_word_is_a_record(save: Save, run: Run) -> None:
    journal = save(HEADER + "deals:\n-\n- Anna 7h w p = 7\n")

    found = run("check", journal, code=1).stdout.splitlines()

    assert [line for line in found if not line.startswith(" ")] == [
        f"1. {journal}:4, record 1: there is no record"
    ]
