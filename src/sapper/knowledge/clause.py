"""Clauses of signed literals, and a clause base that propagates units and resolves.

    literal   +c: cell c is a mine; −c: it is safe
    clause    a set of literals, at least one of which holds
    KB        the clauses that are still undecided
    KB0       the settled cells: literals that hold by themselves (unit clauses)
    width     the most literals of clauses that are resolved, and of resolvents that are kept

The base does two things. *Unit propagation*: a unit clause satisfies, and so removes, every clause
with its literal, and is struck from every clause with the opposite literal. *Resolution*: two
clauses with exactly one complementary pair, `a ∨ b` and `¬b ∨ c`, give `a ∨ c`. Where one clause
subsumes another, only the stricter one stays.

What follows at a given width does not depend on the order of steps: where a stricter clause
replaces a weaker one, its resolvents are at least as strict and no wider. So the base looks only
at what is new, and finds the clauses that a new one touches by index:

    `_naming`      clauses with a literal: those a unit meets, and those a clause may subsume
    `_led_by`      clauses whose least literal this is: those that may subsume a clause, each once
    `_resolvable`  clauses with a literal that are short enough to resolve

Cells are variables numbered from 1 here; `chaining.py` maps them to the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from sapper.errors import OutOfRange
from sapper.grid import Cell

Literal: TypeAlias = int
"""+c: cell c is a mine; −c: it is safe."""
Clause: TypeAlias = frozenset[Literal]
"""At least one of these literals holds."""

DEFAULT_WIDTH = 2
BARREN_ROUNDS = 10
"""The base is stuck after this many rounds of resolution without a new unit clause."""


class Source(StrEnum):
    """Where an asserted clause comes from."""

    NUMBER = "number"
    """A revealed number: a hint about its neighbours."""
    REVEALED = "revealed"
    """A revealed cell: it is safe itself."""
    MINE_TOTAL = "mine total"


@dataclass(frozen=True, slots=True)
class Assertion:
    """A clause asserted by a hint, once the literals in `given` had been settled.

    `cell` is the cell of the hint, or None for the mine total.
    """

    source: Source
    cell: Cell | None = None
    given: tuple[Literal, ...] = ()


Origin: TypeAlias = Assertion | tuple[Clause, Clause]
"""Where a clause came from: it was asserted, or it is the resolvent of two others."""


class EmptyClause(Exception):
    """Two clauses that contradict each other: their resolvent is empty."""

    def __init__(self, parents: tuple[Clause, Clause]) -> None:
        super().__init__("the clauses contradict each other")
        self.parents = parents


def exactly(count: int, cells: Collection[int]) -> Iterator[Clause]:
    """The clauses of a hint: exactly `count` of these cells are mines.

    Any `len(cells) - count + 1` cells include a mine, and any `count + 1` include a safe cell.

    >>> sorted(sorted(clause) for clause in exactly(1, [1, 2, 3]))
    [[-3, -2], [-3, -1], [-2, -1], [1, 2, 3]]
    >>> sorted(sorted(clause) for clause in exactly(2, [1, 2]))
    [[1], [2]]
    """
    if count > 0:
        yield from map(frozenset, combinations(cells, len(cells) - count + 1))
    if count < len(cells):
        yield from map(frozenset, combinations([-cell for cell in cells], count + 1))


class ClauseBase:
    """KB and KB0, closed under unit propagation and resolution after `conclude`.

    >>> base = ClauseBase()
    >>> base.tell(exactly(1, [1, 2]), Assertion(Source.NUMBER, (1, 0)))
    >>> base.tell(exactly(1, [1, 2, 3]), Assertion(Source.NUMBER, (1, 1)))
    >>> base.conclude()
    >>> base.settled
    [-3]
    >>> sorted(sorted(clause) for clause in base.clauses)
    [[-2, -1], [1, 2]]
    >>> base.is_settled(3), base.is_settled(2)
    (False, None)
    """

    def __init__(self, width: int = DEFAULT_WIDTH, rounds: int | None = BARREN_ROUNDS) -> None:
        """`rounds`: how many to allow without a new unit clause; None sets no limit."""
        if width < 1:
            raise OutOfRange(f"resolution needs a width of at least 1, not {width}")
        self.width = width
        self.rounds = rounds
        self.clauses: set[Clause] = set()
        self.settled: list[Literal] = []
        """KB0, in the order in which the cells were settled."""
        self.single_inferences = 0
        """Literals struck by a unit clause so far."""
        self.pair_inferences = 0
        """New resolvents of two longer clauses so far."""
        self.most_clauses = 0
        self.most_rounds = 0
        """The longest run of rounds without a unit clause before one turned up after all."""
        self._holds: set[Literal] = set()
        # Every clause ever met, in the base or not: a clause that was met before and has left the
        # base is implied by what is still there, so meeting it again adds nothing.
        self._origin: dict[Clause, Origin] = {}
        self._naming: defaultdict[Literal, set[Clause]] = defaultdict(set)
        self._led_by: defaultdict[Literal, set[Clause]] = defaultdict(set)
        self._resolvable: defaultdict[Literal, set[Clause]] = defaultdict(set)
        self._units: list[Literal] = []
        self._fresh: list[Clause] = []

    @property
    def origin(self) -> Mapping[Clause, Origin]:
        """Where every clause ever met came from."""
        return MappingProxyType(self._origin)

    @property
    def inferences(self) -> int:
        """Literals struck and resolvents made so far."""
        return self.single_inferences + self.pair_inferences

    def is_settled(self, cell: int) -> bool | None:
        """True for a mine, False for a safe cell, None if it is not settled."""
        if cell in self._holds:
            return True
        return False if -cell in self._holds else None

    def tell(self, clauses: Iterable[Clause], origin: Assertion) -> None:
        """Assert clauses; unless they are units, they must not name settled cells."""
        for clause in clauses:
            self._insert(clause, origin)

    # What follows

    def conclude(self) -> None:
        """Settle everything that follows at this width."""
        while self.advance():
            pass

    def advance(self) -> bool:
        """Continue until at least one more cell is settled; False if the base is stuck."""
        return self.propagate_units() or (self.resolve_until_unit() and self.propagate_units())

    def resolve_until_unit(self) -> bool:
        """Resolve until a unit clause turns up; False if the base is stuck."""
        barren_rounds = 0
        while self._fresh and barren_rounds != self.rounds:
            if self._resolve_fresh():
                self.most_rounds = max(self.most_rounds, barren_rounds)
                return True
            barren_rounds += 1
        return False

    @property
    def is_saturated(self) -> bool:
        """Whether everything that can be resolved has been, not cut short by the round limit."""
        return not (self._fresh or self._units)

    def propagate_units(self) -> bool:
        """Propagate every unit clause; return whether any cell was settled."""
        before = len(self.settled)
        while self._units:
            self._settle(self._units.pop())
        return len(self.settled) > before

    def propagate_oldest_unit(self) -> bool:
        """Propagate one unit clause, the first that was found; False if there is none."""
        if not self._units:
            return False
        self._settle(self._units.pop(0))
        return True

    def _settle(self, literal: Literal) -> None:
        unit: Clause = frozenset((literal,))
        if -literal in self._holds:
            raise EmptyClause((unit, frozenset((-literal,))))
        if literal in self._holds:
            return
        self._holds.add(literal)
        self.settled.append(literal)
        for satisfied in self._naming.pop(literal, ()):
            self._remove(satisfied)
        for clause in self._naming.pop(-literal, ()):
            self._remove(clause)
            self.single_inferences += 1
            self._insert(clause - {-literal}, (clause, unit))

    def _resolve_fresh(self) -> bool:
        """One round: resolve new clauses with the whole base, until a unit clause turns up."""
        fresh, self._fresh = self._fresh, []
        while fresh:
            clause = fresh.pop()
            if clause in self.clauses:
                self._resolve_with_all(clause)
            if self._units:
                self._fresh += fresh  # for the next round
                return True
        return False

    def _resolve_with_all(self, clause: Clause) -> None:
        for literal in clause:
            for other in tuple(self._resolvable[-literal]):
                resolvent = (clause | other) - {literal, -literal}
                if len(resolvent) > self.width or resolvent in self._origin:
                    continue
                if resolvent.isdisjoint([-each for each in resolvent]):
                    self.pair_inferences += 1
                    self._insert(resolvent, (clause, other))

    # Keeping the clauses

    def _insert(self, clause: Clause, origin: Origin) -> None:
        """Add a clause in place of all that it subsumes, unless it is subsumed itself."""
        if clause in self._origin:
            return
        self._origin[clause] = origin
        if len(clause) == 1:
            self._units.extend(clause)
            return
        if self._is_subsumed(clause):
            return
        fewest = min([self._naming[literal] for literal in clause], key=len)
        for weaker in list(filter(clause.issubset, fewest)):
            self._remove(weaker)
        self._add(clause)

    def _is_subsumed(self, clause: Clause) -> bool:
        """Whether the base has a stricter clause; this clause then has its least literal."""
        if len(clause) == 2:
            return False  # only a unit is stricter, and units are propagated, not kept
        return any(
            any(map(clause.issuperset, self._led_by[literal]))
            for literal in clause
            if literal in self._led_by
        )

    def _add(self, clause: Clause) -> None:
        for clauses in self._indexed(clause):
            clauses.add(clause)
        if len(clause) <= self.width:
            self._fresh.append(clause)
        self.most_clauses = max(self.most_clauses, len(self.clauses))

    def _remove(self, clause: Clause) -> None:
        for clauses in self._indexed(clause):
            clauses.discard(clause)

    def _indexed(self, clause: Clause) -> list[set[Clause]]:
        """The base and all the sets of its indexes that a clause belongs to."""
        naming = [self._naming[literal] for literal in clause]
        if len(clause) <= self.width:
            naming += [self._resolvable[literal] for literal in clause]
        return [self.clauses, self._led_by[min(clause)], *naming]
