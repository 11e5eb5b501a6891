"""A score says what it holds, and nothing when it holds nothing."""

import pytest

import quepu
from quepu.scoring import rules_for


@pytest.mark.parametrize(
    ("ruleset", "hand", "win", "more"),
    [
        ("nanjing", "123m45p123s55s", "6p", {"melds": ["chow 123m"]}),  # a meld that does not exist there
        ("nanjing", "123456789m1122p", "5s", {}),  # no shape
        ("tianjin", "123m45p123s55s", "6p", {"melds": ["pung 555z from 1"], "jokers": "57z"}),  # a joker in a meld
        ("sichuan", "123m456p789s1122z", "2z", {}),  # no such tiles
    ],
)
def test_what_was_refused_before_it_was_read_has_no_reading(ruleset, hand, win, more) -> None:
    score = quepu.score(ruleset, hand, win, **more)
    assert score.refusal is not None
    assert score.reading is None
    assert (score.total, score.fans, score.figures, set(score.payments)) == (0, {}, {}, {0})
    assert quepu.explain(score).reading is None


def test_a_win_and_a_win_that_is_too_small_have_one() -> None:
    assert quepu.score("mcr", "22m45p123456789s", "3p").reading is not None
    small = quepu.score(
        "mcr", "22m45p678s", "3p", melds=["chow 123m from 3", "chow 678p from 3"], by="discard", source=3
    )
    assert not small.legal
    assert small.reading is not None


def test_it_fits_on_a_line() -> None:
    score = quepu.score("nanjing", "1122334455667m", "7m")
    assert repr(score) == "<score under nanjing: 202花 (606, -202, -202, -202)>"
    assert repr(quepu.score("mcr", "22m45p123456789s", "5m")).startswith(
        "<score under mcr: no win, not a winning shape"
    )
    assert repr(rules_for("nanjing").game) == "<game nanjing>"
    assert len(repr(rules_for("riichi-tenhou"))) < 80
