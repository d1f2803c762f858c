"""The same evening by other rules: differences worked by hand, and what holds for every evening and every rule."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, Save
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Evening as Random
from strategies import evenings, game_of, scored

from pulya import catalog, journal
from pulya.catalog import Resolved
from pulya.compare import Moved, by_deal, by_key, moved, other_rules, rest, tried
from pulya.errors import ConventionError, RecordError
from pulya.evening import Evening, open_header
from pulya.terms import Points
from pulya.view.comparisons import tried_text
from pulya.view.page import Page

Rows = Callable[..., Any]

THREE = "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 20\n"
FOUR = "convention: sochi\nplayers: [Anna, Boris, Vera, Gleb]\ntarget: 20\n"


def evening_of(text: str) -> Evening:
    opened = journal.parse(text, "evening.pulya")
    resolved, _ = open_header(opened)
    return Evening(opened, resolved, game_of(text))


def by_agreeing(evening: Evening, **agreed: Any) -> Moved:
    """Return what other values of keys move; in their names ``__`` stands for a dot and ``_`` for a hyphen."""
    values = {key.replace("__", ".").replace("_", "-"): value for key, value in agreed.items()}
    other = catalog.agree(evening.resolved, values)
    return moved(evening, other.convention, other_rules(evening.resolved.convention, other.convention))


def test_gentleman_whist_shares_what_a_failed_contract_brought() -> None:
    """Greedy, Boris writes four tricks and a consolation, 16 + 4, and Vera 4; gentlemen write 12 each."""
    evening = evening_of(f"{THREE}stake: 0.50 EUR\ndeals:\n- Anna 7h w p = 6\n")

    found = by_agreeing(evening, whisting__split="gentleman")

    assert found.balance == {"Anna": 0, "Boris": -8, "Vera": 8}
    assert found.coins == {"Anna": 0, "Boris": -400, "Vera": 400}
    assert found.size == 8
    assert found.rules == (("whisting.split", "greedy", "gentleman"),)


def test_each_deal_has_its_share_of_the_difference() -> None:
    # A trick at 2 instead of 1: 3, 4 and 3 more on the mountains, whose mean is 10/3, at ten whists a point.
    # The second raspasy in a row costs 2 already.
    evening = evening_of(f"{THREE}deals:\n- misdeal\n- raspasy = Anna 3 Boris 4 Vera 3\n- raspasy = 5 5 0\n")

    found = by_agreeing(evening, raspasy__price=[2])
    deals = by_deal(evening.game, found.rescored.game)

    third = Fraction(10, 3)
    assert [(one.ruled and one.ruled.item.number, one.balance) for one in deals] == [
        (2, {"Anna": third, "Boris": -2 * third, "Vera": third})
    ]
    assert found.balance == deals[0].balance


def test_an_opening_sheet_is_worth_something_else_too() -> None:
    # Four points of pool at 20 instead of 10 whists: 40 more, a third of it from each.
    evening = evening_of(f"{THREE}sheet: {{Anna: {{pool: 4}}}}\ndeals:\n")

    found = by_agreeing(evening, units__pool=20)

    (opening,) = by_deal(evening.game, found.rescored.game)
    assert (opening.ruled, opening.balance) == (
        None, {"Anna": Fraction(80, 3), "Boris": Fraction(-40, 3), "Vera": Fraction(-40, 3)},
    )  # fmt: skip


def test_keys_that_work_on_each_other_leave_a_rest() -> None:
    # As played Anna wins 10 x (10/3 - 3) = 10/3. Each key alone makes it twice as much, 10/3 more; both make it
    # four times as much, 10 more: 10/3 of that is nobody's alone.
    evening = evening_of(f"{THREE}deals:\n- raspasy = 3 4 3\n")
    rules = catalog.agree(evening.resolved, {"raspasy.price": [2], "units.mountain": 20})

    whole = moved(evening, rules.convention)
    alone = by_key(evening, rules)

    assert [([rule.key for rule in one.rules], one.balance["Anna"]) for one in alone] == [
        (["units.mountain"], Fraction(10, 3)), (["raspasy.price"], Fraction(10, 3)),
    ]  # fmt: skip
    assert whole.balance["Anna"] == 10
    assert rest(whole, alone) == {"Anna": Fraction(10, 3), "Boris": Fraction(-20, 3), "Vera": Fraction(10, 3)}


def test_a_key_that_cannot_stand_alone_takes_what_it_needs_along() -> None:
    # A series is nothing without its block, and the block moves something only with it.
    evening = evening_of(f"{THREE}deals:\n- Anna 10h p p\n- Anna 10h p p\n- Vera 6h p p\n")
    skachki = catalog.load_shipped("skachki")

    groups = [{rule.key for rule in one.rules} for one in by_key(evening, skachki)]

    assert {"ending", "series"} in groups
    assert [one for one in groups if "ending" in one or "series" in one] == [{"ending", "series"}]


def test_what_could_not_have_been_is_left_out_and_moves_nobody() -> None:
    """After raspasy a six is too low where the way out begins at seven; who dealt then still dealt then."""
    evening = evening_of(f"{FOUR}deals:\n- raspasy = 3 4 3\n- Boris 6h p p\n- Anna 7h p p\n")

    found = by_agreeing(evening, raspasy__exit__levels=[7])

    (left_out,) = found.rescored.left_out
    assert (left_out.at.record, left_out.at.field) == (2, "contract")
    # Boris' two points of pool are gone: 20 whists, and 5 of it from each other.
    assert found.balance == {"Anna": 5, "Boris": -15, "Vera": 5, "Gleb": 5}


def test_the_dealer_of_then_deals_where_the_deal_would_have_stayed() -> None:
    evening = evening_of(f"{FOUR}deals:\n- raspasy = 3 4 3\n- Gleb 6h p p\n")

    found = by_agreeing(evening, raspasy__next_deal="stays")

    assert (found.rescored.left_out, found.size) == ((), 0)


def test_no_talon_tricks_are_none_where_nobody_takes_any() -> None:
    evening = evening_of(f"{FOUR}deals:\n- raspasy = 3 4 3 0\n- raspasy = 3 3 3 1\n")

    found = by_agreeing(evening, raspasy__talon_tricks="nobody")

    assert [error.at.record for error in found.rescored.left_out] == [2]


def test_corrections_are_read_before_they_are_compared() -> None:
    evening = evening_of(f"{THREE}deals:\n- Anna 7h w p = 7\n- misdeal\n- undo 2\n- fix 1 Anna 7h w p = 6\n")

    found = by_agreeing(evening, whisting__split="gentleman")

    assert found.balance == {"Anna": 0, "Boris": -8, "Vera": 8}
    assert [one.ruled and one.ruled.item.number for one in by_deal(evening.game, found.rescored.game)] == [1]


def test_where_a_newcomer_could_not_sit_down_the_rest_is_left_out() -> None:
    evening = evening_of(f"{THREE}deals:\n- Anna 7h p p\n- join Gleb after Vera\n- fine Gleb pool 3 (late)\n")

    found = by_agreeing(evening, table__players=[3])

    assert [error.at.record for error in found.rescored.left_out] == [2, 3]
    assert found.balance["Gleb"] == -evening.game.results[3].balance


def test_a_header_key_without_a_meaning_is_dropped() -> None:
    evening = evening_of("convention: leningrad\nplayers: [Anna, Boris, Vera]\ntarget-sum: 30\ndeals:\n")

    found = moved(evening, catalog.load_shipped("sochi").convention)

    assert found.rescored.dropped == ("target-sum",)
    assert found.rescored.game.header.target == 20


@pytest.mark.parametrize(("players", "name"), [("[A, B, C, D, E]", "finka"), ("[A, B, C, D]", "pair")])
def test_a_table_that_cannot_play_by_other_rules_is_refused(players: str, name: str) -> None:
    evening = evening_of(f"convention: sochi\nplayers: {players}\ndeals:\n")

    with pytest.raises(ConventionError):
        moved(evening, catalog.load_shipped(name).convention)


def test_each_disputed_key_is_tried_at_each_value() -> None:
    evening = evening_of(
        f"{THREE}agreed: {{whisting.split: gentleman, units.mountain: 20}}\ndeals:\n- Anna 7h w p = 6\n"
    )

    found = {(one.rules[0].key, one.rules[0].theirs): one.balance for one in tried(evening)}

    # What others play, every word of a key, and what the convention has where the table agreed otherwise.
    assert ("help.whists", 0) in found
    assert {now for key, now in found if key == "whisting.shortfall"} == {
        "capped",
        "joint-split",
        "own-always",
    }
    assert found["whisting.split", "greedy"] == {"Anna": 0, "Boris": 8, "Vera": -8}
    # A mountain of 4 at 10 instead of 20 whists is 40 less, of which Anna has not to pay two thirds.
    assert found["units.mountain", 10] == {
        "Anna": Fraction(80, 3), "Boris": Fraction(-40, 3), "Vera": Fraction(-40, 3),
    }  # fmt: skip
    assert not any(key.startswith("target") for key, _ in found)


def test_most_money_comes_first() -> None:
    evening = evening_of(f"{THREE}deals:\n- Anna 7h w p = 6\n- raspasy = 3 4 3\n- raspasy = 3 7 0\n")

    sizes = [one.size for one in tried(evening)]

    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 0


# --- laws ---


def both(evening: Evening, name: str) -> Resolved:
    """Return the rules of another convention that this table could play by."""
    other = catalog.load_shipped(name)
    assume(other.convention.ledger == evening.header.convention.ledger)
    assume(len(evening.header.players) in other.convention.table.players)
    return other


@given(random=evenings())
def test_its_own_rules_change_nothing(random: Random) -> None:
    evening = evening_of(random.text)

    found = moved(evening, evening.resolved.convention)

    assert other_rules(evening.resolved.convention, evening.resolved.convention) == []
    assert not any(found.balance.values())
    assert found.rescored.left_out == ()
    assert by_deal(evening.game, found.rescored.game) == []
    assert [one.writes for one in found.rescored.game.ruled] == [
        one.writes for one in evening.game.ruled if one.record is not None
    ]


@given(random=evenings(), name=st.sampled_from(catalog.shipped()))
def test_differences_add_up(random: Random, name: str) -> None:
    evening = evening_of(random.text)
    other = both(evening, name)

    whole = moved(evening, other.convention)
    deals = by_deal(evening.game, whole.rescored.game)
    alone = by_key(evening, other)

    assert sum(whole.balance.values()) == sum(whole.coins.values()) == 0
    assert {sum(one.balance.values()) for one in deals} <= {0}
    assert total([one.balance for one in deals]) == {
        name: points for name, points in whole.balance.items() if points
    }
    assert total([*(one.balance for one in alone), rest(whole, alone)]) == total([whole.balance])


def total(amounts: list[Any]) -> dict[str, Points]:
    names = dict.fromkeys(name for one in amounts for name in one)
    sums = {name: sum(one.get(name, 0) for one in amounts) for name in names}
    return {name: points for name, points in sums.items() if points}


@given(
    random=scored(["sochi"]),
    agreed=st.sampled_from(
        [
            {"whisting.split": "gentleman"},
            {"help.whists": 7},
            {"units.pool": 15},
            {"consolation.amount": 5},
            {"contracts.7.mountain": 9},
        ]
    ),
)
def test_it_is_as_if_the_table_had_agreed_so(random: Random, agreed: dict[str, Any]) -> None:
    evening = evening_of(random.text)
    rules = catalog.agree(evening.resolved, agreed)
    try:
        agreed_before = game_of(with_agreed(random.text, evening, agreed))
    except (RecordError, ConventionError):
        assume(False)

    then = moved(evening, rules.convention).rescored.game

    assert then.results == agreed_before.results


def with_agreed(text: str, evening: Evening, agreed: dict[str, Any]) -> str:
    """Return a journal with more agreements; what is written there by hand counts before."""
    before: Any = evening.journal.plain.get("agreed") or {}
    lines, inside = [], False
    for line in text.splitlines():
        inside = line.startswith("agreed:") or (inside and line.startswith((" ", "-")))
        if not inside:
            lines.append(line)
    whole = ", ".join(f'"{key}": {value!r}' for key, value in (before | agreed).items())
    return f"agreed: {{{whole}}}\n" + "\n".join(lines) + "\n"


# --- the command ---


@pytest.fixture
def evening(save: Save) -> Path:
    return save(f"{THREE}stake: 0.50 EUR\ndeals:\n- Anna 7h w p = 6\n- raspasy = 3 4 3\n- Boris 6h p p\n")


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_one_key_is_said_in_a_line(run: Run, evening: Path) -> None:
    shown = run("compare", "--agree", "whisting.split=gentleman", "-f", evening).stdout

    assert shown.startswith("whisting.split: gentleman instead of greedy\n\n")
    rows = words(shown)
    assert rows[4] == ["1", "Anna", "7h", "w", "p", "=", "6", "0", "-8", "+8"]
    assert rows[5] == ["together", "0", "-8", "+8"]
    # As played Boris: 20 whists of Anna, a third of 40 for her mountain, and from the others for theirs 10/3 ...
    assert [row[0] for row in rows[9:12]] == ["Anna", "Boris", "Vera"]
    assert [row[-1] for row in rows[9:12]] == ["0.00", "-4.00", "+4.00"]
    assert "key, alone" not in shown


def test_several_keys_are_told_apart(run: Run, evening: Path) -> None:
    shown = run(
        "compare", "--agree", "raspasy.price=[2]", "--agree", "units.mountain=20", "--agree", "help.whists=7", "-f", evening
    ).stdout  # fmt: skip

    keys = shown[shown.index("key, alone") :].splitlines()
    assert [line.split()[0] for line in keys[2:4]] == ["units.mountain", "raspasy.price"]
    assert keys[4].split() == ["working", "on", "each", "other", "+3", "1/3", "+3", "1/3", "-6", "2/3"]
    assert keys[5:] == ["1 more key differs and moves nothing alone."]


def test_comparison_as_json(rows: Rows, evening: Path) -> None:
    found = rows("compare", "--agree", "whisting.split=gentleman", "-f", evening)

    assert found["rules"] == [{"key": "whisting.split", "from": "greedy", "to": "gentleman"}]
    assert found["deals"] == [{"record": 1, "balance": {"Anna": 0, "Boris": -8, "Vera": 8}}]
    assert found["balance"]["difference"] == {"Anna": 0, "Boris": -8, "Vera": 8}
    assert found["money"]["difference"] == {"Anna": "0.00", "Boris": "-4.00", "Vera": "4.00"}
    settled = rows("settle", evening)
    assert (found["balance"]["from"], found["money"]["from"]) == (settled["balance"], settled["money"])
    assert found["keys"] == [{"keys": ["whisting.split"], "balance": {"Anna": 0, "Boris": -8, "Vera": 8}}]
    assert found["together"] == {"Anna": 0, "Boris": 0, "Vera": 0}
    assert (found["left_out"], found["dropped"]) == ([], [])


def test_another_convention_is_named(run: Run, evening: Path) -> None:
    shown = run("compare", "--convention", "code", "-f", evening).stdout

    assert shown == (
        "Code of Preferans instead of Sochi\n\nraspasy.price: [1] instead of [1, 2, 3]\n\nNothing would be different.\n"
    )


def test_what_was_agreed_here_does_not_go_along_to_another_convention(rows: Rows, save: Save) -> None:
    path = save(f"{THREE}agreed: {{whisting.split: gentleman}}\ndeals:\n")

    assert rows("compare", "--convention", "sochi", "-f", path)["rules"] == [
        {"key": "whisting.split", "from": "gentleman", "to": "greedy"}
    ]
    assert (
        rows("compare", "--convention", "sochi", "--agree", "whisting.split=gentleman", "-f", path)["rules"]
        == []
    )


def test_a_fine_is_shown_as_a_file_has_it(rows: Rows, run: Run, evening: Path) -> None:
    found = rows("compare", "--agree", "fines.second-misdeal={pool: 3}", "-f", evening)["rules"]
    assert found == [{"key": "fines.second-misdeal", "from": {"mountain": 2}, "to": {"pool": 3}}]

    shown = run("compare", "--agree", "fines.second-misdeal=none", "-f", evening).stdout
    assert shown == "fines.second-misdeal: none instead of {mountain: 2}\n\nNothing would be different.\n"


def test_the_same_rules_are_told(run: Run, evening: Path) -> None:
    assert run("compare", "--convention", "sochi", "-f", evening).stdout == "The rules are the same.\n"


def test_records_that_could_not_have_been_are_named(run: Run, rows: Rows, evening: Path) -> None:
    shown = run("compare", "--agree", "raspasy.exit.levels=[7]", "-f", evening).stdout
    problem = "after 1 raspasy a contract of 6 is too low"
    assert shown.endswith(f"\n\nLeft out, it could not have been: record 3 ({problem}).\n")

    assert rows("compare", "--agree", "raspasy.exit.levels=[7]", "-f", evening)["left_out"] == [
        {"record": 3, "problem": problem}
    ]


def test_a_game_that_is_over_sooner_leaves_the_rest_out(run: Run, save: Save) -> None:
    path = save(
        "convention: sochi\nplayers: [Anna, Boris, Vera]\ntarget: 4\nlaps: 9\nagreed: {ending: laps}\n"
        "sheet: {Vera: {pool: 1}}\ndeals:\n- Anna 7h p p\n- Boris 6h p p\n- Vera 6h p p\n"
    )

    shown = run("compare", "--agree", "ending=first-pool", "-f", path).stdout

    assert shown.endswith(
        "\n\n`laps` of the header has no meaning there and is left out.\n"
        "Left out, they could not have been: records 2, 3 (the game is over).\n"
    )


def test_an_opening_sheet_has_a_row(run: Run, rows: Rows, save: Save) -> None:
    path = save(f"{THREE}sheet: {{Anna: {{pool: 4}}}}\ndeals:\n")

    assert words(run("compare", "--agree", "units.pool=20", "-f", path).stdout)[4] == (
        ["opening", "sheet", "+26", "2/3", "-13", "1/3", "-13", "1/3"]
    )
    assert rows("compare", "--agree", "units.pool=20", "-f", path)["deals"][0]["record"] is None


def test_pairs_are_compared_by_team(run: Run, rows: Rows, save: Save) -> None:
    # 24 for the first pair at 6 a trick, 25 at 5.
    path = save("convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 8h w p = 9\n")

    shown = words(run("compare", "--agree", "contracts.8.whist=5", "-f", path).stdout)
    assert shown[2] == ["record", "Anna", "+", "Vera", "Boris", "+", "Gleb"]
    assert shown[4][-2:] == ["+1", "-1"]
    assert shown[7][:2] == ["team", "as"]
    assert shown[7][-3:] == ["points,", "difference"] or "points," in shown[7]

    difference = rows("compare", "--agree", "contracts.8.whist=5", "-f", path)["balance"]["difference"]
    assert difference == {"Anna + Vera": 1, "Boris + Gleb": -1}


def test_each_ranks_by_money(run: Run, rows: Rows, evening: Path) -> None:
    first, *_ = found = rows("compare", "--each", "-f", evening)["tried"]
    by_change = {(one["key"], str(one["to"])): one for one in found}
    split = by_change["whisting.split", "gentleman"]

    assert split["moves"] == "4.00"
    assert split["money"] == {"Anna": "0.00", "Boris": "-4.00", "Vera": "4.00"}
    assert [one["record"] for one in by_change["raspasy.exit.levels", "[7]"]["left_out"]] == [3]
    shown = words(run("compare", "--each", "-f", evening).stdout)
    assert shown[1][-4:] == ["moves,", "EUR", "left", "out"]
    assert shown[3][0] == first["key"]
    assert ["whisting.split", "greedy", "gentleman", "0", "-8", "+8", "4.00"] in shown
    still = {one["key"] for one in found} - {one["key"] for one in found if any(one["balance"].values())}
    assert "help.to" in still
    assert [str(len(still))] in [
        line[4:5] for line in shown if line[:4] == ["Nothing", "here", "hangs", "on"]
    ]
    assert not any("help.to" in line for line in shown)


def test_each_of_an_empty_evening_moves_nothing(run: Run, save: Save) -> None:
    path = save(f"{THREE}deals:\n")
    disputed = len(catalog.load_shipped("sochi").convention.disputed)

    assert run("compare", "--each", "-f", path).stdout.strip() == (
        f"Nothing here hangs on {disputed} disputed keys; `--json` names them."
    )


def test_each_names_the_keys_on_which_nothing_hangs_where_they_are_few() -> None:
    """At a game without a deal no key moves anything."""
    evening = evening_of(f"{THREE}deals:\n")
    few = [one for one in tried(evening) if one.rules[0].key in {"help.to", "whisting.ten"}]

    assert tried_text(Page("en"), evening.game, few) in {
        "Nothing here hangs on help.to, whisting.ten.",
        "Nothing here hangs on whisting.ten, help.to.",
    }


@pytest.mark.parametrize(
    "options", [(), ("--each", "--agree", "help.whists=7"), ("--each", "--convention", "sochi")]
)
def test_one_question_at_a_time(run: Run, evening: Path, options: tuple[str, ...]) -> None:
    assert (
        "name other rules with --convention or --agree, or try --each"
        in run("compare", *options, "-f", evening, code=2).stderr
    )


def test_other_rules_that_cannot_be_used(run: Run, evening: Path) -> None:
    assert run("compare", "--convention", "pair", "-f", evening, code=4).stderr == (
        "pulya: pairs and single players are not scored alike\n"
        "  hint: compare with a convention whose `ledger` is individual\n"
    )
    assert "whisting.split" in run("compare", "--agree", "whisting.split=rude", "-f", evening, code=4).stderr


def test_scripts_are_told_what_is_open(save: Save, rows: Rows, evening: Path) -> None:
    opened = save(THREE + "deals:\n- raspasy = 3 4 3\n- Anna 9h w w = 9 ?\n", "open.pulya")

    assert rows("compare", "--agree", "raspasy.price=[2]", "-f", opened)["open"] == [2]
    assert rows("compare", "--each", "-f", opened)["open"] == [2]
    assert "open" not in rows("compare", "--agree", "raspasy.price=[2]", "-f", evening)
    assert "open" not in rows("compare", "--each", "-f", evening)
