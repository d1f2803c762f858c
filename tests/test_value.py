"""Values are made whichever way this Python keeps the annotations of a class."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from pulya.value import Value


def made(body: dict[str, Any]) -> Any:
    kind: Any = type(Value)
    return kind("Made", (Value,), body)


def test_a_value_has_the_fields_that_its_class_annotates() -> None:
    kind = made({"__annotations__": {"one": int, "two": int}, "two": 2})

    assert kind(1) == (1, 2)
    assert kind(one=3, two=4).one == 3
    assert kind._fields == ("one", "two")
    assert repr(kind(1)) == "Made(one=1, two=2)"


def test_a_value_without_annotations_has_no_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    late = SimpleNamespace(get_annotate_from_class_namespace=lambda _body: None)
    for library in (None, late):  # without one the import is refused
        monkeypatch.setitem(sys.modules, "annotationlib", library)

        assert made({})() == ()


def test_annotations_that_are_read_when_asked_for_make_fields_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.14 on the body of a class has a function in their place."""
    late = SimpleNamespace(
        Format=SimpleNamespace(FORWARDREF=3),
        get_annotate_from_class_namespace=lambda body: body["__annotate_func__"],
        call_annotate_function=lambda annotate, form: annotate(form),
    )
    monkeypatch.setitem(sys.modules, "annotationlib", late)

    kind = made({"__annotate_func__": lambda _form: {"one": int, "two": int}, "two": 2})

    assert kind(1) == (1, 2)
    assert kind._fields == ("one", "two")
