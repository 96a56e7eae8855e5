"""A board in sentences, for listening to the game: no drawing, no colour, no signs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sapper.game import Status
from sapper.grid import Cell
from sapper.history.rows import say_start
from sapper.play.record import Entry
from sapper.play.saying import capital, clock
from sapper.play.table import Table
from sapper.view import View

SMALL_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
MOST_CELLS_NAMED = 12
"""Of larger regions only the rows are named."""


def number_word(number: int) -> str:
    """A small number as a word.

    >>> number_word(5), number_word(40)
    ('five', '40')
    """
    return SMALL_NUMBERS[number] if 0 <= number < len(SMALL_NUMBERS) else str(number)


def count(number: int, thing: str) -> str:
    """A number of things in words.

    >>> count(1, "mine"), count(12, "cell")
    ('one mine', 'twelve cells')
    """
    return f"{number_word(number)} {thing}{'' if number == 1 else 's'}"


def say_opened(view: View, entry: Entry) -> str:
    """What a turn revealed.

    >>> from sapper.game import Action
    >>> view = View.parse("12#\\n00#", mines=1)
    >>> say_opened(view, Entry(1, Action.REVEAL, (0, 1), opened=((0, 1),)))
    '(0, 1) shows 2.'
    >>> say_opened(view, Entry(1, Action.CHORD, (0, 0), opened=((0, 1), (1, 0))))
    'Two cells were opened: (0, 1) shows 2, (1, 0) is empty.'
    """
    opened = entry.opened
    if not opened:
        return ""
    number = view.number(entry.cell)
    first = f"{entry.cell} {_shown(number)}."
    if opened == (entry.cell,):
        return first
    told = f"{capital(count(len(opened), 'cell'))} {'was' if len(opened) == 1 else 'were'} opened"
    if len(opened) <= MOST_CELLS_NAMED:
        told += ": " + ", ".join(f"{cell} {_shown(view.number(cell))}" for cell in sorted(opened))
    else:
        rows = sorted({row for row, _ in opened})
        told += f", in rows {rows[0]} to {rows[-1]}" if len(rows) > 1 else f", in row {rows[0]}"
        told += f"; type row {rows[0]} to hear one"
    return f"{told}." if entry.cell not in opened else f"{first} {told}."


def _shown(number: int | None) -> str:
    return "is empty" if number == 0 else f"shows {number}"


def say_cell(table: Table, cell: Cell) -> str:
    """What is seen of a cell.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> say_cell(Table(Setup(Level.named("beginner"), seed=1)), (0, 3))
    '(0, 3) is hidden'
    """
    return f"{cell} {_state(table, cell, verbal=True)}"


def say_row(table: Table, row: int) -> str:
    """A row with the columns of everything in it.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> say_row(Table(Setup(Level.named("beginner"), seed=1)), 3)
    'Row 3: columns 0 to 8 are hidden.'
    """
    parts = []
    for state, first, last in _runs(table, row, verbal=True):
        if first == last:
            parts.append(f"column {first} {state}")
        else:
            parts.append(f"columns {first} to {last} {_plural(state)}")
    return f"Row {row}: {', '.join(parts)}."


def say_board(table: Table) -> Iterator[str]:
    """All rows, one per line, in few words.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> list(say_board(Table(Setup(Level(2, 3, 1), seed=1))))
    ['Row 0: 3 hidden.', 'Row 1: 3 hidden.']
    """
    for row in range(table.view.height):
        parts = []
        for state, first, last in _runs(table, row, verbal=False):
            many = last - first + 1
            is_number = state.isdigit()
            parts += [state] * many if is_number else [state if many == 1 else f"{many} {state}"]
        yield f"Row {row}: {', '.join(parts)}."


def _runs(table: Table, row: int, verbal: bool) -> Iterator[tuple[str, int, int]]:
    """Runs of equal cells in a row: what they are, the first and the last column."""
    states = [_state(table, (row, column), verbal) for column in range(table.view.width)]
    column = 0
    for state, run in groupby(states):
        length = len(list(run))
        yield state, column, column + length - 1
        column += length


def _state(table: Table, cell: Cell, verbal: bool) -> str:
    number = table.view.number(cell)
    if cell == table.exploded:
        return "was the mine that exploded" if verbal else "the mine that exploded"
    if number is not None:
        if number == 0:
            return "is empty" if verbal else "empty"
        return f"shows {number}" if verbal else str(number)
    if cell in table.wrong_flags:
        state = "flagged, but holds no mine" if verbal else "wrongly flagged"
    elif cell in table.view.flags:
        state = "flagged"
    elif cell in table.mines:
        return "is a mine" if verbal else "mine"
    else:
        state = "hidden"
    return f"is {state}" if verbal else state


def _plural(state: str) -> str:
    if state == "is a mine":
        return "are mines"
    return state.replace("is ", "are ", 1).replace("shows ", "show ", 1).replace("holds", "hold")


def say_game(table: Table) -> str:
    """Which game it is, and how it stands.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> say_game(Table(Setup(Level.named("beginner"), seed=1)))
    'beginner: 9 rows, 9 columns, ten mines, start safe, seed 1. Ten mines are not flagged.'
    """
    level = table.setup.level
    left = table.mines_left
    if table.status is not Status.PLAYING:
        state = f"The game is {table.status.value}"
    elif left >= 0:
        state = f"{capital(count(left, 'mine'))} {'is' if left == 1 else 'are'} not flagged"
    else:
        state = f"There {'is' if left == -1 else 'are'} {count(-left, 'flag')} too many"
    time = f" The clock shows {clock(table.seconds, table.status)}." if table.entries else ""
    return (
        f"{level.name}: {level.height} rows, {level.width} columns, {count(level.mines, 'mine')}, "
        f"start {say_start(table.setup)}, seed {table.setup.seed}. {state}.{time}"
    )
