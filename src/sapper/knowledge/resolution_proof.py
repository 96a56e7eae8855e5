"""Resolution proofs: where a clause came from, through its parents back to the hints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sapper.grid import Cell
from sapper.knowledge.clause import Assertion, Clause, Literal, Origin, Source

SignedCell = tuple[Cell, bool]
"""A cell, and whether the literal says that it is a mine."""


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """One clause of a proof, and where it came from.

    Either a hint asserted it (`number`, or the mine total if that is None), once the steps in
    `premises` had settled cells around it; or it is the resolvent of the two in `premises`.
    """

    clause: frozenset[SignedCell]
    premises: tuple[int, ...]
    is_asserted: bool
    number: Cell | None = None

    def __str__(self) -> str:
        return " ∨ ".join(
            f"{'' if is_mine else '¬'}{cell}" for cell, is_mine in sorted(self.clause)
        )

    @property
    def reason(self) -> str:
        """Where the clause came from, in words; steps are counted from 1."""
        premises = [str(premise + 1) for premise in self.premises]
        if not self.is_asserted:
            return " with ".join(premises)
        source = "the mine total" if self.number is None else f"the number at {self.number}"
        return f"{source}, given {', '.join(premises)}" if premises else source


@dataclass(frozen=True, slots=True)
class ResolutionProof:
    """Steps, each from earlier ones; the last one proves the goal.

    >>> either = frozenset({((0, 0), True), ((0, 1), True)})
    >>> first_is_safe = frozenset({((0, 0), False)})
    >>> print(ResolutionProof((
    ...     ResolutionStep(either, (), is_asserted=True, number=(1, 0)),
    ...     ResolutionStep(first_is_safe, (), is_asserted=True, number=(1, 4)),
    ...     ResolutionStep(either - {((0, 0), True)}, (0, 1), is_asserted=False),
    ... )))
    1. (0, 0) ∨ (0, 1)   the number at (1, 0)
    2. ¬(0, 0)           the number at (1, 4)
    3. (0, 1)            1 with 2
    """

    steps: tuple[ResolutionStep, ...]

    @property
    def numbers(self) -> frozenset[Cell]:
        """The revealed numbers that it uses."""
        return frozenset(step.number for step in self.steps if step.number is not None)

    @property
    def needs_total(self) -> bool:
        """Whether it uses the mine total."""
        return any(step.is_asserted and step.number is None for step in self.steps)

    @property
    def resolutions(self) -> int:
        """How many steps are resolvents."""
        return sum(not step.is_asserted for step in self.steps)

    def __str__(self) -> str:
        longest = max((len(str(step)) for step in self.steps), default=0)
        return "\n".join(
            f"{place}. {step!s:<{longest}}   {step.reason}"
            for place, step in enumerate(self.steps, start=1)
        )


def trace(
    origin: Mapping[Clause, Origin], goals: Iterable[Clause], cell_of: Callable[[int], Cell]
) -> ResolutionProof:
    """All the steps behind some clauses, each once, parents first.

    That a revealed cell is safe is seen, not derived, so it is not a step.
    """
    places: dict[Clause, int] = {}
    steps: list[ResolutionStep] = []
    waiting = list(goals)[::-1]
    while waiting:
        clause = waiting[-1]
        parents = [parent for parent in _parents(origin[clause]) if not _is_seen(origin, parent)]
        unknown = [parent for parent in parents if parent not in places]
        if unknown and clause not in places:
            waiting += reversed(unknown)
            continue
        waiting.pop()
        if clause in places or _is_seen(origin, clause):
            continue
        places[clause] = len(steps)
        steps.append(_step(clause, origin[clause], [places[parent] for parent in parents], cell_of))
    return ResolutionProof(tuple(steps))


def _parents(origin: Origin) -> list[Clause]:
    if isinstance(origin, Assertion):
        return [frozenset((literal,)) for literal in origin.given]
    return list(origin)


def _is_seen(origin: Mapping[Clause, Origin], clause: Clause) -> bool:
    source = origin[clause]
    return isinstance(source, Assertion) and source.source is Source.REVEALED


def _step(
    clause: Clause, origin: Origin, premises: list[int], cell_of: Callable[[int], Cell]
) -> ResolutionStep:
    signed = frozenset(_signed(literal, cell_of) for literal in clause)
    if not isinstance(origin, Assertion):
        return ResolutionStep(signed, tuple(premises), is_asserted=False)
    return ResolutionStep(signed, tuple(premises), is_asserted=True, number=origin.cell)


def _signed(literal: Literal, cell_of: Callable[[int], Cell]) -> SignedCell:
    return cell_of(abs(literal)), literal > 0
