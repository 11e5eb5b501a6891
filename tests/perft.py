"""How many sequences of acts there are from fixed deals: `./dev perft` writes tests/perft.txt, test_perft.py compares.

Any change of what is legal shows in the numbers. Three deals a preset: `whole`, counted from the start; `short`, whose wall has
two tiles left; `alike`, dealt so that equal tiles are together, with three left; these two from the dealer's first turn on,
before which everybody chooses what is named first. Each seat asked may be the next to choose.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from quepu import _kernel
from quepu.acts import VERBS
from quepu.deal import Deal
from quepu.rules import Compiled
from quepu.rulesets import games
from quepu.scoring import rules_for
from quepu.tiles import kind_of
from quepu.wall import Wall, shuffled

FILE = Path(__file__).with_suffix(".txt")
DEALS = ("whole", "short", "alike")
DISCARD = VERBS.index("discard")
MOST = 12_000  # sequences counted in one deal


def wall_of(rules: Compiled, deal: str) -> Wall:
    """The wall of one of the three deals."""
    wall = shuffled(rules, DEALS.index(deal).to_bytes(32))
    if deal == "whole":
        return wall
    tiles = list(wall.tiles)
    if deal == "alike":
        kinds = [kind_of(tile) for tile in tiles]
        tiles.sort(key=lambda tile: kinds.index(kind_of(tile)))
    dealt = rules.seats * rules.hand + 1
    bonus = sum(rules.bonus >> tile & 1 for tile in tiles[:dealt] if tile < 64)
    left = bonus + {"short": 2, "alike": 3}[deal] + rules.table["reserve"] + bool(rules.table["turned"])
    return replace(wall, tiles=tuple(tiles[: dealt + left]))


def start(rules: Compiled, deal: str) -> _kernel.Deal:
    """One of the three deals, where the counting begins."""
    raw: _kernel.Deal = Deal(rules, wall_of(rules, deal))._raw
    while deal != "whole" and not raw.over:
        seat = next(seat for seat in range(rules.seats) if raw.asked >> seat & 1)
        acts = raw.acts(seat)
        if DISCARD in [code & 0xFF for code in acts]:
            break
        raw.act(seat, acts[0])
    return raw


def count(raw: _kernel.Deal, depth: int) -> tuple[int, int]:
    """How many sequences of so many acts, and how many shorter ones end the deal."""
    if raw.over:
        return 0, 1
    seats = [seat for seat in range(10) if raw.asked >> seat & 1]
    choices = [(seat, code) for seat in seats for code in raw.acts(seat)]
    if depth == 1:
        return len(choices), 0
    found = ended = 0
    for seat, code in choices:
        after = raw.copy()
        after.act(seat, code)
        more, over = count(after, depth - 1)
        found, ended = found + more, ended + over
    return found, ended


def lines(preset: str) -> Iterator[str]:
    """One line a deal: the sequences of 1, 2, 3 … acts, and in brackets the shorter ones that end the deal."""
    rules = rules_for(preset)
    for deal in DEALS:
        raw = start(rules, deal)
        numbers: list[str] = []
        before, now = 1, 1
        while now * now <= MOST * before and now:
            before, (now, ended) = now, count(raw, len(numbers) + 1)
            numbers.append(f"{now} ({ended})" if ended else str(now))
        yield f"{preset} {deal}: {', '.join(numbers)}"


def presets() -> list[str]:
    """Every preset of every rule system."""
    return [preset.id for game in games() for preset in game.presets]


def main() -> None:
    """Write the file."""
    FILE.write_text("".join(f"{line}\n" for preset in presets() for line in lines(preset)), "utf-8")


if __name__ == "__main__":
    main()
