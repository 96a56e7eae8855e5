"""A board in sentences, for listening to the game: no drawing, no colour, no signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from sapper.catalogue import Answers, Forms, form, spoken
from sapper.game import Status
from sapper.grid import Cell
from sapper.history.rows import say_start
from sapper.interface.terminal.words import Terminal
from sapper.play.record import Entry
from sapper.play.saying import capital, clock, full_stop, level_name, one_after_another
from sapper.play.table import Table
from sapper.play.words import Play
from sapper.view import View


@dataclass(frozen=True, slots=True)
class SeenPosition:
    """A position that belongs to no game."""

    view: View
    exploded: Cell | None = None
    mines: frozenset[Cell] = frozenset()
    wrong_flags: frozenset[Cell] = frozenset()


SeenBoard: TypeAlias = Table | SeenPosition
"""What is seen of a board: of a game at a table, or of a position."""

MOST_CELLS_NAMED = 12
"""Of larger regions only the rows are named."""


def number_word(number: int) -> str:
    """A small number as a word.

    >>> number_word(5), number_word(40)
    ('five', '40')
    """
    return spoken(Terminal).numbers.get(str(number), str(number))


def count(forms: Forms, number: int) -> str:
    """A number of things in words.

    >>> count(("{n} mine", "{n} mines"), 1), count(("{n} cell", "{n} cells"), 12)
    ('one mine', 'twelve cells')
    """
    return form(forms, number).format(n=number_word(number))


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
    first = full_stop(_shown(view, entry.cell))
    if opened == (entry.cell,):
        return first
    say, rows = spoken(Terminal), sorted({row for row, _ in opened})
    told = capital(count(say.were_opened, len(opened)))
    if len(opened) <= MOST_CELLS_NAMED:
        cells = spoken(Answers).comma.join(_shown(view, cell) for cell in sorted(opened))
        told = say.opened_cells.format(told=told, cells=cells)
    else:
        where = say.opened_rows if len(rows) > 1 else say.opened_row
        told = where.format(told=told, first=rows[0], last=rows[-1])
    return one_after_another(first if entry.cell in opened else "", full_stop(told))


def _shown(view: View, cell: Cell) -> str:
    number = view.number(cell)
    told = spoken(Terminal).cell_is["number" if number else "empty"]
    return told.format(cell=cell, number=number)


def say_cell(table: SeenBoard, cell: Cell) -> str:
    """What is seen of a cell.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> say_cell(Table(Setup(Level.named("beginner"), seed=1)), (0, 3))
    '(0, 3) is hidden'
    """
    told = spoken(Terminal).cell_is[_state(table, cell)]
    return told.format(cell=cell, number=table.view.number(cell))


def say_row(table: SeenBoard, row: int) -> str:
    """A row with the columns of everything in it.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> say_row(Table(Setup(Level.named("beginner"), seed=1)), 3)
    'Row 3: columns 0 to 8 are hidden.'
    """
    say, parts = spoken(Terminal), []
    for state, number, first, last in _runs(table, row):
        told = say.column_is[state] if first == last else say.columns_are[state]
        parts.append(told.format(first=first, last=last, number=number))
    return say.row.format(row=row, parts=spoken(Answers).comma.join(parts))


def say_board(table: SeenBoard) -> Iterator[str]:
    """All rows, one per line, in few words.

    A number of cells never comes right after a number on the board, not even by ear.

    >>> list(say_board(SeenPosition(View.parse("12###2\\n12#211", mines=2))))
    ['Row 0: 1, 2, then 3 hidden cells, then 2.', 'Row 1: 1, 2, hidden, 2, 1, 1.']
    """
    say = spoken(Terminal)
    for row in range(table.view.height):
        told = ""
        listed: list[str] = []
        for state, number, first, last in _runs(table, row):
            many = last - first + 1
            if many == 1 or state == "number":
                listed += [say.short[state].format(number=number)] * many
            else:
                told = _then(_then(told, listed), [say.short_many[state].format(n=many)])
                listed = []
        yield say.row.format(row=row, parts=_then(told, listed))


def _then(before: str, listed: Sequence[str]) -> str:
    """What was said before, and then more, if there is any of both."""
    after = spoken(Answers).comma.join(listed)
    if not (before and after):
        return before or after
    return spoken(Terminal).then.format(before=before, after=after)


def _runs(table: SeenBoard, row: int) -> Iterator[tuple[str, int | None, int, int]]:
    """Runs of equal cells in a row: what they are, the first and the last column."""
    cells = [(row, column) for column in range(table.view.width)]
    states = [(_state(table, cell), table.view.number(cell)) for cell in cells]
    column = 0
    for (state, number), run in groupby(states):
        length = len(list(run))
        yield state, number, column, column + length - 1
        column += length


def _state(table: SeenBoard, cell: Cell) -> str:
    """What is seen of a cell, by its name in the catalogue."""
    number = table.view.number(cell)
    if cell == table.exploded:
        return "exploded"
    if number is not None:
        return "number" if number else "empty"
    if cell in table.wrong_flags:
        return "wrong_flag"
    if cell in table.view.flags:
        return "flagged"
    return "mine" if cell in table.mines else "hidden"


def say_game(table: Table) -> str:
    """Which game it is, and how it stands.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> say_game(Table(Setup(Level.named("beginner"), seed=1)))
    'beginner: 9 rows, 9 columns, ten mines, start safe, seed 1. Ten mines are not flagged.'
    """
    level, say, left = table.setup.level, spoken(Terminal), table.mines_left
    game = say.game.format(
        level=level_name(level),
        height=level.height,
        width=level.width,
        mines=count(say.mines, level.mines),
        start=say_start(table.setup),
        seed=table.setup.seed,
    )
    if table.status is not Status.PLAYING:
        state = spoken(Play).over[table.status.value]
    elif left >= 0:
        state = capital(count(say.not_flagged, left))
    else:
        state = count(say.too_many_flags, -left)
    time = say.clock_shows.format(clock=clock(table.seconds, table.status)) if table.entries else ""
    return one_after_another(game, state, time)
