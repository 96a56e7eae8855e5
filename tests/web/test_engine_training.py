"""The positions to practise, made and marked by the engine in the browser: those of Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from page_engine import SIZES, asked, needs_node, positions, written
from positions import small_positions

from sapper.agents.expert import best_move
from sapper.agents.judging import SEARCH, judge_move
from sapper.coach.kind import GUESS, Kind, Place, way_on
from sapper.coach.marking import mark
from sapper.coach.puzzles import LADDER, Puzzle, fresh_puzzle, puzzle_from
from sapper.exact.analysis import analyze
from sapper.formats import to_address
from sapper.proof.technique import Technique
from sapper.view import View

pytestmark = needs_node

PLACED = Kind(Technique.TWO_NUMBERS, Place.CORNER)
KINDS = [*LADDER, PLACED, Kind(Technique.THREE_NUMBERS, Place.EDGE)]


def test_the_easiest_way_to_a_safe_cell_is_the_same() -> None:
    views = [*positions(40, 31, SIZES), *small_positions(60, 25, 31)]
    views += [fresh_puzzle(kind, seed, 0).view for kind in LADDER for seed in range(4)]
    random = np.random.default_rng(31)
    near = [None if random.random() < 0.2 else any_cell(view, random) for view in views]
    lines = [["way", written(view), cell] for view, cell in zip(views, near, strict=True)]
    kinds = set()
    for view, cell, answer in zip(views, near, asked(lines), strict=True):
        way = way_on(view, cell)
        if way is None or way.kind.technique is None:
            assert answer is None, view
            continue
        kinds.add(way.kind.name)
        answer["known"].sort()
        assert answer == {
            "kind": way.kind.name,
            "technique": way.kind.technique.rank,
            "safe": [row * view.width + column for row, column in way.safe],
            "known": sorted(row * view.width + column for row, column in way.known_mines),
        }, f"{view.mines} mines, near {cell}:\n{view}"
    assert len(kinds) > 12


def any_cell(view: View, random: np.random.Generator) -> tuple[int, int]:
    return int(random.integers(view.height)), int(random.integers(view.width))


def test_fresh_positions_are_the_same() -> None:
    wanted = [(kind, seed, index) for kind in KINDS for seed, index in ((1, 0), (7, 1))]
    lines = [["fresh_puzzle", kind.name, seed, index] for kind, seed, index in wanted]
    for (kind, seed, index), answer in zip(wanted, asked(lines), strict=True):
        assert_same(answer, fresh_puzzle(kind, seed, index))


def test_positions_from_games_are_asked_alike() -> None:
    views = list(positions(12, 33, SIZES[:4]))
    kinds = [GUESS if way is None else way.kind for way in map(way_on, views)]
    lines = [
        ["puzzle_from", written(view), kind.name] for view, kind in zip(views, kinds, strict=True)
    ]
    for view, kind, answer in zip(views, kinds, asked(lines), strict=True):
        assert_same(answer, puzzle_from(view, kind))


def assert_same(answer: Any, puzzle: Puzzle) -> None:
    assert answer["kind"] == puzzle.kind.name
    assert answer["position"]["address"] == to_address(puzzle.view)


@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_marked_alike(kind: Kind) -> None:
    puzzle = fresh_puzzle(kind, 5, 0)
    cells = [None, *puzzle.view.hidden()]
    lines = [["mark", written(puzzle.view), kind.name, cell] for cell in cells]
    odds = analyze(puzzle.view.with_flags(()))
    for cell, answer in zip(cells, asked(lines), strict=True):
        marked = mark(puzzle, cell)
        assert answer["cell"] == (cell and list(cell))
        assert answer["isRight"] == marked.is_right, cell
        assert tuple(answer["solution"]) == marked.solution, cell
        if not kind.is_guess:
            expected = None if cell is None else odds.mine_probability[cell]
            assert answer["chance"] == expected
            continue
        best = best_move(puzzle.view, budget=SEARCH)
        assert tuple(answer["best"]["cell"]) == best.cell
        if cell is not None:
            assert answer["judged"]["verdict"] == judge_move(puzzle.view, cell).verdict
