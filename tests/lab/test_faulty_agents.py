"""Agents that are wrong or crash are reported as such, with the board and the move to repeat it."""

from __future__ import annotations

import io
import pickle
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from sapper._compiled import compiled
from sapper.agents import registry
from sapper.agents.base import Agent, Conclusions, Move, Reason
from sapper.agents.registry import make_agent
from sapper.errors import AgentCrashed
from sapper.game import Game, Status
from sapper.interface.commands.lab import _show
from sapper.interface.terminal.watch import Show, watch
from sapper.lab.agent_game import WatchedGame, agent_turns
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.case import Outcomes
from sapper.lab.experiments import WinRate
from sapper.lab.game_findings import WinRateFinding
from sapper.view import View


class Overconfident(Agent):
    name = "overconfident"
    summary = "calls the first hidden cell certainly safe"

    def choose(self, view: View) -> Move:
        return Move(min(view.hidden()), True, 0.0, Reason())

    def conclusions(self, view: View) -> Conclusions:
        return Conclusions()


class Crashing(Agent):
    name = "crashing"
    summary = "fails once a few cells are open"

    def choose(self, view: View) -> Move:
        if view.revealed_count > 2:
            raise ZeroDivisionError("nothing left to divide")
        return Move(min(view.hidden()), False, None, Reason())

    def conclusions(self, view: View) -> Conclusions:
        return Conclusions()


@pytest.fixture(autouse=True)
def brought(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("overconfident", "test_faulty_agents:Overconfident", "sapper.agents"),
        EntryPoint("crashing", "test_faulty_agents:Crashing", "sapper.agents"),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(points))
    monkeypatch.setattr(registry, "AGENTS", registry.Registry())


def test_layouts_tell_which_certain_moves_met_a_mine() -> None:
    layouts = make_layouts("beginner", seed=1, count=30, first=(0, 0))
    played = play_layouts("overconfident", layouts, (0, 0))
    assert np.array_equal(played.false_certainties, ~played.won)  # it never dies of a guess
    assert played.first_false_certainty is not None
    place, cell = played.first_false_certainty
    assert layouts[place][cell]
    assert not played.false_certainties[:place].any()
    assert tuple(played.false_cells[place]) == cell


@pytest.mark.parametrize("agent", ["exact", "random", "sentence"])
def test_agents_that_are_right_have_none(agent: str) -> None:
    played = play_layouts(agent, make_layouts("beginner", seed=1, count=30, first=(0, 0)), (0, 0))
    assert not played.won.all()
    assert not played.false_certainties.any()
    assert played.first_false_certainty is None


@pytest.mark.skipif(compiled is None, reason="the engine is not built")
def test_what_the_referee_of_the_engine_saw_is_not_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a player of the engine would look that calls a mine certainly safe in the second game."""
    results = (
        np.array([True, False]),
        np.array([1, 0], dtype=np.int32),
        np.array([8, 3], dtype=np.int32),
        np.array([[-1, -1], [2, 5]], dtype=np.int32),
    )
    monkeypatch.setattr(compiled, "play_exact", lambda *_: results)
    played = play_layouts("exact", np.zeros((2, 9, 9), dtype=np.bool_), (0, 0))
    assert played.false_certainties.tolist() == [0, 1]
    assert played.first_false_certainty == (1, (2, 5))


def found_by(agent: str) -> WinRateFinding:
    few = WinRate(20, 1, agents=(agent,), levels=("beginner",), starts=("safe",))
    (case,) = few.cases
    return few.summarise({case: Outcomes.joined([case.measure(0, 7), case.measure(7, 13)])})


def test_the_laboratory_warns_and_names_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    found = found_by("overconfident")
    (warning,) = found.warnings()
    assert warning.startswith("overconfident called a mine certainly safe in 20 of 20 games, first")
    assert "on beginner (start safe, seed 1, board 0, first cell (0, 0))" in warning
    results = found.results()
    assert results.rows[0][results.titles.index("false_certainties")] == 20
    _show(found, as_json=False)
    assert warning in capsys.readouterr().out
    assert found_by("exact").warnings() == ()


def test_results_of_a_version_that_did_not_count_them_are_read() -> None:
    few = WinRate(20, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    (case,) = few.cases
    old, new = case.measure(0, 7), case.measure(7, 13)
    del old.columns["false_cell"]  # type: ignore[attr-defined]
    for parts in ([old, new], [new, old]):
        assert few.summarise({case: Outcomes.joined(parts)}).rows[0].false_certainties == 0


@pytest.mark.parametrize("first", [None, (4, 4)])
def test_watch_shows_it_in_red_with_the_command_to_repeat_it(
    first: tuple[int, int] | None, tmp_path: Path
) -> None:
    game = Game.new("beginner", seed=1, index=3)
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, color_system="truecolor", width=200)
    watch(game, make_agent("overconfident"), first, Show(pace=0), console)
    assert game.status is Status.LOST
    shown = written.getvalue()
    assert "\x1b[1;31mFalse certainty: overconfident called" in shown
    repeat = "sapper watch --size 9x9/10 --start safe --seed 1 --index 3 --agent overconfident"
    assert (repeat if first is None else f"{repeat} --first 4,4") in shown
    assert ("--first" in shown) == (first is not None)


def test_a_watched_game_tells_it_in_its_summary() -> None:
    game = Game.new("beginner", seed=1, index=3)
    turns = list(agent_turns(game, make_agent("overconfident")))
    written = WatchedGame.of(game, make_agent("overconfident"), turns, {})
    assert written.summary.false_certainty == game.exploded
    assert written.index == 3


def test_a_crash_names_level_seed_and_board() -> None:
    game = Game.new("beginner", seed=1, index=3)
    with pytest.raises(
        AgentCrashed,
        match=r"agent 'crashing' crashed at its move \d+ on beginner \(start safe, seed 1, "
        r"board 3\): ZeroDivisionError: nothing left to divide",
    ):
        list(agent_turns(game, make_agent("crashing")))


def test_a_crash_among_many_names_the_layout_and_in_the_laboratory_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layouts = np.zeros((3, 4, 4), dtype=np.bool_)
    layouts[2, 3, 3] = layouts[2, 1, 1] = True
    with pytest.raises(AgentCrashed, match=r"on layout 2 from first cell \(0, 0\): Zero") as caught:
        play_layouts("crashing", layouts, (0, 0))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.place) == (str(caught.value), 2)
    few = WinRate(20, 1, agents=("crashing",), levels=("beginner",), starts=("safe",))
    with pytest.raises(AgentCrashed, match=r"beginner \(start safe, seed 1, board \d+, first cell"):
        few.cases[0].measure(11, 5)
