"""A match while it is played: whoever runs a table keeps one of these. Every act is in the record before it is shown."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from quepu.acts import Act, Event
from quepu.deal import Deal, Refused
from quepu.fairness import Seed, new_secret
from quepu.match import Standing
from quepu.record import (
    FORMAT,
    ActLine,
    Header,
    Over,
    Private,
    Record,
    RecordError,
    Start,
    Writer,
    fold,
    read,
    result_of,
)
from quepu.record.folding import following, start_of
from quepu.record.lines import sha
from quepu.rules import Compiled
from quepu.scoring import rules_for


def header_of(rules: Compiled, players: Sequence[str], seed: Seed | None = None, source: str = "") -> Header:
    """The first line of a record."""
    plain = rules.game.settle(rules.preset, {})
    chosen = {key: value for key, value in rules.options.items() if plain[key] != value}
    try:
        here = version("quepu")
    except PackageNotFoundError:
        here = "0"
    commit, nonces = (sha(seed.commitment), list(seed.nonces)) if seed is not None else ("", [])
    return Header(FORMAT, here, rules.game.id, rules.preset, chosen, rules.hash, list(players), commit, nonces, source)


def start_line(standing: Standing, seed: Seed | None = None) -> Start:
    """The line with which a deal begins."""
    seats = [standing.player(seat) for seat in range(len(standing.chairs))]
    commit = sha(seed.deal_commitment(standing.number)) if seed is not None else ""
    return Start(standing.number, seats, standing.wind, standing.seat_scores(), dict(standing.carry), commit)


def over_line(standing: Standing, seed: Seed | None = None) -> Over:
    """The last line of a match."""
    secret = seed.secret.hex() if seed is not None else ""
    return Over(True, list(standing.scores), standing.ranks(), standing.points(), secret)


class MatchRun:
    """A match that is being played: the deal at hand, and the record of all.

    `standing` is where the match stands: before the deal at hand, and after it once it is over; `seated` who sits on each seat.

    >>> match = MatchRun.begin("mcr", ["Ann", "Bo", "Cy", "Di"], seed=Seed(bytes(range(32)), ("", "", "", "")))
    >>> match.deal.asked, match.name(2)
    ({2: [Act('flower 7f')]}, 'Cy')
    >>> [event.text for event in match.act(2, "flower 7f")]
    ['flower 2 7f', 'draw 2 8s back']
    >>> match.data.splitlines()[-1]
    b'{"act":"2 flower 7f"}'
    """

    def __init__(
        self, standing: Standing, players: Sequence[str], seed: Seed, writer: Writer, *, hold: bool = False
    ) -> None:
        self.standing = standing
        self.players = tuple(players)
        self.seed = seed
        self.hold = hold
        self._writer = writer
        self._path: str | None = None
        self.deal: Deal
        self.seated: tuple[int, ...]

    @classmethod
    def begin(
        cls, rules: Compiled | str, players: Sequence[str], *, path: str | os.PathLike[str] | None = None, seed: Seed | None = None, hold: bool = False
    ) -> MatchRun:  # fmt: skip
        """Begin a match and its first deal. Without `path` the record is kept in memory; without `seed` nobody gives a nonce.

        Raises RecordError when the files cannot be made, ValueError for a wrong number of players.
        """
        rules = rules_for(rules) if isinstance(rules, str) else rules
        seed = seed or Seed(new_secret(), ("",) * rules.seats)
        for what, given in (("players", players), ("nonces", seed.nonces)):
            if len(given) != rules.seats:
                raise ValueError(f"{what}: {rules.seats} are expected, not {len(given)}")
        if path is None:
            writer = Writer(io.BytesIO())
        else:
            writer = Writer.create(path)
            Private.create(path, seed.secret)
        self = cls(Standing.first(rules), players, seed, writer, hold=hold)
        self._path = os.fspath(path) if path is not None else None
        writer.write(header_of(rules, players, seed))
        self._deal()
        return self

    @classmethod
    def resume(cls, path: str | os.PathLike[str], *, hold: bool = False) -> MatchRun:
        """Go on with a match that was broken off, just as it stood; its secret must lie beside it. Raises RecordError."""
        record = read(path)
        if record.over is not None:
            raise RecordError(f"{path}: the match is over")
        if record.header.program != record.rules.hash:
            raise RecordError(
                f"{path}: it is played by the rules of quepu {record.header.quepu}, which are not those of this version"
            )
        if not record.header.commit:
            raise RecordError(f"{path}: the record has no commitment, so there is no secret to go on with")
        seed = Seed(Private.read(record), tuple(record.header.nonces))
        self = cls(Standing.first(record.rules), record.header.players, seed, Writer(io.BytesIO()), hold=hold)
        self._path = os.fspath(path)
        self._replay(record)
        self._writer = Writer.reopen(record)
        if not record.deals:
            self._deal()
        else:
            self.deal.hold = self.hold  # not before: whatever was held when an act was written has gone
            self._settle(written=record.deals[-1].result is not None)
        return self

    def _replay(self, record: Record) -> None:
        """Play everything again; what was written must follow from it."""
        if record.deals:
            self.standing = start_of(record.rules, record.deals[0].start)
        last = None
        for step in fold(record, self.seed):
            if step.act is None:
                if last is not None:
                    self.standing = following(self.standing, last)
                if start_line(self.standing, self.seed) != step.played.start:
                    raise record.error(
                        step.played.line, "the deal does not follow from the one before; this match cannot be continued"
                    )
                self._take_up(step.deal)
                last = step.deal
            result = step.played.result
            if (
                step.deal.over
                and result is not None
                and result != result_of(step.deal, self.seed.key(step.number).hex())
            ):
                raise record.error(
                    step.played.result_line, "the result does not follow from the acts; this match cannot be continued"
                )

    def _deal(self) -> None:
        wall = self.seed.wall(self.standing.rules, self.standing.number)
        self._writer.write(start_line(self.standing, self.seed))
        self._take_up(self.standing.deal(wall))
        self.deal.hold = self.hold

    def _take_up(self, deal: Deal) -> None:
        self.deal = deal
        self.seated = tuple(self.standing.player(seat) for seat in range(self.rules.seats))

    def _settle(self, *, written: bool = False) -> None:
        """When the deal is over: its result, and what follows from it."""
        if not self.deal.over:
            return
        if not written:
            self._writer.write(result_of(self.deal, self.seed.key(self.standing.number).hex()))
        self.standing = following(self.standing, self.deal)
        if self.standing.over:
            self._writer.write(over_line(self.standing, self.seed))
            if self._path is not None:
                Private.remove(self._path)

    # What may be asked.

    @property
    def rules(self) -> Compiled:
        """The rules of the match."""
        return self.standing.rules

    @property
    def over(self) -> bool:
        """Whether the match has ended; `standing` then has scores, ranks and points."""
        return self.standing.over

    @property
    def number(self) -> int:
        """The number of the deal at hand, from 1."""
        return self.standing.number - self.deal.over

    @property
    def data(self) -> bytes:
        """The record so far; of a match in memory."""
        return self._writer.data

    def name(self, seat: int) -> str:
        """Who sits on a seat of the deal at hand."""
        return self.players[self.seated[seat]]

    # What may be done.

    def act(self, seat: int, act: Act | str, *, idle: bool = False) -> list[Event]:
        """Choose for a seat. The act is in the record before its events are returned; at the end of a deal its result is too.

        `idle`: it is played for a seat that did not choose in time. A held discard is let go first. Raises Refused or ActError,
        and then nothing was chosen.
        """
        deal = self.deal
        events = self.go_on() if deal.held else []
        chosen = deal.read(seat, act) if isinstance(act, str) else act
        refusal = deal.why_not(seat, chosen)
        if refusal is not None:
            raise Refused(refusal)
        self._writer.write(ActLine(f"{seat} {'! ' if idle else ''}{chosen.text}"))
        events += deal.act(seat, chosen)
        self._settle()
        return events

    def go_on(self) -> list[Event]:
        """Let a held discard go."""
        events = self.deal.go_on()
        self._settle()
        return events

    def next_deal(self) -> Deal:
        """Begin the next deal. Raises ValueError when the deal at hand, or the match, does not allow it."""
        if not self.deal.over:
            raise ValueError("the deal is not over")
        if self.over:
            raise ValueError("the match is over")
        self._deal()
        return self.deal

    def close(self) -> None:
        """Close the record; the match can be resumed."""
        self._writer.close()
