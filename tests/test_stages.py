"""Stages that no listed rule system uses yet: the last tile offered, tiles turned after a win, any three tiles passed on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import yaml
from conformance import hidden
from conformance.checks import Referee
from conformance.matches import Care, play
from conformance.pairwise import option_sets
from conformance.players import Anything
from stage_games import PASSES, SEA

from quepu import scripts
from quepu.acts import Act, Event
from quepu.deal import Deal, Refused, scripted
from quepu.env import Batch
from quepu.notation import parse
from quepu.rules import Compiled, Input, RuleError, compile
from quepu.study import play_many
from quepu.view import View
from quepu.wall import shuffled

LEFT = {
    game.id: replace(game, course=replace(game.course, leave=1)) for game in (SEA, PASSES)
}  # the same, where seats may leave
GAMES = {game.id: game for game in (SEA, PASSES)}
TABLES = [(game, row) for games in (GAMES, LEFT) for game in games.values() for _, row in option_sets(game)]
VERBS = {"pass", "win", "discard", "chow", "pung", "kong", "exchange", "second", "take-last", "decline-last"}
sea = compile(SEA, {}, "sea")
passes = compile(PASSES, {}, "passes")


@pytest.mark.parametrize("number", range(len(TABLES)), ids=lambda number: f"{TABLES[number][0].id}-{number}")
def test_conformance(number: int) -> None:
    game, options = TABLES[number]
    rules, counts = compile(game, options, game.id), Counter[str]()
    for seed in range(4):
        play(rules, 10 * number + seed, 5, Care(often=0.2, views=1, leaves=0.01), counts)
    assert counts["event offer" if rules.table["offered"] else "event give"] > 0
    assert (counts["event second"] > 0) == (rules.table["exchange_again"] > 0)
    assert (counts["event birds"] > 0) == (rules.table["birds"] > 0)
    found = [hidden.search(rules, 100 * number + seed, 3) for seed in range(12)]
    assert not [leak for one in found for leak in one.leaks]
    assert sum(one.compared for one in found) > 0


@pytest.mark.parametrize("rules", [sea, passes], ids=["sea", "passes"])
def test_bots_and_batches(rules: Compiled) -> None:
    for bot in ("random", "greedy", "value"):
        rows = play_many(rules, 20, [bot], seed=4)
        assert (rows.deltas.sum(1) == 0).all()
    batch = Batch(rules, 8, seed=2)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(600):
        seen = batch.observe()
        assert seen.mask.any(1).all()
        acts = [int(rng.choice(np.flatnonzero(row))) for row in seen.mask]
        for i, row in enumerate(seen.mask):  # every act has a number of its own, and is played
            named = [batch.act(i, int(number)) for number in np.flatnonzero(row)]
            assert len(set(named)) == len(named)
            assert {act.verb for act in named} <= VERBS
        ended += int(batch.step(acts)[1].sum())
    assert ended > 8
    if rules.table["exchange_any"]:
        threes = [batch.act(0, number) for number in range(batch.acts - 7140, batch.acts)]
        assert len({(act.tile, act.a, act.b) for act in threes}) == 7140
        assert all(act.verb == "exchange" and 0 <= act.tile <= act.a <= act.b < 34 for act in threes)


CASES = yaml.safe_load((Path(__file__).parent / "stage_cases.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_acceptance_cases(case: dict[str, Any]) -> None:
    game = {"changsha": SEA, "american": PASSES}[case["ruleset"]]
    more = {"indicator": "5z"} if game is PASSES else {}  # its jokers are turned
    assert scripts.differences(case | more, compile(game, case.get("options", {}), game.id)) == []


# ------------------------------------------------------------------------------------------------ the last tile


OTHERS = ["147m147p1245789s", "369m369p1234678s", "258m258p2356799s"]
ALMOST = "11122233344479m"  # without its 9: four sets and a wait for another 7
DONE = "11122233344477m"


def at_sea(
    last: str, hands: Sequence[str] = (ALMOST, *OTHERS), left: int = 1, options: dict[str, object] | None = None
) -> Deal:
    """A deal with so many tiles left, before the dealer's first discard."""
    return scripted(compile(SEA, options or {}, "sea"), [parse(hand) for hand in hands], back=parse(last), left=left)


def run(deal: Deal, *lines: str) -> list[Event]:
    at = len(deal.events)
    scripts.play(deal, lines)
    return deal.events[at:]


def test_offered_in_turn() -> None:
    deal = at_sea("9p")
    run(deal, "0 discard 9m")
    for seat in (1, 2, 3, 0):
        assert deal.waiting_for == [seat]
        assert [act.text for act in deal.acts(seat)] == ["decline-last", "take-last"]
        assert deal.idle_act(seat) == Act("decline-last")
        refused = deal.why_not((seat + 1) % 4, "take-last")
        assert refused
        assert refused.clause == "CS-P09"
        deal.act(seat, "decline-last")
    assert (deal.result, deal.deltas, deal.next_dealer) == ("draw", [0] * 4, 0)


def test_taken_and_not_won() -> None:
    deal = at_sea("9p", options={"draw_dealer": "taker"})
    run(deal, "0 discard 9m", "1 decline-last", "2 take-last")
    assert [act.text for act in deal.acts(2)] == ["discard 9p"]
    for act in ("discard 3m", "kong 3333m", "win", "take-last"):
        refused = deal.why_not(2, act)
        assert refused, act
    assert deal.why_not(2, "discard 3m").clause == "CS-P10"  # type: ignore[union-attr]
    with pytest.raises(Refused, match="CS-P10"):
        deal.act(2, "discard 3m")
    deal.act(2, "discard 9p")
    assert deal.over
    assert (deal.result, deal.next_dealer) == ("draw", 2)


def test_sea_tile_won() -> None:
    deal = at_sea("7m")
    run(deal, "0 discard 9m", "1 decline-last", "2 decline-last", "3 decline-last", "0 take-last", "0 win")
    assert deal.events[-1].what == "end"
    assert [(e.tiles, e.flags) for e in deal.events if e.what == "birds"] == [
        ((6,), 1)
    ]  # the tile itself: 7 names seat 2
    assert deal.deltas == [24, -6, -12, -6]
    deal = at_sea("7m", options={"birds": 0})
    run(deal, "0 discard 9m", "1 take-last", "1 discard 7m", "0 win")
    assert deal.deltas == [6, -6, 0, 0]


def test_only_a_win_on_the_sea_tile() -> None:
    deal = at_sea("7m", [ALMOST, "14m147p12457889s", "77m369p12346789s", OTHERS[2]])
    run(deal, "0 discard 9m", "1 take-last")
    deal.act(1, "discard 7m")
    assert deal.waiting_for == [0]
    assert [act.text for act in deal.acts(0)] == ["pass", "win"]
    assert deal.why_not(2, "pung 7m")
    deal.act(0, "pass")
    assert deal.result == "draw"


def test_no_kong_when_only_the_sea_tile_is_left() -> None:
    hands = ["11112223334479m", "47m1147p1245789s", *OTHERS[1:]]
    assert at_sea("9p", hands, left=2).why_not(0, "kong 1111m") is None
    refused = at_sea("9p", hands, left=1).why_not(0, "kong 1111m")
    assert refused
    assert refused.clause == "CS-P03"


# ------------------------------------------------------------------------------------------------ birds


@pytest.mark.parametrize(
    ("front", "birds", "deltas"),
    [
        ("1p", 1, [12, -4, -4, -4]),  # the winner
        ("2p", 1, [8, -4, -2, -2]),  # one payer
        ("1p5s", 2, [24, -8, -8, -8]),
        ("9p6s", 2, [16, -8, -4, -4]),
        ("", 0, [6, -2, -2, -2]),
    ],
)
def test_birds_double(front: str, birds: int, deltas: list[int]) -> None:
    """CS-B02, CS-B03: a bird names a seat by its number from the dealer on; whoever is hit wins or loses double."""
    deal = scripted(
        compile(SEA, {"birds": birds}, "sea"), [parse(hand) for hand in (DONE, *OTHERS)], front=parse(front)
    )
    left = deal.wall_left
    views = [View(deal.rules, seat) for seat in (0, 3, None)]
    run(deal, "0 win")
    for view in views:
        for event in deal.events:
            view.see(event.for_seat(view.seat))
        assert view.birds == parse(front)[:birds]
        assert view.wall_left == deal.wall_left == left - birds
    assert deal.deltas == deltas


def test_birds_of_a_short_wall() -> None:
    deal = scripted(
        compile(SEA, {"birds": 4}, "sea"), [parse(hand) for hand in (DONE, *OTHERS)], front=parse("1p2p"), left=2
    )
    run(deal, "0 win")
    assert [e.tiles for e in deal.events if e.what == "birds"] == [(9,), (10,)]
    assert deal.deltas == [16, -8, -4, -4]


# ------------------------------------------------------------------------------------------------ passes


def begun(hands: Sequence[str], indicator: str = "5z") -> Deal:
    return scripted(passes, [parse(hand) for hand in hands], indicator=parse(indicator)[0])


FOUR = ["123456789m12345p", "123456789s1234z", "123456789p1234z", "123456789m1234z"]


def test_three_passes() -> None:
    """To the next seat, to the seat before, across (AM-D03); nobody sees what comes before all have given."""
    deal = begun(FOUR)
    for step, gifts in (
        (1, ("123m", "123s", "123p", "789m")),
        (3, ("9m4p5p", "456s", "456p", "1z2z3z")),
        (2, ("7m8m3p", "7s8s9s", "7p8p9p", "4z4m5m")),
    ):
        before = [deal.hand(seat) for seat in range(4)]
        for seat in (2, 0, 3, 1):
            assert [deal.hand(s) for s in range(4)] == before
            run(deal, f"{seat} charleston {gifts[seat]}")
        for seat in range(4):
            got = parse(gifts[(seat - step) % 4])
            assert Counter(deal.hand(seat)) == Counter(before[seat]) - Counter(parse(gifts[seat])) + Counter(got)
            seen = [e.tiles for e in deal.events if e.what == "receive" and e.seat == seat][-1]
            assert Counter(seen) == Counter(got)
            assert all(
                e.for_seat((seat + 1) % 4).tiles == () for e in deal.events if e.what == "give" and e.seat == seat
            )
    assert deal.waiting_for == [0]
    assert deal.why_not(0, "second") is None


def test_second_only_at_once() -> None:
    deal = begun(FOUR)
    assert deal.why_not(0, "second").clause == "AM-D04"  # type: ignore[union-attr]
    for _ in range(3):
        for seat in range(4):
            deal.act(seat, deal.idle_act(seat))
    twin = deal.copy()
    deal.act(0, "second")
    assert deal.waiting_for == [0, 1, 2, 3]
    for _ in range(3):
        for seat in range(4):
            deal.act(seat, deal.idle_act(seat))
    for one in (deal, twin):
        assert one.waiting_for == [0]
        if one is twin:
            one.act(0, one.idle_act(0))
        refused = one.why_not(0, "second")
        assert refused
        assert refused.clause == "AM-D04"


def test_what_is_passed_on() -> None:
    deal = begun(FOUR)
    for act in ("exchange 12m", "exchange 1m2m3m4m", "exchange 119m", "exchange 6z7z1m"):
        refused = deal.why_not(0, act)
        assert refused, act
    assert deal.why_not(0, "exchange 12m").clause == "AM-D05"  # type: ignore[union-attr]
    assert deal.why_not(0, "exchange 1m5p9m") is None
    # Turned 5z: 5z and the next dragon are jokers. They stay while three other tiles are held.
    with_jokers = begun(["123456789m1234p5z", *FOUR[1:]])
    refused = with_jokers.why_not(0, "exchange 1m2m5z")
    assert refused
    assert refused.clause == "AM-D05"


def test_referee_sees_acts_of_these_stages() -> None:
    """The random players of the conformance suite do reach them."""
    seen: set[str] = set()
    for rules in (sea, passes):
        for seed in range(30):
            referee = Referee(rules, shuffled(rules, seed.to_bytes(32)), Random(seed), often=0)
            referee.play(Anything(rules, Random(seed)))
            seen |= {act.verb for _, act in referee.acts} | {event.what for event in referee.deal.events}
    assert seen >= {"take-last", "decline-last", "second", "exchange", "birds"}


def test_what_a_rule_file_may_ask() -> None:
    def broken(**fields: object) -> Compiled:
        return compile(replace(PASSES, course=replace(PASSES.course, **fields)), {}, "passes")

    with pytest.raises(RuleError, match="passed on 3 times, but exchange_way has 2"):
        broken(exchange_way=[1, 2])
    with pytest.raises(RuleError, match="exchange is 7; 0 to 6 is possible"):
        broken(exchange=7, exchange_way=1)
    with pytest.raises(RuleError, match="birds is 11; 0 to 10 is possible"):
        broken(birds=11)
    with pytest.raises(RuleError, match="exchange_again goes with exchange only"):
        broken(exchange=0)
    for name in ("voids", "ready_at_start"):
        with pytest.raises(RuleError, match=f"exchange_again goes not with {name}"):
            broken(**{name: 1})
    with pytest.raises(RuleError, match="bird_seats does not say whom they hit"):
        compile(replace(SEA, course=replace(SEA.course, bird_seats=())), {}, "sea")
    with pytest.raises(RuleError, match=r"input hits: filled=.birds. is a number a seat"):
        compile(replace(SEA, inputs=[*SEA.inputs, Input("hits", "number", "鸟", "birds", filled="birds")]), {}, "sea")
    assert broken(exchange_way=2).table["exchange_way"] == 0b101010
