"""Finding scoring items by what people type: Chinese of either script, pinyin, initials, English, a clause, or nearly so."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from quepu.about import Item

CLAUSE = re.compile(r"^[a-z]{2}-?[a-z]\d{2}$")
GOOD, FAIR = 80, 50
CLEAR = 8  # by so much the best match must lead to be meant alone


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


@dataclass(frozen=True)
class Match:
    """An item and how well it fits the query, 0 to 100; 100 is one of its names, letter for letter."""

    item: Item
    score: float


def find_items(query: str, items: Sequence[Item]) -> list[Match]:
    """Return the items that fit a query, best first, those that fit badly included.

    >>> from quepu.about import items as of
    >>> from quepu.rulesets import find
    >>> nanjing = tuple(of(find("nanjing")[0]).values())
    >>> [find_items(query, nanjing)[0].item.zh for query in ("雙七對", "shuāng qī duì", "sqd", "closed wait", "NJ-F18")]
    ['双七对', '双七对', '双七对', '压档', '双七对']
    """
    wanted = normal(query)
    if not wanted:
        return []
    if CLAUSE.match(wanted):
        letters = wanted.replace("-", "")
        return [Match(item, 100) for item in items if item.clause.lower().replace("-", "") == letters]
    matches = [Match(item, _fit(wanted, item)) for item in items]
    return sorted(matches, key=lambda match: -match.score)


def meant(matches: Iterable[Match]) -> list[Match]:
    """Return those that the query can mean: the exact ones, the one that is clearly best, or all good ones.

    >>> from quepu.about import all_items
    >>> [match.item.game.id for match in meant(find_items("提溜", all_items()))]
    ['tianjin']
    """
    good = [match for match in matches if match.score >= GOOD]
    exact = [match for match in good if match.score == 100]
    if exact or len(good) < 2:
        return exact or good
    return good[:1] if good[0].score - good[1].score >= CLEAR else good


def normal(text: str) -> str:
    """Return a name as it is compared: Simplified, lower case, without tones, spaces and punctuation.

    >>> normal("Shuāng Qī Duì"), normal("雙七對"), normal("shuang1 qi1 dui4"), normal("NJ-F18")
    ('shuangqidui', '双七对', 'shuangqidui', 'nj-f18')
    """
    text = unicodedata.normalize("NFKD", text.strip().lower()).replace("u\u0308", "v")
    text = "".join(char for char in text if not unicodedata.combining(char))
    if CLAUSE.match(text):
        return text
    if re.fullmatch(r"(?:[a-z]+[1-5]\s*)+", text):
        text = re.sub(r"[1-5]", "", text)
    text = "".join(char for char in text if char.isalnum())
    return text if text.isascii() else _simplified(unicodedata.normalize("NFC", text))


def _simplified(text: str) -> str:
    return _converter().convert(text)


@functools.cache
def _converter() -> _Converter:
    from opencc import OpenCC  # noqa: PLC0415  # its tables take time to read: only Chinese queries need them

    converter: _Converter = OpenCC("t2s")
    return converter


@functools.cache
def _spoken(name: str) -> tuple[str, ...]:
    """Return the pinyin of a Chinese name and its initials."""
    from pypinyin import lazy_pinyin  # noqa: PLC0415  # likewise, for queries in Latin letters

    syllables = [syllable.lower() for syllable in lazy_pinyin(name, v_to_u=False) if syllable.isalpha()]
    return "".join(syllables), "".join(syllable[0] for syllable in syllables)


@functools.cache
def _keys(item: Item, *, latin: bool) -> tuple[str, ...]:
    """Return the names of an item that a query in Latin letters, or another, is compared with."""
    keys = []
    for name in item.names:
        key = name if name == item.ja else normal(name)
        if key.isascii() == latin:
            keys.append(key)
        elif latin and name != item.ja:
            keys.append(_spoken(name)[0])
    return tuple(dict.fromkeys(key for key in keys if key))


@functools.cache
def _initials(item: Item) -> frozenset[str]:
    return frozenset(_spoken(name)[1] for name in item.names if name != item.ja and not name.isascii())


def _fit(wanted: str, item: Item) -> float:
    from rapidfuzz import fuzz  # noqa: PLC0415  # likewise

    if wanted.isascii() and wanted in _initials(item):
        return 100
    best = 0.0
    enough = 4 if wanted.isascii() else 2
    for key in _keys(item, latin=wanted.isascii()):
        if key == wanted:
            return 100
        fit = fuzz.ratio(wanted, key)
        if min(len(key), len(wanted)) >= enough and (wanted in key or key in wanted):
            fit = max(fit, 82 + fit / 10)
        best = max(best, min(fit, 99))
    return best
