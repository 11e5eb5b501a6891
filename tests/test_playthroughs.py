"""Whole deals go as they went (tests/playthroughs.py): each act is allowed, and everything that comes of it is the same."""

import json
from pathlib import Path

import pytest
from playthroughs import FOLDER, Start, acts_of, presets, switched, written

from quepu.rulesets import find

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    assert list(written(Start.read(lines[0]), acts_of(lines))) == lines


@pytest.mark.parametrize("preset", presets())
def test_three_of_a_preset_show_the_game(preset: str) -> None:
    files = [(FOLDER / f"{preset}-{number}.txt").read_text("utf-8").splitlines() for number in (1, 2, 3)]
    assert {json.loads(lines[0])["preset"] for lines in files} == {preset}
    assert [json.loads(lines[-1])["result"] for lines in files[:2]] == ["win", "draw"]
    assert any(kong in line for lines in files for line in lines for kong in (": kong", ": concealed", ": added"))
    assert json.loads(files[2][0])["options"] == switched(find(preset)[0], preset) != {}


def test_no_other_files() -> None:
    assert {file.stem for file in FILES} == {f"{preset}-{number}" for preset in presets() for number in (1, 2, 3)}
