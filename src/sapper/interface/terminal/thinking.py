"""Thinking beside the screen: the game stays quick however long an answer takes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Semaphore, Thread
from typing import Any, TypeAlias

from textual.message import Message
from textual.message_pump import MessagePump

MOST_AT_ONCE = 4
"""So many thoughts run at once; stale ones can't be stopped, but those that wait are dropped."""

About: TypeAlias = tuple[object, ...]
"""What a question is about."""


class Thought(Message):
    """An answer to what was asked, or why there is none."""

    def __init__(self, kind: str, about: About, answer: Any, trouble: str | None) -> None:
        super().__init__()
        self.kind = kind
        self.about = about
        self.answer = answer
        self.trouble = trouble


class Thinker:
    """Asks in threads of its own, and posts each answer to whoever shows it.

    The threads are daemons: textual's own workers, and asyncio's executor, would hold up the end
    of the program until a long count is over.
    """

    def __init__(self, reader: MessagePump) -> None:
        self._reader = reader
        self._asked: dict[str, About] = {}
        self._room = Semaphore(MOST_AT_ONCE)

    def ask(self, kind: str, about: About, work: Callable[[], Any]) -> bool:
        """Do the work, and post its answer; False if the same is under way already.

        `about` is what the question is about. A later question of the same kind makes this one's
        answer stale.
        """
        if self._asked.get(kind) == about:
            return False
        self._asked[kind] = about
        Thread(target=self._work, args=(kind, about, work), name=kind, daemon=True).start()
        return True

    def _work(self, kind: str, about: About, work: Callable[[], Any]) -> None:
        answer = trouble = None
        with self._room:
            if self._asked.get(kind) != about:
                return
            try:
                answer = work()
            except MemoryError:
                trouble = "there is not enough memory to answer this"
            except Exception as error:  # whatever an agent of another package raises is shown
                trouble = str(error) or type(error).__name__
        with suppress(RuntimeError):  # the screen is gone, and nobody reads any more
            self._reader.post_message(Thought(kind, about, answer, trouble))

    def accept(self, thought: Thought) -> bool:
        """Whether an answer is to what was asked last; then it is no longer waited for."""
        if self._asked.get(thought.kind) != thought.about:
            return False
        del self._asked[thought.kind]
        return True

    def drop(self, *kinds: str) -> None:
        """Wait no longer for answers of these kinds; of any, if none is named."""
        for kind in kinds or tuple(self._asked):
            self._asked.pop(kind, None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The kinds of answers that are waited for."""
        return tuple(self._asked)
