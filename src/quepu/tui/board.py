"""The picture of the table as lines of text: others above, the own river and hand below, what may be done between."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from quepu.acts import Act
from quepu.tiles import Tile, kind_of
from quepu.tui import seats
from quepu.tui.controls import key_of, row_of
from quepu.tui.scene import Scene
from quepu.tui.seats import fit, side_by_side

WIDTH, HEIGHT = 80, 24
"""The smallest terminal that the table fits into."""
WIDE, TALL = 92, 30
KEY_NAMES = {"space": ("空格", "space"), "enter": ("⏎", "⏎"), "escape": ("esc", "esc")}
OWN_ROWS = 2


def draw(scene: Scene, width: int, height: int) -> list[Text]:
    """The whole picture: so many lines of so many cells."""
    hand = hand_lines(scene, width)
    said = _message(scene, width)
    own = own_lines(scene, width, in_hand=_melds_fit(scene, width))
    above = height - 1 - len(own) - 2 - len(said) - len(hand)
    lines = [bar(scene, width), *_others(scene, width, above), *own, *said, *question(scene, width), *hand]
    return [fit(line, width) for line in lines[:height]]


def bar(scene: Scene, width: int) -> Text:
    """The first line: which game and deal; what is left of the wall, what is turned up, what is carried over."""
    view, p, words = scene.view, scene.palette, scene.words
    preset = view.rules.game.preset(view.rules.preset)
    left = Text.assemble(
        (f" {scene.say.text(preset.zh, preset.en)}", f"bold {p.accent}"), (f"  {words.deal(scene.standing)}", p.text)
    )
    right = Text()
    for text in words.carried(scene.standing):
        right.append(f"{text}  ", p.accent)
    if view.jokers:
        right.append(f"{words('jokers')} ", p.dim).append_text(seats.last_tiles(view.jokers, scene.faces)).append("  ")
    elif view.indicators:
        right.append(f"{words('indicator')} ", p.dim).append_text(
            seats.last_tiles(view.indicators, scene.faces)
        ).append("  ")
    right.append(f"{words('wall')} ", p.dim).append(f"{view.wall_left} ", f"bold {p.text}")
    return side_by_side(left, right, width)


# ------------------------------------------------------------------------------------------------ the others


def _others(scene: Scene, width: int, height: int) -> list[Text]:
    """Who comes next sits at the right, who came before at the left, as at a table."""
    n = scene.view.rules.seats
    around = [(scene.seat + n - i) % n for i in range(1, n)]
    if n == 4 and width >= WIDE and height >= TALL - HEIGHT + 9:
        return _around_the_middle(scene, around, width, height)
    columns = min(3, n - 1)
    bands = -(-(n - 1) // columns)
    log = min(4, max(0, height - 1 - bands * 8))
    each = (height - 1 - log) // bands
    lines: list[Text] = []
    for start in range(0, n - 1, columns):
        row = around[start : start + columns]
        widths = _widths(width, len(row))
        lines += _columns(scene, [seats.box(scene, s, w, each) for s, w in zip(row, widths, strict=True)])
    lines.append(Text("─" * width, scene.palette.faint))
    lines += log_lines(scene, width, height - len(lines))
    return lines


def _around_the_middle(scene: Scene, around: Sequence[int], width: int, height: int) -> list[Text]:
    before, across, after = around
    left, middle, right = _widths(width, 3)
    top = seats.box(scene, across, middle, 8)
    centre = [Text("─" * middle, scene.palette.faint), *log_lines(scene, middle, height - 1 - len(top) - 1)]
    columns = [seats.box(scene, before, left, height - 1), [*top, *centre], seats.box(scene, after, right, height - 1)]
    return [*_columns(scene, columns), Text("─" * width, scene.palette.faint)]


def _widths(width: int, columns: int) -> list[int]:
    room = width - (columns - 1)
    return [room // columns + (i < room % columns) for i in range(columns)]


def _columns(scene: Scene, parts: Sequence[Sequence[Text]]) -> list[Text]:
    bar_ = Text("│", scene.palette.faint)
    return [bar_.join(line) for line in zip(*parts, strict=True)]


def log_lines(scene: Scene, width: int, height: int) -> list[Text]:
    """What happened last, the newest at the bottom; draws of others and payments within a win are left out."""
    if height <= 0:
        return []
    told: list[str] = []
    for event in reversed(scene.view.events):
        text = scene.words.payment(event) if event.what == "pay" and event.flags else scene.words.event(event)
        if text:
            told.append(text)
        if len(told) == height:
            break
    styles = [scene.palette.text, *[scene.palette.dim] * height]
    lines = [Text(f" {text}", style) for text, style in zip(told, styles, strict=False)][::-1]
    return [fit(line, width) for line in [*lines, *[Text()] * (height - len(lines))]]


# ------------------------------------------------------------------------------------------------ oneself


def own_lines(scene: Scene, width: int, *, in_hand: bool) -> list[Text]:
    """The own name, score and river. Melds stand here when they do not fit beside the hand."""
    lines = [seats.title(scene, scene.seat, width)]
    said = [*seats.chips(scene, scene.seat, count=False), seats.flowers(scene, scene.seat, width // 2)]
    if not in_hand:
        said += [seats.meld(scene, m) for m in scene.view.melds[scene.seat]]
    chips = Text(" ").join(part for part in said if part.plain)
    rows = seats.river(scene, scene.view.river[scene.seat], scene.seat, width, OWN_ROWS)
    rows += [Text()] * (OWN_ROWS - len(rows))
    if chips.plain:
        last = rows[-1]
        rows[-1] = side_by_side(last, Text(" ").append_text(chips).append(" "), width)
    return [*lines, *rows]


def _melds_fit(scene: Scene, width: int) -> bool:
    row, _ = row_of(scene.view)
    return 4 * len(row) + 3 + sum(4 * len(m.tiles) + 1 for m in scene.view.melds[scene.seat]) <= width


def hand_lines(scene: Scene, width: int) -> list[Text]:
    """The own tiles in boxes with their keys, the drawn one apart; melds at the right."""
    view, p, faces = scene.view, scene.palette, scene.faces
    row, drawn = row_of(view)
    lines = [Text(" ") for _ in range(faces.rows + 3)]
    choosing = any(act.verb in ("discard", "exchange") for act in scene.acts) and not scene.controls.choice
    cursor = scene.controls.place(view, scene.acts)
    allowed = {act.tile for act in scene.acts if act.verb == "discard"}
    for place, tile in enumerate(row):
        if drawn and place == len(row) - 1:
            for line in lines:
                line.append(" ")
        picked = place in scene.controls.picked
        barred = bool(allowed) and tile not in allowed
        mark = "✓" if picked else faces.mark(tile, wild=kind_of(tile) in view.jokers, void=_is_void(scene, tile))
        here = choosing and (place == cursor)
        frame = p.now if here or picked else p.dim
        shown = faces.box(tile, mark=mark, style=p.faint if barred else "", frame=frame, raised=here)
        label = " " if barred else key_of(place, row, drawn=drawn)
        for line, part in zip(lines, [*shown, Text(f" {label}  ", p.keys if choosing else p.faint)], strict=True):
            line.append_text(part)
    if _melds_fit(scene, width):
        _append_melds(scene, lines, width)
    return [fit(line, width) for line in lines]


def _append_melds(scene: Scene, lines: Sequence[Text], width: int) -> None:
    blocks: list[list[Text]] = []
    for laid in scene.view.melds[scene.seat]:
        boxes = [scene.faces.box(tile, mark=scene.faces.mark(tile), frame=scene.palette.faint) for tile in laid.tiles]
        block = [Text().join(parts) for parts in zip(*boxes, strict=True)]
        giver = "" if laid.source is None else f"←{scene.words.seat(laid.source)}"
        block.append(fit(Text(f" {scene.words(_way(laid.way))}{giver}", scene.palette.dim), 4 * len(laid.tiles)))
        blocks.append(block)
    room = width - lines[0].cell_len - sum(block[0].cell_len + 1 for block in blocks)
    for number, line in enumerate(lines):
        line.append(" " * max(1, room))
        for block in blocks:
            line.append_text(block[number]).append(" ")


def _way(way: str) -> str:
    return "kong" if way in ("added", "concealed") else way


def _is_void(scene: Scene, tile: Tile) -> bool:
    return 0 <= scene.view.void_suit[scene.seat] == kind_of(tile) // 9


# ------------------------------------------------------------------------------------------------ what may be done


def _message(scene: Scene, width: int) -> list[Text]:
    lines = scene.message.split("\n", allow_blank=True)[:3] if scene.message.plain else [Text()]
    return [fit(Text(" ").append_text(line), width) for line in lines]


def question(scene: Scene, width: int) -> list[Text]:
    """What must be decided, and the keys for it."""
    p, words = scene.palette, scene.words
    asked = Text(f" {_asked(scene)}", f"bold {p.now}" if scene.acts else p.dim)
    always = Text("  ").join(
        _key(scene, key, words(word)) for key, word in (("h", "hint"), ("?", "help"), ("q", "quit"))
    )
    choices = scene.controls.choice or _options(scene)
    shown = Text("  ").join(_key(scene, key, words.act(act)) for key, act in choices)
    if scene.controls.choice:
        shown.append("  ").append_text(_key(scene, "escape", words("cancel")))
    return [side_by_side(asked, always.append(" "), width), fit(Text(" ").append_text(shown), width)]


def _key(scene: Scene, key: str, label: str) -> Text:
    name = scene.say.text(*KEY_NAMES[key]) if key in KEY_NAMES else key
    return Text.assemble(
        ("[", scene.palette.faint), (name, scene.palette.keys), ("]", scene.palette.faint), (label, scene.palette.text)
    )


def _asked(scene: Scene) -> str:
    view, words = scene.view, scene.words
    verbs = {act.verb for act in scene.acts}
    if scene.controls.choice:
        return words("confirm" if len(scene.controls.choice) == 1 else "which")
    if not verbs:
        return words("waiting")
    for verb, word in (
        ("exchange", "choose pass" if view.rules.table["exchange_any"] else "choose exchange"),
        ("take-last", "offered"),
        ("void", "choose void"),
        ("bank", "stakes dealer"),
        ("pull", "stakes others"),
        ("bet", "bets"),
    ):
        if verb in verbs:
            return words(word)
    if "pass" in verbs:
        if view.pending is None:
            kong = "" if scene.robbed is None else scene.faces.word(scene.robbed)
            return words("ready now") if "ready" in verbs else words("robs", words.seat(view.turn), kong)
        tile, giver = view.pending
        return words("claims", words.seat(giver), scene.faces.word(tile))
    return words("declaring") if scene.seat in view.declared - view.stands else words("your turn")


def _options(scene: Scene) -> list[tuple[str, Act]]:
    """The keys of what may be done beside discarding; where a key stands for several acts, with their numbers."""
    keys = {
        "win": "w",
        "kong": "k",
        "pung": "p",
        "chow": "c",
        "ready": "r",
        "reveal": "x",
        "bank": "b",
        "bet": "b",
        "abort": "n",
        "take-last": "o",
        "second": "z",
        "decline-last": "space",
        "pass": "space",
    }
    found: list[tuple[str, Act]] = []
    for verb in (*keys, "void", "pull"):
        alike = [act for act in scene.acts if act.verb == verb]
        for number, act in enumerate(alike[:1] if verb == "bet" else alike, 1):
            key = {"void": "mps"[act.tile % 3], "pull": str(act.a)}.get(verb) or keys[verb]
            found.append((f"{key}{number}" if len(alike) > 1 and verb in ("chow", "kong", "pung") else key, act))
    return sorted(found, key=lambda pair: pair[1].verb == "pass")
