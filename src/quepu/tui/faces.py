"""How tiles are written in cells of the terminal: short in rivers, boxed in the hand, joined in melds; and the colours of day and night.

Every face can be read without colour. Widths: 2 cells a short face in English and as Unicode glyphs, 3 in Chinese.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from quepu import tiles as t
from quepu.render import NUMERALS, SHORT, Speech
from quepu.tiles import HIDDEN, RED_DRAGON, Tile, is_number, is_red, kind_of, rank_of, suit_of

SUITS_ZH = {"m": "万", "p": "筒", "s": "条"}
GLYPHS = 0x1F000  # East wind; characters, bamboos, dots follow
GLYPH_OF = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
GLYPH_BACK = "\U0001f02b"
GLYPH_HONORS = "\U0001f000\U0001f001\U0001f002\U0001f003\U0001f006\U0001f005\U0001f004"
GLYPH_FLOWERS = "\U0001f026\U0001f027\U0001f028\U0001f029\U0001f022\U0001f023\U0001f024\U0001f025"


@dataclass(frozen=True)
class Palette:
    """Colours on one background, as Rich styles; each is readable there (contrast of text 4.5 and more)."""

    text: str
    dim: str
    faint: str
    now: str  # whose turn, what is selected, the last discard
    good: str
    bad: str
    accent: str
    keys: str
    characters: str
    dots: str
    bamboos: str
    honors: str
    flowers: str

    def of(self, tile: Tile) -> str:
        """The colour of a tile's face."""
        if kind_of(tile) == HIDDEN:
            return self.dim
        style = {"m": self.characters, "p": self.dots, "s": self.bamboos, "f": self.flowers}.get(
            suit_of(tile), self.honors
        )
        if kind_of(tile) == t.GREEN_DRAGON:
            style = self.bamboos
        if kind_of(tile) == RED_DRAGON:
            style = self.characters
        return f"bold {style}" if is_red(tile) else style


NIGHT = Palette(
    text="#e8eeea", dim="#aebcb7", faint="#7d8d88", now="bold #ffcf6b", good="#54c6a5", bad="#ff8475", accent="#8db4f5", keys="bold #f0c069",
    characters="#ff8a7d", dots="#86b6ff", bamboos="#63cf97", honors="#ece6d8", flowers="#d69be0",
)  # fmt: skip
DAY = Palette(
    text="#1b232a", dim="#525c65", faint="#636c74", now="bold #7a4e00", good="#0f6a54", bad="#b3262c", accent="#27508f", keys="bold #7a4e00",
    characters="#b3262c", dots="#20509e", bamboos="#0f6b45", honors="#1d2733", flowers="#7a3a86",
)  # fmt: skip


@dataclass(frozen=True)
class Faces:
    """Tiles in one language, with one palette, as letters or as glyphs."""

    say: Speech
    palette: Palette
    glyphs: bool = False

    @property
    def width(self) -> int:
        """Cells of a short face."""
        return 3 if self.say.zh and not self.glyphs else 2

    @property
    def rows(self) -> int:
        """Lines of a face in a box."""
        return 2 if self.say.zh and not self.glyphs else 1

    def word(self, tile: Tile) -> str:
        """The shortest text that names a tile: 5万, 东; 5m, E. A red five is 0."""
        kind = kind_of(tile)
        if self.glyphs:
            return _glyph(tile)
        if kind == HIDDEN:
            return self.say.text("▒▒", "▒▒")
        if is_number(kind):
            number = "0" if is_red(tile) else str(rank_of(kind))
            suit = suit_of(kind)
            return number + self.say.text(SUITS_ZH[suit], suit)
        if self.say.zh:
            return self.say.text(t.name_zh(kind), "")
        return SHORT.get(kind) or (f"F{rank_of(kind)}" if suit_of(kind) == "f" else "??")

    def short(self, tile: Tile, style: str = "") -> Text:
        """A face of fixed width."""
        word = self.word(tile)
        return Text(word + " " * (self.width - cell_len(word)), style or self.palette.of(tile))

    def joined(self, tiles: Sequence[Tile]) -> Text:
        """Tiles of a meld: 345万, 东东东; 345m, EEE."""
        kinds = [kind_of(tile) for tile in tiles]
        if not self.glyphs and all(map(is_number, kinds)) and len({suit_of(k) for k in kinds}) == 1:
            numbers = "".join("0" if is_red(tile) else str(rank_of(tile)) for tile in tiles)
            suit = suit_of(kinds[0])
            return Text(numbers + self.say.text(SUITS_ZH[suit], suit), self.palette.of(kinds[0]))
        if not self.glyphs and not self.say.zh and set(kinds) == {HIDDEN}:
            return Text("▒▒" * 2, self.palette.dim)
        return Text.assemble(*((self.word(tile), self.palette.of(tile)) for tile in tiles))

    def box(self, tile: Tile, *, mark: str = "", style: str = "", frame: str = "", raised: bool = False) -> list[Text]:
        """A face in a frame four cells wide; a mark of one or two cells stands in its upper edge."""
        frame = frame or self.palette.faint
        style = style or self.palette.of(tile)
        corners, bar, line = ("┏┓┗┛", "┃", "━") if raised else ("╭╮╰╯", "│", "─")
        top = Text(corners[0], frame)
        top.append(mark, style or frame).append(line * (2 - cell_len(mark)) + corners[1], frame)
        inner = (part + " " * (2 - cell_len(part)) for part in self._parts(tile))
        middle = (Text(bar, frame).append(part, style).append(bar, frame) for part in inner)
        return [top, *middle, Text(corners[2] + line * 2 + corners[3], frame)]

    def _parts(self, tile: Tile) -> list[str]:
        kind = kind_of(tile)
        if self.glyphs or not self.say.zh:
            return [self.word(tile)]
        if is_number(kind):
            return [NUMERALS[rank_of(kind) - 1], self.say.text(SUITS_ZH[suit_of(kind)], "")]
        return [self.word(tile), "  "]

    def mark(self, tile: Tile, *, wild: bool = False, void: bool = False) -> str:
        """What stands in the edge of a box: a joker, a tile of the void suit, a red five."""
        if wild:
            return self.say.text("混", "*")
        if void:
            return self.say.text("缺", "x")
        return self.say.text("赤", "r") if is_red(tile) else ""

    def name(self, tile: Tile) -> str:
        """The full name in sentences: 五万, 5 of characters."""
        return self.say.text(t.name_zh(tile), t.name_en(tile))


def _glyph(tile: Tile) -> str:
    kind = kind_of(tile)
    if kind == HIDDEN:
        return GLYPH_BACK
    if is_number(kind):
        return chr(GLYPH_OF[suit_of(kind)] + rank_of(kind) - 1) + ("r" if is_red(tile) else "")
    if suit_of(kind) == "f":
        return GLYPH_FLOWERS[rank_of(kind) - 1]
    return GLYPH_HONORS[rank_of(kind) - 1] if suit_of(kind) == "z" else "?"
