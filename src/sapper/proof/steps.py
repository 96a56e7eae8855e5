"""What a derivation is made of: claims, and the steps that lead from one to the next.

    claim       of these cells, exactly so many are mines
    number      a revealed number makes a claim about its hidden neighbours
    total       the mine total makes a claim about all hidden cells
    subset      subtract claims about parts of a claim's cells
    overlap     one claim counts as many more mines than another as it has cells of its own
    all safe    a claim of no mines, for some of its cells
    all mines   a claim of nothing but mines, for some of its cells
    cases       assume every other count, and reach an impossible claim each time

This module only says what these are: `search.py` finds derivations, `check.py` checks them,
`wording.py` puts them into words, `written.py` writes them as JSON and reads them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import isclose
from typing import Any, Literal, TypeAlias, cast

from sapper.errors import OutOfRange
from sapper.grid import Cell
from sapper.serialize import plain

DEEPEST = 40
"""Cases within cases: the deepest of 358,000 derivations that were looked at has 9."""
TOO_DEEP = f"more than {DEEPEST} cases within cases"
FLOATS_AGREE = 1e-12
"""Floats of equal chances differ by less than this, in proportion."""


class Grade(StrEnum):
    """How hard a derivation is to find, easiest first."""

    SINGLE = "single"
    SUBSET = "subset"
    OVERLAP = "overlap"
    CHAIN = "chain"
    CASES = "cases"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Claim:
    """Of `cells`, exactly `count` are mines.

    >>> Claim(frozenset({(0, 1), (0, 2)}), 3).is_possible
    False
    """

    cells: frozenset[Cell]
    count: int

    def __hash__(self) -> int:
        # Searches spend much of their time here; a frozen set remembers its hash.
        return hash(self.cells) ^ self.count

    @classmethod
    def that(cls, cell: Cell, is_mine: bool) -> Claim:
        """The claim that one cell is a mine, or that it is safe."""
        return cls(frozenset({cell}), int(is_mine))

    @property
    def is_possible(self) -> bool:
        """Whether the cells have room for the mines, and the count is not negative."""
        return 0 <= self.count <= len(self.cells)

    @property
    def settles(self) -> bool:
        """Whether it says of each of its cells whether it is a mine."""
        return bool(self.cells) and self.count in (0, len(self.cells))


# The steps


@dataclass(frozen=True, slots=True)
class _Observation:
    """A step that needs no premises: it can be read off the position."""

    @property
    def premises(self) -> tuple[Claim, ...]:
        """None."""
        return ()


@dataclass(frozen=True, slots=True)
class FromNumber(_Observation):
    """The number that `cell` shows counts the mines among its hidden neighbours."""

    kind: Literal["number"] = field(default="number", init=False, repr=False)
    cell: Cell
    number: int
    conclusion: Claim


@dataclass(frozen=True, slots=True)
class FromTotal(_Observation):
    """The hidden cells together hold all the mines."""

    kind: Literal["total"] = field(default="total", init=False, repr=False)
    mines: int
    conclusion: Claim


@dataclass(frozen=True, slots=True)
class Subset:
    """`parts` are disjoint claims about some cells of `whole`; the other cells hold the rest."""

    kind: Literal["subset"] = field(default="subset", init=False, repr=False)
    whole: Claim
    parts: tuple[Claim, ...]
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The whole and its parts."""
        return (self.whole, *self.parts)


@dataclass(frozen=True, slots=True)
class Overlap:
    """`more` counts as many more mines than `fewer` as it has cells that `fewer` has not.

    So those cells are all mines, and the cells that only `fewer` has are all safe.
    """

    kind: Literal["overlap"] = field(default="overlap", init=False, repr=False)
    more: Claim
    fewer: Claim
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The two claims."""
        return (self.more, self.fewer)


@dataclass(frozen=True, slots=True)
class _PartOfClaim:
    """What a claim that settles its cells says of some of them."""

    premise: Claim
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The one claim."""
        return (self.premise,)


@dataclass(frozen=True, slots=True)
class AllSafe(_PartOfClaim):
    """No cell of `premise` is a mine, so none of these is."""

    kind: Literal["all safe"] = field(default="all safe", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class AllMines(_PartOfClaim):
    """Every cell of `premise` is a mine, so all of these are."""

    kind: Literal["all mines"] = field(default="all mines", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Case:
    """An assumption, and the steps from it to an impossible claim."""

    supposition: Claim
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """Every count but one is refuted for the cells of the conclusion, so that one is right.

    At most `DEEPEST` may be within one another, so whatever reads a derivation may be recursive.
    """

    kind: Literal["cases"] = field(default="cases", init=False, repr=False)
    cases: tuple[Case, ...]
    conclusion: Claim

    def __post_init__(self) -> None:
        if self.depth > DEEPEST:
            raise OutOfRange(TOO_DEEP)

    @property
    def depth(self) -> int:
        """How many cases are within one another, these included."""
        inside = (step for case in self.cases for step in case.steps if isinstance(step, Cases))
        return 1 + max((cases.depth for cases in inside), default=0)

    @property
    def premises(self) -> tuple[Claim, ...]:
        """What the cases use from outside."""
        outside: dict[Claim, None] = {}
        for case in self.cases:
            inside = {case.supposition}
            for step in case.steps:
                outside.update(dict.fromkeys(set(step.premises) - inside))
                inside.add(step.conclusion)
        return tuple(outside)


Step: TypeAlias = FromNumber | FromTotal | Subset | Overlap | AllSafe | AllMines | Cases


def walk(steps: Sequence[Step]) -> Iterator[Step]:
    """All steps; those inside cases come before the step that closes them."""
    for step in steps:
        if isinstance(step, Cases):
            for case in step.cases:
                yield from walk(case.steps)
        yield step


def needed_for(goal: Claim, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that the goal depends on, in their order."""
    needed, kept = {goal}, []
    for step in reversed(steps):
        if step.conclusion in needed:
            needed.discard(step.conclusion)
            needed.update(step.premises)
            kept.append(step)
    return tuple(reversed(kept))


@dataclass(frozen=True, slots=True)
class Derivation:
    """Why a cell is certainly safe, or certainly a mine."""

    cell: Cell
    is_mine: bool
    steps: tuple[Step, ...]

    @property
    def conclusion(self) -> Claim:
        """The claim that is derived."""
        return Claim.that(self.cell, self.is_mine)

    @property
    def numbers(self) -> tuple[Cell, ...]:
        """The cells whose numbers are used, row by row."""
        used = {step.cell for step in walk(self.steps) if isinstance(step, FromNumber)}
        return tuple(sorted(used))

    @property
    def uses_total(self) -> bool:
        """Whether the mine total is needed."""
        return any(isinstance(step, FromTotal) for step in walk(self.steps))

    @property
    def length(self) -> int:
        """The number of steps, including those inside cases."""
        return sum(1 for _ in walk(self.steps))

    @property
    def grade(self) -> Grade:
        """Its hardest part; several subsets or overlaps make a chain."""
        kinds = [step.kind for step in walk(self.steps)]
        if "total" in kinds:
            return Grade.TOTAL
        if "cases" in kinds:
            return Grade.CASES
        subsets, overlaps = kinds.count("subset"), kinds.count("overlap")
        if subsets + overlaps > 1:
            return Grade.CHAIN
        if overlaps:
            return Grade.OVERLAP
        return Grade.SUBSET if subsets else Grade.SINGLE

    def __str__(self) -> str:
        from sapper.proof.wording import say

        return say(self)

    def _repr_html_(self) -> str:
        from sapper.proof.drawn import draw_derivation

        return draw_derivation(self)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data, with its grade and its numbers."""
        from sapper.proof.written import written

        return cast("dict[str, Any]", plain(written(self)))

    @classmethod
    def from_json(cls, content: Any) -> Derivation:
        """Read what `to_json` wrote. Whether it holds is for the checker to say.

        Raises `ParseError` for what is no derivation, such as 41 cases within cases.

        >>> Derivation.from_json({"cell": [0, 1], "is_mine": True, "steps": [{"kind": "luck"}]})
        Traceback (most recent call last):
        sapper.errors.ParseError: not a derivation: unknown step kind 'luck'
        """
        from sapper.proof.written import read_derivation

        return read_derivation(content)


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of a mine for an uncertain cell, compared with the best move.

    `numbers` are the cells of its frontier component with the numbers they show: these and the
    mine total determine the chance. `best` is a cell with the lowest chance of a mine.

    Both chances are exact fractions, or both are floats where fractions take more than the budget.
    """

    cell: Cell
    mine_chance: Fraction | float
    numbers: tuple[tuple[Cell, int], ...]
    best: Cell
    best_mine_chance: Fraction | float

    @property
    def mine_probability(self) -> float:
        """The chance of a mine as a float."""
        return float(self.mine_chance)

    @property
    def best_mine_probability(self) -> float:
        """The lowest chance of a mine as a float."""
        return float(self.best_mine_chance)

    @property
    def mine_fraction(self) -> Fraction | None:
        """The exact chance of a mine; None where only the float is known."""
        return self.mine_chance if isinstance(self.mine_chance, Fraction) else None

    @property
    def best_mine_fraction(self) -> Fraction | None:
        """The lowest chance of a mine, exactly; None where only the float is known."""
        return self.best_mine_chance if isinstance(self.best_mine_chance, Fraction) else None

    @property
    def is_best(self) -> bool:
        """Whether no cell has a lower chance of a mine; floats tell only to their last digits."""
        if self.mine_fraction is not None:
            return self.mine_chance == self.best_mine_chance
        return isclose(self.mine_chance, self.best_mine_chance, rel_tol=FLOATS_AGREE)

    def __str__(self) -> str:
        from sapper.proof.wording import say

        return say(self)

    def _repr_html_(self) -> str:
        from sapper.proof.drawn import draw_odds

        return draw_odds(self)

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data."""
        from sapper.proof.written import written

        return cast("dict[str, Any]", plain(written(self)))
