"""Families of positions for benchmarks, taken from seeded games of the exact agent.

A position is stuck if nothing is certain, so the agent has to guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from sapper import Board, Cell, Game, Level, StartRule, Status, View, analyze, make_agent


def stuck_in_game(level: Level, seed: int, index: int, first: Cell, spared: bool) -> Iterator[View]:
    """The stuck positions of one game.

    With `spared`, a guess that would lose is replaced by the best one that does not, and the game
    continues: that leads deeper into a board than luck usually does.
    """
    agent = make_agent("exact")
    game = Game.new(level, seed=seed, index=index)
    game.reveal(first)
    while game.status is Status.PLAYING:
        move = agent.choose(game.view)
        cell = move.cell
        if not move.certain:
            yield game.view
            assert game.board is not None
            if spared and game.board.is_mine(cell):
                risk = np.where(game.board.layout, np.nan, analyze(game.view).mine_probability)
                cell = divmod(int(np.nanargmin(risk)), level.width)
        game.reveal(cell)


def stuck_positions(
    level: Level, first: Cell, *, games: int, count: int, seed: int, spared: bool = False
) -> list[View]:
    """A sample of all stuck positions of the given number of games."""
    met = [
        view for index in range(games) for view in stuck_in_game(level, seed, index, first, spared)
    ]
    chosen = np.random.default_rng(seed).permutation(len(met))[:count]
    return [met[place] for place in sorted(chosen)]


def scattered_positions(level: Level, count: int, seed: int) -> list[View]:
    """40 to 160 random safe cells revealed, without opening anything around a 0."""

    def endless() -> Iterator[View]:
        random = np.random.default_rng(seed)
        index = 0
        while True:
            board = Board(level, seed, index)
            index += 1
            cells = board.disclosed(int(random.integers(40, 161)))
            blank = View(level.height, level.width, level.mines)
            yield blank.revealing({cell: board.number(cell) for cell in cells})

    return list(islice(endless(), count))


EXPERT_OPENING = Level(16, 30, 99, StartRule.OPENING)
EXPERT_SAFE = Level(16, 30, 99, StartRule.SAFE)
EXPERT_ANY = Level(16, 30, 99, StartRule.ANY)
VAST = Level(50, 50, 500, StartRule.OPENING)
DENSE = Level(24, 30, 200, StartRule.OPENING)
