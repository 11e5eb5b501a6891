"""The table in the terminal: whole deals by keys alone, refusals, pages, the picture in every size, and a match that survives kill -9.

Pictures of fixed tables lie in tests/snapshots; after a wanted change write them anew: QUEPU_SNAPSHOTS=write pytest tests/test_tui.py
"""

import asyncio
import json
import os
import random
import select
import signal
import struct
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from stage_games import PASSES, SEA
from stand_in_bots import bot
from textual import events
from textual.pilot import Pilot

from quepu import rulesets
from quepu.acts import Act
from quepu.cli import app
from quepu.lang import Lang
from quepu.record import read, verify
from quepu.scoring import rules_for
from quepu.tui import board
from quepu.tui.app import Look, PageScreen, TableApp
from quepu.tui.command import open_match
from quepu.tui.controls import Controls, key_of, row_of
from quepu.tui.scene import Scene
from quepu.tui.session import Session
from quepu.tui.words import Words

SNAPSHOTS = Path(__file__).parent / "snapshots"
SEED = f"{0x5EED:064x}"
QUESTIONS = {"take-last": "最后的牌，要不要？", "second": "再传一轮", "exchange": "选三张"}
TEXTUAL = {"?": "question_mark"}


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., Session]]:
    """Begins matches and closes them after the test."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    opened: list[Session] = []

    def begin(ruleset: str, options: dict[str, object] | None = None, **asked: object) -> Session:
        opened.append(open_match(rules_for(ruleset, options), bot, folder=tmp_path, **({"seed": SEED} | asked)))
        return opened[-1]

    yield begin
    for session in opened:
        session.close()


def drive(
    session: Session,
    script: Callable[[Pilot, TableApp], Awaitable[None]],
    lang: Lang = "zh-Hans",
    size: tuple[int, int] = (80, 24),
) -> None:
    """Run a script of keys at the table."""

    async def run() -> None:
        app = TableApp(session, lang, delay=0)
        async with app.run_test(size=size) as pilot:
            await script(pilot, app)

    asyncio.run(run())


async def press(pilot: Pilot, *keys: str) -> None:
    """Keys as the terminal's driver hands them to the program, without the pilot's rests."""
    for key in keys:
        pilot.app.post_message(
            events.Key(key, {"space": " ", "question_mark": "?"}.get(key, key if len(key) == 1 else None))
        )
        await pilot._wait_for_screen()
        await pilot._wait_for_screen()


def screen(app: TableApp) -> str:
    """The text of the screen as it is."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def keys_of(act: Act, session: Session) -> list[str]:
    """The keys that a player presses for an act."""
    alike = [other for other in session.acts if other.verb == act.verb]
    row, drawn = row_of(session.view)
    match act.verb:
        case "discard":
            return [key_of(row.index(act.tile), row, drawn=drawn)]
        case "void":
            return ["mps"[act.tile]]
        case "pull":
            return [str(act.a)]
        case "exchange":
            places = []
            for kind in (act.tile, act.a, act.b):
                places.append(next(i for i, tile in enumerate(row) if tile == kind and i not in places))
            return [*(key_of(place, row, drawn=drawn) for place in places), "enter"]
        case _:
            key = {
                "win": "w",
                "kong": "k",
                "pung": "p",
                "chow": "c",
                "pass": "space",
                "ready": "r",
                "reveal": "x",
                "bank": "b",
                "abort": "n",
                "take-last": "o",
                "decline-last": "space",
                "second": "z",
            }[act.verb]
            return [key, str(alike.index(act) + 1)] if len(alike) > 1 else [key]


@pytest.fixture
def _more_listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The rule systems of the tests, as if they were on the list."""
    for game in (SEA, PASSES):
        monkeypatch.setitem(sys.modules, f"quepu.rulesets.{game.id}", SimpleNamespace(**{game.id: game}))
    monkeypatch.setattr(rulesets, "MODULES", (*rulesets.MODULES, SEA.id, PASSES.id))
    yield
    rulesets._find.cache_clear()
    rulesets._module.cache_clear()


@pytest.mark.usefixtures("_more_listed")
@pytest.mark.parametrize("ruleset", ["nanjing", "sichuan-dingque", "mcr", "riichi", "tianjin", "sea", "passes"])
def test_a_whole_match_is_played_by_keys_alone(ruleset: str, sessions: Callable[..., Session]) -> None:
    session, dice = sessions(ruleset, deals=1), random.Random(5)
    asked: set[str] = set()

    async def script(pilot: Pilot, app: TableApp) -> None:
        while not isinstance(app.screen, PageScreen):
            if not asked.issuperset(act.verb for act in session.acts):
                asked.update(act.verb for act in session.acts)
                await pilot._wait_for_screen()
                told = screen(app)
                assert all(QUESTIONS[act.verb] in told for act in session.acts if act.verb in QUESTIONS)
            wins = [act for act in session.acts if act.verb == "win"]
            await press(pilot, *keys_of(wins[0] if wins else dice.choice(session.acts), session))
        assert session.deal.over
        result = screen(app)
        assert "第1盘" in result
        assert "看排名" in result
        await press(pilot, "l", "down", "pagedown", "t")
        assert "ranking" in screen(app)
        await press(pilot, "enter")
        assert "Final ranking" in screen(app)
        assert "The record is" in screen(app)
        await press(pilot, "enter")

    drive(session, script)
    record = read(next(session.path.parent.glob("*.jsonl")))
    assert len(record.finished) == 1
    assert verify(record).ok
    assert not session.path.exists()
    assert asked >= {"sea": {"take-last", "decline-last"}, "passes": {"exchange", "second"}}.get(ruleset, {"discard"})
    told = CliRunner().invoke(app, ["replay", str(next(session.path.parent.glob("*.jsonl"))), "--lang", "zh"])
    assert told.exit_code == 0, told.output
    assert {"sea": "最后一张", "passes": "换出"}.get(ruleset, "打") in told.output


def test_a_refused_key_says_why_and_help_cites_the_clause(sessions: Callable[..., Session]) -> None:
    session = sessions("nanjing")

    async def script(pilot: Pilot, app: TableApp) -> None:
        before = session.deal.copy()
        await press(pilot, "w")
        assert "✗ 和：牌没有和：凑不成和牌的牌型 [NJ-W01]" in screen(app)
        assert session.deal == before
        await press(pilot, TEXTUAL["?"])
        help_text = screen(app)
        assert "刚才不行的" in help_text
        assert "[NJ-W01]" in help_text
        assert "打键上的那张牌" in help_text
        await press(pilot, "escape", "i")
        assert "这个键没有用处" in screen(app)
        await press(pilot, "h")
        assert "差" in screen(app)
        assert "进张" in screen(app)
        await press(pilot, "l")
        assert "Your turn" in screen(app)
        await press(pilot, "u")
        assert any("\U0001f000" <= character <= "\U0001f021" for character in screen(app))

    drive(session, script)


def test_a_choice_of_several_can_be_taken_back(sessions: Callable[..., Session]) -> None:
    session = sessions("sichuan-dingque")

    async def script(pilot: Pilot, app: TableApp) -> None:
        await press(pilot, "L")
        assert "离开这一盘" in screen(app)
        await press(pilot, "escape")
        assert not app.table.controls.choice
        await press(pilot, "L", "enter")
        await pilot.pause()
        assert session.deal.over
        assert "逃" in screen(app) or "离开" in screen(app) or isinstance(app.screen, PageScreen)

    drive(session, script)


def test_a_match_that_is_gone_on_with_says_so(sessions: Callable[..., Session]) -> None:
    sessions("mcr").close()
    session = sessions("mcr", seed=None)

    async def script(pilot: Pilot, app: TableApp) -> None:
        assert "The match goes on" in screen(app)
        await press(pilot, "q")

    drive(session, script, lang="en")


def test_a_terminal_that_is_too_small_is_told(sessions: Callable[..., Session]) -> None:
    session = sessions("mcr")

    async def script(pilot: Pilot, app: TableApp) -> None:
        assert "80×24" in screen(app)
        await pilot.resize_terminal(100, 32)
        assert "Your turn" in screen(app)

    drive(session, script, lang="en", size=(60, 20))


# ------------------------------------------------------------------------------------------------ pictures


def scene(session: Session, look: Look) -> Scene:
    words = Words(look.say, look.faces, session.rules)
    names = [words.player(name, number) for number, name in enumerate(session.match.players)]
    by_seat = [names[player] for player in session.match.seated]
    return Scene(session.view, session.standing, by_seat, session.acts, Controls(), look.faces, words)


def forward(session: Session, choices: int) -> None:
    """Let the player choose so often, as a bot would."""
    me = bot("random", 11)
    while not session.deal.over and (choices or not session.acts):
        if session.go_on():
            continue
        session.view.acts = session.acts
        session.act(me(session.view))
        choices -= 1


@pytest.mark.parametrize(
    ("name", "ruleset", "lang", "glyphs", "size"),
    [
        ("mcr-zh", "mcr", "zh-Hans", False, (80, 24)),
        ("riichi-en", "riichi", "en", False, (80, 24)),
        ("nanjing-wide", "nanjing", "zh-Hans", False, (100, 32)),
        ("tianjin-glyphs", "tianjin", "en", True, (80, 24)),
    ],
)
def test_pictures(
    name: str, ruleset: str, lang: Lang, glyphs: bool, size: tuple[int, int], sessions: Callable[..., Session]
) -> None:
    session = sessions(ruleset)
    forward(session, 14)
    lines = board.draw(scene(session, Look(lang, glyphs=glyphs)), *size)
    assert len(lines) == size[1]
    assert {line.cell_len for line in lines} == {size[0]}
    text = "".join(line.plain.rstrip() + "\n" for line in lines)
    file = SNAPSHOTS / f"table-{name}.txt"
    if os.environ.get("QUEPU_SNAPSHOTS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize("ruleset", ["nanjing", "chengdu", "riichi", "mcr", "chengdu-parlor"])
def test_every_line_is_as_wide_as_the_terminal(ruleset: str, sessions: Callable[..., Session]) -> None:
    session = sessions(ruleset, {"players": 7} if ruleset == "chengdu-parlor" else None)
    dice = random.Random(1)
    while not session.deal.over:
        forward(session, 1)
        look = Look(dice.choice(["zh-Hans", "zh-Hant", "en", "ja"]), glyphs=dice.random() < 0.3)
        width, height = dice.choice([(80, 24), (81, 25), (100, 32), (132, 50)])
        lines = board.draw(scene(session, look), width, height)
        assert len(lines) == height
        for line in lines:
            assert cell_len(line.plain) == width, line.plain
            assert "\n" not in line.plain


def test_the_picture_shows_no_tile_that_the_player_may_not_see(sessions: Callable[..., Session]) -> None:
    session = sessions("mcr")
    forward(session, 9)
    others = [e for e in session.view.events if e.what in ("deal", "draw") and e.seat != session.seat]
    assert others
    assert not any(e.tiles for e in others)
    before = [line.plain for line in board.draw(scene(session, Look("en")), 100, 32)]
    for seat in range(4):  # other hands may be what they like
        if seat != session.seat:
            session._views[seat].hands[seat] = []
    assert before == [line.plain for line in board.draw(scene(session, Look("en")), 100, 32)]


# ------------------------------------------------------------------------------------------------ the real command


class Terminal:
    """`quepu play` in a terminal of its own; what it writes is read away so that it never has to wait."""

    def __init__(self, state: Path, *arguments: str) -> None:
        import fcntl
        import pty
        import termios

        environment = os.environ | {"XDG_STATE_HOME": str(state), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        python = [sys.executable, *(["-S"] if sys.flags.no_site else [])]
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.execve(python[0], [*python, "-m", "quepu", "play", *arguments], environment)
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.text = ""

    def until(self, done: Callable[[], bool], keys: bytes = b"") -> None:
        """Press keys now and again until it is so."""
        limit, pressed = time.monotonic() + 30, 0.0
        while not done():
            assert time.monotonic() < limit, self.text[-2000:]
            if keys and time.monotonic() - pressed > 0.05:
                os.write(self.end, keys)
                pressed = time.monotonic()
            if select.select([self.end], [], [], 0.02)[0]:
                try:
                    self.text += os.read(self.end, 65536).decode("utf-8", "replace")
                except OSError:  # it has ended
                    return

    def stop(self, how: int) -> int:
        os.kill(self.pid, how)
        return self.wait()

    def wait(self) -> int:
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.end)
        return status


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_no_act_is_lost_by_kill_9(tmp_path: Path) -> None:
    journal = tmp_path / "quepu" / "mcr.jsonl"

    def acts() -> list[str]:
        return [line for line in journal.read_text().splitlines() if '"act"' in line] if journal.exists() else []

    first = Terminal(tmp_path, "mcr", "--delay", "0", "--seed", SEED, "--lang", "en")
    first.until(lambda: len(acts()) >= 12, b"\r ")  # discards what was drawn, lets everything pass
    first.stop(signal.SIGKILL)
    kept = acts()
    assert len(kept) >= 12
    second = Terminal(tmp_path, "mcr", "--delay", "0", "--lang", "en")
    second.until(lambda: "The match goes on" in second.text)
    assert acts()[: len(kept)] == kept
    second.until(lambda: len(acts()) >= len(kept) + 6, b"\r ")
    os.write(second.end, b"\x03")  # Ctrl-C leaves too
    second.until(lambda: "The match is kept" in second.text)
    assert os.waitstatus_to_exitcode(second.wait()) == 0
    assert acts()[: len(kept)] == kept
    session = Session.resume(journal, bot)
    session.close()
    assert [f'{{"act":"{line}"}}' for line in _acts_of(session)] == acts()


def _acts_of(session: Session) -> list[str]:
    lines = [json.loads(line) for line in session.path.read_text().splitlines()]
    return [line["act"] for line in lines if "act" in line]
