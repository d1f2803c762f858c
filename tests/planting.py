"""Mistakes as people make them with a pencil, planted into the sheets of random evenings.

Nothing of `pulya.audit` is used.  Whoever keeps this paper hears the right numbers of each record, one by one, and
does one thing wrong; what a kind does is worked out here from the words and formulas of the numbers, not by reading
the deal otherwise.  Later he goes by his own paper: closed pools and help follow the pools that stand there.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple, TypeAlias

from pulya import catalog
from pulya.errors import ConventionError, RecordError
from pulya.game import Game
from pulya.record import Concession, Contract, Misere, Raspasy
from pulya.replay import replay
from pulya.ruled import Ruled
from pulya.rules.ruling import Referee
from pulya.sheet import Place, places
from pulya.terms import LEVELS, Player, Points, exact
from pulya.write import Formula, Write

Cells: TypeAlias = dict[Place, Points]
Moves: TypeAlias = list[tuple[Place, Points]]


class Planted(NamedTuple):
    """One mistake: its kind, the index of its record (``None`` for the whole evening) and what it moves at once."""

    kind: str
    at: int | None
    moves: tuple[tuple[Place, Points], ...]
    key: str = ""
    records: int = 1  # how many come out otherwise

    @property
    def cells(self) -> Cells:
        """Return what the mistake moves, cell by cell."""
        return summed(self.moves)


def summed(moves: Sequence[tuple[Place, Points]] | Moves) -> Cells:
    found: Cells = {}
    for place, points in moves:
        found[place] = exact(found.get(place, 0) + points)
    return {place: points for place, points in found.items() if points}


def where(write: Write) -> Place:
    return Place(write.player, write.column, write.on)


def out(writes: Sequence[Write]) -> Moves:
    return [(where(write), -write.points) for write in writes]


def into(writes: Sequence[Write], place: Place) -> Moves:
    return [(place, write.points) for write in writes]


def heard(one: Ruled) -> Iterator[tuple[Write, ...]]:
    """Yield each number as it is said, and all that goes into one cell of a deal where that is said at once."""
    cells: dict[Place, list[Write]] = {}
    for write in one.writes:
        yield (write,)
        cells.setdefault(where(write), []).append(write)
    yield from (tuple(cell) for cell in cells.values() if len(cell) > 1)


def unit(write: Write) -> str:
    return write.formula.terms[0].unit


def is_consolation(write: Write) -> bool:
    return write.rule.startswith("consolation.")


def repriced(write: Write, price: Points) -> Points:
    """Return a number at another price; what is counted stays."""
    formula = write.formula
    terms = tuple(term._replace(price=price) for term in formula.terms)
    return Formula(terms, formula.times, formula.shared).value


Kind: TypeAlias = Callable[[Game, int, Ruled], Iterator[Moves]]


def forgotten(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    for said in heard(one):
        if not (is_consolation(said[0]) or unit(said[0]) in ("missing", "zero", "help", "received")):
            yield out(said)


def twice(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    for said in heard(one):
        yield [(where(write), write.points) for write in said]


def wrong_player(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    for said in heard(one):
        player, column, on = where(said[0])
        if column == "column" or unit(said[0]) == "missing":
            continue
        for other in one.before.players:
            if other not in (player, on):
                yield out(said) + into(said, Place(other, column, on))
                if on is not None:
                    yield out(said) + into(said, Place(player, column, other))


def wrong_column(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    for said in heard(one):
        player, column, _ = where(said[0])
        if column == "pool":
            yield out(said) + into(said, Place(player, "mountain"))
        if column == "mountain":
            yield out(said) + into(said, Place(player, "pool"))


def opposite(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    for said in heard(one):
        player, _, on = where(said[0])
        if on is not None:
            yield out(said) + into(said, Place(on, "whists", player))


def price(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """The whole contract at the price of another one."""
    if not isinstance(one.record, Contract | Concession):
        return
    contracts = game.header.convention.contracts
    own = contracts.row(one.record.level)
    if any(write.rule in ("whisting.split", "making.writes") for write in one.writes):
        return  # tricks and consolation in one number, or a game in two columns
    flat = isinstance(game.header.convention.consolation.amount, int)
    for level in LEVELS:
        row = contracts.row(level)
        moves: Moves = []
        for write in one.writes:
            if unit(write) == "made":
                other: Points | None = repriced_value(write, own.pool, row.pool)
            elif unit(write) in ("undertrick", "overtrick") and write.column == "mountain":
                other = repriced(write, row.mountain)
            elif unit(write) == "missing":
                other = repriced(write, row.shortfall)
            elif unit(write) == "unit" and game.header.convention.talon.pays == "price":
                other = repriced(write, row.whist)
            elif write.on is not None and unit(write) in ("trick", "half", "undertrick"):
                if len(write.formula.terms) > 1 or (flat and is_consolation(write)):
                    other = None
                elif is_consolation(write):
                    # as many consolations as before, each at the other price
                    other = exact(Fraction(write.points) * row.whist / own.whist) if own.whist else None
                else:
                    other = repriced(write, row.whist)
            else:
                other = None
            if other is not None:
                moves += [*out([write]), (where(write), other)]
        if row != own:
            yield moves


def repriced_value(write: Write, own: int, other: int) -> Points:
    return write.points if own == 0 else exact(Fraction(write.points) * other / own)


def consolation_forgotten(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """All of it, or that of one player."""
    writes = [write for write in one.writes if is_consolation(write)]
    if len(writes) > 1:
        yield out(writes)
    yield from (out([write]) for write in writes)


def consolation_extra(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """For one who gets none, as large as that of the others or the price of the game."""
    record = one.record
    if not isinstance(record, Contract) or game.header.convention.ledger == "teams":
        return
    failed = [write for write in one.writes if write.column == "mountain" and unit(write) == "undertrick"]
    if not failed or any(write.rule == "whisting.split" for write in one.writes):
        return
    amount = game.header.convention.consolation.amount
    if amount == "none":
        return
    size = game.header.convention.contracts.row(record.level).whist if amount == "price" else amount
    points = failed[0].formula.terms[0].number * failed[0].formula.times * size
    having = {write.player for write in one.writes if is_consolation(write)}
    for player in one.before.players:
        if player != record.declarer and player not in having:
            yield [(Place(player, "whists", record.declarer), points)]


def consolation_size(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """All consolations of a deal at the price of another contract."""
    writes = [write for write in one.writes if is_consolation(write)]
    if not isinstance(one.record, Contract) or not writes:
        return
    amount = game.header.convention.consolation.amount
    own = game.header.convention.contracts.row(one.record.level).whist if amount == "price" else amount
    for level in LEVELS:
        other = game.header.convention.contracts.row(level).whist
        if isinstance(own, int) and own:
            yield [
                move
                for write in writes
                for move in (*out([write]), (where(write), exact(Fraction(write.points) * other / own)))
            ]


def passer_whists(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """The passer writes his own tricks; or the whister all that he should share."""
    record = one.record
    if not isinstance(record, Contract):
        return
    shared = [write for write in one.writes if write.rule == "whisting.split"]
    if len(shared) > 1:
        # of the halves: the tricks alone are the whister's, each has his consolation
        tricks = shared[0].formula.terms[0]
        for whister, other in (shared, shared[::-1]):
            if len(shared[0].formula.terms) == 1:
                yield [
                    *out(shared),
                    (where(whister), tricks.number * tricks.price * whister.formula.times),
                    (where(other), 0),
                ]
    whists = [write for write in one.writes if write.rule == f"contracts.{record.level}.whist"]
    named = {figure.player: figure.tricks for figure in record.tricks if figure.player is not None}
    order = (
        (record.declarer, *one.before.seats.defenders(record.declarer))
        if record.declarer in one.before.seats.active
        else ()
    )
    named |= {
        player: figure.tricks
        for player, figure in zip(order, record.tricks, strict=False)
        if figure.player is None
    }
    if len(whists) == 1 and order and whists[0].player in order:
        passer = next(player for player in order[1:] if player != whists[0].player)
        if named.get(passer):
            term = whists[0].formula.terms[0]
            points = named[passer] * term.price * whists[0].formula.times
            if game.header.convention.whisting.passer_tricks == "whister":
                yield [(where(whists[0]), -points), (Place(passer, "whists", record.declarer), points)]


def half_responsibility(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    writes = [write for write in one.writes if unit(write) == "missing"]
    if len(writes) > 1:
        yield [(where(write), exact(-Fraction(write.points) / 2)) for write in writes]
    yield from ([(where(write), exact(-Fraction(write.points) / 2))] for write in writes)


def shortfall(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """On the other defender, or forgotten."""
    if isinstance(one.record, Contract) and one.record.declarer in one.before.seats.active:
        defenders = one.before.seats.defenders(one.record.declarer)
        for write in one.writes:
            if unit(write) == "missing":
                yield out([write])
                yield from (
                    out([write]) + into([write], Place(other, "mountain"))
                    for other in defenders
                    if other != write.player
                )


def raspasy_step(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """All tricks, and a bonus that goes by their price, at the price of another step."""
    if not isinstance(one.record, Raspasy) or one.before.owed:
        return
    prices = game.header.convention.raspasy.price
    now = prices[min(one.before.in_row, len(prices) - 1)]
    zero = game.header.convention.raspasy.zero.points
    for other in dict.fromkeys(prices):
        if other != now and now and not any(unit(write) == "closing" for write in one.writes):
            moves: Moves = []
            for write in one.writes:
                if unit(write) == "trick":
                    moves += [*out([write]), (where(write), repriced(write, other))]
                if unit(write) == "zero" and zero in ("price", "double", "worth"):
                    moves += [*out([write]), (where(write), exact(Fraction(write.points) * other / now))]
            yield moves


def amnesty(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """The smallest count taken off everybody, where no amnesty is played and tricks go on the mountain."""
    raspasy = game.header.convention.raspasy
    tricks = [write for write in one.writes if unit(write) == "trick" and write.column == "mountain"]
    having = {write.player for write in tricks}
    if (
        not isinstance(one.record, Raspasy)
        or raspasy.amnesty != "none"
        or not having >= set(one.before.seats.active)
    ):
        return
    least = min(write.points for write in tricks if write.player in one.before.seats.active)
    yield [(where(write), -least) for write in tricks if write.player in one.before.seats.active]


def zero_bonus(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """Forgotten, or of another size: one point, the price of a trick, twice that."""
    if not isinstance(one.record, Raspasy):
        return
    prices = game.header.convention.raspasy.price
    now = prices[min(one.before.in_row, len(prices) - 1)]
    writes = [write for write in one.writes if unit(write) == "zero"]
    for write in writes:
        yield out([write])
    sign = -1 if game.header.convention.raspasy.zero.to == "mountain" else 1
    for points in (1, now, 2 * now):
        yield [
            move
            for write in writes
            for move in (*out([write]), (where(write), sign * points * write.formula.times))
        ]


def help_(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """Not given; given to another with the whists; given without the whists."""
    received = [write for write in one.writes if write.rule == "help.to"]
    whists = [write for write in one.writes if write.rule == "help.whists"][: len(received)]
    if received:
        yield out([*received, *whists])
    for got, owed in zip(received, whists, strict=False):
        yield out([owed])
        for other in one.before.players:
            if other not in (got.player, owed.player):
                yield [
                    *out([got, owed]),
                    (Place(other, "pool"), got.points),
                    (Place(owed.player, "whists", other), owed.points),
                ]


def misere_whists(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """Both defenders write the tricks of a caught misère at the price of a ten."""
    record = one.record
    convention = game.header.convention
    if (
        isinstance(record, Misere)
        and record.taken
        and not convention.contracts.misere.whist
        and convention.ledger != "teams"
    ):
        mountain = next((write for write in one.writes if write.column == "mountain"), None)
        times = mountain.formula.times if mountain else 1
        points = record.taken * convention.contracts.level_10.whist * times
        if record.declarer in one.before.seats.active:
            yield [
                (Place(player, "whists", record.declarer), points)
                for player in one.before.seats.defenders(record.declarer)
            ]


def swapped_tricks(game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """The last two figures of the tricks heard the wrong way round; all that hangs on them is worked out by that."""
    record = one.record
    if not isinstance(record, Contract | Raspasy) or len(record.tricks) < 2:
        return
    first, second, *rest = record.tricks[::-1]
    if isinstance(record, Contract) and (
        len(record.tricks) < 3 or record.declarer in (first.player, second.player)
    ):
        return
    tricks = (*rest[::-1], second._replace(tricks=first.tricks), first._replace(tricks=second.tricks))
    try:
        ruling = Referee(game.header.convention).rule(record._replace(tricks=tricks), one.before)
    except RecordError:
        return
    yield out(one.writes) + [(where(write), write.points) for write in ruling.writes]


def deal_forgotten(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    yield out(one.writes)


def deal_twice(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    yield [(where(write), write.points) for write in one.writes]


def wrong_declarer(_game: Game, _at: int, one: Ruled) -> Iterator[Moves]:
    """The declarer and another player change places in every number."""
    record = one.record
    if not isinstance(record, Contract | Concession | Misere) or any(
        write.column == "column" for write in one.writes
    ):
        return
    if any(
        unit(write) in ("closing", "received", "help", "off") or write.rule.startswith("premium")
        for write in one.writes
    ):
        return
    for other in one.before.seats.active:
        if other != record.declarer:
            roles: dict[Player | None, Player] = {record.declarer: other, other: record.declarer}
            yield out(one.writes) + [
                (
                    Place(roles.get(write.player, write.player), write.column, roles.get(write.on, write.on)),
                    write.points,
                )
                for write in one.writes
            ]


OF_RECORDS: Final[dict[str, Kind]] = {
    "forgotten": forgotten,
    "twice": twice,
    "wrong-player": wrong_player,
    "wrong-column": wrong_column,
    "opposite": opposite,
    "price": price,
    "consolation-forgotten": consolation_forgotten,
    "consolation-extra": consolation_extra,
    "consolation-size": consolation_size,
    "passer-whists": passer_whists,
    "half-responsibility": half_responsibility,
    "shortfall": shortfall,
    "raspasy-step": raspasy_step,
    "amnesty": amnesty,
    "zero-bonus": zero_bonus,
    "help": help_,
    "misere-whists": misere_whists,
    "swapped-tricks": swapped_tricks,
    "deal-forgotten": deal_forgotten,
    "deal-twice": deal_twice,
    "wrong-declarer": wrong_declarer,
}
# Of sums and of the whole evening.
OTHERS: Final = ("sum-digits", "sum-ten", "agreement")


def every(game: Game) -> dict[str, list[Planted]]:
    """Return all mistakes with records and sums that this hand can make, by kind; each moves something."""
    found: dict[str, list[Planted]] = {kind: [] for kind in OF_RECORDS}
    for at, one in enumerate(game.ruled):
        if one.record is None or not one.writes:
            continue
        for kind, of in OF_RECORDS.items():
            for moves in of(game, at, one):
                planted = Planted(kind, at, tuple(summed(moves).items()))
                if kind in ("price", "wrong-declarer", "zero-bonus") and overflows(game, one, planted.cells):
                    continue  # he would have to help somebody, and this hand only copies
                if planted.moves and planted not in found[kind]:
                    found[kind].append(planted)
    found["sum-digits"], found["sum-ten"] = [], []
    for place in places(game.sheet):
        total = (
            place.figure(game.header.opening)
            if place.player in game.header.players and place.on in (None, *game.header.players)
            else 0
        )
        for at, one in enumerate(game.ruled):
            points = sum(write.points for write in one.writes if where(write) == place)
            total = exact(total + points)
            if not points:
                continue
            found["sum-ten"] += [Planted("sum-ten", at, ((place, by),)) for by in (-10, 10)]
            if isinstance(total, int) and total >= 10:
                text = str(total)
                other = int(text[:-2] + text[-1] + text[-2])
                if other != total:
                    found["sum-digits"].append(Planted("sum-digits", at, ((place, other - total),)))
    return {kind: planted for kind, planted in found.items() if planted}


def overflows(game: Game, one: Ruled, cells: Cells) -> bool:
    """Say whether a pool would pass the target."""
    target = game.header.target
    return target is not None and any(
        place.column == "pool" and one.after.pool[place.player] + points > target
        for place, points in cells.items()
    )


def paper_of(game: Game, planted: Sequence[Planted]) -> Cells:
    """Return the sheet as it comes out with these mistakes, later closings and help by the paper's own pools."""
    sheet = game.sheet
    paper = {place: place.figure(sheet) for place in places(sheet)}
    off: Cells = {}
    referee = Referee(game.header.convention)
    convention = game.header.convention
    follows = convention.ledger != "teams" and convention.series == "none"
    for at, one in enumerate(game.ruled):
        if one.record is not None and follows and any(place.column != "whists" for place in off):
            pool, mountain = dict(one.before.pool), dict(one.before.mountain)
            for place, points in off.items():
                for column, of in (("pool", pool), ("mountain", mountain)):
                    if place.column == column and place.player in of:
                        of[place.player] = exact(of[place.player] + points)
            try:
                writes = referee.rule(one.record, one.before._replace(pool=pool, mountain=mountain)).writes
            except RecordError:
                writes = one.writes
            off = summed(
                [*off.items(), *out(one.writes), *((where(write), write.points) for write in writes)]
            )
        for mistake in planted:
            if mistake.at == at:
                off = summed([*off.items(), *mistake.moves])
    for place, points in off.items():
        paper[place] = exact(paper.get(place, 0) + points)
    return paper


def another_agreement(rng: Random, game: Game, resolved: catalog.Resolved) -> tuple[Planted, Cells] | None:
    """Return an evening written by another value of a disputed key, and its sheet, where that moves something."""
    values: dict[str, list[str | int]] = {
        "whisting.split": ["greedy", "gentleman"],
        "whisting.shortfall": ["own-if-joint", "capped", "joint-split", "own-always"],
        "whisting.one-trick": ["second", "second-own", "both", "both-half", "each"],
        "raspasy.amnesty": ["none", "everyone", "active"],
        "raspasy.zero.to": ["pool", "mountain", "nowhere"],
        "raspasy.exit.failed": ["exits", "stays"],
        "help.to": ["largest", "smallest"],
        "consolation.amount": ["price", "none"],
        "raspasy.zero.dealer": ["writes", "not"],
    }
    key = rng.choice(sorted(values))
    value = rng.choice(values[key])
    try:
        agreed = catalog.agree(resolved, {key: value}).convention
        played = replay(game.header._replace(convention=agreed), [one.item for one in game.ruled])
    except (ConventionError, RecordError):
        return None
    sheet = played.sheet
    paper = {place: place.figure(sheet) for place in places(sheet)}
    if paper == {place: place.figure(game.sheet) for place in places(game.sheet)}:
        return None
    moved = sum(one.writes != other.writes for one, other in zip(game.ruled, played.ruled, strict=True))
    return Planted("agreement", None, (), key, moved), paper
