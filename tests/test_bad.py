"""The zoo of mistakes in ``bad/``, and what no input may ever do.

Each folder holds the files that end with one exit code; beside ``NAME.pulya`` or ``NAME.yaml`` stands ``NAME.err``
with the message, word for word, in English and below it in Russian.  A confusing message is mended by adding the
file that caused it, and ``pytest tests/test_bad.py --update-golden`` writes the texts anew, to be read before they
are kept.
"""

import ast
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import random_games
from click.testing import CliRunner, Result
from conftest import Run, Save
from hypothesis import given
from hypothesis import strategies as st

import pulya
from pulya import catalog
from pulya.cli import cli
from pulya.notation.words import FORMS, SUIT_FORMS
from pulya.view.visible import visible

BAD = Path(__file__).parent / "bad"
CODES = {"journal": 3, "convention": 4, "record": 5}
FILES = sorted(path for path in BAD.rglob("*") if path.suffix in {".pulya", ".yaml"})

# In these files no line is better or worse than another.
WHOLE_FILE = {"empty", "only-a-comment", "utf-16"}
PLACE = re.compile(
    r"pulya: (?P<file>[^:,]+)(:(?P<line>\d+))?(, record (?P<record>\d+))?(, (?P<field>[^ ]+))?: "
)


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def invoke(*words: str) -> Result:
    """Run a command in this process; what it did not expect is raised."""
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def command(path: Path) -> tuple[str, ...]:
    """Return the command that meets the mistake, run in the folder of the file."""
    return ("sheet", path.name) if path.suffix == ".pulya" else ("conventions", "show", f"./{path.name}")


def fingerprint(name: str) -> str:
    return catalog.load_shipped(name).fingerprint


# What changes with the shipped files stands in a message by name.
NAMES = {"{shipped}": ", ".join(catalog.shipped()), "{sochi}": fingerprint("sochi")}


def expected(path: Path, language: str = "en") -> str:
    """Return the message of a file, the English one or the Russian one below it."""
    text = path.with_suffix(".err").read_text("utf-8")
    for name, value in NAMES.items():
        text = text.replace(name, value)
    english, _, russian = text.partition("\npulya: ")
    return f"{english}\n" if language == "en" else f"pulya: {russian}"


def keep(path: Path, *messages: str) -> None:
    """Write the messages of a file anew."""
    message = "".join(messages)
    for name, value in NAMES.items():
        message = message.replace(value, name)
    path.with_suffix(".err").write_text(message, "utf-8")


@pytest.fixture(params=FILES, ids=name_of)
def bad(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    path: Path = request.param
    monkeypatch.chdir(path.parent)
    return path


def test_a_mistake_is_refused_in_these_words(bad: Path, request: pytest.FixtureRequest) -> None:
    result = invoke(*command(bad))
    russian = invoke(*command(bad), "--lang", "ru")

    if request.config.getoption("--update-golden"):
        keep(bad, result.stderr, russian.stderr)
    assert result.stderr == expected(bad)
    assert (result.exit_code, result.stdout) == (CODES[bad.parent.name], "")
    assert russian.stderr == expected(bad, "ru")
    assert (russian.exit_code, russian.stdout) == (result.exit_code, "")


def test_check_finds_the_mistake_too(bad: Path) -> None:
    result = invoke("check", bad.name)

    first, *more = expected(bad).splitlines()
    assert result.exit_code == 1
    assert f". {first.removeprefix('pulya: ')}\n" in result.stdout
    for line in more:
        assert f"\n   {line.strip()}\n" in result.stdout


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_message_names_the_file_and_a_line_a_record_or_a_key(path: Path) -> None:
    found = PLACE.match(expected(path))

    assert found is not None
    assert found["file"] in {one.name for one in FILES}
    if path.stem not in WHOLE_FILE:
        assert found["line"] or found["record"] or found["field"]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_message_is_a_fact_and_a_cure_without_blame_or_full_stop(path: Path) -> None:
    problem, *cures = PLACE.sub("", expected(path)).splitlines()

    assert not re.search(
        r"\b(you|your|wrong|bad|invalid|illegal|forgot|stupid|fault|error|failed to)\b", problem.casefold()
    )
    assert len(cures) == 1
    assert re.match(r"  hint: \S", cures[0])
    assert not problem.endswith(".")
    assert not cures[0].endswith(".")


def test_every_message_has_its_file_and_every_file_its_message() -> None:
    messages = sorted(path.with_suffix("") for path in BAD.rglob("*.err"))

    assert messages == sorted(path.with_suffix("") for path in FILES)
    assert {path.parent.name for path in FILES} == CODES.keys()


def refusals() -> Iterator[tuple[str, list[str]]]:
    """Yield each problem and each hint in the code: where it stands and its template, or singular and plural."""
    for path in sorted(Path(pulya.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            refuses = isinstance(node, ast.Raise) or (
                isinstance(node, ast.Call) and re.search("refuse|refusal|Error$|_take|_money", called(node))
            )
            if not refuses:
                continue
            for call in ast.walk(node):
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                    continue  # `page.say` says what was made elsewhere
                if (name := called(call)) in {"say", "say_n"}:
                    texts = [ast.literal_eval(text) for text in call.args[: 2 if name == "say_n" else 1]]
                    yield f"{path.name}:{call.lineno}", texts


def called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def test_every_refusal_in_the_code_has_its_bad_file_or_is_quoted_in_a_test() -> None:
    tests = [path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py"))]
    shown = "\n".join([expected(path) for path in FILES] + tests)

    silent = [
        f"{place}: {texts[0]}"
        for place, texts in refusals()
        if not any(re.search(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)), shown) for text in texts)
    ]
    assert not silent, "\n".join(silent)


HEADER = "convention: sochi\nplayers: [Anna, Boris, Vera]\n"


def complaint(result: Result, path: Path | str) -> str:
    """Return a complaint without the file it begins with."""
    return result.stderr.removeprefix(f"pulya: {path}")


def test_a_folder_is_no_journal(tmp_path: Path, run: Run) -> None:
    result = run("sheet", tmp_path, code=3)

    assert complaint(result, tmp_path) == ": this is a folder\n  hint: name the file in it\n"


def test_a_missing_file_is_told_with_its_name(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "evening.pulya"

    result = run("sheet", path, code=3)

    assert (
        complaint(result, path) == ": there is no such file\n  hint: check the name; `new` makes a journal\n"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize(("suffix", "code"), [(".pulya", 3), (".yaml", 4)])
def test_a_named_pipe_is_refused_and_never_waited_for(
    tmp_path: Path, run: Run, suffix: str, code: int
) -> None:
    path = tmp_path / f"pipe{suffix}"
    os.mkfifo(path)

    words = ["sheet", path] if suffix == ".pulya" else ["conventions", "show", str(path)]
    result = run(*words, code=code)

    assert complaint(result, path) == ": this is not a regular file\n  hint: name a text file\n"


def test_a_file_that_cannot_be_read_is_told_with_the_reason(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "circle.pulya"
    path.symlink_to(path)

    result = run("sheet", path, code=3)

    assert complaint(result, path).startswith(": it cannot be read: ")
    assert result.stderr.endswith("\n  hint: check the name and its rights\n")


def test_a_file_that_may_not_be_read_is_told_with_the_reason(
    save: Save, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(HEADER + "deals:\n")

    def forbidden(*_words: object, **_more: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", forbidden)

    result = run("sheet", path, code=3)

    assert complaint(result, path) == (
        ": it cannot be read: Permission denied\n  hint: check the name and its rights\n"
    )


def test_a_header_as_large_as_a_book_is_refused(save: Save, run: Run) -> None:
    path = save(HEADER + "# and so on\n" * 6000 + "deals:\n")

    result = run("sheet", path, code=3)

    assert complaint(result, path) == (
        ": the header is larger than 65536 bytes\n  hint: records stand under `deals:`, one a line\n"
    )


def test_a_convention_as_large_as_a_book_is_refused(save: Save, run: Run) -> None:
    path = save("extends: sochi\n" + "# and so on\n" * 6000, "house.yaml")

    result = run("conventions", "show", path, code=4)

    assert complaint(result, path) == (
        ": the file is larger than 65536 bytes\n  hint: this is hardly the file you meant\n"
    )


@pytest.mark.parametrize(("many", "code"), [(2, 3), (60_000, 3)])
def test_brackets_in_brackets_are_refused_and_never_exhaust_the_reader(
    save: Save, run: Run, many: int, code: int
) -> None:
    result = run("sheet", save("players: " + "[" * many), code=code)

    assert result.stderr.startswith("pulya: ")


def test_a_convention_file_with_every_mistake_of_yaml_is_a_convention_all_the_same(
    save: Save, run: Run
) -> None:
    result = run("check", save("extends: [\n", "house.yaml"), code=1)

    assert "house.yaml:2: this is not YAML" in result.stdout


def test_the_rules_of_another_shipped_convention_are_recognised(save: Save, run: Run) -> None:
    path = save(HEADER + f"rules: {fingerprint('code')}\ndeals:\n")

    result = run("sheet", path, code=4)

    assert complaint(result, path) == (
        f":3, rules: the rules of `sochi` have changed since this evening began: they are {fingerprint('sochi')}, "
        f"the journal has {fingerprint('code')}\n"
        f"  hint: {fingerprint('code')} are the rules of `code`, which differ in raspasy.price.2, raspasy.price.3; "
        f"write `convention: code`, or `rules: {fingerprint('sochi')}`\n"
    )


@pytest.mark.parametrize(
    "record",
    ids=["level", "level of the bid", "multiplier", "long multiplier", "long level", "multiplier of raspasy"],
    argvalues=[
        "Anna 0079h w p = 7",
        "Anna 7h bid 0068 w p = 7",
        "Anna 7h x000299999 w p = 7",
        f"Anna 7h x0002{'0' * 5000} w p = 7",
        f"Anna {'7' * 5000}h w p = 7",
        "raspasy x0002000 = 3 4 3",
    ],
)
def test_a_number_behind_noughts_is_refused(save: Save, run: Run, record: str) -> None:
    path = save(HEADER + f"deals:\n- {record}\n")

    result = run("log", path, code=5)

    assert complaint(result, path).startswith(":4, record 1, ")


@pytest.mark.parametrize("number", ["²", "٣", "７"])
def test_a_figure_of_another_script_is_no_number_of_a_record(save: Save, run: Run, number: str) -> None:
    path = save(HEADER + "deals:\n- Anna 7h w p = 7\n")

    result = run("explain", "-f", path, number, code=5)

    assert number in result.stderr


@pytest.mark.parametrize("agreed", ["contracts.².whist: 3", "whisting.half.²: 1", "premiums.²: 1"])
def test_a_figure_of_another_script_is_no_part_of_a_path(save: Save, run: Run, agreed: str) -> None:
    path = save(HEADER + f"agreed:\n  {agreed}\ndeals:\n")

    result = run("sheet", path, code=4)

    assert complaint(result, path).startswith(":4, ")


@pytest.mark.parametrize(
    ("players", "agreed", "record"),
    [
        ("Anna, Boris, Vera", "{ledger: teams, teams: {partners: opposite}}", "Anna 7h w p = 7"),
        ("Anna, Boris, Vera, Gleb", "{ledger: teams}", "Anna 7h w p = 7"),
        (
            "Anna, Boris, Vera, Gleb",
            "{ledger: teams, teams: {partners: opposite}, table.players: [4], raspasy.writes: nothing}",
            "raspasy = 3 4 3",
        ),
        ("Anna, Boris, Vera", "{premiums: [{for: first-pool, each: {4: 120}}]}", "Anna 10 p p"),
        ("Anna, Boris", "{table.players: [2]}", "Anna 7h w = 7"),
    ],
)
@pytest.mark.parametrize("words", [("sheet",), ("log",), ("status",), ("settle",), ("sheet", "--as", "csv")])
def test_an_agreement_that_does_not_fit_the_table_never_breaks_a_command(
    save: Save, players: str, agreed: str, record: str, words: tuple[str, ...]
) -> None:
    head = f"convention: sochi\nplayers: [{players}]\nagreed: {agreed}\n"
    path = save(f"{head}target: 10\ndeals:\n- {record}\n")

    result = invoke(*words, str(path))

    assert result.exit_code in {0, 3, 4, 5}


CODES_OF_ANY_INPUT = {0, 3, 4, 5}
CORPUS = [
    path.read_bytes()
    for path in (*sorted(BAD.rglob("*.pulya")), *sorted((BAD.parent.parent / "samples").rglob("*.pulya")))
]
CONVENTIONS = [path.read_bytes() for path in sorted(Path(catalog.home()).glob("*.yaml"))]
COMMANDS = [
    ("sheet",),
    ("log",),
    ("status",),
    ("settle",),
    ("check",),
    ("sheet", "--as", "csv"),
    ("settle", "--json"),
    ("settle", "--open-as", "even"),
    ("status", "--next"),
    ("stats",),
    ("status", "--json"),
]
PIECES = [
    b"\n", b" ", b"-", b":", b"#", b"[", b"]", b"{", b"}", b"(", b")", b'"', b"'", b"=", b"&a ", b"*a", b"!!int ",
    b"\t", b"\x00", b"\xff", b"\xd1", b"\r\n", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\x1b[31m", b"\xc2\x85",
    b"- undo\n", b"- fix 1 raspasy = 3 4 3\n", b"deals:\n", b"agreed: {ledger: teams}\n", b"0", b"99999", b"1/0",
    b"h", "с".encode(), b"misere", b"raspasy", b"- stop\n", b"- join Egor after Anna\n", b"- leave Anna\n",
]  # fmt: skip


def runs(words: tuple[str, ...], data: bytes, name: str = "any.pulya") -> Result:
    """Run a command over a file of these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        return invoke(*words, str(path))


def is_told(result: Result, codes: set[int]) -> bool:
    """Say whether a command ended as it may, and printed nothing that steers a terminal."""
    assert result.exit_code in codes, result.output
    assert bool(result.stderr) or result.exit_code < 2
    return visible(result.output) == result.output


@given(data=st.binary(max_size=400), words=st.sampled_from(COMMANDS))
def test_any_bytes_are_a_journal_or_are_refused(data: bytes, words: tuple[str, ...]) -> None:
    assert is_told(runs(words, data), CODES_OF_ANY_INPUT | {1})


@given(text=st.text(max_size=200), words=st.sampled_from(COMMANDS))
def test_any_text_below_a_header_is_records_or_is_refused(text: str, words: tuple[str, ...]) -> None:
    assert is_told(
        runs(words, (HEADER + "deals:\n- " + text).encode("utf-8", "ignore")), CODES_OF_ANY_INPUT | {1}
    )


@st.composite
def mutated(draw: st.DrawFn, corpus: list[bytes]) -> bytes:
    """Return a file of the corpus with some bytes, pieces or lines lost, doubled, moved or added."""
    data = draw(st.sampled_from(corpus))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        to = min(len(data), at + draw(st.integers(0, 12)))
        match draw(st.sampled_from(["lose", "add", "replace", "double", "line", "swap"])):
            case "lose":
                data = data[:at] + data[to:]
            case "add":
                data = data[:at] + draw(st.sampled_from(PIECES)) + data[at:]
            case "replace":
                data = data[:at] + draw(st.sampled_from(PIECES)) + data[to:]
            case "double":
                data = data[:to] + data[at:]
            case "line":
                lines = data.split(b"\n")
                lines.insert(at % len(lines), draw(st.sampled_from(lines)))
                data = b"\n".join(lines)
            case _:
                lines = data.split(b"\n")
                one, other = at % len(lines), to % len(lines)
                lines[one], lines[other] = lines[other], lines[one]
                data = b"\n".join(lines)
    return data


@given(data=mutated(CORPUS), words=st.sampled_from(COMMANDS))
def test_a_damaged_journal_is_read_or_refused(data: bytes, words: tuple[str, ...]) -> None:
    assert is_told(runs(words, data), CODES_OF_ANY_INPUT | {1})


@given(data=mutated(CONVENTIONS))
def test_a_damaged_convention_is_read_or_refused(data: bytes) -> None:
    assert is_told(runs(("conventions", "show"), data, "any.yaml"), {0, 4})


TABLES = {
    "gusarik": "Anna, Boris",
    "sochi": "Anna, Boris, Vera",
    "rostov": "Anna, Boris, Vera, Gleb",
    "classic": "Anna, Boris, Vera, Gleb, Daria",
    "leningrad": "Anna, Boris, Vera, Gleb",
    "finka": "Anna, Boris, Vera",
    "skachki": "Anna, Boris, Vera",
    "razboinik": "Anna, Boris, Vera",
    "pair": "Anna, Boris, Vera, Gleb",
    "pair-rostov": "Anna, Boris, Vera, Gleb",
}
WORDS = [
    *(form for english, russian in FORMS.values() for form in english + russian),
    *(f"{level}{suit}" for level in (5, 6, 7, 8, 9, 10, 11) for suit in ("", "s", "h", "nt", "с")),
    *(form for english, russian in SUIT_FORMS.values() for form in english + russian),
    *["Anna", "Boris", "Vera", "Gleb", "Daria", "A", "B", "V", "G", "D", "Egor", "=", "=", "=", "=", "[A]", "[AK]", "[", "[]", "x2", "x64", "x65", "(", ")", "(note)", ",", "13/2", "1/0"],
    *map(str, range(12)),
    *["-1", "−1", "999999", "1000000", "00", "007", "21:04", "24:00", "7h,w,p", "²", "٣", "?", "7?"],
]  # fmt: skip


@given(name=st.sampled_from(sorted(TABLES)), words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=12))
def test_any_words_are_a_record_or_are_refused(name: str, words: list[str]) -> None:
    head = f"convention: {name}\nplayers: [{TABLES[name]}]\ndeals:\n"

    result = runs(("log",), f"{head}- {' '.join(words)}\n".encode())

    assert is_told(result, {0, 5})


def records(rng: Random, players: list[str]) -> Iterator[str]:
    """Yield records that a table might have, possible or not."""
    while True:
        a, b, c = (rng.choice(players) for _ in range(3))
        level = rng.randint(6, 10)
        taken = rng.randint(0, 10)
        left = rng.randint(0, 10 - taken)
        yield rng.choice(
            [
                f"{a} {level}{rng.choice('scdh')} {rng.choice(['w w', 'w p', 'p w', 'p p', 'p h', 'w'])} = {taken}",
                f"{a} {level} w w = {taken} {left}",
                f"{a} {level}h {rng.choice(['w w', 'w p', 'w'])} = {taken} ?",
                f"{a} {level} p p",
                f"{a} {level} {b} w {c} p = {taken}",
                f"{a} {level} w p returned = {taken}",
                f"{a} {level} concedes",
                f"{a} misere {rng.choice(['', 'dark', 'notalon', 'x2'])} = {taken}",
                f"raspasy = {taken} {left} {10 - taken - left}",
                f"raspasy = {taken} {left}",
                f"{a} dark raspasy = {taken} {left} {10 - taken - left}",
                f"{a} {level}h [AK] w p = {taken}",
                f"fine {a} {rng.choice(['pool', 'mountain', f'whists 5 on {b}', 'pool -'])} {taken} (x)",
                "misdeal", "time", "stop", "undo", f"undo {rng.randint(1, 9)}",
                f"fix {rng.randint(1, 9)} {a} misere = {taken}", f"join Egor after {a}", f"leave {b}",
                f"paper {a} pool {taken} whists {b} {left}",
            ]
        )  # fmt: skip


# Policies, which meet each other in code; prices only multiply.
PRICES = ("contracts.", "consolation.", "talon.", "units.", "start.")
WILD: dict[str, list[Any]] = {
    **{key: values for key, values in random_games.CHOICES.items() if not key.startswith(PRICES)},
    "ledger": ["individual", "teams"],
    "teams": ["none", "{partners: opposite}"],
    "table.players": ["[2, 3, 4, 5]"],
    "target": ["none", 2, 10],
    "ending": [
        "pools-closed", "pool-sum", "first-pool", "time-and-first-pool", "laps", "checklist", "series", "agreed",
    ],
    "series": [
        "none",
        "{rounds: 2, target: 6, until: exit, first-pool: 100, least-mountain: 99, tie: shared, pools: count, final: none}",
    ],
    "checklist": ["none", "{contracts: [6, 7s, misere], ticks: attempt, seat: second}"],
    "bombs": ["none", "{compulsory: active, dark-pass: passer, spent: one}"],
    "premiums": ["[]", "[{for: first-pool, each: {3: 120, 4: 120}}]", "[{for: first-mountain, each: {5: 1}}]"],
    "raspasy.compulsory": ["[]", "[{when: start, laps: 1}]", "[{when: failed-misere, price: [5, 10]}]"],
    "multipliers.bomb": [2, 100],
    "raspasy.in-row": ["none", 2],
}  # fmt: skip


@given(seed=st.integers(0, 2**48), name=st.sampled_from(catalog.shipped()), words=st.sampled_from(COMMANDS))
def test_any_agreement_at_any_table_is_played_or_refused(
    seed: int, name: str, words: tuple[str, ...]
) -> None:
    rng = Random(seed)
    size = rng.choice(catalog.load_shipped(name).convention.table.players)
    players = ["Anna", "Boris", "Vera", "Gleb", "Daria"][:size]
    keys = rng.sample(sorted(WILD), rng.randint(0, 8))
    agreed = "".join(f"  {key}: {rng.choice(WILD[key])}\n" for key in keys)
    deals = records(rng, players)

    text = f"convention: {name}\nplayers: [{', '.join(players)}]\nagreed:\n{agreed}deals:\n"
    for _ in range(8):
        longer = f"{text}- {next(deals)}\n"
        if runs(words, longer.encode()).exit_code == 0:
            text = longer

    assert is_told(runs(words, text.encode()), {0, 1, 3, 4})
