"""A whole deal of Nanjing mahjong, from docs/rules/nanjing.md alone: plain, one method a clause or two. An oracle, not an engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from model.common import Claim, Table, Wall, completing, dealt, is_pairs, is_sets, name, rules_of

from quepu.notation import parse
from quepu.scoring import Score

BONUS = range(31, 42)  # NJ-E01: dragons, seasons, plants
BIG = {  # NJ-W03, without 压绝
    "混一色", "清一色", "对对胡", "全球独钓", "七对", "豪华七对", "超豪华七对", "超超豪华七对", "双七对", "大杠开花", "天胡", "地胡",
}  # fmt: skip


class Nanjing(Table):
    """One deal of any preset."""

    CARRIES = True

    def __init__(
        self, name: str, options: dict[str, Any], hands: Sequence[Sequence[int]], wall: Wall, stake: int = 1
    ) -> None:
        rules = rules_of(name, options)
        self.stake = stake
        self.flowers: list[list[int]] = [[] for _ in hands]
        self.declared = [False] * len(hands)  # NJ-P08
        self.locked = [False] * len(hands)  # NJ-P06
        self.phase = "flowers"
        self.drew = True  # the dealer's tiles count as drawn
        self.opening = True  # the dealer has not acted yet
        self.discarded: list[list[int]] = [[] for _ in hands]
        self.row: list[tuple[int, int]] = []  # NJ-K04: the discards since the last pung or kong of one
        self.chain: set[str] = set()  # NJ-F21, F22: what the tile drawn last replaces
        self.kong_from: int | None = None  # NJ-L07
        self.doubling: set[str] = set()  # NJ-B01: the letters of what happened
        self.by = ""
        self.last = hands[0][-1]  # the dealer's fourteenth tile, or the last of his initial replacements
        super().__init__(rules, hands, wall)

    @classmethod
    def deal(
        cls, name: str, options: dict[str, Any], tiles: Sequence[int], dice: Sequence[int], carry: dict[str, int]
    ) -> Nanjing:
        """From a whole wall; dice decide nothing here."""
        del dice
        hands, rest = dealt(tiles, 4, 13)
        reserve = rules_of(name, options).options["reserve"]
        return cls(name, options, hands, Wall(rest, reserve), carry.get("stake", 1))

    # -------------------------------------------------------------------------------------------- before the first turn

    def start(self) -> None:
        """NJ-H02: flowers, dealer first; then NJ-P08; then the dealer."""
        if self.phase == "flowers":
            for seat in range(4):
                if acts := self.flower_acts(seat):
                    self.mover = seat
                    self.asked = {seat: acts}
                    return
            self.phase, self.mover = "ready", 0
            self.asked = {s: {"ready", "pass"} for s in (1, 2, 3) if self.waits(s)}
        if not self.asked:
            self.phase = "turn"
            self.ask()

    def flower_acts(self, seat: int) -> set[str]:
        return {f"flower {name(k)}" for k in BONUS if self.hands[seat][k]}

    # -------------------------------------------------------------------------------------------- words

    def fee(self, amount: str) -> int:
        """Money outside the win: NJ-K06."""
        return int(self.options[amount]) * (self.stake if self.options["double_money"] else 1)

    def collect(self, seat: int, amount: str) -> None:
        for s in self.around(seat):
            self.pay(s, seat, self.fee(amount))

    def waits(self, seat: int, without: int | None = None) -> set[int]:
        """NJ-W05; `without`: one of a kind set aside."""
        counts = list(self.hands[seat])
        if without is not None:
            counts[without] -= 1
        own = {k: counts[k] + self.owned(seat, k) - self.hands[seat][k] for k in range(31)}
        return {k for k in completing(counts, pairs=not self.melds[seat]) if own[k] < 4}

    def liable(self, seat: int) -> int | None:
        """NJ-L01, L02."""
        feeds = [source for _, _, source in self.melds[seat] if source is not None]
        concealed = len(self.melds[seat]) - len(feeds)
        for i in range(len(feeds) - 2):
            if len(set(feeds[i : i + 3])) == 1:
                return feeds[i]
        if self.options["snapshot_concealed"]:
            twice = [f for f in feeds if feeds.count(f) >= 2]
            if concealed >= 1 and twice:
                return twice[0]
            if concealed >= 2 and feeds:
                return feeds[0]
        return None

    def fourth(self, seat: int, tile: int) -> bool:
        """NJ-L03: whether a pung or kong of this tile wins at once."""
        suits = {k // 9 for _, k, _ in self.melds[seat]}
        one_suit = suits == {tile // 9} and tile < 27
        return len(self.melds[seat]) == 3 and (self.liable(seat) is not None or one_suit)

    def value(self, seat: int, tile: int, by: str, source: int | None, snapshot: bool = False) -> Score:
        """The score of a win now, with its circumstances."""
        context = {"ready"} if self.declared[seat] else set()
        details: dict[str, Any] = {"stake": self.stake, "snapshot": snapshot}
        if by == "self":
            context |= self.chain - ({"after-flower"} if "after-kong" in self.chain else set())
            if "after-kong" in self.chain and self.kong_from is not None:
                details["liability"] = {"kong_from": self.kong_from}
            if seat == 0 and self.opening:
                context.add("heavenly")
        details["table_pungs"] = [
            k for s in self.around(seat) for way, k, _ in self.melds[s] if way == "pung"
        ]  # NJ-F19
        return self.worth(seat, tile, by, source, context, flowers=self.flowers[seat], **details)

    def shaped(self, seat: int, tile: int | None = None) -> bool:
        """NJ-W01."""
        counts = list(self.hands[seat])
        if tile is not None:
            counts[tile] += 1
        return is_sets(counts) or (is_pairs(counts) and not self.melds[seat])

    def can_take(self, seat: int, tile: int, by: str, source: int) -> bool:
        """NJ-P06, W04."""
        return not self.locked[seat] and self.shaped(seat, tile) and self.value(seat, tile, by, source).legal

    def own_win(self, seat: int) -> Score | None:
        """The win by self-draw that is legal now; of the dealer's first tiles the one that came last is the winning one."""
        if not self.drew or not self.shaped(seat):
            return None
        score = self.value(seat, self.last if self.drawn is None else self.drawn, "self", None)
        return score if score.legal else None

    # -------------------------------------------------------------------------------------------- a turn

    def turn(self, seat: int) -> None:
        """NJ-P10."""
        if self.wall.left == 0:
            self.end("draw", [])
            return
        self.chain, self.kong_from = set(), None
        self.take(seat, replacement=False)

    def take(self, seat: int, replacement: bool) -> None:
        """Draw a tile; the own turn has started (NJ-P06)."""
        self.mover, self.drew, self.locked[seat] = seat, True, False
        self.drawn = self.wall.back() if replacement else self.wall.front()
        self.hands[seat][self.drawn] += 1
        self.ask()

    def ask(self) -> None:
        seat = self.mover
        self.asked = {seat: self.flower_acts(seat) or self.acts(seat)}

    def acts(self, seat: int) -> set[str]:
        """All acts of the mover."""
        held = {k for k in range(31) if self.hands[seat][k]}
        first = seat == 0 and self.opening
        if first and self.declared[seat]:  # NJ-P08: a first discard that leaves him waiting
            return {f"discard {name(k)}" for k in held if self.waits(seat, k)}
        found = {f"discard {name(k)}" for k in held if not self.declared[seat] or k == self.drawn}
        if self.own_win(seat):
            found.add("win")
        if self.drew and self.wall.left > 0:
            found |= {f"kong {name(k)}" for k in held if self.can_kong(seat, k)}
        if first and any(self.waits(seat, k) for k in held):
            found.add("ready")
        return found

    def can_kong(self, seat: int, kind: int) -> bool:
        """NJ-P02, P08."""
        if not self.declared[seat]:
            return self.hands[seat][kind] == 4 or any(m[:2] == ("pung", kind) for m in self.melds[seat])
        if not self.options["ready_kong"] or self.hands[seat][kind] < 4 or kind != self.drawn:
            return False
        before = self.waits(seat, kind)
        with self.as_if(seat, "concealed", kind):
            return self.waits(seat) == before

    def play(self, seat: int, word: str, rest: str) -> None:
        kind = parse(rest)[0] if rest else -1
        if word == "flower":
            self.flower(seat, kind)
        elif self.phase == "ready":
            del self.asked[seat]
            self.declared[seat] = word == "ready"
            self.start()
        elif self.claim is not None:
            self.claim.said[seat] = f"{word} {rest}".strip()
            self.settle()
        elif word == "discard":
            self.discard(seat, kind)
        elif word == "kong":
            self.own_kong(seat, kind)
        elif word == "ready":
            self.declared[seat] = True
            self.ask()
        else:
            score = self.own_win(seat)
            assert score is not None
            self.end("win", [(seat, score)], None)

    def flower(self, seat: int, kind: int) -> None:
        """NJ-H02 – H05."""
        self.hands[seat][kind] -= 1
        self.flowers[seat].append(kind)
        kinds = range(34, 38) if 34 <= kind < 38 else range(38, 42) if kind >= 38 else (kind,)
        complete = sum(self.flowers[seat].count(k) for k in kinds) == 4
        if complete:
            self.events["flower kong"] += 1
            self.collect(seat, "k_flower")  # NJ-K03
            self.doubling.add("a")
        if self.phase == "flowers":
            tile = self.wall.back()
            self.hands[seat][tile] += 1
            self.last = tile if seat == 0 else self.last
            self.start()
        elif self.wall.left == 0:
            self.end("draw", [])  # NJ-H03
        else:
            self.chain.add("after-kong" if complete else "after-flower")
            self.kong_from = None if complete else self.kong_from
            self.take(seat, replacement=True)

    # -------------------------------------------------------------------------------------------- discards, claims, kongs

    def discard(self, seat: int, tile: int) -> None:
        """NJ-K04, K05, then the claims."""
        self.opening = False
        self.hands[seat][tile] -= 1
        self.discarded[seat].append(tile)
        self.row.append((seat, tile))
        last = self.row[-4:]
        if len(last) == 4 and len({s for s, _ in last}) == 4 and len({k for _, k in last}) == 1:
            self.events["followed"] += 1
            self.fine(last[0][0])
            self.doubling.add("g")
        if self.discarded[seat].count(tile) == 4:
            self.events["all four discarded"] += 1
            self.fine(seat)
        self.open(tile, seat, "discard")

    def fine(self, seat: int) -> None:
        for s in self.around(seat):
            self.pay(seat, s, self.fee("pen"))

    def own_kong(self, seat: int, kind: int) -> None:
        """NJ-P02, P05, K02."""
        self.opening = False
        if self.hands[seat][kind] == 4:
            self.meld(seat, "concealed", kind, None)
            self.collect(seat, "k_conc")
            self.replace(seat, None)
        else:
            self.open(kind, seat, "rob")

    def replace(self, seat: int, feeder: int | None) -> None:
        self.chain.add("after-kong")
        self.kong_from = feeder
        self.take(seat, replacement=True)

    def open(self, tile: int, source: int, by: str) -> None:
        """Ask who claims a discard, or robs an added kong (NJ-P04, P05)."""
        self.by = by
        choices: dict[int, set[str]] = {}
        best: dict[int, set[str]] = {}
        for s in self.around(source):
            acts = {"win"} if self.can_take(s, tile, by, source) else set()
            best[s] = set(acts)
            if by == "discard" and not self.declared[s]:
                claims = {f"pung {name(tile)}"} if self.hands[s][tile] >= 2 else set()
                claims |= {f"kong {name(tile)}"} if self.hands[s][tile] == 3 and self.wall.left > 0 else set()
                acts |= claims
                best[s] |= claims if claims and self.fourth(s, tile) else set()
            if acts:
                choices[s] = acts | {"pass"}
        self.claim = Claim(tile, source, choices, best)
        self.settle()

    def settle(self) -> None:
        """Close the claim if it is decided."""
        claim = self.claim
        assert claim is not None
        self.asked = claim.silent
        if not claim.decided:
            return
        tile, source, takers, caller = claim.tile, claim.source, claim.takers, claim.caller
        for s, acts in claim.choices.items():  # NJ-P06, P07
            if "win" in acts and s not in takers and self.options["pass_win"] == "locked":
                self.locked[s] = True
                self.events["passed win"] += 1
        self.claim, self.asked = None, {}
        if takers:
            wins = [(s, self.value(s, tile, self.by, source, claim.said[s] != "win")) for s in takers]
            assert all(score.legal for _, score in wins)
            if any(claim.said[s] != "win" for s in takers):
                self.events["fourth claim"] += 1
                self.doubling.add("d")
            self.hands[source][tile] -= self.by == "rob"
            self.end("win", wins, source)
        elif self.by == "rob":
            self.meld(source, "added", tile, None)
            feeder = self.fed_by(source, tile)
            assert feeder is not None
            self.pay(feeder, source, self.fee("k_open"))  # NJ-K01
            self.replace(source, feeder)
        elif caller:
            seat, word = caller
            self.meld(seat, word, tile, source)
            self.mover, self.locked[seat], self.row, self.chain = seat, False, [], set()
            if word == "kong":
                self.pay(source, seat, self.fee("k_open"))
                self.replace(seat, source)
            else:
                self.drawn, self.drew = None, False
                self.ask()
        else:
            self.turn((source + 1) % 4)

    # -------------------------------------------------------------------------------------------- the end

    def end(self, result: str, wins: list[tuple[int, Score]], source: int | None = None) -> None:
        """NJ-S, B01 – B03."""
        self.over, self.result, self.asked = True, result, {}
        self.winners = [s for s, _ in wins]
        happened = self.doubling
        big = False
        for seat, score in wins:
            for s, amount in enumerate(score.payments):
                self.money[s] += amount
            fans = set(score.fans)
            big |= bool(fans & BIG) or ("压绝" in fans and self.options["yajue_big"])
            liable = self.liable(seat)
            happened |= {"c"} if fans & {"小杠开花", "大杠开花"} else set()
            fed_bloom = "大杠开花" in fans and self.kong_from is not None
            if source is None:
                happened |= {"d"} if liable is not None or fed_bloom else set()
            else:
                happened |= {"d"} if self.by == "rob" or (liable is not None and liable != source) else set()
            self.events[f"win {'self' if source is None else self.by}{' liable' if liable is not None else ''}"] += 1
        dealer_won = 0 in self.winners
        happened |= {"b"} if dealer_won and self.options["dealer_win_stays"] else set()
        happened |= {"e"} if len(wins) > 1 else set()
        happened |= {"f"} if not wins else set()
        if self.options["keep"] == "bixiahu":
            stays = bool(happened)
        else:
            stays = (dealer_won and self.options["dealer_win_stays"]) or big or len(wins) > 1 or not wins
        self.next_dealer = 0 if stays else 1
        self.carry = {"stake": 2 if happened or stays else 1}  # NJ-B02
