"""The game: reveal, flag, chord; won and lost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import boards, cells_of, few, games, levels, many, seeds, some

from sapper.board import Board
from sapper.errors import CellError, GameOver, LevelError, SapperError, UnknownName
from sapper.game import Action, Game, Status, Turn, WinningRule
from sapper.grid import Cell, cells
from sapper.level import LEVELS, Level, StartRule


class _PlainGame:
    """The rules once more, the obvious way, with sets of cells."""

    def __init__(self, board: Board, winning: WinningRule) -> None:
        self.mines = set(board.mines)
        self.everything = set(cells(board.height, board.width))
        self.open: set[Cell] = set()
        self.flags: set[Cell] = set()
        self.lost = False
        self.winning = winning

    def near(self, cell: Cell) -> list[Cell]:
        row, column = cell
        return sorted(
            (r, c)
            for r, c in self.everything
            if (r, c) != cell and abs(r - row) < 2 and abs(c - column) < 2
        )

    def number(self, cell: Cell) -> int:
        return sum(near in self.mines for near in self.near(cell))

    def region(self, cell: Cell) -> set[Cell]:
        """What opens with a safe cell: it, and all around each 0 that is reached."""
        reached, todo = {cell}, [cell]
        while todo:
            here = todo.pop()
            if self.number(here) == 0:
                more = set(self.near(here)) - reached - self.flags - self.open
                reached |= more
                todo += more
        return reached

    def reveal(self, cell: Cell) -> set[Cell]:
        if cell in self.open | self.flags:
            return set()
        return self._open([cell])

    def chord(self, cell: Cell) -> set[Cell]:
        around = self.near(cell)
        if cell not in self.open or len(self.flags & set(around)) != self.number(cell):
            return set()
        return self._open([near for near in around if near not in self.open | self.flags])

    def flag(self, cell: Cell) -> bool:
        if cell in self.open:
            return False
        self.flags ^= {cell}
        return cell in self.flags

    def _open(self, targets: list[Cell]) -> set[Cell]:
        before = set(self.open)
        for target in targets:
            if target in self.mines:
                self.lost = True
                break
            if target not in self.open:
                self.open |= self.region(target)
        return self.open - before

    @property
    def status(self) -> str:
        if self.lost:
            return "lost"
        if self.winning is WinningRule.FLAGGED:
            return "won" if self.flags == self.mines else "playing"
        return "won" if self.open == self.everything - self.mines else "playing"

    def __str__(self) -> str:
        signs = dict.fromkeys(self.everything, "#")
        signs |= dict.fromkeys(self.flags, "F")
        signs |= {cell: str(self.number(cell)) for cell in self.open}
        height, width = max(self.everything)
        return "\n".join(
            "".join(signs[row, column] for column in range(width + 1)) for row in range(height + 1)
        )


@many
@given(boards(max_side=6), st.sampled_from(WinningRule), st.data())
def test_a_game_goes_as_the_plain_rules_say(
    board: Board, winning: WinningRule, data: st.DataObject
) -> None:
    game, plain = Game.on(board, winning=winning), _PlainGame(board, winning)
    safe = sorted(plain.everything - plain.mines) or [(0, 0)]
    mines = sorted(plain.mines) or [(0, 0)]
    anywhere = cells_of(board.height, board.width)
    # Mostly sound play, so that games last and flags satisfy numbers.
    steps = st.one_of(
        st.tuples(st.just("reveal"), st.sampled_from(safe)),
        st.tuples(st.just("flag"), st.sampled_from(mines)),
        st.tuples(st.just("chord"), anywhere),
        st.tuples(st.sampled_from(["reveal", "flag"]), anywhere),
    )
    for act, cell in data.draw(st.lists(steps, max_size=20)):
        if game.status is not Status.PLAYING:
            break
        expected = getattr(plain, act)(cell)
        answer = getattr(game, act)(cell)
        assert (answer if act == "flag" else set(answer)) == expected
        assert act == "flag" or len(set(answer)) == len(answer)
        assert str(game.view) == str(plain)
        assert game.status == plain.status
    assert game.view.flags == plain.flags
    assert game.status == plain.status


# Revealing


@some
@given(boards(max_side=9), st.data())
def test_revealing_a_zero_opens_its_whole_region(board: Board, data: st.DataObject) -> None:
    zeros = [
        cell
        for cell in cells(board.height, board.width)
        if board.number(cell) == 0 and not board.is_mine(cell)
    ]
    assume(zeros)
    first = data.draw(st.sampled_from(zeros))
    game = Game.on(board)
    opened = game.reveal(first)
    assert opened[0] == first
    assert set(opened) == _PlainGame(board, WinningRule.REVEALED).region(first)
    assert game.view.changes_since(None) == {cell: board.number(cell) for cell in opened}


def test_a_number_opens_alone() -> None:
    game = Game.on(Board.from_mines(1, 4, [(0, 0)]))
    assert game.reveal((0, 1)) == ((0, 1),)
    assert str(game.view) == "#1##"


def test_a_region_ends_at_its_numbers() -> None:
    game = Game.on(Board.from_mines(1, 7, [(0, 3)]))
    game.reveal((0, 0))
    assert str(game.view) == "001####"
    assert game.status == "playing"


@pytest.mark.slow
def test_a_million_empty_cells_open_at_once() -> None:
    game = Game.on(Board.from_mines(1000, 1000, []), winning="revealed")
    opened = game.reveal((0, 0))
    assert len(opened) == 1_000_000
    assert game.view.hidden_count == 0
    assert not game.view.numbers.any()
    assert game.status is Status.WON


def test_a_long_corridor_is_no_danger_either() -> None:
    game = Game.on(Board.from_mines(1, 5000, [(0, 4999)]))
    assert len(game.reveal((0, 0))) == 4999
    assert game.status is Status.WON


def test_revealing_a_mine_loses_and_opens_nothing() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 2)]))
    assert game.reveal((0, 2)) == ()
    assert game.status is Status.LOST
    assert game.exploded == (0, 2)
    assert str(game.view) == "###"
    assert game.moves == (Turn(Action.REVEAL, (0, 2)),)


def test_revealing_an_open_cell_is_no_move() -> None:
    game = Game.on(Board.from_mines(1, 4, [(0, 0)]))
    game.reveal((0, 1))
    view = game.view
    assert game.reveal((0, 1)) == ()
    assert game.view is view
    assert len(game.moves) == 1


def test_a_flag_keeps_a_cell_from_being_revealed() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 2)]))
    game.flag((0, 2))
    assert game.reveal((0, 2)) == ()
    assert game.status == "playing"
    assert len(game.moves) == 1


def test_flags_bound_a_region() -> None:
    game = Game.on(Board.from_mines(3, 5, []))
    for row in range(3):
        game.flag((row, 2))
    game.reveal((0, 0))
    assert str(game.view).split() == ["00F##"] * 3
    game.flag((1, 2))
    game.reveal((1, 2))
    assert str(game.view).split() == ["00F00", "00000", "00F00"]


# Flagging


def test_a_flag_is_set_and_taken_off() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 2)]))
    assert game.flag((0, 1)) is True
    assert str(game.view) == "#F#"
    assert game.flag((0, 1)) is False
    assert str(game.view) == "###"
    assert [turn.action for turn in game.moves] == [Action.FLAG, Action.UNFLAG]


def test_an_open_cell_can_not_be_flagged() -> None:
    game = Game.on(Board.from_mines(1, 4, [(0, 0)]))
    game.reveal((0, 1))
    assert game.flag((0, 1)) is False
    assert str(game.view) == "#1##"
    assert len(game.moves) == 1


def test_more_flags_than_mines_are_the_players_business() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 2)]))
    for column in range(3):
        assert game.flag((0, column))
    assert str(game.view) == "FFF"


# Chording


def _at_a_one() -> Game:
    """A 1 in the middle, its mine in the corner."""
    game = Game.on(Board.from_mines(3, 4, [(0, 0), (0, 3)]))
    game.reveal((1, 1))
    assert str(game.view).split() == ["####", "#1##", "####"]
    return game


def test_chording_a_satisfied_number_opens_the_rest_around_it() -> None:
    game = _at_a_one()
    game.flag((0, 0))
    opened = game.chord((1, 1))
    assert set(opened) >= {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert game.moves[-1] == Turn(Action.CHORD, (1, 1), opened)
    assert str(game.view).split() == ["F11#", "1111", "0000"]


@pytest.mark.parametrize("flags", [[], [(0, 0), (0, 1)], [(2, 3)]])
def test_chording_an_unsatisfied_number_does_nothing(flags: list[Cell]) -> None:
    game = _at_a_one()
    for cell in flags:
        game.flag(cell)
    before, moves = game.view, game.moves
    assert game.chord((1, 1)) == ()
    assert game.view is before
    assert game.moves == moves
    assert game.status == "playing"


def test_chording_with_a_wrong_flag_loses() -> None:
    game = _at_a_one()
    game.flag((0, 1))
    game.chord((1, 1))
    assert game.status is Status.LOST
    assert game.exploded == (0, 0)


def test_a_chord_opens_what_comes_before_the_mine_and_nothing_after() -> None:
    game = Game.on(Board.from_mines(3, 3, [(1, 0)]))
    game.reveal((1, 1))
    game.flag((2, 2))
    assert game.chord((1, 1)) == ((0, 0), (0, 1), (0, 2), (1, 2), (2, 1))
    assert game.status is Status.LOST
    assert str(game.view).split() == ["110", "#10", "#1F"]
    assert game.moves[-1].opened == ((0, 0), (0, 1), (0, 2), (1, 2), (2, 1))


@pytest.mark.parametrize("cell", [(0, 0), (2, 3)])
def test_chording_a_hidden_or_flagged_cell_does_nothing(cell: Cell) -> None:
    game = _at_a_one()
    game.flag((0, 0))
    assert game.chord(cell) == ()
    assert len(game.moves) == 2


def test_a_chord_with_nothing_left_to_open_is_no_move() -> None:
    game = Game.on(Board.from_mines(1, 5, [(0, 0), (0, 3)]))
    game.reveal((0, 1))
    game.flag((0, 0))
    game.reveal((0, 2))
    assert game.chord((0, 1)) == ()
    assert len(game.moves) == 3


def test_a_chord_may_win() -> None:
    game = Game.on(Board.from_mines(2, 2, [(0, 0)]))
    game.reveal((0, 1))
    game.flag((0, 0))
    assert set(game.chord((0, 1))) == {(1, 0), (1, 1)}
    assert game.status is Status.WON


# Winning


def test_a_game_is_won_when_every_safe_cell_is_open() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 1)]))
    game.reveal((0, 0))
    assert game.status == "playing"
    game.reveal((0, 2))
    assert game.status is Status.WON
    assert str(game.view) == "1#1"


def test_flags_alone_do_not_win_under_the_usual_rule() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 1)]))
    game.flag((0, 1))
    assert game.status == "playing"


def test_under_the_courses_rule_all_mines_flagged_and_none_else_wins() -> None:
    game = Game.on(Board.from_mines(1, 4, [(0, 1), (0, 3)]), winning=WinningRule.FLAGGED)
    game.flag((0, 1))
    game.flag((0, 0))
    game.flag((0, 3))
    assert game.status == "playing"  # one flag too many
    game.flag((0, 0))
    assert game.status is Status.WON


def test_under_the_courses_rule_open_cells_alone_do_not_win() -> None:
    game = Game.on(Board.from_mines(1, 2, [(0, 1)]), winning="flagged")
    game.reveal((0, 0))
    assert game.status == "playing"
    game.flag((0, 1))
    assert game.status is Status.WON


def test_under_the_courses_rule_a_mine_loses_too() -> None:
    game = Game.on(Board.from_mines(1, 2, [(0, 1)]), winning="flagged")
    game.reveal((0, 1))
    assert game.status is Status.LOST


def test_flags_set_before_the_mines_are_laid_count_once_they_are() -> None:
    level = Level(1, 2, 1, StartRule.SAFE)
    game = Game.new(level, seed=1, winning="flagged")
    game.flag((0, 1))
    assert game.status == "playing"
    game.reveal((0, 0))
    assert game.status is Status.WON


def test_an_unknown_winning_rule_lists_those_there_are() -> None:
    with pytest.raises(
        UnknownName, match="no winning rule is called 'luck'; there are: revealed, flagged"
    ):
        Game.new("course", seed=1, winning="luck")


@pytest.mark.parametrize("start", ["any", "given"])
def test_a_board_full_of_mines_is_won_before_any_move(start: str) -> None:
    game = Game.new(Level(2, 3, 6, StartRule(start)), seed=1)
    assert game.status is Status.WON
    assert game.moves == ()
    assert Game.on(Board.from_mines(1, 1, [(0, 0)])).status is Status.WON


@pytest.mark.parametrize("start", StartRule)
def test_a_board_without_mines_is_won_at_once_by_flags_and_after_a_click_by_opening(
    start: StartRule,
) -> None:
    level = Level(2, 3, 0, start)
    assert Game.new(level, seed=1, winning="flagged").status is Status.WON
    game = Game.new(level, seed=1, disclosed=0 if start is StartRule.GIVEN else None)
    assert game.status == "playing"
    game.reveal((1, 1))
    assert game.status is Status.WON


def test_all_cells_given_is_won_before_any_move() -> None:
    game = Game.new(Level(3, 3, 2, StartRule.GIVEN), seed=1, disclosed=7)
    assert game.status is Status.WON
    assert game.view.hidden_count == 2


# After the end, and outside


@pytest.mark.parametrize("act", ["reveal", "flag", "chord"])
@pytest.mark.parametrize(("cell", "ending"), [((0, 0), "won"), ((0, 1), "lost")])
def test_there_is_no_move_after_the_end(act: str, cell: Cell, ending: str) -> None:
    game = Game.on(Board.from_mines(1, 2, [(0, 1)]))
    game.reveal(cell)
    before, moves = game.view, game.moves
    with pytest.raises(GameOver, match=rf"the game is {ending}; \(0, 1\) can't be played"):
        getattr(game, act)((0, 1))
    assert (game.view, game.moves, game.status.value) == (before, moves, ending)


@pytest.mark.parametrize("act", ["reveal", "flag", "chord"])
@pytest.mark.parametrize("cell", [(8, 0), (0, 8), (-1, 0), (0, -1)])
def test_a_cell_outside_is_refused_and_changes_nothing(act: str, cell: Cell) -> None:
    game = Game.new("course", seed=1)
    with pytest.raises(CellError, match=rf"cell \({cell[0]}, {cell[1]}\) is outside the 8×8"):
        getattr(game, act)(cell)
    assert game.moves == ()
    assert game.view.revealed_count == 0


@pytest.mark.parametrize("act", ["reveal", "flag", "chord"])
def test_what_is_no_cell_is_refused(act: str) -> None:
    nothing: Any = None
    with pytest.raises(CellError, match=r"a cell is a pair \(row, column\)"):
        getattr(Game.new("course", seed=1), act)(nothing)


def test_the_statuses_and_winning_rules_are_these() -> None:
    assert [status.value for status in Status] == ["playing", "won", "lost"]
    assert [rule.value for rule in WinningRule] == ["revealed", "flagged"]
    assert issubclass(GameOver, SapperError)


# Starting


def test_a_level_may_be_named_and_its_start_changed() -> None:
    game = Game.new("expert", seed=1, start="opening")
    assert game.level == LEVELS["expert"].starting("opening")
    assert (game.view.height, game.view.width, game.view.mines) == (16, 30, 99)
    assert Game.new("expert", seed=1).level is LEVELS["expert"]


def test_a_level_may_be_given_by_its_size() -> None:
    assert Game.new("16x30/99", seed=1).level == Level(16, 30, 99)
    assert Game.new("3x3/9", seed=1, start="any").level == Level(3, 3, 9, StartRule.ANY)
    with pytest.raises(LevelError, match="a size reads HEIGHTxWIDTH/MINES"):
        Game.new("16x30")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="no level is called 'novice'"):
        Game.new("novice")
    with pytest.raises(UnknownName, match="no start rule is called 'gentle'"):
        Game.new("expert", start="gentle")


def test_an_opening_that_fits_nowhere_is_refused_at_once() -> None:
    with pytest.raises(LevelError, match="no room for the start rule 'opening'"):
        Game.new(Level(3, 3, 8), start="opening")


def test_an_opening_that_does_not_fit_at_the_cell_is_refused_there_and_may_be_tried_elsewhere() -> (
    None
):
    game = Game.new(Level(3, 3, 5, StartRule.OPENING), seed=1)
    with pytest.raises(LevelError, match=r"no room for an opening at \(1, 1\)"):
        game.reveal((1, 1))
    assert (game.status, game.moves, game.board) == (Status.PLAYING, (), None)
    assert set(game.reveal((0, 0))) == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize("start", ["safe", "opening"])
def test_the_mines_are_laid_at_the_first_reveal(start: str) -> None:
    game = Game.new("beginner", seed=5, start=start)
    assert game.board is None
    game.flag((3, 3))
    assert game.chord((0, 0)) == ()
    assert game.reveal((3, 3)) == ()  # flagged: no reveal
    assert game.board is None
    game.reveal((4, 4))
    assert game.board == Board(game.level, 5, first=(4, 4))
    board = game.board
    game.reveal((8, 8))
    assert game.board is board


@few
@given(levels(starts=[StartRule.SAFE, StartRule.OPENING]), st.integers(0, 10**6))
def test_the_first_reveal_keeps_the_promise_of_the_start_rule(level: Level, seed: int) -> None:
    for first in cells(level.height, level.width):
        game = Game.new(level, seed=seed)
        opened = game.reveal(first)
        assert game.status is not Status.LOST
        assert opened[0] == first
        if level.start is StartRule.OPENING:
            assert game.view.number(first) == 0


def test_the_first_click_may_be_a_mine_under_any() -> None:
    mine = min(Board("course", seed=1).mines)
    game = Game.new("course", seed=1)
    assert game.board == Board("course", seed=1)
    game.reveal(mine)
    assert game.status is Status.LOST


def test_on_a_given_board_the_mines_stay_where_they_are() -> None:
    board = Board("expert", seed=1, first=(3, 3))
    game = Game.on(board)
    assert game.board is board
    assert game.level.start is StartRule.ANY
    game.reveal(min(board.mines))
    assert game.status is Status.LOST


@some
@given(levels(starts=[StartRule.GIVEN]), seeds, st.data())
def test_given_shows_exactly_the_disclosed_cells(
    level: Level, seed: int, data: st.DataObject
) -> None:
    count = data.draw(st.none() | st.integers(0, level.cells - level.mines))
    game = Game.new(level, seed=seed, disclosed=count)
    board = Board(level, seed)
    given_cells = board.disclosed(count)
    assert game.board == board
    assert game.view.changes_since(None) == {cell: board.number(cell) for cell in given_cells}
    assert game.moves == ()


def test_given_discloses_the_root_of_the_number_of_cells() -> None:
    assert Game.new("hard", seed=1).view.revealed_count == 22
    assert Game.new("hard", seed=1, disclosed=3).view.revealed_count == 3


def test_more_than_the_safe_cells_can_not_be_given() -> None:
    with pytest.raises(LevelError, match="can't disclose 72 cells: the board has 71 safe"):
        Game.new("easy", seed=1, disclosed=72)


def test_cells_are_disclosed_under_given_alone() -> None:
    with pytest.raises(LevelError, match="under the start rule 'given', not 'safe'"):
        Game.new("beginner", seed=1, disclosed=3)


def test_chording_a_given_zero_opens_around_it() -> None:
    game = Game.new(Level(1, 5, 0, StartRule.GIVEN), seed=1, disclosed=1)
    (given_cell,) = game.view.changes_since(None) or {}
    assert game.reveal(given_cell) == ()
    game.chord(given_cell)
    assert game.status is Status.WON


def test_a_region_goes_on_through_a_given_zero() -> None:
    # Find a row whose one disclosed cell lies inside, with hidden cells on both sides.
    level = Level(1, 9, 0, StartRule.GIVEN)
    seed = next(s for s in range(100) if 2 <= Board(level, s).disclosed(1)[0][1] <= 6)
    game = Game.new(level, seed=seed, disclosed=1)
    game.reveal((0, 0))
    assert str(game.view) == "000000000"
    assert game.status is Status.WON


# Repeating


@few
@given(levels(), st.integers(0, 2**128 - 1), st.data())
def test_same_seed_same_game(level: Level, seed: int, data: st.DataObject) -> None:
    one, other = Game.new(level, seed=seed), Game.new(level, seed=seed)
    for cell in data.draw(st.lists(cells_of(level.height, level.width), max_size=6)):
        if one.status is not Status.PLAYING:
            break
        assert one.reveal(cell) == other.reveal(cell)
    assert one.view == other.view
    assert one.status is other.status
    assert one.moves == other.moves


def test_another_index_is_another_game() -> None:
    made = {Game.new("course", seed=1, index=index).board for index in range(20)}
    assert len(made) == 20


def test_a_game_without_a_seed_tells_the_seed_it_drew() -> None:
    drawn = [Game.new("expert") for _ in range(3)]
    assert len({game.seed for game in drawn}) == 3
    again = Game.new("expert", seed=drawn[0].seed)
    assert drawn[0].reveal((5, 5)) == again.reveal((5, 5))
    assert drawn[0].board == again.board


@some
@given(games(max_moves=15))
def test_the_moves_tell_the_whole_game(game: Game) -> None:
    assert game.view.flags == _flags_after(game.moves)
    opened = [cell for turn in game.moves for cell in turn.opened]
    assert len(set(opened)) == len(opened)
    given_count = game.view.revealed_count - len(opened)
    if game.level.start is StartRule.GIVEN:
        assert given_count == game.level.disclosed
    else:
        assert given_count == 0
    # Where the first reveal laid the mines it must lay them again: flags before it can't win.
    laid_later = game.level.start in (StartRule.SAFE, StartRule.OPENING)
    board = None if laid_later else game.board
    replayed = Game(game.level, seed=game.seed, board=board, winning=game.winning, index=game.index)
    for turn in game.moves:
        act = replayed.flag if turn.action is Action.UNFLAG else getattr(replayed, turn.action)
        act(turn.cell)
    assert replayed.moves == game.moves
    assert replayed.view == game.view
    assert replayed.status is game.status


def _flags_after(moves: tuple[Turn, ...]) -> frozenset[Cell]:
    flags: set[Cell] = set()
    for turn in moves:
        if turn.action in (Action.FLAG, Action.UNFLAG):
            assert (turn.cell in flags) is (turn.action is Action.UNFLAG)
            flags ^= {turn.cell}
    return frozenset(flags)


@some
@given(games())
def test_the_view_shows_only_what_is_true(game: Game) -> None:
    shown = game.view.changes_since(None) or {}
    for cell, number in shown.items():
        assert game.board is not None
        assert not game.board.is_mine(cell)
        assert game.board.number(cell) == number


def test_earlier_views_stay_as_they_were() -> None:
    game = Game.new("beginner", seed=3, start="opening")
    seen = [(game.view, str(game.view))]
    for cell in cells(9, 9):
        if game.status is not Status.PLAYING:
            break
        if game.board is None or not game.board.is_mine(cell):
            game.reveal(cell)
        else:
            game.flag(cell)
        seen.append((game.view, str(game.view)))
    assert game.status is Status.WON
    assert all(str(view) == text for view, text in seen)
    assert np.count_nonzero(game.view.numbers >= 0) == 71


def test_a_move_is_a_value() -> None:
    turn: Any = Turn(Action.FLAG, (0, 1))
    assert turn == Turn(Action.FLAG, (0, 1), ())
    with pytest.raises(AttributeError):
        turn.cell = (0, 0)
