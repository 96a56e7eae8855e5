"""What the line mode needs to read a line, to think, and to answer briefly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from sapper.errors import NotUnderstood, SapperError
from sapper.grid import Cell
from sapper.interface.interruptible import interruptible
from sapper.interface.terminal.spoken import count
from sapper.play.asking import Why
from sapper.play.beliefs import JudgedBeliefs
from sapper.play.saying import joined

Answer = TypeVar("Answer")

MOST_ECHOED = 30
MOST_CELLS_LISTED = 12
MOST_BELIEFS_TOLD = 12


def beside(work: Callable[[], Answer]) -> Answer:
    """Do long work that Ctrl-C can interrupt; whatever goes wrong is said, and play goes on."""
    try:
        return interruptible(work)
    except SapperError:
        raise
    except MemoryError:
        raise SapperError("there is not enough memory to answer this") from None
    except Exception as error:  # whatever an agent of another package raises
        raise SapperError(str(error) or type(error).__name__) from error


def whole_number(text: str, what_to_type: str) -> int:
    """The number that was typed."""
    if not is_number(text):
        raise NotUnderstood(f"type {what_to_type}")
    return int(text)


def is_number(text: str) -> bool:
    """Whether this is a whole number of a plausible length."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(1 << 64))


def shortened(text: str) -> str:
    """The start of what was typed, to quote it."""
    return repr(text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…")


def listed(cells: list[Cell], what: str, none: str) -> str:
    """How many cells are so, and which."""
    return f"{len(cells)} {what}: {some(cells)}." if cells else none


def some(cells: list[Cell]) -> str:
    """Some cells, and how many more there are."""
    if len(cells) <= MOST_CELLS_LISTED:
        return joined(cells)
    more = len(cells) - MOST_CELLS_LISTED
    return f"{', '.join(map(str, cells[:MOST_CELLS_LISTED]))}, and {count(more, 'more cell')}"


def said(why: Why) -> Iterator[str]:
    """An explanation line by line."""
    yield from why.heading
    for line in why.lines:
        yield line.words


def say_beliefs(judged: JudgedBeliefs) -> Iterator[str]:
    """How many beliefs are right, false or missed; then, faults first, what they are."""
    yield judged.words
    for belief in judged.listed[:MOST_BELIEFS_TOLD]:
        yield belief.words
    more = len(judged.listed) - MOST_BELIEFS_TOLD
    if more > 0:
        yield f"And {more} more."
