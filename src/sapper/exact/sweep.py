"""Sweep one front box by box: in how many ways can it hold each number of mines?

    state     what each open witness still lacks
    layer     all states after some of the boxes
    filling   how many mines a box holds, in how many ways, and how the state changes
    ways      how many placements lead to a state, or from it to the end

A sweep doesn't list placements, it counts them: placements that leave the same state merge, so the
cost depends on the width of the front, not on its length. Two tricks keep plain Python fast:

- A state is one integer with a field for each open witness. All fields are wide enough for the
  witness that lacks the most. When a witness closes, its field is 0, and the next witness to open
  reuses it.
- A polynomial in the number of mines (the ways with 0 mines, with 1, ...) is one integer too, with
  its coefficients side by side in `spacing` bits each. Adding polynomials is adding integers,
  multiplying is multiplying, and one more mine is a shift by `spacing`. This is exact as long as
  no coefficient outgrows its bits; a plain count of all placements, made first, tells how many
  bits that takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

from sapper.errors import BudgetExceeded
from sapper.exact.fronts import Box, Front
from sapper.exact.order import sweep_order

BITS_PER_STATE = 4_000
"""A polynomial of so many bits takes as long as a state."""
ALWAYS_ALLOWED = 1_000_000
"""States' worth of polynomials that are allowed whatever the budget: no usual board needs more."""
MOST_BITS = 2 * 10**9
"""Of all polynomials together: a quarter of a gigabyte."""
TYPICAL_SHARE = 4
"""A typical polynomial has a term for every fourth cell of the front."""
NOTHING_OPEN = 0
"""The state at the start and at the end of a sweep."""

Layer = dict[int, int]
"""For each state its number of ways, or a polynomial of them."""


class Budget:
    """How many states may be created; None sets no limit.

    A budget of `all_work` also pays for the search for a good order, in states that take as long.
    """

    def __init__(self, limit: int | None, all_work: bool = False) -> None:
        self.limit = limit
        self.all_work = all_work
        self.spent = 0
        self.worth = 0.0
        """What the polynomials take, in states that take as long."""
        self.bits = 0

    @property
    def left(self) -> int | None:
        """How many more states may be created; None for no limit."""
        return None if self.limit is None else max(0, self.limit - self.spent)

    def spend(self, states: int) -> None:
        """Count new states; raise `BudgetExceeded` once there are too many."""
        self.spent += states
        if self.limit is not None and self.spent > self.limit:
            raise BudgetExceeded(self.limit)

    def spend_on_order(self, states: int) -> None:
        """Count the search for an order."""
        if self.all_work:
            self.spend(states)

    def check_polynomials(self, states: int, bits: int) -> None:
        """Refuse polynomials that would take far more time than their states, or too much memory.

        Multiplying long integers takes more than proportionally longer. Ordinary boards are always
        within these limits, whatever the budget.
        """
        if self.limit is None:
            return
        self.worth += states * (bits / BITS_PER_STATE) ** 1.5
        self.bits += states * bits
        if self.worth > max(self.limit, ALWAYS_ALLOWED) or self.bits > MOST_BITS:
            raise BudgetExceeded(self.limit)


class BoxFilling(NamedTuple):
    """A box holds `mines`, in any of `ways` ways, and the state changes by `change`."""

    mines: int
    ways: int
    change: int


class SweepStep(dict[int, tuple[BoxFilling, ...]]):
    """Taking one box: maps what its open witnesses lack to the possible fillings.

    Only the fields of the box's own witnesses matter, and those take few values. So the fillings
    are computed on first use and kept.
    """

    def __init__(self, box: Box, bounds: list[_Bound], field: int) -> None:
        """`field` is the largest number that a field can hold."""
        super().__init__()
        self.box = box
        self.bounds = bounds
        self.field = field
        self.fields = sum(field << bound.shift for bound in bounds if not bound.opens)

    def __missing__(self, fields: int) -> tuple[BoxFilling, ...]:
        size = len(self.box.cells)
        least, most = 0, size
        change_before_mines = change_by_mine = 0
        for bound in self.bounds:
            if bound.opens:
                lacks = bound.number
                change_before_mines += bound.number << bound.shift
            else:
                lacks = fields >> bound.shift & self.field
            change_by_mine -= 1 << bound.shift
            least = max(least, lacks - bound.cells_left)
            most = min(most, lacks)
        fillings = tuple(
            BoxFilling(mines, comb(size, mines), change_before_mines + mines * change_by_mine)
            for mines in range(least, most + 1)
        )
        self[fields] = fillings
        return fillings


@dataclass(frozen=True, slots=True)
class _Bound:
    """How one witness constrains a box: where its field is, and how many cells are left after it.

    With no cells left the witness closes: the box must hold all the mines it lacks.
    """

    shift: int
    number: int
    opens: bool
    cells_left: int


def plan(front: Front, order: tuple[int, ...]) -> list[SweepStep]:
    """The steps of a sweep: which witnesses open and close at each box, and their fields."""
    field_bits = max(witness.lacks for witness in front.witnesses).bit_length()
    field = (1 << field_bits) - 1
    cells_left = [len(witness.hidden) for witness in front.witnesses]
    shift_of: dict[int, int] = {}
    free: list[int] = []
    steps = []
    for place in order:
        box = front.boxes[place]
        bounds = []
        for index in box.witnesses:
            opens = index not in shift_of
            if opens:
                shift_of[index] = free.pop() if free else field_bits * len(shift_of)
            cells_left[index] -= len(box.cells)
            lacks = front.witnesses[index].lacks
            bounds.append(_Bound(shift_of[index], lacks, opens, cells_left[index]))
        closed = [index for index in box.witnesses if cells_left[index] == 0]
        free.extend(shift_of.pop(index) for index in closed)
        steps.append(SweepStep(box, bounds, field))
    return steps


def reach(steps: list[SweepStep], budget: Budget) -> list[Layer]:
    """All layers, each state with the number of placements that lead to it."""
    layers = [{NOTHING_OPEN: 1}]
    for step in steps:
        after: Layer = {}
        for state, ways_here in layers[-1].items():
            for _, ways, change in step[state & step.fields]:
                next_state = state + change
                after[next_state] = after.get(next_state, 0) + ways_here * ways
        budget.spend(len(after))
        layers.append(after)
    return layers


def reachable_totals(front: Front, budget: Budget) -> int:
    """The possible numbers of mines in the front, as the bits of an integer.

    >>> from sapper.exact.fronts import find_fronts, read_witnesses
    >>> from sapper.view import View
    >>> (front,) = find_fronts(read_witnesses(View.parse("#1##", mines=1)))
    >>> bin(reachable_totals(front, Budget(None)))
    '0b10'
    """
    layer = {NOTHING_OPEN: 1}
    for step in plan(front, sweep_order(front, budget.limit, budget.spend_on_order)):
        after: Layer = {}
        for state, totals in layer.items():
            for mines, _, change in step[state & step.fields]:
                next_state = state + change
                after[next_state] = after.get(next_state, 0) | totals << mines
        budget.spend(len(after))
        layer = after
    return layer.get(NOTHING_OPEN, 0)


@dataclass(frozen=True, slots=True)
class SweptFront:
    """A front with all its placements counted.

    `ways_on` has one entry per layer: its states, each with the polynomial of the ways from there
    to the end. The coefficient of x^m counts the ways with m more mines. Dead ends are left out.
    `totals` maps each number of mines in the front to its number of ways.
    """

    front: Front
    steps: list[SweepStep]
    ways_on: list[Layer]
    spacing: int
    totals: dict[int, int]

    def ways_with(self, polynomial: int, mines: int) -> int:
        """The number of ways with exactly this many mines."""
        return polynomial >> mines * self.spacing & (1 << self.spacing) - 1

    def mines_in_boxes(self, outside: dict[int, int]) -> dict[Box, int]:
        """For each box, the sum of its mines over all layouts of the board.

        `outside[m]` is the number of ways to lay the rest of the board if this front holds m mines.
        """
        weights = [(outside[mines], mines) for mines in self.totals]
        return {
            box: sum(weight * self.ways_with(mine_sums, mines) for weight, mines in weights)
            for box, mine_sums in self._mine_sums()
        }

    def _mine_sums(self) -> Iterator[tuple[Box, int]]:
        """For each box, a polynomial: the sum of its mines over the front's placements.

        A second sweep from the start splits every placement at the box: the ways up to the state
        after it, each weighted by the mines it put into the box, times the ways on from there.
        """
        ways_here: Layer = {NOTHING_OPEN: 1}
        for step, ways_on in zip(self.steps, self.ways_on[1:], strict=True):
            ways_after: Layer = {}
            mine_sums_after: Layer = {}
            for state, here in ways_here.items():
                for mines, ways, change in step[state & step.fields]:
                    next_state = state + change
                    if next_state in ways_on:
                        more = here * ways << mines * self.spacing
                        ways_after[next_state] = ways_after.get(next_state, 0) + more
                        if mines:
                            mine_sums_after[next_state] = (
                                mine_sums_after.get(next_state, 0) + more * mines
                            )
            yield (
                step.box,
                sum(mine_sum * ways_on[state] for state, mine_sum in mine_sums_after.items()),
            )
            ways_here = ways_after


def sweep(front: Front, budget: Budget) -> SweptFront:
    """Count the placements of a front: forwards for their number, backwards for the ways on.

    >>> from sapper.exact.fronts import find_fronts, read_witnesses
    >>> from sapper.view import View
    >>> (front,) = find_fronts(read_witnesses(View.parse("###\\n1#1", mines=2)))
    >>> sweep(front, Budget(None)).totals
    {1: 2, 2: 1}

    An inconsistent front has no totals.
    """
    steps = plan(front, sweep_order(front, budget.limit, budget.spend_on_order))
    layers = reach(steps, budget)
    placements = layers[-1].get(NOTHING_OPEN, 0)
    # No coefficient that leads to the end can be larger than this, a box's sum of mines.
    largest = placements * max(len(box.cells) for box in front.boxes)
    spacing = largest.bit_length()
    cells = sum(len(box.cells) for box in front.boxes)
    budget.check_polynomials(sum(map(len, layers)), spacing * cells // TYPICAL_SHARE)
    ways_on: list[Layer] = [{NOTHING_OPEN: 1} if placements else {}]
    for step, layer in zip(reversed(steps), reversed(layers[:-1]), strict=True):
        after, before = ways_on[-1], {}
        for state in layer:
            polynomial = 0
            for mines, ways, change in step[state & step.fields]:
                on = after.get(state + change)
                if on is not None:
                    polynomial += on * ways << mines * spacing
            if polynomial:
                before[state] = polynomial
        ways_on.append(before)
    ways_on.reverse()
    totals = dict(_coefficients(ways_on[0].get(NOTHING_OPEN, 0), spacing))
    return SweptFront(front, steps, ways_on, spacing, totals)


def _coefficients(polynomial: int, spacing: int) -> Iterator[tuple[int, int]]:
    """The powers of a polynomial with their nonzero coefficients."""
    power = 0
    while polynomial:
        coefficient = polynomial & (1 << spacing) - 1
        if coefficient:
            yield power, coefficient
        polynomial >>= spacing
        power += 1
