"""The words of the table in Chinese and English: seats, stakes, what happened, what may be done."""

from __future__ import annotations

from collections.abc import Sequence

from quepu.acts import Act, Event
from quepu.match import Standing
from quepu.render import Speech
from quepu.rules import Compiled
from quepu.tiles import Tile, in_order, is_number, kind_of
from quepu.tui.faces import SUITS_ZH, Faces

WORDS: dict[str, tuple[str, str]] = {
    "wall": ("牌墙", "wall"), "jokers": ("混", "jokers"), "indicator": ("宝牌指示", "dora indicator"), "deal": ("第{}盘", "deal {}"),
    "you": ("你", "you"), "dealer": ("庄", "dealer"), "tiles": ("{}张", "{} tiles"), "void": ("缺{}", "void {}"), "ready": ("听", "ready"),
    "declares": ("报听", "ready?"), "revealed": ("亮", "shown"), "won": ("和", "won"), "left": ("逃", "left"), "waits": ("胡", "waits"),
    "banked": ("坐庄", "banked"), "pulled": ("拉{}", "pull {}"), "flowers": ("花", "fl."),
    "win": ("和", "win"), "kong": ("杠", "kong"), "pung": ("碰", "pung"), "chow": ("吃", "chow"), "pass": ("过", "pass"),
    "declare": ("报听", "ready"), "reveal": ("亮牌", "reveal"), "bank": ("坐庄", "bank"), "pull": ("拉庄", "pull"), "bet": ("下彩", "bet"),
    "abort": ("流局", "no game"), "escape": ("离开这一盘", "leave the deal"), "discard": ("打", "discard"), "exchange": ("换", "exchange"),
    "take-last": ("要", "take it"), "decline-last": ("不要", "decline"), "second": ("再传一轮", "second exchange"),
    "offered": ("最后的牌，要不要？", "One of the last tiles: do you take it?"),
    "choose pass": ("传三张：选三张，再按回车", "Pass on three tiles: pick them, then Enter"),
    "flower": ("补花", "bonus tile"), "voids": ("定缺", "void suit"),
    "your turn": ("轮到你，打一张", "Your turn: discard a tile"), "claims": ("{}打出{}，要不要？", "{} discards {}: claim it?"),
    "robs": ("{}杠{}，抢不抢？", "{} kongs {}: rob it?"), "which": ("哪一个？", "Which one?"), "confirm": ("真的？", "Sure?"),
    "declaring": ("报听：打哪张？", "Ready: which tile do you discard?"), "choose void": ("定缺：打掉哪一门？", "Void suit: which one?"),
    "choose exchange": ("换三张：选同一花色的三张，再按回车", "Exchange: pick three tiles of one suit, then Enter"),
    "stakes dealer": ("坐庄吗？", "Do you bank?"), "stakes others": ("拉庄吗？", "Do you pull?"), "bets": ("下彩吗？", "Do you bet?"),
    "ready now": ("起手报听吗？", "Declare ready at once?"), "waiting": ("等别家……", "Waiting for the others …"),
    "resumed": ("接着上次打；另开一场用 --new", "The match goes on where it was; --new begins another"),
    "kept": ("这一场已保存，再运行同一命令就接着打", "The match is kept: the same command goes on with it"),
    "shanten": ("差{}张听", "{} from ready"), "is ready": ("听牌", "ready"), "complete": ("已成和形", "complete"),
    "useful": ("进张", "useful"), "unseen": ("还有{}张没见", "{} unseen"), "after": ("打{}", "discard {}"),
    "help": ("帮助", "help"), "hint": ("提示", "hint"), "cancel": ("取消", "cancel"),
    "next": ("下一盘", "next deal"), "end": ("看排名", "ranking"), "close": ("返回", "back"), "quit": ("退出", "quit"),
    "scroll": ("翻看", "scroll"), "wins": ("{} 和牌", "{} won"), "exhausted": ("荒牌", "the wall is exhausted"), "this deal": ("本盘", "this deal"),
    "before": ("之前", "before"), "now": ("现在", "now"), "rank": ("名次", "rank"), "player": ("玩家", "player"), "score": ("得分", "score"),
    "points": ("分", "points"), "ranking": ("最终排名", "Final ranking"), "table": ("桌上", "the table"), "refused": ("刚才不行的", "Last refusal"),
    "keys": ("按键", "Keys"), "marks": ("记号", "Marks"),
    "small": ("终端至少要{}×{}", "the terminal must have at least {}×{} cells"),
    "saved": ("牌谱存在 {}", "The record is {}"), "no tile": ("这个键没有用处，按 ? 看帮助", "That key does nothing here; ? lists the keys"),
}  # fmt: skip
EVENT_WORDS: dict[str, tuple[str, str]] = {
    "draw": ("{0}摸牌", "{0} draws"), "discard": ("{0}打{1}", "{0} discards {1}"), "chow": ("{0}吃{1}", "{0} chows {1}"),
    "pung": ("{0}碰{1}", "{0} pungs {1}"), "kong": ("{0}杠{1}", "{0} kongs {1}"), "added": ("{0}补杠{1}", "{0} adds a kong of {1}"),
    "concealed": ("{0}暗杠{1}", "{0} has a concealed kong of {1}"), "flower": ("{0}补花{1}", "{0} sets {1} aside"),
    "ready": ("{0}报听", "{0} declares ready"), "reveal": ("{0}亮牌", "{0} lays the waits open"), "void": ("{0}定缺{2}", "{0} is void of {2}"),
    "indicator": ("翻出{1}", "{1} is turned up"), "win": ("{0}和{1}，{3}", "{0} wins on {1}, {3}"), "abort": ("流局", "the deal is void"),
    "exhausted": ("牌墙摸完", "the wall is exhausted"), "escape": ("{0}离开", "{0} leaves"), "give": ("{0}换出{1}", "{0} gives {1}"),
    "receive": ("{0}换进{1}", "{0} receives {1}"), "take-last": ("{0}要最后的牌", "{0} takes the last tile"),
    "decline-last": ("{0}不要", "{0} declines"), "second": ("{0}要求再传一轮", "{0} calls for a second exchange"), "birds": ("翻鸟{1}", "bird {1}"),
}  # fmt: skip


class Words:
    """Sentences of the table in one language."""

    def __init__(self, say: Speech, faces: Faces, rules: Compiled) -> None:
        self.say = say
        self.faces = faces
        self.rules = rules

    def __call__(self, word: str, *parts: object) -> str:
        """Say one of `WORDS`."""
        zh, en = WORDS[word]
        return self.say.text(zh, en).format(*parts)

    def seat(self, seat: int) -> str:
        """The wind of a seat, or its number where there are no four."""
        seats = self.rules.seats
        if seats == 4:
            return self.say.text("东南西北"[seat], ("East", "South", "West", "North")[seat])
        return self.say.text(f"{seat + 1}号", f"Seat {seat + 1}")

    def short_seat(self, seat: int) -> str:
        """The same in one or two letters."""
        return self.seat(seat)[0] if self.rules.seats == 4 else str(seat + 1)

    def player(self, name: str, bot: int) -> str:
        """You, or the bot's name; the number tells bots of one name apart."""
        return self("you") if name == "you" else f"{name} {bot}"

    def suit(self, number: int) -> str:
        """A number suit."""
        letter = "mps"[number]
        return self.say.text(SUITS_ZH[letter], letter)

    def deal(self, standing: Standing) -> str:
        """Which deal of the match it is."""
        number = self("deal", standing.number)
        if self.rules.match is not None and self.rules.match.winds:
            wind = "东南西北"[(standing.round - 1) % 4]
            return self.say.text(f"{wind}{standing.passed + 1}局", standing.name) + f" · {number}"
        return number

    def carried(self, standing: Standing) -> list[str]:
        """What this deal inherits, such as honba and sticks; nothing where it is as usual."""
        names = {one.key: self.say.text(one.zh, one.en) for one in self.rules.game.inputs}
        usual = {one.key: one.default for one in self.rules.game.inputs}
        return [f"{names.get(k, k)} {n}" for k, n in standing.carry.items() if n not in (0, usual.get(k))]

    def event(self, e: Event) -> str:
        """What happened, in a few words; empty for what is seen anyway."""
        if e.what not in EVENT_WORDS or (e.what in ("draw", "give", "receive") and not e.tiles):
            return ""
        tiles = self.faces.joined(in_order(e.tiles)).plain if e.tiles else ""
        zh, en = EVENT_WORDS[e.what]
        suit = self.suit(e.amount) if e.what == "void" and 0 <= e.amount < 3 else ""
        game = self.rules.game
        worth = f"{e.amount}{self.say.text(game.unit, ' ' + game.unit_en)}" if e.what == "win" else ""
        who = self.seat(e.seat) if e.seat >= 0 else ""
        text = self.say.text(zh, en).format(who, tiles, suit, worth)
        if e.what == "abort" and e.amount >= 0:
            text += self.say.text(f"：{self.rules.voided[e.amount].zh}", f": {self.rules.voided[e.amount].en}")
        if e.what == "draw":
            return text + self.say.text("", " ") + tiles
        if e.what == "win" and e.other >= 0:
            text += self.say.text(f"（{self.seat(e.other)}点）", f" from {self.seat(e.other)}")
        return text

    def payment(self, e: Event) -> str:
        """Money that moved: why, from whom, to whom, how much."""
        hand = self.say.text("和牌", "the hand")
        due = self.rules.dues[e.flags - 1] if e.flags else None
        why = hand if due is None else self.say.text(due.zh, due.en)
        names = [self.seat(s) if s >= 0 else self.say("table") for s in (e.seat, e.other)]
        clause = f" {due.clause}" if due is not None else ""
        return f"{why}{clause}{self.say.text('：', ': ')}{names[0]} → {names[1]} {e.amount}"

    def act(self, act: Act) -> str:
        """An act as one would say it."""
        match act.verb:
            case "chow":
                run = [act.tile, act.tile + 1, act.tile + 2]
                return f"{self('chow')} {self.faces.joined([k | 64 if act.a and k % 9 == 4 else k for k in run]).plain}"
            case "pung":
                return f"{self('pung')} {self.faces.joined([act.tile | 64] * act.a + [act.tile] * (2 - act.a)).plain}"
            case "kong":
                return f"{self('kong')} {self.faces.joined([act.tile] * 4).plain}"
            case "discard" | "flower":
                return f"{self(act.verb)} {self.faces.word(act.tile)}"
            case "void":
                return f"{self('voids')} {self.suit(act.tile)}"
            case "pull":
                return f"{self('pull')} {act.a}"
            case "bet":
                return f"{self('bet')} {self.rules.game.course.bets[act.tile]} {act.a}"
            case "exchange":
                return f"{self('exchange')} {self.faces.joined([act.tile, act.a, act.b]).plain}"
            case "ready":
                return self("declare")
            case _:
                return self(act.verb)

    def parts(self, tiles: Sequence[Tile]) -> list[list[Tile]]:
        """Tiles sorted, those of a number suit together."""
        found: list[list[Tile]] = []
        for tile in in_order(tiles):
            together = found and is_number(tile) and kind_of(found[-1][-1]) // 9 == kind_of(tile) // 9
            if together:
                found[-1].append(tile)
            else:
                found.append([tile])
        return found

    def list_of(self, tiles: Sequence[Tile]) -> str:
        """Tiles one after the other: 147万 3筒 东."""
        return " ".join(self.faces.joined(part).plain for part in self.parts(tiles))
