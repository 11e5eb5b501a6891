"""What holds in every deal of every rule system, checked while a deal is played."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any, Protocol

from conformance.tracker import ASIDE, HAND, INDICATOR, WALL, Tracker, turned_place
from quepu import _kernel
from quepu import tiles as t
from quepu.acts import Act, Event
from quepu.clauses import clauses
from quepu.deal import Deal, Refused
from quepu.rules import Compiled
from quepu.tiles import HIDDEN
from quepu.view import View
from quepu.wall import Wall

Seat = int
ESCAPE = Act("escape")
CLAIMED = _kernel.REFUSALS.index("claimed")
RESULTS = {"win", "draw", "void"}


class Player(Protocol):
    """Somebody who chooses."""

    def choose(self, deal: Deal, seat: Seat) -> Act:
        """One of the legal acts."""
        ...


# ------------------------------------------------------------------------------------------------ acts that may be tried


def _acts(bets: int) -> Iterator[Act]:
    yield from (Act(verb) for verb in ("pass", "win", "ready", "reveal", "bank", "take-last", "decline-last", "second"))
    yield from (Act("abort", i) for i in range(5))
    tiles = [*range(t.ALL_KINDS), *t.RED_FIVES, t.JOKER, HIDDEN]
    for tile in tiles:
        yield from (Act("discard", tile), Act("flower", tile), Act("kong", tile), Act("kong", tile, 0, 1))
    for kind in range(t.ALL_KINDS):
        yield from (Act("pung", kind, reds) for reds in range(4))
        yield from (Act("chow", kind, reds) for reds in range(3))
        yield from (Act("pung", kind, 0, 1), Act("chow", kind, 0, 1))
    yield from (Act("void", suit) for suit in range(5))
    yield from (Act("pull", 0, times) for times in range(5))
    yield from (Act("bet", number, stake) for number in range(bets + 2) for stake in range(4))


def _exchanges() -> Iterator[Act]:
    for suit in range(3):
        for three in combinations_with_replacement(range(9 * suit, 9 * suit + 9), 3):
            yield Act("exchange", *three)
    yield from (
        Act("exchange", *three)
        for three in ((0, 1, 9), (8, 9, 10), (27, 27, 27), (31, 32, 33), (34, 35, 36), (41, 41, 41))
    )


@lru_cache
def any_three() -> tuple[int, ...]:
    """Codes of all exchanges of three playing tiles."""
    return tuple(Act("exchange", *three).code for three in combinations_with_replacement(range(t.PLAYING_KINDS), 3))


@lru_cache
def universe(bets: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Codes of all acts that can be named, exchanges apart; stakes up to 3, as they are offered. Leaving is not among them."""
    return tuple(act.code for act in _acts(bets)), tuple(act.code for act in _exchanges())


# ------------------------------------------------------------------------------------------------ one deal


@dataclass
class Referee:
    """Plays one deal and checks every step. `often`: how many of the states are looked at thoroughly, from 0 to 1."""

    rules: Compiled
    wall: Wall
    chance: Random
    often: float = 1.0
    start: Mapping[str, Any] = field(default_factory=dict)
    steps: bool = True  # every step is checked; otherwise only the end of the deal
    views: bool = False
    leaves: float = 0.0  # how likely somebody leaves at each act, where that is possible
    acts: list[tuple[Seat, Act]] = field(default_factory=list)
    table: int = 0  # laid on the table, less what was taken from there
    house: int = 0

    def __post_init__(self) -> None:
        tiles = list(self.wall.tiles)
        turned = turned_place(self.rules, self.wall)
        if turned >= 0:
            del tiles[turned]
        self.deal = Deal(self.rules, self.wall, **self.start)
        self.tracker = Tracker(self.rules, tiles)
        self.paid = [0] * self.rules.seats
        seats: list[Seat | None] = [*range(self.rules.seats), None] if self.views else []
        self.watching = [View(self.rules, seat, wall=len(self.wall.tiles)) for seat in seats]
        self.left: set[Seat] = set()

    def play(self, player: Player) -> Deal:
        """Play to the end."""
        if not self.steps:
            return self.rush(player)
        deal = self.deal
        self.note(deal.events)
        while not deal.over:
            waiting = deal.waiting_for
            assert waiting, "nobody is asked, and the deal is not over"
            assert not self.left.intersection(waiting), "somebody who has left is asked"
            thorough = self.chance.random() < self.often
            if thorough:
                check_choices(deal)
                try_refused(deal, self.chance)
            seat = self.chance.choice(waiting)
            act = player.choose(deal, seat)
            if self.chance.random() < self.leaves and deal.why_not(seat, ESCAPE) is None:
                act = ESCAPE
                self.left.add(seat)
            twin = deal.copy() if thorough else None
            new = deal.act(seat, act)
            self.acts.append((seat, act))
            if twin is not None:
                assert twin.act(seat, act) == new, "a copy goes another way"
                assert twin == deal, "a copy becomes another deal"
            self.note(new)
            assert len(self.acts) <= 12 * len(self.wall.tiles), "the deal does not end"
        self.finish()
        return deal

    def rush(self, player: Player) -> Deal:
        """Play to the end, and look only then."""
        raw, chance = self.deal._raw, self.chance
        while not raw.over:
            waiting = self.deal.waiting_for
            seat = waiting[0] if len(waiting) == 1 else chance.choice(waiting)
            act = player.choose(self.deal, seat)
            raw.act(seat, act.code, False)
            self.acts.append((seat, act))
            assert len(self.acts) <= 12 * len(self.wall.tiles), "the deal does not end"
        self.deal._gather()  # nothing, when a forced win has ended the deal as soon as it was dealt
        self.note(self.deal.events)
        self.finish()
        return self.deal

    def note(self, new: Sequence[Event]) -> None:
        """Check what has just happened."""
        for event in new:
            self.tracker.note(event)
            if event.what == "pay":
                self.pay(event)
            for view in self.watching:
                view.see(event.for_seat(view.seat))
        check_tiles(self.deal, self.tracker)
        assert self.deal.deltas == self.paid, "the payments told are not what changed"
        assert sum(self.paid) == -self.table - self.house, "money comes from nowhere"
        if not self.deal.over:
            for view in self.watching:
                check_view(view, self.deal, self.tracker)

    def pay(self, event: Event) -> None:
        """Keep the accounts."""
        assert event.amount > 0, "a payment of nothing, or less"
        giver, taker, cause = event.seat, event.other, event.flags
        assert giver != taker
        source = self.rules.dues[cause - 1].source if cause else "seats"
        if giver >= 0:
            self.paid[giver] -= event.amount
        if taker >= 0:
            self.paid[taker] += event.amount
        if giver < 0:
            self.table -= event.amount
        elif taker < 0 and source == "house":
            self.house += event.amount
        elif taker < 0:
            assert source == "table", "a seat pays to nobody"
            self.table += event.amount

    def finish(self) -> None:
        """Check how it ended."""
        deal, rules = self.deal, self.rules
        assert deal.result in RESULTS
        assert deal.asked == {}
        assert [event.what for event in deal.events].count("end") == 1
        assert deal.events[-1].what == "end"
        winners = deal.winners
        assert len(winners) == len(set(winners))
        assert set(winners) <= set(range(rules.seats))
        assert sorted(winners) == sorted(event.seat for event in deal.events if event.what == "win")
        assert winners or deal.result != "win"
        if not rules.table["play_on"]:
            assert not winners or deal.result == "win"
        assert -1 <= deal.next_dealer < rules.seats
        assert deal.next_dealer == deal.events[-1].seat
        assert list(deal.carry) == list(rules.game.course.carry)
        assert deal.wall_left >= 0 or rules.table["reserve"]
        assert self.table == 0 or "table" in {payment.source for payment in (*rules.dues, *rules.money)}
        for seat in range(rules.seats):
            refusal = deal.why_not(seat, Act("pass"))
            assert refusal
            assert refusal.clause in clauses(rules.game.spec)
        if self.often:
            self.again()

    def again(self) -> None:
        """The same wall and acts give the same deal."""
        other = Deal(self.rules, self.wall, **self.start)
        for seat, act in self.acts:
            other.act(seat, act)
        assert other.events == self.deal.events, "the same acts give other events"
        assert other == self.deal, "the same acts give another deal"


# ------------------------------------------------------------------------------------------------ one state

_cited: set[tuple[str, int]] = set()


def check_choices(deal: Deal) -> None:
    """What each seat is offered is what is legal among all acts that can be named; every refusal cites a clause."""
    raw, rules = deal._raw, deal.rules
    every, exchanges = universe(rules.table["bets"])
    asked = deal.asked
    exchanging = any(act.verb == "exchange" for acts in asked.values() for act in acts)
    if exchanging and rules.table["exchange_any"]:
        exchanges = (*any_three(), *exchanges[-6:])
    tried = (*every, *exchanges) if exchanging else (*every, *exchanges[::29])
    for seat in range(rules.seats):
        answers = [raw.why_not(seat, code) for code in tried]
        legal = {code for code, (reason, _) in zip(tried, answers, strict=True) if not reason}
        for (reason, detail), code in dict(zip(answers, tried, strict=True)).items():
            if reason:
                _cite(deal, seat, code, reason, detail)
        offered = [act.code for act in asked.get(seat, ())]
        opened = deal.claims_open and not deal.answers and deal.events[-1].what == "discard"
        if opened and seat not in asked and deal.events[-1].seat != seat:
            missed = [Act.of(code) for code, (reason, _) in zip(tried, answers, strict=True) if reason == CLAIMED]
            assert not missed, (
                f"seat {seat} could claim, and is not asked: {[(a.verb, a.tile, a.a, a.b) for a in missed]}"
            )
        assert len(offered) == len(set(offered)), "an act is offered twice"
        if legal != set(offered):
            more = [Act.of(code) for code in legal.difference(offered)]
            fewer = [Act.of(code) for code in set(offered) - legal]
            raise AssertionError(f"seat {seat}: legal but not offered: {more}; offered but not legal: {fewer}")
        if seat in asked:
            assert offered, "nothing can be chosen"
            idle = deal.idle_act(seat)
            assert idle.code in legal, f"what is played for seat {seat} when it is away is not legal: {idle}"


def _cite(deal: Deal, seat: Seat, code: int, reason: int, detail: int) -> None:
    key = (deal.rules.hash, reason << 8 | detail & 0xFF)
    if key in _cited:
        return
    _cited.add(key)
    refusal = deal.why_not(seat, Act.of(code))
    assert refusal
    assert refusal.zh
    assert refusal.en
    assert refusal.clause in clauses(deal.rules.game.spec), f"{refusal} cites no clause of {deal.rules.game.spec}"


def try_refused(deal: Deal, chance: Random) -> None:
    """Somebody who tries what is not allowed: it is refused, with a clause, and nothing has changed."""
    every, exchanges = universe(deal.rules.table["bets"])
    before, events = deal.copy(), len(deal.events)
    for _ in range(6):
        act = Act.of(chance.choice(every if chance.random() < 0.9 else exchanges))
        seat = chance.choice([*range(deal.rules.seats), *deal.waiting_for * 2])
        refusal = deal.why_not(seat, act)
        if refusal is None:
            continue
        assert refusal.clause in clauses(deal.rules.game.spec)
        told = None
        with suppress(Refused):
            deal.act(seat, act)
            told = act
        assert told is None, f"seat {seat}: {act} is refused when asked about, and done when tried"
    assert deal == before, "a refused act has changed something"
    assert len(deal.events) == events, "a refused act has told something"


def check_tiles(deal: Deal, tracker: Tracker) -> None:
    """Every tile of the wall is somewhere, once: in the kernel's hands and melds, aside, discarded, or not drawn."""
    raw, wall = deal._raw, tracker.wall
    assert bytes(wall[tracker.front : tracker.back]) == raw.undrawn, "the wall is not what is left of it"
    if tracker.front == 0:
        return
    left = set(range(tracker.front, tracker.back))
    assert tracker.at[WALL, -1] <= left
    assert left - tracker.at[WALL, -1] <= tracker.at[INDICATOR, -1]
    for seat in range(deal.rules.seats):
        assert tracker.tiles(HAND, seat) == deal.hand(seat), f"seat {seat} holds other tiles than it took"
        melds = raw.melds(seat)
        kinds = Counter(
            kind
            for way, low, _, _ in melds
            for kind in ((low, low + 1, low + 2) if way == 0 else (low,) * (3 if way == 1 else 4))
        )
        laid = tracker.tiles("meld", seat)
        assert kinds == Counter(map(t.kind_of, laid)), f"seat {seat} has other tiles in its melds than it laid down"
        assert sum(reds for *_, reds in melds) == sum(map(t.is_red, laid)), f"seat {seat}: red fives in melds"
        assert len(tracker.of(ASIDE, seat)) == raw.bonus(seat)


def check_view(view: View, deal: Deal, tracker: Tracker) -> None:
    """A view says what is so, and of the own hand everything."""
    raw, rules = deal._raw, deal.rules
    seats = range(rules.seats)
    assert view.deltas == deal.deltas
    assert view.wall_left == deal.wall_left
    assert sorted(view.won) == sorted(deal.winners)
    if view.turn < 0:
        return
    assert view.hand == ([] if view.seat is None else deal.hand(view.seat))
    assert view.held == [len(deal.hand(seat)) for seat in seats]
    assert list(view.jokers) == raw.jokers
    states = [raw.seat_state(seat) for seat in seats]
    assert view.left == {seat for seat in seats if states[seat][1]}
    assert view.declared == {seat for seat in seats if states[seat][2]}
    assert view.revealed == {seat for seat in seats if states[seat][4]}
    assert view.stands == {seat for seat in seats if states[seat][3] and (states[seat][2] or not states[seat][4])}
    for seat in seats:
        known, hand = view.hands[seat], deal.hand(seat)
        assert known is None or known == hand, f"{view} knows another hand of seat {seat}"
        assert view.void_suit[seat] in (states[seat][5], -1)
        assert t.in_order(view.flowers[seat]) == tracker.tiles(ASIDE, seat)
        check_melds(view, deal, seat)
        river = [thrown.tile for thrown in view.river[seat]]
        assert river == tracker.thrown[seat] or (
            rules.table["face_down"] and view.seat != seat and river == [HIDDEN] * len(tracker.thrown[seat])
        )
    assert sum(thrown.claimed for river in view.river for thrown in river) == len(tracker.claimed)
    if deal.events[-1].what == "discard":
        assert view.pending
        assert view.pending[0] in (deal.pending, HIDDEN)
    if any(view.river):
        assert view.turn == deal.turn


def check_melds(view: View, deal: Deal, seat: Seat) -> None:
    """The melds of a seat, as far as they lie open."""
    ways = ("chow", "pung", "kong", "added", "concealed")
    for meld, (way, kind, source, reds) in zip(view.melds[seat], deal._raw.melds(seat), strict=True):
        assert meld.way == ways[way]
        assert (-1 if meld.source is None else meld.source) == source
        if HIDDEN in meld.tiles:
            assert way == 4
            assert deal.rules.table["kong_hidden"]
            assert view.seat != seat
        else:
            assert meld.kind == kind
            assert sum(map(t.is_red, meld.tiles)) == reds
