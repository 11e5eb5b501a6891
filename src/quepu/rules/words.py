"""Expressions in words: what a rule says, as a player would say it, in Chinese and English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from quepu.rules.expr import (
    Apply,
    Compare,
    Condition,
    Const,
    Deferred,
    Fact,
    Int,
    Optional,
    OptionalTruth,
    Present,
    Truth,
    Words,
    value_of,
)
from quepu.rules.facts import Counted, Held, article
from quepu.rules.game import Game

Language: TypeAlias = Literal["zh", "en"]
Names: TypeAlias = Mapping[str, Words]
"""Items and groups by the name that expressions use, for their names in both languages."""

# How tightly a phrase holds together: a part that holds less tightly than its place asks for goes into brackets.
CHOICE, EITHER, BOTH, COMPARED, SUM, PRODUCT, ATOM = range(7)
Phrase: TypeAlias = tuple[str, int]

SEATS = frozenset({"seat", "from", "fed", "payer"})
SIGNS = {"eq": "＝", "ne": "≠", "lt": "＜", "le": "≤", "gt": "＞", "ge": "≥"}
SIGNS_EN = {"eq": "=", "ne": "≠", "lt": "<", "le": "≤", "gt": ">", "ge": "≥"}
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
EXISTENCE = ("有", "无", "没有")


def say(expr: Int, lang: Language, *, deep: bool = False, names: Names | None = None) -> str:
    """Say an expression as a phrase. What has a name of its own is called by it; `deep` opens the outermost name.

    `names` (of `vocabulary`) gives items and groups their English names.

    >>> from quepu.rules import *
    >>> say(count(pung & winds) == 4, "zh"), say((hand.suits == 1) & ~win.self_draw, "en")
    ('风牌刻子数＝4', 'number of suits = 1 and not self-draw')
    >>> say(wait.closed, "zh"), say(wait.closed, "zh", deep=True)
    ('嵌张', '有和牌张所成、和中间张的顺子')
    """
    return _Speaker(lang, names or {}).phrase(expr, root=deep)[0]


def vocabulary(game: Game) -> Names:
    """Give the names of a rule system's items and groups.

    >>> from quepu.rulesets import find
    >>> vocabulary(find("mcr")[0])["碰碰和"].en
    'All Pungs'
    """
    result = {group.name: Words(group.zh, group.en) for group in game.all_groups}
    return result | {fan.zh: Words(fan.zh, fan.en) for fan in game.items}


class _Speaker:
    """One language: dispatches on what an expression is and brackets what must be."""

    def __init__(self, lang: Language, names: Names) -> None:
        self.zh = lang == "zh"
        self.names = names

    # ------------------------------------------------------------------ small things

    def pick(self, zh: str, en: str) -> str:
        return zh if self.zh else en

    def word(self, words: Words) -> str:
        return words.zh if self.zh else words.en

    def bracket(self, text: str) -> str:
        return f"（{text}）" if self.zh else f"({text})"

    def part(self, expr: Int, level: int) -> str:
        text, own = self.phrase(expr)
        return text if own >= level else self.bracket(text)

    def listed(self, parts: list[str], last: str) -> str:
        """Join as in "A, B and C": `last` joins the last two."""
        if len(parts) == 1:
            return parts[0]
        return self.pick("、", ", ").join(parts[:-1]) + last + parts[-1]

    # ------------------------------------------------------------------ dispatch

    def phrase(self, expr: Int, *, root: bool = False) -> Phrase:
        if isinstance(expr, Deferred):
            return self.deferred(expr), ATOM
        if isinstance(expr, Present):
            name = self.word(self.names.get(expr.about, Words(expr.about, expr.about)))
            return (f"“{name}”" if ", " in name else name), ATOM
        if isinstance(expr, OptionalTruth):
            return self.chosen(expr, "＝", " = "), ATOM
        if isinstance(expr, Fact | Condition | Optional | Truth):
            assert expr.label
            return self.word(expr.label), ATOM
        if isinstance(expr, Const):
            return str(expr.value).replace("-", "−"), ATOM
        if not isinstance(expr, Apply | Compare):
            raise TypeError(f"{type(expr).__name__} has no words")
        if expr.label and not (root and self.tells(expr)):
            text = self.word(expr.label)
            joined = ("或" in text or "且" in text) if self.zh else (" or " in text or " and " in text)
            return text, EITHER if joined and not text.startswith(("全是", "only ")) else ATOM
        if expr.op in SIGNS:
            return self.compared(expr.op, *expr.args)
        if expr.op == "pick":
            return self.choice(expr)
        return self.operations[expr.op](self, expr)

    @staticmethod
    def tells(expr: Apply | Compare) -> bool:
        """Whether opening a name says more than the name, which for 全是…, 每组皆… and patterns it does not."""
        first = expr.args[0]
        if isinstance(first, Fact) and first.spec.name == "matches":
            return False
        return not (isinstance(first, Counted) and expr.label and expr.label.zh.startswith(("全是", "每组皆")))

    def chosen(self, expr: OptionalTruth, zh: str, en: str) -> str:
        """Say a house option's choice: its own equation, or its name in quotation marks."""
        assert expr.label
        if self.zh:
            return expr.label.zh.replace("＝", zh) if "＝" in expr.label.zh else f"「{expr.label.zh}」"
        return expr.label.en.replace("=", en) if "=" in expr.label.en else f"“{expr.label.en}”"

    def deferred(self, expr: Deferred) -> str:
        name = self.names.get(expr.about, Words(expr.about, expr.about))
        everything = expr.about == "items" and not self.names
        match expr.what:
            case "worth":
                return self.pick(f"{name.zh}的值", f"value of {name.en}")
            case "total":
                return self.pick(f"{'各项' if everything else name.zh}之和", f"sum of {name.en}")
            case "product":
                return self.pick(f"{name.zh}连乘", f"product of {name.en}")
            case _:
                return self.pick(f"{'' if everything else name.zh}项数", f"number of {name.en}")

    # ------------------------------------------------------------------ conditions

    def compared(self, op: str, left: Int, right: Int) -> Phrase:
        if value_of(left) is not None:
            left, right, op = right, left, MIRRORED[op]
        value = value_of(right)
        if isinstance(left, Counted) and value is not None and left.label:
            said = self.counted(op, left, value)
            if said:
                return said, COMPARED
        if isinstance(left, Held) and left.label and (op, value) in (("ge", 1), ("eq", 2)):
            return self.word(left.label if op == "ge" else left.before), ATOM
        if self.is_seat(left):
            said = self.seated(op, left, right, value)
            if said:
                return said, COMPARED
        sign = SIGNS[op] if self.zh else f" {SIGNS_EN[op]} "
        return f"{self.part(left, SUM)}{sign}{self.part(right, SUM)}", COMPARED

    def counted(self, op: str, what: Counted, value: int) -> str:
        """Say of countable things that there are some, there are none, at least so many."""
        zh, en = what.noun.zh, what.noun.en
        if (op, value) in (("ge", 1), ("gt", 0), ("ne", 0)):
            return self.pick(f"有{zh}", article(en))
        if (op, value) in (("eq", 0), ("lt", 1), ("le", 0)):
            return self.pick(f"没有{zh}", f"no {what.plural if what.measure == '张' else en}")
        bounds = {
            "ge": ("至少", "at least"),
            "le": ("至多", "at most"),
            "gt": ("多于", "more than"),
            "lt": ("少于", "fewer than"),
        }
        if op in bounds:
            many = en if value == 1 else what.plural
            return self.pick(f"{bounds[op][0]}{value}{what.measure}{zh}", f"{bounds[op][1]} {value} {many}")
        return ""

    @staticmethod
    def is_seat(expr: Int) -> bool:
        return isinstance(expr, Fact) and (expr.spec.name in SEATS or "liab" in expr.spec.input)

    def seated(self, op: str, who: Int, other: Int, value: int | None) -> str:
        """Say of seats who somebody is, and whether there is such a one."""
        name = self.part(who, ATOM)
        if (op, value) in (("ge", 0), ("lt", 0)):
            there = op == "ge"
            return self.pick(
                f"{'有' if there else '没有'}{name}", f"there is {article(name) if there else 'no ' + name}"
            )
        if op not in ("eq", "ne"):
            return ""
        seat = self.part(other, ATOM)
        if value is not None:
            seat = self.pick("庄家", "the dealer") if value == 0 else self.pick(f"{value}家", f"seat {value}")
        return self.pick(
            f"{name}{'是' if op == 'eq' else '不是'}{seat}", f"{name} is {'' if op == 'eq' else 'not '}{seat}"
        )

    def flat(self, op: str, expr: Int) -> list[Int]:
        """Give the operands of a chain of the same operation; what has a name stays whole."""
        if isinstance(expr, Apply | Compare) and expr.op == op and not expr.label:
            return [x for arg in expr.args for x in self.flat(op, arg)]
        return [expr]

    def chain(self, expr: Apply | Compare) -> list[Int]:
        return [x for arg in expr.args for x in self.flat(expr.op, arg)]

    def both(self, expr: Apply | Compare) -> Phrase:
        parts = [self.part(x, COMPARED) for x in self.chain(expr)]
        if len(parts) == 2:
            return self.pick("且", " and ").join(parts), BOTH
        if self.zh:
            return "，".join(parts[:-1]) + "，且" + parts[-1], BOTH
        if any(", " in text or " and " in text for text in parts):
            return " and ".join(parts), BOTH
        return self.listed(parts, " and "), BOTH

    def either(self, expr: Apply | Compare) -> Phrase:
        return self.listed([self.part(x, COMPARED) for x in self.chain(expr)], self.pick("或", " or ")), EITHER

    def negate(self, expr: Apply | Compare) -> Phrase:
        inner = expr.args[0]
        if isinstance(inner, Compare):
            if inner.op == "negate" and not inner.label:
                return self.phrase(inner.args[0])
            if inner.op in OPPOSITE and self.opens(inner):
                return self.compared(OPPOSITE[inner.op], *inner.args)
            if inner.op == "either" and not inner.label:
                return self.neither(self.chain(inner))
        if isinstance(inner, OptionalTruth):
            text = self.chosen(inner, "≠", " ≠ ")
            return (text if "≠" in text else self.pick(f"非{text}", f"not {text}")), COMPARED
        text = self.part(inner, ATOM)
        if not self.zh:
            if text.startswith(("a ", "an ")):
                return f"no {text.split(' ', 1)[1]}", COMPARED
            return f"not {text}", COMPARED
        if text.startswith("有"):
            return f"没{text}", COMPARED
        if text.startswith("全是"):
            return f"不{text}", COMPARED
        return f"{'并非' if len(text) > 6 or text.startswith(('（', '只')) else '非'}{text}", COMPARED

    def neither(self, parts: list[Int]) -> Phrase:
        said = [self.part(x, COMPARED) for x in parts]
        if all(isinstance(x, Present) for x in parts):
            return self.pick("没有", "none of ") + self.listed(said, self.pick("、", ", ")), COMPARED
        if len(said) == 2:
            return self.pick(f"既非{said[0]}也非{said[1]}", f"neither {said[0]} nor {said[1]}"), BOTH
        return self.pick("不是", "none of ") + self.listed(said, self.pick("或", ", ")), BOTH

    def opens(self, inner: Compare) -> bool:
        """Whether the opposite of a comparison reads better than "not" and its name."""
        if not inner.label:
            return True
        return isinstance(inner.args[0], Counted) and inner.label.zh.startswith(EXISTENCE)

    # ------------------------------------------------------------------ choices

    def choice(self, expr: Apply | Compare) -> Phrase:
        condition, then, otherwise = expr.args
        cap = self.cap(condition, then, otherwise)
        if cap:
            return cap
        table = self.table(expr)
        if len(table) > 2:
            about = self.part(table[0][0], COMPARED)  # type: ignore[arg-type]
            rows = [f"{key} → {self.part(value, SUM)}" for _, key, value in table[:-1]]
            rest = self.pick("其他", "otherwise")
            rows.append(f"{rest} → {self.part(table[-1][2], SUM)}")
            return self.pick(f"按{about}：{'、'.join(rows)}", f"by {about}: {', '.join(rows)}"), CHOICE
        steps: list[str] = []
        here: Int = expr
        while isinstance(here, Apply | Compare) and here.op == "pick" and (here is expr or not here.label):
            condition, then, otherwise = here.args
            when = self.part(condition, EITHER)
            steps.append(self.pick(f"若{when}则{self.part(then, EITHER)}", f"{self.part(then, EITHER)} if {when}"))
            here = otherwise
        last = self.part(here, EITHER)
        if self.zh:
            return "，否则".join([*steps, last]), CHOICE
        return ", else ".join([*steps, last]), CHOICE

    def cap(self, condition: Int, then: Int, otherwise: Int) -> Phrase | None:
        """Recognise the form that `capped` makes."""
        if not (
            isinstance(condition, Compare) and condition.op == "gt" and isinstance(then, Apply) and then.op == "min"
        ):
            return None
        if then.args[0] is not otherwise or then.args[1] is not condition.args[0]:
            return None
        cap, value = self.part(then.args[1], ATOM), self.part(otherwise, SUM)
        return self.pick(f"{value}，至多{cap}（0为不限）", f"{value}, at most {cap} (0: no limit)"), CHOICE

    @staticmethod
    def table(expr: Apply | Compare) -> list[tuple[Int | None, int, Int]]:
        """Give the rows of the form that `lookup` makes, in the order written; the last one is for all other values."""
        rows: list[tuple[Int | None, int, Int]] = []
        here: Int = expr
        while isinstance(here, Apply) and here.op == "pick":
            test = here.args[0]
            key = value_of(test.args[1]) if isinstance(test, Compare) and test.op == "eq" else None
            if key is None or not isinstance(test, Compare) or (rows and rows[-1][0] is not test.args[0]):
                return []
            rows.append((test.args[0], key, here.args[1]))
            here = here.args[2]
        return [*reversed(rows), (None, 0, here)]

    # ------------------------------------------------------------------ arithmetic

    def infix(self, sign: str, level: int) -> Callable[[Apply | Compare], Phrase]:
        def joined(expr: Apply | Compare) -> Phrase:
            args = self.chain(expr) if expr.op in ("add", "mul") else list(expr.args)
            first = self.part(args[0], level)
            return sign.join([first, *(self.part(a, level + (expr.op == "sub")) for a in args[1:])]), level

        return joined

    def add(self, expr: Apply | Compare) -> Phrase:
        return self.infix(" + ", SUM)(expr)

    def sub(self, expr: Apply | Compare) -> Phrase:
        return self.infix(" − ", SUM)(expr)

    def mul(self, expr: Apply | Compare) -> Phrase:
        return self.infix(" × ", PRODUCT)(expr)

    def div(self, expr: Apply | Compare) -> Phrase:
        text = f"{self.part(expr.args[0], ATOM)} ÷ {self.part(expr.args[1], ATOM)}"
        return text, SUM

    def power(self, expr: Apply | Compare) -> Phrase:
        base, exponent = self.part(expr.args[0], ATOM), self.part(expr.args[1], ATOM)
        return self.pick(f"{base}的{exponent}次方", f"{base} to the power of {exponent}"), PRODUCT

    def extreme(self, expr: Apply | Compare) -> Phrase:
        args = self.chain(expr)
        least = expr.op == "min"
        if len(args) == 2 and value_of(args[1]) is not None:
            bound = self.pick("至多", "at most ") if least else self.pick("至少", "at least ")
            return self.pick("，", ", ").join([self.part(args[0], SUM), f"{bound}{self.part(args[1], ATOM)}"]), CHOICE
        said = self.listed([self.part(a, SUM) for a in args], self.pick("与", " and "))
        word = self.pick("最小者", "smallest of ") if least else self.pick("最大者", "largest of ")
        return self.pick(f"{said}中的{word}", f"the {word}{said}"), COMPARED

    def rounded(self, expr: Apply | Compare) -> Phrase:
        value, step = self.part(expr.args[0], SUM), self.part(expr.args[1], ATOM)
        return self.pick(f"{value}（进到{step}的倍数）", f"{value} (rounded up to a multiple of {step})"), SUM

    operations: Mapping[str, Callable[[_Speaker, Apply | Compare], Phrase]] = {
        "both": both, "either": either, "negate": negate, "add": add, "sub": sub, "mul": mul, "div": div, "pow": power,
        "min": extreme, "max": extreme, "round_up": rounded,
    }  # fmt: skip
