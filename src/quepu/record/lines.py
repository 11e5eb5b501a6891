"""The lines of a record and what a whole record is. Every line is a JSON object; its first key says what it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from quepu.acts import Act
from quepu.rules import Compiled

FORMAT = 1
"""Raised when old readers would misunderstand; new fields alone do not raise it."""
_encoder = msgspec.json.Encoder()


class RecordError(ValueError):
    """A record that cannot be read, played again or continued; the message says where, what is wrong, and what would be right."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: rules and players. `options` holds what differs from the preset; `commit` and `nonces` those of the walls.

    `source`: the format of another program's log that it was made from; empty for a match that was played here.
    """

    format: int
    quepu: str
    ruleset: str
    preset: str
    options: dict[str, Any]
    program: str
    players: list[str]
    commit: str = ""
    nonces: list[str] = []
    source: str = ""


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal begins: its number, who sits where (players' numbers by seat), the round, points by seat, what it inherits."""

    deal: int
    players: list[int]
    round: str
    scores: list[int]
    carry: dict[str, int]
    commit: str = ""


class ActLine(msgspec.Struct, frozen=True):
    """An act: `SEAT ACT`, or `SEAT ! ACT` when it was played for a seat that did not choose in time."""

    act: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal has ended. Wall, dice and key are shown only now; the rest follows from them and the acts."""

    result: str
    winners: list[int]
    deltas: list[int]
    next_dealer: int
    carry: dict[str, int]
    dice: list[int]
    wall: str
    events: list[str]
    ledger: list[tuple[str, int, int, int]]
    key: str = ""


class Over(msgspec.Struct, frozen=True, omit_defaults=True):
    """The match has ended: points, ranks and final results by player, and the secret of the walls."""

    over: bool
    scores: list[int]
    ranks: list[int]
    points: list[float]
    secret: str = ""


Line: TypeAlias = Header | Start | ActLine | Result | Over
KINDS: dict[str, type[Line]] = {"format": Header, "deal": Start, "act": ActLine, "result": Result, "over": Over}
"""What a line is, by the key that only it has."""


def encode(line: Line) -> bytes:
    r"""A line as it stands in the file, with its end.

    >>> encode(ActLine("0 discard 5m"))
    b'{"act":"0 discard 5m"}\n'
    """
    return _encoder.encode(line) + b"\n"


def sha(digits: str) -> str:
    """A commitment as records write it."""
    return f"sha256:{digits}"


@dataclass(frozen=True)
class Choice:
    """An act as it stands in a record. `line`: the number of the line; `idle`: played for a seat that did not choose in time."""

    line: int
    seat: int
    act: Act
    text: str
    idle: bool = False


@dataclass
class Played:
    """A deal of a record: how it began, what was chosen, and its result once it is over."""

    line: int
    start: Start
    choices: list[Choice] = field(default_factory=list)
    result: Result | None = None
    result_line: int = 0


@dataclass
class Record:
    """A whole record. `name`: of the file, for messages; `size`: how many bytes can be read, the rest is a torn last line."""

    name: str
    header: Header
    rules: Compiled
    deals: list[Played] = field(default_factory=list)
    over: Over | None = None
    size: int = 0
    torn: bool = False
    ended: bool = True
    """Whether the last good line ends with a newline."""

    def error(self, line: int, what: object) -> RecordError:
        """The error that names the file and the line."""
        return RecordError(f"{self.name} line {line}: {what}")

    @property
    def finished(self) -> list[Played]:
        """The deals that are over."""
        return [deal for deal in self.deals if deal.result is not None]
