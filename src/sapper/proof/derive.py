"""From a few numbers that suffice to the steps that prove it.

Direct conclusions come first: what single claims settle, then what pairs of claims give, then what
the total leaves. Where these end, case analysis takes over: assume the opposite, and if direct
conclusions do not lead to an impossible claim, assume more inside, as little as possible. That
always terminates: once every cell is assumed to be safe or a mine, some claim is impossible.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from sapper.exact.sweep import Budget
from sapper.grid import Cell
from sapper.proof.steps import (
    AllMines,
    AllSafe,
    Case,
    Cases,
    Claim,
    FromNumber,
    FromTotal,
    Overlap,
    Step,
    Subset,
    needed_for,
)

MOST_CLAIMS = 200
"""Subsets of subsets can grow without bound; no more than this many claims are compared."""
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


def _at_a_glance(facts: Sequence[FromNumber], goal: Claim) -> tuple[Step, ...] | None:
    """What one number says, or two of them compared once: most cells need no more than that.

    The steps are those that `conclude` finds, without its bookkeeping.
    """
    if len(facts) > 2:
        return None
    for steps in _compared(*(fact.conclusion for fact in facts)) if len(facts) == 2 else [()]:
        found = (*facts, *steps)
        source = found[-1].conclusion
        if source.settles and goal.cells <= source.cells and bool(source.count) == goal.count:
            return found if source == goal else (*found, _part_of(source, goal))
    return None


def _compared(one: Claim, two: Claim) -> Iterator[tuple[Step, ...]]:
    """What two claims say together: if one settles its cells, what it leaves of the other."""
    if one.settles or two.settles:
        settled, other = (one, two) if one.settles else (two, one)
        cells = settled.cells & other.cells
        part = Claim(cells, len(cells) if settled.count else 0)
        rest = Subset(other, (part,), _less(other, [part]))
        yield (rest,) if part == settled else (_part_of(settled, part), rest)
    else:
        for step in chain(_subsets(one, two), _overlaps(one, two)):
            yield (step,)


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


class Known:
    """The claims known so far, each with the step that led to it, in order.

    `active` are the claims still worth comparing with others: they do not settle their cells, and
    none of their cells is settled. `settled` maps a cell to the claim that settled it.
    """

    def __init__(self, outside: Known | None = None, work: Budget | None = None) -> None:
        self.work: Budget = outside.work if outside else work or Budget(None)
        self.steps_to: dict[Claim, Step] = {}
        self.all: set[Claim] = set(outside.all) if outside else set()
        self.settled: dict[Cell, Claim] = dict(outside.settled) if outside else {}
        self.active: dict[Claim, None] = dict(outside.active) if outside else {}
        self.total: Claim | None = outside.total if outside else None
        self.contradiction: Claim | None = None
        self.waiting: deque[Claim] = deque()
        self.unpaired: deque[Claim] = deque()

    def add(self, step: Step) -> None:
        """Add the conclusion of a step, unless it is already known."""
        if step.conclusion not in self.all:
            self.steps_to[step.conclusion] = step
            self.take_in(step.conclusion, is_total=isinstance(step, FromTotal))

    def take_in(self, claim: Claim, is_total: bool = False) -> None:
        """Queue a claim to be looked at."""
        self.all.add(claim)
        if is_total:
            self.total = claim
        if not claim.is_possible:
            self.contradiction = self.contradiction or claim
        elif claim.cells and (claim.settles or not is_total):  # the total comes last
            self.waiting.append(claim)


def conclude(known: Known, goal: Claim | None = None) -> None:
    """Draw conclusions up to the goal or a contradiction, or until nothing new follows."""
    while known.contradiction is None and (goal is None or goal not in known.all):
        known.work.spend(1 + len(known.active))
        if known.waiting:
            _simplify(known, known.waiting.popleft())
        elif known.unpaired and len(known.steps_to) < MOST_CLAIMS:
            _compare_with_others(known, known.unpaired.popleft())
        elif not _subtract_from_wholes(known):
            return
        if goal is not None:
            _reach(known, goal)


def _simplify(known: Known, claim: Claim) -> None:
    """Remove settled cells from a claim; if it settles its cells, record that."""
    if not known.settled.keys().isdisjoint(claim.cells):
        if not (claim.settles and all(_agrees(known, claim, cell) for cell in claim.cells)):
            _shorten(known, claim)
    elif claim.settles:
        known.settled.update(dict.fromkeys(claim.cells, claim))
        for other in [other for other in known.active if not claim.cells.isdisjoint(other.cells)]:
            del known.active[other]
            known.waiting.append(other)
    else:
        known.active[claim] = None
        known.unpaired.append(claim)


def _agrees(known: Known, claim: Claim, cell: Cell) -> bool:
    """Whether a claim that settles its cells says about one of them what is already known."""
    return cell in known.settled and bool(known.settled[cell].count) == bool(claim.count)


def _shorten(known: Known, claim: Claim) -> None:
    """Remove the settled cells from a claim."""
    parts = _settled_parts(known, claim)
    known.add(Subset(claim, tuple(parts), _less(claim, parts)))


def _settled_parts(known: Known, claim: Claim) -> list[Claim]:
    """The settled cells of a claim, one claim for each claim that settled them."""
    cells_by: dict[Claim, set[Cell]] = {}
    for cell in sorted(claim.cells):
        if cell in known.settled:
            cells_by.setdefault(known.settled[cell], set()).add(cell)
    parts = []
    for source, cells in cells_by.items():
        part = Claim(frozenset(cells), len(cells) if source.count else 0)
        _spell_out(known, source, part)
        parts.append(part)
    return parts


def _less(whole: Claim, parts: list[Claim]) -> Claim:
    return Claim(
        whole.cells.difference(*(part.cells for part in parts)),
        whole.count - sum(part.count for part in parts),
    )


def _spell_out(known: Known, source: Claim, part: Claim) -> None:
    """Restrict a claim that settles its cells to some of them."""
    if part not in known.all:
        known.all.add(part)
        known.steps_to[part] = _part_of(source, part)


def _part_of(source: Claim, part: Claim) -> AllMines | AllSafe:
    return (AllMines if source.count else AllSafe)(source, part)


def _reach(known: Known, goal: Claim) -> None:
    (cell,) = goal.cells
    source = known.settled.get(cell)
    if source is not None and bool(source.count) == bool(goal.count):
        _spell_out(known, source, goal)


def _compare_with_others(known: Known, claim: Claim) -> None:
    """Compare a claim with those that share a cell with it: subsets first, then overlaps."""
    if claim not in known.active:
        return
    overlapping = [other for other in known.active if not claim.cells.isdisjoint(other.cells)]
    for compare in (_subsets, _overlaps):
        for other in overlapping:
            for step in compare(claim, other):
                known.add(step)


def _subsets(claim: Claim, other: Claim) -> Iterator[Step]:
    for part, whole in ((claim, other), (other, claim)):
        if part.cells <= whole.cells and part != whole:
            yield Subset(whole, (part,), _less(whole, [part]))


def _overlaps(claim: Claim, other: Claim) -> Iterator[Step]:
    for more, fewer in ((claim, other), (other, claim)):
        of_more, of_fewer = more.cells - fewer.cells, fewer.cells - more.cells
        surplus = more.count - fewer.count
        if of_more and of_fewer and surplus == len(of_more):
            yield Overlap(more, fewer, Claim(of_more, surplus))
            yield Overlap(more, fewer, Claim(of_fewer, 0))


# The total, and other claims about many cells


def _subtract_from_wholes(known: Known) -> bool:
    """Subtract what is known from one large claim at a time; return whether anything is new."""
    wholes = [known.total] if known.total else []
    for whole in (*wholes, *known.active):
        settled = _settled_parts(known, whole)
        for claims in _ways_to_account(known, whole):
            parts = settled + claims
            rest = _less(whole, parts)
            telling = rest.settles or not rest.is_possible
            if parts and telling and rest not in known.all:
                known.add(Subset(whole, tuple(parts), rest))
                return True
    return False


def _ways_to_account(known: Known, whole: Claim) -> Iterator[list[Claim]]:
    """Disjoint claims inside a large one: chosen by most mines, by fewest, and by size."""
    usable = [claim for claim in known.active if claim.cells < whole.cells]

    def most_mines(claim: Claim) -> tuple[float, int]:
        return -claim.count / len(claim.cells), -claim.count

    def most_safe(claim: Claim) -> tuple[float, int]:
        return claim.count / len(claim.cells), claim.count - len(claim.cells)

    def smallest(claim: Claim) -> int:
        return len(claim.cells)

    for preference in (most_mines, most_safe, smallest):
        chosen: list[Claim] = []
        covered: set[Cell] = set()
        for claim in sorted(usable, key=preference):
            if covered.isdisjoint(claim.cells):
                chosen.append(claim)
                covered |= claim.cells
        yield chosen


# Cases


def _by_cases(known: Known, goal: Claim) -> Cases:
    """Prove the goal by assuming its opposite."""
    against = Claim(goal.cells, 1 - goal.count)
    patience = _Patience(MOST_CHOICES)
    for depth in range(DEEPEST_CHOICE + 1):
        case = _refute(known, against, depth, patience)
        if case is not None:
            return Cases((case,), goal)
    return Cases((_refute_anyhow(known, against),), goal)


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


def _refute_anyhow(outside: Known, supposition: Claim) -> Case:
    """The same without looking for the best way: assume all counts of one box after another."""
    inside = _supposing(outside, supposition)
    if inside.contradiction is None:
        box = _boxes(inside)[0]
        cases = [_refute_anyhow(inside, Claim(box, count)) for count in range(len(box) + 1)]
        _close(inside, box, cases)
    case = _case(supposition, inside)
    assert case is not None, "sufficient numbers leave no way out"
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
