"""Classes of tiles and selectors of groups: ``pung & winds & exposed``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from quepu.rules.expr import RuleError, Words

PLAYING = 34


@dataclass(frozen=True)
class Tiles:
    """A class of tile kinds: bit i of `mask` is kind i (0–8 characters, 9–17 dots, 18–26 bamboos, 27–33 honors, 34–41 flowers)."""

    mask: int
    zh: str
    en: str

    def __or__(self, other: Tiles) -> Tiles:
        if not isinstance(other, Tiles):
            return NotImplemented  # a selector takes over
        return Tiles(self.mask | other.mask, f"{self.zh}或{other.zh}", f"{self.en} or {other.en}")

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(self.mask | other.mask, f"{self.zh}、{other.zh}", f"{self.en}, {other.en}")

    def __sub__(self, other: Tiles) -> Tiles:
        return Tiles(self.mask & ~other.mask, f"{self.zh}（{other.zh}除外）", f"{self.en} other than {other.en}")

    def __invert__(self) -> Tiles:
        return Tiles(((1 << PLAYING) - 1) & ~self.mask, f"非{self.zh}", f"not {self.en}")

    def named(self, zh: str, en: str) -> Tiles:
        """The same class under a name of its own."""
        return Tiles(self.mask, zh, en)

    def __bool__(self) -> bool:
        raise RuleError(f"the class {self.en!r} has no truth value: hand.count({self.en}) >= 1 is a condition")


def ranks(*numbers: int) -> Tiles:
    """The number tiles of these ranks in all suits."""
    text = "".join(str(n) for n in numbers)
    return Tiles(sum(1 << (9 * suit + n - 1) for suit in range(3) for n in numbers), text, f"{' '.join(text)}")


def tiles(text: str) -> Tiles:
    """The kinds named in the case files' notation: ``tiles("234688s6z")``."""
    mask, digits = 0, ""
    for char in text.replace(" ", ""):
        if char.isdigit():
            digits += char
            continue
        if char not in "mpszf" or not digits:
            raise RuleError(f"{text!r}: digits and then m, p, s, z or f are expected, not {char!r}")
        first = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}[char]
        mask |= sum(1 << (first + int(d) - 1) for d in set(digits))
        digits = ""
    if digits:
        raise RuleError(f"{text!r} ends without a suit letter")
    return Tiles(mask, text, text)


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


class Selector:
    """Which groups (chows, pungs with kongs, pairs) are meant; made of the words of this module with ``& | ~``."""

    def __init__(self, cases: tuple[tuple[Literal, ...], ...], words: Words) -> None:
        self._cases = cases  # a disjunction of conjunctions of literals
        self.words = words

    def __and__(self, other: Selector | Tiles) -> Selector:
        other = select(other)
        cases = tuple(a + b for a, b in itertools.product(self._cases, other._cases))
        return Selector(cases, _both(self.words, other.words))

    __rand__ = __and__

    def __or__(self, other: Selector | Tiles) -> Selector:
        other = select(other)
        words = Words(f"{self.words.zh}或{other.words.zh}", f"{self.words.en} or {other.words.en}")
        return Selector(self._cases + other._cases, words)

    __ror__ = __or__

    def __invert__(self) -> Selector:
        cases = tuple(
            tuple((what, not yes) for what, yes in choice)
            for choice in itertools.product(*self._cases)
        )  # fmt: skip
        return Selector(cases, Words(f"非{self.words.zh}", f"not {self.words.en}"))

    def __bool__(self) -> bool:
        raise RuleError(f"the selector {self.words.en!r} has no truth value: count({self.words.en}) >= 1 is a condition")

    def named(self, zh: str, en: str) -> Selector:
        """The same selector under a name of its own."""
        return Selector(self._cases, Words(zh, en))

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


def _both(a: Words, b: Words) -> Words:
    return Words(f"{b.zh}的{a.zh}" if a.zh in ("顺子", "刻子", "将", "面子") else f"{a.zh}且{b.zh}", f"{a.en} & {b.en}")


def _code(test: Callable[[int, int], bool], zh: str, en: str) -> Selector:
    return Selector((((_Code(test), True),),), Words(zh, en))


def _status(name: str, zh: str, en: str) -> Selector:
    return Selector((((name, True),),), Words(zh, en))


def _kinds(kind: int, lowest: int) -> int:
    return 7 << lowest if kind == CHOW else 1 << lowest


def within(what: Tiles) -> Selector:
    """Groups made of these tiles only."""
    return _code(lambda kind, k: not _kinds(kind, k) & ~what.mask, what.zh, what.en)


def having(what: Tiles) -> Selector:
    """Groups with at least one of these tiles."""
    return _code(lambda kind, k: bool(_kinds(kind, k) & what.mask), f"带{what.zh}", f"with {what.en}")


def run_of(text: str) -> Selector:
    """One certain chow: ``run_of("456m")``."""
    wanted = tiles(text).mask
    return _code(lambda kind, k: kind == CHOW and _kinds(kind, k) == wanted, text, text)


def select(what: Selector | Tiles) -> Selector:
    """A class of tiles as a selector: groups made of them only."""
    if isinstance(what, Tiles):
        return within(what)
    if isinstance(what, Selector):
        return what
    raise RuleError(f"{what!r} selects no groups; use words such as pung, chow, pair, winds, concealed")


chow = _code(lambda kind, _: kind == CHOW, "顺子", "chow")
pung = _code(lambda kind, _: kind == PUNG, "刻子", "pung")
pair = _code(lambda kind, _: kind == PAIR, "将", "pair")
sets = (chow | pung).named("面子", "set")
kong = (pung & _status("kong", "杠", "kong")).named("杠", "kong")
added = (pung & _status("added", "补杠", "added kong")).named("补杠", "added kong")
meld = _status("meld", "副露", "melded")
concealed = _status("concealed", "暗", "concealed")
exposed = (meld & ~concealed).named("明", "exposed")
seat_wind = _status("seat_wind", "门风", "seat wind")
round_wind = _status("round_wind", "圈风", "round wind")
won = _status("won", "和牌张所成", "completed by the winning tile")
won_middle = _status("won_middle", "和中间张", "won in the middle")
won_edge = _status("won_edge", "和边张", "won on the edge")
joker_wait = _status("joker_wait", "除和牌张外皆混", "otherwise all jokers")
joker_suit = _status("joker_suit", "混的花色", "in the jokers' suit")
of_win_kind = _status("win_kind", "与和牌张相同", "of the winning kind")
