"""How long it takes to explain a cell, and how often each grade is needed at each level.

Games are played by exact reasoning: every cell is explained as soon as it is certain, each
derivation is checked, and the safe cells are opened; if nothing is certain, the safest cell that
is really safe is opened, so every game is played to the end. Each level gets enough games for the
same share of cells. Times are CPU times, reported twice: for the first question about a view, which
also analyzes the whole board, and for later ones. The odds of one uncertain cell of each view are
asked for as a first question, too.

Now and then the Python twin answers the same question, as where the engine is not compiled, except
that the engine still analyzes the board.

    python benchmarks/bench_explain.py [--games 2000] [--processes 1] [--levels expert,hard]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from statistics import mean, median
from time import process_time
from unittest.mock import patch

from sapper.exact import chances
from sapper.exact.counting import mine_fractions
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.level import LEVELS
from sapper.proof import reasons
from sapper.proof.check import check
from sapper.proof.search import chances_of, explain, whole_board
from sapper.proof.steps import Derivation, Grade, Odds
from sapper.view import View

GAMES_BY_DEFAULT = 70
TWIN_ASKED = 10
"""The twin answers every tenth question."""


@dataclass
class Tally:
    """The results: derivations by grade, seconds, the longest and the slowest."""

    games: int = 0
    grades: Counter[Grade] = field(default_factory=Counter)
    first: list[float] = field(default_factory=list)
    later: list[float] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    beside_twin: list[tuple[float, float]] = field(default_factory=list)
    """What a question took, and what it took the twin."""
    checking: list[float] = field(default_factory=list)
    most_numbers: int = 0
    longest: tuple[int, str] = (0, "")
    slowest: tuple[float, str] = (0.0, "")

    def add(self, other: Tally) -> None:
        """Add the results of other games."""
        self.games += other.games
        self.grades += other.grades
        self.first += other.first
        self.later += other.later
        self.odds += other.odds
        self.beside_twin += other.beside_twin
        self.checking += other.checking
        self.most_numbers = max(self.most_numbers, other.most_numbers)
        self.longest = max(self.longest, other.longest)
        self.slowest = max(self.slowest, other.slowest)


def certain_cells(name: str, seed: int) -> Iterator[tuple[View, list[Cell]]]:
    """The views of one game, each with the cells that have become certain."""
    game = Game.new(name, seed=seed)
    seen: set[Cell] = set()
    if not game.view.revealed_count and game.board is None:
        game.reveal((game.level.height // 2, game.level.width // 2))
    assert game.board is not None
    while game.status is Status.PLAYING:
        fractions = mine_fractions(game.view)
        certain = [
            cell for cell, chance in fractions.items() if chance in (0, 1) and cell not in seen
        ]
        yield game.view, certain
        seen.update(certain)
        safe = [cell for cell in certain if fractions[cell] == 0]
        if not safe:
            really_safe = [cell for cell in fractions if not game.board.is_mine(cell)]
            safe = [min(really_safe, key=lambda cell: (fractions[cell], cell))]
        for cell in safe:
            if game.view.is_hidden(cell) and game.status is Status.PLAYING:
                game.reveal(cell)


def play(name: str, seed: int) -> Tally:
    """Explain and check every certain cell of one game, and ask for odds at every turn."""
    tally = Tally(games=1)
    for view, cells in certain_cells(name, seed):
        forget()
        for place, cell in enumerate(cells):
            derivation, seconds = timed(view, cell)
            assert isinstance(derivation, Derivation)
            started = process_time()
            check(view, derivation)
            tally.checking.append(process_time() - started)
            (tally.later if place else tally.first).append(seconds)
            if len(tally.checking) % TWIN_ASKED == 0:
                with (
                    patch.object(reasons, "compiled", None),
                    patch.object(chances, "compiled", None),
                ):
                    tally.beside_twin.append((seconds, timed(view, cell)[1]))
            tally.grades[derivation.grade] += 1
            tally.most_numbers = max(tally.most_numbers, len(derivation.numbers))
            tally.longest = max(tally.longest, (derivation.length, f"{name} {seed} {cell}"))
            tally.slowest = max(tally.slowest, (seconds, f"{name} {seed} {cell}"))
        uncertain = [cell for cell in view.hidden() if whole_board_says_nothing_of(view, cell)]
        if uncertain:
            forget()
            answer, seconds = timed(view, uncertain[len(uncertain) // 2])
            assert isinstance(answer, Odds)
            tally.odds.append(seconds)
    return tally


def timed(view: View, cell: Cell) -> tuple[Derivation | Odds, float]:
    started = process_time()
    answer = explain(view, cell)
    return answer, process_time() - started


def forget() -> None:
    """Make the next question the first one about its view."""
    whole_board.cache_clear()
    chances_of.cache_clear()


def whole_board_says_nothing_of(view: View, cell: Cell) -> bool:
    board = whole_board(view, None)
    return board is not None and board.verdicts[cell] == 0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=GAMES_BY_DEFAULT, help="in total")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--levels", default=",".join(LEVELS))
    options.add_argument("--seed", type=int, default=0, help="of the first game")
    chosen = options.parse_args()
    names = chosen.levels.split(",")
    tallies = {name: Tally() for name in names}
    shares = {name: 1 / LEVELS[name].cells for name in names}
    with ProcessPoolExecutor(chosen.processes) as pool:
        for name in names:
            games = round(chosen.games * shares[name] / sum(shares.values()))
            seeds = range(chosen.seed, chosen.seed + max(games, 1))
            for tally in pool.map(partial(play, name), seeds, chunksize=2):
                tallies[name].add(tally)
            show(name, tallies[name])
    print(f"\n{'level':>13} {'games':>6} {'cells':>8}", *(f"{grade:>9}" for grade in Grade))
    for name, tally in tallies.items():
        counts = (f"{tally.grades[grade]:>9}" for grade in Grade)
        print(f"{name:>13} {tally.games:>6} {tally.grades.total():>8}", *counts)


def show(name: str, tally: Tally) -> None:
    everything = tally.first + tally.later
    print(
        f"{name}: {len(everything)} derivations of {tally.games} games, all accepted; median"
        f" {1e3 * median(tally.first):.2f} ms for the first question,"
        f" {1e3 * median(tally.later):.2f} ms for later ones,"
        f" {1e3 * median(tally.odds):.2f} ms for odds,"
        f" worst {1e3 * max(everything + tally.odds):.1f} ms ({tally.slowest[1]});"
        f" checking {1e3 * median(tally.checking):.2f} ms;"
        f" at most {tally.most_numbers} numbers, {tally.longest[0]} steps ({tally.longest[1]})",
        flush=True,
    )
    with_engine, with_twin = zip(*tally.beside_twin, strict=True)
    print(
        f"    {len(with_twin)} of them by the twin as well: median"
        f" {1e3 * median(with_twin):.2f} ms against {1e3 * median(with_engine):.2f}, mean"
        f" {1e3 * mean(with_twin):.2f} ms against {1e3 * mean(with_engine):.2f}: the engine is"
        f" {mean(with_twin) / mean(with_engine):.0f} times as fast",
        flush=True,
    )


if __name__ == "__main__":
    main()
