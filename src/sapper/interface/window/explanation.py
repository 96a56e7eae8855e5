"""An explanation: its heading and steps in a list, the step that is shown on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from sapper.catalogue import spoken
from sapper.interface.window.faces import Marks
from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.pen import BODY, SMALL, Pen
from sapper.interface.window.text import LINE, wrapped
from sapper.interface.window.words import Window
from sapper.play.commands import command_named
from sapper.play.inquiry import Explained, Inquiry

INDENT = 12
SIZE = SMALL + 0.5
PADDING = 8
SCROLL_BAR = 10
INSET = 6
TOLD_SIZES = (BODY, SMALL + 1, SMALL, SMALL - 1)
GAP_OF_TOLD = 3


def why_listing(
    inquiry: Inquiry, rect: pygame.Rect, scale: float, scroll: Scroll, how_to_ask: str
) -> Listing:
    """The explanation as a list; a click on a step shows it on the board.

    As long as nothing is explained, the list says how to ask.
    """
    explained = inquiry.explained

    def move(steps: int) -> None:
        if explained is not None:
            inquiry.show_step(explained.step + steps)

    listing = Listing(
        name="explanation",
        rect=rect,
        rows=_why_rows(inquiry, rect.width - round(SCROLL_BAR * scale), scale, how_to_ask),
        scroll=scroll,
        current=None if explained is None else explained.step + 1,
        move=move,
    )
    listing.keep_in_sight()
    return listing


def _why_rows(inquiry: Inquiry, width: int, scale: float, how_to_ask: str) -> list[Row]:
    """The heading and every step, each as high as its words need."""
    explained = inquiry.explained
    if explained is None:
        return [wrapped_row(inquiry.unanswered or how_to_ask, width, scale)]
    rows = [wrapped_row("\n".join(explained.why.heading), width, scale, bold=True)]
    for number, line in enumerate(explained.why.lines):
        row = wrapped_row(line.words, width, scale, line.depth, current=number == explained.step)
        rows.append(replace(row, act=partial(inquiry.show_step, number)))
    return rows


def why_progress(inquiry: Inquiry) -> str:
    """Which step is shown, and the keys that show the others."""
    explained = inquiry.explained
    if explained is None or not explained.why.lines:
        return ""
    back, on = (command_named(name).keys[0] for name in ("step_back", "step_on"))
    return spoken(Window).step_of.format(
        step=explained.step + 1, steps=len(explained.why.lines), back=back, on=on
    )


def with_explanation(marks: Marks, explained: Explained | None) -> Marks:
    """Marks of a board, and those of the step that is explained."""
    if explained is None:
        return marks
    marks = replace(marks, asked=explained.cell, last=None)
    line = explained.line
    if line is None:  # only odds: show the numbers they depend on
        return replace(marks, used=explained.why.numbers)
    return replace(
        marks,
        used=line.numbers,
        bearing=explained.why.numbers,
        spoken_of=line.cells,
        safe=line.safe,
        known_mines=line.mines,
    )


def wrapped_row(
    words: str,
    width: int,
    scale: float,
    depth: int = 0,
    *,
    bold: bool = False,
    current: bool = False,
    bar: str = "",
    size: float = SIZE,
    gap: float = PADDING,
) -> Row:
    """Words in a row as high as they need; `bar` names a colour of the theme for its left edge."""
    indent = round((PADDING + INDENT * depth) * scale)
    space = width - indent - round(PADDING * scale)
    lines = wrapped(words, size * scale, space, bold)
    height = round(len(lines) * size * scale * LINE + gap * scale)

    def draw(pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
        theme = pen.theme
        rect = pygame.Rect(rect.left, rect.top, width, rect.height)
        if current or hovered:
            pen.card(rect, theme.hover, theme.hover, 6)
        if current or bar:
            ink = getattr(theme, bar) if bar else theme.accent
            edge = pygame.Rect(rect.left, rect.top, pen.units(4), rect.height)
            pen.card(edge, ink, ink, 2)
        paragraph = pen.paragraph(words, space, size, bold=bold)
        paragraph.draw(pen.surface, rect.left + indent, rect.top + pen.units(gap / 2), theme.ink)

    return Row(height, draw)


def told_in(
    card: pygame.Rect, sentences: Sequence[str], scale: float, scroll: Scroll, name: str, below: int
) -> Listing:
    """Sentences on a card, so many units below its top; they scroll if small ones don't fit."""
    space = card.inflate(-round(2 * INSET * scale), 0)
    space.top, space.height = card.top + round(below * scale), 0
    space.height = card.bottom - round(INSET * scale) - space.top
    width = space.width - round(SCROLL_BAR * scale)
    for size in TOLD_SIZES:
        rows = [
            wrapped_row(sentence, width, scale, size=size, gap=GAP_OF_TOLD)
            for sentence in sentences
            if sentence
        ]
        fits = sum(row.height for row in rows) <= space.height
        if fits:
            break
    return Listing(name=name, rect=space, rows=rows, scroll=scroll, enabled=not fits)
