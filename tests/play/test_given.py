"""Games that begin with a position or on a given board."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from sapper.board import Board
from sapper.errors import Contradiction, LevelError
from sapper.game import Status
from sapper.grid import cells
from sapper.history import History
from sapper.level import Guesses
from sapper.play.given import begin_with
from sapper.play.record import Setup, unpack
from sapper.play.review import review
from sapper.play.shapes import Game
from sapper.play.table import Table
from sapper.view import View


def layouts_of(view: View) -> set[frozenset[tuple[int, int]]]:
    """Every layout that agrees with a view, tried one by one."""
    found = set()
    shown = [cell for cell in cells(view.height, view.width) if not view.is_hidden(cell)]
    for mines in combinations(view.hidden(), view.mines):
        board = Board.from_mines(view.height, view.width, mines)
        if all(board.number(cell) == view.number(cell) for cell in shown):
            found.add(frozenset(mines))
    return found


def test_the_mines_are_drawn_from_all_layouts_and_from_no_other() -> None:
    view = View.parse("1##\n###", mines=2)
    drawn = [
        frozenset(Board.from_layout(unpack(str(setup.layout), setup.level)).mines)
        for setup in (begin_with(view, seed) for seed in range(300))
    ]
    possible = layouts_of(view)
    assert set(drawn) == possible
    assert max(map(drawn.count, possible)) < 3 * 300 / len(possible)
    assert begin_with(view, 7) == begin_with(view, 7)
    assert begin_with(view).seed != begin_with(view).seed


def test_a_game_from_a_position_is_kept_resumed_reviewed_and_played_again() -> None:
    position = View.parse("#1##\n####", mines=2)
    with History.in_memory() as history:
        table = Table(begin_with(position, seed=2**100), history)
        assert table.view == position
        shown = Game.of(table, say="")
        assert (shown.position, shown.rule) == ("2x4-2-HbH6", "continued from a position")
        assert (shown.seed, shown.first_free) == (None, False)
        board = table._game.board
        assert board is not None
        safe = [cell for cell in position.hidden() if not board.is_mine(cell)]
        table.flag(min(board.mines))
        table.reveal(safe[0])
        resumed = history.table(table.identity)
        assert (resumed.view, resumed.setup) == (table.view, table.setup)
        for cell in safe:
            resumed.press(cell)
        assert resumed.status is Status.WON
        assert history.games()[0].own is False
        seen = review(history.record(table.identity))
        assert seen.steps[0].view == position
        assert seen.words()[0] == "Continued from a position."
        again, other = resumed.again(), resumed.new(seed=1)
        assert again.view == other.view == position
        again.reveal(safe[0])
        assert again.view.number(safe[0]) == table.view.number(safe[0])
        assert other.record().setup.layout == begin_with(position, 1).layout
        assert Game.of(resumed, say="").seed == str(2**100)


def test_a_given_board_is_played_as_it_is() -> None:
    board = Board.from_mines(2, 3, [(0, 0), (1, 2)])
    table = Table(begin_with(board))
    assert table.view == View(2, 3, 2)
    assert Game.of(table, say="").rule == "a given board"
    entry = table.reveal((0, 0))
    assert entry is not None
    assert entry.exploded == (0, 0)
    assert table.mines == board.mines
    assert Game.of(table, say="").seed is None
    assert table.again().record().setup.layout == table.record().setup.layout
    assert table.new().setup.position is None


def test_what_can_not_be_is_refused() -> None:
    with pytest.raises(Contradiction):
        begin_with(View.parse("3#\n##", mines=2))
    setup = begin_with(View.parse("#1##", mines=1), seed=1)
    with pytest.raises(LevelError, match="does not agree"):
        replace(setup, position="1x4-1-bHHH", layout="10").game()
    with pytest.raises(LevelError, match="not one of"):
        replace(setup, position="1x5-1-bHHHH")
    with pytest.raises(LevelError, match="no other rules"):
        replace(setup, guesses=Guesses.FAIR)
    with pytest.raises(LevelError, match="lacks its mines"):
        replace(setup, layout=None).game()
    assert Setup.from_json(setup.to_json()) == setup
