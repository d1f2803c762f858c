"""Sentences said later, in the reader's language.

The pure modules never translate: they hand over an English template and its values, and the view says
it.  ``say`` and ``say_n`` are also the marks by which the catalogue of translations is collected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pulya.value import Value

Translate: TypeAlias = Callable[[str, str | None, int], str]
"""English singular, English plural or ``None``, count -> template in the reader's language."""


class Text(Value):
    """An English template, the values for it and, where it counts something, its plural and the number."""

    template: str
    values: Mapping[str, object]
    plural: str | None = None
    number: int = 0

    def render(self, translate: Translate) -> str:
        """Return the sentence in the language of ``translate``; values that are texts are rendered too."""
        values = {name: render(value, translate) for name, value in self.values.items()}
        return translate(self.template, self.plural, self.number).format(**values)

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.render(in_english)


def in_english(singular: str, plural: str | None, count: int) -> str:
    """Return the English template unchanged: what files, JSON and tests see."""
    return singular if plural is None or count == 1 else plural


def render(value: object, translate: Translate) -> object:
    """Return a text, or a tuple of alternatives, in the reader's language and anything else as it is."""
    if isinstance(value, Text):
        return value.render(translate)
    if isinstance(value, tuple):
        return ", ".join(str(render(part, translate)) for part in value)
    return value


def say(template: str, **values: object) -> Text:
    """Return a sentence to be said later."""
    return Text(template, values)


def say_n(singular: str, plural: str, n: int, **values: object) -> Text:
    """Return a sentence that counts; ``{n}`` in it is the count."""
    return Text(singular, {"n": n, **values}, plural, n)
