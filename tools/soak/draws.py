"""Random levels and positions, all from one generator, so that a task can be repeated."""

from __future__ import annotations

from random import Random

import numpy as np
from positions import bent, lattice, numbers_of, open_cell, random_board

from sapper import LEVELS, Cell, Level, StartRule, View
from sapper.errors import LevelError

DENSITIES = (0.0, 0.05, 0.1, 0.12, 0.15, 0.18, 0.2, 0.22, 0.25, 0.3, 0.4, 0.6, 0.9, 1.0)
STARTS = tuple(StartRule)


def random_level(random: Random, longest_side: int = 36) -> Level:
    """A named level or any size, at any density, under any start rule."""
    while True:
        start = random.choice(STARTS)
        try:
            if random.random() < 0.3:
                named = random.choice(list(LEVELS.values()))
                if max(named.height, named.width) <= longest_side:
                    return named.starting(start)
                continue
            height, width = random_side(random, longest_side), random_side(random, longest_side)
            mines = round(random.choice(DENSITIES) * height * width)
            return Level(height, width, mines, start)
        except LevelError:  # no room for the start rule
            continue


def random_side(random: Random, longest: int) -> int:
    """A height or a width: short ones as often as long ones."""
    return int((longest + 1) ** random.random())


def random_cell(random: Random, height: int, width: int) -> Cell:
    """Any cell of a board."""
    return random.randrange(height), random.randrange(width)


def random_view(random: Random, longest_side: int, most_hidden: int | None = None) -> View:
    """Some safe cells of a random board are revealed, with or without their openings."""
    while True:
        level = random_level(random, longest_side)
        if most_hidden is None or level.mines <= most_hidden:
            return _some_revealed(
                random, level, level.cells if most_hidden is None else most_hidden
            )


def _some_revealed(random: Random, level: Level, most_hidden: int) -> View:
    generator = np.random.default_rng(random.getrandbits(64))
    board = random_board(level.height, level.width, level.mines, generator)
    numbers = numbers_of(board)
    revealed = np.zeros_like(board)
    safe = random.sample(np.flatnonzero(~board).tolist(), level.cells - level.mines)
    fewest = int(len(safe) * random.random() ** 2)
    floods = random.random() < 0.6
    for turn, place in enumerate(safe):
        if turn >= fewest and np.count_nonzero(~revealed) <= most_hidden:
            break
        cell = divmod(place, level.width)
        if floods:
            open_cell(revealed, numbers, cell)
        else:
            revealed[cell] = True
    return View.from_numbers(np.where(revealed, numbers, -1), level.mines)


def random_lattice(random: Random, longest_side: int) -> View:
    """Every second number of every second row is shown: the widest fronts there are."""
    height, width = random_side(random, longest_side), random_side(random, longest_side)
    density = random.choice((0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6))
    return lattice(height, width, density, np.random.default_rng(random.getrandbits(64)))


def random_bent_view(random: Random, longest_side: int, most_hidden: int | None = None) -> View:
    """A position in which a number or the total was changed: often inconsistent."""
    view = random_view(random, longest_side, most_hidden)
    return bent(view, np.random.default_rng(random.getrandbits(64)))
