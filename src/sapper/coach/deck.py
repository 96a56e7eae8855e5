"""What is asked next: cards that are due, fresh positions of the same kind, and the ladder.

Cards that are due come first, and every third question is a fresh one of the kind that was asked
last. Once no card is due, fresh ones of the kinds that do not sit yet alternate with the ladder. A
fresh position that is answered wrong becomes a card, to be asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from sapper.coach.file import TrainingFile
from sapper.coach.findings import Lesson
from sapper.coach.games import JudgedGames
from sapper.coach.kind import Kind
from sapper.coach.leitner import Card, answered
from sapper.coach.puzzles import LADDER, Puzzle, fresh_puzzle, puzzle_from
from sapper.errors import EngineMissing, NoBoardFound
from sapper.formats import from_address, to_address
from sapper.history.history import USER
from sapper.history.rows import NONSENSE
from sapper.seed import check_seed, seed_of_chance

FRESH_EVERY = 3
"""While cards are due, every third question is a fresh one."""
RIGHT_TO_CLIMB = 3
"""So many right answers in a row lead to the next rung."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a card, a fresh position of a kind, or one of a rung of the ladder."""

    puzzle: Puzzle
    card: Card | None = None
    rung: int | None = None
    """Counted from 0."""

    @property
    def position(self) -> str:
        """The address of the position, without flags."""
        return to_address(self.puzzle.view.with_flags(()))


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the training is."""

    due: int
    waiting: int
    """Cards that do not sit yet, with those that are due."""
    sitting: int
    rung: int
    """The rung of the ladder, from 0; the number of rungs if all are climbed."""


class Deck:
    """The questions of one player.

    >>> with TrainingFile.in_memory() as notes:
    ...     deck = Deck(notes, seed=1)
    ...     question = deck.next_question()
    ...     question.rung, question.puzzle.kind.technique.value
    (0, 'one number')
    """

    def __init__(
        self,
        notes: TrainingFile,
        *,
        owner: str = USER,
        seed: int | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        only_ladder: bool = False,
    ) -> None:
        self._notes, self._owner, self._now = notes, owner, now
        self._seed = seed_of_chance() if seed is None else seed
        check_seed(self._seed)
        self._only_ladder = only_ladder
        self._asked = 0
        self._made = 0
        """How many fresh positions were made: none is made twice, whatever kinds are asked for."""
        self._last: Question | None = None

    def take_in(self, judged: JudgedGames) -> None:
        """Make cards of what the player overlooked or misguessed in games, the easiest first."""
        lessons = [
            (game.identity, lesson) for game, found in judged.games for lesson in found.lessons
        ]
        lessons.sort(key=lambda one: _hardness(one[1]))
        self._notes.add_cards(lessons, self._owner, self._now())

    @property
    def standing(self) -> Standing:
        """How far the training is."""
        cards, now = self._notes.cards(self._owner), self._now()
        open_cards = [card for card in cards if not card.is_learnt]
        return Standing(
            due=sum(card.due <= now for card in open_cards),
            waiting=len(open_cards),
            sitting=len(cards) - len(open_cards),
            rung=self._rung(),
        )

    def next_question(self) -> Question:
        """What to ask now; there is always something."""
        self._asked += 1
        self._last = self._chosen()
        return self._last

    def answer(self, question: Question, is_right: bool, seconds: float) -> None:
        """Keep an answer; `HistoryError` if that can't be written."""
        now, puzzle = self._now(), question.puzzle
        card = None if question.card is None else answered(question.card, is_right, now)
        kind = puzzle.kind.name
        self._notes.keep_answer(
            self._owner, kind, is_right, seconds, now, rung=question.rung, card=card
        )
        if card is None and not is_right:
            lesson = Lesson(kind, question.position)
            self._notes.add_cards([("", lesson)], self._owner, now)

    # Choosing

    def _chosen(self) -> Question:
        if not self._only_ladder:
            card = self._due_card()
            is_turn_of_fresh = self._asked % FRESH_EVERY == 0
            if card is not None and not (is_turn_of_fresh and self._last is not None):
                return card
            if card is not None and self._last is not None:
                return self._fresh_question(self._last.puzzle.kind) or card
            kinds = self._waiting_kinds()
            if kinds and self._asked % 2:
                kind = kinds[(self._asked // 2) % len(kinds)]
                question = self._fresh_question(kind)
                if question is not None:
                    return question
        return self._from_ladder()

    def _due_card(self) -> Question | None:
        """The card that is longest overdue, but not the position asked last."""
        last = None if self._last is None else self._last.position
        for card in self._notes.due(self._owner, self._now()):
            if card.position == last:
                continue
            try:
                kind = Kind.named(card.kind)
                return Question(puzzle_from(from_address(card.position), kind), card)
            except NONSENSE:  # a card that can't be read hides no other
                continue
        return None

    def _waiting_kinds(self) -> list[Kind]:
        """The kinds of the cards that do not sit yet, but those that this version does not know."""
        kinds = []
        for name in self._notes.waiting_kinds(self._owner):
            with suppress(*NONSENSE):
                kinds.append(Kind.named(name))
        return kinds

    def _fresh_question(self, kind: Kind) -> Question | None:
        """A position of a kind; None without the engine that makes it."""
        self._made += 1
        try:
            return Question(fresh_puzzle(kind, self._seed, self._made))
        except (EngineMissing, NoBoardFound):
            return None

    def _from_ladder(self) -> Question:
        rung = self._rung()
        if rung == len(LADDER):  # all are climbed: each in turn
            rung = self._asked % len(LADDER)
        for lower in range(rung, -1, -1):
            question = self._fresh_question(LADDER[lower])
            if question is not None:
                return Question(question.puzzle, rung=lower)
        raise EngineMissing("the ladder")

    def _rung(self) -> int:
        """The first rung that is not climbed."""
        answers = self._notes.answers_on_ladder(self._owner)
        for rung in range(len(LADDER)):
            given = answers.get(rung, [])
            if not any(
                all(given[first : first + RIGHT_TO_CLIMB])
                for first in range(len(given) - RIGHT_TO_CLIMB + 1)
            ):
                return rung
        return len(LADDER)


def _hardness(lesson: Lesson) -> tuple[int, float]:
    """Easy techniques come first, guesses last; within each, what gave up the most."""
    technique = Kind.named(lesson.kind).technique
    return len(LADDER) if technique is None else technique.rank, -lesson.given_up
