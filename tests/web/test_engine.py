"""The engine in the browser gives the same answers as the one in Python, run here by Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wasm
from positions import bent, played, random_board, small_positions

from sapper.agents.expert import EXPERT_BUDGET
from sapper.board import Board
from sapper.boards.make import Method, make_board
from sapper.errors import Contradiction, LevelError, NoMoveLeft
from sapper.exact.budgets import CLICK_BUDGET, DEFAULT_BUDGET
from sapper.exact.consistency import Consistency
from sapper.exact.fronts import read_witnesses
from sapper.game import Status, WinningRule
from sapper.grid import Cell, neighbours
from sapper.interface.web import questions
from sapper.level import LEVELS, Guesses, Level, StartRule, first_cell
from sapper.play import asking, shapes
from sapper.play.making import puzzle_of_the_day
from sapper.play.record import Setup, pack
from sapper.play.risk import risk_of
from sapper.play.situation import Situation
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade
from sapper.serialize import plain
from sapper.view import View

NODE = shutil.which("node")
ASKER = Path(__file__).with_name("ask_engine.js")
IS_MODULE = (ASKER.parents[2] / "package.json").is_file()
"""Node takes the page's files for modules because that file says so; the sdist has none."""
needs_node = pytest.mark.skipif(
    NODE is None or not IS_MODULE, reason="there is no node here: the page's engine was not asked"
)

SIZES = [(9, 9, 10), (8, 8, 8), (16, 16, 40), (16, 30, 99), (20, 20, 60), (5, 40, 45)]


def asked(lines: Iterable[list[Any]]) -> list[Any]:
    """What the page's engine answers to each question."""
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    command = [NODE or "node", str(ASKER), str(wasm.COMMITTED)]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def analysed(views: Iterable[View]) -> list[Any]:
    return asked(["analyse", written(view)] for view in views)


def written(view: View) -> dict[str, Any]:
    return {"rows": str(view).splitlines(), "mines": view.mines}


def positions(games: int, seed: int, sizes: list[tuple[int, int, int]]) -> Iterator[View]:
    """Some views of each of so many games, from the first cell to the end."""
    for game in range(games):
        random = np.random.default_rng([seed, game])
        views = list(played(random_board(*sizes[game % len(sizes)], random), random))
        yield from (views[place] for place in random.choice(len(views), min(6, len(views))))


def test_the_module_is_that_of_the_sources() -> None:
    assert wasm.main(["--check"]) == 0


def test_changed_sources_are_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "engine"
    shutil.copytree(wasm.ENGINE, other)
    (other / "core" / "stop.cpp").write_text("// changed\n")
    monkeypatch.setattr(wasm, "ENGINE", other)
    assert wasm.main(["--check"]) == 1
    assert "make wasm" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("em++") is None, reason="there is no emscripten here")
def test_the_sources_build_the_committed_module(tmp_path: Path) -> None:
    version = subprocess.run(["em++", "--version"], capture_output=True, text=True, check=True)
    if f" {wasm.EMSCRIPTEN} " not in version.stdout:
        pytest.skip(f"emscripten here is not {wasm.EMSCRIPTEN}, which built the module")
    wasm.build(tmp_path)
    assert (tmp_path / wasm.MODULE).read_bytes() == (wasm.COMMITTED / wasm.MODULE).read_bytes()


@needs_node
def test_budgets_and_first_cells_are_those_of_python() -> None:
    sizes = [(8, 8), (9, 9), (16, 16), (16, 30), (9, 16), (1, 1), (2, 5), (5, 3), (30, 16)]
    starts = list(StartRule)
    lines = [["first_cell", *size, start.value] for size in sizes for start in starts]
    budgets, *cells = asked([["budgets"], *lines])
    assert budgets == [DEFAULT_BUDGET, CLICK_BUDGET, EXPERT_BUDGET]
    assert cells == [list(first_cell(*size, start)) for size in sizes for start in starts]


@needs_node
@pytest.mark.parametrize(("games", "seed"), [(60, 1), pytest.param(900, 2, marks=pytest.mark.slow)])
def test_odds_are_the_same_to_the_last_bit(games: int, seed: int) -> None:
    views = [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]
    views += [View.from_numbers(view.numbers, view.mines) for view in views[:3]]
    assert len(views) > 6 * games
    for view, answer in zip(views, asked(["odds", written(view)] for view in views), strict=True):
        assert answer == plain(shapes.Odds.of(asking.odds(view))), f"{view.mines} mines:\n{view}"


@needs_node
@pytest.mark.parametrize(("games", "seed"), [(30, 3), pytest.param(400, 4, marks=pytest.mark.slow)])
def test_hints_and_guesses_are_the_same(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    situations = [
        Situation(flagged(view, random), start=list(StartRule)[random.integers(4)], is_fair=fair)
        for view in [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]
        for fair in [bool(random.random() < 0.2)]
    ]
    lines = []
    for situation in situations:
        rules = {"start": situation.start.value, "fair": situation.is_fair}
        lines += [
            ["hint", written(situation.view), rules],
            ["guess", written(situation.view), rules],
        ]
    answers = iter(asked(lines))
    for situation in situations:
        assert_same(next(answers), situation, questions.hint)
        assert_same(next(answers), situation, questions.guess)


def assert_same(answer: Any, situation: Situation, ask: Any) -> None:
    try:
        expected = json.loads(ask(situation))
    except NoMoveLeft as error:
        expected = {"problem": "NoMoveLeft", "message": str(error)}
    told = f"{situation.view.mines} mines:\n{situation.view}"
    assert nearly(answer) == nearly(expected), told


def nearly(answer: Any) -> Any:
    """The same but for the last digits of the chances to win, which logarithms decide."""
    if isinstance(answer, dict):
        rough = ("win_chance", "bits")
        return {
            name: round(value, 12) if name in rough else nearly(value)
            for name, value in answer.items()
        }
    return [nearly(part) for part in answer] if isinstance(answer, list) else answer


def flagged(view: View, random: np.random.Generator) -> View:
    hidden = view.hidden()
    count = min(len(hidden), int(random.integers(0, 4)))
    return view.with_flags(hidden[place] for place in random.permutation(len(hidden))[:count])


@needs_node
def test_hints_know_the_rules_of_the_game() -> None:
    empty, over = View(9, 9, 10), View.parse("1#", mines=1)
    flags = over.with_flags([(0, 1)])
    answers = asked(
        [
            ["hint", written(empty), {"start": "opening", "free": True}],
            ["guess", written(empty), {"start": "opening", "free": True}],
            ["odds", written(empty), {"free": True}],
            ["hint", written(over), {"winning": "flagged"}],
            ["hint", written(flags), {"winning": "flagged"}],
            ["hint", written(over), {}],
        ]
    )
    free = Situation(empty, start=StartRule.OPENING, is_first_free=True)
    assert answers[0] == plain(free.hint())
    assert answers[1] == plain(free.guess())
    assert answers[2] == plain(shapes.Odds.of(free.odds()))
    assert answers[3] == plain(Situation(over, winning=WinningRule.FLAGGED).hint())
    assert [answer["problem"] for answer in answers[4:]] == ["NoMoveLeft", "NoMoveLeft"]


@needs_node
@pytest.mark.parametrize(("games", "seed"), [(30, 5), pytest.param(300, 6, marks=pytest.mark.slow)])
def test_analyses_are_the_same(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    views = [
        flagged(view, random)
        for view in [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]
    ]
    views += [View(100, 100, 2000), View(3, 3, 9), View(3, 3, 0)]
    for view, answer in zip(
        views, asked(["analyse", written(view)] for view in views), strict=True
    ):
        analysis = shapes.Analysis.of(asking.odds(view), count_budget=CLICK_BUDGET)
        assert nearly(answer) == nearly(plain(analysis)), f"{view.mines} mines:\n{view}"


@needs_node
def test_wide_positions_are_answered_as_far_as_the_budget_goes(wide: View) -> None:
    views = [View.from_numbers(wide.numbers[:rows], 8 * rows) for rows in (4, 8, 12, 40)]
    answers = analysed(views)
    for view, answer in zip(views, answers, strict=True):
        analysis = shapes.Analysis.of(asking.odds(view), count_budget=CLICK_BUDGET)
        assert nearly(answer) == nearly(plain(analysis)), f"{view.mines} mines:\n{view}"
    assert [answer["complete"] for answer in answers] == [True, True, True, False]


@needs_node
@pytest.mark.parametrize(("games", "seed"), [(20, 7), pytest.param(300, 8, marks=pytest.mark.slow)])
def test_a_contradiction_names_numbers_of_which_none_is_needless(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    views = [bent(view, random) for view in positions(games, seed, SIZES[:3])]
    views += [bent(view, random) for view in small_positions(games, 25, seed)]
    clashes = 0
    for view, answer in zip(
        views, asked(["analyse", written(view)] for view in views), strict=True
    ):
        try:
            expected = shapes.Analysis.of(asking.odds(view), count_budget=CLICK_BUDGET)
        except Contradiction as error:
            clashes += 1
            assert_minimal(view, answer["contradiction"], error)
        else:
            assert nearly(answer) == nearly(plain(expected))
    assert clashes > games


def assert_minimal(view: View, clash: dict[str, Any], by_twin: Contradiction) -> None:
    told = f"{clash}\n{by_twin}\n{view.mines} mines:\n{view}"
    assert clash["needs_total"] == by_twin.needs_total, told
    consistency = Consistency(view.hidden(), view.mines)
    consistent = consistency.with_total if clash["needs_total"] else consistency.without_total
    numbers = [w for w in read_witnesses(view) if list(w.cell) in clash["cells"]]
    assert len(numbers) == len(clash["cells"])
    assert not consistent(numbers), told
    for left_out in numbers:
        assert consistent([number for number in numbers if number is not left_out]), told
    if clash["cells"] == [list(cell) for cell in by_twin.cells]:
        assert clash["message"] == str(by_twin)


# Boards and games


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


@needs_node
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
    for (level, seed, index, first), answer in zip(boards, asked(lines), strict=True):
        assert answer == laid_in_python(level, seed, index, first)
        laid += isinstance(answer, str)
    assert laid > 900


def laid_in_python(level: Level, seed: int, index: int, first: Cell | None) -> Any:
    try:
        return pack(Board(level, seed, index, first).layout)
    except LevelError as error:
        return {"problem": "Impossible", "message": str(error)}


@needs_node
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


@needs_node
def test_the_puzzle_of_the_day_is_that_of_python() -> None:
    days = [date(2026, 11, 16), date(2027, 1, 1), date(1999, 12, 31)]
    levels = [Level(9, 9, 10), Level(16, 30, 99), Level(3, 50, 20)]
    puzzles = [(day, level, grade) for day in days for level in levels for grade in (None, "hard")]
    lines = [["daily", day.isoformat(), plain(level), grade] for day, level, grade in puzzles]
    for (day, level, grade), answer in zip(puzzles, asked(lines), strict=True):
        setup, first = puzzle_of_the_day(day, level, grade)
        assert answer == {"seed": str(setup.seed), "first": list(first)}


@needs_node
@pytest.mark.parametrize("games", [150, pytest.param(2000, marks=pytest.mark.slow)])
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


@needs_node
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


@needs_node
@pytest.mark.parametrize(
    ("games", "seed"), [(60, 14), pytest.param(700, 15, marks=pytest.mark.slow)]
)
def test_reasons_are_those_of_python_in_every_language(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    questions_asked = []
    for view in [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]:
        hidden = view.hidden()
        if not hidden:
            continue
        analysis = asking.odds(view)
        cells = sorted(analysis.safe | analysis.mines) if random.random() < 0.8 else hidden
        cell = (cells or hidden)[random.integers(len(cells or hidden))]
        free = bool(view.revealed_count == 0 and random.random() < 0.5)
        questions_asked.append((view, cell, ["en", "fr", "es", "zh"][random.integers(4)], free))
    answers = asked(
        ["why", written(view), cell, language, {"free": free}]
        for view, cell, language, free in questions_asked
    )
    kinds = set()
    for (view, cell, language, free), answer in zip(questions_asked, answers, strict=True):
        expected = plain(asking.why(view, cell, language, free=free))
        assert answer == expected, f"{cell}, {view.mines} mines:\n{view}"
        kinds.add(answer["kind"])
    assert kinds == {"derivation", "odds"}


@needs_node
def test_a_revealed_cell_has_no_reason() -> None:
    [answer] = asked([["why", written(View.parse("1#", mines=1)), [0, 0], "en"]])
    message = "cell (0, 0) is revealed; it shows 1"
    assert answer == {"problem": "Impossible", "message": message}
