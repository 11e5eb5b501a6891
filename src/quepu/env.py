"""Many deals in step on numpy arrays, for learning: who must act, what is legal, what that seat knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu import _kernel
from quepu.acts import Act
from quepu.batch import need_numpy
from quepu.rules import Compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Observation:
    """Of every deal: `seat` that must act (deals), `mask` of its legal acts (deals × acts), `seen` by it (deals × features), or None."""

    seat: NDArray[Any]
    mask: NDArray[Any]
    seen: NDArray[Any] | None


class Batch:
    """So many deals under one rule system, each waiting for one seat's act; a deal that ends begins anew by itself.

    Acts are numbers below `acts`; `act(i, number)` tells which act a number is in deal i. The arrays of an observation are
    written over by the next step. Every call works without the interpreter's lock.

    >>> import numpy as np
    >>> from quepu.scoring import rules_for
    >>> batch = Batch(rules_for("riichi"), 16, seed=1)
    >>> seen = batch.observe()
    >>> seen.mask.shape == (16, batch.acts), seen.seat.tolist() == [0] * 16
    (True, True)
    >>> deltas, done = batch.step(seen.mask.argmax(1))
    >>> deltas.shape, bool(done.any())
    ((16, 4), False)
    """

    def __init__(self, rules: Compiled, deals: int, *, seed: int, features: bool = True, threads: int = 1) -> None:
        np = need_numpy()

        self.rules = rules
        self._raw = _kernel.Batch(rules.rules, deals, seed)
        self._threads = threads
        self._seat = np.zeros(deals, np.int8)
        self.acts: int = self._raw.acts
        self._mask = np.zeros((deals, self.acts), np.uint8)
        self._seen = np.zeros((deals, _kernel.feature_count(rules.seats)), np.int8) if features else None
        self._deltas = np.zeros((deals, rules.seats), np.int32)
        self._done = np.zeros(deals, np.uint8)

    def observe(self) -> Observation:
        """What every deal waits for."""
        self._raw.observe(self._seat, self._mask, self._seen, self._threads)
        return Observation(self._seat, self._mask, self._seen)

    def step(self, acts: Any) -> tuple[NDArray[Any], NDArray[Any]]:
        """One act in every deal (an illegal number plays the idle act); the deltas of deals that ended, and which did."""
        np = need_numpy()

        self._raw.step(np.ascontiguousarray(acts, np.int32), self._deltas, self._done, self._threads)
        return self._deltas, self._done

    def act(self, deal: int, number: int) -> Act:
        """The act that a number stands for in a deal."""
        return Act.of(self._raw.act_text(deal, number))
