"""The pages over the table: help, what came of a deal, the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quepu.clauses import clauses
from quepu.match import Standing
from quepu.scoring import Refusal
from quepu.tiles import RED
from quepu.tui.controls import KEYS
from quepu.tui.faces import Palette
from quepu.tui.results import deal_result, ranking
from quepu.tui.session import Ended
from quepu.tui.words import Words

FIVE = 4
MARKS: Sequence[tuple[str, str, str]] = (
    ("[{0}]", "刚打出的牌", "the last discard"),
    ("({0})", "被吃碰杠或和走的", "claimed or won"),
    ("<{0}>", "打这张时报听", "with it ready was declared"),
    ("{0}·", "摸了就打", "drawn and discarded at once"),
    ("55{0}←2", "副露，谁打的", "a meld and who fed it"),
    ("[555{0}]", "暗杠", "a concealed kong"),
    ("{1}", "赤五", "a red five"),
)


@dataclass(frozen=True)
class Page:
    """A text, and the line of keys below it."""

    body: RenderableType
    keys: Text


def help_page(refusal: Refusal | None, words: Words, palette: Palette) -> Page:
    """All keys and marks; the last refusal with its clause, word for word."""
    say = words.say
    parts: list[RenderableType] = []
    if refusal is not None:
        parts.append(Text(words("refused"), f"bold {palette.bad}"))
        parts.append(Text(f"{say.text(refusal.zh, refusal.en)} [{refusal.clause}]", palette.text))
        clause = clauses(words.rules.game.spec).get(refusal.clause)
        if clause is not None:
            parts.append(Text(clause.text, palette.dim))
        parts.append(Text())
    parts += [Text(words("keys"), f"bold {palette.accent}"), _two_columns(KEYS, words, palette, palette.keys)]
    five, red = words.faces.word(FIVE), words.faces.word(FIVE | RED)
    marks = [(mark.format(five, red), zh, en) for mark, zh, en in MARKS]
    parts += [
        Text(),
        Text(words("marks"), f"bold {palette.accent}"),
        _two_columns(marks, words, palette, palette.text),
    ]
    return Page(Group(*parts), _keys(words, palette, (("⏎", "close"), ("↑↓", "scroll"), ("q", "quit"))))


def _two_columns(rows: Sequence[tuple[str, str, str]], words: Words, palette: Palette, style: str) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    half = -(-len(rows) // 2)
    for _ in range(2):
        table.add_column(style=style, no_wrap=True)
        table.add_column(style=palette.text, ratio=1)
    for left, right in zip(rows[:half], [*rows[half:], ("", "", "")], strict=False):
        table.add_row(left[0], words.say.text(*left[1:]), right[0], words.say.text(*right[1:]))
    return table


def result_page(ended: Ended, names: Sequence[str], words: Words, palette: Palette, width: int, *, last: bool) -> Page:
    """What came of a deal."""
    keys = (("⏎", "end" if last else "next"), ("↑↓", "scroll"), ("q", "quit"))
    return Page(deal_result(ended, names, words, palette, width), _keys(words, palette, keys))


def ranking_page(standing: Standing, names: Sequence[str], words: Words, palette: Palette, record: str) -> Page:
    """How the match ended, and where its record is."""
    saved = Text(words("saved", record), palette.dim, overflow="fold")
    body = Group(ranking(standing, names, words, palette), Text(), saved)
    return Page(body, _keys(words, palette, (("⏎", "quit"),)))


def _keys(words: Words, palette: Palette, keys: Sequence[tuple[str, str]]) -> Text:
    text = Text()
    for key, word in keys:
        text.append("[", palette.faint).append(key, palette.keys).append("]", palette.faint).append(
            f"{words(word)}  ", palette.text
        )
    return text
