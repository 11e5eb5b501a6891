"""One seat on the screen: its name and score, what is said of it, its melds, its river; and how text is cut to a width."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from quepu.notation import Meld
from quepu.tiles import Tile
from quepu.tui.faces import Faces, Palette
from quepu.tui.scene import Scene
from quepu.view import Thrown

MELD_LINES = 2
ROOMY = 30
RULE_ENDS = 6  # cells of a title beside its texts


def fit(text: Text, width: int) -> Text:
    """The same text in exactly so many cells."""
    text = text.copy()
    text.truncate(width, overflow="ellipsis")
    text.pad_right(width - text.cell_len)
    return text


def side_by_side(left: Text, right: Text, width: int) -> Text:
    """Two texts at both ends of a line; the left one is cut when both do not fit."""
    left = fit(left, max(0, width - right.cell_len))
    return fit(Text.assemble(left, right), width)


def rule(scene: Scene, left: Text, right: Text, width: int, *, now: bool = False) -> Text:
    """A line with a text at its left and one at its right."""
    style = scene.palette.now if now else scene.palette.faint
    line = Text("━ " if now else "─ ", style)
    line.append_text(left).append(" ")
    end = Text(" ", style).append_text(right).append(" ━" if now else " ─", style)
    between = width - line.cell_len - end.cell_len
    if between < 0:
        return side_by_side(line, right, width)
    return line.append(("━" if now else "─") * between, style).append_text(end)


def flow(parts: Sequence[Text], width: int, gap: int = 1) -> list[Text]:
    """Texts one after the other, broken between them into lines."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + gap + part.cell_len <= width:
            lines[-1].append(" " * gap).append_text(part)
        else:
            lines.append(part.copy())
    return lines


# ------------------------------------------------------------------------------------------------ parts of a seat


def title(scene: Scene, seat: int, width: int) -> Text:
    """Whose seat it is, marked when it is its turn, and its score at this moment."""
    view, p = scene.view, scene.palette
    now = view.turn == seat and not view.over
    name = Text("▶ " if now else "", p.now)
    name.append(
        scene.words.seat(seat) if width >= ROOMY else scene.words.short_seat(seat), p.now if now else f"bold {p.text}"
    )
    name.append(f" {scene.names[seat]}", p.text)
    points = (view.scores[seat] if view.scores else 0) + view.deltas[seat]
    score = Text(f"{points:,}".replace("-", "−"), f"bold {p.text}")
    dealer = Text(f" {scene.words('dealer')}", p.accent) if seat == 0 else Text()
    if name.cell_len + dealer.cell_len + score.cell_len + RULE_ENDS <= width:
        name.append_text(dealer)
    return rule(scene, name, score, width, now=now)


def chips(scene: Scene, seat: int, *, count: bool) -> list[Text]:
    """What is said of a seat: tiles held, void suit, ready, waits shown, stakes, won."""
    view, p, words = scene.view, scene.palette, scene.words
    found: list[Text] = []
    if count and any(view.held):
        found.append(Text(words("tiles", view.held[seat]), p.dim))
    if view.void_suit[seat] >= 0:
        found.append(Text(words("void", words.suit(view.void_suit[seat])), p.dim))
    if view.banked and seat == 0:
        found.append(Text(words("banked"), p.accent))
    if view.pulls[seat]:
        found.append(Text(words("pulled", view.pulls[seat]), p.accent))
    if seat in view.stands:
        found.append(Text(words("ready"), p.now))
    elif seat in view.declared:
        found.append(Text(words("declares"), p.now))
    if seat in view.revealed:
        waits = words.list_of(view.waits.get(seat, ()))
        found.append(Text(f"{words('revealed')} {words('waits')} {waits}" if waits else words("revealed"), p.now))
    if seat in view.won:
        found.append(Text(words("won"), f"bold {p.good}"))
    if seat in view.left:
        found.append(Text(words("left"), f"bold {p.bad}"))
    return found


def flowers(scene: Scene, seat: int, room: int) -> Text:
    """Bonus tiles set aside: all of them, or only how many when there is no room."""
    tiles = scene.view.flowers[seat]
    if not tiles:
        return Text()
    label = Text(scene.words("flowers"), scene.palette.dim)
    every = label.copy().append_text(
        Text(scene.say.text("", " ")).join(Text(scene.faces.word(x), scene.palette.of(x)) for x in tiles)
    )
    return every if every.cell_len <= room else label.append(f"×{len(tiles)}")


def meld(scene: Scene, laid: Meld) -> Text:
    """A meld and who fed it: 555万←西; a concealed kong in brackets."""
    text = scene.faces.joined(laid.tiles)
    if laid.way == "concealed":
        return Text.assemble(("[", scene.palette.dim), text, ("]", scene.palette.dim))
    if laid.source is not None:
        text.append(f"←{scene.words.short_seat(laid.source)}", scene.palette.dim)
    return text


def box(scene: Scene, seat: int, width: int, height: int) -> list[Text]:
    """Everything of another seat, in so many lines."""
    said = chips(scene, seat, count=True)
    head = Text(" ").join([Text(), *said])
    room = width - head.cell_len - 1
    head.append(" ").append_text(flowers(scene, seat, room))
    lines = [title(scene, seat, width), head]
    laid = [meld(scene, m) for m in scene.view.melds[seat]]
    laid += [scene.faces.joined(part) for part in scene.words.parts(scene.view.hands[seat] or ())]
    melds = flow(laid, width - 1)
    reserved = min(MELD_LINES, max(0, height - 4)) if height < 12 else 4
    melds = melds[-max(1, height - 3) :]
    shown = [Text(" ").append_text(line) for line in melds] + [Text()] * (reserved - len(melds))
    rows = height - len(lines) - len(shown)
    lines += [*shown, *river(scene, scene.view.river[seat], seat, width, rows)]
    lines += [Text()] * (height - len(lines))
    return [fit(line, width) for line in lines[:height]]


def river(scene: Scene, thrown: Sequence[Thrown], seat: int, width: int, rows: int) -> list[Text]:
    """Discards in the order they were made, marked: [the last], (claimed), <declared ready>, drawn· and thrown at once."""
    faces = scene.faces
    per = max(1, (width - 1) // (faces.width + 1))
    skipped = max(0, -(-len(thrown) // per) - rows) * per
    lines: list[Text] = []
    for start in range(skipped, len(thrown), per):
        part = thrown[start : start + per]
        last = scene.view.pending is not None and scene.view.pending[1] == seat and start + per >= len(thrown)
        lines.append(_river_line(scene, part, faces, last=last))
    if skipped and lines:
        lines[0] = Text.assemble(("…", scene.palette.faint), lines[0][1:])
    return lines[: max(0, rows)]


def _river_line(scene: Scene, part: Sequence[Thrown], faces: Faces, *, last: bool) -> Text:
    p = scene.palette
    line, before = Text(), " "
    for place, thrown in enumerate(part):
        is_last = last and place == len(part) - 1
        left, right, mark = _marks(thrown, p, is_last=is_last)
        if left == " ":
            line.append(before, p.faint)
        else:  # one cell for the end of one mark and the beginning of the next
            line.append(left if before in (" ", "·") else "|", mark)
        word = faces.word(thrown.tile)
        line.append(word, p.faint if thrown.claimed else f"bold {p.of(thrown.tile)}" if is_last else p.of(thrown.tile))
        pad = faces.width - cell_len(word)
        before = right
        if pad:
            line.append(right + " " * (pad - 1), mark)
            before = " "
    return line.append(before, p.now if last else p.faint)


def _marks(thrown: Thrown, p: Palette, *, is_last: bool) -> tuple[str, str, str]:
    """What stands before and after a discard, and its colour."""
    if is_last:
        return "[", "]", p.now
    if thrown.claimed:
        return "(", ")", p.faint
    if thrown.ready:
        return "<", ">", p.now
    return " ", "·" if thrown.drawn else " ", p.faint


def last_tiles(tiles: Sequence[Tile], faces: Faces) -> Text:
    """Tiles one after the other with a space between."""
    return Text(" ").join(faces.short(tile) for tile in tiles)
