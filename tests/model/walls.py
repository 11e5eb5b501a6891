"""Random deals to compare on: walls that are shuffled, or that deal promising hands; options; and players who choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from model.common import Table, dealing
from model.nanjing import Nanjing
from model.sichuan import SIZES, Sichuan

NUMBERS = [k for k in range(27) for _ in range(4)]
WHOLE = {Sichuan: NUMBERS, Nanjing: [*NUMBERS, *[k for k in range(27, 34) for _ in range(4)], *range(34, 42)]}
MODELS: dict[str, type[Sichuan | Nanjing]] = {
    **dict.fromkeys(
        ["sichuan-qq", "sichuan-dingque", "sichuan-six-fan", "sichuan-points", "chengdu", "chengdu-parlor"], Sichuan
    ),
    **dict.fromkeys(["nanjing", "nanjing-classic", "nanjing-north"], Nanjing),
}
MODERN = ["golden-hook", "last-tile", "menqing", "mid-tiles"]
CHOICES: dict[type[Table], dict[str, list[Any]]] = {
    Sichuan: {
        "mode": ["standard", "rain", "blood", "blood-rain", "blood-rain"], "void": ["free", "declared"], "fan_table": ["six", "points", "chengdu"],
        "straight_kong": ["feeder-1", "feeder-2", "everyone"], "call_transfer": ["none", "last", "all"], "last_four": ["forced", "free"],
        "pass_win": ["none", "until-turn", "until-turn-unless-higher"], "draw_check": ["none", "max", "min"], "pig_units": [0, 3, 16],
        "pig_rule": ["three-suits", "void-left"], "pig_pays_winners": [True, False], "refund_kongs": [True, False],
        "replacement": ["back", "front"], "dealer_rule": ["winner", "qq", "dice"], "sing_dance": [True, False], "exchange": [True, False],
        "exchange_direction": ["dice", "dice", "next", "across", "prev"], "late_added_kong": ["pays", "free"], "base": [1, 5],
        "self_draw": ["none", "add-base", "add-fan"], "rob_kong_fan": [0, 1], "root_kong": [True, False], "cap": [0, 2, 4],
        "fed_kong_win": ["self", "discard"], "earthly": ["first-draw", "first-discard"], "modern_items": [MODERN], "x_formula": ["multiple", "linear"],
        "sing_fan": [0, 1], "dance_fan": [0, 2], "unit": ["points", "coins"], "room_coefficient": [1, 20], "table_fee": [0, 7],
        "escape_units": [0, 16], "players": [2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10], "pure_suit": [True, False],
    },
    Nanjing: {
        "ready_kong": [True, False], "snapshot_concealed": [True, False], "snapshot_other": ["dudiao", "duidui"], "liability_pay": ["hand", "flat"],
        "keep": ["bixiahu", "big"], "dealer_win_stays": [True, False], "pass_win": ["locked", "free"], "reserve": [0, 1, 3, 16], "smash": [1, 2],
        "double_money": [True, False], "min_hard": [0, 2, 4, 8], "wind_triplet": ["any", "exposed"], "ladder": ["quads", "fourth"],
        "yajue_pung": ["any", "own"], "yajue_big": [True, False], "big_bloom": [40, "x2"], "k_open": [4], "k_conc": [7], "k_flower": [9], "pen": [2],
    },
}  # fmt: skip


def options_for(preset: str, rng: Random, fixed: dict[str, Any]) -> dict[str, Any]:
    """Options that may stand together: in half of the tables none but the `fixed`."""
    model = MODELS[preset]
    options: dict[str, Any] = {}
    if rng.random() < 0.5:
        options = {k: rng.choice(v) for k, v in CHOICES[model].items() if rng.random() < 0.4}
    if preset == "chengdu-parlor" and rng.random() < 0.6:
        options["players"] = rng.choice(CHOICES[model]["players"])
    options |= fixed
    if model is Sichuan:
        if preset != "chengdu-parlor":
            options.pop("players", None)
        if options.get("players", 4) not in {3, 4}:  # SC-P17
            options.pop("exchange", None)
        if options.get("players") == 3 and options.get("exchange_direction") == "across":
            options.pop("exchange_direction")
    return options


# ------------------------------------------------------------------------------------------------ walls


def promising(rng: Random, size: int, left: list[int]) -> list[int]:
    """A hand of sets, pairs and runs out of what is left (counts), mostly of two suits."""
    suits = rng.sample(range(3), rng.choice([1, 2, 2, 2]))
    hand: list[int] = []
    honest = rng.choice([2, 4, 8, 0])  # groups before tiles come as they like
    if honest == 0:  # sets and a pair, or all of them but a tile
        groups = finished(rng, suits, size, left)
        return groups or promising(rng, size, left)
    for _ in range(200):
        if len(hand) >= size:
            break
        k = 9 * rng.choice(suits) + rng.randrange(9)
        if honest > 0:
            group = rng.choice([[k] * 4, [k] * 3, [k] * 2, [k] * 2, [k, k + 1, k + 2], [k, k + 1]])
            if any(g // 9 != k // 9 for g in group):
                continue
        else:
            group = [rng.choice([i for i, n in enumerate(left) if n])]
        group = group[: size - len(hand)]
        if all(group.count(g) <= left[g] for g in group):
            honest -= 1
            for g in group:
                left[g] -= 1
            hand += group
    while len(hand) < size:
        k = rng.choice([i for i, n in enumerate(left) if n])
        left[k] -= 1
        hand.append(k)
    return hand


def finished(rng: Random, suits: list[int], size: int, left: list[int]) -> list[int]:
    """A hand that wins, or lacks one tile; empty if what is left does not make it."""
    rest = list(left)
    hand: list[int] = []
    for _ in range(100):
        if len(hand) == size:
            left[:] = rest
            return hand
        k = 9 * rng.choice(suits) + rng.randrange(9)
        need = size + (size % 3 == 1) - len(hand)  # with the tile that is lacking
        group = [k] * 2 if need == 2 else rng.choice([[k] * 3, [k, k + 1, k + 2], [k, k + 1, k + 2]])
        group = group[: size - len(hand)] if need == 2 else group
        if group[-1] // 9 != k // 9 or any(group.count(g) > rest[g] for g in group):
            continue
        for g in group:
            rest[g] -= 1
        hand += group
    return []


def wall(rng: Random, whole: Sequence[int], seats: int, size: int) -> list[int]:
    """All tiles in drawing order: shuffled, or so that the hands are promising."""
    if rng.random() < 0.4:
        return rng.sample(whole, len(whole))
    left = [0] * 42
    for k in whole:
        left[k] += 1
    hands = [promising(rng, size + (seat == 0), left) for seat in range(seats)]
    for hand in hands:
        rng.shuffle(hand)
    rest = [k for k, n in enumerate(left) for _ in range(n)]
    rng.shuffle(rest)
    return [hands[seat].pop() for seat in dealing(seats, size)] + rest


# ------------------------------------------------------------------------------------------------ players


@dataclass(frozen=True)
class Temper:
    """How likely the players of a deal win, claim, declare; whether they keep what fits, discard what was discarded, leave."""

    win: float
    claim: float
    declare: float
    careful: float
    follow: float
    leave: float

    @classmethod
    def random(cls, rng: Random) -> Temper:
        """Any, mostly lively."""
        win, claim, declare = rng.choice([1, 1, 0.8, 0.3]), rng.choice([1, 0.6, 0.2]), rng.choice([0.9, 0.5, 0.1])
        return cls(
            win, claim, declare, rng.choice([1, 0.9, 0.5]), rng.choice([0, 0, 0.7]), 0.03 if rng.random() < 0.02 else 0
        )

    def choose(self, rng: Random, deal: Table, seat: int, last: str) -> str:
        """One of the acts that are asked of a seat."""
        acts = sorted(deal.asked[seat])
        for words, chance in (
            (("win",), self.win),
            (("kong", "pung"), self.claim),
            (("ready", "reveal"), self.declare),
        ):
            good = [a for a in acts if a.startswith(words)]
            if good and rng.random() < chance:
                return rng.choice(good)
        dull = [a for a in acts if not a.startswith(("win", "kong", "pung", "ready", "reveal"))] or acts
        if last in dull and rng.random() < self.follow:
            return last
        if dull[0].startswith("discard") and rng.random() < self.careful:
            return min(dull, key=lambda act: (usefulness(deal.hands[seat], act), rng.random()))
        return rng.choice(dull)


def usefulness(counts: Sequence[int], act: str) -> int:
    """How well a tile fits into a hand: its like, its neighbours, its suit."""
    rank, suit = int(act[8]) - 1, "mpsz".index(act[9])
    k = 9 * suit + rank
    near = 0 if suit == 3 else sum(counts[k + d] > 0 for d in (-2, -1, 1, 2) if 0 <= rank + d < 9)
    return 4 * counts[k] + 2 * near + sum(counts[9 * suit : 9 * suit + 9])


def size_of(options: dict[str, Any]) -> tuple[int, int]:
    """Seats and hand size (SC-D02)."""
    seats = int(options.get("players", 4))
    return seats, SIZES[seats]
