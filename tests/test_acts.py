"""Acts as text: whatever somebody types is an act, or is refused with a sentence; nothing else happens."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeVar

import pytest
from conformance.matches import presets
from conformance.players import Eager
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quepu.acts import VERBS, Act, ActError
from quepu.deal import Deal, Refused
from quepu.notation import parse
from quepu.tiles import is_tile
from quepu.wall import shuffled

SUITS = "mpszf"
TILES = st.text("0123456789mpszf", max_size=8) | st.sampled_from(["[一万]", "[背]", "[百搭]", "5", "m", "10m", "0z"])
LIKELY = st.builds(
    " ".join, st.tuples(st.sampled_from([*VERBS, "pass-win", "draw", ""]), TILES | st.text("0123456789 ", max_size=4))
)
NAMED = st.builds(lambda number, stake: f"bet {number} {stake}", st.integers(-2, 9), st.integers(-2, 10**20))
ANY_TEXT = st.text() | LIKELY | NAMED
MANY = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


T = TypeVar("T")


def told(attempt: Callable[[], T]) -> T | str:
    """What comes of it, or the message of the refusal; no other error is allowed."""
    try:
        return attempt()
    except (ActError, Refused) as error:
        return str(error) or pytest.fail("a refusal without a sentence")


@MANY
@given(text=ANY_TEXT, bets=st.lists(st.text(max_size=4), max_size=3))
def test_a_text_is_an_act_or_is_refused(text: str, bets: list[str]) -> None:
    act = told(lambda: Act.read(text, bets))
    if isinstance(act, str):
        return
    assert act.verb in VERBS
    assert all(0 <= number < 256 for number in (act.tile, act.a, act.b))
    assert Act.of(act.code) == act
    if not act.b:  # otherwise no such set can be laid down
        assert Act.read(act.text, bets) == act


@pytest.mark.parametrize(
    "text", ["abort", "abort 3", "second", "take-last", "decline-last", "bank", "pull 2", "bet 1 7"]
)
def test_a_number_is_not_lost(text: str) -> None:
    assert Act.read(text, ["a", "b"]).text == text


@cache
def deals() -> list[Deal]:
    """Deals of every preset, at several moments."""
    found = []
    for number, table in enumerate(presets()):
        chance = Random(number)
        deal = Deal(table.rules, shuffled(table.rules, chance.randbytes(32)))
        player = Eager(table.rules, chance)
        for _ in range(6):
            found.append(deal.copy())
            for _ in range(chance.randrange(40)):
                if not deal.over:
                    seat = chance.choice(deal.waiting_for)
                    deal.act(seat, player.choose(deal, seat))
    return found


def test_what_is_offered_is_read_as_it_is_written() -> None:
    for deal in deals():
        for seat, acts in deal.asked.items():
            for act in acts:
                assert deal.read(seat, act.text) == act


@MANY
@given(number=st.integers(0, 10**6), seat=st.integers(-3, 12), text=ANY_TEXT)
def test_what_is_no_act_is_refused_at_the_table(number: int, seat: int, text: str) -> None:
    deal = deals()[number % len(deals())].copy()
    before = deal.copy()
    done = not isinstance(told(lambda: deal.act(seat, text)), str)
    assert (deal != before) == done


@MANY
@given(
    number=st.integers(0, 10**6),
    seat=st.integers(0, 3),
    verb=st.sampled_from(VERBS),
    numbers=st.tuples(*[st.integers(0, 127)] * 3),
)
def test_any_numbers_are_refused_at_the_table(number: int, seat: int, verb: str, numbers: tuple[int, int, int]) -> None:
    deal = deals()[number % len(deals())].copy()
    new = told(lambda: deal.act(seat, Act(verb, *numbers)))
    assert isinstance(new, str) or all(is_tile(tile) for event in new for tile in event.tiles)


@pytest.mark.parametrize(
    "text", ["discard 5m 6m", "chow 135m", "kong 5m6m", "void z", "pull 0", "bet x", "discard", "win 5m", "exchange q"]
)
def test_messages_say_what_would_be_right(text: str) -> None:
    act = told(lambda: Act.read(text))
    if isinstance(act, str):
        assert repr(text) in act
    else:
        assert act.b == 1, "a set of tiles that are no set is refused at the table"


def test_a_red_five_is_written_with_a_zero() -> None:
    assert Act.read("chow 340m") == Act("chow", 2, 1)
    assert Act.read("pung 055p") == Act("pung", 13, 1)
    assert Act.read("discard 0s").text == "discard 0s"
    assert parse(Act.read("pung 50p").text.removeprefix("pung ")) == [13 | 64, 13]
