"""What the agent believes: a list of what is false or was missed, and its sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from sapper.catalogue import spoken
from sapper.interface.window.explanation import SCROLL_BAR, wrapped_row
from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.words import Window
from sapper.play.beliefs import CellBelief, JudgedBeliefs, SentenceBelief

MOST_LISTED = 60
"""A faulty agent may believe any number of things."""


def belief_listing(
    judged: JudgedBeliefs | None,
    rect: pygame.Rect,
    scale: float,
    scroll: Scroll,
    ask: Callable[[CellBelief | SentenceBelief], None],
) -> Listing:
    """The beliefs as a list; a click on one asks for its reason."""
    width = rect.width - round(SCROLL_BAR * scale)
    rows = _rows(judged, width, scale, ask)
    return Listing(name="beliefs", rect=rect, rows=rows, scroll=scroll)


def _rows(
    judged: JudgedBeliefs | None,
    width: int,
    scale: float,
    ask: Callable[[CellBelief | SentenceBelief], None],
) -> list[Row]:
    if judged is None:
        return [wrapped_row(spoken(Window).asking_beliefs, width, scale)]
    rows = [wrapped_row(judged.words, width, scale, bold=True)]
    for belief in judged.listed[:MOST_LISTED]:
        row = wrapped_row(f"{_mark(belief)}{belief.words}", width, scale, bar=_bar(belief))
        rows.append(replace(row, act=partial(ask, belief)))
    more = len(judged.listed) - MOST_LISTED
    if more > 0:
        rows.append(wrapped_row(spoken(Window).and_more.format(n=more), width, scale))
    return rows


def _mark(belief: CellBelief | SentenceBelief) -> str:
    """The mark that the cell has on the board, if any."""
    if belief.is_wrong:
        return "!  "
    return "?  " if isinstance(belief, CellBelief) else ""


def _bar(belief: CellBelief | SentenceBelief) -> str:
    """The colour at the edge of the row, by its name in the theme."""
    if belief.is_wrong:
        return "exploded"
    return "used" if isinstance(belief, CellBelief) else ""
