"""How fast distances are, beside riichienv, xiangting, PyMahjongGB and mahjong on the same distinct random hands.

Each peer gets the hands in the form it takes fastest, made beforehand. The peers that stay are those whose answers were found
equal to ours in the tests; shapes differ where a peer offers no choice, and its name says so.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from rich.console import Console

from quepu import shanten as q
from quepu.bench import Result, Work, compare, each, table

RIICHI = q.SETS + q.DISTINCT_PAIRS + q.ORPHANS
EVERY = q.SETS + q.DISTINCT_PAIRS + q.ORPHANS + q.SCATTERED + q.KNITTED
NAMES = [f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
WALL = [kind for kind in range(34) for _ in range(4)]


def random_hands(count: int, tiles: int, seed: int = 1) -> list[bytes]:
    """Distinct hands dealt from a full wall.

    >>> [len(hand) for hand in random_hands(2, 13)], sum(random_hands(1, 13)[0])
    ([34, 34], 13)
    """
    random, hands = Random(seed), dict[bytes, None]()  # noqa: S311  # a dict: in the order of their making, as in memory
    while len(hands) < count:
        counts = bytearray(34)
        for kind in random.sample(WALL, tiles):
            counts[kind] += 1
        hands[bytes(counts)] = None
    return list(hands)


def _peer(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        return None


def run(hands: int = 4000, rounds: int = 9) -> list[Result]:
    """Measure on `hands` distinct random hands; medians of `rounds`."""
    riichienv, xiangting, gb, mahjong = map(_peer, ("riichienv", "xiangting", "MahjongGB", "mahjong.shanten"))
    drawn, waiting = random_hands(hands, 14), random_hands(hands, 13)
    lists, lists13 = [list(hand) for hand in drawn], [list(hand) for hand in waiting]
    ids = [[4 * kind + n for kind in range(34) for n in range(hand[kind])] for hand in drawn]
    names13 = [tuple(NAMES[kind] for kind in range(34) for _ in range(hand[kind])) for hand in waiting]
    joined, joined13 = b"".join(drawn), b"".join(waiting)
    handles, handles13 = [q.Tiles(hand) for hand in drawn], [q.Tiles(hand) for hand in waiting]

    def theirs(module: ModuleType | None, work: Callable[[Any], Work]) -> Work | None:
        return work(module) if module else None

    riichi_call = theirs(riichienv, lambda m: each(m.calculate_shanten, ids))
    numpy = _peer("numpy")
    rows = list(numpy.frombuffer(joined, "uint8").reshape(-1, 34)) if numpy else []
    comparisons: list[tuple[str, dict[str, Work | None]]] = [
        (
            "shanten, 14 tiles, sets",
            {
                "quepu, bytes": each(q.shanten, drawn),
                "quepu, Tiles": each(q.shanten, handles),
                "quepu, numpy row": each(q.shanten, rows) if rows else None,
                "quepu, batch": lambda: q.shanten_many(joined),
                "riichienv (three shapes)": riichi_call,
                "mahjong": theirs(mahjong, lambda m: each(m.Shanten.calculate_shanten, lists, False, False)),
            },
        ),
        (
            "shanten, 14 tiles, sets, pairs, orphans",
            {
                "quepu, bytes": each(q.shanten, drawn, RIICHI),
                "quepu, Tiles": each(q.shanten, handles, RIICHI),
                "quepu, batch": lambda: q.shanten_many(joined, RIICHI),
                "riichienv": riichi_call,
                "xiangting": theirs(
                    xiangting, lambda m: each(m.calculate_replacement_number, lists, m.PlayerCount.FOUR)
                ),
                "mahjong": theirs(mahjong, lambda m: each(m.Shanten.calculate_shanten, lists)),
            },
        ),
        (
            "shanten, 13 tiles, with knitted and scattered",
            {
                "quepu, bytes": each(q.shanten, waiting, EVERY),
                "quepu, batch": lambda: q.shanten_many(joined13, EVERY),
                "PyMahjongGB": theirs(gb, lambda m: lambda: [m.MahjongShanten((), hand) for hand in names13]),
            },
        ),
        (
            "useful tiles, 13 tiles, sets",
            {
                "quepu, bytes": each(q.useful, waiting),
                "quepu, Tiles": each(q.useful, handles13),
                "quepu, batch": lambda: q.useful_many(joined13),
                "PyMahjongGB": theirs(gb, lambda m: each(m.RegularShanten, names13)),
            },
        ),
        (
            "useful tiles, 13 tiles, sets, pairs, orphans",
            {
                "quepu, bytes": each(q.useful, waiting, RIICHI),
                "quepu, batch": lambda: q.useful_many(joined13, RIICHI),
                "xiangting": theirs(
                    xiangting, lambda m: each(m.calculate_necessary_tiles, lists13, m.PlayerCount.FOUR)
                ),
            },
        ),
        ("useful tiles after every discard, 14 tiles, sets", {"quepu, bytes": each(q.discards, drawn)}),
    ]
    return [result for what, contenders in comparisons for result in compare(what, contenders, hands, rounds)]


if __name__ == "__main__":
    Console().print(table(run()))
