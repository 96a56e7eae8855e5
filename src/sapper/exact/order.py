"""The order in which to sweep a front's boxes. The order is everything.

A sweep takes the boxes one after another. A witness is *open* while some but not all of its boxes
are taken, and for every open witness the sweep has to remember what it still lacks: the states
multiply. A good order closes witnesses soon after opening them. No quick method finds the best
order, so several are tried, and the one with the lowest estimated number of states wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sapper.exact.fronts import Box, Front
from sapper.grid import Cell

Order = tuple[int, ...]
"""The boxes of a front, by index, in the order the sweep takes them."""

COST_OF_AN_ORDER = 16
"""What it costs to build and estimate one more order, in states per box."""
ALWAYS_SPENT = 400_000
"""States that the search for an order may cost whatever the budget: enough for usual boards."""
TOO_WIDE = 400
"""Boxes within reach of a greedy order; no front this wide can be swept."""
MORE_STARTS = 50
"""The most starting points inside a front, besides its ends, for greedy orders."""


def sweep_order(
    front: Front, budget: int | None = None, spend: Callable[[int], None] = lambda _: None
) -> Order:
    """The cheapest of several orders. The search stops once it costs more than the sweep would.

    It also stops once it costs more than `budget` states, the most that the sweep may take. `spend`
    is told what each order costs to try, in states.

    A chain of numbers along a wall is swept from one end to the other:

    >>> from sapper.exact.fronts import find_fronts, read_witnesses
    >>> from sapper.view import View
    >>> (front,) = find_fronts(read_witnesses(View.parse("######\\n112211", mines=2)))
    >>> [front.boxes[place].cells for place in sweep_order(front)]
    [((0, 0),), ((0, 1),), ((0, 2),), ((0, 3),), ((0, 4),), ((0, 5),)]
    """
    best: Order = ()
    lowest: float = float("inf")
    most = float("inf") if budget is None else max(budget, ALWAYS_SPENT)
    for tried, order in enumerate(_candidates(front), start=1):
        spend(COST_OF_AN_ORDER * len(front.boxes))
        estimate = estimated_states(front, order, lowest)
        if estimate < lowest:
            best, lowest = order, estimate
        if tried * COST_OF_AN_ORDER * len(front.boxes) >= min(lowest, most):
            break
    return best


def _candidates(front: Front) -> Iterator[Order]:
    """Greedy orders from the ends, plain sweeps across, then greedy orders from inside."""
    corners = [min(box.cells) for box in front.boxes]
    across: list[tuple[int, ...]] = [
        tuple(sorted(range(len(corners)), key=lambda place: key(*corners[place])))
        for key in (_by_column, _by_row, _by_falling_diagonal, _by_rising_diagonal)
    ]
    ends = dict.fromkeys(sweep[side] for sweep in across for side in (0, -1))
    for end in ends:
        yield greedy_order(front, end)
    yield from across
    by_column = across[0]
    for start in by_column[:: 1 + len(by_column) // MORE_STARTS]:
        yield greedy_order(front, start)


def _by_column(row: int, column: int) -> Cell:
    return column, row


def _by_row(row: int, column: int) -> Cell:
    return row, column


def _by_falling_diagonal(row: int, column: int) -> Cell:
    return row - column, row


def _by_rising_diagonal(row: int, column: int) -> Cell:
    return row + column, row


class _Progress:
    """The progress of each witness: its cells in boxes already taken, and in boxes left.

    `values` counts how many different values its remaining number of mines may have.
    """

    def __init__(self, front: Front) -> None:
        self.front = front
        self.taken = [0] * len(front.witnesses)
        self.left = [len(witness.hidden) for witness in front.witnesses]
        self.values = [1] * len(front.witnesses)

    def values_after(self, witness: int, size: int) -> int:
        """How many values there will be once a box of this size is taken."""
        lacks = self.front.witnesses[witness].lacks
        most = min(lacks, self.left[witness] - size)
        least = max(0, lacks - self.taken[witness] - size)
        return most - least + 1

    def take(self, box: Box) -> None:
        size = len(box.cells)
        for witness in box.witnesses:
            self.values[witness] = self.values_after(witness, size)
            self.taken[witness] += size
            self.left[witness] -= size


def estimated_states(front: Front, order: Order, enough: float = float("inf")) -> float:
    """An upper bound on the states of a sweep in this order; infinite once it reaches `enough`.

    After each box there are at most as many states as there are combinations of what the open
    witnesses may lack, and at most as many as before times the number of ways to fill the box.
    """
    progress = _Progress(front)
    combinations = states = total = 1
    for place in order:
        box = front.boxes[place]
        for witness in box.witnesses:
            combinations //= progress.values[witness]
        progress.take(box)
        for witness in box.witnesses:
            combinations *= progress.values[witness]
        states = min(states * (len(box.cells) + 1), combinations)
        total += states
        if total >= enough:
            return float("inf")
    return total


def greedy_order(front: Front, start: int) -> Order:
    """From `start`, always take the box that leaves the fewest combinations to remember.

    Ties go to the box with the witness closest to being closed.
    """
    progress = _Progress(front)
    boxes_of: list[list[int]] = [[] for _ in front.witnesses]
    for place, box in enumerate(front.boxes):
        for witness in box.witnesses:
            boxes_of[witness].append(place)

    def burden(place: int) -> tuple[float, int, int]:
        box = front.boxes[place]
        size = len(box.cells)
        growth = 1.0
        for witness in box.witnesses:
            growth *= progress.values_after(witness, size) / progress.values[witness]
        to_be_done = min(progress.left[witness] for witness in box.witnesses) - size
        return growth, to_be_done, place

    order: list[int] = []
    within_reach = {start: burden(start)}
    taken: set[int] = set()
    while within_reach:
        if len(within_reach) > TOO_WIDE:  # no order will do: don't take long to find a bad one
            return (*order, *(place for place in range(len(front.boxes)) if place not in taken))
        place = min(within_reach, key=within_reach.__getitem__)
        del within_reach[place]
        taken.add(place)
        order.append(place)
        progress.take(front.boxes[place])
        for near in {box for witness in front.boxes[place].witnesses for box in boxes_of[witness]}:
            if near not in taken:
                within_reach[near] = burden(near)
    return tuple(order)
