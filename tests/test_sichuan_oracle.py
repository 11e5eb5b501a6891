"""Sichuan beside a scorer written from the clauses alone: all six presets, random options, short hands, payments."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from plain_readings import name, pairs, places, sets_and_pair, text

from quepu.scoring import score

QQ: dict[str, Any] = {
    "mode": "rain", "fan_table": "six", "base": 6, "void": "free", "self_draw": "none", "rob_kong_fan": 0, "root_kong": False, "cap": 0,
    "fed_kong_win": "self", "earthly": "first-draw", "players": 4, "pure_suit": False, "sing_fan": 0, "dance_fan": 0, "modern_items": [],
    "unit": "points", "room_coefficient": 1, "table_fee": 0, "x_formula": "multiple",
}  # fmt: skip
CHENGDU = QQ | {"mode": "standard", "fan_table": "chengdu", "base": 1}
PRESETS = {
    "sichuan-qq": QQ,
    "sichuan-dingque": QQ | {"base": 1, "mode": "blood-rain", "void": "declared", "self_draw": "add-base"},
    "sichuan-six-fan": QQ | {"base": 1},
    "sichuan-points": QQ | {
        "base": 1, "mode": "standard", "fan_table": "points", "rob_kong_fan": 1, "fed_kong_win": "discard", "earthly": "first-discard",
    },
    "chengdu": CHENGDU,
    "chengdu-parlor": CHENGDU,
}  # fmt: skip
MODERN = ["golden-hook", "last-tile", "menqing", "mid-tiles"]
CHOICES: dict[str, list[Any]] = {
    "base": [1, 3], "self_draw": ["none", "add-base", "add-fan"], "rob_kong_fan": [0, 1], "root_kong": [True, False], "cap": [0, 3, 50],
    "fed_kong_win": ["self", "discard"], "earthly": ["first-draw", "first-discard"], "sing_fan": [0, 2], "dance_fan": [0, 1],
    "modern_items": [MODERN, MODERN[:2], MODERN[2:]], "unit": ["points", "coins"], "room_coefficient": [10], "table_fee": [7],
    "x_formula": ["multiple", "linear"],
}  # fmt: skip
SETS = {2: 4, 3: 4, 4: 4, 5: 3, 6: 2, 7: 1, 8: 1, 9: 1, 10: 1}
BASE_ORDER = [
    "平胡",
    "对对胡",
    "清一色",
    "带幺九",
    "七对",
    "清对",
    "将对",
    "龙七对",
    "清七对",
    "清幺九",
    "天胡",
    "地胡",
    "青龙七对",
]

Hand = dict[str, Any]


def bases(h: Hand, o: Hand, groups: Any, everything: list[int]) -> dict[str, int]:
    """SC-F01 – F13 of one reading, with their values in the table."""
    six = o["fan_table"] == "six"
    one = len({k // 9 for k in everything}) == 1
    melded = [(k, k, k) for _, k, _ in h["melds"]]
    four = any(n == 4 for n in Counter(everything).values())
    found = {"平胡": 1}
    found |= {"清一色": 3} if one else {}
    opening = h["by"] == "discard" and h["from"] == 0 if o["earthly"] == "first-discard" else h["by"] == "self"
    if "heavenly" in h["context"] and h["seat"] == 0 and h["by"] == "self" and not h["melds"]:
        found["天胡"] = 6 if six else 8
    if "earthly" in h["context"] and h["seat"] != 0 and opening and not h["melds"]:
        found["地胡"] = 6 if six else 8
    if groups is None:
        found["七对"] = 3
        if six:
            found |= ({"青龙七对": 6} if one else {}) | {"龙七对": 5} if four else {"清七对": 5} if one else {}
        elif one:
            found["清七对"] = 8
        return found
    whole = [*groups, *melded]
    pungs = all(g[0] == g[1] for g in whole)
    ends = all({k % 9 for k in g} & {0, 8} for g in whole)
    if pungs:
        found |= (
            {"对对胡": 2}
            | ({"清对": 4} if one else {})
            | ({"将对": 4} if {k % 9 for k in everything} <= {1, 4, 7} else {})
        )
    if ends:
        found |= {"带幺九": 3} | ({"清幺九": 5} if one and six else {})
    return found


def added(h: Hand, o: Hand, groups: Any, everything: list[int], kongs: list[int]) -> dict[str, int]:
    """SC-F14 – F20, P22."""
    table, items = o["fan_table"], {}
    counts = Counter(everything)
    roots = sum(n == 4 and k not in kongs for k, n in counts.items())
    bloom = h["by"] == "self" and "after-kong" in h["context"] and bool(kongs)
    fed = bloom and h["kong_from"] is not None and o["fed_kong_win"] == "discard"
    items["杠上花"] = (2 if table == "points" else 1) if bloom else 0
    items["根"] = roots + (len(kongs) if table == "six" and o["root_kong"] else 0)
    items["自摸"] = int(o["self_draw"] == "add-fan" and h["by"] == "self" and not fed)
    items["唱歌"] = o["sing_fan"] if "ready" in h["context"] else 0
    items["跳舞"] = o["dance_fan"] if h["reveal"] else 0
    items["抢杠胡"] = int(table != "chengdu" and h["by"] == "rob" and o["rob_kong_fan"])
    if table != "six":
        items["杠"] = len(kongs)
        return items
    items["杠上炮"] = int(h["by"] == "discard" and "kong-discard" in h["context"])
    exposed = any(way != "concealed" for way, _, _ in h["melds"])
    last = ("last-tile" in h["context"] and h["by"] == "self") or (
        "last-discard" in h["context"] and h["by"] == "discard"
    )
    for word, zh, yes in (
        ("golden-hook", "金钩钓", len(h["melds"]) == 4), ("last-tile", "海底", last), ("menqing", "门清", not exposed and groups is not None),
        ("mid-tiles", "中张", not {k % 9 for k in everything} & {0, 8}),
    ):  # fmt: skip
        items[zh] = int(word in o["modern_items"] and yes)
    return items


def legal(h: Hand, o: Hand, everything: list[int]) -> bool:
    """SC-W03 – W05, P24."""
    kinds = {k // 9 for k in everything}
    if len(kinds) > 2 or (h["void"] is not None and "mps".index(h["void"]) in kinds):
        return False
    if o["players"] == 2 and (h["by"] != "self" or any(way != "concealed" for way, _, _ in h["melds"])):
        return False
    return len(kinds) == 1 or not (o["players"] == 2 or (o["players"] == 3 and o["pure_suit"]))


def worth(h: Hand, o: Hand) -> tuple[int, dict[str, int]] | None:
    """SC-W10, C01 – C05: the best reading's total and items; None when it is no win."""
    concealed = (*h["tiles"], h["win"])
    kongs = [k for way, k, _ in h["melds"] if way != "pung"]
    everything = [*concealed, *(k for way, k, _ in h["melds"] for _ in range(3 if way == "pung" else 4))]
    found: list[Any] = [
        g for g in sets_and_pair(concealed, SETS[o["players"]] - len(h["melds"])) if any(places(g, h["win"]))
    ]
    if o["players"] <= 4 and not h["melds"] and pairs(concealed):
        found.append(None)
    if not found or not legal(h, o, everything):
        return None
    results = []
    for groups in found:
        items = {n: v for n, v in added(h, o, groups, everything, kongs).items() if v}
        base = bases(h, o, groups, everything)
        first = "平胡"
        if o["fan_table"] == "chengdu":
            pungs = groups is not None and all(g[0] == g[1] for g in groups)
            items |= {"七对": 2} if groups is None else {"对对胡": 1} if pungs else {}
            items |= {"清一色": 2} if len({k // 9 for k in everything}) == 1 else {}
        else:
            first = max(base, key=lambda n: (base[n], -BASE_ORDER.index(n)))
            if first in {"龙七对", "青龙七对"}:  # SC-C04
                items["根"] -= 1
            items = {n: v for n, v in items.items() if v} | {first: base[first]}
        total = sum(items.values())
        results.append((total, -BASE_ORDER.index(first), items or {"平胡": 0}))
    total, _, items = max(results, key=lambda r: r[:2])
    return min(total, o["cap"]) if o["cap"] else total, items


def payments(total: int, h: Hand, o: Hand) -> list[int]:
    """SC-C01 – C06, S01 – S05, S08."""
    units = (
        2**total
        if o["fan_table"] == "chengdu"
        else 2 ** (total - 1)
        if o["fan_table"] == "six" and o["x_formula"] == "multiple"
        else total
    )
    amount, coins = o["base"], o["unit"] == "coins"
    amount *= o["room_coefficient"] if coins else 1
    kong = any(way != "pung" for way, _, _ in h["melds"])
    if h["by"] != "self":
        paid = {h["from"]: units}
    elif "after-kong" in h["context"] and kong and h["kong_from"] is not None and o["fed_kong_win"] == "discard":
        paid = {h["kong_from"]: units}
    else:
        each = units + (o["self_draw"] == "add-base")
        paid = {s: each for s in range(o["players"]) if s != h["seat"] and s not in h["out"]}
    result = [-paid.get(s, 0) * amount for s in range(o["players"])]
    result[h["seat"]] = sum(paid.values()) * amount
    return [p - (o["table_fee"] if coins else 0) for p in result]


def deal(rng: random.Random, players: int) -> Hand | None:
    """A hand that mostly wins."""
    suits = rng.sample(range(3), rng.choice([1, 1, 2, 2, 2, 2, 3]))
    ranks = rng.choice([range(9), range(9), [1, 4, 7], [0, 1, 2, 6, 7, 8]])
    kinds = [9 * s + r for s in suits for r in ranks]
    h: Hand = {"seat": rng.randrange(players), "by": rng.choice(["self", "self", "discard", "rob"])}
    others = [s for s in range(players) if s != h["seat"]]
    sets = SETS[players]
    melds = rng.choice([0, 0, 1, 2, sets, sets - 1]) if sets > 1 else rng.choice([0, 1])
    if melds > len(kinds):
        return None
    h["melds"] = []
    for kind in rng.sample(kinds, melds):
        way = rng.choice(["pung", "pung", "kong", "added", "concealed"])
        h["melds"].append((way, kind, None if way == "concealed" else rng.choice(others)))
    tiles: list[int] = []
    if melds == 0 and rng.random() < 0.4 and sets == 4:
        tiles = [k for k in rng.choices(kinds, k=7) for _ in range(2)]
    else:
        for _ in range(sets - melds):
            k = rng.choice(kinds)
            tiles += (k, k + 1, k + 2) if k % 9 < 7 and rng.random() < 0.6 else (k, k, k)
        tiles += [rng.choice(kinds)] * 2
    if max((Counter(tiles) + Counter({k: 3 if w == "pung" else 4 for w, k, _ in h["melds"]})).values()) > 4:
        return None
    h["win"] = rng.choice(tiles)
    tiles.remove(h["win"])
    h["tiles"] = tuple(sorted(tiles))
    h["from"] = None if h["by"] == "self" else rng.choice(others)
    words = ("last-tile", "last-discard", "after-kong", "heavenly", "earthly", "ready", "kong-discard")
    h["context"] = rng.sample(words, rng.choice([0, 0, 1, 1, 2]))
    h["kong_from"] = rng.choice([None, *others]) if "after-kong" in h["context"] else None
    h["reveal"] = rng.random() < 0.2
    h["void"] = rng.choice([None, None, None, "m", "p", "s"])
    h["out"] = [s for s in others if rng.random() < 0.2 and s not in {h["from"], h["kong_from"]}]
    return h


def compare(h: Hand, preset: str, options: Hand) -> bool:
    o = PRESETS[preset] | options
    expected = worth(h, o)
    inputs: Hand = {} if h["kong_from"] is None else {"liability": {"kong_from": h["kong_from"]}}
    result = score(
        preset, text([*h["tiles"]]), text([h["win"]]), options=options, seat=h["seat"], by=h["by"], source=h["from"],
        melds=[name(*m) for m in h["melds"]], context=h["context"], out=h["out"], reveal=h["reveal"], void=h["void"], **inputs,
    )  # fmt: skip
    where = f"{preset} {options} {text([*h['tiles']])} + {text([h['win']])} {h}"
    assert result.legal == (expected is not None), f"{where}: {result.refusal}, expected {expected}"
    if expected is None:
        return False
    assert (result.total, result.fans) == expected, f"{where}: {result.fans} {result.total}, expected {expected}"
    assert list(result.payments) == payments(result.total, h, o), where
    return True


@pytest.mark.parametrize("preset", PRESETS)
def test_against_the_clauses(preset: str) -> None:
    rng = random.Random(preset)
    tables: list[Hand] = [{}]
    for n in range(12):
        tables.append({k: rng.choice(v) for k, v in CHOICES.items() if rng.random() < 0.3})
        if preset == "chengdu-parlor":
            tables[-1] |= {"players": 2 + n % 9, "pure_suit": rng.random() < 0.5}
    done = wins = 0
    while done < 1000:
        options = rng.choice(tables)
        h = deal(rng, options.get("players", 4))
        if h is not None:
            wins += compare(h, preset, options)
            done += 1
    assert wins > 300
