"""Derivations in a short form, for whoever writes them by hand: a person, or a language model.

A derivation in full states the claim of every step. The short form only names the steps, and their
claims are worked out from the position:

    {"cell": [0, 2], "is_mine": false, "steps": [{"minus": [[1, 1], [1, 0]]}]}

says: (0, 2) is safe, since the number at (1, 1) minus the number at (1, 0) leaves no mine. A step
is one of these, and may have a `name` for later steps to refer to:

    {"number": [1, 0]}                        what a revealed number says
    {"total": true}                           what the mine total says
    {"minus": [whole, part, …]}               the whole less disjoint parts of it
    {"overlap": [more, fewer], "keep": "safe"}    the cells only `fewer` has; "mines": only `more`
    {"part": claim, "cells": [[0, 1]]}        some cells of a claim that settles all of its cells
    {"cases": [{"suppose": {"cells": [[0, 1]], "mines": 1}, "name": "if", "steps": […]}]}

A claim is referred to by the cell of its number, by `"total"`, or by the name of its step. The
cases refute every other count of the same cells, each ending with an impossible claim; at most 40
cases may be within one another, and a derivation has at most 10,000 steps. Whether all of it
follows is for the checker to say; here it is only read and written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from sapper.errors import ParseError
from sapper.grid import Cell, check_cell, neighbours
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
    Overlap,
    Step,
    Subset,
)
from sapper.proof.written import read_cell, read_derivation, read_truth, read_whole
from sapper.view import View, check_view

TOTAL = "total"
MOST_STEPS = 10_000
"""Sapper's own were met with up to 3,000."""

Content: TypeAlias = dict[str, Any]


# Reading


def read_any_form(view: View, content: Any) -> Derivation:
    """Read a derivation in full or in the short form; `ParseError` if it is none.

    >>> view = View.parse("###\\n111", mines=1)
    >>> short = {"cell": [0, 2], "is_mine": False, "steps": [{"minus": [[1, 1], [1, 0]]}]}
    >>> print(read_any_form(view, short))
    (0, 2) is safe. Grade: subset, from 2 numbers.
      1. The 1 at (1, 1): exactly 1 of (0, 0), (0, 1) and (0, 2) is a mine.
      2. The 1 at (1, 0): exactly 1 of (0, 0) and (0, 1) is a mine.
      3. The 1 at (1, 1) minus the 1 at (1, 0): (0, 2) is safe.
    """
    check_view(view)
    if not isinstance(content, dict) or not isinstance(content.get("steps"), list):
        raise ParseError("not a derivation: it is an object with cell, is_mine and a list of steps")
    steps = content["steps"]
    try:
        if any(isinstance(step, dict) and "kind" in step for step in steps):
            return read_derivation(content)
        cell = check_cell(read_cell(content["cell"]), view.height, view.width)
        goal = Claim.that(cell, read_truth(content["is_mine"]))
        reading = _Reading(view, goal)
        reading.read_all(steps)
    except KeyError as error:
        raise ParseError(f"not a derivation: {error} is missing") from None
    except ParseError:
        raise
    except (TypeError, ValueError) as error:
        raise ParseError(f"not a derivation: {error}") from None
    reading.conclude()
    return Derivation(cell, bool(goal.count), tuple(reading.steps))


class _Reading:
    """The steps read so far, at one depth, and what may be referred to there."""

    def __init__(self, view: View, goal: Claim, outer: _Reading | None = None) -> None:
        self.view, self.goal = view, goal
        self.steps: list[Step] = []
        self.named: dict[str, Claim] = {} if outer is None else dict(outer.named)
        self.depth: int = 0 if outer is None else outer.depth + 1
        self._known: set[Claim] = set() if outer is None else set(outer._known)
        self._budget: list[int] = [MOST_STEPS] if outer is None else outer._budget
        if self.depth > DEEPEST:
            raise ParseError(f"not a derivation: {TOO_DEEP}")

    def suppose(self, claim: Claim, name: object) -> None:
        self._known.add(claim)
        self._call(claim, name)

    def read_all(self, steps: Any) -> None:
        if not isinstance(steps, list):
            raise ParseError("not a derivation: steps are a list")
        for number, content in enumerate(steps, start=1):
            try:
                self._read(content)
            except ParseError:
                raise
            except KeyError as error:
                raise ParseError(f"step {number}: {error} is missing") from None
            except (TypeError, ValueError) as error:
                raise ParseError(f"step {number}: {error}") from None

    def conclude(self) -> None:
        """Where the last claim settles the cell among others, say so of this cell."""
        if not self.steps or self.steps[-1].conclusion == self.goal:
            return
        last = self.steps[-1].conclusion
        if last.settles and self.goal.cells <= last.cells:
            kind = AllMines if last.count else AllSafe
            if bool(last.count) == bool(self.goal.count):
                self._add(kind(last, self.goal))

    def _read(self, content: Any) -> None:
        if not isinstance(content, dict):
            raise ValueError("it is not an object")
        kinds = [kind for kind in _READERS if kind in content]
        if len(kinds) != 1:
            raise ValueError(f"it has one of {', '.join(_READERS)}")
        step = _READERS[kinds[0]](self, content)
        self._add(step)
        self._call(step.conclusion, content.get("name"))

    def _add(self, step: Step) -> None:
        self._budget[0] -= 1
        if self._budget[0] < 0:
            raise ParseError(f"not a derivation: more than {MOST_STEPS:,} steps")
        self.steps.append(step)
        self._known.add(step.conclusion)

    def _call(self, claim: Claim, name: object) -> None:
        if isinstance(name, str):
            self.named[name] = claim
        elif name is not None:
            raise ValueError("a name is text")

    def claim(self, reference: Any) -> Claim:
        """The claim that is meant; what a number or the total says is stated where it is needed."""
        if isinstance(reference, str) and reference in self.named:
            return self.named[reference]
        if isinstance(reference, str) and reference != TOTAL:
            raise ValueError(f"nothing is named {reference!r}")
        step = self.total({}) if reference == TOTAL else self.number({"number": reference})
        if step.conclusion not in self._known:
            self._add(step)
        return step.conclusion

    # The steps by their names

    def number(self, content: Content) -> Step:
        view = self.view
        cell = check_cell(read_cell(content["number"]), view.height, view.width)
        shown = view.number(cell)
        if shown is None:
            raise ValueError(f"{cell} is hidden, so it shows no number")
        around = neighbours(cell, view.height, view.width)
        hidden = frozenset(near for near in around if view.is_hidden(near))
        return FromNumber(cell, shown, Claim(hidden, shown))

    def total(self, _: Content) -> Step:
        mines = self.view.mines
        return FromTotal(mines, Claim(frozenset(self.view.hidden()), mines))

    def minus(self, content: Content) -> Step:
        whole, *parts = self._claims(content["minus"], at_least=2)
        taken = frozenset(cell for part in parts for cell in part.cells)
        left = whole.count - sum(part.count for part in parts)
        return Subset(whole, tuple(parts), Claim(whole.cells - taken, left))

    def overlap(self, content: Content) -> Step:
        more, fewer = self._claims(content["overlap"], at_least=2)[:2]
        of_more, of_fewer = more.cells - fewer.cells, fewer.cells - more.cells
        sides = {"mines": Claim(of_more, len(of_more)), "safe": Claim(of_fewer, 0)}
        # Without a word about it, what it says of the cell in question is meant.
        keep = content.get("keep") or ("mines" if self.goal.count else "safe")
        if keep not in sides:
            raise ValueError(f"keep is 'mines' or 'safe', not {keep!r}")
        return Overlap(more, fewer, sides[keep])

    def part(self, content: Content) -> Step:
        claim = self.claim(content["part"])
        cells = _read_cells(content["cells"])
        if claim.count:
            return AllMines(claim, Claim(cells, len(cells)))
        return AllSafe(claim, Claim(cells, 0))

    def cases(self, content: Content) -> Step:
        cases = tuple(self._case(case) for case in content["cases"])
        if not cases:
            raise ValueError("there are no cases")
        cells = cases[0].supposition.cells
        refuted = {case.supposition.count for case in cases}
        left = [count for count in range(len(cells) + 1) if count not in refuted]
        if len(left) != 1:
            raise ValueError("the cases do not refute all counts of the same cells but one")
        return Cases(cases, Claim(cells, left[0]))

    def _case(self, content: Content) -> Case:
        supposed = content["suppose"]
        supposition = Claim(_read_cells(supposed["cells"]), read_whole(supposed["mines"]))
        inside = _Reading(self.view, self.goal, self)
        inside.suppose(supposition, content.get("name"))
        inside.read_all(content["steps"])
        return Case(supposition, tuple(inside.steps))

    def _claims(self, references: Any, at_least: int) -> list[Claim]:
        if not isinstance(references, list) or len(references) < at_least:
            raise ValueError(f"it refers to at least {at_least} claims, in a list")
        return [self.claim(reference) for reference in references]


_READERS: dict[str, Callable[[_Reading, Content], Step]] = {
    "number": _Reading.number,
    TOTAL: _Reading.total,
    "minus": _Reading.minus,
    "overlap": _Reading.overlap,
    "part": _Reading.part,
    "cases": _Reading.cases,
}


def _read_cells(content: Any) -> frozenset[Cell]:
    if not isinstance(content, list) or not content:
        raise ValueError("cells are a list, such as [[0, 1]]")
    return frozenset(read_cell(cell) for cell in content)


# Writing


def in_short_form(derivation: Derivation) -> Content:
    """The same derivation in the short form.

    >>> from sapper.proof.search import explain
    >>> in_short_form(explain(View.parse("###\\n111", mines=1), (0, 2)))
    {'cell': [0, 2], 'is_mine': False, 'steps': [{'minus': [[1, 1], [1, 0]]}]}
    """
    steps = derivation.steps
    if len(steps) > 1 and isinstance(steps[-1], AllSafe | AllMines):
        is_understood = steps[-1].premise == steps[-2].conclusion
        steps = steps[:-1] if is_understood else steps
    return {
        "cell": list(derivation.cell),
        "is_mine": derivation.is_mine,
        "steps": _Writing().write(steps, {}),
    }


class _Writing:
    """Steps as they are written, each named if a later one may refer to it."""

    def __init__(self) -> None:
        self._names = 0

    def write(self, steps: Sequence[Step], outer: dict[Claim, Any]) -> list[Content]:
        """The steps; what numbers and the total say is stated only where it comes last."""
        references = dict(outer)
        written = []
        for place, step in enumerate(steps, start=1):
            reference: Any = None
            if isinstance(step, FromNumber):
                reference = list(step.cell)
            elif isinstance(step, FromTotal):
                reference = TOTAL
            if reference is None or place == len(steps):
                content = self._content(step, references)
                if reference is None and place < len(steps):
                    content["name"] = reference = self._new_name()
                written.append(content)
            references.setdefault(step.conclusion, reference)
        return written

    def _new_name(self) -> str:
        self._names += 1
        return f"s{self._names}"

    def _content(self, step: Step, references: dict[Claim, Any]) -> Content:
        match step:
            case FromNumber(cell=cell):
                return {"number": list(cell)}
            case FromTotal():
                return {TOTAL: True}
            case Subset(whole=whole, parts=parts):
                return {"minus": [references[claim] for claim in (whole, *parts)]}
            case Overlap(more=more, fewer=fewer, conclusion=conclusion):
                keep = "mines" if conclusion.cells <= more.cells else "safe"
                return {"overlap": [references[more], references[fewer]], "keep": keep}
            case AllSafe(premise=premise) | AllMines(premise=premise):
                return {"part": references[premise], "cells": _written(step.conclusion.cells)}
            case Cases(cases=cases):
                return {"cases": [self._case(case, references) for case in cases]}

    def _case(self, case: Case, references: dict[Claim, Any]) -> Content:
        name = self._new_name()
        supposed = {"cells": _written(case.supposition.cells), "mines": case.supposition.count}
        steps = self.write(case.steps, {**references, case.supposition: name})
        return {"suppose": supposed, "name": name, "steps": steps}


def _written(cells: frozenset[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]
