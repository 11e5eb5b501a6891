"""A record told in words: acts and events with the players' names, and what everybody holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quepu.acts import Act, Event
from quepu.deal import Deal
from quepu.lang import Lang, base, to_traditional
from quepu.match import Standing
from quepu.notation import write
from quepu.record.folding import WAYS, Step, fold_deal
from quepu.record.lines import Played, Record

RESULTS = {"win": ("有人和牌", "won"), "draw": ("荒庄", "the wall is exhausted"), "void": ("流局", "void")}
WAYS_EN = dict(zip(WAYS, ("self-draw", "discard", "robbed kong"), strict=True))
SENTENCES = {
    "deal": ("{who} 起手 {tiles}", "{who} is dealt {tiles}"),
    "indicator": ("翻出 {tiles}", "{tiles} is turned up"),
    "give": ("{who} 换出 {tiles} 给 {other}", "{who} gives {tiles} to {other}"),
    "receive": ("{who} 换入 {tiles}，来自 {other}", "{who} receives {tiles} from {other}"),
    "draw": ("{who} 摸 {tiles}", "{who} draws {tiles}"),
    "draw back": ("{who} 从牌墙尾摸 {tiles}", "{who} draws {tiles} from the back"),
    "discard": ("{who} 打 {tiles}", "{who} discards {tiles}"),
    "discard drawn": ("{who} 摸打 {tiles}", "{who} discards {tiles}, just drawn"),
    "chow": ("{who} 吃 {other} 的牌：{tiles}", "{who} chows from {other}: {tiles}"),
    "pung": ("{who} 碰 {other} 的牌：{tiles}", "{who} pungs from {other}: {tiles}"),
    "kong": ("{who} 杠 {other} 的牌：{tiles}", "{who} kongs from {other}: {tiles}"),
    "added": ("{who} 补杠 {tiles}", "{who} adds {tiles} to a pung"),
    "concealed": ("{who} 暗杠 {tiles}", "{who} has a concealed kong: {tiles}"),
    "flower": ("{who} 补花 {tiles}", "{who} sets {tiles} aside"),
    "ready": ("{who} 报听", "{who} declares ready"),
    "ready-stands": ("{who} 的报听成立", "{who} stands ready"),
    "reveal": ("{who} 亮牌", "{who} lays the waits open"),
    "look": ("{who} 的牌被看到：{tiles}", "{who} shows {tiles}"),
    "win": ("{who} 自摸 {tiles}（{amount}{unit}）", "{who} wins with the {tiles} drawn ({amount} {unit_en})"),
    "win from": ("{who} 和 {other} 的 {tiles}（{amount}{unit}）", "{who} wins on {other}'s {tiles} ({amount} {unit_en})"),
    "win rob": ("{who} 抢 {other} 的杠 {tiles}（{amount}{unit}）", "{who} robs {other}'s kong of {tiles} ({amount} {unit_en})"),
    "pay": ("{who} 付 {other} {amount}（{why}）", "{who} pays {other} {amount} ({why})"),
    "show": ("{who} 亮出 {tiles}", "{who} shows {tiles}"),
    "abort": ("流局：{why}", "the deal is void: {why}"),
    "exhausted": ("牌墙摸完", "the wall is exhausted"),
    "escape": ("{who} 离开", "{who} leaves"),
    "end": ("本局结束：{why}", "the deal is over: {why}"),
    "offer": ("问 {who} 要不要最后一张", "{who} is offered the last tile"),
    "take-last": ("{who} 要最后一张", "{who} takes the last tile"),
    "decline-last": ("{who} 不要最后一张", "{who} declines the last tile"),
    "second": ("{who} 要求再传一轮", "{who} calls for a second exchange"),
    "birds": ("翻出 {tiles}", "{tiles} is turned after the win"),
    "void": ("{who} 定缺 {suit}", "{who} voids {suit}"),
    "stake": ("{who} 下注 {amount}", "{who} stakes {amount}"),
    "bet": ("{who} 押 {why} {amount}", "{who} bets {amount} on {why}"),
    "act": ("{who}：{act}", "{who}: {act}"),
    "idle": ("{who}（超时）：{act}", "{who} (out of time): {act}"),
}  # fmt: skip
"""What is said of an event, by its name and what is particular about it, in Chinese and English."""
SUITS = (("万", "characters"), ("筒", "dots"), ("条", "bamboos"))
SAID_BY_EVENTS = {
    "discard", "flower", "chow", "pung", "kong", "added", "concealed", "win", "ready", "reveal", "void", "give", "stake", "abort", "escape",
    "take-last", "decline-last", "second",
}  # fmt: skip


@dataclass
class Telling:
    """Tells one deal of a record, of all seats or as one `seat` saw it."""

    record: Record
    played: Played
    lang: Lang
    seat: int | None = None
    melds: list[list[str]] = field(default_factory=list)
    flowers: list[str] = field(default_factory=list)

    def title(self, standing: Standing) -> str:
        """Which deal it is, and who sits where with how many points."""
        start = self.played.start
        seats = ", ".join(f"{seat} {self.name(seat)} {points}" for seat, points in enumerate(start.scores))
        carry = "".join(f", {key} {value}" for key, value in start.carry.items() if value)
        return self._say(
            ("第 {n} 局 {name}：{seats}{carry}", "deal {n}, {name}: {seats}{carry}"),
            n=start.deal,
            name=standing.name,
            seats=seats,
            carry=carry,
        )

    def name(self, seat: int) -> str:
        """The name of who sits there."""
        return self.record.header.players[self.played.start.players[seat]]

    def steps(self) -> Iterator[list[str]]:
        """Every step in lines: what was chosen, what came of it, and what is held then. Steps that a seat sees nothing of are left out."""
        seats = self.record.rules.seats
        self.melds, self.flowers = [[] for _ in range(seats)], [""] * seats
        for step in fold_deal(self.record, self.played):
            lines = list(self._lines(step))
            for event in step.events:
                self._lay_down(event)
            if lines:
                yield [*lines, *self.held(step.deal)]

    def _lines(self, step: Step) -> Iterator[str]:
        if (
            step.act is not None
            and self.seat in (None, step.seat)
            and not any(e.seat == step.seat and e.what in SAID_BY_EVENTS for e in step.events)
        ):
            yield self.choice(step.seat, step.act, idle=step.idle)
        way = 0
        for event in step.events:
            if event.what == "win":
                way = event.flags & 3
            yield self.sentence(event if self.seat is None else event.for_seat(self.seat), way)

    def choice(self, seat: int, act: Act, *, idle: bool = False) -> str:
        """An act in words."""
        return self._say(SENTENCES["idle" if idle else "act"], who=self.name(seat), act=act.text)

    def sentence(self, event: Event, way: int = 0) -> str:
        """An event in words. `way`: how the hand that is paid was won."""
        key, rules = event.what, self.record.rules
        if key == "draw" and event.flags & 1:
            key = "draw back"
        elif key == "discard" and event.flags & 1:
            key = "discard drawn"
        elif key == "win" and event.other >= 0:
            key = "win rob" if event.flags & 3 == 2 else "win from"
        elif key == "stake" and event.flags & 1:
            key = "bet"
        why: tuple[str, str] = ("", "")
        if key == "pay":
            why = (
                (rules.dues[event.flags - 1].zh, rules.dues[event.flags - 1].en)
                if event.flags
                else (WAYS[way], WAYS_EN[WAYS[way]])
            )
        elif key == "abort":
            why = (
                (rules.voided[event.amount].zh, rules.voided[event.amount].en)
                if event.amount >= 0
                else ("多家和牌", "several winners")
            )
        elif key == "bet":
            why = (rules.game.course.bets[event.other],) * 2
        elif key == "end":
            why = tuple(RESULTS.values())[event.amount - 1]
        return self._say(
            SENTENCES.get(key, ("{event}", "{event}")),
            who=self._who(event.seat),
            other=self._who(event.other) if key != "bet" else "",
            tiles=write(event.tiles) if event.tiles else "?" * event.hidden,
            amount=event.amount,
            unit=rules.game.unit,
            unit_en=rules.game.unit_en,
            suit=self._word(SUITS[event.amount]) if key == "void" and 0 <= event.amount < 3 else "",
            why=self._word(why),
            event=event.text,
        )

    def held(self, deal: Deal) -> Iterator[str]:
        """What everybody holds, or the one seat."""
        for seat in range(self.record.rules.seats):
            if self.seat in (None, seat):
                laid = "".join(f" [{meld}]" for meld in self.melds[seat])
                flowers = f" +{self.flowers[seat]}" if self.flowers[seat] else ""
                yield f"    {seat} {self.name(seat)}  {write(deal.hand(seat))}{laid}{flowers}"

    def _lay_down(self, event: Event) -> None:
        tiles = write(event.tiles)
        match event.what:
            case "chow" | "pung" | "kong" | "concealed":
                self.melds[event.seat].append(tiles)
            case "added":
                mine = self.melds[event.seat]
                kind = event.tiles[0] & 0x3F
                at = next(i for i, meld in enumerate(mine) if meld.replace("0", "5") == write([kind] * 3))
                mine[at] += f"+{tiles}"
            case "flower":
                self.flowers[event.seat] += tiles

    def _who(self, seat: int) -> str:
        return self.name(seat) if seat >= 0 else self._word(("桌面", "the table"))

    def _word(self, words: tuple[str, str]) -> str:
        zh, en = words
        if base(self.lang) == "en":
            return en
        return to_traditional(zh) if self.lang == "zh-Hant" else zh

    def _say(self, template: tuple[str, str], **values: object) -> str:
        return self._word(template).format(**values)
