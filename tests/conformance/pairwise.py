"""Sets of options in which every two values of two options come together at least once."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from quepu.rules import Game, Numbers, OptionClashError, Points, Several
from quepu.rules.options import Option

Pair = tuple[tuple[str, int], tuple[str, int]]


def values(option: Option) -> list[Any]:
    """The values to try: all of a short list, a few of many."""
    match option.values:
        case Points(low=low, also=also):
            some = [low, option.default, low + 7, *also]
        case range() if len(option.values) > 10:
            some = [option.values[0], option.default, option.values[len(option.values) // 2], option.values[-1]]
        case Several(names=names):
            some = [(), names, names[:1], option.default]
        case Numbers():
            some = [option.default, option.default[::-1]]
        case _:
            some = list(option.values)
    return [value for i, value in enumerate(some) if value not in some[:i]]


def covering(factors: Mapping[str, Sequence[Any]], seed: int = 0) -> Iterator[dict[str, Any]]:
    """Rows that together hold every pair of values, few of them: each takes what holds most pairs that are still missing."""
    chance = Random(seed)
    sizes = {key: len(choices) for key, choices in factors.items()}
    missing: set[Pair] = {
        ((a, i), (b, j)) for a, b in combinations(sorted(sizes), 2) for i in range(sizes[a]) for j in range(sizes[b])
    }
    while missing:
        (a, i), (b, j) = min(missing)
        row = {a: i, b: j}
        rest = [key for key in sizes if key not in row]
        chance.shuffle(rest)
        for key in rest:
            gains = [
                sum(_pair(key, value, other, row[other]) in missing for other in row) for value in range(sizes[key])
            ]
            row[key] = chance.choice([value for value, gain in enumerate(gains) if gain == max(gains)])
        missing -= {_pair(x, row[x], y, row[y]) for x, y in combinations(sorted(row), 2)}
        yield {key: factors[key][row[key]] for key in factors}


def _pair(a: str, i: int, b: str, j: int) -> Pair:
    return ((a, i), (b, j)) if a < b else ((b, j), (a, i))


def option_sets(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """A preset and all options, in all pairs of values; a combination that no preset allows is dropped."""
    presets = [preset.id for preset in game.presets]
    for row in covering({"": presets, **{option.key: values(option) for option in game.options}}):
        first = row.pop("")
        for preset in (first, *presets):
            try:
                game.settle(preset, row)
            except OptionClashError:
                continue
            yield preset, row
            break
