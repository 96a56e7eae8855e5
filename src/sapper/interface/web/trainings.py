"""The trainings that are open in browsers: one for each player."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock, RLock

from sapper.coach.deck import Deck
from sapper.coach.file import TrainingFile
from sapper.coach.games import JudgedGames
from sapper.coach.training import Training
from sapper.errors import NotYet
from sapper.grid import Cell

MOST_TRAININGS = 200
"""How many are remembered; of others, the answers are kept, and a new question is asked."""


@dataclass
class OpenTraining:
    """A training, the number of its question, and who may change it: one request at a time."""

    training: Training
    number: int = 1
    lock: RLock = field(default_factory=RLock)

    def check(self, number: int) -> None:
        """Whether a request is about the question that is asked now."""
        if number != self.number:
            raise NotYet("another question is asked by now")

    def answer(self, number: int, cell: Cell | None) -> None:
        """Mark an answer; without a cell, show the solution."""
        with self.lock:
            self.check(number)
            if self.training.marked is not None:
                raise NotYet("this question is answered already")
            if cell is None:
                self.training.show_solution()
            else:
                self.training.answer(cell)

    def go_on(self, number: int) -> None:
        """Ask the next question."""
        with self.lock:
            self.check(number)
            if self.training.marked is None:
                raise NotYet("this question is not answered yet")
            self.training.go_on()
            self.training.wait()
            self.number += 1


class Trainings:
    """The file that keeps the trainings, and those that are open."""

    def __init__(self, notes: TrainingFile) -> None:
        self.notes = notes
        self._open: OrderedDict[str, OpenTraining] = OrderedDict()
        self._lock = Lock()

    def of(self, owner: str) -> OpenTraining:
        """The training of a player; a new one if none is open."""
        fresh = None
        if owner not in self._open:  # nobody waits while a position is made for another
            fresh = OpenTraining(Training(Deck(self.notes, owner=owner), explains=False))
        with self._lock:
            found = self._open.pop(owner, fresh)
            if found is None:  # it was dropped a moment ago
                found = OpenTraining(Training(Deck(self.notes, owner=owner), explains=False))
            self._open[owner] = found
            while len(self._open) > MOST_TRAININGS:
                self._open.popitem(last=False)
            return found

    def take_in(self, owner: str, judged: JudgedGames) -> None:
        """Make cards of a player's games, for the training that is open or the next one."""
        Deck(self.notes, owner=owner).take_in(judged)
        with self._lock:
            found = self._open.get(owner)
        if found is not None:
            with found.lock:
                found.training.count_cards()
