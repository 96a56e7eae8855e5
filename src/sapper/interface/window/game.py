"""The game: the board with its panel, by pointer and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import dist
from typing import TYPE_CHECKING, Any

import pygame

from sapper.catalogue import spoken
from sapper.errors import SapperError
from sapper.game import Action, Status
from sapper.grid import Cell, neighbours
from sapper.interface.window import setup_options
from sapper.interface.window.app import LEFT, RIGHT
from sapper.interface.window.board import draw_board, draw_lens
from sapper.interface.window.dialogs import Menu
from sapper.interface.window.entries import SEED, CustomSize, SeedDialog
from sapper.interface.window.explanation import with_explanation
from sapper.interface.window.faces import NO_BELIEFS, Marks
from sapper.interface.window.layout import BoardViewport
from sapper.interface.window.listing import Scroll
from sapper.interface.window.panel import Panel
from sapper.interface.window.pen import Area, Pen
from sapper.interface.window.pointed_screen import PointedScreen
from sapper.interface.window.widgets import Option, Widget
from sapper.interface.window.words import Window
from sapper.level import Level
from sapper.play.beliefs import CellBelief, SentenceBelief
from sapper.play.commands import Command
from sapper.play.messages import Tone
from sapper.play.record import Setup
from sapper.play.saying import full_stop
from sapper.play.session import Session

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

TENTHS = 10
"""How often in a second the numbers of a game are told anew, while they are shown."""


class GameScreen(PointedScreen):
    """A session on show. It decides nothing: it draws the session and sends it commands."""

    name = "game"

    def __init__(self, flow: Flow, session: Session) -> None:
        super().__init__(flow, session)
        self.session = session
        self.commands = (*self.commands, SEED)
        self.panel = Panel(self)
        self.moves_scroll = Scroll(at_end=True)
        self.beliefs_scroll = Scroll()
        self.numbers_scroll = Scroll()
        self.shown_entry: int | None = None
        self._point: tuple[int, int] | None = None
        self._held_on: Cell | None = None
        self._buttons: set[int] = set()
        self._both = False
        self._shown_second = -1
        self._seen_turns = len(session.table.entries)

    def entered(self) -> None:
        """The clock goes on, and whatever was held down before has been released."""
        self.session.go_on()
        self._held_on, self._both = None, False
        self._buttons.clear()

    def hidden(self) -> None:
        """Nobody sees the board: the game waits."""
        self.session.rest()

    def board_area(self, area: Area) -> Area:
        """Where the board goes."""
        return self.panel.board_area(area)

    # Commands

    def do(self, command: Command) -> bool:
        """Carry out a command: the screen's own, or else the session's."""
        table = self.session.table
        done = super().do(command)
        if not done:  # there is no cell to do it at: show where the cursor is
            self.by_keyboard = True
        if self.session.table is not table:
            self.look_at_new_board()
        return done

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's own commands."""
        return {
            **super().handlers(),
            "close": self.close,
            "level": self.choose_level,
            "start": self.choose_start,
            "guesses": self.choose_guesses,
            "agent": self.choose_agent,
            "seed": self.choose_seed,
            "review": self.review,
            "games": self.flow.games,
            "statistics": partial(self.flow.games, "statistics"),
            "analysis": self.flow.analysis,
            "train": self.flow.train,
        }

    def close(self) -> None:
        """Close what is shown and stop autoplay; if there is nothing to close, go to the start."""
        if self.session.can_close:
            self.session.close()
        else:
            self.flow.home()

    def review(self) -> None:
        """Go through the finished game turn by turn."""
        if self.session.is_over and self.session.table.entries:
            self.flow.replay(self.session.table.record())

    def show_entry(self, number: int | None) -> None:
        """Show where a move in the list was; None for the last."""
        self.shown_entry = number
        if number is not None:
            self.show_cell(self.session.table.entries[number].cell)

    def ask_about(self, belief: CellBelief | SentenceBelief) -> None:
        """Say what is wrong with a belief, and why."""
        self.why_scroll = Scroll()
        self.session.ask_about(belief)
        if self.session.why_on and isinstance(belief, CellBelief):
            self.show_cell(belief.cell)

    # The next game

    def look_at_new_board(self) -> None:
        """Another board is on the table: show it from its corner, or whole as the one before."""
        self.viewport = BoardViewport(whole=self.viewport.whole)
        self.moves_scroll = Scroll(at_end=True)
        self.shown_entry = None
        self.keep_on_board()

    def begin(self, change: Callable[[Setup], Setup]) -> None:
        """Begin another kind of game; if there can be none, say why."""
        try:
            setup = change(self.session.table.setup)
        except SapperError as error:
            self.session.say(full_stop(error), Tone.WRONG)
        else:
            self.session.begin(setup)
            self.look_at_new_board()

    def choose_level(self) -> None:
        """Open the menu of levels."""
        chosen = self.session.table.setup.level.name
        self._open_menu("level", setup_options.level_options(), chosen, self._pick_level)

    def _pick_level(self, name: str) -> None:
        if name == setup_options.CUSTOM:
            level = self.session.table.setup.level
            self.app.show(CustomSize(self.app, level, self._begin_level))
        else:
            self._begin_level(Level.named(name))

    def _begin_level(self, level: Level) -> None:
        self.begin(lambda setup: setup_options.with_level(setup, level))

    def choose_start(self) -> None:
        """Open the menu of start rules."""
        chosen = self.session.table.setup.level.start.value
        self._open_menu("start", setup_options.start_options(), chosen, self._pick_start)

    def _pick_start(self, rule: str) -> None:
        self.begin(lambda setup: setup_options.with_start(setup, rule))

    def choose_guesses(self) -> None:
        """Open the menu of rules for guesses."""
        setup = self.session.table.setup
        chosen = setup_options.guesses_value(setup.guesses, setup.grade)
        self._open_menu("guesses", setup_options.guesses_options(), chosen, self._pick_guesses)

    def _pick_guesses(self, value: str) -> None:
        self.begin(lambda setup: setup_options.with_guesses(setup, value))

    def choose_seed(self) -> None:
        """Ask for the seed of a new board; that of this one is told once it is over."""
        session = self.session
        shown = session.table.setup.seed if session.is_over else None
        self.app.show(SeedDialog(self.app, shown, self._begin_seed))

    def _begin_seed(self, seed: int | None) -> None:
        self.session.new(seed)
        self.look_at_new_board()

    def choose_agent(self) -> None:
        """Open the menu of agents."""
        chosen = self.session.table.setup.agent
        agents = setup_options.agent_options()
        self._open_menu("agent", agents, chosen, self.session.change_agent)

    def _open_menu(
        self, name: str, options: Sequence[Option], chosen: str, pick: Callable[[str], None]
    ) -> None:
        self.app.show(Menu(self.app, self.rect_of(name), options, chosen, pick))

    # Pointer

    def pointer_moved(self, point: tuple[int, int]) -> None:
        """Point at a cell; how far the pointer goes is one of a game's numbers."""
        layout = self.layout()
        if self._point is not None and self._point != point:
            self.session.table.move_pointer(dist(self._point, point) / layout.side)
        self._point = point
        super().pointer_moved(point)

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """The right button flags at once; the left one acts when it is released."""
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
        """A release on the cell that was pressed is a turn; elsewhere it is none."""
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

    # Pictures

    def widgets(self, area: Area) -> Sequence[Widget]:
        """What can be pressed."""
        return self.panel.widgets(area)

    def draw(self, pen: Pen, area: Area) -> None:
        """The board and the panel."""
        self.panel.draw(pen, area)
        layout = self.layout()
        marks = self.marks()
        draw_board(pen, layout, self.session.view, marks)
        if self.here is not None:
            draw_lens(pen, layout, self.session.view, marks, self.here)
        if self.session.is_paused:
            self._draw_pause(pen, self.pause_sign(layout.sight, area))

    def pause_sign(self, board: pygame.Rect, area: Area) -> pygame.Rect:
        """Where a paused game says so: across the covered board."""
        sign = pygame.Rect(0, 0, area.units(168), area.units(56))
        sign.center = board.center
        return sign

    def _draw_pause(self, pen: Pen, sign: pygame.Rect) -> None:
        pen.card(sign)
        pen.icon("pause", (sign.left + pen.units(34), sign.centery), 28, pen.theme.accent)
        pen.write(spoken(Window).paused, (sign.left + pen.units(62), sign.centery), 22, bold=True)

    def marks(self) -> Marks:
        """What is shown on the board besides the view."""
        session, table = self.session, self.session.table
        cursor = self.cursor if self.by_keyboard else None
        if session.is_paused:
            return Marks(cursor=cursor)
        entries, shown = table.entries, self.shown_entry
        entry = entries[-1 if shown is None else shown] if entries else None
        marks = Marks(
            mines=table.mines,
            exploded=table.exploded,
            wrong_flags=table.wrong_flags,
            won=table.status is Status.WON,
            analysis=session.analysis,
            hint=session.hint.cell if session.hint else None,
            hint_sign=session.hint_sign,
            cursor=cursor,
            held=self._looking_pressed(),
            last=entry.cell if entry and entry.action is not Action.UNFLAG else None,
            beliefs=session.judged.by_cell if session.judged else NO_BELIEFS,
        )
        return with_explanation(marks, session.explained)

    def _looking_pressed(self) -> frozenset[Cell]:
        view, held = self.session.view, self._held_on
        if held is None or held != self.pointed or self.session.is_over:
            return frozenset()
        cells = neighbours(held, view.height, view.width) if self._both else (held,)
        return frozenset(cell for cell in cells if cell not in view.flags)

    # Time

    def tick(self, now: float) -> bool:
        """Let time pass for the session, the clock and a pointer at rest."""
        changed = self.let_time_pass(now)
        self._follow_the_ai()
        changed |= self.explain_at_rest(now)
        table = self.session.table
        parts = TENTHS if self.session.shows_numbers else 1
        second = int(parts * table.seconds)
        if second != self._shown_second:
            self._shown_second, changed = second, True
        return changed or bool(self.session.thinking)

    def _follow_the_ai(self) -> None:
        """Bring the AI's move into sight; players know where they have clicked."""
        entries = self.session.table.entries
        if len(entries) > self._seen_turns and entries[-1].is_by_agent:
            self.show_cell(entries[-1].cell)
        self._seen_turns = len(entries)

    @property
    def moving(self) -> bool:
        """Whether somebody is thinking or playing."""
        session = self.session
        return bool(session.thinking) or session.autoplaying or self._rest_until is not None

    def state(self) -> dict[str, Any]:
        """What the trace records."""
        session, table, layout = self.session, self.session.table, self.layout()
        return {
            "status": table.status.value,
            "turns": len(table.entries),
            "flags": len(table.view.flags),
            "revealed": table.view.revealed_count,
            "seed": table.setup.seed,
            "message": session.message.words,
            "board": {"corner": list(layout.corner), "side": layout.side},
            "cursor": list(self.cursor) if self.by_keyboard else None,
        }
