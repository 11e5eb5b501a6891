"""How fast deals are played, beside riichienv: many in the kernel, one in Python step by step; and how long a bot thinks.

Everything is one core. A decision is a seat's choice among two or more acts, or a forced act that is not a pass.
"""

from __future__ import annotations

from importlib import import_module
from math import inf
from random import Random
from time import perf_counter, perf_counter_ns
from typing import Any

from rich.console import Console
from rich.table import Table

from quepu import _kernel
from quepu.bench import Result, Work, compare
from quepu.bots import NAMES, KernelBot
from quepu.deal import Deal
from quepu.scoring import rules_for
from quepu.study import FACTS, play_many
from quepu.wall import shuffled

GAMES = ("riichi", "sichuan-dingque", "sichuan-qq", "nanjing", "mcr", "tianjin")


def _key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def kernel_speed(game: str, bot: str, deals: int) -> tuple[float, float, float]:
    """Deals a second, decisions a second and mean decisions a deal, of `bot` at all seats, events off.

    The same deals are played five times and the quickest is told: what disturbs a machine only makes it slower.
    """
    rules = rules_for(game)
    play_many(rules, 64, [bot])
    quickest = inf
    for _ in range(5):
        start = perf_counter()
        rows = play_many(rules, deals, [bot], seed=7)
        quickest = min(quickest, perf_counter() - start)
    decisions = int(rows.facts[:, FACTS.index("decisions")].sum())
    return deals / quickest, decisions / quickest, decisions / deals


def stepping(deals: int) -> tuple[Work, int]:
    """One deal after the other from Python: who is asked, its legal acts, a random one; and how many decisions these are."""
    rules = rules_for("riichi")
    walls = [bytes(shuffled(rules, _key(n)).tiles) for n in range(deals)]
    count = 0

    def play(counting: bool = False) -> int:
        random = Random(5)  # noqa: S311
        choice = random.choice
        made = 0
        for wall in walls:
            deal = _kernel.Deal(rules.rules, wall, -1, 27, 1, [25000] * 4, [0, 0])
            while asked := deal.asked:
                seat = (asked & -asked).bit_length() - 1
                deal.act(seat, choice(deal.acts(seat)))
                made += counting
        return made

    count = play(counting=True)
    return play, count


def their_stepping(deals: int) -> tuple[Work, int] | None:
    """The same by riichienv: a random legal action for every observation, one round after the other."""
    try:
        env_type = import_module("riichienv").RiichiEnv
    except ImportError:
        return None

    def play(counting: bool = False) -> int:
        random = Random(5)  # noqa: S311
        choice = random.choice
        made = 0
        for n in range(deals):
            env = env_type(game_mode="4p-red-single", seed=n)
            seen = env.reset()
            while not env.done():
                acts = {}
                for player, view in seen.items():
                    legal = view.legal_actions()
                    acts[player] = choice(legal)
                    made += counting and len(legal) > 1
                seen = env.step(acts)
        return made

    return play, play(counting=True)


def thinking(game: str, bot: str, deals: int) -> list[float]:
    """How long each decision of a bot took, in ms, sorted."""
    rules = rules_for(game)
    player = KernelBot(bot)
    times: list[float] = []
    for n in range(deals):
        deal = Deal(rules, shuffled(rules, _key(1000 + n)))
        while not deal.over:
            seat = deal.waiting_for[0]
            start = perf_counter_ns()
            act = player.choose(deal, seat)
            times.append((perf_counter_ns() - start) / 1e6)
            deal.act(seat, act)
    return sorted(times)


def run(deals: int = 10_000) -> dict[str, Any]:
    """Measure: see the module."""
    results: dict[str, Any] = {"kernel": [], "thinking": [], "memory": _kernel.DEAL_SIZE}
    for game in GAMES:
        for bot, part in (("random", 1.0), ("greedy", 0.25)):
            each, decisions, mean = kernel_speed(game, bot, int(deals * part))
            results["kernel"].append(
                {"game": game, "bot": bot, "deals_per_s": each, "decisions_per_s": decisions, "decisions_a_deal": mean}
            )
    for game in GAMES:
        times = thinking(game, NAMES[-1], 12)
        results["thinking"].append(
            {
                "game": game,
                "median_ms": times[len(times) // 2],
                "p99_ms": times[len(times) * 99 // 100],
                "most_ms": times[-1],
            }
        )
    ours, count = stepping(60)
    theirs = their_stepping(12)
    both: list[Result] = []
    if theirs:
        their_work, their_count = theirs
        # Both play for about as long; what is compared is the time of a decision.
        both = compare("random riichi, one decision from Python", {"quepu": ours, "riichienv": their_work}, 1, rounds=5)
        per = {"quepu": count, "riichienv": their_count}
        results["stepping"] = [
            {"name": r.name, "ns_a_decision": r.ns / per[r.name], "decisions_per_s": 1e9 * per[r.name] / r.ns}
            for r in both
            if r.ns
        ]
    return results


def tables(results: dict[str, Any]) -> list[Table]:
    """The figures to read."""
    speed = Table(
        "game",
        "bot",
        "deals/s",
        "decisions/s",
        "decisions a deal",
        title="many deals in the kernel, one core, events off, the quickest of five runs",
    )
    for row in results["kernel"]:
        speed.add_row(
            row["game"],
            row["bot"],
            f"{row['deals_per_s']:,.0f}",
            f"{row['decisions_per_s']:,.0f}",
            f"{row['decisions_a_deal']:.1f}",
        )
    step = Table("who", "ns a decision", "decisions/s", title="one deal step by step from Python, random riichi")
    for row in results.get("stepping", ()):
        step.add_row(row["name"], f"{row['ns_a_decision']:,.0f}", f"{row['decisions_per_s']:,.0f}")
    think = Table("game", "median ms", "p99 ms", "longest ms", title="how long value thinks about a decision")
    for row in results["thinking"]:
        think.add_row(row["game"], f"{row['median_ms']:.3f}", f"{row['p99_ms']:.3f}", f"{row['most_ms']:.3f}")
    return [speed, step, think]


if __name__ == "__main__":
    for one in tables(run()):
        Console().print(one)
