"""Logs of other programs: records written in their formats, and records made from them.

A rule system says itself in which formats it is usually written (`Game.formats`).
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from quepu.formats.making import FormatError, Made
from quepu.record import Record
from quepu.rulesets import games
from quepu.scoring import rules_for

FORMATS = ("mjai", "tenhou", "botzone")


def usual_rules(name: str) -> str:
    """The preset under which logs of a format are usually played.

    >>> usual_rules("botzone")
    'mcr'
    """
    _known(name)
    return next(game.formats[name] for game in games() if name in game.formats)


def export(record: Record, name: str, deal: int | None = None) -> str:
    """A record, or one deal of it, in a format. Raises FormatError when it cannot be written so."""
    module = _known(name)
    if name not in record.rules.game.formats:
        there = ", ".join(game.id for game in games() if name in game.formats)
        raise FormatError(f"{record.name}: {name} is a format for {there}, not for {record.rules.game.id}")
    chosen = [played for played in record.finished if deal in (None, played.start.deal)]
    if not chosen:
        raise FormatError(f"{record.name}: there is no deal{'' if deal is None else f' {deal}'} that is over")
    text: str = module.export(record, chosen)
    return text


def convert(
    text: str, name: str, ruleset: str | None = None, options: Mapping[str, Any] | None = None, file: str = "log"
) -> Made:
    """The lines of a record that say what a log says. Raises FormatError that names the place in the log.

    `notes` of the answer: where the log pays otherwise than the rules.
    """
    module = _known(name)
    rules = rules_for(ruleset or usual_rules(name), options)
    if name not in rules.game.formats:
        there = ", ".join(game.id for game in games() if name in game.formats)
        raise FormatError(f"{file}: logs of {name} are of {there}, not of {rules.game.id}")
    try:
        made: Made = module.convert(text, rules, dict(options or {}))
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from None
    return made


def _known(name: str) -> Any:
    if name not in FORMATS:
        raise FormatError(f"there is no format {name!r}; there are: {', '.join(FORMATS)}")
    return importlib.import_module(f"quepu.formats.{name}")


__all__ = ["FORMATS", "FormatError", "Made", "convert", "export", "usual_rules"]
