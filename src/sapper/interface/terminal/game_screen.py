"""The screen on which a game is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from sapper.agents.registry import AGENTS, summary_of
from sapper.errors import SapperError
from sapper.game import Action, Status
from sapper.grid import Cell
from sapper.history import KeptGame
from sapper.interface.terminal.asking_screen import AskingScreen, why_in_words
from sapper.interface.terminal.board_drawing import Scene
from sapper.interface.terminal.board_widget import LEFT, MIDDLE, BoardWidget
from sapper.interface.terminal.dialogs import HelpScreen, QuestionScreen, SetupScreen
from sapper.interface.terminal.panels import FAR, Line, MoveList, table_in_a_line
from sapper.interface.terminal.records import GamesScreen, StatisticsScreen
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.interface.terminal.spoken import full_stop, say_cell
from sapper.interface.terminal.thinking import About, Thought
from sapper.level import StartRule
from sapper.play.record import Entry, Setup
from sapper.play.saying import START_WORDS, say_odds
from sapper.play.table import Hint, Table
from sapper.play.table import Thought as AgentThought
from sapper.view import View

CLOCK_TICK = 0.25
PACES = (2.0, 1.0, 0.5, 0.25, 0.1, 0.03)
"""Seconds between the moves of autoplay."""
USUAL_PACE = 3
WHEN_OVER = "n another board · r the same board again · g games to replay · s statistics"


class GameScreen(AskingScreen):
    """A table with the player at it: keys and mouse in, board and sentences out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", "up", show=False),
        Binding("down", "move(1, 0)", "down", show=False),
        Binding("left", "move(0, -1)", "left", show=False),
        Binding("right", "move(0, 1)", "right", show=False),
        Binding("home", f"move(0, -{FAR})", "to the left edge", show=False),
        Binding("end", f"move(0, {FAR})", "to the right edge", show=False),
        Binding("pageup", "move(-10, 0)", "far up", show=False),
        Binding("pagedown", "move(10, 0)", "far down", show=False),
        Binding("space", "reveal", "open"),
        Binding("enter", "press", "open or chord"),
        Binding("f", "flag", "flag"),
        Binding("c", "chord", "chord"),
        Binding("h", "hint", "hint"),
        Binding("a", "ai_move", "AI move"),
        Binding("A", "autoplay", "autoplay"),
        Binding("p", "agent", "who makes the AI's moves"),
        Binding("plus,equals_sign", "pace(1)", "faster"),
        Binding("minus", "pace(-1)", "slower"),
        Binding("n", "new", "new board"),
        Binding("r", "again", "same board again"),
        Binding("l", "level", "level"),
        Binding("g", "games", "games"),
        Binding("s", "statistics", "statistics"),
        Binding("question_mark,f1", "help", "help"),
        Binding("escape", "clear", "clear"),
        Binding("q", "leave", "quit"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.cursor: Cell = (table.view.height // 2, table.view.width // 2)
        self.hint: Hint | None = None
        self.is_autoplaying = False
        self.pace = USUAL_PACE
        self._headline = welcome(table)
        self._next_move: Timer | None = None

    def on_mount(self) -> None:
        """The clock begins to tick."""
        self.set_interval(CLOCK_TICK, self._show_title)
        self.show()

    @property
    def view(self) -> View:
        """What the player sees."""
        return self.table.view

    @property
    def asked_cell(self) -> Cell | None:
        """The cell under the cursor, while there is something to ask."""
        return self.cursor if self.table.status is Status.PLAYING else None

    @property
    def is_first_free(self) -> bool:
        """Whether nothing is open yet, under a rule that keeps the first cell free."""
        return self.table.is_first_free

    # What is shown

    def scene(self) -> Scene:
        """The board, the cursor, and what was asked for."""
        table = self.table
        is_over = table.status is not Status.PLAYING
        hint = self.hint if self.hint and self.hint.action is Action.REVEAL else None
        return Scene(
            table.view,
            self.cursor,
            table.exploded,
            table.mines,
            table.wrong_flags if table.status is Status.LOST else frozenset(),
            hint=hint.cell if hint else None,
            is_hint_certain=hint.certain if hint else True,
            odds=None if is_over else self.odds,
            why=self.pointed(),
        )

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        if not self.is_mounted:
            return
        self.board.show(self.scene())
        self.query_one("#moves", MoveList).show_entries(self.table.entries)
        self._show_title()
        self._show_message()
        self.show_keys()

    def _show_title(self) -> None:
        thinking = bool(set(self.thinker.waiting) - {"odds"})
        title = table_in_a_line(self.table, self.is_autoplaying, thinking, self.size.width)
        self.query_one("#title", Line).show(title)

    def _show_message(self) -> None:
        if self.why is not None:
            self.message.say(*why_in_words(self.why, self.why_step))
        else:
            is_over = self.table.status is not Status.PLAYING
            second = WHEN_OVER if is_over else self._under_the_cursor()
            self.message.say(self._headline, second, self.app.history.message)

    def _under_the_cursor(self) -> str:
        words = say_cell(self.table, self.cursor)
        if self.odds is None or not self.table.view.is_hidden(self.cursor):
            return f"{words}."
        return f"{words}: {say_odds(self.odds, self.cursor)}."

    def tell(self, sentence: str) -> None:
        """Show a sentence."""
        self._headline = sentence
        self._show_message()

    # What the player does

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        self.go_to((self.cursor[0] + rows, self.cursor[1] + columns))

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell, or as near as the board goes."""
        view = self.table.view
        row = min(max(cell[0], 0), view.height - 1)
        column = min(max(cell[1], 0), view.width - 1)
        self.cursor = row, column
        self.why = None
        if self.table.status is not Status.PLAYING:
            self._headline = self._under_the_cursor()
        self.show()

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """A click moves the cursor, and then does what its button means."""
        self.go_to(message.cell)
        acts = {LEFT: self.action_press, MIDDLE: self.action_chord}
        acts.get(message.button, self.action_flag)()

    def action_reveal(self) -> None:
        """Open the cell."""
        self._act(self.table.reveal)

    def action_press(self) -> None:
        """What a click does: open the cell, or chord a number."""
        self._act(self.table.press)

    def action_flag(self) -> None:
        """Flag the cell, or take its flag off."""
        self._act(self.table.flag)

    def action_chord(self) -> None:
        """Open the neighbours of a number that has its flags."""
        self._act(self.table.chord)

    def _act(self, act: Callable[[Cell], Entry | None]) -> None:
        self._stop_autoplay()
        try:
            entry = act(self.cursor)
        except SapperError as error:
            self.tell(full_stop(error))
            return
        if entry is None:
            self.tell(self.why_nothing_happened(act))
        else:
            self._after(entry)

    def why_nothing_happened(self, act: Callable[[Cell], Entry | None]) -> str:
        """Why a key did nothing."""
        table, cell = self.table, self.cursor
        if table.status is not Status.PLAYING:
            return f"The game is {table.status.value}."
        if act == table.chord or (act == table.press and not table.view.is_hidden(cell)):
            return f"{cell} opens its neighbours once as many flags stand around it as it shows."
        if cell in table.view.flags:
            return f"{cell} is flagged; f takes the flag off."
        return f"{cell} is open already."

    def _after(self, entry: Entry) -> None:
        """A turn was taken: what was known of the position before is of no use any more."""
        self.hint = None
        self.forget()
        self._headline = self.table.say(entry)
        self.ask_for_odds()
        self.show()

    # What the player asks

    @property
    def position(self) -> About:
        """What an answer is about: a game, and how far it has gone."""
        return self.table.identity, len(self.table.entries)

    def action_hint(self) -> None:
        """Show a safe cell, or the best guess."""
        self.ask("hint", self.table.hint)

    def action_ai_move(self) -> None:
        """Let the agent make one move."""
        self._stop_autoplay()
        self._ask_for_a_move()

    def _ask_for_a_move(self) -> None:
        if self.table.status is Status.PLAYING:
            self.ask("move", self.table.think)
        else:
            self._stop_autoplay()
            self.tell(f"The game is {self.table.status.value}.")

    def ask(self, kind: str, work: Callable[[], Any], about: About = ()) -> None:
        """Ask, and say so in the title."""
        super().ask(kind, work, about)
        self._show_title()

    def fail(self, thought: Thought) -> None:
        """A question has no answer: the agent does not go on by itself either."""
        self._stop_autoplay()
        super().fail(thought)

    def hear(self, thought: Thought) -> None:
        """Make a move that was chosen, or show a hint."""
        if thought.kind == "move":
            self._make(thought.answer)
        else:
            self.hint = thought.answer
            self._headline = thought.answer.words
            self.go_to(thought.answer.cell)

    def _make(self, thought: AgentThought) -> None:
        entry = self.table.make(*thought)
        if entry is None:
            self._stop_autoplay()
            self.tell("The agent finds nothing left to do.")
            return
        self.cursor = entry.cell
        self._after(entry)
        if self.is_autoplaying:
            if self.table.status is Status.PLAYING:
                self._next_move = self.set_timer(PACES[self.pace], self._ask_for_a_move)
            else:
                self.is_autoplaying = False

    def action_autoplay(self) -> None:
        """Let the agent go on by itself, or stop it."""
        if self.is_autoplaying:
            self._stop_autoplay()
            self.tell("Autoplay has stopped.")
            return
        self.is_autoplaying = self.table.status is Status.PLAYING
        self._ask_for_a_move()

    def _stop_autoplay(self) -> None:
        self.is_autoplaying = False
        self.thinker.drop("move")
        if self._next_move is not None:
            self._next_move.stop()
            self._next_move = None
        self._show_title()

    def action_agent(self) -> None:
        """Choose who makes the AI's moves from now on; the game goes on."""
        self._stop_autoplay()
        names = tuple(AGENTS)
        words = f"Who makes the AI's moves from now on? So far it is {self.table.setup.agent}."

        def change(answer: int | None) -> None:
            if answer is not None:
                self.table.change_agent(names[answer])
                self.tell(f"From now on {names[answer]} makes the AI's moves.")
                self.show()

        answers = [f"{name:<12} {summary_of(name)}" for name in names]
        self.app.push_screen(QuestionScreen("The AI", words, answers), change)

    def action_pace(self, faster: int) -> None:
        """Make autoplay faster or slower."""
        self.pace = min(max(self.pace + faster, 0), len(PACES) - 1)
        self.tell(f"Autoplay waits {PACES[self.pace]:g} s between moves.")

    def action_clear(self) -> None:
        """Take hint, explanation and autoplay off the screen."""
        self._stop_autoplay()
        self.hint = self.why = None
        self.show()

    # Another game

    def sit_at(self, table: Table, greeting: str = "") -> None:
        """Go on at another table."""
        self._stop_autoplay()
        self.forget()
        self.table.leave()
        same_size = (table.view.height, table.view.width) == (
            self.table.view.height,
            self.table.view.width,
        )
        self.table = table
        if not same_size:
            self.cursor = (table.view.height // 2, table.view.width // 2)
        self.hint = None
        self._headline = greeting or welcome(table)
        self.share_the_width()
        self.ask_for_odds()
        self.call_after_refresh(self.show)

    def action_new(self) -> None:
        """Another board."""
        self.sit_at(self.table.new())

    def action_again(self) -> None:
        """The same board from its start."""
        self.sit_at(self.table.again(), "The same board again, from its start.")

    def action_level(self) -> None:
        """Choose level, size, start rule, agent and seed."""
        self._stop_autoplay()
        self.app.push_screen(SetupScreen(self.table.setup), self._begin)

    def _begin(self, setup: Setup | None) -> None:
        if setup is not None:
            self.sit_at(self.app.new_table(setup))

    def action_games(self) -> None:
        """Choose among the games that are kept."""
        self._stop_autoplay()
        self.app.push_screen(GamesScreen(self.app.history), self._open)

    def _open(self, game: KeptGame | None) -> None:
        if game is not None:
            self.go_on_with(game)

    def go_on_with(self, game: KeptGame) -> None:
        """Go on with a kept game, or look at it again if it is over."""
        try:
            if game.status is Status.PLAYING:
                self.table.leave()  # it may be the same game, with more on its clock
                self.sit_at(self.app.history.table(game.identity))
            else:
                self.app.push_screen(ReplayScreen(self.app.history.record(game.identity)))
        except SapperError as error:
            self.tell(full_stop(error))

    def action_statistics(self) -> None:
        """Show how the player has done."""
        try:
            statistics = self.app.history.statistics()
        except SapperError as error:
            self.tell(full_stop(error))
            return
        self.app.push_screen(StatisticsScreen(statistics))

    def action_help(self) -> None:
        """Show the keys and the signs."""
        self.app.push_screen(HelpScreen())

    def action_leave(self) -> None:
        """End the program; the game is kept."""
        self.app.exit()


def welcome(table: Table) -> str:
    """What to do at the beginning.

    >>> from sapper.level import Level
    >>> welcome(Table(Setup(Level.named("beginner"), seed=1)))
    'A new board. Open any cell: the first is never a mine.'
    """
    if table.entries:
        moves = "1 move" if len(table.entries) == 1 else f"{len(table.entries)} moves"
        return f"Your game goes on after {moves}."
    start = table.setup.level.start
    if start is StartRule.GIVEN:
        return f"A new board, with {table.view.revealed_count} cells shown. What follows from them?"
    return f"A new board. Open any cell: the first {START_WORDS[start]}."
