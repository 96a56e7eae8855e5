"""An analysis as a picture: a heat map of the odds."""

from __future__ import annotations

from sapper.catalogue import form, spoken
from sapper.exact.analysis import Analysis
from sapper.grid import Cell
from sapper.picture.board import (
    KNOWN_MINE,
    KNOWN_SAFE,
    UNKNOWN,
    Picture,
    Square,
    chance_square,
    whole_percent,
)
from sapper.picture.words import Pictures


def draw_analysis(analysis: Analysis) -> Picture:
    """The position with what is certain, and every other chance of a mine in percent.

    The safest cell has a frame where none is certainly safe.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> draw_analysis(analyze(View.parse("11#\\n###", mines=1))).description
    'Row 0: 1 1 ring; Row 1: 50% 50% ring'
    """
    safest = analysis.safest
    picture = with_odds(analysis.view.picture(safest), analysis)
    if safest is not None and not analysis.safe:
        picture = picture.outlining([safest], "focus")
    title = spoken(Pictures).odds.format(picture=picture.title)
    return picture.titled(title).saying(_certain(analysis), _safest(analysis))


def with_odds(picture: Picture, analysis: Analysis) -> Picture:
    """A picture of the view with what is certain, and every other chance of a mine; flags stay."""
    view = analysis.view
    hidden = (cell for cell in picture.squares if view.is_hidden(cell) and cell not in view.flags)
    return picture.with_squares({cell: _square(analysis, cell) for cell in hidden})


def _square(analysis: Analysis, cell: Cell) -> Square:
    if cell in analysis.safe:
        return KNOWN_SAFE
    if cell in analysis.mines:
        return KNOWN_MINE
    if not analysis.is_known(cell):
        return UNKNOWN
    return chance_square(float(analysis.mine_probability[cell]))


def _certain(analysis: Analysis) -> str:
    say, mines = spoken(Pictures), len(analysis.mines)
    certain = form(say.certain, mines).format(safe=len(analysis.safe), n=mines)
    return certain if analysis.complete else say.not_known.format(certain=certain)


def _safest(analysis: Analysis) -> str:
    if analysis.safe or analysis.safest is None:
        return spoken(Pictures).legend
    chance = whole_percent(float(analysis.mine_probability[analysis.safest]))
    return spoken(Pictures).safest.format(cell=analysis.safest, chance=chance)
