"""`python tests/parity/mcr.py [hands] [--seed S]`: MCR totals and items beside PyMahjongGB 1.4.0 on random finished hands.

The two count some things differently, each for a reason that a clause of docs/rules/mcr.md states. `DIFFERENCES` is the whole
list. An entry is no excuse for a hand: it is a change to our rules, or to what they are told, so small that it can be
read beside its clause; with all of them in force totals and items must be *equal*. Only where both have the same total may
the items still differ, and then ours must be the list that MC-C06 puts first.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter

import numpy as np

from quepu.batch import score_many
from quepu.bench.wins import ADDED, CHOW, CONCEALED, DISCARD, KONG, PUNG, ROB, SELF, Win, Wins, records
from quepu.notation import write
from quepu.rules import compile as compile_rules
from quepu.rules import has
from quepu.rules.facts import CONTEXT
from quepu.rulesets.mcr import mcr

OPTIONS = {"minimum": 0}  # every hand is compared, whatever it is worth
TILES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + [
    "F1",
    "F2",
    "F3",
    "F4",
    "J3",
    "J2",
    "J1",
]  # J3 is 白, J1 中
OUR_NAME = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}
LAST_TILE, LAST_DISCARD, AFTER_KONG, AFTER_FLOWER, HEAVENLY, LAST_OF_KIND = (
    1 << CONTEXT.index(word)
    for word in ("last-tile", "last-discard", "after-kong", "after-flower", "heavenly", "last-of-kind")
)

# ------------------------------------------------------------------------------------------------ what differs, and why


def unchanged(items):
    return items


def changed(**changes):
    """The table of items with some of them changed; each change is a function of the item."""
    return lambda items: [replace(f, **changes[f.zh](f)) if f.zh in changes else f for f in items]


CONCEALED_ANYWAY = ("九莲宝灯", "四暗刻", "七对", "连七对", "十三幺", "全不靠", "七星不靠")


@dataclass(frozen=True, eq=False)
class Difference:
    """One thing that PyMahjongGB counts its own way: the clause that decides for ours, and what to change to get theirs."""

    name: str
    clause: str
    options: dict = field(default_factory=dict)
    items: Callable = unchanged
    untold: int = 0  # circumstances that cannot be told to them


DIFFERENCES = [
    Difference("绿一色: 混一色 not beside it", "MC-X02", {"green_half_flush": False}),
    Difference(
        "不求人 not beside what is concealed anyway (自摸, unless 妙手回春 or 杠上开花)",
        "MC-X03",
        items=changed(不求人=lambda f: {"when": f.when & ~has(*CONCEALED_ANYWAY)}),
    ),
    Difference("清幺九: 双同刻 not beside it", "MC-X01", {"terminals_same_pungs": "triple"}),
    Difference(
        "九莲宝灯 takes one 幺九刻, not every one",
        "MC-X04",
        items=changed(
            九莲宝灯=lambda f: {"excludes": tuple(x for x in f.excludes if x != "幺九刻"), "takes": {"幺九刻": 1}}
        ),
    ),
    Difference("one exposed and one concealed kong: 明暗杠 5", "MC-F83", {"mixed_kongs": 5}),
    Difference("a dealt hand is a plain self-draw of its last tile", "MC-W04", untold=HEAVENLY),
]
TIE = "same total, another list of items (ours comes first)"


def rules(differences):
    """Our rules as they would be with some of the differences."""
    game = mcr
    for one in differences:
        game = replace(game, items=one.items(game.items))
    return compile_rules(game, OPTIONS | {key: value for one in differences for key, value in one.options.items()})


OURS, THEIRS = rules([]), rules(DIFFERENCES)
WITHOUT = [rules([one for one in DIFFERENCES if one is not left]) for left in DIFFERENCES]
PLACE = {
    fan.zh: i for i, fan in enumerate(mcr.items)
}  # an item that the options rule out has no column of its own in a batch

# ------------------------------------------------------------------------------------------------ hands


@dataclass(slots=True)
class Finished:
    """A finished hand and its circumstances, which never contradict the tiles."""

    hand: Win
    context: int
    flowers: int

    def __str__(self):
        words = [word for i, word in enumerate(CONTEXT) if self.context >> i & 1]
        melds = [
            f"{('chow', 'pung', 'kong', 'added', 'concealed')[way]} {write((kind,))}"
            for way, kind, _ in self.hand.melds
        ]
        by = ("self", "discard", "rob")[self.hand.by]
        return (
            f"{write(sorted(self.hand.tiles))} + {write((self.hand.win,))} {melds} {by} seat {self.hand.seat} "
            f"round {write((self.hand.round,))} flowers {self.flowers} {words}"
        )


def finished(seed):
    """Random hands without end, with every circumstance that the tiles allow."""
    random = Random(seed)
    for hand in Wins(seed).hands():
        context = 0
        flowers = random.choice((0, 0, 0, random.randrange(9)))
        if hand.by == SELF and hand.seat == 0 and not hand.melds and random.random() < 0.3:
            yield Finished(hand, HEAVENLY, flowers)
            continue
        if hand.by == SELF:
            context |= LAST_TILE * (random.random() < 0.15)
            if any(way in (KONG, ADDED, CONCEALED) for way, _, _ in hand.melds):
                context |= AFTER_KONG * (random.random() < 0.4)
            context |= AFTER_FLOWER * (flowers > 0 and random.random() < 0.3)
        elif hand.by == DISCARD:
            context |= LAST_DISCARD * (random.random() < 0.15)
        if hand.win not in hand.tiles:
            shown = sum(
                3 if way == PUNG else 1 for way, kind, _ in hand.melds if kind <= hand.win <= kind + 2 * (way == CHOW)
            )
            if shown == 3 or hand.by == ROB or random.random() < 0.15:
                context |= LAST_OF_KIND
        yield Finished(hand, context, flowers)


def pack(hands):
    """Their packed records for our batches."""
    packed = records(OURS, [one.hand for one in hands])
    packed["context"] = [one.context for one in hands]
    packed["flowers"] = [one.flowers for one in hands]
    return packed


def asked(one):
    """The arguments of PyMahjongGB for a hand."""
    hand, context = one.hand, one.context
    packs = tuple(
        ("CHI", TILES[kind + 1], 1)
        if way == CHOW
        else ("PENG" if way == PUNG else "GANG", TILES[kind], 0 if way == CONCEALED else 1)
        for way, kind, _ in hand.melds
    )
    kong = hand.by == ROB or context & (AFTER_KONG | AFTER_FLOWER) == AFTER_KONG
    return (
        packs, tuple([TILES[kind] for kind in hand.tiles]), TILES[hand.win], one.flowers, hand.by == SELF, bool(context & LAST_OF_KIND), kong,
        bool(context & (LAST_TILE | LAST_DISCARD)), hand.seat, hand.round - 27,
    )  # fmt: skip


def their_amounts(hands):
    """PyMahjongGB's items: hands × `mcr.items`."""
    from MahjongGB import MahjongFanCalculator

    amounts = np.zeros((len(hands), len(mcr.items)), np.int32)
    for i, one in enumerate(hands):
        for value, times, name, _ in MahjongFanCalculator(*asked(one), True):
            amounts[i, PLACE[OUR_NAME.get(name, name)]] = value * times
    return amounts


# ------------------------------------------------------------------------------------------------ comparing


def untold(packed, differences):
    """The records without the circumstances that some differences leave untold."""
    mask = sum(one.untold for one in differences)
    if mask:
        packed = packed.copy()
        packed["context"] &= 0xFFFF ^ mask
    return packed


def our_amounts(with_rules, packed):
    """Our items under some rules: hands × `mcr.items`."""
    result = score_many(with_rules, packed)
    assert not result.status.any()
    amounts = np.zeros((len(packed), len(mcr.items)), np.int32)
    amounts[:, [PLACE[fan.zh] for fan in with_rules.items]] = result.amounts
    assert (result.total == amounts.sum(1)).all()
    return amounts


def written(amounts):
    return {fan.zh: int(amount) for fan, amount in zip(mcr.items, amounts, strict=True) if amount}


def first_by_c06(ours, theirs):
    """Whether our list of items, written with repeats in the order of the table, comes before theirs."""
    place = int(np.flatnonzero(ours != theirs)[0])
    return ours[place] > theirs[place]


def compare(hands):
    """How often each difference shows in some hands, and the hands that none explains (with both lists)."""
    packed, theirs = pack(hands), their_amounts(hands)
    plain, ours = our_amounts(OURS, packed), our_amounts(THEIRS, untold(packed, DIFFERENCES))
    seen, unexplained = Counter(), []
    seen["equal as they are"] = int((plain == theirs).all(1).sum())
    some = np.flatnonzero((plain != ours).any(1))
    for left, one in zip(WITHOUT, DIFFERENCES, strict=True):
        rest = [other for other in DIFFERENCES if other is not one]
        seen[one] = int((our_amounts(left, untold(packed[some], rest)) != ours[some]).any(1).sum())
    for row in np.flatnonzero((ours != theirs).any(1)):
        if ours[row].sum() == theirs[row].sum() and first_by_c06(ours[row], theirs[row]):
            seen[TIE] += 1
        else:
            unexplained.append((str(hands[row]), written(ours[row]), written(theirs[row])))
    return seen, unexplained


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hands", type=int, nargs="?", default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start, seen, wrong = perf_counter(), Counter(), 0
    supply = finished(given.seed)
    for done in range(0, given.hands, 20_000):
        shown, unexplained = compare([next(supply) for _ in range(min(20_000, given.hands - done))])
        seen += shown
        for hand, ours, theirs in unexplained[: max(0, 20 - wrong)]:
            print(f"{hand}\n  ours, their way: {ours}\n  PyMahjongGB:     {theirs}")
        wrong += len(unexplained)
    print(f"{given.hands:,} hands, {wrong} unexplained, {perf_counter() - start:.0f} s")
    for one, times in seen.items():
        print(f"{times:9,}  " + (f"{one.name} [{one.clause}]" if isinstance(one, Difference) else one))
    return min(1, wrong)


if __name__ == "__main__":
    sys.exit(main())
