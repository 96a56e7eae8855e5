"""The ladder of techniques against brute force, its twin, and the checker."""

from __future__ import annotations

import numpy as np
import pytest
from ladder_judge import MOST_UNKNOWN, LadderJudge

from sapper import Board, View, check, easiest, solve
from sapper._compiled import compiled
from sapper.errors import BudgetExceeded, CellError, Contradiction
from sapper.level import Level
from sapper.proof import ladder
from sapper.proof.ladder import easiest_in_python
from sapper.proof.retrace import retrace
from sapper.proof.technique import BoardGrade, Stage, Step, Technique
from sapper.solution import Solution

# Small boards of seed 1 that need each technique, found by grading many.
NEEDING = {
    Technique.ONE_NUMBER: [("5x5/4", index) for index in range(8)],
    Technique.TWO_NUMBERS: [("5x5/5", index) for index in range(12)],
    Technique.THREE_NUMBERS: [("5x5/6", 539), ("5x5/6", 5302), ("6x6/8", 43), ("6x6/10", 2010)],
    Technique.FOUR_NUMBERS: [("5x5/6", 868), ("5x5/6", 3136), ("6x6/8", 3194), ("6x6/8", 7006)],
    Technique.MORE_NUMBERS: [("5x5/6", 3457), ("5x5/6", 5714), ("6x6/8", 91476)],
    Technique.MINE_TOTAL: [("5x5/6", 3), ("5x5/6", 50), ("5x5/6", 112), ("6x6/8", 30)],
}
BOARDS = [
    pytest.param(t, size, i, id=f"{t}-{size}-{i}") for t, all in NEEDING.items() for size, i in all
]


def solved(size: str, index: int) -> Solution:
    return solve(Board(Level.parse(size), seed=1, index=index, first=(0, 0)))


def known_mines(solution: Solution, stage: int) -> list[tuple[int, int]]:
    return [cell for earlier in solution.stages[:stage] for cell in earlier.mines]


@pytest.mark.parametrize(("technique", "size", "index"), BOARDS)
def test_each_stage_is_what_brute_force_finds(technique: Technique, size: str, index: int) -> None:
    solution = solved(size, index)
    judged = set()
    for number, view in enumerate(solution.views):
        known = known_mines(solution, number)
        if view.hidden_count - len(known) > MOST_UNKNOWN or view.hidden_count == view.mines:
            continue
        judge = LadderJudge(view.numbers, view.mines, known)
        rank, settled = judge.easiest()
        stage = solution.stages[number] if number < len(solution.stages) else None
        assert rank == (stage.technique.rank if stage else 0)
        if stage is None:
            continue
        judged.add(stage.technique)
        told = {
            cell: (cell in step.mines, step.numbers) for step in stage.steps for cell in step.cells
        }
        if rank <= ladder.MOST_NAMED:
            assert told == settled
        else:
            assert {c: m for c, (m, _) in told.items()} == {c: m for c, (m, _) in settled.items()}
            is_minimal(judge, stage)
    if technique.rank > Technique.TWO_NUMBERS.rank:
        assert technique in judged


def is_minimal(judge: LadderJudge, stage: Stage) -> None:
    """The numbers of each step settle its cells, and none can be left out for the first cell."""
    with_total = stage.technique is Technique.MINE_TOTAL
    for step in stage.steps:
        settled = judge.settled_by(step.numbers, with_total)
        assert {cell: cell in step.mines for cell in step.cells}.items() <= settled.items()
        for left_out in step.numbers:
            rest = [number for number in step.numbers if number != left_out]
            assert not set(step.cells) <= set(judge.settled_by(rest, with_total))


@pytest.mark.parametrize(("technique", "size", "index"), BOARDS)
def test_the_twin_finds_the_same(technique: Technique, size: str, index: int) -> None:
    solution = solved(size, index)
    for number, stage in enumerate((*solution.stages, None)):
        view, known = solution.views[number], known_mines(solution, number)
        if view.hidden_count > view.mines:
            assert easiest_in_python(view, known, None) == stage
            assert easiest(view, known) == stage


@pytest.mark.parametrize(("technique", "size", "index"), BOARDS)
def test_each_step_can_be_checked(technique: Technique, size: str, index: int) -> None:
    solution = solved(size, index)
    assert solution.check() == sum(stage.found for stage in solution.stages)


def test_a_derivation_begins_with_nothing_but_numbers() -> None:
    # Once the mine between them is known, the second 1 settles the last cell alone.
    view = View.parse("1#1#", mines=1)
    first = easiest(view)
    assert first is not None
    assert (first.technique, first.mines, first.safe) == (Technique.ONE_NUMBER, ((0, 1),), ())
    second = easiest(view, first.mines)
    assert second is not None
    assert second.technique is Technique.ONE_NUMBER
    assert second.steps == (Step(numbers=((0, 2),), safe=((0, 3),), mines=()),)
    derivation = retrace(view, [first, second], (0, 3))
    check(view, derivation)
    assert derivation.numbers == ((0, 0), (0, 2))


def test_a_cell_of_another_stage_is_not_explained() -> None:
    view = View.parse("1#1#", mines=1)
    stage = easiest(view)
    assert stage is not None
    with pytest.raises(CellError, match="was not settled at this stage"):
        retrace(view, [stage], (0, 3))


def test_what_settles_nothing_is_none() -> None:
    assert easiest(View.parse("1#\n##", mines=1)) is None
    assert easiest(View.parse("##\n##", mines=1)) is None


def test_what_is_refused() -> None:
    with pytest.raises(Contradiction):
        easiest(View.parse("0#1", mines=1))
    with pytest.raises(CellError, match="not certainly a mine"):
        easiest(View.parse("1#\n##", mines=1), [(0, 1)])
    with pytest.raises(CellError, match="outside"):
        easiest(View.parse("1#\n##", mines=1), [(2, 1)])
    with pytest.raises(BudgetExceeded, match="budget of 1 states"):
        easiest(View.parse("1#1#\n####\n1#1#", mines=3), budget=1)


def test_grades_and_techniques_go_together() -> None:
    assert [BoardGrade.needing(technique).technique for technique in Technique] == list(Technique)
    assert [technique.rank for technique in Technique] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(LookupError, match="easy, medium, tricky, hard, fiendish, total"):
        BoardGrade.of("trivial")


@pytest.mark.skipif(compiled is None, reason="the engine's own arguments")
def test_the_engine_refuses_known_mines_that_are_not_hidden() -> None:
    assert compiled is not None
    numbers = np.array([[1, -1]], dtype=np.int8)
    for place in (-1, 0, 2):
        with pytest.raises(ValueError, match="not a hidden cell"):
            compiled.easiest(numbers, 1, np.array([place], dtype=np.int64), 0)
