"""The words about a hand that rule systems use: every fact of the kernel under a player's name, in both languages.

A misspelt word is refused with the nearest right one; type checkers see it too.
"""

from __future__ import annotations

import difflib
import itertools
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


class Counted(Fact):
    """A fact that counts things with a name of their own: "at least 4 pungs" can be said of it, and "no winds".

    `noun` is what one of them is called, `plural` what several are; `measure` the Chinese measure word.
    """

    __slots__ = ("measure", "noun", "plural")

    def __init__(self, spec: FactSpec, noun: Words, plural: str, measure: str = "") -> None:
        name, bracket, rest = noun.zh.partition("（")
        super().__init__(spec, Words(f"{name}{'张' * (measure == '张')}数{bracket}{rest}", f"number of {plural}"))
        self.noun = noun
        self.plural = plural
        self.measure = measure


class Held(Fact):
    """Whether the concealed tiles are certain ranks of one suit: 1 yes, 2 without the winning tile too."""

    __slots__ = ("before",)

    def __init__(self, spec: FactSpec, words: Words, ranks: str) -> None:
        super().__init__(spec, words)
        self.before = Words(f"和牌前手牌正是一门{ranks}", f"exactly {ranks} of one suit before the win")


def _fact(name: str, zh: str, en: str, *params: int) -> Fact:
    return Fact(FactSpec(name, params), Words(zh, en))


def _counted(name: str, zh: str, en: str, plural: str, measure: str, *, mask: int = 0) -> Counted:
    return Counted(FactSpec(name, mask=mask), Words(zh, en), plural, measure)


def _truth(name: str, zh: str, en: str, *params: int, mask: int = 0) -> Condition:
    return Condition(FactSpec(name, params, mask), Words(zh, en))


def _context(word: str, zh: str, en: str) -> Condition:
    return _truth("context", zh, en, CONTEXT.index(word))


# ------------------------------------------------------------------------------------------------ groups


def count(groups: Selector | Tiles) -> Int:
    """How many groups of the reading are selected; a kong is a pung, melds are counted."""
    chosen = select(groups)
    return Counted(FactSpec("count", clauses=chosen.clauses), chosen.words, chosen.plural, "副")


def article(noun: str) -> str:
    """Put an article before an English noun.

    >>> article("exposed meld"), article("honor"), article("pung")
    ('an exposed meld', 'an honor', 'a pung')
    """
    return f"an {noun}" if noun[0] in "aeio" or noun.startswith("hono") else f"a {noun}"


def some(groups: Selector | Tiles) -> Bool:
    """Whether at least one group is selected."""
    chosen = select(groups)
    return (count(chosen) >= 1).named(f"有{chosen.words.zh}", article(chosen.words.en))


def every(groups: Selector | Tiles) -> Bool:
    """Whether all groups, the pair included, are selected (a reading without groups: yes)."""
    chosen = select(groups)
    zh = [name.zh.removesuffix("的组") for name in chosen.names]
    en = [name.en for name in chosen.names]
    if len(en) == 1 and en[0].startswith("group "):
        return (count(~chosen) == 0).named(f"每组皆{zh[0]}", f"every {en[0]}")
    either = "、".join(zh[:-1]) + "或" * (len(zh) > 1) + zh[-1]
    return (count(~chosen) == 0).named(
        f"每组皆是{either}", f"every group is {' or '.join(article(name) for name in en)}"
    )


@dataclass(frozen=True)
class Pattern:
    """Related sets: one (type, lowest rank, steps, suits, selector clauses) a shape; alternatives joined with ``|``."""

    shapes: tuple[tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]], ...]
    words: Words

    def __or__(self, other: Pattern) -> Pattern:
        words = Words(f"{self.words.zh}，或{other.words.zh}", f"{self.words.en}, or {other.words.en}")
        return Pattern(self.shapes + other.shapes, words)

    def named(self, zh: str, en: str) -> Pattern:
        """Give the same pattern under a name of its own."""
        return Pattern(self.shapes, Words(zh, en))

    @property
    def count(self) -> Int:
        """In how many ways sets of the reading are so related."""
        spec = FactSpec("matches", patterns=self.shapes)
        zh = f"（{self.words.zh}）" if len(self.shapes) > 1 else self.words.zh
        return Fact(spec, Words(f"{zh}的组数", f"number of times there are {self.words.en}"))

    @property
    def found(self) -> Bool:
        """Whether some sets are so related."""
        return (self.count >= 1).named(self.words.zh, self.words.en)


NUMERALS = (("", ""), ("一", "one"), ("两", "two"), ("三", "three"), ("四", "four"), ("五", "five"))


def _suited(suits: str) -> Words:
    different = len(set(suits))
    if different == 1:
        return Words("同一花色", "of one suit")
    return Words(f"{NUMERALS[different][0]}种花色", f"in {NUMERALS[different][1]} suits")


def _started(kind: int, steps: tuple[int, ...], suits: str, start: int) -> Words:
    """Name sets with a fixed first rank: 同一花色的123、456、789."""
    suited = _suited(suits)
    runs = [
        "".join(str(start + step + i) for i in range(3)) if kind == CHOW else str(start + step) * 3 for step in steps
    ]
    by_suit = [[run for run, suit in zip(runs, suits, strict=True) if suit == letter] for letter in sorted(set(suits))]
    if len(by_suit) > 1 and all(own == by_suit[0] for own in by_suit):
        number = NUMERALS[len(by_suit)][1]
        return Words(f"{suited.zh}各有{'、'.join(by_suit[0])}", f"{' and '.join(by_suit[0])} in each of {number} suits")
    each = "各一副" if len(by_suit) > 1 else ""
    return Words(f"{suited.zh}的{'、'.join(runs)}{each}", f"{', '.join(runs)} {suited.en}")


def _pattern_words(kind: int, steps: tuple[int, ...], suits: str, start: int) -> Words:
    """Name related sets: 同一花色依次高一的三副顺子, three chows of one suit, each one higher."""
    number, suited = NUMERALS[len(steps)], _suited(suits)
    zh, en = ("顺子", "chows") if kind == CHOW else ("刻子", "pungs")
    apart = len(set(suits)) == len(suits)
    if start:
        return _started(kind, steps, suits, start)
    if not any(steps):
        if apart:
            return Words(f"{suited.zh}同样的{zh}各一副", f"equal {en} in {number[1]} suits")
        return Words(f"{suited.zh}的{number[0]}副相同{zh}", f"{number[1]} equal {en} {suited.en}")
    gap = steps[1] - steps[0]
    if 0 < gap <= 5 and {b - a for a, b in itertools.pairwise(steps)} == {gap}:
        zh_gap, en_gap = "二" if gap == 2 else NUMERALS[gap][0], NUMERALS[gap][1]
        higher = f"each {en_gap} higher" if len(steps) > 2 else f"one {en_gap} higher than the other"
        zh_text = (
            f"{suited.zh}各一副、依次高{zh_gap}的{zh}" if apart else f"{suited.zh}依次高{zh_gap}的{number[0]}副{zh}"
        )
        return Words(zh_text, f"{number[1]} {en} {suited.en}, {higher}")
    above = [str(step) for step in steps[1:]]
    return Words(
        f"{suited.zh}的{number[0]}副{zh}，比最低的高{'、'.join(above)}",
        f"{number[1]} {en} {suited.en}, {', '.join(above)} above the lowest",
    )


def _related(kind: int, steps: tuple[int, ...], suits: str, start: int, where: Selector | None) -> Pattern:
    letters = suits * len(steps) if len(suits) == 1 else suits
    if len(letters) != len(steps) or list(steps) != sorted(steps) or not 2 <= len(steps) <= 5:
        raise RuleError(
            "a pattern has two to five rising steps and one suit letter for each: chows(0, 3, 6, suits='abc')"
        )
    codes = tuple("abc".index(c) for c in letters)
    words = _pattern_words(kind, steps, letters, start)
    if where is not None:
        words = Words(f"{words.zh}（各副{where.words.zh}）", f"{words.en} (each a {where.words.en})")
    shape = (kind, start - 1 if start else -1, steps, codes, where.clauses if where is not None else ())
    return Pattern((shape,), words)


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
    held: ClassVar[Int] = _fact("held", "手中张数", "number of concealed tiles")
    melds: ClassVar[Int] = _counted("melds", "副露", "meld", "melds", "副")
    reds: ClassVar[Int] = _counted("reds", "红五", "red five", "red fives", "张")
    fours: ClassVar[Int] = _counted("fours", "四归一", "four of a kind", "fours of a kind", "个", mask=(1 << 34) - 1)

    @staticmethod
    def count(which: Tiles) -> Int:
        """How many tiles of a class."""
        return Counted(FactSpec("tiles", mask=which.mask), Words(which.zh, which.one), which.en, "张")

    @staticmethod
    def kinds(which: Tiles) -> Int:
        """How many different kinds of a class."""
        return Counted(
            FactSpec("kinds", mask=which.mask),
            Words(f"{which.zh}种", f"kind of {which.en}"),
            f"kinds of {which.en}",
            "种",
        )

    @staticmethod
    def only(which: Tiles) -> Bool:
        """Whether every tile is of a class."""
        return (hand.count(~which) == 0).named(f"全是{which.zh}", f"only {which.en}")

    @staticmethod
    def numbers(ranks: str, *, extra: bool = False) -> Int:
        """1 when the concealed tiles are these ranks of one suit; with `extra` one tile more, 2 when that is the winning one."""
        mask = sum(ranks.count(str(rank)) << 4 * (rank - 1) for rank in range(1, 10))
        more = ("加任一张", " and one tile more") if extra else ("", "")
        words = Words(f"手牌是一门{ranks}{more[0]}", f"concealed {ranks} of one suit{more[1]}")
        return Held(FactSpec("numbers", (int(extra),), mask), words, ranks)


class flowers(metaclass=_Words):  # noqa: N801
    """Bonus tiles set aside."""

    count: ClassVar[Int] = _counted("flowers", "花牌", "flower tile", "flower tiles", "张")


class jokers(metaclass=_Words):  # noqa: N801
    """Jokers of this deal."""

    held: ClassVar[Int] = _counted("jokers_held", "混", "joker", "jokers", "张")
    kinds: ClassVar[Int] = _fact("joker_kinds", "混的种数", "number of joker kinds held")
    wild: ClassVar[Int] = _counted(
        "wild", "作他牌用的混", "joker standing for another tile", "jokers standing for other tiles", "张"
    )


class shape(metaclass=_Words):  # noqa: N801
    """The shape of the reading."""

    sets: ClassVar[Bool] = _truth("shape", "面子手", "sets and a pair", 0)
    pairs: ClassVar[Bool] = _truth("shape", "对子手", "a hand of pairs", 1)
    orphans: ClassVar[Bool] = _truth("shape", "十三幺形", "thirteen orphans", 2)
    scattered: ClassVar[Bool] = _truth("shape", "不靠形", "knitted singles and honors", 3)
    knitted: ClassVar[Bool] = _truth("shape", "组合龙形", "knitted straight", 4)
    claimed: ClassVar[Bool] = _truth("shape", "第四嘴和牌", "won by a fourth claim", 5)


# ------------------------------------------------------------------------------------------------ the win


class win(metaclass=_Words):  # noqa: N801
    """How the hand was won."""

    self_draw: ClassVar[Bool] = _truth("by", "自摸", "self-draw", 0)
    discard: ClassVar[Bool] = _truth("by", "点炮", "win on a discard", 1)
    rob: ClassVar[Bool] = _truth("by", "抢杠", "robbed kong", 2)
    dealer: ClassVar[Bool] = (_fact("seat", "座位", "seat") == 0).named("庄家", "dealer")
    copies: ClassVar[Int] = _fact("win_copies", "和牌张在手中的张数", "number of concealed tiles of the winning kind")
    last_tile: ClassVar[Bool] = _context("last-tile", "摸得最后一张", "last tile of the wall")
    last_discard: ClassVar[Bool] = _context("last-discard", "最后一张弃牌", "last discard")
    after_kong: ClassVar[Bool] = _context("after-kong", "杠后补牌", "kong replacement")
    after_flower: ClassVar[Bool] = _context("after-flower", "补花得牌", "flower replacement")
    heavenly: ClassVar[Bool] = _context("heavenly", "天和", "heavenly win")
    earthly: ClassVar[Bool] = _context("earthly", "地和", "earthly win")
    human: ClassVar[Bool] = _context("human", "人和", "human win")
    first_round: ClassVar[Bool] = _context("first-round", "第一巡", "first go-around")
    ready: ClassVar[Bool] = _context("ready", "已报听", "declared ready")
    double_ready: ClassVar[Bool] = _context("double-ready", "首巡报听", "declared ready at once")
    one_shot: ClassVar[Bool] = _context("one-shot", "一发", "one-shot")
    kong_discard: ClassVar[Bool] = _context("kong-discard", "杠后弃牌", "discard after a kong")
    last_of_kind: ClassVar[Bool] = _context("last-of-kind", "和绝张", "last tile of its kind")

    @staticmethod
    def tile_in(which: Tiles) -> Bool:
        """Whether the winning tile is of a class."""
        return _truth("win_in", f"和牌张是{which.zh}", f"winning tile is {article(which.one)}", mask=which.mask)


class wait(metaclass=_Words):  # noqa: N801
    """What the hand waited for, and where the reading puts the winning tile."""

    kinds: ClassVar[Int] = _fact("waits", "听牌种数", "number of kinds waited for", 0)
    live_kinds: ClassVar[Int] = _fact(
        "waits", "听牌种数（自持四张的不计）", "number of kinds waited for (those held four times left out)", 1
    )
    closed: ClassVar[Bool] = (count(chow & won & won_middle) >= 1).named("嵌张", "closed wait")
    edge: ClassVar[Bool] = (count(chow & won & won_edge) >= 1).named("边张", "edge wait")
    pair: ClassVar[Bool] = (count(pair & won) >= 1).named("单钓", "pair wait")
    open: ClassVar[Bool] = (count(chow & won & ~won_middle & ~won_edge) >= 1).named("两面", "open wait")


def fed(claims: int, *, kongs: int = 0, in_row: bool = False) -> Int:
    """Give the seat that first fed so many of the winner's melds, beside at least `kongs` concealed kongs; -1 nobody.

    In a row: a meld fed by somebody else breaks it, a concealed kong does not.
    """
    zh = (f"（另有{kongs}副暗杠）" if kongs else "") + ("（连续）" if in_row else "")
    en = (f" beside {kongs} concealed kong{'s' * (kongs > 1)}" if kongs else "") + (" in a row" if in_row else "")
    return _fact("fed", f"喂满{claims}嘴者{zh}", f"feeder of {claims} melds{en}", claims, kongs, int(in_row))


winner: Int = _fact("seat", "和家", "the winner")
discarder: Int = _fact("from", "出铳者", "the discarder")
payer: Int = _fact("payer", "付者", "the payer")
others: Bool = (payer != winner).named("其余各家", "each other seat")
everyone: Bool = (payer >= 0).named("每家", "every seat")
