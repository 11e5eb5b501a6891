"""Tiles: their numbers are the kernel's, their names are unique, the helpers agree with each other."""

import doctest

from quepu import tiles as t


def test_examples() -> None:
    assert doctest.testmod(t).failed == 0


def test_a_tile_fits_one_byte_and_kinds_fit_one_word() -> None:
    assert len(set(t.TILES)) == len(t.TILES) == 59 + 1 + 3
    assert all(0 <= tile < 0x80 for tile in t.TILES)
    assert all(kind < 62 or kind == t.HIDDEN for kind in t.NAMES_ZH)
    assert all(t.is_tile(tile) for tile in t.TILES)
    assert not any(t.is_tile(tile) for tile in set(range(-1, 300)) - set(t.TILES))


def test_the_order_of_the_kinds() -> None:
    names = "".join(t.NAMES_ZH[kind] for kind in range(t.EAST, t.JOKER))
    assert names == "东南西北白发中春夏秋冬梅兰竹菊"
    assert [t.NAMES_ZH[kind] for kind in (0, 8, 9, 17, 18, 26, 42, 43, 58)] == [
        "一万",
        "九万",
        "一筒",
        "九筒",
        "一条",
        "九条",
        "百搭",
        "花",
        "四后",
    ]
    assert [t.name_en(tile) for tile in (t.WEST, t.WHITE_DRAGON, t.PLUM, t.HIDDEN, 58)] == [
        "West wind",
        "white dragon",
        "plum",
        "hidden tile",
        "fourth queen",
    ]


def test_names_are_unique_in_both_languages() -> None:
    assert len({t.name_zh(tile) for tile in t.TILES}) == len({t.name_en(tile) for tile in t.TILES}) == len(t.TILES)


def test_every_tile_has_one_class() -> None:
    for tile in t.TILES:
        classes = [t.is_number(tile), t.is_wind(tile), t.is_dragon(tile), t.is_flower(tile), t.suit_of(tile) == ""]
        assert sum(classes) == 1, t.name_en(tile)
        assert t.is_honor(tile) == (t.suit_of(tile) == "z")
        assert (t.rank_of(tile) == 0) == (t.suit_of(tile) == "")
        assert t.is_red(tile) == (tile in t.RED_FIVES)
        assert t.kind_of(tile) in t.NAMES_ZH


def test_red_fives_sort_among_the_fives() -> None:
    for red in t.RED_FIVES:
        five = t.kind_of(red)
        assert t.in_order([five + 1, five, red, five - 1]) == [five - 1, red, five, five + 1]
