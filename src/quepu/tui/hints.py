"""A hint about the own hand: how far it is from ready, what to discard, which tiles help. By shape only, not by worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from quepu import shanten as s
from quepu.tiles import Kind, kind_of
from quepu.view import View

SHAPES = {"sets": s.SETS, "orphans": s.ORPHANS, "scattered": s.SCATTERED, "knitted": s.KNITTED}


@dataclass(frozen=True)
class Hint:
    """What a hand lacks after letting `discard` go (None: as it stands): shanten, the kinds that help, how many are unseen."""

    discard: Kind | None
    shanten: int
    useful: Sequence[Kind]
    unseen: int


def hints(view: View, most: int = 3) -> list[Hint]:
    """The best discards of a hand that must discard, or what the hand waits for; tiles of the void suit go first.

    >>> from quepu.acts import Event
    >>> from quepu.scoring import rules_for
    >>> view = View(rules_for("mcr"), 0)
    >>> view.see(Event("deal", 0, tiles=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 27, 27, 30)))
    >>> hints(view)[0]
    Hint(discard=30, shanten=0, useful=(9, 27), unseen=4)
    """
    shapes = 0
    for shape in view.rules.shapes:
        pairs = s.DISTINCT_PAIRS if shape.distinct else s.PAIRS
        shapes |= pairs if shape.kind == "pairs" else SHAPES.get(shape.kind, 0)
    void = view.void_suit[view.seat or 0]
    kinds = [kind_of(tile) for tile in view.hand]
    sets = len(kinds) // 3
    jokers = sum(kind in view.jokers for kind in kinds)
    counts = [0] * 34
    for kind in kinds:
        if kind < 34 and kind not in view.jokers and kind // 9 != void:
            counts[kind] += 1
    seen = visible(view)
    hand = bytes(counts)
    if len(kinds) % 3 != 2:
        found = [_hint(None, s.useful(hand, shapes, seen=bytes(seen), sets=sets, jokers=jokers), void)]
    elif sum(counts) + jokers < len(kinds):
        outcast = next(kind for kind in kinds if kind // 9 == void or kind >= 34)
        found = [_hint(outcast, s.useful(hand, shapes, seen=bytes(seen), sets=sets, jokers=jokers), void)]
    else:
        allowed = {kind_of(act.tile) for act in view.acts if act.verb == "discard"}
        every = [_hint(d.kind, d, void) for d in s.discards(hand, shapes, seen=bytes(seen), sets=sets, jokers=jokers)]
        found = [hint for hint in every if hint.discard in allowed or not allowed]
        found.sort(key=lambda hint: (hint.shanten, -hint.unseen))
    return found[:most]


def visible(view: View) -> list[int]:
    """How many of each playing kind lie open, the own concealed tiles left out."""
    tiles = [thrown.tile for river in view.river for thrown in river if not thrown.claimed]
    tiles += [tile for melds in view.melds for meld in melds for tile in meld.tiles]
    tiles += [*view.indicators, *(tile for flowers in view.flowers for tile in flowers)]
    counts = Counter(map(kind_of, tiles))
    return [min(4, counts[kind]) for kind in range(34)]


def _hint(discard: Kind | None, what: s.Useful, void: int) -> Hint:
    useful = tuple(kind for kind in what.kinds if kind // 9 != void)
    return Hint(discard, what.shanten, useful, sum(what.counts[kind] for kind in useful))
