"""A finished game turn by turn: what was risked, what was best, what decided it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from sapper.catalogue import Answers, spoken
from sapper.game import Status
from sapper.interface.window import setup_options
from sapper.interface.window.app import LEFT
from sapper.interface.window.arrange import HEADER, MARGIN, board_beside_panel, rows_of_panel
from sapper.interface.window.board import draw_board
from sapper.interface.window.board_screen import BoardScreen
from sapper.interface.window.explanation import told_in, why_listing, with_explanation
from sapper.interface.window.faces import Marks
from sapper.interface.window.listing import Listing, Scroll
from sapper.interface.window.moves import move_rows
from sapper.interface.window.numbers import number_listing
from sapper.interface.window.pen import BODY, SMALL, Area, Pen
from sapper.interface.window.pointer import draw_pointer
from sapper.interface.window.widgets import Widget, back_button, draw_title
from sapper.interface.window.words import Window
from sapper.picture.heat import blend
from sapper.play.commands import Command
from sapper.play.messages import HintSign
from sapper.play.record import Record
from sapper.play.replay import Replay
from sapper.play.saying import clock, say
from sapper.replays import Played

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

TURN = 114
SUMMARY = 178
LINE = 14
"""More, for what a file says of its game."""
KNOB = 14
FAIR_MARK, GRAVE_MARK = (2.4, 9), (4, 18)
"""The marks of guesses: one that was careless, or hit a mine, differs in more than its colour."""
HEADING = 30
"""Where the text below it begins."""


class ReplayScreen(BoardScreen):
    """A replay on show. It decides nothing: it draws the replay and sends it commands."""

    name = "replay"

    def __init__(self, flow: Flow, record: Record, played: Played | None = None) -> None:
        if played is None:
            self.replay = Replay(record, odds_on=True)
        else:
            self.replay = Replay(record, track=played.track, notes=played.words)
        self.origin = "" if played is None else played.recording.source.program
        """The program that a game from a file comes from."""
        super().__init__(flow, self.replay)
        self.scroll, self.numbers_scroll = Scroll(), Scroll()
        self.turn_scroll, self.summary_scroll = Scroll(), Scroll()

    # Commands

    def do(self, command: Command) -> bool:
        """Carry out a command: the screen's own, or else the replay's."""
        place = self.replay.place
        done = super().do(command)
        if self.replay.place != place:
            self.follow()
        return done

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's own commands."""
        return {**super().handlers(), "close": self.close, "quit": self.leave}

    def close(self) -> None:
        """Close the explanation; if there is none, go back."""
        if self.replay.why_on:
            self.toggle_why()
        else:
            self.leave()

    def leave(self) -> None:
        """Back to the screen below."""
        self.app.close(self)

    def go(self, turns: int) -> None:
        """Go so many turns on, or back."""
        self.replay.go(turns)
        self.follow()

    def go_to(self, place: int) -> None:
        """Show the position before a turn, or the end."""
        self.go(place - self.replay.place)

    def follow(self) -> None:
        """Bring the turn into sight, on the board and in the list; read of it from the start."""
        self.turn_scroll = Scroll()
        if self.replay.cell is not None:
            self.show_cell(self.replay.cell)
        self.keep_in_sight("turns")

    # Time

    def tick(self, now: float) -> bool:
        """Let the replay run."""
        place = self.replay.place
        changed = self.let_time_pass(now)
        if self.replay.place != place:
            self.follow()
        return changed

    @property
    def moving(self) -> bool:
        """Whether the game runs by itself, or somebody is thinking."""
        return self.replay.running or self.replay.thinker.busy

    # Where things are

    def board_area(self, area: Area) -> Area:
        """Where the board goes."""
        return board_beside_panel(area)

    def rows(self, area: Area) -> dict[str, pygame.Rect]:
        """The parts of the panel."""
        summary = SUMMARY + LINE * bool(self.replay.notes)
        return rows_of_panel(area, {"buttons": 40, "bar": 18, "turn": TURN, "summary": summary})

    def widgets(self, area: Area) -> Sequence[Widget]:
        """The buttons, the way back, what is told, the list of turns or the explanation."""
        rows, units = self.rows(area), area.units
        back = back_button(area, area.rect.left + units(MARGIN), HEADER, self.leave)
        inside = rows["list"].inflate(-units(12), -units(12))
        if self.replay.why_on:
            listing = why_listing(
                self.replay, inside, area.scale, self.why_scroll, spoken(Window).nothing_to_explain
            )
        elif self.replay.numbers_on:
            numbers = self.replay.numbers
            listing = number_listing(numbers, inside, area.scale, self.numbers_scroll)
        else:
            place = self.replay.place
            listing = Listing(
                name="turns",
                rect=inside,
                rows=move_rows(self.replay.record.entries, area.scale, place, self.go_to),
                scroll=self.scroll,
                current=place,
                move=self.go,
            )
        return [*self._buttons(rows["buttons"]), back, *self._told(area), listing]

    def _told(self, area: Area) -> list[Widget]:
        """What there is to say about the turn, and about the game."""
        rows, replay, turn = self.rows(area), self.replay, self.replay.turn
        entry = replay.record.entries[-1] if turn is None else turn.entry
        of_turn = [say(entry), *replay.alternatives]
        return [
            told_in(rows[name], sentences, area.scale, scroll, name, below=HEADING)
            for name, sentences, scroll in (
                ("turn", of_turn, self.turn_scroll),
                ("summary", replay.summary, self.summary_scroll),
            )
        ]

    def _buttons(self, row: pygame.Rect) -> list[Widget]:
        replay = self.replay
        icons: dict[str, tuple[str, bool | None]] = {
            "first": ("first", None),
            "previous": ("previous", None),
            "run": ("pause" if replay.running else "play", replay.running),
            "next": ("next", None),
            "last": ("last", None),
            "slower": ("minus", None),
            "faster": ("plus", None),
            "odds": ("percent", replay.odds_on),
            "why": ("question", replay.why_on),
        }
        return self.icon_buttons(row, icons)

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """A press on the bar goes there."""
        bar = self.rows(self.app.area)["bar"]
        if button == LEFT and bar.collidepoint(point):
            self.go_to(round((point[0] - bar.left) / bar.width * self.replay.last))

    # Pictures

    def draw(self, pen: Pen, area: Area) -> None:
        """The position before the turn, and what there is to say about it."""
        rows, record, theme = self.rows(area), self.replay.record, pen.theme
        middle = area.rect.top + pen.units(HEADER) // 2
        level = setup_options.level_words(record.setup.level)
        say, rule = spoken(Window), self.replay.review.rule
        title = say.replay_title[record.status.value].format(
            game=spoken(Answers).comma.join([level, rule] if rule else [level]),
            clock=clock(record.seconds, record.status),
        )
        draw_title(pen, title, self.board_area(area).rect, self.rect_of("back"))
        seed = say.seed.format(seed=record.setup.seed) if record.knows_rules else ""
        origin = spoken(Answers).comma.join(filter(None, (self.origin, seed)))
        pen.write(origin, (rows["list"].right, middle), SMALL, theme.quiet, align="right")
        draw_board(pen, self.layout(), self.replay.view, self.marks())
        draw_pointer(pen, self.layout(), self.replay)
        self._draw_bar(pen, rows["bar"])
        self._draw_turn(pen, rows["turn"])
        self._draw_summary(pen, rows["summary"])
        pen.card(rows["list"])

    def marks(self) -> Marks:
        """What is shown on the board besides the view."""
        replay, turn = self.replay, self.replay.turn
        if turn is None:
            end = replay.end
            return Marks(
                mines=end.mines,
                exploded=end.exploded,
                wrong_flags=end.wrong_flags,
                won=end.status is Status.WON,
                last=replay.cell,
            )
        best = None if turn.entry.is_flagging else turn.best_cell
        certain = best is not None and turn.analysis is not None and best in turn.analysis.safe
        marks = Marks(
            analysis=replay.analysis,
            hint=best if best != turn.entry.cell and turn.skill < 0 else None,
            hint_sign=HintSign.SAFE if certain else HintSign.GUESS,
            asked=turn.entry.cell,
        )
        return with_explanation(marks, replay.explained)

    def _draw_bar(self, pen: Pen, rect: pygame.Rect) -> None:
        theme = pen.theme
        rect = rect.inflate(-2 * pen.units(KNOB / 2), 0)
        line = pygame.Rect(rect.left, 0, rect.width, pen.units(6))
        line.centery = rect.centery
        pen.card(line, theme.edge, theme.edge, 3)
        for number, step in enumerate(self.replay.review.steps):
            if step.entry.is_guess:
                grave = step.skill < 0 or step.entry.exploded
                mark = pygame.Rect(0, 0, *map(pen.units, GRAVE_MARK if grave else FAIR_MARK))
                mark.center = (
                    round(rect.left + number / self.replay.last * rect.width),
                    rect.centery,
                )
                pen.surface.fill(theme.danger if grave else theme.quiet, mark)
        knob = pygame.Rect(0, 0, pen.units(KNOB), pen.units(KNOB))
        knob.center = (
            round(rect.left + self.replay.place / max(self.replay.last, 1) * rect.width),
            rect.centery,
        )
        pen.card(knob, theme.accent, theme.card, KNOB / 2, 2)

    def _draw_turn(self, pen: Pen, rect: pygame.Rect) -> None:
        theme, turn = pen.theme, self.replay.turn
        careless = turn is not None and turn.skill < 0
        tone = theme.danger if careless else theme.accent
        pen.card(rect, blend(theme.card, tone, 0.1), blend(theme.edge, tone, 0.4))
        self._head(pen, rect, self.replay.heading)

    def _draw_summary(self, pen: Pen, rect: pygame.Rect) -> None:
        pen.card(rect)
        self._head(pen, rect, spoken(Window).skill_and_luck)

    def _head(self, pen: Pen, rect: pygame.Rect, heading: str) -> None:
        point = (rect.left + pen.units(14), rect.top + pen.units(18))
        pen.write(heading, point, BODY, bold=True, width=rect.width - pen.units(28))

    def state(self) -> dict[str, Any]:
        """What the trace records."""
        return {"place": self.replay.place, "last": self.replay.last}
