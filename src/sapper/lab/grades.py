"""How often each grade occurs on random boards, as a case and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from time import thread_time
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.board import Board
from sapper.errors import BudgetExceeded
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import Cell
from sapper.lab.board_case import BoardCase
from sapper.lab.bulk import make_layouts
from sapper.lab.case import Measured, Outcomes, Timing
from sapper.lab.finding import Finding, Provenance, ResultTable, about_signatures, points
from sapper.lab.signature import SAMPLE, SEED, digest
from sapper.lab.stats import Interval, wilson
from sapper.level import StartRule, first_cell
from sapper.proof.technique import BoardGrade
from sapper.solution import solve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GUESS = "needs a guess"
GRADES = (GUESS, *BoardGrade)
"""What a board can be; its grade is stored as its place here."""


def grade_layouts(
    layouts: NDArray[np.bool_], first: Cell
) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    """The grade (0 for a guess, 1 for easy, and so on) and the hardness of each layout.

    >>> grades, hardness = grade_layouts(make_layouts("beginner", seed=1, count=5), (0, 0))
    >>> grades.tolist(), hardness.tolist()
    ([1, 1, 1, 0, 1], [7, 10, 9, 0, 6])

    A mine at `first` counts as a guess.
    """
    if compiled is None:
        return _grade_in_python(layouts, first)
    try:
        complete, hardness, _, stages = compiled.grade_layouts(layouts, first, DEFAULT_BUDGET)
    except compiled.BudgetExceeded:
        raise BudgetExceeded(DEFAULT_BUDGET) from None
    places = np.arange(stages.shape[1], dtype=np.int8)
    hardest = np.maximum((np.where(stages > 0, places, 0)).max(axis=1), 1)
    return np.where(complete, hardest, 0).astype(np.int8), hardness


def _grade_in_python(
    layouts: NDArray[np.bool_], first: Cell
) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    grades = np.zeros(len(layouts), dtype=np.int8)
    hardness = np.zeros(len(layouts), dtype=np.int32)
    for place, layout in enumerate(layouts):
        if not layout[first]:
            solved = solve(Board.from_layout(layout), first)
            hardness[place] = solved.hardness
            grades[place] = 0 if solved.grade is None else GRADES.index(solved.grade)
    return grades, hardness


@dataclass(frozen=True)
class GradeCase(BoardCase):
    """The boards of a seed are solved and graded, all from the same first cell.

    >>> from sapper.level import Level
    >>> case = GradeCase(Level.named("beginner"), (0, 0), seed=1)
    >>> case.measure(start=0, count=5).columns["grade"].tolist()
    [1, 1, 1, 0, 1]
    """

    kind: ClassVar[str] = "grades"

    @property
    def player(self) -> str:
        """What is measured."""
        return "ladder"

    @property
    def signature(self) -> str:
        """A digest of the grades of some boards."""
        return ladder_signature()

    @property
    def in_threads(self) -> bool:
        """The engine lets other threads run; its twin doesn't."""
        return compiled is not None

    def measure(self, start: int, count: int) -> Measured:
        """Grade the boards; the columns are `grade` and `hardness`."""
        layouts = make_layouts(self.level, self.seed, count, first=self.first, start_index=start)
        began = thread_time()
        grades, hardness = grade_layouts(layouts, self.first)
        timing = Timing(count, count, thread_time() - began)
        return Measured({"grade": grades, "hardness": hardness}, timing, self.signature)


@cache
def ladder_signature() -> str:
    """The signature of the ladder: of the grades of some boards.

    >>> len(ladder_signature())
    8
    """
    lines = []
    for level, boards in SAMPLE:
        if level.start in (StartRule.SAFE, StartRule.OPENING):
            first = first_cell(level.height, level.width, level.start)
            layouts = make_layouts(level, SEED, boards, first=first)
            grades, hardness = grade_layouts(layouts, first)
            lines += [f"{grade} {hard}" for grade, hard in zip(grades, hardness, strict=True)]
    return digest(lines)


@dataclass(frozen=True, eq=False)
class GradeRow:
    """The grades of one case's boards."""

    case: GradeCase
    provenance: Provenance
    grades: NDArray[np.int8]
    hardness: NDArray[np.int32]

    @classmethod
    def of(cls, case: GradeCase, outcomes: Outcomes, command: str) -> GradeRow:
        """The outcomes of a case."""
        columns = outcomes.columns
        provenance = Provenance.of(outcomes, command)
        return cls(case, provenance, columns["grade"], columns["hardness"])

    @property
    def boards(self) -> int:
        """How many boards were graded."""
        return len(self.grades)

    @property
    def no_guess(self) -> int:
        """How many of them need no guess."""
        return int((self.grades > 0).sum())

    def count(self, grade: str) -> int:
        """How many boards have a grade."""
        return int((self.grades == GRADES.index(grade)).sum())

    def share(self, grade: str) -> float:
        """Their share of all boards."""
        return self.count(grade) / self.boards

    def interval(self, grade: str) -> Interval:
        """Wilson's interval for that share."""
        return wilson(self.count(grade), self.boards)

    def hardness_at(self, grade: str, share: float) -> int | None:
        """The hardness that so many boards of the grade do not exceed; None if there are none."""
        of_grade = self.hardness[self.grades == GRADES.index(grade)]
        if grade == GUESS or not len(of_grade):
            return None
        return int(np.quantile(of_grade, share, method="inverted_cdf"))


@dataclass(frozen=True, eq=False)
class GradesFinding(Finding):
    """How often each grade occurs, by level and start rule."""

    rows: tuple[GradeRow, ...]

    @property
    def title(self) -> str:
        """What it is about."""
        names = dict.fromkeys(row.case.level.name for row in self.rows)
        return f"Grades: {', '.join(names)}, {self.rows[0].boards:,} boards each"

    def results(self) -> ResultTable:
        """What was counted."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.case.level.name,
                    "size": f"{row.case.level.height}x{row.case.level.width}",
                    "mines": row.case.level.mines,
                    "start": row.case.level.start.value,
                    "first": f"{row.case.first[0]},{row.case.first[1]}",
                    "seed": row.case.seed,
                    "grade": str(grade),
                    "boards": row.boards,
                    "count": row.count(grade),
                    "share": f"{row.share(grade):.6f}",
                    "share_low": f"{row.interval(grade).low:.6f}",
                    "share_high": f"{row.interval(grade).high:.6f}",
                    "median_hardness": row.hardness_at(grade, 0.5),
                    "p90_hardness": row.hardness_at(grade, 0.9),
                    **row.provenance.facts(),
                }
                for row in self.rows
                for grade in GRADES
            ]
        )

    def timings(self) -> ResultTable:
        """The processor times of whole boards."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.case.level.name,
                    "start": row.case.level.start.value,
                    "boards": row.provenance.timing.boards,
                    **row.provenance.times("board"),
                }
                for row in self.rows
            ]
        )

    def shown(self) -> ResultTable:
        """A line for each grade."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.case.level.name,
                    "start": row.case.level.start.value,
                    "grade": str(grade),
                    "boards": f"{row.count(grade):,}",
                    "%": points(row.share(grade), 3),
                    "95 %": _between(row.interval(grade)),
                    "% of no-guess": _of_no_guess(row, grade),
                    "hardness": _hardness(row, grade),
                }
                for row in self.rows
                for grade in GRADES
            ],
            keys=3,
        )

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        return (
            "A board's grade is the hardest technique that its easiest solution needs. Hardness, "
            "within a grade, is the median and the 90th percentile.",
            "Intervals are 95 %, Wilson's.",
            about_signatures([(row.case, row.provenance.signature) for row in self.rows]),
        )

    def draw(self) -> Figure:
        """The share of each grade, by level and start rule."""
        from sapper.lab.plots import draw_grades

        return draw_grades(self)


def _between(interval: Interval) -> str:
    return f"{points(interval.low, 3)} – {points(interval.high, 3)}"


def _of_no_guess(row: GradeRow, grade: str) -> str:
    if grade == GUESS or not row.no_guess:
        return "–"
    return points(row.count(grade) / row.no_guess)


def _hardness(row: GradeRow, grade: str) -> str:
    median, p90 = row.hardness_at(grade, 0.5), row.hardness_at(grade, 0.9)
    return "–" if median is None else f"{median}, {p90}"
