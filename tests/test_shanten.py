"""Distances beside another method and beside the definition itself; the operations among themselves."""

import copy
import doctest
from itertools import combinations, pairwise, permutations
from random import Random

import pytest
import reference_distance as reference
from hypothesis import given
from hypothesis import strategies as st
from reference_distance import SIZES, drawable, hands, mask, text, with_one, without

import quepu.bench
import quepu.bench.shanten
import quepu.shanten
from quepu.shanten import (
    DISTINCT_PAIRS,
    KNITTED,
    ORPHANS,
    PAIRS,
    SCATTERED,
    SETS,
    Tiles,
    discards,
    shanten,
    shanten_many,
    useful,
    useful_many,
    waits,
)

EVERY = SETS + PAIRS + ORPHANS + SCATTERED + KNITTED
RIICHI = SETS + DISTINCT_PAIRS + ORPHANS


# The other method, and the definition


def test_every_size_beside_the_other_method():
    for hand in hands(1, 6000):
        assert shanten(hand) == reference.shanten(hand), list(hand)


def test_sets_may_be_overridden():
    for hand in hands(2, 1000, sizes=range(1, 12)):
        for sets in range((sum(hand)) // 3, 6):
            assert shanten(hand, sets=sets) == reference.missing(hand, sets) - 1


@pytest.mark.parametrize(("sizes", "count"), [((1, 2), 300), ((4, 5), 200), ((7, 8), 6)])
def test_few_sets_beside_all_targets(sizes, count):
    for hand in hands(3, count, sizes):
        assert shanten(hand) == reference.missing_by_targets(hand, sum(hand) // 3) - 1


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("1111m", 1),  # 111 and a pair: two tiles away, for there is no fifth
        ("1111m 2222m", 0),  # 111 123 22 lacks the 3
        ("123456789m 1111z", 1),  # would be ready if there were a fifth
        ("19m 19p 19s 1234567z", 8),
        ("123m 45m 99p", 0),
        ("123m 456p 789s 111222z 33z", -1),
    ],
)
def test_known(hand, expected):
    assert shanten(text(hand)) == expected


def test_pairs_by_definition():
    def missing(hand, most):
        best = {0: 0}
        for count in hand:
            best = {
                pairs + here: min(
                    cost + max(0, 2 * used - count)
                    for used in range(most + 1)
                    for given, cost in best.items()
                    if given + used == pairs + here
                )
                for pairs in best
                for here in range(most + 1)
                if pairs + here <= 7
            }
        return best[7]

    for hand in hands(4, 600, sizes=(13, 14), kinds=(4, 5, 6, 8, 12, 34)):
        assert shanten(hand, DISTINCT_PAIRS, sets=4) == missing(hand, 1) - 1
        assert shanten(hand, PAIRS) == shanten(hand, PAIRS + DISTINCT_PAIRS) == missing(hand, 2) - 1


THIRDS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
NINES = [{9 * suit + rank for suit, third in enumerate(order) for rank in third} for order in permutations(THIRDS)]


def knitted_missing(hand, sets, jokers=0):
    best = reference.FAR
    for nine in NINES:
        for target in reference.all_targets(sets - 3, 4 + jokers):
            full = [t + (kind in nine) for kind, t in enumerate(target)]
            if sum(max(0, t - 4) for t in full) <= jokers:
                best = min(best, sum(max(0, t - h) for t, h in zip(full, hand, strict=True)))
    return best - jokers


def test_knitted_and_scattered_by_definition():
    for hand in [*hands(5, 12, (13, 14), (34,)), *hands(5, 6, (13, 14), (12,)), *hands(5, 60, (10, 11), (34, 27, 12))]:
        sets = sum(hand) // 3
        assert shanten(hand, KNITTED) == knitted_missing(hand, sets) - 1
        if sets == 4:
            have = max(sum(1 for kind in (*nine, *range(27, 34)) if hand[kind]) for nine in NINES)
            assert shanten(hand, SCATTERED) == 13 - min(14, have)


def test_knitted_with_jokers():
    for hand in [
        text("147m 25p 369s 1111z"),
        text("147m 25p 369s 1111p"),
        text("147m 25p 369s 5555z"),
        *hands(6, 6, (12,)),
    ]:
        assert (
            shanten(hand, KNITTED, jokers=1) == knitted_missing(hand, sum(hand) // 3 if sum(hand) == 13 else 4, 1) - 1
        )
    assert shanten(text("147m 258p 369s 1111z"), KNITTED, jokers=1) == -1  # the joker is the fifth


# The operations among themselves


@pytest.mark.parametrize("shapes", [SETS, EVERY, RIICHI])
def test_useful_lower_the_shanten_and_no_other_kind_does(shapes):
    for hand in hands(20, 1200):
        size = sum(hand)
        if shapes & KNITTED and size in (10, 11, 13, 14):
            assert shanten(hand, shapes) <= shanten(hand)
        now = shanten(hand, shapes)
        lower = (
            [k for k in drawable(hand) if shanten(with_one(hand, k), shapes, sets=size // 3) < now]
            if size % 3 == 1
            else None
        )
        got = useful(hand, shapes)
        assert got.shanten == now
        if lower is not None:
            assert got.mask == mask(lower)
            assert got.kinds == tuple(lower)
            assert waits(hand, shapes) == (tuple(lower) if now == 0 else ())
        else:  # one more than the hand's size: useful is what is useful after some discard that keeps the shanten
            after = [useful(without(hand, k), shapes) for k in range(34) if hand[k]]
            keep = [u.mask for u in after if u.shanten == now]
            union = 0
            for m in keep:
                union |= m
            assert got.mask == union or now < 0


def test_waits_complete():
    ready = 0
    for hand in hands(21, 4000, [n for n in SIZES if n % 3 == 1], kinds=(5, 6, 7, 8)):
        won = [kind for kind in drawable(hand) if shanten(with_one(hand, kind)) == -1]
        assert list(waits(hand)) == won
        ready += bool(won)
        assert (shanten(hand) == 0) == bool(won)
    assert ready > 500


def test_live_tiles_and_discards():
    random = Random(22)
    for hand in hands(23, 250, [n for n in SIZES if n % 3 == 2]):
        seen = bytes(random.randrange(5 - held) for held in hand)
        table = discards(hand, EVERY, seen=seen)
        assert sorted(d.kind for d in table) == [kind for kind in range(34) if hand[kind]]
        for entry in table:
            left = without(hand, entry.kind)
            after = useful(left, EVERY, seen=with_one(seen, entry.kind))
            assert (entry.shanten, entry.mask, entry.live) == (after.shanten, after.mask, after.live)
            assert entry.counts == after.counts
            assert (
                after.live
                == sum(after.counts)
                == sum(4 - hand[k] - seen[k] for k in after.kinds if k != entry.kind)
                + (4 - hand[entry.kind] - seen[entry.kind] if entry.kind in after.kinds else 0)
            )
        for one, two in pairwise(table):
            assert (one.shanten, -one.live) <= (two.shanten, -two.live)


# Jokers


@pytest.mark.parametrize(("jokers", "sizes", "count"), [(1, SIZES, 150), (2, (2, 5, 8, 11, 14), 24), (3, (4, 5, 8), 4)])
def test_jokers_beside_all_they_may_stand_for(jokers, sizes, count):
    random = Random(30 + jokers)
    for _ in range(count):
        tiles = max(0, random.choice(sizes) - jokers)
        hand = reference.random_hand(random, tiles, random.choice((4, 5, 6, 34)))
        if (tiles + jokers) % 3 == 0:
            continue
        expected = reference.missing_with_jokers(hand, (tiles + jokers) // 3, jokers) - 1
        assert shanten(hand, jokers=jokers) == expected, (list(hand), jokers)


def crowded(random, fours, more):
    """Kinds held four times side by side, where a fifth matters, and a few others."""
    first, counts = random.randrange(25), [0] * 34
    for kind in random.sample(range(first, min(34, first + 9)), fours):
        counts[kind] = 4
    while more:
        kind = random.randrange(first, min(34, first + 9))
        if counts[kind] < 4:
            counts[kind] += 1
            more -= 1
    return bytes(counts)


@pytest.mark.parametrize(("jokers", "count"), [(1, 200), (2, 20), (3, 2)])
def test_jokers_as_fifths(jokers, count):
    random = Random(40 + jokers)
    for _ in range(count):
        fours = random.choice((1, 2, 3))
        more = random.choice([m for m in range(6) if (4 * fours + m + jokers) % 3 and 4 * fours + m + jokers <= 17])
        hand = crowded(random, fours, more)
        sets = (sum(hand) + jokers) // 3
        assert shanten(hand, jokers=jokers) == reference.missing_with_jokers(hand, sets, jokers) - 1, list(hand)


def test_jokers_known():
    assert shanten(text("1111z"), jokers=1) == -1  # 111 and 1 with a joker as the fifth
    assert shanten(text("1111z"), jokers=1, sets=1) == -1
    assert shanten(bytes(34), jokers=1) == 0
    assert waits(bytes(34), jokers=1) == tuple(range(34))
    assert shanten(bytes(34), jokers=17) == -1
    assert shanten(text("1199m 1199p 1199s"), DISTINCT_PAIRS, jokers=2) == -1
    assert shanten(text("19m 19p 19s 123456z"), ORPHANS, jokers=2) == -1
    assert shanten(text("147m 258p 369s 123m"), KNITTED, jokers=2) == -1


def test_jokers_and_useful_kinds():
    random = Random(50)
    for _ in range(60):
        hand = reference.random_hand(random, 12, random.choice((5, 8, 34)))
        got = useful(hand, EVERY, jokers=1)
        now = shanten(hand, EVERY, jokers=1)
        lower = [k for k in drawable(hand) if shanten(with_one(hand, k), EVERY, jokers=1) < now]
        assert got.mask == mask(lower)
    assert {d.kind for d in discards(text("123456m 99p 34s"), jokers=1)} == {0, 1, 2, 3, 4, 5, 17, 20, 21}


@given(st.integers(0, 2**32), st.integers(0, 4), st.integers(1, 17))
def test_a_joker_is_as_good_as_any_tile(seed, jokers, tiles):
    hand = reference.random_hand(Random(seed), tiles, 8)
    best = (
        min(shanten(with_one(hand, kind), sets=5, jokers=jokers) for kind in drawable(hand))
        if tiles + jokers < 17
        else None
    )
    if best is not None:
        assert shanten(hand, sets=5, jokers=jokers + 1) <= best


# Many at once, and every way to hand a hand over


@pytest.mark.parametrize(("shapes", "jokers"), [(SETS, 0), (EVERY, 0), (SETS, 1)])
def test_many_is_one_by_one(shapes, jokers):
    some = [hand for hand in hands(60, 3000) if (sum(hand) + jokers) % 3 and sum(hand) + jokers <= 17]
    expected = [shanten(hand, shapes, jokers=jokers) for hand in some]
    for threads in (1, 3):
        assert list(shanten_many(b"".join(some), shapes, jokers=jokers, threads=threads)) == expected
    masks = useful_many(b"".join(some), shapes, jokers=jokers)
    assert [int(m) for m in masks] == [useful(hand, shapes, jokers=jokers).mask for hand in some]


def test_numpy():
    numpy = pytest.importorskip("numpy")
    some = hands(61, 500)
    rows = numpy.array([list(hand) for hand in some], numpy.uint8)
    answer = shanten_many(rows)
    assert answer.dtype == numpy.int8
    assert answer.shape == (500,)
    assert answer.tolist() == [shanten(row) for row in rows] == [shanten(hand) for hand in some]
    assert useful_many(rows).dtype == numpy.uint64
    with pytest.raises((BufferError, ValueError), match="contiguous"):
        shanten_many(rows[:, ::-1])
    with pytest.raises(ValueError, match="items of 8"):
        shanten_many(rows.astype(numpy.int64))
    with pytest.raises(TypeError, match="items of 8 bytes"):
        shanten(rows[0].astype(numpy.int64))


def test_without_numpy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    some = hands(62, 100)
    assert shanten_many(b"".join(some)).tolist() == [shanten(hand) for hand in some]
    assert useful_many(b"".join(some)).tolist() == [useful(hand).mask for hand in some]
    assert len(shanten_many(b"")) == 0


def test_handles():
    for hand in hands(63, 300):
        tiles = Tiles(hand)
        assert bytes(tiles) == hand
        assert len(tiles) == sum(hand)
        for other in (tiles, bytearray(hand), memoryview(hand)):
            assert shanten(other) == shanten(hand)
            assert useful(other, EVERY).mask == useful(hand, EVERY).mask
        grown = Tiles()
        for kind, n in enumerate(hand):
            if n:
                grown.add(kind, n)
        assert grown == tiles == Tiles(tiles) == copy.copy(tiles)
        kept = tiles.copy()
        kind = next(k for k in range(34) if hand[k])
        tiles.remove(kind)
        assert kept != tiles
        assert kept[kind] == tiles[kind] + 1
        assert bytes(tiles) == without(hand, kind)
    assert eval(repr(Tiles(text("19m")))) == Tiles(text("19m"))
    assert Tiles() != 3


@given(st.integers(0, 2**32), st.sampled_from([5, 8, 34]), st.integers(1, 16))
def test_one_more_tile_lowers_by_one_at_most(seed, kinds, tiles):
    hand = reference.random_hand(Random(seed), tiles, kinds)
    now = shanten(hand, EVERY, sets=5)
    for kind in drawable(hand):
        assert now - 1 <= shanten(with_one(hand, kind), EVERY, sets=5) <= now


def test_threads_report_the_first_wrong_hand():
    some = [text("11m")] * 5000
    some[1000] = some[4000] = text("111m")
    for threads in (1, 2, 4):
        with pytest.raises(ValueError, match=r"hand 1000: .* got 3"):
            shanten_many(b"".join(some), threads=threads)


# Errors


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: shanten(b"123"), ValueError, r"34 counts .* got 3"),
        (lambda: shanten([0] * 34), TypeError, r"bytes\(list\).*not <class 'list'>"),
        (lambda: shanten(None), TypeError, r"NoneType"),
        (lambda: shanten(bytes([5, *[0] * 33])), ValueError, "at most four .* got 5 of kind 0"),
        (lambda: shanten(bytes([*[0] * 33, 200])), ValueError, "got 200 of kind 33"),
        (lambda: shanten(bytes(34)), ValueError, "from 1 to 17.* got 0"),
        (lambda: shanten(text("111m")), ValueError, r"3k\+1 or 3k\+2.* got 3"),
        (lambda: shanten(bytes([1] * 20 + [0] * 14)), ValueError, "got 20"),
        (lambda: shanten(text("1m"), PAIRS), ValueError, "13 or 14 tiles.* got 1"),
        (lambda: shanten(text("1m"), 0), ValueError, "shapes are a sum"),
        (lambda: shanten(text("1m"), 64), ValueError, "got 64"),
        (lambda: shanten(text("1m"), sets=6), ValueError, r"sets are 0\.\.5; got 6"),
        (lambda: shanten(text("1123m"), sets=0), ValueError, r"1\.\.2 tiles; got 4"),
        (lambda: shanten(text("1m"), jokers=-1), ValueError, "jokers"),
        (lambda: waits(text("11m")), ValueError, r"3k\+1 tiles, here 1; got 2"),
        (lambda: discards(text("1m")), ValueError, r"3k\+2 tiles, here 2; got 1"),
        (lambda: useful(text("11m"), seen=text("111m")), ValueError, "kind 0 is held 2 times and seen 3"),
        (lambda: shanten_many(text("11m") + text("111p")), ValueError, r"hand 1: .* got 3"),
        (lambda: shanten_many(text("11m") + bytes([7, *[0] * 33])), ValueError, "hand 1: at most four"),
        (lambda: shanten_many(text("11m"), threads=0), ValueError, "threads"),
        (lambda: shanten_many(text("11m"), shapes=99), ValueError, "shapes"),
        (lambda: shanten_many(text("11m")[:33]), ValueError, "rows of 34"),
        (lambda: Tiles(text("1111m")).add(0), ValueError, "kind 0 would come to 5"),
        (lambda: Tiles().remove(3), ValueError, "kind 3 would come to -1"),
        (lambda: Tiles().add(34), ValueError, r"kinds are 0\.\.33; got 34"),
        (lambda: Tiles()[34], IndexError, "kinds"),
    ],
)
def test_errors_say_what_was_got(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_examples_in_docstrings():
    for module in (quepu.shanten, quepu.bench, quepu.bench.shanten):
        failed, tried = doctest.testmod(module)
        assert not failed
        assert tried


def test_bench_runs():
    results = quepu.bench.shanten.run(hands=40, rounds=1)
    assert {r.name for r in results} >= {"quepu, bytes", "quepu, batch"}
    assert quepu.bench.table(results).row_count == len(results)


def test_every_pair_of_kinds_completes():
    for one, two in combinations(range(34), 2):
        assert shanten(with_one(with_one(bytes(34), one), two)) == 0
