"""Whole riichi matches beside riichienv; `python tests/parity/riichi_deals.py` does the same at length."""

import pytest

pytest.importorskip("riichienv")
from parity import riichi_deals
from parity.riichi_deals import compare, setting


@pytest.fixture(scope="module")
def compared():
    return compare(range(40))


def test_every_difference_is_explained(compared):
    assert not compared[1]


def test_most_things_come_up(compared):
    seen = compared[0]
    for what in ("self-draw", "1 win on a tile", "2 win on a tile", "exhaustive_draw", "kyushu_kyuhai", "suukansansen"):
        assert seen["deals: " + what], what
    for verb in ("win", "ready", "kong", "pung", "chow", "abort"):
        assert seen["decisions: may " + verb] > 20, verb
    assert min(seen["matches: over " + how] for how in ("by bust", "in time", "in the extra round")) > 0


@pytest.mark.parametrize(
    "wrong",
    [{"noten": 1500}, {"kan_dora": "immediate"}, {"renchan": "win"}, {"abort_nine": False}, {"kuikae": True}],
    ids=str,
)
def test_a_wrong_rule_is_found(monkeypatch, wrong):
    monkeypatch.setattr(riichi_deals, "SETTINGS", [setting("wrong", "4p-red-half", "riichi", wrong)])
    assert "script" in compare(range(8))[1][0]
