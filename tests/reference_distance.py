"""The distance of a hand by another way than the kernel's: kind by kind, how many runs and threes begin and whether a pair stands.

No table over holdings, no relaxation: a recursion over the kinds of one suit, remembered by what is left of the suit.
"""

from functools import cache
from itertools import chain, combinations_with_replacement
from random import Random

FOUR = (4,) * 9
FAR = 99
WALL = [kind for kind in range(34) for _ in range(4)]


@cache
def suit_missing(held, limits, last=0, before=0, *, runs=True):
    """Least tiles missing for (sets, pair) -> number; `last`, `before`: runs begun one and two kinds ago."""
    if not held:
        return {(0, 0): 0} if not last and not before else {}
    best = {}
    for begin in range(3 if runs and len(held) > 2 else 1):
        for threes in range(limits[0] // 3 + 1):
            for pair in (0, 1):
                target = before + last + begin + 3 * threes + 2 * pair
                if target > limits[0]:
                    continue
                lacking = max(0, target - held[0])
                for (sets, paired), rest in suit_missing(held[1:], limits[1:], begin, last, runs=runs).items():
                    if pair + paired > 1 or sets + begin + threes > 5:
                        continue
                    key = (sets + begin + threes, pair + paired)
                    if lacking + rest < best.get(key, FAR):
                        best[key] = lacking + rest
    return best


@cache
def as_tuple(held, limits, runs):
    worth = suit_missing(held, limits, runs=runs)
    return tuple(worth.get((sets, pair), FAR) for pair in (0, 1) for sets in range(6))


@cache
def both(one, other):
    """Two suits together."""
    out = [FAR] * 12
    for i in range(6):
        for j in range(6 - i):
            out[i + j] = min(out[i + j], one[i] + other[j])
            out[6 + i + j] = min(out[6 + i + j], one[6 + i] + other[j], one[i] + other[6 + j])
    return tuple(out)


def missing(hand, sets, limits=(4,) * 34):
    """Tiles missing from the nearest sets and pair."""
    suits = [as_tuple(tuple(hand[i : i + 9]), tuple(limits[i : i + 9]), i < 27) for i in (0, 9, 18, 27)]
    return both(both(suits[0], suits[1]), both(suits[2], suits[3]))[6 + sets]


def shanten(hand):
    return missing(hand, sum(hand) // 3) - 1


def missing_with_jokers(hand, sets, jokers):
    """Try everything the jokers may stand for; what is drawn is ordinary, so at most four of a kind are not jokers."""
    best = FAR
    for stands in combinations_with_replacement(range(34), jokers):
        filled, limits = list(hand), [4] * 34
        for kind in stands:
            filled[kind] += 1
            limits[kind] += 1
        best = min(best, missing(filled, sets, tuple(limits)))
    return best


@cache
def all_targets(sets, most=4):
    """Every set of sets and a pair as counts, at most so many of a kind."""
    blocks = [(k, k, k) for k in range(34)] + [(k, k + 1, k + 2) for k in range(27) if k % 9 < 7]
    found = set()
    for chosen in combinations_with_replacement(blocks, sets):
        for pair in range(34):
            counts = [0] * 34
            for kind in chain(*chosen, (pair, pair)):
                counts[kind] += 1
            if max(counts) <= most:
                found.add(tuple(counts))
    return found


def missing_by_targets(hand, sets):
    """The definition itself; only for few sets."""
    return min(sum(max(0, t - h) for t, h in zip(target, hand, strict=True)) for target in all_targets(sets))


def random_hand(random: Random, tiles, kinds=34):
    """A hand dealt from a wall of so many different kinds, chosen anew; few kinds make near and crowded hands."""
    if kinds < 34:
        first = random.randrange(34 - kinds + 1)
        wall = [k for k in range(first, first + kinds) for _ in range(4)]
    else:
        wall = WALL
    counts = [0] * 34
    for kind in random.sample(wall, tiles):
        counts[kind] += 1
    return bytes(counts)


SIZES = [n for n in range(1, 18) if n % 3]


def hands(seed, count, sizes=SIZES, kinds=(5, 8, 12, 34, 34)):
    random = Random(seed)
    return [random_hand(random, random.choice(sizes), random.choice(kinds)) for _ in range(count)]


def with_one(hand, kind, n=1):
    out = bytearray(hand)
    out[kind] += n
    return bytes(out)


def without(hand, kind):
    out = bytearray(hand)
    out[kind] -= 1
    return bytes(out)


def drawable(hand):
    return [kind for kind in range(34) if hand[kind] < 4]


def mask(kinds):
    return sum(1 << kind for kind in kinds)


def text(line):
    """`123m 55z` as counts."""
    counts = [0] * 34
    for part in line.split():
        for rank in part[:-1]:
            counts[9 * "mpsz".index(part[-1]) + int(rank) - 1] += 1
    return bytes(counts)
