"""A finished hand: tiles, melds, how it was won, and what else the rule system asks; checked, and packed for the kernel."""

from __future__ import annotations

import difflib
import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from quepu import tiles as t
from quepu.notation import Meld, NotationError, parse, parse_meld, write
from quepu.rules import Compiled, Input
from quepu.rules.facts import CONTEXT
from quepu.tiles import Kind, Tile

By = Literal["self", "discard", "rob"]
WAYS = ("chow", "pung", "kong", "added", "concealed")
PACKED = struct.Struct("<20sBBBbbBBBHH48s4s24h28s")
MELD = struct.Struct("<BBbBB3x")
NONE = 0xFF


class InputError(ValueError):
    """Something about a hand that cannot be: the message says what, where, and what would be right."""


class TileError(InputError):
    """Tiles that the set of this rule system does not have, or not so often: no hand of this game can hold them."""


@dataclass(frozen=True)
class Hand:
    """One finished hand.

    `concealed` leaves the winning tile out; `flowers` are bonus tiles set aside; `jokers` the kinds that are wild in this
    deal; `context` the circumstances (words of `CONTEXT`); `inputs` what else the rule system asks for, by key.

    >>> Hand.read("1122334455667m", win="7m").win
    6
    """

    concealed: tuple[Tile, ...]
    win: Tile
    melds: tuple[Meld, ...] = ()
    seat: int = 0
    by: By = "self"
    source: int | None = None
    round: Kind | None = None
    flowers: tuple[Tile, ...] = ()
    jokers: tuple[Kind, ...] = ()
    context: frozenset[str] = frozenset()
    inputs: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        concealed: str | Sequence[Tile],
        win: str | Tile,
        *,
        melds: Iterable[str | Meld] = (),
        seat: int = 0,
        by: str = "self",
        source: int | None = None,
        round: str | Kind | None = None,
        flowers: str | Sequence[Tile] = (),
        jokers: str | Sequence[Kind] = (),
        context: Iterable[str] = (),
        inputs: Mapping[str, Any] | None = None,
        notation: str = "case",
    ) -> Hand:
        """A hand from text (in `notation`) or tiles. Raises InputError or NotationError."""
        if by not in ("self", "discard", "rob"):
            raise InputError(f"by: {by!r} is no way to win; self, discard or rob is")
        winning = _tiles(win, notation, "win") if not isinstance(win, int) else (win,)
        if len(winning) != 1:
            raise InputError(f"win: exactly one winning tile is needed, not {len(winning)}")
        wild = tuple(dict.fromkeys(t.kind_of(x) for x in _tiles(jokers, notation, "jokers")))
        laid = tuple(m if isinstance(m, Meld) else parse_meld(m, frozenset(wild)) for m in melds)
        winds = _tiles(round, notation, "round") if isinstance(round, str) else (() if round is None else (round,))
        if round is not None and (len(winds) != 1 or not t.is_wind(winds[0])):
            raise InputError(f"round: the prevailing wind is 1z, 2z, 3z or 4z, not {round!r}")
        words = frozenset(context)
        for word in words:
            if word not in CONTEXT:
                near = difflib.get_close_matches(word, CONTEXT, 1)
                raise InputError(
                    f"context: {word!r} is unknown; "
                    + (f"did you mean {near[0]}?" if near else "there are: " + ", ".join(CONTEXT))
                )
        return cls(
            _tiles(concealed, notation, "hand"), winning[0], laid, seat, cast("By", by), source, winds[0] if winds else None,
            _tiles(flowers, notation, "flowers"), wild, words, dict(inputs or {}),
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{write(t.in_order(self.concealed))} + {write((self.win,))}" + "".join(f", {m}" for m in self.melds)

    def pack(self, rules: Compiled) -> bytes:
        """The kernel's form of this hand under a rule system; raises InputError for what cannot be."""
        self.check(rules)
        numbers = [0] * 24
        lists = [bytes([NONE] * 14)] * 2
        given = flatten(self.inputs)
        for one in rules.game.inputs:
            value = given.get(one.key, one.default)
            if one.kind == "tiles":
                kinds = [] if value is None else [t.kind_of(x) for x in _tiles(value, "case", one.key)]
                if len(kinds) > 14:
                    raise InputError(f"{one.key}: at most 14 tiles, not {len(kinds)}")
                lists[rules.slots.lists[one.key]] = bytes(kinds + [NONE] * (14 - len(kinds)))
            else:
                slot = rules.slots.numbers[one.key]
                for i, number in enumerate(_numbers(one, value, rules.seats)):
                    numbers[slot + i] = number
        melds = b"".join(
            MELD.pack(
                WAYS.index(m.way),
                m.kind,
                -1 if m.source is None else m.source,
                sum(map(t.is_red, m.tiles)),
                self._strangers(m),
            )
            for m in self.melds
        )
        context = sum(1 << CONTEXT.index(word) for word in self.context)
        return PACKED.pack(
            bytes(self.concealed) + bytes(20 - len(self.concealed)), len(self.concealed), self.win, ("self", "discard", "rob").index(self.by),
            self.seat, -1 if self.source is None else self.source, NONE if self.round is None else self.round, len(self.melds),
            len(self.flowers), 0, context, melds + bytes(48 - len(melds)), bytes((*self.jokers, *[NONE] * 4)[:4]), *numbers, b"".join(lists),
        )  # fmt: skip

    @staticmethod
    def _strangers(meld: Meld) -> int:
        """Joker tiles that stand in a meld for something else."""
        wanted = [meld.kind + i for i in range(3)] if meld.way == "chow" else [meld.kind] * len(meld.tiles)
        return sum(t.kind_of(tile) != kind for tile, kind in zip(meld.tiles, wanted, strict=True))

    def check(self, rules: Compiled) -> None:
        """Refuse what no table could show: wrong seats, wrong number of tiles, a fifth tile of a kind, unknown keys."""
        seats = rules.seats
        if not 0 <= self.seat < seats:
            raise InputError(f"seat: there are seats 0 to {seats - 1}, not {self.seat}")
        if self.by == "self":
            if self.source is not None:
                raise InputError("from: nobody gives the tile of a self-draw; leave it out, or say discard or rob")
        elif self.source is None:
            raise InputError(
                f"from: who {'discarded the tile' if self.by == 'discard' else 'had the kong'}? Give a seat from 0 to {seats - 1}"
            )
        elif not 0 <= self.source < seats or self.source == self.seat:
            raise InputError(
                f"from: seat {self.source} cannot give the tile to seat {self.seat}; another seat from 0 to {seats - 1} can"
            )
        for m in self.melds:
            if m.way not in WAYS:
                raise InputError(f"melds: {m}: a {m.way} is not known here")
            if m.source is not None and (not 0 <= m.source < seats or m.source == self.seat):
                raise InputError(f"melds: {m}: seat {m.source} cannot feed seat {self.seat}")
        if len(self.melds) > 5:
            raise InputError(f"melds: {len(self.melds)} melds are too many")
        have, want = len(self.concealed) + 3 * len(self.melds), rules.hand
        if have != want:
            raise InputError(
                f"hand: {len(self.concealed)} concealed tiles and {len(self.melds)} melds (each counts three) make {have}; "
                f"without the winning tile {want} are needed"
            )
        everything = Counter(
            map(t.kind_of, (*self.concealed, self.win, *(x for m in self.melds for x in m.tiles), *self.flowers))
        )
        turned = self.jokers[0] if self.jokers and rules.game.jokers is not None and rules.game.jokers.turned else None
        for kind, number in everything.items():
            most = 1 if t.is_flower(kind) else 3 if kind == turned else 4
            if number > most:
                raise TileError(f"hand: {t.name_zh(kind)} occurs {number} times; there are {most}")
        for tile in (*self.concealed, self.win):
            if t.kind_of(tile) >= 34:
                raise InputError(f"hand: {t.name_zh(tile)} is no playing tile; bonus tiles are set aside (flowers)")
        for tile in self.flowers:
            if not rules.game.bonus.mask >> t.kind_of(tile) & 1:
                raise TileError(f"flowers: {t.name_zh(tile)} is no bonus tile here ({rules.game.bonus.zh})")
        if self.jokers and rules.game.jokers is None:
            raise InputError(f"jokers: there are none in {rules.game.zh} ({rules.game.en})")
        if len(self.jokers) > 4:
            raise InputError("jokers: at most four kinds can be wild")
        known = {i.key for i in rules.game.inputs}
        for key in flatten(self.inputs):
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                listed = (
                    f"did you mean {near[0]}?"
                    if near
                    else "it asks for: " + (", ".join(sorted(known)) or "nothing more")
                )
                raise InputError(f"{key}: {rules.game.zh} does not ask for this; {listed}")


def flatten(inputs: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested keys joined with dots: ``{"liability": {"kong_from": 2}}`` → ``{"liability.kong_from": 2}``."""
    result: dict[str, Any] = {}
    for key, value in inputs.items():
        if isinstance(value, Mapping):
            result |= flatten(value, f"{prefix}{key}.")
        else:
            result[prefix + str(key)] = value
    return result


def _tiles(given: str | Sequence[Tile], notation: str, where: str) -> tuple[Tile, ...]:
    if not isinstance(given, str):
        if not isinstance(given, list | tuple | bytes) or not all(isinstance(x, int) and t.is_tile(x) for x in given):
            raise InputError(f"{where}: {given!r} are no tiles; write them as text: 123m55z")
        return tuple(given)
    try:
        return tuple(parse(given, notation))
    except NotationError as error:
        raise InputError(f"{where}: {error}") from None


def _numbers(one: Input, value: Any, seats: int) -> list[int]:
    """The numbers that an input puts into a packed hand."""

    def wrong(right: str) -> InputError:
        return InputError(f"{one.key}: {value!r} is not possible; {right}" + (f" [{one.clause}]" if one.clause else ""))

    match one.kind:
        case "number":
            number = one.low if value is None else value
            if type(number) is not int or not one.low <= number <= one.high:
                raise wrong(f"a whole number from {one.low} to {one.high}")
            return [number]
        case "truth":
            if value not in (None, True, False):
                raise wrong("true or false")
            return [int(bool(value))]
        case "seat":
            if value is None:
                return [-1]
            if type(value) is not int or not 0 <= value < seats:
                raise wrong(f"a seat from 0 to {seats - 1}")
            return [value]
        case "suit":
            if value is None:
                return [-1]
            if value not in ("m", "p", "s"):
                raise wrong("m, p or s")
            return ["mps".index(value)]
        case "seats":
            chosen = [] if value is None else value
            if not isinstance(chosen, list | tuple) or not all(type(s) is int and 0 <= s < seats for s in chosen):
                raise wrong(f"a list of seats from 0 to {seats - 1}")
            return [sum(1 << s for s in set(chosen))]
        case _:
            each = [0] * seats if value is None else value
            if (
                not isinstance(each, list | tuple)
                or len(each) != seats
                or not all(type(n) is int and one.low <= n <= one.high for n in each)
            ):
                raise wrong(f"a list of {seats} numbers from {one.low} to {one.high}, one a seat")
            return list(each)
