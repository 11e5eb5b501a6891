"""The JSON of tenhou.net/6: for each deal a list of start, points, indicators, and of each player hand, takes and discards.

Takes and discards stand apart, so who acts after whom is found again: a claim follows the discard that it takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any
from urllib.parse import unquote

import msgspec

from quepu.formats import mjai
from quepu.formats.making import FormatError, Made, Making
from quepu.formats.reading import decode, items, mapping, string, whole, wholes
from quepu.record import Record
from quepu.record.lines import Played
from quepu.rules import Compiled
from quepu.scoring import rules_for

DRAWN = 60
"""Instead of the number of a tile: the one just drawn."""
NUMBERS = {
    **{f"{n}{suit}": 10 * s + n for s, suit in enumerate("mps", 1) for n in range(1, 10)},
    **{f"5{suit}r": 50 + s for s, suit in enumerate("mps", 1)},
    **{letter: 41 + i for i, letter in enumerate(mjai.HONORS)},
}
NAMES = {number: name for name, number in NUMBERS.items()}
WON = "和了"
MOST_ORDERS, MOST_TURNS = 64, 20_000
"""Where the search for an order that fits is given up; real logs need a few hundred turns."""
Line = dict[str, Any]


# ------------------------------------------------------------------------------------------------ writing


def export(record: Record, deals: Sequence[Played]) -> str:
    """Deals of a record as one JSON document."""
    rules = record.rules
    name = rules.game.preset(rules.preset)
    document = {
        "title": [name.en, ""], "name": record.header.players, "rule": {"disp": name.zh, "aka": int(any(rules.reds))},
        "log": [_kyoku(mjai.tell(record, played)) for played in deals],
    }  # fmt: skip
    return msgspec.json.encode(document).decode() + "\n"


def _kyoku(teller: mjai.Teller) -> list[Any]:
    start, *lines = teller.lines
    seats = len(start["scores"])
    takes: list[list[Any]] = [[] for _ in range(seats)]
    discards: list[list[Any]] = [[] for _ in range(seats)]
    dora: list[int] = [NUMBERS[start["dora_marker"]]]
    ura: list[int] = []
    reach = False
    pungs: dict[tuple[int, int], Line] = {}
    result: list[Any] = []
    for line in lines:
        actor = line.get("actor", 0)
        pai = NUMBERS.get(line.get("pai", ""), 0)
        match line["type"]:
            case "tsumo":
                takes[actor].append(pai)
            case "dahai":
                thrown = DRAWN if line["tsumogiri"] else pai
                discards[actor].append(f"r{thrown}" if reach else thrown)
                reach = False
            case "reach":
                reach = True
            case "chi" | "pon" | "daiminkan":
                takes[actor].append(_claim(line))
                if line["type"] == "pon":
                    pungs[actor, _plain(pai)] = line
                elif line["type"] == "daiminkan":
                    discards[actor].append(0)
            case "ankan":
                tiles = sorted(NUMBERS[name] for name in line["consumed"])
                discards[actor].append("".join(map(str, tiles[:3])) + f"a{tiles[3]}")
            case "kakan":
                discards[actor].append(_claim(pungs[actor, _plain(pai)], f"k{pai}"))
            case "dora":
                dora.append(NUMBERS[line["dora_marker"]])
            case "hora":
                ura = ura or [NUMBERS[name] for name in line["ura_markers"]]
                first = not result
                result = result or [WON]
                result += [line["deltas"], [actor, line["target"], actor, _points(line, start, first=first)]]
            case "ryukyoku":
                result = [teller.ending or _drawn(line, teller), *([line["deltas"]] if any(line["deltas"]) else [])]
    hands = [[NUMBERS[name] for name in hand] for hand in start["tehais"]]
    number = 4 * mjai.HONORS.index(start["bakaze"]) + start["kyoku"] - 1
    table = [part for player in range(seats) for part in (hands[player], takes[player], discards[player])]
    return [[number, start["honba"], start["kyotaku"]], start["scores"], dora, ura, *table, result]


def _drawn(line: Line, teller: mjai.Teller) -> str:
    if any(line["deltas"]):
        return "流局"
    return "全員聴牌" if teller.shows else "全員不聴"


def _plain(number: int) -> int:
    """The number of a tile, a red five as a plain one."""
    return 10 * (number - 50) + 5 if number > 50 else number


def _claim(line: Line, added: str = "") -> str:
    """The tiles of a claim, the letter where it says whom they are from: before, opposite, after the claimer."""
    own = [str(NUMBERS[name]) for name in line["consumed"]]
    claimed = str(NUMBERS[line["pai"]])
    letter = {"chi": "c", "pon": "p", "daiminkan": "m"}[line["type"]]
    at = {3: 0, 2: 1, 1: len(own)}[(line["target"] - line["actor"]) % 4]
    return "".join([*own[:at], added + claimed if added else letter + claimed, *own[at:]])


def _points(line: Line, start: Line, *, first: bool) -> str:
    """What the hand is worth, honba left out, as the viewer shows it."""
    honba = start["honba"] if first else 0
    paid = {player: -points for player, points in enumerate(line["deltas"]) if points < 0}
    if line["actor"] != line["target"]:
        return f"{sum(paid.values()) - 300 * honba}点"
    paid = {player: points - 100 * honba for player, points in paid.items()}
    dealer = paid.pop(start["oya"], None)
    each = min(paid.values(), default=0)
    return f"{each}点∀" if dealer is None else f"{each}-{dealer}点"


# ------------------------------------------------------------------------------------------------ reading


def convert(text: str, rules: Compiled, options: Mapping[str, Any]) -> Made:
    """A record of a JSON document, or of an address that holds one."""
    text = unquote(text.partition("#json=")[2]) if "#json=" in text else text
    document = mapping(decode(text, "log"), "log")
    names = [
        string(name, "name")
        for name in items(document.get("name", ["player 0", "player 1", "player 2", "player 3"]), "name")
    ]
    rule = mapping(document.get("rule", {}), "rule")
    house = dict(options)
    if "rule" in document and not any(rule.get(key) for key in ("aka", "aka51", "aka52", "aka53")):
        house.setdefault("red_fives", 0)
    if "東" in str(rule.get("disp", "")):
        house.setdefault("length", "east")
    making = Making(rules_for(rules.preset, house), names, "tenhou")
    for number, kyoku in enumerate(items(document.get("log"), "log"), 1):
        _make(making, _Kyoku.read(kyoku, f"deal {number}"))
    return making.finish()


def _make(making: Making, kyoku: _Kyoku) -> None:
    """The first order of the moves that can be played."""
    mjai.begin(making, kyoku.where, kyoku.start)
    failed: FormatError | None = None
    for lines in islice(_orders(kyoku), MOST_ORDERS):
        try:
            making.deal(mjai.told_of(making, [(kyoku.where, line) for line in lines]))
        except FormatError as error:
            failed = failed or error
        else:
            return
    raise failed or FormatError(f"{kyoku.where}: the takes and discards fit in no order")


@dataclass(frozen=True)
class _Kyoku:
    """One deal: how it starts, takes and discards as lines, and how it ends."""

    where: str
    start: Line
    more: list[Line]
    takes: list[list[Line]]
    discards: list[list[list[Line]]]
    end: list[Line]

    @classmethod
    def read(cls, value: object, where: str) -> _Kyoku:
        parts = items(value, where, 17)
        number, honba, sticks = (
            whole(one, f"{where}, start", 0, 999) for one in items(parts[0], f"{where}, start")[:3]
        )
        dora = [_name(one, f"{where}, dora") for one in items(parts[2], f"{where}, dora")]
        if not dora or number > 15:
            raise FormatError(f"{where}: a deal from 0 to 15 and at least one indicator are expected")
        ura = [_name(one, f"{where}, ura") for one in items(parts[3], f"{where}, ura")]
        start = {
            "type": "start_kyoku", "bakaze": mjai.HONORS[number // 4], "kyoku": number % 4 + 1, "oya": number % 4, "honba": honba, "kyotaku": sticks,
            "scores": wholes(parts[1], f"{where}, points", 4), "dora_marker": dora[0],
            "tehais": [[_name(one, f"{where}, hand {p}") for one in items(parts[4 + 3 * p], f"{where}, hand {p}")] for p in range(4)],
        }  # fmt: skip
        takes, discards = [], []
        for p in range(4):
            there = f"{where}, takes of player {p}"
            takes.append([_take(one, p, f"{there}, {at}") for at, one in enumerate(items(parts[5 + 3 * p], there), 1)])
            there = f"{where}, discards of player {p}"
            discards.append(
                [_discard(one, p, f"{there}, {at}") for at, one in enumerate(items(parts[6 + 3 * p], there), 1)]
            )
        return cls(
            where,
            start,
            [{"type": "dora", "dora_marker": one} for one in dora[1:]],
            takes,
            discards,
            _end(parts[16], ura, f"{where}, result"),
        )


def _name(value: object, where: str) -> str:
    """The tile of a number."""
    number = whole(value, where, 11, 53)
    if number not in NAMES:
        raise FormatError(f"{where}: {number} is no tile; 11 to 19, 21 to 29, 31 to 39, 41 to 47 and 51 to 53 are")
    return NAMES[number]


def _tiles(text: str, letter: str, number: int, where: str) -> tuple[int, str, list[str]]:
    """Where the letter stands, the tile after it, and the others."""
    at = text.find(letter)
    digits = text.replace(letter, "", 1)
    if at % 2 or len(digits) != 2 * number or not digits.isascii() or not digits.isdigit():
        raise FormatError(
            f"{where}: {text!r}; {number} tiles of two digits, and {letter} before one of them, are expected"
        )
    names = [_name(int(digits[i : i + 2]), where) for i in range(0, len(digits), 2)]
    return at // 2, names.pop(at // 2) if at < len(digits) else "", names


def _take(value: object, player: int, where: str) -> Line:
    """What a player took: a tile from the wall, or somebody's discard."""
    if not isinstance(value, str):
        return {"type": "tsumo", "actor": player, "pai": _name(value, where)}
    for letter, what, number in (("c", "chi", 3), ("p", "pon", 3), ("m", "daiminkan", 4)):
        if letter in value:
            at, pai, own = _tiles(value, letter, number, where)
            sources = {0: 3, 1: 2, len(own): 1}
            if at not in sources or (what == "chi" and at):
                break
            return {"type": what, "actor": player, "target": (player + sources[at]) % 4, "pai": pai, "consumed": own}
    raise FormatError(
        f"{where}: {value!r}; a tile, or a claim such as c111213, p111111, 11p1111, m11111111 is expected"
    )


def _discard(value: object, player: int, where: str) -> list[Line]:
    """What a player did then; nothing after a claimed kong. A tile just drawn has no name yet."""
    if isinstance(value, str):
        if value.startswith("r") and value[1:].isascii() and value[1:].isdigit():
            return [{"type": "reach", "actor": player}, *_discard(int(value[1:]), player, where)]
        if "a" in value:
            _, pai, others = _tiles(value, "a", 4, where)
            return [{"type": "ankan", "actor": player, "consumed": [*others, pai]}]
        if "k" in value:
            _, pai, others = _tiles(value, "k", 4, where)
            return [{"type": "kakan", "actor": player, "pai": pai, "consumed": others}]
        raise FormatError(
            f"{where}: {value!r}; a tile, r and a tile, or a kong such as 111111a11, k11111111 is expected"
        )
    if value == 0:
        return []
    if value == DRAWN:
        return [{"type": "dahai", "actor": player, "pai": "", "tsumogiri": True}]
    return [{"type": "dahai", "actor": player, "pai": _name(value, where), "tsumogiri": False}]


def _end(value: object, ura: list[str], where: str) -> list[Line]:
    name, *rest = items(value, where) or [""]
    if name != WON:
        deltas = {"deltas": wholes(rest[0], where, 4)} if rest else {}
        return [{"type": "ryukyoku", **deltas}]
    if not rest or len(rest) % 2:
        raise FormatError(f"{where}: after {WON} points and winner stand by turns")
    lines = []
    for deltas, who in zip(rest[::2], rest[1::2], strict=True):
        winner, source = (whole(one, where, 0, 3) for one in [*items(who, where), None, None][:2])
        lines.append(
            {"type": "hora", "actor": winner, "target": source, "deltas": wholes(deltas, where, 4), "ura_markers": ura}
        )
    return lines


# ------------------------------------------------------------------------------------------------ the order of moves


@dataclass(frozen=True)
class _At:
    """How far the takes and discards are used up, and the lines so far."""

    actor: int
    takes: tuple[int, ...] = (0, 0, 0, 0)
    discards: tuple[int, ...] = (0, 0, 0, 0)
    lines: tuple[Line, ...] = field(default=())
    reach: int = -1
    """Who declared with the last discard."""


def _orders(kyoku: _Kyoku) -> Iterator[list[Line]]:
    """Every order in which the takes and discards can have followed one another, the likeliest first."""
    open_ = [_At(kyoku.start["oya"])]
    for _ in range(MOST_TURNS):
        if not open_:
            return
        here = _turn(kyoku, open_.pop())
        if here is None:
            continue
        if all(here.takes[p] == len(kyoku.takes[p]) for p in range(4)):
            if all(here.discards[p] == len(kyoku.discards[p]) for p in range(4)):
                yield [kyoku.start, *kyoku.more, *here.lines, *_accepted(here, kyoku), *kyoku.end]
            continue
        open_ += reversed(list(_next(kyoku, here)))


def _accepted(here: _At, kyoku: _Kyoku) -> list[Line]:
    """A declaration stands unless its discard is won on."""
    if here.reach < 0 or kyoku.end[0]["type"] == "hora":
        return []
    return [{"type": "reach_accepted", "actor": here.reach}]


def _up(numbers: tuple[int, ...], player: int) -> tuple[int, ...]:
    return tuple(n + (p == player) for p, n in enumerate(numbers))


def _turn(kyoku: _Kyoku, at: _At) -> _At | None:
    """One player takes and discards; after a kong takes again. None when it cannot be."""
    player = at.actor
    while True:
        if at.takes[player] == len(kyoku.takes[player]):
            return None
        take = kyoku.takes[player][at.takes[player]]
        more: list[Line] = [{"type": "reach_accepted", "actor": at.reach}] if at.reach >= 0 else []
        at = replace(at, takes=_up(at.takes, player), lines=(*at.lines, *more, take), reach=-1)
        if at.discards[player] == len(kyoku.discards[player]):
            if take["type"] == "daiminkan":
                continue
            return at
        done = kyoku.discards[player][at.discards[player]]
        if take["type"] == "daiminkan":
            if not done:
                at = replace(at, discards=_up(at.discards, player))
            continue
        if not done:
            return None
        *before, last = done
        if last.get("pai") == "":
            if take["type"] != "tsumo":
                return None
            last = {**last, "pai": take["pai"]}
        at = replace(
            at, discards=_up(at.discards, player), lines=(*at.lines, *before, last), reach=player if before else -1
        )
        if last["type"] == "dahai" or all(at.takes[p] == len(kyoku.takes[p]) for p in range(4)):
            return at


def _next(kyoku: _Kyoku, at: _At) -> Iterator[_At]:
    """Who may be next after a discard: whoever claims it, pungs and kongs first, or the next seat."""
    thrown = at.lines[-1]
    if thrown["type"] != "dahai":
        return
    claims = []
    for player in range(4):
        if player != thrown["actor"] and at.takes[player] < len(kyoku.takes[player]):
            take = kyoku.takes[player][at.takes[player]]
            if take.get("target") == thrown["actor"] and take["pai"] == thrown["pai"]:
                claims.append((take["type"] == "chi", player))
    yield from (replace(at, actor=player) for _, player in sorted(claims))
    following = (thrown["actor"] + 1) % 4
    if (
        at.takes[following] < len(kyoku.takes[following])
        and kyoku.takes[following][at.takes[following]]["type"] == "tsumo"
    ):
        yield replace(at, actor=following)
