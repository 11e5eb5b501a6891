"""`quepu ask`: queries in every form, answers from the rules and from scored hands, examples that are what they claim."""

import json
import re

import pytest

from quepu import ask, clauses, examples, rulesets
from quepu.about import all_items, items, presets
from quepu.finding import find_items, meant, normal
from quepu.lang import to_traditional

NANJING = rulesets.find("nanjing")[0]


def asked(capsys, query, ruleset=None, lang="zh", *, as_json=True):
    code = ask.command(query, ruleset, lang, as_json)
    out = capsys.readouterr().out
    return code, json.loads(out) if as_json else out


@pytest.mark.parametrize(
    "query",
    ["双七对", "雙七對", "shuāng qī duì", "shuangqidui", "shuang1 qi1 dui4", "shuang qi dui", "sqd", "SQD", "Double Seven Pairs",
     "double seven pair", "NJ-F18", "nj-f18", "njf18", " 双七对 "],
)  # fmt: skip
def test_every_form_of_a_query_finds_the_item(query):
    known = tuple(items(NANJING).values())
    assert [match.item.zh for match in meant(find_items(query, known))] == ["双七对"]


def test_double_seven_pairs_is_answered_for_every_preset_by_scoring(capsys):
    code, said = asked(capsys, "双七对", "nanjing")
    assert code == 0
    assert [(row["preset"], row["counts"]) for row in said["same_hand"]] == [
        ("nanjing", {"豪华七对": 160}), ("nanjing-classic", {"双七对": 80}), ("nanjing-north", {"双七对": 100}),
    ]  # fmt: skip
    assert "NJ-F25" in {row["clause"] for row in said["mentioned"]}
    code, shown = asked(capsys, "双七对", "nanjing", as_json=False)
    assert code == 0
    assert "NJ-F25" in shown
    assert re.search(r"160 即 豪华七对", shown)


def test_over_all_rule_systems_the_same_name_is_listed_for_each(capsys):
    code, said = asked(capsys, "清一色")
    assert code == 0
    assert {"nanjing", "sichuan", "mcr", "riichi"} <= {row["ruleset"] for row in said["matches"]}


def test_nothing_found_names_the_nearest_and_fails(capsys):
    code, said = asked(capsys, "heavenly wim blessing", "nanjing", "en")
    assert code == 1
    assert [row["item"] for row in said["nearest"]][:1] == ["天胡"]
    assert asked(capsys, "qqqqqqqq", as_json=False)[0] == 1
    assert asked(capsys, "", "nanjing")[0] == 1
    with pytest.raises(rulesets.UnknownRulesetError):
        ask.command("双七对", "nanjin", "zh", as_json=True)


def test_traditional_is_spoken_and_japanese_names_stay(capsys):
    assert "雙七對" in asked(capsys, "双七对", "nanjing", "zh-Hant", as_json=False)[1]
    assert "七對子 seven pairs · 七対子 · 日本麻將" in asked(capsys, "七对子", "riichi", "zh-Hant", as_json=False)[1]
    for query in ("NJ-F25", "清一色", "qqqqqqqq"):
        shown = asked(capsys, query, None, "zh-Hant", as_json=False)[1]
        assert shown == to_traditional(shown)


def test_a_clause_without_an_item_is_shown_itself(capsys):
    code, said = asked(capsys, "NJ-F25", "nanjing")
    assert (code, said["clause"]) == (0, "NJ-F25")
    assert "双七对" in said["items"]
    assert "NJ-L01" in asked(capsys, "NJ-L01", as_json=False)[1]


@pytest.mark.parametrize("item", all_items(), ids=lambda item: f"{item.game.id}-{item.zh}")
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_item_is_answered(capsys, item, lang):
    code, shown = asked(capsys, item.clause, item.game.id, lang, as_json=False)
    assert code == 0
    assert item.zh in shown
    json.dumps(ask.answer(item))


def test_examples_are_up_to_date():
    made = examples.text_of(examples.make())
    assert made == examples.FILE.read_text("utf-8"), "python -m quepu.examples"


@pytest.mark.parametrize("game", list(rulesets.games()), ids=lambda g: g.id)
def test_examples_are_what_they_claim(game):
    for item in items(game).values():
        pair = examples.examples(game.id).get(item.zh)
        if pair is None:
            continue
        assert pair.yes.has(item.zh)
        assert pair.no is None or (pair.no.score.legal and not pair.no.has(item.zh))
    with_hands = examples.examples(game.id)
    assert len(with_hands) >= len(items(game)) * 0.9


@pytest.mark.parametrize("game", list(rulesets.games()), ids=lambda g: g.id)
def test_every_cited_clause_is_found_with_its_text(game):
    known = clauses.clauses(game.spec)
    cited = {fan.clause for fan in game.items} | {r.clause for r in game.requires} | {o.clause for o in game.options}
    cited |= {m.clause for m in game.payments} | {p.clause for p in presets(game)} | set(game.refused.values())
    assert not {clause for clause in cited if clause and clause not in known}


def test_clauses_are_packaged(tmp_path, monkeypatch):
    assert "docs/rules/ DESTINATION quepu/data/rules" in (clauses.SOURCE.parents[1] / "CMakeLists.txt").read_text(
        "utf-8"
    )
    (tmp_path / "x.md").write_text(
        "# T\n## H\n- **XX-A01** one\n  more\n| id | Chinese | v |\n| --- | --- | --- |\n| XX-F01 | 甲 (乙) | 2 |\n"
    )
    monkeypatch.setattr(clauses, "PACKAGED", tmp_path)
    found = clauses.clauses.__wrapped__("x.md")
    assert found["XX-A01"].text == "one more"
    assert found["XX-F01"].names == ("甲", "乙")
    assert clauses.clauses.__wrapped__("absent.md") == {}


def test_names_are_compared_without_tones_and_script():
    assert normal("天鳳") == normal("天凤")
    assert normal("Lǜ yī sè") == "lvyise"
