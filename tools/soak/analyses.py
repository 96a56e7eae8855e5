"""Answers about positions, each judged by something that shares no code with what gave it.

Small positions are judged by brute force, middling ones by a model counter, larger ones by the
engine's exact twin in Python; derivations by the independent checker.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import numpy as np
from oracles import Enumeration, ModelCounter, PlainMinimax

from sapper import (
    Cell,
    Derivation,
    View,
    analyze,
    check,
    count_layouts,
    explain,
    sample_layouts,
    win_probability,
)
from sapper.errors import BudgetExceeded, Contradiction, DoesNotFollow
from sapper.exact import counting
from soak.draws import random_bent_view, random_lattice, random_view
from soak.tally import Tally

AGREEMENT = 1e-12
BUDGET_OF_TWIN = 100_000
SMALL = 12
"""Brute force tries every subset of so many hidden cells."""
FEW_LAYOUTS = 30
"""Minimax tries every line of play on so many layouts."""
MIDDLING = 60
"""The model counter takes so many hidden cells."""
ROUNDS = 30


def judge_analyses(random: Random, tally: Tally, effort: float) -> None:
    """Some positions of each size."""
    for _ in range(max(1, int(ROUNDS * effort))):
        judge_small(random_view(random, 8, SMALL), random, tally)
        judge_small(random_bent_view(random, 6, SMALL), random, tally)
        judge_by_twin(random_view(random, 30), tally)
        judge_by_twin(random_lattice(random, 30), tally)
    judge_by_model_counter(random_view(random, 10, MIDDLING), tally)


def judge_small(view: View, random: Random, tally: Tally) -> None:
    """Everything that can be asked about a small position, against brute force."""
    truth = Enumeration(view.numbers, view.mines)
    tally.judged["analyses by brute force"] += 1
    if not truth.count:
        _judge_contradiction(view, truth, tally)
        return
    _compare(view, truth.fractions(), truth.count, tally)
    possible = {layout.tobytes() for layout in truth.layouts.astype(np.bool_)}
    hidden = view.numbers < 0
    for layout in sample_layouts(view, 3, random.getrandbits(64)):
        tally.judged["layouts drawn"] += 1
        tally.expect(
            layout[hidden].tobytes() in possible and not layout[~hidden].any(),
            "wrong analysis",
            f"an impossible layout was drawn for {_written(view)}",
        )
    if truth.count <= FEW_LAYOUTS:
        tally.judged["win chances by plain minimax"] += 1
        best = Fraction(PlainMinimax(view.numbers, view.mines).value(), truth.count)
        found = win_probability(view, budget=None)
        tally.expect(found == best, "wrong analysis", f"{found}, not {best}, for {_written(view)}")
    if truth.hidden:
        _judge_explanation(view, random.choice(truth.hidden), truth.fractions(), tally)


def judge_by_model_counter(view: View, tally: Tally) -> None:
    """The odds and the number of layouts, against a decision diagram."""
    if view.hidden_count == 0:
        return
    truth = ModelCounter(view.numbers, view.mines)
    tally.judged["analyses by the model counter"] += 1
    _compare(view, truth.fractions(), truth.count, tally)


def judge_by_twin(view: View, tally: Tally) -> None:
    """The odds and the number of layouts, against integers in Python."""
    try:
        counted = counting.count(view, BUDGET_OF_TWIN)
    except BudgetExceeded as error:
        tally.refused(error)
        return
    tally.judged["analyses by the twin"] += 1
    _compare(view, counted.mine_fractions(), counted.layouts, tally)


def _compare(view: View, truth: Mapping[Cell, Fraction], layouts: int, tally: Tally) -> None:
    try:
        found = analyze(view)
        counted = count_layouts(view)
    except BudgetExceeded as error:
        tally.refused(error)
        return
    safe = {cell for cell, fraction in truth.items() if fraction == 0}
    mines = {cell for cell, fraction in truth.items() if fraction == 1}
    odds = found.mine_probability
    near = all(abs(odds[cell] - float(fraction)) <= AGREEMENT for cell, fraction in truth.items())
    revealed = np.isnan(odds[view.numbers >= 0]).all()
    right = found.safe == safe and found.mines == mines and near and bool(revealed)
    tally.expect(right, "wrong analysis", f"of {_written(view)}")
    tally.expect(counted == layouts, "wrong analysis", f"{counted} layouts of {_written(view)}")


def _judge_contradiction(view: View, truth: Enumeration, tally: Tally) -> None:
    """The position is refused, by numbers that do contradict each other."""
    try:
        analyze(view)
    except Contradiction as error:
        tally.refused(error)
        tally.expect(
            not truth.can_be_true(error.cells, error.needs_total),
            "wrong analysis",
            f"{error.cells} do not contradict each other in {_written(view)}",
        )
    else:
        tally.fault("wrong analysis", f"inconsistent, but answered: {_written(view)}")


def _judge_explanation(
    view: View, cell: Cell, truth: Mapping[Cell, Fraction], tally: Tally
) -> None:
    """What is certain is derived in steps that follow; what is not has the right odds."""
    tally.judged["explanations by the checker"] += 1
    why = explain(view, cell)
    if not isinstance(why, Derivation):
        right = abs(why.mine_probability - float(truth[cell])) <= AGREEMENT
        tally.expect(right, "wrong analysis", f"odds of {cell} in {_written(view)}")
        return
    right = truth[cell] == (1 if why.is_mine else 0)
    tally.expect(right, "false certainty", f"{cell} derived wrongly in {_written(view)}")
    try:
        check(view, why)
    except DoesNotFollow as error:
        tally.fault("wrong analysis", f"{error}: {cell} in {_written(view)}")


def _written(view: View) -> str:
    return f"{view.height}x{view.width}/{view.mines}:\n{view}"
