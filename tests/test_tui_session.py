"""The table without its screen: what a seat sees, keys, the journal, matches that go on after they were cut off, won hands."""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from stand_in_bots import bot

from quepu.acts import Act
from quepu.cli import app
from quepu.deal import Deal, Refused
from quepu.record import RecordError, Writer, read, verify
from quepu.scoring import rules_for
from quepu.tiles import kind_of
from quepu.tui.command import PlayError, open_match, seating, secret_of
from quepu.tui.controls import Controls, key_of, row_of
from quepu.tui.hints import hints
from quepu.tui.places import is_over, set_aside, state_folder
from quepu.tui.session import Session
from quepu.view import View
from quepu.wall import shuffled

SYSTEMS = ("nanjing", "sichuan-dingque", "chengdu", "mcr", "riichi", "tianjin")
SEED = f"{0x5EED:064x}"


OPEN: list[Session] = []


@pytest.fixture(autouse=True)
def _closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # what a crash of the machine needs takes most of the time
    yield
    while OPEN:
        OPEN.pop().close()


def begin(
    folder: Path, ruleset: str = "mcr", seed: str | None = SEED, options: dict[str, int] | None = None, **asked: object
) -> Session:
    OPEN.append(open_match(rules_for(ruleset, options), bot, folder=folder, seed=seed, **asked))
    return OPEN[-1]


def step(session: Session, me: object) -> None:
    """One thing happens: bots choose, or the player does as a bot would."""
    if not session.go_on() and session.acts:
        session.view.acts = session.acts
        session.act(me(session.view))


def lively(view: View, dice: random.Random) -> Act:
    """A choice that brings many wins, kongs and declarations about."""
    for verbs in (("win",), ("kong", "ready", "reveal", "bank", "pull"), ("pung", "chow")):
        found = [act for act in view.acts if act.verb in verbs]
        if found and (verbs[0] == "win" or dice.random() < 0.4):
            return dice.choice(found)
    best = hints(view, 1)[0].discard if any(act.verb == "discard" for act in view.acts) else None
    wanted = [act for act in view.acts if act.verb == "pass" or (act.verb == "discard" and kind_of(act.tile) == best)]
    return wanted[0] if wanted else dice.choice(view.acts)


def play(
    ruleset: str, number: int, carry: dict[str, int] | None = None, *, hold: bool = False
) -> tuple[Deal, list[View]]:
    """A deal played to its end, with what everybody saw of it; views are held against the deal on the way."""
    rules, dice = rules_for(ruleset), random.Random(number)
    deal = Deal(rules, shuffled(rules, number.to_bytes(32)), carry=carry, hold=hold)
    views = [View(rules, seat) for seat in range(rules.seats)]
    told = 0
    while True:
        for event in deal.events[told:]:
            for view in views:
                view.see(event.for_seat(view.seat))
        told = len(deal.events)
        for view in views:
            assert view.held == [len(deal.hand(s)) for s in range(rules.seats)]
            assert deal.over or sorted(view.hand) == sorted(deal.hand(view.seat))
            assert view.wall_left == deal.wall_left or not any(view.held)
        if deal.over:
            return deal, views
        if deal.held:
            deal.go_on()
            continue
        seat = deal.waiting_for[0]
        views[seat].acts = deal.acts(seat)
        deal.act(seat, lively(views[seat], dice))


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_view_knows_its_own_tiles_and_how_many_others_hold(ruleset: str) -> None:
    for number in range(1, 5):
        deal, views = play(ruleset, number, hold=number % 2 == 0)
        for view in views:
            assert view.over
            assert view.deltas == deal.deltas
            others = [e for e in view.events if e.what in ("deal", "draw") and e.seat != view.seat]
            assert others
            assert not any(e.tiles for e in others)


def test_a_match_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    for ruleset in ("sichuan-dingque", "tianjin"):
        folder, me, dice = tmp_path / ruleset, bot("random", 9), random.Random(3)
        options = {"match_deals": 2}
        session = begin(folder, ruleset, options=options)
        cuts = 0
        while not session.over:
            if session.deal.over:
                session.next_deal()
            step(session, me)
            if dice.random() < 0.04:
                cuts += 1
                deal, standing, seen = session.deal, session.standing, len(session.view.events)
                session.close()
                with session.path.open("ab") as file:
                    file.write(b'{"act":"0 disc')  # the power went off while this was written
                session = begin(folder, ruleset, options=options)
                if deal.held:  # that a discard goes is no act: it has gone when the match is gone on with
                    deal.go_on()
                assert session.deal == deal
                assert session.standing == standing
                assert session.view.events[:seen] == [e.for_seat(session.seat) for e in deal.events[:seen]]
        assert cuts > 3
        done = session.finish()
        assert is_over(done)
        assert not session.path.exists()
        assert [f.suffix for f in folder.iterdir()] == [".jsonl"]


def test_a_journal_tells_nothing_hidden_while_a_deal_is_played(tmp_path: Path) -> None:
    session = begin(tmp_path)
    text = session.path.read_text()
    assert SEED not in text
    assert '"wall"' not in text
    assert '"key"' not in text
    secret = session.path.with_suffix(".secret")
    assert SEED in secret.read_text()
    assert secret.stat().st_mode & 0o777 == 0o600
    while not session.deal.over:
        step(session, bot("random", 1))
    last = json.loads(session.path.read_text().splitlines()[-1])
    assert (last["wall"], last["deltas"]) == (session.deal.wall.text, session.deal.deltas)


def test_an_act_is_in_the_journal_before_it_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(tmp_path)
    while not session.acts:
        session.go_on()
    monkeypatch.setattr(Writer, "write", lambda *_: (_ for _ in ()).throw(OSError("the disk is full")))
    seen = len(session.view.events)
    with pytest.raises(OSError, match="disk is full"):
        session.act(session.acts[0])
    assert len(session.view.events) == seen
    assert len(session.deal.events) == seen


def test_a_match_is_played_by_one_process_and_by_its_own_rules(tmp_path: Path) -> None:
    session = begin(tmp_path)
    with pytest.raises(RecordError, match="being played elsewhere"):
        begin(tmp_path)
    session.close()
    session.path.write_text(session.path.read_text().replace("sha256:", "sha256:0", 1))
    with pytest.raises(RecordError, match="not those of this version"):
        begin(tmp_path)
    with pytest.raises(RecordError, match=r"none\.jsonl: No such file"):
        Session.resume(tmp_path / "none.jsonl", bot)


def test_a_match_left_on_the_page_of_a_result_shows_it_again(tmp_path: Path) -> None:
    session = begin(tmp_path, deals=2)
    for _ in range(2):
        while not session.deal.over:
            step(session, bot("random", 1))
        ended = session.ended
        session.close()
        session = begin(tmp_path, seed=None, deals=2)
        assert session.ended is not None
        assert (session.ended.before, session.ended.after) == (ended.before, ended.after)
        assert [won.event for won in session.ended.wins] == [won.event for won in ended.wins]
        if not session.over:
            session.next_deal()
    assert session.over
    assert verify(read(session.finish())).ok


def test_another_match_can_begin_and_the_old_one_is_kept(tmp_path: Path) -> None:
    session = begin(tmp_path)
    session.close()
    other = begin(tmp_path, seed=f"{7:064x}", new=True)
    other.close()
    kept = [f for f in tmp_path.glob("*.jsonl") if f.name != "mcr.jsonl"]
    assert len(kept) == 1
    again = open_match(None, bot, resume=kept[0])
    assert again.deal == session.deal
    again.close()
    assert set_aside(kept[0]) != set_aside(tmp_path / "mcr.jsonl")


def test_what_cannot_be_asked_for(tmp_path: Path) -> None:
    rules = rules_for("mcr")
    for wrong, message in (
        (lambda: seating(rules, None, 4), "--seat: there are seats 0 to 3"),
        (lambda: seating(rules, "value,greedy", 0), "3 names with commas"),
        (lambda: secret_of("12"), "64 digits"),
        (lambda: secret_of("g" * 64), "64 digits"),
        (lambda: open_match(None, bot), "which rule system"),
        (lambda: open_match(None, bot, resume=tmp_path, new=True), "one of them"),
        (lambda: begin(tmp_path, deals=-1), "--deals"),
        (lambda: begin(tmp_path, bots="clever"), "no bot 'clever'"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()
    assert not list(tmp_path.iterdir())
    begin(tmp_path).close()
    with pytest.raises(ValueError, match="no bot 'clever'"):
        begin(tmp_path, bots="clever", new=True)
    assert (tmp_path / "mcr.jsonl").exists()
    for asked in ({"seed": f"{7:064x}"}, {"bots": "random"}, {"seat": 2}):
        with pytest.raises(PlayError, match="begun otherwise"):
            begin(tmp_path, **({"seed": None} | asked))
    with pytest.raises(PlayError, match="--option"):
        open_match(rules_for("mcr", {"minimum": 0}), bot, folder=tmp_path)
    assert len(secret_of(None)) == 32


def test_where_matches_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "quepu"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local" / "state" / "quepu"
    assert os.environ["HOME"] == str(tmp_path)


# ------------------------------------------------------------------------------------------------ keys


def pressed(keys: str | list[str], view: View, acts: list[Act]) -> Act | None:
    controls, act = Controls(), None
    for key in keys:
        act = controls.press(key, view, acts)
    return act


def test_every_tile_has_a_key_and_the_drawn_one_its_own(tmp_path: Path) -> None:
    session = begin(tmp_path, "riichi")
    while not (session.acts and session.view.drawn is not None):
        step(session, bot("random", 5))
    view, acts = session.view, session.acts
    row, drawn = row_of(view)
    assert drawn
    keys = [key_of(place, row, drawn=True) for place in range(len(row))]
    assert len(set(keys)) == len(row)
    for key, tile in zip(keys, row, strict=True):
        assert pressed(key, view, acts) == Act("discard", tile)
    assert pressed(["enter"], view, acts) == pressed("d", view, acts) == Act("discard", view.drawn)
    assert pressed(["left", "enter"], view, acts) == Act("discard", row[-2])
    assert pressed("i", view, acts) is None


def test_keys_of_acts() -> None:
    view = View(rules_for("riichi"), 0)
    view.hands[0], view.pending = [0, 1, 3, 4, 4, 4], (2, 3)
    chows = [Act("chow", 0), Act("chow", 1), Act("chow", 2)]
    claims = [Act("pass"), Act("pung", 2), *chows]
    assert pressed(["space"], view, claims) == Act("pass")
    assert pressed("p", view, claims) == Act("pung", 2)
    assert pressed("c", view, claims) is None
    assert pressed("c2", view, claims) == chows[1]
    assert pressed(["c", "escape"], view, claims) is None
    assert pressed("c", view, [Act("pass"), chows[2]]) == chows[2]
    assert pressed("k", view, claims) == Act("kong", 2)  # to be refused
    assert pressed("c", view, []) == Act("chow", 0)
    assert pressed("w", view, []) == Act("win")
    assert pressed("vp", view, []) == Act("void", 1)
    assert pressed("p", view, [Act("void", 0), Act("void", 1), Act("void", 2)]) == Act("void", 1)
    assert pressed("2", view, [Act("pass"), Act("pull", 0, 1), Act("pull", 0, 2)]) == Act("pull", 0, 2)
    assert pressed("b", view, [Act("pass"), Act("bank")]) == Act("bank")
    bets = [Act("pass"), *(Act("bet", event, stake) for event in range(3) for stake in (1, 2, 3))]
    assert pressed("b23", view, bets) == Act("bet", 1, 3)
    assert pressed("b2", view, bets) is None
    assert pressed(["L", "enter"], view, []) == Act("escape")
    assert pressed("n", view, []) == Act("abort")
    swap = [Act("exchange", 0, 1, 3)]
    assert pressed(["1", "3", "2", "enter"], view, swap) == Act("exchange", 0, 1, 3)
    assert pressed(["1", "1", "4", "e"], view, swap) == Act("exchange", 4, 41, 41)


def test_a_hint_knows_the_void_suit_and_jokers() -> None:
    view = View(rules_for("sichuan-dingque"), 0)
    view.hands[0], view.void_suit[0] = [*range(9), 9, 9, 10, 18, 18], 1
    assert {hint.discard for hint in hints(view)} == {9}
    view.hands[0] = [*range(9), 10, 10, 10, 18]
    view.void_suit[0] = -1
    assert hints(view)[0].shanten == 0
    assert hints(view)[0].unseen == 3
    view.jokers = (18, 19)
    assert hints(view)[0].unseen > 100


def test_a_refused_act_changes_nothing(tmp_path: Path) -> None:
    session = begin(tmp_path)
    size = session.path.stat().st_size
    with pytest.raises(Refused, match="MC-"):
        session.act(Act("pung", 3))
    assert session.path.stat().st_size == size


def test_without_a_terminal_a_deal_is_told() -> None:
    said = CliRunner().invoke(app, ["play", "mcr", "--lang", "en", "--bots", "greedy"])
    assert said.exit_code == 0, said.output
    assert said.output.startswith("There is no terminal for a table")
    assert "is dealt" in said.output
    assert "the deal is over" in said.output
    assert "南" not in said.output
    assert CliRunner().invoke(app, ["play"]).exit_code == 0
