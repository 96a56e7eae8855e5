"""The expert: optimal where it can search, explained where it compares."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest
from commands import runner
from positions import numbers_of

from sapper._compiled import compiled
from sapper.agents import expert
from sapper.agents.expert import CONSTANTS, Compared, ExpertAgent, FirstCell, Searched, best_move
from sapper.agents.registry import make_agent
from sapper.board import Board
from sapper.errors import AgentError, EngineMissing, NoMoveLeft, OutOfRange
from sapper.exact.analysis import analyze
from sapper.game import Game, Status
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.lab.experiments import WinRate
from sapper.level import StartRule, first_cell
from sapper.view import View

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")

PUBLISHED = View.parse("#####\n#1###\n#3###\n#####", mines=5)


def first_compared(level: str) -> tuple[View, Compared]:
    """A position in which the expert compares several guesses."""
    for seed in range(60):
        game = Game.new(level, seed=seed)
        agent = ExpertAgent()
        while game.status is Status.PLAYING:
            move = agent.choose(game.view)
            if isinstance(move.reason, Compared) and len(move.reason.candidates) > 1:
                return game.view, move.reason
            game.reveal(move.cell)
    raise AssertionError("no game needed a guess")


def test_a_position_that_can_be_searched_is_played_best() -> None:
    for move in (ExpertAgent().choose(PUBLISHED), best_move(PUBLISHED)):
        assert move.cell == (0, 2)
        assert move.reason == Searched(285, 360)
        assert not move.certain
        assert move.mine_probability == analyze(PUBLISHED).mine_probability[0, 2]


def test_a_guess_says_what_was_compared() -> None:
    view, reason = first_compared("expert")
    analysis = analyze(view)
    chosen = reason.candidates[0]
    assert chosen.cell == ExpertAgent().choose(view).cell
    assert chosen.win_chance == max(each.win_chance for each in reason.candidates)
    for candidate in reason.candidates:
        assert view.is_hidden(candidate.cell)
        assert candidate.mine_probability == analysis.mine_probability[candidate.cell]
        assert candidate.win_chance > 0
    assert len({candidate.cell for candidate in reason.candidates}) == len(reason.candidates)
    assert reason.decided_by


def test_a_toss_up_that_must_come_is_worth_its_risk() -> None:
    # In the corner one of two cells is a mine, and the mines below let nothing tell which. Behind a
    # wall of mines lies a sea, far safer; yet the toss-up is compared with it, and not given up:
    # its risk has to be taken in any case.
    board = np.zeros((12, 16), dtype=np.bool_)
    board[[0, 2, 2], [0, 0, 1]] = True
    board[:, 8] = True
    board[1:10:2, 10:15:2] = True
    numbers = np.where(board, -1, numbers_of(board)).astype(np.int8)
    numbers[:, 9:] = -1
    numbers[1, 0] = -1
    view = View.from_numbers(numbers, int(board.sum()))
    reason = ExpertAgent(budget=1).choose(view).reason
    assert isinstance(reason, Compared)
    tossed = [each for each in reason.candidates if each.cell in {(0, 0), (1, 0)}]
    assert len(tossed) == 2
    for each in tossed:
        assert each.mine_probability == pytest.approx(0.5)
        assert each.win_chance > 0.9 * max(other.win_chance for other in reason.candidates)


@pytest.mark.slow
def test_the_estimated_chance_to_win_is_calibrated() -> None:
    estimated, won = [], []
    for seed in range(500):
        game = Game.new("intermediate", seed=seed)
        agent = ExpertAgent()
        asked = None
        while game.status is Status.PLAYING:
            move = agent.choose(game.view)
            if asked is None and isinstance(move.reason, Compared):
                asked = move.reason.candidates[0].win_chance
            game.reveal(move.cell)
        if asked is not None:
            estimated.append(asked)
            won.append(game.status is Status.WON)
    assert len(won) > 150
    assert sum(estimated) / len(estimated) == pytest.approx(sum(won) / len(won), abs=0.08)


def test_the_budget_decides_whether_a_position_is_searched() -> None:
    assert isinstance(ExpertAgent(budget=20_000).choose(PUBLISHED).reason, Searched)
    assert isinstance(ExpertAgent(budget=100).choose(PUBLISHED).reason, Compared)
    for budget in (0, -1, None):
        with pytest.raises(OutOfRange, match="budget"):
            make_agent("expert", budget=budget)


@pytest.mark.parametrize("start", StartRule)
@pytest.mark.parametrize("size", [(8, 8), (9, 9), (16, 16), (16, 30), (10, 12), (4, 60)])
def test_the_first_cell_comes_from_the_table(start: StartRule, size: tuple[int, int]) -> None:
    move = ExpertAgent(start=start).choose(View(*size, mines=10))
    assert move.cell == first_cell(*size, start)
    assert move.reason == FirstCell(StartRule(start))
    assert move.mine_probability == 10 / (size[0] * size[1])


@pytest.mark.parametrize("start", ["any", "safe", "opening"])
@pytest.mark.parametrize("level", ["course", "intermediate", "expert"])
def test_a_watched_game_and_the_laboratory_start_there_too(
    level: str, start: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = (
        "watch",
        "--level",
        level,
        "--agent",
        "expert",
        "--start",
        start,
        "--seed",
        "3",
        "--json",
    )
    _, out, _ = runner(monkeypatch, capfd)(*asked)
    played = json.loads(out)
    expected = first_cell(played["height"], played["width"], start)
    assert tuple(played["moves"][0]["cell"]) == expected
    (case,) = WinRate(1, 1, agents=("expert",), levels=(level,), starts=(start,)).cases
    assert case.first == expected
    assert case.agent.make(case.level.start).start is StartRule(start)


def test_small_boards_are_searched_from_the_first_cell_on() -> None:
    assert best_move(View(4, 4, mines=4)).cell == (0, 1)
    assert best_move(View(16, 30, mines=99)).reason == FirstCell(StartRule.SAFE)


def test_certain_cells_come_first_and_nothing_left_is_said() -> None:
    assert best_move(View.parse("1#\n11\n##", mines=1)).certain
    with pytest.raises(NoMoveLeft):
        best_move(View.parse("1#", mines=1))


def test_bulk_play_is_the_agents_play(monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.lab import bulk

    layouts = make_layouts("intermediate", seed=14, count=40, first=(0, 0))
    engine = play_layouts("expert", layouts, (0, 0), threads=2)
    monkeypatch.setattr(bulk, "compiled", None)
    agent = play_layouts("expert", layouts, (0, 0))
    assert np.array_equal(engine.won, agent.won)
    assert np.array_equal(engine.guesses, agent.guesses)


@pytest.mark.slow
def test_it_wins_more_than_the_safest_cell_does() -> None:
    # In the long run 2.5 games in a hundred more; on the same 3,000 boards within 1.5 (two sigma).
    # A tenth of the usual budget: nearly as strong, and ten times as fast.
    layouts = make_layouts("expert", seed=15, count=3000, first=(0, 0))
    gained = (
        play_layouts("expert", layouts, (0, 0), budget=2_000).won.mean()
        - play_layouts("exact", layouts, (0, 0)).won.mean()
    )
    assert gained > 0


def test_without_the_engine_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert, "compiled", None)
    with pytest.raises(EngineMissing, match="the expert agent needs the compiled engine"):
        ExpertAgent().choose(PUBLISHED)


def test_constants_are_options_and_change_play() -> None:
    layouts = make_layouts("intermediate", seed=4, count=60, first=(0, 0))
    usual = play_layouts("expert", layouts, (0, 0))
    as_usual: dict[str, Any] = {name: constant.default for name, constant in CONSTANTS.items()}
    assert as_usual["safety_power"] == 2
    same = play_layouts("expert", layouts, (0, 0), **as_usual)
    assert np.array_equal(same.guesses, usual.guesses)
    reckless = play_layouts("expert", layouts, (0, 0), candidate_share=0, best_share=0)
    assert not np.array_equal(reckless.guesses, usual.guesses)


def test_an_agent_plays_by_its_constants_in_python_too() -> None:
    view, reason = first_compared("expert")
    agent = make_agent("expert", candidate_share=1, least_toss_up=1, playouts=0)
    assert agent.options["candidate_share"] == 1
    narrowed = agent.choose(view).reason
    assert isinstance(narrowed, Compared)
    assert len(narrowed.candidates) < len(reason.candidates)
    copied = pickle.loads(pickle.dumps(agent))
    assert copied.options == agent.options


def test_constants_out_of_range_are_refused() -> None:
    with pytest.raises(AgentError, match=r"'expert' has no option 'power'.*safety_power"):
        make_agent("expert", power=1)
    with pytest.raises(AgentError, match=r"no constant 'power'.*safety_power"):
        ExpertAgent(power=1)
    for refused in (1.5, -1, "many", True, float("nan"), float("inf"), None):
        with pytest.raises(OutOfRange, match=r"playouts is a whole number from 0 to 1e\+06"):
            make_agent("expert", playouts=refused)
    with pytest.raises(OutOfRange, match="judged_share is a number from 0 to 1, not 2"):
        make_agent("expert", judged_share=2)
    assert compiled is not None
    for name, value in (("power", 1.0), ("playouts", 1.5), ("playouts", float("nan"))):
        with pytest.raises(ValueError, match=f"constant '{name}'"):
            compiled.guess(PUBLISHED.numbers, PUBLISHED.mines, 20, {name: value})


def test_the_judge_plays_unless_it_is_not_asked() -> None:
    layouts = make_layouts("expert", seed=8, count=40, first=(0, 0))
    judged = play_layouts("expert", layouts, (0, 0))
    by_score = play_layouts("expert", layouts, (0, 0), judged_share=0)
    assert (judged.won != by_score.won).any()
    agent = make_agent("expert")
    for layout, won, guesses in zip(layouts[:6], judged.won, judged.guesses, strict=False):
        game = Game.on(Board.from_layout(layout))
        game.reveal((0, 0))
        taken = 0
        while game.status is Status.PLAYING:
            move = agent.choose(game.view)
            taken += not move.certain
            if isinstance(move.reason, Compared):
                chances = [candidate.win_chance for candidate in move.reason.candidates]
                assert 0 <= min(chances) <= max(chances) <= 1
                assert chances[0] == max(chances)
            game.reveal(move.cell)
        assert (game.status is Status.WON, taken) == (won, guesses)
