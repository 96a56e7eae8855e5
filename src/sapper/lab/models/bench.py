"""The benchmark: boards of each grade, a player who is asked move by move, and a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sapper.boards.make import MadeBoard, Wish, make_some
from sapper.errors import ExperimentError, StoreError
from sapper.lab.models.journal import Boards, Journal
from sapper.lab.models.judging import judge
from sapper.lab.models.players import Player
from sapper.lab.models.trial import Outcome, Trial
from sapper.level import Level
from sapper.proof.technique import BoardGrade


@dataclass(frozen=True, slots=True)
class Bench:
    """Which boards are played: so many of each grade, the same for every player."""

    level: Level
    grades: tuple[BoardGrade, ...]
    boards: int
    seed: int = 0
    tries: int = 3
    """Answers in a row that name no hidden cell, before a board counts as unanswered."""

    def __post_init__(self) -> None:
        if not self.grades or len(set(self.grades)) != len(self.grades):
            raise ExperimentError("name each grade once, and at least one")
        if self.boards < 1 or self.tries < 1:
            raise ExperimentError("play at least one board, and read at least one answer")

    @property
    def described(self) -> Boards:
        """What the journal's first line tells."""
        grades = tuple(grade.value for grade in self.grades)
        return Boards(self.level.name, str(self.seed), grades, self.boards, self.tries)

    def make(self) -> list[tuple[BoardGrade, MadeBoard]]:
        """The boards: one of each grade, then the next of each, so that a budget cuts evenly."""
        made = {
            grade: make_some(Wish.of(self.level, grade=grade), self.seed, 0, self.boards)
            for grade in self.grades
        }
        return [(grade, made[grade][place]) for place in range(self.boards) for grade in made]


@dataclass(slots=True)
class Spending:
    """What a run may take, and what it has taken; None for no limit."""

    answers: int | None = None
    tokens: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    answers_spent: int = field(default=0, init=False)
    tokens_spent: int = field(default=0, init=False)
    _begun: float = field(init=False)

    def __post_init__(self) -> None:
        self._begun = self.clock()

    def note(self, tokens: int) -> None:
        """Count an answer."""
        self.answers_spent += 1
        self.tokens_spent += tokens

    @property
    def exhausted(self) -> str | None:
        """The budget that is used up, in words."""
        if self.answers is not None and self.answers_spent >= self.answers:
            return f"the budget of {self.answers:,} answers is used up"
        if self.tokens is not None and self.tokens_spent >= self.tokens:
            return f"the budget of {self.tokens:,} tokens is used up"
        if self.seconds is not None and self.clock() - self._begun >= self.seconds:
            return f"the budget of {self.seconds:g} seconds is used up"
        return None


def trials_of(
    bench: Bench, boards: list[tuple[BoardGrade, MadeBoard]], journal: Journal, player: str
) -> list[Trial]:
    """A player's boards, as far as the journal tells."""
    trials = {(grade, board.index): Trial(board, grade, bench.tries) for grade, board in boards}
    for attempt in journal.of(player):
        trial = trials.get((attempt.grade, attempt.board))
        if trial is None:
            raise StoreError(f"{journal.path} has answers for boards that it does not name")
        trial.take(attempt)
    return list(trials.values())


def run(
    trials: list[Trial], player: Player, journal: Journal, spending: Spending
) -> Iterator[Trial]:
    """Play on, board by board; each answer is in the journal before its trial is given.

    It ends when all boards have, or when the budget is used up.
    """
    for trial in trials:
        while trial.outcome is Outcome.UNFINISHED:
            if spending.exhausted is not None:
                return
            begun = time.monotonic()
            question = trial.question
            answer = player.answer(question)
            judged = judge(question.view, answer.text)
            seconds = round(time.monotonic() - begun, 3)
            attempt = trial.attempt(judged, player.name, answer.text, answer.tokens, seconds)
            journal.add(attempt)
            trial.take(attempt)
            spending.note(answer.tokens)
            yield trial
