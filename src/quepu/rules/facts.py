"""The words about a hand that rule systems use: every fact of the kernel under a player's name, in both languages.

A misspelt word is refused with the nearest right one; type checkers see it too.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any, ClassVar

from quepu.rules.expr import Bool, Condition, Fact, FactSpec, Int, RuleError, Words
from quepu.rules.select import (
    CHOW,
    PUNG,
    Selector,
    Tiles,
    chow,
    pair,
    select,
    won,
    won_edge,
    won_middle,
)

CONTEXT = (
    "last-tile", "last-discard", "after-kong", "after-flower", "heavenly", "earthly", "human", "first-round", "ready",
    "double-ready", "one-shot", "kong-discard", "last-of-kind",
)  # fmt: skip
SHAPES = ("sets", "pairs", "orphans", "scattered", "knitted", "claimed")


class _Words(type):
    """Refuses a misspelt word of a vocabulary with the nearest right one."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        words = [w for w in vars(cls) if not w.startswith("_")]
        near = difflib.get_close_matches(name, words, 1)
        hint = f"; did you mean {cls.__name__}.{near[0]}?" if near else f"; there are: {', '.join(words)}"
        raise RuleError(f"no fact is called {cls.__name__}.{name}{hint}")


def _fact(name: str, zh: str, en: str, *params: int, mask: int = 0) -> Fact:
    return Fact(FactSpec(name, params, mask), Words(zh, en))


def _truth(name: str, zh: str, en: str, *params: int, mask: int = 0) -> Condition:
    return Condition(FactSpec(name, params, mask), Words(zh, en))


def _context(word: str, zh: str, en: str) -> Condition:
    return _truth("context", zh, en, CONTEXT.index(word))


# ------------------------------------------------------------------------------------------------ groups


def count(groups: Selector | Tiles) -> Int:
    """How many groups of the reading are selected; a kong is a pung, melds are counted."""
    chosen = select(groups)
    return Fact(FactSpec("count", clauses=chosen.clauses), Words(f"{chosen.words.zh}数", f"number of {chosen.words.en}"))


def some(groups: Selector | Tiles) -> Bool:
    """Whether at least one group is selected."""
    chosen = select(groups)
    return (count(chosen) >= 1).named(f"有{chosen.words.zh}", f"a {chosen.words.en}")


def every(groups: Selector | Tiles) -> Bool:
    """Whether all groups, the pair included, are selected (a reading without groups: yes)."""
    chosen = select(groups)
    return (count(~chosen) == 0).named(f"每组皆{chosen.words.zh}", f"every group {chosen.words.en}")


@dataclass(frozen=True)
class Pattern:
    """Related sets: one (type, lowest rank, steps, suits, selector clauses) a shape; alternatives joined with ``|``."""

    shapes: tuple[tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]], ...]
    words: Words

    def __or__(self, other: Pattern) -> Pattern:
        return Pattern(self.shapes + other.shapes, self.words)

    def named(self, zh: str, en: str) -> Pattern:
        """The same pattern under a name of its own."""
        return Pattern(self.shapes, Words(zh, en))

    @property
    def count(self) -> Int:
        """In how many ways sets of the reading are so related."""
        return Fact(FactSpec("matches", patterns=self.shapes), Words(f"{self.words.zh}数", f"number of {self.words.en}"))

    @property
    def found(self) -> Bool:
        """Whether some sets are so related."""
        return (self.count >= 1).named(self.words.zh, self.words.en)


def _related(kind: int, steps: tuple[int, ...], suits: str, start: int, where: Selector | None) -> Pattern:
    letters = suits * len(steps) if len(suits) == 1 else suits
    if len(letters) != len(steps) or list(steps) != sorted(steps) or not 2 <= len(steps) <= 5:
        raise RuleError("a pattern has two to five rising steps and one suit letter for each: chows(0, 3, 6, suits='abc')")
    codes = tuple("abc".index(c) for c in letters)
    zh, en = ("顺", "chows") if kind == CHOW else ("刻", "pungs")
    text = " ".join(f"+{s}" for s in steps)
    shape = (kind, start - 1 if start else -1, steps, codes, where.clauses if where is not None else ())
    return Pattern((shape,), Words(f"{zh}{text}", f"{en} {text}"))


def chows(*steps: int, suits: str = "a", start: int = 0, where: Selector | None = None) -> Pattern:
    """Chows whose lowest tiles lie `steps` above one another; `suits` "a" = one suit, "abc" = three different ones."""
    return _related(CHOW, steps, suits, start, where)


def pungs(*steps: int, suits: str = "a", start: int = 0) -> Pattern:
    """Pungs of numbers `steps` above one another; `suits` as in `chows`."""
    return _related(PUNG, steps, suits, start, None)


# ------------------------------------------------------------------------------------------------ the hand


class hand(metaclass=_Words):  # noqa: N801
    """The tiles of the whole hand, melds and winning tile included, as the reading takes them."""

    suits: ClassVar[Int] = _fact("suits", "花色数", "number of suits")
    held: ClassVar[Int] = _fact("held", "手中张数", "concealed tiles held")
    melds: ClassVar[Int] = _fact("melds", "副露数", "melds laid down")
    reds: ClassVar[Int] = _fact("reds", "红五数", "red fives")
    fours: ClassVar[Int] = _fact("fours", "四归一数", "kinds held four times, not as a kong", mask=(1 << 34) - 1)

    @staticmethod
    def count(which: Tiles) -> Int:
        """How many tiles of a class."""
        return _fact("tiles", f"{which.zh}张数", f"tiles that are {which.en}", mask=which.mask)

    @staticmethod
    def kinds(which: Tiles) -> Int:
        """How many different kinds of a class."""
        return _fact("kinds", f"{which.zh}种数", f"kinds of {which.en}", mask=which.mask)

    @staticmethod
    def only(which: Tiles) -> Bool:
        """Whether every tile is of a class."""
        return (hand.count(~which) == 0).named(f"全是{which.zh}", f"only {which.en}")

    @staticmethod
    def numbers(ranks: str, *, extra: bool = False) -> Int:
        """1 when the concealed tiles are these ranks of one suit; with `extra` one tile more, 2 when that is the winning one."""
        mask = sum(ranks.count(str(rank)) << 4 * (rank - 1) for rank in range(1, 10))
        return _fact("numbers", f"{ranks}形", f"the shape {ranks}", int(extra), mask=mask)


class flowers(metaclass=_Words):  # noqa: N801
    """Bonus tiles set aside."""

    count: ClassVar[Int] = _fact("flowers", "花牌张数", "bonus tiles")


class jokers(metaclass=_Words):  # noqa: N801
    """Jokers of this deal."""

    held: ClassVar[Int] = _fact("jokers_held", "混张数", "joker tiles held")
    kinds: ClassVar[Int] = _fact("joker_kinds", "混的种数", "joker kinds held")
    wild: ClassVar[Int] = _fact("wild", "作他牌用的混", "jokers standing for other tiles")


class shape(metaclass=_Words):  # noqa: N801
    """The shape of the reading."""

    sets: ClassVar[Bool] = _truth("shape", "面子手", "sets and a pair", 0)
    pairs: ClassVar[Bool] = _truth("shape", "对子手", "pairs", 1)
    orphans: ClassVar[Bool] = _truth("shape", "十三幺形", "thirteen orphans", 2)
    scattered: ClassVar[Bool] = _truth("shape", "不靠形", "knitted singles and honors", 3)
    knitted: ClassVar[Bool] = _truth("shape", "组合龙形", "knitted straight", 4)
    claimed: ClassVar[Bool] = _truth("shape", "第四嘴", "fourth claim", 5)


# ------------------------------------------------------------------------------------------------ the win


class win(metaclass=_Words):  # noqa: N801
    """How the hand was won."""

    self_draw: ClassVar[Bool] = _truth("by", "自摸", "self-draw", 0)
    discard: ClassVar[Bool] = _truth("by", "点炮", "win on a discard", 1)
    rob: ClassVar[Bool] = _truth("by", "抢杠", "robbed kong", 2)
    dealer: ClassVar[Bool] = (_fact("seat", "座位", "seat") == 0).named("庄家", "dealer")
    copies: ClassVar[Int] = _fact("win_copies", "手中和牌张数", "concealed tiles of the winning kind")
    last_tile: ClassVar[Bool] = _context("last-tile", "摸最后一张", "last tile of the wall")
    last_discard: ClassVar[Bool] = _context("last-discard", "最后一张弃牌", "last discard")
    after_kong: ClassVar[Bool] = _context("after-kong", "杠后补牌", "kong replacement")
    after_flower: ClassVar[Bool] = _context("after-flower", "补花之牌", "flower replacement")
    heavenly: ClassVar[Bool] = _context("heavenly", "天和", "heavenly")
    earthly: ClassVar[Bool] = _context("earthly", "地和", "earthly")
    human: ClassVar[Bool] = _context("human", "人和", "human")
    first_round: ClassVar[Bool] = _context("first-round", "第一巡", "first go-around")
    ready: ClassVar[Bool] = _context("ready", "已报听", "declared ready")
    double_ready: ClassVar[Bool] = _context("double-ready", "首巡报听", "declared ready at once")
    one_shot: ClassVar[Bool] = _context("one-shot", "一发", "one-shot")
    kong_discard: ClassVar[Bool] = _context("kong-discard", "杠后弃牌", "discard after a kong")
    last_of_kind: ClassVar[Bool] = _context("last-of-kind", "绝张", "last of its kind")

    @staticmethod
    def tile_in(which: Tiles) -> Bool:
        """Whether the winning tile is of a class."""
        return _truth("win_in", f"和牌张是{which.zh}", f"winning tile among {which.en}", mask=which.mask)


class wait(metaclass=_Words):  # noqa: N801
    """What the hand waited for, and where the reading puts the winning tile."""

    kinds: ClassVar[Int] = _fact("waits", "听牌种数", "kinds waited for", 0)
    live_kinds: ClassVar[Int] = _fact("waits", "听牌种数（自持四张不计）", "kinds waited for, not held four times", 1)
    closed: ClassVar[Bool] = (count(chow & won & won_middle) >= 1).named("嵌张", "closed wait")
    edge: ClassVar[Bool] = (count(chow & won & won_edge) >= 1).named("边张", "edge wait")
    pair: ClassVar[Bool] = (count(pair & won) >= 1).named("单钓", "pair wait")
    open: ClassVar[Bool] = (count(chow & won & ~won_middle & ~won_edge) >= 1).named("两面", "open wait")


def fed(claims: int, *, kongs: int = 0, in_row: bool = False) -> Int:
    """The seat that first fed so many of the winner's melds, beside at least `kongs` concealed kongs; -1 nobody.

    In a row: a meld fed by somebody else breaks it, a concealed kong does not.
    """
    return _fact("fed", f"喂满{claims}嘴者", f"who fed {claims}", claims, kongs, int(in_row))


winner: Int = _fact("seat", "和家", "the winner")
discarder: Int = _fact("from", "出铳者", "the discarder")
round_rank: Int = _fact("round", "圈风序", "prevailing wind's rank")
payer: Int = _fact("payer", "付者", "the payer")
others: Bool = (payer != winner).named("其余各家", "each other seat")
everyone: Bool = (payer >= 0).named("每家", "every seat")
