"""Scoring a finished hand: the plain answer, fast. Why it is so is told by `quepu.explain`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quepu import _kernel
from quepu import tiles as t
from quepu.hands import Hand
from quepu.notation import Meld
from quepu.rules import Compiled, Fan, OptionError, compile
from quepu.rules.facts import SHAPES
from quepu.rules.select import STATUS
from quepu.rulesets import find
from quepu.tiles import Kind, Tile

OUTCOMES = ("win", "tiles", "meld", "chow_seat", "joker_meld", "way", "shape", "require")
"""What may become of a hand, in the order of the kernel's numbers: a win, or why there is none."""


@dataclass(frozen=True)
class Refusal:
    """Why a hand may not win: the clause that forbids it and its words."""

    clause: str
    zh: str
    en: str

    def __str__(self) -> str:
        return f"{self.en} [{self.clause}]"


@dataclass(frozen=True)
class Line:
    """One scoring item that counts: how often, its amount in the unit of the rule system, and the amount as written."""

    fan: Fan
    count: int
    amount: int

    @property
    def written(self) -> str:
        """The amount as players write it: a number, or x2 for a factor in a sum."""
        return self.fan.written.format(self.amount)


@dataclass(frozen=True)
class Group:
    """One group of the reading: type, lowest kind, which of its tiles are jokers (bit mask), status bits."""

    type: str
    kind: Kind
    wild: int
    status: int

    @property
    def tiles(self) -> tuple[Kind, ...]:
        """The kinds that it stands for."""
        if self.type == "chow":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * (2 if self.type == "pair" else 4 if self.status & STATUS["kong"] else 3)


@dataclass(frozen=True)
class Reading:
    """How the hand was taken apart: its shape, groups (melds first), and which group the winning tile completes (-1 none)."""

    shape: str
    groups: tuple[Group, ...]
    melds: int
    won: int
    won_position: int

    @classmethod
    def of(cls, raw: tuple[Any, ...]) -> Reading:
        """From the kernel's tuple."""
        shape, melds, won, position, groups = raw
        made = tuple(Group(("chow", "pung", "pair")[g[0]], g[1], g[2], g[3]) for g in groups)
        return cls(SHAPES[shape], made, melds, won, position)


@dataclass(frozen=True, repr=False)
class Score:
    """What a hand is worth. When it may not win, `refusal` says why and nothing is paid.

    >>> result = score("nanjing", "1122334455667m", win="7m", by="self")
    >>> result.fans, result.total
    ({'跑': 20, '独占': 2, '清一色': 60, '七对': 80, '无花果': 40}, 202)
    """

    rules: Compiled
    hand: Hand
    raw: _kernel.Score

    def __repr__(self) -> str:
        worth = f"{self.total}{self.rules.game.unit} {self.payments}" if self.legal else f"no win, {self.refusal}"
        return f"<score under {self.rules.preset}: {worth}>"

    @property
    def legal(self) -> bool:
        """Whether the win is allowed."""
        return self.raw.status == 0

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why the win is refused; None when it is not."""
        return refusal_of(self.rules, self.hand, self.raw)

    @property
    def total(self) -> int:
        """The hand's worth in the unit of the rule system, before who pays."""
        return self.raw.total if self.legal else 0

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The items that count, in the order of the rule system's table; steps of a calculation (fu) left out."""
        return tuple(line for line in self.all_lines if self._listed[line.fan.group])

    @cached_property
    def steps(self) -> tuple[Line, ...]:
        """What counts in a calculation but is no scoring item, such as fu."""
        return tuple(line for line in self.all_lines if not self._listed[line.fan.group])

    @cached_property
    def _listed(self) -> dict[str, bool]:
        return {g.name: g.listed for g in self.rules.groups}

    @cached_property
    def all_lines(self) -> tuple[Line, ...]:
        """Everything that counts."""
        if not self.legal:
            return ()
        return tuple(Line(self.rules.items[i], count, amount) for i, count, amount in self.raw.lines)

    @property
    def fans(self) -> dict[str, int | str]:
        """Every scoring item that counts with its amount, by its Chinese name."""
        return {line.fan.zh: line.amount if line.fan.written == "{}" else line.written for line in self.lines}

    @property
    def figures(self) -> dict[str, int]:
        """Further numbers of the result, such as fu."""
        if not self.legal:
            return {}
        values = dict(zip((f.key for f in self.rules.figures), self.raw.figures, strict=False))
        return {key: value for key, value in values.items() if value}

    @property
    def payments(self) -> tuple[int, ...]:
        """Points that each seat gains or pays."""
        return tuple(self.raw.payments) if self.legal else (0,) * self.rules.seats

    @cached_property
    def reading(self) -> Reading | None:
        """How the hand was taken apart; None when it has no winning shape or was refused before it was read."""
        return Reading.of(self.raw.reading) if OUTCOMES[self.raw.status] in ("win", "require") else None


def score(
    ruleset: str,
    concealed: str | Sequence[Tile],
    win: str | Tile,
    *,
    options: Mapping[str, Any] | None = None,
    melds: Iterable[str | Meld] = (),
    seat: int = 0,
    by: str = "self",
    source: int | None = None,
    round: str | Kind | None = None,
    flowers: str | Sequence[Tile] = (),
    jokers: str | Sequence[Kind] = (),
    context: Iterable[str] = (),
    notation: str = "case",
    **inputs: Any,
) -> Score:
    """Score one finished hand under a rule system (any preset's id) with house options.

    `concealed` leaves the winning tile out; without `round` the prevailing wind is East. Further keyword arguments are what the rule system asks for besides
    (`stake=2`, `indicators="9m"`, `liability={"kong_from": 2}`). Raises InputError, NotationError, OptionError or
    UnknownRulesetError for what cannot be; an illegal win is an answer, not an error.

    >>> score("mcr", "22m45p123456789s", "3p", seat=2, round="1z").payments
    (-30, -30, 90, -30)
    """
    rules = rules_for(ruleset, options)
    hand = Hand.read(
        concealed, win, melds=melds, seat=seat, by=by, source=source, round=round, flowers=flowers, jokers=jokers,
        context=context, inputs=inputs, notation=notation,
    )  # fmt: skip
    return score_hand(rules, hand)


def rules_for(ruleset: str, options: Mapping[str, Any] | None = None) -> Compiled:
    """The compiled rules of a rule system or preset with house options; `options["preset"]` names another preset of it."""
    if not isinstance(options, Mapping | None):
        raise OptionError(f"options: {options!r} is not possible; a mapping of keys to values is expected")
    chosen = dict(options or {})
    game, preset = find(ruleset)
    if "preset" in chosen:
        other, preset = find(str(chosen.pop("preset")))
        if other is not game:
            raise ValueError(f"preset: {preset!r} belongs to {other.id}, not to {game.id}")
    return compile(game, chosen, preset)


def score_hand(rules: Compiled, hand: Hand) -> Score:
    """Score a hand under compiled rules."""
    hand = hand.with_reds(rules)
    return Score(rules, hand, rules.program.score(hand.pack(rules), payments=True))


def refusal_of(rules: Compiled, hand: Hand, raw: _kernel.Score) -> Refusal | None:
    """The refusal that the kernel's status stands for."""
    game = rules.game
    match OUTCOMES[raw.status]:
        case "win":
            return None
        case "tiles":
            name = t.name_zh(raw.detail), t.name_en(raw.detail)
            return Refusal(game.refused["tiles"], f"这副牌里没有{name[0]}", f"{name[1]} is no playing tile here")
        case "meld":
            meld = hand.melds[raw.detail]
            verb = "chow" if meld.way == "chow" else "pung" if meld.way == "pung" else "kong"
            names = {"chow": ("吃", "chow"), "pung": ("碰", "pung"), "kong": ("杠", "kong")}[verb]
            return Refusal(
                game.refused.get(verb, game.refused["shape"]),
                f"这里不能{names[0]}",
                f"there is no {names[1]} here: {meld}",
            )
        case "chow_seat":
            meld = hand.melds[raw.detail]
            return Refusal(
                game.refused["chow_seat"], "只能吃上家的牌", f"a chow is claimed from the seat before only: {meld}"
            )
        case "joker_meld":
            meld = hand.melds[raw.detail]
            return Refusal(game.refused["joker_meld"], "副露里不能有混", f"no jokers in melds: {meld}")
        case "way":
            way = ("自摸", "点炮", "抢杠")[raw.detail], ("self-draw", "a discard", "robbing a kong")[raw.detail]
            clause = game.refused.get(("self", "discard", "rob")[raw.detail], game.refused["shape"])
            return Refusal(clause, f"{way[0]}不能胡", f"there is no win by {way[1]} here")
        case "shape":
            return Refusal(game.refused["shape"], "牌没有和：凑不成和牌的牌型", "not a winning shape")
        case _:
            require = rules.requires[raw.detail]
            return Refusal(require.clause, require.zh, require.en)
