"""Many positions in one call: the answers are those of one call for each."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial as partial_of
from math import log2
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import bent, played, random_board

import sapper
from sapper import View
from sapper._compiled import compiled
from sapper.agents import batches as agent_batches
from sapper.agents import expert as expert_module
from sapper.agents.registry import make_agent
from sapper.errors import (
    Contradiction,
    LevelError,
    NoMoveLeft,
    OutOfRange,
    ParseError,
    SapperError,
)
from sapper.exact import analysis, batches, tracking
from sapper.exact.batches import Status

needs_engine = pytest.mark.skipif(compiled is None, reason="only the engine does this")

Numbers = NDArray[np.int8]
Answer = TypeVar("Answer")


def mixed(
    shape: tuple[int, int], mines: int, games: int, seed: int, every: int = 1
) -> tuple[Numbers, NDArray[np.int64], list[View]]:
    """Positions from play, and as many with something changed, often inconsistent."""
    random = np.random.default_rng(seed)
    views = []
    for _ in range(games):
        for view in [*played(random_board(*shape, mines, random), random)][::every]:
            views += [view, bent(view, random)]
    return np.stack([view.numbers for view in views]), np.array([v.mines for v in views]), views


@pytest.fixture
def without_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (analysis, batches, tracking, agent_batches, expert_module):
        monkeypatch.setattr(module, "compiled", None)


def tried(call: Callable[[], Answer]) -> Answer | SapperError:
    """What a call gives, or raises."""
    try:
        return call()
    except SapperError as error:
        return error


def check_analyses(
    answers: sapper.Analyses, views: Sequence[View], budget: int | None, partial: bool = False
) -> None:
    """That each answer is what `analyze` says of the position."""
    for place, view in enumerate(views):
        alone = tried(partial_of(sapper.analyze, view, budget=budget, partial=partial))
        if isinstance(alone, SapperError):
            assert type(answers.error(place)) is type(alone)
            assert str(answers.error(place)) == str(alone)
            assert np.isnan(answers.mine_probability[place]).all()
            assert not answers.verdicts[place].any()
            if isinstance(alone, Contradiction):
                assert place in answers.contradictions
                assert answers.log2_layouts[place] == -np.inf
                assert answers.status[place] == Status.CONTRADICTION
            else:
                assert place in answers.over_budget
                assert np.isnan(answers.log2_layouts[place])
            with pytest.raises(type(alone)):
                answers[place]
            continue
        np.testing.assert_array_equal(answers.mine_probability[place], alone.mine_probability)
        np.testing.assert_array_equal(answers.verdicts[place], alone.verdicts)
        assert answers[place].complete == alone.complete
        assert answers[place].safe == alone.safe
        if alone.complete:
            assert answers.status[place] == Status.ANSWERED
            assert answers.error(place) is None
            assert answers.log2_layouts[place] == pytest.approx(log2(alone.layouts), abs=1e-9)
        else:
            assert place in answers.over_budget
            assert np.isnan(answers.log2_layouts[place])


@pytest.mark.parametrize(
    ("shape", "mines", "games", "every"),
    [((1, 1), 0, 2, 1), ((5, 5), 5, 12, 1), ((3, 8), 9, 12, 1), ((16, 30), 99, 2, 12)],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_every_position_is_analyzed_as_if_it_were_alone(
    shape: tuple[int, int], mines: int, games: int, every: int, threads: int
) -> None:
    numbers, totals, views = mixed(shape, mines, games, seed=1, every=every)
    answers = sapper.analyze_many(numbers, totals, threads=threads)
    assert answers.mine_probability.shape == answers.verdicts.shape == numbers.shape
    assert len(answers) == len(views)
    check_analyses(answers, views, sapper.exact.budgets.DEFAULT_BUDGET)
    if shape != (1, 1):
        assert 0 < len(answers.contradictions) < len(views)


@pytest.mark.parametrize("partial", [False, True])
def test_each_position_has_the_budget_to_itself(partial: bool) -> None:
    numbers, totals, views = mixed((8, 12), 20, games=3, seed=2)
    budget = 60
    answers = sapper.analyze_many(numbers, totals, budget=budget, partial=partial)
    assert 0 < len(answers.over_budget) < len(views)
    check_analyses(answers, views, budget, partial)


@pytest.mark.usefixtures("without_engine")
@pytest.mark.parametrize(("budget", "partial"), [(None, False), (100, False), (100, True)])
def test_the_twin_answers_too(budget: int | None, partial: bool) -> None:
    numbers, totals, views = mixed((4, 5), 5, games=4, seed=3)
    answers = sapper.analyze_many(numbers, totals, budget=budget, partial=partial)
    check_analyses(answers, views, budget, partial)
    assert len(answers.contradictions) > 0


def test_one_number_of_mines_serves_all_and_whatever_holds_numbers_will_do() -> None:
    numbers, _, _ = mixed((5, 5), 5, games=2, seed=4)
    of_each = sapper.analyze_many(numbers, np.full(len(numbers), 5))
    for given in (numbers, numbers.astype(np.int64), numbers.tolist(), numbers[::-1][::-1]):
        answers = sapper.analyze_many(given, 5)
        np.testing.assert_array_equal(answers.mine_probability, of_each.mine_probability)
        np.testing.assert_array_equal(answers.status, of_each.status)


def test_no_positions_have_no_answers() -> None:
    none = np.empty((0, 9, 9), dtype=np.int8)
    assert sapper.analyze_many(none, 10).mine_probability.shape == (0, 9, 9)
    assert sapper.analyze_many(none, []).log2_layouts.shape == (0,)
    assert sapper.best_moves(none, 10, agent="exact").cells.shape == (0, 2)


def changed(place: tuple[int, int, int], number: int) -> Numbers:
    numbers = np.full((3, 2, 4), -1, dtype=np.int8)
    numbers[place] = number
    return numbers


@pytest.mark.parametrize("ask", [sapper.analyze_many, sapper.best_moves])
@pytest.mark.parametrize(
    ("numbers", "mines", "error", "told"),
    [
        (changed((2, 1, 3), 9), 1, ParseError, r"^position 2: 9 at \(1, 3\): a cell shows 0 to 8"),
        (changed((1, 0, 2), -2), 1, ParseError, r"^position 1: -2 at \(0, 2\): a cell shows"),
        (changed((0, 0, 0), 1), [1, 1, 9], LevelError, "^position 2: 9 mines do not fit on a 2×4"),
        (changed((0, 0, 0), 1), [1, -1, 0], LevelError, "^position 1: -1 mines do not fit"),
        (changed((0, 0, 0), 1), 9, LevelError, "^9 mines do not fit on a 2×4 board of 8 cells"),
        (changed((0, 0, 0), 1), [1, 1], LevelError, "or one for each of 3 positions"),
        (changed((0, 0, 0), 1), 1.5, LevelError, "mines are one whole number"),
        (changed((0, 0, 0), 1)[0], 1, ParseError, r"of shape \(n, height, width\)"),
        (changed((0, 0, 0), 1) * 1.0, 1, ParseError, "whole numbers"),
        ([[[1, -1]], [[1]]], 1, ParseError, "not lists of different lengths"),
        (np.empty((3, 0, 4), dtype=np.int8), 0, LevelError, "has no cells"),
    ],
)
def test_what_is_wrong_is_named(
    ask: Callable[..., object], numbers: object, mines: object, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        ask(numbers, mines)


@pytest.mark.parametrize("threads", [0, -1, 1025, 1.0])
def test_threads_are_counted(threads: int) -> None:
    with pytest.raises(OutOfRange, match="threads are a whole number from 1 to 1024"):
        sapper.analyze_many([[[1, -1]]], 1, threads=threads)


@needs_engine
def test_other_threads_run_meanwhile() -> None:
    numbers, totals, _ = mixed((16, 30), 99, games=1, seed=5)
    numbers, totals = np.tile(numbers, (30, 1, 1)), np.tile(totals, 30)
    beats = 0
    done = threading.Event()

    def beat() -> None:
        nonlocal beats
        while not done.is_set():
            beats += 1
            time.sleep(0.0005)

    heart = threading.Thread(target=beat)
    heart.start()
    before = beats
    sapper.analyze_many(numbers, totals, threads=1)
    during = beats - before
    done.set()
    heart.join()
    assert during > 3


# The moves


def check_moves(moves: sapper.Moves, views: Sequence[View], agent: str, **options: Any) -> None:
    """That each move is the one that the agent makes."""
    for place, view in enumerate(views):
        alone = tried(partial_of(make_agent(agent, **options).choose, view))
        if isinstance(alone, SapperError):
            assert moves.cells[place].tolist() == [-1, -1]
            assert np.isnan(moves.mine_probability[place])
            expected = type(None) if isinstance(alone, NoMoveLeft) else type(alone)
            assert type(moves.error(place)) is expected
            continue
        assert tuple(moves.cells[place].tolist()) == alone.cell
        assert bool(moves.certain[place]) == alone.certain
        assert moves.mine_probability[place] == alone.mine_probability


@needs_engine
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("agent", "options"),
    [
        ("exact", {}),
        ("exact", {"budget": 60}),
        ("expert", {}),
        ("expert", {"start": "opening", "budget": 2000}),
        ("expert", {"judged_share": 0, "playouts": 0}),
    ],
)
def test_every_move_is_that_of_the_agent(agent: str, options: dict[str, Any], threads: int) -> None:
    for shape, mines, games, every in [
        ((5, 6), 6, 5, 1),
        ((9, 9), 12, 2, 3),
        ((16, 30), 99, 1, 25),
    ]:
        numbers, totals, views = mixed(shape, mines, games, seed=6, every=every)
        moves = sapper.best_moves(numbers, totals, agent=agent, threads=threads, **options)
        check_moves(moves, views, agent, **options)
        if "budget" not in options:
            assert 0 < len(moves.contradictions) < len(views)


@pytest.mark.usefixtures("without_engine")
def test_the_exact_moves_of_the_twin() -> None:
    numbers, totals, views = mixed((4, 5), 5, games=3, seed=7)
    check_moves(sapper.best_moves(numbers, totals, agent="exact"), views, "exact")


def test_any_agent_moves() -> None:
    numbers, totals, views = mixed((5, 6), 6, games=2, seed=8)
    for agent in ("random", "sentence"):
        moves = sapper.best_moves(numbers, totals, agent=agent, seed=3)
        check_moves(moves, views, agent, seed=3)


@needs_engine
def test_a_subclass_of_the_expert_makes_its_own_moves() -> None:
    class Last(expert_module.ExpertAgent):
        def choose(self, view: View) -> sapper.Move:
            move = super().choose(view)
            return sapper.Move(view.hidden()[-1], False, None, move.reason)

    moves = sapper.best_moves([[[-1, 1, -1, -1]]], 1, agent=Last)
    assert moves.cells.tolist() == [[0, 3]]
    assert np.isnan(moves.mine_probability).all()
