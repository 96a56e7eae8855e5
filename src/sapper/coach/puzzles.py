"""Fresh positions of a kind: made, graded, and the same for the same seed.

Where something is to be found, a board without guesses of that grade is solved; the position is one
at which its technique is the easiest that finds a safe cell, with the mines flagged that easier
ones find. Where a guess is asked for, a board is solved until nothing is certain, and the cells are
not all as good.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper.agents.expert import best_move
from sapper.agents.judging import SEARCH, Verdict, judge_move
from sapper.board import Board
from sapper.boards.make import make_board
from sapper.coach.kind import GUESS, Kind, Place, WayOn, way_on
from sapper.errors import NoBoardFound
from sapper.exact.budgets import CLICK_BUDGET
from sapper.level import Level, StartRule, first_cell
from sapper.proof.technique import BoardGrade, Technique
from sapper.solution import Solution, solve
from sapper.view import View

LEVEL = Level(9, 9, 12, StartRule.OPENING)
"""Small enough for any screen, with enough mines for every technique."""
BOARDS_TRIED = 60
"""For one position: some places are rare."""
LADDER = (*(Kind(technique) for technique in Technique), GUESS)
"""The rungs: each technique, the easiest first, and the best guess at the top."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and what it asks for."""

    view: View
    """With flags on mines that are found more easily."""
    kind: Kind


def fresh_puzzle(kind: Kind, seed: int, index: int) -> Puzzle:
    """Position `index` of a seed and a kind; where its place is too rare, at another.

    >>> puzzle = fresh_puzzle(Kind(Technique.TWO_NUMBERS, Place.EDGE), seed=1, index=0)
    >>> puzzle.kind.name, way_on(puzzle.view).kind.technique.value
    ('two numbers, edge', 'two numbers')
    """
    other_place: Puzzle | None = None
    for number in range(index * BOARDS_TRIED, (index + 1) * BOARDS_TRIED):
        found = list(_positions(kind, seed, number))
        suited = [one for one in found if kind.place in (Place.ANYWHERE, one.kind.place)]
        if suited:
            return suited[index % len(suited)]
        if found and other_place is None:
            other_place = found[0]
    if other_place is None:
        raise NoBoardFound(f"position for {kind.name!r}", BOARDS_TRIED)
    return other_place


def _positions(kind: Kind, seed: int, number: int) -> Iterator[Puzzle]:
    """The positions of a kind, but for its place, that one board leads through."""
    if kind.technique is None:
        yield from _guess(seed, number)
        return
    grade = BoardGrade.needing(kind.technique)
    solution = solve(make_board(LEVEL, grade=grade, seed=seed, index=number))
    for view, stage in zip(solution.views, solution.stages, strict=False):
        if stage.technique is kind.technique and stage.safe:
            way = way_on(view)
            if way is not None and way.kind.technique is kind.technique:
                yield posed(view, way)


def posed(view: View, way: WayOn) -> Puzzle:
    """A position as it is asked: what is found more easily is flagged."""
    return Puzzle(view.with_flags(way.known_mines), way.kind)


def _guess(seed: int, number: int) -> Iterator[Puzzle]:
    first = first_cell(LEVEL.height, LEVEL.width, LEVEL.start)
    solution: Solution = solve(Board(LEVEL, seed, number, first), first)
    view = solution.stuck
    if view is None or view.hidden_count == LEVEL.cells:
        return
    best = best_move(view, budget=SEARCH)
    if judge_move(view, best.cell).verdict is not Verdict.FORCED:
        yield Puzzle(view, GUESS)


def puzzle_from(view: View, kind: Kind) -> Puzzle:
    """A position from a game, asked as fresh ones are."""
    way = None if kind.is_guess else way_on(view, budget=CLICK_BUDGET)
    return Puzzle(view, kind) if way is None else Puzzle(posed(view, way).view, kind)
