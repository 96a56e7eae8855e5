"""Bulk games: the engine plays thousands of layouts, and its referee judges every move."""

from __future__ import annotations

from random import Random

import numpy as np

from sapper import LEVELS, Board, Game, Level, Status, make_agent, make_layouts, play_layouts
from sapper.errors import BudgetExceeded, LevelError
from sapper.level import first_cell
from soak.draws import random_cell, random_level
from soak.tally import Tally

CELLS = {"exact": 6_000_000, "expert": 60_000}
"""How many cells the boards of one call have together: about a second."""
MOST_GAMES = {"exact": 200_000, "expert": 100}
"""Small boards may take the expert as long as large ones."""
PLAYED_AGAIN = 3
LONGEST_SIDE = 100


def play_in_bulk(random: Random, tally: Tally, effort: float) -> None:
    """One call of `play_layouts` for many boards of one level."""
    agent = random.choices(("exact", "expert"), (3, 1))[0]
    level = _level(random)
    first = first_cell(level.height, level.width, level.start)
    if random.random() < 0.3:
        first = random_cell(random, level.height, level.width)
    seed, start_index = random.getrandbits(64), random.getrandbits(32)
    games = max(1, int(effort * min(CELLS[agent] / level.cells, MOST_GAMES[agent])))
    threads = random.choice((1, 1, 1, 2, 3))
    where = (
        f"{agent} on {games} boards of {level.name} (start {level.start}) from {first}, "
        f"seed {seed}, index {start_index} and up, {threads} threads"
    )
    try:
        layouts = make_layouts(level, seed, games, first=first, start_index=start_index)
        played = play_layouts(agent, layouts, first, threads=threads, start=level.start)
    except (BudgetExceeded, LevelError) as error:  # LevelError: no room for an opening there
        tally.refused(error)
        return
    tally.games[agent] += games
    tally.certain_moves[agent] += int(played.certain_moves.sum(dtype=np.int64))
    if played.first_false_certainty is not None:
        place, cell = played.first_false_certainty
        tally.fault("false certainty", f"{where}: board {start_index + place}, cell {cell}")
    lost_at_once = layouts[:, first[0], first[1]]
    tally.expect(not played.won[lost_at_once].any(), "wrong result", f"{where}: won on a mine")
    for place in random.sample(range(games), min(PLAYED_AGAIN, games)):
        if lost_at_once[place]:
            continue
        game = _played_by_agent(agent, layouts[place], first)
        tally.judged["bulk games played again move by move"] += 1
        tally.expect(
            (game.status is Status.WON) == bool(played.won[place]),
            "wrong result",
            f"{where}: board {start_index + place} ends otherwise when played move by move",
        )


def _level(random: Random) -> Level:
    """Mostly the usual levels, whose games have the most certain moves."""
    if random.random() < 0.5:
        return LEVELS[random.choice(("beginner", "intermediate", "expert"))].starting(
            random.choice(("safe", "opening"))
        )
    return random_level(random, LONGEST_SIDE)


def _played_by_agent(name: str, layout: np.ndarray, first: tuple[int, int]) -> Game:
    game = Game.on(Board.from_layout(layout))
    agent = make_agent(name)
    if game.status is Status.PLAYING:
        game.reveal(first)
    while game.status is Status.PLAYING:
        game.reveal(agent.choose(game.view).cell)
    return game
