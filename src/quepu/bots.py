"""Players of all kinds: a policy chooses an act from what its seat may know. Those of the kernel are random, greedy, value.

`random` takes any legal act; `greedy` comes nearer to a win by shape and takes every claim that helps; `value` weighs what a
hand would be paid under the rules at the table, how soon, and what a discard may cost.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from quepu import _kernel
from quepu.acts import Act

if TYPE_CHECKING:
    from quepu.deal import Deal
    from quepu.view import View

NAMES: tuple[str, ...] = tuple(_kernel.BOTS)


@runtime_checkable
class Policy(Protocol):
    """Anybody's player: given what a seat may know, with its legal acts in `view.acts`, it chooses one of them.

    A policy is a plain function or an object that can be called:

    >>> def first(view):
    ...     return view.acts[0]
    >>> isinstance(first, Policy)
    True
    """

    def __call__(self, view: View, /) -> Act:
        """One of `view.acts`."""
        ...


class KernelBot:
    """A player of the kernel. It works on the kernel's deal, and reads no more of it than its seat may know.

    >>> from quepu.deal import Deal
    >>> from quepu.wall import shuffle, tile_set
    >>> from quepu.scoring import rules_for
    >>> rules = rules_for("riichi")
    >>> deal = Deal(rules, shuffle(tile_set(rules), bytes(31) + b"7"))
    >>> KernelBot("greedy").choose(deal, 0).verb
    'discard'
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        if name not in NAMES:
            near = difflib.get_close_matches(name, NAMES, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}"
            raise ValueError(f"there is no bot {name!r}; {hint}")
        self.name = name
        self._number = NAMES.index(name)
        self._seed = seed
        self._asked = 0

    def __repr__(self) -> str:
        return f"KernelBot({self.name!r})"

    def choose(self, deal: Deal, seat: int) -> Act:
        """Its choice in a deal in which the seat is asked."""
        self._asked += 1
        return Act.of(deal.choice_of(seat, self._number, self._seed + self._asked))


def bot(name: str, seed: int = 0) -> KernelBot:
    """A player of the kernel by name. Raises ValueError for an unknown one, with the nearest."""
    return KernelBot(name, seed)


def ask(player: KernelBot | Policy, deal: Deal, seat: int, view: View | None = None) -> Act:
    """What a player of either kind chooses."""
    if isinstance(player, KernelBot):
        return player.choose(deal, seat)
    if view is None:
        raise ValueError("a policy in Python is asked with the view of its seat")
    return player(view)
