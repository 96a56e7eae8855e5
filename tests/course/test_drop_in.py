"""What callers of the course's interface do to its lists, marks and counts."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from closure import Plain, as_plain, obvious_closure
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper import Minesweeper, MinesweeperAI, Sentence
from sapper.errors import ContradictionWarning
from sapper.grid import Cell, neighbours

ROOT = Path(__file__).parents[2]


# The list and its sentences, changed in place


def test_a_list_that_is_reversed_between_calls() -> None:
    ai = MinesweeperAI()
    ai.add_knowledge((2, 2), 1)
    ai.knowledge.reverse()
    ai.add_knowledge((2, 1), 3)
    ai.knowledge.reverse()
    ai.add_knowledge((2, 0), 2)
    told: Plain = {(frozenset({cell}), 0) for cell in [(2, 2), (2, 1), (2, 0)]}
    for cell, count in [((2, 2), 1), ((2, 1), 3), ((2, 0), 2)]:
        told.add((frozenset(neighbours(cell, 8, 8)), count))
    assert (as_plain(ai.knowledge), ai.mines, ai.safes) == obvious_closure(told)


def test_a_sentence_that_is_marked_between_calls() -> None:
    ai = MinesweeperAI(1, 8)
    ai.add_knowledge((0, 1), 1)
    ai.knowledge[0].mark_safe((0, 0))
    ai.add_knowledge((0, 7), 0)
    assert ai.mines == {(0, 2)}
    ai = MinesweeperAI()
    ai.add_knowledge((0, 0), 1)
    sentence = ai.knowledge[0]
    sentence.mark_safe((0, 1))
    sentence.mark_safe((1, 0))
    ai.add_knowledge((7, 7), 0)
    assert ai.mines == {(1, 1)}


def test_a_sentence_kept_from_an_earlier_call_is_still_the_one_that_counts() -> None:
    ai = MinesweeperAI()
    ai.add_knowledge((0, 0), 1)
    sentence = ai.knowledge[0]
    ai.add_knowledge((4, 4), 2)
    ai.knowledge.reverse()
    ai.add_knowledge((7, 7), 0)
    assert any(one is sentence for one in ai.knowledge)
    sentence.cells -= {(0, 1), (1, 0)}
    ai.add_knowledge((7, 5), 0)
    assert (1, 1) in ai.mines


def test_a_count_that_is_changed_between_calls() -> None:
    ai = MinesweeperAI()
    ai.add_knowledge((0, 0), 1)
    ai.knowledge[0].count = 3
    ai.add_knowledge((7, 7), 0)
    assert ai.mines == {(0, 1), (1, 0), (1, 1)}


def test_a_list_that_is_emptied_or_replaced_is_believed() -> None:
    ai = MinesweeperAI()
    ai.add_knowledge((0, 0), 1)
    ai.knowledge.clear()
    ai.add_knowledge((7, 7), 0)
    assert ai.knowledge == []
    ai.knowledge = [Sentence({(0, 1)}, 1)]
    own = ai.knowledge
    ai.add_knowledge((7, 5), 0)
    assert ai.mines == {(0, 1)}
    assert ai.knowledge is own


def test_the_list_that_was_read_shows_what_was_learned_since() -> None:
    ai = MinesweeperAI()
    kept = ai.knowledge
    ai.add_knowledge((0, 0), 1)
    assert as_plain(kept) == {(frozenset(neighbours((0, 0), 8, 8)), 1)}


def test_a_copy_goes_its_own_way() -> None:
    for is_read in (False, True):
        ai = MinesweeperAI()
        ai.add_knowledge((0, 0), 1)
        assert not is_read or ai.knowledge
        other = copy.deepcopy(ai)
        other.safes |= {(0, 1), (1, 0)}
        other.add_knowledge((7, 7), 0)
        assert other.mines == {(1, 1)}
        assert ai.mines == set()
        ai.add_knowledge((0, 1), 0 + 1)
        assert as_plain(ai.knowledge) != as_plain(other.knowledge)


Change = Callable[[list[Sentence], random.Random, set[Cell]], None]


def turn_round(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    knowledge.reverse()


def put_in_order(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    knowledge.sort(key=lambda sentence: (sentence.count, sorted(sentence.cells)))


def shuffle(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    chance.shuffle(knowledge)


def repeat(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    if knowledge:
        knowledge.append(chance.choice(knowledge))
        knowledge.append(copy.deepcopy(chance.choice(knowledge)))


def tell_more(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    cells = {(chance.randrange(HEIGHT), chance.randrange(WIDTH)) for _ in range(4)}
    knowledge.insert(0, Sentence(cells, len(cells & mines)))


def mark(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    if knowledge:
        sentence = chance.choice(knowledge)
        cell = chance.choice(sorted(sentence.cells))
        (sentence.mark_mine if cell in mines else sentence.mark_safe)(cell)


def rewrite(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    if knowledge:
        sentence = chance.choice(knowledge)
        sentence.cells = set(chance.sample(sorted(sentence.cells), 1))
        sentence.count = len(sentence.cells & mines)


def exchange_a_cell(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    """The number of cells and the count may stay what they were."""
    if knowledge:
        sentence = chance.choice(knowledge)
        sentence.cells.remove(chance.choice(sorted(sentence.cells)))
        sentence.cells.add((chance.randrange(HEIGHT), chance.randrange(WIDTH)))
        sentence.count = len(sentence.cells & mines)


def forget(knowledge: list[Sentence], chance: random.Random, mines: set[Cell]) -> None:
    if knowledge:
        knowledge.pop(chance.randrange(len(knowledge)))


CHANGES: list[Change] = [
    turn_round, put_in_order, shuffle, repeat, tell_more, mark, rewrite, exchange_a_cell, forget,
]  # fmt: skip
HEIGHT, WIDTH = 5, 6


@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from([*CHANGES, None]), min_size=25),
    st.booleans(),
)
@settings(max_examples=60)
def test_true_changes_at_random_neither_crash_nor_lose_conclusions(
    seed: int, changes: list[Change | None], is_told: bool
) -> None:
    """Each call must conclude what a plain saturation of the list, as it was before, gives."""
    chance = random.Random(seed)
    random.seed(seed)
    game = Minesweeper(HEIGHT, WIDTH, 7)
    ai = (Telling if is_told else MinesweeperAI)(HEIGHT, WIDTH)
    safe = [(r, c) for r in range(HEIGHT) for c in range(WIDTH) if not game.is_mine((r, c))]
    chance.shuffle(safe)
    for cell, change in zip(safe, changes, strict=False):
        if change is not None:
            change(ai.knowledge, chance, game.mines)
        expected = as_plain(ai.knowledge)
        expected |= {(frozenset({known}), 0) for known in {*ai.safes, cell}}
        expected |= {(frozenset({known}), 1) for known in ai.mines}
        expected.add((frozenset(neighbours(cell, HEIGHT, WIDTH)), game.nearby_mines(cell)))
        ai.add_knowledge(cell, game.nearby_mines(cell))
        assert (as_plain(ai.knowledge), ai.mines, ai.safes) == obvious_closure(expected)
        assert len(ai.knowledge) == len(as_plain(ai.knowledge))
        assert ai.mines <= game.mines
        assert not ai.safes & game.mines


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_false_changes_at_random_never_crash(seed: int) -> None:
    chance = random.Random(seed)
    random.seed(seed)
    game, ai = Minesweeper(HEIGHT, WIDTH, 7), MinesweeperAI(HEIGHT, WIDTH)
    safe = [(r, c) for r in range(HEIGHT) for c in range(WIDTH) if not game.is_mine((r, c))]
    chance.shuffle(safe)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ContradictionWarning)
        for cell in safe:
            anywhere = (chance.randrange(HEIGHT), chance.randrange(WIDTH))
            match chance.randrange(6):
                case 0 if ai.knowledge:
                    chance.choice(ai.knowledge).count += chance.choice([-2, -1, 1, 2])
                case 1 if ai.knowledge:
                    chance.choice(ai.knowledge).cells.add(anywhere)
                case 2:
                    ai.knowledge.append(Sentence({anywhere, cell}, chance.randrange(-1, 4)))
                case 3:
                    chance.choice([ai.mines, ai.safes]).add(anywhere)
                case 4:
                    chance.choice([ai.mark_mine, ai.mark_safe])(anywhere)
            ai.add_knowledge(cell, game.nearby_mines(cell) + (chance.random() < 0.2))
            assert cell in ai.moves_made
            assert ai.make_safe_move() != cell
            for sentence in ai.knowledge:
                assert sentence.cells
                assert 0 < sentence.count < len(sentence.cells)


# Boards


def test_after_random_seed_the_board_is_that_of_the_course() -> None:
    def course_board(height: int, width: int, mines: int) -> set[Cell]:
        """The course's description: draw a row, then a column, until there are enough mines."""
        laid: set[Cell] = set()
        while len(laid) != mines:
            row = random.randrange(height)
            column = random.randrange(width)
            laid.add((row, column))
        return laid

    for seed in range(20):
        for size in [(8, 8, 8), (3, 7, 10), (7, 3, 10), (2, 2, 4)]:
            random.seed(seed)
            expected, follows = course_board(*size), random.random()
            random.seed(seed)
            game = Minesweeper(*size)
            assert (game.mines, random.random()) == (expected, follows)
            laid = {(r, c) for r in range(size[0]) for c in range(size[1]) if game.board[r][c]}
            assert laid == expected


# Subclasses


class Telling(MinesweeperAI):
    """Remembers each mark, and what was known when it came."""

    def __init__(self, height: int, width: int) -> None:
        super().__init__(height, width)
        self.told: list[tuple[str, Cell]] = []

    def mark_mine(self, cell: Cell) -> None:
        if cell not in self.mines:
            self.told.append(("mine", cell))
        super().mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        if cell not in self.safes:
            self.told.append(("safe", cell))
        super().mark_safe(cell)


def test_marks_of_a_subclass_are_called_once_for_each_new_cell() -> None:
    for seed in range(30):
        random.seed(seed)
        game, ai, plain = Minesweeper(), Telling(8, 8), MinesweeperAI()
        chance = random.Random(seed)
        safe = [(r, c) for r in range(8) for c in range(8) if not game.is_mine((r, c))]
        chance.shuffle(safe)
        for cell in safe:
            before = len(ai.told)
            is_new = cell not in ai.safes
            ai.add_knowledge(cell, game.nearby_mines(cell))
            plain.add_knowledge(cell, game.nearby_mines(cell))
            assert not is_new or ai.told[before] == ("safe", cell)
            assert (ai.mines, ai.safes) == (plain.mines, plain.safes)
            assert as_plain(ai.knowledge) == as_plain(plain.knowledge)
            assert {c for kind, c in ai.told if kind == "mine"} == ai.mines
            assert {c for kind, c in ai.told if kind == "safe"} == ai.safes
            assert len(ai.told) == len(ai.mines | ai.safes)


def test_a_mark_that_is_written_anew_loses_no_conclusion() -> None:
    class Anew(MinesweeperAI):
        def mark_mine(self, cell: Cell) -> None:
            self.mines.add(cell)
            for sentence in self.knowledge:
                sentence.mark_mine(cell)

    ai = Anew(1, 5)
    ai.add_knowledge((0, 1), 1)
    ai.add_knowledge((0, 0), 0)
    assert ai.mines == {(0, 2)}
    ai.add_knowledge((0, 3), 1)
    assert ai.safes == {(0, 0), (0, 1), (0, 3), (0, 4)}


def test_a_mark_that_does_nothing_ends() -> None:
    class Deaf(MinesweeperAI):
        def mark_mine(self, cell: Cell) -> None:
            pass

    ai = Deaf(1, 3)
    ai.add_knowledge((0, 0), 1)
    assert ai.mines == set()


def test_a_mark_that_marks_more_is_heard() -> None:
    class Eager(MinesweeperAI):
        def mark_safe(self, cell: Cell) -> None:
            super().mark_safe(cell)
            self.mines.add((0, 2))

    ai = Eager(1, 5)
    ai.add_knowledge((0, 4), 1)
    ai.add_knowledge((0, 1), 1)
    assert ai.safes >= {(0, 0)}


def test_marks_of_a_subclass_of_sentence_are_called() -> None:
    class Noting(Sentence):
        marked: list[Cell] = []  # noqa: RUF012

        def mark_safe(self, cell: Cell) -> None:
            self.marked.append(cell)
            super().mark_safe(cell)

    ai = MinesweeperAI(1, 6)
    ai.knowledge.append(Noting({(0, 0), (0, 1), (0, 2)}, 1))
    ai.add_knowledge((0, 1), 1)
    assert (0, 1) in Noting.marked
    assert as_plain(ai.knowledge) == {(frozenset({(0, 0), (0, 2)}), 1)}


# Contradictory counts


@pytest.mark.parametrize("count", [-1, 4, 9])
def test_an_impossible_count_warns_and_the_game_goes_on(count: int) -> None:
    ai = MinesweeperAI(2, 2)
    with pytest.warns(
        ContradictionWarning, match=rf"\}} = {count} contradicts what is known; it is left out"
    ) as said:
        ai.add_knowledge((0, 0), count)
    assert said[0].filename == __file__, "the warning points to the caller's line"
    assert (ai.moves_made, ai.safes, ai.mines, ai.knowledge) == ({(0, 0)}, {(0, 0)}, set(), [])
    assert ai.make_safe_move() is None
    ai.add_knowledge((0, 1), 1)
    ai.add_knowledge((1, 0), 1)
    assert ai.mines == {(1, 1)}


def test_a_count_for_a_known_mine_is_a_move_and_nothing_else() -> None:
    ai = MinesweeperAI(1, 3)
    ai.add_knowledge((0, 0), 1)
    with pytest.warns(ContradictionWarning):
        ai.add_knowledge((0, 1), 1)
    assert (ai.moves_made, ai.mines, ai.safes) == ({(0, 0), (0, 1)}, {(0, 1)}, {(0, 0)})


def test_a_false_sentence_of_the_caller_is_left_out_with_a_warning() -> None:
    ai = MinesweeperAI()
    ai.add_knowledge((0, 0), 1)
    ai.knowledge.append(Sentence({(5, 5)}, 2))
    ai.knowledge.append(Sentence({(0, 1), (1, 0), (1, 1)}, 2))
    with pytest.warns(ContradictionWarning) as said:
        ai.add_knowledge((7, 7), 0)
    assert [one.filename for one in said] == [__file__] * 2
    assert as_plain(ai.knowledge) == {(frozenset({(0, 1), (1, 0), (1, 1)}), 1)}
    ai.add_knowledge((7, 5), 0)  # and not again


def test_a_cell_both_safe_and_a_mine_is_told() -> None:
    ai = MinesweeperAI(1, 5)
    ai.add_knowledge((0, 0), 0)
    ai.mines.add((0, 1))
    with pytest.warns(ContradictionWarning, match=r"\(0, 1\) is both safe and a mine"):
        ai.add_knowledge((0, 4), 0)
    assert (0, 3) in ai.safes


# Without what Sapper needs


@pytest.mark.parametrize("has_environment", [False, True])
def test_without_sapper_the_import_says_in_one_line_what_to_run(
    tmp_path: Path, has_environment: bool
) -> None:
    (tmp_path / "minesweeper.py").write_text((ROOT / "minesweeper.py").read_text())
    python = tmp_path / ".venv" / "bin" / "python"
    if has_environment:
        python.parent.mkdir(parents=True)
        python.touch()

    def said(code: str) -> tuple[str, str]:
        (tmp_path / "mine.py").write_text(code)
        done = subprocess.run(
            [sys.executable, "-S", "mine.py"], cwd=tmp_path, capture_output=True, text=True
        )
        return done.stdout, done.stderr

    make = "" if has_environment else f"make -C {tmp_path} .venv/.ready && "
    told = f"Sapper is not installed for this Python; run: {make}{python} YOUR_FILE.py\n"
    assert said("from minesweeper import Minesweeper") == ("", told)
    # A program may ask whether it is there, and other errors look as ever.
    caught = "try:\n    import minesweeper\nexcept ImportError as error:\n    print(error)\n1 / 0\n"
    out, err = said(caught)
    assert out == told
    assert err.startswith("Traceback")
    assert err.endswith("ZeroDivisionError: division by zero\n")
