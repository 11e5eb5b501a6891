"""Models of whole deals, written from the clauses alone: every game case, then random deals beside the engine.

`python tests/model/compare.py PRESET DEALS` plays any number of them.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from model import compare, scripts
from model.nanjing import Nanjing
from model.walls import MODELS

GAMES = list(scripts.games())


@pytest.mark.parametrize(("file", "case"), GAMES, ids=[case["id"] for _, case in GAMES])
def test_game_case(file: str, case: Mapping[str, Any]) -> None:
    assert scripts.differences(file, case) == []


@pytest.mark.parametrize("preset", MODELS)
def test_random_deals(preset: str) -> None:
    seen = compare.compare(preset, 24)
    assert min(seen["win"], seen["kong"], seen["pass"]) > 5


def test_the_first_difference_ends_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compare.main(["nanjing", "2", "-o", "reserve=16"])
    assert "2 deals agree" in capsys.readouterr().out
    monkeypatch.setattr(Nanjing, "fee", lambda *_: 5)
    with pytest.raises(
        SystemExit, match=r"(?s)nanjing deal \d+ of seed 7: deltas\n  model:  .*\noptions: .*\nwall: \w+\nacts: "
    ):
        compare.main(["nanjing", "9", "--seed", "7"])
