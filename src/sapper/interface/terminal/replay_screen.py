"""A game looked at again: the position before each turn, what it risked, and what was best."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.game import Status
from sapper.grid import Cell
from sapper.interface.terminal.asking_screen import AskingScreen, why_in_words
from sapper.interface.terminal.board_drawing import Scene
from sapper.interface.terminal.panels import FAR, Line, MoveList, RowList, title_line
from sapper.interface.terminal.thinking import About
from sapper.play.record import Record
from sapper.play.review import ReviewStep, review
from sapper.play.saying import clock, percent, say
from sapper.play.table import Table
from sapper.view import View


class ReplayScreen(AskingScreen):
    """A game step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,down", "step(1)", "on"),
        Binding("left,up", "step(-1)", "back"),
        Binding("pagedown", "step(10)", "far on"),
        Binding("pageup", "step(-10)", "far back"),
        Binding("home", f"step(-{FAR})", "to the start"),
        Binding("end", f"step({FAR})", "to the end"),
        Binding("d", "deciding", "the turn that decided it"),
        Binding("escape,q,g", "leave", "back to the game"),
    ]
    KEYS = (
        ("Esc", "back", "screen.leave"),
        ("←→", "step", "screen.step(1)"),
        ("Home", "start", f"screen.step(-{FAR})"),
        ("End", "end", f"screen.step({FAR})"),
        ("d", "what decided it", "screen.deciding"),
        ("o", "odds", "screen.odds"),
        ("w", "why", "screen.why"),
    )

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record
        self._table = Table.of(record)
        self.review = review(record)
        self.place = 0

    @property
    def step(self) -> ReviewStep | None:
        """The turn that comes next; None at the end."""
        return self.review.steps[self.place] if self.place < len(self.review.steps) else None

    @property
    def position(self) -> About:
        """How far the game has gone."""
        return (self.place,)

    @property
    def view(self) -> View:
        """The position before the turn."""
        return self.review.views[self.place]

    @property
    def asked_cell(self) -> Cell | None:
        """The cell of the turn that comes next."""
        return self.step.entry.cell if self.step else None

    def scene(self) -> Scene:
        """The position, and the cell of the turn; at the end where the mines were."""
        if self.step:
            return Scene(self.view, self.asked_cell, odds=self.odds, why=self.pointed())
        table = self._table
        wrong = table.wrong_flags if table.status is Status.LOST else frozenset()
        return Scene(self.view, None, table.exploded, table.mines, wrong)

    def on_mount(self) -> None:
        """Begin at the first turn."""
        self.show()

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        if not self.is_mounted:
            return
        entries = self._record.entries
        self.board.show(self.scene())
        self.query_one("#moves", MoveList).show_entries(entries, min(self.place, len(entries) - 1))
        left = f"   replay   {self.review.status.value}   {clock(self._record.seconds)}"
        title = title_line(Text(left, style="bold"), self._record.setup, self.size.width)
        self.query_one("#title", Line).show(title)
        self.message.say(*self._words())
        self.show_keys()

    def _words(self) -> list[str]:
        step = self.step
        if step is None:
            return self.review.words()
        if self.why is not None:
            return list(why_in_words(self.why, self.why_step))
        number, of = step.entry.number, len(self.review.steps)
        return [f"{number} of {of}. {say(step.entry)}", *self._what_was_best(step)]

    def _what_was_best(self, step: ReviewStep) -> list[str]:
        """Of a guess: the safest cell, and what the strongest agent would have done."""
        if not step.entry.is_guess:
            return []
        told = []
        best, chance = step.best_cell, step.entry.best_probability
        if best is not None and chance is not None and step.skill < 0:
            told.append(f"Safer was {best}, {percent(chance)} to be a mine.")
        if "expert_move" not in vars(step):  # it is found out once, and kept there
            self.ask("expert", lambda: step.expert_move)
        elif step.expert_move is not None:
            told.append(f"The strongest agent would have opened {step.expert_move.cell}.")
        return told

    def action_step(self, by: int) -> None:
        """Go on or back."""
        self._go_to(self.place + by)

    def action_deciding(self) -> None:
        """Go to the turn that decided the game."""
        if self.review.deciding is not None:
            self._go_to(self.review.deciding)

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Go to the turn that was clicked."""
        self._go_to(message.index)

    def _go_to(self, place: int) -> None:
        self.place = min(max(place, 0), len(self.review.steps))
        self.forget()
        self.ask_for_odds()
        self.show()

    def action_clear(self) -> None:
        """Close the explanation."""
        self.why = None
        self.show()

    def action_leave(self) -> None:
        """Close the explanation if there is one; else back to the game."""
        if self.why is not None:
            self.action_clear()
        else:
            self.dismiss()
