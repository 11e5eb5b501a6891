"""Any number of random deals, checked as the tests check theirs: `python tests/conformance/soak.py --deals 100000 --fast`.

Presets and option sets take turns. Without --fast every step is checked, some states against all acts that can be named; with
it only what a deal leaves: tiles, money, winners, the end. --hidden also looks for tiles that can be known (hidden.py).
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance import hidden
from conformance.matches import Care, Settings, option_tables, play, presets
from quepu.rulesets import find

EACH = 20  # deals of one task
OFTEN = 50_000  # deals between two lines of progress
FAST, CLOSE = Care(often=0, steps=False, views=0), Care(often=0.1, views=0.2)


def work(task: tuple[Settings, int, bool, bool]) -> tuple[str, Counter[str], str]:
    """Some deals under one set of options: which preset, what they showed, what went wrong."""
    settings, seed, fast, tiles = task
    counts: Counter[str] = Counter()
    try:
        if tiles:
            found = hidden.search(settings.rules, seed, 4)
            counts["exchanges"] += found.compared
            assert not found.leaks, "; ".join(found.leaks)
        else:
            play(settings.rules, seed, EACH, FAST if fast else CLOSE, counts)
    except Exception:  # noqa: BLE001  # whatever it is, the others play on and it is told
        return settings.name, counts, traceback.format_exc()
    return settings.name, counts, ""


def tasks(
    deals: int, preset: str | None, seed: int, *, fast: bool, tiles: bool
) -> Iterator[tuple[Settings, int, bool, bool]]:
    """Presets and option sets by turns: as many deals under the presets as under all else."""
    chosen = presets() if preset is None else [Settings(preset, {}, preset)]
    others = [
        table for table in option_tables() if preset is None or table.name.rsplit("-", 1)[0] == find(preset)[0].id
    ]
    for number in range((deals + EACH - 1) // EACH):
        half, which = divmod(number, 2)
        settings = others[half % len(others)] if which else chosen[half % len(chosen)]
        yield settings, seed + number, fast, tiles and number % 10 == 9


def main() -> None:
    """Read the command line, play, tell what there was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--preset", help="only this preset, and option sets of its rule system")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2, help="processes (2)")
    parser.add_argument("--fast", action="store_true", help="look at the end of each deal only")
    parser.add_argument("--hidden", action="store_true", help="also exchange hidden tiles")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    started = time.monotonic()
    todo = tasks(given.deals, given.preset, given.seed, fast=given.fast, tiles=given.hidden)
    with ProcessPoolExecutor(given.threads) as pool:
        for name, some, wrong in pool.map(work, todo, chunksize=5):
            if wrong:
                pool.shutdown(wait=False, cancel_futures=True)
                sys.exit(f"{name}:\n{wrong}")
            if (counts["deals"] + some["deals"]) // OFTEN > counts["deals"] // OFTEN:
                print(
                    f"{counts['deals'] + some['deals']} deals, {time.monotonic() - started:.0f} s",
                    file=sys.stderr,
                    flush=True,
                )
            counts.update(some)
    seconds = time.monotonic() - started
    print(f"{counts['deals']} deals in {seconds:.0f} s, nothing wrong: {dict(sorted(counts.items()))}")


if __name__ == "__main__":
    main()
