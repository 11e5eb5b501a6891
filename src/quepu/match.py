"""Several deals make a match: who deals, which round it is, what carries over, when it ends, who ranks where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from quepu.deal import Deal
from quepu.rules import Compiled
from quepu.wall import Wall

WINDS = ("1z", "2z", "3z", "4z")
Player = int


@dataclass(frozen=True)
class Standing:
    """Where a match stands before a deal. Players are numbered 0, 1 … as they first sat, in playing order from the first dealer.

    `chairs`: the players in playing order; `dealer`: the chair that deals; `round` counts from 1, `passed` how often the deal
    has passed in it; `number` counts deals from 1; `scores` by player.

    >>> from quepu.scoring import rules_for
    >>> start = Standing.first(rules_for("riichi"))
    >>> after = start.after([-3900, 0, 3900, 0], next_dealer=1, carry={"honba": 0, "sticks": 0})
    >>> after.name, after.scores, after.player(0), after.over
    ('E2', (21100, 25000, 28900, 25000), 1, False)
    """

    rules: Compiled
    chairs: tuple[Player, ...]
    scores: tuple[int, ...]
    carry: Mapping[str, int] = field(default_factory=dict)
    dealer: int = 0
    round: int = 1
    passed: int = 0
    number: int = 1
    over: bool = False

    @classmethod
    def first(cls, rules: Compiled) -> Standing:
        """The start of a match."""
        players = tuple(range(rules.seats))
        carry = dict.fromkeys(rules.game.course.carry, 0) | dict(rules.first_carry)
        return cls(rules, players, (rules.match.start,) * rules.seats, carry)

    @property
    def wind(self) -> str:
        """The prevailing wind."""
        return WINDS[(self.round - 1) % 4] if self.rules.match.winds else "1z"

    @property
    def name(self) -> str:
        """Which deal it is: E1, S4 where rounds have winds; otherwise round and deal, or the deal's number."""
        if self.rules.match.winds:
            return f"{'ESWN'[(self.round - 1) % 4]}{self.passed + 1}"
        return f"{self.round}-{self.passed + 1}" if self.rules.match.rounds else str(self.number)

    def player(self, seat: int) -> Player:
        """Who sits on a seat of this deal; seat 0 deals."""
        return self.chairs[(self.dealer + seat) % len(self.chairs)]

    def seat(self, player: Player) -> int:
        """Where a player sits in this deal."""
        return (self.chairs.index(player) - self.dealer) % len(self.chairs)

    def seat_scores(self) -> list[int]:
        """The players' points, by seat of this deal."""
        return [self.scores[self.player(s)] for s in range(len(self.chairs))]

    def deal(self, wall: Wall) -> Deal:
        """The deal to be played."""
        return Deal(self.rules, wall, round=self.wind, scores=self.seat_scores(), carry=self.carry)

    def after(
        self,
        deltas: Sequence[int],
        next_dealer: int,
        carry: Mapping[str, int],
        *,
        ends: bool = False,
        void: bool = False,
        dice: int = 0,
    ) -> Standing:
        """Where the match stands after the deal.

        `deltas` and `next_dealer` by seat of the deal; -1: the seat that `dice` names; `void`: an abortive draw, after which a
        leading dealer goes on.
        """
        seats = len(self.chairs)
        scores = list(self.scores)
        for seat, delta in enumerate(deltas):
            scores[self.player(seat)] += delta
        seat = next_dealer if next_dealer >= 0 else dice % seats
        on = seat != 0
        passed, round_ = self.passed + on, self.round
        if passed == seats:
            passed, round_ = 0, round_ + 1
        chairs, dealer = self.chairs, (self.dealer + seat) % seats
        match = self.rules.match
        if match.rounds and round_ == match.swap and round_ > self.round:
            chairs, dealer = tuple(chairs[i ^ 1] for i in range(seats)), 0
        then = replace(
            self,
            scores=tuple(scores),
            carry=dict(carry),
            chairs=chairs,
            dealer=dealer,
            round=round_,
            passed=passed,
            number=self.number + 1,
        )
        return replace(then, over=ends or self._ends(then, on, void=void))

    def _ends(self, then: Standing, on: bool, *, void: bool) -> bool:
        match = self.rules.match
        if match.bust and min(then.scores) < 0:
            return True
        if match.deals:
            return then.number > match.deals
        best = max(then.scores)
        last = self.round > match.rounds or (self.round == match.rounds and self.passed == len(self.chairs) - 1)
        if not last:
            return False
        if not on:
            leads = then.ranking()[0] == self.player(0)
            return bool(match.leader_stops) and leads and best >= match.target and not void
        if best >= match.target or not match.extra_rounds:
            return True
        return then.round > match.rounds + match.extra_rounds

    def ranking(self) -> list[Player]:
        """The players from first to last; of equal scores who sat nearer to the first dealer of the match comes first."""
        return sorted(range(len(self.scores)), key=lambda p: (-self.scores[p], self.chairs.index(p)))

    def ranks(self) -> list[int]:
        """Each player's rank, 1 = first."""
        order = self.ranking()
        return [order.index(p) + 1 for p in range(len(order))]

    def points(self) -> list[float]:
        """The final result of each player: its score, or what placing makes of it (in thousands)."""
        match = self.rules.match
        scores = list(self.scores)
        if not match.places:
            return [float(s) for s in scores]
        order = self.ranking()
        scores[order[0]] += 1000 * self.carry.get("sticks", 0)
        result = [0.0] * len(scores)
        for rank, player in enumerate(order):
            result[player] = round((scores[player] - match.returned) / 1000 + match.places[rank], 1)
        result[order[0]] = round(result[order[0]] + (match.returned - match.start) * len(scores) / 1000, 1)
        return result
