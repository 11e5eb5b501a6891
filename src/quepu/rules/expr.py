"""Typed expressions: the numbers and conditions that rule systems are written in.

An expression is a value: it can be printed in words, folded when options are known, lowered to the kernel and
evaluated step by step. It has no truth value of its own, so ``and``, ``or``, ``not`` and ``if`` on one are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn, TypeAlias, cast

from quepu import _kernel


class RuleError(Exception):
    """A rule file that cannot mean what it says; the message tells where and what to write instead."""


@dataclass(frozen=True, slots=True)
class Words:
    """A phrase in Simplified Chinese and English."""

    zh: str
    en: str


OPS: Mapping[str, int] = _kernel.OPS
LEVELS: Mapping[str, tuple[int, int]] = _kernel.FACTS
INT_MIN, INT_MAX = -(2**31), 2**31 - 1


class Int:
    """A whole number that depends on the hand: a fact, a constant, or an operation on others."""

    __slots__ = ("label",)
    label: Words | None

    def __init__(self) -> None:
        self.label = None

    # Children and rebuilding, for folding and printing.
    @property
    def parts(self) -> tuple[Int, ...]:
        """The expressions that this one is made of."""
        return ()

    def same(self, other: Int) -> bool:
        """Whether both are the same expression (``==`` builds a comparison instead)."""
        return self is other

    def named(self, zh: str, en: str) -> Int:
        """The same expression under a name of its own, for explanations."""
        self.label = Words(zh, en)
        return self

    def __bool__(self) -> NoReturn:
        raise RuleError(
            f"{self!r} has no truth value while rules are read: write & for 'and', | for 'or', ~ for 'not', "
            "where(condition, a, b) for 'if', and put comparisons in parentheses: (hand.suits == 1) & win.self_draw"
        )

    def __repr__(self) -> str:
        return self.label.en if self.label else f"<{type(self).__name__}>"

    def __hash__(self) -> int:
        return id(self)

    def __add__(self, other: IntLike) -> Int:
        return Apply("add", self, other)

    def __radd__(self, other: int) -> Int:
        return Apply("add", other, self)

    def __sub__(self, other: IntLike) -> Int:
        return Apply("sub", self, other)

    def __rsub__(self, other: int) -> Int:
        return Apply("sub", other, self)

    def __mul__(self, other: IntLike) -> Int:
        return Apply("mul", self, other)

    def __rmul__(self, other: int) -> Int:
        return Apply("mul", other, self)

    def __floordiv__(self, other: IntLike) -> Int:
        return Apply("div", self, other)

    def __pow__(self, other: IntLike) -> Int:
        return Apply("pow", self, other)

    def __rpow__(self, other: int) -> Int:
        return Apply("pow", other, self)

    def __eq__(self, other: object) -> Bool:  # type: ignore[override]
        return Compare("eq", self, _number(other))

    def __ne__(self, other: object) -> Bool:  # type: ignore[override]
        return Compare("ne", self, _number(other))

    def __lt__(self, other: IntLike) -> Bool:
        return Compare("lt", self, other)

    def __le__(self, other: IntLike) -> Bool:
        return Compare("le", self, other)

    def __gt__(self, other: IntLike) -> Bool:
        return Compare("gt", self, other)

    def __ge__(self, other: IntLike) -> Bool:
        return Compare("ge", self, other)

    def __and__(self, other: object) -> Bool:
        raise RuleError(f"{self!r} & …: only conditions can be joined; compare first: ({self!r} >= 1) & …")

    __rand__ = __or__ = __ror__ = __and__


class Bool(Int):
    """A condition; in arithmetic it counts as 1 or 0."""

    __slots__ = ()

    def named(self, zh: str, en: str) -> Bool:
        """The same condition under a name of its own, for explanations."""
        self.label = Words(zh, en)
        return self

    def __and__(self, other: object) -> Bool:
        return Compare("both", self, _condition(other))

    def __rand__(self, other: object) -> Bool:
        return Compare("both", _condition(other), self)

    def __or__(self, other: object) -> Bool:
        return Compare("either", self, _condition(other))

    def __ror__(self, other: object) -> Bool:
        return Compare("either", _condition(other), self)

    def __invert__(self) -> Bool:
        return Compare("negate", self)


IntLike: TypeAlias = Int | int
BoolLike: TypeAlias = Bool | bool


def _number(value: object) -> Int:
    if isinstance(value, Int):
        return value
    if isinstance(value, bool | int):
        return Const(int(value))
    raise RuleError(f"{value!r} ({type(value).__name__}) stands where a number belongs")


def _condition(value: object) -> Bool:
    if isinstance(value, Bool):
        return value
    if isinstance(value, bool):
        return TRUE if value else FALSE
    raise RuleError(f"{value!r} stands where a condition belongs; compare it with something: (x == 1)")


class Const(Int):
    """A fixed number."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        super().__init__()
        if not INT_MIN <= value <= INT_MAX:
            raise RuleError(f"{value} does not fit into 32 bits")
        self.value = value

    def __repr__(self) -> str:
        return str(self.value)


def constant(value: int, zh: str, en: str) -> Int:
    """A fixed number with a name of its own, for explanations: ``constant(2000, "满贯", "mangan")``."""
    return Const(value).named(zh, en)


class Truth(Bool):
    """Always or never."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        super().__init__()
        self.value = value

    def __repr__(self) -> str:
        return "always" if self.value else "never"


TRUE, FALSE = Truth(1), Truth(0)
TRUE.named("总是", "always")
FALSE.named("从不", "never")


class _Operation(Int):
    """An operation of the kernel and its operands."""

    __slots__ = ("args", "op")
    SIGNS: ClassVar[dict[str, str]] = {
        "add": "+", "sub": "-", "mul": "*", "div": "//", "pow": "**", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">",
        "ge": ">=", "both": "&", "either": "|",
    }  # fmt: skip

    def __init__(self, op: str, *args: object) -> None:
        super().__init__()
        self.op = op
        self.args = tuple(_number(a) for a in args)

    @property
    def parts(self) -> tuple[Int, ...]:
        """The operands."""
        return self.args

    def __repr__(self) -> str:
        if self.label:
            return self.label.en
        sign = self.SIGNS.get(self.op)
        if sign and len(self.args) == 2:
            return f"({self.args[0]!r} {sign} {self.args[1]!r})"
        return f"{self.op}({', '.join(repr(a) for a in self.args)})"


class Apply(_Operation):
    """An operation that gives a number."""

    __slots__ = ()


class Compare(_Operation, Bool):
    """An operation that gives a condition."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FactSpec:
    """One fact of the kernel: its name there, parameters, kinds, selector clauses, patterns and input key."""

    name: str
    params: tuple[int, ...] = ()
    mask: int = 0
    clauses: tuple[tuple[int, ...], ...] = ()
    patterns: tuple[Any, ...] = ()
    input: str = ""

    @property
    def level(self) -> int:
        """When it can change: 0 hand, 1 tiles, 2 reading, 3 items, 4 payer."""
        return LEVELS[self.name][1]


class Fact(Int):
    """A number that the kernel finds in the hand."""

    __slots__ = ("spec",)

    def __init__(self, spec: FactSpec, words: Words) -> None:
        super().__init__()
        self.spec = spec
        self.label = words


class Condition(Bool):
    """A fact that is 1 or 0."""

    __slots__ = ("spec",)

    def __init__(self, spec: FactSpec, words: Words) -> None:
        super().__init__()
        self.spec = spec
        self.label = words


class Deferred(Int):
    """A number about scoring items, known when all of them are: total, number, product or worth."""

    __slots__ = ("about", "what")

    def __init__(self, what: str, about: str, words: Words) -> None:
        super().__init__()
        self.what = what
        self.about = about
        self.label = words


class Present(Bool):
    """Whether an item's own condition holds, before exclusions."""

    __slots__ = ("about",)

    def __init__(self, about: str) -> None:
        super().__init__()
        self.about = about
        self.label = Words(about, about)


class Optional(Int):
    """The value of a house option: a constant once options are known. See `quepu.rules.options`."""

    __slots__ = ("key", "read")

    def __init__(self, key: str, read: Callable[[Any], int], words: Words) -> None:
        super().__init__()
        self.key = key
        self.read = read
        self.label = words


class OptionalTruth(Bool):
    """A condition on a house option."""

    __slots__ = ("key", "read")

    def __init__(self, key: str, read: Callable[[Any], int], words: Words) -> None:
        super().__init__()
        self.key = key
        self.read = read
        self.label = words


def where(condition: Bool, then: IntLike, otherwise: IntLike = 0) -> Int:
    """One number or the other, by a condition."""
    return Apply("pick", _condition(condition), then, otherwise)


def either(condition: Bool, then: Bool, otherwise: BoolLike) -> Bool:
    """One condition or the other, by a condition."""
    return Compare("pick", _condition(condition), _condition(then), _condition(otherwise))


def least(first: IntLike, *others: IntLike) -> Int:
    """The smallest of several numbers."""
    result = _number(first)
    for other in others:
        result = Apply("min", result, other)
    return result


def most(first: IntLike, *others: IntLike) -> Int:
    """The largest of several numbers."""
    result = _number(first)
    for other in others:
        result = Apply("max", result, other)
    return result


def round_up(value: IntLike, to: int) -> Int:
    """The next multiple of `to`, or the value itself when it is one."""
    return Apply("round_up", value, to)


def capped(value: IntLike, cap: IntLike) -> Int:
    """The value, at most `cap`; a cap of 0 is no cap."""
    cap = _number(cap)
    return where(cap > 0, least(value, cap), value)


def lookup(value: IntLike, table: Mapping[int, int], otherwise: int = 0) -> Int:
    """The number that the table gives for a value."""
    result: Int = Const(otherwise)
    for key, number in table.items():
        result = where(_number(value) == key, number, result)
    return result


def total(group: str = "items") -> Int:
    """The sum of the items that count in a group."""
    return Deferred("total", group, Words(f"{group}合计" if group != "items" else "合计", f"total of {group}"))


def number(group: str = "items") -> Int:
    """How many items count in a group (an item that counts twice is two)."""
    return Deferred("number", group, Words(f"{group}项数", f"number of {group}"))


def product(group: str) -> Int:
    """The product of the items that count in a group; 1 when there is none."""
    return Deferred("product", group, Words(f"{group}连乘", f"product of {group}"))


def worth(item: str) -> Int:
    """What an item contributes, 0 when it does not count."""
    return Deferred("worth", item, Words(f"{item}的值", f"value of {item}"))


def has(*items: str) -> Bool:
    """Whether one of the items is there by its own condition, counted or not."""
    result: Bool = Present(items[0])
    for item in items[1:]:
        result = result | Present(item)
    return result


def run(op: str, args: tuple[int, ...]) -> int:
    """One operation on numbers, as the kernel does it, in Python: results are cut to 32 bits, never an error."""
    a = args[0]
    b = args[1] if len(args) > 1 else 0
    c = args[2] if len(args) > 2 else 0

    def cut(x: int) -> int:
        return max(INT_MIN, min(INT_MAX, x))

    match op:
        case "add":
            return cut(a + b)
        case "sub":
            return cut(a - b)
        case "mul":
            return cut(a * b)
        case "div":
            return 0 if b == 0 else cut(a // b)
        case "pow":
            result = 1
            for _ in range(min(b, 64)):
                result = cut(result * a)
            return result
        case "min" | "max":
            return min(a, b) if op == "min" else max(a, b)
        case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
            return int({"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[op])
        case "both":
            return int(bool(a) and bool(b))
        case "either":
            return int(bool(a) or bool(b))
        case "negate":
            return int(not a)
        case "pick":
            return b if a else c
        case "round_up":
            return 0 if b <= 0 else cut(-(-a // b) * b)
    raise RuleError(f"no operation {op!r}")


def value_of(expr: Int) -> int | None:
    """The number of a constant expression; None when it depends on the hand."""
    return expr.value if isinstance(expr, Const | Truth) else None


@dataclass(slots=True)
class Folder:
    """Puts the values of options into expressions and does all arithmetic that is then possible."""

    options: Mapping[str, Any]
    present: Callable[[str], Bool] = field(default=Present)
    memo: dict[int, tuple[Int, Int]] = field(default_factory=dict)  # by identity, so the expression is kept too

    def fold(self, expr: Int) -> Int:
        """The folded expression; the same one when nothing changes."""
        known = self.memo.get(id(expr))
        if known is None:
            known = self.memo[id(expr)] = (expr, self._fold(expr))
        return known[1]

    def _fold(self, expr: Int) -> Int:
        if isinstance(expr, Optional):
            constant = Const(expr.read(self.options[expr.key]))
            constant.label = expr.label
            return constant
        if isinstance(expr, OptionalTruth):
            return TRUE if expr.read(self.options[expr.key]) else FALSE
        if isinstance(expr, Present):
            return self.present(expr.about)
        if not isinstance(expr, Apply | Compare):
            return expr
        args = tuple(self.fold(a) for a in expr.args)
        values = [value_of(a) for a in args]
        short = self._short(expr.op, args, values)
        if short is not None:
            if expr.label and isinstance(short, Apply | Compare) and not short.label:
                short = type(short)(short.op, *short.args)  # the name stays with the part that is left, and only there
                short.label = expr.label
            return short
        if all(v is not None for v in values):
            result = run(expr.op, tuple(cast("list[int]", values)))
            if isinstance(expr, Compare):
                return TRUE if result else FALSE
            return Const(result)
        if all(a is b for a, b in zip(args, expr.args, strict=True)):
            return expr
        new = type(expr)(expr.op, *args)
        new.label = expr.label
        return new

    @staticmethod
    def _short(op: str, args: tuple[Int, ...], values: list[int | None]) -> Int | None:
        """What is known although one operand is not."""
        if op == "both":
            if 0 in values:
                return FALSE
            return next((args[1 - i] for i in (0, 1) if values[i] and isinstance(args[1 - i], Bool)), None)
        if op == "either":
            if any(values):
                return TRUE
            return next((args[1 - i] for i in (0, 1) if values[i] == 0 and isinstance(args[1 - i], Bool)), None)
        if op == "pick" and values[0] is not None:
            return args[1] if values[0] else args[2]
        if (op == "mul" and 1 in values) or (op == "add" and 0 in values):
            neutral = values.index(1 if op == "mul" else 0)
            other = args[1 - neutral]
            return other if not isinstance(other, Bool) else None
        if op == "mul" and 0 in values:
            return Const(0)
        return None
