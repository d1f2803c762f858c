"""The reader's language: translated sentences, plural forms, and the choice of the language."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pulya.message import Translate, in_english

if TYPE_CHECKING:
    from pulya.notation.words import Language

DOMAIN: Final = "pulya"
FOLDER: Final = __file__.rpartition("view")[0] + "locale"  # pathlib would cost a help a tenth of its time


def choose(asked: str | None, environment: Mapping[str, str]) -> Language:
    """Return the language asked for, else that of ``PULYA_LANG``, else that of the locale."""
    for name in (asked, *(environment.get(key) for key in ("PULYA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if name:
            return "ru" if name.lower().startswith("ru") else "en"
    return "en"


def translator(language: Language) -> Translate:
    """Return the function that says a template in a language."""
    if language == "en":
        return in_english
    catalogue = gettext.translation(DOMAIN, FOLDER, [language])

    def translate(singular: str, plural: str | None, number: int) -> str:
        if plural is None:
            return catalogue.gettext(singular)
        return catalogue.ngettext(singular, plural, number)

    return translate
