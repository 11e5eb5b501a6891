"""Bots for tests of the table: they win when they can, else choose by chance."""

import random

from quepu.acts import Act
from quepu.view import View


class ByChance:
    """Wins when it can, mostly discards what it drew, claims now and then."""

    def __init__(self, name: str, number: int) -> None:
        if name not in ("value", "greedy", "random"):
            raise ValueError(f"there is no bot {name!r}")
        self.dice = random.Random(number)

    def __call__(self, view: View) -> Act:
        acts = view.acts
        for act in acts:
            if act.verb == "win" or (act.verb == "pass" and self.dice.random() < 0.6):
                return act
        return self.dice.choice(acts)


bot = ByChance
