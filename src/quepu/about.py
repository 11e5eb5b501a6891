"""What is known of a scoring item: its worth under every preset, how it is decided, what it silences, its example hands."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from quepu.clauses import Clause, clauses
from quepu.examples import Pair, examples
from quepu.rules.expr import Int, Words, value_of
from quepu.rules.facts import Counted
from quepu.rules.game import Game
from quepu.rules.items import Fan, Group
from quepu.rules.lower import Compiled
from quepu.rules.options import OptionError, Preset
from quepu.rules.words import Language, say, vocabulary
from quepu.rulesets import games
from quepu.scoring import Line, Score, rules_for


@dataclass(frozen=True)
class Worth:
    """What an item is worth under one preset: the amount in words, both languages; None where it does not exist."""

    preset: Preset
    amount: Words | None


@dataclass(frozen=True)
class Same:
    """The example hand of an item under one preset: what it scores there, and what stands in the item's place."""

    preset: Preset
    score: Score
    line: Line | None


@dataclass(frozen=True, eq=False)
class Item:
    """One scoring item of a rule system; rows of the rule file that share a name are one item."""

    game: Game
    fans: tuple[Fan, ...]

    @property
    def zh(self) -> str:
        """Its Chinese name, by which case files call it."""
        return self.fans[0].zh

    @property
    def en(self) -> str:
        """Its English name."""
        return self.fans[0].en

    @property
    def ja(self) -> str:
        """Its Japanese name; empty if it has none."""
        return self.fans[0].ja

    @property
    def clause(self) -> str:
        """The number of its clause."""
        return self.fans[0].clause

    @property
    def text(self) -> Clause | None:
        """Its clause."""
        return clauses(self.game.spec).get(self.clause)

    @property
    def group(self) -> Group:
        """The group in which it combines with others."""
        return next(group for group in self.game.all_groups if group.name == self.fans[0].group)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called: Chinese (also the local names of its clause), English, Japanese."""
        alone = {fan.zh for fan in self.game.items if fan.clause == self.clause} == {self.zh}
        local = self.text.names if self.text and alone else ()
        return tuple(name for name in dict.fromkeys((self.zh, *local, self.en, self.ja)) if name)

    @property
    def excludes(self) -> tuple[str, ...]:
        """The items that it silences."""
        return tuple(dict.fromkeys(name for fan in self.fans for name in fan.excludes))

    @property
    def excluded_by(self) -> tuple[str, ...]:
        """The items that silence it."""
        return tuple(dict.fromkeys(fan.zh for fan in self.game.items if self.zh in fan.excludes))

    @property
    def hands(self) -> Pair:
        """Its example hands."""
        return examples(self.game.id).get(self.zh, Pair())

    @property
    def worth(self) -> tuple[Worth, ...]:
        """What it is worth under each preset."""
        result = []
        for preset, rules in compiled(self.game).items():
            amounts = [amount_of(fan, self.game) for fan in rules.items if fan.zh == self.zh]
            joined = Words(" / ".join(a.zh for a in amounts), " / ".join(a.en for a in amounts)) if amounts else None
            result.append(Worth(self.game.preset(preset), joined))
        return tuple(result)

    @property
    def definitions(self) -> tuple[tuple[Words, tuple[Preset, ...]], ...]:
        """How it is decided, in words, with the presets of which that is true."""
        found: dict[Words, list[Preset]] = {}
        for preset, rules in compiled(self.game).items():
            words = [definition(fan, self.game) for fan in rules.items if fan.zh == self.zh]
            if words:
                joined = Words("；或".join(w.zh for w in words), "; or ".join(w.en for w in words))
                found.setdefault(joined, []).append(self.game.preset(preset))
        if not found:  # an option brings it in: no preset has it
            return ((definition(self.fans[0], self.game), ()),)
        return tuple((words, tuple(presets)) for words, presets in found.items())

    @property
    def mentions(self) -> tuple[Clause, ...]:
        """The other clauses that speak of it by its Chinese name, decisions left out."""
        longer = [fan.zh for fan in self.game.items if self.zh in fan.zh and fan.zh != self.zh]

        def speaks(text: str) -> bool:
            for name in longer:
                text = text.replace(name, "")
            return self.zh in text

        return tuple(
            clause for clause in clauses(self.game.spec).values()
            if clause.id != self.clause and clause.id[3] != "X" and not clause.cells and speaks(clause.text)
        )  # fmt: skip

    def same_hand(self) -> tuple[Same, ...]:
        """Score the example hand under every preset. Where the item itself does not count, `line` is what a clause that mentions it has instead."""
        yes = self.hands.yes
        if yes is None or len(self.game.presets) < 2:
            return ()
        here = {line.fan.zh for line in yes.score.all_lines}
        spoken = [clause.text for clause in (*self.mentions, *((self.text,) if self.text else ()))]
        result = []
        for preset in self.game.presets:
            try:
                score = yes.under(preset.id)
            except OptionError:  # its options are not to be had there
                continue
            own = [line for line in score.all_lines if line.fan.zh == self.zh]
            instead = [
                line for line in score.all_lines if line.fan.zh not in here and any(line.fan.zh in text for text in spoken)
            ]  # fmt: skip
            best = own or sorted(instead, key=lambda line: -line.amount)
            result.append(Same(preset, score, best[0] if best else None))
        return tuple(result)


def lines_of(score: Score, item: str) -> tuple[Line, ...]:
    """Return the lines to show for an item; steps of a calculation, such as fu, only where it is one of them."""
    is_step = not items(score.rules.game)[item].group.listed
    return (*score.lines, *(score.steps if is_step else ()))


def total_of(score: Score, *, zh: bool) -> str:
    """Return a hand's worth with its unit, and the further numbers: "3 番 40 符"."""
    game = score.rules.game
    unit = f" {game.unit}" if zh else f" {game.unit_en}"
    further = "".join(f" {score.figures[f.key]} {f.zh if zh else f.en}" for f in game.figures if f.key in score.figures)
    return f"{score.total}{unit}{further}"


@functools.cache
def items(game: Game) -> Mapping[str, Item]:
    """Return the items of a rule system by their Chinese names, in the order of its table.

    >>> from quepu.rulesets import find
    >>> item = items(find("nanjing")[0])["双七对"]
    >>> [worth.amount and worth.amount.zh for worth in item.worth]
    [None, '80', '100']
    """
    fans: dict[str, list[Fan]] = {}
    for fan in game.items:
        fans.setdefault(fan.zh, []).append(fan)
    return MappingProxyType({name: Item(game, tuple(rows)) for name, rows in fans.items()})


def all_items() -> tuple[Item, ...]:
    """Return the items of all rule systems."""
    return tuple(item for game in games() for item in items(game).values())


@functools.cache
def compiled(game: Game) -> Mapping[str, Compiled]:
    """Return the rules under every preset, by its id."""
    return MappingProxyType({preset.id: rules_for(preset.id) for preset in presets(game)})


def presets(game: Game) -> tuple[Preset, ...]:
    """Return the presets of a rule system; one without any has its defaults."""
    return tuple(game.presets) or (game.preset(game.id),)


def _say(value: Int | int, lang: Language, game: Game) -> str:
    return say(value, lang, deep=True, names=vocabulary(game)) if isinstance(value, Int) else str(value)


def amount_of(fan: Fan, game: Game) -> Words:
    """Say what an item whose options are known is worth: "2", "若门前清则2，否则1", "2 each"."""
    zh, en = _say(fan.value, "zh", game), _say(fan.value, "en", game)
    factor = any(g.name == fan.group and g.combine == "product" for g in game.all_groups)
    written = "×{}".format if factor else fan.written.format
    many = fan.sets is not None or (not isinstance(fan.each, int) and value_of(fan.each) is None)
    return Words(f"每个 {written(zh)}" if many else written(zh), f"{written(en)} each" if many else written(en))


def definition(fan: Fan, game: Game) -> Words:
    """Say how an item whose options are known is decided.

    >>> from quepu.rulesets import find
    >>> game = find("riichi")[0]
    >>> definition(next(fan for fan in rules_for("riichi").items if fan.zh == "红宝牌"), game)
    Words(zh='每张红五', en='for each red five')
    """
    zh, en = [], []
    if value_of(fan.when) != 1:
        zh.append(_say(fan.when, "zh", game))
        en.append(_say(fan.when, "en", game))
    if fan.alone:
        others = [name for name in fan.beside if name in vocabulary(game)]
        beside = "（" + "、".join(others) + "除外）" if others else ""
        names = ", ".join(vocabulary(game)[name].en for name in others)
        zh.append(f"没有其他番种{beside}")
        en.append(f"nothing else counts{f' (but {names})' if names else ''}")
    if fan.sets:
        zh.append(f"每有一组：{fan.sets.words.zh}")
        en.append(f"for each set of {fan.sets.words.en}")
    elif isinstance(fan.each, Int) and value_of(fan.each) is None:
        if isinstance(fan.each, Counted):
            zh.append(f"每{fan.each.measure}{fan.each.noun.zh}")
            en.append(f"for each {fan.each.noun.en}")
        else:
            zh.append(f"个数为{_say(fan.each, 'zh', game)}")
            en.append(f"as many times as {_say(fan.each, 'en', game)}")
    return Words("；".join(zh) or "每次和牌", "; ".join(en) or "every win")
