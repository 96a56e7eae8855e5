"""Exact counting in integers: how many layouts a position has, and where their mines are.

This is the readable twin of the compiled engine: the same algorithm with Python's integers, which
never round. It takes five steps:

    deduce    what follows from single numbers and pairs        `fronts.py`
    condense  hidden cells into boxes                           `fronts.py`
    split     boxes and witnesses into fronts                   `fronts.py`
    sweep     each front, box by box, in a good order           `sweep.py`, `order.py`
    combine   the fronts and the sea under the mine total       `combine.py`, here

A `budget` bounds the work: sweeps may create that many states before `BudgetExceeded` is raised,
and the combined fronts may take a number of digits in proportion to it. None sets no limit. An
inconsistent position raises `Contradiction`, which names a minimal set of numbers that contradict
each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sapper.errors import BudgetExceeded
from sapper.exact.combine import FrontWays, count_together
from sapper.exact.contradiction import explain
from sapper.exact.fronts import (
    Deduced,
    Impossible,
    Witness,
    deduce,
    find_fronts,
    hidden_cells_of,
    read_witnesses,
)
from sapper.exact.sweep import NOTHING_OPEN, Budget, SweptFront, sweep
from sapper.grid import Cell
from sapper.view import View, check_view

Item = TypeVar("Item")
Ways = dict[int, int]
"""For each number of mines, in how many ways they can be placed."""
BITS_PER_STATE = 150
"""How many bits of the ways before each front cost as much as a state."""
ALWAYS_ALLOWED = 100_000
"""States' worth of bits that are allowed whatever the budget: no usual board needs more."""
DIGITS_PER_STATE_OF_TWIN = 10
"""How many digits of the combined fronts cost as much as a state here."""


def count_layouts(view: View, budget: int | None = None) -> int:
    """The number of possible layouts.

    >>> from sapper.view import View
    >>> count_layouts(View.parse("####\\n1##1", mines=2))
    9
    >>> count_layouts(View(16, 30, mines=99)) > 10**104
    True
    """
    return count(view, budget).layouts


def mine_fractions(view: View, budget: int | None = None) -> dict[Cell, Fraction]:
    """For every hidden cell, the fraction of all layouts in which it is a mine.

    >>> from sapper.view import View
    >>> for cell, fraction in mine_fractions(View.parse("##1###", mines=2)).items():
    ...     print(cell, fraction)
    (0, 0) 1/3
    (0, 1) 1/2
    (0, 3) 1/2
    (0, 4) 1/3
    (0, 5) 1/3
    """
    return count(view, budget).mine_fractions()


@dataclass(frozen=True, slots=True)
class Certain:
    """The cells that are safe, and those that are mines, in every layout."""

    safe: frozenset[Cell]
    mines: frozenset[Cell]


def certain_cells(view: View, budget: int | None = None) -> Certain:
    """Every cell that is certain, given the mine total.

    >>> from sapper.view import View
    >>> certain = certain_cells(View.parse("#1##", mines=1))
    >>> sorted(certain.safe), sorted(certain.mines)
    ([(0, 3)], [])
    """
    return count(view, budget).certain_cells()


def sample_layouts(
    view: View, n: int, random_generator: np.random.Generator, budget: int | None = None
) -> NDArray[np.bool_]:
    """Draw `n` layouts, all equally likely: True is a mine; (n, height, width).

    >>> from sapper.view import View
    >>> layouts = sample_layouts(View.parse("#1#", mines=1), 1000, np.random.default_rng(1))
    >>> layouts.shape, layouts[0].astype(int).tolist()
    ((1000, 1, 3), [[1, 0, 0]])
    """
    return count(view, budget).sample(n, random_generator)


def safe_fraction(view: View, cells: Iterable[Cell], budget: int | None = None) -> Fraction:
    """The fraction of all layouts in which none of these hidden cells is a mine.

    >>> from sapper.view import View
    >>> safe_fraction(View.parse("##1##", mines=2), [(0, 0), (0, 1)])
    Fraction(1, 4)
    """
    layouts = count(view, budget).layouts
    safe = count_with(view, cells, 0, budget)
    return Fraction(safe.layouts if safe else 0, layouts)


def count_with(
    view: View, cells: Iterable[Cell], mines: int, budget: int | None = None
) -> Counted | None:
    """The layouts with so many mines among these hidden cells; None if there are none.

    >>> from sapper.view import View
    >>> count_with(View.parse("##1##", mines=2), [(0, 0), (0, 1)], 1).layouts
    2
    """
    check_view(view)
    among = Witness(NOWHERE, frozenset(map(view.check_hidden, cells)), mines)
    try:
        counted = _count(view, (*read_witnesses(view), among), budget)
    except Impossible:
        return None
    return counted if counted.layouts else None


NOWHERE = (-1, -1)
"""The place of a number that is not on the board."""


# Settle, condense, split, sweep, combine


def count(view: View, budget: int | None = None) -> Counted:
    """Count all layouts of a view once, to answer any of the questions above.

    >>> from sapper.view import View
    >>> counted = count(View.parse("1##", mines=2))
    >>> counted.layouts, counted.mine_fractions()
    (1, {(0, 1): Fraction(1, 1), (0, 2): Fraction(1, 1)})
    """
    check_view(view)
    try:
        counted = _count(view, read_witnesses(view), budget)
    except Impossible as impossible:
        raise explain(view, impossible.cells, budget) from None
    if not counted.layouts:
        raise explain(view, suspects=None, budget=budget)
    return counted


def _count(view: View, witnesses: Iterable[Witness], budget: int | None) -> Counted:
    states = Budget(budget)
    deduced = deduce(witnesses)
    fronts = []
    for front in find_fronts(deduced.witnesses):
        fronts.append(sweep(front, states))
        if not fronts[-1].totals:
            raise Impossible(deduced.reasons(front))
    hidden = tuple(hidden_cells_of(view))
    ashore = deduced.safe | deduced.mines
    ashore = ashore.union(*(box.cells for swept in fronts for box in swept.front.boxes))
    return Counted(
        shape=(view.height, view.width),
        hidden=hidden,
        deduced=deduced,
        fronts=tuple(fronts),
        sea=tuple(cell for cell in hidden if cell not in ashore),
        mines_left=view.mines - len(deduced.mines),
        budget=budget,
    )


@dataclass(frozen=True, eq=False)
class Counted:
    """All layouts of a view, counted. `mines_left` is the number of mines in fronts and sea."""

    shape: tuple[int, int]
    hidden: tuple[Cell, ...]
    deduced: Deduced
    fronts: tuple[SweptFront, ...]
    sea: tuple[Cell, ...]
    mines_left: int
    budget: int | None

    @cached_property
    def layouts(self) -> int:
        """The number of layouts."""
        ways = (_ways_of(swept) for swept in self.fronts)
        return count_together(
            ways, len(self.sea), self.mines_left, self.budget, DIGITS_PER_STATE_OF_TWIN
        )

    @cached_property
    def before(self) -> tuple[Ways, ...]:
        """In how many ways the fronts before the i-th can hold each number of mines."""
        before: list[Ways] = [{0: 1} if self.mines_left >= 0 else {}]
        bits = 0
        for swept in self.fronts:
            together: Ways = {}
            for mines, ways in before[-1].items():
                for more, more_ways in swept.totals.items():
                    if mines + more <= self.mines_left:
                        together[mines + more] = together.get(mines + more, 0) + ways * more_ways
            before.append(together)
            # What is behind takes as many numbers, each with the ways of the sea as well.
            bits += len(together) * (max(together.values(), default=0).bit_length() + len(self.sea))
            self._check_bits(bits)
        return tuple(before)

    def _check_bits(self, bits: int) -> None:
        if self.budget is not None and bits > BITS_PER_STATE * max(self.budget, ALWAYS_ALLOWED):
            raise BudgetExceeded(self.budget)

    @cached_property
    def behind(self) -> tuple[Ways, ...]:
        """In how many ways the i-th front, all after it and the sea can hold them.

        The last entry is the sea alone. Together with `before`, this gives the ways to lay all but
        one front without any division.
        """
        behind: list[Ways] = [
            {
                left: comb(len(self.sea), left)
                for left in (self.mines_left - mines for mines in self.before[-1])
            }
        ]
        for swept, ways_before in zip(
            reversed(self.fronts), reversed(self.before[:-1]), strict=True
        ):
            rest = behind[-1]
            behind.append(
                {
                    left: sum(
                        ways * rest.get(left - mines, 0) for mines, ways in swept.totals.items()
                    )
                    for left in (self.mines_left - mines for mines in ways_before)
                }
            )
        return tuple(reversed(behind))

    def mine_fractions(self) -> dict[Cell, Fraction]:
        """For every hidden cell, the fraction of layouts in which it is a mine."""
        fractions = dict.fromkeys(self.hidden, Fraction(0))
        fractions.update(dict.fromkeys(self.deduced.mines, Fraction(1)))
        for place, swept in enumerate(self.fronts):
            for box, mines in swept.mines_in_boxes(self._outside(place)).items():
                fraction = Fraction(mines, self.layouts * len(box.cells))
                fractions.update(dict.fromkeys(box.cells, fraction))
        if self.sea:
            mines_in_sea = sum(
                ways * self.behind[-1][self.mines_left - mines] * (self.mines_left - mines)
                for mines, ways in self.before[-1].items()
            )
            fraction = Fraction(mines_in_sea, self.layouts * len(self.sea))
            fractions.update(dict.fromkeys(self.sea, fraction))
        return fractions

    def certain_cells(self) -> Certain:
        """Every cell that is safe, or a mine, in all layouts. Integers need no tolerance."""
        fractions = self.mine_fractions()
        return Certain(
            safe=frozenset(cell for cell, fraction in fractions.items() if fraction == 0),
            mines=frozenset(cell for cell, fraction in fractions.items() if fraction == 1),
        )

    def _outside(self, place: int) -> Ways:
        """For each total of one front, in how many ways everything else can be laid."""
        before, behind = self.before[place], self.behind[place + 1]
        return {
            total: sum(
                ways * behind.get(self.mines_left - total - mines, 0)
                for mines, ways in before.items()
            )
            for total in self.fronts[place].totals
        }

    def sample(self, n: int, random_generator: np.random.Generator) -> NDArray[np.bool_]:
        """Draw `n` layouts, all equally likely.

        A layout is drawn top-down: how many mines each front holds, then how many each of its
        boxes holds, then which cells. Each draw is weighted by the layouts that remain after it.
        """
        draw = Draw(random_generator)
        layouts = np.zeros((n, *self.shape), dtype=np.bool_)
        for layout in layouts:
            for cell in self._draw_mines(draw):
                layout[cell] = True
        return layouts

    def _draw_mines(self, draw: Draw) -> Iterator[Cell]:
        yield from self.deduced.mines
        left = self.mines_left
        for swept, behind in zip(self.fronts, self.behind[1:], strict=True):
            total = draw.weighted(
                (total, ways * behind.get(left - total, 0)) for total, ways in swept.totals.items()
            )
            left -= total
            yield from _draw_front(swept, total, draw)
        yield from draw.some(self.sea, left)


def _draw_front(swept: SweptFront, total: int, draw: Draw) -> Iterator[Cell]:
    state, left = NOTHING_OPEN, total
    for step, ways_on in zip(swept.steps, swept.ways_on[1:], strict=True):
        fillings = [
            (filling, filling.ways * swept.ways_with(ways_on[next_state], left - filling.mines))
            for filling in step[state & step.fields]
            if filling.mines <= left and (next_state := state + filling.change) in ways_on
        ]
        filling = draw.weighted(fillings)
        state += filling.change
        left -= filling.mines
        yield from draw.some(step.box.cells, filling.mines)


class Draw:
    """Exact random draws from integers of any size, where floats would round."""

    def __init__(self, random_generator: np.random.Generator) -> None:
        self.random_generator = random_generator

    def weighted(self, weights: Iterable[tuple[Item, int]]) -> Item:
        """One of the items, with a probability in proportion to its weight."""
        possible = [(item, weight) for item, weight in weights if weight]
        if len(possible) > 1:
            mark = self.below(sum(weight for _, weight in possible))
            for item, weight in possible:
                mark -= weight
                if mark < 0:
                    return item
        return possible[0][0]

    def below(self, limit: int) -> int:
        """An integer from 0 to limit − 1, all equally likely."""
        bits = (limit - 1).bit_length()
        while True:  # at least half of all numbers are small enough
            number = int.from_bytes(self.random_generator.bytes((bits + 7) // 8), "little")
            number &= (1 << bits) - 1
            if number < limit:
                return number

    def some(self, cells: tuple[Cell, ...], number: int) -> Iterable[Cell]:
        """A random subset of the cells of the given size, all equally likely."""
        if number == 0:
            return ()
        if number == len(cells):
            return cells
        places = self.random_generator.choice(len(cells), number, replace=False)
        return [cells[place] for place in places.tolist()]


def _ways_of(swept: SweptFront) -> FrontWays:
    low, high = min(swept.totals), max(swept.totals)
    return FrontWays(low, tuple(swept.totals.get(mines, 0) for mines in range(low, high + 1)))
