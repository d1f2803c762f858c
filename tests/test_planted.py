"""The true cause of planted mistakes is named: a small measurement; the benchmark has the large one."""

from planted import Verdict, aims, measured, table

SINGLE, DOUBLE = 0.95, 0.90  # what is aimed at


def test_the_true_cause_comes_first() -> None:
    """Of single mistakes that can be told from others the first, of double ones among the first three."""
    singles, doubles = measured(1, 60, most=24), measured(2, 30, most=24)

    found = aims(singles, doubles)

    assert found["single, distinguishable: first"] >= SINGLE, table(singles)
    assert found["double: among the first three"] >= DOUBLE, table(doubles)


def test_the_aims_count_what_they_say() -> None:
    right = Verdict(("twice",), True, 1, False, False, 0.1)
    shared = right._replace(beside=True)
    missed, same = right._replace(rank=None), right._replace(rank=2, distinguishable=False)
    fewer = right._replace(rank=None, fewer=True)

    found = aims([right, shared, missed, same], [right, missed, same, fewer])

    assert list(found.values()) == [2 / 3, 2 / 3]
    assert table([right, shared, missed, same])[-1] == {
        "kind": "all",
        "sheets": 4,
        "distinguishable": 3,
        "first": 1,
        "equal": 1,
        "second or third": 1,
        "later": 0,
        "fewer": 0,
        "not": 1,
    }
