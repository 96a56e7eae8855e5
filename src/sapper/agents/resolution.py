"""The `resolution` agent: clauses and resolution, and model counting where they get stuck."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from sapper.agents.base import (
    Agent,
    Conclusions,
    FewestModels,
    FromClauses,
    KeepsUp,
    Move,
)
from sapper.errors import BudgetExceeded, Contradiction, NoMoveLeft, UnknownName
from sapper.exact.counting import mine_fractions
from sapper.grid import Cell
from sapper.knowledge.chaining import ClauseKnowledge
from sapper.knowledge.clause import DEFAULT_WIDTH
from sapper.level import StartRule
from sapper.view import View

MODEL_BUDGET = 200_000
"""How many states model counting may use, about a second's worth; beyond that, a random cell."""


class Guess(StrEnum):
    """What to do where the clauses get stuck."""

    MODELS = "models"
    """Open the cell that is a mine in the fewest remaining models."""
    RANDOM = "random"
    """Open any cell that is not known to be a mine."""


class ResolutionAgent(Agent):
    """Opens what resolution proves safe, first by position; where stuck, it counts models.

    >>> move = ResolutionAgent().choose(View.parse("###\\n111", mines=1))
    >>> move.cell, move.certain, move.reason.kind
    ((0, 0), True, 'resolution')
    >>> move = ResolutionAgent().choose(View.parse("#1###", mines=2))
    >>> move.cell, move.certain, f"a mine in {move.reason.mines} of {move.reason.models} models"
    ((0, 0), False, 'a mine in 1 of 2 models')

    The options: the `width` of resolution; whether it knows the mine `total`; how to `guess`;
    `backward`, to prove cells one by one instead of concluding all that follows; and how many
    `rounds` without a unit clause count as stuck. There is no limit by default, since the number of
    rounds needed depends on earlier conclusions, and a move must not.
    """

    name: ClassVar[str] = "resolution"
    summary: ClassVar[str] = (
        "clauses and resolution; where stuck, the cell that is a mine in the fewest models"
    )

    def __init__(
        self,
        *,
        seed: int = 0,
        start: StartRule | str = StartRule.SAFE,
        width: int = DEFAULT_WIDTH,
        total: bool = True,
        guess: str = Guess.MODELS.value,
        backward: bool = False,
        rounds: int | None = None,
    ) -> None:
        if guess not in tuple(Guess):
            raise UnknownName("way to guess", guess, Guess)
        super().__init__(seed=seed, start=start)
        self.width = width
        self.total = total
        self.guess = Guess(guess)
        self.backward = backward
        self.rounds = rounds
        self._keeps_up = KeepsUp()
        self._known = ClauseKnowledge(1, 1, None, literals=width)

    def choose(self, view: View) -> Move:
        """A proved cell if there is one; else the best guess."""
        self._take_in(view)
        cell = self._first_proved(view)
        if cell is None:
            return self._guess(view)
        why = self._known.proof(cell)
        return Move(
            cell, True, 0.0, FromClauses(why.numbers, why.resolutions, needs_total=why.needs_total)
        )

    def conclusions(self, view: View) -> Conclusions:
        """The hidden cells that resolution proves safe, and the mines."""
        self._take_in(view)
        if self.backward:
            for cell in view.hidden():
                self._proves_safe(cell)
        return Conclusions(frozenset(self._known.to_open), frozenset(self._known.mines))

    def status_line(self, view: View) -> str:
        """The sizes of KB and KB0.

        >>> ResolutionAgent().status_line(View.parse("#1#\\n###", mines=1))
        'KB 11 clauses to be judged · KB0 1 of 6 cells settled'
        """
        self._take_in(view)
        base = self._known.base
        return (
            f"KB {len(base.clauses)} clauses to be judged · "
            f"KB0 {len(base.settled)} of {view.height * view.width} cells settled"
        )

    def _take_in(self, view: View) -> None:
        """Learn what is new in a view and, forward, conclude all that follows."""
        afresh, positions = self._keeps_up.news(view)
        if self.rounds is not None and len(positions):
            # How far a limited number of rounds gets depends on where they began.
            self._keeps_up.forget()
            afresh, positions = self._keeps_up.news(view)
        if afresh:
            mines = view.mines if self.total else None
            self._known = ClauseKnowledge(
                view.height, view.width, mines, literals=self.width, rounds=self.rounds
            )
        numbers = view.numbers_at(positions).tolist()
        self._known.learn(dict(zip(view.cells_at(positions), numbers, strict=True)))
        if not self.backward:
            self._known.conclude()
        self._keeps_up.seen(view)

    def _first_proved(self, view: View) -> Cell | None:
        """The safe cell of the lowest position: forward it is known, backward it is sought."""
        if self.backward:
            return next((cell for cell in view.hidden() if self._proves_safe(cell)), None)
        return min(self._known.to_open, default=None)

    def _proves_safe(self, cell: Cell) -> bool:
        try:
            return self._known.prove(cell) is False
        except Contradiction:
            self._keeps_up.forget()
            raise

    def _guess(self, view: View) -> Move:
        """The cell that is a mine in the fewest models, or a random one not known to be a mine."""
        candidates = [cell for cell in view.hidden() if cell not in self._known.mines]
        mines_left = view.mines - len(self._known.mines)
        if candidates and self.guess is Guess.MODELS:
            try:
                fractions = mine_fractions(view, MODEL_BUDGET)
            except BudgetExceeded:
                pass
            else:
                fraction, cell = min((fractions[cell], cell) for cell in candidates)
                if fraction == 1:
                    raise NoMoveLeft("every cell that is left is a mine in every model")
                reason = FewestModels(fraction.numerator, fraction.denominator)
                return Move(cell, False, float(fraction), reason)
        return self.draw(view, candidates, mines_left)
