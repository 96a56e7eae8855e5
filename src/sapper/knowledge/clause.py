"""Clauses of signed literals, and a base that matches and resolves them.

    literal   +c: cell c is a mine; −c: it is safe
    clause    a set of literals of which at least one holds
    KB        the clauses still to be judged
    KB0       the settled cells: literals that hold by themselves (unit clauses)
    width     only clauses of at most so many literals are resolved, and kept as resolvents

The base does two things. *Matching*: a unit clause satisfies every clause that names its literal,
which goes, and is struck out of every clause that names the opposite. *Resolution*: two clauses
with exactly one complementary pair, `a ∨ b` and `¬b ∨ c`, give `a ∨ c`. Of two clauses one of
which implies the other, only the stricter one stays.

What follows at a width does not depend on the order of steps: where a stricter clause stands for
a weaker one, it resolves to something at least as strict and no wider. So the base is free to
look only at what is new, and to find by index what a new clause touches:

    `_naming`      the clauses that name a literal: what a unit meets, and what a clause subsumes
    `_led_by`      the clauses whose least literal this is: what may subsume a clause, each once
    `_resolvable`  the clauses short enough to resolve that name a literal

Cells are variables numbered from 1 here; `chaining.py` knows where they lie.
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
"""After so many rounds of resolution without a unit clause the base is stuck."""


class Source(StrEnum):
    """Who tells a clause."""

    NUMBER = "number"
    """A revealed number, as a hint about its neighbours."""
    REVEALED = "revealed"
    """A revealed cell, about itself: it is safe."""
    MINE_TOTAL = "mine total"


@dataclass(frozen=True, slots=True)
class Assertion:
    """A clause was told, once the literals in `given` had been settled.

    `cell` is where it was told, or None for the mine total.
    """

    source: Source
    cell: Cell | None = None
    given: tuple[Literal, ...] = ()


Origin: TypeAlias = Assertion | tuple[Clause, Clause]
"""Where a clause came from: it was told, or it is the resolvent of two others."""


class EmptyClause(Exception):
    """Two clauses that can't both hold; nothing is left when they are resolved."""

    def __init__(self, parents: tuple[Clause, Clause]) -> None:
        super().__init__("the clauses contradict each other")
        self.parents = parents


def exactly(count: int, cells: Collection[int]) -> Iterator[Clause]:
    """The clauses of a hint: of these cells exactly `count` are mines.

    Every choice of so many that they can't all be safe holds a mine, and every choice of one more
    than `count` holds a safe cell.

    >>> sorted(sorted(clause) for clause in exactly(1, [1, 2, 3]))
    [[-3, -2], [-3, -1], [-2, -1], [1, 2, 3]]
    >>> sorted(sorted(clause) for clause in exactly(2, [1, 2]))
    [[1], [2]]
    """
    if count > 0:
        yield from map(frozenset, combinations(cells, len(cells) - count + 1))
    if count < len(cells):
        yield from map(frozenset, combinations([-cell for cell in cells], count + 1))


def resolve(one: Clause, other: Clause, literal: Literal) -> Clause | None:
    """What two clauses give by `literal` in one and its opposite in the other.

    None where there is a second complementary pair: then the resolvent says nothing.

    >>> sorted(resolve(frozenset({1, 2}), frozenset({-2, 3}), 2))
    [1, 3]
    >>> resolve(frozenset({1, 2}), frozenset({-2, -1}), 2)
    """
    resolvent = (one | other) - {literal, -literal}
    return resolvent if resolvent.isdisjoint([-each for each in resolvent]) else None


class ClauseBase:
    """KB and KB0, closed under matching and resolution after `conclude`.

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
        """`rounds`: how many without a unit clause before it is stuck; None for no limit."""
        if width < 1:
            raise OutOfRange(f"resolution needs a width of at least 1, not {width}")
        self.width = width
        self.rounds = rounds
        self.clauses: set[Clause] = set()
        self.settled: list[Literal] = []
        """KB0, in the order in which the cells were settled."""
        self.inferences = 0
        """Resolvents made and literals struck out so far."""
        self.most_clauses = 0
        self.most_rounds = 0
        """The longest run of rounds without a unit clause before one came after all."""
        self._holds: set[Literal] = set()
        # Every clause ever met, standing or not: what was met once and does not stand any more
        # is implied by what stands, so meeting it again brings nothing.
        self._origin: dict[Clause, Origin] = {}
        self._naming: defaultdict[Literal, set[Clause]] = defaultdict(set)
        self._led_by: defaultdict[Literal, set[Clause]] = defaultdict(set)
        self._resolvable: defaultdict[Literal, set[Clause]] = defaultdict(set)
        self._units: list[Literal] = []
        self._fresh: list[Clause] = []

    @property
    def origin(self) -> Mapping[Clause, Origin]:
        """Where each clause came from that was ever met."""
        return MappingProxyType(self._origin)

    def is_settled(self, cell: int) -> bool | None:
        """True for a mine, False for a safe cell, None where it is not settled."""
        if cell in self._holds:
            return True
        return False if -cell in self._holds else None

    def tell(self, clauses: Iterable[Clause], origin: Assertion) -> None:
        """Insert clauses that name no settled cell, or unit clauses."""
        for clause in clauses:
            self._insert(clause, origin)

    # What follows

    def conclude(self) -> None:
        """Settle all that follows at this width."""
        while self.advance():
            pass

    def advance(self) -> bool:
        """Go on until at least one cell is settled; False where the base is stuck."""
        if self.match_units():
            return True
        barren_rounds = 0
        while self._fresh and barren_rounds != self.rounds:
            if self._resolve_fresh():
                self.most_rounds = max(self.most_rounds, barren_rounds)
                return self.match_units()
            barren_rounds += 1
        return False

    @property
    def is_saturated(self) -> bool:
        """Whether all that can be resolved has been: it was not cut short by its rounds."""
        return not (self._fresh or self._units)

    def match_units(self) -> bool:
        """Settle every unit clause there is; tell whether there was any."""
        before = len(self.settled)
        while self._units:
            self._settle(self._units.pop())
        return len(self.settled) > before

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
            self.inferences += 1
            self._insert(clause - {-literal}, (clause, unit))

    def _resolve_fresh(self) -> bool:
        """One round: what is new against all that stands; it ends early at a unit clause."""
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
                    self.inferences += 1
                    self._insert(resolvent, (clause, other))

    # Keeping the clauses

    def _insert(self, clause: Clause, origin: Origin) -> None:
        """Let a clause stand in place of all it subsumes, unless it is subsumed itself."""
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
        self._stand(clause)

    def _is_subsumed(self, clause: Clause) -> bool:
        """Whether a stricter clause stands; its least literal must be one of this clause's."""
        if len(clause) == 2:
            return False  # only a unit is stricter, and units are matched, not kept
        return any(
            any(map(clause.issuperset, self._led_by[literal]))
            for literal in clause
            if literal in self._led_by
        )

    def _stand(self, clause: Clause) -> None:
        self.clauses.add(clause)
        self._led_by[min(clause)].add(clause)
        for literal in clause:
            self._naming[literal].add(clause)
        if len(clause) <= self.width:
            self._fresh.append(clause)
            for literal in clause:
                self._resolvable[literal].add(clause)
        self.most_clauses = max(self.most_clauses, len(self.clauses))

    def _remove(self, clause: Clause) -> None:
        self.clauses.discard(clause)
        self._led_by[min(clause)].discard(clause)
        for literal in clause:
            self._naming[literal].discard(clause)
        if len(clause) <= self.width:
            for literal in clause:
                self._resolvable[literal].discard(clause)
