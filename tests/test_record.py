"""Records: written before anything is shown, read again, played again, checked; nothing in a file is believed."""

import random
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import random_matches
from random_matches import changed, line_with

from quepu.deal import Refused
from quepu.fairness import Noted
from quepu.hosting import MatchRun
from quepu.record import ActLine, Private, RecordError, Writer, encode, fold, parse, read, verify
from quepu.rulesets import names
from quepu.scoring import rules_for

KEPT = Path(__file__).parent / "records"
MCR = random_matches.played("mcr", 1, most=3).data
WHOLE = random_matches.played("sichuan", 1, match_deals=3).data
"""A match that is not over, and one that is."""
PYTHON = [sys.executable, *["-S"] * bool(sys.flags.no_site)]


# ------------------------------------------------------------------------------------------------ written, read, checked


@pytest.mark.parametrize("preset", [name for name in names() if name != "riichi"])
def test_every_game_is_played_again_from_its_record(preset: str) -> None:
    match = random_matches.played(preset, 3, most=2)
    record = parse(match.data)
    verdict = verify(record)
    assert verdict.ok, verdict
    assert record.rules.preset == rules_for(preset).preset
    assert list(fold(record))[-1].deal == match.deal
    assert "1-2" in next(words.en for words in verdict.agrees if "acts are legal" in words.en)


def test_a_whole_match_ends_with_its_secret() -> None:
    match = random_matches.played("riichi", 2, length="east")
    record = parse(match.data)
    assert record.header.options == {"length": "east"}
    assert record.over is not None
    assert record.over.secret == match.seed.secret.hex()
    assert (record.over.scores, record.over.ranks) == (list(match.standing.scores), match.standing.ranks())
    noted = Noted(match.seed.commitment, {0: "lucky"}, {1: match.seed.deal_commitment(1)})
    assert verify(record, noted).complete
    assert not verify(record, Noted(match.seed.commitment, {0: "unlucky"})).ok


@pytest.mark.parametrize("file", sorted(KEPT.glob("*.jsonl")), ids=lambda file: file.stem)
def test_old_records_stay_good(file: Path) -> None:
    verdict = verify(read(file))
    assert verdict.ok, verdict


def test_there_is_an_old_record_of_every_game() -> None:
    kept = {read(file).rules.game.id for file in KEPT.glob("*.jsonl")}
    assert kept == {
        parse(random_matches.MatchRun.begin(name, random_matches.PLAYERS).data).rules.game.id for name in names()
    }


def test_an_act_is_in_the_record_before_its_events_are_seen() -> None:
    match = MatchRun.begin("sichuan", random_matches.PLAYERS, seed=random_matches.seed_of(1))
    seat, act = random_matches.choose(match.deal, random.Random(1))
    events = match.act(seat, act, idle=True)
    assert events
    assert match.data.endswith(encode(ActLine(f"{seat} ! {act.text}")))
    before = match.data
    with pytest.raises(Refused):
        match.act(seat, act)
    assert match.data == before
    choice = parse(match.data).deals[0].choices[0]
    assert (choice.seat, choice.act, choice.idle) == (seat, act, True)


@pytest.mark.parametrize("hold", [False, True])
def test_a_match_goes_on_just_as_it_stood(tmp_path: Path, hold: bool) -> None:
    path = tmp_path / "match.jsonl"
    match = MatchRun.begin("riichi", random_matches.PLAYERS, path=path, seed=random_matches.seed_of(2), hold=hold)
    rng = random.Random(2)
    for _ in range(60):
        if match.deal.held:
            match.go_on()
        if match.deal.over:
            match.next_deal()
        match.act(*random_matches.choose(match.deal, rng))
    if match.deal.held:
        match.go_on()
    match.close()
    again = MatchRun.resume(path, hold=hold)
    assert (again.deal, again.deal.hold, again.number, again.seated) == (match.deal, hold, match.number, match.seated)
    assert again.deal.events == match.deal.events
    again.close()


def test_held_discards_leave_no_trace() -> None:
    """A table that shows every discard before it goes on has the same record."""
    plain = random_matches.played("riichi", 5, most=1)
    held = MatchRun.begin("riichi", random_matches.PLAYERS, seed=random_matches.seed_of(5), hold=True)
    rng, waited = random.Random(5), 0
    while not held.deal.over:
        if held.deal.held:
            held.go_on()
            waited += 1
        else:
            held.act(*random_matches.choose(held.deal, rng))
    assert waited
    assert held.data == plain.data


def test_the_next_deal_waits_for_the_one_before() -> None:
    match = MatchRun.begin("sichuan", random_matches.PLAYERS)
    with pytest.raises(ValueError, match="not over"):
        match.next_deal()
    match = random_matches.played("sichuan", 1, match_deals=1)
    assert match.over
    assert match.number == 1
    with pytest.raises(ValueError, match="the match is over"):
        match.next_deal()
    with pytest.raises(ValueError, match="players: 4 are expected, not 3"):
        MatchRun.begin("sichuan", ["a", "b", "c"])


# ------------------------------------------------------------------------------------------------ broken off


def test_wherever_it_is_cut_off_it_goes_on_to_the_same_end(tmp_path: Path) -> None:
    """The same choices after the cut make the same file, byte for byte."""
    whole = random_matches.played("sichuan", 9, match_deals=2)
    steps = [(step.number, step.seat, step.act) for step in fold(parse(whole.data)) if step.act is not None]
    rng = random.Random(4)
    first = whole.data.index(b"\n") + 1
    places = [first, len(whole.data) - 1, *(rng.randrange(first, len(whole.data)) for _ in range(8))]
    places += [at + 1 for at, byte in enumerate(whole.data) if byte == 10 and whole.data[at - 1 : at] == b"}"][-3:-1]
    for number, place in enumerate(places):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(whole.data[:place])
        Private.create(path, whole.seed.secret)
        if place == len(whole.data) - 1:  # only the last newline is missing
            with pytest.raises(RecordError, match="the match is over"):
                MatchRun.resume(path)
            continue
        match = MatchRun.resume(path)
        done = sum(len(played.choices) for played in read(path).deals)
        for deal, seat, act in steps[done:]:
            if match.number != deal:
                match.next_deal()
            match.act(seat, act)
        match.close()
        assert path.read_bytes() == whole.data, place
        assert not Private.path(path).exists()


KILLED = """
import random, sys
sys.path.insert(0, sys.argv[2])
import random_matches
from quepu.hosting import MatchRun
match = MatchRun.begin("mcr", random_matches.PLAYERS, path=sys.argv[1], seed=random_matches.seed_of(1))
rng = random.Random(1)
while True:
    while not match.deal.over:
        seat, act = random_matches.choose(match.deal, rng)
        match.act(seat, act)
        print(seat, act.text, flush=True)
    match.next_deal()
"""


@pytest.mark.parametrize("shown", [1, 40])
def test_a_killed_process_loses_no_act_that_was_shown(tmp_path: Path, shown: int) -> None:
    path = tmp_path / "match.jsonl"
    with subprocess.Popen(
        [*PYTHON, "-c", KILLED, str(path), str(KEPT.parent)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline().strip() for _ in range(shown)]
        process.send_signal(signal.SIGKILL)
    match = MatchRun.resume(path)
    written = [f"{choice.seat} {choice.text}" for played in read(path).deals for choice in played.choices]
    assert written[:shown] == seen
    assert list(fold(read(path), match.seed))[-1].deal == match.deal
    match.close()


def test_the_secret_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = MatchRun.begin("mcr", random_matches.PLAYERS, path=path)
    match.close()
    secret = tmp_path / "match.secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert match.seed.secret.hex() not in path.read_text("utf-8")
    assert list(fold(read(path))) == []
    assert len(list(fold(read(path), match.seed))) == 1

    secret.write_bytes(b'{"format":1,"commit":"' + b"0" * 64 + b'","secret":"' + b"01" * 32 + b'"}')
    with pytest.raises(RecordError, match="the secret is not that of"):
        MatchRun.resume(path)
    secret.write_bytes(b"{}")
    with pytest.raises(RecordError, match=r"match\.secret: Object missing required field"):
        MatchRun.resume(path)
    secret.unlink()
    with pytest.raises(RecordError, match=r"match\.secret: the file is missing"):
        MatchRun.resume(path)


def test_what_cannot_be_continued(tmp_path: Path) -> None:
    for data, message in (
        (WHOLE, "the match is over"),
        (changed(MCR, 1, program="sha256:" + "0" * 64), r"rules of quepu .*, which are not those of this version"),
        (changed(changed(MCR, 1, commit=None, nonces=None), 2, commit=None).split(b'{"deal":2')[0], "no commitment"),
    ):
        path = tmp_path / "match.jsonl"
        path.write_bytes(data)
        with pytest.raises(RecordError, match=message):
            MatchRun.resume(path)
    seed = random_matches.seed_of(1)
    tampered = changed(MCR, line_with(MCR, "result"), deltas=[1, -1, 0, 0])
    path.write_bytes(tampered)
    Private.create(path, seed.secret)
    with pytest.raises(RecordError, match=r"line \d+: the result does not follow"):
        MatchRun.resume(path)


def test_no_record_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"mine")
    with pytest.raises(RecordError, match="exists already"):
        MatchRun.begin("mcr", random_matches.PLAYERS, path=path)
    assert path.read_bytes() == b"mine"
    with pytest.raises(RecordError, match="No such file"):
        MatchRun.begin("mcr", random_matches.PLAYERS, path=tmp_path / "nowhere" / "match.jsonl")


def test_a_line_that_does_not_fit_the_disk_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "full"
    file = path.open("xb", buffering=0)

    class Full:
        def write(self, data: memoryview) -> int:
            if len(data) > 5:
                return file.write(data[:5])
            raise OSError(28, "No space left on device")

        def __getattr__(self, name: str) -> object:
            return getattr(file, name)

    writer = Writer(Full())  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="No space left"):
        writer.write(ActLine("0 pass"))
    assert path.read_bytes() == b""
    writer.close()


# ------------------------------------------------------------------------------------------------ what cannot be read

ACT = line_with(MCR, "act")
END = line_with(MCR, "result")
UNREADABLE = {
    "empty": (b"", "the file is empty"),
    "other": (b"PNG\n", "line 1: this is no JSON"),
    "format": (changed(MCR, 1, format=2), "line 1: format 2 cannot be read; this quepu reads format 1"),
    "ruleset": (changed(MCR, 1, preset="mrc"), "line 1: preset: there is no rule system 'mrc'; did you mean 'mcr'?"),
    "preset": (changed(MCR, 1, ruleset="riichi"), "line 1: ruleset: preset 'mcr' belongs to mcr, not to 'riichi'"),
    "option": (changed(MCR, 1, options={"minimum_": 8}), "line 1: .*minimum"),
    "players": (changed(MCR, 1, players=["a"]), "line 1: players: 4 are expected, one a player, not 1"),
    "commit": (changed(MCR, 1, commit="abc"), "line 1: commit: sha256: and 64 digits"),
    "nonces": (changed(MCR, 1, commit=None), "line 1: nonces: there are some, but no commit"),
    "field": (changed(MCR, 1, players=None), "line 1: .*missing required field `players`"),
    "twice": (MCR.split(b"\n")[0] + b"\n" + MCR, "line 2: the first line of a record comes only once"),
    "headless": (MCR.split(b"\n", 1)[1], 'line 1: a record begins with {"format":1'),
    "number": (changed(MCR, 2, deal=2), "line 2: deal 1 is expected here, not deal 2"),
    "seats": (changed(MCR, 2, players=[0, 1, 2, 2]), "line 2: players: .*each number from 0 to 3 once"),
    "round": (changed(MCR, 2, round="5z"), "line 2: round: '5z'; 1z to 4z"),
    "scores": (changed(MCR, 2, scores=[1]), "line 2: scores: 4 are expected"),
    "points": (changed(MCR, 2, scores=[10**9, 0, 0, 0]), "line 2: scores: at most"),
    "carry": (
        changed(MCR, 2, carry={"honba": 1}),
        "line 2: carry: nothing is called 'honba' here; a deal inherits nothing",
    ),
    "kind": (changed(MCR, 2, deal=None), "line 2: a JSON object with one of the keys format, deal, act, result, over"),
    "seat": (changed(MCR, ACT, act="4 pass"), f"line {ACT}: act '4 pass': a seat from 0 to 3 comes first"),
    "act": (changed(MCR, ACT, act="0 discrd 5m"), f"line {ACT}: act: 'discrd 5m' is no act"),
    "json": (MCR.replace(b'{"act"', b'{"act', 1), f"line {ACT}: this is no JSON"),
    "blank": (MCR.replace(b"\n", b"\n\n", 1), "line 2: the line is empty"),
    "wall": (changed(MCR, END, wall=None), f"line {END}: .*missing required field `wall`"),
    "key": (changed(MCR, END, key="00"), f"line {END}: key: 64 digits"),
    "result": (MCR.split(b'{"act"')[0] + MCR.split(b"\n")[END] + b"\n", "line 3: deal 1 has no result yet"),
    "after": (WHOLE + b'{"act":"0 pass"}\n', "line .*: nothing can follow the end of the match"),
    "early": (
        MCR.split(b"\n")[0] + b'\n{"over":true,"scores":[],"ranks":[],"points":[]}\n',
        "line 2: the match cannot be over before a deal is",
    ),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_said_with_its_line(what: str) -> None:
    data, message = UNREADABLE[what]
    with pytest.raises(RecordError, match=message):
        parse(data)


def test_a_torn_last_line_is_left_out() -> None:
    lines = MCR.split(b"\n")
    cut = b"\n".join(lines[:9]) + b'\n{"act":"1 disc'
    record = parse(cut)
    assert record.torn
    assert record.size == cut.rindex(b"\n") + 1
    assert len(record.deals[0].choices) == 7
    assert "its last line is torn" in str(verify(record))
    assert parse(cut[: record.size] + bytes(40)).torn  # what a file may end with when the power fails
    unended = parse(MCR[:-1])
    assert not unended.torn
    assert len(unended.finished) == 3
    with pytest.raises(RecordError, match="a seat from 0 to 3 comes first"):
        parse(cut[: record.size] + b'{"act":"9 pass"}')


def test_later_fields_are_passed_over() -> None:
    for number in (1, 2, ACT, END):
        assert verify(parse(changed(MCR, number, zz={"later": [1]}))).ok


def test_what_cannot_be_played_is_said_with_its_line() -> None:
    for data, message in (
        (changed(MCR, ACT, act="1 win"), rf"line {ACT}: act '1 win' is refused: .* \[MC-"),
        (changed(MCR, END, wall="5m" * 144), f"line {END}: wall: the game has 4 of 5m, the wall 144"),
        (changed(MCR, END, wall="1m2x"), f"line {END}: wall: "),
        (changed(MCR, END, wall="123m"), f"line {END}: .*too few tiles"),
        (changed(MCR, END, dice=[7] * 12), f"line {END}: wall: .*die 1 is 7"),
        (
            b"\n".join(MCR.split(b"\n")[: END - 2] + MCR.split(b"\n")[END - 1 :]),
            f"line {END - 1}: the result comes too early: seat . has yet",
        ),
        (MCR.replace(b'{"result"', b'{"act":"0 pass"}\n{"result"', 1), f"line {END}: act 'pass': the deal is over"),
    ):
        record = parse(data)
        with pytest.raises(RecordError, match=message):
            list(fold(record))
        verdict = verify(record)
        assert not verdict.ok
        assert "not checked: deal 2-3" in str(verdict) or "deal 1 cannot be played again" in str(verdict)


DIFFERENT = {
    "deltas": ([1, -1, 0, 0], "deal 1: deltas: the record has .1, -1, 0, 0., from the acts follows"),
    "winners": ([0, 1, 2], "deal 1: winners"),
    "result": ("void", "deal 1: result: the record has void"),
    "next_dealer": (3, "deal 1: next_dealer"),
    "carry": ({"x": 1}, "deal 1: carry"),
    "events": (["deal 0 1m"], "deal 1: events 1: the record has deal 0 1m"),
    "ledger": ([["x", 0, 1, 2]], "deal 1: ledger 1"),
    "key": ("ab" * 32, "deal 1: the key does not follow|the key does not match the commitment"),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_differs_is_said(what: str) -> None:
    value, message = DIFFERENT[what]
    verdict = verify(parse(changed(WHOLE, line_with(WHOLE, "result"), **{what: value})))
    assert not verdict.ok
    assert [words.en for words in verdict.differs if re.search(message, words.en)]


def test_deals_follow_from_one_another_and_the_end_from_them() -> None:
    second, over = line_with(WHOLE, "deal", 1), line_with(WHOLE, "over")
    for data, message in (
        (changed(WHOLE, second, scores=[1, 2, 3, 4]), "deal 2, at its start: scores"),
        (changed(WHOLE, second, round="2z"), "deal 2, at its start: round"),
        (changed(WHOLE, over, ranks=[4, 3, 2, 1]), "the end: ranks"),
        (changed(WHOLE, over, secret="ab" * 32), "secret: its commitment is"),
        (changed(WHOLE, 1, nonces=["other", "", "", ""]), "the key does not follow from the secret and the nonces"),
        (changed(MCR + MCR.split(b"\n")[0], 1, commit="sha256:" + "0" * 64).rsplit(b"\n", 1)[0] + b"\n", ""),
    ):
        verdict = verify(parse(data))
        assert message in str(verdict)
        assert verdict.ok == (message == "")
    assert "the rules of this version are not those that quepu 0.0 played by" in str(
        verify(parse(changed(changed(WHOLE, 1, program="sha256:" + "0" * 64), 1, quepu="0.0")))
    )
