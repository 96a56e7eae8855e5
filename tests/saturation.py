"""Resolution as plainly as it can be said: no index, no subsumption, no order that matters."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

Clause = frozenset[int]
Cell = tuple[int, int]


def saturate(told: Iterable[Clause], width: int) -> set[Clause]:
    """Everything that follows at a width: all pairs, again and again, nothing thrown away.

    A unit clause is resolved with any clause; two others only if both are within the width and
    what they give is too.
    """
    clauses = set(told)
    while True:
        found = set()
        for one, other in product(clauses, clauses):
            pairs = [literal for literal in one if -literal in other]
            if len(pairs) != 1:
                continue
            resolvent = (one | other) - {pairs[0], -pairs[0]}
            is_matching = min(len(one), len(other)) == 1
            if is_matching or max(len(one), len(other), len(resolvent)) <= width:
                found.add(resolvent)
        if found <= clauses:
            return clauses
        clauses |= found


def strictest(clauses: set[Clause]) -> set[Clause]:
    """Those that no other implies."""
    return {clause for clause in clauses if not any(other < clause for other in clauses)}


def clauses_of_sum(count: int, variables: list[int]) -> set[Clause]:
    """The strictest clauses that say: exactly so many are true. Read off the truth table."""
    literals = [sign * variable for variable in variables for sign in (1, -1)]
    models = [
        {variable if true else -variable for variable, true in zip(variables, row, strict=True)}
        for row in product((False, True), repeat=len(variables))
        if sum(row) == count
    ]
    found: set[Clause] = set()
    for size in range(1, len(variables) + 1):
        for choice in map(frozenset, combinations(literals, size)):
            is_tautology = any(-literal in choice for literal in choice)
            implied = all(choice & model for model in models)
            if implied and not is_tautology and not any(other < choice for other in found):
                found.add(choice)
    return found


def clauses_of_numbers(numbers: NDArray[np.int8]) -> set[Clause]:
    """All clauses of a position; cells are counted from 1, row by row."""
    height, width = numbers.shape
    found: set[Clause] = set()
    for (row, column), number in np.ndenumerate(numbers):
        if number < 0:
            continue
        found.add(frozenset({-(row * width + column + 1)}))
        around = [
            r * width + c + 1
            for r in range(max(row - 1, 0), min(row + 2, height))
            for c in range(max(column - 1, 0), min(column + 2, width))
            if (r, c) != (row, column) and numbers[r, c] < 0
        ]
        if number > 0:
            found |= set(map(frozenset, combinations(around, len(around) - int(number) + 1)))
        negative = [-variable for variable in around]
        found |= set(map(frozenset, combinations(negative, int(number) + 1)))
    return found
