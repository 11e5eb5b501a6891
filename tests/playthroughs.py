"""Whole deals, act by act, as text: `./dev playthroughs` chooses and writes them anew, test_playthroughs.py plays them again.

Three a preset, each the most varied among many: a win; an exhausted wall; and, whatever its end, one with options switched on
that the preset leaves off, in a South round and with something carried over. A line is an act, what came of it (in brackets
who sees the tiles, where not all do), and who is asked next, with how many acts.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from conformance.players import Eager

from quepu.acts import EVERYBODY, Event
from quepu.deal import Deal
from quepu.rules import Game, OptionClashError, Points, Several
from quepu.rulesets import find, games
from quepu.scoring import rules_for
from quepu.wall import shuffled

FOLDER = Path(__file__).with_suffix("")
TRIED = 60  # deals of which the most varied is taken
OFF = (False, 0, (), "off", "none", "free")


@dataclass(frozen=True)
class Start:
    """Under what a deal is played, and its wall."""

    preset: str
    options: Mapping[str, Any]
    key: int
    round: str = "1z"
    carry: Mapping[str, int] | None = None

    def deal(self) -> Deal:
        """The deal before the first act."""
        rules = rules_for(self.preset, self.options)
        return Deal(rules, shuffled(rules, self.key.to_bytes(32)), round=self.round, carry=self.carry)

    @property
    def text(self) -> str:
        """As a file begins."""
        return json.dumps(
            {
                "preset": self.preset,
                "options": self.options,
                "key": self.key,
                "round": self.round,
                "carry": self.carry or {},
            },
            ensure_ascii=False,
        )

    @classmethod
    def read(cls, line: str) -> "Start":
        """From the first line of a file."""
        return cls(**json.loads(line))


# ------------------------------------------------------------------------------------------------ text


def told(event: Event, seats: int) -> str:
    """An event; who sees it if not everybody does."""
    if event.seen == EVERYBODY or not event.tiles:
        return event.text
    return f"{event.text} [{' '.join(str(seat) for seat in range(seats) if event.seen >> seat & 1)}]"


def written(start: Start, acts: Sequence[str]) -> Iterator[str]:
    """The lines of a file: how a deal begins, each act and what comes of it, how it ends."""
    deal = start.deal()
    yield start.text
    yield _line("start", deal, deal.events)
    for act in acts:
        seat, _, text = act.partition(" ")
        yield _line(act, deal, deal.act(int(seat), text))
    yield json.dumps(
        {
            "result": deal.result,
            "winners": deal.winners,
            "deltas": deal.deltas,
            "next dealer": deal.next_dealer,
            "carry": deal.carry,
        }
    )


def _line(act: str, deal: Deal, new: Sequence[Event]) -> str:
    asked = ", ".join(f"{seat} ({len(acts)})" for seat, acts in deal.asked.items())
    happened = "; ".join(told(event, deal.rules.seats) for event in new)
    return f"{act}: {happened or '-'}" + (f" | asked: {asked}" if asked else "")


def acts_of(lines: Sequence[str]) -> list[str]:
    """The acts that a file tells."""
    return [line.partition(":")[0] for line in lines[2:-1]]


# ------------------------------------------------------------------------------------------------ choosing


def switched(game: Game, preset: str) -> dict[str, Any]:
    """What a preset leaves off, on; options that clash with it are left alone."""
    found: dict[str, Any] = {}
    for option in game.options:
        if game.settle(preset, {})[option.key] not in OFF:
            continue
        match option.values:
            case Points():
                on: Any = 7
            case Several(names=names):
                on = list(names)
            case _:
                on = option.values[-1]
        try:
            game.settle(preset, {option.key: on})
        except OptionClashError:
            continue
        if on not in OFF:
            found[option.key] = on
    return found


def played(start: Start) -> tuple[Deal, list[str]]:
    """A deal played by eager players, and its acts."""
    deal = start.deal()
    chance = Random(start.key)
    player = Eager(deal.rules, chance)
    acts = []
    while not deal.over:
        seat = chance.choice(deal.waiting_for)
        act = player.choose(deal, seat)
        deal.act(seat, act)
        acts.append(f"{seat} {named(act.text, deal)}")
    return deal, acts


def named(text: str, deal: Deal) -> str:
    """A bet by its name; every other act as it is."""
    verb, _, rest = text.partition(" ")
    number, _, stake = rest.partition(" ")
    return f"bet {deal.rules.game.course.bets[int(number)]} {stake}" if verb == "bet" else text


def variety(deal: Deal) -> int:
    """How much a deal shows: kinds of events, with kongs robbed and several winners as more."""
    kinds = {event.what for event in deal.events} | {
        f"{event.what} {event.flags}" for event in deal.events if event.what == "win"
    }
    return len(kinds) + len(deal.winners)


def starts(preset: str) -> list[Start]:
    """The three deals of a preset."""
    game, _ = find(preset)
    rules = rules_for(preset)
    plain = [Start(preset, {}, key) for key in range(TRIED)]
    carry = {key: rules.first_carry.get(key, 0) + 1 for key in game.course.carry}
    other = [Start(preset, switched(game, preset), key, "2z", carry) for key in range(TRIED)]
    ended = [(start, played(start)[0]) for start in plain]
    wins = [(start, deal) for start, deal in ended if deal.result == "win"]
    draws = [(start, deal) for start, deal in ended if deal.result == "draw"]
    varied = [(start, played(start)[0]) for start in other]
    return [max(some, key=lambda pair: variety(pair[1]))[0] for some in (wins, draws, varied)]


def presets() -> list[str]:
    """Every preset of every rule system."""
    return [preset.id for game in games() for preset in game.presets]


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for preset in presets():
        for number, start in enumerate(starts(preset), 1):
            text = "".join(f"{line}\n" for line in written(start, played(start)[1]))
            (FOLDER / f"{preset}-{number}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
