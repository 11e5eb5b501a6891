"""Plays the game cases of case files through the models, and says what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from model.common import UNKNOWN, Table, Wall, plain
from model.nanjing import Nanjing
from model.sichuan import Sichuan
from model.walls import WHOLE

from quepu.cases import load
from quepu.notation import parse

CASES = Path(__file__).parents[1] / "cases"
FILES: dict[str, type[Sichuan | Nanjing]] = {"sichuan.yaml": Sichuan, "nanjing.yaml": Nanjing}


def games() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every game case that a model can play, with its file."""
    for file in FILES:
        yield from ((file, case.data) for case in load(CASES / file) if not case.is_score)


def table(file: str, case: Mapping[str, Any]) -> Table:
    """The model at the start of a case; tiles that the case does not tell are unknown."""
    model = FILES[file]
    whole = Counter(WHOLE[model])
    hands = [parse(h) for h in case["hands"]]
    exhaust = case.get("wall") == "exhaust"
    front = [] if exhaust else parse(case.get("wall", ""))
    back = parse(case.get("tail", ""))
    used = Counter(t for h in hands for t in h) + Counter(front) + Counter(back)
    assert not used - whole, f"{case['id']}: more tiles than there are: {used - whole}"
    left = 0 if exhaust else case.get("wall_left", sum(whole.values()) - sum(map(len, hands)))
    wall = Wall([*front, *[UNKNOWN] * (left - len(front) - len(back)), *reversed(back)])
    details = {"stake": case["stake"]} if "stake" in case else {}
    return model(case["ruleset"], case.get("options") or {}, hands, wall, **details)


def someone_passes(deal: Table, but: int = -1) -> bool:
    """Let a seat that is asked and may pass do so."""
    for seat, acts in deal.asked.items():
        if "pass" in acts and seat != but:
            deal.act(seat, "pass")
            return True
    return False


def differences(file: str, case: Mapping[str, Any]) -> list[str]:
    """What a model does otherwise than a case expects."""
    deal = table(file, case)
    for line in case["script"]:
        seat_text, _, act = line.partition(" ")
        seat, act = int(seat_text), plain(act.replace("pass-win", "pass"))
        if act.startswith("draw"):
            tile = parse(act.split()[1])[0]
            while (deal.mover, deal.drawn) != (seat, tile) and deal.claim is not None and someone_passes(deal):
                pass
            if (deal.mover, deal.drawn) != (seat, tile):
                return [f"{line}: seat {deal.mover} has drawn {deal.drawn}, asked are {deal.asked}"]
            continue
        while not deal.may(seat, act):
            if not someone_passes(deal, but=seat):
                return [f"{line}: not legal; asked are {deal.asked}"]
        deal.act(seat, act)
    found = [f"{line}: legal" for line in case.get("refused", ()) if deal.may(int(line[0]), plain(line[2:]))]
    while deal.claim is not None and deal.wall.left == 0 and someone_passes(deal):
        pass
    actual: dict[str, Any] = {
        "deltas": deal.deltas, "result": deal.result, "winners": deal.winners, "carry": deal.carry.get("stake"),
        "next_dealer": "dice" if deal.next_dealer == -1 else deal.next_dealer,
    }  # fmt: skip
    return found + [f"{k}: expected {v}, got {actual[k]}" for k, v in case["expect"].items() if v != actual[k]]
