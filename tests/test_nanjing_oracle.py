"""Nanjing beside a scorer written from the clauses alone: items, totals, refusals and payments of random hands."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from plain_readings import name, pairs, places, sets_and_pair, text

from quepu.scoring import score

WINDS = range(27, 31)
COMMON: dict[str, Any] = {
    "run": 20, "smash": 2, "min_hard": 4, "wind_triplet": "any", "menqing": 20, "hunyise": 40, "duiduihu": 40, "qingyise": 60, "dudiao": 60,
    "seven": 80, "ladder": "quads", "double7": 160, "yajue": 40, "yajue_pung": "any", "yajue_big": True, "wuhuaguo": 40, "small_bloom": 20,
    "big_bloom": 40, "heaven": 320, "earth": 280, "snapshot_concealed": True, "snapshot_other": "dudiao", "liability_pay": "hand", "flat": 100,
}  # fmt: skip
CLASSIC = COMMON | {
    "seven": 40, "ladder": "fourth", "double7": 80, "yajue_pung": "own", "snapshot_concealed": False, "snapshot_other": "duidui",
}  # fmt: skip
NORTH = CLASSIC | {
    "run": 10, "menqing": 10, "hunyise": 30, "duiduihu": 30, "qingyise": 50, "dudiao": 50, "seven": 50, "double7": 100, "yajue": 30,
    "yajue_big": False, "wuhuaguo": 30, "small_bloom": 10, "big_bloom": "x2", "earth": 30, "liability_pay": "flat",
}  # fmt: skip
PRESETS = {"nanjing": COMMON, "nanjing-classic": CLASSIC, "nanjing-north": NORTH}
CHOICES: dict[str, list[Any]] = {
    "run": [15], "smash": [1, 2], "min_hard": [0, 2, 8], "wind_triplet": ["any", "exposed"], "menqing": [25], "seven": [20, 60],
    "ladder": ["quads", "fourth"], "yajue_pung": ["any", "own"], "yajue_big": [True, False], "big_bloom": ["x2", 35],
    "snapshot_concealed": [True, False], "snapshot_other": ["dudiao", "duidui"], "liability_pay": ["hand", "flat"], "flat": [60, 75],
    "wuhuaguo": [33], "earth": [99], "heaven": [111], "small_bloom": [17], "dudiao": [55], "hunyise": [44], "duiduihu": [43], "qingyise": [66],
}  # fmt: skip
PAIRS = ("七对", "豪华七对", "超豪华七对", "超超豪华七对", "双七对")
BIG = {"混一色", "清一色", "对对胡", "全球独钓", "大杠开花", "天胡", "地胡", *PAIRS}

Hand = dict[str, Any]


def feeder(h: Hand, o: Hand) -> int | None:
    """NJ-L01, L02."""
    feeds = [source for way, _, source in h["melds"] if way != "concealed"]
    hidden = len(h["melds"]) - len(feeds)
    for i in range(len(feeds) - 2):
        if feeds[i] == feeds[i + 1] == feeds[i + 2]:
            return feeds[i]
    if o["snapshot_concealed"] and hidden >= 1:
        twice = [seat for seat, n in Counter(feeds).items() if n >= 2]
        if twice:
            return twice[0]
        if hidden >= 2 and feeds:
            return feeds[0]
    return None


def waits(h: Hand) -> set[int]:
    """NJ-W05."""
    melded = Counter({kind: 3 if way == "pung" else 4 for way, kind, _ in h["melds"]})
    result = set()
    for k in range(31):
        tiles = (*h["tiles"], k)
        own = h["tiles"].count(k) + melded[k]
        if own < 4 and (sets_and_pair(tiles, 4 - len(h["melds"])) or pairs(tiles)):
            result.add(k)
    return result


def flush(items: Hand, kinds: set[int], o: Hand, *, suit_items: bool = True) -> None:
    """NJ-F08, F10, F11."""
    suits = {k // 9 for k in kinds if k < 27}
    winds = any(k in WINDS for k in kinds)
    if len(suits) == 2:
        items["缺一"] = o["smash"]
    if suit_items and len(suits) == 1 and winds:
        items["混一色"] = o["hunyise"]
    if suit_items and len(suits) + winds == 1:
        items["清一色"] = o["qingyise"]


def soft(items: Hand, triplets: list[int], kongs: list[tuple[str, int]], o: Hand) -> None:
    """NJ-F03, F04."""
    if n := sum(k in WINDS for k in triplets):
        items["风碰"] = n * o["smash"]
    if n := sum((3 if way == "concealed" else 2) for way, k in kongs if k in WINDS):
        items["风杠"] = n * o["smash"]


def claimed(h: Hand, o: Hand) -> list[Hand]:
    """NJ-L03, L04: the fourth claim as a pung or, with three in hand, as a kong."""
    liable, kinds = feeder(h, o), {kind for _, kind, _ in h["melds"]} | {h["win"]}
    one_suit = len({k // 9 for k in kinds}) == 1 and max(kinds) < 27
    if len(h["melds"]) != 3 or h["by"] != "discard" or (liable is None and not one_suit):
        return []
    result = []
    for way in ("pung", "kong"):
        if h["tiles"].count(h["win"]) < (2 if way == "pung" else 3):
            continue
        lesser = o["snapshot_other"] == "duidui" and liable is not None and liable != h["from"] and not one_suit
        items: Hand = {"跑": o["run"], "对对胡": o["duiduihu"]}
        melds = [*h["melds"], (way, h["win"], 0)]
        soft(items, [k for w, k, _ in melds if w == "pung"], [(w, k) for w, k, _ in melds if w != "pung"], o)
        flush(items, kinds, o, suit_items=not lesser)
        items |= {} if lesser else {"全球独钓": o["dudiao"]}
        items |= {"硬花": h["flowers"] * o["smash"]} if h["flowers"] else {"无花果": o["wuhuaguo"]}
        result.append(items)
    return result


def circumstances(items: Hand, h: Hand, o: Hand) -> None:
    """NJ-F21 – F24."""
    kongs = any(way != "pung" for way, *_ in h["melds"])
    if h["by"] == "self" and "after-kong" in h["context"] and (kongs or h["flowers"] >= 4):
        items["大杠开花"] = o["big_bloom"]
    elif h["by"] == "self" and "after-flower" in h["context"]:
        items["小杠开花"] = o["small_bloom"]
    if "ready" in h["context"]:
        items["地胡"] = o["earth"]
    if "heavenly" in h["context"]:
        for gone in ("压绝", "压档", "边枝", "独占", "小杠开花", "大杠开花"):
            items.pop(gone, None)
        items["天胡"] = o["heaven"]


def ordinary(h: Hand, o: Hand) -> list[tuple[tuple[int, ...], Hand]]:
    """NJ-W01, W06: the items of every reading, with what breaks ties."""
    everything = (*h["tiles"], h["win"])
    kinds = set(everything) | {k for _, k, _ in h["melds"]}
    closed = not any(way in {"pung", "added"} for way, _, _ in h["melds"])
    single = waits(h) == {h["win"]}
    own_pung = ("pung", h["win"]) in {(way, k) for way, k, _ in h["melds"]}
    lies = own_pung or (o["yajue_pung"] == "any" and (h["win"] in h["table"] or h["by"] == "rob"))
    result = []
    found: list[tuple[Any, int, int]] = [
        (g, i, at) for g in sets_and_pair(everything, 4 - len(h["melds"])) for i, at in places(g, h["win"])
    ]
    if pairs(everything) and not h["melds"]:
        found.append((None, 0, 0))
    for groups, i, at in found:
        items: Hand = {"跑": o["run"]} | ({"硬花": h["flowers"] * o["smash"]} if h["flowers"] else {})
        flush(items, kinds, o)
        if groups is None:
            quads = sum(everything.count(k) == 4 for k in kinds)
            if o["ladder"] == "quads":
                items[PAIRS[quads]] = o["seven"] * (1 + quads)
            else:
                items |= {"双七对": o["double7"]} if everything.count(h["win"]) == 4 else {"七对": o["seven"]}
            items |= {"独占": o["smash"]} if "七对" in items else {}
        else:
            own = [g[0] for g in groups if len(g) == 3 and g[0] == g[1]]
            exposed = [k for way, k, _ in h["melds"] if way == "pung"]
            soft(
                items,
                exposed + (own if o["wind_triplet"] == "any" else []),
                [(w, k) for w, k, _ in h["melds"] if w != "pung"],
                o,
            )
            items |= {"门清": o["menqing"]} if closed else {}
            items |= {"对对胡": o["duiduihu"]} if len(own) + len(h["melds"]) == 4 else {}
            items |= {"全球独钓": o["dudiao"]} if len(h["melds"]) == 4 else {}
            won = groups[i]
            middle = won[0] != won[1] and at == 1
            edge = won[0] != won[1] and ((at == 2 and won[0] % 9 == 0) or (at == 0 and won[0] % 9 == 6))
            if single and (middle or edge):
                items |= {"压绝": o["yajue"]} if lies else {"压档" if middle else "边枝": o["smash"]}
            if single and len(won) == 2 and len(h["melds"]) < 4:
                items["独占"] = o["smash"]
        circumstances(items, h, o)
        if not h["flowers"] and (closed or set(items) & (BIG - {"大杠开花"})):
            items["无花果"] = o["wuhuaguo"]
        big = bool(set(items) & BIG) or ("压绝" in items and o["yajue_big"])
        if big or closed or h["flowers"] >= o["min_hard"]:
            order = (groups is not None, *(n in items for n in ("压绝", "压档", "边枝", "独占")))
            result.append((order, items))
    return result


def total(items: Hand, h: Hand) -> int:
    """NJ-C01 – C03."""
    return h["stake"] * (2 if items.get("大杠开花") == "x2" else 1) * sum(v for v in items.values() if v != "x2")


def payments(worth: int, items: Hand, h: Hand, o: Hand) -> list[int]:
    """NJ-S01, S02, L05 – L10."""
    liable = feeder(h, o)
    flat = (o["flat"] if h["stake"] == 2 else o["flat"] // 2) if o["liability_pay"] == "flat" else None
    if h["by"] == "rob":
        paid = {h["from"]: 3 * worth}
    elif "大杠开花" in items and h["kong_from"] is not None:
        paid = {h["kong_from"]: 3 * worth}
    elif h["snapshot"]:
        paid = {h["from"] if liable is None else liable: worth if flat is None else flat}
    elif liable is not None:
        paid = {liable: flat if flat is not None else 3 * worth if h["by"] == "self" else worth}
    else:
        paid = {s: worth for s in ([h["from"]] if h["by"] == "discard" else range(4)) if s != h["seat"]}
    result = [-paid.get(s, 0) for s in range(4)]
    result[h["seat"]] = sum(paid.values())
    return result


def deal(rng: random.Random) -> Hand | None:
    """A hand that mostly wins, with melds, circumstances and liability."""
    kinds = [*range(9), *WINDS] if rng.random() < 0.3 else [*range(18), *WINDS] if rng.random() < 0.4 else [*range(31)]
    h: Hand = {
        "seat": rng.randrange(4),
        "by": rng.choice(["self", "discard", "discard", "rob"]),
        "stake": rng.choice([1, 1, 2]),
    }
    others = [s for s in range(4) if s != h["seat"]]
    h["snapshot"] = rng.random() < 0.15
    melds = 3 if h["snapshot"] else rng.choice([0, 0, 1, 1, 2, 2, 3, 4])
    sources = rng.choice([others, others[:2], others[:1]])
    h["melds"] = []
    for kind in rng.sample(kinds, melds):
        way = rng.choice(["pung", "pung", "pung", "kong", "added", "concealed"])
        h["melds"].append((way, kind, None if way == "concealed" else rng.choice(sources)))
    tiles: list[int] = []
    if melds == 0 and rng.random() < 0.5:
        tiles = [k for k in rng.choices(kinds, k=7) for _ in range(2)]
    elif h["snapshot"]:
        k = rng.choice(kinds)
        tiles = [k, k, k, rng.choice(kinds), k if rng.random() < 0.3 else rng.choice(kinds)]
    else:
        for _ in range(4 - melds):
            k = rng.choice(kinds)
            tiles += (k, k + 1, k + 2) if k < 27 and k % 9 < 7 and rng.random() < 0.75 else (k, k, k)
        tiles += [rng.choice(kinds)] * 2
    if max((Counter(tiles) + Counter({k: 3 if w == "pung" else 4 for w, k, _ in h["melds"]})).values()) > 4:
        return None
    h["win"] = tiles[0] if h["snapshot"] else rng.choice(tiles)
    tiles.remove(h["win"])
    h["tiles"] = tuple(sorted(tiles))
    h["from"] = None if h["by"] == "self" else rng.choice(others)
    h["flowers"] = rng.choice([0, 0, 1, 3, 4, 4, 6])
    h["table"] = [h["win"]] if rng.random() < 0.3 else []
    h["context"], h["kong_from"] = [], None
    if h["by"] == "self" and rng.random() < 0.4:
        h["context"] = rng.choice([["after-kong"], ["after-flower"], ["after-kong", "after-flower"]])
        h["kong_from"] = rng.choice([None, *others]) if "after-kong" in h["context"] else None
    if not any(way != "concealed" for way, _, _ in h["melds"]) and not h["snapshot"] and rng.random() < 0.2:
        h["context"] = [*h["context"], "ready"]
    elif h["seat"] == 0 and h["by"] == "self" and not h["melds"] and not h["context"] and rng.random() < 0.5:
        h["context"] = ["heavenly"]
    return h


def compare(h: Hand, preset: str, options: Hand) -> bool:
    o = PRESETS[preset] | options
    found = [((), items) for items in claimed(h, o)] if h["snapshot"] else ordinary(h, o)
    result = score(
        preset, text([*h["tiles"]]), text([h["win"]]), options=options, seat=h["seat"], by=h["by"], source=h["from"],
        melds=[name(*m) for m in h["melds"]], flowers=("1f2f3f4f5f6f7f8f")[: 2 * h["flowers"]], context=h["context"], stake=h["stake"],
        snapshot=h["snapshot"], table_pungs=text(h["table"]), liability={} if h["kong_from"] is None else {"kong_from": h["kong_from"]},
    )  # fmt: skip
    where = f"{preset} {options} {text([*h['tiles']])} + {text([h['win']])} {h}"
    assert result.legal == bool(found), f"{where}: {result.refusal}, expected {found[:2]}"
    if not found:
        return False
    _, items = max(found, key=lambda one: (total(one[1], h), *one[0]))
    assert result.total == total(items, h), f"{where}: {result.fans} {result.total}, expected {items}"
    assert result.fans == items, f"{where}: expected {items}"
    assert list(result.payments) == payments(result.total, items, h, o), where
    return True


@pytest.mark.parametrize("preset", PRESETS)
def test_against_the_clauses(preset: str) -> None:
    rng = random.Random(preset)
    tables = [{k: rng.choice(v) for k, v in CHOICES.items() if n and rng.random() < 0.25} for n in range(12)]
    done = wins = 0
    while done < 2000:
        h = deal(rng)
        if h is not None:
            wins += compare(h, preset, rng.choice(tables))
            done += 1
    assert wins > 1000
