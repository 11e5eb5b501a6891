"""What cannot be is refused with what would be right: hands, options, inputs, and the wrong kinds of arguments."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from quepu import Hand, Ruleset, cli, explain, score
from quepu import tiles as t
from quepu.cases import CaseError, loads, run
from quepu.hands import InputError, TileError
from quepu.notation import Meld, parse
from quepu.rules import Numbers, Option, OptionError, Points
from quepu.rulesets import UnknownRulesetError, games, names
from quepu.scoring import rules_for

NANJING = ("nanjing", "1122334455667m", "7m")
PLAIN = "123m456p789s11155z"
GAMES = list(games())
HAND = {"nanjing": "123m456p789s1133z", "sichuan": "2344567p345789s"}


def plain(ruleset: str, **details: Any) -> Any:
    """A thirteen-tile hand that every game can read."""
    return score(ruleset, HAND.get(ruleset, "123m456p789s1122p"), "2p" if ruleset not in HAND else "7p", **details)


# ------------------------------------------------------------------------------------------------ the wrong kind of argument

WRONG_KINDS: list[tuple[dict[str, Any], str]] = [
    *[({"seat": x}, "seat: .* a whole number is expected") for x in ("1", 1.0, True, None, [0])],
    *[({"source": x, "by": "discard"}, "from: .* a seat's number is expected") for x in ("x", 1.0, True, [1])],
    *[({"context": x}, "context: .* expected") for x in ([3], None, "ready", b"ready", {"ready": 1}, 3, [None])],
    *[({"melds": x}, "melds: .* expected") for x in ([3], None, "pung 111m", 3, Meld("pung", (0, 0, 0), None), [["pung 111m"]])],
    *[({"win": x}, "win: .* is no tile; ") for x in (99, -1, 1000, True, 60, 3 | t.RED)],
    *[({"win": x}, "win: .*are no tiles") for x in (1.5, {"7m"}, ["7m"], [True])],
    ({"win": None}, "win: which tile was won"),
    ({"win": ""}, "win: exactly one winning tile"),
    *[({"concealed": x}, "hand: .* are no tiles") for x in (3, None, ["x"], [1.0], [True], {1}, [99])],
    *[({"flowers": x}, "flowers: .* are no tiles") for x in (3, None, [None])],
    *[({"jokers": x}, "jokers: .* are no tiles") for x in (3, None, [None])],
    *[({"round": x}, "round: the prevailing wind is") for x in (27.0, True, [27], 31, -1, "", "1z2z")],
    *[({"by": x}, "by: .* is no way to win") for x in (3, None, ["self"], "tsumo")],
    *[({"notation": x}, "notation: .* the name of a notation") for x in (3, None, ["case"])],
    *[({"inputs": x}, "inputs: .* a mapping") for x in ([3], "stake", 3)],
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "message"), WRONG_KINDS, ids=repr)
def test_the_wrong_kind_of_argument_to_read(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Hand.read(**{"concealed": NANJING[1], "win": NANJING[2]} | wrong)


@pytest.mark.parametrize(
    "key", ["seat", "source", "context", "melds", "flowers", "jokers", "round", "by", "notation", "stake"]
)
@pytest.mark.parametrize(
    "value",
    [3.5, object(), b"\xff", {"a": 1}, {3}, float("nan"), 10**30, -1, [[]], (None,)],
    ids=lambda x: x if isinstance(x, str) else type(x).__name__,
)
def test_no_value_ends_in_another_exception(key: str, value: object) -> None:
    for by in ({}, {"by": "discard", "source": 1}):
        with pytest.raises(ValueError, match=":"):  # InputError and NotationError are
            score(*NANJING, **by | {key: value})


@pytest.mark.parametrize("name", [3, None, ["nanjing"], ("nanjing",), {"nanjing": 1}, 1.5, True, ""], ids=repr)
def test_the_wrong_kind_of_name(name: Any) -> None:
    for call in (lambda: score(name, *NANJING[1:]), lambda: Ruleset(name), lambda: rules_for(name)):
        with pytest.raises(UnknownRulesetError) as caught:
            call()
        assert "there is no rule system" in str(caught.value)


@pytest.mark.parametrize(
    "options", [[1], "run=10", 3, True, {3: 1}, {"run": "10"}, {"run": [1]}, {"run": 1.0}], ids=repr
)
def test_the_wrong_kind_of_options(options: Any) -> None:
    for call in (lambda: score(*NANJING, options=options), lambda: Ruleset("nanjing", options)):
        with pytest.raises(OptionError, match="option"):
            call()


@pytest.mark.parametrize("thing", [3, None, "score", {}], ids=repr)
def test_only_a_score_is_explained(thing: Any) -> None:
    with pytest.raises(InputError, match="is no score"):
        explain(thing)


def test_a_hand_is_complete() -> None:
    nanjing, hand = Ruleset("nanjing"), Hand.read(*NANJING[1:])
    assert nanjing.score(hand).total == 202
    for details, named in (({"win": "7m"}, "win"), ({"seat": 1}, "seat"), ({"win": 3, "stake": 2}, "win, stake")):
        with pytest.raises(InputError, match=f"a Hand is complete; leave out {named}$"):
            nanjing.score(hand, **details)
    with pytest.raises(InputError, match="win: which tile was won"):
        nanjing.score(NANJING[1])


# ------------------------------------------------------------------------------------------------ seats

SEATS = [(g.id, i) for g in GAMES for i in g.inputs if i.kind == "seat"]


@pytest.mark.parametrize(("ruleset", "asked"), SEATS, ids=lambda x: getattr(x, "key", x))
def test_the_winner_is_nobody_elses_seat(ruleset: str, asked: Any) -> None:
    """Every input that is a seat: each seat but the winner's."""
    for seat in range(4):
        for value in range(4):
            inputs: Any = {asked.key: value}
            if value != seat:
                assert plain(ruleset, seat=seat, **inputs) is not None
                continue
            with pytest.raises(
                InputError,
                match=rf"{asked.key}: .*seat {seat} is the winner; another seat from 0 to 3 \[{asked.clause}\]",
            ):
                plain(ruleset, seat=seat, **inputs)


@pytest.mark.parametrize("ruleset", [n for n in names() if rules_for(n).game.id == "sichuan"])
def test_who_is_out_takes_no_part(ruleset: str) -> None:
    """SC-P15, for every set of seats that are out, winner, and way to win."""
    seats = rules_for(ruleset).seats
    for outs in range(1 << seats):
        out = [s for s in range(seats) if outs >> s & 1]
        for seat in range(seats):
            for by, source in (
                ("self", None),
                *((way, s) for way in ("discard", "rob") for s in range(seats) if s != seat),
            ):
                result = score(ruleset, HAND["sichuan"], "7p", seat=seat, by=by, source=source, out=out)
                wrong = seat in out or source in out
                assert (result.refusal is not None and result.refusal.clause == "SC-P15") == wrong, (
                    out,
                    seat,
                    by,
                    source,
                )
    for lang in ("zh-Hans", "en"):
        told = explain(score(ruleset, HAND["sichuan"], "7p", seat=1, by="discard", source=0, out=[0]), lang)
        assert told.refusal is not None


# ------------------------------------------------------------------------------------------------ options


def every_option(kind: type) -> list[tuple[str, Option]]:
    return [(g.id, o) for g in GAMES for o in g.options if isinstance(o.values, kind)]


@pytest.mark.parametrize(("ruleset", "option"), every_option(Points), ids=lambda x: getattr(x, "key", x))
def test_numbers_have_a_largest(ruleset: str, option: Option) -> None:
    assert isinstance(option.values, Points)
    assert option.accept(option.values.high) == option.values.high
    assert f"from {option.values.low} to {option.values.high}" in option.allowed.en
    for value in (option.values.high + 1, 99999999999, 10**30, option.values.low - 1, True):
        with pytest.raises(OptionError, match="is not possible"):
            rules_for(ruleset, {option.key: value})
    for text in ("99999999999", "9" * 5000, "--5", "-", "²", "１", "1_0", " 5", "5 ", "+5", "5\n", "-1"):
        with pytest.raises(OptionError, match="is not possible"):
            option.parse(text)
    assert option.parse("12") == 12


def test_lists_of_numbers() -> None:
    uma = Option("uma", Numbers(2), (1, -1), clause="RI-O13")
    assert uma.parse("[10, -10]") == uma.parse("10,-10") == (10, -10)
    for text in ("1", "1,2,3", "1,x", "--1,2", "²,1", "", "1,,2", "1," + "9" * 5000, "1,99999999999"):
        with pytest.raises(OptionError, match=r"a list of 2 whole numbers from -1000000 to 1000000 \[RI-O13\]$"):
            uma.parse(text)
    for value in ([1, 2**31], [1, True], [1, 2.0], 3, "1,2"):
        with pytest.raises(OptionError, match=r"\[RI-O13\]"):
            uma.accept(value)


CASE = "- {id: x/score/x, RULE ruleset: sichuan, OPTIONS seat: 0, by: self, hand: 2344567p345789s, win: 7p, expect: {total: 1}}"


def test_a_large_option_from_outside() -> None:
    result = CliRunner().invoke(cli.app, ["score", "sichuan", HAND["sichuan"], "7p", "-o", "base=99999999999"])
    assert (result.exit_code, "a whole number from 1 to 1000000 [SC-S01]" in result.output) == (2, True)
    with pytest.raises(CaseError, match=r"x/score/x: options: .* 1 to 1000000 \[SC-S01\]"):
        loads(CASE.replace("OPTIONS", "options: {base: 99999999999},").replace("RULE", ""))


def test_the_largest_options_compile() -> None:
    for game in GAMES:
        for _, option in (o for o in every_option(Points) if o[0] == game.id):
            assert isinstance(option.values, Points)
            assert plain(game.id, options={option.key: option.values.high}) is not None


# ------------------------------------------------------------------------------------------------ tiles


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_tiles_that_the_game_lacks_are_an_invalid_case(game: Any) -> None:
    """Flowers in the hand, too many of a kind, jokers where there are none: TileError with a clause."""
    hand = HAND.get(game.id, "123m456p789s1122p")
    clause = rf"\[{game.refused['tiles']}\]$"
    bad: list[dict[str, Any]] = [
        *({"concealed": hand[:-2] + hand[-1] + f, "win": "2p"} for f in ("1f", "8f", "[百搭]", "[背]")),
        *({"win": f} for f in ("1f", "8f", "[百搭]", "[背]")),
        {"concealed": "1111123m456p789s", "win": "2p"},
        {"flowers": "1f1f"},
        {"flowers": "1m"},
        {"concealed": "1m456p789s111p", "win": "1m", "melds": ["pung 111f"]},
    ]
    if game.jokers is None:
        bad.append({"jokers": "1m2m"})
    for wrong in bad:
        given = {"concealed": hand, "win": "2p"} | wrong
        with pytest.raises(TileError, match=clause):
            score(game.id, **given)
    with pytest.raises(TileError, match=r"occurs 2 times; there is only 1 \["):
        score(game.id, hand, "2p", flowers="1f1f")
    with pytest.raises(TileError, match=r"occurs 5 times; there are only 4 \["):
        score(game.id, "1111123m456p789s", "2p")


def test_a_case_may_expect_tiles_that_are_not_there() -> None:
    text = CASE.replace("OPTIONS", "").replace("RULE", "").replace("total: 1", "invalid: no such tiles")
    for old, new in (
        ("win: 7p", "win: 1f"),
        ("p345", "f345"),
        ("seat: 0", "seat: 0, jokers: 1m"),
        ("seat: 0", "seat: 0, flowers: 1f"),
    ):
        [case] = loads(text.replace(old, new))
        assert run(case).passed


@pytest.mark.parametrize("number", [0, 3, 4])
@pytest.mark.parametrize("reds", range(16))
def test_no_more_red_fives_than_the_set_has(number: int, reds: int) -> None:
    """RI-E02, wherever the red five is: in hand, won, or laid down."""
    of_suits = (reds & 1, (reds >> 1 & 1) + (reds >> 2 & 1), reds >> 3)
    most = {0: (4, 4, 4), 3: (1, 1, 1), 4: (1, 2, 1)}[number]
    red_m, red_p = "05"[not reds & 1], "05"[not reds & 2] + "5" + "05"[not reds & 4]
    red_s = "05"[not reds & 8]
    for hand, win, melds in (
        (f"34{red_m}m{red_p}p222s67s99s", f"{red_s}s", []),
        (f"34m{red_p}p222s67{red_s}s99s", f"{red_m}m", []),
        ("222s67s99s", f"{red_s}s", [f"chow 34{red_m}m from 3", f"pung {red_p}p from 2"]),
    ):
        options = {"red_fives": number}
        if all(n <= there for n, there in zip(of_suits, most, strict=True)):
            result = score("riichi", hand, win, melds=melds, options=options, context=["ready"])
            assert result.fans.get("红宝牌", 0) == (sum(of_suits) if number and result.legal else 0)
        else:
            with pytest.raises(TileError, match=r"赤五. occurs \d times?; there (is only 1|are only 2) \[RI-E02\]$"):
                score("riichi", hand, win, melds=melds, options=options)


def test_elsewhere_red_fives_are_fives() -> None:
    assert score("mcr", "0055m123456789s", "1p").refusal == score("mcr", "5555m123456789s", "1p").refusal
    assert rules_for("mcr").reds == rules_for("riichi", {"red_fives": 0}).reds == ()
    assert Ruleset("riichi") != Ruleset("riichi", {"red_fives": 4})


# ------------------------------------------------------------------------------------------------ the prevailing wind


@pytest.mark.parametrize("ruleset", ["riichi", "mcr"])
@pytest.mark.parametrize("seat", range(4))
def test_without_a_prevailing_wind_it_is_east(ruleset: str, seat: int) -> None:
    for wind in "1234":
        hand = f"123m456p99s{wind * 3}z78s"
        absent = score(ruleset, hand, "9s", seat=seat, context=["ready"])
        east = score(ruleset, hand, "9s", seat=seat, context=["ready"], round="1z")
        assert (absent.fans, absent.payments, absent.refusal) == (east.fans, east.payments, east.refusal)
        assert absent.hand.round is None


# ------------------------------------------------------------------------------------------------ lists of tiles and jokers

LISTS = [(g, i) for g in GAMES for i in g.inputs if i.kind == "tiles"]


@pytest.mark.parametrize(("game", "asked"), LISTS, ids=lambda x: getattr(x, "key", getattr(x, "id", x)))
def test_listed_tiles_are_of_the_game(game: Any, asked: Any) -> None:
    def ask(text: str) -> Any:
        inputs: Any = {asked.key: text}
        return plain(game.id, **inputs)

    for kind in range(t.ALL_KINDS):
        text = f"{t.rank_of(kind)}{t.suit_of(kind)}"
        if game.tiles.mask >> kind & 1:
            assert ask(text * 4) is not None
            wrong, message = text * 5, "occurs 5 times; there are only 4"
        else:
            wrong, message = text, "is no playing tile here"
        with pytest.raises(InputError, match=rf"^{asked.key}: {t.name_zh(kind)} {message} \[{asked.clause}\]$"):
            ask(wrong)
    with pytest.raises(InputError, match=f"{asked.key}: at most 14 tiles"):
        ask("112233445566778899m")


def test_jokers_are_a_kind_and_the_next_one() -> None:
    """TJ-J01: suits 1→2…9→1; 东→南→西→北→东; 中→发→白→中."""
    circles = [parse("123456789m"), parse("123456789p"), parse("123456789s"), parse("1234z"), parse("765z")]
    after = {a: b for circle in circles for a, b in zip(circle, circle[1:] + circle[:1], strict=True)}
    hand = "123m456p789s11s22p"
    for first in range(34):
        for second in range(34):
            if first == second:
                continue
            if second == after[first] or first == after[second]:
                assert score("tianjin", hand, "2p", jokers=[first, second]) is not None
                continue
            with pytest.raises(
                TileError, match=r"the kind turned up and the next one are wild, such as .* \[TJ-J01\]$"
            ):
                score("tianjin", hand, "2p", jokers=[first, second])
    for wrong in ("1m", "1m2m3m", "8m9m1m2m3m", "1f2f", "[百搭]"):
        with pytest.raises(TileError, match=r"^jokers: .* \[TJ-J01\]$"):
            score("tianjin", hand, "2p", jokers=wrong)
    assert score("tianjin", hand, "2p") is not None


def test_circles() -> None:
    for order in ("白发中", "中发白"):
        for size, first in ((9, 0), (9, 9), (9, 18), (4, 27), (3, 31)):
            kinds, kind = {first}, t.following(first, order)
            while kind not in kinds:
                kinds.add(kind)
                kind = t.following(kind, order)
            assert kinds == set(range(first, first + size))
    with pytest.raises(ValueError, match="is in no circle"):
        t.following(t.SPRING)


# ------------------------------------------------------------------------------------------------ circumstances


@pytest.mark.parametrize(
    ("ruleset", "item"),
    [("nanjing", "大杠开花"), ("nanjing-north", "大杠开花"), ("mcr", "杠上开花"), ("riichi", "岭上开花")],
)
def test_a_kong_replacement_needs_a_kong(ruleset: str, item: str) -> None:
    for meld, there in (
        ("concealed 2222m", True), ("kong 2222m from 1", True), ("added 2222m from 1", True), ("pung 222m from 1", False),
    ):  # fmt: skip
        result = score(
            ruleset,
            "444m666p11p78p",
            "9p",
            melds=[meld],
            context=["after-kong"],
            options={"minimum": 0} if ruleset == "mcr" else {},
            flowers="1f2f3f" if "nanjing" in ruleset else "",
        )
        assert result.legal or not there
        assert (item in result.fans) == there, meld


def test_four_flowers_are_a_kong_in_nanjing() -> None:
    for number in range(9):
        flowers = "".join(f"{i + 1}f" for i in range(number))
        result = score("nanjing", "222m444m666p11p78p", "9p", context=["after-kong"], flowers=flowers)
        assert ("大杠开花" in result.fans) == (number >= 4)


# ------------------------------------------------------------------------------------------------ clauses of cases


def test_clauses_of_a_case_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    good = CASE.replace("OPTIONS", "")
    assert loads(good.replace("RULE", "rule: [SC-F01, SC-P15],"))
    for wrong in ("SC-F99", "SC-P", "SC-F1"):
        with pytest.raises(
            CaseError, match=f"cases: x/score/x: rule: there is no clause '{wrong}' in sichuan.md; did you mean SC-"
        ):
            loads(good.replace("RULE", f"rule: [SC-F01, {wrong}],"))
    for other in ("NJ-F01", "our-table"):  # of another specification, or a house's own
        assert loads(good.replace("RULE", f"rule: [SC-F01, {other}],"))
    monkeypatch.setattr("quepu.cases.clauses", lambda _: {})
    assert loads(good.replace("RULE", "rule: [SC-F99],"))
