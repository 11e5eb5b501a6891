"""`python tests/parity/riichi_deals.py [--matches N] [--seed S]`: whole riichi matches beside riichienv, from the first wall to the last rank.

Both get the same walls and the same acts. Compared are, at every step, who is asked, all legal acts, points and indicators;
after every deal how it ended, who won, all points, who deals next, honba, sticks, whether the match is over, ranks and results.

`ACTS` and `RESULTS` are the whole list of what riichienv does its own way. An entry is no excuse for a deal: it says what
riichienv does instead, and with it everything must be *equal*. Match S is played again by `--seed S --matches 1`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from parity.riichi_walls import RED_IDS, TILE, Player, counts, wall_of
from riichienv import ActionType, GameRule, RiichiEnv

import quepu.rules as lang
from quepu.acts import Act
from quepu.match import Standing
from quepu.notation import write
from quepu.rulesets.riichi import riichi
from quepu.scoring import rules_for
from quepu.shanten import DISTINCT_PAIRS, ORPHANS, SETS, waits
from quepu.tiles import kind_of
from quepu.wall import DICE, Wall

SHAPES = SETS | DISTINCT_PAIRS | ORPHANS
SEATS = range(4)
NAGASHI = 2  # the number of that payment in our rules


@dataclass(frozen=True)
class Setting:
    """The same rules, said to both."""

    name: str
    game_mode: str
    theirs: GameRule
    preset: str
    options: dict


def setting(name, game_mode, preset, options=(), **changes):
    theirs = GameRule.default_mjsoul()
    for key, value in changes.items():
        setattr(theirs, key, value)
    only_way = {"pao_honba": "liable", "return": 25000, "uma": [50, 10, -10, -50]}  # riichienv has no choice there
    return Setting(name, game_mode, theirs, preset, {**only_way, **dict(options)})


DOUBLES = ("kokushi_musou_13machi", "suuankou_tanki", "junsei_chuurenpoutou", "daisuushii")
SINGLE = {f"is_{name}_double": False for name in DOUBLES}
SETTINGS = [
    setting("default", "4p-red-half", "riichi"),
    setting("tenhou-like", "4p-red-half", "riichi-tenhou", sanchaho_is_draw=True, **SINGLE),
    setting("east", "4p-red-east", "riichi", {"length": "east", "dead_wait_tenpai": True}),
]


def begin(random, rules):
    """The start of a match, or a later point of it at which nobody has nearly won."""
    first = Standing.first(rules)
    if random.random() < 0.5:
        return first
    passed, honba, sticks = random.randrange(4), random.choice((0, 0, 1, 2, 8)), random.choice((0, 0, 1, 3))
    scores = [25000 + 100 * random.randrange(-60, 61) for _ in range(3)]
    if random.random() < 0.2:
        scores = [0, 900, 2000]  # too poor for a riichi, or for a second one
    scores.append(100_000 - 1000 * sticks - sum(scores))
    random.shuffle(scores)
    return replace(
        first, scores=tuple(scores), carry={"honba": honba, "sticks": sticks}, dealer=passed, passed=passed,
        round=random.randint(1, rules.match.rounds + 1),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ what they say

PLAIN = {
    int(ActionType.RON): Act("win"), int(ActionType.TSUMO): Act("win"), int(ActionType.RIICHI): Act("ready"),
    int(ActionType.PASS): Act("pass"), int(ActionType.KYUSHU_KYUHAI): Act("abort"),
}  # fmt: skip
VOID = {"kyushu_kyuhai", "sufuurenta", "suukansansen", "suucha_riichi", "sanchaho"}


def said(action):
    """The act that one of their actions is."""
    number = int(action.action_type)
    if number in PLAIN:
        return PLAIN[number]
    kind, own = action.tile // 4, action.consume_tiles
    match action.action_type:
        case ActionType.DISCARD:
            return Act("discard", TILE[action.tile])
        case ActionType.CHI:
            return Act("chow", min(kind, *(i // 4 for i in own)), len(RED_IDS.intersection(own)))
        case ActionType.PON:
            return Act("pung", kind, len(RED_IDS.intersection(own)))
        case ActionType.DAIMINKAN | ActionType.ANKAN | ActionType.KAKAN:
            return Act("kong", kind)
    raise AssertionError(action)


@dataclass(frozen=True)
class Outcome:
    """How a deal ended, by seat of the deal."""

    result: str
    winners: tuple
    deltas: tuple
    next_dealer: int
    carry: dict

    @classmethod
    def of(cls, deal):
        return cls(deal.result, tuple(deal.winners), tuple(deal.deltas), deal.next_dealer, deal.carry)

    def after(self, before):
        """Where the match then stands."""
        return before.after(self.deltas, self.next_dealer, self.carry, void=self.result == "void")

    def told(self, before):
        """The same as riichienv tells it, by player."""
        after = self.after(before)
        winners = tuple(sorted(before.player(s) for s in self.winners))
        scores = list(after.scores)
        if after.over:
            scores[after.ranking()[0]] += 1000 * after.carry["sticks"]  # RI-D08
            return (self.result, winners, tuple(scores), "over", *after.ranks(), *after.points())
        return (self.result, winners, tuple(scores), after.player(0), after.wind, *after.carry.values())


def their_outcome(env):
    """How the deal ended for riichienv, in a word, and all about it."""
    ends = [event for event in env.mjai_log if event["type"] in ("hora", "ryukyoku")]
    if ends[0]["type"] == "hora":
        result, how = "win", "self-draw" if ends[0]["actor"] == ends[0]["target"] else f"{len(ends)} win on a tile"
    else:
        how = ends[0]["reason"]
        result = "void" if how in VOID else "draw"
    winners = tuple(sorted(event["actor"] for event in ends if event["type"] == "hora"))
    told = result, winners, tuple(env.scores())
    if env.done():
        return how, (*told, "over", *env.ranks(), *(round(x, 1) for x in env.points("basic")))
    return how, (*told, env.oya, f"{env.round_wind + 1}z", env.honba, env.riichi_sticks)


# ------------------------------------------------------------------------------------------------ what differs, and why


def ready(tiles):
    """Whether riichienv calls 3k+1 tiles ready: of which all four are one's own it sees only when all are concealed."""
    return bool(waits(counts(tiles), SHAPES))


def riichi_on_dead_waits(match, seat, ours):
    held, (_, _, declared, stands, _, _) = match.deal.hand(seat), match.deal._raw.seat_state(seat)
    if stands or Act("pass") in ours:
        return set()
    keep = set()
    for at, tile in enumerate(held):
        if ready(held[:at] + held[at + 1 :]):
            keep.add(Act("discard", tile))
    if declared:
        return keep - ours
    exposed = any(e.seat == seat and e.what in ("chow", "pung", "kong") for e in match.deal.events)
    rich = match.standing.scores[match.standing.player(seat)] >= 1000
    return {Act("ready")} - ours if keep and rich and not exposed and match.deal.wall_left >= 4 else set()


def kong_in_riichi(match, seat, ours):
    stands, tiles = match.deal._raw.seat_state(seat)[3], match.deal.hand(seat)
    if not stands or Act("pass") in ours:
        return set()
    drawn = next(kind_of(act.tile) for act in ours if act.verb == "discard")
    before, after = bytearray(counts(tiles)), bytearray(counts(tiles))
    before[drawn] -= 1
    after[drawn] = 0
    same = before[drawn] == 3 and waits(bytes(before), SHAPES) == waits(bytes(after), SHAPES)
    room = match.deal.wall_left and sum(e.what in ("kong", "added", "concealed") for e in match.deal.events) < 4
    return {Act("kong", drawn)} - ours if same and room else set()


def shares(seats):
    """What each seat gets at an exhausted wall when these are ready (RI-M09)."""
    if len(seats) in (0, 4):
        return [0] * 4
    return [3000 // len(seats) if s in seats else -3000 // (4 - len(seats)) for s in SEATS]


def draw_on_dead_waits(match, outcome):
    if outcome.result != "draw":
        return outcome
    events, deltas, next_dealer = match.deal.events, outcome.deltas, outcome.next_dealer
    ours = {event.seat for event in events if event.what == "show"}
    theirs = {s for s in SEATS if ready(match.deal.hand(s))}
    if not any(event.what == "pay" and event.flags == NAGASHI for event in events):
        deltas = tuple(d - a + b for d, a, b in zip(deltas, shares(ours), shares(theirs), strict=True))
    if (0 in ours) != (0 in theirs):
        next_dealer = 1 - next_dealer
    return replace(outcome, deltas=deltas, next_dealer=next_dealer)


def liable_seats(deal, winner):
    """Who fed the claim that made three dragon sets or four wind sets sure (RI-M08)."""
    found = set()
    for group, whole in ((range(31, 34), 3), (range(27, 31), 4)):
        ways = "pung", "kong", "concealed"
        sets = [e for e in deal.events if e.seat == winner and e.what in ways and kind_of(e.tiles[0]) in group]
        if len(sets) == whole and sets[-1].what != "concealed":
            found.add(sets[-1].other)
    return found


def honba_under_liability(match, outcome):
    wins = [event for event in match.deal.events if event.what == "win"]
    if len(wins) != 1 or wins[0].flags & 3:
        return outcome
    deltas, winner, honba = list(outcome.deltas), wins[0].seat, match.standing.carry["honba"]
    for liable in liable_seats(match.deal, winner):
        others = [s for s in SEATS if s not in (winner, liable) and deltas[s]]
        for s in others:
            deltas[s] += 100 * honba
            deltas[liable] -= 100 * honba
    return replace(outcome, deltas=tuple(deltas))


def thirteen_waits(fan):
    """Thirteen orphans by the dealt tiles as riichienv has them."""
    wider = fan.when | (lang.shape.orphans & lang.win.heavenly)
    return replace(fan, when=wider) if fan.zh == "国士无双十三面" else fan


DEALT_ORPHANS = replace(riichi, items=[thirteen_waits(fan) for fan in riichi.items])


def dealt_orphans(match, outcome):
    """The deal once more, under the other rule."""
    if match.script != ["0 win"]:
        return outcome
    deal = match.new_deal(lang.compile(DEALT_ORPHANS, match.rules.options))
    deal.act(0, "win")
    return Outcome.of(deal)


@dataclass(frozen=True, eq=False)
class Difference:
    """One thing that riichienv does its own way: the clause that decides for ours, and what to change to get theirs.

    Of acts: those that riichienv allows besides; of results: the outcome that riichienv has.
    """

    name: str
    clause: str
    change: Callable

    def __str__(self):
        return f"{self.name} [{self.clause}]"


ACTS = [
    Difference("riichi with four tiles of one's own of every wait, some in a kong", "RI-P12", riichi_on_dead_waits),
    Difference("a kong in riichi needs the same waits only, dead ones among them", "RI-P13", kong_in_riichi),
]
RESULTS = [
    Difference("who waits on four tiles of his own is ready unless all are concealed", "RI-M11", draw_on_dead_waits),
    Difference("the liable player pays all honba even beside another yakuman", "RI-M08", honba_under_liability),
    Difference("thirteen orphans by the dealt tiles have thirteen waits", "RI-X11", dealt_orphans),
]

# ------------------------------------------------------------------------------------------------ comparing


class UnexplainedError(Exception):
    """A difference that nothing explains."""


class Match:
    """One match, played at both tables; the number decides everything."""

    def __init__(self, number):
        self.number = number
        self.setting = SETTINGS[number % len(SETTINGS)]
        self.random = Random(number)
        self.rules = rules_for(self.setting.preset, self.setting.options)
        self.env = RiichiEnv(game_mode=self.setting.game_mode, rule=self.setting.theirs)
        self.standing = begin(self.random, self.rules)
        self.players = [Player.some(self.random) for _ in SEATS]
        self.seen = Counter()

    def play(self):
        while not self.standing.over:
            self.play_deal()
        self.seen["matches"] += 1

    def new_deal(self, rules):
        return replace(self.standing, rules=rules).deal(Wall(tuple(TILE[i] for i in self.wall), (1,) * DICE))

    def play_deal(self):
        now, env, random, self.script = self.standing, self.env, self.random, []
        self.wall = wall_of(random)
        self.deal = deal = self.new_deal(self.rules)
        deal.hold = random.random() < 0.1
        round_, honba, sticks = int(now.wind[0]) - 1, now.carry["honba"], now.carry["sticks"]
        asked = env.reset(now.player(0), self.wall, round_, list(now.scores), honba, sticks)
        while not deal.over:
            self.compare_tables()
            theirs = {
                now.seat(p): {said(action): action for action in seen.legal_actions()} for p, seen in asked.items()
            }
            answers = self.choose(theirs)
            asked = env.step({now.player(s): theirs[s][act] for s, act in answers.items()})
            for s in random.sample(list(answers), len(answers)):
                if s in deal.waiting_for:
                    self.script.append(f"{s} {answers[s].text}")
                    deal.act(s, answers[s])
            while deal.held:
                deal.go_on()
        self.compare_results()
        self.seen["deals"] += 1

    def compare_tables(self):
        deal, env, now = self.deal, self.env, self.standing
        ours = [now.scores[p] + deal.deltas[now.seat(p)] for p in SEATS]
        if ours != env.scores():
            self.fail(f"points: ours {ours}, theirs {env.scores()}")
        ours = [kind_of(event.tiles[0]) for event in deal.events if event.what == "indicator"]
        if ours != [i // 4 for i in env.dora_indicators]:
            self.fail(f"indicators: ours {ours}, theirs {[i // 4 for i in env.dora_indicators]}")

    def choose(self, theirs):
        """What everybody who is asked does, if both ask the same."""
        asked, answers = self.deal.asked, {}
        if asked.keys() != theirs.keys():
            self.fail(f"asked are: ours {sorted(asked)}, theirs {sorted(theirs)}")
        for seat, acts in asked.items():
            ours, other = set(acts), theirs[seat].keys()
            self.seen["decisions"] += 1
            self.seen["legal acts"] += len(acts)
            self.seen.update({f"decisions: may {act.verb}" for act in acts})
            if ours != other:
                more = [(difference, difference.change(self, seat, ours)) for difference in ACTS]
                if ours.union(*(acts for _, acts in more)) != other:
                    only = [sorted(act.text for act in acts) for acts in (ours - other, other - ours)]
                    self.fail(f"seat {seat} may: only ours {only[0]}, only theirs {only[1]}")
                self.seen.update(difference for difference, acts in more if acts)
            both = [act for act in acts if act in other]
            answers[seat] = self.players[self.standing.player(seat)].choose(self.random, self.deal.hand(seat), both)
        return answers

    def compare_results(self):
        deal, before = self.deal, self.standing
        how, theirs = their_outcome(self.env)
        ours = Outcome.of(deal)
        if ours.told(before) != theirs:
            expected = ours
            for difference in RESULTS:
                changed = difference.change(self, expected)
                self.seen[difference] += changed != expected
                expected = changed
            if expected.told(before) != theirs:
                self.fail(f"{how}: ours {ours.told(before)}, theirs {theirs}")
        self.standing = ours.after(before)
        self.seen["deals: " + how] += 1
        self.seen["deals: robbed kong"] += any(event.what == "win" and event.flags & 2 for event in deal.events)
        if self.standing.over:
            how = "in the extra round" if before.round > self.rules.match.rounds else "in time"
            self.seen["matches: over " + ("by bust" if min(self.standing.scores) < 0 else how)] += 1

    def fail(self, what):
        now, deal = self.standing, self.deal
        players = ", ".join(f"seat {s} = player {now.player(s)}" for s in SEATS)
        raise UnexplainedError(
            f"match {self.number} ({self.setting.name}: {self.setting.preset} {self.setting.options}), {now.name}: {what}\n"
            f"  {players}; carry {dict(now.carry)}; scores by seat {now.seat_scores()}\n"
            f"  wall {write([TILE[i] for i in self.wall])}\n  script {', '.join(self.script)}\n"
            f"  hands {' '.join(write(deal.hand(s)) for s in SEATS)}\n  last events: {'; '.join(e.text for e in deal.events[-12:])}"
        )


def compare(numbers, tell=lambda _: None):
    """Play these matches; how often what was seen and explained, and what nothing explains (`tell` hears it at once)."""
    seen, wrong = Counter(), []
    for number in numbers:
        match = Match(number)
        try:
            match.play()
        except UnexplainedError as difference:
            wrong.append(str(difference))
            tell(difference)
        seen += match.seen
    return seen, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=2000, help="how many; 2000 take some minutes")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first match")
    given = parser.parse_args()
    start = perf_counter()
    told = []

    def tell(difference):
        """The first one with all that it takes to repeat it, of the others what they are."""
        print(str(difference).splitlines()[0] if told else difference, flush=True)
        told.append(difference)

    seen, wrong = compare(range(given.seed, given.seed + given.matches), tell)
    print(f"{given.matches:,} matches, {len(wrong)} with something unexplained, {perf_counter() - start:.0f} s")
    for what, times in sorted(seen.items(), key=lambda one: (isinstance(one[0], Difference), str(one[0]))):
        print(f"{times:11,}  {'riichienv: ' * isinstance(what, Difference)}{what}")
    return min(1, len(wrong))


if __name__ == "__main__":
    sys.exit(main())
