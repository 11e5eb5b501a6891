"""Sichuan mahjong, docs/rules/sichuan.md: the state of a deal, and what a seat's tiles are in it: complete, waiting, worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from model.common import Table, Wall, completing, is_pairs, is_sets, rules_of


@dataclass
class Taking:
    """Kong money that a seat took, from whom (SC-S06); `held` until it is transferred (SC-S07)."""

    seat: int
    paid: dict[int, int]
    held: bool = True


class Hands(Table):
    """A table of this family; what is played on it is in `sichuan.py`."""

    def __init__(
        self, name: str, options: dict[str, Any], hands: Sequence[Sequence[int]], wall: Wall, dice: Sequence[int] = ()
    ) -> None:
        # Hands are always scored in points; coins are made of the whole deal (SC-S08).
        rules = rules_of(name, options | {"unit": "points"})
        self.coins = rules_of(name, options).options["unit"] == "coins"
        self.check_rules = rules_of(name, options | {"unit": "points", "self_draw": "none"})  # SC-X04: without 自摸
        self.dice = dice
        seats = len(hands)
        self.void: list[int | None] = [None] * seats
        self.gone: list[int] = []  # who left unwon
        self.deserters: list[int] = []  # who left after winning
        self.bar: list[int | None] = [None] * seats  # SC-P12: the highest total passed
        self.said = [""] * seats  # SC-P20: ready, reveal
        self.declaring = False  # the mover has just said so
        self.won: list[tuple[int, list[int]]] = []  # SC-S09: winner and payments
        self.first: tuple[list[int], int | None] | None = None  # SC-D04: winners of the first tile won, who gave it
        self.takings: list[Taking] = []
        self.given: dict[int, list[int]] = {}
        self.phase = ""
        self.drew = True  # the dealer's tiles count as drawn (SC-P06)
        self.fresh: list[int] = []  # all tiles drawn in this turn
        self.kong: Taking | None = None  # the kong of this turn whose replacement was drawn last
        self.kong_from: int | None = None
        self.draws = [0] * seats
        self.last: int | None = hands[0][-1]  # the dealer's last tile
        self.discards = 0
        self.calls = self.kongs = 0  # pungs and kongs, kongs alone, of anybody
        super().__init__(rules, hands, wall)

    # -------------------------------------------------------------------------------------------- words

    @property
    def blood(self) -> bool:
        return str(self.options["mode"]).startswith("blood")

    @property
    def rain(self) -> bool:
        return str(self.options["mode"]).endswith("rain")

    @property
    def unwon(self) -> list[int]:
        """SC-S01; who left unwon is one of them."""
        return [s for s in range(self.seats) if s not in self.winners]

    def others(self, seat: int) -> list[int]:
        return [s for s in self.unwon if s != seat]

    @property
    def forced(self) -> bool:
        """SC-P13: the fourth-last tile has been drawn."""
        return self.options["last_four"] == "forced" and self.wall.left <= 3

    @property
    def deltas(self) -> list[int]:
        money = [m + sum(p[s] for _, p in self.won) for s, m in enumerate(self.money)]
        if not self.coins:
            return money
        fee = self.options["table_fee"] if self.over else 0
        return [m * self.options["room_coefficient"] - fee for m in money]  # SC-S08

    # -------------------------------------------------------------------------------------------- complete, waiting, worth

    def fits(self, counts: Sequence[int], seat: int) -> bool:
        """SC-W03 – W05: the suits of a hand with its melds."""
        suits = {k // 9 for k, n in enumerate(counts) if n} | {k // 9 for _, k, _ in self.melds[seat]}
        one = self.seats == 2 or (self.seats == 3 and self.options["pure_suit"])
        return len(suits) <= (1 if one else 2) and self.void[seat] not in suits

    def complete(self, seat: int, tile: int | None = None) -> bool:
        """SC-W01 – W05, with a tile of somebody else's or not."""
        counts = list(self.hands[seat])
        if tile is not None:
            counts[tile] += 1
        return (is_sets(counts) or is_pairs(counts)) and self.fits(counts, seat)

    def waits(self, seat: int, without: int | None = None) -> set[int]:
        """SC-W08: the kinds that complete the hand, held fewer than four times; `without`: one of a kind set aside."""
        counts = list(self.hands[seat])
        if without is not None:
            counts[without] -= 1
        found = set()
        for k in completing(counts, pairs=True):
            counts[k] += 1
            melded = sum(3 if way == "pung" else 4 for way, m, _ in self.melds[seat] if m == k)
            if counts[k] + melded <= 4 and self.fits(counts, seat):
                found.add(k)
            counts[k] -= 1
        return found

    def value(self, seat: int, tile: int, by: str, source: int | None) -> Any:
        """The score of a win now, with its circumstances."""
        context = {"ready"} if self.said[seat] == "ready" else set()
        details: dict[str, Any] = {}
        if by == "self":
            if self.kong is not None:
                context.add("after-kong")
                if self.kong_from is not None:
                    details["liability"] = {"kong_from": self.kong_from}
            if self.wall.left == 0:
                context.add("last-tile")
            if seat == 0 and self.draws[0] == 0:  # SC-W09; without a draw he has not konged
                context.add("heavenly")
            if self.draws[seat] == 1 and seat != 0 and not self.calls and self.options["earthly"] == "first-draw":
                context.add("earthly")
        elif by == "discard":
            if self.kong is not None:
                context.add("kong-discard")
            if self.wall.left == 0:
                context.add("last-discard")
            if source == 0 and self.discards == 1 and not self.kongs and self.options["earthly"] == "first-discard":
                context.add("earthly")
        if self.void[seat] is not None:
            details["void"] = "mps"[self.void[seat] or 0]
        details |= {"out": list(self.winners), "reveal": self.said[seat] == "reveal"}
        score = self.worth(seat, tile, by, source, context, **details)
        assert score.legal, score.refusal
        return score

    def pig(self, seat: int) -> bool:
        """SC-X03."""
        if self.options["pig_units"] == 0:
            return False
        concealed = {k // 9 for k in self.hand(seat)}
        if self.options["pig_rule"] == "void-left":
            return self.void[seat] in concealed
        return len(concealed | {k // 9 for _, k, _ in self.melds[seat]}) == 3

    def wait_value(self, seat: int, waits: set[int]) -> int:
        """SC-X04: the units of the dearest or cheapest winning tile, as a discard win without circumstances."""
        details: dict[str, Any] = {"reveal": self.said[seat] == "reveal"}
        if self.void[seat] is not None:
            details["void"] = "mps"[self.void[seat] or 0]
        totals = []
        for k in waits:
            by, source = ("self", None) if self.seats == 2 else ("discard", (seat + 1) % self.seats)
            self.hands[seat][k] += by == "self"
            context = ["ready"] if self.said[seat] == "ready" else []
            score = self.worth(seat, k, by, source, context, self.check_rules, **details)
            self.hands[seat][k] -= by == "self"
            assert score.legal, score.refusal
            totals.append(score.total)
        total = max(totals) if self.options["draw_check"] == "max" else min(totals)
        if self.options["fan_table"] == "chengdu":  # SC-C03
            return int(2**total)
        linear = self.options["fan_table"] == "points" or self.options["x_formula"] == "linear"
        return int(total if linear else 2 ** (total - 1))  # SC-C01, C02, C06
