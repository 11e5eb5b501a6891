"""A deal refuses what it cannot begin with, and says what would be right."""

from typing import Any

import pytest

from quepu.deal import Deal
from quepu.scoring import rules_for
from quepu.wall import shuffled

WRONG = [
    ({"scores": [25000] * 3}, r"scores: .*4 whole numbers are expected, one a seat"),
    ({"scores": [25000, 25000, 25000, "x"]}, r"scores: .*4 whole numbers are expected"),
    ({"carry": {"honbas": 1}}, r"carry: nothing is called 'honbas' here; a deal inherits honba, sticks"),
    ({"carry": {"honba": "1"}}, r"carry: honba is '1'; a whole number is expected"),
    ({"round": "5z"}, r"round: '5z'; a prevailing wind 1z to 4z is expected"),
]


@pytest.mark.parametrize(("start", "message"), WRONG, ids=[next(iter(start)) for start, _ in WRONG])
def test_a_deal_cannot_begin_so(start: dict[str, Any], message: str) -> None:
    rules = rules_for("riichi")
    with pytest.raises(ValueError, match=message):
        Deal(rules, shuffled(rules, bytes(32)), **start)


def test_before_play_it_is_nobodys_turn() -> None:
    rules = rules_for("sichuan-dingque")
    deal = Deal(rules, shuffled(rules, bytes(32)))
    assert {act.verb for acts in deal.asked.values() for act in acts} == {"void"}
    assert deal.turn == -1
    for seat in range(4):
        deal.act(seat, deal.idle_act(seat))
    assert deal.turn == 0
