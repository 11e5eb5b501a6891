"""Models of whole deals, written from the clauses alone: every game case, then random deals beside the engine.

`python tests/model/compare.py PRESET DEALS` plays any number of them.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from model import compare, scripts
from model.walls import MODELS

GAMES = list(scripts.games())


@pytest.mark.parametrize(("file", "case"), GAMES, ids=[case["id"] for _, case in GAMES])
def test_game_case(file: str, case: Mapping[str, Any]) -> None:
    assert scripts.differences(file, case) == []


@pytest.mark.parametrize("preset", MODELS)
def test_random_deals(preset: str) -> None:
    seen = compare.compare(preset, 32)
    assert seen["win"] > 8
    assert sum(count for what, count in seen.items() if what.startswith("result draw")) > 0


def test_a_difference_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "check_model", lambda model, _: "no money" if model.over else "")
    with pytest.raises(
        compare.Difference, match=r"nanjing deal 0 of seed 1: the model has no money\noptions: "
    ) as difference:
        compare.compare("nanjing", 1)
    assert "\nacts: " in str(difference.value)
