"""MCR beside PyMahjongGB on random finished hands; `python tests/parity/mcr.py 1000000` does the same at length."""

from itertools import islice

import pytest

pytest.importorskip("numpy")
pytest.importorskip("MahjongGB")
from parity import mcr


@pytest.fixture(scope="module")
def compared():
    return mcr.compare(list(islice(mcr.finished(2024), 20_000)))


def test_every_difference_is_explained(compared):
    assert not compared[1]


@pytest.mark.parametrize("one", mcr.DIFFERENCES, ids=lambda one: one.clause)
def test_every_difference_is_needed(compared, one):
    assert compared[0][one] > 0


def test_most_hands_are_equal_as_they_are(compared):
    assert compared[0]["equal as they are"] > 16_000


def test_every_item_comes_up():
    hands = list(islice(mcr.finished(7), 30_000))
    amounts = mcr.our_amounts(mcr.THEIRS, mcr.pack(hands))
    absent = {fan.zh for fan, most in zip(mcr.mcr.items, amounts.max(0), strict=True) if not most}
    assert absent == {"混带幺"}  # a name of the option `outside_hand` alone


def test_a_wrong_value_is_found(monkeypatch):
    monkeypatch.setattr(mcr, "THEIRS", mcr.rules(mcr.DIFFERENCES[1:]))
    assert mcr.compare(list(islice(mcr.finished(5), 2000)))[1]
