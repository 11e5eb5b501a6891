"""`python tests/parity/shanten.py [hands]`: the kernel beside the other method on random hands of every size."""

import sys
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import reference_distance as reference

from quepu.shanten import shanten_many

SIZES = [n for n in range(1, 18) if n % 3]


def main(count):
    random, start, different = Random(count), perf_counter(), 0
    for done in range(0, count, 10_000):
        hands = []
        for _ in range(min(10_000, count - done)):
            tiles = random.choice(SIZES)
            hands.append(reference.random_hand(random, tiles, random.choice((5, 7, 9, 12, 18, 34, 34))))
        for hand, ours in zip(hands, shanten_many(b"".join(hands)), strict=True):
            if reference.shanten(hand) != ours:
                different += 1
                print(f"{list(hand)}: kernel {ours}, other method {reference.shanten(hand)}")
    print(f"{count:,} hands of 1 to 17 tiles, {different} differences, {perf_counter() - start:.0f} s")
    return min(1, different)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
