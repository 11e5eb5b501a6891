"""Feed mutated case files to the loader and the checker: nothing but CaseError may come out.

python tests/fuzz/cases.py 1000000
"""

import random
import sys

from quepu.cases import CaseError, loads, run

SEEDS = [
    """- {id: nanjing/score/a, rule: [NJ-F05], ruleset: nanjing, seat: 1, by: discard, from: 0, hand: 12379m456p77s, win: 8m, melds: [pung 111z from 2], flowers: 7z7z1f5f, table_pungs: 8m, expect: {fans: {跑: 20}, total: 70, payments: [-70, 70, 0, 0]}}
""",
    """- {id: r/score/b, ruleset: riichi, seat: 2, by: self, round: 1z, hand: 340m566778p2267s, win: 8s, sticks: 1, honba: 2, indicators: 1z, ura: 2z, context: [ready, one-shot], liability: {pao: {大三元: 2}}, options: {uma: [1, 2, 3, 4], pao: off}, expect: {fu: 30, total: 4}}
""",
    """- {id: t/score/c, ruleset: tianjin, seat: 0, by: self, hand: 1234567m88m99m33p, win: 5m, jokers: 8m9m, bank: true, pulls: [0, 1, 2, 0], expect: {invalid: x}}
""",
    """- id: s/score/d
  ruleset: sichuan-qq
  seat: 0
  by: self
  out: [2]
  void: m
  options: {mode: blood-rain}
  hand: 111222444p3339s
  win: 9s
  expect:
    total: 2
""",
]
BITS = [
    "null",
    "true",
    "-1",
    "99",
    "[]",
    "{}",
    "''",
    "m",
    "1z",
    "0x7f",
    "2026-11-30",
    "1e9",
    "~",
    "&a",
    "*a",
    "!!python/object",
    ":",
    "\t",
    "9" * 20,
    "1:30:00",
    "[0, 1",
    "一万",
]


def mutate(text: str, rng: random.Random) -> str:
    """One to four random edits."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:at] + text[at + rng.randint(1, 6) :]
            case 1:
                text = text[:at] + rng.choice(BITS) + text[at:]
            case 2:
                text = (
                    text[:at]
                    + chr(rng.choice([rng.randrange(32, 127), rng.randrange(0x4E00, 0x9FFF), rng.randrange(0x110000)]))
                    + text[at:]
                )
            case 3:
                words = text.split(" ")
                words[rng.randrange(len(words))] = rng.choice(BITS)
                text = " ".join(words)
            case _:
                other = rng.choice(SEEDS)
                text = text[:at] + other[rng.randrange(len(other)) :]
    return "".join(c for c in text if not 0xD800 <= ord(c) < 0xE000)


def fuzz(n: int, seed: int = 1) -> int:
    """Run n mutated files; returns how many were still well-formed."""
    rng = random.Random(seed)
    good = 0
    for _ in range(n):
        text = mutate(rng.choice(SEEDS), rng)
        try:
            for case in loads(text):
                if case.is_score:
                    run(case)
                    good += 1
        except CaseError as error:
            if not str(error):
                raise
        except Exception:
            print(repr(text))
            raise
    return good


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    print(f"{count} files, {fuzz(count)} well-formed cases, no fault")
