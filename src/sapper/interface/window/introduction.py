"""What Sapper is, on the start screen: its name, the rules of the game, and an example."""

from __future__ import annotations

import pygame

from sapper.catalogue import spoken
from sapper.exact.analysis import analyze
from sapper.game import WinningRule
from sapper.interface.window.board import draw_board
from sapper.interface.window.faces import Marks
from sapper.interface.window.layout import LEAST_PIXELS, BoardLayout
from sapper.interface.window.pen import BODY, Pen
from sapper.interface.window.words import Window
from sapper.picture.heat import blend
from sapper.view import View

# A position from play with a bit of everything: with its odds, it is the picture below the rules.
EXAMPLE = View.parse(
    """
    1#1000001###
    1#1011102###
    11101F213###
    1#112#######
    ############
    """,
    mines=11,
)


class Introduction:
    """The left half of the start screen."""

    def __init__(self) -> None:
        self._odds = analyze(EXAMPLE)

    def draw(self, pen: Pen, rect: pygame.Rect, winning: WinningRule) -> None:
        """The name, what wins, the rules, and below them the example."""
        theme, units = pen.theme, pen.units
        pen.icon("mine", (rect.left + units(24), rect.top + units(36)), 58, theme.ink)
        name = (rect.left + units(62), rect.top + units(34))
        pen.write("Sapper", name, 44, theme.ink, bold=True)
        tagline = (rect.left, rect.top + units(88))
        pen.write(spoken(Window).tagline, tagline, 17, theme.quiet)
        down = rect.top + units(132)
        goal = spoken(Window).goals[winning.value]
        for icon, words in (("board", goal), *spoken(Window).rules.items()):
            middle = (rect.left + units(18), down + units(19))
            pen.card(
                pygame.Rect(rect.left, down + units(1), units(36), units(36)),
                blend(theme.ground, theme.accent, 0.16),
                blend(theme.ground, theme.accent, 0.16),
                10,
            )
            pen.icon(icon, middle, 22, theme.accent)
            paragraph = pen.paragraph(words, rect.width - units(54), BODY)
            top = down + units(19) - paragraph.height / 2
            paragraph.draw(pen.surface, rect.left + units(52), top, theme.ink)
            down += units(54)
        self._draw_example(pen, pygame.Rect(rect.left, down + units(14), rect.width, 0), rect)

    def _draw_example(self, pen: Pen, at: pygame.Rect, within: pygame.Rect) -> None:
        side = min(
            (within.width - pen.units(8)) // EXAMPLE.width,
            (within.bottom - at.top) // EXAMPLE.height,
        )
        side = max(side, LEAST_PIXELS)
        board = pygame.Rect(at.left, at.top, side * EXAMPLE.width, side * EXAMPLE.height)
        layout = BoardLayout(EXAMPLE.height, EXAMPLE.width, side, board.topleft, board)
        draw_board(pen, layout, EXAMPLE, Marks(analysis=self._odds), rulers=False)
