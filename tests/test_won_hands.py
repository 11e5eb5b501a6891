"""What a deal says of the hands that won in it: scored again they are worth what was paid."""

from __future__ import annotations

import pytest

from quepu.bots import KernelBot
from quepu.deal import Deal
from quepu.rulesets import names
from quepu.scoring import rules_for, score_hand
from quepu.wall import shuffled


@pytest.mark.parametrize("preset", sorted(names()))
def test_won_hands_are_worth_what_was_paid(preset: str) -> None:
    rules = rules_for(preset)
    bot = KernelBot("greedy")
    wins = 0
    for number in range(12):
        deal = Deal(rules, shuffled(rules, number.to_bytes(32, "big")))
        while not deal.over:
            seat = deal.waiting_for[0]
            deal.act(seat, bot.choose(deal, seat))
        told = {event.seat: event.amount for event in deal.events if event.what == "win"}
        assert [hand.seat for hand in deal.won_hands] == list(told)
        assert sorted(told) == sorted(deal.winners)
        for hand in deal.won_hands:
            score = score_hand(rules, hand)
            assert score.legal
            assert score.total == told[hand.seat]
            paid = [
                -e.amount
                for e in deal.events
                if e.what == "pay" and e.flags == 0 and e.other == hand.seat and e.seat >= 0
            ]
            house = sum(p for p in score.payments if p < 0) - sum(paid)
            assert house <= 0  # fees to the house are taken once a deal
            wins += 1
        assert deal.copy().won_hands == deal.won_hands
    assert wins
