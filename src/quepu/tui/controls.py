"""What a key means: from the key, the view and the legal acts to the act that is tried. Every act of the game has a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quepu.acts import Act
from quepu.tiles import Tile, kind_of
from quepu.view import View

TILE_KEYS = "1234567890asfgjyu"
DRAWN_KEY = "d"
KEYS: Sequence[tuple[str, str, str]] = (
    ("1…0 a s f…", "打键上的那张牌", "discard the tile above"),
    ("d", "打摸到的牌", "discard the drawn tile"),
    ("← → ⏎", "选一张，打出", "choose a tile, discard it"),
    ("w", "和", "win"),
    ("k", "杠", "kong"),
    ("p", "碰", "pung"),
    ("c", "吃，再选数字", "chow, then a number"),
    ("space", "过", "pass"),
    ("r", "报听", "declare ready"),
    ("x", "亮牌", "lay the waits open"),
    ("v m/p/s", "定缺", "the void suit"),
    ("e", "换三张：选好后按", "exchange the three chosen"),
    ("b 1 2", "坐庄，拉庄，下彩", "bank, pulls, bets"),
    ("n", "九种九牌之类的流局", "declare no game"),
    ("o", "要最后的牌；不要按空格", "take the tile offered; space declines"),
    ("z", "再传一轮", "call for a second exchange"),
    ("L", "离开这一盘", "leave the deal"),
    ("h", "提示：差几张听，进张", "hint: how far, useful tiles"),
    ("u", "牌面：文字或图形", "tiles as text or glyphs"),
    ("t", "白天、黑夜", "light, dark"),
    ("l", "中文、英文", "Chinese, English"),
    ("?", "帮助，刚才为什么不行", "help, why it was refused"),
    ("q", "退出，牌局保存", "quit, the match is kept"),
)
"""All keys, with what they do in Chinese and in English."""
VERBS = {
    "w": "win",
    "k": "kong",
    "p": "pung",
    "c": "chow",
    "r": "ready",
    "x": "reveal",
    "n": "abort",
    "o": "take-last",
    "z": "second",
}


def row_of(view: View) -> tuple[list[Tile], bool]:
    """The own tiles as they stand: sorted, the drawn one last; whether there is a drawn one."""
    tiles = list(view.hand)
    if view.drawn is None or view.drawn not in tiles:
        return tiles, False
    tiles.reverse()
    tiles.remove(view.drawn)
    tiles.reverse()
    return [*tiles, view.drawn], True


def key_of(place: int, row: Sequence[Tile], *, drawn: bool) -> str:
    """The key under a tile."""
    return DRAWN_KEY if drawn and place == len(row) - 1 else TILE_KEYS[place] if place < len(TILE_KEYS) else " "


@dataclass
class Controls:
    """What has been pressed so far of an act that takes more than one key."""

    choice: list[tuple[str, Act]] = field(default_factory=list)
    picked: list[int] = field(default_factory=list)
    cursor: int | None = None

    def clear(self) -> None:
        """Forget it: something has happened."""
        self.choice, self.picked, self.cursor = [], [], None

    def place(self, view: View, acts: Sequence[Act]) -> int:
        """The tile that the cursor is on; until it is moved, the last one that may be discarded."""
        row, _ = row_of(view)
        if self.cursor is not None:
            return min(len(row) - 1, self.cursor)
        allowed = {act.tile for act in acts if act.verb == "discard"}
        return next((place for place in reversed(range(len(row))) if row[place] in allowed), len(row) - 1)

    def press(self, key: str, view: View, acts: Sequence[Act]) -> Act | None:
        """The act that a key means, legal or not; None when it only chose, or means nothing."""
        verbs = {act.verb for act in acts}
        if self.choice:
            return self._choose(key)
        if key in ("left", "right"):
            row, _ = row_of(view)
            step = 1 if key == "right" else -1
            self.cursor = (self.place(view, acts) + step) % len(row) if row else None
            return None
        if "exchange" in verbs:
            return self._exchange(key, view, acts)
        if "void" in verbs and key in ("m", "p", "s"):
            return Act("void", "mps".index(key))
        if "pull" in verbs and key.isdigit():
            return Act("pull", 0, int(key))
        if key == "space":
            return Act("decline-last" if "decline-last" in verbs else "pass")
        if key == "enter":
            return self._enter(view, acts)
        if key in VERBS:
            return self._of_verb(VERBS[key], view, acts)
        if key == "v":
            self.choice = [(letter, Act("void", suit)) for suit, letter in enumerate("mps")]
            return None
        if key == "b":
            return self._stake(acts)
        if key == "L":
            self.choice = [("enter", Act("escape"))]
            return None
        return self._tile(key, view)

    def _choose(self, key: str) -> Act | None:
        chosen = next((act for name, act in self.choice if name == key), None)
        if chosen is None and key == "enter" and len(self.choice) == 1:
            chosen = self.choice[0][1]
        self.choice = []
        if chosen is not None and chosen.verb == "bet" and not chosen.a:
            self.choice = [(str(stake), Act("bet", chosen.tile, stake)) for stake in (1, 2, 3)]
            return None
        return chosen

    def _exchange(self, key: str, view: View, acts: Sequence[Act]) -> Act | None:
        row, drawn = row_of(view)
        places = [i for i in range(len(row)) if key_of(i, row, drawn=drawn) == key]
        if key == "space":
            places = [self.place(view, acts)]
        for place in places:
            if place in self.picked:
                self.picked.remove(place)
            else:
                self.picked.append(place)
        if key in ("enter", "e"):
            kinds = sorted(kind_of(row[place]) for place in self.picked)
            return Act("exchange", *([*kinds, 41, 41, 41][:3] if len(kinds) <= 3 else [41, 41, 41]))
        return None

    def _enter(self, view: View, acts: Sequence[Act]) -> Act | None:
        row, _ = row_of(view)
        others = [act for act in acts if act.verb not in ("pass", "discard")]
        if row and (any(act.verb == "discard" for act in acts) or not acts):
            return Act("discard", row[self.place(view, acts)])
        return others[0] if len(others) == 1 and len(acts) == 1 else None

    def _of_verb(self, verb: str, view: View, acts: Sequence[Act]) -> Act | None:
        found = [act for act in acts if act.verb == verb]
        if len(found) > 1:
            self.choice = [(str(number), act) for number, act in enumerate(found, 1)]
            return None
        return found[0] if found else _meant(verb, view)

    def _stake(self, acts: Sequence[Act]) -> Act | None:
        events = sorted({act.tile for act in acts if act.verb == "bet"})
        if not events:
            return Act("bank")
        self.choice = [(str(number), Act("bet", event)) for number, event in enumerate(events, 1)]
        return None

    @staticmethod
    def _tile(key: str, view: View) -> Act | None:
        row, drawn = row_of(view)
        return next((Act("discard", tile) for i, tile in enumerate(row) if key_of(i, row, drawn=drawn) == key), None)


def _meant(verb: str, view: View) -> Act:
    """What somebody means who asks for something that cannot be done, so that the refusal speaks of it."""
    if verb not in ("kong", "pung", "chow"):
        return Act(verb)
    if view.pending is not None:
        tile = kind_of(view.pending[0])
    else:
        kinds = [kind_of(tile) for tile in view.hand] or [0]
        tile = kind_of(view.drawn) if view.drawn is not None else max(kinds, key=kinds.count)
    if verb == "chow":
        runs = [
            low
            for low in (tile - 2, tile - 1, tile)
            if low >= 0 and low // 9 == tile // 9 == (low + 2) // 9 and tile < 27
        ]
        held = {kind_of(t) for t in view.hand}
        tile = next((low for low in runs if {low, low + 1, low + 2} - {tile} <= held), runs[0] if runs else tile)
    return Act(verb, tile)
