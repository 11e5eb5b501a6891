"""Walls and players for whole riichi deals: some of each are odd enough that rare things happen."""

from dataclasses import dataclass

from quepu.shanten import DISTINCT_PAIRS, ORPHANS, SETS, discards
from quepu.tiles import RED, kind_of

RED_IDS = frozenset((16, 52, 88))
TILE = [i // 4 | RED if i in RED_IDS else i // 4 for i in range(136)]
OUTSIDE = frozenset((0, 8, 9, 17, 18, 26, *range(27, 34)))

THEMES = ("any", "outside", "dragons", "winds", "suit", "few")
WALLS = ("even", "even", "even", "mixed", "mixed", "outside", "few", "orphans", "ready", "ready", "one wind")


def weights_of(random, theme):
    """How likely each kind is to be dealt to a hand that is to be rich in something."""
    suit, few, much = random.randrange(3), random.sample(range(34), 6), random.choice((6, 60))
    rich = {
        "any": (range(0), 1),
        "outside": (OUTSIDE, much),
        "dragons": (range(31, 34), 90),
        "winds": (range(27, 31), 90),
        "suit": (range(9 * suit, 9 * suit + 9), 8),
        "few": (few, 40),
    }
    kinds, weight = rich[theme]
    return [weight if kind in kinds else 1 for kind in range(34)]


def ready_hand(random, left, wanted):
    """Four sets and a pair out of these tiles, less one tile: the wanted kind, if it is there."""
    kinds = random.choice((range(34), range(34), range(9), [k for k in range(34) if k in OUTSIDE]))
    while True:
        hand, rest = [], sorted(left)
        for size in (3, 3, 3, 3, 2):
            low = random.choice(kinds) if hand or random.random() < 0.5 else wanted
            runs = size == 3 and low < 27 and low % 9 < 7 and random.random() < 0.6
            for kind in (low, low + 1, low + 2) if runs else (low,) * size:
                tile = next((i for i in rest if i // 4 == kind), None)
                if tile is not None:
                    rest.remove(tile)
                    hand.append(tile)
        if len(hand) == 14:
            hand.remove(next((i for i in hand if i // 4 == wanted), hand[0]))
            return hand
        kinds = range(34)


def wall_of(random):
    """136 different tiles in the order in which they are drawn (`4 * kind + copy`), often with something odd about them."""
    theme = random.choice(WALLS)
    left = random.sample(range(136), 136)
    if theme == "even":
        return left
    if theme == "one wind":
        wind = random.randrange(27, 31)
        for copy in range(4):
            i, j = left.index(4 * wind + copy), 4 * copy
            left[i], left[j] = left[j], left[i]
        return left
    hands, wanted = [], random.randrange(34)
    for _ in range(4):
        if theme == "orphans" and random.random() < 0.5:
            lacking = random.choice((*sorted(OUTSIDE), None))
            hand = list({i // 4: i for i in left if i // 4 in OUTSIDE and i // 4 != lacking}.values())
            left = [i for i in left if i not in hand]
            while len(hand) < 13:
                hand.append(left.pop())
        elif theme == "ready":
            hand = random.sample(ready_hand(random, left, wanted), 13)
            left = [i for i in left if i not in hand]
        else:
            weights = weights_of(random, theme if theme in THEMES else random.choice(THEMES))
            left.sort(key=lambda i, weights=weights: random.random() ** (1 / weights[i // 4]))
            hand = [left.pop() for _ in range(13)]
        hands.append(hand)
    if random.random() < 0.5:
        random.shuffle(left)
    dealt = [i for at, size in ((0, 4), (4, 4), (8, 4), (12, 1)) for hand in hands for i in hand[at : at + size]]
    return dealt + left[::-1]


@dataclass
class Player:
    """How somebody plays: how likely he does what he may, and how he discards."""

    win: float
    ready: float
    kong: float
    pung: float
    chow: float
    abort: float
    near: float  # discards what leaves him nearest to a ready hand
    outside: bool  # discards terminals and honors first
    shapes: int

    @classmethod
    def some(cls, random):
        calls = random.random() < 0.5
        return cls(
            win=random.choice((1, 0.9, 0.5)),
            ready=random.choice((1, 0.9, 0.2)),
            kong=random.choice((1, 0.6, 0.1)),
            pung=random.choice((0.9, 0.3)) if calls else 0.03,
            chow=random.choice((0.6, 0.1)) if calls else 0,
            abort=0.3,
            near=random.choice((1, 0.95, 0.5)),
            outside=random.random() < 0.15,
            shapes=random.choice((SETS | DISTINCT_PAIRS | ORPHANS, SETS, SETS, ORPHANS | DISTINCT_PAIRS)),
        )

    def choose(self, random, held, acts):
        """One of these acts, with these tiles held."""
        for verb in ("win", "ready", "kong", "pung", "chow", "abort"):
            some = [act for act in acts if act.verb == verb]
            if some and random.random() < getattr(self, verb):
                return random.choice(some)
        rest = [act for act in acts if act.verb in ("discard", "pass")]
        if self.outside:
            rest = [act for act in rest if act.tile in OUTSIDE] or rest
        if rest[0].verb == "discard" and random.random() < self.near:
            order = {
                one.kind: (one.shanten, -one.live)
                for one in discards(counts(held), self.shapes if len(held) == 14 else SETS)
            }
            best = min(order[kind_of(act.tile)] for act in rest)
            rest = [act for act in rest if order[kind_of(act.tile)] == best]
        return random.choice(rest)


def counts(tiles):
    """How many of each kind."""
    found = bytearray(34)
    for tile in tiles:
        found[kind_of(tile)] += 1
    return bytes(found)
