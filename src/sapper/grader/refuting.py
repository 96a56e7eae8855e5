"""Is a conclusion false, and what shows it?

A conclusion is false unless it holds in every possible layout of the position, the board's number
of mines included. The AI is not told that number. So something may be certain that it can't know;
but what is certain is true, and calling it so is no fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sapper.exact.analysis import Analysis, analyze
from sapper.exact.conditional import draw_layout
from sapper.grid import Cell, is_inside
from sapper.view import View


@dataclass(frozen=True, slots=True)
class Conclusion:
    """That one cell is safe, or that it is a mine.

    >>> str(Conclusion((0, 1), is_mine=True))
    '(0, 1) is a mine'
    """

    cell: Cell
    is_mine: bool

    def __str__(self) -> str:
        return f"{self.cell} is {'a mine' if self.is_mine else 'safe'}"


def false_conclusions(view: View, safes: Iterable[Cell], mines: Iterable[Cell]) -> list[Conclusion]:
    """Those conclusions that are not certain, row by row; outright contradictions come first.

    >>> view = View.parse("1##", mines=1)
    >>> [str(false) for false in false_conclusions(view, safes=[(0, 0), (0, 2)], mines=[(0, 0)])]
    ['(0, 0) is a mine']
    """
    safes, mines = set(safes), set(mines)
    open_cells = _open_cells(view)
    impossible = [
        Conclusion(cell, is_mine)
        for cells, is_mine in ((safes, False), (mines, True))
        for cell in sorted(cells)
        if not is_inside(cell, view.height, view.width) or (is_mine and cell in open_cells)
    ]
    claimed = {
        *(Conclusion(cell, False) for cell in safes - open_cells),
        *(Conclusion(cell, True) for cell in mines - open_cells),
    }.difference(impossible)
    if not claimed:
        return impossible
    analysis = analyze(view)
    uncertain = sorted(
        (conclusion for conclusion in claimed if not _is_certain(analysis, conclusion)),
        key=lambda conclusion: (conclusion.cell, conclusion.is_mine),
    )
    return impossible + uncertain


def _is_certain(analysis: Analysis, conclusion: Conclusion) -> bool:
    return conclusion.cell in (analysis.mines if conclusion.is_mine else analysis.safe)


def _open_cells(view: View) -> set[Cell]:
    positions = view.positions_since(None)
    assert positions is not None  # every view follows None
    return set(view.cells_at(positions))


def refute(view: View, conclusion: Conclusion) -> frozenset[Cell] | None:
    """The mines of a layout that agrees with the position, but not with the conclusion, if any.

    >>> sorted(refute(View.parse("#1#", mines=1), Conclusion((0, 0), is_mine=False)))
    [(0, 0)]
    """
    if not is_inside(conclusion.cell, view.height, view.width) or not view.is_hidden(
        conclusion.cell
    ):
        return None
    layout = draw_layout(view, [conclusion.cell], with_mine=not conclusion.is_mine, seed=0)
    return None if layout is None else frozenset(view.cells_at(np.flatnonzero(layout)))


def why_false(view: View, conclusion: Conclusion) -> str:
    """Why it is false, in a sentence.

    >>> why_false(View.parse("#1#", mines=1), Conclusion((0, 0), is_mine=False))
    '(0, 0) may be a mine: the chance is 50 %.'
    >>> why_false(View.parse("#1#", mines=1), Conclusion((1, 0), is_mine=False))
    '(1, 0) is not on the 1×3 board: rows 0–0, columns 0–2.'
    """
    cell = conclusion.cell
    if not is_inside(cell, view.height, view.width):
        rows, columns = f"rows 0–{view.height - 1}", f"columns 0–{view.width - 1}"
        return f"{cell} is not on the {view.height}×{view.width} board: {rows}, {columns}."
    number = view.number(cell)
    if number is not None:
        return f"{cell} is open and shows {number}."
    chance = float(analyze(view).mine_probability[cell])
    if conclusion.is_mine:
        return (
            f"{cell} is certainly safe."
            if chance == 0
            else f"{cell} need not be a mine: the chance is {_percent(chance)}."
        )
    return (
        f"{cell} is certainly a mine."
        if chance == 1
        else f"{cell} may be a mine: the chance is {_percent(chance)}."
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.3g} %"
