"""From a few numbers that suffice to the steps that prove it.

Most cells need one number, or two compared once, which is seen at a glance. Otherwise direct
conclusions are drawn (`conclude.py`). Where these end, case analysis takes over: assume the
opposite, and if direct conclusions do not lead to an impossible claim, assume more inside, as
little as possible. That always terminates: once every cell is assumed to be safe or a mine, some
claim is impossible. Where that would take more cases within cases than a derivation may have, the
work is more than any budget.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from sapper.errors import BudgetExceeded
from sapper.exact.sweep import Budget
from sapper.grid import Cell
from sapper.proof.conclude import Known, conclude, less, overlaps, part_of, subsets
from sapper.proof.steps import (
    DEEPEST,
    Case,
    Cases,
    Claim,
    FromNumber,
    FromTotal,
    Step,
    Subset,
    needed_for,
)

DEEPEST_CHOICE = 2
"""Up to this depth of nested assumptions, the best are found by trying them all."""
MOST_CHOICES = 150
"""At most this many assumptions are tried; after that any nearby one will do."""


def derive(
    facts: Iterable[FromNumber],
    total: FromTotal | None,
    goal: Claim,
    work: Budget | None = None,
    known_before: Iterable[Claim] = (),
) -> tuple[Step, ...]:
    """The steps from sufficient facts to the goal, a claim about one cell.

    `work` bounds how many claims are looked at; `BudgetExceeded` is raised if it runs out. The
    steps may use `known_before`, claims that other steps have led to.

    >>> from sapper.view import View
    >>> one = FromNumber((1, 0), 1, Claim(frozenset({(0, 0), (0, 1)}), 1))
    >>> two = FromNumber((1, 1), 1, Claim(frozenset({(0, 0), (0, 1), (0, 2)}), 1))
    >>> [step.kind for step in derive([one, two], None, Claim.that((0, 2), False))]
    ['number', 'number', 'subset']
    """
    known = _concluded(facts, total, goal, work, known_before)
    if goal not in known.steps_to:
        known.add(_by_cases(known, goal))
    return needed_for(goal, list(known.steps_to.values()))


def derive_directly(
    facts: Iterable[FromNumber], total: FromTotal | None, goal: Claim, work: Budget | None = None
) -> tuple[Step, ...] | None:
    """The same without case analysis, which takes longest; None if that does not reach the goal."""
    facts = tuple(facts)
    at_a_glance = _at_a_glance(facts, goal) if total is None else None
    if at_a_glance is not None:
        return at_a_glance
    known = _concluded(facts, total, goal, work)
    if goal not in known.steps_to:
        return None
    return needed_for(goal, list(known.steps_to.values()))


def _concluded(
    facts: Iterable[FromNumber],
    total: FromTotal | None,
    goal: Claim,
    work: Budget | None,
    known_before: Iterable[Claim] = (),
) -> Known:
    known = Known(work=work)
    for claim in known_before:
        known.take_in(claim)
    for fact in facts:
        known.add(fact)
    if total is not None:
        known.add(total)
    conclude(known, goal)
    return known


# One number, or two compared once


def _at_a_glance(facts: Sequence[FromNumber], goal: Claim) -> tuple[Step, ...] | None:
    """What one number says, or two of them compared once: most cells need no more than that.

    The steps are those that `conclude` finds, without its bookkeeping.
    """
    if len(facts) > 2:
        return None
    of_two = len(facts) == 2
    for steps in _compared(facts[0].conclusion, facts[1].conclusion) if of_two else [()]:
        found = (*facts, *steps)
        source = found[-1].conclusion
        if source.settles and goal.cells <= source.cells and bool(source.count) == goal.count:
            return found if source == goal else (*found, part_of(source, goal))
    return None


def _compared(one: Claim, two: Claim) -> Iterator[tuple[Step, ...]]:
    """What two claims say together: if one settles its cells, what it leaves of the other."""
    if one.settles or two.settles:
        settled, other = (one, two) if one.settles else (two, one)
        cells = settled.cells & other.cells
        part = Claim(cells, len(cells) if settled.count else 0)
        rest = Subset(other, (part,), less(other, [part]))
        yield (rest,) if part == settled else (part_of(settled, part), rest)
    else:
        for step in chain(subsets(one, two), overlaps(one, two)):
            yield (step,)


# Cases


def _by_cases(known: Known, goal: Claim) -> Cases:
    """Prove the goal by assuming its opposite."""
    against = Claim(goal.cells, 1 - goal.count)
    patience = _Patience(MOST_CHOICES)
    for depth in range(DEEPEST_CHOICE + 1):
        case = _refute(known, against, depth, patience)
        if case is not None:
            return Cases((case,), goal)
    return Cases((_refute_anyhow(known, against, depth=1),), goal)


class _Patience:
    """How many assumptions may still be tried."""

    def __init__(self, left: int) -> None:
        self.left = left


def _refute(outside: Known, supposition: Claim, depth: int, patience: _Patience) -> Case | None:
    """Lead an assumption to a contradiction, nesting others at most `depth` deep."""
    patience.left -= 1
    inside = _supposing(outside, supposition)
    if inside.contradiction is None and depth > 0:
        for box in _boxes(inside):
            if patience.left <= 0:
                return None
            cases = _all_cases(inside, box, depth - 1, patience)
            if cases is not None:
                _close(inside, box, cases)
                break
    return _case(supposition, inside)


def _all_cases(
    inside: Known, box: frozenset[Cell], depth: int, patience: _Patience
) -> list[Case] | None:
    cases = []
    for count in range(len(box) + 1):
        case = _refute(inside, Claim(box, count), depth, patience)
        if case is None:
            return None
        cases.append(case)
    return cases


def _refute_anyhow(outside: Known, supposition: Claim, depth: int) -> Case:
    """The same without looking for the best way: assume all counts of one box after another."""
    if depth > DEEPEST:
        raise BudgetExceeded(outside.work.limit)
    inside = _supposing(outside, supposition)
    if inside.contradiction is None:
        box = next(iter(_boxes(inside)), None)
        assert box is not None, "sufficient numbers leave no way out"
        cases = [
            _refute_anyhow(inside, Claim(box, count), depth + 1) for count in range(len(box) + 1)
        ]
        _close(inside, box, cases)
    case = _case(supposition, inside)
    assert case is not None, "every count of the box was refuted"
    return case


def _supposing(outside: Known, supposition: Claim) -> Known:
    inside = Known(outside)
    inside.take_in(supposition)
    conclude(inside)
    return inside


def _close(inside: Known, box: frozenset[Cell], cases: list[Case]) -> None:
    """All counts of a box are refuted: conclude the one with the longest case, and follow it.

    That way the longest case comes last and is not nested in another.
    """
    longest = max(range(len(cases)), key=lambda count: len(cases[count].steps))
    conclusion = cases.pop(longest)
    inside.add(Cases(tuple(cases), conclusion.supposition))
    for step in conclusion.steps:
        inside.add(step)


def _case(supposition: Claim, inside: Known) -> Case | None:
    if inside.contradiction is None:
        return None
    return Case(supposition, needed_for(inside.contradiction, list(inside.steps_to.values())))


def _boxes(known: Known) -> list[frozenset[Cell]]:
    """Groups of unsettled cells that appear in the same claims; those in the tightest claims first.

    If a claim is about exactly one group, everything that matters about the group is known. Once
    this holds for all groups, every other claim is a sum of such claims, and one of them shows the
    contradiction.
    """
    speaking: dict[Cell, list[Claim]] = {}
    for claim in known.active:
        for cell in claim.cells:
            speaking.setdefault(cell, []).append(claim)
    boxes: dict[frozenset[Claim], set[Cell]] = {}
    for cell, claims in speaking.items():
        boxes.setdefault(frozenset(claims), set()).add(cell)

    def tightness(claims: frozenset[Claim]) -> tuple[int, int, int, list[Cell]]:
        tightest = min(len(claim.cells) for claim in claims)
        return len(boxes[claims]), tightest, -len(claims), sorted(boxes[claims])

    have_their_own = {claim.cells for claim in known.active}
    in_order = [frozenset(boxes[claims]) for claims in sorted(boxes, key=tightness)]
    return [box for box in in_order if box not in have_their_own]
