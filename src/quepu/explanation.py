"""Why a hand is worth what it is: from a `Score` to an `Explanation`, which is also the JSON answer of `quepu score --json`.

The kernel tells the readings and their facts; the reference evaluator (`quepu.rules.judge`) tells the steps; sentences are made
by `quepu.rules.words`. The document is described in docs/json.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

import msgspec

from quepu import _kernel
from quepu import tiles as t
from quepu.hands import Hand, InputError, flatten
from quepu.lang import LANGUAGES, Lang, base, traditional
from quepu.notation import Meld, write
from quepu.rules import Compiled, Fan
from quepu.rules.expr import Apply, FactSpec, Int
from quepu.rules.judge import Judgement, Paid, facts_of
from quepu.rules.reasons import Arithmetic, Reasons, conjuncts, number
from quepu.rules.select import STATUS
from quepu.rules.words import Language
from quepu.scoring import OUTCOMES, Group, Reading, Score
from quepu.told import context_words, input_words

FIRST_LOOK, FULL_LOOK = 3000, 10**6
NEAR_MISSES, NEAREST, OTHERS = 5, 3, 2  # at most so many items, so many tiles away; so many readings

Text = str
"""A phrase in the language of the explanation."""


class HandView(msgspec.Struct, frozen=True):
    """The hand that was scored; tiles in the notation of the case files. `told` says `context` and `inputs` in words."""

    concealed: list[str]
    win: str
    melds: list[str]
    flowers: list[str]
    jokers: list[str]
    by: Literal["self", "discard", "rob"]
    seat: int
    source: int | None
    round: str | None
    context: list[str]
    inputs: dict[str, Any]
    told: list[Text]


class GroupView(msgspec.Struct, frozen=True):
    """One group of a reading: what it is, its tiles, which of them (by place) is the winning one and which are jokers."""

    kind: Literal["chow", "pung", "kong", "pair", "tiles"]
    tiles: list[str]
    meld: str | None
    source: int | None
    concealed: bool
    won: int | None
    jokers: list[int]


class ReadingView(msgspec.Struct, frozen=True):
    """How the hand was taken apart; `text` says it, `wait` says where the winning tile lies."""

    shape: Literal["sets", "pairs", "orphans", "scattered", "knitted", "claimed"]
    shape_text: Text
    groups: list[GroupView]
    text: Text
    wait: Text


class Item(msgspec.Struct, frozen=True):
    """A scoring item that counts: `amount` in the unit of the rule system, `written` as players write it, `why` it is there."""

    zh: str
    en: str
    ja: str
    group: str
    count: int
    amount: int
    written: str
    clause: str
    why: Text


class LeftOut(msgspec.Struct, frozen=True):
    """An item that is there and does not count: the cause, the item or group behind it, and all of it in words."""

    zh: str
    en: str
    ja: str
    clause: str
    cause: Literal["excluded", "silenced", "used", "lower", "turned", "taken"]
    by: str
    by_clause: str
    why: Text


class NearMiss(msgspec.Struct, frozen=True):
    """An item that is nearly there: its amount if it were, and the one thing that is missing."""

    zh: str
    en: str
    ja: str
    clause: str
    amount: int
    missing: Text


class OtherReading(msgspec.Struct, frozen=True):
    """Another way to take the hand apart, what it would be worth, and which items it would count."""

    text: Text
    total: int
    legal: bool
    items: list[str]


class Line(msgspec.Struct, frozen=True):
    """One line of arithmetic: the name of a number, how it came about, its value."""

    name: Text
    text: Text
    value: int


class Check(msgspec.Struct, frozen=True):
    """A requirement of every win, whether it is met, and what is missing if it is not."""

    text: Text
    clause: str
    met: bool
    missing: Text


class Transfer(msgspec.Struct, frozen=True):
    """One payment: from a seat (None: the table) to a seat (None: the house), points, the rule, and how the amount came about."""

    source: int | None
    to: int | None
    amount: int
    text: Text
    formula: Text
    clause: str


class Figure(msgspec.Struct, frozen=True):
    """A further number of the result, such as fu."""

    key: str
    text: Text
    value: int


class RefusalView(msgspec.Struct, frozen=True):
    """Why the win is not allowed: the rule in words, its clause, and what is missing."""

    text: Text
    clause: str
    missing: Text


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one scored hand. Sentences are in `lang`; names of items stand in Chinese, English and Japanese (riichi).

    >>> from quepu.scoring import score
    >>> e = explain(score("sichuan", "1112223334445p", "5p"), "en")
    >>> [(item.en, item.amount, item.why) for item in e.items]
    [('one-suit all pungs', 4, 'one suit, all pungs')]
    >>> e.arithmetic[0].text, e.near_misses
    ('4', [])
    """

    format: Literal["quepu/score/1"] = "quepu/score/1"
    lang: Lang
    ruleset: str
    preset: str
    zh: str
    en: str
    options: dict[str, Any]
    program: str
    unit: str
    unit_en: str
    hand: HandView
    legal: bool
    refusal: RefusalView | None
    total: int
    items: list[Item]
    steps: list[Item]
    left_out: list[LeftOut]
    near_misses: list[NearMiss]
    figures: list[Figure]
    arithmetic: list[Line]
    requirements: list[Check]
    payments: list[int]
    transfers: list[Transfer]
    reading: ReadingView | None
    other_readings: list[OtherReading]


def schema() -> dict[str, Any]:
    """Give the JSON Schema of an explanation; docs/score.schema.json is a copy, written by `python -m quepu.explanation`."""
    return {"title": "quepu/score/1", **msgspec.json.schema(Explanation)}


def explain(score: Score, lang: Lang = "zh-Hans") -> Explanation:
    """Explain a score in one of `quepu.lang.LANGUAGES`; an illegal win too: why it is none, and what it lacks."""
    if not isinstance(score, Score):
        raise InputError(f"score: {score!r} is no score; what quepu.score gives is expected")
    if lang not in LANGUAGES:
        raise ValueError(f"lang: {lang!r} is not spoken here; there are: {', '.join(LANGUAGES)}")
    made = _Explainer(score, base(lang)).explanation(lang)
    return traditional(made, Explanation) if lang == "zh-Hant" else made


def group_text(group: Group, lang: Language) -> str:
    """Give a group of a reading in words; a joker among its tiles has an asterisk: 12*3万."""
    kinds = list(group.tiles)
    if not group.wild:
        return tile_text(kinds, lang)
    marks = ["*" if group.wild >> i & 1 else "" for i in range(4)]
    if t.is_number(kinds[0]):
        suit = {"m": "万", "p": "筒", "s": "条"}[t.suit_of(kinds[0])] if lang == "zh" else t.suit_of(kinds[0])
        return "".join(f"{t.rank_of(k)}{mark}" for k, mark in zip(kinds, marks, strict=False)) + suit
    return ("" if lang == "zh" else " ").join(
        tile_text([k], lang) + mark for k, mark in zip(kinds, marks, strict=False)
    )


def tile_text(kinds: Sequence[t.Tile], lang: Language) -> str:
    """Give a group of tiles in words: 123万, 东东东; 123m, East ×3.

    >>> tile_text([0, 1, 2], "zh"), tile_text([27] * 3, "zh"), tile_text([27] * 3, "en"), tile_text([9, 9], "en")
    ('123万', '东东东', 'East ×3', '11p')
    """
    parts: list[str] = []
    for suit, zh in (("m", "万"), ("p", "筒"), ("s", "条")):
        ranks = "".join(
            "0" if t.is_red(k) and lang == "en" else str(t.rank_of(k)) for k in kinds if t.suit_of(k) == suit
        )
        parts += [ranks + (zh if lang == "zh" else suit)] if ranks else []
    rest = [k for k in kinds if not t.is_number(k)]
    if lang == "zh":
        parts += ["".join(t.name_zh(k) for k in rest)] if rest else []
    else:
        for kind in dict.fromkeys(rest):
            name = t.name_en(kind).removesuffix(" wind").removesuffix(" dragon")
            parts.append(f"{name} ×{rest.count(kind)}" if rest.count(kind) > 1 else name)
    return " ".join(parts)


def codes(kinds: Iterable[t.Tile]) -> list[str]:
    """Tiles in the notation of the case files, one text each."""
    return [write([k]) for k in kinds]


def payer_value(rules: Compiled, hand: Hand, spec: FactSpec, seat: int) -> int:
    """Give the value of a fact about a seat that is asked to pay."""
    if spec.name == "payer":
        return seat
    given = flatten(hand.inputs).get(spec.input)
    if spec.name == "payer_bit":
        return int(seat in (given or ()))
    return int((given or [0] * rules.seats)[seat])


SHAPES = {
    "sets": ("面子手", "sets and a pair"), "pairs": ("对子手", "pairs"), "orphans": ("十三幺", "thirteen orphans"),
    "scattered": ("不靠", "knitted singles and honors"), "knitted": ("组合龙", "knitted straight"), "claimed": ("第四嘴", "fourth claim"),
}  # fmt: skip
WAITS = {
    "pair": ("单钓", "pair wait"), "middle": ("嵌张", "closed wait"), "edge": ("边张", "edge wait"), "open": ("两面", "open wait"),
    "pung": ("对碰", "completes a pung"),
}  # fmt: skip


class _Explainer:
    """Builds the explanation of one score in Chinese or English."""

    def __init__(self, score: Score, lang: Language) -> None:
        self.score, self.rules, self.hand, self.lang = score, score.rules, score.hand, lang
        self.status = OUTCOMES[score.raw.status]
        self.traces: list[_kernel.Trace] = []
        self.judged: Judgement | None = None
        self.reasons: Reasons
        self.taken: _kernel.Trace | None = None
        if self.status in ("win", "require"):
            self._look(FIRST_LOOK)
            if self.taken is None:
                self._look(FULL_LOOK)
        if self.taken is not None:
            self.judged = self._judge(self.taken)
            self.reasons = Reasons(self.judged, lang, lambda kinds: tile_text(kinds, lang))

    def _look(self, most: int) -> None:
        raw = self.score.raw
        traces = self.rules.program.trace(self.hand.pack(self.rules), most)
        self.traces = [trace for trace in traces if trace.values]
        reading, win = raw.reading, raw.win & t.KIND_MASK
        self.taken = next((x for x in self.traces if x.win == win and x.reading == reading), None)

    def _judge(self, trace: _kernel.Trace) -> Judgement:
        return Judgement(self.rules, facts_of(self.rules, trace.values), trace.reading[4])

    def pick(self, zh: str, en: str) -> str:
        return zh if self.lang == "zh" else en

    def explanation(self, lang: Lang) -> Explanation:
        """All of it."""
        rules, game = self.rules, self.rules.game
        preset = game.preset(rules.preset)
        usual = game.settle(game.presets[0].id if game.presets else game.id, {})
        legal = self.score.legal
        paid = self._paid() if legal else []
        return Explanation(
            lang=lang, ruleset=game.id, preset=rules.preset, zh=preset.zh, en=preset.en,
            options={k: list(v) if isinstance(v, tuple) else v for k, v in rules.options.items() if v != usual[k]},
            program=rules.hash, unit=game.unit, unit_en=game.unit_en, hand=self._hand(), legal=legal, refusal=self._refusal(),
            total=self.score.total, items=self._items(listed=True), steps=self._items(listed=False), left_out=self._left_out(),
            near_misses=self._near_misses(), figures=self._figures(), arithmetic=self._arithmetic(), requirements=self._requirements(),
            payments=list(self.score.payments), transfers=[self._transfer(p) for p in paid if p.amount],
            reading=self._reading(Reading.of(self.taken.reading), self.taken.win) if self.taken else None,
            other_readings=self._others(),
        )  # fmt: skip

    # ------------------------------------------------------------------ the hand and its readings

    def _hand(self) -> HandView:
        h = self.hand
        return HandView(
            concealed=codes(t.in_order(h.concealed)), win=write([h.win]), melds=[str(m) for m in h.melds], flowers=codes(h.flowers),
            jokers=codes(h.jokers), by=h.by, seat=h.seat, source=h.source, round=None if h.round is None else write([h.round]),
            context=sorted(h.context), inputs=flatten(h.inputs),
            told=[*context_words(sorted(h.context), zh=self.lang == "zh"), *input_words(self.rules.game.inputs, h.inputs, zh=self.lang == "zh")],
        )  # fmt: skip

    def _reading(self, reading: Reading, win: t.Kind) -> ReadingView:
        groups = [self._group(g, i, reading) for i, g in enumerate(reading.groups)]
        if reading.shape in ("orphans", "scattered", "knitted"):
            left = list(t.in_order([*map(t.kind_of, self.hand.concealed), t.kind_of(self.hand.win)]))
            for g in reading.groups[reading.melds :]:
                for kind in g.tiles[:3]:
                    if kind in left:
                        left.remove(kind)
            place = left.index(win) if win in left and reading.won < 0 else None
            groups.append(
                GroupView(kind="tiles", tiles=codes(left), meld=None, source=None, concealed=True, won=place, jokers=[])
            )
        parts = [group_text(g, self.lang) for g in reading.groups]
        if groups and groups[-1].kind == "tiles":
            parts.append(tile_text([t.kind_of(k) for k in left], self.lang))
        return ReadingView(
            shape=cast("Any", reading.shape),
            shape_text=self.pick(*SHAPES[reading.shape]),
            groups=groups,
            text=self.pick("　", "  ").join(parts),
            wait=self._wait(reading),
        )

    def _wait(self, reading: Reading) -> str:
        if reading.won < 0 or reading.shape not in ("sets", "knitted", "pairs"):
            return ""
        group = reading.groups[reading.won]
        name = group.type if group.type != "chow" else None
        name = name or (
            "middle" if group.status & STATUS["won_middle"] else "edge" if group.status & STATUS["won_edge"] else "open"
        )
        return self.pick(*WAITS[name])

    def _group(self, group: Group, place: int, reading: Reading) -> GroupView:
        meld: Meld | None = self.hand.melds[place] if place < reading.melds and place < len(self.hand.melds) else None
        tiles: list[t.Tile] = list(group.tiles)
        if meld is not None and len(meld.tiles) == len(tiles):
            tiles = list(t.in_order(meld.tiles))
        kind = "kong" if group.type == "pung" and group.status & STATUS["kong"] else group.type
        return GroupView(
            kind=cast("Any", kind), tiles=codes(tiles), meld=meld.way if meld else None, source=meld.source if meld else None,
            concealed=bool(group.status & STATUS["concealed"]), won=reading.won_position if place == reading.won else None,
            jokers=[i for i in range(4) if group.wild >> i & 1],
        )  # fmt: skip

    def _others(self) -> list[OtherReading]:
        """Give the best other readings; readings that differ in nothing that can be seen are one."""
        seen = {_seen(self.taken)} if self.taken else set()
        ranked = (
            sorted(self.traces, key=lambda x: (x.status == 0, x.rank), reverse=True) if len(self.traces) > 1 else []
        )
        found: list[OtherReading] = []
        for trace in ranked:
            if _seen(trace) in seen or len(found) == OTHERS:
                continue
            seen.add(_seen(trace))
            view = self._reading(Reading.of(trace.reading), trace.win)
            names = [
                f.zh if self.lang == "zh" else f.en
                for f, n in zip(self.rules.items, trace.counts, strict=False)
                if n and self._listed(f)
            ]
            where = f"{view.text}{self.pick('（', ' (')}{view.wait}{self.pick('）', ')')}" if view.wait else view.text
            found.append(OtherReading(text=where, total=trace.total, legal=trace.status == 0, items=names))
        return found

    # ------------------------------------------------------------------ items

    def _listed(self, fan: Fan) -> bool:
        return next(g.listed for g in self.rules.groups if g.name == fan.group)

    def _items(self, *, listed: bool) -> list[Item]:
        judged = self.judged
        if judged is None:
            return []
        return [
            Item(zh=f.zh, en=f.en, ja=f.ja, group=f.group, count=judged.counts[i], amount=judged.amounts[i], written=f.written.format(judged.amounts[i]),
                 clause=f.clause, why=self._why(f, i))
            for i, f in enumerate(self.rules.items) if judged.counts[i] and self._listed(f) == listed
        ]  # fmt: skip

    def _why(self, fan: Fan, place: int) -> str:
        judged = self.judged
        assert judged is not None
        if place not in judged.present:
            source = next((f for f in self.rules.items if fan.zh in f.turns.values()), fan)
            return self.pick(f"由{source.zh}转来", f"by {source.en}")
        text = self.reasons.why(fan, place)
        fate = judged.fates.get(place)
        if fate is not None and fate.cause == "taken":
            text += self.pick(f"（已计入{self._name(fate.by)}的除外）", f" (less what {self._name(fate.by)} holds)")
        return text

    def _name(self, name: str) -> str:
        return name if self.lang == "zh" else next((f.en for f in self.rules.items if f.zh == name), name)

    def _left_out(self) -> list[LeftOut]:
        judged = self.judged
        if judged is None:
            return []
        result: list[LeftOut] = []
        for i, fan in enumerate(self.rules.items):
            fate = judged.fates.get(i)
            if fate is None or judged.counts[i] or not self._listed(fan):
                continue
            clause = next(
                (f.clause for k, f in enumerate(self.rules.items) if f.zh == fate.by and k in judged.present), ""
            )
            group = next((g for g in self.rules.groups if g.name == fate.by), None)
            name = self._name(fate.by)
            why = {
                "excluded": (f"{name}已包含", f"part of {name}"),
                "silenced": (f"有{group.zh if group else name}时不计", f"nothing beside {group.en if group else name}"),
                "used": ("所用的副已计入别的番种", "its sets are used by other items"),
                "lower": (f"只计最高的：{name}", f"only the highest counts: {name}"),
                "turned": (f"改计为{name}", f"counted as {name}"),
                "taken": (f"已计入{name}", f"held by {name}"),
            }[fate.cause]
            result.append(LeftOut(zh=fan.zh, en=fan.en, ja=fan.ja, clause=fan.clause, cause=fate.cause, by=fate.by,
                                  by_clause=clause, why=self.pick(*why)))  # fmt: skip
        return result

    def _near_misses(self) -> list[NearMiss]:
        """Items with one part of the condition missing, and that nearly there; those that would not count are left out."""
        judged = self.judged
        if judged is None:
            return []
        found: list[tuple[float, int, NearMiss]] = []
        shown = {f.zh for i, f in enumerate(self.rules.items) if i in judged.present}
        excluded = {name for i in judged.present for name in self.rules.items[i].excludes}
        alive = {self.rules.items[i].group for i in judged.present}
        for fan in self.rules.items:
            group = next(g for g in self.rules.groups if g.name == fan.group)
            if (
                fan.alone
                or fan.sets
                or fan.zh in shown
                or fan.zh in excluded
                or not group.listed
                or group.unless in alive
            ):
                continue
            failing = [x for x in conjuncts(fan.when) if not judged.values.of(x)]
            if len(failing) != 1 or judged.values.of(fan.each) <= 0:
                continue
            away = self.reasons.distance(failing[0])
            amount = judged.values.of(fan.value) * judged.values.of(fan.each)
            top = max(
                (
                    judged.amounts[i]
                    for i, f in enumerate(self.rules.items)
                    if judged.counts[i] and f.group == fan.group
                ),
                default=0,
            )
            if not 0 < away <= NEAREST or amount <= 0 or (group.combine == "highest" and amount <= top):
                continue
            missing = self.reasons.missing(failing[0], deep=True)
            found.append(
                (
                    away,
                    -amount,
                    NearMiss(zh=fan.zh, en=fan.en, ja=fan.ja, clause=fan.clause, amount=amount, missing=missing),
                )
            )
            shown.add(fan.zh)
        return [near for _, _, near in sorted(found, key=lambda x: x[:2])[:NEAR_MISSES]]

    # ------------------------------------------------------------------ numbers and money

    def _figures(self) -> list[Figure]:
        values = self.score.figures
        return [
            Figure(key=f.key, text=self.pick(f.zh, f.en), value=values[f.key])
            for f in self.rules.figures
            if f.key in values
        ]

    def _arithmetic(self) -> list[Line]:
        judged = self.judged
        if judged is None:
            return []
        arithmetic = Arithmetic(judged, judged.values, self.lang)
        roots: list[Int] = [f.value for f in self.rules.figures if judged.values.of(f.value)]
        roots += [self.rules.value, *self.rules.steps.values()]
        names = {id(f.value): self.pick(f.zh, f.en) for f in self.rules.figures}
        result: list[Line] = []
        for line in arithmetic.lines(*roots):
            label = line.expr.label if isinstance(line.expr, Apply) else None
            name = names.get(id(line.expr)) or (self.pick(label.zh, label.en) if label else self.pick("合计", "total"))
            if any(old.text == line.text for old in result):
                continue
            result.append(Line(name=name, text=line.text, value=line.value))
        return result

    def _requirements(self) -> list[Check]:
        judged = self.judged
        if judged is None:
            return []
        return [
            Check(text=self.reasons.say(r.condition), clause=r.clause, met=bool(judged.values.of(r.condition)),
                  missing="" if judged.values.of(r.condition) else self.reasons.missing(r.condition, deep=True))
            for r in self.rules.requires
        ]  # fmt: skip

    def _paid(self) -> list[Paid]:
        assert self.judged is not None
        return self.judged.pay(self.hand.seat, lambda spec, seat: payer_value(self.rules, self.hand, spec, seat))

    def _transfer(self, paid: Paid) -> Transfer:
        assert self.judged is not None
        amount = paid.money.amount
        arithmetic = Arithmetic(self.judged, paid.values, self.lang)
        if isinstance(amount, Apply) and not amount.label:
            formula = arithmetic.line(amount)
        else:
            label = amount.label if isinstance(amount, Apply) else None
            formula = f"{self.pick(label.zh, label.en)} {number(paid.amount)}" if label else number(paid.amount)
        source, to, points = paid.source, paid.to, paid.amount
        return Transfer(
            source=None if source < 0 else source, to=None if to < 0 else to, amount=points, text=self.pick(paid.money.zh, paid.money.en),
            formula=formula, clause=paid.money.clause,
        )  # fmt: skip

    # ------------------------------------------------------------------ refusals

    def _refusal(self) -> RefusalView | None:
        refusal = self.score.refusal
        if refusal is None:
            return None
        missing = ""
        if self.status == "shape":
            missing = self._shape_missing()
        elif self.judged is not None and self.judged.failed is not None:
            missing = self.reasons.missing(self.rules.requires[self.judged.failed].condition, deep=True)
        return RefusalView(text=self.pick(refusal.zh, refusal.en), clause=refusal.clause, missing=missing)

    def _shape_missing(self) -> str:
        """Tell what the hand waits for, or how far it is from waiting."""
        wild = set(self.hand.jokers)
        kinds = [t.kind_of(k) for k in self.hand.concealed]
        counts = bytes(sum(k == kind and k not in wild for k in kinds) for kind in range(34))
        jokers = sum(k in wild for k in kinds)
        shapes = 0
        for s in self.rules.shapes:
            shapes |= {
                "sets": _kernel.SETS, "pairs": _kernel.DISTINCT_PAIRS if s.distinct else _kernel.PAIRS, "orphans": _kernel.ORPHANS,
                "scattered": _kernel.SCATTERED, "knitted": _kernel.KNITTED,
            }.get(s.kind, 0)  # fmt: skip
        try:
            away = _kernel.shanten(counts, shapes, jokers=jokers)
            if away > 0:
                return self.pick(f"没有听牌，还差{away}张才听", f"not ready: {away} tile{'s' * (away > 1)} from ready")
            waiting = [k for k in _kernel.waits(counts, shapes, jokers=jokers) if self.rules.game.tiles.mask >> k & 1]
        except ValueError:
            return ""
        listed = (
            "、".join(t.name_zh(k) for k in waiting) if self.lang == "zh" else ", ".join(write([k]) for k in waiting)
        )
        return self.pick(f"听的是{listed}", f"the hand waits for {listed}") if waiting else ""


def _seen(trace: _kernel.Trace) -> tuple[Any, ...]:
    """Tell what of a reading can be seen: its groups, and which one the winning tile completes and how."""
    shape, _, won, place, groups = trace.reading
    seen = STATUS["won"] | STATUS["won_middle"] | STATUS["won_edge"]
    return (
        shape,
        tuple(sorted((g[0], g[1], g[3] & seen) for g in groups)),
        won < 0 or place >= 0,
    )


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode())
