"""The reference evaluator: the same answers as the kernel's, step by step, in plain Python.

It walks the expressions of a `Compiled` over the facts of one reading and shares nothing with the kernel but those facts:
what explanations say comes from here, and tests hold both against each other at every node.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from quepu.rules.expr import (
    Apply,
    Compare,
    Condition,
    Deferred,
    Fact,
    FactSpec,
    Int,
    IntLike,
    RuleError,
    run,
    value_of,
)
from quepu.rules.items import Fan, Money
from quepu.rules.lower import Compiled

Facts = Mapping[FactSpec, int]
GroupTuple = tuple[int, int, int, int]
"""A group as the kernel tells it: type (0 chow, 1 pung, 2 pair), lowest kind, jokers (bit mask), status bits."""


@dataclass(frozen=True, slots=True)
class Step:
    """One expression with its value and the steps that it was made from."""

    expr: Int
    value: int
    parts: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Fate:
    """Why an item that is there counts less often than it stands there: the cause, and the item or group behind it.

    Causes: excluded (by an item), silenced (by a group), used (its sets are used by other items), lower (than another item of
    its group), turned (into another item), taken (some of its counts belong to another item).
    """

    cause: Literal["excluded", "silenced", "used", "lower", "turned", "taken"]
    by: str


@dataclass(frozen=True, slots=True)
class Paid:
    """One payment: the rule behind it, who gives (-1 the table), who gets (-1 the house), points, and how they came about."""

    money: Money
    source: int
    to: int
    amount: int
    values: Values = field(repr=False, compare=False)


@dataclass
class Values:
    """Values of expressions over facts; what is about items comes from `about`."""

    facts: Facts
    about: Callable[[Deferred], int]
    memo: dict[int, int] = field(default_factory=dict)
    keep: list[Int] = field(default_factory=list)  # the memo knows expressions by identity: they must live as long

    def of(self, expr: IntLike) -> int:
        """Give the value of an expression."""
        if not isinstance(expr, Int):
            return int(expr)
        if id(expr) not in self.memo:
            self.memo[id(expr)] = self._of(expr)
            self.keep.append(expr)
        return self.memo[id(expr)]

    def _of(self, expr: Int) -> int:
        constant = value_of(expr)
        if constant is not None:
            return constant
        match expr:
            case Fact() | Condition():
                return self.facts[expr.spec]
            case Deferred():
                return self.about(expr)
            case Apply() | Compare():
                return run(expr.op, tuple(self.of(a) for a in expr.args))
        raise RuleError(f"{expr!r} has no value before options are known")

    def step(self, expr: Int) -> Step:
        """Give the tree of steps to a value."""
        return Step(expr, self.of(expr), tuple(self.step(part) for part in expr.parts))


class Judgement:
    """All that follows from the facts of one reading under compiled rules.

    `counts` and `amounts` stand beside `rules.items`; `present` and `excluded` hold places of items there; `fates` tells why an
    item that is present counts less, `used` which sets (places of groups) an item of related sets is made of, once a count.
    """

    def __init__(self, rules: Compiled, facts: Facts, groups: Sequence[GroupTuple]) -> None:
        self.rules = rules
        self.facts = facts
        self.groups = groups
        self.values = Values(facts, self._about)
        self.present: set[int] = set()
        self.excluded: set[int] = set()
        self.fates: dict[int, Fate] = {}
        self.used: dict[int, list[frozenset[int]]] = {}
        self.counts = [0] * len(rules.items)
        self._settle()
        self.amounts = [
            run("mul", (self.values.of(f.value), n)) if n else 0 for f, n in zip(rules.items, self.counts, strict=True)
        ]

    # ------------------------------------------------------------------ what follows

    def step(self, expr: Int) -> Step:
        """Give the tree of steps to an expression's value."""
        return self.values.step(expr)

    @property
    def total(self) -> int:
        """The hand's worth in the unit of the rule system."""
        return self.values.of(self.rules.value)

    @property
    def failed(self) -> int | None:
        """The place of the first requirement that is not met; None when the win is legal."""
        return next((i for i, r in enumerate(self.rules.requires) if not self.values.of(r.condition)), None)

    @cached_property
    def rank(self) -> tuple[Any, ...]:
        """What readings are compared by: a legal one first, then the rules' own order, then earlier items."""
        return (self.failed is None, tuple(self.values.of(b) for b in self.rules.best), tuple(self.counts))

    def pay(self, winner: int, payer_value: Callable[[FactSpec, int], int]) -> list[Paid]:
        """Every payment; `payer_value` gives the value of a fact about a seat that is asked to pay."""
        paid: list[Paid] = []
        about_payers = [spec for spec in self.rules.facts if spec.level == 4]
        for seat in range(self.rules.seats):
            values = Values({**self.facts, **{spec: payer_value(spec, seat) for spec in about_payers}}, self._about)
            chosen: set[int] = set()
            for money in self.rules.money:
                if not values.of(money.when) or money.choice in chosen:
                    continue
                if money.choice >= 0:
                    chosen.add(money.choice)
                amount = values.of(money.amount)
                if money.source == "table":
                    paid += [Paid(money, -1, seat, amount, values)] if seat == winner else []
                elif values.of(money.payer) and not (money.source == "seats" and seat == winner):
                    paid.append(Paid(money, seat, winner if money.source == "seats" else -1, amount, values))
        return paid

    def payments(self, paid: Sequence[Paid]) -> list[int]:
        """Points that each seat gains or loses by these payments."""
        result = [0] * self.rules.seats
        for p in paid:
            for seat, op in ((p.source, "sub"), (p.to, "add")):
                if seat >= 0:
                    result[seat] = run(op, (result[seat], p.amount))
        return result

    def _about(self, expr: Deferred) -> int:
        """Give a number about items that are settled."""
        items = self.rules.items
        if expr.what == "worth":
            return _fold("add", 0, (a for f, a in zip(items, self.amounts, strict=True) if f.zh == expr.about))
        inside = [i for i, f in enumerate(items) if f.group == expr.about and self.counts[i]]
        if expr.what == "number":
            return sum(self.counts[i] for i in inside)
        start, op = (0, "add") if expr.what == "total" else (1, "mul")
        return _fold(op, start, (self.amounts[i] for i in inside))

    # ------------------------------------------------------------------ which items count

    def _named(self, name: str) -> list[int]:
        return [i for i, f in enumerate(self.rules.items) if f.zh == name]

    def _settle(self) -> None:
        items, of = self.rules.items, self.values.of
        for i, fan in enumerate(items):
            if not fan.alone and of(fan.when) and of(fan.each) > 0:
                self.present.add(i)
                self.counts[i] = of(fan.each)
        self._exclude()
        self._use_once()
        self._keep_highest()
        for place in sorted(self.present - self.excluded):  # what another item has turned into does not turn more
            if self.counts[place]:
                self._turn(items[place])
        for fan, times in self._counting_with_counts():
            for other, number in fan.takes.items():
                for i in self._named(other):
                    if self.counts[i] and number:
                        self.fates[i] = Fate("taken", fan.zh)
                    self.counts[i] = max(0, self.counts[i] - number * times())
        for i, fan in enumerate(items):
            if (
                fan.alone
                and of(fan.when)
                and not any(n and not self._beside(fan, items[j]) for j, n in enumerate(self.counts))
            ):
                self.present.add(i)
                self.counts[i] = max(0, of(fan.each))

    def _turn(self, fan: Fan) -> None:
        for old, new in fan.turns.items():
            into = next(iter(self._named(new)), None)
            if into is None:
                continue
            for i in self._named(old):
                moved, self.counts[i] = self.counts[i], 0
                self.counts[into] += moved
                if moved:
                    self.fates[i] = Fate("turned", new)

    def _counting_with_counts(self) -> Iterator[tuple[Fan, Callable[[], int]]]:
        for i, fan in enumerate(self.rules.items):
            if self.counts[i]:
                yield fan, lambda i=i: self.counts[i]  # type: ignore[misc]

    def _beside(self, fan: Fan, other: Fan) -> bool:
        """Whether the other item does not disturb one that counts only alone (names go before groups)."""
        return any(name == other.zh or (name == other.group and not self._named(name)) for name in fan.beside)

    def _exclude(self) -> None:
        items = self.rules.items
        groups = {g.name: g for g in self.rules.groups}
        alive = {items[i].group for i in self.present}
        for i in sorted(self.present):
            for other in items[i].excludes:
                for j in self._named(other):
                    self.excluded.add(j)
                    if j in self.present:
                        self.fates.setdefault(j, Fate("excluded", items[i].zh))
        for i in self.present:
            unless = groups[items[i].group].unless
            if unless in alive:
                self.excluded.add(i)
                self.fates[i] = Fate("silenced", unless)
        for i in self.excluded:
            self.counts[i] = 0

    def _keep_highest(self) -> None:
        items = self.rules.items
        for group in self.rules.groups:
            inside = [i for i, f in enumerate(items) if f.group == group.name and self.counts[i]]
            if group.combine != "highest" or not inside:
                continue
            top = max(inside, key=lambda i: (self.values.of(items[i].value) * self.counts[i], -i))
            for i in inside:
                if i != top:
                    self.counts[i] = 0
                    self.fates[i] = Fate("lower", items[top].zh)

    # ------------------------------------------------------------------ sets used once

    def _use_once(self) -> None:
        """Items of related sets: each next one takes a set that is free and at most one that is used; the best sum counts."""
        once = [i for i, f in enumerate(self.rules.items) if f.sets is not None]
        found: list[tuple[int, frozenset[int], int]] = []
        for i in once:
            self.counts[i] = 0
            fan = self.rules.items[i]
            if fan.sets is not None and i in self.present - self.excluded:
                found += [(i, sets, self.values.of(fan.value)) for sets in related(fan.sets.shapes, self.groups)]
        for c in best_use(found):
            self.counts[found[c][0]] += 1
            self.used.setdefault(found[c][0], []).append(found[c][1])
        for i in once:
            if i in self.present - self.excluded and not self.counts[i]:
                self.fates[i] = Fate("used", self.rules.items[i].zh)


def best_use(found: Sequence[tuple[int, frozenset[int], int]]) -> list[int]:
    """Give the places of the best of (item, sets, value) under the use-once rule, in order; of equal sums the earlier items."""
    best: tuple[int, list[int], list[int]] = (0, [], [])
    seen: set[frozenset[int]] = {frozenset()}
    queue: list[frozenset[int]] = [frozenset()]
    for state in queue:
        items = sorted(found[c][0] for c in state)
        value = sum(found[c][2] for c in state)
        if value > best[0] or (value == best[0] and _earlier(items, best[1])):
            best = (value, items, sorted(state))
        used = frozenset[int]().union(*(found[c][1] for c in state))
        for c, (item, sets, _) in enumerate(found):
            if not sets - used or len(sets & used) > 1 or len(state) == 7:
                continue
            if any(found[o][0] == item and found[o][1] & sets for o in state):
                continue
            after = state | {c}
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return best[2]


def _earlier(items: Sequence[int], others: Sequence[int]) -> bool:
    for a, b in zip(items, others, strict=False):
        if a != b:
            return a < b
    return len(items) > len(others)


def related(shapes: Sequence[Any], groups: Sequence[GroupTuple]) -> list[frozenset[int]]:
    """Every choice of sets (places of groups) that is related as one of the shapes says."""
    result: list[frozenset[int]] = []
    for kind, start, steps, suits, clauses in shapes:
        able = [i for i, g in enumerate(groups) if g[0] == kind and g[1] < 27]
        for places in itertools.combinations(able, len(steps)):
            sets = [groups[i] for i in places]
            if clauses and not all(any(selected(c, g) for c in clauses) for g in sets):
                continue
            if any(_fits(start, steps, suits, order) for order in itertools.permutations(sets)):
                result.append(frozenset(places))
    return result


def _fits(start: int, steps: Sequence[int], suits: Sequence[int], sets: Sequence[GroupTuple]) -> bool:
    low = sets[0][1] % 9 - steps[0]
    if start >= 0 and low != start:
        return False
    if any(g[1] % 9 != low + step for g, step in zip(sets, steps, strict=True)):
        return False
    pairs = itertools.combinations(range(len(sets)), 2)
    return all((suits[a] == suits[b]) == (sets[a][1] // 9 == sets[b][1] // 9) for a, b in pairs)


def selected(clause: tuple[int, ...], group: GroupTuple) -> bool:
    """Whether one conjunction of a selector holds for a group."""
    kind, lowest, _, status = group
    return bool(clause[kind] >> lowest & 1) and status & clause[3] == clause[4]


def _fold(op: str, start: int, numbers: Iterator[int]) -> int:
    for number in numbers:
        start = run(op, (start, number))
    return start


def facts_of(rules: Compiled, values: Sequence[int]) -> dict[FactSpec, int]:
    """Give the facts of one reading from a row of the kernel's values: those that no item and no payer decides."""
    return {spec: values[place] for spec, place in rules.facts.items() if spec.level <= 2}
