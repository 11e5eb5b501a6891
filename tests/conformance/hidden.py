"""Nobody can know what is hidden: two tiles that a seat has not seen change places, and everything that it sees stays the same.

A deal is played; of a seat is kept what it sees: its events as they leave the table, and the acts that it is offered. Then two
tiles that it has not seen (in other hands, in the wall, reserved) are exchanged in the wall, the same acts are played, and the
two streams are compared, byte for byte. Whoever is asked in one of the two deals only lets the tile pass.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from conformance.players import Anything, Eager
from conformance.tracker import MELD, Tracker, turned_place
from quepu.acts import EVERYBODY, Act, Event
from quepu.deal import Deal
from quepu.rules import Compiled
from quepu.wall import Wall, shuffled

Seat = int
PASS, ESCAPE = Act("pass"), Act("escape")
SAID = ("pay", "win", "show", "end", "abort", "exhausted")


@dataclass
class Script:
    """What was chosen: acts in turns and before play, and who claimed what.

    A tile that could be claimed is named by how many acts and how many discards there were before.
    """

    acts: list[tuple[Seat, Act]] = field(default_factory=list)
    claims: dict[tuple[int, int], list[tuple[Seat, Act]]] = field(default_factory=lambda: defaultdict(list))

    def renamed(self, rename: Callable[[Seat, Act], Act]) -> "Script":
        """The same with other acts in turns and before play, such as a kong of another kind."""
        return Script([(seat, rename(seat, act)) for seat, act in self.acts], self.claims)


@dataclass
class Stream:
    """What somebody sees of a deal (`seat` None: a spectator), in lines."""

    seat: Seat | None
    lines: list[str] = field(default_factory=list)
    offered: str = ""

    def note(self, deal: Deal, new: list[Event]) -> None:
        """Add what is new."""
        self.lines += [repr(event.for_seat(self.seat)) for event in new]
        offered = ""
        if self.seat is not None and self.seat in deal.waiting_for:
            offered = f"asked: {[act.text for act in deal.acts(self.seat)]}"
            if offered != self.offered:
                self.lines.append(offered)
        self.offered = offered


@dataclass
class Table:
    """A deal that is played with every discard held, as a table does that does not show who could have claimed it."""

    rules: Compiled
    wall: Wall
    turned: int
    watching: Sequence[Seat | None]
    acted: int = 0
    discards: int = 0

    def __post_init__(self) -> None:
        self.deal = Deal(self.rules, self.wall, turned=self.turned, hold=True)
        self.streams = [Stream(seat) for seat in self.watching]
        self._note(self.deal.events)

    def _note(self, new: list[Event]) -> None:
        self.discards += sum(event.what == "discard" for event in new)
        for stream in self.streams:
            stream.note(self.deal, new)

    def _act(self, seat: Seat, act: Act) -> None:
        self._note(self.deal.act(seat, act))

    @property
    def claimable(self) -> tuple[int, int] | None:
        """Which tile may be claimed, or waits until it is seen that nobody can."""
        return (self.acted, self.discards) if self.deal._raw.claims_open else None

    def play(self, chance: Random, most: int) -> Script:
        """Play so many acts; what is claimed besides is not counted."""
        script = Script()
        player = (Anything if chance.random() < 0.3 else Eager)(self.rules, chance)
        while not self.deal.over:
            if self.deal.held:
                self._note(self.deal.go_on())
                continue
            tile = self.claimable
            if tile is None and self.acted == most:
                break
            seat = chance.choice(self.deal.waiting_for)
            act = player.choose(self.deal, seat)
            if tile is None:
                if chance.random() < 0.01 and self.deal.why_not(seat, ESCAPE) is None:
                    act = ESCAPE
                script.acts.append((seat, act))
                self.acted += 1
            elif act != PASS:
                script.claims[tile].append((seat, act))
            self._act(seat, act)
        return script

    def repeat(self, script: Script) -> bool:
        """Play the same acts; False when one of them is not allowed now, or somebody else must choose."""
        while not self.deal.over:
            if self.deal.held:
                self._note(self.deal.go_on())
            elif tile := self.claimable:
                for seat, act in script.claims.get(tile, []):
                    if not self._may(seat, act):
                        return False
                    self._act(seat, act)
                while self.claimable == tile:
                    seat = self.deal.waiting_for[0]
                    if not self._may(seat, PASS):
                        return False
                    self._act(seat, PASS)
            elif self.acted == len(script.acts):
                return True
            else:
                seat, act = script.acts[self.acted]
                if not self._may(seat, act):
                    return False
                self.acted += 1
                self._act(seat, act)
        return self.acted == len(script.acts)

    def _may(self, seat: Seat, act: Act) -> bool:
        return seat in self.deal.waiting_for and self.deal.why_not(seat, act) is None

    @property
    def said(self) -> list[tuple[Any, ...]]:
        """What everybody may know although it depends on hidden tiles.

        That is money, worth, open waits, who shows a hand, and open discards (whether it was the tile just drawn, and what is
        played for somebody who has left).
        """
        found: list[tuple[Any, ...]] = []
        for e in self.deal.events:
            if e.what in SAID:
                found.append((e.what, e.seat, e.other, e.amount))
            elif e.what in ("look", "discard") and e.seen == EVERYBODY:
                found.append((e.what, e.seat, e.flags, e.tiles))
        return found

    @property
    def next(self) -> list[Seat]:
        """Whose turn it is: who has bonus tiles comes first before play, and they are laid open."""
        return self.deal.waiting_for


@dataclass
class Found:
    """How many exchanges were compared, and those that could be told from what was seen."""

    compared: int = 0
    elsewhere: int = 0  # not comparable: an act is not allowed, or the rules tell
    leaks: list[str] = field(default_factory=list)


def search(rules: Compiled, seed: int, tries: int) -> Found:
    """Play the beginning of a deal, and for every seat and a spectator try so many exchanges of tiles that it has not seen."""
    chance = Random(seed)
    wall = shuffled(rules, seed.to_bytes(32))
    turned = turned_place(rules, wall)
    table = Table(rules, wall, turned, (*range(rules.seats), None))
    script = table.play(chance, chance.choice((3, 10, 30, 60, 120, 1000)))
    there = [i for i in range(len(wall.tiles)) if i != turned]
    tracker = Tracker(rules, [wall.tiles[i] for i in there])
    for event in table.deal.events:
        tracker.note(event)
    found = Found()
    for stream in table.streams:
        unseen = tracker.unseen(stream.seat)
        for change in [*pairs(chance, unseen, tries), *kongs(chance, unseen, tracker), *gifts(chance, unseen, tracker)]:
            tiles = list(wall.tiles)
            for a, b in change.places:
                tiles[there[a]], tiles[there[b]] = tiles[there[b]], tiles[there[a]]
            if tuple(tiles) == wall.tiles:
                continue
            again = Table(rules, replace(wall, tiles=tuple(tiles)), turned, (stream.seat,))
            if (
                not again.repeat(script.renamed(change.rename))
                or again.said != table.said
                or (not table.discards and again.next != table.next)
            ):
                found.elsewhere += 1
                continue
            found.compared += 1
            here, other = stream.lines, again.streams[0].lines
            if here != other:
                at = next(
                    (i for i, (x, y) in enumerate(zip(here, other, strict=False)) if x != y), min(len(here), len(other))
                )
                lines = " / ".join(str(some[at : at + 1]) for some in (here, other))
                found.leaks.append(f"seed {seed}: seat {stream.seat} sees the exchange {change.places}: {lines}")
    return found


# ------------------------------------------------------------------------------------------------ what is exchanged


@dataclass(frozen=True)
class Change:
    """Tiles of the wall that change places, by pairs; and what becomes of the acts that name them out of sight."""

    places: list[tuple[int, int]]
    rename: Callable[[Seat, Act], Act] = lambda _, act: act


def pairs(chance: Random, unseen: Sequence[int], tries: int) -> Iterator[Change]:
    """Two tiles, dealt ones more often than their number would have it."""
    for _ in range(tries if unseen else 0):
        near = unseen[: max(1, len(unseen) // 2)] if chance.random() < 0.7 else unseen
        yield Change([(chance.choice(near), chance.choice(unseen))])


def kongs(chance: Random, unseen: Sequence[int], tracker: Tracker) -> Iterator[Change]:
    """All four tiles of a kong that lies face down, and all four of another kind."""
    places: dict[int, list[int]] = defaultdict(list)
    for i in unseen:
        places[tracker.wall[i]].append(i)
    laid = {tracker.wall[i] for i in unseen if tracker.lies[i] == MELD}
    others = [kind for kind, where in places.items() if len(where) == 4 and kind not in laid]
    for kong in sorted(laid):
        if len(places[kong]) == 4 and others:
            other = chance.choice(others)
            both = {kong: other, other: kong}
            yield Change(
                list(zip(places[kong], places[other], strict=True)),
                lambda _, act, both=both: (
                    replace(act, tile=both.get(act.tile, act.tile)) if act.verb in ("discard", "kong") else act
                ),
            )


def gifts(chance: Random, unseen: Sequence[int], tracker: Tracker) -> Iterator[Change]:
    """A tile that one seat gave another, and one of the same suit: the other one is given.

    Where tiles are passed on several times, nobody can say from the act which of the passes is meant.
    """
    if tracker.rules.table["exchange"] > 1 or tracker.rules.table["exchange_again"]:
        return
    for seat, given in tracker.given.items():
        place = chance.choice(given)
        old = tracker.wall[place]
        others = [i for i in unseen if i not in given and tracker.wall[i] // 9 == old // 9 and tracker.wall[i] < 27]
        if place in unseen and others:
            other = chance.choice(others)
            yield Change([(place, other)], partial(_give, seat, old, tracker.wall[other]))


def _give(giver: Seat, old: int, new: int, seat: Seat, act: Act) -> Act:
    if seat != giver or act.verb != "exchange":
        return act
    three = [act.tile, act.a, act.b]
    three[three.index(old)] = new
    return Act("exchange", *sorted(three))
