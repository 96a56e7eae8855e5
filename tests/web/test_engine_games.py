"""Boards and games in the browser are those of Python for the same seed, run here by Node."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest
from page_engine import SIZES, asked, needs_node, positions, written

from sapper.board import Board
from sapper.boards.make import Method, make_board
from sapper.errors import LevelError
from sapper.game import Status, WinningRule
from sapper.grid import Cell, neighbours
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play.fast import easy_cells
from sapper.play.given import begin_with
from sapper.play.making import puzzle_of_the_day
from sapper.play.record import Setup, pack
from sapper.play.risk import risk_of
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade, Stage
from sapper.serialize import plain
from sapper.solution import solve
from sapper.view import HIDDEN, View

pytestmark = needs_node


LEVELS_TRIED = [
    *LEVELS.values(),
    *(level.starting(start) for level in LEVELS.values() for start in StartRule),
    Level(1, 1, 0),
    Level(1, 1, 1, StartRule.ANY),
    Level(3, 3, 5, StartRule.OPENING),
    Level(7, 40, 100),
    Level(100, 100, 2000),
    Level(200, 200, 8000, StartRule.OPENING),
]


def test_boards_of_a_seed_are_those_of_python() -> None:
    random = np.random.default_rng(9)
    boards = []
    for _ in range(40):
        for level in LEVELS_TRIED:
            seed = int(random.integers(2**63)) << int(random.integers(0, 66))
            index = int(random.integers(0, 2**53))
            first = (int(random.integers(level.height)), int(random.integers(level.width)))
            boards.append((level, seed, index, None if random.random() < 0.2 else first))
    lines = [["lay", plain(board[0]), str(board[1]), board[2], board[3]] for board in boards]
    laid = 0
    for board, answer in zip(boards, asked(lines), strict=True):
        assert answer == laid_in_python(*board)
        laid += isinstance(answer, str)
    assert laid > 900


def laid_in_python(level: Level, seed: int, index: int, first: Cell | None) -> Any:
    try:
        return pack(Board(level, seed, index, first).layout)
    except LevelError as error:
        return {"problem": "Impossible", "message": str(error)}


@pytest.mark.parametrize("count", [12, pytest.param(150, marks=pytest.mark.slow)])
def test_boards_made_to_order_are_those_of_python(count: int) -> None:
    random = np.random.default_rng(10)
    wishes = []
    for _ in range(count):
        level = [Level(9, 9, 10), Level(16, 16, 40), Level(16, 30, 99)][random.integers(3)]
        level = level.starting(["safe", "opening"][random.integers(2)])
        grade = [None, *BoardGrade][random.integers(5)] if level.height == 9 else None
        first = (int(random.integers(level.height)), int(random.integers(level.width)))
        wishes.append((level, int(random.integers(2**40)), int(random.integers(9)), first, grade))
    wishes.append((Level(16, 16, 99, StartRule.OPENING), 1, 0, (8, 8), None))  # repaired
    lines = [["make", plain(wish[0]), str(wish[1]), *wish[2:]] for wish in wishes]
    for (level, seed, index, first, grade), answer in zip(wishes, asked(lines), strict=True):
        board = make_board(level, first, start=level.start, grade=grade, seed=seed, index=index)
        repaired = board.method is Method.REPAIRED
        about = {"repaired": repaired, "tried": board.tried, "moved": board.moved}
        assert answer == {"layout": pack(board.layout), **about}


def test_the_puzzle_of_the_day_is_that_of_python() -> None:
    days = [date(2026, 11, 16), date(2027, 1, 1), date(1999, 12, 31)]
    levels = [Level(9, 9, 10), Level(16, 30, 99), Level(3, 50, 20)]
    puzzles = [(day, level, grade) for day in days for level in levels for grade in (None, "hard")]
    lines = [["daily", day.isoformat(), plain(level), grade] for day, level, grade in puzzles]
    for (day, level, grade), answer in zip(puzzles, asked(lines), strict=True):
        setup, first = puzzle_of_the_day(day, level, grade)
        assert answer == {"seed": str(setup.seed), "first": list(first)}


@pytest.mark.parametrize("games", [150, pytest.param(700, marks=pytest.mark.slow)])
def test_games_go_as_in_python(games: int) -> None:
    tables = [table_and_turns(np.random.default_rng([11, game])) for game in range(games)]
    lines = [["play", plain(table.setup), turns] for table, turns in tables]
    for line in lines:
        line[1]["seed"] = str(line[1]["seed"])
        line[1] |= line[1].pop("level")
    restored = []
    for (table, turns), told in zip(tables, asked(lines), strict=True):
        before, *after = told
        assert before["rows"] == table.rows
        for (action, cell), answer in zip(turns, after, strict=True):
            entry = getattr(table, action)(cell)
            assert (entry is None) == (answer["turn"] is None)
            if entry is not None:
                kept = {name: plain(entry)[name] for name in ("action", "cell", "opened", "free")}
                assert answer["turn"] == kept
            assert answer["rows"] == table.rows, f"{table.setup}: {action} {cell}"
            assert answer["status"] == table.status.value
            assert answer["exploded"] == plain(table.exploded)
            assert answer["kept"] == table.record().setup.layout
        setup = plain(table.record().setup) | {"seed": str(table.setup.seed)}
        setup |= setup.pop("level")
        moves = [[entry.action.value, entry.cell] for entry in table.entries]
        restored.append(["restore", setup, moves])
    assert asked(restored) == [table.rows for table, _ in tables]
    statuses = {table.status for table, _ in tables}
    assert statuses == set(Status)


def table_and_turns(random: np.random.Generator) -> tuple[Table, list[tuple[str, Cell]]]:
    """A game of any kind, and turns for it: some by a player who looks at the board."""
    level = [Level(4, 5, 3), Level(9, 9, 10), Level(16, 16, 40), Level(6, 8, 6)][random.integers(4)]
    level = level.starting(list(StartRule)[random.integers(4)])
    guesses = list(Guesses)[random.integers(3)]
    if guesses is Guesses.NONE and level.start in (StartRule.ANY, StartRule.GIVEN):
        guesses = Guesses.ANY
    may_flag = guesses is not Guesses.FAIR
    winning = WinningRule.FLAGGED if may_flag and random.random() < 0.3 else WinningRule.REVEALED
    disclosed = 7 if level.start is StartRule.GIVEN and random.random() < 0.5 else None
    seed = int(random.integers(2**62))
    setup = Setup(level, winning, seed, 3, disclosed=disclosed, guesses=guesses)
    if guesses is Guesses.ANY and random.random() < 0.3:
        setup = begin_with(some_position(level, random), seed)
    rehearsal = Table(setup)
    turns: list[tuple[str, Cell]] = []
    while rehearsal.status is Status.PLAYING and len(turns) < 60:
        cell = (int(random.integers(level.height)), int(random.integers(level.width)))
        action = ["reveal", "flag", "chord", "press"][random.integers(4)]
        if random.random() < 0.7:
            analysis = rehearsal.odds()
            cells = sorted(analysis.safe) or [rehearsal.hint().cell]
            cell, action = cells[random.integers(len(cells))], "reveal"
            unflagged = sorted(analysis.mines - rehearsal.view.flags)
            if unflagged and random.random() < 0.5:
                cell, action = unflagged[0], "flag"
        turns.append((action, cell))
        getattr(rehearsal, action)(cell)
    return Table(setup), turns


def some_position(level: Level, random: np.random.Generator) -> View:
    """A position with flags, and with zeros that have opened nothing."""
    board = Board(level.starting("any"), seed=int(random.integers(1000)))
    shown = random.random((level.height, level.width)) < 0.3
    numbers = np.where(shown & ~board.layout, board.numbers, np.int8(HIDDEN)).astype(np.int8)
    view = View.from_numbers(numbers, level.mines)
    return view.with_flags(view.hidden()[:2])


def test_risks_are_those_of_python() -> None:
    random = np.random.default_rng(12)
    asked_for = []
    for view in positions(80, 13, SIZES):
        hidden = view.hidden()
        if hidden:
            around = neighbours(hidden[random.integers(len(hidden))], view.height, view.width)
            near = [cell for cell in around if view.is_hidden(cell)]
            cells = near or hidden[:1]
            asked_for.append((view, cells[: int(random.integers(1, len(cells) + 1))]))
    answers = asked(["risk", written(view), cells] for view, cells in asked_for)
    for (view, cells), answer in zip(asked_for, answers, strict=True):
        risk = risk_of(view, list(cells))
        assert answer == {
            "certain": risk.certain,
            "taken": pytest.approx(risk.taken, rel=1e-12),
            "best": risk.best,
        }


def test_what_is_easy_is_what_python_says() -> None:
    views = [view for view in positions(60, 14, SIZES) if view.hidden_count]
    lines = [(view, grade) for view in views for grade in BoardGrade]
    answers = asked(["easy", written(view), grade.value] for view, grade in lines)
    expected = [plain(easy_cells(view, grade)) for view, grade in lines]
    assert answers == expected
    assert len({len(cells) for cells in expected}) > 3


@pytest.mark.parametrize("count", [60, pytest.param(600, marks=pytest.mark.slow)])
def test_boards_are_solved_and_graded_as_in_python(count: int) -> None:
    boards = []
    for seed in range(count):
        level = [Level(9, 9, 10), Level(16, 16, 40), Level(8, 8, 20)][seed % 3]
        boards.append(Board(level, seed, first=(1, 1)))
    boards.append(Board.from_mines(1, 2, [(0, 0)]))
    lines = [
        ["solve", plain(board.level), pack(board.layout), board.first or (0, 0)] for board in boards
    ]
    grades = set()
    for board, answer in zip(boards[:-1], answers := asked(lines), strict=False):
        solution = solve(board)
        assert answer == {
            "complete": solution.complete,
            "grade": solution.grade,
            "hardness": solution.hardness,
            "left": solution.views[-1].hidden_count - board.level.mines,
            "stages": [
                {
                    "technique": stage.technique,
                    "safe": plain(stage.safe),
                    "mines": plain(stage.mines),
                }
                for stage in solution.stages
            ],
        }
        grades.add(answer["grade"])
    assert answers[-1]["message"] == "the first cell (0, 0) is a mine: choose another"
    assert len(grades) > 3


def found_at(stage: Stage) -> dict[str, Any]:
    return {"technique": stage.technique, "safe": plain(stage.safe), "mines": plain(stage.mines)}
