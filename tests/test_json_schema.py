"""The JSON Schema for editors says the same as the loader."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pulya import catalog
from pulya.plain import Plain
from pulya.view.json_schema import convention_schema

SCHEMA = json.loads(Path(catalog.home(), "schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def as_json(plain: Plain) -> Any:
    """Return plain data with the keys that JSON can have."""
    if isinstance(plain, dict):
        return {str(key): as_json(value) for key, value in plain.items()}
    return [as_json(value) for value in plain] if isinstance(plain, list) else plain


def shipped(name: str) -> Any:
    return as_json(catalog.load_document(f"{catalog.home()}/{name}.yaml").value)


def test_published_schema_is_the_one_the_types_say() -> None:
    assert convention_schema() == SCHEMA, "run `make schema`"


@pytest.mark.parametrize("name", catalog.shipped())
def test_every_shipped_file_is_valid(name: str) -> None:
    assert VALIDATOR.is_valid(shipped(name)), list(VALIDATOR.iter_errors(shipped(name)))


@pytest.mark.parametrize("name", catalog.shipped())
def test_every_key_is_needed_in_a_complete_file(name: str) -> None:
    for key in shipped(name):
        broken = shipped(name)
        del broken[key]

        assert not VALIDATOR.is_valid(broken), key


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("whisting", "split"), "noble"),
        (("contracts", "6", "pool"), "two"),
        (("contracts", "6", "quota"), 3),
        (("raspasy", "price"), []),
        (("whisting", "forced"), ["5s"]),
        (("whisting", "half"), {"5": 2}),
        (("target",), 0),
        (("colour",), "red"),
        (("fines", "second-misdeal"), {"whists": 2}),
    ],
)
def test_a_wrong_value_is_refused(path: tuple[str, ...], value: object) -> None:
    broken = shipped("sochi")
    block = broken
    for key in path[:-1]:
        block = block[key]
    block[path[-1]] = value

    assert not VALIDATOR.is_valid(broken)


def test_a_house_file_says_only_what_differs() -> None:
    house = {"extends": "sochi", "whisting": {"split": "gentleman"}, "target": 30}

    assert VALIDATOR.is_valid(house)


def test_a_house_file_may_not_misspell_a_key() -> None:
    house = {"extends": "sochi", "whisting": {"splitt": "gentleman"}}

    assert not VALIDATOR.is_valid(house)
