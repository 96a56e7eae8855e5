"""From revealed numbers to clauses, and from clauses to cells: forward, or backward from a goal.

A number is a hint: so many of its unsettled neighbours are mines. *Forward chaining* tells the
clause base every hint and lets it conclude all it can. *Backward chaining* has one cell to prove:
it tells the hints about that cell, then the hints about the cells those name, ring after ring, and
stops as soon as the cell is settled. It never looks at hints that have nothing to do with the cell.
In the worst case it tells every hint connected with the cell, so at the same width both prove the
same.

Two things keep the base small. A hint becomes clauses only when no unit clause is left to
propagate, since it has the fewest unsettled neighbours then; and the mine total, which is about all
cells, becomes clauses only near the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sapper.catalogue import counted
from sapper.errors import Contradiction
from sapper.grid import Cell, cells, neighbours
from sapper.knowledge.clause import (
    BARREN_ROUNDS,
    DEFAULT_WIDTH,
    Assertion,
    ClauseBase,
    EmptyClause,
    Literal,
    Source,
    exactly,
)
from sapper.knowledge.resolution_proof import ResolutionProof, trace

TOTAL_WITHIN = 10
"""The mine total becomes clauses (462 at most) once no more than this many cells are unsettled.

If no mines are left, or nothing but mines, it becomes unit clauses however many cells there are.
"""


class ClauseKnowledge:
    """What clauses prove about a board, given some revealed numbers.

    >>> known = ClauseKnowledge(height=2, width=3, mines=1)
    >>> known.learn({(1, 0): 1, (1, 1): 1, (1, 2): 1})
    >>> known.conclude()
    >>> sorted(known.to_open), known.mines
    ([(0, 0), (0, 2)], {(0, 1)})
    >>> why = known.proof((0, 2))
    >>> sorted(why.numbers), why.resolutions, str(why.steps[-1])
    ([(1, 0), (1, 1)], 2, '¬(0, 2)')
    """

    def __init__(
        self,
        height: int,
        width: int,
        mines: int | None,
        *,
        literals: int = DEFAULT_WIDTH,
        rounds: int | None = BARREN_ROUNDS,
    ) -> None:
        """`mines`: the mine total, or None to ignore it; `literals`: the width of resolution."""
        self.height, self.width, self.total = height, width, mines
        self.base = ClauseBase(literals, rounds)
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        """The safe cells, including the revealed ones."""
        self.to_open: set[Cell] = set()
        """The safe cells that are still hidden."""
        self._numbers: dict[Cell, int] = {}
        self._not_asked: dict[Cell, int] = {}
        # Hints that were asked for but are not clauses yet, and those among them to look at again
        # because they are new or a neighbour has been settled.
        self._waiting: dict[Cell, int] = {}
        self._to_look_at: dict[Cell, None] = {}
        self._total_is_told = mines is None

    def learn(self, numbers: Mapping[Cell, int]) -> None:
        """Take in revealed cells: they are safe, and their numbers are hints to ask for."""
        for cell, number in numbers.items():
            if cell in self.mines:
                raise self._contradiction(
                    f"cell {cell} can't show {number}: it is known to be a mine",
                    [(self._variable(cell),)],
                    cell,
                )
            self._numbers[cell] = number
            self._not_asked[cell] = number
            self.to_open.discard(cell)
            if cell not in self.safes:
                self.base.tell(
                    [frozenset((-self._variable(cell),))], Assertion(Source.REVEALED, cell)
                )
        self._propagate_units()

    # Forward

    def conclude(self) -> None:
        """Settle everything that follows from the numbers at this width."""
        while self.advance():
            pass

    def advance(self) -> bool:
        """Continue until at least one more cell is settled; False if the clauses are stuck."""
        self._ask(list(self._not_asked))
        return self._advance() or self._total_settles()

    # Backward

    def prove(self, goal: Cell) -> bool | None:
        """Whether a cell is a mine, from as few hints as possible; None if it can't be proved.

        >>> known = ClauseKnowledge(height=2, width=9, mines=None)
        >>> known.learn({(1, column): 1 for column in (0, 1, 2, 8)})
        >>> known.prove((0, 2)), known.hints_asked
        (False, 3)
        """
        for ring in self._rings(goal):
            self._ask(ring)
            while self._is_unsettled(goal) and self._advance():
                pass
            if not self._is_unsettled(goal):
                return goal in self.mines
        if not self._total_is_told:  # it is about all cells, so it needs everything known
            while self._is_unsettled(goal) and self.advance():
                pass
        return None if self._is_unsettled(goal) else goal in self.mines

    @property
    def hints_asked(self) -> int:
        """How many of the revealed numbers have been used so far."""
        return len(self._numbers) - len(self._not_asked)

    def _rings(self, goal: Cell) -> Iterator[list[Cell]]:
        """The numbers around a cell, then those around the unsettled cells near them, and so on."""
        seen_cells, seen_numbers = {goal}, set[Cell]()
        edge = [goal]
        while edge:
            ring = dict.fromkeys(
                number
                for cell in edge
                for number in self._around(cell)
                if number in self._numbers and number not in seen_numbers
            )
            seen_numbers.update(ring)
            if ring:
                yield list(ring)
            edge = [
                cell for number in ring for cell in self._around(number) if self._is_unsettled(cell)
            ]
            edge = [cell for cell in dict.fromkeys(edge) if cell not in seen_cells]
            seen_cells.update(edge)

    # Hints

    def _ask(self, numbers: Iterable[Cell]) -> None:
        for cell in numbers:
            if cell in self._not_asked:
                self._waiting[cell] = self._not_asked.pop(cell)
                self._to_look_at[cell] = None

    def _advance(self) -> bool:
        """Continue with the hints that were asked for, cheapest step first."""
        while self._waiting:
            if self._propagate_units():
                return True
            if self._to_look_at:
                self._tell_hint(self._to_look_at.popitem()[0], only_units=True)
            else:
                for cell in list(self._waiting):
                    self._tell_hint(cell)
        return self._conclude_by(self.base.advance)

    def _tell_hint(self, cell: Cell, only_units: bool = False) -> None:
        """Turn a number into clauses about its unsettled neighbours."""
        number = self._waiting[cell]
        count = number
        unsettled: list[int] = []
        given: list[Literal] = []
        for near in self._around(cell):
            variable = self._variable(near)
            is_mine = self.base.is_settled(variable)
            if is_mine is None:
                unsettled.append(variable)
            else:
                count -= is_mine
                given.append(variable if is_mine else -variable)
        if not 0 <= count <= len(unsettled):
            raise self._contradiction(
                f"cell {cell} can't show {number}: {number - count} of its neighbours are known "
                f"mines and {len(unsettled)} are unsettled",
                [(literal,) for literal in given],
                cell,
            )
        if count in (0, len(unsettled)) or not only_units:
            del self._waiting[cell]
            self._to_look_at.pop(cell, None)
            self.base.tell(exactly(count, unsettled), Assertion(Source.NUMBER, cell, tuple(given)))

    def _total_settles(self) -> bool:
        """Tell the mine total once it is small enough; return whether a cell was settled."""
        if self._total_is_told:
            return False
        assert self.total is not None
        mines_left = self.total - len(self.mines)
        cells_left = self.height * self.width - len(self.base.settled)
        if not 0 <= mines_left <= cells_left:
            raise Contradiction(
                f"the numbers prove {counted(len(self.mines), 'mine')} and leave "
                f"{counted(cells_left, 'cell')} unsettled, but the total is {self.total}",
                needs_total=True,
            )
        if mines_left not in (0, cells_left) and cells_left > TOTAL_WITHIN:
            return False
        self._total_is_told = True
        unsettled = [
            self._variable(cell)
            for cell in cells(self.height, self.width)
            if self._is_unsettled(cell)
        ]
        assertion = Assertion(Source.MINE_TOTAL, given=tuple(self.base.settled))
        self.base.tell(exactly(mines_left, unsettled), assertion)
        return self._advance()

    # Cells and variables

    def proof(self, cell: Cell) -> ResolutionProof:
        """Why a settled cell is safe or a mine, starting from the numbers."""
        variable = self._variable(cell)
        literal = variable if cell in self.mines else -variable
        return trace(self.base.origin, [frozenset((literal,))], self._cell)

    def _propagate_units(self) -> bool:
        return self._conclude_by(self.base.propagate_units)

    def _conclude_by(self, advance: Callable[[], bool]) -> bool:
        try:
            return advance()
        except EmptyClause as clash:
            message = "the numbers contradict each other"
            raise self._contradiction(message, clash.parents) from None
        finally:
            self._mark()

    def _mark(self) -> None:
        """Mark the cells that the base has settled since the last call."""
        for literal in self.base.settled[len(self.mines) + len(self.safes) :]:
            cell = self._cell(abs(literal))
            if literal > 0:
                self.mines.add(cell)
            else:
                self.safes.add(cell)
                if cell not in self._numbers:
                    self.to_open.add(cell)
            for number in self._around(cell):
                if number in self._waiting:
                    self._to_look_at[number] = None

    def _is_unsettled(self, cell: Cell) -> bool:
        return cell not in self.mines and cell not in self.safes

    def _around(self, cell: Cell) -> tuple[Cell, ...]:
        return neighbours(cell, self.height, self.width)

    def _variable(self, cell: Cell) -> int:
        return cell[0] * self.width + cell[1] + 1

    def _cell(self, variable: int) -> Cell:
        return divmod(variable - 1, self.width)

    # Contradictions

    def _contradiction(
        self, message: str, clauses: Iterable[Iterable[Literal]], *cells: Cell
    ) -> Contradiction:
        behind = trace(self.base.origin, map(frozenset, clauses), self._cell)
        return Contradiction(message, sorted({*behind.numbers, *cells}), behind.needs_total)
