"""Long work that Ctrl-C can interrupt."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar, cast

Result = TypeVar("Result")


def interruptible(work: Callable[[], Result]) -> Result:
    """Do long work beside the main thread, which would not hear Ctrl-C while the engine counts.

    >>> interruptible(lambda: 6 * 7)
    42
    """
    done: SimpleQueue[tuple[Result | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:
            done.put((None, error))

    Thread(target=run, daemon=True).start()
    result, error = done.get()
    if error is not None:
        raise error
    return cast("Result", result)
