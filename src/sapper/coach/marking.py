"""An answer marked: whether it is right, and the reason."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.agents.expert import best_move
from sapper.agents.judging import SEARCH, judge_move
from sapper.catalogue import spoken
from sapper.coach.findings import AS_GOOD
from sapper.coach.kind import distance, way_on
from sapper.coach.puzzles import Puzzle
from sapper.coach.words import Coach
from sapper.errors import CellError
from sapper.exact.analysis import analyze
from sapper.grid import Cell, check_cell
from sapper.play.saying import full_stop, one_after_another, percent, say_guess, say_judged


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer, or none where the solution was asked for."""

    cell: Cell | None
    is_right: bool
    words: str
    solution: Cell
    """A right answer: the one that was given, if it is right."""


def mark(puzzle: Puzzle, cell: Cell | None) -> Marked:
    """Mark an answer; without one, it counts as wrong and the solution is told.

    >>> from sapper.coach.kind import Kind
    >>> from sapper.proof.technique import Technique
    >>> from sapper.view import View
    >>> puzzle = Puzzle(View.parse("#1##", mines=1), Kind(Technique.MINE_TOTAL))
    >>> mark(puzzle, (0, 3)).words
    'Right: (0, 3) is certainly safe.'
    >>> mark(puzzle, (0, 0)).words
    'Not certain: (0, 0) is a mine with a chance of 50.0 %. (0, 3) is certainly safe.'
    """
    view = puzzle.view.with_flags(())
    if cell is not None:
        cell = check_cell(cell, view.height, view.width)
        if not view.is_hidden(cell):
            raise CellError(spoken(Coach).is_open.format(cell=cell))
    return _mark_guess(puzzle, cell) if puzzle.kind.is_guess else _mark_found(puzzle, cell)


def _mark_found(puzzle: Puzzle, cell: Cell | None) -> Marked:
    view, say = puzzle.view.with_flags(()), spoken(Coach)
    odds = analyze(view)
    if cell is not None and cell in odds.safe:
        return Marked(cell, True, say.right.format(cell=cell), cell)
    way = way_on(view, cell)
    assert way is not None
    solution = min(way.safe, key=lambda one: 0 if cell is None else distance(cell, [one]))
    answer = say.is_safe.format(cell=solution)
    if cell is None:
        return Marked(None, False, answer, solution)
    wrong = say.wrong_mine if cell in odds.mines else say.wrong_uncertain
    told = wrong.format(cell=cell, chance=percent(float(odds.mine_probability[cell])))
    return Marked(cell, False, one_after_another(told, answer), solution)


def _mark_guess(puzzle: Puzzle, cell: Cell | None) -> Marked:
    view = puzzle.view.with_flags(())
    best = best_move(view, budget=SEARCH)
    if cell is None:
        return Marked(None, False, say_guess(best), best.cell)
    judged = judge_move(view, cell)
    is_right = judged.verdict in AS_GOOD
    told = one_after_another(full_stop(say_judged(judged)), say_guess(best))
    return Marked(cell, is_right, told, cell if is_right else best.cell)
