"""Derivations and odds as JSON holds them, and derivations read back."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Literal

from sapper.errors import ParseError
from sapper.grid import Cell
from sapper.proof.steps import (
    DEEPEST,
    TOO_DEEP,
    AllMines,
    AllSafe,
    Case,
    Cases,
    Claim,
    Derivation,
    FromNumber,
    FromTotal,
    Grade,
    Odds,
    Overlap,
    Step,
    Subset,
)


@dataclass(frozen=True, slots=True)
class WrittenDerivation:
    """Why a cell is certainly safe, or certainly a mine, for a program to check."""

    kind: Literal["derivation"] = field(default="derivation", init=False)
    cell: Cell
    is_mine: bool
    grade: Grade
    numbers: tuple[Cell, ...]
    """The cells whose numbers are used, row by row."""
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, derivation: Derivation) -> WrittenDerivation:
        """The derivation with what it tells of itself."""
        return cls(
            cell=derivation.cell,
            is_mine=derivation.is_mine,
            grade=derivation.grade,
            numbers=derivation.numbers,
            steps=derivation.steps,
        )


@dataclass(frozen=True, slots=True)
class WrittenOdds:
    """The chance of a mine in a cell of which nothing is certain.

    Fractions are exact; they are null where they would take more than the budget.
    """

    kind: Literal["odds"] = field(default="odds", init=False)
    cell: Cell
    mine_probability: float
    mine_fraction: str | None
    numbers: tuple[Cell, ...]
    """The cells whose numbers bear on it."""
    best: Cell
    best_mine_probability: float
    best_mine_fraction: str | None
    is_best: bool

    @classmethod
    def of(cls, odds: Odds) -> WrittenOdds:
        """The odds with each fraction also as a float."""
        return cls(
            cell=odds.cell,
            mine_probability=odds.mine_probability,
            mine_fraction=_in_digits(odds.mine_fraction),
            numbers=tuple(cell for cell, _ in odds.numbers),
            best=odds.best,
            best_mine_probability=odds.best_mine_probability,
            best_mine_fraction=_in_digits(odds.best_mine_fraction),
            is_best=odds.is_best,
        )


def _in_digits(fraction: Fraction | None) -> str | None:
    return None if fraction is None else str(fraction)


def written(answer: Derivation | Odds) -> WrittenDerivation | WrittenOdds:
    """An answer to "why?" as JSON holds it.

    >>> from sapper.proof.search import explain
    >>> from sapper.view import View
    >>> written(explain(View.parse("#1##", mines=1), (0, 0))).mine_fraction
    '1/2'
    """
    if isinstance(answer, Odds):
        return WrittenOdds.of(answer)
    return WrittenDerivation.of(answer)


# Reading


STEPS: dict[str, type[Step]] = {
    "number": FromNumber,
    "total": FromTotal,
    "subset": Subset,
    "overlap": Overlap,
    "all safe": AllSafe,
    "all mines": AllMines,
    "cases": Cases,
}
"""The steps by their `kind`."""


def read_derivation(content: Any) -> Derivation:
    """Read a derivation from plain data, whether it holds or not; `ParseError` if it is none."""
    if not isinstance(content, dict):
        found = type(content).__name__
        raise ParseError(f"expected a dict with cell, is_mine and steps, not {found}")
    try:
        steps = _read_steps(content["steps"], depth=0)
        return Derivation(read_cell(content["cell"]), read_truth(content["is_mine"]), steps)
    except (KeyError, TypeError, ValueError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise ParseError(f"not a derivation: {what}") from None


def _read_steps(content: Any, depth: int) -> tuple[Step, ...]:
    """Steps within so many cases."""
    return tuple(_read_step(step, depth) for step in content)


def _read_step(content: Any, depth: int) -> Step:
    step = STEPS.get(content["kind"])
    if step is None:
        raise ValueError(f"unknown step kind {content['kind']!r}")
    if step is Cases:
        if depth == DEEPEST:
            raise ValueError(TOO_DEEP)
        cases = tuple(_read_case(case, depth + 1) for case in content["cases"])
        return Cases(cases, _read_claim(content["conclusion"]))
    names = [part.name for part in fields(step) if part.init]
    return step(**{name: _READERS[name](content[name]) for name in names})


def _read_case(content: Any, depth: int) -> Case:
    return Case(_read_claim(content["supposition"]), _read_steps(content["steps"], depth))


def _read_claim(content: Any) -> Claim:
    cells = [read_cell(cell) for cell in content["cells"]]
    if len(set(cells)) != len(cells):
        raise ValueError("a claim names a cell twice")
    return Claim(frozenset(cells), read_whole(content["count"]))


def read_cell(content: Any) -> Cell:
    """A cell, as `[row, column]`."""
    if not isinstance(content, list | tuple) or len(content) != 2:
        raise ValueError(f"a cell is [row, column], not {reprlib.repr(content)}")
    row, column = content
    return read_whole(row), read_whole(column)


def read_whole(content: Any) -> int:
    """A whole number, and nothing that only looks like one."""
    if isinstance(content, bool) or not isinstance(content, int):
        raise ValueError(f"{reprlib.repr(content)} is not a whole number")
    return content


def _read_number(content: Any) -> int:
    number = read_whole(content)
    if not 0 <= number <= 8:
        raise ValueError(f"a cell shows 0 to 8, not {number}")
    return number


def read_truth(content: Any) -> bool:
    """True or false."""
    if not isinstance(content, bool):
        raise ValueError(f"{reprlib.repr(content)} is neither true nor false")
    return content


_READERS: dict[str, Callable[[Any], Any]] = {
    "cell": read_cell,
    "number": _read_number,
    "mines": read_whole,
    "parts": lambda content: tuple(_read_claim(part) for part in content),
    **dict.fromkeys(("conclusion", "whole", "more", "fewer", "premise"), _read_claim),
}
