"""A game with its options becomes a `Compiled`: folded items beside the words of a kernel program, named by their hash."""

from __future__ import annotations

import functools
import hashlib
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from quepu import _kernel
from quepu.rules.expr import (
    FALSE,
    TRUE,
    Apply,
    Bool,
    Compare,
    Condition,
    Const,
    Deferred,
    Fact,
    FactSpec,
    Folder,
    Int,
    IntLike,
    RuleError,
    value_of,
)
from quepu.rules.facts import SHAPES
from quepu.rules.game import Game
from quepu.rules.items import Fan, Figure, Group, Money, Require, Shape
from quepu.rules.lower_play import NO_MATCH, MatchNumbers, PlayLowering
from quepu.rules.play import Due, Void

MARK, VERSION = 0x55504551, 1
MELD_WAYS = {"chow": 1, "pung": 2, "discard": 4, "added": 8, "concealed": 16}
WIN_WAYS = {"draw": 1, "discard": 2, "rob": 4}


@dataclass(frozen=True)
class Slots:
    """Where inputs lie in a packed hand: first number slot, or number of the list of tiles."""

    numbers: Mapping[str, int]
    lists: Mapping[str, int]


@dataclass(frozen=True, eq=False, repr=False)
class Compiled:
    """A game under certain options: what explanations read, and the program that the kernel runs."""

    game: Game
    preset: str
    options: Mapping[str, Any]
    seats: int
    hand: int
    items: Sequence[Fan]
    groups: Sequence[Group]
    value: Int
    requires: Sequence[Require]
    money: Sequence[Money]
    figures: Sequence[Figure]
    best: Sequence[Int]
    shapes: Sequence[Shape]
    steps: Mapping[str, Int]
    slots: Slots
    words: bytes
    nodes: Mapping[int, int]  # id of an expression → its place among the values
    facts: Mapping[FactSpec, int]
    code: Sequence[tuple[str, int, int, int]]
    constants: Sequence[int]
    play_words: bytes = b""
    table: Mapping[str, int] = field(default_factory=dict)  # the numbers of play, by their names in the kernel
    match: MatchNumbers = NO_MATCH
    dues: Sequence[Due] = ()
    voided: Sequence[Void] = ()
    reds: tuple[int, ...] = ()  # how many red fives of each suit there are; none: a red five is a plain one

    def __repr__(self) -> str:
        return f"<rules of {self.preset}: {len(self.items)} items>"

    @functools.cached_property
    def program(self) -> _kernel.Program:
        """The kernel's own form."""
        return _kernel.Program(self.words)

    @functools.cached_property
    def rules(self) -> _kernel.Rules:
        """The kernel's own form of everything that runs a deal."""
        return _kernel.Rules(self.words, self.play_words)

    @property
    def first_carry(self) -> Mapping[str, int]:
        """What the first deal of a match inherits."""
        return self.game.course.first

    @property
    def start_score(self) -> int:
        """Everybody's points at the start of a match."""
        return self.match.start

    @property
    def bonus(self) -> int:
        """The kinds of bonus tiles in play, as a mask."""
        return self.table["bonus_kinds"] << 31

    @functools.cached_property
    def hash(self) -> str:
        """SHA-256 of everything compiled: the same rules have the same hash."""
        return "sha256:" + hashlib.sha256(self.words + self.play_words + bytes(self.reds)).hexdigest()


def compile(game: Game, options: Mapping[str, Any] | None = None, preset: str = "") -> Compiled:
    """Fold the options into the game and lower it. Raises OptionError for an unknown option or value."""
    preset = preset or game.id
    chosen = game.settle(preset, options or {})
    return _compiled(game, preset, tuple(sorted((k, v) for k, v in chosen.items())))


@functools.lru_cache(maxsize=256)
def _compiled(game: Game, preset: str, options: tuple[tuple[str, Any], ...]) -> Compiled:
    return Lowering(game, preset, dict(options)).run()


@dataclass
class Lowering:
    """One compilation: expressions become places in the kernel's row of values; equal ones share a place."""

    game: Game
    preset: str
    options: Mapping[str, Any]
    constants: dict[int, int] = field(default_factory=dict)
    facts: dict[FactSpec, int] = field(default_factory=dict)
    clauses: dict[tuple[tuple[int, ...], ...], tuple[int, int]] = field(default_factory=dict)
    clause_words: list[tuple[int, ...]] = field(default_factory=list)
    patterns: dict[Any, int] = field(default_factory=dict)
    code: list[tuple[str, tuple[Any, ...], int]] = field(default_factory=list)
    memo: dict[int, tuple[str, int]] = field(default_factory=dict)
    shared: dict[Any, tuple[str, int]] = field(default_factory=dict)
    levels: dict[tuple[str, int], int] = field(default_factory=dict)
    keep: list[Int] = field(default_factory=list)

    def run(self) -> Compiled:
        """Fold, lower, serialise."""
        game = self.game
        folder = Folder(self.options)
        active = self._fold_items(folder)
        fold = folder.fold
        groups = game.all_groups
        self.group_index = {g.name: i for i, g in enumerate(groups)}
        self.item_index: dict[str, list[int]] = {}
        for i, fan in enumerate(active):
            self.item_index.setdefault(fan.zh, []).append(i)
        self.slots = self._slots()
        requires = [replace(r, condition=cast("Bool", fold(r.condition))) for r in game.requires]
        requires = [r for r in requires if value_of(r.condition) != 1]
        money = [
            replace(m, who=cast("Bool", fold(m.payer)), amount=fold(self._int(m.amount)), when=cast("Bool", fold(m.when)))
            for m in game.payments
        ]  # fmt: skip
        money = [m for m in money if value_of(m.when) != 0]
        value = fold(game.value)
        best = [fold(b) for b in game.best] or [value]
        figures = [replace(f, value=fold(f.value)) for f in game.figures]
        told = [Figure(key, key, key, fold(value)) for key, value in game.tells.items()]
        shapes = [
            replace(s, size=self._fixed(fold(self._int(s.size)), "shape size"), when=cast("Bool", fold(s.when)))
            for s in game.shapes
        ]
        shapes = [s for s in shapes if value_of(s.when) != 0]
        seats = self._fixed(fold(self._int(game.seats)), "seats")
        hand = self._fixed(fold(self._int(game.hand)), "hand size")
        steps = {k: fold(v) for k, v in game.steps.items()}
        reds = tuple(self._fixed(fold(self._int(n)), "red fives") for n in game.reds or ())
        every: list[Int] = [TRUE, FALSE, cast("Bool", fold(game.any_win_tile)), value, *best, *steps.values()]
        for fan in active:
            every += [fan.when, self._int(fan.each), self._int(fan.value)]
        every += [r.condition for r in requires]
        for m in money:
            every += [m.when, cast("Bool", m.who), self._int(m.amount)]
        every += [f.value for f in (*figures, *told)]
        every += [s.when for s in shapes]
        for fan in active:
            if fan.sets:
                for shape in fan.sets.shapes:
                    self._pattern(shape)
        for expr in every:
            self._place(expr)
        place = self._layout()
        words = self._serialise(
            place, active, groups, requires, money, [*figures, *told], shapes, value, best, fold, seats, hand
        )
        nodes = {key: place(ref) for key, ref in self.memo.items()}
        compiled_facts = {spec: place(("fact", i)) for spec, i in self.facts.items()}
        code = [(op, *(place(a) if a else 0 for a in (*args, None, None, None)[:3])) for op, args, _ in self._ordered]
        course = PlayLowering(
            game.id, game.course, folder, game.inputs, self.slots.numbers, self.slots.lists, self.item_index,
            {key: len(figures) + i for i, key in enumerate(game.tells)}, game.bonus.mask, reds,
        )  # fmt: skip
        play_words = course.run()
        result = Compiled(
            game, self.preset, self.options, seats, hand, active, groups, value, requires, money, figures, best, shapes, steps,
            self.slots, words, nodes, compiled_facts, cast("Any", code), list(self.constants),
            play_words, course.table(), course.match(), course.dues, course.voided, reds if any(reds) else (),
        )  # fmt: skip
        object.__setattr__(result, "_keep", self.keep)  # nodes are keyed by identity: the expressions must live as long
        return result

    @staticmethod
    def _int(value: IntLike) -> Int:
        return value if isinstance(value, Int) else Const(value)

    def _fixed(self, expr: Int, what: str) -> int:
        value = value_of(expr)
        if value is None:
            raise RuleError(f"{self.game.id}: the {what} may depend on options only, not on {expr!r}")
        return value

    # ------------------------------------------------------------------ items

    def _fold_items(self, folder: Folder) -> list[Fan]:
        """Items with options put in; has(…) becomes the other items' own conditions; impossible ones are dropped."""
        by_name: dict[str, list[Fan]] = {}
        for fan in self.game.items:
            by_name.setdefault(fan.zh, []).append(fan)
        whole: dict[str, Bool] = {}

        def present(name: str) -> Bool:
            if name not in whole:
                result: Bool = FALSE
                for fan in by_name[name]:
                    if fan.alone:
                        raise RuleError(f"{self.game.id}: has({name!r}): that item counts only alone, after all others")
                    result = result | own(fan)
                folded = cast("Bool", folder.fold(result))
                if folded.label is None and isinstance(
                    folded, Compare
                ):  # a copy: the rule file's own node keeps having no name
                    folded = Compare(folded.op, *folded.args).named(name, by_name[name][0].en)
                whole[name] = folded
            return whole[name]

        def own(fan: Fan) -> Bool:
            each = self._each(fan)
            counted = fan.when if isinstance(fan.each, int) and not fan.sets else fan.when & (each >= 1)
            return cast("Bool", folder.fold(counted))

        folder.present = present
        active = []
        for fan in self.game.items:
            when = cast("Bool", folder.fold(fan.when))
            each = folder.fold(self._each(fan))
            if value_of(when) == 0 or value_of(each) == 0:
                continue
            active.append(replace(fan, when=when, each=each, value=folder.fold(self._int(fan.value))))
        return active

    def _each(self, fan: Fan) -> Int:
        return fan.sets.count if fan.sets else self._int(fan.each)

    def _slots(self) -> Slots:
        numbers: dict[str, int] = {}
        lists: dict[str, int] = {}
        at = 0
        # Inputs with one number a seat come first: the kernel reads slot + payer for up to ten payers.
        for one in sorted(self.game.inputs, key=lambda i: i.kind != "each"):
            if one.kind == "tiles":
                lists[one.key] = len(lists)
            else:
                numbers[one.key] = at
                at += 10 if one.kind == "each" else 1
        if at > _kernel.MAX_INPUTS or len(lists) > _kernel.MAX_LISTS:
            raise RuleError(f"{self.game.id}: more inputs than a packed hand has room for")
        return Slots(numbers, lists)

    # ------------------------------------------------------------------ expressions

    def _place(self, expr: Int) -> tuple[str, int]:
        known = self.memo.get(id(expr))
        if known is None:
            known = self.memo[id(expr)] = self._lower(expr)
            self.keep.append(expr)
        return known

    def _lower(self, expr: Int) -> tuple[str, int]:
        value = value_of(expr)
        if value is not None:
            return ("const", self.constants.setdefault(value, len(self.constants)))
        if isinstance(expr, Fact | Condition):
            return self._fact(expr.spec)
        if isinstance(expr, Deferred):
            if expr.what == "worth":
                refs = [self._fact(FactSpec("worth", (i,))) for i in self.item_index.get(expr.about, [])]
                if not refs:
                    return ("const", self.constants.setdefault(0, len(self.constants)))
                result = refs[0]
                for ref in refs[1:]:
                    result = self._operation("add", (result, ref))
                return result
            return self._fact(FactSpec(expr.what, (self.group_index[expr.about],)))
        if isinstance(expr, Apply | Compare):
            return self._operation(expr.op, tuple(self._place(a) for a in expr.args))
        raise RuleError(f"{self.game.id}: {expr!r} cannot be compiled")

    def _fact(self, spec: FactSpec) -> tuple[str, int]:
        ref = ("fact", self.facts.setdefault(spec, len(self.facts)))
        self.levels[ref] = spec.level
        for shape in spec.patterns:
            self._pattern(shape)
        return ref

    def _operation(self, op: str, args: tuple[tuple[str, int], ...]) -> tuple[str, int]:
        key = (op, args)
        if key not in self.shared:
            level = max((self.levels.get(a, 0) for a in args), default=0)
            ref = ("code", len(self.code))
            self.code.append((op, args, level))
            self.levels[ref] = level
            self.shared[key] = ref
        return self.shared[key]

    def _pattern(self, shape: Any) -> int:
        return self.patterns.setdefault(shape, len(self.patterns))

    def _selector(self, clauses: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
        if clauses not in self.clauses:
            first = len(self.clause_words)
            self.clause_words.extend(clauses)
            self.clauses[clauses] = (first, len(self.clause_words))
        return self.clauses[clauses]

    # ------------------------------------------------------------------ layout

    def _layout(self) -> Callable[[tuple[str, int]], int]:
        """Facts and code in the order of their levels; returns where a reference lies."""
        specs = sorted(self.facts, key=lambda s: s.level)
        fact_at = {self.facts[spec]: i for i, spec in enumerate(specs)}
        order = sorted(range(len(self.code)), key=lambda i: self.code[i][2])
        code_at = {old: new for new, old in enumerate(order)}
        self._specs = specs
        self._ordered = [self.code[i] for i in order]
        constants, facts = len(self.constants), len(specs)

        def place(ref: tuple[str, int]) -> int:
            kind, i = ref
            if kind == "const":
                return i
            return constants + fact_at[i] if kind == "fact" else constants + facts + code_at[i]

        return place

    def _serialise(
        self, place: Callable[[tuple[str, int]], int], items: Sequence[Fan], groups: Sequence[Group], requires: Sequence[Require],
        money: Sequence[Money], figures: Sequence[Figure], shapes: Sequence[Shape], value: Int, best: Sequence[Int],
        fold: Callable[[Int], Int], seats: int, hand: int,
    ) -> bytes:  # fmt: skip
        out = array("i")
        game = self.game

        def node(expr: IntLike) -> int:
            return place(self.memo[id(expr)]) if isinstance(expr, Int) else place(self._place(self._int(expr)))

        def mask(value: int) -> None:
            out.extend(_signed(w) for w in (value & 0xFFFFFFFF, value >> 32))

        meld_ways = win_ways = 0
        chow_any = 0
        for act in game.play:
            if act.verb in ("chow", "pung"):
                meld_ways |= MELD_WAYS[act.verb]
                chow_any |= act.any_seat
            for way in act.ways:
                if act.verb == "kong":
                    meld_ways |= MELD_WAYS[way]
                else:
                    win_ways |= WIN_WAYS[way]
        out.extend([MARK, VERSION, seats, hand])
        mask(game.tiles.mask)
        jokers = game.jokers
        out.extend([meld_ways, win_ways, int(chow_any), int(jokers is not None)])
        out.extend([int(jokers.in_melds), jokers.imagined] if jokers else [0, 0])
        selectors = {spec: self._selector(spec.clauses) for spec in self._specs}
        patterns = [(shape, self._selector(shape[4])) for shape in self.patterns]
        if len(patterns) > _kernel.LIMITS["patterns"]:
            raise RuleError(
                f"{game.id}: {len(patterns)} patterns are more than the {_kernel.LIMITS['patterns']} that the kernel has room for"
            )
        out.append(len(self.constants))
        out.extend(self.constants)
        out.append(len(self.clause_words))
        for chow, pung, pair, want_mask, want in self.clause_words:
            mask(chow)
            mask(pung)
            mask(pair)
            out.extend([want_mask, want])
        out.append(len(patterns))
        for (kind, start, steps, suits, _), where in patterns:
            out.extend([kind, len(steps), start, *steps, *suits, *where])
        out.append(len(self._specs))
        for spec in self._specs:
            params = list(spec.params)
            if spec.input:
                slot = self.slots.lists.get(spec.input, self.slots.numbers.get(spec.input, 0))
                params = [slot + (params[0] if params else 0)]
            out.extend([_kernel.FACTS[spec.name][0], *[*params, 0, 0, 0, 0][:4]])
            mask(sum(1 << self.patterns[s] for s in spec.patterns) if spec.patterns else spec.mask)
            out.extend(selectors[spec])
        for level in range(5):
            out.append(sum(1 for _, _, at in self._ordered if at <= level))
        out.append(len(self._ordered))
        for op, args, _ in self._ordered:
            out.append(_kernel.OPS[op])
            out.extend((*(place(a) for a in args), 0, 0, 0)[:3])
        out.extend([node(cast("Bool", fold(game.any_win_tile))), node(value)])
        out.append(len(shapes))
        for s in shapes:
            out.extend([SHAPES.index(s.kind), cast("int", s.size), int(s.distinct), node(s.when)])
        out.append(len(groups))
        for g in groups:
            out.extend([int(g.combine == "highest"), self.group_index[g.unless] if g.unless else -1])
        out.append(len(items))
        for fan in items:
            out.extend(
                [
                    node(fan.when),
                    node(fan.each),
                    node(fan.value),
                    self.group_index[fan.group],
                    int(fan.alone),
                    int(fan.sets is not None),
                ]
            )
            excluded = [i for other in fan.excludes for i in self.item_index.get(other, [])]
            out.extend([len(excluded), *excluded])
            beside = [
                i for other in fan.beside
                for i in (self.item_index.get(other) or [k for k, f in enumerate(items) if f.group == other])
            ]  # fmt: skip
            out.extend([len(beside), *beside])
            takes = [(i, n) for other, n in fan.takes.items() for i in self.item_index.get(other, [])]
            out.extend([len(takes), *(x for pair in takes for x in pair)])
            turns = [
                (i, j)
                for a, b in fan.turns.items()
                for i in self.item_index.get(a, [])
                for j in self.item_index.get(b, [])[:1]
            ]
            out.extend([len(turns), *(x for pair in turns for x in pair)])
            mask(sum(1 << self.patterns[s] for s in fan.sets.shapes) if fan.sets else 0)
        out.append(len(requires))
        out.extend(node(r.condition) for r in requires)
        out.append(len(money))
        for m in money:
            out.extend(
                [
                    ("seats", "table", "house").index(m.source),
                    m.choice,
                    node(m.when),
                    node(cast("Bool", m.who)),
                    node(m.amount),
                ]
            )
        out.append(len(figures))
        out.extend(node(f.value) for f in figures)
        out.append(len(best))
        out.extend(node(b) for b in best)
        if sys.byteorder == "big":
            out.byteswap()
        return out.tobytes()


def _signed(word: int) -> int:
    return word - (1 << 32) if word >= 1 << 31 else word
