"""What is paid for the talon's cards.

Sources: the text on Finka (units), the federation's rules (three players share).  Rule paths: ``talon.*``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pulya.record import Contract
from pulya.rules.pen import Pen
from pulya.terms import Talon
from pulya.write import Term

_UNITS: Final[Mapping[Talon, str]] = {"A": "ace", "KQ": "marriage", "AK": "ace-king", "AA": "two-aces"}


def write_talon(pen: Pen, record: Contract) -> None:
    """Write the whists for the talon on the declarer: by the dealer, at three by those who defend."""
    talon = pen.convention.talon
    if record.flags.talon is None or talon.pays == "nothing":
        return
    kind = _UNITS[record.flags.talon]
    units: int = getattr(talon, kind.replace("-", "_"))
    price = pen.convention.contracts.row(record.level).whist if talon.pays == "price" else talon.pays
    term = Term(units, "unit", price)
    dealer = pen.seats.dealer
    if pen.seats.sitting or talon.at_three == "dealer":
        if dealer != record.declarer:
            pen.to_whists(dealer, record.declarer, pen.multiplied(term), f"talon.{kind}")
        return
    for defender in pen.seats.defenders(record.declarer):
        pen.to_whists(defender, record.declarer, pen.multiplied(term, shared=2), "talon.at-three")
