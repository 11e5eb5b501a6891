"""Explanations: they agree with the score, say why in every language, and are the JSON document that is described."""

import copy
import json
import re
from pathlib import Path

import msgspec
import pytest
from random_programs import playable_cases

from quepu.cases import Case, hand_of
from quepu.explanation import Explanation, explain, schema
from quepu.lang import TERMS, language, to_traditional
from quepu.rulesets import games
from quepu.scoring import Score, rules_for, score, score_hand

ROOT = Path(__file__).parent.parent
CASES = playable_cases()
CHINESE = re.compile(r"[\u4e00-\u9fff]")
NANJING = score("nanjing", "1122334455667m", "7m")


def scored(case: Case) -> Score:
    return score_hand(rules_for(case.data["ruleset"], case.data.get("options")), hand_of(case))


def sentences(e: Explanation) -> list[str]:
    """Every sentence of an explanation (names of items left out)."""
    found = [x.why for x in (*e.items, *e.steps, *e.left_out)] + [x.missing for x in e.near_misses]
    found += [f"{x.name}: {x.text}" for x in e.arithmetic] + [f"{x.text} {x.missing}" for x in e.requirements]
    found += [f"{x.text} {x.formula}" for x in e.transfers] + [x.text for x in e.other_readings]
    found += [e.refusal.text, e.refusal.missing] if e.refusal else []
    return [x for x in found if x]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.id)
def test_explanations_agree_with_scores(case: Case) -> None:
    result = scored(case)
    e = explain(result)
    assert (e.legal, e.total, tuple(e.payments)) == (result.legal, result.total, result.payments)
    if result.legal:
        assert {x.zh: (x.count, x.amount) for x in e.items} == {x.fan.zh: (x.count, x.amount) for x in result.lines}
        moved = [0] * len(e.payments)
        for p in e.transfers:
            for seat, sign in ((p.source, -1), (p.to, 1)):
                if seat is not None:
                    moved[seat] += sign * p.amount
        assert moved == e.payments
        assert e.reading is not None
        assert e.total == 0 or any(line.value == e.total for line in e.arithmetic)
    else:
        assert e.refusal is not None
        assert re.fullmatch(r"[A-Z]{2}-[A-Z]\d\d", e.refusal.clause)
    for line in e.arithmetic:
        assert re.search(rf"(^|\D){line.value}$", line.text.replace("−", "-"))
    for x in (*e.items, *e.left_out, *e.near_misses):
        assert re.fullmatch(r"[A-Z]{2}-[A-Z]\d\d", x.clause)
    assert len(e.near_misses) <= 5
    assert len(e.other_readings) <= 2
    for english in (False, True):
        e = explain(result, "en") if english else e
        for text in sentences(e):
            assert "<" not in text.replace("＜", "").replace(" < ", ""), text  # no expression that has no words
            assert not english or not CHINESE.search(re.sub(r"\d万|大三元|大四喜|四杠子", "", text)), text
    assert msgspec.json.decode(msgspec.json.encode(e), type=Explanation) == e


def test_the_schema_in_the_documents_is_the_one_of_the_types() -> None:
    assert json.loads((ROOT / "docs" / "score.schema.json").read_text("utf-8")) == schema(), (
        "python -m quepu.explanation > docs/score.schema.json"
    )


def test_every_key_is_described() -> None:
    told = (ROOT / "docs" / "json.md").read_text("utf-8")
    for name in Explanation.__struct_fields__:
        assert f"`{name}`" in told


def test_reasons_name_what_is_there() -> None:
    e = explain(NANJING, "en")
    assert {x.en: x.why for x in e.items}["seven pairs"] == "a hand of pairs, no four of a kind"
    assert [(x.en, x.missing) for x in e.near_misses] == []
    assert e.arithmetic[-1].text == "20 + 2 + 60 + 80 + 40 = 202"
    assert e.other_readings[0].total == 140


def test_what_is_left_out_and_why() -> None:
    e = explain(score("mcr", "234m234p234s6788s", "8s", round="1z", flowers="5f"), "en")
    left = {x.en: (x.cause, x.by, x.by_clause, x.why) for x in e.left_out}
    assert left["Self-Drawn"] == ("excluded", "不求人", "MC-F56", "part of Fully Concealed Hand")
    assert left["Mixed Double Chow"][0] == "used"
    assert next(x.why for x in e.items if x.en == "Mixed Triple Chow") == "equal chows in three suits: 234m 234p 234s"
    e = explain(score("riichi", "111m999m111p999p1s", "1s", context=["ready"], indicators="9m"), "en")
    assert {x.en: x.cause for x in e.left_out}["riichi"] == "silenced"
    assert next(x for x in e.left_out if x.en == "riichi").why == "nothing beside yakuman"
    e = explain(score("sichuan", "111222333p4445m", "5m"), "en")
    assert {x.en: x.why for x in e.left_out} == {"plain win": "only the highest counts: all pungs"}


def test_near_misses_say_what_is_missing() -> None:
    e = explain(score("sichuan", "111222333p4445m", "5m"), "zh-Hans")
    assert [(x.zh, x.missing) for x in e.near_misses] == []
    e = explain(score("sichuan", "111222333444p5m", "5m"), "zh-Hans")
    assert ("清对", "要只有一门（花色数现2）") in [(x.zh, x.missing) for x in e.near_misses]
    e = explain(score("mcr", "123m456p789s1155z", "5z", by="discard", source=2), "en")
    assert ("Two Dragon Pungs", "needs 2 pungs of dragons, has 1") in [(x.en, x.missing) for x in e.near_misses]


def test_riichi_arithmetic_rounds_and_names_the_limit() -> None:
    result = score(
        "riichi",
        "123m222456p78s11z",
        "9s",
        seat=2,
        by="discard",
        source=0,
        round="1z",
        sticks=1,
        indicators="9m",
        ura="4z",
        context=["ready"],
    )
    lines = {x.name: x.text for x in explain(result, "en").arithmetic}
    assert lines == {
        "fu": "20 + 10 + 4 + 2 = 36 → 40",
        "han": "1 + 1 + 2 = 4",
        "base points": "40 × 2^(2 + 4) = 2560 → mangan 2000",
    }


def test_refusals_say_what_would_be_needed() -> None:
    e = explain(score("mcr", "123m456p789s1155z", "6z", by="discard", source=2), "en")
    assert e.refusal is not None
    assert e.refusal.missing == "the hand waits for 1z, 5z"
    e = explain(score("mcr", "123m456p789s1135z", "6z", by="discard", source=2), "zh-Hans")
    assert e.refusal is not None
    assert e.refusal.missing == "没有听牌，还差1张才听"
    e = explain(score("mcr", "123m567p78s234s55p", "9s", by="discard", source=2, round="2z", seat=1), "en")
    assert e.refusal is not None
    assert (e.refusal.clause, e.refusal.missing) == ("MC-W02", "sum of items: needs at least 8, has 4")
    assert e.items


def test_a_trace_without_values_is_no_reading() -> None:
    """Whatever the kernel says after the readings, explanations take readings only."""
    result = score("nanjing", "1122334455667m", "7m")
    traces = result.rules.program.trace(result.hand.pack(result.rules), 10**6)

    def explained(shown: list[object]) -> Explanation:
        rules = copy.copy(result.rules)
        vars(rules)["program"] = type("Program", (), {"trace": lambda *_: shown})()
        return explain(Score(rules, result.hand, result.raw))

    readings: list[object] = [trace for trace in traces if trace.values]
    empty = type("Trace", (), {"values": [], "win": result.raw.win, "reading": result.raw.reading})()
    assert explained(readings) == explained([*readings, empty]) == explain(result)


def test_jokers_are_marked() -> None:
    e = explain(score("tianjin", "46m1112222z789p9s", "5m", jokers="1z2z"))
    assert e.reading is not None
    assert sum(len(g.jokers) for g in e.reading.groups) == 7
    assert "1*2*3*万" in e.reading.text


@pytest.mark.parametrize(
    ("simplified", "traditional"),
    [("国标麻将", "國標麻將"), ("幺九刻", "么九刻"), ("杠上开花", "槓上開花"), ("里宝牌", "裡寶牌"), ("面子手", "面子手"), ("和绝张", "和絕張"),
     ("抢杠胡", "搶槓胡"), ("对对胡", "對對胡"), ("海底捞月", "海底撈月"), ("一万", "一萬"), ("没有和：凑不成", "沒有和：湊不成"), ("才听", "才聽"),
     ("大于五", "大於五"), ("只有一门", "只有一門"), ("发", "發"), ("三余", "三餘"), ("plain", "plain")],
)  # fmt: skip
def test_traditional(simplified: str, traditional: str) -> None:
    assert to_traditional(simplified) == traditional


def test_every_name_has_a_traditional_form_without_simplified_characters() -> None:
    simplified = set("国标杠开万条东发龙连对门无听单钓清风双顺门圈")
    kept = simplified & set(TERMS.values())
    for game in games():
        for fan in game.items:
            made = to_traditional(fan.zh)
            assert len(made) == len(fan.zh)
            assert not (set(made) & (set("国标开万条东发龙连对门无听单钓风双顺")) - kept), made


def test_traditional_explanation_converts_sentences_and_names_but_no_keys() -> None:
    e = explain(NANJING, "zh-Hant")
    assert e.lang == "zh-Hant"
    assert e.items[-1].zh == "無花果"
    assert e.items[-1].why.startswith("沒有花牌，無碰無補槓")
    assert e.ruleset == "nanjing"


def test_languages_have_usual_names() -> None:
    assert language("zh_TW") == "zh-Hant"
    with pytest.raises(ValueError, match="there are: zh-Hans, zh-Hant, en, ja"):
        language("klingon")
    with pytest.raises(ValueError, match="is not spoken here"):
        explain(NANJING, "de")
