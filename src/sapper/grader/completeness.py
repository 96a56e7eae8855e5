"""Complete: all that single sentences and the subset rule give is concluded at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sapper.board import Board
from sapper.grader.findings import Check, Finding, Told
from sapper.grader.judging import Judge, Shown
from sapper.grader.refuting import Conclusion
from sapper.grader.rules import Reference, derive_by_rules
from sapper.guest.operations import GuestBeliefs
from sapper.proof.steps import Derivation, Subset

MISSED_SINGLE, MISSED_SUBSET = "missed by single sentence", "missed by subset rule"


class CompleteJudge(Judge):
    """Compares the AI with one that draws every conclusion of the two rules."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.reference = Reference(board.level.height, board.level.width)

    def tell(self, move: Told) -> None:
        """The reference is told the same."""
        self.reference.tell(move)

    def kinds(self, beliefs: GuestBeliefs) -> Iterable[str]:
        """Whether anything is missed."""
        return ("missed",) if self.missed(beliefs) else ()

    def missed(self, beliefs: GuestBeliefs) -> list[Conclusion]:
        """What the AI should know, row by row."""
        safes = self.reference.safes - beliefs.safes
        mines = self.reference.mines - beliefs.mines
        if not safes and not mines:
            return []
        found = [Conclusion(cell, False) for cell in safes] + [
            Conclusion(cell, True) for cell in mines
        ]
        return sorted(found, key=lambda one: (one.cell, one.is_mine))

    @classmethod
    def explain(cls, kind: str, shown: Shown) -> Finding:
        """The missed conclusion that is easiest to derive, with its derivation."""
        judge = cls(shown.board)
        for move in shown.moves:
            judge.tell(move)
        exhibit = shown.exhibit()
        missed = judge.missed(shown.beliefs[-1])
        derived = [
            derivation
            for one in missed
            if exhibit.view.is_hidden(one.cell)
            and (derivation := derive_by_rules(exhibit.view, one)) is not None
        ]
        if not derived:  # an open cell that it does not call safe
            cell = missed[0].cell
            return Finding(
                Check.COMPLETE,
                "open cell",
                f"it does not call {cell} safe, which is open",
                exhibit=replace(exhibit, cells=frozenset({cell})),
            )
        easiest = min(derived, key=lambda one: (one.length, one.cell))
        conclusion = Conclusion(easiest.cell, easiest.is_mine)
        return Finding(
            Check.COMPLETE,
            _rule_of(easiest),
            f"it does not conclude that {conclusion}",
            ("How it follows:", *_steps(easiest)),
            exhibit=replace(exhibit, cells=frozenset({conclusion.cell})),
        )


def _rule_of(derivation: Derivation) -> str:
    uses_subset = any(isinstance(step, Subset) for step in derivation.steps)
    return MISSED_SUBSET if uses_subset else MISSED_SINGLE


def _steps(derivation: Derivation) -> list[str]:
    """The steps in words, without the heading, which the message is."""
    return [line.strip() for line in str(derivation).splitlines()[1:]]
