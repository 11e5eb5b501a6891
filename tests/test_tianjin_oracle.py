"""Tianjin beside a brute-force scorer written from the clauses alone: every tile is put somewhere, every joker means something."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from quepu.scoring import score
from quepu.tiles import name_en

SUITED = 27
JOKER = -1
RUNS = [tuple(range(9 * suit + low, 9 * suit + low + 3)) for suit in range(3) for low in range(7)]
TRIPLETS = [(kind,) * 3 for kind in range(34)]
PAIRS = [(kind,) * 2 for kind in range(34)]
# What a group made of jokers alone may stand for: all runs matter (dragon, five); one triplet and one pair are like all others.
LOOSE = {3: [*RUNS, TRIPLETS[33]], 2: [PAIRS[33]]}

Place = tuple[
    tuple[int, ...], tuple[bool, ...], int
]  # what it stands for, which of its tiles are jokers, where W lies (-1 nowhere)


def groups_over(first: int, needs: set[int]) -> list[tuple[int, ...]]:
    """All groups of these sizes that hold a kind."""
    wanted = [*RUNS, *TRIPLETS] if 3 in needs else []
    return [g for g in (*wanted, *(PAIRS if 2 in needs else [])) if first in g]


def readings(naturals: Counter[int], w: int, jokers: int, sets: int) -> set[tuple[Place, ...]]:
    """TJ-W04: every set partition of the natural tiles and jokers; W is a tile of its own (kind w, or a joker)."""
    found: set[tuple[Place, ...]] = set()
    seen = set()

    def go(left: Counter[int], w_left: bool, jokers: int, sets: int, pair: int, done: tuple[Place, ...]) -> None:
        state = (tuple(sorted((+left).items())), w_left, jokers, sets, pair, tuple(sorted(done)))
        if state in seen:
            return
        seen.add(state)
        kinds = [k for k in left if left[k]] + ([w] if w_left and w != JOKER else [])
        if not kinds:
            rest(w_left, jokers, sets, pair, done)
            return
        first = min(kinds)
        for meant in groups_over(first, ({3} if sets else set()) | ({2} if pair else set())):
            # each position: a natural tile, W, or a joker, or W the joker
            choices = []
            for kind in meant:
                here = []
                if left[kind]:
                    here.append("n")
                if w_left and w == kind:
                    here.append("w")
                if jokers:
                    here.append("j")
                if w_left and w == JOKER:
                    here.append("W")
                choices.append(here)
            for row in itertools.product(*choices):
                if row.count("w") + row.count("W") > 1 or row.count("j") > jokers:
                    continue
                if not any(c in "nw" and kind == first for c, kind in zip(row, meant, strict=True)):
                    continue
                used = Counter(kind for c, kind in zip(row, meant, strict=True) if c == "n")
                if any(used[k] > left[k] for k in used):
                    continue
                at = next((i for i, c in enumerate(row) if c in "wW"), -1)
                place = (meant, tuple(c in "jW" for c in row), at)
                size = len(meant)
                go(
                    left - used,
                    w_left and at < 0,
                    jokers - row.count("j"),
                    sets - (size == 3),
                    pair - (size == 2),
                    (*done, place),
                )

    def rest(w_left: bool, jokers: int, sets: int, pair: int, done: tuple[Place, ...]) -> None:
        if jokers + w_left != 3 * sets + 2 * pair:
            return
        sizes = [3] * sets + [2] * pair
        loose = itertools.product(
            itertools.combinations_with_replacement(LOOSE[3], sets), itertools.combinations(LOOSE[2], pair)
        )
        for some, eyes in loose:
            meant = (*some, *eyes)
            spots = [(i, p) for i, s in enumerate(sizes) for p in range(s)] if w_left else [(-1, -1)]
            for i, p in spots:
                made = tuple((m, (True,) * len(m), p if j == i else -1) for j, m in enumerate(meant))
                found.add(tuple(sorted((*done, *made))))

    go(Counter(naturals), True, jokers, sets, 1, ())
    return found


def dragons(groups: tuple[Place, ...], suit: int) -> list[set[int]]:
    """The ways in which three groups of the reading are 123 456 789 of a suit."""
    options = [
        [i for i, g in enumerate(groups) if g[0] == (9 * suit + low, 9 * suit + low + 1, 9 * suit + low + 2)]
        for low in (0, 3, 6)
    ]
    return [set(choice) for choice in itertools.product(*options)]


def value(groups: tuple[Place, ...], facts: dict) -> tuple[int, int, bool, dict[str, int]]:
    """One reading: total, number of items, a set waited for by two jokers, the items (TJ-F01 – F11, H01 – H06, C01, C03)."""
    found = [(suit, d) for suit in range(3) for d in dragons(groups, suit)]
    won = next((i for i, g in enumerate(groups) if g[2] >= 0), None)
    five = pair = double = False
    if won is not None:
        meant, wild, at = groups[won]
        five = meant == (3, 4, 5) and at == 1
        others = all(w for i, w in enumerate(wild) if i != at)
        pair = len(meant) == 2 and others
        double = len(meant) == 3 and others and (not found or any(won not in d for _, d in found))
    own = any(suit == facts["joker_suit"] for suit, _ in found)
    plain = facts["joker_tiles"] == 0
    items: dict[str, int] = {}
    if facts["hui"]:
        if own:
            items["本绘龙"] = 3
        elif found:
            items["一条龙"] = 2
        if five and double:
            items["双绘捉五"] = 2
        else:
            items |= {"捉五魁": 1} if five else {}
            items |= {"绘钓": 1} if pair or double else {}
        items |= {"无绘": 1} if plain else {}
        total = sum(items.values())
        return total, len(items), double, items or {"平和": 0}
    items |= {"捉五": 3} if five else {}
    items |= {"龙": 4} if found else {}
    items |= {facts["opening"]: 4} if facts["opening"] else {}
    items = items or {"提溜": 1}
    base = sum(items.values())
    natural = (
        own and facts["pure"] and facts["joker_tiles"] == 2 and facts["both"] and as_themselves(groups, facts["jokers"])
    )
    doubles = [
        n
        for n, yes in (
            ("素", plain),
            ("混吊", pair),
            ("双混吊", double),
            ("本混", own),
            ("杠开", facts["bloom"]),
            ("素本混", natural),
        )
        if yes
    ]
    items |= dict.fromkeys(doubles, 2)
    return base * 2 ** len(doubles), len(items), double, items


def as_themselves(groups: tuple[Place, ...], kinds: tuple[int, ...]) -> bool:
    """Whether the two jokers stand for the two joker kinds."""
    return sorted(k for g in groups for k, wild in zip(g[0], g[1], strict=True) if wild) == sorted(kinds)


def best(
    tiles: list[int], win: int, joker_kinds: tuple[int, ...], facts: dict, *, heavenly: bool, melds: list[int]
) -> list[tuple[int, dict[str, int]]]:
    """TJ-W04, C04: every reading with the highest total, then the most items, then a set rather than a pair."""
    values = []
    for w in {win, *tiles} if heavenly else {win}:
        rest = [*tiles, win]
        rest.remove(w)
        naturals = Counter(t for t in rest if t not in joker_kinds)
        jokers = sum(t in joker_kinds for t in rest)
        found = readings(naturals, JOKER if w in joker_kinds else w, jokers, 4 - len(melds))
        values += [value(groups, facts) for groups in found]
    if not values:
        return []
    top = max(v[:3] for v in values)
    return [(v[0], v[3]) for v in values if v[:3] == top]


def next_kind(kind: int) -> int:
    """TJ-J01."""
    if kind < SUITED:
        return kind - 8 if kind % 9 == 8 else kind + 1
    return {27: 28, 28: 29, 29: 30, 30: 27, 33: 32, 32: 31, 31: 33}[kind]


def deal(rng: random.Random, jokers: int) -> tuple[list[int], list[int], tuple[int, int]] | None:
    """A winning hand with so many jokers: fourteen tiles (kongs of melds apart), kinds konged, joker kinds."""
    turned = rng.choice([4, 5, 3, 8, 0, 12, rng.randrange(34), 30, 33])
    kinds = (turned, next_kind(turned))
    kongs = rng.choice([0, 0, 0, 0, 1, 2]) if jokers < 5 else 0
    naturals = [k for k in range(34) if k not in kinds]
    melds = rng.sample([k for k in naturals if k > 8], kongs)
    tiles: list[int] = []
    suit = rng.randrange(3) if rng.random() < 0.5 else None
    if suit is not None and kongs < 2:
        for low in (0, 3, 6):
            tiles += RUNS[7 * suit + low]
    while len(tiles) < 3 * (4 - kongs):
        roll = rng.random()
        tiles += (3, 4, 5) if roll < 0.35 else rng.choice(RUNS) if roll < 0.8 else rng.choice(TRIPLETS)
    tiles += (rng.randrange(34),) * 2
    spoilt = [i for i, t in enumerate(tiles) if t in kinds]
    if len(spoilt) > jokers:
        return None
    free = [i for i in range(len(tiles)) if i not in spoilt]
    for i in spoilt + rng.sample(free, jokers - len(spoilt)):
        tiles[i] = JOKER
    supply = [kinds[0]] * 3 + [kinds[1]] * 4
    rng.shuffle(supply)
    tiles = [supply.pop() if t == JOKER else t for t in tiles]
    counts = Counter(tiles) + Counter(melds * 4)
    return None if max(counts.values()) > 4 else (tiles, melds, kinds)


def text(kinds: list[int]) -> str:
    return "".join(f"{k % 9 + 1}{'mpsz'[k // 9]}" for k in kinds)


def compare(rng: random.Random, jokers: int) -> bool:
    dealt = deal(rng, jokers)
    if dealt is None:
        return False
    tiles, melds, kinds = dealt
    win = rng.choice([t for t in tiles if t == 4] or tiles) if rng.random() < 0.4 else rng.choice(tiles)
    tiles.remove(win)
    hui = rng.random() < 0.3
    seat = rng.randrange(4)
    # with more jokers too many partitions to try every tile as W
    opening = rng.choice(["heavenly", "earthly"]) if not melds and rng.random() < 0.25 and jokers < 4 else ""
    bloom = bool(melds) and rng.random() < 0.5
    pure = rng.random() < 0.5
    held = [t for t in (*tiles, win) if t in kinds]
    facts = {
        "hui": hui, "joker_tiles": len(held), "both": len(set(held)) == 2, "joker_suit": kinds[0] // 9 if kinds[0] < SUITED else None,
        "jokers": kinds, "pure": pure, "bloom": bloom,
        "opening": "天和" if opening == "heavenly" and seat == 0 else "地和" if opening == "earthly" and seat else None,
    }  # fmt: skip
    expected = best(tiles, win, kinds, facts, heavenly=opening == "heavenly" and seat == 0, melds=melds)
    options: dict = {"pure_benhun": "on" if pure else "off", "min_fan": 0}
    pulls, bank = [0, *(rng.randrange(3) for _ in range(3))], rng.random() < 0.5
    result = score(
        "tianjin-hui" if hui else "tianjin", text(tiles), text([win]), options=options, seat=seat, jokers=list(kinds),
        melds=[f"concealed {text([m])[0] * 4}{text([m])[1]}" for m in melds],
        context=([opening] if opening else []) + (["after-kong"] if bloom else []), bank=bank, pulls=pulls,
    )  # fmt: skip
    where = f"{text(tiles)} + {text([win])}, {melds}, jokers {text(list(kinds))}, seat {seat}, {opening}, {facts}"
    assert result.legal == bool(expected), where
    assert (result.total, result.fans) in expected, f"{where}: {result.fans} {result.total}, expected {expected[:3]}"
    each = 2**result.total if hui else result.total
    paid = [0] * 4
    for other in range(4):
        if other != seat:
            doubled = not hui and 0 in (seat, other)
            paid[other] = -each * ((2 if bank else 1) * 2 ** pulls[seat or other] if doubled else 1)
    paid[seat] = -sum(paid)
    assert list(result.payments) == paid, where
    return True


@pytest.mark.parametrize(("jokers", "hands"), [(0, 110), (1, 120), (2, 100), (3, 55), (4, 14), (5, 3), (6, 1), (7, 1)])
def test_against_all_partitions(jokers: int, hands: int) -> None:
    rng = random.Random(1000 + jokers)
    done = 0
    while done < hands:
        done += compare(rng, jokers)


def test_next_kinds_are_those_of_the_clause() -> None:
    names = [name_en(k) for k in range(27, 34)]
    assert len(set(names)) == 7
    assert [next_kind(k) for k in (8, 17, 26, 30, 33, 31)] == [0, 9, 18, 27, 32, 33]
