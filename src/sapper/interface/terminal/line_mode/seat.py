"""Where somebody sits who plays by typing."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.catalogue import spoken
from sapper.coach.sitting import Sitting
from sapper.grid import Cell, check_cell
from sapper.history import History
from sapper.interface.terminal.line_mode.lines import cell_typed, what_to_type
from sapper.interface.terminal.line_mode.training import PlainTraining
from sapper.interface.terminal.spoken import say_game
from sapper.interface.terminal.words import Terminal
from sapper.play.saying import one_after_another
from sapper.play.table import Table
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade


class Seat:
    """The table, the saved games, and what was chosen: all that a typed command may change."""

    def __init__(self, table: Table, history: History) -> None:
        self.table = table
        self.history = history
        self.fast: BoardGrade | None = None
        """Up to which grade moves are made for the player; None if all are their own."""
        self.is_left = False
        self._sitting: Sitting | None = None
        self._was_timed = False
        self.training: PlainTraining | None = None
        """Positions that are practised, while the game waits."""

    def sit_at(self, table: Table) -> Iterator[str]:
        """Go to a new game, and tell which."""
        self.table.leave()
        self.table = table
        yield one_after_another(spoken(Terminal).a_new_game, say_game(table))

    def practise(self, sitting: Sitting) -> Iterator[str]:
        """Let the game wait, its clock stopped, and answer questions; say the first."""
        self._was_timed = self.table.is_timed
        self.table.leave()
        self._sitting = sitting
        notes = sitting.notes
        self.training = PlainTraining(sitting.training, notes.message, is_kept=notes.is_kept)
        yield from self.training.begin()

    def stop_practising(self) -> str:
        """End the training, if there is one; its last words."""
        if self._sitting is None or self.training is None:
            return ""
        told = self.training.farewell()
        self._sitting.close()
        self._sitting = self.training = None
        if self._was_timed:
            self.table.sit_down()
        return told

    def game_is_over(self) -> str:
        """How the game ended, and what to type now."""
        over = spoken(Play).over[self.table.status.value]
        return one_after_another(over, spoken(Terminal).when_over)

    def cell(self, rest: str, name: str) -> Cell:
        """The cell that was typed after the name of a command."""
        cell = cell_typed(rest)
        if cell is None:
            raise what_to_type(spoken(Terminal).what_cell.format(name=name))
        return check_cell(cell, self.table.view.height, self.table.view.width)
