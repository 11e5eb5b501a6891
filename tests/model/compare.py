"""`python tests/model/compare.py PRESET DEALS [--seed N] [--option KEY=VALUE] [--only DEAL]`: whole random deals, engine beside model.

After every act both must ask the same seats for the same acts, and agree on hands, score changes and, at the end, on winners, the next
dealer and what is carried over. The first difference is printed with the wall and all acts; the same seed and deal show it again.
The models alone are checked too: no tile is lost, no money is made.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from model.common import Table, name, plain, rules_of
from model.walls import MODELS, WHOLE, Temper, options_for, size_of, wall

from quepu.deal import Act, Deal
from quepu.wall import Wall


class Difference(AssertionError):  # noqa: N818
    """Engine and model differ, or the model contradicts itself: the message has everything to see it again."""


@cache
def words(act: Act) -> str:
    """An act of the engine as the models write it."""
    return plain(act.text)


def state(deal: Deal | Table, model: Table) -> dict[str, Any]:
    """What an engine or a model shows, in one form. A winner's hand is not compared: the tile won may lie in it or not."""
    asked = model.asked
    if isinstance(deal, Deal):
        asked = {s: {words(a) for a in acts} - {"escape"} for s, acts in deal.asked.items()}
    shown: dict[str, Any] = {
        "asked": {s: acts for s, acts in asked.items() if acts}, "over": deal.over, "result": deal.result, "winners": deal.winners,
        "deltas": deal.deltas, "hands": [deal.hand(s) for s in range(model.seats) if s not in model.winners],
    }  # fmt: skip
    if model.over:
        shown |= {"next_dealer": deal.next_dealer, "carry": deal.carry}
    return shown


def check_model(model: Table, tiles: int) -> str:
    """What is impossible in a model's state; empty when nothing is."""
    held = sum(map(sum, model.hands)) + sum(3 if m[0] == "pung" else 4 for melds in model.melds for m in melds)
    if min(map(min, model.hands)) < 0 or held > tiles - len(model.wall.tiles):
        return f"tiles: {held} are held"
    if not model.over and not model.asked:
        return "nobody is asked, and the deal is not over"
    if sum(model.money):
        return f"money {model.money}"
    return ""


def play(preset: str, number: int, seed: int, fixed: dict[str, Any]) -> Table:
    """One deal. Raises Difference."""
    rng = Random(f"{preset} {seed} {number}")
    # Some deals at one table: compiling rules takes longer than a deal.
    options = options_for(preset, Random(f"{preset} {seed} table {number // 8}"), fixed)
    family = MODELS[preset]
    seats, size = size_of(options)
    tiles = wall(rng, WHOLE[family], seats, size)
    dice = [rng.randint(1, 6) for _ in range(12)]
    carry = {"stake": rng.choice([1, 2])} if family.CARRIES else {}
    temper = Temper.random(rng)
    model: Table = family.deal(preset, options, tiles, dice, carry)
    engine = start_engine(preset, options, tiles, dice, carry)
    history: list[str] = []
    last = ""

    def differ(what: str) -> Difference:
        return Difference(
            f"{preset} deal {number} of seed {seed}: {what}\noptions: {options}\ncarry: {carry}, dice: {dice}\n"
            f"wall: {''.join(map(name, tiles))}\nacts: {', '.join(history)}"
        )

    while True:
        if wrong := check_model(model, len(tiles)):
            raise differ(f"the model has {wrong}")
        mine, other = state(model, model), state(engine, model)
        for key, value in mine.items():
            if other[key] != value:
                raise differ(f"{key}\n  model:  {written(value)}\n  engine: {written(other[key])}")
        if model.over:
            return model
        seat = rng.choice(sorted(model.asked))
        act = temper.choose(rng, model, seat, last)
        if temper.leave and rng.random() < temper.leave:
            seat = rng.randrange(seats)
            act = "escape" if model.may(seat, "escape") else act
        if not model.may(seat, act):
            continue
        history.append(f"{seat} {act}")
        last = act if act.startswith("discard") else last
        try:
            model.act(seat, act)
            engine.act(seat, act)
        except Difference:
            raise
        except Exception as error:
            raise differ(f"{type(error).__name__} at the last act: {error}") from error


def written(value: Any) -> Any:
    """A value as a person compares it: acts in order."""
    return (
        {k: sorted(v) if isinstance(v, set) else v for k, v in sorted(value.items())}
        if isinstance(value, dict)
        else value
    )


def start_engine(
    preset: str, options: dict[str, Any], tiles: list[int], dice: list[int], carry: dict[str, int]
) -> Deal:
    """The same deal in the engine."""
    return Deal(rules_of(preset, options).compiled, Wall(tuple(tiles), tuple(dice)), carry=carry)


def compare(preset: str, deals: int, seed: int = 1, fixed: dict[str, Any] | None = None) -> Counter[str]:
    """So many deals. What happened how often; raises Difference at the first."""
    seen: Counter[str] = Counter()
    for number in range(deals):
        model = play(preset, number, seed, fixed or {})
        seen.update(model.events)
        seen[f"result {model.result}, {len(model.winners)} winners"] += 1
    return seen


def value_of(text: str) -> Any:
    """An option's value from the command line."""
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("preset", choices=MODELS)
    parser.add_argument("deals", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", "-o", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--only", type=int, metavar="DEAL", help="one deal of the seed")
    given = parser.parse_args(arguments)
    fixed = {key: value_of(value) for key, _, value in (text.partition("=") for text in given.option)}
    started = perf_counter()
    try:
        if given.only is not None:
            seen = Counter(play(given.preset, given.only, given.seed, fixed).events)
        else:
            seen = compare(given.preset, given.deals, given.seed, fixed)
    except Difference as difference:
        sys.exit(str(difference))
    seconds = perf_counter() - started
    for what, count in sorted(seen.items()):
        print(f"{count:8} {what}")
    print(f"{given.deals if given.only is None else 1} deals agree, {given.deals / seconds:.0f} a second")


if __name__ == "__main__":
    main()
