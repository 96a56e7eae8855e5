"""Many games at once."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.agents.base import Agent
from sapper.agents.registry import AGENTS, make_agent
from sapper.board import Board
from sapper.errors import BudgetExceeded, CellError, LevelError, OutOfRange, UnknownName
from sapper.exact import tracking
from sapper.exact.analysis import analyze
from sapper.game import Game, Status
from sapper.lab import bulk
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.games import GameCase
from sapper.level import LEVELS, Level, StartRule, first_cell

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")


def test_layouts_are_those_of_the_boards() -> None:
    layouts = make_layouts("beginner", seed=3, count=4, first=(1, 2), start_index=5)
    for place, layout in enumerate(layouts):
        assert np.array_equal(layout, Board("beginner", 3, 5 + place, (1, 2)).layout)
    assert make_layouts("9x9/10", seed=3, count=0).shape == (0, 9, 9)
    with pytest.raises(OutOfRange, match=r"whole number from 0 to 2\*\*62 − 1, not -1"):
        make_layouts("beginner", seed=3, count=-1)
    with pytest.raises(OutOfRange, match="not 9223372036854775808"):
        make_layouts("beginner", seed=3, count=2**63)


@pytest.mark.parametrize("start", ["safe", "opening"])
def test_layouts_keep_the_start_rule_though_no_first_cell_is_given(start: str) -> None:
    level = Level(9, 9, 60, StartRule(start))
    layouts = make_layouts(level, seed=1, count=20)
    first = first_cell(9, 9, start)
    assert not layouts[:, *first].any()
    assert np.array_equal(layouts, make_layouts(level, seed=1, count=20, first=first))
    with pytest.raises(LevelError, match=r"no room for an opening at \(1, 1\)"):
        make_layouts(Level(3, 3, 5, StartRule.OPENING), seed=1, count=1)


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
@pytest.mark.parametrize("agent", ["exact", "expert"])
def test_all_that_is_stored_is_the_same_from_engine_and_agent(
    agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [
        GameCase(AgentSpec(agent), Level(9, 9, mines), (0, 0), seed=8) for mines in (10, 14, 20)
    ]
    by_engine = [case.measure(0, 25).columns for case in cases]
    monkeypatch.setattr(bulk, "compiled", None)
    by_agent = [case.measure(0, 25).columns for case in cases]
    if agent == "exact":  # the expert guesses by the engine alone
        monkeypatch.setattr(tracking, "compiled", None)
        by_agent += [case.measure(0, 25).columns for case in cases]
        by_engine *= 2
    for one, other in zip(by_engine, by_agent, strict=True):
        assert set(one) == set(other) == {"won", "guesses", "false_cell"}
        assert all(np.array_equal(one[name], other[name]) for name in one)
    assert all(columns["guesses"].any() for columns in by_engine)


def guesses_in_a_game(layout: NDArray[np.bool_], agent: Agent, chance: Random) -> list[str]:
    """The views in which it guesses, and the cells; what is certain is opened in random order."""
    game = Game.on(Board.from_layout(layout))
    game.reveal((0, 0))
    guesses = []
    while game.status is Status.PLAYING:
        if certain := sorted(analyze(game.view).safe):
            game.reveal(chance.choice(certain))
        else:
            move = agent.choose(game.view)
            assert not move.certain
            guesses.append(f"{game.view}\n{move.cell}")
            game.reveal(move.cell)
    return [*guesses, game.status.value]


@needs_engine
@pytest.mark.parametrize("agent", ["exact", "expert"])
def test_the_order_of_certain_moves_changes_no_guess(agent: str) -> None:
    """What is certain stays certain, so every order ends in the same position."""
    chance = Random(5)
    layouts = make_layouts(Level(9, 9, 15), seed=9, count=40, first=(0, 0))
    played = play_layouts(agent, layouts, (0, 0))
    for layout, won, guesses in zip(layouts, played.won, played.guesses, strict=True):
        one, other = (guesses_in_a_game(layout, make_agent(agent), chance) for _ in range(2))
        assert one == other
        assert (one[-1], len(one) - 1) == ("won" if won else "lost", guesses)


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
