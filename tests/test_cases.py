"""Every case of every case file, and what a malformed file is answered."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from quepu.cases import Case, CaseError, load, run, run_file

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
CASES = [case for file in FILES for case in load(file)]
GOOD = """
- id: nanjing/score/test
  ruleset: nanjing
  seat: 3
  by: discard
  from: 2
  hand: 123m456p78945s11m
  win: 6s
  expect: {fans: {跑: 20, 门清: 20, 无花果: 40}, total: 80, payments: [0, 0, -80, 80]}
"""


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.id)
def test_case(case: Case) -> None:
    outcome = run(case)
    assert outcome.passed, f"{case.file}: {case.id}: (key, expected, actual): {outcome.differences}"


def test_ids_are_unique_over_all_files() -> None:
    assert [name for name, n in Counter(c.id for c in CASES).items() if n > 1] == []


def written(path: Path, text: str) -> Path:
    file = path / "bad.yaml"
    file.write_text(text, "utf-8")
    return file


def test_the_good_case_is_good(tmp_path: Path) -> None:
    (outcome,) = run_file(written(tmp_path, GOOD))
    assert outcome.passed


@pytest.mark.parametrize(
    ("old", "new", "key", "says"),
    [
        ("  win: 6s\n", "", "win", "missing"),
        ("  win: 6s\n", "  wins: 6s\n", "win", "did you mean"),
        ("  win: 6s\n", "  win: 6s\n  meld: []\n", "meld", "did you mean melds"),
        ("  win: 6s\n", "  win: 6\n", "win", "a tile is expected"),
        ("  win: 6s\n", "  win: 6s7s\n", "win", "exactly one"),
        ("  win: 6s\n", "  win: 6s\n  context: [after-king]\n", "context", "did you mean after-kong"),
        ("  win: 6s\n", "  win: 6s\n  context: after-kong\n", "context", "a list of words"),
        ("  win: 6s\n", "  win: 6s\n  rule: [{NJ-F01: 1}]\n", "rule", "text is expected"),
        ("  win: 6s\n", "  win: 6s\n  stake: 3\n", "stake", "from 1 to 2"),
        ("  win: 6s\n", "  win: 6s\n  snapshot: 2\n", "snapshot", "true or false"),
        ("  win: 6s\n", "  win: 6s\n  jokers: 1z\n", "jokers", "none"),
        ("  win: 6s\n", "  win: 6s\n  liability: {kong: 2}\n", "liability.kong", "did you mean liability.kong_from"),
        ("  win: 6s\n", "  win: 6s\n  liability: {kong_from: 4}\n", "liability.kong_from", "0 to 3"),
        ("  win: 6s\n", "  win: 6s\n  flowers: 1z\n", "flowers", "no bonus tile"),
        ("  win: 6s\n", "  win: 6s\n  flowers: 1f1f\n", "hand", "there is only 1"),
        ("  win: 6s\n", "  win: 6s\n  melds: [pong 111m]\n", "meld", "pong"),
        ("  win: 6s\n", "  win: 6s\n  melds: [pung 333m from 3]\n", "melds", "cannot feed"),
        ("ruleset: nanjing", "ruleset: nanking", "ruleset", "did you mean"),
        ("ruleset: nanjing", "ruleset: nanjing\n  options: {smush: 1}", "options", "did you mean smash"),
        ("ruleset: nanjing", "ruleset: nanjing\n  options: {smash: 3}", "options", "one of 1, 2"),
        ("ruleset: nanjing", "ruleset: nanjing\n  options: [smash]", "options", "a mapping of options"),
        ("seat: 3", "seat: 4", "seat", "0 to 3"),
        ("seat: 3", "seat: east", "seat", "a seat's number"),
        ("seat: 3", "seat: true", "seat", "a seat's number"),
        ("seat: 3", "seat: 2", "from", "cannot give"),
        ("by: discard", "by: tsumo", "by", "self, discard or rob"),
        ("by: discard", "by: self", "from", "self-draw"),
        ("  from: 2\n", "", "from", "who discarded"),
        ("123m456p78945s11m", "123m456p78945s1m", "hand", "13 are needed"),
        ("123m456p78945s11m", "123m456p78945x11m", "hand", "x"),
        ("123m456p78945s11m", "111m456p78945s11m", "hand", "5 times"),
        ("total: 80", "total: eighty", "expect.total", "whole number"),
        ("total: 80", "totals: 80", "expect.totals", "did you mean total"),
        ("fans: {跑: 20, 门清: 20, 无花果: 40}", "fans: [跑]", "expect.fans", "mapping"),
        ("[0, 0, -80, 80]", "[0, 0, -80, x]", "expect.payments", "whole numbers"),
        ("total: 80", "invalid: why", "expect.invalid", "instead of"),
        ("{fans: {跑: 20, 门清: 20, 无花果: 40}, total: 80, payments: [0, 0, -80, 80]}", "{}", "expect", "says nothing"),
        ("{fans: {跑: 20, 门清: 20, 无花果: 40}, total: 80, payments: [0, 0, -80, 80]}", '{invalid: ""}', "expect.invalid", "why"),
    ],
)  # fmt: skip
def test_malformed_case(tmp_path: Path, old: str, new: str, key: str, says: str) -> None:
    assert old in GOOD
    file = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(CaseError) as error:
        list(run_file(file))
    message = str(error.value)
    assert message.startswith(f"{file}: nanjing/score/test: ")
    assert key in message.removeprefix(f"{file}: nanjing/score/test: ")
    assert says in message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nanjing: 1", "a list of cases is expected"),
        ("- nanjing", "entry 1"),
        ("- {ruleset: nanjing}", "entry 1: id"),
        ("- [", "not YAML"),
        (GOOD + GOOD, "nanjing/score/test: id: it stands twice"),
        (GOOD.replace("seat: 3", "seat: 3\n  seat: 1"), "'seat' stands twice"),
    ],
)
def test_malformed_file(tmp_path: Path, text: str, says: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(CaseError) as error:
        load(file)
    assert str(error.value).startswith(f"{file}: ")
    assert says in str(error.value)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="cannot be read"):
        load(tmp_path / "none.yaml")


def test_a_table_that_the_preset_does_not_have_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace("ruleset: nanjing", "ruleset: chengdu\n  options: {players: 3}").replace("seat: 3", "seat: 1")
    with pytest.raises(CaseError, match="options: option players: under chengdu it is always 4"):
        load(written(tmp_path, text))


def test_a_wrong_expectation_is_a_difference(tmp_path: Path) -> None:
    (outcome,) = run_file(written(tmp_path, GOOD.replace("total: 80", "total: 81")))
    assert outcome.differences == [("total", 81, 80)]


def test_a_win_where_a_refusal_is_expected(tmp_path: Path) -> None:
    text = GOOD[: GOOD.index("expect:")] + "expect: {invalid: why}\n"
    (outcome,) = run_file(written(tmp_path, text))
    assert outcome.differences[0][:2] == ("invalid", "why")
