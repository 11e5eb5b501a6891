"""Many hands in one call: packed hands in one numpy array, scored in the kernel without a step of Python between them.

One hand is one record of `hand_dtype()`: the very 160 bytes that `Hand.pack` writes. Make the records from `Hand` values
with `pack`, or fill the columns of `blank` yourself, which is what simulations and measurements do.
Needs numpy: ``pip install quepu[numpy]``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quepu import _kernel
from quepu.hands import Hand
from quepu.rules.lower import Compiled
from quepu.scoring import OUTCOMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REFUSED = OUTCOMES.index("require")
"""Status of a hand whose shape is right but which a requirement forbids (too few points): its worth is told all the same."""
UNSOUND = 0xFF
"""Status of a record that is no hand at all: a seat that is not there, a fifth tile of a kind, too many tiles."""


def need_numpy() -> ModuleType:
    """Give numpy, or say how to install it."""
    try:
        import numpy  # noqa: ICN001, PLC0415  # only here, so that the rest of the package does not need it
    except ImportError:
        raise ImportError("this needs numpy; install it with: pip install 'quepu[numpy]'") from None
    return numpy


@functools.cache
def hand_dtype() -> np.dtype[Any]:
    """Give the layout of one packed hand, field by field; kinds and tiles as in `quepu.tiles`.

    >>> hand_dtype().itemsize, hand_dtype()["melds"].shape
    (160, (6,))
    """
    meld = [("way", "u1"), ("kind", "u1"), ("source", "i1"), ("reds", "u1"), ("jokers", "u1"), ("unused", "V3")]
    fields = [
        ("tiles", "u1", 20),  # concealed, without the winning tile; the first `held` of them count
        ("held", "u1"),
        ("win", "u1"),
        ("by", "u1"),  # 0 self, 1 discard, 2 rob
        ("seat", "i1"),
        ("source", "i1"),  # who discarded or whose kong was robbed; -1 nobody
        ("round", "u1"),  # kind of the prevailing wind; NONE when it does not matter
        ("meld_count", "u1"),
        ("flowers", "u1"),
        ("unused", "<u2"),
        ("context", "<u2"),  # bit i: the word CONTEXT[i] holds
        ("melds", meld, 6),  # `way` is a place in hands.WAYS
        ("jokers", "u1", 4),
        ("inputs", "<i2", _kernel.MAX_INPUTS),  # by Compiled.slots.numbers
        ("lists", "u1", (_kernel.MAX_LISTS, _kernel.MAX_LISTED)),  # by Compiled.slots.lists; NONE after the last
    ]
    layout: np.dtype[Any] = need_numpy().dtype(fields)
    assert layout.itemsize == _kernel.HAND_SIZE
    return layout


def blank(rules: Compiled, count: int) -> NDArray[np.void]:
    """Make the records of `count` hands without tiles: seat 0, self-draw, and every input of the rule system at its default.

    >>> from quepu.scoring import rules_for
    >>> hands = blank(rules_for("mcr", {"minimum": 0}), 9)
    >>> hands["tiles"][:, :13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 27]
    >>> hands["held"], hands["win"], hands["seat"], hands["flowers"] = 13, 27, 2, range(9)
    >>> score_many(rules_for("mcr", {"minimum": 0}), hands).total.tolist()
    [23, 24, 25, 26, 27, 28, 29, 30, 31]
    """
    some = Hand(tuple(range(rules.hand)), 0).pack(rules)
    hands: NDArray[np.void] = need_numpy().frombuffer(bytearray(some * count), hand_dtype())
    hands["tiles"] = hands["held"] = 0
    return hands


def pack(rules: Compiled, hands: Iterable[Hand]) -> NDArray[np.void]:
    """Make the records of hands, each checked as `Hand.pack` checks it."""
    records: NDArray[np.void] = need_numpy().frombuffer(
        bytearray().join(hand.pack(rules) for hand in hands), hand_dtype()
    )
    return records


@dataclass(frozen=True)
class BatchResult:
    """What each hand of a batch is worth; row i is hand i.

    `status`: place in `OUTCOMES` (0 = win), or `UNSOUND`. `total`: the worth in the unit of the rule system, also of a hand that
    is refused only by a requirement (`REFUSED`); 0 otherwise. `amounts`: hands × `rules.items`, in the same unit; an item
    that does not count is 0. `payments`: hands × seats, in points; all 0 when it is no win.
    """

    rules: Compiled
    status: NDArray[np.uint8]
    total: NDArray[np.int32]
    amounts: NDArray[np.int32]
    payments: NDArray[np.int32]

    def fans(self, row: int) -> dict[str, int]:
        """Name the items that count in one hand with their amounts, steps of a calculation (fu) included."""
        amounts = self.amounts[row].tolist()
        return {fan.zh: amount for fan, amount in zip(self.rules.items, amounts, strict=True) if amount}


def score_many(rules: Compiled, packed: NDArray[np.void], threads: int = 1, *, payments: bool = True) -> BatchResult:
    """Score packed hands on so many threads; the interpreter is free meanwhile. Without `payments` theirs stay zero.

    >>> from quepu.scoring import rules_for
    >>> mcr = rules_for("mcr")
    >>> hands = [Hand.read("22m45p123456789s", "3p", round="1z"), Hand.read("1122334455667m", "7m", round="1z")]
    >>> result = score_many(mcr, pack(mcr, hands))
    >>> result.total.tolist(), result.payments[1].tolist()
    ([22, 92], [300, -100, -100, -100])
    >>> result.fans(1)
    {'连七对': 88, '不求人': 4}
    """
    numpy = need_numpy()
    if packed.dtype != hand_dtype() or packed.ndim != 1:
        raise TypeError(
            f"packed hands are a one-dimensional array of hand_dtype(), not {packed.ndim}-dimensional {packed.dtype}"
        )
    count = len(packed)
    rows = numpy.ascontiguousarray(packed).view(numpy.uint8).reshape(count, _kernel.HAND_SIZE)
    items, seats = len(rules.items), rules.seats
    # The kernel writes every place, so that these need not be cleared before.
    status, total = numpy.empty(count, numpy.uint8), numpy.empty(count, numpy.int32)
    amounts, paid = numpy.empty((count, items), numpy.int32), numpy.zeros((count, seats), numpy.int32)
    rules.program.score_many(rows, status, total, amounts, paid if payments else None, threads)
    return BatchResult(rules, status, total, amounts, paid)
