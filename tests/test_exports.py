"""Tables for other programs, and files: nothing is taken for a formula, for markup or for another cell."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run, Save
from strategies import game_of

from pulya import files
from pulya.cli.delivery import by_name
from pulya.picture import png as png_module
from pulya.view.exports import csv_text, plain, sheet_cells, tsv_text
from pulya.view.markdown import markdown_text, marked

HEAD = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 10\n"
DEALS = "deals:\n- Anna 7h w p = 7\n"


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+Anna", "'+Anna"),
        ("-Anna", "'-Anna"),
        ("@Anna", "'@Anna"),
        ("-12", "-12"),
        ("-1/3", "-1/3"),
        ("Anna", "Anna"),
        ("-12 ", "'-12 "),
    ],
)
def test_no_cell_is_a_formula(cell: str, shown: str) -> None:
    assert plain(cell) == shown


def test_what_a_table_writes_another_program_reads() -> None:
    rows = [["a,b", 'say "x"', "line\nbreak", "tab\there", "plain"], ["", "-7", "236/3", "·", "=x"]]

    assert list(csv.reader(io.StringIO(csv_text(rows)))) == [rows[0], [*rows[1][:4], "'=x"]]
    assert [line.split("\t") for line in tsv_text(rows).splitlines()] == [
        ["a,b", 'say "x"', "line break", "tab here", "plain"],
        ["", "-7", "236/3", "·", "'=x"],
    ]


def test_markdown_shows_what_was_typed() -> None:
    assert marked("a|b *c* _d_ <e> [f](g)\n# h") == r"a\|b \*c\* \_d\_ \<e\> \[f\](g) \# h"
    head, rule, row = markdown_text([["a", ""], ["x|y", "1"]], "lr").splitlines()
    assert [cell.strip() for cell in head.split("|")] == ["", "a", "", ""]
    assert rule.replace("-", "") == "|:|:|"
    assert [cell.strip() for cell in re.split(r"(?<!\\)\|", row)] == ["", r"x\|y", "1", ""]


def test_the_cells_of_a_sheet_have_names_that_stay() -> None:
    """Four in the pool, 12 whists of Boris on Anna."""
    assert sheet_cells(game_of(HEAD + DEALS).sheet) == [
        ["player", "pool", "mountain", "on Anna", "on Boris", "on Vera"],
        ["Anna", "4", "0", "", "0", "0"],
        ["Boris", "0", "0", "12", "", "0"],
        ["Vera", "0", "0", "0", "0", ""],
    ]


def test_a_team_that_looks_like_a_formula_is_text(save: Save, run: Run) -> None:
    path = save("convention: pair\nplayers: [-A, Boris, Vera, Gleb]\ndeals:\n")

    assert "'-A + Vera,0" in run("sheet", path, "--as", "csv").stdout
    assert "'-A + Vera\t0" in run("sheet", path, "--as", "tsv").stdout


@pytest.mark.parametrize(
    ("name", "form"), [("a.svg", "svg"), ("a.PNG", "png"), ("a.txt", "text"), ("a", None)]
)
def test_the_ending_of_a_file_names_the_form(name: str, form: str | None) -> None:
    assert by_name(str(Path(name)), ("text", "svg", "png")) == form
    assert by_name(None, ("text",)) is None


@pytest.mark.parametrize(
    ("command", "name"), [("sheet", "sheet.pdf"), ("settle", "settle.svg"), ("chart", "chart.png")]
)
def test_an_ending_that_names_no_form_is_refused(
    command: str, name: str, save: Save, run: Run, tmp_path: Path
) -> None:
    journal, output = save(HEAD + DEALS), tmp_path / name

    told = run(command, journal, "-o", output, code=2)

    assert f"`{output.suffix}` is no form that can be written here: text, json, " in told.stderr
    assert not output.exists()
    run(command, journal, "--as", "text", "-o", output)
    assert output.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("sheet.svg", "<svg"),
        ("sheet.html", "<!DOCTYPE html>"),
        ("sheet.csv", "player,pool"),
        ("sheet.tsv", "player\tpool"),
        ("sheet.md", "| player"),
        ("sheet.txt", "Sochi"),
        ("sheet.json", "{"),
    ],
)
def test_a_result_goes_into_a_file(name: str, begins: str, save: Save, run: Run, tmp_path: Path) -> None:
    journal, output = save(HEAD + DEALS), tmp_path / name

    told = run("sheet", journal, "-o", output)

    assert output.read_text("utf-8").startswith(begins)
    assert told.stdout == ""
    assert f"written to {output}" in told.stderr


def test_a_journal_is_never_written_over(save: Save, run: Run) -> None:
    journal = save(HEAD + DEALS)

    run("sheet", journal, "--as", "svg", "-o", journal, code=6)

    assert journal.read_text("utf-8") == HEAD + DEALS


def test_json_goes_before_the_form(save: Save, run: Run) -> None:
    journal = save(HEAD + DEALS)

    assert json.loads(run("sheet", journal, "--json", "--as", "svg").stdout)["pool"]["Anna"] == 4
    assert json.loads(run("settle", journal, "--json", "--as", "md").stdout)["payments"]


def test_several_journals_have_no_form(save: Save, run: Run) -> None:
    journals = [save(HEAD + DEALS, name) for name in ("1.pulya", "2.pulya")]

    assert "`--as` and `-o` are for one journal" in run("settle", *journals, "--as", "md", code=2).stderr


def test_a_picture_in_pixels(save: Save, run: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra `png` is not installed")
    journal, output = save(HEAD + DEALS), tmp_path / "sheet.png"

    run("sheet", journal, "-o", output)
    printed = run("sheet", journal, "--as", "png").stdout_bytes
    blank = run("sheet", "--blank", "--as", "png").stdout_bytes

    assert output.read_bytes().startswith(b"\x89PNG")
    assert printed == output.read_bytes()
    assert blank.startswith(b"\x89PNG")


def test_a_picture_does_not_go_to_a_terminal(save: Save, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pulya.picture.png.png", lambda _svg: b"\x89PNG")
    monkeypatch.setattr("pulya.cli.delivery._is_terminal", lambda: True)

    complaint = run("sheet", save(HEAD + DEALS), "--as", "png", code=2).stderr

    assert "a picture is no text for a terminal; name a file with `-o sheet.png`" in complaint


def test_without_the_extra_the_complaint_says_what_to_install(
    save: Save, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)

    complaint = run("sheet", save(HEAD + DEALS), "--as", "png", code=6).stderr

    assert "a PNG needs the extra `png`" in complaint
    assert "install it: `pip install 'pulya-score[png]'`; or take `--as svg` or `--as html`" in complaint


def test_without_a_font_the_complaint_says_so(save: Save, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_module, "_renderer", lambda: lambda **_settings: b"nothing but boxes")

    complaint = run("sheet", save(HEAD + DEALS), "--as", "png", code=6).stderr

    assert "this system has no font with Russian letters" in complaint
    assert "install one, such as DejaVu Sans or Noto Sans; or take `--as svg` or `--as html`" in complaint


def test_an_old_export_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"

    files.export(str(path), b"old and long")
    files.export(str(path), b"new")

    assert path.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["sheet.svg"]


def test_pictures_are_utf_8_whatever_the_output_can_show() -> None:
    sample = Path(__file__).parent.parent / "samples" / "leningrad-four" / "evening.pulya"

    def printed(form: str) -> bytes:
        command = [sys.executable, "-m", "pulya", "sheet", str(sample), "--as", form]
        environment = os.environ | {"PYTHONIOENCODING": "ascii"}
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    assert "Аня" in printed("svg").decode("utf-8")
    assert "Аня" in printed("html").decode("utf-8")
    assert printed("text").isascii()


@pytest.mark.parametrize("name", ["a.svg", "a.", ".svg", "..svg", "a", "b.c/a", "a.b.svg", ".a.svg"])
def test_an_ending_is_that_of_pathlib(name: str) -> None:
    assert files.ending(name) == Path(name).suffix


@pytest.mark.skipif(os.sep != "/", reason="paths are written otherwise there")
@pytest.mark.parametrize(
    "path", ["a.pulya", "./a.pulya", "b//a.pulya", "../a.pulya", "/b/./a.pulya", "", ".", "/", "a/"]
)
def test_a_path_is_shown_as_pathlib_shows_it(path: str) -> None:
    assert files.tidy(path) == str(Path(path))
