"""Tiles: one small integer each, their names, and what can be asked of a single tile.

A *kind* is 0 to 62; a *tile* is a kind, with `RED` added for a red five. `HIDDEN` is a tile whose face is not known.

| kinds | tiles | in case files |
| --- | --- | --- |
| 0 to 8 | characters 万 | `1m`..`9m` |
| 9 to 17 | dots 筒 | `1p`..`9p` |
| 18 to 26 | bamboos 条 | `1s`..`9s` |
| 27 to 30 | winds 东 南 西 北 | `1z`..`4z` |
| 31 to 33 | dragons 白 发 中 | `5z`..`7z` |
| 34 to 37 | seasons 春 夏 秋 冬 | `1f`..`4f` |
| 38 to 41 | plants 梅 兰 竹 菊 | `5f`..`8f` |
| 42 | generic joker 百搭 | `[百搭]` |
| 43 to 58 | ranked jokers of the American set 花 元 喜 合 筒 索 万 总 一皇..四皇 一后..四后 | `[一皇]` |
| 63 | a hidden tile, face down | `[背]` |
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Kind: TypeAlias = int
"""What is printed on a tile: 0 to 58, or `HIDDEN`."""

Tile: TypeAlias = int
"""A kind, plus `RED` when the tile is a red five; it fits one byte."""

RED: Final = 0x40
KIND_MASK: Final = 0x3F

CHARACTERS: Final = 0
DOTS: Final = 9
BAMBOOS: Final = 18
EAST: Final = 27
SOUTH: Final = 28
WEST: Final = 29
NORTH: Final = 30
WHITE_DRAGON: Final = 31
GREEN_DRAGON: Final = 32
RED_DRAGON: Final = 33
SPRING: Final = 34
PLUM: Final = 38
JOKER: Final = 42
BONUS_JOKER: Final = 43
HIDDEN: Final = 63

NUMBER_KINDS: Final = 27
"""Kinds below this are number tiles."""
PLAYING_KINDS: Final = 34
"""Kinds below this are number tiles and honors: those that sets are made of."""
ALL_KINDS: Final = 42
"""Kinds below this are in an ordinary set of tiles, flowers included."""

# One row per class of kinds, in the order of the kinds: first kind, case-file letter, Chinese and English names.
_NUMERALS = "一二三四五六七八九"
_ROWS: Final[tuple[tuple[Kind, str, tuple[str, ...], tuple[str, ...]], ...]] = (
    (CHARACTERS, "m", tuple(f"{n}万" for n in _NUMERALS), tuple(f"{n} of characters" for n in range(1, 10))),
    (DOTS, "p", tuple(f"{n}筒" for n in _NUMERALS), tuple(f"{n} of dots" for n in range(1, 10))),
    (BAMBOOS, "s", tuple(f"{n}条" for n in _NUMERALS), tuple(f"{n} of bamboos" for n in range(1, 10))),
    (
        EAST,
        "z",
        tuple("东南西北白发中"),
        ("East wind", "South wind", "West wind", "North wind", "white dragon", "green dragon", "red dragon"),
    ),
    (
        SPRING,
        "f",
        tuple("春夏秋冬梅兰竹菊"),
        ("spring", "summer", "autumn", "winter", "plum", "orchid", "bamboo plant", "chrysanthemum"),
    ),
    (
        JOKER,
        "",
        ("百搭", *"花元喜合筒索万总", *(f"{n}皇" for n in "一二三四"), *(f"{n}后" for n in "一二三四")),
        (
            "joker",
            "bonus joker",
            *(f"joker for {what}" for what in ("dragons", "winds", "honors", "dots", "bamboos", "characters", "suits")),
            *(f"{rank} {court}" for court in ("emperor", "queen") for rank in ("first", "second", "third", "fourth")),
        ),
    ),
    (HIDDEN, "", ("背",), ("hidden tile",)),
)

NAMES_ZH: Final[dict[Kind, str]] = {first + i: name for first, _, names, _ in _ROWS for i, name in enumerate(names)}
"""The Chinese name (Simplified) of every kind: `NAMES_ZH[0]` is 一万."""
NAMES_EN: Final[dict[Kind, str]] = {first + i: name for first, _, _, names in _ROWS for i, name in enumerate(names)}
"""The English name of every kind: `NAMES_EN[0]` is "1 of characters"."""
_SUITS: Final[dict[Kind, tuple[str, int]]] = {
    first + i: (letter, i + 1 if letter else 0) for first, letter, names, _ in _ROWS for i in range(len(names))
}

RED_FIVES: Final[tuple[Tile, ...]] = (CHARACTERS + 4 | RED, DOTS + 4 | RED, BAMBOOS + 4 | RED)
"""The three red fives: of characters, dots and bamboos."""
TILES: Final[tuple[Tile, ...]] = (*NAMES_ZH, *RED_FIVES)
"""Every tile that exists: the kinds in order, then the red fives."""
STAND_INS: Final[frozenset[Kind]] = frozenset(range(JOKER, HIDDEN)).intersection(NAMES_ZH) - {BONUS_JOKER}
"""The kinds that are jokers in every game: 百搭 and the ranked jokers, but not 花, which is only set aside."""


def kind_of(tile: Tile) -> Kind:
    """Give the kind of a tile, red or not.

    >>> kind_of(4 | RED)
    4
    """
    return tile & KIND_MASK


def is_red(tile: Tile) -> bool:
    """Whether the tile is a red five.

    >>> is_red(4 | RED), is_red(RED_DRAGON)
    (True, False)
    """
    return tile & RED != 0


def is_tile(value: int) -> bool:
    """Whether the number stands for a tile at all.

    >>> is_tile(0), is_tile(60), is_tile(3 | RED)
    (True, False, False)
    """
    return value in NAMES_ZH or value in RED_FIVES


def is_number(tile: Tile) -> bool:
    """Whether the tile is one of characters, dots or bamboos.

    >>> is_number(26), is_number(EAST)
    (True, False)
    """
    return tile & KIND_MASK < NUMBER_KINDS


def is_wind(tile: Tile) -> bool:
    """Whether the tile is East, South, West or North.

    >>> is_wind(NORTH), is_wind(WHITE_DRAGON)
    (True, False)
    """
    return EAST <= tile <= NORTH


def is_dragon(tile: Tile) -> bool:
    """Whether the tile is 白, 发 or 中.

    >>> is_dragon(WHITE_DRAGON), is_dragon(SPRING)
    (True, False)
    """
    return WHITE_DRAGON <= tile <= RED_DRAGON


def is_honor(tile: Tile) -> bool:
    """Whether the tile is a wind or a dragon.

    >>> is_honor(EAST), is_honor(RED_DRAGON), is_honor(8)
    (True, True, False)
    """
    return EAST <= tile <= RED_DRAGON


def is_flower(tile: Tile) -> bool:
    """Whether the tile is a season or a plant.

    >>> is_flower(SPRING), is_flower(PLUM), is_flower(JOKER)
    (True, True, False)
    """
    return SPRING <= tile < ALL_KINDS


def following(kind: Kind, dragons: str = "白发中") -> Kind:
    """Give the kind after this one in its circle: 1 to 9, the winds, the dragons in an order that differs between games.

    >>> following(8) == 0, following(NORTH) == EAST, following(RED_DRAGON) == WHITE_DRAGON
    (True, True, True)
    >>> following(RED_DRAGON, "中发白") == GREEN_DRAGON
    True
    """
    if is_number(kind):
        return kind - 8 if kind % 9 == 8 else kind + 1
    if is_wind(kind):
        return EAST + (kind - EAST + 1) % 4
    if not is_dragon(kind):
        raise ValueError(f"{kind} is in no circle: a number tile, a wind or a dragon is expected")
    after = dragons[(dragons.index(NAMES_ZH[kind]) + 1) % 3]
    return next(dragon for dragon in range(WHITE_DRAGON, RED_DRAGON + 1) if NAMES_ZH[dragon] == after)


def suit_of(tile: Tile) -> str:
    """Give the letter of the tile's suit in case files: m, p, s, z or f; empty for a joker or a hidden tile.

    >>> suit_of(0), suit_of(DOTS), suit_of(BAMBOOS), suit_of(RED_DRAGON), suit_of(PLUM), suit_of(JOKER)
    ('m', 'p', 's', 'z', 'f', '')
    """
    return _SUITS[tile & KIND_MASK][0]


def rank_of(tile: Tile) -> int:
    """Give the tile's digit in case files: 1 to 9 (7 for honors, 8 for flowers), also for a red five; 0 without a suit.

    >>> rank_of(0), rank_of(DOTS + 4 | RED), rank_of(RED_DRAGON), rank_of(JOKER)
    (1, 5, 7, 0)
    """
    return _SUITS[tile & KIND_MASK][1]


def name_zh(tile: Tile) -> str:
    """Give the Chinese name (Simplified) of a tile.

    >>> name_zh(0), name_zh(DOTS + 4 | RED), name_zh(WHITE_DRAGON)
    ('一万', '赤五筒', '白')
    """
    name = NAMES_ZH[tile & KIND_MASK]
    return f"赤{name}" if tile & RED else name


def name_en(tile: Tile) -> str:
    """Give the English name of a tile.

    >>> name_en(0), name_en(DOTS + 4 | RED), name_en(WHITE_DRAGON)
    ('1 of characters', 'red 5 of dots', 'white dragon')
    """
    name = NAMES_EN[tile & KIND_MASK]
    return f"red {name}" if tile & RED else name


def order(tile: Tile) -> int:
    """Give the key to sort tiles by: kinds in order, a red five just before the other fives of its suit.

    >>> sorted([5, 4, 4 | RED, 3], key=order) == [3, 4 | RED, 4, 5]
    True
    """
    return (tile & KIND_MASK) * 2 + (tile & RED == 0)


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """Sort tiles in the order in which people lay out a hand.

    >>> in_order([EAST, 4, 4 | RED, 0]) == [0, 4 | RED, 4, EAST]
    True
    """
    return sorted(tiles, key=order)
