"""What a player's answers add up to, grade by grade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.lab.models.trial import Outcome, Trial
from sapper.lab.stats import Interval, wilson

ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A player's results on the boards of a grade that have ended, but for those `unjudged`.

    `risk` is the exact chance of a mine, summed over all moves; a board ends with the first move at
    any risk. On a board `solved_by_proofs`, every reason held. `opened` is the mean share of the
    safe cells opened.
    """

    player: str
    grade: str
    boards: int
    solved: int
    solved_interval: Interval
    solved_by_proofs: int
    solved_by_proofs_interval: Interval
    guessed: int
    unanswered: int
    unjudged: int
    unfinished: int
    opened: float
    moves: int
    proved: int
    proved_interval: Interval
    safe_unproved: int
    risk: float
    unusable: int
    tokens: int
    seconds: float

    @property
    def risk_per_move(self) -> float:
        """The mean exact risk of a move."""
        return self.risk / self.moves if self.moves else 0.0

    @classmethod
    def of(cls, player: str, grade: str, trials: Sequence[Trial]) -> Score:
        """Add up the trials of one grade, or of all."""
        outcomes = [trial.outcome for trial in trials]
        undecided = (Outcome.UNFINISHED, Outcome.UNJUDGED)
        ended = [trial for trial in trials if trial.outcome not in undecided]
        attempts = [attempt for trial in ended for attempt in trial.attempts]
        moves = [attempt for attempt in attempts if attempt.cell is not None]
        by_proofs = sum(
            trial.outcome is Outcome.SOLVED
            and all(one.proved for one in trial.attempts if one.cell is not None)
            for trial in trials
        )
        solved, proved = outcomes.count(Outcome.SOLVED), sum(move.proved for move in moves)
        return cls(
            player=player,
            grade=grade,
            boards=len(ended),
            solved=solved,
            solved_interval=_interval(solved, len(ended)),
            solved_by_proofs=by_proofs,
            solved_by_proofs_interval=_interval(by_proofs, len(ended)),
            guessed=outcomes.count(Outcome.GUESSED),
            unanswered=outcomes.count(Outcome.UNANSWERED),
            unjudged=outcomes.count(Outcome.UNJUDGED),
            unfinished=outcomes.count(Outcome.UNFINISHED),
            opened=sum(trial.opened for trial in ended) / len(ended) if ended else 0.0,
            moves=len(moves),
            proved=proved,
            proved_interval=_interval(proved, len(moves)),
            safe_unproved=sum(move.risk == 0 and not move.proved for move in moves),
            risk=round(sum(move.risk or 0.0 for move in moves), 12),
            unusable=len(attempts) - len(moves),
            tokens=sum(attempt.tokens for attempt in attempts),
            seconds=round(sum(attempt.seconds for attempt in attempts), 3),
        )


def _interval(successes: int, trials: int) -> Interval:
    return wilson(successes, trials) if trials else Interval(0.0, 1.0)


def scores(player: str, trials: Sequence[Trial]) -> list[Score]:
    """A score for each grade, and one for all of them if there are several."""
    grades = list(dict.fromkeys(trial.grade for trial in trials))
    by_grade = [
        Score.of(player, grade.value, [trial for trial in trials if trial.grade is grade])
        for grade in grades
    ]
    return [*by_grade, Score.of(player, ALL, trials)] if len(grades) > 1 else by_grade


TITLES = (
    "player",
    "grade",
    "boards",
    "solved",
    "by proofs",
    "opened",
    "moves",
    "proved",
    "risk per move",
    "unusable",
)


def in_words(score: Score) -> list[str]:
    """A row of the table."""

    def share(part: int, whole: int, interval: Interval) -> str:
        if not whole:
            return "–"
        low, high = 100 * interval.low, 100 * interval.high
        return f"{100 * part / whole:.1f} % ({low:.0f}–{high:.0f})"

    undecided = score.unfinished + score.unjudged
    return [
        score.player,
        score.grade,
        f"{score.boards}" + (f" (+{undecided})" if undecided else ""),
        share(score.solved, score.boards, score.solved_interval),
        share(score.solved_by_proofs, score.boards, score.solved_by_proofs_interval),
        f"{100 * score.opened:.1f} %" if score.boards else "–",
        f"{score.moves:,}",
        share(score.proved, score.moves, score.proved_interval),
        f"{100 * score.risk_per_move:.2f} %" if score.moves else "–",
        f"{score.unusable:,}",
    ]
