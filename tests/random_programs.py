"""Rule systems that nobody plays, made at random, and hands to score under them: kernel and reference must agree on both."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from quepu import tiles as t
from quepu.cases import Case, hand_of, load
from quepu.hands import Hand, TileError, flatten
from quepu.notation import parse_meld, write
from quepu.rules import (
    TRUE,
    Bool,
    Chow,
    Compiled,
    Fan,
    Figure,
    Game,
    Group,
    Input,
    Int,
    Jokers,
    Kong,
    Money,
    OptionClashError,
    Pung,
    Require,
    RuleError,
    Shape,
    Win,
    bamboos,
    capped,
    characters,
    chow,
    chows,
    compile,
    concealed,
    count,
    discarder,
    dots,
    dragons,
    either,
    every,
    exposed,
    fed,
    flowers,
    hand,
    has,
    having,
    honors,
    joker_suit,
    joker_wait,
    jokers,
    kong,
    least,
    lookup,
    meld,
    most,
    number,
    of_win_kind,
    others,
    outside,
    pair,
    payer,
    plants,
    product,
    pung,
    pungs,
    ranks,
    round_up,
    round_wind,
    run_of,
    seasons,
    seat_wind,
    sets,
    shape,
    simples,
    some,
    suits,
    terminals,
    total,
    wait,
    where,
    win,
    winds,
    winner,
    won,
    won_edge,
    won_middle,
    worth,
)
from quepu.rules.expr import FactSpec
from quepu.rules.facts import CONTEXT
from quepu.rules.judge import Judgement, Values, facts_of, related
from quepu.scoring import OUTCOMES, rules_for

CLASSES = [
    characters,
    dots,
    bamboos,
    suits,
    winds,
    dragons,
    honors,
    terminals,
    outside,
    simples,
    ranks(2, 5, 8),
    ranks(1, 2, 3),
]
SELECTORS = [
    chow, pung, pair, sets, kong, meld, concealed, exposed, seat_wind, round_wind, won, won_middle, won_edge, joker_wait, joker_suit,
    of_win_kind, having(terminals), run_of("456m"),
]  # fmt: skip
NUMBER = Input("number", "number", "数", "number", high=50)
TRUTH = Input("truth", "truth", "真", "truth")
SEAT = Input("some.seat", "seat", "家", "seat")
SUIT = Input("suit", "suit", "门", "suit")
EACH = Input("each", "each", "各", "each", high=9)
SEATS = Input("seats", "seats", "诸家", "seats")
LIST = Input("list", "tiles", "牌", "tiles")
INPUTS = [NUMBER, TRUTH, SEAT, SUIT, EACH, SEATS, LIST]
# What the kernel's fast path takes otherwise than its traces, in rule systems that nobody would write; set free when not:
ALONE_WHEN = True  # whether items that count alone have conditions
LEAST = -3  # the least count of an item and the least value of related sets
CONSTANTS = [0, 1, 2, 3, 4, 5, 8, 10, 13, 15, 16, 20, 100, -1, -2, -7, 2**31 - 1, -(2**31), 65536]


class Maker:
    """One random rule system, drawn from `rng`."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.with_jokers = rng.random() < 0.4

    def selector(self) -> Any:
        pick: Any = self.rng.choice([*SELECTORS, *CLASSES])
        for _ in range(self.rng.randrange(3)):
            other: Any = self.rng.choice([*SELECTORS, *CLASSES])
            if self.rng.random() < 0.3:
                other = ~other
            if not isinstance(pick, type(chow)) and not isinstance(other, type(chow)):
                other = chow
            pick = pick & other if self.rng.random() < 0.6 else pick | other
        return pick

    def pattern(self) -> Any:
        steps = (0, *sorted(self.rng.choices(range(7), k=self.rng.choice((1, 1, 2, 2, 3)))))
        letters = self.rng.choice(["a", "".join(self.rng.choices("abc", k=len(steps)))])
        start = self.rng.choice((0, 0, 1, 2))
        if self.rng.random() < 0.5:
            where = self.rng.choice((None, None, won, ~won, joker_suit, having(terminals)))
            return chows(*steps, suits=letters, start=start, where=where)
        return pungs(*steps, suits=letters, start=start)

    def hand_fact(self) -> Int:
        make: list[Callable[[], Int]] = [
            lambda: hand.held, lambda: hand.melds, lambda: hand.reds, lambda: flowers.count, lambda: jokers.held, lambda: jokers.kinds,
            lambda: win.self_draw, lambda: win.discard, lambda: win.rob, lambda: win.dealer, lambda: win.copies, lambda: win.last_tile,
            lambda: win.ready, lambda: win.tile_in(self.rng.choice(CLASSES)), lambda: winner, lambda: discarder,
            lambda: fed(self.rng.randint(1, 4), kongs=self.rng.randrange(3), in_row=self.rng.random() < 0.5),
            lambda: hand.numbers(self.rng.choice(("1112345678999", "22334455667788", "147")), extra=self.rng.random() < 0.5),
            lambda: NUMBER.number, lambda: TRUTH.on, lambda: SEAT.number, lambda: SUIT.number, lambda: EACH.of(self.rng.randrange(4)),
            lambda: LIST.holds_win, lambda: LIST.following,
        ]  # fmt: skip
        return self.rng.choice(make)()

    def reading_fact(self) -> Int:
        make: list[Callable[[], Int]] = [
            self.hand_fact, lambda: hand.suits, lambda: hand.fours, lambda: hand.count(self.rng.choice(CLASSES)),
            lambda: hand.kinds(self.rng.choice(CLASSES)), lambda: hand.only(self.rng.choice(CLASSES)), lambda: wait.kinds,
            lambda: wait.live_kinds, lambda: jokers.wild, lambda: shape.sets, lambda: shape.pairs, lambda: shape.knitted,
            lambda: wait.closed, lambda: wait.pair, lambda: count(self.selector()), lambda: count(self.selector()),
            lambda: some(self.selector()), lambda: every(self.selector()), lambda: self.pattern().count,
        ]  # fmt: skip
        return self.rng.choice(make)()

    def integer(self, depth: int, leaf: Callable[[], Int]) -> Int:
        """A number of at most so many levels of operations."""
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return leaf() if rng.random() < 0.7 else cast("Int", leaf() * 0 + rng.choice(CONSTANTS))
        a = self.integer(depth - 1, leaf)
        b: Any = self.integer(depth - 1, leaf) if rng.random() < 0.6 else rng.choice(CONSTANTS)
        make: list[Callable[[], Int]] = [
            lambda: a + b, lambda: a - b, lambda: a * b, lambda: a // b, lambda: a**b, lambda: least(a, b), lambda: most(a, b),
            lambda: round_up(a, b), lambda: where(self.boolean(depth - 1, leaf), a, b), lambda: capped(a, b),
            lambda: lookup(a, {k: rng.choice(CONSTANTS) for k in range(3)}, 7), lambda: self.boolean(depth - 1, leaf),
            lambda: 2 ** least(a, 6), lambda: 10 - a,
        ]  # fmt: skip
        return rng.choice(make)()

    def boolean(self, depth: int, leaf: Callable[[], Int]) -> Bool:
        """A condition of at most so many levels of operations."""
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return leaf() >= rng.choice((0, 1, 2, 4))
        make: list[Callable[[], Bool]] = [
            lambda: self.boolean(depth - 1, leaf) & self.boolean(depth - 1, leaf),
            lambda: self.boolean(depth - 1, leaf) | self.boolean(depth - 1, leaf),
            lambda: ~self.boolean(depth - 1, leaf),
            lambda: either(self.boolean(depth - 1, leaf), self.boolean(depth - 1, leaf), rng.random() < 0.5),
            lambda: self.integer(depth - 1, leaf) == self.integer(depth - 1, leaf),
            lambda: self.integer(depth - 1, leaf) != rng.choice(CONSTANTS),
            lambda: self.integer(depth - 1, leaf) < rng.choice(CONSTANTS),
            lambda: self.integer(depth - 1, leaf) <= self.integer(depth - 1, leaf),
            lambda: self.integer(depth - 1, leaf) > rng.choice(CONSTANTS),
            lambda: self.integer(depth - 1, leaf) >= rng.choice(CONSTANTS),
        ]
        return rng.choice(make)()

    def items(self, names: Sequence[str], groups: Sequence[Group]) -> list[Fan]:
        """Items that exclude, take, turn and use sets; relations run from earlier names to later ones."""
        rng, made = self.rng, list[Fan]()
        alone = {n for n in names if rng.random() < 0.1}
        for place, name in enumerate(names):
            after = names[place + 1 :]
            before = [n for n in names[:place] if n not in alone]

            def few(of: Sequence[str], chance: float = 0.4) -> list[str]:
                return rng.sample(list(of), rng.randint(1, min(3, len(of)))) if of and rng.random() < chance else []

            leaf = self.reading_fact

            def above(leaf: Callable[[], Int] = leaf, before: Sequence[str] = before) -> Int:
                return has(rng.choice(before)) if before and rng.random() < 0.15 else leaf()

            for _ in range(rng.choice((1, 1, 1, 2))):
                group = rng.choice(list(groups))
                value: Any = rng.choice((1, 2, 3, 5, 8, 24, 88)) if rng.random() < 0.7 else self.integer(2, above)
                if group.combine == "highest" and isinstance(value, Int):
                    value = most(least(value, 10**6), -(10**6))
                each: Any = 1 if rng.random() < 0.6 else most(least(self.integer(2, above), 1000), LEAST)
                when, pattern = self.boolean(rng.randrange(4), above), self.pattern() if rng.random() < 0.25 else None
                if pattern is not None and isinstance(value, Int):
                    value = most(value, LEAST)
                if pattern is not None and rng.random() < 0.4:  # a condition about its own sets
                    own = pattern.count >= rng.choice((0, 1, 1, 2, 3))
                    when = rng.choice((own, when & own, when | own, ~own))
                if name in alone and not ALONE_WHEN:
                    when, each, pattern = TRUE, 1, None
                made.append(
                    Fan(
                        name, name, value, when, each, group.name, tuple(few(after)),
                        {n: rng.randrange(3) for n in few([n for n in names if n != name], 0.2)},
                        {n: rng.choice([m for m in names if m != n]) for n in few(names, 0.15) if len(names) > 1},
                        sets=pattern, alone=name in alone,
                        beside=tuple(few([*names, *(g.name for g in groups)], 0.3)) if name in alone else (), clause="ZZ-F01",
                    )
                )  # fmt: skip
        return made

    def game(self) -> Game:
        """A whole rule system."""
        rng = self.rng
        groups = [Group("items", "番", "items", rng.choice(("sum", "highest")), unless=rng.choice(("", "", "extra")))]
        groups += [
            Group("extra", "另", "extra", rng.choice(("sum", "highest", "product"))),
            Group("third", "三", "third"),
        ]
        names = [f"项{i}" for i in range(rng.randrange(1, 14))]
        items = self.items(names, groups)

        def late() -> Int:
            kind = rng.random()
            if kind < 0.5:
                return self.reading_fact()
            about = rng.choice(("items", "extra", "third"))
            return rng.choice((total, number, product))(about) if kind < 0.9 else worth(rng.choice(names))

        def payers() -> Int:
            return rng.choice((lambda: payer, lambda: EACH.of_payer, lambda: SEATS.has_payer, late))()

        def who() -> Bool | Int:
            return rng.choice((others, discarder, SEAT.number, self.boolean(2, payers)))

        money = [
            Money(f"钱{i}", f"money {i}", who(), self.integer(3, payers), self.boolean(2, late if rng.random() < 0.5 else payers),
                  rng.choice(("seats", "seats", "table", "house")), "ZZ-S01")
            for i in range(rng.randrange(6))
        ]  # fmt: skip
        entries: list[Any] = list(money)
        if len(money) > 2:
            entries = [
                money[0],
                tuple(Money(m.zh, m.en, m.who, m.amount, m.when, m.source, m.clause, 0) for m in money[1:]),
            ]
        return Game(
            "zz", "乱", "random", unit="番", spec="", tiles=suits + honors, bonus=seasons + plants,
            play=[Chow(any_seat=True), Pung(), Kong("discard", "added", "concealed"), Win("draw", "discard", "rob")],
            refused={"shape": "ZZ-W01", "tiles": "ZZ-W01"},
            shapes=[Shape("sets"), Shape("pairs", 7, rng.random() < 0.5, self.boolean(1, self.hand_fact)), Shape("orphans"), Shape("scattered"),
                    Shape("knitted")][: rng.randint(1, 5)],
            items=items, groups=groups, value=self.integer(3, late), jokers=Jokers(rng.random() < 0.5) if self.with_jokers else None,
            requires=[Require(self.boolean(1, late) | (hand.held >= rng.choice((0, 0, 0, 6))), "要", "must", "ZZ-W02") for _ in range(rng.randrange(3))],
            best=[self.integer(2, late) for _ in range(rng.randrange(4))], figures=[Figure("f", "数", "f", self.integer(3, late))],
            any_win_tile=self.boolean(1, self.hand_fact) & (hand.held == 14) if rng.random() < 0.1 else hand.held < 0,
            money=entries, inputs=INPUTS, steps={"s": self.integer(2, late)},
        )  # fmt: skip

    def hand(self, rules: Compiled) -> Hand:
        """A hand that is won by shape as a rule, with melds, jokers, circumstances and inputs."""
        rng = self.rng
        wild: list[int] = rng.sample(range(34), rng.randrange(1, 3)) if rules.game.jokers else []
        for _ in range(100):
            tiles, melds = self._complete()
            jokers_put = rng.randrange(4) if wild else 0
            for _ in range(jokers_put):
                tiles[rng.randrange(len(tiles))] = rng.choice(wild)
            everything = [*tiles, *(k for m in melds for k in parse_meld(m).tiles)]
            if all(everything.count(k) <= 4 for k in everything):
                break
        rng.shuffle(tiles)
        if rng.random() < 0.2:
            tiles = [k | t.RED if k in (4, 13, 22) and rng.random() < 0.5 else k for k in tiles]
        by = rng.choice(("self", "discard", "rob"))
        seat = rng.randrange(4)
        source = None if by == "self" else (seat + rng.randint(1, 3)) % 4
        inputs: dict[str, Any] = {
            "number": rng.randrange(51), "truth": rng.random() < 0.5, "some": {"seat": rng.choice((None, *(s for s in range(4) if s != seat)))},
            "suit": rng.choice((None, "m", "p", "s")), "each": [rng.randrange(10) for _ in range(4)],
            "seats": rng.sample(range(4), rng.randrange(4)), "list": write(rng.sample(range(34), rng.randrange(4))),
        }  # fmt: skip
        fed_by = [
            m if "concealed" in m or rng.random() < 0.2 else f"{m} from {(seat + rng.randint(1, 3)) % 4}" for m in melds
        ]
        return Hand.read(
            tiles[:-1], tiles[-1], melds=fed_by, seat=seat, by=by, source=source, round=rng.choice((None, 27, 28, 30)),
            flowers=sorted(rng.sample(range(34, 42), rng.randrange(4))), jokers=wild, context=[w for w in CONTEXT if rng.random() < 0.1],
            inputs=inputs,
        )  # fmt: skip

    def _complete(self) -> tuple[list[int], list[str]]:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.08:
            return [k for p in rng.sample(range(34), 7) for k in (p, p)], []
        if kind < 0.11:
            ends = [0, 8, 9, 17, 18, 26, *range(27, 34)]
            return [*ends, rng.choice(ends)], []
        if kind < 0.14:
            return rng.sample([0, 3, 6, 10, 13, 16, 20, 23, 26, *range(27, 34)], 14), []
        held: list[int] = []
        melds: list[str] = []
        knitted = kind < 0.2
        if knitted:
            held += [0, 3, 6, 10, 13, 16, 20, 23, 26]
        near = rng.random() < 0.5  # one suit: many readings
        for _ in range(1 if knitted else 4):
            base = 9 if near else rng.choice((0, 9, 18))
            if rng.random() < 0.55:
                low = base + rng.randrange(7)
                group, words = [low, low + 1, low + 2], ["chow"]
            else:
                low = base + rng.randrange(9) if near or rng.random() < 0.6 else rng.randrange(27, 34)
                group, words = [low] * 3, ["pung", "kong", "added", "concealed"]
            if rng.random() < 0.25:
                word = rng.choice(words)
                melds.append(f"{word} {write(group[:1] * 4 if word in ('kong', 'added', 'concealed') else group)}")
            else:
                held += group
        eye = 9 + rng.randrange(9) if near else rng.randrange(34)
        return [*held, eye, eye], melds


def payer_value(rules: Compiled, hand: Hand) -> Callable[[FactSpec, int], int]:
    """Facts about payers, from the hand as written."""
    given = flatten(hand.inputs)

    def value(spec: FactSpec, seat: int) -> int:
        if spec.name == "payer":
            return seat
        held = given.get(spec.input) or ([] if spec.name == "payer_bit" else [0] * rules.seats)
        return int(seat in held) if spec.name == "payer_bit" else held[seat]

    return value


def compare(rules: Compiled, hand: Hand, most_readings: int = 10**6) -> int:
    """Hold the kernel against the reference on every node of every reading; returns how many values were compared."""
    packed = hand.pack(rules)
    score = rules.program.score(packed)
    traces = [trace for trace in rules.program.trace(packed, 10**6) if trace.values]
    if not traces:
        assert OUTCOMES[score.status] not in ("win", "require")
        return 0
    compared, size = 0, len(rules.items)
    late = {id(x): max(levels(x), default=0) for x in rules._keep}
    best = None
    step = max(1, len(traces) // most_readings)
    for trace in traces[::step]:
        values = trace.values
        judged = Judgement(rules, facts_of(rules, values), trace.reading[4])
        assert judged.counts == trace.counts[:size]
        assert judged.amounts == trace.amounts[:size]
        assert sorted(judged.present) == trace.present
        assert judged.excluded == set(trace.excluded)
        for expr in rules._keep:
            if late[id(expr)] < 4:
                assert judged.values.of(expr) == values[rules.nodes[id(expr)]], repr(expr)
                compared += 1
        for spec, place in rules.facts.items():
            if spec.patterns:
                assert values[place] == len([x for p in spec.patterns for x in related((p,), trace.reading[4])])
        assert judged.total == trace.total
        assert (judged.failed if judged.failed is not None else -1) == trace.detail
        assert list(judged.rank[1]) == trace.rank
        if best is None or judged.rank > best[0]:
            best = (judged.rank, judged, trace)
    if step > 1:
        return compared
    _, judged, trace = best
    assert judged.counts == score.counts
    assert judged.amounts == score.amounts
    assert judged.total == score.total
    assert (OUTCOMES[score.status] == "win") == (judged.failed is None)
    assert [judged.values.of(f.value) for f in rules.figures] == score.figures[: len(rules.figures)]
    assert trace.rank == list(judged.rank[1])
    # Of readings that tie in everything the first one counts; payments then agree as well.
    paid = judged.pay(hand.seat, payer_value(rules, hand))
    assert judged.payments(paid) == score.payments
    return compared + len(paid)


def levels(expr: Int) -> list[int]:
    """The levels of the facts inside an expression."""
    found: list[int] = []
    stack = [expr]
    while stack:
        x = stack.pop()
        stack.extend(x.parts)
        if hasattr(x, "spec"):
            found.append(x.spec.level)
        elif hasattr(x, "about"):
            found.append(3)
    return found


def random_case(seed: int) -> tuple[Compiled, list[Hand]]:
    """A rule system and some hands; the same for the same seed."""
    rng = random.Random(seed)
    while True:
        maker = Maker(rng)
        try:
            rules = compile(maker.game())
        except RuleError as error:  # a fourth of a mask, a pattern of nothing: what authors are told as well
            if "goes in a circle" in str(error):
                continue
            raise
        return rules, [maker.hand(rules) for _ in range(4)]


def playable_cases() -> list[Case]:
    """The public score cases but those of tables and hands that cannot be."""
    found: list[Case] = []
    for file in sorted((Path(__file__).parent / "cases").glob("*.yaml")):
        for case in load(file):
            if not case.is_score:
                continue
            try:
                hand_of(case).check(rules_for(case.data["ruleset"], case.data.get("options")))
            except (TileError, OptionClashError):
                continue
            found.append(case)
    return found


__all__ = ["Maker", "Values", "compare", "playable_cases", "random_case"]
