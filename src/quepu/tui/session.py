"""A match at the table without a screen: the match with its record, the bots, and what the player sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from quepu.acts import Act, Event
from quepu.bots import KernelBot, Policy, ask
from quepu.deal import Deal
from quepu.fairness import Seed
from quepu.hosting import MatchRun
from quepu.match import Player, Standing
from quepu.record import fold, read
from quepu.record.folding import standings
from quepu.rules import Compiled
from quepu.scoring import Score, score_hand
from quepu.tui.places import Hold, set_aside
from quepu.view import View
from quepu.wall import hashed

Bots = Callable[[str, int], KernelBot | Policy]
"""Makes a bot of a name; the number is for its dice."""
YOU = "you"


@dataclass(frozen=True)
class Ended:
    """What is told of a deal that is over: the standing before and after, and what the player saw."""

    before: Standing
    after: Standing
    view: View
    deal: Deal

    @cached_property
    def wins(self) -> Sequence[Score]:
        """What the hands that won are worth, in the order in which they were settled."""
        return [score_hand(self.deal.rules, hand) for hand in self.deal.won_hands]


class Session:
    """A match in progress: one player of flesh and blood among bots.

    Players are `YOU` or the names of bots. `deals`: the match ends after so many, 0: when the rules say so.
    """

    def __init__(self, match: MatchRun, path: Path, policies: Sequence[KernelBot | Policy | None], deals: int) -> None:
        self.match = match
        self.path = path
        self.deals = deals
        self.you: Player = policies.index(None)
        self.resumed = False
        self.ended: Ended | None = None
        self._policies = policies
        self._hold = Hold(path)
        self._take_up()

    @classmethod
    def begin(
        cls, rules: Compiled, players: Sequence[str], secret: bytes, path: Path, bots: Bots, deals: int = 0
    ) -> Session:
        """A new match with its record at `path`."""
        policies = _policies(players, secret, bots)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        seed = Seed(secret, ("",) * rules.seats)
        return cls(MatchRun.begin(rules, players, path=path, seed=seed, hold=True), path, policies, deals)

    @classmethod
    def resume(cls, path: Path, bots: Bots, deals: int = 0) -> Session:
        """The match of a record, as far as it was played. Raises RecordError."""
        hold = Hold(path)
        try:
            match = MatchRun.resume(path, hold=True)
        finally:
            hold.release()
        session = cls(match, path, _policies(match.players, match.seed.secret, bots), deals)
        session.resumed = True
        return session

    def close(self) -> None:
        """Leave the match as it stands; another process may go on with it."""
        self.match.close()
        self._hold.release()

    def finish(self) -> Path:
        """The match is over: its file gets a name of its own."""
        self.close()
        return set_aside(self.path)

    # A deal.

    @property
    def rules(self) -> Compiled:
        """The rules of the match."""
        return self.match.rules

    @property
    def deal(self) -> Deal:
        """The deal at hand."""
        return self.match.deal

    @property
    def standing(self) -> Standing:
        """Where the match stood before the deal at hand."""
        return self._before

    @property
    def seat(self) -> int:
        """Where the player sits in this deal."""
        return self.match.seated.index(self.you)

    @property
    def view(self) -> View:
        """What the player sees."""
        return self._views[self.seat]

    @property
    def acts(self) -> list[Act]:
        """What the player may choose now."""
        return self.deal.acts(self.seat) if self.seat in self.deal.waiting_for else []

    @property
    def over(self) -> bool:
        """Whether no further deal follows."""
        return self.match.over or (self.deal.over and 0 < self.deals <= self.match.number)

    @property
    def names(self) -> list[str]:
        """Who sits where in this deal."""
        return [self.match.name(seat) for seat in range(self.rules.seats)]

    def next_deal(self) -> None:
        """Deal."""
        self.match.next_deal()
        self._take_up()

    def _take_up(self) -> None:
        match, deal = self.match, self.match.deal
        self.ended = None
        self._before = self._stood() if deal.over else match.standing
        self._views = [View(match.rules, s, deal.round, deal.scores) for s in range(match.rules.seats)]
        self._tell(deal.events)

    def _stood(self) -> Standing:
        """Where a match that was resumed after a deal stood before that deal."""
        record = read(self.path)
        deals = {step.number: step.deal for step in fold(record, self.match.seed)}
        return list(standings(record, list(deals.values())))[-2]

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            for seat, view in enumerate(self._views):
                view.see(event.for_seat(seat))
        if self.deal.over:
            self.ended = Ended(self._before, self.match.standing, self.view, self.deal)

    def act(self, act: Act) -> None:
        """The player's act: in the record first, then at the table. Raises Refused."""
        self._tell(self.match.act(self.seat, act))

    def go_on(self) -> bool:
        """Let what happens without the player happen once: bots choose, a discard that was held goes. False: nothing does."""
        if self.deal.over:
            return False
        if self.deal.held:
            self._tell(self.match.go_on())
            return True
        others = [s for s in self.deal.waiting_for if s != self.seat]
        for seat in others:
            if seat in self.deal.waiting_for:  # an answer may have closed the window
                self._tell(self.match.act(seat, self._choice(seat)))
        return bool(others)

    def _choice(self, seat: int) -> Act:
        policy, view = self._policies[self.match.seated[seat]], self._views[seat]
        assert policy is not None
        view.acts = self.deal.acts(seat)
        return ask(policy, self.deal, seat, view)

    @property
    def only_flowers(self) -> bool:
        """Whether nothing is waited for but bonus tiles to be replaced."""
        waiting = self.deal.waiting_for
        return bool(waiting) and all(act.verb == "flower" for seat in waiting for act in self.deal.acts(seat)[:1])

    def forced(self) -> Act | None:
        """What the player must do without a choice: bonus tiles are replaced; after declaring ready the tile drawn is discarded."""
        acts = self.acts
        if acts and all(a.verb == "flower" for a in acts):
            return acts[0]
        if len(acts) == 1 and acts[0].verb == "discard" and self.seat in self.view.stands:
            return acts[0]
        return None


def _policies(players: Sequence[str], secret: bytes, bots: Bots) -> list[KernelBot | Policy | None]:
    numbers = [int.from_bytes(hashed("bots", secret + bytes([player])), "big") >> 193 for player in range(len(players))]
    return [None if name == YOU else bots(name, number) for name, number in zip(players, numbers, strict=True)]
