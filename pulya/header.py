"""Read the header of a journal, from plain data: who plays, where, for how much, and from which sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NoReturn

from pulya.convention import Convention
from pulya.errors import JournalError, Location, RecordError
from pulya.game import Header, Stake
from pulya.message import Text, say
from pulya.nearest import nearest
from pulya.notation.names import check_name, check_new_name
from pulya.notation.words import keyword_of, matches
from pulya.plain import Plain
from pulya.sheet import Place, Sheet, blank, with_figures
from pulya.table import teams_of
from pulya.terms import Player, Points, exact

_MOST_NAMES: Final = 20  # a convention says how many can play; this only keeps a mad list short
KEYS: Final = (
    "convention",
    "rules",
    "players",
    "dealer",
    "target",
    "target-sum",
    "stake",
    "coin",
    "date",
    "agreed",
    "sheet",
    "raspasy",
    "bombs",
    "laps",
    "deals",
)
SMALLEST_COIN: Final = Fraction(1, 100)
MOST_BOMBS: Final = 20  # a sheet with more is a slip of the pen

_MONEY: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,6}))?")
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_POINTS: Final = r"(-?[0-9]{1,9})(?:/([1-9][0-9]{0,5}))?"


def check_keys(plain: Mapping[str | int, Plain]) -> None:
    """Refuse a key that a journal does not have, and a header without its two necessary keys."""
    for key in plain:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            _refuse(
                str(key),
                say("a journal has no key `{key}`", key=key),
                say("did you mean `{near}`?", near=near) if near else say("its keys are {keys}", keys=KEYS),
            )
    if "deals" in plain:
        _refuse(
            "deals",
            say("`deals:` does not stand at the beginning of a line"),
            say("write `deals:` alone on its line, and each record below it on its own line after `- `"),
        )
    for key in ("convention", "players"):
        if key not in plain:
            _refuse(
                key,
                say("the key is missing"),
                say("a journal begins with `convention: sochi` and `players: [Anna, Boris, Vera]`"),
            )


def read_header(plain: Mapping[str | int, Plain], convention: Convention) -> Header:
    """Return the header that plain data says under a convention.

    Raises `JournalError` with the field.
    """
    players = read_players(plain.get("players"))
    if len(players) not in convention.table.players:
        _refuse(
            "players",
            say("{title} is not played by {count}", title=convention.id, count=len(players)),
            say("it is for tables of {sizes} (table.players)", sizes=convention.table.players),
        )
    dealer = players[-1]
    if plain.get("dealer") is not None:
        dealer = _member(plain["dealer"], players, "dealer")
    target, target_sum = _targets(plain, convention)
    return Header(
        convention=convention,
        players=players,
        dealer=dealer,
        target=target,
        target_sum=target_sum,
        stake=read_stake(plain["stake"]) if plain.get("stake") is not None else None,
        coin=read_coin(plain["coin"]) if plain.get("coin") is not None else SMALLEST_COIN,
        date=_date(plain.get("date")),
        opening=read_sheet(plain.get("sheet"), players, convention),
        in_row=_count(plain.get("raspasy", 0), "raspasy", 0, 1000),
        bombs=_bombs(plain.get("bombs"), players, convention),
        laps=_laps(plain.get("laps"), convention),
    )


def read_players(plain: Plain) -> tuple[Player, ...]:
    """Return the names, clockwise; two that look alike are refused."""
    hint = say("write `players: [Anna, Boris, Vera]`, clockwise")
    if not isinstance(plain, list) or not plain:
        _refuse("players", say("a list of names is due, found {found}", found=_shown(plain)), hint)
    if len(plain) > _MOST_NAMES:
        _refuse("players", say("{count} names are no table", count=len(plain)), hint)
    names: list[Player] = []
    for at, part in enumerate(plain, start=1):
        field = f"players.{at}"
        if not isinstance(part, str):
            _refuse(
                field,
                say("a name is due, found {found}", found=_shown(part)),
                say("write a word with a letter, such as Anna"),
            )
        try:
            name = check_name(part)
            check_new_name(name, names)
        except RecordError as error:
            raise JournalError(error.problem, at=Location(field=field), hint=error.hint) from None
        names.append(name)
    return tuple(names)


def read_stake(plain: Plain) -> Stake:
    """Return money for a whist, from ``0.50 EUR``."""
    if isinstance(plain, dict | list):
        _refuse(
            "stake", say("{found} is no sum of money", found=_shown(plain)), say("write `stake: 0.50 EUR`")
        )
    amount, _, currency = str(plain).strip().partition(" ")
    return Stake(_money(amount, "stake", say("write `stake: 0.50 EUR`")), currency.strip() or None)


def read_coin(plain: Plain) -> Fraction:
    """Return the smallest payment the table uses."""
    return _money(str(plain).strip(), "coin", say("write `coin: 0.10`"))


def with_money(header: Header, stake: str | None, coin: str | None) -> Header:
    """Return a header with another stake or coin, where one is given."""
    if stake is not None:
        header = header._replace(stake=read_stake(stake))
    return header if coin is None else header._replace(coin=read_coin(coin))


def _money(text: str, field: str, hint: Text) -> Fraction:
    found = _MONEY.fullmatch(text)
    if found is None or not (amount := Fraction(f"{found[1]}.{found[2] or 0}")):
        _refuse(field, say("`{found}` is no sum of money", found=_visible(text)), hint)
    return amount


def _targets(plain: Mapping[str | int, Plain], convention: Convention) -> tuple[int | None, int | None]:
    total = plain.get("target-sum")
    target = plain.get("target")
    if total is not None:
        if convention.ending != "pool-sum":
            _refuse(
                "target-sum",
                say("pools do not count together here: the ending is {ending}", ending=convention.ending),
                say("write `target`, or agree on `ending: pool-sum`"),
            )
        if target is not None:
            _refuse("target", say("there is a target-sum already"), say("keep one of the two"))
        return None, _count(total, "target-sum", 1, 1_000_000)
    if target is None:
        target = convention.target if convention.series == "none" else convention.series.target
    if target == "none":
        return None, None
    return _count(target, "target", 1, 100_000), None


def read_sheet(plain: Plain, players: Sequence[Player], convention: Convention) -> Sheet:
    """Return the opening figures; what is not named is ``start``, whists 0."""
    opening = blank(tuple(players), convention.start.pool, convention.start.mountain)
    if convention.ledger == "teams":
        if plain is not None:
            _refuse("sheet", say("pairs begin with empty columns"), say("leave the key out"))
        teams = teams_of(opening.players)
        return opening._replace(teams=teams, columns={team[0]: 0 for team in teams})
    return with_figures(opening, {} if plain is None else read_figures(plain, players))


def read_figures(plain: Plain, players: Sequence[Player], field: str = "sheet") -> Mapping[Place, Points]:
    """Return the figures of a sheet that are named, cell by cell; columns by their words in either language."""
    found: dict[Place, Points] = {}

    def put(place: Place, value: Plain, path: str) -> None:
        if place in found:
            _refuse(path, say("one figure of the paper is given twice"), say("write each figure once"))
        found[place] = _points(value, path)

    for player, key, figures in _by_player(plain, players, field, "Anna: {pool: 4, mountain: 10}"):
        inner = f"{field}.{key}"
        for word, value in _mapping(figures, inner, "{pool: 4, mountain: 10, whists: {Boris: 12}}").items():
            path = f"{inner}.{word}"
            match keyword_of(str(word)):
                case "pool":
                    put(Place(player, "pool"), value, path)
                case "mountain":
                    put(Place(player, "mountain"), value, path)
                case "whists":
                    for on, on_key, number in _by_player(value, players, path, "{Boris: 12}"):
                        if on == player:
                            _refuse(
                                f"{path}.{on_key}",
                                say("{player} cannot have whists on himself", player=player),
                                say("name the player the whists are written on"),
                            )
                        put(Place(player, "whists", on), number, f"{path}.{on_key}")
                case _:
                    _refuse(
                        path,
                        say("a sheet has no column `{column}`", column=word),
                        say("columns are pool, mountain and whists"),
                    )
    return found


def read_columns(plain: Plain, players: tuple[Player, ...], field: str = "sheet") -> Mapping[Place, Points]:
    """Return the columns of pairs that are named, each under one of its players: ``Anna: 120``."""
    found: dict[Place, Points] = {}
    for player, key, points in _by_player(plain, players, field, "Anna: 120"):
        team = next(team for team in teams_of(players) if player in team)
        found[Place(team[0], "column")] = _points(points, f"{field}.{key}")
    return found


def _bombs(plain: Plain, players: Sequence[Player], convention: Convention) -> Mapping[Player, int]:
    """Return the bombs carried on from an older game."""
    if plain is None:
        return {}
    if convention.bombs == "none":
        _refuse("bombs", say("there are no bombs at this table"), say("leave the key out (bombs: none)"))
    return {
        player: _count(value, f"bombs.{key}", 0, MOST_BOMBS)
        for player, key, value in _by_player(plain, players, "bombs", "Anna: 1")
    }


def _laps(plain: Plain, convention: Convention) -> int | None:
    if plain is None:
        return None
    if convention.ending != "laps":
        _refuse(
            "laps",
            say("this game does not end by laps (ending: {ending})", ending=convention.ending),
            say("leave the key out, or agree on `ending: laps`"),
        )
    return _count(plain, "laps", 1, 1000)


def _mapping(plain: Plain, field: str, example: str) -> dict[str | int, Plain]:
    if not isinstance(plain, dict):
        _refuse(
            field,
            say("keys and values are due, found {found}", found=_shown(plain)),
            say("write {example}", example=example),
        )
    return plain


def _by_player(
    plain: Plain, players: Sequence[Player], field: str, example: str
) -> Iterator[tuple[Player, str | int, Plain]]:
    """Yield player, key and value of a mapping by players; each player stands once."""
    seen: set[Player] = set()
    for key, value in _mapping(plain, field, example).items():
        player = _member(key, players, f"{field}.{key}")
        if player in seen:
            _refuse(
                f"{field}.{key}",
                say("{player} stands here twice", player=player),
                say("keep one of the two"),
            )
        seen.add(player)
        yield player, key, value


def _points(plain: Plain, field: str) -> Points:
    found = re.fullmatch(_POINTS, str(plain))
    if found is None:
        _refuse(
            field,
            say("{found} is no figure of a sheet", found=_shown(plain)),
            say('write a whole number, or a fraction in quotes: "13/2"'),
        )
    return exact(Fraction(int(found[1]), int(found[2] or 1)))


def _count(plain: Plain, field: str, least: int, most: int) -> int:
    if not isinstance(plain, int) or not least <= plain <= most:
        _refuse(
            field,
            say("{found} is not a number that can stand here", found=_shown(plain)),
            say("write a whole number, {least} to {most}", least=least, most=most),
        )
    return plain


def _member(plain: Plain, players: Sequence[Player], field: str) -> Player:
    found = matches(str(plain), players) if isinstance(plain, str) and plain else []
    if len(found) != 1:
        if found:
            _refuse(
                field,
                say("{found} can be {players}", found=_shown(plain), players=tuple(found)),
                say("write more letters of the name"),
            )
        _refuse(
            field,
            say("{found} is none of the players", found=_shown(plain)),
            say("at this table: {players}", players=tuple(players)),
        )
    return found[0]


def _date(plain: Plain) -> str | None:
    if plain is None:
        return None
    if not isinstance(plain, str) or not _is_date(plain):
        _refuse("date", say("{found} is no date", found=_shown(plain)), say("write it as 2026-11-27"))
    return plain


def _is_date(text: str) -> bool:
    """Say whether a text is a day as 2026-11-27, of a month that has so many."""
    parts = text.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(p.isascii() and p.isdecimal() for p in parts):
        return False
    month, day = int(parts[1]), int(parts[2])
    return 1 <= month <= len(_DAYS) and 1 <= day <= _DAYS[month - 1]


def _shown(plain: Plain) -> str | Text:
    if isinstance(plain, dict | list):
        return "{…}" if isinstance(plain, dict) else "[…]"
    return say("nothing") if plain is None else f"`{_visible(str(plain)[:60])}`"


def _visible(text: str) -> str:
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text[:60])


def _refuse(field: str, problem: Text, hint: Text) -> NoReturn:
    raise JournalError(problem, at=Location(field=field), hint=hint)
