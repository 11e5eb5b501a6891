"""Studies: many deals, the same on any number of threads, summed up rightly; batches in step."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from quepu.bots import NAMES, KernelBot, Policy, ask, bot
from quepu.cli import app
from quepu.deal import Deal
from quepu.env import Batch
from quepu.rulesets import names
from quepu.scoring import rules_for
from quepu.study import FACTS, StudyError, play_many, simulate
from quepu.wall import shuffle, tile_set

PRESETS = sorted(names())


@pytest.mark.parametrize("preset", PRESETS)
def test_threads_and_pieces_change_nothing(preset: str) -> None:
    rules = rules_for(preset)
    whole = play_many(rules, 48, ["greedy"], seed=5)
    again = play_many(rules, 48, ["greedy"], seed=5, threads=3)
    part = play_many(rules, 16, ["greedy"], seed=5, first=32)
    for name in ("deltas", "facts", "items", "bots"):
        assert np.array_equal(getattr(whole, name), getattr(again, name))
        assert np.array_equal(getattr(whole, name)[32:], getattr(part, name))
    assert not np.array_equal(whole.deltas, play_many(rules, 48, ["greedy"], seed=6).deltas)


def test_duplicate_deals_share_their_walls() -> None:
    rules = rules_for("sichuan")
    rows = play_many(rules, 40, ["greedy"] * 4, duplicate=True)
    for first in range(0, 40, 4):  # the same bots on the same wall: whatever the rotation, the same deal
        assert (rows.deltas[first : first + 4] == rows.deltas[first]).all()
    rows = play_many(rules, 8, ["value", "greedy", "greedy", "greedy"], duplicate=True)
    assert [list(map(int, row)).index(NAMES.index("value")) for row in rows.bots] == [0, 3, 2, 1] * 2


def test_figures_are_what_the_rows_say() -> None:
    rules = rules_for("nanjing")
    rows = play_many(rules, 200, ["greedy"], seed=2)
    study = simulate(rules, 200, ["greedy"], seed=2)
    figures = study.figures
    result = rows.facts[:, FACTS.index("result")]
    assert figures["win"].mean == pytest.approx((result == 1).mean())
    assert figures["greedy: payment"].mean == pytest.approx(rows.deltas.mean())
    half = 1.96 * rows.deltas.std(ddof=1) / rows.deltas.size**0.5
    assert figures["greedy: payment"].half == pytest.approx(half)
    assert study.items["跑"] == (result == 1).sum()  # every win has the base


def test_what_cannot_be_studied_is_said() -> None:
    rules = rules_for("riichi")
    with pytest.raises(StudyError, match="did you mean greedy"):
        simulate(rules, 4, ["gredy"])
    with pytest.raises(StudyError, match="2 are named, 4 play"):
        simulate(rules, 4, ["greedy", "value"])
    with pytest.raises(StudyError, match="one or more"):
        play_many(rules, 0)


def test_the_command(tmp_path: Path) -> None:
    run = CliRunner().invoke
    result = run(app, ["simulate", "tianjin", "-n", "40", "-b", "greedy", "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["deals"] == 40
    assert abs(told["figures"]["greedy: payment"]["mean"]) < 1e-9
    assert "did you mean 'tianjin'" in run(app, ["simulate", "tianjing"]).output
    assert "KEY=VALUE" in run(app, ["simulate", "mcr", "-o", "base"]).output
    table = tmp_path / "deals.parquet"
    assert run(app, ["simulate", "mcr", "-n", "50", "--parquet", str(table)]).exit_code == 0
    import pyarrow.parquet as pq

    rows = pq.read_table(table).to_pylist()
    assert len(rows) == 50
    assert sum(row["delta_0"] + row["delta_1"] + row["delta_2"] + row["delta_3"] for row in rows) == 0
    assert {row["result"] for row in rows} <= {"win", "draw"}


def test_bots_of_both_kinds_play_a_deal() -> None:
    rules = rules_for("sichuan-dingque")
    deal = Deal(rules, shuffle(tile_set(rules), bytes(31) + b"b"))
    kinds = [bot("random", 1), bot("greedy"), bot("value", 3)]

    def first(view: object) -> object:
        return view.acts[0]  # type: ignore[attr-defined]

    class Own:
        def __init__(self, acts: list[object]) -> None:
            self.acts = acts

    assert isinstance(first, Policy)
    steps = 0
    while not deal.over:
        seat = deal.waiting_for[0]
        act = ask(kinds[seat], deal, seat) if seat < 3 else ask(first, deal, seat, Own(deal.acts(seat)))  # type: ignore[arg-type]
        deal.act(seat, act)
        steps += 1
    assert steps > 40
    with pytest.raises(ValueError, match="there are random, greedy, value"):
        KernelBot("xyz")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_batch_plays_the_same_deals_as_its_kernel(preset: str) -> None:
    batch = Batch(rules_for(preset), 12, seed=4, threads=2)
    chance = np.random.default_rng(1)
    ended = 0
    for _ in range(160):
        seen = batch.observe()
        assert (seen.mask.sum(1) > 0).all(), "every seat that is asked has an act"
        assert seen.seen is not None
        acts = np.array([chance.choice(np.flatnonzero(row)) for row in seen.mask])
        assert all(batch.act(i, int(n)).text for i, n in enumerate(acts[:2]))
        deltas, done = batch.step(acts)
        ended += int(done.sum())
        assert not deltas[done == 0].any()
    assert ended >= 6
    assert seen.mask.shape == (12, batch.acts)
