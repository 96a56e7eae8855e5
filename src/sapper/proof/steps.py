"""What a derivation is made of: claims, and the steps that lead from some to the next.

    claim       of these cells, exactly so many are mines
    number      a revealed number claims it of its hidden neighbours
    total       the total of mines claims it of all hidden cells
    subset      a claim, less other claims about parts of its cells
    overlap     one claim has just so many mines more than another as it has cells of its own
    all safe    a claim of no mines, for some of its cells
    all mines   a claim of nothing but mines, for some of its cells
    cases       every other count was supposed, and led to a claim that can't be

Here is only what these are, and how they are written down: `search.py` finds derivations,
`check.py` judges them, `wording.py` says them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from sapper.errors import ParseError
from sapper.grid import Cell


class Grade(StrEnum):
    """How hard a derivation is to find, the easiest first."""

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

    @classmethod
    def that(cls, cell: Cell, is_mine: bool) -> Claim:
        """The claim that one cell is a mine, or that it is safe."""
        return cls(frozenset({cell}), int(is_mine))

    @property
    def is_possible(self) -> bool:
        """Whether there is room for the mines, and none is owed."""
        return 0 <= self.count <= len(self.cells)

    @property
    def settles(self) -> bool:
        """Whether it says of each of its cells what it is."""
        return bool(self.cells) and self.count in (0, len(self.cells))


@dataclass(frozen=True, slots=True)
class FromNumber:
    """The number that `cell` shows is the count of its hidden neighbours' mines."""

    kind: ClassVar[str] = "number"
    cell: Cell
    number: int
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """None: it is there to be seen."""
        return ()


@dataclass(frozen=True, slots=True)
class FromTotal:
    """All hidden cells together hold all the mines there are."""

    kind: ClassVar[str] = "total"
    mines: int
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """None: it is known from the start."""
        return ()


@dataclass(frozen=True, slots=True)
class Subset:
    """`parts` speak of some of the cells of `whole`, each of others: the rest has the rest."""

    kind: ClassVar[str] = "subset"
    whole: Claim
    parts: tuple[Claim, ...]
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The whole and the parts."""
        return (self.whole, *self.parts)


@dataclass(frozen=True, slots=True)
class Overlap:
    """`more` has as many mines more than `fewer` as it has cells that `fewer` has not.

    So those cells are all mines, and the cells that `fewer` has for itself are all safe.
    """

    kind: ClassVar[str] = "overlap"
    more: Claim
    fewer: Claim
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The two."""
        return (self.more, self.fewer)


@dataclass(frozen=True, slots=True)
class AllSafe:
    """No cell of `premise` is a mine, so none of these is."""

    kind: ClassVar[str] = "all safe"
    premise: Claim
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The one."""
        return (self.premise,)


@dataclass(frozen=True, slots=True)
class AllMines:
    """Every cell of `premise` is a mine, so all of these are."""

    kind: ClassVar[str] = "all mines"
    premise: Claim
    conclusion: Claim

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The one."""
        return (self.premise,)


@dataclass(frozen=True, slots=True)
class Case:
    """Something supposed, and steps of which the last claims what can't be."""

    supposition: Claim
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """Of the cells of the conclusion, every count but one was supposed, and can't be."""

    kind: ClassVar[str] = "cases"
    cases: tuple[Case, ...]
    conclusion: Claim

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
KINDS: dict[str, type[Step]] = {
    kind.kind: kind for kind in (FromNumber, FromTotal, Subset, Overlap, AllSafe, AllMines, Cases)
}


def walk(steps: Sequence[Step]) -> Iterator[Step]:
    """All steps, those inside cases before the step that closes them."""
    for step in steps:
        if isinstance(step, Cases):
            for case in step.cases:
                yield from walk(case.steps)
        yield step


def needed_for(goal: Claim, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Those of the steps without which the goal would not be reached, in their order."""
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
        """What is derived."""
        return Claim.that(self.cell, self.is_mine)

    @property
    def numbers(self) -> tuple[Cell, ...]:
        """The cells whose numbers are used, row by row."""
        used = {step.cell for step in walk(self.steps) if isinstance(step, FromNumber)}
        return tuple(sorted(used))

    @property
    def uses_total(self) -> bool:
        """Whether the total of mines is needed."""
        return any(isinstance(step, FromTotal) for step in walk(self.steps))

    @property
    def length(self) -> int:
        """How many steps there are, those inside cases included."""
        return sum(1 for _ in walk(self.steps))

    @property
    def grade(self) -> Grade:
        """The hardest thing in it; several subsets or overlaps make a chain."""
        steps = tuple(walk(self.steps))
        if self.uses_total:
            return Grade.TOTAL
        if any(isinstance(step, Cases) for step in steps):
            return Grade.CASES
        compared = [step for step in steps if isinstance(step, Subset | Overlap)]
        if not compared:
            return Grade.SINGLE
        if len(compared) > 1:
            return Grade.CHAIN
        return Grade.SUBSET if isinstance(compared[0], Subset) else Grade.OVERLAP

    def __str__(self) -> str:
        from sapper.proof.wording import say

        return say(self)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data; what it can tell of itself is written beside it."""
        return {
            "kind": "derivation",
            "cell": list(self.cell),
            "is_mine": self.is_mine,
            "grade": self.grade.value,
            "numbers": [list(cell) for cell in self.numbers],
            "steps": [_plain_step(step) for step in self.steps],
        }

    @classmethod
    def from_json(cls, content: Any) -> Derivation:
        """Read what `to_json` wrote; only a checker can tell whether it holds.

        >>> Derivation.from_json({"cell": [0, 1], "is_mine": True, "steps": [{"kind": "luck"}]})
        Traceback (most recent call last):
        sapper.errors.ParseError: no derivation: no step is of kind 'luck'
        """
        try:
            steps = tuple(_read_step(step) for step in content["steps"])
            return cls(_read_cell(content["cell"]), _read_truth(content["is_mine"]), steps)
        except (KeyError, TypeError, ValueError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise ParseError(f"no derivation: {what}") from None


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely a cell is a mine that neither must be one nor can't, beside the best move.

    `numbers` are those that bear on it, its front's, each cell with what it shows. The total of
    mines always does. `best` is a cell that is least likely a mine.
    """

    cell: Cell
    mine_fraction: Fraction
    numbers: tuple[tuple[Cell, int], ...]
    best: Cell
    best_mine_fraction: Fraction

    @property
    def mine_probability(self) -> float:
        """The chance of a mine, as a float."""
        return float(self.mine_fraction)

    @property
    def is_best(self) -> bool:
        """Whether no cell is less likely a mine."""
        return self.mine_fraction == self.best_mine_fraction

    def __str__(self) -> str:
        from sapper.proof.wording import say

        return say(self)

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data."""
        return {
            "kind": "odds",
            "cell": list(self.cell),
            "mine_probability": self.mine_probability,
            "mine_fraction": str(self.mine_fraction),
            "numbers": [list(cell) for cell, _ in self.numbers],
            "best": list(self.best),
            "best_mine_probability": float(self.best_mine_fraction),
            "best_mine_fraction": str(self.best_mine_fraction),
            "is_best": self.is_best,
        }


# Writing and reading plain data


def _plain_step(step: Step) -> dict[str, Any]:
    return {"kind": step.kind, **_plain_fields(step)}


def _plain_fields(part: Step | Case) -> dict[str, Any]:
    return {field.name: _plain(getattr(part, field.name)) for field in fields(part)}


def _plain(part: Any) -> Any:
    if isinstance(part, Claim):
        return {"cells": [list(cell) for cell in sorted(part.cells)], "count": part.count}
    if isinstance(part, Case):
        return _plain_fields(part)
    if isinstance(part, Step):
        return _plain_step(part)
    if isinstance(part, tuple):
        return [_plain(item) for item in part]
    return part


def _read_step(content: Any) -> Step:
    kind = KINDS.get(content["kind"])
    if kind is None:
        raise ValueError(f"no step is of kind {content['kind']!r}")
    return kind(**{field.name: _READERS[field.name](content[field.name]) for field in fields(kind)})


def _read_case(content: Any) -> Case:
    steps = tuple(_read_step(step) for step in content["steps"])
    return Case(_read_claim(content["supposition"]), steps)


def _read_claim(content: Any) -> Claim:
    cells = [_read_cell(cell) for cell in content["cells"]]
    if len(set(cells)) != len(cells):
        raise ValueError("a claim names a cell twice")
    return Claim(frozenset(cells), _read_whole(content["count"]))


def _read_cell(content: Any) -> Cell:
    row, column = content
    return _read_whole(row), _read_whole(column)


def _read_whole(content: Any) -> int:
    if isinstance(content, bool) or not isinstance(content, int):
        raise ValueError(f"{content!r} is not a whole number")
    return content


def _read_truth(content: Any) -> bool:
    if not isinstance(content, bool):
        raise ValueError(f"{content!r} is neither true nor false")
    return content


_READERS: dict[str, Callable[[Any], Any]] = {
    "cell": _read_cell,
    "number": _read_whole,
    "mines": _read_whole,
    "parts": lambda content: tuple(_read_claim(part) for part in content),
    "cases": lambda content: tuple(_read_case(case) for case in content),
    **dict.fromkeys(("conclusion", "whole", "more", "fewer", "premise"), _read_claim),
}
