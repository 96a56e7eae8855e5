"""What the line mode needs to read a line, to think, and to answer briefly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO, TypeVar

from sapper.catalogue import Answers, form, spoken
from sapper.errors import NotUnderstood, SapperError
from sapper.grid import Cell
from sapper.interface.interruptible import interruptible
from sapper.interface.terminal.spoken import number_word
from sapper.interface.terminal.words import Terminal
from sapper.play.asking import Why
from sapper.play.beliefs import JudgedBeliefs
from sapper.play.saying import joined
from sapper.play.words import Play

Answer = TypeVar("Answer")

PROMPT = "> "
MOST_ECHOED = 30
MOST_CELLS_LISTED = 12
MOST_BELIEFS_TOLD = 12


def typed(lines: TextIO, out: TextIO, prompt: bool) -> Iterator[str]:
    """Each line that is typed, until the input ends; a `prompt` asks for it.

    >>> from io import StringIO
    >>> out = StringIO()
    >>> list(typed(StringIO("hint\\n"), out, prompt=True)), out.getvalue()
    (['hint\\n'], '> > \\n')
    """
    while True:
        if prompt:
            print(PROMPT, end="", file=out, flush=True)
        line = lines.readline()
        if not line:
            if prompt:
                print(file=out, flush=True)  # what is said now has a line of its own
            return
        yield line


def beside(work: Callable[[], Answer]) -> Answer:
    """Do long work that Ctrl-C can interrupt; whatever goes wrong is said, and play goes on."""
    try:
        return interruptible(work)
    except SapperError:
        raise
    except MemoryError:
        raise SapperError(spoken(Play).no_memory) from None
    except Exception as error:  # whatever an agent of another package raises
        raise SapperError(str(error) or type(error).__name__) from error


def whole_number(text: str, what: str) -> int:
    """The number that was typed, or else what to type."""
    if not is_number(text):
        raise what_to_type(what)
    return int(text)


def what_to_type(what: str) -> NotUnderstood:
    """The error that says what to type instead."""
    return NotUnderstood(spoken(Terminal).type_what.format(what=what))


def is_number(text: str) -> bool:
    """Whether this is a whole number of a plausible length."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(1 << 64))


def cell_typed(text: str) -> Cell | None:
    """The cell whose row and column were typed; None if this is no such thing.

    >>> cell_typed("(3, 4)"), cell_typed("3 4"), cell_typed("3")
    ((3, 4), (3, 4), None)
    """
    numbers = text.replace("(", " ").replace(")", " ").replace(",", " ").split()
    if len(numbers) != 2 or not all(is_number(number) for number in numbers):
        return None
    row, column = map(int, numbers)
    return row, column


def shortened(text: str) -> str:
    """The start of what was typed, to quote it."""
    return repr(text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…")


def listed(cells: list[Cell], told: str, none: str) -> str:
    """How many cells are so, and which."""
    return told.format(n=len(cells), cells=some(cells)) if cells else none


def some(cells: list[Cell]) -> str:
    """Some cells, and how many more there are."""
    if len(cells) <= MOST_CELLS_LISTED:
        return joined(cells)
    more = len(cells) - MOST_CELLS_LISTED
    first = spoken(Answers).comma.join(map(str, cells[:MOST_CELLS_LISTED]))
    told = form(spoken(Terminal).more_cells, more)
    return told.format(cells=first, n=number_word(more))


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
        yield spoken(Terminal).and_more.format(n=more)
