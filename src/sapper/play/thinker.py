"""Thinking beside the screen: no interface ever waits, and overtaken answers are dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from sapper.catalogue import spoken
from sapper.play.saying import full_stop
from sapper.play.words import Play

MOST_AT_ONCE = 4
"""Questions answered at once. Overtaken ones can't be stopped, but they must not pile up."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a question has no answer."""

    error: BaseException

    @property
    def words(self) -> str:
        """The reason, as a sentence."""
        if isinstance(self.error, MemoryError):
            return spoken(Play).no_memory
        return full_stop(str(self.error) or type(self.error).__name__)


@dataclass(frozen=True, slots=True)
class _Question:
    kind: str
    work: Callable[[], Any]
    then: Callable[[Any], None]


class Thinker:
    """Answers questions in other threads; `collect` hands the answers on in the caller's own.

    Only the newest question of each kind counts. Asking it overtakes the older ones: their
    answers are never heard. The threads are daemons, so a long count never holds up the end of
    the program.

    >>> thinker, heard = Thinker(), []
    >>> thinker.ask("sum", lambda: 1 + 1, heard.append)
    >>> while thinker.is_busy("sum"):
    ...     changed = thinker.collect()
    >>> heard
    [2]
    """

    def __init__(self) -> None:
        self._newest: dict[str, _Question] = {}
        self._waiting: dict[str, _Question] = {}
        self._running = 0
        self._done: SimpleQueue[tuple[_Question, Any]] = SimpleQueue()

    def ask(self, kind: str, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Run `work` in a thread, then call `then` with its result or with a `Failure`."""
        question = _Question(kind, work, then)
        self._newest[kind] = question
        self._waiting[kind] = question
        self._start_waiting()

    def drop(self, *kinds: str) -> None:
        """Stop waiting for answers of these kinds; of every kind if none is named."""
        for kind in kinds or tuple(self._newest):
            self._newest.pop(kind, None)
            self._waiting.pop(kind, None)

    def is_busy(self, kind: str) -> bool:
        """Whether an answer of this kind is awaited."""
        return kind in self._newest

    @property
    def busy(self) -> bool:
        """Whether any answer is awaited."""
        return bool(self._newest)

    def collect(self) -> bool:
        """Hand on the answers that have arrived; tell whether any of them counted."""
        heard = False
        while True:
            try:
                question, answer = self._done.get_nowait()
            except Empty:
                return heard
            self._running -= 1
            self._start_waiting()
            if self._newest.get(question.kind) is question:
                del self._newest[question.kind]
                question.then(answer)
                heard = True

    def _start_waiting(self) -> None:
        while self._waiting and self._running < MOST_AT_ONCE:
            question = self._waiting.pop(next(iter(self._waiting)))
            self._running += 1
            Thread(target=self._answer, args=(question,), name=question.kind, daemon=True).start()

    def _answer(self, question: _Question) -> None:
        answer: Any
        try:
            answer = question.work()
        except BaseException as error:  # whatever an agent raises is shown, or it would be awaited
            answer = Failure(error)
        self._done.put((question, answer))
