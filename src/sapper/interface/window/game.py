"""The game: the board with its panel, by pointer and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from sapper.errors import SapperError
from sapper.game import Action, Status
from sapper.grid import Cell, neighbours
from sapper.interface.window import setup_options
from sapper.interface.window.app import LEFT, RIGHT, Command, Screen
from sapper.interface.window.board import Marks, draw_board
from sapper.interface.window.dialogs import CustomSize, Help, Menu
from sapper.interface.window.panel import Panel
from sapper.interface.window.pen import Pen, Area
from sapper.interface.window.layout import ZOOM_STEP, BoardLayout, BoardViewport
from sapper.interface.window.session import Message, Session, Tone
from sapper.interface.window.widgets import Option, Scroll, Widget
from sapper.level import Level
from sapper.play.record import Setup

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

REST = 0.12
"""Seconds the pointer rests on a cell before that is explained."""
STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


class GameScreen(Screen):
    """One game on show."""

    name = "game"

    def __init__(self, flow: Flow, session: Session) -> None:
        super().__init__(flow.app)
        self.flow = flow
        self.session = session
        self.panel = Panel(self)
        self.viewport = BoardViewport()
        self.moves_scroll = Scroll(at_end=True)
        self.why_scroll = Scroll()
        self.pointed: Cell | None = None
        self.cursor: Cell = (0, 0)
        self.by_keyboard = False
        self.shown_entry: int | None = None
        self._held_on: Cell | None = None
        self._buttons: set[int] = set()
        self._both = False
        self._rest_until: float | None = None
        self._shown_second = -1
        self._last_now = 0.0

    def entered(self) -> None:
        """What was held before is let go."""
        self._held_on, self._both = None, False
        self._buttons.clear()

    # What is asked and answered

    @property
    def here(self) -> Cell | None:
        """The cell that is meant: under the pointer, or where the keyboard is."""
        return self.cursor if self.by_keyboard else self.pointed

    def layout(self) -> BoardLayout:
        """Where the board's cells are."""
        view = self.session.table.view
        return self.viewport.layout(self.panel.board_area(self.app.area), view.height, view.width)

    def begin(self, change: Callable[[Setup], Setup]) -> None:
        """Begin another kind of game; if it can't be, say why."""
        try:
            setup = change(self.session.table.setup)
        except SapperError as error:
            self.session.message = Message(Tone.WRONG, f"{error}.")
        else:
            self.session.begin(setup)
            self.refresh()

    def refresh(self) -> None:
        """Another board is on the table: look at all of it."""
        self.viewport = BoardViewport()
        self.moves_scroll = Scroll(at_end=True)
        self.shown_entry = None
        view = self.session.table.view
        self.cursor = (min(self.cursor[0], view.height - 1), min(self.cursor[1], view.width - 1))
        if self.pointed is not None and not (
            self.pointed[0] < view.height and self.pointed[1] < view.width
        ):
            self.pointed = None

    def new(self) -> None:
        """Another board of the same kind."""
        self.session.new()
        self.refresh()

    def again(self) -> None:
        """The same board once more."""
        self.session.again()
        self.refresh()

    def choose_level(self, anchor: pygame.Rect | None = None) -> None:
        """Open the menu of levels."""
        self._open_menu("level", anchor, setup_options.level_options(), self._pick_level)

    def _pick_level(self, name: str) -> None:
        if name == setup_options.CUSTOM:
            level = self.session.table.setup.level
            self.app.show(CustomSize(self.app, level, self._begin_level))
        else:
            self._begin_level(Level.named(name))

    def _begin_level(self, level: Level) -> None:
        self.begin(lambda setup: setup_options.with_level(setup, level))

    def choose_start(self, anchor: pygame.Rect | None = None) -> None:
        """Open the menu of start rules."""
        self._open_menu("start", anchor, setup_options.start_options(), self._pick_start)

    def _pick_start(self, rule: str) -> None:
        self.begin(lambda setup: setup_options.with_start(setup, rule))

    def choose_agent(self, anchor: pygame.Rect | None = None) -> None:
        """Open the menu of agents."""
        pick = self.session.change_agent
        self._open_menu("agent", anchor, setup_options.agent_options(), pick)

    def _open_menu(
        self,
        name: str,
        anchor: pygame.Rect | None,
        options: Sequence[Option],
        pick: Callable[[str], None],
    ) -> None:
        setup = self.session.table.setup
        chosen = {
            "level": setup.level.name,
            "start": setup.level.start.value,
            "agent": setup.agent,
        }[name]
        if anchor is None:
            widgets = self.widgets(self.app.area)
            anchor = next(widget.rect for widget in widgets if widget.name == name)
        self.app.show(Menu(self.app, anchor, options, chosen, pick))

    def show_entry(self, number: int | None) -> None:
        """Show where a move in the list was; None for the last."""
        self.shown_entry = number
        if number is not None:
            cell = self.session.table.entries[number].cell
            self.viewport.bring_into_sight(self.layout(), cell)

    def toggle_why(self) -> None:
        """Explain, or no longer."""
        self.why_scroll = Scroll()
        self.session.toggle_why(self.here)

    def review(self) -> None:
        """See the finished game move by move."""
        if self.session.over and self.session.table.entries:
            self.flow.replay(self.session.table.record())

    # Keyboard

    def commands(self) -> list[Command]:
        """What keys do here."""
        session = self.session

        def at(act: Callable[[Cell], None]) -> Callable[[], None]:
            def do() -> None:
                if self.here is not None:
                    act(self.here)
                else:  # show where the keyboard is
                    self.by_keyboard = True

            return do

        step = session.explained.step if session.explained else 0
        return [
            *(
                Command((key,), "move about", partial(self.move_cursor, key), "Board")
                for key in STEPS
            ),
            Command(("space", "return"), "open; on a number: chord", at(session.press), "Board"),
            Command(("f",), "flag", at(session.flag), "Board"),
            Command(("c",), "chord", at(session.chord), "Board"),
            Command(("+",), "larger cells", lambda: self._zoom(ZOOM_STEP), "Board"),
            Command(("-",), "smaller cells", lambda: self._zoom(1 / ZOOM_STEP), "Board"),
            Command(("0",), "the whole board", self.refresh, "Board"),
            Command(("a",), "AI move", session.ai_move, "Help from the AI"),
            Command(("A",), "autoplay", session.toggle_autoplay, "Help from the AI"),
            Command(("[",), "slower", lambda: session.change_pace(-1), "Help from the AI"),
            Command(("]",), "faster", lambda: session.change_pace(1), "Help from the AI"),
            Command(("h",), "hint: a safe cell", session.ask_hint, "Help from the AI"),
            Command(("w",), "why, of the cell you are at", self.toggle_why, "Help from the AI"),
            Command((",",), "step back", lambda: session.show_step(step - 1), "Help from the AI"),
            Command((".",), "step on", lambda: session.show_step(step + 1), "Help from the AI"),
            Command(("o",), "odds of every cell", session.toggle_odds, "Help from the AI"),
            Command(("n",), "new board", self.new, "Game"),
            Command(("r",), "same board again", self.again, "Game"),
            Command(("l",), "level", self.choose_level, "Game"),
            Command(("s",), "start rule", self.choose_start, "Game"),
            Command(("g",), "agent", self.choose_agent, "Game"),
            Command(("v",), "review a finished game", self.review, "Game"),
            Command(("m",), "my games and statistics", self.flow.games, "Game"),
            Command(("?", "f1"), "these keys", self.show_help, "Window"),
        ]

    def show_help(self) -> None:
        """List the keys."""
        self.app.show(Help(self.app, [*self.commands(), *self.app.commands()]))

    def move_cursor(self, key: str) -> None:
        """Go one cell on."""
        down, right = STEPS[key]
        if not self.by_keyboard and self.pointed is not None:
            self.cursor = self.pointed
        view = self.session.table.view
        row = min(max(self.cursor[0] + down, 0), view.height - 1)
        column = min(max(self.cursor[1] + right, 0), view.width - 1)
        self.by_keyboard, self.cursor = True, (row, column)
        self.app.focus = None
        self.viewport.bring_into_sight(self.layout(), self.cursor)
        self._moved_to(self.cursor)

    def escape(self) -> None:
        """Close the explanation; else go to the start."""
        if self.session.why_on:
            self.toggle_why()
        else:
            self.flow.home()

    def _zoom(self, times: float) -> None:
        self.viewport.enlarge(times)

    # Pointer

    def pointer_moved(self, point: tuple[int, int]) -> None:
        """Point at a cell."""
        cell = self.layout().cell_at(point)
        if cell is not None and self.by_keyboard:
            self.by_keyboard, self.app.dirty = False, True
        if cell != self.pointed:
            self.pointed, self.app.dirty = cell, True
            self._moved_to(cell)

    def _moved_to(self, cell: Cell | None) -> None:
        # What is explained stays when the pointer leaves the board.
        wanted = self.session.why_on and cell is not None
        self._rest_until = self._last_now + REST if wanted else None

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """A press: the right button flags at once, the left one acts when it is let go."""
        self.pointer_moved(point)
        self._buttons.add(button)
        cell = self.pointed
        if {LEFT, RIGHT} <= self._buttons:
            self._both, self._held_on = True, cell
        elif button == LEFT:
            self._held_on = cell
        elif cell is not None:
            self.session.flag(cell)

    def pointer_up(self, point: tuple[int, int], button: int) -> None:
        """A release on the cell of the press is one turn; elsewhere it is none."""
        self.pointer_moved(point)
        self._buttons.discard(button)
        cell, held = self.pointed, self._held_on
        self._held_on = None
        if cell is not None and cell == held:
            if self._both:
                self.session.chord(cell)
            elif button == LEFT:
                self.session.press(cell)
        if not self._buttons:
            self._both = False

    def wheel(self, point: tuple[int, int], turned: tuple[float, float], control: bool) -> None:
        """Scroll a large board; with Ctrl zoom."""
        if control:
            self.viewport.enlarge(ZOOM_STEP if turned[1] > 0 else 1 / ZOOM_STEP)
        else:
            self.viewport.scroll(turned)

    # Pictures

    def widgets(self, area: Area) -> Sequence[Widget]:
        """What can be pressed."""
        return self.panel.widgets(area)

    def draw(self, pen: Pen, area: Area) -> None:
        """Draw the board and what stands around it."""
        self.panel.draw(pen, area)
        draw_board(pen, self.layout(), self.session.table.view, self.marks())

    def marks(self) -> Marks:
        """What is shown on the board besides the view."""
        session, table = self.session, self.session.table
        entries = table.entries
        shown = self.shown_entry
        entry = entries[-1 if shown is None else shown] if entries else None
        marks = Marks(
            mines=table.mines,
            exploded=table.exploded,
            wrong_flags=table.wrong_flags,
            won=table.status is Status.WON,
            analysis=session.analysis,
            hint=session.hint.cell if session.hint else None,
            hint_sign=session.hint_sign,
            cursor=self.cursor if self.by_keyboard else None,
            held=self._looking_pressed(),
            last=entry.cell if entry and entry.action is not Action.UNFLAG else None,
        )
        explained = session.explained
        if explained is None:
            return marks
        line = explained.line
        if line is None:  # odds: the numbers that bear on them
            return replace(marks, asked=explained.cell, used=explained.why.numbers, last=None)
        return replace(
            marks,
            asked=explained.cell,
            used=line.numbers,
            bearing=explained.why.numbers,
            spoken_of=line.cells,
            safe=line.safe,
            known_mines=line.mines,
            last=None,
        )

    def _looking_pressed(self) -> frozenset[Cell]:
        view, held = self.session.table.view, self._held_on
        if held is None or held != self.pointed or self.session.over:
            return frozenset()
        cells = neighbours(held, view.height, view.width) if self._both else (held,)
        return frozenset(cell for cell in cells if cell not in view.flags)

    # Time

    def tick(self, now: float) -> bool:
        """Collect answers, move the clock."""
        self._last_now = now
        changed = self.session.tick(now)
        if self._rest_until is not None and now >= self._rest_until:
            self._rest_until = None
            if self.here is not None:
                self.session.ask_why(self.here)
                changed = True
        second = int(self.session.table.seconds)
        if second != self._shown_second:
            self._shown_second, changed = second, True
        return changed or bool(self.session.thinking)

    @property
    def moving(self) -> bool:
        """Whether somebody is thinking or playing."""
        session = self.session
        return bool(session.thinking) or session.autoplaying or self._rest_until is not None

    def state(self) -> dict[str, Any]:
        """What a test wants to know."""
        layout = self.layout()
        return {
            **self.session.state(),
            "board": {"corner": list(layout.corner), "side": layout.side},
            "cursor": list(self.cursor) if self.by_keyboard else None,
        }
