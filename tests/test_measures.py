"""The numbers players know, beside those that ms_toollib computes."""

from __future__ import annotations

from random import Random
from time import sleep

import ms_toollib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sapper._compiled import compiled
from sapper.board import Board
from sapper.game import Action, Game, Status
from sapper.grid import Cell, cells
from sapper.measures import (
    BoardMeasures,
    Clicks,
    GameMeasures,
    Units,
    solved_units,
    visible,
    visibly_solved,
    zini_clicks,
)
from sapper.measures import units as units_module
from sapper.measures.zini import Click

PIXELS = 16
FEW_CLICKS = 10
"""Programs break ties in other ways, and so find a few clicks more or less."""


OUR_STNB = {"8x8/10": 47.299, "intermediate": 153.73, "expert": 435.001}
THEIR_STNB = {"8x8/10": 36, "intermediate": 162, "expert": 435}
"""ms_toollib has constants of its own; all else about STNB is the same."""


def as_numbers(board: Board) -> list[list[int]]:
    """The board as ms_toollib writes it: -1 for a mine."""
    numbers: list[list[int]] = np.where(board.layout, -1, board.numbers).tolist()
    return numbers


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert", "5x40/30", "1x20/4"])
def test_a_boards_measures_are_those_of_other_programs(level: str) -> None:
    for index in range(10):
        board = Board(level, seed=5, index=index)
        measures, other = BoardMeasures.of(board), ms_toollib.Board(as_numbers(board))
        ours = measures.three_bv, measures.openings, measures.islands
        assert ours == (other.bbbv, other.op, other.isl)
        assert measures.zini is not None
        assert measures.human_zini is not None
        assert abs(measures.zini - other.zini) <= FEW_CLICKS
        assert abs(measures.human_zini - other.hzini) <= FEW_CLICKS
        assert measures.zini <= measures.three_bv


boards = some.builds(
    lambda height, width, share, index: Board(
        f"{height}x{width}/{int(share * (height * width))}", seed=7, index=index
    ),
    some.integers(1, 8),
    some.integers(1, 8),
    some.floats(0, 0.99),
    some.integers(0, 10_000),
)


@pytest.mark.skipif(compiled is None, reason="of the compiled engine")
@given(boards, some.integers(0, 2**32))
def test_the_engine_measures_the_same(board: Board, seed: int) -> None:
    units = Units.of(board)
    in_python = BoardMeasures(
        units.three_bv,
        len(units.openings),
        len(units.islands),
        len(zini_clicks(board)),
        len(zini_clicks(board, human=True)),
    )
    assert BoardMeasures.of(board) == in_python

    game = Game(board.level, board=board)
    random = Random(seed)
    safe = [cell for cell in cells(board.height, board.width) if not board.is_mine(cell)]
    for cell in random.sample(safe, random.randint(0, len(safe))):
        if game.status is Status.PLAYING:
            game.reveal(cell)
    solved = visibly_solved(game.view), solved_units(board, opened_in(game))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(visible, "compiled", None)
        patched.setattr(units_module, "compiled", None)
        assert (visibly_solved(game.view), solved_units(board, opened_in(game))) == solved


@given(boards, some.booleans())
def test_the_clicks_of_zini_win_a_real_game(board: Board, human: bool) -> None:
    clicks = zini_clicks(board, human=human)
    game = Game(board.level, board=board)
    for action, cell in clicks:
        assert game.status is Status.PLAYING
        click(game, action, cell)
    assert game.status is Status.WON
    assert len(clicks) <= Units.of(board).three_bv


def click(game: Game, action: Action, cell: Cell) -> None:
    {Action.REVEAL: game.reveal, Action.FLAG: game.flag, Action.CHORD: game.chord}[action](cell)


def opened_in(game: Game) -> list[Cell]:
    view = game.view
    return [cell for cell in cells(view.height, view.width) if not view.is_hidden(cell)]


@pytest.mark.parametrize("level", ["8x8/10", "intermediate", "expert"])
@pytest.mark.parametrize("share", [1.0, 0.6])
def test_a_games_measures_are_those_of_other_programs(level: str, share: float) -> None:
    board = Board(level, seed=5, index=3)
    clicks = zini_clicks(board)
    clicks = clicks[: int(share * len(clicks))]
    idle: list[Click] = [clicks[0]] * 3  # what is open is not opened again
    video = ms_toollib.BaseVideo(as_numbers(board), PIXELS)
    game = Game(board.level, board=board)
    for number, (action, cell) in enumerate([*clicks[:1], *idle, *clicks[1:]]):
        if number == 1:
            sleep(0.002)  # a game that takes no time has no speed
        press(video, action, cell)
        click(game, action, cell)
    if game.status is Status.PLAYING:
        mine = min(board.mines - {cell for action, cell in clicks if action is Action.FLAG})
        press(video, Action.REVEAL, mine)
    measures = GameMeasures(
        BoardMeasures.of(board),
        solved_units(board, opened_in(game)),
        video.rtime,
        Clicks(*(sum(done is action for done, _ in clicks) for action in BUTTONS)),
        Clicks(left=len(idle) + (share < 1)),
        (board.height, board.width, board.level.mines),
    )
    ours, effective = measures.clicks, measures.effective
    assert ours is not None
    assert measures.stnb is not None
    assert effective is not None
    assert (ours.left, ours.right, ours.chord, ours.all) == (
        video.left,
        video.right,
        video.double,
        video.cl,
    )
    assert (measures.solved, effective.all) == (video.bbbv_solved, video.ce)
    assert [
        measures.three_bv_per_second,
        measures.estimated_seconds,
        measures.efficiency,
        measures.correctness,
        measures.throughput,
        measures.rqp,
        measures.qg,
        measures.stnb / OUR_STNB[level],
    ] == pytest.approx(
        [
            video.bbbv_s,
            video.etime,
            video.ioe,
            video.corr,
            video.thrp,
            video.rqp,
            video.qg,  # type: ignore[attr-defined]
            video.stnb / THEIR_STNB[level],
        ]
    )
    assert (measures.zini_efficiency is None) is (share < 1)


BUTTONS = (Action.REVEAL, Action.FLAG, Action.CHORD)


def press(video: ms_toollib.BaseVideo, action: Action, cell: Cell) -> None:
    """Press and release in the middle of a cell; a chord is both buttons."""
    place = cell[0] * PIXELS + PIXELS // 2, cell[1] * PIXELS + PIXELS // 2
    events = {
        Action.REVEAL: ("lc", "lr"),
        Action.FLAG: ("rc", "rr"),
        Action.CHORD: ("lc", "rc", "lr", "rr"),
    }
    for event in events[action]:
        video.step(event, place)


@given(boards, some.randoms(use_true_random=False))
def test_what_can_be_seen_to_be_solved_is_no_less_and_in_the_end_the_same(
    board: Board, chance: Random
) -> None:
    game, units = Game(board.level, board=board), Units.of(board)
    safe = [cell for cell in cells(board.height, board.width) if cell not in board.mines]
    chance.shuffle(safe)
    for cell in safe:
        if game.status is Status.PLAYING and game.view.is_hidden(cell):
            game.reveal(cell)
        assert visibly_solved(game.view) >= solved_units(board, opened_in(game))
    assert visibly_solved(game.view) == units.three_bv


def test_a_board_without_anything_to_do_has_measures_too() -> None:
    board = Board.from_layout([[True, True]])
    assert BoardMeasures.of(board) == BoardMeasures(0, 0, 0, 0, 0)
    nothing = GameMeasures(BoardMeasures.of(board), 0, 0.0, Clicks())
    assert (nothing.efficiency, nothing.rqp, nothing.stnb) == (None, None, None)
