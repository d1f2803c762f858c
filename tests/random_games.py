"""Random legal games: what is agreed, the deals, and the journal that a table would have typed.

Everything hangs on the `random.Random` that is given, so a seed names a game. A game is played forward on a
table of `oracle.py`; a deal that cannot be is thrown away before it gets into the journal.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from oracle import SUITS, Impossible, Table, table_of

LATIN = ["Anna", "Boris", "Clara", "Dmitri", "Elena"]
CYRILLIC = ["Анна", "Борис", "Вера", "Глеб", "Дина"]

LEVELS = [6, 7, 8, 9, 10]
ENDINGS = ["pools-closed", "pool-sum", "agreed", "first-pool"]

SUIT_FORMS = {
    "s": ["s", "S", "♠", "п"],
    "c": ["c", "C", "♣", "т", "к"],
    "d": ["d", "D", "♦", "б"],
    "h": ["h", "H", "♥", "ч"],
    "nt": ["nt", "NT", "n", "бк", "б/к"],
}
CALL_FORMS = {
    "w": ["w", "w", "w", "whist", "Whist", "вист", "в"],
    "p": ["p", "p", "p", "pass", "PASS", "пас", "п"],
    "h": ["h", "half", "полвиста", "пв"],
}
MISERE_FORMS = ["misere", "misère", "miser", "m", "мизер", "м", "Misere"]
RASPASY_FORMS = ["raspasy", "raspas", "r", "распасы", "распас", "р", "Raspasy"]
DARK_FORMS = ["dark", "втёмную", "втемную"]
NOTALON_FORMS = ["notalon", "безприкупа"]
CONCEDES_FORMS = ["concedes", "сдаётся", "сдается"]
RETURNED_FORMS = ["returned", "возврат"]
BID_FORMS = ["bid", "торг"]
MISDEAL_FORMS = ["misdeal", "пересдача"]
FINE_FORMS = ["fine", "штраф"]
STOP_FORMS = ["stop", "стоп"]
TIME_FORMS = ["time", "время"]
COLUMN_FORMS = {"pool": ["pool", "пуля"], "mountain": ["mountain", "гора"], "whists": ["whists", "висты"]}
ON_FORMS = ["on", "на"]
NOTES = ["dealt late", "revoke", "фальшренонс", "Boris slept, again", "x2?", "= 7", "вист без карт", "7h w p"]
QUOTED_NOTES = ["deal #7", "a note: with a colon", "# 1"]

# An abbreviation must not be one of the words of the notation.
WORDS = "s c d h n nt п т к б ч бк w p в пв m м r р на on".split()  # noqa: SIM905 - shorter

# Every key that is chosen at random with the values it may have.
PRICES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20]
CHOICES: dict[str, list[Any]] = {
    "table.sitters": ["dealer", "all", "nobody"],
    "units.pool": [10, 20, 5, 15],
    "units.mountain": [10, 20, 5],
    "units.shared-by": ["players", "opponents"],
    "start.pool": [0, 1, 2],
    "start.mountain": [0, 5, 20],
    "unfinished": ["natural", "once"],
    "making.writes": ["pool", "pool-and-mountain", "mountain-first"],
    "making.overtricks": ["free", "punished"],
    "whisting.split": ["greedy", "gentleman"],
    "whisting.split-when": ["failed", "always"],
    "whisting.returned": ["whister", "split"],
    "whisting.shortfall": ["own-if-joint", "capped", "joint-split", "own-always"],
    "whisting.one-trick": ["second", "second-own", "both", "both-half", "each"],
    "whisting.passer-tricks": ["whister", "nobody"],
    "whisting.half": [{6: 2, 7: 1}, {6: 2}, {7: 1}, {}, {6: 1, 7: 1, 8: 1}, {6: 3, 7: 2}],
    "whisting.half-by": ["second", "either"],
    "whisting.dealer": ["never", "after-half", "after-passes"],
    "whisting.dealer-owes": ["nothing", "quota"],
    "whisting.ten": ["whisted", "checked"],
    "whisting.forced": [[], ["6s"], ["all"]],
    "consolation.amount": ["price", "none", 10, 5],
    "consolation.both-whisted.whister": [0, 1, 2],
    "consolation.both-whisted.dealer": [0, 1, 2],
    "consolation.one-whisted.whister": [0, 1, 2],
    "consolation.one-whisted.passer": [0, 1, 2],
    "consolation.one-whisted.dealer": [0, 1, 2],
    "consolation.returned.whister": [0, 1, 2],
    "consolation.returned.passer": [0, 1, 2],
    "consolation.returned.dealer": [0, 1, 2],
    "consolation.dealer-whisted.dealer": [0, 1, 3],
    "consolation.dealer-whisted.passer": [0, 1, 2],
    "concession.undertricks": ["none", 2, 3, 3],
    "concession.at": ["bid", "contract"],
    "raspasy.writes": ["mountain", "mountain", "mountain", "whists", "whists", "nothing"],
    "raspasy.price": [[1], [2], [5], [10], [1, 2, 3], [1, 2, 4], [2, 4, 6], [2, 4, 4], [1, 3]],
    "raspasy.basis": ["taken", "difference"],
    "raspasy.tie": ["halves", "full", "nothing"],
    "raspasy.amnesty": ["none", "everyone", "active"],
    "raspasy.zero.to": ["pool", "pool", "mountain", "nowhere"],
    "raspasy.zero.points": ["price", "double", "worth", 1, 2, 3],
    "raspasy.zero.dealer": ["writes", "not"],
    "raspasy.zero.closed": ["help", "mountain"],
    "raspasy.talon-tricks": ["dealer", "nobody"],
    "raspasy.dealer-pool": [0, 1, 2],
    "raspasy.exit.levels": [[6], [7], [7, 8], [7, 8, 6], [8], [6, 7, 8], [9, 10]],
    "raspasy.exit.cycle": ["no", "yes"],
    "raspasy.exit.failed": ["exits", "stays"],
    "raspasy.exit.unplayed": ["exits", "stays"],
    "raspasy.exit.misere": ["exits", "stays"],
    "raspasy.next-deal": ["moves", "stays"],
    "help.to": ["largest", "largest", "smallest", "nobody"],
    "help.whists": [10, 20, 0, 7],
    "help.dealer": ["helped", "skipped"],
    "help.nobody-left": ["mountain", "mountain-to-zero", "lost"],
    "help.mountain": ["nobody", "smallest"],
    "talon.pays": ["nothing", "price", "price", 10],
    "talon.ace": [0, 1, 2],
    "talon.marriage": [1, 2],
    "talon.ace-king": [2, 3],
    "talon.two-aces": [3, 4],
    "talon.at-three": ["split", "dealer"],
    "multipliers.dark": [1, 2, 3],
    "multipliers.no-talon": [1, 2],
    "fines.second-misdeal.mountain": [0, 1, 2, 4],
    "contracts.misere.pool": [5, 10, 20],
    "contracts.misere.mountain": [0, 10, 20],
    "contracts.misere.whist": [0, 5, 10],
}
for _level in LEVELS:
    CHOICES[f"contracts.{_level}.pool"] = PRICES
    CHOICES[f"contracts.{_level}.mountain"] = PRICES
    CHOICES[f"contracts.{_level}.whist"] = PRICES
    CHOICES[f"contracts.{_level}.shortfall"] = PRICES
    CHOICES[f"contracts.{_level}.quota"] = [4, 2, 1, 0]

# Blocks that may also be agreed as a whole.
WHOLE: dict[str, list[Any]] = {
    "units": [{"pool": 20, "mountain": 10, "shared-by": "players"}],
    "consolation.one-whisted": [{"whister": 2, "passer": 0, "dealer": 1}],
    "consolation.returned": [{"whister": 1, "passer": 0, "dealer": 0}],
    "raspasy.zero": [
        {"to": "mountain", "points": "double", "dealer": "not", "closed": "help"},
        {"to": "pool", "points": 2, "dealer": "writes", "closed": "mountain"},
    ],
    "concession": [{"undertricks": 2, "at": "contract"}],
    "fines": [{"second-misdeal": {"mountain": 3}}],
    "contracts.7": [{"pool": 3, "mountain": 5, "whist": 4, "shortfall": 1, "quota": 2}],
}

# What is drawn with everything: bombs, compulsory raspasy, premiums, clocks and laps, races, lists, pairs.
BOMBS = {
    "bombs.compulsory": ["active", "nobody"],
    "bombs.dark-pass": ["passer", "nobody"],
    "bombs.spent": ["all", "one"],
}
RARE: dict[str, list[Any]] = {
    "whisting.forced": [[7], ["8h", "8s"], [9, "6s"], ["10nt"]],
    "fines.second-misdeal": ["none", {"pool": 2}, {"mountain": 3}],
}
RACES: dict[str, list[Any]] = {
    "series.rounds": [1, 1, 2, 3, 7],
    "series.until": ["target", "exit"],
    "series.first-pool": [0, 100, 300],
    "series.least-mountain": [0, 100, 200],
    "series.tie": ["shared", "each"],
    "series.pools": ["count", "drop"],
    "series.final": [
        "none",
        {"largest-pool": 300, "least-mountain": 200},
        {"largest-pool": 10, "least-mountain": 0},
    ],
}
LISTS: dict[str, list[Any]] = {
    "checklist.contracts": [
        ["6s", "7"],
        ["6d", "misere"],
        [8, "misere", "misere"],
        ["6s", "6nt", 7, "10h"],
        [10],
    ],
    "checklist.ticks": ["attempt", "made"],
    "checklist.seat": ["first", "second"],
}
PAIRS = [  # keys of CHOICES that pairs use
    *(f"contracts.{level}.{column}" for level in LEVELS for column in ("pool", "whist", "quota")),
    *("contracts.misere.pool", "contracts.misere.mountain"),
    *("whisting.half", "whisting.half-by", "whisting.ten", "whisting.forced"),
    *("raspasy.price", "raspasy.basis", "raspasy.tie", "raspasy.next-deal"),
    *("raspasy.exit.levels", "raspasy.exit.cycle", "raspasy.exit.failed", "raspasy.exit.unplayed"),
    *("raspasy.exit.misere", "multipliers.dark", "multipliers.no-talon"),
]


# ---- the convention -------------------------------------------------------------------------------


def apply_overrides(base: dict[str, Any], overrides: dict[str, Any]) -> dict[str, Any]:
    """A deep copy of the convention with single keys replaced by dotted path."""
    result = copy.deepcopy(base)
    for path, value in overrides.items():
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = result
        for part in way:
            place = place[part]
        place[last] = copy.deepcopy(value)
    return result


def random_convention(rng: Random, base: dict[str, Any], players: int, everything: bool) -> dict[str, Any]:
    """What a table agreed to play otherwise: dotted path -> plain value."""
    chance = rng.choice([0.03, 0.1, 0.25, 0.5])
    found: dict[str, Any] = {}
    pairs = base["ledger"] == "teams"
    for path, values in WHOLE.items():
        if not pairs and rng.random() < chance / 5:
            found[path] = copy.deepcopy(rng.choice(values))
    for path, values in CHOICES.items():
        if pairs and path not in PAIRS:
            continue
        if any(path.startswith(whole + ".") for whole in found):
            continue
        if rng.random() < chance:
            found[path] = copy.deepcopy(rng.choice(values))

    # a single half-whist only where the whole list is not replaced and the level is already in it
    halves = base["whisting"]["half"]
    if "whisting.half" not in found and halves and rng.random() < chance:
        found[f"whisting.half.{rng.choice(sorted(halves))}"] = rng.choice([1, 2, 3])

    # a deal that stays needs a number of raspasy at which it moves on
    next_deal = found.get("raspasy.next-deal", base["raspasy"]["next-deal"])
    if next_deal == "stays":
        if base["raspasy"]["in-row"] == "none" or rng.random() < chance:
            found["raspasy.in-row"] = rng.choice([2, 3, 4])
    elif base["raspasy"]["in-row"] != "none":
        found["raspasy.in-row"] = "none"

    if pairs:
        if rng.random() < chance:
            found["ending"] = "laps"
        if base["raspasy"]["writes"] == "mountain" and rng.random() < chance:
            found["raspasy.zero.to"] = "nowhere"
    elif everything:
        found.update(_random_frame(rng, base, players, chance, found))
    else:
        if base["ending"] not in ENDINGS or rng.random() < chance:
            found["ending"] = rng.choice(ENDINGS)
        nothing: dict[str, Any] = {"premiums": [], "bombs": "none", "series": "none", "checklist": "none"}
        found.update({block: empty for block, empty in nothing.items() if base[block] != empty})
        if base["raspasy"]["compulsory"] != []:
            found["raspasy.compulsory"] = []

    paths = list(found)
    rng.shuffle(paths)
    return {path: found[path] for path in paths}


def _random_frame(
    rng: Random, base: dict[str, Any], players: int, chance: float, agreed: dict[str, Any]
) -> dict[str, Any]:
    """Bombs, compulsory raspasy, premiums, and how the game ends."""
    found: dict[str, Any] = {}
    for path, values in RARE.items():
        if rng.random() < chance / 3 and not any(
            key.startswith(path) or path.startswith(key) for key in agreed
        ):
            found[path] = copy.deepcopy(rng.choice(values))
    races, a_list = base["series"] != "none", base["checklist"] != "none"
    for keys, used in ((RACES, races), (LISTS, a_list), (BOMBS, base["bombs"] != "none")):
        for path, values in keys.items():
            if used and rng.random() < chance:
                found[path] = copy.deepcopy(rng.choice(values))
    if a_list and agreed.get("raspasy.writes") is not None:
        found["raspasy.writes"] = "nothing"
    if a_list and rng.random() < 0.4:
        found["checklist.contracts"] = copy.deepcopy(rng.choice(LISTS["checklist.contracts"]))
    for path in ("series.rounds", "series.final", "series.until") if races else ():
        if rng.random() < 0.6:  # few games reach the end of a second race
            found[path] = copy.deepcopy(rng.choice(RACES[path]))

    bombs = base["bombs"] != "none"
    if not bombs and rng.random() < chance:
        found["bombs"] = {path.removeprefix("bombs."): rng.choice(values) for path, values in BOMBS.items()}
        bombs = True
    if bombs and rng.random() < max(chance, 0.3):
        found["multipliers.bomb"] = rng.choice([1, 2, 2, 3])

    if a_list or agreed.get("raspasy.writes", base["raspasy"]["writes"]) == "nothing":
        if base["raspasy"]["compulsory"] != []:
            found["raspasy.compulsory"] = []
    elif rng.random() < max(chance, 0.5):
        entries: list[dict[str, Any]] = [
            {"when": "race" if races else "start", "laps": rng.choice([1, 1, 2])},
            {"when": "failed-misere", "price": rng.choice([[2, 4, 6], [2, 4, 6], [1, 5], [3]])},
            {"when": "failed-outbid", "price": rng.choice([[2, 4, 6], [2, 4, 6], [4, 2], [7]])},
        ]
        found["raspasy.compulsory"] = [one for one in entries if rng.random() < 0.5]

    sizes = {size for premium in base["premiums"] for size in premium["each"]}
    if rng.random() < chance or (sizes and players not in sizes):
        found["premiums"] = [
            {"for": what, "each": dict(zip([2, 3, 4, 5], rng.sample([50, 60, 80, 120, 200], 4), strict=True))}
            for what in ("first-mountain", "first-pool")
            if rng.random() < 0.7
        ]
    if not races and not a_list and rng.random() < chance:
        found["ending"] = rng.choice([*ENDINGS, "time-and-first-pool", "time-and-first-pool", "laps", "laps"])
    return found


# ---- the game -------------------------------------------------------------------------------------


def random_game(
    rng: Random, base: dict[str, Any], players: int, deals: int, everything: bool = False
) -> tuple[dict[str, Any], str]:
    """A game for `oracle.score` and its journal. It ends early when the game is over.

    Without `everything`, which pairs need, it is one of three to five without bombs, compulsory raspasy, premiums,
    clocks, laps, races and lists.
    """
    overrides = random_convention(rng, base, players, everything)
    if players not in base["table"]["players"]:
        overrides["table.players"] = sorted([*base["table"]["players"], players])
    races, pairs = everything and base["series"] != "none", base["ledger"] == "teams"
    if rng.random() < 0.05 and not races and not pairs:
        overrides["target"] = rng.choice([8, 12, 30, "none"])
    convention = apply_overrides(base, overrides)

    names = list(rng.choice([LATIN, CYRILLIC]))
    rng.shuffle(names)
    names, others = names[:players], names[players:]
    dealer = rng.choice([names[-1], rng.choice(names)])

    # the target: of the convention, of the journal, none, or one for the pools together
    target: int | None = None if convention["target"] == "none" else convention["target"]
    target_sum: int | None = None
    target_line: list[str] = []
    chance = rng.random()
    if pairs:
        pass
    elif races:
        target = convention["series"]["target"]
        if chance < 0.8:
            target = rng.choice([2, 4, 6, 8, 10, 12, 17])
            target_line = [f"target: {target}"]
    elif convention["ending"] == "pool-sum" and chance < 0.25:
        target, target_sum = None, rng.randint(10, 25 * players)
        if "target" in overrides:
            del overrides["target"]
            convention["target"] = base["target"]
        target_line = [f"target-sum: {target_sum}"]
    elif chance < 0.85:
        target = rng.choice([4, 5, 7, 8, 10, 10, 12, 15, 20, 33])
        target_line = [f"target: {target}"]
    elif chance < 0.9:
        target = None
        target_line = ["target: none"]

    opening, in_row, sheet_lines = _no_sheet(convention, names), 0, list[str]()
    if not pairs and rng.random() < 0.3:
        opening, in_row, sheet_lines = _random_sheet(rng, convention, names, target)
    bombs: dict[str, int] = {}
    if sheet_lines and convention["bombs"] != "none" and rng.random() < 0.7:
        bombs = {p: rng.randint(1, 3) for p in rng.sample(names, rng.randint(1, 2))}
        sheet_lines.append("bombs: {" + ", ".join(f"{p}: {n}" for p, n in bombs.items()) + "}")
    laps: int | None = None
    if convention["ending"] == "laps" and rng.random() < 0.9:
        laps = rng.choice([1, 2, 2, 3, 4])
        target_line.append(f"laps: {laps}")
    game: dict[str, Any] = {
        "convention": convention,
        "players": names,
        "dealer": dealer,
        "target": target,
        "target_sum": target_sum,
        "opening": opening,
        "in_row": in_row,
        "bombs": bombs,
        "laps": laps,
        "deals": [],
    }
    table = table_of(game)
    if table.over():  # an opening sheet that leaves nothing to play
        game["opening"], game["in_row"], sheet_lines = _no_sheet(convention, names), 0, []
        game["bombs"] = {}
        table = table_of(game)

    writer = Writer(rng, forgets=everything)
    items: list[str] = []
    tables = [table]
    while len(items) < deals and not table.over():
        deal, table = _next_deal(rng, table, others if everything else None)
        items.append(writer.item(deal, tables[-1]))
        game["deals"].append(deal)
        tables.append(table)

    lines = [f"convention: {base['id']}"]
    lines.append(f"players: [{', '.join(names)}]")
    if dealer != names[-1] or rng.random() < 0.5:
        lines.append(f"dealer: {dealer}")
    lines += target_line
    lines += _agreed_lines(rng, overrides)
    lines += sheet_lines
    lines.append("deals:")
    game["impossible"] = None
    if everything and rng.random() < 0.5:
        after_deals = rng.randrange(len(tables))
        wrong = _impossible_record(rng, tables[after_deals])
        if wrong is not None:
            game["impossible"] = _journal(lines, [*items[:after_deals], wrong])
    return game, _journal(lines, items)


def _journal(lines: list[str], items: list[str]) -> str:
    return "\n".join([*lines, *(f"- {item}" for item in items)]) + "\n"


def _no_sheet(convention: dict[str, Any], names: list[str]) -> dict[str, Any]:
    start = convention["start"]
    return {
        "pool": dict.fromkeys(names, start["pool"]),
        "mountain": dict.fromkeys(names, start["mountain"]),
        "whists": {},
    }


def _random_sheet(
    rng: Random, convention: dict[str, Any], names: list[str], target: int | None
) -> tuple[dict[str, Any], int, list[str]]:
    """Opening figures, the raspasy in a row so far, and the lines of the header."""
    opening = _no_sheet(convention, names)
    lines: list[str] = []
    for p in rng.sample(names, rng.randint(1, len(names))):
        cells: list[str] = []
        if rng.random() < 0.7:
            limit = 15 if target is None else target
            opening["pool"][p] = rng.choice([limit, limit, limit + 2, rng.randint(0, limit)])
            cells.append(f"pool: {opening['pool'][p]}")
        if rng.random() < 0.7:
            opening["mountain"][p] = rng.randint(0, 40)
            cells.append(f"mountain: {opening['mountain'][p]}")
        others = [q for q in names if q != p]
        row = {q: rng.randint(0, 60) for q in rng.sample(others, rng.randint(0, len(others)))}
        if row:
            opening["whists"][p] = row
            cells.append("whists: {" + ", ".join(f"{q}: {n}" for q, n in row.items()) + "}")
        if cells:
            lines.append(f"  {p}: {{{', '.join(cells)}}}")
    if not lines:
        return opening, 0, []
    in_row = 0
    lines.insert(0, "sheet:")
    if convention["raspasy"]["writes"] != "nothing" and rng.random() < 0.4:
        in_row = rng.randint(1, 4)
        lines.append(f"raspasy: {in_row}")
    return opening, in_row, lines


def _agreed_lines(rng: Random, overrides: dict[str, Any]) -> list[str]:
    if not overrides:
        return []
    pairs = [f"{path}: {_plain(value)}" for path, value in overrides.items()]
    if rng.random() < 0.3:
        return ["agreed: {" + ", ".join(pairs) + "}"]
    return ["agreed:"] + ["  " + pair for pair in pairs]


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_plain(inner) for inner in value) + "]"
    return str(value)


# ---- one deal -------------------------------------------------------------------------------------


def _next_deal(rng: Random, table: Table, others: list[str] | None) -> tuple[dict[str, Any], Table]:
    """A deal that can be, and the table after it; where there are others, one may sit down or somebody leave."""
    while True:
        deal = _random_deal(rng, table)
        if others is not None and rng.random() < 0.05 and _seats_may_change(table):
            deal = _random_change(rng, table, others) or deal
        after = copy.deepcopy(table, {id(table.convention): table.convention})  # nothing changes a convention
        try:
            after.apply(deal)
        except Impossible:
            continue
        return deal, after


def _seats_may_change(table: Table) -> bool:
    """Of prizes, lists and compulsory raspasy, and of a sum of the pools, no source says what becomes of them."""
    rules = table.convention
    return (
        rules["ledger"] == "individual"
        and rules["ending"] in ("agreed", "laps", "first-pool")
        and (rules["premiums"], rules["series"], rules["checklist"]) == ([], "none", "none")
        and rules["raspasy"]["compulsory"] == []
    )


def _random_change(rng: Random, table: Table, others: list[str]) -> dict[str, Any] | None:
    """Nobody leaves who deals or dealt first, nobody sits down after one has left: no source says what then."""
    new = [name for name in others if name not in table.everyone]
    may_leave = [p for p in table.players if p not in (table.dealer, table.first_dealer)]
    if new and len(table.everyone) == len(table.players) and rng.random() < 0.6:
        return {"kind": "join", "player": rng.choice(new), "after": rng.choice(table.players)}
    return {"kind": "leave", "player": rng.choice(may_leave)} if may_leave else None


def _impossible_record(rng: Random, table: Table) -> str | None:
    """A record that cannot be at this table, if one is found soon."""
    for _ in range(20):
        deal = rng.choice([_random_deal, _random_contract])(rng, table)
        deal = _spoiled(rng, deal, table)
        try:
            copy.deepcopy(table, {id(table.convention): table.convention}).apply(deal)
        except Impossible:
            return Writer(rng).item(deal, table)
    return None


def _spoiled(rng: Random, deal: dict[str, Any], table: Table) -> dict[str, Any]:
    """A deal with one thing changed that the notation can still say; often it can be all the same."""
    anybody = rng.choice(table.players)
    changes: list[dict[str, Any]] = [{}]
    if deal["kind"] == "misere":
        changes += [{"player": anybody, "tricks": {anybody: rng.randint(0, 10)}}]
    if deal["kind"] == "raspasy":
        changes += [{"passer": table.dealer}]
    if deal["kind"] == "concession":
        changes += [{"declarer": anybody}]
    if deal["kind"] in ("contract", "concession"):
        changes += [
            {"level": 6},
            {"level": max(6, deal["level"] - 1)},
            {"suit": None},
            {"suit": "s"},
            {"bid": (rng.randint(6, 10), "h")},
            {"bid": "misere"},
        ]
        if table.convention["checklist"] != "none":
            boxes = [str(box) for box in table.convention["checklist"]["contracts"] if box != "misere"]
            ticked = [box for box in boxes if box not in table.boxes[table.list_hand()]]
            level, suit = _of_box(rng.choice(ticked or boxes))
            changes += [{"level": level, "suit": suit}] * 8
    if deal["kind"] == "contract":
        calls = {p: rng.choice("wph") for p in table.defenders(deal["declarer"]) if p in deal["calls"]}
        calls = {**deal["calls"], **calls}  # a dealer is named only where he whists
        changes += [{"calls": calls, "second": None}, {"calls": calls, "second": None}]
        changes += [{"talon": "A", "notalon": True}, {"returned": len(table.players) > 2}]
    return {**deal, **rng.choice(changes)}


def _random_deal(rng: Random, table: Table) -> dict[str, Any]:
    kind = rng.choices(
        ["contract", "concession", "misere", "raspasy", "misdeal", "fine", "stop"],
        [60, 6, 9, 18, 5, 4, 0.5],
    )[0]
    if table.raspasy_come_first() and kind in ("contract", "concession", "misere"):
        kind = "raspasy"
    if table.convention["ending"] == "time-and-first-pool" and table.last_lap is None and rng.random() < 0.2:
        kind = "time"
    if kind == "contract":
        return _random_contract(rng, table)
    if kind == "concession":
        undertricks = rng.choice([None, None, 1, 2, 3])
        order = _random_order(rng, table)
        return {"kind": "concession", **order, "undertricks": undertricks, **_random_flags(rng)}
    if kind == "misere":
        who = _random_declarer(rng, table)
        took = rng.choice([0, 0, 0, 0, 1, 1, 2, 3, 5, 10])
        tricks = dict(zip(table.defenders(who), _split(rng, 10 - took, 2), strict=False))
        tricks[who] = took
        return {"kind": "misere", "player": who, "tricks": tricks, **_random_flags(rng)}
    if kind == "raspasy":
        takers = table.active()
        in_the_dark = table.convention["bombs"] != "none" or table.convention["ledger"] == "teams"
        passer = rng.choice(takers) if in_the_dark and rng.random() < 0.2 else None
        tricks = {}
        if table.talon_goes_to_dealer():
            tricks[table.dealer] = rng.choice([0, 0, 1, 1, 2])
        shares = _split(rng, 10 - sum(tricks.values()), 3)
        tricks.update(zip(takers, shares, strict=False))  # of two players the dummy has the rest
        x = rng.choice([2, 4]) if rng.random() < 0.05 else 1
        return {"kind": "raspasy", "tricks": tricks, "x": x, "passer": passer}
    if kind == "fine":
        who = rng.choice(table.players)
        column = rng.choice(["pool", "mountain", "whists"])
        on = rng.choice([p for p in table.players if p != who]) if column == "whists" else None
        return {
            "kind": "fine",
            "player": who,
            "column": column,
            "points": rng.choice([-2, 1, 2, 3, 5, 10]),
            "on": on,
        }
    return {"kind": kind}


def _split(rng: Random, total: int, parts: int) -> list[int]:
    """Tricks of several people, low numbers and zeros often enough."""
    left, shares = total, []
    for _ in range(parts - 1):
        share = rng.choice([0, rng.randint(0, left), min(left, rng.randint(0, 4))])
        shares.append(share)
        left -= share
    shares.append(left)
    rng.shuffle(shares)
    return shares


def _random_flags(rng: Random) -> dict[str, Any]:
    return {
        "dark": rng.random() < 0.06,
        "notalon": rng.random() < 0.06,
        "x": rng.choice([2, 2, 4, 3, 64]) if rng.random() < 0.06 else 1,
    }


def _random_declarer(rng: Random, table: Table) -> str:
    if table.convention["checklist"] != "none":
        return table.list_hand()
    return rng.choice(table.active())


def _random_order(rng: Random, table: Table) -> dict[str, Any]:
    lowest = table.exit_level()
    level = max(lowest, rng.choices(LEVELS, [6, 5, 4, 2, 3])[0])
    suit = rng.choice([None, None, *SUITS])
    if table.convention["checklist"] != "none":
        box = rng.choice([one for one in table.boxes[table.list_hand()] if one != "misere"] or ["6s"])
        level, named = _of_box(box)
        suit = named or suit
    if suit is None and any(f"{level}{one}" in table.convention["whisting"]["forced"] for one in SUITS):
        suit = rng.choice(SUITS)
    bid: Any = None
    if rng.random() < 0.15:
        bid = (rng.randint(lowest, level), rng.choice([None, *SUITS]))
        if level >= 9 and rng.random() < 0.5:
            bid = "misere"
    return {"declarer": _random_declarer(rng, table), "level": level, "suit": suit, "bid": bid}


def _of_box(box: str) -> tuple[int, str | None]:
    suit = box.lstrip("0123456789")
    return int(box.removesuffix(suit)), suit or None


def _random_contract(rng: Random, table: Table) -> dict[str, Any]:
    rules = table.convention["whisting"]
    deal: dict[str, Any] = {"kind": "contract", **_random_order(rng, table), **_random_flags(rng)}
    level = deal["level"]
    declarer = deal["declarer"]
    first, *others = table.defenders(declarer)
    second = others[0] if others else first
    deal["second"] = None
    deal["returned"] = False
    deal["tricks"] = None
    deal["talon"] = None
    if not deal["notalon"]:
        pays = table.convention["talon"]["pays"] != "nothing"
        if rng.random() < (0.4 if pays else 0.02):
            deal["talon"] = rng.choice(["A", "KQ", "AK", "AA"])

    pattern = rng.choices(["ww", "wp", "pw", "pp", "ph", "hp", "dealer", "none"], [6, 4, 4, 2, 2, 1, 2, 2])[0]
    if level == 10 and rules["ten"] == "checked" and rng.random() < 0.4:
        pattern = "none"
    if pattern == "none":
        deal["calls"] = {}
    elif not others:
        deal["calls"] = {first: pattern[0] if pattern != "dealer" else "p"}
    elif pattern == "dealer":
        deal["calls"] = {first: "p", second: "p", table.dealer: "w"}
        if not table.dealer_sits_out():
            deal["calls"] = {first: "p", second: "p"}
    else:
        deal["calls"] = {first: pattern[0], second: pattern[1]}
    if pattern == "ww" and others and rng.random() < 0.3:
        deal["second"] = rng.choice([first, second])
    if pattern in ("wp", "pw") and others and level in rules["half"] and rng.random() < 0.2:
        deal["returned"] = True
    if not deal["calls"] or "w" in deal["calls"].values():
        near = level + rng.choice([0, 0, 0, 1, 2, -1, -1, -2])
        d = min(10, rng.choice([near, near, near, near, 10, rng.randint(0, 10)]))
        one, two = _split(rng, 10 - d, 2)
        deal["tricks"] = {declarer: d, first: one, second: two}
        if not others:  # against a dummy, whose tricks are the whister's unless they are nobody's
            own_hand = rules["passer-tricks"] == "nobody"
            deal["tricks"] = {declarer: d, first: one if own_hand else 10 - d}
    return deal


# ---- the journal ----------------------------------------------------------------------------------


class Writer:
    """Writes deals as people do: many spellings, figures in seat order or by name, what follows left out."""

    def __init__(self, rng: Random, forgets: bool = False) -> None:
        self.rng = rng
        self.forgets = (
            forgets  # writes ? where the tricks of the defence fell evenly, as an open record counts
        )
        self.minutes = rng.randint(17 * 60, 21 * 60)
        self.timed = rng.choice([0.0, 0.0, 0.3, 1.0])
        self.noted = rng.choice([0.0, 0.05, 0.3])

    def item(self, deal: dict[str, Any], table: Table) -> str:
        """One item of the list, without the leading dash. `table` is as it was before the deal."""
        rng = self.rng
        text = self.record(deal, table)
        self.minutes = min(self.minutes + rng.randint(1, 5), 24 * 60 - 1)
        if rng.random() < self.timed:
            text = f"{self.minutes // 60:02d}:{self.minutes % 60:02d} {text}"
        quoted = rng.random() < 0.03
        if deal["kind"] == "fine" or rng.random() < self.noted:
            note = rng.choice(NOTES + (QUOTED_NOTES if quoted else []))
            text = f"{text} ({note})"
        if rng.random() < 0.03:
            text = text.replace(" ", "  ")
        return f'"{text}"' if quoted else text

    def record(self, deal: dict[str, Any], table: Table) -> str:
        kind = deal["kind"]
        if kind == "contract":
            return self.contract(deal, table)
        if kind == "concession":
            return self.concession(deal, table)
        if kind == "misere":
            return self.misere(deal, table)
        if kind == "raspasy":
            return self.raspasy(deal, table)
        if kind == "fine":
            return self.fine(deal, table)
        if kind == "misdeal":
            return self.rng.choice(MISDEAL_FORMS)
        if kind == "time":
            return self.rng.choice(TIME_FORMS)
        if kind == "join":
            return f"join {deal['player']} after {self.name(deal['after'], table)}"
        if kind == "leave":
            return f"leave {self.name(deal['player'], table)}"
        return self.rng.choice(STOP_FORMS)

    def name(self, name: str, table: Table) -> str:
        """The name in full, or a beginning that means nobody else and is no word of the notation."""
        rng = self.rng
        text = name
        if rng.random() < 0.4:
            text = name[: rng.randint(1, len(name))]
            others = [p.lower() for p in table.everyone if p != name]
            if text.lower() in WORDS or any(p.startswith(text.lower()) for p in others):
                text = name
        if rng.random() < 0.15:
            text = rng.choice([text.lower(), text.upper()])
        return text

    def join(self, words: list[str]) -> str:
        """Words with blanks between them, and sometimes commas."""
        return (", " if self.rng.random() < 0.15 else " ").join(words)

    def order(self, deal: dict[str, Any], table: Table) -> list[str]:
        rng = self.rng
        suit = "" if deal["suit"] is None else rng.choice(SUIT_FORMS[deal["suit"]])
        words = [self.name(deal["declarer"], table), f"{deal['level']}{suit}"]
        if deal["bid"] == "misere":
            words += [rng.choice(BID_FORMS), rng.choice(MISERE_FORMS)]
        elif deal["bid"] is not None:
            level, bid_suit = deal["bid"]
            words += [
                rng.choice(BID_FORMS),
                f"{level}{'' if bid_suit is None else rng.choice(SUIT_FORMS[bid_suit])}",
            ]
        return words

    def flags(self, deal: dict[str, Any]) -> list[str]:
        rng = self.rng
        words = []
        if deal.get("dark"):
            words.append(rng.choice(DARK_FORMS))
        if deal.get("notalon"):
            words.append(rng.choice(NOTALON_FORMS))
        if deal["x"] != 1:
            words.append(f"x{deal['x']}")
        rng.shuffle(words)
        return words

    def contract(self, deal: dict[str, Any], table: Table) -> str:
        words = self.order(deal, table) + self.flags(deal)
        if deal["talon"] is not None:
            words.append(f"[{deal['talon']}]")
        if deal["calls"]:
            words.append(self.calls(deal, table))
        if deal["returned"]:
            words.append(self.rng.choice(RETURNED_FORMS))
        if deal["tricks"] is not None:
            words += ["=", self.contract_tricks(deal, table)]
        return " ".join(words)

    def calls(self, deal: dict[str, Any], table: Table) -> str:
        rng = self.rng
        calls: dict[str, str] = deal["calls"]
        first, *others = table.defenders(deal["declarer"])
        if not others:
            call = rng.choice(CALL_FORMS[calls[first]])
            return call if rng.random() < 0.7 else f"{self.name(first, table)} {call}"
        (second,) = others
        both = calls[first] == calls[second] == "w" and len(calls) == 2
        later = second if deal["second"] is None else deal["second"]
        named = len(calls) == 3 or later == first or rng.random() < 0.3
        if not named:
            return self.join([rng.choice(CALL_FORMS[calls[p]]) for p in (first, second)])
        if both:
            order = [first, second] if later == second else [second, first]
        else:
            order = list(calls)
            if rng.random() < 0.3:
                rng.shuffle(order)
        return self.join([f"{self.name(p, table)} {rng.choice(CALL_FORMS[calls[p]])}" for p in order])

    def contract_tricks(self, deal: dict[str, Any], table: Table) -> str:
        rng = self.rng
        tricks: dict[str, int] = deal["tricks"]
        declarer = deal["declarer"]
        order = [declarer, *table.defenders(declarer)]
        whisters = [p for p, call in deal["calls"].items() if call == "w"]
        own_hand = table.convention["whisting"]["passer-tricks"] == "nobody"
        one_is_enough = tricks[declarer] == 10 or (len(whisters) == 1 and not own_hand)
        if one_is_enough and rng.random() < 0.6:
            if rng.random() < 0.2:
                return f"{self.name(declarer, table)} {tricks[declarer]}"
            return str(tricks[declarer])
        both_count = len(whisters) == 2 or (own_hand and len(deal["calls"]) < 3)
        if self.forgets and both_count and self.is_even(deal, table) and rng.random() < 0.5:
            return f"{tricks[declarer]} ?"
        three = len(order) == 3  # of two players the dummy has the rest
        if rng.random() < 0.2:
            return self.named_tricks(tricks, order, table, may_leave_one=three)
        figures = [str(tricks[p]) for p in order]
        if rng.random() < 0.4 and three:
            figures.pop()
        return self.join(figures)

    def is_even(self, deal: dict[str, Any], table: Table) -> bool:
        """The tricks of the defence are halved, an odd one is the first defender's."""
        first = table.defenders(deal["declarer"])[0]
        left = 10 - deal["tricks"][deal["declarer"]]
        return bool(deal["tricks"][first] == left - left // 2)

    def named_tricks(
        self, tricks: dict[str, int], order: list[str], table: Table, may_leave_one: bool
    ) -> str:
        rng = self.rng
        named = list(order)
        if rng.random() < 0.5:
            rng.shuffle(named)
        if may_leave_one and rng.random() < 0.3:
            named.pop()
        return self.join([f"{self.name(p, table)} {tricks[p]}" for p in named])

    def concession(self, deal: dict[str, Any], table: Table) -> str:
        words = self.order(deal, table) + self.flags(deal)
        words.append(self.rng.choice(CONCEDES_FORMS))
        if deal["undertricks"] is not None:
            words.append(str(deal["undertricks"]))
        return " ".join(words)

    def misere(self, deal: dict[str, Any], table: Table) -> str:
        who = deal["player"]
        words = [self.name(who, table), self.rng.choice(MISERE_FORMS)]
        return " ".join([*words, *self.flags(deal), "=", str(deal["tricks"][who])])

    def raspasy(self, deal: dict[str, Any], table: Table) -> str:
        rng = self.rng
        tricks: dict[str, int] = deal["tricks"]
        order = table.active()
        at_three = len(table.players) == 3
        if table.talon_goes_to_dealer() and (tricks[table.dealer] > 0 or rng.random() < 0.5):
            order = [*order, table.dealer]
        if rng.random() < 0.25:
            figures = self.named_tricks(tricks, order, table, may_leave_one=at_three)
        else:
            row = [str(tricks[p]) for p in order]
            if at_three and rng.random() < 0.4:
                row.pop()
            figures = self.join(row)
        words = [rng.choice(RASPASY_FORMS), *self.flags(deal), "=", figures]
        if deal["passer"] is not None:
            words = [self.name(deal["passer"], table), rng.choice(DARK_FORMS), *words]
        return " ".join(words)

    def fine(self, deal: dict[str, Any], table: Table) -> str:
        rng = self.rng
        words = [rng.choice(FINE_FORMS), self.name(deal["player"], table)]
        words += [rng.choice(COLUMN_FORMS[deal["column"]]), str(deal["points"])]
        if deal["on"] is not None:
            words += [rng.choice(ON_FORMS), self.name(deal["on"], table)]
        return " ".join(words)
