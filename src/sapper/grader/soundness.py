"""Sound: nothing is concluded that is not certain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sapper.board import Board
from sapper.grader.findings import Check, Finding, Told
from sapper.grader.judging import Judge, Shown
from sapper.grader.refuting import (
    Conclusion,
    false_conclusions,
    refute,
    why_false,
)
from sapper.grader.wording import sentence_in_words
from sapper.grid import Cell, is_inside, neighbours
from sapper.guest.operations import GuestBeliefs, GuestSentence
from sapper.view import View

FALSE_SAFE, FALSE_MINE = "false safe", "false mine"


class SoundJudge(Judge):
    """Judges every conclusion by all possible layouts."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.view = View(board.level.height, board.level.width, board.level.mines)
        self._safe: frozenset[Cell] = frozenset()
        self._mines: frozenset[Cell] = frozenset()

    def tell(self, move: Told) -> None:
        """One more number is shown."""
        self.view = self.view.revealing({move.cell: move.count})
        self._safe |= {move.cell}

    def kinds(self, beliefs: GuestBeliefs) -> Iterable[str]:
        """Whether a cell is falsely called safe, or falsely called a mine."""
        # What is certain stays so: most turns bring nothing new, and need no analysis.
        safes, mines = beliefs.safes - self._safe, beliefs.mines - self._mines
        if not safes and not mines:
            return set()
        false = false_conclusions(self.view, safes, mines)
        if not false:
            self._safe |= safes
            self._mines |= mines
        return {FALSE_MINE if one.is_mine else FALSE_SAFE for one in false}

    @classmethod
    def explain(cls, kind: str, shown: Shown) -> Finding:
        """The false conclusion, the sentence it came from, and a layout that refutes it."""
        exhibit = shown.exhibit()
        beliefs = shown.beliefs[-1]
        conclusion = next(
            false
            for false in false_conclusions(exhibit.view, beliefs.safes, beliefs.mines)
            if false.is_mine == (kind == FALSE_MINE)
        )
        why = f"Why it is false: {why_false(exhibit.view, conclusion)}"
        return Finding(
            Check.SOUND,
            kind,
            f"it concludes that {conclusion}, which {_how_false(exhibit.view, conclusion)}",
            (*_origin(shown, conclusion), why),
            exhibit=replace(
                exhibit,
                cells=frozenset({conclusion.cell}),
                counterexample=refute(exhibit.view, conclusion),
            ),
        )


def _how_false(view: View, conclusion: Conclusion) -> str:
    """False in any case, or merely not certain."""
    opposite = Conclusion(conclusion.cell, not conclusion.is_mine)
    is_there = is_inside(opposite.cell, view.height, view.width)
    is_hidden = is_there and view.is_hidden(opposite.cell)
    is_false = not is_hidden or refute(view, opposite) is None
    return "is false" if is_false else "is not certain"


def _origin(shown: Shown, conclusion: Conclusion) -> tuple[str, ...]:
    """The sentence that a false conclusion came from, as far as one can be made out.

    That is a sentence about the cell, kept before or after the last move, that is false itself;
    else one that was kept before the last move and is there no longer; else the last number's own.
    """
    after = shown.beliefs[-1].sentences
    before = shown.beliefs[-2].sentences if len(shown.beliefs) > 1 else ()
    about = [one for one in (*before, *after) if conclusion.cell in one.cells]
    false = [one for one in about if not _holds(one, shown.board)]
    used = [one for one in before if one in about and one not in after]
    for sentences, how in ((false, "a false sentence that it keeps"), (used, "the sentence")):
        if sentences:
            smallest = min(sentences, key=lambda one: len(one.cells))
            return (f"It comes from {how}: {sentence_in_words(smallest.cells, smallest.count)}.",)
    move = shown.moves[-1]
    if conclusion.cell in neighbours(move.cell, shown.board.level.height, shown.board.level.width):
        return (f"It comes with the {move.count} at {move.cell}, which touches it.",)
    return (f"It comes with the {move.count} at {move.cell}; no sentence it keeps gives it.",)


def _holds(sentence: GuestSentence, board: Board) -> bool:
    return len(sentence.cells & frozenset(board.mines)) == sentence.count
