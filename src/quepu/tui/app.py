"""The table in the terminal: screens of Textual around a `Session`; every act by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme
from textual.timer import Timer
from textual.widgets import Static

from quepu.deal import Refused
from quepu.lang import Lang, base
from quepu.render import Speech
from quepu.scoring import Refusal
from quepu.tui import board
from quepu.tui.controls import Controls
from quepu.tui.faces import DAY, NIGHT, Faces, Palette
from quepu.tui.hints import hints
from quepu.tui.pages import Page, help_page, ranking_page, result_page
from quepu.tui.scene import Scene
from quepu.tui.session import YOU, Session
from quepu.tui.words import Words

THEMES = (
    Theme("quepu-night", primary="#54c6a5", background="#0c1413", surface="#141f1d", foreground="#e8eeea", dark=True),
    Theme("quepu-day", primary="#0f6a54", background="#fbf7ec", surface="#fffdf8", foreground="#1b232a", dark=False),
)


BRIEF = 0.15  # seconds that the replacement of a bonus tile takes


def key_name(event: events.Key) -> str:
    """A key as the table calls it: its character, or left, right, enter, escape, space."""
    character = event.character
    if character is not None and character.isprintable() and character != " ":
        return {"？": "?"}.get(character, character)
    return event.key


class Look:
    """How things are said and shown; the player may change it at any time."""

    def __init__(self, lang: Lang, *, day: bool = False, glyphs: bool = False) -> None:
        self.lang = lang
        self.day = day
        self.glyphs = glyphs

    @property
    def say(self) -> Speech:
        """The language."""
        return Speech(self.lang)

    @property
    def palette(self) -> Palette:
        """The colours."""
        return DAY if self.day else NIGHT

    @property
    def faces(self) -> Faces:
        """How tiles are written."""
        return Faces(self.say, self.palette, self.glyphs)


class TableScreen(Screen[None]):
    """The table: draws what the session's view tells, tries what the keys mean."""

    def __init__(self, session: Session, look: Look, delay: float, on_end: Callable[[], None]) -> None:
        super().__init__()
        self.session = session
        self.look = look
        self.delay = delay
        self.on_end = on_end
        self.controls = Controls()
        self.message = Text()
        self.refusal: Refusal | None = None
        self._said_at = 0  # how many events there were when the message was written
        self._timer: Timer | None = None
        self._table = Static(id="table")

    def compose(self) -> ComposeResult:
        """One widget that fills the screen."""
        yield self._table

    def on_mount(self) -> None:
        """Begin to play, or go on."""
        self.go_on()
        if self.session.resumed:
            self._say(Text(self.words("resumed"), self.look.palette.accent))
            self.draw()

    def on_resize(self) -> None:
        """Draw in the new size."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Draw again when a page over the table is closed; how things are shown may have changed."""
        self.draw()

    # The picture.

    @property
    def words(self) -> Words:
        """The language, as sentences of this game."""
        return Words(self.look.say, self.look.faces, self.session.rules)

    def names(self) -> list[str]:
        """By player: you, or a bot's name with its number."""
        return [self.words.player(name, number) for number, name in enumerate(self.session.match.players)]

    def scene(self) -> Scene:
        """Everything that the picture is made from."""
        session, names = self.session, self.names()
        by_seat = [names[player] for player in session.match.seated]
        robbed = session.deal.pending if session.acts and session.view.pending is None else None
        return Scene(
            session.view,
            session.standing,
            by_seat,
            session.acts,
            self.controls,
            self.look.faces,
            self.words,
            self.message,
            robbed,
        )

    def draw(self) -> None:
        """Show the table as it is."""
        width, height = self.size
        if width < board.WIDTH or height < board.HEIGHT:
            self._table.update(self.words("small", board.WIDTH, board.HEIGHT))
            return
        self._table.update(Text("\n", no_wrap=True, end="").join(board.draw(self.scene(), width, height)))

    # The course of play.

    def go_on(self) -> None:
        """Let the others play, each thing after a moment, until the player must choose or the deal is over."""
        session = self.session
        while self._timer is None:
            if session.deal.over:
                self.draw()
                self._ended()
                return
            others = session.deal.held or any(s != session.seat for s in session.deal.waiting_for)
            if not others and session.forced() is None:
                break
            if self.delay:
                self._timer = self.set_timer(
                    min(self.delay, BRIEF) if session.only_flowers else self.delay, self._moment
                )
            else:
                self._step()
        if self._timer is None and len(session.view.events) != self._said_at:
            self._say(Text())
        self.draw()

    def _say(self, message: Text) -> None:
        self.message, self._said_at = message, len(self.session.view.events)

    def _moment(self) -> None:
        self._timer = None
        self._step()
        self.go_on()

    def _step(self) -> None:
        forced = self.session.forced()
        if forced is not None:
            self.session.act(forced)
        elif not self.session.deal.over:
            self.session.go_on()

    def _ended(self) -> None:
        ended = self.session.ended
        assert ended is not None

        def page(width: int) -> Page:
            return result_page(ended, self.names(), self.words, self.look.palette, width, last=self.session.over)

        def then(_: None) -> None:
            self.controls.clear()
            self._say(Text())
            if self.session.over:
                self.on_end()
            else:
                self.session.next_deal()
                self.go_on()

        self.app.push_screen(PageScreen(page, self.look), then)

    # Keys.

    def on_key(self, event: events.Key) -> None:
        """Try what the key means."""
        event.stop()
        self.press(key_name(event))

    def press(self, key: str) -> None:
        """One key."""
        if key in ("q", "ctrl+c", "ctrl+q"):
            self.app.exit()
        elif key == "?":
            self.app.push_screen(PageScreen(self._help, self.look))
        elif key == "h":
            self._hint()
        elif key in ("t", "l", "u"):
            self._change(key)
        elif key == "escape":
            self.controls.choice = []
            self._say(Text())
        else:
            self._try(key)
            return
        self.draw()

    def _help(self, _: int) -> Page:
        return help_page(self.refusal, self.words, self.look.palette)

    def _change(self, key: str) -> None:
        look = self.look
        if key == "t":
            look.day = not look.day
            self.app.theme = THEMES[look.day].name
        elif key == "l":
            look.lang = "en" if base(look.lang) == "zh" else "zh-Hans"
        else:
            look.glyphs = not look.glyphs
        self._say(Text())

    def _try(self, key: str) -> None:
        session = self.session
        was = (list(self.controls.choice), list(self.controls.picked), self.controls.cursor)
        act = self.controls.press(key, session.view, session.acts)
        if act is None:
            if was == (self.controls.choice, self.controls.picked, self.controls.cursor):
                self._say(Text(self.words("no tile"), self.look.palette.dim))
            self.draw()
            return
        try:
            session.act(act)
        except Refused as refused:
            self.refusal = refused.refusal
            sentence = self.look.say.text(self.refusal.zh, self.refusal.en)
            message = Text(f"✗ {self.words.act(act)}{self.look.say.text('：', ': ')}{sentence} ", self.look.palette.bad)
            self._say(message.append(f"[{self.refusal.clause}]", self.look.palette.dim))
            self.draw()
            return
        self.controls.clear()
        self._say(Text())
        self.go_on()

    def _hint(self) -> None:
        view, words, p = self.session.view, self.words, self.look.palette
        view.acts = self.session.acts
        lines = []
        for hint in hints(view):
            far = words({0: "is ready", -1: "complete"}.get(hint.shanten, "shanten"), hint.shanten)
            line = Text(
                f"{words('after', self.look.faces.word(hint.discard))}: " if hint.discard is not None else "", p.accent
            )
            line.append(far, p.text)
            if hint.useful:
                line.append(f"  {words('useful')} ", p.dim).append(words.list_of(hint.useful), p.text).append(
                    f"  {words('unseen', hint.unseen)}", p.dim
                )
            lines.append(line)
        self._say(Text("\n").join(lines))


class PageScreen(Screen[None]):
    """A page over the table that can be scrolled; enter, space or escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action, show=False)
        for key, action in (
            ("down,j", "scroll(1)"), ("up,k", "scroll(-1)"), ("pagedown", "scroll(15)"), ("pageup", "scroll(-15)"), ("home", "scroll(-9999)"),
            ("end", "scroll(9999)"),
        )
    ]  # fmt: skip

    AUTO_FOCUS = ""

    def __init__(self, page: Callable[[int], Page], look: Look) -> None:
        super().__init__()
        self.page = page
        self.look = look

    def compose(self) -> ComposeResult:
        """The text, and below it the keys."""
        from textual.containers import VerticalScroll  # noqa: PLC0415

        with VerticalScroll(id="page"):
            yield Static(id="text")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Write the page."""
        self.draw()

    def on_resize(self) -> None:
        """Write it in the new width."""
        self.draw()

    def draw(self) -> None:
        """Write the page."""
        page = self.page(min(self.size.width, 120) - 6)
        self.query_one("#text", Static).update(page.body)
        self.query_one("#keys", Static).update(page.keys)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one("#page").scroll_relative(y=lines, animate=False)

    def on_key(self, event: events.Key) -> None:
        """Close, or change how it is shown."""
        key = key_name(event)
        if key in ("enter", "space", "escape", "?"):
            event.stop()
            self.dismiss()
        elif key == "q":
            self.app.exit()
        elif key == "t":
            self.look.day = not self.look.day
            self.app.theme = THEMES[self.look.day].name
            self.draw()
        elif key == "l":
            self.look.lang = "en" if base(self.look.lang) == "zh" else "zh-Hans"
            self.draw()


class TableApp(App[None]):
    """A match at a table in the terminal."""

    TITLE = "quepu"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #table { width: 100%; height: 100%; }
    #page { height: 1fr; padding: 1 2; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    #text { width: 100%; height: auto; }
    #keys { height: 1; padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)]

    def __init__(self, session: Session, lang: Lang, *, delay: float = 0.6, day: bool = False) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.session = session
        self.look = Look(lang, day=day)
        self.theme = THEMES[day].name
        self.table = TableScreen(session, self.look, delay, self._match_over)
        self.record: str = ""

    def on_mount(self) -> None:
        """Sit down."""
        self.push_screen(self.table)

    def _match_over(self) -> None:
        if not self.record:
            self.record = str(self.session.finish())

        def page(_: int) -> Page:
            return ranking_page(
                self.session.match.standing, self.table.names(), self.table.words, self.look.palette, self.record
            )

        self.push_screen(PageScreen(page, self.look), lambda _: self.exit())


__all__ = ["YOU", "TableApp"]
