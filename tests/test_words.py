"""Expressions in words: every expression of every rule system can be said, and what is said reads well."""

import re

import pytest

from quepu import rulesets
from quepu.rules import (
    Numbers,
    Option,
    Points,
    Several,
    capped,
    chow,
    chows,
    concealed,
    count,
    dots,
    dragons,
    every,
    exposed,
    flowers,
    hand,
    has,
    having,
    honors,
    jokers,
    kong,
    lookup,
    meld,
    of_win_kind,
    pair,
    payer,
    points,
    pung,
    pungs,
    ranks,
    round_up,
    seat_wind,
    simples,
    some,
    terminals,
    tiles,
    wait,
    where,
    win,
    winds,
    winner,
)  # fmt: skip
from quepu.rules import compile as compile_game
from quepu.rules import total as total_of
from quepu.rules.expr import Int, Present
from quepu.rules.words import say, vocabulary

GAMES = list(rulesets.games())
LADDER = next(option for option in GAMES[0].options if option.key == "ladder")
OPEN = Option("open", ("a", "b", "c"), "a", "暗号", names={"b": ("乙", "second")})
SEVERAL = Option("several", Several(("x", "y")), (), "几样", "several", names={"x": ("叉", "cross")})
CAP = Option("cap", points, 0, "封顶", "cap")

SNAPSHOT = [
    (count(pung) == 4, "刻子数＝4", "number of pungs = 4"),
    (hand.suits == 1, "花色数＝1", "number of suits = 1"),
    (count(pung & winds) >= 1, "有风牌刻子", "a pung of winds"),
    (count(pung & dragons & concealed) == 0, "没有箭牌暗刻", "no concealed pung of dragons"),
    (count(kong & exposed) >= 2, "至少2副明杠", "at least 2 exposed kongs"),
    (count(exposed) == 0, "没有明副露", "no exposed meld"),
    (hand.count(winds) == 0, "没有风牌", "no winds"),
    (hand.count(honors) > 0, "有字牌", "an honor"),
    (~(flowers.count == 0), "有花牌", "a flower tile"),
    (hand.only(terminals | honors), "全是幺九或字牌", "only terminals and honors"),
    (~hand.only(simples), "不全是中张", "not only simples"),
    (some(pair & tiles("5z")), "有白的将", "a pair of white dragons"),
    (~some(pair & seat_wind), "没有门风将", "no pair of the seat wind"),
    (every((pung & terminals) | (chow & having(terminals))), "每组皆是幺九刻子或带幺九的顺子", "every group is a pung of terminals or a chow with a terminal"),
    (every(having(ranks(5))), "每组皆带5", "every group with a 5"),
    (
        count(pung & meld & ~kong & of_win_kind) >= 1,
        "有副露、与和牌张相同的刻子（杠除外）",
        "a melded pung of the winning kind (kongs left out)",
    ),
    (chows(0, 3, 6, start=1).found, "同一花色的123、456、789", "123, 456, 789 of one suit"),
    (pungs(0, 1, 2).found, "同一花色依次高一的三副刻子", "three pungs of one suit, each one higher"),
    (chows(0, 0, 0, suits="abc").found, "三种花色同样的顺子各一副", "equal chows in three suits"),
    (win.self_draw & ~win.dealer, "自摸且非庄家", "self-draw and not dealer"),
    (win.self_draw & wait.edge & win.rob, "自摸，边张，且抢杠", "self-draw, edge wait and robbed kong"),
    (win.self_draw & (wait.edge | wait.closed), "自摸且（边张或嵌张）", "self-draw and (edge wait or closed wait)"),
    (~(win.self_draw | win.rob), "既非自摸也非抢杠", "neither self-draw nor robbed kong"),
    (payer != winner, "付者不是和家", "the payer is not the winner"),
    (payer == 0, "付者是庄家", "the payer is the dealer"),
    (where(win.dealer, 6, 4), "若庄家则6，否则4", "6 if dealer, else 4"),
    (lookup(flowers.count, {1: 5, 2: 8}), "按花牌张数：1 → 5、2 → 8、其他 → 0", "by number of flower tiles: 1 → 5, 2 → 8, otherwise → 0"),
    (round_up(hand.suits * 7, 10), "花色数 × 7（进到10的倍数）", "number of suits × 7 (rounded up to a multiple of 10)"),
    (capped(hand.suits, CAP.number), "花色数，至多封顶（0为不限）", "number of suits, at most cap (0: no limit)"),
    (2 ** (hand.suits - 1), "2的（花色数 − 1）次方", "2 to the power of (number of suits − 1)"),
    (2 * count(kong & exposed) + 3 * count(kong & concealed), "2 × 明杠数 + 3 × 暗杠数", "2 × number of exposed kongs + 3 × number of concealed kongs"),
    (~LADDER.is_("quads"), "七对的加番≠四张一样的种数", "ladder of seven pairs ≠ fours of a kind"),
    (OPEN.is_("b", "c"), "暗号＝乙/c", "open = second/c"),
    (SEVERAL.has("x"), "「叉」", "“cross”"),
    (SEVERAL.has("y"), "「y」", "“y”"),
    (jokers.held == 0, "没有混", "no jokers"),
    (win.tile_in(dots), "和牌张是筒", "winning tile is a dot"),
]  # fmt: skip


@pytest.mark.parametrize(("expr", "zh", "en"), SNAPSHOT, ids=lambda x: x if isinstance(x, str) else "")
def test_phrases_read_as_a_player_would_say_them(expr, zh, en):
    assert (say(expr, "zh"), say(expr, "en")) == (zh, en)


ALLOWED = [
    (OPEN, "a、乙（b）、c", "one of a, second (b), c"),
    (SEVERAL, "任选：叉（x）、y", "a list of cross (x), y"),
    (CAP, "0 至 1000000 的整数", "a whole number from 0 to 1000000"),
    (Option("p", Points(1, 9, ("x2",)), 1, names={"x2": ("翻倍", "doubled")}), "1 至 9 的整数，或翻倍（x2）", "a whole number from 1 to 9, or doubled (x2)"),
    (Option("n", Numbers(2, 60), (1, 2)), "2 个 -60 至 60 的整数", "a list of 2 whole numbers from -60 to 60"),
    (Option("r", range(9), 2), "0 至 8", "0 to 8"),
]  # fmt: skip


@pytest.mark.parametrize(("option", "zh", "en"), ALLOWED, ids=lambda x: x if isinstance(x, str) else "")
def test_what_an_option_allows(option, zh, en):
    assert (option.allowed.zh, option.allowed.en) == (zh, en)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_values_of_options_have_names(game):
    for option in game.options:
        values = (
            option.values.names if isinstance(option.values, Several) else getattr(option.values, "also", option.values)
        )
        words = {v for v in values if isinstance(v, str)} if isinstance(values, tuple) else set()
        assert words in (set(option.names), {"on", "off"}), option.key
        for zh, en in option.names.values():
            assert re.search("[一-鿿]", zh), option.key
            assert en.isascii(), option.key
        assert (
            len({zh for zh, _ in option.names.values()})
            == len({en for _, en in option.names.values()})
            == len(option.names)
        )


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_english_is_ascii_but_for_its_signs(game):
    """No Chinese word stands in an English phrase: neither in an item nor in a condition."""
    names = vocabulary(game)
    said = [say(expr, "en", deep=deep, names=names) for expr in expressions(game, game.items) for deep in (False, True)]
    said += [
        x.en
        for x in (
            *game.items,
            *game.options,
            *game.inputs,
            *game.payments,
            *game.requires,
            *game.figures,
            *game.all_groups,
        )
    ]
    assert not [text for text in said if re.search("[一-鿿]", text)]


def expressions(game, items):
    for fan in items:
        yield from (part for part in (fan.when, fan.each, fan.value) if isinstance(part, Int))
        if fan.sets:
            yield fan.sets.count
    yield game.value
    yield from (r.condition for r in game.requires)
    yield from (part for m in game.payments for part in (m.payer, m.amount, m.when) if isinstance(part, Int))
    yield from game.best
    yield from game.steps.values()
    yield from (f.value for f in game.figures)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_everything_of_a_rule_system_can_be_said(game):
    names = vocabulary(game)
    everything = list(expressions(game, game.items))
    for preset in game.presets:
        everything += expressions(game, compile_game(game, preset=preset.id, options=dict(preset.options)).items)
    for expr in everything:
        for lang in ("zh", "en"):
            for deep in (False, True):
                text = say(expr, lang, deep=deep, names=names)
                assert text.strip()
                assert not re.search(r"[<>]\w|None|==|object at|\bpick\b|  ", text), text
                for opening, closing in ("()", "（）", "「」", "“”"):
                    assert text.count(opening) == text.count(closing), text
                if lang == "zh":
                    assert not re.search(r" (and|or|if|of|not) ", text), text


def test_a_name_is_said_unless_it_is_opened():
    expr = (count(pung) == 4).named("碰碰", "all pungs")
    assert say(expr, "zh") == "碰碰"
    assert say(expr, "zh", deep=True) == "刻子数＝4"
    assert say(expr & win.rob, "zh", deep=True) == "碰碰且抢杠"


def test_items_have_their_english_names():
    names = vocabulary(rulesets.find("mcr")[0])
    assert say(has("碰碰和"), "en", names=names) == "All Pungs"
    assert say(Present("碰碰和"), "zh") == "碰碰和"
    assert say(total_of(), "en", names=names) == "sum of items"
    assert say(total_of(), "zh") == "各项之和"


def test_what_is_no_expression_has_no_words():
    with pytest.raises(TypeError):
        say(Int(), "zh")
