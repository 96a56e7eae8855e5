"""What stands around the board: the heading, the buttons, what was said, the list of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from sapper.interface.window.explanation import why_rows
from sapper.interface.window.heading import GAP, HEADER, MARGIN, heading_widgets
from sapper.interface.window.moves import move_rows
from sapper.interface.window.pen import BODY, SMALL, Pen, Area
from sapper.interface.window.session import PACES, Tone
from sapper.interface.window.shapes import spinner
from sapper.interface.heat import Colour, blend
from sapper.interface.window.theme import Theme
from sapper.interface.window.widgets import Button, Listing, Row, Style, Widget
from sapper.play.saying import clock

if TYPE_CHECKING:
    from sapper.interface.window.game import GameScreen

FOOTER = 38
PANEL = 316
SCORE = 62
BUTTON = 38
MESSAGE = 88
TITLE = 26
LEGEND = 132
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
    """The colour of a kind of news; its icon says the same."""
    return {
        Tone.NEWS: theme.accent,
        Tone.SAFE: theme.safe,
        Tone.GUESS: theme.guess,
        Tone.WON: theme.safe,
        Tone.LOST: theme.danger,
        Tone.WRONG: theme.danger,
    }[tone]


class Panel:
    """Lays out and draws what is not board."""

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
        """The parts of the column from top to bottom; the list gets what is left."""
        column = self._column(area)
        heights = [
            ("score", SCORE),
            ("move", 44),
            ("auto", BUTTON),
            ("tools", BUTTON),
            ("reset", BUTTON),
            ("message", MESSAGE),
        ]
        rows, top = {}, column.top
        for name, height in heights:
            rows[name] = pygame.Rect(column.left, top, column.width, area.units(height))
            top = rows[name].bottom + area.units(GAP)
        rows["list"] = pygame.Rect(column.left, top, column.width, column.bottom - top)
        return rows

    # What can be pressed

    def widgets(self, area: Area) -> list[Widget]:
        """Everything that can be pressed, in the order of Tab."""
        return [*self._buttons(area), *heading_widgets(self.screen, area), self._listing(area)]

    def _buttons(self, area: Area) -> list[Widget]:
        screen, session, rows = self.screen, self.screen.session, self._rows(area)
        buttons: list[Widget] = []
        if session.over:
            buttons.append(
                Button(
                    name="review",
                    rect=rows["move"],
                    label="Review this game",
                    icon="bars",
                    keycap="V",
                    act=screen.review,
                    style=Style.PRIMARY,
                    size=15,
                    enabled=bool(session.table.entries),
                )
            )
        else:
            buttons.append(
                Button(
                    name="ai move",
                    rect=rows["move"],
                    label="AI Move",
                    icon="spark",
                    keycap="A",
                    act=session.ai_move,
                    style=Style.PRIMARY,
                    size=15,
                )
            )
        auto, slower, faster = _split(rows["auto"], area, 5.2, 1, 1)
        playing = session.autoplaying
        buttons += [
            Button(
                name="autoplay",
                rect=auto,
                label=f"{'Pause' if playing else 'Autoplay'} · {_pace_words(session.pace)}",
                icon="pause" if playing else "play",
                act=session.toggle_autoplay,
                on=playing,
                enabled=not session.over,
            ),
            Button(
                name="slower",
                rect=slower,
                label="–",
                act=lambda: session.change_pace(-1),
                tip="Autoplay slower ( [ )",
            ),
            Button(
                name="faster",
                rect=faster,
                label="+",
                act=lambda: session.change_pace(1),
                tip="Autoplay faster ( ] )",
            ),
        ]
        tools: tuple[tuple[str, str, str, Callable[[], None], bool | None], ...] = (
            ("Hint", "bulb", "H", session.ask_hint, None),
            ("Why", "question", "W", screen.toggle_why, session.why_on),
            ("Odds", "percent", "O", session.toggle_odds, session.odds_on),
        )
        for rect, (label, icon, key, act, on) in zip(
            _split(rows["tools"], area, 1, 1, 1.1), tools, strict=True
        ):
            buttons.append(
                Button(
                    name=label.lower(),
                    rect=rect,
                    label=label,
                    icon=icon,
                    keycap=key,
                    act=act,
                    on=on,
                    enabled=not session.over,
                )
            )
        _, new, again = _split(rows["reset"], area, 0.36, 1, 1.05)
        buttons += [
            Button(name="new", rect=new, label="New board", keycap="N", act=screen.new),
            Button(name="again", rect=again, label="Same board", keycap="R", act=screen.again),
        ]
        return buttons

    def _listing(self, area: Area) -> Listing:
        screen, session = self.screen, self.screen.session
        rect = self._rows(area)["list"]
        top = area.units(TITLE + 8)
        inside = pygame.Rect(
            rect.left + area.units(8),
            rect.top + top,
            rect.width - area.units(14),
            rect.height - top - area.units(8),
        )
        rows: list[Row]
        if session.why_on:
            rows = why_rows(session, inside.width - area.units(10), area.scale)
            current = session.explained.step + 1 if session.explained else None
            listing = Listing(
                name="explanation",
                rect=inside,
                rows=rows,
                scroll=screen.why_scroll,
                current=current,
                move=self._go_through_steps,
            )
            listing.keep_in_sight()
            return listing
        return Listing(
            name="moves",
            rect=inside,
            rows=self._move_rows(area.scale),
            scroll=screen.moves_scroll,
            current=screen.shown_entry,
            move=self._go_through_moves,
            empty="No moves yet",
        )

    def _move_rows(self, scale: float) -> list[Row]:
        """The rows of the list of moves, made anew only when there is something new."""
        table, shown = self.screen.session.table, self.screen.shown_entry
        key = (table.identity, len(table.entries), scale, shown)
        if key != self._rows_for:
            self._rows_for = key
            self._made_rows = move_rows(table.entries, scale, shown, self._show_entry)
        return self._made_rows

    def _go_through_steps(self, steps: int) -> None:
        session = self.screen.session
        if session.explained:
            session.show_step(session.explained.step + steps)

    def _go_through_moves(self, steps: int) -> None:
        screen, last = self.screen, len(self.screen.session.table.entries) - 1
        if last < 0:
            return
        before = last if screen.shown_entry is None else screen.shown_entry
        screen.show_entry(min(max(before + steps, 0), last))
        screen.moves_scroll.at_end = screen.shown_entry == last
        for widget in self.widgets(screen.app.area):
            if isinstance(widget, Listing) and widget.name == "moves":
                widget.keep_in_sight()

    def _show_entry(self, number: int) -> None:
        self.screen.show_entry(None if self.screen.shown_entry == number else number)

    # What is only shown

    def draw(self, pen: Pen, area: Area) -> None:
        """Draw all but the widgets."""
        rows = self._rows(area)
        self._draw_score(pen, rows["score"])
        pen.write("Reset", (rows["reset"].left + pen.units(2), rows["reset"].centery), BODY)
        self._draw_message(pen, rows["message"])
        self._draw_list_title(pen, rows["list"])
        self._draw_footer(pen, area)

    def _draw_score(self, pen: Pen, rect: pygame.Rect) -> None:
        table, theme = self.screen.session.table, pen.theme
        pen.card(rect)
        parts = (
            ("flag", str(table.mines_left), "mines left", theme.flag),
            ("clock", clock(table.seconds), "time", theme.quiet),
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
            words = thinking[0].upper() + thinking[1:]
        else:
            pen.icon(TONE_ICONS[message.tone], middle, 28, ink)
            words = message.words
        left = rect.left + pen.units(50)
        if session.over and session.table.entries:
            status = session.table.status.value
            head = f"{status.capitalize()} after {clock(session.table.seconds)}"
            pen.write(head, (left, rect.top + pen.units(19)), 16, theme.ink, bold=True)
            rect = pygame.Rect(rect.left, rect.top + pen.units(26), rect.width, 0)
            rect.height = pen.units(MESSAGE - 28)
        for size in (BODY, SMALL, SMALL - 1.5):
            paragraph = pen.paragraph(words, rect.right - left - pen.units(10), size)
            if paragraph.height <= rect.height - pen.units(8):
                break
        clip = pen.surface.get_clip()
        pen.surface.set_clip(rect)
        paragraph.draw(
            pen.surface, left, max(rect.centery - paragraph.height / 2, rect.top), theme.ink
        )
        pen.surface.set_clip(clip)

    def _draw_list_title(self, pen: Pen, rect: pygame.Rect) -> None:
        session = self.screen.session
        pen.card(rect)
        middle = rect.top + pen.units(TITLE / 2 + 3)
        if session.why_on:
            title, aside = "Why", "point at a closed cell"
            if session.explained and session.explained.why.lines:
                steps = len(session.explained.why.lines)
                aside = f"step {session.explained.step + 1} of {steps}  ( , and . )"
        else:
            title = "Moves"
            guesses = sum(entry.is_guess for entry in session.table.entries)
            aside = f"{guesses} guess{'' if guesses == 1 else 'es'}" if guesses else ""
        pen.write(title, (rect.left + pen.units(14), middle), BODY, bold=True)
        right = rect.right - pen.units(14)
        pen.write(aside, (right, middle), SMALL, pen.theme.quiet, align="right")

    def _draw_footer(self, pen: Pen, area: Area) -> None:
        screen, session, theme = self.screen, self.screen.session, pen.theme
        board = self.board_area(area).rect
        middle = board.bottom + pen.units(FOOTER / 2 - 4)
        left, right = board.left + pen.units(MARGIN + 6), board.right - pen.units(MARGIN)
        if session.odds_on and not session.over:
            self._draw_legend(pen, right, middle)
            right -= pen.units(LEGEND + 140)
        else:
            told = f"seed {session.table.setup.seed}" if session.over else "? shows the keys"
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
        most = pen.write("a mine", (right, middle), SMALL, theme.quiet, align="right")
        bar = pygame.Rect(0, 0, pen.units(LEGEND), pen.units(10))
        bar.midright = (most.left - pen.units(8), middle)
        for column in range(bar.width):
            ink = theme.heat_of(column / bar.width)
            pen.surface.fill(ink, pygame.Rect(bar.left + column, bar.top, 1, bar.height))
        left = bar.left - pen.units(8)
        least = pen.write("safe", (left, middle), SMALL, theme.quiet, align="right")
        pen.icon("ring", (least.left - pen.units(11), middle), 16, theme.quiet)


def _split(rect: pygame.Rect, area: Area, *shares: float) -> list[pygame.Rect]:
    """A row cut into parts with gaps between them."""
    gap = area.units(GAP)
    whole = rect.width - gap * (len(shares) - 1)
    parts, left = [], float(rect.left)
    for share in shares:
        width = whole * share / sum(shares)
        parts.append(pygame.Rect(round(left), rect.top, round(width), rect.height))
        left += width + gap
    return parts


def _pace_words(pace: int) -> str:
    return f"{PACES[pace]} a second" if PACES[pace] else "top speed"
