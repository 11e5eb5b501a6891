"""mjai: one JSON object a line, from start_game to end_game. Tiles: 1m … 9s, red fives 5mr, winds E S W N, dragons P F C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from quepu.acts import Act, Event
from quepu.deal import Deal
from quepu.formats.making import WIN, FormatError, Made, Making, Move, Told
from quepu.formats.reading import decode, items, mapping, string, whole, wholes
from quepu.record import Record, Step
from quepu.record.folding import fold_deal
from quepu.record.lines import Played
from quepu.rules import Compiled
from quepu.scoring import rules_for
from quepu.tiles import RED, Tile, is_red, kind_of, rank_of, suit_of

HONORS = "ESWNPFC"
CLAIMS = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}
VERBS = {name: verb for verb, name in CLAIMS.items()}
TILES: Mapping[str, Tile] = {
    **{f"{n + 1}{suit}": 9 * s + n for s, suit in enumerate("mps") for n in range(9)},
    **{f"5{suit}r": (9 * s + 4) | RED for s, suit in enumerate("mps")},
    **{letter: 27 + i for i, letter in enumerate(HONORS)},
}
NAMES = {tile: name for name, tile in TILES.items()}


def tile_name(tile: Tile) -> str:
    """A tile as mjai writes it.

    >>> tile_name(4 | RED), tile_name(27), tile_name(33)
    ('5mr', 'E', 'C')
    """
    if tile not in NAMES:
        raise FormatError(f"there is no tile {rank_of(tile)}{suit_of(tile)} in this format")
    return NAMES[tile]


# ------------------------------------------------------------------------------------------------ writing


def export(record: Record, deals: Sequence[Played]) -> str:
    """Deals of a record, line by line."""
    rules = record.rules
    lines: list[dict[str, Any]] = [
        {
            "type": "start_game", "names": record.header.players, "kyoku_first": 0 if rules.match is None or rules.match.rounds > 1 else 4,
            "aka_flag": any(rules.reds),
        },
    ]  # fmt: skip
    for played in deals:
        lines += tell(record, played).lines
    lines.append({"type": "end_game"})
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def tell(record: Record, played: Played) -> Teller:
    """One deal."""
    teller = Teller(record, played)
    for step in fold_deal(record, played):
        teller.step(step)
    teller.say("end_kyoku")
    return teller


@dataclass
class Teller:
    """Turns steps of a deal into lines. `ending`: how a deal without a winner ended, in Japanese, where the rules say so."""

    record: Record
    played: Played
    lines: list[dict[str, Any]] = field(default_factory=list)
    pungs: dict[tuple[int, int], list[Tile]] = field(default_factory=dict)
    shown: int = 0
    ready: set[int] = field(default_factory=set)
    paid: dict[str, Any] = field(default_factory=dict)
    ending: str = ""
    shows: int = 0
    claimable: bool = False
    """Whether a tile lay open to be claimed before the step."""

    def __post_init__(self) -> None:
        players = self.played.start.players
        n = len(players)
        if players != [(players[0] + seat) % n for seat in range(n)]:
            raise FormatError(
                f"deal {self.played.start.deal}: the players have changed places; this format cannot say that"
            )

    def actor(self, seat: int) -> int:
        """The player of a seat."""
        return self.played.start.players[seat]

    def say(self, what: str, **values: Any) -> dict[str, Any]:
        """Add a line."""
        line = {"type": what, **values}
        self.lines.append(line)
        return line

    def step(self, step: Step) -> None:
        """Tell a step."""
        deal = step.deal
        if step.act is None:
            self._start(deal, step.events)
            return
        if step.act.verb == "kong" and not self.claimable:
            self._own_kong(step.seat, step.act, step.events, deal)
        self.claimable = deal.pending is not None
        for event in step.events:
            self._event(event, deal)

    def _start(self, deal: Deal, events: Sequence[Event]) -> None:
        start, rules = self.played.start, deal.rules
        first = deal.wall.tiles[rules.seats * rules.hand]
        hands: list[list[str]] = [[] for _ in range(rules.seats)]
        marker: Tile | None = None
        for event in events:
            if event.what == "deal":
                tiles = list(event.tiles)
                if event.seat == 0:
                    tiles.remove(first)
                hands[self.actor(event.seat)] = [tile_name(tile) for tile in tiles]
            elif event.what == "indicator":
                marker = event.tiles[0]
        if marker is None:
            raise FormatError(f"deal {start.deal}: there is no indicator; this format needs one")
        self.shown = 1
        scores = [0] * rules.seats
        for seat, points in enumerate(start.scores):
            scores[self.actor(seat)] = points
        self.say(
            "start_kyoku", bakaze=HONORS[int(start.round[0]) - 1], dora_marker=tile_name(marker), kyoku=self.actor(0) + 1,
            honba=start.carry.get("honba", 0), kyotaku=start.carry.get("sticks", 0), oya=self.actor(0), scores=scores, tehais=hands,
        )  # fmt: skip
        self.say("tsumo", actor=self.actor(0), pai=tile_name(first))

    def _own_kong(self, seat: int, act: Act, events: Sequence[Event], deal: Deal) -> None:
        """A kong in the own turn is told when it is declared: it may be robbed."""
        kind = kind_of(act.tile)
        laid = self.pungs.get((seat, kind))
        if laid is None:
            reds = deal.rules.reds[kind // 9] if kind < 27 and kind % 9 == 4 and deal.rules.reds else 0
            self.say(
                "ankan",
                actor=self.actor(seat),
                consumed=[tile_name(kind | RED if i < reds else kind) for i in range(4)],
            )
            return
        added = next((e.tiles[0] for e in events if e.what == "added"), deal.pending)
        if added is None:
            added = next(e.tiles[0] for e in events if e.what == "win")
        self.say("kakan", actor=self.actor(seat), pai=tile_name(added), consumed=[tile_name(tile) for tile in laid])

    def _event(self, event: Event, deal: Deal) -> None:
        actor = self.actor(event.seat) if event.seat >= 0 else -1
        tiles = [tile_name(tile) for tile in event.tiles] if event.what not in ("show", "look") else []
        match event.what:
            case "draw":
                self.say("tsumo", actor=actor, pai=tiles[0])
            case "discard":
                self.say("dahai", actor=actor, pai=tiles[0], tsumogiri=bool(event.flags & 1))
            case "chow" | "pung" | "kong":
                if event.what == "pung":
                    self.pungs[event.seat, kind_of(event.tiles[0])] = list(event.tiles)
                self.say(
                    CLAIMS[event.what], actor=actor, target=self.actor(event.other), pai=tiles[0], consumed=tiles[1:]
                )
            case "indicator":
                self.shown += 1
                self.say("dora", dora_marker=tiles[0])
            case "ready":
                self.ready.add(event.seat)
                self.say("reach", actor=actor)
            case "ready-stands":
                self.say("reach_accepted", actor=actor)
            case "win":
                under = (
                    deal.wall.tiles[len(deal.wall.tiles) - 6 :: -2][: self.shown] if event.seat in self.ready else ()
                )
                target = actor if event.other < 0 else self.actor(event.other)
                marks = [tile_name(tile) for tile in under]
                self.paid = self.say(
                    "hora", actor=actor, target=target, pai=tiles[0], deltas=[0] * deal.rules.seats, ura_markers=marks
                )
            case "exhausted" | "abort":
                self.paid = self.say("ryukyoku", deltas=[0] * deal.rules.seats)
                if event.what == "abort":
                    self.ending = deal.rules.voided[event.amount].ja if event.amount >= 0 else "三家和了"
            case "pay" if self.paid:
                if event.flags:
                    self.ending = self.ending or deal.rules.dues[event.flags - 1].ja
                for seat, sign in ((event.seat, -1), (event.other, 1)):
                    if seat >= 0:
                        self.paid["deltas"][self.actor(seat)] += sign * event.amount
            case "show":
                self.shows += 1
            case "added" | "concealed" | "pay" | "end":
                pass
            case _:
                raise FormatError(f"deal {self.played.start.deal}: {event.text!r} cannot be said in this format")


# ------------------------------------------------------------------------------------------------ reading


def convert(text: str, rules: Compiled, options: Mapping[str, Any]) -> Made:
    """A record of the lines of a log."""
    lines = [
        (f"line {number}", mapping(decode(line, f"line {number}"), f"line {number}"))
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    ]
    if not lines or lines[0][1].get("type") != "start_game":
        raise FormatError("line 1: a log begins with start_game")
    where, first = lines[0]
    names = [
        string(name, f"{where}, names")
        for name in items(first.get("names", [f"player {i}" for i in range(4)]), f"{where}, names")
    ]
    if first.get("aka_flag") is False and any(rules.reds) and "red_fives" not in options:
        rules = rules_for(rules.preset, {**options, "red_fives": 0})
    making = Making(rules, names, "mjai")
    for kyoku in _kyokus(lines[1:]):
        begin(making, *kyoku[0])
        making.deal(told_of(making, kyoku))
    return making.finish()


def _kyokus(lines: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[list[tuple[str, Mapping[str, Any]]]]:
    """The lines of each deal, from start_kyoku on; end_kyoku may be missing."""
    here: list[tuple[str, Mapping[str, Any]]] = []
    for where, line in lines:
        what = string(line.get("type"), f"{where}, type")
        if what in ("start_kyoku", "end_kyoku", "end_game"):
            if here:
                yield here
            here = [(where, line)] if what == "start_kyoku" else []
        elif here:
            here.append((where, line))
        elif what != "none":
            raise FormatError(f"{where}: {what} stands outside of a deal; start_kyoku is expected")
    if here:
        yield here


def begin(making: Making, where: str, line: Mapping[str, Any]) -> None:
    """Where a start_kyoku says that the match stands."""
    wind = string(line.get("bakaze"), f"{where}, bakaze")
    if wind not in HONORS[:4]:
        raise FormatError(f"{where}, bakaze: {wind!r}; one of E S W N is expected")
    carry = {
        key: whole(line.get(name, 0), f"{where}, {name}", 0, 1000) for key, name in (("honba", "honba"), ("sticks", "kyotaku"))
    }  # fmt: skip
    scores = (
        wholes(line["scores"], f"{where}, scores", making.rules.seats) if "scores" in line else making.standing.scores
    )
    making.begin(
        where, round=HONORS.index(wind) + 1, dealer=whole(line.get("oya"), f"{where}, oya", 0, making.rules.seats - 1), scores=scores, carry=carry
    )  # fmt: skip


def told_of(making: Making, lines: Sequence[tuple[str, Mapping[str, Any]]]) -> Told:
    """What the lines of a deal tell, by its seats."""
    where, start = lines[0]
    reader = _Reader(making.rules.seats, whole(start.get("oya"), f"{where}, oya", 0, making.rules.seats - 1))
    hands = items(start.get("tehais"), f"{where}, tehais", reader.seats)
    told = Told(where, [[] for _ in hands], reader.moves, [tile(start.get("dora_marker"), f"{where}, dora_marker")])
    for player, hand in enumerate(hands):
        told.hands[reader.seat(player)] = [
            tile(one, f"{where}, tehais {player}") for one in items(hand, f"{where}, tehais {player}")
        ]
    for place, line in lines[1:]:
        reader.read(place, line, told)
    return told


def tile(name: object, where: str) -> Tile:
    """The tile of a name."""
    if name == "?":
        raise FormatError(f"{where}: the tile is hidden; only a log that shows all hands can be played again")
    if not isinstance(name, str) or name not in TILES:
        raise FormatError(f"{where}: {name!r} is no tile; 1m to 9s, 5mr 5pr 5sr, E S W N P F C are")
    return TILES[name]


@dataclass
class _Reader:
    """Turns lines of a deal into moves."""

    seats: int
    dealer: int
    moves: list[Move] = field(default_factory=list)
    replaced: bool = False
    """Whether the next tile drawn replaces one that was konged."""
    last: int = -1
    """Who acted last: a win by somebody else is of that tile."""

    def seat(self, player: int) -> int:
        return (player - self.dealer) % self.seats

    def read(self, where: str, line: Mapping[str, Any], told: Told) -> None:
        what = string(line.get("type"), f"{where}, type")
        if what == "dora":
            told.indicators.append(tile(line.get("dora_marker"), f"{where}, dora_marker"))
            return
        if what == "ryukyoku":
            self.moves.append(Move("end", where))
            told.deltas = self.deltas(where, line, told.deltas)
            return
        if what in ("reach_accepted", "none"):
            if what == "reach_accepted":
                told.deltas = told.deltas or [0] * self.seats
                told.deltas[self.actor(where, line)] -= 1000
            return
        seat = self.actor(where, line)
        match what:
            case "tsumo":
                self.moves.append(
                    Move("draw", where, seat, tile=tile(line.get("pai"), f"{where}, pai"), back=self.replaced)
                )
                self.replaced = False
                self.last = seat
            case "dahai":
                self.add("act", where, seat, Act("discard", tile(line.get("pai"), f"{where}, pai")))
            case "reach":
                self.add("act", where, seat, Act("ready"))
            case "chi" | "pon" | "daiminkan":
                self.claim(where, line, seat, VERBS[what])
            case "ankan" | "kakan":
                taken = self.consumed(where, line, 4 if what == "ankan" else 3)
                self.add("act", where, seat, Act("kong", kind_of(taken[0])))
                self.replaced = True
            case "hora":
                self.hora(where, line, seat, told)
            case _:
                raise FormatError(f"{where}: {what!r} is not known")

    def add(self, what: str, where: str, seat: int, act: Act) -> None:
        self.moves.append(Move("claim" if what == "claim" else "act", where, seat, act))
        self.last = seat

    def actor(self, where: str, line: Mapping[str, Any]) -> int:
        return self.seat(whole(line.get("actor"), f"{where}, actor", 0, self.seats - 1))

    def consumed(self, where: str, line: Mapping[str, Any], number: int) -> list[Tile]:
        there = f"{where}, consumed"
        return [tile(one, there) for one in items(line.get("consumed"), there, number)]

    def claim(self, where: str, line: Mapping[str, Any], seat: int, verb: str) -> None:
        own = self.consumed(where, line, 3 if verb == "kong" else 2)
        claimed = tile(line.get("pai"), f"{where}, pai")
        kinds = sorted(map(kind_of, (claimed, *own)))
        reds = sum(map(is_red, own))
        if verb == "chow" and not (
            kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and kinds[0] < 25 and kinds[0] % 9 < 7
        ):
            raise FormatError(f"{where}: {line.get('pai')} and {line.get('consumed')} are no run")
        if verb != "chow" and len(set(kinds)) > 1:
            raise FormatError(f"{where}: {line.get('pai')} and {line.get('consumed')} are not alike")
        self.add("claim", where, seat, Act(verb, kinds[0], 0 if verb == "kong" else reds))
        self.replaced = verb == "kong"

    def hora(self, where: str, line: Mapping[str, Any], seat: int, told: Told) -> None:
        target = self.seat(whole(line.get("target", line.get("actor")), f"{where}, target", 0, self.seats - 1))
        self.moves.append(Move("act" if target == seat else "claim", where, seat, WIN))
        told.deltas = self.deltas(where, line, told.deltas)
        for key in ("ura_markers", "uradora_markers"):
            marks = line.get(key) or []
            if not told.under:
                told.under = [tile(one, f"{where}, {key}") for one in items(marks, f"{where}, {key}")][:5]

    def deltas(self, where: str, line: Mapping[str, Any], before: list[int] | None) -> list[int] | None:
        """What a line says is paid, added to what was before; None once a line does not say it."""
        first = not any(move.act == WIN for move in self.moves[:-1])
        if "deltas" not in line or (before is None and not first):
            return None
        paid = wholes(line["deltas"], f"{where}, deltas", self.seats)
        total = list(before or [0] * self.seats)
        for player, points in enumerate(paid):
            total[self.seat(player)] += points
        return total
