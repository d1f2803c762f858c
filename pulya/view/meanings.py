"""What each key of a convention means, one line in each language."""

from collections.abc import Mapping
from typing import Final

from pulya.convention import Bilingual

MEANINGS: Final[Mapping[str, Bilingual]] = {}
