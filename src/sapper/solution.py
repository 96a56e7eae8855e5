"""The solution of a board: the whole way from the first click, by the easiest reason each time.

At each stage, the easiest technique that settles anything is applied wherever it settles a cell;
then all safe cells are opened. The hardest technique that was needed is the board's grade. What
reasons sees only the view; the mines are used to open cells, as in a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from sapper._compiled import compiled
from sapper.board import Board
from sapper.errors import BudgetExceeded, CellError, WrongType
from sapper.exact.analysis import check_budget
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.game import Game, Status
from sapper.grid import Cell, check_cell
from sapper.level import CORNER, StartRule, first_cell
from sapper.proof.check import check
from sapper.proof.ladder import StageFromEngine, easiest_in_python, stage_from_engine
from sapper.proof.retrace import retrace
from sapper.proof.steps import Derivation
from sapper.proof.technique import BoardGrade, Stage, Technique
from sapper.serialize import plain
from sapper.view import View

NARROW = 2
"""A stage at which no more cells than this can be found is narrow."""


@dataclass(frozen=True, slots=True)
class TechniqueCount:
    """How often a technique was needed: in how many stages, and for how many steps."""

    technique: Technique
    stages: int
    steps: int


@dataclass(frozen=True, slots=True)
class NarrowestStage:
    """The stage with the fewest cells to find: its place in the solution, from 0."""

    stage: int
    found: int


@dataclass(frozen=True)
class Solution:
    """How a board is solved from a first cell, or how far.

    >>> solution = solve(Board("beginner", seed=1, first=(0, 0)), (0, 0))
    >>> solution.complete, solution.grade, solution.hardness
    (True, <BoardGrade.EASY: 'easy'>, 7)
    """

    board: Board
    first: Cell
    stages: tuple[Stage, ...]
    views: tuple[View, ...]
    """What was seen before each stage, and at the end."""

    @property
    def complete(self) -> bool:
        """Whether every safe cell was opened: the board needs no guess."""
        return self.views[-1].hidden_count == self.board.level.mines

    @property
    def stuck(self) -> View | None:
        """The position in which nothing more was certain; None if the solution is complete."""
        return None if self.complete else self.views[-1]

    @property
    def hardest(self) -> Technique:
        """The hardest technique of all stages; one number, where the first click opened all."""
        techniques = (stage.technique for stage in self.stages)
        return max(techniques, key=lambda one: one.rank, default=Technique.ONE_NUMBER)

    @property
    def grade(self) -> BoardGrade | None:
        """The grade that the hardest technique gives the board; None if it needs a guess."""
        return BoardGrade.needing(self.hardest) if self.complete else None

    @property
    def hardness(self) -> int:
        """How hard it is within its grade: stages of the hardest technique, narrow ones twice.

        A stage is narrow where no more than two cells can be found.
        """
        hardest = [stage for stage in self.stages if stage.technique is self.hardest]
        return len(hardest) + sum(stage.found <= NARROW for stage in hardest)

    @property
    def techniques(self) -> tuple[TechniqueCount, ...]:
        """How often each technique was needed, easiest first."""
        return tuple(
            TechniqueCount(technique, len(stages), sum(len(stage.steps) for stage in stages))
            for technique in Technique
            for stages in [[stage for stage in self.stages if stage.technique is technique]]
        )

    @property
    def narrowest(self) -> NarrowestStage | None:
        """The first stage with the fewest cells to find; None if there are no stages."""
        found = [(stage.found, number) for number, stage in enumerate(self.stages)]
        return NarrowestStage(min(found)[1], min(found)[0]) if found else None

    def explain(self, stage: int, cell: Cell) -> Derivation:
        """Why a cell could be settled at a stage, from the numbers in view; `views[stage]` has it.

        >>> solution = solve(Board.from_mines(1, 4, [(0, 1)]), (0, 0))
        >>> print(solution.explain(0, (0, 1)))
        (0, 1) is a mine. Grade: single, from 1 number.
          1. The 1 at (0, 0): (0, 1) is a mine.
        """
        cell = check_cell(cell, self.board.height, self.board.width)
        return retrace(self.views[stage], self.stages[: stage + 1], cell)

    def check(self) -> int:
        """Derive every cell that was settled, and have the checker check it; return how many.

        Raises `DoesNotFollow` at the first step that does not follow.
        """
        checked = 0
        for number, stage in enumerate(self.stages):
            for step in stage.steps:
                for cell in step.cells:
                    check(self.views[number], self.explain(number, cell))
                    checked += 1
        return checked

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data."""
        return cast("dict[str, Any]", plain(WrittenSolution.of(self)))

    def __str__(self) -> str:
        stages = "1 stage" if len(self.stages) == 1 else f"{len(self.stages)} stages"
        if self.complete:
            return f"solved without a guess in {stages}: {self.grade} {self.hardness}"
        left = self.views[-1].hidden_count - self.board.level.mines
        cells = "1 safe cell" if left == 1 else f"{left} safe cells"
        return f"stuck after {stages}: {cells} can't be found without a guess"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSolution:
    """A solution as a program reads it."""

    height: int
    width: int
    mines: int
    first: Cell
    complete: bool
    grade: BoardGrade | None
    hardness: int
    hardest: Technique
    narrowest: NarrowestStage | None
    techniques: tuple[TechniqueCount, ...]
    stages: tuple[Stage, ...]
    stuck: tuple[str, ...] | None
    """The rows of the position in which nothing more was certain."""

    @classmethod
    def of(cls, solution: Solution) -> WrittenSolution:
        """What is written of a solution."""
        level, stuck = solution.board.level, solution.stuck
        return cls(
            height=level.height,
            width=level.width,
            mines=level.mines,
            first=solution.first,
            complete=solution.complete,
            grade=solution.grade,
            hardness=solution.hardness,
            hardest=solution.hardest,
            narrowest=solution.narrowest,
            techniques=solution.techniques,
            stages=solution.stages,
            stuck=None if stuck is None else tuple(str(stuck).splitlines()),
        )


# Solving


def solve(
    board: Board, first: Cell | None = None, *, budget: int | None = DEFAULT_BUDGET
) -> Solution:
    """Solve a board from a first cell without guessing, by the easiest reason at each stage.

    >>> solution = solve(Board("beginner", seed=2, first=(0, 0)))
    >>> print(solution)
    solved without a guess in 9 stages: easy 12

    Without `first`, it starts at the cell that the board was made for; if there is none, where
    agents begin: at their usual opening if that shows 0, else in the corner. A first cell that is a
    mine raises `CellError`. `budget` bounds the states of each count, as for `analyze`.
    """
    if not isinstance(board, Board):
        raise WrongType(f"expected a Board, not {type(board).__name__}")
    first = _first_of(board) if first is None else check_cell(first, board.height, board.width)
    if board.is_mine(first):
        raise CellError(f"the first cell {first} is a mine: choose another")
    next_stage = _reasoner(board, first, budget)
    game = Game.on(board)
    stages: list[Stage] = []
    views: list[View] = []
    known_mines: set[Cell] = set()
    safe: tuple[Cell, ...] = (first,)
    while True:
        for cell in safe:
            if game.status is Status.PLAYING:
                game.reveal(cell)
        views.append(game.view)
        stage = next_stage(game.view, known_mines) if game.status is Status.PLAYING else None
        if stage is None:
            break
        stages.append(stage)
        known_mines.update(stage.mines)
        safe = stage.safe
    return Solution(board, first, tuple(stages), tuple(views))


def _first_of(board: Board) -> Cell:
    if board.first is not None:
        return board.first
    opening = first_cell(board.height, board.width, StartRule.OPENING)
    shows_zero = board.number(opening) == 0 and not board.is_mine(opening)
    return opening if shows_zero else CORNER


Reasoner: TypeAlias = Callable[[View, set[Cell]], Stage | None]
"""From a view and the mines found so far to the next stage."""


def _reasoner(board: Board, first: Cell, budget: int | None) -> Reasoner:
    """The twin looks at one view after another; the engine goes all the way at once."""
    limit = check_budget(budget)
    if compiled is None:
        return lambda view, known_mines: easiest_in_python(view, known_mines, budget)
    try:
        stages: list[StageFromEngine] = compiled.solve_board(board.layout, first, limit)[-1]
    except compiled.BudgetExceeded:
        raise BudgetExceeded(budget) from None
    waiting = iter(stages)
    return lambda view, known_mines: stage_from_engine(
        view, known_mines, next(waiting, (0, ())), budget
    )
