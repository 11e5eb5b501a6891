"""Without a terminal there is no table: one deal of bots, told in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quepu.bots import KernelBot
from quepu.fairness import Seed
from quepu.hosting import MatchRun
from quepu.lang import Lang
from quepu.record import parse
from quepu.record.folding import start_of
from quepu.record.telling import Telling
from quepu.rules import Compiled


def watched(rules: Compiled, bots: Sequence[str], lang: Lang, seed: Seed | None = None) -> Iterator[str]:
    """Every step of a deal that bots play, in lines; `bots` by seat.

    >>> from quepu.scoring import rules_for
    >>> seed = Seed(bytes(range(32)), ("",) * 4)
    >>> next(iter(watched(rules_for("nanjing"), ["greedy"] * 4, "en", seed)))
    'deal 1, 1-1: 0 greedy 0, 1 greedy 0, 2 greedy 0, 3 greedy 0, stake 1'
    """
    match = MatchRun.begin(rules, list(bots), seed=seed)
    players = [KernelBot(name, number) for number, name in enumerate(bots)]
    while not match.deal.over:
        seat = match.deal.waiting_for[0]
        match.act(seat, players[match.seated[seat]].choose(match.deal, seat))
    record = parse(match.data, "deal")
    played = record.finished[0]
    telling = Telling(record, played, lang)
    yield telling.title(start_of(rules, played.start))
    for at, lines in enumerate(telling.steps()):
        yield f"{at:4}  {lines[0]}"
        yield from (f"      {line}" for line in lines[1:])
