"""The records of a rule system: scoring items, groups, requirements, payments, shapes, acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from quepu.rules.expr import TRUE, Bool, Int, IntLike
from quepu.rules.facts import Pattern, payer


@dataclass(frozen=True, eq=False)
class Fan:
    """A scoring item.

    Its amount is `value` × `each`; it is present when `when` holds and `each` is positive. A present item silences those
    it `excludes`, counted itself or not. A counted item `takes` counts of others and `turns` others into something else.
    `sets`: the related sets that make it; each use counts, under the game's reuse policy. `alone`: only when nothing else
    counts but items of `beside`. `written`: how its amount is shown, ``"x{}"`` for a factor in a sum.
    """

    zh: str
    en: str
    value: IntLike = 1
    when: Bool = TRUE
    each: IntLike = 1
    group: str = "items"
    excludes: tuple[str, ...] = ()
    takes: Mapping[str, int] = field(default_factory=dict)
    turns: Mapping[str, str] = field(default_factory=dict)
    sets: Pattern | None = None
    alone: bool = False
    beside: tuple[str, ...] = ()
    written: str = "{}"
    clause: str = ""
    ja: str = ""


@dataclass(frozen=True)
class Group:
    """How the items of a group combine: added up, or only the highest; `unless`: silent when that group is present."""

    name: str
    zh: str
    en: str
    combine: Literal["sum", "highest", "product"] = "sum"
    unless: str = ""
    listed: bool = True  # whether its items are scoring items for the player, or only steps of a calculation (fu)


@dataclass(frozen=True, eq=False)
class Require:
    """A condition of every win; without it the win is refused, citing the clause."""

    condition: Bool
    zh: str
    en: str
    clause: str


@dataclass(frozen=True, eq=False)
class Money:
    """Points that change hands with a win: each payer pays the amount to the winner (or the table, or to the house)."""

    zh: str
    en: str
    who: Bool | Int
    amount: IntLike
    when: Bool = TRUE
    source: Literal["seats", "table", "house"] = "seats"
    clause: str = ""
    choice: int = -1

    @property
    def payer(self) -> Bool:
        """The condition on the payer: a seat number means that seat."""
        return self.who if isinstance(self.who, Bool) else payer == self.who


def first(*choices: Money) -> tuple[Money, ...]:
    """Of these payments only the first whose condition holds."""
    return tuple(replace(m, choice=0) for m in choices)


@dataclass(frozen=True, eq=False)
class Shape:
    """One winning shape; `when` may depend on options and on what is known before the hand is read."""

    kind: Literal["sets", "pairs", "orphans", "scattered", "knitted", "claimed"]
    size: IntLike = 4
    distinct: bool = False
    when: Bool = TRUE
    clause: str = ""


def sets_and_pair(size: IntLike = 4, *, when: Bool = TRUE, clause: str = "") -> Shape:
    """So many sets and a pair."""
    return Shape("sets", size, when=when, clause=clause)


def seven_pairs(*, distinct: bool = False, when: Bool = TRUE, clause: str = "") -> Shape:
    """Seven pairs; four alike are two of them unless `distinct`."""
    return Shape("pairs", 7, distinct, when, clause)


@dataclass(frozen=True)
class Act:
    """Something that a player may do; what is not listed is refused with the clause of `refused`."""

    verb: str
    ways: tuple[str, ...] = ()
    clause: str = ""
    any_seat: bool = False


def Chow(clause: str = "", *, any_seat: bool = False) -> Act:  # noqa: N802
    """吃: a run with the discard of the seat before (or of any seat)."""
    return Act("chow", (), clause, any_seat)


def Pung(clause: str = "") -> Act:  # noqa: N802
    """碰: three alike with a discard."""
    return Act("pung", (), clause)


def Kong(*ways: Literal["discard", "added", "concealed"], clause: str = "") -> Act:  # noqa: N802
    """杠: four alike, from a discard, added to a pung, or concealed."""
    return Act("kong", ways, clause)


def Win(*ways: Literal["draw", "discard", "rob"], clause: str = "") -> Act:  # noqa: N802
    """和: by one's own draw, on a discard, by robbing a kong."""
    return Act("win", ways, clause)


@dataclass(frozen=True)
class Jokers:
    """Tiles that stand for others: named by the deal; `in_melds` whether they may lie in melds, `imagined` one more at the win.

    `turned`: there are two kinds, that of the tile turned up, which is never drawn, so three of it are in play, and the one
    that follows it in its circle (that of the dragons: `dragons`). `clause` says which kinds are wild.
    """

    in_melds: bool = False
    imagined: int = 0
    turned: bool = False
    dragons: str = "白发中"
    clause: str = ""


@dataclass(frozen=True, eq=False)
class Figure:
    """A further number of the result, such as fu; 0 = there is none."""

    key: str
    zh: str
    en: str
    value: Int
