"""Random finished hands of every shape, for measurements and for comparing with other packages.

Dealing at random hardly ever gives seven pairs, three kongs or a flush; here each hand is built from a theme (one suit, terminals
and honors, like numbers in three suits, …), so that every scoring item comes up thousands of times in a million hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from quepu.batch import blank
from quepu.notation import parse
from quepu.rules.lower import Compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHOW, PUNG, KONG, ADDED, CONCEALED = range(5)
"""Ways of a meld: places in `hands.WAYS`."""
SELF, DISCARD, ROB = range(3)
"""Ways to win, as in packed hands."""

_ORPHANS = parse("19m19p19s1234567z")
_SUIT_ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
_KNITTED = [
    tuple(9 * suit + start + 3 * i for suit, start in enumerate(order) for i in range(3)) for order in _SUIT_ORDERS
]


def _kinds(written: str) -> frozenset[int]:
    return frozenset(parse(written))


_NUMBERS = "123456789"
_RANKS = ["123", "1234", "123456", "456", "789", "6789", "2345678", "34567", "2468", "258", "147", "369", "19", "1379"]
_THEMES: list[frozenset[int]] = [
    *[frozenset(range(34))] * 6,
    *[_kinds(_NUMBERS + suit) for suit in "mps"] * 2,
    *[_kinds(_NUMBERS + suit + "1234567z") for suit in "mps"],
    *[_kinds(_NUMBERS + a + _NUMBERS + b + "1234567z") for a, b in ("mp", "ps", "ms")],
    *[_kinds("".join(ranks + suit for suit in "mps")) for ranks in _RANKS],
    *[_kinds("".join(str(r) + str(r + 1) + str(r + 2) + suit for suit in "mps")) for r in range(1, 8)],
    *[_kinds("".join(map(str, range(r, r + 5))) + suit) for suit in "mps" for r in (1, 3, 5)],
    *[
        _kinds("19m19p19s1234567z"),
        _kinds("1239m1239p1239s1234567z"),
        _kinds("1234567z"),
        _kinds("1234z5p"),
        _kinds("567z123s"),
    ]
    * 2,
    *[_kinds("23468s6z"), _kinds("1234589p245689s5z"), _kinds("12379m12379p5s"), _kinds("12344556789s")] * 2,
]
_SETS = [  # the chows and the kinds of each theme
    ([k for k in sorted(theme) if k < 27 and k % 9 < 7 and {k + 1, k + 2} <= theme], sorted(theme)) for theme in _THEMES
]
SHAPES = {"pairs": 8, "orphans": 2, "scattered": 3, "knitted": 5, "gates": 2, "shifted": 1, "related": 15, "dragons": 1}
"""How many of a hundred hands are of each special make; the rest are any sets and a pair."""
Made = tuple[list[tuple[int, int]], list[int]]
"""Melds (way, kind) and concealed tiles, the winning one among them."""


@dataclass(slots=True)
class Win:
    """One finished hand as plain numbers: kinds, seats and places in `WAYS`. `tiles` leaves the winning tile out."""

    melds: list[tuple[int, int, int]]  # way, kind, the seat that fed it (-1: concealed)
    tiles: list[int]
    win: int
    by: int
    seat: int
    source: int
    round: int

    def held(self) -> list[int]:
        """Every tile of the whole hand: concealed, winning, melds (all four of a kong)."""
        whole = [*self.tiles, self.win]
        for way, kind, _ in self.melds:
            whole += (kind, kind + 1, kind + 2) if way == CHOW else [kind] * (3 if way == PUNG else 4)
        return whole


class Wins:
    """An endless supply of random finished hands; `shapes` says how many of a hundred are of each special shape.

    >>> hand = next(Wins(1, {"orphans": 100}).hands())
    >>> sorted(set(hand.held())) == sorted(parse("19m19p19s1234567z"))
    True
    """

    def __init__(self, seed: int, shapes: dict[str, int] | None = None) -> None:
        self.random = Random(seed)  # noqa: S311  # repeatable on purpose
        chosen = SHAPES if shapes is None else shapes
        self._lot = [name for name, share in chosen.items() for _ in range(share)]
        self._lot += ["sets"] * (100 - len(self._lot))

    def hands(self) -> Iterator[Win]:
        """Hands without end."""
        random = self.random
        while True:
            shape = random.choice(self._lot)
            made = getattr(self, f"_{shape}")()
            if made is None:
                continue
            melds, tiles = made
            seat, by = random.randrange(4), random.choice((SELF, SELF, DISCARD, DISCARD, ROB))
            win = tiles.pop(random.randrange(len(tiles)))
            melds = [self._meld(way, kind, seat) for way, kind in melds]
            if by == ROB and (win in tiles or any(kind <= win <= kind + 2 * (way == CHOW) for way, kind, _ in melds)):
                by = DISCARD  # the other three lie in the robbed pung
            random.shuffle(tiles)
            yield Win(
                melds,
                tiles,
                win,
                by,
                seat,
                -1 if by == SELF else (seat + random.randrange(1, 4)) % 4,
                27 + random.randrange(4),
            )

    def _meld(self, way: int, kind: int, seat: int) -> tuple[int, int, int]:
        if way == CONCEALED:
            return way, kind, -1
        return way, kind, (seat + (3 if way == CHOW else self.random.randrange(1, 4))) % 4

    def _sets(self, sets: int = 4, taken: tuple[int, ...] = ()) -> Made | None:
        """So many sets and a pair beside tiles already taken; None when the theme ran out of tiles."""
        random = self.random
        chows, kinds = random.choice(_SETS)
        pung_share = random.choice((0.0, 0.1, 0.3, 0.5, 0.8, 1.0)) if chows else 1.0
        number = sum(random.random() < pung_share for _ in range(sets))
        if number > len(kinds):
            return None
        groups = [(PUNG, kind) for kind in random.sample(kinds, number)]
        groups += [(CHOW, random.choice(chows)) for _ in range(sets - number)]
        random.shuffle(groups)
        return self._lay(groups, random.choice(kinds), taken)

    def _related(self) -> Made | None:
        """Three sets that make an item together, and any fourth."""
        random = self.random
        steps = random.choice(((0, 3, 6), (0, 0, 0), (0, 1, 2), (0, 2, 4)))
        order = random.choice(
            ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 0, 0), (1, 1, 1), (2, 2, 2))
        )
        chows, kinds = random.choice(_SETS)
        lowest, way = random.randrange(7 - steps[-1]), CHOW if steps[-1] > 2 or random.random() < 0.7 else PUNG
        groups = [(way, 9 * suit + lowest + step) for suit, step in zip(order, steps, strict=True)]
        groups.append((CHOW, random.choice(chows)) if chows and random.random() < 0.6 else (PUNG, random.choice(kinds)))
        random.shuffle(groups)
        return self._lay(groups, random.choice(kinds))

    def _dragons(self) -> Made | None:
        """Twice 123 and 789, in one suit or in two, around a pair of fives."""
        a, b, c = self.random.choice(((0, 1, 2), (0, 2, 1), (1, 2, 0), (0, 0, 0), (1, 1, 1), (2, 2, 2)))
        return self._lay([(CHOW, 9 * a), (CHOW, 9 * a + 6), (CHOW, 9 * b), (CHOW, 9 * b + 6)], 9 * c + 4)

    def _lay(self, groups: list[tuple[int, int]], pair: int, taken: tuple[int, ...] = ()) -> Made | None:
        """Lay some of the groups down, pungs as kongs now and then; None when a fifth tile of a kind would be needed."""
        random, count = self.random, [0] * 34
        for kind in taken:
            count[kind] += 1
        count[pair] += 2
        for way, kind in groups:
            if way == CHOW:
                count[kind] += 1
                count[kind + 1] += 1
                count[kind + 2] += 1
            else:
                count[kind] += 3
        if max(count) > 4:
            return None
        laid = random.choice((0, 0, 0, 1, 2, 3, 4)) if len(groups) == 4 else random.choice((0, 0, 1))
        kong_share = random.choice((0.0, 0.2, 0.5, 1.0))
        melds, tiles = [], [*taken, pair, pair]
        for made, (way, kind) in enumerate(groups):
            if made >= laid:
                tiles += (kind, kind + 1, kind + 2) if way == CHOW else (kind, kind, kind)
            elif way == PUNG and count[kind] == 3 and random.random() < kong_share:
                melds.append((random.choice((KONG, ADDED, CONCEALED)), kind))
            else:
                melds.append((way, kind))
        return melds, tiles

    def _pairs(self) -> Made | None:
        kinds = self.random.choice(_SETS)[1]
        if len(kinds) < 7:
            kinds = kinds * 2
        if self.random.random() < 0.2:
            kinds = kinds * 2  # four alike
        if len(kinds) < 7:
            return None
        tiles = self.random.sample(kinds, 7) * 2
        return None if any(tiles.count(kind) > 4 for kind in tiles) else ([], tiles)

    def _orphans(self) -> Made:
        return [], [*_ORPHANS, self.random.choice(_ORPHANS)]

    def _scattered(self) -> Made:
        singles = [*self.random.choice(_KNITTED), *range(27, 34)]
        if self.random.random() < 0.3:  # all seven honors
            return [], [*self.random.sample(singles[:9], 7), *singles[9:]]
        return [], self.random.sample(singles, 14)

    def _knitted(self) -> Made | None:
        return self._sets(1, self.random.choice(_KNITTED))

    def _gates(self) -> Made:
        first = 9 * self.random.randrange(3)
        ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, self.random.randrange(9)]
        return [], [first + rank for rank in ranks]

    def _shifted(self) -> Made:
        first = 9 * self.random.randrange(3) + self.random.randrange(3)
        return [], [first + rank for rank in range(7)] * 2


def records(rules: Compiled, wins: list[Win]) -> NDArray[np.void]:
    """Pack hands for a rule system; circumstances, flowers and inputs are left at their defaults."""
    packed = blank(rules, len(wins))
    packed["tiles"] = [(*w.tiles, *[0] * (20 - len(w.tiles))) for w in wins]
    packed["held"] = [len(w.tiles) for w in wins]
    packed["meld_count"] = [len(w.melds) for w in wins]
    for field in ("win", "by", "seat", "source", "round"):
        packed[field] = [getattr(w, field) for w in wins]
    for place in range(4):
        melds = [w.melds[place] if place < len(w.melds) else (0, 0, 0) for w in wins]
        for column, field in enumerate(("way", "kind", "source")):
            packed["melds"][field][:, place] = [m[column] for m in melds]
    return packed
