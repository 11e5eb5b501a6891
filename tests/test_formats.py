"""Logs of other programs: written from records and read into records, and that nothing in them is believed."""

import contextlib
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import hand_written_logs as logs
import pytest
import random_matches
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quepu import formats
from quepu.cli_records import FORMATS
from quepu.formats import FormatError, botzone, mjai, tenhou
from quepu.record import Record, encode, parse, verify
from quepu.rulesets import games

NOTHING = ("pass",)


def made(text: str, name: str, **options: object) -> tuple[Record, list[str]]:
    """The record that a log becomes, which must hold by itself, and what the log says otherwise."""
    result = formats.convert(text, name, options=options)
    record = parse(b"".join(map(encode, result.lines)))
    assert record.header.source == name
    assert len(record.finished) == result.deals
    return record, result.notes


def acts(record: Record) -> list[tuple[int, str]]:
    """What was chosen, passing left out: a log does not tell who might have claimed."""
    return [
        (choice.seat, choice.text) for deal in record.deals for choice in deal.choices if choice.text not in NOTHING
    ]


# ------------------------------------------------------------------------------------------------ there and back


@pytest.mark.parametrize("name", ["mjai", "tenhou"])
def test_there_and_back(name: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(4):
        before = parse(random_matches.played("riichi-tenhou", number).data)
        after, notes = made(formats.export(before, name), name)
        assert not notes
        assert verify(after).ok
        for one, other in zip(before.deals, after.deals, strict=True):
            assert one.result is not None
            assert other.result is not None
            assert one.result.events == other.result.events
            assert (one.result.deltas, one.result.carry, one.start.scores) == (
                other.result.deltas,
                other.result.carry,
                other.start.scores,
            )
            seen.update(text.split()[0] for text in one.result.events)
        assert set(acts(after)) <= set(acts(before))  # but for claims that somebody else's claim outdid
        assert len(acts(before)) - len(acts(after)) < 5
        assert before.over is not None
        assert after.over is not None
        assert before.over.scores == after.over.scores
    assert {"chow", "pung", "kong", "concealed", "ready", "win", "indicator", "exhausted"} <= set(seen)


def test_there_and_back_with_flowers() -> None:
    """Flowers of the deal are replaced in another order; all that follows is the same."""

    def play(events: list[str]) -> list[str]:
        return events[next(i for i, text in enumerate(events) if text.split()[0] in ("discard", "win", "concealed")) :]

    seen: Counter[str] = Counter()
    before = parse(random_matches.played("mcr", 4).data)
    after, notes = made(formats.export(before, "botzone"), "botzone")
    assert not notes
    assert verify(after).ok
    for one, other in zip(before.deals, after.deals, strict=True):
        assert one.result is not None
        assert other.result is not None
        assert play(one.result.events) == play(other.result.events)
        assert (one.result.deltas, one.start.players, one.start.scores) == (
            other.result.deltas,
            other.start.players,
            other.start.scores,
        )
        seen.update(text.split()[0] for text in one.result.events)
    assert before.over is not None
    assert after.over is not None
    assert before.over.ranks == after.over.ranks
    assert {"chow", "pung", "kong", "added", "win", "exhausted", "flower"} <= set(seen)


def test_one_deal() -> None:
    record = parse(random_matches.played("riichi-tenhou", 1, most=3).data)
    for name in ("mjai", "tenhou"):
        third, _ = made(formats.export(record, name, 3), name)
        assert len(third.deals) == 1
        assert third.deals[0].start.scores == record.deals[2].start.scores
    lines = [json.loads(line) for line in formats.export(record, "mjai", 2).splitlines()]
    assert [line["type"] for line in lines if "game" in line["type"] or "kyoku" in line["type"] if line["type"] != "ryukyoku"] == [
        "start_game", "start_kyoku", "end_kyoku", "end_game",
    ]  # fmt: skip
    mcr = parse(random_matches.played("mcr", 1, most=2).data)
    assert formats.export(mcr, "botzone").splitlines(keepends=True)[1] == formats.export(mcr, "botzone", 2)


def test_games_say_which_formats_they_are_written_in() -> None:
    assert set(formats.FORMATS) == {name for game in games() for name in game.formats} == set(FORMATS)
    assert all(formats.usual_rules(name) in [p.id for game in games() for p in game.presets] for name in FORMATS)


# ------------------------------------------------------------------------------------------------ logs of other programs


def test_mjai_by_hand() -> None:
    first = logs.MJAI.split('{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":1')[0]
    record, notes = made(first, "mjai")
    assert not notes
    assert verify(record).ok
    assert record.header.players == ["shanten", "tsumogiri", "hito", "hito2"]
    assert acts(record) == [(0, "ready"), (0, "discard 4z"), (1, "discard 1p"), (0, "win")]
    result = record.deals[0].result
    assert result is not None
    assert result.deltas == [12000, -12000, 0, 0]
    record, notes = made(first.replace("13000,-12000", "8700,-7700"), "mjai")
    assert notes == ["line 2: the log pays [7700, -7700, 0, 0], the rules [12000, -12000, 0, 0], by seat"]


def test_a_kong_robbed_and_nine_kinds() -> None:
    record, notes = made(logs.ROBBED, "mjai")
    assert not notes
    assert acts(record)[-3:] == [(0, "discard 9p"), (1, "discard 1z"), (2, "abort")]
    first, second = (deal.result for deal in record.deals)
    assert first is not None
    assert second is not None
    assert (first.result, first.winners, first.deltas, first.ledger[0][0]) == (
        "win",
        [3],
        [0, -32300, 0, 34300],
        "抢杠",
    )
    assert (second.result, second.carry) == ("void", {"honba": 1, "sticks": 0})
    verdict = verify(record)
    assert verdict.ok
    assert "the record begins in the middle of a match" in str(verdict)


def test_tenhou_by_hand() -> None:
    for text in (logs.TENHOU, "https://tenhou.net/6/#json=" + quote(logs.TENHOU)):
        record, notes = made(text, "tenhou")
        assert not notes
        assert verify(record).ok
        assert [deal.result.result for deal in record.deals if deal.result] == ["void", "win"]
        assert acts(record)[1:6] == [
            (0, "discard 7z"),
            (1, "discard 1s"),
            (3, "pung 11s"),
            (3, "discard 2z"),
            (0, "discard 7z"),
        ]
    again = json.loads(formats.export(record, "tenhou"))
    before = json.loads(logs.TENHOU)
    hands = (4, 7, 10, 13)
    assert [sorted(part) if i in hands else part for i, part in enumerate(again["log"][0])] == [
        sorted(part) if i in hands else part for i, part in enumerate(before["log"][0])
    ]
    assert again["log"][1][5:7] == before["log"][1][5:7]
    assert again["log"][1][11:13] == before["log"][1][11:13]
    assert again["log"][1][16][:2] == before["log"][1][16][:2]


def test_house_rules_are_read_from_the_log() -> None:
    without = json.loads(logs.TENHOU.replace("52", "25"))
    without["rule"] = {"disp": "般東喰", "aka": 0}
    del without["log"][1]
    record, _ = made(json.dumps(without), "tenhou")
    assert record.header.options == {"length": "east", "red_fives": 0}
    record, _ = made(json.dumps(without), "tenhou", length="south")
    assert record.header.options == {"red_fives": 0}


def test_botzone_by_hand() -> None:
    record, notes = made(logs.BOTZONE, "botzone")
    assert not notes
    assert verify(record).ok
    assert record.deals[0].start.round == "2z"
    assert [act for act in acts(record) if "flower" not in act[1]] == [
        (0, "discard 9p"), (2, "pung 99p"), (2, "discard 1z"), (3, "discard 6p"), (0, "discard 9m"), (1, "win"),
    ]  # fmt: skip
    laid_out = json.dumps(json.loads(logs.BOTZONE), indent=2)
    assert acts(made(laid_out, "botzone")[0]) == acts(record)
    again = [entry for entry in json.loads(formats.export(record, "botzone")) if "output" in entry]
    there = [entry for entry in json.loads(logs.BOTZONE) if "output" in entry]
    told = [[entry["output"]["content"][str(p)] for p in range(4)] for entry in again]
    assert told[3:-1] == [[entry["output"]["content"][str(p)] for p in range(4)] for entry in there][4:-1]


def test_everybody_with_a_wall_of_his_own() -> None:
    record, notes = made(logs.own_walls(), "botzone")
    assert not notes
    result = record.deals[0].result
    assert result is not None
    assert result.result == "draw"
    verdict = verify(record)
    assert verdict.ok
    assert any("deal 1: wall: the game has 4 of" in words.en for words in verdict.open)


# ------------------------------------------------------------------------------------------------ what cannot be


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


REFUSED = {
    "empty": ("", "mjai", "a log begins with start_game"),
    "json": ("{\n", "mjai", "line 1: this is no JSON"),
    "list": ("[]\n", "mjai", r"line 1: an object is expected, not \[\]"),
    "first": (logs.MJAI.split("\n", 1)[1], "mjai", "a log begins with start_game"),
    "no deal": (logs.MJAI.split("\n", 1)[0], "mjai", "the log has no deal"),
    "names": (changed(logs.MJAI, '"hito","hito2"', '"hito"'), "mjai", "3 players are named; 4 are expected"),
    "tile": (changed(logs.MJAI, '"pai":"N"', '"pai":"X"'), "mjai", "line 3, pai: 'X' is no tile; 1m to 9s"),
    "hidden": (changed(logs.MJAI, '"1p","2m","5m"', '"?","?","?"'), "mjai", "line 2, tehais 1: the tile is hidden; only a log that shows all hands"),
    "actor": (changed(logs.MJAI, '"actor":0,"pai":"N"', '"actor":4,"pai":"N"'), "mjai", "line 3, actor: a whole number from 0 to 3 is expected, not 4"),
    "hand": (changed(logs.MJAI, '"1p","2m","5m"', '"1p","2m"'), "mjai", "line 2: seat 1 is dealt 12 tiles; 13 are expected"),
    "fifth": (changed(changed(logs.MJAI, '"9p","2s"', '"E","E"'), '"pai":"3s"', '"pai":"E"'), "mjai", "line 2: 5 of 1z are told of; the game has 4"),
    "verb": (changed(logs.MJAI, '"type":"dahai"', '"type":"dahi"'), "mjai", "line 5: 'dahi' is not known"),
    "illegal": (changed(logs.MJAI, '"actor":0,"pai":"N","tsumogiri"', '"actor":0,"pai":"E","tsumogiri"'), "mjai", r"line 5: seat 0, discard 1z: .* \[RI-"),
    "draw": (changed(logs.MJAI, '{"type":"tsumo","actor":1', '{"type":"tsumo","actor":2'), "mjai", "line 7: seat 2 draws 3s in the log; by the rules: draw 1 3s"),
    "win": (changed(logs.MJAI, '"actor":0,"target":1', '"actor":3,"target":1'), "mjai", "line 9: seat 3 cannot win: not a winning shape"),
    "run": (changed(logs.MJAI, '"type":"pon","actor":3,"target":0,"pai":"C"', '"type":"chi","actor":3,"target":0,"pai":"C"'), "mjai", "no run"),
    "alike": (changed(logs.MJAI, '"consumed":["C","C"]', '"consumed":["C","P"]'), "mjai", "line 14: C and .* are not alike"),
    "cut": ("\n".join(logs.MJAI.split("\n")[:6]), "mjai", "line 2: the log ends, but the deal goes on: seat"),
    "end": (logs.MJAI, "mjai", "line 11: the log ends, but the deal goes on: seat 1 has to choose"),
    "outside": (changed(logs.MJAI, '{"type":"start_kyoku"', '{"type":"tsumo"'), "mjai", "line 2: tsumo stands outside of a deal"),
    "wind": (changed(logs.MJAI, '"bakaze":"E"', '"bakaze":"P"'), "mjai", "line 2, bakaze: 'P'; one of E S W N"),
    "tenhou": ("[]", "tenhou", "log: an object is expected"),
    "kyoku": ('{"log":[[1]]}', "tenhou", "deal 1: a list of 17 entries is expected"),
    "number": (changed(logs.TENHOU, "[43], []", "[48], []"), "tenhou", "deal 1, takes of player 0, 1: 48 is no tile"),
    "claim": (changed(logs.TENHOU, "47p4747", "47p474"), "tenhou", "deal 2, takes of player 2, 1: '47p474'; 3 tiles of two digits, and p before one"),
    "letters": (changed(logs.TENHOU, "47p4747", "47x4747"), "tenhou", "deal 2, takes of player 2, 1: '47x4747'; a tile, or a claim"),
    "order": (changed(logs.TENHOU, "31p3131", "32p3232"), "tenhou", "deal 2: the takes and discards fit in no order"),
    "result": (changed(logs.TENHOU, "[0, 0, 2300, -2300], [2,", "[0, 0, 2300, -2300], [9,"), "tenhou", "deal 2, result: a whole number from 0 to 3"),
    "botzone": ("{}", "botzone", "log: a list is expected"),
    "request": (changed(logs.BOTZONE, "3 0 PLAY B9", "4 0 PLAY B9"), "botzone", "entry 9: .* are no request"),
    "card": (changed(logs.BOTZONE, "2 B9", "2 B0"), "botzone", "line 1, entry 7: '2 B0': a tile such as W1"),
    "flowers": (changed(logs.BOTZONE, "1 1 0 2 0", "1 1 0 0 0"), "botzone", "entry 3: .*13 tiles and 1 flowers are expected"),
    "unended": (logs.BOTZONE.split(', {"output": {"command": "finish"')[0] + "]", "botzone", "line 1: the log does not say how the deal ends"),
    "wrong win": (changed(logs.BOTZONE, '"action": "HU"', '"action": "WH"'), "botzone", "the deal ends with 'WH', an error of a player"),
    "two": (logs.BOTZONE + changed(logs.BOTZONE, "0 0 1", "0 0 2"), "botzone", "line 2: the wind is 2, which does not follow"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_read_or_played_is_said_with_its_place(what: str) -> None:
    text, name, message = REFUSED[what]
    with pytest.raises(FormatError, match=message):
        formats.convert(text, name)


def test_what_cannot_be_written() -> None:
    mcr = parse(random_matches.played("mcr", 1, most=1).data)
    with pytest.raises(FormatError, match="mjai is a format for riichi, not for mcr"):
        formats.export(mcr, "mjai")
    with pytest.raises(FormatError, match="there is no deal 2 that is over"):
        formats.export(mcr, "botzone", 2)
    with pytest.raises(FormatError, match="there is no format 'pdf'; there are: mjai, tenhou, botzone"):
        formats.export(mcr, "pdf")
    with pytest.raises(FormatError, match="log: logs of tenhou are of riichi, not of mcr"):
        formats.convert(logs.TENHOU, "tenhou", "mcr")
    casual = parse(random_matches.played("mcr-casual", 1, most=3).data)
    with pytest.raises(FormatError, match="'ready' cannot be said in this format"):
        formats.export(casual, "botzone")
    with pytest.raises(FormatError, match="there is no tile 1f"):
        mjai.tile_name(34)


@pytest.mark.parametrize(
    ("text", "name"), [(logs.ROBBED, "mjai"), (logs.TENHOU, "tenhou"), (logs.BOTZONE, "botzone")], ids=FORMATS
)
@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_logs_are_refused_or_played(text: str, name: str, data: st.DataObject) -> None:
    letters = list(text)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(letters) - 1))
        if data.draw(st.booleans()):
            letters[at] = data.draw(st.sampled_from('0123456789mpsrackzESWNPFCWBTHJ"[]{},: -'))
        else:
            letters[at : at + data.draw(st.integers(0, 20))] = data.draw(st.text(max_size=3))
    with contextlib.suppress(FormatError):
        made("".join(letters), name)


def test_another_program_reads_and_writes_the_same() -> None:
    """riichienv finds every win of a record in its mjai log, with as many han; a record of its own log pays what it paid."""
    riichienv = pytest.importorskip("riichienv")

    def han(win: Any) -> int:
        """It takes every winning tile of a log for the last one: how many are left does not stand there."""
        names = [item.name_en for item in win.actual.yaku_list()]
        return win.actual.han - sum(name.startswith(("Houtei", "Haitei")) for name in names)

    with tempfile.TemporaryDirectory() as folder:
        record = parse(random_matches.played("riichi-tenhou", 6).data)
        file = Path(folder) / "log.jsonl"
        file.write_text(formats.export(record, "mjai"))
        replay = riichienv.MjaiReplay.from_jsonl(str(file))
        found = [sorted(map(han, kyoku.take_win_result_contexts())) for kyoku in replay.take_kyokus()]
    events = [deal.result.events for deal in record.deals if deal.result]
    for kyoku, told in zip(found, events, strict=True):
        wins = sorted(int(event.split()[-1]) for event in told if event.startswith("win "))
        assert len(kyoku) == len(wins)
        if sum(event.startswith("indicator") for event in told) == 1:  # it counts those twice that a kong turns up
            assert kyoku == wins
    assert sum(map(len, found)) > 2

    env = riichienv.RiichiEnv(game_mode="4p-red-half", seed=11)
    rng, seen = random.Random(11), env.reset()
    while not env.done():
        seen = env.step(
            {player: rng.choice(one.legal_actions()) for player, one in seen.items() if one.legal_actions()}
        )
    record, notes = made("".join(json.dumps(line) + "\n" for line in env.mjai_log), "mjai")
    assert not notes
    assert verify(record).ok
    assert len(record.deals) > 3


def test_all_tiles_have_names_and_numbers() -> None:
    assert len(mjai.TILES) == len(tenhou.NUMBERS) == 37
    assert set(mjai.TILES) == set(tenhou.NUMBERS)
    assert len(botzone.TILES) == 42
    assert [botzone.TILES[name] for name in ("W1", "B1", "T1", "F1", "J1", "J3", "H8")] == [0, 9, 18, 27, 33, 31, 41]
