"""A position on show and what was asked about it: its odds, and why a cell is safe or a mine.

A game being played (`Session`) and one being reviewed (`Replay`) both are such a position; they
differ in where it comes from. Nothing here draws or knows a rule of the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from sapper.catalogue import form, spoken
from sapper.exact.analysis import Analysis
from sapper.grid import Cell
from sapper.play.asking import Why, WhyLine
from sapper.play.commands import GAME_COMMANDS, Command
from sapper.play.saying import say_incomplete, say_odds
from sapper.play.situation import Situation
from sapper.play.thinker import Failure, Thinker
from sapper.play.words import Play
from sapper.view import View


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation on show, and the step it is at."""

    cell: Cell
    why: Why
    step: int = 0

    @property
    def line(self) -> WhyLine | None:
        """The step that is shown; None where there are only odds."""
        return self.why.lines[self.step] if self.why.lines else None

    @property
    def words(self) -> tuple[str, ...]:
        """The heading and the step that is shown."""
        if self.line is None:
            return self.why.heading
        heading = spoken(Play).step_of.format(
            heading=self.why.heading[0], step=self.step + 1, steps=len(self.why.lines)
        )
        return heading, self.line.words


class Inquiry(ABC):
    """A position, its odds and an explanation; `tick` brings in the answers."""

    commands: tuple[Command, ...] = GAME_COMMANDS

    def __init__(self, *, odds_on: bool = False) -> None:
        self.thinker = Thinker()
        self.odds_on = odds_on
        self.why_on = False
        self.analysis: Analysis | None = None
        """The odds, where they are shown and have been counted."""
        self.explained: Explained | None = None
        self.unanswered = ""
        """Why the last question about a cell has no explanation."""
        self.now = 0.0
        self._counted: View | None = None
        self._told_incomplete = False  # once is enough, not at each move

    # What differs between a game and its replay

    @property
    @abstractmethod
    def situation(self) -> Situation:
        """What is asked about."""

    @property
    @abstractmethod
    def view(self) -> View:
        """The board to be drawn; it may show less than the situation."""

    @property
    @abstractmethod
    def can_ask(self) -> bool:
        """Whether there is anything to ask now."""

    @abstractmethod
    def fail(self, failure: Failure) -> None:
        """A question has no answer: say so."""

    @abstractmethod
    def tell(self, words: str) -> None:
        """Say something about an answer."""

    # Commands

    def do(self, command: Command, here: Cell | None = None) -> bool:
        """Carry out a command at a cell; False if that is left to the screen."""
        if not command.method or (command.needs_cell and here is None):
            return False
        method = getattr(self, command.method)
        method(here) if command.needs_cell else method()
        return True

    # Odds

    def toggle_odds(self) -> None:
        """Show every cell's chance of a mine, or stop showing it."""
        self.odds_on = not self.odds_on
        self.thinker.drop("odds")
        self._counted = None
        self._told_incomplete = False
        self.refresh_odds()

    def refresh_odds(self) -> None:
        """Count the odds anew if they are shown and the position has changed."""
        if not self.odds_on or not self.can_ask:
            self.analysis = self._counted = None
            return
        view = self.situation.view
        if self._counted is None or self._counted.revealed_count != view.revealed_count:
            self.analysis, self._counted = None, view
            self.thinker.ask("odds", self.situation.odds, self._show_odds)

    def _show_odds(self, analysis: Analysis | Failure) -> None:
        if isinstance(analysis, Failure):
            self.odds_on = False  # or each move would bring the same complaint
            self.fail(analysis)
        else:
            self.analysis = analysis
            if not analysis.complete and not self._told_incomplete:
                self._told_incomplete = True
                self.tell(say_incomplete(analysis))

    def chance(self, cell: Cell) -> float | None:
        """A hidden cell's chance of a mine, where the odds are shown and it is known."""
        if self.analysis is None or not self.analysis.is_known(cell):
            return None
        return float(self.analysis.mine_probability[cell])

    # Why

    def toggle_why(self, cell: Cell | None = None) -> None:
        """Explain this cell, and then each that is looked at; or stop explaining."""
        self.why_on = not self.why_on
        self.forget_why()
        if self.why_on and cell is not None:
            self.ask_why(cell)

    def ask_why(self, cell: Cell) -> None:
        """Have it explained why a hidden cell is safe or a mine."""
        situation = self.situation
        if not self.can_ask or not situation.view.is_hidden(cell):
            return
        if self.explained is not None and self.explained.cell == cell:
            return
        self.thinker.ask("why", lambda: situation.why(cell), lambda why: self._explain(cell, why))

    def look_at(self, cell: Cell) -> None:
        """The player looks at a cell: it is explained if explanations are on."""
        if self.why_on:
            self.ask_why(cell)

    def _explain(self, cell: Cell, why: Why | Failure) -> None:
        if isinstance(why, Failure):
            self.explained = None
            self.unanswered = spoken(Play).about_cell.format(cell=cell, words=why.words)
        else:
            self.explained, self.unanswered = Explained(cell, why), ""

    def step_on(self) -> None:
        """Show the next step of the explanation."""
        if self.explained is not None:
            self.show_step(self.explained.step + 1)

    def step_back(self) -> None:
        """Show the previous step of the explanation."""
        if self.explained is not None:
            self.show_step(self.explained.step - 1)

    def show_step(self, step: int) -> None:
        """Show one step of the explanation."""
        if self.explained is not None and self.explained.why.lines:
            last = len(self.explained.why.lines) - 1
            self.explained = replace(self.explained, step=min(max(step, 0), last))

    def forget_why(self) -> None:
        """The explanation is about another position, or is no longer wanted."""
        self.explained, self.unanswered = None, ""
        self.thinker.drop("why")

    # Time

    def tick(self, now: float) -> bool:
        """Let time pass; tell whether there is anything new to show."""
        self.now = now
        return self.thinker.collect()

    def describe(self, cell: Cell) -> str:
        """A line about a cell: what it shows, or its odds."""
        view, say = self.view, spoken(Play)
        number = view.number(cell)
        if number is not None:
            return form(say.mines_around, number).format(cell=cell, n=number)
        state = (say.cell_flagged if cell in view.flags else say.cell_hidden).format(cell=cell)
        if self.analysis is None:
            return state
        return say.cell_odds.format(cell=state, odds=say_odds(self.analysis, cell))
