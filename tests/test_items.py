"""Every scoring item of every rule system has a case in which it counts and one in which it is just missed."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from quepu.cases import Case, load, run
from quepu.rules import Fan
from quepu.rules.expr import Bool, Folder, value_of
from quepu.rules.game import Game
from quepu.rulesets import find, games
from quepu.scoring import rules_for

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))


@cache
def score_cases() -> dict[str, list[Case]]:
    """All score cases, by rule system."""
    result: dict[str, list[Case]] = defaultdict(list)
    for file in FILES:
        for case in load(file):
            if case.is_score:
                result[find(case.data["ruleset"])[0].id].append(case)
    return result


def alive(game: Game, options: object) -> list[Fan]:
    """The items that can count under these options: a table or an option switches the others off."""
    some = next(f.when for f in game.items if isinstance(f.when, Bool) and value_of(f.when) is None)
    folder = Folder(options, present=lambda _: some)  # type: ignore[arg-type]
    return [f for f in game.items if 0 not in (value_of(folder.fold(f.when)), value_of(folder.fold(_number(f))))]


def _number(fan: Fan) -> object:
    return fan.sets.count if fan.sets else fan.when if isinstance(fan.each, int) else fan.each


def listed(game: Game) -> list[Fan]:
    """The items that players see: no steps of a calculation."""
    steps = {g.name for g in game.all_groups if not g.listed}
    return [f for f in game.items if f.group not in steps]


def label(game: Game, fan: Fan) -> str:
    """An item with its number among those of the same name."""
    same = [f for f in game.items if f.zh == fan.zh]
    return f"{fan.zh} [{fan.clause}]" + (f" ({same.index(fan) + 1} of {len(same)})" if len(same) > 1 else "")


@pytest.mark.parametrize("game", list(games()), ids=lambda g: g.id)
def test_every_item_has_a_case_for_and_one_against(game: Game) -> None:
    counted: set[int] = set()
    missed: set[int] = set()
    for case in score_cases()[game.id]:
        expect = case.data["expect"]
        if "invalid" not in expect and "fans" not in expect:
            continue
        fans = expect.get("fans", {})
        score = run(case).score
        rules = score.rules if score else rules_for(case.data["ruleset"])
        items = alive(game, rules.options)
        assert [f.zh for f in items] == [f.zh for f in rules.items], case.id
        for i, fan in enumerate(items):
            if fan.zh in fans:
                if score and score.legal and score.raw.counts[i]:
                    counted.add(id(fan))
            elif fan.clause in case.data.get("rule", ()):
                missed.add(id(fan))
    lacks = [
        f"{label(game, f)}: no case {' and none '.join(w for w, s in (('in which it counts', counted), ('in which it is missed', missed)) if id(f) not in s)}"
        for f in listed(game)
        if not {id(f)} <= counted & missed
    ]
    assert not lacks, f"{game.id} lacks cases:\n" + "\n".join(lacks)
