"""As many sequences of acts as there were (tests/perft.py)."""

import pytest
from perft import FILE, lines, presets

WANTED = FILE.read_text("utf-8").splitlines()


@pytest.mark.parametrize("preset", presets())
def test_perft(preset: str) -> None:
    assert list(lines(preset)) == [line for line in WANTED if line.split()[0] == preset]


def test_every_line_is_of_a_preset() -> None:
    assert [line.split()[0] for line in WANTED[::3]] == presets()
