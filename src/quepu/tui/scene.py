"""Everything that one picture of the table is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from quepu.acts import Act
from quepu.match import Standing
from quepu.render import Speech
from quepu.tiles import Tile
from quepu.tui.controls import Controls
from quepu.tui.faces import Faces, Palette
from quepu.tui.words import Words
from quepu.view import View


@dataclass
class Scene:
    """What the player sees (`view`), may do (`acts`) and has begun to do (`controls`); names by seat; what was said last.

    `robbed`: the tile of a kong that may be robbed; no event has told it yet.
    """

    view: View
    standing: Standing
    names: Sequence[str]
    acts: Sequence[Act]
    controls: Controls
    faces: Faces
    words: Words
    message: Text = field(default_factory=Text)
    robbed: Tile | None = None

    @property
    def palette(self) -> Palette:
        """The colours."""
        return self.faces.palette

    @property
    def say(self) -> Speech:
        """The language."""
        return self.faces.say

    @property
    def seat(self) -> int:
        """The player's own seat."""
        return self.view.seat or 0
