"""Riichi beside `mahjong` and riichienv on random finished hands; `python tests/parity/riichi.py 1000000` does the same at length."""

from collections import Counter
from itertools import islice

import pytest

pytest.importorskip("numpy")
pytest.importorskip("mahjong")
pytest.importorskip("riichienv")
from parity import riichi


@pytest.fixture(scope="module")
def compared():
    supply = riichi.finished(2024)
    seen, wrong = Counter(), []
    for number in range(len(riichi.OPTIONS)):
        shown, unexplained = riichi.compare(list(islice(supply, 2000)), number)
        seen += shown
        wrong += unexplained
    return seen, wrong


def test_every_difference_is_explained(compared):
    assert not compared[1]


def test_most_hands_are_wins_and_some_are_not(compared):
    assert compared[0]["mahjong", "win"] > 7_000
    assert compared[0]["mahjong", "no win"] > 1_000


def test_every_item_comes_up():
    rules = riichi.RIICHIENV_RULES
    amounts = riichi.score_many(rules, riichi.pack(list(islice(riichi.finished(7), 30_000)))).amounts
    assert {fan.zh for fan, most in zip(rules.items, amounts.max(0), strict=True) if not most} == set()


def test_a_wrong_value_is_found(monkeypatch):
    monkeypatch.setattr(riichi, "RIICHIENV_RULES", riichi.rules("riichienv", {"double_wind_fu": 2}))
    assert riichi.compare(list(islice(riichi.finished(5), 1000)), 0)[1]
