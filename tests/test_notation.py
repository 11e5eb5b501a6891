"""Notations: what is written is read back, the traps of each notation, the errors, melds and hands."""

import copy
import doctest
import pickle
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu import notation as n
from quepu import tiles as t
from quepu._notations import CODECS

sys.path.insert(0, str(Path(__file__).parent / "fuzz"))
from notation import fuzz  # the fuzzer beside this file, which also runs by itself

DRAGONS = [t.WHITE_DRAGON, t.GREEN_DRAGON, t.RED_DRAGON]
SEATS = st.integers(0, 3)


def error(call: object, *args: object) -> n.NotationError:
    with pytest.raises(n.NotationError) as raised:
        call(*args)  # type: ignore[operator]
    return raised.value


def test_examples() -> None:
    assert doctest.testmod(n).failed == 0


# ------------------------------------------------------------------------------------------------ reading what is written


@pytest.mark.parametrize("notation", n.NOTATIONS)
@given(data=st.data())
def test_round_trip(notation: str, data: st.DataObject) -> None:
    tiles = data.draw(st.lists(st.sampled_from(sorted(CODECS[notation].spelled)), max_size=30))
    if notation == "tenhou":
        most = {tile: sum(other == tile for other in CODECS["tenhou"].words.values()) for tile in tiles}
        tiles = [tile for i, tile in enumerate(tiles) if tiles[:i].count(tile) < most[tile]]
    text = n.write(tiles, notation)
    assert n.parse(text, notation) == tiles
    assert n.write(n.parse(text, notation), notation) == text


@pytest.mark.parametrize("notation", n.NOTATIONS)
def test_every_tile_is_written_or_refused(notation: str) -> None:
    for tile in (*t.TILES, -1, 60, 300, 1 | t.RED):
        if tile in CODECS[notation].spelled:
            assert n.parse(n.write([tile], notation), notation) == [tile]
        else:
            wrong = error(n.write, [0, tile], notation)
            assert wrong.notation == notation
            assert wrong.position == 3
            if t.is_tile(tile):
                assert t.name_zh(tile) in str(wrong)


@pytest.mark.parametrize(
    ("notation", "extra"),
    [
        ("case", set(range(34, 59)) | {t.HIDDEN} | set(t.RED_FIVES)),
        ("mpsz", set(t.RED_FIVES)),
        ("mcr", set(range(34, 42))),
        ("botzone", set(range(34, 42))),
        ("unicode", set(range(34, 43)) | {t.HIDDEN}),
        ("mjai", {t.HIDDEN} | set(t.RED_FIVES)),
        ("tenhou", set(t.RED_FIVES)),
        ("tenhou-json", set(t.RED_FIVES)),
        ("chinese", set(range(34, 43))),
    ],
)
def test_what_each_notation_can_express(notation: str, extra: set[int]) -> None:
    assert set(CODECS[notation].spelled) == set(range(34)) | extra


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("case", "567z"),
        ("mpsz", "567z"),
        ("mcr", "765z"),
        ("mcr", "PFC"),
        ("botzone", "J3 J2 J1"),
        ("unicode", "\U0001f006\U0001f005\U0001f004"),
        ("mjai", "P F C"),
        ("tenhou", "124 128 132"),
        ("tenhou-json", "45 46 47"),
        ("chinese", "白发中"),
    ],
)
def test_dragons(notation: str, text: str) -> None:
    assert n.parse(text, notation) == DRAGONS
    if text != "765z":
        assert n.write(DRAGONS, notation) == text


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("case", "1m9p1s14z18f"),
        ("mcr", "1m9p1sENed"),
        ("botzone", "W1 B9 T1 F1 F4 H1 H8"),
        ("unicode", "\U0001f007\U0001f021\U0001f010\U0001f000\U0001f003\U0001f026\U0001f025"),
        ("chinese", "一万九筒一条东北春菊"),
    ],
)
def test_suits_winds_and_flowers(notation: str, text: str) -> None:
    tiles = [0, 17, 18, 27, 30, 34, 41]
    assert n.parse(text, notation) == tiles
    assert n.write(tiles, notation) == text


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("case", "05m0p0s"),
        ("mpsz", "05m0p0s"),
        ("mjai", "5mr 5m 5pr 5sr"),
        ("tenhou", "16 17 52 88"),
        ("tenhou-json", "51 15 52 53"),
    ],
)
def test_red_fives(notation: str, text: str) -> None:
    tiles = [t.RED_FIVES[0], 4, *t.RED_FIVES[1:]]
    assert n.parse(text, notation) == tiles
    assert n.write(tiles, notation) == text


def test_tenhou_ids() -> None:
    assert n.parse("0,3, 135 108", "tenhou") == [0, 0, 33, 27]
    assert n.write([4, 4, 4], "tenhou") == "17 18 19"
    assert "at most 3" in str(error(n.write, [4, 4, 4, 4], "tenhou"))
    assert "at most 1" in str(error(n.write, [4 | t.RED, 4 | t.RED], "tenhou"))
    twin = error(n.parse, "5 6 5", "tenhou")
    assert (twin.position, "one tile" in twin.expected) == (4, True)
    for text in ("136", "-1", "007", "1.5", "5m"):
        assert error(n.parse, f"1 {text}", "tenhou").position == 2


def test_unicode_variation_selectors_and_joker() -> None:
    text = "\U0001f004\ufe0e \U0001f007\ufe0f\U0001f02a\U0001f02b"
    assert n.parse(text, "unicode") == [t.RED_DRAGON, 0, t.JOKER, t.HIDDEN]


def test_blanks_mean_nothing_in_running_text() -> None:
    assert n.parse(" 1 2 3 m\t[一万]\n 0p ") == [0, 1, 2, 0, 13 | t.RED]
    assert n.parse("1 2 3万，东、 中。", "chinese") == [0, 1, 2, t.EAST, t.RED_DRAGON]
    assert all(n.parse(text, notation) == [] for text in ("", "  ") for notation in n.NOTATIONS)


@pytest.mark.parametrize(
    "form", ["一万", "1萬", "赤五筒", "红中", "幺鸡", "财神", "花", "万", "索", "总", "四后", "背", "蘭"]
)
def test_any_name_in_brackets(form: str) -> None:
    known = {"1萬": 0, "红中": 33, "幺鸡": 18, "财神": 42, "蘭": 39} | {t.name_zh(tile): tile for tile in t.TILES}
    assert n.parse(f"[{form}]") == [known[form]]


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("一二三万", "123m"),
        ("123万", "123m"),
        ("１２３万", "123m"),
        ("一万二万", "12m"),
        ("1萬伍萬", "15m"),
        ("一筒二饼三餅", "123p"),
        ("一条二條三索四束", "1234s"),
        ("幺鸡么鸡幺雞", "111s"),
        ("东风東南风西北風", "11234z"),
        ("东东南西北", "11234z"),
        ("红中紅中中", "777z"),
        ("发财發財发發", "6666z"),
        ("白板白", "55z"),
        ("春夏秋冬梅兰竹菊蘭", "123456786f"),
        ("百搭财神財神混金赖子癞子鬼", "[百搭]" * 8),
        ("九万，一筒、东 白板", "9m1p1z5z"),
    ],
)
def test_chinese_as_typed(text: str, case: str) -> None:
    assert n.parse(text, "chinese") == n.parse(case)


# ------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("notation", "text", "position", "expected"),
    [
        ("case", "123m45", 6, "one of m p s z f after the digits"),
        ("case", "123m45x", 6, "one of m p s z f after the digits"),
        ("case", "12 8z", 3, "1-7 before z"),
        ("case", "1z 78z", 4, "1-7 before z"),
        ("case", "09f", 0, "1-8 before f"),
        ("case", "1m m", 3, "a digit before m"),
        ("case", "1m[一万", 5, "] after the tile's name"),
        ("case", "1m[无]", 3, "a tile's Chinese name"),
        ("case", "1m,2m", 2, "digits and a suit letter"),
        ("mpsz", "1m1f", 3, "one of m p s z after the digits"),
        ("mcr", "0m", 0, "digits and a suit letter"),
        ("mcr", "[123p,1]5m", 0, "digits and a suit letter"),
        ("botzone", "W1 W10", 3, "a tile such as"),
        ("mjai", "1m 0m", 3, "a tile such as"),
        ("tenhou-json", "11 20", 3, "a number"),
        ("unicode", "\U0001f007x", 1, "a mahjong tile character"),
        ("chinese", "一二三万四", 5, "one of 万"),
        ("chinese", "一万万", 2, "a digit before 万"),
        ("chinese", "东x", 1, "tiles in Chinese"),
    ],
)
def test_errors_point_at_the_wrong_character(notation: str, text: str, position: int, expected: str) -> None:
    wrong = error(n.parse, text, notation)
    assert (wrong.text, wrong.position, wrong.notation) == (text, position, notation)
    assert wrong.expected.startswith(expected)


def test_the_caret_stands_under_wide_characters_too() -> None:
    lines = str(error(n.parse, "[一万][二]1m")).splitlines()
    assert lines[1] == "  [一万][二]1m"
    assert lines[2] == "  " + " " * 7 + "^"


def test_long_and_unprintable_texts_are_clipped() -> None:
    shown = str(error(n.parse, "1m" * 500 + "\x00" + "1m" * 500)).splitlines()
    assert len(shown) == 3
    assert shown[1][shown[2].index("^")] == "·"
    assert len(shown[1]) < 100


def test_another_notation_is_suggested() -> None:
    assert 'did you mean notation "chinese"?' in str(error(n.parse, "一二三万"))
    assert 'did you mean notation "case"?' in str(error(n.parse, "1f", "mpsz"))
    assert "did you mean" not in str(error(n.parse, "nonsense"))


def test_an_unknown_notation() -> None:
    for call in (n.parse, n.write, n.parse_hand):
        assert "one of case, mpsz" in str(error(call, "", "tiles"))


def test_errors_are_copied_and_pickled() -> None:
    wrong = error(n.parse, "1x")
    for other in (pickle.loads(pickle.dumps(wrong)), copy.copy(wrong)):
        assert (str(other), other.position) == (str(wrong), 1)


# ------------------------------------------------------------------------------------------------ melds


@st.composite
def melds(draw: st.DrawFn, ways: tuple[n.Way, ...] = ("chow", "pung", "kong", "added", "concealed", "quint")) -> n.Meld:
    way = draw(st.sampled_from(ways))
    source = None if way == "concealed" else draw(st.none() | SEATS)
    if way == "chow":
        low = draw(st.integers(0, 2)) * 9 + draw(st.integers(0, 6))
        return n.Meld(way, (low, low + 1, low + 2), source)
    kind = draw(st.integers(0, t.PLAYING_KINDS - 1))
    return n.Meld(way, (kind,) * {"pung": 3, "quint": 5}.get(way, 4), source)


@given(melds())
def test_melds_are_read_back(meld: n.Meld) -> None:
    assert n.parse_meld(str(meld)) == meld
    assert meld.kind == min(meld.tiles)


@given(melds(), st.data())
def test_melds_with_jokers_and_reds_are_read_back(meld: n.Meld, data: st.DataObject) -> None:
    jokers = frozenset(data.draw(st.sets(st.integers(0, 33), max_size=3)))
    swap = st.sampled_from([None, *jokers, *t.STAND_INS])
    tiles = [tile if new is None else new for tile in meld.tiles for new in [data.draw(swap)]]
    tiles = [tile | t.RED if tile % 9 == 4 and tile < 27 and data.draw(st.booleans()) else tile for tile in tiles]
    text = f"{meld.way} {n.write(tiles)}"
    try:
        read = n.parse_meld(text, jokers)
    except n.NotationError as wrong:
        assert wrong.expected == "a tile that is no joker"  # noqa: PT017 - only this may go wrong
        return
    assert sorted(read.tiles) == sorted(tiles)
    assert n.parse_meld(str(read), jokers) == read


@pytest.mark.parametrize(
    ("text", "jokers", "kind", "written"),
    [
        ("pung 5m", "", "5m", "pung 555m"),
        ("kong 7z from 1", "", "7z", "kong 7777z from 1"),
        ("concealed 5055p", "", "5p", "concealed 0555p"),
        ("  chow   3 2 1 m   from 3 ", "", "1m", "chow 123m from 3"),
        ("chow 340s", "", "3s", "chow 340s"),
        ("pung 99p2z", "2z", "9p", "pung 99p2z"),
        ("pung 2z99p", "2z", "9p", "pung 99p2z"),
        ("pung 9p4s4p", "4s4p", "9p", "pung 94p4s"),
        ("chow 4m5z6m", "5z", "4m", "chow 4m5z6m"),
        ("chow 5z45m", "5z", "3m", "chow 5z45m"),
        ("chow 3p4p5m", "3p4p", "3m", "chow 34p5m"),
        ("chow 1m[万]3m from 3", "", "1m", "chow 1m[万]3m from 3"),
        ("quint 5m5m5m[百搭][一皇] from 2", "", "5m", "quint 555m[百搭][一皇] from 2"),
        ("concealed [背]", "", "[背]", "concealed [背][背][背][背]"),
    ],
)
def test_melds(text: str, jokers: str, kind: str, written: str) -> None:
    meld = n.parse_meld(text, frozenset(n.parse(jokers)))
    assert [meld.kind] == n.parse(kind)
    assert str(meld) == written


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "one of chow, pung"),
        ("ponk 555m", 0, "one of chow, pung"),
        ("pung", 4, "3 tiles"),
        ("pung 55m", 8, "3 tiles"),
        ("pung 5555m", 8, "no more than 3 tiles"),
        ("pung 0m", 7, "3 tiles"),
        ("pung 5m5m6m", 9, "another 五万"),
        ("pung 55m2z", 8, "another 五万"),
        ("chow 124m", 7, "three consecutive"),
        ("chow 5m", 7, "3 tiles"),
        ("chow 89m1p", 8, "three consecutive"),
        ("chow 567z", 5, "three consecutive"),
        ("chow 9m[万][万]", 5, "three consecutive"),
        ("chow [万][万][万]", 5, "a tile that is no joker"),
        ("pung 5x5m from 1", 6, "one of m p s z f"),
        ("pung 555m from", 14, "the number of the seat"),
        ("pung 555m from me", 15, "the number of the seat"),
        ("concealed 5555m from 1", 16, "no seat"),
    ],
)
def test_meld_errors(text: str, position: int, expected: str) -> None:
    wrong = error(n.parse_meld, text)
    assert (wrong.text, wrong.position, wrong.notation) == (text, position, "meld")
    assert wrong.expected.startswith(expected)
    assert "^" in str(wrong)


# ------------------------------------------------------------------------------------------------ hands


MCR_TILES = st.lists(st.integers(0, 33), max_size=14).map(tuple)


@given(st.lists(melds(("chow", "pung", "kong", "added", "concealed")), max_size=4), MCR_TILES, st.data())
def test_mcr_hands_are_read_back(made: list[n.Meld], concealed: tuple[int, ...], data: st.DataObject) -> None:
    seat = data.draw(SEATS)
    feeders = st.sampled_from([i for i in range(4) if i != seat])
    fed = {"chow": st.just((seat - 1) % 4), "concealed": st.none()}
    made = [n.Meld(meld.way, meld.tiles, data.draw(fed.get(meld.way, feeders))) for meld in made]
    flowers = tuple(data.draw(st.lists(st.integers(34, 41), max_size=8)))
    situation = data.draw(st.sampled_from(["", "EE1000", "SN0101"]))
    hand = n.HandText(concealed, tuple(made), flowers, situation)
    text = n.write_hand(hand, "mcr", seat)
    assert n.parse_hand(text, "mcr", seat) == hand
    assert n.write_hand(n.parse_hand(text, "mcr", seat), "mcr", seat) == text


@pytest.mark.parametrize(
    ("text", "melds", "rest"),
    [
        ("[123p,1][NNN,1]55m789s8s", "chow 123p from 0, pung 444z from 0", "55m7898s"),
        ("[345m,3]", "chow 345m from 0", ""),
        ("[CCCC][FFFF,2][PPPP,7]1m", "concealed 7777z, kong 6666z from 3, added 5555z from 2", "1m"),
        ("[777z,3]5z", "pung 555z from 2", "7z"),
        ("[WWWW1][444s]45m678pFF6m", "kong 3333z from 0, pung 444s from 0", "45m678p66z6m"),
        ("1m [2222s, 6] 3m", "added 2222s from 3", "13m"),
    ],
)
def test_mcr_hands(text: str, melds: str, rest: str) -> None:
    hand = n.parse_hand(text, "mcr", seat=1)
    assert ", ".join(map(str, hand.melds)) == melds
    assert n.write(hand.concealed) == rest


def test_mcr_flowers_and_situation() -> None:
    hand = n.parse_hand("345s3p55p5567p[7777s]4p|EE0100|cbaghdfe", "mcr")
    assert (n.write(hand.flowers), hand.situation) == ("76534821f", "EE0100")
    assert n.parse_hand("1ma|EE0000|h", "mcr") == n.HandText((0,), (), (38, 37))
    assert n.parse_hand("1m|SE0000", "mcr").situation == "SE0000"


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("[123p,5]", 6, "one of 1 2 3"),
        ("[111p,4]", 6, "one of 1 2 3"),
        ("[1111p,8]", 7, "one of 1 2 3 5 6 7"),
        ("[1111p,11]", 7, "one of 1 2 3 5 6 7"),
        ("[124p,1]", 1, "a chow, a pung or a kong"),
        ("[aaa]", 1, "a chow, a pung or a kong"),
        ("[]", 1, "a chow, a pung or a kong"),
        ("5m[111p", 2, "digits and a suit letter"),
        ("5m[11xp]", 5, "one of m p s z after"),
        ("[EEE]5m1f", 8, "one of m p s z after"),
        ("5m|EE00", 3, "|EE0000|abc"),
        ("5m|EE0000|8", 3, "|EE0000|abc"),
    ],
)
def test_mcr_hand_errors(text: str, position: int, expected: str) -> None:
    wrong = error(n.parse_hand, text, "mcr")
    assert (wrong.text, wrong.position, wrong.notation) == (text, position, "mcr")
    assert wrong.expected.startswith(expected)


def test_fewer_players_have_nobody_opposite() -> None:
    assert [meld.source for meld in n.parse_hand("[111m,1][222m,3]", "mcr", 0, 3).melds] == [2, 1]
    assert error(n.parse_hand, "[111m,2]", "mcr", 0, 3).expected == "one of 1 3"
    pair = n.HandText((), (n.Meld("pung", (0, 0, 0), 1),))
    assert n.parse_hand(n.write_hand(pair, "mcr", 0, 2), "mcr", 0, 2) == pair


@pytest.mark.parametrize(
    ("meld", "notation"),
    [
        ("chow 123m from 1", "mcr"),
        ("pung 1m", "mcr"),
        ("kong 1m from 0", "mcr"),
        ("quint 1m from 1", "mcr"),
        ("pung 1m from 1", "case"),
    ],
)
def test_melds_that_a_notation_cannot_express(meld: str, notation: str) -> None:
    hand = n.HandText((), (n.parse_meld(meld),))
    assert error(n.write_hand, hand, notation).notation == notation


@given(st.lists(st.sampled_from(t.TILES)).map(tuple))
def test_other_notations_have_tiles_only(tiles: tuple[int, ...]) -> None:
    hand = n.HandText(tiles)
    assert n.parse_hand(n.write_hand(hand, "case"), "case") == hand


# ------------------------------------------------------------------------------------------------ anything at all


@pytest.mark.parametrize("piece", ["1", "m", "1m", "[", "[一", "一", "东", " ", "from", "[1", "[m ", "|", "1,"])
def test_long_texts_take_no_longer_than_they_are_long(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    parsers = [partial(n.parse, notation=notation) for notation in n.NOTATIONS]
    began = time.perf_counter()
    for parser in (*parsers, n.parse_meld, partial(n.parse_hand, notation="mcr")):
        for made in (text, f"pung {text}"):
            with suppress(n.NotationError):
                parser(made)
    assert time.perf_counter() - began < 20  # half a second or so; quadratic time would be minutes


def test_random_texts_raise_nothing_else() -> None:
    assert fuzz(20_000 // (len(n.NOTATIONS) + 2), seed=1) >= 19_000
