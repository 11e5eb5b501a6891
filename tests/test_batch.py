"""Batches say what single calls say, and refuse what is no batch."""

import builtins
import doctest
from itertools import islice

import pytest

import quepu.bench.score
import quepu.bench.wins
from quepu import batch
from quepu.bench.score import as_hand, winning
from quepu.bench.wins import Wins, records
from quepu.hands import Hand
from quepu.scoring import rules_for, score_hand

np = pytest.importorskip("numpy")


@pytest.mark.parametrize("module", [batch, quepu.bench.wins, quepu.bench.score], ids=lambda module: module.__name__)
def test_examples(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("ruleset", ["mcr", "riichi"])
def test_a_batch_says_what_single_calls_say(ruleset):
    rules = rules_for(ruleset, {"red_fives": 0} if ruleset == "riichi" else None)  # these records know no red fives
    wins = list(islice(Wins(3).hands(), 300))
    packed = records(rules, wins)
    result = batch.score_many(rules, packed, threads=2)
    assert {0, batch.REFUSED} <= set(result.status.tolist())
    for row, win in enumerate(wins):
        hand = as_hand(win)
        assert hand.pack(rules) == packed[row].tobytes()
        single = score_hand(rules, hand)
        assert single.raw.status == result.status[row]
        assert single.payments == tuple(result.payments[row])
        if single.legal:
            assert single.total == result.total[row]
            assert {line.fan.zh: line.amount for line in single.all_lines} == result.fans(row)


def test_packing_hands_and_filling_columns_give_the_same_records():
    rules = rules_for("mcr")
    wins, packed = winning(rules, Wins(4).hands(), 100)
    assert (batch.pack(rules, map(as_hand, wins)) == packed).all()


def test_a_record_that_is_no_hand_is_marked_and_the_others_are_scored():
    rules = rules_for("mcr")
    packed = batch.pack(rules, [Hand.read("1122334455667m", "7m")] * 3)
    packed["seat"][0], packed["tiles"][1, :5] = 9, 0
    assert batch.score_many(rules, packed).status.tolist() == [batch.UNSOUND, batch.UNSOUND, 0]


def test_no_hands():
    rules = rules_for("mcr")
    assert len(batch.score_many(rules, batch.blank(rules, 0)).total) == 0
    assert len(batch.pack(rules, [])) == 0


def test_what_is_no_array_of_records():
    rules = rules_for("mcr")
    with pytest.raises(TypeError, match=r"hand_dtype\(\), not 2-dimensional uint8"):
        batch.score_many(rules, np.zeros((3, 160), np.uint8))


def test_no_threads():
    rules = rules_for("mcr")
    with pytest.raises(ValueError, match="threads are 1 or more"):
        batch.score_many(rules, batch.blank(rules, 1), threads=0)


def test_without_numpy_the_message_names_the_extra(monkeypatch):
    real = builtins.__import__

    def without(name, *further):
        if name == "numpy":
            raise ImportError(name)
        return real(name, *further)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"pip install 'quepu\[numpy\]'"):
        batch.score_many(rules_for("mcr"), None)
