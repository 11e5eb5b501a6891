"""Distances beside four other packages, on thousands of random hands; every difference is explained."""

import pytest
from reference_distance import SIZES, hands, mask

from quepu.shanten import DISTINCT_PAIRS, KNITTED, ORPHANS, PAIRS, SCATTERED, SETS, shanten, useful

EVERY = SETS + PAIRS + ORPHANS + SCATTERED + KNITTED
RIICHI = SETS + DISTINCT_PAIRS + ORPHANS
NAMES = [f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]


def test_riichienv():
    peer = pytest.importorskip("riichienv")
    for hand in hands(10, 5000, (13, 14)):
        ids = [4 * kind + n for kind in range(34) for n in range(hand[kind])]
        assert shanten(hand, RIICHI) == peer.calculate_shanten(ids)


def test_xiangting():
    peer = pytest.importorskip("xiangting")
    for hand in hands(11, 6000, [n for n in SIZES if n <= 14]):
        number, tiles = peer.calculate_necessary_tiles(list(hand), peer.PlayerCount.FOUR)
        ours = useful(hand, RIICHI)
        assert (ours.shanten, ours.mask) == (number - 1, tiles)


def mahjong_allows(hand, ours, theirs):
    """`mahjong` splits into blocks and looks at four alike by a rule of thumb: it may differ if the hand holds four alike."""
    return abs(ours - theirs) == 1 and 4 in hand


def test_mahjong():
    peer = pytest.importorskip("mahjong.shanten").Shanten
    different = 0
    for hand in hands(12, 5000, [n for n in SIZES if n <= 14]):
        ours, theirs = shanten(hand, RIICHI), peer.calculate_shanten(list(hand))
        if ours != theirs:
            different += 1
            assert mahjong_allows(hand, ours, theirs), (list(hand), ours, theirs)
    assert different < 50


def names(hand):
    return tuple(NAMES[kind] for kind in range(34) for _ in range(hand[kind]))


@pytest.mark.parametrize(
    ("function", "shape", "sizes", "count"),
    [
        ("KnittedStraightShanten", KNITTED, (13,), 3000),
        ("KnittedStraightShanten", KNITTED, (10,), 1500),
        ("HonorsAndKnittedTilesShanten", SCATTERED, (13,), 3000),
        ("ThirteenOrphansShanten", ORPHANS, (13,), 3000),
        ("SevenPairsShanten", PAIRS, (13,), 3000),
        ("RegularShanten", SETS, (4, 7, 10, 13), 3000),
    ],
)
def test_py_mahjong_gb(function, shape, sizes, count):
    peer = getattr(pytest.importorskip("MahjongGB"), function)
    for hand in hands(13, count, sizes):
        theirs, kinds = peer(names(hand))
        theirs = (theirs, mask(map(NAMES.index, kinds)))
        ours = useful(hand, shape)
        assert (ours.shanten, ours.mask) == theirs or fifth_explains(hand, ours, *theirs), list(hand)


def fifth_explains(hand, ours, their_shanten, their_mask):
    """PyMahjongGB waits on fifths: it also names kinds that the hand holds four times, or is one nearer with only such kinds."""
    fours = mask(kind for kind in range(34) if hand[kind] == 4)
    if ours.shanten == their_shanten:
        return ours.mask == their_mask & ~fours
    return ours.shanten == their_shanten + 1 and not their_mask & ~fours


def test_py_mahjong_gb_all_shapes():
    peer = pytest.importorskip("MahjongGB").MahjongShanten
    fifths = 0
    for hand in hands(14, 3000, (13,)):
        ours, theirs = shanten(hand, EVERY), peer((), names(hand))
        fifths += ours != theirs
        assert ours == theirs or (ours == theirs + 1 and 4 in hand), list(hand)
    assert fifths < 15
