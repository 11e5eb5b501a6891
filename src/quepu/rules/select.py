"""Classes of tiles and selectors of groups: ``pung & winds & exposed``."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from quepu.rules.expr import RuleError, Words
from quepu.tiles import NAMES_EN, NAMES_ZH

PLAYING = 34


@dataclass(frozen=True)
class Tiles:
    """A class of tile kinds: bit i of `mask` is kind i (0–8 characters, 9–17 dots, 18–26 bamboos, 27–33 honors, 34–41 flowers).

    Its English name is a plural: "winds".
    """

    mask: int
    zh: str
    en: str

    def __or__(self, other: Tiles) -> Tiles:
        if not isinstance(other, Tiles):
            return NotImplemented  # a selector takes over
        return Tiles(self.mask | other.mask, f"{self.zh}或{other.zh}", f"{self.en} and {other.en}")

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(self.mask | other.mask, f"{self.zh}、{other.zh}", f"{self.en}, {other.en}")

    def __sub__(self, other: Tiles) -> Tiles:
        return Tiles(self.mask & ~other.mask, f"{self.zh}（{other.zh}除外）", f"{self.en} other than {other.en}")

    def __invert__(self) -> Tiles:
        return Tiles(((1 << PLAYING) - 1) & ~self.mask, f"{self.zh}以外的牌", f"tiles other than {self.en}")

    def named(self, zh: str, en: str) -> Tiles:
        """Give the same class under a name of its own."""
        return Tiles(self.mask, zh, en)

    @property
    def one(self) -> str:
        """The English name of a single tile of it.

        >>> outside.one
        'terminal or honor'
        """
        return re.sub(r"s\b", "", self.en.replace(" and ", " or "))

    def __bool__(self) -> bool:
        raise RuleError(f"the class {self.en!r} has no truth value: hand.count({self.en}) >= 1 is a condition")


def _listed(words: list[str]) -> str:
    return ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + words[-1]


def ranks(*numbers: int) -> Tiles:
    """Name the number tiles of these ranks in all suits."""
    mask = sum(1 << (9 * suit + n - 1) for suit in range(3) for n in numbers)
    return Tiles(mask, "、".join(str(n) for n in numbers), _listed([f"{n}s" for n in numbers]))


SUIT_WORDS = {"m": ("万", "characters"), "p": ("筒", "dots"), "s": ("条", "bamboos")}


def tiles(text: str) -> Tiles:
    """Give the kinds named in the case files' notation: ``tiles("234688s6z")``."""
    mask, digits = 0, ""
    zh: list[str] = []
    en: list[str] = []
    for char in text.replace(" ", ""):
        if char.isdigit():
            digits += char
            continue
        if char not in "mpszf" or not digits:
            raise RuleError(f"{text!r}: digits and then m, p, s, z or f are expected, not {char!r}")
        first = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}[char]
        kinds = [first + int(d) - 1 for d in dict.fromkeys(digits)]
        mask |= sum(1 << kind for kind in kinds)
        if char in SUIT_WORDS:
            zh.append(digits + SUIT_WORDS[char][0])
            en.append(f"{digits} of {SUIT_WORDS[char][1]}")
        else:
            zh += [NAMES_ZH[kind] for kind in kinds]
            en += [f"{NAMES_EN[kind]}s" for kind in kinds]
        digits = ""
    if digits:
        raise RuleError(f"{text!r} ends without a suit letter")
    return Tiles(mask, "、".join(zh), _listed(en))


characters = tiles("123456789m").named("万", "characters")
dots = tiles("123456789p").named("筒", "dots")
bamboos = tiles("123456789s").named("条", "bamboos")
suits = (characters | dots | bamboos).named("序数牌", "number tiles")
winds = tiles("1234z").named("风牌", "winds")
dragons = tiles("567z").named("箭牌", "dragons")
honors = (winds | dragons).named("字牌", "honors")
terminals = ranks(1, 9).named("幺九", "terminals")
outside = (terminals | honors).named("幺九或字牌", "terminals and honors")
simples = (suits - terminals).named("中张", "simples")
seasons = tiles("1234f").named("春夏秋冬", "seasons")
plants = tiles("5678f").named("梅兰竹菊", "plants")

STATUS = {
    "kong": 1, "added": 2, "meld": 4, "concealed": 8, "seat_wind": 16, "round_wind": 32, "won": 64, "won_middle": 128,
    "won_edge": 256, "joker_wait": 512, "joker_suit": 1024, "win_kind": 2048,
}  # fmt: skip
CHOW, PUNG, PAIR = 0, 1, 2


@dataclass(frozen=True)
class _Code:
    """Whether a group of a type and lowest kind is selected; the part of a selector that the tiles decide."""

    test: Callable[[int, int], bool]


Literal = tuple[object, bool]


@dataclass(frozen=True)
class Noun:
    """How groups are called: a head word and what stands before and after it, in both languages.

    `head` is (long, short before 暗 and 明, English, plural); without one, `alone` is what the words mean by themselves.
    """

    head: tuple[str, str, str, str] = ("", "", "", "")
    alone: tuple[str, str] = ("组", "group")
    zh: tuple[str, ...] = ()
    close: str = ""
    zh_after: str = ""
    en: tuple[str, ...] = ()
    en_after: tuple[str, ...] = ()

    def __and__(self, other: Noun) -> Noun:
        if self.head[0] and other.head[0]:
            other = Noun(zh=(f"是{other.head[0]}的",), en_after=(f"that is a {other.head[2]}",))
        return Noun(
            self.head if self.head[0] else other.head,
            ("组", "group"),
            self.zh + other.zh,
            self.close or other.close,
            self.zh_after + other.zh_after,
            self.en + other.en,
            self.en_after + other.en_after,
        )

    @property
    def chinese(self) -> str:
        """In Chinese: 风牌暗刻."""
        if not self.head[0] and self.alone[0] != "组":
            return self.alone[0]
        clauses = [word.removesuffix("的") for word in self.zh if word.endswith("的")]
        classes = [word for word in self.zh if not word.endswith("的")]
        head = self.head[1 if self.close else 0] or "组"
        return "、".join(clauses) + "的" * bool(clauses) + "".join(classes) + self.close + head + self.zh_after

    def english(self, *, plural: bool = False) -> str:
        """In English: concealed pung of winds."""
        if not self.head[0] and self.alone[1] != "group":
            return self.alone[1] + "s" * plural
        classes = [word for word in self.en_after if word.startswith("of ")]
        notes = [word for word in self.en_after if word.startswith("(")]
        clauses = ", ".join(word for word in self.en_after if word not in (*classes, *notes))
        head = (self.head[3] if plural else self.head[2]) or "group" + "s" * plural
        return " ".join(word for word in (*self.en, head, *classes, clauses, *notes) if word)


class Selector:
    """Which groups (chows, pungs with kongs, pairs) are meant; made of the words of this module with ``& | ~``."""

    def __init__(
        self, cases: tuple[tuple[Literal, ...], ...], nouns: tuple[Noun, ...], opposite: Noun | None = None
    ) -> None:
        self._cases = cases  # a disjunction of conjunctions of literals
        self._nouns = nouns
        self._opposite = opposite

    @property
    def words(self) -> Words:
        """What one such group is called."""
        return Words("或".join(n.zh for n in self.names), " or ".join(n.en for n in self.names))

    @property
    def names(self) -> tuple[Words, ...]:
        """What each of the alternatives is called."""
        return tuple(Words(n.chinese, n.english()) for n in self._nouns)

    @property
    def plural(self) -> str:
        """What several are called in English."""
        return " and ".join(n.english(plural=True) for n in self._nouns)

    def __and__(self, other: Selector | Tiles) -> Selector:
        other = select(other)
        cases = tuple(a + b for a, b in itertools.product(self._cases, other._cases))
        return Selector(cases, tuple(a & b for a, b in itertools.product(self._nouns, other._nouns)))

    __rand__ = __and__

    def __or__(self, other: Selector | Tiles) -> Selector:
        other = select(other)
        return Selector(self._cases + other._cases, self._nouns + other._nouns)

    __ror__ = __or__

    def __invert__(self) -> Selector:
        cases = tuple(
            tuple((what, not yes) for what, yes in choice)
            for choice in itertools.product(*self._cases)
        )  # fmt: skip
        words = self.words
        opposite = self._opposite or Noun(zh=(f"非{words.zh}的",), en_after=(f"that is no {words.en}",))
        return Selector(cases, (opposite,), self._nouns[0] if len(self._nouns) == 1 else None)

    def __bool__(self) -> bool:
        raise RuleError(
            f"the selector {self.words.en!r} has no truth value: count({self.words.en}) >= 1 is a condition"
        )

    def called(self, noun: Noun, opposite: Noun | None = None) -> Selector:
        """Call the same selector otherwise."""
        return Selector(self._cases, (noun,), opposite)

    def named(self, zh: str, en: str, opposite: Noun | None = None) -> Selector:
        """Give the same selector a name of its own."""
        return self.called(Noun(head=(zh, zh, en, f"{en}s")), opposite or self._opposite)

    @cached_property
    def clauses(self) -> tuple[tuple[int, ...], ...]:
        """(chow kinds, pung kinds, pair kinds, status mask, status) of each conjunction, as the kernel wants them."""
        merged: dict[tuple[int, ...], list[int]] = {}  # alternatives that differ only in their tiles are one
        for *kinds, mask, want in self._lower():
            row = merged.setdefault((mask, want), [0, 0, 0])
            row[:] = [a | b for a, b in zip(row, kinds, strict=True)]
        return tuple((*kinds, mask, want) for (mask, want), kinds in merged.items())

    def _lower(self) -> Iterator[tuple[int, ...]]:
        for case in self._cases:
            mask = want = 0
            impossible = False
            codes: list[tuple[_Code, bool]] = []
            for what, yes in case:
                if isinstance(what, _Code):
                    codes.append((what, yes))
                    continue
                bit = STATUS[str(what)]
                impossible = impossible or bool(mask & bit and bool(want & bit) != yes)
                mask |= bit
                want |= bit if yes else 0
            kinds = [
                sum(1 << k for k in range(PLAYING) if (kind != CHOW or (k < 27 and k % 9 < 7)) and all(c.test(kind, k) == yes for c, yes in codes))
                for kind in (CHOW, PUNG, PAIR)
            ]  # fmt: skip
            if not impossible and any(kinds):
                yield (*kinds, mask, want)


def _code(test: Callable[[int, int], bool], noun: Noun) -> Selector:
    return Selector((((_Code(test), True),),), (noun,))


def _status(name: str, noun: Noun, opposite: Noun | None = None) -> Selector:
    return Selector((((name, True),),), (noun,), opposite)


def _after(zh: str, en: str) -> Noun:
    return Noun(zh=(zh,), en_after=(en,))


def _kinds(kind: int, lowest: int) -> int:
    return 7 << lowest if kind == CHOW else 1 << lowest


def within(what: Tiles) -> Selector:
    """Select groups made of these tiles only."""
    zh = what.zh if what.zh[-1] in "牌九张" and "或" not in what.zh else f"{what.zh}的"
    return _code(lambda kind, k: not _kinds(kind, k) & ~what.mask, _after(zh, f"of {what.en}"))


def having(what: Tiles) -> Selector:
    """Select groups with at least one of these tiles."""
    return _code(lambda kind, k: bool(_kinds(kind, k) & what.mask), _after(f"带{what.zh}的", f"with a {what.one}"))


def run_of(text: str) -> Selector:
    """One certain chow: ``run_of("456m")``."""
    wanted = tiles(text)
    head = (wanted.zh, wanted.zh, f"run {wanted.en}", f"runs {wanted.en}")
    return _code(lambda kind, k: kind == CHOW and _kinds(kind, k) == wanted.mask, Noun(head=head))


def select(what: Selector | Tiles) -> Selector:
    """Make a selector of a class of tiles: groups made of them only."""
    if isinstance(what, Tiles):
        return within(what)
    if isinstance(what, Selector):
        return what
    raise RuleError(f"{what!r} selects no groups; use words such as pung, chow, pair, winds, concealed")


def _type(kind: int, *head: str) -> Selector:
    zh, short, en = head
    return _code(lambda k, _: k == kind, Noun(head=(zh, short, en, f"{en}s")))


chow = _type(CHOW, "顺子", "顺", "chow")
pung = _type(PUNG, "刻子", "刻", "pung")
pair = _type(PAIR, "将", "将", "pair")
sets = (chow | pung).named("面子", "set")
_no_kong = Noun(zh_after="（杠除外）", en_after=("(kongs left out)",))
kong = (pung & _status("kong", Noun())).named("杠", "kong", _no_kong)
added = (pung & _status("added", Noun())).named("补杠", "added kong")
meld = _status("meld", Noun(alone=("副露", "meld"), zh=("副露的",), en=("melded",)), _after("手中的", "in hand"))
_concealed = Noun(alone=("暗组", "concealed group"), close="暗", en=("concealed",))
_exposed = Noun(alone=("明副露", "exposed meld"), close="明", en=("exposed",))
concealed = _status("concealed", _concealed, _exposed)
exposed = (meld & ~concealed).called(_exposed, _concealed)
seat_wind = _status("seat_wind", _after("门风", "of the seat wind"), _after("非门风的", "not of the seat wind"))
round_wind = _status(
    "round_wind", _after("圈风", "of the prevailing wind"), _after("非圈风的", "not of the prevailing wind")
)
won = _status(
    "won",
    _after("和牌张所成的", "completed by the winning tile"),
    _after("不含和牌张的", "not completed by the winning tile"),
)
won_middle = _status(
    "won_middle", _after("和中间张的", "won in the middle"), _after("不和中间张的", "not won in the middle")
)
won_edge = _status("won_edge", _after("和边张的", "won on the edge"), _after("不和边张的", "not won on the edge"))
joker_wait = _status("joker_wait", _after("其余皆混的", "otherwise of jokers"))
joker_suit = _status("joker_suit", _after("混的花色的", "in the jokers' suit"))
of_win_kind = _status("win_kind", _after("与和牌张相同的", "of the winning kind"))
