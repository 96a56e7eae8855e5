"""A finished game step by step: what was risked, what would have been best, what decided it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from sapper.agents.base import Move
from sapper.game import Status
from sapper.grid import Cell
from sapper.interface.window import setup_options
from sapper.interface.window.app import LEFT, Command, Screen
from sapper.interface.window.board import Marks, draw_board
from sapper.interface.window.dialogs import Help
from sapper.interface.window.moves import move_rows
from sapper.interface.window.pen import BODY, SMALL, Pen, Area
from sapper.interface.window.layout import ZOOM_STEP, BoardLayout, BoardViewport
from sapper.interface.heat import blend
from sapper.interface.window.thinking import Failure, Thinker
from sapper.interface.window.widgets import Button, Listing, Scroll, Style, Widget
from sapper.play.record import Record
from sapper.play.review import ReviewStep, review
from sapper.play.saying import clock, percent, say
from sapper.play.table import Table

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

HEADER = 64
MARGIN = 16
PANEL = 340
GAP = 8
STEP_CARD = 114
SUMMARY = 164
SECONDS_A_STEP = 1.0
KNOB = 14
FAIR_MARK, GRAVE_MARK = (2.4, 9), (4, 18)
"""The marks of guesses: one that was careless, or met a mine, differs in more than its colour."""
FAR = 1 << 30


class ReplayScreen(Screen):
    """A review on show."""

    name = "replay"

    def __init__(self, flow: Flow, record: Record) -> None:
        super().__init__(flow.app)
        self.flow = flow
        self.record = record
        self.review = review(record)
        self.end = Table.of(record)
        self.step = 0
        self.odds_on = True
        self.playing = False
        self._due = 0.0
        self._now = 0.0
        self._thinker = Thinker()
        self._expert: dict[int, Move | None] = {}
        self.viewport = BoardViewport()
        self.scroll = Scroll()
        self.go_to(0)

    # Stepping

    @property
    def last(self) -> int:
        """The step after the last turn: the end of the game."""
        return len(self.review.steps)

    @property
    def turn(self) -> ReviewStep | None:
        """The turn that is about to be made; None at the end."""
        return self.review.steps[self.step] if self.step < self.last else None

    def go_to(self, step: int) -> None:
        """Show the position before a turn, or the end."""
        self.step = min(max(step, 0), self.last)
        self._ask_expert()
        self.viewport.bring_into_sight(self.layout(), self._cell)
        for widget in self.widgets(self.app.area):
            if isinstance(widget, Listing):
                widget.keep_in_sight()

    @property
    def _cell(self) -> Cell:
        """Where the turn is; at the end that of the last one."""
        return self.record.entries[min(self.step, self.last - 1)].cell

    def go_to_the_deciding_turn(self) -> None:
        """Go there, if there is one."""
        self.playing = False
        if self.review.deciding is not None:
            self.go_to(self.review.deciding)

    def go(self, steps: int) -> None:
        """Go so many turns on, or back."""
        self.playing = False
        self.go_to(self.step + steps)

    def toggle_playing(self) -> None:
        """Let the game run by itself, or stop it."""
        self.playing = not self.playing
        self._due = self._now + SECONDS_A_STEP
        if self.playing and self.step == self.last:
            self.go_to(0)

    def toggle_odds(self) -> None:
        """Show the odds of every cell, or no longer."""
        self.odds_on = not self.odds_on

    def _ask_expert(self) -> None:
        turn, step = self.turn, self.step
        self._thinker.drop("expert")
        if turn is not None and not turn.entry.is_flagging and step not in self._expert:
            self._thinker.ask(
                "expert", lambda: turn.expert_move, lambda move: self._answered(step, move)
            )

    def _answered(self, step: int, move: Move | Failure | None) -> None:
        self._expert[step] = None if isinstance(move, Failure) else move

    def tick(self, now: float) -> bool:
        """Let the game run on."""
        self._now = now
        changed = self._thinker.collect()
        if self.playing and now >= self._due:
            self._due = now + SECONDS_A_STEP
            self.go_to(self.step + 1)
            self.playing = self.step < self.last
            changed = True
        return changed

    @property
    def moving(self) -> bool:
        """Whether the game runs, or the expert thinks."""
        return self.playing or self._thinker.busy

    def commands(self) -> Sequence[Command]:
        """What keys do here."""
        return [
            Command(("left", ","), "a turn back", partial(self.go, -1), "Review"),
            Command(("right", "."), "a turn on", partial(self.go, 1), "Review"),
            Command(("home",), "to the beginning", partial(self.go, -FAR), "Review"),
            Command(("end",), "to the end", partial(self.go, FAR), "Review"),
            Command(("d",), "the deciding turn", self.go_to_the_deciding_turn, "Review"),
            Command(("space",), "run by itself", self.toggle_playing, "Review"),
            Command(("o",), "odds of every cell", self.toggle_odds, "Review"),
            Command(("+",), "larger cells", lambda: self.viewport.enlarge(ZOOM_STEP), "Board"),
            Command(("-",), "smaller cells", lambda: self.viewport.enlarge(1 / ZOOM_STEP), "Board"),
            Command(("?", "f1"), "these keys", self.show_help),
        ]

    def show_help(self) -> None:
        """List the keys."""
        self.app.show(Help(self.app, [*self.commands(), *self.app.commands()]))

    # Where things are

    def _board_room(self, area: Area) -> Area:
        rect, units = area.rect, area.units
        width = rect.width - units(PANEL + 2 * MARGIN)
        height = rect.height - units(HEADER + MARGIN)
        return area.inner(pygame.Rect(rect.left, rect.top + units(HEADER), width, height))

    def layout(self) -> BoardLayout:
        """Where the board's cells are."""
        level = self.record.setup.level
        return self.viewport.layout(self._board_room(self.app.area), level.height, level.width)

    def _rows(self, area: Area) -> dict[str, pygame.Rect]:
        units, rect = area.units, area.rect
        top = rect.top + units(HEADER)
        rows = {}
        left = rect.right - units(PANEL + MARGIN)
        for name, height in (
            ("buttons", 40),
            ("bar", 18),
            ("step", STEP_CARD),
            ("summary", SUMMARY),
        ):
            rows[name] = pygame.Rect(left, top, units(PANEL), units(height))
            top = rows[name].bottom + units(GAP)
        bottom = rect.bottom - units(MARGIN)
        rows["list"] = pygame.Rect(left, top, units(PANEL), bottom - top)
        return rows

    def widgets(self, area: Area) -> Sequence[Widget]:
        """The buttons, the bar, the list of turns."""
        rows, units = self._rows(area), area.units
        row, gap = rows["buttons"], units(6)
        run = "pause" if self.playing else "play"
        described: tuple[tuple[str, str, str, Callable[[], None], bool | None], ...] = (
            ("first", "first", "To the beginning ( Home )", partial(self.go, -FAR), None),
            ("previous", "previous", "A turn back ( Left )", partial(self.go, -1), None),
            ("run", run, "Run by itself ( Space )", self.toggle_playing, self.playing),
            ("next", "next", "A turn on ( Right )", partial(self.go, 1), None),
            ("last", "last", "To the end ( End )", partial(self.go, FAR), None),
            ("odds", "percent", "Odds of every cell ( O )", self.toggle_odds, self.odds_on),
        )
        width = (row.width - gap * (len(described) - 1)) / len(described)
        widgets: list[Widget] = []
        for number, (name, icon, tip, act, on) in enumerate(described):
            rect = pygame.Rect(
                round(row.left + number * (width + gap)), row.top, round(width), row.height
            )
            widgets.append(Button(name=name, rect=rect, icon=icon, act=act, on=on, tip=tip))
        back = pygame.Rect(area.rect.left + units(MARGIN), 0, units(96), units(40))
        back.centery = area.rect.top + units(HEADER) // 2
        widgets.append(
            Button(
                name="back",
                rect=back,
                label="Back",
                icon="home",
                act=self.escape,
                style=Style.BARE,
            )
        )
        inside = rows["list"].inflate(-units(12), -units(12))
        widgets.append(
            Listing(
                name="turns",
                rect=inside,
                rows=move_rows(self.record.entries, area.scale, self.step, self.go_to),
                scroll=self.scroll,
                current=self.step,
                move=self.go,
            )
        )
        return widgets

    # Pointer

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """A press on the bar goes there."""
        bar = self._rows(self.app.area)["bar"]
        if button == LEFT and bar.collidepoint(point):
            self.playing = False
            self.go_to(round((point[0] - bar.left) / bar.width * self.last))

    def wheel(self, point: tuple[int, int], turned: tuple[float, float], control: bool) -> None:
        """Scroll a large board; with Ctrl zoom."""
        if control:
            self.viewport.enlarge(ZOOM_STEP if turned[1] > 0 else 1 / ZOOM_STEP)
        else:
            self.viewport.scroll(turned)

    # Pictures

    def draw(self, pen: Pen, area: Area) -> None:
        """The board before the turn, and what there is to say."""
        rows = self._rows(area)
        level, theme = self.record.setup.level, pen.theme
        middle = area.rect.top + pen.units(HEADER) // 2
        title = (
            f"{setup_options.level_words(level)}: {self.record.status.value} "
            f"after {clock(self.record.seconds)}"
        )
        pen.write(
            title, (self._board_room(area).rect.centerx, middle), 20, bold=True, align="center"
        )
        seed = f"seed {self.record.setup.seed}"
        right = (rows["list"].right, middle)
        pen.write(seed, right, SMALL, theme.quiet, align="right")
        draw_board(pen, self.layout(), self.review.views[self.step], self._marks())
        self._draw_bar(pen, rows["bar"])
        self._draw_step(pen, rows["step"])
        self._draw_summary(pen, rows["summary"])
        pen.card(rows["list"])

    def _marks(self) -> Marks:
        turn = self.turn
        if turn is None:
            end = self.end
            return Marks(
                mines=end.mines,
                exploded=end.exploded,
                wrong_flags=end.wrong_flags,
                won=end.status is Status.WON,
                last=self._cell,
            )
        best = None if turn.entry.is_flagging else turn.best_cell
        certain = best is not None and turn.analysis is not None and best in turn.analysis.safe
        return Marks(
            analysis=turn.analysis if self.odds_on else None,
            hint=best if best != turn.entry.cell and turn.skill < 0 else None,
            hint_sign="check" if certain else "question",
            asked=turn.entry.cell,
        )

    def _draw_bar(self, pen: Pen, rect: pygame.Rect) -> None:
        theme = pen.theme
        rect = rect.inflate(-2 * pen.units(KNOB / 2), 0)
        line = pygame.Rect(rect.left, 0, rect.width, pen.units(6))
        line.centery = rect.centery
        pen.card(line, theme.edge, theme.edge, 3)
        for number, step in enumerate(self.review.steps):
            if step.entry.is_guess:
                grave = step.skill < 0 or step.entry.exploded
                mark = pygame.Rect(0, 0, *map(pen.units, GRAVE_MARK if grave else FAIR_MARK))
                mark.center = (round(rect.left + number / self.last * rect.width), rect.centery)
                pen.surface.fill(theme.danger if grave else theme.quiet, mark)
        knob = pygame.Rect(0, 0, pen.units(KNOB), pen.units(KNOB))
        knob.center = (round(rect.left + self.step / max(self.last, 1) * rect.width), rect.centery)
        pen.card(knob, theme.accent, theme.card, KNOB / 2, 2)

    def _draw_step(self, pen: Pen, rect: pygame.Rect) -> None:
        theme = pen.theme
        turn = self.turn
        told = []
        if turn is None:
            head = "The end"
            told = [say(self.record.entries[-1])]
        else:
            head = f"Turn {self.step + 1} of {self.last}"
            told = [say(turn.entry), *self._alternatives(turn)]
        careless = turn is not None and turn.skill < 0
        tone = theme.danger if careless else theme.accent
        pen.card(rect, blend(theme.card, tone, 0.1), blend(theme.edge, tone, 0.4))
        left, wide = rect.left + pen.units(14), rect.width - pen.units(28)
        pen.write(head, (left, rect.top + pen.units(18)), BODY, bold=True)
        _write_fitting(
            pen, " ".join(told), pygame.Rect(left, rect.top + pen.units(32), wide, 0), rect
        )

    def _alternatives(self, turn: ReviewStep) -> list[str]:
        told = []
        best, taken = turn.best_cell, turn.entry
        if turn.skill < 0 and best is not None and taken.best_probability is not None:
            chance = percent(taken.best_probability)
            told.append(f"The safest was {best}: {chance} to be a mine.")
        move = self._expert.get(self.step)
        if move is not None and taken.is_guess and move.cell != taken.cell:
            told.append(f"The expert would have opened {move.cell}.")
        elif self._thinker.is_busy("expert") and taken.is_guess:
            told.append("The expert is thinking …")
        return told

    def _draw_summary(self, pen: Pen, rect: pygame.Rect) -> None:
        pen.card(rect)
        left, wide = rect.left + pen.units(14), rect.width - pen.units(28)
        pen.write("Skill and luck", (left, rect.top + pen.units(18)), BODY, bold=True)
        words = "\n".join(self.review.words())
        _write_fitting(pen, words, pygame.Rect(left, rect.top + pen.units(32), wide, 0), rect)

    def state(self) -> dict[str, Any]:
        """What a test wants to know."""
        return {"step": self.step, "last": self.last}


def _write_fitting(pen: Pen, words: str, start: pygame.Rect, within: pygame.Rect) -> None:
    """Write in the largest size that fits."""
    for size in (SMALL + 1, SMALL, SMALL - 1, SMALL - 2):
        paragraph = pen.paragraph(words, start.width, size)
        if start.top + paragraph.height <= within.bottom - pen.units(6):
            break
    paragraph.draw(pen.surface, start.left, start.top, pen.theme.ink)
