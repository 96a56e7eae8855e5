"""An explanation in the panel: its heading, and its steps, of which one is shown on the board."""

from __future__ import annotations

from functools import partial

import pygame

from sapper.interface.window.pen import SMALL, Pen
from sapper.interface.window.session import Session
from sapper.interface.window.text import LINE, wrapped
from sapper.interface.window.widgets import Row

INDENT = 12
SIZE = SMALL + 0.5
PADDING = 8


def why_rows(session: Session, width: int, scale: float) -> list[Row]:
    """The heading and every step, each as high as its words need."""
    explained = session.explained
    if explained is None:
        words = session.unanswered or (
            "Point at a closed cell, or go there with the arrow keys: its reason is shown here, "
            "step by step, and its numbers light up on the board."
        )
        return [_row(words, width, scale, 0, False, False)]
    rows = [_row("\n".join(explained.why.heading), width, scale, 0, True, False)]
    for number, line in enumerate(explained.why.lines):
        row = _row(line.words, width, scale, line.depth, False, number == explained.step)
        rows.append(Row(row.height, row.draw, partial(session.show_step, number)))
    return rows


def _row(words: str, width: int, scale: float, depth: int, bold: bool, current: bool) -> Row:
    indent = round((PADDING + INDENT * depth) * scale)
    space = width - indent - round(PADDING * scale)
    lines = wrapped(words, SIZE * scale, space, bold)
    height = round(len(lines) * SIZE * scale * LINE + PADDING * scale)

    def draw(pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
        theme = pen.theme
        rect = pygame.Rect(rect.left, rect.top, width, rect.height)
        if current or hovered:
            pen.card(rect, theme.hover, theme.hover, 6)
        if current:
            bar = pygame.Rect(rect.left, rect.top, pen.units(4), rect.height)
            pen.card(bar, theme.accent, theme.accent, 2)
        paragraph = pen.paragraph(words, space, SIZE, bold=bold)
        paragraph.draw(
            pen.surface, rect.left + indent, rect.top + pen.units(PADDING / 2), theme.ink
        )

    return Row(height, draw)
