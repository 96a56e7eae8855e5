"""Around the board: the heading, the buttons, the message, the list of moves, the footer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from sapper.catalogue import many, spoken
from sapper.interface.window.arrange import split, stacked
from sapper.interface.window.beliefs import belief_listing
from sapper.interface.window.entries import SEED
from sapper.interface.window.explanation import why_listing, why_progress
from sapper.interface.window.heading import GAP, HEADER, MARGIN, heading_widgets
from sapper.interface.window.listing import Listing, Row
from sapper.interface.window.moves import move_rows
from sapper.interface.window.numbers import number_listing
from sapper.interface.window.pen import BODY, SMALL, Area, Pen
from sapper.interface.window.shapes import spinner
from sapper.interface.window.text import width_of
from sapper.interface.window.theme import Theme
from sapper.interface.window.widgets import (
    BUTTON_PADDING,
    Button,
    Style,
    Widget,
    command_button,
    command_tip,
    icon_button,
)
from sapper.interface.window.words import Window
from sapper.picture.heat import Colour, blend
from sapper.play.commands import command_named
from sapper.play.messages import Tone
from sapper.play.saying import capital, clock

if TYPE_CHECKING:
    from sapper.interface.window.game import GameScreen

FOOTER = 38
SEED_BUTTON = 28
PANEL = 316
SCORE = 62
BUTTON = 38
MESSAGE = 88
TITLE = 26
LEGEND = 132
AUTO_ROW = (3.7, 1, 2.7, 1, 2.6)
"""How autoplay, slower, the pace, faster and fast mode share their row."""
LIT = 0.16
"""How much of its tone a message's card takes on."""

TONE_ICONS = {
    Tone.NEWS: "board",
    Tone.SAFE: "ring",
    Tone.GUESS: "question",
    Tone.WON: "trophy",
    Tone.LOST: "mine",
    Tone.WRONG: "cross",
}


def tone_colour(theme: Theme, tone: Tone) -> Colour:
    """The colour of a kind of message; its icon says the same."""
    return {
        Tone.NEWS: theme.accent,
        Tone.SAFE: theme.safe,
        Tone.GUESS: theme.guess,
        Tone.WON: theme.safe,
        Tone.LOST: theme.danger,
        Tone.WRONG: theme.danger,
    }[tone]


class Panel:
    """Lays out and draws everything but the board."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._made_rows: list[Row] = []
        self._rows_for: object = None

    # Where things are

    def board_area(self, area: Area) -> Area:
        """Where the board goes."""
        rect, units = area.rect, area.units
        width = rect.width - units(PANEL + 2 * MARGIN)
        height = rect.height - units(HEADER + FOOTER)
        left = rect.left + units(MARGIN / 2)
        return area.inner(pygame.Rect(left, rect.top + units(HEADER), width, height))

    def _column(self, area: Area) -> pygame.Rect:
        units = area.units
        return pygame.Rect(
            area.rect.right - units(PANEL + MARGIN),
            area.rect.top + units(HEADER),
            units(PANEL),
            area.rect.height - units(HEADER + MARGIN),
        )

    def _rows(self, area: Area) -> dict[str, pygame.Rect]:
        """The parts of the column from top to bottom; the list gets the rest."""
        heights = {
            "score": SCORE,
            "move": 44,
            "auto": BUTTON,
            "tools": BUTTON,
            "game": BUTTON,
            "message": MESSAGE,
        }
        pixels = {name: area.units(height) for name, height in heights.items()}
        return stacked(self._column(area), area.units(GAP), pixels)

    # What can be pressed

    def widgets(self, area: Area) -> list[Widget]:
        """Everything that can be pressed, in Tab order."""
        widgets = [*self._buttons(area), *heading_widgets(self.screen, area), self._listing(area)]
        return [*widgets, self._seed(area)] if self.screen.session.is_over else widgets

    def _seed(self, area: Area) -> Button:
        """The seed of a game that is over: a click enters it again, or another."""
        seed = spoken(Window).seed.format(seed=self.screen.session.table.setup.seed)
        board = self.board_area(area).rect
        width = width_of(seed, SMALL * area.scale, bold=True) + area.units(2 * BUTTON_PADDING)
        rect = pygame.Rect(0, 0, width, area.units(SEED_BUTTON))
        rect.midright = (board.right - area.units(MARGIN), self._footer_middle(area))
        return Button(
            name="seed",
            rect=rect,
            label=seed,
            act=self.screen.choose_seed,
            size=SMALL,
            tip=command_tip(SEED),
        )

    def _footer_middle(self, area: Area) -> int:
        return self.board_area(area).rect.bottom + area.units(FOOTER / 2 - 4)

    def _buttons(self, area: Area) -> list[Widget]:
        session, rows = self.screen.session, self._rows(area)
        buttons: list[Widget] = []

        def add(name: str, rect: pygame.Rect, icon: str = "", **options: Any) -> None:
            command = command_named(name)
            buttons.append(command_button(command, rect, self.screen.do, icon, **options))

        playing = not session.is_over
        move, beliefs = split(rows["move"], area.units(GAP), 1.3, 1)
        if playing:
            add("ai_move", move, "spark", style=Style.PRIMARY, size=15)
        else:
            reviewed = bool(session.table.entries)
            add("review", move, "bars", style=Style.PRIMARY, size=15, enabled=reviewed)
        add("beliefs", beliefs, "thought", on=session.beliefs_on)
        auto, slower, _, faster, fast = split(rows["auto"], area.units(GAP), *AUTO_ROW)
        add("autoplay", auto, "play", on=session.autoplaying, enabled=playing, keycap=False)
        for name, rect, icon in (("slower", slower, "minus"), ("faster", faster, "plus")):
            buttons.append(icon_button(command_named(name), rect, self.screen.do, icon))
        add("fast", fast, on=session.fast is not None, enabled=playing, keycap=False)
        hint, why, odds = split(rows["tools"], area.units(GAP), 1, 1, 1.1)
        add("hint", hint, "bulb", enabled=playing)
        add("why", why, "question", on=session.why_on, enabled=playing)
        add("odds", odds, "percent", on=session.odds_on, enabled=playing)
        pause, new, again = split(rows["game"], area.units(GAP), 1.25, 0.9, 1)
        add("pause", pause, "pause", on=session.is_paused, enabled=playing)
        add("new", new)
        add("again", again)
        return buttons

    def _listing(self, area: Area) -> Listing:
        screen, session, say = self.screen, self.screen.session, spoken(Window)
        rect = self._rows(area)["list"]
        top = area.units(TITLE + 8)
        inside = pygame.Rect(
            rect.left + area.units(8),
            rect.top + top,
            rect.width - area.units(14),
            rect.height - top - area.units(8),
        )
        if session.why_on:
            return why_listing(session, inside, area.scale, screen.why_scroll, say.how_to_ask)
        if session.shows_beliefs:
            scroll = screen.beliefs_scroll
            return belief_listing(session.judged, inside, area.scale, scroll, screen.ask_about)
        if session.shows_numbers:
            return number_listing(session.numbers, inside, area.scale, screen.numbers_scroll)
        return Listing(
            name="moves",
            rect=inside,
            rows=self._move_rows(area.scale),
            scroll=screen.moves_scroll,
            current=screen.shown_entry,
            move=self._go_through_moves,
            empty=say.no_moves,
        )

    def _move_rows(self, scale: float) -> list[Row]:
        """The rows of the list of moves, rebuilt only when something has changed."""
        table, shown = self.screen.session.table, self.screen.shown_entry
        key = (table.identity, len(table.entries), scale, shown)
        if key != self._rows_for:
            self._rows_for = key
            self._made_rows = move_rows(table.entries, scale, shown, self._show_entry)
        return self._made_rows

    def _go_through_moves(self, steps: int) -> None:
        screen, last = self.screen, len(self.screen.session.table.entries) - 1
        if last < 0:
            return
        before = last if screen.shown_entry is None else screen.shown_entry
        screen.show_entry(min(max(before + steps, 0), last))
        screen.moves_scroll.at_end = screen.shown_entry == last
        screen.keep_in_sight("moves")

    def _show_entry(self, number: int) -> None:
        self.screen.show_entry(None if self.screen.shown_entry == number else number)

    # Drawing

    def draw(self, pen: Pen, area: Area) -> None:
        """Draw all but the widgets."""
        rows = self._rows(area)
        self._draw_score(pen, rows["score"])
        _, _, pace, _, _ = split(rows["auto"], area.units(GAP), *AUTO_ROW)
        words = self.screen.session.pace_words
        told = pen.fitting(words, pace, SMALL - 1, SMALL - 2)
        told.draw(pen.surface, pace.left, pace.centery - told.height // 2, pen.theme.quiet)
        self._draw_message(pen, rows["message"])
        self._draw_list_title(pen, rows["list"])
        self._draw_footer(pen, area)

    def _draw_score(self, pen: Pen, rect: pygame.Rect) -> None:
        table, theme, say = self.screen.session.table, pen.theme, spoken(Window)
        pen.card(rect)
        parts = (
            ("flag", str(table.mines_left), say.mines_left, theme.flag),
            ("clock", clock(table.seconds, table.status), say.time, theme.quiet),
        )
        for number, (icon, value, caption, ink) in enumerate(parts):
            left = rect.left + number * rect.width // 2 + pen.units(16)
            pen.icon(icon, (left + pen.units(12), rect.centery), 26, ink)
            across = left + pen.units(34)
            pen.write(value, (across, rect.top + rect.height * 0.38), 22, theme.ink, bold=True)
            pen.write(caption, (across, rect.top + rect.height * 0.77), SMALL - 1, theme.quiet)
        line = pygame.Rect(rect.centerx, rect.top + pen.units(12), 1, rect.height - pen.units(24))
        pen.surface.fill(theme.edge, line)

    def _draw_message(self, pen: Pen, rect: pygame.Rect) -> None:
        session, theme = self.screen.session, pen.theme
        thinking, message = session.thinking, session.message
        ink = tone_colour(theme, message.tone)
        pen.card(rect, blend(theme.card, ink, LIT), blend(theme.edge, ink, 0.4))
        middle = (rect.left + pen.units(26), rect.centery)
        if thinking and not session.autoplaying:
            spinner(pen.surface, middle, pen.units(26), ink, pen.now)
            words = capital(thinking)
        else:
            pen.icon(TONE_ICONS[message.tone], middle, 28, ink)
            words = message.words
        left = rect.left + pen.units(50)
        if session.is_over and session.table.entries:
            table = session.table
            ended = spoken(Window).ended[table.status.value]
            head = ended.format(clock=clock(table.seconds, table.status))
            pen.write(head, (left, rect.top + pen.units(19)), 16, theme.ink, bold=True)
            rect = pygame.Rect(rect.left, rect.top + pen.units(26), rect.width, 0)
            rect.height = pen.units(MESSAGE - 28)
        clip = pen.surface.get_clip()
        pen.surface.set_clip(rect)
        space = pygame.Rect(left, rect.top, rect.right - left - pen.units(10), rect.height)
        paragraph = pen.fitting(words, space.inflate(0, -pen.units(8)), BODY, SMALL, SMALL - 1.5)
        top = max(rect.centery - paragraph.height / 2, rect.top)
        paragraph.draw(pen.surface, left, top, theme.ink)
        pen.surface.set_clip(clip)

    def _draw_list_title(self, pen: Pen, rect: pygame.Rect) -> None:
        session, say = self.screen.session, spoken(Window)
        pen.card(rect)
        middle = rect.top + pen.units(TITLE / 2 + 3)
        if session.why_on:
            title, aside = say.why, why_progress(session) or say.point_at
        elif session.shows_beliefs:
            title, aside = say.beliefs, say.click_reason
        elif session.shows_numbers:
            command = command_named("numbers")
            title, aside = command.label, say.hide_with.format(key=command.keys[0])
        else:
            title = say.moves
            guesses = sum(entry.is_guess for entry in session.table.entries)
            aside = many(say.guesses, guesses) if guesses else ""
        pen.write(title, (rect.left + pen.units(14), middle), BODY, bold=True)
        right = rect.right - pen.units(14)
        pen.write(aside, (right, middle), SMALL, pen.theme.quiet, align="right")

    def _draw_footer(self, pen: Pen, area: Area) -> None:
        screen, session, theme = self.screen, self.screen.session, pen.theme
        board = self.board_area(area).rect
        middle = self._footer_middle(area)
        left, right = board.left + pen.units(MARGIN + 6), board.right - pen.units(MARGIN)
        if session.odds_on and not session.is_over:
            self._draw_legend(pen, right, middle)
            right -= pen.units(LEGEND + 140)
        elif session.is_over:
            right = self._seed(area).rect.left
        else:
            told = spoken(Window).keys_hint.format(key=command_named("help").keys[0])
            right = pen.write(told, (right, middle), SMALL, theme.quiet, align="right").left
        words = screen.flow.history.message
        if screen.here is not None:
            words = session.describe(screen.here)
        pen.write(
            words, (left, middle), SMALL + 0.5, theme.quiet, width=right - left - pen.units(16)
        )

    def _draw_legend(self, pen: Pen, right: int, middle: int) -> None:
        theme = pen.theme
        pen.icon("mine", (right - pen.units(8), middle), 16, theme.quiet)
        right -= pen.units(20)
        most = pen.write(spoken(Window).a_mine, (right, middle), SMALL, theme.quiet, align="right")
        bar = pygame.Rect(0, 0, pen.units(LEGEND), pen.units(10))
        bar.midright = (most.left - pen.units(8), middle)
        for column in range(bar.width):
            ink = theme.heat_of(column / bar.width)
            pen.surface.fill(ink, pygame.Rect(bar.left + column, bar.top, 1, bar.height))
        left = bar.left - pen.units(8)
        least = pen.write(spoken(Window).safe, (left, middle), SMALL, theme.quiet, align="right")
        pen.icon("ring", (least.left - pen.units(11), middle), 16, theme.quiet)
