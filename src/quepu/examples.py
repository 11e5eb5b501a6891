"""Example hands for every scoring item: one in which it counts and a near one in which it does not.

They are made from the case files by ``python -m quepu.examples`` and travel with the package as `data/examples.json`. A
near miss is a case that cites the item's clause and does not have it; if there is none, the smallest change to the
positive hand that leaves a win without the item.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from quepu import tiles as t
from quepu.cases import HAND_KEYS, Case, CaseError, hand_of, load
from quepu.hands import Hand, InputError
from quepu.notation import write
from quepu.rules.expr import Const, value_of
from quepu.rules.game import Game
from quepu.rules.items import Fan
from quepu.rules.options import OptionError
from quepu.rulesets import find, games
from quepu.scoring import Score, rules_for, score_hand

FILE = Path(__file__).parent / "data" / "examples.json"
CASES = Path(__file__).parents[2] / "tests" / "cases"
FAR = 5  # a case that differs more is no near miss if a smaller change can be found
_NOT_SHOWN = {"id", "rule", "note", "expect"}


@dataclass(frozen=True)
class Example:
    """One hand as case files write it, under a preset."""

    data: Mapping[str, Any]

    @property
    def preset(self) -> str:
        """The preset whose rules it shows."""
        return str(self.data["ruleset"])

    @functools.cached_property
    def hand(self) -> Hand:
        """The hand."""
        return hand_of(Case("examples.json", self.preset, self.data))

    @functools.cached_property
    def score(self) -> Score:
        """Its score under its own preset and options."""
        return self.under(self.preset)

    @property
    def possible(self) -> bool:
        """Whether it can be scored at all; some cases are about what cannot be."""
        try:
            return bool(self.score.rules)
        except (CaseError, InputError, OptionError):
            return False

    def under(self, preset: str) -> Score:
        """Its score under another preset, with the same further options."""
        return score_hand(rules_for(preset, self.data.get("options")), self.hand)

    def has(self, item: str) -> bool:
        """Whether an item counts in it."""
        return any(line.fan.zh == item for line in self.score.all_lines)


@dataclass(frozen=True)
class Pair:
    """The two hands of an item; either may be missing."""

    yes: Example | None = None
    no: Example | None = None


@functools.cache
def examples(game: str) -> Mapping[str, Pair]:
    """Return the hands of every item of a rule system, by the item's Chinese name.

    >>> pair = examples("nanjing")["压档"]
    >>> pair.yes.has("压档"), pair.no.has("压档")
    (True, False)
    """
    data = _file().get(game, {})
    pairs = {
        item: Pair(*(Example(pair[key]) if key in pair else None for key in ("yes", "no")))
        for item, pair in data.items()
    }
    return MappingProxyType(pairs)


@functools.cache
def _file() -> Mapping[str, Any]:
    try:
        return json.loads(FILE.read_text("utf-8"))  # type: ignore[no-any-return]
    except OSError:
        return {}


# ------------------------------------------------------------------------------------------------ making them


def make(folder: Path = CASES) -> dict[str, dict[str, dict[str, Any]]]:
    """Choose the hands from the case files of a folder."""
    by_game: dict[str, list[tuple[Case, Example]]] = {}
    for file in sorted(folder.glob("*.yaml")):
        for case in load(file):
            example = Example({k: v for k, v in case.data.items() if k not in _NOT_SHOWN})
            if case.is_score and example.possible:
                by_game.setdefault(find(example.preset)[0].id, []).append((case, example))
    result: dict[str, dict[str, dict[str, Any]]] = {}
    for game in games():
        cases = by_game.get(game.id, [])
        items = dict.fromkeys(fan.zh for fan in game.items)
        made = {item: _pair(game, item, cases) for item in items}
        result[game.id] = {item: pair for item, pair in made.items() if pair}
    return result


def _pair(game: Game, item: str, cases: list[tuple[Case, Example]]) -> dict[str, Any]:
    clauses = {fan.clause for fan in game.items if fan.zh == item}
    order = [*(preset.id for preset in game.presets), game.id]

    def plainness(entry: tuple[Case, Example]) -> tuple[Any, ...]:
        case, example = entry
        cited = clauses & set(case.data.get("rule", ()))
        kinds = len(set(_all_tiles(example.hand)))  # many kinds: little in it that could be taken for something else
        return (
            bool(example.data.get("options")), order.index(example.preset), not cited, len(example.score.lines), -kinds,
            len(example.data), case.id,
        )  # fmt: skip

    having = sorted((e for e in cases if e[1].has(item)), key=plainness)
    if not having:
        return {}
    yes = having[0][1]
    pair = {"yes": dict(yes.data)}
    no = _near_case(item, yes, clauses, cases)
    if no is None or _distance(no, yes) > FAR:
        no = _changed(item, yes) or no or _other_case(item, yes, cases)
    return pair | ({"no": dict(no.data)} if no else {})


def always(fan: Fan) -> bool:
    """Whether an item counts in every win: then there is no near miss."""
    return value_of(fan.when) == 1 and isinstance(fan.each, Const) and not fan.alone and not fan.sets


def _legal_without(item: str, example: Example) -> bool:
    return example.score.legal and not example.has(item)


def _near_case(item: str, yes: Example, clauses: set[str], cases: list[tuple[Case, Example]]) -> Example | None:
    """Find a case under the same rules that cites the clause and does not have the item."""
    same = [
        (case, e) for case, e in cases
        if clauses & set(case.data.get("rule", ())) and _same_rules(e, yes) and _legal_without(item, e)
    ]  # fmt: skip
    return min(same, key=lambda entry: (_distance(entry[1], yes), entry[0].id))[1] if same else None


def _other_case(item: str, yes: Example, cases: list[tuple[Case, Example]]) -> Example | None:
    """Find the nearest case under the same rules that does not have the item."""
    if any(always(fan) for fan in yes.score.rules.items if fan.zh == item):
        return None
    same = [(case, e) for case, e in cases if _same_rules(e, yes) and _legal_without(item, e)]
    return min(same, key=lambda entry: (_distance(entry[1], yes), entry[0].id))[1] if same else None


def _same_rules(a: Example, b: Example) -> bool:
    return a.preset == b.preset and a.data.get("options") == b.data.get("options")


def _all_tiles(hand: Hand) -> list[int]:
    return sorted(t.kind_of(x) for x in (*hand.concealed, hand.win, *(x for m in hand.melds for x in m.tiles)))


def _distance(a: Example, b: Example) -> int:
    """Count how much two hands differ: tiles, melds, circumstances."""
    mine, theirs = _all_tiles(a.hand), _all_tiles(b.hand)
    common = sum(min(mine.count(k), theirs.count(k)) for k in set(mine))
    rest = {k for k in {*a.data, *b.data} - {"hand", "seat", "from", "melds"} if a.data.get(k) != b.data.get(k)}
    return len(mine) - common + 2 * abs(len(a.hand.melds) - len(b.hand.melds)) + len(rest)


def _changed(item: str, yes: Example) -> Example | None:
    """Find the smallest change that leaves a win without the item."""
    best: tuple[int, Example] | None = None
    for cost, data in _changes(yes):
        if best and cost >= best[0]:
            continue
        example = Example(data)
        if example.possible and _legal_without(item, example):
            best = (cost, example)
    return best[1] if best else None


def _changes(yes: Example) -> Iterator[tuple[int, dict[str, Any]]]:
    """List changes with their cost: circumstances, the way of winning, the winning tile, flowers, one group for another."""
    data = dict(yes.data)
    for word in data.get("context", ()):
        yield 1, data | {"context": [w for w in data["context"] if w != word]}
    extra = [key for key in data if key not in HAND_KEYS | {"ruleset", "options"}]
    for key in extra:
        yield 1, {k: v for k, v in data.items() if k != key}
    if data["by"] == "self":
        yield 2, data | {"by": "discard", "from": (data["seat"] + 1) % yes.score.rules.seats}
    else:
        yield 2, {k: v for k, v in data.items() if k != "from"} | {"by": "self"}
    hand = yes.hand
    concealed = [t.kind_of(x) for x in hand.concealed]
    for kind in dict.fromkeys([*concealed, *range(t.PLAYING_KINDS)]):
        if kind != t.kind_of(hand.win):
            yield 2, data | {"win": write((kind,))}
    whole = [*concealed, t.kind_of(hand.win)]
    for kind in dict.fromkeys(concealed):  # the same tiles, another of them won
        rest = list(whole)
        rest.remove(kind)
        yield 1, data | {"hand": write(sorted(rest)), "win": write((kind,))}
    if hand.flowers:
        yield 1, {k: v for k, v in data.items() if k != "flowers"}
    else:
        yield 1, data | {"flowers": "1f"}
    yield from _other_melds(yes, data)
    yield from _other_groups(yes, data, whole)


def _other_melds(yes: Example, data: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """One meld made in another way, or of another kind."""
    melds = list(data.get("melds", ()))
    feeder = (data["seat"] + 1) % yes.score.rules.seats
    for i, meld in enumerate(yes.hand.melds):
        if meld.way == "chow":
            continue
        ways = [(1, f"pung {write(meld.tiles[:3])} from {feeder}")]
        if meld.way != "pung":
            other = (
                f"kong {write(meld.tiles)} from {feeder}"
                if meld.way == "concealed"
                else f"concealed {write(meld.tiles)}"
            )
            ways.append((2, other))
        source = f" from {meld.source}" if meld.source is not None else ""
        ways += [(4, f"{meld.way} {write((k,) * len(meld.tiles))}{source}") for k in range(t.PLAYING_KINDS)]
        for cost, text in ways:
            yield cost, data | {"melds": [*melds[:i], text, *melds[i + 1 :]]}


def _other_groups(yes: Example, data: dict[str, Any], whole: list[int]) -> Iterator[tuple[int, dict[str, Any]]]:
    """One concealed group of the reading changed into another of its size."""
    reading = yes.score.reading
    if reading is None:  # a flag of flowers wins without one
        return
    win = t.kind_of(yes.hand.win)
    pungs = [(k,) * 3 for k in range(t.PLAYING_KINDS)]
    chows = [(k, k + 1, k + 2) for k in range(27) if k % 9 < 7]
    pairs = [(k,) * 2 for k in range(t.PLAYING_KINDS)]
    for group in reading.groups[reading.melds :]:
        rest = list(whole)
        try:
            for kind in group.tiles:
                rest.remove(kind)
        except ValueError:  # jokers stand in it
            continue
        for other in pairs if len(group.tiles) == 2 else [*chows, *pungs]:
            if other == group.tiles:
                continue
            tiles = sorted([*rest, *other])
            won = win if win in tiles else other[0]
            tiles.remove(won)
            common = sum(min(group.tiles.count(k), other.count(k)) for k in set(other))
            yield 3 + len(other) - common, data | {"hand": write(tiles), "win": write((won,))}


def text_of(made: Mapping[str, Any]) -> str:
    """Write the file's text: one line an item, so that changes can be read."""
    lines = ["{"]
    for i, (game, items) in enumerate(made.items()):
        lines.append(f' "{game}": {{')
        rows = [
            f"  {json.dumps(item, ensure_ascii=False)}: {json.dumps(pair, ensure_ascii=False)}"
            for item, pair in items.items()
        ]
        lines.append(",\n".join(rows))
        lines.append(" }" + "," * (i < len(made) - 1))
    return "\n".join([*lines, "}", ""])


def main(arguments: Iterable[str] = ()) -> None:
    """Write the file from the case files of a folder (by default the repository's)."""
    folder = Path(next(iter(arguments), CASES))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text_of(make(folder)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
