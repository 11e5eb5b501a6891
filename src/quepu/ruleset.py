"""A rule system under chosen house options, as one friendly object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quepu.hands import Hand, InputError
from quepu.rules import Compiled, Fan
from quepu.scoring import Score, rules_for, score_hand


class Ruleset:
    """A rule system or preset with house options: compiled once, then it scores any number of hands.

    >>> nanjing = Ruleset("nanjing", options={"run": 10})
    >>> nanjing.score("1122334455667m", "7m").total
    192
    >>> nanjing.options["run"], nanjing.items["七对"].en, nanjing.zh
    (10, 'seven pairs', '南京麻将')
    >>> nanjing
    Ruleset('nanjing', options={'run': 10})
    >>> Ruleset("nanjin")
    Traceback (most recent call last):
    ...
    quepu.rulesets.UnknownRulesetError: there is no rule system 'nanjin'; did you mean 'nanjing'?
    """

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        self.compiled: Compiled = rules_for(name, options)
        self.name = name
        self._chosen = dict(options or {})

    def __repr__(self) -> str:
        return f"Ruleset({self.name!r}{f', options={self._chosen}' if self._chosen else ''})"

    def __eq__(self, other: object) -> bool:
        """Rules that compile to the same program are the same rules, whatever they are called."""
        return isinstance(other, Ruleset) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def zh(self) -> str:
        """Its Chinese name."""
        return self.compiled.game.preset(self.compiled.preset).zh

    @property
    def en(self) -> str:
        """Its English name."""
        return self.compiled.game.preset(self.compiled.preset).en

    @property
    def unit(self) -> str:
        """What items and totals are counted in: 番 or 花."""
        return self.compiled.game.unit

    @property
    def seats(self) -> int:
        """How many play."""
        return self.compiled.seats

    @property
    def options(self) -> Mapping[str, Any]:
        """Every house option with its value."""
        return self.compiled.options

    @property
    def items(self) -> dict[str, Fan]:
        """The scoring items that these options leave, by Chinese name; steps of a calculation (fu) left out."""
        listed = {g.name for g in self.compiled.groups if g.listed}
        return {fan.zh: fan for fan in self.compiled.items if fan.group in listed}

    @property
    def hash(self) -> str:
        """SHA-256 of the compiled rules: equal for equal rules.

        >>> Ruleset("nanjing").hash == Ruleset("nanjing", options={"run": 20}).hash
        True
        """
        return self.compiled.hash

    def score(self, concealed: Any, win: Any = None, **details: Any) -> Score:
        """Score a finished hand: a `Hand`, or its tiles and what `quepu.score` takes besides.

        >>> Ruleset("riichi").score("234567m345p67s22z", "8s", seat=1, round="1z", context=["ready"]).payments
        (-1000, 2000, -500, -500)
        """
        if isinstance(concealed, Hand):
            given = [*(["win"] if win is not None else []), *details]
            if given:
                raise InputError(f"a Hand is complete; leave out {', '.join(given)}")
            return score_hand(self.compiled, concealed)
        known = {
            k: details.pop(k)
            for k in ("melds", "seat", "by", "source", "round", "flowers", "jokers", "context", "notation")
            if k in details
        }
        return score_hand(self.compiled, Hand.read(concealed, win, inputs=details, **known))
