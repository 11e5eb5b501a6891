"""Readings without jokers, in the plainest way: for the scorers that tests write from the clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

Groups = tuple[tuple[int, ...], ...]


def sets_and_pair(tiles: tuple[int, ...], sets: int) -> set[Groups]:
    """All ways to take tiles apart into so many sets and one pair (groups sorted)."""
    found: set[Groups] = set()

    def go(left: tuple[int, ...], sets: int, pair: int, done: Groups) -> None:
        if not left:
            if sets == pair == 0:
                found.add(tuple(sorted(done)))
            return
        k = left[0]
        wanted = [(k, k, k)] if sets else []
        if sets and k < 27 and k % 9 < 7:
            wanted.append((k, k + 1, k + 2))
        if pair:
            wanted.append((k, k))
        for group in wanted:
            rest = list(left)
            try:
                for tile in group:
                    rest.remove(tile)
            except ValueError:
                continue
            go(tuple(rest), sets - (len(group) == 3), pair - (len(group) == 2), (*done, group))

    go(tuple(sorted(tiles)), sets, 1, ())
    return found


def pairs(tiles: tuple[int, ...]) -> bool:
    """Whether fourteen tiles are seven pairs, four alike being two of them."""
    return len(tiles) == 14 and all(n % 2 == 0 for n in Counter(tiles).values())


def places(groups: Groups, win: int) -> Iterator[tuple[int, int]]:
    """Where the winning tile may lie: group and position."""
    for i, group in enumerate(groups):
        for at, tile in enumerate(group):
            if tile == win:
                yield i, at


def text(kinds: list[int]) -> str:
    """Kinds in the notation of the case files."""
    return "".join(f"{k % 9 + 1}{'mpsz'[k // 9]}" for k in kinds)


def name(way: str, kind: int, source: int | None) -> str:
    """A meld in the notation of the case files."""
    digits = text([kind])[0] * (3 if way == "pung" else 4) + text([kind])[1]
    return f"{way} {digits}" + ("" if source is None else f" from {source}")
