"""The solution of a board: complete or stuck, graded, and the same with and without the engine."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sapper import (
    Board,
    BoardGrade,
    Game,
    Level,
    Technique,
    make_layouts,
    play_layouts,
    solution,
    solve,
)
from sapper._compiled import compiled
from sapper.errors import BudgetExceeded, CellError

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine was not built")


def test_an_open_board_is_easy_without_a_stage() -> None:
    solved = solve(Board.from_mines(3, 3, []), (1, 1))
    assert solved.complete
    assert (solved.grade, solved.hardness, solved.stages) == (BoardGrade.EASY, 0, ())
    assert solved.narrowest is None
    assert len(solved.views) == 1


def test_a_guess_leaves_it_without_a_grade() -> None:
    solved = solve(Board.from_mines(2, 2, [(1, 1)]), (0, 0))
    assert not solved.complete
    assert solved.grade is None
    assert str(solved.stuck) == "1#\n##"
    assert str(solved) == "stuck after 0 stages: 2 safe cells can't be found without a guess"


def test_stages_are_simultaneous() -> None:
    # 1#1# : the second 1 settles nothing before the mine is known.
    solved = solve(Board.from_layout([[False, True, False, False]]), (0, 0))
    assert [stage.technique for stage in solved.stages] == [
        Technique.ONE_NUMBER,
        Technique.MINE_TOTAL,
    ]
    assert solved.stages[0].mines == ((0, 1),)
    assert solved.stages[1].safe == ((0, 2), (0, 3))
    assert solved.complete
    assert (solved.grade, solved.hardness) == (BoardGrade.TOTAL, 2)


def test_hardness_counts_narrow_stages_twice() -> None:
    for index in range(60):
        solved = solve(Board("beginner", seed=3, index=index, first=(0, 0)))
        hard = [stage for stage in solved.stages if stage.technique is solved.hardest]
        narrow = [stage for stage in hard if len(stage.safe) + len(stage.mines) <= 2]
        assert solved.hardness == len(hard) + len(narrow)
        if solved.narrowest is not None:
            narrowest = solved.stages[solved.narrowest.stage]
            assert narrowest.found == solved.narrowest.found == min(s.found for s in solved.stages)


def test_a_solution_is_a_game_that_never_meets_a_mine() -> None:
    solved = solve(Board("intermediate", seed=4, first=(0, 0)))
    game = Game.on(solved.board)
    game.reveal(solved.first)
    for number, stage in enumerate(solved.stages):
        assert game.view == solved.views[number]
        assert not any(solved.board.is_mine(cell) for cell in stage.safe)
        assert all(solved.board.is_mine(cell) for cell in stage.mines)
        for cell in stage.safe:
            if game.view.hidden_count > game.level.mines:
                game.reveal(cell)
    assert game.view == solved.views[-1]


@pytest.mark.parametrize("size", ["9x9/10", "16x16/40", "16x30/99", "1x9/3", "30x2/12"])
def test_the_twin_solves_the_same(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [Board(Level.parse(size), seed=6, index=index, first=(0, 0)) for index in range(6)]
    by_engine = [solve(board) for board in boards]
    monkeypatch.setattr(solution, "compiled", None)
    for board, solved in zip(boards, by_engine, strict=True):
        assert solve(board).stages == solved.stages


@needs_engine
@pytest.mark.parametrize(
    ("size", "start"), [("9x9/10", "safe"), ("16x16/40", "opening"), ("16x30/99", "opening")]
)
def test_complete_means_that_exact_never_guesses(size: str, start: str) -> None:
    assert compiled is not None
    level = Level.parse(size, start)
    first = (3, 3)
    layouts = make_layouts(level, seed=8, count=1000, first=first)
    complete, hardness, left, stages = compiled.grade_layouts(layouts, first, None)
    played = play_layouts("exact", layouts, first)
    assert np.array_equal(complete, played.guesses == 0)
    assert np.array_equal(complete, left == 0)
    for index in range(20):
        solved = solve(Board.from_layout(layouts[index]), first)
        assert solved.complete == complete[index]
        assert solved.hardness == hardness[index]
        assert [count.stages for count in solved.techniques] == stages[index, 1:].tolist()


@pytest.mark.slow
def test_every_step_of_some_boards_is_checked() -> None:
    checked = 0
    for index in range(30):
        checked += solve(
            Board(Level.of("expert", "opening"), seed=9, index=index, first=(3, 3))
        ).check()
    assert checked > 2000


def test_where_it_begins() -> None:
    assert solve(Board("beginner", seed=1, first=(4, 4))).first == (4, 4)
    assert solve(Board.from_mines(9, 9, [(8, 8)])).first == (2, 2)
    assert solve(Board.from_mines(9, 9, [(2, 3)])).first == (0, 0)


def test_what_is_refused() -> None:
    board = Board.from_mines(9, 9, [(0, 0), (2, 2)])
    with pytest.raises(CellError, match=r"the first cell \(0, 0\) is a mine"):
        solve(board)
    with pytest.raises(CellError, match="outside"):
        solve(board, (9, 0))
    with pytest.raises(BudgetExceeded, match="budget of 1 states"):
        solve(Board("5x5/6", seed=1, index=868, first=(0, 0)), budget=1)


def test_as_json() -> None:
    solved = solve(Board("beginner", seed=5, index=8, first=(0, 0)))
    written = solved.to_json()
    assert json.loads(json.dumps(written)) == written
    assert written["grade"] == "total"
    assert written["complete"] is True
    assert written["stuck"] is None
    assert len(written["stages"]) == len(solved.stages)
    assert written["stages"][0]["technique"] == "one number"
    assert set(written["stages"][0]["steps"][0]) == {"numbers", "safe", "mines"}


@needs_engine
def test_the_engine_refuses_a_first_cell_outside() -> None:
    assert compiled is not None
    layout = np.zeros((2, 2), dtype=np.bool_)
    with pytest.raises(ValueError, match="outside"):
        compiled.solve_board(layout, (2, 0), None)
    with pytest.raises(ValueError, match="outside"):
        compiled.grade_layouts(layout[None], (0, -1), None)


@needs_engine
def test_a_first_cell_that_is_a_mine_opens_nothing() -> None:
    assert compiled is not None
    layout = np.array([[True, False]])
    complete, hardness, left, stages = compiled.grade_layouts(layout[None], (0, 0), 0)
    assert (complete.tolist(), hardness.tolist(), left.tolist()) == ([False], [0], [1])
    assert not stages.any()
