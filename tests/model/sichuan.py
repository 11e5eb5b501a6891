"""A whole deal of Sichuan mahjong, from docs/rules/sichuan.md alone: plain, one method a clause or two. An oracle, not an engine."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

from model.common import Claim, Wall, dealt, name, names, rules_of
from model.sichuan_hands import Hands, Taking

SIZES = {2: 13, 3: 13, 4: 13, 5: 10, 6: 7, 7: 4, 8: 4, 9: 4, 10: 4}  # SC-D02


class Sichuan(Hands):
    """One deal of any preset of the family."""

    @classmethod
    def deal(
        cls, name: str, options: dict[str, Any], tiles: Sequence[int], dice: Sequence[int], carry: dict[str, int]
    ) -> Sichuan:
        """From a whole wall. Nothing is carried over from the deal before (SC-X05)."""
        assert not carry
        seats = rules_of(name, options).options["players"]
        hands, rest = dealt(tiles, seats, SIZES[seats])
        return cls(name, options, hands, Wall(rest), dice)

    # -------------------------------------------------------------------------------------------- before the first turn (SC-D06)

    def start(self) -> None:
        if self.options["exchange"] and self.phase == "":
            self.phase = "exchange"
            self.asked = {s: self.gifts(s) for s in range(self.seats)}
        elif self.options["void"] == "declared" and self.phase in {"", "exchange"}:
            self.phase = "void"
            self.asked = {s: self.suits(s) for s in range(self.seats)}
        else:
            self.phase = "turn"
            self.ask()

    def gifts(self, seat: int) -> set[str]:
        """SC-P17: three tiles of one suit that he holds."""
        counts = self.hands[seat]
        found = set()
        for low in (0, 9, 18):
            kinds = [k for k in range(low, low + 9) if counts[k]]
            three = combinations_with_replacement(kinds, 3)
            found |= {f"exchange {names(c)}" for c in three if all(c.count(k) <= counts[k] for k in c)}
        return found

    def suits(self, seat: int) -> set[str]:
        """SC-P18: any of three, else an absent one."""
        held = [any(self.hands[seat][9 * i : 9 * i + 9]) for i in range(3)]
        return {f"void {'mps'[i]}" for i in range(3) if all(held) or not held[i]}

    def answer(self, seat: int, act: str) -> None:
        """One gift or suit; when all have answered play goes on."""
        word, _, rest = act.partition(" ")
        del self.asked[seat]
        if word == "void":
            self.void[seat] = "mps".index(rest)
        else:
            self.given[seat] = [9 * "mps".index(rest[3]) + int(c) - 1 for c in rest[:3]]
        if self.asked:
            return
        if word == "exchange":
            step = self.direction()
            for giver, kinds in self.given.items():
                for k in kinds:
                    self.hands[giver][k] -= 1
            if self.last is not None and not self.hands[0][self.last]:  # the dealer has given it away
                self.last = None
            for giver, kinds in self.given.items():
                for k in kinds:
                    self.hands[(giver + step) % self.seats][k] += 1
        self.start()

    def direction(self) -> int:
        """SC-P17: where gifts go."""
        fixed = {"next": 1, "across": 2, "prev": -1}.get(self.options["exchange_direction"])
        if fixed is not None:
            return fixed
        die = self.dice[6]
        if self.seats == 3:
            return 1 if die <= 3 else -1
        return (1, 2, -1)[(die - 1) // 2]

    # -------------------------------------------------------------------------------------------- winning

    def can_take(self, seat: int, tile: int, by: str, source: int) -> bool:
        """Whether a seat may win a discard or a robbed kong: SC-P11, P12, P24."""
        if seat in self.winners or seat in self.gone or self.seats == 2 or not self.complete(seat, tile):
            return False
        rule = self.options["pass_win"]
        if self.bar[seat] is None or rule == "none":
            return True
        return bool(rule == "until-turn-unless-higher" and self.value(seat, tile, by, source).total > self.bar[seat])

    # -------------------------------------------------------------------------------------------- a turn

    def turn(self, seat: int) -> None:
        """SC-P01, X01."""
        if self.wall.left == 0:
            self.exhausted()
            return
        self.fresh, self.kong, self.kong_from = [], None, None
        self.draw(seat, replacement=False)

    def draw(self, seat: int, replacement: bool) -> None:
        """SC-P01, P08."""
        back = replacement and self.options["replacement"] == "back"
        self.mover, self.drew = seat, True
        self.drawn = self.wall.back() if back else self.wall.front()
        self.fresh.append(self.drawn)
        self.hands[seat][self.drawn] += 1
        self.draws[seat] += 1
        self.bar[seat] = None  # SC-P12
        self.ask()

    def ask(self) -> None:
        """Ask the mover, or play for him: forced wins (SC-P13), a seat that has left (SC-P26)."""
        seat = self.mover
        self.claim = None
        if seat in self.gone:
            self.discard(seat, self.idle(seat))
        elif self.forced and self.drew and self.complete(seat):
            self.events["forced"] += 1
            self.win_self(seat)
        else:
            self.asked = {seat: self.acts(seat)}

    def acts(self, seat: int) -> set[str]:
        """All acts of the mover."""
        found = {f"discard {name(k)}" for k in self.discardable(seat)}
        if self.declaring:
            return found
        if self.drew and self.complete(seat):
            found.add("win")
        if self.drew and self.wall.left > 0:  # SC-P07
            found |= {f"kong {name(k)}" for k in range(27) if self.can_kong(seat, k)}
        if self.options["sing_dance"] and not self.said[seat] and any(self.waits(seat, k) for k in self.dutiful(seat)):
            found |= {"ready", "reveal"}  # SC-P20
        return found

    def can_kong(self, seat: int, kind: int) -> bool:
        """SC-P05 – P07, P22."""
        held = self.hands[seat][kind]
        added = held == 1 and any(m[:2] == ("pung", kind) for m in self.melds[seat])
        if not (held == 4 or added) or kind // 9 == self.void[seat]:
            return False
        if not self.said[seat]:
            return True
        if kind != self.drawn:
            return False
        before = self.waits(seat, kind)
        with self.as_if(seat, "added" if added else "concealed", kind):
            return self.waits(seat) == before

    def dutiful(self, seat: int) -> set[int]:
        """SC-P19: what may be discarded because of the void suit."""
        held = {k for k in range(27) if self.hands[seat][k]}
        return {k for k in held if k // 9 == self.void[seat]} or held

    def discardable(self, seat: int) -> set[int]:
        """SC-P19 – P22."""
        may = self.dutiful(seat)
        if self.declaring:
            return {k for k in may if self.waits(seat, k)}
        if self.said[seat]:
            return {self.drawn} if self.drawn is not None else set()
        dancers = [s for s in self.others(seat) if self.said[s] == "reveal" and s not in self.gone]
        fed = set().union(*(self.waits(s) for s in dancers)) if dancers else set()
        return may - fed or may

    def idle(self, seat: int) -> int:
        """SC-P26: what is discarded for a seat that has left: the lowest of the void suit, else the tile drawn, else the lowest.

        No clause says what comes before what; a discard that SC-P21 forbids is none, and the dealer's last tile is his first draw.
        """
        drawn = self.last if seat == 0 and self.drew and self.drawn is None else self.drawn
        if self.declaring:  # what he has just said is taken back
            self.declaring, self.said[seat] = False, ""
            if drawn is not None:
                return drawn
        may = self.discardable(seat)
        if drawn in may and not any(k // 9 == self.void[seat] for k in may):
            return drawn
        return min(may)

    def play(self, seat: int, word: str, rest: str) -> None:
        if word == "escape":
            self.escape(seat)
        elif word in {"exchange", "void"}:
            self.answer(seat, f"{word} {rest}")
        elif self.claim is not None:
            self.claim.said[seat] = f"{word} {rest}".strip()
            self.settle()
        elif word == "discard":
            self.discard(seat, self.kind(rest))
        elif word == "win":
            self.win_self(seat)
        elif word == "kong":
            self.own_kong(seat, self.kind(rest))
        else:
            self.said[seat], self.declaring = word, True
            self.ask()

    @staticmethod
    def kind(text: str) -> int:
        return 9 * "mps".index(text[1]) + int(text[0]) - 1

    def may(self, seat: int, act: str) -> bool:
        if act == "escape":  # what a seat that leaves earlier gives and names is said by no clause
            return self.phase == "turn" and not self.over and seat not in self.gone + self.deserters
        return super().may(seat, act)

    # -------------------------------------------------------------------------------------------- discards, claims, kongs

    def discard(self, seat: int, tile: int) -> None:
        """SC-P01: a discard, which others may claim."""
        self.hands[seat][tile] -= 1
        self.discards += 1
        self.declaring = False
        self.open(tile, seat, "discard")

    def own_kong(self, seat: int, kind: int) -> None:
        """SC-P05, P06, P09."""
        if self.hands[seat][kind] == 4:
            self.meld(seat, "concealed", kind, None)
            self.konged(seat, dict.fromkeys(self.others(seat), 2), None)
        else:
            self.open(kind, seat, "rob")

    def open(self, tile: int, source: int, by: str) -> None:
        """Ask who claims a discard, or robs an added kong."""
        self.by = by
        choices: dict[int, set[str]] = {}
        for s in self.others(source):
            acts = {"win"} if self.can_take(s, tile, by, source) else set()
            # SC-P03, P04, P22, P24; on a tile that is being robbed neither (SC-P03)
            barred = by == "rob" or self.wall.left == 0 or self.void[s] == tile // 9 or self.said[s] or self.seats == 2
            if not barred and s not in self.gone:
                acts |= {f"pung {name(tile)}"} if self.hands[s][tile] >= 2 else set()
                acts |= {f"kong {name(tile)}"} if self.hands[s][tile] == 3 else set()
            if acts:
                choices[s] = acts | {"pass"}
        self.claim = Claim(tile, source, choices, {s: {"win"} & acts for s, acts in choices.items()})
        if self.forced and any(self.claim.best.values()):  # SC-P13: for all who can, before anything else
            self.events["forced"] += 1
            self.claim.said = {s: "win" if "win" in acts else "pass" for s, acts in choices.items()}
        self.settle()

    def settle(self) -> None:
        """Close the claim if it is decided: SC-P10."""
        claim = self.claim
        assert claim is not None
        self.asked = claim.silent
        if not claim.decided:
            return
        takers, caller, source, tile = claim.takers, claim.caller, claim.source, claim.tile
        for s, acts in claim.choices.items():  # SC-P12
            if "win" in acts and s not in takers and self.options["pass_win"] != "none":
                total = self.value(s, tile, self.by, source).total
                self.bar[s] = max(total, self.bar[s] or 0)
                self.events["passed win"] += 1
        self.claim, self.asked = None, {}
        if takers:
            self.events[f"{len(takers)} win {self.by}"] += 1
            if self.by == "rob":
                self.hands[source][tile] -= 1
            self.pay_wins(takers, tile, source)
        elif self.by == "rob":
            source_pays = self.options["late_added_kong"] == "pays" or tile in self.fresh  # SC-P05
            self.meld(source, "added", tile, None)
            self.konged(source, dict.fromkeys(self.others(source), 1) if source_pays else {}, None)
        elif caller:
            seat, word = caller
            self.bar[seat] = None  # SC-P12
            self.meld(seat, word, tile, source)
            self.mover, self.fresh, self.kong, self.kong_from = seat, [], None, None
            if word == "kong":
                each = 1 if self.options["straight_kong"] == "everyone" else 0
                feeder = 1 if self.options["straight_kong"] == "feeder-1" else 2
                self.konged(seat, {s: feeder if s == source else each for s in self.others(seat)}, source)
            else:
                self.calls += 1
                self.drawn, self.drew = None, False
                self.ask()
        else:
            self.turn(self.after(source))

    def konged(self, seat: int, units: dict[int, int], feeder: int | None) -> None:
        """SC-S06, P08: the money of a kong, and its replacement."""
        self.calls += 1
        self.kongs += 1
        paid = {s: n * self.options["base"] for s, n in units.items() if n and self.rain}
        for payer, amount in paid.items():
            self.pay(payer, seat, amount)
        self.kong, self.kong_from = Taking(seat, paid), feeder
        self.takings.append(self.kong)
        self.draw(seat, replacement=True)

    def after(self, seat: int) -> int:
        """The next unwon seat."""
        return next(s for s in self.around(seat) if s not in self.winners)

    # -------------------------------------------------------------------------------------------- wins

    def win_self(self, seat: int) -> None:
        """SC-S03, S05. Of the dealer's first fourteen tiles any is the last one."""
        tile = self.drawn if self.drawn is not None else self.hand(seat)[-1]
        self.events["win self after kong" if self.kong else "win self"] += 1
        self.asked = {}
        self.pay_wins([seat], tile, None)

    def pay_wins(self, takers: list[int], tile: int, source: int | None) -> None:
        """SC-S02, S03, S07, P15, P16."""
        by = "self" if source is None else self.by
        scores = [self.value(s, tile, by, source) for s in takers]
        self.won += [(s, list(score.payments)) for s, score in zip(takers, scores, strict=True)]
        if by == "discard" and self.kong is not None and self.rain:
            self.transfer(takers)
        self.winners += takers
        self.first = self.first or (takers, source)
        if not self.blood or len(self.unwon) < 2:
            self.end("win")
        else:
            start = takers[0] if source is None else source
            self.turn(self.after(max(takers, key=lambda s: (s - start) % self.seats)))

    def transfer(self, takers: list[int]) -> None:
        """SC-S07."""
        assert self.kong is not None
        rule, giver = self.options["call_transfer"], self.kong.seat
        moved = {"none": [], "last": [self.kong], "all": [t for t in self.takings if t.seat == giver and t.held]}[rule]
        for taking in moved:
            for s in takers:
                self.pay(giver, s, sum(taking.paid.values()))
            taking.held = False
            self.events["call transfer"] += 1

    # -------------------------------------------------------------------------------------------- leaving, the end

    def escape(self, seat: int) -> None:
        """SC-P26."""
        if seat in self.winners:
            self.deserters.append(seat)
            self.won = [(s, p) for s, p in self.won if s != seat]
            return
        self.gone.append(seat)
        if self.claim is not None:
            if seat in self.claim.choices:  # he claims nothing, whatever he has said
                self.claim.said[seat] = "pass"
                self.settle()
        else:
            self.ask()

    def exhausted(self) -> None:
        """SC-X01 – X04."""
        if self.options["draw_check"] != "none":
            base = self.options["base"]
            waits = {s: self.waits(s) if s not in self.gone else set() for s in self.unwon}
            ready = [s for s in self.unwon if waits[s]]
            pigs = [s for s in self.unwon if self.pig(s)]
            if self.options["refund_kongs"] and self.rain:  # SC-X02
                for taking in self.takings:
                    if taking.held and taking.seat in self.unwon and taking.seat not in ready:
                        self.events["refund"] += 1
                        for payer, amount in taking.paid.items():
                            self.pay(taking.seat, payer, amount)
            for pig in pigs:  # SC-X03
                for s in range(self.seats):
                    if s not in pigs and (s in self.unwon or self.options["pig_pays_winners"]):
                        self.pay(pig, s, self.options["pig_units"] * base)
            for s in self.unwon:  # SC-X04
                if s not in ready and s not in pigs:
                    for taker in ready:
                        self.pay(s, taker, self.wait_value(taker, waits[taker]) * base)
        self.end("draw")

    def end(self, result: str) -> None:
        """SC-P26, D04."""
        self.over, self.result, self.asked = True, result, {}
        for leaver in self.gone:
            for s in range(self.seats):
                if s not in self.gone + self.deserters:
                    self.pay(leaver, s, self.options["escape_units"] * self.options["base"])
        rule = self.options["dealer_rule"]
        if rule == "dice" or (rule == "qq" and self.blood) or self.gone or self.deserters:
            self.next_dealer = -1
        elif self.first is not None:
            takers, source = self.first
            by_giver = source is not None and (rule == "qq" or len(takers) > 1)
            self.next_dealer = source if by_giver and source is not None else takers[0]
