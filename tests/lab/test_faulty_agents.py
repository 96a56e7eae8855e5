"""Agents that are wrong or crash are reported as such, with the board and the move to repeat it."""

from __future__ import annotations

import io
import json
import pickle
import re
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from sapper._compiled import compiled
from sapper.agents import registry
from sapper.agents.base import Agent, Conclusions, Move, Reason
from sapper.agents.registry import make_agent
from sapper.errors import AgentCrashed
from sapper.game import Game, Status
from sapper.interface.commands.failures import ExitCode
from sapper.interface.commands.lab_running import show
from sapper.interface.commands.main import main
from sapper.interface.terminal.watch import Show, watch
from sapper.lab.agent_game import WatchedGame, agent_turns
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.case import Outcomes
from sapper.lab.experiments import WinRate
from sapper.lab.game_findings import WinRateFinding
from sapper.lab.signature import signature
from sapper.level import Level
from sapper.play.table import Setup, Table
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


class Nonsensical(Overconfident):
    """Plays by the rules until a few cells of a beginner's board are open."""

    name = "nonsensical"

    def choose(self, view: View) -> Move:
        return self.nonsense(view) if view.width == 9 else super().choose(view)

    def nonsense(self, view: View) -> Any:
        raise NotImplementedError


class Silent(Nonsensical):
    name = "silent"

    def nonsense(self, view: View) -> Any:
        return None


class Lost(Nonsensical):
    name = "lost"

    def nonsense(self, view: View) -> Any:
        return Move((99, 99), False, None, Reason())


class Cellless(Nonsensical):
    name = "cellless"

    def nonsense(self, view: View) -> Any:
        return Move(None, False, None, Reason())  # type: ignore[arg-type]


class Stubborn(Nonsensical):
    name = "stubborn"

    def nonsense(self, view: View) -> Any:
        return Move((0, 0), False, None, Reason())


class Exiting(Nonsensical):
    name = "exiting"

    def nonsense(self, view: View) -> Any:
        sys.exit(0)


class Misreading(Nonsensical):
    name = "misreading"

    def nonsense(self, view: View) -> Any:
        return view.number((99, 99))


FAULTS = {
    "silent": r"it returned None, not a move",
    "lost": r"its move is impossible: cell \(99, 99\) is outside the 9×9 board",
    "cellless": r"its move is impossible: a cell is a pair \(row, column\) .*, not None",
    "stubborn": r"it chose \(0, 0\), which is open already",
    "exiting": r"SystemExit: 0",
    "misreading": r"CellError: cell \(99, 99\) is outside",
}


class Mute(Overconfident):
    name = "mute"

    def conclusions(self, view: View) -> Any:
        return None


BROUGHT = (
    Overconfident,
    Crashing,
    Mute,
    *(Silent, Lost, Cellless, Stubborn, Exiting, Misreading),
)


@pytest.fixture(autouse=True)
def brought(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint(kind.name, f"test_faulty_agents:{kind.__name__}", "sapper.agents")
        for kind in BROUGHT
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
        np.zeros(0),
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
    show(found, as_json=False)
    assert warning in capsys.readouterr().out
    assert found_by("exact").warnings() == ()


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


@pytest.mark.parametrize("agent", FAULTS)
def test_nonsense_is_a_crash_that_names_level_seed_and_board(agent: str) -> None:
    # The first cell is opened for the agent, and shows a number: nonsense is its second move.
    game = Game.new("beginner", seed=5)
    where = rf"agent '{agent}' crashed at its move 2 on beginner \(start safe, seed 5, board 0\): "
    with pytest.raises(AgentCrashed, match=where + FAULTS[agent]):
        list(agent_turns(game, make_agent(agent), first=(0, 0)))


@pytest.mark.parametrize("agent", FAULTS)
def test_nonsense_among_many_layouts_is_a_crash(agent: str) -> None:
    layouts = make_layouts("beginner", seed=1, count=3, first=(0, 0))
    with pytest.raises(AgentCrashed, match=rf"on layout 0 from first cell.*: {FAULTS[agent]}"):
        play_layouts(agent, layouts, (0, 0))


@pytest.mark.parametrize("agent", FAULTS)
def test_nonsense_at_a_table_is_a_crash(agent: str) -> None:
    table = Table(Setup(Level.named("beginner"), seed=5))
    table.reveal((0, 0))
    with pytest.raises(AgentCrashed, match=rf"agent '{agent}' crashed: {FAULTS[agent]}"):
        table.situation.think(make_agent(agent))


@pytest.mark.parametrize("agent", FAULTS)
def test_nonsense_in_the_games_that_identify_an_agent_is_told_as_such(agent: str) -> None:
    with pytest.raises(
        AgentCrashed,
        match=r"on 9x9/10 \(start safe, seed 2012, board 0\), one of the games that identify its "
        rf"behaviour: {FAULTS[agent]}",
    ):
        signature(agent)


@pytest.mark.parametrize("agent", FAULTS)
def test_commands_fail_with_one_line_or_json(
    agent: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    watching = ["watch", "--level", "beginner", "--seed", "5", "--first", "0,0", "--agent", agent]
    measuring = ["lab", "run", "win-rate", "--games", "3", "--seed", "1", "--agents", agent]
    measuring += ["--levels", "beginner", "--starts", "safe", "--out", str(tmp_path / "lab.sqlite")]
    for command in (watching, measuring):
        for as_json in (False, True):
            arguments = ["sapper", *command, *(["--json"] if as_json else [])]
            monkeypatch.setattr(sys, "argv", arguments)
            with pytest.raises(SystemExit) as ended:
                main()
            said = capsys.readouterr()
            assert ended.value.code == ExitCode.FAILURE
            message = json.loads(said.out)["error"]["message"] if as_json else said.err
            assert re.search(rf"agent '{agent}' crashed at its move .*: {FAULTS[agent]}", message)


def test_conclusions_that_are_none_are_a_crash() -> None:
    game = Game.new("beginner", seed=1)
    console = Console(file=io.StringIO())
    with pytest.raises(
        AgentCrashed,
        match=r"agent 'mute' crashed on beginner .*: it returned None, not its conclusions",
    ):
        watch(game, make_agent("mute"), None, Show(pace=0), console)


def test_ctrl_c_while_an_agent_thinks_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Agent, view: View) -> Move:
        raise KeyboardInterrupt

    monkeypatch.setattr(Silent, "choose", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(agent_turns(Game.new("beginner", seed=1), make_agent("silent")))


def test_cells_of_other_whole_numbers_are_taken_as_they_are_meant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def choose(self: Agent, view: View) -> Move:
        return Move(np.argwhere(view.numbers < 0)[0], False, None, Reason())

    monkeypatch.setattr(Silent, "choose", choose)
    game = Game.new("beginner", seed=1)
    assert next(agent_turns(game, make_agent("silent"))).move.cell == (0, 0)
