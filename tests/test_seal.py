"""Seals: the canonical text written out by hand, what leaves a code alone, and what changes it."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import Run, Save
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Evening, evenings, game_of, items_of, random_record

from pulya.errors import RecordError
from pulya.game import Game
from pulya.notation.read import read
from pulya.notation.write import write
from pulya.record import Fine, Fix, Join, Misdeal, Undo
from pulya.replay import replay
from pulya.ruled import Item, Ruled
from pulya.rules.naming import by_name
from pulya.rules.ruling import Referee
from pulya.seal import ALPHABET, Seal, canonical, read_seal, seal

Rows = Callable[..., Any]

RULES = "0123abcd"

# Every kind of record, in every way of writing that the canonical text makes one.  Four play, so the dealer
# sits out: Gleb deals first, then Anna, Boris, Vera, Gleb …
EVENING = """
convention: classic
players: [Anna, Boris, Vera, Gleb]
target: 20
laps: 4
stake: 0.50 EUR
coin: 0.10
date: 2026-11-27
raspasy: 1
bombs: {Vera: 2, Anna: 0}
sheet:
  Anna: {pool: 4, mountain: "13/2", whists: {Boris: 12}}
agreed: {raspasy.compulsory: [], raspasy.next-deal: moves, concession.undertricks: 3, talon.pays: price, whisting.half: {7: 1}}
deals:
"""
RECORDS = (
    ("- 21:04 Anna 8h bid 7s dark notalon x2 w p = 7 (late)",
     "contract Anna 8 h bid 7 s dark notalon x2 whist Boris pass Vera = Anna 7"),
    ("- Vera 8 [AK] Gleb w Boris w = 7 2 1",
     "contract Vera 8 - [AK] whist Gleb whist Boris = Vera 7 Gleb 2 Boris 1"),
    ("- Gleb 9 w w = 9 ?", "contract Gleb 9 - whist Anna whist Vera = Gleb 9 ?"),
    ("- undo 3", "undo 3"),
    ("- Gleb 7c p h", "contract Gleb 7 c half Vera pass Anna"),
    ("- misdeal", "misdeal"),
    ("- raspasy = 3 4 3", "raspasy = Gleb 3 Anna 4 Boris 3 Vera 0"),
    ("- undo", "undo 7"),
    ("- Anna dark raspasy x2 = Boris 3 Anna 4 Gleb 3", "raspasy Anna x2 = Gleb 3 Anna 4 Boris 3 Vera 0"),
    ("- Vera misere notalon = 1", "misere Vera notalon = 1"),
    ("- Vera 9 bid misere concedes", "concession Vera 9 - bid misere undertricks -"),
    ("- Gleb 8s concedes 2", "concession Gleb 8 s undertricks 2"),
    ("- fine Boris whists 10 on Anna (revoke)", "fine Boris whists 10 on Anna"),
    ("- fine Gleb mountain -1 (talked)", "fine Gleb mountain -1"),
    ("- paper Anna pool 4 whists Boris 10", "paper Anna pool 4 whists 10 on Boris"),
    ("- fix 5 Gleb 7c w p returned = 8", "fix 5 contract Gleb 7 c whist Anna pass Vera returned = Gleb 8"),
    ("- join Daria after Gleb", "join Daria after Gleb"),
    ("- leave Boris", "leave Boris"),
    ("- stop", "stop"),
)  # fmt: skip
HEADER = """\
pulya seal 1
rules 0123abcd
players Anna Boris Vera Gleb
dealer Gleb
target 20
laps 4
stake 1/2 EUR
coin 1/10
raspasy 1
bombs Vera 2
opening Anna pool 4
opening Anna mountain 13/2
opening Anna whists Boris 12
"""


def evening_of_all() -> Game:
    return game_of(EVENING + "\n".join(text for text, _ in RECORDS))


def by_hand(text: str, number: int) -> str:
    """Return the code of a canonical text, worked in another way: the digest as a number, base 31, low digit first."""
    left = int(hashlib.sha256(text.encode("utf-8")).hexdigest(), 16)
    digits = [left // 31**place % 31 for place in range(7)]
    weighed = sum((8 - place) * digit for place, digit in enumerate(digits)) + number
    digits.append(next(check for check in range(31) if (weighed + check) % 31 == 0))
    letters = "".join("23456789ABCDEFGHJKMNPQRSTUVWXYZ"[digit] for digit in digits)
    return f"{number}-{letters[:4]}-{letters[4:]}"


def test_canonical_text_is_the_one_written_by_hand() -> None:
    lines = [form for _, form in RECORDS]

    assert canonical(evening_of_all(), RULES) == HEADER + "\n".join(lines) + "\n"


def test_header_of_plain_values() -> None:
    game = game_of("convention: leningrad\nplayers: [Аня, Боря, Вера]\ntarget-sum: 30\n")

    expected = (
        "pulya seal 1\nrules 0123abcd\nplayers Аня Боря Вера\ndealer Вера\ntarget-sum 30\n"
        "laps none\nstake none\ncoin 1/100\nraspasy 0\n"
    )
    assert canonical(game, RULES) == expected
    assert str(seal(game, RULES)) == by_hand(expected, 0)


def test_pairs_have_their_opponents_as_defenders() -> None:
    game = game_of(
        "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 8h w w = 8 2\n- Gleb 10 w w = 10\n"
    )

    assert canonical(game, RULES).splitlines()[-2:] == [
        "contract Anna 8 h whist Boris whist Gleb = Anna 8 Boris 2 Gleb 0",
        "contract Gleb 10 - whist Anna whist Vera = Gleb 10",
    ]


def test_code_is_made_of_the_text() -> None:
    game = evening_of_all()

    for number in (0, 3, len(game.ruled)):
        assert str(seal(game, RULES, number)) == by_hand(canonical(game, RULES, number), number)


def test_frozen_code() -> None:
    # Codes stand on paper: this one never changes.
    game = game_of("convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 10\ndeals:\n- Anna 7h w p = 7\n")

    text = (
        "pulya seal 1\nrules 0123abcd\nplayers Anna Boris Vera\ndealer Vera\ntarget 10\nlaps none\nstake none\n"
        "coin 1/100\nraspasy 0\ncontract Anna 7 h whist Boris pass Vera = Anna 7\n"
    )
    assert canonical(game, RULES) == text
    assert str(seal(game, RULES)) == by_hand(text, 1) == "1-GCWJ-2F9M"


def test_a_later_correction_leaves_the_code_alone() -> None:
    text = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 7h w p = 7\n- misdeal\n- raspasy = 4 3 3\n"
    before = game_of(text)
    after = game_of(f"{text}- undo 2\n- fix 1 Anna 7h w p = 6\n- undo 1\n")

    for number in range(4):
        assert seal(after, RULES, number) == seal(before, RULES, number)
    assert seal(after, RULES) != seal(before, RULES)


def test_a_record_that_a_later_one_made_possible_is_sealed_as_it_stands() -> None:
    game = game_of(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 7h w w = 7 2 2\n- raspasy = 9 9 9\n"
        "- fix 1 Anna 7h w p = 7\n- fix 2 raspasy = 4 3 3\n"
    )

    assert canonical(game, RULES, 2).splitlines()[-2:] == [
        "contract Anna 7 h whist - whist - = - 7 - 2 - 2",
        "raspasy = - 9 - 9 - 9",
    ]


# --- what is typed ---


@pytest.mark.parametrize(
    "typed",
    ["12-K7QF-3M2{}", "12 k7qf 3m2{}", "12k7qf3m2{}", " 12 - К7QF–3М2{} "],
    ids=["", "small", "run", "Cyrillic"],
)
def test_a_code_may_be_typed_as_it_comes(typed: str) -> None:
    check = next(letter for letter in ALPHABET if Seal(12, f"K7QF3M2{letter}").is_sound)

    assert read_seal(typed.format(check)) == Seal(12, f"K7QF3M2{check}")


@pytest.mark.parametrize(
    "typed",
    ["", "K7QF-3M2X", "12-K7QF-3M20", "12-K7QF-3M2L", "x-K7QF-3M2X", "²-K7QF-3M2X", "1" * 9 + "-K7QF-3M2X"],
)
def test_what_is_no_code(typed: str) -> None:
    assert read_seal(typed) is None


_digits = st.sampled_from(ALPHABET)


@st.composite
def codes(draw: st.DrawFn) -> str:
    number, seven = draw(st.integers(0, 9999)), "".join(draw(st.lists(_digits, min_size=7, max_size=7)))
    return next(f"{number}{seven}{check}" for check in ALPHABET if Seal(number, seven + check).is_sound)


@given(code=codes(), at=st.integers(0, 11), other=st.sampled_from(ALPHABET + "01"))
def test_one_wrong_character_is_found(code: str, at: int, other: str) -> None:
    at %= len(code)
    assume(code[at] != other)

    read = read_seal(code[:at] + other + code[at + 1 :])

    assert read is None or not read.is_sound


@given(code=codes(), at=st.integers(0, 10))
def test_two_swapped_neighbours_are_found(code: str, at: int) -> None:
    at %= len(code) - 1
    assume(code[at] != code[at + 1])

    read = read_seal(code[:at] + code[at + 1] + code[at] + code[at + 2 :])

    assert read is None or not read.is_sound


# --- laws ---


@given(evening=evenings(), seed=st.integers(0, 2**32))
def test_another_spelling_is_the_same_code(evening: Evening, seed: int) -> None:
    game, rng = evening.game, Random(seed)
    items = []
    for one in game.ruled:
        text = respelled(one, game, rng)
        items.append(Item(one.item.number, one.item.line, text, *read(text, game.table.everyone)))

    assert seal(replay(game.header, items), RULES) == seal(game, RULES)


def respelled(one: Ruled, game: Game, rng: Random) -> str:
    """Return a record in either language, with persons named, at another time, capital letters and blanks as they come."""
    entry = one.item.entry
    record = entry.record
    if rng.random() < 0.5 and not isinstance(record, Undo | Fix):
        record = by_name(record, one.before, game.header.convention)
    inner = record.record if isinstance(record, Fix) else record
    if isinstance(inner, Join):
        return one.item.text  # a name is spelled there for the first time
    note = "a reason" if isinstance(inner, Fine) or rng.random() < 0.5 else None
    time = f"{rng.randrange(24):02}:{rng.randrange(60):02}" if rng.random() < 0.5 else None
    body = write(entry._replace(record=record, time=None, note=None), rng.choice(["en", "ru"]))
    body = rng.choice([body, body.upper(), body.lower()]).replace(" ", rng.choice([" ", "  ", ", "]))
    return " ".join(part for part in (time, body, note and f"({note})") if part)


@given(evening=evenings(), seed=st.integers(0, 2**32))
def test_what_is_written_later_leaves_the_code_alone(evening: Evening, seed: int) -> None:
    game, rng = evening.game, Random(seed)
    number = rng.randint(1, len(game.ruled))
    begun = replay(game.header, items_of(game)[:number])
    corrections: list[Undo | Fix] = [Undo(number), Fix(number, Misdeal())]
    last = len(game.ruled) + 1
    items = [*items_of(game), Item(last, None, "", rng.choice(corrections))]

    corrected = replay(game.header, items, lambda _error: None)

    assert seal(corrected, RULES, number) == seal(game, RULES, number) == seal(begun, RULES)
    assert seal(corrected, RULES, last) != seal(game, RULES, last - 1)


@given(evening=evenings(), seed=st.integers(0, 2**32))
def test_a_record_that_writes_otherwise_is_another_code(evening: Evening, seed: int) -> None:
    game, rng = evening.game, Random(seed)
    at = rng.randrange(len(game.ruled))
    one = game.ruled[at]
    other = random_record(rng, one.before)
    try:
        ruling = Referee(game.header.convention).rule(other, one.before)
    except RecordError:
        assume(False)
    assume((ruling.writes, ruling.table) != (one.writes, one.after))
    items = items_of(game)
    items[at] = items[at]._replace(record=other)

    changed = game._replace(history=(*game.ruled[:at], one._replace(item=items[at]), *game.ruled[at + 1 :]))

    assert seal(changed, RULES, at) == seal(game, RULES, at)
    assert seal(changed, RULES, at + 1) != seal(game, RULES, at + 1)


# --- the command ---


@pytest.fixture
def evening(save: Save) -> Path:
    return save(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 10\ndeals:\n"
        "- Anna 7h w p = 7\n- misdeal\n- raspasy = 4 3 3\n"
    )


def code_of(rows: Rows, path: Path, *number: int) -> str:
    found: str = rows("seal", *number, "-f", path)["seal"]
    return found


HEADER_CHANGES = (
    ("dealer", "players: [Anna, Boris, Vera]", "players: [Anna, Boris, Vera]\ndealer: Anna"),
    ("player", "Vera]", "Nina]"),
    ("target", "target: 10", "target: 12"),
    ("rule", "target: 10", "target: 10\nagreed: {whisting.split: gentleman}"),
    ("opening", "target: 10", "target: 10\nsheet: {Anna: {pool: 1}}"),
    ("in a row", "target: 10", "target: 10\nraspasy: 1"),
    ("stake", "target: 10", "target: 10\nstake: 1 EUR"),
    ("coin", "target: 10", "target: 10\ncoin: 1"),
)


@pytest.mark.parametrize(
    ("was", "now"), [one[1:] for one in HEADER_CHANGES], ids=[one[0] for one in HEADER_CHANGES]
)
def test_what_was_agreed_is_sealed(rows: Rows, evening: Path, save: Save, was: str, now: str) -> None:
    changed = save(evening.read_text("utf-8").replace(was, now), "changed.pulya")

    assert code_of(rows, changed, 0)[2:] != code_of(rows, evening, 0)[2:]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (
            "target: 10",
            "target: 10\ndealer: V\ndate: 2026-11-27\ncoin: 0.01\nraspasy: 0\nsheet: {Anna: {pool: 0}}",
        ),
        ("target: 10", "target: 10\nagreed: {whisting.split: greedy}"),
        ("- Anna 7h w p = 7", "# first\n- 21:04 Анна 7ч".replace("Анна", "A") + " В,  П = 7 (в срок)"),
        ("raspasy = 4 3 3", "r = Vera 3 Boris 4 Anna 3"),
    ],
    ids=["values in force", "rule in force", "spelling", "names"],
)
def test_what_changes_no_number_is_the_same_code(
    rows: Rows, evening: Path, save: Save, was: str, now: str
) -> None:
    text = evening.read_text("utf-8")
    assert was in text
    changed = save(text.replace(was, now), "changed.pulya")

    assert code_of(rows, changed) == code_of(rows, evening)


def test_add_and_corrections_print_the_seal(run: Run, rows: Rows, evening: Path) -> None:
    shown = run("add", "-f", evening, "Boris 6s p p").stdout.splitlines()[-1]
    assert shown == f"Seal of 4 records: {code_of(rows, evening)}"

    assert rows("add", "-f", evening, "misdeal")["seal"] == code_of(rows, evening)
    assert rows("undo", "-f", evening, "--yes")["seal"] == code_of(rows, evening)
    corrected = run("fix", 1, "Anna 7h w p = 8", "-f", evening, "--yes").stdout.splitlines()[-1]
    assert corrected == f"Seal of 7 records: {code_of(rows, evening)}"


def test_freezing_the_convention_is_the_same_code(run: Run, rows: Rows, evening: Path) -> None:
    before = code_of(rows, evening)

    run("freeze", "-f", evening)

    assert code_of(rows, evening) == before


def test_nothing_is_sealed_that_is_not_written(run: Run, rows: Rows, evening: Path) -> None:
    assert "Seal" not in run("add", "--dry-run", "-f", evening, "misdeal").output
    assert "Seal" not in run("add", "--dry-run", "-f", evening, "undo 1").output
    assert "seal" not in rows("add", "--dry-run", "-f", evening, "undo 1")


def test_seal_of_the_first_records(run: Run, rows: Rows, evening: Path) -> None:
    assert run("seal", 1, "-f", evening).stdout == f"Seal of 1 record: {code_of(rows, evening, 1)}\n"
    assert run("seal", 0, "-f", evening).stdout == f"Seal of the header: {code_of(rows, evening, 0)}\n"
    assert rows("seal", "-f", evening) == {"records": 3, "seal": code_of(rows, evening, 3)}


def test_there_is_no_seal_of_records_that_are_not_there(run: Run, save: Save, evening: Path) -> None:
    refused = run("seal", 4, "-f", evening, code=5).stderr
    assert refused == "pulya: there is no record 4\n  hint: the journal has records 1 to 3\n"

    empty = save("convention: sochi\nplayers: [Anna, Boris, Vera]\n", "empty.pulya")
    assert "the journal has no records yet" in run("seal", 4, "-f", empty, code=5).stderr


def verified(run: Run, path: Path, *codes: str, code: int) -> list[str]:
    words = [word for one in codes for word in ("--verify", one)]
    return run("seal", *words, "-f", path, code=code).stdout.splitlines()


def test_codes_that_agree(run: Run, rows: Rows, evening: Path) -> None:
    zero, one, three = (code_of(rows, evening, number) for number in (0, 1, 3))

    assert verified(run, evening, three, one, zero, code=0) == [
        f"{zero}: the header has not changed",
        f"{one}: 1 record, nothing has changed",
        f"{three}: 3 records, nothing has changed",
    ]


def test_codes_tell_where_the_change_is(run: Run, rows: Rows, evening: Path) -> None:
    zero, one, two, three = (code_of(rows, evening, number) for number in range(4))
    evening.write_text(evening.read_text("utf-8").replace("4 3 3", "4 4 2"), "utf-8")

    differs = f"{three}: something has changed"
    assert verified(run, evening, three, code=1) == [
        differs, "The change can be anywhere in the header or the records up to 3.",
    ]  # fmt: skip
    assert verified(run, evening, one, three, code=1)[1:] == [
        differs, "The earliest record that can have changed is 2, the latest 3.",
    ]  # fmt: skip
    assert verified(run, evening, zero, two, three, code=1)[2:] == [differs, "What has changed is record 3."]


def test_records_that_are_gone_are_missed(run: Run, rows: Rows, evening: Path) -> None:
    two, three = code_of(rows, evening, 2), code_of(rows, evening, 3)
    evening.write_text(evening.read_text("utf-8").replace("- raspasy = 4 3 3\n", ""), "utf-8")

    assert verified(run, evening, two, three, code=1) == [
        f"{two}: 2 records, nothing has changed",
        f"{three}: the code is of 3 records, the journal has 2",
        "What has changed is record 3.",
    ]


def test_a_code_of_another_evening_accuses_nobody(run: Run, rows: Rows, evening: Path) -> None:
    odd = next(f"1-2222-22{a}{b}" for a in ALPHABET for b in ALPHABET if Seal(1, f"222222{a}{b}").is_sound)

    assert verified(run, evening, odd, code_of(rows, evening, 3), code=1) == [
        f"{odd}: something has changed",
        f"{code_of(rows, evening, 3)}: 3 records, nothing has changed",
    ]


def test_what_codes_say_as_json(run: Run, evening: Path, rows: Rows) -> None:
    zero, three = code_of(rows, evening, 0), code_of(rows, evening, 3)
    evening.write_text(evening.read_text("utf-8").replace("misdeal", "Anna 6s p p"), "utf-8")

    answer = json.loads(
        run("seal", "--verify", zero, "--verify", three, "--json", "-f", evening, code=1).stdout
    )

    assert answer == {
        "same": False,
        "seals": [
            {"seal": zero, "records": 0, "same": True},
            {"seal": three, "records": 3, "same": False},
        ],
        "earliest": 1,
        "latest": 3,
    }


def test_a_slip_in_a_code_is_a_wrong_usage(run: Run, rows: Rows, evening: Path) -> None:
    code = code_of(rows, evening)
    slip = code[:-1] + next(letter for letter in ALPHABET if letter != code[-1])

    assert (
        f"a character of `{slip}` is wrong, or two are swapped; look again"
        in run("seal", "--verify", slip, code=2).stderr
    )
    assert (
        "`12` is no seal; one looks like 12-K7QF-3M2X, without 0, 1, I, L and O"
        in run("seal", "--verify", 12, code=2).stderr
    )
