"""What one seat, or somebody who looks on, knows of a deal: made from the events that it sees, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from quepu import tiles as t
from quepu.acts import EVERYBODY, Act, Event
from quepu.notation import Meld
from quepu.rules import Compiled
from quepu.tiles import HIDDEN, Kind, Tile
from quepu.wall import tile_set

Seat = int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A discard in a river.

    `tile` is `HIDDEN` when it lies face down; `drawn`: it had just been drawn; `claimed`: it was claimed or won; `ready`: ready
    was declared with it.
    """

    tile: Tile
    drawn: bool = False
    claimed: bool = False
    ready: bool = False


@dataclass(eq=False, repr=False)
class View:
    """A deal as a seat sees it; `seat` None: as a spectator does. `wall`: how many tiles there are (0: all of the game).

    Lists are by seat. Whoever runs a table hands every event to `see`, in order and as `Event.for_seat` leaves it, and puts the
    seat's own legal acts into `acts`.

    >>> from quepu.deal import Deal
    >>> from quepu.scoring import rules_for
    >>> from quepu.wall import shuffled
    >>> deal = Deal("riichi", shuffled(rules_for("riichi"), bytes(31) + b"!"))
    >>> view = View(deal.rules, 1, scores=deal.scores)
    >>> for event in [*deal.events, *deal.act(0, "discard 7z")]:
    ...     view.see(event.for_seat(1))
    >>> view.hand == deal.hand(1), view.held, view.river[0], view.wall_left
    (True, [13, 13, 13, 13], [Thrown(tile=33, drawn=False, claimed=False, ready=False)], 69)
    """

    rules: Compiled
    seat: Seat | None = None
    round: str = "1z"
    scores: Sequence[int] = ()
    wall: int = 0
    acts: list[Act] = field(default_factory=list)
    events: list[Event] = field(init=False, default_factory=list)
    hands: list[list[Tile] | None] = field(
        init=False
    )  # concealed tiles, where they are known: the own ones, and those shown
    held: list[int] = field(init=False)  # how many concealed tiles
    melds: list[list[Meld]] = field(init=False)
    river: list[list[Thrown]] = field(init=False)
    flowers: list[list[Tile]] = field(init=False)
    void_suit: list[int] = field(init=False)  # 0 m, 1 p, 2 s; -1 none
    pulls: list[int] = field(init=False)
    deltas: list[int] = field(init=False)
    bets: dict[Seat, tuple[int, int]] = field(init=False, default_factory=dict)  # number of the event, stake
    waits: dict[Seat, tuple[Kind, ...]] = field(init=False, default_factory=dict)  # of those who laid them open
    banked: bool = field(init=False, default=False)
    declared: set[Seat] = field(init=False, default_factory=set)  # said ready
    stands: set[Seat] = field(init=False, default_factory=set)  # and the discard with it was not won on
    revealed: set[Seat] = field(init=False, default_factory=set)
    won: set[Seat] = field(init=False, default_factory=set)
    left: set[Seat] = field(init=False, default_factory=set)
    indicators: list[Tile] = field(init=False, default_factory=list)
    birds: list[Tile] = field(init=False, default_factory=list)  # turned after wins
    jokers: tuple[Kind, ...] = field(init=False, default=())
    wall_left: int = field(init=False)  # tiles that may still be drawn
    turn: Seat = field(init=False, default=-1)  # -1: the tiles are not dealt yet
    drawn: Tile | None = field(init=False, default=None)  # the own tile just drawn
    pending: tuple[Tile, Seat] | None = field(
        init=False, default=None
    )  # the discard that may be claimed, and whose it is
    over: bool = field(init=False, default=False)
    _begun: bool = field(init=False, default=False)  # the dealer's first turn is over: whoever draws has the turn
    _announced: Seat = field(init=False, default=-1)  # declared, and has not discarded since
    _robbed: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        n = self.rules.seats
        table = self.rules.table
        self.hands = [[] if s == self.seat else None for s in range(n)]
        self.held, self.pulls, self.deltas, self.void_suit = [0] * n, [0] * n, [0] * n, [-1] * n
        self.melds, self.river, self.flowers = [[] for _ in range(n)], [[] for _ in range(n)], [[] for _ in range(n)]
        self.scores = list(self.scores) or [self.rules.start_score] * n
        self.wall_left = (self.wall or len(tile_set(self.rules))) - table["reserve"] - bool(table["turned"])

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<what {who} sees of a deal of {self.rules.preset}>"

    @property
    def hand(self) -> list[Tile]:
        """The own concealed tiles, by kind, a red five before the plain ones; none of a spectator."""
        return [] if self.seat is None else self.hands[self.seat] or []

    def see(self, event: Event) -> None:
        """Take note of an event."""
        self.events.append(event)
        seat, other, tiles = event.seat, event.other, event.tiles
        if event.what not in ("win", "pay", "show"):
            self._robbed = False
        match event.what:
            case "stake":
                self._stake(event)
            case "deal":
                self.wall_left -= len(tiles) or event.hidden
                self.turn = 0
                self._take(seat, event)
            case "indicator":
                self._indicator(tiles[0])
            case "give":
                self._drop(seat, event)
                if self.drawn not in self.hand:
                    self._forget_drawn(seat)
            case "receive":
                self._take(seat, event)
            case "void":
                self.void_suit[seat] = event.amount
            case "draw":
                self._draw(event)
            case "flower":
                self._drop(seat, event)
                self.flowers[seat] += tiles
            case "discard":
                self._discard(event)
            case "chow" | "pung" | "kong":
                self._claim(event)
            case "added":
                self._drop(seat, event)
                self._add(seat, tiles[0])
            case "concealed":
                self._concealed(event)
            case "ready" | "reveal":
                (self.declared if event.what == "ready" else self.revealed).add(seat)
                self._announced = seat
            case "ready-stands":
                self.stands.add(seat)
                self._announced = -1
            case "offer":
                self.turn, self.pending, self._begun = seat, None, True
            case "birds":
                self.birds += tiles
                self.wall_left -= not event.flags & 1  # otherwise it is the tile won on
            case "look" if tiles:
                if event.seen == EVERYBODY:
                    self.waits[seat] = tiles
                else:
                    self.hands[seat] = list(tiles)
            case "win":
                self._win(event)
            case "pay":
                for who, amount in ((seat, -event.amount), (other, event.amount)):
                    if who >= 0:
                        self.deltas[who] += amount
            case "show" if event.flags & 1:
                self._show_kong(seat, tiles)
            case "show":
                self.hands[seat] = list(tiles)
            case "escape":
                self.left.add(seat)
                if self._announced == seat:  # it takes the declaration back
                    self.declared.discard(seat)
                    self.revealed.discard(seat)
                    self._announced = -1
            case "exhausted" | "abort":
                self.pending = None
            case "end":
                self.over, self.pending = True, None

    def _stake(self, event: Event) -> None:
        if event.flags & 1:
            self.bets[event.seat] = (event.other, event.amount)
        elif event.seat == 0:
            self.banked = event.amount > 0
        else:
            self.pulls[event.seat] = event.amount

    def _indicator(self, tile: Tile) -> None:
        self.indicators.append(tile)
        jokers = self.rules.game.jokers
        if jokers and self.rules.table["turned"]:
            kind = t.kind_of(tile)
            self.jokers = (kind, t.following(kind, jokers.dragons))

    # Concealed tiles: how many there are, and which, where that is known.

    def _take(self, seat: Seat, event: Event) -> None:
        self.held[seat] += len(event.tiles) or event.hidden
        known = self.hands[seat]
        if known is not None:
            self.hands[seat] = t.in_order([*known, *event.tiles]) if event.tiles else None

    def _drop(self, seat: Seat, event: Event, tiles: Iterable[Tile] | None = None) -> None:
        gone = list(event.tiles if tiles is None else tiles)
        self.held[seat] -= len(gone) or event.hidden
        known = self.hands[seat]
        if known is not None:
            for tile in gone:
                known.remove(tile)
            if not gone:
                self.hands[seat] = None

    def _forget_drawn(self, seat: Seat) -> None:
        if seat == self.seat:
            self.drawn = None

    # Play.

    def _draw(self, event: Event) -> None:
        self.wall_left -= 1
        self.pending = None
        self._take(event.seat, event)
        if self._begun:
            self.turn = event.seat
        if event.seat == self.seat:
            self.drawn = event.tiles[0]

    def _discard(self, event: Event) -> None:
        seat = event.seat
        tile = event.tiles[0] if event.tiles else HIDDEN
        self._drop(seat, event)
        self._forget_drawn(seat)
        self.river[seat].append(Thrown(tile, bool(event.flags & 1), ready=self._announced == seat))
        self._begun, self._announced = True, -1
        self.pending = (tile, seat)

    def _take_from_river(self, seat: Seat) -> None:
        self.river[seat][-1] = replace(self.river[seat][-1], claimed=True)
        self.pending = None

    def _claim(self, event: Event) -> None:
        self._take_from_river(event.other)
        self._drop(event.seat, event, event.tiles[1:])
        self._forget_drawn(event.seat)
        self.melds[event.seat].append(Meld(event.what, event.tiles, event.other))  # type: ignore[arg-type]
        self.turn = event.seat

    def _add(self, seat: Seat, tile: Tile) -> None:
        for i, meld in enumerate(self.melds[seat]):
            if meld.way == "pung" and meld.kind == t.kind_of(tile):
                self.melds[seat][i] = Meld("added", (*meld.tiles, tile), meld.source)

    def _concealed(self, event: Event) -> None:
        tiles = self._four(event.tiles[0]) if event.tiles else (HIDDEN,) * 4
        self._drop(event.seat, event, tiles if event.tiles else None)
        self.melds[event.seat].append(Meld("concealed", tiles))

    def _four(self, tile: Tile) -> tuple[Tile, ...]:
        """All four tiles of a kind; the event of a kong names the kind only."""
        kind = t.kind_of(tile)
        reds = dict(zip(map(t.kind_of, t.RED_FIVES), self.rules.reds, strict=False)).get(kind, 0)
        return (kind | t.RED,) * reds + (kind,) * (4 - reds)

    def _show_kong(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        for i, meld in enumerate(self.melds[seat]):
            if HIDDEN in meld.tiles:
                self.melds[seat][i] = Meld("concealed", self._four(tiles[0]))
                return

    def _win(self, event: Event) -> None:
        seat, other = event.seat, event.other
        self.won.add(seat)
        self._begun = True
        by_rob, by_claim = event.flags & 2, event.flags & 4
        if by_rob and not self._robbed:
            self._drop(other, event)
            self._robbed = True
        if other >= 0 and not by_rob and self.pending:
            self._take_from_river(other)
        if other >= 0 and not by_claim:
            self._take(seat, event)
        self.pending = None
