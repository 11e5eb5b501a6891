"""What a seat or a spectator sees is true, is all that it may know, and tells nothing of what is hidden."""

from random import Random

import pytest
from conformance import hidden
from conformance.checks import Referee
from conformance.matches import Settings, option_tables, presets
from conformance.players import Eager
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quepu.acts import Event
from quepu.deal import Deal, scripted
from quepu.notation import parse
from quepu.scoring import rules_for
from quepu.tiles import HIDDEN
from quepu.view import Thrown, View
from quepu.wall import shuffled

NUMBERS = st.integers(0, 2**64 - 1)
FEW = settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
SOME = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def see(deal: Deal, seat: int | None) -> View:
    """The view of a deal that is in progress."""
    view = View(deal.rules, seat, round=deal.round, scores=deal.scores, wall=len(deal.wall.tiles))
    for event in deal.events:
        view.see(event.for_seat(seat))
    return view


# ------------------------------------------------------------------------------------------------ it agrees with the deal


@pytest.mark.parametrize("table", presets(), ids=lambda table: table.name)
@FEW
@given(number=NUMBERS)
def test_views_agree_with_the_deal(table: Settings, number: int) -> None:
    """After every act, for every seat and a spectator: hands, melds, rivers, what is held and left, money."""
    chance = Random(number)
    Referee(table.rules, shuffled(table.rules, chance.randbytes(32)), chance, often=0, views=True).play(
        Eager(table.rules, chance)
    )


@SOME
@given(table=st.sampled_from(option_tables()), number=NUMBERS)
def test_views_agree_under_any_options(table: Settings, number: int) -> None:
    chance = Random(number)
    wall = shuffled(table.rules, chance.randbytes(32))
    Referee(table.rules, wall, chance, often=0, views=True, leaves=0.02).play(Eager(table.rules, chance))


# ------------------------------------------------------------------------------------------------ nothing hidden can be known


@pytest.mark.parametrize("table", presets(), ids=lambda table: table.name)
@FEW
@given(number=NUMBERS)
def test_exchanged_tiles_cannot_be_told(table: Settings, number: int) -> None:
    assert not hidden.search(table.rules, number, 3).leaks


@SOME
@given(table=st.sampled_from(option_tables()), number=NUMBERS)
def test_exchanged_tiles_cannot_be_told_under_any_options(table: Settings, number: int) -> None:
    assert not hidden.search(table.rules, number, 3).leaks


def test_exchanges_are_compared() -> None:
    """Most of them: an act is rarely made impossible by a tile that nobody has seen."""
    found = [hidden.search(table.rules, 5, 3) for table in presets()[::4]]
    assert sum(one.compared for one in found) > 4 * sum(one.elsewhere for one in found) > 0


# A kind of event, and a deal in which it would betray something.
LEAKS = [
    ("draw", "riichi", {}, 0),
    ("deal", "nanjing", {}, 0),
    ("concealed", "mcr", {}, 11),
    ("look", "mcr", {"ready": True}, 0),
    ("give", "sichuan", {"exchange": True}, 0),
    ("receive", "sichuan", {"exchange": True}, 0),
    ("discard", "chengdu-parlor", {"players": 2}, 0),
]


@pytest.mark.parametrize(("what", "preset", "options", "number"), LEAKS, ids=[what for what, *_ in LEAKS])
def test_leaks_are_found(
    what: str, preset: str, options: dict[str, object], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were one kind of event shown to everybody, the exchanges would show it."""
    redacted = Event.for_seat
    monkeypatch.setattr(Event, "for_seat", lambda event, seat: event if event.what == what else redacted(event, seat))
    assert hidden.search(rules_for(preset, options), number, 6).leaks


# ------------------------------------------------------------------------------------------------ what is seen when


def deal_of(preset: str, hands: list[str], front: str = "", back: str = "", **options: object) -> Deal:
    return scripted(rules_for(preset, options), [parse(hand) for hand in hands], parse(front), parse(back))


def play(deal: Deal, *lines: str) -> None:
    """Acts, `0 discard 5m`; between them whoever is asked lets the tile pass."""
    for line in lines:
        seat, _, text = line.partition(" ")
        while deal.why_not(int(seat), text) is not None:
            deal.act(deal.waiting_for[0], "pass")
        deal.act(int(seat), text)


def test_a_concealed_kong_lies_face_down_until_the_end() -> None:
    """MC-P11."""
    hands = ["1111m234567p123s5z", "259m159p159s1234z", "258m258p258s1234z", "369m369p369s1234z"]
    deal = deal_of("mcr", hands, back="5z", minimum=0)
    play(deal, "0 kong 1111m")
    assert see(deal, 0).melds[0][0].tiles == (0,) * 4
    for seat in (1, None):
        assert see(deal, seat).melds[0][0].tiles == (HIDDEN,) * 4
        assert see(deal, seat).held == [11, 13, 13, 13]
    play(deal, "0 win")
    assert deal.over
    assert see(deal, 1).melds[0][0].tiles == (0,) * 4
    assert see(deal, 1).hands[0] == deal.hand(0)


def test_who_has_declared_sees_the_other_hands() -> None:
    """MC-P13: from then on, and only who has declared."""
    hands = ["123456789m1122p9s", "159m159p159s1234z", "258m258p258s1234z", "369m369p369s1234z"]
    deal = deal_of("mcr", hands, front="7z7z", ready=True)
    play(deal, "0 ready")
    assert see(deal, 0).hands[1:] == [None] * 3
    play(deal, "0 discard 9s")
    ready, other = see(deal, 0), see(deal, 2)
    assert ready.hands == [deal.hand(seat) for seat in range(4)]
    assert ready.river[0] == [Thrown(26, drawn=True, ready=True)]
    assert other.hands == [None, None, deal.hand(2), None]
    assert other.declared == other.stands == {0}
    play(deal, "1 discard 7z")
    assert see(deal, 0).hands == [deal.hand(seat) for seat in range(4)]


def test_who_has_declared_still_sees_a_hand_after_its_concealed_kong() -> None:
    """MC-P13, MC-P11."""
    hands = ["123456789m11p23s9p", "5555p147m258s123z", "147m36p2589s1234z", "258m69p147s56757z"]
    deal = deal_of("mcr-casual", hands, front="1z", back="8m")
    play(deal, "0 ready", "0 discard 9p", "1 kong 5555p")
    assert see(deal, 0).hands[1] == deal.hand(1)
    assert see(deal, 2).hands[1] is None
    assert see(deal, 2).melds[1][0].tiles == see(deal, None).melds[1][0].tiles == (HIDDEN,) * 4


def test_with_two_players_discards_lie_face_down() -> None:
    """SC-P24."""
    hands = ["123456789m1122p9s", "159m159p159s1234m"]
    deal = deal_of("chengdu-parlor", hands, players=2)
    play(deal, "0 discard 9s")
    assert see(deal, 0).river[0] == [Thrown(26, drawn=True)]
    assert see(deal, 1).river[0] == see(deal, None).river[0] == [Thrown(HIDDEN)]


def test_laid_open_waits_are_seen_by_everybody() -> None:
    """SC-P21."""
    hands = ["123456789m1122p9s", "159m159p159s1478m", "258m258p258s1478s", "369m369p369s1478p"]
    deal = deal_of("chengdu", hands)
    play(deal, "0 reveal", "0 discard 9s")
    assert see(deal, None).waits == {0: (9, 10)}
    assert see(deal, 3).hands[0] is None


def test_exchanged_tiles_are_seen_by_giver_and_taker() -> None:
    """SC-P17, SC-P23."""
    hands = ["123456789m1122p9s", "159m159p159s1478m", "258m258p258s1478s", "369m369p369s1478p"]
    deal = deal_of("sichuan", hands, exchange=True, exchange_direction="next")
    play(deal, "0 exchange 123m", "1 exchange 159p", "2 exchange 258m", "3 exchange 369s")
    gifts = {
        seat: [event.tiles for event in see(deal, seat).events if event.what in ("give", "receive")]
        for seat in (0, 1, None)
    }
    m, p, none = (0, 1, 2), (9, 13, 17), ()
    assert gifts[0][:2] == [m, none]
    assert gifts[1][:2] == [none, p]
    assert set(gifts[None]) == {none}
    assert [see(deal, seat).hand == deal.hand(seat) for seat in range(4)] == [True] * 4
