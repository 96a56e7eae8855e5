"""Many games at once."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.agents.registry import AGENTS
from sapper.board import Board
from sapper.errors import BudgetExceeded, CellError, LevelError, OutOfRange, UnknownName
from sapper.lab import bulk
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.level import LEVELS

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")


def test_layouts_are_those_of_the_boards() -> None:
    layouts = make_layouts("beginner", seed=3, count=4, first=(1, 2), start_index=5)
    for place, layout in enumerate(layouts):
        assert np.array_equal(layout, Board("beginner", 3, 5 + place, (1, 2)).layout)
    assert make_layouts("beginner", seed=3, count=0).shape == (0, 9, 9)
    with pytest.raises(OutOfRange, match=r"whole number from 0 to 2\*\*62, not -1"):
        make_layouts("beginner", seed=3, count=-1)
    with pytest.raises(OutOfRange, match="not 9223372036854775808"):
        make_layouts("beginner", seed=3, count=2**63)


@needs_engine
@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_the_engine_plays_as_the_agent_does(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = make_layouts(level, seed=4, count=60, first=(0, 0))
    layouts[0, 0, 0] = True  # a mine where the first click goes
    engine = play_layouts("exact", layouts, (0, 0), threads=1)
    monkeypatch.setattr(bulk, "compiled", None)
    agent = play_layouts("exact", layouts, (0, 0))
    assert np.array_equal(engine.won, agent.won)
    assert np.array_equal(engine.guesses, agent.guesses)
    assert not engine.won[0]
    assert engine.won.any()
    assert (engine.certain_moves[engine.won] > 0).all()


@needs_engine
def test_threads_change_nothing() -> None:
    layouts = make_layouts("intermediate", seed=5, count=300, first=(0, 0))
    one, three = (play_layouts("exact", layouts, (0, 0), threads=n) for n in (1, 3))
    assert np.array_equal(one.won, three.won)
    assert np.array_equal(one.guesses, three.guesses)
    assert np.array_equal(one.certain_moves, three.certain_moves)


@needs_engine
def test_the_known_win_rate_of_the_safest_cell() -> None:
    # 38.4 % of expert games are won in the long run; 4,000 games stray by 0.8 (one sigma).
    layouts = make_layouts("expert", seed=6, count=4000, first=(0, 0))
    won = play_layouts("exact", layouts, (0, 0)).won.mean()
    assert 0.354 < won < 0.414


@pytest.mark.parametrize(
    "name",
    [*sorted(AGENTS.keys() - {"expert"}), pytest.param("expert", marks=needs_engine)],
)
def test_any_agent_plays(name: str) -> None:
    layouts = make_layouts(LEVELS["course"], seed=7, count=12)
    layouts[:3, 3, 3] = True
    layouts[0] = True  # nothing but mines
    played = play_layouts(name, layouts, (3, 3))
    assert played.won.shape == played.guesses.shape == played.certain_moves.shape == (12,)
    assert played.won.dtype == np.bool_
    lost_at_once = layouts[:, 3, 3]
    assert lost_at_once.sum() >= 3
    assert not played.won[lost_at_once].any()
    assert (played.guesses[lost_at_once] == 0).all()


def test_no_layouts_and_boards_without_anything_to_open() -> None:
    empty = play_layouts("exact", np.zeros((0, 3, 3), dtype=np.bool_), (0, 0))
    assert len(empty.won) == 0
    free = play_layouts("sentence", np.zeros((2, 3, 3), dtype=np.bool_), (0, 0))
    assert free.won.tolist() == [True, True]
    assert free.guesses.tolist() == [0, 0]


@pytest.mark.parametrize(
    "layouts",
    [
        np.zeros((3, 3), dtype=np.bool_),
        np.zeros((1, 3, 3), dtype=np.int8),
        np.zeros((1, 0, 3), dtype=np.bool_),
        [[[True], [True, False]]],
    ],
)
def test_layouts_that_are_none_are_refused(layouts: NDArray[np.bool_]) -> None:
    with pytest.raises(LevelError):
        play_layouts("exact", layouts, (0, 0))


def test_bad_requests_are_refused() -> None:
    layouts = make_layouts("course", seed=1, count=1)
    with pytest.raises(CellError):
        play_layouts("exact", layouts, (8, 0))
    with pytest.raises(UnknownName):
        play_layouts("deep", layouts, (0, 0))
    for threads in (0, 5000):
        with pytest.raises(OutOfRange, match="threads") as refused:
            play_layouts("exact", layouts, (0, 0), threads=threads)
        assert isinstance(refused.value, ValueError)
    with pytest.raises(BudgetExceeded):
        play_layouts("exact", make_layouts("expert", 1, 9, first=(0, 0)), (0, 0), budget=1)
    with pytest.raises(OutOfRange, match="budget"):
        play_layouts("exact", layouts, (0, 0), budget=0)
