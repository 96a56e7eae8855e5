"""One board and one player: the answers so far, what is asked next, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sapper.boards.make import MadeBoard
from sapper.errors import StoreError
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.lab.models.judging import Judged
from sapper.lab.models.questions import Question
from sapper.proof.technique import BoardGrade


class Outcome(StrEnum):
    """How a board ended."""

    SOLVED = "solved"
    """Every safe cell was opened, and none at a risk."""
    GUESSED = "guessed"
    """A cell was chosen that was not certainly safe, whatever lay below it."""
    UNANSWERED = "unanswered"
    """Too many answers in a row named no hidden cell."""
    UNJUDGED = "unjudged"
    """A cell was chosen whose risk takes more than the judge's budget to count."""
    UNFINISHED = "unfinished"
    """It goes on."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer of a player, as the journal keeps it."""

    player: str
    grade: BoardGrade
    board: int
    turn: int
    cell: Cell | None
    risk: float | None
    proved: bool
    problem: str | None
    answer: str
    tokens: int
    seconds: float

    @classmethod
    def from_json(cls, content: Any) -> Attempt:
        """Read a line of the journal."""
        cell = content["cell"]
        fields = {**content, "cell": None if cell is None else (int(cell[0]), int(cell[1]))}
        return cls(**{**fields, "grade": BoardGrade.of(content["grade"])})


class Trial:
    """A board in play: its first cell is open, and no cell at a risk is ever opened.

    >>> from sapper.boards.make import make_board
    >>> trial = Trial(make_board("beginner", seed=1), BoardGrade.EASY, tries=3)
    >>> trial.outcome.value, trial.question.turn
    ('unfinished', 1)
    """

    def __init__(self, board: MadeBoard, grade: BoardGrade, tries: int) -> None:
        self.board, self.grade = board, grade
        self.attempts: list[Attempt] = []
        self._tries = tries
        self._game = Game(board.level, board=board)
        self._game.reveal(board.first)
        self._first_hidden = self._game.view.hidden_count

    @property
    def outcome(self) -> Outcome:
        """How it ended, if it has."""
        if self._game.status is not Status.PLAYING:
            return Outcome.SOLVED
        if self.attempts and self.attempts[-1].cell is not None:
            risk = self.attempts[-1].risk
            if risk is None:
                return Outcome.UNJUDGED
            if risk > 0:
                return Outcome.GUESSED
        if len(self._unusable()) >= self._tries:
            return Outcome.UNANSWERED
        return Outcome.UNFINISHED

    @property
    def opened(self) -> float:
        """The share of the safe cells that were left after the first click and are open now."""
        mines = self.board.level.mines
        safe = self._first_hidden - mines
        return 1.0 if safe == 0 else 1 - (self._game.view.hidden_count - mines) / safe

    @property
    def question(self) -> Question:
        """What the player is asked now."""
        unusable = self._unusable()
        turn = 1 + sum(attempt.cell is not None for attempt in self.attempts)
        if not unusable:
            return Question(self._game.view, turn)
        return Question(self._game.view, turn, unusable[-1].answer, unusable[-1].problem)

    def attempt(
        self, judged: Judged, player: str, answer: str, tokens: int, seconds: float
    ) -> Attempt:
        """An answer to the question, judged; it counts once it is taken."""
        return Attempt(
            player,
            self.grade,
            self.board.index,
            self.question.turn,
            judged.cell,
            judged.risk,
            judged.proved,
            judged.problem,
            answer,
            tokens,
            seconds,
        )

    def take(self, attempt: Attempt) -> None:
        """Go on with an answer: of a cell that is certainly safe, open it."""
        if self.outcome is not Outcome.UNFINISHED:
            raise StoreError(f"board {self.board.index} has answers after its end")
        if attempt.cell is not None and attempt.risk == 0:
            if self.board.is_mine(attempt.cell):
                raise StoreError(f"board {self.board.index} is not the one of this journal")
            self._game.reveal(attempt.cell)
        self.attempts.append(attempt)

    def _unusable(self) -> list[Attempt]:
        """The answers since the last move that named no hidden cell."""
        last: list[Attempt] = []
        for attempt in reversed(self.attempts):
            if attempt.cell is not None:
                break
            last.append(attempt)
        return last[::-1]
