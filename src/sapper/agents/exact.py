"""The `exact` agent: what is certain, else the safest cell by exact counting."""

from __future__ import annotations

from typing import ClassVar

from sapper.agents.base import Agent, ByLayouts, Conclusions, KeepsUp, Move
from sapper.errors import NoMoveLeft
from sapper.exact.analysis import analyze, check_budget
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.exact.tracking import NextCell, Tracking, make_tracking
from sapper.level import StartRule
from sapper.view import View


class ExactAgent(Agent):
    """Opens a cell that is safe in every possible layout, else one that is a mine in the fewest.

    Ties go to the cell with the fewest hidden neighbours (not counting certain mines), then to the
    first by position. Cells that single numbers and pairs prove safe come before those that need
    counting, so that the cost of a move depends on what changed and not on the board.

    >>> move = ExactAgent().choose(View.parse("1#\\n11\\n##", mines=1))
    >>> move.cell, move.certain
    ((2, 0), True)
    """

    name: ClassVar[str] = "exact"
    summary: ClassVar[str] = "whatever is certain; else the safest cell by exact probability"

    def __init__(
        self,
        *,
        seed: int = 0,
        start: StartRule | str = StartRule.SAFE,
        budget: int | None = DEFAULT_BUDGET,
    ) -> None:
        """`seed` and `start` change nothing here; `budget` limits the states of one count."""
        super().__init__(seed=seed, start=start)
        check_budget(budget)
        self.budget = budget
        self._keeps_up = KeepsUp()
        self._tracking: Tracking | None = None

    @property
    def counting_budget(self) -> int | None:
        """What one count may take."""
        return self.budget

    def choose(self, view: View) -> Move:
        """A certain cell, or the safest one."""
        choice = self._choice(view)
        if choice is None:
            raise NoMoveLeft("no cell is left that may be safe")
        reason = ByLayouts(view.hidden_count)
        return Move(choice.cell, choice.certain, choice.mine_probability, reason)

    def conclusions(self, view: View) -> Conclusions:
        """Everything that follows from the view."""
        analysis = analyze(view, budget=self.counting_budget)
        return Conclusions(analysis.safe, analysis.mines)

    def _choice(self, view: View) -> NextCell | None:
        afresh, positions = self._keeps_up.news(view)
        if self._tracking is None or afresh:
            self._tracking = make_tracking(view, self.counting_budget)
        self._tracking.take_in(view, positions)
        choice = self._tracking.choose()
        self._keeps_up.seen(view)
        return choice
