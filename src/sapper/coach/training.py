"""One position after another to practise: asked, answered, and explained.

A training is a position on show, like a game and its replay: every interface draws it and sends it
commands. Until it is answered, it tells neither odds nor reasons.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sapper.catalogue import form, many, spoken
from sapper.coach.deck import Deck, Question
from sapper.coach.leitner import answered
from sapper.coach.marking import Marked, mark
from sapper.coach.puzzles import LADDER
from sapper.coach.saying import say_kind
from sapper.coach.words import Coach
from sapper.errors import SapperError
from sapper.grid import Cell
from sapper.play.commands import TRAINING_COMMANDS, Command
from sapper.play.inquiry import Inquiry
from sapper.play.saying import full_stop, one_after_another
from sapper.play.situation import Situation
from sapper.play.thinker import Failure
from sapper.view import View

QUESTION = "question"
"""What the thinker is busy with while it looks for the next position."""

SECONDS_BETWEEN_LOOKS = 0.005


class Training(Inquiry):
    """A sitting: questions from a deck, one at a time.

    >>> from sapper.coach.file import TrainingFile
    >>> with TrainingFile.in_memory() as notes:
    ...     training = Training(Deck(notes, seed=1))
    ...     training.show_solution()
    ...     training.marked.is_right, training.right, training.asked
    (False, 0, 1)
    """

    commands: tuple[Command, ...] = TRAINING_COMMANDS

    def __init__(
        self,
        deck: Deck,
        *,
        clock: Callable[[], float] = time.monotonic,
        explains: bool = True,
    ) -> None:
        """Ask the first question; unless it `explains`, whoever draws it asks for the reasons."""
        super().__init__()
        self.deck, self._clock, self._explains = deck, clock, explains
        self.asked = self.right = 0
        self.marked: Marked | None = None
        """The answer, once it is given."""
        self.note = ""
        """What the last command met with."""
        self._show(deck.next_question())

    def _show(self, question: Question | Failure) -> None:
        if isinstance(question, Failure):
            self.fail(question)
            return
        self.question = question
        self.marked, self.note = None, ""
        self.count_cards()
        self.why_on = self.odds_on = False
        self.analysis = None
        self.forget_why()
        self._since = self._clock()

    def count_cards(self) -> None:
        """How far the training is by now: cards may have been added meanwhile."""
        self.standing = self.deck.standing

    # The position

    @property
    def view(self) -> View:
        """The position, with flags on mines that are found more easily."""
        return self.question.puzzle.view

    @property
    def mines_left(self) -> int:
        """How many mines are not flagged: some positions can't be solved without counting them."""
        return self.view.mines - len(self.view.flags)

    @property
    def situation(self) -> Situation:
        """The position."""
        return Situation(self.view)

    @property
    def can_ask(self) -> bool:
        """Whether it is answered: before that, nothing is told."""
        return self.marked is not None

    # Answering

    def answer(self, cell: Cell) -> None:
        """Answer with a cell; where that is done, go on to the next position."""
        if self.marked is not None:
            self.go_on()
        else:
            self._mark(cell)

    def show_solution(self) -> None:
        """Give up: it counts as a wrong answer."""
        if self.marked is None:
            self._mark(None)

    def go_on(self) -> None:
        """The next position, once this one is answered."""
        if self.marked is None:
            self.note = spoken(Coach).answer_first
        elif not self.is_looking:
            self.thinker.ask(QUESTION, self.deck.next_question, self._show)

    def wait(self) -> None:
        """Wait until the next position is there, for those who have nothing else to do."""
        while self.is_looking:
            if not self.thinker.collect():
                time.sleep(SECONDS_BETWEEN_LOOKS)

    @property
    def is_looking(self) -> bool:
        """Whether the next position is being looked for."""
        return self.thinker.is_busy(QUESTION)

    def _mark(self, cell: Cell | None) -> None:
        question = self.question
        try:
            marked = mark(question.puzzle, cell)
        except SapperError as error:  # that cell is no answer
            self.note = full_stop(error)
            return
        self.marked, self.note = marked, ""
        self.asked += 1
        self.right += marked.is_right
        try:
            self.deck.answer(question, marked.is_right, self._clock() - self._since)
            self.count_cards()
        except SapperError as error:
            self.note = full_stop(error)
        if self._explains:
            self.why_on = True
            self.ask_why(marked.solution)

    # Questions

    def toggle_odds(self) -> None:
        """Show every cell's chance of a mine, once the question is answered."""
        if self._is_answered():
            super().toggle_odds()

    def toggle_why(self, cell: Cell | None = None) -> None:
        """Explain this cell, once the question is answered; or stop explaining."""
        if self._is_answered():
            super().toggle_why(cell)

    def _is_answered(self) -> bool:
        self.note = "" if self.marked is not None else spoken(Coach).answer_first
        return self.marked is not None

    def close(self) -> bool:
        """Close the explanation; False if there is none to close."""
        was_open = self.why_on
        self.why_on = False
        self.forget_why()
        return was_open

    def fail(self, failure: Failure) -> None:
        """A question has no answer."""
        self.note = failure.words

    def tell(self, words: str) -> None:
        """Say it below the position."""
        self.note = words

    # In words

    @property
    def origin(self) -> str:
        """Where the position comes from."""
        question, say = self.question, spoken(Coach)
        if question.rung is not None:
            kind = say_kind(LADDER[question.rung].name)
            return say.on_rung.format(rung=question.rung + 1, rungs=len(LADDER), kind=kind)
        if question.card is None:
            return say.fresh
        return say.from_game if question.card.game else say.asked_again

    @property
    def task(self) -> str:
        """What is asked, and how many mines there are to be found."""
        say = spoken(Coach)
        asked = say.ask_guess if self.question.puzzle.kind.is_guess else say.ask_find
        return one_after_another(asked, many(say.mines_left, self.mines_left))

    @property
    def verdict(self) -> str:
        """How the answer was, what it took, and when it is asked again; nothing before it."""
        marked, say, puzzle = self.marked, spoken(Coach), self.question.puzzle
        if marked is None:
            return ""
        took = "" if puzzle.kind.is_guess else say.took.format(kind=say_kind(puzzle.kind.name))
        return one_after_another(marked.words, took, self._when_again(marked.is_right))

    def _when_again(self, is_right: bool) -> str:
        card, say = self.question.card, spoken(Coach)
        if card is None:
            return "" if is_right else say.again_soon
        after = answered(card, is_right, card.due)
        days = (after.due - card.due).days
        if after.is_learnt:
            return say.learnt
        return form(say.again_in, days).format(n=days) if days else say.again_soon

    @property
    def score(self) -> str:
        """How many answers were right."""
        return spoken(Coach).answered.format(right=self.right, n=self.asked)

    @property
    def standing_in_words(self) -> str:
        """How many cards are due, wait and sit."""
        standing = self.standing
        return spoken(Coach).standing.format(
            due=standing.due, waiting=standing.waiting, sitting=standing.sitting
        )
