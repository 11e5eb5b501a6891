"""What is told of a hand beside its tiles, in a player's words: circumstances and what else a rule system asks for."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quepu.hands import flatten
from quepu.notation import parse
from quepu.rules.expr import Words
from quepu.rules.facts import CONTEXT, win
from quepu.rules.options import Input
from quepu.rules.select import SUIT_WORDS
from quepu.tiles import name_en, name_zh


@functools.cache
def _labels() -> dict[str, Words]:
    return {
        CONTEXT[fact.spec.params[0]]: fact.label
        for fact in vars(win).values()
        if getattr(getattr(fact, "spec", None), "name", "") == "context"
    }


def context_words(words: Iterable[str], *, zh: bool) -> list[str]:
    """Return circumstances in a player's words.

    >>> context_words(["last-tile"], zh=False)
    ['last tile of the wall']
    """
    labels = _labels()
    return [labels[word].zh if zh else labels[word].en for word in words]


def input_words(asked: Sequence[Input], inputs: Mapping[str, Any], *, zh: bool) -> list[str]:
    """Return what was said beside the hand, one text a key: 本场：2; honba: 2.

    >>> from quepu.rulesets import find
    >>> input_words(find("riichi")[0].inputs, {"honba": 2, "indicators": "4p"}, zh=False)
    ['dora indicators: 4 of dots', 'honba: 2']
    """
    said = flatten(inputs)
    return [_input(one, said[one.key], zh=zh) for one in asked if said.get(one.key) is not None]


def _input(asked: Input, value: Any, *, zh: bool) -> str:
    name = asked.zh if zh else asked.en
    names = name_zh if zh else name_en
    match asked.kind:
        case "truth":
            return name if value else f"{'非' if zh else 'not '}{name}"
        case "tiles":
            tiles = parse(value) if isinstance(value, str) else value
            value = ("、" if zh else ", ").join(names(tile) for tile in tiles)
        case "seat":
            value = f"{value}家" if zh else f"seat {value}"
        case "suit":
            value = SUIT_WORDS[value][not zh]
        case "seats" | "each":
            value = " ".join(map(str, value))
    return f"{name}{'：' if zh else ': '}{value}"
