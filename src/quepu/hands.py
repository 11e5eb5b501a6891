"""A finished hand: tiles, melds, how it was won, and what else the rule system asks; checked, and packed for the kernel."""

from __future__ import annotations

import difflib
import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from quepu import tiles as t
from quepu.notation import Meld, NotationError, Way, parse, parse_meld, write
from quepu.rules import Compiled, Input
from quepu.rules.facts import CONTEXT
from quepu.tiles import Kind, Tile

By = Literal["self", "discard", "rob"]
WAYS: tuple[Way, ...] = ("chow", "pung", "kong", "added", "concealed")
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

    `concealed` leaves the winning tile out; `round` is the prevailing wind, East when absent; `flowers` are bonus tiles set
    aside; `jokers` the kinds that are wild in this deal; `context` the circumstances (words of `CONTEXT`); `inputs` what else the rule system asks for, by key.

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
        melds, context, inputs = _sound(melds, seat, source, context, inputs, notation)
        if by not in ("self", "discard", "rob"):
            raise InputError(f"by: {by!r} is no way to win; self, discard or rob is")
        if win is None:
            raise InputError("win: which tile was won? Give it apart from the concealed tiles: 7m")
        if isinstance(win, int) and not _is_tile(win):
            raise InputError(f"win: {win!r} is no tile; a number from 0 to 33, or text such as 7m, is expected")
        winning = (win,) if isinstance(win, int) else _tiles(win, notation, "win")
        if len(winning) != 1:
            raise InputError(f"win: exactly one winning tile is needed, not {len(winning)}")
        wild = tuple(dict.fromkeys(t.kind_of(x) for x in _tiles(jokers, notation, "jokers")))
        laid = tuple(m if isinstance(m, Meld) else parse_meld(m, frozenset(wild)) for m in melds)
        winds = _tiles(round, notation, "round") if isinstance(round, str) else (() if round is None else (round,))
        if round is not None and (len(winds) != 1 or type(winds[0]) is not int or not t.is_wind(winds[0])):
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

    def with_reds(self, rules: Compiled) -> Hand:
        """The same hand with the red fives that nobody wrote: all four fives of a suit hold every red one.

        >>> from quepu.scoring import rules_for
        >>> str(Hand.read("5555m234p678p999s", "5p").with_reds(rules_for("riichi")))
        '0555m234678p999s + 5p'
        """
        hand = self
        for red, most in zip(t.RED_FIVES, rules.reds, strict=False):
            plain = t.kind_of(red)
            tiles = (*hand.concealed, hand.win, *(x for m in hand.melds for x in m.tiles))
            lacking = most - tiles.count(red)
            if lacking <= 0 or tiles.count(plain) + most - lacking != 4:
                continue

            def put(tiles: Sequence[Tile], red: Tile = red, plain: Kind = plain) -> tuple[Tile, ...]:
                nonlocal lacking
                result = list(tiles)
                while lacking and plain in result:
                    result[result.index(plain)], lacking = red, lacking - 1
                return tuple(result)

            concealed = put(hand.concealed)
            melds = tuple(replace(m, tiles=put(m.tiles)) for m in hand.melds)
            hand = replace(hand, concealed=concealed, melds=melds, win=put((hand.win,))[0])
        return hand

    def pack(self, rules: Compiled) -> bytes:
        """The kernel's form of this hand under a rule system; raises InputError for what cannot be."""
        self.check(rules)
        if rules.reds and (hand := self.with_reds(rules)) is not self:
            return hand.pack(rules)
        numbers = [0] * 24
        lists = [bytes([NONE] * 14)] * 2
        given = flatten(self.inputs)
        for one in rules.game.inputs:
            value = given.get(one.key, one.default)
            if one.kind == "tiles":
                kinds = _listed_kinds(one, value, rules)
                lists[rules.slots.lists[one.key]] = bytes(kinds + [NONE] * (14 - len(kinds)))
            else:
                slot = rules.slots.numbers[one.key]
                for i, number in enumerate(_numbers(one, value, rules.seats, self.seat)):
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
            self.seat, -1 if self.source is None else self.source, t.EAST if self.round is None else self.round, len(self.melds),
            len(self.flowers), 0, context, melds + bytes(48 - len(melds)), bytes((*self.jokers, *[NONE] * 4)[:4]), *numbers, b"".join(lists),
        )  # fmt: skip

    @classmethod
    def unpack(cls, rules: Compiled, data: bytes, flowers: Sequence[Tile] = ()) -> Hand:
        """The hand of a packed one; which bonus tiles lie aside is not in it, only how many: `flowers` are they.

        >>> from quepu.scoring import rules_for
        >>> rules, hand = (
        ...     rules_for("riichi"),
        ...     Hand.read("234567m345p67s22z", "8s", inputs={"honba": 2, "indicators": "4p"}),
        ... )
        >>> Hand.unpack(rules, hand.pack(rules)).pack(rules) == hand.pack(rules)
        True
        """
        (tiles, held, win, by, seat, source, round_, melds, _, _, context, laid, jokers, *rest) = PACKED.unpack(data)
        numbers, lists = rest[:-1], rest[-1]
        made = []
        for i in range(melds):
            way, kind, feeder, reds, _ = MELD.unpack_from(laid, i * MELD.size)
            kinds = [kind, kind + 1, kind + 2] if WAYS[way] == "chow" else [kind] * (3 if WAYS[way] == "pung" else 4)
            for at, k in enumerate(kinds):
                if reds and k < t.EAST and k % 9 == 4:
                    kinds[at], reds = k | t.RED, reds - 1
            made.append(Meld(WAYS[way], tuple(kinds), None if feeder < 0 else feeder))
        inputs: dict[str, Any] = {}
        for one in rules.game.inputs:
            if one.kind == "tiles":
                at = 14 * rules.slots.lists[one.key]
                inputs[one.key] = write([k for k in lists[at : at + 14] if k != NONE])
            else:
                slot = rules.slots.numbers[one.key]
                inputs[one.key] = _meant(one, numbers[slot : slot + rules.seats])
        return cls(
            tuple(tiles[:held]), win, tuple(made), seat, ("self", "discard", "rob")[by], None if source < 0 else source, round_, tuple(flowers),
            tuple(k for k in jokers if k != NONE), frozenset(word for i, word in enumerate(CONTEXT) if context >> i & 1), inputs,
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
        clause = f"[{rules.game.refused['tiles']}]"
        turned = self._turned(rules, clause)
        for kind, number in everything.items():
            most = 1 if t.is_flower(kind) else 3 if kind == turned else 4
            if number > most:
                raise TileError(
                    f"hand: {t.name_zh(kind)} occurs {number} times; there {'is' if most == 1 else 'are'} only {most} {clause}"
                )
        for tile in (*self.concealed, self.win, *(x for m in self.melds for x in m.tiles)):
            if t.kind_of(tile) >= t.PLAYING_KINDS:
                aside = "; bonus tiles are set aside (flowers)" if rules.game.bonus.mask else ""
                raise TileError(f"hand: {t.name_zh(tile)} is no playing tile here{aside} {clause}")
        for tile in self.flowers:
            if not rules.game.bonus.mask >> t.kind_of(tile) & 1:
                raise TileError(f"flowers: {t.name_zh(tile)} is no bonus tile here ({rules.game.bonus.zh}) {clause}")
        self._check_reds(rules)
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

    def _turned(self, rules: Compiled, clause: str) -> Kind | None:
        """The kind of the tile that was turned up for the jokers, if one was; refuses jokers that the game does not have."""
        game = rules.game
        if not self.jokers:
            return None
        if game.jokers is None:
            raise TileError(f"jokers: there are none in {game.zh} ({game.en}) {clause}")
        clause = f"[{game.jokers.clause}]" if game.jokers.clause else clause
        for kind in self.jokers:
            if not game.tiles.mask >> kind & 1:
                raise TileError(f"jokers: {t.name_zh(kind)} is no playing tile here {clause}")
        if not game.jokers.turned:
            if len(self.jokers) > 4:
                raise InputError("jokers: at most four kinds can be wild")
            return None
        pairs = ((kind, t.following(kind, game.jokers.dragons)) for kind in self.jokers)
        for pair in pairs:  # in whichever order they were written
            if set(pair) == set(self.jokers):
                return pair[0]
        first = self.jokers[0]
        raise TileError(
            f"jokers: {write(self.jokers)} is not possible; the kind turned up and the next one are wild, such as "
            f"{write((first, t.following(first, game.jokers.dragons)))} {clause}"
        )

    def _check_reds(self, rules: Compiled) -> None:
        """Refuse more red fives than the set has; where it has none they are plain fives."""
        if not rules.reds:
            return
        tiles = Counter((*self.concealed, self.win, *(x for m in self.melds for x in m.tiles)))
        for red, most in zip(t.RED_FIVES, rules.reds, strict=True):
            if tiles[red] > most:
                there = f"there {'is' if most == 1 else 'are'} only {most}"
                raise TileError(
                    f"hand: {t.name_zh(red)} occurs {tiles[red]} time{'s' * (tiles[red] > 1)}; {there} [{rules.game.refused['reds']}]"
                )


def flatten(inputs: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested keys joined with dots: ``{"liability": {"kong_from": 2}}`` → ``{"liability.kong_from": 2}``."""
    result: dict[str, Any] = {}
    for key, value in inputs.items():
        if isinstance(value, Mapping):
            result |= flatten(value, f"{prefix}{key}.")
        else:
            result[prefix + str(key)] = value
    return result


def _is_tile(value: object) -> bool:
    return type(value) is int and t.is_tile(value)


def _sound(
    melds: Any, seat: Any, source: Any, context: Any, inputs: Any, notation: Any
) -> tuple[list[str | Meld], list[str], Mapping[str, Any]]:
    """Refuse what is not even of the right kind: a text for a list, a text for a number."""
    if not isinstance(notation, str):
        raise InputError(f"notation: {notation!r} is not possible; the name of a notation is expected")
    if type(seat) is not int:
        raise InputError(f"seat: {seat!r} is not possible; a whole number is expected")
    if source is not None and type(source) is not int:
        raise InputError(f"from: {source!r} is not possible; a seat's number is expected")
    if not isinstance(inputs, Mapping | None):
        raise InputError(f"inputs: {inputs!r} is not possible; a mapping of keys to values is expected")
    lists: list[list[Any]] = []
    for where, given, kinds, right in (("melds", melds, str | Meld, "pung 111m"), ("context", context, str, "ready")):
        if isinstance(given, str | bytes | Mapping | Meld) or not isinstance(given, Iterable):
            raise InputError(f'{where}: {given!r} is not possible; a list is expected: ["{right}"]')
        entries = list(given)
        for entry in entries:
            if not isinstance(entry, kinds):
                raise InputError(f'{where}: {entry!r} is not possible; text such as "{right}" is expected')
        lists.append(entries)
    return lists[0], lists[1], inputs or {}


def _tiles(given: str | Sequence[Tile], notation: str, where: str) -> tuple[Tile, ...]:
    if not isinstance(given, str):
        if not isinstance(given, list | tuple | bytes) or not all(map(_is_tile, given)):
            raise InputError(f"{where}: {given!r} are no tiles; write them as text: 123m55z")
        return tuple(given)
    try:
        return tuple(parse(given, notation))
    except NotationError as error:
        raise InputError(f"{where}: {error}") from None


def _listed_kinds(one: Input, value: Any, rules: Compiled) -> list[Kind]:
    """The kinds of an input that is a list of tiles: playing tiles of the game, none more often than it is there."""
    kinds = [] if value is None else [t.kind_of(x) for x in _tiles(value, "case", one.key)]
    cite = f" [{one.clause}]" if one.clause else ""
    for kind in kinds:
        if not rules.game.tiles.mask >> kind & 1:
            raise InputError(f"{one.key}: {t.name_zh(kind)} is no playing tile here{cite}")
        if kinds.count(kind) > 4:
            raise InputError(f"{one.key}: {t.name_zh(kind)} occurs {kinds.count(kind)} times; there are only 4{cite}")
    if len(kinds) > 14:
        raise InputError(f"{one.key}: at most 14 tiles, not {len(kinds)}{cite}")
    return kinds


def _meant(one: Input, numbers: Sequence[int]) -> Any:
    """What the numbers of an input in a packed hand stand for."""
    first = numbers[0]
    match one.kind:
        case "truth":
            return bool(first)
        case "seat":
            return None if first < 0 else first
        case "suit":
            return None if first < 0 else "mps"[first]
        case "seats":
            return [seat for seat in range(len(numbers)) if first >> seat & 1]
        case "each":
            return list(numbers)
        case _:
            return first


def _numbers(one: Input, value: Any, seats: int, winner: int) -> list[int]:
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
            if value == winner:
                raise wrong(f"seat {value} is the winner; another seat from 0 to {seats - 1}")
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
