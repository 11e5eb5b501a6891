"""What a seat chooses and what happens at a table: acts, events, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from quepu import _kernel
from quepu.notation import NotationError, parse, write
from quepu.tiles import RED, Tile, is_number, is_red, kind_of

VERBS: Sequence[str] = tuple(_kernel.VERBS)
EVENTS: Sequence[str] = tuple(_kernel.EVENTS)
_CODE = {verb: i for i, verb in enumerate(VERBS)}
PLAIN = ("pass", "win", "ready", "reveal", "bank", "escape", "take-last", "decline-last", "second")
EVERYBODY = 0xFFFF


class ActError(ValueError):
    """A text that is no act; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Act:
    """One choice of a seat. `tile`: the discard, the lowest tile of a chow, the kind of a pung or kong, a suit's number.

    >>> Act.read("chow 340m"), Act.read("discard 5m").code
    (Act('chow 340m'), 1026)
    """

    verb: str
    tile: Tile = 0
    a: int = 0
    b: int = 0

    @property
    def code(self) -> int:
        """The number that the kernel knows it by."""
        return _CODE[self.verb] | self.tile << 8 | self.a << 16 | self.b << 24

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(code: int) -> Act:
        """The act of a kernel's number."""
        return Act(VERBS[code & 0xFF], code >> 8 & 0xFF, code >> 16 & 0xFF, code >> 24)

    @property
    def text(self) -> str:
        """As it is written in records and case files."""
        match self.verb:
            case "discard" | "flower":
                return f"{self.verb} {write([self.tile])}"
            case "kong":
                return f"kong {write([self.tile] * 4)}"
            case "pung":
                return f"pung {write([self.tile | RED] * self.a + [self.tile] * (2 - self.a))}"
            case "chow":
                run = [self.tile, self.tile + 1, self.tile + 2]
                return f"chow {write([k | RED if self.a and k % 9 == 4 else k for k in run])}"
            case "void":
                return f"void {'mps'[self.tile]}" if self.tile < 3 else "void ?"
            case "exchange":
                return f"exchange {write([self.tile, self.a, self.b])}"
            case "pull":
                return f"pull {self.a}"
            case "bet":
                return f"bet {self.tile} {self.a}"
            case "abort" if self.tile:
                return f"abort {self.tile}"
            case _:
                return self.verb

    def __repr__(self) -> str:
        return f"Act({self.text!r})"

    @classmethod
    def read(cls, text: str, bets: Sequence[str] = ()) -> Act:
        """The act of a text. Raises ActError.

        >>> Act.read("discard 5m 6m")
        Traceback (most recent call last):
        ...
        quepu.acts.ActError: 'discard 5m 6m': discard names 1 tile, not 2
        """
        verb, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        verb = {"pass-win": "pass", "charleston": "exchange"}.get(verb, verb)
        if verb not in _CODE:
            raise ActError(f"{text!r} is no act: it begins with {', '.join(VERBS)}")
        if verb in PLAIN:
            if rest:
                raise ActError(f"{text!r}: nothing follows {verb}")
            return cls(verb)
        if verb == "void":
            if rest not in ("m", "p", "s"):
                raise ActError(f"{text!r}: a suit m, p or s is expected")
            return cls("void", "mps".index(rest))
        if verb == "pull":
            if not rest.isascii() or not rest.isdigit() or not 1 <= int(rest) <= 9:
                raise ActError(f"{text!r}: how many pulls is expected, 1 or more")
            return cls("pull", 0, int(rest))
        if verb == "bet":
            return cls._bet(text, rest, bets)
        if verb == "abort":  # the number tells which, where a rule system has several
            if rest and not (rest.isascii() and rest.isdigit() and int(rest) < 16):
                raise ActError(f"{text!r}: nothing follows abort, or the number of what is declared")
            return cls("abort", int(rest or 0))
        try:
            tiles = parse(rest)
        except NotationError as error:
            raise ActError(f"{text!r}: {error}") from None
        return cls._tiles(verb, text, tiles)

    @classmethod
    def _bet(cls, text: str, rest: str, bets: Sequence[str]) -> Act:
        name, _, stake = rest.rpartition(" ")
        known = {name: i for i, name in enumerate(bets)} | {str(i): i for i in range(len(bets))}
        if name not in known or not stake.isascii() or not stake.isdigit() or not 1 <= int(stake) <= 100:
            there = f"; the events are {', '.join(bets)}" if bets else "; there are no bets here"
            raise ActError(f"{text!r}: bet NAME STAKE is expected{there}, the stake is 1 to 100")
        return cls("bet", known[name], int(stake))

    @classmethod
    def _tiles(cls, verb: str, text: str, tiles: Sequence[Tile]) -> Act:
        sizes = {"discard": (1,), "flower": (1,), "chow": (3,), "pung": (1, 2, 3), "kong": (1, 3, 4), "exchange": ()}[
            verb
        ]
        if sizes and len(tiles) not in sizes:
            raise ActError(
                f"{text!r}: {verb} names {' or '.join(map(str, sizes))} tile{'s' * (sizes != (1,))}, not {len(tiles)}"
            )
        reds = sum(map(is_red, tiles))
        kinds = sorted(map(kind_of, tiles))
        if verb in ("discard", "flower"):
            return cls(verb, tiles[0])
        if verb == "exchange":  # a wrong number of tiles is an act that is refused, not a text that cannot be read
            three = (*kinds, 41, 41, 41)[:3] if len(kinds) <= 3 else (41, 41, 41)
            return cls(verb, *three)
        if verb == "chow":
            run = is_number(kinds[0]) and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and kinds[0] % 9 < 7
            return cls("chow", kinds[0], reds) if run else cls("chow", kinds[0], 0, 1)
        same = len(set(kinds)) == 1
        return cls(verb, kinds[0], reds if verb == "pung" else 0, int(not same))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: who, beside whom (-1 nobody), which tiles (who is not in `seen` sees only how many).

    `flags`: draw 1 from the back; discard 1 the tile just drawn; win 1 on a discard, 2 a robbed kong, +4 by a claim; pay: the
    number of the payment, 0 the hand. `amount`: points, or the number that was said.
    """

    what: str
    seat: int
    other: int = -1
    flags: int = 0
    seen: int = EVERYBODY
    tiles: tuple[Tile, ...] = ()
    hidden: int = 0
    amount: int = 0

    @classmethod
    def of(cls, raw: tuple[int, int, int, int, int, bytes, int]) -> Event:
        """The event of the kernel's numbers."""
        what, seat, other, flags, seen, tiles, amount = raw
        return cls(EVENTS[what], seat, other, flags, seen, tuple(tiles), 0, amount)

    def for_seat(self, seat: int | None) -> Event:
        """What a seat sees of it; None: a spectator. Nothing else may leave a table.

        >>> drawn = Event("draw", 2, seen=0b0100, tiles=(4,))
        >>> drawn.for_seat(2).text, drawn.for_seat(0).text
        ('draw 2 5m', 'draw 2 ?')
        """
        visible = self.seen == EVERYBODY or (seat is not None and self.seen >> seat & 1)
        if visible or not self.tiles:
            return (
                self
                if self.seen == EVERYBODY
                else Event(self.what, self.seat, self.other, self.flags, 0, self.tiles, 0, self.amount)
            )
        flags = 0 if self.what == "discard" else self.flags
        return Event(self.what, self.seat, self.other, flags, 0, (), len(self.tiles), self.amount)

    @property
    def text(self) -> str:
        """In one line."""
        parts = [self.what]
        if self.seat >= 0:
            parts.append(str(self.seat))
        if self.tiles:
            parts.append(write(self.tiles))
        elif self.hidden:
            parts.append("?" * self.hidden)
        if self.what == "pay":
            parts = [
                "pay",
                "table" if self.seat < 0 else str(self.seat),
                "to",
                "table" if self.other < 0 else str(self.other),
            ]
        elif self.other >= 0:
            parts.append(f"from {self.other}" if self.what != "give" else f"to {self.other}")
        if self.amount or self.what in ("void", "stake"):
            parts.append(str(self.amount))
        if self.what == "draw" and self.flags & 1:
            parts.append("back")
        if self.what == "discard" and self.flags & 1:
            parts.append("drawn")
        return " ".join(parts)
