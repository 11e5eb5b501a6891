"""The reference evaluator beside the kernel: public cases, random rule systems; and what authors of rule files are told."""

import random
import re

import pytest
from fuzz.programs import broken, feed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_programs import compare, playable_cases, random_case

from quepu import _kernel
from quepu import rules as r
from quepu.cases import Case, hand_of
from quepu.rules.expr import OPS, run
from quepu.rules.judge import best_use
from quepu.scoring import rules_for

CASES = playable_cases()
INT32 = st.one_of(st.integers(-(2**31), 2**31 - 1), st.integers(-12, 12), st.sampled_from([-(2**31), 2**31 - 1, 65536]))


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.id)
def test_public_cases_agree_at_every_node(case: Case) -> None:
    rules = rules_for(case.data["ruleset"], case.data.get("options"))
    compare(rules, hand_of(case), 30)


@given(st.integers(0, 2**40))
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_rule_systems_agree_at_every_node(seed: int) -> None:
    rules, hands = random_case(seed)
    for hand in hands:
        compare(rules, hand, 60)


@given(st.integers(0, 2**40))
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_broken_programs_are_refused_or_run(seed: int) -> None:
    rules, hands = random_case(seed % 50)
    feed(broken(rules.words, random.Random(seed)), [hand.pack(rules) for hand in hands])


def test_no_beginning_of_a_program_is_a_program() -> None:
    words = rules_for("sichuan").words
    for end in range(len(words)):
        with pytest.raises(ValueError, match="not a program"):
            _kernel.Program(words[:end])


@given(st.sampled_from(sorted(OPS)), INT32, INT32, INT32)
@settings(max_examples=1000)
def test_operations_agree(op: str, a: int, b: int, c: int) -> None:
    assert run(op, (a, b, c)) == _kernel.apply(OPS[op], a, b, c)


def test_sets_are_used_once() -> None:
    a, b, c, d = (frozenset(x) for x in ((0, 1), (1, 2), (2, 3), (0, 3)))
    assert best_use([(0, a, 1), (1, b, 1), (2, c, 1), (3, d, 1)]) == [0, 1, 2]  # the fourth would take two used sets
    assert best_use([(0, a, 1), (0, b, 1)]) == [0]  # one item never counts one set twice
    assert best_use([(0, frozenset((0, 1, 2)), 8), (1, a, 1), (2, c, 1)]) == [0, 2]
    assert best_use([(0, a, 1), (1, b, 2), (1, c, 2)]) == [0, 1]


# ---------------------------------------------------------------------------------------- mistakes in rule files


def game(*items: r.Fan, **more: object) -> r.Game:
    """A small rule system."""
    base: dict[str, object] = {
        "unit": "番", "spec": "", "tiles": r.suits, "play": [], "shapes": [r.sets_and_pair()], "refused": {"shape": "ZZ-W01"},
        "items": items or [r.Fan("甲", "first", clause="ZZ-F01")],
    }  # fmt: skip
    return r.Game("zz", "乱", "test", **(base | more))


def fan(zh: str, when: r.Bool = r.TRUE, **more: object) -> r.Fan:
    return r.Fan(zh, zh, 1, when, **({"clause": "ZZ-F01"} | more))


MISTAKES = {
    "no fact is called hand.meld; did you mean hand.melds?": lambda: fan("甲", r.hand.meld == 1),
    "no fact is called win.selfdraw; did you mean win.self_draw?": lambda: fan("甲", r.win.selfdraw),
    "no fact is called hand.triplets": lambda: fan("甲", r.hand.triplets == 4),
    "write & for 'and'": lambda: fan("甲", (r.hand.suits == 1) and r.win.self_draw),
    "only conditions can be joined": lambda: fan("甲", r.hand.suits & r.win.self_draw),
    "stands where a number belongs": lambda: r.hand.suits + "2",
    "stands where a condition belongs": lambda: r.win.self_draw & 1,
    "has no truth value: hand.count": lambda: r.winds and r.dragons,
    "has no truth value: count(pung)": lambda: not r.pung,
    "does not fit into 32 bits": lambda: r.hand.suits + 2**31,
    "excludes goes in a circle: ": lambda: game(fan("甲", excludes=("乙",)), fan("乙", excludes=("甲",))),
    "excludes goes in a circle: 甲 → 甲": lambda: game(fan("甲", excludes=("甲",)), fan("甲")),
    "has(...) goes in a circle: ": lambda: game(fan("甲", r.has("乙")), fan("乙", r.has("甲"))),
    'item 甲 cites no clause: clause="ZZ-F01"': lambda: game(fan("甲", clause="")),
    "item 甲: there is no item '对对糊'; did you mean '对对胡'?": lambda: game(fan("甲", excludes=("对对糊",)), fan("对对胡")),
    "item 甲: there is no item '丙'": lambda: game(fan("甲", r.has("丙"))),
    "item 甲: there is no group 'bases'; did you mean 'base'?": lambda: game(fan("甲", group="bases"), groups=[r.Group("base", "基", "base")]),
    "group base: there is no group 'big'": lambda: game(groups=[r.Group("base", "基", "base", unless="big")]),
    "value: there is no group 'extra'": lambda: game(value=r.total("extra")),
    "value: there is no option 'cap'": lambda: game(value=r.capped(r.total(), r.Option("cap", r.points, 0).number)),
    "value: there is no input 'stake'": lambda: game(value=r.total() * r.Input("stake", "number", "倍", "stake").number),
    "which is known only after all items; use has(…) or a fact": lambda: game(fan("甲", r.total() >= 3)),
    "known only when payers are asked": lambda: game(fan("甲", r.others)),
    "cites 'S01', which is no clause": lambda: game(money=[r.Money("付", "pay", r.others, 1, clause="S01")]),
    "declared twice": lambda: game(options=[r.Option("a", r.flag, True), r.Option("a", r.flag, True)]),
    "option a: 3 is not possible; one of 1, 2": lambda: r.Option("a", (1, 2), 3),
    "option a: 'x' is not possible; a whole number from 0": lambda: r.Option("a", r.points, 1).is_("x"),
    "item 甲 takes or turns an item from itself": lambda: game(fan("甲", takes={"甲": 1})),
    "any_win_tile depends on": lambda: game(any_win_tile=r.hand.suits == 1),
    "shape sets depends on": lambda: game(shapes=[r.sets_and_pair(when=r.shape.sets)]),
    "that item counts only alone": lambda: r.compile(game(fan("甲", alone=True), fan("乙", r.has("甲")))),
    "the seats may depend on options only": lambda: r.compile(game(seats=r.hand.suits)),
    "input a is of kind truth, not number or seat or suit": lambda: r.Input("a", "truth", "甲", "a").number,
    "a pattern has two to five rising steps": lambda: r.chows(3, 0),
    "ends without a suit letter": lambda: r.tiles("123"),
    "counts bonus tiles, but the set of tiles has none": lambda: game(fan("甲", each=r.flowers.count)),
}  # fmt: skip


@pytest.mark.parametrize("message", MISTAKES, ids=str)
def test_mistakes_in_rule_files_are_refused_with_advice(message: str) -> None:
    with pytest.raises((r.RuleError, r.OptionError), match=re.escape(message)):
        MISTAKES[message]()
