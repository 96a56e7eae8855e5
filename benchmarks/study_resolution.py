"""The questions of the resolution study other than how much is settled (`sapper lab` counts that).

    python benchmarks/study_resolution.py effort        inferences, clauses and rounds needed
    python benchmarks/study_resolution.py zeros         how often a disclosed cell shows 0
    python benchmarks/study_resolution.py inclusion     who settles what others do not
    python benchmarks/study_resolution.py chaining      forward versus backward
    python benchmarks/study_resolution.py description   first-order versus propositional

Tables are printed as Markdown. With the same seed, everything but the times is reproducible.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import comb
from typing import TypeVar

from sapper.board import Board
from sapper.game import Game, Status
from sapper.grid import cells, neighbours
from sapper.knowledge.chaining import ClauseKnowledge
from sapper.knowledge.clause import exactly
from sapper.lab.settling import REASONERS, Effort, clustered_cells, settle_board
from sapper.lab.settling_case import usual_numbers
from sapper.lab.stats import wilson
from sapper.level import LEVELS, Level
from sapper.view import View

Result = TypeVar("Result")

STUDY_LEVELS = ("easy", "medium", "hard")
RESOLUTION = tuple(name for name in REASONERS if name not in ("sentence", "exact"))
WIDEST = 8
"""No sentence names more than eight cells, so width 8 settles all that sentences settle."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run."""

    levels: tuple[str, ...]
    boards: int
    every: int
    """Use every n-th of the fifteen numbers of disclosed cells."""
    seed: int
    processes: int


# Effort


def effort(plan: Plan) -> None:
    """What resolution needed: inferences, the largest base, and whether ten rounds sufficed."""
    print(
        "| level, reasoner | runs | single inferences, mean | pair | most clauses per cell "
        "| longest run of barren rounds before a unit clause | cut short by ten rounds |"
    )
    print("| --- |" + " --- |" * 6)
    for name in plan.levels:
        level = LEVELS[name]
        found = list(_by_board(partial(efforts_of_board, level, plan.seed, plan.every), plan))
        for reasoner in RESOLUTION:
            efforts = [each for board in found for each in board[reasoner]]
            print(
                f"| {name}, {reasoner} | {len(efforts)} "
                f"| {statistics.mean(each.single_inferences or 0 for each in efforts):.0f} "
                f"| {statistics.mean(each.pair_inferences or 0 for each in efforts):.0f} "
                f"| {max(each.most_clauses or 0 for each in efforts) / level.cells:.2f} "
                f"| {max(each.barren_rounds or 0 for each in efforts)} "
                f"| {sum(each.cut_short for each in efforts)} |"
            )


def efforts_of_board(level: Level, seed: int, every: int, index: int) -> dict[str, list[Effort]]:
    """What each kind of resolution needed for one board, for every number of disclosed cells."""
    return {
        reasoner: [
            settle_board(level, index, disclosed, reasoner, seed).effort
            for disclosed in usual_numbers(level)[::every]
        ]
        for reasoner in RESOLUTION
    }


# Disclosed zeros

SPREADS = (None, 2.0, 0.5)
"""Scattered cells, a loose cluster and a compact one."""


def zeros(plan: Plan) -> None:
    """How often at least one of the disclosed cells shows 0, so that there is an opening."""
    print("| level, disclosed | scattered | spread 2 | spread 0.5 |")
    print("| --- | --- | --- | --- |")
    for name in plan.levels:
        level = LEVELS[name]
        for disclosed in (1, 2, 3, 4, 5, *usual_numbers(level)[:: plan.every]):
            found = list(_by_board(partial(shows_zero, level, plan.seed, disclosed), plan))
            shares = []
            for hits in zip(*found, strict=True):
                interval = wilson(sum(hits), len(hits))
                shares.append(
                    f"{sum(hits) / len(hits):.1%} ({interval.low:.1%}–{interval.high:.1%})"
                )
            print(f"| {name}, {disclosed} | {' | '.join(shares)} |")


def shows_zero(level: Level, seed: int, disclosed: int, index: int) -> list[bool]:
    """Whether one of a board's disclosed cells shows 0, for each of the spreads."""
    board = Board(level, seed, index)
    groups = [
        board.disclosed(disclosed) if spread is None else clustered_cells(board, disclosed, spread)
        for spread in SPREADS
    ]
    return [any(board.number(cell) == 0 for cell in cells) for cells in groups]


# Who settles what others do not


def inclusion(plan: Plan) -> None:
    """Whether sentences ⊆ resolution ⊆ exact, and at which width."""
    print(
        "| level | boards | width 2 ⊆ 3 ⊆ wider ⊆ exact | sentence ⊄ width 2 "
        "| ⊄ width 3 | width that suffices (boards) | width 2 ⊊ exact | width 3 ⊊ exact |"
    )
    print("| --- |" + " --- |" * 7)
    for name in plan.levels:
        found = list(_by_board(partial(compare_board, LEVELS[name], plan.seed), plan))
        sufficient = Counter(each["sufficient"] for each in found)
        sums = Counter[str]()
        for each in found:
            sums.update({key: int(value) for key, value in each.items() if key != "sufficient"})
        widths = ", ".join(f"{width}: {number}" for width, number in sorted(sufficient.items()))
        print(
            f"| {name} | {plan.boards} | {sums['in order']} "
            f"| {sums['not in 2']} | {sums['not in 3']} | {widths} "
            f"| {sums['exact beyond 2']} | {sums['exact beyond 3']} |"
        )


def compare_board(level: Level, seed: int, index: int) -> dict[str, int]:
    """One board with the default number of disclosed cells, by every reasoner."""

    def settled(reasoner: str) -> frozenset[tuple[int, int]]:
        run = settle_board(level, index, None, reasoner, seed)
        assert not run.wrong
        assert not run.effort.gave_up
        return run.opened | run.mines

    sentence, exact = settled("sentence"), settled("exact")
    by_width = {2: settled("resolution-2"), 3: settled("resolution-3")}
    width = 2
    while not sentence <= by_width[width]:
        width += 1
        assert width <= WIDEST
        if width not in by_width:
            by_width[width] = settled(f"resolution-{width}")
    ordered = [by_width[each] for each in sorted(by_width)] + [exact]
    return {
        "in order": all(one <= other for one, other in pairwise(ordered)),
        "not in 2": not sentence <= by_width[2],
        "not in 3": not sentence <= by_width[3],
        "sufficient": width,
        "exact beyond 2": by_width[2] < exact,
        "exact beyond 3": by_width[3] < exact,
    }


# Chaining


def chaining(plan: Plan) -> None:
    """Forward versus backward: one position per board, every unsettled cell next to a number."""
    print(
        "| level, width | positions | forward, all cells: inferences, ms | backward, a provable "
        "cell: inferences, ms, numbers used | an unprovable one | agree |"
    )
    print("| --- |" + " --- |" * 5)
    for name in plan.levels:
        for width in (2, 3):
            work = partial(chain_both_ways, LEVELS[name], plan.seed, width)
            found = [each for each in _by_board(work, plan) if each]
            forward = [each["forward"][0] for each in found]
            print(
                f"| {name}, {width} | {len(found)} | {_medians(forward)} "
                f"| {_medians(_flat(each['proved'] for each in found))} "
                f"| {_medians(_flat(each['not proved'] for each in found))} "
                f"| {sum(map(len, (each['proved'] + each['not proved'] for each in found)))} |"
            )


def chain_both_ways(
    level: Level, seed: int, width: int, index: int
) -> dict[str, list[tuple[float, ...]]]:
    """Inferences and milliseconds, forward once and backward for each cell from nothing.

    The position is where single numbers settle nothing more; the goals are the cells next to a
    number that they leave unsettled.
    """
    view, single = _where_single_numbers_end(level, seed, index)
    goals = [
        cell
        for cell in view.hidden()
        if cell not in single.mines
        and any(not view.is_hidden(near) for near in neighbours(cell, level.height, level.width))
    ]
    if not goals:
        return {}
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    forward = _learnt(view, width)
    started = time.thread_time()
    forward.conclude()
    taken = 1000 * (time.thread_time() - started)
    found["forward"].append((forward.base.inferences, taken))
    for cell in goals:
        backward = _learnt(view, width)
        started = time.thread_time()
        proved = backward.prove(cell)
        taken = 1000 * (time.thread_time() - started)
        assert proved == (
            True if cell in forward.mines else False if cell in forward.safes else None
        )
        kind = "not proved" if proved is None else "proved"
        found[kind].append((backward.base.inferences, taken, backward.hints_asked))
    return {"proved": [], "not proved": [], **found}


def _where_single_numbers_end(level: Level, seed: int, index: int) -> tuple[View, ClauseKnowledge]:
    game = Game.new(level, seed=seed, index=index)
    known = ClauseKnowledge(level.height, level.width, None, literals=1)
    last = None
    while game.status is Status.PLAYING:
        known.learn(game.view.changes_since(last) or {})
        last = game.view
        while not known.to_open and known.advance():
            pass
        if not known.to_open:
            break
        game.reveal(min(known.to_open))
    known.conclude()
    return game.view, known


def _learnt(view: View, width: int) -> ClauseKnowledge:
    known = ClauseKnowledge(view.height, view.width, None, literals=width)
    known.learn(view.changes_since(None) or {})
    return known


# Description


def description() -> None:
    """How long the rules of a board are, in first-order logic and in clauses."""
    print(f"First-order: {first_order_symbols()} symbols for any board, and two constants.\n")
    print("| board | clauses | literals | literals per cell |")
    print("| --- | --- | --- | --- |")
    for height, width in ((9, 9), (16, 16), (16, 30), (100, 100)):
        clauses, literals = propositional_size(height, width)
        print(
            f"| {height}×{width} | {clauses:,} | {literals:,} "
            f"| {literals / (height * width):,.0f} |"
        )


def propositional_size(height: int, width: int) -> tuple[int, int]:
    """Clauses and literals of all rules `cell shows n → exactly n of its neighbours are mines`.

    Each clause of a hint has one more literal: that the cell does not show n.
    """
    clauses = literals = 0
    around = Counter(len(neighbours(cell, height, width)) for cell in cells(height, width))
    for size, number in around.items():
        for count in range(size + 1):
            for clause in exactly(count, range(1, size + 1)):
                clauses += number
                literals += number * (len(clause) + 1)
    return clauses, literals


def first_order_symbols() -> int:
    """Symbols of `∀c (shows_n(c) → exactly n x: near(x, c) ∧ mine(x))` for n from 0 to 8.

    Without counting quantifiers, `exactly n` is: ∃x₁…xₙ, each near and a mine, pairwise distinct,
    and any y that is near and a mine is one of them. A predicate with its arguments counts as
    1 + arguments; quantifiers count 2, connectives and equations 1 and 3. `near` is defined once,
    by arithmetic on rows and columns, in 28 symbols.
    """
    near, mine, shows, quantifier, connective, equation = 3, 2, 2, 2, 1, 3
    symbols = 28
    for count in range(9):
        each = near + connective + mine
        symbols += quantifier + shows + connective
        symbols += count * (quantifier + each + connective)
        symbols += comb(count, 2) * (connective + connective + equation)
        symbols += quantifier + each + connective + max(count, 1) * (equation + connective)
    return symbols


# Shared


def _medians(rows: Iterable[tuple[float, ...]]) -> str:
    columns = list(zip(*rows, strict=True))
    return ", ".join(f"{statistics.median(column):.3g}" for column in columns) or "–"


def _by_board(work: Callable[[int], Result], plan: Plan) -> Iterator[Result]:
    if plan.processes == 1:
        yield from map(work, range(plan.boards))
        return
    with ProcessPoolExecutor(plan.processes) as pool:
        yield from pool.map(work, range(plan.boards), chunksize=4)


def _flat(lists: Iterable[list[Result]]) -> Iterator[Result]:
    for items in lists:
        yield from items


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("part", choices=["effort", "zeros", "inclusion", "chaining", "description"])
    parser.add_argument("--levels", nargs="+", choices=STUDY_LEVELS, default=STUDY_LEVELS)
    parser.add_argument("--boards", type=int, help="boards per level")
    parser.add_argument(
        "--every", type=int, default=1, help="use every n-th number of disclosed cells"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    parts: dict[str, tuple[Callable[[Plan], None], int]] = {
        "effort": (effort, 200),
        "zeros": (zeros, 1000),
        "inclusion": (inclusion, 1000),
        "chaining": (chaining, 40),
    }
    if given.part == "description":
        description()
        return
    run, boards = parts[given.part]
    run(
        Plan(
            levels=tuple(given.levels),
            boards=given.boards or boards,
            every=given.every,
            seed=given.seed,
            processes=given.processes,
        )
    )


if __name__ == "__main__":
    main()
