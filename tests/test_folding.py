"""Compiling gives the same program whenever it is done: expressions are told apart by identity, and identities must not be reused."""

from dataclasses import replace

import pytest

from quepu.rules import compile as compile_rules
from quepu.rules.expr import Const, Folder, value_of
from quepu.rulesets import games


def test_expressions_that_nobody_else_holds():
    folder = Folder({})
    assert [value_of(folder.fold(Const(i) * 2)) for i in range(1000)] == list(range(0, 2000, 2))


@pytest.mark.parametrize("game", list(games()), ids=lambda game: game.id)
def test_every_compilation_of_a_game_is_the_same_program(game):
    hashes = set()
    for turn in range(20):
        litter = [Const(i) for i in range(37 * turn)]  # another lie of the memory each time
        hashes.add(compile_rules(replace(game, zh=game.zh + "'" * turn), {}).hash)
        del litter
    assert len(hashes) == 1
