"""What `quepu play` does: find or begin the match, open the table, say where the match is kept."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quepu.fairness import new_secret
from quepu.lang import Lang
from quepu.render import Speech
from quepu.rules import Compiled
from quepu.rulesets import games
from quepu.scoring import rules_for
from quepu.tui.faces import NIGHT, Faces
from quepu.tui.places import is_over, set_aside, state_folder
from quepu.tui.session import YOU, Bots, Session
from quepu.tui.words import Words

USUAL_BOTS = ("value", "greedy", "greedy")
SECRET_DIGITS = 64


class PlayError(ValueError):
    """What was asked of `quepu play` cannot be: what, and what would be right."""


def seating(rules: Compiled, bots: str | None, seat: int) -> list[str]:
    """Who plays, by player number: you on your seat, bots on the others in playing order. One name stands for all bots.

    >>> from quepu.scoring import rules_for
    >>> seating(rules_for("mcr"), "value,greedy,greedy", 1)
    ['value', 'you', 'greedy', 'greedy']
    """
    others = rules.seats - 1
    if not 0 <= seat <= others:
        raise PlayError(f"--seat: there are seats 0 to {others}, not {seat}")
    names = (
        [name.strip() for name in bots.split(",")] if bots is not None else [USUAL_BOTS[i % 3] for i in range(others)]
    )
    if len(names) == 1:
        names *= others
    if len(names) != others or not all(names):
        raise PlayError(f"--bots: {bots!r}; {others} names with commas between are needed, or one for all")
    return [*names[:seat], YOU, *names[seat:]]


def secret_of(seed: str | None) -> bytes:
    """The secret of the walls: a new one, or for a match that shall be like another the one given in hex."""
    if seed is None:
        return new_secret()
    try:
        secret = bytes.fromhex(seed)
    except ValueError:
        secret = b""
    if len(secret) * 2 != SECRET_DIGITS or len(seed) != SECRET_DIGITS:
        raise PlayError(f"--seed: {seed!r}; {SECRET_DIGITS} digits 0-9 a-f are expected")
    return secret


def open_match(
    rules: Compiled | None, make_bots: Bots, *, bots: str | None = None, seat: int | None = None, seed: str | None = None, deals: int = 0,
    resume: Path | None = None, new: bool = False, folder: Path | None = None,
) -> Session:  # fmt: skip
    """The match to be played: the kept one of these rules, or a new one. Raises PlayError or RecordError."""
    if deals < 0:
        raise PlayError(f"--deals: {deals}; a number of deals from 1 on is expected, or none for a whole match")
    if resume is not None:
        if new:
            raise PlayError("--resume and --new: one of them")
        return Session.resume(resume, make_bots, deals)
    if rules is None:
        raise PlayError("which rule system? `quepu rules` lists them; or --resume FILE")
    path = (folder or state_folder()) / f"{rules.preset}.jsonl"
    players = seating(rules, bots, seat or 0)
    for name in set(players) - {YOU}:
        make_bots(name, 0)  # an unknown one is refused before anything is put aside
    secret = secret_of(seed)
    if path.exists() and (new or is_over(path)):
        set_aside(path)
    if not path.exists():
        return Session.begin(rules, players, secret, path, make_bots, deals)
    session = Session.resume(path, make_bots, deals)
    different = {
        "--option": session.rules.hash != rules.hash,
        "--bots, --seat": (bots is not None or seat is not None) and list(session.match.players) != players,
        "--seed": seed is not None and seed != session.match.seed.secret.hex(),
    }
    if any(different.values()):
        session.close()
        listed = ", ".join(name for name, is_so in different.items() if is_so)
        raise PlayError(
            f"{listed}: an unfinished match that was begun otherwise is in {path}; leave {listed} out to go on with it, or say --new"
        )
    return session


def run(session: Session, lang: Lang, *, delay: float, light: bool) -> str:
    """Play in the terminal; what to say when the table is left."""
    from quepu.tui.app import TableApp  # noqa: PLC0415  # Textual is an extra

    app = TableApp(session, lang, delay=max(0.0, delay), day=light)
    app.run()
    words = Words(Speech(lang), Faces(Speech(lang), NIGHT), session.rules)
    session.close()
    if app.record:
        return words("saved", app.record)
    return f"{words('kept')} ({session.path})"


def told(rules: Compiled, bots: str | None, lang: Lang) -> str:
    """Standard input or output is no terminal: a deal that bots play instead of a table."""
    from quepu.tui.watched import watched  # noqa: PLC0415

    chosen = [name.strip() for name in (bots or "value,greedy").split(",")]
    names = [chosen[seat % len(chosen)] for seat in range(rules.seats)]
    lines = watched(rules, names, lang)
    head = {
        "zh": "没有终端就没有牌桌；下面是机器人打的一盘。",
        "en": "There is no terminal for a table; this is a deal that bots played.",
    }
    return "\n".join([head["en" if lang == "en" else "zh"], *lines])


def command(
    ruleset: str | None, options: Mapping[str, Any], lang: Lang, *, delay: float, light: bool, **asked: Any
) -> str:
    """The command: play, and say where the match is kept. Raises PlayError, RecordError, or what wrong options raise."""
    from quepu.bots import bot  # noqa: PLC0415

    rules = None if asked.get("resume") and ruleset is None else rules_for(ruleset or next(games()).id, options)
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return told(rules or rules_for(next(games()).id), asked.get("bots"), lang)
    if importlib.util.find_spec("textual") is None:
        raise PlayError("the table needs Textual: pip install 'quepu[play]'")
    return run(open_match(rules, bot, **asked), lang, delay=delay, light=light)
