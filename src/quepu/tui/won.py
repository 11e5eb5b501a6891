"""The hands that won in a deal, as `quepu.explain` takes them: rebuilt from its events when it is over.

The kernel builds the same hand when it settles a win. What is rebuilt here is held against what the deal said it was worth; a
hand that does not agree is not explained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from quepu.acts import Event
from quepu.deal import Deal
from quepu.hands import Hand
from quepu.rules import Compiled, Input
from quepu.rules.expr import FALSE, TRUE, Const, Folder, Int, value_of
from quepu.rules.play import DealFact, DealSpec, DealTruth
from quepu.scoring import Score, score_hand
from quepu.tiles import EAST, is_flower, kind_of
from quepu.view import View

WAYS: tuple[Literal["self", "discard", "rob"], ...] = ("self", "discard", "rob")
BY_CLAIM = 4
KONGS = {"kong": 2, "added": 3, "concealed": 4}


@dataclass(frozen=True)
class Won:
    """One win: its event, and what its hand scored; no score when the hand could not be rebuilt."""

    event: Event
    score: Score | None


def won_hands(deal: Deal, carry: Mapping[str, int]) -> list[Won]:
    """The wins of a deal that is over, in their order. `carry`: what the deal inherited."""
    return _Course(deal.rules, deal.round, carry, deal.wall.tiles).run(deal.events)


@dataclass
class _Course:
    """What the events have told so far, beside what a spectator's view knows."""

    rules: Compiled
    round: str
    carry: Mapping[str, int]
    wall: Sequence[int]
    discards: int = 0
    claims: int = 0
    kongs: int = 0
    chain: str = ""
    chain_kong: bool = False
    kong_way: int = 0
    feeder: int = -1
    replacing: bool = False
    kong_discard: bool = False
    opening: bool = True
    stakes: int = 0
    place: int = 0
    drew: set[int] = field(default_factory=set)
    threw: Counter[int] = field(default_factory=Counter)
    stands: set[int] = field(default_factory=set)
    double: set[int] = field(default_factory=set)
    one_shot: set[int] = field(default_factory=set)
    seen: Counter[int] = field(default_factory=Counter)

    def run(self, events: Sequence[Event]) -> list[Won]:
        """All wins."""
        view = self.view = View(self.rules, None)
        shown = _hands_shown(events)
        found: list[Won] = []
        for event in events:
            if event.what == "win":
                if event.flags & 3 == 2 and not self.place:
                    self.seen[kind_of(event.tiles[0])] += 1
                found.append(Won(event, self._score(event, shown.get(event.seat))))
                self.place += 1
            view.see(event)
            self._note(event)
        return found

    # What happened.

    def _note(self, e: Event) -> None:
        match e.what:
            case "draw":
                self._draw(e)
            case "discard":
                self.opening, self.place = False, 0
                self.discards += 1
                self.threw[e.seat] += 1
                self.one_shot -= {e.seat} & self.stands
                self.kong_discard = self.chain_kong
                if not self.rules.table["face_down"]:
                    self.seen[kind_of(e.tiles[0])] += 1
            case "ready-stands":
                self.stands.add(e.seat)
                self.one_shot.add(e.seat)
                first = not self.claims and not self.kongs and self.threw[e.seat] == 1
                if self.rules.table["ready_when"] & 8 and first:
                    self.double.add(e.seat)
            case "chow" | "pung" | "kong":
                self._unchain()
                self.claims += 1
                self.seen.update(kind_of(tile) for tile in e.tiles[1:])
                self.one_shot.clear()
                if e.what == "kong":
                    self._kong(e)
            case "added" | "concealed":
                self.opening = False
                open_ = e.what == "added" or not self.rules.table["kong_hidden"]
                self.seen.update(map(kind_of, e.tiles if open_ else ()))
                self.one_shot.clear()
                self._kong(e)
            case "flower" if not self.opening:
                self._flower(e)
            case "pay" if e.other < 0 <= e.seat and e.flags and self.rules.dues[e.flags - 1].on == "ready":
                self.stakes += 1

    def _draw(self, e: Event) -> None:
        self.place = 0
        if self.opening:
            return
        self.drew.add(e.seat)
        if not self.replacing and not e.flags & 1:
            self._unchain()
        self.replacing = False

    def _unchain(self) -> None:
        self.chain, self.chain_kong, self.feeder = "", False, -1

    def _kong(self, e: Event) -> None:
        self.kongs += 1
        self.chain, self.chain_kong, self.replacing = "kong", True, True
        self.kong_way, self.feeder = KONGS[e.what], e.other

    def _flower(self, e: Event) -> None:
        aside, kind = Counter(self.view.flowers[e.seat]), e.tiles[0]
        four = range(34, 38) if kind < 38 else range(38, 42)
        complete = all(aside[k] for k in four) if is_flower(kind) else aside[kind] == 4
        self.chain = "flower"
        if self.rules.table["flower_kongs"] and complete:
            self.chain_kong, self.kong_way, self.feeder = True, KONGS["concealed"], -1
        elif not self.rules.table["kong_chain"]:
            self.chain_kong = False

    # The hand that won.

    def _score(self, e: Event, tiles: Sequence[int] | None) -> Score | None:
        way, claim = WAYS[e.flags & 3], bool(e.flags & BY_CLAIM)
        if tiles is None:
            return None
        concealed = list(tiles)
        try:
            if not claim:
                concealed.remove(e.tiles[0])
            hand = Hand(
                tuple(concealed), e.tiles[0], tuple(self.view.melds[e.seat]), e.seat, way, e.other if way != "self" else None,
                EAST + int(self.round[0]) - 1, tuple(self.view.flowers[e.seat]), tuple(self.view.jokers), frozenset(self._context(e, way)),
                self._inputs(e, claim=claim),
            )  # fmt: skip
            score = score_hand(self.rules, hand)
        except ValueError:  # InputError, or the tile is not among those shown
            return None
        return score if score.legal and score.total == e.amount else None

    def _context(self, e: Event, way: str) -> list[str]:
        s, drawn, thrown = e.seat, way == "self", way == "discard"
        untouched, live = not self.claims and not self.kongs, self.view.wall_left
        threw, drew = bool(self.threw[s]), s in self.drew
        holds = {
            "last-tile": drawn and live <= 0,
            "last-discard": thrown and live <= 0,
            "after-kong": drawn and self.chain_kong,
            "after-flower": drawn and self.chain == "flower",
            "heavenly": drawn and s == 0 and untouched and not self.discards,
            "earthly": bool(self.rules.table["earthly"]) and untouched and s != 0
            and (drew and not threw if drawn else thrown and self.discards == 1),
            "human": untouched and s != 0 and thrown and not drew,
            "first-round": untouched and not threw,
            "ready": s in self.stands and s in self.view.declared and s not in self.double,
            "double-ready": s in self.double,
            "one-shot": s in self.one_shot,
            "kong-discard": thrown and self.kong_discard,
            "last-of-kind": self.seen[kind_of(e.tiles[0])] - thrown >= 3,
        }  # fmt: skip
        return [word for word, true in holds.items() if true]

    def _inputs(self, e: Event, *, claim: bool) -> dict[str, Any]:
        folder = _Facts(self.rules.options, fact=lambda spec: self._fact(spec, e))
        filled = [one for one in self.rules.game.inputs if one.filled is not None]
        given = {
            one.key: value for one in filled if (value := self._input(one, folder, e)) not in (one.default, [], False)
        }
        by_claim = self.rules.game.course.claim_wins
        if claim and by_claim is not None:
            given[by_claim.key] = True
        return {key: value for key, value in given.items() if value is not None}

    def _input(self, one: Input, folder: Folder, e: Event) -> Any:
        if isinstance(one.filled, Int):
            return _said(one, value_of(folder.fold(one.filled)))
        match one.filled:
            case "pulls":
                return list(self.view.pulls) if any(self.view.pulls) else None
            case "won":
                return sorted(self.view.won - {e.seat})
            case "indicators":
                return self.view.indicators
            case "under indicators":
                shown = range(len(self.view.indicators))
                return [kind_of(self.wall[len(self.wall) - 6 - 2 * i]) for i in shown]
            case "pungs of others":
                return [
                    m.kind for s, melds in enumerate(self.view.melds) if s != e.seat for m in melds if m.way == "pung"
                ]
            case _:
                return None

    def _fact(self, spec: DealSpec, e: Event) -> int:
        """A fact of the deal that fills an input; of others nothing is known here."""
        view, s = self.view, e.seat
        known = {
            "carried": self.carry.get(spec.about[-1] if spec.about else "", 0),
            "kong_feeder": self.feeder if self.chain_kong else -1,
            "kong_way": self.kong_way if self.chain_kong else 0,
            "place": self.place,
            "stakes": self.stakes,
            "void_suit": view.void_suit[s],
            "revealed": int(s in view.revealed),
            "stake": int(view.banked),
        }
        return known.get(spec.name, -1)


@dataclass
class _Facts(Folder):
    """Puts what a deal knows into an expression."""

    fact: Any = None

    def _fold(self, expr: Int) -> Int:
        if isinstance(expr, DealTruth):
            return TRUE if self.fact(expr.spec) else FALSE
        if isinstance(expr, DealFact):
            return Const(self.fact(expr.spec))
        return super()._fold(expr)


def _said(one: Input, number: int | None) -> Any:
    match one.kind:
        case "truth":
            return bool(number)
        case "seat":
            return None if number is None or number < 0 else number
        case "suit":
            return None if number is None or number < 0 else "mps"[number]
        case _:
            return number


def _hands_shown(events: Sequence[Event]) -> dict[int, list[int]]:
    """What every winner held with the winning tile, by seat."""
    return {e.seat: list(e.tiles) for e in events if e.what == "show" and not e.flags & 1}
