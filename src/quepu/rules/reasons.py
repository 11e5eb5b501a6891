"""Reasons: why a condition holds in a reading, how far it is from holding, and how a number came about.

Works on the reference evaluator's values; says things in Chinese or English with `quepu.rules.words`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quepu.rules.expr import (
    Apply,
    Bool,
    Compare,
    Condition,
    Const,
    Deferred,
    Fact,
    Int,
    Words,
    value_of,
)
from quepu.rules.facts import Counted
from quepu.rules.items import Fan
from quepu.rules.judge import Judgement, Values, related, selected
from quepu.rules.select import STATUS
from quepu.rules.words import OPPOSITE, Language, Names, say, vocabulary

MOVABLE = frozenset({"count", "tiles", "kinds", "suits", "fours"})
"""Facts that other tiles would change a little; what is a circumstance or a shape is not nearly there."""


@dataclass
class Reasons:
    """Says why and why not, about one judged reading; `tiles` writes a list of kinds as text."""

    judged: Judgement
    lang: Language
    tiles: Callable[[Sequence[int]], str]

    @cached_property
    def names(self) -> Names:
        """Items and groups in both languages."""
        return vocabulary(self.judged.rules.game)

    def pick(self, zh: str, en: str) -> str:
        """Give the text of the language that is spoken."""
        return zh if self.lang == "zh" else en

    def say(self, expr: Int, *, deep: bool = False) -> str:
        """Give an expression in words."""
        return say(expr, self.lang, deep=deep, names=self.names)

    def value(self, expr: Int) -> int:
        """Give the value of an expression in this reading."""
        return self.judged.values.of(expr)

    # ------------------------------------------------------------------ why an item counts

    def why(self, fan: Fan, place: int) -> str:
        """Why an item is there: what made its condition true, and what it counts."""
        parts = [self._held(x) for x in self._true_parts(fan.when, fan)]
        each = fan.each if isinstance(fan.each, Int) else Const(fan.each)
        if fan.alone:
            parts.append(self.pick("没有别的番种", "nothing else counts"))
        elif fan.sets is not None:
            used = self.judged.used.get(place, [])
            shown = self.pick("；", "; ").join(self._groups(sorted(sets)) for sets in used)
            parts.append(f"{self._word(fan.sets.words)}{self.pick('：', ': ')}{shown}")
        elif value_of(each) is None:
            parts += self._counted(each)
        return self.pick("，", ", ").join(dict.fromkeys(p for p in parts if p)) or self.pick("和牌即有", "every win")

    def _word(self, words: Words) -> str:
        return words.zh if self.lang == "zh" else words.en

    def _counted(self, each: Int) -> list[str]:
        """Tell what an item counts: one phrase a part that is not zero."""
        if isinstance(each, Apply) and each.op == "add" and not each.label:
            return [text for x in each.args for text in self._counted(x)]
        if isinstance(each, Apply) and each.op == "pick" and not each.label:
            return self._counted(each.args[1 if self.value(each.args[0]) else 2])
        if isinstance(each, Apply) and each.op == "mul" and not each.label:
            constant = next((v for v in map(value_of, each.args) if v is not None), None)
            inner = next((x for x in each.args if value_of(x) is None), each)
            if constant is not None and self.value(inner):
                return [f"{text} × {constant}" for text in self._counted(inner)]
        number = self.value(each)
        if not number:
            return []
        found = self.evidence(each)
        text = self._so_many(each, number) or f"{self.say(each)}{self.pick('＝', ' = ')}{number}"
        return [text + (self.pick(f"：{found}", f": {found}") if found else "")]

    def _so_many(self, what: Int, number: int, bound: tuple[str, str] = ("", "")) -> str:
        """Say so many of countable things, as in 4 pungs; empty for other numbers."""
        if not isinstance(what, Counted):
            return ""
        zh = f"{bound[0]}{number}{what.measure or '个'}{what.noun.zh}"
        return self.pick(zh, f"{bound[1]}{number} {what.noun.en if number == 1 else what.plural}")

    def _true_parts(self, expr: Int, fan: Fan | None = None) -> Iterator[Int]:
        """Give the parts of a condition that make it true: all of a conjunction, of alternatives the first that holds."""
        value = value_of(expr)
        if value is not None:
            return
        named = expr.label is not None and not (fan and expr.label.zh == fan.zh)
        if isinstance(expr, Apply | Compare) and not named:
            if expr.op == "both":
                for x in expr.args:
                    yield from self._true_parts(x)
                return
            if expr.op == "either":
                yield from self._true_parts(next(x for x in expr.args if self.value(x)))
                return
            if expr.op == "pick":
                yield from self._true_parts(expr.args[0] if self.value(expr.args[0]) else ~_condition(expr.args[0]))
                yield from self._true_parts(expr.args[1 if self.value(expr.args[0]) else 2])
                return
        yield expr

    def _held(self, expr: Int) -> str:
        """Give a true part in words, with the value where words do not tell it, and the groups that make it true."""
        text = self.say(expr)
        if isinstance(expr, Compare) and expr.op == "eq" and not expr.label and self.value(expr.args[0]) > 0:
            text = self._so_many(expr.args[0], self.value(expr.args[0])) or text
        if (
            isinstance(expr, Compare)
            and expr.op in ("ge", "gt", "le", "lt")
            and value_of(expr.args[1]) not in (None, 0, 1)
        ):
            text += self.pick(f"（有{self.value(expr.args[0])}）", f" (has {self.value(expr.args[0])})")
        if isinstance(expr, Compare) and expr.op in ("ge", "gt", "eq"):
            found = self.evidence(expr.args[0])
            if found:
                text += self.pick(f"：{found}", f": {found}")
        return text

    def evidence(self, expr: Int) -> str:
        """Give the groups that a number counts, as text; empty when they say nothing new."""
        if not isinstance(expr, Fact) or not self.judged.groups:
            return ""
        groups = self.judged.groups
        if expr.spec.name == "matches":
            found = related(expr.spec.patterns, groups)
            return self._groups(sorted(found[0])) if found else ""
        if expr.spec.name == "count":
            chosen = [i for i, g in enumerate(groups) if any(selected(c, g) for c in expr.spec.clauses)]
            return self._groups(chosen) if 0 < len(chosen) < len(groups) - 1 else ""
        return ""

    def _groups(self, places: Sequence[int]) -> str:
        return " ".join(self.tiles(kinds_of(self.judged.groups[i])) for i in places)

    # ------------------------------------------------------------------ how far a condition is

    def distance(self, expr: Int, *, wanted: bool = True) -> float:
        """How many tiles, about, keep a condition from holding (or from failing): 0 it does, infinite what no few tiles change."""
        if bool(self.value(expr)) == wanted:
            return 0
        if isinstance(expr, Compare):
            if expr.op == "negate":
                return self.distance(expr.args[0], wanted=not wanted)
            if expr.op in ("both", "either"):
                ways = [self.distance(x, wanted=wanted) for x in expr.args]
                return sum(ways) if (expr.op == "both") == wanted else min(ways)
            if expr.op == "pick":
                return self.distance(expr.args[1 if self.value(expr.args[0]) else 2], wanted=wanted)
            if expr.op in OPPOSITE and all(self._movable(x) for x in expr.args):
                a, b = (self.value(x) for x in expr.args)
                op = expr.op if wanted else OPPOSITE[expr.op]
                steps = 1 if op == "ne" else abs(a - b) + (op in ("lt", "gt"))
                return self._cost(expr.args[0], a, steps, up=op in ("ge", "gt") or (op != "lt" and a < b))
        return math.inf

    def _movable(self, expr: Int) -> bool:
        if isinstance(expr, Fact | Condition):
            return expr.spec.name in MOVABLE
        return isinstance(expr, Const) or (isinstance(expr, Apply) and all(self._movable(x) for x in expr.args))

    def _cost(self, what: Int, has: int, steps: int, *, up: bool) -> float:
        """How many tiles it takes to change a number so far; endless where nothing of it is there, or for one suit more."""
        name = what.spec.name if isinstance(what, Fact) else ""
        if (up and (has == 0 or name == "suits")) or not name:
            return math.inf
        if name == "suits":
            held = [sum(len(kinds_of(g)) for g in self.judged.groups if g[1] // 9 == suit) for suit in range(3)]
            return sum(sorted(n for n in held if n)[:steps]) if len([n for n in held if n]) > steps else math.inf
        return steps * (1 if name in ("tiles", "kinds") else 2)

    def missing(self, expr: Int, *, deep: bool = False) -> str:
        """Tell what a condition that does not hold lacks, with the values that there are."""
        parts = [self._lack(x) for x in self._false_parts(expr, deep=deep)]
        return self.pick("，", ", ").join(dict.fromkeys(parts))

    def _false_parts(self, expr: Int, *, deep: bool = False) -> Iterator[Int]:
        if isinstance(expr, Compare) and (deep or not expr.label):
            if expr.op == "both":
                for x in expr.args:
                    if not self.value(x):
                        yield from self._false_parts(x)
                return
            if expr.op == "pick":
                yield from self._false_parts(expr.args[1 if self.value(expr.args[0]) else 2])
                return
        yield expr

    def _lack(self, expr: Int) -> str:
        """One part that does not hold: what is wanted and what there is."""
        if isinstance(expr, Compare) and expr.op == "either" and not expr.label:
            ways = dict.fromkeys(self._lack(x) for x in self._alternatives(expr))
            return self.pick("，或", ", or ").join(ways)
        if isinstance(expr, Compare) and expr.op in OPPOSITE and not isinstance(expr.args[0], Condition):
            what, has, need = expr.args[0], self.value(expr.args[0]), value_of(expr.args[1])
            if need is not None:
                return self._lack_number(expr, what, has, need)
        text = self.say(expr)
        return text if expr.label else self.pick(f"要{text}", f"needs: {text}")

    def _alternatives(self, expr: Int) -> Iterator[Int]:
        if isinstance(expr, Compare) and expr.op == "either" and not expr.label:
            for x in expr.args:
                yield from self._alternatives(x)
        else:
            yield expr

    def _lack_number(self, expr: Compare, what: Int, has: int, need: int) -> str:
        text = self.say(expr)
        if text.startswith(("每组皆", "全是", "every ", "only ")):
            measure = "组" if isinstance(what, Fact) and what.spec.name == "count" else "张"
            return self.pick(f"要{text}（有{has}{measure}不是）", f"{text} ({has} {'is' if has == 1 else 'are'} not)")
        if expr.label or need == 0 or (need, expr.op) in ((1, "ge"), (0, "gt")):
            value = self.pick(f"{self.say(what)}现{has}", f"{self.say(what)} is {has}")
            return self.pick(f"要{text}（{value}）", f"needs {text} ({value})")
        sign = {
            "eq": ("", ""), "ge": ("至少", "at least "), "gt": ("多于", "more than "), "le": ("至多", "at most "), "lt": ("少于", "less than "),
            "ne": ("非", "other than "),
        }[expr.op]  # fmt: skip
        many = self._so_many(what, need, sign)
        if many:
            return self.pick(f"要{many}，现有{has}", f"needs {many}, has {has}")
        name = self.say(what)
        return self.pick(f"{name}要{sign[0]}{need}，现{has}", f"{name}: needs {sign[1]}{need}, has {has}")


def conjuncts(expr: Int) -> Iterator[Int]:
    """Give the parts of a conjunction, names opened."""
    if isinstance(expr, Compare) and expr.op == "both":
        for x in expr.args:
            yield from conjuncts(x)
    else:
        yield expr


def kinds_of(group: tuple[int, int, int, int]) -> list[int]:
    """Give the kinds that a group of a reading stands for."""
    kind, lowest, _, status = group
    if kind == 0:
        return [lowest, lowest + 1, lowest + 2]
    return [lowest] * (2 if kind == 2 else 4 if status & STATUS["kong"] else 3)


def _condition(expr: Int) -> Bool:
    assert isinstance(expr, Bool)
    return expr


# ------------------------------------------------------------------------------------------------ how a number came about

SUM, PRODUCT, POWER, ATOM = range(4)


@dataclass(frozen=True)
class Sum:
    """One line of arithmetic: the expression, what it is called, how it was computed in numbers, and its value."""

    expr: Int
    text: str
    value: int


@dataclass
class Arithmetic:
    """Writes how numbers came about: only the branches taken, names of parts replaced by their values."""

    judged: Judgement
    values: Values
    lang: Language

    def lines(self, *roots: Int) -> list[Sum]:
        """One line for each named part that depends on items, parts first, and for each root."""
        seen: dict[int, Sum] = {}
        for root in roots:
            self._collect(root, seen, root=True)
        return list(seen.values())

    def _collect(self, expr: Int, seen: dict[int, Sum], *, root: bool = False) -> None:
        if id(expr) in seen:
            return
        for part in self._taken(expr):
            self._collect(part, seen)
        if (
            isinstance(expr, Apply | Deferred)
            and (root or (expr.label and isinstance(expr, Apply)))
            and self._about_items(expr)
        ):
            seen[id(expr)] = Sum(expr, self.line(expr), self.values.of(expr))

    def _taken(self, expr: Int) -> Sequence[Int]:
        if isinstance(expr, Apply) and expr.op == "pick":
            return (expr.args[1 if self.values.of(expr.args[0]) else 2],)
        return expr.parts if isinstance(expr, Apply) else ()

    def _about_items(self, expr: Int) -> bool:
        return isinstance(expr, Deferred) or any(self._about_items(x) for x in self._taken(expr))

    def line(self, expr: Int) -> str:
        """Give a whole line: how, and the value; a rounding or a limit at the end stands as an arrow."""
        value = self.values.of(expr)
        here = self._branch(expr)
        if isinstance(here, Apply) and here.op in ("round_up", "min", "max"):
            inner, bound = here.args
            if here.op != "round_up" and value_of(bound) is None and value_of(inner) is not None:
                inner, bound = bound, inner
            if here.op == "round_up" or value_of(bound) is not None:
                before = self.values.of(inner)
                text = self._equation(inner, before)
                if before == value:
                    return text
                label = bound.label if here.op != "round_up" else None
                name = (label.zh if self.lang == "zh" else label.en) if label else ""
                return f"{text} → {f'{name} ' if name else ''}{value}"
        if isinstance(here, Const) and here.label:
            return f"{here.label.zh if self.lang == 'zh' else here.label.en} {value}"
        return self._equation(expr, value)

    def _equation(self, expr: Int, value: int) -> str:
        how = self._write(self._branch(expr), root=True)[0]
        return how if how == number(value) else f"{how} = {number(value)}"

    def _branch(self, expr: Int) -> Int:
        """Give the expression that a choice came to."""
        while isinstance(expr, Apply) and expr.op == "pick":
            expr = self._taken(expr)[0]
        return expr

    def formula(self, expr: Int) -> str:
        """How a number was computed, without its value."""
        return self._write(self._branch(expr), root=True)[0]

    def _write(self, expr: Int, *, root: bool = False) -> tuple[str, int]:
        value = self.values.of(expr)
        if isinstance(expr, Deferred):
            return self._items(expr, value)
        if not isinstance(expr, Apply) or (expr.label and not root):
            return number(value), ATOM
        match expr.op:
            case "pick":
                return self._write(self._taken(expr)[0])
            case "add" | "mul":
                return self._chain(expr, *(((" + ", SUM, 0)) if expr.op == "add" else (" × ", PRODUCT, 1)))
            case "sub":
                first, second = expr.args
                if self.values.of(second) == 0:
                    return self._write(first)
                return f"{self._part(first, SUM)} − {self._part(second, PRODUCT)}", SUM
            case "div":
                return f"{self._part(expr.args[0], ATOM)} ÷ {self._part(expr.args[1], ATOM)}", PRODUCT
            case "pow":
                return f"{self._part(expr.args[0], ATOM)}^{self._part(expr.args[1], ATOM)}", POWER
            case "round_up":
                inner, to = expr.args
                if self.values.of(inner) == value:
                    return self._write(inner)
                return f"⌈{self._write(inner)[0]}⌉{self._part(to, ATOM)}", ATOM
            case "min" | "max":
                kept = next(x for x in expr.args if self.values.of(x) == value)
                return self._write(kept)
        return number(value), ATOM

    def _part(self, expr: Int, level: int) -> str:
        text, own = self._write(expr)
        return text if own >= level else f"({text})"

    def _chain(self, expr: Apply, sign: str, level: int, neutral: int) -> tuple[str, int]:
        parts: list[Int] = []
        stack = list(reversed(expr.args))
        while stack:
            x = stack.pop()
            if isinstance(x, Apply) and x.op == expr.op and not x.label:
                stack += reversed(x.args)
            elif self.values.of(x) != neutral:
                parts.append(x)
        if not parts:
            return number(neutral), ATOM
        if len(parts) == 1:
            return self._write(parts[0])
        return sign.join(self._part(x, level) for x in parts), level

    def _items(self, expr: Deferred, value: int) -> tuple[str, int]:
        rules, judged = self.judged.rules, self.judged
        amounts = [
            a for f, n, a in zip(rules.items, judged.counts, judged.amounts, strict=True) if n and f.group == expr.about
        ]
        if expr.what == "total" and len(amounts) > 1:
            shown = [number(a) for a in amounts if a]
            return " + ".join(shown), SUM if len(shown) > 1 else ATOM
        if expr.what == "product" and len(amounts) > 1:
            return " × ".join(map(number, amounts)), PRODUCT
        return number(value), ATOM


def number(value: int) -> str:
    """Give a number as text, with a real minus sign."""
    return str(value).replace("-", "−")


__all__ = ["Arithmetic", "Reasons", "Sum", "conjuncts", "kinds_of", "number"]
