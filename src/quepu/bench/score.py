"""How fast finished hands are scored, beside PyMahjongGB (MCR), riichienv and mahjong (riichi) on the same distinct random hands.

Everybody gets the hands in the form he takes, made beforehand, and must return what the hand is worth and why: nobody is timed
while hands are built, and no hand comes twice in a pass (no contender keeps answers). What each call includes:

* ``program.score``: from the 160 packed bytes to an object that holds items, total and reading; in riichi its payments are
  asked for too, as the peers work them out (PyMahjongGB does not). ``program.value``: the same from tiles and melds as plain
  bytes. ``program.total``: only the number is handed over. ``score_hand`` with ``total`` and ``fans``: from a checked `Hand`,
  packing and the table of items by name included. ``score`` from text: reading the notation and looking up the rules too.
* batch: `quepu.batch.score_many` on one thread, with every item of every hand (in riichi every payment) written to arrays.
* PyMahjongGB: its documented call with tuples of tile names; it gives back the tuple of items.
* riichienv, wrapper: the documented ``HandEvaluator(tiles, melds).calc(win, dora, conditions, ura)``, conditions ready-made; raw:
  the class inside, with conditions in its own form. Its answer is an object with the items' numbers.
* mahjong: ``HandCalculator.estimate_hand_value`` with ready-made melds and configuration.

That the answers are equal is the business of ``tests/parity``. Riichi hands here have no kongs, because the wrapper of
riichienv counts tiles in a way that is right only without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from random import Random
from time import perf_counter_ns
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rich.console import Console

from quepu.batch import blank, score_many
from quepu.bench import Result, Work, compare, each, table
from quepu.bench.wins import CHOW, CONCEALED, PUNG, SELF, Win, Wins, records
from quepu.hands import WAYS, Hand
from quepu.notation import Meld, write
from quepu.rules.facts import CONTEXT
from quepu.rules.lower import Compiled
from quepu.scoring import rules_for, score, score_hand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GB_NAMES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
RIICHI_SHAPES = {"pairs": 8, "orphans": 2, "gates": 1, "related": 15}
BY = ("self", "discard", "rob")


def _peer(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        return None


def calls(function: Callable[..., object], arguments: list[tuple[Any, ...]]) -> Work:
    """Work that calls the function once with each tuple of arguments.

    >>> calls(print, [("a", "b"), ("c",)])()
    a b
    c
    """

    def work() -> None:
        for given in arguments:
            function(*given)

    return work


def winning(rules: Compiled, wins: Iterator[Win], count: int) -> tuple[list[Win], NDArray[np.void]]:
    """Take so many different hands that win under the rules, and their packed records.

    >>> hands, packed = winning(rules_for("mcr"), Wins(1).hands(), 50)
    >>> len(hands), len({bytes(row) for row in packed})
    (50, 50)
    """
    chosen: dict[bytes, Win] = {}
    while len(chosen) < count:
        some = list(islice(wins, count))
        packed = records(rules, some)
        packed["tiles"][:, :13].sort(
            axis=1
        )  # zeros after the last tile are sorted in, so the rows serve to tell hands apart
        statuses = score_many(rules, records(rules, some)).status
        chosen |= {row.tobytes(): win for row, win, status in zip(packed, some, statuses, strict=True) if not status}
    taken = list(chosen.values())[:count]
    return taken, records(rules, taken)


def as_hand(win: Win, **inputs: Any) -> Hand:
    """Make the friendly form of a random hand.

    >>> str(as_hand(next(Wins(3, {"orphans": 100}).hands())))
    '19m19p19s1234567z + 4z'
    """
    melds = tuple(
        Meld(WAYS[way], _meld_tiles(way, kind), None if source < 0 else source) for way, kind, source in win.melds
    )
    source = None if win.by == SELF else win.source
    context = inputs.pop("context", ())
    return Hand.read(
        win.tiles,
        win.win,
        melds=melds,
        seat=win.seat,
        by=BY[win.by],
        source=source,
        round=win.round,
        context=context,
        inputs=inputs,
    )


def _meld_tiles(way: int, kind: int) -> tuple[int, ...]:
    return (kind, kind + 1, kind + 2) if way == CHOW else (kind,) * (3 if way == PUNG else 4)


def _text(hand: Hand) -> tuple[tuple[str, str], dict[str, Any]]:
    """Give the arguments of `score` for a hand, as a person would write them."""
    further = {
        "melds": [str(meld) for meld in hand.melds], "seat": hand.seat, "by": hand.by, "source": hand.source,
        "round": None if hand.round is None else write((hand.round,)), "context": sorted(hand.context), **hand.inputs,
    }  # fmt: skip
    return (write(hand.concealed), write((hand.win,))), further


def _ours(rules: Compiled, packed: NDArray[np.void], hands: list[Hand], *, payments: bool) -> dict[str, Work | None]:
    raw = [row.tobytes() for row in packed]
    texts = [_text(hand) for hand in hands]

    def friendly() -> None:
        for hand in hands:
            result = score_hand(rules, hand)
            _ = result.total, result.fans

    def from_text() -> None:
        for (concealed, win), further in texts:
            result = score(rules.game.id, concealed, win, **further)
            _ = result.total, result.fans

    def with_payments() -> None:
        for packed_hand in raw:
            rules.program.score(packed_hand, payments=True)

    return {
        "quepu, program.score": with_payments if payments else each(rules.program.score, raw),
        "quepu, program.total": each(rules.program.total, raw),
        "quepu, batch": lambda: score_many(rules, packed, payments=payments),
        "quepu, score_hand": friendly,
        "quepu, score from text": from_text,
    }


def mcr(count: int, rounds: int) -> list[Result]:
    """Compare on MCR hands: any closed ones of sets and a pair, as peers are usually timed; and of every shape, none below eight fan."""
    closed = (w for w in Wins(10, {}).hands() if not w.melds)
    return _mcr("MCR, closed sets and a pair", {"minimum": 0}, closed, count, rounds) + _mcr(
        "MCR, hands of every shape", {}, Wins(11).hands(), count, rounds
    )


def _mcr(what: str, options: dict[str, int], supply: Iterator[Win], count: int, rounds: int) -> list[Result]:
    rules, gb = rules_for("mcr", options), _peer("MahjongGB")
    wins, packed = winning(rules, supply, count)
    asked = [
        (
            tuple(
                ("CHI", GB_NAMES[kind + 1], 1) if way == CHOW else ("PENG" if way == PUNG else "GANG", GB_NAMES[kind], 0 if way == CONCEALED else 1)
                for way, kind, _ in w.melds
            ),
            tuple(GB_NAMES[kind] for kind in w.tiles), GB_NAMES[w.win], 0, w.by == SELF, False, BY[w.by] == "rob", False, w.seat, w.round - 27,
        )
        for w in wins
    ]  # fmt: skip
    plain = [
        (
            bytes(w.tiles),
            w.win,
            b"".join(bytes((way, kind, source & 255)) for way, kind, source in w.melds),
            w.by,
            w.seat,
            w.source,
            w.round,
        )
        for w in wins
    ]
    contenders = _ours(rules, packed, [as_hand(w) for w in wins], payments=False)
    contenders["quepu, program.value"] = calls(rules.program.value, plain)
    contenders["PyMahjongGB"] = calls(gb.MahjongFanCalculator, asked) if gb else None
    return compare(what, contenders, count, rounds)


def riichi(count: int, rounds: int) -> list[Result]:
    """Compare on riichi hands without kongs that have a yaku; the closed ones are in riichi besides. One dora and one ura-dora indicator."""
    rules, random = rules_for("riichi", {"red_fives": 0}), Random(12)  # noqa: S311  # repeatable on purpose
    no_kongs = (w for w in Wins(12, RIICHI_SHAPES).hands() if all(way in (CHOW, PUNG) for way, _, _ in w.melds))
    wins, packed = winning(rules, no_kongs, count)
    indicators = [[random.choice([k for k in range(34) if w.held().count(k) < 4]) for _ in range(2)] for w in wins]
    packed["context"] = [0 if w.melds else 1 << CONTEXT.index("ready") for w in wins]
    for name, turned in (("indicators", [i[0] for i in indicators]), ("ura", [i[1] for i in indicators])):
        packed["lists"][:, rules.slots.lists[name], 0] = turned
    hands = [
        as_hand(w, context=() if w.melds else ("ready",), indicators=write(i[:1]), ura=write(i[1:]))
        for w, i in zip(wins, indicators, strict=True)
    ]
    contenders = _ours(rules, packed, hands, payments=True)
    contenders |= _riichienv(wins, indicators) | _mahjong(wins, indicators)
    return compare("riichi, one finished hand", contenders, count, rounds)


def _ids(win: Win) -> tuple[list[int], int, list[list[int]]]:
    """Give a hand in the 136 tiles that exist (concealed with the winning one, the winning one, melds), red fives last of their kind."""
    left = [[4 * kind, 4 * kind + 3, 4 * kind + 2, 4 * kind + 1] for kind in range(34)]  # taken from the end
    melds = [[left[k].pop() for k in _meld_tiles(way, kind)] for way, kind, _ in win.melds]
    tiles = [left[k].pop() for k in win.tiles]
    winning_tile = left[win.win].pop()
    return [*tiles, winning_tile], winning_tile, melds


def _riichienv(wins: list[Win], indicators: list[list[int]]) -> dict[str, Work | None]:
    names = ("riichienv, wrapper", "riichienv, raw")
    m, inner = _peer("riichienv"), _peer("riichienv._riichienv")
    if not m or not inner:
        return dict.fromkeys(names)
    winds = (inner.Wind.East, inner.Wind.South, inner.Wind.West, inner.Wind.North)
    asked = []
    for w, (dora, ura) in zip(wins, indicators, strict=True):
        tiles, winning_tile, melds = _ids(w)
        told = {
            "tsumo": w.by == SELF,
            "riichi": not w.melds,
            "chankan": BY[w.by] == "rob",
            "player_wind": winds[w.seat],
            "round_wind": winds[w.round - 27],
        }
        laid = [
            m.Meld(m.MeldType.Chi if way == CHOW else m.MeldType.Pon, ids, True)
            for (way, _, _), ids in zip(w.melds, melds, strict=True)
        ]
        asked.append(
            (
                sorted(tiles),
                laid,
                winning_tile,
                [4 * dora + 1],
                [] if w.melds else [4 * ura + 1],
                m.Conditions(**told),
                inner.Conditions(**told),
            )
        )

    def wrapper() -> None:
        for tiles, melds, win, dora, ura, conditions, _ in asked:
            m.hand.HandEvaluator(tiles, melds).calc(win, dora, conditions, ura)

    def raw() -> None:
        for tiles, melds, win, dora, ura, _, conditions in asked:
            inner.HandEvaluator(tiles, melds).calc(win, dora, ura, conditions)

    return dict(zip(names, (wrapper, raw), strict=True))


def _mahjong(wins: list[Win], indicators: list[list[int]]) -> dict[str, Work | None]:
    calculating, config, meld = (
        _peer("mahjong.hand_calculating.hand"),
        _peer("mahjong.hand_calculating.hand_config"),
        _peer("mahjong.meld"),
    )
    if not calculating or not config or not meld:
        return {"mahjong": None}
    options = config.OptionalRules(has_open_tanyao=True, has_aka_dora=True)
    asked = []
    for w, (dora, ura) in zip(wins, indicators, strict=True):
        tiles, winning_tile, melds = _ids(w)
        laid = [
            meld.Meld(meld.Meld.CHI if way == CHOW else meld.Meld.PON, sorted(ids))
            for (way, _, _), ids in zip(w.melds, melds, strict=True)
        ]
        told = config.HandConfig(
            is_tsumo=w.by == SELF, is_riichi=not w.melds, is_chankan=BY[w.by] == "rob", player_wind=27 + w.seat, round_wind=w.round, options=options,
        )  # fmt: skip
        every = sorted([*tiles, *(i for ids in melds for i in ids)])
        asked.append((every, winning_tile, laid, [4 * dora + 1], told, calculating.ScoresCalculator, [4 * ura + 1]))
    return {"mahjong": calls(calculating.HandCalculator.estimate_hand_value, asked)}


def seven_jokers(rules: Compiled, count: int, seed: int = 13) -> list[bytes]:
    """Make different winning Tianjin hands with all seven jokers (three of the turned kind, four of the next).

    >>> rules = rules_for("tianjin")
    >>> [rules.program.score(hand).status for hand in seven_jokers(rules, 3)]
    [0, 0, 0]
    """
    random, found = Random(seed), dict[bytes, None]()  # noqa: S311  # repeatable on purpose
    while len(found) < count:
        turned = random.randrange(34)
        first, size = (turned - turned % 9, 9) if turned < 27 else (27, 4) if turned < 31 else (31, 3)
        following = first + (turned - first + 1) % size
        rest = [kind for kind in range(34) if kind not in (turned, following) for _ in range(4)]
        tiles = [turned] * 3 + [following] * 4 + random.sample(rest, 7)
        random.shuffle(tiles)
        packed = blank(rules, 1)
        packed["tiles"][0, :13], packed["win"], packed["held"] = sorted(tiles[:13]), tiles[13], 13
        packed["jokers"][0, :2] = turned, following
        if score_many(rules, packed).status[0] == 0:
            found[packed.tobytes()] = None
    return list(found)


def tianjin(count: int, rounds: int) -> list[Result]:
    """Measure the costliest hands there are: seven jokers of fourteen tiles; also the slowest single one."""
    rules = rules_for("tianjin")
    hands = seven_jokers(rules, count)
    what = "Tianjin, one hand with seven jokers"
    results = compare(what, {"quepu, program.total": each(rules.program.total, hands)}, count, rounds)
    total, slowest = rules.program.total, 0
    for hand in hands:
        times = []
        for _ in range(5):
            start = perf_counter_ns()
            total(hand)
            times.append(perf_counter_ns() - start)
        slowest = max(slowest, min(times))
    assert results[0].ns is not None
    return [*results, Result(what, f"quepu, the slowest of {count}", slowest, slowest / results[0].ns)]


def run(hands: int = 3000, rounds: int = 7) -> list[Result]:
    """Measure on `hands` distinct random winning hands of each rule system (a tenth with jokers); medians of `rounds`."""
    return [*mcr(hands, rounds), *riichi(hands, rounds), *tianjin(hands // 10, rounds)]


if __name__ == "__main__":
    Console().print(table(run()))
