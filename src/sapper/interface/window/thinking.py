"""Thinking beside the window: it never waits, and answers nobody waits for are dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

MOST_AT_ONCE = 4
"""So many thoughts may run at once; overtaken ones can't be stopped, but they must not pile up."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A thought that ended in an error."""

    error: Exception


@dataclass(frozen=True, slots=True)
class _Thought:
    kind: str
    number: int
    work: Callable[[], Any]
    then: Callable[[Any], None]


class Thinker:
    """Asks questions in other threads; `collect` gives the answers in the caller's own.

    Of each kind only the newest question counts. When it is asked, older ones are overtaken, and
    their answers are never heard.

    >>> thinker, heard = Thinker(), []
    >>> thinker.ask("sum", lambda: 1 + 1, heard.append)
    >>> while thinker.is_busy("sum"):
    ...     changed = thinker.collect()
    >>> heard
    [2]
    """

    def __init__(self) -> None:
        self._newest: dict[str, _Thought] = {}
        self._waiting: dict[str, _Thought] = {}
        self._running = 0
        self._asked = 0
        self._done: SimpleQueue[tuple[_Thought, Any]] = SimpleQueue()

    def ask(self, kind: str, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Have `work` done, and `then` called with what it gave, or with a `Failure`."""
        self._asked += 1
        thought = _Thought(kind, self._asked, work, then)
        self._newest[kind] = thought
        self._waiting[kind] = thought
        self._start_waiting()

    def drop(self, kind: str) -> None:
        """Nobody waits for this kind of answer any more."""
        self._newest.pop(kind, None)
        self._waiting.pop(kind, None)

    def drop_all(self) -> None:
        """Nobody waits for anything any more."""
        self._newest.clear()
        self._waiting.clear()

    def is_busy(self, kind: str) -> bool:
        """Whether an answer of this kind is still waited for."""
        return kind in self._newest

    @property
    def busy(self) -> bool:
        """Whether any answer is still waited for."""
        return bool(self._newest)

    def collect(self) -> bool:
        """Hand on the answers that have come; tell whether there were any that count."""
        heard = False
        while True:
            try:
                thought, answer = self._done.get_nowait()
            except Empty:
                return heard
            self._running -= 1
            self._start_waiting()
            if self._newest.get(thought.kind) is thought:
                del self._newest[thought.kind]
                thought.then(answer)
                heard = True

    def _start_waiting(self) -> None:
        while self._waiting and self._running < MOST_AT_ONCE:
            thought = self._waiting.pop(next(iter(self._waiting)))
            self._running += 1
            Thread(target=self._think, args=(thought,), daemon=True).start()

    def _think(self, thought: _Thought) -> None:
        answer: Any
        try:
            answer = thought.work()
        except Exception as error:  # whatever an agent of another package raises is shown
            answer = Failure(error)
        self._done.put((thought, answer))
