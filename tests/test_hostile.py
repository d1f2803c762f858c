"""Characters that steer a terminal or hide, in every argument and every field: none comes out anywhere."""

import csv
import json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from conftest import Save

from pulya.cli import cli

STEERING = {"Cc", "Cf", "Zl", "Zp", "Cs"}
ALL = "".join(
    one for one in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(one) in STEERING - {"Cs"}
)
SAMPLES = [
    "\x1b[31m",
    "\x9b31m",
    "\u202eabc",
    "\u200b",
    "\u2028",
    "\r",
    "\x07",
    "\ufeff",
    "\u00ad",
    "\x7f",
    "\udcff",
]
ARGUMENTS = [
    "CHAR", "CHAR sheet", "--lang CHAR sheet", "--CHAR", "sheet CHAR", "sheet --CHAR", "sheet -f CHAR", "sheet --as CHAR",
    "sheet FILE -o CHAR/x.svg", "sheet FILE -o CHAR", "sheet --blank --players CHAR", "log CHAR", "status CHAR", "settle CHAR",
    "settle FILE --stake CHAR", "settle FILE --stake 1CHAR", "settle FILE --coin CHAR", "settle FILE --open-as CHAR",
    "settle FILE CHAR", "new CHAR --players A_,B_,C_", "new CHAR.pulya --players A_", "new NEW --players ACHAR,B_,C_",
    "new NEW --players A_,B_,C_ --dealer CHAR", "new NEW --players A_,B_,C_ --target CHAR",
    "new NEW --players A_,B_,C_ --stake CHAR", "new NEW --players A_,B_,C_ --coin CHAR",
    "new NEW --players A_,B_,C_ --convention CHAR", "new NEW --players A_,B_,C_ --convention CHAR.yaml",
    "new NEW --players A_,B_,C_ --agree CHAR", "new NEW --players A_,B_,C_ --agree CHAR=1",
    "new NEW --players A_,B_,C_ --agree target=CHAR", "add -f FILE CHAR", "add -f FILE --dry-run AnnaCHAR 7h w p = 7",
    "add -f FILE --dry-run Anna 7CHAR w p = 7", "add -f FILE --dry-run Anna 7h w p = 7 (CHAR)", "add -f FILE --dry-run CHAR",
    "add -f FILE --dry-run Anna CHAR 7h w p = 7", "add -f CHAR misdeal", "undo -f FILE CHAR", "undo -f CHAR", "fix -f FILE 1 CHAR",
    "fix -f FILE CHAR misdeal", "explain -f FILE CHAR", "explain -f FILE Anna CHAR", "explain -f FILE Anna whists CHAR",
    "explain --contract CHAR", "explain --contract 7h --convention CHAR", "explain --contract 7h --players CHAR",
    "check CHAR", "check CHAR.yaml", "audit CHAR -f FILE", "audit -f FILE --cell CHAR", "compare -f FILE --convention CHAR",
    "compare -f FILE --agree CHAR=1", "seal -f FILE CHAR", "seal -f FILE --verify CHAR", "stats CHAR", "match CHAR CHAR",
    "freeze -f CHAR", "chart CHAR", "chart FILE --as CHAR", "conventions CHAR", "conventions show CHAR", "conventions show CHAR.yaml",
    "conventions diff sochi CHAR", "conventions keys CHAR", "play CHAR", "play -f FILE --players CHAR",
]  # fmt: skip


def clean(text: str) -> bool:
    """Say whether nothing in a text steers or hides; lines may end."""
    return not any(unicodedata.category(one) in STEERING for one in text if one not in "\n\t")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some odd names are good names of files


def invoke(*words: str, env: dict[str, str] | None = None) -> Result:
    result = CliRunner().invoke(cli, words, env=env, catch_exceptions=False)
    assert result.exit_code in {0, 1, 2, 3, 4, 5, 6}
    return result


EVENING = "convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n- Anna 7h w p = 7\n"


@pytest.mark.parametrize("line", ARGUMENTS)
def test_no_argument_reaches_the_terminal_as_it_is(line: str, save: Save, tmp_path: Path) -> None:
    path = save(EVENING)
    for sample in [*SAMPLES, ALL.replace("\0", "")]:
        words = [
            word.replace("CHAR", sample)
            .replace("FILE", str(path))
            .replace("NEW", str(tmp_path / "new.pulya"))
            for word in line.split()
        ]
        for more in ([], ["--lang", "ru"], ["--json"]):
            result = invoke(*words, *more)
            assert clean(result.output), (ascii(sample[:20]), ascii(result.output[:500]))
        (tmp_path / "new.pulya").unlink(missing_ok=True)
    assert path.read_text("utf-8") == EVENING


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_journal_named_by_the_environment_is_shown_as_any(sample: str) -> None:
    result = invoke("sheet", env={"PULYA_FILE": f"x{sample}.pulya"})

    assert result.exit_code == 3
    assert clean(result.output)


FIELDS = [
    "convention: CHAR", "convention: CHAR.yaml", "rules: CHAR", "players: [CHAR, B_, C_]", "players: [AnnaCHAR, Boris, Vera]",
    "dealer: CHAR", "target: CHAR", "target-sum: CHAR", "stake: CHAR", "stake: 1 CHAR", "coin: CHAR", "date: CHAR",
    "agreed: CHAR", "agreed: {CHAR: 1}", "agreed: {target: CHAR}", "sheet: CHAR", "sheet: {CHAR: {pool: 1}}",
    "sheet: {Anna: {CHAR: 1}}", "sheet: {Anna: {pool: CHAR}}", "sheet: {Anna: {whists: {CHAR: 1}}}", "raspasy: CHAR",
    "bombs: {CHAR: 1}", "laps: CHAR", "CHAR: 1",
    "- CHAR", "- Anna 7h w p = 7 (CHAR)", "- fine Boris mountain 2 (CHAR)", "- CHAR 7h w p = 7", "- join CHAR after Anna",
    "- paper Anna CHAR 1", "- fix 1 CHAR", "- Anna 7hCHAR w p = 7", "- CHAR",
]  # fmt: skip
SHOWN = [
    ("sheet",), ("sheet", "--as", "md"), ("sheet", "--as", "csv"), ("sheet", "--as", "html"), ("sheet", "--as", "svg"), ("log",),
    ("log", "--json"), ("status",), ("settle",), ("settle", "--as", "html"), ("check",), ("stats",), ("chart", "--as", "svg"),
]  # fmt: skip


def quoted(text: str) -> str:
    """Return a text as YAML in quotes, whatever is in it."""
    return (
        '"'
        + "".join(f"\\U{ord(one):08X}" if not one.isalnum() and one not in " ()=-." else one for one in text)
        + '"'
    )


def journal_with(field: str, sample: str) -> str:
    head = {"convention": "sochi", "players": "[Anna, Boris, Vera]"}
    if field.startswith("- "):
        record = field[2:].replace("CHAR", sample)
        return "".join(f"{k}: {v}\n" for k, v in head.items()) + f"deals:\n- misdeal\n- {quoted(record)}\n"
    key, _, value = field.partition(": ")
    words = re.sub(r"[\w.]*CHAR[\w.]*( CHAR)?", lambda found: quoted(found[0].replace("CHAR", sample)), value)
    key = quoted(sample) if key == "CHAR" else key
    return "".join(f"{k}: {v}\n" for k, v in (head | {key: words}).items()) + "deals:\n- misdeal\n"


@pytest.mark.parametrize("field", FIELDS)
def test_no_field_of_a_journal_reaches_the_terminal_as_it_is(field: str, save: Save) -> None:
    for sample in [*SAMPLES[:-1], ALL, f"1 {ALL}"]:
        path = save(journal_with(field, sample))
        for words in SHOWN if sample == ALL else SHOWN[:2]:
            result = invoke(*words, str(path))
            assert clean(result.output), (words, ascii(result.output[:300]))


@pytest.mark.parametrize("sample", ["\x1b[31m", "\u202e", "\u200b", "\u2028"])
def test_no_field_of_a_convention_reaches_the_terminal_or_a_picture(
    save: Save, sample: str, tmp_path: Path
) -> None:
    text = quoted(f"a{sample}b")
    house = save(
        f"extends: sochi\nid: house\ntitle: {{en: {text}, ru: {text}}}\nsummary: {{en: {text}, ru: {text}}}\n"
        f"source: {{contracts: {text}}}\ndisputed: {{target: {{en: {text}, ru: {text}}}}}\n",
        "house.yaml",
    )
    path = save(EVENING.replace("sochi", "house.yaml"))
    words: list[tuple[str, ...]] = [(*shown, str(path)) for shown in SHOWN]
    words += [
        ("conventions", "show", str(house)),
        ("conventions", "diff", "sochi", str(house)),
        ("check", str(house)),
    ]
    words += [("new", str(tmp_path / "new.pulya"), "--players", "A_,B_,C_", "--convention", str(house))]
    for one in words:
        assert clean(invoke(*one).output), one
    for form in ("svg", "html"):
        picture = tmp_path / f"sheet.{form}"
        if invoke("sheet", str(path), "-o", str(picture)).exit_code == 0:
            assert clean(picture.read_text("utf-8"))


PIECES = [
    "=1+1",
    "+1",
    "-1",
    "@x",
    "<u>&\"'</u>",
    "]]>",
    "a|b",
    "<script>x</script>",
    "`x`",
    "*x*",
    "{{x}}",
    "${x}",
]


@pytest.mark.parametrize("piece", PIECES)
def test_markup_and_formulas_in_a_note_or_a_currency_stay_text(piece: str, save: Save) -> None:
    path = save(
        f"convention: sochi\nplayers: [Anna, Boris, Vera]\nstake: {json.dumps('1 ' + piece)}\ndeals:\n"
        f"- {json.dumps(f'fine Anna mountain 2 ({piece})')}\n"
    )
    for form in ("svg", "html"):
        for command in ("sheet", "settle", "chart"):
            result = invoke(command, "--as", form, str(path))
            if result.exit_code:
                continue
            assert "<script>x" not in result.stdout
            assert "<u>" not in result.stdout
            if form == "svg":
                ET.fromstring(result.stdout)
    for row in csv.reader(invoke("sheet", "--as", "csv", str(path)).stdout.splitlines()):
        assert not any(cell.startswith(("=", "+", "@", "\t", "\r")) for cell in row)


@pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")
def test_a_terminal_sees_no_sequence_but_colours(save: Save) -> None:
    import pty

    path = save(
        EVENING.replace("= 7\n", '= 7\n- "fine Anna mountain 2 (\\x1b]0;title\\x07\\x9b2J\\u202e)"\n')
    )
    for words in (
        ["log", str(path)],
        ["sheet", "\x1b]0;x\x07"],
        ["\x1b[2J"],
        ["sheet", str(save(EVENING))],
        ["--help"],
    ):
        ours, theirs = pty.openpty()
        subprocess.run(
            [sys.executable, "-m", "pulya", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            timeout=60,
            check=False,
        )
        os.set_blocking(ours, False)
        shown = os.read(ours, 1 << 16).decode().replace("\r\n", "\n")
        os.close(ours)
        os.close(theirs)
        assert shown
        assert clean(re.sub(r"\x1b\[[0-9;]*m", "", shown)), shown
