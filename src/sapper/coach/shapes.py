"""What leaves the process of many games and of a training: the JSON of the server and the page."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.coach.games import JudgedGames
from sapper.coach.saying import SummaryInWords, in_words
from sapper.coach.summary import Summary
from sapper.coach.training import Training
from sapper.formats import to_address
from sapper.grid import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesAnalysis:
    """What the player's games say, in numbers and in words; `waiting` more are not judged yet.

    `turns` were judged so far, in games that are not yet judged to their end as well.
    """

    waiting: int
    turns: int
    summary: Summary
    words: SummaryInWords

    @classmethod
    def of(cls, judged: JudgedGames) -> GamesAnalysis:
        """The same, as it is sent."""
        summary = Summary.of(judged)
        words = in_words(summary)
        return cls(waiting=judged.waiting, turns=judged.turns, summary=summary, words=words)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingAnswer:
    """How a question was answered; `cell` is null if the solution was asked for."""

    cell: Cell | None
    is_right: bool
    solution: Cell
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingQuestion:
    """A position to practise; its rows have flags on mines that are found more easily.

    `address` is that of the position without them. `answer` is null until there is one: before
    that, nothing tells the solution.
    """

    number: int
    rows: list[str]
    mines: int
    address: str
    origin: str
    task: str
    answer: TrainingAnswer | None
    score: str
    standing: str
    notice: str

    @classmethod
    def of(cls, training: Training, number: int, notice: str = "") -> TrainingQuestion:
        """The question that is asked now, or was just answered."""
        marked = training.marked
        answer = None
        if marked is not None:
            answer = TrainingAnswer(
                cell=marked.cell,
                is_right=marked.is_right,
                solution=marked.solution,
                words=training.verdict,
            )
        return cls(
            number=number,
            rows=str(training.view).splitlines(),
            mines=training.view.mines,
            address=to_address(training.view.with_flags(())),
            origin=training.origin,
            task=training.task,
            answer=answer,
            score=training.score,
            standing=training.standing_in_words,
            notice=training.note or notice,
        )
