"""Tiles as text. One codec reads and writes every notation; what differs between notations stands in tables.

The notation is always named by the caller, never guessed: the same text means other tiles elsewhere (`567z` is 白发中 in
`mpsz` and 中发白 in `mcr`). `NOTATIONS` lists the names. The tables are in `quepu._notations`.

>>> parse("123m0p7z")
[0, 1, 2, 77, 33]
>>> write(parse("三四五万红中", "chinese"), "mpsz")
'345m7z'
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType
from typing import Final, Literal, NoReturn, cast
from unicodedata import east_asian_width

from quepu import tiles as t
from quepu._notations import CODECS, Codec
from quepu.tiles import Kind, Tile

NOTATIONS: Final[Mapping[str, str]] = MappingProxyType({name: codec.about for name, codec in CODECS.items()})
"""The notations by name, each with a line that describes it."""

_CLIP = 40  # characters of the text that an error message shows on either side of the wrong one


class NotationError(ValueError):
    """Text that is not in the notation, or tiles that the notation cannot express.

    `text` is what was read (or the tiles that were to be written, in the `case` form), `position` the index in it of the
    first wrong character (its length if something is missing at the end), `expected` what should stand there.

    >>> try:
    ...     parse("123m45")
    ... except NotationError as error:
    ...     print(error)
    not in notation "case": expected one of m p s z f after the digits
      123m45
            ^
    """

    def __init__(self, text: str, position: int, notation: str, expected: str) -> None:
        super().__init__(text, position, notation, expected)
        self.text = text
        self.position = position
        self.notation = notation
        self.expected = expected

    def __str__(self) -> str:
        # Made only when somebody looks: trying the other notations costs more than the error itself.
        start, end = max(0, self.position - _CLIP), self.position + _CLIP
        shown = "".join(c if c.isprintable() else "·" for c in self.text[start:end])
        columns = sum(2 if east_asian_width(c) in "WF" else 1 for c in shown[: self.position - start])
        lines = [f'not in notation "{self.notation}": expected {self.expected}', f"  {shown}", f"  {' ' * columns}^"]
        if others := list(_others(self.text, self.notation)):
            lines.append(f"did you mean notation {' or '.join(others)}?")
        return "\n".join(lines)


def _others(text: str, notation: str) -> Iterator[str]:
    """Name the other notations that this text is right in."""
    for name in NOTATIONS:
        try:
            if name != notation:
                parse(text, name)
                yield f'"{name}"'
        except NotationError:
            pass


def _named(notation: str) -> Codec:
    try:
        return CODECS[notation]
    except KeyError:
        raise NotationError(notation, 0, notation, f"a notation: one of {', '.join(NOTATIONS)}") from None


def parse(text: str, notation: str = "case") -> list[Tile]:
    """Read the tiles of a text, in the order of the text.

    >>> parse("19m5s1z[百搭]")
    [0, 8, 22, 27, 42]
    >>> parse("J1 J3", "botzone") == parse("75z")
    True
    >>> parse("一二三万，幺鸡 發財", "chinese") == parse("123m1s6z")
    True
    """
    codec = _named(notation)
    suffixes, words = codec.suffixes, codec.words
    tight = codec.ignored.sub("", text) if codec.ignored else text
    tiles: list[Tile] = []
    for match in codec.pattern.finditer(tight):
        ranks, suffix, word, wrong = match.groups()
        try:
            if ranks:
                row = suffixes[suffix]
                tiles += [row[rank] for rank in ranks]
            elif word:
                tiles.append(words[word])
            elif wrong:
                _refuse(text, tight, match, notation)
        except KeyError:
            _refuse(text, tight, match, notation)
    if notation == "tenhou":
        _refuse_twins(text)
    return tiles


def _refuse(text: str, tight: str, match: re.Match[str], notation: str) -> NoReturn:
    """Say what is wrong at a match in `tight`, which is `text` without what is ignored."""
    codec = CODECS[notation]
    rows = codec.suffixes
    position = match.start()
    rest = tight[position:]
    digits = "".join(takewhile({digit for row in rows.values() for digit in row}.__contains__, rest))
    ranks, suffix, word, _ = match.groups()
    if ranks:
        position += next(i for i, rank in enumerate(ranks) if rank not in rows[suffix])
        expected = f"{min(rows[suffix])}-{max(rows[suffix])} before {suffix}"
    elif word and notation == "case":
        position, expected = position + 1, "a tile's Chinese name in the brackets, such as [一万]"
    elif digits:
        position, expected = position + len(digits), f"one of {' '.join(rows)} after the digits"
    elif rest[0] in rows:
        expected = f"a digit before {rest[0]}"
    elif rest[0] == "[" and notation == "case":
        position, expected = len(tight), "] after the tile's name"
    else:
        expected = codec.expected
    raise NotationError(text, _kept(text, codec)[position], notation, expected) from None


def _kept(text: str, codec: Codec) -> list[int]:
    """Where each character that is not ignored stands in the text, and the text's length."""
    return [*(i for i, c in enumerate(text) if not (codec.ignored and codec.ignored.match(c))), len(text)]


def _refuse_twins(text: str) -> None:
    """Each id is one tile of the set: it cannot be there twice."""
    seen: set[str] = set()
    for match in CODECS["tenhou"].pattern.finditer(text):
        if (word := match[3]) in seen:
            raise NotationError(text, match.start(), "tenhou", f"no second {word}: every id is one tile")
        if word:
            seen.add(word)


def write(tiles: Iterable[Tile], notation: str = "case") -> str:
    """Write tiles, in the order given; neighbours of one suit share its letter.

    >>> write([0, 1, 2, 77, 33])
    '123m0p7z'
    >>> write(parse("567z"), "mcr"), write(parse("567z"), "botzone"), write(parse("567z"), "mjai")
    ('PFC', 'J3 J2 J1', 'P F C')
    """
    spelled, joint = _named(notation).spelled, CODECS[notation].joint
    tiles = list(tiles)
    if notation == "tenhou":
        return joint.join(map(str, _ids(tiles)))
    parts: list[str] = []
    last = ""
    for i, tile in enumerate(tiles):
        if tile not in spelled:
            _refuse_tile(tiles, i, notation)
        rank, suffix = spelled[tile]
        if suffix != last:
            parts.append(last)
            last = suffix
        parts.append(rank)
    if last:
        parts.append(last)
    return joint.join(parts)


def _ids(tiles: Sequence[Tile]) -> Iterator[int]:
    """One id for each tile: the lowest that is left of its kind, a red five's own for a red five only."""
    words = CODECS["tenhou"].words
    left: dict[Tile, list[int]] = {}
    for word, tile in reversed(list(words.items())):
        left.setdefault(tile, []).append(int(word))
    for i, tile in enumerate(tiles):
        if tile not in left:
            _refuse_tile(tiles, i, "tenhou")
        if not left[tile]:
            count = sum(other == tile for other in words.values())
            _refuse_tile(tiles, i, "tenhou", f"at most {count} of {t.name_en(tile)}: there are no more ids")
        yield left[tile].pop()


def _refuse_tile(tiles: Sequence[Tile], index: int, notation: str, expected: str = "") -> NoReturn:
    """Say that the notation cannot express one of the tiles."""
    case = CODECS["case"].spelled
    words = ["".join(case.get(tile, (f"<{tile}>",))) for tile in tiles]
    name = t.name_zh(tiles[index]) if t.is_tile(tiles[index]) else "such a number"
    position = sum(len(word) + 1 for word in words[:index])
    raise NotationError(
        " ".join(words), position, notation, expected or f"a tile that can be written in it, which {name} cannot"
    )


Way = Literal["chow", "pung", "kong", "added", "concealed", "quint"]
"""How a meld was made; `kong` is claimed from a discard, `quint` is five alike (American)."""

_SIZES: Final[dict[str, int]] = {"chow": 3, "pung": 3, "kong": 4, "added": 4, "concealed": 4, "quint": 5}
_WAY: Final = re.compile(r"\s*+(\S*+)\s*+")


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles laid down: what they are, how they were made, and who fed them (an absolute seat; None: nobody, or not said).

    `tiles` are sorted. Where jokers stand in, say the lowest kind that is meant as `kind`: then a set has its own kind first
    and the jokers after it, and a run keeps the order given, each joker in the place that it fills.

    >>> Meld("pung", (31, 31, 31), 2)
    Meld(way='pung', tiles=(31, 31, 31), source=2, kind=31)
    >>> str(Meld("chow", (3, 31, 5), 3, kind=3))
    'chow 4m5z6m from 3'
    """

    way: Way
    tiles: tuple[Tile, ...]
    source: int | None = None
    kind: Kind = -1

    def __post_init__(self) -> None:
        kind = min(map(t.kind_of, self.tiles)) if self.kind < 0 else self.kind
        ordered = sorted(self.tiles, key=lambda tile: (self.way != "chow" and t.kind_of(tile) != kind, t.order(tile)))
        if self.way != "chow" or [t.kind_of(tile) for tile in ordered] == [kind, kind + 1, kind + 2]:
            object.__setattr__(self, "tiles", tuple(ordered))
        object.__setattr__(self, "kind", kind)

    def __str__(self) -> str:
        source = "" if self.source is None else f" from {self.source}"
        return f"{self.way} {write(self.tiles)}{source}"


def parse_meld(text: str, jokers: frozenset[Kind] = frozenset()) -> Meld:
    """Read a meld as case files write it; one tile named stands for a whole set.

    `jokers` are the kinds that may stand in, besides those that are jokers in every game (`tiles.STAND_INS`). In a run a
    joker stands in the place that it fills.

    >>> parse_meld("pung 5z from 2") == parse_meld("pung 555z from 2")
    True
    >>> str(parse_meld("concealed 5055p"))
    'concealed 0555p'
    >>> parse_meld("pung 99p2z", jokers=frozenset({28})).kind
    17
    """
    match = _WAY.match(text)
    assert match is not None, "the pattern may be empty"
    way, size = match[1], _SIZES.get(match[1])
    if size is None:
        raise NotationError(text, match.start(1), "meld", f"one of {', '.join(_SIZES)}")
    body, fed, feeder = text[match.end() :].partition("from")
    start, end = match.end(), match.end() + len(body.rstrip())
    if fed and way == "concealed":
        raise NotationError(text, match.end() + len(body), "meld", "no seat: nobody feeds a concealed kong")
    if fed and not re.fullmatch(r"[0-9]", feeder.strip()):
        raise NotationError(text, len(text) - len(feeder.lstrip()), "meld", "the number of the seat that fed it")
    tiles = _part(text, start, end, "case", "meld")
    if len(tiles) == 1 and way != "chow" and not t.is_red(tiles[0]):
        tiles *= size
    if len(tiles) < size:
        raise NotationError(text, end, "meld", f"{size} tiles")
    if len(tiles) > size:
        raise NotationError(text, start + _places(text[start:end])[size], "meld", f"no more than {size} tiles")
    kind, wrong, expected = (_read_run if way == "chow" else _read_set)(tiles, jokers | t.STAND_INS)
    if expected:
        raise NotationError(text, start + _places(text[start:end])[wrong], "meld", expected)
    return Meld(cast("Way", way), tuple(tiles), int(feeder) if fed else None, kind)


def _part(text: str, start: int, end: int, notation: str, form: str) -> list[Tile]:
    """Read the tiles of a part of a text; errors are about the whole text, which is in the notation `form`."""
    try:
        return parse(text[start:end], notation)
    except NotationError as error:
        raise NotationError(text, start + error.position, form, error.expected) from None


def _places(text: str) -> list[int]:
    """Where each tile stands in a text that is right in the `case` notation."""
    codec = CODECS["case"]
    kept = _kept(text, codec)
    places: list[int] = []
    for match in codec.pattern.finditer("".join(text[i] for i in kept[:-1])):
        places += kept[match.start() : match.end(1) if match[1] else match.start() + 1]
    return places


def _is_run(kinds: Sequence[Kind]) -> bool:
    low = kinds[0]
    return t.is_number(low) and low % 9 < 7 and list(kinds) == [low, low + 1, low + 2]


def _read_run(tiles: Sequence[Tile], jokers: frozenset[Kind]) -> tuple[Kind, int, str]:
    """Find the lowest kind of a run, 0 and nothing; if it is none, the index of the wrong tile and what is expected there."""
    kinds = [t.kind_of(tile) for tile in tiles]
    if _is_run(sorted(kinds)):
        return min(kinds), 0, ""
    # With jokers the tiles stand in their places: take the run that most of them are in without being jokers.
    naturals = [i for i, kind in enumerate(kinds) if kind not in jokers]
    lows = {kind - i for i, kind in enumerate(kinds) if _is_run([kind - i, kind - i + 1, kind - i + 2])}
    runs = [low for low in lows if all(kinds[i] == low + i for i in naturals)] if naturals else []
    if runs:
        return max(runs, key=lambda low: (sum(kind == low + i for i, kind in enumerate(kinds)), low)), 0, ""
    if not naturals:
        return -1, 0, "a tile that is no joker"
    first = naturals[0]
    follow = kinds[first] - first
    wrong = next(
        (i for i in naturals if kinds[i] != follow + i or t.suit_of(kinds[i]) != t.suit_of(kinds[first])), first
    )
    return -1, wrong, "three consecutive tiles of one suit"


def _read_set(tiles: Sequence[Tile], jokers: frozenset[Kind]) -> tuple[Kind, int, str]:
    """Find the kind of a set of alike tiles, answering as `_read_run` does."""
    kinds = [t.kind_of(tile) for tile in tiles]
    naturals = [i for i, kind in enumerate(kinds) if kind not in jokers]
    kind = kinds[naturals[0] if naturals else 0]
    wrong = next((i for i in naturals if kinds[i] != kind), -1)
    if wrong < 0:
        return kind, 0, ""
    return -1, wrong, f"another {t.name_zh(kind)}, or a joker"


@dataclass(frozen=True, slots=True)
class HandText:
    """A whole hand: concealed tiles in the order of the text, melds, flowers set aside, and what `mcr` says of the win.

    `situation` is the middle part of an mcr text, round wind, seat wind and four flags (own draw, last of its kind, last tile,
    robbed kong); empty means `EE0000`.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    situation: str = ""


_NO_SITUATION: Final = "EE0000"
_MCR_MELD: Final = re.compile(r"\[([^\[\]|,]*[a-zA-Z]|)\s*+,?\s*+([0-9]*+)\s*+\]")
_MCR_TAIL: Final = re.compile(r"\|([ESWN]{2}[01]{4})(\|[a-h\s]*)?")
_MCR_SEATS: Final[Mapping[int, int]] = {1: -1, 2: 2, 3: 1}
"""What the number after the comma means: the previous seat (left), the opposite one, the next one (right)."""
_ADDED: Final = 4
"""Added to the number for an added kong."""


def _neighbours(seat: int, seats: int) -> dict[int, int]:
    """Map the numbers of the neighbours in mcr texts to seats. Only with four players somebody sits opposite."""
    return {number: (seat + step) % seats for number, step in _MCR_SEATS.items() if number != 2 or seats == 4}


def parse_hand(text: str, notation: str, seat: int = 0, seats: int = 4) -> HandText:
    """Read a hand of the player at `seat`, one of `seats`.

    In `mcr` the melds are in brackets and flowers are set aside. After the comma stands who fed the meld (1 previous seat,
    2 opposite, 3 next; 5 6 7 the same for an added kong; nothing for a concealed kong). For a chow it is which of the
    three tiles was claimed, always from the previous seat; that is checked and not kept. The comma may be missing, and a
    pung without a number is from the previous seat, as in older programs. All other notations have tiles only.

    >>> hand = parse_hand("[123p,1][NNN,3]55m789s8s", "mcr", seat=0)
    >>> [str(meld) for meld in hand.melds], write(hand.concealed)
    (['chow 123p from 3', 'pung 444z from 1'], '55m7898s')
    >>> parse_hand("55m1f", "case").flowers
    ()
    """
    if notation != "mcr":
        return HandText(tuple(parse(text, notation)))
    situation, end = _NO_SITUATION, text.find("|")
    flowers: list[Tile] = []
    if end >= 0:
        tail = _MCR_TAIL.fullmatch(text, end)
        if tail is None:
            raise NotationError(text, end + 1, notation, "|EE0000|abc: winds, four flags 0 or 1, then the flowers a-h")
        situation = tail[1]
        flowers = parse((tail[2] or "")[1:], notation)
    else:
        end = len(text)
    concealed: list[Tile] = []
    melds: list[Meld] = []
    position = 0
    for match in _MCR_MELD.finditer(text, 0, end):
        concealed += _part(text, position, match.start(), notation, notation)
        melds.append(_mcr_meld(text, match, seat, seats))
        position = match.end()
    concealed += _part(text, position, end, notation, notation)
    return HandText(
        tuple(tile for tile in concealed if not t.is_flower(tile)),
        tuple(melds),
        (*(tile for tile in concealed if t.is_flower(tile)), *flowers),
        "" if situation == _NO_SITUATION else situation,
    )


def _mcr_meld(text: str, match: re.Match[str], seat: int, seats: int) -> Meld:
    """Read the meld in brackets at `match`."""
    start, end = match.span(1)
    tiles = tuple(t.in_order(_part(text, start, end, "mcr", "mcr")))
    run = len(tiles) == 3 and _is_run(tiles)
    alike = len(tiles) in {3, 4} and len(set(tiles)) == 1 and not t.is_flower(tiles[0])
    if not run and not alike:
        raise NotationError(text, start, "mcr", "a chow, a pung or a kong in brackets")
    if len(tiles) == 4 and not match[2]:
        return Meld("concealed", tiles)
    number = int(match[2] or "1") if len(match[2]) < 2 else -1
    neighbours = _neighbours(seat, seats)
    if run and number in {1, 2, 3}:
        return Meld("chow", tiles, neighbours[1])
    if not run and number in neighbours:
        return Meld("pung" if len(tiles) == 3 else "kong", tiles, neighbours[number])
    if len(tiles) == 4 and number - _ADDED in neighbours:
        return Meld("added", tiles, neighbours[number - _ADDED])
    numbers = [1, 2, 3] if run else [*neighbours, *(n + _ADDED for n in neighbours if len(tiles) == 4)]
    raise NotationError(text, match.start(2), "mcr", f"one of {' '.join(map(str, numbers))}")


def write_hand(hand: HandText, notation: str, seat: int = 0, seats: int = 4) -> str:
    """Write a hand of the player at `seat`; `parse_hand` gives the hand back. Only `mcr` writes melds.

    A chow is written as if its first tile had been claimed: which one it was is not known.

    >>> write_hand(HandText((4, 4), (parse_meld("added 1111s from 2"),), (38, 34)), "mcr")
    '[1111s,6]55m|EE0000|ae'
    """
    if notation != "mcr":
        if hand.melds:
            raise NotationError(str(hand.melds[0]), 0, notation, 'no melds: only notation "mcr" writes them')
        return write((*hand.concealed, *hand.flowers), notation)
    text = "".join(_write_mcr_meld(meld, seat, seats) for meld in hand.melds) + write(hand.concealed, notation)
    if hand.flowers or hand.situation:
        text += f"|{hand.situation or _NO_SITUATION}|{write(hand.flowers, notation)}"
    return text


def _write_mcr_meld(meld: Meld, seat: int, seats: int) -> str:
    """Write a meld in brackets."""
    tiles = write(meld.tiles, "mcr")
    numbers = {neighbour: number for number, neighbour in reversed(_neighbours(seat, seats).items())}
    if meld.way == "concealed":
        return f"[{tiles}]"
    if meld.way == "chow" and meld.source in {None, (seat - 1) % seats}:
        return f"[{tiles},1]"
    if meld.way in {"pung", "kong", "added"} and meld.source in numbers:
        return f"[{tiles},{numbers[meld.source] + (_ADDED if meld.way == 'added' else 0)}]"
    raise NotationError(str(meld), 0, "mcr", f"a chow, pung or kong that a neighbour of seat {seat} fed")
