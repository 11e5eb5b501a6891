"""What a rule book says, taken from the rules: sections of text, tables and items, in Chinese or English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from quepu import tiles as t
from quepu.about import Item, compiled, items, presets
from quepu.clauses import clauses
from quepu.examples import Example
from quepu.lang import Lang
from quepu.rules.expr import Apply, Compare, Int, IntLike, value_of
from quepu.rules.game import Game, walk
from quepu.rules.items import Act, Money, Shape
from quepu.rules.lower import Compiled
from quepu.rules.options import Option
from quepu.rules.words import Language, say, vocabulary
from quepu.tiles import Tile


@dataclass(frozen=True)
class Table:
    """Rows under a head; `kind` tells a renderer how to set it. Numbers of clauses in cells become links."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kind: str = ""


@dataclass(frozen=True)
class Tiles:
    """A row of tiles with a caption."""

    caption: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Clauses:
    """The specification's clauses under one heading."""

    heading: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """One scoring item as it stands in the book."""

    item: Item
    name: str
    other: str
    worth: tuple[tuple[str, str], ...]
    decided: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, str], ...]
    yes: Example | None
    no: Example | None


@dataclass(frozen=True)
class Heading:
    """A smaller heading within a section."""

    text: str


Block = str | Table | Tiles | Clauses | Entry | Heading


@dataclass(frozen=True)
class Section:
    """A part of the book with its anchor."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Book:
    """A whole rule book."""

    game: Game
    lang: Language
    title: str
    subtitle: str
    sections: tuple[Section, ...]
    spoken: Lang = "zh-Hans"


def book(game: Game, lang: Language) -> Book:
    """Return the book of a rule system.

    >>> from quepu.rulesets import find
    >>> [section.id for section in book(find("nanjing")[0], "en").sections]
    ['presets', 'tiles', 'acts', 'winning', 'table', 'items', 'words', 'value', 'money', 'options', 'clauses']
    """
    return _Writer(game, lang).book()


VERBS = {"chow": ("吃", "chow"), "pung": ("碰", "pung"), "kong": ("杠", "kong"), "win": ("和", "win")}
WAYS = {
    "added": ("补杠", "added to a pung"), "concealed": ("暗杠", "concealed"), "draw": ("自摸", "own draw"),
    "rob": ("抢杠", "robbing a kong"),
}  # fmt: skip
SHAPES = {
    "sets": ("{}副面子一副将", "{} sets and a pair"), "pairs": ("{}对", "{} pairs"), "orphans": ("十三幺", "thirteen orphans"),
    "scattered": ("全不靠", "knitted singles and honors"), "knitted": ("组合龙", "knitted straight, a set and a pair"),
    "claimed": ("第四嘴", "fourth claim"),
}  # fmt: skip
COMBINE = {
    "sum": ("相加", "added up"),
    "highest": ("只计最高的", "only the highest"),
    "product": ("相乘", "multiplied"),
}
SOURCES = {"seats": ("", ""), "table": ("从桌上取", "taken from the table"), "house": ("付给场子", "paid to the house")}


@dataclass
class _Writer:
    game: Game
    lang: Language
    spoken: dict[str, Int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.zh = self.lang == "zh"
        self.names = vocabulary(self.game)
        self.presets = presets(self.game)
        self.rules: Compiled = compiled(self.game)[self.presets[0].id]

    def pick(self, pair: tuple[str, str]) -> str:
        return pair[0 if self.zh else 1]

    def of(self, thing: Any) -> str:
        """Return a record's name."""
        return str(thing.zh if self.zh else thing.en)

    def say(self, value: IntLike, *, deep: bool = False) -> str:
        return say(value, self.lang, deep=deep, names=self.names) if isinstance(value, Int) else str(value)

    def listed(self, words: Iterable[str]) -> str:
        said = list(words)
        comma = "; " if any(", " in word for word in said) else ", "
        return ("、" if self.zh else comma).join(said)

    # ------------------------------------------------------------------ the whole

    def book(self) -> Book:
        game, z = self.game, self.zh
        sections = (
            Section("presets", "打法" if z else "Presets", tuple(self.about())),
            Section("tiles", "牌" if z else "Tiles", tuple(self.tiles())),
            Section("acts", "吃碰杠和" if z else "Who may do what", (self.acts(),)),
            Section("winning", "和牌" if z else "Winning", tuple(self.winning())),
            Section("table", "番种一览" if z else "Items at a glance", (self.table(),)),
            Section("items", "番种详解" if z else "The items", tuple(self.entries())),
            Section("words", "名词" if z else "Words used", (self.glossary(),)),
            Section("value", "怎么计算" if z else "What a hand is worth", tuple(self.value())),
            Section("money", "谁付多少" if z else "Who pays", tuple(self.money())),
            Section("options", "选项" if z else "House options", tuple(self.options())),
            Section("clauses", "条款原文" if z else "The clauses", tuple(self.clauses())),
        )
        return Book(
            game, self.lang, self.of(game), game.en if z else game.zh, tuple(s for s in sections if s.blocks), "zh-Hans" if z else "en"
        )  # fmt: skip

    # ------------------------------------------------------------------ before the hand

    def about(self) -> Iterator[Block]:
        game, z = self.game, self.zh
        seats, unit = self.rules.seats, game.unit if z else f"{game.unit_en} ({game.unit})"
        yield (
            f"{seats}人，每人{self.rules.hand}张；以{unit}计。"
            if z
            else f"{seats} players, {self.rules.hand} tiles each; counted in {unit}."
        )
        head = ("打法", "代号", "条款") if z else ("preset", "id", "clause")
        yield Table(head, tuple((self.of(p), p.id, p.clause) for p in self.presets), "names")
        if len(self.presets) > 1:
            rows = []
            for option in game.options:
                values = [
                    self.chosen(option, compiled(game)[p.id].options[option.key], code=False) for p in self.presets
                ]
                if len(set(values)) > 1:
                    rows.append((self.option(option), *values, option.clause))
            yield Heading("不同之处" if z else "Where they differ")
            columns = ("选项" if z else "option", *(self.of(p) for p in self.presets), "条款" if z else "clause")
            yield Table(columns, tuple(rows), "values")

    def option(self, option: Option) -> str:
        return (option.zh if self.zh else option.en) or option.key

    def chosen(self, option: Option, value: Any, *, code: bool = True) -> str:
        if isinstance(value, bool) or (value in ("on", "off") and value not in option.names):
            yes = value is True or value == "on"
            return ("是" if yes else "否") if self.zh else ("yes" if yes else "no")
        return self.of(option.word(value, code=code))

    def tiles(self) -> Iterator[Block]:
        game, z = self.game, self.zh
        classes = (
            (0, 9, ("万子", "characters")),
            (9, 18, ("筒子", "dots")),
            (18, 27, ("条子", "bamboos")),
            (27, 34, ("字牌", "honors")),
        )
        for low, high, name in classes:
            kinds = tuple(k for k in range(low, high) if game.tiles.mask >> k & 1)
            if kinds:
                yield Tiles(self.pick(name) + ("，各四张" if z else ", four of each"), kinds)
        bonus = tuple(k for k in range(t.ALL_KINDS) if game.bonus.mask >> k & 1)
        if bonus:
            yield Tiles("花牌，摆出补牌" if z else "bonus tiles, set aside and replaced", bonus)
        if game.jokers:
            yield "翻牌定混，混可代任何牌。" if z else "Jokers are named by the deal and stand for any tile."

    def acts(self) -> Table:
        z = self.zh
        rows = [(self.pick(VERBS[act.verb]), self.ways(act), act.clause) for act in self.game.play]
        known = {act.verb for act in self.game.play}
        rows += [
            (self.pick(VERBS[verb]), "不可" if z else "never", c)
            for verb, c in self.game.refused.items()
            if verb in VERBS and verb not in known
        ]
        return Table(("行为", "怎样", "条款") if z else ("act", "how", "clause"), tuple(rows), "names")

    def ways(self, act: Act) -> str:
        if act.verb == "chow":
            who = (
                ("任何一家的弃牌", "anybody's discard")
                if act.any_seat
                else ("上家的弃牌", "the discard of the seat before")
            )
            return self.pick(who)
        if act.verb == "pung":
            return self.pick(("任何一家的弃牌", "anybody's discard"))
        discard = ("点炮", "a discard") if act.verb == "win" else ("明杠弃牌", "with a discard")
        return self.listed(self.pick(WAYS.get(way, discard)) for way in act.ways)

    def winning(self) -> Iterator[Block]:
        z = self.zh
        yield Table(
            ("牌型", "何时", "条款") if z else ("shape", "when", "clause"),
            tuple(self.shape(s) for s in self.game.shapes),
            "names",
        )
        rows = tuple((self.of(r), self.say(r.condition), r.clause) for r in self.game.requires)
        if rows:
            yield Heading("不满足就不能和" if z else "Without these there is no win")
            yield Table(("说明", "必须", "条款") if z else ("refused as", "needed", "clause"), rows, "prose")

    def shape(self, shape: Shape) -> tuple[str, str, str]:
        size = (
            self.say(shape.size)
            if isinstance(shape.size, int)
            else str(next(s.size for s in self.rules.shapes if s.kind == shape.kind))
        )
        name = self.pick(SHAPES[shape.kind]).format(size)
        if shape.kind == "pairs":
            name += ("，四张相同的不算两对" if self.zh else ", all different") if shape.distinct else ""
        when = ("总可" if self.zh else "always") if value_of(shape.when) == 1 else self.say(shape.when)
        return name, when, shape.clause

    # ------------------------------------------------------------------ the items

    def table(self) -> Table:
        z = self.zh
        head = (
            ("番种", "英文", *(self.of(p) for p in self.presets), "条款")
            if z
            else ("item", "", *(self.of(p) for p in self.presets), "clause")
        )
        rows = []
        for item in items(self.game).values():
            amounts = tuple(self.of(w.amount) if w.amount else "–" for w in item.worth)
            rows.append((self.of(item), item.en if z else item.zh, *amounts, item.clause))
        return Table(head, tuple(rows), "items")

    def entries(self) -> Iterator[Block]:
        last = ""
        by_value = self.ordered_by_value()
        for item in items(self.game).values():
            title = self.heading(item, by_value=by_value)
            if title != last:
                yield Heading(title)
                last = title
            yield self.entry(item)

    def heading(self, item: Item, *, by_value: bool) -> str:
        group = self.of(item.group) if len(self.game.all_groups) > 1 else ("番种" if self.zh else "Items")
        amount = next((w.amount for w in item.worth if w.amount), None)
        if by_value and amount and item.group.name == "items":
            number = amount.zh.removeprefix("每个 ")
            unit = self.game.unit if self.zh else f" {self.game.unit_en}"
            return f"{number}{unit}"
        return group

    def ordered_by_value(self) -> bool:
        """Whether the items stand in the order of their values, as in the official table."""
        amounts = [
            int(number) for item in items(self.game).values()
            if item.group.name == "items" and (amount := item.worth[0].amount) and (number := amount.zh.removeprefix("每个 ")).isdigit()
        ]  # fmt: skip
        return amounts == sorted(amounts, reverse=True) and len(amounts) > 20

    def entry(self, item: Item) -> Entry:
        z = self.zh
        worth: dict[str, list[str]] = {}
        for one in item.worth:
            if one.amount:
                worth.setdefault(self.of(one.amount), []).append(self.of(one.preset))
        everywhere = len(worth) == 1 and len(next(iter(worth.values()))) == len(self.presets)
        rows = tuple((amount, "" if everywhere else self.listed(of)) for amount, of in worth.items())
        decided = tuple(
            (
                self.of(words),
                ""
                if len(of) == len(self.presets)
                else self.listed(self.of(p) for p in of) or ("可选" if z else "by option"),
            )
            for words, of in item.definitions
        )
        notes = []
        for title, names in ((("不计", "excludes"), item.excludes), (("不与之同计", "not beside"), item.excluded_by)):
            if names:
                notes.append((self.pick(title), self.listed(self.of(self.names[name]) for name in names)))
        for title, pairs in ((("少计", "takes away"), {k: v for f in item.fans for k, v in f.takes.items()}),):
            if pairs:
                notes.append(
                    (self.pick(title), self.listed(f"{self.of(self.names[k])} × {v}" for k, v in pairs.items()))
                )
        return Entry(
            item, self.of(item), item.en if z else item.zh, rows, decided, tuple(notes), item.hands.yes, item.hands.no
        )

    # ------------------------------------------------------------------ after the items

    def expressions(self) -> Iterator[Int]:
        """Everything that the book says in words, for its glossary."""
        for rules in compiled(self.game).values():
            for fan in rules.items:
                yield from (part for part in (fan.when, fan.each, fan.value) if isinstance(part, Int))
        yield from (r.condition for r in self.game.requires)
        yield self.game.value
        yield from self.game.steps.values()
        for money in self.game.payments:
            yield from (part for part in (money.payer, money.amount, money.when) if isinstance(part, Int))

    def glossary(self) -> Table:
        found: dict[str, str] = {}
        for expr in self.expressions():
            for part in walk(expr):
                if isinstance(part, Apply | Compare) and part.label:
                    name, meaning = self.say(part), self.say(part, deep=True)
                    if name not in meaning and name not in self.names:
                        found.setdefault(name, meaning)
        names = {self.of(item) for item in items(self.game).values()}
        rows = tuple(sorted((name, meaning) for name, meaning in found.items() if name not in names))
        return Table(("名词", "意思") if self.zh else ("words", "meaning"), rows, "prose")

    def value(self) -> Iterator[Block]:
        z, game = self.zh, self.game
        rows = []
        for group in game.all_groups:
            how = self.pick(COMBINE[group.combine])
            if group.unless:
                how += (
                    f"；有{self.of(self.names[group.unless])}时不计"
                    if z
                    else f"; silent beside {self.of(self.names[group.unless])}"
                )
            rows.append((self.of(group), how))
        yield Table(("组", "怎样合计") if z else ("group", "how it combines"), tuple(rows), "names")
        formula = [("和牌的值" if z else "the hand's worth", self.say(game.value, deep=True))]
        formula += [(self.of(figure), self.say(figure.value, deep=True)) for figure in game.figures]
        formula += [(self.say(step), self.say(step, deep=True)) for step in game.steps.values()]
        yield Table(("数", "算法") if z else ("number", "how"), tuple(dict.fromkeys(formula)), "prose")
        best = [self.say(b) for b in game.best]
        if best:
            text = "；".join(best) if z else "; ".join(best)
            yield (
                f"一手牌有几种拆法时，依次取这些最大的：{text}。"
                if z
                else f"Of several readings the one counts that is highest in turn by: {text}."
            )

    def money(self) -> Iterator[Block]:
        z = self.zh
        rows = tuple(self.payment(m) for m in self.game.payments)
        yield Table(
            ("项目", "谁付", "多少", "何时", "条款") if z else ("payment", "who pays", "how much", "when", "clause"),
            rows,
            "money",
        )
        if any(m.choice >= 0 for m in self.game.payments):
            yield (
                "标 ▸ 的各项只取最先成立的一项。"
                if z
                else "Of the payments marked ▸ only the first that applies is made."
            )

    def payment(self, money: Money) -> tuple[str, ...]:
        source = self.pick(SOURCES[money.source])
        who = self.say(money.payer)
        for prefix in ("付者是", "the payer is "):
            who = who.removeprefix(prefix)
        when = ("每次" if self.zh else "every win") if value_of(money.when) == 1 else self.say(money.when)
        mark = "▸ " if money.choice >= 0 else ""
        return mark + self.of(money), source or who, self.say(money.amount), when, money.clause

    def options(self) -> Iterator[Block]:
        z = self.zh
        head = ("选项", "代号", "可取", "默认", "条款") if z else ("option", "key", "allowed", "default", "clause")
        rows = []
        for option in self.game.options:
            default = compiled(self.game)[self.presets[0].id].options[option.key]
            rows.append(
                (self.option(option), option.key, self.allowed(option), self.chosen(option, default), option.clause)
            )
        yield Table(head, tuple(rows), "options")

    def allowed(self, option: Option) -> str:
        if isinstance(option.values, tuple):
            return self.listed(self.chosen(option, value) for value in option.values)
        return self.of(option.allowed)

    def clauses(self) -> Iterator[Block]:
        by_heading: dict[str, list[tuple[str, str]]] = {}
        for clause in clauses(self.game.spec).values():
            by_heading.setdefault(clause.heading, []).append((clause.id, clause.text))
        if by_heading and self.zh:
            yield "规则以下列英文条款为准。"
        for heading, rows in by_heading.items():
            yield Clauses(heading, tuple(rows))
