"""A file under examination: it does what it is asked to, as long as there is time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import thread_time
from types import TracebackType

from sapper.errors import GuestFailed
from sapper.grader.findings import Told
from sapper.guest.guest import Guest, Limits
from sapper.guest.interface import GuestInterface
from sapper.guest.operations import (
    AddKnowledge,
    Answer,
    GuestBeliefs,
    NewAI,
    Operation,
    SeedRandom,
)

SEED = 50
"""Of the boards, and of the random numbers that an AI may draw."""
SLOWEST_CALL = 2.0
"""Seconds after which a call counts as a stall."""
SHARE_OF_A_CALL = 1 / 3
"""No call may take more than this part of a file's time."""
SECONDS_OF_GRACE = 1.0
"""How far a file may overrun its time, to finish a call under way."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of a script: the answers, and the failure that ended it, if one did."""

    answers: tuple[Answer, ...]
    failure: GuestFailed | None = None

    @property
    def beliefs(self) -> tuple[GuestBeliefs, ...]:
        """What the AI believed after each call that tells."""
        values = (answer.value for answer in self.answers)
        return tuple(value for value in values if isinstance(value, GuestBeliefs))


class OutOfTime(Exception):
    """The time for this file is spent, or grading was interrupted; some answers may be there."""

    def __init__(self, attempt: Attempt = Attempt(())) -> None:
        super().__init__()
        self.attempt = attempt


class Timer:
    """The time that is left for one file: that of its processes, and that of judging it.

    What they wait for a core on a busy machine takes nothing from it, so that the same file is
    given the same report.
    """

    def __init__(self, seconds: float, interrupted: Event | None = None) -> None:
        self.seconds = seconds
        self._began = thread_time()
        self._of_its_processes = 0.0
        self._until = seconds
        self._interrupted = interrupted or Event()

    @property
    def spent(self) -> float:
        """The seconds since it began, in the thread that judges."""
        return thread_time() - self._began + self._of_its_processes

    def add(self, seconds: float) -> None:
        """A process of the file has taken so many seconds."""
        self._of_its_processes += seconds

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self.seconds - self.spent)

    @property
    def is_over(self) -> bool:
        """Whether the time that may be spent by now is spent."""
        return self._interrupted.is_set() or self.spent >= self._until

    @contextmanager
    def using(self, part: float) -> Iterator[None]:
        """Meanwhile, no more than this part of the time that is left now may be spent."""
        before, self._until = self._until, self.spent + part * self.left
        try:
            yield
        finally:
            self._until = before


class Examinee:
    """Somebody's file, run as a guest; a context manager."""

    def __init__(self, file: Path, timer: Timer, hash_seed: int = 0) -> None:
        """Raises `GuestFailed` if the file can't be loaded, `OutOfTime` once time is up."""
        if timer.is_over:
            raise OutOfTime
        self.file = file
        self.timer = timer
        limits = Limits(
            seconds_per_call=min(SLOWEST_CALL, SHARE_OF_A_CALL * timer.seconds),
            seconds_in_all=timer.left + SECONDS_OF_GRACE,
        )
        self._guest = Guest(file, limits=limits, hash_seed=hash_seed, tell_seconds=timer.add)

    def __enter__(self) -> Examinee:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._guest.close()

    @property
    def kind(self) -> str:
        """Whether it has the course's interface ("course") or is one of Sapper's agents."""
        return self._guest.kind

    def interface(self) -> GuestInterface:
        """The classes and methods that it has."""
        return self._guest.interface()

    def ask(self, *script: Operation) -> Attempt:
        """Carry out operations up to the first failure; raise `OutOfTime` once time is up."""
        if self.timer.is_over:
            raise OutOfTime
        answers = self._guest.run(script)
        failure = answers[-1] if answers and isinstance(answers[-1], GuestFailed) else None
        attempt = Attempt(tuple(one for one in answers if isinstance(one, Answer)), failure)
        if failure is not None and failure.kind == "stall" and self.timer.left == 0:
            raise OutOfTime(attempt)  # not this call was too long, but all of them together
        return attempt

    def told(self, height: int, width: int, moves: Sequence[Told]) -> Attempt:
        """A new AI that is told these numbers in turn; its random numbers repeat."""
        calls = [AddKnowledge(move.cell, move.count) for move in moves]
        return self.ask(SeedRandom(SEED), NewAI(height, width), *calls)
