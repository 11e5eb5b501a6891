"""A record made from what a log tells: a wall that fits it, and its acts played again by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from quepu.acts import Act
from quepu.deal import Deal, Refused
from quepu.hosting import header_of, over_line, start_line
from quepu.match import Standing
from quepu.notation import write
from quepu.record import ActLine, Line, result_of
from quepu.record.folding import following
from quepu.rules import Compiled
from quepu.tiles import Tile
from quepu.wall import DICE, Wall, tile_set

PASS, WIN = Act("pass"), Act("win")


class FormatError(ValueError):
    """A log that cannot be read or played, or a record that a format cannot say; the message says where, what, and what would be right."""


@dataclass(frozen=True)
class Move:
    """What a log tells next. `where`: the place in the log, for messages.

    draw: a tile is drawn, from the `back` for a replacement; act: in the own turn; claim: of the tile just discarded or konged;
    end: nobody won.
    """

    what: Literal["draw", "act", "claim", "end"]
    where: str
    seat: int = -1
    act: Act = PASS
    tile: Tile = 0
    back: bool = False


@dataclass
class Told:
    """What a log tells of one deal, by its seats. `hands` without the dealer's first draw; `deltas`: what it says was paid."""

    where: str
    hands: list[list[Tile]]
    moves: list[Move]
    indicators: list[Tile] = field(default_factory=list)
    under: list[Tile] = field(default_factory=list)
    deltas: list[int] | None = None
    short: bool = False
    """Whether the deal ended before its wall did: tiles that nobody saw are then left out of it."""


@dataclass
class Made:
    """A record that was made from a log: its lines, and where the log says otherwise than the rules."""

    lines: list[Line]
    notes: list[str] = field(default_factory=list)
    deals: int = 0


def wall_for(rules: Compiled, told: Told) -> Wall:
    """A wall that gives everybody the tiles that the log tells; what nobody saw is what is left of the set. Raises FormatError."""
    size, seats = rules.hand, rules.seats
    for seat, hand in enumerate(told.hands):
        if len(hand) != size:
            raise FormatError(f"{told.where}: seat {seat} is dealt {len(hand)} tiles; {size} are expected")
    dealt: list[Tile] = []
    given = 0
    while given < size:
        block = 4 if size - given >= 4 else 1
        for seat in range(seats):
            dealt.extend(told.hands[seat][given : given + block])
        given += block
    draws = [move for move in told.moves if move.what == "draw"]
    front = [*dealt, *(move.tile for move in draws if not move.back)]
    back = [move.tile for move in draws if move.back]
    everything = Counter(tile_set(rules))
    places: list[Tile | None] = [None] * everything.total()
    placed = [*enumerate(front), *((len(places) - 1 - at, tile) for at, tile in enumerate(back))]
    for offset, row in ((5, told.indicators), (6, told.under)):
        placed.extend((len(places) - offset - 2 * at, tile) for at, tile in enumerate(row))
    for place, tile in placed:
        if not 0 <= place < len(places) or places[place] is not None:
            raise FormatError(f"{told.where}: more tiles are told of than the wall of {len(places)} has")
        places[place] = tile
    told_of = Counter(tile for tile in places if tile is not None)
    for tile, number in sorted(told_of.items()):
        if number > everything[tile]:
            raise FormatError(
                f"{told.where}: {number} of {write((tile,))} are told of; the game has {everything[tile]}"
            )
    rest = iter(sorted((everything - told_of).elements()))
    tiles = [tile if tile is not None else next(rest) for tile in places if tile is not None or not told.short]
    return Wall(tuple(tiles), (1,) * DICE)


class Making:
    """Makes a record deal by deal."""

    def __init__(self, rules: Compiled, players: Sequence[str], source: str) -> None:
        if len(players) != rules.seats:
            raise FormatError(f"{len(players)} players are named; {rules.seats} are expected")
        self.rules = rules
        self.standing = Standing.first(rules)
        self.made = Made([header_of(rules, players, source=source)])

    def begin(self, where: str, *, round: int, dealer: int, scores: Sequence[int], carry: dict[str, int]) -> None:
        """Where the log stands before a deal; from the second deal on it should follow from the one before."""
        there = self.standing
        here = replace(
            there,
            scores=tuple(scores),
            carry={**there.carry, **carry},
            dealer=dealer,
            round=round,
            passed=dealer,
            over=False,
        )
        if self.made.deals:
            pairs = (
                ("round", here.wind, there.wind), ("dealer", here.player(0), there.player(0)), ("scores", list(here.scores), list(there.scores)),
                ("carry", dict(here.carry), dict(there.carry)),
            )  # fmt: skip
            wrong = [f"{what} {log}, not {right}" for what, log, right in pairs if log != right]
            if there.over:
                wrong.append("the match would be over")
            if wrong:
                self.note(where, f"the deal begins otherwise than it follows from the one before: {'; '.join(wrong)}")
        self.standing = here

    def note(self, where: str, what: str) -> None:
        """Keep what the log says otherwise."""
        self.made.notes.append(f"{where}: {what}")

    def deal(self, told: Told) -> Deal:
        """Play a deal that a log tells, and write it down. Raises FormatError, and then nothing is written."""
        deal = self.standing.deal(wall_for(self.rules, told))
        lines: list[Line] = [start_line(self.standing)]
        play(deal, told.moves, lambda seat, act: lines.append(ActLine(f"{seat} {act.text}")))
        if not deal.over:
            raise FormatError(
                f"{told.where}: the log ends, but the deal goes on: seat {deal.waiting_for[0]} has to choose"
            )
        if told.deltas is not None and told.deltas != deal.deltas:
            self.note(told.where, f"the log pays {told.deltas}, the rules {deal.deltas}, by seat")
        self.made.lines += [*lines, result_of(deal)]
        self.made.deals += 1
        self.standing = following(self.standing, deal)
        return deal

    def finish(self) -> Made:
        """The whole record."""
        if not self.made.deals:
            raise FormatError("the log has no deal")
        if self.standing.over:
            self.made.lines.append(over_line(self.standing))
        return self.made


# ------------------------------------------------------------------------------------------------ playing what is told


def play(deal: Deal, moves: Sequence[Move], written: Callable[[int, Act], None]) -> None:
    """Play the moves; whoever may claim and does not, passes. Raises FormatError where a move cannot be."""
    player = _Player(deal, written)
    at = 0
    while at < len(moves):
        wins = at
        while wins < len(moves) and moves[wins].what == "claim" and moves[wins].act == WIN:
            wins += 1
        if wins > at:
            player.wins(moves[at:wins])
            at = wins
            continue
        player.move(moves[at])
        at += 1


@dataclass
class _Player:
    deal: Deal
    written: Callable[[int, Act], None]
    begun: bool = False
    looked: int = 0

    def choose(self, seat: int, act: Act, where: str) -> None:
        try:
            self.deal.act(seat, act)
        except Refused as error:
            raise FormatError(f"{where}: seat {seat}, {act.text}: {error}") from None
        self.written(seat, act)

    def let_pass(self, enough: Callable[[], bool], where: str, but: Sequence[int] = ()) -> None:
        """Everybody who is asked and may pass does, until it is enough or nobody may."""
        while not self.deal.over and not enough():
            passing = [s for s in self.deal.waiting_for if s not in but and self.deal.why_not(s, PASS) is None]
            if not passing:
                return
            self.choose(passing[0], PASS, where)

    def move(self, move: Move) -> None:
        match move.what:
            case "draw":
                self.draw(move)
            case "claim":
                self.claim(move)
            case "act":
                self.let_pass(lambda: self.deal.pending is None, move.where)
                self.choose(move.seat, move.act, move.where)
            case "end":
                self.end(move)

    def draw(self, move: Move) -> None:
        if not self.begun:  # the dealer's first tile is dealt
            self.begun = True
            return
        self.let_pass(self._drawn, move.where)
        last = self.deal.events[self.looked] if self._drawn() else None
        if last is None or (last.seat, last.tiles) != (move.seat, (move.tile,)):
            what = last.text if last is not None else "nobody draws"
            raise FormatError(
                f"{move.where}: seat {move.seat} draws {write((move.tile,))} in the log; by the rules: {what}"
            )
        self.looked += 1

    def _drawn(self) -> bool:
        """Whether there is a draw that was not looked at; it is then the next event to look at."""
        events = self.deal.events
        while self.looked < len(events) and events[self.looked].what != "draw":
            self.looked += 1
        return self.looked < len(events)

    def claim(self, move: Move) -> None:
        refusal = self.deal.why_not(move.seat, move.act)
        if refusal is not None:
            raise FormatError(f"{move.where}: seat {move.seat}, {move.act.text}: {refusal}")
        self.let_pass(lambda: False, move.where, but=(move.seat,))
        self.choose(move.seat, move.act, move.where)

    def wins(self, moves: Sequence[Move]) -> None:
        """All winners of one tile."""
        winners = [move.seat for move in moves]
        for move in moves:
            refusal = self.deal.why_not(move.seat, WIN)
            if refusal is not None:
                raise FormatError(f"{move.where}: seat {move.seat} cannot win: {refusal}")
        self.let_pass(lambda: False, moves[0].where, but=winners)
        for move in moves:
            self.choose(move.seat, WIN, move.where)

    def end(self, move: Move) -> None:
        """The deal ends without a winner: by itself, because somebody says so, or because too many win."""
        trial = self.deal.copy()
        winning = [s for s in trial.waiting_for if trial.why_not(s, WIN) is None]
        if trial.pending is not None and winning:
            for seat in winning:
                if not trial.over:
                    trial.act(seat, WIN)
            if trial.result == "void":
                for seat in winning:
                    self.choose(seat, WIN, move.where)
                return
        self.let_pass(lambda: False, move.where)
        if not self.deal.over:
            waiting = self.deal.waiting_for
            said = next((a for s in waiting for a in self.deal.acts(s) if a.verb == "abort"), None)
            if said is not None:
                self.choose(waiting[0], said, move.where)
