"""Clean, the sentences: none is empty, false, a duplicate, or about a settled cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sapper.board import Board
from sapper.grader.findings import Check, Finding, Told
from sapper.grader.judging import Judge, Shown
from sapper.grader.wording import cells_in_words, sentence_in_words
from sapper.grid import Cell, is_inside
from sapper.guest.operations import GuestBeliefs, GuestSentence

EMPTY, DUPLICATE, SETTLED = "empty sentence", "duplicate sentence", "settled sentence"
IMPOSSIBLE, FALSE = "impossible sentence", "false sentence"


class CleanJudge(Judge):
    """Looks through the sentences that the AI keeps."""

    def tell(self, move: Told) -> None:
        """The sentences alone are judged, by where the mines are."""

    def kinds(self, beliefs: GuestBeliefs) -> Iterable[str]:
        """What is wrong with any of them."""
        return {kind for kind, _ in unclean(beliefs, self.board)}

    @classmethod
    def explain(cls, kind: str, shown: Shown) -> Finding:
        """The sentence, and why it should not be there."""
        beliefs = shown.beliefs[-1]
        sentence = next(one for found, one in unclean(beliefs, shown.board) if found == kind)
        words = sentence_in_words(sentence.cells, sentence.count)
        settled = sentence.cells & (beliefs.safes | beliefs.mines | beliefs.moves_made)
        is_are = "is" if len(settled) == 1 else "are"
        message = {
            EMPTY: f"it keeps an empty sentence, {words}",
            DUPLICATE: f"it keeps a duplicate of the sentence {words}",
            SETTLED: f"it keeps the sentence {words}, "
            f"though {cells_in_words(settled)} {is_are} settled",
            IMPOSSIBLE: f"it keeps an impossible sentence, {words}",
            FALSE: f"it keeps a false sentence: {words}",
        }[kind]
        details: tuple[str, ...] = ()
        if kind == FALSE:
            true_count = len(sentence.cells & frozenset(shown.board.mines))
            details = (f"On the board of this game, {true_count} of these cells are mines.",)
        return Finding(
            Check.CLEAN,
            kind,
            message,
            details,
            exhibit=replace(shown.exhibit(), cells=_on_board(sentence, shown.board)),
        )


def unclean(beliefs: GuestBeliefs, board: Board) -> Iterator[tuple[str, GuestSentence]]:
    """Each sentence that should not be kept, and why."""
    settled = beliefs.safes | beliefs.mines | beliefs.moves_made
    seen: set[GuestSentence] = set()
    for sentence in beliefs.sentences:
        if not sentence.cells:
            yield EMPTY, sentence
        elif not 0 <= sentence.count <= len(sentence.cells):
            yield IMPOSSIBLE, sentence
        elif not settled.isdisjoint(sentence.cells):
            yield SETTLED, sentence
        elif len(sentence.cells & frozenset(board.mines)) != sentence.count:
            yield FALSE, sentence
        elif sentence in seen:
            yield DUPLICATE, sentence
        seen.add(sentence)


def _on_board(sentence: GuestSentence, board: Board) -> frozenset[Cell]:
    size = board.level.height, board.level.width
    return frozenset(cell for cell in sentence.cells if is_inside(cell, *size))
