"""Matches between players who choose at random, but not so badly that nobody ever wins: for tests of records and logs.

`python tests/random_matches.py` writes the records of `tests/records` anew: only for a new format of records.
"""

import json
import random
from pathlib import Path

import msgspec

from quepu.acts import Act
from quepu.deal import Deal
from quepu.fairness import Seed
from quepu.hosting import MatchRun
from quepu.scoring import rules_for
from quepu.shanten import SETS, discards
from quepu.tiles import PLAYING_KINDS, kind_of

PLAYERS = ["Ann", "Bo", "丙", "Di"]
KEPT = {
    "nanjing": {}, "sichuan": {"match_deals": 3}, "mcr": {}, "riichi-tenhou": {"length": "east"}, "tianjin": {}, "tianjin-hui": {}, "chengdu": {},
}  # fmt: skip
"""The records that are kept: preset and options; at most three deals each."""


def choose(deal: Deal, rng: random.Random) -> tuple[int, Act]:
    """A seat that is asked, and one of its acts: wins, kongs and declarations mostly, claims sometimes, discards that help."""
    asked = deal.asked
    seat = rng.choice(list(asked))
    acts = asked[seat]
    for act in acts:
        if act.verb in ("win", "ready", "abort") or (act.verb == "kong" and rng.random() < 0.7):
            return seat, act
    if acts[0].verb == "pass" and rng.random() < 0.75:
        return seat, acts[0]
    if all(act.verb == "discard" for act in acts):
        kinds = [kind_of(tile) for tile in deal.hand(seat)]
        if len(kinds) % 3 == 2 and max(kinds) < PLAYING_KINDS:
            ways = discards(bytes(kinds.count(kind) for kind in range(PLAYING_KINDS)), SETS)
            nearest = min(way.shanten for way in ways)
            good = {way.kind for way in ways if way.shanten == nearest}
            acts = [act for act in acts if kind_of(act.tile) in good] or acts
    return seat, rng.choice(acts)


def seed_of(number: int) -> Seed:
    return Seed(b"a secret of tests".ljust(28, b".") + number.to_bytes(4), ("lucky", "", "七", ""))


def play(match: MatchRun, rng: random.Random, most: int = 100) -> MatchRun:
    """Play a match on, to its end or that of the deal with this number."""
    while True:
        while not match.deal.over:
            match.act(*choose(match.deal, rng))
        if match.over or match.number >= most:
            return match
        match.next_deal()


def played(preset: str, number: int, most: int = 100, **options: object) -> MatchRun:
    """A match of this number; the same number is the same match."""
    match = MatchRun.begin(rules_for(preset, options), PLAYERS, seed=seed_of(number))
    return play(match, random.Random(number), most)


def changed(data: bytes, number: int, **values: object) -> bytes:
    """A record with one line changed; None takes a key away."""
    lines = data.split(b"\n")
    line = {**json.loads(lines[number - 1]), **values}
    lines[number - 1] = msgspec.json.encode({key: value for key, value in line.items() if value is not None})
    return b"\n".join(lines)


def line_with(data: bytes, key: str, nth: int = 0) -> int:
    """The number of the nth line whose first key this is."""
    found = [number for number, line in enumerate(data.split(b"\n"), 1) if line.startswith(f'{{"{key}"'.encode())]
    return found[nth]


if __name__ == "__main__":
    for preset, options in KEPT.items():
        file = Path(__file__).parent / "records" / f"{preset}.jsonl"
        file.write_bytes(played(preset, 1, most=3, **options).data)
        print(file)
