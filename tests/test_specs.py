"""The rule systems against their specifications: tables of items, values, exclusions, and that no clause is forgotten."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quepu.cases import Case, load, run
from quepu.rules import Compiled, Fan, Game
from quepu.rules import compile as compile_rules
from quepu.rules.expr import Apply, Const, value_of
from quepu.rulesets import games

DOCS = Path(__file__).parents[1] / "docs" / "rules"
CASES = Path(__file__).parent / "cases"
CODE = Path(compile_rules.__code__.co_filename).parents[1] / "rulesets"
GAMES = {game.id: game for game in games()}
ALL = pytest.mark.parametrize("name", GAMES)

# Rows of a table of items that no finished hand can have.
NO_ITEM = {"RI-S34"}  # 流局满贯 is paid at an exhausted wall, it is no win
# Items that stand outside the table: their clause is a note, an option or a decision.
BESIDE_THE_TABLE = {
    ("MC-F83", "明暗杠"), ("MC-X08", "混带幺"), ("SC-P22", "唱歌"), ("SC-P22", "跳舞"), ("TJ-X09", "平和"),
}  # fmt: skip
# The table's excludes column against Fan.excludes: what the rule system says in another way.
EXCLUDED_OTHERWISE = {
    "MC-F18": {"幺九刻"},  # by the condition of 幺九刻, since an option lifts it
    "MC-F24": {"一色三同顺"},  # both together need six sets; the other direction is there
    "MC-F38": {"幺九刻"}, "MC-F60": {"幺九刻"}, "MC-F61": {"幺九刻"},  # pung by pung (MC-C09): 幺九刻 does not count those pungs
    "RI-S20": {"平和", "一杯口", "二杯口"},  # another shape
}  # fmt: skip
NOT_IN_THE_COLUMN = {"混带幺"}  # 全带幺 under its other name (MC-X08)


@cache
def spec(name: str) -> str:
    return (DOCS / GAMES[name].spec).read_text("utf-8")


def tables(name: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """(heads, row by head) of every row of a table of items."""
    heads: list[str] = []
    for line in spec(name).splitlines():
        cells = re.split(r"\s*\|\s*", line.strip())[1:] if line.startswith("|") else []
        if cells and cells[0] == "id" and "English" in cells:
            heads = cells
        elif not cells or cells[0] == "key":
            heads = heads if cells else []
        elif heads and re.match(rf"{GAMES[name].prefix}-[A-Z]\d\d$", cells[0]):
            yield heads, dict(zip(heads, [*cells, *[""] * len(heads)], strict=False))


def rows(name: str) -> list[tuple[str, dict[str, str]]]:
    return [(row["id"], row) for _, row in tables(name)]


def names_of(row: dict[str, str]) -> set[str]:
    cell = next(text for head, text in row.items() if head.startswith("Chinese"))
    return {part for part in re.split(r"[\s(),、20]+", cell) if part}


def listed(game: Game) -> list[Fan]:
    shown = {group.name for group in game.all_groups if group.listed}
    return [fan for fan in game.items if fan.group in shown]


def score_cases(name: str) -> list[Case]:
    return [case for case in load(CASES / f"{name}-items.yaml") if case.is_score]


@ALL
def test_every_row_of_the_tables_is_an_item(name: str) -> None:
    items = {(fan.clause, fan.zh) for fan in listed(GAMES[name])}
    there = rows(name)
    assert len(there) > 10
    for clause, row in there:
        if clause in NO_ITEM:
            continue
        mine = {zh for cited, zh in items if cited == clause}
        assert mine, f"{clause} {row} is no item"
        assert mine <= names_of(row), f"{clause}: {mine} is not named so in the table: {names_of(row)}"
    known = {clause for clause, _ in there}
    assert {(clause, zh) for clause, zh in items if clause not in known} <= BESIDE_THE_TABLE


@cache
def compiled(name: str, preset: str) -> Compiled:
    return compile_rules(GAMES[name], {}, preset)


def number(cell: str) -> int | None:
    """The number of a cell that is one: 8, +3, ×2, 40."""
    found = re.fullmatch(r"[+×]?(\d+)(?: each| each, ×2| soft| soft each)?", cell)
    return int(found[1]) if found else None


def check_value(name: str, preset: str, clause: str, cell: str) -> bool:
    wanted = number(cell)
    if wanted is None:
        return False
    items = [fan for fan in compiled(name, preset).items if fan.clause == clause]
    if not items and wanted == 0:
        return True
    if "soft" in cell or "×2" in cell[1:]:
        return False  # flowers are written doubled
    assert items, f"{clause} is no item under {preset}"
    for fan in items:
        assert value_of(fan.value if not isinstance(fan.value, int) else Const(fan.value)) == wanted, (
            f"{clause} {fan.zh} under {preset}"
        )
    return True


def test_values_of_chinese_official() -> None:
    assert sum(check_value("mcr", "mcr", clause, row["value"]) for clause, row in rows("mcr")) == 81


def test_values_of_nanjing() -> None:
    checked = 0
    for clause, row in rows("nanjing"):
        cells = row["value"].split(" / ")
        for preset, cell in zip(
            ("nanjing", "nanjing-classic", "nanjing-north"), cells if len(cells) == 3 else cells[:1], strict=False
        ):
            checked += cell != "–" and check_value("nanjing", preset, clause, cell.replace("total ×2", "×2"))
    assert checked > 40


def test_values_of_sichuan() -> None:
    checked = 0
    for clause, row in rows("sichuan"):
        for head, preset in (("six", "sichuan-six-fan"), ("points", "sichuan-points"), ("chengdu", "chengdu")):
            if row[head] == "–":
                assert not [fan for fan in compiled("sichuan", preset).items if fan.clause == clause], (
                    f"{clause} under {preset}"
                )
                checked += 1
            elif clause != "SC-F18":  # its value is the option's
                checked += check_value("sichuan", preset, clause, row[head])
    assert checked > 45


def test_values_of_tianjin() -> None:
    tianjin = [
        check_value("tianjin", "tianjin", clause, row["value"])
        for clause, row in rows("tianjin")
        if "value" in row and clause != "TJ-F11"
    ]
    hui = [check_value("tianjin", "tianjin-hui", clause, row["fan"]) for clause, row in rows("tianjin") if "fan" in row]
    assert (sum(tianjin), sum(hui)) == (10, 6)


def test_values_of_riichi() -> None:
    yakuman = {"yakuman": 13, "double": 26}
    for clause, row in rows("riichi"):
        for fan in (f for f in compiled("riichi", "riichi").items if f.clause == clause):
            value = fan.value if not isinstance(fan.value, int) else Const(fan.value)
            closed, opened = (value.args[1], value.args[2]) if isinstance(value, Apply) else (value, value)
            if row["closed"] in yakuman:
                assert (value_of(value), fan.group) == (yakuman[row["closed"]], "yakuman"), clause
            elif row["closed"] == "n":
                assert (value_of(value), fan.group) == (1, "dora"), clause
            else:
                assert (str(value_of(closed)), fan.group) == (row["closed"], "items"), clause
                assert row["open"] in ("–", str(value_of(opened))), clause


def test_exclusions_of_chinese_official() -> None:
    items = {fan.clause: fan for fan in GAMES["mcr"].items}
    names = {fan.zh for fan in GAMES["mcr"].items}
    for clause, row in rows("mcr"):
        column = (
            {word for word in row["excludes"].split() if word in names}
            if not row["excludes"].startswith("—")
            else set()
        )
        assert set(items[clause].excludes) - NOT_IN_THE_COLUMN == column - EXCLUDED_OTHERWISE.get(clause, set()), clause


def test_exclusions_of_riichi() -> None:
    items = {fan.clause: fan for fan in GAMES["riichi"].items}
    for clause, row in rows("riichi"):
        if clause in items:
            column = {items[f"RI-{cited}"].zh for cited in re.findall(r"S\d\d", row["excludes / implied"])}
            assert set(items[clause].excludes) == column - EXCLUDED_OTHERWISE.get(clause, set()), clause


# ------------------------------------------------------------------------------------------------ clauses


def clauses(name: str) -> set[str]:
    """The ids that the specification defines."""
    return set(re.findall(rf"^(?:- \*{{0,2}}|\| )({GAMES[name].prefix}-[A-Z]\d\d)", spec(name), re.MULTILINE))


def cited(name: str) -> set[str]:
    """The ids that the rule system cites; "MC-C07, W04" are two."""
    prefix = GAMES[name].prefix
    code = (CODE / f"{name}.py").read_text("utf-8")
    return {
        f"{prefix}-{short}"
        for run_of_ids in re.findall(rf"{prefix}-([A-Z]\d\d(?:(?:, | – )[A-Z]\d\d)*)", code)
        for short in run_of_ids.replace(" – ", ", ").split(", ")
    }


@ALL
def test_cited_clauses_exist(name: str) -> None:
    assert cited(name) <= clauses(name)


@ALL
def test_no_clause_is_forgotten(name: str) -> None:
    """Every clause is cited by the rule system, or tests/uncited_clauses.txt says who else sees to it."""
    noted: list[str] = []
    for line in (Path(__file__).parent / "uncited_clauses.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            noted += [word for word in line.split() if word.startswith(f"{GAMES[name].prefix}-")]
    assert len(noted) == len(set(noted))
    assert set(noted) == clauses(name) - cited(name)


# ------------------------------------------------------------------------------------------------ cases for and against every item


@pytest.mark.parametrize("name", ["mcr", "riichi"])
def test_item_cases(name: str) -> None:
    for case in score_cases(name):
        assert run(case).differences == [], case.id


@pytest.mark.parametrize("name", ["mcr", "riichi"])
def test_every_item_has_a_case_and_a_near_miss(name: str) -> None:
    cases = score_cases(name)
    for fan in listed(GAMES[name]):
        having = [case for case in cases if fan.zh in case.data["expect"].get("fans", {})]
        lacking = [
            case
            for case in cases
            if fan.clause in case.data["rule"] and fan.zh not in case.data["expect"].get("fans", {})
        ]
        assert having, f"{fan.zh} [{fan.clause}] has no case"
        assert lacking, f"{fan.zh} [{fan.clause}] has no near miss"


def test_a_yakuman_has_no_fu() -> None:
    """RI-F08: all honors as seven pairs is no hand of 25 fu."""
    case = next(case for case in score_cases("riichi") if case.id == "riichi/score/items-all-honors-pairs")
    score = run(case).score
    assert score is not None
    assert score.figures == {}
