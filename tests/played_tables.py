"""Tables as tests play them: with a clock that stands, to the end, won or lost on purpose."""

from __future__ import annotations

from hypothesis import strategies as st
from strategies import levels

from sapper.board import Board
from sapper.game import Status, WinningRule
from sapper.grid import Cell
from sapper.level import LEVELS, Level, StartRule
from sapper.play.keeper import Keeper
from sapper.play.record import Setup, replay
from sapper.play.table import Table

TINY = Level(2, 2, 1, StartRule.ANY)


class Clock:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def setups(max_side: int = 6) -> st.SearchStrategy[Setup]:
    """Setups of every start and winning rule."""
    return st.builds(
        Setup,
        levels(max_side=max_side),
        winning=st.sampled_from(WinningRule),
        seed=st.integers(0, 999),
        index=st.integers(0, 9),
        agent=st.sampled_from(["exact", "sentence", "random"]),
    )


def play_to_the_end(table: Table) -> Table:
    while table.status is Status.PLAYING:
        assert table.ai_move() is not None
    return table


def mines_of(table: Table) -> frozenset[Cell]:
    """The mines of a game under way, which the table does not tell."""
    *_, after = replay(table.setup, [(entry.action, entry.cell) for entry in table.entries])
    assert after.view == table.view
    game = table.setup.game()
    for entry in table.entries:
        getattr(game, entry.action.value.removeprefix("un"))(entry.cell)
    assert game.board is not None
    return game.board.mines


def seat(keeper: Keeper, seed: int = 3, level: Level = LEVELS["beginner"]) -> Table:
    return Table(Setup(level, seed=seed), keeper)


def safe_and_mines(table: Table) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The hidden safe cells and the mines of a table under the start rule `any`."""
    assert table.setup.seed is not None
    board = Board(table.setup.level, table.setup.seed)
    return [cell for cell in table.view.hidden() if cell not in board.mines], sorted(board.mines)


def win(table: Table) -> Table:
    while table.status is Status.PLAYING:
        table.reveal(safe_and_mines(table)[0][0])
    assert table.status is Status.WON
    return table


def lose(table: Table) -> Table:
    table.reveal(safe_and_mines(table)[1][0])
    assert table.status is Status.LOST
    return table
