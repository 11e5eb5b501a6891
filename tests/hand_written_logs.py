"""Logs as other programs write them, put together by hand from what is public of their formats."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from quepu.formats import botzone
from quepu.scoring import rules_for
from quepu.wall import tile_set

MJAI = """
{"type":"start_game","id":1,"names":["shanten","tsumogiri","hito","hito2"]}
{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"dora_marker":"9s","scores":[25000,25000,25000,25000],"tehais":[\
["1m","2m","3m","4p","5pr","6p","7s","8s","9s","E","E","2p","3p"],["1p","2m","5m","8m","7p","9p","2s","3s","6s","W","W","P","C"],\
["3m","4m","5m","5mr","6m","9m","1p","8p","8p","4s","S","F","F"],["1m","7m","7m","9m","6p","7p","9p","1s","4s","6s","S","N","P"]]}
{"type":"tsumo","actor":0,"pai":"N"}
{"type":"reach","actor":0}
{"type":"dahai","actor":0,"pai":"N","tsumogiri":true}
{"type":"reach_accepted","actor":0,"deltas":[-1000,0,0,0],"scores":[24000,25000,25000,25000]}
{"type":"tsumo","actor":1,"pai":"3s"}
{"type":"dahai","actor":1,"pai":"1p","tsumogiri":false}
{"type":"hora","actor":0,"target":1,"pai":"1p","uradora_markers":["W"],"yakus":[["double_reach",2],["ippatsu",1],["akadora",1]],\
"fu":40,"fan":4,"hora_points":12000,"deltas":[13000,-12000,0,0],"scores":[37000,13000,25000,25000]}
{"type":"end_kyoku"}
{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":1,"kyotaku":0,"oya":0,"dora_marker":"1m","scores":[37000,13000,25000,25000],"tehais":[\
["1m","4m","7m","1p","4p","7p","1s","4s","7s","S","W","N","P"],["1m","9m","1p","9p","1s","9s","E","E","S","W","N","P","F"],\
["C","5m","5m","6m","7m","2p","3p","4p","6s","7s","8s","2s","2s"],["C","C","2m","3m","4m","4p","5p","6p","3s","4s","5s","7p","8p"]]}
{"type":"tsumo","actor":0,"pai":"C"}
{"type":"dahai","actor":0,"pai":"C","tsumogiri":true}
{"type":"pon","actor":3,"target":0,"pai":"C","consumed":["C","C"]}
{"type":"dahai","actor":3,"pai":"2m","tsumogiri":false}
{"type":"tsumo","actor":0,"pai":"8m"}
{"type":"dahai","actor":0,"pai":"8m","tsumogiri":true}
{"type":"tsumo","actor":1,"pai":"5mr"}
{"type":"dahai","actor":1,"pai":"5mr","tsumogiri":true}
{"type":"pon","actor":2,"target":1,"pai":"5mr","consumed":["5m","5m"]}
{"type":"dahai","actor":2,"pai":"C","tsumogiri":false}
{"type":"tsumo","actor":3,"pai":"6p"}
{"type":"dahai","actor":3,"pai":"6p","tsumogiri":true}
{"type":"tsumo","actor":0,"pai":"9s"}
{"type":"dahai","actor":0,"pai":"9s","tsumogiri":true}
{"type":"tsumo","actor":1,"pai":"7p"}
{"type":"ryukyoku","deltas":[0,0,0,0]}
""".replace("\\\n", "").lstrip()
"""A double declaration won at once; then a deal that this log has no right end for: see the tests."""

ROBBED = """
{"type":"start_game","names":["a","b","c","d"],"kyoku_first":0,"aka_flag":true}
{"type":"start_kyoku","bakaze":"S","kyoku":2,"honba":1,"kyotaku":2,"oya":1,"dora_marker":"3p","scores":[20000,18000,35000,25000],"tehais":[\
["1m","9m","1p","9p","1s","9s","E","E","S","W","N","P","F"],["C","5m","5m","6m","7m","2p","3p","4p","6s","7s","8s","2s","2s"],\
["C","C","2m","3m","4m","4p","5p","6p","3s","4s","5s","7p","8p"],["1m","4m","7m","1p","4p","7p","1s","4s","7s","S","W","N","P"]]}
{"type":"tsumo","actor":1,"pai":"9p"}
{"type":"dahai","actor":1,"pai":"C","tsumogiri":false}
{"type":"pon","actor":2,"target":1,"pai":"C","consumed":["C","C"]}
{"type":"dahai","actor":2,"pai":"2m","tsumogiri":false}
{"type":"tsumo","actor":3,"pai":"8m"}
{"type":"dahai","actor":3,"pai":"8m","tsumogiri":true}
{"type":"tsumo","actor":0,"pai":"5mr"}
{"type":"dahai","actor":0,"pai":"5mr","tsumogiri":true}
{"type":"pon","actor":1,"target":0,"pai":"5mr","consumed":["5m","5m"]}
{"type":"dahai","actor":1,"pai":"9p","tsumogiri":false}
{"type":"tsumo","actor":2,"pai":"C"}
{"type":"kakan","actor":2,"pai":"C","consumed":["C","C","C"]}
{"type":"hora","actor":0,"target":2,"deltas":[34300,0,-32300,0],"ura_markers":[]}
{"type":"end_kyoku"}
{"type":"start_kyoku","bakaze":"S","kyoku":3,"honba":0,"kyotaku":0,"oya":2,"dora_marker":"1m","scores":[54300,18000,2700,25000],"tehais":[\
["1m","9m","1p","9p","1s","9s","E","E","S","W","N","P","F"],["C","5m","5m","6m","7m","2p","3p","4p","6s","7s","8s","2s","2s"],\
["C","C","2m","3m","4m","4p","5p","6p","3s","4s","5s","7p","8p"],["1m","4m","7m","1p","4p","7p","1s","4s","7s","S","W","N","P"]]}
{"type":"tsumo","actor":2,"pai":"9p"}
{"type":"dahai","actor":2,"pai":"9p","tsumogiri":true}
{"type":"tsumo","actor":3,"pai":"E"}
{"type":"dahai","actor":3,"pai":"E","tsumogiri":true}
{"type":"tsumo","actor":0,"pai":"7p"}
{"type":"ryukyoku","reason":"kyushukyuhai","deltas":[0,0,0,0]}
{"type":"end_kyoku"}
""".replace("\\\n", "").lstrip()
"""Thirteen orphans rob an added kong; then nine kinds end a deal. It begins in the South round."""

TENHOU = json.dumps(
    {
        "title": ["", "by hand"], "name": ["A", "B", "C", "D"], "rule": {"disp": "般南喰赤", "aka": 1},
        "log": [
            [
                [0, 0, 0], [25000, 25000, 25000, 25000], [41], [],
                [11, 19, 21, 29, 31, 39, 41, 42, 14, 15, 16, 24, 25], [43], [],
                [12, 13, 14, 22, 23, 24, 33, 34, 35, 37, 37, 44, 45], [], [],
                [47, 47, 11, 12, 13, 24, 52, 26, 37, 38, 39, 39, 41], [], [],
                [31, 31, 16, 17, 18, 27, 28, 28, 21, 44, 45, 46, 42], [], [],
                ["九種九牌"],
            ],
            [
                [0, 1, 0], [25000, 25000, 25000, 25000], [22], [],
                [47, 11, 13, 15, 22, 26, 29, 33, 34, 39, 43, 44, 45], [12, 47], [47, 60],
                [31, 12, 14, 16, 18, 22, 25, 27, 34, 35, 38, 41, 45], [19], [31],
                [47, 47, 11, 12, 13, 24, 52, 26, 37, 38, 39, 39, 41], ["47p4747"], [41],
                [31, 31, 16, 17, 18, 27, 28, 28, 21, 44, 45, 46, 42], ["31p3131", 36], [42, 60],
                ["和了", [0, 0, 2300, -2300], [2, 3, 2, "30符2飜2000点", "役牌 中(1飜)", "赤ドラ(1飜)"]],
            ],
        ],
    }
)  # fmt: skip
"""Nine kinds; then a pung of the second of two discards alike, which shows only because the other order leads nowhere."""


def botzone_log(turns: Sequence[tuple[Sequence[str], Mapping[int, str]]], scores: Sequence[int], **display: Any) -> str:
    """A log of requests and responses; who is not named passes."""
    log: list[dict[str, Any]] = []
    for texts, responses in turns:
        log.append(
            {"output": {"command": "request", "content": {str(p): text for p, text in enumerate(texts)}, "display": {}}}
        )
        log.append({str(p): {"verdict": "OK", "response": responses.get(p, "PASS")} for p in range(4)})
    log.append(
        {
            "output": {
                "command": "finish",
                "content": {str(p): points for p, points in enumerate(scores)},
                "display": display,
            }
        }
    )
    return json.dumps(log) + "\n"


def drawn(player: int, tile: str) -> list[str]:
    return [f"2 {tile}" if p == player else f"3 {player} DRAW" for p in range(4)]


HANDS = (
    "W1 W4 W7 B1 B4 B7 T1 T4 T7 F1 F2 F3 F4", "W1 W1 W1 W2 W3 W4 W5 W6 W7 W8 W8 W8 W9", "B9 B9 B2 B3 T2 T3 T5 T6 T8 J1 J2 J3 F1",
    "B9 B6 B5 B3 T2 T3 T5 T6 T8 J1 J2 J3 F2",
)  # fmt: skip
BOTZONE = botzone_log(
    [
        ([f"0 {p} 1" for p in range(4)], {}),
        ([f"1 1 0 2 0 {hand} H3 H1 H8" for hand in HANDS], {}),
        (["3 0 BUHUA H5"] * 4, {}),
        (drawn(0, "B9"), {0: "PLAY B9"}),
        (["3 0 PLAY B9"] * 4, {2: "PENG F1"}),
        (["3 2 PENG F1"] * 4, {}),
        (drawn(3, "J1"), {3: "PLAY B6"}),
        (["3 3 PLAY B6"] * 4, {}),
        (drawn(0, "W9"), {0: "PLAY W9"}),
        (["3 0 PLAY W9"] * 4, {1: "HU"}),
    ],
    [-38, 54, -8, -8], action="HU", player=1, fanCnt=30,
)  # fmt: skip
"""Flowers dealt and drawn, a pung, a win on a discard, in the South round."""


def own_walls() -> str:
    """A drawn deal in which everybody has a wall of his own, as contests have: one is used up while others are not."""
    tiles = list(tile_set(rules_for("mcr", {"flowers": False})))
    random.Random(8).shuffle(tiles)
    walls = [tiles[34 * p : 34 * p + 34] for p in range(4)]
    wanted = walls[0][13]
    for at in (0, 1):  # seat 2 holds two of the tile that seat 0 draws first
        other = next(
            p for p in range(4) for i, x in enumerate(walls[p]) if x == wanted and (p, i) not in ((0, 13), (2, 0))
        )
        place = next(i for i, x in enumerate(walls[other]) if x == wanted and (other, i) not in ((0, 13), (2, 0)))
        walls[other][place], walls[2][at] = walls[2][at], walls[other][place]
    name = botzone.NAMES
    turns: list[tuple[Sequence[str], Mapping[int, str]]] = [([f"0 {p} 0" for p in range(4)], {})]
    turns.append(([" ".join(["1 0 0 0 0", *(name[tile] for tile in wall[:13])]) for wall in walls], {}))
    rest = [wall[13:] for wall in walls]
    player, claimed = 0, False
    while rest[player]:
        tile = name[rest[player].pop(0)]
        turns.append((drawn(player, tile), {player: f"PLAY {tile}"}))
        kept = name[walls[2][2]]
        turns.append(([f"3 {player} PLAY {tile}"] * 4, {} if claimed else {2: f"PENG {kept}"}))
        if not claimed:
            turns.append(([f"3 2 PENG {kept}"] * 4, {}))
            player, claimed = 2, True
        player = (player + 1) % 4
    return botzone_log(turns, [0, 0, 0, 0], action="HUANG")
