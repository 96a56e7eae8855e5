"""What the player's games say: sentences, and two tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from sapper.coach.saying import SummaryInWords, SummaryTable
from sapper.interface.window.app import App, Screen
from sapper.interface.window.explanation import wrapped_row
from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.pen import BODY, SMALL, Area, Pen
from sapper.interface.window.widgets import Widget, back_button
from sapper.play.saying import capital

MARGIN = 24
HEADER = 64
WIDEST = 1100
TITLE_ROW, HEADING_ROW, TABLE_ROW = 46, 28, 30
NAMES_SHARE = {1: 0.46, 2: 0.36}
"""The share of the width that the columns of words get, by how many there are."""


class AnalysisScreen(Screen):
    """A list that scrolls, as everything in it is to be read."""

    name = "analysis"

    def __init__(self, app: App, words: SummaryInWords) -> None:
        super().__init__(app)
        self.words = words
        self.scroll = Scroll()
        self.first_focus = "analysis"

    def _card(self, area: Area) -> pygame.Rect:
        units, rect = area.units, area.rect
        width = min(rect.width - units(2 * MARGIN), units(WIDEST))
        card = pygame.Rect(0, rect.top + units(HEADER), width, 0)
        card.centerx, card.height = rect.centerx, rect.bottom - units(MARGIN) - card.top
        return card

    def widgets(self, area: Area) -> Sequence[Widget]:
        """All there is to read, and the way back."""
        card, units = self._card(area), area.units
        inside = card.inflate(-units(24), -units(20))
        listing = Listing(
            name="analysis",
            rect=inside,
            rows=self._rows(area, inside.width - units(14)),
            scroll=self.scroll,
        )
        return [listing, back_button(area, card.left, HEADER, self.escape)]

    def _rows(self, area: Area, width: int) -> list[Row]:
        rows = [wrapped_row(sentence, width, area.scale) for sentence in self.words.sentences]
        for table in self.words.tables:
            rows.append(Row(area.units(TITLE_ROW), partial(_draw_title, table.title)))
            rows.append(
                Row(area.units(HEADING_ROW), partial(_draw_row, table, table.headings, True))
            )
            rows += [
                Row(area.units(TABLE_ROW), partial(_draw_row, table, row, False))
                for row in table.rows
            ]
            rows.append(wrapped_row(table.note, width, area.scale))
        return rows

    def draw(self, pen: Pen, area: Area) -> None:
        """The title and the card."""
        middle = (area.rect.centerx, area.rect.top + pen.units(HEADER) // 2)
        pen.write(self.words.title, middle, 22, bold=True, align="center")
        pen.card(self._card(area), radius=14)


def _draw_title(title: str, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
    pen.write(title, (rect.left + pen.units(8), rect.bottom - pen.units(14)), BODY + 1, bold=True)


def _draw_row(
    table: SummaryTable,
    words: Sequence[str],
    is_heading: bool,
    pen: Pen,
    rect: pygame.Rect,
    hovered: bool,
) -> None:
    """Words to the left of their column, numbers to the right of theirs."""
    space, left = rect.width - pen.units(30), rect.left + pen.units(8)
    names = table.names
    wide = NAMES_SHARE[names] * space / names
    narrow = (1 - NAMES_SHARE[names]) * space / (len(words) - names)
    size = SMALL if is_heading else BODY
    ink = pen.theme.quiet if is_heading else pen.theme.ink
    for number, word in enumerate(words):
        if number < names:
            place = (left + round(number * wide), rect.centery)
            pen.write(capital(word), place, size, ink, width=round(wide) - pen.units(8))
        else:
            right = left + round(names * wide + (number - names + 1) * narrow)
            room = round(narrow) - pen.units(8)
            told = capital(word) if is_heading else word
            pen.write(told, (right, rect.centery), size, ink, align="right", width=room)
