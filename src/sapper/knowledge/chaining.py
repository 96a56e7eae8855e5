"""From revealed numbers to clauses, and from clauses to cells: forward, or backward from a goal.

A number is a hint: of its unmarked neighbours, so many are mines. *Forward chaining* tells the
clause base every hint and lets it conclude all it can. *Backward chaining* has one cell to prove:
it tells the hints that speak of that cell, then those that speak of the cells named so far, ring
after ring, and stops as soon as the cell is settled. What does not touch the cell's surroundings
is never looked at. In the end it has told everything that is connected with the cell, so at the
same width both prove the same.

Two things keep the base small. A hint is turned into clauses only when no unit clause is left to
match, since it has the fewest neighbours unmarked then; and the mine total, which speaks of all
cells, becomes clauses only near the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
"""The mine total becomes clauses when at most so many cells are unmarked: at most 462 of them.

Where no mine is left, or nothing but mines, it gives unit clauses whatever their number.
"""


class ClauseKnowledge:
    """What clauses tell of a board of which some numbers are revealed.

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
        """`mines`: the total, or None to do without; `literals`: the width of resolution."""
        self.height, self.width, self.total = height, width, mines
        self.base = ClauseBase(literals, rounds)
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        """The safe cells, those that were revealed included."""
        self.to_open: set[Cell] = set()
        """The safe cells that are not revealed yet."""
        self._numbers: dict[Cell, int] = {}
        self._not_asked: dict[Cell, int] = {}
        # Hints that were asked for and are not clauses yet; those of them to be looked at since
        # they are new or a neighbour has been settled.
        self._waiting: dict[Cell, int] = {}
        self._to_look_at: dict[Cell, None] = {}
        self._total_is_told = mines is None

    def learn(self, numbers: Mapping[Cell, int]) -> None:
        """Revealed cells: they are safe, and their numbers are hints to be asked for."""
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
        self._match_units()

    # Forward

    def conclude(self) -> None:
        """Settle everything that follows from all the numbers at this width."""
        while self.advance():
            pass

    def advance(self) -> bool:
        """Go on until at least one cell is settled; False where the clauses are stuck."""
        self._ask(list(self._not_asked))
        return self._advance() or self._total_settles()

    # Backward

    def prove(self, goal: Cell) -> bool | None:
        """Whether one cell is a mine, from as few hints as need be; None if it can't be told.

        >>> known = ClauseKnowledge(height=2, width=9, mines=None)
        >>> known.learn({(1, column): 1 for column in (0, 1, 2, 8)})
        >>> known.prove((0, 2)), known.hints_asked
        (False, 3)
        """
        for ring in self._rings(goal):
            self._ask(ring)
            while self._is_open(goal) and self._advance():
                pass
            if not self._is_open(goal):
                return goal in self.mines
        if not self._total_is_told:  # it speaks of all cells, so it needs all that is known
            while self._is_open(goal) and self.advance():
                pass
        return None if self._is_open(goal) else goal in self.mines

    @property
    def hints_asked(self) -> int:
        """How many of the revealed numbers have been looked at."""
        return len(self._numbers) - len(self._not_asked)

    def _rings(self, goal: Cell) -> Iterator[list[Cell]]:
        """The numbers around a cell, then those around the open cells next to them, and so on."""
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
            edge = [cell for number in ring for cell in self._around(number) if self._is_open(cell)]
            edge = [cell for cell in dict.fromkeys(edge) if cell not in seen_cells]
            seen_cells.update(edge)

    # Hints

    def _ask(self, numbers: Iterable[Cell]) -> None:
        for cell in numbers:
            if cell in self._not_asked:
                self._waiting[cell] = self._not_asked.pop(cell)
                self._to_look_at[cell] = None

    def _advance(self) -> bool:
        """Go on with the hints that were asked for, the cheapest step first."""
        while self._waiting:
            if self._match_units():
                return True
            if self._to_look_at:
                self._tell_hint(self._to_look_at.popitem()[0], only_units=True)
            else:
                for cell in list(self._waiting):
                    self._tell_hint(cell)
        try:
            return self.base.advance()
        except EmptyClause as clash:
            raise self._clash(clash) from None
        finally:
            self._mark()

    def _tell_hint(self, cell: Cell, only_units: bool = False) -> None:
        """Turn a number into clauses about its unmarked neighbours."""
        number = self._waiting[cell]
        count = number
        unmarked: list[int] = []
        given: list[Literal] = []
        for near in self._around(cell):
            variable = self._variable(near)
            is_mine = self.base.is_settled(variable)
            if is_mine is None:
                unmarked.append(variable)
            else:
                count -= is_mine
                given.append(variable if is_mine else -variable)
        if not 0 <= count <= len(unmarked):
            raise self._contradiction(
                f"cell {cell} can't show {number}: {number - count} of its neighbours are known "
                f"mines and {len(unmarked)} are unmarked",
                [(literal,) for literal in given],
                cell,
            )
        if count in (0, len(unmarked)) or not only_units:
            del self._waiting[cell]
            self._to_look_at.pop(cell, None)
            self.base.tell(exactly(count, unmarked), Assertion(Source.NUMBER, cell, tuple(given)))

    def _total_settles(self) -> bool:
        """Tell the mine total if it is time for it, and go on."""
        if self._total_is_told:
            return False
        assert self.total is not None
        mines_left = self.total - len(self.mines)
        cells_left = self.height * self.width - len(self.base.settled)
        if not 0 <= mines_left <= cells_left:
            raise Contradiction(
                f"the numbers prove {len(self.mines)} mines and leave {cells_left} cells, "
                f"but there are {self.total} mines",
                needs_total=True,
            )
        if mines_left not in (0, cells_left) and cells_left > TOTAL_WITHIN:
            return False
        self._total_is_told = True
        unmarked = [
            self._variable(cell) for cell in cells(self.height, self.width) if self._is_open(cell)
        ]
        assertion = Assertion(Source.MINE_TOTAL, given=tuple(self.base.settled))
        self.base.tell(exactly(mines_left, unmarked), assertion)
        return self._advance()

    # Cells and variables

    def proof(self, cell: Cell) -> ResolutionProof:
        """Why a settled cell is safe or a mine, from the numbers on."""
        variable = self._variable(cell)
        literal = variable if cell in self.mines else -variable
        return trace(self.base.origin, [frozenset((literal,))], self._cell)

    def _match_units(self) -> bool:
        try:
            return self.base.match_units()
        except EmptyClause as clash:
            raise self._clash(clash) from None
        finally:
            self._mark()

    def _mark(self) -> None:
        """Carry what the base has settled since the last time over to the cells."""
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

    def _is_open(self, cell: Cell) -> bool:
        return cell not in self.mines and cell not in self.safes

    def _around(self, cell: Cell) -> tuple[Cell, ...]:
        return neighbours(cell, self.height, self.width)

    def _variable(self, cell: Cell) -> int:
        return cell[0] * self.width + cell[1] + 1

    def _cell(self, variable: int) -> Cell:
        return divmod(variable - 1, self.width)

    # Contradictions

    def _clash(self, clash: EmptyClause) -> Contradiction:
        return self._contradiction("the numbers contradict each other", clash.parents)

    def _contradiction(
        self, message: str, clauses: Iterable[Iterable[Literal]], *cells: Cell
    ) -> Contradiction:
        behind = trace(self.base.origin, map(frozenset, clauses), self._cell)
        return Contradiction(message, sorted({*behind.numbers, *cells}), behind.needs_total)
