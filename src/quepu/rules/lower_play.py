"""The play of a game becomes words for the kernel: a table of numbers, and expressions about a deal."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from quepu import _kernel
from quepu.rules.expr import FALSE, Apply, Compare, Const, Folder, Int, IntLike, RuleError, value_of
from quepu.rules.options import Input
from quepu.rules.play import DealFact, DealTruth, Due, Play, Void

MARK, VERSION = 0x55504544, 1
READY = {"ready_at_start": 1, "ready_first": 2, "ready_turn": 4, "ready_double": 8}
ACCOUNTS = ("", "kong", "hand", "last kong passes", "all kongs pass")
SOURCES = ("number", "pulls", "won", "checking", "indicators", "under indicators", "pungs of others", "birds")


@dataclass(frozen=True)
class MatchNumbers:
    """The numbers of a `Match` under certain options."""

    deals: int
    rounds: int
    winds: int
    swap: int
    start: int
    extra_rounds: int
    target: int
    bust: int
    leader_stops: int
    returned: int
    places: tuple[int, ...]


NO_MATCH = MatchNumbers(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ())


@dataclass
class PlayLowering:
    """One compilation of a game's play under its options."""

    game: str
    play: Play
    folder: Folder
    inputs: Sequence[Input]
    numbers: Mapping[str, int]  # slots of inputs
    lists: Mapping[str, int]
    items: Mapping[str, Sequence[int]]
    tells: Mapping[str, int]  # number of each figure
    bonus_mask: int
    reds: Sequence[int]
    nodes: list[tuple[int, int, tuple[int, int, int], int]] = field(default_factory=list)
    known: dict[Any, int] = field(default_factory=dict)
    dues: list[Due] = field(default_factory=list)
    voided: list[Void] = field(default_factory=list)

    def run(self) -> bytes:
        """The words. Raises RuleError when something cannot be known in a deal."""
        play = self.play
        self._node((0, 0, (0, 0, 0), 0))
        self.table_marks = [r.mark for r in play.remembers if not r.mark.seat]
        self.seat_marks = [r.mark for r in play.remembers if r.mark.seat]
        self.table_names = list(dict.fromkeys(m.name for m in self.table_marks))
        self.seat_names = list(dict.fromkeys(m.name for m in self.seat_marks))
        out = array("i", [MARK, VERSION])
        table = self.table()
        out.extend(table[name] for name in _kernel.TABLE)
        tail = array("i")
        self.dues = [
            d
            for d in play.dues
            if value_of(self.folder.fold(d.when)) != 0 and value_of(self.folder.fold(self._int(d.amount))) != 0
        ]
        tail.append(len(self.dues))
        for due in self.dues:
            tail.extend(
                [
                    _kernel.OCCASIONS.index(due.on),
                    ("seats", "table", "house").index(due.source),
                    ACCOUNTS.index(due.account),
                    self.place(due.when),
                    self.place(due.who),
                    self.place(due.to),
                    self.place(due.amount),
                ]
            )
        tail.append(len(play.remembers))
        for r in play.remembers:
            names = self.seat_names if r.mark.seat else self.table_names
            at = names.index(r.mark.name)
            tail.extend(
                [
                    _kernel.OCCASIONS.index(r.on),
                    at if r.mark.seat else -1,
                    -1 if r.mark.seat else at,
                    self.place(r.when),
                    self.place(r.value),
                ]
            )
        self.voided = [v for v in play.voided if value_of(self.folder.fold(v.when)) != 0]
        tail.append(len(self.voided))
        for v in self.voided:
            tail.extend([int(v.asked), self.place(v.when)])
        bound = [i for i in self.inputs if i.filled is not None]
        tail.append(len(bound))
        for one in bound:
            slot = self.lists[one.key] if one.kind == "tiles" else self.numbers[one.key]
            if isinstance(one.filled, Int):
                tail.extend([0, slot, self.place(one.filled)])
            elif one.filled is not None:
                if one.filled in ("pulls", "birds") and one.kind != "each":
                    raise RuleError(
                        f'{self.game}: input {one.key}: filled="{one.filled}" is a number a seat: its kind is each, not {one.kind}'
                    )
                tail.extend([SOURCES.index(one.filled), slot, 0])
        hit = [kinds.mask for kinds in play.bird_seats]
        for mask in [*hit, *[0] * (_kernel.MAX_SEATS - len(hit))]:
            tail.extend([_signed(mask & 0xFFFFFFFF), _signed(mask >> 32)])
        firsts = {m.name: m.first for m in self.seat_marks}
        tail.extend([*(firsts[name] for name in self.seat_names), -1, -1, -1, -1][:4])
        carry = [*play.carry.values(), play.match.over]
        tail.append(len(carry))
        tail.extend(self.place(e) for e in carry)
        tail.append(self.place(play.next_dealer))
        always = value_of(self.folder.fold(play.ready_if)) == 1
        tail.append(0 if always else self.place(play.ready_if))
        tail.append(self.match().start)
        tail.extend([*(play.first.get(name, 0) for name in play.carry), 0, 0, 0, 0, 0][:5])
        out.append(len(self.nodes))
        for kind, what, params, mask in self.nodes:
            out.extend([kind, what, *params, _signed(mask & 0xFFFFFFFF), _signed(mask >> 32)])
        out.extend(tail)
        if sys.byteorder == "big":
            out.byteswap()
        return out.tobytes()

    def match(self) -> MatchNumbers:
        """The numbers of a match under the options."""
        m = self.play.match
        numbers = {
            f.name: self.fixed(getattr(m, f.name), f"match: {f.name}")
            for f in fields(MatchNumbers)
            if f.name != "places"
        }
        return MatchNumbers(**numbers, places=tuple(self.fixed(n, "match: places") for n in m.places))

    def table(self) -> dict[str, int]:
        """The numbers of the table under the options, by their names in the kernel."""
        play = self.play
        result: dict[str, int] = {}
        for name in _kernel.TABLE:
            if hasattr(play, name) and name not in ("bets", "claim_wins", "exchange_way"):
                result[name] = self.fixed(getattr(play, name), name)
        times = result["exchange"]
        for name, most in (("exchange", _kernel.MAX_PASSES), ("birds", _kernel.MAX_BIRDS)):
            if not 0 <= result[name] <= most:
                raise RuleError(f"{self.game}: play: {name} is {result[name]}; 0 to {most} is possible")
        if result["birds"] and not play.bird_seats:
            raise RuleError(
                f"{self.game}: play: tiles are turned after a win, but bird_seats does not say whom they hit"
            )
        if result["exchange_again"]:  # what is settled after an exchange would not be asked again
            after = [name for name in ("voids", "ready_at_start") if self.fixed(getattr(play, name), name)]
            if not times or after:
                raise RuleError(
                    f"{self.game}: play: exchange_again goes {f'not with {after[0]}' if after else 'with exchange only'}"
                )
        ways = play.exchange_way if isinstance(play.exchange_way, Sequence) else [play.exchange_way] * times
        if times > len(ways):
            raise RuleError(f"{self.game}: play: tiles are passed on {times} times, but exchange_way has {len(ways)}")
        result["exchange_way"] = sum(self.fixed(way, "exchange_way") << 2 * i for i, way in enumerate(ways[:times]))
        on = self.fixed(play.bonus, "bonus")
        result["bonus_kinds"] = self.bonus_mask >> 31 if on else 0
        result["ready_when"] = sum(bit for name, bit in READY.items() if self.fixed(getattr(play, name), name))
        result["bets"] = len(play.bets) if self.fixed(play.bets_on, "bets") else 0
        result["claim_wins"] = self.numbers[play.claim_wins.key] + 1 if play.claim_wins is not None else 0
        result |= dict(zip(("red_m", "red_p", "red_s"), self.reds, strict=False))
        return {name: result.get(name, 0) for name in _kernel.TABLE}

    @staticmethod
    def _int(value: IntLike) -> Int:
        return value if isinstance(value, Int) else Const(value)

    def fixed(self, value: IntLike, what: str) -> int:
        """A number that options alone decide."""
        known = value_of(self.folder.fold(self._int(value)))
        if known is None:
            raise RuleError(f"{self.game}: play: {what} may depend on options only, not on {value!r}")
        return known

    def _node(self, node: tuple[int, int, tuple[int, int, int], int]) -> int:
        if node not in self.known:
            self.known[node] = len(self.nodes)
            self.nodes.append(node)
        return self.known[node]

    def place(self, expr: IntLike) -> int:
        """Where an expression lies among the nodes."""
        folded = self.folder.fold(self._int(expr))
        return self._place(folded)

    def _place(self, expr: Int) -> int:
        value = value_of(expr)
        if value is not None:
            return self._node((0, 0, (value, 0, 0), 0))
        if isinstance(expr, DealFact | DealTruth):
            spec = expr.spec
            params = list((*spec.params, 0, 0, 0)[:3])
            if spec.about:
                kind, name = spec.about
                if kind == "item":
                    numbers = self.items.get(name, [])
                    if not numbers:
                        return self._place(FALSE)
                    parts = [self._node((1, _kernel.DEAL_FACTS.index(spec.name), (i, i, 0), 0)) for i in numbers]
                    result = parts[0]
                    for part in parts[1:]:
                        result = self._node((2, _kernel.OPS["either"], (result, part, 0), 0))
                    return result
                known: Sequence[str] = {
                    "carried": list(self.play.carry), "tell": list(self.tells), "table_mark": self.table_names, "seat_mark": self.seat_names,
                }[kind]  # fmt: skip
                if name not in known:
                    raise RuleError(f"{self.game}: play: there is no {kind} {name!r}; there are: {', '.join(known)}")
                number = self.tells[name] if kind == "tell" else known.index(name)
                params[1 if len(spec.params) > 1 else 0] = number
            return self._node((1, _kernel.DEAL_FACTS.index(spec.name), (params[0], params[1], params[2]), spec.mask))
        if isinstance(expr, Apply | Compare):
            places = [*(self._place(a) for a in expr.args), 0, 0, 0][:3]
            return self._node((2, _kernel.OPS[expr.op], (places[0], places[1], places[2]), 0))
        raise RuleError(f"{self.game}: play: {expr!r} is known of a hand, not of a deal")


def _signed(word: int) -> int:
    return word - (1 << 32) if word >= 1 << 31 else word
