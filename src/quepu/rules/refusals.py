"""Why an act at the table is refused: a sentence for each of the kernel's reasons. The clause is the rule system's."""

from __future__ import annotations

from collections.abc import Mapping

from quepu.rules.expr import Words

REASONS: Mapping[str, Words] = {
    "over": Words("这一盘已经结束", "the deal is over"),
    "turn": Words("现在轮不到这家这样做", "it is not this seat's turn for that"),
    "answered": Words("这家已经作了选择", "this seat has already chosen"),
    "verb": Words("现在不能这样做", "that cannot be done now"),
    "held": Words("手中没有所需的牌", "the tiles for it are not held"),
    "out": Words("这家已经胡了，不再打牌", "this seat has won and plays no more"),
    "flower": Words("手中没有这张花牌", "that bonus tile is not held"),
    "flower_first": Words("先补花", "bonus tiles are replaced first"),
    "flower_kept": Words("花牌不能打出", "a bonus tile is not discarded"),
    "void_first": Words("先打定缺花色的牌", "tiles of the void suit are discarded first"),
    "void_claim": Words("定缺花色的牌不能碰、杠", "no claim or kong of the void suit"),
    "locked": Words("报听后只能打刚摸的牌", "after declaring ready only the tile just drawn may be discarded"),
    "locked_claim": Words("报听后不能吃、碰、杠别家的牌", "after declaring ready nothing may be claimed but a win"),
    "locked_kong": Words("报听后不能这样杠", "after declaring ready this kong is not allowed"),
    "must_wait": Words("打出这张就不听了", "the hand would not wait for anything after this discard"),
    "swap": Words(
        "食替：不能打出刚吃碰的牌或另一端的牌",
        "swap calling: what was just claimed, or the run's other end, may not be discarded",
    ),
    "last_discard": Words("最后一张弃牌只能胡", "the last discard may only be won on"),
    "no_replacement": Words("没有牌可补，不能杠", "no tile is left to replace the kong"),
    "most_kongs": Words("杠数已满", "no further kong in this deal"),
    "after_claim": Words("吃碰之后只能打牌", "right after a claim a discard must follow"),
    "chow": Words("不能吃", "there is no chow"),
    "chow_seat": Words("只能吃上家的牌", "a chow is claimed from the seat before only"),
    "pung": Words("不能碰", "there is no pung"),
    "kong": Words("不能这样杠", "there is no such kong"),
    "concealed": Words("暗杠只有十三幺能抢", "a concealed kong is robbed by thirteen orphans only"),
    "face_down": Words("弃牌扣着，不能要", "discards lie face down and cannot be claimed"),
    "joker_claim": Words("混不能用来吃、碰、杠", "jokers take no part in claims and kongs"),
    "joker_discard": Words("不能打混", "a joker may not be discarded"),
    "dead": Words("相公：打过混，不能胡", "a joker was discarded: this hand cannot win"),
    "shape": Words("牌没有和：凑不成和牌的牌型", "not a winning shape"),
    "way": Words("不能这样胡", "there is no such win"),
    "passed": Words("过胡：到自己下一轮前不能胡这张", "a win was passed: none on this tile until the own next turn"),
    "own_discard": Words("振听：自己打过所听的牌", "a wait lies among the own discards: self-draw only"),
    "claimed": Words("这张牌要不了", "this tile cannot be claimed"),
    "ready": Words("不能报听", "ready cannot be declared"),
    "ready_late": Words("报听已晚", "it is too late to declare ready"),
    "ready_tiles": Words("牌墙所剩太少，不能报听", "too few tiles are left to declare ready"),
    "ready_condition": Words("条件不合，不能报听", "the conditions for declaring ready are not met"),
    "not_ready": Words("打哪张都不听", "no discard leaves the hand waiting"),
    "reveal": Words("不能亮牌", "waits cannot be laid open"),
    "dance_bar": Words("不能打别家亮明所胡的牌", "a tile that somebody has shown to wait for may not be discarded"),
    "exchange": Words("要换同一花色的三张", "three tiles of one suit are exchanged"),
    "exchange_three": Words("要传三张", "just three tiles are passed on"),
    "exchange_joker": Words(
        "手中还有别的牌时不能传混，先传第一种",
        "jokers are passed on only when nothing else is held, the first kind first",
    ),
    "second": Words("现在不能要求再传一轮", "the tiles cannot be passed on once more now"),
    "offer": Words("现在没有牌可要", "no tile is offered to this seat now"),
    "taken": Words("要来的这张牌不和就要打出", "the tile taken wins, or is discarded: nothing else"),
    "void_choice": Words(
        "手中只有两门以下时，只能定缺没有的花色", "with fewer than three suits an absent one is declared void"
    ),
    "bank": Words("只有庄家在开局时能坐庄", "only the dealer banks, before the deal"),
    "pull": Words(
        "只有闲家在开局时能拉庄，最多两次", "only others pull, before the deal, and not more often than allowed"
    ),
    "bet": Words("不能这样下彩", "there is no such bet"),
    "abort": Words("不能流局", "the deal cannot be declared void"),
    "voids": Words("此牌无人和即流局，只能和", "the deal is void unless this discard is won on: no other claim"),
    "leave": Words("不能离开，或已经离开", "one cannot leave, or has left"),
}
# The reason whose clause is cited when a rule system names none for it.
INSTEAD: Mapping[str, str] = {
    "over": "turn", "answered": "turn", "verb": "turn", "held": "claim", "out": "turn", "flower": "flower_first", "flower_kept": "flower_first",
    "locked": "ready", "locked_claim": "ready", "locked_kong": "ready", "must_wait": "ready", "ready_late": "ready", "ready_tiles": "ready",
    "ready_condition": "ready", "not_ready": "ready", "most_kongs": "no_replacement", "after_claim": "kong", "pung": "claim", "kong": "claim",
    "concealed": "rob", "way": "shape", "passed": "claim", "own_discard": "passed", "claimed": "claim",
    "last_discard": "claim", "no_replacement": "kong", "joker_claim": "joker_meld", "joker_discard": "joker_meld", "dead": "joker_discard",
    "chow": "claim", "chow_seat": "claim", "claim": "turn", "void_claim": "void_first", "face_down": "claim", "reveal": "turn", "ready": "turn",
    "flower_first": "turn", "exchange": "turn", "void_choice": "turn", "bank": "turn", "pull": "turn", "bet": "turn", "abort": "turn", "voids": "abort",
    "leave": "turn", "swap": "claim", "rob": "claim", "turn": "shape", "joker_meld": "claim", "dance_bar": "reveal",
    "void_first": "turn", "exchange_three": "exchange", "exchange_joker": "exchange", "second": "exchange", "offer": "turn", "taken": "offer",
}  # fmt: skip


def clause_for(reason: str, refused: Mapping[str, str]) -> str:
    """The clause that a rule system cites for a reason, or for the more general one."""
    while reason not in refused:
        reason = INSTEAD[reason]
    return refused[reason]
