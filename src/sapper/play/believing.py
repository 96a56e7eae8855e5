"""A position on show with an agent at it: what the agent believes is shown beside what follows."""

from __future__ import annotations

from abc import abstractmethod

from sapper.agents.own_file import is_path
from sapper.catalogue import spoken
from sapper.grid import Cell, is_inside
from sapper.play.asking import Why, WhyLine
from sapper.play.beliefs import CellBelief, JudgedBeliefs, SentenceBelief, reason_with_belief
from sapper.play.inquiry import Inquiry
from sapper.play.saying import full_stop, one_after_another
from sapper.play.thinker import Failure
from sapper.play.words import Play
from sapper.view import View


class Believing(Inquiry):
    """Asks the agent for its beliefs while they are shown, and has them judged.

    Of somebody's own file they are shown unasked.
    """

    def __init__(self) -> None:
        super().__init__()
        self.beliefs_on = False
        self.judged: JudgedBeliefs | None = None
        """The beliefs about this very position, where they are shown and have been judged."""
        self._believer = ""
        self._judged_for: tuple[str, int] | None = None

    @property
    @abstractmethod
    def has_beliefs(self) -> bool:
        """Whether the agent has anything to say about the position."""

    @property
    def shows_beliefs(self) -> bool:
        """Whether they are wanted and there are any: not of a board that is covered or won."""
        return self.beliefs_on and self.has_beliefs

    @abstractmethod
    def ask_beliefs(self) -> JudgedBeliefs:
        """What the agent believes; it is asked in another thread."""

    def refresh(self) -> None:
        """Ask again whatever is shown about the position."""
        self.refresh_odds()
        self.refresh_beliefs()

    def toggle_beliefs(self) -> None:
        """Show what the agent believes beside what follows, or stop showing it."""
        self.beliefs_on = not self.beliefs_on
        self.refresh_beliefs()

    def refresh_beliefs(self) -> None:
        """Have the beliefs judged anew if they are shown and the position or the agent changed."""
        agent = self.situation.agent
        position = agent, self.situation.view.revealed_count  # flags are no matter of belief
        if agent != self._believer:
            self._believer, self.beliefs_on = agent, self.beliefs_on or is_path(agent)
        if not self.shows_beliefs:
            self.forget_beliefs()
        elif self._judged_for != position:
            self.forget_beliefs()
            self._judged_for = position
            self.thinker.ask("beliefs", self.ask_beliefs, self._show_beliefs)

    def forget_beliefs(self) -> None:
        """They are about another position, or no longer wanted."""
        self.judged = self._judged_for = None
        self.thinker.drop("beliefs")

    def _show_beliefs(self, judged: JudgedBeliefs | Failure) -> None:
        if isinstance(judged, Failure):
            self.beliefs_on = False  # or each move would bring the same complaint
            self.fail(judged)
        else:
            self.judged = judged

    def belief(self, cell: Cell) -> CellBelief | None:
        """What the agent believes of a cell, or has missed, where that is shown."""
        return None if self.judged is None else self.judged.by_cell.get(cell)

    def ask_about(self, belief: CellBelief | SentenceBelief) -> None:
        """Say what is wrong with a belief: of a hidden cell, why; of a sentence, where it is."""
        self.tell(belief.words)
        self.forget_why()
        view = self.situation.view
        about = {belief.cell} if isinstance(belief, CellBelief) else belief.cells
        hidden = frozenset(cell for cell in about if _is_hidden(view, cell))
        if not hidden or not self.can_ask:
            return
        self.why_on = True
        if isinstance(belief, CellBelief):
            self.ask_why(belief.cell)
        else:
            super()._explain(min(hidden), _pointing_at(belief, hidden))

    def _explain(self, cell: Cell, why: Why | Failure) -> None:
        if self.judged is not None and not isinstance(why, Failure):
            why = reason_with_belief(why, self.belief(cell), self.judged.agent)
        super()._explain(cell, why)

    def describe(self, cell: Cell) -> str:
        """A line about a cell: what it shows, its odds, and what is wrong with a belief."""
        belief = self.belief(cell)
        words = super().describe(cell)
        if belief is None or not belief.is_fault:
            return words
        return one_after_another(full_stop(words), belief.words)


def _pointing_at(sentence: SentenceBelief, hidden: frozenset[Cell]) -> Why:
    """A sentence as the one step of an explanation."""
    nothing: frozenset[Cell] = frozenset()
    line = WhyLine(sentence.words, 0, nothing, hidden, nothing, nothing)
    return Why("derivation", min(hidden), (spoken(Play).kept_sentence,), nothing, (line,))


def _is_hidden(view: View, cell: Cell) -> bool:
    return is_inside(cell, view.height, view.width) and view.is_hidden(cell)
