"""From the stages of a solution to derivations that the checker accepts.

A step of a solution uses mines that earlier steps have found. A derivation stands alone: it begins
with nothing but the numbers in view. So it first derives the mines that its numbers touch, each
from the numbers that settled it, and the mines that these needed, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.errors import CellError
from sapper.grid import Cell, neighbours
from sapper.proof.derive import derive
from sapper.proof.steps import Claim, Derivation, FromNumber, FromTotal, needed_for
from sapper.proof.steps import Step as DerivationStep
from sapper.proof.technique import Stage, Technique
from sapper.view import View


@dataclass(frozen=True, slots=True)
class _Settled:
    """How a cell was settled."""

    stage: int
    is_mine: bool
    numbers: tuple[Cell, ...]
    needs_total: bool


def retrace(view: View, stages: Sequence[Stage], cell: Cell) -> Derivation:
    """Why the last of these stages could settle a cell, in the view that it was played in.

    >>> from sapper.proof.ladder import easiest
    >>> view = View.parse("###\\n111", mines=1)
    >>> print(retrace(view, [easiest(view)], (0, 2)))
    (0, 2) is safe. Grade: subset, from 2 numbers.
      1. The 1 at (1, 0): exactly 1 of (0, 0) and (0, 1) is a mine.
      2. The 1 at (1, 1): exactly 1 of (0, 0), (0, 1) and (0, 2) is a mine.
      3. The 1 at (1, 1) minus the 1 at (1, 0): (0, 2) is safe.
    """
    settled = {
        found: _Settled(number, found in step.mines, step.numbers, _needs_total(stage))
        for number, stage in enumerate(stages)
        for step in stage.steps
        for found in step.cells
    }
    if cell not in settled or settled[cell].stage != len(stages) - 1:
        raise CellError(f"{cell} was not settled at this stage")
    steps: dict[Claim, DerivationStep] = {}
    for one in _needed_for(cell, view, settled):
        how = settled[one]
        known = [Claim.that(mine, True) for mine in _mines_used(how, view, settled)]
        goal = Claim.that(one, how.is_mine)
        facts = [_from_number(view, number) for number in how.numbers]
        total = _from_total(view) if how.needs_total else None
        for step in derive(facts, total, goal, known_before=known):
            steps.setdefault(step.conclusion, step)
    is_mine = settled[cell].is_mine
    needed = needed_for(Claim.that(cell, is_mine), list(steps.values()))
    return Derivation(cell, is_mine, needed)


def _needs_total(stage: Stage) -> bool:
    return stage.technique is Technique.MINE_TOTAL


def _needed_for(cell: Cell, view: View, settled: dict[Cell, _Settled]) -> list[Cell]:
    """The cell and all the mines that its reason depends on, in the order of their stages."""
    needed = {cell}
    waiting = [cell]
    while waiting:
        unseen = _mines_used(settled[waiting.pop()], view, settled) - needed
        needed |= unseen
        waiting.extend(unseen)
    return sorted(needed, key=lambda one: (settled[one].stage, one))


def _mines_used(how: _Settled, view: View, settled: dict[Cell, _Settled]) -> set[Cell]:
    """The mines, found at earlier stages, that a conclusion takes for granted."""
    around: set[Cell] = set(settled)
    if not how.needs_total:
        size = view.height, view.width
        around = {near for number in how.numbers for near in neighbours(number, *size)}
    return {
        near
        for near in around
        if near in settled and settled[near].is_mine and settled[near].stage < how.stage
    }


def _from_number(view: View, cell: Cell) -> FromNumber:
    number = view.number(cell)
    assert number is not None
    hidden = (near for near in neighbours(cell, view.height, view.width) if view.is_hidden(near))
    return FromNumber(cell, number, Claim(frozenset(hidden), number))


def _from_total(view: View) -> FromTotal:
    return FromTotal(view.mines, Claim(frozenset(view.hidden()), view.mines))
