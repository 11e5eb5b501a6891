"""What `quepu rules` tells: the rule systems with their presets, and of one its options, inputs and scoring items."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from quepu.lang import Lang, base, to_traditional
from quepu.rules import Fan, compile
from quepu.rules.expr import value_of
from quepu.rules.words import Language, say, vocabulary
from quepu.rulesets import find, games


class PresetView(msgspec.Struct, frozen=True):
    """A named set of house options."""

    id: str
    zh: str
    en: str


class Summary(msgspec.Struct, frozen=True):
    """One rule system: id, names, unit of value, how many items it has, its presets."""

    id: str
    zh: str
    en: str
    unit: str
    unit_en: str
    items: int
    presets: list[PresetView]


class Systems(msgspec.Struct, frozen=True, kw_only=True):
    """All rule systems."""

    format: Literal["quepu/systems/1"] = "quepu/systems/1"
    systems: list[Summary]


class OptionView(msgspec.Struct, frozen=True):
    """A house option: what may be chosen, its value under the preset, the clause; both also in words, in both languages."""

    key: str
    zh: str
    en: str
    allowed: str
    value: Any
    clause: str
    allowed_zh: str
    value_zh: str
    value_en: str


class InputView(msgspec.Struct, frozen=True):
    """Something the rule system asks for beside the hand."""

    key: str
    kind: str
    zh: str
    en: str
    clause: str


class ItemView(msgspec.Struct, frozen=True):
    """A scoring item under the preset: its value (text where it depends on the hand) and its condition in both languages."""

    zh: str
    en: str
    ja: str
    group: str
    value: int | str
    clause: str
    when_zh: str
    when_en: str
    excludes: list[str]


class System(msgspec.Struct, frozen=True, kw_only=True):
    """One rule system under one preset."""

    format: Literal["quepu/system/1"] = "quepu/system/1"
    id: str
    preset: str
    zh: str
    en: str
    unit: str
    unit_en: str
    hash: str
    presets: list[PresetView]
    options: list[OptionView]
    inputs: list[InputView]
    items: list[ItemView]


def systems() -> Systems:
    """All rule systems, in the order of the list.

    >>> [s.id for s in systems().systems][:2]
    ['nanjing', 'sichuan']
    """
    return Systems(systems=[
        Summary(g.id, g.zh, g.en, g.unit, g.unit_en, len({f.zh for f in g.items}), [PresetView(p.id, p.zh, p.en) for p in g.presets])
        for g in games()
    ])  # fmt: skip


def system(name: str) -> System:
    """One rule system or preset. Raises UnknownRulesetError.

    >>> next(o for o in system("nanjing-north").options if o.key == "seven").value
    50
    """
    game, preset = find(name)
    rules = compile(game, {}, preset)
    names, own = vocabulary(game), game.preset(preset)

    def condition(fan: Fan, lang: Language) -> str:
        text = "" if value_of(fan.when) is not None else say(fan.when, lang, deep=True, names=names)
        each = fan.sets.words if fan.sets else None
        counted = (each.zh if lang == "zh" else each.en) if each else ""
        if not counted and not isinstance(fan.each, int) and value_of(fan.each) is None:
            counted = ("每：" if lang == "zh" else "each: ") + say(fan.each, lang, names=names)
        return ("，" if lang == "zh" else ", ").join(x for x in (text, counted) if x)

    def value(fan: Fan) -> int | str:
        constant = value_of(fan.value) if not isinstance(fan.value, int) else fan.value
        return (
            constant
            if constant is not None
            else say(fan.value, "zh", names=names)
            if not isinstance(fan.value, int)
            else fan.value
        )

    return System(
        id=game.id, preset=preset, zh=own.zh, en=own.en, unit=game.unit, unit_en=game.unit_en, hash=rules.hash,
        presets=[PresetView(p.id, p.zh, p.en) for p in game.presets],
        options=[
            OptionView(o.key, o.zh, o.en, o.allowed.en, list(v) if isinstance(v := rules.options[o.key], tuple) else v, o.clause, o.allowed.zh,
                       o.word(v).zh, o.word(v).en)
            for o in game.options
        ],
        inputs=[InputView(i.key, i.kind, i.zh, i.en, i.clause) for i in game.inputs],
        items=[
            ItemView(f.zh, f.en, f.ja, f.group, value(f), f.clause, condition(f, "zh"), condition(f, "en"), list(f.excludes)) for f in rules.items
        ],
    )  # fmt: skip


def show(console: Console, document: Systems | System, lang: Lang) -> None:
    """Print either for people."""
    zh = base(lang) == "zh"

    def text(chinese: str, english: str) -> str:
        if not zh:
            return english
        return to_traditional(chinese) if lang == "zh-Hant" else chinese

    def table(*columns: str) -> Table:
        made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold cyan")
        for name in columns:
            made.add_column(name)
        return made

    if isinstance(document, Systems):
        listed = table("", text("规则", "rules"), "", text("单位", "unit"))
        for s in document.systems:
            listed.add_row(
                Text(s.id, "bold"), text(s.zh, s.en), Text(s.en if zh else s.zh, "dim"), text(s.unit, s.unit_en)
            )
            for p in s.presets:
                if p.id != s.id:
                    listed.add_row(f"  {p.id}", text(p.zh, p.en), Text(p.en if zh else p.zh, "dim"), "")
        console.print(listed)
        return
    head = Text(text(document.zh, document.en), "bold").append(
        f"  {document.en if zh else document.zh}  {document.preset}", "not bold dim"
    )
    console.print(head, "", sep="\n")
    options = table(text("选项", "option"), text("值", "value"), text("可选", "allowed"), "", "")
    for o in document.options:
        options.add_row(
            Text(o.key, "bold"),
            text(o.value_zh, o.value_en),
            Text(text(o.allowed_zh, o.allowed), "dim"),
            text(o.zh, o.en),
            Text(o.clause, "dim"),
        )
    console.print(options, "")
    if document.inputs:
        inputs = table(text("另问", "asks for"), "", "", "")
        for i in document.inputs:
            inputs.add_row(Text(i.key, "bold"), i.kind, text(i.zh, i.en), Text(i.clause, "dim"))
        console.print(inputs, "")
    items = table(text("番种", "item"), "", text(document.unit, document.unit_en), text("条件", "when"), "")
    items.columns[2].justify = "right"
    for item in document.items:
        first = item.ja if lang == "ja" and item.ja else text(item.zh, item.en)
        second = item.en if zh or lang == "ja" else item.zh
        items.add_row(
            Text(first, "bold"),
            Text(second, "dim"),
            text(str(item.value), str(item.value)),
            text(item.when_zh, item.when_en),
            Text(item.clause, "dim"),
        )
    console.print(items)
