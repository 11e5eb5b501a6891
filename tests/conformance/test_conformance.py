"""Every preset, and option sets that hold all pairs of values, in random deals: what must hold in every deal does."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from conformance.checks import Referee, check_choices
from conformance.matches import Care, Settings, option_tables, play, presets
from conformance.pairwise import covering, option_sets, values
from conformance.players import Anything, Eager
from conformance.tracker import Tracker
from quepu.rules import OptionClashError, compile
from quepu.rulesets import games
from quepu.scoring import rules_for
from quepu.wall import shuffled, tile_set


@pytest.mark.parametrize("settings", presets(), ids=lambda settings: settings.name)
def test_presets(settings: Settings) -> None:
    counts: Counter[str] = Counter()
    play(settings.rules, 1, 12, Care(often=0.2, views=0.5), counts)
    assert counts["win"] + counts["event win"] > 0, "the players never win: the deals show too little"


@pytest.mark.parametrize("settings", option_tables(), ids=lambda settings: settings.name)
def test_options(settings: Settings) -> None:
    play(settings.rules, 2, 3, Care(often=0.12, views=0.4, leaves=0.01))


@pytest.mark.parametrize("game", list(games()), ids=lambda game: game.id)
def test_every_option_changes_something(game) -> None:
    """Somewhere among the option sets: the program, or the numbers of the match; or only what is shown."""
    idle = {option.key: option for option in game.options}
    for preset, row in [*((preset.id, {}) for preset in game.presets), *option_sets(game)]:
        for option in list(idle.values()):
            made = set()
            for value in values(option):
                with suppress(OptionClashError):
                    rules = compile(game, {**row, option.key: value}, preset)
                    made.add((rules.hash, repr(rules.match)))
                if len(made) > 1:
                    del idle[option.key]
                    break
    assert set(idle) == {option.key for option in game.options if option.key in IDLE}


IDLE = {
    "wall_break": "only shown (MC-D03)",
}


@pytest.mark.parametrize("seed", range(4))
def test_pairwise(seed: int) -> None:
    chance = Random(seed)
    factors = {f"option {i}": [f"{i} {j}" for j in range(chance.randrange(1, 5))] for i in range(9)}
    rows = list(covering(factors, seed))
    for a, b in combinations(factors, 2):
        assert {(row[a], row[b]) for row in rows} == {(x, y) for x in factors[a] for y in factors[b]}
    assert len(rows) < 40


def test_a_wrong_wall_is_noticed() -> None:
    """The referee is awake: a tile that is another one than was drawn, a payment that nobody made, an act that is not offered."""
    rules = rules_for(presets()[0].preset)
    wall = shuffled(rules, bytes(32))
    other = replace(wall, tiles=(*wall.tiles[:60], *wall.tiles[:59:-1]))
    referee = Referee(rules, wall, Random(0))
    referee.deal = Referee(rules, other, Random(0)).deal
    with pytest.raises(AssertionError, match="wall"):
        referee.play(Anything(rules, Random(0)))
    referee = Referee(rules, wall, Random(0))
    referee.paid[0] += 1
    with pytest.raises(AssertionError, match="payments"):
        referee.play(Eager(rules, Random(0)))
    deal = Referee(rules, wall, Random(0)).deal
    deal.acts = lambda seat: [act for act in type(deal).acts(deal, seat) if act.verb != "discard"][:0]
    with pytest.raises(AssertionError, match="legal but not offered"):
        check_choices(deal)


@pytest.mark.parametrize("steps", [False, True])
def test_a_deal_that_is_over_as_soon_as_it_is_dealt(steps: bool) -> None:
    """A win that is forced (SC-P13) may end a deal before anybody has chosen."""
    rules = rules_for("chengdu-parlor", {"players": 7, "last_four": "forced"})
    rest = list(tile_set(rules))
    dealt = [0, 0, 0, 1, 1]
    for tile in dealt:
        rest.remove(tile)
    tiles: list[int | None] = [None] * (7 * rules.hand + 1 + 2)
    for place, tile in zip(Tracker(rules, tiles).dealt(0), dealt, strict=True):
        tiles[place] = tile
    wall = replace(shuffled(rules, bytes(32)), tiles=tuple(rest.pop() if tile is None else tile for tile in tiles))
    referee = Referee(rules, wall, Random(0), steps=steps)
    deal = referee.play(Anything(rules, Random(0)))
    assert deal.winners == [0]
    assert referee.acts == []
