"""The exact agent's choices: a function of the view, the same from engine and twin."""

from __future__ import annotations

import numpy as np
import pytest
from positions import bent, played, random_board, small_positions

from sapper._compiled import compiled
from sapper.agents.exact import ExactAgent
from sapper.agents.registry import make_agent
from sapper.errors import Contradiction, NoMoveLeft
from sapper.exact import counting, tracking
from sapper.exact.analysis import analyze
from sapper.exact.fronts import deduce, read_witnesses
from sapper.exact.tracking import NextCell, make_tracking
from sapper.game import Game, Status
from sapper.level import LEVELS, Level, StartRule
from sapper.view import View


def fresh_choice(view: View) -> NextCell | None:
    follower = make_tracking(view, budget=None)
    positions = view.positions_since(None)
    assert positions is not None
    follower.take_in(view, positions)
    return follower.choose()


def obvious_choice(view: View) -> tuple[bool, float, set[tuple[int, int]]]:
    """Whether something is certain, the lowest chance of a mine, and what may be chosen."""
    fractions = counting.mine_fractions(view)
    least = min(fractions.values())
    alike = {cell for cell, fraction in fractions.items() if fraction == least}
    if least == 0:
        return True, 0.0, alike
    not_mines = {cell for cell, fraction in fractions.items() if fraction != 1}

    def burden(cell: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        near = {(cell[0] + down, cell[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        return len((near - {cell}) & not_mines), cell

    return False, float(least), {min(alike, key=burden)}


def simply_safe(view: View) -> list[tuple[int, int]]:
    """The cells that single numbers and pairs prove safe, row by row."""
    return sorted(deduce(read_witnesses(view)).safe)


@pytest.mark.parametrize("level", ["course", "beginner", "easy", "intermediate", "expert"])
def test_choices_keep_the_rule_all_game_long(level: str) -> None:
    agent = make_agent("exact")
    judged = guesses = 0
    for index in range(6 if level in ("intermediate", "expert") else 25):
        game = Game.new(LEVELS[level], seed=31, index=index)
        while game.status is Status.PLAYING:
            move = agent.choose(game.view)
            certain, chance, allowed = obvious_choice(game.view)
            assert move.certain == certain
            assert move.mine_probability == pytest.approx(chance, abs=1e-12)
            assert move.cell in allowed
            judged += 1
            guesses += not certain
            game.reveal(move.cell)
    assert judged > 50
    assert guesses > 5 or level == "easy"


@pytest.mark.slow
def test_engine_and_twin_choose_alike_in_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    if compiled is None:
        pytest.skip("the engine is not built")
    for level, games in (("course", 25), ("intermediate", 5), ("expert", 3)):
        for index in range(games):
            game = Game.new(LEVELS[level], seed=32, index=index)
            agent = make_agent("exact")
            seen = []
            while game.status is Status.PLAYING:
                seen.append((game.view, agent.choose(game.view)))
                game.reveal(seen[-1][1].cell)
            with monkeypatch.context() as without:
                without.setattr(tracking, "compiled", None)
                for view, move in seen:
                    choice = fresh_choice(view)
                    assert choice is not None
                    assert (choice.cell, choice.certain) == (move.cell, move.certain)
                    assert choice.mine_probability == pytest.approx(move.mine_probability)


@pytest.mark.slow
def test_any_small_position_reachable_or_not() -> None:
    random = np.random.default_rng(33)
    verdicts = {"impossible": 0, "none": 0, "certain": 0, "guess": 0}
    for view in small_positions(games=300, most_hidden=14, seed=33):
        for some in (view, bent(view, random)):
            try:
                fractions = counting.mine_fractions(some)
            except Contradiction:
                # What numbers alone prove is chosen before the total is looked at.
                try:
                    assert fresh_choice(some) == NextCell(simply_safe(some)[0], True, 0.0)
                except Contradiction:
                    verdicts["impossible"] += 1
                continue
            choice = fresh_choice(some)
            if choice is None:
                assert all(fraction == 1 for fraction in fractions.values())
                verdicts["none"] += 1
                continue
            certain, chance, allowed = obvious_choice(some)
            assert choice.certain == certain
            assert choice.cell in allowed
            assert choice.mine_probability == pytest.approx(chance, abs=1e-12)
            verdicts["certain" if certain else "guess"] += 1
    assert min(verdicts.values()) > 30, verdicts


def test_the_way_to_a_view_does_not_matter() -> None:
    random = np.random.default_rng(34)
    for _ in range(12):
        board = random_board(9, 12, 20, random)
        agent = ExactAgent()
        for view in played(board, random, flood=False):
            choice = fresh_choice(view)
            if choice is None:
                with pytest.raises(NoMoveLeft):
                    agent.choose(view)
            else:
                move = agent.choose(view)
                assert (move.cell, move.certain) == (choice.cell, choice.certain)


def test_an_agent_that_met_a_contradiction_goes_on_with_the_next_view() -> None:
    agent = ExactAgent()
    possible = View.parse("1#\n##", mines=1)
    before = agent.choose(possible)
    for text, mines in (("4#\n##", 3), ("3#\n##", 2)):
        with pytest.raises(Contradiction):
            agent.choose(View.parse(text, mines=mines))
        assert agent.choose(possible) == before


def test_nothing_revealed_is_a_corner() -> None:
    move = ExactAgent().choose(View(16, 30, mines=99))
    assert move.cell == (0, 0)
    assert move.mine_probability == pytest.approx(99 / 480)


def test_a_known_mine_is_no_hidden_neighbour_where_cells_are_alike() -> None:
    differing = 0
    for view in small_positions(games=300, most_hidden=16, seed=36):
        fractions = counting.mine_fractions(view)
        if not fractions or not 0 < min(fractions.values()) < 1:
            continue
        least = min(fractions.values())
        alike = [cell for cell, fraction in fractions.items() if fraction == least]

        def hidden_neighbours(cell: tuple[int, int], hidden: set[tuple[int, int]]) -> int:
            return sum(
                max(abs(cell[0] - row), abs(cell[1] - column)) == 1 for row, column in hidden
            )

        def first(hidden: set[tuple[int, int]]) -> tuple[int, int]:
            return min(alike, key=lambda cell: (hidden_neighbours(cell, hidden), cell))  # noqa: B023

        not_mines = {cell for cell, fraction in fractions.items() if fraction < 1}
        choice = fresh_choice(view)
        assert choice is not None
        assert choice.cell == first(not_mines)
        differing += first(not_mines) != first(set(fractions))
    assert differing > 5


def test_a_large_board_is_followed_to_its_first_guess() -> None:
    if compiled is None:
        pytest.skip("the engine is not built")
    level = Level(150, 150, 3375, StartRule.OPENING)
    game = Game.new(level, seed=35)
    game.reveal((75, 75))
    agent = ExactAgent()
    while game.status is Status.PLAYING:
        move = agent.choose(game.view)
        if not move.certain:
            break
        assert game.reveal(move.cell)
    analysis = analyze(game.view)
    assert game.status is Status.WON or not analysis.safe
    assert game.view.revealed_count > 1000
