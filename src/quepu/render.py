"""The terminal's answer: an `Explanation` drawn with Rich, or as plain lines.

Tiles are small boxed faces in text (一 over 万, or 5m): their width is known everywhere. Colour only repeats what words say.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quepu import tiles as t
from quepu.explanation import Explanation, GroupView, Item, LeftOut, NearMiss, Transfer, tile_text
from quepu.lang import Lang, base, to_traditional
from quepu.notation import parse

WORDS: dict[str, tuple[str, str]] = {
    "self": ("自摸", "self-draw"), "discard": ("点炮", "win on a discard"), "rob": ("抢杠", "robbed kong"),
    "chow": ("吃", "chow"), "pung": ("碰", "pung"), "kong": ("明杠", "kong"), "added": ("补杠", "added"), "concealed": ("暗杠", "concealed"),
    "counts": ("成番", "What counts"), "left": ("不计", "What does not, and why"), "near": ("差一点", "Nearly"),
    "sums": ("算法", "The sum"), "pays": ("付钱", "Who pays"), "others": ("别的拆法", "Other readings"), "steps": ("符", "Fu"),
    "won": ("和", "won"), "joker": ("混", "jok"), "red": ("赤", "red"), "illegal": ("不能和", "No win"), "missing": ("还差", "Missing"),
    "table": ("桌上", "the table"), "house": ("台费", "the house"), "flowers": ("花牌", "bonus tiles:"), "jokers": ("混", "jokers:"),
    "options": ("选项", "Options"), "refused": ("和不了，谁也不付", "Nobody pays"), "not": ("不能和", "no win"), "would": ("若和", "would count"),
}  # fmt: skip
SHORT_CHECK = 24  # columns of a requirement that has room beside the total
NUMERALS = "一二三四五六七八九"
COLOURS = {"m": "red", "p": "cyan", "s": "green", "f": "magenta"}
HONORS = {31: "bold", 32: "bold green", 33: "bold red"}
SHORT = {27: "E", 28: "S", 29: "W", 30: "N", 31: "Wh", 32: "Gr", 33: "Rd"}


@dataclass(frozen=True)
class Speech:
    """The fixed words of the screen in one language."""

    lang: Lang

    @property
    def zh(self) -> bool:
        """Whether sentences are Chinese."""
        return base(self.lang) == "zh"

    def __call__(self, word: str) -> str:
        """Say one of `WORDS`."""
        zh, en = WORDS[word]
        return self.text(zh, en)

    def text(self, zh: str, en: str) -> str:
        """One of two texts; Traditional when that is spoken."""
        if not self.zh:
            return en
        return to_traditional(zh) if self.lang == "zh-Hant" else zh

    def seat(self, number: int, seats: int) -> str:
        """Tell what a seat is called: by its wind where there are four."""
        if number == 0:
            return self.text("庄家", "dealer")
        if seats == 4:
            return self.text("东南西北"[number] + "家", ("East", "South", "West", "North")[number])
        return self.text(f"{number}家", f"seat {number}")

    def names(self, item: Item | LeftOut | NearMiss) -> tuple[str, str]:
        """Give an item's name in this language, and the other one that stands beside it."""
        if self.lang == "ja" and item.ja:
            return item.ja, item.en
        return (item.zh, item.en) if self.zh else (item.en, item.zh)


def signed(number: int) -> str:
    """Give a number of points with its sign, a real minus.

    >>> signed(-8), signed(24), signed(0)
    ('−8', '+24', '0')
    """
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


# ------------------------------------------------------------------------------------------------ tiles


def _face(code: str, say: Speech) -> tuple[list[str], str]:
    """Give the lines of a tile's face, two columns each, and its colour."""
    tile = parse(code)[0]
    kind, suit = t.kind_of(tile), t.suit_of(tile)
    colour = HONORS.get(kind, COLOURS.get(suit, "bold"))
    if not say.zh:
        text = SHORT.get(kind) or (f"F{t.rank_of(kind)}" if suit == "f" else f"{t.rank_of(kind)}{suit}")
        return [text.ljust(2)], colour
    if t.is_number(kind):
        return [
            NUMERALS[t.rank_of(kind) - 1],
            say.text(*{"m": ("万", ""), "p": ("筒", ""), "s": ("条", "")}[suit]),
        ], colour
    return [say.text(t.name_zh(kind), ""), "  "], colour


def draw(
    tiles: Sequence[str],
    say: Speech,
    *,
    won: int | None = None,
    jokers: Sequence[int] = (),
    label: str = "",
    mark_won: bool = True,
) -> list[Text]:
    """Give a row of boxed tiles as lines of text, all of one width; the winning one has a heavy frame, marks stand below."""
    faces = [_face(code, say) for code in tiles]
    height = max((len(face) for face, _ in faces), default=1)
    lines = [Text() for _ in range(height + 3)]
    for i, (face, colour) in enumerate(faces):
        heavy = i == won
        corners, bar, frame = ("┏┓┗┛━", "┃", "bold yellow") if heavy else ("╭╮╰╯─", "│", "dim")
        lines[0].append(corners[0] + corners[4] * 2 + corners[1], frame)
        for row in range(height):
            text = face[row] if row < len(face) else "  "
            lines[1 + row].append(bar, frame).append(text, colour).append(bar, frame)
        lines[height + 1].append(corners[2] + corners[4] * 2 + corners[3], frame)
        mark = (
            ("▲" + say("won") if mark_won else "▲")
            if heavy
            else say("joker")
            if i in jokers
            else say("red")
            if t.is_red(parse(tiles[i])[0])
            else ""
        )
        lines[height + 2].append(_centre(mark, 4), "bold yellow" if heavy else "italic magenta")
    if label:
        marks = lines[height + 2]
        blank = not marks.plain.strip()
        lines[height + 2] = Text(_centre(label, 4 * len(tiles)), "italic") if blank else marks
    return lines


def _centre(text: str, width: int) -> str:
    room = max(0, width - cell_len(text))
    return " " * (room // 2) + text + " " * (room - room // 2)


def _label(group: GroupView, say: Speech, seats: int) -> str:
    if group.meld is None:
        return ""
    if group.source is None:
        return say(group.meld)
    return f"{say(group.meld)}←{say.seat(group.source, seats)}"


def rows(e: Explanation, say: Speech, width: int) -> list[Text]:
    """Give the hand as it was read, group by group, broken into rows that fit."""
    seats = len(e.payments)
    blocks: list[list[Text]] = []
    if e.reading is not None:
        blocks += [
            draw(g.tiles, say, won=g.won, jokers=g.jokers, label=_label(g, say, seats)) for g in e.reading.groups
        ]
        if not any(g.won is not None for g in e.reading.groups):
            blocks.append(draw([e.hand.win], say, won=0))
    else:
        for meld in e.hand.melds:
            way, _, rest = meld.partition(" ")
            tiles = _codes(rest.partition(" from ")[0])
            blocks.append(draw(tiles, say, label=say(way)))
        kinds = set(e.hand.jokers)
        blocks += [
            draw(part, say, jokers=[i for i, c in enumerate(part) if c in kinds]) for part in _by_suit(e.hand.concealed)
        ]
        blocks.append(draw([e.hand.win], say, won=0, mark_won=False))
    lines: list[Text] = []
    row: list[list[Text]] = []
    for block in [*blocks, []]:
        if row and (not block or sum(b[0].cell_len + 1 for b in row) + block[0].cell_len > width):
            lines += [Text(" ").join(parts) for parts in zip(*row, strict=True)]
            row = []
        if block:
            row.append(block)
    return lines


def _codes(text: str) -> list[str]:
    from quepu.notation import write  # noqa: PLC0415

    return [write([x]) for x in parse(text)]


def _by_suit(tiles: Sequence[str]) -> Iterable[list[str]]:
    parts: dict[str, list[str]] = {}
    for code in tiles:
        parts.setdefault(code[-1], []).append(code)
    return parts.values()


# ------------------------------------------------------------------------------------------------ the whole answer


def show(console: Console, e: Explanation) -> None:
    """Print an explanation for people."""
    width = min(console.width, 120)
    console.print(Padding(answer(e, width - 4), (1, 2, 0, 2)), width=width)


def answer(e: Explanation, width: int) -> Group:
    """Give an explanation as something that Rich can draw in so many columns."""
    return Group(*_parts(e, Speech(e.lang), width))


def _parts(e: Explanation, say: Speech, width: int) -> Iterable[RenderableType]:
    yield _header(e, say)
    yield Text()
    yield from (line for line in rows(e, say, width) if line.plain.strip())
    below = _below(e, say)
    if below.plain:
        yield below
    yield Text()
    if e.refusal is not None:
        yield _refusal(e, say)
    else:
        yield _total(e, say)
    names = _name_columns(e, say, width)
    if e.items:
        yield from _section(say("counts") if e.legal else say("would"))
        yield _table(((say.names(x), _times(x), x.why, x.clause, x.written) for x in e.items), width, names)
    if e.steps and e.legal:
        yield from _section(say("steps"))
        yield _table(((say.names(x), _times(x), x.why, x.clause, x.written) for x in e.steps), width, names, quiet=True)
    if e.left_out:
        yield from _section(say("left"))
        yield _table(((say.names(x), "", x.why, x.clause, "—") for x in e.left_out), width, names, quiet=True)
    if e.near_misses:
        yield from _section(say("near"))
        yield _table(
            ((say.names(x), "", x.missing, x.clause, f"({x.amount})") for x in e.near_misses), width, names, quiet=True
        )
    if e.arithmetic and e.legal:
        yield from _section(say("sums"))
        yield _sums(e)
    if e.legal:
        yield from _section(say("pays"))
        yield _money(e, say, width)
    if e.other_readings:
        yield from _section(say("others"))
        yield from _others(e, say)


def _section(name: str) -> Iterable[RenderableType]:
    yield Text()
    yield Text(name, "bold cyan")


def _header(e: Explanation, say: Speech) -> RenderableType:
    left = Text()
    first, second = (say.text(e.zh, ""), e.en) if say.zh else (e.en, e.zh)
    left.append(first, "bold").append(f"  {second}", "dim")
    right = Text(f"{say.seat(e.hand.seat, len(e.payments))} · {say(e.hand.by)}")
    if e.hand.source is not None:
        right.append(f" ← {say.seat(e.hand.source, len(e.payments))}")
    grid = Table.grid(expand=True)
    grid.add_column(ratio=1)
    grid.add_column(justify="right")
    grid.add_row(left, right)
    options = ", ".join(f"{k}={_option(v)}" for k, v in e.options.items())
    if options:
        grid.add_row(Text(f"{say('options')}: {options}", "dim"), Text(e.preset, "dim"))
    return grid


def _option(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _below(e: Explanation, say: Speech) -> Text:
    """Tell what does not lie in the hand: where it waited, flowers, jokers, circumstances."""
    parts: list[str] = []
    if e.reading is not None:
        parts += [x for x in (e.reading.shape_text if e.reading.shape != "sets" else "", e.reading.wait) if x]
    for name, tiles in (("flowers", e.hand.flowers), ("jokers", e.hand.jokers)):
        if tiles:
            shown = tile_text([parse(c)[0] for c in tiles], base(e.lang))
            parts.append(f"{say(name)} {say.text(shown, shown)}")
    parts += e.hand.told
    return Text(" · ".join(parts), "dim")


def _total(e: Explanation, say: Speech) -> RenderableType:
    text = Text()
    text.append(f" {e.total} ", "bold reverse green").append(f" {say.text(e.unit, e.unit_en)}", "bold green")
    for figure in e.figures:
        text.append(f"  {figure.value}", "bold").append(f" {figure.text}")
    limit = next(
        (
            line.text.rpartition("→")[2].split()
            for line in e.arithmetic
            if "→" in line.text and len(line.text.rpartition("→")[2].split()) > 1
        ),
        None,
    )
    if limit:
        text.append(f"  {' '.join(limit[:-1])}", "bold yellow")
    for check in e.requirements:
        if cell_len(check.text) <= SHORT_CHECK:
            text.append(f"   ✓ {check.text}", "dim green").append(f" {check.clause}", "dim")
    return text


def _refusal(e: Explanation, say: Speech) -> RenderableType:
    assert e.refusal is not None
    text = Text()
    text.append(f" ✗ {say('illegal')} ", "bold reverse red").append(f" {e.refusal.text}", "bold red").append(
        f"  {e.refusal.clause}", "dim"
    )
    if e.refusal.missing:
        text.append(f"\n{say('missing')}{say.text('：', ': ')}").append(e.refusal.missing, "yellow")
    return text


def _times(item: Item) -> str:
    return f"×{item.count}" if item.count > 1 else ""


Row = tuple[tuple[str, str], str, str, str, str]


def _name_columns(e: Explanation, say: Speech, width: int) -> tuple[int, int]:
    """Widths of the two columns of names, the same in all tables; (both, 0) where there is room for one only."""
    found = [say.names(x) for x in (*e.items, *(e.steps if e.legal else ()), *e.left_out, *e.near_misses)]
    first, second = (max((cell_len(pair[i]) for pair in found), default=0) for i in (0, 1))
    if first + second + 4 <= width * 9 // 20:
        return first, second
    return min(width // 3, max((cell_len(a) + 2 + cell_len(b) for a, b in found), default=0)), 0


def _table(entries: Iterable[Row], width: int, names: tuple[int, int], *, quiet: bool = False) -> RenderableType:
    """Items one below the other: names, how often, why, clause, amount."""
    found = list(entries)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False, width=width)
    style = "" if quiet else "bold"
    for i, columns in enumerate(names):
        if columns:
            table.add_column(style="dim" if i else style, width=columns, overflow="fold")
    times = any(r[1] for r in found)
    if times:
        table.add_column(width=max(cell_len(r[1]) for r in found))
    table.add_column(ratio=1, style="dim" if quiet else "")
    table.add_column(style="dim", width=6, no_wrap=True)
    table.add_column(justify="right", style=style, min_width=4, no_wrap=True)
    for pair, often, why, clause, amount in found:
        shown: Sequence[RenderableType] = (
            pair if names[1] else [Text.assemble(pair[0], "  ", (pair[1], "not bold dim"))]
        )
        table.add_row(*shown, *([often] if times else []), why, clause, amount)
    return table


def _sums(e: Explanation) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim")
    grid.add_column()
    for line in e.arithmetic:
        grid.add_row(line.name, line.text)
    return grid


def _money(e: Explanation, say: Speech, width: int) -> RenderableType:
    seats = len(e.payments)
    line = Text()
    for i, points in enumerate(e.payments):
        line.append(f"{say.seat(i, seats)} ", "bold" if i == e.hand.seat else "")
        line.append(signed(points), "bold green" if points > 0 else "red" if points < 0 else "dim")
        line.append("    ")
    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False, width=width)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_column(style="dim", width=6, no_wrap=True)
    for p, sources in _together(e.transfers):
        source = say.text("、", ", ").join(say("table") if x is None else say.seat(x, seats) for x in sources)
        to = say("house") if p.to is None else say.seat(p.to, seats)
        why = Text(p.text)
        if p.formula not in ("", str(p.amount)):
            why.append(f"  {p.formula}", "dim")
        each = say.text("各", "each ") if len(sources) > 1 else ""
        grid.add_row(f"{source} → {to}", f"{each}{p.amount}", why, p.clause)
    return Group(line, Text(), grid) if e.transfers else line


def _together(transfers: Sequence[Transfer]) -> Iterable[tuple[Transfer, list[int | None]]]:
    """Payments of the same kind to the same seat as one, with those who pay."""
    found: dict[Transfer, list[int | None]] = {}
    for p in transfers:
        found.setdefault(msgspec.structs.replace(p, source=None), []).append(p.source)
    return found.items()


def _others(e: Explanation, say: Speech) -> Iterable[RenderableType]:
    for other in e.other_readings:
        text = Text(f"{other.text}  ", "dim")
        text.append(f"{other.total} {say.text(e.unit, e.unit_en)}" if other.legal else say("not"), "bold dim")
        text.append(f"  {say.text('、', ', ').join(other.items)}", "dim")
        yield text


# ------------------------------------------------------------------------------------------------ plain lines


def plain(e: Explanation, put: Callable[[str], object] = print) -> None:
    """Give the same without boxes, colours and columns: one fact a line, for pipes and screen readers."""
    say = Speech(e.lang)
    seats = len(e.payments)
    put(f"{say.text(e.zh, e.en)} ({e.preset})")
    tiles = tile_text([parse(c)[0] for c in e.hand.concealed], base(e.lang))
    melds = "".join(f", {m}" for m in e.hand.melds)
    won = tile_text(parse(e.hand.win), base(e.lang))
    put(f"{say.text(tiles, tiles)} + {say.text(won, won)}{melds} · {say.seat(e.hand.seat, seats)} · {say(e.hand.by)}")
    if e.reading is not None:
        put(f"{e.reading.text}{' · ' if e.reading.wait else ''}{e.reading.wait}")
    if e.refusal is not None:
        put(f"{say('illegal')}{say.text('：', ': ')}{e.refusal.text} [{e.refusal.clause}]")
        if e.refusal.missing:
            put(f"{say('missing')}{say.text('：', ': ')}{e.refusal.missing}")
    else:
        put(f"{e.total} {say.text(e.unit, e.unit_en)}{''.join(f', {f.value} {f.text}' for f in e.figures)}")
    for item in [*e.items, *(e.steps if e.legal else [])]:
        put(f"+ {item.written} {' '.join(say.names(item))} {_times(item)}[{item.clause}] {item.why}".replace("  ", " "))
    for left in e.left_out:
        put(f"- {' '.join(say.names(left))} [{left.clause}] {left.why}")
    for near in e.near_misses:
        put(f"~ {near.amount} {' '.join(say.names(near))} [{near.clause}] {near.missing}")
    if e.legal:
        for line in e.arithmetic:
            put(f"= {line.name}: {line.text}")
        for p in e.transfers:
            source = say("table") if p.source is None else say.seat(p.source, seats)
            to = say("house") if p.to is None else say.seat(p.to, seats)
            put(f"{source} → {to}: {p.amount}, {p.text} {p.formula} [{p.clause}]")
        put(", ".join(f"{say.seat(i, seats)} {signed(n)}" for i, n in enumerate(e.payments)))


# ------------------------------------------------------------------------------------------------ pictures

_SVG_TEXT = re.compile(r'(<text[^>]*? x=")([0-9.]+)("[^>]*?) textLength="([0-9.]+)"([^>]*>)([^<]*)(</text>)')
_SVG_FONTS = (
    "Fira Code, DejaVu Sans Mono, Menlo, Consolas, Noto Sans Mono CJK SC, PingFang SC, Microsoft YaHei, monospace"
)


def picture(e: Explanation, width: int = 100, title: str = "quepu score") -> str:
    """Give the answer as an SVG picture of a terminal; it needs nothing from elsewhere."""
    console = Console(width=width, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    show(console, e)
    svg = console.export_svg(title=title)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code, monospace", _SVG_FONTS)

    def each_in_its_place(match: re.Match[str]) -> str:
        # rich gives a text the length of so many characters: Chinese would be squeezed into half its width
        before, x, between, length, after, escaped, end = match.groups()
        text = html.unescape(escaped)
        column, at, places = float(length) / max(1, len(text)), float(x), list[str]()
        for char in text:
            places.append(f"{at:g}")
            at += column * cell_len(char)
        return f"{before}{' '.join(places)}{between}{after}{escaped}{end}"

    return _SVG_TEXT.sub(each_in_its_place, svg)
