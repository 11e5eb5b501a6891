"""`quepu ask`: what is this item, what is it worth, how is it decided? Answered from the rules, the clauses and scored hands."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from quepu.about import Item, Same, all_items, items, lines_of, presets, total_of
from quepu.clauses import Clause, clauses
from quepu.examples import Example
from quepu.finding import CLAUSE, FAIR, find_items, meant, normal
from quepu.lang import language, to_traditional
from quepu.rulesets import find, games
from quepu.scoring import Line, Score
from quepu.tiles import EAST, name_en, name_zh
from quepu.told import context_words, input_words

LISTED = 12
BY = {"self": ("自摸", "self-draw"), "discard": ("点炮", "on a discard"), "rob": ("抢杠", "robbing a kong")}


@dataclass(frozen=True)
class _Traditional:
    """Something to print, in Traditional characters; Japanese names stay as they are."""

    what: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.what, options):
            japanese = segment.style is not None and "ja" in segment.style.meta
            yield segment if japanese else Segment(to_traditional(segment.text), segment.style, segment.control)


def command(query: str, ruleset: str | None, lang: str, as_json: bool) -> int:
    """Answer a query about one rule system or all of them; returns the exit code: 1 when nothing fits.

    >>> command("双七对", "nanjing-classic", "zh", as_json=True)  # doctest: +ELLIPSIS
    {"ruleset": "nanjing", "item": "双七对", ...
    0
    """
    zh = lang.startswith("zh")
    known = tuple(items(find(ruleset)[0]).values()) if ruleset else all_items()
    found = find_items(query, known)
    chosen = [match.item for match in meant(found)]
    clause = None if chosen else _clause(query, known)
    console = Console(highlight=False)
    hant = language(lang) == "zh-Hant"

    def script(what: RenderableType) -> RenderableType:
        return _Traditional(what) if hant else what

    if clause:
        related = [item for item in known if item.game.spec == clause[0] and clause[1] in item.mentions]
        if as_json:
            print(
                json.dumps(
                    {"clause": clause[1].id, "text": clause[1].text, "items": [i.zh for i in related]},
                    ensure_ascii=False,
                )
            )
        else:
            console.print(script(_clause_text(clause[1])), *(script(_brief(related, zh=zh)),) * bool(related))
        return 0
    if not chosen:
        near = [match.item for match in found[:3] if match.score >= FAIR]
        if as_json:
            print(json.dumps({"query": query, "nearest": [_name(item) for item in near]}, ensure_ascii=False))
        else:
            console.print(script(_nothing(query, near, zh=zh)))
        return 1
    if len(chosen) == 1:
        if as_json:
            print(json.dumps(answer(chosen[0]), ensure_ascii=False))
        else:
            console.print(script(_full(chosen[0], zh=zh)))
        return 0
    if as_json:
        print(json.dumps({"query": query, "matches": [_name(item) for item in chosen[:LISTED]]}, ensure_ascii=False))
    else:
        console.print(script(_brief(chosen[:LISTED], zh=zh)))
    return 0


def _clause(query: str, known: Sequence[Item]) -> tuple[str, Clause] | None:
    wanted = normal(query)
    if CLAUSE.match(wanted):
        specs = {item.game.spec: None for item in known}
        for spec in specs:
            for clause in clauses(spec).values():
                if clause.id.lower().replace("-", "") == wanted.replace("-", ""):
                    return spec, clause
    return None


# ------------------------------------------------------------------------------------------------ as data


def answer(item: Item) -> dict[str, Any]:
    """Return everything about an item as plain data.

    >>> from quepu.rulesets import find
    >>> [row["counts"] for row in answer(items(find("nanjing")[0])["双七对"])["same_hand"]]
    [{'豪华七对': 160}, {'双七对': 80}, {'双七对': 100}]
    """
    return {
        "ruleset": item.game.id,
        "item": item.zh,
        "en": item.en,
        "ja": item.ja,
        "group": item.group.name,
        "clause": item.clause,
        "text": item.text.text if item.text else "",
        "worth": [
            {"preset": w.preset.id, "zh": w.amount.zh if w.amount else None, "en": w.amount.en if w.amount else None}
            for w in item.worth
        ],
        "decided": [{"zh": words.zh, "en": words.en, "presets": [p.id for p in of]} for words, of in item.definitions],
        "excludes": list(item.excludes),
        "excluded_by": list(item.excluded_by),
        "counts": _example(item.hands.yes),
        "near_miss": _example(item.hands.no),
        "same_hand": [
            {"preset": s.preset.id, "counts": {s.line.fan.zh: s.line.amount} if s.line else {}, "total": s.score.total}
            for s in item.same_hand()
        ],
        "mentioned": [{"clause": clause.id, "text": clause.text} for clause in item.mentions],
    }


def _example(example: Example | None) -> dict[str, Any] | None:
    return {**example.data, "fans": example.score.fans, "total": example.score.total} if example else None


def _name(item: Item) -> dict[str, str]:
    return {"ruleset": item.game.id, "item": item.zh, "en": item.en, "clause": item.clause}


# ------------------------------------------------------------------------------------------------ in the terminal


def _brief(found: Sequence[Item], *, zh: bool) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold dim")
    for title in ("规则", "番种", "英文", "值", "条款") if zh else ("rules", "item", "English", "worth", "clause"):
        table.add_column(title)
    for item in found:
        game = item.game.zh if zh else item.game.en
        table.add_row(
            f"{game} [dim]{item.game.id}[/]", f"[bold]{item.zh}[/]", item.en, _range(item, zh=zh), item.clause
        )
    return table


def _range(item: Item, *, zh: bool) -> str:
    """Return what it is worth, the presets' different amounts joined."""
    amounts = dict.fromkeys((w.amount.zh if zh else w.amount.en) if w.amount else "–" for w in item.worth)
    return " · ".join(amounts)


def _nothing(query: str, near: Sequence[Item], *, zh: bool) -> RenderableType:
    text = f"没有找到“{query}”。" if zh else f"Nothing is called “{query}”."
    if not near:
        ids = ", ".join(game.id for game in games())
        return Text(text + (f"规则：{ids}" if zh else f" Rule systems: {ids}"))
    listed = "、".join(i.zh for i in near) if zh else ", ".join(f"{i.zh} {i.en}" for i in near)
    return Text(text + (f"是不是：{listed}？" if zh else f" Did you mean {listed}?"))


def _full(item: Item, *, zh: bool) -> Panel:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold cyan", no_wrap=True)
    rows.add_column()

    def row(title_zh: str, title_en: str, content: RenderableType) -> None:
        rows.add_row(title_zh if zh else title_en, content)

    row("值", "worth", _worth(item, zh=zh))
    row("怎么算", "decided by", _decided(item, zh=zh))
    for title_zh, title_en, names in (("不计", "excludes", item.excludes), ("不计于", "excluded by", item.excluded_by)):
        if names:
            row(
                title_zh,
                title_en,
                Text("、".join(names) if zh else ", ".join(f"{n} {items(item.game)[n].en}" for n in names)),
            )
    for title_zh, title_en, hand in (("算", "counts", item.hands.yes), ("不算", "near miss", item.hands.no)):
        if hand:
            row(title_zh, title_en, _hand(hand, item.zh, zh=zh))
    same = item.same_hand()
    if len({(s.line.fan.zh, s.line.amount) for s in same if s.line}) > 1:
        row("同一手牌", "that hand", _same(same, item.zh, zh=zh))
    if item.text:
        row("条款", "clause", _clause_text(item.text))
    told = [clause for clause in item.mentions if clause.heading == (item.text.heading if item.text else "")]
    for clause in told:
        row("另见", "see also", _clause_text(clause))
    game = item.game
    title = Text.assemble((item.zh, "bold"), f" {item.en}")
    if item.ja and item.ja != item.zh:
        title.append(" · ").append(item.ja, Style(meta={"ja": True}))
    title.append(f" · {game.zh if zh else game.en}")
    return Panel(rows, title=title, title_align="left", border_style="cyan", padding=(1, 2))


def _worth(item: Item, *, zh: bool) -> RenderableType:
    unit = item.game.unit if zh else item.game.unit_en
    amounts: dict[str, list[str]] = {}
    for worth in item.worth:
        said = (
            (worth.amount.zh if zh else worth.amount.en) if worth.amount else ("没有这一项" if zh else "no such item")
        )
        amounts.setdefault(said, []).append(worth.preset.zh if zh else worth.preset.en)
    table = Table.grid(padding=(0, 2))
    for amount, of in amounts.items():
        everywhere = len(amounts) == 1 and len(of) > 1
        where = ("各种打法" if zh else "all presets") if everywhere else ("、" if zh else "; ").join(of)
        number = f"{amount} {unit}" if amount[-1].isdigit() else amount
        table.add_row(f"[bold green]{number}[/]", f"[dim]{where}[/]")
    return table


def _decided(item: Item, *, zh: bool) -> RenderableType:
    lines = []
    for words, of in item.definitions:
        part = len(of) < len(presets(item.game))
        where = ("、" if zh else "; ").join(p.zh if zh else p.en for p in of) if of else ("可选" if zh else "by option")
        lines.append(Text.assemble(words.zh if zh else words.en, (f"  {where}" if part else "", "dim")))
    return Group(*lines)


def _same(same: Sequence[Same], item: str, *, zh: bool) -> Table:
    table = Table.grid(padding=(0, 2))
    for one in same:
        name = one.preset.zh if zh else one.preset.en
        if one.line is None:
            told = ("合计" if zh else "total") if one.score.legal else ("不能和" if zh else "no win")
            table.add_row(name, f"[dim]–[/] {told} {one.score.total or ''}")
            continue
        what = "" if one.line.fan.zh == item else f" [dim]{'即' if zh else 'as'} {_called(one.line, zh=zh)}[/]"
        table.add_row(name, f"[bold green]{one.line.written}[/]{what}")
    return table


def _called(line: Line, *, zh: bool) -> str:
    return line.fan.zh if zh else f"{line.fan.zh} {line.fan.en}"


TILE = re.compile(r"(\d+)([mpszf])")
COLOURS = {"m": "red", "p": "blue", "s": "green", "z": "bold", "f": "magenta"}


def tiles_text(written: str) -> Text:
    """Return tiles of the case notation in colour, one suit after the other.

    >>> tiles_text("123m7z").plain
    '123m 7z'
    """
    parts = [Text(f"{digits}{suit}", style=COLOURS[suit]) for digits, suit in TILE.findall(written)]
    return Text(" ").join(parts)


def _hand(example: Example, item: str, *, zh: bool) -> RenderableType:
    data = example.data
    line = tiles_text(data["hand"]) + Text(" + ", style="dim") + tiles_text(data["win"])
    for meld in data.get("melds", ()):
        line += Text(f"  [{meld.split()[0]} ", style="dim") + tiles_text(meld.split()[1]) + Text("]", style="dim")
    said = [BY[data["by"]][not zh], *circumstances(example, zh=zh)]
    line += Text("   " + ("，" if zh else ", ").join(said), style="dim")
    return Group(line, _scored(example.score, item, zh=zh))


def circumstances(example: Example, *, zh: bool) -> list[str]:
    """Return what else is told of an example hand: flowers, wild tiles, circumstances, inputs, options."""
    data, told, seat = example.data, [], example.hand.seat
    rules = example.score.rules.game
    if example.preset != presets(rules)[0].id:
        preset = rules.preset(example.preset)
        told.append(preset.zh if zh else preset.en)
    if example.hand.flowers:
        names = [(name_zh if zh else name_en)(tile) for tile in example.hand.flowers]
        told.append(("花：" if zh else "flowers: ") + ("、" if zh else ", ").join(names))
    if example.hand.jokers:
        names = [(name_zh if zh else name_en)(tile) for tile in example.hand.jokers]
        told.append(("混：" if zh else "jokers: ") + ("、" if zh else ", ").join(names))
    if example.hand.round is not None:
        told.append(f"圈风{name_zh(example.hand.round)}" if zh else f"{name_en(example.hand.round)} round")
        told.append(f"门风{name_zh(EAST + seat)}" if zh else f"{name_en(EAST + seat)} seat")
    elif example.hand.context & {"heavenly", "earthly", "human"}:
        told.append(("庄家" if zh else "dealer") if seat == 0 else ("闲家" if zh else "not dealer"))
    told.extend(context_words(data.get("context", ()), zh=zh))
    told.extend(input_words(rules.inputs, example.hand.inputs, zh=zh))
    options = {option.key: option for option in rules.options}
    for key, value in data.get("options", {}).items():
        option = options[key]
        name, word = (option.zh if zh else option.en) or key, option.word(value)
        if isinstance(value, bool):
            told.append(name if value else f"{'非' if zh else 'not '}{name}")
        else:
            told.append(f"{name}＝{word.zh}" if zh else f"{name} = {word.en}")
    return told


def _scored(score: Score, item: str, *, zh: bool) -> Text:
    if score.refusal:
        return Text(f"✗ {score.refusal.zh if zh else score.refusal.en} [{score.refusal.clause}]", style="red")
    text = Text("= ")
    for i, line in enumerate(lines_of(score, item)):
        text += Text("，" if i and zh else ", " if i else "")
        text += Text(
            f"{line.fan.zh if zh else line.fan.en} {line.written}", style="bold green" if line.fan.zh == item else ""
        )
    return text + Text(f"  →  {total_of(score, zh=zh)}", style="dim")


def _clause_text(clause: Clause) -> Text:
    return Text.assemble((f"{clause.id} ", "bold"), clause.text.replace("**", "").replace("`", ""))
