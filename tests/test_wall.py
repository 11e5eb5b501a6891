"""Walls: made of the right tiles, the same from the same key everywhere, never from a default, never biased; opened where dice say."""

import ast
import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from second_walls import PROGRAM, VECTORS

import quepu.fairness
import quepu.wall
from quepu import tiles as t
from quepu.notation import NotationError, parse, write
from quepu.rulesets import names
from quepu.scoring import rules_for
from quepu.wall import Break, Stream, Wall, WallError, random_wall, shuffle, shuffled, stacks, tile_set, wall_break

DICE = (1, 2, 3, 4, 5, 6) * 2


def keys(count: int, label: str = "test") -> Iterator[bytes]:
    return (quepu.wall.hashed(label, i.to_bytes(4, "big")) for i in range(count))


# ------------------------------------------------------------------------------------------------ the tiles of a game


@pytest.mark.parametrize("name", sorted(names()))
def test_tile_set_of_every_rule_system(name):
    rules = rules_for(name)
    tiles = tile_set(rules)
    count = Counter(map(t.kind_of, tiles))
    assert list(tiles) == sorted(tiles)
    assert set(count) >= {kind for kind in range(t.PLAYING_KINDS) if rules.game.tiles.mask >> kind & 1}
    assert all(number == (1 if t.is_flower(kind) else 4) for kind, number in count.items())
    assert [tiles.count(red) for red in t.RED_FIVES] == list(rules.reds or (0, 0, 0))
    shuffled(rules, bytes(32)).check(rules)


@pytest.mark.parametrize(
    ("name", "options", "size", "clause"),
    [
        ("nanjing", {}, 144, "NJ-E01: dragons are bonus tiles, four each"),
        ("sichuan", {}, 108, "SC-E01"),
        ("mcr", {}, 144, "MC-E01"),
        ("riichi", {}, 136, "RI-E01"),
    ],
)
def test_size_of_the_set(name, options, size, clause):
    assert len(tile_set(rules_for(name, options))) == size, clause


@pytest.mark.parametrize(("red_fives", "each"), [(0, (0, 0, 0)), (3, (1, 1, 1)), (4, (1, 2, 1))])
def test_red_fives_stand_for_plain_ones(red_fives, each):
    tiles = tile_set(rules_for("riichi", {"red_fives": red_fives}))
    assert len(tiles) == 136
    for red, number in zip(t.RED_FIVES, each, strict=True):
        assert (tiles.count(red), tiles.count(t.kind_of(red))) == (number, 4 - number)


def test_bonus_tiles_are_those_in_play_under_the_options():
    game = rules_for("mcr").game
    assert len(tile_set(SimpleNamespace(game=game, bonus=0, reds=()))) == 136
    assert write(tile_set(SimpleNamespace(game=game, bonus=0b1111 << t.SPRING, reds=()))[-4:]) == "1234f"


# ------------------------------------------------------------------------------------------------ what a wall can be


@pytest.mark.parametrize(
    ("tiles", "dice", "message"),
    [
        ((), DICE, "no tiles"),
        ((0, 60), DICE, "tile 2 is 60"),
        ((0, t.HIDDEN), DICE, "tile 2 is 63"),
        ((True,), DICE, "tile 1 is True"),
        (("1m",), DICE, "tile 1 is '1m'"),
        ((0,), (), "0 dice"),
        ((0,), DICE[:11], "11 dice come with it; 12 are needed"),
        ((0,), (*DICE[:11], 7), "die 12 is 7; a die shows 1 to 6"),
        ((0,), (0, *DICE[:11]), "die 1 is 0"),
    ],
)
def test_a_wall_that_cannot_be(tiles, dice, message):
    with pytest.raises(WallError, match=re.escape(message)):
        Wall(tiles, dice)


def test_a_wall_with_other_tiles_than_the_game():
    rules = rules_for("riichi")
    plain = Wall(tile_set(rules_for("riichi", {"red_fives": 0})), DICE)
    with pytest.raises(WallError, match=r"the game has 3 of 5m, the wall 4; .*; the game has 1 of 0s, the wall 0"):
        plain.check(rules)


def test_text_and_back_and_nothing_shown_unasked():
    wall = random_wall(rules_for("riichi"))
    assert Wall.read(wall.text, wall.dice) == wall
    assert repr(wall) == str(wall) == f"{wall}" == "<wall of 136 tiles>"
    with pytest.raises(NotationError):
        Wall.read("123", DICE)


# ------------------------------------------------------------------------------------------------ vectors


@pytest.mark.parametrize("vector", VECTORS["walls"], ids=lambda v: f"{v['about']}-{v['key'][:4]}")
def test_vectors_of_walls(vector):
    key, tiles = bytes.fromhex(vector["key"]), parse(vector["tiles"])
    assert tiles == sorted(tiles)
    wall = shuffle(tiles, key)
    assert (wall.text, list(wall.dice)) == (vector["wall"], vector["dice"])
    order, dice = PROGRAM.wall(key, tiles)
    assert (write(order), dice) == (vector["wall"], vector["dice"])


def test_vectors_reach_what_is_rare():
    assert VECTORS["version"] == quepu.wall.VERSION
    assert {vector["thrown_away"] for vector in VECTORS["walls"]} == {0, 1, 2, 3}
    sets = {vector["tiles"] for vector in VECTORS["walls"]}
    assert {write(tile_set(rules_for(name))) for name in ("sichuan", "riichi", "mcr")} == sets


def test_the_second_program_agrees_on_other_keys():
    tiles = tile_set(rules_for("nanjing"))
    for key in keys(60):
        wall = shuffle(tiles, key)
        assert PROGRAM.wall(key, tiles) == (list(wall.tiles), list(wall.dice))


# ------------------------------------------------------------------------------------------------ uniform numbers


class Told(Stream):
    """A stream whose words are given."""

    def __init__(self, words):
        super().__init__(bytes(32))
        self.words = iter(words)

    def word(self):
        return next(self.words)


@pytest.mark.parametrize("n", [1, 2, 6, 7, 97, 108, 136, 144, 40000, 65535, 65536])
def test_no_number_is_likelier_than_another(n):
    """Over all words each number comes equally often, and no word is thrown away that need not be."""
    stream, made = Told(range(1 << 16)), Counter()
    try:
        while True:
            made[stream.below(n)] += 1
    except StopIteration:
        pass
    assert set(made) == set(range(n))
    assert set(made.values()) == {65536 // n}


def test_the_bound_of_rejection():
    assert 65536 - 65536 % 144 == 65520
    assert Told([65519]).below(144) == 143
    assert Told([65520, 65535, 1]).below(144) == 1


@pytest.mark.parametrize("n", [0, -1, 65537])
def test_numbers_that_cannot_be_made(n):
    with pytest.raises(WallError, match=f"not below {n}"):
        Stream(bytes(32)).below(n)


def shares(orders, size: int, kinds: int) -> float:
    """Chi-square of kinds by places (kinds of equal number), as standard deviations from what chance does."""
    seen: Counter = Counter()
    count = 0
    for order in orders:
        count += 1
        seen.update(enumerate(order))
    expected = Fraction(count, kinds)
    total = sum((seen[place, kind] - expected) ** 2 for place in range(size) for kind in range(kinds)) / expected
    freedom = (kinds - 1) * (size - 1)
    return float(total * Fraction(size - 1, size) - freedom) / (2 * freedom) ** 0.5


def naive(tiles, key):
    """The shuffle that looks right and is not: every place is exchanged with any place."""
    stream, wall = Stream(key), list(tiles)
    for place in range(len(wall)):
        other = stream.below(len(wall))
        wall[place], wall[other] = wall[other], wall[place]
    return wall


def test_every_tile_is_equally_often_in_every_place():
    tiles = tile_set(rules_for("sichuan"))
    fair = shares((shuffle(tiles, key).tiles for key in keys(1000)), 108, 27)
    assert abs(fair) < 4
    assert shares((naive(tiles, key) for key in keys(1000)), 108, 27) > 8, "the test would see a biased shuffle"


def test_neighbours_in_the_sorted_set_do_not_stay_neighbours():
    """How often the tile after place i is one that stood right behind it before: once a wall, on average."""
    count = 0
    for key in keys(1000, "neighbours"):
        order = shuffle(range(34), key).tiles
        count += sum(b == a + 1 for a, b in pairwise(order))
    assert abs(count - 1000 * 33 / 34) < 4 * 1000**0.5


def test_every_throw_of_dice_is_equally_likely():
    seen = [Counter() for _ in range(12)]
    walls = [shuffle(range(4), key) for key in keys(6000)]
    for wall in walls:
        for place, die in enumerate(wall.dice):
            seen[place][die] += 1
    square = sum((seen[place][die] - 1000) ** 2 / 1000 for place in range(12) for die in range(1, 7))
    assert abs(square - 60) < 4 * 120**0.5
    pairs = Counter(wall.dice[:2] for wall in walls)
    square = sum((pairs[a, b] - 6000 / 36) ** 2 / (6000 / 36) for a in range(1, 7) for b in range(1, 7))
    assert abs(square - 35) < 4 * 70**0.5


@given(
    st.lists(st.sampled_from([*range(t.ALL_KINDS), *t.RED_FIVES]), min_size=1, max_size=40),
    st.binary(min_size=32, max_size=32),
)
def test_a_shuffle_keeps_the_tiles_and_forgets_their_order(tiles, key):
    wall = shuffle(tiles, key)
    assert sorted(wall.tiles) == sorted(tiles)
    assert shuffle(reversed(tiles), key) == wall


# ------------------------------------------------------------------------------------------------ bugs that walls have had


def test_no_wall_without_a_key():
    rules = rules_for("mcr")
    for make in (shuffled, shuffle, Stream, Wall):
        with pytest.raises(TypeError):
            make(*([rules] if make in (shuffled, shuffle) else []))
    for key in (None, b"", bytes(31), bytes(33), "0" * 32, 17, bytearray(32)):
        with pytest.raises(WallError, match="key: 32 bytes are needed, not "):
            shuffled(rules, key)


def test_no_wall_comes_twice():
    rules = rules_for("sichuan")
    walls = {random_wall(rules) for _ in range(200)} | {shuffled(rules, key) for key in keys(200)}
    assert len(walls) == 400
    assert len({wall.tiles[0] for wall in walls}) == len({wall.tiles[-1] for wall in walls}) == 27
    assert tile_set(rules) not in {wall.tiles for wall in walls}


@pytest.mark.parametrize("bit", [0, 7, 128, 255])
def test_every_bit_of_the_key_changes_the_wall(bit):
    tiles = tile_set(rules_for("sichuan"))
    one, other = shuffle(tiles, bytes(32)), shuffle(tiles, (1 << bit).to_bytes(32))
    assert sum(a == b for a, b in zip(one.tiles, other.tiles, strict=True)) < 16
    assert one.dice != other.dice


def test_the_global_generator_is_neither_read_nor_advanced():
    rules = rules_for("nanjing")
    walls = []
    for _ in range(2):
        random.seed(20)
        before = random.getstate()
        walls.append(random_wall(rules))
        walls.append(shuffled(rules, quepu.fairness.new_secret()))
        assert random.getstate() == before
    assert len(set(walls)) == 4
    random.seed(1)
    first = shuffled(rules, bytes(32))
    random.seed(2)
    assert shuffled(rules, bytes(32)) == first


@pytest.mark.parametrize("module", [quepu.wall, quepu.fairness], ids=lambda module: module.__name__)
def test_neither_clock_nor_weak_generator_is_imported(module):
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {name.split(".")[0] for name in imported} & {"random", "numpy", "time", "datetime", "os", "uuid"}


# ------------------------------------------------------------------------------------------------ where the wall is opened


@pytest.mark.parametrize(
    ("clause", "dice", "how", "expected", "first"),
    [
        ("NJ-D01", [2, 4, 6, 5], {"skip": "second"}, Break(1, 11), (1, 12)),
        ("MC-D03 smaller_die", [2, 5], {"skip": "smaller"}, Break(2, 2), (2, 3)),
        ("MC-D03 sum", [2, 5], {"skip": "sum"}, Break(2, 7), (2, 8)),
        ("MC-D03 two_rolls", [2, 5, 3, 3], {"skip": "both"}, Break(2, 13), (2, 14)),
        ("MC-D03 two_rolls, past the left end", [6, 6, 6, 6], {"skip": "both"}, Break(3, 24), (2, 7)),
        ("SC-D03", [6, 3], {"skip": "smaller"}, Break(0, 3), (0, 4)),
        ("TJ-D04", [6, 4], {"skip": "sum", "own": True}, Break(0, 10), (0, 11)),
        ("TJ-D04 tianjin-hui", [1, 2, 1, 1], {"skip": "both"}, Break(2, 5), (2, 6)),
        ("RI-D03", [3, 4], {}, Break(2, 7), (2, 8)),
        ("GD-D03, TW-D03", [6, 6, 6], {"thrown": 3}, Break(1, 18), (0, 1)),
        ("three seats", [2, 3], {"seats": 3}, Break(1, 5), (1, 6)),
    ],
)
def test_worked_examples_of_the_clauses(clause, dice, how, expected, first):
    opened = wall_break([*dice, 1, 1], **how)
    assert opened == expected, clause
    assert opened.place((18,) * how.get("seats", 4)) == first, clause


def test_one_is_the_dealer_and_counting_goes_to_the_right():
    assert [wall_break([1, n]).wall for n in range(1, 7)] == [1, 2, 3, 0, 1, 2]
    assert wall_break([3, 2]).wall == 0


@pytest.mark.parametrize(
    ("tiles", "walls"),
    [
        (144, (18, 18, 18, 18)),  # MC-D03, NJ-D01
        (136, (17, 17, 17, 17)),  # RI-D03
        (108, (14, 13, 14, 13)),  # SC-E02
        (100, (13, 12, 13, 12)),  # HU-E01
        (84, (11, 10, 11, 10)),  # HF-E01
        (10, (2, 1, 1, 1)),
        (13, (2, 2, 2, 1)),
    ],
)
def test_stacks_before_the_seats(tiles, walls):
    assert stacks(tiles) == walls
    assert sum(walls) == (tiles + 1) // 2


@given(
    st.integers(2, 160),
    st.integers(1, 5),
    st.lists(st.integers(1, 6), min_size=6, max_size=6),
    st.sampled_from(quepu.wall.SKIPS),
)
def test_every_stack_is_drawn_once(tiles, seats, dice, skip):
    walls = stacks(tiles, seats)
    opened = wall_break(dice, skip, seats=seats, thrown=3)
    places = [opened.place(walls, nth) for nth in range(sum(walls))]
    assert set(places) == {(seat, stack) for seat, number in enumerate(walls) for stack in range(1, number + 1)}
    assert opened.place(walls, sum(walls)) == places[0]
    for (seat, stack), (next_seat, next_stack) in pairwise(places):
        assert (next_seat, next_stack) == (seat, stack + 1) or next_stack == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wall_break([2], "sum"), "2 dice decide where the wall is opened"),
        (lambda: wall_break([2, 3, 4], "both"), "4 dice decide"),
        (lambda: wall_break([2, 7]), "die 2 is 7"),
        (lambda: wall_break([2, 3], "larger"), "'larger' stacks cannot be skipped; sum, smaller, second, both can"),
        (lambda: wall_break([2, 3], seats=0), "not 0"),
        (lambda: wall_break([2, 3], thrown=0), "dice decide"),
        (lambda: Break(4, 1).place([18] * 4), "no wall of seat 4"),
        (lambda: Break(0, 1).place([0] * 4), "no wall of seat 0"),
    ],
)
def test_breaks_that_cannot_be(call, message):
    with pytest.raises(WallError, match=re.escape(message)):
        call()
