"""Matches of random deals under a rule system, every deal checked; what the deals showed is counted."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from conformance.checks import Referee
from conformance.pairwise import option_sets
from conformance.players import Anything, Eager
from conformance.tracker import Tracker
from quepu.match import Standing
from quepu.rules import Compiled
from quepu.rulesets import games
from quepu.scoring import rules_for
from quepu.tiles import Tile
from quepu.wall import Wall, shuffled


@dataclass(frozen=True)
class Settings:
    """A preset and the options over it."""

    preset: str
    options: Mapping[str, Any]
    name: str

    @property
    def rules(self) -> Compiled:
        """Compiled; the last few are remembered."""
        return rules_for(self.preset, self.options)


@cache
def presets() -> list[Settings]:
    """Every preset of every rule system as it is."""
    return [Settings(preset.id, {}, preset.id) for game in games() for preset in game.presets]


@cache
def option_tables() -> list[Settings]:
    """Options of every rule system in all pairs of values."""
    return [
        Settings(preset, row, f"{game.id}-{number}")
        for game in games()
        for number, (preset, row) in enumerate(option_sets(game))
    ]


@dataclass(frozen=True)
class Care:
    """How closely deals are looked at: how many states (0 to 1), every step or only the end, what each seat sees, who leaves."""

    often: float = 0.2
    steps: bool = True
    views: float = 0.3
    leaves: float = 0.003


def play(rules: Compiled, seed: int, deals: int, care: Care, counts: Counter[str] | None = None) -> None:
    """Play a match, or its beginning; a new one when it is over. Raises AssertionError with how to repeat it."""
    counts = Counter() if counts is None else counts
    standing, pot, house = Standing.first(rules), 0, 0
    for number in range(deals):
        chance = Random(f"{seed}/{number}")
        start = {"round": standing.wind, "scores": standing.seat_scores(), "carry": standing.carry}
        referee = Referee(
            rules, wall_of(rules, chance), chance, care.often, start,
            steps=care.steps, views=chance.random() < care.views, leaves=care.leaves if chance.random() < 0.2 else 0,
        )  # fmt: skip
        player = (Anything if chance.random() < 0.25 else Eager)(rules, chance)
        try:
            deal = referee.play(player)
            pot, house = pot + referee.table, house + referee.house
            assert pot >= 0, "more is taken from the table than was laid there"
            after = standing.after(
                deal.deltas, deal.next_dealer, deal.carry, ends=deal.ends_match, dice=chance.randrange(1, 7)
            )
            assert sum(after.scores) + pot + house == sum(Standing.first(rules).scores), "points of the match are lost"
            assert sorted(after.ranks()) == list(range(1, rules.seats + 1))
            assert len(after.points()) == rules.seats
        except Exception as error:
            error.add_note(f"{rules.preset}, options {dict(rules.options)}, seed {seed}, deal {number}")
            error.add_note("acts: " + ", ".join(f"{seat} {act.text}" for seat, act in referee.acts))
            raise
        counts.update(show(referee))
        standing = Standing.first(rules) if after.over else after
        if after.over:
            pot = house = 0


def wall_of(rules: Compiled, chance: Random) -> Wall:
    """A wall: shuffled, or with equal tiles dealt together, so that there are kongs and what comes of them; or a short one."""
    wall = shuffled(rules, chance.randbytes(32))
    kind = chance.random()
    if kind < 0.25:
        return replace(wall, tiles=_together(rules, wall, chance))
    if kind < 0.4:
        least = rules.seats * rules.hand + 1 + rules.table["reserve"] + 26 * bool(rules.table["turned"])
        return replace(wall, tiles=wall.tiles[: least + chance.randrange(12)])
    return wall


def _together(rules: Compiled, wall: Wall, chance: Random) -> tuple[Tile, ...]:
    blocks: list[list[Tile]] = []
    for tile, number in Counter(wall.tiles).items():
        cut = chance.randint(1, number)
        blocks += [[tile] * cut, [tile] * (number - cut)]
    chance.shuffle(blocks)
    row = [tile for block in blocks for tile in block]
    tracker, tiles, place = Tracker(rules, row), list(row), 0
    for seat in range(rules.seats):
        for i in tracker.dealt(seat):
            tiles[i] = row[place]
            place += 1
    rest = row[place:]
    if chance.random() < 0.5:
        chance.shuffle(rest)
    return (*tiles[:place], *rest)


def show(referee: Referee) -> Iterator[str]:
    """What happened in a deal, in words to be counted."""
    deal = referee.deal
    yield "deals"
    yield deal.result
    yield from {f"event {event.what}" for event in deal.events}
    if len(deal.winners) > 1:
        yield "several winners"
    if any(event.what == "win" and event.flags & 2 for event in deal.events):
        yield "robbed kong"
