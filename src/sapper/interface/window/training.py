"""Positions to practise: the board, what is asked, and the reason once it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from sapper.catalogue import spoken
from sapper.coach.sitting import Sitting
from sapper.coach.words import Coach
from sapper.interface.window.app import LEFT
from sapper.interface.window.arrange import HEADER, MARGIN, board_beside_panel, rows_of_panel
from sapper.interface.window.board import draw_board, draw_lens
from sapper.interface.window.explanation import told_in, why_listing, with_explanation
from sapper.interface.window.faces import Marks
from sapper.interface.window.layout import BoardViewport
from sapper.interface.window.listing import Scroll
from sapper.interface.window.pen import SMALL, Area, Pen
from sapper.interface.window.pointed_screen import PointedScreen
from sapper.interface.window.widgets import Widget, back_button, draw_title
from sapper.interface.window.words import Window
from sapper.picture.heat import blend
from sapper.play.commands import Command
from sapper.play.messages import HintSign
from sapper.play.saying import one_after_another

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

TASK = 104
VERDICT = 150
TOP = 8
"""Where the words on a card begin."""


class TrainingScreen(PointedScreen):
    """A training on show. It decides nothing: it draws the training and sends it commands."""

    name = "training"

    def __init__(self, flow: Flow, sitting: Sitting) -> None:
        self.training = sitting.training
        super().__init__(flow, self.training)
        self._sitting = sitting
        self._seen = self.training.question
        self.verdict_scroll = Scroll()
        self._held_on: tuple[int, int] | None = None

    # Commands

    def do(self, command: Command) -> bool:
        """Carry out a command; where there is no cell to do it at, show where the cursor is."""
        done = super().do(command)
        if not done:
            self.by_keyboard = True
        return done

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's own commands."""
        return {**super().handlers(), "close": self.close, "quit": self.leave}

    def close(self) -> None:
        """Close the explanation; if there is none, go back."""
        if not self.training.close():
            self.leave()

    def leave(self) -> None:
        """Back to the screen below; every answer is kept already."""
        self.training.thinker.drop()
        self._sitting.close()
        self.app.close(self)

    # Pointer

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """An answer is given when the button is released."""
        self.pointer_moved(point)
        self._held_on = self.pointed if button == LEFT else None

    def pointer_up(self, point: tuple[int, int], button: int) -> None:
        """A release on the cell that was pressed answers; once that is done, it explains."""
        self.pointer_moved(point)
        cell, held = self.pointed, self._held_on
        self._held_on = None
        if cell is None or cell != held:
            return
        if self.training.marked is None:
            self.training.answer(cell)
        else:
            self.training.look_at(cell)

    # Time

    def tick(self, now: float) -> bool:
        """Let time pass; at a new position, show all of it."""
        changed = self.let_time_pass(now)
        if self.training.question is not self._seen:
            self._seen = self.training.question
            self.viewport = BoardViewport(whole=self.viewport.whole)
            self.why_scroll, self.verdict_scroll = Scroll(), Scroll()
            self.keep_on_board()
        return self.explain_at_rest(now) or changed

    @property
    def moving(self) -> bool:
        """Whether something is being looked for, or the pointer rests."""
        return self.training.thinker.busy or self._rest_until is not None

    # Where things are

    def board_area(self, area: Area) -> Area:
        """Where the board goes."""
        return board_beside_panel(area)

    def rows(self, area: Area) -> dict[str, pygame.Rect]:
        """The parts of the panel."""
        return rows_of_panel(area, {"buttons": 40, "task": TASK, "verdict": VERDICT})

    def widgets(self, area: Area) -> Sequence[Widget]:
        """The buttons, the way back, the explanation."""
        rows, units = self.rows(area), area.units
        back = back_button(area, area.rect.left + units(MARGIN), HEADER, self.leave)
        inside = rows["list"].inflate(-units(12), -units(12))
        listing = why_listing(self.training, inside, area.scale, self.why_scroll, self._how_to_ask)
        return [*self._buttons(rows["buttons"]), back, *self._told(area), listing]

    @property
    def _how_to_ask(self) -> str:
        """What stands where reasons do, as long as there is none."""
        if self.training.marked is None:
            return spoken(Coach).answer_first
        return spoken(Window).how_to_ask if self.training.why_on else ""

    def _told(self, area: Area) -> list[Widget]:
        """The question, and how it was answered."""
        rows, training = self.rows(area), self.training
        verdict = spoken(Coach).looking if training.is_looking else training.verdict
        return [
            told_in(rows[name], sentences, area.scale, scroll, name, below=TOP)
            for name, sentences, scroll in (
                ("task", [one_after_another(training.origin, training.task)], Scroll()),
                ("verdict", [verdict, training.note], self.verdict_scroll),
            )
        ]

    def _buttons(self, row: pygame.Rect) -> list[Widget]:
        training = self.training
        icons: dict[str, tuple[str, bool | None]] = {
            "solution": ("bulb", None),
            "next_question": ("next", None),
            "odds": ("percent", training.odds_on),
            "why": ("question", training.why_on),
        }
        return self.icon_buttons(row, icons)

    # Pictures

    def draw(self, pen: Pen, area: Area) -> None:
        """The position, what is asked, and how it was answered."""
        rows, training, theme = self.rows(area), self.training, pen.theme
        middle = area.rect.top + pen.units(HEADER) // 2
        title = f"{spoken(Coach).training} · {training.score}"
        draw_title(pen, title, self.board_area(area).rect, self.rect_of("back"))
        standing = (rows["list"].right, middle)
        pen.write(
            training.standing_in_words,
            standing,
            SMALL,
            theme.quiet,
            align="right",
            width=rows["list"].width,
        )
        layout, marks = self.layout(), self.marks()
        draw_board(pen, layout, training.view, marks)
        if self.here is not None:
            draw_lens(pen, layout, training.view, marks, self.here)
        pen.card(rows["task"])
        self._draw_verdict(pen, rows["verdict"])
        pen.card(rows["list"])

    def marks(self) -> Marks:
        """What is shown on the board besides the position."""
        training, marked = self.training, self.training.marked
        is_guess = training.question.puzzle.kind.is_guess
        marks = Marks(
            analysis=training.analysis,
            hint=None if marked is None else marked.solution,
            hint_sign=HintSign.GUESS if is_guess else HintSign.SAFE,
            cursor=self.cursor if self.by_keyboard else None,
            last=None if marked is None else marked.cell,
        )
        return with_explanation(marks, training.explained)

    def _draw_verdict(self, pen: Pen, rect: pygame.Rect) -> None:
        """The card of the verdict, which tells by its colour whether the answer was right."""
        theme, marked = pen.theme, self.training.marked
        if marked is not None:
            tone = theme.safe if marked.is_right else theme.danger
            pen.card(rect, blend(theme.card, tone, 0.1), blend(theme.edge, tone, 0.4))
        elif self.training.note:
            pen.card(rect)

    def state(self) -> dict[str, Any]:
        """What the trace records."""
        training, layout = self.training, self.layout()
        return {
            "asked": training.asked,
            "right": training.right,
            "answered": training.marked is not None,
            "board": {"corner": list(layout.corner), "side": layout.side},
        }
