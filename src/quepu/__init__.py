"""quepu 雀谱: every regional mahjong scored exactly and explained.

>>> import quepu
>>> result = quepu.score("nanjing", "1122334455667m", win="7m")
>>> result.total, result.payments
(202, (606, -202, -202, -202))
>>> for item in quepu.explain(result, "en").items:
...     print(f"{item.amount:3} {item.en}: {item.why}")
 20 base: every win
  2 pair wait: seven pairs
 60 full flush: one number suit only
 80 seven pairs: a hand of pairs, no four of a kind
 40 no hard flower: no flower tiles, no pung and no added kong, not won by a fourth claim

`quepu.Ruleset` is a rule system with house options; `quepu.rulesets` lists the rule systems; `quepu.shanten` knows distances.
`quepu.Deal` is a whole deal, one act at a time; `quepu.simulate` plays many by bots.
Everything is imported when it is first asked for: `import quepu` itself takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quepu import rulesets
    from quepu.acts import Act, ActError, Event
    from quepu.bots import bot
    from quepu.deal import Deal, Refused
    from quepu.explanation import Explanation, explain
    from quepu.hands import Hand, InputError
    from quepu.match import Standing
    from quepu.notation import Meld, NotationError
    from quepu.rules.expr import RuleError
    from quepu.rules.options import OptionError
    from quepu.ruleset import Ruleset
    from quepu.rulesets import UnknownRulesetError
    from quepu.scoring import Score, score, score_hand
    from quepu.study import play_many, simulate
    from quepu.view import View
    from quepu.wall import Wall, random_wall

__all__ = [
    "Act",
    "ActError",
    "Deal",
    "Event",
    "Explanation",
    "Hand",
    "InputError",
    "Meld",
    "NotationError",
    "OptionError",
    "Refused",
    "RuleError",
    "Ruleset",
    "Score",
    "Standing",
    "UnknownRulesetError",
    "View",
    "Wall",
    "bot",
    "explain",
    "play_many",
    "random_wall",
    "rulesets",
    "score",
    "score_hand",
    "simulate",
]

_HOMES = {
    "Act": "acts",
    "ActError": "acts",
    "Deal": "deal",
    "Event": "acts",
    "Explanation": "explanation",
    "Hand": "hands",
    "InputError": "hands",
    "Meld": "notation",
    "NotationError": "notation",
    "OptionError": "rules.options",
    "Refused": "deal",
    "RuleError": "rules.expr",
    "Ruleset": "ruleset",
    "Score": "scoring",
    "Standing": "match",
    "UnknownRulesetError": "rulesets",
    "View": "view",
    "Wall": "wall",
    "bot": "bots",
    "explain": "explanation",
    "play_many": "study",
    "random_wall": "wall",
    "score": "scoring",
    "score_hand": "scoring",
    "simulate": "study",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for (PEP 562)."""
    if name == "rulesets":
        return import_module("quepu.rulesets")
    if name not in _HOMES:
        raise AttributeError(f"module 'quepu' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"quepu.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """Name everything public, imported or not."""
    return sorted({*globals(), *__all__})
