"""The `sentence` agent: single sentences and the subset rule, else a random cell."""

from __future__ import annotations

from typing import ClassVar

from sapper.agents.base import (
    Agent,
    Beliefs,
    BelievedSentence,
    Conclusions,
    FromSentence,
    KeepsUp,
    Move,
)
from sapper.catalogue import counted
from sapper.course.ai import MinesweeperAI
from sapper.course.sentence import Sentence
from sapper.errors import Contradiction
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.view import View


class SentenceAgent(Agent):
    """Opens what its sentences prove safe, first by position; else a random possible cell.

    >>> move = SentenceAgent().choose(View.parse("1#\\n11\\n##", mines=1))
    >>> move.cell, move.certain
    ((2, 0), True)
    >>> sorted(move.reason.cells), move.reason.count
    ([(2, 0), (2, 1)], 0)
    """

    name: ClassVar[str] = "sentence"
    summary: ClassVar[str] = (
        "single sentences and the subset rule; a random cell where they get stuck"
    )

    def __init__(self, *, seed: int = 0, start: StartRule | str = StartRule.SAFE) -> None:
        super().__init__(seed=seed, start=start)
        self._keeps_up = KeepsUp()
        self._known = _Player(1, 1)

    def choose(self, view: View) -> Move:
        """A proved cell if there is one; else a random one not proved to be a mine."""
        known = self._take_in(view)
        cell = known.make_safe_move()
        if cell is not None:
            return Move(cell, True, 0.0, known.settled_by[cell])
        candidates = [cell for cell in view.hidden() if cell not in known.mines]
        return self.draw(view, candidates, view.mines - len(known.mines))

    def conclusions(self, view: View) -> Conclusions:
        """The hidden cells that sentences prove safe, and the mines."""
        known = self._take_in(view)
        return Conclusions(frozenset(known.safes - known.moves_made), frozenset(known.mines))

    def beliefs(self, view: View) -> Beliefs:
        """Its conclusions, and the sentences that have not settled their cells yet."""
        settled = self.conclusions(view)
        sentences = sorted(
            (sorted(sentence.cells), sentence.count) for sentence in self._known.knowledge
        )
        return Beliefs(
            settled.safe,
            settled.mines,
            tuple(BelievedSentence(frozenset(cells), count) for cells, count in sentences),
        )

    def _take_in(self, view: View) -> _Player:
        afresh, positions = self._keeps_up.news(view)
        if afresh:
            self._known = _Player(view.height, view.width)
        known = self._known
        numbers = list(
            zip(view.cells_at(positions), view.numbers_at(positions).tolist(), strict=True)
        )
        # Mark all revealed cells as safe before learning any number: then a fresh copy, which
        # sees them all at once, concludes the same as an agent that saw them one by one.
        for cell, _ in numbers:
            known.mark_safe(cell)
        for cell, number in numbers:
            known.add_knowledge(cell, number)
        if len(known.mines) > view.mines:
            proved = counted(len(known.mines), "mine")
            raise Contradiction(
                f"the numbers prove {proved}, but there are {view.mines}", needs_total=True
            )
        self._keeps_up.seen(view)
        return known


class _Player(MinesweeperAI):
    """The course's player. It remembers why a cell is settled, and raises what it can't believe."""

    def __init__(self, height: int, width: int) -> None:
        super().__init__(height, width)
        self.settled_by: dict[Cell, FromSentence] = {}

    def settle(self, sentence: Sentence) -> None:
        reason = FromSentence(frozenset(sentence.cells), sentence.count)
        for cell in sentence.known_mines() | sentence.known_safes():
            self.settled_by.setdefault(cell, reason)
        super().settle(sentence)

    def report_contradiction(self, complaint: str) -> None:
        raise Contradiction(complaint)
