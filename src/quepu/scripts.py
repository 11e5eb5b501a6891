"""Game cases: scripted deals, played and compared. The format is in tests/cases/FORMAT.md."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quepu.acts import Act, ActError
from quepu.deal import Deal, Refused, scripted
from quepu.match import Standing
from quepu.notation import NotationError, parse
from quepu.rules import Compiled
from quepu.tiles import Tile

KEYS = {
    "id",
    "rule",
    "ruleset",
    "options",
    "expect",
    "note",
    "hands",
    "wall",
    "tail",
    "wall_left",
    "script",
    "refused",
    "dealer",
    "round",
}
MORE = {"indicator", "indicators", "ura", "scores", "match", "deal"}
EXPECT = {"deltas", "result", "winners", "next_dealer", "carry", "match_over", "ranks", "points"}


class ScriptError(ValueError):
    """A scripted deal that cannot be played as written: the key and what is wrong."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(f"{key}: {what}")
        self.key = key


def check(data: Mapping[str, Any], rules: Compiled) -> None:
    """Refuse a game case that is not in the format. Raises ScriptError."""
    carried = set(rules.game.course.carry)
    for where, keys, known in (("", data, KEYS | MORE | carried), ("expect.", data["expect"], EXPECT)):
        for key in keys:
            if key not in known:
                near = difflib.get_close_matches(str(key), known, 1)
                hint = f"did you mean {near[0]}?" if near else "there are: " + ", ".join(sorted(known))
                raise ScriptError(f"{where}{key}", f"no such key; {hint}")
    for key, kinds, right in (
        ("hands", list, "a list of hands such as [123m…, …]"), ("wall", str, "tiles, or exhaust"), ("tail", str, "tiles"),
        ("wall_left", int, "how many tiles may still be drawn"), ("script", list, "a list of lines such as 0 discard 5m"),
        ("refused", list, "a list of lines such as 3 pung 5m"), ("round", str, "1z to 4z"), ("scores", list, "a list of points, one a seat"),
        ("match", str, "a deal such as S4"), ("deal", int, "the number of the deal"), ("dealer", int, "0"), ("indicator", str, "a tile"),
        ("indicators", str, "tiles"), ("ura", str, "tiles"), *((key, int, "a whole number") for key in carried),
    ):  # fmt: skip
        if key in data and (not isinstance(data[key], kinds) or isinstance(data[key], bool)):
            raise ScriptError(key, f"{data[key]!r} is not possible; {right} is expected")
    for key in ("hands", "script"):
        if key not in data:
            raise ScriptError(key, "is missing")
    for key in ("hands", "script", "refused"):
        for entry in data.get(key, ()):
            if not isinstance(entry, str):
                raise ScriptError(key, f"{entry!r} is not possible; text is expected")
    if data.get("dealer", 0) != 0:
        raise ScriptError("dealer", "seat 0 deals in every case")
    if not data["expect"]:
        raise ScriptError("expect", "says nothing")


def _tiles(data: Mapping[str, Any], key: str) -> list[Tile]:
    try:
        return parse(data.get(key, ""))
    except NotationError as error:
        raise ScriptError(key, str(error)) from None


def start(data: Mapping[str, Any], rules: Compiled) -> tuple[Deal, Standing]:
    """The deal of a case before its script, and where its match stands. Raises ScriptError."""
    hands = []
    for text in data["hands"]:
        try:
            hands.append(parse(text))
        except NotationError as error:
            raise ScriptError("hands", str(error)) from None
    standing = _standing(data, rules)
    left = data.get("wall_left")
    front: list[Tile] = []
    if data.get("wall") == "exhaust":
        left = 0
    else:
        front = _tiles(data, "wall")
    indicator = _tiles(data, "indicator")
    shown = {key: _tiles(data, key) for key in ("indicators", "ura")}
    carry = {key: data[key] for key in rules.game.course.carry if key in data}
    try:
        deal = scripted(
            rules, hands, front, _tiles(data, "tail"), left=left, indicator=indicator[0] if indicator else None,
            indicators=shown["indicators"], under=shown["ura"], round=data.get("round") or standing.wind, scores=data.get("scores", ()), carry=carry,
            hold=True,
        )  # fmt: skip
    except ValueError as error:
        key, _, what = str(error).partition(": ")
        raise ScriptError(key, what) from None
    return deal, standing


def _standing(data: Mapping[str, Any], rules: Compiled) -> Standing:
    """The match of a case: players are numbered as the seats of its deal."""
    first = Standing.first(rules)
    seats, passed, round_, number = rules.seats, 0, 1, int(data.get("deal", 1))
    if "match" in data:
        text = data["match"]
        if len(text) != 2 or text[0] not in "ESWN" or text[1] not in "1234":
            raise ScriptError("match", f"{text!r}; a deal such as S4 is expected")
        round_, passed = "ESWN".index(text[0]) + 1, int(text[1]) - 1
    elif "deal" in data and rules.match.rounds:
        if number < 1:
            raise ScriptError("deal", "deals are counted from 1")
        round_, passed = (number - 1) // seats + 1, (number - 1) % seats
    chairs = tuple((chair - passed) % seats for chair in range(seats))
    scores = tuple(data.get("scores") or first.scores)
    if len(scores) != seats:
        raise ScriptError("scores", f"{seats} numbers are expected")
    return Standing(rules, chairs, scores, first.carry, passed, round_, passed, number)


def play(deal: Deal, script: Sequence[str]) -> None:
    """Play the lines of a script: whoever is not named passes. Raises ScriptError where a line cannot be played."""
    lines = [_line(deal, number, line) for number, line in enumerate(script, 1)]
    at = 0
    while at < len(lines):
        wins = at
        while wins < len(lines) and lines[wins][1] == "win":
            wins += 1
        # Several winners of one tile: the nearest last, since it may settle the matter.
        group = (
            sorted(lines[at:wins], key=lambda line: -((line[0] - _giver(deal)) % deal.rules.seats))
            if wins > at + 1
            else lines[at : at + 1]
        )
        for seat, text, where in group:
            try:
                if text.split(" ")[0] == "draw":
                    _check_draw(deal, seat, text)
                else:
                    _play_line(deal, seat, text)
            except (Refused, ActError) as error:
                raise ScriptError(where, str(error)) from None
        at += len(group)
    _settle_answers(deal)


def _line(deal: Deal, number: int, line: str) -> tuple[int, str, str]:
    seat, _, text = line.strip().partition(" ")
    where = f"script line {number}, {line!r}"
    if not seat.isascii() or not seat.isdigit() or int(seat) >= deal.rules.seats:
        raise ScriptError(where, f"a seat from 0 to {deal.rules.seats - 1} comes first")
    return int(seat), text.strip(), where


def _giver(deal: Deal) -> int:
    """Whose tile was last discarded or konged."""
    return next((e.seat for e in reversed(deal.events) if e.what == "discard"), 0)


def _check_draw(deal: Deal, seat: int, text: str) -> None:
    """A draw happens by itself; the line asserts what it was. Tiles that nobody claims are let go for it."""
    want = parse(text.partition(" ")[2])

    def drawn() -> bool:
        last = next((e for e in reversed(deal.events) if e.what == "draw"), None)
        return last is not None and last.seat == seat and (not want or list(last.tiles) == want)

    _let_pass(deal, lambda: drawn() and (not deal.claims_open or deal.has_left(seat)))
    if not drawn():
        last = next((e.text for e in reversed(deal.events) if e.what == "draw"), "none")
        raise ActError(f"the last draw was: {last}")


def _let_pass(deal: Deal, enough: Callable[[], bool]) -> None:
    """Everybody who is asked and may pass does, tile after tile, until it is enough or somebody must choose."""
    while not enough() and not deal.over:
        if deal.held:
            deal.go_on()
            continue
        passing = [s for s in deal.waiting_for if deal.why_not(s, Act("pass")) is None]
        if not passing:
            return
        deal.act(passing[0], Act("pass"))


def _play_line(deal: Deal, seat: int, text: str) -> None:
    def possible(of: Deal) -> bool:
        return of.why_not(seat, of.read(seat, text)) is None

    if not possible(deal):
        trial = deal.copy()
        _let_pass(trial, lambda: possible(trial))
        if possible(trial):
            _let_pass(deal, lambda: possible(deal))
    deal.act(seat, deal.read(seat, text))


def _settle_answers(deal: Deal) -> None:
    """At the end of a script claims that were made are settled; a tile that nobody claims ends the deal if the deal then ends."""
    if not deal.claims_open:
        return
    at = len(deal.events)
    if any(answer != "pass" for answer in deal.answers.values()):
        _let_pass(deal, lambda: len(deal.events) > at)
        return
    trial = deal.copy()
    _let_pass(trial, lambda: len(trial.events) > at)
    if trial.over:
        _let_pass(deal, lambda: deal.over)


def refused(deal: Deal, lines: Sequence[str]) -> list[str]:
    """The lines that would be allowed although they should not."""
    wrong = []
    for line in lines:
        seat, _, text = line.strip().partition(" ")
        if text.split(" ")[0] == "draw":  # nobody chooses to draw
            continue
        try:
            if deal.why_not(int(seat), text) is None:
                wrong.append(line)
        except ActError:
            continue
    return wrong


def differences(data: Mapping[str, Any], rules: Compiled) -> list[tuple[str, Any, Any]]:
    """Play a game case and compare: (key, expected, actual). Raises ScriptError when the deal cannot be."""
    deal, standing = start(data, rules)
    try:
        play(deal, data["script"])
    except ScriptError as error:
        return [("script", "playable", str(error))]
    found: list[tuple[str, Any, Any]] = [
        ("refused", f"{line} is refused", "it is allowed") for line in refused(deal, data.get("refused", ()))
    ]
    expect = data["expect"]
    actual: dict[str, Any] = {
        "deltas": deal.deltas,
        "result": {"void": "draw"}.get(deal.result, deal.result),
        "winners": deal.winners,
    }
    if deal.over:
        carry = deal.carry
        after = standing.after(deal.deltas, deal.next_dealer, carry, ends=deal.ends_match, void=deal.result == "void")
        actual["carry"] = carry if len(carry) > 1 else next(iter(carry.values()), None)
        actual["next_dealer"] = "dice" if deal.next_dealer < 0 else deal.next_dealer
        if "deal" in data:
            actual["next_dealer"] = "none" if after.over else standing.seat(after.player(0))
        actual |= {"match_over": after.over, "ranks": after.ranks(), "points": after.points()}
    for key, wanted in expect.items():
        if wanted != actual.get(key):
            found.append((f"expect.{key}", wanted, actual.get(key)))
    return found
