"""Languages: Simplified Chinese is what rules are written in, Traditional is made from it, English stands beside it.

Japanese has its own names for items of riichi; sentences are then English.
"""

from __future__ import annotations

import functools
from typing import Any, Literal, TypeVar, get_args

Lang = Literal["zh-Hans", "zh-Hant", "en", "ja"]
LANGUAGES: tuple[Lang, ...] = get_args(Lang)

TERMS = {
    "胡牌": "胡牌", "和牌": "和牌", "幺": "么", "麽": "么", "裏": "裡", "喫": "吃", "掛": "掛", "檯": "台", "颱": "台", "臺": "台", "麪": "面", "麵": "面",
    "槓": "槓", "衚": "胡", "鬍": "胡", "餘": "餘", "捨": "捨", "週": "圈", "鍾": "鐘", "姊": "姐", "瞭": "了", "只聽": "只聽", "隻": "只", "槍槓": "搶槓",
    "釦": "扣", "捲": "卷", "纔": "才",
}  # fmt: skip
"""What mahjong players write otherwise than the general conversion does."""

T = TypeVar("T")


def base(lang: Lang) -> Literal["zh", "en"]:
    """Give the language that sentences are made in.

    >>> base("zh-Hant"), base("ja")
    ('zh', 'en')
    """
    return "zh" if lang.startswith("zh") else "en"


def language(text: str) -> Lang:
    """Give a language by any of its usual names; raises ValueError.

    >>> language("zh"), language("zh-TW"), language("EN")
    ('zh-Hans', 'zh-Hant', 'en')
    """
    names: dict[str, Lang] = {
        "zh": "zh-Hans", "zh-hans": "zh-Hans", "zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "hans": "zh-Hans", "zh-hant": "zh-Hant",
        "zh-tw": "zh-Hant", "zh-hk": "zh-Hant", "hant": "zh-Hant", "en": "en", "ja": "ja", "jp": "ja",
    }  # fmt: skip
    found = names.get(text.lower().replace("_", "-"))
    if found is None:
        raise ValueError(f"{text!r} is not spoken here; there are: {', '.join(LANGUAGES)}")
    return found


@functools.cache
def _converter() -> Any:
    from opencc import OpenCC  # noqa: PLC0415  # slow to import, and only Traditional needs it

    return OpenCC("s2t")


@functools.cache
def to_traditional(text: str) -> str:
    """Traditional from Simplified, in the words that players use.

    >>> to_traditional("国标麻将：幺九刻、杠上开花，听一万")
    '國標麻將：么九刻、槓上開花，聽一萬'
    """
    if text.isascii():
        return text
    result: str = _converter().convert(text)
    for wrong, right in TERMS.items():
        result = result.replace(wrong, right)
    return result


def traditional(record: T, kind: type[T]) -> T:
    """Give a record (a msgspec Struct) with all its Chinese texts in Traditional."""
    import msgspec  # noqa: PLC0415  # only this function needs it

    return msgspec.convert(_walk(msgspec.to_builtins(record)), kind)


def _walk(value: Any) -> Any:
    if isinstance(value, str):
        return to_traditional(value)
    if isinstance(value, list):
        return [_walk(x) for x in value]
    if isinstance(value, dict):
        return {
            _walk(k) if k != "ja" else k: v if k in ("ja", "options", "inputs") else _walk(v) for k, v in value.items()
        }
    return value
