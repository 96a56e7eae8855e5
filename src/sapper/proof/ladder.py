"""The easiest technique that settles anything in a position: the engine's answer, or its twin's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded, CellError
from sapper.exact.analysis import Verdict, analyze, check_budget
from sapper.exact.budgets import DEFAULT_BUDGET, STATES_OF_TWIN
from sapper.exact.consistency import (
    Consistency,
    disjoint_first,
    drop_needless,
    nearest_first,
    shortest_inconsistent,
)
from sapper.exact.fronts import Witness
from sapper.exact.sweep import Budget
from sapper.grid import Cell, check_cell
from sapper.proof.climb import Conclusion, Position, climb
from sapper.proof.technique import Stage, Step, Technique
from sapper.view import View, check_view

MOST_NAMED = Technique.FOUR_NUMBERS.rank
"""Beyond this, the search for the technique does not tell which numbers are needed."""


def easiest(
    view: View, known_mines: Iterable[Cell] = (), *, budget: int | None = DEFAULT_BUDGET
) -> Stage | None:
    """The easiest technique that settles anything, and all it settles; None if nothing is certain.

    `known_mines` are those found before: numbers count them as known.

    >>> stage = easiest(View.parse("###\\n111", mines=1))
    >>> stage.technique.value, stage.steps[0].numbers, stage.safe
    ('two numbers', ((1, 0), (1, 1)), ((0, 0), (0, 2)))

    Raises `Contradiction` for an inconsistent position, `CellError` for a known mine that is not
    certain, and `BudgetExceeded`, as `analyze` does.
    """
    board = analyze(view, budget=budget)
    known = [check_cell(cell, view.height, view.width) for cell in known_mines]
    for cell in known:
        if board.verdicts[cell] != Verdict.MINE:
            raise CellError(f"{cell} is not certainly a mine")
    if compiled is None:
        return easiest_in_python(view, known, budget)
    return stage_from_engine(view, known, _ask_engine(view, known, budget), budget)


def safe_by(
    view: View, hardest: Technique, *, budget: int | None = DEFAULT_BUDGET
) -> tuple[Cell, ...]:
    """The safe cells that the easiest technique finds; none if that takes a harder one.

    Where a technique finds mines alone, they count as known for the next. The view must be
    consistent.

    >>> safe_by(View.parse("###\\n111", mines=1), Technique.TWO_NUMBERS)
    ((0, 0), (0, 2))
    >>> safe_by(View.parse("###\\n111", mines=1), Technique.ONE_NUMBER)
    ()

    Raises `BudgetExceeded`, as `easiest` does.
    """
    check_view(view)
    known: set[Cell] = set()
    while True:
        technique, conclusions = _climb(view, known, budget)
        if technique is None or technique.rank > hardest.rank:
            return ()
        safe = tuple(sorted(found.cell for found in conclusions if not found.is_mine))
        if safe:
            return safe
        known.update(found.cell for found in conclusions)


def _climb(
    view: View, known_mines: Iterable[Cell], budget: int | None
) -> tuple[Technique | None, Sequence[Conclusion]]:
    """The easiest technique that settles anything, and all it settles: the engine's, or the twin's.

    Above four numbers, none are named.
    """
    if compiled is None:
        return _climb_in_python(Position.of(view, known_mines), budget) or (None, ())
    rank, settled = _ask_engine(view, known_mines, budget)
    return (Technique.of_rank(rank), _conclusions(view, settled)) if rank else (None, ())


def _ask_engine(view: View, known_mines: Iterable[Cell], budget: int | None) -> StageFromEngine:
    assert compiled is not None
    known = {row * view.width + column for row, column in known_mines}
    places = np.array(sorted(known), dtype=np.int64)
    try:
        found: StageFromEngine = compiled.easiest(
            view.numbers, view.mines, places, check_budget(budget)
        )
    except compiled.BudgetExceeded:
        raise BudgetExceeded(budget) from None
    return found


def easiest_in_python(view: View, known_mines: Iterable[Cell], budget: int | None) -> Stage | None:
    """The same by the twin, for a consistent position."""
    position = Position.of(view, known_mines)
    found = _climb_in_python(position, budget)
    if found is None:
        return None
    technique, conclusions = found
    if technique.rank > MOST_NAMED:
        conclusions = _with_numbers(position, technique, conclusions, budget)
    return _stage(technique, conclusions)


def _climb_in_python(
    position: Position, budget: int | None
) -> tuple[Technique, list[Conclusion]] | None:
    states = None if budget is None else -(-budget // STATES_OF_TWIN)
    try:
        return climb(position, states)
    except BudgetExceeded:
        raise BudgetExceeded(budget) from None


StageFromEngine: TypeAlias = tuple[int, Sequence[tuple[int, bool, Sequence[int]]]]
"""The technique's rank (0: none); each cell it settles, is it a mine, and the numbers by place."""


def stage_from_engine(
    view: View, known_mines: Iterable[Cell], found: StageFromEngine, budget: int | None
) -> Stage | None:
    """What the engine found, in Python's terms, and with the numbers that it leaves out."""
    rank, settled = found
    if rank == 0:
        return None
    technique = Technique.of_rank(rank)
    conclusions = _conclusions(view, settled)
    if rank > MOST_NAMED:
        position = Position.of(view, known_mines)
        conclusions = _with_numbers(position, technique, conclusions, budget)
    return _stage(technique, conclusions)


def _conclusions(
    view: View, settled: Sequence[tuple[int, bool, Sequence[int]]]
) -> list[Conclusion]:
    return [
        Conclusion(
            divmod(place, view.width), is_mine, tuple(divmod(one, view.width) for one in numbers)
        )
        for place, is_mine, numbers in settled
    ]


def _stage(technique: Technique, conclusions: Iterable[Conclusion]) -> Stage:
    """Conclusions from the same numbers make one step; steps are in the order of their numbers."""
    settled: dict[tuple[Cell, ...], tuple[list[Cell], list[Cell]]] = {}
    for conclusion in conclusions:
        safe_and_mines = settled.setdefault(conclusion.numbers, ([], []))
        safe_and_mines[conclusion.is_mine].append(conclusion.cell)
    return Stage(
        technique,
        tuple(
            Step(numbers, tuple(sorted(safe)), tuple(sorted(mines)))
            for numbers, (safe, mines) in sorted(settled.items())
        ),
    )


# More than four numbers, and the mine total


def _with_numbers(
    position: Position, technique: Technique, found: Iterable[Conclusion], budget: int | None
) -> list[Conclusion]:
    """The same conclusions, each with a minimal set of numbers; one for each group of cells."""
    is_mine = {conclusion.cell: conclusion.is_mine for conclusion in found}
    named = []
    for group in position.groups:
        if group[0] in is_mine:
            numbers = _minimal_numbers(position, technique, group[0], is_mine[group[0]], budget)
            named += [Conclusion(cell, is_mine[cell], numbers) for cell in group]
    return named


def _minimal_numbers(
    position: Position, technique: Technique, cell: Cell, is_mine: bool, budget: int | None
) -> tuple[Cell, ...]:
    """Numbers that settle the cell, none of which can be left out.

    The nearest come first; with the mine total, the largest that share no cell: they account for
    the mines with the fewest numbers.
    """
    work = Budget(None if budget is None else -(-budget // STATES_OF_TWIN))
    consistency = Consistency(position.unknown, position.mines, work)
    against = Witness(cell, frozenset({cell}), int(not is_mine))
    possible: Callable[[Sequence[Witness]], bool]
    if technique is Technique.MINE_TOTAL:
        possible = consistency.with_total
        largest_first = sorted(position.witnesses, key=lambda w: (-w.lacks, len(w.hidden)))
        ordered = disjoint_first(largest_first)
    else:
        possible = consistency.without_total
        ordered = nearest_first(position.witnesses, cell)

    def open_to_opposite(numbers: Sequence[Witness]) -> bool:
        return possible([*numbers, against])

    try:
        enough = shortest_inconsistent(ordered, open_to_opposite)
        needed = drop_needless(list(reversed(enough)), open_to_opposite)
    except BudgetExceeded:
        raise BudgetExceeded(budget) from None
    return tuple(sorted(number.cell for number in needed))
