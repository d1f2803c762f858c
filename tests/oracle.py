"""A second scorer, written straight from the rules and as naive as possible.

It shares no code with the package: the tests play the same game through both and compare every cell.
All numbers are exact fractions. Where the package is clever, this file is long and plain.

Left out: corrections and `paper`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Cells = dict[str, Fraction]

SUITS = ["s", "c", "d", "h", "nt"]


class Impossible(Exception):  # noqa: N818 - it says what the deal is
    """The deal cannot be: the rules or the state of the game forbid it."""


def score(game: dict[str, Any]) -> dict[str, Any]:
    """The sheet, the state and the settlement after all deals of a game."""
    table = table_of(game)
    for deal in game["deals"]:
        table.apply(deal)
    return table.result()


def table_of(game: dict[str, Any]) -> Table:
    if game["convention"]["ledger"] == "teams":
        return PairTable(game)
    return Table(game)


class Table:
    """The sheet of one game and what has to be remembered between two deals."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.convention: dict[str, Any] = game["convention"]
        self.players: list[str] = list(game["players"])  # who sit at the table
        self.everyone: list[str] = list(game["players"])  # and who have left it
        self.dealer: str = game["dealer"]
        self.target: int | None = game["target"]
        self.target_sum: int | None = game["target_sum"]
        if self.target_sum is not None:
            if self.convention["ending"] != "pool-sum":
                raise ValueError("a target sum needs the ending pool-sum")
            self.target = None  # no target per player, no help, nothing closes
        opening = game["opening"]
        self.pool: Cells = {p: Fraction(opening["pool"][p]) for p in self.players}
        self.mountain: Cells = {p: Fraction(opening["mountain"][p]) for p in self.players}
        self.whists: dict[str, Cells] = {}
        for writer in self.players:
            self.whists[writer] = {}
            for on in self.players:
                if on != writer:
                    self.whists[writer][on] = Fraction(opening["whists"].get(writer, {}).get(on, 0))
        self.in_row: int = game["in_row"]
        self.misdeals = 0
        self.stopped = False
        self.in_a_deal = False  # what is written by a deal, and not by a fine, earns premiums and prizes

        # laps: they are counted from the first dealer
        self.first_dealer = self.dealer
        self.laps: int | None = game["laps"]
        self.finished_laps = 0
        self.last_lap: int | None = None  # once the time is over

        # bombs and compulsory raspasy
        self.bombs: dict[str, int] = {p: game["bombs"].get(p, 0) for p in self.players}
        self.lap_raspasy_left = 0  # of whole laps, at the prices of raspasy in a row
        self.failure_raspasy: int | None = None  # the price of the one raspasy after a failure
        self.begin_compulsory_laps("start")

        # premiums that were paid
        self.first_pool_paid = False
        self.first_mountain_paid = False

        # races
        self.race = 1
        self.race_first: str | None = None
        self.finished_pools: Cells = {p: Fraction(0) for p in self.players}
        if self.convention["series"] != "none":
            self.begin_compulsory_laps("race")

        # the boxes of the list that are still open
        self.boxes: dict[str, list[str]] = {p: [] for p in self.players}
        if self.convention["checklist"] != "none":
            for p in self.players:
                self.boxes[p] = [str(box) for box in self.convention["checklist"]["contracts"]]

    # ---- who sits where -------------------------------------------------------------------------

    def clockwise_after(self, name: str) -> list[str]:
        """The others, beginning on the left of the named player."""
        place = self.players.index(name)
        return self.players[place + 1 :] + self.players[:place]

    def active(self) -> list[str]:
        """The three who play this deal, first hand first; of two both."""
        return [*self.clockwise_after(self.dealer), self.dealer][:3]

    def dealer_sits_out(self) -> bool:
        return len(self.players) > 3

    def sitters(self) -> list[str]:
        """Those who sit out: the dealer, then clockwise."""
        return [p for p in [self.dealer, *self.clockwise_after(self.dealer)] if p not in self.active()]

    def defenders(self, declarer: str) -> list[str]:
        """The two opponents, clockwise from the declarer; of two players the other one."""
        return [p for p in self.clockwise_after(declarer) if p in self.active()]

    def share_takers(self) -> list[str]:
        """Who of the sitters writes the dealer's share (consolation, the dealer's pool point)."""
        if not self.dealer_sits_out():
            return []
        who = self.convention["table"]["sitters"]
        if who == "dealer":
            return [self.dealer]
        if who == "all":
            return self.sitters()
        return []

    def talon_goes_to_dealer(self) -> bool:
        """True where the sitting-out dealer takes tricks with the talon in raspasy."""
        raspasy = self.convention["raspasy"]
        return (
            self.dealer_sits_out()
            and raspasy["writes"] == "mountain"
            and raspasy["talon-tricks"] == "dealer"
            and self.convention["table"]["sitters"] != "nobody"
        )

    # ---- the end --------------------------------------------------------------------------------

    def over(self) -> bool:
        if self.stopped:
            return True
        ending = self.convention["ending"]
        if ending == "laps":
            return self.laps is not None and self.finished_laps >= self.laps
        if ending == "series":
            rounds: int = self.convention["series"]["rounds"]
            return self.race > rounds
        if ending == "checklist":
            return all(self.boxes[p] == [] for p in self.players)
        if ending == "pool-sum":
            together = sum(self.pool.values())
            if self.target_sum is not None:
                return together >= self.target_sum
            return self.target is not None and together >= self.target * len(self.players)
        if self.target is None:
            return False
        if ending == "pools-closed":
            return all(self.pool[p] >= self.target for p in self.players)
        if ending == "first-pool":
            return any(self.pool[p] >= self.target for p in self.players)
        if ending == "time-and-first-pool":
            if self.last_lap is None or self.finished_laps < self.last_lap:
                return False
            return any(self.pool[p] >= self.target for p in self.players)
        return False  # agreed: only by a stop

    # ---- writes ---------------------------------------------------------------------------------

    def write_whists(self, writer: str, on: str, points: Fraction | int) -> None:
        self.whists[writer][on] += points

    def write_mountain(self, who: str, points: Fraction | int) -> None:
        before = self.mountain[who]
        self.mountain[who] += points
        if self.in_a_deal and before > 0 and self.mountain[who] <= 0 and not self.first_mountain_paid:
            self.first_mountain_paid = self.write_premium("first-mountain", who)

    def add_to_pool(self, who: str, points: Fraction | int) -> None:
        """Into this very pool, whatever the target is."""
        before = self.pool[who]
        self.pool[who] += points
        if self.in_a_deal and self.target is not None and before < self.target <= self.pool[who]:
            if not self.first_pool_paid:
                self.first_pool_paid = self.write_premium("first-pool", who)
            if self.race_first is None:
                self.race_first = who

    def write_premium(self, what: str, who: str) -> bool:
        """The premium for closing first on every other player; whether there is one."""
        for premium in self.convention["premiums"]:
            if premium["for"] == what:
                for p in self.clockwise_after(who):
                    self.write_whists(who, p, premium["each"][len(self.players)])
                return True
        return False

    def may_be_helped(self, helper: str) -> list[str]:
        """The others, clockwise from the helper, without a sitting-out dealer where he is skipped."""
        others = self.clockwise_after(helper)
        if self.convention["help"]["dealer"] == "skipped" and self.dealer_sits_out():
            others = [p for p in others if p != self.dealer]
        return others

    def write_pool(self, who: str, points: Fraction | int) -> None:
        """Pool points: the own pool first, then help, then whatever `nobody-left` says."""
        help_ = self.convention["help"]
        if self.target is None or help_["to"] == "nobody":
            self.add_to_pool(who, points)
            return
        left = Fraction(points)
        own = min(left, max(Fraction(0), self.target - self.pool[who]))
        self.add_to_pool(who, own)
        left -= own
        while left > 0:
            open_ = [p for p in self.may_be_helped(who) if self.pool[p] < self.target]
            if not open_:
                break
            chosen = open_[0]
            for p in open_:  # strictly better only, so the nearest on the left wins a tie
                if help_["to"] == "largest" and self.pool[p] > self.pool[chosen]:
                    chosen = p
                if help_["to"] == "smallest" and self.pool[p] < self.pool[chosen]:
                    chosen = p
            given = min(left, self.target - self.pool[chosen])
            self.add_to_pool(chosen, given)
            self.write_whists(who, chosen, help_["whists"] * given)
            left -= given
        if left > 0:
            units = self.convention["units"]
            self.write_off_surplus(who, left * Fraction(units["pool"], units["mountain"]))

    def write_off_surplus(self, who: str, mountain_points: Fraction) -> None:
        """Nobody is left to be helped."""
        rule = self.convention["help"]["nobody-left"]
        if rule == "mountain":
            self.write_mountain(who, -mountain_points)
        if rule == "mountain-to-zero":
            self.write_mountain(who, -min(mountain_points, max(Fraction(0), self.mountain[who])))
        # lost: nothing is written

    def write_off_mountain(self, who: str, points: Fraction | int) -> None:
        """The mountain stream of a game that is written into the pool and off the mountain."""
        help_ = self.convention["help"]
        if help_["mountain"] == "nobody":
            self.write_mountain(who, -points)
            return
        left = Fraction(points)
        own = min(left, max(Fraction(0), self.mountain[who]))
        self.write_mountain(who, -own)
        left -= own
        while left > 0:
            high = [p for p in self.may_be_helped(who) if self.mountain[p] > 0]
            if not high:
                break
            chosen = high[0]
            for p in high:
                if self.mountain[p] < self.mountain[chosen]:
                    chosen = p
            given = min(left, self.mountain[chosen])
            self.write_mountain(chosen, -given)
            self.write_whists(who, chosen, help_["whists"] * given)
            left -= given
        if left > 0:
            self.write_off_surplus(who, left)

    def write_made_game(self, who: str, points: int) -> None:
        """A made contract or misère."""
        way = self.convention["making"]["writes"]
        if way == "pool":
            self.write_pool(who, points)
        if way == "pool-and-mountain":
            self.write_pool(who, points)
            self.write_off_mountain(who, points)
        if way == "mountain-first":
            units = self.convention["units"]
            ratio = Fraction(units["pool"], units["mountain"])
            off = min(points * ratio, max(Fraction(0), self.mountain[who]))
            self.write_mountain(who, -off)
            rest = points - off / ratio
            if rest > 0:
                self.write_pool(who, rest)

    # ---- records --------------------------------------------------------------------------------

    def apply(self, deal: dict[str, Any]) -> None:
        """Write one record; on Impossible nothing has been written."""
        kind = deal["kind"]
        if kind == "fine":
            self.fine(deal)
            return
        if self.over():
            raise Impossible("the game is over")
        if kind == "stop":
            self.stopped = True
        elif kind == "time":
            self.time()
        elif kind == "join":
            self.join(deal["player"], deal["after"])
        elif kind == "leave":
            self.leave(deal["player"])
        elif kind == "misdeal":
            self.misdeal()
        else:
            self.in_a_deal = True
            if kind == "contract":
                self.contract(deal)
            elif kind == "concession":
                self.concession(deal)
            elif kind == "misere":
                self.misere(deal)
            elif kind == "raspasy":
                self.raspasy(deal)
            else:
                raise ValueError(kind)
            self.race_may_end()
            self.in_a_deal = False

    def join(self, who: str, after: str) -> None:
        """He begins with the mean of the others, rounded against him, and without whists."""
        if len(self.players) + 1 not in self.convention["table"]["players"]:
            raise Impossible("not played by so many")
        if who in self.everyone or after not in self.players:
            raise Impossible("he sits there already, or after nobody")
        n = len(self.players)
        self.pool[who] = Fraction(math.floor(sum(self.pool[p] for p in self.players) / n))
        self.mountain[who] = Fraction(math.ceil(sum(self.mountain[p] for p in self.players) / n))
        self.whists[who] = {}
        for p in self.everyone:
            self.whists[who][p] = Fraction(0)
            self.whists[p][who] = Fraction(0)
        self.bombs[who] = 0
        self.finished_pools[who] = Fraction(0)
        self.boxes[who] = []
        self.players.insert(self.players.index(after) + 1, who)
        self.everyone.append(who)

    def leave(self, who: str) -> None:
        """His figures stay on the sheet and settle with the others."""
        if len(self.players) - 1 not in self.convention["table"]["players"]:
            raise Impossible("not played by so few")
        if who not in self.players:
            raise Impossible("he does not sit here")
        if who == self.dealer:
            raise ValueError("no source says who deals then")
        self.players.remove(who)

    def time(self) -> None:
        """The lap of the next deal is finished, then one more is played."""
        if self.convention["ending"] != "time-and-first-pool" or self.last_lap is not None:
            raise Impossible("no time is over")
        self.last_lap = self.finished_laps + 2

    def fine(self, deal: dict[str, Any]) -> None:
        who, points = deal["player"], deal["points"]
        if who not in self.players:
            raise Impossible("nobody of that name")
        if deal["column"] == "pool":
            self.pool[who] += points
        elif deal["column"] == "mountain":
            self.mountain[who] += points
        elif deal["column"] == "whists":
            if deal["on"] not in self.players or deal["on"] == who:
                raise Impossible("whists on whom?")
            self.whists[who][deal["on"]] += points
        else:
            raise ValueError(deal["column"])

    def misdeal(self) -> None:
        self.misdeals += 1
        if self.misdeals == 2:
            fine = self.convention["fines"]["second-misdeal"]
            if fine != "none":
                self.write_mountain(self.dealer, fine.get("mountain", 0))
                self.pool[self.dealer] += fine.get("pool", 0)
            self.deal_moves()

    def deal_moves(self) -> None:
        self.next_dealer()
        if self.convention["checklist"] != "none" and any(self.boxes.values()):
            while self.boxes[self.list_hand()] == []:  # he has nothing left to play and passes the deal on
                self.next_dealer()

    def next_dealer(self) -> None:
        self.dealer = self.clockwise_after(self.dealer)[0]
        self.misdeals = 0
        if self.dealer == self.first_dealer:
            self.finished_laps += 1

    def multiplier(self, deal: dict[str, Any], owner: str | None) -> int:
        """What every write of the deal is multiplied by; the bombs are those of the owner of the game."""
        k: int = deal["x"]
        if k < 1 or k > 64:
            raise Impossible("an agreed multiplier is 2 to 64")
        if deal.get("dark") or deal.get("passer") is not None:
            k *= self.convention["multipliers"]["dark"]
        if deal.get("notalon"):
            k *= self.convention["multipliers"]["no-talon"]
        if owner is not None and self.convention["bombs"] != "none":
            for _ in range(self.bombs[owner]):
                k *= self.convention["multipliers"]["bomb"]
        return k

    # ---- bombs ----------------------------------------------------------------------------------

    def give_bomb(self, who: str) -> None:
        self.bombs[who] += 1

    def spend_bombs(self, who: str) -> None:
        """His game was made."""
        if self.convention["bombs"] == "none":
            return
        if self.convention["bombs"]["spent"] == "all":
            self.bombs[who] = 0
        elif self.bombs[who] > 0:
            self.bombs[who] -= 1

    # ---- compulsory raspasy ---------------------------------------------------------------------

    def begin_compulsory_laps(self, when: str) -> None:
        """At the start of the game, or of a race: a raspasy for each player and lap."""
        for entry in self.convention["raspasy"]["compulsory"]:
            if entry["when"] == when:
                self.lap_raspasy_left += entry["laps"] * len(self.players)

    def ask_for_raspasy(self, when: str, undertricks: int) -> None:
        """One raspasy after a failure, dearer after more undertricks."""
        for entry in self.convention["raspasy"]["compulsory"]:
            if entry["when"] == when:
                prices: list[int] = entry["price"]
                self.failure_raspasy = prices[min(undertricks, len(prices)) - 1]

    def raspasy_come_first(self) -> bool:
        return self.lap_raspasy_left > 0 or self.failure_raspasy is not None

    # ---- races ----------------------------------------------------------------------------------

    def race_may_end(self) -> None:
        """After a deal: prizes, and all pools start again."""
        series = self.convention["series"]
        if series == "none" or self.target is None:
            return
        if all(self.pool[p] < self.target for p in self.players):
            return
        if series["until"] == "exit" and self.in_row > 0:
            return
        if self.race_first is not None:
            self.write_prize([self.race_first], series["first-pool"])
        least = min(self.mountain.values())
        self.write_prize([p for p in self.players if self.mountain[p] == least], series["least-mountain"])
        for p in self.players:
            self.finished_pools[p] += self.pool[p]
            self.pool[p] = Fraction(self.convention["start"]["pool"])
        self.race += 1
        self.race_first = None
        if self.race <= series["rounds"]:
            self.begin_compulsory_laps("race")
            return
        self.lap_raspasy_left = 0  # nothing is played any more
        self.failure_raspasy = None
        if series["final"] != "none":
            largest = max(self.finished_pools.values())
            winners = [p for p in self.players if self.finished_pools[p] == largest]
            self.write_prize(winners, series["final"]["largest-pool"])
            winners = [p for p in self.players if self.mountain[p] == least]
            self.write_prize(winners, series["final"]["least-mountain"])

    def write_prize(self, winners: list[str], prize: int) -> None:
        """On each loser; several winners share it, or each writes all of it."""
        losers = [p for p in self.players if p not in winners]
        each = Fraction(prize)
        if self.convention["series"]["tie"] == "shared":
            each = each / len(winners)
        for winner in winners:
            for loser in losers:
                self.write_whists(winner, loser, each)

    # ---- the list -------------------------------------------------------------------------------

    def list_hand(self) -> str:
        """Who has to play a game of his list now."""
        return self.active()[0 if self.convention["checklist"]["seat"] == "first" else 1]

    def box_of(self, who: str, level: int, suit: str | None) -> str | None:
        """The open box that a contract would tick; none where nothing is played by a list."""
        if self.convention["checklist"] == "none":
            return None
        if who != self.list_hand():
            raise Impossible("another one has to play his list")
        contracts = [str(box) for box in self.convention["checklist"]["contracts"]]
        if suit is None and any(f"{level}{one}" in contracts for one in SUITS):
            raise Impossible("the suit must be named")
        for box in [f"{level}{suit}", f"{level}"]:
            if box in self.boxes[who]:
                return box
        raise Impossible("no such box is open")

    def misere_box_of(self, who: str) -> str | None:
        if self.convention["checklist"] == "none":
            return None
        if who != self.list_hand():
            raise Impossible("another one has to play his list")
        if "misere" not in self.boxes[who]:
            raise Impossible("no such box is open")
        return "misere"

    def tick(self, who: str, box: str | None, made: bool) -> None:
        if box is not None and (made or self.convention["checklist"]["ticks"] == "attempt"):
            self.boxes[who].remove(box)

    # ---- what may be ordered --------------------------------------------------------------------

    def exit_level(self) -> int:
        """The lowest contract that may be played now."""
        if self.in_row == 0:
            return 6
        exit_ = self.convention["raspasy"]["exit"]
        levels: list[int] = exit_["levels"]
        if self.in_row <= len(levels):
            return levels[self.in_row - 1]
        if exit_["cycle"] == "yes":
            return levels[(self.in_row - 1) % len(levels)]
        return levels[-1]

    def check_order(self, deal: dict[str, Any]) -> None:
        """Who may order what: the seat, the bid, the exit level, the talon mark."""
        level, suit, bid = deal["level"], deal["suit"], deal["bid"]
        if self.raspasy_come_first():
            raise Impossible("raspasy come first")
        if deal["declarer"] not in self.active():
            raise Impossible("the declarer sits out")
        if level < 6 or level > 10:
            raise Impossible("no such contract")
        if level < self.exit_level():
            raise Impossible("below the exit level")
        if bid == "misere":
            if level < 9:
                raise Impossible("a misère is outbid by a nine")
        elif bid is not None:
            bid_level, bid_suit = bid
            if bid_level < self.exit_level():
                raise Impossible("a bid below the exit level")
            if level < bid_level:
                raise Impossible("the contract is below the bid")
            both_named = suit is not None and bid_suit is not None
            if level == bid_level and both_named and SUITS.index(suit) < SUITS.index(bid_suit):
                raise Impossible("the contract is below the bid")
        if deal.get("talon") is not None and deal.get("notalon"):
            raise Impossible("the talon pays nobody where it was not taken")

    def check_calls(self, deal: dict[str, Any]) -> tuple[dict[str, str], bool]:
        """The calls of the two defenders, and whether a sitting-out dealer whisted."""
        rules = self.convention["whisting"]
        level = deal["level"]
        first, second = self.defenders(deal["declarer"])
        calls: dict[str, str] = dict(deal["calls"])
        if not calls:
            if level != 10 or rules["ten"] != "checked":
                raise Impossible("the calls are missing")
            calls = {first: "w", second: "w"}
        dealer_whists = False
        if self.dealer_sits_out() and self.dealer in calls:
            if calls.pop(self.dealer) != "w":
                raise Impossible("a sitting-out dealer is only named when he whists")
            dealer_whists = True
        if set(calls) != {first, second}:
            raise Impossible("both defenders call, and nobody else")
        for call in calls.values():
            if call not in ("w", "p", "h"):
                raise Impossible("no such call")

        if self.must_whist(deal) and (calls[first] != "w" or calls[second] != "w"):
            raise Impossible("both must whist")

        if "h" in calls.values():
            if level not in rules["half"]:
                raise Impossible("no half-whist on this level")
            if sorted(calls.values()) != ["h", "p"]:
                raise Impossible("a half-whist stands beside a pass only")
            if calls[first] == "h" and rules["half-by"] != "either":
                raise Impossible("a half-whist stands after a pass only")
        if dealer_whists:
            if calls[first] != "p" or calls[second] != "p":
                raise Impossible("the dealer whists after two passes")
            if rules["dealer"] == "never":
                raise Impossible("the dealer never whists")
            if rules["dealer"] == "after-half" and level not in rules["half"]:
                raise Impossible("the dealer whists where a half-whist is known")
        if deal["returned"] and (sorted(calls.values()) != ["p", "w"] or level not in rules["half"]):
            raise Impossible("nothing was taken back")
        if deal["second"] is not None and (list(calls.values()) != ["w", "w"] or deal["second"] not in calls):
            raise Impossible("there is no second whister")
        return calls, dealer_whists

    def must_whist(self, deal: dict[str, Any]) -> bool:
        found = False
        for forced in self.convention["whisting"]["forced"]:
            if forced == "all":
                found = True
                continue
            suit = str(forced).lstrip("0123456789")  # a level and a suit, as 6s, or a level
            if deal["level"] == int(str(forced).removesuffix(suit)):
                if suit and deal["suit"] is None:
                    raise Impossible("the suit must be named")
                found = found or suit in ("", deal["suit"])
        return found

    def check_tricks(self, deal: dict[str, Any], played: bool) -> dict[str, int]:
        if not played:
            if deal["tricks"] is not None:
                raise Impossible("the deal was not played")
            return {}
        if deal["tricks"] is None:
            raise Impossible("the tricks are missing")
        tricks: dict[str, int] = deal["tricks"]
        if set(tricks) != {deal["declarer"], *self.defenders(deal["declarer"])}:
            raise Impossible("the three who play take the tricks")
        if min(tricks.values()) < 0 or not self.is_ten(sum(tricks.values())):
            raise Impossible("ten tricks are needed")
        return tricks

    def is_ten(self, together: int) -> bool:
        """Ten tricks; of two players the dummy has what is missing."""
        return together == 10 or (len(self.players) == 2 and together < 10)

    def contract(self, deal: dict[str, Any]) -> None:
        # what can be
        self.check_order(deal)
        declarer, level = deal["declarer"], deal["level"]
        box = self.box_of(declarer, level, deal["suit"])
        k = self.multiplier(deal, declarer)
        if len(self.players) == 2:
            self.contract_of_two(deal, k)
            return
        calls, dealer_whists = self.check_calls(deal)
        row = self.convention["contracts"][level]
        rules = self.convention["whisting"]
        first, second = self.defenders(declarer)
        whisters = [p for p in (first, second) if calls[p] == "w"]
        half_whisters = [p for p in (first, second) if calls[p] == "h"]
        played = bool(whisters) or dealer_whists
        tricks = self.check_tricks(deal, played)

        # the talon, at the ordered contract, made or not, played or not
        self.write_talon_pay(deal, k)

        exit_ = self.convention["raspasy"]["exit"]
        if not played:
            for p in half_whisters:
                self.write_whists(p, declarer, rules["half"][level] * row["whist"] * k)
            self.write_made_game(declarer, row["pool"] * k)
            self.spend_bombs(declarer)
            self.tick(declarer, box, made=True)
            if exit_["unplayed"] == "exits":
                self.in_row = 0
            self.deal_moves()
            return

        d = tricks[declarer]
        defence = 10 - d
        under = max(0, level - d)
        over = max(0, d - level)
        failed = under > 0
        owes_nothing = level == 10 and rules["ten"] == "checked"

        # ---- the declarer first: what helps others looks at the sheet before the whisters write
        if failed:
            self.write_mountain(declarer, under * row["mountain"] * k)
        elif over > 0 and self.convention["making"]["overtricks"] == "punished":
            self.write_mountain(declarer, over * row["mountain"] * k)
        else:
            self.write_made_game(declarer, row["pool"] * k)

        # consolation per role: units x undertricks x amount
        amount = self.convention["consolation"]["amount"]
        if amount == "price":
            amount = row["whist"]
        if amount == "none":
            amount = 0
        consolation = under * amount * k

        # ---- the dealer took the whist on one of the passers' hands
        if dealer_whists:
            part = self.convention["consolation"]["dealer-whisted"]
            self.write_whists(self.dealer, declarer, defence * row["whist"] * k)
            self.write_whists(self.dealer, declarer, part["dealer"] * consolation)
            self.write_whists(first, declarer, part["passer"] * consolation)
            self.write_whists(second, declarer, part["passer"] * consolation)
            if rules["dealer-owes"] == "quota" and not owes_nothing:
                self.write_mountain(self.dealer, max(0, row["quota"] - defence) * row["shortfall"] * k)

        # ---- both whisted
        elif len(whisters) == 2:
            part = self.convention["consolation"]["both-whisted"]
            for p in whisters:
                self.write_whists(p, declarer, tricks[p] * row["whist"] * k)
                self.write_whists(p, declarer, part["whister"] * consolation)
            for p in self.share_takers():
                self.write_whists(p, declarer, part["dealer"] * consolation)
            if not owes_nothing:
                later = deal["second"] if deal["second"] is not None else second
                earlier = first if later == second else second
                missing = self.two_whisters_miss(row["quota"], tricks[earlier], tricks[later])
                self.write_mountain(earlier, missing[0] * row["shortfall"] * k)
                self.write_mountain(later, missing[1] * row["shortfall"] * k)

        # ---- one whisted, the other passed
        else:
            whister = whisters[0]
            passer = second if whister == first else first
            if deal["returned"]:
                part = self.convention["consolation"]["returned"]
            else:
                part = self.convention["consolation"]["one-whisted"]
            if rules["passer-tricks"] == "whister":
                counted = defence
                quota = row["quota"]
            else:  # own hand only, half the pair's quota: 2, 1, 1, 1
                counted = tricks[whister]
                quota = {4: 2, 2: 1, 1: 1, 0: 0}[row["quota"]]
            whister_writes = Fraction(counted * row["whist"] * k + part["whister"] * consolation)
            passer_writes = Fraction(part["passer"] * consolation)
            shares = rules["split"] == "gentleman" and (failed or rules["split-when"] == "always")
            if deal["returned"] and rules["returned"] == "whister":
                shares = False
            if shares:
                whister_writes = passer_writes = (whister_writes + passer_writes) / 2
            self.write_whists(whister, declarer, whister_writes)
            self.write_whists(passer, declarer, passer_writes)
            for p in self.share_takers():
                self.write_whists(p, declarer, part["dealer"] * consolation)
            if not owes_nothing:
                self.write_mountain(whister, max(0, quota - counted) * row["shortfall"] * k)

        if not failed:
            self.spend_bombs(declarer)
        elif deal["bid"] == "misere":
            self.ask_for_raspasy("failed-outbid", under)
        self.tick(declarer, box, made=not failed)
        if not failed or exit_["failed"] == "exits":
            self.in_row = 0
        self.deal_moves()

    def contract_of_two(self, deal: dict[str, Any], k: int) -> None:
        """One defender, and a dummy whose tricks are his where he whists."""
        declarer, level = deal["declarer"], deal["level"]
        row = self.convention["contracts"][level]
        rules = self.convention["whisting"]
        (defender,) = self.defenders(declarer)
        call = self.check_call_of_two(deal, defender)
        tricks = self.check_tricks(deal, call == "w")
        self.write_talon_pay(deal, k)

        exit_ = self.convention["raspasy"]["exit"]
        if call != "w":
            if call == "h":
                self.write_whists(defender, declarer, rules["half"][level] * row["whist"] * k)
            self.write_made_game(declarer, row["pool"] * k)
            self.spend_bombs(declarer)
            if exit_["unplayed"] == "exits":
                self.in_row = 0
            self.deal_moves()
            return

        under = max(0, level - tricks[declarer])
        over = max(0, tricks[declarer] - level)
        if under > 0:
            self.write_mountain(declarer, under * row["mountain"] * k)
        elif over > 0 and self.convention["making"]["overtricks"] == "punished":
            self.write_mountain(declarer, over * row["mountain"] * k)
        else:
            self.write_made_game(declarer, row["pool"] * k)

        counted = 10 - tricks[declarer]
        quota = row["quota"]
        if rules["passer-tricks"] == "nobody":  # the dummy's tricks are nobody's
            counted = tricks[defender]
            quota = {4: 2, 2: 1, 1: 1, 0: 0}[row["quota"]]
        amount = self.convention["consolation"]["amount"]
        if amount == "price":
            amount = row["whist"]
        if amount == "none":
            amount = 0
        part = self.convention["consolation"]["one-whisted"]["whister"]
        self.write_whists(defender, declarer, counted * row["whist"] * k)
        self.write_whists(defender, declarer, part * under * amount * k)
        if level != 10 or rules["ten"] != "checked":
            self.write_mountain(defender, max(0, quota - counted) * row["shortfall"] * k)

        if under == 0:
            self.spend_bombs(declarer)
        elif deal["bid"] == "misere":
            self.ask_for_raspasy("failed-outbid", under)
        if under == 0 or exit_["failed"] == "exits":
            self.in_row = 0
        self.deal_moves()

    def check_call_of_two(self, deal: dict[str, Any], defender: str) -> str:
        rules = self.convention["whisting"]
        level = deal["level"]
        calls: dict[str, str] = dict(deal["calls"])
        if not calls:
            if level != 10 or rules["ten"] != "checked":
                raise Impossible("the call is missing")
            calls = {defender: "w"}
        if set(calls) != {defender}:
            raise Impossible("the dummy does not call")
        call = calls[defender]
        if self.must_whist(deal) and call != "w":
            raise Impossible("he must whist")
        if call == "h" and (level not in rules["half"] or rules["half-by"] != "either"):
            raise Impossible("no half-whist")
        if deal["returned"] or deal["second"] is not None:
            raise Impossible("there is no other defender")
        return call

    def two_whisters_miss(self, quota: int, earlier: int, later: int) -> tuple[Fraction, Fraction]:
        """How many tricks each of two whisters owes: the one who whisted first, the one who whisted second."""
        rules = self.convention["whisting"]
        nothing, one, half_one = Fraction(0), Fraction(1), Fraction(1, 2)
        pair = earlier + later

        if quota in (4, 2):
            own = quota // 2
            own_earlier = Fraction(max(0, own - earlier))
            own_later = Fraction(max(0, own - later))
            pair_short = Fraction(max(0, quota - pair))
            if rules["shortfall"] == "own-always":
                return own_earlier, own_later
            if pair_short == 0:
                return nothing, nothing
            if rules["shortfall"] == "own-if-joint":
                return own_earlier, own_later
            if rules["shortfall"] == "joint-split":
                return pair_short / 2, pair_short / 2
            if rules["shortfall"] == "capped":
                too_much = own_earlier + own_later - pair_short
                if own_earlier >= own_later:
                    return own_earlier - too_much, own_later
                return own_earlier, own_later - too_much

        if quota == 1:
            if rules["one-trick"] == "second":
                return nothing, (one if pair == 0 else nothing)
            if rules["one-trick"] == "second-own":
                return nothing, (one if later == 0 else nothing)
            if rules["one-trick"] == "both":
                return (one, one) if pair == 0 else (nothing, nothing)
            if rules["one-trick"] == "both-half":
                return (half_one, half_one) if pair == 0 else (nothing, nothing)
            if rules["one-trick"] == "each":
                return (one if earlier == 0 else nothing), (one if later == 0 else nothing)

        return nothing, nothing  # quota 0

    def write_talon_pay(self, deal: dict[str, Any], k: int) -> None:
        talon = self.convention["talon"]
        if deal["talon"] is None or talon["pays"] == "nothing":
            return
        units = talon[{"A": "ace", "KQ": "marriage", "AK": "ace-king", "AA": "two-aces"}[deal["talon"]]]
        price = talon["pays"]
        if price == "price":
            price = self.convention["contracts"][deal["level"]]["whist"]
        pay = Fraction(units * price * k)
        declarer = deal["declarer"]
        if self.dealer_sits_out():
            self.write_whists(self.dealer, declarer, pay)
        elif talon["at-three"] == "split":
            for p in self.defenders(declarer):
                self.write_whists(p, declarer, pay / 2)
        elif self.dealer != declarer:
            self.write_whists(self.dealer, declarer, pay)

    def concession(self, deal: dict[str, Any]) -> None:
        rule = self.convention["concession"]
        if rule["undertricks"] == "none":
            raise Impossible("nobody gives up before the play here")
        self.check_order(deal)
        declarer = deal["declarer"]
        box = self.box_of(declarer, deal["level"], deal["suit"])
        k = self.multiplier(deal, declarer)
        under = rule["undertricks"] if deal["undertricks"] is None else deal["undertricks"]
        if under < 1 or under > 10:
            raise Impossible("undertricks")
        level = deal["level"]
        if rule["at"] == "bid" and deal["bid"] is not None and deal["bid"] != "misere":
            level = deal["bid"][0]
        self.write_mountain(declarer, under * self.convention["contracts"][level]["mountain"] * k)
        self.tick(declarer, box, made=False)
        if deal["bid"] == "misere":
            self.ask_for_raspasy("failed-outbid", under)
        if self.convention["raspasy"]["exit"]["failed"] == "exits":
            self.in_row = 0
        self.deal_moves()

    def misere(self, deal: dict[str, Any]) -> None:
        who = deal["player"]
        if who not in self.active():
            raise Impossible("he sits out")
        if self.raspasy_come_first():
            raise Impossible("raspasy come first")
        box = self.misere_box_of(who)
        if who not in deal["tricks"] or not 0 <= deal["tricks"][who] <= 10:
            raise Impossible("how many tricks?")
        k = self.multiplier(deal, who)
        row = self.convention["contracts"]["misere"]
        took = deal["tricks"][who]
        if took == 0:
            self.write_made_game(who, row["pool"] * k)
            self.spend_bombs(who)
        else:
            self.ask_for_raspasy("failed-misere", took)
            self.write_mountain(who, took * row["mountain"] * k)
            for p in self.defenders(who):
                self.write_whists(p, who, took * row["whist"] * k)
        self.tick(who, box, made=took == 0)
        if self.convention["raspasy"]["exit"]["misere"] == "exits":
            self.in_row = 0
        self.deal_moves()

    def raspasy(self, deal: dict[str, Any]) -> None:
        rule = self.convention["raspasy"]
        if rule["writes"] == "nothing":
            raise Impossible("raspasy is not played")
        if self.convention["checklist"] != "none":
            raise Impossible("nobody may pass on his own hand")
        k = self.multiplier(deal, None)
        tricks: dict[str, int] = deal["tricks"]
        active = self.active()
        if deal["passer"] is not None and deal["passer"] not in active:
            raise Impossible("he has no cards")
        takers = list(active)  # who can take tricks, first hand first, the dealer with the talon last
        if self.talon_goes_to_dealer():
            takers.append(self.dealer)
            if not 0 <= tricks.get(self.dealer, 0) <= 2:
                raise Impossible("the talon has two cards")
        if set(tricks) != set(takers):
            raise Impossible("tricks of the wrong people")
        if min(tricks.values()) < 0 or not self.is_ten(sum(tricks.values())):
            raise Impossible("ten tricks are needed")

        self.in_row += 1
        prices: list[int] = rule["price"]
        price = prices[min(self.in_row, len(prices)) - 1]

        # compulsory ones, and their bombs
        compulsory = self.raspasy_come_first()
        belongs_to_a_lap = False
        if self.failure_raspasy is not None:
            price = self.failure_raspasy
            self.failure_raspasy = None
        elif self.lap_raspasy_left > 0:
            self.lap_raspasy_left -= 1
            belongs_to_a_lap = True
        bombs = self.convention["bombs"]
        if bombs != "none" and compulsory and bombs["compulsory"] == "active":
            for p in active:
                self.give_bomb(p)
        if bombs != "none" and deal["passer"] is not None and bombs["dark-pass"] == "passer":
            self.give_bomb(deal["passer"])

        # tricks on the mountain
        if rule["writes"] == "mountain":
            counts = dict(tricks)
            if rule["amnesty"] == "everyone":
                least = min(tricks[p] for p in takers)
                for p in takers:
                    counts[p] -= least
            if rule["amnesty"] == "active":
                least = min(tricks[p] for p in active)
                for p in active:
                    counts[p] -= least
            for p in takers:
                self.write_mountain(p, counts[p] * price * k)

        # tricks in whists
        if rule["writes"] == "whists":
            least = min(tricks[p] for p in active)
            winners = [p for p in active if tricks[p] == least]
            losers = [p for p in active if tricks[p] != least]
            for winner in winners:
                for loser in losers:
                    counted = Fraction(tricks[loser])
                    if rule["basis"] == "difference":
                        counted -= least
                    if len(winners) == 2 and rule["tie"] == "halves":
                        counted /= 2
                    if len(winners) == 2 and rule["tie"] == "nothing":
                        counted = Fraction(0)
                    self.write_whists(winner, loser, counted * price * k)

        # no tricks
        for p in takers:
            if tricks[p] == 0:
                if p == self.dealer and self.dealer_sits_out() and rule["zero"]["dealer"] == "not":
                    continue
                self.write_zero_bonus(p, price, k)

        # the sitters' pool points
        for p in self.share_takers():
            if rule["dealer-pool"] > 0:
                self.write_pool(p, rule["dealer-pool"] * k)

        stays = rule["next-deal"] == "stays" and (rule["in-row"] == "none" or self.in_row < rule["in-row"])
        if stays and not belongs_to_a_lap:  # of a lap every player deals one
            self.misdeals = 0
        else:
            self.deal_moves()

    def write_zero_bonus(self, who: str, price: int, k: int) -> None:
        zero = self.convention["raspasy"]["zero"]
        units = self.convention["units"]
        if zero["to"] == "nowhere":
            return
        unit = units["pool"] if zero["to"] == "pool" else units["mountain"]
        points: Fraction
        if zero["points"] == "price":
            points = Fraction(price)
        elif zero["points"] == "double":
            points = Fraction(2 * price)
        elif zero["points"] == "worth":
            if self.convention["raspasy"]["writes"] == "whists":
                points = Fraction(price, unit)
            else:
                points = Fraction(price * units["mountain"], unit)
        else:
            points = Fraction(zero["points"])
        points *= k

        if zero["to"] == "mountain":
            self.write_mountain(who, -points)
        elif zero["closed"] == "mountain" and self.target is not None:
            # the own pool up to the target, then the own mountain down to zero, then nothing
            own = min(points, max(Fraction(0), self.target - self.pool[who]))
            self.add_to_pool(who, own)
            self.write_mountain(who, -min(points - own, max(Fraction(0), self.mountain[who])))
        else:
            self.write_pool(who, points)

    # ---- the settlement -------------------------------------------------------------------------

    def balance(self) -> Cells:
        units = self.convention["units"]
        n = len(self.everyone)
        pool, mountain = dict(self.pool), dict(self.mountain)
        if self.convention["series"] != "none":
            for p in self.players:
                if self.convention["series"]["pools"] == "count":
                    pool[p] += self.finished_pools[p]
                else:  # pools only decide who is first, also in the running race
                    pool[p] = Fraction(0)
        if self.convention["unfinished"] == "once":
            # target - pool goes on the mountain one for one; a target that everybody shares cancels out
            target = 0 if self.target is None else self.target
            for p in self.everyone:
                mountain[p] += target - pool[p]
                pool[p] = Fraction(0)
        factor = Fraction(1)
        if units["shared-by"] == "opponents":
            factor = Fraction(n, n - 1)
        mean_pool = sum(pool.values(), Fraction(0)) / n
        mean_mountain = sum(mountain.values(), Fraction(0)) / n
        result: Cells = {}
        for i in self.everyone:
            result[i] = factor * units["pool"] * (pool[i] - mean_pool)
            result[i] -= factor * units["mountain"] * (mountain[i] - mean_mountain)
            for j in self.everyone:
                if j != i:
                    result[i] += self.whists[i][j] - self.whists[j][i]
        return result

    def result(self) -> dict[str, Any]:
        return {
            "pool": dict(self.pool),
            "mountain": dict(self.mountain),
            "whists": {writer: dict(row) for writer, row in self.whists.items()},
            "dealer": self.dealer,
            "in_row": self.in_row,
            "over": self.over(),
            "balance": self.balance(),
            "bombs": dict(self.bombs),
            "compulsory": self.lap_raspasy_left + (self.failure_raspasy is not None),
            "race": self.race,
            "boxes": {p: sorted(boxes) for p, boxes in self.boxes.items()},
        }


class PairTable(Table):
    """Two teams of two, partners opposite: one column for each team, one entry a deal."""

    def __init__(self, game: dict[str, Any]) -> None:
        super().__init__(game)
        self.teams = [[self.players[0], self.players[2]], [self.players[1], self.players[3]]]
        self.columns = [Fraction(0), Fraction(0)]

    def team_of(self, who: str) -> int:
        return 0 if who in self.teams[0] else 1

    def defenders(self, declarer: str) -> list[str]:
        """The two of the other team, clockwise from the declarer, also when one of them deals."""
        return [p for p in self.clockwise_after(declarer) if self.team_of(p) != self.team_of(declarer)]

    def dealer_sits_out(self) -> bool:
        """He declares nothing, but he defends and nobody writes a dealer's share."""
        return False

    def talon_goes_to_dealer(self) -> bool:
        return bool(self.convention["raspasy"]["writes"] == "mountain")

    def apply(self, deal: dict[str, Any]) -> None:
        if deal["kind"] == "fine":
            raise Impossible("there are no fines")
        if deal["kind"] == "concession":
            raise Impossible("nobody gives up")
        super().apply(deal)

    def contract(self, deal: dict[str, Any]) -> None:
        self.check_order(deal)
        declarer, level = deal["declarer"], deal["level"]
        k = self.multiplier(deal, None)
        calls, _ = self.check_calls(deal)
        played = "w" in calls.values()
        tricks = self.check_tricks(deal, played)

        own = self.team_of(declarer)
        others = 1 - own
        rules = self.convention["whisting"]
        price = self.convention["contracts"][level]["pool"]
        whist = self.convention["contracts"][level]["whist"]
        quota = self.convention["contracts"][level]["quota"]
        exit_ = self.convention["raspasy"]["exit"]
        if not played:
            if "h" in calls.values():
                self.columns[own] += (price - rules["half"][level] * whist) * k
            else:
                self.columns[own] += price * k
            if exit_["unplayed"] == "exits":
                self.in_row = 0
            self.deal_moves()
            return

        defence = 10 - tricks[declarer]
        under = max(0, level - tricks[declarer])
        if under == 0:
            entry = price - defence * whist
            if level != 10 or rules["ten"] != "checked":
                entry += price * max(0, quota - defence)
            self.columns[own] += entry * k
        else:
            self.columns[others] += (under * price + defence * whist + 2 * under * whist) * k
        if under == 0 or exit_["failed"] == "exits":
            self.in_row = 0
        self.deal_moves()

    def misere(self, deal: dict[str, Any]) -> None:
        who = deal["player"]
        if who not in self.active():
            raise Impossible("he sits out")
        if who not in deal["tricks"] or not 0 <= deal["tricks"][who] <= 10:
            raise Impossible("how many tricks?")
        k = self.multiplier(deal, None)
        took = deal["tricks"][who]
        row = self.convention["contracts"]["misere"]
        if took == 0:
            self.columns[self.team_of(who)] += row["pool"] * k
        else:
            self.columns[1 - self.team_of(who)] += took * row["mountain"] * k
        if self.convention["raspasy"]["exit"]["misere"] == "exits":
            self.in_row = 0
        self.deal_moves()

    def raspasy(self, deal: dict[str, Any]) -> None:
        rule = self.convention["raspasy"]
        if rule["writes"] == "nothing":
            raise Impossible("raspasy is not played")
        k = self.multiplier(deal, None)
        tricks: dict[str, int] = deal["tricks"]
        active = self.active()
        if deal["passer"] is not None and deal["passer"] not in active:
            raise Impossible("he has no cards")
        takers = list(active)
        if self.talon_goes_to_dealer():
            takers.append(self.dealer)
            if not 0 <= tricks.get(self.dealer, 0) <= 2:
                raise Impossible("the talon has two cards")
        if set(tricks) != set(takers):
            raise Impossible("tricks of the wrong people")
        if min(tricks.values()) < 0 or sum(tricks.values()) != 10:
            raise Impossible("ten tricks are needed")
        self.in_row += 1
        prices: list[int] = rule["price"]
        price = prices[min(self.in_row, len(prices)) - 1]

        # the better team writes the difference of the losses
        if rule["writes"] == "mountain":
            losses = [0, 0]
            for p in takers:
                losses[self.team_of(p)] += tricks[p] * price
                if tricks[p] == 0 and rule["zero"]["to"] != "nowhere":
                    losses[self.team_of(p)] -= price
            if losses[0] < losses[1]:
                self.columns[0] += (losses[1] - losses[0]) * k
            if losses[1] < losses[0]:
                self.columns[1] += (losses[0] - losses[1]) * k

        # whoever has fewest writes on the others, but not inside his team
        if rule["writes"] == "whists":
            least = min(tricks[p] for p in active)
            winners = [p for p in active if tricks[p] == least]
            losers = [p for p in active if tricks[p] != least]
            for winner in winners:
                for loser in losers:
                    if self.team_of(winner) == self.team_of(loser):
                        continue
                    counted = Fraction(tricks[loser])
                    if rule["basis"] == "difference":
                        counted -= least
                    if len(winners) == 2 and rule["tie"] == "halves":
                        counted /= 2
                    if len(winners) == 2 and rule["tie"] == "nothing":
                        counted = Fraction(0)
                    self.columns[self.team_of(winner)] += counted * price * k

        stays = rule["next-deal"] == "stays" and (rule["in-row"] == "none" or self.in_row < rule["in-row"])
        if stays:
            self.misdeals = 0
        else:
            self.deal_moves()

    def result(self) -> dict[str, Any]:
        return {
            "columns": list(self.columns),
            "dealer": self.dealer,
            "in_row": self.in_row,
            "over": self.over(),
            "balance": [self.columns[0] - self.columns[1], self.columns[1] - self.columns[0]],
        }
