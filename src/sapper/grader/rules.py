"""What single sentences and the subset rule give, and how: the reference for completeness.

The course's own player draws these conclusions; here the steps to one of them are found, breadth
first, for a person to follow.
"""

from __future__ import annotations

from collections.abc import Iterable

from sapper.course.ai import MinesweeperAI
from sapper.grader.findings import Told
from sapper.grader.refuting import Conclusion
from sapper.grid import Cell, neighbours
from sapper.proof.conclude import Known, reach, simplify, subsets
from sapper.proof.steps import Claim, Derivation, FromNumber, needed_for
from sapper.view import View


class Reference:
    """An AI of the course that draws every conclusion the two rules give.

    >>> reference = Reference(1, 3)
    >>> reference.tell(Told((0, 1), 1))
    >>> reference.tell(Told((0, 0), 0))
    >>> sorted(reference.safes), sorted(reference.mines)
    ([(0, 0), (0, 1)], [(0, 2)])
    """

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self._known = MinesweeperAI(height, width)

    def tell(self, move: Told) -> None:
        """Take in a number, and conclude."""
        self._known.add_knowledge(move.cell, move.count)

    def believe(self, safes: Iterable[Cell], mines: Iterable[Cell]) -> None:
        """Take these cells to be safe, and those to be mines; conclude with the next number."""
        for cell in safes:
            self._known.mark_safe(cell)
        for cell in mines:
            self._known.mark_mine(cell)

    @property
    def safes(self) -> set[Cell]:
        """What it knows to be safe, open cells included."""
        return self._known.safes

    @property
    def mines(self) -> set[Cell]:
        """What it knows to be mines."""
        return self._known.mines

    def conclusions(self) -> set[Conclusion]:
        """All of that."""
        return {Conclusion(cell, False) for cell in self.safes} | {
            Conclusion(cell, True) for cell in self.mines
        }


def derive_by_rules(view: View, conclusion: Conclusion) -> Derivation | None:
    """How the two rules lead to a conclusion about a hidden cell; None if they don't.

    >>> view = View.parse('''
    ...     ###
    ...     111
    ...     000
    ... ''', mines=1)
    >>> print(derive_by_rules(view, Conclusion((0, 2), is_mine=False)))
    (0, 2) is safe. Grade: subset, from 2 numbers.
      1. The 1 at (1, 0): exactly 1 of (0, 0) and (0, 1) is a mine.
      2. The 1 at (1, 1): exactly 1 of (0, 0), (0, 1) and (0, 2) is a mine.
      3. The 1 at (1, 1) minus the 1 at (1, 0): (0, 2) is safe.
    """
    goal = Claim.that(conclusion.cell, conclusion.is_mine)
    known = Known()
    for observed in _numbers(view):
        known.add(observed)
    while goal not in known.all and (known.waiting or known.unpaired):
        if known.waiting:
            simplify(known, known.waiting.popleft())
        else:
            _compare(known, known.unpaired.popleft())
        reach(known, goal)
    if goal not in known.steps_to:
        return None
    steps = needed_for(goal, list(known.steps_to.values()))
    return Derivation(conclusion.cell, conclusion.is_mine, steps)


def _numbers(view: View) -> Iterable[FromNumber]:
    for cell, number in (view.changes_since(None) or {}).items():
        hidden = frozenset(filter(view.is_hidden, neighbours(cell, view.height, view.width)))
        if hidden:
            yield FromNumber(cell, number, Claim(hidden, number))


def _compare(known: Known, claim: Claim) -> None:
    """Apply the subset rule to a claim and each that shares a cell with it."""
    if claim in known.active:
        for other in [other for other in known.active if not claim.cells.isdisjoint(other.cells)]:
            for step in subsets(claim, other):
                known.add(step)
