"""Exact chances of single cells: by the engine and by the twin, the same as by enumeration."""

from __future__ import annotations

import numpy as np
import pytest
from oracles import Enumeration
from positions import small_positions

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded
from sapper.exact import chances
from sapper.exact.analysis import analyze
from sapper.exact.chances import Chances
from sapper.exact.counting import mine_fractions
from sapper.game import Game
from sapper.view import View

SMALL = [view for view in small_positions(games=120, most_hidden=11, seed=71) if view.hidden()]


@pytest.mark.parametrize("twin", [False, True])
def test_chances_are_those_of_all_layouts(monkeypatch: pytest.MonkeyPatch, twin: bool) -> None:
    if twin:
        monkeypatch.setattr(chances, "compiled", None)
    uncertain = guesses = 0
    for view in SMALL:
        found = Chances(analyze(view), None)
        fractions = Enumeration(view.numbers, view.mines).fractions()
        assert {cell: found.of(cell) for cell in view.hidden()} == fractions
        lowest = min(fractions.values())
        first = min(cell for cell, chance in fractions.items() if chance == lowest)
        assert found.safest == (first, lowest)
        uncertain += sum(0 < chance < 1 for chance in fractions.values())
        guesses += lowest > 0
    assert uncertain > 200
    assert guesses > 10


def test_chances_of_large_boards_are_those_of_the_twin() -> None:
    for seed in range(3):
        game = Game.new("expert", seed=seed)
        game.reveal((8, 15))
        fractions = mine_fractions(game.view)
        found = Chances(analyze(game.view), None)
        for cell in game.view.hidden()[::7]:
            assert found.of(cell) == fractions[cell]
        best, lowest = found.safest
        assert (lowest, best) == min((chance, cell) for cell, chance in fractions.items())


@pytest.mark.skipif(compiled is None, reason="the engine is not built")
def test_what_is_no_hidden_cell_cannot_be_assumed_to_be_a_mine() -> None:
    assert compiled is not None
    numbers = View.parse("1#", mines=1).numbers
    for index in (0, -1, 2):
        with pytest.raises(ValueError, match="only a hidden cell"):
            compiled.front_ways(numbers, 1, 0, index)


def test_chances_that_take_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise BudgetExceeded(1)

    monkeypatch.setattr(chances, "count_by_engine", refuse)
    monkeypatch.setattr(chances, "mine_fractions", refuse)
    view = View.parse("##1###", mines=2)
    found = Chances(analyze(view), 1)
    with pytest.raises(BudgetExceeded):
        found.of((0, 1))
    with pytest.raises(BudgetExceeded):
        found.safest  # noqa: B018
    assert np.isfinite(found.board.mine_probability[0, 1])
