"""Two tables of a duplicate match of pairs."""

import json
from pathlib import Path

from click.testing import CliRunner

from pulya.cli import cli

HEAD = "convention: pair\nplayers: [{}]\ndealer: {}\ndeals:\n"


def test_a_team_adds_its_column_at_one_table_to_the_other_column_at_the_other(tmp_path: Path) -> None:
    """Anna's team: 36 for a seven made against one trick, and 0 at the other table, where a seven two down gave 76.

    Made: 20 - 4 + 20 for the trick that was short. Two down: 2 x 20 + 5 x 4 + 2 x 2 x 4.
    """
    one, two = tmp_path / "1.pulya", tmp_path / "2.pulya"
    one.write_text(HEAD.format("Anna, Boris, Vera, Gleb", "Boris") + "- Anna 7 w w = 9 1 0\n", "utf-8")
    two.write_text(HEAD.format("Inna, Kira, Lev, Mark", "Lev") + "- Kira 7 w w = 5 3 2\n", "utf-8")

    result = CliRunner().invoke(cli, ["match", str(one), str(two), "--json"])

    # At table 2 Kira's team fails, so 76 stand in the first column: Inna's, who play with Boris's team.
    assert json.loads(result.stdout) == {
        "teams": [[["Anna", "Vera"], ["Kira", "Mark"]], [["Boris", "Gleb"], ["Inna", "Lev"]]],
        "columns": [36, 76],
        "winner": 1,
    }
    shown = CliRunner().invoke(cli, ["match", str(one), str(two)]).output
    assert "The winner: Boris + Gleb, Inna + Lev." in shown


def test_equal_columns_are_a_draw(tmp_path: Path) -> None:
    one = tmp_path / "1.pulya"
    one.write_text(HEAD.format("Anna, Boris, Vera, Gleb", "Boris"), "utf-8")

    result = CliRunner().invoke(cli, ["match", str(one), str(one)])

    assert "draw" in result.output


def test_a_table_without_pairs_plays_no_match(tmp_path: Path) -> None:
    one = tmp_path / "1.pulya"
    one.write_text("convention: sochi\nplayers: [Anna, Boris, Vera]\ndeals:\n", "utf-8")

    result = CliRunner().invoke(cli, ["match", str(one), str(one)])

    assert result.exit_code == 3
    assert "this is no journal of pairs" in result.stderr
