"""The digest behind fingerprints and seals, from wherever Python has it."""

import pytest

from pulya.digest import MODULES, digest


@pytest.mark.parametrize(
    "modules", [MODULES, MODULES[1:], MODULES[2:], ("no_such_module", "hashlib")], ids=str
)
def test_a_digest_is_that_of_the_standard(modules: tuple[str, ...]) -> None:
    """FIPS 180-2, appendix B.1: the digest of ``abc``."""
    found = digest("abc", modules)

    assert found.hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
