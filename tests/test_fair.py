"""The fair rule: needless guesses meet a mine, all others never do, and numbers stay true."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import chisquare  # type: ignore[import-untyped]

from sapper.agents.registry import make_agent
from sapper.board import Board
from sapper.exact.analysis import Verdict, analyze
from sapper.exact.conditional import _draw_by_trying, _draw_exactly, draw_layout
from sapper.fair import fair_board
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.level import Level, StartRule
from sapper.view import View

sizes = st.tuples(st.integers(1, 7), st.integers(1, 7))


@st.composite
def fair_games(draw: st.DrawFn) -> Game:
    height, width = draw(sizes)
    start = draw(st.sampled_from([StartRule.ANY, StartRule.SAFE, StartRule.GIVEN]))
    mines = draw(st.integers(0, max(0, height * width // 3)))
    return Game(Level(height, width, mines, start), seed=draw(st.integers(0, 10_000)), fair=True)


def numbers_are_true(game: Game) -> bool:
    if game.board is None:
        return True
    shown = game.view.numbers
    seen = shown >= 0
    return bool((shown[seen] == game.board.numbers[seen]).all()) and not bool(
        game.board.layout[seen].any()
    )


def uncertain_cells(view: View) -> list[Cell]:
    return view.cells_at(np.flatnonzero(_is_uncertain(view)))


def _is_uncertain(view: View) -> NDArray[np.bool_]:
    uncertain: NDArray[np.bool_] = (analyze(view).verdicts == Verdict.OPEN) & (view.numbers < 0)
    return uncertain


@given(fair_games(), st.randoms(use_true_random=False))
def test_who_never_guesses_needlessly_never_loses(game: Game, random: object) -> None:
    while game.status is Status.PLAYING:
        safe = sorted(analyze(game.view).safe)
        cells = safe or uncertain_cells(game.view)
        game.reveal(random.choice(cells))  # type: ignore[attr-defined]
        assert numbers_are_true(game)
    assert game.status is Status.WON


@given(fair_games(), st.randoms(use_true_random=False))
def test_a_needless_guess_always_loses(game: Game, random: object) -> None:
    while game.status is Status.PLAYING:
        safe = sorted(analyze(game.view).safe)
        uncertain = uncertain_cells(game.view)
        if safe and uncertain and game.view.revealed_count:
            game.reveal(random.choice(uncertain))  # type: ignore[attr-defined]
            assert game.exploded is not None
            assert numbers_are_true(game)
            assert len(game.board.mines) == game.level.mines  # type: ignore[union-attr]
            return
        game.reveal(random.choice(safe or uncertain))  # type: ignore[attr-defined]


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_agents_that_know_all_that_is_certain_win_every_fair_game(level: str) -> None:
    for seed in range(8):
        game = Game.new(level, seed=seed, fair=True)
        agent = make_agent("exact", start=game.level.start)
        while game.status is Status.PLAYING:
            game.reveal(agent.choose(game.view).cell)
        assert game.status is Status.WON


def test_the_same_moves_make_the_same_game() -> None:
    def played(seed: int) -> tuple[str, frozenset[Cell]]:
        game = Game.new("expert", seed=seed, fair=True, start="any")
        agent = make_agent("exact", start=game.level.start)
        while game.status is Status.PLAYING:
            game.reveal(agent.choose(game.view).cell)
        assert game.board is not None
        return str(game.view), game.board.mines

    assert played(4) == played(4)
    assert played(4) != played(5)


def test_a_certain_mine_loses() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 1)]), fair=True)
    game.reveal((0, 0))
    game.reveal((0, 1))
    assert (game.status, game.exploded) == (Status.LOST, (0, 1))


def test_certain_mines_alone_make_no_guess_needless() -> None:
    game = Game.on(Board.from_mines(1, 5, [(0, 1), (0, 2)]), fair=True)
    game.reveal((0, 0))
    assert analyze(game.view).mines == {(0, 1)}
    game.reveal((0, 2))
    assert game.status is Status.PLAYING


def test_flags_do_not_matter() -> None:
    board, view = Board.from_mines(1, 4, [(0, 0)]), View.parse("#1##", mines=1)
    flagged = view.with_flags([(0, 3)])
    assert fair_board(board, flagged, [(0, 2)], seed=1).mines == {(0, 2)}


def test_a_chord_is_judged_as_a_whole() -> None:
    # 1 with a flag: the flag is right in one layout of two, and nothing is certain.
    game = Game.on(Board.from_mines(1, 3, [(0, 0)]), fair=True)
    game.reveal((0, 1))
    game.flag((0, 2))
    game.chord((0, 1))
    assert game.status is Status.WON
    # Beside a certainly safe cell, the same chord is a needless guess.
    game = Game.on(Board.from_mines(1, 4, [(0, 0)]), fair=True)
    game.reveal((0, 1))
    game.flag((0, 0))
    game.chord((0, 1))
    assert (game.status, game.exploded) == (Status.LOST, (0, 2))


def test_a_chord_that_is_certain_to_meet_a_mine_loses() -> None:
    """Of (0, 0) and (0, 1) one is a mine, and one of the two others: not both flags are right."""
    game = Game.on(Board.from_mines(2, 3, [(0, 0), (0, 2)]), fair=True)
    for cell in [(1, 0), (1, 1)]:
        game.reveal(cell)
    assert not (_is_uncertain(game.view) ^ (game.view.numbers < 0)).any()
    game.flag((0, 0))
    game.flag((0, 1))
    game.chord((1, 1))
    assert (game.status, game.exploded) == (Status.LOST, (0, 2))


def test_too_wide_a_position_is_played_as_it_is_laid() -> None:
    board, view = Board.from_mines(1, 7, [(0, 0), (0, 3), (0, 5)]), View.parse("#1##1##", mines=3)
    assert fair_board(board, view, [(0, 0)], seed=1, budget=1) is board


def test_the_rule_changes_nothing_where_the_layout_fits_it() -> None:
    view = View.parse("#1##", mines=1)
    for mine, guess in [((0, 0), (0, 0)), ((0, 0), (0, 3)), ((0, 2), (0, 3))]:
        board = Board.from_mines(1, 4, [mine])
        assert fair_board(board, view, [guess], seed=1) is board


@pytest.mark.parametrize("draw", [_draw_by_trying, _draw_exactly])
@pytest.mark.parametrize("with_mine", [True, False])
def test_layouts_drawn_under_a_condition_are_equally_likely(draw: object, with_mine: bool) -> None:
    view = View.parse("#1###\n#####", mines=3)
    cells = [(0, 0), (1, 3)]
    hidden = view.hidden()
    possible = []
    for mines in combinations(hidden, 3):
        near = sum(abs(row) < 2 and abs(column - 1) < 2 for row, column in mines)
        if near == 1 and any(cell in mines for cell in cells) == with_mine:
            possible.append(frozenset(mines))
    assert possible
    seen: Counter[frozenset[Cell]] = Counter()
    for seed in range(40 * len(possible)):
        layout = draw(view, cells, with_mine, seed, None)  # type: ignore[operator]
        seen[frozenset(view.cells_at(np.flatnonzero(layout)))] += 1
    assert set(seen) == set(possible)
    assert chisquare([seen[layout] for layout in possible]).pvalue > 1e-4


def test_a_rare_layout_is_found() -> None:
    """One in millions: trying alone would not meet it."""
    view = View.parse("\n".join(["#" * 12] * 4 + ["###1########"] + ["#" * 12] * 4), mines=8)
    cells = view.hidden()[:60]
    layout = draw_layout(view, cells, with_mine=False, seed=1)
    assert layout is not None
    assert not any(layout[cell] for cell in cells)
    assert layout.sum() == 8
