"""Random rule systems and broken programs: `python tests/fuzz/programs.py 100000 [seed]`.

Every rule system is compiled, given to the kernel with a few hands, and held against the reference evaluator at every node.
Then its words are cut short and changed: the kernel may refuse them with a ValueError, or run them; nothing else.
"""

import random
import struct
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from random_programs import compare, random_case

from quepu import _kernel


def broken(words: bytes, rng: random.Random) -> bytes:
    """A program with some words changed, dropped, doubled or cut off."""
    data = list(struct.unpack(f"<{len(words) // 4}i", words))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data)) if data else 0
        match rng.randrange(6):
            case 0:
                del data[at:]
            case 1:
                del data[at : at + rng.randint(1, 8)]
            case 2:
                data[at:at] = data[at : at + rng.randint(1, 8)]
            case 3:
                data[at : at + 1] = [
                    rng.choice((-1, 0, 1, 2, 3, 63, 64, 191, 192, 2999, 3000, 65535, 65536, 2**31 - 1, -(2**31)))
                ]
            case 4:
                data[at : at + 1] = [(data[at] if data[at:] else 0) ^ (1 << rng.randrange(31))]
            case _:
                data[at : at + 1] = [rng.randrange(-(2**31), 2**31)]
    return struct.pack(f"<{len(data)}i", *data) + b"\0" * rng.choice((0, 0, 0, 1))


def feed(words: bytes, hands: list[bytes]) -> bool:
    """Give words to the kernel; whether it took them for a program."""
    try:
        program = _kernel.Program(words)
    except ValueError:
        return False
    for hand in hands:
        try:
            program.score(hand)
            program.trace(hand, 50)
        except ValueError:
            pass
    return True


def main(number: int, first: int, readings: int = 200) -> None:
    """Try so many rule systems; of each hand so many readings are compared."""
    start, values, taken, refused = time.monotonic(), 0, 0, 0
    for seed in range(first, first + number):
        rules, hands = random_case(seed)
        try:
            values += sum(compare(rules, hand, readings) for hand in hands)
        except BaseException:
            print(f"seed {seed}", file=sys.stderr)
            raise
        rng = random.Random(seed)
        packed = [hand.pack(rules) for hand in hands]
        for _ in range(5):
            if feed(broken(rules.words, rng), packed):
                taken += 1
            else:
                refused += 1
        if (seed - first) % 1000 == 999:
            print(
                f"{seed - first + 1} rule systems, {values} values, {time.monotonic() - start:.0f} s", file=sys.stderr
            )
    print(
        f"{number} rule systems, {values} values equal; broken programs: {refused} refused, {taken} run; {time.monotonic() - start:.1f} s"
    )


if __name__ == "__main__":
    main(*(int(argument) for argument in (sys.argv[1:] or ["1000"])), *([0] if len(sys.argv) < 3 else []))
