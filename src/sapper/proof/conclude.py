"""Draw direct conclusions from claims, until a goal is reached or nothing new follows.

What single claims settle comes first, then what pairs of claims give, then what the total leaves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from sapper.exact.sweep import Budget
from sapper.grid import Cell
from sapper.proof.steps import AllMines, AllSafe, Claim, FromTotal, Overlap, Step, Subset

MOST_CLAIMS = 200
"""Subsets of subsets can grow without bound; no more than this many claims are compared."""


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
            simplify(known, known.waiting.popleft())
        elif known.unpaired and len(known.steps_to) < MOST_CLAIMS:
            _compare_with_others(known, known.unpaired.popleft())
        elif not _subtract_from_wholes(known):
            return
        if goal is not None:
            reach(known, goal)


def simplify(known: Known, claim: Claim) -> None:
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
    known.add(Subset(claim, tuple(parts), less(claim, parts)))


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


def less(whole: Claim, parts: list[Claim]) -> Claim:
    """What a claim leaves for its other cells if parts of it are known.

    >>> less(Claim(frozenset({(0, 0), (0, 1)}), 1), [Claim.that((0, 0), True)])
    Claim(cells=frozenset({(0, 1)}), count=0)
    """
    return Claim(
        whole.cells.difference(*(part.cells for part in parts)),
        whole.count - sum(part.count for part in parts),
    )


def _spell_out(known: Known, source: Claim, part: Claim) -> None:
    """Restrict a claim that settles its cells to some of them."""
    if part not in known.all:
        known.all.add(part)
        known.steps_to[part] = part_of(source, part)


def part_of(source: Claim, part: Claim) -> AllMines | AllSafe:
    """The step from a claim that settles its cells to some of them.

    >>> part_of(Claim(frozenset({(0, 0), (0, 1)}), 2), Claim.that((0, 1), True)).kind
    'all mines'
    """
    return (AllMines if source.count else AllSafe)(source, part)


def reach(known: Known, goal: Claim) -> None:
    """Spell out the goal, a claim about one cell, once that cell is settled."""
    (cell,) = goal.cells
    source = known.settled.get(cell)
    if source is not None and bool(source.count) == bool(goal.count):
        _spell_out(known, source, goal)


def _compare_with_others(known: Known, claim: Claim) -> None:
    """Compare a claim with those that share a cell with it: subsets first, then overlaps."""
    if claim not in known.active:
        return
    overlapping = [other for other in known.active if not claim.cells.isdisjoint(other.cells)]
    for compare in (subsets, overlaps):
        for other in overlapping:
            for step in compare(claim, other):
                known.add(step)


def subsets(claim: Claim, other: Claim) -> Iterator[Step]:
    """One claim minus another that is about some of its cells.

    >>> whole, part = Claim(frozenset({(0, 0), (0, 1)}), 1), Claim.that((0, 0), True)
    >>> [step.conclusion.count for step in subsets(whole, part)]
    [0]
    """
    for part, whole in ((claim, other), (other, claim)):
        if part.cells <= whole.cells and part != whole:
            yield Subset(whole, (part,), less(whole, [part]))


def overlaps(claim: Claim, other: Claim) -> Iterator[Step]:
    """What follows if one claim counts as many more mines as it has cells of its own.

    >>> more, fewer = Claim(frozenset({(0, 0), (0, 1)}), 2), Claim(frozenset({(0, 1), (0, 2)}), 1)
    >>> [sorted(step.conclusion.cells) for step in overlaps(more, fewer)]
    [[(0, 0)], [(0, 2)]]
    """
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
            rest = less(whole, parts)
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
