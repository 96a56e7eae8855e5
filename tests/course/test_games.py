"""The course's interface, to the letter, and on whole games."""

from __future__ import annotations

import inspect
import random

import pytest
from closure import Plain, as_plain, obvious_closure
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_course import PlainAI

import minesweeper
import sapper.course
from minesweeper import Minesweeper, MinesweeperAI, Sentence
from sapper.errors import CellError, ContradictionWarning, LevelError
from sapper.grid import Cell, neighbours


def board(seed: int, height: int = 8, width: int = 8, mines: int = 8) -> Minesweeper:
    random.seed(seed)
    return Minesweeper(height, width, mines)


def play(game: Minesweeper, ai: MinesweeperAI, honest: bool) -> list[tuple[Cell, int]]:
    """Play and check after every move; an honest game ends at the first mine."""
    plain = PlainAI(game.height, game.width)
    played: list[tuple[Cell, int]] = []
    while True:
        cell = ai.make_safe_move()
        if cell is not None:
            assert cell in ai.safes
            assert cell not in ai.moves_made
            assert not game.is_mine(cell), f"{cell} was called safe"
        else:
            cell = ai.make_random_move()
            if cell is None:
                return played
            assert cell not in ai.moves_made
            assert cell not in ai.mines
            if game.is_mine(cell):
                if honest:
                    return played
                ai.mines.add(cell)  # the referee tells, behind the agent's back
                plain.mark_mine(cell)
                continue
        number = game.nearby_mines(cell)
        ai.add_knowledge(cell, number)
        plain.add_knowledge(cell, number)
        played.append((cell, number))
        check_knowledge(game, ai)
        assert as_plain(ai.knowledge) == {(frozenset(s.cells), s.count) for s in plain.knowledge}
        assert ai.mines == plain.mines
        assert ai.safes == plain.safes


def check_knowledge(game: Minesweeper, ai: MinesweeperAI) -> None:
    settled = ai.mines | ai.safes
    seen: Plain = set()
    for sentence in ai.knowledge:
        assert sentence.cells, "an empty sentence"
        assert not sentence.cells & settled, "a settled cell in a sentence"
        assert len(sentence.cells & game.mines) == sentence.count, "a false sentence"
        seen.add((frozenset(sentence.cells), sentence.count))
    assert len(seen) == len(ai.knowledge), "a sentence stands twice"
    assert ai.mines <= game.mines
    assert not ai.safes & game.mines


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_games_of_the_course(part: int) -> None:
    for number in range(500):
        seed = 500 * part + number
        play(board(seed), MinesweeperAI(), honest=seed % 2 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_a_hundred_games_on_expert_boards(part: int) -> None:
    for number in range(50):
        seed = 50 * part + number
        play(board(seed, 16, 30, 99), MinesweeperAI(16, 30), honest=seed % 2 == 0)


@pytest.mark.parametrize(("height", "width", "mines"), [(1, 9, 2), (9, 1, 2), (4, 7, 6), (7, 4, 6)])
def test_boards_that_are_not_square(height: int, width: int, mines: int) -> None:
    for seed in range(60):
        play(board(seed, height, width, mines), MinesweeperAI(height, width), honest=False)


def test_knowledge_is_the_closure_of_the_numbers_alone() -> None:
    for seed in range(120):
        game, ai = board(seed, 6, 8, 9), MinesweeperAI(6, 8)
        numbers = play(game, ai, honest=True)
        opened = {cell for cell, _ in numbers}
        told: Plain = {(frozenset({cell}), 0) for cell in opened}
        told |= {(frozenset(neighbours(cell, 6, 8)), number) for cell, number in numbers}
        sentences, mines, safes = obvious_closure(told)
        assert as_plain(ai.knowledge) == sentences
        assert ai.mines == mines
        assert ai.safes == safes


def test_the_names_are_those_of_the_course() -> None:
    assert minesweeper.Sentence is sapper.course.Sentence
    assert list(inspect.signature(Minesweeper).parameters)[:3] == ["height", "width", "mines"]
    assert list(inspect.signature(MinesweeperAI).parameters)[:2] == ["height", "width"]
    game, ai = Minesweeper(), MinesweeperAI()
    assert (game.height, game.width, len(game.mines), game.mines_found) == (8, 8, 8, set())
    assert [len(row) for row in game.board] == [8] * 8
    assert {(r, c) for r in range(8) for c in range(8) if game.board[r][c]} == game.mines
    assert (ai.height, ai.width, ai.moves_made, ai.mines, ai.safes, ai.knowledge) == (
        8, 8, set(), set(), set(), [],
    )  # fmt: skip


def test_a_game_tells_what_a_player_may_ask(capsys: pytest.CaptureFixture[str]) -> None:
    game = Minesweeper(2, 3, 0)
    game.board[0][2] = True
    game.mines.add((0, 2))
    game.print()
    assert capsys.readouterr().out == "-------\n| | |X|\n-------\n| | | |\n-------\n"
    assert game.is_mine((0, 2))
    assert [game.nearby_mines((1, column)) for column in range(3)] == [0, 1, 1]
    assert game.nearby_mines((0, 2)) == 0
    assert not game.won()
    game.mines_found.add((0, 2))
    assert game.won()


def test_a_seed_repeats_boards_and_moves() -> None:
    random.seed(9)
    first = (Minesweeper().mines, MinesweeperAI().make_random_move())
    random.seed(9)
    assert (Minesweeper().mines, MinesweeperAI().make_random_move()) == first


def test_random_moves_are_uniform_over_what_is_left() -> None:
    random.seed(1)
    ai = MinesweeperAI(2, 3)
    ai.moves_made.add((0, 0))
    ai.mines.add((0, 1))
    drawn = [ai.make_random_move() for _ in range(4000)]
    counts = {cell: drawn.count(cell) for cell in set(drawn)}
    assert set(counts) == {(0, 2), (1, 0), (1, 1), (1, 2)}
    assert all(850 < count < 1150 for count in counts.values())


def test_neither_move_function_changes_anything() -> None:
    ai = MinesweeperAI(3, 3)
    ai.add_knowledge((0, 0), 0)
    before = (set(ai.moves_made), set(ai.mines), set(ai.safes), as_plain(ai.knowledge))
    ai.make_safe_move()
    ai.make_random_move()
    assert (ai.moves_made, ai.mines, ai.safes, as_plain(ai.knowledge)) == before


def test_both_move_functions_give_none_when_nothing_is_left() -> None:
    ai = MinesweeperAI(1, 2)
    ai.add_knowledge((0, 0), 1)
    assert ai.mines == {(0, 1)}
    assert ai.make_safe_move() is None
    assert ai.make_random_move() is None


def test_mines_and_safes_added_from_outside_are_respected() -> None:
    ai = MinesweeperAI(1, 5)
    ai.add_knowledge((0, 1), 1)
    ai.mines.add((0, 2))
    ai.add_knowledge((0, 3), 1)
    assert ai.safes == {(0, 0), (0, 1), (0, 3), (0, 4)}
    assert ai.knowledge == []
    ai = MinesweeperAI(1, 5)
    ai.add_knowledge((0, 1), 1)
    ai.safes.add((0, 0))
    ai.add_knowledge((0, 4), 0)
    assert ai.mines == {(0, 2)}


def test_marks_reach_every_sentence() -> None:
    ai = MinesweeperAI(1, 5)
    ai.add_knowledge((0, 1), 1)
    ai.add_knowledge((0, 3), 1)
    ai.mark_mine((0, 2))
    assert {str(sentence) for sentence in ai.knowledge} == {"{(0, 0)} = 0", "{(0, 4)} = 0"}
    ai.add_knowledge((0, 0), 0)
    assert ai.safes == {(0, column) for column in (0, 1, 3, 4)}


def test_the_same_number_again_changes_nothing() -> None:
    ai = MinesweeperAI(3, 3)
    ai.add_knowledge((1, 1), 3)
    before = as_plain(ai.knowledge)
    ai.add_knowledge((1, 1), 3)
    assert as_plain(ai.knowledge) == before
    assert len(ai.knowledge) == 1
    with pytest.warns(ContradictionWarning):
        ai.add_knowledge((1, 1), 4)
    assert as_plain(ai.knowledge) == before


@pytest.mark.parametrize("cell", [(2, 0), (0, 2), (-1, 0), "A1", (0,), (0.5, 1)])
def test_cells_outside_the_board_are_refused(cell: Cell) -> None:
    ai, game = MinesweeperAI(2, 2), Minesweeper(2, 2, 1)
    with pytest.raises(CellError):
        ai.add_knowledge(cell, 0)
    with pytest.raises(CellError):
        ai.mark_mine(cell)
    with pytest.raises(CellError):
        ai.mark_safe(cell)
    with pytest.raises(CellError):
        game.is_mine(cell)
    with pytest.raises(CellError):
        game.nearby_mines(cell)


def test_impossible_games_are_refused() -> None:
    with pytest.raises(LevelError, match="5 mines do not fit on a 2×2 board of 4 cells"):
        Minesweeper(2, 2, 5)
    with pytest.raises(LevelError):
        MinesweeperAI(0, 2)


def test_knowledge_does_not_grow_without_bound() -> None:
    game, ai = board(1, 20, 20, 90), MinesweeperAI(20, 20)
    most = 0
    for row in range(20):
        for column in range(20):
            if not game.is_mine((row, column)):
                ai.add_knowledge((row, column), game.nearby_mines((row, column)))
                most = max(most, len(ai.knowledge))
    assert most < 3 * 400
    assert ai.knowledge == []  # every number is known: every cell is settled


def test_code_of_the_course_that_keeps_its_own_list_runs() -> None:
    class Student(MinesweeperAI):
        def add_knowledge(self, cell: Cell, count: int) -> None:
            self.moves_made.add(cell)
            self.mark_safe(cell)
            around = set(neighbours(cell, self.height, self.width)) - self.safes
            self.knowledge.append(Sentence(around - self.mines, count - len(around & self.mines)))
            for sentence in self.knowledge:
                for mine in sentence.known_mines():
                    self.mark_mine(mine)
                for safe in sentence.known_safes():
                    self.mark_safe(safe)

    ai = Student(2, 2)
    ai.add_knowledge((0, 0), 3)
    assert ai.mines == {(0, 1), (1, 0), (1, 1)}


CELLS = [(0, column) for column in range(7)]


@st.composite
def true_sentences(draw: st.DrawFn) -> tuple[Plain, set[Cell]]:
    """Sentences about seven cells that hold of one set of mines."""
    mines = set(draw(st.sets(st.sampled_from(CELLS))))
    groups = draw(st.lists(st.frozensets(st.sampled_from(CELLS), min_size=1), max_size=8))
    return {(group, len(group & mines)) for group in groups}, mines


@pytest.mark.slow
@given(true_sentences(), st.randoms(use_true_random=False))
@settings(max_examples=600)
def test_conclusions_are_those_of_the_obvious_closure_in_any_order(
    told_and_mines: tuple[Plain, set[Cell]], chance: random.Random
) -> None:
    told, _ = told_and_mines
    order = sorted(told, key=lambda sentence: (sorted(sentence[0]), sentence[1]))
    chance.shuffle(order)
    ai = MinesweeperAI(3, 7)
    for cells, count in order:
        ai.knowledge.append(Sentence(cells, count))
        if chance.random() < 0.5:
            ai.add_knowledge((2, 0), 0)
    ai.add_knowledge((2, 0), 0)  # far from all of them
    elsewhere = {(2, 0), *neighbours((2, 0), 3, 7)}
    sentences, mines, safes = obvious_closure(told)
    assert as_plain(ai.knowledge) == sentences
    assert len(ai.knowledge) == len(sentences)
    assert ai.mines == mines
    assert ai.safes - elsewhere == safes - elsewhere
