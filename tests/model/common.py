"""What the models of whole deals share: tiles, a wall, the shapes of hands, a table with seats, acts and an open claim.

Seat 0 is the dealer. Tiles are kinds as in `quepu.tiles`; a hand is a list of counts, one a kind. Acts are text, as in the scripts of case
files: "discard 5m", "pung 5m", "win", "pass". Whatever is not a claim of the rules themselves stands here; the rules stand in the models.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, ClassVar

from quepu.hands import Hand
from quepu.notation import Meld as LaidDown
from quepu.notation import parse
from quepu.ruleset import Ruleset
from quepu.scoring import Score

KINDS = 42
UNKNOWN = -1  # a tile of the wall that a script does not say


class Illegal(ValueError):  # noqa: N818
    """An act that is not among those asked."""


class Cut(Exception):  # noqa: N818  it is no error: the script does not know further tiles
    """The next tile is not known: the deal cannot go on."""


# ------------------------------------------------------------------------------------------------ tiles as text


def name(kind: int) -> str:
    """A kind as case files write it."""
    return f"{kind - 33}f" if kind > 33 else f"{kind % 9 + 1}{'mpsz'[kind // 9]}"


def names(kinds: Iterable[int]) -> str:
    """Kinds of one suit, sharing its letter."""
    texts = [name(k) for k in kinds]
    return "".join(t[0] for t in texts) + texts[0][1]


def plain(text: str) -> str:
    """An act with its tiles named once: "pung 555m" is "pung 5m"; an exchange in order."""
    word, _, tiles = text.partition(" ")
    if word in {"pung", "kong"}:
        return f"{word} {name(parse(tiles)[0])}"
    return f"{word} {names(sorted(parse(tiles)))}" if word == "exchange" else text


@lru_cache(64)
def _rules(preset: str, options: str) -> Ruleset:
    return Ruleset(preset, json.loads(options))


def rules_of(preset: str, options: Mapping[str, Any]) -> Ruleset:
    """A preset under options, compiled once."""
    return _rules(preset, json.dumps(options))


# ------------------------------------------------------------------------------------------------ dealing


def dealing(seats: int, size: int) -> list[int]:
    """Which seat gets the first tiles of the wall, one after another: in fours, then one by one, the dealer one more."""
    fours = [seat for _ in range(size // 4) for seat in range(seats) for _ in range(4)]
    return fours + [seat for _ in range(size % 4) for seat in range(seats)] + [0]


def dealt(tiles: Sequence[int], seats: int, size: int) -> tuple[list[list[int]], list[int]]:
    """The hands that a wall deals, and what is left of it."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    order = dealing(seats, size)
    for seat, tile in zip(order, tiles, strict=False):
        hands[seat].append(tile)
    return hands, list(tiles[len(order) :])


class Wall:
    """The tiles still to be drawn; the last `reserve` of them stay."""

    def __init__(self, tiles: Iterable[int], reserve: int = 0) -> None:
        self.tiles = deque(tiles)
        self.reserve = reserve

    @property
    def left(self) -> int:
        """How many may still be drawn."""
        return max(0, len(self.tiles) - self.reserve)

    def front(self) -> int:
        """The next tile."""
        return self._known(self.tiles.popleft())

    def back(self) -> int:
        """The next replacement."""
        return self._known(self.tiles.pop())

    def _known(self, tile: int) -> int:
        if tile == UNKNOWN:
            raise Cut
        return tile


# ------------------------------------------------------------------------------------------------ shapes


@cache
def suit(counts: tuple[int, ...], runs: bool) -> tuple[bool, bool]:
    """Whether the tiles of one suit are sets and nothing else; whether they are sets and one pair."""
    if not any(counts):
        return True, False
    i = next(i for i, n in enumerate(counts) if n)
    sets = pair = False
    for taken, is_pair in (((i, i, i), False), ((i, i + 1, i + 2), False), ((i, i), True)):
        rest = list(counts)
        if taken[-1] >= len(rest) or (taken[-1] > i and not runs):
            continue
        for k in taken:
            rest[k] -= 1
        if min(rest) >= 0:
            below = suit(tuple(rest), runs)
            sets |= below[0] and not is_pair
            pair |= below[0] if is_pair else below[1]
    return sets, pair


@cache
def wanted(counts: tuple[int, ...], runs: bool) -> tuple[bool, bool, tuple[int, ...], tuple[int, ...]]:
    """As `suit`, and the places of the tiles that make it sets, and sets and one pair."""
    with_one = [suit((*counts[:i], counts[i] + 1, *counts[i + 1 :]), runs) for i in range(len(counts))]
    return (
        *suit(counts, runs),
        tuple(i for i, (sets, _) in enumerate(with_one) if sets),
        tuple(i for i, (_, pair) in enumerate(with_one) if pair),
    )


SUITS = ((0, 9, True), (9, 18, True), (18, 27, True), (27, 34, False))


def is_sets(counts: Sequence[int]) -> bool:
    """Whether a hand is sets and one pair."""
    parts = [suit(tuple(counts[a:b]), runs) for a, b, runs in SUITS]
    return any(part[1] and all(p[0] for j, p in enumerate(parts) if j != i) for i, part in enumerate(parts))


def is_pairs(counts: Sequence[int]) -> bool:
    """Whether a hand is seven pairs, four alike being two of them."""
    return sum(counts) == 14 and not any(n % 2 for n in counts)


def completing(counts: Sequence[int], pairs: bool) -> set[int]:
    """The kinds that complete a hand by shape alone; `pairs`: seven pairs are a shape of this game."""
    parts = [wanted(tuple(counts[a:b]), runs) for a, b, runs in SUITS]
    found: set[int] = set()
    for i, (_, _, to_sets, to_pair) in enumerate(parts):
        others = [p for j, p in enumerate(parts) if j != i]
        if all(p[0] for p in others):
            found |= {SUITS[i][0] + k for k in to_pair}
        elif any(p[1] and all(q[0] for q in others if q is not p) for p in others):
            found |= {SUITS[i][0] + k for k in to_sets}
    odd = [k for k, n in enumerate(counts) if n % 2]
    if pairs and sum(counts) == 13 and len(odd) == 1:
        found.add(odd[0])
    return found


# ------------------------------------------------------------------------------------------------ a claim that is open


class Claim:
    """A tile that may be taken: what each seat may say, and what has been said. `best` names the words that count as a win, by seat."""

    def __init__(self, tile: int, source: int, choices: dict[int, set[str]], best: dict[int, set[str]]) -> None:
        self.tile, self.source, self.choices, self.best = tile, source, choices, best
        self.said: dict[int, str] = {}

    @property
    def silent(self) -> dict[int, set[str]]:
        """Who has not answered, with what he may say."""
        return {seat: acts for seat, acts in self.choices.items() if seat not in self.said}

    @property
    def takers(self) -> list[int]:
        """Who wins the tile, in ascending seats."""
        return sorted(seat for seat, act in self.said.items() if act in self.best.get(seat, ()))

    @property
    def decided(self) -> bool:
        """Whether no seat that is silent could still change what happens: a win always does, the rest only while nobody wins."""
        return not any(self.best.get(seat) for seat in self.silent) and (bool(self.takers) or not self.silent)

    @property
    def caller(self) -> tuple[int, str] | None:
        """Who takes the tile by pung or kong (two cannot), and the word."""
        return next(
            ((seat, act.split()[0]) for seat, act in self.said.items() if act[0] in "pk" and act != "pass"), None
        )


# ------------------------------------------------------------------------------------------------ the table


class Table:
    """One deal: `asked` tells who must choose and among which acts, `act` plays one. Subclasses are the rules."""

    CARRIES: ClassVar[bool] = False  # whether a deal inherits a stake

    def __init__(self, rules: Ruleset, hands: Sequence[Iterable[int]], wall: Wall) -> None:
        self.rules, self.options = rules, rules.options
        self.wall = wall
        self.seats = len(hands)
        self.hands = [[0] * KINDS for _ in hands]
        for counts, tiles in zip(self.hands, hands, strict=True):
            for tile in tiles:
                counts[tile] += 1
        self.melds: list[list[tuple[str, int, int | None]]] = [[] for _ in hands]
        self.money = [0] * self.seats
        self.asked: dict[int, set[str]] = {}
        self.claim: Claim | None = None
        self.over = False
        self.result = "ongoing"
        self.winners: list[int] = []
        self.next_dealer = 0
        self.carry: dict[str, int] = {}
        self.mover = 0  # whose turn it is
        self.drawn: int | None = None  # the tile drawn last in this turn
        self.events: Counter[str] = Counter()  # what happened, for the report of a comparison
        try:
            self.start()
        except Cut:
            self.asked = {}

    def start(self) -> None:
        """Ask for the first time."""
        raise NotImplementedError

    def play(self, seat: int, word: str, rest: str) -> None:
        """Play one legal act."""
        raise NotImplementedError

    @property
    def deltas(self) -> list[int]:
        """Score changes of the deal so far."""
        return self.money

    def hand(self, seat: int) -> list[int]:
        """The tiles of a hand, sorted."""
        return [k for k, n in enumerate(self.hands[seat]) if n for _ in range(n)]

    def may(self, seat: int, act: str) -> bool:
        """Whether an act is legal now."""
        return act in self.asked.get(seat, ())

    def act(self, seat: int, act: str) -> None:
        """Play an act. Raises Illegal, unchanged."""
        if not self.may(seat, act):
            raise Illegal(f"{seat} {act}: not legal; asked are {self.asked}")
        word, _, rest = act.partition(" ")
        self.events[word] += 1
        try:
            self.play(seat, word, rest)
        except Cut:
            self.asked = {}
        if self.over:
            self.asked = {}

    # -------------------------------------------------------------------------------------------- small helpers of the rules

    def around(self, seat: int) -> Iterator[int]:
        """The other seats in playing order."""
        return ((seat + i) % self.seats for i in range(1, self.seats))

    def pay(self, payer: int, taker: int, amount: int) -> None:
        """Move money."""
        self.money[payer] -= amount
        self.money[taker] += amount

    def owned(self, seat: int, kind: int) -> int:
        """How many of a kind a player holds, concealed and melded."""
        return self.hands[seat][kind] + sum(3 if way == "pung" else 4 for way, k, _ in self.melds[seat] if k == kind)

    def meld(self, seat: int, way: str, kind: int, source: int | None) -> None:
        """Lay a meld down from the hand; an added kong takes the place of its pung."""
        if way == "added":
            at = next(i for i, m in enumerate(self.melds[seat]) if m[:2] == ("pung", kind))
            self.melds[seat][at] = ("added", kind, self.melds[seat][at][2])
        else:
            self.melds[seat].append((way, kind, source))
        self.hands[seat][kind] -= {"pung": 2, "kong": 3, "concealed": 4, "added": 1}[way]

    @contextmanager
    def as_if(self, seat: int, way: str, kind: int) -> Iterator[None]:
        """A meld for a moment."""
        hand, melds = list(self.hands[seat]), list(self.melds[seat])
        self.meld(seat, way, kind, None)
        yield
        self.hands[seat], self.melds[seat] = hand, melds

    def fed_by(self, seat: int, kind: int) -> int | None:
        """Who fed a player's meld of a kind."""
        return next(source for _, k, source in self.melds[seat] if k == kind)

    def worth(
        self, seat: int, win: int, by: str, source: int | None, context: Iterable[str], rules: Ruleset | None = None,
        flowers: Sequence[int] = (), **inputs: Any,
    ) -> Score:  # fmt: skip
        """The score of a hand. By self the winning tile is in the hand already."""
        concealed = self.hand(seat)
        if by == "self":
            concealed.remove(win)
        melds = tuple(
            LaidDown(way, (kind,) * (3 if way == "pung" else 4), fed)  # type: ignore[arg-type]
            for way, kind, fed in self.melds[seat]
        )
        given: Mapping[str, Any] = inputs
        hand = Hand(
            tuple(concealed), win, melds, seat, by, source, None, tuple(flowers), (), frozenset(context), given,  # type: ignore[arg-type]
        )  # fmt: skip
        return (rules or self.rules).score(hand)
