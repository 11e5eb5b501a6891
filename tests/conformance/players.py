"""Players for tests: one that chooses anything, and one that wants to win, so that more of the game is seen."""

from random import Random

from quepu import shanten
from quepu import tiles as t
from quepu.acts import Act
from quepu.deal import Deal
from quepu.rules import Compiled

SHAPES = {
    "sets": shanten.SETS,
    "pairs": shanten.PAIRS,
    "orphans": shanten.ORPHANS,
    "scattered": shanten.SCATTERED,
    "knitted": shanten.KNITTED,
}
WISHES = (
    ("win", 0.97),
    ("ready", 0.6),
    ("reveal", 0.6),
    ("kong", 0.7),
    ("pung", 0.35),
    ("chow", 0.2),
    ("escape", 0),
    ("abort", 0.2),
    ("second", 0.5),
    ("take-last", 0.5),
)


class Anything:
    """Every legal act is equally likely."""

    def __init__(self, _rules: Compiled, chance: Random) -> None:
        self.chance = chance

    def choose(self, deal: Deal, seat: int) -> Act:
        """One of the legal acts."""
        return self.chance.choice(deal.acts(seat))


class Eager:
    """Wins, declares and claims when it may, mostly; discards what keeps it near a hand, perhaps of few suits."""

    def __init__(self, rules: Compiled, chance: Random) -> None:
        self.chance = chance
        known = [SHAPES[shape.kind] for shape in rules.shapes if shape.kind in SHAPES]
        self.shapes = sum(set(known)) or shanten.SETS
        self.style = [chance.choice(("any", "two suits", "two suits", "one suit")) for _ in range(rules.seats)]

    def choose(self, deal: Deal, seat: int) -> Act:
        """One of the legal acts."""
        acts = deal.acts(seat)
        if len(acts) == 1:
            return acts[0]
        for verb, how_often in WISHES:
            wanted = [act for act in acts if act.verb == verb]
            if wanted and self.chance.random() < how_often:
                return self.chance.choice(wanted)
        discards = [act for act in acts if act.verb == "discard"]
        if discards:
            return self.discard(deal, seat, discards)
        quiet = [act for act in acts if act.verb not in dict(WISHES)]
        return self.chance.choice(quiet or acts)

    def discard(self, deal: Deal, seat: int, acts: list[Act]) -> Act:
        """What takes the hand the least further from winning, unwanted suits first."""
        counts = bytearray(t.PLAYING_KINDS)
        for kind in map(t.kind_of, deal.hand(seat)):
            if kind < t.PLAYING_KINDS:
                counts[kind] += 1
        suits = sorted(range(3), key=lambda suit: sum(counts[9 * suit : 9 * suit + 9]))
        unwanted = {"any": (), "two suits": suits[:1], "one suit": suits[:2]}[self.style[seat]]
        first = [act for act in acts if t.is_number(act.tile) and t.kind_of(act.tile) // 9 in unwanted]
        if sum(counts) % 3 != 2 or self.chance.random() < 0.05:
            return self.chance.choice(first or acts)
        rank = {found.kind: i for i, found in enumerate(shanten.discards(bytes(counts), self.shapes))}
        return min(first or acts, key=lambda act: (rank.get(t.kind_of(act.tile), 99), act.tile))
