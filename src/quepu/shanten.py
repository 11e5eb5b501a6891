"""How far a hand is from winning, which tiles bring it nearer, and what to let go.

A hand is its *concealed* tiles: 34 counts (9 characters, 9 dots, 9 bamboos, 4 winds, 3 dragons) as `bytes`, as any buffer of
34 uint8 (a numpy row), or as a `Tiles` object, which converts nothing when asked again. Melds are implied by the tiles that
are missing: 3k+1 or 3k+2 tiles aim at k sets and a pair, from 1 tile (every set in the open) to 17. `sets=` overrides that k,
for hands with tiles missing.

**Shanten** is the number of useful draws until the hand is ready: 0 is ready (one tile wins), -1 is complete, which needs
3k+2 tiles. It is one less than the tiles missing from the nearest target. A target has at most four of a kind, so a hand that
would only wait on a tile of which it holds all four is not ready. Tiles seen elsewhere do not change the shanten; they change
how many useful tiles are `live`.

**Shapes** are added up; the nearest one counts:

- `SETS`: sets (runs of numbers, three alike) and a pair
- `PAIRS`: seven pairs, four alike being two of them; `DISTINCT_PAIRS`: of seven kinds
- `ORPHANS`: the thirteen terminals and honors and one of them again
- `SCATTERED`: fourteen different tiles out of the seven honors and 147, 258, 369 in three suits
- `KNITTED`: 147, 258, 369 in three suits, one set (concealed or not) and a pair

All but `SETS` and `KNITTED` need 13 or 14 concealed tiles and are passed over for other hands if another shape remains.

**Jokers** are further tiles held, each of which stands for any tile: `jokers=1` with 13 counts is a hand of 14. A joker may be
the fifth of a kind; what is drawn is an ordinary tile. Exact, and slower where a fifth of a kind matters (microseconds).

>>> hand = bytes(map(int, "1110000001110000000110000003000200"))
>>> shanten(hand), waits(hand)
(0, (18, 21))
>>> useful(hand, seen=bytes([0] * 18 + [3] + [0] * 15))
Useful(shanten=0, kinds=(18, 21), live=5)
>>> tiles = Tiles(hand)
>>> tiles.add(26)
>>> best = discards(tiles)[0]
>>> best.kind, best.shanten, best.live
(26, 0, 8)
>>> shanten(hand, SETS + PAIRS + ORPHANS, jokers=1)
-1
>>> shanten(bytes([4] + [0] * 33))  # 1111 in one suit wait on nothing: the fifth does not exist
1
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Literal, cast

from quepu import _kernel
from quepu._kernel import (
    DISTINCT_PAIRS,
    KNITTED,
    ORPHANS,
    PAIRS,
    SCATTERED,
    SETS,
    Discard,
    Tiles,
    Useful,
    discards,
    shanten,
    useful,
    waits,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Buffer

__all__ = [
    "DISTINCT_PAIRS",
    "KNITTED",
    "ORPHANS",
    "PAIRS",
    "SCATTERED",
    "SETS",
    "Discard",
    "Tiles",
    "Useful",
    "discards",
    "shanten",
    "shanten_many",
    "useful",
    "useful_many",
    "waits",
]


def _vector(length: int, numpy_type: Literal["int8", "uint64"]) -> Any:
    """Room for the answers: a numpy array, or an array of the standard library where numpy is not installed."""
    try:
        import numpy as np  # noqa: PLC0415  # optional, and slow to import
    except ImportError:
        code, size = {"int8": ("b", 1), "uint64": ("Q", 8)}[numpy_type]
        return array(code, bytes(length * size))
    return np.empty(length, numpy_type)


def shanten_many(
    hands: Buffer, shapes: int = SETS, *, sets: int | None = None, jokers: int = 0, threads: int = 1
) -> NDArray[np.int8]:
    """Shanten of many hands, without the interpreter's lock.

    `hands` are rows of 34 uint8: a C-contiguous numpy array of shape (N, 34), or any buffer, such as hands as bytes joined. The
    sizes of the hands may differ. Without numpy the answer is an `array.array("b")`.

    >>> one_pair, one_set = bytes([2] + [0] * 33), bytes([0] * 31 + [3, 0, 1])
    >>> list(map(int, shanten_many(one_pair + one_set)))
    [-1, 0]
    """
    out = _vector(memoryview(hands).nbytes // 34, "int8")
    _kernel.shanten_many(hands, out, shapes, sets=sets, jokers=jokers, threads=threads)
    return cast("NDArray[np.int8]", out)


def useful_many(
    hands: Buffer, shapes: int = SETS, *, sets: int | None = None, jokers: int = 0, threads: int = 1
) -> NDArray[np.uint64]:
    """Masks of the kinds that lower the shanten (bit k: kind k), for many hands; see `shanten_many`.

    >>> [bin(mask) for mask in map(int, useful_many(bytes([1, 1, 1, 1] + [0] * 30)))]
    ['0b1001']
    """
    out = _vector(memoryview(hands).nbytes // 34, "uint64")
    _kernel.useful_many(hands, out, shapes, sets=sets, jokers=jokers, threads=threads)
    return cast("NDArray[np.uint64]", out)
