"""A game against the clock: its turns, what they risk, and how long they took."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import Enumeration
from played_tables import Clock, mines_of, play_to_the_end
from strategies import cells_of, levels, some

from sapper.board import Board
from sapper.errors import BudgetExceeded, CellError, LevelError, NoMoveLeft
from sapper.exact.analysis import analyze
from sapper.exact.budgets import CLICK_BUDGET
from sapper.game import Action, Game, Status
from sapper.grid import Cell, cells
from sapper.level import LEVELS, Level, StartRule
from sapper.play import risk
from sapper.play.record import Record, Setup
from sapper.play.table import Table
from sapper.view import View

BEGINNER = LEVELS["beginner"]


# Turns


def test_no_mine_is_left_once_the_game_is_won() -> None:
    table = Table(Setup(Level.named("beginner"), seed=3))
    assert table.mines_left == 10
    while table.status is Status.PLAYING:
        table.ai_move()
    assert (table.status, table.mines_left, table.view.flags) == (Status.WON, 0, frozenset())


def test_nothing_happens_where_there_is_nothing_to_do() -> None:
    table = Table(Setup(BEGINNER, seed=2))
    opened = table.reveal((0, 0))
    assert opened is not None
    assert opened.opened[0] == (0, 0)
    assert table.reveal((0, 0)) is None  # open already
    assert table.flag((0, 0)) is None
    assert table.chord((8, 8)) is None  # hidden
    hidden = table.view.hidden()[0]
    assert table.flag(hidden) is not None
    assert table.reveal(hidden) is None  # flagged
    assert table.press(hidden) is None
    assert len(table.entries) == 2


def test_a_click_after_the_end_does_nothing() -> None:
    table = play_to_the_end(Table(Setup(BEGINNER, seed=2)))
    shown = table.entries
    for cell in cells(9, 9):
        assert table.press(cell) is table.flag(cell) is table.chord(cell) is None
    assert table.ai_move() is None
    assert table.entries == shown


@pytest.mark.parametrize("act", ["reveal", "flag", "chord", "press"])
def test_a_cell_outside_is_refused(act: str) -> None:
    table = Table(Setup(BEGINNER, seed=2))
    with pytest.raises(CellError, match=r"\(9, 0\) is outside the 9×9 board"):
        getattr(table, act)((9, 0))


def test_where_no_opening_fits_the_game_stays_as_it_is() -> None:
    table = Table(Setup(Level(3, 3, 4, StartRule.OPENING), seed=1))
    with pytest.raises(LevelError, match="no room for an opening"):
        table.reveal((1, 1))
    assert table.entries == ()
    assert table.reveal((0, 0)) is not None


def test_the_smallest_boards() -> None:
    full = Table(Setup(Level(1, 1, 1, StartRule.ANY), seed=1))
    assert full.status is Status.WON  # there is nothing to open
    with pytest.raises(NoMoveLeft, match="the game is won"):
        full.hint()
    empty = Table(Setup(Level(1, 1, 0), seed=1))
    entry = empty.reveal((0, 0))
    assert entry is not None
    assert entry.status is empty.status is Status.WON


def test_a_mine_that_was_certain_is_told_as_one() -> None:
    level = Level(1, 4, 1, StartRule.ANY)
    seed = next(seed for seed in count() if Board(level, seed).mines == {(0, 1)})
    table = Table(Setup(level, seed=seed))
    table.reveal((0, 0))
    entry = table.reveal((0, 1))
    assert entry is not None
    assert (entry.mine_probability, entry.certain, entry.exploded) == (1, False, (0, 1))
    assert table.say(entry).endswith("it was certainly a mine. The game is lost.")


def test_the_board_as_text() -> None:
    table = Table(Setup(BEGINNER, seed=3))
    table.reveal((0, 0))
    assert table.rows == str(table.view).splitlines()
    safe, mine = _a_safe_cell_and_a_mine(table)
    another = next(iter(mines_of(table) - {mine}))
    for cell in (safe, another):
        table.flag(cell)
    table.reveal(mine)
    assert table.status is Status.LOST
    signs = {cell: table.rows[cell[0]][cell[1]] for cell in cells(9, 9)}
    assert (signs[safe], signs[mine], signs[another]) == ("!", "X", "F")
    assert {cell for cell, sign in signs.items() if sign == "*"} == table.mines - {mine, another}
    assert table.wrong_flags == {safe}


def _a_safe_cell_and_a_mine(table: Table) -> tuple[Cell, Cell]:
    mines = mines_of(table)
    safe = next(cell for cell in table.view.hidden() if cell not in mines)
    return safe, min(mines)


# Risk


def test_a_free_first_cell_is_no_risk() -> None:
    for start in (StartRule.SAFE, StartRule.OPENING):
        entry = Table(Setup(BEGINNER.starting(start), seed=1)).reveal((4, 4))
        assert entry is not None
        assert (entry.free, entry.certain, entry.is_guess) == (True, False, False)
        assert (entry.mine_probability, entry.best_probability) == (0, 0)
    entry = Table(Setup(LEVELS["course"], seed=1)).reveal((4, 4))
    assert entry is not None
    assert (entry.free, entry.certain, entry.is_guess) == (False, False, True)
    assert entry.mine_probability == entry.best_probability == pytest.approx(8 / 64)


@some
@given(st.data(), levels(max_side=4, starts=[StartRule.ANY]))
def test_the_risk_of_several_cells_is_that_of_any_of_them(
    data: st.DataObject, level: Level
) -> None:
    game = Game.new(level, seed=data.draw(st.integers(0, 99)))
    for cell in data.draw(st.lists(cells_of(level.height, level.width), max_size=3)):
        if game.status is Status.PLAYING:
            game.reveal(cell)
    if not game.view.hidden_count:
        return
    chosen = data.draw(st.sets(st.sampled_from(game.view.hidden()), min_size=1, max_size=5))
    all_layouts = Enumeration(game.view.numbers, level.mines)
    places = [all_layouts.hidden.index(cell) for cell in chosen]
    met = all_layouts.layouts[:, places].any(axis=1).mean()
    assert risk.risk_of(game.view, sorted(chosen)).taken == pytest.approx(met)


def test_where_counting_takes_too_long_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object, **__: object) -> None:
        raise BudgetExceeded(1)

    table = Table(Setup(BEGINNER, seed=2))
    table.reveal((0, 0))
    monkeypatch.setattr(risk, "analyze", too_long)
    safe, _ = _a_safe_cell_and_a_mine(table)
    entry = table.reveal(safe)
    assert entry is not None
    assert entry.opened
    assert (entry.certain, entry.mine_probability, entry.best_probability) == (None, None, None)
    assert table.say(entry).endswith("a guess whose odds would take too long to count.")


def test_a_wide_position_does_not_make_a_click_slow() -> None:
    """Numbers all over a board: far more states than a click may take."""
    game = Game.new(Level(60, 60, 900, StartRule.ANY), seed=1)
    assert game.board is not None
    shown = {
        (row, column): game.board.number((row, column))
        for row, column in cells(60, 60)
        if row % 2 and column % 2 and not game.board.is_mine((row, column))
    }
    view = game.view.revealing(shown)
    hidden = next(cell for cell in view.hidden() if not game.board.is_mine(cell))
    found = risk.risk_of(view, [hidden])
    assert found == risk.Risk() or found.taken is not None
    with pytest.raises(BudgetExceeded):
        analyze(view, budget=CLICK_BUDGET)


def test_several_cells_at_once_on_a_huge_board_are_not_counted() -> None:
    view = View(200, 200, mines=6000).revealing({(5, 5): 2}).with_flags([(4, 4), (4, 5)])
    found = risk.risk_of(view, risk.at_stake(view, Action.CHORD, (5, 5)))
    assert found.certain is False
    assert found.taken is None
    assert found.best is not None


def test_without_the_engine_a_huge_board_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(risk, "compiled", None)
    assert risk.risk_of(View(200, 200, mines=6000), [(0, 0)]) == risk.Risk()
    assert risk.risk_of(View(9, 9, mines=27), [(0, 0)]).taken == pytest.approx(1 / 3)


# The clock


def test_the_clock_runs_from_the_first_cell_opened_to_the_end() -> None:
    clock = Clock()
    table = Table(Setup(Level(2, 2, 1, StartRule.SAFE), seed=1), clock=clock)
    clock.time += 5
    table.flag((1, 1))
    assert (table.seconds, table.entries[-1].seconds) == (0, 0)
    table.flag((1, 1))
    clock.time += 5
    table.reveal((0, 0))
    assert table.seconds == 0
    clock.time += 2.5
    assert table.seconds == 2.5
    for cell in cells(2, 2):
        if table.status is Status.PLAYING:
            table.reveal(cell)
    assert table.entries[-1].seconds == table.seconds == 2.5
    clock.time += 100
    assert table.seconds == 2.5


def test_the_clock_goes_on_where_it_was_left() -> None:
    clock = Clock()
    table = Table(Setup(BEGINNER, seed=3), clock=clock)
    table.reveal((0, 0))
    clock.time += 7
    left = table.record()
    clock.time += 1000
    again = Table.of(left, clock=clock)
    assert again.seconds == 7
    clock.time += 1
    assert again.seconds == 7  # nobody is back yet
    again.sit_down()
    clock.time += 1
    assert again.seconds == 8
    unopened = Table.of(Record("a", table.setup), clock=clock)
    unopened.sit_down()
    clock.time += 1
    assert unopened.seconds == 0


def test_a_flag_is_a_turn_too_and_lets_the_clock_go_on() -> None:
    clock = Clock()
    table = Table(Setup(BEGINNER, seed=3), clock=clock)
    table.reveal((0, 0))
    clock.time += 7
    again = Table.of(table.record(), clock=clock)
    clock.time += 1000
    assert again.flag((8, 8)) is not None
    clock.time += 1
    assert again.seconds == 8


def test_the_clock_of_a_finished_game_stands() -> None:
    clock = Clock()
    table = Table(Setup(Level(1, 2, 1, StartRule.SAFE), seed=1), clock=clock)
    table.reveal((0, 0))
    again = Table.of(table.record(), clock=clock)
    again.sit_down()
    clock.time += 5
    assert again.seconds == 0


def test_the_clock_stands_while_nobody_is_there() -> None:
    clock = Clock()
    table = Table(Setup(BEGINNER, seed=3), clock=clock)
    table.leave()
    table.reveal((0, 0))
    clock.time += 7
    table.leave()
    clock.time += 1000
    assert table.seconds == 7
    table.reveal(_a_safe_cell_and_a_mine(table)[0])
    clock.time += 1
    assert table.seconds == 8
