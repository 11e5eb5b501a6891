"""A rule system as one value: `Game`. Everything that can be wrong in a rule file is found here, with advice."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import Any

from quepu import _kernel
from quepu.rules.expr import (
    FALSE,
    Apply,
    Bool,
    Compare,
    Condition,
    Const,
    Deferred,
    Fact,
    Int,
    IntLike,
    Present,
    RuleError,
    total,
)
from quepu.rules.items import Act, Fan, Figure, Group, Jokers, Money, Require, Shape
from quepu.rules.options import Input, Option, OptionClashError, Preset, settle_options
from quepu.rules.play import Play
from quepu.rules.select import Tiles

CLAUSE = re.compile(r"^[A-Z]{2}-[A-Z]\d{2}$")


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One rule system: tiles, acts, shapes, items, what a hand is worth, what makes a win legal, who pays.

    `reds`: how many red fives of each suit the set has (clause: `refused["reds"]`); none at all, or no such field: a red five
    is a five like any other.
    """

    id: str
    zh: str
    en: str
    unit: str
    tiles: Tiles
    play: Sequence[Act]
    shapes: Sequence[Shape]
    items: Sequence[Fan]
    spec: str
    bonus: Tiles = Tiles(0, "无", "none")
    unit_en: str = "points"
    seats: IntLike = 4
    hand: IntLike = 13
    groups: Sequence[Group] = ()
    value: Int = field(default_factory=total)
    requires: Sequence[Require] = ()
    money: Sequence[Money | tuple[Money, ...]] = ()
    figures: Sequence[Figure] = ()
    best: Sequence[Int] = ()
    any_win_tile: Bool = FALSE
    jokers: Jokers | None = None
    options: Sequence[Option] = ()
    presets: Sequence[Preset] = ()
    inputs: Sequence[Input] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    reds: tuple[IntLike, IntLike, IntLike] | None = None
    steps: Mapping[str, Int] = field(default_factory=dict)
    tells: Mapping[str, Int] = field(default_factory=dict)  # numbers of a win that its deal remembers
    course: Play = field(default_factory=Play)
    formats: Mapping[str, str] = field(
        default_factory=dict
    )  # logs in which it is usually written, and the preset of each

    def __post_init__(self) -> None:
        check(self)

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    @property
    def prefix(self) -> str:
        """The letters of its clauses."""
        return next(iter(self.refused.values()))[:2]

    @property
    def payments(self) -> list[Money]:
        """All payments in order, with the numbers of their choices."""
        result: list[Money] = []
        for number, entry in enumerate(self.money):
            if isinstance(entry, Money):
                result.append(entry)
            else:
                result.extend(Money(m.zh, m.en, m.who, m.amount, m.when, m.source, m.clause, number) for m in entry)
        return result

    @property
    def all_groups(self) -> list[Group]:
        """The declared groups; "items" is there by itself."""
        if any(g.name == "items" for g in self.groups):
            return list(self.groups)
        return [Group("items", "番种", "items"), *self.groups]

    def preset(self, name: str) -> Preset:
        """The preset of this id; the rule system's own id is its defaults."""
        for p in self.presets:
            if p.id == name:
                return p
        if name == self.id:
            return Preset(self.id, self.zh, self.en)
        raise KeyError(name)

    def settle(self, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every option's value under a preset and further options."""
        chosen = settle_options(self.options, self.preset(preset).options, options)
        for o in self.options:
            if o.only and preset not in o.only and chosen[o.key] != o.default:
                raise OptionClashError(
                    f"option {o.key}: under {preset} it is always {o.default}; another value needs {' or '.join(o.only)} [{o.clause}]"
                )
            key, value = o.apart.get(_plain(chosen[o.key]), ("", None))
            if key and chosen[key] == value:
                raise OptionClashError(
                    f"option {o.key}: {chosen[o.key]} cannot stand beside {key} {value} [{o.clause}]"
                )
        return chosen


def _plain(value: Any) -> Any:
    """A value that can be looked up: a list is none of those that clash."""
    return None if isinstance(value, list) else value


def _int(value: IntLike) -> Int:
    return value if isinstance(value, Int) else Const(value)


def walk(expr: Int) -> Iterator[Int]:
    """An expression and all that it is made of."""
    stack = [expr]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(here.parts)


def _unknown(game: str, where: str, what: str, name: str, known: Iterable[str]) -> RuleError:
    near = difflib.get_close_matches(name, list(known), 1)
    return RuleError(f"{game}: {where}: there is no {what} {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))


def check(game: Game) -> None:
    """Refuse what cannot be meant: unknown names, cycles, items without clause, totals where they are not known yet."""
    names = {f.zh for f in game.items}
    groups = {g.name for g in game.all_groups}
    _check_records(game)
    for fan in game.items:
        where = f"item {fan.zh}"
        if not CLAUSE.match(fan.clause):
            raise RuleError(f'{game.id}: {where} cites no clause: clause="{game.prefix}-F01"')
        if isinstance(fan.excludes, str) or isinstance(fan.beside, str):
            raise RuleError(
                f'{game.id}: {where}: excludes and beside are lists of items: excludes=("{fan.excludes or fan.beside}",)'
            )
        if fan.group not in groups:
            raise _unknown(game.id, where, "group", fan.group, groups)
        for other in (*fan.excludes, *fan.takes, *fan.turns, *fan.turns.values()):
            if other not in names:
                raise _unknown(game.id, where, "item", other, names)
        if fan.zh in fan.takes or any(a == b for a, b in fan.turns.items()):
            raise RuleError(
                f"{game.id}: {where} takes or turns an item from itself; say in its condition when it holds"
            )
        for other in fan.beside:
            if other not in names | groups:
                raise _unknown(game.id, where, "item or group", other, names | groups)
        for part in (fan.when, fan.value, fan.each):
            if isinstance(part, Int):
                _check_names(game, where, part, names, groups, items_known=False)
    for group in game.groups:
        if group.unless and group.unless not in groups:
            raise _unknown(game.id, f"group {group.name}", "group", group.unless, groups)
    for condition, where in ((r.condition, f"requirement {r.en!r}") for r in game.requires):
        _check_names(game, where, condition, names, groups)
    for expr, where in [
        (game.value, "value"),
        *((part, f"payment {m.en!r}") for m in game.payments for part in (m.amount, m.when, m.who)),
        *((b, "best") for b in game.best),
        *((f.value, f"figure {f.key}") for f in game.figures),
        *((value, f"step {key}") for key, value in game.steps.items()),
        *((value, f"tell {key}") for key, value in game.tells.items()),
        *((s.when, f"shape {s.kind}") for s in game.shapes),
        *((part, "reds") for part in game.reds or ()),
        *(
            (part, what)
            for part, what in ((game.seats, "seats"), (game.hand, "hand"), (game.any_win_tile, "any_win_tile"))
        ),
    ]:
        if isinstance(expr, Int):
            _check_names(game, where, expr, names, groups)
    cited = [
        *((f.zh, f.clause) for f in game.items),
        *((r.en, r.clause) for r in game.requires),
        *((m.en, m.clause) for m in game.payments),
        *((f"refused {key}", clause) for key, clause in game.refused.items()),
        *([("jokers", game.jokers.clause)] if game.jokers and game.jokers.clause else []),
    ]
    if game.reds and "reds" not in game.refused:
        raise RuleError(f'{game.id}: reds cites no clause: refused={{"reds": "{game.prefix}-E02"}}')
    for name, clause in cited:
        if not CLAUSE.match(clause):
            raise RuleError(f"{game.id}: {name!r} cites {clause!r}, which is no clause")
        if clause[:2] != game.prefix:
            raise RuleError(
                f"{game.id}: {name!r} cites {clause}, a clause of another rule system; its own begin with {game.prefix}-"
            )
    for preset in game.presets:
        game.settle(preset.id, {})
    if game.bonus.mask == 0 and any(
        isinstance(x, Fact) and x.spec.name == "flowers" for f in game.items for x in walk(f.when & (_int(f.each) >= 1))
    ):
        raise RuleError(f"{game.id}: an item counts bonus tiles, but the set of tiles has none")
    for condition, where in ((game.any_win_tile, "any_win_tile"), *((s.when, f"shape {s.kind}") for s in game.shapes)):
        for x in walk(condition):
            if isinstance(x, Deferred | Present) or (isinstance(x, Fact | Condition) and x.spec.level > 0):
                raise RuleError(f"{game.id}: {where} depends on {x!r}, which is known only after the hand is read")
    excluded: dict[str, set[str]] = {}
    needed: dict[str, set[str]] = {}
    for f in game.items:  # items of one name, such as one a table, count together
        excluded.setdefault(f.zh, set()).update(f.excludes)
        parts = [part for part in (f.when, f.value, f.each) if isinstance(part, Int)]
        needed.setdefault(f.zh, set()).update(x.about for part in parts for x in walk(part) if isinstance(x, Present))
    _check_cycle(game, "excludes", excluded)
    _check_cycle(game, "has(...)", needed)


MELDS = {"chow": (), "pung": (), "kong": ("discard", "added", "concealed"), "win": ("draw", "discard", "rob")}


def _check_records(game: Game) -> None:
    """Refuse records that contradict themselves: things declared twice, words that no record has, too many items."""
    for what, declared in (
        ("option", [o.key for o in game.options]), ("preset", [p.id for p in game.presets]), ("group", [g.name for g in game.groups]),
        ("input", [i.key for i in game.inputs]), ("figure", [f.key for f in game.figures]),
    ):  # fmt: skip
        for name in declared:
            if declared.count(name) > 1:
                raise RuleError(f"{game.id}: the {what} {name!r} is declared twice")
    for group in game.groups:
        if group.combine not in ("sum", "highest", "product"):
            raise _unknown(
                game.id, f"group {group.name}", "way to combine", group.combine, ("sum", "highest", "product")
            )
    for act in game.play:
        if act.verb not in MELDS:
            raise _unknown(game.id, "play", "act", act.verb, MELDS)
        for way in act.ways:
            if way not in MELDS[act.verb]:
                raise _unknown(game.id, f"play: {act.verb}", "way", way, MELDS[act.verb])
    patterns = {shape for fan in game.items if fan.sets for shape in fan.sets.shapes}
    for what, records in (
        ("items", game.items), ("patterns", patterns), ("groups", game.all_groups), ("shapes", game.shapes), ("requirements", game.requires),
        ("payments", game.payments), ("figures", game.figures), ("best", game.best),
    ):  # fmt: skip
        if len(records) > _kernel.LIMITS[what]:
            raise RuleError(
                f"{game.id}: {len(records)} {what} are more than the {_kernel.LIMITS[what]} that the kernel has room for"
            )


def _check_names(
    game: Game, where: str, expr: Int, names: set[str], groups: set[str], *, items_known: bool = True
) -> None:
    keys = {o.key for o in game.options}
    inputs = {i.key for i in game.inputs}
    for x in walk(expr):
        if isinstance(x, Present) and x.about not in names:
            raise _unknown(game.id, where, "item", x.about, names)
        if isinstance(x, Deferred):
            if not items_known:
                raise RuleError(
                    f"{game.id}: {where} uses {x!r}, which is known only after all items; use has(…) or a fact"
                )
            known = names if x.what == "worth" else groups
            if x.about not in known:
                raise _unknown(game.id, where, "item" if x.what == "worth" else "group", x.about, known)
        if isinstance(x, Fact | Condition):
            if x.spec.input and x.spec.input not in inputs:
                raise _unknown(game.id, where, "input", x.spec.input, inputs)
            if not items_known and x.spec.level > 2:
                raise RuleError(f"{game.id}: {where} depends on {x!r}, which is known only when payers are asked")
        key = getattr(x, "key", None)
        if key is not None and not isinstance(x, Apply | Compare) and key not in keys:
            raise _unknown(game.id, where, "option", key, keys)


def _check_cycle(game: Game, what: str, graph: Mapping[str, set[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise RuleError(
            f"{game.id}: {what} goes in a circle: {' → '.join(error.args[1])}; say in one of them when it holds"
        ) from None
