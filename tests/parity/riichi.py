"""`python tests/parity/riichi.py [hands] [--seed S]`: riichi beside `mahjong` 2.1.0 and riichienv on random finished hands.

Compared are: whether the hand may win, the items with their han, the sum of han, fu, and what each seat pays and gets (honba
and riichi sticks included). riichienv always has our default options; `mahjong` is asked under each of `OPTIONS` in turn.

`DIFFERENCES` is the whole list of what they do their own way. An entry is no excuse for a hand: it is a change to our rules, so
small that it can be read beside its clause; with it in force everything must be *equal*.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_
from random import Random
from time import perf_counter

import quepu.rules as lang
from quepu.batch import score_many
from quepu.bench.wins import ADDED, CHOW, CONCEALED, DISCARD, KONG, PUNG, ROB, SELF, Win, Wins, records
from quepu.notation import write
from quepu.rules.facts import CONTEXT
from quepu.rulesets.riichi import DAISHARIN, FU, riichi
from quepu.rulesets.riichi import YAKUMAN as YAKUMAN_HAN
from quepu.tiles import RED

SHAPES = {"pairs": 8, "orphans": 2, "gates": 2, "shifted": 1, "related": 15, "dragons": 1, "scattered": 1, "knitted": 1}
WORDS = ("last-tile", "last-discard", "after-kong", "heavenly", "earthly", "ready", "double-ready", "one-shot")
LAST_TILE, LAST_DISCARD, AFTER_KONG, HEAVENLY, EARTHLY, READY, DOUBLE_READY, ONE_SHOT = (
    1 << CONTEXT.index(word) for word in WORDS
)
RED_IDS = frozenset((16, 52, 88))
TILE = [i // 4 | RED if i in RED_IDS else i // 4 for i in range(136)]

# Our options, and the same said to `mahjong`, which has no red fives and no open 断幺九 unless told.
USUAL = {"has_aka_dora": True, "has_open_tanyao": True}
OPTIONS = [
    ({}, USUAL),
    ({"double_yakuman": False}, USUAL | {"has_double_yakuman": False}),
    ({"kazoe": "sanbaiman", "kiriage": True}, USUAL | {"kazoe_limit": 1, "kiriage": True}),
    ({"open_tanyao": False, "red_fives": 0}, {}),
    ({"daisharin": "any"}, USUAL | {"has_daisharin": True, "has_daisharin_other_suits": True}),
]

# ------------------------------------------------------------------------------------------------ what differs, and why


def item(name, when):
    """A change of the condition of one item."""
    return lambda game: replace(game, items=[replace(f, when=when(f.when)) if f.zh == name else f for f in game.items])


def pairs_2_to_8(suit):
    return reduce(and_, (lang.hand.count(lang.tiles(f"{rank}{suit}")) == 2 for rank in range(2, 9)))


WHEELS = reduce(or_, map(pairs_2_to_8, "mps"))  # melds counted in, unlike `hand.numbers`


@dataclass(frozen=True, eq=False)
class Difference:
    """One thing that a package does its own way: the clause that decides for ours, and what to change to get theirs."""

    who: str
    name: str
    clause: str
    change: Callable


DIFFERENCES = [
    Difference(
        "riichienv",
        "of equal payments thirteen han counted together are shown before a real yakuman: more han first, then more fu",
        "RI-C01",
        lambda game: replace(game, best=[game.best[0], game.value, lang.where(YAKUMAN_HAN > 0, 0, FU)]),
    ),
    Difference(
        "riichienv",
        "国士无双 by 天和 has always thirteen waits, whichever tile came last",
        "RI-X11",
        item("国士无双十三面", lambda when: when | (lang.shape.orphans & lang.win.heavenly)),
    ),
    Difference(
        "mahjong",
        "of readings that RI-C01 leaves equal the one with more fu before rounding is shown",
        "RI-C01",
        lambda game: replace(game, best=[*game.best, lang.total("fu")]),
    ),
    Difference(
        "mahjong",
        "大车轮 also with open melds (an option there and here)",
        "RI-S55",
        item("大车轮", lambda when: when | (WHEELS & DAISHARIN.is_("any"))),
    ),
]


def rules(who, options, left_out=None):
    """Our rules under some options as a package would have them; `left_out` is a difference to leave as ours."""
    game = riichi
    for one in DIFFERENCES:
        if one.who == who and one is not left_out:
            game = one.change(game)
    return lang.compile(game, options)


PLAIN = lang.compile(riichi, {})
RIICHIENV_RULES, MAHJONG_RULES = rules("riichienv", {}), [rules("mahjong", ours) for ours, _ in OPTIONS]
WITHOUT = {
    one: [rules(one.who, ours, one) for ours, _ in (OPTIONS if one.who == "mahjong" else OPTIONS[:1])]
    for one in DIFFERENCES
}

# Their names of the items, in the order of ours.
MAHJONG = dict(
    zip(
        (
            "Riichi", "Double Riichi", "Ippatsu", "Menzen Tsumo", "Tanyao", "Pinfu", "Iipeiko", "Yakuhai (haku)", "Yakuhai (hatsu)", "Yakuhai (chun)",
            "Chankan", "Rinshan Kaihou", "Haitei Raoyue", "Houtei Raoyui", "Chiitoitsu", "Chantai", "Ittsu", "Sanshoku Doujun", "Sanshoku Doukou",
            "Toitoi", "San Ankou", "San Kantsu", "Shou Sangen", "Honroutou", "Ryanpeikou", "Junchan", "Honitsu", "Chinitsu", "Tenhou", "Chiihou",
            "Daisangen", "Suu Ankou", "Suu Ankou Tanki", "Tsuu Iisou", "Ryuuiisou", "Chinroutou", "Kokushi Musou", "Kokushi Musou Juusanmen Matchi",
            "Shousuushii", "Dai Suushii", "Suu Kantsu", "Chuuren Poutou", "Daburu Chuuren Poutou", "Dora", "Aka Dora", "Ura Dora",
        ),
        (
            "立直", "两立直", "一发", "门前清自摸和", "断幺九", "平和", "一杯口", "白", "发", "中",
            "抢杠", "岭上开花", "海底捞月", "河底捞鱼", "七对子", "混全带幺九", "一气通贯", "三色同顺", "三色同刻",
            "对对和", "三暗刻", "三杠子", "小三元", "混老头", "二杯口", "纯全带幺九", "混一色", "清一色", "天和", "地和",
            "大三元", "四暗刻", "四暗刻单骑", "字一色", "绿一色", "清老头", "国士无双", "国士无双十三面",
            "小四喜", "大四喜", "四杠子", "九莲宝灯", "纯正九莲宝灯", "宝牌", "红宝牌", "里宝牌",
        ),
        strict=True,
    )
)  # fmt: skip
MAHJONG |= {
    f"Yakuhai ({which} wind {name})": item
    for which, item in (("seat", "自风"), ("round", "场风"))
    for name in ("east", "south", "west", "north")
}
MAHJONG |= dict.fromkeys(("Daisharin", "Daisuurin", "Daichikurin"), "大车轮")
RIICHIENV = {
    1: "门前清自摸和", 2: "立直", 3: "抢杠", 4: "岭上开花", 5: "海底捞月", 6: "河底捞鱼", 7: "白", 8: "发", 9: "中", 10: "自风", 11: "场风", 12: "断幺九",
    13: "一杯口", 14: "平和", 15: "混全带幺九", 16: "一气通贯", 17: "三色同顺", 18: "两立直", 19: "三色同刻", 20: "三杠子", 21: "对对和", 22: "三暗刻",
    23: "小三元", 24: "混老头", 25: "七对子", 26: "纯全带幺九", 27: "混一色", 28: "二杯口", 29: "清一色", 30: "一发", 31: "宝牌", 32: "红宝牌", 33: "里宝牌",
    35: "天和", 36: "地和", 37: "大三元", 38: "四暗刻", 39: "字一色", 40: "绿一色", 41: "清老头", 42: "国士无双", 43: "小四喜", 44: "四杠子",
    45: "九莲宝灯", 47: "纯正九莲宝灯", 48: "四暗刻单骑", 49: "国士无双十三面", 50: "大四喜",
}  # fmt: skip
LISTED = {group.name for group in riichi.all_groups if group.listed}
YAKUMAN = frozenset(fan.zh for fan in riichi.items if fan.group == "yakuman")

# ------------------------------------------------------------------------------------------------ hands


@dataclass(slots=True)
class Finished:
    """A finished hand in the 136 tiles that exist (`4 * kind + copy`; copy 0 of a five is the red one) and all else that counts."""

    hand: Win
    tiles: list[int]
    win: int
    melds: list[list[int]]
    context: int
    dora: list[int]
    ura: list[int]
    honba: int
    sticks: int

    def __str__(self):
        def shown(ids):
            return write([TILE[i] for i in sorted(ids)])

        words = [word for i, word in enumerate(CONTEXT) if self.context >> i & 1]
        melds = [
            f"{('chow', 'pung', 'kong', 'added', 'concealed')[way]} {shown(ids)}"
            for (way, _, _), ids in zip(self.hand.melds, self.melds, strict=True)
        ]
        by = ("self", "discard", "rob")[self.hand.by]
        return (
            f"{shown(self.tiles)} + {shown([self.win])} {melds} {by} seat {self.hand.seat} round {write((self.hand.round,))} "
            f"dora {shown(self.dora)} ura {shown(self.ura)} honba {self.honba} sticks {self.sticks} {words}"
        )


def finished(seed):
    """Random hands without end, with every circumstance that the tiles allow."""
    random = Random(seed)
    for hand in Wins(seed, SHAPES).hands():
        copies = [None] * 34

        def take(kind, copies=copies):
            if copies[kind] is None:
                copies[kind] = random.sample(range(4 * kind, 4 * kind + 4), 4)
            return copies[kind].pop()

        melds = [
            [take(k) for k in ((kind, kind + 1, kind + 2) if way == CHOW else [kind] * (3 if way == PUNG else 4))]
            for way, kind, _ in hand.melds
        ]
        tiles, win = [take(kind) for kind in hand.tiles], take(hand.win)
        kongs = sum(way in (KONG, ADDED, CONCEALED) for way, _, _ in hand.melds)
        turned = random.randrange(1, 3 + kongs)
        indicators = []
        while len(indicators) < 2 * turned:
            kind = random.randrange(34)
            if copies[kind] != []:
                indicators.append(take(kind))
        context = circumstances(random, hand, kongs)
        yield Finished(
            hand, tiles, win, melds, context, indicators[:turned], indicators[turned:], random.choice((0, 0, random.randrange(9))),
            random.choice((0, 0, random.randrange(5))),
        )  # fmt: skip


def circumstances(random, hand, kongs):
    """Words about a hand, none of which contradicts another."""
    context = 0
    closed = all(way == CONCEALED for way, _, _ in hand.melds)
    if hand.by == SELF and not hand.melds and random.random() < 0.05:
        return EARTHLY if hand.seat else HEAVENLY
    if closed and random.random() < 0.5:
        context |= DOUBLE_READY if random.random() < 0.2 else READY
    if hand.by == SELF and kongs and random.random() < 0.4:
        context |= AFTER_KONG
    elif context and random.random() < 0.3:
        context |= ONE_SHOT
    if hand.by == SELF and random.random() < 0.1:
        context |= LAST_TILE
    if hand.by == DISCARD and random.random() < 0.1:
        context |= LAST_DISCARD
    return context


def pack(hands):
    """Their packed records for our batches."""
    rules = PLAIN
    packed = records(rules, [one.hand for one in hands])
    packed["tiles"] = [[TILE[i] for i in one.tiles] + [0] * (20 - len(one.tiles)) for one in hands]
    packed["win"] = [TILE[one.win] for one in hands]
    reds = [[len(RED_IDS.intersection(ids)) for ids in one.melds] for one in hands]
    packed["melds"]["reds"] = [each + [0] * (6 - len(each)) for each in reds]
    packed["context"] = [one.context for one in hands]
    for key, field in (("indicators", "dora"), ("ura", "ura")):
        lists = [[i // 4 for i in getattr(one, field)] for one in hands]
        packed["lists"][:, rules.slots.lists[key]] = [kinds + [0xFF] * (14 - len(kinds)) for kinds in lists]
    for key in ("honba", "sticks"):
        packed["inputs"][:, rules.slots.numbers[key]] = [getattr(one, key) for one in hands]
    return packed


# ------------------------------------------------------------------------------------------------ what each says


@dataclass(slots=True)
class Answer:
    """What somebody says a hand is worth. `fu` is None beside a yakuman, where it has no meaning; nothing at all = no win."""

    han: int = 0
    fu: int | None = None
    payments: tuple[int, ...] = ()
    items: frozenset = frozenset()  # of names
    amounts: tuple = ()  # (name, han) in order, where they are told


NO_WIN = Answer()


def our_answers(rules, packed):
    """Ours, in one batch; fu comes from the single call, which must agree with the batch."""
    batch = score_many(rules, packed)
    raw, answers = packed.tobytes(), []
    names = [fan.zh for fan in rules.items]
    yakuman = {i for i, fan in enumerate(rules.items) if fan.group == "yakuman"}
    listed = [i for i, fan in enumerate(rules.items) if fan.group in LISTED]
    for row, (status, total) in enumerate(zip(batch.status.tolist(), batch.total.tolist(), strict=True)):
        if status:
            answers.append(NO_WIN)
            continue
        amounts = batch.amounts[row].tolist()
        found = [i for i in listed if amounts[i]]
        score = rules.program.score(raw[160 * row : 160 * row + 160])
        payments = tuple(batch.payments[row].tolist())
        assert (score.total, tuple(score.payments)) == (total, payments)
        fu = None if not yakuman.isdisjoint(found) else score.figures[0]
        answers.append(
            Answer(
                total,
                fu,
                payments,
                frozenset(names[i] for i in found),
                tuple(sorted((names[i], amounts[i]) for i in found)),
            )
        )
    return answers


def paid(one, on_tile, dealer, other):
    """Points by seat: what the giver of the tile pays, or the dealer and each other player."""
    payments = [0, 0, 0, 0]
    seat = one.hand.seat
    for payer in range(4):
        amount = (
            0
            if payer == seat
            else (dealer if payer == 0 else other)
            if one.hand.by == SELF
            else on_tile * (payer == one.hand.source)
        )
        payments[payer] -= amount
        payments[seat] += amount
    payments[seat] += 1000 * one.sticks
    return tuple(payments)


def riichienv_answer(one):
    """riichienv's own evaluator (its Python wrapper adds the winning tile a second time beside two kongs)."""
    from riichienv import Meld, MeldType
    from riichienv._riichienv import Conditions, HandEvaluator, Wind

    winds = (Wind.East, Wind.South, Wind.West, Wind.North)
    types = (MeldType.Chi, MeldType.Pon, MeldType.Daiminkan, MeldType.Kakan, MeldType.Ankan)
    hand, context = one.hand, one.context
    melds = [Meld(types[way], ids, way != CONCEALED) for (way, _, _), ids in zip(hand.melds, one.melds, strict=True)]
    drawn = hand.by == SELF
    conditions = Conditions(
        drawn, bool(context & READY), bool(context & DOUBLE_READY), bool(context & ONE_SHOT),
        bool(context & LAST_TILE and not context & AFTER_KONG), bool(context & LAST_DISCARD), bool(context & AFTER_KONG), hand.by == ROB,
        bool(context & (HEAVENLY | EARTHLY)), winds[hand.seat], winds[hand.round - 27], 0, one.honba,
    )  # fmt: skip
    said = HandEvaluator([*one.tiles, one.win], melds).calc(
        one.win, one.dora, one.ura if context & (READY | DOUBLE_READY) else [], conditions
    )
    if not said.is_win:
        return NO_WIN
    items = frozenset(RIICHIENV[number] for number in said.yaku)
    payments = paid(one, said.ron_agari, said.tsumo_agari_oya, said.tsumo_agari_ko)
    return Answer(said.han, None if YAKUMAN & items else said.fu, payments, items)


def mahjong_answer(one, options):
    """What `mahjong` says."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld

    hand, context = one.hand, one.context
    types = (Meld.CHI, Meld.PON, Meld.KAN, Meld.SHOUMINKAN, Meld.KAN)
    melds = [
        Meld(types[way], sorted(ids), way != CONCEALED) for (way, _, _), ids in zip(hand.melds, one.melds, strict=True)
    ]
    config = HandConfig(
        is_tsumo=hand.by == SELF, is_riichi=bool(context & READY), is_ippatsu=bool(context & ONE_SHOT), is_rinshan=bool(context & AFTER_KONG),
        is_chankan=hand.by == ROB, is_haitei=bool(context & LAST_TILE and not context & AFTER_KONG), is_houtei=bool(context & LAST_DISCARD),
        is_daburu_riichi=bool(context & DOUBLE_READY), is_tenhou=bool(context & HEAVENLY), is_chiihou=bool(context & EARTHLY),
        player_wind=27 + hand.seat, round_wind=hand.round, kyoutaku_number=one.sticks, tsumi_number=one.honba, options=OptionalRules(**options),
    )  # fmt: skip
    every = [*one.tiles, one.win, *(i for ids in one.melds for i in ids)]
    said = HandCalculator.estimate_hand_value(every, one.win, melds, one.dora, config, ura_dora_indicators=one.ura)
    if said.error:
        return NO_WIN
    cost = said.cost
    main, additional = cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"]
    payments = paid(one, main, main, additional)
    opened = said.is_open_hand
    amounts = tuple(
        sorted(
            (MAHJONG[yaku.name], yaku.han_open if opened and yaku.han_open else yaku.han_closed) for yaku in said.yaku
        )
    )
    items = frozenset(name for name, _ in amounts)
    return Answer(said.han, None if YAKUMAN & items else said.fu, payments, items, amounts)


# ------------------------------------------------------------------------------------------------ comparing


def agree(ours, theirs):
    return (ours.han, ours.fu, ours.payments) == (theirs.han, theirs.fu, theirs.payments) and (
        ours.amounts == theirs.amounts if theirs.amounts else ours.items == theirs.items
    )


def compare(hands, number):
    """How often each answer was equal or explained, and what nothing explains; `mahjong` under the options of this number."""
    packed, seen, wrong = pack(hands), Counter(), []
    usual, chosen = our_answers(RIICHIENV_RULES, packed), our_answers(MAHJONG_RULES[number], packed)
    for difference, without in WITHOUT.items():
        theirs = RIICHIENV_RULES if difference.who == "riichienv" else MAHJONG_RULES[number]
        a, b = score_many(theirs, packed), score_many(without[number % len(without)], packed)
        seen[difference] = int(((a.amounts != b.amounts).any(1) | (a.payments != b.payments).any(1)).sum())
    for row, one in enumerate(hands):
        for who, ours, theirs in (
            ("riichienv", usual[row], riichienv_answer(one)),
            ("mahjong", chosen[row], mahjong_answer(one, OPTIONS[number][1])),
        ):
            seen[who, "win" if ours is not NO_WIN else "no win"] += 1
            if not agree(ours, theirs):
                wrong.append((who, one, ours, theirs))
    return seen, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hands", type=int, nargs="?", default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start, seen, wrong = perf_counter(), Counter(), 0
    supply = finished(given.seed)
    for turn, done in enumerate(range(0, given.hands, 5_000)):
        shown, unexplained = compare([next(supply) for _ in range(min(5_000, given.hands - done))], turn % len(OPTIONS))
        seen += shown
        for who, hand, ours, theirs in unexplained[: max(0, 20 - wrong)]:
            print(f"{hand} {OPTIONS[turn % len(OPTIONS)][0]}\n  ours:     {ours}\n  {who}: {theirs}")
        wrong += len(unexplained)
    print(f"{given.hands:,} hands, {wrong} unexplained, {perf_counter() - start:.0f} s")
    for what, times in seen.items():
        shown = f"{what.who}: {what.name} [{what.clause}]" if isinstance(what, Difference) else ": ".join(what)
        print(f"{times:9,}  {shown}")
    return min(1, wrong)


if __name__ == "__main__":
    sys.exit(main())
