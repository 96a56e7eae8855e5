"""A screen with a board of which one may ask: the odds of every cell, and why one is safe.

Play and replay are both such screens; they differ in where the position comes from.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from sapper.exact.analysis import Analysis
from sapper.grid import Cell
from sapper.interface.terminal.board_drawing import Pointed, Scale, Scene
from sapper.interface.terminal.board_widget import BoardWidget
from sapper.interface.terminal.panels import KEYS, KeyBar, Line, MessagePanel, MoveList
from sapper.interface.terminal.spoken import full_stop
from sapper.interface.terminal.thinking import About, Thinker, Thought
from sapper.play import asking
from sapper.play.asking import Why
from sapper.view import View

if TYPE_CHECKING:
    from sapper.interface.terminal.play_app import PlayApp

MOVES_WIDE, MOVES_NARROW = 36, 16
LEAST_WIDTH_FOR_MOVES = 60
LINES_OF_TITLE_AND_KEYS = 2
WHY_KEYS = (
    ("Esc", "ends", "screen.clear"),
    ("w", "goes on", "screen.why"),
    ("W", "the step before", "screen.why_back"),
)


class AskingScreen(Screen[None]):
    """Title, board and moves, message, keys; and what can be asked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "odds", "odds"),
        Binding("w", "why", "why"),
        Binding("W", "why_back", "the step before"),
        Binding("z", "zoom", "size of the cells"),
    ]
    KEYS: ClassVar[tuple[tuple[str, str, str], ...]] = KEYS

    app: PlayApp

    def __init__(self) -> None:
        super().__init__()
        self.wants_odds = False
        self.odds: Analysis | None = None
        self.why: Why | None = None
        self.why_step = 0
        self.thinker = Thinker(self)

    @property
    @abstractmethod
    def position(self) -> About:
        """What answers are about: one to another position is stale."""

    @property
    @abstractmethod
    def view(self) -> View:
        """The position that is asked about."""

    @property
    @abstractmethod
    def asked_cell(self) -> Cell | None:
        """The cell that is asked about; None if there is nothing to ask."""

    @property
    def is_first_free(self) -> bool:
        """Whether the start rule will keep the next cell free of mines."""
        return False

    @abstractmethod
    def scene(self) -> Scene:
        """What is to be drawn."""

    @abstractmethod
    def show(self) -> None:
        """Bring everything on the screen up to date."""

    def hear(self, thought: Thought) -> None:
        """Take an answer to a question of the screen's own."""

    def fail(self, thought: Thought) -> None:
        """A question has no answer."""
        self.wants_odds = self.wants_odds and thought.kind != "odds"
        self.tell(full_stop(thought.trouble or ""))

    def compose(self) -> ComposeResult:
        """Title, board and moves, message, keys."""
        yield Line(id="title")
        with Horizontal(id="middle"):
            yield BoardWidget(self.scene(), self.app.look, id="board")
            with Vertical(id="side"):
                yield Static(" moves", id="moves-title")
                yield MoveList(self.app.look, id="moves")
        yield MessagePanel(id="message")
        yield KeyBar(self.KEYS, id="keys")

    @property
    def board(self) -> BoardWidget:
        """The board on the screen."""
        return self.query_one("#board", BoardWidget)

    @property
    def message(self) -> MessagePanel:
        """The sentences below it."""
        return self.query_one("#message", MessagePanel)

    def show_keys(self) -> None:
        """Those that lead through an explanation, if there is one."""
        leads = self.why is not None and len(self.why.lines) > 1
        self.query_one("#keys", KeyBar).show(WHY_KEYS if leads else self.KEYS)

    def tell(self, sentence: str) -> None:
        """Show a sentence."""
        self.message.say(sentence)

    def on_resize(self) -> None:
        """Give the list of moves what the board leaves."""
        self.share_the_width()
        self.call_after_refresh(self.show)

    def share_the_width(self) -> None:
        """Large cells go before a wide list, and on a narrow terminal the board goes alone."""
        width, height = self.app.size
        room = height - max(3, self.message.size.height) - LINES_OF_TITLE_AND_KEYS
        scale = Scale.fitting(self.view, room, width - MOVES_NARROW)
        spare = width - scale.size_of(self.view)[1]
        side = self.query_one("#side")
        side.display = width >= LEAST_WIDTH_FOR_MOVES
        side.styles.width = MOVES_WIDE if spare >= MOVES_WIDE else MOVES_NARROW

    # What can be asked

    def pointed(self) -> Pointed | None:
        """What the explanation points at."""
        if self.why is None:
            return None
        if not self.why.lines:
            return Pointed(self.why.numbers, [self.why.cell])
        line = self.why.lines[self.why_step]
        return Pointed(line.numbers, line.cells, line.safe, line.mines)

    def action_odds(self) -> None:
        """Show the chance of every cell, or no longer."""
        self.wants_odds = not self.wants_odds
        self.odds = None
        self.ask_for_odds()
        self.show()

    def ask_for_odds(self) -> None:
        """Ask, if they are wanted and there is a position to ask about."""
        view = self.view
        if self.wants_odds and self.asked_cell is not None:
            self.ask("odds", lambda: asking.odds(view))

    def action_why(self) -> None:
        """Say why the cell is safe or a mine; once asked, the next step of that."""
        view, cell, free = self.view, self.asked_cell, self.is_first_free
        if self.why is not None:
            self._step(1)
        elif cell is not None:
            self.ask("why", lambda: asking.why(view, cell, free=free), (*self.position, cell))

    def action_why_back(self) -> None:
        """The step before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if self.why is not None and self.why.lines:
            self.why_step = (self.why_step + by) % len(self.why.lines)
            self.show()

    def forget(self) -> None:
        """What was found out is about another position."""
        self.odds = self.why = None
        self.thinker.drop()

    def ask(self, kind: str, work: Callable[[], Any], about: About = ()) -> None:
        """Ask beside the screen, about this position unless told otherwise."""
        self.thinker.ask(kind, about or self.position, work)

    def on_thought(self, thought: Thought) -> None:
        """An answer came; one that is about something else by now is dropped."""
        about_now = (*self.position, self.asked_cell)
        is_fresh = thought.about == about_now[: len(thought.about)]
        if not self.thinker.accept(thought) or not is_fresh:
            return
        if thought.trouble is not None:
            self.fail(thought)
            return
        if thought.kind == "odds":
            self.odds = thought.answer
        elif thought.kind == "why":
            self.why, self.why_step = thought.answer, 0
        else:
            self.hear(thought)
        self.show()

    def action_zoom(self) -> None:
        """Draw the cells larger or smaller."""
        self.tell(f"The cells are {self.board.zoom().name.lower()} now.")


def why_in_words(why: Why, step: int) -> tuple[str, ...]:
    """One step of an explanation."""
    if not why.lines:
        return why.heading
    return f"{why.heading[0]} Step {step + 1} of {len(why.lines)}.", why.lines[step].words
