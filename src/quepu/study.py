"""Many deals played by bots: what a rule system is like, and which player is the better one."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu import _kernel
from quepu.batch import need_numpy
from quepu.bots import NAMES, KernelBot
from quepu.rules import Compiled
from quepu.scoring import rules_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 2048
RESULTS = ("", "win", "draw", "void")
FACTS = ("result", "winners", "discards", "kongs", "decisions", "won", "fed")


class StudyError(ValueError):
    """A study that cannot be; the message says what would be right."""


@dataclass(frozen=True)
class Rows:
    """Deals, one row each: `deltas` (deals × seats, points), `facts` (see `FACTS`), `items` (two words of item bits), `bots` by seat."""

    deltas: NDArray[Any]
    facts: NDArray[Any]
    items: NDArray[Any]
    bots: NDArray[Any]


def numbers_of(bots: Sequence[str], seats: int) -> list[int]:
    """The kernel's numbers of the bots, by seat; one name stands for all. Raises StudyError."""
    names = list(bots) * seats if len(bots) == 1 else list(bots)
    if len(names) != seats:
        raise StudyError(f"bots: {len(names)} are named, {seats} play; name one for each seat, or one for all")
    for name in names:
        try:
            KernelBot(name)
        except ValueError as error:
            raise StudyError(f"bots: {error}") from None
    return [NAMES.index(name) for name in names]


def play_many(
    rules: Compiled | str, deals: int, bots: Sequence[str] = ("greedy",), *, seed: int = 1, first: int = 0, threads: int = 1, duplicate: bool = False
) -> Rows:  # fmt: skip
    """Play so many deals, without the interpreter's lock; the same seed and numbers give the same deals on any machine.

    With `duplicate` every wall is played once for each seat's place: deals come in groups of as many as there are seats.

    >>> rows = play_many("sichuan-dingque", 8, ["greedy"], seed=3)
    >>> rows.deltas.shape, int(rows.deltas.sum())
    ((8, 4), 0)
    """
    np = need_numpy()
    rules = rules_for(rules) if isinstance(rules, str) else rules
    seats = rules.seats
    numbers = numbers_of(bots, seats)
    if deals < 1:
        raise StudyError(f"deals: {deals}; one or more are played")
    deltas = np.zeros((deals, seats), np.int32)
    facts = np.zeros((deals, len(FACTS)), np.uint16)
    items = np.zeros((deals, 2), np.uint64)
    _kernel.play_rows(rules.rules, numbers, seed, first, duplicate, deltas, facts, items, threads)
    turn = np.arange(first, first + deals) % seats if duplicate else np.zeros(deals, np.int64)
    by_seat = np.array(numbers, np.int8)[(np.arange(seats)[None, :] + turn[:, None]) % seats]
    return Rows(deltas, facts, items, by_seat)


@dataclass
class Figure:
    """A mean with half the width of its 95 % confidence interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} ± {self.half:.2g}"


@dataclass
class _Sums:
    """Count, sum and sum of squares of one quantity."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: NDArray[Any]) -> None:
        """More values."""
        self.n += int(values.size)
        self.total += float(values.sum())
        self.squares += float((values.astype("float64") ** 2).sum())

    @property
    def figure(self) -> Figure:
        """Their mean."""
        if not self.n:
            return Figure(math.nan, math.nan)
        mean = self.total / self.n
        variance = max(0.0, self.squares / self.n - mean * mean) * self.n / max(1, self.n - 1)
        return Figure(mean, 1.96 * math.sqrt(variance / self.n))


@dataclass
class Study:
    """What many deals come to: see `simulate`."""

    rules: Compiled
    bots: Sequence[str]
    seed: int
    duplicate: bool
    deals: int = 0
    sums: dict[str, _Sums] = field(default_factory=dict)
    items: dict[str, int] = field(default_factory=dict)
    wins: int = 0

    def _add(self, key: str, values: NDArray[Any]) -> None:
        self.sums.setdefault(key, _Sums()).add(values)

    def take(self, rows: Rows) -> None:
        """Count more deals in."""
        np = need_numpy()

        fact = dict(zip(FACTS, rows.facts.T, strict=True))
        self.deals += len(rows.facts)
        for number, name in ((1, "win"), (2, "draw"), (3, "void")):
            self._add(name, fact["result"] == number)
        for name in ("winners", "discards", "kongs", "decisions"):
            self._add(name, fact[name])
        seats = np.arange(self.rules.seats)
        won = fact["won"][:, None] >> seats & 1
        fed = fact["fed"][:, None] >> seats & 1
        for number in sorted({int(b) for b in np.unique(rows.bots)}):
            mine = rows.bots == number
            name = NAMES[number]
            self._add(f"{name}: payment", rows.deltas[mine])
            self._add(f"{name}: win", won[mine])
            self._add(f"{name}: fed a win", fed[mine])
            if won[mine].any():
                self._add(f"{name}: payment when winning", rows.deltas[mine & (won == 1)])
        if self.duplicate and len(set(self.bots)) == 2:
            self._compare(rows)
        self.wins += int(fact["winners"].sum())
        for i, fan in enumerate(self.rules.items):
            n = int((rows.items[:, i // 64] >> np.uint64(i % 64) & np.uint64(1)).sum())
            if n:
                self.items[fan.zh] = self.items.get(fan.zh, 0) + n

    def _compare(self, rows: Rows) -> None:
        """Of each wall, over all its rotations: what the first bot's seats won more than the other's, a deal and a seat."""
        first = NAMES.index(self.bots[0])
        mine = rows.bots == first
        difference = (rows.deltas * mine).sum(1) / mine.sum(1) - (rows.deltas * ~mine).sum(1) / (~mine).sum(1)
        groups = difference[: len(difference) // self.rules.seats * self.rules.seats].reshape(-1, self.rules.seats)
        other = next(b for b in self.bots if b != self.bots[0])
        self._add(f"{self.bots[0]} − {other}, a deal", groups.mean(1))

    @property
    def figures(self) -> Mapping[str, Figure]:
        """Every mean with its 95 % confidence interval: rates of deals, points a deal and seat."""
        return {key: sums.figure for key, sums in self.sums.items()}

    def data(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "ruleset": self.rules.preset,
            "program": self.rules.hash,
            "bots": list(self.bots),
            "seed": self.seed,
            "duplicate": self.duplicate,
            "deals": self.deals,
            "figures": {key: {"mean": f.mean, "half": f.half} for key, f in self.figures.items()},
            "items": {name: n / max(1, self.deals) for name, n in sorted(self.items.items(), key=lambda x: -x[1])},
        }

    def text(self) -> str:
        """A table to read."""
        lines = [
            f"{self.rules.preset}: {self.deals} deals, bots {', '.join(self.bots)}, seed {self.seed}{', duplicate' if self.duplicate else ''}"
        ]
        width = max((len(key) for key in self.sums), default=0)
        lines += [f"  {key:{width}}  {figure}" for key, figure in self.figures.items()]
        if self.items:
            lines.append("  deals in which an item counted:")
            lines += [
                f"    {100 * n / self.deals:6.2f} %  {name}"
                for name, n in sorted(self.items.items(), key=lambda x: -x[1])
            ]
        return "\n".join(lines)

    def json(self) -> str:
        """The same as JSON."""
        return json.dumps(self.data(), ensure_ascii=False, indent=2)


def blocks(deals: int, seats: int) -> Iterator[tuple[int, int]]:
    """First and size of pieces of a study, whole groups of a wall's rotations each."""
    size = BLOCK // seats * seats
    for first in range(0, deals, size):
        yield first, min(size, deals - first)


def simulate(
    rules: Compiled | str, deals: int, bots: Sequence[str] = ("greedy",), *, seed: int = 1, threads: int = 1, duplicate: bool = False,
    progress: Callable[[int], None] | None = None, parquet: str | Path | None = None,
) -> Study:  # fmt: skip
    """Play so many deals and sum them up; with `parquet` each deal becomes a row of that file.

    >>> study = simulate("sichuan", 40, ["value", "greedy", "value", "greedy"], duplicate=True)
    >>> study.deals, "value − greedy, a deal" in study.figures
    (40, True)
    """
    rules = rules_for(rules) if isinstance(rules, str) else rules
    names = [NAMES[n] for n in numbers_of(bots, rules.seats)]
    if duplicate and deals % rules.seats:
        deals += rules.seats - deals % rules.seats
    study = Study(rules, names, seed, duplicate)
    writer = _Parquet(parquet, rules) if parquet else None
    for first, n in blocks(deals, rules.seats):
        rows = play_many(rules, n, names, seed=seed, first=first, threads=threads, duplicate=duplicate)
        study.take(rows)
        if writer:
            writer.write(first, rows)
        if progress:
            progress(n)
    if writer:
        writer.close()
    return study


class _Parquet:
    """A file with a row for each deal."""

    def __init__(self, path: str | Path, rules: Compiled) -> None:
        try:
            import pyarrow as pa  # noqa: PLC0415
            import pyarrow.parquet as pq  # noqa: PLC0415
        except ImportError:
            raise StudyError("Parquet files need pyarrow: pip install 'quepu[study]'") from None
        self._pa = pa
        self._rules = rules
        seats = range(rules.seats)
        self._schema = pa.schema(
            [("deal", pa.int64()), ("result", pa.string()), *((f"delta_{s}", pa.int32()) for s in seats), *((f"bot_{s}", pa.string()) for s in seats),
             *((name, pa.uint16()) for name in FACTS[1:]), ("items", pa.list_(pa.string()))]
        )  # fmt: skip
        try:
            self._writer = pq.ParquetWriter(str(path), self._schema)
        except OSError as error:
            raise StudyError(f"parquet: {error}") from None

    def write(self, first: int, rows: Rows) -> None:
        """More rows."""
        names = [fan.zh for fan in self._rules.items]
        words = [[int(a) | int(b) << 64 for a, b in rows.items]][0]
        columns: dict[str, Any] = {
            "deal": range(first, first + len(rows.facts)),
            "result": [RESULTS[r] for r in rows.facts[:, 0]],
            **{f"delta_{s}": rows.deltas[:, s] for s in range(self._rules.seats)},
            **{f"bot_{s}": [NAMES[b] for b in rows.bots[:, s]] for s in range(self._rules.seats)},
            **{name: rows.facts[:, i] for i, name in enumerate(FACTS) if i},
            "items": [[name for i, name in enumerate(names) if bits >> i & 1] for bits in words],
        }
        self._writer.write_table(self._pa.table(columns, schema=self._schema))

    def close(self) -> None:
        """The end of the file."""
        self._writer.close()
