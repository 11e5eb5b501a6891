"""What came of a deal and of the match: every win explained, money beside the wins, scores, ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quepu import render
from quepu.explanation import explain
from quepu.match import Standing
from quepu.render import signed
from quepu.tui.faces import Palette
from quepu.tui.session import Ended
from quepu.tui.words import Words


def deal_result(ended: Ended, names: Sequence[str], words: Words, palette: Palette, width: int) -> Group:
    """Everything about a deal that is over. `names`: by player."""
    return Group(*_deal_parts(ended, names, words, palette, width))


def _deal_parts(
    ended: Ended, names: Sequence[str], words: Words, palette: Palette, width: int
) -> Iterable[RenderableType]:
    say, view = words.say, ended.view
    yield Text.assemble(
        (words.deal(ended.before), f"bold {palette.accent}"),
        "  ",
        (_headline(ended, names, words), f"bold {palette.text}"),
    )
    for score in ended.wins:
        yield Text("─" * width, palette.faint)
        yield render.answer(explain(score, say.lang), width)
    shown = [e for e in ended.deal.events if e.what == "show" and not e.flags and e.seat not in view.won]
    if shown:
        yield Text("─" * width, palette.faint)
    for event in shown:
        line = Text(f"{_who(ended, names, words, event.seat)}  ", palette.text)
        yield line.append_text(Text(words.list_of(event.tiles), palette.dim))
    dues = [e for e in ended.deal.events if e.what == "pay" and e.flags]
    if dues:
        yield Text("─" * width, palette.faint)
    for event in dues:
        yield Text(words.payment(event), palette.dim)
    yield Text("─" * width, palette.faint)
    yield scores(ended, names, words, palette)


def _headline(ended: Ended, names: Sequence[str], words: Words) -> str:
    if ended.deal.winners:
        who = words.say.text("、", ", ").join(_who(ended, names, words, s) for s in ended.deal.winners)
        return words("wins", who)
    return words({"draw": "exhausted", "void": "abort"}[ended.deal.result])


def _who(ended: Ended, names: Sequence[str], words: Words, seat: int) -> str:
    return f"{words.seat(seat)} {names[ended.before.player(seat)]}"


def scores(ended: Ended, names: Sequence[str], words: Words, palette: Palette) -> Table:
    """What everybody won or lost in the deal, and has now."""
    table = Table(box=None, padding=(0, 3, 0, 0), header_style=palette.dim, pad_edge=False)
    table.add_column("")
    for word in ("this deal", "before", "now"):
        table.add_column(words(word), justify="right")
    for seat in range(len(names)):
        player, delta = ended.before.player(seat), ended.deal.deltas[seat]
        now = ended.after.scores[player]
        colour = palette.good if delta > 0 else palette.bad if delta < 0 else palette.dim
        table.add_row(
            Text(_who(ended, names, words, seat), palette.text), Text(signed(delta), colour), Text(_number(now - delta), palette.dim),
            Text(_number(now), f"bold {palette.text}"),
        )  # fmt: skip
    return table


def ranking(standing: Standing, names: Sequence[str], words: Words, palette: Palette) -> Group:
    """How the match ended: rank, player, score, and the points that placing makes of it."""
    points, placed = standing.points(), bool(standing.rules.match and standing.rules.match.places)
    table = Table(box=None, padding=(0, 3, 0, 0), header_style=palette.dim, pad_edge=False)
    for word in ("rank", "player", "score", *(["points"] if placed else [])):
        table.add_column(words(word), justify="left" if word == "player" else "right")
    for rank, player in enumerate(standing.ranking(), 1):
        style = f"bold {palette.now}" if names[player] == words("you") else palette.text
        row = [Text(str(rank), style), Text(names[player], style), Text(_number(standing.scores[player]), style)]
        table.add_row(*row, *([Text(f"{points[player]:+.1f}".replace("-", "−"), style)] if placed else []))
    return Group(Text(words("ranking"), f"bold {palette.accent}"), Text(), table)


def _number(score: int) -> str:
    return f"{score:,}".replace("-", "−")
