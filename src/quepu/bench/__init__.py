"""Speed beside the peers: what is compared runs in turn in one process, and medians are compared, never absolute times."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns
from typing import Any

from rich.table import Table

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Result:
    """One contender in one comparison: nanoseconds per item, and how many times ours that is (`None`: not installed)."""

    what: str
    name: str
    ns: float | None
    ratio: float | None


def each(function: Callable[..., object], arguments: Iterable[Any], *further: Any) -> Work:
    """Work that calls `function(argument, *further)` once for each of the arguments, which differ: a memo gains nothing.

    >>> each(print, ["a", "b"], "!")()
    a !
    b !
    """
    arguments = list(arguments)

    def work() -> None:
        for argument in arguments:
            function(argument)

    def work_further() -> None:  # apart, because unpacking costs as much as a whole call
        for argument in arguments:
            function(argument, *further)

    return work_further if further else work


def compare(what: str, contenders: Mapping[str, Work | None], items: int, rounds: int = 7) -> list[Result]:
    """Run every contender in each round and return the medians per item; the first one is ours.

    A contender runs twice and the second time counts, so that nobody pays for the processor's caches a neighbour has emptied.

    >>> [result.name for result in compare("nothing", {"ours": each(len, ["a"]), "theirs": None}, items=1)]
    ['ours', 'theirs']
    """
    times: dict[str, list[int]] = {name: [] for name, work in contenders.items() if work}
    was_on = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, taken in times.items():
                work = contenders[name]
                assert work
                work()
                start = perf_counter_ns()
                work()
                taken.append(perf_counter_ns() - start)
    finally:
        if was_on:
            gc.enable()
    medians = {name: median(taken) / items for name, taken in times.items()}
    ours = medians[next(iter(contenders))]
    return [Result(what, name, ns := medians.get(name), None if ns is None else ns / ours) for name in contenders]


def table(results: Iterable[Result]) -> Table:
    """Show results as a table for `rich`, one section for each comparison."""
    shown = Table("what", "who")
    shown.add_column("ns each", justify="right")
    shown.add_column("× ours", justify="right")
    last = None
    for result in results:
        if last is not None and result.what != last:
            shown.add_section()
        what = "" if result.what == last else result.what
        if result.ns is None or result.ratio is None:
            shown.add_row(what, result.name, "not installed", "–")
        else:
            shown.add_row(what, result.name, f"{result.ns:,.0f}", f"{result.ratio:,.2f}")
        last = result.what
    return shown
