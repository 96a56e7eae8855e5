"""What the line mode needs to read a line, to think, and to answer in few words."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, cast

from sapper.errors import NotUnderstood, SapperError
from sapper.grid import Cell
from sapper.interface.terminal.spoken import count, say_cells

Answer = TypeVar("Answer")

MOST_ECHOED = 30
MOST_CELLS_LISTED = 12


def beside(work: Callable[[], Answer]) -> Answer:
    """Do long work beside the main thread, so that Ctrl-C is heard meanwhile."""
    done: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:
            done.put((None, error))

    Thread(target=run, daemon=True).start()
    answer, error = done.get()
    if isinstance(error, MemoryError):
        raise SapperError("there is not enough memory to answer this")
    if isinstance(error, Exception) and not isinstance(error, SapperError):
        # Whatever an agent of another package raises is said, and play goes on.
        raise SapperError(str(error) or type(error).__name__) from error
    if error is not None:
        raise error
    return cast("Answer", answer)


def whole_number(text: str, what_to_type: str) -> int:
    """The number that was typed."""
    if not is_number(text):
        raise NotUnderstood(f"type {what_to_type}")
    return int(text)


def is_number(text: str) -> bool:
    """Whether this is a whole number of a length that can be meant."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(1 << 64))


def shortened(text: str) -> str:
    """Some of what was typed, fit to be repeated."""
    return repr(text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…")


def listed(cells: list[Cell], what: str, none: str) -> str:
    """So many cells are so."""
    return f"{len(cells)} {what}: {some(cells)}." if cells else none


def some(cells: list[Cell]) -> str:
    """Some cells, and how many more there are."""
    if len(cells) <= MOST_CELLS_LISTED:
        return say_cells(cells)
    more = len(cells) - MOST_CELLS_LISTED
    return f"{', '.join(map(str, cells[:MOST_CELLS_LISTED]))}, and {count(more, 'more cell')}"
