"""Conventions as files: the shipped ones, a table's own on top of them, what is agreed, and what is refused."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Save
from strategies import SHIPPED, game_of, shipped

from pulya import catalog
from pulya.catalog import Origin, Resolved, fingerprint_of, leaves
from pulya.convention import ABOUT, FineOf
from pulya.errors import ConventionError, JournalError, PulyaError
from pulya.evening import open_evening
from pulya.schema import lookup
from pulya.strict_yaml import load

each_shipped = pytest.mark.parametrize("name", SHIPPED)


@each_shipped
def test_a_shipped_file_is_named_by_its_id_and_stands_alone(name: str) -> None:
    plain = catalog.load_document(f"{catalog.home()}/{name}.yaml").value

    assert isinstance(plain, dict)
    assert plain["id"] == name
    assert "extends" not in plain


@each_shipped
def test_every_block_has_its_source(name: str) -> None:
    resolved = shipped(name)
    keys = list(resolved.plain)
    blocks = keys[keys.index("table") : keys.index("fines") + 1]

    assert list(resolved.convention.source) == blocks
    assert all(resolved.convention.source.values())


@each_shipped
def test_a_dispute_is_about_a_key_and_says_what_to_write_in_both_languages(name: str) -> None:
    resolved = shipped(name)
    disputed: Any = resolved.plain["disputed"]

    assert disputed
    for path, line in disputed.items():
        lookup(resolved.convention, path)
        said = {language: re.findall("`([^`]+)`", text) for language, text in line.items()}
        assert sorted(said["en"]) == sorted(said["ru"]), path
        assert any(can_be_written(word, path, resolved) for word in said["en"]), path


def can_be_written(word: str, path: str, resolved: Resolved) -> bool:
    """Say whether a word is a value of a key, another key with its value, or a convention that has it otherwise."""
    if ":" in word or word in SHIPPED:
        return True
    try:
        return bool(catalog.agree(resolved, {path: load(word, ConventionError).value}))
    except ConventionError:
        return False


def test_no_two_shipped_conventions_have_the_same_rules() -> None:
    assert len({shipped(name).fingerprint for name in SHIPPED}) == len(SHIPPED)


@each_shipped
def test_any_other_rule_is_another_fingerprint(name: str) -> None:
    resolved = shipped(name)

    for path, _ in leaves(resolved.plain):
        if path.split(".")[0] not in ABOUT:
            other = fingerprint_of(changed(resolved.plain, path.split(".")))
            assert other != resolved.fingerprint, path


def changed(plain: Any, path: list[str]) -> Any:
    """Return plain data with one value otherwise."""
    if not path:
        return f"not {plain}"
    if isinstance(plain, list):
        return [
            changed(part, path[1:]) if str(at) == path[0] else part for at, part in enumerate(plain, start=1)
        ]
    return {key: changed(part, path[1:]) if str(key) == path[0] else part for key, part in plain.items()}


@pytest.mark.parametrize("key", ABOUT)
def test_another_title_or_source_is_the_same_fingerprint(key: str) -> None:
    sochi = shipped("sochi")

    assert fingerprint_of({**sochi.plain, key: "ours"}) == sochi.fingerprint


@pytest.fixture
def house(save: Save) -> Callable[..., Resolved]:
    def house(text: str, name: str = "thursday.yaml") -> Resolved:
        return catalog.load_file(str(save(text, name)))

    return house


def test_three_lines_make_a_convention(house: Callable[..., Resolved]) -> None:
    """Blocks are merged key by key: what is not written stays as in Sochi."""
    sochi = shipped("sochi").convention

    found = house("extends: sochi\nwhisting: {split: gentleman}\ncontracts: {7: {whist: 8}}\n").convention

    assert found.id == "thursday"
    assert found.whisting == sochi.whisting._replace(split="gentleman")
    assert found.contracts == sochi.contracts._replace(level_7=sochi.contracts.level_7._replace(whist=8))
    assert found._replace(id="sochi", whisting=sochi.whisting, contracts=sochi.contracts) == sochi


def test_lists_and_free_mappings_are_replaced(house: Callable[..., Resolved]) -> None:
    found = house(
        "extends: sochi\nwhisting: {half: {6: 2}}\nraspasy: {price: [5], exit: {levels: [7]}}\n"
    ).convention

    assert found.whisting.half == {6: 2}
    assert found.raspasy.price == (5,)
    assert found.raspasy.exit.levels == (7,)
    assert found.raspasy.exit.failed == "exits"


def test_a_fine_or_a_block_that_is_not_played_is_replaced(house: Callable[..., Resolved]) -> None:
    found = house(
        "extends: classic\nfines: {second-misdeal: {pool: 1}}\nbombs: none\nraspasy: {compulsory: []}\n"
    ).convention

    assert found.fines.second_misdeal == FineOf("pool", 1)
    assert (found.bombs, found.raspasy.compulsory) == ("none", ())


def test_sources_and_disputes_are_added_to_those_below(house: Callable[..., Resolved]) -> None:
    text = 'extends: sochi\nsource: {whisting: "our table"}\ndisputed: {target: {en: "`30`", ru: "`30`"}}\n'

    found = house(text).convention

    assert found.source == {**shipped("sochi").convention.source, "whisting": "our table"}
    assert found.disputed["target"].en == "`30`"
    assert found.disputed.keys() == shipped("sochi").convention.disputed.keys()


def test_a_chain_ends_at_a_shipped_convention_and_the_nearest_file_wins(
    house: Callable[..., Resolved],
) -> None:
    house("extends: sochi\ntarget: 30\nhelp: {whists: 5}\n", "club.yaml")

    resolved = house("extends: club.yaml\ntarget: 40\n")

    assert (resolved.convention.target, resolved.convention.help.whists) == (40, 5)
    assert [Path(one.file).name for path in ("target", "help.whists", "help.to") if (one := resolved.origin(path))] == [
        "thursday.yaml", "club.yaml", "sochi.yaml",
    ]  # fmt: skip


def test_every_key_knows_the_file_and_the_line_it_was_set_in(house: Callable[..., Resolved]) -> None:
    origin = house("extends: sochi\n\nwhisting:\n  split: gentleman\n").origin("whisting.split")

    assert origin is not None
    assert (Path(origin.file).name, origin.line) == ("thursday.yaml", 4)


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (["extends: one.yaml"], "extends itself"),
        (["extends: two.yaml", "extends: one.yaml"], "extends itself"),
        (
            [
                f"extends: {name}.yaml"
                for name in ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
            ]
            + ["extends: sochi"],
            "a chain of files too long",
        ),
        (["extends: nobody.yaml"], "there is no (such )?file"),
        (["extends: sochy"], "there is no convention `sochy`"),
        (["extends: ../sochi"], "there is no (such )?file"),
        (["extends: [sochi, code]"], "names one convention"),
        (["extends:"], "names one convention"),
    ],
)
def test_a_chain_that_does_not_end_is_refused(files: list[str], problem: str, save: Save) -> None:
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    for name, text in zip(names, files, strict=False):
        save(text, f"{name}.yaml")

    with pytest.raises(ConventionError, match=problem) as refused:
        catalog.load_file(str(save(files[0], "one.yaml")))

    assert refused.value.at.file is not None


def agreed(text: str, name: str = "sochi") -> Any:
    return game_of(f"convention: {name}\nplayers: [Anna, Boris, Vera]\nagreed:\n  {text}\n").header.convention


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("whisting.split: gentleman", "whisting.split", "gentleman"),
        ("contracts.7.whist: 8", "contracts.7.whist", 8),
        ("whisting.half.6: 3", "whisting.half", {6: 3, 7: 1}),
        ("whisting.half.8: 1", "whisting.half", {6: 2, 7: 1, 8: 1}),
        ("whisting.half: {6: 2}", "whisting.half", {6: 2}),
        ("whisting.half: {}", "whisting.half", {}),
        ("raspasy.exit.levels: [7, 8]", "raspasy.exit.levels", (7, 8)),
        ("raspasy.price: [1]", "raspasy.price", (1,)),
        ("whisting.forced: [6s]", "whisting.forced", ("6s",)),
        ("target: none", "target", "none"),
        ("fines.second-misdeal: none", "fines.second-misdeal", "none"),
        ("fines.second-misdeal.mountain: 0", "fines.second-misdeal.mountain", 0),
    ],
)
def test_one_line_agrees_on_one_value(text: str, path: str, value: object) -> None:
    assert lookup(agreed(text), path) == value


def test_nothing_is_merged_below_an_agreed_block() -> None:
    with pytest.raises(ConventionError, match="the key is missing") as refused:
        agreed("units: {pool: 20}")

    assert (refused.value.at.field, refused.value.at.line) == ("units.mountain", 4)


def test_a_later_line_is_set_into_an_earlier_one() -> None:
    half = agreed("whisting.half: {6: 2}\n  whisting.half.7: 3").whisting.half

    assert half == {6: 2, 7: 3}


def test_below_an_agreed_block_every_key_has_its_line(save: Save) -> None:
    agreed_units = "agreed: {units: {pool: 20, mountain: 10, shared-by: players}}"

    resolved = open_evening(str(save(f"convention: sochi\nplayers: [A, B, C]\n{agreed_units}\n"))).resolved

    assert resolved.origin("units.pool") == Origin(str(save("", "evening.pulya")), 3)
    assert resolved.origin("nothing.of.the.kind") is None


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("sochi", "contracts.6.quota", 4),
        ("sochi", "whisting.half.7", 1),
        ("sochi", "raspasy.price.3", 3),
        ("finka", "premiums.2.each.4", 120),
        ("leningrad", "fines.second-misdeal.mountain", 4),
    ],
)
def test_a_path_leads_to_its_value(name: str, path: str, value: object) -> None:
    assert lookup(shipped(name).convention, path) == value


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("contracts.5", "contracts.5"),
        ("whisting.splt", "whisting.splt"),
        ("whisting.half.8", "whisting.half.8"),
        ("raspasy.price.4", "raspasy.price.4"),
        ("raspasy.price.0", "raspasy.price.0"),
        ("fines.second-misdeal.pool", "fines.second-misdeal.pool"),
        ("target.pool", "target.pool"),
        ("wisting.split.when", "wisting"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused_where_it_ends(path: str, field: str) -> None:
    with pytest.raises(ConventionError) as refused:
        lookup(shipped("sochi").convention, path)

    assert refused.value.at.field == field


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("ledger", "columns"),
        ("table.players", "[]"),
        ("table.players", "[1, 3]"),
        ("table.players", "[6]"),
        ("table.players", "3"),
        ("units.pool", "0"),
        ("units.pool", "yes"),
        ("units.pool", "10.5"),
        ("units.pool", '"10"'),
        ("units.pool", "07"),
        ("start.mountain", "-1"),
        ("target", "0"),
        ("target", "many"),
        ("contracts.6.quota", "3"),
        ("contracts.6.quota", "11"),
        ("contracts.misere.whist", "none"),
        ("whisting.half", "{5: 1}"),
        ("whisting.half", "{6: 0}"),
        ("whisting.half", "none"),
        ("whisting.forced", "[5s]"),
        ("whisting.forced", "[6x]"),
        ("consolation.amount", "half"),
        ("concession.undertricks", "0"),
        ("raspasy.price", "[]"),
        ("raspasy.price", "5"),
        ("raspasy.exit.levels", "[5]"),
        ("raspasy.exit.cycle", "true"),
        ("raspasy.zero.points", "twice"),
        ("raspasy.compulsory", "[{when: never}]"),
        ("raspasy.in-row", "0"),
        ("help.whists", "[10]"),
        ("premiums", "[first-pool]"),
        ("multipliers.dark", "0"),
        ("bombs", "[]"),
        ("series", "4"),
        ("fines.second-misdeal", "{hill: 2}"),
        ("fines.second-misdeal", "{mountain: 2, pool: 1}"),
        ("fines.second-misdeal", "2"),
        ("whisting", "greedy"),
        ("raspasy", "none"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_what_is(path: str, value: str) -> None:
    with pytest.raises(ConventionError) as refused:
        agreed(f"{path}: {value}")

    assert str(refused.value.at.field).startswith(path)
    assert refused.value.at.line == 4
    assert refused.value.hint


@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        ("whisting: {splt: greedy}", "there is no key `splt` here", "did you mean `split`?"),
        ("whist: {}", "there is no key `whist` here", "did you mean `whisting`?"),
        ("contracts: {11: {pool: 12}}", "there is no key `11` here", "did you mean `10`?"),
        ("contracts: {7: {price: 12}}", "there is no key `price` here", ""),
        ("id: 7", "a text is due, found `7`", ""),
        ('summary: {en: " ", ru: x}', "a text is due", ""),
        ("schema: 2", "schema is `2`, this program reads 1", ""),
    ],
)
def test_a_key_that_is_wrong_is_refused_with_the_right_one(
    text: str, problem: str, hint: str, house: Callable[..., Resolved]
) -> None:
    with pytest.raises(ConventionError) as refused:
        house(f"extends: sochi\n{text}\n")

    assert problem in str(refused.value.problem)
    assert hint in str(refused.value.hint)
    assert refused.value.at.line == 2


def test_a_complete_file_states_every_key(save: Save) -> None:
    text = Path(catalog.home(), "sochi.yaml").read_text("utf-8")

    with pytest.raises(ConventionError, match="unfinished: the key is missing"):
        catalog.load_file(str(save(text.replace("unfinished: natural", ""), "sochi.yaml")))


@pytest.mark.parametrize("text", ["", "- sochi\n", "sochi\n"])
def test_a_convention_is_a_mapping(text: str, save: Save) -> None:
    with pytest.raises(ConventionError, match="a convention is a mapping of keys"):
        catalog.load_file(str(save(text, "house.yaml")))


@pytest.mark.parametrize(
    "text",
    [
        "target: &t 20",
        "target: *t",
        "<<: {target: 20}",
        "target: !!int 20",
        "target: !x 20",
        "target: !!python/object/apply:os.getcwd []",
        "target: 20\ntarget: 20",
        "? [target]\n: 20",
        "target: 20.0",
        "target: no",
        "target: 07",
        "target: 1:30",
        "target: 0x14",
        "target: 1_0",
        "target: +20",
        "target: 2e1",
        "target: [20",
        "target: 20\n---\ntarget: 30",
        "target: " + "[" * 40 + "]" * 40,
        "target: " + "[" * 20_000,
        "target: '20",
        "\ttarget: 20",
        "target: \x07",
    ],
    ids=lambda text: text[:20],
)
def test_what_yaml_would_guess_at_is_refused_in_journals_and_conventions(text: str, save: Save) -> None:
    journal = save(f"convention: sochi\nplayers: [Anna, Boris, Vera]\n{text}\n")
    house = save(f"extends: sochi\n{text}\n", "house.yaml")

    for kind, path, read in (
        (JournalError, journal, open_evening),
        (ConventionError, house, catalog.load_file),
    ):
        with pytest.raises(PulyaError) as refused:
            read(str(path))
        assert type(refused.value) is kind
        assert refused.value.at.file == str(path)
        assert refused.value.hint


def test_a_key_written_twice_is_told_with_both_lines(save: Save) -> None:
    with pytest.raises(ConventionError, match="the key is written twice, first in line 3") as refused:
        catalog.load_file(
            str(save("extends: sochi\nhelp:\n  whists: 5\n  to: nobody\n  whists: 5\n", "house.yaml"))
        )

    assert (refused.value.at.line, refused.value.at.field) == (5, "help.whists")


def test_a_convention_larger_than_a_page_of_rules_is_refused(save: Save) -> None:
    with pytest.raises(ConventionError, match="larger than 65536 bytes"):
        catalog.load_file(str(save("extends: sochi\n" + "# more\n" * 10_000, "house.yaml")))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("20", 20),
        ("-3", -3),
        ("0", 0),
        ("no", "no"),
        ("null", "null"),
        ("~", "~"),
        ("07", "07"),
        ("1.5", "1.5"),
        ("'20'", "20"),
        ("2026-11-27", "2026-11-27"),
        ("", None),
        ("[1, [], {}]", [1, [], {}]),
        ("{6: a, misere: }", {6: "a", "misere": None}),
    ],
)
def test_whole_numbers_are_numbers_and_everything_else_is_text(text: str, value: object) -> None:
    assert load(text, ConventionError).value == value
