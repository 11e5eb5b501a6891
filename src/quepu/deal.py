"""One deal of mahjong: who must choose, among what, what comes of it, and why not. A thin cover over the kernel's value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quepu import _kernel
from quepu.acts import Act, ActError, Event
from quepu.hands import Hand
from quepu.rules import Compiled
from quepu.rules.refusals import REASONS, clause_for
from quepu.scoring import Refusal, rules_for
from quepu.tiles import RED, Tile, kind_of, name_en, name_zh
from quepu.wall import Wall, tile_set

RESULTS = ("ongoing", "win", "draw", "void")
Seat = int
# Which of a wall's twelve dice decide what: the first four open the wall, the last two may name the next dealer.
JOKER_DICE, EXCHANGE_DIE = 4, 6


class Refused(Exception):  # noqa: N818  # what happened to the act, not a fault
    """An act that is not allowed; nothing has changed. `refusal` says why, with the clause."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Deal:
    """One deal under a rule system, from the wall to the last payment.

    >>> from quepu.wall import shuffled
    >>> deal = Deal("riichi", shuffled(rules_for("riichi"), bytes(31) + b"!"))
    >>> sorted(deal.asked), deal.wall_left, deal.over
    ([0], 69, False)
    >>> deal.act(0, "discard 7z")[0].text
    'discard 0 7z'
    >>> deal.act(2, "pung 7z")
    Traceback (most recent call last):
    ...
    quepu.deal.Refused: the tiles for it are not held [RI-P03]

    With `hold` a discard that nobody can claim stays until `go_on`.
    """

    def __init__(
        self, rules: Compiled | str, wall: Wall, *, round: str = "1z", scores: Sequence[int] = (), carry: Mapping[str, int] | None = None,
        options: Mapping[str, Any] | None = None, turned: int | None = None, hold: bool = False,
    ) -> None:  # fmt: skip
        self.hold = hold
        self.rules = rules_for(rules, options) if isinstance(rules, str) else rules
        self.wall = wall
        self.round = round
        course = self.rules.game.course
        carried = {**dict.fromkeys(course.carry, 0), **self.rules.first_carry}
        for key, value in (carry or {}).items():
            if key not in carried:
                there = ", ".join(carried) or "nothing"
                raise ValueError(f"carry: nothing is called {key!r} here; a deal inherits {there}")
            if type(value) is not int:
                raise ValueError(f"carry: {key} is {value!r}; a whole number is expected")
            carried[key] = value
        if round not in ("1z", "2z", "3z", "4z"):
            raise ValueError(f"round: {round!r}; a prevailing wind 1z to 4z is expected")
        dice = self.rules.table["turned"]
        tiles = bytes(wall.tiles)
        if turned is None:
            turned = _kernel.turned_place(tiles, sum(wall.dice[JOKER_DICE : JOKER_DICE + dice])) if dice else -1
        scores = list(scores) or [self.rules.start_score] * self.rules.seats
        if len(scores) != self.rules.seats or any(type(score) is not int for score in scores):
            raise ValueError(f"scores: {scores}; {self.rules.seats} whole numbers are expected, one a seat")
        self._raw = _kernel.Deal(
            self.rules.rules, tiles, turned, 26 + int(round[0]), wall.dice[EXCHANGE_DIE], scores, list(carried.values())
        )  # fmt: skip
        self.scores = scores
        self.events: list[Event] = []
        self._gather()

    def __repr__(self) -> str:
        return f"<deal of {self.rules.preset}: {self.result}>"

    def _gather(self) -> list[Event]:
        new = [Event.of(e) for e in self._raw.take_events()]
        self.events.extend(new)
        return new

    # What may be chosen.

    @property
    def asked(self) -> dict[Seat, list[Act]]:
        """The seats that must choose now, each with all its legal acts; empty when the deal is over."""
        mask = self._raw.asked
        return {s: self.acts(s) for s in range(self.rules.seats) if mask >> s & 1}

    @property
    def waiting_for(self) -> list[Seat]:
        """The seats that must choose now."""
        mask = self._raw.asked
        return [s for s in range(self.rules.seats) if mask >> s & 1]

    def acts(self, seat: Seat) -> list[Act]:
        """All legal acts of a seat that is asked."""
        return [Act.of(code) for code in self._raw.acts(seat)]

    def read(self, seat: Seat, text: str) -> Act:
        """The act that a text means here. Raises ActError.

        Which five is meant by a plain 5m, when only red ones would do, or by a red one that was the discard, is settled here.
        """
        act = Act.read(text, self.rules.game.course.bets)
        if act.verb not in ("pung", "chow") or not self._raw.why_not(seat, act.code)[0]:
            return act
        others = [Act(act.verb, act.tile, a) for a in (act.a - 1, act.a + 1, act.a + 2) if a >= 0] if not act.b else []
        return next((o for o in others if not self._raw.why_not(seat, o.code)[0]), act)

    def why_not(self, seat: Seat, act: Act | str) -> Refusal | None:
        """Why an act is not allowed now, with the clause; None when it is. Raises ActError for a text that is no act."""
        if isinstance(act, str):
            act = self.read(seat, act)
        reason, detail = self._raw.why_not(seat, act.code)
        if not reason:
            return None
        name = _kernel.REFUSALS[reason]
        if name == "worth":
            require = self.rules.requires[detail]
            return Refusal(require.clause, require.zh, require.en)
        words = REASONS[name]
        return Refusal(clause_for(name, self.rules.game.refused), words.zh, words.en)

    def act(self, seat: Seat, act: Act | str) -> list[Event]:
        """Choose for a seat; what happened is returned. Raises Refused (or ActError), and then nothing has changed."""
        if isinstance(act, str):
            act = self.read(seat, act)
        refusal = self.why_not(seat, act)
        if refusal is not None:
            raise Refused(refusal)
        self._raw.act(seat, act.code, self.hold)
        return self._gather()

    @property
    def claims_open(self) -> bool:
        """Whether a discard or a kong lies open to claims."""
        return bool(self._raw.claims_open)

    @property
    def answers(self) -> dict[Seat, str]:
        """What the seats asked about the tile that lies open have answered so far."""
        if not self.claims_open:
            return {}
        answered = self._raw.asked_at_first & ~self._raw.asked
        return {s: str(self._raw.answer(s)) for s in range(self.rules.seats) if answered >> s & 1}

    def has_left(self, seat: Seat) -> bool:
        """Whether a seat has left the table and is played on."""
        return bool(self._raw.seat_state(seat)[1])

    @property
    def held(self) -> bool:
        """Whether a discard that nobody can claim waits for `go_on`."""
        return bool(self._raw.claims_open) and not self._raw.asked_at_first

    def go_on(self) -> list[Event]:
        """Let a held discard go. A table that holds every discard does not show who could have claimed it."""
        self._raw.go_on()
        return self._gather()

    def idle_act(self, seat: Seat) -> Act:
        """What is played for a seat that does not choose in time."""
        return Act.of(self._raw.idle(seat))

    def choice_of(self, seat: Seat, bot: int, seed: int) -> int:
        """The code of the act that a bot of the kernel chooses for a seat that is asked; see `quepu.bots`."""
        return int(self._raw.choose(seat, bot, seed))

    def copy(self) -> Deal:
        """The same deal, to try something out."""
        other = object.__new__(Deal)
        other.__dict__.update(self.__dict__)
        other._raw = self._raw.copy()
        other.events = list(self.events)
        return other

    def __eq__(self, other: object) -> bool:
        """Two deals are equal when every byte of them is."""
        return (
            isinstance(other, Deal) and self.rules.hash == other.rules.hash and self._raw.state() == other._raw.state()
        )

    __hash__ = None  # type: ignore[assignment]

    # What is known.

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return bool(self._raw.over)

    @property
    def result(self) -> str:
        """ongoing, win, draw (the wall is exhausted) or void (an abortive draw)."""
        return RESULTS[self._raw.result] if self.over else "ongoing"

    @property
    def winners(self) -> list[Seat]:
        """Who has won, in the order of winning; ascending seats within one tile."""
        return list(self._raw.winners)

    @property
    def deltas(self) -> list[int]:
        """Points that each seat has won or lost so far, kongs and penalties included."""
        return list(self._raw.deltas)

    @property
    def next_dealer(self) -> Seat:
        """Who deals next, in this deal's seats, as far as the deal decides it; -1 by dice. Known when the deal is over."""
        return int(self._raw.next_dealer)

    @property
    def carry(self) -> dict[str, int]:
        """What the next deal inherits. Known when the deal is over."""
        return dict(zip(self.rules.game.course.carry, self._raw.carry, strict=False))

    @property
    def ends_match(self) -> bool:
        """Whether the match ends with this deal, whatever was left of it. Known when the deal is over."""
        return bool(self._raw.carry[-1])

    @property
    def turn(self) -> Seat:
        """Whose turn it is; -1 before play."""
        turn = int(self._raw.turn)
        return turn if turn < self.rules.seats else -1

    @property
    def pending(self) -> Tile | None:
        """The tile that may be claimed or robbed."""
        return None if self._raw.pending == 255 or not self._raw.claims_open else int(self._raw.pending)

    @property
    def wall_left(self) -> int:
        """Tiles that may still be drawn."""
        return int(self._raw.wall_left)

    @property
    def won_hands(self) -> list[Hand]:
        """Every hand that has won, just as it was scored; of several winners of a tile the nearest after the discarder first."""
        bonus: dict[int, list[Tile]] = {}
        for event in self.events:
            if event.what == "flower":
                bonus.setdefault(event.seat, []).extend(event.tiles)
        hands = [Hand.unpack(self.rules, data) for data in self._raw.won_hands]
        return [replace(hand, flowers=tuple(bonus.get(hand.seat, ()))) for hand in hands]

    def hand(self, seat: Seat) -> list[Tile]:
        """A seat's concealed tiles, by kind; a red five before the plain ones."""
        return list(self._raw.hand(seat))

    def name(self, tile: Tile, lang: str = "en") -> str:
        """A tile's name."""
        return name_zh(tile) if lang == "zh" else name_en(tile)


def scripted(
    rules: Compiled, hands: Sequence[Sequence[Tile]], front: Sequence[Tile] = (), back: Sequence[Tile] = (), *, left: int | None = None,
    indicator: Tile | None = None, indicators: Sequence[Tile] = (), under: Sequence[Tile] = (), die: int = 1, **start: Any,
) -> Deal:  # fmt: skip
    """A deal with given hands, the dealer's with its extra tile last, and a wall drawn from the front and the back.

    `left`: how many tiles may still be drawn, reserved ones not counted; what is not given is filled with what is left of the
    set. Raises ValueError when hands have a wrong number of tiles.
    """
    size = rules.hand
    for seat, hand in enumerate(hands):
        right = size + (seat == 0)
        if len(hand) != right:
            raise ValueError(f"hands: seat {seat} has {len(hand)} tiles, {right} are dealt to it")
    if len(hands) != rules.seats:
        raise ValueError(f"hands: {rules.seats} are dealt, not {len(hands)}")
    dealt: list[Tile] = []
    given = 0
    while given < size:
        block = 4 if size - given >= 4 else 1
        for hand in hands:
            dealt.extend(hand[given : given + block])
        given += block
    dealt.append(hands[0][size])
    rest = list(tile_set(rules))
    for tile in [*dealt, *front, *back, *indicators, *under, *([indicator] if indicator is not None else [])]:
        if tile in rest:
            rest.remove(tile)
        else:
            twin = next((x for x in rest if kind_of(x) == kind_of(tile)), None)
            if twin is not None:
                rest.remove(twin)
    reserve = rules.table["reserve"]
    shown = rules.table["indicators"]
    room = len(front) + len(back) + len(rest) if left is None else left + reserve
    if left is None and shown:
        room += len(indicators) + len(under)
    wall: list[Tile | None] = [None] * max(room, len(front) + len(back))
    for i, tile in enumerate(front):
        wall[i] = tile
    for i, tile in enumerate(back):
        wall[len(wall) - 1 - i] = tile
    if shown:
        for i in range(5):
            for offset, row in ((5, indicators), (6, under)):
                at = len(wall) - offset - 2 * i
                if i < len(row) and at >= 0 and wall[at] is None:
                    wall[at] = row[i]
    filler = iter(rest)
    tiles = [*dealt, *(x if x is not None else next(filler, 0) for x in wall)]
    turned = -1
    if indicator is not None:
        turned = len(dealt) + len(front) if len(wall) > len(front) + len(back) else len(tiles) - len(back)
        tiles.insert(turned, indicator)
    return Deal(
        rules, Wall(tuple(tiles), (*[1] * EXCHANGE_DIE, die, *[1] * (11 - EXCHANGE_DIE))), turned=turned, **start
    )


__all__ = ["RED", "Act", "ActError", "Deal", "Event", "Refused", "Seat", "scripted"]
