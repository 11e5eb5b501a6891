"""Logs of Botzone's Chinese standard mahjong: a line for each deal, a list of the judge's requests and the players' responses by turns.

A request tells each player its own text: `0 ID WIND`, `1 FLOWERS… HAND… FLOWER TILES…`, `2 TILE` (drawn), `3 ID DRAW`, `3 ID PLAY TILE`
and so on. Tiles: W1–W9 characters, B dots, T bamboos, F1–F4 winds, J1–J3 dragons 中发白, H1–H8 flowers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from quepu.tiles import Tile, is_flower, kind_of

TILES: Mapping[str, Tile] = {
    **{f"{suit}{n + 1}": 9 * s + n for s, suit in enumerate("WBT") for n in range(9)},
    **{f"F{n + 1}": 27 + n for n in range(4)},
    **{f"J{n + 1}": 33 - n for n in range(3)},
    **{f"H{n + 1}": 34 + n for n in range(8)},
}
NAMES = {tile: name for name, tile in TILES.items()}
SEATS = 4
Request = dict[str, Any]


# ------------------------------------------------------------------------------------------------ writing


def export(record: Record, deals: Sequence[Played]) -> str:
    """Deals of a record, one a line."""
    return "".join(msgspec.json.encode(_log(record, played)).decode() + "\n" for played in deals)


def _log(record: Record, played: Played) -> list[Request]:
    teller = _Teller(played)
    for step in fold_deal(record, played):
        teller.step(step)
    return teller.log


@dataclass
class _Teller:
    """Turns steps of a deal into requests and responses."""

    played: Played
    log: list[Request] = field(default_factory=list)
    flowers: list[list[Tile]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    drawn: Tile | None = None
    opening: bool = True
    claimed: Event | None = None
    """A chow or pung whose discard is still to come: both are one response."""
    claimable: bool = False
    held: list[list[Tile]] = field(default_factory=list)
    """What everybody holds while flowers of the deal are replaced."""

    def ask(self, texts: Sequence[str], action: str, **display: Any) -> None:
        """A request, with the answers that nobody has to think about."""
        content = {str(player): text for player, text in enumerate(texts)}
        self.log.append(
            {"output": {"command": "request", "content": content, "display": {"action": action, **display}}}
        )
        self.log.append({str(player): {"verdict": "OK", "response": "PASS"} for player in range(SEATS)})

    def answer(self, player: int, text: str) -> None:
        self.log[-1][str(player)]["response"] = text

    def tell_all(self, player: int, text: str, action: str, tile: Tile) -> None:
        self.ask([f"3 {player} {text}"] * SEATS, action, player=player, tile=NAMES[tile])

    def step(self, step: Step) -> None:
        deal = step.deal
        if step.act is None:
            self.drawn = deal.wall.tiles[SEATS * deal.rules.hand]
        elif step.act.verb not in ("pass", "win", "discard", "chow", "pung", "kong", "flower"):
            raise FormatError(f"deal {self.played.start.deal}: {step.act.text!r} cannot be said in this format")
        if self.opening and step.act is not None and step.act.verb != "flower":
            self._begin()
        if step.act is not None and step.act.verb == "kong" and not self.claimable:
            self._own_kong(step)
        for event in step.events:
            self.event(event, deal)
        self.claimable = deal.pending is not None

    def _begin(self) -> None:
        """The hands after the flowers of the deal are replaced; the dealer's last tile is drawn then."""
        self.opening = False
        assert self.drawn is not None
        wind = int(self.played.start.round[0]) - 1
        self.ask([f"0 {player} {wind}" for player in range(SEATS)], "INIT", quan=wind)
        hands = [list(hand) for hand in self.held]
        hands[0].remove(self.drawn)
        counts = [len(tiles) for tiles in self.flowers]
        flowers = [NAMES[tile] for tiles in self.flowers for tile in tiles]
        texts = [" ".join(["1", *map(str, counts), *(NAMES[tile] for tile in hand), *flowers]) for hand in hands]
        self.ask(texts, "DEAL", hand=[[NAMES[tile] for tile in hand] for hand in hands])
        self._draw(0, self.drawn)

    def _draw(self, player: int, tile: Tile) -> None:
        self.drawn = tile
        if is_flower(tile):
            return
        texts = [f"2 {NAMES[tile]}" if p == player else f"3 {player} DRAW" for p in range(SEATS)]
        self.ask(texts, "DRAW", player=player, tile=NAMES[tile])

    def _own_kong(self, step: Step) -> None:
        assert step.act is not None
        tile = kind_of(step.act.tile)
        added = any(e.what == "added" for e in step.events) or not any(e.what == "concealed" for e in step.events)
        verb = "BUGANG" if added else "GANG"
        self.answer(step.seat, f"{verb} {NAMES[tile]}")
        self.tell_all(step.seat, f"BUGANG {NAMES[tile]}" if added else "GANG", verb, tile)

    def event(self, event: Event, deal: Deal) -> None:
        player = event.seat
        match event.what:
            case "draw" if self.opening:
                if player == 0:
                    self.drawn = event.tiles[0]
            case "draw":
                self._draw(player, event.tiles[0])
            case "flower" if self.opening:
                self.flowers[player].append(event.tiles[0])
            case "flower":
                self.tell_all(player, f"BUHUA {NAMES[event.tiles[0]]}", "BUHUA", event.tiles[0])
            case "discard":
                self._discard(player, event.tiles[0])
            case "chow" | "pung":
                self.claimed = event
            case "kong":
                self.answer(player, "GANG")
                self.tell_all(player, "GANG", "GANG", event.tiles[0])
            case "win":
                self.answer(player, "HU")
                self._finish(deal, "HU", player=player, fanCnt=event.amount)
            case "exhausted":
                self._finish(deal, "HUANG")
        if self.opening:
            self.held = [deal.hand(seat) for seat in range(SEATS)]

    def _discard(self, player: int, tile: Tile) -> None:
        name = NAMES[tile]
        claim, self.claimed = self.claimed, None
        if claim is None:
            said, action = f"PLAY {name}", "PLAY"
        elif claim.what == "pung":
            said, action = f"PENG {name}", "PENG"
        else:
            said, action = f"CHI {NAMES[sorted(claim.tiles)[1]]} {name}", "CHI"
        self.answer(player, said)
        self.tell_all(player, said, action, tile)

    def _finish(self, deal: Deal, action: str, **display: Any) -> None:
        deltas = deal.deltas
        content = {str(player): points for player, points in enumerate(deltas)}
        self.log.append(
            {
                "output": {
                    "command": "finish",
                    "content": content,
                    "display": {"action": action, **display, "score": deltas},
                }
            }
        )


# ------------------------------------------------------------------------------------------------ reading


def convert(text: str, rules: Compiled, options: Mapping[str, Any]) -> Made:
    """A record of logs, one a line; several lines are consecutive deals of one match."""
    lines = [(f"line {number}", line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    logs = []
    try:
        logs = [(where, items(decode(line, where), where)) for where, line in lines]
    except FormatError:  # one log, laid out in several lines
        logs = [("log", items(decode(text, "log"), "log"))]
    if rules.bonus and "flowers" not in options and not any(" H" in line for _, line in lines):
        rules = rules_for(rules.preset, {**options, "flowers": False})
    making = Making(rules, [f"player {player}" for player in range(SEATS)], "botzone")
    for where, log in logs:
        reader = _Reader(where)
        reader.read(log)
        there = making.standing
        if not making.made.deals:
            making.begin(where, round=reader.wind + 1, dealer=0, scores=there.scores, carry={})
        elif there.wind != f"{reader.wind + 1}z" or there.over:
            raise FormatError(
                f"{where}: the wind is {reader.wind}, which does not follow from the deals before; make a record of each line by itself"
            )
        making.deal(reader.told())
    return making.finish()


@dataclass
class _Reader:
    """Turns requests and responses into moves."""

    log: str
    where: str = ""
    wind: int = 0
    hands: list[list[Tile]] = field(default_factory=list)
    flowers: list[list[Tile]] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    last: Tile | None = None
    """The tile discarded or konged last."""
    from_: int = -1
    turn: int = -1
    """Whose turn it is, while it holds a tile just drawn."""
    back: bool = False
    responses: Mapping[str, Any] = field(default_factory=dict)
    deltas: list[int] | None = None
    ended: bool = False
    exhausted: bool = False

    def read(self, log: Sequence[Any]) -> None:
        for number, entry in enumerate(log, 1):
            self.where = f"{self.log}, entry {number}"
            said = mapping(entry, self.where)
            if "output" not in said:
                self.responses = said
                continue
            output = mapping(said["output"], self.where)
            if output.get("command") == "finish":
                self._finish(output)
            else:
                self._request(mapping(output.get("content"), f"{self.where}, content"))
        if not self.ended:
            raise FormatError(f"{self.log}: the log does not say how the deal ends")

    def _request(self, content: Mapping[str, Any]) -> None:
        texts = [string(content.get(str(player)), f"{self.where}, content {player}").split() for player in range(SEATS)]
        codes = [text[0] if text else "" for text in texts]
        if codes == ["0"] * SEATS:
            self.wind = self._number(texts[0], 2, 3)
        elif codes == ["1"] * SEATS:
            self._deal(texts)
        elif "2" in codes:
            player = codes.index("2")
            self._drawn(player, self._tile(texts[player], 1))
        elif codes == ["3"] * SEATS:
            self._told(texts[0])
        else:
            raise FormatError(
                f"{self.where}: {' '.join(texts[0])!r} and the others are no request; they begin with 0, 1, 2 or 3"
            )

    def _number(self, text: Sequence[str], at: int, most: int) -> int:
        word = text[at] if at < len(text) else ""
        if not word.isascii() or not word.isdigit() or int(word) > most:
            raise FormatError(
                f"{self.where}: {' '.join(text)!r}: a number from 0 to {most} is expected at place {at + 1}"
            )
        return int(word)

    def _tile(self, text: Sequence[str], at: int) -> Tile:
        word = text[at] if at < len(text) else ""
        if word not in TILES:
            raise FormatError(
                f"{self.where}: {' '.join(text)!r}: a tile such as W1, B9, T5, F1, J1, H8 is expected at place {at + 1}"
            )
        return TILES[word]

    def _deal(self, texts: Sequence[Sequence[str]]) -> None:
        for text in texts:
            counts = [self._number(text, 1 + player, 8) for player in range(SEATS)]
            if len(text) != 1 + SEATS + 13 + sum(counts):
                raise FormatError(
                    f"{self.where}: {' '.join(text)!r}: 4 numbers, 13 tiles and {sum(counts)} flowers are expected after 1"
                )
            self.hands.append([self._tile(text, 5 + i) for i in range(13)])
            rest = iter(range(18, len(text)))
            self.flowers = [[self._tile(text, next(rest)) for _ in range(count)] for count in counts]
        for tiles, flower in ((self.hands, False), (self.flowers, True)):
            if any(is_flower(tile) != flower for hand in tiles for tile in hand):
                raise FormatError(f"{self.where}: hands have no flowers, and flowers are H1 to H8")

    def _drawn(self, player: int, tile: Tile) -> None:
        self.moves.append(Move("draw", self.where, player, tile=tile, back=self.back))
        self.back, self.turn = False, player

    def _told(self, text: Sequence[str]) -> None:
        player = self._number(text, 1, SEATS - 1)
        verb = text[2] if len(text) > 2 else ""
        match verb:
            case "BUHUA":
                self._drawn(player, self._tile(text, 3))
                self._add(player, Act("flower", self._tile(text, 3)))
                self.back = True
            case "PLAY":
                self._thrown(player, self._tile(text, 3))
            case "PENG":
                self._add(player, Act("pung", self._last()), claim=True)
                self._thrown(player, self._tile(text, 3))
            case "CHI":
                middle = self._tile(text, 3)
                if middle > 25 or not 0 < middle % 9 < 8:
                    raise FormatError(f"{self.where}: {text[3]} is no middle of a run")
                self._add(player, Act("chow", middle - 1), claim=True)
                self._thrown(player, self._tile(text, 4))
            case "GANG":
                own = self.turn == player
                self._add(player, Act("kong", self._konged(player) if own else self._last()), claim=not own)
                self.back = True
            case "BUGANG":
                self._add(player, Act("kong", self._tile(text, 3)))
                self.last, self.from_, self.turn = self._tile(text, 3), player, -1
                self.back = True
            case _:
                raise FormatError(
                    f"{self.where}: {' '.join(text)!r}: PLAY, PENG, CHI, GANG, BUGANG, BUHUA or DRAW is expected"
                )

    def _add(self, player: int, act: Act, *, claim: bool = False) -> None:
        self.moves.append(Move("claim" if claim else "act", self.where, player, act))

    def _thrown(self, player: int, tile: Tile) -> None:
        self._add(player, Act("discard", tile))
        self.last, self.from_, self.turn = tile, player, -1

    def _last(self) -> Tile:
        if self.last is None:
            raise FormatError(f"{self.where}: there is no tile to claim")
        return self.last

    def _konged(self, player: int) -> Tile:
        """The kind of a concealed kong: only the one who declared it has said it."""
        said = self._response(player)
        if len(said) != 2 or said[0] != "GANG":
            raise FormatError(
                f"{self.where}: player {player} has a concealed kong, but the response before is {' '.join(said)!r}, not GANG and a tile"
            )
        return self._tile(said, 1)

    def _response(self, player: int) -> list[str]:
        answer = self.responses.get(str(player))
        said = answer.get("response") if isinstance(answer, dict) else answer
        return said.split() if isinstance(said, str) else []

    def _finish(self, output: Mapping[str, Any]) -> None:
        display = mapping(output.get("display", {}), f"{self.where}, display")
        content = mapping(output.get("content", {}), f"{self.where}, content")
        self.deltas = wholes([content.get(str(player), 0) for player in range(SEATS)], f"{self.where}, content", SEATS)
        self.ended = True
        match display.get("action"):
            case "HU":
                player = whole(display.get("player"), f"{self.where}, player", 0, SEATS - 1)
                self.moves.append(Move("act" if self.turn == player else "claim", self.where, player, WIN))
            case "HUANG":
                self.exhausted = True
                self.moves.append(Move("end", self.where))
            case other:
                raise FormatError(
                    f"{self.where}: the deal ends with {other!r}, an error of a player; only HU and HUANG can be played again"
                )

    def told(self) -> Told:
        """What was told, as it is dealt and played here: flowers of the deal are replaced by the dealer first, then seat by seat."""
        if not self.hands:
            raise FormatError(f"{self.log}: nobody is dealt a hand")
        moves, first = self._opening()
        flowers = [list(tiles) for tiles in self.flowers]
        hands = []
        opening: list[Move] = []
        for player, hand in enumerate(self.hands):
            mine = flowers[player] + ([move.tile for move in moves[::2]] if player == 0 else [])
            given = [*hand, *([first.tile] if player == 0 else [])]
            kept = len(given) - len(mine)
            hands.append([*mine, *given[:kept]])
            for flower, tile in zip(sorted(mine), given[kept:], strict=True):
                opening.append(Move("act", first.where, player, Act("flower", flower)))
                opening.append(Move("draw", first.where, player, tile=tile, back=True))
        dealt = Move("draw", first.where, 0, tile=hands[0].pop())
        rest = self.moves[len(moves) + 1 :]
        told = Told(self.log, hands, [dealt, *opening, *rest], deltas=self.deltas)
        told.short = self.exhausted
        return told

    def _opening(self) -> tuple[list[Move], Move]:
        """The dealer's flowers before the first tile that is none, as pairs of a draw and an act; and that tile."""
        at = 0
        while at + 1 < len(self.moves) and self.moves[at].what == "draw" and self.moves[at + 1].act.verb == "flower":
            at += 2
        if at >= len(self.moves) or self.moves[at].what != "draw" or self.moves[at].seat != 0:
            raise FormatError(f"{self.log}: player 0 draws the first tile")
        return self.moves[:at], self.moves[at]
