"""The same rules compile to the same program, whatever was compiled before."""

import subprocess
import sys

from quepu import rulesets
from quepu.rules import compile as compile_game

ALONE = "from quepu import rulesets; from quepu.rules import compile; game, preset = rulesets.find({!r}); print(compile(game, preset=preset).hash)"


def test_what_was_compiled_before_does_not_matter():
    presets = [(game, preset.id) for game in rulesets.games() for preset in game.presets]
    hashes = {preset: compile_game(game, preset=preset).hash for game, preset in presets}
    for preset in ("nanjing-north", "sichuan-points", "mcr-casual", "riichi-league"):
        alone = subprocess.run([sys.executable, "-c", ALONE.format(preset)], capture_output=True, text=True, check=True)
        assert alone.stdout.strip() == hashes[preset], preset
