"""The tables of the tile notations: what each one writes for each tile. `quepu.notation` reads and writes by them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from quepu import tiles as t
from quepu.tiles import Tile


@dataclass(frozen=True, slots=True)
class Codec:
    """The table of one notation: runs of ranks that share a suffix, and words that are a tile each."""

    about: str
    expected: str
    ignored: re.Pattern[str] | None  # characters that mean nothing, wherever they stand
    pattern: re.Pattern[str]  # groups: ranks, suffix, word, wrong character; without any: a separator
    suffixes: Mapping[str, Mapping[str, Tile]]  # suffix -> rank -> tile
    words: Mapping[str, Tile]
    spelled: Mapping[Tile, tuple[str, str]]  # tile -> rank and suffix, or word and ""
    joint: str = ""


_Suffixes = dict[str, dict[str, Tile]]


def _ranks(first: Tile, digits: str = "123456789") -> dict[str, Tile]:
    return {digit: first + i for i, digit in enumerate(digits)}


def _codec(
    about: str,
    *,
    expected: str,
    suffixes: _Suffixes | None = None,
    words: dict[str, Tile] | None = None,
    word: str = "",
    ignored: str = r"\s",
    separators: str = "",
    words_first: bool = False,
) -> Codec:
    """Make a codec from its tables; of several spellings of one tile the first is written, the suffixed before the words.

    `word` is the regex of what may be a word, the words themselves unless given. With `separators` words must be parted.
    """
    suffixes, words = suffixes or {}, words or {}
    digits = "".join(sorted({digit for row in suffixes.values() for digit in row}))
    word = (
        r"[^\s,]+" if separators else word or "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"
    )
    ranked = f"([{digits}]+)({'|'.join(suffixes)})" if suffixes else "((?!))((?!))"
    # It matches at every place, at worst one wrong character, so that no text makes it search ahead again and again.
    pattern = f"{ranked}|({word})|{separators or '(?!)'}+|(.)"
    by_suffix = {
        tile: (rank, suffix) for suffix, row in reversed(suffixes.items()) for rank, tile in reversed(row.items())
    }
    by_word = {tile: (name, "") for name, tile in reversed(words.items())}
    return Codec(
        about=about,
        expected=expected,
        ignored=None if separators else re.compile(f"{ignored}+"),
        pattern=re.compile(pattern, re.DOTALL),
        suffixes=suffixes,
        words=words,
        spelled=by_suffix | by_word if words_first else by_word | by_suffix,
        joint=" " if separators else "",
    )


def _numbered(letters: str, form: str) -> dict[str, Tile]:
    """Words for the number tiles: `form` with each letter of the suits m p s, and each digit."""
    return {
        form.format(letter, rank): suit * 9 + rank - 1 for suit, letter in enumerate(letters) for rank in range(1, 10)
    }


_M, _P, _S = t.CHARACTERS, t.DOTS, t.BAMBOOS
_MPS: Final[_Suffixes] = {"m": _ranks(_M), "p": _ranks(_P), "s": _ranks(_S)}
_MPS_REDS: Final[_Suffixes] = {
    letter: {**row, "0": red} for (letter, row), red in zip(_MPS.items(), t.RED_FIVES, strict=True)
}
_WHITE_FIRST = _ranks(t.EAST, "1234567")  # 东南西北白发中: the order of the kinds
_RED_FIRST = {
    "1": t.EAST,
    "2": t.SOUTH,
    "3": t.WEST,
    "4": t.NORTH,
    "5": t.RED_DRAGON,
    "6": t.GREEN_DRAGON,
    "7": t.WHITE_DRAGON,
}
_ESWN = {"E": t.EAST, "S": t.SOUTH, "W": t.WEST, "N": t.NORTH}
_CFP = {"C": t.RED_DRAGON, "F": t.GREEN_DRAGON, "P": t.WHITE_DRAGON}

# Chinese as players type it: every way to say a tile, the one that is written first.
_WORDS_ZH: Final[dict[str, Tile]] = {
    **{wind + tail: t.EAST + "东南西北".index(wind) for tail in ("", "风", "風") for wind in "东南西北"},
    **dict.fromkeys(("東", "東风", "東風"), t.EAST),
    **dict.fromkeys(("白", "白板", "白皮"), t.WHITE_DRAGON),
    **dict.fromkeys(("发", "發", "発", "发财", "發財", "发財", "發财"), t.GREEN_DRAGON),
    **dict.fromkeys(("中", "红中", "紅中"), t.RED_DRAGON),
    **{name: t.SPRING + i for i, name in enumerate("春夏秋冬梅兰竹菊")},
    "蘭": t.PLUM + 1,
    **dict.fromkeys(("幺鸡", "幺雞", "么鸡", "么雞", "小鸡", "小雞"), _S),
    **dict.fromkeys(
        (
            "百搭",
            "财神",
            "財神",
            "混",
            "混子",
            "混儿",
            "混兒",
            "金",
            "赖子",
            "賴子",
            "癞子",
            "癩子",
            "会儿",
            "會兒",
            "鬼",
            "鬼牌",
        ),
        t.JOKER,
    ),
}
_NUMERALS_ZH: Final[dict[str, int]] = {
    **{
        numeral: i for row in ("一二三四五六七八九", "123456789", "１２３４５６７８９") for i, numeral in enumerate(row)
    },
    "伍": 4,
}
_SUITS_ZH: Final[_Suffixes] = {
    suffix: {numeral: first + i for numeral, i in _NUMERALS_ZH.items()}
    for first, suffixes in ((_M, "万萬"), (_P, "筒饼餅"), (_S, "条條索束"))
    for suffix in suffixes
}

# Case files: any name of a tile is read in brackets.
_BRACKETED: Final[dict[str, Tile]] = {
    **{f"[{word}]": tile for word, tile in _WORDS_ZH.items()},
    **{f"[{rank}{suffix}]": tile for suffix, row in _SUITS_ZH.items() for rank, tile in row.items()},
    **{f"[{t.name_zh(tile)}]": tile for tile in t.TILES},
}

_PARTED = r"[\s,]"

CODECS: Final[dict[str, Codec]] = {
    "case": _codec(
        "case files and people: 123m0p567z1f[百搭], 567z = 白发中, 1f-8f = 春夏秋冬梅兰竹菊, any tile as [名]",
        expected="digits and a suit letter (123m), or a tile's Chinese name in brackets ([一万])",
        suffixes={**_MPS_REDS, "z": _WHITE_FIRST, "f": _ranks(t.SPRING, "12345678")},
        words=_BRACKETED,
        word=r"\[[^\[\]]*\]",
    ),
    "mpsz": _codec(
        "riichi programs: 123m0p567z, 0 = red five, 567z = 白发中",
        expected="digits and a suit letter (123m)",
        suffixes={**_MPS_REDS, "z": _WHITE_FIRST},
    ),
    "mcr": _codec(
        "Chinese official programs: 55m789sENCFP, CFP = 567z = 中发白, a-h = 梅兰竹菊春夏秋冬; melds in brackets (parse_hand)",
        expected="digits and a suit letter (123m), or one of E S W N C F P a-h",
        words={**_ESWN, **_CFP, **_ranks(t.PLUM, "abcd"), **_ranks(t.SPRING, "efgh")},
        suffixes={**_MPS, "z": _RED_FIRST},
        words_first=True,
    ),
    "botzone": _codec(
        "Botzone: W1 B1 T1 F1 J1 H1 = 万 筒 条 东 中 春, J1-J3 = 中发白, parted by blanks or commas",
        expected="a tile such as W1 B9 T1 F4 J3 H8, parted by blanks or commas",
        words={
            **_numbered("WBT", "{}{}"),
            **{f"F{digit}": t.EAST + i for i, digit in enumerate("1234")},
            **{f"J{i}": tile for i, tile in enumerate(_CFP.values(), 1)},
            **{f"H{digit}": t.SPRING + i for i, digit in enumerate("12345678")},
        },
        separators=_PARTED,
    ),
    "unicode": _codec(
        "the characters U+1F000 to U+1F02B, variation selectors ignored",
        expected="a mahjong tile character, U+1F000 to U+1F02B",
        words={
            **{chr(0x1F000 + i): t.EAST + i for i in range(4)},
            **{chr(0x1F004 + i): tile for i, tile in enumerate(_CFP.values())},
            **{
                chr(start + i): first + i
                for start, first in ((0x1F007, _M), (0x1F010, _S), (0x1F019, _P))
                for i in range(9)
            },
            **{
                chr(start + i): first + i for start, first in ((0x1F022, t.PLUM), (0x1F026, t.SPRING)) for i in range(4)
            },
            chr(0x1F02A): t.JOKER,
            chr(0x1F02B): t.HIDDEN,
        },
        ignored=r"[\s\uFE0E\uFE0F]",
    ),
    "mjai": _codec(
        "mjai: 1m 5mr E S W N P F C ?, PFC = 白发中, parted by blanks or commas",
        expected="a tile such as 1m 5mr E P ?, parted by blanks or commas",
        words={
            **_numbered("mps", "{1}{0}"),
            **{f"5{letter}r": red for letter, red in zip("mps", t.RED_FIVES, strict=True)},
            **_ESWN,
            **_CFP,
            "?": t.HIDDEN,
        },
        separators=_PARTED,
    ),
    "tenhou": _codec(
        "Tenhou logs: 0-135, four ids for each kind, 16 52 88 = red fives, 124-135 = 白发中, parted by blanks or commas",
        expected="an id from 0 to 135, parted by blanks or commas, none twice",
        words={str(i): t.RED_FIVES[(16, 52, 88).index(i)] if i in {16, 52, 88} else i // 4 for i in range(136)},
        separators=_PARTED,
    ),
    "tenhou-json": _codec(
        "Tenhou JSON: 11-19 m, 21-29 p, 31-39 s, 41-47 = 东南西北白发中, 51-53 red fives, parted by blanks or commas",
        expected="a number 11-19, 21-29, 31-39, 41-47 or 51-53, parted by blanks or commas",
        words={
            **_numbered("123", "{}{}"),
            **{f"4{digit}": tile for digit, tile in _WHITE_FIRST.items()},
            **{f"5{i}": red for i, red in enumerate(t.RED_FIVES, 1)},
        },
        separators=_PARTED,
    ),
    "chinese": _codec(
        "Chinese as players type it, both scripts: 一二三万, 123萬, 幺鸡, 红中, 东风, 白板, 百搭/财神/混, commas ignored",
        expected="tiles in Chinese (一二三万, 123万, 东, 红中, 春, 百搭)",
        suffixes=_SUITS_ZH,
        words=_WORDS_ZH,
        ignored=r"[\s,，、;；.。]",
    ),
}
