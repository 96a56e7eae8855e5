"""Brute force as the judge of derivations: every placement of mines, tried one by one.

It shares no code with the package but for the dataclasses that a derivation is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from oracles import all_subsets, are_neighbours, hidden_cells, revealed_cells

from sapper.proof.steps import (
    AllMines,
    AllSafe,
    Case,
    Cases,
    Claim,
    Derivation,
    FromNumber,
    FromTotal,
    Overlap,
    Step,
    Subset,
)
from sapper.view import View

Cell = tuple[int, int]
Truth = NDArray[np.bool_]


class Judge:
    """All placements of mines in the hidden cells of a small view, and what is true in which."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hidden = hidden_cells(view.numbers)
        self.place = {cell: place for place, cell in enumerate(self.hidden)}
        self.ways = all_subsets(len(self.hidden))

    def holds(self, claim: Claim) -> Truth:
        """Where a claim is true; a claim about a cell that is not hidden never is."""
        if not claim.cells <= self.place.keys():
            return np.zeros(len(self.ways), np.bool_)
        places = [self.place[cell] for cell in claim.cells]
        return np.asarray(self.ways[:, places].sum(axis=1, dtype=np.int64) == claim.count)

    def all_hold(self, claims: Iterable[Claim]) -> Truth:
        true = np.ones(len(self.ways), np.bool_)
        for claim in claims:
            true &= self.holds(claim)
        return true

    def entails(self, premises: Iterable[Claim], conclusion: Claim) -> bool:
        return not (self.all_hold(premises) & ~self.holds(conclusion)).any()

    def number(self, cell: Cell) -> Claim:
        around = frozenset(other for other in self.hidden if are_neighbours(cell, other))
        return Claim(around, int(self.view.numbers[cell]))

    def total(self) -> Claim:
        return Claim(frozenset(self.hidden), self.view.mines)

    def numbers(self) -> list[Claim]:
        return [self.number(cell) for cell in revealed_cells(self.view.numbers)]

    def everything(self) -> list[Claim]:
        return [self.total(), *self.numbers()]

    def certain(self) -> dict[Cell, bool]:
        """The certain cells, each with whether it is a mine."""
        layouts = self.ways[self.all_hold(self.everything())]
        return {
            cell: bool(layouts[0, place])
            for cell, place in self.place.items()
            if len(set(layouts[:, place].tolist())) == 1
        }

    def follows(self, derivation: Derivation) -> bool:
        """Whether every step follows from its premises, and the conclusion from the steps."""
        if not derivation.steps or derivation.steps[-1].conclusion != derivation.conclusion:
            return False
        return self._all_follow(derivation.steps, set())

    def _all_follow(self, steps: tuple[Step, ...], known: set[Claim]) -> bool:
        known = set(known)
        for step in steps:
            if not self._follows(step, known):
                return False
            known.add(step.conclusion)
        return True

    def _follows(self, step: Step, known: set[Claim]) -> bool:
        if isinstance(step, FromNumber):
            numbers = self.view.numbers
            inside = 0 <= step.cell[0] < numbers.shape[0] and 0 <= step.cell[1] < numbers.shape[1]
            return (
                inside
                and numbers[step.cell] == step.number
                and self.entails([self.number(step.cell)], step.conclusion)
            )
        if isinstance(step, FromTotal):
            return step.mines == self.view.mines and self.entails([self.total()], step.conclusion)
        if isinstance(step, Cases):
            return self.entails(known, step.conclusion) and all(
                self._all_follow(case.steps, known | {case.supposition}) for case in step.cases
            )
        return known.issuperset(step.premises) and self.entails(step.premises, step.conclusion)


# Mutations: whatever may have gone wrong on the way


def mutations(derivation: Derivation, random: np.random.Generator) -> Iterator[Derivation]:
    """The derivation with one thing changed, in many ways."""
    yield replace(derivation, is_mine=not derivation.is_mine)
    for changed in changed_sequences(derivation.steps, random):
        yield replace(derivation, steps=changed)
        if changed:  # the end adapted to the claim, as a forger would
            end = changed[-1].conclusion
            if len(end.cells) == 1 and end.is_possible:
                (cell,) = end.cells
                yield Derivation(cell, bool(end.count), changed)


def forgeries(derivation: Derivation, random: np.random.Generator) -> Iterator[Derivation]:
    """The derivation cut off somewhere, and ended by a plausible step."""
    for end in range(1, len(derivation.steps) + 1):
        steps = derivation.steps[:end]
        claims = [step.conclusion for step in steps]
        one = claims[int(random.integers(len(claims)))]
        other = claims[int(random.integers(len(claims)))]
        for forged in forged_steps(one, other):
            for cell in sorted(forged.conclusion.cells)[:1]:
                if forged.conclusion.settles:
                    is_mine = forged.conclusion.count > 0
                    last = (AllMines if is_mine else AllSafe)(
                        forged.conclusion, Claim.that(cell, is_mine)
                    )
                    yield Derivation(cell, is_mine, (*steps, forged, last))


def forged_steps(one: Claim, other: Claim) -> Iterator[Step]:
    of_one, of_other = one.cells - other.cells, other.cells - one.cells
    yield Overlap(one, other, Claim(of_one, len(of_one)))
    yield Overlap(one, other, Claim(of_other, 0))
    yield Subset(one, (other,), Claim(of_one, one.count - other.count))
    yield Subset(one, (other, other), Claim(of_one, one.count - 2 * other.count))
    for cell in sorted(one.cells)[:2]:
        safe, mine = Claim.that(cell, False), Claim.that(cell, True)
        yield AllSafe(one, safe)
        yield AllMines(one, mine)
        for concluded, supposed in ((safe, mine), (mine, safe)):
            yield Cases((Case(supposed, ()),), concluded)
            yield Cases((Case(supposed, (AllSafe(safe, safe),)),), concluded)
            circular = Subset(mine, (safe,), Claim(frozenset(), 1))
            yield Cases((Case(supposed, (circular,)),), concluded)


def changed_sequences(
    steps: tuple[Step, ...], random: np.random.Generator
) -> Iterator[tuple[Step, ...]]:
    for place, step in enumerate(steps):
        yield steps[:place] + steps[place + 1 :]
        other = int(random.integers(len(steps)))
        swapped = list(steps)
        swapped[place], swapped[other] = swapped[other], swapped[place]
        yield tuple(swapped)
        for changed in changed_steps(step, random):
            yield (*steps[:place], changed, *steps[place + 1 :])


def changed_steps(step: Step, random: np.random.Generator) -> Iterator[Step]:
    for claim in changed_claims(step.conclusion, random):
        yield replace(step, conclusion=claim)
    match step:
        case FromNumber(cell=(row, column), number=number):
            for other in (number - 1, number + 1):
                yield replace(step, number=other)
                yield FromNumber(step.cell, other, Claim(step.conclusion.cells, other))
            yield replace(step, cell=(row, column + 1))
            yield replace(step, cell=(row - 1, column))
        case FromTotal(mines=mines):
            yield FromTotal(mines + 1, Claim(step.conclusion.cells, mines + 1))
        case Subset(whole=whole, parts=parts):
            yield Subset(whole, parts[1:], step.conclusion)
            yield Subset(parts[0], (whole, *parts[1:]), step.conclusion)
            for claim in changed_claims(whole, random):
                yield replace(step, whole=claim)
            for claim in changed_claims(parts[0], random):
                yield replace(step, parts=(claim, *parts[1:]))
        case Overlap(more=more, fewer=fewer):
            yield Overlap(fewer, more, step.conclusion)
            for claim in changed_claims(more, random):
                yield replace(step, more=claim)
        case AllSafe(premise=premise) | AllMines(premise=premise):
            yield AllSafe(premise, step.conclusion)
            yield AllMines(premise, step.conclusion)
            for claim in changed_claims(premise, random):
                yield replace(step, premise=claim)
        case Cases(cases=cases):
            yield replace(step, cases=cases[1:])
            flipped = Claim(
                step.conclusion.cells, len(step.conclusion.cells) - step.conclusion.count
            )
            yield replace(step, conclusion=flipped)
            for place, case in enumerate(cases):
                for changed in changed_cases(case, random):
                    yield replace(step, cases=(*cases[:place], changed, *cases[place + 1 :]))


def changed_cases(case: Case, random: np.random.Generator) -> Iterator[Case]:
    for claim in changed_claims(case.supposition, random):
        yield replace(case, supposition=claim)
    for steps in changed_sequences(case.steps, random):
        yield replace(case, steps=steps)


def changed_claims(claim: Claim, random: np.random.Generator) -> Iterator[Claim]:
    yield Claim(claim.cells, claim.count + 1)
    yield Claim(claim.cells, claim.count - 1)
    if claim.cells:
        cells: list[Any] = sorted(claim.cells)
        cell: Cell = cells[int(random.integers(len(cells)))]
        yield Claim(claim.cells - {cell}, claim.count)
        yield Claim(claim.cells | {(cell[0], cell[1] + 1)}, claim.count)
        if claim.count:
            yield Claim(claim.cells - {cell}, claim.count - 1)
