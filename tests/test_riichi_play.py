"""What riichi players may do where game cases cannot ask: claims of a discard that ends the deal."""

import pytest

from quepu.deal import Deal, Refused, scripted
from quepu.notation import parse
from quepu.scoring import rules_for


@pytest.fixture
def deal() -> Deal:
    """Three kongs of seat 0 and 1 are made; seat 1 may make the fourth. Seat 3 holds two 7m, seat 2 waits for one."""
    hands = ["1111m2222p9s12345z", "9999p3333s23456z", "23456m345p45688s", "477m147p147s1234z"]
    shown, front, back = (parse(tiles) for tiles in ("5z6z7z6z7z", "8m", "6m6p6s7m"))
    deal = scripted(rules_for("riichi"), [parse(hand) for hand in hands], front, back, indicators=shown)
    for line in ("0 kong 1111m", "0 kong 2222p", "0 discard 6p", "1 kong 9999p", "1 kong 3333s"):
        deal.act(int(line[0]), line[2:])
    return deal


def test_a_discard_that_ends_the_deal_may_only_be_won_on(deal):
    deal.act(1, "discard 7m")
    assert {seat: [act.text for act in acts] for seat, acts in deal.asked.items()} == {2: ["pass", "win"]}
    with pytest.raises(Refused, match="RI-P15"):
        deal.act(3, "pung 7m")
    deal.act(2, "pass")
    assert (deal.result, deal.carry) == ("void", {"honba": 1, "sticks": 0})


def test_it_is_not_void_when_somebody_wins(deal):
    deal.act(1, "discard 7m")
    deal.act(2, "win")
    assert (deal.result, deal.winners) == ("win", [2])
