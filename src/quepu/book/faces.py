"""Tile faces as SVG: one hidden sprite a page, then a short reference for each tile. Drawn here; no font travels along.

Dots and bamboos are geometry; characters are text in whatever brush or serif font the reader has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quepu import tiles as t
from quepu.notation import Meld
from quepu.tiles import Tile

NUMERALS = "一二三四五六七八九"
DOTS: dict[int, Sequence[tuple[int, int, int, str]]] = {
    1: [(150, 200, 112, "g")],
    2: [(150, 104, 72, "g"), (150, 296, 72, "b")],
    3: [(78, 82, 58, "b"), (150, 200, 58, "r"), (222, 318, 58, "g")],
    4: [(82, 106, 62, "b"), (218, 106, 62, "g"), (82, 294, 62, "g"), (218, 294, 62, "b")],
    5: [(78, 80, 55, "b"), (222, 80, 55, "g"), (150, 200, 55, "r"), (78, 320, 55, "g"), (222, 320, 55, "b")],
    6: [(x, y, 54, c) for y, c in ((76, "g"), (208, "r"), (328, "r")) for x in (86, 214)],
    7: [(62, 60, 44, "g"), (150, 96, 44, "g"), (238, 132, 44, "g")]
    + [(x, y, 48, "r") for y in (234, 338) for x in (90, 210)],
    8: [(x, y, 45, "b") for y in (58, 152, 247, 341) for x in (90, 210)],
    9: [(x, y, 44, c) for y, c in ((72, "g"), (200, "r"), (328, "b")) for x in (55, 150, 245)],
}
STICKS: dict[int, Sequence[tuple[int, int, int, str, int, int]]] = {
    2: [(150, 108, 164, "b", 48, 0), (150, 292, 164, "g", 48, 0)],
    3: [(150, 108, 164, "b", 48, 0), (86, 292, 164, "g", 48, 0), (214, 292, 164, "g", 48, 0)],
    4: [(x, y, 164, c, 48, 0) for x, y, c in ((86, 108, "b"), (214, 108, "g"), (86, 292, "g"), (214, 292, "b"))],
    5: [(x, y, 164, c, 46, 0) for x, y, c in ((64, 108, "g"), (236, 108, "b"), (64, 292, "b"), (236, 292, "g"))]
    + [(150, 200, 190, "r", 46, 0)],
    6: [(x, y, 164, c, 46, 0) for y, c in ((108, "g"), (292, "b")) for x in (62, 150, 238)],
    7: [(150, 76, 106, "r", 44, 0)]
    + [(x, y, 116, c, 44, 0) for y, c in ((203, "b"), (330, "g")) for x in (62, 150, 238)],
    8: [
        stick
        for y, f, c in ((112, 1, "g"), (288, -1, "b"))
        for stick in (
            (37, y, 164, c, 38, 0),
            (263, y, 164, c, 38, 0),
            (107, y, 156, c, 38, 18 * f),
            (193, y, 156, c, 38, -18 * f),
        )
    ],
    9: [(x, y, 112, c, 46, 0) for x, c in ((60, "g"), (150, "r"), (240, "b")) for y in (78, 200, 322)],
}
SPARROW = (
    '<use href="#q-stick" class="q-g" transform="translate(150 354)rotate(90)scale(40 250)"/>'
    '<path class="q-b" d="M196 214C210 160 262 128 290 118C284 156 252 200 206 226Z"/>'
    '<path class="q-r" d="M198 222C230 188 280 178 296 178C286 206 246 228 208 236Z"/>'
    '<path class="q-l" stroke-width="9" d="M120 290l-8 50M160 292l4 48"/>'
    '<path class="q-g" d="M76 128C60 158 58 222 88 262C118 300 176 302 210 268C236 240 236 212 216 200C190 186 168 176 '
    '152 140C140 112 96 96 76 128Z"/>'
    '<path class="q-p" d="M80 176C76 214 90 252 122 270C146 282 168 276 178 266C146 262 118 236 106 196C100 178 84 160 80 176Z"/>'
    '<path class="q-b" d="M132 190C168 184 210 204 232 246C204 262 160 258 140 232C130 218 126 202 132 190Z"/>'
    '<circle class="q-g" cx="112" cy="112" r="56"/>'
    '<path class="q-r" d="M60 104C66 66 104 46 140 62C166 74 174 102 166 124C144 96 102 84 60 104Z"/>'
    '<path class="q-p" d="M64 118C70 146 92 160 118 152C108 132 90 118 64 118Z"/>'
    '<path class="q-y" d="M62 106L22 122L64 134Z"/><circle class="q-p" cx="98" cy="110" r="13"/><circle class="q-k" cx="96" cy="110" r="8"/>'
)
WHITE = (
    '<rect class="q-o" x="38" y="44" width="224" height="312" rx="26" stroke-width="20"/>'
    '<rect class="q-o" x="68" y="74" width="164" height="252" rx="12" stroke-width="7"/>'
)
LATTICE = "".join(
    f'<path class="q-v" d="M{x} {y - 22}l25 22l-25 22l-25-22z"/>'
    for row, y in enumerate(range(60, 361, 56))
    for x in ((90, 150, 210) if row % 2 else (60, 120, 180, 240))
)
COMMON = (
    '<symbol id="q-coin" viewBox="-50 -50 100 100"><path fill-rule="evenodd" d="M0-50a50 50 0 1 1 0 100a50 50 0 1 1 0-100z'
    "M0-41a41 41 0 1 0 0 82a41 41 0 1 0 0-82zM0-37a37 37 0 1 1 0 74a37 37 0 1 1 0-74zM0-25a25 25 0 1 0 0 50a25 25 0 1 0 0-50z"
    'M0-15a15 15 0 1 1 0 30a15 15 0 1 1 0-30z"/></symbol>'
    '<path id="q-stick" d="M-.45-.5H.45Q.55-.43.45-.4L.4-.34V-.07L.5-.03V.03L.4.07V.34L.45.4Q.55.43.45.5H-.45Q-.55.43-.45.4'
    'L-.4.34V.07L-.5.03V-.03L-.4-.07V-.34L-.45-.4Q-.55-.43-.45-.5z"/>'
)


def key(tile: Tile) -> str:
    """Return the case files' name of a tile, by which its face is called: "5m", "0p", "7z".

    >>> key(4), key(4 | t.RED), key(t.RED_DRAGON)
    ('5m', '0m', '7z')
    """
    return f"{0 if t.is_red(tile) else t.rank_of(tile)}{t.suit_of(tile)}"


def sprite(tiles: Iterable[Tile]) -> str:
    """Return the faces of these tiles, and the back, as one hidden drawing."""
    faces = {key(tile): face(tile) for tile in sorted(set(tiles), key=t.order)}
    symbols = "".join(f'<symbol id="q-{name}" viewBox="0 0 300 400">{drawn}</symbol>' for name, drawn in faces.items())
    back = f'<symbol id="q-back" viewBox="0 0 300 400">{LATTICE}</symbol>'
    return f'<svg class="sprite" aria-hidden="true" width="0" height="0"><defs>{COMMON}{symbols}{back}</defs></svg>'


def face(tile: Tile) -> str:
    """Return the drawing on a tile, 300 wide and 400 high."""
    rank, suit, red = t.rank_of(tile), t.suit_of(tile), t.is_red(tile)
    ear = '<path class="q-r" d="M214 0H300V86z"/><circle class="q-p" cx="276" cy="25" r="11"/>' if red else ""
    if suit == "m":
        return _glyph(NUMERALS[rank - 1], 150, 170, 172, "r" if red else "k") + _glyph("萬", 150, 356, 178, "r") + ear
    if suit == "p":
        coins = (
            f'<use href="#q-coin" class="q-{"r" if red else c}" x="{x - r:g}" y="{y - r:g}" width="{2 * r:g}" height="{2 * r:g}"/>'
            for x, y, r, c in DOTS[rank]
        )
        return "".join(coins) + ear
    if suit == "s":
        if rank == 1:
            return SPARROW
        sticks = (
            f'<use href="#q-stick" class="q-{"r" if red else c}" transform="translate({x} {y})'
            f'{f"rotate({tilt})" if tilt else ""}scale({w} {h})"/>'
            for x, y, h, c, w, tilt in STICKS[rank]
        )
        return "".join(sticks) + ear
    if suit == "z":
        return WHITE if rank == 5 else _glyph("東南西北 發中"[rank - 1], 150, 296, 262, "kkkk gr"[rank - 1])
    return _flower(rank)


def _glyph(char: str, x: float, y: float, size: float, colour: str) -> str:
    return f'<text class="q-{colour} q-t" x="{x:g}" y="{y:g}" font-size="{size:g}">{char}</text>'


def _flower(rank: int) -> str:
    colour = "b" if rank < 5 else "r"
    petals = "".join(
        f'<ellipse class="q-{colour}" cx="150" cy="212" rx="34" ry="46" transform="rotate({angle} 150 268)"/>'
        for angle in range(0, 360, 72 if rank > 4 else 60)
    )
    name = _glyph("春夏秋冬梅蘭竹菊"[rank - 1], 96, 142, 140, colour)
    number = f'<text class="q-{colour} q-n" x="240" y="120" font-size="104">{(rank - 1) % 4 + 1}</text>'
    return f'{name}{number}{petals}<circle class="q-p" cx="150" cy="268" r="34"/><circle class="q-y" cx="150" cy="268" r="20"/>'


def tile(which: Tile | None, name: str = "", mark: str = "") -> str:
    """Return a tile of the page; None is one face down. `mark` is a further class: the winning tile, a wild one.

    >>> tile(4, "五万")
    '<i class="t" title="五万"><svg><use href="#q-5m"/></svg></i>'
    """
    symbol = "back" if which is None else key(which)
    classes = " ".join(part for part in ("t", "back" if which is None else "", mark) if part)
    title = f' title="{name}"' if name else ""
    return f'<i class="{classes}"{title}><svg><use href="#q-{symbol}"/></svg></i>'


def meld(laid: Meld, names: dict[Tile, str]) -> str:
    """Return the tiles of a meld, a concealed kong with its outer tiles face down."""
    faces: list[Tile | None] = list(laid.tiles)
    if laid.way == "concealed":
        faces[0] = faces[-1] = None
    return f'<span class="meld">{"".join(tile(x, "" if x is None else names[x]) for x in faces)}</span>'
