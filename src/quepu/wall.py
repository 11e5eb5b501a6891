"""Walls: the tiles of a game in the order in which they are drawn, and dice; made from a key, the same way everywhere.

A key is 32 bytes and there is no default one: `random_wall` takes it from the operating system, `quepu.fairness` from a secret
and the players' nonces; for studies any number will do: `(17).to_bytes(32)`. How a key becomes a wall is told in docs/walls.md,
with test vectors, so that any language can repeat it.

>>> from quepu.scoring import rules_for
>>> wall = shuffled(rules_for("mcr"), (17).to_bytes(32))
>>> wall, write(wall.tiles[:8]), wall.dice[:4]
(<wall of 144 tiles>, '7s7f8m9s14m3z2m', (2, 5, 5, 1))
>>> wall_break(wall.dice, "both")
Break(wall=2, skipped=13)
"""

from __future__ import annotations

import secrets
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, TypeAlias, get_args

from quepu import tiles as t
from quepu.notation import parse, write
from quepu.rules import Compiled
from quepu.tiles import Tile

VERSION: Final = "quepu-wall-1"
"""How walls are made; it is part of everything that is hashed. Whoever changes a wall changes this."""
KEY_BYTES: Final = 32
DICE: Final = 12
"""Throws of one die that come with every wall."""

Skip: TypeAlias = Literal["sum", "smaller", "second", "both"]
SKIPS: Final[tuple[Skip, ...]] = get_args(Skip)


class WallError(ValueError):
    """A wall, key, secret or throw of dice that cannot be: the message says what, where, and what would be right."""


def hashed(use: str, data: bytes) -> bytes:
    """SHA-256 of the version, what the hash is for, and the data: no hash for one use is a hash for another.

    >>> hashed("key", bytes(32)) == sha256(b"quepu-wall-1/key/" + bytes(32)).digest()
    True
    """
    return sha256(f"{VERSION}/{use}/".encode() + data).digest()


def check_bytes(what: str, value: bytes) -> bytes:
    """The same 32 bytes; raises WallError for anything else."""
    if not isinstance(value, bytes) or len(value) != KEY_BYTES:
        given = f"{len(value)} bytes" if isinstance(value, bytes) else type(value).__name__
        raise WallError(f"{what}: {KEY_BYTES} bytes are needed, not {given}; written in hex: bytes.fromhex(text)")
    return value


class Stream:
    """Numbers from a key, each equally likely: SHA-256 in counter mode, cut into words of 16 bits.

    >>> stream = Stream(bytes(32))
    >>> [stream.below(6) for _ in range(5)]
    [2, 3, 4, 1, 3]
    """

    def __init__(self, key: bytes) -> None:
        self._key = check_bytes("key", key)
        self._blocks = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next word: 0 to 65535."""
        if not self._words:
            block = hashed("tiles", self._key + self._blocks.to_bytes(4, "big"))
            self._words = list(struct.unpack(">16H", block))[::-1]
            self._blocks += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1. Words from the incomplete last run of n are thrown away: none is likelier than another."""
        if not 1 <= n <= 1 << 16:
            raise WallError(f"below: numbers below 1 to {1 << 16} can be made, not below {n}")
        limit = (1 << 16) - (1 << 16) % n
        while (word := self.word()) >= limit:
            pass
        return word % n


def tile_set(rules: Compiled) -> tuple[Tile, ...]:
    """Every tile on the table, sorted by its number: four of each kind, one of each season and plant; red fives for plain ones.

    >>> from quepu.scoring import rules_for
    >>> (
    ...     len(tile_set(rules_for("nanjing"))),
    ...     write(tile_set(rules_for("riichi"))[12:19]),
    ...     write(tile_set(rules_for("riichi"))[-3:]),
    ... )
    (144, '4444555m', '0m0p0s')
    """
    bonus: int = rules.bonus
    mask = rules.game.tiles.mask | bonus
    kinds = [kind for kind in range(t.ALL_KINDS) if mask >> kind & 1]
    number = {kind: 1 if t.is_flower(kind) else 4 for kind in kinds}
    for red, reds in zip(t.RED_FIVES, rules.reds, strict=False):
        if t.kind_of(red) in number:
            number[red] = reds
            number[t.kind_of(red)] -= reds
    return tuple(sorted(Counter(number).elements()))


@dataclass(frozen=True, repr=False)
class Wall:
    """A wall before the deal: `tiles` in the order in which they are drawn, `dice` 12 throws of one die for all that dice decide.

    The first tile is drawn first; the last one is the first replacement drawn from the back. From the front, in playing order
    from the dealer: rounds of four tiles while they fit, the rest of the hands one by one, then one more for the dealer. Its
    tiles are a secret while it is played, so `repr` does not show them; `text` does.

    >>> wall = Wall((0, 33, 77), (1, 2, 3, 4, 5, 6) * 2)
    >>> wall, wall.text
    (<wall of 3 tiles>, '1m7z0p')
    >>> Wall.read("1m7z0p", wall.dice) == wall
    True
    """

    tiles: tuple[Tile, ...]
    dice: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(self.tiles))
        object.__setattr__(self, "dice", tuple(self.dice))
        if not self.tiles:
            raise WallError("wall: there are no tiles in it")
        for place, tile in enumerate(self.tiles, 1):
            if type(tile) is not int or not t.is_tile(tile) or tile == t.HIDDEN:
                raise WallError(f"wall: tile {place} is {tile!r}; the number of a tile is expected, such as 0 for 1m")
        _check_dice(self.dice, "wall")
        if len(self.dice) != DICE:
            raise WallError(f"wall: {len(self.dice)} dice come with it; {DICE} are needed")

    def __repr__(self) -> str:
        return f"<wall of {len(self.tiles)} tiles>"

    @property
    def text(self) -> str:
        """The tiles in the notation of the case files, in the order in which they are drawn."""
        return write(self.tiles)

    @classmethod
    def read(cls, text: str, dice: Sequence[int]) -> Wall:
        """A wall from the text of its tiles. Raises NotationError or WallError."""
        return cls(tuple(parse(text)), tuple(dice))

    def check(self, rules: Compiled) -> None:
        """Raise WallError unless the wall is made of exactly the tiles of this game.

        >>> from quepu.scoring import rules_for
        >>> sichuan = rules_for("sichuan")
        >>> Wall((4, *tile_set(sichuan)[1:]), (1,) * 12).check(sichuan)
        Traceback (most recent call last):
        ...
        quepu.wall.WallError: wall: the game has 4 of 1m, the wall 3; the game has 4 of 5m, the wall 5
        """
        here, there = Counter(self.tiles), Counter(tile_set(rules))
        wrong = [tile for tile in sorted(here | there) if here[tile] != there[tile]]
        if wrong:
            told = (f"the game has {there[tile]} of {write((tile,))}, the wall {here[tile]}" for tile in wrong)
            raise WallError(f"wall: {'; '.join(told)}")


def shuffle(tiles: Iterable[Tile], key: bytes) -> Wall:
    """These tiles in the order that the key says, and the dice; the order in which the tiles are given does not matter.

    The tiles are sorted; each place of the wall in turn, from the front, gets one of those not yet placed (Fisher and Yates).
    """
    stream = Stream(key)
    wall = sorted(tiles)
    for place in range(len(wall) - 1):
        other = place + stream.below(len(wall) - place)
        wall[place], wall[other] = wall[other], wall[place]
    return Wall(tuple(wall), tuple(1 + stream.below(6) for _ in range(DICE)))


def shuffled(rules: Compiled, key: bytes) -> Wall:
    """The wall of a game that follows from a key of 32 bytes: always the same one.

    >>> from quepu.scoring import rules_for
    >>> shuffled(rules_for("riichi"), bytes(32)).text[:14]
    '8m2z85p0m54s38'
    """
    return shuffle(tile_set(rules), key)


def random_wall(rules: Compiled) -> Wall:
    """A wall of a game that nobody can foresee or repeat: the key comes from the operating system.

    >>> from quepu.scoring import rules_for
    >>> random_wall(rules_for("mcr")) == random_wall(rules_for("mcr"))
    False
    """
    return shuffled(rules, secrets.token_bytes(KEY_BYTES))


# ------------------------------------------------------------------------------------------------ where the wall is opened


@dataclass(frozen=True)
class Break:
    """Where the dice open the wall: in front of the seat `wall`, after `skipped` stacks from its right end.

    Only to be shown: the first tile drawn is the first of the shuffled order, wherever it seems to lie.
    """

    wall: int
    skipped: int

    def place(self, walls: Sequence[int], nth: int = 0) -> tuple[int, int]:
        """Seat and stack (1 at the right end) of the nth stack drawn; `walls` says how many stacks lie before each seat.

        Behind the left end of a wall follows the right end of the seat before.

        >>> Break(1, 11).place([18, 18, 18, 18]), Break(1, 11).place([18, 18, 18, 18], 7)
        ((1, 12), (0, 1))
        """
        if not walls or min(walls) < 0 or not sum(walls) or not 0 <= self.wall < len(walls):
            raise WallError(f"break: there is no wall of seat {self.wall} among walls of {list(walls)} stacks")
        seat, left = self.wall, (self.skipped + nth) % sum(walls)
        while left >= walls[seat]:
            left -= walls[seat]
            seat = (seat - 1) % len(walls)
        return seat, left + 1


def stacks(tiles: int, seats: int = 4) -> tuple[int, ...]:
    """How many stacks of two lie before each seat; what does not divide goes to the dealer, the seat opposite, and so on.

    >>> stacks(144), stacks(108)
    ((18, 18, 18, 18), (14, 13, 14, 13))
    """
    whole, over = divmod((tiles + 1) // 2, seats)
    order = [*range(0, seats, 2), *range(1, seats, 2)]
    return tuple(whole + (order.index(seat) < over) for seat in range(seats))


def wall_break(dice: Sequence[int], skip: Skip = "sum", *, thrown: int = 2, own: bool = False, seats: int = 4) -> Break:
    """Where the dice open the wall (NJ-D01, MC-D03, SC-D03, TJ-D04, RI-D03).

    The dealer throws `thrown` dice and counts their sum around the table, himself as 1: the seat reached is that of the wall (with
    `own` it is the dealer's in any case). Stacks skipped there: the `sum`, the `smaller` die (the smallest of three), the sum of
    a `second` throw of as many dice, or `both` sums together. Further dice are left alone.

    >>> wall_break([2, 5], "smaller"), wall_break([2, 5], "sum"), wall_break([2, 5, 6, 6], "both")
    (Break(wall=2, skipped=2), Break(wall=2, skipped=7), Break(wall=2, skipped=19))
    """
    if skip not in SKIPS:
        raise WallError(f"break: {skip!r} stacks cannot be skipped; {', '.join(SKIPS)} can")
    needed = thrown * (2 if skip in ("second", "both") else 1)
    if thrown < 1 or len(dice) < needed:
        raise WallError(
            f"break: {needed} dice decide where the wall is opened ({thrown} a throw); {len(dice)} are given"
        )
    if seats < 1:
        raise WallError(f"break: walls lie before 1 seat or more, not {seats}")
    _check_dice(dice, "break")
    first, second = sum(dice[:thrown]), sum(dice[thrown:needed])
    skipped = {"sum": first, "smaller": min(dice[:thrown]), "second": second, "both": first + second}
    return Break(0 if own else (first - 1) % seats, skipped[skip])


def _check_dice(dice: Sequence[int], where: str) -> None:
    for place, die in enumerate(dice, 1):
        if type(die) is not int or not 1 <= die <= 6:
            raise WallError(f"{where}: die {place} is {die!r}; a die shows 1 to 6")
