"""The checker: does each step of a derivation follow from the steps before it?

It is meant to be read in one sitting and believed. It knows the rules of the game and the seven
kinds of steps, and uses nothing of the search or of exact counting: whatever they found must hold
up here, step by step, or it is rejected.
"""

from __future__ import annotations

from sapper.catalogue import counted
from sapper.errors import DoesNotFollow, WrongType
from sapper.proof.steps import (
    AllMines,
    AllSafe,
    Case,
    Cases,
    Claim,
    Derivation,
    FromNumber,
    FromTotal,
    Overlap,
    Step,
    Subset,
)
from sapper.view import View, check_view

HIDDEN = -1


def check(view: View, derivation: Derivation) -> None:
    """Accept a derivation, or raise `DoesNotFollow` at the first step that does not follow.

    >>> from sapper.proof.search import explain
    >>> check(View.parse("1#", mines=1), explain(View.parse("1#", mines=1), (0, 1)))
    >>> check(View.parse("0#", mines=1), explain(View.parse("1#", mines=1), (0, 1)))
    Traceback (most recent call last):
    sapper.errors.DoesNotFollow: step 1 does not follow: (0, 0) does not show 1
    """
    check_view(view)
    if not isinstance(derivation, Derivation):
        raise WrongType(f"expected a Derivation, not {type(derivation).__name__}")
    numbers: list[list[int]] = view.numbers.tolist()
    board = {
        (row, column): number
        for row, line in enumerate(numbers)
        for column, number in enumerate(line)
    }
    _check_steps(derivation.steps, frozenset(), (), board, view.mines)
    if not derivation.steps or derivation.steps[-1].conclusion != derivation.conclusion:
        raise DoesNotFollow((), f"it does not end with its conclusion about {derivation.cell}")


Numbers = dict[tuple[int, int], int]


def _check_steps(
    steps: tuple[Step, ...],
    known: frozenset[Claim],
    place: tuple[int, ...],
    board: Numbers,
    mines: int,
) -> None:
    """Each step may use what is already known and the conclusions of the steps before it."""
    for number, step in enumerate(steps, start=1):
        here = (*place, number)
        if isinstance(step, Cases):
            wrong = _wrong_cases(step)
        elif not known.issuperset(step.premises):
            wrong = "it uses a claim that has not been derived"
        else:
            wrong = _wrong(step, board, mines)
        if wrong:
            raise DoesNotFollow(here, wrong)
        if isinstance(step, Cases):
            for letter, case in enumerate(step.cases, start=1):
                inside = here if len(step.cases) == 1 else (*here, letter)
                _check_steps(case.steps, known | {case.supposition}, inside, board, mines)
        known |= {step.conclusion}


def _wrong(step: Step, board: Numbers, mines: int) -> str:
    """What is wrong with a step whose premises are known; empty if it follows."""
    conclusion = step.conclusion
    match step:
        case FromNumber(cell=(row, column), number=number):
            if number == HIDDEN or board.get((row, column)) != number:
                return f"({row}, {column}) does not show {number}"
            around = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
            hidden = frozenset(cell for cell in around if board.get(cell) == HIDDEN)
            if conclusion != Claim(hidden, number):
                return "the claim is not about all hidden neighbours and that number"
        case FromTotal(mines=total):
            if total != mines:
                return f"the board has {counted(mines, 'mine')}"
            hidden = frozenset(cell for cell, shown in board.items() if shown == HIDDEN)
            if conclusion != Claim(hidden, total):
                return "the claim is not about all hidden cells and all mines"
        case Subset(whole=whole, parts=parts):
            if not parts:
                return "there is no part to subtract"
            taken = [cell for part in parts for cell in part.cells]
            if len(set(taken)) < len(taken):
                return "the parts share a cell"
            if not whole.cells.issuperset(taken):
                return "a part has a cell that is not in the whole"
            left = whole.count - sum(part.count for part in parts)
            if conclusion != Claim(whole.cells.difference(taken), left):
                return "the claim is not the whole minus its parts"
        case Overlap(more=more, fewer=fewer):
            of_more, of_fewer = more.cells - fewer.cells, fewer.cells - more.cells
            if more.count - fewer.count != len(of_more):
                return "one claim does not have as many more mines as cells of its own"
            if conclusion not in (Claim(of_more, len(of_more)), Claim(of_fewer, 0)):
                return "the claim is not about the cells that only one of the two has"
        case AllSafe(premise=premise):
            if premise.count != 0:
                return "some of the cells may be mines"
            if conclusion.count != 0 or not conclusion.cells <= premise.cells:
                return "the claim is not that some of these cells are safe"
        case AllMines(premise=premise):
            if premise.count != len(premise.cells):
                return "some of the cells may be safe"
            if conclusion.count != len(conclusion.cells) or not conclusion.cells <= premise.cells:
                return "the claim is not that some of these cells are mines"
        case _:
            return "unknown kind of step"
    return ""


def _wrong_cases(step: Cases) -> str:
    """Every count but the concluded one must be assumed and lead to an impossible claim."""
    cells, count = step.conclusion.cells, step.conclusion.count
    counts = range(len(cells) + 1)
    if count not in counts:
        return "its conclusion is impossible"
    supposed = [case.supposition for case in step.cases]
    if set(supposed) != {Claim(cells, other) for other in counts if other != count}:
        return "it does not assume exactly the other counts"
    if not all(_ends_in_contradiction(case) for case in step.cases):
        return "a case does not end with an impossible claim"
    return ""


def _ends_in_contradiction(case: Case) -> bool:
    if not case.steps:
        return False
    last = case.steps[-1].conclusion
    return not 0 <= last.count <= len(last.cells)
