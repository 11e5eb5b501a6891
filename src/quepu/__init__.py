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
Everything is imported when it is first asked for: `import quepu` itself takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quepu import rulesets
    from quepu.explanation import Explanation, explain
    from quepu.hands import Hand, InputError
    from quepu.notation import Meld, NotationError
    from quepu.rules.expr import RuleError
    from quepu.rules.options import OptionError
    from quepu.ruleset import Ruleset
    from quepu.rulesets import UnknownRulesetError
    from quepu.scoring import Score, score, score_hand

__all__ = [
    "Explanation",
    "Hand",
    "InputError",
    "Meld",
    "NotationError",
    "OptionError",
    "RuleError",
    "Ruleset",
    "Score",
    "UnknownRulesetError",
    "explain",
    "rulesets",
    "score",
    "score_hand",
]

_HOMES = {
    "Explanation": "explanation",
    "Hand": "hands",
    "InputError": "hands",
    "Meld": "notation",
    "NotationError": "notation",
    "OptionError": "rules.options",
    "RuleError": "rules.expr",
    "Ruleset": "ruleset",
    "Score": "scoring",
    "UnknownRulesetError": "rulesets",
    "explain": "explanation",
    "score": "scoring",
    "score_hand": "scoring",
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
