"""Case files: reading them strictly, running them, and saying what differs. The format is in tests/cases/FORMAT.md."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from quepu import scripts
from quepu.clauses import clauses
from quepu.hands import Hand, InputError, TileError
from quepu.notation import NotationError
from quepu.rules import OptionClashError, OptionError
from quepu.rulesets import UnknownRulesetError
from quepu.scoring import Score, rules_for, score_hand

HAND_KEYS = {"seat", "by", "from", "hand", "win", "melds", "flowers", "round", "jokers", "context"}
COMMON = {"id", "rule", "ruleset", "options", "expect", "note"}
EXPECT = {"fans", "total", "payments", "invalid"}
GAME_KEYS = {"script", "hands"}


class CaseError(Exception):
    """A case file that is not in the format: the message names file, case and key."""


@dataclass(frozen=True)
class Case:
    """One case as written, with the file it stands in."""

    file: str
    id: str
    data: Mapping[str, Any]

    @property
    def is_score(self) -> bool:
        """Whether it is a finished hand (otherwise it is a scripted deal)."""
        return not GAME_KEYS & set(self.data)


@dataclass
class Outcome:
    """What came of a case: the differences (key, expected, actual), empty when it passed."""

    case: Case
    score: Score | None = None
    differences: list[tuple[str, Any, Any]] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything expected was there."""
        return not self.differences


class _Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """YAML with every repeated key refused."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """A mapping whose keys are all different."""
        keys = [self.construct_object(k, deep=True) for k, _ in node.value]
        twice = {k for k in keys if keys.count(k) > 1} if len(keys) != len(set(map(str, keys))) else set()
        if twice:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {min(map(str, twice))!r} stands twice", node.start_mark
            )
        return dict(super().construct_mapping(node, deep))


def load(path: str | Path) -> list[Case]:
    """The cases of a file. Raises CaseError with file, case id and key."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{path}: cannot be read: {error}") from None
    return loads(text, str(path))


def loads(text: str, name: str = "cases") -> list[Case]:
    """The cases of a text, named for its messages. Raises CaseError."""
    try:
        data = yaml.load(text, _Loader)  # noqa: S506  the loader is a safe one
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise CaseError(f"{name}: not YAML: {error}") from None
    if not isinstance(data, list):
        raise CaseError(f"{name}: a list of cases is expected, not {type(data).__name__}")
    cases: list[Case] = []
    seen: set[str] = set()
    for number, entry in enumerate(data, 1):
        if not isinstance(entry, dict):
            raise CaseError(f"{name}: entry {number} is {entry!r}; a case is a mapping with an id")
        case_id = entry.get("id")
        if not isinstance(case_id, str):
            raise CaseError(f"{name}: entry {number}: id: RULESET/score/NAME is expected, not {case_id!r}")
        if case_id in seen:
            raise CaseError(f"{name}: {case_id}: id: it stands twice in this file")
        seen.add(case_id)
        case = Case(name, case_id, entry)
        _check(case)
        cases.append(case)
    return cases


def _check(case: Case) -> None:
    """Refuse a case that is not in the format."""

    def wrong(key: str, what: str) -> CaseError:
        return CaseError(f"{case.file}: {case.id}: {key}: {what}")

    data = case.data
    for key in (
        ("ruleset", "seat", "by", "hand", "win", "expect")
        if case.is_score
        else ("ruleset", "script", "hands", "expect")
    ):
        if key not in data:
            near = difflib.get_close_matches(key, map(str, data), 1)
            raise wrong(key, "is missing" + (f"; did you mean it by {near[0]!r}?" if near else ""))
    for key, kinds, right in (
        ("ruleset", str, "a rule system's id"), ("seat", int, "a seat's number"), ("by", str, "self, discard or rob"), ("hand", str, "tiles such as 123m55z"),
        ("win", str, "a tile"), ("melds", list, "a list such as [pung 555z from 2]"), ("flowers", str, "tiles such as 1f5f"), ("round", str, "1z to 4z"),
        ("jokers", str, "tiles"), ("context", list, "a list of words"), ("options", dict, "a mapping of options"), ("expect", dict, "a mapping"),
        ("rule", list, "a list of clauses"), ("from", int, "a seat's number"),
    ):  # fmt: skip
        if key in data and (not isinstance(data[key], kinds) or isinstance(data[key], bool)):
            raise wrong(key, f"{data[key]!r} is not possible; {right} is expected")
    for key in ("melds", "context", "rule"):
        for entry in data.get(key, ()):
            if not isinstance(entry, str):
                raise wrong(key, f"{entry!r} is not possible; text is expected")
    expect = data["expect"]
    try:
        rules = rules_for(data["ruleset"], data.get("options"))
    except UnknownRulesetError as error:
        raise wrong("ruleset", str(error)) from None
    except OptionClashError as error:
        if "invalid" not in expect:
            raise wrong("options", str(error)) from None
        rules = rules_for(data["ruleset"])
    except (OptionError, ValueError) as error:
        raise wrong("options", str(error)) from None
    known_clauses = clauses(rules.game.spec)  # empty where the specifications are not at hand
    for clause in data.get("rule", ()) if known_clauses else ():
        if str(clause).startswith(f"{rules.game.prefix}-") and clause not in known_clauses:
            near = difflib.get_close_matches(clause, known_clauses, 1)
            raise wrong(
                "rule",
                f"there is no clause {clause!r} in {rules.game.spec}" + (f"; did you mean {near[0]}?" if near else ""),
            )
    if not case.is_score:
        try:
            scripts.check(data, rules)
        except scripts.ScriptError as error:
            raise CaseError(f"{case.file}: {case.id}: {error}") from None
        return
    figures = {f.key for f in rules.game.figures}
    inputs = {i.key.split(".")[0] for i in rules.game.inputs} | {"liability"}
    for where, keys, known in (("", data, HAND_KEYS | COMMON | inputs), ("expect.", expect, EXPECT | figures)):
        for key in keys:
            if key not in known:
                near = difflib.get_close_matches(str(key), known, 1)
                raise wrong(
                    f"{where}{key}",
                    "no such key; "
                    + (f"did you mean {near[0]}?" if near else "there are: " + ", ".join(sorted(known))),
                )
    if not EXPECT & set(expect):
        raise wrong("expect", "says nothing: fans, total, payments or invalid is expected")
    if "invalid" in expect and len(expect) > 1:
        raise wrong("expect.invalid", "stands instead of the other keys, not beside them")
    if "fans" in expect and not isinstance(expect["fans"], dict):
        raise wrong("expect.fans", "a mapping of items to values is expected")
    if "total" in expect and type(expect["total"]) is not int:
        raise wrong("expect.total", "a whole number is expected")
    if "payments" in expect and (
        not isinstance(expect["payments"], list) or not all(type(p) is int for p in expect["payments"])
    ):
        raise wrong("expect.payments", "a list of whole numbers, one a seat, is expected")
    if not isinstance(expect.get("invalid", "-"), str) or not expect.get("invalid", "-"):
        raise wrong("expect.invalid", "any text that says why is expected")


def hand_of(case: Case) -> Hand:
    """The hand of a score case. Raises CaseError."""
    data = case.data
    inputs = {k: v for k, v in data.items() if k not in HAND_KEYS | COMMON and not (k == "liability" and v == {})}
    try:
        return Hand.read(
            data["hand"], data["win"], melds=data.get("melds", ()), seat=data["seat"], by=data["by"], source=data.get("from"),
            round=data.get("round"), flowers=data.get("flowers", ""), jokers=data.get("jokers", ""), context=data.get("context", ()),
            inputs=inputs,
        )  # fmt: skip
    except (InputError, NotationError) as error:
        raise CaseError(f"{case.file}: {case.id}: {error}") from None


def run(case: Case) -> Outcome:
    """Score the hand of a case, or play its script, and compare. Raises CaseError when the case cannot be."""
    if not case.is_score:
        rules = rules_for(case.data["ruleset"], case.data.get("options"))
        try:
            return Outcome(case, differences=scripts.differences(case.data, rules))
        except scripts.ScriptError as error:
            raise CaseError(f"{case.file}: {case.id}: {error}") from None
    hand = hand_of(case)
    expect = case.data["expect"]
    try:
        result = score_hand(rules_for(case.data["ruleset"], case.data.get("options")), hand)
    except (InputError, OptionClashError) as error:
        if "invalid" in expect and isinstance(error, TileError | OptionClashError):
            return Outcome(case)  # no such table, or no such tiles: a refusal
        raise CaseError(f"{case.file}: {case.id}: {error}") from None
    outcome = Outcome(case, result)
    if "invalid" in expect:
        if result.legal:
            outcome.differences.append(("invalid", expect["invalid"], f"a win: {result.fans}, total {result.total}"))
        return outcome
    if result.refusal is not None:
        outcome.differences.append(("win", "allowed", str(result.refusal)))
        return outcome
    actual: dict[str, Any] = {
        "fans": result.fans,
        "total": result.total,
        "payments": list(result.payments),
        **result.figures,
    }
    for key, wanted in expect.items():
        if wanted != actual.get(key):
            outcome.differences.append((key, wanted, actual.get(key)))
    return outcome


def run_file(path: str | Path) -> Iterator[Outcome]:
    """The outcome of each case of a file."""
    for case in load(path):
        yield run(case)
