"""The evening of the page of the commands, worked by hand, and what it comes to."""

import re
from pathlib import Path
from typing import Any

CYRILLIC = re.compile("[а-яё]{3}")

# A six made against four tricks of Boris (4 x 2 whists); raspasy at 1 a trick, Anna takes none (1 into her pool);
# a misère with one trick (10 on the mountain).
EVENING = """\
convention: sochi
players: [Anna, Boris, Vera]
stake: 0.50 EUR
deals:
- Anna 6s w p = 6
- raspasy = 4 6 0
- Boris misere = 1
"""
SHEET = {
    "convention": "sochi",
    "players": ["Anna", "Boris", "Vera"],
    "records": 3,
    "target": 20,
    "pool": {"Anna": 3, "Boris": 0, "Vera": 0},
    "mountain": {"Anna": 0, "Boris": 14, "Vera": 6},
    "whists": {
        "Anna": {"Boris": 0, "Vera": 0},
        "Boris": {"Anna": 8, "Vera": 0},
        "Vera": {"Anna": 0, "Boris": 0},
    },
}
# Pools 3, 0, 0 around their mean 1; mountains 0, 14, 6 around 20/3; ten whists a point; 8 whists from Anna to Boris.
BALANCE = {"Anna": "236/3", "Boris": "-226/3", "Vera": "-10/3"}
# 39.33⅓, -37.66⅔ and -1.66⅔ floored to cents leave one, all remainders are a third, and Anna sits first.
MONEY = {"Anna": "39.34", "Boris": "-37.67", "Vera": "-1.67"}
LOG: list[dict[str, Any]] = [
    {
        "record": 1,
        "text": "Anna 6s w p = 6",
        "void": False,
        "writes": [
            {"player": "Anna", "column": "pool", "points": 2, "rule": "contracts.6.pool", "why": "made: 2"},
            {
                "player": "Boris",
                "column": "whists",
                "on": "Anna",
                "points": 8,
                "rule": "contracts.6.whist",
                "why": "4 tricks x 2",
            },
        ],
    },
    {
        "record": 2,
        "text": "raspasy = 4 6 0",
        "void": False,
        "writes": [
            {
                "player": "Boris",
                "column": "mountain",
                "points": 4,
                "rule": "raspasy.price",
                "why": "4 tricks x 1",
            },
            {
                "player": "Vera",
                "column": "mountain",
                "points": 6,
                "rule": "raspasy.price",
                "why": "6 tricks x 1",
            },
            {
                "player": "Anna",
                "column": "pool",
                "points": 1,
                "rule": "raspasy.zero.points",
                "why": "no tricks: 1",
            },
        ],
    },
    {
        "record": 3,
        "text": "Boris misere = 1",
        "void": False,
        "writes": [
            {
                "player": "Boris",
                "column": "mountain",
                "points": 10,
                "rule": "contracts.misere.mountain",
                "why": "1 trick x 10",
            },
        ],
    },
]

FOUR = "convention: sochi\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n"
PAIRS = "convention: pair\nplayers: [Anna, Boris, Vera, Gleb]\ndeals:\n- Anna 6h p p\n"
PAPER = """\
convention: sochi
players: [Anna, Boris, Vera]
sheet:
  Anna: {pool: 4, mountain: 10, whists: {Boris: 12}}
"""


def last_line(path: Path) -> str:
    return path.read_text("utf-8").splitlines()[-1]


def of(row: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: row[key] for key in keys}
