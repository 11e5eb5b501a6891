"""House options and presets as data, and what a case tells beyond the hand."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from quepu.rules.expr import (
    Bool,
    Condition,
    Fact,
    FactSpec,
    Int,
    IntLike,
    Optional,
    OptionalTruth,
    RuleError,
    Words,
)


class OptionError(ValueError):
    """An option or value that the rule system does not have; the message names those it has."""


class OptionClashError(OptionError):
    """A value that the option has, but not under this preset, or not beside another value."""


@dataclass(frozen=True)
class Points:
    """Any whole number from `low` to `high`, and the words of `also`."""

    low: int = 0
    high: int = 10**6
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Several:
    """Any selection of the named words, as a list."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Numbers:
    """A list of exactly `size` whole numbers, each from -`most` to `most`."""

    size: int
    most: int = 10**6


Values = Sequence[Any] | range | Points | Several | Numbers
points = Points()
flag: Sequence[bool] = (False, True)


_WHOLE = re.compile(r"-?[0-9]{1,18}")  # longer ones are larger than any option may be


@dataclass(frozen=True, eq=False)
class Option:
    """One house option: key, allowed values, default; in expressions it is its number.

    `only`: the presets under which another value than the default may be chosen (empty: all). `names`: what values that are
    words are called, in Chinese and English. `apart`: values that cannot stand beside a value of another option.
    """

    key: str
    values: Values
    default: Any
    zh: str = ""
    en: str = ""
    clause: str = ""
    only: tuple[str, ...] = ()
    names: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    apart: Mapping[Any, tuple[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.accept(self.default))

    def accept(self, value: Any) -> Any:
        """The value in its normal form, or OptionError."""
        match self.values:
            case Points():
                if type(value) is int and self.values.low <= value <= self.values.high:
                    return value
                if value in self.values.also:
                    return value
            case Several():
                if isinstance(value, list | tuple) and all(v in self.values.names for v in value):
                    return tuple(v for v in self.values.names if v in value)
            case Numbers():
                if (
                    isinstance(value, list | tuple)
                    and len(value) == self.values.size
                    and all(type(v) is int and abs(v) <= self.values.most for v in value)
                ):
                    return tuple(value)
            case _:
                if (
                    isinstance(value, bool) and ("on" if value else "off") in self.values
                ):  # YAML reads on and off as true and false
                    value = "on" if value else "off"
                if any(value == v and type(value) is type(v) for v in self.values):
                    return value
        raise OptionError(f"option {self.key}: {value!r} is not possible; {self.allowed.en}{self._cite()}")

    def _cite(self) -> str:
        return f" [{self.clause}]" if self.clause else ""

    @property
    def allowed(self) -> Words:
        """What may be chosen, in words."""
        match self.values:
            case Points():
                also = [self.word(word) for word in self.values.also]
                low, high = self.values.low, self.values.high
                zh, en = f"{low} 至 {high} 的整数", f"a whole number from {low} to {high}"
                return Words(zh + "".join(f"，或{w.zh}" for w in also), en + "".join(f", or {w.en}" for w in also))
            case Several():
                names = [self.word(name) for name in self.values.names]
                return Words("任选：" + "、".join(w.zh for w in names), "a list of " + ", ".join(w.en for w in names))
            case Numbers():
                size, most = self.values.size, self.values.most
                return Words(
                    f"{size} 个 -{most} 至 {most} 的整数", f"a list of {size} whole numbers from -{most} to {most}"
                )
            case range():
                low, high = self.values.start, self.values.stop - 1
                return Words(f"{low} 至 {high}", f"{low} to {high}")
            case _:
                one = [self.word(value) for value in self.values]
                return Words("、".join(w.zh for w in one), "one of " + ", ".join(w.en for w in one))

    def word(self, value: Any, *, code: bool = True) -> Words:
        """A value's name, with `code` as it is written too; a value without a name as it is written.

        >>> Option("ladder", ("quads", "fourth"), "quads", names={"quads": ("四张一样", "fours of a kind")}).word(
        ...     "quads"
        ... ).zh
        '四张一样（quads）'
        """
        if isinstance(value, list | tuple):
            words = [self.word(v, code=code) for v in value]
            return Words("、".join(w.zh for w in words) or "–", ", ".join(w.en for w in words) or "–")
        written = str(value).lower() if isinstance(value, bool) else str(value)
        zh, en = self.names.get(value, ("", "")) if isinstance(value, str) else ("", "")
        if not code:
            return Words(zh or written, en or written)
        return Words(
            f"{zh}（{written}）" if zh else written, f"{en} ({written})" if en not in ("", written) else written
        )

    def parse(self, text: str) -> Any:
        """The value from a command line's text."""
        if isinstance(self.values, Several):
            return self.accept([t for t in text.split(",") if t])
        if isinstance(self.values, Numbers):
            numbers = [part.strip() for part in text.strip("[]").split(",")]
            return self.accept([int(n) for n in numbers] if all(map(_WHOLE.fullmatch, numbers)) else text)
        choices: dict[str, Any] = {"true": True, "false": False}
        return self.accept(int(text) if _WHOLE.fullmatch(text) else choices.get(text.lower(), text))

    # In expressions.
    def _words(self) -> Words:
        return Words(self.zh or self.key, self.en or self.key)

    @property
    def number(self) -> Int:
        """The option's number (0 for a word)."""
        return Optional(self.key, lambda v: int(v) if isinstance(v, int) else 0, self._words())

    def at(self, place: int) -> Int:
        """One number of a list."""
        return Optional(self.key, lambda v: int(v[place]), self._words())

    def is_(self, *values: Any) -> Bool:
        """Whether one of these values is chosen."""
        for value in values:
            self.accept(value)
        zh, en = ("/".join(words) for words in zip(*(self.names.get(v, (str(v), str(v))) for v in values), strict=True))
        return OptionalTruth(
            self.key, lambda v: int(v in values), Words(f"{self.zh or self.key}＝{zh}", f"{self.en or self.key}={en}")
        )

    def has(self, name: str) -> Bool:
        """Whether a list option names this."""
        self.accept([name])
        return OptionalTruth(self.key, lambda v: int(name in v), Words(*self.names.get(name, (name, name))))

    @property
    def on(self) -> Bool:
        """Whether a true/false or on/off option is on."""
        return OptionalTruth(self.key, lambda v: int(v is True or v == "on"), self._words())

    def pick(self, table: Mapping[Any, int]) -> Int:
        """The number that a table gives for the chosen value."""
        for value in table:
            self.accept(value)
        return Optional(self.key, lambda v: table.get(v, 0), self._words())


@dataclass(frozen=True)
class Preset:
    """A named set of option values; the rule system's own defaults fill the rest."""

    id: str
    zh: str
    en: str
    options: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""


def preset(id: str, zh: str, en: str, clause: str = "", **options: Any) -> Preset:
    """A preset, written in one line."""
    return Preset(id, zh, en, options, clause)


def settle_options(options: Sequence[Option], *layers: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values: defaults, then each layer over them; unknown keys and values are refused."""
    known = {o.key: o for o in options}
    result = {o.key: o.default for o in options}
    for layer in layers:
        for key, value in layer.items():
            if key not in known:
                near = difflib.get_close_matches(str(key), known, 1)
                hint = f"did you mean {near[0]}?" if near else "there are: " + (", ".join(known) or "none")
                raise OptionError(f"there is no option {key!r}; {hint}")
            result[key] = known[key].accept(value)
    return result


# ------------------------------------------------------------------------------------------------ inputs

Kind = Literal["number", "truth", "seat", "suit", "seats", "each", "tiles"]


@dataclass(frozen=True, eq=False)
class Input:
    """Something that a case tells beside the hand, under a key of its own (``liability.kong_from`` = a key within a key).

    Kinds: number, truth (yes or no), seat (absent: -1), suit (m p s; absent: -1), seats (a list of seats), each (one
    number a seat), tiles (a list of kinds). `filled`: what a deal puts there: an expression about the deal, or "pulls", "won",
    "checking" (the hand is only looked at), "indicators", "under indicators", "pungs of others", "birds" (how many hit each seat).
    """

    key: str
    kind: Kind
    zh: str
    en: str
    default: Any = None
    low: int = 0
    high: int = 1000
    clause: str = ""
    filled: (
        Int | Literal["pulls", "won", "checking", "indicators", "under indicators", "pungs of others", "birds"] | None
    ) = None

    def _spec(self, name: str, *params: int) -> FactSpec:
        return FactSpec(name, params, input=self.key)

    def _want(self, *kinds: Kind) -> None:
        if self.kind not in kinds:
            raise RuleError(f"input {self.key} is of kind {self.kind}, not {' or '.join(kinds)}")

    @property
    def number(self) -> Int:
        """Its number: as given, a seat, or a suit (0 m, 1 p, 2 s); -1 for an unknown seat or suit."""
        self._want("number", "seat", "suit")
        return Fact(self._spec("input"), Words(self.zh, self.en))

    @property
    def on(self) -> Bool:
        """Whether it was said."""
        self._want("truth")
        return Condition(self._spec("input"), Words(self.zh, self.en))

    @property
    def known(self) -> Bool:
        """Whether a seat or suit was given."""
        return (self.number >= 0).named(f"有{self.zh}", f"known: {self.en}")

    @property
    def holds_win(self) -> Bool:
        """Whether the list of tiles holds the winning kind."""
        self._want("tiles")
        return Condition(self._spec("listed_win"), Words(f"和牌张在{self.zh}中", f"winning kind among {self.en}"))

    @property
    def following(self) -> Int:
        """How many tiles of the hand follow a listed kind in its circle (9 is followed by 1, north by east …)."""
        self._want("tiles")
        return Fact(self._spec("listed_next"), Words(f"{self.zh}所指的张数", f"number of tiles that follow {self.en}"))

    @property
    def of_payer(self) -> Int:
        """The payer's own number."""
        self._want("each")
        return Fact(self._spec("payer_input"), Words(f"付者{self.zh}", f"the payer's {self.en}"))

    @property
    def has_payer(self) -> Bool:
        """Whether the payer is one of the seats."""
        self._want("seats")
        return Condition(self._spec("payer_bit"), Words(f"付者{self.zh}", f"payer is {self.en}"))

    def holds(self, seat: IntLike) -> Bool:
        """Whether a seat is one of the seats; -1, nobody, is not."""
        self._want("seats")
        among = Fact(self._spec("input"), Words(self.zh, self.en))
        who = Words(f"{seat}家", f"seat {seat}") if isinstance(seat, int) else seat.label or Words("某家", "a seat")
        bit = among // 2**seat - 2 * (among // 2 ** (seat + 1))  # the numbers of operations have no remainder
        return ((seat >= 0) & (bit == 1)).named(f"{who.zh}是{self.zh}", f"{who.en} is among {self.en}")

    def of(self, seat: int) -> Int:
        """A certain seat's number."""
        self._want("each")
        return Fact(self._spec("input", seat), Words(f"{seat}家{self.zh}", f"seat {seat}'s {self.en}"))
