"""The rule systems. A module is listed here once; its presets and options come with it."""

from __future__ import annotations

import difflib
import functools
import importlib
from collections.abc import Iterator

from quepu.rules.game import Game

MODULES = ("nanjing", "sichuan", "mcr", "riichi", "tianjin")


class UnknownRulesetError(KeyError):
    """No rule system or preset has this id; the message names the nearest."""

    def __str__(self) -> str:
        near = difflib.get_close_matches(str(self.args[0]), list(names()), 1)
        hint = f"did you mean {near[0]!r}?" if near else "there are: " + ", ".join(names())
        return f"there is no rule system {self.args[0]!r}; {hint}"


@functools.cache
def _module(name: str) -> Game:
    game = getattr(importlib.import_module(f"quepu.rulesets.{name}"), name)
    assert isinstance(game, Game)
    return game


def games() -> Iterator[Game]:
    """All rule systems, in the order of the list.

    >>> [game.id for game in games()][:2]
    ['nanjing', 'sichuan']
    """
    for name in MODULES:
        yield _module(name)


def names() -> Iterator[str]:
    """The ids of all presets (a rule system's own id among them)."""
    for game in games():
        seen = {game.id: None} | {p.id: None for p in game.presets}
        yield from seen


def find(name: str) -> tuple[Game, str]:
    """The rule system and preset of an id: ``find("chengdu")`` is Sichuan under its preset `chengdu`.

    Raises UnknownRulesetError.
    """
    if not isinstance(name, str):
        raise UnknownRulesetError(name)
    return _find(name)


@functools.cache
def _find(name: str) -> tuple[Game, str]:
    first = name.split("-", maxsplit=1)[0]
    for module in sorted(MODULES, key=lambda m: m != first):  # most ids begin with their module's name: import that one first
        game = _module(module)
        if name == game.id:
            return game, game.presets[0].id if game.presets else game.id
        if any(p.id == name for p in game.presets):
            return game, name
    raise UnknownRulesetError(name)
