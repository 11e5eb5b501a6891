"""A record played again: its acts, from its walls, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from quepu.acts import Act, ActError, Event
from quepu.deal import Deal, Refused
from quepu.fairness import Seed
from quepu.match import WINDS, Standing
from quepu.notation import NotationError, write
from quepu.record.lines import Played, Record, Result, Start
from quepu.rules import Compiled
from quepu.wall import Wall, WallError, tile_set

WAYS = ("自摸", "点炮", "抢杠")
"""How a hand was won: drawn, discarded, robbed; the name of its payments in a ledger."""


@dataclass(frozen=True)
class Step:
    """One act and what came of it; the first step of a deal has no act. `deal` is the deal as it stands: copy it to keep it."""

    played: Played
    deal: Deal
    seat: int
    act: Act | None
    events: list[Event]
    idle: bool = False
    line: int = 0

    @property
    def number(self) -> int:
        """The number of the deal."""
        return self.played.start.deal


def start_of(rules: Compiled, start: Start) -> Standing:
    """Where a match stands before a deal of which nothing else is known, such as the first one of a record.

    Players who sit in the order of their numbers have passed the deal on to the one who deals.
    """
    first = Standing.first(rules)
    players = tuple(start.players)
    dealer = players[0]
    if players != first.chairs[dealer:] + first.chairs[:dealer]:
        first, dealer = replace(first, chairs=players), 0
    scores = list(first.scores)
    for seat, points in enumerate(start.scores):
        scores[players[seat]] = points
    return replace(
        first, scores=tuple(scores), carry={**first.carry, **start.carry}, dealer=dealer, round=WINDS.index(start.round) + 1, passed=dealer, number=start.deal
    )  # fmt: skip


def next_by_dice(wall: Wall) -> int:
    """Whom dice name as the next dealer: the last two of the wall, their sum counted from the dealer as 1."""
    return sum(wall.dice[-2:]) - 1


def following(standing: Standing, deal: Deal) -> Standing:
    """Where the match stands after a deal that is over."""
    return standing.after(
        deal.deltas,
        deal.next_dealer,
        deal.carry,
        ends=deal.ends_match,
        void=deal.result == "void",
        dice=next_by_dice(deal.wall),
    )


def wall_of(record: Record, played: Played, seed: Seed | None = None) -> Wall | None:
    """The wall of a deal: from its result, else from the secret; None when it is still a secret. Raises RecordError."""
    if played.result is None:
        return seed.wall(record.rules, played.start.deal) if seed is not None else None
    try:
        wall = Wall.read(played.result.wall, played.result.dice)
    except (NotationError, WallError) as error:
        raise record.error(played.result_line, f"wall: {error}") from None
    there = Counter(tile_set(record.rules))
    for tile, number in sorted(Counter(wall.tiles).items()):
        if number > there[tile]:
            raise record.error(
                played.result_line, f"wall: the game has {there[tile]} of {write((tile,))}, the wall {number}"
            )
    return wall


def begun(record: Record, played: Played, wall: Wall) -> Deal:
    """A deal of a record before the first act. Raises RecordError."""
    start = played.start
    try:
        return Deal(record.rules, wall, round=start.round, scores=start.scores, carry=start.carry)
    except ValueError as error:
        raise record.error(played.result_line or played.line, error) from None


def fold(record: Record, seed: Seed | None = None) -> Iterator[Step]:
    """Play a record again, step by step; a deal whose wall is still a secret is left out without `seed`.

    Raises RecordError with the line of an act that is refused, and the clause that forbids it.
    """
    for played in record.deals:
        yield from fold_deal(record, played, seed)


def fold_deal(record: Record, played: Played, seed: Seed | None = None) -> Iterator[Step]:
    """The same of one deal."""
    wall = wall_of(record, played, seed)
    if wall is None:
        return
    deal = begun(record, played, wall)
    yield Step(played, deal, -1, None, list(deal.events))
    for choice in played.choices:
        if deal.over:
            raise record.error(choice.line, f"act {choice.text!r}: the deal is over")
        try:
            act = deal.read(choice.seat, choice.text)
            events = deal.act(choice.seat, act)
        except (Refused, ActError) as error:
            raise record.error(choice.line, f"act '{choice.seat} {choice.text}' is refused: {error}") from None
        yield Step(played, deal, choice.seat, act, events, choice.idle, choice.line)
    if played.result is not None and not deal.over:
        waiting = ", ".join(map(str, deal.waiting_for))
        raise record.error(played.result_line, f"the result comes too early: seat {waiting} has yet to choose")


def standings(record: Record, deals: list[Deal]) -> Iterator[Standing]:
    """Where the match stands before each of the deals that were played again, and after the last one."""
    if not record.deals:
        yield Standing.first(record.rules)
        return
    standing = start_of(record.rules, record.deals[0].start)
    for deal in deals:
        yield standing
        standing = following(standing, deal)
    yield standing


def result_of(deal: Deal, key: str = "") -> Result:
    """The result line of a deal that is over."""
    wall = deal.wall
    events = [event.text for event in deal.events]
    return Result(
        deal.result,
        deal.winners,
        deal.deltas,
        deal.next_dealer,
        deal.carry,
        list(wall.dice),
        wall.text,
        events,
        ledger_of(deal),
        key,
    )


def ledger_of(deal: Deal) -> list[tuple[str, int, int, int]]:
    """Every payment: what for, from which seat, to which, how much; -1 is the table."""
    ledger = []
    way = 0
    for event in deal.events:
        if event.what == "win":
            way = event.flags & 3
        elif event.what == "pay":
            name = deal.rules.dues[event.flags - 1].zh if event.flags else WAYS[way]
            ledger.append((name, event.seat, event.other, event.amount))
    return ledger
