"""Only what is certain has the probability 0 or 1, however close to it the rest comes.

Mines laid on a lattice can make chances smaller than any float. Cells of two kinds, corners (C)
and edges (E), take turns along its lines, and each number between them (w) sees one of either: so
the mines lie on all corners or on all edges. All around are walls (m) that an 8 proves to be
mines.

    C w E w C w E w C
    w m m m w m m m w
    E m 8 m E m 8 m E
    w m m m w m m m w
    C w E w C w E w C

There are about twice as many edges as corners. The mines that the corners leave over go to the
sea, and in a large sea there are ever so many places for them.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, native
from positions import Board, Numbers, numbers_of

from sapper.exact import analysis, counting
from sapper.exact.analysis import analyze
from sapper.view import View


class Lattice:
    """A lattice of `side` by `side` corners on the left, a sea of `sea_columns` on the right."""

    def __init__(self, side: int, sea_columns: int) -> None:
        height = 4 * side - 3
        # Beside the lattice: a column of walls, one of numbers that prove them, and one of zeros,
        # which open the column after it; what follows is sea.
        walls, proof, zeros, opened = range(height, height + 4)
        width = opened + 1 + sea_columns
        rows, columns = np.indices((height, width))
        corners = (rows % 4 == 0) & (columns % 4 == 0) & (columns < height)
        edges = (rows % 2 == 0) & (columns % 2 == 0) & ((rows + columns) % 4 == 2)
        self.corners: Board = corners
        self.edges: Board = edges & (columns < height)
        between = ((rows % 4 == 0) | (columns % 4 == 0)) & (columns < height)
        centres = (rows % 4 == 2) & (columns % 4 == 2) & (columns < height)
        mines = (columns < height) & ~between & ~centres | (columns == walls)
        revealed = between & ~self.corners & ~self.edges | centres
        revealed |= (columns == proof) | (columns == zeros)
        self.sea: Board = columns > opened
        self.numbers: Numbers = np.where(revealed, numbers_of(mines | self.edges), np.int8(HIDDEN))
        assert np.array_equal(
            self.numbers, np.where(revealed, numbers_of(mines | self.corners), np.int8(HIDDEN))
        )
        self.mines = int(mines.sum()) + int(self.edges.sum())
        self.left_over = int(self.edges.sum()) - int(self.corners.sum())

    def chance_of_edges(self) -> Fraction:
        """Either all mines of the sea are in the edges, or the sea holds what is left over."""
        return Fraction(1, 1 + comb(int(self.sea.sum()), self.left_over))


@pytest.mark.parametrize(("side", "sea_columns"), [(3, 4), (4, 30), (6, 60), (11, 2500)])
def test_nothing_uncertain_is_0_or_1(side: int, sea_columns: int) -> None:
    lattice = Lattice(side, sea_columns)
    exact = lattice.chance_of_edges()
    if side == 11:
        assert float(exact) == 0.0  # so it takes care to say more than 0
        assert float(1 - exact) == 1.0
    probability, verdicts = native.analyze(lattice.numbers, lattice.mines, UNLIMITED)
    for cells, fraction in ((lattice.edges, exact), (lattice.corners, 1 - exact)):
        assert (verdicts[cells] == 0).all()
        assert ((probability[cells] > 0) & (probability[cells] < 1)).all()
        nearest = min(max(float(fraction), sys.float_info.min), 1 - sys.float_info.epsilon / 2)
        np.testing.assert_allclose(probability[cells], nearest, rtol=1e-9)
    hidden = lattice.numbers == HIDDEN
    uncertain = lattice.corners | lattice.edges | lattice.sea
    assert np.array_equal(hidden & (verdicts == 0), uncertain)
    assert np.array_equal(hidden & ((probability == 0) | (probability == 1)), verdicts != 0)


@pytest.mark.slow
def test_the_twin_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = Lattice(11, 2500)
    view = View.from_numbers(lattice.numbers, lattice.mines)
    fractions = counting.mine_fractions(view)
    edge, corner = ((0, 2), (0, 0))
    assert fractions[edge] == 1 - fractions[corner] == lattice.chance_of_edges()
    compiled = analyze(view)
    monkeypatch.setattr(analysis, "compiled", None)
    twin = analyze(view)
    assert (compiled.safe, compiled.mines) == (twin.safe, twin.mines)
    np.testing.assert_allclose(
        compiled.mine_probability, twin.mine_probability, rtol=1e-9, equal_nan=True
    )
    assert 0 < twin.mine_probability[edge] < twin.mine_probability[corner] < 1
