"""The resolution study, run again: how far certain moves get from a few disclosed cells.

    python benchmarks/study_resolution.py published            5 boards × 15 numbers, three levels
    python benchmarks/study_resolution.py large --boards 200   the same with more boards
    python benchmarks/study_resolution.py inclusion            who settles what another does not
    python benchmarks/study_resolution.py density              stuck boards against mine density
    python benchmarks/study_resolution.py chaining             forward against backward
    python benchmarks/study_resolution.py description          first-order against propositional

Tables are printed as Markdown. An interval is a 95 % one and takes the board as the unit: the runs
of one board with more and more disclosed cells tell much the same. All but the times repeats
exactly with the same seed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import comb, sqrt
from typing import TypeVar

from scipy import stats  # type: ignore[import-untyped]

from sapper.game import Game, Status
from sapper.grid import cells, neighbours
from sapper.knowledge.chaining import ClauseKnowledge
from sapper.knowledge.clause import exactly
from sapper.level import LEVELS, Level, StartRule
from sapper.play.settling import REASONERS, Settling, settle_board
from sapper.view import View

Result = TypeVar("Result")

STUDY_LEVELS = ("easy", "medium", "hard")
NUMBERS_OF_DISCLOSED = 15
BELOW_THE_DEFAULT = 4
PUBLISHED_BOARDS = 5
PUBLISHED = {"easy": "6075/6075", "medium": "19200/19200", "hard": "34252/36000 (95.1 %)"}
WIDEST = 8
"""No sentence names more than eight cells, so width 8 settles all that sentences settle."""
DENSITIES = (0.05, 0.10, 0.15, 0.18, 0.20, 0.22, 0.25)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run."""

    levels: tuple[str, ...]
    boards: int
    every: int
    """Of the fifteen numbers of disclosed cells, every so-manieth."""
    seed: int
    processes: int


# Completeness and time


def completeness(plan: Plan) -> None:
    """Settled cells, complete runs and times of every reasoner, and time by disclosed cells."""
    for name in plan.levels:
        level, boards = LEVELS[name], plan.boards
        work = partial(settle_one_board, level, plan.seed, plan.every)
        runs = list(_flat(_by_board(work, plan)))
        assert not any(run.wrong for run in runs)
        print(f"\n### {name}: {level.height}×{level.width}, {level.mines} mines, {boards} boards")
        print(f"\nPublished: {PUBLISHED[name]}. {len(runs) // len(REASONERS)} runs a reasoner.\n")
        print("| reasoner | cells settled | share | runs complete | median ms | inferences |")
        print("| --- | --- | --- | --- | --- | --- |")
        for reasoner in REASONERS:
            print(_completeness_row([run for run in runs if run.reasoner == reasoner]))
        _print_by_disclosed(runs)
        print(f"\nMost clauses a cell: {_most_clauses(runs):.2f}. Longest run of barren rounds")
        print(f"before a unit clause: {max(run.effort.barren_rounds or 0 for run in runs)}.")
        print(f"Runs cut short by ten rounds: {sum(run.effort.cut_short for run in runs)}.")
        print(f"Positions too large to count: {sum(run.effort.gave_up for run in runs)}.")


def settle_one_board(level: Level, seed: int, every: int, index: int) -> list[Settling]:
    """All runs of one board: every reasoner from every number of disclosed cells."""
    first = level.disclosed - BELOW_THE_DEFAULT
    return [
        settle_board(level, index, disclosed, reasoner, seed)
        for disclosed in range(first, first + NUMBERS_OF_DISCLOSED, every)
        for reasoner in REASONERS
    ]


def _completeness_row(runs: list[Settling]) -> str:
    share = _clustered(runs, lambda run: run.settled / run.level.cells)
    complete = _clustered(runs, lambda run: run.complete)
    inferences = [run.effort.inferences for run in runs if run.effort.inferences is not None]
    return (
        f"| {runs[0].reasoner} | {sum(run.settled for run in runs)}"
        f"/{sum(run.level.cells for run in runs)} | {share} | {complete} "
        f"| {1000 * statistics.median(run.seconds for run in runs):.1f} "
        f"| {f'{statistics.mean(inferences):.0f}' if inferences else '–'} |"
    )


def _print_by_disclosed(runs: list[Settling]) -> None:
    shown = ("sentence", "resolution-2", "resolution-3", "exact")
    print("\n| disclosed | " + " | ".join(f"{name}: settled, median ms" for name in shown) + " |")
    print("| --- |" + " --- |" * len(shown))
    for disclosed in sorted({run.disclosed for run in runs}):
        here = [run for run in runs if run.disclosed == disclosed]
        parts = []
        for name in shown:
            some = [run for run in here if run.reasoner == name]
            share = statistics.mean(run.settled / run.level.cells for run in some)
            seconds = statistics.median(run.seconds for run in some)
            parts.append(f"{100 * share:.1f} %, {1000 * seconds:.1f}")
        print(f"| {disclosed} | " + " | ".join(parts) + " |")


def _most_clauses(runs: list[Settling]) -> float:
    return max((run.effort.most_clauses or 0) / run.level.cells for run in runs)


# Who settles what another does not


def inclusion(plan: Plan) -> None:
    """Whether sentences ⊆ resolution ⊆ exact, and which width it takes."""
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
    """One board from the default number of disclosed cells, by everyone."""

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


# Density


def density(plan: Plan) -> None:
    """The share of 16×16 boards that stay unsettled, by the density of mines."""
    shown = ("sentence", "resolution-2", "resolution-3", "exact")
    print("| density | mines | " + " | ".join(shown) + " | cells settled by exact |")
    print("| --- | --- |" + " --- |" * (len(shown) + 1))
    for share in DENSITIES:
        level = Level(16, 16, round(share * 256), StartRule.GIVEN)
        work = partial(_settle_by_all, level, plan.seed, shown)
        runs = list(_flat(_by_board(work, plan)))
        parts = []
        for name in shown:
            stuck = sum(not run.complete for run in runs if run.reasoner == name)
            parts.append(_proportion(stuck, plan.boards))
        settled = statistics.mean(run.settled / 256 for run in runs if run.reasoner == "exact")
        print(
            f"| {100 * share:.0f} % | {level.mines} | {' | '.join(parts)} | {100 * settled:.1f} % |"
        )


def _settle_by_all(level: Level, seed: int, reasoners: Sequence[str], index: int) -> list[Settling]:
    return [settle_board(level, index, None, reasoner, seed) for reasoner in reasoners]


# Chaining


def chaining(plan: Plan) -> None:
    """Forward against backward: one position of each board, every unsettled cell by a number."""
    print(
        "| level, width | positions | forward, all cells: inferences, ms | backward, a cell that "
        "can be proved: inferences, ms, numbers asked | one that can't | agree |"
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

    The position is the one where single numbers have nothing more to tell; the goals are the
    cells next to a number that they have not settled.
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
    """How long the rules of a board are: in first-order logic, and in clauses."""
    print(f"First-order: {first_order_symbols()} symbols for any board, and two constants.\n")
    print("| board | clauses | literals | literals a cell |")
    print("| --- | --- | --- | --- |")
    for height, width in ((9, 9), (16, 16), (16, 30), (100, 100)):
        clauses, literals = propositional_size(height, width)
        print(
            f"| {height}×{width} | {clauses:,} | {literals:,} "
            f"| {literals / (height * width):,.0f} |"
        )


def propositional_size(height: int, width: int) -> tuple[int, int]:
    """Clauses and literals of all rules `cell shows n → exactly n of its neighbours are mines`.

    Each clause of a hint has one literal more: that the cell does not show n.
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


# Intervals


def _clustered(runs: list[Settling], value: Callable[[Settling], float]) -> str:
    by_board = defaultdict(list)
    for run in runs:
        by_board[run.index].append(value(run))
    means = [statistics.mean(values) for values in by_board.values()]
    margin = stats.t.ppf(0.975, len(means) - 1) * statistics.stdev(means) / sqrt(len(means))
    return f"{100 * statistics.mean(means):.2f} ± {100 * margin:.2f} %"


def _proportion(number: int, of: int) -> str:
    interval = stats.binomtest(number, of).proportion_ci(method="wilson")
    return f"{100 * number / of:.1f} % ({100 * interval.low:.1f}–{100 * interval.high:.1f})"


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
    parser.add_argument(
        "part", choices=["published", "large", "inclusion", "density", "chaining", "description"]
    )
    parser.add_argument("--levels", nargs="+", choices=STUDY_LEVELS, default=STUDY_LEVELS)
    parser.add_argument("--boards", type=int, help="boards a level")
    parser.add_argument("--every", type=int, default=1, help="every so-manieth number of disclosed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    parts: dict[str, tuple[Callable[[Plan], None], int]] = {
        "published": (completeness, PUBLISHED_BOARDS),
        "large": (completeness, 200),
        "inclusion": (inclusion, 1000),
        "density": (density, 300),
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
