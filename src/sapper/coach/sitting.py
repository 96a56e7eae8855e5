"""How a training begins, and how games are summed up, wherever that is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.catalogue import spoken
from sapper.coach.deck import Deck
from sapper.coach.file import TrainingFile
from sapper.coach.games import Progress, judge_games
from sapper.coach.saying import SummaryInWords, in_words
from sapper.coach.summary import Summary
from sapper.coach.training import Training
from sapper.coach.words import Coach
from sapper.history import History

SECONDS_BEFORE_TRAINING = 5.0
"""How long games are judged before the first question; the others have their turn next time."""
SECONDS_OF_ANALYSIS = 20.0
"""The same where somebody looks at a screen and waits."""


@dataclass(frozen=True)
class Sitting:
    """A training and the file that keeps it; close it in the end."""

    training: Training
    notes: TrainingFile

    @classmethod
    def begin(
        cls,
        history: History,
        *,
        seed: int | None = None,
        only_ladder: bool = False,
        progress: Progress = lambda done, of: None,
    ) -> Sitting:
        """Make cards of what the games show, as far as there is time, and ask the first.

        >>> with History.in_memory() as history:
        ...     sitting = Sitting.begin(history, seed=1)
        ...     print(sitting.training.origin)
        ...     sitting.close()
        Ladder, rung 1 of 7: one number.
        """
        notes = TrainingFile.open(history.path)
        try:
            deck = Deck(notes, seed=seed, only_ladder=only_ladder)
            if not only_ladder:
                seconds = SECONDS_BEFORE_TRAINING
                deck.take_in(judge_games(history, notes, seconds=seconds, progress=progress))
            training = Training(deck)
            training.tell(notes.message)
            return cls(training, notes)
        except BaseException:
            notes.close()
            raise

    def close(self) -> None:
        """Close the file; every answer is in it already."""
        self.notes.close()


@dataclass
class JudgingProgress:
    """How far the judging of games is: told by the thread that judges, shown by those who wait."""

    done: int = 0
    of: int = 0

    def __call__(self, done: int, of: int) -> None:
        """So many games are judged."""
        self.done, self.of = done, of

    @property
    def words(self) -> str:
        """The same in words.

        >>> progress = JudgingProgress()
        >>> progress(3, 80)
        >>> progress.words
        'Judging your games: 3 of 80…'
        """
        say = spoken(Coach)
        told = say.judging_so_far if self.of else say.judging
        return told.format(done=self.done, of=self.of)


def analysis_of(history: History, progress: Progress = lambda done, of: None) -> SummaryInWords:
    """What the user's games say, in words, as far as there is time to judge them.

    >>> with History.in_memory() as history:
    ...     analysis_of(history).title
    'What your games say'
    """
    with TrainingFile.open(history.path) as notes:
        judged = judge_games(history, notes, seconds=SECONDS_OF_ANALYSIS, progress=progress)
        return in_words(Summary.of(judged))
