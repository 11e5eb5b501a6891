"""Every single tile of a deal followed from the wall on: where it is, and who has seen it. Written from the events alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from quepu import _kernel
from quepu import tiles as t
from quepu.acts import EVERYBODY, Event
from quepu.deal import JOKER_DICE
from quepu.rules import Compiled
from quepu.wall import Wall

Place = int
WALL, HAND, MELD, RIVER, ASIDE, INDICATOR, GIVEN, BIRD = (
    "wall",
    "hand",
    "meld",
    "river",
    "aside",
    "indicator",
    "given",
    "bird",
)


def turned_place(rules: Compiled, wall: Wall) -> Place:
    """Where the tile lies that is turned up; -1 in most games."""
    dice = rules.table["turned"]
    return _kernel.turned_place(bytes(wall.tiles), sum(wall.dice[JOKER_DICE : JOKER_DICE + dice])) if dice else -1


@dataclass
class Tracker:
    """The tiles of a wall by their places in it (the tile turned up left out); `note` takes every event as it happens.

    `seen` is a set of seats for each tile, as bits; EVERYBODY when it lies open.
    """

    rules: Compiled
    wall: Sequence[t.Tile]
    lies: list[str] = field(init=False)
    owner: list[int] = field(init=False)
    seen: list[int] = field(init=False)
    at: defaultdict[tuple[str, int], set[Place]] = field(init=False)  # the same the other way round
    front: int = 0
    back: int = field(init=False)
    indicators: int = 0
    copies: Counter[tuple[int, t.Tile]] = field(default_factory=Counter)  # a tile won by several is in several hands
    last: Place = -1  # the last discard
    thrown: list[list[t.Tile]] = field(init=False)  # by seat, claimed ones too
    given: dict[int, list[Place]] = field(default_factory=dict)  # in the exchange before play, by giver
    alike: set[Place] = field(default_factory=set)  # nobody can say which of them was given away and which was kept
    claimed: set[Place] = field(default_factory=set)  # discards that were claimed or won
    robbed: bool = False

    def __post_init__(self) -> None:
        size = len(self.wall)
        self.lies, self.owner, self.seen, self.back = [WALL] * size, [-1] * size, [0] * size, size
        self.at = defaultdict(set, {(WALL, -1): set(range(size))})
        self.thrown = [[] for _ in range(self.rules.seats)]

    def of(self, lies: str, seat: int) -> list[Place]:
        """The tiles of a seat that lie somewhere."""
        return sorted(self.at[lies, seat])

    def tiles(self, lies: str, seat: int) -> list[t.Tile]:
        """The same, as tiles in order, with the copies of a won tile."""
        more = (
            [tile for (who, tile), n in self.copies.items() for _ in range(n) if who == seat]
            if lies == HAND and self.copies
            else []
        )
        return t.in_order([*(self.wall[i] for i in self.of(lies, seat)), *more])

    def _move(self, places: Iterable[Place], lies: str, seat: int, seen: int) -> None:
        for i in places:
            self.at[self.lies[i], self.owner[i]].discard(i)
            self.at[lies, seat].add(i)
            self.lies[i], self.owner[i] = lies, seat
            self.seen[i] |= seen

    def _held(self, seat: int, tiles: Sequence[t.Tile]) -> list[Place]:
        """Which tiles of a hand these are, those that most have seen first."""
        found: list[Place] = []
        held = sorted(self.of(HAND, seat), key=lambda i: -self.seen[i])
        for tile in tiles:
            found.append(next(i for i in held if self.wall[i] == tile and i not in found))
        return found

    def note(self, event: Event) -> None:
        """Follow the tiles of an event."""
        seat, tiles, seen = event.seat, event.tiles, event.seen
        if event.what not in ("win", "pay", "show"):
            self.robbed = False
        match event.what:
            case "deal":
                mine = self.dealt(seat)
                assert Counter(self.wall[i] for i in mine) == Counter(tiles), (
                    "the tiles dealt are not those of the wall"
                )
                self._move(mine, HAND, seat, seen)
                self.front = max(self.front, *(i + 1 for i in mine))
            case "indicator" if not self.rules.table["turned"]:
                place = len(self.wall) - 5 - 2 * self.indicators
                self.indicators += 1
                assert (self.wall[place],) == tiles
                self._move([place], INDICATOR, -1, EVERYBODY)
            case "draw":
                self.back -= event.flags & 1
                place = self.back if event.flags & 1 else self.front
                self.front += not event.flags & 1
                assert self.lies[place] == WALL, "a tile is drawn twice"
                assert (self.wall[place],) == tiles, "another tile is drawn than lies there"
                self._move([place], HAND, seat, seen)
            case "birds" if not event.flags & 1:
                assert (self.wall[self.front],) == tiles, "another tile is turned than lies there"
                self._move([self.front], BIRD, -1, EVERYBODY)
                self.front += 1
            case "give":
                self.given[seat] = self._held(seat, tiles)
                self.alike |= {
                    i
                    for i in self.of(HAND, seat)
                    if self.wall[i] in tiles and self.tiles(HAND, seat).count(self.wall[i]) > 1
                }
                self._move(self.given[seat], GIVEN, seat, seen)
            case "receive":
                self._move(self.of(GIVEN, event.other), HAND, seat, seen)
            case "flower":
                self._move(self._held(seat, tiles), ASIDE, seat, seen)
            case "discard":
                (self.last,) = self._held(seat, tiles)
                self._move([self.last], RIVER, seat, seen)
                self.thrown[seat] += tiles
            case "chow" | "pung" | "kong":
                assert self.wall[self.last] == tiles[0], "another tile is claimed than was discarded"
                self._move([self.last, *self._held(seat, tiles[1:])], MELD, seat, seen)
                self.claimed.add(self.last)
            case "added":
                self._move(self._held(seat, tiles), MELD, seat, seen)
            case "concealed":
                four = [i for i in self.of(HAND, seat) if t.kind_of(self.wall[i]) == t.kind_of(tiles[0])]
                assert len(four) == 4
                self._move(four, MELD, seat, seen)
            case "look" if seen != EVERYBODY:
                assert self.tiles(HAND, seat) == list(tiles), "another hand is looked at"
                self._move(self.of(HAND, seat), HAND, seat, seen)
            case "show" if event.flags & 1:
                kong = [i for i in self.of(MELD, seat) if t.kind_of(self.wall[i]) == t.kind_of(tiles[0])]
                self._move(kong, MELD, seat, seen)
            case "show":
                assert self.tiles(HAND, seat) == list(tiles), "another hand is shown"
                self._move(self.of(HAND, seat), HAND, seat, seen)
            case "win":
                self._win(event)

    def unseen(self, seat: int | None) -> list[Place]:
        """Tiles that a seat, or a spectator, has never seen.

        Of equal tiles in a hand nobody can say which one was then laid face down: it counts as seen when another has been.
        """
        bit = 0 if seat is None else 1 << seat
        hidden = [i for i, seen in enumerate(self.seen) if seen != EVERYBODY and not seen & bit and i not in self.alike]
        known = {(self.owner[i], self.wall[i]) for i in set(range(len(self.wall))) - set(hidden)}
        return [i for i in hidden if self.lies[i] != RIVER or (self.owner[i], self.wall[i]) not in known]

    def dealt(self, seat: int) -> list[Place]:
        """Which tiles of the wall a seat is dealt: rounds of four, the rest one by one, one more for the dealer."""
        size, n = self.rules.hand, self.rules.seats
        fours = size // 4
        mine = [n * 4 * r + 4 * seat + i for r in range(fours) for i in range(4)]
        mine += [n * 4 * fours + n * r + seat for r in range(size % 4)]
        return [*mine, n * size] if seat == 0 else mine

    def _win(self, event: Event) -> None:
        seat, other, tile = event.seat, event.other, event.tiles[0]
        if other < 0:
            self._move(self._held(seat, [tile])[:1], HAND, seat, EVERYBODY)
        elif event.flags & 2 and not self.robbed:
            self._move(self._held(other, [tile]), HAND, seat, EVERYBODY)
            self.robbed = True
        elif not event.flags & 4:
            self.copies[seat, tile] += 1
        if other >= 0 and not event.flags & 2:
            self.claimed.add(self.last)
